//! Statements of a body.

use faultscope_ir::program::Scope as Lifetime;
use faultscope_ir::source::OriginKind;
use faultscope_ir::{BlockId, Check, Command, OriginId, Place, ProcId, Property, Symbol, Term, Terminator};
use rustc_hash::FxHashMap;

use super::ast::{Arm, Clause, ExprId, Guard, Name, Stmt, StmtKind, Target};
use super::graph::Graph;
use super::scope::{Role, Scope};
use super::text::TextRange;
use super::translator::Translator;
use super::types::{Stop, Type, Unsupported};
use crate::sites;

/// The translation of one procedure.
pub(super) struct Body<'t, 'a> {
    pub(super) cx: &'t mut Translator<'a>,
    pub(super) id: ProcId,
    /// The name of the procedure.
    pub(super) function: &'a str,
    /// The global variables that the procedure may change.
    pub(super) modifies: Vec<&'a str>,
    pub(super) scope: Scope,
    pub(super) graph: Graph,
    /// The `where` clauses of locals, by their names.
    pub(super) conditions: FxHashMap<&'a str, ExprId>,
    pub(super) labels: FxHashMap<&'a str, BlockId>,
    pub(super) enclosing: Vec<Enclosing<'a>>,
    /// Where `return` leads.
    pub(super) exit: BlockId,
}

/// A statement that `break` can leave.
pub(super) struct Enclosing<'a> {
    labels: Vec<&'a str>,
    is_loop: bool,
    after: BlockId,
}

/// A place that a statement assigns, and its type.
struct Assigned {
    place: Place,
    ty: Type,
    text: String,
}

