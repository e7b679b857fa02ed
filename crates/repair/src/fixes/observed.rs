//! What a fix changes, and what rules propose there.

use std::collections::BTreeMap;
use std::ops::Range;

use faultscope_frontend::sites::{SiteId, SiteKind, Unit};
use faultscope_ir::{FileId, OriginId, Program};

use super::term::{Term, bare};
use crate::proposals::{self, Edit, NO_EFFECT_WEIGHT, Proposer, Subject};
use crate::rules::{Noun, Rules};

/// A program, and what becomes of one of its files.
pub struct Fix<'a> {
    /// The program with the fault.
    pub program: &'a Program,
    /// Its sites.
    pub unit: &'a dyn Unit,
    /// Those of the fixed program.
    pub fixed: &'a dyn Unit,
    /// The name of the file.
    pub file: &'a str,
    /// The texts of the file before and after.
    pub texts: (&'a str, &'a str),
    /// The lines that differ, before and after, from 1.
    pub stretches: &'a [(Range<u32>, Range<u32>)],
}

/// What was observed of a hunk: lines that a fix changes together.
#[derive(Debug, Clone, Default)]
pub struct Observed {
    /// The number of the program, which other hunks may share.
    pub program: usize,
    /// The name of the group of fixes that it belongs to.
    pub group: String,
    /// The statements in its lines of which rules propose something.
    pub places: Vec<Vec<Seen>>,
    /// The smallest expression that differs and what became of it, where nothing else does.
    pub change: Option<Change>,
}

/// A candidate at a statement.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// The number of its rule in the table.
    pub(super) rule: usize,
    /// Candidates of a statement with the same number come to the same text.
    pub(super) result: usize,
    pub(super) is_in_macro: bool,
    /// The weight that it has at most.
    pub(super) most: u32,
    /// Whether it is the fix of the hunk.
    pub(super) is_fix: bool,
}

/// An expression before and after a fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub(super) old: Term,
    pub(super) new: Term,
    /// The words for the whole of an expression that stand for this one at its place.
    pub(super) nouns: Vec<Noun>,
}

impl Observed {
    /// Whether a candidate of one of these rules is the fix.
    pub fn is_made_by(&self, is_rule: impl Fn(usize) -> bool) -> bool {
        self.places.iter().flatten().any(|it| it.is_fix && is_rule(it.rule))
    }
}

impl Fix<'_> {
    /// What is observed of each hunk with a table of rules.
    pub fn observed(&self, rules: &Rules) -> Vec<Observed> {
        let Some(file) = self.file_id() else { return Vec::new() };
        let hunks = self.hunks();
        let mut observed: Vec<Observed> =
            hunks.iter().map(|hunk| Observed { change: hunk.change(self), ..Observed::default() }).collect();
        let proposer = Proposer::new(self.program, self.unit, rules).wide();
        let mut results = proposer.results();
        let mut seen_roots = Vec::new();
        for origin in (0..self.program.sources.n_origins() as u32).map(OriginId) {
            let span = self.program.sources.origin(origin).span;
            let Some(region) = self.unit.region(origin) else { continue };
            if !hunks.iter().any(|it| it.is_near(self.unit, region.root, span.line)) {
                continue;
            }
            let changes = proposer.all_changes(&Subject::at(origin));
            // Several checks may belong to one expression.
            if changes.is_empty() || seen_roots.contains(&region.root) {
                continue;
            }
            seen_roots.push(region.root);
            for (hunk, observed) in hunks.iter().zip(&mut observed) {
                let mut numbers = BTreeMap::new();
                let mut place = Vec::new();
                for change in &changes {
                    let is_there = change.edit.span.file == file && hunk.old.contains(&change.edit.span.line);
                    let Some(rule) = change.rule.filter(|_| is_there) else { continue };
                    let n_known = numbers.len();
                    let result = *numbers.entry(results.of(&change.edit)).or_insert(n_known);
                    let is_capped = change.weight < rules.rules[rule].weight;
                    place.push(Seen {
                        rule,
                        result,
                        is_in_macro: proposer.is_in_macro(change),
                        most: if is_capped { NO_EFFECT_WEIGHT } else { u32::MAX },
                        is_fix: hunk.is_made_by(self, change),
                    });
                }
                if !place.is_empty() {
                    observed.places.push(place);
                }
            }
        }
        observed
    }

    /// The hunks: stretches, and where one has as many lines before as after, each of its lines.
    fn hunks(&self) -> Vec<Hunk> {
        let lines = |text: &str, range: &Range<u32>| {
            let count = (range.end - range.start) as usize;
            let lines: Vec<&str> = text.lines().skip(range.start as usize - 1).take(count).collect();
            lines.join("\n")
        };
        let mut hunks = Vec::new();
        for (old, new) in self.stretches {
            let pairs: Vec<(Range<u32>, Range<u32>)> = if old.len() == new.len() {
                old.clone().zip(new.clone()).map(|(old, new)| (old..old + 1, new..new + 1)).collect()
            } else {
                vec![(old.clone(), new.clone())]
            };
            for (old, new) in pairs {
                let (text, fixed) = (lines(self.texts.0, &old), lines(self.texts.1, &new));
                if bare(&text) != bare(&fixed) {
                    hunks.push(Hunk { old, new, text, fixed });
                }
            }
        }
        hunks
    }
}

