//! What is kept of declarations while files are read.

use std::collections::HashSet;

use faultscope_ir::index::IndexMap;

use super::super::hir::Expr;
use super::super::parser::ast::Span;
use super::super::qualifiers::Qualifiers;
use super::super::source::Loc;
use super::super::types::Type;

/// How much a definition counts beside others of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    Weak,
    Inline,
    Strong,
}

/// A definition of a symbol that other files may know.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    pub(super) unit: u32,
    pub(super) span: Span,
    pub(super) strength: Strength,
    /// Of a function, the text of its body without white space.
    pub(super) body: Option<String>,
}

/// A declaration of a symbol that other files may know.
#[derive(Debug, Clone)]
pub(super) struct Declared {
    pub(super) loc: Loc,
    pub(super) ty: Type,
    pub(super) qualifiers: Qualifiers,
    pub(super) defines: bool,
}

/// What is known of symbols that several files may know.
#[derive(Default)]
pub(super) struct Linkage {
    pub(super) definitions: IndexMap<String, Vec<Definition>>,
    pub(super) declared: IndexMap<String, Vec<Declared>>,
    /// Definitions that give way to others, by their unit and where they begin.
    pub(super) yielding: HashSet<(u32, usize)>,
}

/// Values of ranges of elements (GNU), each of which is evaluated once.
#[derive(Default)]
pub(super) struct RangeValues {
    /// How many ranges are around what is being read.
    pub(super) depth: usize,
    /// The values that were read already, by their place.
    pub(super) known: IndexMap<Loc, Expr>,
    /// What is evaluated before the initializer.
    pub(super) before: Vec<Expr>,
}
