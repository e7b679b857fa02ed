//! # Repair
//! From a failing program, and what is known of its error traces, to what can be changed so that it no longer fails. In
//! this order, for what was found decides what is asked next: how suspicious the statements are; changes of lines at the
//! most suspicious ones; whether fixing a statement alone is enough; sets of statements.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::mpsc;

use faultscope_ir::limits::Reached;
use faultscope_ir::{Assumption, Property};
use faultscope_localize::finding::{Finding, FindingStatement, Rerun, Strength};
use faultscope_localize::parallel::both;
use faultscope_localize::{Measure, Spectrum};
use faultscope_solver::{Limits, StopReason};
use faultscope_verify::UnknownReason;
use faultscope_verify::neighbours::{Neighbour, neighbours};

use crate::aberrance::{Open, ProgramAberrance};
use crate::candidates::Candidates;
use crate::config::Means;
use crate::failure::Failure;
use crate::leaving::leaving;
use crate::limits::{MAX_RANKED_SET, MAX_REFINEMENTS, reached};
use crate::oracle::Oracle;
use crate::patches::{Ground, Patch, PatchVerdict, of_strategies, patches, prove_kept};
use crate::ranking::{Enough, Features, ForTests, Standing, features, is_guard, rank};
use crate::sets::{RepairingSet, Repairs, sets};
use crate::withheld::withhold;
use crate::workspace::Workspace;

/// What of a failing program can be changed.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// What was found about each finding, in the order in which the findings were given.
    pub standings: Vec<Standing>,
    /// Whether fixing a finding's statement is enough, by the finding's index, where that was asked.
    pub alone: BTreeMap<usize, ProgramAberrance>,
    /// Statements that have to be fixed together.
    pub sets: Vec<RepairingSet>,
    /// Changes of source lines, the best first.
    pub patches: Vec<Patch>,
    /// What the proofs of what patches keep rest on beside the program.
    pub compared: Vec<Assumption>,
    /// The findings by their indices, the likeliest fault first.
    pub order: Vec<usize>,
    /// What the order has looked at, for each finding.
    pub features: Vec<Features>,
    /// The bounds that were met on the way.
    pub reached: Reached,
    /// The limit that was exceeded on the way, so that not everything was asked.
    pub interrupted: Option<StopReason>,
}

/// How far [`repair`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Milestone {
    /// The statements are ranked by their suspiciousness.
    Ranked,
    /// Patches are being looked for.
    Patching,
}

/// Asks what can be changed.
pub fn repair(
    failure: &Failure<'_>,
    workspace: &dyn Workspace,
    means: &Means<'_>,
    told: &mut dyn FnMut(Milestone),
) -> Repaired {
    let ranks = means.config.ranks;
    let neighbours =
        if ranks || means.config.patches { around(failure, means.limits) } else { Cow::default() };
    let mut repaired = by_executions(failure, ranks, &neighbours);
    let mut oracle = Oracle::of(failure, means);
    let mut ground = None;
    let candidates =
        means.config.program_level.then(|| Candidates::new(failure, means, &mut repaired.reached));
    if let Some(candidates) = &candidates {
        let leaving = || if means.config.ranks { leaving(failure, means) } else { Default::default() };
        let (oracle, ranked) = (&oracle, &mut repaired);
        let scores = || {
            let scores = candidates.suspiciousness(failure, means);
            for (standing, score) in ranked.standings.iter_mut().zip(scores) {
                standing.suspiciousness = score;
            }
            ranked.rank(failure, means);
            // That takes less than in which order statements let the trace be left, mostly.
            means.config.patches.then(|| Ground::new(failure, &ranked.order, workspace, oracle, means))
        };
        let ((leaving, ran_out), of_patches) = both(means.config.jobs, leaving, scores);
        repaired.reached.note(&reached::LEAVING_EFFORT, ran_out);
        ground = of_patches;
        for (finding, place) in leaving {
            repaired.standings[finding].leaving = Some(place);
        }
        repaired.rank(failure, means);
        told(Milestone::Ranked);
    }
    if means.config.patches {
        told(Milestone::Patching);
        let (order, reached) = (&repaired.order, &mut repaired.reached);
        let ground = ground.unwrap_or_else(|| Ground::new(failure, order, workspace, &oracle, means));
        if let Some(ground) = ground {
            let tried =
                patches(failure, (order, &neighbours), workspace, ground, &mut oracle, means, reached);
            repaired.patches = tried.patches;
            for (finding, helpfulness) in tried.helpfulness {
                repaired.standings[finding].helpfulness = Some(helpfulness);
            }
        }
        repaired.note_patches(failure);
        repaired.rank(failure, means);
    }
    repaired.note_tests(failure);
    if let Some(candidates) = &candidates {
        // A proved patch says that fixing the statement is enough.
        let is_proved =
            |it: &&Patch| it.verdict == PatchVerdict::Proved && it.reaches_check && it.leaves.is_empty();
        let proved: Vec<usize> =
            repaired.patches.iter().filter(is_proved).filter_map(|it| it.finding).collect();
        oracle.change_of_kind();
        let (before, order, proved) = (oracle.clone(), &repaired.order, &proved);
        let (sender, learnt) = mpsc::channel();
        let alone = || candidates.alone(failure, order, proved, &mut oracle, means, sender);
        let sets = move || {
            // Who has learnt nothing before waits for what the first proofs teach.
            let oracle = if before.has_learnt() { before } else { learnt.recv().unwrap_or(before) };
            let mut reached = Reached::default();
            (sets(failure, proved, &oracle, means, &mut reached), reached)
        };
        let (alone, (sets, reached)) = both(means.config.jobs, alone, sets);
        (repaired.alone, repaired.sets) = (alone, sets);
        repaired.reached.extend(&reached);
        repaired.note_alone(failure, means);
        repaired.rank(failure, means);
        if means.config.patches {
            let (known, reached) = ((&repaired.alone, &repaired.patches[..]), &mut repaired.reached);
            let further = of_strategies(failure, known, &neighbours, workspace, &mut oracle, means, reached);
            repaired.patches.extend(further);
        }
    }
    repaired.patches.retain(|it| !it.takes_away);
    let is_too_much = withhold(&mut repaired.patches, failure, means.budgets.max_patched_lines);
    repaired.reached.note(&reached::MAX_PATCHED_LINES, is_too_much);
    repaired.compared = prove_kept(failure.program, &mut repaired.patches, workspace, means);
    repaired.features = features(failure, &repaired.standings);
    repaired.interrupted = means.limits.exceeded();
    repaired
}

