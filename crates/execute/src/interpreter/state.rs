//! The variables of an execution.

use faultscope_ir::index::IndexMap;
use faultscope_ir::{Command, Place, ProcId, Program, Symbol, Term, Value, eval};
use rustc_hash::FxHashMap;

use super::Inputs;

/// An activation as far as names are concerned: which procedure, and how deep in recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Activation {
    /// The procedure.
    pub procedure: ProcId,
    /// How many activations of the same procedure are below.
    pub depth: u32,
}

/// Renames the variables of recursive activations, remembering what it has renamed.
pub struct Renaming<'a> {
    program: &'a Program,
    symbols: FxHashMap<(Symbol, Activation), Symbol>,
    terms: FxHashMap<(Term, Activation), Term>,
}

impl<'a> Renaming<'a> {
    /// Of a program, of which no activation has begun.
    pub fn new(program: &'a Program) -> Self {
        Renaming { program, symbols: FxHashMap::default(), terms: FxHashMap::default() }
    }

    /// The variable that a symbol of the program means in an activation.
    pub fn symbol(&mut self, symbol: Symbol, activation: Activation) -> Symbol {
        if activation.depth == 0 {
            return symbol;
        }
        *self.symbols.entry((symbol, activation)).or_insert_with(|| {
            let owner = self.program.owner(symbol);
            if owner == Some(activation.procedure) { symbol.at_depth(activation.depth) } else { symbol }
        })
    }

    /// A term of the program as it is meant in an activation.
    pub fn term(&mut self, term: Term, activation: Activation) -> Term {
        if activation.depth == 0 {
            return term;
        }
        if let Some(renamed) = self.terms.get(&(term, activation)) {
            return *renamed;
        }
        let renamed = term.rewrite(&mut |symbol| Some(Term::symbol(self.symbol(symbol, activation))));
        self.terms.insert((term, activation), renamed);
        renamed
    }

    /// A place of the program as it is meant in an activation.
    pub fn place(&mut self, place: &Place, activation: Activation) -> Place {
        Place {
            variable: self.symbol(place.variable, activation),
            path: place.path.iter().map(|index| self.term(*index, activation)).collect(),
        }
    }

    /// A command of the program as it is meant in an activation.
    pub fn command(&mut self, command: &Command, activation: Activation) -> Command {
        match command {
            Command::Assign { target, value } => Command::Assign {
                target: self.place(target, activation),
                value: self.term(*value, activation),
            },
            Command::Havoc { target } => Command::Havoc { target: self.place(target, activation) },
            Command::Assume { condition } => Command::Assume { condition: self.term(*condition, activation) },
        }
    }
}

/// The values of all variables, and those that were asked for because nothing had been assigned.
#[derive(Default)]
pub(super) struct Store {
    values: FxHashMap<Symbol, Value>,
    pub(super) initial: IndexMap<Symbol, Value>,
}

impl Store {
    /// The value of a term of renamed variables; `None` where it is undetermined or an input is missing.
    pub(super) fn eval(&mut self, term: Term, inputs: &mut dyn Inputs) -> Option<Value> {
        eval::eval(term, &mut |symbol| self.read(symbol, inputs))
    }

    /// Whether the variable has a value already.
    pub(super) fn holds(&self, symbol: Symbol) -> bool {
        self.values.contains_key(&symbol)
    }

    pub(super) fn read(&mut self, symbol: Symbol, inputs: &mut dyn Inputs) -> Option<Value> {
        if let Some(value) = self.values.get(&symbol) {
            return Some(value.clone());
        }
        let value = inputs.initial(symbol).filter(|value| value.sort() == symbol.sort())?;
        self.initial.insert(symbol, value.clone());
        self.values.insert(symbol, value.clone());
        Some(value)
    }

    /// Puts a value into a place whose indices were evaluated.
    pub(super) fn write(
        &mut self,
        variable: Symbol,
        path: &[Value],
        value: Value,
        inputs: &mut dyn Inputs,
    ) -> Option<()> {
        if path.is_empty() {
            self.values.insert(variable, value);
            return Some(());
        }
        if !self.values.contains_key(&variable) {
            self.read(variable, inputs)?;
        }
        self.values.get_mut(&variable)?.write(path, value)
    }
}
