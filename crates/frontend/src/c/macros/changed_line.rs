//! Preprocessed text of which one line reads differently.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::parser::lex;
use super::super::tokens::{Token, TokenKind, tokens};
use super::relevant::{defined, undefined, words};

/// What the preprocessor makes of a file that it has read before, where one line of `old`, the text named `name`, is another in
/// `new` and nothing but names of constants is replaced in both; none where that is not certain, and it has to be asked.
///
/// `preprocessed` is its output with the definitions in it; of those that nothing in `originals` mentions some may be missing.
/// Other names of the new line have to be names to the preprocessor: there is no definition of them, they stand in the output,
/// and in one of the originals. Of blanks and of comments it may make something else.
pub fn with_changed_line(
    preprocessed: &str,
    originals: &[(String, String)],
    name: &str,
    old: &str,
    new: &str,
) -> Option<String> {
    let (number, old, new) = changed_line(old, new)?;
    // There are no comments of one line in C90.
    if old.contains("//") != new.contains("//") {
        return None;
    }
    let (old_tokens, new_tokens) = (plain(old)?, plain(new)?);
    let stays_open = |(other, text): &(String, String)| {
        // Comments stay in the output where there are annotations, and one file may have two names.
        let is_annotated = text.contains("/*@") || text.contains("//@");
        is_annotated || gives_numbers(text) || other != name && base_name(other) == base_name(name)
    };
    if originals.iter().any(stays_open) || changes_macros(preprocessed) {
        return None;
    }
    // What begins with a parenthesis may be what a macro's name on an earlier line waits for.
    if new_tokens.first()?.text(new) == "(" {
        return None;
    }
    let lexed = lex("", preprocessed);
    let file = lexed.files.iter().position(|it| it == name)?;
    let ends = lexed.lines.iter().skip(1).map(|it| it.start).chain([preprocessed.len()]);
    let mut of_line = lexed.lines.iter().zip(ends).filter(|(line, _)| {
        let is_directive = || preprocessed[line.start..].trim_start().starts_with('#');
        line.file == file && line.number == number && !is_directive()
    });
    let (Some((line, end)), None) = (of_line.next(), of_line.next()) else { return None };
    let output = preprocessed.get(line.start..end)?;
    let definitions = definitions(preprocessed, line.start);
    let old = expanded(old, &old_tokens, &definitions)?;
    if !texts(&tokens(output), output).eq(texts(&tokens(&old), &old)) {
        return None;
    }
    if !names_are_plain(preprocessed, originals, &definitions, &new_tokens, new) {
        return None;
    }
    let new = expanded(new, &new_tokens, &definitions)?;
    Some([&preprocessed[..line.start], &new, "\n", &preprocessed[end..]].concat())
}

/// Whether a file may say itself which number its lines have (6.10.4).
fn gives_numbers(text: &str) -> bool {
    let tokens = tokens(text);
    let gives = |it: &[Token]| {
        it[0].text(text) == "#" && (it[1].text(text) == "line" || it[1].kind == TokenKind::Number)
    };
    // `#` may be spelled in other ways.
    text.contains("%:") || text.contains("??=") || tokens.windows(2).any(gives)
}

/// The last part of a path.
fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Whether there is a pragma (GNU) that gives a macro the definition back that it had, or forbids a name.
fn changes_macros(preprocessed: &str) -> bool {
    let mut pragmas = preprocessed.lines().filter_map(|it| it.trim_start().strip_prefix("#pragma"));
    pragmas.any(|it| it.contains("pop_macro") || it.contains("poison"))
}

/// What is known of names that a preprocessed text defines, or whose definitions it ends: the constant, tokens without names,
/// where that is all it ever is and it is defined before `end`.
fn definitions(preprocessed: &str, end: usize) -> FxHashMap<&str, Option<&str>> {
    let mut definitions = FxHashMap::default();
    let mut start = 0;
    for line in preprocessed.split_inclusive('\n') {
        if let Some(name) = defined(line).or_else(|| undefined(line)) {
            let constant = constant(line, name).filter(|_| start < end && !definitions.contains_key(name));
            definitions.insert(name, constant);
        }
        start += line.len();
    }
    definitions
}

/// The tokens that a `#define` defines a name to be, where there are no names among them.
fn constant<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let body = line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' ')?.trim();
    let tokens = plain(body)?;
    (!tokens.is_empty() && tokens.iter().all(|it| it.kind != TokenKind::Name)).then_some(body)
}

/// The code of a line with constants in place of their names; none where another macro may be in it.
fn expanded(line: &str, tokens: &[Token], definitions: &FxHashMap<&str, Option<&str>>) -> Option<String> {
    let mut expanded = String::with_capacity(line.len());
    let mut at = 0;
    for token in tokens {
        let Some(constant) = definitions.get(token.text(line)) else { continue };
        expanded.push_str(line.get(at..token.start as usize)?);
        // Tokens stay apart.
        expanded.extend([" ", (*constant)?, " "]);
        at = token.end as usize;
    }
    expanded.push_str(line.get(at..tokens.last()?.end as usize)?);
    Some(expanded)
}

