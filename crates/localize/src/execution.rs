//! Executions of a trace on terms.
//!
//! An [`Execution`] runs a trace once and keeps every version of every variable. What the inputs are is up to
//! the caller: symbols give the symbolic execution, constants the concrete one. Since terms fold when they
//! are built, both are the same code.
//!
//! Array variables are kept as a base and the cells with a constant index that were written over it, so that a
//! read of such a cell costs one look-up; a write to an index that is not constant starts a new base.

use faultscope_ir::fold::{Domain, Memo};
use faultscope_ir::{Command, Op, Place, Symbol, Term, TermKind, Trace, Value};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// What a variable holds.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    Scalar(Term),
    Array(Box<Cells>),
}

type CellMap = imbl::GenericHashMap<Term, Term, FxBuildHasher, imbl::shared_ptr::DefaultSharedPtr>;

/// An array: a base, and the cells that differ from it, by their constant indices.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cells {
    base: Term,
    cells: CellMap,
    /// How many writes the base has on it.
    n_below: usize,
}

impl Cells {
    pub(crate) fn of(base: Term) -> Cells {
        Cells { base, cells: CellMap::default(), n_below: 0 }
    }

    pub(crate) fn read(&self, index: Term) -> Term {
        if index.as_value().is_none() {
            return self.whole().select(index);
        }
        self.cells.get(&index).copied().unwrap_or_else(|| self.base.select(index))
    }

    pub(crate) fn write(&mut self, index: Term, element: Term) {
        if index.as_value().is_some() {
            self.cells.insert(index, element);
        } else {
            let n_below = self.n_writes() + 1;
            *self = Cells { n_below, ..Cells::of(self.whole().store(index, element)) };
        }
    }

    /// The same array with what is not constant read from `array`, which has the same content.
    pub(crate) fn known_or(&self, array: Term) -> Cells {
        let known = |index: Term, element: Term| {
            if element.as_value().is_some() { element } else { array.select(index) }
        };
        let cells = self.cells.iter().map(|(index, element)| (*index, known(*index, *element))).collect();
        let base = if self.base.symbols().is_empty() { self.base } else { array };
        Cells { base, cells, n_below: self.n_below }
    }

    /// How many writes the array has on it as a term.
    pub(crate) fn n_writes(&self) -> usize {
        self.n_below + self.cells.len()
    }

    /// The array as one term.
    pub(crate) fn whole(&self) -> Term {
        let mut cells: Vec<(Term, Term)> =
            self.cells.iter().map(|(index, element)| (*index, *element)).collect();
        cells.sort_by_key(|(index, _)| index.as_value());
        cells.into_iter().fold(self.base, |array, (index, element)| array.store(index, element))
    }
}

impl Content {
    /// What a variable holds that has this value.
    pub(crate) fn of(value: Term) -> Content {
        if value.sort().array_sorts().is_some() {
            Content::Array(Box::new(Cells::of(value)))
        } else {
            Content::Scalar(value)
        }
    }

    pub(crate) fn term(&self) -> Term {
        match self {
            Content::Scalar(term) => *term,
            Content::Array(cells) => cells.whole(),
        }
    }

    pub(crate) fn cells(&self) -> Cells {
        match self {
            Content::Scalar(term) => Cells::of(*term),
            Content::Array(cells) => Cells::clone(cells),
        }
    }
}

/// Gives program variables their values while a term is evaluated.
pub(crate) trait State {
    /// A variable that is no array.
    fn scalar(&mut self, variable: Symbol) -> Term;
    /// A cell with a constant index.
    fn cell(&mut self, variable: Symbol, index: Term) -> Term;
    /// A whole array.
    fn array(&mut self, variable: Symbol) -> Cells;
}

/// The value of a term in a state.
pub(crate) fn evaluate(state: &mut dyn State, term: Term) -> Term {
    Evaluation { state, memo: Memo::of(term), wholes: Vec::new() }.meaning(term)
}