/// Lines that are changed together.
struct Hunk {
    old: Range<u32>,
    new: Range<u32>,
    text: String,
    fixed: String,
}

impl Hunk {
    /// Whether an expression may have to do with the hunk: something of it is in its lines, in a macro's definition perhaps.
    fn is_near(&self, unit: &dyn Unit, root: SiteId, line: u32) -> bool {
        let mut open = vec![root];
        let mut is_near = self.old.contains(&line);
        while let Some(id) = open.pop().filter(|_| !is_near) {
            let site = &unit.sites()[id.0 as usize];
            is_near = self.old.contains(&site.span.line) || self.old.contains(&site.span.end_line);
            open.extend(&site.operands);
        }
        is_near
    }

    /// Whether a change makes of the old lines the new ones.
    fn is_made_by(&self, fix: &Fix<'_>, change: &proposals::Change) -> bool {
        let Some(text) = self.with(&change.edit) else { return false };
        let (text, fixed) = (bare(&text), bare(&self.fixed));
        if text == fixed {
            return true;
        }
        let without_parentheses = |text: &str| text.replace(['(', ')'], "");
        if without_parentheses(&text) != without_parentheses(&fixed) {
            return false;
        }
        let whole = outermost(fix.unit, change.site);
        let term = Term::of_site(fix.unit, whole, Some((change.site, &change.tree)));
        let tops = tops(fix.fixed, fix.file_id(), &self.new);
        tops.iter().any(|top| Term::of_site(fix.fixed, *top, None) == term)
    }

    /// The old lines with an edit.
    fn with(&self, edit: &Edit) -> Option<String> {
        let at = edit.span.line.checked_sub(self.old.start)? as usize;
        let mut lines: Vec<&str> = self.text.lines().collect();
        let changed = edit.apply(lines.get(at)?)?;
        lines[at] = &changed;
        Some(lines.join("\n"))
    }

    /// The one smallest expression that differs.
    fn change(&self, fix: &Fix<'_>) -> Option<Change> {
        let of = |unit: &dyn Unit, lines: &Range<u32>| tops(unit, fix.file_id(), lines);
        let (old, new) = (of(fix.unit, &self.old), of(fix.fixed, &self.new));
        if old.len() != new.len() {
            return None;
        }
        let is_other = |(old, new): &(SiteId, SiteId)| {
            Term::of_site(fix.unit, *old, None) != Term::of_site(fix.fixed, *new, None)
        };
        let others: Vec<(SiteId, SiteId)> = old.into_iter().zip(new).filter(is_other).collect();
        let [(old, new)] = others[..] else { return None };
        let (old, new) = smallest(fix, old, new);
        Some(Change {
            old: Term::of_site(fix.unit, old, None),
            new: Term::of_site(fix.fixed, new, None),
            nouns: nouns(fix.unit, old),
        })
    }
}

