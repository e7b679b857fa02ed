//! Minimal sets of statements that repair a trace.

mod common;

use std::collections::BTreeSet;

use common::brute::{self, Game};
use common::random::{Generator, Random, variable_sets};
use common::{Trace, Traces};
use faultscope_ir::{Command, Sort, Span};
use faultscope_localize::relevance::{RelevanceConfig, relevance};
use faultscope_localize::sets::{AberrantSets, AberrantSetsConfig, aberrant_sets};
use faultscope_solver::Limits;

fn config(max_size: usize) -> AberrantSetsConfig {
    AberrantSetsConfig {
        max_size,
        max_sets: usize::MAX,
        checks: usize::MAX,
        queries: 5000,
        all_queries: usize::MAX,
        ..AberrantSetsConfig::standard()
    }
}

fn sets(program: &faultscope_ir::Program, trace: &faultscope_ir::Trace, max_size: usize) -> AberrantSets {
    let limits = Limits::unlimited();
    let findings = relevance(program, trace, &RelevanceConfig::standard(), &limits).findings;
    aberrant_sets(program, trace, &findings, &config(max_size), &limits)
}

/// The positions of each set.
fn positions(outcome: &AberrantSets) -> BTreeSet<Vec<usize>> {
    let of_set = |set: &faultscope_localize::sets::AberrantSet| {
        let mut steps: Vec<usize> = set.members.iter().flat_map(|it| it.steps.clone()).collect();
        steps.sort_unstable();
        steps
    };
    outcome.sets.iter().map(of_set).collect()
}

/// The minimal sets of up to three of the commands, by their lines from 1 on. Equal commands are one statement.
#[track_caller]
fn check(commands: &str, expected: &[&[usize]]) {
    for sort in [Sort::bits(32), Sort::int()] {
        let traces = Traces::of(&[common::parse::commands(commands, sort)]);
        let outcome = sets(&traces.program, &traces.traces[0], 3);
        assert!(outcome.complete);
        let found = positions(&outcome).into_iter();
        let found: Vec<Vec<usize>> =
            found.map(|steps| steps.into_iter().map(|step| step + 1).collect()).collect();
        let mut expected: Vec<Vec<usize>> = expected.iter().map(|set| set.to_vec()).collect();
        expected.sort();
        assert_eq!(found, expected, "{}", traces.text());
    }
}

#[test]
fn the_running_example_is_repaired_by_single_statements() {
    check("x := 2; havoc y; assume y < 3; x := 0; assert 0 < x", &[&[2], &[4]]);
}

#[test]
fn some_traces_are_repaired_by_pairs_only() {
    check("a := 1; b := 1; assume a == 1 || b == 1", &[&[1, 2]]);
    check(
        "havoc i; a := 1; b := 1; assume a == 1 && i == 0 || b == 1 && i != 0",
        &[&[1, 2], &[1, 3], &[2, 3]],
    );
}

#[test]
fn fixes_choose_knowing_the_state_and_not_what_comes() {
    check("x := 0; havoc y; assume x == y", &[&[2]]);
    check("havoc y; x := 0; assume x == y", &[&[1], &[2]]);
    check("x := 0; havoc y; z := 0; assume z == y || x == 0", &[&[1, 2], &[1, 3]]);
}

#[test]
fn all_positions_of_a_statement_are_fixed() {
    check(
        "x := 0; x := x + 1; assume x == 1 || y == 0; x := x + 1; assume x == 2 || y != 0",
        &[&[1], &[2, 4]],
    );
}

#[test]
fn three_statements_can_make_two_pairs() {
    check("a := 1; b := 1; c := 1; assume a == 1 || (b == 1 && c == 1)", &[&[1, 2], &[1, 3]]);
}

#[test]
fn nothing_repairs_what_statements_have_no_part_in() {
    check("x := 0; assume y == 1; y := x; assume z == 0", &[]);
}

#[test]
fn statements_of_one_line_count_once() {
    let commands =
        common::parse::commands("a := 1; b := 1; c := 1; assume a == 1 || (b == 1 && c == 1)", Sort::bits(8));
    let mut trace = Trace::of(&commands);
    for (idx, origin) in trace.program.sources.origins_mut().iter_mut().enumerate() {
        let column = idx as u32 + 1;
        origin.span = Span { line: 1 + u32::from(idx > 0), column, end_column: column + 1, ..origin.span };
        origin.span.end_line = origin.span.line;
    }
    let outcome = sets(&trace.program, &trace.trace, 2);
    assert_eq!(positions(&outcome), BTreeSet::from([vec![0, 2]]));
}

#[test]
fn the_search_learns_from_failed_sets() {
    // Besides the pair there are only sets of many statements; of 32 there are 496 pairs.
    let mut commands: String = (0..32).map(|n| format!("x{n} := 1; ")).collect();
    let condition = |n: usize| format!("(x{n} == 1 && x{} == 1)", n + 1);
    let conditions: Vec<String> = (0..29).map(condition).collect();
    commands += &format!("assume x30 == 1 || x31 == 1; assume {}", conditions.join(" || "));
    let commands = common::parse::commands(&commands, Sort::bits(8));
    let trace = Trace::of(&commands);
    let outcome = sets(&trace.program, &trace.trace, 2);
    assert!(outcome.complete);
    assert_eq!(positions(&outcome), BTreeSet::from([vec![30, 31]]));
    let statistics = outcome.statistics;
    assert!(statistics.candidates < 20 && statistics.checks < 100, "{statistics:?}");
}

