//! The program with names resolved, types known and conversions explicit, as one tree for all files.
//!
//! An expression is either an *lvalue* ([`ExprKind::is_lvalue`]) or a value; [`ExprKind::Load`] turns the first into
//! the second.

use faultscope_ir::Value;

pub(super) use super::ids::{FuncId, VarId};
use super::logic;
use super::qualifiers::Qualifiers;
use super::source::Loc;
use super::types::{FunctionType, Type, Types};
use indexmap::IndexMap;
use std::rc::Rc;

/// The whole program.
#[derive(Default)]
pub(super) struct Program {
    pub vars: Vec<Var>,
    pub funcs: Vec<Func>,
    /// Initializers of globals and of static locals, in source order.
    pub globals: Vec<(VarId, Init)>,
}

/// A variable or string literal.
#[derive(Debug, Clone)]
pub(super) struct Var {
    pub name: String,
    pub ty: Type,
    pub qualifiers: Qualifiers,
    pub loc: Loc,
    pub storage: Storage,
    /// False for what is only declared, with `extern`.
    pub defined: bool,
    /// The alignment that the user gave it or its type, in bytes.
    pub align: Option<u64>,
}

/// Where a variable lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Storage {
    Global,
    /// A static local lives as a global does, and is known by its function.
    Static(FuncId),
    Local(FuncId),
    Parameter(FuncId),
    /// A string literal and its characters, the final zero included.
    Literal(Rc<Vec<u32>>),
}

/// A function.
#[derive(Debug, Clone)]
pub(super) struct Func {
    pub name: String,
    pub ty: Rc<FunctionType>,
    pub parameters: Vec<VarId>,
    pub body: Option<Rc<Stmt>>,
    pub loc: Loc,
    /// Whether it is a library model.
    pub trusted: bool,
    /// Of the copy of a model for one call, the call.
    pub call_site: Option<CallSite>,
    /// Whether the function asks itself for what its accesses need, at its beginning.
    pub has_contract: bool,
    /// What annotations say of it.
    pub annotations: Annotated,
    pub turn: Turn,
}

/// What annotations say of a function.
#[derive(Debug, Clone, Default)]
pub(super) struct Annotated {
    /// Its contract.
    pub contract: Option<Rc<logic::Contract>>,
    /// What is said of its loops, by the place of the body.
    pub loops: IndexMap<Loc, Rc<logic::Loop>>,
    /// Whether there is an annotation anywhere in it.
    pub is_annotated: bool,
}

/// When a function runs that nobody calls, by its priority.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Turn {
    /// Before the entry: lower numbers first.
    pub before_entry: Option<u32>,
    /// When the program ends as it should: lower numbers last.
    pub at_exit: Option<u32>,
}

/// A call of a library function by the user.
#[derive(Debug, Clone, Copy)]
pub(super) struct CallSite {
    pub loc: Loc,
    /// The function that the call is in; none in initial values of globals.
    pub caller: Option<FuncId>,
}

/// An expression.
#[derive(Debug, Clone)]
pub(super) struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub loc: Loc,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub(super) enum ExprKind {
    // Lvalues.
    Var(VarId),
    Deref(Box<Expr>),
    /// A field by its index; of an lvalue, or of a record value.
    Member(Box<Expr>, usize),
    /// An element of an array lvalue.
    Index(Box<Expr>, Box<Expr>),
    CompoundLiteral(VarId, Box<Init>),
    // Values.
    Const(Value),
    /// What a place holds.
    Load(Box<Expr>, Access),
    AddressOf(Box<Expr>),
    /// The address of an array's first element.
    Decay(Box<Expr>),
    Function(FuncId),
    /// Conversion to the expression's type.
    Cast(Box<Expr>),
    Negate(Box<Expr>),
    Complement(Box<Expr>),
    Not(Box<Expr>),
    /// Both operands have the expression's type; of a shift only the left one.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Both operands have one type.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// A pointer and the number of elements that is added to or subtracted from it.
    Offset {
        pointer: Box<Expr>,
        count: Box<Expr>,
        subtract: bool,
    },
    Difference(Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// The condition's value is also the result where it is not zero, if there is no second operand.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Assign(Box<Expr>, Box<Expr>),
    /// `place = (place converted to computation) op value`, converted back. The value has the computation's type,
    /// except for shifts; for pointers it is the count.
    Update {
        target: Box<Expr>,
        op: UpdateOp,
        value: Box<Expr>,
        computation: Type,
        result: UpdateResult,
    },
    Call(Callee, Vec<Expr>),
    Builtin(Builtin, Vec<Expr>),
    Statements(Box<Stmt>),
    /// The size of a type of variable size.
    SizeOf(Type),
    /// Cannot be translated.
    Unsupported(String),
}

/// How a place is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// It holds what the program has put there.
    Plain,
    /// It, or a part of it, may change by itself.
    Volatile,
}

