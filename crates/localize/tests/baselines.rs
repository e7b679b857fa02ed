//! The techniques that relevance is compared with, on their papers' examples and against enumeration.

mod common;

use std::collections::BTreeSet;

use common::Trace;
use common::executions::{State, all_states, anything, assigned, holds, random_traces, text};
use common::parse::commands;
use faultscope_ir::{Command, Program, Sort};
use faultscope_localize::Strength;
use faultscope_localize::baselines::{self, BaselineConfig, BaselineOutcome, Ended, Technique};
use faultscope_localize::relevance::{RelevanceConfig, relevance};
use faultscope_solver::Limits;

fn run(technique: Technique, program: &Program, trace: &faultscope_ir::Trace) -> BaselineOutcome {
    baselines::run(technique, program, trace, &BaselineConfig::standard(), &Limits::unlimited())
}

/// The marked lines in rank order: each command of the text stands on one, from 1 on.
#[track_caller]
fn check(technique: Technique, text: &str, expect: &[usize]) {
    for sort in [Sort::int(), Sort::bits(8)] {
        let Trace { program, trace } = Trace::of(&commands(text, sort));
        let outcome = run(technique, &program, &trace);
        let lines: Vec<usize> = outcome.statements.iter().map(|it| it.origin.0 as usize + 1).collect();
        assert_eq!(lines, expect, "{technique:?} with {sort}: {outcome:?}");
        assert_eq!(outcome.ended, Ended::Complete);
    }
}

use Technique::{BackwardSlice, ErrorInvariants, FlowSensitive, MaxSat, MaxSatIterated};

const TWICE: &str = "x := 7; x := 7; assert x > 10";

#[test]
fn error_invariants_keep_the_first_of_two_equal_assignments() {
    check(ErrorInvariants, TWICE, &[1]);
    check(FlowSensitive, TWICE, &[2]);
    check(MaxSat, TWICE, &[2]);
    check(BackwardSlice, TWICE, &[2]);
}

const CONDITIONAL: &str = "x := 1; y := input - 42; assume y < 0; x := 0; assert x != 0";

#[test]
fn only_flow_sensitive_formulas_say_why_the_branch_is_taken() {
    check(FlowSensitive, CONDITIONAL, &[4, 2]);
    check(ErrorInvariants, CONDITIONAL, &[4]);
    check(BackwardSlice, CONDITIONAL, &[4, 3, 2]);
    // MaxSAT knows that without the condition the assignment would not take place.
    check(MaxSatIterated, CONDITIONAL, &[4, 3, 2]);
}

#[test]
fn what_no_later_condition_reads_is_marked_by_none() {
    for technique in Technique::ALL.iter().copied() {
        check(technique, "x := 1; y := 2; z := 3; assert z > 10", &[3]);
    }
}

#[test]
fn error_invariants_skip_detours_that_end_where_they_began() {
    check(ErrorInvariants, "x := 7; y := x; x := x + 1; x := x - 1; assert x > 10", &[1]);
    check(FlowSensitive, "x := 7; y := x; x := x + 1; x := x - 1; assert x > 10", &[4, 3, 1]);
}

#[test]
fn error_invariants_are_about_the_values_that_lead_to_the_error() {
    check(ErrorInvariants, "x := 3; x := 8; assert x > 10", &[2]);
    check(ErrorInvariants, "x := 3; x := x + 6; assert x > 10", &[2, 1]);
    check(ErrorInvariants, "x := 3; y := 0; z := x; z := y; assert z > 0", &[4, 2]);
    check(ErrorInvariants, "a[1] := 4; i := 1; a[2] := 5; x := a[i]; assert x == 5", &[4, 2, 1]);
}

/// The first example of the paper: `if (index != 1) index = 2; else index = index + 2; i = index; return array[i]`
/// with three cells fails for index = 1.
#[test]
fn max_sat_blames_the_assignments_of_the_index_and_the_condition() {
    let text = "havoc index; assume index == 1; index := index + 2; i := index; assert i >= 0 && i < 3";
    check(MaxSat, text, &[4]);
    check(MaxSatIterated, text, &[4, 3, 2]);
}

