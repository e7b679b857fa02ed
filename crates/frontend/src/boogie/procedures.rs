//! Procedures, and the start of the program.

use faultscope_ir as ir;
use faultscope_ir::program::Scope as Lifetime;
use faultscope_ir::source::OriginKind;
use faultscope_ir::{Command, Instruction, OriginId, Place, ProcId, Program, Statement, Symbol, Term};
use rustc_hash::FxHashMap;

use super::ast::{self, Stmt, StmtKind, TypedName};
use super::graph::Graph;
use super::scope::{Binding, Role, Scope};
use super::statements::Body;
use super::text::TextRange;
use super::translator::{SignatureTypes, Translator};
use super::types::Stop;

/// Procedures with these names start a program.
const ENTRIES: [&str; 3] = ["main", "Main", "ULTIMATE.start"];

impl<'a> Translator<'a> {
    /// All procedures and the start; nothing where an error was told.
    pub(super) fn translate(mut self, entry: Option<&str>) -> (Option<Program>, Self) {
        let entry = self.find_entry(entry);
        let procedures = (0..self.implementations.len() as u32).map(|id| self.implementation(ProcId(id)));
        let mut procedures: Vec<ir::Procedure> = procedures.collect();
        self.check_contracts();
        let Some(entry) = entry.filter(|_| !self.reporter.has_errors()) else { return (None, self) };
        let start = ProcId(procedures.len() as u32);
        procedures.push(self.start(start, entry));
        if self.reporter.has_errors() {
            return (None, self);
        }
        let program = Program {
            language: ir::program::Language::Boogie,
            sources: self.sources.clone(),
            variables: std::mem::take(&mut self.variables).into_variables(),
            procedures,
            entry: start,
            axioms: std::mem::take(&mut self.axioms),
            checks: std::mem::take(&mut self.checks),
            assumptions: std::mem::take(&mut self.assumptions),
            objects: Vec::new(),
            memory: faultscope_ir::MemoryFacts::default(),
            surroundings: faultscope_ir::Surroundings::default(),
        };
        (Some(program), self)
    }

    fn find_entry(&mut self, wanted: Option<&str>) -> Option<&'a str> {
        let implemented: Vec<&'a str> =
            self.procedures.iter().filter(|(_, it)| !it.implementations.is_empty()).map(|it| *it.0).collect();
        let listed = || implemented.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
        let (message, hint) = match wanted {
            Some(wanted) => {
                if let Some(entry) = implemented.iter().find(|it| **it == wanted) {
                    return Some(entry);
                }
                let what = if self.procedures.contains_key(wanted) { "implementation of the" } else { "" };
                (format!("there is no {what} procedure `{wanted}`").replace("  ", " "), listed())
            }
            None => {
                let named = ENTRIES.iter().find_map(|name| implemented.iter().find(|it| *it == name));
                if let Some(entry) = named.or_else(|| self.root(&implemented)) {
                    return Some(entry);
                }
                ("there is no procedure with an implementation".to_owned(), String::new())
            }
        };
        if self.reporter.has_errors() {
            return None;
        }
        let hint = (!hint.is_empty()).then(|| format!("procedures to start with: {hint}"));
        self.reporter.tell(crate::Severity::Error, None, message, hint);
        None
    }

    /// The first implemented procedure that no other one calls, else the first.
    fn root<'n>(&self, implemented: &'n [&'a str]) -> Option<&'n &'a str> {
        let mut called = Vec::new();
        for implementation in &self.implementations {
            let caller = implementation.signature.name.text.as_str();
            calls(&implementation.body.statements, &mut |callee| {
                if callee != caller {
                    called.push(callee);
                }
            });
        }
        implemented.iter().find(|name| !called.contains(*name)).or(implemented.first())
    }

    /// Tells what is wrong in contracts, of procedures that nobody calls too.
    fn check_contracts(&mut self) {
        let decls: Vec<_> = self.procedures.values().map(|it| (it.decl, it.types.clone())).collect();
        for (decl, types) in decls {
            let Ok(types) = types else { continue };
            self.check_contract(decl, &types);
        }
        for global in self.global_variables.clone() {
            if let Some(condition) = global.condition {
                let _ = self.condition(&mut Scope::of_state(), condition);
            }
        }
    }

    fn check_contract(&mut self, decl: &'a ast::Procedure, types: &SignatureTypes) {
        let signature = &decl.signature;
        let mut before = Scope::of_state();
        let mut after = Scope::of_two_states(None);
        for (typed, ty) in signature.parameters.iter().zip(&types.parameters) {
            let value = Ok((Term::symbol(self.bound_symbol(&typed.name.text, ty)), ty.clone()));
            let binding = Binding { role: Role::Parameter, value };
            before.bind(&typed.name.text, binding.clone());
            after.bind(&typed.name.text, binding);
        }
        for (typed, ty) in signature.results.iter().zip(&types.results) {
            let value = Ok((Term::symbol(self.bound_symbol(&typed.name.text, ty)), ty.clone()));
            after.bind(&typed.name.text, Binding { role: Role::Local, value });
        }
        for clause in &decl.requires {
            let _ = self.condition(&mut before, clause.condition);
        }
        for clause in &decl.ensures {
            let _ = self.condition(&mut after, clause.condition);
        }
        for name in &decl.modifies {
            if !self.globals.get(name.text.as_str()).is_some_and(|it| it.role == Role::Global) {
                let message = format!("`{}` is not a global variable", name.text);
                self.reporter.error(name.range, message);
            }
        }
    }

    fn implementation(&mut self, id: ProcId) -> ir::Procedure {
        let implementation = &self.implementations[id.0 as usize];
        let (signature, body) = (implementation.signature, implementation.body);
        let name = signature.name.text.as_str();
        let procedure = &self.procedures[name];
        let (decl, types) = (procedure.decl, procedure.types.clone());
        let mut lowering = self.body(id, name, decl);
        match types {
            Ok(_) => lowering.implementation(signature, body, decl),
            Err(stop) => {
                lowering.stopped::<()>(Err(stop));
                lowering.finish(Vec::new(), Vec::new())
            }
        }
    }

    fn body(&mut self, id: ProcId, function: &'a str, decl: &'a ast::Procedure) -> Body<'_, 'a> {
        let mut graph = Graph::new();
        let exit = graph.new_block();
        Body {
            cx: self,
            id,
            function,
            modifies: decl.modifies.iter().map(|name| name.text.as_str()).collect(),
            scope: Scope::of_two_states(Some(id)),
            graph,
            conditions: FxHashMap::default(),
            labels: FxHashMap::default(),
            enclosing: Vec::new(),
            exit,
        }
    }

    /// The procedure that the program starts with: it says what is known before the entry, and calls it.
    fn start(&mut self, id: ProcId, entry: &'a str) -> ir::Procedure {
        let procedure = &self.procedures[entry];
        let (decl, types) = (procedure.decl, procedure.types.clone());
        let implementations = procedure.implementations.clone();
        let mut body = self.body(id, entry, decl);
        let started = body.start(decl, types, &implementations);
        body.stopped(started);
        let exit = body.exit;
        body.graph.goto(exit);
        body.finish(Vec::new(), Vec::new())
    }
}

