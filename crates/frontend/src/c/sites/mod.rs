//! Edit sites of C, and programs in which they are changed.
//!
//! A changed program is not made from text: where the parser's tree is read, another expression stands in for the one at
//! the site, at each of its occurrences. So a change costs no parsing, whatever headers there are, and what is not changed keeps
//! its place.
//!
//! One expression of the parser's can be several sites: `LIMIT` at the use of a macro and `10` in its definition, `(x)` and
//! `x`. An expression whose text is no text of the user's, since a macro begins or ends in the middle of it, is none.

mod build;
mod print;
mod tree;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use faultscope_ir::{OriginId, OriginKind, Program, SourceMap};
use indexmap::IndexMap;

use super::on_large_stack;
use super::precedence::{self, Precedence};
use super::sema::Substitutes;
use super::source::Loc;
use super::unit::Parsed;
use crate::Translation;
use crate::sites::{
    self, ALTERNATIVE, BinaryOperator, Region, Role, Sign, Site, SiteId, SiteKind, SiteType, Tree,
    UnaryOperator, VisibleName,
};

/// A translated C program that can be translated again with a change.
pub(super) struct Unit {
    parsed: Parsed,
    /// Kind and place in the text of each origin.
    origins: Vec<(OriginKind, Loc)>,
    /// The files that the program knows.
    files: SourceMap,
    sites: OnceLock<Sites>,
}

/// What is known of a site beyond what is told.
#[derive(Debug)]
struct Detail {
    /// The file, among all texts.
    file: usize,
    range: Range<u32>,
    /// The expressions of the parser's.
    occurrences: Vec<Loc>,
    /// How tightly it binds.
    precedence: Precedence,
    /// How tightly what stands there must bind.
    context: Precedence,
    /// Whether only its truth matters.
    is_condition: bool,
    /// How many operands it has by syntax.
    n_operands: usize,
    /// The index of the names that it can use.
    scope: usize,
    /// Whether a part of its text is no part of any occurrence: to change the text is to change something else as well.
    is_partial: bool,
}

/// All sites of a program.
#[derive(Debug, Default)]
struct Sites {
    sites: Vec<Site>,
    details: Vec<Detail>,
    /// The sites of each expression of the parser's, the outermost first.
    of: IndexMap<Loc, Vec<SiteId>>,
    /// The expression that each is an operand of.
    parents: IndexMap<Loc, Loc>,
    /// The value of a `return` or a declaration.
    values: IndexMap<Loc, Loc>,
    /// The files' texts.
    texts: Vec<Arc<str>>,
    names: Vec<Vec<VisibleName>>,
    constants: Vec<Constant>,
    integers: Vec<i128>,
    /// Types that have names.
    type_names: Vec<String>,
}

/// A name for an integer.
#[derive(Debug, Clone)]
struct Constant {
    name: String,
    value: i128,
    /// What stands for it where macros are expanded; none where the name itself does.
    expanded: Option<String>,
    /// Whether the user's files define it.
    is_own: bool,
}

impl Unit {
    pub(super) fn new(parsed: Parsed, program: &Program, places: Vec<Loc>) -> Unit {
        let kind = |idx: usize| program.sources.origin(OriginId(idx as u32)).kind;
        let origins = places.into_iter().enumerate().map(|(idx, loc)| (kind(idx), loc)).collect();
        let mut files = SourceMap::default();
        for (_, file) in program.sources.files() {
            files.add_file(&file.name, file.text.clone());
        }
        Unit { parsed, origins, files, sites: OnceLock::new() }
    }

    fn all(&self) -> &Sites {
        self.sites.get_or_init(|| on_large_stack(|| build::build(&self.parsed, &self.files)))
    }

    fn site(&self, id: SiteId) -> (&Site, &Detail) {
        let sites = self.all();
        (&sites.sites[id.0 as usize], &sites.details[id.0 as usize])
    }

    fn translate(&self, substitutes: Option<Substitutes>) -> Translation {
        match substitutes {
            Some(substitutes) => on_large_stack(|| self.parsed.translate(substitutes.clone()).0),
            None => Translation::default(),
        }
    }

    /// The outermost site of an expression around a condition that is part of the same condition.
    fn whole_condition(&self, loc: Loc) -> Option<SiteId> {
        let sites = self.all();
        let mut at = loc;
        while let Some(parent) = sites.parents.get(&at)
            && let Some(site) = sites.of.get(parent).and_then(|ids| ids.last())
            && is_connective(&sites.sites[site.0 as usize].kind)
        {
            at = *parent;
        }
        let ids = sites.of.get(&at)?;
        let is_bare = |id: &&SiteId| sites.sites[id.0 as usize].kind != SiteKind::Parentheses;
        ids.iter().find(is_bare).or(ids.first()).copied()
    }

    /// Whether an expression is given, perhaps as a part of something else, to a function that checks or assumes.
    fn is_checked(&self, loc: Loc) -> bool {
        let sites = self.all();
        let mut at = loc;
        while let Some(parent) = sites.parents.get(&at) {
            let ids = sites.of.get(parent).map_or(&[][..], |ids| ids);
            let calls = ids.iter().any(|id| match &sites.sites[id.0 as usize].kind {
                SiteKind::Call(Some(name)) => is_assumption(name),
                _ => false,
            });
            if calls {
                return true;
            }
            at = *parent;
        }
        false
    }

