//! Local fixes over program variables.

mod common;

use common::Trace;
use common::brute::Game;
use common::random::{Generator, Random, variable_sets};
use faultscope_ir::{Command, Sort, Symbol, Term};
use faultscope_localize::coreachable::{LocalFix, LocalFixConfig, NotExpressible, local_fixes};
use faultscope_solver::Limits;

fn fixes(trace: &Trace, positions: &[usize]) -> Vec<LocalFix> {
    local_fixes(&trace.program, &trace.trace, positions, &LocalFixConfig::standard(), &Limits::unlimited())
        .unwrap_or_else(|reason| panic!("{reason}: {positions:?} of\n{}", trace.text()))
}

/// The fixes of the commands on some lines, from 1 on, when they are replaced together: where some value repairs,
/// and what the value `v` has to make true.
#[track_caller]
fn check(sort: Sort, commands: &str, lines: &[usize], expected: &[(&str, &str)]) {
    let trace = Trace::of(&common::parse::commands(commands, sort));
    let positions: Vec<usize> = lines.iter().map(|line| line - 1).collect();
    let condition = |text: &str| match &common::parse::commands(&format!("assume {text}"), sort)[..] {
        [Command::Assume { condition }] => *condition,
        _ => unreachable!("one assume"),
    };
    let fixes = fixes(&trace, &positions);
    assert_eq!(fixes.iter().map(|it| it.step).collect::<Vec<_>>(), positions);
    for (fix, (repairable, repairs)) in fixes.iter().zip(expected) {
        assert!(fix.exact);
        let v = [(Symbol::new("v", sort), Term::symbol(fix.value))].into_iter().collect();
        let what = format!("{} at {}", fix.repairs, trace.trace.steps[fix.step].command);
        assert_equivalent(fix.repairs, condition(repairs).substitute(&v), &what);
        assert_equivalent(fix.repairable, condition(repairable), &what);
    }
}

#[track_caller]
fn assert_equivalent(actual: Term, expected: Term, what: &str) {
    use faultscope_solver::{SmtSolver, Solver, SolverConfig};
    let mut solver = SmtSolver::new(&SolverConfig::new(&Limits::unlimited()));
    let answer = solver.check(&[actual.equals(expected).not()]);
    assert!(answer.is_unsat(), "{actual} is not {expected}: {what}");
}

#[track_caller]
fn check_both(commands: &str, lines: &[usize], expected: &[(&str, &str)]) {
    check(Sort::bits(32), commands, lines, expected);
    check(Sort::int(), commands, lines, expected);
}

const RUNNING_EXAMPLE: &str = "x := 2; havoc y; assume y < 3; x := 0; assert 0 < x";

#[test]
fn the_running_example_has_the_conditions_of_the_seed() {
    check_both(RUNNING_EXAMPLE, &[4], &[("0 == 0", "0 < v")]);
    check_both(RUNNING_EXAMPLE, &[2], &[("0 == 0", "3 <= v")]);
    check_both(RUNNING_EXAMPLE, &[1], &[("0 == 1", "0 == 1")]);
}

#[test]
fn positions_before_others_may_leave_the_fix_to_those() {
    check_both(RUNNING_EXAMPLE, &[2, 4], &[("0 == 0", "0 == 0"), ("0 == 0", "0 < v")]);
}

#[test]
fn what_holds_on_the_trace_only_is_not_taken_for_granted() {
    // On the trace y is 1.
    check_both("y := 1; x := 0; assert x == y", &[2], &[("0 == 0", "v == y")]);
    // For z > 0 nothing helps.
    check_both("havoc z; x := 0; assert !(z > 0 || x == 0)", &[2], &[("z <= 0", "z <= 0 && v != 0")]);
}

#[test]
fn later_havocs_are_chosen_against_the_fix() {
    check_both("x := 0; havoc y; assume x == y", &[1], &[("0 == 1", "0 == 1")]);
    check_both("x := 0; havoc y; assume x == y; assume y < z", &[1], &[("0 == 0", "v >= z")]);
    // The second fix sees what was chosen.
    check_both(
        "x := 0; havoc y; x := 1; assume x == y",
        &[1, 3],
        &[("0 == 0", "0 == 0"), ("0 == 0", "v != y")],
    );
}

#[test]
fn cells_are_fixed_where_they_are() {
    check_both(
        "a[i] := 0; assume a[j] == 0 && a[k] == 1",
        &[1],
        &[(
            "i == j || i == k || a[j] != 0 || a[k] != 1",
            "(i == j && v != 0) || (i == k && v != 1) || (i != j && a[j] != 0) || (i != k && a[k] != 1)",
        )],
    );
}

