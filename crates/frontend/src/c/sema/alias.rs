//! Second names (GNU): `__attribute__((alias("name")))`.

use super::super::parser::ast::{self, Node};
use super::super::types::Type;
use super::state::{Entity, Sema};

impl Sema {
    /// Declares a second name for a function or variable of the unit that is known already.
    pub(super) fn declare_alias(&mut self, name: &str, ty: &Type, attribute: &ast::Attribute) {
        let loc = self.loc(&attribute.name);
        let at_file_scope = |name: &str| self.scopes.first().and_then(|scope| scope.names.get(name)).cloned();
        let target = target(attribute);
        let meant = target.and_then(at_file_scope).filter(|meant| match meant {
            Entity::Func(func) => *ty == Type::Function(self.program.func(*func).ty.clone()),
            Entity::Var(var) => *ty == self.program.var(*var).ty && self.program.var(*var).defined,
            Entity::Typedef(..) | Entity::Constant(..) => false,
        });
        let is_known = at_file_scope(name).is_some() || self.linkage.contains_key(name);
        match meant {
            Some(meant) if self.function.is_none() && !is_known => {
                let is_function = matches!(meant, Entity::Func(_));
                if is_function && target.is_some_and(|target| self.defined.contains(target)) {
                    self.defined.insert(name.to_owned());
                }
                self.linkage.insert(name.to_owned(), meant.clone());
                self.bind(name, meant);
            }
            _ => {
                let message = "the attribute `alias` is supported for new names of what is declared before";
                self.error(loc, message, None);
            }
        }
    }
}

/// The name in the argument.
fn target(attribute: &ast::Attribute) -> Option<&str> {
    match attribute.arguments.as_slice() {
        [Node { node: ast::Expression::StringLiteral(text), .. }] => match text.node.as_slice() {
            [part] => part.strip_prefix('"')?.strip_suffix('"'),
            _ => None,
        },
        _ => None,
    }
}
