//! The part of a failing execution that is looked at, as commands on variables and cells.
//!
//! It is the last activation of the procedure in which the execution went wrong, with what it calls. What this activation was
//! given is open, and so is what it reads; where things lie in memory is not: an index is the number that it had
//! (`a[idx=c]` in \[1\]), so that every element is a cell of its own.

use std::sync::Arc;

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{Command, Op, OriginKind, Place, Program, Step, Symbol, Term, TermKind, Trace, Value};
use faultscope_ir::{Property, term::Rewriting};
use rustc_hash::FxHashMap;

use super::super::formula::violated;
use super::predicate::Predicate;
use super::sum::{Sum, number};
use crate::branches::Branches;
use crate::execution::{Before, Execution, Input, evaluate};
use crate::limits::MAX_DEBUGGED_STEPS;

/// A part of an execution.
pub struct Path<'a> {
    program: &'a Program,
    /// The whole execution.
    trace: &'a Trace,
    /// The first step of the part.
    start: usize,
    /// The step of the violated condition, if there is one, else the number of steps.
    end: usize,
    /// The activation.
    frame: usize,
    /// The part, with addresses and indices as constants.
    part: Trace,
    /// The part on inputs that are open.
    symbolic: Execution,
    /// The whole execution on its own inputs.
    concrete: Execution,
    branches: Branches,
    /// Array variables that have cells of an object, by the object's number.
    memories: FxHashMap<u128, Vec<Symbol>>,
    /// Variables by their names, those of activations and, without one, global ones.
    names: FxHashMap<(Option<usize>, String), Symbol>,
}

/// What is known of a number at a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// In terms of what the activation was given.
    pub sum: Sum,
    /// On the failing execution.
    pub number: i128,
}

impl Known {
    /// A number that is the same for all inputs.
    pub fn constant(number: i128) -> Known {
        Known { sum: Sum::number(number), number }
    }

    /// This number, and another one so often.
    #[must_use]
    pub fn plus(&self, factor: i128, other: &Known) -> Known {
        let number = self.number.saturating_add(factor.saturating_mul(other.number));
        Known { sum: self.sum.plus(factor, &other.sum), number }
    }

    /// The number so often.
    #[must_use]
    pub fn times(&self, factor: i128) -> Known {
        Known::constant(0).plus(factor, self)
    }
}

/// An assignment of the program's.
#[derive(Debug, Clone, Copy)]
pub struct Assignment {
    /// What is assigned: a variable or a cell, as it is read.
    pub cell: Term,
    /// The value, with addresses as constants.
    pub value: Term,
}