/// The number, from 1, of the only line that differs, and what it is in both.
fn changed_line<'a>(old: &'a str, new: &'a str) -> Option<(u32, &'a str, &'a str)> {
    let mut numbers = 1..;
    let (mut old, mut new) = (old.lines(), new.lines());
    let mut changed = None;
    loop {
        let number = numbers.next()?;
        match (old.next(), new.next()) {
            (None, None) => return changed,
            (Some(old), Some(new)) if old == new => {}
            (Some(old), Some(new)) if changed.is_none() => changed = Some((number, old, new)),
            _ => return None,
        }
    }
}

/// The tokens of a line that cannot begin or end anything but tokens and comments: it begins with a token, and has no directive, no
/// comment that goes on, no annotation, no continuation, nothing that is spelled in another way (5.2.1.1, 6.4.3, 6.4.6).
fn plain(line: &str) -> Option<Vec<Token>> {
    let means_more = ["#", "\\", "??", "%:", "/*@", "//@", "\r"];
    if means_more.iter().any(|it| line.contains(it)) {
        return None;
    }
    let tokens = tokens(line);
    let (first, last) = (tokens.first()?, tokens.last()?);
    let is_whole = |it: &Token| {
        let text = it.text(line);
        it.kind != TokenKind::Quoted || text.len() > 1 && text.ends_with(&text[..1])
    };
    // Where a comment of an earlier line ends here.
    let ends_comment =
        |it: &[Token]| it[0].end == it[1].start && (it[0].text(line), it[1].text(line)) == ("*", "/");
    // The prefix of a text or a character, which may be a macro's name, too.
    let has_prefix = |it: &[Token]| {
        it[1].kind == TokenKind::Quoted && it[0].end == it[1].start && it[0].kind != TokenKind::Sign
    };
    let is_plain = line[..first.start as usize].trim().is_empty()
        && !tokens.windows(2).any(has_prefix)
        && tokens.iter().all(is_whole)
        && !tokens.windows(2).any(ends_comment)
        && is_closed(&line[last.end as usize..]);
    is_plain.then_some(tokens)
}

/// Whether comments, of which a text consists, end in it.
fn is_closed(mut comments: &str) -> bool {
    loop {
        comments = comments.trim_start();
        match comments.strip_prefix("/*").map(|it| it.split_once("*/")) {
            Some(Some((_, rest))) => comments = rest,
            Some(None) => return false,
            None => return !comments.contains("/*") && !comments.contains("*/"),
        }
    }
}

fn texts<'a>(tokens: &'a [Token], text: &'a str) -> impl Iterator<Item = &'a str> {
    tokens.iter().map(|it| it.text(text))
}