/// The content of a variable that is assigned this term in a state.
pub(crate) fn evaluate_content(state: &mut dyn State, term: Term) -> Content {
    match term.kind() {
        _ if term.sort().array_sorts().is_none() => Content::Scalar(evaluate(state, term)),
        TermKind::Symbol(variable) => Content::Array(Box::new(state.array(*variable))),
        TermKind::App(Op::Store, operands) => {
            let mut cells = evaluate_content(state, operands[0]).cells();
            let (index, element) = (evaluate(state, operands[1]), evaluate(state, operands[2]));
            cells.write(index, element);
            Content::Array(Box::new(cells))
        }
        _ => Content::of(evaluate(state, term)),
    }
}

struct Evaluation<'a> {
    state: &'a mut dyn State,
    memo: Memo<Term>,
    /// The arrays that were put together.
    wholes: Vec<(Symbol, Term)>,
}

/// What a part of a term comes to. No term is made of a constant that only others are computed from.
enum Part {
    Constant(Value),
    Term(Term),
}

impl Part {
    fn constant(&self) -> Option<&Value> {
        match self {
            Part::Constant(value) => Some(value),
            Part::Term(term) => term.as_value(),
        }
    }

    fn term(self) -> Term {
        match self {
            Part::Constant(value) => Term::value(value),
            Part::Term(term) => term,
        }
    }
}

impl Domain for Evaluation<'_> {
    type Value = Term;

    fn memo(&mut self) -> &mut Memo<Term> {
        &mut self.memo
    }

    fn constant(&mut self, term: Term, _: &Value) -> Term {
        term
    }

    fn symbol(&mut self, symbol: Symbol) -> Term {
        match symbol.sort().array_sorts() {
            Some(_) => match self.wholes.iter().find(|(known, _)| *known == symbol) {
                Some((_, whole)) => *whole,
                None => {
                    let whole = self.state.array(symbol).whole();
                    self.wholes.push((symbol, whole));
                    whole
                }
            },
            None => self.state.scalar(symbol),
        }
    }

    fn quantified(&mut self, term: Term) -> Term {
        match term.kind() {
            TermKind::Quantified(quantifier, variables, body) => {
                Term::quantified(*quantifier, variables, self.meaning(*body))
            }
            _ => term,
        }
    }

    fn application(&mut self, term: Term, op: Op, operands: &[Term]) -> Term {
        match (op, operands) {
            (Op::Select, [array, index]) => {
                let index = self.meaning(*index);
                self.read(*array, index)
            }
            _ => self.app(term, op, operands).term(),
        }
    }
}

impl Evaluation<'_> {
    fn app(&mut self, term: Term, op: Op, operands: &[Term]) -> Part {
        let parts: Vec<Part> = operands.iter().map(|operand| self.part(*operand)).collect();
        let is_array = matches!(op, Op::Store | Op::ConstArray(_));
        let constants: Option<Vec<Value>> =
            parts.iter().map(|part| part.constant().filter(|_| !is_array).cloned()).collect();
        if let Some(value) = constants.and_then(|constants| op.apply(&constants)) {
            return Part::Constant(value);
        }
        let parts: Vec<Term> = parts.into_iter().map(Part::term).collect();
        Part::Term(if parts[..] == operands[..] { term } else { Term::app(op, &parts) })
    }

    fn part(&mut self, term: Term) -> Part {
        match term.kind() {
            TermKind::App(op, operands) if *op != Op::Select && !self.memo.remembers() => {
                self.app(term, *op, operands)
            }
            _ => Part::Term(self.meaning(term)),
        }
    }

    /// Reads without putting the array together where that can be helped.
    fn read(&mut self, array: Term, index: Term) -> Term {
        match array.kind() {
            TermKind::Symbol(variable) if index.as_value().is_some() => self.state.cell(*variable, index),
            TermKind::App(Op::Ite, operands) => {
                let condition = self.meaning(operands[0]);
                match condition.as_bool() {
                    Some(true) => self.read(operands[1], index),
                    Some(false) => self.read(operands[2], index),
                    None => {
                        let (then, otherwise) =
                            (self.read(operands[1], index), self.read(operands[2], index));
                        condition.ite(then, otherwise)
                    }
                }
            }
            _ => self.meaning(array).select(index),
        }
    }
}

