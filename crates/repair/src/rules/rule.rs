//! What a rule is.

use faultscope_frontend::sites::{BinaryOperator, UnaryOperator};

/// A table of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The rules, in the order of the text. Of equal weights the earlier rule is tried earlier.
    pub rules: Vec<Rule>,
}

/// What may be written instead of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// What stands there.
    pub pattern: Expression,
    /// What is tried instead.
    pub alternative: Expression,
    /// How likely it is to be right; more is likelier.
    pub weight: u32,
}

/// A pattern or an alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A letter, for any expression: `a`.
    Any(char),
    /// What the pattern's word stands for: `number`.
    Noun(Noun),
    /// Something of the program that the pattern does not have: `another constant`, `helpful value`.
    Other(Other),
    /// An integer.
    Integer(i128),
    /// `true`, `false`.
    Truth(bool),
    /// An operator before its operand.
    Unary(UnaryOperator, Box<Expression>),
    /// An operator between two operands.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `a++` and its kin; the operand is a place.
    Step {
        /// Whether it counts up.
        increments: bool,
        /// Whether it stands before its operand.
        is_prefix: bool,
        /// The letter of the place.
        place: char,
    },
    /// `a += b` and its kin, `a = b`.
    Assignment(Option<BinaryOperator>, char, Box<Expression>),
    /// `declared = 0`: a declaration with a first value.
    Initialized(Box<Expression>),
}

/// What a word of a pattern stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Noun {
    /// An integer, as it is written.
    Number,
    /// A name for an integer.
    Constant,
    /// A character constant.
    Character,
    /// A variable.
    Variable,
    /// The name of a function that is called.
    Function,
    /// An operand of a comparison, if it is no constant and no truth value.
    Compared,
    /// An argument of a call, if it is a number and no constant.
    Argument,
    /// The index of an element of an array.
    Index,
    /// What only matters by its truth: a condition, an operand of `&&` and `||`.
    Truth,
    /// The whole of an expression whose value goes somewhere.
    Value,
    /// A variable that is the whole of such an expression, where the fix condition is about the sign.
    Copied,
    /// The whole condition of a branch.
    Condition,
    /// A variable that is declared without a value.
    Declared,
    /// The size of an array that is declared without a value.
    Size,
}

impl Noun {
    /// All of them.
    pub const ALL: [Noun; 14] = [
        Noun::Number,
        Noun::Constant,
        Noun::Character,
        Noun::Variable,
        Noun::Function,
        Noun::Compared,
        Noun::Argument,
        Noun::Index,
        Noun::Truth,
        Noun::Value,
        Noun::Copied,
        Noun::Condition,
        Noun::Declared,
        Noun::Size,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Noun::Number => "number",
            Noun::Constant => "constant",
            Noun::Character => "character",
            Noun::Variable => "variable",
            Noun::Function => "function",
            Noun::Compared => "compared",
            Noun::Argument => "argument",
            Noun::Index => "index",
            Noun::Truth => "truth",
            Noun::Value => "value",
            Noun::Copied => "copied",
            Noun::Condition => "condition",
            Noun::Declared => "declared",
            Noun::Size => "size",
        }
    }

    /// Whether it can stand inside of a pattern. The others say what the whole of an expression is for.
    pub(super) fn is_atom(self) -> bool {
        matches!(self, Noun::Number | Noun::Constant | Noun::Character | Noun::Variable)
    }
}

/// What an alternative takes from the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Other {
    /// Integers that the program writes, and names of integers; the nearest ones.
    Constant,
    /// The same letter in the other case, and the characters that the program writes.
    Character,
    /// Variables of the same type that can be named there; the most similar names.
    Variable,
    /// Functions of the same type.
    Function,
    /// Indices with which the same array is read in other operands of the connective.
    Index,
    /// Values that are known to help.
    Helpful,
    /// Expressions at which the truth of the fix condition changes.
    Boundary,
    /// Operands with which a condition, and they, makes all tests pass.
    Conjunct,
    /// Operands with which a condition, or they, does.
    Disjunct,
    /// Operands in front of a condition that fails: where they, and it, ...
    FirstConjunct,
    /// The same, where they, or it, ...
    FirstDisjunct,
    /// Conditions with which all tests pass.
    Condition,
}

impl Other {
    /// All of them.
    pub const ALL: [Other; 12] = [
        Other::Constant,
        Other::Character,
        Other::Variable,
        Other::Function,
        Other::Index,
        Other::Helpful,
        Other::Boundary,
        Other::Conjunct,
        Other::Disjunct,
        Other::FirstConjunct,
        Other::FirstDisjunct,
        Other::Condition,
    ];

    /// How it is written.
    pub fn words(self) -> &'static str {
        match self {
            Other::Constant => "another constant",
            Other::Character => "another character",
            Other::Variable => "another variable",
            Other::Function => "another function",
            Other::Index => "another index",
            Other::Helpful => "helpful value",
            Other::Boundary => "boundary value",
            Other::Conjunct => "learned conjunct",
            Other::Disjunct => "learned disjunct",
            Other::FirstConjunct => "first conjunct",
            Other::FirstDisjunct => "first disjunct",
            Other::Condition => "learned condition",
        }
    }
}

/// How likely rules of a weight are to be right, for the order of patches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likelihood {
    /// A slip that is often made.
    Likely,
    /// Not often, but no less simple.
    Plausible,
    /// What helps, whatever the program is meant to do.
    LastResort,
}

/// What a comparison weighs that differs in its boundary only: no slip is likelier.
pub const BOUNDARY_WEIGHT: u32 = 30;

impl Likelihood {
    /// The likelihood of a weight.
    pub fn of(weight: u32) -> Likelihood {
        match weight {
            20.. => Likelihood::Likely,
            10..20 => Likelihood::Plausible,
            0..10 => Likelihood::LastResort,
        }
    }
}
