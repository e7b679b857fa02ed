//! Annotations as trees.
//!
//! Nothing is resolved here: a name may be a variable, a logic function, a behavior. Each node says where it stands, in
//! bytes from the start of the text that was parsed.

/// Bytes of the text, the end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub struct Range {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Range {
    /// From the start of this range to the end of another.
    pub fn to(self, last: Range) -> Range {
        Range { start: self.start, end: last.end.max(self.start) }
    }
}

/// A name, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub range: Range,
}

/// What one comment says.
#[derive(Debug, Clone, PartialEq)]
pub enum Annotation {
    /// The contract of a function, or of a statement.
    Contract(Box<Contract>),
    /// What holds of the loop that follows.
    Loop(Loop),
    /// Assertions at this place.
    Code(Vec<Assertion>),
    /// Declarations of the logic.
    Global(Vec<Global>),
    /// No annotation of this language, and nothing that could be meant as one.
    Foreign,
}

/// The contract of a function.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contract {
    /// The clauses outside of behaviors.
    pub own: Behavior,
    /// The behaviors with a name.
    pub behaviors: Vec<Behavior>,
    /// Which behaviors are complete together; no names stand for all.
    pub complete: Vec<BehaviorSet>,
    /// Which behaviors exclude each other; no names stand for all.
    pub disjoint: Vec<BehaviorSet>,
    /// What gets smaller with each recursive call.
    pub decreases: Option<Measure>,
    /// Under which condition the function returns.
    pub terminates: Option<Clause>,
    /// Clauses that say something that is neither checked nor used.
    pub unused: Vec<Unused>,
}

/// A list of behaviors.
#[derive(Debug, Clone, PartialEq)]
pub struct BehaviorSet {
    /// Their names; none stand for all.
    pub names: Vec<Name>,
    /// Where the clause stands.
    pub range: Range,
}

/// A part of a contract.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Behavior {
    /// Its name; none for what stands outside of behaviors.
    pub name: Option<Name>,
    /// When it applies.
    pub assumes: Vec<Clause>,
    /// What holds before.
    pub requires: Vec<Clause>,
    /// What holds when the function returns.
    pub ensures: Vec<Clause>,
    /// What may be changed; none where nothing is said of it.
    pub assigns: Option<Vec<Assigns>>,
}

/// What becomes of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Use {
    /// It is checked, and known behind it.
    #[default]
    Claim,
    /// It is checked, and not known behind it.
    Check,
    /// It is known and not checked.
    Admit,
}

/// A predicate that a keyword introduces.
#[derive(Debug, Clone, PartialEq)]
pub struct Clause {
    /// What becomes of it.
    pub usage: Use,
    /// The predicate.
    pub predicate: Expr,
    /// Where the clause stands, with its keyword.
    pub range: Range,
}

/// An `assigns` clause.
#[derive(Debug, Clone, PartialEq)]
pub struct Assigns {
    /// The places; none for `\nothing`.
    pub places: Vec<Expr>,
    /// Where the clause stands.
    pub range: Range,
}

/// A clause that is read and not used.
#[derive(Debug, Clone, PartialEq)]
pub struct Unused {
    /// Its keyword.
    pub keyword: String,
    /// Where it stands.
    pub range: Range,
}

/// What gets smaller.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// The terms; several are compared one after the other.
    pub terms: Vec<Expr>,
    /// The relation by which it gets smaller; none stands for that of integers.
    pub relation: Option<Name>,
    /// Where the clause stands.
    pub range: Range,
}

/// What holds of a loop.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Loop {
    /// What holds whenever its condition is evaluated, and for which behaviors.
    pub invariants: Vec<Assertion>,
    /// What it may change.
    pub assigns: Vec<Assigns>,
    /// What gets smaller in each round.
    pub variant: Option<Measure>,
    /// Clauses that are read and not used.
    pub unused: Vec<Unused>,
}

/// Something that holds at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Assertion {
    /// For which behaviors; none for all.
    pub behaviors: Vec<Name>,
    /// The predicate.
    pub clause: Clause,
}

/// A declaration of the logic.
#[derive(Debug, Clone, PartialEq)]
pub enum Global {
    /// A predicate or a logic function or constant.
    Function(Function),
    /// What follows from the axioms.
    Lemma(Lemma),
    /// What is read and means nothing here.
    Unsupported {
        /// What it is.
        what: String,
        /// Where it stands.
        range: Range,
    },
}

