//! Rules: what is tried instead of what stands in a program, and how likely it is to be right.
//!
//! A rule has a pattern for what stands there, an alternative to it, and a weight; `a < b -> a <= b : 30` says that a
//! comparison may have missed its boundary. The built-in table is a text (`rules.txt`), and so is a table that replaces it;
//! one parser reads both. How rules are written: `docs/rules.md`.
//!
//! Rules need not be sound; they only have to be few and likely. Whether a change is a fix is decided by executing and
//! verifying the changed program.
//!
//! The annotation library of [1, section 3] is such a table. Its preferences among comparisons, the neighbouring boundary
//! before the turned comparison, are those of the built-in one; names, constants, connectives and boundaries of the fix
//! condition are our additions.
//!
//! # References
//! - \[1\] _Path-based error explanation and repair_ (PED), the annotation library; `spec/techniques.md`, section 3.

mod rule;

mod print;

mod parse;

#[cfg(test)]
mod tests;

pub use parse::{RuleError, STANDARD};
pub use rule::{BOUNDARY_WEIGHT, Expression, Likelihood, Noun, Other, Rule, Rules};
