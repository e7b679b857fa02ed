//! What is said of the run itself: the verdict, what it rests on, and what to know about it.

use super::log::{Configuration, Descriptor, DescriptorReference, Notification, Text};
use super::places::Places;
use super::results::MAX_FLOWS;
use super::words::plain;
use crate::words::{self, count};
use crate::{Coverage, Note, Report, Verdict};
use faultscope_ir::Span;

/// What can be said: the identifier, the level, what it is.
const KINDS: [(&str, &str, &str); 6] = [
    (VERDICT, "note", "The answer."),
    (UNDECIDED, "warning", "The reason why the answer is missing or incomplete."),
    (WARNING, "warning", "A warning about the report."),
    (ASSUMPTION, "note", "An assumption of the answer."),
    (LIMIT, "note", "A limit that was reached, without which the report might say more."),
    (CUT, "warning", "Results that were left out, because viewers show no more."),
];

const VERDICT: &str = "verdict";
const UNDECIDED: &str = "undecided";
const WARNING: &str = "warning";
const ASSUMPTION: &str = "assumption";
const LIMIT: &str = "limit";
const CUT: &str = "cut";

pub(super) fn descriptors() -> Vec<Descriptor> {
    let descriptor = |(id, level, text): (&'static str, &'static str, &str)| Descriptor {
        id,
        short_description: Text::new(text),
        default_configuration: Configuration { level },
    };
    KINDS.into_iter().map(descriptor).collect()
}

/// All that is to be said, the verdict first.
pub(super) fn notifications(report: &Report, places: &Places<'_>) -> Vec<Notification> {
    let mut all = vec![notification(VERDICT, answer(report), None, places)];
    if let Some(reason) = &report.reason {
        let is_open = report.verdict == Verdict::Unknown || report.coverage == Some(Coverage::Partial);
        let kind = if is_open { UNDECIDED } else { VERDICT };
        all.push(note(kind, reason, places));
    }
    all.extend(report.warnings.iter().map(|it| note(WARNING, it, places)));
    let assumptions = report.assumptions.iter();
    all.extend(
        assumptions.map(|it| {
            notification(ASSUMPTION, format!("{}: {}", it.kind.name(), it.message), it.span, places)
        }),
    );
    let limits = report.limits.iter();
    all.extend(limits.map(|it| {
        let text = format!("{} ({}): {} When it is reached, {}.", it.name, it.value, it.bounds, it.effect);
        notification(LIMIT, text, None, places)
    }));
    let n_traces = report.traces.len();
    if n_traces > MAX_FLOWS {
        let text = format!("{} of {} are in the log", MAX_FLOWS, count(n_traces, "error trace"));
        all.push(notification(CUT, text, None, places));
    }
    all
}

fn answer(report: &Report) -> String {
    match report.verdict {
        Verdict::Safe if !report.suppressed.is_empty() => format!(
            "no error but suppressed or known ones: no execution reaches another; {} not asked about",
            words::were(report.suppressed.len(), "check"),
        ),
        Verdict::Safe => "no error: no execution that was asked about reaches one".to_owned(),
        Verdict::TestsPass => format!("{}: all pass", count(report.tests.len(), "test")),
        Verdict::Unsafe => "an error was found".to_owned(),
        Verdict::Unknown => "not decided".to_owned(),
    }
}

fn note(kind: &'static str, note: &Note, places: &Places<'_>) -> Notification {
    let hint = note.hint.as_ref().map(|it| format!("; {it}")).unwrap_or_default();
    notification(kind, format!("{}{hint}", note.message), note.span, places)
}

fn notification(kind: &'static str, text: String, span: Option<Span>, places: &Places<'_>) -> Notification {
    let index = KINDS.iter().position(|(id, ..)| *id == kind).unwrap_or_default();
    Notification {
        descriptor: DescriptorReference { id: kind, index },
        level: KINDS[index].1,
        message: Text::new(plain(&text)),
        locations: span.and_then(|span| places.location(span, None)).into_iter().collect(),
    }
}
