//! PED on the seed's examples, and against enumeration.

mod common;

use std::sync::Arc;

use std::collections::{BTreeMap, BTreeSet};

use common::executions::{State, WIDTH, anything, assigned, holds, random_traces, text};
use common::parse::commands;
use common::random::Random;
use common::{Trace, Traces};
use faultscope_ir::{Command, OriginId, Program, Sort, Symbol, Term, Value};
use faultscope_localize::baselines::ped::{
    Choice, PedConfig, PedOutcome, RepairSolution, Specification, distinct, folded, latest_exits, together,
    turns_onto,
};
use faultscope_localize::baselines::{self, BaselineConfig, Ended, Technique, ped};
use faultscope_localize::influence::Influence;
use faultscope_solver::Limits;

/// Fig. 2 of the paper with `n = 10` in a notation of one step each: 23 of them.
fn sum() -> Traces {
    let text = format!("i := 0; {} assume i <= 10; assert i < 10", "assume i <= 10; i := i + 1; ".repeat(10));
    Traces::of(&[commands(&text, Sort::bits(8))])
}

/// The lines of `i := 0`, `i <= 10`, `i := i + 1`, and of the check.
const START: u32 = 0;
const CONDITION: u32 = 1;
const STEP: u32 = 2;

fn solve(traces: &Traces, specification: &Specification) -> PedOutcome {
    let outcome =
        ped(&traces.program, &traces.traces[0], specification, &PedConfig::standard(), &Limits::unlimited());
    assert_eq!(outcome.ended, Ended::Complete, "{outcome:?}");
    outcome
}

/// The lines of the statements of each solution, with the step of the exit, numbered from 1.
fn lines(outcome: &PedOutcome) -> Vec<(Vec<u32>, usize)> {
    let lines = |it: &BTreeSet<OriginId>| it.iter().map(|it| it.0).collect();
    outcome.solutions.iter().map(|it| (lines(&it.statements()), it.exit + 1)).collect()
}

#[test]
fn a_condition_that_comes_out_otherwise_at_the_last_iteration_is_a_solution() {
    let traces = sum();
    assert_eq!(traces.traces[0].len(), 23);
    let solutions = lines(&solve(&traces, &Specification::default()));
    assert_eq!(solutions[..3], [(vec![STEP], 23), (vec![START], 23), (vec![CONDITION], 22)]);
    let with_condition = solutions.iter().filter(|(it, _)| *it == [CONDITION]).map(|(_, exit)| *exit);
    assert_eq!(with_condition.collect::<Vec<_>>(), (1..=11).rev().map(|it| 2 * it).collect::<Vec<_>>());
}

#[test]
fn what_proofs_rest_on_is_not_changed() {
    let trusted = BTreeSet::from([OriginId(START)]);
    let outcome = solve(&sum(), &Specification { trusted, ..Specification::default() });
    assert!(outcome.solutions.iter().all(|it| !it.statements().contains(&OriginId(START))), "{outcome:?}");
    assert_eq!(lines(&outcome)[..2], [(vec![STEP], 23), (vec![CONDITION], 22)]);
}

#[test]
fn values_keep_what_was_proved() {
    // The index never falls below 11 in front of the check, by this specification: neither assignment can avoid the error.
    let i = Term::symbol(Symbol::new("i", Sort::bits(8)));
    let at_least = i.bv_sle(Term::bits(8, 10)).not();
    let constraints = (0..23).map(|step| (step, at_least)).collect();
    let outcome = solve(&sum(), &Specification { constraints, ..Specification::default() });
    assert!(lines(&outcome).iter().all(|(_, exit)| *exit < 23), "{outcome:?}");
}

#[test]
fn outcomes_that_proofs_exclude_are_not_taken() {
    // The last execution of the condition is step 21; those before can come out otherwise.
    let specification = Specification { kept: BTreeSet::from([21]), ..Specification::default() };
    let solutions = lines(&solve(&sum(), &specification));
    let exits: Vec<usize> =
        solutions.iter().filter(|(it, _)| *it == [CONDITION]).map(|(_, exit)| *exit).collect();
    assert_eq!(exits, (1..=10).rev().map(|it| 2 * it).collect::<Vec<_>>());
    // Another value still changes how it comes out.
    assert!(solutions.contains(&(vec![STEP], 22)), "{solutions:?}");
}

