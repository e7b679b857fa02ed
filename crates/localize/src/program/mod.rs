//! # Relevance in the program
//! What the findings on several error traces say of the program \[1, section 4\]. A source statement is *relevant in the
//! program* if it is relevant in every error trace of the set; on a trace that it is not on it is not relevant. It has a
//! *program-level constant* if one value fixes every trace (see `constant`): what is relevant everywhere need not have
//! one, since the value that rescues one trace may lead to the other. Traces with the same findings form a
//! [`Group`], of which one is worth showing.
//!
//! What is said holds for the set of traces. It holds for the program only where these are all error traces, up to those
//! that the verifier takes for like them.
//!
//! **Deviation**: \[1\] asks only for relevance in every trace and notes that this gives no fix for all of them. The
//! number of traces, the constant and the groups are ours.
//!
//! # References
//! - \[1\] _Static fault localization for simple bugs_, manuscript of July 2017; sections 1 and 4, Fig. 2.

pub mod finding;

pub mod groups;

mod constant;

mod ranking;

use std::collections::BTreeMap;

use faultscope_ir::Program;
use faultscope_ir::limits::Reached;
use faultscope_solver::Limits;

use crate::finding::{Finding, FindingStatement};
use crate::limits::{MAX_CONSTANT_SEARCHES, reached};
use crate::relevance::RelevanceConfig;
use constant::ConstantSearch;
use groups::{Group, group};
use ranking::rank;

pub use finding::{Constant, InProgram, LocalizedTrace, ProgramFinding};

/// What localization over the program gives.
#[derive(Debug, Clone)]
pub struct AggregatedFindings {
    /// One per source statement with a finding on some trace, in rank order.
    pub findings: Vec<ProgramFinding>,
    /// The traces, grouped by their findings, in the order in which they should be shown.
    pub groups: Vec<Group>,
    /// The limits that were reached.
    pub limits: Reached,
    /// Solver queries about constants.
    pub n_queries: usize,
}

/// Puts together what was found on several traces. With one trace the findings keep their order.
pub fn aggregate(
    program: &Program,
    traces: &[LocalizedTrace<'_>],
    config: &RelevanceConfig,
    limits: &Limits,
) -> AggregatedFindings {
    let groups = group(program, traces);
    let mut statements: BTreeMap<FindingStatement, Vec<Option<Finding>>> = BTreeMap::new();
    for (idx, localized) in traces.iter().enumerate() {
        for finding in localized.findings {
            statements.entry(finding.statement(program)).or_insert_with(|| vec![None; traces.len()])[idx] =
                Some(finding.clone());
        }
    }
    let shown: Vec<usize> = groups.iter().map(Group::representative).collect();
    let mut findings: Vec<ProgramFinding> =
        statements.into_values().map(|on| ProgramFinding::new(on, &shown)).collect();
    if let [only] = traces {
        let position = |it: &ProgramFinding| {
            let statement = it.finding().statement(program);
            only.findings.iter().rposition(|finding| finding.statement(program) == statement)
        };
        findings.sort_by_key(position);
        return AggregatedFindings { findings, groups, limits: Reached::default(), n_queries: 0 };
    }
    rank(program, traces, &mut findings);
    let is_open =
        |it: &ProgramFinding| it.in_program() == InProgram::Relevant && it.constant == Constant::Undecided;
    let mut reached = Reached::default();
    let n_open = findings.iter().filter(|it| is_open(it)).count();
    reached.note(&reached::MAX_CONSTANT_SEARCHES, n_open > MAX_CONSTANT_SEARCHES);
    let searched: Vec<&mut ProgramFinding> =
        findings.iter_mut().filter(|it| is_open(it)).take(MAX_CONSTANT_SEARCHES).collect();
    let mut n_queries = 0;
    if !searched.is_empty() {
        let mut search = ConstantSearch::new(&program.axioms, traces, config, limits);
        for finding in searched {
            finding.constant = search.constant(&finding.on, finding.shown);
        }
        n_queries = search.n_queries();
        reached.extend(&search.reached);
    }
    rank(program, traces, &mut findings);
    AggregatedFindings { findings, groups, limits: reached, n_queries }
}