impl<'a> Path<'a> {
    /// The part of a failing execution; `initial` are values of variables that it read before it assigned them. None where
    /// it is too long.
    pub fn new(program: &'a Program, trace: &'a Trace, initial: &[(Symbol, Value)]) -> Option<Path<'a>> {
        if trace.is_empty() || trace.len() > MAX_DEBUGGED_STEPS {
            return None;
        }
        let concrete = concrete(trace, initial);
        let is_condition = program.check(trace.check).property != Property::ExpectedOutput
            || matches!(*trace.steps.last()?.command, Command::Assume { .. });
        let end = violated(program, trace).filter(|_| is_condition).map_or(trace.len(), |(first, _)| first);
        let frame = own_frame(program, trace, trace.steps[end.min(trace.len() - 1)].frame);
        let start = trace.steps.iter().position(|step| step.frame == frame)?;
        let mut memories: FxHashMap<u128, Vec<Symbol>> = FxHashMap::default();
        let steps = (start..trace.len()).map(|step| {
            let command = grounded(program, trace, &concrete, step);
            cells(&command, &mut |variable, index| {
                let memories = memories.entry(object(index)).or_default();
                if !memories.contains(&variable) {
                    memories.push(variable);
                }
            });
            Step { command: Arc::new(command), ..trace.steps[step].clone() }
        });
        let part =
            Trace { steps: Arc::new(steps.collect()), frames: trace.frames.clone(), check: trace.check };
        let symbolic = Execution::run(&part, &mut |input| open(program, &concrete, start, &part, input));
        let (branches, names) = (Branches::new(program), names(program, &part));
        Some(Path { program, trace, start, end, frame, part, symbolic, concrete, branches, memories, names })
    }

    /// Whether no condition is false on the values that the execution starts with.
    pub(super) fn is_feasible(&self) -> bool {
        let is_false = |step: usize| self.concrete.condition(step).and_then(Term::as_bool) == Some(false);
        !(0..self.trace.len()).any(is_false)
    }

    /// The steps of the part that come before what is violated.
    pub fn steps(&self) -> std::ops::Range<usize> {
        self.start..self.end
    }

    /// A step of the execution.
    pub fn step(&self, step: usize) -> &'a Step {
        &self.trace.steps[step]
    }

    /// Whether a step is one of the user's that may be at fault.
    pub fn is_own(&self, step: usize) -> bool {
        let origin = self.program.sources.origin(self.trace.steps[step].origin);
        origin.is_suspect() && !self.is_trusted(self.trace.steps[step].frame)
    }

    fn is_trusted(&self, frame: usize) -> bool {
        self.program.procedure(self.trace.frames[frame].procedure).trusted
    }

    /// What would have to hold where the execution goes wrong, over the variables there; none where nothing says so.
    pub fn postcondition(&self) -> Option<Term> {
        let Command::Assume { condition } = &*self.part.steps.get(self.end - self.start)?.command else {
            return None;
        };
        Some(condition.not())
    }

    /// A formula over the variables at the end, with what the inputs decide written out for them: how far a sum goes, which
    /// case applies (\[1\], "Representation of precondition and postcondition").
    pub fn expanded(&self, formula: Term) -> Term {
        Rewriting::default().rewrite_applications(formula, &mut |op, operands| {
            let (Op::Ite, [condition, then, otherwise]) = (op, operands) else { return None };
            let truth = if self.is_given(*condition) { self.truth(*condition, self.end) } else { None };
            truth.map(|truth| if truth { *then } else { *otherwise })
        })
    }

    /// What a step of the user's assigns, if it is a number.
    pub fn assignment(&self, step: usize) -> Option<Assignment> {
        let origin = self.program.sources.origin(self.trace.steps[step].origin);
        let Command::Assign { target, value } = &*self.part.steps[step - self.start].command else {
            return None;
        };
        let is_written = matches!(
            origin.kind,
            OriginKind::Assignment | OriginKind::Return | OriginKind::Argument | OriginKind::Declaration
        );
        let is_shown = self.program.display(target.variable) != Display::Shadow;
        (is_written && is_shown && self.is_own(step) && target.path.len() < 2)
            .then(|| Assignment { cell: target.read(), value: *value })
    }

    /// The condition that a step of the user's finds true, if it is a comparison.
    pub fn condition(&self, step: usize) -> Option<Predicate> {
        let origin = self.program.sources.origin(self.trace.steps[step].origin);
        let Command::Assume { condition } = &*self.part.steps[step - self.start].command else { return None };
        let is_branch = origin.kind == OriginKind::Condition && self.is_own(step);
        if is_branch { Predicate::of(*condition) } else { None }
    }

    /// Whether the condition of a branch was true in the source.
    pub fn outcome(&self, step: usize) -> Option<bool> {
        self.branches.outcome(&self.trace.steps[step])
    }

    /// `pwp` (\[1\], section 2.2): what has to hold before a step so that `post` holds behind it.
    pub fn weakest_precondition(&self, step: usize, post: Term) -> Term {
        let (variable, value) = match &*self.part.steps[step - self.start].command {
            // Branch predicates are ignored.
            Command::Assume { .. } => return post,
            Command::Assign { target, value } => (target.variable, target.write(*value)),
            Command::Havoc { target } => {
                let given = open_input(step - self.start, place_sort(target));
                (target.variable, target.write(given))
            }
        };
        if post.mentions(variable) { post.rewrite(&mut |it| (it == variable).then_some(value)) } else { post }
    }

    /// What is known of a term before a step; none where it is no number.
    pub fn known(&self, term: Term, step: usize) -> Option<Known> {
        let sum = Sum::of(self.in_inputs(term, step))?;
        Some(Known { sum, number: number(self.value(term, step).as_value()?)? })
    }

    /// What is known of a sum before a step.
    pub fn known_sum(&self, sum: &Sum, step: usize) -> Option<Known> {
        let mut known = Known::constant(sum.constant);
        for (term, factor) in sum.terms() {
            known = known.plus(factor, &self.known(term, step)?);
        }
        Some(known)
    }

    /// The number that a sum is before a step of the failing execution.
    pub fn number(&self, sum: &Sum, step: usize) -> Option<i128> {
        sum.replaced(&mut |term| Some(Sum::number(number(self.value(term, step).as_value()?)?)))?.as_number()
    }

    /// The truth of a formula before a step of the failing execution.
    pub fn truth(&self, formula: Term, step: usize) -> Option<bool> {
        self.value(formula, step).as_bool()
    }

    fn value(&self, term: Term, step: usize) -> Term {
        evaluate(&mut Before { execution: &self.concrete, step }, term)
    }

    fn in_inputs(&self, term: Term, step: usize) -> Term {
        let step = step - self.start;
        let value = evaluate(&mut Before { execution: &self.symbolic, step }, term);
        // What a variable holds at the start of the part has no entry where nothing has read it yet.
        value.rewrite(&mut |symbol| {
            let is_open = self.symbolic.content(symbol, step).is_some();
            (!is_open).then(|| initial(self.program, &self.concrete, self.start, symbol))
        })
    }

    /// Whether nothing but what the activation was given decides a formula at the end: no assignment of the user's has
    /// anything to do with it.
    pub fn is_given(&self, formula: Term) -> bool {
        let mut of_input = formula;
        for step in self.steps().rev() {
            let Command::Assign { target, .. } = &*self.part.steps[step - self.start].command else {
                continue;
            };
            let before = self.weakest_precondition(step, of_input);
            if before != of_input && self.assignment(step).is_some() && target.path.len() < 2 {
                return false;
            }
            of_input = before;
        }
        true
    }

    /// The variable that a name stands for in the activation of a step, where it has been read or written.
    pub fn variable(&self, name: &str, step: usize) -> Option<Symbol> {
        let frame = self.trace.steps[step].frame;
        let own = self.names.get(&(Some(frame), name.to_owned()));
        own.or_else(|| self.names.get(&(None, name.to_owned()))).copied()
    }

    /// An element of the array that a variable is or points to, elements of so many bytes.
    pub fn element(&self, array: Symbol, index: i128, size: u64, step: usize) -> Option<Term> {
        if let Some((sort, _)) = array.sort().array_sorts() {
            return Some(Term::symbol(array).select(Term::signed_bits(sort.bit_width()?, index)));
        }
        let address = self.value(Term::symbol(array), step).as_value()?.as_unsigned()?;
        let width = array.sort().bit_width()?;
        let moved = Term::bits(width, address)
            .bv_add_low(Term::signed_bits(width / 2, index.checked_mul(i128::from(size))?));
        let memories = self.memories.get(&object(moved))?;
        let memory = memories.iter().find(|it| {
            let element = it.sort().array_sorts().and_then(|(_, element)| element.bit_width());
            element.map(u64::from) == Some(8 * size) && self.program.display(**it) != Display::Shadow
        })?;
        Some(Term::symbol(*memory).select(moved))
    }

    /// A variable or an element as the source calls it, before a step.
    pub fn name(&self, cell: Term, step: usize) -> Option<String> {
        // No source knows what a model of the library calls its variables.
        let name = |symbol: Symbol| {
            let (_, variable) = self.program.declared(symbol)?;
            let owner = variable.scope.procedure();
            let is_of_library = owner.is_some_and(|it| self.program.procedure(it).trusted);
            (!is_of_library).then(|| variable.name.clone())
        };
        match cell.kind() {
            TermKind::Symbol(symbol) => name(*symbol),
            TermKind::App(Op::Select, operands) => {
                let (array, index) = (operands[0].as_symbol()?, operands[1].as_value()?);
                if self.program.declared(array)?.1.length.is_some() {
                    return Some(format!("{}[{}]", name(array)?, number(index)?));
                }
                let size = i128::from(cell.sort().bit_width()? / 8).max(1);
                let width = operands[1].sort().bit_width()?;
                let offset = |address: &Value| number(&Value::bits(width / 2, address.as_unsigned()?));
                let pointers = self.part.steps.iter().filter(|it| it.frame == self.frame);
                let pointers = pointers.flat_map(|it| mentioned(&it.command)).find_map(|symbol| {
                    let (_, variable) = self.program.declared(symbol)?;
                    let is_pointer =
                        variable.display == Display::Pointer && symbol.sort() == operands[1].sort();
                    let value = self.value(Term::symbol(symbol), step);
                    let points_here = is_pointer
                        && matches!(variable.scope, Scope::Local(_) | Scope::Global)
                        && value.as_value().is_some()
                        && object(value) == object(operands[1]);
                    let distance = || Some(offset(index)? - offset(value.as_value()?)?);
                    if points_here { Some((variable.name.clone(), distance()?)) } else { None }
                });
                let (array, distance) = pointers?;
                Some(format!("{array}[{}]", distance / size))
            }
            _ => None,
        }
    }
}

