//! Where the interpreter gets the values that the program leaves open.

use std::collections::VecDeque;

use faultscope_ir::{BlockId, OriginId, ProcId, Sort, Symbol, Term, Value};

use crate::environment::Environment;

/// Answers for everything that a program leaves open. An answer of `None` ends the execution.
pub trait Inputs {
    /// The value that a `havoc` puts into a place of this sort of a variable.
    fn havoc(&mut self, variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value>;

    /// Which of `n` blocks a [`Choose`](faultscope_ir::Terminator::Choose) goes on to, from 0.
    fn choose(&mut self, n: usize) -> Option<usize>;

    /// The value of a variable that is read before anything was assigned to it.
    fn initial(&mut self, variable: Symbol) -> Option<Value>;

    /// The environment, if one is given. It is asked where the program calls a primitive.
    fn environment(&mut self) -> Option<&mut dyn Environment> {
        None
    }

    /// What the assigning command of step `step` is to assign instead of its own value, if anything.
    fn replace(&mut self, _step: usize, _origin: OriginId) -> Option<Value> {
        None
    }

    /// Which way a branch goes whose condition came out as `outcome`, before step `step`.
    fn branch(&mut self, _step: usize, _origin: OriginId, outcome: bool) -> bool {
        outcome
    }

    /// What is seen where it is [decided](Inputs::decide) about the branch that a block ends with: terms of 64 bits over variables of
    /// its procedure; none where it is not decided.
    fn seen(&self, _branch: (ProcId, BlockId)) -> Option<&[Term]> {
        None
    }

    /// Which way a branch goes that would go this one, with the numbers that are seen there, as far as they are known.
    fn decide(&mut self, _branch: (ProcId, BlockId), holds: bool, _seen: &[Option<i64>]) -> bool {
        holds
    }

    /// A call is executed, before step `step`.
    fn call(&mut self, _step: usize, _origin: OriginId) {}

    /// The value of a term without free variables that cannot be computed: quantified, or open in SMT-LIB.
    fn undetermined(&mut self, _term: Term) -> Option<Value> {
        None
    }
}

/// Zero for everything, and the first block of every choice.
#[derive(Debug, Default, Clone, Copy)]
pub struct Zeroes;

impl Inputs for Zeroes {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, _origin: OriginId) -> Option<Value> {
        Some(Value::zero(sort))
    }

    fn choose(&mut self, _n: usize) -> Option<usize> {
        Some(0)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        Some(Value::zero(variable.sort()))
    }
}

/// Given values in the order of their use.
#[derive(Debug, Default, Clone)]
pub struct Recorded {
    /// The values of the `havoc`s to come.
    pub havocs: VecDeque<Value>,
    /// The outcomes of the choices to come.
    pub choices: VecDeque<usize>,
    /// The values of variables that are read before they are assigned; zero for others.
    pub initial: Vec<(Symbol, Value)>,
}

impl Inputs for Recorded {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, _origin: OriginId) -> Option<Value> {
        self.havocs.pop_front().filter(|value| value.sort() == sort)
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        self.choices.pop_front().filter(|choice| *choice < n)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        let known = self.initial.iter().find(|(symbol, _)| *symbol == variable);
        Some(known.map_or_else(|| Value::zero(variable.sort()), |(_, value)| value.clone()))
    }
}
