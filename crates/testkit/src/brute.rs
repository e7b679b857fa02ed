//! Verdicts of theory.md's table by enumeration of every state, value and outcome.
//!
//! The ground truth that localizers are tested against. Its domain is the type: every value of small
//! bit-vectors, truth values and small arrays, with arithmetic that wraps around.

use std::collections::BTreeSet;

use faultscope_ir::eval::eval;
use faultscope_ir::sort::SortKind;
use faultscope_ir::value::ArrayValue;
use faultscope_ir::{Command, Sort, Symbol, Term, Trace, Value};

/// What holds at one assigning step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    /// The step.
    pub step: usize,
    /// Row 1.
    pub relevant: bool,
    /// Row 2.
    pub trace_aberrant: bool,
    /// Row 3.
    pub expression: bool,
    /// Row 4: all constants that fix.
    pub constants: Vec<Value>,
    /// The values that help in some failing execution.
    pub helping: Vec<Value>,
}

/// The truth of every assigning step; `None` if no execution runs through the trace.
pub fn verdicts(trace: &Trace, variables: &[Symbol]) -> Option<Vec<Truth>> {
    let space = Space::new(variables);
    let commands: Vec<&Command> = trace.steps.iter().map(|step| &*step.command).collect();
    // coreachable[i]: the states from which the commands from i on can run.
    let mut coreachable = vec![vec![true; space.n_states]];
    for command in commands.iter().rev() {
        let after = coreachable.last().expect("starts with one");
        let before =
            (0..space.n_states).map(|state| space.successors(state, command).iter().any(|it| after[*it]));
        coreachable.push(before.collect());
    }
    coreachable.reverse();
    let mut reachable: BTreeSet<usize> = (0..space.n_states).collect();
    let mut truths = Vec::new();
    for (step, command) in commands.iter().enumerate() {
        if command.target().is_some() {
            truths.push(space.truth(step, command, &reachable, &coreachable));
        }
        reachable = reachable.iter().flat_map(|state| space.successors(*state, command)).collect();
    }
    (!reachable.is_empty()).then_some(truths)
}

/// The states from which a trace can run to its end when the values at some positions are chosen against that
/// (`C^K` of theory.md, "From one trace to the program").
pub struct Game<'a> {
    space: Space<'a>,
    commands: Vec<&'a Command>,
    /// For each position of the trace and the end, by state.
    coreachable: Vec<Vec<bool>>,
    reachable: Vec<Vec<bool>>,
    positions: Vec<usize>,
}

impl<'a> Game<'a> {
    /// Plays the game on a trace.
    pub fn new(trace: &'a Trace, variables: &'a [Symbol], positions: &[usize]) -> Game<'a> {
        let space = Space::new(variables);
        let commands: Vec<&Command> = trace.steps.iter().map(|step| &*step.command).collect();
        let mut coreachable = vec![vec![true; space.n_states]];
        for (step, command) in commands.iter().enumerate().rev() {
            let after = coreachable.last().expect("starts with one");
            let before = (0..space.n_states).map(|state| {
                if positions.contains(&step) {
                    space.outcomes(command).iter().all(|value| after[space.replaced(state, command, value)])
                } else {
                    space.successors(state, command).iter().any(|it| after[*it])
                }
            });
            coreachable.push(before.collect());
        }
        coreachable.reverse();
        let mut reachable = vec![vec![true; space.n_states]];
        for command in &commands {
            let before = reachable.last().expect("starts with one");
            let mut after = vec![false; space.n_states];
            for state in (0..space.n_states).filter(|state| before[*state]) {
                space.successors(state, command).iter().for_each(|it| after[*it] = true);
            }
            reachable.push(after);
        }
        Game { space, commands, coreachable, reachable, positions: positions.to_vec() }
    }

    /// Whether no reachable state before the first position can run to the end.
    pub fn repairs(&self) -> bool {
        let Some(first) = self.positions.iter().min() else { return false };
        (0..self.space.n_states)
            .all(|state| !self.reachable[*first][state] || !self.coreachable[*first][state])
    }

    /// For every state before a step and every value that the step can assign: the truth of a formula over the
    /// variables and `value`, and whether that value keeps the trace from its end there.
    pub fn compare(&self, step: usize, value: Symbol, formula: Term) -> Vec<(bool, bool)> {
        let command = self.commands[step];
        let mut pairs = Vec::new();
        for state in 0..self.space.n_states {
            for outcome in self.space.outcomes(command) {
                let holds = self.space.eval_with(state, formula, Some((value, &outcome)));
                let after = self.space.replaced(state, command, &outcome);
                pairs.push((holds == Value::Bool(true), !self.coreachable[step + 1][after]));
            }
        }
        pairs
    }

    /// Whether in every state before a step that a formula holds in, assigning one of these terms keeps the trace
    /// from its end.
    pub fn helps(&self, step: usize, formula: Term, terms: &[Term]) -> bool {
        let command = self.commands[step];
        let blocks = |state: usize, term: &Term| {
            let after = self.space.replaced(state, command, &self.space.eval(state, *term));
            !self.coreachable[step + 1][after]
        };
        let mut states =
            (0..self.space.n_states).filter(|it| self.space.eval(*it, formula) == Value::Bool(true));
        states.all(|state| terms.iter().any(|term| blocks(state, term)))
    }

    /// For every state before a step: the truth of a formula, and whether the trace cannot get to its end.
    pub fn compare_states(&self, step: usize, formula: Term) -> Vec<(bool, bool)> {
        let holds = |state| self.space.eval(state, formula) == Value::Bool(true);
        (0..self.space.n_states).map(|state| (holds(state), !self.coreachable[step][state])).collect()
    }
}

