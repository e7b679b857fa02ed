//! The statements of which it is asked what fixing them does to the program.

use std::collections::BTreeMap;
use std::sync::mpsc::Sender;

use faultscope_ir::OriginId;
use faultscope_ir::limits::Reached;
use faultscope_localize::parallel::in_parallel;
use faultscope_localize::{FindingKind, FindingStatement, ProgramFinding, Strength};
use faultscope_verify::bmc::coverage::Budget;
use faultscope_verify::outside::Outside;
use faultscope_verify::reachability::{
    Comparison, ReachabilityConfig, leads_only_to_errors, reachable, reachable_among,
};

use crate::aberrance::{Asked, Candidate, ProgramAberrance, must_program_aberrant};
use crate::config::Means;
use crate::failure::Failure;
use crate::limits::{FIXED_COVERAGE_EFFORT, reached};
use crate::oracle::Oracle;
use crate::suspiciousness::Suspiciousness;

/// Whether changing the statement, or turning the condition, is worth a question.
fn is_relevant(finding: &ProgramFinding) -> bool {
    // How long an object lives is no value that a statement assigns.
    if matches!(
        finding.finding().kind,
        FindingKind::ScopeEnd | FindingKind::PointerLost | FindingKind::Call | FindingKind::Type
    ) {
        return false;
    }
    finding.strength <= Strength::Relevant || finding.finding().other_way.is_some()
}

/// How many fixed programs are compared at a time, on whatever number of threads.
const AT_A_TIME: usize = 4;

/// The verifier's effort for the next fixed programs, a quarter where it has left some statement open and found none that cannot
/// be reached: of what is cut off by the next fixes it mostly finds out as little. All of it again where it has found some.
fn effort_after(comparisons: &[Option<Comparison>], effort: u64) -> u64 {
    let any = |is_it: fn(&Comparison) -> bool| comparisons.iter().flatten().any(is_it);
    if any(|it| it.n_by_verifier > 0) {
        FIXED_COVERAGE_EFFORT
    } else if any(|it| it.n_open > 0) {
        effort / 4
    } else {
        effort
    }
}

/// Statements and conditions with the changes that fix them, by the index of their finding.
#[derive(Debug)]
pub(crate) struct Candidates {
    candidates: BTreeMap<usize, Candidate>,
}

impl Candidates {
    /// The most promising findings in code with their most permissive local fixes.
    pub(crate) fn new(failure: &Failure<'_>, means: &Means<'_>, reached: &mut Reached) -> Candidates {
        let localized = failure.localized;
        let relevant = (0..localized.findings.len()).filter(|idx| is_relevant(&localized.findings[*idx]));
        let (code, others): (Vec<usize>, Vec<usize>) =
            relevant.partition(|idx| localized.findings[*idx].finding().kind.is_code());
        reached.note(&reached::MAX_CANDIDATES, code.len() > means.budgets.max_candidates);
        reached.note(&reached::MAX_INPUTS_ASKED, others.len() > means.budgets.max_inputs);
        let code = code.into_iter().take(means.budgets.max_candidates);
        let asked: Vec<usize> = code.chain(others.into_iter().take(means.budgets.max_inputs)).collect();
        Candidates::of(failure, asked, means)
    }

    /// These findings with their most permissive local fixes.
    fn of(failure: &Failure<'_>, findings: Vec<usize>, means: &Means<'_>) -> Candidates {
        let Failure { program, traces, localized, .. } = *failure;
        let candidates = in_parallel(means.config.jobs, &findings, |idx| {
            let finding = &localized.findings[*idx];
            let trace = &traces[finding.shown].trace;
            Candidate::new(program, trace, finding.finding(), &means.fixes(), &means.alone())
        });
        Candidates { candidates: findings.into_iter().zip(candidates).collect() }
    }

