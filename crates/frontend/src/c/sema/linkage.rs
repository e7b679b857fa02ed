//! Symbols of several files: which of several definitions counts, and whether declarations of one symbol agree.
//!
//! A strong definition stands before an inline one, and that before a weak one, as linkers have it. Which one a call takes where a
//! file has an inline definition of its own is open in C (6.7.4, 7), so both have to read the same.
//! Two strong definitions of one name are an error of their own.

use std::collections::HashSet;

use super::super::hir::Clash;
use super::super::parser::ast::{self, Node, Span, StorageClassSpecifier as Storage};
use super::super::qualifiers::Qualifiers;
use super::super::source::Loc;
use super::super::types::Type;
use super::declarator;
use super::specifiers::Specifiers;
use super::state::Sema;
use super::symbols::{Declared, Definition, Strength};

/// What the declarations of one file say of its names.
#[derive(Default)]
struct NamesOfUnit<'a> {
    internal: HashSet<&'a str>,
    weak: HashSet<&'a str>,
}

impl Sema {
    /// Notes what a unit defines for other files, of which `text` is the text; to be called for all units before the first is
    /// read.
    pub(super) fn announce_symbols(&mut self, number: u32, unit: &ast::TranslationUnit, text: &str) {
        let names = names_of(unit);
        for it in &unit.0 {
            match &it.node {
                ast::ExternalDeclaration::FunctionDefinition(it) => {
                    self.announce_function(number, it, &names, text)
                }
                ast::ExternalDeclaration::Declaration(it) => self.announce_variables(number, it, &names),
                ast::ExternalDeclaration::StaticAssert | ast::ExternalDeclaration::Asm => {}
            }
        }
    }

    fn announce_function(
        &mut self,
        unit: u32,
        node: &Node<ast::FunctionDefinition>,
        names: &NamesOfUnit,
        text: &str,
    ) {
        let definition = &node.node;
        let Some(name) = declarator::name(&definition.declarator) else { return };
        let name = name.node.name.as_str();
        if names.internal.contains(name) {
            return;
        }
        let strength = match Specifiers::of(&definition.specifiers).is_inline {
            _ if names.weak.contains(name) => Strength::Weak,
            true => Strength::Inline,
            false => Strength::Strong,
        };
        let body = text.get(definition.statement.span.start..definition.statement.span.end);
        let body = body.map(|body| body.split_whitespace().collect());
        self.announce_definition(name, Definition { unit, span: node.span, strength, body });
    }

    fn announce_variables(&mut self, unit: u32, node: &Node<ast::Declaration>, names: &NamesOfUnit) {
        for declarator in &node.node.declarators {
            let Some(name) = declarator::name(&declarator.node.declarator) else { continue };
            let name = name.node.name.as_str();
            if declarator.node.initializer.is_none() || names.internal.contains(name) {
                continue;
            }
            let strength = if names.weak.contains(name) { Strength::Weak } else { Strength::Strong };
            self.announce_definition(name, Definition { unit, span: declarator.span, strength, body: None });
        }
    }

    fn announce_definition(&mut self, name: &str, definition: Definition) {
        self.symbols.definitions.entry(name.to_owned()).or_default().push(definition);
    }

    /// Finds the definitions that give way to others of their names.
    pub(in crate::c) fn settle_definitions(&mut self) {
        let mut differing = Vec::new();
        for (name, definitions) in &self.symbols.definitions {
            // Of equals, the first.
            let Some(chosen) = definitions.iter().rev().max_by_key(|it| it.strength) else { continue };
            for other in definitions {
                let is_chosen = (other.unit, other.span.start) == (chosen.unit, chosen.span.start);
                if is_chosen || other.strength == Strength::Strong {
                    continue;
                }
                self.symbols.yielding.insert((other.unit, other.span.start));
                if other.strength == Strength::Inline && other.body != chosen.body {
                    differing.push((name.clone(), other.unit, other.span));
                }
            }
        }
        for (name, unit, span) in differing {
            let loc = Loc { unit, start: span.start as u32, end: span.end as u32 };
            let message =
                format!("`{name}` has an inline definition here and another definition that differs");
            self.error(loc, message, Some("C leaves open which of them a call in this file takes"));
        }
    }

