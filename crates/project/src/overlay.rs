//! Changed files, preprocessed where nobody sees it.
//!
//! Copies of the user's files stand in a folder of their own in the same places, so that whatever includes a changed file
//! by a relative name finds the changed one. The rest is found where it is.

use std::fs;
use std::path::{Component, Path, PathBuf};

use faultscope_frontend::InputFile;
use faultscope_frontend::c::DataModel;
use faultscope_ir::Diagnostic;

use crate::preprocess;
use crate::rejection::Rejection;

/// Preprocesses a file whose originals have changed.
///
/// # Errors
/// Where there is no place for copies, no compiler, or it complains.
pub fn preprocess(
    file: &InputFile,
    text: &str,
    arguments: &[String],
    data_model: DataModel,
) -> Result<String, Rejection> {
    let failed = |error: std::io::Error| {
        let message = format!("cannot copy `{}` to preprocess it: {error}", file.name);
        Rejection::from(Diagnostic::error(message))
    };
    let here = std::env::current_dir().map_err(failed)?;
    let root = tempfile::tempdir().map_err(failed)?;
    let place = |path: &Path| root.path().join(relative(&here.join(path)));
    for (name, text) in &file.originals {
        let copy = place(Path::new(name));
        copy.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
        fs::write(copy, text).map_err(failed)?;
    }
    let folder = place(Path::new(""));
    fs::create_dir_all(&folder).map_err(failed)?;
    // The copies first, then what was not copied.
    let mut all = Vec::new();
    for argument in arguments {
        match argument.strip_prefix("-I").filter(|folder| !folder.is_empty()) {
            Some(folder) => {
                all.push(format!("-I{}", place(Path::new(folder)).display()));
                all.push(format!("-I{}", here.join(folder).display()));
            }
            None => all.push(argument.clone()),
        }
    }
    if let Some(parent) = Path::new(&file.name).parent() {
        all.extend(["-iquote".to_owned(), here.join(parent).display().to_string()]);
    }
    let path = place(Path::new(&file.name));
    let path = path.strip_prefix(&folder).map_or(path.clone(), Path::to_owned);
    let output = preprocess::preprocess(&file.name, text, Some(&path), &all, data_model, Some(&folder))?;
    Ok(renamed(&output, root.path(), &path, file, &here))
}

/// A path without its root and without `..`.
pub(crate) fn relative(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(part) => result.push(part),
            Component::ParentDir => _ = result.pop(),
            Component::RootDir | Component::Prefix(_) | Component::CurDir => {}
        }
    }
    result
}

/// The output with the names that the files have where they really are.
fn renamed(output: &str, root: &Path, path: &Path, file: &InputFile, here: &Path) -> String {
    let known: Vec<(PathBuf, &str)> =
        file.originals.iter().map(|(name, _)| (relative(&here.join(name)), name.as_str())).collect();
    let own = path.display().to_string();
    let rename = |line: &str| {
        let (before, rest) = line.split_once('"')?;
        let (name, after) = rest.split_once('"')?;
        let is_marker = before.trim_start().starts_with('#') && !before.contains("define");
        if !is_marker {
            return None;
        }
        let is_own = name.trim_start_matches("./") == own;
        let inside =
            Path::new(name).strip_prefix(root).map_or_else(|_| here.join(name), |it| Path::new("/").join(it));
        let inside = relative(&inside);
        let real = if is_own {
            file.name.as_str()
        } else {
            known.iter().find(|(path, _)| *path == inside).map(|(_, name)| *name)?
        };
        Some(format!("{before}\"{real}\"{after}"))
    };
    let lines = output.split_inclusive('\n').map(|line| rename(line).unwrap_or_else(|| line.to_owned()));
    lines.collect()
}
