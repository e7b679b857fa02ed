//! What is known of the edit sites of a program.

use std::ops::Range;
use std::sync::Arc;

use faultscope_ir::index::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;

use super::super::precedence::Precedence;
use super::super::sema::NamesInScope;
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
    pub(super) names: Names,
    pub(super) constants: Vec<Constant>,
    pub(super) integers: Vec<i128>,
    /// Character constants, as they are written.
    pub(super) characters: Vec<String>,
    /// Types that have names.
    pub(super) type_names: Vec<String>,
}

/// The names that can be used at each place. They are listed where somebody asks: each declaration makes other ones.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Variables of blocks and parameters, each with the one declared before that can still be used.
    pub(super) locals: Vec<(VisibleName, Option<usize>)>,
    /// Names at file scope of each unit, in the order of their declaration; none for what is not told.
    pub(super) globals: IndexMap<u32, Vec<Option<VisibleName>>>,
    pub(super) scopes: Vec<NamesInScope>,
}

impl Names {
    /// The names of a scope, the innermost first, and of one block the last ones first.
    pub(super) fn of(&self, scope: usize) -> Vec<VisibleName> {
        let Some(NamesInScope { last_local, n_global, unit }) = self.scopes.get(scope) else {
            return Vec::new();
        };
        let mut known: FxHashSet<&str> = FxHashSet::default();
        let mut names = Vec::new();
        let mut local = last_local.and_then(|it| self.locals.get(it));
        while let Some((name, before)) = local {
            if known.insert(&name.name) {
                names.push(name.clone());
            }
            local = before.and_then(|it| self.locals.get(it));
        }
        let globals = self.globals.get(unit).map_or(&[][..], |it| it);
        let globals = globals.iter().take(*n_global).rev().flatten();
        names.extend(globals.filter(|it| !known.contains(it.name.as_str())).cloned());
        names
    }
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
