//! Runs the rest of a trace from a state given by the program variables themselves.

use faultscope_ir::{Command, Symbol, Term, Value};
use rustc_hash::FxHashMap;

use crate::decide::constant;
use crate::execution::{Cells, Content, Execution, Location, State, evaluate, evaluate_content, store_at};

/// A state as terms over the program variables of an earlier one: at first every variable is itself.
#[derive(Clone)]
pub(crate) struct Suffix<'a> {
    /// An execution and a step: what has one value there in all executions counts as that value.
    known: Option<(&'a Execution, usize)>,
    now: FxHashMap<Symbol, Content>,
}

impl<'a> Suffix<'a> {
    /// Any state.
    pub(crate) fn new() -> Suffix<'a> {
        Suffix { known: None, now: FxHashMap::default() }
    }

    /// The state in which variables hold these values. The others are themselves.
    pub(crate) fn from_state(state: &FxHashMap<Symbol, Value>) -> Suffix<'a> {
        let now = state.iter().map(|(symbol, value)| (*symbol, Content::of(constant(value)))).collect();
        Suffix { known: None, now }
    }

    /// The states of the trace's executions before a step.
    pub(crate) fn knowing(execution: &'a Execution, step: usize) -> Suffix<'a> {
        Suffix { known: Some((execution, step)), now: FxHashMap::default() }
    }

    /// Runs a command, with another value for what it assigns if one is given; a havoc without one does
    /// nothing. Gives an assume's condition.
    pub(crate) fn run(&mut self, command: &Command, replacement: Option<Term>) -> Option<Term> {
        let (target, content) = match command {
            Command::Assume { condition } => return Some(evaluate(self, *condition)),
            Command::Assign { target, value } => {
                (target, replacement.map_or_else(|| evaluate_content(self, *value), Content::of))
            }
            Command::Havoc { target } => (target, Content::of(replacement?)),
        };
        let path: Vec<Term> = target.path.iter().map(|index| evaluate(self, *index)).collect();
        let content = match &path[..] {
            [] => content,
            [index, rest @ ..] => {
                let mut cells = self.array(target.variable);
                let element = if rest.is_empty() {
                    content.term()
                } else {
                    store_at(cells.read(*index), rest, content.term())
                };
                cells.write(*index, element);
                Content::Array(Box::new(cells))
            }
        };
        self.now.insert(target.variable, content);
        None
    }

    fn constant(&self, location: Location) -> Option<Term> {
        let (execution, step) = self.known?;
        execution.value(location, step).filter(|value| value.as_value().is_some())
    }
}

impl State for Suffix<'_> {
    fn scalar(&mut self, variable: Symbol) -> Term {
        match self.now.get(&variable) {
            Some(content) => content.term(),
            None => self.constant((variable, None)).unwrap_or_else(|| Term::symbol(variable)),
        }
    }

    fn cell(&mut self, variable: Symbol, index: Term) -> Term {
        match self.now.get(&variable) {
            Some(content) => content.cells().read(index),
            None => {
                self.constant((variable, Some(index))).unwrap_or_else(|| Term::symbol(variable).select(index))
            }
        }
    }

    fn array(&mut self, variable: Symbol) -> Cells {
        if let Some(content) = self.now.get(&variable) {
            return content.cells();
        }
        let symbol = Term::symbol(variable);
        match self.known.and_then(|(execution, step)| execution.content(variable, step)) {
            Some(content) => content.cells().known_or(symbol),
            None => Cells::of(symbol),
        }
    }
}
