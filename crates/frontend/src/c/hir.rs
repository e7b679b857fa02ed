//! The program with names resolved, types known and conversions explicit, as one tree for all files.
//!
//! An expression is either an *lvalue* ([`ExprKind::is_lvalue`]) or a value; [`ExprKind::Load`] turns the first into
//! the second.

use faultscope_ir::Value;

pub(super) use super::ids::{FuncId, VarId};
use super::qualifiers::Qualifiers;
use super::source::Loc;
use super::types::{FunctionType, Type, Types};
use faultscope_ir::index::{IndexMap, IndexSet};
use std::rc::Rc;

/// The whole program.
#[derive(Default)]
pub(super) struct Program {
    pub vars: Vec<Var>,
    pub funcs: Vec<Func>,
    /// Initializers of globals and of static locals, in source order.
    pub globals: Vec<(VarId, Init)>,
    /// Variables of blocks and parameters that functions within their function use.
    pub captured: IndexSet<VarId>,
    /// Symbols that files declare with types that do not fit each other.
    pub clashes: Vec<Clash>,
    /// Whether an initializer has effects that another one takes the place of.
    pub leaves_out_effects: bool,
    /// The labels of blocks, by the names that tell them apart.
    pub block_labels: IndexMap<String, BlockLabel>,
}

/// A symbol that a file declares with another type than the one that it is defined with.
#[derive(Debug, Clone)]
pub(super) struct Clash {
    pub loc: Loc,
    pub definition: Loc,
    pub name: String,
    /// The type at either place.
    pub here: String,
    pub there: String,
}

/// A label of a block (`__label__`).
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockLabel {
    /// The function that the block is in.
    pub owner: FuncId,
    /// Whether a function within that one jumps to it.
    pub is_left_to: bool,
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
    /// Whether no other file knows it by its name.
    pub internal: bool,
    /// The alignment that the user gave it or its type, in bytes.
    pub align: Option<u64>,
    /// Whether it may be missing (GNU): its address is null then.
    pub is_weak: bool,
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
    /// The alignment that the user gave it, in bytes.
    pub align: Option<u64>,
    /// Whether it may be missing (GNU): its address is null then.
    pub is_weak: bool,
    /// The function that it is nested in.
    pub outer: Option<FuncId>,
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
    /// Whether nobody defines the function, and it does what its contract allows.
    pub is_instead_of_body: bool,
    /// Whether nobody defines the function, and its contract says more than what is known of its calls.
    pub is_unused: bool,
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
    /// What evaluating it does: it is known when the expression is made, since long ones are asked at each of their parts.
    pub effects: Effects,
}

/// What evaluating an expression may do besides giving a value. What annotations say does nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Effects(u8);

impl Effects {
    /// It changes a variable, by an assignment or by `++`.
    pub(super) const CHANGE: Effects = Effects(1);
    /// A function is called, or statements are executed.
    pub(super) const CALL: Effects = Effects(2);
    /// A volatile object is read.
    pub(super) const VOLATILE: Effects = Effects(4);
    /// An object is made.
    pub(super) const OBJECT: Effects = Effects(8);
    /// A value is kept for later, or it is not known what is done.
    pub(super) const OTHER: Effects = Effects(16);

    /// Whether some of these are done.
    pub(super) fn has(self, some: Effects) -> bool {
        self.0 & some.0 != 0
    }

