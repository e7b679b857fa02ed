//! Declarations of variables, with other types, and of arrays that a function returns the address of.

use faultscope_ir::Span;

use super::super::parser::ast::{self, Node};
use super::super::sema::name;
use super::super::source::Loc;
use super::super::types::{FloatKind, IntKind, Type};
use super::super::unit::Parsed;
use super::reading::Reading;
use crate::sites::{Retyping, RetypingKind};

/// A declaration of variables.
pub(super) struct Declared<'a> {
    unit: u32,
    /// The function that it stands in.
    function: Option<&'a ast::FunctionDefinition>,
    node: &'a Node<ast::Declaration>,
}

/// Another type of a declaration.
pub(super) struct Other {
    pub(super) kind: RetypingKind,
    pub(super) ty: Type,
    /// How it is written.
    pub(super) edits: Vec<(Span, String)>,
}

/// All declarations in the order of the text.
pub(super) fn declared(parsed: &Parsed) -> Vec<Declared<'_>> {
    let mut all = Vec::new();
    for (unit, parsed) in &parsed.units {
        for external in &parsed.0 {
            match &external.node {
                ast::ExternalDeclaration::Declaration(node) => {
                    all.push(Declared { unit: *unit, function: None, node });
                }
                ast::ExternalDeclaration::FunctionDefinition(function) => {
                    let function = &function.node;
                    let mut add = |node| all.push(Declared { unit: *unit, function: Some(function), node });
                    each_declaration(&function.statement, &mut add);
                }
                ast::ExternalDeclaration::StaticAssert | ast::ExternalDeclaration::Asm => {}
            }
        }
    }
    all
}