impl std::fmt::Debug for Path<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Path").field("steps", &self.steps()).finish_non_exhaustive()
    }
}

/// The activation, or the next one outside that runs code of the user's.
fn own_frame(program: &Program, trace: &Trace, mut frame: usize) -> usize {
    while program.procedure(trace.frames[frame].procedure).trusted {
        match trace.frames[frame].caller {
            Some((caller, _)) => frame = caller,
            None => break,
        }
    }
    frame
}

/// The variables of the user's that a part of a trace mentions. Of several with one name, the last that is mentioned.
fn names(program: &Program, part: &Trace) -> FxHashMap<(Option<usize>, String), Symbol> {
    let mut names = FxHashMap::default();
    for step in part.steps.iter() {
        let procedure = part.frames[step.frame].procedure;
        for symbol in mentioned(&step.command) {
            let Some((_, variable)) = program.declared(symbol) else { continue };
            let frame = match variable.scope {
                Scope::Global => None,
                Scope::Local(own) if own == procedure => Some(step.frame),
                _ => continue,
            };
            if variable.display != Display::Shadow {
                names.insert((frame, variable.name.clone()), symbol);
            }
        }
    }
    names
}

fn concrete(trace: &Trace, initial: &[(Symbol, Value)]) -> Execution {
    let initial: FxHashMap<Symbol, &Value> = initial.iter().map(|(symbol, value)| (*symbol, value)).collect();
    Execution::run(trace, &mut |input| match input {
        Input::Initial(variable) => {
            let known = initial.get(&variable).map(|value| (*value).clone());
            Term::value(known.unwrap_or_else(|| Value::zero(variable.sort())))
        }
        Input::Havoc(step, variable) => {
            let sort = trace.steps[step].command.target().map_or(variable.sort(), place_sort);
            let value = trace.steps[step].value.clone().filter(|value| value.sort() == sort);
            Term::value(value.unwrap_or_else(|| Value::zero(sort)))
        }
    })
}