    pub(super) const fn or(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// What evaluating an expression of a kind does.
    fn of(kind: &ExprKind) -> Effects {
        let mut all = match kind {
            ExprKind::Assign(..) | ExprKind::Update { .. } => Effects::CHANGE,
            ExprKind::Call(..) | ExprKind::Builtin(..) | ExprKind::Statements(_) => Effects::CALL,
            ExprKind::Load(_, Access::Volatile) => Effects::VOLATILE,
            ExprKind::CompoundLiteral(..) => Effects::OBJECT,
            ExprKind::Unsupported(_) | ExprKind::Conditional(_, None, _) => Effects::OTHER,
            _ => Effects::default(),
        };
        kind.has_part(&mut |part| {
            all = all.or(part.effects);
            false
        });
        all
    }
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

impl PathStep {
    /// The number of the member or element.
    pub(super) fn position(self) -> u64 {
        match self {
            PathStep::Field(idx) => idx as u64,
            PathStep::Index(idx) => idx,
        }
    }
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
    /// A call at the end of the block that it stands in, however control leaves that (the attribute `cleanup`, GNU).
    Defer(Expr),
    /// A compound literal in a block that begins here; it ends with the block.
    Literal(VarId),
    /// The object of a record that a call or another operator gives, in front of the expression or behind it (6.2.4, 8).
    Temporary(VarId, Life),
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
    /// A jump to a label of a function that this one is nested in.
    Leave(String),
    Label(String, Box<Stmt>),
    Break,
    Continue,
    Return(Option<Expr>),
    Unsupported(String),
}

/// Where an object is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Life {
    Begins,
    Ends,
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

impl Init {
    /// The values in it.
    pub(super) fn values(&self) -> Box<dyn Iterator<Item = &Expr> + '_> {
        match self {
            Init::Value(value) => Box::new(std::iter::once(&**value)),
            Init::List(items) => Box::new(items.iter().map(|item| &item.value)),
        }
    }
}

impl Stmt {
    /// The statements that it is made of.
    pub(super) fn parts(&self) -> Vec<&Stmt> {
        match &self.kind {
            StmtKind::Block(stmts) => stmts.iter().collect(),
            StmtKind::If(_, then, otherwise) => {
                std::iter::once(&**then).chain(otherwise.as_deref()).collect()
            }
            StmtKind::Switch(_, body)
            | StmtKind::Case(_, _, body)
            | StmtKind::Default(body)
            | StmtKind::Label(_, body)
            | StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::For { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    /// Whether some expression in it is like this. What annotations say is not looked at.
    pub(super) fn has(&self, is_it: &mut dyn FnMut(&Expr) -> bool) -> bool {
        self.has_part(&mut |part| part.has(is_it))
    }

    /// Whether some expression that it evaluates is like this, those within it not looked at.
    fn has_part(&self, is_it: &mut dyn FnMut(&Expr) -> bool) -> bool {
        match &self.kind {
            StmtKind::Expr(expr) | StmtKind::Defer(expr) | StmtKind::Return(Some(expr)) => is_it(expr),
            StmtKind::Declare(_, Some(init)) => init.values().any(&mut *is_it),
            StmtKind::Block(stmts) => stmts.iter().any(|it| it.has_part(is_it)),
            StmtKind::If(condition, then, otherwise) => {
                is_it(condition) || then.has_part(is_it) || otherwise.iter().any(|it| it.has_part(is_it))
            }
            StmtKind::Switch(value, body) | StmtKind::While(value, body) | StmtKind::DoWhile(body, value) => {
                is_it(value) || body.has_part(is_it)
            }
            StmtKind::For { init, condition, step, body } => {
                init.iter().any(|it| it.has_part(is_it))
                    || condition.iter().chain(step).any(&mut *is_it)
                    || body.has_part(is_it)
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                body.has_part(is_it)
            }
            StmtKind::Empty
            | StmtKind::Declare(_, None)
            | StmtKind::DeclareVla(_)
            | StmtKind::Literal(_)
            | StmtKind::Temporary(..)
            | StmtKind::Goto(_)
            | StmtKind::Leave(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Unsupported(_) => false,
        }
    }
}

impl Expr {
    /// An expression of a kind.
    pub(super) fn new(kind: ExprKind, ty: Type, loc: Loc) -> Expr {
        let effects = Effects::of(&kind);
        Expr { kind, ty, loc, effects }
    }

    /// Whether evaluating it is no command: it changes nothing, and nothing comes from outside.
    pub(super) fn is_pure(&self) -> bool {
        self.effects == Effects::default()
    }

    /// Whether it is a constant, perhaps converted or negated.
    pub(super) fn is_literal(&self) -> bool {
        match &self.kind {
            ExprKind::Const(_) => true,
            ExprKind::Cast(inner) | ExprKind::Negate(inner) => inner.is_literal(),
            _ => false,
        }
    }

    /// Whether it or some expression in it is like this. What annotations say is not looked at.
    pub(super) fn has(&self, is_it: &mut dyn FnMut(&Expr) -> bool) -> bool {
        is_it(self) || self.kind.has_part(&mut |part| part.has(is_it))
    }
}

impl ExprKind {
    /// Whether some expression that it is made of is like this. What annotations say is not looked at.
    pub(super) fn has_part(&self, is_it: &mut dyn FnMut(&Expr) -> bool) -> bool {
        match self {
            ExprKind::Deref(inner)
            | ExprKind::Member(inner, _)
            | ExprKind::Load(inner, _)
            | ExprKind::AddressOf(inner)
            | ExprKind::Decay(inner)
            | ExprKind::Cast(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Complement(inner)
            | ExprKind::Not(inner) => is_it(inner),
            ExprKind::Index(left, right)
            | ExprKind::Binary(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Offset { pointer: left, count: right, .. }
            | ExprKind::Difference(left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::Assign(left, right)
            | ExprKind::Update { target: left, value: right, .. } => is_it(left) || is_it(right),
            ExprKind::Conditional(condition, then, otherwise) => {
                is_it(condition) || then.iter().any(|it| is_it(it)) || is_it(otherwise)
            }
            ExprKind::Call(callee, arguments) => {
                let pointer = match callee {
                    Callee::Indirect(pointer) => Some(&**pointer),
                    Callee::Direct(_) => None,
                };
                pointer.into_iter().chain(arguments).any(&mut *is_it)
            }
            ExprKind::Builtin(_, operands) => operands.iter().any(&mut *is_it),
            ExprKind::CompoundLiteral(_, init) => init.values().any(&mut *is_it),
            ExprKind::Statements(body) => body.has_part(is_it),
            ExprKind::Var(_)
            | ExprKind::Const(_)
            | ExprKind::Function(_)
            | ExprKind::SizeOf(_)
            | ExprKind::Unsupported(_) => false,
        }
    }
}

impl Func {
    /// The parameters that are declared.
    pub(super) fn named(&self) -> &[VarId] {
        let n_named = self.ty.parameters.len();
        if self.ty.variadic { self.parameters.get(..n_named).unwrap_or_default() } else { &self.parameters }
    }

    /// The hidden parameter for the arguments that have none.
    pub(super) fn rest(&self) -> Option<VarId> {
        self.parameters.get(self.named().len()).copied()
    }
}

impl Var {
    /// The function whose activations have one each.
    pub(super) fn owner(&self) -> Option<FuncId> {
        match self.storage {
            Storage::Local(func) | Storage::Parameter(func) => Some(func),
            _ => None,
        }
    }

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
        let var = self.global("errno")?;
        let location = |func: &Func| func.trusted && func.name == "__errno_location";
        (!self.var(var).defined || self.funcs.iter().any(location)).then_some(var)
    }

    /// Looks at each expression of the user's functions.
    pub(super) fn each_users_expr(&self, mut look: impl FnMut(&Expr)) {
        for body in self.funcs.iter().filter(|it| !it.trusted).filter_map(|it| it.body.as_ref()) {
            body.has(&mut |expr| {
                look(expr);
                false
            });
        }
    }

    /// The global variable of a name.
    pub(super) fn global(&self, name: &str) -> Option<VarId> {
        self.vars.iter().position(|var| var.name == name && var.storage == Storage::Global).map(VarId)
    }

    pub(super) fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0]
    }

    /// The characters of the string literal that an expression stands for, without the zero at its end.
    pub(super) fn literal_chars(&self, expr: &Expr) -> Option<&[u32]> {
        let place = match &expr.kind {
            ExprKind::Cast(inner) => return self.literal_chars(inner),
            ExprKind::Decay(place) => place,
            _ => return None,
        };
        let ExprKind::Var(var) = place.kind else { return None };
        let Storage::Literal(chars) = &self.var(var).storage else { return None };
        chars.split_last().map(|(_, chars)| chars)
    }

    /// The variables of a function that functions within it use.
    pub(super) fn captured_of(&self, func: FuncId) -> impl Iterator<Item = VarId> + '_ {
        self.captured.iter().copied().filter(move |var| self.var(*var).owner() == Some(func))
    }

    /// The labels of a function to which functions within it jump.
    pub(super) fn left_to(&self, func: FuncId) -> impl Iterator<Item = &str> + '_ {
        let labels = self.block_labels.iter();
        labels.filter(move |(_, it)| it.is_left_to && it.owner == func).map(|(name, _)| name.as_str())
    }

    /// Whether functions within a function need to know which activation of it they belong to.
    pub(super) fn has_dependents(&self, func: FuncId) -> bool {
        self.captured_of(func).next().is_some() || self.left_to(func).next().is_some()
    }

    /// The functions that a function is nested in, the innermost first.
    pub(super) fn around(&self, func: FuncId) -> impl Iterator<Item = FuncId> + '_ {
        std::iter::successors(self.func(func).outer, |outer| self.func(*outer).outer)
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

pub(super) mod logic {
    //! What annotations mean: terms of the logic over expressions of C.
    //!
    //! Integers are those of mathematics, and nothing has an effect. Logic functions and predicates are gone: what they stand
    //! for is written out. An expression of C in a term is read in the state that the term is about ([`Kind::At`]); what it
    //! has of the logic in it is a [`Builtin::Logic`].

    use super::{BinaryOp, Builtin, CompareOp, Expr, ExprKind, Loc, Type, VarId};
    use crate::acsl::ast::Use;

    /// A term or a predicate.
    #[derive(Debug, Clone)]
    pub(in crate::c) struct Term {
        pub kind: Kind,
        pub sort: Sort,
        pub loc: Loc,
    }

    /// What kind of value a term has.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub(in crate::c) enum Sort {
        Truth,
        Integer,
        Real,
        /// A pointer, of this type of C.
        Pointer(Type),
    }

    /// A variable of the logic.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub(in crate::c) struct Variable(pub usize);

    /// A state of the program.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub(in crate::c) enum State {
        /// The one at the place of the annotation; in a postcondition that in which the function returns.
        Here,
        /// The one in which the function was called.
        Entry,
        /// The one in which the loop was come to whose body is here.
        Loop(Loc),
        /// The one in which control was at a label of C last.
        Label(String),
    }

    /// What a term is.
    #[derive(Debug, Clone)]
    pub(in crate::c) enum Kind {
        Truth(bool),
        Integer(i128),
        /// The bits of a double.
        Real(u64),
        /// A value of C.
        Value(Box<Expr>),
        Variable(Variable),
        /// The same in another state.
        At(State, Box<Term>),
        Negate(Box<Term>),
        Complement(Box<Term>),
        Binary(BinaryOp, Box<Term>, Box<Term>),
        Compare(CompareOp, Box<Term>, Box<Term>),
        Not(Box<Term>),
        And(Vec<Term>),
        Or(Vec<Term>),
        Implies(Box<Term>, Box<Term>),
        Iff(Box<Term>, Box<Term>),
        Conditional(Box<Term>, Box<Term>, Box<Term>),
        /// The integer that is the value of an integer or a truth value converted to a type of C.
        Convert(Type, Box<Term>),
        ToReal(Box<Term>),
        /// Whether all, or some, of the values of a variable between two bounds fulfil a predicate.
        Quantified {
            is_exists: bool,
            range: Box<Range>,
            body: Box<Term>,
        },
        /// The values of a term for all values of a variable between two bounds, put together.
        Fold {
            op: Fold,
            range: Box<Range>,
            body: Box<Term>,
        },
        Let(Variable, Box<Term>, Box<Term>),
        /// Whether memory can be accessed.
        Valid {
            is_write: bool,
            places: Places,
        },
        /// Whether no two of these have a byte in common.
        Separated(Vec<Places>),
        /// What a recursive function gives beyond the depth to which it is followed.
        TooDeep,
        /// What has no meaning here.
        Unsupported(String),
    }

    /// How values are put together.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(in crate::c) enum Fold {
        Sum,
        Product,
        Min,
        Max,
        /// How many times a predicate holds.
        Count,
    }

