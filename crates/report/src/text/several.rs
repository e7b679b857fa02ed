//! What there is to say where a program has several error traces.

use faultscope_ir::Span;

use super::page::Page;
use super::words::{constants, count, place, shortened};
use crate::{ConstantOverTraces, Coverage, Finding, FindingKind, Input, Note, OverTraces, Trace, snippet};

/// So many traces are shown step by step; the others only in the overview.
pub(super) const MAX_IN_FULL: usize = 3;

/// So many traces are in the overview.
const MAX_LISTED: usize = 10;

/// So many numbers of traces are listed.
const MAX_NUMBERS: usize = 5;

/// So many traces like one that is shown are described by their inputs.
const MAX_SIMILAR: usize = 3;

/// What is said where one trace is shown.
pub(crate) const ONE_FOR_ALL: &str = "  The same statements matter on all of them; one stands for all.\n";

impl Page<'_> {
    /// Whether more than one trace is shown.
    pub(crate) fn has_several(&self) -> bool {
        self.report.traces.len() > 1
    }

    /// How many error traces there are, how they differ, and whether there may be more.
    pub(super) fn error_traces(&self) -> String {
        let n_traces = self.report.n_traces();
        let Some(remark) = self.about_traces() else { return String::new() };
        let mut text = self.heading(&count(n_traces, "error trace"), &remark);
        if n_traces == 1 {
            return text;
        }
        text += match self.report.traces.len() {
            _ if !self.report.is_localized => "",
            1 => ONE_FOR_ALL,
            _ => "  They differ in the error or in the statements that matter.\n",
        };
        for (idx, trace) in self.report.traces.iter().take(MAX_LISTED).enumerate() {
            text += &self.trace_in_short(idx);
            text += &self.similar(trace);
        }
        if self.report.traces.len() > MAX_LISTED {
            text += &format!("  and {} more; see --format json\n", self.report.traces.len() - MAX_LISTED);
        }
        text
    }

    /// Whether there may be more error traces; none where that need not be said.
    pub(crate) fn about_traces(&self) -> Option<String> {
        if self.report.n_traces() < 2 && self.report.coverage.is_none() {
            return None;
        }
        Some(match (self.report.coverage, &self.report.reason) {
            (Some(Coverage::All), _) if self.asks_some() => "all of what was asked about".to_owned(),
            (Some(Coverage::All), _) => "all error traces".to_owned(),
            (Some(Coverage::UpToEdges), _) if self.asks_some() => {
                "all of what was asked about, up to the edges that they take".to_owned()
            }
            (Some(Coverage::UpToEdges), _) => "all error traces, up to the edges that they take".to_owned(),
            (Some(Coverage::Alike), _) if self.asks_some() => {
                "all of what was asked about, up to those that are like them".to_owned()
            }
            (Some(Coverage::Alike), _) => "all error traces, up to those that are like them".to_owned(),
            (Some(Coverage::Partial), Some(Note { message, hint: Some(hint), .. })) => {
                format!("not all error traces: {message}; {hint}")
            }
            (Some(Coverage::Partial), Some(reason)) => format!("not all error traces: {}", reason.message),
            (Some(Coverage::Partial), None) => "not all error traces".to_owned(),
            (None, _) => match self.report.tests.iter().filter(|it| it.status.is_failure()).count() {
                0 => String::new(),
                n => format!("{n} tests fail; each trace is of one of them"),
            },
        })
    }

    /// A trace on one line.
    pub(super) fn trace_in_short(&self, idx: usize) -> String {
        let trace = &self.report.traces[idx];
        let line = snippet::line(&self.report.sources, trace.error.span, self.usual());
        let steps = count(trace.steps.len(), "step");
        let inputs = inputs(&trace.inputs, trace).unwrap_or_default();
        self.entry(&format!("  trace {}: {steps} to {line}{inputs}", idx + 1))
    }

    fn similar(&self, trace: &Trace) -> String {
        let n_more = trace.similar.len().saturating_sub(MAX_SIMILAR);
        let shown = trace.similar.iter().take(MAX_SIMILAR).map(|it| {
            let inputs = inputs(&it.inputs, trace).unwrap_or_default();
            self.entry(&format!("    like it: {}{inputs}", count(it.n_steps, "step")))
        });
        let more = (n_more > 0).then(|| format!("    and {n_more} more like it\n"));
        shown.chain(more).collect()
    }

    fn entry(&self, text: &str) -> String {
        shortened(text, self.style().width) + "\n"
    }
}

/// Inputs in few words: those that matter on the trace that is shown, all if it is not known that any does.
pub(crate) fn inputs(inputs: &[Input], shown: &Trace) -> Option<String> {
    let mattering: Vec<Span> = shown.inputs.iter().filter(|it| it.matters).map(|it| it.span).collect();
    let is_listed = |it: &&Input| match &mattering[..] {
        [] => it.kind == FindingKind::Input,
        mattering => mattering.contains(&it.span),
    };
    let one = |it: &Input| match &it.place {
        Some(place) => format!("{place} = {}", it.value),
        None => it.value.clone(),
    };
    let all: Vec<String> = inputs.iter().filter(is_listed).map(one).collect();
    (!all.is_empty()).then(|| format!(", with {}", all.join(", ")))
}

/// On which traces a finding matters, where its other facts do not say so.
pub(super) fn spread(finding: &Finding) -> Option<String> {
    let over = finding.over_traces.as_ref()?;
    if let (ConstantOverTraces::Values(_), true) = (&over.constant, over.is_in_all()) {
        return None;
    }
    if over.n_relevant == 0 {
        let undecided = format!("not decided on {} of {} error traces", over.n_undecided, over.n_traces);
        return (over.n_undecided > 0).then_some(undecided);
    }
    let undecided = match over.n_undecided {
        0 => String::new(),
        n => format!("; not decided on {n}"),
    };
    let constant = match over.constant {
        // A condition has no value to assign.
        _ if !over.is_in_all() || finding.other_way.is_some() => "",
        ConstantOverTraces::Undecided => {
            "; whether one value avoids the error on all of them was not decided"
        }
        _ => "; no one value avoids the error on all of them",
    };
    let numbers = if over.is_in_all() { String::new() } else { numbers(over) };
    Some(format!("matters on {}{numbers}{undecided}{constant}", place(over)))
}

/// A finding in few words. `text` is about the trace that it is described on.
pub(super) fn in_short(finding: &Finding, text: String) -> String {
    match &finding.over_traces {
        None => text,
        Some(over) => format!("on {}: {text}", place(over)),
    }
}

/// Where another value of an input avoids the error, and which value that may be.
pub(super) fn another_value(finding: &Finding, over: &OverTraces) -> String {
    let place = place(over);
    let which = match (&over.constant, constants(finding)) {
        (_, Some(constants)) => format!(", for example {constants}"),
        (ConstantOverTraces::None, _) if over.is_in_all() => {
            format!(", but none avoids {}", if over.n_traces == 2 { "both" } else { "all" })
        }
        _ => String::new(),
    };
    format!("another value avoids the error on {place}{which}")
}

/// The numbers of the shown traces on which a statement matters.
fn numbers(over: &OverTraces) -> String {
    let numbers: Vec<String> =
        over.relevant_in.iter().take(MAX_NUMBERS).map(|idx| (idx + 1).to_string()).collect();
    let noun = if over.relevant_in.len() == 1 { "trace" } else { "traces" };
    let others = if over.relevant_in.len() > MAX_NUMBERS { " and others" } else { "" };
    format!(" ({noun} {}{others})", numbers.join(", "))
}
