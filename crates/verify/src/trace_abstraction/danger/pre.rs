//! `pre(ψ, st)` of a letter `st`, with as few unknowns as possible for its havocs.

use faultscope_ir::term::Purpose;
use faultscope_ir::{Command, Op, Sort, Statement, Symbol, Term, TermKind, Value, transform};
use rustc_hash::{FxHashMap, FxHashSet};

use super::projection::eliminate;
use super::state::State;

/// A precondition: some run of the letter from a state reaches ψ iff the formula holds there for some values of the
/// choices.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Precondition {
    /// The formula, over program variables and choices.
    pub(super) formula: Term,
    /// The havocs that could not be eliminated.
    pub(super) choices: Vec<Choice>,
}

/// The unknown outcome of a havoc.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Choice {
    /// What stands for it.
    pub(super) symbol: Symbol,
    /// Which havoc of the letter it is.
    havoc: usize,
    /// Of an array, which cell of it.
    cell: Option<Value>,
}

impl Choice {
    /// The choice's value where the letter's havocs have these.
    fn value(&self, inputs: &[Option<Value>]) -> Option<Value> {
        let input = inputs.get(self.havoc)?.clone()?;
        match &self.cell {
            Some(cell) => Some(input.as_array()?.get(cell).clone()),
            None => Some(input),
        }
        .filter(|value| value.sort() == self.symbol.sort())
    }
}

impl Precondition {
    /// The precondition of code.
    ///
    /// Goes backwards through the commands, past those that assign nothing that matters. A havoc's value is eliminated
    /// at once where [`eliminate`] can.
    pub(super) fn new(statements: &[Statement], post: Term) -> Precondition {
        let mut formula = post;
        let mut choices = Vec::new();
        let mut symbols: FxHashSet<Symbol> = formula.symbols().into_iter().collect();
        let is_havoc = |statement: &&Statement| matches!(statement.command, Command::Havoc { .. });
        let mut n_havocs = statements.iter().filter(is_havoc).count();
        for Statement { command, .. } in statements.iter().rev() {
            n_havocs -= usize::from(matches!(command, Command::Havoc { .. }));
            if command.target().is_some_and(|target| !symbols.contains(&target.variable)) {
                continue;
            }
            let sort = command.target().map(|target| target.read().sort());
            let unknown = Symbol::generated(Purpose::Unknown(n_havocs), sort.unwrap_or(Sort::bool()));
            let before = transform::pre(formula, command, unknown);
            if before == formula {
                continue;
            }
            formula = before;
            if let Command::Havoc { .. } = command {
                let (split, unknowns) = split_cells(formula, unknown, n_havocs);
                formula = split;
                for choice in unknowns {
                    match eliminate(formula, choice.symbol) {
                        Some(eliminated) => formula = eliminated,
                        None => choices.push(choice),
                    }
                }
            }
            symbols = formula.symbols().into_iter().collect();
        }
        choices.retain(|choice| symbols.contains(&choice.symbol));
        Precondition { formula, choices }
    }

    /// The state with the values that the choices have where the letter's havocs have these.
    pub(super) fn with_inputs(&self, state: &State, inputs: &[Option<Value>]) -> State {
        let mut state = state.clone();
        for choice in &self.choices {
            state.set(choice.symbol, choice.value(inputs));
        }
        state
    }
}

/// The choices that a havoc leaves. Of an array that is read at constant indices only, one for each of the cells.
fn split_cells(formula: Term, unknown: Symbol, havoc: usize) -> (Term, Vec<Choice>) {
    let whole = Choice { symbol: unknown, havoc, cell: None };
    let Some((_, element)) = unknown.sort().array_sorts() else { return (formula, vec![whole]) };
    let array = Term::symbol(unknown);
    let mut cells: Vec<&'static Value> = Vec::new();
    let mut only_cells = true;
    formula.visit(&mut |term| {
        let TermKind::App(op, operands) = term.kind() else { return };
        if !operands.contains(&array) {
            return;
        }
        match (op, operands[1].as_value()) {
            (Op::Select, Some(index)) => cells.push(index),
            _ => only_cells = false,
        }
    });
    if !only_cells {
        return (formula, vec![whole]);
    }
    let choices: Vec<Choice> = cells
        .iter()
        .enumerate()
        .map(|(idx, cell)| {
            let symbol = Symbol::generated(Purpose::UnknownPart(havoc, idx), element);
            Choice { symbol, havoc, cell: Some((*cell).clone()) }
        })
        .collect();
    let written = cells.iter().zip(&choices).fold(array, |array, (cell, choice)| {
        array.store(Term::value((*cell).clone()), Term::symbol(choice.symbol))
    });
    let mut substitution = FxHashMap::default();
    substitution.insert(unknown, written);
    (formula.substitute(&substitution), choices)
}
