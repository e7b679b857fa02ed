//! Executions around a failing one.
//!
//! A failing execution has neighbours: executions on inputs that differ from its own in one or two values. Which statements those
//! execute that work, and which those that fail, says where the fault may be, as a spectrum of tests does.
//!
//! **Inputs.** Each value from outside becomes, in turn, the next and the one before, zero, one, the smallest and the largest of its
//! sort, the constants that the conditions of the trace mention with their neighbours, and the other values from outside (a pointer null
//! and those only); then the values between its own and the nearest with which the program works, by halves, until two stand beside
//! each other of which one fails; then two of them at a time, as a fixed sequence of pseudo-random numbers says. The same trace has
//! the same neighbours.
//!
//! **Whether a neighbour worked** is relative to the error. Where it violates the same check, it fails. Where it comes to a normal end,
//! which is the return from the entry, or a stop behind the check, it worked; what the user has written down it must have met on
//! its way, so that an execution that never gets to the check says nothing. Every other one is no evidence: it violates
//! something else, breaks an assumption, does something undefined, or does not end in time.

use faultscope_ir::program::Display;
use faultscope_ir::{BlockId, OriginId, ProcId, Program, Sort, SortKind, Symbol, Term, Value};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use crate::ErrorTrace;
use crate::closed::Decided;
use crate::effort;
use crate::interpreter::{self, End, Execution, ExecutionBounds, Inputs};
use crate::limits::{
    LEAST_NEIGHBOUR_STEPS, MAX_HALVED_INPUTS, MAX_NEIGHBOURS, MAX_VARIED_CONSTANTS, MAX_VARIED_INPUTS,
    MOST_NEIGHBOUR_STEPS, NEIGHBOUR_STEPS_FACTOR,
};

/// An execution that failed or worked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbour {
    /// Whether it fails as the execution does that it is a neighbour of.
    pub fails: bool,
    /// Its values from outside.
    pub given: Given,
    /// What it executes: statements, conditions and calls.
    pub statements: Vec<OriginId>,
    /// Its branches, with the ways that it goes.
    pub ways: Vec<(OriginId, bool)>,
}

/// The neighbours of a failing execution that fail or worked, itself in front.
pub fn neighbours(program: &Program, error: &ErrorTrace, limits: &Limits) -> Vec<Neighbour> {
    if !error.replayed || error.skipped > 0 {
        return Vec::new();
    }
    let length = error.trace.len() as u64;
    let all = (NEIGHBOUR_STEPS_FACTOR * length).clamp(LEAST_NEIGHBOUR_STEPS, MOST_NEIGHBOUR_STEPS);
    let (own, outcomes) = (Given::of(error), FxHashMap::default());
    let mut search = Search { program, error, own, outcomes, n_left: all, limits, found: Vec::new() };
    search.run();
    search.found
}

struct Search<'a> {
    program: &'a Program,
    error: &'a ErrorTrace,
    /// The values of the failing execution.
    own: Given,
    /// Whether the program fails on values that it was executed on; none where that says nothing.
    outcomes: FxHashMap<Given, Option<bool>>,
    /// How many steps may still be executed.
    n_left: u64,
    limits: &'a Limits,
    found: Vec<Neighbour>,
}

/// The values from outside of an execution, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Given {
    inputs: Vec<Value>,
    initial: Vec<Value>,
}

/// Decides about branches of a program, and chooses what changes it.
pub trait Decider {
    /// Which way a branch goes that would go this one, with the numbers that are seen there.
    fn decide(&mut self, branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool;

    /// The value of an input that chooses a change; none for the program's own.
    fn chosen(&self, variable: Symbol, sort: Sort) -> Option<Value>;
}

/// Branches that are decided about, and how.
pub struct Decisions<'a> {
    /// The branches.
    pub branches: &'a Decided,
    /// Decides about them.
    pub decider: &'a mut dyn Decider,
}

