//! Edit sites: the expressions and statements of a source text that can be replaced, and what is known of each.
//!
//! A front end hands out [`Sites`] beside the program. A *site* is a node of its syntax tree with its place in the file
//! that the user wrote, its type, its operator and its operands. Whoever wants to change the program builds a [`Tree`] of
//! sites, operators, names and constants, and asks the front end for the program with one site replaced by it
//! ([`Unit`]). Only the front end knows how a tree reads in its language.
//!
//! **Invariant:** a site's text is the user's. A tree that keeps a site keeps its text as it stands, formatting, comments
//! and macros included.
//!
//! # How a change is made
//! Nothing but a front end knows how its language reads.
//!
//! 1. **Edit sites.** `frontend::sites::Unit` hands out a `Site` for each expression and statement of the user's files: what it is, its operator and operands, its type, and where it stands.
//!    A node in the body of a macro stands in its `#define`, once, however often the macro is used; `frontend::c::provenance` finds out by expanding the original text again and comparing what comes out, token by token, with what the compiler's preprocessor made of it.
//!    Where the two differ, a token stands where the macro is used.
//! 2. **Rules.** `repair::rules` reads a table of lines such as `a < b -> a <= b : 30`: what stands at a site, what could stand there instead, and how likely that is.
//!    The built-in table (`rules.txt`) and one of the user's (`--rules FILE`, `docs/rules.md`) go through the same parser.
//! 3. **Proposals.** `repair::proposals` matches rows with the sites of a statement and builds a `Tree` for each alternative, of the right type and of names that are visible there.
//! 4. **The changed program.** `Unit::replaced` translates the unit with the tree at the site, wherever its macro is used; `Unit::with_alternatives` makes one program of many candidates, which chooses among them by an input, so that most are refuted without being translated. What an alternative takes from the text contains no other alternative of the same choice: choices within choices would multiply.
//! 5. **The diff.** `Unit::print` writes the tree with the parentheses that it needs, by the one precedence table of the language, and keeps the text of every site in it as the user wrote it.
//!    What is reported was confirmed on the changed file as a whole, preprocessed anew.

use faultscope_ir::{OriginId, Span};

use crate::Translation;

/// Names a [`Site`] of one [`Sites`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteId(pub u32);

/// A node of the syntax tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// What it is.
    pub kind: SiteKind,
    /// Where it stands, in the file that the user wrote. A node in the body of a macro stands in its `#define`.
    pub span: Span,
    /// Where its operator stands: the sign of [`Binary`](SiteKind::Binary), [`Unary`](SiteKind::Unary),
    /// [`Step`](SiteKind::Step) and [`Assignment`](SiteKind::Assignment), `&&` or `+=`; the function's name of a
    /// [`Call`](SiteKind::Call). None for the rest, and where that is not within one text.
    pub operator: Option<Span>,
    /// The uses of a macro that it comes from, the innermost first; empty where it comes from none. A node of a body
    /// is one site, however often the macro is used.
    pub expansions: Vec<Span>,
    /// In how many places of the program it stands; more than one in the body of a macro that is used that often.
    pub n_occurrences: usize,
    /// The type of its value.
    pub ty: SiteType,
    /// The node that it is an operand of.
    pub parent: Option<SiteId>,
    /// Its operands, in the order of the text.
    pub operands: Vec<SiteId>,
    /// The function it stands in; empty outside of functions.
    pub function: String,
}

/// What a site is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SiteKind {
    /// An operator between two operands, without assignments and commas.
    Binary(BinaryOperator),
    /// An operator before its operand.
    Unary(UnaryOperator),
    /// `++` and `--`.
    Step {
        /// Whether it counts up.
        increments: bool,
        /// Whether it stands before its operand.
        is_prefix: bool,
    },
    /// An assignment: the place, and the value. With an operator for `+=` and its kin.
    Assignment(Option<BinaryOperator>),
    /// `c ? a : b`, `if c then a else b`.
    Conditional,
    /// A call: the arguments. With the function's name, where it is called by name.
    Call(Option<String>),
    /// `a[i]`: the array and the index.
    Index,
    /// `s.f` and `p->f`: the record.
    Member,
    /// A conversion that is written out.
    Cast,
    /// Parentheses around one operand.
    Parentheses,
    /// An integer, with the suffix that it is written with.
    Integer {
        /// Its value.
        value: i128,
        /// `u`, `L`, `bv32`; empty for none.
        suffix: String,
    },
    /// A character constant.
    Character,
    /// `true` and `false`, where they are words of the language.
    Truth(bool),
    /// A name for an integer: an enumeration constant, or a macro whose body is an integer.
    NamedConstant {
        /// The name.
        name: String,
        /// The integer.
        value: i128,
    },
    /// A variable.
    Variable(String),
    /// The name of a variable that is declared without a value.
    Declaration(String),
    /// Anything else: strings, `sizeof`, initializers in braces, statement expressions, quantifiers.
    Other,
}

