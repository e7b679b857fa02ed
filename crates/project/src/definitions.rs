//! Functions and variables that a program uses and does not define, taken from files that the user did not name: those that the
//! project links it with, and those that stand beside the headers that it includes.
//!
//! Who checks `main.c` of a project means its `util.h`, and so `util.c`. What is missing is taken from there, function by
//! function: so a check costs what is reached, and nothing else of such a file has to be understood.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use faultscope_frontend::InputFile;
use faultscope_frontend::c::DataModel;
use faultscope_frontend::c::definitions::{Selected, select_definitions};

use crate::compilation::Preprocessor;
use crate::files::named_inside;
use crate::scan;
use crate::source::{c_file, read};

/// Where a definition was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a file that link lines name.
    Linked,
    /// In the only file of the project with such a definition.
    Project,
    /// Beside a header.
    Beside,
}

/// Definitions of a file.
#[derive(Debug, Clone)]
pub struct Taken {
    /// The file, in which the bodies of other functions are blank.
    pub file: InputFile,
    /// What it defines that was missing, and what that needs.
    pub names: BTreeSet<String>,
    /// Where it is.
    pub place: Place,
}

/// Definitions that were looked for.
#[derive(Debug, Clone, Default)]
pub struct Sought {
    /// What was found.
    pub taken: Vec<Taken>,
    /// What was not taken, as sentences: several files define it, or its file cannot be read.
    pub left: BTreeSet<String>,
}

/// Reads files in which definitions may be, each once.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    read: Arc<Mutex<BTreeMap<PathBuf, Known>>>,
}

/// A file as it was read.
#[derive(Debug, Clone, Default)]
struct Known {
    /// What it seems to define, before the preprocessor.
    outline: Arc<Outline>,
    /// What the preprocessor makes of it, or why it makes nothing.
    file: Option<Arc<Result<Defining, String>>>,
}

/// What a text seems to define.
#[derive(Debug, Clone, Default)]
struct Outline {
    /// The names outside of functions.
    names: BTreeSet<String>,
    /// Those of functions with a body.
    functions: BTreeSet<String>,
}

/// A file with what it defines for others.
#[derive(Debug, Clone)]
struct Defining {
    file: InputFile,
    names: BTreeSet<String>,
}

/// The files of a program that are known, and how those beside them are to be read.
#[derive(Debug, Clone, Copy)]
pub struct Around<'a> {
    /// The files.
    pub files: &'a [InputFile],
    /// Of those of them that are there in part, what is taken.
    pub selected: &'a BTreeMap<String, BTreeSet<String>>,
    /// What the preprocessor is told.
    pub preprocessor: &'a Preprocessor,
    /// The sizes of types.
    pub data_model: DataModel,
}

impl Definitions {
    /// The definitions of what is missing. Files that were refused are not looked at.
    pub fn of(&self, missing: &BTreeSet<String>, around: Around<'_>, refused: &BTreeSet<String>) -> Sought {
        let mut search =
            Search { around, definitions: self, sought: Sought::default(), wanted: BTreeMap::new() };
        let linked = &around.preprocessor.linked;
        let whole = |name: &str| {
            let is_known = around.files.iter().any(|file| file.name == name);
            is_known && !around.selected.contains_key(name) || refused.contains(name)
        };
        let places: BTreeSet<PathBuf> = (around.files.iter())
            .filter(|file| !around.selected.contains_key(&file.name))
            .filter_map(|file| fs::canonicalize(&file.name).ok())
            .collect();
        let is_open = |path: &&PathBuf| {
            !whole(&path.display().to_string())
                && fs::canonicalize(path).is_ok_and(|it| !places.contains(&it))
        };
        let beside: Vec<PathBuf> = search.files_beside().into_iter().filter(|it| is_open(&it)).collect();
        let linked_files: Vec<&PathBuf> = linked.files.iter().filter(is_open).collect();
        for name in missing {
            if linked.by_link_lines && search.take_first(name, &linked_files, Place::Linked) {
                continue;
            }
            let beside: Vec<&PathBuf> = beside.iter().collect();
            if search.take_first(name, &beside, Place::Beside) || linked.by_link_lines {
                continue;
            }
            search.take_only(name, &linked_files);
        }
        search.finish()
    }

    /// What a file seems to define, before the preprocessor.
    fn outline(&self, path: &Path) -> Arc<Outline> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let known = read.entry(path.to_owned()).or_insert_with(|| {
            let bytes = named_inside(path).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            let owned = |names: BTreeSet<&str>| names.into_iter().map(str::to_owned).collect();
            let outline = Outline {
                names: owned(scan::names_at_file_scope(&text)),
                functions: owned(scan::functions(&text)),
            };
            Known { outline: Arc::new(outline), file: None }
        });
        Arc::clone(&known.outline)
    }

    /// The file as a front end reads it, or the message why there is none.
    fn file(&self, path: &Path, around: Around<'_>) -> Arc<Result<Defining, String>> {
        let outline = self.outline(path);
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(file) = known.and_then(|it| it.file) {
            return file;
        }
        let file = Arc::new(defining(path, &outline.names, around));
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.entry(path.to_owned()).or_default().file = Some(Arc::clone(&file));
        file
    }
}

