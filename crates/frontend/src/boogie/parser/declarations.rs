//! Declarations.

use super::{Abort, Parse, Parser, Token};
use crate::boogie::ast::{
    Clause, Declaration, Function, Implementation, Name, Procedure, Signature, TypeExpr, TypedName,
};

impl Parser<'_, '_> {
    /// The whole file.
    pub(super) fn program(&mut self) {
        while self.peek() != Token::End {
            if let Err(Abort) = self.declaration() {
                self.skip_declaration();
            }
        }
    }

    /// Goes on with the next word that starts a declaration.
    fn skip_declaration(&mut self) {
        while !self.peek().starts_declaration() {
            self.advance();
        }
    }

    fn declaration(&mut self) -> Parse<()> {
        let declaration = match self.peek() {
            Token::Type => return self.types(),
            Token::Const => self.constants()?,
            Token::Axiom => self.axiom()?,
            Token::Function => Declaration::Function(self.function()?),
            Token::Var => Declaration::Variables(self.variables()?),
            Token::Procedure => Declaration::Procedure(self.procedure()?),
            Token::Implementation => Declaration::Implementation(self.implementation()?),
            Token::Datatype => self.datatype()?,
            _ => return Err(self.unknown_declaration()),
        };
        self.ast.declarations.push(declaration);
        Ok(())
    }

    fn unknown_declaration(&mut self) -> Abort {
        let abort = match self.slice() {
            "}" => {
                self.reporter.error(self.range(), "this `}` closes nothing");
                Abort
            }
            _ => self.expected("a declaration (`procedure`, `var`, `const`, `type`, `function`, `axiom`)"),
        };
        self.advance();
        abort
    }

    /// `type {:attribute} finite C a b, D;` and `type S a = T;`.
    fn types(&mut self) -> Parse<()> {
        self.advance();
        self.attributes()?;
        self.accept(Token::Finite);
        for declaration in self.list(Self::type_declaration)? {
            self.ast.declarations.push(declaration);
        }
        self.expect_semicolon("the declaration")?;
        Ok(())
    }

    fn type_declaration(&mut self) -> Parse<Declaration> {
        let name = self.name("a name for the type")?;
        let mut parameters = Vec::new();
        while self.peek() == Token::Identifier {
            parameters.push(self.name("a type parameter")?);
        }
        let synonym = if self.accept(Token::EqualsSign) { Some(self.type_expr()?) } else { None };
        Ok(Declaration::Type { name, parameters, synonym })
    }

    fn constants(&mut self) -> Parse<Declaration> {
        let start = self.range();
        self.advance();
        self.attributes()?;
        let unique = self.accept(Token::Unique);
        let groups = self.list(Self::names_with_type)?;
        let names: Vec<TypedName> = groups.into_iter().flatten().collect();
        let ordered = matches!(self.peek(), Token::Extends | Token::Complete);
        while ordered && !matches!(self.peek(), Token::Semicolon | Token::End) {
            self.advance();
        }
        self.expect_semicolon("the declaration")?;
        if ordered {
            let names = names.into_iter().map(|it| it.name).collect();
            let range = self.range_from(start);
            return Ok(Declaration::Unsupported { names, what: "an order of constants (`extends`)", range });
        }
        Ok(Declaration::Constants { names, unique })
    }

    fn axiom(&mut self) -> Parse<Declaration> {
        self.advance();
        self.attributes()?;
        let condition = self.expression()?;
        self.expect_semicolon("the axiom")?;
        Ok(Declaration::Axiom(condition))
    }

    fn datatype(&mut self) -> Parse<Declaration> {
        let start = self.range();
        self.advance();
        self.attributes()?;
        let name = self.name("a name for the datatype")?;
        while !matches!(self.peek(), Token::RightBrace | Token::Semicolon | Token::End) {
            self.advance();
        }
        self.advance();
        let range = self.range_from(start);
        Ok(Declaration::Unsupported { names: vec![name], what: "a datatype", range })
    }

