//! A program with its edit sites, which are found when they are first asked for.

use std::sync::OnceLock;

use faultscope_ir::{OriginId, OriginKind, Program, SourceMap};

use super::super::sema::Substitutes;
use super::super::source::Loc;
use super::super::stack::on_large_stack;
use super::super::unit::Parsed;
use super::build::build;
use super::table::{Detail, Sites};
use crate::Translation;
use crate::sites::{BinaryOperator, Site, SiteId, SiteKind, UnaryOperator};

/// A translated C program that can be translated again with a change.
pub(in crate::c) struct Unit {
    pub(super) parsed: Parsed,
    /// Kind and place in the text of each origin.
    pub(super) origins: Vec<(OriginKind, Loc)>,
    /// The files that the program knows.
    pub(super) files: SourceMap,
    sites: OnceLock<Sites>,
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

    pub(super) fn all(&self) -> &Sites {
        self.sites.get_or_init(|| on_large_stack(|| build(&self.parsed, &self.files)))
    }

    pub(super) fn site(&self, id: SiteId) -> (&Site, &Detail) {
        let sites = self.all();
        (&sites.sites[id.0 as usize], &sites.details[id.0 as usize])
    }

    pub(super) fn translate(&self, substitutes: Option<Substitutes>) -> Translation {
        match substitutes {
            Some(substitutes) => on_large_stack(|| self.parsed.translate(substitutes).0),
            None => Translation::default(),
        }
    }

    /// The number of elements of the array that a declarator declares, as it is written.
    pub(super) fn size(&self, declarator: Loc) -> Option<SiteId> {
        let sites = self.all();
        let is_in = |loc: &&Loc| {
            loc.unit == declarator.unit && declarator.start <= loc.start && loc.end <= declarator.end
        };
        Some(*sites.of.get(sites.sizes.iter().find(is_in)?)?.first()?)
    }

    /// Whether an expression is part of the size of an array.
    pub(super) fn is_in_size(&self, loc: Loc) -> bool {
        let sites = self.all();
        let mut at = Some(loc);
        while let Some(loc) = at {
            if sites.sizes.contains(&loc) {
                return true;
            }
            at = sites.parents.get(&loc).copied();
        }
        false
    }

    /// The outermost site of an expression around a condition that is part of the same condition.
    pub(super) fn whole_condition(&self, loc: Loc) -> Option<SiteId> {
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
    pub(super) fn is_checked(&self, loc: Loc) -> bool {
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
    pub(super) fn assigned(&self, loc: Loc) -> Option<SiteId> {
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
    matches!(
        name,
        "assume"
            | "__VERIFIER_assume"
            | "__CPROVER_assume"
            | "assert"
            | "__VERIFIER_assert"
            | "__CPROVER_assert"
    )
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
