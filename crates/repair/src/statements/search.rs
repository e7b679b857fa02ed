//! Which changes of statements make failing tests pass, by trying them.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::{Side, StatementEdit, StatementPlace};
use faultscope_ir::Terminator;
use faultscope_solver::Limits;
use faultscope_verify::testing::{Case, Tester};

use super::change::{Change, Changes, StatementChange};
use super::chosen::{Chosen, Given};
use super::program::ProgramWithPlaces;
use crate::learned::{Inserted, OfTests};
use crate::limits::{
    MAX_LEARNED_STEPS, MAX_MISSING, MAX_MISSING_BYTES, MAX_SKIPPED_EXECUTIONS, MAX_SOMETIMES,
    MAX_STATEMENT_CONSTANTS, MAX_STATEMENT_STEPS, STATEMENT_ROUNDS, STEPS_OF_ENDLESS,
};
use crate::places::place_of;
use crate::tests::Tests;

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
            sometimes: Vec::new(),
        };
        let mut changes = Changes { statements: search.run(), operands: Vec::new() };
        let executions = OfTests::new(&self.changed, tests, limits);
        self.learn(&mut changes, &executions, &search.sometimes, MAX_LEARNED_STEPS, limits);
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
    /// Statements with which failing tests pass, and some of the others do not.
    sometimes: Vec<Inserted>,
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
        // Where nothing is expected, what is executed in fewer cases alters less.
        let alters_more =
            |it: usize| self.tests.expect_nothing() && self.program.places[it - 1].side != Side::Else;
        by_likelihood.sort_by_key(|it| {
            (n_passing.get(it).copied().unwrap_or(0), alters_more(*it), std::cmp::Reverse(*it))
        });
        self.n_left += MAX_STATEMENT_STEPS / 2;
        found.extend(self.missing(&by_likelihood, &failing, &passing));
        found
    }

    /// The places that a test executes; none where it does not end as it should.
    fn executed(&mut self, case: usize, passes: bool) -> Option<BTreeSet<usize>> {
        let (max_steps, case) = (self.tests.max_steps(case), &self.tests.cases()[case]);
        let mut given = Given::new(&self.program.changed, case, Chosen::default());
        let tested = self.tester.run_with(&mut given, |it| &it.streams, case, max_steps, self.limits);
        // How long one would take that does not end says nothing.
        let n_steps = if tested.result.is_endless() { STEPS_OF_ENDLESS } else { tested.n_steps };
        let bound = n_steps.saturating_mul(4).saturating_add(1_000).min(max_steps);
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
            let hides_error = || self.tests.expect_nothing() && self.program.is_around_error(place);
            if place.edits != [StatementEdit::Skip] || hides_error() {
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
        let mut rounds: Vec<usize> = (0..STATEMENT_ROUNDS).collect();
        // Where nothing is expected but an end, it comes with many statements elsewhere.
        if self.tests.expect_nothing() {
            rounds.rotate_left(1);
        }
        for round in rounds {
            // Where a statement only stands at another place, new ones make up for that.
            if round > 0 && found.iter().any(|it| it.change.moves()) {
                break;
            }
            for number in executed {
                let place = &self.program.places[number - 1];
                for (at, edit) in place.edits.iter().enumerate() {
                    // What is moved is another change at each place.
                    let moves = edit.moves();
                    // What is done once more fits failing tests alone too easily, and so it does in a block that is not there.
                    let fits_easily = passing.is_empty() || !place.side.is_between();
                    if matches!(edit, StatementEdit::Repeat(_)) && fits_easily {
                        continue;
                    }
                    // To leave what fails is no repair where nothing else is asked for.
                    if edit.jumps() && self.tests.expect_nothing() {
                        continue;
                    }
                    let is_known =
                        if moves { found.iter().any(|it| it.place == *place) } else { seen.contains(edit) };
                    // A value that is set for one statement only is one of that statement.
                    let is_of_next = place.side == Side::BeforeBody
                        && matches!(edit, StatementEdit::Assign(_) | StatementEdit::AssignCell(_));
                    if round_of(edit) != Some(round) || is_known || is_of_next {
                        continue;
                    }
                    for chosen in self.choices(place, edit) {
                        let chosen = Chosen { place: *number, edit: at + 1, ..chosen };
                        if !self.pass(failing, chosen) {
                            continue;
                        }
                        let passes_all = self.pass(passing, chosen);
                        if let (false, Some(kind)) = (passes_all, chosen.under_condition(place, edit))
                            && self.sometimes.len() < MAX_SOMETIMES
                        {
                            let Chosen { edit: number, value, source, .. } = chosen;
                            let text = chosen.written(place, edit);
                            let inserted =
                                Inserted { place: chosen.place, edit: number, value, source, text, kind };
                            self.sometimes.push(inserted);
                        }
                        if passes_all {
                            let written = chosen.written(place, edit);
                            // The same by another name of it, or at a place that is less likely.
                            if !moves && found.iter().any(|it| it.change.is_put_in(&written)) {
                                break;
                            }
                            let change = match edit {
                                StatementEdit::EndLater(n) => Change::EndLater(*n),
                                StatementEdit::IntoElse(n) => Change::IntoElse(*n),
                                StatementEdit::MoveBehind(n) => Change::MovedBehind(*n),
                                StatementEdit::MoveOut => Change::MovedOut,
                                StatementEdit::Repeat(text) => Change::Repeated(text.clone()),
                                _ => Change::PutIn(written),
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
            StatementEdit::MoveOut if place.behind.is_empty() => Vec::new(),
            StatementEdit::EndLater(_)
            | StatementEdit::IntoElse(_)
            | StatementEdit::MoveBehind(_)
            | StatementEdit::MoveOut
            | StatementEdit::Break
            | StatementEdit::EndCase
            | StatementEdit::Continue
            | StatementEdit::Return
            | StatementEdit::Leave(_)
            | StatementEdit::Advance(_)
            | StatementEdit::Repeat(_) => vec![of(0)],
            StatementEdit::Skip | StatementEdit::ConditionFails | StatementEdit::ConditionHolds => Vec::new(),
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
                let expected = [wrong.expected.as_bytes().get(wrong.at..).unwrap_or(b""), b"\n"].concat();
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

/// In which round a change is tried: what is there already, then what has few values.
fn round_of(edit: &StatementEdit) -> Option<usize> {
    match edit {
        StatementEdit::Skip | StatementEdit::ConditionFails | StatementEdit::ConditionHolds => None,
        StatementEdit::EndLater(_)
        | StatementEdit::IntoElse(_)
        | StatementEdit::MoveBehind(_)
        | StatementEdit::MoveOut => Some(0),
        StatementEdit::Break
        | StatementEdit::EndCase
        | StatementEdit::Continue
        | StatementEdit::Return
        | StatementEdit::ReturnValue
        | StatementEdit::Leave(_)
        | StatementEdit::Repeat(_)
        | StatementEdit::Write => Some(1),
        StatementEdit::Assign(_) | StatementEdit::Advance(_) => Some(2),
        StatementEdit::AssignCell(_) => Some(3),
    }
}
