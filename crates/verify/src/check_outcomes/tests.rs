//! What becomes of checks, row by row.

use std::collections::BTreeSet;

use faultscope_ir::focus::focused;
use faultscope_ir::{OriginId, Program, Terminator};
use faultscope_solver::Limits;

use super::*;
use crate::abstract_interpretation::AbstractInterpretationBounds;
use crate::bmc::{self, BmcConfig};
use crate::interpreter::ExecutionBounds;
use crate::notation::parse;
use crate::notation::random_programs::{bounded_program, looping_program};
use crate::portfolio::{PortfolioConfig, Strategy, portfolio};
use crate::settle::{Settled, settle};
use crate::trace_abstraction::TraceAbstractionConfig;
use faultscope_execute::exhaustive::{executed, violated as violated_by_some};

/// More than any of these programs needs that is decided at all.
const MAX_EFFORT: u64 = 2_000_000;

fn outcomes(program: &Program, strategy: Strategy, max_unwind: u32) -> Vec<CheckOutcome> {
    let config = PortfolioConfig {
        strategy,
        bmc: BmcConfig { max_unwind, ..BmcConfig::default() },
        trace_abstraction: TraceAbstractionConfig {
            max_traces: Some(4),
            ..TraceAbstractionConfig::default()
        },
        head_start: None,
        pace: 1,
        jobs: 2,
    };
    let limits = Limits::unlimited().with_effort(MAX_EFFORT);
    let settled = settled(program);
    let outcome = portfolio(&settled.program, &config, &limits, &mut ());
    let (traces, is_safe) = (&outcome.traces[..], outcome.is_safe());
    let answered =
        Answered { is_complete: is_safe, traces, others: &[], holds_within: false, by: outcome.by };
    check_outcomes(program, &answered, settled.findings.as_ref()).checks
}

fn settled(program: &Program) -> Settled {
    settle(program, &AbstractInterpretationBounds::default(), &Limits::unlimited())
}

/// What is known where no verifier has an answer.
fn without_answer(program: &Program) -> Vec<CheckOutcome> {
    let answered = Answered { is_complete: false, traces: &[], others: &[], holds_within: false, by: None };
    check_outcomes(program, &answered, settled(program).findings.as_ref()).checks
}

fn shown(outcome: &CheckOutcome) -> String {
    let status = match outcome.status {
        CheckStatus::Violated => "violated",
        CheckStatus::Proved => "proved",
        CheckStatus::HoldsWithinLimits => "held within limits",
        CheckStatus::NotReached => "not reached",
        CheckStatus::Undecided => "undecided",
        CheckStatus::NotAsked => "not asked",
    };
    let by = match outcome.by {
        Some(DecidedBy::Bmc) => " by unwinding",
        Some(DecidedBy::TraceAbstraction) => " by automata",
        Some(DecidedBy::AbstractInterpretation) => " by intervals",
        Some(DecidedBy::ControlFlow) => " by the graph",
        Some(DecidedBy::Execution) => " by execution",
        Some(DecidedBy::Paths) => " by paths",
        None => "",
    };
    format!("{status}{by}")
}

/// Checks that the rows of the table are as the lines of their assertions say behind `//`.
#[track_caller]
fn check_lines(text: &str, program: &Program, outcomes: &[CheckOutcome]) {
    let expected = text.lines().enumerate().filter_map(|(idx, line)| Some((idx, line.split_once("// ")?.1)));
    let expected: Vec<(u32, &str)> = expected.map(|(idx, text)| (idx as u32 + 1, text)).collect();
    let actual: Vec<(u32, String)> = outcomes
        .iter()
        .map(|it| (program.sources.origin(program.check(it.check).origin).span.line, shown(it)))
        .collect();
    let actual: Vec<(u32, &str)> = actual.iter().map(|(line, text)| (*line, text.as_str())).collect();
    assert_eq!(actual, expected);
}

#[track_caller]
fn check(strategy: Strategy, text: &str) {
    let program = parse(text);
    check_lines(text, &program, &outcomes(&program, strategy, 16));
}

#[track_caller]
fn check_without_answer(text: &str) {
    let program = parse(text);
    check_lines(text, &program, &without_answer(&program));
}

const BMC: Strategy = Strategy::Only(Engine::Bmc);
const AUTOMATA: Strategy = Strategy::Only(Engine::TraceAbstraction);

