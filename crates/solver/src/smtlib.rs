//! Formulas as SMT-LIB 2.6 scripts that any solver can replay.
//!
//! Subterms that are used more than once become definitions, so a script is as large as the term graph.
//! The one construct outside the standard is `fp.to_ieee_bv`, which Z3 and cvc5 know.

use std::fmt::Write as _;

use faultscope_ir::sort::SortKind;
use faultscope_ir::term::{Quantifier, visit_all};
use faultscope_ir::{FloatFormat, Op, RoundingMode, Sort, Symbol, Term, TermKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::Features;
use crate::z3::quiet_nan;

/// A script that asserts the formulas and checks them under the assumptions.
pub fn script(formulas: &[Term], assumptions: &[Term]) -> String {
    let roots: Vec<Term> = formulas.iter().chain(assumptions).copied().collect();
    let mut printer = Printer::default();
    printer.header(&roots);
    printer.declarations(&roots);
    printer.definitions(&roots);
    for root in &roots {
        let formula = printer.reference(*root);
        printer.line(format_args!("(assert {formula})"));
    }
    printer.line(format_args!("(check-sat)"));
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    /// Names of terms that have a definition.
    defined: FxHashMap<Term, String>,
    names: FxHashMap<Symbol, String>,
    taken: FxHashSet<String>,
}

impl Printer {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn header(&mut self, roots: &[Term]) {
        let mut features = Features::default();
        roots.iter().for_each(|root| features.add(*root));
        self.line(format_args!("(set-logic {})", features.smtlib_logic()));
    }

    /// Declares opaque sorts with their elements, and the free symbols.
    fn declarations(&mut self, roots: &[Term]) {
        let mut bound = FxHashSet::default();
        let (mut symbols, mut sorts, mut elements) = (Vec::new(), Vec::new(), Vec::new());
        visit_all(roots, &mut |term| match term.kind() {
            TermKind::Symbol(symbol) => symbols.push(*symbol),
            TermKind::Quantified(_, variables, _) => bound.extend(variables.iter().copied()),
            TermKind::Const(Value::Opaque(sort, number)) => elements.push((*sort, *number)),
            _ => {}
        });
        visit_all(roots, &mut |term| opaque_sorts(term.sort(), &mut sorts));
        bound.iter().for_each(|symbol: &Symbol| opaque_sorts(symbol.sort(), &mut sorts));
        sorts.sort();
        for sort in sorts {
            self.line(format_args!("(declare-sort {} 0)", sort_text(sort)));
            let own: Vec<String> =
                elements.iter().filter(|(of, _)| *of == sort).map(|(of, n)| element(*of, *n)).collect();
            for name in &own {
                self.line(format_args!("(declare-const {name} {})", sort_text(sort)));
            }
            if own.len() > 1 {
                self.line(format_args!("(assert (distinct {}))", own.join(" ")));
            }
        }
        for symbol in symbols {
            let name = self.name(symbol);
            if !bound.contains(&symbol) {
                self.line(format_args!("(declare-const {name} {})", sort_text(symbol.sort())));
            }
        }
    }

    /// A name of its own for each symbol: SMT-LIB has no two constants of one name.
    fn name(&mut self, symbol: Symbol) -> String {
        if let Some(known) = self.names.get(&symbol) {
            return known.clone();
        }
        let mut plain: String = symbol.name().replace(['|', '\\'], "_");
        while !self.taken.insert(plain.clone()) {
            plain.push('\'');
        }
        let name = format!("|{plain}|");
        self.names.insert(symbol, name.clone());
        name
    }

    /// Defines the closed subterms that are used more than once.
    fn definitions(&mut self, roots: &[Term]) {
        let mut n_uses: FxHashMap<Term, u32> = FxHashMap::default();
        let mut open: FxHashSet<Term> = FxHashSet::default();
        let mut bound = FxHashSet::default();
        let mut order = Vec::new();
        visit_all(roots, &mut |term| {
            if let TermKind::Quantified(_, variables, _) = term.kind() {
                bound.extend(variables.iter().copied());
            }
            order.push(term);
            term.children().iter().for_each(|child| *n_uses.entry(*child).or_default() += 1);
        });
        for term in &order {
            let is_bound = term.as_symbol().is_some_and(|symbol| bound.contains(&symbol));
            if is_bound || term.children().iter().any(|child| open.contains(child)) {
                open.insert(*term);
            }
        }
        for term in order {
            let shared = n_uses.get(&term).is_some_and(|uses| *uses > 1);
            let compound = matches!(term.kind(), TermKind::App(..) | TermKind::Quantified(..));
            if shared && compound && !open.contains(&term) {
                let name = format!("|.{}|", self.defined.len());
                let text = self.expression(term);
                self.line(format_args!("(define-fun {name} () {} {text})", sort_text(term.sort())));
                self.defined.insert(term, name);
            }
        }
    }

    fn reference(&mut self, term: Term) -> String {
        match self.defined.get(&term) {
            Some(name) => name.clone(),
            None => self.expression(term),
        }
    }

    fn expression(&mut self, term: Term) -> String {
        match term.kind() {
            TermKind::Const(value) => constant(value),
            TermKind::Symbol(symbol) => self.name(*symbol),
            TermKind::App(op, operands) => {
                let operands: Vec<String> = operands.iter().map(|operand| self.reference(*operand)).collect();
                app(*op, term, &operands)
            }
            TermKind::Quantified(quantifier, variables, body) => {
                let quantifier = if *quantifier == Quantifier::Forall { "forall" } else { "exists" };
                let variables: Vec<String> = variables
                    .iter()
                    .map(|variable| format!("({} {})", self.name(*variable), sort_text(variable.sort())))
                    .collect();
                let body = self.reference(*body);
                format!("({quantifier} ({}) {body})", variables.join(" "))
            }
        }
    }
}

fn opaque_sorts(sort: Sort, found: &mut Vec<Sort>) {
    match sort.kind() {
        SortKind::Opaque(_) if !found.contains(&sort) => found.push(sort),
        SortKind::Array(index, element) => {
            opaque_sorts(*index, found);
            opaque_sorts(*element, found);
        }
        _ => {}
    }
}

fn sort_text(sort: Sort) -> String {
    match sort.kind() {
        SortKind::Bool => "Bool".to_owned(),
        SortKind::Int => "Int".to_owned(),
        SortKind::Real => "Real".to_owned(),
        SortKind::BitVec(width) => format!("(_ BitVec {width})"),
        SortKind::Float(format) => format!("(_ FloatingPoint {} {})", format.exponent, format.significand),
        SortKind::Array(index, element) => format!("(Array {} {})", sort_text(*index), sort_text(*element)),
        SortKind::Opaque(name) => format!("|{}|", name.replace(['|', '\\'], "_")),
    }
}

fn element(sort: Sort, number: u64) -> String {
    format!("|{sort}!{number}|")
}

fn constant(value: &Value) -> String {
    match value {
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) if number.sign() == num_bigint::Sign::Minus => format!("(- {})", -number),
        Value::Int(number) => number.to_string(),
        Value::Real(number) => {
            let numerator = constant(&Value::Int(number.numer().clone()));
            format!("(/ {numerator}.0 {}.0)", number.denom()).replace(").0", ".0)")
        }
        Value::Bits(width, bits) => bits_text(*width, *bits),
        Value::Float(format, bits) if *bits == quiet_nan(*format) => {
            format!("(_ NaN {} {})", format.exponent, format.significand)
        }
        Value::Float(format, bits) => {
            let fraction = format.significand - 1;
            format!(
                "(fp {} {} {})",
                bits_text(1, bits >> (format.width() - 1)),
                bits_text(format.exponent, bits >> fraction),
                bits_text(fraction, *bits)
            )
        }
        Value::Array(array) => {
            let default = format!("((as const {}) {})", sort_text(array.sort), constant(&array.default));
            array.entries.iter().fold(default, |text, (index, element)| {
                format!("(store {text} {} {})", constant(index), constant(element))
            })
        }
        Value::Opaque(sort, number) => element(*sort, *number),
    }
}