/// The execution of a program, perhaps a changed one, on values from outside, with at most so many steps.
pub fn execution(
    program: &Program,
    error: &ErrorTrace,
    given: &Given,
    max_steps: u64,
    limits: &Limits,
) -> Execution {
    let bounds = ExecutionBounds { max_steps, ..ExecutionBounds::default() };
    let execution = interpreter::run(program, &mut Noting::new(given, error, None), &bounds);
    limits.spend((execution.steps.len() as u64 + 1) * effort::CONCRETE_STEP);
    execution
}

/// Executes a changed program on values from outside of the original's, for at most so many steps: whether it fails as the error trace
/// of the original does, none where it says nothing; and after how many steps.
pub fn decided(
    (program, changed): (&Program, &Program),
    error: &ErrorTrace,
    given: &Given,
    decisions: Decisions<'_>,
    max_steps: u64,
    limits: &Limits,
) -> (Option<bool>, u64) {
    let mut inputs = Noting::new(given, error, Some(decisions));
    let bounds = ExecutionBounds { max_steps, ..ExecutionBounds::default() };
    let execution = interpreter::run(changed, &mut inputs, &bounds);
    let (n_steps, executed) = inputs.executed(&execution);
    limits.spend(n_steps * effort::CONCRETE_STEP);
    (fails((program, changed), error, &execution, &executed), n_steps)
}

impl Given {
    /// Those of an error trace.
    pub fn of(error: &ErrorTrace) -> Given {
        Given {
            inputs: error.inputs.iter().map(|it| it.value.clone()).collect(),
            initial: error.initial.iter().map(|(_, value)| value.clone()).collect(),
        }
    }

    /// The same with another value for one of them; those of inputs come first.
    #[must_use]
    pub fn with(mut self, at: usize, value: Value) -> Given {
        *self.value_mut(at) = value;
        self
    }

    /// One of the values, those of inputs in front.
    fn value(&self, at: usize) -> &Value {
        self.inputs.get(at).unwrap_or_else(|| &self.initial[at - self.inputs.len()])
    }

    fn value_mut(&mut self, at: usize) -> &mut Value {
        let n_inputs = self.inputs.len();
        if at < n_inputs { &mut self.inputs[at] } else { &mut self.initial[at - n_inputs] }
    }
}

