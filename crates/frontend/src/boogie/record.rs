//! What the translation tells of expressions, for edit sites.

use faultscope_ir::OriginId;
use rustc_hash::FxHashMap;

use super::ast::ExprId;
use super::types::Type;
use crate::sites::Role;

/// Types of expressions, and where the conditions and values of a program stand.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) types: FxHashMap<ExprId, Type>,
    pub(super) regions: Vec<(OriginId, ExprId, Role)>,
}
