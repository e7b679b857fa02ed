//! What can be fixed in the program: the verifier on programs with one statement fixed.

use std::collections::BTreeMap;

use crate::aberrance::together::{self, Known, together};
use crate::aberrance::{Answer, Candidate, Verified, Verifier, must_program_aberrant};
use faultscope_ir::{OriginId, Program, Trace};
use faultscope_localize::Suspiciousness;
use faultscope_localize::parallel::in_parallel;
use faultscope_localize::relevance::{self, relevance};
use faultscope_localize::sets::{self, AberrantSet, aberrant_sets};
use faultscope_localize::{ProgramFinding, SourceStatement, Strength, coreachable};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::bmc::coverage::Budget;
use faultscope_verify::portfolio::{self, portfolio};
use faultscope_verify::reachability::{self, leads_only_to_errors, reachable, reachable_among};

use crate::{Budgets, Config};

/// Statements that have to be fixed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairingSet {
    /// The statements.
    pub members: Vec<SourceStatement>,
    /// What they repair together.
    pub repairs: Repairs,
}

/// What a set of statements repairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repairs {
    /// The program, which is proved.
    Program,
    /// The first error trace.
    Trace,
}

/// All origins of a statement or condition.
fn origins(program: &Program, statement: SourceStatement) -> Vec<OriginId> {
    let ids = (0..program.sources.n_origins() as u32).map(OriginId);
    ids.filter(|id| statement.has(program.sources.origin(*id))).collect()
}

/// The statements and conditions that are asked about, in rank order.
#[derive(Debug)]
pub struct Candidates {
    candidates: BTreeMap<SourceStatement, Candidate>,
}

impl Candidates {
    /// The most promising findings in code with their most permissive local fixes.
    pub fn new(
        program: &Program,
        traces: &[ErrorTrace],
        findings: &[ProgramFinding<'_>],
        checks: &Checks<'_>,
    ) -> Candidates {
        let budgets = checks.budgets;
        let is_relevant =
            |it: &&ProgramFinding<'_>| it.strength <= Strength::Relevant || it.finding().other_way.is_some();
        let (code, others): (Vec<_>, Vec<_>) =
            findings.iter().filter(is_relevant).partition(|it| it.finding().kind.is_code());
        let asked: Vec<&ProgramFinding<'_>> = code
            .into_iter()
            .take(budgets.max_candidates)
            .chain(others.into_iter().take(budgets.max_inputs))
            .collect();
        let candidates = in_parallel(checks.config.jobs, &asked, |it| {
            let trace = &traces[it.shown].trace;
            Candidate::new(program, trace, it.finding(), &checks.fixes, &checks.limits())
        });
        let candidates = asked.iter().map(|it| it.finding().statement(program)).zip(candidates).collect();
        Candidates { candidates }
    }

    /// How suspicious the statements are.
    pub fn suspiciousness(
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
        let scores = in_parallel(checks.config.jobs, &candidates, |(statement, candidate)| {
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
    pub fn check(
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
        let answers = must_program_aberrant(program, &asked, &checks.fixes, checks, checks.config.jobs);
        Answers { answers: statements.into_iter().zip(answers).collect() }
    }
}

/// Whether fixing a statement is enough, for those that were asked about.
#[derive(Debug, Default)]
pub struct Answers {
    answers: BTreeMap<SourceStatement, Answer<Remaining>>,
}

impl Answers {
    /// The answer about a finding's statement.
    pub fn of(&self, program: &Program, finding: &ProgramFinding<'_>) -> Option<&Answer<Remaining>> {
        self.answers.get(&finding.finding().statement(program))
    }
}

/// An execution of a changed program that still leads to an error.
#[derive(Debug, Clone)]
pub struct Remaining {
    /// The changed program.
    pub program: Program,
    /// The execution.
    pub error: ErrorTrace,
}

/// The verifiers on changed programs.
#[derive(Debug)]
pub struct Checks<'a> {
    config: &'a Config,
    budgets: &'a Budgets,
    search: portfolio::Config,
    fixes: coreachable::Config,
    limits: &'a Limits,
}

impl<'a> Checks<'a> {
    /// Checks within the budgets.
    pub fn new(config: &'a Config, budgets: &'a Budgets, limits: &'a Limits) -> Checks<'a> {
        let mut search = config.search.clone();
        search.trace_abstraction.max_traces = Some(1);
        search.trace_abstraction.keep_proof = false;
        let fixes = coreachable::Config {
            query_steps: budgets.fix_query_steps,
            dump: config.dump.clone(),
            ..coreachable::Config::standard()
        };
        Checks { config, budgets, search, fixes, limits }
    }
}

/// The sets of several statements that avoid the error together: those that are proved to repair the program first, then
/// those that repair the first error trace.
pub fn sets(
    program: &Program,
    traces: &[ErrorTrace],
    outcomes: &[relevance::Outcome],
    checks: &Checks<'_>,
) -> Vec<RepairingSet> {
    let (settings, budgets) = (checks.config, checks.budgets);
    if settings.max_set_size < 2 {
        return Vec::new();
    }
    let limits = checks.limits();
    let config = sets::Config {
        max_size: settings.max_set_size,
        query_steps: budgets.fix_query_steps,
        dump: settings.dump.clone(),
        ..sets::Config::standard()
    };
    let mut on_first: Vec<AberrantSet> = Vec::new();
    let mut known = Vec::new();
    for (error, outcome) in traces.iter().zip(outcomes).take(budgets.max_set_traces) {
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
        max_size: settings.max_set_size,
        max_checks: budgets.max_set_checks,
        max_sets: budgets.max_trace_sets,
        fixes: checks.fixes.clone(),
    };
    let outcome = together(program, known, checks, &mut localize, &settings, &limits);
    let of_program = outcome
        .proved
        .iter()
        .filter(|set| set.len() > 1)
        .map(|set| RepairingSet { members: set.clone(), repairs: Repairs::Program });
    let of_trace =
        on_first.iter().filter(|set| set.members.len() > 1).take(budgets.max_trace_sets).map(|set| {
            let members = set.members.iter().map(|it| {
                let span = program.sources.origin(it.origin).span;
                SourceStatement { span, kind: it.kind }
            });
            RepairingSet { members: members.collect(), repairs: Repairs::Trace }
        });
    let mut sets: Vec<RepairingSet> = of_program.collect();
    for set in of_trace {
        if !sets.iter().any(|it| it.members.iter().all(|member| set.members.contains(member))) {
            sets.push(set);
        }
    }
    sets
}

impl Verifier for Checks<'_> {
    type Error = Remaining;

    fn limits(&self) -> Limits {
        self.limits.child().with_timeout(self.budgets.alone_time)
    }

    fn verify(&self, program: &Program, limits: &Limits) -> Verified<Remaining> {
        match portfolio(program, &self.search, limits, &mut ()).answer {
            portfolio::Answer::Safe => Verified::Safe,
            portfolio::Answer::Unsafe { mut traces, .. } => {
                Verified::Unsafe(Remaining { program: program.clone(), error: traces.swap_remove(0) })
            }
            portfolio::Answer::Unknown(reason) => Verified::Unknown(reason),
        }
    }

    fn trace(error: &Remaining) -> &Trace {
        &error.error.trace
    }
}
