//! The words of reports, explained: properties, assumptions and limits from their tables, and what `docs/words.md` says of
//! them and of the other words.

use std::sync::LazyLock;

use faultscope::Property;
use faultscope::limits;
use faultscope::report::Diagnostic;
use faultscope_ir::limits::{Limit, THOROUGH};
use faultscope_ir::selection::other_name;
use faultscope_ir::spelling::nearest;
use faultscope_ir::{AssumptionKind, PropertyGroup};

use super::layout::paragraph;

/// The page with a section for each word.
const PAGE: &str = include_str!("../../../../docs/words.md");

/// The group of words that the tables of limits have, and no section.
const LIMITS: &str = "Limits";

/// A section of the page.
struct Section {
    /// The heading that it stands under.
    group: &'static str,
    name: &'static str,
    /// What it says, in Markdown.
    text: &'static str,
}

static SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
    let groups = PAGE.split("\n## ").skip(1);
    groups
        .flat_map(|group| {
            let (title, sections) = group.split_once('\n').unwrap_or((group, ""));
            sections.split("\n### ").skip(1).map(move |section| {
                let (name, text) = section.split_once('\n').unwrap_or((section, ""));
                Section { group: title, name, text: text.trim() }
            })
        })
        .collect()
});

/// Whether an argument can be a word, and not the name of a file.
pub(super) fn is_word(argument: &str) -> bool {
    let can_stand = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | ' ');
    !argument.is_empty() && argument != "-" && argument.chars().all(can_stand)
}

/// What a word means, on lines of at most this length.
///
/// # Errors
/// Where no report has this word.
pub(super) fn explained(word: &str, width: usize) -> Result<String, Diagnostic> {
    let name = word.trim().to_lowercase().replace([' ', '_'], "-");
    if let Some(limit) = limits::all().find(|it| spelled(it) == name) {
        return Ok(of_limit(limit, width));
    }
    let Some(section) = SECTIONS.iter().find(|it| it.name == name) else {
        return Err(unknown(word, &name));
    };
    let property = Property::ALL.iter().find(|it| it.name() == name);
    let assumption = AssumptionKind::ALL.iter().find(|it| it.name() == name);
    let head = match (property, assumption) {
        (Some(property), _) => of_property(*property, width),
        (None, Some(assumption)) => of_assumption(*assumption, width),
        (None, None) => format!("{name}\n\n"),
    };
    Ok(head + &plain(section.text, width))
}

/// All words, by group.
pub(super) fn list(width: usize) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    let limits = limits::all().map(|it| (LIMITS, it.name));
    for (group, name) in SECTIONS.iter().map(|it| (it.group, it.name)).chain(limits) {
        match groups.iter_mut().find(|it| it.0 == group) {
            Some((_, names)) => names.push(name),
            None => groups.push((group, vec![name])),
        }
    }
    let shown = groups.iter().map(|(group, names)| {
        let names = paragraph(&names.join(", "), width.saturating_sub(2));
        let names = names.lines().fold(String::new(), |text, line| text + "  " + line + "\n");
        format!("{group}\n{names}\n")
    });
    shown.collect::<String>() + "`faultscope explain WORD` explains a word.\n"
}

fn spelled(limit: &Limit) -> String {
    limit.name.to_lowercase().replace('_', "-")
}

fn unknown(word: &str, name: &str) -> Diagnostic {
    let limits: Vec<String> = limits::all().map(spelled).collect();
    let names = SECTIONS.iter().map(|it| it.name).chain(limits.iter().map(String::as_str));
    let near = other_name(name).map_or_else(|| nearest(name, names), |it| vec![it]);
    let near: Vec<String> = near.iter().map(|it| format!("`{it}`")).collect();
    let diagnostic = Diagnostic::error(format!("no report has the word `{word}`, and there is no such file"));
    diagnostic.with_hint(match near[..] {
        [] => "`faultscope explain --list` lists the words".to_owned(),
        _ => format!("did you mean {}? `faultscope explain --list` lists the words", near.join(" or ")),
    })
}

fn of_property(property: Property, width: usize) -> String {
    let mut facts = vec!["property"];
    facts.push(if property.is_default() { "checked by default" } else { "not checked by default" });
    if property.group() == PropertyGroup::MemorySafety {
        facts.push("group memory-safety");
    }
    let sv_comp = property.sv_comp_name().filter(|it| *it != property.name());
    let sv_comp = sv_comp.map(|it| format!("in SV-COMP {it}"));
    facts.extend(sv_comp.as_deref());
    titled(property.name(), &facts.join(", "), property.demand(), width)
}

fn of_assumption(assumption: AssumptionKind, width: usize) -> String {
    let facts = format!("assumption, {} the executions that are checked", assumption.direction().name());
    titled(assumption.name(), &facts, assumption.description(), width)
}

