//! # Relevance in the program
//! What the findings on several error traces say of the program \[1, section 4\]. A source statement is *relevant in the
//! program* if it is relevant in every error trace of the set; on a trace that it is not on it is not relevant. It has a
//! *program-level constant* if one value fixes every trace (see [`constant`]): what is relevant everywhere need not have
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

pub mod constant;
pub mod groups;

use std::collections::BTreeMap;

use faultscope_ir::{Program, Trace};
use faultscope_solver::Limits;

use crate::finding::{Finding, SourceStatement, Strength};
use crate::ranking;
use crate::relevance::Config;
use crate::suspiciousness::Suspiciousness;
use constant::{Constant, Search};
use groups::Group;

/// An error trace with its findings.
#[derive(Debug, Clone, Copy)]
pub struct Localized<'a> {
    /// The trace. Some execution runs through it.
    pub trace: &'a Trace,
    /// Its findings; a statement without one is not relevant in it.
    pub findings: &'a [Finding],
}

/// What localization over the program gives.
#[derive(Debug, Clone)]
pub struct Outcome<'a> {
    /// One per source statement with a finding on some trace, in rank order.
    pub findings: Vec<ProgramFinding<'a>>,
    /// The traces, grouped by their findings, in the order in which they should be shown.
    pub groups: Vec<Group>,
    /// Solver queries about constants.
    pub n_queries: usize,
}

/// A source statement over all traces.
#[derive(Debug, Clone)]
pub struct ProgramFinding<'a> {
    /// Its finding on each trace, none on those where it is not on or irrelevant.
    pub on: Vec<Option<&'a Finding>>,
    /// The trace whose finding describes it best: the first one shown in which it has its best standing.
    pub shown: usize,
    /// The weakest of its verdicts on the traces in which it is relevant; else the strongest verdict there is.
    pub strength: Strength,
    /// Whether one value fixes all traces. With a single trace its own answer.
    pub constant: Constant,
    /// How suspicious it is, where that was asked.
    pub suspiciousness: Option<Suspiciousness>,
    /// Whether fixing it is enough to remove every error through it, where that was asked.
    pub is_enough: Option<Enough>,
    /// The place among those with a patch that is proved, best first, if it has one.
    pub patch: Option<usize>,
}

/// Whether fixing a statement is enough to remove every error through it. Best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Enough {
    /// It is: the statement is must-program-aberrant.
    Proved,
    /// Not decided.
    NotDecided,
    /// With the most permissive fix an error remains.
    NotEnough,
}

/// Whether a statement is relevant in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InProgram {
    /// In every trace.
    Relevant,
    /// In some trace it is not.
    NotRelevant,
    /// In some trace that was not decided, and in the others it is.
    Undecided,
}

impl<'a> ProgramFinding<'a> {
    /// The finding that describes it.
    pub fn finding(&self) -> &'a Finding {
        self.on[self.shown].expect("a statement is shown on a trace with a finding of it")
    }

    /// The traces in which it is relevant, ascending.
    pub fn relevant_in(&self) -> impl Iterator<Item = usize> + '_ {
        let is_relevant = |on: &Option<&Finding>| on.is_some_and(|it| it.strength <= Strength::Relevant);
        self.on.iter().enumerate().filter(move |(_, it)| is_relevant(it)).map(|(trace, _)| trace)
    }

    /// In how many traces it is relevant.
    pub fn n_relevant(&self) -> usize {
        self.relevant_in().count()
    }

    /// Whether it is relevant in the program.
    pub fn in_program(&self) -> InProgram {
        let verdicts = || self.on.iter().map(|it| it.map_or(Strength::Irrelevant, |it| it.strength));
        if verdicts().all(|it| it <= Strength::Relevant) {
            InProgram::Relevant
        } else if verdicts().all(|it| it <= Strength::Relevant || it == Strength::Undecided) {
            InProgram::Undecided
        } else {
            InProgram::NotRelevant
        }
    }
}