/// A value that a trace does not determine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
    /// What a variable holds at the start.
    Initial(Symbol),
    /// What the havoc of this step and place variable gives.
    Havoc(usize, Symbol),
}

/// A location that a step reads or writes: a variable, or with an index one cell of it. Reads and writes of
/// a whole array or at an index that is not constant have none.
pub(crate) type Location = (Symbol, Option<Term>);

/// What a step did.
#[derive(Debug, Clone)]
pub(crate) enum StepOutcome {
    /// Put `element` into the place's cell at `path`.
    Assigned { path: Vec<Term>, element: Term },
    /// Had this condition.
    Assumed(Term),
}

/// The assumes, and the assignments to variables that a later one of these steps reads.
pub(crate) fn live_steps(trace: &Trace) -> Vec<bool> {
    let mut needed: FxHashSet<Symbol> = FxHashSet::default();
    let mut symbols: FxHashMap<Term, Vec<Symbol>> = FxHashMap::default();
    let mut live = vec![false; trace.len()];
    for (step, it) in trace.steps.iter().enumerate().rev() {
        let (target, value) = match &*it.command {
            Command::Assume { condition } => (None, Some(*condition)),
            Command::Assign { target, value } => (Some(target), Some(*value)),
            Command::Havoc { target } => (Some(target), None),
        };
        live[step] = target.is_none_or(|target| needed.contains(&target.variable));
        if !live[step] {
            continue;
        }
        let path = target.map_or(&[][..], |target| &target.path[..]);
        if let Some(target) = target.filter(|target| target.path.is_empty()) {
            needed.remove(&target.variable);
        }
        for term in value.iter().chain(path) {
            needed.extend(&*symbols.entry(*term).or_insert_with(|| term.symbols()));
        }
    }
    live
}

/// A run of a trace.
pub(crate) struct Execution {
    /// For each variable the steps that write it with its content after them, by step.
    versions: FxHashMap<Symbol, Vec<(usize, Content)>>,
    initial: FxHashMap<Symbol, Term>,
    /// What each step did.
    pub(crate) outcomes: Vec<StepOutcome>,
    /// What the steps read, one after the other, and where what each reads ends.
    reads: Vec<Location>,
    reads_until: Vec<u32>,
    pub(crate) index: AccessIndex,
    /// Which steps can make a difference to a later assume, by the variables that the commands mention.
    pub(crate) live: Vec<bool>,
}

/// Which steps read and write a location, in order.
#[derive(Default)]
pub(crate) struct AccessIndex {
    reads: FxHashMap<Location, Vec<usize>>,
    writes: FxHashMap<Location, Vec<usize>>,
    /// All steps that read or write any part of an array variable.
    touches: FxHashMap<Symbol, Vec<usize>>,
}

impl AccessIndex {
    /// The steps after `step` up to and with `until` that read the location.
    pub(crate) fn reads_between(&self, location: Location, step: usize, until: usize) -> &[usize] {
        let reads = self.reads.get(&location).map_or(&[][..], Vec::as_slice);
        &reads[reads.partition_point(|it| *it <= step)..reads.partition_point(|it| *it <= until)]
    }

    /// The first step after `step` that writes the location.
    pub(crate) fn next_write(&self, location: Location, step: usize) -> Option<usize> {
        let writes = self.writes.get(&location)?;
        writes.get(writes.partition_point(|it| *it <= step)).copied()
    }

    /// The last step before `step` that writes the location.
    pub(crate) fn last_write(&self, location: Location, step: usize) -> Option<usize> {
        let writes = self.writes.get(&location)?;
        writes[..writes.partition_point(|it| *it < step)].last().copied()
    }

    /// The steps after `step` that read or write any part of the array variable.
    pub(crate) fn touches_after(&self, variable: Symbol, step: usize) -> &[usize] {
        let touches = self.touches.get(&variable).map_or(&[][..], Vec::as_slice);
        &touches[touches.partition_point(|it| *it <= step)..]
    }

