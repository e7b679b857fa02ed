//! Types.

use super::{Parse, Parser, Token};
use crate::boogie::ast::{TypeExpr, TypeExprKind};

impl Parser<'_, '_> {
    /// A type; a declared one with its arguments.
    pub(super) fn type_expr(&mut self) -> Parse<TypeExpr> {
        self.nested(|parser| {
            let start = parser.range();
            if parser.peek() != Token::Identifier {
                return parser.type_atom();
            }
            let name = parser.name("a type")?.text;
            let mut arguments = Vec::new();
            // `C D int` has two arguments; `C (D int)` has one.
            while parser.starts_type() {
                arguments.push(parser.type_atom()?);
            }
            let kind = TypeExprKind::Named { name, arguments };
            Ok(TypeExpr { kind, range: parser.range_from(start) })
        })
    }

    fn starts_type(&self) -> bool {
        matches!(
            self.peek(),
            Token::Identifier
                | Token::Bool
                | Token::Int
                | Token::Real
                | Token::LeftParenthesis
                | Token::LeftBracket
                | Token::Less
        )
    }

    /// A type that needs no parentheses as an argument.
    fn type_atom(&mut self) -> Parse<TypeExpr> {
        let start = self.range();
        let kind = match self.peek() {
            Token::Bool => TypeExprKind::Bool,
            Token::Int => TypeExprKind::Int,
            Token::Real => TypeExprKind::Real,
            Token::Identifier => {
                let name = self.name("a type")?.text;
                let kind = TypeExprKind::Named { name, arguments: Vec::new() };
                return Ok(TypeExpr { kind, range: start });
            }
            Token::LeftParenthesis => {
                self.advance();
                let inner = self.type_expr()?;
                self.expect(Token::RightParenthesis, "`)` after the type")?;
                return Ok(inner);
            }
            Token::LeftBracket | Token::Less => return self.map_type(),
            _ => return Err(self.expected("a type")),
        };
        self.advance();
        Ok(TypeExpr { kind, range: start })
    }

    fn map_type(&mut self) -> Parse<TypeExpr> {
        let start = self.range();
        let polymorphic = self.type_parameters()?;
        self.expect(Token::LeftBracket, "`[` of a map type")?;
        let mut indices = Vec::new();
        if self.peek() != Token::RightBracket {
            indices = self.list(Self::type_expr)?;
        }
        self.expect(Token::RightBracket, "`]` after the index types")?;
        let element = Box::new(self.type_expr()?);
        let kind = if polymorphic {
            TypeExprKind::Unsupported("a polymorphic map type")
        } else if indices.is_empty() {
            TypeExprKind::Unsupported("a map type without indices")
        } else {
            TypeExprKind::Map { indices, element }
        };
        Ok(TypeExpr { kind, range: self.range_from(start) })
    }

    /// `<a, b>`; whether there were any.
    pub(super) fn type_parameters(&mut self) -> Parse<bool> {
        if !self.accept(Token::Less) {
            return Ok(false);
        }
        self.names("the name of a type parameter")?;
        self.expect(Token::Greater, "`>` after the type parameters")?;
        Ok(true)
    }
}
