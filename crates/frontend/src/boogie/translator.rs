//! What is known of the whole program: its declarations, and what they mean.

use std::collections::BTreeSet;

use faultscope_ir as ir;
use faultscope_ir::index::IndexMap;
use faultscope_ir::program::{Display, Scope as Lifetime, VariableTable};
use faultscope_ir::source::{Origin, OriginKind, ProgramPart, SourceMap};
use faultscope_ir::term::Purpose;
use faultscope_ir::{Assumption, Check, CheckId, OriginId, ProcId, Property, Symbol, Term};
use rustc_hash::FxHashMap;

use super::ast::{self, Ast, Declaration, ExprId, Name, Signature, TypedName};
use super::record::Record;
use super::scope::{Binding, Role, Scope};
use super::text::{Reporter, TextRange};
use super::types::{Stop, Type, Types, Unsupported};

/// The translation of a program: its declarations, and the tables that it fills.
pub(super) struct Translator<'a> {
    pub(super) ast: &'a Ast,
    pub(super) reporter: Reporter<'a>,
    pub(super) sources: SourceMap,
    pub(super) variables: VariableTable,
    pub(super) axioms: Vec<Term>,
    /// What is checked.
    properties: &'a BTreeSet<Property>,
    pub(super) checks: Vec<Check>,
    pub(super) assumptions: Vec<Assumption>,
    /// The first axiom that could not be translated. Without it every error may be spurious.
    pub(super) lost_axiom: Option<Unsupported>,
    pub(super) types: Types<'a>,
    /// Variables and constants.
    pub(super) globals: FxHashMap<&'a str, Binding>,
    pub(super) global_variables: Vec<&'a TypedName>,
    pub(super) functions: IndexMap<&'a str, Function<'a>>,
    pub(super) procedures: IndexMap<&'a str, Procedure<'a>>,
    pub(super) implementations: Vec<Implementation<'a>>,
    /// Makes the symbols of bound variables unique.
    pub(super) n_bound: u32,
    /// How many function bodies were put in the place of applications.
    pub(super) n_inlined: u32,
    /// What edit sites need to know.
    pub(super) record: Record,
}

/// A declared function.
pub(super) struct Function<'a> {
    pub(super) decl: &'a ast::Function,
    pub(super) types: Result<SignatureTypes, Stop>,
    pub(super) meaning: Meaning,
}

/// What stands for an application of a function.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meaning {
    /// The body.
    Inlined(ExprId),
    /// SMT-LIB's function that the declaration names.
    Builtin,
    /// The cell of a constant map.
    Map(Symbol),
}

/// The types of parameters and results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SignatureTypes {
    pub(super) parameters: Vec<Type>,
    pub(super) results: Vec<Type>,
}

/// A declared procedure.
pub(super) struct Procedure<'a> {
    pub(super) decl: &'a ast::Procedure,
    pub(super) types: Result<SignatureTypes, Stop>,
    pub(super) implementations: Vec<ProcId>,
}

/// An implementation; its place in the list is its [`ProcId`].
pub(super) struct Implementation<'a> {
    pub(super) signature: &'a Signature,
    pub(super) body: &'a ast::Body,
}

