//! Long chains and loops: the verdicts are those of short ones, and they cost in proportion.

mod common;

use std::fmt::Write as _;
use std::thread;

use common::{Trace, Traces};
use faultscope_ir::{Sort, term};
use faultscope_localize::relevance::{RelevanceConfig, RelevanceOutcome, relevance};
use faultscope_localize::{Finding, Strength};
use faultscope_solver::Limits;

fn config() -> RelevanceConfig {
    RelevanceConfig { irrelevant: true, ..RelevanceConfig::standard() }
}

/// The outcome where every command is a statement of its own.
fn alone(commands: &str) -> (Trace, RelevanceOutcome) {
    let trace = Trace::of(&common::parse::commands(commands, Sort::bits(32)));
    let outcome = relevance(&trace.program, &trace.trace, &config(), &Limits::unlimited());
    (trace, outcome)
}

/// The strengths by step where every command is a statement of its own.
fn strengths(commands: &str) -> Vec<(usize, Strength)> {
    let mut strengths: Vec<_> = alone(commands).1.findings.iter().map(|it| (it.step, it.strength)).collect();
    strengths.sort_unstable();
    strengths
}

/// A command in the place of which others stand: a value is handed on so many times, and changed each time.
fn through_links(command: &str, n_links: u32) -> String {
    let (place, value) = command.split_once(":=").expect("an assignment");
    let mut text = format!("link0 := {value}");
    for link in 1..=n_links {
        let _ = match link % 3 {
            0 => write!(text, "; link{link} := 0 - link{}", link - 1),
            _ => write!(text, "; link{link} := link{} + {link}", link - 1),
        };
    }
    // With two sums in each round, what the signs turn stays.
    text + &format!("; {place} := link{n_links}")
}

/// Puts a long chain between the computing of a value and its assignment: the whole chain is what the assignment was.
#[track_caller]
fn check_links(program: &str, number: usize) {
    let commands: Vec<&str> = program.split("; ").collect();
    let n_links = 60;
    let offset: i64 =
        (1..=n_links).fold(0, |sum, link| if link % 3 == 0 { -sum } else { sum + i64::from(link) });
    // What the links add is taken away first.
    let (place, value) = commands[number].split_once(":=").expect("an assignment");
    let sign = if offset < 0 { '+' } else { '-' };
    let shifted = format!("{place}:= {value} {sign} {}", offset.abs());
    let mut with_links: Vec<String> = commands.iter().map(|it| (*it).to_owned()).collect();
    with_links[number] = through_links(&shifted, n_links);
    let before = strengths(program);
    let (_, outcome) = alone(&with_links.join("; "));
    let after: Vec<(usize, Strength)> = outcome.findings.iter().map(|it| (it.step, it.strength)).collect();
    // A value that comes to mind at one end need not at the other.
    let is_open = |step: usize, row: Strength| {
        outcome.findings.iter().any(|it| it.step == step && it.undecided.contains(&row))
    };
    let n_more = n_links as usize + 1;
    for (step, strength) in before {
        if step == number {
            let of_links = after.iter().filter(|(at, _)| (number..=number + n_more).contains(at));
            for (at, of_link) in of_links {
                assert!(
                    *of_link == strength || is_open(*at, strength),
                    "{program}: {of_link:?} at {at} of {step}"
                );
            }
        } else {
            let at = if step < number { step } else { step + n_more };
            let of_step = after.iter().find(|(it, _)| *it == at).map(|(_, it)| *it);
            let is_same = of_step == Some(strength) || is_open(at, strength);
            assert!(is_same, "{program}: {of_step:?} at {step} with links at {number}");
        }
    }
}

#[test]
fn a_chain_has_the_verdict_of_the_step_that_it_stands_for() {
    for program in [
        "havoc n; x := 1; y := x + n; assume n < 10; x := y - x; assume x >= 3",
        "havoc n; x := 0; assume x < n; x := x + 1; assume x < n; x := x + 1; assert x < n",
        "x := 1; y := 2; assert x == 2",
        "x := 0; havoc z; assume z > 0 || x == 0",
    ] {
        for (number, command) in program.split("; ").enumerate() {
            if command.contains(":=") {
                check_links(program, number);
            }
        }
    }
}

