//! Verdicts on random traces against enumeration of every state, value and outcome.

mod common;

use common::brute::{self, Truth};
use common::random::{Generator, Random, variable_sets};
use common::{Trace, Traces, trace_program};
use faultscope_ir::{Command, Symbol, Value};

use faultscope_localize::program::{Constant, InProgram, LocalizedTrace, aggregate};
use faultscope_localize::relevance::{RelevanceConfig, RelevanceOutcome, relevance};
use faultscope_localize::{Finding, ProgramFinding, Strength};
use faultscope_solver::Limits;

/// Runs over random traces until `n_wanted` feasible ones were compared.
#[track_caller]
fn compare(seed: u64, n_wanted: usize, config: &RelevanceConfig) {
    let mut random = Random(seed);
    let mut n_compared = 0;
    let mut n_strengths = [0; 6];
    while n_compared < n_wanted {
        let sets = variable_sets();
        let variables = &sets[random.below(sets.len())];
        let n_steps = 2 + random.below(8);
        let mut generator = Generator { random: &mut random, variables };
        let commands: Vec<Command> = (0..n_steps).map(|_| generator.command()).collect();
        let trace = Trace::of(&commands);
        let Some(truths) = brute::verdicts(&trace.trace, variables) else { continue };
        n_compared += 1;
        let outcome = relevance(&trace.program, &trace.trace, config, &Limits::unlimited());
        assert_eq!(outcome.feasible, Some(true), "{}", trace.text());
        for truth in &truths {
            let finding =
                outcome.findings.iter().find(|it| it.step == truth.step).expect("all are asked for");
            n_strengths[finding.strength as usize] += 1;
            if let Some(disagreement) = disagreement(truth, finding) {
                panic!("step {} of\n{}{disagreement}\n{truth:?}\n{finding:?}", truth.step, trace.text());
            }
        }
    }
    assert!(n_strengths[..4].iter().all(|n| *n > 0), "every row occurs: {n_strengths:?}");
    assert_eq!(n_strengths[Strength::Undecided as usize], 0);
}

fn disagreement(truth: &Truth, finding: &Finding) -> Option<String> {
    let expected = if !truth.constants.is_empty() && truth.relevant {
        Strength::Constant
    } else if truth.expression {
        Strength::Expression
    } else if truth.relevant {
        Strength::Relevant
    } else if truth.trace_aberrant {
        Strength::TraceAberrant
    } else {
        Strength::Irrelevant
    };
    if finding.strength != expected || !finding.undecided.is_empty() {
        return Some(format!("expected {expected:?}"));
    }
    let good: &[Value] = if expected == Strength::Constant { &truth.constants } else { &truth.helping };
    let bad = finding
        .values
        .iter()
        .find(|value| expected <= Strength::Relevant && !good.contains(&brute::canonical(value)));
    bad.map(|value| format!("{value} does not help"))
}

fn config() -> RelevanceConfig {
    RelevanceConfig { trace_aberrant: true, irrelevant: true, ..RelevanceConfig::standard() }
}

#[test]
fn random_traces_agree_with_enumeration() {
    compare(1, 3000, &config());
}

#[test]
fn random_traces_agree_with_enumeration_by_the_solver_alone() {
    compare(2, 600, &RelevanceConfig { solver_only: true, ..config() });
}

#[test]
fn a_trace_program_has_one_statement_per_command() {
    let program = trace_program(3);
    assert_eq!(program.sources.n_origins(), 3);
}

/// Runs over sets of random traces through the same statements until `n_wanted` of them were compared.
#[track_caller]
fn compare_programs(seed: u64, n_wanted: usize, config: &RelevanceConfig) {
    let mut random = Random(seed);
    // How often a statement relevant in all traces has a constant, and how often none though each trace has one.
    let mut n_constants = [0; 2];
    for _ in 0..n_wanted {
        let sets = variable_sets();
        let variables = &sets[random.below(sets.len())];
        let n_traces = 2 + random.below(3);
        let commands = random_traces(&mut random, variables, n_traces);
        let traces = Traces::of(&commands);
        let limits = Limits::unlimited();
        let outcomes: Vec<RelevanceOutcome> =
            traces.traces.iter().map(|it| relevance(&traces.program, it, config, &limits)).collect();
        let localized: Vec<LocalizedTrace<'_>> = traces
            .traces
            .iter()
            .zip(&outcomes)
            .map(|(trace, outcome)| LocalizedTrace { trace, findings: &outcome.findings })
            .collect();
        let outcome = aggregate(&traces.program, &localized, config, &limits);
        let truths: Vec<Vec<Truth>> = traces
            .traces
            .iter()
            .map(|it| brute::verdicts(it, variables).expect("only feasible ones are made"))
            .collect();
        for finding in &outcome.findings {
            let statement = traces.statement(finding.finding().origin);
            let of_traces: Vec<ProgramTruth> = traces
                .traces
                .iter()
                .zip(&truths)
                .map(|(trace, truths)| ProgramTruth::of(trace, truths, statement))
                .collect();
            if let Some(disagreement) = program_disagreement(&of_traces, finding, &mut n_constants) {
                panic!("{statement} of\n{}{disagreement}\n{of_traces:?}\n{finding:?}", traces.text());
            }
        }
    }
    assert!(n_constants.iter().all(|n| *n > n_wanted / 20), "both occur: {n_constants:?}");
}

