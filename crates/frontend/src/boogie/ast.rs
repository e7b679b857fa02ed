//! The syntax tree.
//!
//! Expressions live in an arena, so that neither dropping nor copying a deep one recurses.

use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use super::text::TextRange;

/// A name in the text.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) range: TextRange,
}

/// The program: declarations in the order of the text, and the expressions in them.
#[derive(Debug, Default)]
pub(super) struct Ast {
    pub(super) declarations: Vec<Declaration>,
    pub(super) exprs: Exprs,
}

/// All expressions, without parentheses: those stand beside.
#[derive(Debug, Default)]
pub(super) struct Exprs {
    all: Vec<Expr>,
    signs: FxHashMap<ExprId, TextRange>,
    parentheses: FxHashMap<ExprId, Vec<TextRange>>,
}

impl Exprs {
    pub(super) fn add(&mut self, kind: ExprKind, range: TextRange) -> ExprId {
        self.all.push(Expr { kind, range });
        ExprId(self.all.len() as u32 - 1)
    }

    /// An expression whose operator stands at `sign`.
    pub(super) fn add_with_sign(&mut self, kind: ExprKind, range: TextRange, sign: TextRange) -> ExprId {
        let id = self.add(kind, range);
        self.signs.insert(id, sign);
        id
    }

    /// Says that an expression stands in parentheses, those around others last.
    pub(super) fn add_parentheses(&mut self, id: ExprId, range: TextRange) {
        self.parentheses.entry(id).or_default().push(range);
    }

    pub(super) fn get(&self, id: ExprId) -> &Expr {
        &self.all[id.0 as usize]
    }

    /// Where the operator of an expression stands.
    pub(super) fn sign(&self, id: ExprId) -> Option<TextRange> {
        self.signs.get(&id).copied()
    }

    /// The parentheses around an expression, the innermost first.
    pub(super) fn parentheses(&self, id: ExprId) -> &[TextRange] {
        self.parentheses.get(&id).map_or(&[], Vec::as_slice)
    }

    pub(super) fn range(&self, id: ExprId) -> TextRange {
        self.get(id).range
    }

    /// Names of the functions that an expression applies.
    pub(super) fn applied_functions(&self, root: ExprId) -> Vec<&str> {
        let mut names = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            let kind = &self.get(id).kind;
            if let ExprKind::Apply { function, .. } = kind {
                names.push(function.text.as_str());
            }
            kind.children(&mut |child| stack.push(child));
        }
        names
    }
}

/// Names an expression of [`Exprs`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ExprId(u32);

#[derive(Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) range: TextRange,
}

