//! Executions around a test of which nothing is expected but that it works.
//!
//! A crash file says that one input fails, and of no input what is right. Its neighbours do: inputs that differ from it in a byte or
//! in their length. Those that come to a normal end without a violation worked, and what they write and return is what they should;
//! those that violate the same check fail as well. All others say nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use faultscope_ir::{CheckId, Program};
use faultscope_solver::Limits;
use faultscope_suite::{Comparison, Matcher};

use super::{Case, TestFailure, TestResult, Tested, Tester};
use crate::closed::Covered;
use crate::environment::{End, Input, Streams};
use crate::limits::{
    MAX_AROUND_ENDLESS_STEPS, MAX_AROUND_EXECUTIONS, MAX_AROUND_FAILING, MAX_AROUND_POSITIONS,
    MAX_AROUND_WORKED, MOST_NEIGHBOUR_STEPS, NEIGHBOUR_STEPS_FACTOR,
};

/// A neighbour of a test, with what it does.
pub type AroundTest = (Case, Tested);

/// The neighbours of a test that violates a check or does not end, of which nothing else is expected: those that worked, the most
/// alike first, and then those that violate the same check. Of those that execute the same there is one. None where something is
/// expected of a test.
pub fn around(
    program: &Program,
    (cases, tested): (&[Case], &[Tested]),
    number: usize,
    limits: &Limits,
) -> Vec<AroundTest> {
    let (case, tested) = (&cases[number], &tested[number]);
    let (check, max_steps) = match tested.result {
        TestResult::Failed(TestFailure::Violated(check)) => (Some(check), 4 * tested.n_steps + 10_000),
        TestResult::Failed(TestFailure::RanOn) => (None, MAX_AROUND_ENDLESS_STEPS),
        _ => return Vec::new(),
    };
    if !cases.iter().all(Case::expects_nothing) {
        return Vec::new();
    }
    let search = Search { program, check, own: blocks(&tested.covered), max_steps };
    let mut n_left = tested.n_steps.saturating_mul(NEIGHBOUR_STEPS_FACTOR).min(MOST_NEIGHBOUR_STEPS);
    let mut tester = Tester::new(program);
    let (mut worked, mut failing): (Vec<(usize, AroundTest)>, Vec<AroundTest>) = (Vec::new(), Vec::new());
    let mut seen: BTreeSet<BTreeSet<Covered>> = [search.own.clone()].into_iter().collect();
    for (name, input) in inputs(&case.input).into_iter().take(MAX_AROUND_EXECUTIONS) {
        if n_left == 0 || limits.exceeded().is_some() {
            break;
        }
        let case = Case { name: format!("{} {name}", case.name), input, output: None, status: None };
        let found = search.execute(&mut tester, case, n_left, limits);
        n_left = n_left.saturating_sub(tester.n_steps());
        let Some((case, tested)) = found.filter(|(_, tested)| seen.insert(blocks(&tested.covered))) else {
            continue;
        };
        if tested.result.is_passed() {
            worked.push((search.own.symmetric_difference(&blocks(&tested.covered)).count(), (case, tested)));
        } else if failing.len() < MAX_AROUND_FAILING {
            failing.push((case, tested));
        }
    }
    // Stable: the change that was tried first where they are as much alike.
    worked.sort_by_key(|(distance, _)| *distance);
    worked.truncate(MAX_AROUND_WORKED);
    worked.into_iter().map(|(_, it)| it).chain(failing).collect()
}

struct Search<'a> {
    program: &'a Program,
    /// What the test violates.
    check: Option<CheckId>,
    /// What the test executes.
    own: BTreeSet<Covered>,
    max_steps: u64,
}

impl Search<'_> {
    /// A neighbour as a test, if it works or fails by the same check.
    fn execute(
        &self,
        tester: &mut Tester<'_>,
        case: Case,
        n_left: u64,
        limits: &Limits,
    ) -> Option<AroundTest> {
        let mut streams = Streams::new(self.program, case.input.clone());
        let max_steps = self.max_steps.min(n_left);
        let tested = tester.run_with(&mut streams, |it| it, &case, max_steps, limits);
        if streams.used_inexact || streams.used_unseeded {
            return None;
        }
        match (&tested.result, streams.end) {
            (TestResult::Passed, Some(End::Status(status))) => {
                let output = Matcher::new(&tested.stdout, &Comparison::Exact).ok()?;
                Some((Case { output: Some(Arc::new(output)), status: Some(status), ..case }, tested))
            }
            (TestResult::Failed(TestFailure::Violated(check)), _) if Some(*check) == self.check => {
                Some((case, tested))
            }
            _ => None,
        }
    }
}

fn blocks(covered: &[Covered]) -> BTreeSet<Covered> {
    covered.iter().copied().collect()
}

/// Inputs that differ from one in one text, in a byte or in its length, each with what is different.
fn inputs(input: &Input) -> Vec<(String, Input)> {
    let mut changed: Vec<(String, Input)> = Vec::new();
    for (what, bytes) in variants(&input.stdin) {
        changed.push((format!("with {what}"), Input { stdin: bytes, ..input.clone() }));
    }
    for (name, text) in &input.files {
        for (what, bytes) in variants(text) {
            let mut files = input.files.clone();
            files.insert(name.clone(), bytes);
            changed.push((format!("with {what}"), Input { files, ..input.clone() }));
        }
    }
    for (at, argument) in input.arguments.iter().enumerate() {
        // What names a file is no text to be read.
        if input.files.contains_key(argument) {
            continue;
        }
        for (what, bytes) in variants(argument) {
            let mut arguments = input.arguments.clone();
            arguments[at] = bytes;
            changed
                .push((format!("with {what} in argument {}", at + 1), Input { arguments, ..input.clone() }));
        }
    }
    changed
}

/// A text in other lengths, and with other bytes: neighbours of a byte, those that end texts, and the text's own.
fn variants(text: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut variants: Vec<(String, Vec<u8>)> = Vec::new();
    let n = text.len();
    if n == 0 {
        return variants;
    }
    for length in BTreeSet::from([n - 1, n.saturating_sub(2), n / 2, n / 4, 0]).into_iter().rev() {
        variants.push((format!("its first {length} bytes"), text[..length].to_vec()));
    }
    let own: BTreeSet<u8> = text.iter().copied().collect();
    let step = n.div_ceil(MAX_AROUND_POSITIONS);
    // The first change at each position comes before the second at any.
    let mut rounds: Vec<Vec<(String, Vec<u8>)>> = Vec::new();
    for at in (0..n).rev().step_by(step) {
        let byte = text[at];
        let mut others: Vec<u8> = vec![byte.wrapping_add(1), byte.wrapping_sub(1), b' ', b'0', b'a', 0];
        others.extend(own.iter().copied().filter(|it| it.is_ascii_punctuation()).take(4));
        let mut of_position: Vec<(String, Vec<u8>)> = Vec::new();
        let mut without = text.to_vec();
        without.remove(at);
        of_position.push((format!("byte {} left out", at + 1), without));
        for other in others.into_iter().filter(|other| *other != byte) {
            let mut bytes = text.to_vec();
            bytes[at] = other;
            of_position.push((format!("byte {} as {other:#04x}", at + 1), bytes));
        }
        let mut twice = text.to_vec();
        twice.insert(at, byte);
        of_position.push((format!("byte {} twice", at + 1), twice));
        for (round, variant) in of_position.into_iter().enumerate() {
            if rounds.len() <= round {
                rounds.push(Vec::new());
            }
            rounds[round].push(variant);
        }
    }
    variants.extend(rounds.into_iter().flatten());
    variants
}
