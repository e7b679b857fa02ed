//! The question at one position of a trace, taken apart.
//!
//! Let the position's command assign `x`, let s be the state before it, and v the value that replaces what is
//! assigned. `s[x↦v] ∉ C_j` means: for all values h of the later havocs one of the later assumes fails. Most
//! assumes do not depend on v. Those of them that do not depend on the h of the others either only restrict
//! the states: in a state that violates them nothing needs a fix (theory.md asks of such states nothing but
//! for trace-aberrance). So the question is about the *kernel* D(I, v, h), the assumes connected with v, I being
//! the inputs before the position, under *guards* over I (and over later havocs of their own).
//!
//! What changes is found by running the rest of the trace again, or, where many [links](crate::links) follow the position,
//! taken over from the step that it is linked to.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use faultscope_ir::term::{Derivation, Purpose};
use faultscope_ir::{Op, Symbol, Term, Trace, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::execution::Execution;
use crate::inputs::{InputSet, Inputs};
use crate::limits::{
    MAX_NEARBY_CONDITIONS, MAX_NEARBY_COST, MAX_QUESTION_TERMS, MAX_RERUN_COST, MAX_RERUN_COST_BEYOND,
    MAX_RERUN_WORK, MAX_SUFFIX_SIZE, reached,
};
use crate::links::{self, Links};
use crate::oracle::size;
use crate::rerun::{Bounds, TooLarge, rerun, rerun_within};
use crate::values;

/// A conjunct of an assume.
#[derive(Clone, Debug)]
pub(crate) struct Conjunct {
    pub(crate) step: usize,
    pub(crate) term: Term,
    pub(crate) inputs: InputSet,
}

/// A trace's symbolic execution with its conditions.
pub(crate) struct Symbolic<'a> {
    pub(crate) trace: &'a Trace,
    pub(crate) execution: Execution,
    pub(crate) inputs: Inputs,
    /// The conjuncts of the axioms and of all assumes, by step; axioms come first with step 0.
    pub(crate) conjuncts: Vec<Conjunct>,
    /// For each input the conjuncts that mention it.
    by_input: Vec<Vec<usize>>,
    pub(crate) n_axioms: usize,
    links: OnceCell<Links>,
    /// The conditions that the replacements at steps change, with all that is known of them behind long chains of links.
    suffixes: RefCell<FxHashMap<usize, Suffix>>,
    /// What running again for [obvious constants](Symbolic::obvious_constant) has cost on this trace.
    rerun_work: Cell<usize>,
}

/// The conditions that the replacement at a step changes.
#[derive(Clone)]
enum Suffix {
    Known(Rc<[(usize, Term)]>),
    /// They get too large to be handed on, or few links follow.
    Unknown,
    /// So many links follow that running the rest of the trace again costs too much, unless the value is soon lost.
    TooLong,
}

impl Suffix {
    /// What running the rest of the trace again may cost, where it is not known.
    fn rerun_cost(&self) -> usize {
        if matches!(self, Suffix::TooLong) { MAX_NEARBY_COST } else { MAX_RERUN_COST }
    }
}