    /// A variable and its bounds, both included.
    #[derive(Debug, Clone)]
    pub(in crate::c) struct Range {
        pub variable: Variable,
        pub low: Term,
        pub high: Term,
    }

    /// The elements from a pointer on, or those whose numbers are between two bounds, both included.
    #[derive(Debug, Clone)]
    pub(in crate::c) struct Places {
        pub pointer: Expr,
        pub bounds: Option<Box<(Term, Term)>>,
    }

    /// A clause: what it says, one conjunct after the other.
    #[derive(Debug, Clone)]
    pub(in crate::c) struct Claim {
        pub usage: Use,
        pub parts: Vec<Term>,
    }

    /// The contract of a function.
    #[derive(Debug, Clone, Default)]
    pub(in crate::c) struct Contract {
        /// What callers see to.
        pub requires: Vec<Claim>,
        /// What holds when the function returns.
        pub ensures: Vec<Claim>,
        /// What holds of the contract itself where it is called as it asks for.
        pub consistent: Vec<Claim>,
        /// What gets smaller with each recursive call.
        pub decreases: Option<Term>,
        /// The variable that stands for what the function returns.
        pub result: Option<VarId>,
        /// What it may change; none where nothing is said of it, or what is said has no meaning here.
        pub assigns: Option<Vec<Places>>,
        pub has_unknown_assigns: bool,
        /// What of it is not checked, and where it stands.
        pub unchecked: Vec<(String, Loc)>,
    }

