//! Declarations and function definitions.

use std::rc::Rc;

use super::super::hir::{Expr, FuncId, Init, Stmt, StmtKind, Storage, VarId};
use super::super::parser::ast::{self, Node};
use super::super::qualifiers::Qualifiers;
use super::super::source::Loc;
use super::super::types::Qualified;
use super::super::types::{FunctionType, Type};
use super::attributes::Attributes;
use super::declarator;
use super::format;
use super::specifiers::{Specified, Specifiers};
use super::state::{Context, Entity, Sema};

/// What a variable is given at the start.
enum Initial<'a> {
    Written(&'a Node<ast::Initializer>),
    Value(Expr),
}

/// What to do where files of several programs are named.
const ONE_MAIN: &str = "name the files of one program; `faultscope batch` checks several programs";

impl Sema {
    /// Reads a declaration. Inside a function it gives the statements that it stands for.
    pub(super) fn declaration(&mut self, node: &Node<ast::Declaration>) -> Vec<Stmt> {
        let mut specifiers = Specifiers::of(&node.node.specifiers);
        let is_deduced = std::mem::take(&mut specifiers.is_deduced);
        let is_auto = specifiers.storage == Some(ast::StorageClassSpecifier::Auto);
        let is_left_out = is_auto && specifiers.types.is_empty() && !is_deduced;
        let specified = self.specified(&specifiers);
        let mut stmts = Vec::new();
        for declarator in &node.node.declarators {
            let mut declared = self.declared(&specified, &declarator.node.declarator);
            let deduced = match () {
                () if is_deduced => self.deduced(&declarator.node),
                () if is_left_out => self.integer_or_deduced(&declarator.node),
                () => None,
            };
            if let Some(value) = &deduced {
                declared.ty = Qualified::from(value.ty.clone()).and(specifiers.qualifiers);
            }
            let Attributes { align, .. } = declared.attributes;
            let ty = declared.ty;
            let Some(identifier) = declarator::name(&declarator.node.declarator) else { continue };
            let name = identifier.node.name.as_str();
            if let Some(alias) = specifiers.attribute("alias", &declarator.node.declarator) {
                self.declare_alias(name, &ty, alias);
                continue;
            }
            match (&specifiers.storage, &*ty) {
                (Some(ast::StorageClassSpecifier::Typedef), _) => {
                    self.bind(name, Entity::Typedef(ty, align.or(declared.type_align)));
                    stmts.append(&mut self.pending);
                }
                (storage, Type::Function(function)) => {
                    let internal = *storage == Some(ast::StorageClassSpecifier::Static);
                    let loc = self.loc(identifier);
                    if is_auto && self.function.is_some() {
                        self.declare_nested(name, function.clone(), loc);
                        continue;
                    }
                    let func = self.declare_function(name, function.clone(), loc, internal);
                    if !self.is_internal_function(func) {
                        self.note_declared(name, (&ty, Qualifiers::default()), false, loc);
                    }
                    let func = &mut self.program.funcs[func.0];
                    func.turn = func.turn.and(declared.attributes.turn);
                    func.align = func.align.max(declared.attributes.align);
                    func.is_weak |= specifiers.attribute("weak", &declarator.node.declarator).is_some();
                    let (start, end) = (node.span.start, node.span.end);
                    self.contract_of_declaration(name, start, end, &declarator.node.declarator);
                }
                (storage, _) => {
                    let loc = self.loc(declarator);
                    let new = self.substitutes.initializers.get(&loc).cloned();
                    let yields = self.function.is_none() && self.yields(declarator.span);
                    let storage = if yields { &Some(ast::StorageClassSpecifier::Extern) } else { storage };
                    let written = declarator.node.initializer.as_ref().filter(|_| !yields);
                    let written = written.or(new.as_deref());
                    let initializer = deduced.map(Initial::Value).or(written.map(Initial::Written));
                    let is_local = self.function.is_some() && storage.is_none();
                    if let Some(ast::Initializer::Expression(value)) = written.map(|it| &it.node) {
                        self.record_value(loc, value);
                    }
                    if is_local && written.is_none() {
                        self.record_declaration(identifier, loc, &ty);
                    }
                    let n_before = stmts.len();
                    let (var, temporaries) = self.with_temporaries(|this| {
                        this.declare_variable(name, &ty, storage.as_ref(), initializer, loc, &mut stmts)
                    });
                    self.around_declaration(&mut stmts, n_before, &temporaries, loc);
                    let align = align.or(declared.type_align);
                    let kept = &mut self.program.vars[var.0];
                    kept.align = kept.align.max(align);
                    kept.is_weak |= specifiers.attribute("weak", &declarator.node.declarator).is_some();
                    if is_local
                        && let Some(cleanup) = specifiers.attribute("cleanup", &declarator.node.declarator)
                    {
                        stmts.extend(self.deferred(cleanup, identifier));
                    }
                }
            }
        }
        if self.function.is_none() {
            stmts.clear();
        }
        stmts.append(&mut self.pending);
        stmts
    }

