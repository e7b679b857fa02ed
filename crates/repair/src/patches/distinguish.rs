//! An input on which two patches differ with which all tests pass.
//!
//! Tests do not say which of two such patches is meant, but who wrote them may know it of one more input. So both changed
//! programs are executed on inputs that are like those of the tests ([`variations`]), the tests with the least input first.
//! The first one after which both end, with another output or status, is given; where there is none, the first on which
//! only one of them fails. What has no end within the bound on the steps of its test says nothing.

mod variations;

use std::collections::BTreeSet;

use faultscope_ir::Program;
use faultscope_solver::Limits;
use faultscope_verify::environment::{End, Input, Streams};
use faultscope_verify::testing::{Case, TestFailure, TestResult, Tester};

use crate::limits::MAX_TRIED_INPUTS;
use crate::tests::Tests;
use variations::variations;

/// An input on which the best patch and another one differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differs {
    /// The test that has an input like it, and its files.
    pub like: String,
    /// The input.
    pub input: Input,
    /// What the program does with the best patch.
    pub first: Behaviour,
    /// What it does with this one.
    pub this: Behaviour,
}

/// What a program does on an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Behaviour {
    /// It ends.
    Ends {
        /// What it has written to standard output.
        output: Vec<u8>,
        /// Its status.
        status: i32,
    },
    /// It does something undefined.
    Undefined {
        /// What it is.
        message: String,
    },
    /// It violates what somebody has written, or calls `abort`.
    Fails {
        /// What is wrong.
        message: String,
    },
}

/// The program with the best patch, to compare others with.
pub(super) struct Best<'a> {
    tests: &'a Tests,
    known: Known<'a>,
    /// What its patch replaces, and by what.
    texts: Vec<&'a str>,
}

impl<'a> Best<'a> {
    /// For a program with a patch, in which these texts have to do with the patch.
    pub(super) fn new(tests: &'a Tests, program: &'a Program, texts: Vec<&'a str>) -> Best<'a> {
        Best { tests, known: Known { run: Run::new(program), behaviours: Vec::new() }, texts }
    }

    /// An input on which the program with another patch does something else.
    pub(super) fn difference(&mut self, other: &Program, texts: &[&str], limits: &Limits) -> Option<Differs> {
        let texts = self.texts.iter().chain(texts).copied();
        let inputs = inputs(self.tests, &numbers(texts));
        difference(self.tests, &inputs, &mut self.known, &mut Run::new(other), limits)
    }
}

/// The first input on which two programs differ.
fn difference(
    tests: &Tests,
    inputs: &[(usize, Input)],
    known: &mut Known<'_>,
    other: &mut Run<'_>,
    limits: &Limits,
) -> Option<Differs> {
    let mut fails = None;
    for (number, input) in inputs {
        if limits.exceeded().is_some() {
            break;
        }
        let case = &tests.cases()[*number];
        let max_steps = tests.max_steps(*number);
        let Some(first) = known.behaviour(input, max_steps, limits) else { continue };
        let Some(this) = other.behaviour(input, max_steps, limits) else { continue };
        let both_end = match (&first, &this) {
            (Behaviour::Ends { output, status }, Behaviour::Ends { output: other, status: other_status }) => {
                if status == other_status && are_equal(case, output, other) {
                    continue;
                }
                true
            }
            (Behaviour::Ends { .. }, _) | (_, Behaviour::Ends { .. }) => false,
            _ => continue,
        };
        let differs = Differs { like: case.name.clone(), input: input.clone(), first, this };
        if both_end {
            return Some(differs);
        }
        fails.get_or_insert(differs);
    }
    fails
}

/// Whether a test that expects one output would accept the other.
fn are_equal(case: &Case, left: &[u8], right: &[u8]) -> bool {
    match case.output.as_ref().and_then(|it| it.expecting(left)) {
        Some(matcher) => matcher.compare(right).is_none(),
        None => left.trim_ascii_end() == right.trim_ascii_end(),
    }
}

/// The inputs of the tests and their variations, each once, and which test they are like.
fn inputs(tests: &Tests, numbers: &[i128]) -> Vec<(usize, Input)> {
    let cases = tests.cases();
    let size = |case: &Case| {
        let arguments = case.input.arguments.iter().map(Vec::len).sum::<usize>();
        case.input.stdin.len() + arguments + case.input.values.as_ref().map_or(0, Vec::len)
    };
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|idx| (size(&cases[*idx]), *idx));
    let mut seen = BTreeSet::new();
    let mut inputs = Vec::new();
    for number in order {
        if inputs.len() >= MAX_TRIED_INPUTS {
            break;
        }
        let input = &cases[number].input;
        let all = std::iter::once(input.clone()).chain(variations(input, numbers));
        let new = |it: &Input| seen.insert((it.stdin.clone(), it.arguments.clone(), it.values.clone()));
        inputs.extend(all.filter(new).map(|it| (number, it)));
    }
    inputs.truncate(MAX_TRIED_INPUTS);
    inputs
}

/// The whole numbers in texts, each with its neighbours: what patches differ in often is a number.
fn numbers<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<i128> {
    let mut numbers = Vec::new();
    for number in texts.flat_map(|it| it.split(|it: char| !it.is_ascii_alphanumeric() && it != '_')) {
        let Ok(number) = number.parse::<i64>() else { continue };
        for near in [number.into(), i128::from(number) + 1, i128::from(number) - 1] {
            if !numbers.contains(&near) {
                numbers.push(near);
            }
        }
    }
    numbers
}

/// Executes a program on inputs.
struct Run<'a> {
    program: &'a Program,
    tester: Tester<'a>,
}

impl<'a> Run<'a> {
    fn new(program: &'a Program) -> Run<'a> {
        Run { program, tester: Tester::new(program) }
    }

    fn behaviour(&mut self, input: &Input, max_steps: u64, limits: &Limits) -> Option<Behaviour> {
        let case = Case { name: String::new(), input: input.clone(), output: None, status: None };
        let mut streams = Streams::new(self.program, input.clone());
        match self.tester.run_in(&mut streams, |it| it, &case, max_steps, limits) {
            TestResult::Passed => match streams.end {
                Some(End::Status(status)) => Some(Behaviour::Ends { output: streams.stdout, status }),
                _ => None,
            },
            TestResult::Failed(TestFailure::Violated(check)) => {
                let check = self.program.check(check);
                let message = check.message.clone();
                Some(match check.property.is_written() {
                    true => Behaviour::Fails { message },
                    false => Behaviour::Undefined { message },
                })
            }
            TestResult::Failed(TestFailure::Aborted) => {
                Some(Behaviour::Fails { message: "`abort` is called".to_owned() })
            }
            TestResult::Failed(_) | TestResult::Undecided(_) => None,
        }
    }
}

/// A program, and what it does on inputs that it was executed on.
struct Known<'a> {
    run: Run<'a>,
    behaviours: Vec<(Input, Option<Behaviour>)>,
}

impl Known<'_> {
    fn behaviour(&mut self, input: &Input, max_steps: u64, limits: &Limits) -> Option<Behaviour> {
        if let Some((_, known)) = self.behaviours.iter().find(|(known, _)| known == input) {
            return known.clone();
        }
        let behaviour = self.run.behaviour(input, max_steps, limits);
        self.behaviours.push((input.clone(), behaviour.clone()));
        behaviour
    }
}