    /// What is said of a loop.
    #[derive(Debug, Clone, Default)]
    pub(in crate::c) struct Loop {
        pub invariants: Vec<Claim>,
        pub variant: Option<Term>,
        /// What of it is not checked, and where it stands.
        pub unchecked: Vec<(String, Loc)>,
    }

    impl Term {
        /// The expressions of C in it, from the left.
        pub(in crate::c) fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
            match &self.kind {
                Kind::Truth(_)
                | Kind::Integer(_)
                | Kind::Real(_)
                | Kind::Variable(_)
                | Kind::TooDeep
                | Kind::Unsupported(_) => {}
                Kind::Value(expr) => visit(expr),
                Kind::At(_, inner)
                | Kind::Negate(inner)
                | Kind::Complement(inner)
                | Kind::Not(inner)
                | Kind::Convert(_, inner)
                | Kind::ToReal(inner) => inner.visit(visit),
                Kind::Binary(_, left, right)
                | Kind::Compare(_, left, right)
                | Kind::Implies(left, right)
                | Kind::Iff(left, right)
                | Kind::Let(_, left, right) => {
                    left.visit(visit);
                    right.visit(visit);
                }
                Kind::And(parts) | Kind::Or(parts) => parts.iter().for_each(|part| part.visit(visit)),
                Kind::Conditional(condition, then, otherwise) => {
                    [condition, then, otherwise].into_iter().for_each(|part| part.visit(visit));
                }
                Kind::Quantified { range, body, .. } | Kind::Fold { range, body, .. } => {
                    range.low.visit(visit);
                    range.high.visit(visit);
                    body.visit(visit);
                }
                Kind::Valid { places, .. } => places.visit(visit),
                Kind::Separated(all) => all.iter().for_each(|places| places.visit(visit)),
            }
        }