impl<'a> Symbolic<'a> {
    /// Executes a trace symbolically under axioms.
    pub(crate) fn new(trace: &'a Trace, axioms: &[Term]) -> Symbolic<'a> {
        let mut inputs = Inputs::default();
        for symbol in axioms.iter().flat_map(|axiom| axiom.symbols()) {
            inputs.add(symbol, None);
        }
        let execution = Execution::run(trace, &mut |input| input_symbol(trace, input, &mut inputs));
        let mut conjuncts = Vec::new();
        for axiom in axioms {
            add_conjuncts(&mut conjuncts, &mut inputs, 0, *axiom);
        }
        let n_axioms = conjuncts.len();
        for step in 0..trace.len() {
            if let Some(condition) = execution.condition(step) {
                add_conjuncts(&mut conjuncts, &mut inputs, step, condition);
            }
        }
        let mut by_input: Vec<Vec<usize>> = Vec::new();
        for (idx, conjunct) in conjuncts.iter().enumerate() {
            for id in conjunct.inputs.iter() {
                by_input.resize_with(by_input.len().max(id + 1), Vec::new);
                by_input[id].push(idx);
            }
        }
        Symbolic {
            trace,
            execution,
            inputs,
            conjuncts,
            by_input,
            n_axioms,
            links: OnceCell::new(),
            suffixes: RefCell::default(),
            rerun_work: Cell::new(0),
        }
    }

    pub(crate) fn conjuncts_on(&self, id: usize) -> &[usize] {
        self.by_input.get(id).map_or(&[], Vec::as_slice)
    }

    /// Whether an input is given by a havoc after this step.
    fn is_later(&self, id: usize, step: usize) -> bool {
        self.inputs.step(id).is_some_and(|havoc| havoc > step)
    }
}

/// The symbol of an input, which is added to the inputs.
fn input_symbol(trace: &Trace, input: crate::execution::Input, inputs: &mut Inputs) -> Term {
    use crate::execution::Input;
    match input {
        Input::Initial(variable) => inputs.add(variable, None),
        Input::Havoc(step, variable) => {
            let place = trace.steps[step].command.target().map(|target| target.path.len()).unwrap_or(0);
            let sort = (0..place)
                .fold(variable.sort(), |sort, _| sort.array_sorts().map_or(sort, |(_, element)| element));
            inputs.add(variable.derived_as(Derivation::Input(step), sort), Some(step))
        }
    }
}

pub(crate) fn add_conjuncts(
    conjuncts: &mut Vec<Conjunct>,
    inputs: &mut Inputs,
    step: usize,
    condition: Term,
) {
    for term in split(condition) {
        conjuncts.push(Conjunct { step, term, inputs: inputs.of(term) });
    }
}

fn is_false(condition: Term) -> bool {
    condition.as_bool() == Some(false)
}

/// Conditions that are small enough to be handed on.
fn small(conditions: Vec<(usize, Term)>) -> Suffix {
    let size = conditions.iter().fold(0_u32, |size, (_, condition)| size.saturating_add(condition.size()));
    if size <= MAX_SUFFIX_SIZE { Suffix::Known(conditions.into()) } else { Suffix::Unknown }
}

/// The conjuncts of a formula; none of `true`.
pub(crate) fn split(formula: Term) -> Vec<Term> {
    let mut stack = vec![formula];
    let mut conjuncts = Vec::new();
    while let Some(term) = stack.pop() {
        match term.operands_of(Op::And) {
            Some(operands) => stack.extend(operands.iter().rev()),
            None if term.as_bool() == Some(true) => {}
            None => conjuncts.push(term),
        }
    }
    conjuncts
}

/// What relevance at one step depends on.
#[derive(Debug)]
pub(crate) struct Position {
    pub(crate) step: usize,
    /// Stands for the replacement.
    pub(crate) value: Symbol,
    /// The kernel D.
    pub(crate) kernel: Vec<Term>,
    /// The inputs before the step that the kernel mentions.
    pub(crate) earlier: Vec<Symbol>,
    /// The later havocs that the kernel mentions.
    pub(crate) later: Vec<Symbol>,
    /// The assumes that the kernel stands in for, as the trace has them.
    pub(crate) original: Vec<Term>,
    /// The assumes outside the kernel that share inputs with it, directly or through others.
    pub(crate) guards: Vec<Term>,
    /// The steps of the kernel's assumes.
    pub(crate) kernel_steps: Vec<usize>,
}

impl Position {
    /// A position at which nothing is asked of the value.
    pub(crate) fn unconditional(value: Symbol) -> Position {
        Position {
            step: 0,
            value,
            kernel: Vec::new(),
            earlier: Vec::new(),
            later: Vec::new(),
            original: Vec::new(),
            guards: Vec::new(),
            kernel_steps: Vec::new(),
        }
    }

