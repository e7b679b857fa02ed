//! Executions of small programs, and of random ones against all of their executions.

use faultscope_ir::{CheckId, Value};
use faultscope_solver::Limits;

use super::*;
use crate::counterfactual::{Change, Extent};
use crate::exhaustive::errs;
use crate::interpreter::ExecutionBounds;
use crate::notation::parse;
use crate::notation::random_programs::bounded_program;

fn progress(program: &Program) -> Progress {
    Closed::new(program).go_on(1_000_000, &Limits::unlimited()).expect("nothing is limited")
}

#[track_caller]
fn check(text: &str, expected: Progress) {
    assert_eq!(progress(&parse(text)), expected);
}

const ERROR: Progress = Progress::Error(CheckId(0));

#[test]
fn a_program_without_inputs_runs_to_its_end() {
    let program = |expected: u32| {
        format!(
            "var x: 8; var i: 8;
             proc main() {{ x := 0; i := 0; while (i < 10) {{ x := x + i; i := i + 1; }} assert x == {expected}; }}"
        )
    };
    check(&program(45), Progress::Ended);
    check(&program(44), ERROR);
}

#[test]
fn activations_have_variables_of_their_own() {
    let program = |expected: u32| {
        format!(
            "var x: 8;
             proc sum(n: 8) returns (r: 8) {{
               r := 0; if (n != 0) {{ r := sum(n - 1); r := r + n; }}
             }}
             proc main() {{ x := sum(5); assert x == {expected}; }}"
        )
    };
    check(&program(15), Progress::Ended);
    check(&program(16), ERROR);
}

#[test]
fn calls_that_do_not_end_overflow_the_stack() {
    let program = |first: &str| {
        format!(
            "var x: 8; var first: 32;
             proc count(n: 32) returns (r: 8) {{ r := 0; if (n != 0) {{ r := count(n - 1); }} }}
             proc main() {{ first := {first}; x := count(first); assert x == 0; }}"
        )
    };
    let limits = Limits::unlimited();
    for (first, expected) in [("100000", Progress::Ended), ("300000", Progress::Overflowed)] {
        assert_eq!(Closed::new(&parse(&program(first))).go_on(u64::MAX, &limits), Ok(expected));
    }
}

#[test]
fn maps_keep_what_was_written() {
    let program = |index: &str, expected: Progress| {
        let text = format!(
            "var a: [8]8; var i: 8;
             proc main() {{ i := 3; a[i] := 7; a[i + 1] := 8; assert a[{index}] == 7; }}"
        );
        check(&text, expected);
    };
    program("3", Progress::Ended);
    program("4", ERROR);
    program("5", Progress::Open);
}

#[test]
fn inputs_may_be_asked_for_but_not_decide() {
    check("var x: 8; proc main() { havoc x; assert 1 == 1; }", Progress::Ended);
    check("var x: 8; proc main() { havoc x; x := 2; assert x == 3; }", ERROR);
    check("var x: 8; proc main() { havoc x; assert x == 3; }", Progress::Open);
    check("var x: 8; proc main() { havoc x; assume x == 3; assert 1 == 2; }", Progress::Open);
    check("var x: 8; proc main() { either { x := 1; } or { x := 2; } assert 1 == 2; }", Progress::Open);
    check("var a: [8]8; var x: 8; proc main() { havoc x; a[x] := 1; assert 1 == 2; }", Progress::Open);
    check("var x: 8; proc main() { assert x == 0; }", Progress::Open);
}

#[test]
fn operands_decide_what_they_decide_alone() {
    check("var x: 8; proc main() { havoc x; assert x == 1 || 1 == 1; }", Progress::Ended);
    check("var x: 8; proc main() { havoc x; assert x == 1 && 1 == 2; }", ERROR);
}

#[test]
fn an_execution_goes_on_where_it_was() {
    let program =
        parse("var x: 16; proc main() { x := 0; while (x < 1000) { x := x + 1; } assert x == 1000; }");
    let mut closed = Closed::new(&program);
    let limits = Limits::unlimited();
    assert_eq!(closed.go_on(100, &limits), Ok(Progress::Unfinished));
    assert_eq!(closed.go_on(100_000, &limits), Ok(Progress::Ended));
}

