//! What is in a file, or a message why it cannot be read.

use std::io;
use std::path::Path;

use faultscope_frontend::c::bytes::text_of;
use faultscope_ir::Diagnostic;

use crate::{files, language};

/// The bytes of a file.
///
/// # Errors
/// Where it cannot be read.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    files::contents(path).map_err(|error| unreadable(path, &error))
}

/// That a file cannot be read, and why.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    };
    Diagnostic::error(format!("cannot read `{}`: {reason}", path.display()))
}

/// The text of a file, without the mark that some put in front of it.
///
/// # Errors
/// Where it cannot be read, or is no text.
pub fn text(path: &Path) -> Result<String, Diagnostic> {
    decode(bytes(path)?).ok_or_else(|| not_text(path))
}

/// The same, where something is expected that a hint tells of.
///
/// # Errors
/// Where it cannot be read, or is no text.
pub fn expected(path: &Path, hint: &str) -> Result<String, Diagnostic> {
    let bytes = bytes(path)?;
    if let Some((what, hint)) = language::of_bytes(&bytes) {
        return Err(Diagnostic::error(format!("`{}` is {what}", path.display())).with_hint(hint));
    }
    decode(bytes).ok_or_else(|| not_text(path).with_hint(hint))
}

fn not_text(path: &Path) -> Diagnostic {
    Diagnostic::error(format!("`{}` is not a text file", path.display()))
}

/// The text that bytes are; `None` for binary data.
pub fn decode(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    let text = text_of(bytes);
    Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