#[test]
fn a_safe_program_has_proved_checks_and_some_that_nothing_gets_to() {
    let text = |by| {
        format!(
            "var x: 8; var y: 8;
        proc unused() {{
          assert x == 1; // not reached by the graph
        }}
        proc main() {{
          havoc x; assume x > 3;
          assert x * x != 2; // proved by {by}
          if (x < 2) {{
            assert x == y; // not reached by intervals
          }}
        }}"
        )
    };
    check(BMC, &text("unwinding"));
    check(AUTOMATA, &text("automata"));
}

#[test]
fn beside_an_error_only_what_holds_everywhere_is_proved() {
    let text = "var x: 8; var y: 8;
        proc main() {
          havoc x; havoc y;
          assert x < 100; // violated by unwinding
          assert x < 101; // proved by intervals
          assert y * y != 2; // undecided
          if (x > 110) {
            assert y == 0; // not reached by intervals
          }
        }";
    check(BMC, text);
}

#[test]
fn traces_of_one_error_prove_nothing_of_another() {
    let text = "var x: 8; var y: 8; var z: 8;
        proc main() {
          havoc x; havoc y; havoc z;
          assert x == 1; // violated by automata
          assert y == 1; // violated by automata
          assert z * z != 2; // undecided
        }";
    check(AUTOMATA, text);
}

#[test]
fn a_bound_on_loops_proves_nothing() {
    let text = "var x: 32; var y: 32;
        proc main() {
          x := 0; havoc y;
          while (x != y) {
            x := x + 1;
            assert x != 100000; // undecided
          }
          assert x == x; // proved by the graph
        }";
    let program = parse(text);
    check_lines(text, &program, &outcomes(&program, BMC, 8));
}

#[test]
fn what_all_executions_come_to_is_reached() {
    let text = "var x: 8;
        proc fail() {
          assert x == 3; // undecided
        }
        proc main() { fail(); }";
    check_without_answer(text);
}

#[test]
fn an_error_function_is_reached_where_its_guard_is() {
    let text = "var x: 8;
        proc reach_error() {
          error; // proved by intervals
        }
        proc main() {
          havoc x;
          if (x > 3) { if (x < 3) { reach_error(); } }
        }";
    check_without_answer(text);
    let text = "var x: 8;
        proc reach_error() {
          error; // not reached by intervals
        }
        proc main() {
          x := 2;
          if (x > 3) { havoc x; if (x < 3) { reach_error(); } }
        }";
    check_without_answer(text);
}

#[test]
fn behind_what_was_not_translated_nothing_is_known() {
    let text = |unsupported| {
        format!(
            "var x: 8;
        proc unused() {{
          assert x == 1; // {{}}
        }}
        proc main() {{
          havoc x; assume x > 3;
          assert x > 2; // {{}}
          if (x {unsupported} 3) {{ unsupported; }}
        }}"
        )
    };
    let expecting = |text: String, unused: &str, used: &str| {
        let text = text.replacen("{}", unused, 1);
        text.replacen("{}", used, 1)
    };
    check_without_answer(&expecting(text("!="), "undecided", "undecided"));
    // It is not reached, as abstract interpretation knows.
    check_without_answer(&expecting(text("<="), "not reached by the graph", "proved by intervals"));
}

#[test]
fn an_error_that_was_not_replayed_is_no_violation() {
    let program = parse("var x: 8; proc main() { havoc x; assert x == 1; }");
    let limits = Limits::unlimited();
    let found = bmc::bounded_model_checking(&program, &BmcConfig::default(), &limits);
    let mut trace = found.into_error().expect("there is an error");
    let status = |trace: &ErrorTrace| {
        let answered = Answered {
            is_complete: false,
            traces: std::slice::from_ref(trace),
            others: &[],
            holds_within: false,
            by: Some(DecidedBy::Bmc),
        };
        check_outcomes(&program, &answered, None).checks[0].status
    };
    assert_eq!(status(&trace), CheckStatus::Violated);
    trace.replayed = false;
    assert_eq!(status(&trace), CheckStatus::Undecided);
}

#[test]
fn a_program_without_checks_has_no_rows() {
    assert!(without_answer(&parse("var x: 8; proc main() { havoc x; }")).is_empty());
}

