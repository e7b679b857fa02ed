//! Which functions may be left by a jump: by `longjmp`, or by a `goto` from a nested function.
//!
//! A jump leads to an activation that waits for the function that jumps. What it leaves runs, on the way there, below a function
//! that can be jumped to, and above one that jumps: nobody else needs to look whether a call has ended in a jump.

use faultscope_ir::index::{IndexMap, IndexSet};

use super::{PointsTo, Region, below, innermost};
use crate::c::hir::FuncId;
use crate::c::types::Type;

/// What glibc calls the structure that a `jmp_buf` is an array of.
const BUFFER: &str = "__jmp_buf_tag";

impl PointsTo<'_> {
    pub(super) fn find_jumps(&mut self) {
        if self.jumpers.jumping.is_empty() {
            return;
        }
        let mut callees = self.callees_of_each();
        for func in &self.jumpers.ending {
            callees.entry(*func).or_default().extend(self.program.at_exit());
        }
        let targets: Vec<FuncId> = self.reached.iter().copied().filter(|it| self.is_jumped_to(*it)).collect();
        let passed: IndexSet<FuncId> = targets.into_iter().flat_map(|it| below(it, &callees)).collect();
        let leaving: IndexSet<FuncId> =
            passed.into_iter().filter(|it| self.may_jump(*it, &callees)).collect();
        self.jumpers.leaving = leaving;
    }

    fn may_jump(&self, func: FuncId, callees: &IndexMap<FuncId, Vec<FuncId>>) -> bool {
        let jumps = |func: &FuncId| self.jumpers.jumping.contains(func);
        jumps(&func) || below(func, callees).iter().any(jumps)
    }

    /// Whether a call of the function may end in a jump to a function that waits for it.
    pub(in crate::c) fn may_be_left(&self, func: FuncId) -> bool {
        self.jumpers.leaving.contains(&func)
    }

    /// Whether jumps may lead into the function.
    pub(in crate::c) fn is_jumped_to(&self, func: FuncId) -> bool {
        let has_places = || !self.marks_of(func).is_empty() || self.program.left_to(func).next().is_some();
        !self.jumpers.jumping.is_empty() && has_places()
    }

    /// The models of `setjmp` that a function calls: one for each call of it.
    pub(in crate::c) fn marks_of(&self, func: FuncId) -> Vec<FuncId> {
        let of_it = self.calls.iter().filter(|(caller, callee)| *caller == func && self.marks(*callee));
        of_it.map(|(_, callee)| *callee).collect()
    }

    /// Whether all objects of a region are buffers of `setjmp`.
    pub(in crate::c) fn is_of_jump_buffers(&mut self, region: Region) -> bool {
        let region = self.find(region);
        let node = &self.nodes[region.0];
        let is_buffer =
            |ty: &Type| matches!(innermost(ty), Type::Record(id) if self.types.record(*id).name == BUFFER);
        !node.objects.is_empty() && !node.has_heap && node.objects.iter().all(is_buffer)
    }

    /// Whether a function is a model of `setjmp`.
    pub(in crate::c) fn marks(&self, func: FuncId) -> bool {
        self.jumpers.marking.contains(&func)
    }
}