/// The findings in the order that executions and the compiler give, without a question about a changed program.
pub(crate) fn ranked(failure: &Failure<'_>, ranks: bool, limits: &Limits) -> Repaired {
    let neighbours = if ranks { around(failure, limits) } else { Cow::default() };
    let mut repaired = by_executions(failure, ranks, &neighbours);
    if ranks {
        rank(failure, &repaired.standings, &mut repaired.order);
    }
    repaired.features = features(failure, &repaired.standings);
    repaired.interrupted = limits.exceeded();
    repaired
}

/// What tests or the executions around the failing one say of the findings, and the compiler.
fn by_executions(failure: &Failure<'_>, ranks: bool, neighbours: &[Neighbour]) -> Repaired {
    let n_findings = failure.localized.findings.len();
    let mut repaired = Repaired {
        standings: vec![Standing::default(); n_findings],
        alone: BTreeMap::new(),
        sets: Vec::new(),
        patches: Vec::new(),
        order: (0..n_findings).collect(),
        features: Vec::new(),
        reached: Reached::default(),
        compared: Vec::new(),
        interrupted: None,
    };
    for (standing, evidence) in repaired.standings.iter_mut().zip(failure.compiler) {
        standing.compiler = *evidence;
    }
    let around = spectrum(failure, neighbours).filter(|_| ranks);
    if let Some(spectrum) = failure.tests.map(|it| it.spectrum()).or(around.as_ref()) {
        for (standing, finding) in repaired.standings.iter_mut().zip(&failure.localized.findings) {
            let statement = failure.program.sources.statement(finding.finding().origin);
            standing.ochiai = spectrum.score(Measure::Ochiai, statement);
        }
        if ranks {
            rank(failure, &repaired.standings, &mut repaired.order);
        }
    }
    repaired
}

/// Executions around the first failing one, where no tests say what is right.
fn around<'a>(failure: &Failure<'a>, limits: &Limits) -> Cow<'a, [Neighbour]> {
    match (failure.around, failure.traces.first()) {
        (Some(known), _) => known.into(),
        (None, Some(error)) if failure.tests.is_none() => {
            neighbours(failure.program, error, &limits.child().apart()).into()
        }
        _ => Cow::default(),
    }
}

/// What they execute; none where none of them worked.
fn spectrum(failure: &Failure<'_>, neighbours: &[Neighbour]) -> Option<Spectrum> {
    let mut spectrum = Spectrum::default();
    for it in neighbours {
        spectrum.add(failure.program, it.fails, it.statements.clone(), it.ways.clone());
    }
    (spectrum.all.passing > 0).then_some(spectrum)
}

impl Repaired {
    /// Whether something is proved of patches, which is about all executions.
    pub fn proves(&self) -> bool {
        self.patches.iter().any(|it| it.verdict == PatchVerdict::Proved || it.kept.proof.is_some())
    }

