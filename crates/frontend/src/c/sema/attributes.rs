//! Attributes: what the user says of layout and alignment, and of functions that run before and after the program.

use super::super::constant;
use super::super::hir::Turn;
use super::super::layout;
use super::super::parse::{Node, ast};
use super::super::scrub::{ALIGNAS, PACK, UNSUPPORTED, plain};
use super::state::Sema;

/// The largest alignment that gcc takes.
const MAX_ALIGN: i128 = 1 << 28;

/// The priority of what has none.
const LAST_PRIORITY: u32 = 65535;

/// What attributes say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attributes {
    pub packed: bool,
    /// In bytes.
    pub align: Option<u64>,
    /// The number of `#pragma pack`.
    pub pack: Option<u64>,
    /// When the function runs by itself.
    pub turn: Turn,
}

impl Attributes {
    pub(super) fn and(self, other: Attributes) -> Attributes {
        Attributes {
            packed: self.packed || other.packed,
            align: self.align.max(other.align),
            pack: other.pack.or(self.pack),
            turn: self.turn.and(other.turn),
        }
    }
}

impl Sema {
    pub(super) fn attributes<'a>(
        &mut self,
        extensions: impl Iterator<Item = &'a Node<ast::Extension>>,
    ) -> Attributes {
        let mut all = Attributes::default();
        for extension in extensions {
            if let ast::Extension::Attribute(attribute) = &extension.node {
                all = all.and(self.attribute(attribute));
            }
        }
        all
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
            ALIGNAS => Attributes { align: argument.and_then(|it| self.alignas(it)), ..none },
            name if UNSUPPORTED.contains(&name) => {
                let name = &attribute.name.node;
                let loc = self.loc(&attribute.name);
                self.error(loc, format!("the attribute `{name}` is not supported"), None);
                none
            }
            PACK => Attributes { pack: argument.and_then(|it| self.constant_alignment(it)), ..none },
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
    fn alignas(&mut self, argument: &Node<ast::Expression>) -> Option<u64> {
        let ast::Expression::AlignOf(asked) = &argument.node else { return None };
        match asked_of(&asked.node) {
            Some(ast::TypeOf::Expression(number)) if self.expression_as_type(number).is_none() => {
                self.constant_alignment(number)
            }
            _ => Some(self.alignment_asked(&asked.node)),
        }
    }
}

/// What stands in the parentheses of an operator that asks for an alignment.
pub(super) fn asked_of(asked: &ast::AlignOf) -> Option<&ast::TypeOf> {
    asked.0.node.specifiers.iter().find_map(|it| match &it.node {
        ast::SpecifierQualifier::TypeSpecifier(ty) => match &ty.node {
            ast::TypeSpecifier::TypeOf(of) => Some(&of.node),
            _ => None,
        },
        _ => None,
    })
}
