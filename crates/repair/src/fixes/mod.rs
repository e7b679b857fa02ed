//! What fixes that somebody has made say of rules: how likely each rule is, and which rules are missing.
//!
//! A fix is a program before and after a change of its text. Its differing lines are taken apart into *hunks*. At each statement in
//! the lines of a hunk every candidate of every rule is a *trial* of the rule, and the one that makes of the old lines the new ones is
//! its *success* ([`Observed`]). A rule's share of successes gives its weight ([`weigh`]). What the expressions before
//! and after a hunk have in common with those of other hunks gives new rules ([`common_rules`]), whose trials are
//! observed like those of the others. What a table is worth is measured on fixes that it was not learned from ([`ranks`]).
//!
//! Seed 003 leaves "learning annotation rules from fixes" open. To take the most specific generalization of two examples is
//! Getafix's way (\[1\]); it clusters edits of whole trees, here pairs of expressions are generalized and what the result is worth is counted.
//!
//! The modules in reading order: expressions of two versions as terms ([`term`]), the hunks of a fix and the candidates at them
//! ([`observed`]), rules that two fixes have in common ([`generalization`]), weights ([`weight`]), and what they are worth ([`rank`]).
//!
//! # References
//! - \[1\] Bader, Scott, Pradel, Chandra: _Getafix: Learning to Fix Bugs Automatically_, OOPSLA 2019.

mod term;

mod observed;

mod generalization;

mod weight;

mod rank;

#[cfg(test)]
mod tests;

pub use generalization::common_rules;
pub use observed::{Change, Fix, Observed};
pub use rank::{LeftOut, Ranks, left_out, ranks};
pub use weight::{Tally, learned_table, tallies, weigh};