#[test]
fn max_sat_needs_two_statements_where_both_have_to_change() {
    let text = "x := 1; y := 2; assert x != 1 && y != 2";
    let Trace { program, trace } = Trace::of(&commands(text, Sort::bits(4)));
    let outcome = run(MaxSatIterated, &program, &trace);
    assert_eq!(outcome.sets, [[0, 1]]);
    assert_eq!((outcome.statements.len(), outcome.ended), (2, Ended::Complete));
    let text = "x := 1; y := 2; z := 3; assert x != 1 && y != 2 && z != 3";
    let Trace { program, trace } = Trace::of(&commands(text, Sort::int()));
    assert_eq!(run(MaxSatIterated, &program, &trace).sets, [[0, 1, 2]]);
}

#[test]
fn a_condition_can_be_blamed() {
    // Behind another outcome of the condition the assertion is not reached.
    check(MaxSatIterated, "x := 5; assume x == 5; assert x != 5", &[2, 1]);
}

#[test]
fn inputs_are_fixed_in_formulas() {
    check(MaxSatIterated, "havoc x; assume x == 2; y := x + 1; assert y != 3", &[3, 2]);
    check(ErrorInvariants, "havoc x; assume x == 2; assert x != 2", &[1]);
}

#[test]
fn a_contradiction_among_facts_has_no_correction() {
    let Trace { program, trace } = Trace::of(&commands("havoc x; assert x != 3", Sort::int()));
    let outcome = run(MaxSat, &program, &trace);
    assert_eq!((outcome.statements.len(), outcome.ended), (0, Ended::HardConflict));
}

#[test]
fn cells_are_told_apart_by_their_index() {
    let text = "i := 1; a[i] := 5; a[2] := 6; assert a[1] != 5";
    check(BackwardSlice, text, &[2, 1]);
    check(ErrorInvariants, text, &[2, 1]);
}

#[test]
fn what_is_trusted_is_a_fact() {
    let Trace { mut program, trace } = Trace::of(&commands("x := 1; y := x + 1; assert y > 5", Sort::int()));
    program.sources.origins_mut()[1].trusted = true;
    for technique in Technique::ALL.iter().copied() {
        let outcome = run(technique, &program, &trace);
        let lines: Vec<u32> = outcome.statements.iter().map(|it| it.origin.0 + 1).collect();
        assert_eq!(lines, [1], "{technique:?}");
    }
}

#[test]
fn a_trace_without_conditions_has_nothing_to_explain() {
    for technique in Technique::ALL.iter().copied() {
        let Trace { program, trace } = Trace::of(&commands("x := 1", Sort::int()));
        assert_eq!(run(technique, &program, &trace).ended, Ended::NoCondition);
        let Trace { program, trace } = Trace::of(&commands("x := 1; assume x == 2", Sort::int()));
        assert_eq!(run(technique, &program, &trace).ended, Ended::Infeasible);
    }
}

#[test]
fn a_formula_that_is_too_large_is_not_asked() {
    let text = format!("i := 1; j := 1; {} assert i != 1", "a[i] := 1; i := a[j]; j := a[i]; ".repeat(120));
    let Trace { program, trace } = Trace::of(&commands(&text, Sort::bits(8)));
    for technique in [ErrorInvariants, FlowSensitive, MaxSat] {
        let outcome = run(technique, &program, &trace);
        assert_eq!((outcome.ended, outcome.statements), (Ended::TooLarge, Vec::new()));
    }
    assert_eq!(run(BackwardSlice, &program, &trace).ended, Ended::Complete);
}

#[test]
fn names_are_understood() {
    for technique in Technique::ALL.iter().copied() {
        assert_eq!(Technique::from_name(technique.name()), Some(technique));
    }
    assert_eq!(Technique::from_name("tarantula"), None);
}

