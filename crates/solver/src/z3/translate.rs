//! Terms as Z3's.

use faultscope_ir::float::FloatFormat;
use faultscope_ir::sort::SortKind;
use faultscope_ir::term::Quantifier;
use faultscope_ir::{Op, RoundingMode, Sort, Symbol, Term, TermKind, Value};
use rustc_hash::FxHashMap;
use z3::ast::{Array, Ast, BV, Bool, Dynamic, Float, Int, Real};

/// Translates terms and remembers all of them.
#[derive(Default)]
pub(super) struct Translator {
    terms: FxHashMap<Term, Dynamic>,
    /// For each opaque sort the elements that occur, by number.
    elements: FxHashMap<Sort, Vec<(u64, Dynamic)>>,
}

impl Translator {
    /// A Boolean term, with what its constants of opaque sorts need to be distinct.
    pub(super) fn formula(&mut self, term: Term) -> Bool {
        let formula = self.term(term).as_bool().expect("formulas are Boolean");
        if self.elements.is_empty() { formula } else { self.with_distinct_elements(term, formula) }
    }

    /// A term.
    pub(super) fn term(&mut self, root: Term) -> Dynamic {
        let mut stack = vec![root];
        while let Some(term) = stack.last().copied() {
            if self.terms.contains_key(&term) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            stack.extend(term.children().iter().filter(|child| !self.terms.contains_key(*child)));
            if stack.len() > depth {
                continue;
            }
            let translated = self.node(term);
            self.terms.insert(term, translated);
            stack.pop();
        }
        self.terms[&root].clone()
    }

    /// The elements of an opaque sort that were translated, by number.
    pub(super) fn elements(&self, sort: Sort) -> &[(u64, Dynamic)] {
        self.elements.get(&sort).map_or(&[], Vec::as_slice)
    }

    fn node(&mut self, term: Term) -> Dynamic {
        match term.kind() {
            TermKind::Const(value) => self.constant(value),
            TermKind::Symbol(symbol) => unknown(*symbol),
            TermKind::App(op, operands) => {
                let operands: Vec<Dynamic> =
                    operands.iter().map(|operand| self.terms[operand].clone()).collect();
                app(*op, &operands)
            }
            TermKind::Quantified(quantifier, variables, body) => {
                let bound: Vec<Dynamic> = variables.iter().map(|variable| unknown(*variable)).collect();
                let bound: Vec<&dyn Ast> = bound.iter().map(|variable| variable as &dyn Ast).collect();
                let body = self.terms[body].as_bool().expect("a quantifier's body is Boolean");
                match quantifier {
                    Quantifier::Forall => z3::ast::forall_const(&bound, &[], &body).into(),
                    Quantifier::Exists => z3::ast::exists_const(&bound, &[], &body).into(),
                }
            }
        }
    }

    fn constant(&mut self, value: &Value) -> Dynamic {
        match value {
            Value::Bool(truth) => Bool::from_bool(*truth).into(),
            Value::Int(number) => integer(&number.to_string()),
            Value::Real(number) => {
                let fraction =
                    Real::from_rational_str(&number.numer().to_string(), &number.denom().to_string());
                fraction.expect("decimal digits").into()
            }
            Value::Bits(width, bits) => bit_vector(*width, *bits).into(),
            Value::Float(format, bits) => float_from_bits(*format, &bit_vector(format.width(), *bits)),
            Value::Array(array) => {
                let (index_sort, _) = array.sort.array_sorts().expect("an array's sort");
                let default = self.constant(&array.default);
                let mut result = Array::const_array(&z3_sort(index_sort), &default);
                for (index, element) in &array.entries {
                    result = result.store(&self.constant(index), &self.constant(element));
                }
                result.into()
            }
            Value::Opaque(sort, number) => self.element(*sort, *number),
        }
    }

    fn element(&mut self, sort: Sort, number: u64) -> Dynamic {
        let elements = self.elements.entry(sort).or_default();
        if let Some((_, known)) = elements.iter().find(|(known, _)| *known == number) {
            return known.clone();
        }
        let element = Dynamic::new_const(format!("({sort} {number})"), &z3_sort(sort));
        elements.push((number, element.clone()));
        element
    }

