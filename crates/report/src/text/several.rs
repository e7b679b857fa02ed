//! What there is to say where a program has several error traces.

use super::page::Page;
use crate::words::{ONE_FOR_ALL, count, shortened, with_inputs};
use crate::{Coverage, Note, Trace, snippet};

/// So many traces are shown step by step; the others only in the overview.
pub(super) const MAX_IN_FULL: usize = 3;

/// So many traces are in the overview.
const MAX_LISTED: usize = 10;

/// So many traces like one that is shown are described by their inputs.
const MAX_SIMILAR: usize = 3;

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
                "all of what was asked about, up to the branches that they take".to_owned()
            }
            (Some(Coverage::UpToEdges), _) => {
                "all error traces, up to the branches that they take".to_owned()
            }
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
                n => format!("{n} tests fail, one trace each"),
            },
        })
    }

    /// A trace on one line.
    pub(super) fn trace_in_short(&self, idx: usize) -> String {
        let trace = &self.report.traces[idx];
        let line = snippet::line(&self.report.sources, trace.error.span, self.usual());
        let steps = count(trace.steps.len(), "step");
        let inputs = with_inputs(&trace.inputs, trace).unwrap_or_default();
        self.entry(&format!("  trace {}: {steps} to {line}{inputs}", idx + 1))
    }

    fn similar(&self, trace: &Trace) -> String {
        let n_more = trace.similar.len().saturating_sub(MAX_SIMILAR);
        let shown = trace.similar.iter().take(MAX_SIMILAR).map(|it| {
            let inputs = with_inputs(&it.inputs, trace).unwrap_or_default();
            self.entry(&format!("    like it: {}{inputs}", count(it.n_steps, "step")))
        });
        let more = (n_more > 0).then(|| format!("    and {n_more} more like it\n"));
        shown.chain(more).collect()
    }

    fn entry(&self, text: &str) -> String {
        shortened(text, self.style().width) + "\n"
    }
}