impl Search<'_> {
    /// Executes what may be executed; none where that is not all.
    fn run(&mut self) -> Option<()> {
        self.execute_with(Vec::new())?;
        let mut constants = FxHashMap::default();
        let varied: Vec<Vec<Value>> = (0..self.own.inputs.len() + self.own.initial.len())
            .take(MAX_VARIED_INPUTS)
            .map(|at| self.variants(at, &mut constants))
            .collect();
        let rounds = varied.iter().map(Vec::len).max().unwrap_or(0);
        // One variant of every input before the second of any.
        for round in 0..rounds {
            for (at, values) in varied.iter().enumerate() {
                if let Some(value) = values.get(round) {
                    self.execute_with(vec![(at, value.clone())])?;
                }
            }
        }
        for (at, values) in varied.iter().enumerate().take(MAX_HALVED_INPUTS) {
            if !self.is_pointer(at) {
                self.halve(at, values)?;
            }
        }
        for changes in pairs(&varied) {
            self.execute_with(changes)?;
        }
        Some(())
    }

    /// Looks on either side of an input's value for where the program begins to work; none where no more may be executed.
    fn halve(&mut self, at: usize, values: &[Value]) -> Option<()> {
        let own = self.own.value(at).clone();
        let Some(present) = number(&own) else { return Some(()) };
        let works =
            |it: &&Value| self.outcomes.get(&self.changed(vec![(at, (**it).clone())])) == Some(&Some(false));
        let working: Vec<i128> = values.iter().filter(works).filter_map(number).collect();
        let nearest = |is_above: bool| {
            let of_side = working.iter().copied().filter(|it| (*it > present) == is_above);
            of_side.min_by_key(|it| it.abs_diff(present))
        };
        for working in [false, true].into_iter().filter_map(nearest) {
            let (mut failing, mut working) = (present, working);
            while failing.abs_diff(working) > 1 {
                let middle = i128::midpoint(failing, working);
                let Some(value) = number_of(own.sort(), middle) else { break };
                match self.execute_with(vec![(at, value)])? {
                    Some(true) => failing = middle,
                    Some(false) => working = middle,
                    None => break,
                }
            }
        }
        Some(())
    }

    /// The values of the failing execution with these changes.
    fn changed(&self, changes: Vec<(usize, Value)>) -> Given {
        let mut given = self.own.clone();
        for (at, value) in changes {
            *given.value_mut(at) = value;
        }
        given
    }

    /// Executes the program with these changes, if it was not yet: whether it fails, where that says something; none at all where no more
    /// may be executed.
    fn execute_with(&mut self, changes: Vec<(usize, Value)>) -> Option<Option<bool>> {
        let given = self.changed(changes);
        if let Some(known) = self.outcomes.get(&given) {
            return Some(*known);
        }
        let outcome = self.execute(&given)?;
        self.outcomes.insert(given, outcome);
        Some(outcome)
    }

    /// Whether an input is a pointer.
    fn is_pointer(&self, at: usize) -> bool {
        let ErrorTrace { inputs, initial, .. } = self.error;
        let variable = match inputs.get(at) {
            Some(input) => Some(input.symbol.activation().0),
            None => initial.get(at - inputs.len()).map(|(variable, _)| *variable),
        };
        variable.is_some_and(|it| self.program.display(it) == Display::Pointer)
    }

    /// What an input may be instead; `constants` are those of the conditions, by sort, as far as they are known.
    fn variants(&self, at: usize, constants: &mut FxHashMap<Sort, Vec<Value>>) -> Vec<Value> {
        let own = &self.own;
        let present = own.value(at).clone();
        let mut found: Vec<Value> = Vec::new();
        let mut add = |value: Option<Value>| {
            if let Some(value) = value
                && value != present
                && value.sort() == present.sort()
                && !found.contains(&value)
            {
                found.push(value);
            }
        };
        let sort = present.sort();
        let of_inputs = || own.inputs.iter().chain(&own.initial).cloned();
        if self.is_pointer(at) {
            // Other numbers are no addresses.
            add(number_of(sort, 0));
            of_inputs().for_each(|value| add(Some(value)));
            return found;
        }
        add(shifted(&present, 1));
        add(shifted(&present, -1));
        for number in [0, 1, -1] {
            add(number_of(sort, number));
        }
        let of_conditions = || self.error.trace.condition_constants(sort);
        for value in constants.entry(sort).or_insert_with(of_conditions).iter().take(MAX_VARIED_CONSTANTS) {
            add(shifted(value, 1));
            add(shifted(value, -1));
            add(Some(value.clone()));
        }
        of_inputs().for_each(|value| add(Some(value)));
        for value in extremes(sort) {
            add(Some(value));
        }
        if sort.is_bool() {
            add(present.as_bool().map(|it| Value::Bool(!it)));
        }
        found
    }

    /// Executes the program on these values, and keeps what is evidence: whether it fails, where that says something; none at all where
    /// no more may be executed.
    fn execute(&mut self, given: &Given) -> Option<Option<bool>> {
        let own = 100 + 4 * self.error.trace.len() as u64;
        if self.n_left == 0 || self.found.len() >= MAX_NEIGHBOURS || self.limits.exceeded().is_some() {
            return None;
        }
        let bounds = ExecutionBounds { max_steps: own.min(self.n_left), ..ExecutionBounds::default() };
        let mut inputs = Noting::new(given, self.error, None);
        let execution = interpreter::run(self.program, &mut inputs, &bounds);
        let (n_steps, statements) = inputs.executed(&execution);
        self.n_left = self.n_left.saturating_sub(n_steps);
        self.limits.spend(n_steps * effort::CONCRETE_STEP);
        let fails = fails((self.program, self.program), self.error, &execution, &statements);
        if let Some(fails) = fails {
            let given = given.clone();
            self.found.push(Neighbour { fails, given, statements, ways: inputs.ways });
        }
        Some(fails)
    }
}

