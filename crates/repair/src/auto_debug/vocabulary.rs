//! What can be named at a point of an execution, and what is known of it there.

use std::cell::OnceCell;

use faultscope_frontend::sites::{
    BinaryOperator, Region, SiteId, SiteKind, Tree, TypeClass, UnaryOperator, Unit,
};
use faultscope_ir::{Symbol, Term};
use faultscope_localize::baselines::auto_debug::{Known, Path};

use crate::limits::{MAX_DEBUG_ARRAYS, MAX_DEBUG_VARIABLES};

/// An expression that can be written at a point.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// How it is written.
    pub(super) tree: Tree,
    /// What it is there.
    pub(super) known: Known,
    /// The variable or element.
    pub(super) cell: Term,
}

/// A point of an execution in the text.
pub(super) struct Point<'a> {
    pub(super) path: &'a Path<'a>,
    pub(super) unit: &'a dyn Unit,
    pub(super) step: usize,
    /// The expression that the step executes.
    pub(super) region: Region,
    vocabulary: OnceCell<Vec<Entry>>,
}

impl<'a> Point<'a> {
    /// The point of a step; none where it executes no expression of the text.
    pub(super) fn new(path: &'a Path<'a>, unit: &'a dyn Unit, step: usize) -> Option<Point<'a>> {
        let region = unit.region(path.step(step).origin)?;
        Some(Point { path, unit, step, region, vocabulary: OnceCell::new() })
    }

    /// Variables that hold whole numbers, and elements at indices near those.
    pub(super) fn vocabulary(&self) -> &[Entry] {
        self.vocabulary.get_or_init(|| self.entries(self.region.root))
    }

    fn entries(&self, site: SiteId) -> Vec<Entry> {
        let names = self.unit.names_at(site);
        let numbers: Vec<(String, Entry)> = names
            .iter()
            .filter(|it| matches!(it.ty.class, TypeClass::Integer { .. }))
            .filter_map(|it| Some((it.name.clone(), self.variable(&it.name)?)))
            .take(MAX_DEBUG_VARIABLES)
            .collect();
        let mut entries: Vec<Entry> = numbers.iter().map(|(_, entry)| entry.clone()).collect();
        let arrays = names.iter().filter_map(|it| {
            let size = self.element_size(&it.name)?;
            Some((it.name.clone(), self.path.variable(&it.name, self.step)?, size))
        });
        for (name, array, size) in arrays.take(MAX_DEBUG_ARRAYS) {
            let mut add =
                |index: i128, text: &str| entries.extend(self.element(&name, array, index, size, text));
            for (variable, entry) in &numbers {
                add(entry.known.number, variable);
            }
            add(0, "0");
            for (variable, entry) in &numbers {
                add(entry.known.number - 1, &format!("{variable} - 1"));
                add(entry.known.number + 1, &format!("{variable} + 1"));
            }
        }
        entries
    }

    fn variable(&self, name: &str) -> Option<Entry> {
        let cell = Term::symbol(self.path.variable(name, self.step)?);
        Some(Entry { tree: Tree::Name(name.to_owned()), known: self.path.known(cell, self.step)?, cell })
    }

    fn element(&self, name: &str, array: Symbol, index: i128, size: u64, text: &str) -> Option<Entry> {
        let cell = self.path.element(array, index, size, self.step)?;
        let known = self.path.known(cell, self.step)?;
        Some(Entry { tree: Tree::Text(format!("{name}[{text}]")), known, cell })
    }

    /// How many bytes the elements of an array have that the program indexes somewhere, and that are whole numbers.
    fn element_size(&self, name: &str) -> Option<u64> {
        let sites = self.unit.sites();
        let is_it = |id: &SiteId| matches!(&sites[id.0 as usize].kind, SiteKind::Variable(it) if it == name);
        let indexed = sites.iter().filter(|it| it.kind == SiteKind::Index);
        let mut elements = indexed.filter(|it| it.operands.first().is_some_and(is_it));
        match elements.next()?.ty.class {
            TypeClass::Integer { bits: Some(bits), .. } => Some(u64::from(bits) / 8),
            _ => None,
        }
    }

    /// What an expression of the program is at the point; none where it is more than sums of variables and elements.
    pub(super) fn known(&self, site: SiteId) -> Option<Known> {
        let it = &self.unit.sites()[site.0 as usize];
        let operand = |idx: usize| it.operands.get(idx).and_then(|operand| self.known(*operand));
        match &it.kind {
            SiteKind::Integer { value, .. } | SiteKind::NamedConstant { value, .. } => {
                Some(Known::constant(*value))
            }
            SiteKind::Variable(_) | SiteKind::Index => self.path.known(self.cell(site)?, self.step),
            SiteKind::Parentheses | SiteKind::Cast => operand(it.operands.len().checked_sub(1)?),
            SiteKind::Unary(UnaryOperator::Negate) => Some(operand(0)?.times(-1)),
            SiteKind::Binary(BinaryOperator::Add) => Some(operand(0)?.plus(1, &operand(1)?)),
            SiteKind::Binary(BinaryOperator::Subtract) => Some(operand(0)?.plus(-1, &operand(1)?)),
            _ => None,
        }
    }

    /// The variable or element that an expression is.
    pub(super) fn cell(&self, site: SiteId) -> Option<Term> {
        let it = &self.unit.sites()[site.0 as usize];
        match &it.kind {
            SiteKind::Variable(name) => Some(Term::symbol(self.path.variable(name, self.step)?)),
            SiteKind::Index => {
                let [array, index] = it.operands[..] else { return None };
                let SiteKind::Variable(name) = &self.unit.sites()[array.0 as usize].kind else { return None };
                let TypeClass::Integer { bits: Some(bits), .. } = it.ty.class else { return None };
                let array = self.path.variable(name, self.step)?;
                let index = self.known(index)?.number;
                self.path.element(array, index, u64::from(bits) / 8, self.step)
            }
            SiteKind::Parentheses => self.cell(*it.operands.first()?),
            _ => None,
        }
    }
}