/// An operator between two operands, of any of the languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the operators")]
pub enum BinaryOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Implies,
    ImpliedBy,
    Equivalent,
    Concatenate,
}

impl BinaryOperator {
    /// Whether its value is of the type of its operands, as with sums, and no truth value.
    pub fn is_arithmetic(self) -> bool {
        matches!(
            self,
            BinaryOperator::Multiply
                | BinaryOperator::Divide
                | BinaryOperator::Remainder
                | BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::ShiftLeft
                | BinaryOperator::ShiftRight
                | BinaryOperator::BitAnd
                | BinaryOperator::BitXor
                | BinaryOperator::BitOr
        )
    }
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the operators")]
pub enum UnaryOperator {
    Not,
    Negate,
    Plus,
    Complement,
    AddressOf,
    Dereference,
    /// A conversion to a number with a fraction.
    ToReal,
    /// A conversion to the widest integer with a sign.
    ToWide,
    /// A conversion to an integer of 8 bits without a sign.
    ToByte,
    /// A conversion to an integer of 16 bits without a sign.
    ToShort,
    /// A conversion to an `int` without a sign.
    ToUnsigned,
}

impl UnaryOperator {
    /// Whether it converts a number to another type.
    pub fn is_conversion(self) -> bool {
        matches!(
            self,
            UnaryOperator::ToReal
                | UnaryOperator::ToWide
                | UnaryOperator::ToByte
                | UnaryOperator::ToShort
                | UnaryOperator::ToUnsigned
        )
    }
}

/// The type of a site's value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SiteType {
    /// As the language writes it; two sites have the same type where this is equal.
    pub spelling: String,
    /// What kind of type it is.
    pub class: TypeClass,
}

/// Kinds of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeClass {
    /// Truth values: Boogie's `bool`, C's `_Bool`.
    Boolean,
    /// Integers; without a width where they are unbounded.
    Integer {
        /// The width in bits.
        bits: Option<u32>,
        /// Whether the numbers have a sign.
        is_signed: bool,
    },
    /// Floating point and real numbers.
    Real,
    /// Addresses.
    Pointer,
    /// Everything else: records, arrays, maps, nothing.
    Other,
}

/// What may change of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The expression that is evaluated: the right-hand side of `x = e`, the argument, the value that is returned, the whole
    /// controlling expression of a branch, the size of an array that is declared. The assignment itself for `x += e`, the step for `x++`, and the
    /// [`Declaration`](SiteKind::Declaration) where there is no expression.
    pub root: SiteId,
    /// What it is for.
    pub role: Role,
}

/// What an expression is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Its value goes somewhere.
    Value,
    /// Its truth decides a branch.
    Condition,
    /// There is none: a variable is declared without a value.
    Declaration,
    /// It says how many elements an array has that is declared without a value.
    Size,
}

/// An expression to stand at a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tree {
    /// A site, as it is written.
    Site(SiteId),
    /// An integer, with a suffix.
    Integer(i128, String),
    /// A named constant, variable or function as the user writes it.
    Name(String),
    /// `true` or `false`; in C a number.
    Truth(bool),
    /// An operator before its operand.
    Unary(UnaryOperator, Box<Tree>),
    /// An operator between its operands.
    Binary(BinaryOperator, Box<Tree>, Box<Tree>),
    /// A call.
    Call(String, Vec<Tree>),
    /// An assignment to a place; with an operator for `+=` and its kin.
    Assignment(Option<BinaryOperator>, SiteId, Box<Tree>),
    /// `++` or `--`, before its operand or behind it.
    Step {
        /// Whether it counts up.
        increments: bool,
        /// Whether it stands before its operand.
        is_prefix: bool,
        /// The operand.
        operand: SiteId,
    },
    /// A declaration with a first value.
    Initialized(SiteId, Box<Tree>),
    /// Text of the language that is an expression by itself: a value or a condition that a localizer prints.
    Text(String),
}

/// A variable or function that can be named at a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibleName {
    /// The name.
    pub name: String,
    /// Its type; for a function the spelling is that of its whole signature.
    pub ty: SiteType,
    /// Whether it is a function that the program defines.
    pub is_function: bool,
    /// Whether it belongs to the function of the site and not to the whole file.
    pub is_local: bool,
}

/// How an operator is written, and how it groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sign {
    /// The operator as it stands between its operands.
    pub text: &'static str,
    /// How tightly it binds; more is tighter. Only to be compared with those of the same language.
    pub binding: u8,
    /// Whether `a op b op c` is `a op (b op c)`.
    pub groups_right: bool,
}