    /// The value that a variable gets whose type is that of its initializer (`__auto_type`).
    fn deduced(&mut self, declarator: &ast::InitDeclarator) -> Option<Expr> {
        let inner = &declarator.declarator.node;
        let is_name = inner.derived.is_empty() && matches!(inner.kind, ast::DeclaratorKind::Identifier(_));
        match declarator.initializer.as_ref().map(|it| &it.node) {
            Some(ast::Initializer::Expression(value)) if is_name => Some(self.value(value)),
            _ => {
                let loc = self.loc(&declarator.declarator);
                self.error(loc, "what is declared by `__auto_type` is a name with a value", None);
                None
            }
        }
    }

    /// The value of a variable that is declared by `auto` alone: its type is `int`, or since C23 that of the value.
    fn integer_or_deduced(&mut self, declarator: &ast::InitDeclarator) -> Option<Expr> {
        let inner = &declarator.declarator.node;
        let is_name = inner.derived.is_empty() && matches!(inner.kind, ast::DeclaratorKind::Identifier(_));
        let Some(ast::Initializer::Expression(_)) = declarator.initializer.as_ref().map(|it| &it.node) else {
            return None;
        };
        let value = if is_name { self.deduced(declarator)? } else { return None };
        if value.ty != Type::INT {
            let loc = self.loc(&declarator.declarator);
            self.error(loc, "it depends on the standard what `auto` without a type means here", None);
        }
        Some(value)
    }

    /// Declares a function, or finds it where it is declared already.
    pub(super) fn declare_function(
        &mut self,
        name: &str,
        ty: Rc<FunctionType>,
        loc: Loc,
        internal: bool,
    ) -> FuncId {
        let known = match self.scopes.first().and_then(|scope| scope.names.get(name)) {
            Some(Entity::Func(id)) => Some(*id),
            _ if internal => None,
            _ => match self.linkage.get(name) {
                Some(Entity::Func(id)) => Some(*id),
                _ => None,
            },
        };
        let id = match known {
            Some(id) => {
                let func = &mut self.program.funcs[id.0];
                if func.ty.unspecified && func.body.is_none() {
                    func.ty = ty;
                }
                id
            }
            None => self.new_func(name, ty, loc),
        };
        if !internal && known.is_none() {
            self.linkage.insert(name.to_owned(), Entity::Func(id));
        }
        if let Some(scope) = self.scopes.first_mut() {
            scope.names.insert(name.to_owned(), Entity::Func(id));
        }
        if !self.at_file_scope() {
            self.bind(name, Entity::Func(id));
        }
        id
    }

    /// Whether only the unit that is being read knows a function by its name.
    fn is_internal_function(&self, func: FuncId) -> bool {
        let name = &self.program.func(func).name;
        !matches!(self.linkage.get(name), Some(Entity::Func(known)) if *known == func)
    }