impl Declared<'_> {
    /// The name of the function that it stands in; empty outside of functions.
    pub(super) fn function(&self) -> &str {
        let name = self.function.and_then(|it| name(&it.declarator));
        name.map_or("", |it| &it.node.name)
    }

    /// Where it stands.
    pub(super) fn place(&self, reading: &mut Reading) -> Span {
        reading.sources.span(self.loc(self.node.span))
    }

    /// Where the first specifier stands that says the type.
    pub(super) fn specified(&self) -> Loc {
        let first = self.types().next();
        self.loc(first.map_or(self.node.span, |it| it.span))
    }

    fn loc(&self, span: ast::Span) -> Loc {
        Loc { unit: self.unit, start: span.start as u32, end: span.end as u32 }
    }

    fn types(&self) -> impl Iterator<Item = &Node<ast::DeclarationSpecifier>> {
        let specifiers = self.node.node.specifiers.iter();
        specifiers.filter(|it| matches!(it.node, ast::DeclarationSpecifier::TypeSpecifier(_)))
    }

    fn storage(&self) -> Option<ast::StorageClassSpecifier> {
        self.node.node.specifiers.iter().find_map(|it| match &it.node {
            ast::DeclarationSpecifier::StorageClass(storage) => Some(*storage),
            _ => None,
        })
    }

    /// The array that it declares, `static`, where the function returns its address.
    pub(super) fn made_static(&self, reading: &mut Reading) -> Option<Retyping> {
        let function = self.function?;
        let [declarator] = &self.node.node.declarators[..] else { return None };
        let own = name(&declarator.node.declarator)?;
        let is_array = matches!(
            &declarator.node.declarator.node.derived[..],
            [Node { node: ast::DerivedDeclarator::Array(ast::ArraySize::Expression(_)), .. }]
        );
        // A first value would be given once only.
        let is_plain = self.storage().is_none() && declarator.node.initializer.is_none();
        if !is_array || !is_plain || !returns(&function.statement, &own.node.name) {
            return None;
        }
        let declared = self.types_declared(reading)?;
        let is_fixed = matches!(declared.first()?, Type::Array(_, Some(_)));
        let (span, text) = reading.written(self.loc(self.node.node.specifiers.first()?.span))?;
        is_fixed.then(|| Retyping {
            kind: RetypingKind::Static,
            place: self.place(reading),
            function: self.function().to_owned(),
            edits: vec![(span, format!("static {text}"))],
        })
    }

    /// The types of what it declares.
    fn types_declared(&self, reading: &Reading) -> Option<Vec<Type>> {
        let vars = &reading.sema.program.vars;
        let declarators = self.node.node.declarators.iter();
        let types = declarators.map(|it| {
            let loc = self.loc(it.span);
            vars.iter().find(|var| var.loc == loc).map(|var| var.ty.clone())
        });
        types.collect()
    }

    /// The types that it could have instead: wider ones, and ones with a sign.
    pub(super) fn others(&self, reading: &mut Reading) -> Vec<Other> {
        self.written_others(reading).unwrap_or_default()
    }

    fn written_others(&self, reading: &mut Reading) -> Option<Vec<Other>> {
        use ast::StorageClassSpecifier as Storage;
        if matches!(self.storage(), Some(Storage::Typedef | Storage::Extern | Storage::Constexpr)) {
            return None;
        }
        let declared = self.types_declared(reading)?;
        let mut elements = declared.iter().map(element);
        let ty = elements.next()?.clone();
        if !ty.is_arithmetic() || !elements.all(|it| *it == ty) {
            return None;
        }
        let is_array = declared.iter().any(|it| it.element().is_some());
        let span = self.written_type(reading)?;
        let long = reading.sema.types.size(&Type::Int(IntKind::Long));
        let others = others(&ty, long == Some(8), is_array);
        let other = |(kind, ty, text): (RetypingKind, Type, &str)| Other {
            kind,
            ty,
            edits: vec![(span, text.to_owned())],
        };
        Some(others.into_iter().map(other).collect())
    }

    /// Where the words stand that say the type, with nothing else between them.
    fn written_type(&self, reading: &mut Reading) -> Option<Span> {
        use ast::TypeSpecifier as S;
        let is_type = |it: &Node<ast::DeclarationSpecifier>| {
            matches!(it.node, ast::DeclarationSpecifier::TypeSpecifier(_))
        };
        let is_word = |it: &Node<ast::DeclarationSpecifier>| match &it.node {
            ast::DeclarationSpecifier::TypeSpecifier(specifier) => matches!(
                specifier,
                S::Char
                    | S::Short
                    | S::Int
                    | S::Long
                    | S::Float
                    | S::Double
                    | S::Signed
                    | S::Unsigned
                    | S::TypedefName(_)
            ),
            _ => false,
        };
        let specifiers = &self.node.node.specifiers;
        let first = specifiers.iter().position(is_type)?;
        let last = specifiers.iter().rposition(is_type)?;
        let words = &specifiers[first..=last];
        if !words.iter().all(is_word) {
            return None;
        }
        let loc = Loc { end: words.last()?.span.end as u32, ..self.loc(words.first()?.span) };
        let (span, text) = reading.written(loc)?;
        let is_plain = text.chars().all(|it| it.is_alphanumeric() || it == '_' || it == ' ');
        is_plain.then_some(span)
    }
}

/// The type of the elements of an array, perhaps of arrays, or the type itself.
fn element(ty: &Type) -> &Type {
    ty.element().map_or(ty, element)
}

