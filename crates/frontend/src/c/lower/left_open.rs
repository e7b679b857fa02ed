//! Values that the library fixes and its models leave open.
//!
//! A model may say less than a function does: that `strtod` gives some number. The program has fewer executions than are
//! looked at then, so that an error that rests on the number is not confirmed. Commands that choose such a value, and those
//! that bound it, have origins of their own, which the assumption [`AssumptionKind::LeftOpen`] names.

use faultscope_ir::program::Display;
use faultscope_ir::{Assumption, AssumptionKind, OriginId, OriginKind, Place, Sort, Term};

use super::state::Lowerer;
use crate::c::config::Environment;
use crate::c::hir::{Callee, Expr, ExprKind, Func};
use crate::c::library::{self, Model, Outside};
use crate::c::points_to::without_casts;
use crate::c::source::Loc;

impl Lowerer<'_> {
    /// Lowers something in which the result of a function without a model in C is chosen that the library fixes.
    pub(super) fn leaving_open<R>(&mut self, name: &str, lower: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.body.left_open.replace(name.to_owned());
        let result = lower(self);
        self.body.left_open = outer;
        result
    }

    /// Lowers something in which the result of a built-in function is chosen: it is an input, or a random number behind a seed
    /// that the program fixes.
    pub(super) fn choosing_result<R>(&mut self, name: &str, lower: impl FnOnce(&mut Self) -> R) -> R {
        match library::is_random(name) && self.has_fixed_seed() {
            true => self.leaving_open(name, lower),
            false => lower(self),
        }
    }

    /// Says that executions may be ruled out here by something that is not followed, such as a part of a contract: errors behind
    /// it are not confirmed.
    pub(super) fn may_be_ruled_out(&mut self, by: &str, loc: Loc) {
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let goes_on = self.temporary("goes on", Sort::bool(), Display::Boolean);
        self.leaving_open(by, |this| this.emit_havoc(Place::variable(goes_on), origin));
        self.emit_assume(Term::symbol(goes_on), origin);
    }

    /// Whether the random numbers of the program are those of the library behind a seed that the program fixes: it sets one, and
    /// that is a constant, or nothing comes from the environment.
    pub(super) fn has_fixed_seed(&self) -> bool {
        *self.has_fixed_seed.get_or_init(|| {
            let (mut seeds, mut asks) = (Vec::new(), false);
            self.program.each_users_expr(|expr| {
                seeds.extend(self.seed_of(expr));
                asks |= self.asks_environment(expr);
            });
            let are_constant = seeds.iter().all(|seed| matches!(seed.kind, ExprKind::Const(_)));
            !seeds.is_empty() && (are_constant || !asks)
        })
    }

    /// The seed that an expression sets, if it does.
    fn seed_of(&self, expr: &Expr) -> Option<Expr> {
        let ExprKind::Call(Callee::Direct(func), arguments) = &expr.kind else { return None };
        let sets = library::model(&self.program.func(*func).name) == Some(Model::Seed);
        arguments.first().filter(|_| sets).map(|seed| without_casts(seed).clone())
    }

    /// Whether an expression asks the environment for something, other than for a random number.
    fn asks_environment(&self, expr: &Expr) -> bool {
        let ExprKind::Call(Callee::Direct(func), _) = &expr.kind else { return false };
        let name = self.program.func(*func).name.as_str();
        match library::model(name).map(|model| model.facts().outside) {
            Some(Outside::Result(_)) => true,
            Some(Outside::ByFormat) => !library::scans_text(name),
            Some(Outside::Random(_) | Outside::Nothing) => false,
            None => library::gives_inputs(name) || self.is_unknown(*func),
        }
    }

    /// The function whose result is chosen at this point, if the library fixes it.
    fn left_open_function(&self) -> Option<String> {
        if self.config.world.environment == Environment::Given {
            return None;
        }
        if self.body.left_open.is_some() {
            return self.body.left_open.clone();
        }
        let function = self.program.func(self.body.function?);
        let is_library = function.trusted && self.sources.is_library(function.loc);
        (is_library && !library::gives_inputs(&function.name)).then(|| function.name.clone())
    }

    /// The origin of a command that chooses a value or bounds one: where the library fixes that, one of its own.
    pub(super) fn choosing(&mut self, origin: OriginId, is_choice: bool) -> OriginId {
        let Some(function) = self.left_open_function() else { return origin };
        let known = self.sources.map.origin(origin);
        let is_marked = match is_choice {
            true => known.kind == OriginKind::Input || self.body.left_open.is_some(),
            false => known.kind == OriginKind::Lowering,
        };
        if !is_marked {
            return origin;
        }
        if let Some(own) = self.left_open.get(&origin) {
            return *own;
        }
        let own = self.sources.map.add_origin(known.clone());
        self.left_open.insert(origin, own);
        let name = function.strip_prefix("__fs_").unwrap_or(&function);
        let is_annotated = |it: &Func| it.annotations.is_annotated || it.annotations.is_unused;
        let is_annotation =
            self.program.funcs.iter().any(|it| it.name == function && !it.trusted && is_annotated(it));
        let message = match is_annotation {
            true => format!("executions are looked at that annotations of `{name}` may rule out"),
            false => format!("`{name}` gives any value that its model in the library leaves open"),
        };
        self.assumptions.insert(Assumption {
            kind: AssumptionKind::LeftOpen,
            subject: Some(name.to_owned()),
            message,
            origin: Some(own),
        });
        own
    }
}
