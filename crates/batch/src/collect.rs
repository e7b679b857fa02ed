//! From what the command line names to submissions.

use std::fs;
use std::path::{Path, PathBuf};

use faultscope_ir::Diagnostic;

use crate::glob::{self, entries, is_hidden};
use crate::naming;
use crate::sources::{files_of, is_source, sources_below};
use crate::submission::Submission;
use crate::table;

const WHAT_TO_NAME: &str = "name a folder with a folder or a C file for each submission, a table (`.csv`, `.tsv`), or a pattern \
                            such as `'*/main.c'`";

/// The submissions that are named: one folder with a folder or a file for each, a table, or several files, folders and
/// patterns, each of which is a submission.
///
/// # Errors
/// Where something is not there, or no submission is.
pub fn submissions(named: &[PathBuf]) -> Result<Vec<Submission>, Diagnostic> {
    if named.is_empty() {
        return Err(Diagnostic::error("no submission is named").with_hint(WHAT_TO_NAME));
    }
    if let [one] = named {
        if is_table(one) {
            let bytes = fs::read(one).map_err(|error| cannot_read(one, &error.to_string()))?;
            let found = table::submissions(one, &String::from_utf8_lossy(&bytes))?;
            return if found.is_empty() { Err(nothing(one)) } else { Ok(found) };
        }
        if one.is_dir() {
            return from_paths(&within(one))
                .and_then(|it| if it.is_empty() { Err(nothing(one)) } else { Ok(it) });
        }
    }
    let mut paths = Vec::new();
    for path in named {
        match path.exists() {
            true => paths.push(path.clone()),
            false if glob::is_pattern(path) => {
                // A pattern that matches folders with other things means those that are submissions.
                let found = glob::matches(path).into_iter().filter(|it| is_submission(it));
                let before = paths.len();
                paths.extend(found);
                if paths.len() == before {
                    return Err(Diagnostic::error(format!("no C file matches `{}`", path.display())));
                }
            }
            false => return Err(cannot_read(path, "there is no such file or folder")),
        }
    }
    paths.sort();
    paths.dedup();
    from_paths(&paths)
}

fn is_table(path: &Path) -> bool {
    path.is_file()
        && path.extension().is_some_and(|it| it.eq_ignore_ascii_case("csv") || it.eq_ignore_ascii_case("tsv"))
}

fn cannot_read(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error(format!("cannot read `{}`: {why}", path.display())).with_hint(WHAT_TO_NAME)
}

fn nothing(path: &Path) -> Diagnostic {
    let hint = "each C file in it is a submission, and so is each folder in it that has C files";
    Diagnostic::error(format!("there are no submissions in `{}`", path.display())).with_hint(hint)
}

/// The submissions in a folder.
fn within(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|it| !is_hidden(it) && is_submission(it)).collect()
}

fn is_submission(path: &Path) -> bool {
    if path.is_dir() { !sources_below(path).is_empty() } else { is_source(path) }
}

fn from_paths(paths: &[PathBuf]) -> Result<Vec<Submission>, Diagnostic> {
    let names = naming::names(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    let submission = |(path, name): (&PathBuf, String)| {
        let (files, beside) = files_of(std::slice::from_ref(path)).map_err(Diagnostic::error)?;
        Ok(Submission { name, files, tests: None, beside })
    };
    paths.iter().zip(names).map(submission).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn with(files: &[&str]) -> Folder {
            let folder = tempfile::tempdir().expect("a temporary folder");
            for file in files {
                let path = folder.path().join(file);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, "program\nann/a.c\n").expect("a file");
            }
            Folder(folder)
        }

        /// Each submission as `name: files`, or what is wrong.
        fn found(&self, named: &[&str]) -> Vec<String> {
            let named: Vec<PathBuf> = named.iter().map(|it| self.0.path().join(it)).collect();
            let short = |it: &PathBuf| it.strip_prefix(self.0.path()).expect("below").display().to_string();
            let shown = |it: &Submission| {
                format!("{}: {}", it.name, it.files.iter().map(short).collect::<Vec<_>>().join(" "))
            };
            match submissions(&named) {
                Ok(found) => found.iter().map(shown).collect(),
                Err(error) => vec![error.message.replace(&format!("{}/", self.0.path().display()), "")],
            }
        }
    }

    #[test]
    fn a_folder_has_folders_or_files() {
        let folder = Folder::with(&[
            "s/ann/b.c",
            "s/ann/a.c",
            "s/ann/t/1.in",
            "s/bob/x/m.c",
            "s/.git/x.c",
            "s/doc/n",
            "f/a.c",
            "f/b.c",
        ]);
        assert_eq!(folder.found(&["s"]), ["ann: s/ann/a.c s/ann/b.c", "bob: s/bob/x/m.c"]);
        assert_eq!(folder.found(&["f"]), ["a: f/a.c", "b: f/b.c"]);
    }

    #[test]
    fn several_paths_and_patterns_are_a_submission_each() {
        let folder = Folder::with(&["s/ann/a.c", "s/bob/a.c", "s/bob/b.c"]);
        assert_eq!(folder.found(&["s/*/a.c"]), ["ann: s/ann/a.c", "bob: s/bob/a.c"]);
        assert_eq!(folder.found(&["s/ann", "s/bob"]), ["ann: s/ann/a.c", "bob: s/bob/a.c s/bob/b.c"]);
        assert_eq!(folder.found(&["s/bob/b.c"]), ["b: s/bob/b.c"]);
    }

    #[test]
    fn what_is_not_there_is_said() {
        let folder = Folder::with(&["s/ann/n", "s/x.txt", "t.csv", "e.tsv"]);
        assert_eq!(folder.found(&["s"]), ["there are no submissions in `s`"]);
        assert_eq!(folder.found(&["no"]), ["cannot read `no`: there is no such file or folder"]);
        assert_eq!(folder.found(&["*.c"]), ["no C file matches `*.c`"]);
        assert_eq!(folder.found(&["t.csv"]), ["`t.csv`, line 2: there is no `ann/a.c`"]);
    }
}
