//! Tokens, and what is none.

use super::super::tokens::Kind;
use super::super::{Spelling, lex};

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let lexed = lex("a.c", text);
    assert_eq!(lexed.errors, []);
    let tokens = lexed.tokens.iter().filter(|token| token.kind != Kind::End);
    let found: Vec<&str> = tokens.map(|token| &text[token.start as usize..token.end as usize]).collect();
    assert_eq!(found, expected);
}

#[test]
fn tokens_are_the_longest_that_there_are() {
    check("a+++b->c<<=d...e", &["a", "++", "+", "b", "->", "c", "<<=", "d", "...", "e"]);
    check("x<:0:>=<%1%>", &["x", "<:", "0", ":>", "=", "<%", "1", "%>"]);
    check("1'000 0x1p-3 1e+5 .5f 0xe+1 1..2", &["1'000", "0x1p-3", "1e+5", ".5f", "0xe", "+", "1", "1..2"]);
    check("L\"a\" u8\"b\" U'c' R \"d\"", &["L\"a\"", "u8\"b\"", "U'c'", "R", "\"d\""]);
    check("größe $x _a1", &["größe", "$x", "_a1"]);
}

#[test]
fn comments_markers_and_pragmas_are_no_tokens() {
    check("a /* b\n c */ d // e\nf", &["a", "d", "f"]);
    check("# 1 \"x.c\"\nint a;\n#pragma once\n#ident \"x\"\n;", &["int", "a", ";", ";"]);
    check("\"/* no */\" '\"' x", &["\"/* no */\"", "'\"'", "x"]);
    check("a \\\n b // c \\\n d\ne", &["a", "b", "e"]);
    check("__extension__ int a; _Pragma(\"once\") int b;", &["int", "a", ";", "int", "b", ";"]);
}

#[test]
fn markers_name_file_and_line() {
    let lexed = lex("a.i", "int x;\n# 7 \"b.c\" 2\nint y;\n");
    let line = lexed.lines[lexed.line_idx(19)];
    assert_eq!((lexed.files[line.file].as_str(), line.number), ("b.c", 7));
}

#[test]
fn annotations_lead_to_the_token_behind_them() {
    let text =
        "/*@ assert x; */ /* no */\n# 3 \"b.c\"\n  return x; //@ ensures y\n__CPROVER_requires(a (b)) {";
    let lexed = lex("a.c", text);
    let found: Vec<_> =
        lexed.annotations.iter().map(|it| (it.spelling, it.text.trim(), &text[it.next..][..1])).collect();
    let expected = [
        (Spelling::Acsl, "assert x;", "r"),
        (Spelling::Acsl, "ensures y", "{"),
        (Spelling::Cprover, "__CPROVER_requires(a (b))", "{"),
    ];
    assert_eq!(found, expected);
    assert!(lexed.annotations.iter().all(|it| text[it.start..].starts_with(&it.text)));
}

#[test]
fn packing_holds_from_a_token_on() {
    let lexed = lex(
        "a.c",
        "a\n#pragma pack(push, 2)\nb _Pragma(\"pack(pop)\") c\n#pragma pack(4)\n#pragma pack()\nd",
    );
    assert_eq!(lexed.packs, [(1, Some(2)), (2, None), (3, Some(4)), (3, None)]);
}

#[test]
fn what_has_no_end_is_an_error() {
    let errors = |text: &str| lex("a.c", text).errors;
    assert_eq!(errors("a /* b"), [(2, "comment without end".to_owned())]);
    assert_eq!(errors("'a\nb"), [(0, "character without closing quote".to_owned())]);
    assert_eq!(errors("\"a\\"), [(0, "string without closing quote".to_owned())]);
    assert_eq!(errors("#define A"), [(0, "directive #define A was not preprocessed".to_owned())]);
    assert_eq!(errors(&"-".repeat(300)).len(), 1);
    assert_eq!(errors(&"(".repeat(300)).len(), 1);
}