impl<'a> Body<'_, 'a> {
    fn implementation(
        mut self,
        signature: &'a ast::Signature,
        body: &'a ast::Body,
        decl: &'a ast::Procedure,
    ) -> ir::Procedure {
        let parameters = self.declare_all(&signature.parameters, Role::Parameter);
        let results = self.declare_all(&signature.results, Role::Local);
        self.declare_all(&body.locals, Role::Local);
        let mut contract = self.contract(signature, decl);
        let begun = self.assume_at_start(signature, body, decl, &mut contract);
        self.stopped(begun);

        self.declare_labels(&body.statements);
        self.statements(&body.statements);
        self.graph.goto(self.exit);
        // One variable for what a global was, whoever mentions it.
        contract.old = self.scope.old.take();
        let checked = self.check_at_end(decl, &mut contract);
        self.stopped(checked);
        self.keep_old_values(contract, signature.name.range);
        self.finish(parameters, results)
    }

    /// Declares variables of the procedure. Those that are not parameters start with any value.
    fn declare_all(&mut self, names: &'a [TypedName], role: Role) -> Vec<Symbol> {
        let mut symbols = Vec::with_capacity(names.len());
        for typed in names {
            if self.scope.get(&typed.name.text).is_some() {
                self.cx.declared_twice("variable", &typed.name);
            }
            let lifetime = Lifetime::Local(self.id);
            let Some(binding) = self.cx.declare_variable(typed, role, lifetime) else { continue };
            if let Some(symbol) = binding.symbol() {
                symbols.push(symbol);
                if role == Role::Local {
                    self.havoc_variable(symbol, OriginKind::Declaration, typed.name.range, &typed.name.text);
                }
            }
            self.scope.bind(&typed.name.text, binding);
            if let Some(condition) = typed.condition {
                self.conditions.insert(&typed.name.text, condition);
            }
        }
        symbols
    }

    /// The names of the procedure's contract, which an implementation may have renamed.
    fn contract(&self, signature: &ast::Signature, decl: &ast::Procedure) -> Scope {
        let mut scope = Scope::of_two_states(Some(self.id));
        let own = signature.parameters.iter().chain(&signature.results);
        let declared = decl.signature.parameters.iter().chain(&decl.signature.results);
        for (own, declared) in own.zip(declared) {
            if let Some(binding) = self.scope.get(&own.name.text) {
                scope.bind(&declared.name.text, binding.clone());
            }
        }
        scope
    }

    /// `where` clauses of parameters, results and locals, and preconditions that are not checked.
    fn assume_at_start(
        &mut self,
        signature: &'a ast::Signature,
        body: &'a ast::Body,
        decl: &'a ast::Procedure,
        contract: &mut Scope,
    ) -> Result<(), Stop> {
        let declared = decl.signature.parameters.iter().chain(&decl.signature.results);
        let free = decl.requires.iter().filter(|clause| clause.free).map(|clause| clause.condition);
        let conditions: Vec<_> = declared.filter_map(|it| it.condition).chain(free).collect();
        for condition in conditions {
            let assumed = self.cx.condition(contract, condition)?;
            self.assume_clause(assumed, condition);
        }
        // An implementation's own clauses come on top of the procedure's.
        let own = signature.parameters.iter().chain(&signature.results);
        let own = own.filter(|_| !std::ptr::eq(signature, &decl.signature));
        for typed in own.chain(&body.locals) {
            self.assume_where(&typed.name.text)?;
        }
        Ok(())
    }

    fn check_at_end(&mut self, decl: &ast::Procedure, contract: &mut Scope) -> Result<(), Stop> {
        for clause in &decl.ensures {
            let condition = self.cx.condition(contract, clause.condition)?;
            if clause.free {
                self.assume_clause(condition, clause.condition);
            } else {
                let whose = format!(" of {}", self.function);
                self.check_term(condition, clause.condition, "postcondition", &whose);
            }
        }
        Ok(())
    }

    /// At the very start: what `old` means.
    fn keep_old_values(&mut self, contract: Scope, range: TextRange) {
        let Some(snapshots) = contract.old.map(|old| old.symbols).filter(|it| !it.is_empty()) else {
            return;
        };
        let origin = self.origin(OriginKind::Lowering, range);
        let assign = |(global, snapshot): (Symbol, Symbol)| {
            let command = Command::Assign { target: Place::variable(snapshot), value: Term::symbol(global) };
            Instruction::Statement(Statement { command, origin })
        };
        self.graph.prepend(snapshots.into_iter().map(assign).collect());
    }

    /// The start of the program.
    fn start(
        &mut self,
        decl: &'a ast::Procedure,
        types: Result<SignatureTypes, Stop>,
        implementations: &[ProcId],
    ) -> Result<(), Stop> {
        let types = types?;
        if let Some(lost) = self.cx.lost_axiom.take() {
            return Stop::unsupported(format!("an axiom with {}", lost.what), lost.range);
        }
        self.start_globals()?;
        let mut arguments = Vec::new();
        for (typed, ty) in decl.signature.parameters.iter().zip(&types.parameters) {
            let name = &typed.name.text;
            let symbol = self.cx.new_variable(name, ty, Lifetime::Temporary(self.id));
            self.havoc_variable(symbol, OriginKind::Input, typed.name.range, name);
            let value = Ok((Term::symbol(symbol), ty.clone()));
            self.scope.bind(name, Binding { role: Role::Parameter, value });
            let place = Some(name.clone());
            let kind = OriginKind::Lowering;
            let origin = self.cx.origin_of_place(kind, typed.name.range, self.function, place);
            arguments.push((Term::symbol(symbol), origin));
        }
        let requires = decl.requires.iter().map(|clause| clause.condition);
        let conditions = decl.signature.parameters.iter().filter_map(|it| it.condition).chain(requires);
        for condition in conditions {
            let assumed = self.cx.condition(&mut self.scope, condition)?;
            self.assume_clause(assumed, condition);
        }
        self.call_entry(decl, &types, arguments, implementations);
        Ok(())
    }

    /// Global variables start with any value that their `where` clauses allow.
    fn start_globals(&mut self) -> Result<(), Stop> {
        let globals = self.cx.global_variables.clone();
        for global in &globals {
            if let Some(symbol) = self.cx.globals.get(global.name.text.as_str()).and_then(Binding::symbol) {
                self.havoc_variable(symbol, OriginKind::Declaration, global.name.range, &global.name.text);
            }
        }
        globals.iter().try_for_each(|global| self.assume_where(&global.name.text))
    }

    fn call_entry(
        &mut self,
        decl: &ast::Procedure,
        types: &SignatureTypes,
        arguments: Vec<(Term, OriginId)>,
        implementations: &[ProcId],
    ) {
        let signature = &decl.signature;
        let results: Vec<Symbol> = signature
            .results
            .iter()
            .zip(&types.results)
            .map(|(typed, ty)| self.cx.new_variable(&typed.name.text, ty, Lifetime::Temporary(self.id)))
            .collect();
        let origin = self.origin(OriginKind::Lowering, signature.name.range);
        self.call_one_of(implementations, &arguments, &results, origin);
    }

    fn finish(mut self, parameters: Vec<Symbol>, results: Vec<Symbol>) -> ir::Procedure {
        let assumptions = self.graph.assumptions();
        self.cx.assumptions.extend(assumptions);
        ir::Procedure {
            name: self.function.to_owned(),
            parameters,
            results,
            blocks: self.graph.finish(),
            trusted: false,
            primitive: None,
        }
    }
}

/// Calls `visit` with the name of every procedure that the statements call.
fn calls<'a>(statements: &'a [Stmt], visit: &mut dyn FnMut(&'a str)) {
    for statement in statements {
        match &statement.kind {
            StmtKind::Call { procedure, .. } => visit(&procedure.text),
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|arm| calls(&arm.body, visit));
                calls(otherwise, visit);
            }
            StmtKind::While { body, .. } => calls(body, visit),
            _ => {}
        }
    }
}