    fn declare_variable(
        &mut self,
        name: &str,
        declared: &Qualified,
        storage: Option<&ast::StorageClassSpecifier>,
        initializer: Option<Initial>,
        loc: Loc,
        stmts: &mut Vec<Stmt>,
    ) -> VarId {
        let ty = declared.to_type();
        let local = match (&self.function, storage) {
            (Some(function), Some(ast::StorageClassSpecifier::Static)) => Some(Storage::Static(function.id)),
            (Some(_), Some(ast::StorageClassSpecifier::Extern)) | (None, _) => None,
            (Some(function), _) => Some(Storage::Local(function.id)),
        };
        let is_static = matches!(local, Some(Storage::Static(_)));
        let var = match local {
            Some(local) => {
                let var = self.new_var(name, ty.clone(), loc, local);
                self.bind(name, Entity::Var(var));
                var
            }
            None => {
                let var = self.declare_global(name, &ty, storage, initializer.is_some(), loc);
                self.note_global(var, declared, storage, initializer.is_some(), loc);
                var
            }
        };
        self.program.vars[var.0].qualifiers = declared.qualifiers;
        if ty.is_void() {
            self.error(loc, format!("variable `{name}` has type void"), None);
            return var;
        }
        let init = initializer.map(|initializer| match initializer {
            Initial::Written(node) => self.initializer(&ty, node),
            Initial::Value(value) => (Init::Value(Box::new(value)), None),
        });
        if let Some(Some(completed)) = init.as_ref().map(|(_, completed)| completed.clone()) {
            self.program.vars[var.0].ty = completed;
        }
        let init = init.map(|(init, _)| init);
        let is_local = self.function.is_some() && storage != Some(&ast::StorageClassSpecifier::Extern);
        let ty = self.program.var(var).ty.clone();
        if is_local && !self.types.is_variable(&ty) && self.types.size(&ty).is_none() {
            self.error(loc, format!("variable `{name}` has an incomplete type"), None);
            return var;
        }
        if !is_local || is_static {
            if let Some(init) = init {
                self.initialize_global(var, init);
            }
            return var;
        }
        stmts.append(&mut self.pending);
        let kind = if self.types.is_variable(&ty) {
            StmtKind::DeclareVla(var)
        } else {
            StmtKind::Declare(var, init)
        };
        stmts.push(Stmt { kind, loc });
        var
    }

    /// Notes a declaration of a variable that other files may know; two definitions with values are one too many.
    fn note_global(
        &mut self,
        var: VarId,
        declared: &Qualified,
        storage: Option<&ast::StorageClassSpecifier>,
        initialized: bool,
        loc: Loc,
    ) {
        let name = self.program.var(var).name.clone();
        if !matches!(self.linkage.get(&name), Some(Entity::Var(known)) if *known == var) {
            return;
        }
        let defines = storage != Some(&ast::StorageClassSpecifier::Extern) || initialized;
        self.note_declared(&name, (&declared.to_type(), declared.qualifiers), defines, loc);
        if initialized && !self.trusted && self.program.globals.iter().any(|(known, _)| *known == var) {
            self.error(loc, format!("variable `{name}` is defined twice"), None);
        }
    }

    fn initialize_global(&mut self, var: VarId, init: Init) {
        self.program.vars[var.0].defined = true;
        self.program.globals.push((var, init));
    }

