//! Statements that may be missing, and statements that are executed where they should not be.
//!
//! A localizer of statements has nothing to say where the fault is that one is not there. So something is put between the
//! statements that a failing test executes: a jump, an assignment of a constant or of another variable, something that is
//! written. With it all tests have to pass, for behind every statement something can be put that one failing test passes with.
//! A block may end too early: it goes on with statements behind it. Likewise statements are left out: in all tests, or in some
//! executions of each failing test only, where a condition around them may be missing.
//!
//! All of it is one program in which inputs choose ([`Unit::with_statements`](faultscope_frontend::sites::Unit::with_statements)).

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::{ALTERNATIVE, EDIT, INDEX, SOURCE, StatementEdit, StatementPlace, VALUE};
use faultscope_ir::{
    FindingKind, OriginKind, Primitive, Program, ProgramPart, Property, Sort, Span, Symbol, Terminator, Value,
};
use faultscope_localize::finding::Learned;
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::environment::{Environment, Reply, Streams};
use faultscope_verify::neighbours::Neighbour;
use faultscope_verify::testing::{Case, Tester};

use crate::learned::{Around, Executions, LearnedCondition, Learning, OfTests, learned};
use crate::limits::{
    MAX_LEARNED_STEPS, MAX_LEARNED_STEPS_AROUND, MAX_MISSING, MAX_MISSING_BYTES, MAX_SKIPPED_EXECUTIONS,
    MAX_STATEMENT_CONSTANTS, MAX_STATEMENT_STEPS, STATEMENT_ROUNDS,
};
use crate::places::place_of;
use crate::tests::Tests;
use crate::workspace::Workspace;

/// A change of statements that makes failing tests pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementChange {
    /// Where it is: the statement that is left out, or that something may be missing beside.
    pub place: StatementPlace,
    /// What is changed.
    pub change: Change,
    /// Whether all tests pass with it; else the statement is left out in some executions only.
    pub passes_all: bool,
}

/// What is changed at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The statement is left out.
    LeftOut,
    /// This is put in, as the language writes it.
    PutIn(String),
    /// The block goes on with so many of the statements behind it.
    EndLater(usize),
    /// The statement is only executed where this holds.
    Guarded(String),
    /// A jump with its condition is put in, as the language writes it; whether that asks for the null pointer that is dereferenced.
    Jump(String, bool),
}

/// Changes of statements and conditions with which failing tests pass.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    /// Of statements, the likeliest first.
    pub statements: Vec<StatementChange>,
    /// Operands that conditions lack, with where those stand and in which function.
    pub operands: Vec<(Span, String, Learned)>,
}

/// A failing program, once more with changes of statements at places; inputs choose one of them.
pub(crate) struct ProgramWithPlaces<'a> {
    original: &'a Program,
    /// How it fails.
    error: &'a ErrorTrace,
    /// The conditions that may lack an operand, and in which function they stand.
    conditions: &'a [(Span, String)],
    suspects: Suspects<'a>,
    /// The program with the changes.
    changed: Program,
    places: Vec<StatementPlace>,
    /// Integers that the source writes.
    integers: Vec<i128>,
    /// Names of integers.
    named: Vec<(String, i128)>,
}

impl<'a> ProgramWithPlaces<'a> {
    /// A program with places where the error trace has executed something, and the conditions among that. None where the front end
    /// cannot make one.
    pub(crate) fn new(
        workspace: &dyn Workspace,
        original: &'a Program,
        error: &'a ErrorTrace,
        (executed, conditions): (&[Span], &'a [(Span, String)]),
    ) -> Option<ProgramWithPlaces<'a>> {
        let unit = workspace.unit()?;
        let (translation, places) = unit.with_statements(executed)?;
        Some(ProgramWithPlaces {
            original,
            error,
            conditions,
            suspects: Suspects::new(original),
            changed: workspace.finished(translation)?.program,
            places,
            integers: unit.integers(),
            named: unit.named_constants(),
        })
    }

    /// Missing conditions with which these executions around the failing one work.
    pub(crate) fn changes_around(&self, all: &[Neighbour], limits: &Limits) -> Changes {
        let (program, changed, error) = (self.original, &self.changed, self.error);
        let mut changes = Changes::default();
        let executions = Around { program, changed, error, all, limits };
        self.learn(&mut changes, &executions, MAX_LEARNED_STEPS_AROUND, limits);
        // Some executions are no proof.
        changes.statements.iter_mut().for_each(|it| it.passes_all = false);
        changes
    }

