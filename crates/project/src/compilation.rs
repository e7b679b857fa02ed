//! The options of a compile line, as far as they say what the program means.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use faultscope_frontend::c::DataModel;

/// How a file is compiled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compilation {
    /// For the preprocessor; folders are absolute.
    pub preprocessor: Vec<String>,
    /// What `-f` names, without it.
    pub flags: Vec<String>,
    /// What `-m32` or `-m64` says.
    pub data_model: Option<DataModel>,
    /// What `-o` names.
    pub output: Option<String>,
}

/// Arguments for the C preprocessor: `-I…`, `-D…`, `-std=…` and the like.
#[derive(Debug, Clone, Default)]
pub struct Preprocessor {
    /// Of all files.
    pub common: Vec<String>,
    /// Of files by their names, before those of all.
    pub own: BTreeMap<String, Vec<String>>,
    /// The files that the program is linked with, where it needs them.
    pub linked: Linked,
}

/// Files in which functions and variables are looked for that a program uses and does not define.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Linked {
    /// In the order in which the linker looks at them.
    pub files: Vec<PathBuf>,
    /// Whether link lines name them; else they are all that the project has, and what several of them define is not taken.
    pub by_link_lines: bool,
}

impl Preprocessor {
    /// The arguments for a file.
    pub fn arguments(&self, name: &str) -> Vec<String> {
        [self.own.get(name).cloned().unwrap_or_default(), self.common.clone()].concat()
    }
}

/// Options for the preprocessor that take a folder or file.
const PATHS: [&str; 7] = ["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot"];

/// Other options for the preprocessor that take a word.
const WORDS: [&str; 2] = ["-D", "-U"];

/// Options for the preprocessor without a word.
pub const PLAIN: [&str; 6] = ["-ansi", "-nostdinc", "-undef", "-pthread", "-trigraphs", "-traditional-cpp"];

/// Options that take a word and are about something else.
pub const OTHERS: [&str; 13] =
    ["-x", "-MF", "-MT", "-MQ", "-MJ", "-L", "-l", "-arch", "-target", "-Xlinker", "-Xassembler", "-T", "-u"];

/// Reads the words behind the name of the compiler, where they stand in a folder. What is about making code, warnings and
/// linking is passed over.
pub fn compilation(words: &[String], folder: &Path) -> Compilation {
    let mut found = Compilation::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if let Some(option) = PATHS.iter().find(|option| word.starts_with(**option)) {
            let path = rest(word, option).or_else(|| words.next().cloned()).unwrap_or_default();
            found.preprocessor.extend(with_path(option, &path, folder));
        } else if let Some(option) = WORDS.iter().find(|option| word.starts_with(**option)) {
            let value = rest(word, option).or_else(|| words.next().cloned()).unwrap_or_default();
            found.preprocessor.push(format!("{option}{value}"));
        } else if PLAIN.contains(&word.as_str()) || word.starts_with("-std=") {
            found.preprocessor.push(word.clone());
        } else if let Some(flag) = word.strip_prefix("-f") {
            found.flags.push(flag.to_owned());
        } else if let Some(model) = data_model(word) {
            found.data_model = Some(model);
        } else if word == "-o" {
            found.output = words.next().cloned();
        } else if OTHERS.contains(&word.as_str()) {
            words.next();
        }
    }
    found
}

/// What `-m32` and `-m64` say.
fn data_model(word: &str) -> Option<DataModel> {
    match word {
        "-m32" => Some(DataModel::Ilp32),
        "-m64" => Some(DataModel::Lp64),
        _ => None,
    }
}

/// What an option is given in its own word.
fn rest(word: &str, option: &str) -> Option<String> {
    let rest = word.strip_prefix(option).filter(|rest| !rest.is_empty())?;
    Some(rest.strip_prefix('=').unwrap_or(rest).to_owned())
}

/// An option with a path, as the preprocessor takes it wherever it is called.
fn with_path(option: &str, path: &str, folder: &Path) -> Vec<String> {
    let absolute = folder.join(path);
    let is_file = matches!(option, "-include" | "-imacros");
    // A file that is not there is looked for among the headers.
    let path = if is_file && !absolute.exists() { path.to_owned() } else { absolute.display().to_string() };
    match option {
        "-I" => vec![format!("-I{path}")],
        _ => vec![option.to_owned(), path],
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(line: &str, expected: Expect) {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let found = compilation(&words, Path::new("/p/build"));
        let shown =
            format!("{}; {}; {:?}", found.preprocessor.join(" "), found.flags.join(" "), found.data_model);
        expected.assert_eq(&shown);
    }

    #[test]
    fn folders_are_those_of_the_build() {
        check(
            "-I../include -I /usr/x -isystem sys -iquote. -include nowhere.h -c a.c",
            expect![
                "-I/p/build/../include -I/usr/x -isystem /p/build/sys -iquote /p/build/. -include nowhere.h; ; None"
            ],
        );
    }

    #[test]
    fn what_changes_the_meaning_is_kept() {
        check(
            "-std=gnu99 -DA=1 -D B -UC -ansi -fwrapv -fPIC -m32 -O2 -Wall -Wextra -g -MD -MF a.d -MT a.o -o a.o -c a.c",
            expect!["-std=gnu99 -DA=1 -DB -UC -ansi; wrapv PIC; Some(Ilp32)"],
        );
        check("-o -DA.o -m32 -m64 -x c", expect!["; ; Some(Lp64)"]);
    }
}
