//! Some activations of a procedure, executed: what they show need not be found by a solver.

use faultscope_ir::{Command, OriginId, ProcId, Program, Sort, Symbol, Value};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use super::summary::Summary;
use super::words::{Words, old};
use crate::effort;
use crate::interpreter::{self, End, ExecutionBounds, Inputs};
use crate::limits::{MAX_SAMPLE_CALLS, MAX_SAMPLE_STEPS, MAX_VARIED_WORDS};

/// The numbers with which activations begin where there is one word, where there are two, and where there are more.
const NUMBERS: [&[i64]; 3] =
    [&[-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], &[-1, 0, 1, 2, 3, 4, 7], &[0, 1, 3]];

/// Adds activations that return to a summary.
pub(super) fn add_samples(
    program: &Program,
    id: ProcId,
    words: &Words,
    summary: &mut Summary,
    limits: &Limits,
) {
    let entered = Program { entry: id, ..program.clone() };
    let n_varied = (words.inputs.len() as u32).min(MAX_VARIED_WORDS);
    let numbers = NUMBERS[(n_varied.max(1) as usize - 1).min(NUMBERS.len() - 1)];
    let bounds = ExecutionBounds { max_steps: MAX_SAMPLE_STEPS, max_call_depth: MAX_SAMPLE_CALLS };
    for case in 0..numbers.len().pow(n_varied) {
        let digit = |idx: usize| case / numbers.len().pow((idx as u32).min(n_varied)) % numbers.len();
        let begin = |(idx, input): (usize, &Symbol)| {
            let width = input.sort().bit_width().unwrap_or(1);
            (*input, Value::signed_bits(width, numbers[digit(idx)].into()))
        };
        let begins: FxHashMap<Symbol, Value> = words.inputs.iter().enumerate().map(begin).collect();
        let mut given = Given { begins: &begins };
        let execution = interpreter::run(&entered, &mut given, &bounds);
        limits.spend(execution.steps.len() as u64 * effort::CONCRETE_STEP);
        if execution.end != End::Returned || !execution.computed {
            continue;
        }
        let mut values: FxHashMap<Symbol, Value> = FxHashMap::default();
        for output in &words.outputs {
            let assigns = |command: &Command| {
                command.target().is_some_and(|it| it.variable == *output && it.path.is_empty())
            };
            let assigned = execution.steps.iter().rev().find(|step| assigns(&step.command));
            let value = assigned.and_then(|step| step.value.clone());
            let value = value.or_else(|| begins.get(output).cloned()).unwrap_or(Value::zero(output.sort()));
            values.insert(*output, value);
        }
        values.extend(begins.into_iter().map(|(input, value)| (old(input), value)));
        // One that cannot be compared is left to the solver.
        let _ = summary.add(&mut |word| values.get(&word).cloned());
    }
}

/// The words with which an activation begins, and zero for everything else.
struct Given<'a> {
    begins: &'a FxHashMap<Symbol, Value>,
}

impl Inputs for Given<'_> {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, _origin: OriginId) -> Option<Value> {
        Some(Value::zero(sort))
    }

    fn choose(&mut self, _n: usize) -> Option<usize> {
        Some(0)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        Some(self.begins.get(&variable).cloned().unwrap_or_else(|| Value::zero(variable.sort())))
    }
}
