//! What is known of a program as diagnostics: errors with what led there, findings, and a hint at each step that matters, which
//! links back.
//!
//! Editors show the related information of an error as links only. So each step has a diagnostic of its own, as in
//! rust-analyzer.

use std::collections::BTreeMap;
use std::path::PathBuf;

use faultscope_ir::FindingKind;
use faultscope_json::{MessageSeverity, Place, Step, Verdict};
use gen_lsp_types::{
    Code, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Message, Position, Range,
};

use crate::found::{Finding, Found, Trace, before_error};
use crate::program::{Subject, View};
use crate::words;

/// Whose diagnostics these are.
pub(crate) const SOURCE: &str = "faultscope";

/// The most steps that the related information of an error has: the last ones.
const MAX_STEPS: usize = 64;

/// The most executions of a statement that its hint lists.
const MAX_EXECUTIONS: usize = 4;

/// Diagnostics by file.
pub(crate) type ByFile = BTreeMap<PathBuf, Vec<Diagnostic>>;

/// What is known of a program.
pub(crate) fn all(subject: &Subject, view: &View<'_>) -> ByFile {
    let mut out = Out { view, by_file: ByFile::new(), is_stale: view.is_stale() };
    for trace in &view.found.traces {
        out.error(trace);
    }
    for finding in &view.found.findings {
        out.finding(finding);
    }
    for trace in &view.found.traces {
        out.steps(trace);
    }
    out.rejection(subject, view.found);
    out.undecided(view.found);
    out.by_file
}

struct Out<'a> {
    view: &'a View<'a>,
    by_file: ByFile,
    is_stale: bool,
}

