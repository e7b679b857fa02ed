//! What there can be results about: a rule for each property, with the weaknesses that its violations are.

use std::collections::BTreeMap;

use faultscope_ir::PropertyGroup;
use serde_json::{Value, json};

use super::log::{
    ComponentReference, Configuration, MultiformatText, Outcome, Relationship, Rule, Taxon, TaxonReference,
    Taxonomy, Text,
};
use crate::cwe::{self, weakness};
use crate::{Property, Report};

/// The enumeration that rules refer to, the first of the log.
const CWE: &str = "CWE";

const HELP: &str = "The code flow is an execution that ends in the error; it was replayed step by step. Its essential steps are \
                    those that matter, and each says what value it gave.\n\n\
                    The related locations are the statements with which the error can be avoided, the most promising first. \
                    At most one of them has to be changed: each says what the statement would have to do, and whether changing \
                    it alone is enough; *proved* means that no execution through it fails then. Fixes are patches that were \
                    checked, the best first.";

/// The rules of the checks of a report and of its results.
pub(super) fn of(report: &Report, results: &[Outcome]) -> Vec<Rule> {
    let mut properties: Vec<Property> = report.checks.iter().map(|it| it.property).collect();
    properties.extend(report.traces.iter().map(|it| it.error.property));
    properties.extend(report.other_errors.iter().map(|it| it.error.property));
    if results.iter().any(|it| it.rule_id == of_property(Property::ExpectedOutput)) {
        properties.push(Property::ExpectedOutput);
    }
    properties.sort_unstable();
    properties.dedup();
    properties.into_iter().map(rule).collect()
}

/// The rule of a property has its name.
pub(super) fn of_property(property: Property) -> &'static str {
    property.name()
}

/// The enumeration with the weaknesses that the rules refer to; none where they refer to none.
pub(super) fn taxonomies(rules: &[Rule]) -> Vec<Taxonomy> {
    let mut numbers: Vec<u16> = numbers(rules).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let taxon = |number: u16| Taxon {
        id: number.to_string(),
        name: cwe::name(number),
        short_description: Text::new(cwe::name(number)),
        help_uri: format!("https://cwe.mitre.org/data/definitions/{number}.html"),
    };
    let taxonomy = Taxonomy {
        name: CWE,
        organization: "MITRE",
        version: cwe::VERSION,
        short_description: Text::new("The MITRE Common Weakness Enumeration"),
        information_uri: "https://cwe.mitre.org/",
        is_comprehensive: false,
        taxa: numbers.into_iter().map(taxon).collect(),
    };
    Some(taxonomy).filter(|it| !it.taxa.is_empty()).into_iter().collect()
}

/// That the tool refers to the enumeration, where it does.
pub(super) fn supported(rules: &[Rule]) -> Vec<ComponentReference> {
    numbers(rules).take(1).map(|_| component()).collect()
}

fn numbers(rules: &[Rule]) -> impl Iterator<Item = u16> {
    let used = |property: &&Property| rules.iter().any(|rule| rule.id == of_property(**property));
    Property::ALL
        .iter()
        .filter(used)
        .flat_map(|it| weakness(*it).numbers)
        .copied()
        .collect::<Vec<_>>()
        .into_iter()
}

fn component() -> ComponentReference {
    ComponentReference { name: CWE, index: 0 }
}

fn rule(property: Property) -> Rule {
    let id = of_property(property);
    let (short, full) = (property.violation(), property.demand());
    let weakness = weakness(property);
    let mut tags = vec!["correctness".to_owned()];
    if property.group() == PropertyGroup::MemorySafety {
        tags.push("memory-safety".to_owned());
    }
    if weakness.severity.is_some() {
        tags.push("security".to_owned());
    }
    tags.extend(weakness.numbers.iter().map(|it| format!("external/cwe/cwe-{it:03}")));
    let mut properties: BTreeMap<&'static str, Value> = BTreeMap::from([
        ("precision", json!("very-high")),
        ("problem.severity", json!("error")),
        ("tags", json!(tags)),
    ]);
    // Code hosts read it as a text.
    properties.extend(weakness.severity.map(|it| ("security-severity", json!(it))));
    Rule {
        id,
        name: pascal_case(id),
        short_description: Text::new(short),
        full_description: Text::new(full),
        help: help(property, weakness.numbers),
        default_configuration: Configuration { level: "error" },
        relationships: weakness.numbers.iter().map(|it| relationship(*it)).collect(),
        properties,
    }
}

/// What a rule demands, what its results hold, the weaknesses, and how a result is suppressed.
fn help(property: Property, numbers: &[u16]) -> MultiformatText {
    let (short, full) = (property.violation().trim_end_matches('.'), property.demand());
    let named = numbers.iter().map(|it| format!("CWE-{it}: {}", cwe::name(*it)));
    let linked = numbers.iter().map(|it| {
        format!("- [CWE-{it}: {}](https://cwe.mitre.org/data/definitions/{it}.html)\n", cwe::name(*it))
    });
    let plain = [full.to_owned(), HELP.replace('*', "").replace("\n\n", " ")];
    let text = plain.into_iter().chain(named.map(|it| it + ".")).collect::<Vec<_>>().join(" ");
    let mut markdown = format!("# {short}\n\n{full}\n\n{HELP}\n");
    if !numbers.is_empty() {
        markdown += &format!("\n{}", linked.collect::<String>());
    }
    if property.is_selectable() {
        markdown += &format!(
            "\nWhere the error cannot happen, write the reason on its line: `// faultscope: ignore {}: why`.\n",
            property.name()
        );
    }
    MultiformatText { text, markdown }
}

/// A violation is one of the weakness; there are others of it.
fn relationship(number: u16) -> Relationship {
    let target = TaxonReference { id: number.to_string(), tool_component: component() };
    Relationship { target, kinds: ["superset"] }
}

/// `use-after-free` as `CheckUseAfterFree`.
fn pascal_case(id: &str) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
    };
    format!("Check{}", id.split('-').map(capital).collect::<String>())
}