#[test]
fn a_value_is_wrong_where_it_is_computed() {
    let text = "x := 1; y := x; z := y + 1; assert z < 2";
    let Trace { program, trace } = Trace::of(&commands(text, Sort::bits(8)));
    let outcome =
        ped(&program, &trace, &Specification::default(), &PedConfig::standard(), &Limits::unlimited());
    let statements = |solutions: &[RepairSolution]| -> Vec<u32> {
        solutions.iter().filter(|it| it.changes.len() == 1).map(|it| it.changes[0].statement.0).collect()
    };
    assert_eq!(statements(&outcome.solutions), [2, 0, 1]);
    assert_eq!(statements(&folded(&program, &trace.steps, outcome.solutions)), [2, 0]);
}

#[test]
fn the_latest_exits_are_the_distinct_solutions_of_one_change() {
    let single = PedConfig { max_bound: 1, ..PedConfig::standard() };
    let (mut n_solutions, mut n_left_out, mut n_spared) = (0, 0, 0);
    let mut check = |program: &Program, trace: &faultscope_ir::Trace| {
        let limits = Limits::unlimited();
        let all = ped(program, trace, &Specification::default(), &single, &limits);
        let latest = latest_exits(program, trace, &[], &single.queries, &limits);
        let differences = differences(trace);
        let known = latest_exits(program, trace, &differences, &single.queries, &limits);
        let ended = [all.ended, latest.ended, known.ended];
        assert_eq!(ended, [Ended::Complete, Ended::Complete, Ended::Complete]);
        n_spared += latest.n_queries - known.n_queries.min(latest.n_queries);
        let n_all = all.solutions.len();
        let shown = |solutions: Vec<RepairSolution>| -> Vec<(BTreeSet<OriginId>, usize)> {
            distinct(solutions).iter().map(|it| (it.statements(), it.exit)).collect()
        };
        let (all, latest) = (shown(all.solutions), shown(latest.solutions));
        assert_eq!(all, latest, "{}", text(trace));
        assert_eq!(all, shown(known.solutions), "{}", text(trace));
        (latest.len(), n_all - latest.len())
    };
    let of_sum = sum();
    assert_eq!(check(&of_sum.program, &of_sum.traces[0]).0, 3);
    for (program, trace) in random_traces(13, 200) {
        let (n, n_others) = check(&program, &trace);
        (n_solutions, n_left_out) = (n_solutions + n, n_left_out + n_others);
    }
    assert!(n_solutions > 200 && n_left_out > 20 && n_spared > 100, "{n_solutions} {n_left_out} {n_spared}");
}

/// For each assigning step and some values the first condition that comes out otherwise with the value there.
fn differences(trace: &faultscope_ir::Trace) -> Vec<(usize, usize)> {
    let mut questions = Vec::new();
    for (step, it) in trace.steps.iter().enumerate() {
        match it.value {
            Some(Value::Bits(WIDTH, _)) => {
                questions.extend((0..1 << WIDTH).map(|number| (step, Value::bits(WIDTH, number))));
            }
            Some(Value::Bool(_)) => questions.extend([false, true].map(|it| (step, Value::Bool(it)))),
            _ => {}
        }
    }
    let conditions = Influence::new(trace, &[]).first_differences(&questions);
    questions.iter().zip(conditions).filter_map(|((step, _), it)| Some((*step, it?))).collect()
}

/// What a statement could be instead.
#[derive(Debug, Clone)]
struct Alternative {
    statement: OriginId,
    weight: u32,
    /// For each step the right-hand side, or the condition.
    terms: BTreeMap<usize, Term>,
}

/// The trace in which variables choose what is evaluated, and what they choose among.
fn with_choices(
    trace: &faultscope_ir::Trace,
    library: &[Alternative],
) -> (faultscope_ir::Trace, Vec<Choice>) {
    let mut trace = trace.clone();
    let mut choices: Vec<Choice> = Vec::new();
    for alternative in library {
        let Alternative { statement, weight, terms } = alternative;
        let variable = Symbol::numbered("choice", statement.0, Sort::bits(32));
        let number = choices.iter().position(|it| it.statement == *statement).unwrap_or_else(|| {
            choices.push(Choice { statement: *statement, variable, weights: Vec::new() });
            choices.len() - 1
        });
        choices[number].weights.push(*weight);
        let number = choices[number].weights.len() as u128;
        let is_chosen = Term::symbol(variable).equals(Term::bits(32, number));
        for (step, term) in terms {
            match Arc::make_mut(&mut Arc::make_mut(&mut trace.steps)[*step].command) {
                Command::Assign { value, .. } => *value = is_chosen.ite(*term, *value),
                Command::Assume { condition } => *condition = is_chosen.ite(*term, *condition),
                Command::Havoc { .. } => unreachable!("inputs have no alternatives"),
            }
        }
    }
    (trace, choices)
}