#[derive(Debug)]
pub(super) enum ExprKind {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    Bits {
        value: BigInt,
        width: u32,
    },
    Name(String),
    Apply {
        function: Name,
        arguments: Vec<ExprId>,
    },
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    If {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    Old(ExprId),
    Select {
        map: ExprId,
        indices: Vec<ExprId>,
    },
    Update {
        map: ExprId,
        indices: Vec<ExprId>,
        value: ExprId,
    },
    /// Bits below `high` down to `low`, included.
    Extract {
        operand: ExprId,
        high: u32,
        low: u32,
    },
    ToInt(ExprId),
    ToReal(ExprId),
    Quantified {
        forall: bool,
        variables: Vec<TypedName>,
        triggers: Vec<ExprId>,
        body: ExprId,
    },
    /// Known to Boogie and not to us.
    Unsupported(&'static str),
}

impl ExprKind {
    /// Calls `visit` with the operands, in the order of the text.
    pub(super) fn children(&self, visit: &mut dyn FnMut(ExprId)) {
        match self {
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bits { .. } => {}
            ExprKind::Name(_) | ExprKind::Unsupported(_) => {}
            ExprKind::Apply { arguments, .. } => arguments.iter().copied().for_each(visit),
            ExprKind::Unary(_, operand)
            | ExprKind::Old(operand)
            | ExprKind::ToInt(operand)
            | ExprKind::ToReal(operand)
            | ExprKind::Extract { operand, .. } => visit(*operand),
            ExprKind::Binary(_, lhs, rhs) => [*lhs, *rhs].into_iter().for_each(visit),
            ExprKind::If { condition, then, otherwise } => {
                [*condition, *then, *otherwise].into_iter().for_each(visit);
            }
            ExprKind::Select { map, indices } => {
                visit(*map);
                indices.iter().copied().for_each(visit);
            }
            ExprKind::Update { map, indices, value } => {
                visit(*map);
                indices.iter().copied().for_each(&mut *visit);
                visit(*value);
            }
            ExprKind::Quantified { body, .. } => visit(*body),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnaryOp {
    Neg,
    Not,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BinaryOp {
    Iff,
    Implies,
    Explies,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Subtype,
    Concat,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    RealDiv,
    Power,
}

#[derive(Debug, Clone)]
pub(super) struct TypeExpr {
    pub(super) kind: TypeExprKind,
    pub(super) range: TextRange,
}

#[derive(Debug, Clone)]
pub(super) enum TypeExprKind {
    Bool,
    Int,
    Real,
    Map {
        indices: Vec<TypeExpr>,
        element: Box<TypeExpr>,
    },
    /// A declared type, a type parameter, or `bvN`.
    Named {
        name: String,
        arguments: Vec<TypeExpr>,
    },
    /// Known to Boogie and not to us.
    Unsupported(&'static str),
}

/// A variable and its type.
#[derive(Debug, Clone)]
pub(super) struct TypedName {
    pub(super) name: Name,
    pub(super) ty: TypeExpr,
    pub(super) condition: Option<ExprId>,
}

#[derive(Debug)]
pub(super) enum Declaration {
    Type {
        name: Name,
        parameters: Vec<Name>,
        synonym: Option<TypeExpr>,
    },
    Constants {
        names: Vec<TypedName>,
        unique: bool,
    },
    Axiom(ExprId),
    Function(Function),
    Variables(Vec<TypedName>),
    Procedure(Procedure),
    Implementation(Implementation),
    /// Known to Boogie and not to us; the names that it declares cannot be used.
    Unsupported {
        names: Vec<Name>,
        what: &'static str,
        range: TextRange,
    },
}

#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: Name,
    /// Whether it has type parameters.
    pub(super) polymorphic: bool,
    pub(super) parameters: Vec<TypedName>,
    pub(super) result: TypeExpr,
    pub(super) body: Option<ExprId>,
    /// The SMT-LIB function of `{:bvbuiltin "…"}`.
    pub(super) builtin: Option<(String, TextRange)>,
}

/// Name, parameters and results of a procedure or an implementation.
#[derive(Debug)]
pub(super) struct Signature {
    pub(super) name: Name,
    /// Whether it has type parameters.
    pub(super) polymorphic: bool,
    pub(super) parameters: Vec<TypedName>,
    pub(super) results: Vec<TypedName>,
}

#[derive(Debug)]
pub(super) struct Procedure {
    pub(super) signature: Signature,
    pub(super) requires: Vec<Clause>,
    pub(super) ensures: Vec<Clause>,
    pub(super) modifies: Vec<Name>,
    pub(super) body: Option<Body>,
}

/// A `requires`, `ensures` or `invariant`.
#[derive(Debug)]
pub(super) struct Clause {
    /// Assumed without a check.
    pub(super) free: bool,
    pub(super) condition: ExprId,
}

#[derive(Debug)]
pub(super) struct Implementation {
    pub(super) signature: Signature,
    pub(super) body: Body,
}

#[derive(Debug)]
pub(super) struct Body {
    pub(super) locals: Vec<TypedName>,
    pub(super) statements: Vec<Stmt>,
}

#[derive(Debug)]
pub(super) struct Stmt {
    pub(super) labels: Vec<Name>,
    pub(super) kind: StmtKind,
    /// Without the final semicolon; for `if` and `while` the head.
    pub(super) range: TextRange,
}

#[derive(Debug)]
pub(super) enum StmtKind {
    Assign {
        targets: Vec<Target>,
        values: Vec<ExprId>,
    },
    Havoc(Vec<Name>),
    Assume(ExprId),
    Assert(ExprId),
    Call {
        procedure: Name,
        arguments: Vec<ExprId>,
        results: Vec<Name>,
    },
    If {
        arms: Vec<Arm>,
        otherwise: Vec<Stmt>,
    },
    While {
        condition: Guard,
        invariants: Vec<Clause>,
        body: Vec<Stmt>,
    },
    Goto(Vec<Name>),
    Break(Option<Name>),
    Return,
    /// Labels at the end of a block.
    Nothing,
    /// Known to Boogie and not to us.
    Unsupported(&'static str),
}

/// A condition; none for `*`.
pub(super) type Guard = Option<ExprId>;

#[derive(Debug)]
pub(super) struct Arm {
    pub(super) condition: Guard,
    pub(super) body: Vec<Stmt>,
}

/// `x`, `m[i]`, `m[i, j][k]`.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) variable: Name,
    pub(super) indices: Vec<Vec<ExprId>>,
    pub(super) range: TextRange,
}
