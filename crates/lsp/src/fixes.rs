//! Patches as quick fixes.

use std::collections::HashMap;
use std::path::Path;

use faultscope_json::{ContractVerdict, Patch, PatchVerdict};
use gen_lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, Diagnostic, DiagnosticSeverity, DocumentChange, Edit,
    OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit, TextDocumentIdentifier, TextEdit,
    WorkspaceEdit,
};

use crate::diagnostics::SOURCE;
use crate::documents::Documents;
use crate::program::View;
use crate::words;

/// Where quick fixes are asked for.
pub(crate) struct Asked<'a> {
    /// The file.
    pub path: &'a Path,
    /// The part of it.
    pub range: Range,
    /// What is shown there.
    pub context: &'a CodeActionContext,
    /// Whether the client can be told the version of the text that is changed.
    pub takes_versions: bool,
}

/// The patches of programs that concern a part of a file: those that change one of its lines, and where an error or a finding is
/// shown there, all.
pub(crate) fn fixes(views: &[View<'_>], documents: &Documents, asked: &Asked<'_>) -> Vec<CodeAction> {
    let is_wanted = |kind: &CodeActionKind| matches!(kind, CodeActionKind::QuickFix | CodeActionKind::Empty);
    if asked.context.only.as_ref().is_some_and(|it| !it.iter().any(is_wanted)) {
        return Vec::new();
    }
    let mut fixes = Vec::new();
    for view in views.iter().filter(|it| !it.is_stale()) {
        let is_first_proof = |idx: usize| !view.found.patches[..idx].iter().any(is_preferable);
        for (idx, patch) in view.found.patches.iter().enumerate() {
            let is_preferred = is_preferable(patch) && is_first_proof(idx) && view.is_as_checked();
            fixes.extend(fix(view, documents, asked, patch, is_preferred));
        }
    }
    fixes
}

/// Whether a patch is one that may be applied without a choice: it is proved, keeps the check, and is no constant.
fn is_preferable(patch: &Patch) -> bool {
    let keeps_contracts = patch.contract.as_ref().is_none_or(|it| it.verdict != ContractVerdict::Violated);
    patch.verdict == PatchVerdict::Proved && patch.reaches_check && !patch.is_constant && keeps_contracts
}

fn fix(
    view: &View<'_>,
    documents: &Documents,
    asked: &Asked<'_>,
    patch: &Patch,
    is_preferred: bool,
) -> Option<CodeAction> {
    let (path, range) = view.locate(&patch.place)?;
    let location = view.location(&patch.place)?;
    let document = documents.get(&path);
    // The text must be what the patch replaces, whatever happened to it.
    if document.is_some_and(|it| it.text.slice(range, view.encoding) != patch.old) {
        return None;
    }
    let is_error = |it: &&Diagnostic| it.severity == Some(DiagnosticSeverity::Error);
    let own: Vec<Diagnostic> =
        asked.context.diagnostics.iter().filter(|it| it.source.as_deref() == Some(SOURCE)).cloned().collect();
    let is_there = path == asked.path
        && asked.range.start.line <= range.end.line
        && range.start.line <= asked.range.end.line;
    let is_of_error = own.iter().any(|it| is_error(&it)) || is_at_error(view, asked);
    if !is_there && !is_of_error {
        return None;
    }
    let edit = TextEdit { range, new_text: patch.new.clone() };
    let edit = if asked.takes_versions {
        let version = document.map(|it| it.version);
        let text_document_identifier = TextDocumentIdentifier { uri: location.uri };
        let text_document = OptionalVersionedTextDocumentIdentifier { version, text_document_identifier };
        let edit = TextDocumentEdit { text_document, edits: vec![Edit::TextEdit(edit)] };
        WorkspaceEdit {
            document_changes: Some(vec![DocumentChange::TextDocumentEdit(edit)]),
            changes: None,
            change_annotations: None,
        }
    } else {
        let changes = HashMap::from([(location.uri, vec![edit])]);
        WorkspaceEdit { changes: Some(changes), document_changes: None, change_annotations: None }
    };
    let since = if view.is_as_checked() { "" } else { "; the text has been edited since" };
    let (old, new) = patch.changed_lines();
    let written = |lines: &[&str]| lines.iter().map(|it| it.trim()).collect::<Vec<_>>().join(" ");
    let change = match (old.is_empty(), new.is_empty()) {
        (false, true) => format!("delete `{}`", written(&old)),
        (true, false) => format!("insert `{}`", written(&new)),
        _ => format!("`{}`", written(&new)),
    };
    let title = format!("Line {}: {change} ({}{since})", range.start.line + 1, words::patch(patch));
    Some(CodeAction {
        title,
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: (!own.is_empty()).then_some(own),
        is_preferred: Some(is_preferred),
        disabled: None,
        edit: Some(edit),
        command: None,
        data: None,
        tags: None,
    })
}

/// Whether an error is where fixes are asked for: not all clients say which diagnostics are there.
fn is_at_error(view: &View<'_>, asked: &Asked<'_>) -> bool {
    let at = |(path, range): (std::path::PathBuf, Range)| {
        path == asked.path
            && range.start.line <= asked.range.end.line
            && asked.range.start.line <= range.end.line
    };
    view.found.traces.iter().any(|trace| view.locate(&trace.error.place).is_some_and(at))
}
