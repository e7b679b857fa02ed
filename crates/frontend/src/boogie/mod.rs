//! The Boogie front end: from program text to [`ir::Program`](faultscope_ir::Program).
//!
//! The program is taken as a whole: a call of an implemented procedure runs it, with its contract checked on the
//! way; a procedure without implementation is what its contract says. Loops run; their invariants are checked
//! whenever the head is reached. Integers are unbounded, `div` and `mod` Euclidean, variables start with any value.
//!
//! How things are encoded:
//! * maps with several indices are maps to maps;
//! * functions with a body are put in the place of their applications, others are constant maps;
//! * `old(g)` is a variable that keeps `g` from the start of the procedure or from before the call.
//!
//! What Boogie has and this front end has not (polymorphism, lambdas, datatypes, orders of constants, concurrency)
//! is read and ends the path that gets there, by name.
//!
//! The modules in reading order: places in the text ([`text`]), tokens ([`lexer`]), the tree ([`ast`]), its operators
//! ([`precedence`]) and its [`parser`]; types and names ([`types`], [`scope`]), declarations ([`translator`]), [`expressions`], and control
//! flow ([`graph`], [`statements`], [`calls`], [`procedures`]); what can be changed ([`sites`]), and how the change
//! reads ([`trees`]).

mod text;

mod ast;
mod precedence;

mod lexer;
mod parser;

mod builtin;
mod scope;
mod types;

mod expressions;
mod translator;

mod calls;
mod graph;
mod procedures;
mod statements;

mod sites;
mod trees;

#[cfg(test)]
mod tests;

use faultscope_ir::SourceMap;

use crate::sites::Unit;
use crate::{Input, Translation};

/// How to translate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// The procedure to start with. Without one it is `main`, `Main` or `ULTIMATE.start`, else the first
    /// implemented procedure that no other one calls.
    pub entry: Option<String>,
}

/// Translates a program of one or more files.
pub fn translate(input: &Input, config: &Config) -> Translation {
    run(input, config, |_| ()).0
}

/// The edit sites of a program; none where it is none. Its origins are those of [`translate`].
pub fn unit(input: &Input, config: &Config) -> Option<Box<dyn Unit>> {
    let unit = |translator: translator::Translator<'_>| sites::BoogieUnit::new(input, config, translator);
    let (translation, unit) = run(input, config, unit);
    translation.program.and(unit).map(|unit| Box::new(unit) as Box<dyn Unit>)
}

/// Translates a program, and does something with what is known of it then.
fn run<T>(
    input: &Input,
    config: &Config,
    finish: impl FnOnce(translator::Translator<'_>) -> T,
) -> (Translation, Option<T>) {
    let mut sources = SourceMap::default();
    let texts = text::Texts::new(&input.files, &mut sources);
    let mut reporter = text::Reporter::new(texts);
    let mut ast = ast::Ast::default();
    for (file, content) in input.files.iter().enumerate() {
        parser::parse(file as u32, &content.text, &mut ast, &mut reporter);
    }
    if reporter.has_errors() {
        return (Translation { program: None, sources, diagnostics: reporter.into_diagnostics() }, None);
    }
    let mut translator = translator::Translator::new(&ast, reporter, sources);
    translator.declare();
    let (program, mut translator) = translator.translate(config.entry.as_deref());
    let sources = std::mem::take(&mut translator.sources);
    let diagnostics = translator.reporter.take_diagnostics();
    (Translation { program, sources, diagnostics }, Some(finish(translator)))
}
