//! The statements of which it is asked what fixing them does to the program.

use std::collections::BTreeMap;
use std::sync::mpsc::Sender;

use faultscope_ir::OriginId;
use faultscope_ir::limits::Reached;
use faultscope_localize::parallel::in_parallel;
use faultscope_localize::{FindingStatement, ProgramFinding, Strength};
use faultscope_verify::bmc::coverage::Budget;
use faultscope_verify::outside::Outside;
use faultscope_verify::reachability::{ReachabilityConfig, leads_only_to_errors, reachable, reachable_among};

use crate::aberrance::{Asked, Candidate, ProgramAberrance, must_program_aberrant};
use crate::config::Means;
use crate::failure::Failure;
use crate::limits::{FIXED_COVERAGE_EFFORT, reached};
use crate::oracle::Oracle;
use crate::suspiciousness::Suspiciousness;

/// Statements and conditions with the changes that fix them, by the index of their finding.
#[derive(Debug)]
pub(crate) struct Candidates {
    candidates: BTreeMap<usize, Candidate>,
}

impl Candidates {
    /// The most promising findings in code with their most permissive local fixes.
    pub(crate) fn new(failure: &Failure<'_>, means: &Means<'_>, reached: &mut Reached) -> Candidates {
        let Failure { program, traces, localized, .. } = *failure;
        let is_relevant =
            |it: &ProgramFinding| it.strength <= Strength::Relevant || it.finding().other_way.is_some();
        let relevant = (0..localized.findings.len()).filter(|idx| is_relevant(&localized.findings[*idx]));
        let (code, others): (Vec<usize>, Vec<usize>) =
            relevant.partition(|idx| localized.findings[*idx].finding().kind.is_code());
        reached.note(&reached::MAX_CANDIDATES, code.len() > means.budgets.max_candidates);
        reached.note(&reached::MAX_INPUTS_ASKED, others.len() > means.budgets.max_inputs);
        let code = code.into_iter().take(means.budgets.max_candidates);
        let asked: Vec<usize> = code.chain(others.into_iter().take(means.budgets.max_inputs)).collect();
        let candidates = in_parallel(means.config.jobs, &asked, |idx| {
            let finding = &localized.findings[*idx];
            let trace = &traces[finding.shown].trace;
            Candidate::new(program, trace, finding.finding(), &means.fixes(), &means.alone())
        });
        Candidates { candidates: asked.into_iter().zip(candidates).collect() }
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
        // Nobody asks what executions the fixed programs have.
        let verifier =
            Some(Budget { keeps_executions: false, effort: FIXED_COVERAGE_EFFORT, ..Budget::default() });
        let config = ReachabilityConfig { verifier, ..config };
        let scores = in_parallel(means.config.jobs, &candidates, |(_, candidate)| {
            let fixed = candidate.fixed(program)?;
            let unchanged = before.executed_before(&origins(candidate.statement()));
            let limits = means.alone();
            let executed = before.executed_again(&fixed.one, unchanged, &questions, &limits);
            let after = reachable_among(&fixed.program, &executed, &questions, &config, &limits);
            let comparison = before.compare(&after, &excluded);
            Some(Suspiciousness {
                kept: comparison.n_after,
                reachable: comparison.n_before,
                by_verifier: comparison.n_by_verifier > 0,
            })
        });
        let mut of_findings = vec![None; localized.findings.len()];
        for ((idx, _), score) in candidates.into_iter().zip(scores) {
            of_findings[idx] = score;
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
        let asked: Vec<usize> = order
            .iter()
            .copied()
            .filter(|idx| is_asked(*idx))
            .filter(|idx| self.candidates.contains_key(idx))
            .collect();
        let (known, others): (Vec<usize>, Vec<usize>) = asked.iter().partition(|idx| known.contains(idx));
        let whether = others.iter().map(|idx| (&self.candidates[idx], Asked::Whether));
        let most_permissive = known.iter().map(|idx| (&self.candidates[idx], Asked::MostPermissive));
        let candidates: Vec<(&Candidate, Asked)> = whether.chain(most_permissive).collect();
        let answers = must_program_aberrant(failure.program, &candidates, oracle, means, learnt);
        let answers = others.iter().chain(&known).copied().zip(answers);
        let is_kept = |idx: &usize, answer: &ProgramAberrance| {
            !known.contains(idx) || matches!(answer, ProgramAberrance::Proved(_))
        };
        answers.filter(|(idx, answer)| is_kept(idx, answer)).collect()
    }
}