/// Types that variables of a type could have instead, the likeliest first.
fn others(ty: &Type, is_long_wide: bool, is_array: bool) -> Vec<(RetypingKind, Type, &'static str)> {
    use RetypingKind::{Real, Signed, Wider};
    let long_long = (Type::Int(IntKind::LongLong), "long long");
    let (kind, (ty, text)) = match ty {
        Type::Float(FloatKind::Float) => (Wider, (Type::Float(FloatKind::Double), "double")),
        // Arrays of characters are texts.
        Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar) if is_array => return Vec::new(),
        Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar | IntKind::Short | IntKind::UShort) => {
            (Wider, (Type::INT, "int"))
        }
        Type::Int(IntKind::Int) => {
            let real = (Real, Type::Float(FloatKind::Double), "double");
            return vec![(Wider, long_long.0, long_long.1), real];
        }
        Type::Int(IntKind::UInt) => {
            let signed = (Signed, Type::INT, "int");
            return vec![signed, (Signed, long_long.0, long_long.1)];
        }
        Type::Int(IntKind::Long) if !is_long_wide => (Wider, long_long),
        Type::Int(IntKind::ULong) => (Signed, (Type::Int(IntKind::Long), "long")),
        Type::Int(IntKind::ULongLong) => (Signed, long_long),
        _ => return Vec::new(),
    };
    vec![(kind, ty, text)]
}

/// Whether a statement returns the address of a variable, or of an element of it.
fn returns(statement: &Node<ast::Statement>, name: &str) -> bool {
    let mut is_returned = false;
    each_statement(statement, &mut |it| {
        if let ast::Statement::Return(Some(value)) = &it.node {
            is_returned |= is_address_of(value, name);
        }
    });
    is_returned
}

/// Whether an expression is the address of an array or of an element of it, by the array's name.
fn is_address_of(value: &Node<ast::Expression>, name: &str) -> bool {
    match &value.node {
        ast::Expression::Identifier(it) => it.node.name == name,
        ast::Expression::Cast(cast) => is_address_of(&cast.node.expression, name),
        ast::Expression::UnaryOperator(unary) if unary.node.operator == ast::UnaryOperator::Address => {
            match &unary.node.operand.node {
                ast::Expression::BinaryOperator(it) if it.node.operator == ast::BinaryOperator::Index => {
                    is_address_of(&it.node.lhs, name)
                }
                _ => is_address_of(&unary.node.operand, name),
            }
        }
        ast::Expression::BinaryOperator(it) if it.node.operator == ast::BinaryOperator::Plus => {
            is_address_of(&it.node.lhs, name)
        }
        _ => false,
    }
}

/// Gives the declarations in a statement.
fn each_declaration<'a>(
    statement: &'a Node<ast::Statement>,
    give: &mut impl FnMut(&'a Node<ast::Declaration>),
) {
    each_statement(statement, &mut |it: &'a Node<ast::Statement>| match &it.node {
        ast::Statement::Compound(items) => {
            for item in items {
                if let ast::BlockItem::Declaration(declaration) = &item.node {
                    give(declaration);
                }
            }
        }
        ast::Statement::For(it) => {
            if let ast::ForInitializer::Declaration(declaration) = &it.initializer {
                give(declaration);
            }
        }
        _ => {}
    });
}

/// Gives a statement and those within it.
fn each_statement<'a>(statement: &'a Node<ast::Statement>, give: &mut impl FnMut(&'a Node<ast::Statement>)) {
    give(statement);
    match &statement.node {
        ast::Statement::Labeled(it) => each_statement(&it.statement, give),
        ast::Statement::Compound(items) => {
            for item in items {
                if let ast::BlockItem::Statement(it) = &item.node {
                    each_statement(it, give);
                }
            }
        }
        ast::Statement::If(it) => {
            each_statement(&it.then_statement, give);
            if let Some(other) = &it.else_statement {
                each_statement(other, give);
            }
        }
        ast::Statement::Switch(it) => each_statement(&it.statement, give),
        ast::Statement::While(it) => each_statement(&it.statement, give),
        ast::Statement::DoWhile(it) => each_statement(&it.statement, give),
        ast::Statement::For(it) => each_statement(&it.statement, give),
        ast::Statement::Expression(_)
        | ast::Statement::Goto(_)
        | ast::Statement::GotoAddress(_)
        | ast::Statement::Continue
        | ast::Statement::Break
        | ast::Statement::Return(_)
        | ast::Statement::Asm(_) => {}
    }
}