    /// How suspicious the statements are; for each finding, where it was asked and can be said.
    pub(crate) fn suspiciousness(
        &self,
        failure: &Failure<'_>,
        means: &Means<'_>,
    ) -> Vec<Option<Suspiciousness>> {
        let Failure { program, traces, localized, .. } = *failure;
        let config = ReachabilityConfig { verifier: Some(Budget::default()), ..Default::default() };
        let known = traces.iter().map(Outside::of_trace).collect();
        let before = reachable(program, known, &config, &means.alone());
        let excluded = leads_only_to_errors(program);
        let questions = before.questions(&excluded);
        let origins = |statement: FindingStatement| -> Vec<OriginId> {
            let ids = (0..program.sources.n_origins() as u32).map(OriginId);
            ids.filter(|id| statement.has(program.sources.origin(*id))).collect()
        };
        let candidates: Vec<(usize, &Candidate)> =
            self.candidates.iter().map(|(idx, candidate)| (*idx, candidate)).collect();
        let compared = |(_, candidate): &(usize, &Candidate), effort: u64| {
            let fixed = candidate.fixed(program)?;
            let unchanged = before.executed_before(&origins(candidate.statement()));
            let limits = means.alone();
            let executed = before.executed_again(&fixed.one, unchanged, &questions, &limits);
            // Nobody asks what executions the fixed programs have.
            let verifier = Some(Budget { keeps_executions: false, effort, ..Budget::default() });
            let config = ReachabilityConfig { verifier, ..config.clone() };
            let after = reachable_among(&fixed.program, &executed, &questions, &config, &limits);
            Some(before.compare(&after, &excluded))
        };
        let mut of_findings = vec![None; localized.findings.len()];
        let mut effort = FIXED_COVERAGE_EFFORT;
        for some in candidates.chunks(AT_A_TIME) {
            let comparisons = in_parallel(means.config.jobs, some, |it| compared(it, effort));
            effort = effort_after(&comparisons, effort);
            for ((idx, _), comparison) in some.iter().zip(comparisons) {
                of_findings[*idx] = comparison.map(|it| Suspiciousness {
                    kept: it.n_after,
                    reachable: it.n_before,
                    by_verifier: it.n_by_verifier > 0,
                });
            }
        }
        of_findings
    }

    /// Asks of the first findings in code, in this order, and of inputs, whether fixing them is enough; the answers by
    /// finding. Of those that are `known` to be enough it is asked last, and only what is proved of them is kept. Where the
    /// oracle has learnt nothing before, `learnt` gets it when it has.
    pub(crate) fn alone(
        &self,
        failure: &Failure<'_>,
        order: &[usize],
        known: &[usize],
        oracle: &mut Oracle,
        means: &Means<'_>,
        learnt: Sender<Oracle>,
    ) -> BTreeMap<usize, ProgramAberrance> {
        let max = means.config.max_findings;
        let mut n_code = 0;
        let mut is_asked = |idx: usize| {
            let is_code = failure.localized.findings[idx].finding().kind.is_code();
            n_code += usize::from(is_code);
            !is_code || max.is_none_or(|max| n_code <= max)
        };
        let first: Vec<usize> = order.iter().copied().filter(|idx| is_asked(*idx)).collect();
        // A patch may have put one in front that was none of the most promising ones.
        let is_missing = |idx: &usize| {
            let finding = &failure.localized.findings[*idx];
            !self.candidates.contains_key(idx) && finding.finding().kind.is_code() && is_relevant(finding)
        };
        let n_known = first.iter().filter(|idx| self.candidates.contains_key(idx)).count();
        let n_missing = means.budgets.max_candidates.saturating_sub(n_known);
        let missing = first.iter().copied().filter(is_missing).take(n_missing).collect();
        let missing = Candidates::of(failure, missing, means);
        let candidate = |idx: &usize| self.candidates.get(idx).or_else(|| missing.candidates.get(idx));
        let asked: Vec<usize> = first.into_iter().filter(|idx| candidate(idx).is_some()).collect();
        let (known, others): (Vec<usize>, Vec<usize>) = asked.iter().partition(|idx| known.contains(idx));
        let whether = others.iter().filter_map(|idx| Some((candidate(idx)?, Asked::Whether)));
        let most_permissive = known.iter().filter_map(|idx| Some((candidate(idx)?, Asked::MostPermissive)));
        let candidates: Vec<(&Candidate, Asked)> = whether.chain(most_permissive).collect();
        let answers =
            must_program_aberrant(failure.program, failure.traces, &candidates, oracle, means, learnt);
        let answers = others.iter().chain(&known).copied().zip(answers);
        let is_kept = |idx: &usize, answer: &ProgramAberrance| {
            !known.contains(idx)
                || matches!(answer, ProgramAberrance::Proved(_) | ProgramAberrance::RepairsThrough(_))
        };
        answers.filter(|(idx, answer)| is_kept(idx, answer)).collect()
    }
}
