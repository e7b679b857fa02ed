//! Applications in annotations: of predicates and functions of the logic, and of what is built in.

use super::super::hir::logic::{Fold, Kind, Places, Range, Sort, State, Term};
use super::super::hir::{BinaryOp, CompareOp, ExprKind};
use super::super::source::Loc;
use super::annotated::Declared;
use super::logic::{Typed, at, conjunction, integer, truth, unsupported};
use super::state::{Entity, Sema};
use crate::acsl::ast::{self, BaseType};
use crate::limits::MAX_LOGIC_EXPANSIONS;

impl Sema {
    pub(super) fn application(
        &mut self,
        name: &ast::Name,
        labels: &[ast::Name],
        arguments: &[ast::Expr],
        loc: Loc,
    ) -> Typed {
        if let Some(declared) = self.annotations.functions.get(&name.text).cloned() {
            let mut states = Vec::new();
            for label in labels {
                let Some(state) = self.state_of(label, loc) else {
                    return Typed::Term(unsupported("this state", Sort::Integer, loc));
                };
                states.push(state);
            }
            let n_parameters = declared.function.parameters.len();
            if n_parameters != arguments.len() {
                let given = arguments.len();
                let message =
                    format!("`{}` takes {n_parameters} arguments, and {given} are given", name.text);
                self.error(loc, message, None);
                return Typed::Term(integer(Kind::Integer(0), loc));
            }
            let arguments: Vec<Term> = arguments.iter().map(|argument| self.term(argument)).collect();
            return self.apply(&declared, &states, arguments, loc);
        }
        let state = match labels {
            [label] => self.state_of(label, loc),
            _ => Some(self.state()),
        };
        let here = self.state();
        let Some(state) = state else { return Typed::Term(unsupported("this state", Sort::Truth, loc)) };
        let term = self.with_state(state.clone(), |this| this.builtin_term(&name.text, arguments, loc));
        Typed::Term(if state == here { term } else { at(state, term) })
    }

