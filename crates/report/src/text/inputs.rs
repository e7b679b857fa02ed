//! The values from outside: those of the failing execution, and those that matter.

use faultscope_ir::Span;

use super::page::Page;
use crate::words::{
    GivenItem, STDIN, another_value, assigned, code, count, given_items, runs, shortened, source,
};
use crate::{Finding, FindingKind, Input, Strength, Trace, snippet};

/// More inputs than this are not listed one by one in the whole report.
pub(super) const MAX_INPUTS: usize = 20;

/// Lines behind the first one of what is given are not indented further.
const MAX_LABEL: usize = 24;

/// So wide are lines of what is given at least.
const MIN_ROOM: usize = 40;

/// What stands over the inputs of the only trace.
pub(super) const HEADING: &str = "Inputs that trigger it";

impl Page<'_> {
    /// At most so many of the values from outside: where there are more, those that matter first.
    pub(super) fn inputs(&self, trace: &Trace, heading: &str, max: usize) -> String {
        // What a variable holds that is uninitialized says something only where it matters.
        let is_shown = |it: &&Input| it.kind == FindingKind::Input || it.matters;
        let inputs: Vec<&Input> = trace.inputs.iter().filter(is_shown).collect();
        // Where tests are listed, it stands there.
        let is_listed = self.report.tests.len() > 1 && self.report.traces.first() == Some(trace);
        let given = if is_listed { String::new() } else { self.given(trace, max) };
        if inputs.is_empty() && given.is_empty() {
            return String::new();
        }
        let mut text = self.heading(heading, "") + &given;
        let runs: Vec<&[&Input]> = runs(&inputs).collect();
        let mattering = |it: &usize| !runs[*it].iter().any(|input| input.matters);
        let mut listed: Vec<usize> = (0..runs.len()).collect();
        listed.sort_by_key(mattering);
        listed.truncate(max);
        listed.sort_unstable();
        let rows: Vec<[String; 3]> = listed.iter().map(|idx| self.input(runs[*idx])).collect();
        text += &table(&rows, self.style().width);
        if runs.len() > max {
            let more = runs.len() - max;
            text += &match self.options.details {
                true => format!("  and {more} more; see --full-trace or --format json\n"),
                false => format!("  and {more} more\n"),
            };
        }
        text
    }

    /// What the execution is given as a whole: of a test, and the arguments. Nothing takes more than so many lines.
    fn given(&self, trace: &Trace, max: usize) -> String {
        let Some(given) = &trace.given else { return String::new() };
        let items = given_items(given, !self.report.tests.is_empty());
        // That a test of its own is given nothing triggers nothing.
        if items.iter().all(|it| it.label == STDIN && given.stdin.as_ref().is_some_and(Vec::is_empty)) {
            return String::new();
        }
        items.iter().take(max).map(|it| self.given_item(it, 2, max)).collect()
    }

    /// One thing that is given, behind so many spaces.
    pub(super) fn given_item(&self, item: &GivenItem, margin: usize, max: usize) -> String {
        let label = format!("{}{}: ", " ".repeat(margin), item.label);
        let indent = label.chars().count().min(MAX_LABEL);
        let room = self.style().width.saturating_sub(indent).max(MIN_ROOM);
        let mut lines: Vec<String> = Vec::new();
        for piece in &item.pieces {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + piece.chars().count() <= room => {
                    *line += " ";
                    *line += piece;
                }
                _ => lines.push(piece.clone()),
            }
        }
        let n_more = lines.len().saturating_sub(max);
        lines.truncate(max);
        if n_more > 0 {
            lines.push(format!("... ({})", count(n_more, "more line")));
        }
        format!("{label}{}\n", lines.join(&format!("\n{}", " ".repeat(indent))))
    }

    /// An input, or characters that one call has given one after the other.
    pub(crate) fn input(&self, run: &[&Input]) -> [String; 3] {
        let input = run[0];
        let line = snippet::line(&self.report.sources, input.span, self.usual());
        let value = assigned(run).unwrap_or_else(|| input.value.clone());
        let remark = match input.kind {
            FindingKind::Declaration => "uninitialized".to_owned(),
            _ if input.place.as_deref() == Some(input.text.as_str()) => String::new(),
            _ => source(input).to_owned(),
        };
        [line, shortened(&value, 60), remark]
    }

    pub(super) fn inputs_that_matter(&self) -> String {
        let mattering = |it: &&Finding| {
            !it.kind.is_code() && !matches!(it.strength, Strength::Irrelevant | Strength::TraceAberrant)
        };
        let rows: Vec<[String; 3]> =
            self.report.findings.iter().filter(mattering).map(|it| self.mattering(it)).collect();
        if rows.is_empty() {
            return String::new();
        }
        self.heading("Inputs that matter", "values from outside, not lines to fix")
            + &table(&rows, self.style().width)
    }

    pub(crate) fn mattering(&self, finding: &Finding) -> [String; 3] {
        let line = snippet::line(&self.report.sources, finding.span, self.usual());
        let what = finding.place.clone().unwrap_or_else(|| finding.text.clone());
        let fix = match (&finding.condition, finding.values.first()) {
            (Some(condition), _) if condition.len() <= 80 => format!(": {}", code(condition)),
            (_, Some(value)) => format!(", for example {}", code(value)),
            _ => String::new(),
        };
        let helps = match (finding.strength, finding.other_outcome_helps) {
            (Strength::Undecided, _) => "may matter: not decided within the limits".to_owned(),
            (_, Some(false)) => "no other value alone avoids the error".to_owned(),
            _ => match &finding.over_traces {
                Some(over) => another_value(finding, over),
                None => format!("another value avoids the error{fix}"),
            },
        };
        [line, what, helps]
    }

    /// The file that places are in unless they say otherwise.
    pub(crate) fn usual(&self) -> Option<Span> {
        self.report.error().map(|error| error.span)
    }
}

/// Rows of three columns, the last as wide as there is room.
pub(super) fn table(rows: &[[String; 3]], width: usize) -> String {
    let column = |idx: usize| rows.iter().map(|row| row[idx].chars().count()).max().unwrap_or(0);
    let (first, second) = (column(0), column(1));
    let room = width.saturating_sub(first + second + 6).max(20);
    let line = |[a, b, c]: &[String; 3]| {
        let line = format!("  {a:first$}  {b:second$}  {}", shortened(c, room));
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}
