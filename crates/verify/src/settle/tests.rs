//! What is settled, and that nothing else changes.

use faultscope_ir::{CheckId, Op, Program, TermKind};

use super::*;
use crate::bmc::{BmcConfig, bounded_model_checking};
use crate::interpreter::ExecutionBounds;
use crate::notation::parse;
use crate::notation::random_programs::{bounded_program, looping_program};
use faultscope_execute::exhaustive::violated;

fn settled(program: &Program) -> Settled {
    settle(program, &AbstractInterpretationBounds::default(), &Limits::unlimited())
}

/// The checks to which a path leads.
fn open_checks(program: &Program) -> Vec<CheckId> {
    let ends = reachable_ends(program).into_iter();
    let open =
        ends.filter_map(|(procedure, block)| match program.procedure(procedure).block(block).terminator {
            Terminator::Error { check } => Some(check),
            _ => None,
        });
    open.collect()
}

/// Settles a program in which `// open` stands behind the assertions that intervals cannot settle.
#[track_caller]
fn check(text: &str) {
    let program = parse(text);
    let settled = settled(&program);
    let line = |check: CheckId| program.sources.origin(program.check(check).origin).span.line;
    let mut open: Vec<u32> = open_checks(&settled.program).into_iter().map(line).collect();
    open.sort_unstable();
    let marked = text.lines().enumerate().filter(|(_, line)| line.contains("// open"));
    let marked: Vec<u32> = marked.map(|(idx, _)| idx as u32 + 1).collect();
    assert_eq!(open, marked);
}

#[test]
fn bounds_of_loops_settle_indices() {
    check(
        "var n: 32; var i: 32; var j: 32;
        proc main() {
          i := 0;
          while (i < 10) {
            assert 0 <= i && i < 10;
            havoc n;
            if (n == 1) { assert i < 9; // open
            }
            j := 0;
            while (j < i) { assert 0 <= j && j < 9; j := j + 1; }
            i := i + 1;
          }
          assert i == 10;
          havoc n;
          if (n > 10) { n := 10; }
          i := 0;
          while (i < n) { assert 0 <= i && i < 10; i := i + 1; }
          assert n != 3; // open
        }",
    );
}

#[test]
fn what_is_passed_to_a_procedure_is_known_there() {
    let text = |mark: &str, last: &str| {
        format!(
            "var limits: [8]8; var number: 8; var object: 8; var offset: 8;
        proc access(object: 8, offset: 8) {{
          assert 0 <= offset && offset < limits[object]; // {mark}
        }}
        proc main() {{
          limits[1] := 4;
          number := 3;
          limits[number] := 16; number := number + 1;
          object := 1; offset := 3; access(object, offset);
          object := 3; offset := 15; access(object, offset);
          limits[1] := 0;
          {last}
          assert number == 4;
        }}"
        )
    };
    check(&text("", ""));
    check(&text("open", "object := 1; access(object, offset);"));
}

#[test]
fn nothing_is_left_behind_the_last_check() {
    let program = parse(
        "var x: 8; var y: 8;
        proc forever() { while (true) { havoc y; } }
        proc main() { havoc x; assume x < 5; assert x < 6; forever(); }",
    );
    let settled = settled(&program);
    let found = bounded_model_checking(&settled.program, &BmcConfig::default(), &Limits::unlimited());
    assert!(found.is_safe());
    assert_eq!(found.statistics.bmc.expect("it was asked").n_commands, 0);
}

#[test]
fn assumptions_that_hold_are_not_there() {
    let program = parse(
        "var x: 8;
        proc main() { havoc x; assume x < 5; assume x < 6; assume x != 5; assert x != 2; }",
    );
    let n_assumptions = |program: &Program| {
        let instructions =
            program.procedures.iter().flat_map(|it| &it.blocks).flat_map(|it| &it.instructions);
        instructions.filter(|it| is_assumption(it)).count()
    };
    assert_eq!((n_assumptions(&program), n_assumptions(&settled(&program).program)), (3, 1));
}

#[test]
fn what_takes_too_long_is_not_settled() {
    let program = parse("var x: 8; proc main() { havoc x; assume x == 1; assert x == 1; }");
    let bounds = AbstractInterpretationBounds { max_commands: 1, ..Default::default() };
    let settled = settle(&program, &bounds, &Limits::unlimited());
    assert!(settled.findings.is_none());
    assert_eq!(open_checks(&settled.program), [CheckId(0)]);
}