#[test]
fn verdicts_agree_with_executing_all_inputs() {
    let (mut n_safe, mut n_unsafe) = (0, 0);
    for seed in 1..=2000 {
        let text = bounded_program(seed);
        let program = parse(&text);
        let progress = progress(&program);
        if progress == Progress::Open {
            continue;
        }
        let Some(expected) = errs(&program, &ExecutionBounds::default()) else { continue };
        match progress {
            Progress::Ended => {
                assert!(!expected, "seed {seed}: no error, but there is one in\n{text}");
                n_safe += 1;
            }
            Progress::Error(_) => {
                assert!(expected, "seed {seed}: an error that executing does not find in\n{text}");
                n_unsafe += 1;
            }
            Progress::Unfinished | Progress::Overflowed | Progress::Stopped | Progress::Open => {
                panic!("seed {seed}: {progress:?} for\n{text}")
            }
        }
    }
    assert!(n_safe > 10 && n_unsafe > 10, "{n_safe} safe, {n_unsafe} unsafe");
}

/// Executes a program whose `number`-th assignment to a variable, and all later ones of the same statement if `extent` says so,
/// gives it this value; or whose `number`-th branch goes the other way without a value.
#[track_caller]
fn check_changed(
    text: &str,
    variable: &str,
    number: u64,
    value: Option<i128>,
    extent: Extent,
    expected: Progress,
) {
    let program = parse(text);
    let blocks = program.procedures.iter().flat_map(|it| &it.blocks);
    let origins = blocks.flat_map(|block| {
        let assigned = block.instructions.iter().filter_map(|it| match it {
            faultscope_ir::Instruction::Statement(it) => {
                let is_it = it.command.target().is_some_and(|it| it.variable.name() == variable);
                is_it.then_some(it.origin)
            }
            faultscope_ir::Instruction::Call(it) => Some(it.origin),
        });
        let branches = match &block.terminator {
            Terminator::Branch { origin, .. } if value.is_none() => vec![*origin],
            _ => Vec::new(),
        };
        let assigned: Vec<_> = assigned.filter(|_| value.is_some()).collect();
        assigned.into_iter().chain(branches)
    });
    let origins: Vec<_> = origins.collect();
    // The last branch is that of the assertion.
    let behind = if value.is_some() { 1 } else { 2 };
    let origin = origins[origins.len() - behind];
    let value = value.map(|value| Value::signed_bits(8, value));
    let change = value.as_ref().map_or(Change::OtherWay, Change::Value);
    let mut closed = Closed::changing(&program, Watch::new(origin, number, change, extent));
    let progress = closed.go_on(1_000_000, &Limits::unlimited()).expect("nothing is limited");
    assert_eq!(progress, expected);
    assert!(closed.has_changed());
}

#[test]
fn an_assignment_is_changed_once_and_from_then_on() {
    let program = |expected: u32| {
        format!(
            "var x: 8; var i: 8; proc main() {{ x := 0; i := 0;
             while (i < 3) {{ x := x + 1; i := i + 1; }} assert x == {expected}; }}"
        )
    };
    check_changed(&program(9), "x", 2, Some(9), Extent::Step, Progress::Ended);
    check_changed(&program(10), "x", 1, Some(9), Extent::Step, Progress::Ended);
    check_changed(&program(9), "x", 1, Some(9), Extent::Onwards, Progress::Ended);
    check_changed(&program(9), "x", 1, Some(9), Extent::Step, ERROR);
}

#[test]
fn a_branch_goes_the_other_way_once_and_from_then_on() {
    let program = |expected: u32| {
        format!(
            "var x: 8; var i: 8; proc main() {{ x := 0; i := 0;
             while (i < 4) {{ i := i + 1; if (x < 9) {{ x := x + 1; }} }} assert x == {expected}; }}"
        )
    };
    check_changed(&program(3), "", 1, None, Extent::Step, Progress::Ended);
    check_changed(&program(1), "", 1, None, Extent::Onwards, Progress::Ended);
    check_changed(&program(4), "", 1, None, Extent::Step, ERROR);
}

#[test]
fn what_a_call_gives_is_changed() {
    let program =
        "var x: 8; proc one() returns (r: 8) { r := 1; } proc main() { x := one(); assert x == 7; }";
    check_changed(program, "x", 0, Some(7), Extent::Step, Progress::Ended);
    check_changed(program, "x", 0, Some(6), Extent::Step, ERROR);
}