/// The origins of the branches that decide about each check.
fn branches(program: &Program) -> Vec<(CheckId, BTreeSet<OriginId>)> {
    let graph = Graph::new(program);
    let origins = |points: &[Point]| {
        let blocks = points.iter().map(|(procedure, block)| program.procedure(*procedure).block(*block));
        let branch = blocks.filter_map(|block| match &block.terminator {
            Terminator::Branch { condition, origin, .. } if condition.as_bool().is_none() => Some(*origin),
            _ => None,
        });
        branch.collect()
    };
    program.check_ids().map(|check| (check, origins(&graph.decisions[&check]))).collect()
}

/// Compares what is said of the checks of random programs with all of their executions; how often each status was.
fn compare(program: fn(u64) -> String, n_programs: u64) -> [usize; 4] {
    let interpreter = ExecutionBounds { max_steps: 2_000, ..ExecutionBounds::default() };
    let mut n = [0; 4];
    for seed in 1..=n_programs {
        let text = program(seed);
        let program = parse(&text);
        let (violated, all_end) = violated_by_some(&program, &interpreter);
        let (executed, _) = executed(&program, &interpreter);
        let branches = branches(&program);
        let strategies = [BMC, AUTOMATA].map(|strategy| outcomes(&program, strategy, 4));
        for outcome in strategies.iter().chain([&without_answer(&program)]).flatten() {
            let check = outcome.check;
            let context = format!("seed {seed}: {check:?} is {} in\n{text}", shown(outcome));
            match outcome.status {
                CheckStatus::Violated => assert!(violated.contains(&check) || !all_end, "{context}"),
                CheckStatus::Proved => assert!(!violated.contains(&check), "{context}"),
                CheckStatus::NotReached => {
                    assert!(!violated.contains(&check), "{context}");
                    let (_, branches) = &branches[check.0 as usize];
                    assert!(branches.is_disjoint(&executed), "{context}");
                }
                CheckStatus::Undecided => {}
                CheckStatus::HoldsWithinLimits | CheckStatus::NotAsked => panic!("{context}"),
            }
            n[outcome.status as usize] += 1;
        }
    }
    n
}

#[test]
fn checks_of_bounded_programs_are_what_all_executions_say() {
    let n = compare(bounded_program, 60);
    assert!(n.iter().all(|n| *n > 3), "{n:?}");
}

#[test]
fn checks_of_looping_programs_are_what_all_executions_say() {
    let n = compare(looping_program, 40);
    assert!(n.iter().all(|n| *n > 10), "{n:?}");
}

#[test]
fn a_focus_changes_nothing_for_its_checks() {
    let interpreter = ExecutionBounds { max_steps: 2_000, ..ExecutionBounds::default() };
    let mut n_violated = 0;
    for seed in 1..=60 {
        let text = bounded_program(seed);
        let program = parse(&text);
        let (all, _) = violated_by_some(&program, &interpreter);
        for check in program.check_ids() {
            let focused = focused(program.clone(), &[check].into());
            let (violated, _) = violated_by_some(&focused, &interpreter);
            let expected: BTreeSet<CheckId> = all.iter().copied().filter(|it| *it == check).collect();
            assert_eq!(violated, expected, "seed {seed}: {check:?} in\n{text}");
            n_violated += violated.len();
        }
    }
    assert!(n_violated > 10, "{n_violated}");
}

#[test]
fn what_was_looked_at_within_limits_holds_there() {
    let program = parse("var x: 8; proc main() { havoc x; assert x == 1; }");
    let status = |holds_within: bool| {
        let answered = Answered { is_complete: false, traces: &[], others: &[], holds_within, by: None };
        check_outcomes(&program, &answered, None).checks[0].status
    };
    assert_eq!(status(true), CheckStatus::HoldsWithinLimits);
    assert_eq!(status(false), CheckStatus::Undecided);
}

#[test]
fn a_program_without_an_end_never_ends() {
    let never_ends = |text: &str| {
        let answered =
            Answered { is_complete: true, traces: &[], others: &[], holds_within: false, by: None };
        check_outcomes(&parse(text), &answered, None).never_ends
    };
    assert!(never_ends("var x: 8; proc main() { while (true) { x := x + 1; } }"));
    assert!(!never_ends("var x: 8; proc main() { havoc x; while (x < 3) { x := x + 1; } }"));
}