    /// Adds the conditions with which executions work, within so many steps.
    fn learn(&self, changes: &mut Changes, executions: &dyn Executions, max_steps: u64, limits: &Limits) {
        let check = self.original.check(self.error.trace.check);
        let text = self.original.sources.origin(check.origin).text.as_str();
        let learning = Learning {
            program: &self.changed,
            places: &self.places,
            suspects: &self.suspects.numbers(&self.places),
            conditions: self.conditions,
            // What the user has written down is no operation.
            failing: (!check.property.is_written() && !text.is_empty()).then_some(text),
            integers: &self.integers,
            named: &self.named,
            executions,
            max_steps,
            limits,
        };
        let is_null_dereferenced = check.property == Property::NullDereference;
        for condition in learned(&learning) {
            changes.add(condition, &self.places, is_null_dereferenced);
        }
    }
}

impl Changes {
    /// Adds a condition that was learned; whether the failure is that a null pointer is dereferenced.
    fn add(&mut self, condition: LearnedCondition, places: &[StatementPlace], is_null_dereferenced: bool) {
        let (number, change) = match condition {
            LearnedCondition::Operand(span, function, learned) => {
                return self.operands.push((span, function, learned));
            }
            LearnedCondition::Guard(number, text) => (number, Change::Guarded(text)),
            LearnedCondition::Jump(number, text, is_null) => {
                (number, Change::Jump(text, is_null && is_null_dereferenced))
            }
        };
        let place = places[number - 1].clone();
        let is_guard = matches!(change, Change::Guarded(_));
        // The condition says in which executions the statement is left out.
        self.statements
            .retain(|it| !(is_guard && it.place == place && it.change == Change::LeftOut && !it.passes_all));
        // What holds a statement with the same guard says less.
        let holds =
            |it: &StatementChange| is_guard && it.change == change && it.place.span.contains(place.span);
        self.statements.retain(|it| !holds(it));
        // The same jump somewhere else in the function, or where the function ends.
        let is_jump = matches!(change, Change::Jump(..));
        let is_end = place.span.line == place.span.end_line && place.span.end_column <= place.span.column + 1;
        let is_same = |it: &StatementChange| it.change == change && it.place.function == place.function;
        if is_jump && (is_end || self.statements.iter().any(is_same)) {
            return;
        }
        let is_known = self.statements.iter().any(|it| {
            let is_within = it.change == change && place.span.contains(it.place.span);
            is_guard && (is_within || it.place == place && it.passes_all && it.change == Change::LeftOut)
        });
        if !is_known {
            self.statements.push(StatementChange { place, change, passes_all: true });
        }
    }
}

/// Values that a statement could assign: what was expected, and the smallest integers of the program.
fn constants(integers: &[i128], tests: &Tests) -> Vec<i128> {
    let mut constants = vec![0, 1, -1];
    if let Some(wrong) = tests.first_wrong() {
        let word = wrong.expected.split_whitespace().find_map(|word| word.parse::<i128>().ok());
        constants.extend(word);
        let byte = wrong.expected.as_bytes().get(wrong.at);
        constants.extend(byte.map(|byte| i128::from(*byte)));
    }
    constants.extend(integers.iter().filter(|it| it.unsigned_abs() < 1 << 31).take(MAX_STATEMENT_CONSTANTS));
    let mut seen = BTreeSet::new();
    constants.retain(|it| seen.insert(*it));
    constants
}

/// What inputs choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Chosen {
    place: usize,
    edit: usize,
    value: i128,
    index: i128,
    source: usize,
}

