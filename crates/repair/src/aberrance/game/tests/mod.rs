//! Answers beside the game solved exactly, and the known answers of theory.md.

mod exact;

use std::collections::BTreeSet;

use faultscope_ir::{FindingKind, OriginKind, Program, Span, Terminator, Trace};
use faultscope_localize::coreachable::LocalFixConfig;
use faultscope_localize::finding::{FindingStatement, OtherWay};
use faultscope_notation::parse;
use faultscope_notation::random_programs::looping_program;
use faultscope_solver::Limits;
use faultscope_verify::portfolio::PortfolioConfig;
use faultscope_verify::{ErrorTrace, Question as Ask, Verdict, ask};

use super::*;
use crate::aberrance::mover::About;
use crate::oracle::Oracle;
use exact::{Exact, Wins};

/// So many random programs are looked at; 1,500 take four minutes.
const N_PROGRAMS: u64 = 60;

fn error(program: &Program, limits: &Limits) -> Option<ErrorTrace> {
    let config = PortfolioConfig::default();
    let mut answer = ask(&Ask::new(program, &config), limits, &mut ());
    matches!(answer.verdict, Verdict::Fails(_)).then(|| answer.traces.swap_remove(0))
}

/// What can be asked about on a trace: statements that assign, and branches.
fn candidates(program: &Program, trace: &Trace, limits: &Limits) -> Vec<Candidate> {
    let mut seen: BTreeSet<(Span, FindingKind)> = BTreeSet::new();
    let mut candidates = Vec::new();
    for step in trace.steps.iter() {
        let origin = program.sources.origin(step.origin);
        let is_condition = origin.kind == OriginKind::Condition;
        let kind = if is_condition { Some(FindingKind::Condition) } else { FindingKind::of(origin.kind) };
        let Some(kind) = kind else { continue };
        let statement = FindingStatement { span: origin.span, kind };
        if !seen.insert((origin.span, kind)) {
            continue;
        }
        let positions: Vec<usize> =
            (0..trace.len()).filter(|it| trace.steps[*it].origin == step.origin).collect();
        let (change, mover) = match About::of(program, step) {
            None => {
                let decides = |it: &faultscope_ir::Block| matches!(it.terminator, Terminator::Branch { origin, .. } if origin == step.origin);
                if !program.blocks().any(decides) {
                    continue;
                }
                let other_way = OtherWay { every_time: true, once: None };
                (Changes::OtherWay(other_way), Mover::Branch { span: origin.span })
            }
            Some(about) => {
                let fixes = local_fixes(program, trace, &positions, &LocalFixConfig::standard(), limits);
                (Changes::Fixes(fixes), Mover::Statement { statement, about })
            }
        };
        candidates.push(Candidate { statement, change, mover: Some(mover), helpful: Vec::new() });
    }
    candidates
}

fn answer(program: &Program, error: &ErrorTrace, candidate: &Candidate) -> ProgramAberrance {
    let limits = Limits::unlimited().with_effort(3_000_000);
    let oracle = Oracle::new(program, std::slice::from_ref(error), &PortfolioConfig::default(), 0);
    let question = Question {
        program,
        candidate,
        traces: std::slice::from_ref(error),
        config: LocalFixConfig::standard(),
        oracle: &oracle,
        limits: &limits,
        max_rounds: 8,
    };
    decide(&question).answer
}

#[test]
fn answers_are_those_of_the_game_solved_exactly() {
    let (mut n_asked, mut n_decided, mut n_kinds) = (0, 0, [0; 3]);
    for seed in 0..N_PROGRAMS {
        // One statement a line, which tells them apart.
        let text = looping_program(seed).replace("; ", ";\n").replace("{ ", "{\n");
        let program = parse(&text);
        let limits = Limits::unlimited().with_effort(2_000_000);
        let Some(error) = error(&program, &limits) else { continue };
        for candidate in candidates(&program, &error.trace, &limits) {
            let Some(mover) = candidate.mover else { continue };
            let expected = Exact::new(&program, &mover).solve();
            let answer = answer(&program, &error, &candidate);
            n_asked += 1;
            let what = || {
                let line = candidate.statement.span;
                format!("seed {seed}: {line:?}\n{answer:?}\n{expected:?}\n{text}")
            };
            match &answer {
                ProgramAberrance::Proved(_) => assert_eq!(expected, Wins::Always, "{}", what()),
                ProgramAberrance::RepairsThrough(_) => assert_ne!(expected, Wins::Never, "{}", what()),
                ProgramAberrance::NotEnough(_) => assert_eq!(expected, Wins::Never, "{}", what()),
                // It wins by never ending.
                ProgramAberrance::NotDecided(Open::NoEnd) => assert_ne!(expected, Wins::Never, "{}", what()),
                ProgramAberrance::NotDecided(_) => {
                    continue;
                }
            }
            n_decided += 1;
            n_kinds[expected as usize] += 1;
        }
    }
    assert!(n_asked >= 100 && n_kinds.iter().all(|it| *it > 0), "{n_kinds:?}");
    assert!(n_decided * 5 >= n_asked * 4, "{n_decided} of {n_asked}");
}