#[test]
fn a_trace_of_what_is_left_is_one_of_the_program() {
    let program = parse(
        "var x: 8; var y: 8;
        proc main() {
          havoc x; assume x < 5;
          assert x < 100;
          either { y := 1; } or { y := 2; }
          if (y < 9) { assert y == 1; }
        }",
    );
    let settled = settled(&program);
    let found = bounded_model_checking(&settled.program, &BmcConfig::default(), &Limits::unlimited());
    let short = found.into_error().expect("there is an error");
    let long = settled.unsettled(&program, &short).expect("it is an execution of the program");
    assert_eq!((long.trace.check, &long.choices), (short.trace.check, &vec![1]));
    let n_conditions = |trace: &ErrorTrace| {
        let steps = trace.trace.steps.iter();
        let conditions = steps.filter(|step| match &*step.command {
            Command::Assume { condition } => !matches!(condition.kind(), TermKind::App(Op::And, _)),
            _ => false,
        });
        conditions.count()
    };
    assert_eq!((n_conditions(&short), n_conditions(&long)), (2, 4));
}

#[test]
fn random_programs_keep_their_errors() {
    let interpreter = ExecutionBounds { max_steps: 2_000, ..ExecutionBounds::default() };
    let mut n_settled = 0;
    for (generate, n_programs) in [(bounded_program as fn(u64) -> String, 120), (looping_program, 60)] {
        for seed in 1..=n_programs {
            let text = generate(seed);
            let program = parse(&text);
            let (before, _) = violated(&program, &interpreter);
            let settled = settled(&program);
            let (after, _) = violated(&settled.program, &interpreter);
            assert!(before.is_subset(&after), "seed {seed}: {before:?} {after:?} in\n{text}");
            n_settled += program.checks.len() - open_checks(&settled.program).len();
        }
    }
    assert!(n_settled > 20, "{n_settled}");
}

/// How many calls are left in a program that lead back to their procedure, directly or by way of another one.
fn n_recursive(program: &Program) -> usize {
    let program = &settled(program).program;
    let callees = |id: usize| {
        let instructions = program.procedures[id].blocks.iter().flat_map(|it| &it.instructions);
        let calls = instructions.filter_map(|it| match it {
            Instruction::Call(call) => Some(call.callee.0 as usize),
            Instruction::Statement(_) => None,
        });
        calls.collect::<Vec<usize>>()
    };
    let leads_back = |id: usize| {
        let own = callees(id);
        own.into_iter().filter(|it| *it == id || callees(*it).contains(&id)).count()
    };
    leads_back(0)
}

/// Calls a function, the first of the procedures, and checks what it gives.
fn calling(functions: &str, call: &str, check: &str) -> Program {
    let text = format!(
        "var x: 8; var y: 8; var z: 8; {functions}
        proc main() {{ havoc x; havoc z; assume 0 <= x && x < 5; y := {call}; assert {check}; }}"
    );
    parse(&text)
}

#[track_caller]
fn check_tail_calls(program: &Program, n_left: usize, is_safe: bool) {
    assert_eq!(n_recursive(program), n_left);
    let settled = settled(program);
    let found = bounded_model_checking(&settled.program, &BmcConfig::default(), &Limits::unlimited());
    assert_eq!((found.is_safe(), found.error().is_none()), (is_safe, is_safe), "{:?}", found.verdict);
    if let Some(short) = found.error() {
        let long = settled.unsettled(program, short).expect("it is an execution of the program");
        assert_eq!(long.trace.check, short.trace.check);
    }
}

#[test]
fn a_call_whose_result_is_returned_is_a_jump() {
    let sum = "proc sum(n: 8, m: 8) returns (r: 8) {
        if (n == 0) { r := m; } else { r := sum(n - 1, m + 1); } }";
    check_tail_calls(&calling(sum, "sum(x, z)", "y == x + z"), 0, true);
    check_tail_calls(&calling(sum, "sum(x, z)", "y != 3 + z"), 0, false);
}

#[test]
fn arguments_are_assigned_all_at_once() {
    let swap = "proc swap(n: 8, a: 8, b: 8) returns (r: 8) {
        if (n == 0) { r := a - b; } else { r := swap(n - 1, b, a); } }";
    check_tail_calls(&calling(swap, "swap(2, x, z)", "y == x - z"), 0, true);
    check_tail_calls(&calling(swap, "swap(3, x, z)", "y == x - z"), 0, false);
}