impl Out<'_> {
    fn error(&mut self, trace: &Trace) {
        let mut message = trace.error.message.clone();
        if let Some(inputs) = words::inputs(trace) {
            message += &format!("\nIt happens with {inputs}");
        }
        if self.is_stale {
            message += "\nThis was so before the last edit; save to check again";
        }
        let steps: Vec<&Step> = before_error(trace).collect();
        let n_steps = steps.len();
        let mut related = Vec::new();
        for (idx, step) in steps.into_iter().enumerate().skip(n_steps.saturating_sub(MAX_STEPS)) {
            let message = format!("{} of {n_steps}: {}", idx + 1, words::step(step));
            related.extend(self.related(&step.place, message));
        }
        let code = Some(trace.error.property.0.name().to_owned());
        self.add(&trace.error.place, DiagnosticSeverity::Error, code, message, related);
    }

    fn finding(&mut self, finding: &Finding) {
        // What only passes on a value is part of another finding.
        if finding.folded_into.is_some() {
            return;
        }
        let severity = match finding.kind.0 {
            FindingKind::Input => DiagnosticSeverity::Information,
            _ => DiagnosticSeverity::Warning,
        };
        let mut message = format!("[{}] {}", finding.rank, words::change(finding));
        if let Some(wanted) = words::wanted(finding) {
            message += &format!("; it would have to be {wanted}");
        }
        if let Some(answer) = words::in_program(finding) {
            message += &format!("; {answer}");
        }
        let mut related = Vec::new();
        if let Some(influence) = finding.influence.as_ref().filter(|it| !it.is_error) {
            let line = self.view.line(&influence.place);
            let text = words::leads_to(finding, line).unwrap_or_default();
            related.extend(self.related(&influence.place, text));
        }
        if let Some(trace) = self.view.found.traces.get(finding.trace) {
            related.extend(self.related(&trace.error.place, trace.error.message.clone()));
        }
        self.add(&finding.place, severity, Some(finding.strength.0.name().to_owned()), message, related);
    }

    fn steps(&mut self, trace: &Trace) {
        let steps: Vec<&Step> = before_error(trace).collect();
        let n_steps = steps.len();
        let mut places: Vec<(&Place, Vec<usize>)> = Vec::new();
        let mut known: BTreeMap<(&str, u32, u32, u32, u32), usize> = BTreeMap::new();
        for (idx, step) in steps.iter().enumerate() {
            let Place { file, line, column, end_line, end_column } = &step.place;
            let key = (&**file, *line, *column, *end_line, *end_column);
            let at = *known.entry(key).or_insert(places.len());
            match places.get_mut(at) {
                Some((_, executions)) => executions.push(idx),
                None => places.push((&step.place, vec![idx])),
            }
        }
        for (place, executions) in places {
            let shown = executions.iter().take(MAX_EXECUTIONS);
            let mut lines: Vec<String> = shown
                .map(|idx| format!("step {} of {n_steps}: {}", idx + 1, words::step(steps[*idx])))
                .collect();
            if executions.len() > MAX_EXECUTIONS {
                lines.push(format!("and {} times more", executions.len() - MAX_EXECUTIONS));
            }
            let mut related = Vec::new();
            related.extend(self.related(&trace.error.place, format!("leads to: {}", trace.error.message)));
            let neighbour = |idx: Option<usize>| Some((idx? + 1, *steps.get(idx?)?));
            for (number, step) in [
                neighbour(executions.first().and_then(|it| it.checked_sub(1))),
                neighbour(executions.last().map(|it| it + 1)),
            ]
            .into_iter()
            .flatten()
            {
                related.extend(
                    self.related(&step.place, format!("{number} of {n_steps}: {}", words::step(step))),
                );
            }
            self.add(place, DiagnosticSeverity::Hint, Some("step".to_owned()), lines.join("\n"), related);
        }
    }

    /// What is wrong with the input; without a place it stands at the start of the first file.
    fn rejection(&mut self, subject: &Subject, found: &Found) {
        for it in &found.rejection {
            let severity = match it.severity {
                MessageSeverity::Error => DiagnosticSeverity::Error,
                MessageSeverity::Warning => DiagnosticSeverity::Warning,
                MessageSeverity::Note => DiagnosticSeverity::Information,
            };
            let hint = it.hint.as_ref().map(|it| format!("\n{it}")).unwrap_or_default();
            let message = format!("{}{hint}", it.message);
            match (&it.place, subject.files.first()) {
                (Some(place), _) => self.add(place, severity, Some("input".to_owned()), message, Vec::new()),
                (None, Some(file)) => {
                    let start = Position { line: 0, character: 0 };
                    let range = Range { start, end: start };
                    let diagnostic =
                        diagnostic(range, severity, Some("input".to_owned()), message, Vec::new());
                    self.by_file.entry(file.clone()).or_default().push(diagnostic);
                }
                (None, None) => {}
            }
        }
    }

    fn undecided(&mut self, found: &Found) {
        if found.verdict == Some(Verdict::Unknown)
            && let (Some(reason), Some(place)) = (&found.reason, &found.reason_place)
        {
            let code = Some("undecided".to_owned());
            self.add(
                place,
                DiagnosticSeverity::Information,
                code,
                format!("not decided: {reason}"),
                Vec::new(),
            );
        }
    }

    fn related(&self, place: &Place, message: String) -> Option<DiagnosticRelatedInformation> {
        Some(DiagnosticRelatedInformation { location: self.view.location(place)?, message })
    }

    fn add(
        &mut self,
        place: &Place,
        severity: DiagnosticSeverity,
        code: Option<String>,
        message: String,
        related: Vec<DiagnosticRelatedInformation>,
    ) {
        if let Some((path, range)) = self.view.locate(place) {
            self.by_file.entry(path).or_default().push(diagnostic(range, severity, code, message, related));
        }
    }
}

fn diagnostic(
    range: Range,
    severity: DiagnosticSeverity,
    code: Option<String>,
    message: String,
    related: Vec<DiagnosticRelatedInformation>,
) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        code: code.map(Code::String),
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message: Message::String(message),
        tags: None,
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    }
}
