//! From syntax trees to [`hir`](super::hir): names, types, conversions.
//!
//! What C forbids but compilers let pass is let pass. An error is only what leaves no meaning to give: an
//! unknown name or type, a wrong use of a record. What has a meaning but no translation becomes
//! [`ExprKind::Unsupported`] or [`StmtKind::Unsupported`](super::hir::StmtKind::Unsupported).

mod call;
mod declaration;
mod declarator;
mod expr;
mod init;
mod literal;
mod operator;
mod record;
mod stmt;

use std::rc::Rc;

use faultscope_ir::Value;
use indexmap::{IndexMap, IndexSet};

use super::DataModel;
use super::arith;
use super::hir::{Expr, ExprKind, Func, FuncId, Program, Stmt, Storage, Var, VarId};
use super::parse::{Node, ast};
use super::source::Loc;
use super::types::{self, FunctionType, RecordId, Type, Types};
use crate::Severity;

pub(super) use record::{Global, Record, Recorder, Substitutes};

/// What a name means.
#[derive(Debug, Clone)]
enum Entity {
    Var(VarId),
    Func(FuncId),
    Typedef(Type),
    Constant(i128, Type),
}

/// What a tag means.
#[derive(Debug, Clone)]
enum Tag {
    Record(RecordId),
    Enum(Type),
}

#[derive(Default)]
struct Scope {
    names: IndexMap<String, Entity>,
    tags: IndexMap<String, Tag>,
}

/// Something wrong, before its place is turned into a span.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    pub severity: Severity,
    pub loc: Loc,
    pub message: String,
    pub hint: Option<String>,
}

/// The function that is being read.
struct Context {
    id: FuncId,
    name: String,
    result: Type,
    /// Types of the switches around, promoted.
    switches: Vec<Type>,
}

/// Reads units one after another into one program.
pub(super) struct Sema {
    pub types: Types,
    pub program: Program,
    pub problems: Vec<Problem>,
    /// Functions that are called or whose address is taken.
    pub used: IndexSet<FuncId>,
    /// Names with external linkage.
    linkage: IndexMap<String, Entity>,
    /// The file scope of the unit and the block scopes that are open.
    scopes: Vec<Scope>,
    /// Functions that some unit defines.
    defined: IndexSet<String>,
    reported: IndexSet<String>,
    unit: u32,
    trusted: bool,
    function: Option<Context>,
    /// Statements that declarations bring along, to be put before the statement being read.
    pending: Vec<Stmt>,
    literals: IndexMap<(Vec<u32>, Type), VarId>,
    /// What is found out about expressions, where somebody asks for it.
    pub recorder: Option<Recorder>,
    pub substitutes: Substitutes,
    /// Types at file scope, if they are recorded.
    recorded_types: IndexSet<String>,
}

impl Sema {
    pub(super) fn new(model: DataModel) -> Sema {
        Sema {
            types: Types { model, records: Vec::new() },
            program: Program::default(),
            problems: Vec::new(),
            used: IndexSet::new(),
            linkage: IndexMap::new(),
            scopes: Vec::new(),
            defined: IndexSet::new(),
            reported: IndexSet::new(),
            unit: 0,
            trusted: false,
            function: None,
            pending: Vec::new(),
            literals: IndexMap::new(),
            recorder: None,
            substitutes: Substitutes::default(),
            recorded_types: IndexSet::new(),
        }
    }

    /// Notes which functions a unit defines; to be called for all units before the first is read.
    pub(super) fn announce(&mut self, unit: &ast::TranslationUnit) {
        for declaration in &unit.0 {
            if let ast::ExternalDeclaration::FunctionDefinition(definition) = &declaration.node
                && let Some(name) = declarator::name(&definition.node.declarator)
            {
                self.defined.insert(name.node.name.clone());
            }
        }
    }