/// Whether an execution of a changed program fails as an error trace of the original does; none where it is no evidence.
fn fails(
    (program, changed): (&Program, &Program),
    error: &ErrorTrace,
    execution: &Execution,
    executed: &[OriginId],
) -> Option<bool> {
    let asked = program.check(error.trace.check);
    // Of a check that the condition of a branch decides, that is what stands in the trace.
    let place = program.sources.statement(asked.origin);
    let last = error.trace.steps.last().map(|step| program.sources.statement(step.origin));
    let is_met = || {
        let at = |origin: &OriginId| changed.sources.statement(*origin);
        executed.iter().map(at).any(|it| it == place || Some(it) == last)
    };
    match execution.end {
        End::Error { check } => {
            let violated = changed.check(check);
            let is_it = violated.property == asked.property && violated.message == asked.message;
            (is_it && changed.sources.statement(violated.origin) == place).then_some(true)
        }
        End::Returned if !asked.property.is_written() => Some(false),
        End::Returned | End::Stopped if is_met() => Some(false),
        _ => None,
    }
}

/// Two inputs at a time with other values, without an end.
fn pairs(varied: &[Vec<Value>]) -> impl Iterator<Item = Vec<(usize, Value)>> + '_ {
    let open: Vec<usize> = (0..varied.len()).filter(|at| !varied[*at].is_empty()).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let n_pairs = if open.len() < 2 { 0 } else { MAX_NEIGHBOURS };
    (0..n_pairs).map(move |_| {
        let mut one = || {
            let at = open[random(open.len())];
            (at, varied[at][random(varied[at].len())].clone())
        };
        vec![one(), one()]
    })
}

/// A bit-vector or integer this much larger.
fn shifted(value: &Value, by: i128) -> Option<Value> {
    number_of(value.sort(), number(value)?.wrapping_add(by))
}

/// The number that a bit-vector with a sign or an integer is.
fn number(value: &Value) -> Option<i128> {
    match value {
        Value::Int(number) => i128::try_from(number).ok(),
        _ => value.as_signed(),
    }
}

fn number_of(sort: Sort, number: i128) -> Option<Value> {
    match sort.kind() {
        SortKind::BitVec(width) => Some(Value::signed_bits(*width, number)),
        SortKind::Int => Some(Value::int(number)),
        _ => None,
    }
}

/// The smallest and the largest number with a sign.
fn extremes(sort: Sort) -> Vec<Value> {
    let SortKind::BitVec(width) = sort.kind() else { return Vec::new() };
    let width = *width;
    if !(2..=64).contains(&width) {
        return Vec::new();
    }
    let largest = (1_i128 << (width - 1)) - 1;
    [largest, -largest - 1].map(|number| Value::signed_bits(width, number)).into()
}

/// Gives the values in their order, and notes what leaves no step.
struct Noting<'a, 'd> {
    given: &'a Given,
    error: &'a ErrorTrace,
    n_inputs: usize,
    n_choices: usize,
    unrecorded: Vec<OriginId>,
    ways: Vec<(OriginId, bool)>,
    decisions: Option<Decisions<'d>>,
}

impl<'a, 'd> Noting<'a, 'd> {
    fn new(given: &'a Given, error: &'a ErrorTrace, decisions: Option<Decisions<'d>>) -> Noting<'a, 'd> {
        let (unrecorded, ways) = (Vec::new(), Vec::new());
        Noting { given, error, n_inputs: 0, n_choices: 0, unrecorded, ways, decisions }
    }