    fn declare_global(
        &mut self,
        name: &str,
        ty: &Type,
        storage: Option<&ast::StorageClassSpecifier>,
        initialized: bool,
        loc: Loc,
    ) -> VarId {
        let internal = storage == Some(&ast::StorageClassSpecifier::Static);
        let defines = storage != Some(&ast::StorageClassSpecifier::Extern) || initialized;
        let known = match self.scopes.first().and_then(|scope| scope.names.get(name)) {
            Some(Entity::Var(var)) => Some(*var),
            _ if internal => None,
            _ => match self.linkage.get(name) {
                Some(Entity::Var(var)) => Some(*var),
                _ => None,
            },
        };
        let var = match known {
            Some(var) => {
                let known = &mut self.program.vars[var.0];
                if matches!(known.ty, Type::Array(_, None)) {
                    known.ty = ty.clone();
                }
                if defines && !known.defined {
                    (known.defined, known.loc) = (true, loc);
                }
                var
            }
            None => {
                let var = self.new_var(name, ty.clone(), loc, Storage::Global);
                let declared = &mut self.program.vars[var.0];
                (declared.defined, declared.internal) = (defines, internal);
                var
            }
        };
        if !internal && known.is_none() {
            self.linkage.insert(name.to_owned(), Entity::Var(var));
        }
        if let Some(scope) = self.scopes.first_mut() {
            scope.names.insert(name.to_owned(), Entity::Var(var));
        }
        if !self.at_file_scope() {
            self.bind(name, Entity::Var(var));
        }
        var
    }

    /// Gives arrays of the unit that was just read one element where nothing says how many they have (6.9.2, 5).
    pub(in crate::c) fn complete_tentative_arrays(&mut self) {
        let unit = self.unit;
        for var in &mut self.program.vars {
            let is_tentative = var.storage == Storage::Global && var.defined && var.loc.unit == unit;
            if let Type::Array(element, None) = &var.ty
                && is_tentative
            {
                var.ty = Type::Array(element.clone(), Some(1));
            }
        }
    }

    pub(super) fn function_definition(&mut self, node: &Node<ast::FunctionDefinition>) {
        let definition = &node.node;
        let specifiers = Specifiers::of(&definition.specifiers);
        let specified = self.specified(&specifiers);
        let Specified { ty, attributes, .. } = self.declared(&specified, &definition.declarator);
        let loc = self.loc(&definition.declarator);
        let (Some(identifier), Type::Function(ty)) = (declarator::name(&definition.declarator), ty.to_type())
        else {
            self.error(loc, "this is not a function", None);
            return;
        };
        let name = identifier.node.name.clone();
        let internal = specifiers.storage == Some(ast::StorageClassSpecifier::Static);
        if self.trusted && !self.is_meant(&name, &ty) {
            return;
        }
        let id = self.declare_function(&name, ty.clone(), loc, internal);
        let yields = self.yields(node.span);
        if !self.is_internal_function(id) {
            self.note_declared(&name, (&Type::Function(ty.clone()), Qualifiers::default()), !yields, loc);
        }
        if yields {
            return;
        }
        if self.program.func(id).body.is_some() {
            // Models give way to what the user defines; two definitions of the user's are one too many.
            if !self.trusted {
                let hint = (name == "main").then_some(ONE_MAIN);
                self.error(loc, format!("function `{name}` is defined twice"), hint);
            }
            return;
        }
        self.define_function(id, node, &ty, attributes);
    }

    /// Reads the body of a function.
    pub(super) fn define_function(
        &mut self,
        id: FuncId,
        node: &Node<ast::FunctionDefinition>,
        ty: &Rc<FunctionType>,
        attributes: Attributes,
    ) {
        let definition = &node.node;
        let loc = self.loc(&definition.declarator);
        let name = self.program.func(id).name.clone();
        let (result, addressed) = (ty.result.clone(), definition.addressed_labels.clone());
        let switches = Vec::new();
        let context = Context {
            id,
            name: name.clone(),
            result,
            switches,
            addressed,
            labels: None,
            n_outer_scopes: self.scopes.len(),
        };
        let outer = self.function.replace(context);
        self.in_scope(|this| {
            let parameters = this.bind_parameters(id, definition);
            this.program.funcs[id.0].parameters.clone_from(&parameters);
            let head = definition.declarator.span.start..definition.statement.span.start;
            this.contract_of_function(id, ty, node.span.start, head);
            // Models of functions that print by a format stand for what is called through pointers.
            if ty.variadic && (!this.trusted || format::prints_by_format(&name)) {
                let rest = this.rest_parameter(id, loc);
                this.program.funcs[id.0].parameters.push(rest);
            }
            let mut stmts = std::mem::take(&mut this.pending);
            let body = this.statement(&definition.statement);
            stmts.push(body);
            let function = &mut this.program.funcs[id.0];
            let parameter_types =
                parameters.iter().map(|parameter| this.program.vars[parameter.0].ty.clone()).collect();
            function.ty = Rc::new(FunctionType {
                result: ty.result.clone(),
                parameters: parameter_types,
                variadic: ty.variadic,
                unspecified: ty.unspecified,
            });
            function.loc = loc;
            function.trusted = this.trusted;
            function.turn = function.turn.and(attributes.turn);
            function.align = function.align.max(attributes.align);
            let loc = Loc { unit: this.unit, start: node.span.start as u32, end: node.span.end as u32 };
            function.body = Some(Rc::new(Stmt { kind: StmtKind::Block(stmts), loc }));
        });
        self.function = outer;
    }

