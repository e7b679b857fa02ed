//! What localization reports, shared by all techniques.

use std::sync::Arc;

pub use faultscope_ir::{FindingKind, Strength};
use faultscope_ir::{Origin, OriginId, OriginKind, Program, Span, Symbol, Term, Value};

/// A source statement that a technique has something to say about.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Where it stands.
    pub origin: OriginId,
    /// What it is.
    pub kind: FindingKind,
    /// The strongest verdict of its occurrences.
    pub strength: Strength,
    /// The step of the trace with the strongest occurrence.
    pub step: usize,
    /// All its occurrences in the trace, by step.
    pub occurrences: Vec<Occurrence>,
    /// Values that avoid the error when the strongest occurrence assigns them: for [`Strength::Constant`]
    /// whatever the inputs are, else in the execution of `witness`.
    pub values: Vec<Value>,
    /// What a replacement's value has to make true for the trace not to reach the error, where that can be
    /// said in terms of the source ([`Expressible`](crate::relevance::Expressible)).
    pub condition: Option<Condition>,
    /// The failing execution and a value that helps in it.
    pub witness: Option<Witness>,
    /// Stronger verdicts that are neither proved nor disproved.
    pub undecided: Vec<Strength>,
    /// Whether the program does without the error when this statement assigns another value, where that was
    /// tried (see [`confirm`](mod@crate::confirm)).
    pub rerun: Option<Rerun>,
    /// For a nondeterministic statement, whether another outcome of it avoids the error.
    pub other_outcome_helps: Option<bool>,
    /// For a condition, where going the other way avoids the error.
    pub other_way: Option<OtherWay>,
    /// What may be missing.
    pub missing: Option<Missing>,
    /// Operands with each of which a condition makes all tests pass.
    pub learned: Vec<Learned>,
}

/// What may be missing at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// A statement like this, as the language writes it.
    Statement(String),
    /// In a block, so many of the statements behind it.
    Behind(usize),
    /// Behind a condition, an `else` with so many of the statements behind it.
    Else(usize),
    /// In front of a statement, so many of those behind it.
    Passed(usize),
    /// In front of a statement that ends a block, the end of that.
    End,
    /// Around a statement, a condition like this.
    Guard(String),
    /// A jump with a condition like this, learned from executions.
    Jump(String),
    /// The same, where a null pointer is dereferenced and the condition asks for one.
    NullCheck(String),
    /// In a call or a declaration, what stands there with another type.
    Type(String),
}

/// What a condition may lack, as the language writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Learned {
    /// The condition should hold only where this does.
    And(String),
    /// The condition should hold also where this does.
    Or(String),
    /// The condition should only be evaluated where this holds, and not hold elsewhere.
    AndInFront(String),
    /// The condition should only be evaluated where this does not hold, and hold elsewhere.
    OrInFront(String),
    /// The condition should hold where this does, and nowhere else.
    Instead(String),
}

impl Learned {
    /// What should hold.
    pub fn text(&self) -> &str {
        match self {
            Learned::And(text)
            | Learned::Or(text)
            | Learned::AndInFront(text)
            | Learned::OrInFront(text)
            | Learned::Instead(text) => text,
        }
    }
}

impl Finding {
    /// A finding of which no more is known than its verdict.
    pub fn new(origin: OriginId, kind: FindingKind, strength: Strength, step: usize) -> Finding {
        Finding {
            origin,
            kind,
            strength,
            step,
            occurrences: Vec::new(),
            values: Vec::new(),
            condition: None,
            witness: None,
            undecided: Vec::new(),
            rerun: None,
            other_outcome_helps: None,
            other_way: None,
            missing: None,
            learned: Vec::new(),
        }
    }

    /// A value that avoids the error in the failing execution of the trace, where one is known.
    pub fn helpful_value(&self) -> Option<&Value> {
        let own = self.witness.as_ref().filter(|witness| witness.inputs.is_none());
        self.values.first().or(own.map(|witness| &witness.value))
    }

    /// Whether the error comes from there, and not only from what is computed: the object that it is about ends there or is lost,
    /// and without that the error does not happen; or the variable has no value, or nobody asks whether the pointer is null.
    pub fn is_cause(&self) -> bool {
        self.kind == FindingKind::Uninitialized
            || matches!(self.missing, Some(Missing::NullCheck(_)))
            || self.kind.is_of_life() && matches!(self.rerun, Some(Rerun::Avoids(_) | Rerun::Leaks))
    }

    /// The statement that it is about.
    pub fn statement(&self, program: &Program) -> FindingStatement {
        FindingStatement { span: program.sources.origin(self.origin).span, kind: self.kind }
    }
}

/// Where a branch would have to go the other way for an execution to end without an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherWay {
    /// Whether it helps to go the other way every time.
    pub every_time: bool,
    /// The first execution of the branch, from 0, at which it helps to go the other way there alone.
    pub once: Option<u32>,
}

/// What tells the statements and conditions of the source apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FindingStatement {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: FindingKind,
}

impl FindingStatement {
    /// Whether a command of this origin belongs to it.
    pub fn has(&self, origin: &Origin) -> bool {
        let is_kind = match self.kind {
            FindingKind::Condition => origin.kind == OriginKind::Condition,
            FindingKind::Release => origin.kind == OriginKind::Release,
            FindingKind::Uninitialized => origin.kind == OriginKind::Declaration,
            kind if kind.is_of_statement() => false,
            _ => FindingKind::of(origin.kind) == Some(self.kind),
        };
        is_kind && origin.span == self.span
    }
}

/// What executing the program once more, with another value at a statement, has shown. Best first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rerun {
    /// With this value the execution ends without an error.
    Avoids(Value),
    /// Without the statement memory is lost instead.
    Leaks,
    /// No value that was tried avoids the error, and not all executions could be followed to their end.
    Open,
    /// With every value that was tried the program fails all the same, perhaps on another path.
    Fails,
}

/// One occurrence of a statement in a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence {
    /// The step.
    pub step: usize,
    /// Its own verdict; a weaker one may stand here where another occurrence is as strong as can be.
    pub strength: Strength,
    /// The iterations of the loops around it, innermost last.
    pub iterations: Arc<[u32]>,
}

/// A condition on the value that a statement assigns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The condition, over `place` and program variables as they are when the statement runs.
    pub formula: Term,
    /// Stands for the value that is assigned.
    pub place: Symbol,
}

/// An execution in which another value avoids the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The inputs, where the execution is not the trace's own.
    pub inputs: Option<Vec<WitnessInput>>,
    /// The value that helps.
    pub value: Value,
}

/// An input of a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WitnessInput {
    /// The step of the havoc that gives it; none for what a variable holds at the start.
    pub step: Option<usize>,
    /// The variable that gets it.
    pub variable: Symbol,
    /// The value.
    pub value: Value,
}
