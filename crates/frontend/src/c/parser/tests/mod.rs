//! What is C, and what is said of what is not.

mod declarations;
mod errors;
mod expressions;
mod lexer;
mod robustness;
mod statements;

use super::ast::TranslationUnit;
use super::{lex, parse};

/// Takes a file for C.
#[track_caller]
fn check(text: &str) -> TranslationUnit {
    match parse(text, &lex("a.c", text)) {
        Ok(unit) => unit,
        Err(errors) => panic!("{errors:?}\n{text}"),
    }
}

/// Takes each of the lines for C by itself.
#[track_caller]
fn check_each(prelude: &str, lines: &[&str]) {
    for line in lines {
        check(&format!("{prelude}{line}\n"));
    }
}

/// Takes each of the texts as the body of a function.
#[track_caller]
fn check_bodies(prelude: &str, bodies: &[&str]) {
    for body in bodies {
        check(&format!("{prelude}void f(void) {{ {body} }}\n"));
    }
}

/// Takes none of the lines for C.
#[track_caller]
fn check_none(prelude: &str, lines: &[&str]) {
    for line in lines {
        let text = format!("{prelude}{line}\n");
        assert!(parse(&text, &lex("a.c", &text)).is_err(), "{text}");
    }
}
