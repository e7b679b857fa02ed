//! What is known of the edit sites of a program.

use std::ops::Range;
use std::sync::Arc;

use faultscope_ir::index::{IndexMap, IndexSet};

use super::super::precedence::Precedence;
use super::super::source::Loc;
use crate::sites::{Site, SiteId, VisibleName};

/// What is known of a site beyond what is told.
#[derive(Debug)]
pub(super) struct Detail {
    /// The file, among all texts.
    pub(super) file: usize,
    pub(super) range: Range<u32>,
    /// The expressions of the parser's.
    pub(super) occurrences: Vec<Loc>,
    /// How tightly it binds.
    pub(super) precedence: Precedence,
    /// How tightly what stands there must bind.
    pub(super) context: Precedence,
    /// Whether only its truth matters.
    pub(super) is_condition: bool,
    /// How many operands it has by syntax.
    pub(super) n_operands: usize,
    /// The index of the names that it can use.
    pub(super) scope: usize,
    /// Whether a part of its text is no part of any occurrence: to change the text is to change something else as well.
    pub(super) is_partial: bool,
}

/// All sites of a program.
#[derive(Debug, Default)]
pub(super) struct Sites {
    pub(super) sites: Vec<Site>,
    pub(super) details: Vec<Detail>,
    /// The sites of each expression of the parser's, the outermost first.
    pub(super) of: IndexMap<Loc, Vec<SiteId>>,
    /// The expression that each is an operand of.
    pub(super) parents: IndexMap<Loc, Loc>,
    /// The value of a `return` or a declaration.
    pub(super) values: IndexMap<Loc, Loc>,
    /// The sizes of arrays in declarations.
    pub(super) sizes: IndexSet<Loc>,
    /// The files' texts.
    pub(super) texts: Vec<Arc<str>>,
    pub(super) names: Vec<Vec<VisibleName>>,
    pub(super) constants: Vec<Constant>,
    pub(super) integers: Vec<i128>,
    /// Types that have names.
    pub(super) type_names: Vec<String>,
}

/// A name for an integer.
#[derive(Debug, Clone)]
pub(super) struct Constant {
    pub(super) name: String,
    pub(super) value: i128,
    /// What stands for it where macros are expanded; none where the name itself does.
    pub(super) expanded: Option<String>,
    /// Whether the user's files define it.
    pub(super) is_own: bool,
}