    /// Distinct elements of an opaque sort are distinct: a function numbers them.
    fn with_distinct_elements(&mut self, term: Term, formula: Bool) -> Bool {
        let mut conjuncts = vec![formula];
        term.visit(&mut |subterm| {
            if let Some(Value::Opaque(sort, number)) = subterm.as_value() {
                let sorts = z3_sort(*sort);
                let numbering = z3::FuncDecl::new(format!("{sort}!number"), &[&sorts], &z3::Sort::int());
                let element = self.element(*sort, *number);
                let own = numbering.apply(&[&element]).as_int().expect("declared so");
                conjuncts.push(own.eq(Int::from_u64(*number)));
            }
        });
        Bool::and(&conjuncts)
    }
}

/// The Z3 sort of a sort.
pub(super) fn z3_sort(sort: Sort) -> z3::Sort {
    match sort.kind() {
        SortKind::Bool => z3::Sort::bool(),
        SortKind::Int => z3::Sort::int(),
        SortKind::Real => z3::Sort::real(),
        SortKind::BitVec(width) => z3::Sort::bitvector(*width),
        SortKind::Float(format) => float_sort(*format),
        SortKind::Array(index, element) => z3::Sort::array(&z3_sort(*index), &z3_sort(*element)),
        SortKind::Opaque(name) => z3::Sort::uninterpreted(z3::Symbol::String(name.clone())),
    }
}

fn float_sort(format: FloatFormat) -> z3::Sort {
    z3::Sort::float(format.exponent, format.significand)
}

fn unknown(symbol: Symbol) -> Dynamic {
    Dynamic::new_const(symbol.name(), &z3_sort(symbol.sort()))
}

fn integer(digits: &str) -> Dynamic {
    use std::str::FromStr;
    Int::from_str(digits).expect("decimal digits").into()
}

fn bit_vector(width: u32, bits: u128) -> BV {
    match u64::try_from(bits) {
        Ok(bits) => BV::from_u64(bits, width),
        Err(_) => BV::from_str(width, &bits.to_string()).expect("decimal digits"),
    }
}

/// Calls a function of the C interface that the safe interface lacks.
fn raw(
    operand: &Dynamic,
    make: impl FnOnce(z3_sys::Z3_context, z3_sys::Z3_ast) -> Option<z3_sys::Z3_ast>,
) -> Dynamic {
    let context = operand.get_ctx();
    let made = make(context.get_z3_context(), operand.get_z3_ast()).expect("well-sorted operands");
    // SAFETY: `made` was just made in this context.
    unsafe { Dynamic::wrap(context, made) }
}

fn float_from_bits(format: FloatFormat, bits: &BV) -> Dynamic {
    let sort = float_sort(format);
    // SAFETY: the operand is a bit-vector of the format's width.
    raw(&bits.into(), |context, bits| unsafe {
        z3_sys::Z3_mk_fpa_to_fp_bv(context, bits, sort.get_z3_sort())
    })
}

fn float_from_integer(format: FloatFormat, bits: &Dynamic, signed: bool) -> Dynamic {
    let sort = float_sort(format);
    let mode = nearest_even();
    let convert = if signed { z3_sys::Z3_mk_fpa_to_fp_signed } else { z3_sys::Z3_mk_fpa_to_fp_unsigned };
    // SAFETY: the operand is a bit-vector.
    raw(bits, |context, bits| unsafe { convert(context, mode.get_z3_ast(), bits, sort.get_z3_sort()) })
}

fn rounding_mode(mode: RoundingMode) -> z3::ast::RoundingMode {
    match mode {
        RoundingMode::NearestEven => z3::ast::RoundingMode::round_nearest_ties_to_even(),
        RoundingMode::NearestAway => z3::ast::RoundingMode::round_nearest_ties_to_away(),
        RoundingMode::TowardZero => z3::ast::RoundingMode::round_towards_zero(),
        RoundingMode::TowardPositive => z3::ast::RoundingMode::round_towards_positive(),
        RoundingMode::TowardNegative => z3::ast::RoundingMode::round_towards_negative(),
    }
}

fn nearest_even() -> z3::ast::RoundingMode {
    rounding_mode(RoundingMode::NearestEven)
}

/// The operands of an application, by the sort that the operator needs.
struct Operands<'a>(&'a [Dynamic]);

