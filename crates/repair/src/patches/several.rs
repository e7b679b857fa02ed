//! Faults at several places of a file, where tests say what the program should write.
//!
//! None of the changes at one place makes all tests pass, but some bring the output of failing tests nearer to what is expected, and
//! that of no test away from it. They are put together, the most helpful first, as long as each brings it nearer still. Behind the
//! first ones other calls write what is wrong first: so these are changed, too, as what they write asks for.

use std::collections::BTreeSet;
use std::sync::Arc;

use faultscope_frontend::Input;
use faultscope_ir::{Program, Span};
use faultscope_verify::testing::{Tested, recorded};

use super::bundles::Bundles;
use super::hunk::{Hunk, Lines, difference};
use super::patch::{Found, Patch};
use super::rank::Usual;
use super::subjects::Place;
use super::trial::{Candidate, Trial};
use super::{Kept, PatchVerdict};
use crate::budgets;
use crate::limits::{MAX_PUT_TOGETHER, MAX_SEVERAL_STEPS, MAX_TOGETHER};
use crate::proposals::{Edit, left_out, written_instead};
use crate::tests::{Tests, wrong_text};
use crate::workspace::original;

/// Most tests of a state whose wrong output is looked at.
const MAX_LOOKED_AT: usize = 4;

/// A change that helps.
struct Helpful<'a> {
    candidate: &'a Candidate,
    /// What is left with it.
    left: usize,
}

impl Found {
    /// Changes of several places together with which all tests pass, at the place of this one of them.
    pub(super) fn of_several(
        (places, first): (&[Place], &Candidate),
        (edit, change): (Edit, Hunk),
        program: Program,
    ) -> Found {
        let place = &places[first.place];
        let patch = Patch {
            origin: place.subject.origin,
            finding: place.finding,
            edit,
            weight: first.change.weight,
            is_shared: false,
            change,
            reason: None,
            verdict: PatchVerdict::PassesTests,
            leaves: BTreeSet::new(),
            reaches_check: true,
            is_learned: false,
            is_usual: false,
            takes_away: false,
            kept: Kept::default(),
            contract: None,
            differs: None,
            shows_the_same: 0,
        };
        Found {
            patch,
            program: Arc::new(program),
            place: first.place,
            number: 0,
            usual: Usual::Other,
            is_of_crash: false,
        }
    }
}

/// A program with changes.
struct State {
    text: String,
    input: Input,
    program: Program,
    tested: Vec<Tested>,
    distances: Vec<usize>,
}

/// Puts changes together.
struct Together<'a> {
    trial: &'a Trial<'a>,
    tests: &'a Tests,
    /// How many programs may still be translated, and steps be executed.
    n_programs: usize,
    n_steps: u64,
}

impl Trial<'_> {
    /// Changes at several places with which all tests pass together.
    pub(super) fn several(
        &self,
        tests: &Tests,
        (places, candidates): (&[Place], &[Candidate]),
        bundles: &Bundles,
    ) -> Option<Found> {
        let mut together =
            Together { trial: self, tests, n_programs: MAX_PUT_TOGETHER, n_steps: MAX_SEVERAL_STEPS };
        let helpful = together.helpful((places, candidates), bundles);
        let first = helpful.first()?;
        let file = &first.candidate.hunk.file;
        let text = original(self.workspace.input(), file)?;
        let repaired = together.put_together(file, text, &helpful)?;
        let candidate = first.candidate;
        let change = self.difference(file, text, &repaired.text)?;
        Some(Found::of_several((places, candidate), change, repaired.program))
    }

    /// What makes one text of a file of another.
    pub(super) fn difference(&self, file: &str, old: &str, new: &str) -> Option<(Edit, Hunk)> {
        let (id, _) = self.base.program.sources.files().find(|(_, it)| it.name == *file)?;
        difference(file, id, old, new)
    }
}