fn of_limit(limit: &Limit, width: usize) -> String {
    let bounds = limit.bounds_on_one_line();
    let text = format!("{bounds} Where it is reached: {}.", limit.effect);
    let facts = format!("limit of `{}`, {}", limit.package, limit.value);
    titled(limit.name, &facts, &text, width) + &paragraph(&lifted_by(limit, &bounds), width)
}

/// Which option changes a limit: the one that its text names, and for counted effort the one that scales that.
fn lifted_by(limit: &Limit, bounds: &str) -> String {
    let mut words = bounds.split(|it: char| !it.is_alphanumeric() && it != '-');
    let option = words.find(|it| it.starts_with("--"));
    match option {
        Some(THOROUGH) => format!("`{THOROUGH}` raises it."),
        Some(option) => format!("`{option}` sets it."),
        None if limit.name.ends_with("EFFORT") => {
            "It is counted in effort: `--effort 200` makes it twice as large.".to_owned()
        }
        None => "No option changes it.".to_owned(),
    }
}

fn titled(name: &str, facts: &str, sentence: &str, width: usize) -> String {
    paragraph(&format!("{name} ({facts})"), width) + "\n" + &paragraph(sentence, width) + "\n"
}

/// Markdown as it is read on a terminal: paragraphs wrapped, code indented, emphasis gone.
fn plain(markdown: &str, width: usize) -> String {
    let mut text = String::new();
    let (mut is_code, mut prose) = (false, String::new());
    let end_paragraph = |text: &mut String, prose: &mut String| {
        *text += &paragraph(&without_emphasis(prose), width);
        prose.clear();
    };
    for line in markdown.lines() {
        match (line.starts_with("```"), is_code) {
            (true, _) => is_code = !is_code,
            (false, true) if line.is_empty() => text += "\n",
            (false, true) => text = text + "    " + line + "\n",
            (false, false) if line.is_empty() => {
                end_paragraph(&mut text, &mut prose);
                text += "\n";
            }
            (false, false) => prose = prose + line + " ",
        }
    }
    end_paragraph(&mut text, &mut prose);
    text
}

/// Prose without the asterisks around words; what is in backticks stays.
fn without_emphasis(prose: &str) -> String {
    let parts = prose.split('`').enumerate();
    let parts = parts.map(|(idx, part)| if idx % 2 == 0 { part.replace('*', "") } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 100;

    /// Every name of the tables has its section, and it is of a size that is read.
    #[test]
    fn every_property_assumption_and_limit_is_explained() {
        let of_repair = |it: &&Property| it.group() == PropertyGroup::Repair;
        let properties = Property::ALL.iter().filter(|it| !of_repair(it)).map(|it| it.name());
        let assumptions = AssumptionKind::ALL.iter().map(|it| it.name());
        for name in properties.chain(assumptions) {
            let text =
                explained(name, WIDTH).unwrap_or_else(|_| panic!("`{name}` has no section in docs/words.md"));
            assert!((4..=30).contains(&text.lines().count()), "{text}");
            assert!(text.lines().all(|it| it.chars().count() <= WIDTH), "{text}");
        }
        for limit in limits::all() {
            let text = explained(limit.name, WIDTH).expect("it has a row");
            assert!(text.starts_with(&format!("{} (limit of `", limit.name)), "{text}");
            assert!(text.contains("option changes it") || text.contains("`--"), "{text}");
        }
    }

    #[test]
    fn sections_have_names_of_their_own_that_are_words() {
        for (idx, section) in SECTIONS.iter().enumerate() {
            assert!(is_word(section.name) && !section.text.is_empty(), "{}", section.name);
            assert!(SECTIONS[..idx].iter().all(|it| it.name != section.name), "{}", section.name);
            assert!(limits::all().all(|it| spelled(it) != section.name), "{}", section.name);
        }
    }

    #[test]
    fn a_section_of_a_table_names_something_that_there_is() {
        for section in SECTIONS.iter() {
            let is_there = match section.group {
                "Properties" => Property::ALL.iter().any(|it| it.name() == section.name),
                "Assumptions" => AssumptionKind::ALL.iter().any(|it| it.name() == section.name),
                _ => true,
            };
            assert!(is_there, "{}", section.name);
        }
    }

    #[test]
    fn words_are_read_as_they_are_written_in_reports() {
        let name =
            |word: &str| explained(word, WIDTH).expect(word).split_whitespace().next().map(str::to_owned);
        assert_eq!(name("not decided").as_deref(), Some("not-decided"));
        assert_eq!(name("MAX_PATCHES").as_deref(), Some("MAX_PATCHES"));
        assert_eq!(name("max-patches").as_deref(), Some("MAX_PATCHES"));
        let hint = |word: &str| explained(word, WIDTH).expect_err(word).hint.unwrap_or_default();
        assert!(hint("double-free").starts_with("did you mean `invalid-free`?"));
        assert!(hint("relevnt").starts_with("did you mean `relevant`"));
        assert_eq!(hint("xyzzy"), "`faultscope explain --list` lists the words");
    }
}
