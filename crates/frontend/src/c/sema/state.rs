//! What is known while units are read: names, types, the program so far.

use std::rc::Rc;

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::{Severity, Value};
use rustc_hash::FxHashSet;

use super::super::arith;
use super::super::hir::{
    Annotated, Expr, ExprKind, Func, FuncId, Program, Stmt, StmtKind, Storage, Turn, Var, VarId,
};
use super::super::parser::ast::{Node, Span};
use super::super::qualifiers::Qualifiers;
use super::super::source::Loc;
use super::super::types::Qualified;
use super::super::types::{self, FunctionType, RecordId, Type, Types};
use super::super::{CConfig, Environment};
use super::annotated::Annotations;
use super::recorder::{Recorder, Substitutes};
use super::symbols::{Linkage, RangeValues};

/// A function that is made for one format.
#[derive(Debug, Clone)]
pub(in crate::c) struct FormatModel {
    /// The name of the function of the library.
    pub name: String,
    pub text: String,
}

/// What a name means.
#[derive(Debug, Clone)]
pub(super) enum Entity {
    Var(VarId),
    Func(FuncId),
    /// With the alignment that it gives the type.
    Typedef(Qualified, Option<u64>),
    Constant(i128, Type),
}

/// What a tag means.
#[derive(Debug, Clone)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(Type),
}

#[derive(Default)]
pub(super) struct Scope {
    pub(super) names: IndexMap<String, Entity>,
    pub(super) tags: IndexMap<String, Tag>,
    /// Labels that are the block's own, with the names that they have in the function.
    pub(super) labels: IndexMap<String, String>,
}

/// Something wrong, before its place is turned into a span.
#[derive(Debug, Clone)]
pub(in crate::c) struct Problem {
    pub severity: Severity,
    pub loc: Loc,
    pub message: String,
    pub hint: Option<String>,
}

/// The types that are made for arguments without a parameter.
#[derive(Default)]
pub(super) struct Variadic {
    pub(super) row: Option<RecordId>,
    pub(super) list: Option<RecordId>,
    /// What is passed as a whole.
    pub(super) objects: Vec<Type>,
}

/// The function that is being read.
pub(super) struct Context {
    pub(super) id: FuncId,
    pub(super) name: String,
    pub(super) result: Type,
    /// Types of the switches around, promoted.
    pub(super) switches: Vec<Type>,
    /// The labels whose addresses the function takes.
    pub(super) addressed: IndexSet<String>,
    /// The array whose elements stand for them.
    pub(super) labels: Option<VarId>,
    /// How many scopes are around it.
    pub(super) n_outer_scopes: usize,
}

/// Reads units one after another into one program.
pub(in crate::c) struct Sema {
    pub types: Types,
    /// What is known of the world outside the program.
    pub(super) environment: Environment,
    pub program: Program,
    /// How many labels of blocks there are.
    pub(super) n_labels: usize,
    pub problems: Vec<Problem>,
    /// Functions that are called or whose address is taken.
    pub used: IndexSet<FuncId>,
    /// Names with external linkage.
    pub(super) linkage: IndexMap<String, Entity>,
    /// The file scope of the unit and the block scopes that are open.
    pub(super) scopes: Vec<Scope>,
    /// Functions that some unit defines.
    pub(super) defined: IndexSet<String>,
    pub(super) reported: IndexSet<String>,
    pub(super) unit: u32,
    pub(super) trusted: bool,
    pub(super) function: Option<Context>,
    /// Statements that declarations bring along, to be put before the statement being read.
    pub(super) pending: Vec<Stmt>,
    /// Compound literals in the block that is being read.
    pub(super) compounds: Vec<VarId>,
    /// Objects of values in the expression that is being read, which end behind it.
    pub(super) temporaries: Vec<VarId>,
    pub(super) literals: IndexMap<(Vec<u32>, Type), VarId>,
    /// Symbols that several files may know.
    pub(super) symbols: Linkage,
    pub(super) range_values: RangeValues,
    /// With how many arguments functions are called at least.
    pub(super) fewest_arguments: IndexMap<FuncId, usize>,
    /// Functions that are made for formats, by name.
    pub formats: IndexMap<String, FormatModel>,
    /// What is found out about expressions, where somebody asks for it.
    pub recorder: Option<Recorder>,
    pub substitutes: Substitutes,
    /// The variables of choices whose alternatives are being read, with the numbers of these.
    pub(super) chosen: Vec<(String, i128)>,
    /// The first bytes of declarations that are not read, with their units.
    pub skipped: FxHashSet<(u32, usize)>,
    /// Types at file scope, if they are recorded.
    pub(super) recorded_types: IndexSet<String>,
    /// What is known of annotations.
    pub(in crate::c) annotations: Annotations,
    pub(super) variadic: Variadic,
    /// Whether the value of the call that is read next is used.
    pub(super) is_used: bool,
    /// Whether a statement of a block is read that is an expression.
    pub(super) is_in_expression: bool,
    pub(super) output_may_fail: bool,
    pub(super) has_builtins: bool,
    pub(super) has_inner_blocks: bool,
}