    /// Writes out a function of the logic.
    pub(super) fn apply(
        &mut self,
        declared: &Declared,
        states: &[State],
        arguments: Vec<Term>,
        loc: Loc,
    ) -> Typed {
        let function = &declared.function;
        let name = &function.name.text;
        let sort = match &function.result {
            None => Sort::Truth,
            Some(ty) => match ty.base {
                BaseType::Real => Sort::Real,
                BaseType::Boolean => Sort::Truth,
                _ => Sort::Integer,
            },
        };
        let Some(body) = &function.body else {
            let what = format!("`{name}`, which only axioms describe,");
            return Typed::Term(unsupported(&what, sort, loc));
        };
        let environment = &mut self.annotations.environment;
        let depth = environment.open.iter().filter(|open| *open == name).count();
        environment.n_expansions += 1;
        if environment.n_expansions > MAX_LOGIC_EXPANSIONS {
            let what = format!("`{name}`, which is applied too many times,");
            return Typed::Term(unsupported(&what, sort, loc));
        }
        if depth > self.annotations.depth {
            return Typed::Term(Term { kind: Kind::TooDeep, sort, loc });
        }
        let environment = &mut self.annotations.environment;
        environment.open.push(name.clone());
        // The body knows its parameters and labels only, and stands elsewhere.
        let bound = std::mem::take(&mut environment.bound);
        let labels = std::mem::take(&mut environment.labels);
        let start = std::mem::replace(&mut environment.start, declared.start);
        let unit = std::mem::replace(&mut self.unit, declared.unit);
        let here = self.state();
        let environment = &mut self.annotations.environment;
        let named = function.labels.iter().enumerate();
        environment.labels = named
            .map(|(idx, label)| (label.text.clone(), states.get(idx).unwrap_or(&here).clone()))
            .collect();
        // What is read without a label is read in the state of the only label.
        let inner = match states {
            [state] => state.clone(),
            _ => here.clone(),
        };
        let mut lets = Vec::new();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let is_simple = matches!(argument.kind, Kind::Variable(_) | Kind::Integer(_) | Kind::Value(_));
            let term = match argument.sort {
                _ if is_simple => argument,
                Sort::Pointer(_) => argument,
                _ => {
                    let variable = self.fresh_variable();
                    let sort = argument.sort.clone();
                    lets.push((variable, argument));
                    Term { kind: Kind::Variable(variable), sort, loc }
                }
            };
            self.annotations.environment.bound.push((parameter.name.text.clone(), term, here.clone()));
        }
        let result = self.with_state(inner.clone(), |this| this.term(body));
        let result = match sort {
            Sort::Truth => self.truth_of(result),
            Sort::Real => self.real_of(result),
            _ => match result.sort {
                Sort::Pointer(_) => result,
                _ => self.integer_of(result),
            },
        };
        self.unit = unit;
        let environment = &mut self.annotations.environment;
        environment.start = start;
        environment.bound = bound;
        environment.labels = labels;
        environment.open.pop();
        let result = if inner == here { result } else { at(inner, result) };
        let result = lets.into_iter().rev().fold(result, |body, (variable, value)| {
            let sort = body.sort.clone();
            Term { kind: Kind::Let(variable, Box::new(value), Box::new(body)), sort, loc }
        });
        Typed::Term(Term { loc, ..result })
    }

    fn builtin_term(&mut self, name: &str, arguments: &[ast::Expr], loc: Loc) -> Term {
        match (name, arguments) {
            ("\\valid" | "\\valid_read", [_, ..]) => {
                let is_write = name == "\\valid";
                let mut parts = Vec::new();
                for argument in arguments {
                    match self.pointers(argument) {
                        Ok(places) => parts.push(truth(Kind::Valid { is_write, places }, loc)),
                        Err(term) => return *term,
                    }
                }
                conjunction(parts, loc)
            }
            (
                "__CPROVER_r_ok" | "__CPROVER_w_ok" | "__CPROVER_rw_ok" | "__CPROVER_is_fresh",
                [pointer, ..],
            ) => {
                let is_write = name != "__CPROVER_r_ok";
                match self.bytes_behind(pointer, arguments.get(1), loc) {
                    Ok(places) => truth(Kind::Valid { is_write, places }, loc),
                    Err(term) => *term,
                }
            }
            ("\\separated", [_, _, ..]) => {
                let mut all = Vec::new();
                for argument in arguments {
                    match self.pointers(argument) {
                        Ok(places) => all.push(places),
                        Err(term) => return *term,
                    }
                }
                truth(Kind::Separated(all), loc)
            }
            ("\\sum" | "\\product" | "\\min" | "\\max" | "\\numof", [low, high, function]) => {
                self.fold(name, low, high, function, loc)
            }
            ("\\min" | "\\max", [left, right]) => {
                let (left, right) = (self.integer(left), self.integer(right));
                let op = if name == "\\min" { CompareOp::LessOrEqual } else { CompareOp::GreaterOrEqual };
                let is_left = Kind::Compare(op, Box::new(left.clone()), Box::new(right.clone()));
                let is_left = Box::new(truth(is_left, loc));
                integer(Kind::Conditional(is_left, Box::new(left), Box::new(right)), loc)
            }
            ("\\abs", [operand]) => {
                let operand = self.integer(operand);
                let zero = integer(Kind::Integer(0), loc);
                let is_low = Kind::Compare(CompareOp::Less, Box::new(operand.clone()), Box::new(zero));
                let negated = integer(Kind::Negate(Box::new(operand.clone())), loc);
                let kind =
                    Kind::Conditional(Box::new(truth(is_low, loc)), Box::new(negated), Box::new(operand));
                integer(kind, loc)
            }
            _ if name.starts_with('\\') || name.starts_with("__CPROVER") => {
                unsupported(&format!("`{name}`"), Sort::Truth, loc)
            }
            _ => {
                if matches!(self.lookup(name), Some(Entity::Func(_))) {
                    return unsupported(&format!("`{name}`, a function of C,"), Sort::Truth, loc);
                }
                let message = format!("there is no predicate or logic function `{name}`");
                self.error(loc, message, None);
                truth(Kind::Truth(true), loc)
            }
        }
    }

    /// One or more pointers.
    fn pointers(&mut self, expr: &ast::Expr) -> Result<Places, Box<Term>> {
        let loc = self.loc_of(expr);
        let typed = self.typed(expr);
        if let Typed::Pointers(places) = typed {
            return Ok(places);
        }
        if let Typed::Term(Term { kind: Kind::Unsupported(what), loc, .. }) = &typed {
            return Err(Box::new(unsupported(what, Sort::Truth, *loc)));
        }
        let pointer = self.as_c(typed, loc);
        let behind = pointer.ty.pointee();
        let Some(behind) = behind else {
            if !matches!(pointer.kind, ExprKind::Unsupported(_)) {
                let text = self.types.name(&pointer.ty);
                self.error(loc, format!("a value of type `{text}` is not a pointer"), None);
            }
            return Err(Box::new(truth(Kind::Truth(true), loc)));
        };
        if self.types.size(behind).is_none() {
            return Err(Box::new(unsupported("a pointer to an incomplete type", Sort::Truth, loc)));
        }
        Ok(Places { pointer, bounds: None })
    }

    /// So many bytes from a pointer on.
    fn bytes_behind(
        &mut self,
        pointer: &ast::Expr,
        bytes: Option<&ast::Expr>,
        loc: Loc,
    ) -> Result<Places, Box<Term>> {
        let places = self.pointers(pointer)?;
        let Some(bytes) = bytes else { return Ok(places) };
        let size = places.pointer.ty.pointee().and_then(|ty| self.types.size(ty)).unwrap_or(1);
        let bytes = self.integer(bytes);
        let number = |number: i128| Box::new(integer(Kind::Integer(number), loc));
        let binary = |op, left: Term, right| integer(Kind::Binary(op, Box::new(left), right), loc);
        let rounded = binary(BinaryOp::Add, bytes, number(i128::from(size) - 1));
        let count = binary(BinaryOp::Divide, rounded, number(i128::from(size)));
        let high = binary(BinaryOp::Subtract, count, number(1));
        let bounds = Some(Box::new((*number(0), high)));
        Ok(Places { pointer: places.pointer, bounds })
    }

    fn fold(
        &mut self,
        name: &str,
        low: &ast::Expr,
        high: &ast::Expr,
        function: &ast::Expr,
        loc: Loc,
    ) -> Term {
        let ast::ExprKind::Lambda(binders, body) = &function.kind else {
            return unsupported("a function that is not a `\\lambda`", Sort::Integer, loc);
        };
        let [binder] = binders.as_slice() else {
            return unsupported("a `\\lambda` with several variables", Sort::Integer, loc);
        };
        let (low, high) = (self.integer(low), self.integer(high));
        let variable = self.fresh_variable();
        let bound = integer(Kind::Variable(variable), loc);
        let (op, body) = self.with_bound(&binder.name.text, bound, |this| match name {
            "\\numof" => (Fold::Count, this.predicate(body)),
            "\\sum" => (Fold::Sum, this.term(body)),
            "\\product" => (Fold::Product, this.term(body)),
            "\\min" => (Fold::Min, this.term(body)),
            _ => (Fold::Max, this.term(body)),
        });
        if body.sort == Sort::Real {
            return unsupported("a sum of real numbers", Sort::Real, loc);
        }
        let body = if op == Fold::Count { body } else { self.integer_of(body) };
        let range = Box::new(Range { variable, low, high });
        integer(Kind::Fold { op, range, body: Box::new(body) }, loc)
    }
}