/// Feasible traces that begin with the same assignment and go on with some of the same few commands.
fn random_traces(random: &mut Random, variables: &[Symbol], n_traces: usize) -> Vec<Vec<Command>> {
    loop {
        let mut generator = Generator { random, variables };
        let (assigning, mut assumes): (Vec<Command>, Vec<Command>) =
            (0..24).map(|_| generator.command()).partition(|it| it.target().is_some());
        let Some(first) = assigning.first().and_then(Command::target) else { continue };
        assumes
            .retain(|it| matches!(it, Command::Assume { condition } if condition.mentions(first.variable)));
        if assumes.len() < 2 {
            continue;
        }
        let mut traces: Vec<Vec<Command>> = Vec::new();
        for _ in 0..12 {
            let mut trace = vec![assigning[0].clone()];
            for _ in 0..1 + random.below(3) {
                let commands = if random.below(4) == 0 { &assigning } else { &assumes };
                trace.push(commands[random.below(commands.len().min(4))].clone());
            }
            trace.push(assumes[random.below(assumes.len())].clone());
            let is_feasible = || brute::verdicts(&Trace::of(&trace).trace, variables).is_some();
            if !traces.contains(&trace) && is_feasible() {
                traces.push(trace);
            }
            if traces.len() == n_traces {
                return traces;
            }
        }
    }
}

/// What holds of a statement on a trace.
#[derive(Debug)]
struct ProgramTruth {
    relevant: bool,
    /// The values that fix the trace at some occurrence.
    constants: Vec<Value>,
}

impl ProgramTruth {
    fn of(trace: &faultscope_ir::Trace, truths: &[Truth], statement: &Command) -> ProgramTruth {
        let own = || truths.iter().filter(|it| *trace.steps[it.step].command == *statement);
        let constants = own().flat_map(|it| it.constants.iter().cloned()).collect();
        ProgramTruth { relevant: own().any(|it| it.relevant), constants }
    }
}

fn program_disagreement(
    truths: &[ProgramTruth],
    finding: &ProgramFinding,
    n_constants: &mut [usize; 2],
) -> Option<String> {
    let relevant: Vec<usize> = (0..truths.len()).filter(|idx| truths[*idx].relevant).collect();
    if finding.relevant_in().collect::<Vec<_>>() != relevant {
        return Some(format!("expected to be relevant in {relevant:?}"));
    }
    let in_all = relevant.len() == truths.len();
    let expected = if in_all { InProgram::Relevant } else { InProgram::NotRelevant };
    if finding.in_program() != expected {
        return Some(format!("expected {expected:?}"));
    }
    let fixing = |value: &Value| truths.iter().all(|it| it.constants.contains(value));
    let fixes_all = truths[0].constants.iter().any(fixing);
    n_constants[0] += usize::from(fixes_all);
    n_constants[1] += usize::from(!fixes_all && truths.iter().all(|it| !it.constants.is_empty()));
    match &finding.constant {
        Constant::Values(values) if values.iter().all(|it| fixing(&brute::canonical(it))) => {
            values.is_empty().then(|| "no value is no constant".to_owned())
        }
        Constant::None if !fixes_all => None,
        _ => Some(format!("a constant: {fixes_all}")),
    }
}

#[test]
fn sets_of_random_traces_agree_with_enumeration() {
    compare_programs(3, 1000, &config());
}

#[test]
fn sets_of_random_traces_agree_with_enumeration_by_the_solver_alone() {
    compare_programs(4, 200, &RelevanceConfig { solver_only: true, ..config() });
}