#[test]
fn limits_are_an_end_of_their_own() {
    let Trace { program, trace } = Trace::of(&commands(CONDITIONAL, Sort::bits(8)));
    let limits = Limits::unlimited();
    limits.cancel();
    for technique in Technique::ALL.iter().copied().filter(|it| *it != BackwardSlice) {
        let outcome = baselines::run(technique, &program, &trace, &BaselineConfig::standard(), &limits);
        assert!(matches!(outcome.ended, Ended::Stopped(_)), "{outcome:?}");
    }
}

// Random traces, compared with enumeration.

/// Whether the assertion can hold, or is not reached, when these statements are left out.
fn corrects(trace: &faultscope_ir::Trace, left_out: &[u32]) -> bool {
    // Each state with whether execution still takes the path of the trace.
    let mut states: BTreeSet<(State, bool)> = BTreeSet::from([([0; 3], true)]);
    for (number, step) in trace.steps.iter().enumerate() {
        let is_out = left_out.contains(&step.origin.0) && number + 1 < trace.len();
        let next = |(state, is_on): &(State, bool)| -> Vec<(State, bool)> {
            match &*step.command {
                _ if !is_on => vec![(*state, false)],
                Command::Assume { .. } if is_out => vec![(*state, false), (*state, true)],
                Command::Assume { condition } => vec![(*state, holds(state, *condition))],
                Command::Assign { .. } if is_out => {
                    anything(state, step).into_iter().map(|it| (it, true)).collect()
                }
                _ => vec![(assigned(state, step), true)],
            }
        };
        states = states.iter().flat_map(next).collect();
    }
    states.iter().any(|(_, is_error)| !is_error)
}

/// The minimal sets of up to three statements that correct a trace.
fn correction_sets(trace: &faultscope_ir::Trace) -> BTreeSet<Vec<u32>> {
    let is_soft = |step: &&faultscope_ir::Step| !matches!(*step.command, Command::Havoc { .. });
    let soft: BTreeSet<u32> =
        trace.steps[..trace.len() - 1].iter().filter(is_soft).map(|step| step.origin.0).collect();
    let mut found: BTreeSet<Vec<u32>> = BTreeSet::new();
    let mut candidates: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..=3 {
        let mut larger = Vec::new();
        for set in candidates {
            if found.iter().any(|it| it.iter().all(|member| set.contains(member))) {
                continue;
            }
            if corrects(trace, &set) {
                found.insert(set);
                continue;
            }
            let beyond = soft.iter().filter(|it| set.last().is_none_or(|last| *it > last));
            larger.extend(beyond.map(|it| set.iter().copied().chain([*it]).collect()));
        }
        candidates = larger;
    }
    found
}

#[test]
fn correction_sets_of_random_traces_agree_with_enumeration() {
    let config = BaselineConfig { max_sets: 1_000, ..BaselineConfig::standard() };
    let mut n_by_size = [0; 4];
    for (program, trace) in random_traces(1, 1_500) {
        // The violated condition may occur earlier; its statement is a candidate there.
        let outcome = baselines::run(MaxSatIterated, &program, &trace, &config, &Limits::unlimited());
        let of_set = |set: &Vec<usize>| {
            let mut origins: Vec<u32> = set.iter().map(|it| outcome.statements[*it].origin.0).collect();
            origins.sort_unstable();
            origins
        };
        let found: Vec<Vec<u32>> = outcome.sets.iter().map(of_set).collect();
        assert!(found.is_sorted_by_key(Vec::len), "smaller sets come first");
        let expected = correction_sets(&trace);
        assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected, "{}{outcome:?}", text(&trace));
        assert!(matches!(outcome.ended, Ended::Complete | Ended::HardConflict | Ended::Bound));
        found.iter().for_each(|it| n_by_size[it.len()] += 1);
        let single = baselines::run(MaxSat, &program, &trace, &config, &Limits::unlimited());
        assert_eq!(single.sets.first().map(Vec::len), found.first().map(Vec::len), "{}", text(&trace));
    }
    assert!(n_by_size[1..=2].iter().all(|n| *n > 10), "{n_by_size:?}");
}