#[test]
fn all_positions_of_a_loop_are_fixed_together() {
    check_both(
        "i := 0; s := s + i; i := i + 1; s := s + i; i := i + 1; assume s == 1 && i == 2",
        &[2, 4],
        &[("0 == 0", "0 == 0"), ("0 == 0", "v != 1 || i != 1")],
    );
    check_both(
        "i := 0; s := s + i; i := i + 1; s := s + i; i := i + 1; assume s == 1 && i == 2",
        &[3, 5],
        &[("0 == 0", "0 == 0"), ("0 == 0", "s != 1 || v != 2")],
    );
}

/// Compares the fixes on random traces with enumeration; gives how many are inexact, and how many do not always
/// help.
#[track_caller]
fn compare(seed: u64, n_traces: usize, config: &LocalFixConfig) -> (usize, usize) {
    let mut random = Random(seed);
    let (mut n_inexact, mut n_partial) = (0, 0);
    for _ in 0..n_traces {
        let sets = variable_sets();
        let variables = &sets[random.below(sets.len())];
        let n_steps = 2 + random.below(7);
        let mut generator = Generator { random: &mut random, variables };
        let commands: Vec<Command> = (0..n_steps).map(|_| generator.command()).collect();
        let trace = Trace::of(&commands);
        let mut positions: Vec<usize> =
            (0..n_steps).filter(|step| commands[*step].target().is_some()).collect();
        while positions.len() > 3 || (!positions.is_empty() && random.below(3) == 0) {
            positions.remove(random.below(positions.len()));
        }
        let game = Game::new(&trace.trace, variables, &positions);
        let found =
            local_fixes(&trace.program, &trace.trace, &positions, config, &Limits::unlimited()).unwrap();
        assert_eq!(found.iter().map(|it| it.step).collect::<Vec<_>>(), positions);
        for fix in &found {
            let values = game.compare(fix.step, fix.value, fix.repairs);
            let states = game.compare_states(fix.step, fix.repairable);
            let agrees = |pairs: &[(bool, bool)]| {
                pairs
                    .iter()
                    .all(|(formula, truth)| if fix.exact { formula == truth } else { !formula || *truth })
            };
            assert!(agrees(&values) && agrees(&states), "{fix:?} of {positions:?} in\n{}", trace.text());
            let helps = game.helps(fix.step, fix.repairable, &fix.values);
            assert!(helps, "values of {fix:?} of {positions:?} in\n{}", trace.text());
            n_inexact += usize::from(!fix.exact);
            n_partial += usize::from(fix.repairable.as_bool().is_none());
        }
    }
    (n_inexact, n_partial)
}

#[test]
fn random_traces_agree_with_enumeration() {
    let (n_inexact, n_partial) = compare(11, 2000, &LocalFixConfig::standard());
    assert_eq!(n_inexact, 0);
    assert!(n_partial > 200, "{n_partial}");
}

#[test]
fn without_budget_fixes_are_stronger_and_still_repair() {
    for (rounds, queries) in [(1, 1000), (12, 0), (12, 2)] {
        let config = LocalFixConfig { rounds, queries, ..LocalFixConfig::standard() };
        let (n_inexact, n_partial) = compare(13, 400, &config);
        assert!(n_inexact > 20 && n_partial > 20, "{n_inexact} {n_partial}");
    }
}

#[test]
fn what_cannot_be_said_is_no_fix() {
    let mut trace = Trace::of(&common::parse::commands("x := 0; assume x == y", Sort::int()));
    let fixes = |trace: &Trace, config: &LocalFixConfig, limits: &Limits| {
        local_fixes(&trace.program, &trace.trace, &[0], config, limits).map(|it| it.len())
    };
    let (config, unlimited) = (LocalFixConfig::standard(), Limits::unlimited());
    assert_eq!(fixes(&trace, &config, &unlimited), Ok(1));
    let small = LocalFixConfig { size: 1, ..config.clone() };
    assert_eq!(fixes(&trace, &small, &unlimited), Err(NotExpressible::TooLarge));
    let cancelled = Limits::unlimited();
    cancelled.cancel();
    assert_eq!(fixes(&trace, &config, &cancelled), Err(NotExpressible::Stopped));
    // As if y belonged to a recursive activation.
    trace.program.variables.shift_remove(&Symbol::new("y", Sort::int()));
    assert_eq!(fixes(&trace, &config, &unlimited), Err(NotExpressible::Recursion));
}
