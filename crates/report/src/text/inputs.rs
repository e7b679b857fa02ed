//! The values from outside: those of the failing execution, and those that matter.

use faultscope_ir::Span;

use super::page::Page;
use super::several;
use super::words::{code, shortened};
use crate::{Finding, FindingKind, Input, Strength, Trace, snippet};

/// More inputs than this are not listed one by one in the whole report.
pub(super) const MAX_INPUTS: usize = 20;

/// What stands over the inputs of the only trace.
pub(super) const HEADING: &str = "It happens with these inputs";

impl Page<'_> {
    /// At most so many of the values from outside: where there are more, those that matter first.
    pub(super) fn inputs(&self, trace: &Trace, heading: &str, max: usize) -> String {
        // What a variable holds that is never initialized says something only where it matters.
        let is_shown = |it: &&Input| it.kind == FindingKind::Input || it.matters;
        let inputs: Vec<&Input> = trace.inputs.iter().filter(is_shown).collect();
        if inputs.is_empty() {
            return String::new();
        }
        let mut text = self.heading(heading, "");
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

    /// An input, or characters that one call has given one after the other.
    pub(crate) fn input(&self, run: &[&Input]) -> [String; 3] {
        let input = run[0];
        let line = snippet::line(&self.report.sources, input.span, self.usual());
        let value = assigned(run).unwrap_or_else(|| input.value.clone());
        let remark = match input.kind {
            FindingKind::Declaration => "never initialized".to_owned(),
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
                Some(over) => several::another_value(finding, over),
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

/// Inputs with the characters together that one call has given one after the other.
pub(crate) fn runs<'a, 'b>(inputs: &'b [&'a Input]) -> impl Iterator<Item = &'b [&'a Input]> {
    inputs.chunk_by(|it, next| is_next(it, next))
}

/// `n = 3`, or of characters `line[0..17] = "abc"`.
pub(super) fn assigned(run: &[&Input]) -> Option<String> {
    let input = run.first()?;
    let place = input.place.as_ref()?;
    let [_, .., _] = run else { return Some(format!("{place} = {}", input.value)) };
    let bytes: Vec<u8> = run.iter().filter_map(|it| it.byte).collect();
    Some(format!("{place}[0..{}] = {}", run.len() - 1, string(&bytes)))
}

/// Whether an input is the character behind another.
fn is_next(input: &Input, next: &Input) -> bool {
    let is_same = input.span == next.span && input.place == next.place && input.kind == next.kind;
    is_same
        && input.place.is_some()
        && input.iterations == next.iterations
        && input.byte.is_some()
        && next.byte.is_some()
}

/// A string literal of C. As in an initializer, zeros at the end are not written.
fn string(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let mut text = String::from("\"");
    for byte in &bytes[..end] {
        text += &match byte {
            b'\n' => "\\n".to_owned(),
            b'\t' => "\\t".to_owned(),
            b'"' | b'\\' => format!("\\{}", char::from(*byte)),
            b' '..=b'~' => char::from(*byte).to_string(),
            _ => format!("\\{byte:03o}"),
        };
    }
    text + "\""
}

/// Where a value comes from: of `x = read()` the call.
fn source(input: &Input) -> &str {
    let text = input.text.as_str();
    let value = input.place.as_deref().and_then(|place| text.strip_prefix(place)).map(str::trim_start);
    value.and_then(|text| text.strip_prefix('=')).map_or(text, str::trim_start)
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
