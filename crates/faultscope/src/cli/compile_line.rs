//! Flags of a compiler among the arguments, so that a compile line can be pasted.
//!
//! What says how code is made, linked or warned about changes no answer, and is left out. What the preprocessor has to know goes
//! to it. `-I`, `-D`, `-f`, `-m32` and `-std` are options of the command itself.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Command};
use faultscope_project::compilation;

/// The option that hands a word to the preprocessor, which subcommands that read programs have.
const TO_PREPROCESSOR: &str = "--preprocessor=";

/// Flags for the preprocessor that take a word, or have it behind them.
const WITH_PATH: [&str; 5] = ["-isystem", "-iquote", "-idirafter", "-include", "-imacros"];

/// Flags that are left out with the word behind them, beside those that compile lines of a project have.
const IGNORED_WITH_WORD: [&str; 3] = ["-o", "-z", "-Xpreprocessor"];

/// Flags that are left out.
const IGNORED: [&str; 23] = [
    "-c",
    "-S",
    "-E",
    "-w",
    "-v",
    "-s",
    "-pg",
    "-pipe",
    "-pie",
    "-no-pie",
    "-static",
    "-static-pie",
    "-static-libgcc",
    "-shared",
    "-shared-libgcc",
    "-rdynamic",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nolibc",
    "-pedantic",
    "-pedantic-errors",
    "-save-temps",
];

/// What flags begin with that are left out.
const IGNORED_BEGINNINGS: [&str; 6] = ["-O", "-W", "-g", "-l", "-L", "-M"];

/// The command line without what says only how code is made.
pub(super) fn adapted(line: Vec<OsString>, command: &Command) -> Vec<OsString> {
    let subcommand = line.get(1).and_then(|name| command.find_subcommand(name));
    let Some(subcommand) = subcommand.filter(|it| it.get_arguments().any(|it| it.get_id() == "preprocessor"))
    else {
        return line;
    };
    let mut words = line.into_iter();
    let mut adapted: Vec<OsString> = words.by_ref().take(2).collect();
    while let Some(word) = words.next() {
        if word == "--" {
            adapted.push(word);
            break;
        }
        match word.to_str().map_or(Flag::Own, flag) {
            Flag::Own => {
                let takes_next = takes_next(&word, subcommand);
                adapted.push(word);
                adapted.extend(takes_next.then(|| words.next()).flatten());
            }
            Flag::Spelled(own) => adapted.push(own),
            Flag::Preprocessor(option, value) => {
                let value = match value {
                    Value::None => None,
                    Value::Behind(value) => Some(value),
                    Value::Next => words.next(),
                };
                adapted.extend(std::iter::once(option).chain(value).map(|it| prefixed(TO_PREPROCESSOR, &it)));
            }
            Flag::Ignored => {}
            Flag::IgnoredWithNext => drop(words.next()),
        }
    }
    adapted.extend(words);
    adapted
}

/// What is done with a word.
enum Flag {
    /// It is not the compiler's.
    Own,
    /// It is written in another way here.
    Spelled(OsString),
    Preprocessor(OsString, Value),
    Ignored,
    IgnoredWithNext,
}

/// Where the value of a flag stands.
enum Value {
    None,
    Behind(OsString),
    Next,
}

fn flag(word: &str) -> Flag {
    let to_preprocessor = |option: &str, value| Flag::Preprocessor(option.into(), value);
    if let Some(standard) = word.strip_prefix("--std=") {
        return Flag::Spelled(format!("-std={standard}").into());
    }
    if let Some(option) = WITH_PATH.iter().find(|it| word.starts_with(**it)) {
        return match &word[option.len()..] {
            "" => to_preprocessor(option, Value::Next),
            value => to_preprocessor(option, Value::Behind(value.trim_start_matches('=').into())),
        };
    }
    if let Some(name) = word.strip_prefix("-U") {
        let value = if name.is_empty() { Value::Next } else { Value::Behind(name.into()) };
        return to_preprocessor("-U", value);
    }
    match word {
        "-ansi" => Flag::Spelled("-std=c90".into()),
        _ if compilation::PLAIN.contains(&word) => to_preprocessor(word, Value::None),
        _ if IGNORED_WITH_WORD.contains(&word) || compilation::OTHERS.contains(&word) => {
            Flag::IgnoredWithNext
        }
        _ if IGNORED.contains(&word) || IGNORED_BEGINNINGS.iter().any(|it| word.starts_with(it)) => {
            Flag::Ignored
        }
        _ if is_of_machine(word) => Flag::Ignored,
        "-xc" => Flag::Ignored,
        _ => Flag::Own,
    }
}

/// `-march=native`, `-mavx2` and the like; not `-m32` and `-mx32`, which say how large types are.
fn is_of_machine(word: &str) -> bool {
    word.strip_prefix("-m")
        .is_some_and(|it| it != "x32" && it.starts_with(|it: char| it.is_ascii_alphabetic()))
}

/// Whether the value of an option of the command is the next word.
fn takes_next(word: &OsStr, command: &Command) -> bool {
    let Some(word) = word.to_str() else { return false };
    let takes_value = |it: &&Arg| it.get_action().takes_values();
    let mut options = command.get_arguments().filter(takes_value);
    match (word.strip_prefix("--"), word.strip_prefix('-')) {
        (Some(long), _) => options.any(|it| it.get_long() == Some(long)),
        (None, Some(short)) => options.any(|it| it.get_short().is_some_and(|it| it.to_string() == short)),
        (None, None) => false,
    }
}

fn prefixed(prefix: &str, word: &OsStr) -> OsString {
    let mut argument = OsString::from(prefix);
    argument.push(word);
    argument
}

#[cfg(test)]
mod tests {
    use super::super::arguments;
    use super::*;

    #[track_caller]
    fn check(line: &str, expect: &str) {
        let words = format!("faultscope {line}").split(' ').map(OsString::from).collect();
        let adapted = adapted(words, &arguments::command());
        let adapted: Vec<String> = adapted[1..].iter().map(|it| it.to_string_lossy().into_owned()).collect();
        assert_eq!(adapted.join(" "), expect);
    }

    #[test]
    fn what_changes_no_answer_is_left_out() {
        check("check a.c -O2 -Wall -Wextra -g -ggdb3 -std=c11 -lm -o prog -c", "check a.c -std=c11");
        check("check -march=native -mavx2 -m32 -pipe -pedantic -L /x -l m a.c", "check -m32 a.c");
        check("check a.c -fsanitize=address -fwrapv -MMD -MF a.d", "check a.c -fsanitize=address -fwrapv");
        check("run a.c -O2 --std=c99 -ansi", "run a.c -std=c99 -std=c90");
    }

    #[test]
    fn the_preprocessor_is_told_what_is_for_it() {
        check(
            "check a.c -UNDEBUG -include b.h -isystem/x -pthread -DX",
            "check a.c --preprocessor=-U --preprocessor=NDEBUG --preprocessor=-include --preprocessor=b.h \
             --preprocessor=-isystem --preprocessor=/x --preprocessor=-pthread -DX",
        );
    }

    #[test]
    fn values_of_options_are_left_alone() {
        check("check a.c --args -lm -O2", "check a.c --args -lm");
        check("check a.c --args=-lm -p build -I -O", "check a.c --args=-lm -p build -I -O");
        check("check -- -O2 -lm", "check -- -O2 -lm");
        check("doctor -O2", "doctor -O2");
    }
}