impl Sema {
    pub(in crate::c) fn new(config: &CConfig) -> Sema {
        Sema {
            n_labels: 0,
            types: Types::new(config.data_model, config.world.addresses),
            environment: config.world.environment,
            program: Program::default(),
            problems: Vec::new(),
            used: IndexSet::default(),
            linkage: IndexMap::default(),
            scopes: Vec::new(),
            defined: IndexSet::default(),
            reported: IndexSet::default(),
            unit: 0,
            trusted: false,
            function: None,
            pending: Vec::new(),
            compounds: Vec::new(),
            temporaries: Vec::new(),
            literals: IndexMap::default(),
            symbols: Linkage::default(),
            range_values: RangeValues::default(),
            fewest_arguments: IndexMap::default(),
            formats: IndexMap::default(),
            recorder: None,
            substitutes: Substitutes::default(),
            chosen: Vec::new(),
            skipped: FxHashSet::default(),
            recorded_types: IndexSet::default(),
            annotations: Annotations { ..Annotations::default() },
            variadic: Variadic::default(),
            is_used: true,
            is_in_expression: false,
            output_may_fail: config.world.output_may_fail,
            has_builtins: config.dialect.has_builtins,
            has_inner_blocks: config.dialect.has_inner_blocks,
        }
    }

    pub(super) fn loc<T>(&self, node: &Node<T>) -> Loc {
        self.loc_at(node.span)
    }

    pub(super) fn loc_at(&self, span: Span) -> Loc {
        Loc { unit: self.unit, start: span.start as u32, end: span.end as u32 }
    }

    pub(super) fn error(&mut self, loc: Loc, message: impl Into<String>, hint: Option<&str>) {
        let problem = Problem {
            severity: Severity::Error,
            loc,
            message: message.into(),
            hint: hint.map(str::to_owned),
        };
        self.problems.push(problem);
    }

    pub(super) fn warn(&mut self, loc: Loc, message: String, hint: Option<String>) {
        self.problems.push(Problem { severity: Severity::Warning, loc, message, hint });
    }

    pub(super) fn lookup(&self, name: &str) -> Option<&Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    pub(super) fn lookup_tag(&self, name: &str) -> Option<&Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(name))
    }

    pub(super) fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    pub(super) fn at_file_scope(&self) -> bool {
        self.scopes.len() <= 1
    }

    pub(super) fn bind(&mut self, name: &str, entity: Entity) {
        self.note_local(name, &entity);
        self.scope().names.insert(name.to_owned(), entity);
    }

    pub(super) fn in_scope<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let last_local = self.recorder.as_ref().and_then(|it| it.last_local);
        let result = body(self);
        self.scopes.pop();
        if let Some(recorder) = &mut self.recorder {
            recorder.last_local = last_local;
        }
        result
    }

    pub(super) fn new_var(&mut self, name: &str, ty: Type, loc: Loc, storage: Storage) -> VarId {
        let name = name.to_owned();
        let qualifiers = Qualifiers::default();
        self.program.vars.push(Var {
            name,
            ty,
            qualifiers,
            loc,
            storage,
            defined: true,
            internal: false,
            align: None,
            is_weak: false,
        });
        VarId(self.program.vars.len() - 1)
    }

    /// The qualifiers of a place.
    pub(super) fn qualifiers(&self, place: &Expr) -> Qualifiers {
        self.program.qualifiers(&self.types, place)
    }

    /// A variable of the translation's, local to the current function, or global outside of functions.
    pub(super) fn new_hidden_var(&mut self, name: &str, ty: Type, loc: Loc) -> VarId {
        let storage = self.function.as_ref().map_or(Storage::Global, |function| Storage::Local(function.id));
        self.new_var(name, ty, loc, storage)
    }

    pub(super) fn new_func(&mut self, name: &str, ty: Rc<FunctionType>, loc: Loc) -> FuncId {
        let func = Func {
            name: name.to_owned(),
            ty,
            parameters: Vec::new(),
            body: None,
            loc,
            trusted: self.trusted,
            call_site: None,
            has_contract: false,
            annotations: Annotated::default(),
            turn: Turn::default(),
            align: None,
            is_weak: false,
            outer: None,
        };
        self.program.funcs.push(func);
        FuncId(self.program.funcs.len() - 1)
    }

    pub(super) fn new_record(&mut self, name: &str, is_union: bool) -> RecordId {
        self.types.records.push(types::Record { name: name.to_owned(), is_union, body: None, numbers: None });
        RecordId(self.types.records.len() - 1)
    }

    pub(super) fn constant(&self, number: i128, ty: Type, loc: Loc) -> Expr {
        let term = arith::constant(&self.types, &ty, number);
        let value = term.as_value().cloned().unwrap_or(Value::Bits(32, 0));
        Expr::new(ExprKind::Const(value), ty, loc)
    }

    /// What is being read has no meaning here: an execution that comes to this place is not followed further.
    pub(super) fn unsupported_here(&mut self, what: &str, loc: Loc) {
        self.pending.push(Stmt { kind: StmtKind::Unsupported(what.to_owned()), loc });
    }

    /// Forgets what was to be done before the statement being read, from a number of statements on: it belongs to what is not
    /// evaluated. That something has no meaning stays.
    pub(super) fn forget_pending(&mut self, n_pending: usize) {
        let forgotten = self.pending.split_off(n_pending.min(self.pending.len()));
        self.pending.extend(forgotten.into_iter().filter(|it| matches!(it.kind, StmtKind::Unsupported(_))));
    }

    pub(super) fn unsupported(&self, message: impl Into<String>, ty: Type, loc: Loc) -> Expr {
        Expr::new(ExprKind::Unsupported(message.into()), ty, loc)
    }
}

/// An expression of a kind.
pub(super) fn make(kind: ExprKind, ty: Type, loc: Loc) -> Expr {
    Expr::new(kind, ty, loc)
}