/// The answer about the statement of a line, from 1.
#[track_caller]
fn at_line(text: &str, line: u32) -> ProgramAberrance {
    let program = parse(text);
    let limits = Limits::unlimited().with_effort(2_000_000);
    let error = error(&program, &limits).expect("it fails");
    let candidates = candidates(&program, &error.trace, &limits);
    let is_at = |it: &&Candidate| it.statement.span.line == line;
    let lines: Vec<u32> = candidates.iter().map(|it| it.statement.span.line).collect();
    let candidate = candidates.iter().find(is_at).unwrap_or_else(|| panic!("none of {lines:?}"));
    answer(&program, &error, candidate)
}

const COUNTING: &str = "var x: 8;
proc main() {
x := 0;
while (x < 3) {
x := x + 1;
}
assert x != 3;
}";

#[test]
fn a_value_behind_a_loop_is_enough() {
    assert!(matches!(at_line(COUNTING, 3), ProgramAberrance::Proved(_)));
    assert!(matches!(at_line(COUNTING, 5), ProgramAberrance::Proved(_)));
    // Whether the loop is entered.
    assert!(matches!(at_line(COUNTING, 4), ProgramAberrance::Proved(_)));
}

fn as_long_as(condition: &str, sort: &str) -> String {
    format!(
        "var x: {sort}; var c: bool;
proc main() {{
x := 0;
havoc c;
while ({condition}) {{
x := x + 1;
havoc c;
}}
assert x != 10;
}}"
    )
}

#[test]
fn a_start_behind_what_is_met_is_enough_where_numbers_do_not_wrap_around() {
    let answer = at_line(&as_long_as("c", "int"), 3);
    assert!(matches!(answer, ProgramAberrance::Proved(_)), "{answer:?}");
    assert!(!matches!(at_line(&as_long_as("c", "8"), 3), ProgramAberrance::Proved(_)));
}

#[test]
fn staying_where_it_is_and_jumping_over_are_enough() {
    assert!(matches!(at_line(&as_long_as("c", "int"), 6), ProgramAberrance::Proved(_)));
    assert!(matches!(at_line(&as_long_as("x < 10", "int"), 6), ProgramAberrance::Proved(_)));
}

#[test]
fn an_input_that_is_read_later_is_chosen_against_the_fix() {
    let text = |read_first: bool| {
        let (first, second) = if read_first { ("havoc y;", "x := 0;") } else { ("x := 0;", "havoc y;") };
        format!("var x: 8; var y: 8;\nproc main() {{\n{first}\n{second}\nassert x != y;\n}}")
    };
    // No value of `y` fails both 0 and 1, and all the same each `x` is met.
    assert!(matches!(at_line(&text(false), 3), ProgramAberrance::NotEnough(_)));
    assert!(matches!(at_line(&text(true), 4), ProgramAberrance::Proved(_)));
}

#[test]
fn what_cannot_be_followed_is_proved_by_nothing() {
    let text = |otherwise: &str| {
        format!(
            "var x: 8; var z: 8;\nproc main() {{\nhavoc z;\nx := 0;\nif (z == 1) {{\n{otherwise};\n}}\nassert x != 0;\n}}"
        )
    };
    assert!(matches!(at_line(&text("unsupported"), 4), ProgramAberrance::NotDecided(_)));
    assert!(matches!(at_line(&text("stop"), 4), ProgramAberrance::Proved(_)));
}

#[test]
fn that_each_path_can_be_left_is_not_enough() {
    let text = "var x: 8;\nproc main() {\nx := 0;\nif (x > 0) {\nerror;\n} else {\nerror;\n}\n}";
    assert!(matches!(at_line(text, 3), ProgramAberrance::NotEnough(_)));
    assert!(matches!(at_line(text, 4), ProgramAberrance::NotEnough(_)));
    let one = text.replacen("error", "stop", 1);
    assert!(matches!(at_line(&one, 3), ProgramAberrance::Proved(_)));
    assert!(matches!(at_line(&one, 4), ProgramAberrance::Proved(_)));
}

#[test]
fn an_input_with_which_nothing_helps_is_evidence() {
    let text = |condition: &str| {
        format!("var x: 8; var z: 8;\nproc main() {{\nhavoc z;\nx := 0;\nif ({condition}) {{\nerror;\n}}\n}}")
    };
    assert!(matches!(at_line(&text("z > 0 || x == 0"), 4), ProgramAberrance::NotEnough(_)));
    assert!(matches!(at_line(&text("z > 0 && x == 0"), 4), ProgramAberrance::Proved(_)));
}

#[test]
fn an_error_that_misses_the_statement_leaves_what_goes_through_it() {
    let text = |otherwise: &str| {
        format!(
            "var x: 8; var y: 8;\nproc main() {{\nx := 2;\nhavoc y;\nif (y < 3) {{\nx := 0;\n}} else {{\nx := {otherwise};\n}}\nassert 0 < x;\n}}"
        )
    };
    assert!(matches!(at_line(&text("1"), 6), ProgramAberrance::Proved(_)));
    let program = parse(&text("0"));
    let limits = Limits::unlimited().with_effort(2_000_000);
    let error = error(&program, &limits).expect("it fails");
    for candidate in candidates(&program, &error.trace, &limits) {
        let line = candidate.statement.span.line;
        let answer = answer(&program, &error, &candidate);
        match line {
            6 | 8 => assert!(matches!(answer, ProgramAberrance::RepairsThrough(_)), "{line}: {answer:?}"),
            4 | 5 => assert!(matches!(answer, ProgramAberrance::NotEnough(_)), "{line}: {answer:?}"),
            _ => {}
        }
    }
}
