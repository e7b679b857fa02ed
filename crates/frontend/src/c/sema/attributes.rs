//! Attributes: what the user says of layout and alignment, and of functions that run before and after the program.

use super::super::constant;
use super::super::hir::Turn;
use super::super::layout;
use super::super::parser::ast::{self, Node};
use super::state::Sema;

/// The largest alignment that gcc takes.
const MAX_ALIGN: i128 = 1 << 28;

/// Attributes that change what a program does, and that nothing is made of. Others say nothing of that, or less.
const UNSUPPORTED: [&str; 7] =
    ["vector_size", "ext_vector_type", "cleanup", "alias", "weakref", "ifunc", "scalar_storage_order"];

/// The priority of what has none.
const LAST_PRIORITY: u32 = 65535;

/// What attributes say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attributes {
    pub packed: bool,
    /// In bytes.
    pub align: Option<u64>,
    /// When the function runs by itself.
    pub turn: Turn,
}

impl Attributes {
    pub(super) fn and(self, other: Attributes) -> Attributes {
        Attributes {
            packed: self.packed || other.packed,
            align: self.align.max(other.align),
            turn: self.turn.and(other.turn),
        }
    }
}

impl Sema {
    pub(super) fn attributes<'a>(
        &mut self,
        attributes: impl Iterator<Item = &'a ast::Attribute>,
    ) -> Attributes {
        attributes.fold(Attributes::default(), |all, attribute| all.and(self.attribute(attribute)))
    }

    fn attribute(&mut self, attribute: &ast::Attribute) -> Attributes {
        let none = Attributes::default();
        let argument = attribute.arguments.first();
        match plain(&attribute.name.node) {
            "packed" => Attributes { packed: true, ..none },
            "aligned" => {
                let align = match argument {
                    Some(argument) => self.constant_alignment(argument),
                    None => Some(layout::LARGEST),
                };
                Attributes { align, ..none }
            }
            "constructor" => {
                let turn = Turn { before_entry: Some(self.priority(argument)), at_exit: None };
                Attributes { turn, ..none }
            }
            "destructor" => {
                let turn = Turn { before_entry: None, at_exit: Some(self.priority(argument)) };
                Attributes { turn, ..none }
            }
            name if UNSUPPORTED.contains(&name) => {
                let name = &attribute.name.node;
                let loc = self.loc(&attribute.name);
                self.error(loc, format!("the attribute `{name}` is not supported"), None);
                none
            }
            _ => none,
        }
    }

    /// The priority of a constructor or destructor.
    fn priority(&mut self, argument: Option<&Node<ast::Expression>>) -> u32 {
        let Some(argument) = argument else { return LAST_PRIORITY };
        let loc = self.loc(argument);
        let value = self.value(argument);
        let priority = constant::integer(&self.types, &value).and_then(|it| u32::try_from(it).ok());
        priority.filter(|it| *it <= LAST_PRIORITY).unwrap_or_else(|| {
            self.error(loc, format!("a priority is a number from 0 to {LAST_PRIORITY}"), None);
            LAST_PRIORITY
        })
    }

    /// A power of two; none where it is no such, or zero, which says nothing.
    fn constant_alignment(&mut self, argument: &Node<ast::Expression>) -> Option<u64> {
        let loc = self.loc(argument);
        let value = self.value(argument);
        match constant::integer(&self.types, &value) {
            Some(0) => None,
            Some(align @ 1..=MAX_ALIGN) if align & (align - 1) == 0 => u64::try_from(align).ok(),
            _ => {
                self.error(loc, "an alignment is a power of two", None);
                None
            }
        }
    }

    /// `_Alignas(type)` or `_Alignas(number)`.
    pub(super) fn alignas(&mut self, asked: &ast::TypeOf) -> Option<u64> {
        match asked {
            ast::TypeOf::Expression(number) => self.constant_alignment(number),
            ast::TypeOf::Type(name) => Some(self.alignment_of_type(name, false)),
        }
    }
}

/// The name of an attribute without the underscores around it.
fn plain(name: &str) -> &str {
    name.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or(name)
}
