//! What is said over several error traces.

use faultscope_ir::Span;

use super::numbers::code;
use crate::{ConstantOverTraces, Finding, FindingKind, Input, OverTraces, Trace};

/// So many numbers of traces are listed.
const MAX_NUMBERS: usize = 5;

/// What is said where one trace is shown.
pub(crate) const ONE_FOR_ALL: &str = "  The same statements matter on all of them; one is shown.\n";

/// The traces on which a finding matters.
pub(crate) fn place(over: &OverTraces) -> String {
    match over.n_traces {
        2 if over.is_in_all() => "both error traces".to_owned(),
        n if over.is_in_all() => format!("all {n} error traces"),
        n => format!("{} of {n} error traces", over.n_relevant),
    }
}

/// The values that avoid the error on all traces, in one phrase.
pub(crate) fn constants(finding: &Finding) -> Option<String> {
    let over = finding.over_traces.as_ref()?;
    let ConstantOverTraces::Values(values) = &over.constant else { return None };
    let values: Vec<String> = values.iter().map(|it| code(it)).collect();
    (!values.is_empty()).then(|| values.join(" or "))
}

/// Inputs in few words: those that matter on the trace that is shown, all if it is not known that any does.
pub(crate) fn with_inputs(inputs: &[Input], shown: &Trace) -> Option<String> {
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
pub(crate) fn spread(finding: &Finding) -> Option<String> {
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
        ConstantOverTraces::Undecided => "; not decided whether one value avoids the error on all of them",
        _ => "; no one value avoids the error on all of them",
    };
    let numbers = if over.is_in_all() { String::new() } else { numbers(over) };
    Some(format!("matters on {}{numbers}{undecided}{constant}", place(over)))
}

/// A finding in few words. `text` is about the trace that it is described on.
pub(crate) fn in_short(finding: &Finding, text: String) -> String {
    match &finding.over_traces {
        None => text,
        Some(over) => format!("on {}: {text}", place(over)),
    }
}

/// Where another value of an input avoids the error, and which value that may be.
pub(crate) fn another_value(finding: &Finding, over: &OverTraces) -> String {
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
