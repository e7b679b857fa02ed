//! What other techniques mark, beside the findings: a table of source lines.

use std::collections::BTreeMap;

use faultscope_ir::{FileId, Span, Technique};

use super::page::Page;
use crate::words::shortened;
use crate::{FindingKind, Replacement, Strength, TechniqueResult, Trusted, snippet};

/// So many solutions are shown.
const MAX_SOLUTIONS: usize = 5;

/// So many lines are shown.
const MAX_LINES: usize = 40;

/// Columns of source text.
const WIDTH: usize = 40;

/// A source line: its first statement, and its best rank in each technique.
pub(crate) struct Row<'a> {
    pub(crate) span: Span,
    pub(crate) text: &'a str,
    pub(crate) ranks: Vec<Option<usize>>,
}

impl Page<'_> {
    /// The answers side by side; empty where no other technique was asked for.
    pub(super) fn techniques(&self) -> String {
        if self.report.techniques.is_empty() {
            return String::new();
        }
        let remark = "ranks on the first error trace, by source line";
        let mut text = self.heading("Other techniques", remark);
        let names: Vec<&str> = self.names().collect();
        for (idx, name) in names.iter().enumerate() {
            let remark = idx.checked_sub(1).and_then(|idx| self.report.techniques[idx].remark.as_ref());
            let remark = remark.map_or(String::new(), |remark| format!(" ({remark})"));
            text += &format!("  {}: {name}{remark}\n", letter(idx));
        }
        if self.report.techniques.len() == Technique::ALL.len() {
            text += "  Measures of coverage (spectra) are not among them: they need tests.\n";
        }
        let rows = self.lines();
        let head: String = (0..names.len()).map(|idx| format!("{:>4}", letter(idx))).collect();
        let shown = || {
            let line = |row: &Row<'_>| snippet::line(&self.report.sources, row.span, self.usual());
            rows.values().take(MAX_LINES).map(move |row| (line(row), row))
        };
        let width = shown().map(|(line, _)| line.chars().count()).max().unwrap_or(0);
        text += &format!("  {:width$}  {:WIDTH$}{head}\n", "", "");
        for (line, row) in shown() {
            let rank = |rank: &Option<usize>| rank.map_or("-".to_owned(), |rank| rank.to_string());
            let ranks: String = row.ranks.iter().map(|it| format!("{:>4}", rank(it))).collect();
            text += &format!("  {line:width$}  {:WIDTH$}{ranks}\n", shortened(row.text, WIDTH - 2));
        }
        if rows.len() > MAX_LINES {
            text += &format!("  and {} more; see --format json\n", rows.len() - MAX_LINES);
        }
        text + &self.solutions() + &self.trusted() + &self.projections()
    }

    /// The first solutions of PED: what is changed, and where the execution then leaves the error trace.
    pub(crate) fn solutions(&self) -> String {
        let Some(ped) = self.report.techniques.iter().find(|it| !it.solutions.is_empty()) else {
            return String::new();
        };
        let mut text = format!("  The first solutions of {}{}\n", ped.name, of_traces(ped));
        let line = |span| snippet::line(&self.report.sources, span, self.usual());
        let solutions = ped.sets.iter().zip(&ped.solutions).enumerate();
        for (number, (set, solution)) in solutions.take(MAX_SOLUTIONS) {
            let change = |(statement, change): (&usize, &Option<Replacement>)| {
                let statement = &ped.statements[*statement];
                let what = match change {
                    Some(it) => format!("`{}` for `{}`", it.new, it.old),
                    None => "another value".to_owned(),
                };
                format!("{} {}: {what}", line(statement.span), shortened(&statement.text, WIDTH))
            };
            let changes: Vec<String> = set.iter().zip(&solution.changes).map(change).collect();
            let exit = match solution.is_at_check {
                true => "the check holds".to_owned(),
                false => format!("the execution goes another way at {}", line(solution.exit)),
            };
            let kept = match solution.constrained_by.len() {
                0 => String::new(),
                1 => "; one proved check constrains it".to_owned(),
                n_checks => format!("; {n_checks} proved checks constrain it"),
            };
            text += &format!("  {:>3}: {}; {exit}{kept}\n", number + 1, changes.join(", and "));
        }
        if ped.solutions.len() > MAX_SOLUTIONS {
            text += &format!("  and {} more; see --format json\n", ped.solutions.len() - MAX_SOLUTIONS);
        }
        text
    }

    /// The statements that proofs rest on, and for each the first of the checks that do.
    pub(crate) fn trusted(&self) -> String {
        let trusted: Vec<&Trusted> = self.report.techniques.iter().flat_map(|it| &it.trusted).collect();
        if trusted.is_empty() {
            return String::new();
        }
        let mut text = "  Proofs of checks rest on\n".to_owned();
        let line = |span| snippet::line(&self.report.sources, span, self.usual());
        for it in trusted.iter().take(MAX_SOLUTIONS) {
            let checks =
                it.checks.iter().filter_map(|(check, bound)| Some((self.report.checks.get(*check)?, bound)));
            let checks: Vec<String> = checks
                .map(|(it, bound)| {
                    let bound = bound.map_or(String::new(), |it| format!(", {} bound", it.name()));
                    format!("{} ({}, {}{bound})", it.text, it.property.name(), line(it.span))
                })
                .collect();
            let Some(first) = checks.first() else { continue };
            let others = match checks.len() {
                1 => String::new(),
                n_checks => format!(" and {} more", n_checks - 1),
            };
            let statement = &it.statement;
            let text_of = shortened(&statement.text, WIDTH);
            text += &format!("    {} {text_of}: {first}{others}\n", line(statement.span));
        }
        if trusted.len() > MAX_SOLUTIONS {
            text += &format!("  and {} more; see --format json\n", trusted.len() - MAX_SOLUTIONS);
        }
        text
    }

    /// What proved checks say at the statements in front of them, where that was asked for.
    pub(crate) fn projections(&self) -> String {
        let line = |span| snippet::line(&self.report.sources, span, self.usual());
        let mut text = String::new();
        for projected in self.report.techniques.iter().flat_map(|it| &it.projections) {
            let Some(check) = self.report.checks.get(projected.check) else { continue };
            let bound = projected.bound.map_or(String::new(), |it| format!(", {} bound", it.name()));
            let (property, place) = (check.property.name(), line(check.span));
            text += &format!("  Projections of {} ({property}, {place}{bound})\n", check.text);
            for it in &projected.behind {
                let rests = if it.is_trusted { "; the proof rests on it" } else { "" };
                let statement = shortened(&it.statement.text, WIDTH);
                text += &format!("    after {} {statement}{rests}\n", line(it.statement.span));
                text += &format!("      reachable  {}\n", it.reachable);
                text += &format!("      safe       {}\n", it.safety);
                text += &format!("      error      {}\n", it.error);
            }
        }
        text
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once("relevance").chain(self.report.techniques.iter().map(|it| it.name.as_str()))
    }

    /// All lines that anyone marks, in the order of the source. Inputs are no lines to fix and left out.
    pub(crate) fn lines(&self) -> BTreeMap<(FileId, u32), Row<'_>> {
        let n_columns = 1 + self.report.techniques.len();
        let mut rows: BTreeMap<(FileId, u32), Row<'_>> = BTreeMap::new();
        let mut mark = |column: usize, rank: usize, span: Span, text| {
            let new = || Row { span, text, ranks: vec![None; n_columns] };
            let row = rows.entry((span.file, span.line)).or_insert_with(new);
            let best = row.ranks[column].map_or(rank, |known| known.min(rank));
            row.ranks[column] = Some(best);
        };
        let is_input = |kind| matches!(kind, FindingKind::Declaration | FindingKind::Input);
        for finding in self.report.findings.iter().filter(|it| !is_input(it.kind)) {
            if finding.strength <= Strength::Relevant {
                mark(0, finding.rank, finding.span, &finding.text);
            }
        }
        for (idx, technique) in self.report.techniques.iter().enumerate() {
            let code = technique.statements.iter().filter(|it| it.is_code());
            for (rank, statement) in code.enumerate() {
                mark(idx + 1, rank + 1, statement.span, &statement.text);
            }
        }
        rows
    }
}

/// What solutions repair, where there are several error traces.
fn of_traces(ped: &TechniqueResult) -> String {
    let Some(n_traces) = ped.n_traces.filter(|it| *it > 1) else { return String::new() };
    let n_all = ped.solutions.iter().filter(|it| it.n_traces == n_traces).count();
    if n_all == 0 {
        format!(
            " (no change repairs {n_traces} of {n_traces} error traces; those that repair most come first)"
        )
    } else if n_all == ped.solutions.len() {
        format!(" (each repairs {n_traces} of {n_traces} error traces)")
    } else {
        format!(" (the first {n_all} repair {n_traces} of {n_traces} error traces)")
    }
}

/// The name of a column.
pub(crate) fn letter(idx: usize) -> char {
    (b'A'..=b'Z').nth(idx).map_or('?', char::from)
}