impl Fix<'_> {
    /// The number of the changed file, which it has in both versions.
    fn file_id(&self) -> Option<FileId> {
        self.program.sources.files().find(|(_, it)| it.name == self.file).map(|(id, _)| id)
    }
}

/// The whole expression around a site.
fn outermost(unit: &dyn Unit, id: SiteId) -> SiteId {
    let mut whole = id;
    while let Some(parent) = unit.sites()[whole.0 as usize].parent {
        whole = parent;
    }
    whole
}

/// The whole expressions that begin in these lines, in the order of the text.
fn tops(unit: &dyn Unit, file: Option<FileId>, lines: &Range<u32>) -> Vec<SiteId> {
    let sites = (0..).map(SiteId).zip(unit.sites());
    let is_there = |span: faultscope_ir::Span| Some(span.file) == file && lines.contains(&span.line);
    let tops = sites.filter(|(_, it)| it.parent.is_none() && is_there(it.span));
    let mut tops: Vec<_> = tops.map(|(id, it)| ((it.span.line, it.span.column), id)).collect();
    tops.sort();
    tops.into_iter().map(|(_, id)| id).collect()
}

/// The smallest expressions in two that differ, without parentheses around them.
fn smallest(fix: &Fix<'_>, old: SiteId, new: SiteId) -> (SiteId, SiteId) {
    let inner = |unit: &dyn Unit, mut id: SiteId| {
        while let SiteKind::Parentheses = unit.sites()[id.0 as usize].kind
            && let Some(operand) = unit.sites()[id.0 as usize].operands.first()
        {
            id = *operand;
        }
        id
    };
    let (old, new) = (inner(fix.unit, old), inner(fix.fixed, new));
    let terms = (Term::of_site(fix.unit, old, None), Term::of_site(fix.fixed, new, None));
    if terms.0.head != terms.1.head || terms.0.operands.len() != terms.1.operands.len() {
        return (old, new);
    }
    let differing = |(old, new): &(&Term, &Term)| old != new;
    let n_differing = terms.0.operands.iter().zip(&terms.1.operands).filter(differing).count();
    let at = terms.0.operands.iter().zip(&terms.1.operands).position(|it| differing(&it));
    let operand =
        |unit: &dyn Unit, id: SiteId| at.and_then(|at| unit.sites()[id.0 as usize].operands.get(at)).copied();
    match (operand(fix.unit, old), operand(fix.fixed, new)) {
        (Some(old), Some(new)) if n_differing == 1 => smallest(fix, old, new),
        _ => (old, new),
    }
}

/// The words that stand for an expression as a whole where it is.
fn nouns(unit: &dyn Unit, id: SiteId) -> Vec<Noun> {
    let site = &unit.sites()[id.0 as usize];
    let of_kind = match site.kind {
        SiteKind::Integer { .. } => Some(Noun::Number),
        SiteKind::NamedConstant { .. } => Some(Noun::Constant),
        SiteKind::Character => Some(Noun::Character),
        SiteKind::Variable(_) => Some(Noun::Variable),
        _ => None,
    };
    let parent = site.parent.map(|parent| &unit.sites()[parent.0 as usize].kind);
    let of_place: &[Noun] = match parent {
        Some(SiteKind::Binary(operator)) if proposals::is_comparison(*operator) => &[Noun::Compared],
        Some(SiteKind::Binary(operator)) if proposals::connects(*operator) => &[Noun::Truth],
        Some(SiteKind::Index) => &[Noun::Index],
        Some(SiteKind::Call(_)) => &[Noun::Argument, Noun::Value],
        Some(SiteKind::Assignment(_)) => &[Noun::Value],
        None => &[Noun::Value, Noun::Truth, Noun::Condition],
        Some(_) => &[],
    };
    let is_copied = of_kind == Some(Noun::Variable) && of_place.contains(&Noun::Value);
    let of_place = of_place.iter().copied().chain(is_copied.then_some(Noun::Copied));
    of_kind.into_iter().chain(of_place).collect()
}
