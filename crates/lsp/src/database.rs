//! The programs that a file without a start belongs to, by the `compile_commands.json` above it: their files need not be open.
//!
//! The database says how files are compiled, and not what is linked with what. A program is a file that defines the start; a file
//! belongs to it if the program uses a function of it, directly or through other files of the database. Names are compared, so a
//! function of the same name in another file can make a program one of those, which costs a check and no wrong answer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faultscope_frontend::c::outline;
use serde::Deserialize;

use crate::paths::{self, Kind};

/// What a database is called.
pub(crate) const NAME: &str = "compile_commands.json";

/// Databases with more files are not read: that would take long after each save.
const MAX_FILES: usize = 2_000;

/// Most programs that are checked because of a file, the first ones of the database.
const MAX_PROGRAMS: usize = 4;

/// How a file is compiled, as far as that is asked here.
#[derive(Debug, Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
}

/// A file of a database.
struct Unit {
    path: PathBuf,
    defines: BTreeSet<String>,
    text: String,
}

/// The files of a database, or of the one in a folder, that define `start`, and get to a function that `file` defines.
pub(crate) fn programs_with(database: &Path, file: &Path, start: &str) -> Vec<PathBuf> {
    let units = match database.is_dir() {
        true => units(&database.join(NAME)),
        false => units(database),
    };
    let Some(own) = units.iter().position(|it| it.path == file) else { return Vec::new() };
    let mut definers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (idx, unit) in units.iter().enumerate() {
        for name in unit.defines.iter().filter(|it| *it != start) {
            definers.entry(name).or_default().push(idx);
        }
    }
    let is_program = |idx: &usize| units[*idx].defines.contains(start);
    let uses_own = |idx: &usize| reached(*idx, &units, &definers).contains(&own);
    let programs = (0..units.len()).filter(is_program).filter(uses_own);
    programs.take(MAX_PROGRAMS).map(|idx| units[idx].path.clone()).collect()
}

/// The files whose functions are used, directly or through others.
fn reached(from: usize, units: &[Unit], definers: &BTreeMap<&str, Vec<usize>>) -> BTreeSet<usize> {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(unit) = open.pop() {
        for word in words(&units[unit].text) {
            for next in definers.get(word).into_iter().flatten() {
                if reached.insert(*next) {
                    open.push(*next);
                }
            }
        }
    }
    reached
}

/// The words of a text that can be names.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    text.split(move |it| !is_part(it)).filter(|it| !it.is_empty())
}

/// The C files of a database; none if it has too many, or is not one.
fn units(database: &Path) -> Vec<Unit> {
    let folder = database.parent().unwrap_or(Path::new("."));
    let commands = fs::read(database).ok().and_then(|it| serde_json::from_slice::<Vec<Command>>(&it).ok());
    let files = commands.unwrap_or_default().into_iter();
    let files: BTreeSet<PathBuf> =
        files.map(|it| paths::plain(&folder.join(it.directory).join(it.file))).collect();
    if files.len() > MAX_FILES {
        return Vec::new();
    }
    let unit = |path: PathBuf| {
        let text = String::from_utf8_lossy(&fs::read(&path).ok()?).into_owned();
        let defines = outline::functions(&text).into_iter().map(|it| it.name).collect();
        Some(Unit { path, defines, text })
    };
    files.into_iter().filter(|it| paths::kind(it) == Some(Kind::C)).filter_map(unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the files that are programs with one.
    #[track_caller]
    fn check(files: &[(&str, &str)], file: &str, expect: &[&str]) {
        let folder = tempfile::tempdir().expect("there is room");
        let root = folder.path();
        fs::create_dir(root.join("build")).expect("there is room");
        for (name, text) in files {
            fs::write(root.join(name), text).expect("there is room");
        }
        let command = |name: &str| format!(r#"{{"directory": ".", "command": "cc", "file": "../{name}"}}"#);
        let commands: Vec<String> = files.iter().map(|it| command(it.0)).collect();
        let database = root.join("build/compile_commands.json");
        fs::write(&database, format!("[{}]", commands.join(","))).expect("there is room");
        let found = programs_with(&database, &root.join(file), "main");
        let expect: Vec<PathBuf> = expect.iter().map(|it| root.join(it)).collect();
        assert_eq!(found, expect);
    }

    const FILES: [(&str, &str); 5] = [
        ("low.c", "int low(void) { return 1; }\n"),
        ("high.c", "int low(void);\nint high(void) { return low(); }\n"),
        ("direct.c", "int low(void);\nint main(void) { return low(); }\n"),
        ("through.c", "int high(void);\nint main(void) { return high(); }\n"),
        ("other.c", "int main(void) { return 0; }\n"),
    ];

    #[test]
    fn programs_use_a_file_directly_or_through_others() {
        check(&FILES, "low.c", &["direct.c", "through.c"]);
        check(&FILES, "high.c", &["through.c"]);
    }

    #[test]
    fn what_no_program_uses_belongs_to_none() {
        let files = [("low.c", "int unused(void) { return 1; }\n"), FILES[2], FILES[4]];
        check(&files, "low.c", &[]);
        check(&FILES, "absent.c", &[]);
        assert!(
            programs_with(Path::new("/absent/compile_commands.json"), Path::new("/a.c"), "main").is_empty()
        );
    }
}