impl Chosen {
    /// The statement that is put in, as it is written.
    fn written(self, place: &StatementPlace, edit: &StatementEdit) -> String {
        let Chosen { value, index, .. } = self;
        let source = self.source.checked_sub(1).and_then(|at| place.sources.get(at));
        match edit {
            StatementEdit::Skip | StatementEdit::EndLater(_) => String::new(),
            StatementEdit::Break => "break;".to_owned(),
            StatementEdit::Continue => "continue;".to_owned(),
            StatementEdit::Return => "return;".to_owned(),
            StatementEdit::ReturnValue => match source {
                Some(source) => format!("return {source};"),
                None => format!("return {value};"),
            },
            StatementEdit::Assign(name) => match source {
                Some(source) if source == name && value < 0 => format!("{name}--;"),
                Some(source) if source == name => format!("{name}++;"),
                Some(source) => format!("{name} = {source};"),
                None => format!("{name} = {value};"),
            },
            StatementEdit::AssignCell(name) => format!("{name}[{index}] = {value};"),
            StatementEdit::Write if source.is_some() => {
                format!("putchar({});", source.map_or("", String::as_str))
            }
            StatementEdit::Write => {
                let bytes = value.to_le_bytes();
                let text = String::from_utf8_lossy(&bytes).replace('\0', "").escape_default().to_string();
                format!("printf(\"{}\");", text.replace('%', "%%"))
            }
        }
    }
}

impl ProgramWithPlaces<'_> {
    /// Changes of statements with which failing tests pass, and missing conditions with which all tests pass.
    pub(crate) fn changes_for(&self, tests: &Tests, limits: &Limits) -> Changes {
        let mut search = StatementSearch {
            program: self,
            tests,
            limits,
            tester: Tester::new(&self.changed),
            max_steps: 0,
            n_left: MAX_STATEMENT_STEPS / 2,
            constants: constants(&self.integers, tests),
        };
        let mut changes = Changes { statements: search.run(), operands: Vec::new() };
        let executions = OfTests { changed: &self.changed, tests, limits };
        self.learn(&mut changes, &executions, MAX_LEARNED_STEPS, limits);
        changes
    }
}

struct StatementSearch<'a> {
    program: &'a ProgramWithPlaces<'a>,
    tests: &'a Tests,
    limits: &'a Limits,
    tester: Tester<'a>,
    /// How many steps a test may take with a change.
    max_steps: u64,
    /// How many steps may still be executed.
    n_left: u64,
    constants: Vec<i128>,
}