fn comparison(condition: Term, weight: u32) -> Alternative {
    let terms: BTreeMap<usize, Term> = (1..=21).step_by(2).map(|step| (step, condition)).collect();
    Alternative { statement: OriginId(CONDITION), weight, terms }
}

#[test]
fn the_library_has_the_condition_that_is_meant() {
    let i = Term::symbol(Symbol::new("i", Sort::bits(8)));
    let bound = Term::bits(8, 10);
    let library = vec![
        comparison(i.bv_slt(bound).not(), 20),
        comparison(i.bv_slt(bound), 30),
        comparison(i.bv_sle(bound).not(), 10),
    ];
    let traces = sum();
    let (trace, choices) = with_choices(&traces.traces[0], &library);
    let traces = Traces { traces: vec![trace], ..traces };
    let outcome = solve(&traces, &Specification { library: Some(choices), ..Specification::default() });
    // Of those that leave the loop at once `i > 10` and `i >= 10` are the others.
    assert_eq!(lines(&outcome), [(vec![CONDITION], 22), (vec![CONDITION], 2)]);
    let first = &outcome.solutions[0];
    assert_eq!((first.changes[0].alternative, first.weight), (Some(1), 30));
    assert_eq!(outcome.solutions[1].weight, 20);
}

#[test]
fn what_repairs_one_of_two_traces_is_dropped() {
    let texts = ["x := 0; x := x + 2; assert x <= 1", "x := 0; x := x + 3; assert x <= 1"];
    let traces = Traces::of(&texts.map(|it| commands(it, Sort::bits(8))));
    let outcomes: Vec<PedOutcome> = (traces.traces.iter())
        .map(|it| {
            ped(&traces.program, it, &Specification::default(), &PedConfig::standard(), &Limits::unlimited())
        })
        .collect();
    assert_eq!(lines(&outcomes[0]), [(vec![1], 3), (vec![0], 3)]);
    assert_eq!(lines(&outcomes[1]), [(vec![3], 3), (vec![0], 3)]);
    let common = together(&outcomes);
    assert_eq!(common.iter().map(|it| it.statements()).collect::<Vec<_>>(), [BTreeSet::from([OriginId(0)])]);
}

#[test]
fn what_uses_a_definition_is_not_changed_with_it() {
    // A change of one and of what uses it would be said twice.
    let Trace { program, trace } =
        Trace::of(&commands("x := 1; y := x + 1; assume y > 1; assert y < 2", Sort::bits(8)));
    let outcome =
        ped(&program, &trace, &Specification::default(), &PedConfig::standard(), &Limits::unlimited());
    let both = [[0, 1], [1, 2]].map(|it| BTreeSet::from(it.map(OriginId)));
    assert!(outcome.solutions.iter().all(|it| !both.contains(&it.statements())), "{outcome:?}");
    assert!(outcome.solutions.iter().any(|it| it.statements() == BTreeSet::from([OriginId(0), OriginId(2)])));
}

#[test]
fn limits_leave_what_was_found() {
    let traces = sum();
    let few = PedConfig { max_solutions: 2, ..PedConfig::standard() };
    let outcome =
        ped(&traces.program, &traces.traces[0], &Specification::default(), &few, &Limits::unlimited());
    assert_eq!((outcome.ended, outcome.solutions.len()), (Ended::Bound, 2));
    let limits = Limits::unlimited();
    limits.cancel();
    let outcome =
        ped(&traces.program, &traces.traces[0], &Specification::default(), &PedConfig::standard(), &limits);
    assert!(matches!(outcome.ended, Ended::Stopped(_)), "{outcome:?}");
}

/// The steps at which an execution can leave the trace when these statements assign anything, and their conditions come out either
/// way. Steps outside the slice are no exits.
fn exits(
    trace: &faultscope_ir::Trace,
    changed: &BTreeSet<OriginId>,
    slice: &BTreeSet<OriginId>,
) -> BTreeSet<usize> {
    let mut states: BTreeSet<State> = BTreeSet::from([[0; 3]]);
    let mut exits = BTreeSet::new();
    for (number, step) in trace.steps.iter().enumerate() {
        let is_last = number + 1 == trace.len();
        let is_changed = changed.contains(&step.origin) && !is_last;
        match &*step.command {
            Command::Assume { condition } if is_last || slice.contains(&step.origin) => {
                if states.iter().any(|it| is_changed || !holds(it, *condition)) {
                    exits.insert(number);
                }
                if !is_changed {
                    states.retain(|it| holds(it, *condition));
                }
            }
            Command::Assume { .. } => {}
            Command::Assign { .. } if is_changed => {
                states = states.iter().flat_map(|it| anything(it, step)).collect();
            }
            _ => states = states.iter().map(|it| assigned(it, step)).collect(),
        }
    }
    exits
}

