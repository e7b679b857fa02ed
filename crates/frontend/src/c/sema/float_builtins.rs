//! Builtins of compilers for floating-point numbers of every type, which `<math.h>` makes its macros of.

use super::super::constant;
use super::super::hir::{BinaryOp, CompareOp, Expr, ExprKind};
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::{FloatKind, Type};
use super::call::is_repeatable;
use super::state::{Sema, make};

/// What the functions of the library that classify give, in the order of the arguments of `__builtin_fpclassify`.
const CLASSES: [i128; 5] = [0, 1, 4, 3, 2];

/// What they give for a normal number.
const NORMAL: i128 = 4;

impl Sema {
    /// A builtin that takes numbers of every floating-point type.
    pub(super) fn float_builtin(
        &mut self,
        name: &str,
        arguments: &[Node<ast::Expression>],
        loc: Loc,
    ) -> Option<Expr> {
        match (name, arguments) {
            ("isgreater", [x, y]) => self.ordering(CompareOp::Greater, x, y, loc),
            ("isgreaterequal", [x, y]) => self.ordering(CompareOp::GreaterOrEqual, x, y, loc),
            ("isless", [x, y]) => self.ordering(CompareOp::Less, x, y, loc),
            ("islessequal", [x, y]) => self.ordering(CompareOp::LessOrEqual, x, y, loc),
            ("islessgreater", [x, y]) => {
                let below = self.ordering(CompareOp::Less, x, y, loc)?;
                let above = self.ordering(CompareOp::Greater, x, y, loc)?;
                self.either(below, above, loc)
            }
            ("isunordered", [x, y]) => {
                let (x, y) = (self.value(x), self.value(y));
                let x = self.call_of_model("isnan", vec![x], &Type::INT, loc);
                let y = self.call_of_model("isnan", vec![y], &Type::INT, loc);
                let kind = ExprKind::Binary(BinaryOp::Or, Box::new(x), Box::new(y));
                Some(make(kind, Type::INT, loc))
            }
            ("isnormal", [x]) => {
                let class = self.class(x, loc)?;
                let normal = self.constant(NORMAL, Type::INT, loc);
                let kind = ExprKind::Compare(CompareOp::Equal, Box::new(class), Box::new(normal));
                Some(make(kind, Type::INT, loc))
            }
            ("fpclassify", [classes @ .., x]) => {
                let mut given = classes.iter().map(|class| {
                    let class = self.value(class);
                    constant::integer(&self.types, &class)
                });
                let are_known = classes.len() == CLASSES.len()
                    && CLASSES.into_iter().all(|it| given.next() == Some(Some(it)));
                are_known.then(|| self.class(x, loc))?
            }
            _ => None,
        }
    }

    fn ordering(
        &mut self,
        op: CompareOp,
        x: &Node<ast::Expression>,
        y: &Node<ast::Expression>,
        loc: Loc,
    ) -> Option<Expr> {
        let (x, y) = (self.value(x), self.value(y));
        let kinds = [&x, &y].map(|it| if let Type::Float(kind) = it.ty { Some(kind) } else { None });
        let widest = kinds.into_iter().flatten().max_by_key(|kind| kind.format().width())?;
        let ty = Type::Float(widest);
        let (x, y) = (self.convert(x, &ty), self.convert(y, &ty));
        Some(make(ExprKind::Compare(op, Box::new(x), Box::new(y)), Type::INT, loc))
    }

    /// One of two comparisons of the same operands.
    fn either(&mut self, left: Expr, right: Expr, loc: Loc) -> Option<Expr> {
        let ExprKind::Compare(_, x, y) = &left.kind else { return None };
        if !is_repeatable(x) || !is_repeatable(y) {
            return None;
        }
        Some(make(ExprKind::Or(Box::new(left), Box::new(right)), Type::INT, loc))
    }

    /// The number that says of which class a floating-point number is.
    fn class(&mut self, x: &Node<ast::Expression>, loc: Loc) -> Option<Expr> {
        let x = self.value(x);
        let name = match x.ty {
            Type::Float(FloatKind::Float) => "__fpclassifyf",
            Type::Float(FloatKind::Double) => "__fpclassify",
            Type::Float(FloatKind::LongDouble) => "__fpclassifyl",
            _ => return None,
        };
        Some(self.call_of_model(name, vec![x], &Type::INT, loc))
    }
}