impl<'a> Body<'_, 'a> {
    pub(super) fn origin(&mut self, kind: OriginKind, range: TextRange) -> OriginId {
        self.cx.origin(kind, range, self.function)
    }

    /// Statements in order. What cannot be translated ends its path; what comes after it is still checked.
    pub(super) fn statements(&mut self, statements: &'a [Stmt]) {
        for statement in statements {
            for label in &statement.labels {
                if let Some(block) = self.labels.get(label.text.as_str()).copied() {
                    self.graph.goto(block);
                }
            }
            let translated = self.statement(statement);
            self.stopped(translated);
        }
    }

    /// Ends the path where a translation stopped.
    pub(super) fn stopped<T>(&mut self, translated: Result<T, Stop>) -> Option<T> {
        match translated {
            Ok(translated) => Some(translated),
            Err(Stop::Unsupported(Unsupported { what, range })) => {
                let origin = self.origin(OriginKind::Lowering, range);
                self.graph.terminate(Terminator::Unsupported { message: what, origin });
                None
            }
            Err(Stop::Reported) => None,
        }
    }

    /// Makes a block for every label of the statements.
    pub(super) fn declare_labels(&mut self, statements: &'a [Stmt]) {
        for statement in statements {
            for label in &statement.labels {
                let block = self.graph.new_block();
                if self.labels.insert(&label.text, block).is_some() {
                    self.cx.declared_twice("label", label);
                }
            }
            match &statement.kind {
                StmtKind::If { arms, otherwise } => {
                    arms.iter().for_each(|arm| self.declare_labels(&arm.body));
                    self.declare_labels(otherwise);
                }
                StmtKind::While { body, .. } => self.declare_labels(body),
                _ => {}
            }
        }
    }

    fn statement(&mut self, statement: &'a Stmt) -> Result<(), Stop> {
        let range = statement.range;
        match &statement.kind {
            StmtKind::Assign { targets, values } => self.assign(targets, values, range),
            StmtKind::Havoc(names) => self.havoc(names, range),
            StmtKind::Assume(condition) => {
                let assumed = self.cx.condition(&mut self.scope, *condition)?;
                let origin = self.origin(OriginKind::Condition, self.cx.ast.exprs.range(*condition));
                self.graph.assume(assumed, origin);
                Ok(())
            }
            StmtKind::Assert(condition) => self.check(*condition, "assertion", ""),
            StmtKind::Call { procedure, arguments, results } => {
                self.call(procedure, arguments, results, range)
            }
            StmtKind::If { arms, otherwise } => self.branch(statement, arms, otherwise),
            StmtKind::While { condition, invariants, body } => {
                self.repeat(statement, *condition, invariants, body);
                Ok(())
            }
            StmtKind::Goto(labels) => self.jump(labels),
            StmtKind::Break(label) => self.leave(label.as_ref(), range),
            StmtKind::Return => {
                self.graph.terminate(Terminator::Goto(self.exit));
                Ok(())
            }
            StmtKind::Nothing => Ok(()),
            StmtKind::Unsupported(what) => Stop::unsupported(*what, range),
        }
    }

    /// Checks a condition of the body's scope.
    fn check(&mut self, condition: ExprId, what: &str, whose: &str) -> Result<(), Stop> {
        let checked = self.cx.condition(&mut self.scope, condition)?;
        self.check_term(checked, condition, what, whose);
        Ok(())
    }

    /// An error unless `checked` holds, which `condition` says.
    pub(super) fn check_term(&mut self, checked: Term, condition: ExprId, what: &str, whose: &str) {
        let range = self.cx.ast.exprs.range(condition);
        let text = self.cx.reporter.texts.snippet(range);
        let message = match what {
            "assertion" => format!("assertion failed: {text}"),
            what => format!("{what} {text}{whose} does not hold"),
        };
        let origin = self.origin(OriginKind::Assertion, range);
        self.check_assertion(checked, origin, message);
    }

    /// An error unless a condition holds.
    pub(super) fn check_assertion(&mut self, condition: Term, origin: OriginId, message: String) {
        let check = self.cx.add_check(Check {
            property: Property::Assertions,
            condition: Some(condition),
            origin,
            message,
        });
        self.graph.check(condition, origin, check);
    }

    fn assign(&mut self, targets: &'a [Target], values: &[ExprId], range: TextRange) -> Result<(), Stop> {
        if targets.len() != values.len() {
            let message = format!("{} places and {} values", targets.len(), values.len());
            self.cx.reporter.error(range, message);
            return Err(Stop::Reported);
        }
        let assigned: Vec<_> = targets.iter().map(|target| self.target(target)).collect();
        let mut assignments = Vec::with_capacity(targets.len());
        for (assigned, value) in assigned.into_iter().zip(values) {
            let assigned = assigned?;
            let value = self.cx.typed(&mut self.scope, *value, &assigned.ty)?;
            assignments.push((assigned, value));
        }
        self.check_distinct(targets.iter().map(|target| &target.variable))?;
        if interferes(&assignments) {
            self.evaluate_first(&mut assignments, range);
        }
        for ((assigned, value), expr) in assignments.into_iter().zip(values) {
            let text = Some(assigned.text);
            let origin = self.cx.origin_of_place(OriginKind::Assignment, range, self.function, text);
            self.cx.record.regions.push((origin, *expr, sites::Role::Value));
            self.graph.command(Command::Assign { target: assigned.place, value }, origin);
        }
        Ok(())
    }

    pub(super) fn check_distinct<'n>(&mut self, names: impl Iterator<Item = &'n Name>) -> Result<(), Stop> {
        let mut seen: Vec<&str> = Vec::new();
        for name in names {
            if seen.contains(&name.text.as_str()) {
                let message = format!("`{}` is assigned twice at once", name.text);
                self.cx.reporter.error(name.range, message);
                return Err(Stop::Reported);
            }
            seen.push(&name.text);
        }
        Ok(())
    }

    /// Puts indices and values into variables before anything is assigned.
    fn evaluate_first(&mut self, assignments: &mut [(Assigned, Term)], range: TextRange) {
        let origin = self.origin(OriginKind::Lowering, range);
        for (assigned, value) in assignments {
            let text = assigned.text.clone();
            for term in assigned.place.path.iter_mut().chain([value]) {
                if term.as_value().is_none() {
                    *term = self.kept(*term, &format!("value for {text}"), origin);
                }
            }
        }
    }

    /// A new variable that holds the value of a term.
    pub(super) fn kept(&mut self, value: Term, name: &str, origin: OriginId) -> Term {
        let lifetime = Lifetime::Temporary(self.id);
        let display = faultscope_ir::program::Display::Plain;
        let symbol = self.cx.variables.declare(name, value.sort(), lifetime, display);
        self.graph.command(Command::Assign { target: Place::variable(symbol), value }, origin);
        Term::symbol(symbol)
    }

    fn target(&mut self, target: &'a Target) -> Result<Assigned, Stop> {
        let (variable, mut ty) = self.assignable(&target.variable)?;
        let mut path = Vec::new();
        for indices in &target.indices {
            let (terms, element) = self.cx.indices(&mut self.scope, &ty, indices, target.range)?;
            path.extend(terms);
            ty = element;
        }
        let text = self.cx.reporter.texts.snippet(target.range);
        Ok(Assigned { place: Place { variable, path }, ty, text })
    }

    /// A variable that may be assigned.
    pub(super) fn assignable(&mut self, name: &Name) -> Result<(Symbol, Type), Stop> {
        let known = self.scope.get(&name.text).or_else(|| self.cx.globals.get(name.text.as_str()));
        let Some(binding) = known.cloned() else {
            let message = format!("unknown variable `{}`", name.text);
            self.cx.reporter.error_with_hint(name.range, message, "declare it with `var`");
            return Err(Stop::Reported);
        };
        let fixed = match binding.role {
            Role::Parameter => Some(("a parameter", "copy it to a local variable, and assign that")),
            Role::Constant => Some(("a constant", "declare it with `var`")),
            Role::Global | Role::Local | Role::Bound => None,
        };
        if let Some((what, hint)) = fixed {
            let message = format!("`{}` is {what} and cannot be assigned", name.text);
            self.cx.reporter.error_with_hint(name.range, message, hint);
            return Err(Stop::Reported);
        }
        if binding.role == Role::Global {
            self.check_modifies(name);
        }
        let (term, ty) = binding.value.map_err(Stop::Unsupported)?;
        Ok((term.as_symbol().expect("a variable is a symbol"), ty))
    }

    /// Boogie wants every changed global variable in a `modifies` clause. Whole programs mean the same without.
    pub(super) fn check_modifies(&mut self, name: &Name) {
        if self.modifies.contains(&name.text.as_str()) {
            return;
        }
        let message = format!("`{}` is not in the `modifies` clause of `{}`", name.text, self.function);
        let hint = format!("add `modifies {};`", name.text);
        self.cx.reporter.tell(crate::Severity::Warning, Some(name.range), message, Some(hint));
    }

    fn havoc(&mut self, names: &[Name], range: TextRange) -> Result<(), Stop> {
        let mut stop = Ok(());
        for name in names {
            match self.assignable(name) {
                Ok((variable, _)) => self.havoc_variable(variable, OriginKind::Input, range, &name.text),
                Err(it) => stop = Err(it),
            }
        }
        for name in names {
            self.assume_where(&name.text)?;
        }
        stop
    }

    /// Gives a variable any value.
    pub(super) fn havoc_variable(
        &mut self,
        variable: Symbol,
        kind: OriginKind,
        range: TextRange,
        place: &str,
    ) {
        let origin = self.cx.origin_of_place(kind, range, self.function, Some(place.to_owned()));
        self.graph.command(Command::Havoc { target: Place::variable(variable) }, origin);
    }

    /// Assumes the `where` clause of a variable.
    pub(super) fn assume_where(&mut self, name: &str) -> Result<(), Stop> {
        if self.scope.get(name).is_some() {
            let Some(condition) = self.conditions.get(name).copied() else { return Ok(()) };
            let assumed = self.cx.condition(&mut self.scope, condition)?;
            self.assume_clause(assumed, condition);
            return Ok(());
        }
        let global = self.cx.global_variables.iter().find(|it| it.name.text == name);
        let Some(condition) = global.and_then(|it| it.condition) else { return Ok(()) };
        let assumed = self.cx.condition(&mut Scope::of_state(), condition)?;
        self.assume_clause(assumed, condition);
        Ok(())
    }

    /// Assumes what a clause says.
    pub(super) fn assume_clause(&mut self, assumed: Term, condition: ExprId) {
        let origin = self.origin(OriginKind::Condition, self.cx.ast.exprs.range(condition));
        self.graph.assume(assumed, origin);
    }

    /// Branches on a guard; the current block is lost.
    fn branch_on(&mut self, guard: Guard, then_block: BlockId, else_block: BlockId) {
        let Some(condition) = guard else {
            return self.graph.terminate(Terminator::Choose(vec![then_block, else_block]));
        };
        let term = self.cx.condition(&mut self.scope, condition);
        if let Some(condition_term) = self.stopped(term) {
            let origin = self.origin(OriginKind::Condition, self.cx.ast.exprs.range(condition));
            self.cx.record.regions.push((origin, condition, sites::Role::Condition));
            let terminator = Terminator::Branch { condition: condition_term, then_block, else_block, origin };
            self.graph.terminate(terminator);
        }
    }

    fn branch(&mut self, statement: &'a Stmt, arms: &'a [Arm], otherwise: &'a [Stmt]) -> Result<(), Stop> {
        let after = self.graph.new_block();
        self.enter(statement, false, after);
        for arm in arms {
            let (then_block, else_block) = (self.graph.new_block(), self.graph.new_block());
            self.branch_on(arm.condition, then_block, else_block);
            self.graph.begin(then_block);
            self.statements(&arm.body);
            self.graph.terminate(Terminator::Goto(after));
            self.graph.begin(else_block);
        }
        self.statements(otherwise);
        self.graph.goto(after);
        self.enclosing.pop();
        Ok(())
    }

    fn repeat(
        &mut self,
        statement: &'a Stmt,
        condition: Guard,
        invariants: &'a [Clause],
        statements: &'a [Stmt],
    ) {
        let head = self.graph.new_block();
        let (body, after) = (self.graph.new_block(), self.graph.new_block());
        self.graph.goto(head);
        for invariant in invariants {
            let checked = self.invariant(invariant);
            self.stopped(checked);
        }
        self.branch_on(condition, body, after);
        self.graph.begin(body);
        self.enter(statement, true, after);
        self.statements(statements);
        self.enclosing.pop();
        self.graph.terminate(Terminator::Goto(head));
        self.graph.begin(after);
    }

    fn invariant(&mut self, invariant: &Clause) -> Result<(), Stop> {
        if !invariant.free {
            return self.check(invariant.condition, "loop invariant", "");
        }
        let assumed = self.cx.condition(&mut self.scope, invariant.condition)?;
        self.assume_clause(assumed, invariant.condition);
        Ok(())
    }

    fn enter(&mut self, statement: &'a Stmt, is_loop: bool, after: BlockId) {
        let labels = statement.labels.iter().map(|label| label.text.as_str()).collect();
        self.enclosing.push(Enclosing { labels, is_loop, after });
    }

    fn jump(&mut self, labels: &[Name]) -> Result<(), Stop> {
        let mut targets = Vec::with_capacity(labels.len());
        for label in labels {
            let Some(target) = self.labels.get(label.text.as_str()) else {
                self.cx.reporter.error(label.range, format!("unknown label `{}`", label.text));
                return Err(Stop::Reported);
            };
            targets.push(*target);
        }
        self.graph.terminate(match targets[..] {
            [target] => Terminator::Goto(target),
            _ => Terminator::Choose(targets),
        });
        Ok(())
    }

    fn leave(&mut self, label: Option<&Name>, range: TextRange) -> Result<(), Stop> {
        let target = self.enclosing.iter().rev().find(|it| match label {
            Some(label) => it.labels.contains(&label.text.as_str()),
            None => it.is_loop,
        });
        let Some(target) = target.map(|it| it.after) else {
            let message = match label {
                Some(label) => format!("no statement around this one is labelled `{}`", label.text),
                None => "`break` outside of a loop".to_owned(),
            };
            self.cx.reporter.error(range, message);
            return Err(Stop::Reported);
        };
        self.graph.terminate(Terminator::Goto(target));
        Ok(())
    }
}

/// Whether an assignment changes what a later one reads.
fn interferes(assignments: &[(Assigned, Term)]) -> bool {
    assignments.iter().enumerate().any(|(idx, (assigned, _))| {
        let variable = assigned.place.variable;
        assignments[idx + 1..].iter().any(|(later, value)| {
            value.mentions(variable) || later.place.path.iter().any(|index| index.mentions(variable))
        })
    })
}
