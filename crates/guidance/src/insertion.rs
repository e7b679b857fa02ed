//! Annotations that are put into the text of a program, with everything else left where it stands.
//!
//! An annotation stands on a line of its own that line markers give to a file of its own, and what comes behind it goes on
//! in its own column of its own line. So places of the program stay what they are, and what comes of the annotation is
//! known by its number.

use faultscope_frontend::acsl::C_EXPRESSION;
use faultscope_frontend::{Input, InputFile};
use faultscope_witness::model::base_name;
use faultscope_witness::{Invariant, Location};

use crate::layout::Layout;

/// The name of the file that annotations are in.
pub const FILE: &str = "<witness>";

/// An annotation of ACSL in front of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insertion {
    /// Where the statement begins.
    pub location: Location,
    /// The annotation.
    pub text: String,
    /// Its number, from 1: its line in the file of the annotations.
    pub number: u32,
}

impl Insertion {
    /// That an expression holds at a place; none where it cannot stand in a comment.
    pub(crate) fn assertion(location: &Location, expression: &str, number: u32) -> Option<Insertion> {
        let text = annotation("assert", expression)?;
        Some(Insertion { location: location.clone(), text, number })
    }
}

fn annotation(clause: &str, expression: &str) -> Option<String> {
    let expression = expression.trim().trim_end_matches(';').replace(['\n', '\r'], " ");
    let is_alone = !expression.contains("*/") && !expression.contains([';', '#', '@']);
    (is_alone && !expression.is_empty()).then(|| format!("{clause} {C_EXPRESSION}: ({expression});"))
}

/// The annotations that say what a correctness witness says; the numbers of the invariants that can be said are theirs, from
/// 1 on.
pub fn invariants(input: &Input, invariants: &[Invariant]) -> Vec<Insertion> {
    let mut insertions = Vec::new();
    for (number, invariant) in (1..).zip(invariants) {
        let clause = if invariant.is_of_loop { "loop invariant" } else { "assert" };
        let Some(text) = annotation(clause, &invariant.value) else { continue };
        let location = match invariant.is_of_loop && invariant.location.column.is_none() {
            true => keyword_of_loop(input, &invariant.location),
            false => Some(invariant.location.clone()),
        };
        insertions.extend(location.map(|location| Insertion { location, text, number }));
    }
    insertions
}

fn keyword_of_loop(input: &Input, location: &Location) -> Option<Location> {
    let file = input.files.iter().find(|it| base_name(&it.name) == location.base_name())?;
    let original = file.originals.iter().find(|(name, _)| *name == file.name);
    let layout = Layout::new(original.map_or(&file.text, |(_, text)| text));
    let at = layout.leftmost(location.line, &["while", "for", "do"])?;
    Some(Location { column: Some(layout.position(at).1), ..location.clone() })
}

/// The texts with annotations, and the numbers of those whose places are not in them.
pub fn insert(input: &Input, insertions: &[Insertion]) -> (Input, Vec<u32>) {
    let mut left: Vec<&Insertion> = insertions.iter().collect();
    let mut changed = input.clone();
    for file in &mut changed.files {
        insert_into(file, &mut left);
    }
    (changed, left.iter().map(|it| it.number).collect())
}

fn insert_into(file: &mut InputFile, left: &mut Vec<&Insertion>) {
    let mut out = String::with_capacity(file.text.len());
    let (mut name, mut number) = (file.name.clone(), 0u32);
    let mut has_changed = false;
    for line in file.text.split_inclusive('\n') {
        if let Some((at, marked)) = marker(line) {
            (number, name) = (at.saturating_sub(1), marked.unwrap_or(name));
            out += line;
            continue;
        }
        number = number.saturating_add(1);
        let mut here: Vec<(usize, &Insertion)> = Vec::new();
        left.retain(|it| {
            let is_here = it.location.line == number && it.location.base_name() == base_name(&name);
            let at = if is_here { column(file, &name, number, line, it.location.column) } else { None };
            here.extend(at.map(|at| (at, *it)));
            at.is_none()
        });
        if here.is_empty() {
            out += line;
            continue;
        }
        has_changed = true;
        here.sort_by_key(|(at, it)| (*at, it.number));
        let chars: Vec<char> = line.chars().collect();
        let mut from = 0;
        for (at, insertion) in here {
            out.extend(&chars[from.min(at)..at]);
            let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
            let Insertion { number: own, text, .. } = insertion;
            out +=
                &format!("\n# {own} \"{FILE}\"\n/*@ {text} */\n# {number} \"{escaped}\"\n{}", " ".repeat(at));
            from = at;
        }
        out.extend(&chars[from..]);
    }
    if has_changed {
        let text = std::mem::replace(&mut file.text, out);
        if !file.originals.iter().any(|(name, _)| *name == file.name) {
            file.originals.push((file.name.clone(), text));
        }
    }
}

/// How many characters of a line stand before a place in it.
fn column(file: &InputFile, name: &str, number: u32, line: &str, column: Option<u32>) -> Option<usize> {
    let blanks = |line: &str| line.chars().take_while(|it| it.is_whitespace()).count();
    let Some(column) = column else { return Some(blanks(line)) };
    let at = column.checked_sub(1)? as usize;
    let original = file.originals.iter().find(|(known, _)| known == name).map(|(_, text)| text);
    let original = original.and_then(|text| text.lines().nth(number as usize - 1));
    let is_same = original.is_none_or(|original| original.trim_end() == line.trim_end());
    match original {
        // Macros may have moved what stands behind them.
        Some(original) if !is_same => (blanks(original) == at).then(|| blanks(line)),
        _ => (at < line.chars().count()).then_some(at),
    }
}

/// The line and the file that a line marker names.
fn marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let number = digits.parse().ok()?;
    let name = rest[digits.len()..].trim_start().strip_prefix('"').and_then(|it| it.split_once('"'));
    Some((number, name.map(|(name, _)| name.to_owned())))
}