/// Executes a program that takes millions of steps one by one in a few thousand.
#[track_caller]
fn check_far(text: &str, expected: Progress) {
    let program = parse(text);
    let progress = Closed::new(&program).go_on(5_000, &Limits::unlimited());
    assert_eq!(progress, Ok(expected), "{text}");
}

#[test]
fn rounds_that_are_alike_are_done_at_once() {
    let program = |step: u32, expected: u32| {
        format!(
            "var x: 32; var y: 32; proc main() {{ x := 0; y := 7;
               while (x < 1000000000) {{ x := x + {step}; y := y - 1; }}
               assert x == 1000000002 && y == 7 - {expected}; }}"
        )
    };
    check_far(&program(3, 333_333_334), Progress::Ended);
    check_far(&program(3, 333_333_333), ERROR);
    check_far(&program(4, 250_000_000), ERROR);
}

#[test]
fn rounds_are_alike_up_to_where_a_branch_goes_the_other_way() {
    let program = |expected: u32| {
        format!(
            "var x: 32; proc main() {{ x := 0;
               while (x < 268435455) {{ if (x < 65521) {{ x := x + 1; }} else {{ x := x + 2; }} }}
               assert x == {expected}; }}"
        )
    };
    check_far(&program(268_435_455), Progress::Ended);
    check_far(&program(268_435_456), ERROR);
    let leaves = |at: u32| {
        format!(
            "var x: 32; proc main() {{ x := 0;
               while (x < 100000000) {{ if (x == {at}) {{ goto end; }} x := x + 2; }}
               assert x == 100000000;
             end:
             }}"
        )
    };
    check_far(&leaves(77_777_777), Progress::Ended);
    let misses =
        leaves(77_777_778).replace("end:", "assert x == 5; end:").replace("goto end", "assert x == 5");
    check_far(&misses, ERROR);
}

#[test]
fn words_wrap_around_in_rounds_as_they_do_one_by_one() {
    // 7 * 4682 = 32774, which is -32762 with 16 bits.
    let program = |expected: &str| {
        format!(
            "var x: 16; proc main() {{ x := 0; while (x >= 0) {{ x := x + 7; }} assert x == {expected}; }}"
        )
    };
    check_far(&program("0 - 32762"), Progress::Ended);
    check_far(&program("0 - 32763"), ERROR);
    // 3 * 43724 = 100 modulo 2^16.
    let meets = |expected: u32| {
        format!(
            "var x: 16; var n: 32; proc main() {{ x := 0; n := 0;
               while (x != 100) {{ x := x + 3; n := n + 1; }} assert n == {expected}; }}"
        )
    };
    check_far(&meets(43_724), Progress::Ended);
    check_far(&meets(100), ERROR);
}

#[test]
fn what_a_loop_without_end_never_meets_is_no_error() {
    let program = |avoided: u32| {
        format!(
            "var x: 32; var c: 8; proc main() {{ x := 0; c := 1;
               while (c == 1) {{ x := x + 2; assert x != {avoided}; }} assert 1 == 2; }}"
        )
    };
    check_far(&program(1_000_001), Progress::Ended);
    check_far(&program(1_000_002), ERROR);
}

#[test]
fn what_grows_by_what_grows_is_executed_round_by_round() {
    let program = |expected: u32| {
        format!(
            "var x: 32; var s: 32; var t: 32; proc main() {{ x := 0; s := 0; t := 0;
               while (x < 300) {{ t := s; s := s + x; x := x + 1; }} assert s == 44850 && t == {expected}; }}"
        )
    };
    check(&program(44_551), Progress::Ended);
    check(&program(44_850), ERROR);
    let copied = |expected: u32| {
        format!(
            "var x: 32; var y: 32; var z: 32; proc main() {{ x := 0; y := 0; z := 0;
               while (x < 100000) {{ z := y; y := x; x := x + 1; }} assert y == 99999 && z == {expected}; }}"
        )
    };
    check(&copied(99_998), Progress::Ended);
    check(&copied(99_999), ERROR);
    let written = |expected: u32| {
        format!(
            "var x: 32; var y: 32; proc main() {{ x := 0; y := 0;
               while (x < 100000000) {{ y := x; x := x + 1; }} assert y == {expected}; }}"
        )
    };
    check_far(&written(99_999_999), Progress::Ended);
    check_far(&written(100_000_000), ERROR);
}