    fn function(&mut self) -> Parse<Function> {
        self.advance();
        let builtin = self.attributes()?;
        let name = self.name("a name for the function")?;
        let polymorphic = self.type_parameters()?;
        self.expect(Token::LeftParenthesis, "`(` and the parameters")?;
        let mut parameters = Vec::new();
        if self.peek() != Token::RightParenthesis {
            parameters = self.list(Self::function_parameter)?;
        }
        self.expect(Token::RightParenthesis, "`)` after the parameters")?;
        let result = self.function_result()?;
        let mut body = None;
        if self.accept(Token::LeftBrace) {
            body = Some(self.expression()?);
            self.expect(Token::RightBrace, "`}` after the body of the function")?;
            self.accept(Token::Semicolon);
        } else {
            self.expect_semicolon("the declaration")?;
        }
        Ok(Function { name, polymorphic, parameters, result, body, builtin })
    }

    /// `x: int`, or only `int`.
    fn function_parameter(&mut self) -> Parse<TypedName> {
        self.attributes()?;
        let name = if self.peek() == Token::Identifier && self.peek_second() == Token::Colon {
            let name = self.name("a name for the parameter")?;
            self.advance();
            name
        } else {
            Name { text: String::new(), range: self.range() }
        };
        Ok(TypedName { name, ty: self.type_expr()?, condition: None })
    }

    fn function_result(&mut self) -> Parse<TypeExpr> {
        if self.accept(Token::Colon) {
            return self.type_expr();
        }
        self.expect(Token::Returns, "`returns` or `:` and the type of the result")?;
        self.expect(Token::LeftParenthesis, "`(` and the type of the result")?;
        let result = self.function_parameter()?;
        self.expect(Token::RightParenthesis, "`)` after the type of the result")?;
        Ok(result.ty)
    }

    fn signature(&mut self) -> Parse<Signature> {
        self.advance();
        self.attributes()?;
        let name = self.name("a name for the procedure")?;
        let polymorphic = self.type_parameters()?;
        let parameters = self.parameters()?;
        let results = if self.accept(Token::Returns) { self.parameters()? } else { Vec::new() };
        Ok(Signature { name, polymorphic, parameters, results })
    }

    fn parameters(&mut self) -> Parse<Vec<TypedName>> {
        self.expect(Token::LeftParenthesis, "`(` and the parameters")?;
        let mut groups = Vec::new();
        if self.peek() != Token::RightParenthesis {
            groups = self.list(Self::names_with_type)?;
        }
        self.expect(Token::RightParenthesis, "`)` after the parameters")?;
        Ok(groups.into_iter().flatten().collect())
    }

    fn procedure(&mut self) -> Parse<Procedure> {
        let signature = self.signature()?;
        let without_body = self.accept(Token::Semicolon);
        let mut procedure = Procedure {
            signature,
            requires: Vec::new(),
            ensures: Vec::new(),
            modifies: Vec::new(),
            body: None,
        };
        while self.clause(&mut procedure)? {}
        if !without_body {
            if self.peek() != Token::LeftBrace {
                return Err(self.expected("`{` and the body, or `;`"));
            }
            procedure.body = Some(self.body()?);
        }
        Ok(procedure)
    }

    /// `free requires e;` and its like; whether there was one.
    fn clause(&mut self, procedure: &mut Procedure) -> Parse<bool> {
        let free = self.accept(Token::Free);
        match self.peek() {
            Token::Modifies => {
                self.advance();
                self.attributes()?;
                if self.peek() != Token::Semicolon {
                    procedure.modifies.extend(self.names("the name of a variable")?);
                }
            }
            clause @ (Token::Requires | Token::Ensures) => {
                self.advance();
                self.attributes()?;
                let condition = self.expression()?;
                let clauses = match clause {
                    Token::Requires => &mut procedure.requires,
                    _ => &mut procedure.ensures,
                };
                clauses.push(Clause { free, condition });
            }
            _ if free => return Err(self.expected("`requires` or `ensures`")),
            _ => return Ok(false),
        }
        self.expect_semicolon("the clause")?;
        Ok(true)
    }

    fn implementation(&mut self) -> Parse<Implementation> {
        let signature = self.signature()?;
        if self.peek() != Token::LeftBrace {
            return Err(self.expected("`{` and the body"));
        }
        Ok(Implementation { signature, body: self.body()? })
    }
}
