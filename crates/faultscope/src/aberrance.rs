//! What can be fixed in the program: the verifier on programs with one statement fixed.

use std::collections::BTreeMap;
use std::time::Duration;

use faultscope_ir::{OriginId, Program, Trace};
use faultscope_localize::aberrance::together::{self, Known, together};
use faultscope_localize::aberrance::{
    Answer, Candidate, Suspiciousness, Verified, Verifier, must_program_aberrant,
};
use faultscope_localize::parallel::in_parallel;
use faultscope_localize::relevance::{self, relevance};
use faultscope_localize::sets::{self, AberrantSet, aberrant_sets};
use faultscope_localize::{ProgramFinding, SourceStatement, Strength, coreachable};
use faultscope_report::{self as report, Repairs, SetMember, StatementSet};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::bmc::coverage::Budget;
use faultscope_verify::portfolio::{self, portfolio};
use faultscope_verify::reachability::{self, leads_only_to_errors, reachable, reachable_among};

use crate::assemble;
use crate::request::Options;
use crate::search;

/// How many statements and conditions of code are asked about, the most promising ones.
const MAX_CANDIDATES: usize = 32;

/// How many inputs and declarations are asked about.
const MAX_INPUTS: usize = 6;

/// Most steps of one solver query about a local fix: some hundredths of a second.
const QUERY_STEPS: u32 = 20_000;

/// Most programs with a set of statements fixed that the verifier is asked about.
const MAX_SET_CHECKS: usize = 16;

/// A check takes this many times what finding the first error trace took, at most.
const BUDGET_FACTOR: u32 = 10;

/// But at least this: so short a time depends on what else the machine does, and answers must not.
const LEAST_BUDGET: Duration = Duration::from_secs(1);

/// How many checks run at the same time.
pub(crate) const N_THREADS: usize = 2;

/// All origins of a statement or condition.
fn origins(program: &Program, statement: SourceStatement) -> Vec<OriginId> {
    let ids = (0..program.sources.n_origins() as u32).map(OriginId);
    ids.filter(|id| statement.has(program.sources.origin(*id))).collect()
}

/// The statements and conditions that are asked about, in rank order.
pub(crate) struct Candidates {
    candidates: BTreeMap<SourceStatement, Candidate>,
}

impl Candidates {
    /// The most promising findings in code with their most permissive local fixes.
    pub(crate) fn new(
        program: &Program,
        traces: &[ErrorTrace],
        findings: &[ProgramFinding<'_>],
        checks: &Checks<'_>,
    ) -> Candidates {
        let is_relevant =
            |it: &&ProgramFinding<'_>| it.strength <= Strength::Relevant || it.finding().other_way.is_some();
        let (code, others): (Vec<_>, Vec<_>) =
            findings.iter().filter(is_relevant).partition(|it| it.finding().kind.is_code());
        let asked: Vec<&ProgramFinding<'_>> =
            code.into_iter().take(MAX_CANDIDATES).chain(others.into_iter().take(MAX_INPUTS)).collect();
        let candidates = in_parallel(N_THREADS, &asked, |it| {
            let trace = &traces[it.shown].trace;
            Candidate::new(program, trace, it.finding(), &checks.fixes, &checks.limits())
        });
        let candidates = asked.iter().map(|it| it.finding().statement(program)).zip(candidates).collect();
        Candidates { candidates }
    }

    /// How suspicious the statements are.
    pub(crate) fn suspiciousness(
        &self,
        program: &Program,
        traces: &[ErrorTrace],
        checks: &Checks<'_>,
    ) -> Vec<(SourceStatement, Suspiciousness)> {
        let config = reachability::Config { verifier: Some(Budget::default()), ..Default::default() };
        let executed: Vec<OriginId> =
            traces.iter().flat_map(|error| &error.trace.steps).map(|step| step.origin).collect();
        let before = reachable(program, &executed, &config, &checks.limits());
        let excluded = leads_only_to_errors(program);
        let questions = before.questions(&excluded);
        let candidates: Vec<(&SourceStatement, &Candidate)> = self.candidates.iter().collect();
        let scores = in_parallel(N_THREADS, &candidates, |(statement, candidate)| {
            let fixed = candidate.fixed(program)?;
            let unchanged = before.executed_before(&origins(program, **statement));
            let after = reachable_among(&fixed, &unchanged, &questions, &config, &checks.limits());
            let comparison = before.compare(&after, &excluded);
            let score = Suspiciousness {
                kept: comparison.n_after,
                reachable: comparison.n_before,
                by_verifier: comparison.n_by_verifier > 0,
            };
            Some((**statement, score))
        });
        scores.into_iter().flatten().collect()
    }

    /// Asks of the first `max` findings in code, and of inputs, whether fixing them is enough.
    pub(crate) fn check(
        &self,
        program: &Program,
        findings: &[ProgramFinding<'_>],
        max: Option<usize>,
        checks: &Checks<'_>,
    ) -> Answers {
        let mut n_code = 0;
        let is_asked = |it: &&ProgramFinding<'_>| {
            n_code += usize::from(it.finding().kind.is_code());
            !it.finding().kind.is_code() || max.is_none_or(|max| n_code <= max)
        };
        let statements: Vec<SourceStatement> = findings
            .iter()
            .filter(is_asked)
            .map(|it| it.finding().statement(program))
            .filter(|it| self.candidates.contains_key(it))
            .collect();
        let asked: Vec<Candidate> = statements.iter().map(|it| self.candidates[it].clone()).collect();
        let answers = must_program_aberrant(program, &asked, &checks.fixes, checks, N_THREADS);
        Answers { answers: statements.into_iter().zip(answers).collect() }
    }
}

/// Whether fixing a statement is enough, for those that were asked about.
#[derive(Default)]
pub(crate) struct Answers {
    answers: BTreeMap<SourceStatement, Answer<Remaining>>,
}

impl Answers {
    pub(crate) fn of(&self, program: &Program, finding: &ProgramFinding<'_>) -> Option<&Answer<Remaining>> {
        self.answers.get(&finding.finding().statement(program))
    }
}

/// An execution of a changed program that still leads to an error.
pub(crate) struct Remaining {
    error: ErrorTrace,
    /// As it is reported.
    pub(crate) trace: report::Trace,
}

/// The verifiers on changed programs.
pub(crate) struct Checks<'a> {
    config: portfolio::Config,
    fixes: coreachable::Config,
    limits: &'a Limits,
    budget: Duration,
}