fn backward_slice(program: &Program, trace: &faultscope_ir::Trace) -> BTreeSet<OriginId> {
    let (config, limits) = (BaselineConfig::standard(), Limits::unlimited());
    let slice = baselines::run(Technique::BackwardSlice, program, trace, &config, &limits);
    slice.statements.iter().map(|it| it.origin).collect()
}

#[test]
fn solutions_are_the_minimal_ones_of_enumeration() {
    let mut n_solutions = 0;
    for (program, trace) in random_traces(11, 150) {
        let slice = backward_slice(&program, &trace);
        let outcome =
            ped(&program, &trace, &Specification::default(), &PedConfig::standard(), &Limits::unlimited());
        assert_eq!(outcome.ended, Ended::Complete);
        n_solutions += outcome.solutions.len();
        for solution in &outcome.solutions {
            let changed = solution.statements();
            let context = || format!("{}{solution:?}", text(&trace));
            assert!(exits(&trace, &changed, &slice).contains(&solution.exit), "{}", context());
            for statement in &changed {
                let mut fewer = changed.clone();
                fewer.remove(statement);
                assert!(!exits(&trace, &fewer, &slice).contains(&solution.exit), "{}", context());
            }
        }
        // None is lost: what one statement can do is found.
        let inputs = trace.steps.iter().filter(|it| matches!(*it.command, Command::Havoc { .. }));
        let inputs: BTreeSet<OriginId> = inputs.map(|it| it.origin).collect();
        for statement in slice.difference(&inputs) {
            let changed = BTreeSet::from([*statement]);
            for exit in exits(&trace, &changed, &slice) {
                let is_found =
                    outcome.solutions.iter().any(|it| it.exit == exit && it.statements() == changed);
                assert!(is_found, "{}{statement:?} at {exit}: {outcome:?}", text(&trace));
            }
        }
    }
    assert!(n_solutions > 300, "{n_solutions}");
}

/// The step at which the execution leaves the trace with these alternatives.
fn exit(
    trace: &faultscope_ir::Trace,
    chosen: &BTreeMap<OriginId, &Alternative>,
    slice: &BTreeSet<OriginId>,
) -> Option<usize> {
    let mut state: State = [0; 3];
    for (number, step) in trace.steps.iter().enumerate() {
        let is_last = number + 1 == trace.len();
        let other = chosen.get(&step.origin).map(|it| it.terms[&number]).filter(|_| !is_last);
        match &*step.command {
            Command::Assume { condition } if is_last || slice.contains(&step.origin) => {
                if !holds(&state, other.unwrap_or(*condition)) {
                    return Some(number);
                }
            }
            Command::Assume { .. } => {}
            Command::Assign { target, value } => {
                let value = other.unwrap_or(*value);
                let command = Command::Assign { target: target.clone(), value };
                state = assigned(&state, &faultscope_ir::Step { command: Arc::new(command), ..step.clone() });
            }
            Command::Havoc { .. } => state = assigned(&state, step),
        }
    }
    None
}

/// Two constants for each assignment, and both truth values for each condition, with weights.
fn random_library(
    trace: &faultscope_ir::Trace,
    slice: &BTreeSet<OriginId>,
    random: &mut Random,
) -> Vec<Alternative> {
    let mut library = Vec::new();
    for statement in slice {
        for _ in 0..2 {
            let steps = trace.steps.iter().enumerate().filter(|(_, it)| it.origin == *statement);
            let number = random.below(1 << WIDTH) as u128;
            let term = |command: &Command| match command {
                Command::Assume { .. } => Some(Term::bool(number.is_multiple_of(2))),
                Command::Assign { .. } => Some(Term::bits(WIDTH, number)),
                Command::Havoc { .. } => None,
            };
            let terms = steps.filter_map(|(step, it)| Some((step, term(&it.command)?))).collect();
            library.push(Alternative { statement: *statement, weight: random.below(40) as u32, terms });
        }
    }
    library.retain(|it| !it.terms.is_empty());
    library
}