#[test]
fn a_spent_budget_is_said() {
    let commands = common::parse::commands("a := 1; b := 1; assume a == 1 || b == 1", Sort::bits(8));
    let trace = Trace::of(&commands);
    let config = AberrantSetsConfig { checks: 0, ..config(2) };
    let outcome = aberrant_sets(&trace.program, &trace.trace, &[], &config, &Limits::unlimited());
    assert!(!outcome.complete && outcome.sets.is_empty());
}

/// The minimal sets of up to `max_size` statements, by trying all.
fn minimal(traces: &Traces, variables: &[faultscope_ir::Symbol], max_size: usize) -> BTreeSet<Vec<usize>> {
    let trace = &traces.traces[0];
    let statements: Vec<Vec<usize>> = traces
        .statements
        .iter()
        .filter(|it| it.target().is_some())
        .map(|it| (0..trace.len()).filter(|step| *trace.steps[*step].command == *it).collect())
        .collect();
    let mut minimal: Vec<u32> = Vec::new();
    let mut subsets: Vec<u32> = (1..1 << statements.len()).collect();
    subsets.retain(|set| set.count_ones() as usize <= max_size);
    subsets.sort_by_key(|set| set.count_ones());
    let positions = |set: u32| {
        let members = (0..statements.len()).filter(|idx| set >> idx & 1 == 1);
        let mut steps: Vec<usize> = members.flat_map(|idx| statements[idx].clone()).collect();
        steps.sort_unstable();
        steps
    };
    for set in subsets {
        if minimal.iter().all(|it| it & set != *it) && Game::new(trace, variables, &positions(set)).repairs()
        {
            minimal.push(set);
        }
    }
    minimal.into_iter().map(positions).collect()
}

/// Random commands with conditions that have alternatives: sets of several statements repair such traces.
fn alternatives(generator: &mut Generator<'_>) -> Vec<Command> {
    let n_steps = 3 + generator.random.below(4);
    let mut commands: Vec<Command> = (0..n_steps).map(|_| generator.command()).collect();
    for _ in 0..1 + generator.random.below(2) {
        let mut condition = || loop {
            if let Command::Assume { condition } = generator.command() {
                break condition;
            }
        };
        commands.push(Command::Assume { condition: condition().or(condition()) });
    }
    if generator.random.below(2) == 0 {
        // A statement that occurs again.
        let again = commands[generator.random.below(n_steps)].clone();
        commands.insert(generator.random.below(n_steps), again);
    }
    commands
}

/// Calls `compare` with random feasible traces and their minimal sets.
fn random_traces(seed: u64, n_wanted: usize, mut compare: impl FnMut(&Traces, BTreeSet<Vec<usize>>)) {
    let mut random = Random(seed);
    let mut n_compared = 0;
    while n_compared < n_wanted {
        let all = variable_sets();
        let variables = &all[random.below(all.len())];
        let commands = alternatives(&mut Generator { random: &mut random, variables });
        let traces = Traces::of(&[commands]);
        if brute::verdicts(&traces.traces[0], variables).is_some() {
            n_compared += 1;
            let minimal = minimal(&traces, variables, 3);
            compare(&traces, minimal);
        }
    }
}

#[test]
fn random_traces_agree_with_enumeration() {
    let mut n_sets = [0; 4];
    random_traces(12, 500, |traces, expected| {
        let outcome = sets(&traces.program, &traces.traces[0], 3);
        assert!(outcome.complete && outcome.undecided.is_empty(), "{}", traces.text());
        assert_eq!(positions(&outcome), expected, "{}", traces.text());
        outcome.sets.iter().for_each(|set| n_sets[set.members.len()] += 1);
    });
    assert!(n_sets[1] > 200 && n_sets[2] > 20 && n_sets[3] > 0, "all sizes occur: {n_sets:?}");
}

#[test]
fn without_budget_sets_are_missing_and_none_is_wrong() {
    for (rounds, queries) in [(1, 1000), (12, 2)] {
        let mut n_incomplete = 0;
        random_traces(14, 120, |traces, expected| {
            let config = AberrantSetsConfig { rounds, queries, ..config(3) };
            let (program, trace) = (&traces.program, &traces.traces[0]);
            let outcome = aberrant_sets(program, trace, &[], &config, &Limits::unlimited());
            let found = positions(&outcome);
            assert!(found.is_subset(&expected), "{found:?} {expected:?} {}", traces.text());
            assert!(!outcome.complete || found == expected, "{}", traces.text());
            n_incomplete += usize::from(!outcome.complete);
        });
        assert!(n_incomplete > 5, "{n_incomplete}");
    }
}