/// All values of a small sort.
pub fn values_of(sort: Sort) -> Vec<Value> {
    match sort.kind() {
        SortKind::Bool => vec![Value::Bool(false), Value::Bool(true)],
        SortKind::BitVec(width) if *width <= 8 => {
            (0..1 << width).map(|bits| Value::bits(*width, bits)).collect()
        }
        SortKind::Array(index, element) => {
            let elements = values_of(*element);
            let mut arrays =
                vec![ArrayValue { sort, default: elements[0].clone(), entries: Default::default() }];
            for at in values_of(*index) {
                arrays = arrays
                    .iter()
                    .flat_map(|array| elements.iter().map(|element| array.with(at.clone(), element.clone())))
                    .collect();
            }
            arrays.into_iter().map(|array| Value::Array(array.into())).collect()
        }
        _ => panic!("{sort} is too large to enumerate"),
    }
}

/// The one of the values of its sort that a value equals as a map.
pub fn canonical(value: &Value) -> Value {
    let Value::Array(array) = value else { return value.clone() };
    let (index, element) = array.sort.array_sorts().expect("an array's sort");
    let default = values_of(element).swap_remove(0);
    let mut same = ArrayValue { sort: array.sort, default, entries: Default::default() };
    for at in values_of(index) {
        let element = canonical(array.get(&at));
        same.set(at, element);
    }
    Value::Array(same.into())
}

/// The states over some variables, numbered.
struct Space<'a> {
    variables: &'a [Symbol],
    values: Vec<Vec<Value>>,
    n_states: usize,
}

impl Space<'_> {
    fn new(variables: &[Symbol]) -> Space<'_> {
        let values: Vec<Vec<Value>> = variables.iter().map(|variable| values_of(variable.sort())).collect();
        let n_states = values.iter().map(Vec::len).product();
        Space { variables, values, n_states }
    }

    fn value(&self, state: usize, variable: usize) -> &Value {
        let stride: usize = self.values[..variable].iter().map(Vec::len).product();
        &self.values[variable][state / stride % self.values[variable].len()]
    }

    fn with(&self, state: usize, variable: usize, value: &Value) -> usize {
        let stride: usize = self.values[..variable].iter().map(Vec::len).product();
        let position =
            |value: &Value| self.values[variable].iter().position(|it| it == value).expect("all values");
        state - position(self.value(state, variable)) * stride + position(value) * stride
    }

    fn eval(&self, state: usize, term: Term) -> Value {
        self.eval_with(state, term, None)
    }

    fn eval_with(&self, state: usize, term: Term, other: Option<(Symbol, &Value)>) -> Value {
        let mut lookup = |symbol: Symbol| {
            if let Some((_, value)) = other.filter(|(own, _)| *own == symbol) {
                return Some(value.clone());
            }
            let variable = self.variables.iter().position(|it| *it == symbol)?;
            Some(self.value(state, variable).clone())
        };
        canonical(&eval(term, &mut lookup).expect("closed under the variables"))
    }

    fn successors(&self, state: usize, command: &Command) -> Vec<usize> {
        match command {
            Command::Assume { condition } => {
                if self.eval(state, *condition) == Value::Bool(true) {
                    vec![state]
                } else {
                    Vec::new()
                }
            }
            Command::Assign { value, .. } => vec![self.replaced(state, command, &self.eval(state, *value))],
            Command::Havoc { .. } => {
                let outcomes = self.outcomes(command);
                outcomes.iter().map(|value| self.replaced(state, command, value)).collect()
            }
        }
    }

    /// All values that a command's place can hold.
    fn outcomes(&self, command: &Command) -> Vec<Value> {
        values_of(command.target().expect("an assigning command").read().sort())
    }

    /// The state after the command if it assigns this value.
    fn replaced(&self, state: usize, command: &Command, value: &Value) -> usize {
        let target = command.target().expect("an assigning command");
        let variable = self.variables.iter().position(|it| *it == target.variable).expect("a known variable");
        let written = self.eval(state, target.write(Term::value(value.clone())));
        self.with(state, variable, &written)
    }

    fn truth(
        &self,
        step: usize,
        command: &Command,
        reachable: &BTreeSet<usize>,
        coreachable: &[Vec<bool>],
    ) -> Truth {
        let outcomes = self.outcomes(command);
        let blocked =
            |state: usize, value: &Value| !coreachable[step + 1][self.replaced(state, command, value)];
        let bireachable: Vec<usize> =
            reachable.iter().copied().filter(|state| coreachable[step][*state]).collect();
        let helps_in = |states: &[usize], value: &Value| states.iter().any(|state| blocked(*state, value));
        let all: Vec<usize> = reachable.iter().copied().collect();
        let helping: Vec<Value> = outcomes.iter().filter(|it| helps_in(&bireachable, it)).cloned().collect();
        Truth {
            step,
            relevant: !helping.is_empty(),
            trace_aberrant: outcomes.iter().any(|it| helps_in(&all, it)),
            expression: !bireachable.is_empty()
                && bireachable.iter().all(|state| outcomes.iter().any(|value| blocked(*state, value))),
            constants: outcomes
                .iter()
                .filter(|value| !reachable.is_empty() && reachable.iter().all(|state| blocked(*state, value)))
                .cloned()
                .collect(),
            helping,
        }
    }
}