        /// The expression of C whose value a pointer is.
        pub(in crate::c) fn pointer(&self) -> Option<&Expr> {
            match &self.kind {
                Kind::Value(expr) => match &expr.kind {
                    ExprKind::Builtin(Builtin::Logic(inner), _) => inner.pointer(),
                    _ => Some(expr),
                },
                Kind::At(_, inner) => inner.pointer(),
                _ => None,
            }
        }
    }

    impl Places {
        fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
            visit(&self.pointer);
            if let Some((low, high)) = self.bounds.as_deref() {
                low.visit(visit);
                high.visit(visit);
            }
        }
    }

    impl Claim {
        /// The expressions of C in it.
        pub(in crate::c) fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
            self.parts.iter().for_each(|part| part.visit(visit));
        }
    }

    impl Contract {
        /// The expressions of C in it.
        pub(in crate::c) fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
            let claims = self.requires.iter().chain(&self.ensures).chain(&self.consistent);
            claims.for_each(|claim| claim.visit(visit));
            self.decreases.iter().for_each(|measure| measure.visit(visit));
            self.assigns.iter().flatten().for_each(|places| places.visit(visit));
        }
    }

    impl Loop {
        /// The expressions of C in it.
        pub(in crate::c) fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
            self.invariants.iter().for_each(|claim| claim.visit(visit));
            self.variant.iter().for_each(|variant| variant.visit(visit));
        }
    }
}
