//! Values of terms in Z3's models.

use std::ffi::CStr;

use faultscope_ir::sort::SortKind;
use faultscope_ir::value::ArrayValue;
use faultscope_ir::{Sort, Term, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use z3::Model;
use z3::ast::{Ast, Dynamic};
use z3_sys::DeclKind;

use super::translate::{Translator, float_to_bits, z3_sort};

/// The value of a term of this sort in the model, as far as it has a finite description.
pub(super) fn value(model: &Model, translator: &Translator, term: &Dynamic, sort: Sort) -> Option<Value> {
    Reader { model, translator }.value(term, sort)
}

struct Reader<'a> {
    model: &'a Model,
    translator: &'a Translator,
}

impl Reader<'_> {
    fn value(&self, term: &Dynamic, sort: Sort) -> Option<Value> {
        if let SortKind::Float(format) = sort.kind() {
            let bits = self.model.eval(&float_to_bits(&term.as_float()?), true)?;
            return Some(Value::Float(*format, numeral(&bits.into())?.parse().ok()?));
        }
        self.evaluated(&self.model.eval(term, true)?, sort)
    }

    /// Reads a term that is a value.
    fn evaluated(&self, term: &Dynamic, sort: Sort) -> Option<Value> {
        Some(match sort.kind() {
            SortKind::Bool => Value::Bool(term.as_bool()?.as_bool()?),
            SortKind::Int => Value::Int(numeral(term)?.parse().ok()?),
            SortKind::Real => Value::Real(fraction(&numeral(term)?)?),
            SortKind::BitVec(width) => Value::bits(*width, numeral(term)?.parse().ok()?),
            SortKind::Float(_) => self.value(term, sort)?,
            SortKind::Array(index, element) => self.array(term, sort, *index, *element)?,
            SortKind::Opaque(_) => self.element(term, sort)?,
        })
    }

    fn array(&self, term: &Dynamic, sort: Sort, index: Sort, element: Sort) -> Option<Value> {
        let mut writes = Vec::new();
        let mut array = term.clone();
        let mut value = loop {
            if let Some(function) = array.as_array().and_then(|array| array.as_array_func_decl()) {
                break self.function(&function, sort, index, element)?;
            }
            if array.kind() == z3::AstKind::Quantifier {
                break self.lambda(&array, sort, index, element)?;
            }
            let decl = array.safe_decl().ok()?;
            let children = array.children();
            match decl.kind() {
                DeclKind::Store => {
                    let [inner, at, written] = <[Dynamic; 3]>::try_from(children).ok()?;
                    writes.push((self.evaluated(&at, index)?, self.evaluated(&written, element)?));
                    array = inner;
                }
                DeclKind::ConstArray => {
                    let default = self.evaluated(&children[0], element)?;
                    break ArrayValue { sort, default, entries: Default::default() };
                }
                _ => return None,
            }
        };
        for (at, written) in writes.into_iter().rev() {
            value.set(at, written);
        }
        Some(Value::Array(value.into()))
    }

    /// An array that Z3 gives as a function's table.
    fn function(
        &self,
        function: &z3::FuncDecl,
        sort: Sort,
        index: Sort,
        element: Sort,
    ) -> Option<ArrayValue> {
        let table = self.model.get_func_interp(function)?;
        let default = self.evaluated(&table.get_else()?, element)?;
        let mut value = ArrayValue { sort, default, entries: Default::default() };
        for entry in table.get_entries() {
            let at = self.evaluated(entry.get_args().first()?, index)?;
            value.set(at, self.evaluated(&entry.get_value(), element)?);
        }
        Some(value)
    }

    /// An array that Z3 gives as a lambda term, if that tells its argument from constants only.
    fn lambda(&self, lambda: &Dynamic, sort: Sort, index: Sort, element: Sort) -> Option<ArrayValue> {
        let context = lambda.get_ctx();
        // SAFETY: the term is a quantifier of this context, and so is its body.
        let body = unsafe {
            let body = z3_sys::Z3_get_quantifier_body(context.get_z3_context(), lambda.get_z3_ast())?;
            Dynamic::wrap(context, body)
        };
        let mut indices = Vec::new();
        self.compared_constants(&body, index, &mut indices)?;
        let read = |at: &Value| {
            let at = constant(at)?;
            self.evaluated(&self.model.eval(&lambda.as_array()?.select(&at), true)?, element)
        };
        let default = read(&first_missing(index, &indices)?)?;
        let mut value = ArrayValue { sort, default, entries: Default::default() };
        for at in indices {
            let written = read(&at)?;
            value.set(at, written);
        }
        Some(value)
    }

    /// Adds the constants of a sort that a term has; `None` if it has more in it than comparisons with them.
    fn compared_constants(&self, term: &Dynamic, index: Sort, found: &mut Vec<Value>) -> Option<()> {
        match term.kind() {
            z3::AstKind::Var => return Some(()),
            z3::AstKind::Numeral => {
                if term.get_sort() == z3_sort(index) {
                    found.push(self.evaluated(term, index)?);
                }
                return Some(());
            }
            z3::AstKind::App => {}
            _ => return None,
        }
        let plain = [DeclKind::Eq, DeclKind::Ite, DeclKind::And, DeclKind::Or, DeclKind::Not];
        let constants = [DeclKind::True, DeclKind::False];
        let kind = term.safe_decl().ok()?.kind();
        if !plain.contains(&kind) && !constants.contains(&kind) {
            return None;
        }
        term.children().iter().try_for_each(|child| self.compared_constants(child, index, found))
    }

    /// An element of an opaque sort: one that the formulas name, else a number above theirs.
    fn element(&self, term: &Dynamic, sort: Sort) -> Option<Value> {
        let named = self.translator.elements(sort);
        let known = named.iter().find(|(_, element)| self.model.eval(element, true).as_ref() == Some(term));
        if let Some((number, _)) = known {
            return Some(Value::Opaque(sort, *number));
        }
        let name = term.safe_decl().ok()?.name();
        let number: u64 = name.rsplit('!').next()?.parse().ok()?;
        let above = named.iter().map(|(number, _)| number + 1).max().unwrap_or(0);
        Some(Value::Opaque(sort, above + number))
    }
}