#[test]
fn what_error_invariants_keep_leads_to_the_error_by_itself() {
    let (mut n_kept, mut n_dropped) = (0, 0);
    for (program, trace) in random_traces(2, 1_000) {
        let outcome = run(ErrorInvariants, &program, &trace);
        assert_eq!(outcome.ended, Ended::Complete);
        let kept: BTreeSet<usize> = outcome.statements.iter().flat_map(|it| it.steps.clone()).collect();
        let Command::Assume { condition } = *trace.steps[trace.len() - 1].command else { continue };
        let assigning = trace.steps.iter().filter(|it| it.command.target().is_some()).count();
        n_kept += kept.len();
        n_dropped += assigning - kept.len();
        for state in all_states() {
            let after = kept.iter().fold(state, |state, step| assigned(&state, &trace.steps[*step]));
            assert!(holds(&after, condition), "{}{outcome:?}", text(&trace));
        }
    }
    assert!(n_kept > 100 && n_dropped > 100, "{n_kept} {n_dropped}");
}

/// Whether these steps alone, each under the conditions before it, lead to the error.
fn is_contradiction(trace: &faultscope_ir::Trace, kept: &BTreeSet<usize>) -> bool {
    // Each state with whether all conditions so far held in it.
    let mut states: BTreeSet<(State, bool)> = BTreeSet::from([([0; 3], true)]);
    for (number, step) in trace.steps.iter().enumerate() {
        let next = |(state, guard): &(State, bool)| -> Vec<(State, bool)> {
            match &*step.command {
                Command::Assume { condition } => vec![(*state, *guard && holds(state, *condition))],
                Command::Assign { .. } if !(*guard && kept.contains(&number)) => {
                    anything(state, step).into_iter().map(|it| (it, *guard)).collect()
                }
                _ => vec![(assigned(state, step), *guard)],
            }
        };
        states = states.iter().flat_map(next).collect();
    }
    states.iter().all(|(_, guard)| *guard)
}

#[test]
fn flow_sensitive_cores_of_random_traces_are_minimal_contradictions() {
    let mut n_kept = 0;
    for (program, trace) in random_traces(3, 400) {
        let outcome = run(FlowSensitive, &program, &trace);
        assert_eq!(outcome.ended, Ended::Complete);
        let kept: BTreeSet<usize> = outcome.statements.iter().flat_map(|it| it.steps.clone()).collect();
        assert!(is_contradiction(&trace, &kept), "{}{outcome:?}", text(&trace));
        for step in &kept {
            let mut fewer = kept.clone();
            fewer.remove(step);
            assert!(!is_contradiction(&trace, &fewer), "step {step} of\n{}{outcome:?}", text(&trace));
        }
        n_kept += kept.len();
    }
    assert!(n_kept > 100);
}

#[test]
fn slices_of_random_traces_have_all_that_is_relevant() {
    let (mut n_relevant, mut n_dropped) = (0, 0);
    for (program, trace) in random_traces(4, 400) {
        let slice = run(BackwardSlice, &program, &trace);
        let steps: BTreeSet<usize> = slice.statements.iter().flat_map(|it| it.steps.clone()).collect();
        let config = RelevanceConfig::standard();
        for finding in relevance(&program, &trace, &config, &Limits::unlimited()).findings {
            for occurrence in finding.occurrences {
                if occurrence.strength <= Strength::Relevant {
                    n_relevant += 1;
                    assert!(steps.contains(&occurrence.step), "{occurrence:?} of\n{}", text(&trace));
                }
            }
        }
        n_dropped += trace.len() - 1 - steps.len();
    }
    assert!(n_relevant > 100 && n_dropped > 100, "{n_relevant} {n_dropped}");
}
