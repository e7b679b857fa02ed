//! Predicate transformers of commands (theory.md, "Programs, traces, states").
//!
//! `havoc` needs a quantifier; the caller says which fresh symbol stands for the bound value, so that
//! quantifier-free uses (one fresh input for each havoc of a trace) and quantified ones share the code.

use rustc_hash::FxHashMap;

use crate::command::Command;
use crate::term::{Symbol, Term};

/// `pre(ψ, command)` with the value of a havoc written as `choice`, a symbol of the place's sort that is
/// fresh for `post`: some run of the command from a state reaches ψ iff for some value of `choice` the result holds.
pub fn pre(post: Term, command: &Command, choice: Symbol) -> Term {
    match command {
        Command::Assign { target, value } => assign(post, target.variable, target.write(*value)),
        Command::Havoc { target } => assign(post, target.variable, target.write(Term::symbol(choice))),
        Command::Assume { condition } => condition.and(post),
    }
}

/// `wp(ψ, command)` with the value of a havoc written as `choice`: every run of the command from a state
/// reaches ψ iff for all values of `choice` the result holds.
pub fn wp(post: Term, command: &Command, choice: Symbol) -> Term {
    match command {
        Command::Assume { condition } => condition.implies(post),
        Command::Assign { .. } | Command::Havoc { .. } => pre(post, command, choice),
    }
}

fn assign(post: Term, variable: Symbol, value: Term) -> Term {
    let mut substitution = FxHashMap::default();
    substitution.insert(variable, value);
    post.substitute(&substitution)
}
