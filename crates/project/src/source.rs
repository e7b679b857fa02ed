//! A file in C as a front end reads it: preprocessed, with the texts of the files in it.

use std::path::Path;

use faultscope_frontend::InputFile;
use faultscope_frontend::c::directives;
use faultscope_frontend::c::{DataModel, macros};
use faultscope_ir::Diagnostic;

use crate::file::{decode, expected};
use crate::files;
use crate::preprocess::preprocess;
use crate::rejection::Rejection;

/// The text of a file.
///
/// # Errors
/// Where it cannot be read, is no text, or empty.
pub fn read(path: &Path) -> Result<String, Diagnostic> {
    let name = path.display();
    if path.is_dir() {
        let found = crate::database::found_in(path).map(|it| crate::database::shown(&it));
        let hint = found.map(|it| format!("`-p {it}` checks the project that is built there"));
        let hint = hint.unwrap_or_else(|| "name the files of the program".to_owned());
        return Err(Diagnostic::error(format!("`{name}` is a directory")).with_hint(hint));
    }
    let text = expected(path, "give C or Boogie source text")?;
    not_empty(&name.to_string(), text)
}

/// A text, if there is something in it.
///
/// # Errors
/// Where there is nothing.
pub fn not_empty(name: &str, text: String) -> Result<String, Diagnostic> {
    if text.trim().is_empty() {
        return Err(Diagnostic::error(format!("`{name}` is empty"))
            .with_hint("the program is in another file, or was not saved"));
    }
    Ok(text)
}

/// A file in C, preprocessed where it has directives.
///
/// # Errors
/// Where there is no compiler, or it complains.
pub fn c_file(
    name: &str,
    text: String,
    path: Option<&Path>,
    arguments: &[String],
    data_model: DataModel,
) -> Result<InputFile, Rejection> {
    let is_preprocessed = is_to_be_preprocessed(&text, arguments);
    let preprocessed = if is_preprocessed {
        preprocess(name, &text, path, arguments, data_model, None)?
    } else {
        text.clone()
    };
    let originals = originals(name, text, &preprocessed, path);
    let preprocessed = match is_preprocessed {
        true => relevant(&preprocessed, "", &originals),
        false => preprocessed,
    };
    Ok(InputFile { name: name.to_owned(), text: preprocessed, originals })
}

/// Whether a text is for the preprocessor: it says so, or macros are defined that it may name.
pub fn is_to_be_preprocessed(text: &str, arguments: &[String]) -> bool {
    let defines = |it: &String| it.starts_with("-D") || it.starts_with("-include");
    directives::is_to_be_preprocessed(text) || arguments.iter().any(defines) && !directives::has_markers(text)
}

/// Preprocessed text with those definitions that the user's files need.
pub fn relevant(preprocessed: &str, text: &str, originals: &[(String, String)]) -> String {
    let texts: Vec<&str> = originals.iter().map(|(_, text)| text.as_str()).chain([text]).collect();
    macros::with_relevant_definitions(preprocessed, &texts)
}

/// The file itself and the files that line markers name.
fn originals(name: &str, text: String, preprocessed: &str, path: Option<&Path>) -> Vec<(String, String)> {
    let mut originals = vec![(name.to_owned(), text)];
    for named in directives::named_files(preprocessed) {
        if originals.iter().any(|(known, _)| *known == named) {
            continue;
        }
        let beside = path.and_then(Path::parent).map(|folder| folder.join(&named));
        let candidates = [Some(Path::new(&named).to_owned()), beside];
        let text = candidates.into_iter().flatten().find_map(|it| decode(files::named_inside(&it)?));
        originals.extend(text.map(|text| (named, text)));
    }
    originals
}
