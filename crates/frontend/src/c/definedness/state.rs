//! Sets of variables that may be unwritten, as bits.

use std::fmt;
use std::rc::Rc;

use faultscope_ir::Symbol;
use faultscope_ir::program::VariableTable;
use rustc_hash::FxHashMap;

/// The numbers of a program's variables, and which of them belong to no activation.
#[derive(Debug)]
struct Numbers {
    by_symbol: FxHashMap<Symbol, u32>,
    globals: Vec<u64>,
}

/// The variables that may be unwritten.
#[derive(Clone)]
pub(super) struct State {
    numbers: Rc<Numbers>,
    words: Vec<u64>,
}

impl State {
    /// None of a program's variables.
    pub(super) fn none(variables: &VariableTable) -> State {
        let mut by_symbol = FxHashMap::default();
        let mut globals = vec![0; variables.iter().count().div_ceil(64)];
        for ((symbol, variable), number) in variables.iter().zip(0..) {
            by_symbol.insert(*symbol, number);
            if variable.scope.procedure().is_none() {
                globals[number as usize / 64] |= 1 << (number % 64);
            }
        }
        let words = vec![0; globals.len()];
        State { numbers: Rc::new(Numbers { by_symbol, globals }), words }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|it| *it == 0)
    }

    pub(super) fn contains(&self, variable: &Symbol) -> bool {
        self.bit(*variable).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Adds a variable.
    ///
    /// # Panics
    /// Where the program does not declare it.
    pub(super) fn insert(&mut self, variable: Symbol) {
        let (word, bit) = self.bit(variable).expect("programs declare their variables");
        self.words[word] |= bit;
    }

    pub(super) fn remove(&mut self, variable: Symbol) {
        if let Some((word, bit)) = self.bit(variable) {
            self.words[word] &= !bit;
        }
    }

    /// Adds what is in another set; says whether that is new.
    pub(super) fn join(&mut self, other: &State) -> bool {
        let mut is_new = false;
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            is_new |= other & !*word != 0;
            *word |= other;
        }
        is_new
    }

    /// What belongs to no activation.
    pub(super) fn globals(&self) -> State {
        let mut state = self.clone();
        state.words.iter_mut().zip(&self.numbers.globals).for_each(|(word, global)| *word &= global);
        state
    }

    /// Takes what belongs to no activation from another set.
    pub(super) fn take_globals(&mut self, other: &State) {
        let words = self.words.iter_mut().zip(&other.words).zip(&self.numbers.globals);
        words.for_each(|((word, other), global)| *word = *word & !global | other & global);
    }

    fn bit(&self, variable: Symbol) -> Option<(usize, u64)> {
        let number = *self.numbers.by_symbol.get(&variable)?;
        Some((number as usize / 64, 1 << (number % 64)))
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut held: Vec<&Symbol> = self.numbers.by_symbol.keys().filter(|it| self.contains(it)).collect();
        held.sort();
        f.debug_set().entries(held).finish()
    }
}
