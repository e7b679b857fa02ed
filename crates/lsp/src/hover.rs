//! What is known of the place under the mouse: how strong a finding is, the value that was taken, what it would have to be, and
//! where that leads to.

use std::path::Path;

use faultscope_ir::FindingKind;
use faultscope_json::Step;
use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind, Position, Range};

use crate::found::{Finding, Trace, before_error};
use crate::program::View;
use crate::words;

/// The most executions of a statement that are listed.
const MAX_EXECUTIONS: usize = 8;

/// What is known of a place; none where nothing is.
pub(crate) fn hover(views: &[View<'_>], path: &Path, position: Position) -> Option<Hover> {
    let mut parts: Vec<(Range, String)> = Vec::new();
    for view in views {
        let at = |place| {
            let (found, range) = view.locate(place)?;
            let is_there = found == path && range.start <= position && position <= range.end;
            is_there.then_some(range)
        };
        for trace in &view.found.traces {
            if let Some(range) = at(&trace.error.place) {
                parts.push((range, error(trace)));
            }
        }
        for it in &view.found.findings {
            if let Some(range) = at(&it.place) {
                parts.push((range, finding(it, view)));
            }
        }
        for trace in &view.found.traces {
            let steps = before_error(trace);
            let here = steps.enumerate().filter_map(|(idx, it)| Some((at(&it.place)?, idx, it)));
            let mut here: Vec<(Range, usize, &Step)> = here.collect();
            here.sort_by_key(|(range, idx, _)| (length(*range), *idx));
            let innermost = here.first().map(|it| it.0);
            here.retain(|it| Some(it.0) == innermost);
            if let Some(range) = innermost {
                parts.push((range, steps_text(&here)));
            }
        }
    }
    parts.sort_by_key(|(range, _)| length(*range));
    let range = parts.first()?.0;
    let parts: Vec<String> = parts.into_iter().map(|it| it.1).collect();
    let value = parts.join("\n\n---\n\n");
    let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(range) })
}

/// To sort by: inner ranges in front of those around them.
fn length(range: Range) -> (u32, u32) {
    let lines = range.end.line - range.start.line;
    (lines, if lines == 0 { range.end.character - range.start.character } else { 0 })
}

fn error(trace: &Trace) -> String {
    let mut text = format!("**{}** (`{}`)", plain(&trace.error.message), trace.error.property.0.name());
    if let Some(inputs) = words::inputs(trace) {
        text += &format!("\n\nInputs that trigger it: `{inputs}`");
    }
    text
}

fn finding(finding: &Finding, view: &View<'_>) -> String {
    let mut lines = vec![format!(
        "**Finding {}** `{}` (`{}`): {}",
        finding.rank,
        finding.text.lines().next().unwrap_or_default(),
        finding.strength.0.name(),
        words::strength(finding)
    )];
    if let (Some(name), Some(value)) = (&finding.assigns, &finding.value) {
        lines.push(format!("- value in the failing execution: `{name} = {value}`"));
    }
    if let Some(wanted) = words::wanted(finding) {
        lines.push(format!("- use {}", wanted.trim_end_matches(',')));
    }
    if let Some(inputs) = &finding.failing_inputs {
        let inputs: Vec<String> = inputs.iter().map(|it| format!("{} = {}", it.assigns, it.value)).collect();
        if !inputs.is_empty() {
            lines.push(format!("- this helps with `{}`", inputs.join(", ")));
        }
    }
    match &finding.other_way {
        _ if finding.kind.0 == FindingKind::Release => {}
        Some(it) if it.every_time => lines.push("- the other branch avoids the error".to_owned()),
        Some(it) => {
            let time = it.once.map(|it| format!(" (execution {it})")).unwrap_or_default();
            lines.push(format!("- the other branch once avoids the error{time}"));
        }
        None => {}
    }
    if finding.other_outcome_helps == Some(true) {
        lines.push("- another input avoids the error".to_owned());
    }
    if let Some(missing) = &finding.missing {
        lines.push(format!("- possibly missing: `{missing}`"));
    }
    if let Some(influence) = &finding.influence
        && let Some(text) = words::leads_to(finding, view.line(&influence.place))
    {
        lines.push(format!("- {text}"));
    }
    lines.extend(words::rerun(finding).map(|it| format!("- {it}")));
    if let Some(answer) = words::in_program(finding) {
        lines.push(format!("- {answer}"));
    }
    // A list needs an empty line in front.
    lines.insert(1, String::new());
    lines.join("\n")
}

fn steps_text(steps: &[(Range, usize, &Step)]) -> String {
    let mut lines = Vec::new();
    for (_, idx, step) in steps.iter().take(MAX_EXECUTIONS) {
        let iterations: Vec<String> = step.iterations.iter().map(u32::to_string).collect();
        let iterations = match iterations.is_empty() {
            true => String::new(),
            false => format!(", iteration {}", iterations.join("/")),
        };
        lines.push(format!(
            "- step {} that matters, in `{}`{iterations}: {}",
            idx + 1,
            step.function,
            words::step(step)
        ));
    }
    if steps.len() > MAX_EXECUTIONS {
        lines.push(format!("- and {} times more", steps.len() - MAX_EXECUTIONS));
    }
    lines.join("\n")
}

/// Text that Markdown leaves as it is.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for sign in text.chars() {
        if "\\*_[]<>#&|".contains(sign) {
            plain.push('\\');
        }
        plain.push(sign);
    }
    plain
}