/// A loop of so many iterations.
fn unrolled(start: &str, head: &str, body: &str, end: &str, n_iterations: usize) -> String {
    let mut text = start.to_owned();
    for _ in 0..n_iterations {
        let _ = write!(text, "; assume {head}; {body}");
    }
    let exit = if head.contains("!=") { head.replace("!=", "==") } else { head.replace('<', ">=") };
    text + &format!("; assume {exit}; {end}")
}

fn in_loop(commands: &str) -> RelevanceOutcome {
    let traces = Traces::of(&[common::parse::commands(commands, Sort::bits(32))]);
    relevance(&traces.program, &traces.traces[0], &config(), &Limits::unlimited())
}

/// The verdicts of all occurrences of a loop's statements are those of single statements, and all are decided.
#[track_caller]
fn check_occurrences(commands: &str) {
    let alone = strengths(commands);
    let findings = in_loop(commands).findings;
    let mut occurrences: Vec<(usize, Strength)> =
        findings.iter().flat_map(|it| &it.occurrences).map(|it| (it.step, it.strength)).collect();
    occurrences.sort_unstable();
    assert_eq!(occurrences, alone);
}

#[test]
fn occurrences_have_the_verdicts_of_single_statements() {
    check_occurrences(&unrolled("s := 0; i := 0", "i < 20", "s := s + i; i := i + 1", "assert s == 1", 20));
    // A value that meets the bound leaves a loop early, wherever it is.
    check_occurrences(&unrolled("s := 0; i := 0", "i != 20", "s := s + i; i := i + 1", "assert s == 1", 20));
    // What nobody looks at matters nowhere.
    check_occurrences(&unrolled("t := 0; i := 0", "i < 20", "t := t + i; i := i + 1", "assert i == 1", 20));
    check_occurrences(&unrolled("havoc s; i := 0", "i < 20", "s := s + i; i := i + 1", "assert s != 5", 20));
    check_occurrences(&unrolled(
        "a[0] := 1; a[1] := 2; i := 0",
        "i < 20",
        "a[0] := a[0] + a[1]; i := i + 1",
        "assert a[0] == 3",
        20,
    ));
}

fn chain(first: &str, n_links: usize) -> String {
    let mut text = first.to_owned();
    for link in 1..=n_links {
        let _ = write!(text, "; x{link} := x{} + {}", link - 1, link % 5 + 1);
    }
    text + &format!("; assert x{n_links} != 77 && x{n_links} == 0")
}

/// The terms that relevance builds, which is what it costs, and its outcome.
fn cost(commands: &str, is_loop: bool) -> (u64, RelevanceOutcome) {
    let outcome = |commands: &str| if is_loop { in_loop(commands) } else { alone(commands).1 };
    let before = term::n_built();
    let outcome = outcome(commands);
    (term::n_built() - before, outcome)
}

/// As the threads of a check, tests of long terms need a large stack.
fn check_linear(commands: fn(usize) -> String, n: usize, is_loop: bool) {
    let check = move || check_linear_here(commands, n, is_loop);
    let thread = thread::Builder::new().stack_size(1 << 28).spawn(check).expect("a thread starts");
    thread.join().expect("the cost is linear");
}

fn check_linear_here(commands: fn(usize) -> String, n: usize, is_loop: bool) {
    let (once, outcome) = cost(&commands(n), is_loop);
    let (twice, _) = cost(&commands(2 * n), is_loop);
    assert!(twice * 2 <= once * 5, "{once} terms for {n}, {twice} for twice as many");
    let occurrences = |it: &Finding| it.occurrences.clone();
    let is_decided =
        outcome.findings.iter().flat_map(occurrences).all(|it| it.strength != Strength::Undecided);
    assert!(is_decided);
}

#[test]
fn chains_cost_as_much_as_they_are_long() {
    check_linear(|n| chain("x0 := 3", n), 300, false);
    check_linear(|n| chain("havoc x0", n), 300, false);
}

#[test]
fn loops_cost_as_much_as_they_are_long() {
    let sum = |n: usize| {
        let head = format!("i < {n}");
        unrolled("s := 0; i := 0", &head, "s := s + i; i := i + 1", "assert s == 1", n)
    };
    check_linear(sum, 1_000, true);
    let unused = |n: usize| {
        let head = format!("i < {n}");
        unrolled("t := 0; i := 0", &head, "t := t + i; i := i + 1", "assert i == 1", n)
    };
    check_linear(unused, 1_000, true);
}
