//! ACSL, the specification language of C, and CBMC's spelling of contracts: from the text of an annotation to a tree.
//!
//! The front end for C finds the comments and hands out their texts; here is what they say ([`parse_comment`],
//! [`parse_clause`]). Names and types mean nothing yet, except that whoever parses says which names are types.
//!
//! What is read is the language of the ACSL manual, version 1.17. What is read and has no meaning here is kept in the tree
//! and named by whoever gives it a meaning, so that a message stands at its place.
//!
//! **Invariant:** parsing is total. Whatever the text, the answer is a tree, problems, or both.

pub mod ast;
mod lexer;
mod parser;

#[cfg(test)]
mod tests;

/// The name of predicates whose operators compute as those of C, and not as in mathematics.
pub const C_EXPRESSION: &str = "__faultscope_c_expression";

pub use parser::{Clause, Problem, Typenames, parse_clause, parse_comment};
