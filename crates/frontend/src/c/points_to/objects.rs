//! Which objects a region has.

use faultscope_ir::graph;
use faultscope_ir::index::IndexSet;

use super::{PointsTo, Region};
use crate::c::hir::{Storage, VarId};
use crate::c::types::{IntKind, Type};
use crate::limits::MAX_FORGOTTEN_CELLS;

/// The objects that a pointer into a region may point to.
#[derive(Debug, Clone, Default)]
pub(in crate::c) struct RegionObjects {
    /// Variables and string literals that are one object as long as the program runs.
    pub fixed: Vec<VarId>,
    /// Whether there are objects that are made by allocations.
    pub has_heap: bool,
    /// Whether there are local variables that are a new object each time, or what `alloca` makes.
    pub has_locals: bool,
    /// Whether some of these are constant.
    pub has_constant_locals: bool,
}

impl PointsTo<'_> {
    /// The objects of a region.
    pub(in crate::c) fn objects(&mut self, region: Region) -> RegionObjects {
        let region = self.find(region);
        let escaping: Vec<VarId> = self.escaping.iter().copied().collect();
        let node = &self.nodes[region.0];
        let mut objects =
            RegionObjects { has_heap: node.has_heap, has_locals: node.has_stack, ..RegionObjects::default() };
        for var in escaping {
            if self.region_of_var(var) != region {
                continue;
            }
            match self.is_renewed(var) {
                true => {
                    objects.has_locals = true;
                    objects.has_constant_locals |= self.program.var(var).is_constant();
                }
                false => objects.fixed.push(var),
            }
        }
        objects
    }

    /// Whether a variable in memory is a new object whenever its scope is entered: where pointers to the old one may be left,
    /// where several activations of its function have one each, where its size differs, and where forgetting its contents
    /// would be many commands.
    pub(in crate::c) fn is_renewed(&self, var: VarId) -> bool {
        let declared = self.program.var(var);
        let (Storage::Local(func) | Storage::Parameter(func)) = declared.storage else { return false };
        self.is_recursive(func)
            || self.outliving.contains(&var)
            || self.types.is_variable(&declared.ty)
            || self.n_scalars(&declared.ty) > MAX_FORGOTTEN_CELLS
    }

    /// Whether objects of a region are made with any contents.
    pub(in crate::c) fn has_any_contents(&mut self, region: Region) -> bool {
        let region = self.find(region);
        if self.nodes[region.0].has_any_contents {
            return true;
        }
        let escaping: Vec<VarId> = self.escaping.iter().copied().collect();
        escaping.into_iter().any(|var| self.is_renewed(var) && self.region_of_var(var) == region)
    }

    /// The regions of what allocations make, as far as pointers are in it.
    pub(in crate::c) fn heap_regions(&self) -> Vec<Region> {
        let holds_pointers =
            |node: &super::Node| node.parent.is_none() && node.has_heap && !node.contents.is_empty();
        (0..self.nodes.len()).filter(|idx| holds_pointers(&self.nodes[*idx])).map(Region).collect()
    }

    /// The regions whose objects may hold pointers.
    pub(in crate::c) fn pointer_regions(&self) -> Vec<Region> {
        let holds_pointers = |node: &super::Node| node.parent.is_none() && !node.contents.is_empty();
        (0..self.nodes.len()).filter(|idx| holds_pointers(&self.nodes[*idx])).map(Region).collect()
    }

    /// Whether bytes that are stored in a region may be those of pointers to objects.
    pub(in crate::c) fn has_bytes_of_pointers(&mut self, region: Region) -> bool {
        let region = self.find(region);
        let contents: Vec<usize> = self.nodes[region.0].contents.values().copied().collect();
        // Where pointers are taken apart, their bytes may get anywhere.
        let held = contents.into_iter().map(Region).chain([self.exposed]);
        self.nodes[region.0].mixed && held.into_iter().any(|held| !self.is_empty(held))
    }

    /// Whether all that is known of the objects of a region is that they are of this type, or arrays of it, and that they are
    /// looked at as bytes.
    pub(in crate::c) fn is_only_of(&mut self, region: Region, ty: &Type) -> bool {
        let region = self.find(region);
        let is_byte = |ty: &Type| *ty == Type::Void || self.types.size(ty) == Some(1);
        let node = &self.nodes[region.0];
        node.objects.iter().chain(&node.casts).all(|known| {
            let mut known = known;
            while let (true, Some(element)) = (known != ty, known.element()) {
                known = element;
            }
            known == ty || is_byte(known)
        })
    }

    /// Whether a variable holds a pointer that may lead to what was allocated.
    pub(in crate::c) fn leads_to_heap(&mut self, var: VarId) -> bool {
        let region = self.region_of_var(var);
        self.contents_lead_to_heap(region)
    }

    /// Whether a pointer into a region may lead to what was allocated.
    pub(in crate::c) fn can_reach_heap(&mut self, region: Region) -> bool {
        let region = self.find(region);
        self.nodes[region.0].has_heap || self.contents_lead_to_heap(region)
    }

    fn contents_lead_to_heap(&mut self, region: Region) -> bool {
        self.behind(region).iter().any(|content| self.nodes[content.0].has_heap)
    }

    /// The regions that what a region holds leads to.
    pub(in crate::c) fn behind(&mut self, region: Region) -> IndexSet<Region> {
        let first = self.contents(region);
        graph::reached(first, |region| self.contents(region))
    }

    fn contents(&mut self, region: Region) -> Vec<Region> {
        let region = self.find(region);
        let contents: Vec<usize> = self.nodes[region.0].contents.values().copied().collect();
        contents.into_iter().map(|content| self.find(Region(content))).collect()
    }

    /// A type whose scalars are the cells of a region: the largest that it is known by, or bytes.
    pub(in crate::c) fn cell_type(&mut self, region: Region) -> Type {
        let region = self.find(region);
        let node = &self.nodes[region.0];
        let byte = Type::Int(IntKind::UChar);
        if node.mixed {
            return byte;
        }
        let types = node.objects.iter().chain(&node.casts);
        types.max_by_key(|ty| self.types.size(ty)).cloned().unwrap_or(byte)
    }

    /// Whether numbers and bytes may lead to what was allocated.
    pub(in crate::c) fn has_exposed_heap(&mut self) -> bool {
        let exposed = self.find(self.exposed);
        self.nodes[exposed.0].has_heap
    }

    /// Whether some pointer is made of a number, so that it matters where objects lie.
    pub(in crate::c) fn is_exposed(&mut self, region: Region) -> bool {
        self.find(region) == self.find(self.exposed)
    }

    /// The scalar that all cells of a region are like, if they are of one kind.
    pub(in crate::c) fn only_cell(&mut self, region: Region) -> Option<Type> {
        let region = self.find(region);
        let node = &self.nodes[region.0];
        if node.mixed {
            return Some(Type::Int(IntKind::UChar));
        }
        let mut scalars = Vec::new();
        node.objects.iter().chain(&node.casts).for_each(|ty| self.collect_scalars(ty, &mut scalars));
        let first = scalars.first()?.clone();
        let cell = self.scalar_cell(&first);
        scalars.iter().all(|scalar| self.scalar_cell(scalar) == cell).then_some(first)
    }

    fn collect_scalars(&self, ty: &Type, scalars: &mut Vec<Type>) {
        match ty {
            Type::Record(id) => {
                self.types.fields(*id).iter().for_each(|field| self.collect_scalars(&field.ty, scalars));
            }
            Type::Array(element, _) | Type::Vla(element, _) => self.collect_scalars(element, scalars),
            Type::Void | Type::Function(_) => {}
            _ => scalars.push(ty.clone()),
        }
    }

    /// Notes that memory of a region is written as bytes of any contents: byte by byte, if its cells are not alike.
    pub(super) fn forget(&mut self, region: Region) {
        let region = self.find(region);
        let node = &self.nodes[region.0];
        let is_known = node.objects.iter().chain(&node.casts).next().is_some();
        if is_known && self.only_cell(region).is_none() {
            self.nodes[region.0].mixed = true;
        }
    }

    /// The number of scalars in a type.
    pub(in crate::c) fn n_scalars(&self, ty: &Type) -> usize {
        match ty {
            Type::Record(id) => self
                .types
                .fields(*id)
                .iter()
                .map(|field| self.n_scalars(&field.ty))
                .fold(0, usize::saturating_add),
            Type::Array(element, count) => {
                let count = usize::try_from(count.unwrap_or(0)).unwrap_or(usize::MAX);
                self.n_scalars(element).saturating_mul(count)
            }
            _ => 1,
        }
    }
}
