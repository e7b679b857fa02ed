//! Names for the variables and functions of a program.

/// Names a [`Var`](super::hir::Var).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct VarId(pub usize);

/// Names a [`Func`](super::hir::Func).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct FuncId(pub usize);
