//! Which flags of a program the compiler is given.
//!
//! A compile line may come from a stranger. Flags can load code (`-fplugin=`, `-wrapper`, `-specs=`, `-B`), hand words to other programs
//! (`-Wp,`, `-Wl,`, `-Xclang`), read more flags from a file (`@file`) and write files (`-o`, `-MF`, `-fdump-…`). So a flag is passed only
//! where it is on a list of those that say what the program means, and each one as a single word, so that no value of a flag is read as
//! a word of its own.

use std::path::{Path, PathBuf};

/// Flags that name a folder with headers.
const FOLDERS: [&str; 3] = ["-iquote", "-isystem", "-I"];

/// Flags that define a macro or take it away.
const MACROS: [&str; 2] = ["-D", "-U"];

/// Flags without a value.
const PLAIN: [&str; 5] = ["-m32", "-m64", "-fsigned-char", "-funsigned-char", "-fwrapv"];

/// The flags of a program that the compiler is given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// One word each.
    pub(super) words: Vec<String>,
    /// What `-include` names.
    pub(super) included: Vec<String>,
}

/// Those of these words that the compiler is given.
pub(super) fn allowed(arguments: &[String]) -> Flags {
    let mut flags = Flags::default();
    let mut words = arguments.iter().filter(|it| !it.contains(['\n', '\r', '\0']));
    while let Some(word) = words.next() {
        let mut valued = |option: &str| match word.strip_prefix(option) {
            Some("") => words.next().cloned(),
            rest => rest.map(str::to_owned),
        };
        if PLAIN.contains(&word.as_str()) || is_standard(word) {
            flags.words.push(word.clone());
        } else if word.starts_with("-include-") {
            // A flag of clang that loads a file which a compiler has made.
            words.next();
        } else if let Some(header) = valued("-include") {
            flags.included.push(header);
        } else if let Some((option, folder)) = FOLDERS.iter().find_map(|it| Some((it, valued(it)?))) {
            if !folder.is_empty() {
                flags.words.push(format!("{option}{}", operand(Path::new(&folder)).display()));
            }
        } else if let Some((option, text)) = MACROS.iter().find_map(|it| Some((it, valued(it)?)))
            && !text.is_empty()
        {
            flags.words.push(format!("{option}{text}"));
        }
    }
    flags
}

/// A path as a word that is no flag and names no file with flags.
pub(super) fn operand(path: &Path) -> PathBuf {
    if path.is_relative() { Path::new(".").join(path) } else { path.to_owned() }
}

/// Whether a word names a standard.
fn is_standard(word: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == ':';
    word.strip_prefix("-std=").is_some_and(|it| !it.is_empty() && it.chars().all(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(arguments: &[&str], words: &[&str], included: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
        let flags = allowed(&arguments);
        assert_eq!(flags.words, words);
        assert_eq!(flags.included, included);
    }

    #[test]
    fn what_says_what_the_program_means_is_passed_in_one_word_each() {
        check(
            &["-I", "inc", "-I/usr/x", "-iquote", "q", "-isystemsys", "-DA=1", "-D", "B", "-U", "C"],
            &["-I./inc", "-I/usr/x", "-iquote./q", "-isystem./sys", "-DA=1", "-DB", "-UC"],
            &[],
        );
        let as_they_are = [
            "-std=gnu11",
            "-std=iso9899:1990",
            "-m32",
            "-m64",
            "-fwrapv",
            "-funsigned-char",
            "-fsigned-char",
        ];
        check(&as_they_are, &as_they_are, &[]);
        check(&["-include", "a.h", "-includeb.h"], &[], &["a.h", "b.h"]);
    }

    #[test]
    fn what_runs_code_is_not_passed() {
        check(
            &["-fplugin=./x.so", "-fplugin-arg-x-y=1", "-wrapper", "sh,-c,id", "-no-canonical-prefixes"],
            &[],
            &[],
        );
        check(&["-specs=evil", "--specs=evil", "-specs", "evil", "-B.", "-B", ".", "--sysroot=/x"], &[], &[]);
        check(&["-Wp,-fplugin=x", "-Wl,-o,x", "-Wa,x", "-Xclang", "-load", "-Xclang", "x.so"], &[], &[]);
        check(&["-include-pch", "x.pch", "-std=c11;id", "-std="], &[], &[]);
    }

    #[test]
    fn no_file_with_flags_is_read() {
        check(&["@flags", "-D", "@flags", "-I", "@flags"], &["-D@flags", "-I./@flags"], &[]);
        check(&["-DA\n@flags", "-I", "-fplugin=x"], &["-I./-fplugin=x"], &[]);
    }

    #[test]
    fn what_writes_files_or_changes_the_warnings_is_not_passed() {
        check(
            &["-o", "x", "-MD", "-MF", "x.d", "-save-temps", "-fdump-tree-all", "-pg", "-E", "-c"],
            &[],
            &[],
        );
        check(&["-Werror", "-w", "-O3", "-fsanitize=address", "-imacros", "x", "-idirafter", "x"], &[], &[]);
    }

    #[test]
    fn a_flag_without_its_value_is_left_out() {
        check(&["-I"], &[], &[]);
        check(&["-m32", "-D"], &["-m32"], &[]);
        check(&["-include"], &[], &[]);
    }
}
