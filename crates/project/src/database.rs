//! The compile lines of a project: JSON compilation databases, as CMake, Meson, Bear and others write them.
//!
//! # References
//! - LLVM: _JSON Compilation Database Format Specification_.

use std::fs;
use std::path::{Path, PathBuf};

use faultscope_ir::Diagnostic;
use faultscope_suite::words;
use serde::Deserialize;

use crate::compilation::{Compilation, compilation};

/// The name that such files have.
const NAME: &str = "compile_commands.json";

/// A file of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Where it is: below the current folder by its name there.
    pub path: PathBuf,
    /// How it is compiled.
    pub compilation: Compilation,
}

/// An entry of a database.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// The files in C of a database, each once, in its order. A folder stands for the database in it.
///
/// # Errors
/// Where it cannot be read or is none, and where no file in C is in it.
pub fn units(path: &Path) -> Result<Vec<Unit>, Diagnostic> {
    let path = if path.is_dir() { path.join(NAME) } else { path.to_owned() };
    let name = path.display();
    let text = fs::read_to_string(&path).map_err(|error| {
        Diagnostic::error(format!("cannot read `{name}`: {error}")).with_hint(
            "CMake writes it with `-DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, `bear -- make` for other builds",
        )
    })?;
    let entries: Vec<Entry> = serde_json::from_str(&text)
        .map_err(|error| Diagnostic::error(format!("`{name}` is no compilation database: {error}")))?;
    let here = std::env::current_dir().unwrap_or_default();
    let base = here.join(&path).parent().map(Path::to_owned).unwrap_or_default();
    let mut units: Vec<Unit> = Vec::new();
    for entry in entries.into_iter().filter(|entry| is_c(&entry.file)) {
        let folder = base.join(&entry.directory);
        let file = folder.join(&entry.file);
        let file = fs::canonicalize(&file).unwrap_or(file);
        let path = file.strip_prefix(&here).map_or(file.clone(), Path::to_owned);
        if units.iter().any(|unit| unit.path == path) {
            continue;
        }
        let words = entry_words(&entry).map_err(|message| {
            Diagnostic::error(format!("`{name}`: the command of `{}`: {message}", entry.file.display()))
        })?;
        let compilation = compilation(words.get(1..).unwrap_or_default(), &folder);
        units.push(Unit { path, compilation });
    }
    if units.is_empty() {
        return Err(Diagnostic::error(format!("`{name}` names no file in C")));
    }
    Ok(units)
}

fn is_c(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "c" || extension == "i")
}

fn entry_words(entry: &Entry) -> Result<Vec<String>, String> {
    if let Some(arguments) = &entry.arguments {
        return Ok(arguments.clone());
    }
    let command = entry.command.as_deref().ok_or("there is neither `command` nor `arguments`")?;
    let words = words::split(command.as_bytes()).map_err(|error| error.to_string())?;
    Ok(words.into_iter().map(|word| String::from_utf8_lossy(&word).into_owned()).collect())
}