/// A predicate or a logic function.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// The type of what it gives; none for predicates.
    pub result: Option<Type>,
    /// Its name.
    pub name: Name,
    /// The labels of the states that it speaks of.
    pub labels: Vec<Name>,
    /// The parameters.
    pub parameters: Vec<Binder>,
    /// What it is; none for one that axioms describe.
    pub body: Option<Expr>,
    /// Where it stands.
    pub range: Range,
}

/// A lemma or an axiom.
#[derive(Debug, Clone, PartialEq)]
pub struct Lemma {
    /// `lemma` or `axiom`.
    pub keyword: String,
    /// Its name.
    pub name: Name,
    /// What it says.
    pub predicate: Expr,
    /// Where it stands.
    pub range: Range,
}

/// A variable with its type.
#[derive(Debug, Clone, PartialEq)]
pub struct Binder {
    /// The type.
    pub ty: Type,
    /// The name.
    pub name: Name,
}

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub struct Type {
    /// What it is before pointers and arrays are made of it.
    pub base: BaseType,
    /// The number of `*` behind it.
    pub pointers: usize,
    /// The lengths of arrays, outermost first.
    pub lengths: Vec<Option<Expr>>,
    /// Where it stands.
    pub range: Range,
}

/// A type without pointers and arrays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaseType {
    /// The integers of mathematics.
    Integer,
    /// The real numbers.
    Real,
    /// `boolean`.
    Boolean,
    /// `\set<...>`, `\list<...>`, a type of the logic or a variable for one: its text.
    Logic(String),
    /// A type of C by its words, such as `unsigned` and `long`.
    Words(Vec<String>),
    /// `struct`, `union` or `enum`, and the tag.
    Tagged(String, String),
    /// A type that the program has named.
    Named(String),
}

/// A term or a predicate.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub range: Range,
}

/// What a term or predicate is.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A number without a point, as it is written.
    Integer(String),
    /// A number with a point, as it is written.
    Real(String),
    /// A character, with its quotes.
    Character(String),
    /// A string, with its quotes.
    String(String),
    /// `\true`.
    True,
    /// `\false`.
    False,
    /// `\null`.
    Null,
    /// What the function returns.
    Result,
    /// The place that holds nothing.
    Nothing,
    /// A variable, constant or logic constant.
    Name(String),
    /// An operator in front.
    Unary(UnaryOp, Box<Expr>),
    /// An operator between two operands that is no comparison.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: the first operand, and the others with what is in front of them.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `a ? b : c`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A conversion.
    Cast(Type, Box<Expr>),
    /// The size of a type.
    SizeOfType(Type),
    /// The size of what a term has as its type.
    SizeOf(Box<Expr>),
    /// An element.
    Index(Box<Expr>, Box<Expr>),
    /// A member.
    Member(Box<Expr>, Name),
    /// A member of what is pointed to.
    Arrow(Box<Expr>, Name),
    /// `a .. b`, where either may be missing.
    Interval(Option<Box<Expr>>, Option<Box<Expr>>),
    /// An application of a logic function, predicate or built-in, with the labels of states.
    Call(Name, Vec<Name>, Vec<Expr>),
    /// The value in another state.
    At(Box<Expr>, Name),
    /// `\forall` or `\exists`.
    Quantified(Quantifier, Vec<Binder>, Box<Expr>),
    /// A function.
    Lambda(Vec<Binder>, Box<Expr>),
    /// A name for a value.
    Let(Name, Box<Expr>, Box<Expr>),
    /// `name: p`.
    Named(Name, Box<Expr>),
    /// `{a, b}`.
    Set(Vec<Expr>),
    /// `{e | binders; p}`.
    Comprehension(Box<Expr>, Vec<Binder>, Option<Box<Expr>>),
    /// `{ s \with .m = e }`.
    With(Box<Expr>),
    /// The type of a term, or a type as a value.
    TypeValue,
}

/// Which quantifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// `\forall`.
    Forall,
    /// `\exists`.
    Exists,
}

/// Operators in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`.
    Minus,
    /// `+`.
    Plus,
    /// `!`.
    Not,
    /// `~`.
    Complement,
    /// `*`.
    Deref,
    /// `&`.
    AddressOf,
}

/// Operators between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Remainder,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `&`.
    BitAnd,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `-->`.
    BitImplies,
    /// `<-->`.
    BitIff,
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// `^^`.
    Xor,
    /// `==>`.
    Implies,
    /// `<==>`.
    Iff,
    /// `\in`.
    In,
    /// `\repeat`, `^`-concatenation and others of lists.
    List,
}

/// Comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareOp {
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
}