    /// Whether the function of the library is what a program means by a name: it is declared and called like that.
    fn is_meant(&self, name: &str, model: &FunctionType) -> bool {
        let Some(Entity::Func(id)) = self.linkage.get(name) else { return true };
        let declared = &self.program.func(*id).ty;
        let n_parameters = model.parameters.len();
        if declared.unspecified {
            return self.fewest_arguments.get(id).is_none_or(|fewest| *fewest >= n_parameters);
        }
        let is_like = |(left, right): (&Type, &Type)| {
            left.is_pointer() == right.is_pointer() && left.is_scalar() == right.is_scalar()
        };
        let n_declared = declared.parameters.len();
        (n_declared == n_parameters || (declared.variadic && n_declared <= n_parameters))
            && declared.result.is_void() == model.result.is_void()
            && declared.parameters.iter().zip(&model.parameters).all(is_like)
    }

    fn bind_parameters(&mut self, id: FuncId, definition: &ast::FunctionDefinition) -> Vec<VarId> {
        match declarator::function_declarator(&definition.declarator) {
            Some(ast::DerivedDeclarator::Function(function)) => {
                let parameters = self.parameters(function);
                let mut vars = Vec::new();
                for parameter in parameters {
                    let loc = parameter.name.map_or_else(Loc::default, |name| self.loc(name));
                    let name = parameter.name.map_or("unnamed", |name| name.node.name.as_str());
                    // The one that sizes of arrays may already mention.
                    let var = match self.scope().names.get(name) {
                        Some(Entity::Var(var)) => *var,
                        _ => self.new_var(name, parameter.ty.to_type(), loc, Storage::Parameter(id)),
                    };
                    self.program.vars[var.0].storage = Storage::Parameter(id);
                    self.program.vars[var.0].qualifiers = parameter.ty.qualifiers;
                    self.bind(name, Entity::Var(var));
                    vars.push(var);
                }
                vars
            }
            Some(ast::DerivedDeclarator::KRFunction(names)) => {
                let mut types = Vec::new();
                for declaration in &definition.declarations {
                    let specifiers = Specifiers::of(&declaration.node.specifiers);
                    let specified = self.specified(&specifiers);
                    for declarator in &declaration.node.declarators {
                        let ty = self.declared(&specified, &declarator.node.declarator).ty;
                        let name = declarator::name(&declarator.node.declarator);
                        types.extend(name.map(|name| (name.node.name.clone(), declarator::adjusted(ty))));
                    }
                }
                let mut vars = Vec::new();
                for name in names {
                    let ty = types.iter().find(|(known, _)| *known == name.node.name);
                    let ty = ty.map_or(Type::INT.into(), |(_, ty)| ty.clone());
                    let loc = self.loc(name);
                    let var = self.new_var(&name.node.name, ty.to_type(), loc, Storage::Parameter(id));
                    self.program.vars[var.0].qualifiers = ty.qualifiers;
                    self.bind(&name.node.name, Entity::Var(var));
                    vars.push(var);
                }
                vars
            }
            _ => Vec::new(),
        }
    }
}