impl<'a> Checks<'a> {
    /// Checks of a program whose first error trace was found after this many seconds.
    pub(crate) fn new(options: &Options, first_trace: f64, limits: &'a Limits) -> Checks<'a> {
        let mut config = search::config(options);
        config.trace_abstraction.max_traces = Some(1);
        config.trace_abstraction.keep_proof = false;
        let budget = options.check_time;
        let usual = || Duration::from_secs_f64(first_trace.max(0.0)) * BUDGET_FACTOR;
        let budget = budget.unwrap_or_else(|| usual().max(LEAST_BUDGET));
        // Half of it for finding out what a fix is.
        Checks { config, fixes: fixes_config(options), limits, budget: budget / 2 }
    }
}

/// Most error traces whose sets are looked for.
const MAX_TRACES: usize = 4;

/// Most sets that repair the first error trace and are reported.
const MAX_TRACE_SETS: usize = 5;

/// The sets of several statements that avoid the error together: those that are proved to repair the program first, then
/// those that repair the first error trace.
pub(crate) fn sets(
    program: &Program,
    traces: &[ErrorTrace],
    outcomes: &[relevance::Outcome],
    options: &Options,
    checks: &Checks<'_>,
) -> Vec<StatementSet> {
    if options.max_set_size < 2 {
        return Vec::new();
    }
    let limits = checks.limits();
    let config = sets::Config {
        max_size: options.max_set_size,
        query_steps: QUERY_STEPS,
        dump: options.dump.clone(),
        ..sets::Config::standard()
    };
    let mut on_first: Vec<AberrantSet> = Vec::new();
    let mut known = Vec::new();
    for (error, outcome) in traces.iter().zip(outcomes).take(MAX_TRACES) {
        let found = aberrant_sets(program, &error.trace, &outcome.findings, &config, &limits).sets;
        known.push(Known::new(program, &error.trace, &found));
        if on_first.is_empty() {
            on_first = found;
        }
    }
    let mut localize = |changed: &Program, trace: &Trace| {
        let found = relevance(changed, trace, &relevance::Config::standard(), &limits);
        aberrant_sets(changed, trace, &found.findings, &config, &limits).sets
    };
    let settings = together::Config {
        max_size: options.max_set_size,
        max_checks: MAX_SET_CHECKS,
        max_sets: MAX_TRACE_SETS,
        fixes: checks.fixes.clone(),
    };
    let outcome = together(program, known, checks, &mut localize, &settings, &limits);
    let of_program = outcome.proved.iter().filter(|set| set.len() > 1).map(|set| StatementSet {
        members: set.iter().map(|it| member(program, *it)).collect(),
        repairs: Repairs::Program,
    });
    let of_trace = on_first.iter().filter(|set| set.members.len() > 1).take(MAX_TRACE_SETS).map(|set| {
        let members = set.members.iter().map(|it| {
            let span = program.sources.origin(it.origin).span;
            member(program, SourceStatement { span, kind: it.kind })
        });
        StatementSet { members: members.collect(), repairs: Repairs::Trace }
    });
    let mut sets: Vec<StatementSet> = of_program.collect();
    for set in of_trace {
        if !sets.iter().any(|it| it.members.iter().all(|member| set.members.contains(member))) {
            sets.push(set);
        }
    }
    sets
}

fn member(program: &Program, statement: SourceStatement) -> SetMember {
    let origin = origins(program, statement).first().map(|id| program.sources.origin(*id));
    let text = origin.map_or_else(String::new, |it| it.text.clone());
    SetMember { kind: statement.kind, span: statement.span, text }
}

fn fixes_config(options: &Options) -> coreachable::Config {
    coreachable::Config {
        query_steps: QUERY_STEPS,
        dump: options.dump.clone(),
        ..coreachable::Config::standard()
    }
}

impl Verifier for Checks<'_> {
    type Error = Remaining;

    fn limits(&self) -> Limits {
        self.limits.child().with_timeout(self.budget)
    }

    fn verify(&self, program: &Program, limits: &Limits) -> Verified<Remaining> {
        match portfolio(program, &self.config, limits, &mut ()).answer {
            portfolio::Answer::Safe => Verified::Safe,
            portfolio::Answer::Unsafe { mut traces, .. } => {
                let error = traces.swap_remove(0);
                let trace = assemble::trace(program, &error);
                Verified::Unsafe(Remaining { error, trace })
            }
            portfolio::Answer::Unknown(reason) => Verified::Unknown(assemble::reason(program, &reason)),
        }
    }

    fn trace(error: &Remaining) -> &Trace {
        &error.error.trace
    }
}