#[test]
fn alternatives_have_the_largest_weight_of_enumeration() {
    let mut random = Random(5);
    let (mut n_alone, mut n_pairs) = (0, 0);
    for (program, trace) in random_traces(17, 300) {
        let slice = backward_slice(&program, &trace);
        let library = random_library(&trace, &slice, &mut random);
        let (with_choices, choices) = with_choices(&trace, &library);
        let specification = Specification { library: Some(choices), ..Specification::default() };
        let outcome =
            ped(&program, &with_choices, &specification, &PedConfig::standard(), &Limits::unlimited());
        assert_eq!(outcome.ended, Ended::Complete);
        let of = |statement: OriginId| library.iter().filter(move |it| it.statement == statement);
        let mut heaviest: BTreeMap<(BTreeSet<OriginId>, usize), u32> = BTreeMap::new();
        let mut add = |chosen: &[&Alternative]| {
            let by_statement = chosen.iter().map(|it| (it.statement, *it)).collect();
            if let Some(exit) = exit(&trace, &by_statement, &slice) {
                let statements = chosen.iter().map(|it| it.statement).collect();
                let weight = heaviest.entry((statements, exit)).or_default();
                *weight = (*weight).max(chosen.iter().map(|it| it.weight).sum());
            }
        };
        for one in &library {
            add(&[one]);
            for other in slice.iter().filter(|it| **it > one.statement).flat_map(|it| of(*it)) {
                add(&[one, other]);
            }
        }
        for solution in &outcome.solutions {
            let expected = heaviest.get(&(solution.statements(), solution.exit));
            assert_eq!(expected, Some(&solution.weight), "{}{library:?}{solution:?}", text(&trace));
            n_pairs += usize::from(solution.changes.len() == 2);
        }
        // None is lost.
        for (statements, exit) in heaviest.keys().filter(|(statements, _)| statements.len() == 1) {
            let is_found =
                outcome.solutions.iter().any(|it| it.exit == *exit && it.statements() == *statements);
            assert!(is_found, "{}{library:?}{statements:?} at {exit}: {outcome:?}", text(&trace));
            n_alone += 1;
        }
    }
    assert!(n_alone > 100 && n_pairs > 10, "{n_alone} {n_pairs}");
}

#[test]
fn a_condition_that_leads_to_another_error_repairs_nothing() {
    let traces = |other: &str| {
        let texts = ["havoc c; x := 0; assume c == 0; x := x + 3; assume x > 1", other];
        texts.map(|text| Trace::of(&commands(text, Sort::bits(8))).trace)
    };
    let turns = |other: &str| {
        let [mut first, mut second] = traces(other);
        for trace in [&mut first, &mut second] {
            // The front end gives the same statement one origin on all traces.
            let steps = Arc::make_mut(&mut trace.steps);
            steps[0].value = Some(Value::bits(8, 0));
        }
        turns_onto(&first, &[], 2, &second)
    };
    assert!(turns("havoc c; x := 0; assume c != 0; x := x + 2; assume x > 1"));
    // The other trace does not get to its error on these values, or is the same way, or another one.
    assert!(!turns("havoc c; x := 0; assume c != 0; x := x + 2; assume x > 2"));
    assert!(!turns("havoc c; x := 0; assume c == 0; x := x + 2; assume x > 1"));
    assert!(!turns("havoc c; x := 1; assume c != 0; x := x + 2; assume x > 1"));
}

#[test]
fn a_trace_that_is_too_long_is_asked_about_from_some_step_on() {
    // Many variables, so that no term is deep.
    let text = |n_variables: usize, n_rounds: usize| {
        let counted = |it: usize| format!("x{it} := 0; {}", format!("x{it} := x{it} + 1; ").repeat(n_rounds));
        let counts: String = (0..n_variables).map(counted).collect();
        let sum: Vec<String> = (0..n_variables).map(|it| format!("x{it}")).collect();
        format!("{counts} assert {} == 0", sum.join(" + "))
    };
    let solved = |n_variables: usize, n_rounds: usize| {
        let Trace { program, trace } = Trace::of(&commands(&text(n_variables, n_rounds), Sort::bits(8)));
        let config = PedConfig::standard();
        let outcome = ped(&program, &trace, &Specification::default(), &config, &Limits::unlimited());
        assert!(!outcome.solutions.is_empty(), "{outcome:?}");
        (outcome, trace.len())
    };
    assert!(!matches!(solved(2, 3).0.ended, Ended::Window(_)));
    let (outcome, n_steps) = solved(60, 200);
    let Ended::Window(n_asked) = outcome.ended else { panic!("{:?}", outcome.ended) };
    assert!(n_asked < n_steps);
    for solution in &outcome.solutions {
        assert!(solution.changes.iter().all(|it| it.last_step >= n_steps - n_asked), "{solution:?}");
        assert_eq!(solution.changes.len(), 1);
    }
}