    /// Reads a unit.
    pub(super) fn unit(&mut self, number: u32, unit: &ast::TranslationUnit, trusted: bool) {
        self.unit = number;
        self.trusted = trusted;
        self.scopes = vec![Scope::default()];
        let added = self.substitutes.declarations.clone().filter(|_| !trusted);
        for declaration in added.iter().flat_map(|added| &added.0).chain(&unit.0) {
            match &declaration.node {
                ast::ExternalDeclaration::Declaration(declaration) => {
                    let stmts = self.declaration(declaration);
                    debug_assert!(stmts.is_empty());
                }
                ast::ExternalDeclaration::StaticAssert(_) => {}
                ast::ExternalDeclaration::FunctionDefinition(definition) => {
                    self.function_definition(definition)
                }
            }
            self.pending.clear();
        }
        self.record_globals();
        self.scopes.clear();
    }

    /// The function of a name with external linkage.
    pub(super) fn function_named(&self, name: &str) -> Option<FuncId> {
        match self.linkage.get(name) {
            Some(Entity::Func(id)) => Some(*id),
            _ => self
                .program
                .funcs
                .iter()
                .position(|func| func.name == name && func.body.is_some())
                .map(FuncId),
        }
    }

    fn loc<T>(&self, node: &Node<T>) -> Loc {
        Loc { unit: self.unit, start: node.span.start as u32, end: node.span.end as u32 }
    }

    fn error(&mut self, loc: Loc, message: impl Into<String>, hint: Option<&str>) {
        let problem = Problem {
            severity: Severity::Error,
            loc,
            message: message.into(),
            hint: hint.map(str::to_owned),
        };
        self.problems.push(problem);
    }

    fn lookup(&self, name: &str) -> Option<&Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    fn lookup_tag(&self, name: &str) -> Option<&Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(name))
    }

    fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    fn at_file_scope(&self) -> bool {
        self.scopes.len() <= 1
    }

    fn bind(&mut self, name: &str, entity: Entity) {
        self.note_names();
        self.scope().names.insert(name.to_owned(), entity);
    }

    fn in_scope<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let result = body(self);
        self.scopes.pop();
        self.note_names();
        result
    }

    fn new_var(&mut self, name: &str, ty: Type, loc: Loc, storage: Storage) -> VarId {
        self.program.vars.push(Var { name: name.to_owned(), ty, loc, storage, defined: true });
        VarId(self.program.vars.len() - 1)
    }

    /// A variable of the translation's, local to the current function, or global outside of functions.
    fn new_hidden_var(&mut self, name: &str, ty: Type, loc: Loc) -> VarId {
        let storage = self.function.as_ref().map_or(Storage::Global, |function| Storage::Local(function.id));
        self.new_var(name, ty, loc, storage)
    }

    fn new_func(&mut self, name: &str, ty: Rc<FunctionType>, loc: Loc) -> FuncId {
        let func = Func {
            name: name.to_owned(),
            ty,
            parameters: Vec::new(),
            body: None,
            loc,
            trusted: self.trusted,
        };
        self.program.funcs.push(func);
        FuncId(self.program.funcs.len() - 1)
    }

    fn new_record(&mut self, name: &str, is_union: bool) -> RecordId {
        self.types.records.push(types::Record { name: name.to_owned(), is_union, body: None });
        RecordId(self.types.records.len() - 1)
    }

    fn constant(&self, number: i128, ty: Type, loc: Loc) -> Expr {
        let term = arith::constant(&self.types, &ty, number);
        let value = term.as_value().cloned().unwrap_or(Value::Bits(32, 0));
        Expr { kind: ExprKind::Const(value), ty, loc }
    }

    fn unsupported(&self, message: impl Into<String>, ty: Type, loc: Loc) -> Expr {
        Expr { kind: ExprKind::Unsupported(message.into()), ty, loc }
    }
}

/// An expression of a kind.
fn make(kind: ExprKind, ty: Type, loc: Loc) -> Expr {
    Expr { kind, ty, loc }
}