    /// The value of an assignment, a declaration, or an item of an initializer; as a whole what also reads its place.
    fn assigned(&self, loc: Loc) -> Option<SiteId> {
        let sites = self.all();
        let value = sites.values.get(&loc).copied();
        let ids = sites.of.get(&value.unwrap_or(loc))?;
        let is_assignment = |id: &&SiteId| matches!(sites.sites[id.0 as usize].kind, SiteKind::Assignment(_));
        match ids.iter().find(is_assignment).filter(|_| value.is_none()) {
            Some(assignment) => {
                let site = &sites.sites[assignment.0 as usize];
                let computes = matches!(site.kind, SiteKind::Assignment(Some(_)));
                if computes { Some(*assignment) } else { site.operands.get(1).copied() }
            }
            None => {
                let first = ids.first()?;
                let is_call = |id: &SiteId| matches!(sites.sites[id.0 as usize].kind, SiteKind::Call(_));
                // What a function writes through a pointer is no expression.
                (value.is_some() || !ids.iter().any(is_call)).then_some(*first)
            }
        }
    }
}

fn is_assumption(name: &str) -> bool {
    matches!(name, "assume" | "__VERIFIER_assume" | "assert" | "__VERIFIER_assert")
}

/// Whether the truth of an expression is put together from that of its operands.
fn is_connective(kind: &SiteKind) -> bool {
    matches!(
        kind,
        SiteKind::Binary(BinaryOperator::And | BinaryOperator::Or)
            | SiteKind::Unary(UnaryOperator::Not)
            | SiteKind::Parentheses
    )
}

impl sites::Unit for Unit {
    fn sites(&self) -> &[Site] {
        &self.all().sites
    }

    fn region(&self, origin: OriginId) -> Option<Region> {
        let (kind, loc) = *self.origins.get(origin.0 as usize)?;
        let sites = self.all();
        let (root, role) = match kind {
            OriginKind::Assignment => (self.assigned(loc)?, Role::Value),
            OriginKind::Return => {
                let value = sites.values.get(&loc)?;
                (*sites.of.get(value)?.first()?, Role::Value)
            }
            OriginKind::Argument if !self.is_checked(loc) => (*sites.of.get(&loc)?.first()?, Role::Value),
            OriginKind::Condition if !self.is_checked(loc) => (self.whole_condition(loc)?, Role::Condition),
            OriginKind::Declaration => {
                let id = *sites.of.get(&loc)?.first()?;
                let is_declaration = matches!(sites.sites[id.0 as usize].kind, SiteKind::Declaration(_));
                (is_declaration.then_some(id)?, Role::Declaration)
            }
            _ => return None,
        };
        Some(Region { root, role })
    }

    fn names_at(&self, site: SiteId) -> Vec<VisibleName> {
        let scope = self.site(site).1.scope;
        self.all().names.get(scope).cloned().unwrap_or_default()
    }

    fn named_constants(&self) -> Vec<(String, i128)> {
        let own = self.all().constants.iter().filter(|it| it.is_own);
        own.map(|it| (it.name.clone(), it.value)).collect()
    }

    fn integers(&self) -> Vec<i128> {
        self.all().integers.clone()
    }

    fn text(&self, site: SiteId) -> &str {
        let detail = self.site(site).1;
        let text = &self.all().texts[detail.file];
        text.get(detail.range.start as usize..detail.range.end as usize).unwrap_or("")
    }

    fn sign(&self, operator: BinaryOperator, _left: &SiteType, _right: &SiteType) -> Option<Sign> {
        let (text, precedence) = precedence::binary(operator)?;
        Some(Sign { text, binding: precedence as u8, groups_right: false })
    }

    fn print(&self, site: SiteId, tree: &Tree) -> String {
        print::print(self, site, tree)
    }

    fn edit(&self, site: SiteId, tree: &Tree) -> (SiteId, String) {
        print::edit(self, site, tree)
    }

    fn replaced(&self, site: SiteId, tree: &Tree) -> Translation {
        let tree = print::simplified(self, tree, self.site(site).1.is_condition);
        self.translate(tree::substitutes(self, site, &tree))
    }

    fn with_alternatives(&self, root: SiteId, changes: &[(SiteId, Tree)]) -> Option<Translation> {
        let is_value = |tree: &Tree| !matches!(tree, Tree::Initialized(..));
        let is_declaration = matches!(self.site(root).0.kind, SiteKind::Declaration(_));
        if is_declaration || !changes.iter().all(|(_, tree)| is_value(tree)) {
            return None;
        }
        let simplified = |(site, tree): &(SiteId, Tree)| {
            (*site, print::simplified(self, tree, self.site(*site).1.is_condition))
        };
        let changes: Vec<(SiteId, Tree)> = changes.iter().map(simplified).collect();
        let substitutes = tree::alternatives(self, &changes, ALTERNATIVE)?;
        Some(self.translate(Some(substitutes)))
    }
}