/// Whether no name among these tokens is one of a macro, but for those whose definitions are known.
fn names_are_plain(
    preprocessed: &str,
    originals: &[(String, String)],
    definitions: &FxHashMap<&str, Option<&str>>,
    names: &[Token],
    text: &str,
) -> bool {
    let names = names.iter().filter(|it| it.kind == TokenKind::Name).map(|it| it.text(text));
    let mut open: FxHashSet<&str> = names.filter(|it| !definitions.contains_key(it)).collect();
    let is_mentioned = |name: &str| originals.iter().any(|(_, text)| words(text).any(|it| it == name));
    if !open.iter().all(|name| is_mentioned(name)) {
        return false;
    }
    for token in tokens(preprocessed).iter().filter(|it| !it.in_directive && it.kind == TokenKind::Name) {
        open.remove(token.text(preprocessed));
    }
    open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the output of a file reads like behind a change of its third line, where that is certain.
    #[track_caller]
    fn check(output: &str, line: &str, changed: &str, expected: Option<&str>) {
        let file = |line: &str| format!("#define TWO 2\n#define ID(x) x\n{line}\n#define LATER 3\n");
        let header = "extern int other, y, max;\n#define max (3)\n#define TWICE 1\n#undef TWICE\n".to_owned();
        let (old, new) = (file(line), file(changed));
        let originals = [("a.c".to_owned(), old.clone()), ("h.h".to_owned(), header.clone())];
        let given = |line: &str| {
            let file = file(line);
            format!("# 1 \"h.h\" 1\n{header}# 1 \"a.c\" 2\n{file}")
        };
        let found = with_changed_line(&given(output), &originals, "a.c", &old, &new);
        assert_eq!(found, expected.map(given));
    }

    #[test]
    fn a_line_without_macros_stays_as_it_is() {
        check(
            " int x = y + 1;",
            "  int x  = y+1; // why",
            "  int x  = other+1; // why",
            Some("  int x  = other+1;"),
        );
        check(
            "int x = y;",
            "int x /* of */ = y; /* 1 */ // 2",
            "int x /* of */ = 3; /* 1 */ // 2",
            Some("int x /* of */ = 3;"),
        );
        check("int x = 2;", "int x = TWO;", "int x = -TWO + max;", Some("int x = - 2  +  (3) ;"));
        check("int x = 'a';", "int x = 'a';", "int x = 'b' + y;", Some("int x = 'b' + y;"));
    }

    #[test]
    fn what_the_preprocessor_may_change_is_left_to_it() {
        // A macro before or after, of this file, of the compiler, of nobody here, or that is no constant everywhere.
        check("int x = y;", "int x = ID(y);", "int x = 3;", None);
        check("int x = y;", "int x = y;", "int x = ID(y);", None);
        check("int x = y;", "int x = y;", "int x = LATER;", None);
        check("int x = y;", "int x = y;", "int x = TWICE;", None);
        check("int x = 9;", "int x = TWO;", "int x = 3;", None);
        check("int x = y;", "int x = y;", "int x = __LINE__;", None);
        check("int x = y;", "int x = y;", "int x = unix;", None);
        // What reaches beyond the line, or into it.
        check("int x = y;", "int x = y; /* */", "*/ int x = y;", None);
        check("int x = y;", "int x = y; /*", "int x = y; // */ int x = 3;", None);
        check("int x = y;", "int x = y; // */ int x = y;", "int x = 3; // */ int x = y;", None);
        check("int x = y;", "/* */ int x = y;", "/* */ int x = 3;", None);
        check("int x = y;", "int x = y;", "int x = TWO'a';", None);
        check("int x = y;", "int x = y;", "int x = 3; // why", None);
        check("int x = y;", "int x = y; //@ assert x;", "int x = 3; //@ assert x;", None);
        check("int x = y;", "int x = y;", "int x = y; /*", None);
        check("int x = y;", "int x = y;", "int x = y; \\", None);
        check("int x = y;", "int x = y;", "# define y", None);
        check("int x = y;", "int x = y;", "int x = 'y;", None);
        check("x = y;", "x = y;", "(x = y);", None);
        // Nothing of it is in the output: an argument that was moved, or a group that is left out.
        check("", "int x = y;", "int x = other;", None);
    }

    #[test]
    fn a_line_that_is_there_twice_is_left_to_it() {
        let (old, new) = ("int x = y;\n", "int x = x;\n");
        let originals = [("a.c".to_owned(), old.to_owned())];
        let once = "# 1 \"a.c\"\nint x = y;\n";
        assert_eq!(with_changed_line(once, &originals, "a.c", old, new), Some(format!("# 1 \"a.c\"\n{new}")));
        assert_eq!(with_changed_line(&once.repeat(2), &originals, "a.c", old, new), None);
    }

    #[test]
    fn a_file_that_numbers_its_lines_is_left_to_it() {
        let changed = |before: &str| {
            let (old, new) = (format!("{before}int x = y;\n"), format!("{before}int x = x;\n"));
            let originals = [("a.c".to_owned(), old.clone())];
            with_changed_line(&format!("# 1 \"a.c\"\n{before}int x = y;\n"), &originals, "a.c", &old, &new)
        };
        assert!(changed("int y;\n").is_some());
        // The line that counts as the second one is not the second.
        for numbered in ["# line 1", "#/**/line 1", "/**/ #line 1", "%:line 1", "#\\\nline 1", "# 1 \"b.c\""]
        {
            assert_eq!(changed(&format!("{numbered}\nint x = y;\n")), None, "{numbered}");
        }
        assert_eq!(changed("#pragma pop_macro(\"x\")\n"), None);
        assert_eq!(changed("#pragma GCC poison x\n"), None);
    }

    #[test]
    fn what_another_file_says_is_left_to_it() {
        let (old, new) = ("int y;\nint x = y;\n", "int y;\nint x = x;\n");
        let changed = |other: &str, text: &str| {
            let originals = [("d/a.c".to_owned(), old.to_owned()), (other.to_owned(), text.to_owned())];
            with_changed_line(&format!("# 1 \"d/a.c\"\n{old}"), &originals, "d/a.c", old, new)
        };
        assert!(changed("d/b.h", "int z;\n").is_some());
        // The same file by another name, lines of this file there, and comments that stay in the output.
        assert_eq!(changed("d/../d/a.c", old), None);
        assert_eq!(changed("d/b.h", "#line 2 \"d/a.c\"\n"), None);
        assert_eq!(changed("d/b.h", "int z; //@ assert z;\n"), None);
    }

    #[test]
    fn only_one_line_may_change() {
        assert_eq!(changed_line("a\nb\nc", "a\nd\nc"), Some((2, "b", "d")));
        assert_eq!(changed_line("a\nb", "c\nd"), None);
        assert_eq!(changed_line("a\nb", "a\nb\nc"), None);
        assert_eq!(changed_line("a\nb", "a\nb"), None);
    }
}
