//! Which variables and procedures of two programs belong together.

use crate::command::Place;
use crate::program::{ProcId, Procedure, Program};
use crate::term::{Symbol, Term};

use super::change::{Change, Point};
use super::walk::Walk;

impl Walk<'_> {
    /// A place of the changed program over variables of the original, and those of the change.
    pub(super) fn known_place(&mut self, place: &Place) -> Option<Place> {
        let path: Option<Vec<Term>> = place.path.iter().map(|it| self.known_term(*it)).collect();
        Some(Place { variable: self.symbol(place.variable)?, path: path? })
    }

    /// As [`Walk::term`], after which the variables of the term stay what they are.
    pub(super) fn known_term(&mut self, term: Term) -> Option<Term> {
        let known = self.term(term)?;
        for symbol in term.symbols() {
            let is_variable = self.changed.variables.contains_key(&symbol);
            if is_variable && !self.to_original.contains_key(&symbol) {
                self.bind(symbol, symbol);
            }
        }
        Some(known)
    }

    /// A term of the changed program over variables of the original, and those of the change.
    pub(super) fn term(&self, term: Term) -> Option<Term> {
        let symbols = term.symbols();
        if symbols.iter().any(|it| self.symbol(*it).is_none()) {
            return None;
        }
        Some(term.rewrite(&mut |symbol| self.symbol(symbol).map(Term::symbol)))
    }

    /// What a variable of the changed program is; none if that is not known.
    pub(super) fn symbol(&self, symbol: Symbol) -> Option<Symbol> {
        if let Some(known) = self.to_original.get(&symbol) {
            return Some(*known);
        }
        let scope = |program: &Program| program.variables.get(&symbol).map(|it| it.scope.procedure());
        match (scope(self.original), scope(self.changed)) {
            // Bound symbols of quantifiers are no variables.
            (None, None) => Some(symbol),
            (Some(None), Some(None)) => Some(symbol),
            // They have one name, which is not taken.
            (Some(Some(first)), Some(Some(second))) => {
                let is_pair = self.procedures.get(&first) == Some(&second);
                (is_pair && !self.bound.contains_key(&symbol)).then_some(symbol)
            }
            _ => None,
        }
    }

    /// Whether two variables can be one.
    pub(super) fn may_be_same(&self, first: Symbol, second: Symbol) -> bool {
        match (self.bound.get(&first), self.to_original.get(&second)) {
            (Some(known), _) => *known == second,
            (None, Some(_)) => false,
            (None, None) => {
                let owner = |program: &Program, symbol: Symbol| {
                    program.variables.get(&symbol).map(|it| it.scope.procedure())
                };
                match (owner(self.original, first), owner(self.changed, second)) {
                    (Some(None), Some(None)) => first == second,
                    (Some(Some(_)), Some(Some(_))) => first.sort() == second.sort(),
                    _ => false,
                }
            }
        }
    }

    /// Makes two places one.
    pub(super) fn bind_place(&mut self, point: Point, first: &Place, second: &Place) {
        for index in &second.path {
            self.known_term(*index);
        }
        self.bind_at(point, first.variable, second.variable);
    }

    /// Makes two variables one, where one of them may have been read as another by now.
    pub(super) fn bind_at(&mut self, point: Point, first: Symbol, second: Symbol) {
        match self.may_be_same(first, second) {
            true => self.bind(first, second),
            false => self.note(point, Change::Unknown),
        }
    }

    /// Makes two variables one, which can be.
    pub(super) fn bind(&mut self, first: Symbol, second: Symbol) {
        self.bound.insert(first, second);
        self.to_original.insert(second, first);
    }

    pub(super) fn may_be_paired(&self, first: ProcId, second: ProcId) -> bool {
        if let Some(known) = self.procedures.get(&first) {
            return *known == second;
        }
        let (procedure, other) = (self.original.procedure(first), self.changed.procedure(second));
        let sorts = |symbols: &[Symbol]| symbols.iter().map(|it| it.sort()).collect::<Vec<_>>();
        procedure.name == other.name
            && procedure.primitive == other.primitive
            && sorts(&procedure.parameters) == sorts(&other.parameters)
            && sorts(&procedure.results) == sorts(&other.results)
            && !self.procedures.values().any(|it| *it == second)
    }

    /// Takes two procedures as the same, and has their bodies walked. Says whether they can be.
    pub(super) fn pair_procedures(&mut self, first: ProcId, second: ProcId) -> bool {
        if !self.may_be_paired(first, second) {
            return false;
        }
        if self.procedures.insert(first, second).is_some() {
            return true;
        }
        let (procedure, other) = (self.original.procedure(first), self.changed.procedure(second));
        let symbols = procedure.parameters.iter().chain(&procedure.results);
        let others = other.parameters.iter().chain(&other.results);
        let pairs: Vec<(Symbol, Symbol)> = symbols.copied().zip(others.copied()).collect();
        if !pairs.iter().all(|(first, second)| self.may_be_same(*first, *second)) {
            self.procedures.remove(&first);
            return false;
        }
        pairs.into_iter().for_each(|(first, second)| self.bind(first, second));
        // What a primitive does is up to the environment, which does the same in both.
        if procedure.primitive.is_none() {
            let start = |procedure: ProcId| Point { procedure, block: Procedure::ENTRY, instruction: 0 };
            self.waiting.push((start(first), start(second)));
        }
        true
    }
}
