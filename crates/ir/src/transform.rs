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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Place;
    use crate::sort::Sort;

    fn symbol(name: &str) -> Symbol {
        Symbol::new(name, Sort::int())
    }

    fn var(name: &str) -> Term {
        Term::symbol(symbol(name))
    }

    #[test]
    fn transformers_follow_the_table_of_the_theory() {
        let (x, y, v) = (var("x"), var("y"), var("v"));
        let post = x.lt(y);
        let assign = Command::Assign { target: Place::variable(symbol("x")), value: x.add(Term::int(1)) };
        let havoc = Command::Havoc { target: Place::variable(symbol("x")) };
        let assume = Command::Assume { condition: y.lt(Term::int(3)) };
        let choice = symbol("v");
        assert_eq!(pre(post, &assign, choice), x.add(Term::int(1)).lt(y));
        assert_eq!(pre(post, &havoc, choice), v.lt(y));
        assert_eq!(pre(post, &assume, choice), y.lt(Term::int(3)).and(post));
        assert_eq!(wp(post, &assume, choice), y.lt(Term::int(3)).implies(post));
        assert_eq!(wp(post, &assign, choice), pre(post, &assign, choice));
    }

    #[test]
    fn a_cell_keeps_the_rest_of_its_array() {
        let array = Symbol::new("a", Sort::array(Sort::int(), Sort::int()));
        let target = Place::cell(array, Term::int(1));
        let command = Command::Assign { target, value: Term::int(7) };
        let read = |index: i32| Term::symbol(array).select(Term::int(index));
        assert_eq!(pre(read(1).equals(Term::int(7)), &command, symbol("v")), Term::bool(true));
        assert_eq!(pre(read(2).equals(Term::int(7)), &command, symbol("v")), read(2).equals(Term::int(7)));
    }
}