/// For how many statements a program-level constant is searched for, the most promising ones.
const MAX_SEARCHED: usize = 32;

/// Puts together what was found on several traces. With one trace the findings keep their order.
pub fn aggregate<'a>(
    program: &Program,
    traces: &[Localized<'a>],
    config: &Config,
    limits: &Limits,
) -> Outcome<'a> {
    let groups = groups::group(program, traces);
    let mut statements: BTreeMap<SourceStatement, Vec<Option<&'a Finding>>> = BTreeMap::new();
    for (idx, localized) in traces.iter().enumerate() {
        for finding in localized.findings {
            statements.entry(finding.statement(program)).or_insert_with(|| vec![None; traces.len()])[idx] =
                Some(finding);
        }
    }
    let mut findings: Vec<ProgramFinding<'a>> =
        statements.into_values().map(|on| ProgramFinding::new(on, &groups)).collect();
    if let [only] = traces {
        let position = |it: &ProgramFinding<'_>| {
            only.findings.iter().position(|finding| std::ptr::eq(finding, it.finding()))
        };
        findings.sort_by_key(position);
        return Outcome { findings, groups, n_queries: 0 };
    }
    ranking::rank_in_program(program, traces, &mut findings);
    let is_open = |it: &ProgramFinding<'_>| {
        it.in_program() == InProgram::Relevant && it.constant == Constant::Undecided
    };
    let searched: Vec<&mut ProgramFinding<'a>> =
        findings.iter_mut().filter(|it| is_open(it)).take(MAX_SEARCHED).collect();
    let mut n_queries = 0;
    if !searched.is_empty() {
        let mut search = Search::new(&program.axioms, traces, config, limits);
        for finding in searched {
            finding.constant = search.constant(&finding.on, finding.finding());
        }
        n_queries = search.n_queries();
    }
    ranking::rank_in_program(program, traces, &mut findings);
    Outcome { findings, groups, n_queries }
}

impl<'a> ProgramFinding<'a> {
    fn new(on: Vec<Option<&'a Finding>>, groups: &[Group]) -> ProgramFinding<'a> {
        let standing = |trace: usize| on[trace].map(|it| Standing::of(it.strength));
        let best = (0..on.len()).filter_map(standing).min().expect("some trace has a finding");
        // Groups share all but the irrelevant statements.
        let shown = groups
            .iter()
            .flat_map(Group::traces)
            .find(|trace| standing(**trace) == Some(best))
            .copied()
            .expect("every trace is in a group");
        let verdicts = on.iter().flatten().map(|it| it.strength);
        let strength = match best {
            Standing::Relevant => verdicts.filter(|it| *it <= Strength::Relevant).max(),
            _ => verdicts.min(),
        };
        // On a trace on which it is irrelevant, or has no constant, no value fixes anything.
        let constant = match &on[..] {
            [Some(only)] => Constant::of_trace(only),
            _ if on.iter().any(|it| it.is_none_or(|it| Constant::of_trace(it) == Constant::None)) => {
                Constant::None
            }
            _ => Constant::Undecided,
        };
        let strength = strength.expect("some trace has a finding");
        let (suspiciousness, is_enough, patch) = (None, None, None);
        ProgramFinding { on, shown, strength, constant, suspiciousness, is_enough, patch }
    }
}

/// How a statement stands on a trace, as far as traces are told apart by it; best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    Relevant,
    TraceAberrant,
    Undecided,
    Irrelevant,
}

impl Standing {
    pub(crate) fn of(strength: Strength) -> Standing {
        match strength {
            Strength::Constant | Strength::Expression | Strength::Relevant => Standing::Relevant,
            Strength::TraceAberrant => Standing::TraceAberrant,
            Strength::Undecided => Standing::Undecided,
            Strength::Irrelevant => Standing::Irrelevant,
        }
    }
}