    /// What is true of a value and an execution in which it leads to the error, and the unknowns besides the value.
    pub(crate) fn reaching(&self) -> (Vec<Term>, Vec<Symbol>) {
        let conditions: Vec<Term> = self.guards.iter().chain(&self.kernel).copied().collect();
        let mut unknowns: Vec<Symbol> = Vec::new();
        for symbol in conditions.iter().flat_map(|term| term.symbols()) {
            if symbol != self.value && !unknowns.contains(&symbol) {
                unknowns.push(symbol);
            }
        }
        (conditions, unknowns)
    }

    fn is_large(&self) -> bool {
        let terms: Vec<Term> =
            self.kernel.iter().chain(&self.guards).chain(&self.original).copied().collect();
        size(&terms) > MAX_QUESTION_TERMS
    }
}

impl Symbolic<'_> {
    /// The question at a step. `None` if no later assume depends on the assigned value, whatever it is.
    ///
    /// # Errors
    /// If the question gets too large to be asked.
    pub(crate) fn position(&mut self, step: usize) -> Result<Option<Position>, TooLarge> {
        let Some((value, id)) = self.replacement(step) else { return Ok(None) };
        let changed = self.changed(step, value)?;
        if !changed.iter().any(|it| it.inputs.contains(id)) {
            return Ok(None);
        }
        let kernel = self.kernel(step, id, &changed);
        let original = self.originals(step, &kernel);
        let inputs =
            original.iter().fold(kernel.inputs.clone(), |set, term| set.union(&self.inputs.of(*term)));
        let guards = self.guards(step, inputs, &changed, &kernel);
        let position = self.assemble(step, (value, id), kernel, original, guards);
        if position.is_large() { Err(TooLarge(&reached::MAX_QUESTION_TERMS)) } else { Ok(Some(position)) }
    }

    /// The conjuncts that the trace has at the steps of a kernel.
    fn originals(&self, step: usize, kernel: &Kernel) -> Vec<Term> {
        let of_trace = &self.conjuncts[self.n_axioms..];
        let mut steps: Vec<usize> = kernel.steps.iter().copied().filter(|it| *it > step).collect();
        steps.sort_unstable();
        let at = |step: usize| {
            let first = of_trace.partition_point(|it| it.step < step);
            of_trace[first..].iter().take_while(move |it| it.step == step).map(|it| it.term)
        };
        steps.into_iter().flat_map(at).collect()
    }

    /// A value, of those near what the step assigned and the extremes of its sort, with which no input and no
    /// outcome of later havocs leads to the error. Found by running again on constants, so this says nothing if
    /// it finds none.
    pub(crate) fn obvious_constant(&self, step: usize, present: Option<&Value>) -> Option<Value> {
        let target = self.trace.steps[step].command.target()?;
        let sort =
            target.path.iter().try_fold(target.variable.sort(), |sort, _| Some(sort.array_sorts()?.1))?;
        let candidates = values::candidates(sort, present);
        // Where running again to the end costs too much, what blocks soon is looked for first.
        let is_long = self.trace.len() - step > MAX_RERUN_COST;
        let blocks_soon =
            |value: &&Value| self.blocks_nearby(step, Term::value((*value).clone()), MAX_NEARBY_COST).0;
        let soon = candidates.iter().find(|it| is_long && blocks_soon(it)).cloned();
        soon.or_else(|| candidates.into_iter().find(|value| self.obviously_blocks(step, value)))
    }