/// The lowest `width` bits in binary.
fn bits_text(width: u32, bits: u128) -> String {
    let digits = (0..width).rev().map(|bit| if bits >> bit & 1 == 1 { '1' } else { '0' });
    format!("#b{}", digits.collect::<String>())
}

fn app(op: Op, term: Term, operands: &[String]) -> String {
    let arguments = operands.join(" ");
    match op {
        Op::Extract { hi, lo } => format!("((_ extract {hi} {lo}) {arguments})"),
        Op::ZeroExtend(extra) => format!("((_ zero_extend {extra}) {arguments})"),
        Op::SignExtend(extra) => format!("((_ sign_extend {extra}) {arguments})"),
        Op::FloatRound(mode) => format!("(fp.roundToIntegral {} {arguments})", mode_text(mode)),
        Op::FloatToFloat(format) | Op::SignedToFloat(format) => {
            format!("({} RNE {arguments})", to_float("to_fp", format))
        }
        Op::UnsignedToFloat(format) => format!("({} RNE {arguments})", to_float("to_fp_unsigned", format)),
        Op::FloatFromBits(format) => format!("({} {arguments})", to_float("to_fp", format)),
        Op::FloatToSigned(width) => format!("((_ fp.to_sbv {width}) RTZ {arguments})"),
        Op::FloatToUnsigned(width) => format!("((_ fp.to_ubv {width}) RTZ {arguments})"),
        Op::FloatToBits => {
            let SortKind::Float(format) = term.children()[0].sort().kind() else {
                unreachable!("a float's bits")
            };
            let nan = bits_text(format.width(), quiet_nan(*format));
            format!("(ite (fp.isNaN {arguments}) {nan} (fp.to_ieee_bv {arguments}))")
        }
        Op::ConstArray(sort) => format!("((as const {}) {arguments})", sort_text(sort)),
        Op::FloatSqrt | Op::FloatAdd | Op::FloatSub | Op::FloatMul | Op::FloatDiv => {
            format!("({} RNE {arguments})", operator(op))
        }
        _ => format!("({} {arguments})", operator(op)),
    }
}