    fn rank(&mut self, failure: &Failure<'_>, means: &Means<'_>) {
        if means.config.ranks {
            rank(failure, &self.standings, &mut self.order);
        }
    }

    /// Notes which findings have a patch that is proved and passes the check that failed.
    fn note_patches(&mut self, failure: &Failure<'_>) {
        // Of changes of statements their findings say enough, but where such failures are mostly repaired so.
        let is_of_statement = |it: &Patch| {
            let finding = it.finding.map(|finding| failure.localized.findings[finding].finding());
            let says_enough = |finding: &Finding| !it.is_usual || is_guard(finding);
            finding.is_some_and(|it| it.kind.is_of_statement() && says_enough(it))
        };
        let proved = self.patches.iter().filter(|it| it.verdict.is_repair() && !is_of_statement(it));
        // Who must not do something wrong need not do it; what somebody states is to be met.
        let is_to_be_met = failure.violated().any(Property::is_stated);
        let mut n_of_rules = 0;
        for (place, patch) in proved.enumerate() {
            let reaches_check = patch.reaches_check || !is_to_be_met;
            let of_rules = (!patch.is_learned && reaches_check).then_some(n_of_rules);
            n_of_rules += usize::from(of_rules.is_some());
            let Some(standing) = patch.finding.map(|finding| &mut self.standings[finding]) else { continue };
            standing.kept = standing.kept.into_iter().chain(patch.kept.share()).reduce(f64::max);
            standing.rule_patch = standing.rule_patch.or(of_rules);
            match (reaches_check, patch.is_learned) {
                (true, _) => {
                    standing.patch.get_or_insert(place);
                    standing.is_enough_by_patch |= patch.leaves.is_empty();
                }
                (false, false) => _ = standing.avoiding_patch.get_or_insert(place),
                (false, true) => {}
            }
        }
    }

    /// Notes with which findings all tests pass.
    fn note_tests(&mut self, failure: &Failure<'_>) {
        let Some(tests) = failure.tests else { return };
        let all_shown = tests.n_failing() == failure.traces.len();
        for (standing, finding) in self.standings.iter_mut().zip(&failure.localized.findings) {
            let avoids = |on: &Option<Finding>| {
                on.as_ref().is_some_and(|it| matches!(it.rerun, Some(Rerun::Avoids(_))))
            };
            let is_statement = finding.finding().kind.is_of_statement();
            standing.for_tests = if standing.patch.is_some() || standing.avoiding_patch.is_some() {
                Some(ForTests::Patch)
            } else if is_statement {
                (finding.strength == Strength::Constant).then_some(ForTests::Statement)
            } else {
                (all_shown && finding.on.iter().all(avoids)).then_some(ForTests::Values)
            };
        }
    }

    fn note_alone(&mut self, failure: &Failure<'_>, means: &Means<'_>) {
        let is_cut_short = |answer: &ProgramAberrance| {
            let ProgramAberrance::NotDecided(Open::Verifier(UnknownReason::Limit { reason, .. })) = answer
            else {
                return false;
            };
            *reason == StopReason::EffortLimit
        };
        let is_given_up = |answer: &ProgramAberrance| match answer {
            ProgramAberrance::NotDecided(Open::Remains(n_refined)) => *n_refined == MAX_REFINEMENTS,
            _ => false,
        };
        let is_left_out =
            |answer: &ProgramAberrance| matches!(answer, ProgramAberrance::NotDecided(Open::LeftOut));
        self.reached.note(means.budgets.alone_limit(), self.alone.values().any(is_cut_short));
        self.reached.note(&reached::ALL_ALONE_EFFORT, self.alone.values().any(is_left_out));
        self.reached.note(&reached::MAX_REFINEMENTS, self.alone.values().any(is_given_up));
        for (finding, answer) in &self.alone {
            self.standings[*finding].is_enough = Some(match answer {
                ProgramAberrance::Proved(_) | ProgramAberrance::RepairsThrough(_) => Enough::Proved,
                ProgramAberrance::NotDecided(_) => Enough::NotDecided,
                ProgramAberrance::NotEnough(_) => Enough::NotEnough,
            });
        }
        for standing in self.standings.iter_mut().filter(|it| it.is_enough_by_patch) {
            standing.is_enough = Some(Enough::Proved);
        }
        let is_small =
            |it: &&RepairingSet| it.repairs == Repairs::Program && it.members.len() <= MAX_RANKED_SET;
        let members: Vec<FindingStatement> =
            self.sets.iter().filter(is_small).flat_map(|it| it.members.iter().copied()).collect();
        for (standing, finding) in self.standings.iter_mut().zip(&failure.localized.findings) {
            standing.is_in_set = members.contains(&finding.finding().statement(failure.program));
        }
    }
}