    /// Whether a definition of the unit that is being read gives way to another one.
    pub(super) fn yields(&self, span: Span) -> bool {
        self.symbols.yielding.contains(&(self.unit, span.start))
    }

    /// Notes a declaration of a symbol that other files may know.
    pub(super) fn note_declared(
        &mut self,
        name: &str,
        (ty, qualifiers): (&Type, Qualifiers),
        defines: bool,
        loc: Loc,
    ) {
        if self.trusted {
            return;
        }
        let declared = self.symbols.declared.entry(name.to_owned()).or_default();
        for known in declared.iter().filter(|it| it.loc.unit != loc.unit) {
            self.types.completed_by(&known.ty, ty);
        }
        let is_known = declared.iter().any(|it| {
            it.loc.unit == loc.unit && it.ty == *ty && it.qualifiers == qualifiers && it.defines == defines
        });
        if !is_known {
            declared.push(Declared { loc, ty: ty.clone(), qualifiers, defines });
        }
    }

    /// Finds the symbols that files declare with types that do not fit each other.
    pub(in crate::c) fn find_clashes(&mut self) {
        let mut clashes = Vec::new();
        for (name, declared) in &self.symbols.declared {
            let Some(definition) = declared.iter().find(|it| it.defines) else { continue };
            let other = declared.iter().filter(|it| it.loc.unit != definition.loc.unit).find(|it| {
                it.qualifiers != definition.qualifiers || !self.types.agree(&it.ty, &definition.ty)
            });
            clashes.extend(other.map(|other| {
                let [here, there] = [other, definition].map(|it| self.described(it));
                Clash { loc: other.loc, definition: definition.loc, name: name.clone(), here, there }
            }));
        }
        self.program.clashes = clashes;
    }

    fn described(&self, declared: &Declared) -> String {
        let ty = match &declared.ty {
            Type::Function(function) => {
                let mut parameters: Vec<String> =
                    function.parameters.iter().map(|ty| self.types.name(ty)).collect();
                if function.variadic {
                    parameters.push("...".to_owned());
                } else if parameters.is_empty() && !function.unspecified {
                    parameters.push("void".to_owned());
                }
                format!("{} ({})", self.types.name(&function.result), parameters.join(", "))
            }
            ty => self.types.name(ty),
        };
        if declared.qualifiers.is_const { format!("const {ty}") } else { ty }
    }
}

fn names_of(unit: &ast::TranslationUnit) -> NamesOfUnit<'_> {
    let mut names = NamesOfUnit::default();
    let mut note = |specifiers: &Specifiers<'_>, declarator| {
        let Some(name) = declarator::name(declarator) else { return };
        let name = name.node.name.as_str();
        if specifiers.storage == Some(Storage::Static) {
            names.internal.insert(name);
        }
        if is_weak(specifiers, declarator) {
            names.weak.insert(name);
        }
    };
    for it in &unit.0 {
        match &it.node {
            ast::ExternalDeclaration::FunctionDefinition(it) => {
                note(&Specifiers::of(&it.node.specifiers), &it.node.declarator);
            }
            ast::ExternalDeclaration::Declaration(it) => {
                let specifiers = Specifiers::of(&it.node.specifiers);
                it.node.declarators.iter().for_each(|it| note(&specifiers, &it.node.declarator));
            }
            ast::ExternalDeclaration::StaticAssert | ast::ExternalDeclaration::Asm => {}
        }
    }
    names
}

fn is_weak<'a>(specifiers: &Specifiers<'a>, declarator: &'a Node<ast::Declarator>) -> bool {
    specifiers.attribute("weak", declarator).is_some()
}
