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
//! flow ([`graph`], [`statements`], [`calls`], [`procedures`]), which together are the [`translation`]; what can be
//! changed ([`sites`], [`unit`]), how the change reads ([`trees`]), and how terms do ([`print`]).

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

mod translation;

mod choices;
mod record;
mod sites;
mod trees;
mod unit;

pub(crate) mod print;

pub mod outline;

#[cfg(test)]
mod tests;

use crate::Input;
use crate::sites::Unit;
pub use translation::{BoogieConfig, translate};

/// The edit sites of a program; none where it is none. Its origins are those of [`translate`].
pub fn unit(input: &Input, config: &BoogieConfig) -> Option<Box<dyn Unit>> {
    let unit = |translator: translator::Translator<'_>| sites::BoogieUnit::new(input, config, translator);
    let (translation, unit) = translation::run(input, config, unit);
    translation.program.and(unit).map(|unit| Box::new(unit) as Box<dyn Unit>)
}
