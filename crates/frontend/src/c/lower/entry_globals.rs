//! What globals hold when an entry with a contract is called.
//!
//! The entry is one function among others, and what was called before it has left any values in the globals, static locals
//! included; the precondition says which. Only the start of a program knows its initial values.

use faultscope_ir::{AssumptionKind, OriginKind};

use super::state::Lowerer;
use crate::c::hir::{FuncId, Storage, VarId};
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::MAX_ANY_CELLS;

impl Lowerer<'_> {
    /// Gives globals any values, where the entry has a contract and is not where the program starts.
    pub(super) fn any_globals(&mut self, entry: FuncId, loc: Loc) {
        let name = self.program.func(entry).name.clone();
        if name == "main" || self.contract_of(entry).is_none() {
            return;
        }
        let mut globals: Vec<VarId> = self.homes.keys().copied().collect();
        globals.retain(|var| {
            let declared = self.program.var(*var);
            matches!(declared.storage, Storage::Global | Storage::Static(_))
                && !declared.is_constant()
                && !self.sources.is_trusted(declared.loc)
        });
        globals.sort_by_key(|var| self.program.var(*var).loc);
        for var in globals {
            let declared = self.program.var(var).clone();
            if self.has_pointer(&declared.ty) || self.n_cells(&declared.ty) > MAX_ANY_CELLS {
                let message =
                    format!("`{}` holds what it holds at the start when `{name}` is called", declared.name);
                self.assume_of(AssumptionKind::Precondition, Some(&declared.name), message);
                continue;
            }
            let at = if declared.loc == Loc::default() { loc } else { declared.loc };
            let origin = self.named_origin(OriginKind::Input, at, Some(declared.name.clone()));
            let location = self.variable_location(var);
            self.havoc(&location, origin, at);
        }
    }

    fn has_pointer(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) => self.has_pointer(element),
            Type::Record(id) => self.types.fields(*id).iter().any(|field| self.has_pointer(&field.ty)),
            _ => !ty.is_arithmetic(),
        }
    }
}
