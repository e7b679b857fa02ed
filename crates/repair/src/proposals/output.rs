//! Changes of a statement that writes a wrong text: it is left out, its arguments change places, its text becomes what was
//! expected.

use faultscope_frontend::sites::{SiteId, SiteKind, Tree, Unit};
use faultscope_ir::{Program, Span};

use super::change::Change;
use super::edit::Edit;
use super::format::{escaped, formats, formats_with_fewer};
use super::matching::Matcher;
use super::subject::{Output, WrongText};

/// How likely these changes are, as in a table of rules: another text, arguments that change places or are left out, no text at all.
const WEIGHTS: [u32; 3] = [20, 16, 12];

/// The changes of the call that stands at a place.
pub(super) fn changes(program: &Program, unit: &dyn Unit, span: Span, wrong: &WrongText) -> Vec<Change> {
    let sites = unit.sites();
    let is_it = |id: &SiteId| {
        let site = &sites[id.0 as usize];
        site.span == span && matches!(site.kind, SiteKind::Call(Some(_)))
    };
    let Some(call) = (0..sites.len() as u32).map(SiteId).find(is_it) else { return Vec::new() };
    let site = &sites[call.0 as usize];
    let mut changes = Vec::new();
    let mut push = |at: SiteId, tree: Tree, weight: u32| {
        if let Some(edit) = Edit::of(unit, at, &tree) {
            let is_shared = sites[at.0 as usize].n_occurrences > 1;
            changes.push(Change { root: call, site: at, tree, edit, weight, rule: None, is_shared });
        }
    };
    for literal in literals(unit, call) {
        for text in written_instead(unit.text(literal), wrong) {
            push(literal, Tree::Text(text), WEIGHTS[0]);
        }
    }
    if let SiteKind::Call(Some(name)) = &site.kind {
        let is_literal = |id: &SiteId| unit.text(*id).starts_with('"');
        let own: Vec<usize> =
            (0..site.operands.len()).filter(|at| !is_literal(&site.operands[*at])).collect();
        for (number, first) in own.iter().enumerate() {
            for second in &own[number + 1..] {
                let mut operands = site.operands.clone();
                operands.swap(*first, *second);
                let operands = operands.into_iter().map(Tree::Site).collect();
                push(call, Tree::Call(name.clone(), operands), WEIGHTS[1]);
            }
        }
        let formats = wrong.output.iter().flat_map(|output| with_fewer(unit, &site.operands, output));
        formats.for_each(|operands| push(call, Tree::Call(name.clone(), operands), WEIGHTS[1]));
        let is_defined = program.procedures.iter().any(|it| it.name == *name && !it.trusted);
        if !is_defined && let Some(edit) = left_out(program, span) {
            let (tree, is_shared) = (Tree::Text("0".to_owned()), site.n_occurrences > 1);
            changes.push(Change {
                root: call,
                site: call,
                tree,
                edit,
                weight: WEIGHTS[2],
                rule: None,
                is_shared,
            });
        }
    }
    changes
}

/// The operands of a call with some of the values left out that its format writes.
fn with_fewer(unit: &dyn Unit, operands: &[SiteId], output: &Output) -> Vec<Vec<Tree>> {
    let is_literal = |id: &SiteId| unit.text(*id).starts_with('"');
    let Some(at) = operands.iter().position(is_literal) else { return Vec::new() };
    let literal = unit.text(operands[at]);
    let (before, values) = (&operands[..at], &operands[at + 1..]);
    if conversions(literal).len() != values.len() {
        return Vec::new();
    }
    let with = |(kept, format): (Vec<usize>, String)| {
        let before = before.iter().map(|it| Tree::Site(*it));
        let kept = kept.into_iter().map(|number| Tree::Site(values[number]));
        before.chain([Tree::Text(format)]).chain(kept).collect()
    };
    formats_with_fewer(literal, output).into_iter().map(with).collect()
}

/// What a literal that writes something wrong could read instead, the likeliest first.
pub(crate) fn written_instead(literal: &str, wrong: &WrongText) -> Vec<String> {
    let mut written = wrong.output.as_ref().map_or(Vec::new(), |it| formats(literal, it));
    for text in texts(literal, wrong) {
        if !written.contains(&text) {
            written.push(text);
        }
    }
    written
}