    /// Values for [`blocks_nearby`](Symbolic::blocks_nearby): those of [`obvious_constant`](Symbolic::obvious_constant), and
    /// those at which one of the next conditions changes.
    pub(crate) fn nearby_candidates(&self, step: usize, present: Option<&Value>) -> Vec<Value> {
        let Some(sort) = self.symbol(step).map(|it| it.sort()) else { return Vec::new() };
        let mut candidates = values::candidates(sort, present);
        let unknown = Symbol::generated(Purpose::CommonReplacement, sort);
        let mut n_seen = 0;
        let mut conditions = Vec::new();
        let ends = |condition: Term| {
            conditions.push(condition);
            n_seen += 1;
            n_seen == MAX_NEARBY_CONDITIONS
        };
        let replaced = [(step, Term::symbol(unknown))];
        let bounds = Bounds { max_cost: MAX_NEARBY_COST, max_cells: MAX_NEARBY_COST };
        let _ = rerun_within(self.trace, &self.execution, &replaced, bounds, ends);
        candidates.extend(values::breakpoints(unknown, &conditions, present).values);
        let mut seen: FxHashSet<Value> = present.cloned().into_iter().collect();
        candidates.retain(|value| seen.insert(value.clone()));
        candidates
    }

    /// Whether running again on constants shows that with this value no input and no outcome of later havocs
    /// leads to the error.
    pub(crate) fn obviously_blocks(&self, step: usize, value: &Value) -> bool {
        let (value, suffix) = (Term::value(value.clone()), self.suffix(step));
        if let Suffix::Known(conditions) = &suffix
            && let Some(replacement) = self.symbol(step)
        {
            let mut replace = |symbol| (symbol == replacement).then_some(value);
            return conditions.iter().any(|(_, condition)| is_false(condition.rewrite(&mut replace)));
        }
        // On a long trace with many statements the first ones, next to the error, are looked at in full.
        let is_spent = self.rerun_work.get() >= MAX_RERUN_WORK;
        let max_cost = if is_spent { MAX_RERUN_COST_BEYOND } else { MAX_RERUN_COST };
        let (blocks, cost) = self.blocks_nearby(step, value, suffix.rerun_cost().min(max_cost));
        self.rerun_work.set(self.rerun_work.get() + cost);
        blocks
    }

    /// Whether running again on constants at this cost shows it; also what it cost.
    pub(crate) fn blocks_nearby(&self, step: usize, value: Term, max_cost: usize) -> (bool, usize) {
        let bounds = Bounds { max_cost, max_cells: MAX_NEARBY_COST };
        let (conditions, cost) =
            rerun_within(self.trace, &self.execution, &[(step, value)], bounds, is_false);
        (conditions.is_ok_and(|it| it.last().is_some_and(|(_, condition)| is_false(*condition))), cost)
    }

    /// The links between the steps.
    pub(crate) fn links(&self) -> &Links {
        self.links.get_or_init(|| Links::new(self.trace, &self.execution))
    }

    /// The conditions that the replacement at a step changes, where many links follow it and they stay small.
    fn suffix(&self, step: usize) -> Suffix {
        let links = self.links();
        if !links.is_long(step) {
            return Suffix::Unknown;
        }
        let mut suffixes = self.suffixes.borrow_mut();
        let mut chain = vec![step];
        let mut last = step;
        while !suffixes.contains_key(&last)
            && let Some(next) = links.next(last)
        {
            if chain.len() > MAX_RERUN_COST {
                suffixes.insert(step, Suffix::TooLong);
                return Suffix::TooLong;
            }
            chain.push(next);
            last = next;
        }
        let mut suffix = suffixes.entry(last).or_insert_with(|| self.own_suffix(last)).clone();
        for pair in chain.windows(2).rev() {
            if let Suffix::Known(conditions) = &suffix {
                suffix = self.handed_on((pair[0], pair[1]), conditions).unwrap_or(Suffix::Unknown);
            }
            suffixes.insert(pair[0], suffix.clone());
        }
        suffix
    }

    /// The conditions at a step without links.
    fn own_suffix(&self, step: usize) -> Suffix {
        let conditions = self.symbol(step).and_then(|symbol| {
            let replaced = [(step, Term::symbol(symbol))];
            rerun(self.trace, &self.execution, &replaced, MAX_RERUN_COST).ok()
        });
        conditions.map_or(Suffix::Unknown, small)
    }

