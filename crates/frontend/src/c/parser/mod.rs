//! The parser of C: C89 to C23 with GNU's extensions, by recursive descent.
//!
//! The text is read as tokens (`lexer`), which leave comments, line markers and pragmas out; the productions are functions
//! whose comments show the grammar, with the clause of the C23 standard or with GNU; what comes out is a tree (`ast`) whose
//! places are those of the text. Names of types are told from others while reading (`scope`), so that nothing is read
//! twice but a few tokens.
//!
//! An error is told where it stands; reading goes on behind the statement, declaration or member, so that several are told.
//! What parses and has no meaning here is refused by name later, where names and types are known.

pub(super) mod ast;
mod tokens;

mod lexer;

mod errors;
mod scope;
mod state;

mod declarations;
mod declarators;
mod expressions;
mod literals;
mod records;
mod specifiers;
mod statements;

pub(super) mod visit;

#[cfg(test)]
mod tests;

pub(super) use errors::SyntaxError;
pub(super) use lexer::{Comment, Lexed, Line, Spelling, lex};

use errors::MAX_ERRORS;
use state::Parser;

/// Parses a file; what is wrong with it where that fails.
pub(super) fn parse(text: &str, lexed: &Lexed) -> Result<ast::TranslationUnit, Vec<SyntaxError>> {
    if !lexed.errors.is_empty() {
        let error = |(start, message): &(usize, String)| SyntaxError {
            span: ast::Span { start: *start, end: start + 1 },
            message: message.clone(),
            hint: None,
        };
        return Err(lexed.errors.iter().take(MAX_ERRORS).map(error).collect());
    }
    let mut parser = Parser::new(text, lexed);
    let unit = parser.translation_unit();
    let errors = parser.errors.into_list();
    if errors.is_empty() { Ok(unit) } else { Err(errors) }
}

/// Parses a text of our own; none where it is no C.
pub(super) fn parse_text(text: &str) -> Option<ast::TranslationUnit> {
    parse(text, &lex("", text)).ok()
}
