//! Guarded commands.

use crate::source::OriginId;
use crate::term::{Symbol, Term};

/// What an assigning command assigns: a variable, or one cell of an array variable.
///
/// `m[i][j] := e` has the path `[i, j]`. The replacement that relevance asks about ranges over the value
/// put into this same cell, never over the whole array.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The variable.
    pub variable: Symbol,
    /// The indices, outermost first; empty for the variable itself. They are evaluated before the command.
    pub path: Vec<Term>,
}

impl Place {
    /// The whole variable.
    pub fn variable(variable: Symbol) -> Place {
        Place { variable, path: Vec::new() }
    }

    /// One cell of an array variable.
    pub fn cell(variable: Symbol, index: Term) -> Place {
        Place { variable, path: vec![index] }
    }

    /// The place read as a term.
    pub fn read(&self) -> Term {
        self.path.iter().fold(Term::symbol(self.variable), |array, index| array.select(*index))
    }

    /// The new value of the variable when `element` is put into the place.
    pub fn write(&self, element: Term) -> Term {
        fn store(array: Term, path: &[Term], element: Term) -> Term {
            match path {
                [] => element,
                [index, rest @ ..] => array.store(*index, store(array.select(*index), rest, element)),
            }
        }
        store(Term::symbol(self.variable), &self.path, element)
    }
}

/// A guarded command (theory.md, "Programs, traces, states").
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Command {
    /// `x := e`.
    Assign {
        /// The assigned place.
        target: Place,
        /// The value, of the place's sort.
        value: Term,
    },
    /// `havoc x`: any value.
    Havoc {
        /// The place.
        target: Place,
    },
    /// `assume φ`: go on only where φ holds.
    Assume {
        /// The condition.
        condition: Term,
    },
}

impl Command {
    /// The assigned place of an assigning command.
    pub fn target(&self) -> Option<&Place> {
        match self {
            Command::Assign { target, .. } | Command::Havoc { target } => Some(target),
            Command::Assume { .. } => None,
        }
    }

    /// The terms that the command evaluates: the indices of its place, then its value or condition.
    pub fn terms(&self) -> impl Iterator<Item = Term> + Clone + use<'_> {
        let path = self.target().map_or(&[][..], |target| &target.path);
        let value = match self {
            Command::Assign { value: term, .. } | Command::Assume { condition: term } => Some(*term),
            Command::Havoc { .. } => None,
        };
        path.iter().copied().chain(value)
    }

    /// The variable that the command assigns as a whole.
    pub fn overwritten(&self) -> Option<Symbol> {
        self.target().filter(|target| target.path.is_empty()).map(|target| target.variable)
    }
}

/// A command and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Statement {
    /// The command.
    pub command: Command,
    /// Its origin in the program's [`SourceMap`](crate::SourceMap).
    pub origin: OriginId,
}