fn to_float(name: &str, format: FloatFormat) -> String {
    format!("(_ {name} {} {})", format.exponent, format.significand)
}

fn mode_text(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => "RNE",
        RoundingMode::NearestAway => "RNA",
        RoundingMode::TowardZero => "RTZ",
        RoundingMode::TowardPositive => "RTP",
        RoundingMode::TowardNegative => "RTN",
    }
}

/// The name of an operator without parameters.
fn operator(op: Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::Neg | Op::Sub => "-",
        Op::Add => "+",
        Op::Mul => "*",
        Op::IntDiv => "div",
        Op::IntMod => "mod",
        Op::RealDiv => "/",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::IntToReal => "to_real",
        Op::RealToInt => "to_int",
        Op::BvNeg => "bvneg",
        Op::BvNot => "bvnot",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvSdiv => "bvsdiv",
        Op::BvSrem => "bvsrem",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvUle => "bvule",
        Op::BvSlt => "bvslt",
        Op::BvSle => "bvsle",
        Op::Concat => "concat",
        Op::FloatNeg => "fp.neg",
        Op::FloatAbs => "fp.abs",
        Op::FloatSqrt => "fp.sqrt",
        Op::FloatAdd => "fp.add",
        Op::FloatSub => "fp.sub",
        Op::FloatMul => "fp.mul",
        Op::FloatDiv => "fp.div",
        Op::FloatLt => "fp.lt",
        Op::FloatLe => "fp.leq",
        Op::FloatEq => "fp.eq",
        Op::FloatIsNan => "fp.isNaN",
        Op::FloatIsInfinite => "fp.isInfinite",
        Op::Select => "select",
        Op::Store => "store",
        Op::Extract { .. }
        | Op::ZeroExtend(_)
        | Op::SignExtend(_)
        | Op::FloatRound(_)
        | Op::FloatToFloat(_)
        | Op::SignedToFloat(_)
        | Op::UnsignedToFloat(_)
        | Op::FloatToSigned(_)
        | Op::FloatToUnsigned(_)
        | Op::FloatFromBits(_)
        | Op::FloatToBits
        | Op::ConstArray(_) => unreachable!("printed with its parameters: {op:?}"),
    }
}