fn place_sort(place: &Place) -> faultscope_ir::Sort {
    place.read().sort()
}

/// A command with the indices that it had. What comes from outside is any value.
fn grounded(program: &Program, trace: &Trace, concrete: &Execution, step: usize) -> Command {
    let at = &trace.steps[step];
    let mut state = Before { execution: concrete, step };
    let mut rewriting = Rewriting::default();
    let mut ground = |term: Term| {
        rewriting.rewrite_applications(term, &mut |op, operands| {
            let (Op::Select, [array, index]) = (op, operands) else { return None };
            Some(array.select(evaluate(&mut state, *index)))
        })
    };
    let target = |target: &Place, ground: &mut dyn FnMut(Term) -> Term| {
        let path = target
            .path
            .iter()
            .map(|index| evaluate(&mut Before { execution: concrete, step }, ground(*index)));
        Place { variable: target.variable, path: path.collect() }
    };
    match &*at.command {
        Command::Assume { condition } => Command::Assume { condition: ground(*condition) },
        Command::Havoc { target: place } => Command::Havoc { target: target(place, &mut ground) },
        Command::Assign { target: place, value } => {
            let is_read = program.procedure(trace.frames[at.frame].procedure).primitive.is_some()
                && value.as_value().is_some()
                && is_number(program, place.variable);
            let target = target(place, &mut ground);
            if is_read {
                Command::Havoc { target }
            } else {
                Command::Assign { target, value: ground(*value) }
            }
        }
    }
}

