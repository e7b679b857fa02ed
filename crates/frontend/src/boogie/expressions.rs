//! Expressions: checked and made into terms in one pass.

use faultscope_ir::program::Scope as Lifetime;
use faultscope_ir::term::{Derivation, Quantifier};
use faultscope_ir::{Symbol, Term, Value};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

use super::ast::{BinaryOp, ExprId, ExprKind, Name, TypedName, UnaryOp};
use super::builtin;
use super::scope::{Binding, Role, Scope, Snapshots};
use super::text::TextRange;
use super::translator::{Meaning, Translator};
use super::types::{Stop, Type, bits_type};
use crate::limits::{MAX_BIT_WIDTH, MAX_EXPANDED_FUNCTIONS};

/// A term and its type.
type Typed = Result<(Term, Type), Stop>;

impl<'a> Translator<'a> {
    /// A condition.
    pub(super) fn condition(&mut self, scope: &mut Scope, id: ExprId) -> Result<Term, Stop> {
        self.typed(scope, id, &Type::Bool)
    }

    /// An expression that has to be of a type.
    pub(super) fn typed(&mut self, scope: &mut Scope, id: ExprId, expected: &Type) -> Result<Term, Stop> {
        let (term, ty) = self.expr(scope, id)?;
        if ty == *expected {
            return Ok(term);
        }
        let message = format!("expected a value of type `{expected}`, found `{ty}`");
        let range = self.ast.exprs.range(id);
        match conversion_hint(expected, &ty) {
            Some(hint) => self.reporter.error_with_hint(range, message, hint),
            None => self.reporter.error(range, message),
        }
        Err(Stop::Reported)
    }

    /// An expression.
    pub(super) fn expr(&mut self, scope: &mut Scope, id: ExprId) -> Typed {
        let typed = self.new_expr(scope, id);
        self.record_type(id, &typed);
        typed
    }

    fn record_type(&mut self, id: ExprId, typed: &Typed) {
        if let Ok((_, ty)) = typed {
            self.record.types.entry(id).or_insert_with(|| ty.clone());
        }
    }

