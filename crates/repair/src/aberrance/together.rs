//! # k-aberrance over the program
//! The smallest sets of statements that repair the program together \[1, section 3.4\]: with the most permissive local fixes of
//! all members no error is left, while with those of a proper subset one is.
//!
//! Not by trying all combinations. Every error trace that is known asks for one of the sets that repair it
//! ([`aberrant_sets`](mod@faultscope_localize::sets)); a candidate is a smallest set that has one for each of them. The verifier
//! looks at the program with all members fixed: what it finds away from them is one more error trace that is known, and
//! what it finds through them says that this set is not enough.
//!
//! **Deviation**: \[1\] lets a set repair the traces through its members and leave others. Here a set repairs all error
//! traces of the program, which is what somebody looks for who fixes several places; single statements are judged by the
//! traces through them ([`must_program_aberrant`](super::must_program_aberrant)). Where several traces go through a member its
//! fix is the conjunction of theirs, and the values tried for it are those of either.
//!
//! # References
//! - \[1\] _Semantic fault localization and suspiciousness ranking_, TACAS 2019.

use std::collections::BTreeSet;

use faultscope_ir::{OriginId, Program, Trace};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use super::instrument::{Change, Errors, instrumented, is_at_statement};
use crate::oracle::{ChangeVerdict, Oracle};
use faultscope_localize::coreachable::{LocalFix, LocalFixConfig, NotExpressible, local_fixes};
use faultscope_localize::finding::FindingStatement;
use faultscope_localize::sets::AberrantSet;

/// An error trace of the program, and what repairs it.
#[derive(Debug, Clone)]
pub struct Known {
    trace: Trace,
    sets: Vec<BTreeSet<FindingStatement>>,
}

impl Known {
    /// A trace with the minimal sets of statements that repair it. `program` may have more origins than the program
    /// that is asked about.
    pub fn new(program: &Program, trace: &Trace, sets: &[AberrantSet]) -> Known {
        let statement = |member: &faultscope_localize::sets::Member| FindingStatement {
            span: program.sources.origin(member.origin).span,
            kind: member.kind,
        };
        let sets = sets.iter().map(|set| set.members.iter().map(statement).collect()).collect();
        Known { trace: trace.clone(), sets }
    }
}

/// Settings of the search for aberrant sets of the program.
#[derive(Debug, Clone)]
pub struct ProgramAberrantSetsConfig {
    /// Most statements of a set: k.
    pub max_size: usize,
    /// Most programs that the verifier is asked about.
    pub max_checks: usize,
    /// Most sets that are looked for.
    pub max_sets: usize,
    /// Settings of local fixes.
    pub fixes: LocalFixConfig,
}

/// The sets of the program, as far as they were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramAberrantSets {
    /// Sets of statements that were proved to repair the program together, while no proper subset does; smaller ones first.
    pub proved: Vec<Vec<FindingStatement>>,
    /// Sets for which that was not decided.
    pub undecided: Vec<Vec<FindingStatement>>,
    /// How many error traces were looked at.
    pub n_traces: usize,
    /// How many programs the verifier was asked about.
    pub n_checks: usize,
}

/// Looks for the smallest sets of statements that repair the program. `localize` gives the sets that repair a further error
/// trace, of a program with the origins of the given one and perhaps more. That those which are `proved` repair the program is
/// known already.
pub fn together(
    program: &Program,
    known: Vec<Known>,
    proved: Vec<Vec<FindingStatement>>,
    oracle: &Oracle,
    localize: &mut dyn FnMut(&Program, &Trace) -> Vec<AberrantSet>,
    config: &ProgramAberrantSetsConfig,
    limits: &Limits,
) -> ProgramAberrantSets {
    let max_proved = proved.len().saturating_add(config.max_sets);
    let outcome = ProgramAberrantSets { proved, undecided: Vec::new(), n_traces: 0, n_checks: 0 };
    let mut search = ChangeSearch {
        program,
        known,
        oracle,
        config,
        limits,
        tried: BTreeSet::new(),
        failed: Vec::new(),
        outcome,
    };
    while search.outcome.n_checks < config.max_checks
        && search.outcome.proved.len() < max_proved
        && limits.exceeded().is_none()
    {
        let Some(candidate) = search.candidate() else { break };
        search.check(candidate, localize);
    }
    search.outcome.n_traces = search.known.len();
    search.outcome
}

struct ChangeSearch<'a> {
    program: &'a Program,
    known: Vec<Known>,
    oracle: &'a Oracle,
    config: &'a ProgramAberrantSetsConfig,
    limits: &'a Limits,
    /// Sets that were asked about since the last error trace became known.
    tried: BTreeSet<Vec<FindingStatement>>,
    /// Sets whose program has an error through them.
    failed: Vec<Vec<FindingStatement>>,
    outcome: ProgramAberrantSets,
}