/// An index that none of the values is.
fn first_missing(sort: Sort, values: &[Value]) -> Option<Value> {
    let n = values.len() as i128;
    match sort.kind() {
        SortKind::Int => (0..=n).map(|number| Value::Int(number.into())).find(|it| !values.contains(it)),
        // In a sort that small all values can occur; then any stands for none.
        SortKind::BitVec(width) => {
            let missing =
                (0..=n).map(|number| Value::signed_bits(*width, number)).find(|it| !values.contains(it));
            Some(missing.unwrap_or(Value::Bits(*width, 0)))
        }
        _ => None,
    }
}

fn constant(value: &Value) -> Option<Dynamic> {
    match value {
        Value::Int(_) | Value::Bits(..) => Some(Translator::default().term(Term::value(value.clone()))),
        _ => None,
    }
}

/// The digits of a numeral.
fn numeral(term: &Dynamic) -> Option<String> {
    if term.kind() != z3::AstKind::Numeral {
        return None;
    }
    let context = term.get_ctx().get_z3_context();
    // SAFETY: the term is a numeral of this context; the string is copied before the next call.
    unsafe {
        let digits = z3_sys::Z3_get_numeral_string(context, term.get_z3_ast());
        (!digits.is_null()).then(|| CStr::from_ptr(digits).to_str().ok().map(str::to_owned)).flatten()
    }
}

fn fraction(digits: &str) -> Option<BigRational> {
    let (numerator, denominator) = digits.split_once('/').unwrap_or((digits, "1"));
    let numerator: BigInt = numerator.trim().parse().ok()?;
    let denominator: BigInt = denominator.trim().parse().ok()?;
    Some(BigRational::new(numerator, denominator))
}
