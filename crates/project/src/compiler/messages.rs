//! Warnings from what a compiler prints.
//!
//! `file:line:column: warning: message [-Wflag]` is common to all versions of GCC and Clang. (GCC has documents in JSON and SARIF for the
//! same from version 9 and 13 on, with fields that change between versions.)

use faultscope_ir::compiler::{CompilerNote, CompilerWarning, plain_name};

/// What a compiler has printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Messages {
    /// The warnings, each once.
    pub(super) warnings: Vec<CompilerWarning>,
    /// The first error, with its place.
    pub(super) error: Option<String>,
}

/// The kind of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Warning,
    Note,
    Error,
}

/// What stands in front of each kind of message.
const KINDS: [(&str, Kind); 4] = [
    (": warning: ", Kind::Warning),
    (": note: ", Kind::Note),
    (": error: ", Kind::Error),
    (": fatal error: ", Kind::Error),
];

/// Reads what a compiler has printed.
pub(super) fn messages(text: &str) -> Messages {
    let mut messages = Messages::default();
    let mut current: Option<CompilerWarning> = None;
    for line in text.lines() {
        let Some((kind, place, message)) = message(line) else { continue };
        match (kind, position(place)) {
            (Kind::Warning, Some((file, line, column))) => {
                add(&mut messages.warnings, current.take());
                let (message, flag) = without_flags(message);
                let (file, message) = (plain_name(file).to_owned(), message.to_owned());
                current = Some(CompilerWarning { file, line, column, flag, message, notes: Vec::new() });
            }
            (Kind::Note, Some((file, line, column))) => {
                let (file, message) = (plain_name(file).to_owned(), message.to_owned());
                let note = CompilerNote { file, line, column, message };
                current.iter_mut().for_each(|it| it.notes.push(note.clone()));
            }
            (Kind::Warning | Kind::Note, None) => {}
            (Kind::Error, _) => {
                add(&mut messages.warnings, current.take());
                messages.error.get_or_insert_with(|| format!("{}: {message}", plain_name(place)));
            }
        }
    }
    add(&mut messages.warnings, current);
    messages
}

/// Adds a warning that is not there: a header is compiled with each file that includes it, and code that the compiler copies is looked at
/// more than once.
pub(super) fn add(warnings: &mut Vec<CompilerWarning>, warning: Option<CompilerWarning>) {
    let Some(warning) = warning else { return };
    let key =
        |it: &CompilerWarning| (it.line, it.column, it.file.clone(), it.flag.clone(), it.message.clone());
    if !warnings.iter().any(|it| key(it) == key(&warning)) {
        warnings.push(warning);
    }
}

/// The kind of a line, the place in front of its message, and the message.
fn message(line: &str) -> Option<(Kind, &str, &str)> {
    let found = KINDS.iter().filter_map(|(mark, kind)| Some((line.find(mark)?, mark, *kind)));
    let (at, mark, kind) = found.min_by_key(|(at, ..)| *at)?;
    Some((kind, &line[..at], line[at + mark.len()..].trim_end()))
}

/// The file, line and column that a text names; the column is 1 where it names none.
fn position(text: &str) -> Option<(&str, u32, u32)> {
    let (front, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let with_column = front.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?, last)));
    let (file, line, column) = with_column.unwrap_or((front, last, 1));
    (!file.is_empty() && line > 0).then_some((file, line, column.max(1)))
}

