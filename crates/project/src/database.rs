//! The compile lines of a project: JSON compilation databases, as CMake, Meson, Bear and others write them.
//!
//! # References
//! - LLVM: _JSON Compilation Database Format Specification_.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use faultscope_ir::Diagnostic;
use faultscope_suite::words;
use serde::Deserialize;

use crate::compilation::{Compilation, compilation};
use crate::file::unreadable;
use crate::paths::{self, is_header, plain};

/// The name that such files have.
const NAME: &str = "compile_commands.json";

/// A file of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Where it is: below the current folder by its name there.
    pub path: PathBuf,
    /// How it is compiled.
    pub compilation: Compilation,
    /// Its whole path.
    pub place: PathBuf,
    /// The whole path of what it is compiled to.
    pub object: PathBuf,
}

/// A project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The database, as it was named.
    pub database: PathBuf,
    /// The files in C in its order; one is there several times where it is compiled in several ways.
    pub units: Vec<Unit>,
    /// The folders in which it is built.
    pub(crate) folders: BTreeSet<PathBuf>,
}

/// An entry of a database.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
    output: Option<String>,
}

/// How to make a database.
const MADE_BY: &str =
    "CMake writes it with `-DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, `bear -- make` for other builds";

/// Reads a database. A folder stands for the one in it.
///
/// # Errors
/// Where it cannot be read or is none, and where no file in C is in it.
pub fn read(path: &Path) -> Result<Project, Diagnostic> {
    let database = if path.is_dir() { path.join(NAME) } else { path.to_owned() };
    let name = database.display();
    let text = fs::read_to_string(&database).map_err(|error| unread(path, &database, &error))?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| {
        Diagnostic::error(format!("`{name}` is not a compilation database: {error}")).with_hint(MADE_BY)
    })?;
    let here = std::env::current_dir().unwrap_or_default();
    let base = here.join(&database).parent().map(Path::to_owned).unwrap_or_default();
    let mut project =
        Project { database: database.clone(), units: Vec::new(), folders: [plain(&base)].into() };
    for entry in entries.into_iter().filter(|entry| is_c(&entry.file)) {
        let folder = base.join(&entry.directory);
        let file = folder.join(&entry.file);
        let place = fs::canonicalize(&file).unwrap_or(file);
        let path = place.strip_prefix(&here).map_or(place.clone(), Path::to_owned);
        let words = entry_words(&entry).map_err(|message| {
            Diagnostic::error(format!("`{name}`: the command of `{}`: {message}", entry.file.display()))
        })?;
        let mut compilation = compilation(words.get(1..).unwrap_or_default(), &folder);
        compilation.preprocessor.iter_mut().for_each(|argument| *argument = near(argument, &here));
        let own = place.file_stem().unwrap_or_default().to_string_lossy();
        let output = entry.output.or_else(|| compilation.output.clone()).unwrap_or(format!("{own}.o"));
        let object = paths::place(&folder, &output);
        project.folders.insert(plain(&folder));
        project.units.push(Unit { path, compilation, place, object });
    }
    if project.units.is_empty() {
        return Err(Diagnostic::error(format!("`{name}` names no C file")).with_hint(MADE_BY));
    }
    Ok(project)
}

/// A folder of headers below this one by its name here: so the headers in it are called in reports.
fn near(argument: &str, here: &Path) -> String {
    let folder = argument.strip_prefix("-I").and_then(|folder| fs::canonicalize(folder).ok());
    match folder.as_deref().map(|folder| folder.strip_prefix(here).unwrap_or(folder)) {
        Some(folder) if folder.as_os_str().is_empty() => "-I.".to_owned(),
        Some(folder) => format!("-I{}", folder.display()),
        None => argument.to_owned(),
    }
}

fn unread(path: &Path, database: &Path, error: &std::io::Error) -> Diagnostic {
    let diagnostic = unreadable(database, error);
    match found_in(path) {
        Some(found) => diagnostic.with_hint(format!("`-p {}` is one", shown(&found))),
        None => diagnostic.with_hint(MADE_BY),
    }
}

/// The folders in which builds are made, from that of a project.
const BUILDS: [&str; 4] = ["", "build", "builddir", "out"];

/// The database of a folder, or of the folder in it in which the project is built.
pub fn found_in(folder: &Path) -> Option<PathBuf> {
    BUILDS.iter().map(|build| folder.join(build).join(NAME)).find(|it| it.is_file())
}

/// The database that says how files are compiled: that of a folder above the first of them, with all of them in it but headers.
pub fn found_for(files: &[PathBuf]) -> Option<Project> {
    let places: Vec<PathBuf> = files.iter().map(|it| fs::canonicalize(it).ok()).collect::<Option<_>>()?;
    let database = places.first()?.ancestors().skip(1).find_map(found_in)?;
    let here = std::env::current_dir().ok()?;
    let database = database.strip_prefix(&here).map_or(database.clone(), Path::to_owned);
    let project = read(&database).ok()?;
    let is_there =
        |place: &PathBuf| is_header(place) || project.units.iter().any(|unit| unit.place == *place);
    places.iter().all(is_there).then_some(project)
}

/// A database as `-p` takes it: by its folder.
pub fn shown(database: &Path) -> String {
    let folder = database.parent().unwrap_or(database);
    let folder = folder.strip_prefix(".").unwrap_or(folder);
    if folder.as_os_str().is_empty() { ".".to_owned() } else { folder.display().to_string() }
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
