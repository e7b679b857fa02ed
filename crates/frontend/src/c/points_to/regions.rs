//! Regions: unification, contents by field, and which regions are looked at as two types.

use faultscope_ir::index::IndexSet;

use super::{Cell, Key, Node, PointsTo, Region, innermost};
use crate::c::types::Type;
use crate::limits::MAX_REGION_CELLS;

impl PointsTo<'_> {
    pub(super) fn fresh(&mut self) -> Region {
        self.nodes.push(Node::default());
        Region(self.nodes.len() - 1)
    }

    /// The representative of a region.
    pub(in crate::c) fn find(&mut self, region: Region) -> Region {
        let mut root = region.0;
        while let Some(parent) = self.nodes[root].parent {
            root = parent;
        }
        let mut at = region.0;
        while let Some(parent) = self.nodes[at].parent {
            self.nodes[at].parent = Some(root);
            at = parent;
        }
        Region(root)
    }

    pub(super) fn unify(&mut self, left: Region, right: Region) {
        let mut work = vec![(left, right)];
        while let Some((left, right)) = work.pop() {
            let (left, right) = (self.find(left), self.find(right));
            if left == right {
                continue;
            }
            self.n_unifications += 1;
            let (left, right) = (left.min(right), left.max(right));
            let absorbed = std::mem::take(&mut self.nodes[right.0]);
            self.nodes[right.0].parent = Some(left.0);
            let node = &mut self.nodes[left.0];
            node.objects.extend(absorbed.objects);
            node.casts.extend(absorbed.casts);
            node.merged |= absorbed.merged;
            node.mixed |= absorbed.mixed;
            node.has_heap |= absorbed.has_heap;
            node.has_stack |= absorbed.has_stack;
            node.has_any_contents |= absorbed.has_any_contents;
            for (key, content) in absorbed.contents {
                match node.contents.get(&key) {
                    Some(own) => work.push((Region(*own), Region(content))),
                    None => {
                        node.contents.insert(key, content);
                    }
                }
            }
            if node.merged {
                let all: Vec<usize> = std::mem::take(&mut node.contents).into_values().collect();
                if let Some((first, rest)) = all.split_first() {
                    node.contents.insert(Key::Plain, *first);
                    work.extend(rest.iter().map(|other| (Region(*first), Region(*other))));
                }
            }
        }
    }

    pub(super) fn join(&mut self, left: Option<Region>, right: Option<Region>) -> Option<Region> {
        if let (Some(left), Some(right)) = (left, right) {
            self.unify(left, right);
        }
        left.or(right)
    }

    pub(super) fn content(&mut self, region: Region, key: Key) -> Region {
        let region = self.find(region);
        let key = if self.nodes[region.0].merged { Key::Plain } else { key };
        if let Some(content) = self.nodes[region.0].contents.get(&key) {
            return Region(*content);
        }
        let content = self.fresh();
        self.nodes[region.0].contents.insert(key, content.0);
        content
    }

    /// What is made of a null pointer by arithmetic is a number: it may point to whatever numbers point to. Says whether there
    /// is such a pointer that was not known.
    pub(super) fn expose_moved_nulls(&mut self) -> bool {
        let exposed = self.find(self.exposed);
        if self.is_empty(exposed) {
            return false;
        }
        let moved = self.moved_regions();
        let before = self.n_unifications;
        for region in moved {
            if self.is_empty(region) {
                self.expose(region);
            }
        }
        self.n_unifications != before
    }

    /// Whether no object is in a region.
    pub(super) fn is_empty(&mut self, region: Region) -> bool {
        let region = self.find(region);
        let escaping: Vec<_> = self.escaping.iter().copied().collect();
        !self.nodes[region.0].has_heap && escaping.into_iter().all(|var| self.region_of_var(var) != region)
    }

    /// Whether pointers into a region are moved, or it has an array.
    pub(in crate::c) fn is_walked(&mut self, region: Region) -> bool {
        let region = self.find(region);
        self.nodes[region.0].objects.iter().any(Type::is_array)
            || self.moved_regions().into_iter().any(|it| self.find(it) == region)
    }

    /// Whether pointers to a type that point into a region are moved, or may be behind an array.
    fn is_moved_as(&mut self, region: Region, pointee: &Type) -> bool {
        let region = self.find(region);
        let moved: Vec<Region> = self
            .moved
            .iter()
            .chain(&self.elements)
            .filter(|(_, ty)| ty == pointee)
            .map(|(region, _)| *region)
            .collect();
        moved.into_iter().any(|it| self.find(it) == region)
    }

    /// Whether a pointer to a type may come, by being moved, to where scalars of another kind lie, which have cells of their own.
    pub(in crate::c) fn can_come_behind(&mut self, region: Region, pointee: &Type) -> bool {
        self.is_moved_as(region, pointee) && self.has_other_cells(region, pointee, None)
    }

    /// Whether scalars that are of another kind than those of an element, and have cells of their own, may lie behind a structure
    /// that ends with an array of such elements.
    pub(in crate::c) fn can_lie_behind(&mut self, region: Region, structure: &Type, element: &Type) -> bool {
        let whole = if self.is_walked(region) { None } else { Some(structure) };
        self.has_other_cells(region, element, whole)
    }

    /// Whether objects of a region, but for those of one type, have cells of other kinds than those of elements that come to lie
    /// anywhere in them.
    fn has_other_cells(&mut self, region: Region, element: &Type, but: Option<&Type>) -> bool {
        let region = self.find(region);
        let node = &self.nodes[region.0];
        let mut others = node.casts.iter().chain(&node.objects).filter(|ty| Some(*ty) != but);
        !node.mixed && others.any(|ty| !self.overlay(element, ty, true))
    }

    /// What pointers that are moved point into.
    fn moved_regions(&self) -> Vec<Region> {
        self.moved.iter().map(|(region, _)| *region).collect()
    }

    /// Gives up telling apart what the fields in a region point to.
    pub(super) fn merge(&mut self, region: Region) {
        let region = self.find(region);
        let node = &mut self.nodes[region.0];
        node.merged = true;
        let all: Vec<usize> = std::mem::take(&mut node.contents).into_values().collect();
        if let Some((first, rest)) = all.split_first() {
            node.contents.insert(Key::Plain, *first);
            for other in rest {
                self.unify(Region(*first), Region(*other));
            }
        }
    }

    /// Decides which regions are merged or mixed by what is known now.
    pub(super) fn settle(&mut self) {
        let moved: IndexSet<Region> =
            self.moved_regions().into_iter().map(|region| self.find(region)).collect();
        for idx in 0..self.nodes.len() {
            let node = &self.nodes[idx];
            if node.parent.is_some() {
                continue;
            }
            let is_walked = moved.contains(&Region(idx)) || node.objects.iter().any(Type::is_array);
            let all = || node.casts.iter().chain(&node.objects);
            let several = all().any(|ty| Some(ty) != all().next());
            let merged = node.merged || (!node.casts.is_empty() && several);
            let mixed = node.mixed
                || all().any(|ty| self.overlaps_itself(ty))
                || node.casts.iter().any(|cast| all().any(|ty| !self.overlay(cast, ty, is_walked)));
            self.nodes[idx].mixed |= mixed;
            if (merged || mixed) && !self.nodes[idx].merged {
                self.merge(Region(idx));
            }
            // A pointer among bytes can be taken apart, and another one put together.
            if mixed {
                let contents: Vec<usize> = self.nodes[idx].contents.values().copied().collect();
                contents.into_iter().for_each(|content| self.expose(Region(content)));
            }
        }
    }

    /// Notes that the address of objects of a region becomes a number.
    pub(super) fn expose(&mut self, region: Region) {
        self.unify(region, self.exposed);
    }

    /// Whether a type looks at a byte in two ways: through a union, or through bit-fields.
    fn overlaps_itself(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) | Type::Vla(element, _) => self.overlaps_itself(element),
            Type::Record(id) => {
                let fields = self.types.fields(*id);
                let is_union = self.types.record(*id).is_union;
                let clash = is_union
                    && fields.iter().any(|field| {
                        let has_arrays = field.ty.is_array() || fields[0].ty.is_array();
                        !self.overlay(&field.ty, &fields[0].ty, has_arrays)
                    });
                clash || fields.iter().any(|field| field.bits.is_some() || self.overlaps_itself(&field.ty))
            }
            _ => false,
        }
    }

    /// Whether objects of two types may lie at the same address without a scalar overlapping another kind. Where pointers
    /// walk over arrays of them, those of different sizes come to lie at all distances.
    fn overlay(&self, left: &Type, right: &Type, is_walked: bool) -> bool {
        let (left, right) = (innermost(left), innermost(right));
        if left == right {
            return true;
        }
        let (Some(left_cells), Some(right_cells)) = (self.cells(left), self.cells(right)) else {
            return false;
        };
        let is_shifted = is_walked && self.types.size(left) != self.types.size(right);
        match (left_cells.as_slice(), right_cells.as_slice()) {
            // A pointer to a scalar may walk over everything.
            ([(_, _, cell)], others) | (others, [(_, _, cell)]) => {
                others.iter().all(|(_, _, other)| other == cell)
            }
            _ if is_shifted => false,
            (left, right) => left.iter().all(|(start, end, cell)| {
                let overlapping = right.iter().filter(|(from, to, _)| from < end && start < to);
                overlapping.into_iter().all(|other| *other == (*start, *end, *cell))
            }),
        }
    }

    /// The scalars of a type: first byte, byte after the last, kind. None for what has too many.
    fn cells(&self, ty: &Type) -> Option<Vec<(u64, u64, Cell)>> {
        let mut cells = Vec::new();
        self.collect_cells(ty, 0, &mut cells)?;
        cells.sort_unstable();
        cells.dedup();
        Some(cells)
    }

    fn collect_cells(&self, ty: &Type, at: u64, cells: &mut Vec<(u64, u64, Cell)>) -> Option<()> {
        match ty {
            Type::Record(id) => {
                for field in self.types.fields(*id) {
                    self.collect_cells(&field.ty, at + field.offset, cells)?;
                }
            }
            Type::Array(element, count) => {
                let size = self.types.size(element)?;
                if size == 0 {
                    return Some(());
                }
                for idx in 0..count.unwrap_or(1) {
                    self.collect_cells(element, at + idx * size, cells)?;
                }
            }
            Type::Void | Type::Function(_) | Type::Vla(..) => return None,
            _ => cells.push((at, at + self.types.size(ty)?, self.scalar_cell(ty))),
        }
        (cells.len() <= MAX_REGION_CELLS).then_some(())
    }
}