    /// The conditions at a step from those at the one that it is linked to.
    fn handed_on(&self, (from, to): (usize, usize), suffix: &[(usize, Term)]) -> Option<Suffix> {
        let (own, next) = (Term::symbol(self.symbol(from)?), self.symbol(to)?);
        let value = links::passed_on(self.trace, &self.execution, (from, to), own)?;
        let mut replace = |symbol| (symbol == next).then_some(value);
        let conditions = suffix.iter().map(|(step, condition)| (*step, condition.rewrite(&mut replace)));
        Some(small(conditions.collect()))
    }

    /// The question of trace-aberrance at a step: the kernel is all that comes later, the guards all that
    /// comes before.
    ///
    /// # Errors
    /// If the question gets too large to be asked.
    pub(crate) fn whole_position(&mut self, step: usize) -> Result<Option<Position>, TooLarge> {
        let Some((value, id)) = self.replacement(step) else { return Ok(None) };
        let mut kernel = self.changed(step, value)?;
        let changed_steps: FxHashSet<usize> = kernel.iter().map(|it| it.step).collect();
        let (earlier, later) =
            self.conjuncts[self.n_axioms..].iter().partition::<Vec<_>, _>(|it| it.step < step);
        kernel.extend(later.into_iter().filter(|it| !changed_steps.contains(&it.step)).cloned());
        let guards = self.conjuncts[..self.n_axioms].iter().chain(earlier).map(|it| it.term).collect();
        let kernel = Kernel {
            inputs: kernel.iter().fold(InputSet::default(), |set, it| set.union(&it.inputs)),
            terms: kernel.into_iter().map(|it| it.term).collect(),
            ..Kernel::default()
        };
        let position = self.assemble(step, (value, id), kernel, Vec::new(), guards);
        if position.is_large() { Err(TooLarge(&reached::MAX_QUESTION_TERMS)) } else { Ok(Some(position)) }
    }

    fn assemble(
        &self,
        step: usize,
        (value, id): (Symbol, usize),
        kernel: Kernel,
        original: Vec<Term>,
        guards: Vec<Term>,
    ) -> Position {
        let (later, earlier): (Vec<usize>, Vec<usize>) =
            kernel.inputs.iter().filter(|it| *it != id).partition(|it| self.is_later(*it, step));
        let symbols = |ids: Vec<usize>| ids.into_iter().map(|id| self.inputs.symbol(id)).collect();
        let mut kernel_steps: Vec<usize> = kernel.steps.into_iter().collect();
        kernel_steps.sort_unstable();
        Position {
            step,
            value,
            kernel: kernel.terms,
            earlier: symbols(earlier),
            later: symbols(later),
            original,
            guards,
            kernel_steps,
        }
    }

    /// The symbol of the replacement at a step, known as an input from then on.
    pub(crate) fn replacement(&mut self, step: usize) -> Option<(Symbol, usize)> {
        let value = self.symbol(step)?;
        self.inputs.add(value, Some(step));
        Some((value, self.inputs.id(value)?))
    }

    fn symbol(&self, step: usize) -> Option<Symbol> {
        let target = self.trace.steps[step].command.target()?;
        let sort =
            target.path.iter().try_fold(target.variable.sort(), |sort, _| Some(sort.array_sorts()?.1))?;
        Some(Symbol::generated(Purpose::Replacement(step), sort))
    }

    /// The conjuncts of the later assumes that differ with the replacement.
    fn changed(&mut self, step: usize, value: Symbol) -> Result<Vec<Conjunct>, TooLarge> {
        let mut conjuncts = Vec::new();
        let replaced = [(step, Term::symbol(value))];
        let conditions = match self.suffix(step) {
            Suffix::Known(suffix) => {
                let is_changed =
                    |(step, condition): &&(usize, Term)| self.execution.condition(*step) != Some(*condition);
                suffix.iter().filter(is_changed).copied().collect()
            }
            suffix => rerun(self.trace, &self.execution, &replaced, suffix.rerun_cost())?,
        };
        for (step, condition) in conditions {
            add_conjuncts(&mut conjuncts, &mut self.inputs, step, condition);
            if condition.as_bool() == Some(true) {
                // Remembered as changed, so that the trace's own condition does not count.
                conjuncts.push(Conjunct { step, term: condition, inputs: InputSet::default() });
            }
        }
        Ok(conjuncts)
    }

