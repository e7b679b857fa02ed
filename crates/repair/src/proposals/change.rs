//! A change of a program.

use faultscope_frontend::sites::{BinaryOperator, SiteId, Tree, UnaryOperator};

use super::edit::Edit;

/// A change of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The whole expression that it is part of.
    pub root: SiteId,
    /// What is replaced.
    pub site: SiteId,
    /// What stands there instead.
    pub tree: Tree,
    /// The change in the text.
    pub edit: Edit,
    /// The weight of its rule.
    pub weight: u32,
    /// The number of its rule in the table, from 0; none where no rule says it.
    pub rule: Option<usize>,
    /// Whether it is in the body of a macro that is used more than once, and changes all the uses.
    pub is_shared: bool,
}

impl Change {
    /// Whether bits are shifted without the sign that they had.
    pub(crate) fn drops_sign(&self) -> bool {
        let Tree::Binary(BinaryOperator::ShiftLeft, shifted, _) = &self.tree else { return false };
        matches!(**shifted, Tree::Unary(UnaryOperator::ToUnsigned, _))
    }
}