impl Operands<'_> {
    fn bool(&self, idx: usize) -> Bool {
        self.0[idx].as_bool().expect("Boolean operand")
    }

    fn int(&self, idx: usize) -> Int {
        self.0[idx].as_int().expect("integer operand")
    }

    fn real(&self, idx: usize) -> Real {
        self.0[idx].as_real().expect("real operand")
    }

    fn bits(&self, idx: usize) -> BV {
        self.0[idx].as_bv().expect("bit-vector operand")
    }

    fn float(&self, idx: usize) -> Float {
        self.0[idx].as_float().expect("floating-point operand")
    }

    fn array(&self, idx: usize) -> Array {
        self.0[idx].as_array().expect("array operand")
    }
}

fn app(op: Op, operands: &[Dynamic]) -> Dynamic {
    let given = Operands(operands);
    match op {
        Op::Not => given.bool(0).not().into(),
        Op::And => Bool::and(&[given.bool(0), given.bool(1)]).into(),
        Op::Or => Bool::or(&[given.bool(0), given.bool(1)]).into(),
        Op::Eq => operands[0].eq(&operands[1]).into(),
        Op::Ite => given.bool(0).ite(&operands[1], &operands[2]),
        Op::Select => given.array(0).select(&operands[1]),
        Op::Store => given.array(0).store(&operands[1], &operands[2]).into(),
        Op::ConstArray(sort) => {
            let (index, _) = sort.array_sorts().expect("an array sort");
            Array::const_array(&z3_sort(index), &operands[0]).into()
        }
        Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Lt | Op::Le if operands[0].as_int().is_some() => {
            integer_app(op, &given)
        }
        Op::IntDiv | Op::IntMod | Op::IntToReal => integer_app(op, &given),
        Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Lt | Op::Le | Op::RealDiv | Op::RealToInt => {
            real_app(op, &given)
        }
        Op::FloatNeg
        | Op::FloatAbs
        | Op::FloatSqrt
        | Op::FloatRound(_)
        | Op::FloatAdd
        | Op::FloatSub
        | Op::FloatMul
        | Op::FloatDiv
        | Op::FloatLt
        | Op::FloatLe
        | Op::FloatEq
        | Op::FloatIsNan
        | Op::FloatIsInfinite
        | Op::FloatToFloat(_)
        | Op::FloatToSigned(_)
        | Op::FloatToUnsigned(_)
        | Op::FloatToBits => float_app(op, &given),
        Op::SignedToFloat(format) => float_from_integer(format, &operands[0], true),
        Op::UnsignedToFloat(format) => float_from_integer(format, &operands[0], false),
        Op::FloatFromBits(format) => float_from_bits(format, &given.bits(0)),
        _ => bits_app(op, &given),
    }
}

fn integer_app(op: Op, given: &Operands<'_>) -> Dynamic {
    let lhs = given.int(0);
    match op {
        Op::Neg => lhs.unary_minus().into(),
        Op::IntToReal => lhs.to_real().into(),
        Op::Add => Int::add(&[lhs, given.int(1)]).into(),
        Op::Sub => Int::sub(&[lhs, given.int(1)]).into(),
        Op::Mul => Int::mul(&[lhs, given.int(1)]).into(),
        Op::IntDiv => lhs.div(given.int(1)).into(),
        Op::IntMod => lhs.modulo(given.int(1)).into(),
        Op::Lt => lhs.lt(given.int(1)).into(),
        Op::Le => lhs.le(given.int(1)).into(),
        _ => unreachable!("no operator of integers: {op:?}"),
    }
}

fn real_app(op: Op, given: &Operands<'_>) -> Dynamic {
    let lhs = given.real(0);
    match op {
        Op::Neg => lhs.unary_minus().into(),
        Op::RealToInt => lhs.to_int().into(),
        Op::Add => Real::add(&[lhs, given.real(1)]).into(),
        Op::Sub => Real::sub(&[lhs, given.real(1)]).into(),
        Op::Mul => Real::mul(&[lhs, given.real(1)]).into(),
        Op::RealDiv => lhs.div(given.real(1)).into(),
        Op::Lt => lhs.lt(given.real(1)).into(),
        Op::Le => lhs.le(given.real(1)).into(),
        _ => unreachable!("no operator of reals: {op:?}"),
    }
}