/// Whether the values of a variable or of its cells are numbers that the program computes with.
fn is_number(program: &Program, variable: Symbol) -> bool {
    let is_table = program.memory.tables.is_some_and(|it| it.sizes == variable || it.kinds == variable);
    let shows = matches!(
        program.display(variable),
        Display::Signed | Display::Unsigned | Display::Character | Display::Plain
    );
    let is_hidden = program.declared(variable).is_none_or(|(_, it)| it.scope == Scope::Internal)
        && variable.sort().array_sorts().is_none();
    shows && !is_table && !is_hidden
}

/// What is not determined within the part: a symbol for numbers, for all else what the execution had.
fn open(program: &Program, concrete: &Execution, start: usize, part: &Trace, input: Input) -> Term {
    match input {
        Input::Initial(variable) => initial(program, concrete, start, variable),
        Input::Havoc(step, variable) => {
            let sort = part.steps[step].command.target().map_or(variable.sort(), place_sort);
            if is_number(program, variable) {
                return open_input(step, sort);
            }
            match &concrete.outcomes[start + step] {
                crate::execution::StepOutcome::Assigned { element, .. } => *element,
                crate::execution::StepOutcome::Assumed(_) => open_input(step, sort),
            }
        }
    }
}

fn initial(program: &Program, concrete: &Execution, start: usize, variable: Symbol) -> Term {
    if is_number(program, variable) {
        return Term::symbol(variable);
    }
    concrete.content(variable, start).map_or_else(|| Term::symbol(variable), |content| content.term())
}

fn open_input(step: usize, sort: faultscope_ir::Sort) -> Term {
    Term::symbol(Symbol::numbered("what is read", step as u32, sort))
}

/// The number of the object that an address is in.
fn object(address: Term) -> u128 {
    let (width, address) = match address.as_value() {
        Some(value) => (address.sort().bit_width().unwrap_or(0), value.as_unsigned().unwrap_or(0)),
        None => (0, 0),
    };
    if width >= 2 { address >> (width / 2) } else { 0 }
}

/// The symbols of a command, what is assigned in front.
fn mentioned(command: &Command) -> Vec<Symbol> {
    let (target, value) = match command {
        Command::Assume { condition } => (None, Some(*condition)),
        Command::Assign { target, value } => (Some(target), Some(*value)),
        Command::Havoc { target } => (Some(target), None),
    };
    let target = target.map(|it| it.variable);
    target.into_iter().chain(value.into_iter().flat_map(|it| it.symbols())).collect()
}

/// Calls `visit` on the cells with a constant index that a command reads or writes.
fn cells(command: &Command, visit: &mut dyn FnMut(Symbol, Term)) {
    let (target, value) = match command {
        Command::Assume { condition } => (None, Some(*condition)),
        Command::Assign { target, value } => (Some(target), Some(*value)),
        Command::Havoc { target } => (Some(target), None),
    };
    if let Some(Place { variable, path }) = target
        && let [index] = &path[..]
    {
        visit(*variable, *index);
    }
    if let Some(value) = value {
        value.visit(&mut |term| {
            if let Some([array, index]) = term.operands_of(Op::Select)
                && let Some(variable) = array.as_symbol()
            {
                visit(variable, *index);
            }
        });
    }
}
