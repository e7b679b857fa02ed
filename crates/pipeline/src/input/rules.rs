//! A table of rules for patches, from a file of the user's.

use std::path::Path;

use faultscope_ir::{Diagnostic, SourceMap, Span};
use faultscope_repair::rules::{RuleError, Rules};

use super::Rejection;
use faultscope_project::file::expected;

/// Reads a table of rules.
///
/// # Errors
/// Where the file cannot be read, or is no such table.
pub fn rules(path: &Path) -> Result<Rules, Rejection> {
    let name = path.display().to_string();
    let text = expected(path, "give a table of rules, one in a line (docs/rules.md)")?;
    Rules::parse(&text).map_err(|errors| {
        let mut sources = SourceMap::default();
        let file = sources.add_file(&name, Some(text));
        let diagnostic = |error: RuleError| {
            let RuleError { line, column, end_column, message, hint } = error;
            let span = Span { file, line, column, end_line: line, end_column };
            Diagnostic { span: Some(span), hint: hint.map(str::to_owned), ..Diagnostic::error(message) }
        };
        Rejection { diagnostics: errors.into_iter().map(diagnostic).collect(), sources }
    })
}
