//! Sets of variables that may be unwritten, as bits.

use std::fmt;
use std::rc::Rc;

use faultscope_ir::program::VariableTable;
use faultscope_ir::{ProcId, Symbol};
use rustc_hash::FxHashMap;

/// The numbers of a program's variables: of those that belong to no activation, and of those of each procedure.
#[derive(Debug)]
struct Numbers {
    by_symbol: FxHashMap<Symbol, (Option<ProcId>, u32)>,
    n_globals: u32,
    n_locals: FxHashMap<ProcId, u32>,
}

/// The variables that may be unwritten, of those that a procedure sees.
#[derive(Clone)]
pub(super) struct State {
    numbers: Rc<Numbers>,
    procedure: ProcId,
    globals: Bits,
    locals: Bits,
}

#[derive(Debug, Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn none(n: u32) -> Bits {
        Bits(vec![0; (n as usize).div_ceil(64)])
    }

    fn has(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }

    fn set(&mut self, number: u32, is_set: bool) {
        let (word, bit) = (&mut self.0[number as usize / 64], 1 << (number % 64));
        *word = if is_set { *word | bit } else { *word & !bit };
    }

    /// Adds what is in another set; says whether that is new.
    fn join(&mut self, other: &Bits) -> bool {
        let mut is_new = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            is_new |= other & !*word != 0;
            *word |= other;
        }
        is_new
    }
}

impl State {
    /// None of the variables that a procedure of a program sees.
    pub(super) fn none(variables: &VariableTable, procedure: ProcId) -> State {
        let mut numbers =
            Numbers { by_symbol: FxHashMap::default(), n_globals: 0, n_locals: FxHashMap::default() };
        for (symbol, variable) in variables.iter() {
            let owner = variable.scope.procedure();
            let next = match owner {
                Some(owner) => numbers.n_locals.entry(owner).or_default(),
                None => &mut numbers.n_globals,
            };
            numbers.by_symbol.insert(*symbol, (owner, *next));
            *next += 1;
        }
        let globals = Bits::none(numbers.n_globals);
        State::of(Rc::new(numbers), procedure, globals)
    }

    fn of(numbers: Rc<Numbers>, procedure: ProcId, globals: Bits) -> State {
        let locals = Bits::none(numbers.n_locals.get(&procedure).copied().unwrap_or(0));
        State { numbers, procedure, globals, locals }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.globals.0.iter().chain(&self.locals.0).all(|it| *it == 0)
    }

    pub(super) fn contains(&self, variable: &Symbol) -> bool {
        match self.numbers.by_symbol.get(variable) {
            Some((None, number)) => self.globals.has(*number),
            Some((Some(owner), number)) => *owner == self.procedure && self.locals.has(*number),
            None => false,
        }
    }

    /// Adds a variable.
    ///
    /// # Panics
    /// Where the procedure does not see it.
    pub(super) fn insert(&mut self, variable: Symbol) {
        assert!(self.set(variable, true), "procedures use variables that they see");
    }

    pub(super) fn remove(&mut self, variable: Symbol) {
        self.set(variable, false);
    }

    /// Whether the procedure sees the variable.
    fn set(&mut self, variable: Symbol, is_in: bool) -> bool {
        match self.numbers.by_symbol.get(&variable) {
            Some((None, number)) => self.globals.set(*number, is_in),
            Some((Some(owner), number)) if *owner == self.procedure => self.locals.set(*number, is_in),
            _ => return false,
        }
        true
    }

    /// Adds what is in another set of the same procedure; says whether that is new.
    pub(super) fn join(&mut self, other: &State) -> bool {
        self.globals.join(&other.globals) | self.locals.join(&other.locals)
    }

    /// What belongs to no activation, as another procedure sees it.
    pub(super) fn globals(&self, procedure: ProcId) -> State {
        State::of(Rc::clone(&self.numbers), procedure, self.globals.clone())
    }

    /// Takes what belongs to no activation from another set.
    pub(super) fn take_globals(&mut self, other: &State) {
        self.globals.clone_from(&other.globals);
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut held: Vec<&Symbol> = self.numbers.by_symbol.keys().filter(|it| self.contains(it)).collect();
        held.sort();
        f.debug_set().entries(held).finish()
    }
}