/// A statement that is nothing but a call, left out with its lines where nothing else is there.
pub(crate) fn left_out(program: &Program, call: Span) -> Option<Edit> {
    let file = program.sources.file(call.file);
    let end_column = call.end_column + 1;
    let statement = Span { end_column, ..call };
    let text = file.slice(statement).filter(|it| it.ends_with(';'))?;
    let (first, last) = (file.line(call.line)?, file.line(call.end_line)?);
    let before = first.chars().take(call.column as usize - 1);
    let behind = last.chars().skip(end_column as usize - 1);
    let ends_statement = |it: &str| it.trim_end().ends_with([';', '{', '}']);
    let previous = (1..call.line).rev().filter_map(|it| file.line(it)).find(|it| !it.trim().is_empty());
    let whole = Span { column: 1, end_line: call.end_line + 1, end_column: 1, ..call };
    match file.slice(whole) {
        // Else it may be all of the body of another statement.
        Some(lines)
            if before.chain(behind).all(char::is_whitespace) && previous.is_some_and(ends_statement) =>
        {
            Some(Edit { span: whole, old: lines.to_owned(), new: String::new() })
        }
        _ => Some(Edit { span: statement, old: text.to_owned(), new: ";".to_owned() }),
    }
}

/// The string literals in a call.
fn literals(unit: &dyn Unit, call: SiteId) -> Vec<SiteId> {
    let matcher = Matcher { unit };
    let mut literals = matcher.below(call);
    literals.retain(|id| matcher.site(*id).kind == SiteKind::Other && unit.text(*id).starts_with('"'));
    literals.sort();
    literals
}

/// What a literal could read instead: with the word that was expected for the one that was written, and with the character that
/// was expected between conversions.
fn texts(literal: &str, wrong: &WrongText) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut add = |text: String| {
        if text != literal && !texts.contains(&text) {
            texts.push(text);
        }
    };
    let (got, expected) = (words(&wrong.got), words(&wrong.expected));
    for (at, word) in got.iter().enumerate() {
        let other = expected.get(at).copied().unwrap_or_default();
        if *word != other && !word.is_empty() && literal.contains(word) {
            add(literal.replacen(word, &escaped(other), 1));
        }
    }
    if let Some(ch) = wrong.expected.get(wrong.at..).and_then(|rest| rest.chars().next())
        && !ch.is_alphanumeric()
    {
        let ends: Vec<usize> = conversions(literal);
        let inserted = |at: &[usize]| {
            let mut text = literal.to_owned();
            at.iter().rev().for_each(|at| text.insert_str(*at, &escaped(&ch.to_string())));
            text
        };
        let (last, others) =
            ends.split_last().map_or((None, &ends[..]), |(last, others)| (Some(last), others));
        if !others.is_empty() {
            add(inserted(others));
        }
        ends.iter().chain(last).for_each(|at| add(inserted(&[*at])));
        add(inserted(&[1]));
    }
    if let Some(ch) = wrong.got.get(wrong.at..).and_then(|rest| rest.chars().next()) {
        add(literal.replacen(ch, "", 1));
        let lines = literal.replace(' ', "\\n");
        add(lines);
        add(literal.replace("\\n%", " %"));
    }
    texts
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The ends of the conversions in a format.
fn conversions(literal: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut is_open = false;
    for (at, ch) in literal.char_indices() {
        match ch {
            '%' => is_open = !is_open,
            'h' | 'l' | 'z' | 'j' | 't' | 'L' | 'q' => {}
            _ if is_open && ch.is_alphabetic() => {
                ends.push(at + ch.len_utf8());
                is_open = false;
            }
            _ => {}
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(got: &str, expected: &str) -> WrongText {
        let at = got.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
        WrongText { got: got.to_owned(), expected: expected.to_owned(), at, output: None }
    }

    #[test]
    fn words_become_those_that_were_expected() {
        assert_eq!(texts("\"No\\n\"", &wrong("No", "no"))[0], "\"no\\n\"");
        assert_eq!(texts("\"the sum: %d\"", &wrong("the sum: 3", "a sum: 3"))[0], "\"a sum: %d\"");
    }

    #[test]
    fn separators_are_put_between_conversions() {
        let found = texts("\"%d%d%d\\n\"", &wrong("102030", "10,20,30"));
        assert!(found.contains(&"\"%d,%d,%d\\n\"".to_owned()), "{found:?}");
        let found = texts("\"%d\\n%d\\n\"", &wrong("1", "1 2"));
        assert!(found.iter().any(|it| it.contains("%d %d") || it.contains("%d \\n")), "{found:?}");
    }
}
