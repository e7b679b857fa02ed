//! Steps whose value one other step alone reads.
//!
//! Let step j assign a place that only step k reads, before it is written again, and let k assign `g(x)` of what it reads
//! there. Another value v at j then does what `g(v)` does at k, and nothing else: j is *linked* to k. Links make long traces
//! cheap, for what is known behind a step is known before it:
//! * the conditions that a value at k changes, with `g(v)` put in, are those that v changes at j
//!   ([`passed_on`]), so that a chain of n links is gone through once and not n times;
//! * where g meets every value once in every state (a sum with a constant, a complement) and no havoc lies between,
//!   *some value* at j is *some value* at k: every row of theory.md's table holds at both or at neither, and a value for k
//!   gives one for j ([`Links::origin_of`]).
//!
//! Sums are followed as they stand in loops and declarations. Everything else is left to running the rest again.

use faultscope_ir::{Command, Op, Symbol, Term, TermKind, Trace, Value, eval};

use crate::execution::{Before, Cells, Execution, Location, State, StepOutcome, evaluate};

/// From so many links on, what is known behind a step is used for it.
const LONG: u32 = 32;

/// Stands for no step.
const NONE: u32 = u32::MAX;

/// The links of a trace.
pub(crate) struct Links {
    /// The step that each is linked to.
    next: Vec<u32>,
    /// How many links follow each other from a step on.
    n_links: Vec<u32>,
    /// The havocs.
    havocs: Vec<usize>,
}

impl Links {
    /// The links between the steps of a trace that was executed.
    pub(crate) fn new(trace: &Trace, execution: &Execution) -> Links {
        let mut next = vec![NONE; trace.len()];
        let mut n_links = vec![0; trace.len()];
        for step in (0..trace.len()).rev() {
            if let Some(reader) = reader(trace, execution, step) {
                next[step] = reader as u32;
                n_links[step] = 1 + n_links[reader];
            }
        }
        let is_havoc = |step: &usize| matches!(*trace.steps[*step].command, Command::Havoc { .. });
        Links { next, n_links, havocs: (0..trace.len()).filter(is_havoc).collect() }
    }

    /// The step that this one is linked to.
    pub(crate) fn next(&self, step: usize) -> Option<usize> {
        Some(self.next[step]).filter(|next| *next != NONE).map(|next| next as usize)
    }

    /// Whether many links follow each other from a step on.
    pub(crate) fn is_long(&self, step: usize) -> bool {
        self.n_links[step] >= LONG
    }

    /// The step that this one is linked to, where every row of the table holds at both or at neither.
    pub(crate) fn alike(&self, trace: &Trace, execution: &Execution, step: usize) -> Option<usize> {
        let next = self.equal(step)?;
        undone(trace, execution, (step, next), None)?;
        Some(next)
    }

    /// The value at a step that leads to this value at the step that it is [`alike`](Links::alike) to.
    pub(crate) fn origin_of(
        &self,
        trace: &Trace,
        execution: &Execution,
        step: usize,
        value: &Value,
    ) -> Option<Value> {
        undone(trace, execution, (step, self.equal(step)?), Some(value.clone())).flatten()
    }

    /// The step that this one is linked to without a havoc in between.
    pub(crate) fn equal(&self, step: usize) -> Option<usize> {
        let next = self.next(step)?;
        let first = self.havocs.partition_point(|havoc| *havoc <= step);
        self.havocs.get(first).is_none_or(|havoc| *havoc > next).then_some(next)
    }
}

/// Whether nothing that matters reads what a step assigns. Only what is clear at once is found.
pub(crate) fn is_unread(trace: &Trace, execution: &Execution, step: usize) -> bool {
    !execution.live[step]
        || place(trace, execution, step).is_some_and(|it| readers(execution, it, step).is_empty())
}

/// The step alone that reads what a step assigns, if it assigns a place that its value has no part in.
fn reader(trace: &Trace, execution: &Execution, step: usize) -> Option<usize> {
    let location = place(trace, execution, step)?;
    let [reader] = readers(execution, location, step)[..] else { return None };
    let Command::Assign { target, .. } = &*trace.steps[reader].command else { return None };
    let is_elsewhere = !target.path.iter().any(|index| index.mentions(location.0));
    (is_elsewhere && place(trace, execution, reader).is_some()).then_some(reader)
}

/// The scalar or the cell with a constant index that a step assigns.
fn place(trace: &Trace, execution: &Execution, step: usize) -> Option<Location> {
    let target = trace.steps[step].command.target().filter(|_| execution.live[step])?;
    let StepOutcome::Assigned { path, element } = &execution.outcomes[step] else { return None };
    let is_scalar = element.sort().array_sorts().is_none();
    match &path[..] {
        [] if is_scalar => Some((target.variable, None)),
        [index] if is_scalar && index.as_value().is_some() => Some((target.variable, Some(*index))),
        _ => None,
    }
}

/// The first two steps that read what a step assigns to a place. A read of a whole array counts.
fn readers(execution: &Execution, (variable, cell): Location, step: usize) -> Vec<usize> {
    let index = &execution.index;
    let whole = cell.map(|_| (variable, None));
    let writes = [Some((variable, cell)), whole].into_iter().flatten();
    let until = writes.filter_map(|it| index.next_write(it, step)).min().unwrap_or(usize::MAX);
    let of = |location: Location| {
        let reads = index.reads_between(location, step, until).iter().copied();
        reads.filter(|reader| execution.live[*reader]).take(2)
    };
    let mut readers: Vec<usize> = of((variable, cell)).chain(whole.into_iter().flat_map(of)).collect();
    readers.sort_unstable();
    readers.dedup();
    readers
}