/// A translated source that can be translated again with a change. Implemented by each front end.
pub trait Unit: Send + Sync {
    /// All sites, by id.
    fn sites(&self) -> &[Site];

    /// What may change of the statement or condition of an origin; none where that is nothing: assertions, inputs,
    /// assumptions, what the front end made itself, text that no one site covers.
    fn region(&self, origin: OriginId) -> Option<Region>;

    /// The variables and functions that can be named at a site, the innermost first, and of one scope the last ones first.
    fn names_at(&self, site: SiteId) -> Vec<VisibleName>;

    /// Named constants of the source in the order of their definition.
    fn named_constants(&self) -> Vec<(String, i128)>;

    /// The integers that the source writes, in the order of their first occurrence.
    fn integers(&self) -> Vec<i128>;

    /// The character constants of the source, as they are written, in the order of their first occurrence; none where the language has
    /// none.
    fn characters(&self) -> &[String] {
        &[]
    }

    /// The text of a site as the user wrote it.
    fn text(&self, site: SiteId) -> &str;

    /// How an operator is written between values of these types; none where the language has no such operator for them.
    fn sign(&self, operator: BinaryOperator, left: &SiteType, right: &SiteType) -> Option<Sign>;

    /// A tree as the language writes it, with the parentheses that it needs at a site, and simplified where an operation
    /// does nothing (`x - 0` is `x`). Where it differs from the site only in its operator, everything else stays.
    fn print(&self, site: SiteId, tree: &Tree) -> String;

    /// What changes in the text: the site whose text is replaced, and by what. That is the site itself, or one around it
    /// where that reads better: `CAPACITY - 1` with a 0 instead of the 1 is `CAPACITY`, and parentheses around a single
    /// word go.
    fn edit(&self, site: SiteId, tree: &Tree) -> (SiteId, String) {
        (site, self.print(site, tree))
    }

    /// The program with a site replaced, everywhere where it is used.
    fn replaced(&self, site: SiteId, tree: &Tree) -> Translation;

    /// The program in which the variable [`ALTERNATIVE`] chooses what is evaluated: 0 the program as it is, n what it is with the
    /// n-th change (from 1). None where that cannot be written with expressions.
    fn with_alternatives(&self, changes: &[(SiteId, Tree)]) -> Option<Translation> {
        self.with_choices(&[Choice { variable: ALTERNATIVE.to_owned(), changes: changes.to_vec() }])
    }

    /// The program in which inputs choose a change of a statement: [`ALTERNATIVE`] the place, from 1, and [`EDIT`] which of its
    /// changes, from 1. Only what of it is executed counts. None where the language has none.
    fn with_statements(&self, _executed: &Executed) -> Option<(Translation, Vec<StatementPlace>)> {
        None
    }

    /// Changes of what is said of types in these functions, and outside of all; none where the language has none.
    fn retypings(&self, _functions: &[String]) -> Vec<Retyping> {
        Vec::new()
    }

    /// Whether the language converts numbers where an operator before them says so.
    fn has_conversions(&self) -> bool {
        false
    }

    /// Whether a variable can choose a change: the language has an expression for that.
    fn can_choose(&self, site: SiteId, tree: &Tree) -> bool;

    /// The program in which variables choose what is evaluated. None where the language cannot say so, or a change is no
    /// expression.
    fn with_choices(&self, choices: &[Choice]) -> Option<Translation>;
}

/// What of a program is executed where it fails.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Executed {
    /// Places: a statement is executed where one of them lies within it.
    pub places: Vec<Span>,
    /// The operation that fails, if it is one.
    pub failing: Option<Span>,
}

/// A change of what a program says of types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retyping {
    /// What changes.
    pub kind: RetypingKind,
    /// The call or the declaration.
    pub place: Span,
    /// The function it stands in; empty outside of functions.
    pub function: String,
    /// What stands in the text, and what is written instead: in the order of the text of one file, apart from each other.
    pub edits: Vec<(Span, String)>,
}

/// Changes of what is said of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RetypingKind {
    /// The format of a call, or addresses among the arguments, which do not fit each other.
    Call,
    /// A variable whose address outlives the function is `static`.
    Static,
    /// Variables have a type with more values of the same kind.
    Wider,
    /// Variables without a sign have one.
    Signed,
    /// Variables are numbers with a fraction.
    Real,
}

/// What a variable chooses among.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Its name, which nothing else has.
    pub variable: String,
    /// What is evaluated: 0 stands for the program as it is, n for the n-th change, from 1.
    pub changes: Vec<(SiteId, Tree)>,
}

/// The input that chooses among the alternatives of [`Unit::with_alternatives`]. Variables of other choices have names that
/// begin like this.
pub const ALTERNATIVE: &str = "__faultscope_alternative";

/// The input that chooses which change of a place is executed.
pub const EDIT: &str = "__faultscope_alternative_edit";