/// What a call calls.
#[derive(Debug, Clone)]
pub(super) enum Callee {
    Direct(FuncId),
    Indirect(Box<Expr>),
}

/// What an update does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UpdateOp {
    Binary(BinaryOp),
    Offset { subtract: bool },
}

/// Which value an update has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UpdateResult {
    Old,
    New,
}

/// Operators whose result has their operands' type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
}

/// Comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CompareOp {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

/// Operations that are known by name whatever the program declares.
#[derive(Debug, Clone)]
pub(super) enum Builtin {
    /// Copies so many elements of this type; operands target and source.
    Copy(Type, u64),
    /// The same, where target and source may overlap.
    Move(Type, u64),
    /// Zeroes so many elements of this type; operand target.
    Zero(Type, u64),
    /// The next variable argument; operand the list.
    VaArg,
    VaStart,
    VaCopy,
    VaEnd,
    Unreachable,
    /// Ends the program as `abort` does.
    Trap,
    /// Memory of the function that is running.
    Alloca,
    /// In models: a new object, which is there until the program ends, and which nobody gives back.
    Object,
    /// Overflow check `__builtin_*_overflow`; operands left, right, pointer to the result.
    Overflow(BinaryOp),
    /// The value of a term of an annotation.
    Logic(Rc<logic::Term>),
    /// An assertion in an annotation.
    Claim(Rc<logic::Claim>),
}

/// An initializer.
#[derive(Debug, Clone)]
pub(super) enum Init {
    /// A scalar, or a record of the same type.
    Value(Box<Expr>),
    /// Parts in order; what is not mentioned is zero.
    List(Vec<InitItem>),
}

/// One part of an initializer list: a scalar, or a record given by a value.
#[derive(Debug, Clone)]
pub(super) struct InitItem {
    pub path: Vec<PathStep>,
    pub value: Expr,
}

/// A step into an aggregate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum PathStep {
    Field(usize),
    Index(u64),
}

/// A statement.
#[derive(Debug, Clone)]
pub(super) struct Stmt {
    pub kind: StmtKind,
    pub loc: Loc,
}