#[test]
fn procedures_that_call_each_other_keep_their_calls() {
    let even = "proc even(n: 8) returns (r: 8) { if (n == 0) { r := 1; } else { r := odd(n - 1); } }
        proc odd(m: 8) returns (s: 8) { if (m == 0) { s := 0; } else { s := even(m - 1); } }";
    check_tail_calls(&calling(even, "even(4)", "y == 1"), 1, true);
    check_tail_calls(&calling(even, "even(x)", "y == 1"), 1, false);
}

#[test]
fn each_call_has_variables_of_its_own() {
    let any = "proc any(n: 8) returns (r: 8) {
        if (n == 0) { if (r == 3) { r := 4; } } else { r := any(n - 1); } }";
    check_tail_calls(&calling(any, "any(x)", "y != 3"), 1, true);
    check_tail_calls(&calling(any, "any(x)", "y == 4"), 1, false);
    // The call in the middle changes nothing of the one around it.
    let nested = "proc down(n: 8) returns (r: 8) { var m: 8; m := n;
        if (n == 4) { r := down(3); if (m != 4) { r := 9; } else { r := 1; } }
        else { if (n == 0) { r := 0; } else { r := down(n - 1); } } }";
    check_tail_calls(&calling(nested, "down(4)", "y == 1"), 2, true);
    check_tail_calls(&calling(nested, "down(4)", "y == 9"), 2, false);
}

#[test]
fn a_result_that_is_computed_with_keeps_its_call() {
    let sum = "proc sum(n: 8) returns (r: 8) {
        if (n == 0) { r := 0; } else { r := sum(n - 1); r := r + 2; } }";
    check_tail_calls(&calling(sum, "sum(x)", "y == 2 * x"), 1, true);
    check_tail_calls(&calling(sum, "sum(x)", "y != 6"), 1, false);
}

/// Whether the variable `n` is still read in the settled program.
fn is_read(text: &str) -> bool {
    let settled = settled(&parse(text));
    let blocks = settled.program.procedures.iter().flat_map(|procedure| &procedure.blocks);
    blocks.into_iter().any(|block| {
        let of_branch = match &block.terminator {
            Terminator::Branch { condition, .. } => Some(*condition),
            _ => None,
        };
        let values = block.instructions.iter().filter_map(|instruction| match instruction {
            Instruction::Statement(statement) => match &statement.command {
                Command::Assign { value, .. } => Some(*value),
                Command::Assume { condition } => Some(*condition),
                Command::Havoc { .. } => None,
            },
            Instruction::Call(_) => None,
        });
        let mut terms = values.chain(of_branch);
        terms.any(|term| term.symbols().iter().any(|symbol| symbol.to_string() == "n"))
    })
}

#[test]
fn what_is_assigned_at_the_start_alone_is_a_constant() {
    let program = |start: &str, later: &str| {
        format!(
            "var n: 32; var x: 32;
             proc f() {{ {later} }}
             proc main() {{ {start} havoc x; while (x < n + x * n) {{ x := x * 3; f(); }} assert x != 3; }}"
        )
    };
    assert!(!is_read(&program("n := 7;", "")));
    assert!(!is_read(&program("n := 0; n := 7;", "")));
    assert!(is_read(&program("", "")), "any value");
    assert!(is_read(&program("havoc n;", "")));
    assert!(is_read(&program("n := 7; n := n + x;", "")), "not a constant");
    assert!(is_read(&program("n := 0; x := n; n := 7;", "")), "read in between");
    assert!(is_read(&program("n := 7;", "n := 8;")), "assigned by another");
    assert!(is_read(&program("f(); n := 7;", "x := n;")), "read by another before");
    assert!(
        is_read(
            "var n: 32; var x: 32; proc main() { again: n := 7; havoc x; assert x * x != n; if (x == 1) { goto again; } }"
        ),
        "more than once"
    );
}

#[test]
fn a_program_without_open_ends_is_proved() {
    let proves = |text: &str| is_proved(&parse(text), &Limits::unlimited());
    let counting = |bound: &str| {
        format!(
            "var x: 8; proc main() {{ havoc x; assume 0 <= x && x < 5; while (x < 9) {{ x := x + 1; }} assert x > {bound}; }}"
        )
    };
    assert!(proves(&counting("3")));
    assert!(!proves(&counting("9")));
    let start = |start: &str| format!("var x: 8; proc main() {{ {start} if (x == 1) {{ unsupported; }} }}");
    assert!(proves(&start("x := 0;")));
    assert!(!proves(&start("havoc x;")));
}