    fn new_expr(&mut self, scope: &mut Scope, id: ExprId) -> Typed {
        let ast = self.ast;
        let expr = ast.exprs.get(id);
        let range = expr.range;
        match &expr.kind {
            ExprKind::Bool(truth) => Ok((Term::bool(*truth), Type::Bool)),
            ExprKind::Int(number) => Ok((Term::int(number.clone()), Type::Int)),
            ExprKind::Real(number) => Ok((Term::value(Value::Real(number.clone())), Type::Real)),
            ExprKind::Bits { value, width } => self.bits(value, *width, range),
            ExprKind::Name(name) => self.named(scope, name, range),
            ExprKind::Apply { function, arguments } => self.apply(scope, function, arguments, range),
            ExprKind::Unary(op, operand) => self.unary(scope, *op, *operand),
            ExprKind::Binary(..) => self.binary_chain(scope, id),
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.condition(scope, *condition);
                let (then, ty) = self.expr(scope, *then)?;
                let otherwise = self.typed(scope, *otherwise, &ty)?;
                Ok((condition?.ite(then, otherwise), ty))
            }
            ExprKind::Old(operand) => self.old(scope, *operand, range),
            ExprKind::Select { map, indices } => {
                let (map, ty) = self.expr(scope, *map)?;
                let (indices, element) = self.indices(scope, &ty, indices, range)?;
                Ok((indices.into_iter().fold(map, Term::select), element))
            }
            ExprKind::Update { map, indices, value } => {
                let (map, ty) = self.expr(scope, *map)?;
                let (indices, element) = self.indices(scope, &ty, indices, range)?;
                let value = self.typed(scope, *value, &element)?;
                Ok((update(map, &indices, value), ty))
            }
            ExprKind::Extract { operand, high, low } => self.extract(scope, *operand, *high, *low, range),
            ExprKind::ToInt(operand) => {
                let operand = self.typed(scope, *operand, &Type::Real)?;
                Ok((operand.real_to_int(), Type::Int))
            }
            ExprKind::ToReal(operand) => {
                let operand = self.typed(scope, *operand, &Type::Int)?;
                Ok((operand.int_to_real(), Type::Real))
            }
            ExprKind::Quantified { forall, variables, triggers, body } => {
                let quantifier = if *forall { Quantifier::Forall } else { Quantifier::Exists };
                self.quantified(scope, quantifier, variables, triggers, *body)
            }
            ExprKind::Unsupported(what) => Stop::unsupported(*what, range),
        }
    }

    fn bits(&mut self, value: &BigInt, width: u32, range: TextRange) -> Typed {
        let ty = bits_type(width, range)?;
        if *value >= BigInt::one() << width {
            self.reporter.error(range, format!("{value} does not fit {width} bits"));
            return Err(Stop::Reported);
        }
        let bits = value.to_u128().expect("the value fits at most 128 bits");
        Ok((Term::bits(width, bits), ty))
    }

    fn named(&mut self, scope: &mut Scope, name: &str, range: TextRange) -> Typed {
        let Some(binding) = scope.get(name).or_else(|| self.globals.get(name)).cloned() else {
            return self.unknown_name(name, range);
        };
        let (term, ty) = binding.value.map_err(|it| {
            let what = format!("`{name}`, which has {}", it.what);
            Stop::Unsupported(super::types::Unsupported { what, range })
        })?;
        if binding.role != Role::Global {
            return Ok((term, ty));
        }
        if !scope.with_globals {
            let message = format!("a global variable (`{name}`) in an axiom or a function");
            let hint = "axioms and functions hold in every state; pass the value as an argument";
            self.reporter.error_with_hint(range, message, hint);
            return Err(Stop::Reported);
        }
        match (term.as_symbol(), &mut scope.old) {
            (Some(symbol), Some(old)) if scope.inside_old => Ok((self.snapshot(old, symbol, name, &ty), ty)),
            _ => Ok((term, ty)),
        }
    }

    fn unknown_name(&mut self, name: &str, range: TextRange) -> Typed {
        let message = format!("unknown name `{name}`");
        if self.functions.contains_key(name) {
            let hint = format!("`{name}` is a function; apply it: `{name}(…)`");
            self.reporter.error_with_hint(range, message, hint);
        } else {
            self.reporter.error_with_hint(range, message, "declare it with `var` or `const`");
        }
        Err(Stop::Reported)
    }

    /// The variable that holds what a global variable was.
    fn snapshot(&mut self, old: &mut Snapshots, symbol: Symbol, name: &str, ty: &Type) -> Term {
        let known = old.symbols.get(&symbol).copied();
        let snapshot = known.unwrap_or_else(|| match old.owner {
            Some(owner) => self.new_variable(&format!("old({name})"), ty, Lifetime::Temporary(owner)),
            None => self.bound_symbol(name, ty),
        });
        old.symbols.insert(symbol, snapshot);
        Term::symbol(snapshot)
    }

    fn old(&mut self, scope: &mut Scope, operand: ExprId, range: TextRange) -> Typed {
        if scope.old.is_none() {
            let hint = "only postconditions and bodies of procedures have an earlier state";
            self.reporter.error_with_hint(range, "`old` where there is no earlier state", hint);
            return Err(Stop::Reported);
        }
        let outer = std::mem::replace(&mut scope.inside_old, true);
        let operand = self.expr(scope, operand);
        scope.inside_old = outer;
        operand
    }

    /// The indices of a map's cell and the type of the cell.
    pub(super) fn indices(
        &mut self,
        scope: &mut Scope,
        map: &Type,
        indices: &[ExprId],
        range: TextRange,
    ) -> Result<(Vec<Term>, Type), Stop> {
        let Type::Map(map) = map else {
            self.reporter.error(range, format!("a value of type `{map}` has no elements"));
            return Err(Stop::Reported);
        };
        if map.indices.len() != indices.len() {
            let plural = if map.indices.len() == 1 { "index" } else { "indices" };
            let message = format!("this map has {} {plural}, not {}", map.indices.len(), indices.len());
            self.reporter.error(range, message);
            return Err(Stop::Reported);
        }
        let terms = self.all_typed(scope, indices, &map.indices)?;
        Ok((terms, map.element.clone()))
    }

    /// Expressions of given types, as many as there are types. All are checked.
    pub(super) fn all_typed(
        &mut self,
        scope: &mut Scope,
        exprs: &[ExprId],
        types: &[Type],
    ) -> Result<Vec<Term>, Stop> {
        let terms: Vec<_> = exprs.iter().zip(types).map(|(id, ty)| self.typed(scope, *id, ty)).collect();
        terms.into_iter().collect()
    }

    fn extract(
        &mut self,
        scope: &mut Scope,
        operand: ExprId,
        high: u32,
        low: u32,
        range: TextRange,
    ) -> Typed {
        let (operand, ty) = self.expr(scope, operand)?;
        let Type::Bits(width) = ty else {
            self.reporter.error(range, format!("expected a bit-vector, found `{ty}`"));
            return Err(Stop::Reported);
        };
        if low > high || high > width {
            let hint = "`e[m:n]` has the bits below m down to n";
            self.reporter.error_with_hint(range, format!("`bv{width}` has no bits {high}:{low}"), hint);
            return Err(Stop::Reported);
        }
        let ty = bits_type(high - low, range)?;
        Ok((operand.extract(high - 1, low), ty))
    }

    fn quantified(
        &mut self,
        scope: &mut Scope,
        quantifier: Quantifier,
        variables: &[TypedName],
        triggers: &[ExprId],
        body: ExprId,
    ) -> Typed {
        let mut symbols = Vec::with_capacity(variables.len());
        for variable in variables {
            let ty = self.types.resolve(&variable.ty, &mut self.reporter);
            let value = match ty {
                Ok(ty) => {
                    let symbol = self.bound_symbol(&variable.name.text, &ty);
                    symbols.push(symbol);
                    Ok((Term::symbol(symbol), ty))
                }
                Err(Stop::Unsupported(unsupported)) => Err(unsupported),
                Err(Stop::Reported) => {
                    variables.iter().take(symbols.len()).for_each(|it| scope.unbind(&it.name.text));
                    return Err(Stop::Reported);
                }
            };
            scope.bind(&variable.name.text, Binding { role: Role::Bound, value });
        }
        // Triggers only guide a prover; they are checked and dropped.
        let triggers: Vec<_> = triggers.iter().map(|trigger| self.expr(scope, *trigger)).collect();
        let body = self.condition(scope, body);
        variables.iter().for_each(|it| scope.unbind(&it.name.text));
        if triggers.iter().any(|trigger| matches!(trigger, Err(Stop::Reported))) {
            return Err(Stop::Reported);
        }
        Ok((Term::quantified(quantifier, &symbols, body?), Type::Bool))
    }

    /// A symbol that occurs nowhere else.
    pub(super) fn bound_symbol(&mut self, name: &str, ty: &Type) -> Symbol {
        self.n_bound += 1;
        Symbol::new(name, ty.sort()).derived(Derivation::Bound(self.n_bound))
    }

    fn unary(&mut self, scope: &mut Scope, op: UnaryOp, operand: ExprId) -> Typed {
        let (term, ty) = self.expr(scope, operand)?;
        match (op, &ty) {
            (UnaryOp::Not, Type::Bool) => Ok((term.not(), ty)),
            (UnaryOp::Neg, Type::Int | Type::Real) => Ok((term.neg(), ty)),
            _ => {
                let (symbol, expected) = match op {
                    UnaryOp::Not => ("!", "`bool`"),
                    UnaryOp::Neg => ("-", "`int` or `real`"),
                };
                let message = format!("`{symbol}` is for {expected}, not for `{ty}`");
                self.reporter.error(self.ast.exprs.range(operand), message);
                Err(Stop::Reported)
            }
        }
    }

    /// Operators from left to right: chains of hundreds occur and must not recurse.
    fn binary_chain(&mut self, scope: &mut Scope, id: ExprId) -> Typed {
        let ast = self.ast;
        let mut chain = Vec::new();
        let mut first = id;
        while let ExprKind::Binary(op, lhs, rhs) = ast.exprs.get(first).kind {
            chain.push((op, rhs, first));
            first = lhs;
        }
        let mut result = self.expr(scope, first);
        for (op, rhs, id) in chain.into_iter().rev() {
            let rhs = self.expr(scope, rhs);
            result = match (result, rhs) {
                (Ok(lhs), Ok(rhs)) => self.binary(op, lhs, rhs, ast.exprs.range(id)),
                (Err(stop), Ok(_)) | (_, Err(stop)) => Err(stop),
            };
            self.record_type(id, &result);
        }
        result
    }

    fn binary(&mut self, op: BinaryOp, lhs: (Term, Type), rhs: (Term, Type), range: TextRange) -> Typed {
        use Type::{Bits, Bool, Int, Real};
        let ((lhs, left), (rhs, right)) = (lhs, rhs);
        let as_real = |term: Term, ty: &Type| if *ty == Int { term.int_to_real() } else { term };
        Ok(match (op, &left, &right) {
            (BinaryOp::Iff, Bool, Bool) => (lhs.equals(rhs), Bool),
            (BinaryOp::Implies, Bool, Bool) => (lhs.implies(rhs), Bool),
            (BinaryOp::Explies, Bool, Bool) => (rhs.implies(lhs), Bool),
            (BinaryOp::Or, Bool, Bool) => (lhs.or(rhs), Bool),
            (BinaryOp::And, Bool, Bool) => (lhs.and(rhs), Bool),
            (BinaryOp::Equal, _, _) if left == right => (lhs.equals(rhs), Bool),
            (BinaryOp::NotEqual, _, _) if left == right => (lhs.differs(rhs), Bool),
            (BinaryOp::Less, Int, Int) | (BinaryOp::Less, Real, Real) => (lhs.lt(rhs), Bool),
            (BinaryOp::LessEqual, Int, Int) | (BinaryOp::LessEqual, Real, Real) => (lhs.le(rhs), Bool),
            (BinaryOp::Greater, Int, Int) | (BinaryOp::Greater, Real, Real) => (rhs.lt(lhs), Bool),
            (BinaryOp::GreaterEqual, Int, Int) | (BinaryOp::GreaterEqual, Real, Real) => (rhs.le(lhs), Bool),
            (BinaryOp::Add, Int, Int) | (BinaryOp::Add, Real, Real) => (lhs.add(rhs), left),
            (BinaryOp::Sub, Int, Int) | (BinaryOp::Sub, Real, Real) => (lhs.sub(rhs), left),
            (BinaryOp::Mul, Int, Int) | (BinaryOp::Mul, Real, Real) => (lhs.mul(rhs), left),
            (BinaryOp::Div, Int, Int) => (lhs.int_div(rhs), Int),
            (BinaryOp::Mod, Int, Int) => (lhs.int_mod(rhs), Int),
            (BinaryOp::RealDiv, Int | Real, Int | Real) => {
                (as_real(lhs, &left).real_div(as_real(rhs, &right)), Real)
            }
            (BinaryOp::Concat, Bits(high), Bits(low)) if high + low > MAX_BIT_WIDTH => {
                return Stop::unsupported(format!("a bit-vector of {} bits", high + low), range);
            }
            (BinaryOp::Concat, Bits(high), Bits(low)) => (lhs.concat(rhs), Bits(high + low)),
            (BinaryOp::Power | BinaryOp::Subtype, _, _) => {
                return Stop::unsupported(format!("the operator `{}`", op.symbol()), range);
            }
            _ => return self.wrong_operands(op, &left, &right, range),
        })
    }

    fn wrong_operands(&mut self, op: BinaryOp, left: &Type, right: &Type, range: TextRange) -> Typed {
        let message = format!("`{}` does not apply to `{left}` and `{right}`", op.symbol());
        let hint = match (op, left, right) {
            (_, Type::Int, Type::Real) | (_, Type::Real, Type::Int) => {
                Some("convert with `real(…)` or `int(…)`")
            }
            (_, Type::Bits(_), _) | (_, _, Type::Bits(_)) if op != BinaryOp::Equal => {
                Some("arithmetic on bit-vectors needs functions: `function {:bvbuiltin \"bvadd\"} …`")
            }
            _ => None,
        };
        match hint {
            Some(hint) => self.reporter.error_with_hint(range, message, hint),
            None => self.reporter.error(range, message),
        }
        Err(Stop::Reported)
    }

    fn apply(&mut self, scope: &mut Scope, function: &Name, arguments: &[ExprId], range: TextRange) -> Typed {
        let Some(declared) = self.functions.get(function.text.as_str()) else {
            return self.unknown_function(function);
        };
        let (decl, meaning) = (declared.decl, declared.meaning);
        let types = match declared.types.clone() {
            Ok(types) => types,
            Err(Stop::Unsupported(it)) => return Stop::unsupported(it.what, range),
            Err(Stop::Reported) => return Err(Stop::Reported),
        };
        if types.parameters.len() != arguments.len() {
            let (expected, found) = (types.parameters.len(), arguments.len());
            let plural = if expected == 1 { "" } else { "s" };
            let message = format!("`{}` has {expected} parameter{plural}, not {found}", function.text);
            self.reporter.error(range, message);
            return Err(Stop::Reported);
        }
        let arguments = self.all_typed(scope, arguments, &types.parameters)?;
        let result = types.results[0].clone();
        let term = match meaning {
            Meaning::Map(map) => arguments.into_iter().fold(Term::symbol(map), Term::select),
            Meaning::Builtin => {
                let name = decl.builtin.as_ref().map_or("", |(name, _)| name.as_str());
                match builtin::apply(name, &arguments, &types.parameters) {
                    Some(term) if term.sort() == result.sort() => term,
                    _ => return Stop::unsupported(format!("the built-in function `{name}`"), range),
                }
            }
            Meaning::Inlined(body) => {
                self.n_inlined += 1;
                if self.n_inlined > MAX_EXPANDED_FUNCTIONS {
                    return Stop::unsupported(format!("`{}`, which grows too large", function.text), range);
                }
                let mut inner = Scope::closed();
                for ((parameter, ty), argument) in decl.parameters.iter().zip(types.parameters).zip(arguments)
                {
                    let value = Ok((argument, ty));
                    inner.bind(&parameter.name.text, Binding { role: Role::Bound, value });
                }
                self.typed(&mut inner, body, &result)?
            }
        };
        Ok((term, result))
    }

    fn unknown_function(&mut self, function: &Name) -> Typed {
        let message = format!("unknown function `{}`", function.text);
        if self.procedures.contains_key(function.text.as_str()) {
            let hint = "this is a procedure; it is called with `call`";
            self.reporter.error_with_hint(function.range, message, hint);
        } else {
            self.reporter.error(function.range, message);
        }
        Err(Stop::Reported)
    }
}

fn conversion_hint(expected: &Type, found: &Type) -> Option<&'static str> {
    match (expected, found) {
        (Type::Real, Type::Int) => Some("convert it with `real(…)`"),
        (Type::Int, Type::Real) => Some("convert it with `int(…)`, which rounds down"),
        (Type::Bits(_), Type::Int) => Some("a constant of n bits is written `5bv8`"),
        (Type::Bool, Type::Int) => Some("a number is not a condition; compare it: `e != 0`"),
        _ => None,
    }
}

/// The map with one cell changed.
fn update(map: Term, indices: &[Term], value: Term) -> Term {
    match indices {
        [] => value,
        [index, rest @ ..] => map.store(*index, update(map.select(*index), rest, value)),
    }
}
