//! Concrete states: those of the failing execution, and those that solvers give as counterexamples.

use std::hash::{Hash, Hasher};

use faultscope_ir::value::ArrayValue;
use faultscope_ir::{Command, Sort, SortKind, Statement, Symbol, Term, Value, eval::eval};
use rustc_hash::{FxBuildHasher, FxHasher};

use crate::ErrorTrace;
use crate::automata::Letter;
use crate::trace_abstraction::Alphabet;

type Values = imbl::GenericHashMap<Symbol, Option<Value>, FxBuildHasher, imbl::shared_ptr::DefaultSharedPtr>;

/// The values of all variables.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    /// `None` where a value is known to exist and is not known.
    values: Values,
    /// The values of all others: zero for [`Pattern::ZERO`], else some that seem random.
    others: Pattern,
}

/// Names a way to give values to variables.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pattern(pub(super) u32);

impl Pattern {
    /// Zero for every variable.
    pub(super) const ZERO: Pattern = Pattern(0);

    /// The value that a variable has.
    pub(super) fn value(self, variable: Symbol) -> Value {
        if self == Pattern::ZERO {
            return Value::zero(variable.sort());
        }
        let mut hasher = FxHasher::default();
        (variable, self.0).hash(&mut hasher);
        scattered(variable.sort(), hasher.finish())
    }
}

/// A value that depends on all bits of a number.
fn scattered(sort: Sort, number: u64) -> Value {
    match sort.kind() {
        SortKind::Bool => Value::Bool(number.count_ones() % 2 == 1),
        SortKind::Int => Value::int(number as i32),
        SortKind::BitVec(width) => Value::bits(*width, u128::from(number) | u128::from(!number) << 64),
        SortKind::Array(_, element) => Value::constant_array(sort, scattered(*element, number)),
        _ => Value::zero(sort),
    }
}

impl State {
    /// The value of a variable.
    pub(super) fn get(&self, variable: Symbol) -> Option<Value> {
        match self.values.get(&variable) {
            Some(value) => value.clone(),
            None => Some(self.others.value(variable)),
        }
    }

    /// The state with the values of these variables, and other values of all others.
    pub(super) fn restricted_to(&self, variables: &[Symbol], others: Pattern) -> State {
        let mut state = State { values: Values::default(), others };
        for variable in variables {
            state.set(*variable, self.get(*variable));
        }
        state
    }

    /// Changes the value of a variable.
    pub(super) fn set(&mut self, variable: Symbol, value: Option<Value>) {
        self.values.insert(variable, value);
    }

    /// The value of a term, where it can be computed.
    pub(super) fn eval(&self, term: Term) -> Option<Value> {
        eval(term, &mut |symbol| self.get(symbol))
    }

    /// Whether a formula is known to hold.
    pub(super) fn satisfies(&self, formula: Term) -> bool {
        self.truth(formula) == Some(true)
    }

    /// Whether a formula holds.
    pub(super) fn truth(&self, formula: Term) -> Option<bool> {
        self.eval(formula)?.as_bool()
    }

    /// The value of a variable after `element` was put into a place of it.
    fn written(&self, path: &[Term], array: Option<Value>, element: Option<Value>) -> Option<Value> {
        let [index, rest @ ..] = path else { return element };
        let index = self.eval(*index)?;
        let array = array?;
        let array: &ArrayValue = array.as_array()?;
        let inner = self.written(rest, Some(array.get(&index).clone()), element)?;
        Some(Value::Array(array.with(index, inner).into()))
    }

    /// Executes a command. `input` gives the value of a havoc.
    fn execute(&mut self, command: &Command, input: &mut dyn FnMut() -> Option<Value>) {
        let element = match command {
            Command::Assign { value, .. } => self.eval(*value),
            Command::Havoc { .. } => input(),
            Command::Assume { .. } => return,
        };
        let Some(target) = command.target() else { return };
        let element = element.filter(|element| element.sort() == target.read().sort());
        let value = self.written(&target.path, self.get(target.variable), element);
        self.set(target.variable, value);
    }
}

/// The failing execution along its word.
pub(super) struct Execution {
    /// The states before each letter, and the last one.
    pub(super) states: Vec<State>,
    /// For each letter the values of its havocs, in order.
    pub(super) inputs: Vec<Vec<Option<Value>>>,
}

impl Execution {
    /// Executes the word of an error trace on the trace's inputs.
    pub(super) fn new(alphabet: &Alphabet, word: &[Letter], trace: &ErrorTrace) -> Execution {
        let mut state = State::default();
        for (symbol, value) in &trace.initial {
            state.set(*symbol, Some(value.clone()));
        }
        let mut values = trace.inputs.iter().map(|input| input.value.clone());
        let mut execution = Execution { states: vec![state.clone()], inputs: Vec::with_capacity(word.len()) };
        for letter in word {
            let mut inputs = Vec::new();
            for Statement { command, .. } in alphabet.statements(*letter) {
                state.execute(command, &mut || {
                    inputs.push(values.next());
                    inputs.last().cloned().flatten()
                });
            }
            execution.states.push(state.clone());
            execution.inputs.push(inputs);
        }
        execution
    }
}