/// What a statement is.
#[derive(Debug, Clone)]
pub(super) enum StmtKind {
    Empty,
    Expr(Expr),
    /// The location is the declarator with its initializer.
    Declare(VarId, Option<Init>),
    /// Storage of an array of variable size, whose type holds the count.
    DeclareVla(VarId),
    /// A compound literal in a block that begins here; it ends with the block.
    Literal(VarId),
    Block(Vec<Stmt>),
    /// Like a block, without a scope: several declarators.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    Switch(Expr, Box<Stmt>),
    /// Both ends included, in the promoted type of the switch.
    Case(i128, i128, Box<Stmt>),
    Default(Box<Stmt>),
    While(Expr, Box<Stmt>),
    DoWhile(Box<Stmt>, Expr),
    For {
        init: Vec<Stmt>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    Goto(String),
    Label(String, Box<Stmt>),
    Break,
    Continue,
    Return(Option<Expr>),
    Unsupported(String),
}

impl Turn {
    /// What either says.
    pub(super) fn and(self, other: Turn) -> Turn {
        Turn {
            before_entry: self.before_entry.or(other.before_entry),
            at_exit: self.at_exit.or(other.at_exit),
        }
    }
}

impl Var {
    /// Whether it must not be written once it has its first value.
    pub(super) fn is_constant(&self) -> bool {
        matches!(self.storage, Storage::Literal(_)) || self.qualifiers.is_const
    }
}

impl ExprKind {
    /// Whether it designates a place.
    pub(super) fn is_lvalue(&self) -> bool {
        match self {
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::CompoundLiteral(..) => {
                true
            }
            ExprKind::Member(base, _) => base.kind.is_lvalue(),
            _ => false,
        }
    }
}

impl Program {
    /// The variable behind `errno`, where the program has one.
    pub(super) fn error_number(&self) -> Option<VarId> {
        let is_error_number = |var: &Var| var.name == "errno" && var.storage == Storage::Global;
        let var = self.vars.iter().position(is_error_number)?;
        let location = |func: &Func| func.trusted && func.name == "__errno_location";
        (!self.vars[var].defined || self.funcs.iter().any(location)).then_some(VarId(var))
    }

    /// Whether the program uses a function that closes streams.
    pub(super) fn closes_streams(&self) -> bool {
        let closes = |func: &Func| matches!(func.name.as_str(), "fclose" | "pclose" | "freopen");
        self.funcs.iter().any(|func| func.trusted && closes(func))
    }

    pub(super) fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0]
    }

    /// The qualifiers of a place.
    pub(super) fn qualifiers(&self, types: &Types, place: &Expr) -> Qualifiers {
        match &place.kind {
            ExprKind::Var(var) | ExprKind::CompoundLiteral(var, _) => self.var(*var).qualifiers,
            ExprKind::Deref(pointer) => pointer.ty.pointee_qualifiers(),
            ExprKind::Member(base, idx) => {
                let Type::Record(id) = base.ty else { return Qualifiers::default() };
                let field = types.fields(id).get(*idx).map(|field| field.qualifiers);
                self.qualifiers(types, base).and(field.unwrap_or_default())
            }
            ExprKind::Index(base, _) => self.qualifiers(types, base).and(base.ty.element_qualifiers()),
            _ => Qualifiers::default(),
        }
    }

    /// What runs before the entry, in this order.
    pub(super) fn before_entry(&self) -> Vec<FuncId> {
        self.in_turn(|turn| turn.before_entry)
    }

    /// What runs when the program ends as it should, in this order: the model of `atexit`, if it is used, and then the
    /// functions whose turn it is.
    pub(super) fn at_exit(&self) -> Vec<FuncId> {
        let runs = |func: &Func| func.name == "__fs_run_handlers" && func.body.is_some();
        let handlers = self.funcs.iter().position(runs).map(FuncId);
        let destructors = self.in_turn(|turn| turn.at_exit);
        handlers.into_iter().chain(destructors.into_iter().rev()).collect()
    }

    /// The functions that have a turn, by its priority and then by where they stand.
    fn in_turn(&self, priority: fn(Turn) -> Option<u32>) -> Vec<FuncId> {
        let with_turn = |(idx, func): (usize, &Func)| {
            let priority = priority(func.turn).filter(|_| func.body.is_some())?;
            Some((priority, func.loc.unit, func.loc.start, FuncId(idx)))
        };
        let mut funcs: Vec<_> = self.funcs.iter().enumerate().filter_map(with_turn).collect();
        funcs.sort_unstable_by_key(|(priority, unit, start, _)| (*priority, *unit, *start));
        funcs.into_iter().map(|(.., func)| func).collect()
    }

    pub(super) fn func(&self, id: FuncId) -> &Func {
        &self.funcs[id.0]
    }
}