    /// The conjuncts that mention the replacement, or share later havocs with those that do.
    fn kernel(&self, step: usize, id: usize, changed: &[Conjunct]) -> Kernel {
        let changed_steps: FxHashSet<usize> = changed.iter().map(|it| it.step).collect();
        let mut kernel = Kernel::default();
        let mut members: Vec<&Conjunct> = Vec::new();
        let mut pending = vec![id];
        let mut seen: FxHashSet<usize> = FxHashSet::from_iter([id]);
        while let Some(input) = pending.pop() {
            let own = changed.iter().enumerate().map(|(idx, it)| (false, idx, it));
            let own = own.filter(|(_, _, it)| it.inputs.contains(input));
            let unchanged = self.conjuncts_on(input).iter().map(|idx| (true, *idx, &self.conjuncts[*idx]));
            let unchanged = unchanged.filter(|(_, idx, it)| {
                *idx >= self.n_axioms && it.step > step && !changed_steps.contains(&it.step)
            });
            for (base, idx, conjunct) in own.chain(unchanged) {
                if kernel.members.insert((base, idx)) {
                    members.push(conjunct);
                    pending.extend(
                        conjunct.inputs.iter().filter(|it| self.is_later(*it, step) && seen.insert(*it)),
                    );
                }
            }
        }
        members.sort_by_key(|it| it.step);
        kernel.inputs = members.iter().fold(InputSet::default(), |set, it| set.union(&it.inputs));
        kernel.steps = members.iter().map(|it| it.step).collect();
        kernel.terms = members.into_iter().map(|it| it.term).collect();
        kernel
    }

    /// The assumes outside the kernel that share inputs with it, directly or through others. The rest have a
    /// model of their own: the trace is feasible.
    fn guards(&self, step: usize, inputs: InputSet, changed: &[Conjunct], kernel: &Kernel) -> Vec<Term> {
        let changed_steps: FxHashSet<usize> = changed.iter().map(|it| it.step).collect();
        let outside: Vec<&Conjunct> = changed
            .iter()
            .enumerate()
            .filter(|(idx, _)| !kernel.members.contains(&(false, *idx)))
            .map(|(_, it)| it)
            .collect();
        let mut pending: Vec<usize> = inputs.iter().collect();
        let mut seen: FxHashSet<usize> = pending.iter().copied().collect();
        let mut found: FxHashSet<(bool, usize)> = FxHashSet::default();
        let mut guards: Vec<&Conjunct> = Vec::new();
        while let Some(input) = pending.pop() {
            let own = outside.iter().enumerate().filter(|(_, it)| it.inputs.contains(input));
            let own = own.map(|(idx, it)| (false, idx, *it));
            let unchanged = self.conjuncts_on(input).iter().map(|idx| (true, *idx, &self.conjuncts[*idx]));
            let unchanged = unchanged.filter(|(_, idx, it)| {
                *idx < self.n_axioms
                    || it.step < step
                    || (!changed_steps.contains(&it.step) && !kernel.members.contains(&(true, *idx)))
            });
            for (base, idx, conjunct) in own.chain(unchanged) {
                if found.insert((base, idx)) {
                    guards.push(conjunct);
                    pending.extend(conjunct.inputs.iter().filter(|it| seen.insert(*it)));
                }
            }
        }
        guards.sort_by_key(|it| it.step);
        guards.into_iter().map(|it| it.term).collect()
    }
}

/// The conjuncts connected with the replacement.
#[derive(Default)]
struct Kernel {
    terms: Vec<Term>,
    inputs: InputSet,
    steps: FxHashSet<usize>,
    /// Which they are: of the trace's own conjuncts (true) or of the changed ones, and their numbers there.
    members: FxHashSet<(bool, usize)>,
}