impl<'a> Translator<'a> {
    pub(super) fn new(
        ast: &'a Ast,
        properties: &'a BTreeSet<Property>,
        reporter: Reporter<'a>,
        sources: SourceMap,
    ) -> Translator<'a> {
        Translator {
            ast,
            reporter,
            sources,
            variables: VariableTable::default(),
            axioms: Vec::new(),
            properties,
            checks: Vec::new(),
            assumptions: Vec::new(),
            lost_axiom: None,
            types: Types::default(),
            globals: FxHashMap::default(),
            global_variables: Vec::new(),
            functions: IndexMap::default(),
            procedures: IndexMap::default(),
            implementations: Vec::new(),
            n_bound: 0,
            n_inlined: 0,
            record: Record::default(),
        }
    }

    /// Adds a check if its property is selected.
    pub(super) fn add_check(&mut self, check: Check) -> Option<CheckId> {
        let id = CheckId(self.checks.len() as u32);
        self.properties.contains(&check.property).then(|| {
            self.checks.push(check);
            id
        })
    }

    /// Collects all declarations. Later ones may be used by earlier ones, so bodies come afterwards.
    pub(super) fn declare(&mut self) {
        self.declare_types();
        self.declare_values();
        self.declare_functions();
        self.declare_procedures();
        self.declare_implementations();
        self.translate_axioms();
    }

    fn declare_types(&mut self) {
        for declaration in &self.ast.declarations {
            match declaration {
                Declaration::Type { name, parameters, synonym } => {
                    self.types.declare(name, parameters, synonym.as_ref(), &mut self.reporter);
                }
                Declaration::Unsupported { names, what, .. } => {
                    names.iter().for_each(|name| self.types.declare_unsupported(name, what));
                }
                _ => {}
            }
        }
        // A wrong type is told even where nothing uses it.
        for declaration in &self.ast.declarations {
            if let Declaration::Type { parameters, synonym: Some(ty), .. } = declaration
                && parameters.is_empty()
            {
                let _ = self.types.resolve(ty, &mut self.reporter);
            }
        }
    }

    fn declare_values(&mut self) {
        for declaration in &self.ast.declarations {
            match declaration {
                Declaration::Constants { names, unique } => {
                    names.iter().for_each(|name| self.declare_value(name, Role::Constant));
                    if *unique {
                        self.keep_apart(names);
                    }
                }
                Declaration::Variables(names) => {
                    names.iter().for_each(|name| self.declare_value(name, Role::Global));
                    self.global_variables.extend(names);
                }
                Declaration::Unsupported { names, what, range } => {
                    for name in names {
                        let value = Err(Unsupported { what: (*what).to_owned(), range: *range });
                        self.globals.insert(&name.text, Binding { role: Role::Constant, value });
                    }
                }
                _ => {}
            }
        }
    }

    fn declare_value(&mut self, typed: &'a TypedName, role: Role) {
        let Some(binding) = self.declare_variable(typed, role, Lifetime::Global) else { return };
        if self.globals.insert(&typed.name.text, binding).is_some() {
            self.declared_twice("global name", &typed.name);
        }
    }

    /// Declares a variable of the text; nothing where its type is wrong.
    pub(super) fn declare_variable(
        &mut self,
        typed: &TypedName,
        role: Role,
        lifetime: Lifetime,
    ) -> Option<Binding> {
        let value = match self.types.resolve(&typed.ty, &mut self.reporter) {
            Ok(ty) => {
                let symbol = self.new_variable(&typed.name.text, &ty, lifetime);
                Ok((Term::symbol(symbol), ty))
            }
            Err(Stop::Unsupported(unsupported)) => Err(unsupported),
            Err(Stop::Reported) => return None,
        };
        Some(Binding { role, value })
    }

    /// A new variable of the program.
    pub(super) fn new_variable(&mut self, name: &str, ty: &Type, lifetime: Lifetime) -> Symbol {
        let display = if matches!(ty, Type::Bits(_)) { Display::Unsigned } else { Display::Plain };
        self.variables.declare(name, ty.sort(), lifetime, display)
    }

    pub(super) fn declared_twice(&mut self, what: &str, name: &Name) {
        let message = format!("the {what} `{}` is declared twice", name.text);
        self.reporter.error(name.range, message);
    }

    /// Says that constants declared `unique` differ from all others of their type. Few of them pairwise, many
    /// through a map that numbers them.
    fn keep_apart(&mut self, names: &[TypedName]) {
        const PAIRWISE: usize = 8;
        let symbols: Vec<Symbol> =
            names.iter().filter_map(|it| self.globals.get(it.name.text.as_str())?.symbol()).collect();
        let Some(first) = symbols.first() else { return };
        let sort = first.sort();
        let earlier = self.unique_constants(sort, names);
        if earlier.len() + symbols.len() <= PAIRWISE {
            for (idx, symbol) in symbols.iter().enumerate() {
                for other in earlier.iter().chain(&symbols[..idx]) {
                    self.axioms.push(Term::symbol(*symbol).differs(Term::symbol(*other)));
                }
            }
            return;
        }
        let numbers = ir::Sort::array(sort, ir::Sort::int());
        let numbering = Term::symbol(Symbol::generated(Purpose::Numbering, numbers));
        for (idx, symbol) in earlier.iter().chain(&symbols).enumerate() {
            let number = numbering.select(Term::symbol(*symbol));
            self.axioms.push(number.equals(Term::int(idx)));
        }
    }

    /// The `unique` constants of a sort that are declared before the given ones.
    fn unique_constants(&self, sort: ir::Sort, before: &[TypedName]) -> Vec<Symbol> {
        let unique = self.ast.declarations.iter().filter_map(|declaration| match declaration {
            Declaration::Constants { names, unique: true } => Some(names),
            _ => None,
        });
        unique
            .take_while(|names| !std::ptr::eq(names.as_slice(), before))
            .flatten()
            .filter_map(|it| self.globals.get(it.name.text.as_str())?.symbol())
            .filter(|symbol| symbol.sort() == sort)
            .collect()
    }

    fn declare_functions(&mut self) {
        for declaration in &self.ast.declarations {
            let Declaration::Function(decl) = declaration else { continue };
            let types = self.function_types(decl);
            let meaning = match (&decl.builtin, decl.body) {
                (Some(_), _) => Meaning::Builtin,
                (None, Some(body)) if !self.is_recursive(decl) => Meaning::Inlined(body),
                _ => Meaning::Map(self.function_symbol(decl, &types)),
            };
            let function = Function { decl, types, meaning };
            if self.functions.insert(&decl.name.text, function).is_some() {
                self.declared_twice("function", &decl.name);
            }
        }
    }

    fn function_types(&mut self, decl: &ast::Function) -> Result<SignatureTypes, Stop> {
        if decl.polymorphic {
            return Stop::unsupported(
                format!("the polymorphic function `{}`", decl.name.text),
                decl.name.range,
            );
        }
        let mut resolve = |ty| self.types.resolve(ty, &mut self.reporter);
        let parameters = decl.parameters.iter().map(|it| resolve(&it.ty)).collect::<Vec<_>>();
        let results = vec![resolve(&decl.result)?];
        Ok(SignatureTypes { parameters: parameters.into_iter().collect::<Result<_, _>>()?, results })
    }

    /// The constant that stands for a function: a map from its arguments to its results.
    fn function_symbol(&mut self, decl: &ast::Function, types: &Result<SignatureTypes, Stop>) -> Symbol {
        let sort = types.as_ref().map_or(ir::Sort::bool(), |types| {
            super::types::map_sort(&types.parameters, types.results[0].sort())
        });
        self.variables.declare(&decl.name.text, sort, Lifetime::Global, Display::Plain)
    }

    /// Whether the body of a function applies the function, directly or not.
    fn is_recursive(&self, decl: &ast::Function) -> bool {
        let bodies: FxHashMap<&str, ExprId> = self
            .ast
            .declarations
            .iter()
            .filter_map(|declaration| match declaration {
                Declaration::Function(it) => Some((it.name.text.as_str(), it.body?)),
                _ => None,
            })
            .collect();
        let mut seen = Vec::new();
        let mut todo = vec![decl.name.text.as_str()];
        while let Some(body) = todo.pop().and_then(|name| bodies.get(name)) {
            for name in self.ast.exprs.applied_functions(*body) {
                if name == decl.name.text {
                    return true;
                }
                if bodies.contains_key(name) && !seen.contains(&name) {
                    seen.push(name);
                    todo.push(name);
                }
            }
        }
        false
    }

    fn declare_procedures(&mut self) {
        for declaration in &self.ast.declarations {
            let Declaration::Procedure(decl) = declaration else { continue };
            let types = self.signature_types(&decl.signature);
            let mut implementations = Vec::new();
            if let Some(body) = &decl.body {
                implementations.push(ProcId(self.implementations.len() as u32));
                self.implementations.push(Implementation { signature: &decl.signature, body });
            }
            let name = &decl.signature.name;
            if self.procedures.insert(&name.text, Procedure { decl, types, implementations }).is_some() {
                self.declared_twice("procedure", name);
            }
        }
    }

    fn signature_types(&mut self, signature: &Signature) -> Result<SignatureTypes, Stop> {
        let name = &signature.name;
        if signature.polymorphic {
            return Stop::unsupported(format!("the polymorphic procedure `{}`", name.text), name.range);
        }
        let mut resolve = |names: &[TypedName]| -> Vec<Result<Type, Stop>> {
            names.iter().map(|it| self.types.resolve(&it.ty, &mut self.reporter)).collect()
        };
        let (parameters, results) = (resolve(&signature.parameters), resolve(&signature.results));
        Ok(SignatureTypes {
            parameters: parameters.into_iter().collect::<Result<_, _>>()?,
            results: results.into_iter().collect::<Result<_, _>>()?,
        })
    }

    fn declare_implementations(&mut self) {
        for declaration in &self.ast.declarations {
            let Declaration::Implementation(implementation) = declaration else { continue };
            let signature = &implementation.signature;
            let types = self.signature_types(signature);
            let id = ProcId(self.implementations.len() as u32);
            let name = &signature.name;
            let Some(procedure) = self.procedures.get_mut(name.text.as_str()) else {
                let message = format!("there is no procedure `{}` to implement", name.text);
                let hint = format!("declare it: `procedure {}(…);`", name.text);
                self.reporter.error_with_hint(name.range, message, hint);
                continue;
            };
            procedure.implementations.push(id);
            if let (Ok(declared), Ok(own)) = (&procedure.types, &types)
                && declared != own
            {
                let message = format!("the types differ from those of the procedure `{}`", name.text);
                self.reporter.error(name.range, message);
            }
            self.implementations.push(Implementation { signature, body: &implementation.body });
        }
    }

    fn translate_axioms(&mut self) {
        for declaration in &self.ast.declarations {
            match declaration {
                Declaration::Axiom(condition) => {
                    let axiom = self.condition(&mut Scope::closed(), *condition);
                    self.add_axiom(axiom);
                }
                Declaration::Function(decl) => self.check_function(decl),
                _ => {}
            }
        }
    }

    fn add_axiom(&mut self, axiom: Result<Term, Stop>) {
        match axiom {
            Ok(axiom) => self.axioms.push(axiom),
            Err(Stop::Unsupported(unsupported)) => {
                self.lost_axiom.get_or_insert(unsupported);
            }
            Err(Stop::Reported) => {}
        }
    }

    /// Checks the body of a function, used or not, and states what a recursive one defines.
    fn check_function(&mut self, decl: &'a ast::Function) {
        let Some(body) = decl.body else { return };
        let Some(Ok(types)) = self.functions.get(decl.name.text.as_str()).map(|it| it.types.clone()) else {
            return;
        };
        let symbols: Vec<Symbol> = decl
            .parameters
            .iter()
            .zip(&types.parameters)
            .map(|(parameter, ty)| self.bound_symbol(&parameter.name.text, ty))
            .collect();
        let mut scope = Scope::closed();
        for ((parameter, ty), symbol) in decl.parameters.iter().zip(&types.parameters).zip(&symbols) {
            let value = Ok((Term::symbol(*symbol), ty.clone()));
            scope.bind(&parameter.name.text, Binding { role: Role::Bound, value });
        }
        let value = self.typed(&mut scope, body, &types.results[0]);
        let Meaning::Map(map) = self.functions[decl.name.text.as_str()].meaning else { return };
        let applied = symbols.iter().fold(Term::symbol(map), |map, it| map.select(Term::symbol(*it)));
        let definition = value
            .map(|value| Term::quantified(ir::term::Quantifier::Forall, &symbols, applied.equals(value)));
        self.add_axiom(definition);
    }

    /// An origin in a procedure.
    pub(super) fn origin(&mut self, kind: OriginKind, range: TextRange, function: &str) -> OriginId {
        self.origin_of_place(kind, range, function, None)
    }

    /// An origin of a command that assigns.
    pub(super) fn origin_of_place(
        &mut self,
        kind: OriginKind,
        range: TextRange,
        function: &str,
        place: Option<String>,
    ) -> OriginId {
        let span = self.reporter.texts.span(range);
        let text = self.reporter.texts.snippet(range);
        let function = function.to_owned();
        self.sources.add_origin(Origin {
            kind,
            span,
            expansions: Vec::new(),
            definitions: Vec::new(),
            text,
            function,
            place,
            trusted: false,
            part: ProgramPart::default(),
        })
    }
}