    /// How many steps an execution has, and what was executed.
    fn executed(&self, execution: &Execution) -> (u64, Vec<OriginId>) {
        let n_steps = (execution.steps.len() + self.unrecorded.len()) as u64 + 1;
        let recorded = execution.steps.iter().map(|it| it.origin);
        let mut executed: Vec<OriginId> = recorded.chain(self.unrecorded.iter().copied()).collect();
        executed.sort_unstable();
        executed.dedup();
        (n_steps, executed)
    }

    fn chosen(&self, variable: Symbol, sort: Sort) -> Option<Value> {
        self.decisions.as_ref()?.decider.chosen(variable, sort)
    }
}

impl Inputs for Noting<'_, '_> {
    fn havoc(&mut self, variable: Symbol, sort: Sort, _origin: OriginId) -> Option<Value> {
        if let Some(value) = self.chosen(variable, sort) {
            return Some(value);
        }
        let value = self.given.inputs.get(self.n_inputs).filter(|value| value.sort() == sort);
        self.n_inputs += 1;
        Some(value.cloned().unwrap_or_else(|| Value::zero(sort)))
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        let choice = self.error.choices.get(self.n_choices).copied();
        self.n_choices += 1;
        Some(choice.filter(|choice| *choice < n).unwrap_or(0))
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        if let Some(value) = self.chosen(variable, variable.sort()) {
            return Some(value);
        }
        let at = self.error.initial.iter().position(|(symbol, _)| *symbol == variable);
        Some(at.map_or_else(|| Value::zero(variable.sort()), |at| self.given.initial[at].clone()))
    }

    fn branch(&mut self, _step: usize, origin: OriginId, outcome: bool) -> bool {
        self.unrecorded.push(origin);
        if !self.ways.contains(&(origin, outcome)) {
            self.ways.push((origin, outcome));
        }
        outcome
    }

    fn call(&mut self, _step: usize, origin: OriginId) {
        self.unrecorded.push(origin);
    }

    fn seen(&self, branch: (ProcId, BlockId)) -> Option<&[Term]> {
        self.decisions.as_ref()?.branches.get(&branch).map(Vec::as_slice)
    }

