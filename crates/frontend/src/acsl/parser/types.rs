//! Types and variables.

use super::{Parse, Parser, Token};
use crate::acsl::ast::{BaseType, Binder, ExprKind, Type};

/// Words that types of C are made of.
const TYPE_WORDS: [&str; 11] =
    ["void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "bool"];

/// Words that say nothing that matters here.
const QUALIFIERS: [&str; 3] = ["const", "volatile", "restrict"];

impl Parser<'_> {
    /// Whether a type begins here.
    pub(super) fn is_type(&self) -> bool {
        match self.peek() {
            Token::Integers | Token::Reals | Token::Booleans => true,
            Token::Builtin => matches!(self.slice(), "\\list" | "\\set"),
            Token::Identifier => self.is_type_word(self.slice()),
            _ => false,
        }
    }

    fn is_type_word(&self, word: &str) -> bool {
        TYPE_WORDS.contains(&word)
            || QUALIFIERS.contains(&word)
            || matches!(word, "integer" | "real" | "boolean" | "struct" | "union" | "enum")
            || (self.is_type)(word)
            || self.type_variables.iter().any(|it| it == word)
    }

    /// A type with its pointers, without the arrays that stand behind a name.
    pub(super) fn type_name(&mut self) -> Parse<Type> {
        let start = self.range();
        let base = self.base_type()?;
        let mut pointers = 0;
        loop {
            self.qualifiers();
            if !self.accept(Token::Star) {
                break;
            }
            pointers += 1;
        }
        let mut ty = Type { base, pointers, lengths: Vec::new(), range: self.range_from(start) };
        self.lengths(&mut ty)?;
        Ok(ty)
    }

    fn qualifiers(&mut self) {
        while self.peek() == Token::Identifier && QUALIFIERS.contains(&self.slice()) {
            self.advance();
        }
    }

    fn lengths(&mut self, ty: &mut Type) -> Parse<()> {
        let start = ty.range;
        while self.accept(Token::LeftBracket) {
            let length = match self.peek() {
                Token::RightBracket => None,
                _ => Some(self.expression()?),
            };
            self.expect(Token::RightBracket, "`]`")?;
            ty.lengths.push(length);
            ty.range = self.range_from(start);
        }
        Ok(())
    }

    fn base_type(&mut self) -> Parse<BaseType> {
        self.qualifiers();
        if !self.is_type() {
            return Err(self.expected("a type"));
        }
        let word = self.slice();
        self.advance();
        Ok(match word {
            "integer" | "ℤ" => BaseType::Integer,
            "real" | "ℝ" => BaseType::Real,
            "boolean" | "𝔹" => BaseType::Boolean,
            "struct" | "union" | "enum" => {
                BaseType::Tagged(word.to_owned(), self.name("the tag of the type")?.text)
            }
            _ if TYPE_WORDS.contains(&word) => {
                let mut words = vec![word.to_owned()];
                while self.peek() == Token::Identifier
                    && (TYPE_WORDS.contains(&self.slice()) || QUALIFIERS.contains(&self.slice()))
                {
                    if !QUALIFIERS.contains(&self.slice()) {
                        words.push(self.slice().to_owned());
                    }
                    self.advance();
                }
                BaseType::Words(words)
            }
            _ => self.named_type(word)?,
        })
    }

    /// A type with a name, perhaps of the logic and with arguments.
    fn named_type(&mut self, word: &str) -> Parse<BaseType> {
        let is_logic = word.starts_with('\\') || self.type_variables.iter().any(|it| it == word);
        if !is_logic {
            return Ok(BaseType::Named(word.to_owned()));
        }
        if self.accept(Token::Less) {
            self.list(|parser| parser.nested(Self::type_name).map(drop))?;
            self.expect(Token::Greater, "`>` behind the type's arguments")?;
        }
        Ok(BaseType::Logic(word.to_owned()))
    }

    /// `integer i, j` or `int *p, struct s t`, where the type holds until there is another.
    pub(super) fn binders(&mut self) -> Parse<Vec<Binder>> {
        let mut binders: Vec<Binder> = Vec::new();
        let mut base = self.base_type()?;
        loop {
            binders.push(self.declarator(base.clone())?);
            if !self.accept(Token::Comma) {
                return Ok(binders);
            }
            if self.is_type() && self.peek_at(1) != Token::Comma {
                base = self.base_type()?;
            }
        }
    }

    /// The parameters of a predicate or logic function, each with its type.
    pub(super) fn parameters(&mut self) -> Parse<Vec<Binder>> {
        self.list(|parser| {
            let base = parser.base_type()?;
            parser.declarator(base)
        })
    }

    fn declarator(&mut self, base: BaseType) -> Parse<Binder> {
        let start = self.range();
        let mut pointers = 0;
        loop {
            self.qualifiers();
            if !self.accept(Token::Star) {
                break;
            }
            pointers += 1;
        }
        let is_grouped = self.peek() == Token::LeftParenthesis && self.peek_at(1) == Token::Star;
        let mut grouped = 0;
        if is_grouped {
            self.advance();
            while self.accept(Token::Star) {
                grouped += 1;
            }
        }
        let name = self.name("the name of the variable")?;
        if is_grouped {
            self.expect(Token::RightParenthesis, "`)`")?;
        }
        let mut ty = Type { base, pointers, lengths: Vec::new(), range: start };
        self.lengths(&mut ty)?;
        if is_grouped {
            // A pointer to an array is what an array of arrays is as a parameter.
            ty.lengths.splice(0..0, (0..grouped).map(|_| None));
        }
        ty.range = self.range_from(start);
        Ok(Binder { ty, name })
    }

    /// What stands in parentheses behind `sizeof`.
    pub(super) fn size_of(&mut self) -> Parse<ExprKind> {
        if self.peek() == Token::LeftParenthesis {
            self.advance();
            if self.is_type() {
                let ty = self.type_name()?;
                self.expect(Token::RightParenthesis, "`)` behind the type")?;
                return Ok(ExprKind::SizeOfType(ty));
            }
            let operand = self.naming(true, Self::expression)?;
            self.expect(Token::RightParenthesis, "`)`")?;
            return Ok(ExprKind::SizeOf(Box::new(operand)));
        }
        Ok(ExprKind::SizeOf(Box::new(self.nested(Self::unary)?)))
    }
}
