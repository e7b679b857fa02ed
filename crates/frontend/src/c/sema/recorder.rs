//! What is kept of the expressions of the source, and expressions that stand in for others.

use std::sync::Arc;

use faultscope_ir::index::{IndexMap, IndexSet};

use super::super::hir::VarId;
use super::super::parser::ast::{self, Node};
use super::super::precedence::Precedence;
use super::super::source::Loc;
use super::super::syntax;
use super::super::types::Type;
use crate::sites::SiteKind;

/// An expression, or the name of a variable that is declared without a value.
#[derive(Debug, Clone)]
pub(in crate::c) struct Record {
    pub loc: Loc,
    pub kind: SiteKind,
    /// How tightly its outermost operator binds.
    pub precedence: Precedence,
    /// How tightly an expression here must bind to go without parentheses.
    pub context: Precedence,
    /// The expression that it is an operand of.
    pub parent: Option<Loc>,
    /// Whether only its truth matters.
    pub is_condition: bool,
    /// Its type as a place; arrays are arrays.
    pub ty: Type,
    /// Its value, where it is an integer constant.
    pub value: Option<i128>,
    /// The index of the names that it can use.
    pub scope: usize,
    /// The function it stands in; empty outside of functions.
    pub function: String,
}

/// The name of a variable of a block, or of a parameter.
#[derive(Debug)]
pub(in crate::c) struct Local {
    pub name: String,
    pub var: VarId,
    /// The index of the one that was declared before and can still be used.
    pub before: Option<usize>,
}

/// The names that an expression can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) struct NamesInScope {
    /// The index of the local variable that was declared last; the others are before it. Some may be hidden.
    pub last_local: Option<usize>,
    /// How many of the unit's names at file scope are declared before.
    pub n_global: usize,
    pub unit: u32,
}

/// All records.
#[derive(Debug, Default)]
pub(in crate::c) struct Recorder {
    /// By place, in the order of the text.
    pub records: IndexMap<Loc, Record>,
    pub scopes: Vec<NamesInScope>,
    /// All names of local variables.
    pub locals: Vec<Local>,
    /// Names at file scope in the order of their declaration, by unit; with a meaning for variables and functions.
    pub globals: IndexMap<u32, Vec<(String, Option<Global>)>>,
    /// Enumeration constants with the place of their names.
    pub constants: Vec<(Loc, String, i128)>,
    /// The expressions around, with their operands' places and contexts.
    pub(super) open: Vec<(Loc, Vec<syntax::Operand>)>,
    /// The value of a `return` or a declaration, by the place of that.
    pub values: IndexMap<Loc, Loc>,
    /// The sizes of arrays in declarations, in the order of the text.
    pub sizes: IndexSet<Loc>,
    /// Expressions whose truth is asked for.
    pub(super) conditions: Vec<Loc>,
    /// Depth of operands that are not evaluated.
    pub(super) suspended: usize,
    /// The index of the local variable that was declared last and can be used now.
    pub(super) last_local: Option<usize>,
}

/// What a name at file scope means.
#[derive(Debug, Clone, Copy)]
pub(in crate::c) enum Global {
    Var(VarId),
    Func(super::FuncId),
}

/// What stands in for an expression.
#[derive(Debug, Clone)]
pub(in crate::c) enum Substitute {
    /// Another one.
    Expression(Node<ast::Expression>),
    /// What variables choose: the first alternative that is chosen, or else the last part.
    Choice(Vec<Alternative>, Node<ast::Expression>),
}

/// What is evaluated where a variable has a certain value.
#[derive(Debug, Clone)]
pub(in crate::c) struct Alternative {
    pub variable: String,
    pub number: i128,
    pub expression: Node<ast::Expression>,
}

/// Expressions that stand in for others, by the place of those.
#[derive(Debug, Clone, Default)]
pub(in crate::c) struct Substitutes {
    pub expressions: IndexMap<Loc, Arc<Substitute>>,
    /// First values of variables that are declared without one, by the place of the declarator.
    pub initializers: IndexMap<Loc, Arc<Node<ast::Initializer>>>,
    /// Other types that declarations begin with, by the place of the first specifier that says the type.
    pub types: IndexMap<Loc, Type>,
    /// Declarations before those of the user's files.
    pub declarations: Option<Arc<ast::TranslationUnit>>,
    /// The names that the expressions mention which are not taken from elsewhere in the text.
    pub names: IndexSet<String>,
}