    fn decide(&mut self, branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool {
        self.decisions.as_mut().map_or(holds, |it| it.decider.decide(branch, holds, seen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::Recorded;
    use crate::notation::parse;

    /// How many neighbours of a failing execution fail and worked, and the lines that only those execute that fail.
    fn around(text: &str, havocs: &[u128]) -> (usize, usize, Vec<u32>) {
        let program = parse(text);
        let havocs = havocs.iter().map(|number| Value::bits(8, *number)).collect();
        let bounds = ExecutionBounds { max_steps: 100, ..ExecutionBounds::default() };
        let mut inputs = Recorded { havocs, ..Recorded::default() };
        let error = interpreter::run(&program, &mut inputs, &bounds).into_error_trace().expect("it fails");
        let found = neighbours(&program, &error, &Limits::unlimited());
        let lines = |it: &Neighbour| -> Vec<u32> {
            it.statements.iter().map(|origin| program.sources.origin(*origin).span.line).collect()
        };
        let (failing, worked): (Vec<&Neighbour>, Vec<&Neighbour>) = found.iter().partition(|it| it.fails);
        let in_all: Vec<u32> = lines(failing[0])
            .into_iter()
            .filter(|line| failing.iter().all(|it| lines(it).contains(line)))
            .filter(|line| !worked.iter().any(|it| lines(it).contains(line)))
            .collect();
        (failing.len(), worked.len(), in_all)
    }

    const GUARDED: &str = "var x: 8; var y: 8; proc main() {
        havoc x;
        y := 1;
        if (x == 7) {
          y := 0;
        }
        assert y == 1;
      }";

    #[test]
    fn what_only_failing_executions_do_is_found() {
        let (n_failing, n_worked, lines) = around(GUARDED, &[7]);
        assert_eq!(n_failing, 1, "no other input fails");
        assert!(n_worked >= 5, "{n_worked}");
        assert_eq!(lines, [5]);
    }

    #[test]
    fn where_the_program_begins_to_work_is_found_by_halves() {
        let text = "var x: 8; var y: 8; proc main() { havoc x; y := x * 3; assert y < 100; }";
        let program = parse(text);
        let mut inputs = Recorded { havocs: [Value::bits(8, 40)].into(), ..Recorded::default() };
        let bounds = ExecutionBounds { max_steps: 100, ..ExecutionBounds::default() };
        let error = interpreter::run(&program, &mut inputs, &bounds).into_error_trace().expect("it fails");
        let found = neighbours(&program, &error, &Limits::unlimited());
        let fails =
            |x: u128| found.iter().find(|it| it.given.inputs == [Value::bits(8, x)]).map(|it| it.fails);
        // 33 * 3 = 99, 34 * 3 = 102, 42 * 3 = 126, 43 * 3 = 129, which is -127.
        assert_eq!([33, 34, 42, 43].map(fails), [Some(false), Some(true), Some(true), Some(false)]);
    }

    #[test]
    fn an_execution_that_does_not_get_to_the_check_is_no_evidence() {
        let text = "var x: 8; proc main() { havoc x; if (x == 7) { assert x != 7; } }";
        let (n_failing, n_worked, _) = around(text, &[7]);
        assert_eq!((n_failing, n_worked), (1, 0));
    }

    #[test]
    fn another_error_and_a_broken_assumption_are_no_evidence() {
        let text = "var x: 8; proc main() { havoc x; assume x == 7; assert x != 7; }";
        assert_eq!(around(text, &[7]).1, 0);
        let text = "var x: 8; proc main() { havoc x; assert x != 7; assert false; }";
        assert_eq!(around(text, &[7]).1, 0);
    }

    #[test]
    fn inputs_vary_together() {
        // Only where both differ the check is met.
        let text = "var x: 8; var y: 8; proc main() { havoc x; havoc y; assert x != 3 && y != 4; }";
        assert!(around(text, &[3, 4]).1 > 0);
    }

    /// Goes another way where a number is seen.
    struct Instead(i64);

    impl Decider for Instead {
        fn decide(&mut self, _branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool {
            holds != (seen == [Some(self.0)])
        }

        fn chosen(&self, _variable: Symbol, _sort: Sort) -> Option<Value> {
            None
        }
    }

    #[test]
    fn a_decision_mends_a_failing_execution_or_does_not() {
        let program = parse(GUARDED);
        let mut inputs = Recorded { havocs: [Value::bits(8, 7)].into(), ..Recorded::default() };
        let bounds = ExecutionBounds { max_steps: 100, ..ExecutionBounds::default() };
        let error = interpreter::run(&program, &mut inputs, &bounds).into_error_trace().expect("it fails");
        let own = neighbours(&program, &error, &Limits::unlimited()).swap_remove(0).given;
        let x = vec![Term::symbol(error.inputs[0].symbol.activation().0)];
        let block = program.procedures[0]
            .blocks
            .iter()
            .position(|it| matches!(it.terminator, faultscope_ir::Terminator::Branch { .. }));
        let branch = (program.entry, BlockId(block.expect("there is a condition") as u32));
        let branches = Decided::from([(branch, x)]);
        let fails = |number: i64| {
            let decisions = Decisions { branches: &branches, decider: &mut Instead(number) };
            decided((&program, &program), &error, &own, decisions, 100, &Limits::unlimited()).0
        };
        assert_eq!(fails(7), Some(false), "`y := 0` is left out");
        assert_eq!(fails(8), Some(true));
    }
}
