//! What there can be results about: a rule for each property, and for each kind of finding.

use std::collections::BTreeMap;

use faultscope_ir::PropertyGroup;
use serde_json::{Value, json};

use super::log::{Configuration, MultiformatText, Outcome, Rule, Text};
use crate::{FindingKind, Property, Report};

/// The rules of the checks of a report and of its results, those of properties first.
pub(super) fn of(report: &Report, results: &[Outcome]) -> Vec<Rule> {
    let mut properties: Vec<Property> = report.checks.iter().map(|it| it.property).collect();
    properties.extend(report.traces.iter().map(|it| it.error.property));
    if results.iter().any(|it| it.rule_id == of_property(Property::ExpectedOutput)) {
        properties.push(Property::ExpectedOutput);
    }
    properties.sort_unstable();
    properties.dedup();
    let is_used = |kind: &FindingKind| results.iter().any(|it| it.rule_id == of_finding(*kind));
    let kinds = FINDINGS.iter().copied().filter(is_used);
    properties.into_iter().map(property).chain(kinds.map(finding)).collect()
}

/// The rule of a property has its name.
pub(super) fn of_property(property: Property) -> &'static str {
    property.name()
}

/// The rule of a kind of finding.
pub(super) fn of_finding(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Assignment => "finding-assignment",
        FindingKind::Argument => "finding-argument",
        FindingKind::Return => "finding-return",
        FindingKind::Declaration => "finding-declaration",
        FindingKind::Input => "finding-input",
        FindingKind::Condition => "finding-condition",
        FindingKind::Release => "finding-release",
        FindingKind::ScopeEnd => "finding-scope-end",
        FindingKind::PointerLost => "finding-pointer-lost",
        FindingKind::Uninitialized => "finding-uninitialized",
        FindingKind::Call => "finding-call",
        FindingKind::Extra => "finding-extra",
        FindingKind::BlockEnd => "finding-block-end",
        FindingKind::Order => "finding-order",
        FindingKind::Missing => "finding-missing",
        FindingKind::Type => "finding-type",
    }
}

const FINDINGS: [FindingKind; 16] = [
    FindingKind::Assignment,
    FindingKind::Argument,
    FindingKind::Return,
    FindingKind::Declaration,
    FindingKind::Input,
    FindingKind::Condition,
    FindingKind::Release,
    FindingKind::ScopeEnd,
    FindingKind::PointerLost,
    FindingKind::Uninitialized,
    FindingKind::Call,
    FindingKind::Extra,
    FindingKind::BlockEnd,
    FindingKind::Order,
    FindingKind::Missing,
    FindingKind::Type,
];

fn property(property: Property) -> Rule {
    let mut tags = vec!["correctness"];
    if property.group() == PropertyGroup::MemorySafety {
        tags.push("memory-safety");
    }
    let help = "The code flow is an execution that ends in the error; it was replayed step by step. Its essential steps are those \
                that matter, and each says what value it gave. Results that are called findings are the statements with which \
                the error can be avoided, the most promising first.";
    let id = of_property(property);
    Rule {
        name: format!("Check{}", pascal_case(id)),
        ..rule(id, property.violation(), property.demand(), help, "error", &tags)
    }
}

fn finding(kind: FindingKind) -> Rule {
    let (short, full) = about_finding(kind);
    let help = "Findings come with an error, and are no errors themselves: at most one of them has to be changed. The message says \
                what the statement would have to do, and whether changing it alone is enough: *proved* means that no execution \
                through it fails then. A higher rank is more promising.";
    rule(of_finding(kind), short, full, help, "warning", &["maintainability", "fault-localization"])
}

fn rule(id: &'static str, short: &str, full: &str, help: &str, level: &'static str, tags: &[&str]) -> Rule {
    let properties: BTreeMap<&'static str, Value> = BTreeMap::from([
        ("precision", json!(if level == "error" { "very-high" } else { "medium" })),
        ("problem.severity", json!(level)),
        ("tags", json!(tags)),
    ]);
    Rule {
        id,
        name: pascal_case(id),
        short_description: Text::new(short),
        full_description: Text::new(full),
        help: MultiformatText {
            text: format!("{full} {}", help.replace('*', "")),
            markdown: format!("# {}\n\n{full}\n\n{help}\n", short.trim_end_matches('.')),
        },
        default_configuration: Configuration { level },
        properties,
    }
}

/// `use-after-free` as `UseAfterFree`.
fn pascal_case(id: &str) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
    };
    id.split('-').map(capital).collect()
}

/// A title, and what it is about.
fn about_finding(kind: FindingKind) -> (&'static str, &'static str) {
    match kind {
        FindingKind::Assignment => (
            "An assignment that matters for an error.",
            "With another value assigned here, the error does not happen.",
        ),
        FindingKind::Argument => (
            "An argument that matters for an error.",
            "With another argument passed here, the error does not happen.",
        ),
        FindingKind::Return => (
            "A returned value that matters for an error.",
            "With another value returned here, the error does not happen.",
        ),
        FindingKind::Declaration => (
            "A variable without a value that matters for an error.",
            "The error depends on what this variable holds, and nobody has written it.",
        ),
        FindingKind::Input => (
            "An input that matters for an error.",
            "With another value from outside, the error does not happen.",
        ),
        FindingKind::Condition => (
            "A decision that matters for an error.",
            "Were this decided the other way, the error would not happen.",
        ),
        FindingKind::Release => {
            ("Memory that is freed where it should not be.", "Without this `free` the error does not happen.")
        }
        FindingKind::ScopeEnd => (
            "A pointer that outlives the variable that it points to.",
            "If the variable lived longer, the error would not happen.",
        ),
        FindingKind::PointerLost => (
            "The last pointer to memory that was not freed is lost.",
            "If the memory were freed before this, the error would not happen.",
        ),
        FindingKind::Uninitialized => (
            "A variable that is used before it has a value.",
            "If the variable were initialized here, the error would not happen.",
        ),
        FindingKind::Call => (
            "A call of a library function that is not given what it asks for.",
            "With other arguments the error would not happen.",
        ),
        FindingKind::Extra => (
            "A statement that should not be executed.",
            "Without this statement, or some of its executions, the tests pass.",
        ),
        FindingKind::BlockEnd => (
            "A block that may end too early.",
            "With the statements behind it in this block, the tests pass.",
        ),
        FindingKind::Order => {
            ("A statement that may stand too early.", "Behind others that follow it, the tests pass.")
        }
        FindingKind::Missing => {
            ("A statement that may be missing.", "With another statement here, the tests pass.")
        }
        FindingKind::Type => (
            "A type that does not fit: of a variable, or in a format.",
            "With another type here, the tests pass.",
        ),
    }
}