impl ChangeSearch<'_> {
    /// A smallest set that repairs every known trace and was not tried; those without inputs first.
    fn candidate(&self) -> Option<Vec<FindingStatement>> {
        let mut partial: BTreeSet<Vec<FindingStatement>> = BTreeSet::from([Vec::new()]);
        for known in &self.known {
            let mut extended = BTreeSet::new();
            for set in &partial {
                let has = |wanted: &BTreeSet<FindingStatement>| wanted.iter().all(|it| set.contains(it));
                if known.sets.iter().any(has) {
                    extended.insert(set.clone());
                    continue;
                }
                extended.extend(known.sets.iter().filter_map(|it| self.with(set, it)));
            }
            partial = extended;
        }
        // Where each trace asks for another value of the same statement, one of them may be left to another statement.
        let mut grown: Vec<Vec<FindingStatement>> =
            partial.iter().filter(|it| self.failed.contains(it)).cloned().collect();
        while let Some(set) = grown.pop() {
            for larger in self.known.iter().flat_map(|it| &it.sets).filter_map(|it| self.with(&set, it)) {
                if partial.insert(larger.clone()) && self.failed.contains(&larger) {
                    grown.push(larger);
                }
            }
        }
        let is_open = |set: &Vec<FindingStatement>| {
            let has_proved = self.outcome.proved.iter().any(|it| it.iter().all(|it| set.contains(it)));
            !set.is_empty() && !has_proved && !self.tried.contains(set) && !self.failed.contains(set)
        };
        partial.into_iter().filter(is_open).min_by_key(|set| {
            let n_inputs = set.iter().filter(|it| !it.kind.is_code()).count();
            (set.len(), n_inputs, set.clone())
        })
    }

    /// A set with the statements of another one; none where it is too large.
    fn with(
        &self,
        set: &[FindingStatement],
        wanted: &BTreeSet<FindingStatement>,
    ) -> Option<Vec<FindingStatement>> {
        let union: BTreeSet<FindingStatement> = set.iter().chain(wanted).copied().collect();
        (union.len() <= self.config.max_size).then(|| union.into_iter().collect())
    }

    fn check(
        &mut self,
        set: Vec<FindingStatement>,
        localize: &mut dyn FnMut(&Program, &Trace) -> Vec<AberrantSet>,
    ) {
        self.tried.insert(set.clone());
        let Ok(fixes) = self.fixes(&set) else {
            self.outcome.undecided.push(set);
            return;
        };
        let changes: Vec<Change<'_>> = set
            .iter()
            .zip(&fixes)
            .map(|(statement, fixes)| Change::Fix { statement: *statement, fixes })
            .collect();
        let changed = instrumented(self.program, &changes, Errors::All);
        self.outcome.n_checks += 1;
        match self.oracle.verify(self.program, &changed, self.limits) {
            ChangeVerdict::Repaired(_) => self.outcome.proved.push(set),
            ChangeVerdict::Open(_) => self.outcome.undecided.push(set),
            ChangeVerdict::Undefined(_) => self.failed.push(set),
            ChangeVerdict::Fails(error) => {
                let trace = &error.trace;
                let is_through = trace.steps.iter().any(|step| {
                    let origin = changed.sources.origin(step.origin);
                    set.iter().any(|it| it.has(origin))
                });
                if is_through || is_at_statement(&changed, trace) {
                    self.failed.push(set);
                } else {
                    let sets = localize(&changed, trace);
                    self.known.push(Known::new(&changed, trace, &sets));
                    self.tried.clear();
                }
            }
        }
    }

    /// The fixes of the executions of each member, from all known traces.
    fn fixes(&self, set: &[FindingStatement]) -> Result<Vec<Vec<LocalFix>>, NotExpressible> {
        let mut fixes: Vec<Vec<LocalFix>> = vec![Vec::new(); set.len()];
        for known in &self.known {
            let mut steps: Vec<Vec<usize>> = vec![Vec::new(); set.len()];
            for (idx, step) in known.trace.steps.iter().enumerate() {
                if step.command.target().is_none() {
                    continue;
                }
                if let Some(member) = set.iter().position(|it| self.is_of(step.origin, it)) {
                    steps[member].push(idx);
                }
            }
            let positions: Vec<usize> = steps.iter().flatten().copied().collect();
            let local = local_fixes(self.program, &known.trace, &positions, &self.config.fixes, self.limits)?;
            let found: FxHashMap<usize, LocalFix> = local.into_iter().map(|fix| (fix.step, fix)).collect();
            for (member, steps) in steps.iter().enumerate() {
                for (execution, step) in steps.iter().enumerate() {
                    let Some(fix) = found.get(step) else { continue };
                    match fixes[member].get_mut(execution) {
                        Some(known) => *known = known.and(fix, &self.config.fixes, self.limits),
                        None => fixes[member].push(fix.clone()),
                    }
                }
            }
        }
        Ok(fixes)
    }

    /// Whether an origin belongs to a statement. Origins that were added since belong to none.
    fn is_of(&self, origin: OriginId, statement: &FindingStatement) -> bool {
        (origin.0 as usize) < self.program.sources.n_origins()
            && statement.has(self.program.sources.origin(origin))
    }
}
