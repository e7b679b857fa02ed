//! What is known of a program as diagnostics: one error for each bug, with the steps that lead there as related information, and at
//! most three hints that say what to change.
//!
//! A step has no diagnostic of its own: a bug with a long history would fill the list of problems. An editor that does not list hints
//! shows them with the error, where they come before the steps.

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

/// The most hints for one error, the most promising ones.
const MAX_HINTS: usize = 3;

/// Diagnostics by file.
pub(crate) type ByFile = BTreeMap<PathBuf, Vec<Diagnostic>>;

/// What is known of a program.
pub(crate) fn all(subject: &Subject, view: &View<'_>) -> ByFile {
    let mut out = Out { view, by_file: ByFile::new(), is_stale: view.is_stale() };
    for bug in bugs(view.found) {
        out.bug(&bug);
    }
    out.rejection(subject, view.found);
    out.undecided(view.found);
    out.by_file
}

/// What an editor shows as one error: the failing executions that end at the same check.
struct Bug<'a> {
    /// The first of these.
    trace: &'a Trace,
    /// What to change, the most promising first.
    hints: Vec<&'a Finding>,
}

/// The errors that are known, each once.
fn bugs(found: &Found) -> Vec<Bug<'_>> {
    let mut bugs: Vec<Bug<'_>> = Vec::new();
    let mut bug_of: Vec<usize> = Vec::new();
    for trace in &found.traces {
        let is_same = |bug: &Bug<'_>| {
            bug.trace.error.place == trace.error.place && bug.trace.error.message == trace.error.message
        };
        let at = bugs.iter().position(is_same).unwrap_or(bugs.len());
        if at == bugs.len() {
            bugs.push(Bug { trace, hints: Vec::new() });
        }
        bug_of.push(at);
    }
    let mut findings: Vec<&Finding> = found.findings.iter().filter(|it| it.folded_into.is_none()).collect();
    // An input is what the program is given, and is seldom to be changed.
    findings.sort_by_key(|it| (it.kind.0 == FindingKind::Input, it.rank));
    for finding in findings {
        if let Some(bug) = bug_of.get(finding.trace).and_then(|it| bugs.get_mut(*it)) {
            bug.hints.push(finding);
        }
    }
    for bug in &mut bugs {
        let is_code = |it: &&Finding| it.kind.0 != FindingKind::Input;
        if bug.hints.iter().any(is_code) {
            bug.hints.retain(is_code);
        }
        bug.hints.truncate(MAX_HINTS);
    }
    bugs
}

struct Out<'a> {
    view: &'a View<'a>,
    by_file: ByFile,
    is_stale: bool,
}

impl Out<'_> {
    fn bug(&mut self, bug: &Bug<'_>) {
        let Bug { trace, hints } = bug;
        let mut message = trace.error.message.clone();
        if let Some(inputs) = words::inputs(trace) {
            message += &format!("\nInputs that trigger it: {inputs}");
        }
        if self.is_stale {
            message += "\nOutdated: the text has changed since the last check; save to check again";
        }
        let mut related = Vec::new();
        for hint in hints {
            related.extend(self.related(&hint.place, format!("hint: {}", words::hint(hint))));
        }
        let steps: Vec<&Step> = before_error(trace).collect();
        let n_steps = steps.len();
        for (idx, step) in steps.into_iter().enumerate().skip(n_steps.saturating_sub(MAX_STEPS)) {
            let message = format!("step {} of {n_steps}: {}", idx + 1, words::step(step));
            related.extend(self.related(&step.place, message));
        }
        let code = Some(trace.error.property.0.name().to_owned());
        self.add(&trace.error.place, DiagnosticSeverity::Error, code, message, related);
        for hint in hints {
            self.hint(hint, trace);
        }
    }

    fn hint(&mut self, finding: &Finding, trace: &Trace) {
        let mut related = Vec::new();
        related.extend(self.related(&trace.error.place, trace.error.message.clone()));
        if let Some(influence) = finding.influence.as_ref().filter(|it| !it.is_error) {
            let line = self.view.line(&influence.place);
            let text = words::leads_to(finding, line).unwrap_or_default();
            related.extend(self.related(&influence.place, text));
        }
        let code = Some(finding.strength.0.name().to_owned());
        self.add(&finding.place, DiagnosticSeverity::Hint, code, words::hint(finding), related);
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