/// The input that is the value of a statement that may be missing.
pub const VALUE: &str = "__faultscope_alternative_value";

/// The input that is the index of the cell that is assigned by a statement that may be missing.
pub const INDEX: &str = "__faultscope_alternative_index";

/// The input that chooses the variable whose value is assigned.
pub const SOURCE: &str = "__faultscope_alternative_source";

/// The variable that what is [seen](StatementPlace::seen) at a place is assigned to; nothing executes that. In front of it the smallest
/// number of 64 bits is assigned, to which the number of the place is added.
pub const SEEN: &str = "__faultscope_alternative_seen";

/// A statement with what could be done there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementPlace {
    /// The statement that is left out, or that something may be missing beside.
    pub span: Span,
    /// The function it stands in.
    pub function: String,
    /// What can be done, by number, from 1.
    pub edits: Vec<StatementEdit>,
    /// The variables whose values can be assigned, by number, from 1.
    pub sources: Vec<String>,
    /// What a condition there could ask about, in the order in which it is assigned to [`SEEN`].
    pub seen: Vec<Seen>,
    /// Where that is, as seen from the statement.
    pub side: Side,
    /// The statements behind it that it could go on with or be moved behind, in their order; of what can be moved out of a block the
    /// statement around that.
    pub behind: Vec<Span>,
}

/// A place in or beside a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The statement, in a block.
    InBlock,
    /// The statement, which is all of the body of another one, or has a label.
    Body,
    /// In front of the statement, in the same block.
    Before,
    /// Behind the statement, in the same block.
    Behind,
    /// In front of the statement, which is all of the body of another one.
    BeforeBody,
    /// Behind the statement, which is all of the body of another one.
    BehindBody,
    /// In an `else` that the statement lacks.
    Else,
}

impl Side {
    /// Whether something is put between statements there, and needs no block of its own.
    pub fn is_between(self) -> bool {
        matches!(self, Side::Before | Side::Behind)
    }
}

/// Something that a condition could ask about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// As the language writes it; empty where it cannot be written.
    pub text: String,
    /// What of it is seen.
    pub kind: SeenKind,
}

/// What of something is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeenKind {
    /// An integer.
    Integer,
    /// Whether a pointer is null: 1, or 0 where it is not.
    Null,
    /// The address that a pointer holds; those with the same number have the same type.
    Address(usize),
}

/// A change of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementEdit {
    /// It is left out: all of its executions where [`VALUE`] is zero, the first of them where it is positive, the one of a
    /// number where it is negative.
    Skip,
    /// A block goes on with so many of the statements behind it.
    EndLater(usize),
    /// So many of the statements behind it are in an `else` that it lacks.
    IntoElse(usize),
    /// It stands behind so many of the statements behind it.
    MoveBehind(usize),
    /// It stands behind the statement whose last block it ends.
    MoveOut,
    /// The loop or switch around is left.
    Break,
    /// The switch around is left at the end of a case that goes on with the next one.
    EndCase,
    /// The loop around goes on with its next iteration.
    Continue,
    /// The function returns, and gives nothing.
    Return,
    /// The function returns [`VALUE`], to which that of the variable with the number [`SOURCE`] is added.
    ReturnValue,
    /// The function is left, or goes on, as it does elsewhere; this is how that is written.
    Leave(String),
    /// A variable is [`VALUE`], to which that of the variable with the number [`SOURCE`] is added.
    Assign(String),
    /// A pointer goes on to the next element.
    Advance(String),
    /// The cell of an array with the index [`INDEX`] is [`VALUE`].
    AssignCell(String),
    /// The bytes of [`VALUE`], to which that of the variable with the number [`SOURCE`] is added, are written, the lowest first.
    Write,
    /// A condition does not hold, and is not evaluated.
    ConditionFails,
    /// A condition holds, and is not evaluated.
    ConditionHolds,
    /// A statement of the same function is executed here, too; this is how it is written.
    Repeat(String),
}

impl StatementEdit {
    /// Whether it only leads away.
    pub fn jumps(&self) -> bool {
        matches!(
            self,
            StatementEdit::Break
                | StatementEdit::EndCase
                | StatementEdit::Continue
                | StatementEdit::Return
                | StatementEdit::ReturnValue
                | StatementEdit::Leave(_)
        )
    }

    /// Whether a condition is decided in front of it.
    pub fn decides(&self) -> bool {
        matches!(self, StatementEdit::ConditionFails | StatementEdit::ConditionHolds)
    }

    /// Whether something that is there is executed elsewhere.
    pub fn moves(&self) -> bool {
        matches!(
            self,
            StatementEdit::EndLater(_)
                | StatementEdit::IntoElse(_)
                | StatementEdit::MoveBehind(_)
                | StatementEdit::MoveOut
        )
    }
}
