//! PED on the error traces of a program: with the annotation library, and behind that with any values.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::{OriginId, OriginKind, Program, Span, Trace};
use faultscope_localize::baselines::ped::{PedConfig, RepairSolution, Specification, distinct, listed, ped};
use faultscope_localize::baselines::{BaselineConfig, BaselineOutcome, Ended};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

use crate::annotations::annotated;
use crate::limits::MAX_PED_TRACES;
use crate::proposals::Edit;
use crate::rules::Rules;
use crate::workspace::Workspace;

/// What PED says.
#[derive(Debug, Clone)]
pub struct Diagnosed {
    /// The statements of the solutions in their order, and which of these each solution consists of.
    pub outcome: BaselineOutcome,
    /// The solutions, one for each of the outcome's sets.
    pub solutions: Vec<Solution>,
}

/// A repair solution of the program.
#[derive(Debug, Clone)]
pub struct Solution {
    /// What is changed.
    pub repair: RepairSolution,
    /// For each of its statements what stands there instead, where the library says so.
    pub edits: Vec<Option<Edit>>,
    /// Where the execution leaves the error trace.
    pub exit: Span,
    /// Whether that is at the failing check, which then holds.
    pub is_at_check: bool,
    /// How many of the error traces it repairs.
    pub n_traces: usize,
}

/// What is known of a program that fails.
pub struct Diagnosis<'a> {
    program: &'a Program,
    traces: &'a [ErrorTrace],
    workspace: &'a dyn Workspace,
    rules: &'a Rules,
    config: PedConfig,
    limits: &'a Limits,
    /// One origin for each statement: several can stand for the same.
    origins: BTreeMap<(Span, OriginKind), OriginId>,
}

impl<'a> Diagnosis<'a> {
    /// For the error traces of a program. The annotation library is made of these rules.
    pub fn new(
        program: &'a Program,
        traces: &'a [ErrorTrace],
        workspace: &'a dyn Workspace,
        rules: &'a Rules,
        queries: &BaselineConfig,
        limits: &'a Limits,
    ) -> Diagnosis<'a> {
        let mut origins = BTreeMap::new();
        for step in traces.iter().flat_map(|it| &it.trace.steps) {
            origins.entry(key(program, step.origin)).or_insert(step.origin);
        }
        let config = PedConfig { queries: queries.clone(), ..PedConfig::standard() };
        Diagnosis { program, traces, workspace, rules, config, limits, origins }
    }

    /// The solutions of the first error trace: those that repair most traces first, then those of the library.
    pub fn run(&self) -> Diagnosed {
        let traces = self.traces.iter().take(MAX_PED_TRACES);
        let mut found: Vec<(Vec<Solution>, Ended, usize)> =
            traces.map(|error| self.of_trace(error)).collect();
        let n_queries = found.iter().map(|(.., n_queries)| n_queries).sum();
        let ended = found.iter().map(|(_, ended, _)| *ended).find(|it| *it != Ended::Complete);
        let others = found.split_off(1.min(found.len()));
        let mut solutions = found.pop().map(|(solutions, ..)| solutions).unwrap_or_default();
        for solution in &mut solutions {
            let changed = solution.repair.statements();
            let repairs = |(solutions, ..): &&(Vec<Solution>, Ended, usize)| {
                solutions.iter().any(|it| it.repair.statements().is_subset(&changed))
            };
            solution.n_traces += others.iter().filter(repairs).count();
        }
        solutions.sort_by_key(|it| Reverse(it.n_traces));
        let repairs: Vec<RepairSolution> = solutions.iter().map(|it| it.repair.clone()).collect();
        let steps = self.traces.first().map_or(&[][..], |it| &it.trace.steps);
        let ended = ended.unwrap_or(Ended::Complete);
        Diagnosed { outcome: listed(self.program, steps, &repairs, ended, n_queries), solutions }
    }

    /// The solutions of a trace, each set of statements once: what the library repairs, and behind that what any values do.
    fn of_trace(&self, error: &ErrorTrace) -> (Vec<Solution>, Ended, usize) {
        let (mut solutions, mut ended, mut n_queries) = self.of_library(error);
        let any = ped(self.program, &error.trace, &Specification::default(), &self.config, self.limits);
        n_queries += any.n_queries;
        if ended == Ended::Complete {
            ended = any.ended;
        }
        let known: BTreeSet<BTreeSet<OriginId>> = solutions.iter().map(|it| it.repair.statements()).collect();
        for repair in distinct(any.solutions) {
            let edits = vec![None; repair.changes.len()];
            let solution = self.solution(self.program, &error.trace, repair, edits, |origin| origin);
            if !known.contains(&solution.repair.statements()) {
                solutions.push(solution);
            }
        }
        (solutions, ended, n_queries)
    }

    fn of_library(&self, error: &ErrorTrace) -> (Vec<Solution>, Ended, usize) {
        let Some(annotated) = annotated(self.program, error, self.workspace, self.rules, self.limits) else {
            return (Vec::new(), Ended::Complete, 0);
        };
        let library = Some(annotated.choices.clone());
        let specification = Specification { library, ..Specification::default() };
        let trace = &annotated.error.trace;
        let outcome = ped(&annotated.program, trace, &specification, &self.config, self.limits);
        let number = |statement: OriginId| annotated.choices.iter().position(|it| it.statement == statement);
        let solution = |repair: RepairSolution| {
            let edits = repair.changes.iter().map(|change| {
                let changes = &annotated.changes[number(change.statement)?];
                Some(changes.get(change.alternative?)?.edit.clone())
            });
            let edits = edits.collect();
            self.solution(&annotated.program, trace, repair, edits, |statement| {
                number(statement).map_or(statement, |number| annotated.statements[number])
            })
        };
        let solutions = distinct(outcome.solutions).into_iter().map(solution).collect();
        (solutions, outcome.ended, outcome.n_queries)
    }

    /// A solution of a trace of a program whose statements are `own` ones of this program.
    fn solution(
        &self,
        program: &Program,
        trace: &Trace,
        mut repair: RepairSolution,
        edits: Vec<Option<Edit>>,
        own: impl Fn(OriginId) -> OriginId,
    ) -> Solution {
        let exit = program.sources.origin(trace.steps[repair.exit].origin);
        let is_at_check = matches!(exit.kind, OriginKind::Assertion | OriginKind::Requirement);
        for change in &mut repair.changes {
            let own = own(change.statement);
            change.statement = self.origins.get(&key(self.program, own)).copied().unwrap_or(own);
        }
        Solution { repair, edits, exit: exit.span, is_at_check, n_traces: 1 }
    }
}

fn key(program: &Program, origin: OriginId) -> (Span, OriginKind) {
    let origin = program.sources.origin(origin);
    (origin.span, origin.kind)
}