    /// The steps up to `step` (exclusive) that write any part of the array variable, latest last.
    pub(crate) fn touches_before(&self, variable: Symbol, step: usize) -> &[usize] {
        let touches = self.touches.get(&variable).map_or(&[][..], Vec::as_slice);
        &touches[..touches.partition_point(|it| *it < step)]
    }

    fn add(&mut self, step: usize, reads: &[Location], write: Option<Location>) {
        for location in reads {
            push_step(self.reads.entry(*location).or_default(), step);
        }
        if let Some(location) = write {
            push_step(self.writes.entry(location).or_default(), step);
        }
        for (variable, _) in reads.iter().copied().chain(write) {
            if variable.sort().array_sorts().is_some() {
                push_step(self.touches.entry(variable).or_default(), step);
            }
        }
    }
}

fn push_step(steps: &mut Vec<usize>, step: usize) {
    if steps.last() != Some(&step) {
        steps.push(step);
    }
}

impl Execution {
    /// Runs a trace with these inputs.
    pub(crate) fn run(trace: &Trace, input: &mut dyn FnMut(Input) -> Term) -> Execution {
        let mut execution = Execution {
            versions: FxHashMap::default(),
            initial: FxHashMap::default(),
            outcomes: Vec::with_capacity(trace.len()),
            reads: Vec::new(),
            reads_until: Vec::with_capacity(trace.len()),
            index: AccessIndex::default(),
            live: live_steps(trace),
        };
        for (step, it) in trace.steps.iter().enumerate() {
            execution.step(step, &it.command, input);
        }
        execution
    }

    fn step(&mut self, step: usize, command: &Command, input: &mut dyn FnMut(Input) -> Term) {
        let reads = self.reads.len();
        let mut present = Present { execution: self, input, step, reads };
        let (outcome, written) = match command {
            Command::Assume { condition } => (StepOutcome::Assumed(evaluate(&mut present, *condition)), None),
            Command::Assign { target, value } => {
                let path = present.path(target);
                if path.is_empty() {
                    let content = evaluate_content(&mut present, *value);
                    let outcome = StepOutcome::Assigned { path, element: content.term() };
                    (outcome, Some(((target.variable, None), content)))
                } else {
                    let element = evaluate(&mut present, *value);
                    let written = present.write(target, &path, element);
                    (StepOutcome::Assigned { path, element }, Some(written))
                }
            }
            Command::Havoc { target } => {
                let path = present.path(target);
                let element = (present.input)(Input::Havoc(step, target.variable));
                let written = present.write(target, &path, element);
                (StepOutcome::Assigned { path, element }, Some(written))
            }
        };
        self.index.add(step, &self.reads[reads..], written.as_ref().map(|(location, _)| *location));
        self.reads_until.push(self.reads.len() as u32);
        self.outcomes.push(outcome);
        if let Some(((variable, _), content)) = written {
            self.versions.entry(variable).or_default().push((step, content));
        }
    }

    /// What a step reads.
    pub(crate) fn reads(&self, step: usize) -> &[Location] {
        let from = step.checked_sub(1).map_or(0, |before| self.reads_until[before]);
        &self.reads[from as usize..self.reads_until[step] as usize]
    }

    /// What the variable holds before a step; `None` if nothing wrote it and nothing read it.
    pub(crate) fn content(&self, variable: Symbol, step: usize) -> Option<Content> {
        self.version(variable, step)
            .cloned()
            .or_else(|| self.initial.get(&variable).map(|term| Content::of(*term)))
    }

    fn version(&self, variable: Symbol, step: usize) -> Option<&Content> {
        let versions = self.versions.get(&variable)?;
        // While the execution is made, the last one is asked for.
        if let Some((_, last)) = versions.last().filter(|(made, _)| *made < step) {
            return Some(last);
        }
        let idx = versions.partition_point(|(made, _)| *made < step).checked_sub(1)?;
        Some(&versions[idx].1)
    }

