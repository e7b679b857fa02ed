//! What is known of a source statement over several error traces.

use faultscope_ir::{Trace, Value};

use crate::finding::{Finding, Strength};

/// An error trace with its findings.
#[derive(Debug, Clone, Copy)]
pub struct LocalizedTrace<'a> {
    /// The trace. Some execution runs through it.
    pub trace: &'a Trace,
    /// Its findings; a statement without one is not relevant in it.
    pub findings: &'a [Finding],
}

/// A source statement over all traces.
#[derive(Debug, Clone)]
pub struct ProgramFinding {
    /// Its finding on each trace, none on those where it is not on or irrelevant.
    pub on: Vec<Option<Finding>>,
    /// The trace whose finding describes it best: the first one shown in which it has its best standing.
    pub shown: usize,
    /// The weakest of its verdicts on the traces in which it is relevant; else the strongest verdict there is.
    pub strength: Strength,
    /// Whether one value fixes all traces. With a single trace its own answer.
    pub constant: Constant,
}

/// Whether one value fixes every trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constant {
    /// Each of these does; the nearest to what is there first.
    Values(Vec<Value>),
    /// None does.
    None,
    /// Neither was proved within the budget.
    Undecided,
}

impl Constant {
    /// The answer of a single trace.
    pub(crate) fn of_trace(finding: &Finding) -> Constant {
        match finding.strength {
            Strength::Constant => Constant::Values(finding.values.clone()),
            Strength::Undecided => Constant::Undecided,
            _ if finding.undecided.contains(&Strength::Constant) => Constant::Undecided,
            _ => Constant::None,
        }
    }
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

impl ProgramFinding {
    /// The finding that describes it.
    pub fn finding(&self) -> &Finding {
        self.on[self.shown].as_ref().expect("a statement is shown on a trace with a finding of it")
    }

    /// The traces in which it is relevant, ascending.
    pub fn relevant_in(&self) -> impl Iterator<Item = usize> + '_ {
        let is_relevant =
            |on: &Option<Finding>| on.as_ref().is_some_and(|it| it.strength <= Strength::Relevant);
        self.on.iter().enumerate().filter(move |(_, it)| is_relevant(it)).map(|(trace, _)| trace)
    }

    /// In how many traces it is relevant.
    pub fn n_relevant(&self) -> usize {
        self.relevant_in().count()
    }

    /// Whether it is relevant in the program.
    pub fn in_program(&self) -> InProgram {
        let verdicts = || self.on.iter().map(|it| it.as_ref().map_or(Strength::Irrelevant, |it| it.strength));
        if verdicts().all(|it| it <= Strength::Relevant) {
            InProgram::Relevant
        } else if verdicts().all(|it| it <= Strength::Relevant || it == Strength::Undecided) {
            InProgram::Undecided
        } else {
            InProgram::NotRelevant
        }
    }
}

impl ProgramFinding {
    /// What the findings on the traces say together. It is described on the first trace of `representatives` that says as much,
    /// else on one of them, if there is one.
    pub(super) fn new(on: Vec<Option<Finding>>, representatives: &[usize]) -> ProgramFinding {
        let standing = |trace: usize| on[trace].as_ref().map(|it| Standing::of(it.strength));
        let best = (0..on.len()).filter_map(standing).min().expect("some trace has a finding");
        // Groups share all but the irrelevant statements and conditions.
        let representatives = || representatives.iter().copied();
        let shown = representatives()
            .find(|trace| standing(*trace) == Some(best))
            .or_else(|| representatives().find(|trace| standing(*trace).is_some()))
            .or_else(|| (0..on.len()).find(|trace| standing(*trace) == Some(best)))
            .expect("some trace has a finding");
        let verdicts = on.iter().flatten().map(|it| it.strength);
        let strength = match best {
            Standing::Relevant => verdicts.filter(|it| *it <= Strength::Relevant).max(),
            other => verdicts.filter(|it| Standing::of(*it) == other).min(),
        };
        // On a trace on which it is irrelevant, or has no constant, no value fixes anything.
        let constant = match &on[..] {
            [Some(only)] => Constant::of_trace(only),
            _ if on
                .iter()
                .any(|it| it.as_ref().is_none_or(|it| Constant::of_trace(it) == Constant::None)) =>
            {
                Constant::None
            }
            _ => Constant::Undecided,
        };
        let strength = strength.expect("some trace has a finding");
        ProgramFinding { on, shown, strength, constant }
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