/// A message without the option behind it and without the number of the weakness (`[CWE-401]`); and the option.
fn without_flags(message: &str) -> (&str, Option<String>) {
    let (mut message, mut flag) = (message, None);
    while let Some((front, tag)) = message.strip_suffix(']').and_then(|it| it.rsplit_once(" [")) {
        // Where warnings are errors both options stand there.
        let named = tag.split(',').find(|it| it.starts_with("-W") && *it != "-Werror");
        match named {
            Some(named) => flag = flag.or_else(|| Some(named.trim_end_matches('=').to_owned())),
            None if tag.starts_with("CWE-") || tag == "-Werror" || tag == "enabled by default" => {}
            None => break,
        }
        message = front;
    }
    (message, flag)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, expect: Expect) {
        let messages = messages(text);
        let mut shown = String::new();
        for it in &messages.warnings {
            let flag = it.flag.as_deref().unwrap_or("no flag");
            shown += &format!("{} {} {} {flag}: {}\n", it.file, it.line, it.column, it.message);
            for note in &it.notes {
                shown += &format!("  {} {} {}: {}\n", note.file, note.line, note.column, note.message);
            }
        }
        shown += &messages.error.map(|it| format!("error: {it}\n")).unwrap_or_default();
        expect.assert_eq(&shown);
    }

    #[test]
    fn warnings_of_gcc_have_their_notes() {
        check(
            "./a.c: In function 'f':\n\
             ./a.c:5:9: warning: suggest parentheses around assignment used as truth value [-Wparentheses]\n\
             ./a.c:5:5: warning: this 'if' clause does not guard... [-Wmisleading-indentation]\n\
             ./a.c:7:9: note: ...this statement, but the latter is misleadingly indented as if it were guarded by the 'if'\n\
             ./a.c:12:79: warning: format '%s' expects argument of type 'char *', but argument 3 has type 'int' [-Wformat=]\n\
             ./a.c:11:70: warning: use after 'free' of 'p' [CWE-416] [-Wanalyzer-use-after-free]\n\
             ./a.c:11:32: note: (1) allocated here\n\
             ./a.c:11:53: note: (2) freed here\n\
             In function 'g',\n    inlined from 'main' at ./a.c:12:67:\n\
             ./a.c:11:70: warning: pointer 'p' used after 'free' [-Wuse-after-free]\n",
            expect![[r"
                a.c 5 9 -Wparentheses: suggest parentheses around assignment used as truth value
                a.c 5 5 -Wmisleading-indentation: this 'if' clause does not guard...
                  a.c 7 9: ...this statement, but the latter is misleadingly indented as if it were guarded by the 'if'
                a.c 12 79 -Wformat: format '%s' expects argument of type 'char *', but argument 3 has type 'int'
                a.c 11 70 -Wanalyzer-use-after-free: use after 'free' of 'p'
                  a.c 11 32: (1) allocated here
                  a.c 11 53: (2) freed here
                a.c 11 70 -Wuse-after-free: pointer 'p' used after 'free'
            "]],
        );
    }

    #[test]
    fn warnings_of_clang_are_read() {
        check(
            "./a.c:5:11: warning: using the result of an assignment as a condition without parentheses [-Wparentheses]\n\
             \x20   if (x = 3)\n\
             \x20       ~~^~~\n\
             ./a.c:5:11: note: place parentheses around the assignment to silence this warning\n\
             ./a.c:9:3: warning: expression result unused [-Werror,-Wunused-value]\n\
             2 warnings generated.\n",
            expect![[r"
                a.c 5 11 -Wparentheses: using the result of an assignment as a condition without parentheses
                  a.c 5 11: place parentheses around the assignment to silence this warning
                a.c 9 3 -Wunused-value: expression result unused
            "]],
        );
    }

    #[test]
    fn a_place_may_have_no_column_and_a_name_may_have_colons() {
        check(
            "C:\\x\\a b.c:3: warning: 'x' defined but not used\n\
             a:b:c.c:3:1: warning: left shift count >= width of type [enabled by default]\n",
            expect![[r"
                C:\x\a b.c 3 1 no flag: 'x' defined but not used
                a:b:c.c 3 1 no flag: left shift count >= width of type
            "]],
        );
    }

    #[test]
    fn what_is_quoted_in_a_message_is_no_message() {
        check(
            "a.c:1:2: warning: #warning b.c:7:7: note: c.c:1:1: error: x [-Wcpp]\n\
             a.c:2:2: warning: subscript of 'a[0]' is [1]\n\
             warning: no place\ncc1: some warnings being treated as errors\n",
            expect![[r"
                a.c 1 2 -Wcpp: #warning b.c:7:7: note: c.c:1:1: error: x
                a.c 2 2 no flag: subscript of 'a[0]' is [1]
            "]],
        );
    }

    #[test]
    fn the_same_warning_is_given_once_and_the_first_error_is_kept() {
        check(
            "a.h:1:2: warning: odd [-Wx]\na.h:1:2: warning: odd [-Wx]\n\
             ./b.c:1:10: fatal error: x.h: No such file or directory\ncompilation terminated.\n\
             ./b.c:2:10: error: another\n./b.c:2:10: note: of the error\n",
            expect![[r"
                a.h 1 2 -Wx: odd
                error: b.c:1:10: x.h: No such file or directory
            "]],
        );
    }
}
