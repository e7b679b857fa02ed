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
//! reads ([`trees`]), and terms ([`print`]).

mod config;
mod text;

mod ast;
mod precedence;

mod lexer;
mod parser;

mod builtin;
mod scope;
mod types;

mod record;

mod expressions;
mod translator;

mod calls;
mod graph;
mod procedures;
mod statements;

mod translate;

mod sites;
mod trees;
mod unit;

pub(crate) mod print;

#[cfg(test)]
mod tests;

pub use config::Config;
pub use translate::translate;
pub use unit::unit;
