//! Smaller counterexamples.
//!
//! An execution that speaks against a change is easier to follow with small inputs. Each of its inputs is brought closer to zero, one
//! after the other, while the changed program still fails at the same check: first zero itself, then by halves, as if there were one
//! number from which on the program fails. The rounds end when no input changes. This is greedy, as delta debugging is \[1\]: another
//! counterexample may be smaller.
//!
//! Characters and pointers stay as they are: a printable character says more than zero, and other numbers are no addresses.
//!
//! # References
//! - \[1\] A. Zeller, R. Hildebrandt: _Simplifying and Isolating Failure-Inducing Input_, TSE 2002.

use faultscope_ir::program::Display;
use faultscope_ir::{OriginKind, Program, SortKind, Symbol, Value};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::neighbours::{Given, execution};

use crate::budgets;
use crate::limits::MAX_SMALLER;

/// Makes the inputs of a failing execution of a program smaller, as long as the failure `counts`.
pub(crate) fn smaller(
    program: &Program,
    error: ErrorTrace,
    counts: &dyn Fn(&ErrorTrace) -> bool,
    limits: &Limits,
) -> ErrorTrace {
    if !error.replayed || error.skipped > 0 {
        return error;
    }
    let max_steps = budgets::own_steps(&error.trace);
    let mut search = Search { program, error, counts, max_steps, n_left: MAX_SMALLER, limits };
    while search.round() {}
    search.error
}

struct Search<'a> {
    program: &'a Program,
    /// The smallest that is known.
    error: ErrorTrace,
    counts: &'a dyn Fn(&ErrorTrace) -> bool,
    max_steps: u64,
    /// How many executions may follow.
    n_left: usize,
    limits: &'a Limits,
}

impl Search<'_> {
    /// Brings each input closer to zero; returns whether one is.
    fn round(&mut self) -> bool {
        let mut is_smaller = false;
        let mut at = 0;
        // An execution with smaller values may ask for fewer of them.
        while at < self.error.inputs.len() + self.error.initial.len() {
            is_smaller |= self.shrink(at);
            at += 1;
        }
        is_smaller
    }

    /// Brings one input closer to zero; returns whether it is.
    fn shrink(&mut self, at: usize) -> bool {
        let Some(first) = self.number(at) else { return false };
        let (mut passing, mut failing) = (0, first);
        if first == 0 {
            return false;
        }
        if self.fails_with(at, 0) {
            return true;
        }
        while i128::abs_diff(passing, failing) > 1 {
            let middle = i128::midpoint(passing, failing);
            match self.fails_with(at, middle) {
                true => failing = middle,
                false => passing = middle,
            }
        }
        failing != first
    }

    /// The number that an input is; none where it stays as it is.
    fn number(&self, at: usize) -> Option<i128> {
        let (variable, value) = self.input(at)?;
        match (self.program.display(variable), value) {
            (Display::Signed | Display::Plain, Value::Int(number)) => i128::try_from(number).ok(),
            (Display::Signed, _) => value.as_signed(),
            (Display::Unsigned, _) => i128::try_from(value.as_unsigned()?).ok(),
            _ => None,
        }
    }

    /// A value from outside that a user would call an input.
    fn input(&self, at: usize) -> Option<(Symbol, &Value)> {
        let ErrorTrace { inputs, initial, .. } = &self.error;
        let Some(input) = inputs.get(at) else {
            return initial.get(at - inputs.len()).map(|(variable, value)| (*variable, value));
        };
        let is_input = self.program.sources.origin(input.origin).kind == OriginKind::Input;
        is_input.then(|| (input.symbol.activation().0, &input.value))
    }

    /// Whether the program still fails with this number for an input. If it does, that is the smallest execution that is known.
    fn fails_with(&mut self, at: usize, number: i128) -> bool {
        if self.n_left == 0 || self.limits.exceeded().is_some() {
            return false;
        }
        self.n_left -= 1;
        let Some((_, value)) = self.input(at) else { return false };
        let value = match value.sort().kind() {
            SortKind::BitVec(width) => Value::signed_bits(*width, number),
            _ => Value::int(number),
        };
        let given = Given::of(&self.error).with(at, value);
        let execution = execution(self.program, &self.error, &given, self.max_steps, self.limits);
        match execution.into_error_trace() {
            Some(error) if error.trace.check == self.error.trace.check && (self.counts)(&error) => {
                self.error = error;
                true
            }
            _ => false,
        }
    }
}