/// Lets a branch go on only below a number, and keeps what it has seen.
struct Below(i64, Vec<(bool, Option<i64>)>);

impl Environment for Below {
    fn perform(&mut self, _primitive: faultscope_ir::Primitive, _arguments: &[Value]) -> Reply {
        Reply::Unknown
    }

    fn decide(&mut self, _branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool {
        self.1.push((holds, seen[0]));
        holds && seen[0].is_some_and(|it| it < self.0)
    }
}

#[test]
fn the_environment_decides_by_what_it_sees() {
    let text = "var i: 8; proc main() { i := 0; while (i < 5) { i := i + 1; } assert i == 3; }";
    let program = parse(text);
    let seen =
        Term::symbol(program.variables.keys().find(|it| it.name() == "i").copied().expect("it is there"));
    let branches = program.procedures[0].blocks.iter().enumerate();
    let first = branches
        .filter(|(_, it)| matches!(it.terminator, Terminator::Branch { .. }))
        .map(|(at, _)| at)
        .next();
    let branch = (program.entry, BlockId(first.expect("the loop has a condition") as u32));
    let run = |below: i64| {
        let mut environment = Below(below, Vec::new());
        let mut closed = Closed::deciding(&program, Decided::from([(branch, vec![seen])]));
        let progress = closed.go_on_in(&mut environment, 1_000, &Limits::unlimited());
        (progress.expect("nothing is limited"), environment.1)
    };
    let (progress, seen) = run(3);
    assert_eq!(progress, Progress::Ended);
    assert_eq!(seen, [0, 1, 2, 3].map(|it| (true, Some(it))), "it would go on where it is stopped");
    assert_eq!(run(9).0, ERROR, "nothing else is decided");
}

/// The variables of a program where an execution of it is that goes on, and whether a state came back.
fn where_it_goes_on(text: &str) -> Option<(BTreeMap<String, u128>, bool)> {
    let program = parse(text);
    let streams = crate::environment::Streams::new(&program, crate::environment::Input::default());
    let found = Closed::new(&program).endless(&streams, 100_000, &Limits::unlimited())?;
    let bounds = ExecutionBounds { max_steps: found.n_steps, ..ExecutionBounds::default() };
    let execution = crate::interpreter::run(&program, &mut crate::interpreter::Zeroes, &bounds);
    assert_eq!(execution.end, crate::interpreter::End::Bound, "it goes on");
    let mut values = BTreeMap::new();
    for step in &execution.steps {
        if let (Some(target), Some(value)) = (step.command.target(), &step.value) {
            values.insert(target.variable.name().to_owned(), value.as_unsigned().expect("a number"));
        }
    }
    Some((values, found.repeats))
}

#[test]
fn a_state_that_comes_back_is_found_behind_a_loop_that_ends() {
    let text = "var x: 8; var i: 32;
        proc main() { i := 0; while (i < 2000) { i := i + 1; } x := 6; while (x != 5) { x := x + 2; } }";
    let (values, repeats) = where_it_goes_on(text).expect("it does not end");
    assert_eq!((values["i"], repeats), (2000, true));
}

#[test]
fn the_loop_that_goes_on_is_the_outer_one_where_inner_ones_end() {
    let text = "var x: 32; var y: 32;
        proc inner() { y := 0; while (y < 10) { y := y + 1; } }
        proc main() { x := 0; y := 0; while (x != 5) { x := x + 10; inner(); } }";
    let (values, repeats) = where_it_goes_on(text).expect("it does not end");
    assert_eq!((values["x"] % 10, values["y"], repeats), (0, 10, false), "it is between two rounds");
    assert!(values["x"] <= 10 * u128::from(crate::limits::MAX_ENDLESS_ROUNDS));
}

#[test]
fn what_ends_or_calls_itself_goes_on_in_no_loop() {
    assert_eq!(where_it_goes_on("var x: 8; proc main() { x := 0; while (x < 100) { x := x + 1; } }"), None);
    let deep = "var x: 32; proc down() { x := x + 1; down(); } proc main() { x := 0; down(); }";
    assert_eq!(where_it_goes_on(deep), None);
}
