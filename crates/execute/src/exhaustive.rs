//! Execution on all inputs, where these are few: the reference for whatever says the same without executing.
//!
//! Inputs are Boolean values, and numbers below 8, which wider inputs have to be assumed to be.

use std::collections::BTreeSet;

use faultscope_ir::{CheckId, OriginId, Program, Sort, SortKind, Symbol, Value};

use crate::interpreter::{self, End, ExecutionBounds, Inputs};

/// The origins of what is executed by some execution, and whether all executions were looked at to their end.
pub fn executed(program: &Program, config: &ExecutionBounds) -> (BTreeSet<OriginId>, bool) {
    let mut enumeration = Enumeration::default();
    let mut executed = BTreeSet::new();
    let mut all_end = true;
    for _ in 0..400 {
        let execution = interpreter::run(program, &mut enumeration, config);
        executed.extend(execution.steps.iter().map(|step| step.origin));
        match execution.end {
            End::Error { check } => drop(executed.insert(program.check(check).origin)),
            End::AssumeFailed { origin } | End::Unsupported { origin, .. } => {
                executed.insert(origin);
            }
            End::Bound => all_end = false,
            _ => {}
        }
        if !enumeration.advance() {
            return (executed, all_end);
        }
    }
    (executed, false)
}

/// The checks that some execution violates, and whether all executions were looked at to their end.
pub fn violated(program: &Program, config: &ExecutionBounds) -> (BTreeSet<CheckId>, bool) {
    let mut enumeration = Enumeration::default();
    let mut violated = BTreeSet::new();
    let mut all_end = true;
    for _ in 0..400 {
        match interpreter::run(program, &mut enumeration, config).end {
            End::Error { check } => drop(violated.insert(check)),
            End::Bound => all_end = false,
            _ => {}
        }
        if !enumeration.advance() {
            return (violated, all_end);
        }
    }
    (violated, false)
}

/// Whether some execution reaches an error; none where there are too many, or where all that do not are cut off.
pub fn errs(program: &Program, config: &ExecutionBounds) -> Option<bool> {
    let mut enumeration = Enumeration::default();
    let mut all_end = true;
    for _ in 0..5_000 {
        match interpreter::run(program, &mut enumeration, config).end {
            End::Error { .. } => return Some(true),
            End::Bound => all_end = false,
            End::NoInput { .. } => panic!("the enumeration has an answer to everything"),
            _ => {}
        }
        if !enumeration.advance() {
            return all_end.then_some(false);
        }
    }
    None
}

/// All inputs, one execution after the other: a counter whose digits are the answers given.
#[derive(Default)]
struct Enumeration {
    digits: Vec<(u64, u64)>,
    used: usize,
}

impl Enumeration {
    fn answer(&mut self, n: u64) -> u64 {
        if self.used == self.digits.len() {
            self.digits.push((0, n));
        }
        self.used += 1;
        self.digits[self.used - 1].0
    }

    /// Goes on to the next inputs; whether there are any.
    fn advance(&mut self) -> bool {
        self.digits.truncate(self.used);
        self.used = 0;
        while let Some((digit, n)) = self.digits.last_mut() {
            *digit += 1;
            if *digit < *n {
                return true;
            }
            self.digits.pop();
        }
        false
    }

    fn value(&mut self, sort: Sort) -> Option<Value> {
        match sort.kind() {
            SortKind::Bool => Some(Value::Bool(self.answer(2) == 1)),
            // Wider inputs are assumed to be below 8 by the program.
            SortKind::BitVec(width) => Some(Value::bits(*width, self.answer(8).into())),
            _ => None,
        }
    }
}

impl Inputs for Enumeration {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, _origin: OriginId) -> Option<Value> {
        self.value(sort)
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        usize::try_from(self.answer(n as u64)).ok()
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        match variable.sort().array_sorts() {
            // All cells that can be read were assigned.
            Some(_) => Some(Value::zero(variable.sort())),
            None => self.value(variable.sort()),
        }
    }
}