    /// The value of a variable or of one cell of it before a step.
    pub(crate) fn value(&self, (variable, cell): Location, step: usize) -> Option<Term> {
        match (self.version(variable, step), cell) {
            (Some(Content::Array(cells)), Some(index)) => Some(cells.read(index)),
            (Some(content), _) => Some(content.term()),
            (None, None) => self.initial.get(&variable).copied(),
            (None, Some(index)) => Some(self.initial.get(&variable)?.select(index)),
        }
    }

    /// The condition of an assuming step.
    pub(crate) fn condition(&self, step: usize) -> Option<Term> {
        match &self.outcomes[step] {
            StepOutcome::Assumed(condition) => Some(*condition),
            StepOutcome::Assigned { .. } => None,
        }
    }
}

/// The state while an execution is made.
struct Present<'a> {
    execution: &'a mut Execution,
    input: &'a mut dyn FnMut(Input) -> Term,
    step: usize,
    /// Where what the step reads begins.
    reads: usize,
}

impl Present<'_> {
    fn path(&mut self, target: &Place) -> Vec<Term> {
        target.path.iter().map(|index| evaluate(self, *index)).collect()
    }

    fn read(&mut self, location: Location) {
        let reads = &mut self.execution.reads;
        if !reads[self.reads..].contains(&location) {
            reads.push(location);
        }
    }

    fn initial(&mut self, variable: Symbol) -> Term {
        let input = &mut *self.input;
        *self.execution.initial.entry(variable).or_insert_with(|| input(Input::Initial(variable)))
    }

    /// The location and the variable's content when `element` is put into the place.
    fn write(&mut self, target: &Place, path: &[Term], element: Term) -> (Location, Content) {
        let [index, rest @ ..] = path else {
            return ((target.variable, None), Content::of(element));
        };
        let constant = index.as_value().map(|_| *index);
        let mut cells = match constant {
            // Writing a cell of a constant index does not depend on the others.
            Some(_) => self.current(target.variable),
            None => self.array(target.variable),
        };
        let element = if rest.is_empty() {
            element
        } else {
            self.read((target.variable, constant));
            store_at(cells.read(*index), rest, element)
        };
        cells.write(*index, element);
        ((target.variable, constant), Content::Array(Box::new(cells)))
    }

    fn current(&mut self, variable: Symbol) -> Cells {
        match self.execution.version(variable, self.step) {
            Some(content) => content.cells(),
            None => Cells::of(self.initial(variable)),
        }
    }
}

/// An array with the cell at a path of indices changed.
pub(crate) fn store_at(array: Term, path: &[Term], element: Term) -> Term {
    match path {
        [] => element,
        [index, rest @ ..] => array.store(*index, store_at(array.select(*index), rest, element)),
    }
}

impl State for Present<'_> {
    fn scalar(&mut self, variable: Symbol) -> Term {
        self.read((variable, None));
        match self.execution.version(variable, self.step) {
            Some(content) => content.term(),
            None => self.initial(variable),
        }
    }

    fn cell(&mut self, variable: Symbol, index: Term) -> Term {
        self.read((variable, Some(index)));
        self.current(variable).read(index)
    }

    fn array(&mut self, variable: Symbol) -> Cells {
        self.read((variable, None));
        self.current(variable)
    }
}

/// What variables hold before a step of an execution. What nothing has read is open.
pub(crate) struct Before<'a> {
    pub(crate) execution: &'a Execution,
    pub(crate) step: usize,
}

impl Before<'_> {
    fn content(&self, variable: Symbol) -> Content {
        self.execution.content(variable, self.step).unwrap_or_else(|| Content::of(Term::symbol(variable)))
    }
}

impl State for Before<'_> {
    fn scalar(&mut self, variable: Symbol) -> Term {
        self.content(variable).term()
    }

    fn cell(&mut self, variable: Symbol, index: Term) -> Term {
        self.content(variable).cells().read(index)
    }

    fn array(&mut self, variable: Symbol) -> Cells {
        self.content(variable).cells()
    }
}
