//! Attributes: what the user says of layout and alignment, and of functions that run before and after the program.

use super::super::constant;
use super::super::hir::{Stmt, StmtKind, Turn};
use super::super::layout;
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::{FloatKind, IntKind, Qualified, Type};
use super::state::Sema;

/// The largest alignment that gcc takes.
const MAX_ALIGN: i128 = 1 << 28;

/// Attributes that change what a program does, and that nothing is made of. Others say nothing of that, or less.
const UNSUPPORTED: [&str; 4] = ["ext_vector_type", "weakref", "ifunc", "scalar_storage_order"];

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
    /// What takes the place of the type, and where that is said.
    pub mode: Option<(Mode, Loc)>,
}

/// How many bytes a type has (GNU).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Integer(u64),
    Float(FloatKind),
}

impl Attributes {
    pub(super) fn and(self, other: Attributes) -> Attributes {
        Attributes {
            packed: self.packed || other.packed,
            align: self.align.max(other.align),
            turn: self.turn.and(other.turn),
            mode: other.mode.or(self.mode),
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
            "mode" => Attributes { mode: self.mode(attribute), ..none },
            name if UNSUPPORTED.contains(&name) => {
                let name = &attribute.name.node;
                let loc = self.loc(&attribute.name);
                self.error(loc, format!("the attribute `{name}` is not supported"), None);
                none
            }
            _ => none,
        }
    }

    /// What the attribute `cleanup` of a variable asks for: a call with its address at the end of its block.
    pub(super) fn deferred(&mut self, cleanup: &ast::Attribute, var: &Node<ast::Identifier>) -> Option<Stmt> {
        let loc = self.loc(&cleanup.name);
        let [callee @ Node { node: ast::Expression::Identifier(_), .. }] = cleanup.arguments.as_slice()
        else {
            self.error(loc, "the attribute `cleanup` needs the name of a function", None);
            return None;
        };
        let at = |node| Node { node, span: cleanup.name.span };
        let operand = at(ast::Expression::Identifier(Box::new(var.clone())));
        let operator = ast::UnaryOperator::Address;
        let address = ast::UnaryOperatorExpression { operator, operand };
        let address = Node { node: address, span: cleanup.name.span };
        let address = at(ast::Expression::UnaryOperator(Box::new(address)));
        let call = ast::CallExpression { callee: callee.clone(), arguments: vec![address] };
        Some(Stmt { kind: StmtKind::Defer(self.call(&call, loc)), loc })
    }

    /// What `mode` asks for.
    fn mode(&mut self, attribute: &ast::Attribute) -> Option<(Mode, Loc)> {
        let loc = self.loc(&attribute.name);
        let name = match attribute.arguments.first().map(|argument| &argument.node) {
            Some(ast::Expression::Identifier(name)) => name.node.name.as_str(),
            _ => "",
        };
        let n_bytes = u64::from(self.types.address_width() / 8);
        let mode = match plain(name) {
            "QI" | "byte" => Mode::Integer(1),
            "HI" => Mode::Integer(2),
            "SI" => Mode::Integer(4),
            "DI" => Mode::Integer(8),
            "TI" if n_bytes == 8 => Mode::Integer(16),
            "word" | "pointer" => Mode::Integer(n_bytes),
            "HF" => Mode::Float(FloatKind::Half),
            "SF" => Mode::Float(FloatKind::Float),
            "DF" => Mode::Float(FloatKind::Double),
            "XF" => Mode::Float(FloatKind::LongDouble),
            "TF" => Mode::Float(FloatKind::Quad),
            _ => {
                self.error(loc, format!("the mode `{name}` is not supported"), None);
                return None;
            }
        };
        Some((mode, loc))
    }

    /// A type in the mode that an attribute gives it.
    pub(super) fn in_mode(&mut self, ty: Qualified, mode: Option<(Mode, Loc)>) -> Qualified {
        let Some((mode, loc)) = mode else { return ty };
        let new = match (mode, &*ty) {
            (Mode::Integer(n_bytes), Type::Int(kind)) => {
                let signed = match n_bytes {
                    1 => IntKind::SChar,
                    2 => IntKind::Short,
                    4 => IntKind::Int,
                    8 if self.types.address_width() == 64 => IntKind::Long,
                    8 => IntKind::LongLong,
                    _ => IntKind::Int128,
                };
                let is_signed = kind.is_signed();
                Type::Int(if is_signed { signed } else { signed.unsigned() })
            }
            (Mode::Float(kind), Type::Float(_)) => Type::Float(kind),
            _ => {
                self.error(loc, "the attribute `mode` is not supported for this type", None);
                return ty;
            }
        };
        Qualified::from(new).and(ty.qualifiers)
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
pub(super) fn plain(name: &str) -> &str {
    name.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or(name)
}