/// What a step assigns when the one that is linked to it assigns this.
pub(crate) fn passed_on(
    trace: &Trace,
    execution: &Execution,
    (from, to): (usize, usize),
    value: Term,
) -> Option<Term> {
    let location = place(trace, execution, from)?;
    let Command::Assign { value: expression, .. } = &*trace.steps[to].command else { return None };
    let before = Before { execution, step: to };
    Some(evaluate(&mut Passing { before, location, value }, *expression))
}

/// The state before a step in which one place has another value.
struct Passing<'a> {
    before: Before<'a>,
    location: Location,
    value: Term,
}

impl State for Passing<'_> {
    fn scalar(&mut self, variable: Symbol) -> Term {
        if self.location == (variable, None) { self.value } else { self.before.scalar(variable) }
    }

    fn cell(&mut self, variable: Symbol, index: Term) -> Term {
        if self.location == (variable, Some(index)) { self.value } else { self.before.cell(variable, index) }
    }

    fn array(&mut self, variable: Symbol) -> Cells {
        let mut cells = self.before.array(variable);
        if let (changed, Some(index)) = self.location
            && changed == variable
        {
            cells.write(index, self.value);
        }
        cells
    }
}

/// Whether a step assigns every value exactly once, one for each value of what it is linked to, whatever the inputs are, and
/// the value there that leads to the one that is given.
fn undone(
    trace: &Trace,
    execution: &Execution,
    (from, to): (usize, usize),
    given: Option<Value>,
) -> Option<Option<Value>> {
    let (location, own) = (place(trace, execution, from)?, place(trace, execution, to)?);
    let Command::Assign { value, .. } = &*trace.steps[to].command else { return None };
    let is_same = own.0.sort() == location.0.sort() && own.1.is_some() == location.1.is_some();
    let mut undoing = Undoing { before: Before { execution, step: to }, location };
    if is_same { undoing.undo(*value, given) } else { None }
}

/// Goes down an expression to the place that it reads.
struct Undoing<'a> {
    before: Before<'a>,
    location: Location,
}

impl Undoing<'_> {
    fn undo(&mut self, term: Term, given: Option<Value>) -> Option<Option<Value>> {
        if self.is_place(term) {
            return Some(given);
        }
        let TermKind::App(op, operands) = term.kind() else { return None };
        match (op, &operands[..]) {
            (Op::Neg | Op::BvNeg | Op::BvNot, [inner]) => {
                let given = given.map(|it| op.apply(&[it]));
                self.further(*inner, given)
            }
            (Op::Add | Op::BvAdd | Op::Sub | Op::BvSub | Op::BvXor, [lhs, rhs]) => {
                let is_left = self.may_read(*lhs);
                if is_left == self.may_read(*rhs) {
                    return None;
                }
                let (inner, other) = if is_left { (*lhs, *rhs) } else { (*rhs, *lhs) };
                let other = self.known(other)?;
                let given = given.map(|it| match (op, is_left) {
                    (Op::Add, _) => Op::Sub.apply(&[it, other.clone()]),
                    (Op::BvAdd, _) => Op::BvSub.apply(&[it, other.clone()]),
                    (Op::Sub, true) => Op::Add.apply(&[it, other.clone()]),
                    (Op::BvSub, true) => Op::BvAdd.apply(&[it, other.clone()]),
                    (_, true) => op.apply(&[it, other.clone()]),
                    (_, false) => op.apply(&[other.clone(), it]),
                });
                self.further(inner, given)
            }
            _ => None,
        }
    }

    /// Goes on with what an operand has to be; none inside where it cannot be computed.
    fn further(&mut self, inner: Term, given: Option<Option<Value>>) -> Option<Option<Value>> {
        match given {
            Some(given) => self.undo(inner, Some(given?)),
            None => self.undo(inner, None),
        }
    }

    /// The value of a term, if it is the same for all inputs.
    fn known(&mut self, term: Term) -> Option<Value> {
        let before = &mut self.before;
        // Without arrays nothing has to be built.
        let mut scalar = |symbol: Symbol| match symbol.sort().array_sorts() {
            None => before.scalar(symbol).as_value().cloned(),
            Some(_) => None,
        };
        let known = eval::eval(term, &mut scalar);
        known.or_else(|| evaluate(&mut self.before, term).as_value().cloned())
    }

    fn is_place(&mut self, term: Term) -> bool {
        match (term.kind(), self.location) {
            (TermKind::Symbol(variable), (own, None)) => *variable == own,
            (TermKind::App(Op::Select, operands), (own, Some(cell))) => {
                operands[0].as_symbol() == Some(own)
                    && !operands[1].mentions(own)
                    && evaluate(&mut self.before, operands[1]) == cell
            }
            _ => false,
        }
    }

    /// Whether a term may depend on the place.
    fn may_read(&mut self, term: Term) -> bool {
        let (own, cell) = self.location;
        match (term.kind(), cell) {
            (TermKind::App(Op::Select, operands), Some(cell)) if operands[0].as_symbol() == Some(own) => {
                let index = evaluate(&mut self.before, operands[1]);
                operands[1].mentions(own) || index.as_value().is_none() || index == cell
            }
            _ => term.mentions(own),
        }
    }
}