impl StatementSearch<'_> {
    fn run(&mut self) -> Vec<StatementChange> {
        let (failing, passing) = self.tests.split();
        let Some(shown) = failing.first().copied() else { return Vec::new() };
        let Some(mut executed) = self.executed(shown, false) else { return Vec::new() };
        executed.retain(|number| self.program.suspects.has(&self.program.places[number - 1]));
        let mut n_passing: BTreeMap<usize, usize> = BTreeMap::new();
        let mut kept = Vec::new();
        for case in passing {
            let Some(executed) = self.executed(case, true) else { continue };
            executed.into_iter().for_each(|place| *n_passing.entry(place).or_default() += 1);
            kept.push(case);
        }
        let passing = kept;
        let mut found = self.skipped(&executed, &failing, &passing);
        // What fewer of the passing tests execute is likelier, and then what comes later.
        let mut by_likelihood: Vec<usize> = executed.into_iter().collect();
        by_likelihood.sort_by_key(|it| (n_passing.get(it).copied().unwrap_or(0), std::cmp::Reverse(*it)));
        self.n_left += MAX_STATEMENT_STEPS / 2;
        found.extend(self.missing(&by_likelihood, &failing, &passing));
        found
    }

    /// The places that a test executes; none where it does not end as it should.
    fn executed(&mut self, case: usize, passes: bool) -> Option<BTreeSet<usize>> {
        let (max_steps, case) = (self.tests.max_steps(case), &self.tests.cases()[case]);
        let mut given = Given::new(&self.program.changed, case, Chosen::default());
        let tested = self.tester.run_with(&mut given, |it| &it.streams, case, max_steps, self.limits);
        let bound = tested.n_steps.saturating_mul(4).saturating_add(1_000).min(max_steps);
        self.max_steps = self.max_steps.max(bound);
        if tested.result.is_passed() != passes {
            return None;
        }
        let ends = tested.covered.iter().filter_map(|it| {
            let block = self.program.changed.procedure(it.procedure).block(it.block);
            let is_done = it.n_instructions > block.instructions.len();
            match &block.terminator {
                Terminator::Branch { condition, .. } if is_done => place_of(*condition),
                _ => None,
            }
        });
        Some(ends.collect())
    }

    /// Statements that are executed where they should not be.
    fn skipped(
        &mut self,
        executed: &BTreeSet<usize>,
        failing: &[usize],
        passing: &[usize],
    ) -> Vec<StatementChange> {
        let mut found = Vec::new();
        for number in executed {
            let place = &self.program.places[number - 1];
            if place.edits != [StatementEdit::Skip] {
                continue;
            }
            let always = Chosen { place: *number, edit: 1, ..Chosen::default() };
            let all_pass = self.pass(failing, always);
            let passes_all = all_pass && self.pass(passing, always);
            let helps = all_pass || failing.iter().all(|case| self.helps_sometimes(*case, always));
            if helps {
                found.push(StatementChange { place: place.clone(), change: Change::LeftOut, passes_all });
            }
        }
        // The whole of a loop does not go as the last thing that it does: the smallest statement says most.
        found.sort_by_key(|it| (!it.passes_all, it.place.span.end_line - it.place.span.line));
        found.truncate(MAX_MISSING);
        found
    }

    /// Whether a test passes where some executions of a statement are left out.
    fn helps_sometimes(&mut self, case: usize, always: Chosen) -> bool {
        for sign in [1, -1] {
            // Where there are no further executions, the number of steps stays the same.
            let mut before = None;
            for value in 1..=MAX_SKIPPED_EXECUTIONS {
                if self.pass(&[case], Chosen { value: sign * value, ..always }) {
                    return true;
                }
                let n_steps = self.tester.n_steps();
                if before == Some(n_steps) || self.n_left == 0 {
                    break;
                }
                before = Some(n_steps);
            }
        }
        false
    }

    /// Statements that may be missing, at places in this order.
    fn missing(&mut self, executed: &[usize], failing: &[usize], passing: &[usize]) -> Vec<StatementChange> {
        let mut found: Vec<StatementChange> = Vec::new();
        let mut seen: Vec<StatementEdit> = Vec::new();
        for round in 0..STATEMENT_ROUNDS {
            for number in executed {
                let place = &self.program.places[number - 1];
                for (at, edit) in place.edits.iter().enumerate() {
                    let is_end = matches!(edit, StatementEdit::EndLater(_));
                    let is_known =
                        if is_end { found.iter().any(|it| it.place == *place) } else { seen.contains(edit) };
                    if round_of(edit) != Some(round) || is_known {
                        continue;
                    }
                    for chosen in self.choices(place, edit) {
                        let chosen = Chosen { place: *number, edit: at + 1, ..chosen };
                        if self.pass(failing, chosen) && self.pass(passing, chosen) {
                            let change = match edit {
                                StatementEdit::EndLater(n) => Change::EndLater(*n),
                                edit => Change::PutIn(chosen.written(place, edit)),
                            };
                            found.push(StatementChange { place: place.clone(), change, passes_all: true });
                            seen.push(edit.clone());
                            break;
                        }
                    }
                    if found.len() >= MAX_MISSING || self.n_left == 0 {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// What is tried for a change.
    fn choices(&self, place: &StatementPlace, edit: &StatementEdit) -> Vec<Chosen> {
        let of = |value: i128| Chosen { value, ..Chosen::default() };
        let constants = || self.constants.iter().copied();
        let n_sources = place.sources.len();
        match edit {
            StatementEdit::EndLater(_)
            | StatementEdit::Break
            | StatementEdit::Continue
            | StatementEdit::Return => vec![of(0)],
            StatementEdit::Skip => Vec::new(),
            StatementEdit::ReturnValue => {
                let variables = (1..=n_sources).map(|source| Chosen { source, ..of(0) });
                constants().map(of).chain(variables).collect()
            }
            StatementEdit::Assign(name) => {
                let own = place.sources.iter().position(|it| it == name).map(|at| at + 1);
                let steps = own.into_iter().flat_map(|source| [1, -1].map(|by| Chosen { source, ..of(by) }));
                let others = (1..=n_sources).filter(|it| Some(*it) != own);
                let others = others.map(|source| Chosen { source, ..of(0) });
                constants().map(of).chain(steps).chain(others).collect()
            }
            StatementEdit::AssignCell(_) => {
                let indices = || constants().filter(|it| (0..1 << 20).contains(it));
                let at = |value: i128| indices().map(move |index| Chosen { index, ..of(value) });
                constants().flat_map(at).collect()
            }
            StatementEdit::Write => {
                let Some(wrong) = self.tests.first_wrong() else { return Vec::new() };
                let expected = wrong.expected.as_bytes().get(wrong.at..).unwrap_or(b"");
                let lengths = 1..=expected.len().min(MAX_MISSING_BYTES);
                let number = |n: usize| {
                    expected[..n].iter().rev().fold(0, |number, byte| number << 8 | i128::from(*byte))
                };
                let variables = (1..=n_sources).map(|source| Chosen { source, ..of(0) });
                lengths.map(|n| of(number(n))).chain(variables).collect()
            }
        }
    }

    /// Whether tests pass with a choice.
    fn pass(&mut self, cases: &[usize], chosen: Chosen) -> bool {
        cases.iter().all(|case| {
            if self.n_left == 0 || self.limits.exceeded().is_some() {
                return false;
            }
            let case: &Case = &self.tests.cases()[*case];
            let mut given = Given::new(&self.program.changed, case, chosen);
            let result = self.tester.run_in(&mut given, |it| &it.streams, case, self.max_steps, self.limits);
            self.n_left = self.n_left.saturating_sub(self.tester.n_steps());
            result.is_passed()
        })
    }
}

/// Which statements of a program may be at fault.
struct Suspects<'a> {
    program: &'a Program,
    /// The origins in each function that could be findings, and whether they may be.
    of_function: BTreeMap<&'a str, Vec<(Span, bool)>>,
}

impl Suspects<'_> {
    fn new(program: &Program) -> Suspects<'_> {
        let mut of_function: BTreeMap<&str, Vec<(Span, bool)>> = BTreeMap::new();
        for origin in program.sources.origins() {
            if FindingKind::of(origin.kind).is_some() || origin.kind == OriginKind::Condition {
                of_function.entry(&origin.function).or_default().push((origin.span, origin.is_suspect()));
            }
        }
        Suspects { program, of_function }
    }

    /// The numbers of places whose statements may be at fault.
    fn numbers(&self, places: &[StatementPlace]) -> BTreeSet<usize> {
        places.iter().zip(1..).filter(|(place, _)| self.has(place)).map(|(_, number)| number).collect()
    }

    /// Whether a statement may be at fault: not where it is trusted, nor where nothing of it but an assertion is not.
    fn has(&self, place: &StatementPlace) -> bool {
        let StatementPlace { span, function, .. } = place;
        let sources = &self.program.sources;
        let is_trusted =
            matches!(sources.part_at(*span, function), ProgramPart::Driver | ProgramPart::Specification)
                || self.program.procedures.iter().any(|it| it.trusted && it.name == *function);
        let within = self.of_function.get(function.as_str()).into_iter().flatten();
        let mut within = within.filter(|it| span.contains(it.0)).peekable();
        let is_code = match within.peek() {
            Some(_) => within.any(|(_, is_suspect)| *is_suspect),
            None => !sources.harness.specification.iter().any(|it| span.contains(*it)),
        };
        !is_trusted && is_code
    }
}

/// In which round a change is tried: what has few values first.
fn round_of(edit: &StatementEdit) -> Option<usize> {
    match edit {
        StatementEdit::Skip => None,
        StatementEdit::EndLater(_)
        | StatementEdit::Break
        | StatementEdit::Continue
        | StatementEdit::Return
        | StatementEdit::ReturnValue
        | StatementEdit::Write => Some(0),
        StatementEdit::Assign(_) => Some(1),
        StatementEdit::AssignCell(_) => Some(2),
    }
}

/// The environment of a test, and what is chosen.
struct Given {
    streams: Streams,
    chosen: Chosen,
}

impl Given {
    fn new(program: &Program, case: &Case, chosen: Chosen) -> Given {
        Given { streams: Streams::new(program, case.input.clone()), chosen }
    }
}

impl Environment for Given {
    fn perform(&mut self, primitive: Primitive, arguments: &[Value]) -> Reply {
        self.streams.perform(primitive, arguments)
    }

    fn input(&mut self, variable: Symbol, sort: Sort) -> Option<Value> {
        let value = match variable.name() {
            ALTERNATIVE => self.chosen.place as i128,
            EDIT => self.chosen.edit as i128,
            VALUE => self.chosen.value,
            INDEX => self.chosen.index,
            SOURCE => self.chosen.source as i128,
            _ => return self.streams.input(variable, sort),
        };
        Some(Value::signed_bits(sort.bit_width()?, value))
    }
}
