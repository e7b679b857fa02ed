//! What a finding is, and how much it matters: the words for it that all layers share. Findings are made in
//! `faultscope-localize`.

use crate::source::OriginKind;

/// What a finding is in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// An assignment.
    Assignment,
    /// An argument of a call.
    Argument,
    /// The value of a `return`.
    Return,
    /// A declaration that leaves a variable with any value.
    Declaration,
    /// A value from outside.
    Input,
    /// A branch condition.
    Condition,
    /// Memory that is freed where it should not be.
    Release,
    /// A variable whose scope ends while a pointer to it is kept.
    ScopeEnd,
    /// Where the last pointer to memory is lost that was not freed.
    PointerLost,
    /// The declaration of a variable that is used before it has a value.
    Uninitialized,
    /// A call of a library function that is not given what the function asks for.
    Call,
    /// A statement that is executed where it should not be.
    Extra,
    /// The end of a block that may be too early.
    BlockEnd,
    /// A statement that may stand in front of where it belongs.
    Order,
    /// A place beside which a statement may be missing.
    Missing,
    /// A call or a declaration where the types are not those that are needed: of variables, or those that a format names.
    Type,
}

impl FindingKind {
    /// The name in documents, stable.
    pub const fn name(self) -> &'static str {
        match self {
            FindingKind::Assignment => "assignment",
            FindingKind::Argument => "argument",
            FindingKind::Return => "return",
            FindingKind::Declaration => "declaration",
            FindingKind::Input => "input",
            FindingKind::Condition => "condition",
            FindingKind::Release => "release",
            FindingKind::ScopeEnd => "scope-end",
            FindingKind::PointerLost => "pointer-lost",
            FindingKind::Uninitialized => "uninitialized",
            FindingKind::Call => "call",
            FindingKind::Extra => "extra",
            FindingKind::BlockEnd => "block-end",
            FindingKind::Order => "order",
            FindingKind::Missing => "missing",
            FindingKind::Type => "type",
        }
    }

    /// Whether it is about a statement as a whole, and not about what a step of the trace does.
    pub fn is_of_statement(self) -> bool {
        matches!(
            self,
            FindingKind::ScopeEnd
                | FindingKind::PointerLost
                | FindingKind::Call
                | FindingKind::Extra
                | FindingKind::BlockEnd
                | FindingKind::Order
                | FindingKind::Missing
                | FindingKind::Type
        )
    }

    /// Whether it is about a way that the program takes, and not about a value: a condition, or whether memory is freed.
    pub fn is_choice(self) -> bool {
        matches!(self, FindingKind::Condition | FindingKind::Release)
    }

    /// Whether it is about the life of the object that an error is about.
    pub fn is_of_life(self) -> bool {
        matches!(self, FindingKind::Release | FindingKind::ScopeEnd | FindingKind::PointerLost)
    }

    /// The kind of assigning findings at an origin of this kind; none where there are none.
    pub fn of(kind: OriginKind) -> Option<FindingKind> {
        match kind {
            OriginKind::Assignment => Some(FindingKind::Assignment),
            OriginKind::Argument => Some(FindingKind::Argument),
            OriginKind::Return => Some(FindingKind::Return),
            OriginKind::Declaration => Some(FindingKind::Declaration),
            OriginKind::Input => Some(FindingKind::Input),
            OriginKind::Condition
            | OriginKind::Assertion
            | OriginKind::Requirement
            | OriginKind::Division
            | OriginKind::Allocation
            | OriginKind::Release
            | OriginKind::ScopeEnd
            | OriginKind::Lowering => None,
        }
    }

    /// Whether there is code that could be wrong, or that could be missing. Inputs and missing initializers are worth
    /// knowing, but no line to fix.
    pub fn is_code(self) -> bool {
        match self {
            FindingKind::Assignment
            | FindingKind::Argument
            | FindingKind::Return
            | FindingKind::Condition
            | FindingKind::Release
            | FindingKind::ScopeEnd
            | FindingKind::PointerLost
            | FindingKind::Uninitialized
            | FindingKind::Call
            | FindingKind::Extra
            | FindingKind::BlockEnd
            | FindingKind::Order
            | FindingKind::Missing
            | FindingKind::Type => true,
            FindingKind::Declaration | FindingKind::Input => false,
        }
    }
}

/// How much a statement can do about the error (theory.md, "The one question"), strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// One constant avoids the error whatever the inputs are.
    Constant,
    /// In every reachable state some value avoids the error.
    Expression,
    /// In some failing execution some value avoids the error.
    Relevant,
    /// In some reachable state, failing or not, some value does not lead to the error.
    TraceAberrant,
    /// Nothing is proved.
    Undecided,
    /// No value changes anything.
    Irrelevant,
}

impl Strength {
    /// The name in documents, stable.
    pub const fn name(self) -> &'static str {
        match self {
            Strength::Constant => "constant",
            Strength::Expression => "expression",
            Strength::Relevant => "relevant",
            Strength::TraceAberrant => "trace-aberrant",
            Strength::Undecided => "undecided",
            Strength::Irrelevant => "irrelevant",
        }
    }
}
