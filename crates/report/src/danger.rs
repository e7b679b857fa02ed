//! Danger automata as graphs, in the language of Graphviz: which executions fail like an error trace.
//!
//! A danger automaton (seed 002, section 4) accepts the error trace that it was made from, and others like it: from every state in the
//! predicate of one of its states an execution goes on inside of it until it is at the error, or runs for ever.

use std::fmt::Write as _;

use crate::proof::{Action, Automaton, Command, ProofDocument, Step};

/// Characters of a predicate or of the code of a letter that are shown.
const MAX_LABEL: usize = 120;

/// The danger automata of a proof, one graph with a cluster for each; none where the proof has none.
pub fn render(document: &ProofDocument) -> Option<String> {
    let automata = document.steps.iter().filter_map(|step| match step {
        Step::Danger { automaton, predicates, word } => Some((automaton, predicates, word)),
        Step::FloydHoare { .. } | Step::Word { .. } | Step::Unfollowed { .. } => None,
    });
    let mut clusters = String::new();
    for (number, (automaton, predicates, word)) in (1..).zip(automata) {
        clusters += &cluster(document, number, automaton, predicates, word);
    }
    let head = "digraph danger {\n  rankdir=TB;\n  node [shape=box, style=rounded, fontname=monospace];\n  edge [fontname=monospace];\n";
    (!clusters.is_empty()).then(|| format!("{head}{clusters}}}\n"))
}

fn cluster(
    document: &ProofDocument,
    number: usize,
    automaton: &Automaton,
    predicates: &[Vec<usize>],
    word: &[usize],
) -> String {
    let name = |state: usize| format!("a{number}_{state}");
    let title = format!("error trace {number}: {} letters", word.len());
    let mut text = format!("  subgraph cluster_{number} {{\n    label={};\n", quoted(&title));
    for (state, conjuncts) in predicates.iter().enumerate() {
        let is_final = automaton.finals.contains(&state);
        let border = if is_final { ", peripheries=2" } else { "" };
        let label = label(&predicate(document, conjuncts));
        _ = writeln!(text, "    {} [label={label}{border}];", name(state));
    }
    for (nth, state) in automaton.initials.iter().enumerate() {
        _ = writeln!(text, "    a{number}_start{nth} [shape=point, label=\"\"];");
        _ = writeln!(text, "    a{number}_start{nth} -> {};", name(*state));
    }
    for (source, letter, target) in &automaton.edges {
        let label = label(&code(document, *letter));
        _ = writeln!(text, "    {} -> {} [label={label}];", name(*source), name(*target));
    }
    text + "  }\n"
}

/// What holds at a state, in the language of the program where that can say it.
fn predicate(document: &ProofDocument, conjuncts: &[usize]) -> String {
    let conjunct = |at: &usize| {
        let predicate = &document.predicates[*at];
        predicate.text.clone().unwrap_or_else(|| predicate.formula.clone())
    };
    let conjuncts: Vec<String> = conjuncts.iter().map(conjunct).collect();
    if conjuncts.is_empty() { "true".to_owned() } else { conjuncts.join("\n") }
}

/// The code of a letter, statement by statement as it is written, with its lines.
fn code(document: &ProofDocument, letter: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for command in document.letters.get(letter).into_iter().flatten() {
        let Command { action, outcome, span, text } = command;
        if text.is_empty() {
            continue;
        }
        let outcome = match (action, outcome) {
            (Action::Assume { .. }, Some(true)) => " is true",
            (Action::Assume { .. }, Some(false)) => " is false",
            _ => "",
        };
        let line = format!("{}: {text}{outcome}", span.line);
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

fn label(text: &str) -> String {
    let lines = text.lines().map(|line| match line.char_indices().nth(MAX_LABEL) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    });
    quoted(&lines.collect::<Vec<_>>().join("\n"))
}

/// A string of the language; lines end at the left.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_string_or_a_line_is_written_otherwise() {
        assert_eq!(quoted("a \"b\" \\ c\nd"), "\"a \\\"b\\\" \\\\ c\\ld\"");
    }

    #[test]
    fn long_lines_are_cut() {
        let label = label(&"ä".repeat(MAX_LABEL + 1));
        assert_eq!(label, format!("\"{}...\"", "ä".repeat(MAX_LABEL)));
    }
}