fn bits_app(op: Op, given: &Operands<'_>) -> Dynamic {
    let lhs = given.bits(0);
    let rhs = || given.bits(1);
    match op {
        Op::BvNeg => lhs.bvneg().into(),
        Op::BvNot => lhs.bvnot().into(),
        Op::BvAdd => lhs.bvadd(rhs()).into(),
        Op::BvSub => lhs.bvsub(rhs()).into(),
        Op::BvMul => lhs.bvmul(rhs()).into(),
        Op::BvUdiv => lhs.bvudiv(rhs()).into(),
        Op::BvUrem => lhs.bvurem(rhs()).into(),
        Op::BvSdiv => lhs.bvsdiv(rhs()).into(),
        Op::BvSrem => lhs.bvsrem(rhs()).into(),
        Op::BvAnd => lhs.bvand(rhs()).into(),
        Op::BvOr => lhs.bvor(rhs()).into(),
        Op::BvXor => lhs.bvxor(rhs()).into(),
        Op::BvShl => lhs.bvshl(rhs()).into(),
        Op::BvLshr => lhs.bvlshr(rhs()).into(),
        Op::BvAshr => lhs.bvashr(rhs()).into(),
        Op::BvUlt => lhs.bvult(rhs()).into(),
        Op::BvUle => lhs.bvule(rhs()).into(),
        Op::BvSlt => lhs.bvslt(rhs()).into(),
        Op::BvSle => lhs.bvsle(rhs()).into(),
        Op::BvAddLow => {
            let (width, low_width) = (lhs.get_size(), rhs().get_size());
            let sum = lhs.extract(low_width - 1, 0).bvadd(rhs());
            lhs.extract(width - 1, low_width).concat(sum).into()
        }
        Op::Concat => lhs.concat(rhs()).into(),
        Op::Extract { hi, lo } => lhs.extract(hi, lo).into(),
        Op::ZeroExtend(extra) => lhs.zero_ext(extra).into(),
        Op::SignExtend(extra) => lhs.sign_ext(extra).into(),
        _ => unreachable!("no operator of bit-vectors: {op:?}"),
    }
}

fn float_app(op: Op, given: &Operands<'_>) -> Dynamic {
    let lhs = given.float(0);
    let rhs = || given.float(1);
    let mode = nearest_even();
    match op {
        Op::FloatNeg => lhs.unary_neg().into(),
        Op::FloatAbs => lhs.unary_abs().into(),
        Op::FloatSqrt => lhs.sqrt_with_rounding_mode(&mode).into(),
        Op::FloatRound(mode) => lhs.round_to_integral_with_rounding_mode(&rounding_mode(mode)).into(),
        Op::FloatAdd => mode.add(lhs, rhs()).into(),
        Op::FloatSub => mode.sub(lhs, rhs()).into(),
        Op::FloatMul => mode.mul(lhs, rhs()).into(),
        Op::FloatDiv => mode.div(lhs, rhs()).into(),
        Op::FloatLt => lhs.lt(rhs()).into(),
        Op::FloatLe => lhs.le(rhs()).into(),
        Op::FloatEq => lhs.eq_fpa(rhs()).into(),
        Op::FloatIsNan => lhs.is_nan().into(),
        Op::FloatIsInfinite => lhs.is_infinite().into(),
        Op::FloatToFloat(format) => lhs.to_fp_with_rounding_mode(&mode, &float_sort(format)).into(),
        Op::FloatToSigned(width) => {
            lhs.to_sbv_with_rounding_mode(&rounding_mode(RoundingMode::TowardZero), width).into()
        }
        Op::FloatToUnsigned(width) => {
            lhs.to_ubv_with_rounding_mode(&rounding_mode(RoundingMode::TowardZero), width).into()
        }
        Op::FloatToBits => float_to_bits(&lhs).into(),
        _ => unreachable!("no operator of floats: {op:?}"),
    }
}

/// The bits of a float, those of the one NaN included, which Z3 leaves open.
pub(super) fn float_to_bits(float: &Float) -> BV {
    let sort = float.get_sort();
    let format = FloatFormat {
        exponent: sort.float_exponent_size().expect("a float's sort"),
        significand: sort.float_significand_size().expect("a float's sort"),
    };
    let nan = bit_vector(format.width(), format.quiet_nan());
    float.is_nan().ite(&nan, &float.to_ieee_bv())
}
