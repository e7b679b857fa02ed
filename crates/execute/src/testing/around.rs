//! Executions around a test of which nothing is expected but that it works.
//!
//! A crash file says that one input fails, and of no input what is right. Its neighbours do: inputs that differ from it in a byte or
//! in their length. Those that come to a normal end without a violation worked, and what they write and return is what they should;
//! those that violate the same check fail as well. All others say nothing.

use std::collections::BTreeSet;
use std::fmt;
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
    for (text, variant) in variants(&case.input).into_iter().take(MAX_AROUND_EXECUTIONS) {
        if n_left == 0 || limits.exceeded().is_some() {
            break;
        }
        let mut input = case.input.clone();
        text.change(&mut input, variant);
        let case = Case { name: format!("{} {variant}", case.name), input, output: None, status: None };
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

/// A text of an input.
#[derive(Debug, Clone)]
enum Text {
    Stdin,
    File(Vec<u8>),
    Argument(usize),
}

impl Text {
    /// Makes a text of an input another one.
    fn change(&self, input: &mut Input, variant: Variant) {
        match self {
            Text::Stdin => variant.change(&mut input.stdin),
            Text::File(name) => {
                if let Some(text) = input.files.get_mut(name) {
                    variant.change(text);
                }
            }
            Text::Argument(at) => variant.change(&mut input.arguments[*at]),
        }
    }
}

/// How a text differs from another one; places count from 0.
#[derive(Debug, Clone, Copy)]
enum Variant {
    /// Only so many bytes of it are there.
    First(usize),
    /// A byte is left out.
    Without(usize),
    /// A byte is another one.
    Other(usize, u8),
    /// A byte is there twice.
    Twice(usize),
}

impl Variant {
    fn change(self, text: &mut Vec<u8>) {
        match self {
            Variant::First(length) => text.truncate(length),
            Variant::Without(at) => _ = text.remove(at),
            Variant::Other(at, byte) => text[at] = byte,
            Variant::Twice(at) => text.insert(at, text[at]),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variant::First(length) => write!(f, "with its first {length} bytes"),
            Variant::Without(at) => write!(f, "with byte {} left out", at + 1),
            Variant::Other(at, byte) => write!(f, "with byte {} as {byte:#04x}", at + 1),
            Variant::Twice(at) => write!(f, "with byte {} twice", at + 1),
        }
    }
}

/// What is tried with an input: each of its texts in other ways.
fn variants(input: &Input) -> Vec<(Text, Variant)> {
    let mut variants = Vec::new();
    let mut add = |text: Text, bytes: &[u8]| {
        variants.extend(of_text(bytes).into_iter().map(|it| (text.clone(), it)));
    };
    add(Text::Stdin, &input.stdin);
    input.files.iter().for_each(|(name, text)| add(Text::File(name.clone()), text));
    // What names a file is no text to be read.
    let arguments = input.arguments.iter().enumerate().filter(|(_, it)| !input.files.contains_key(*it));
    arguments.for_each(|(at, text)| add(Text::Argument(at), text));
    variants
}

/// A text in other lengths, and with other bytes: neighbours of a byte, those that end texts, and the text's own.
fn of_text(text: &[u8]) -> Vec<Variant> {
    let n = text.len();
    if n == 0 {
        return Vec::new();
    }
    let lengths = BTreeSet::from([n - 1, n.saturating_sub(2), n / 2, n / 4, 0]);
    let mut variants: Vec<Variant> = lengths.into_iter().rev().map(Variant::First).collect();
    let own: BTreeSet<u8> = text.iter().copied().filter(u8::is_ascii_punctuation).collect();
    // The first change at each position comes before the second at any.
    let mut rounds: Vec<Vec<Variant>> = Vec::new();
    for at in (0..n).rev().step_by(n.div_ceil(MAX_AROUND_POSITIONS)) {
        let byte = text[at];
        let others = [byte.wrapping_add(1), byte.wrapping_sub(1), b' ', b'0', b'a', 0];
        let others = others.into_iter().chain(own.iter().copied().take(4)).filter(|it| *it != byte);
        let others = others.map(|it| Variant::Other(at, it));
        let of_position = [Variant::Without(at)].into_iter().chain(others).chain([Variant::Twice(at)]);
        for (round, variant) in of_position.enumerate() {
            if rounds.len() <= round {
                rounds.push(Vec::new());
            }
            rounds[round].push(variant);
        }
    }
    variants.extend(rounds.into_iter().flatten());
    variants
}