impl Together<'_> {
    /// The changes that help, those with which the least is left first.
    fn helpful<'c>(
        &mut self,
        (places, candidates): (&[Place], &'c [Candidate]),
        bundles: &Bundles,
    ) -> Vec<Helpful<'c>> {
        let before = left(self.tests.distances());
        let mut helpful: Vec<Helpful<'c>> = Vec::new();
        for candidate in candidates {
            // Of other changes two are put together that fit the tests and nothing else, too easily.
            if places[candidate.place].subject.wrong.is_none() {
                continue;
            }
            let distances = match bundles.of(candidate) {
                Some(program) => self.not_worse(program, self.tests.distances()),
                None if self.n_programs > MAX_PUT_TOGETHER / 2 => {
                    self.n_programs -= 1;
                    let program = self.trial.program(candidate);
                    program.and_then(|it| self.not_worse((&it, 0), self.tests.distances()))
                }
                None => None,
            };
            let Some((_, distances)) = distances else { continue };
            if left(&distances) < before {
                helpful.push(Helpful { candidate, left: left(&distances) });
            }
        }
        // Stable: the likeliest first where as much is left.
        helpful.sort_by_key(|it| it.left);
        helpful
    }

    fn not_worse(&mut self, program: (&Program, usize), than: &[usize]) -> Option<(Vec<Tested>, Vec<usize>)> {
        self.tests.not_worse(program, than, &mut self.n_steps, self.trial.means.limits)
    }

    /// The program with which all tests pass.
    fn put_together(&mut self, file: &str, text: &str, helpful: &[Helpful<'_>]) -> Option<State> {
        let mut hunks: Vec<&Hunk> = Vec::new();
        let mut state: Option<State> = None;
        for it in helpful.iter().filter(|it| it.candidate.hunk.file == file) {
            let hunk = &it.candidate.hunk;
            let is_apart = |other: &&Hunk| {
                other.old_lines().end() < hunk.old_lines().start()
                    || hunk.old_lines().end() < other.old_lines().start()
            };
            if hunks.len() >= MAX_TOGETHER || !hunks.iter().all(is_apart) {
                continue;
            }
            let with: Vec<&Hunk> = hunks.iter().copied().chain([hunk]).collect();
            let distances = state.as_ref().map_or(self.tests.distances(), |it| &it.distances);
            let Some(next) = self.state(file, all_applied(text, &with)?, distances) else { continue };
            if left(&next.distances) < left(distances) {
                let is_done = left(&next.distances) == 0;
                (hunks, state) = (with, Some(next));
                if is_done {
                    break;
                }
            }
        }
        let mut state = state?;
        for _ in hunks.len()..MAX_TOGETHER {
            if left(&state.distances) == 0 {
                return Some(state);
            }
            state = self.next(file, state)?;
        }
        (left(&state.distances) == 0).then_some(state)
    }

    /// A program where another call writes what was expected.
    fn next(&mut self, file: &str, mut state: State) -> Option<State> {
        let cases = self.tests.cases();
        let max_steps = (0..cases.len()).map(|it| self.tests.max_steps(it)).max()?;
        let limits = self.trial.means.limits;
        let shown =
            recorded(&mut state.program, cases, &state.tested, max_steps, Some(MAX_LOOKED_AT), limits);
        for (error, case) in shown.traces.iter().zip(&shown.shown) {
            let Some(wrong) = wrong_text(&cases[*case], &state.tested[*case]) else { continue };
            let sources = &state.program.sources;
            let call = sources.origin(state.program.check(error.trace.check).origin).span;
            if sources.file(call.file).name != file {
                continue;
            }
            let literal = literal(&state.program, call);
            let texts = literal.iter().flat_map(|(span, old)| {
                let edit = |new| Edit { span: *span, old: old.clone(), new };
                written_instead(old, &wrong).into_iter().map(edit)
            });
            let edits: Vec<Edit> = texts.chain(left_out(&state.program, call)).collect();
            let mut lines = Lines::new(&state.input, sources);
            let hunks: Vec<Hunk> = edits.iter().filter_map(|edit| lines.change(edit)).collect();
            for hunk in hunks {
                let text = all_applied(&state.text, &[&hunk])?;
                let next = self.state(file, text, &state.distances);
                if let Some(next) = next.filter(|it| left(&it.distances) < left(&state.distances)) {
                    return Some(next);
                }
            }
        }
        None
    }

    /// The program with a text, where no test is further away from what is expected than this.
    fn state(&mut self, file: &str, text: String, than: &[usize]) -> Option<State> {
        let workspace = self.trial.workspace;
        self.n_programs = self.n_programs.checked_sub(1)?;
        self.trial.means.limits.spend(budgets::translation(workspace.input()));
        let input = workspace.changed(file, &text)?;
        let translated = workspace.finished(workspace.translated(&input))?;
        if !self.trial.base.beyond(&translated).is_empty() {
            return None;
        }
        let program = translated.program;
        let (tested, distances) = self.not_worse((&program, 0), than)?;
        Some(State { text, input, program, tested, distances })
    }
}

/// How much is left to be done.
fn left(distances: &[usize]) -> usize {
    distances.iter().fold(0, |sum: usize, it| sum.saturating_add((*it).min(1 << 20)))
}

/// A text with changes of different lines.
fn all_applied(text: &str, hunks: &[&Hunk]) -> Option<String> {
    let mut hunks = hunks.to_vec();
    // The last first, so that the others stay where they are.
    hunks.sort_by_key(|it| std::cmp::Reverse(it.line));
    hunks.into_iter().try_fold(text.to_owned(), |text, hunk| hunk.applied_to(&text))
}

/// The string literal in a call, and where it stands.
fn literal(program: &Program, call: Span) -> Option<(Span, String)> {
    let text = program.sources.file(call.file).slice(call)?;
    if call.line != call.end_line {
        return None;
    }
    let start = text.find('"')?;
    let mut is_escaped = false;
    let behind = text[start + 1..].find(|it: char| {
        let is_end = it == '"' && !is_escaped;
        is_escaped = it == '\\' && !is_escaped;
        is_end
    })?;
    let end = start + behind + 2;
    let column = |at: usize| call.column + text[..at].chars().count() as u32;
    let span = Span { column: column(start), end_column: column(end), ..call };
    Some((span, text[start..end].to_owned()))
}