fn defining(path: &Path, names: &BTreeSet<String>, around: Around<'_>) -> Result<Defining, String> {
    let name = path.display().to_string();
    let arguments = around.preprocessor.arguments(&name);
    let text = read(path).map_err(|it| it.message)?;
    let file = c_file(&name, text, Some(path), &arguments, around.data_model).map_err(|rejection| {
        rejection.diagnostics.into_iter().next().map(|it| it.message).unwrap_or_default()
    })?;
    let selected = select_definitions(&file.text, names);
    let mut names = selected.map(|it| it.names).unwrap_or_default();
    for internal in scan::internal_functions(&file.text) {
        names.remove(internal);
    }
    Ok(Defining { file, names })
}

struct Search<'a> {
    around: Around<'a>,
    definitions: &'a Definitions,
    sought: Sought,
    /// By files, what is wanted of them.
    wanted: BTreeMap<PathBuf, (BTreeSet<String>, Place)>,
}

impl Search<'_> {
    /// Takes a name from the first of some files that defines it.
    fn take_first(&mut self, name: &str, files: &[&PathBuf], place: Place) -> bool {
        let Some(path) = files.iter().find(|path| self.defines(path, name)) else { return false };
        self.want(path, name, place);
        true
    }

    /// Takes a name from the only file that defines it.
    fn take_only(&mut self, name: &str, files: &[&PathBuf]) {
        let defining: Vec<&&PathBuf> = files.iter().filter(|path| self.defines(path, name)).collect();
        match defining[..] {
            [] => {}
            [path] => self.want(path, name, Place::Project),
            [..] => {
                let files: Vec<String> = defining.iter().map(|it| format!("`{}`", it.display())).collect();
                self.sought.left.insert(format!(
                    "`{name}` is defined in {}: give the one that is meant, too, or choose a program with `--program`",
                    files.join(" and ")
                ));
            }
        }
    }

    fn want(&mut self, path: &Path, name: &str, place: Place) {
        let wanted = self.wanted.entry(path.to_owned()).or_insert_with(|| (BTreeSet::new(), place));
        wanted.0.insert(name.to_owned());
    }

    /// Whether a file defines a name. Only one whose text has it outside of functions is preprocessed.
    fn defines(&mut self, path: &Path, name: &str) -> bool {
        let outline = self.definitions.outline(path);
        if !outline.names.contains(name) {
            return false;
        }
        match &*self.definitions.file(path, self.around) {
            Ok(file) => file.names.contains(name),
            Err(message) if outline.functions.contains(name) => {
                let message = format!("`{name}` is not taken from `{}`: {message}", path.display());
                self.sought.left.insert(message);
                false
            }
            Err(_) => false,
        }
    }

    /// The files that stand beside headers of the program.
    fn files_beside(&self) -> Vec<PathBuf> {
        let mut known: BTreeSet<PathBuf> = BTreeSet::new();
        let mut found: Vec<PathBuf> = Vec::new();
        for file in self.around.files {
            for (header, _) in file.originals.iter().filter(|(name, _)| *name != file.name) {
                let beside = Path::new(&file.name).parent().map(|folder| folder.join(header));
                let header =
                    [Some(PathBuf::from(header)), beside].into_iter().flatten().find(|it| it.is_file());
                let Some(source) = header.map(|header| header.with_extension("c")) else { continue };
                let Ok(place) = fs::canonicalize(&source) else { continue };
                if place.is_file() && known.insert(place) {
                    found.push(source.strip_prefix(".").unwrap_or(&source).to_owned());
                }
            }
        }
        found
    }

    /// The files with what is wanted of them, and what was taken of them before.
    fn finish(mut self) -> Sought {
        for (path, (mut wanted, place)) in std::mem::take(&mut self.wanted) {
            let name = path.display().to_string();
            wanted.extend(self.around.selected.get(&name).into_iter().flatten().cloned());
            let Ok(Defining { mut file, .. }) = (*self.definitions.file(&path, self.around)).clone() else {
                continue;
            };
            let Some(Selected { text, names }) = select_definitions(&file.text, &wanted) else { continue };
            if self.around.selected.get(&name).is_some_and(|known| names.is_subset(known)) {
                continue;
            }
            file.text = text;
            self.sought.taken.push(Taken { file, names, place });
        }
        self.sought
    }
}
