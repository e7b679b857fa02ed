//! Formulas as SMT-LIB 2.6 scripts that any solver can replay.
//!
//! A [`script`] is a query as a whole, [`Texts`] are formulas one by one that share their names. Subterms that are used more
//! than once become definitions, so a text is as large as the term graph.
//! The one construct outside the standard is `fp.to_ieee_bv`, which Z3 and cvc5 know.

use std::fmt::Write as _;

use faultscope_ir::sort::SortKind;
use faultscope_ir::term::{Quantifier, visit_all};
use faultscope_ir::{FloatFormat, Op, RoundingMode, Sort, Symbol, Term, TermKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::Features;

/// A script that asserts the formulas and checks them under the assumptions.
pub fn script(formulas: &[Term], assumptions: &[Term]) -> String {
    let roots: Vec<Term> = formulas.iter().chain(assumptions).copied().collect();
    let mut printer = Printer::default();
    printer.header(&roots);
    printer.declarations(&roots);
    for Definition { name, sort, text } in printer.definitions(&roots) {
        printer.line(format_args!("(define-fun {name} () {} {text})", sort_text(sort)));
    }
    for root in &roots {
        let formula = printer.reference(*root);
        printer.line(format_args!("(assert {formula})"));
    }
    printer.line(format_args!("(check-sat)"));
    printer.text
}

/// Formulas as texts that share their names: what a symbol is called in one of them, it is called in all.
#[derive(Default)]
pub struct Texts {
    printer: Printer,
    roots: Vec<Term>,
}

/// A sort of which nothing is known but its name, and those of its elements that are named; they are distinct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpaqueSort {
    /// The name.
    pub name: String,
    /// The names of its elements.
    pub elements: Vec<String>,
}

impl Texts {
    /// A term as text: an expression of SMT-LIB, `let` included.
    pub fn term(&mut self, term: Term) -> String {
        self.roots.push(term);
        let definitions = self.printer.definitions(&[term]);
        let body = self.printer.reference(term);
        self.printer.defined.clear();
        let let_in = |body: String, Definition { name, text, .. }: &Definition| {
            format!("(let (({name} {text})) {body})")
        };
        definitions.iter().rev().fold(body, let_in)
    }

    /// The name of a symbol in the texts.
    pub fn symbol(&mut self, symbol: Symbol) -> String {
        self.roots.push(Term::symbol(symbol));
        self.printer.name(symbol)
    }

    /// A sort as text.
    pub fn sort(&self, sort: Sort) -> String {
        sort_text(sort)
    }

    /// What the texts so far need to be declared: sorts, and then free symbols in the order in which they came.
    pub fn declarations(&self) -> (Vec<OpaqueSort>, Vec<Symbol>) {
        let Declarations { sorts, symbols } = Declarations::new(&self.roots);
        let sorts = sorts
            .into_iter()
            .map(|(sort, elements)| OpaqueSort { name: sort_text(sort), elements })
            .collect();
        (sorts, symbols.into_iter().filter_map(|(symbol, is_bound)| (!is_bound).then_some(symbol)).collect())
    }
}

/// What formulas need to be declared.
struct Declarations {
    /// The opaque sorts with their elements.
    sorts: Vec<(Sort, Vec<String>)>,
    /// The symbols, and whether a quantifier binds them.
    symbols: Vec<(Symbol, bool)>,
}

impl Declarations {
    fn new(roots: &[Term]) -> Declarations {
        let mut bound = FxHashSet::default();
        let (mut symbols, mut sorts, mut elements) = (Vec::new(), Vec::new(), Vec::new());
        visit_all(roots, &mut |term| {
            match term.kind() {
                TermKind::Symbol(symbol) => symbols.push(*symbol),
                TermKind::Quantified(_, variables, _) => {
                    variables.iter().for_each(|variable| opaque_sorts(variable.sort(), &mut sorts));
                    bound.extend(variables.iter().copied());
                }
                TermKind::Const(Value::Opaque(sort, number)) => elements.push((*sort, *number)),
                _ => {}
            }
            opaque_sorts(term.sort(), &mut sorts);
        });
        sorts.sort();
        let elements_of = |sort: Sort| {
            elements.iter().filter(|(of, _)| *of == sort).map(|(of, number)| element(*of, *number)).collect()
        };
        Declarations {
            sorts: sorts.into_iter().map(|sort| (sort, elements_of(sort))).collect(),
            symbols: symbols.into_iter().map(|symbol| (symbol, bound.contains(&symbol))).collect(),
        }
    }
}

/// A name for a subterm.
struct Definition {
    name: String,
    sort: Sort,
    text: String,
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
        let Declarations { sorts, symbols } = Declarations::new(roots);
        for (sort, elements) in sorts {
            self.line(format_args!("(declare-sort {} 0)", sort_text(sort)));
            for name in &elements {
                self.line(format_args!("(declare-const {name} {})", sort_text(sort)));
            }
            if elements.len() > 1 {
                self.line(format_args!("(assert (distinct {}))", elements.join(" ")));
            }
        }
        for (symbol, is_bound) in symbols {
            let name = self.name(symbol);
            if !is_bound {
                self.line(format_args!("(declare-const {name} {})", sort_text(symbol.sort())));
            }
        }
    }

    /// A name of its own for each symbol: SMT-LIB has no two constants of one name, even if their sorts differ, and lacks
    /// some letters.
    fn name(&mut self, symbol: Symbol) -> String {
        if let Some(known) = self.names.get(&symbol) {
            return known.clone();
        }
        let mut plain: String = symbol.name().replace(['|', '\\'], "_");
        while is_theory_name(&plain) || !self.taken.insert(plain.clone()) {
            plain.push('\'');
        }
        let name = format!("|{plain}|");
        self.names.insert(symbol, name.clone());
        name
    }

    /// Defines the closed subterms that are used more than once, each in terms of those before it.
    fn definitions(&mut self, roots: &[Term]) -> Vec<Definition> {
        let mut definitions = Vec::new();
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
                definitions.push(Definition { name: name.clone(), sort: term.sort(), text });
                self.defined.insert(term, name);
            }
        }
        definitions
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
        SortKind::Opaque(name) => format!("|{}|", opaque_sort_name(name)),
    }
}

/// The name of a sort of the program. Letters that SMT-LIB lacks get a name in parentheses, which are in no name of a
/// type, and so does what is called like a sort of SMT-LIB.
fn opaque_sort_name(name: &str) -> String {
    if THEORY_SORTS.contains(&name) {
        return format!("({name})");
    }
    name.replace('|', "(bar)").replace('\\', "(backslash)")
}

/// An element of an opaque sort. No symbol prints like that.
fn element(sort: Sort, number: u64) -> String {
    let name = sort.to_string();
    format!("|({} {number})|", opaque_sort_name(&name))
}

/// Names that have a meaning in SMT-LIB, in quotes too, and that a program may use for a variable.
const THEORY_NAMES: &str = "\
    true false not and or xor distinct ite select store const div mod abs to_real to_int is_int divisible \
    let forall exists as par match _ concat extract repeat zero_extend sign_extend rotate_left rotate_right \
    bvnot bvneg bvand bvor bvxor bvnand bvnor bvxnor bvadd bvsub bvmul bvudiv bvurem bvsdiv bvsrem bvsmod \
    bvshl bvlshr bvashr bvcomp bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge fp to_fp to_fp_unsigned NaN \
    RNE RNA RTP RTN RTZ roundNearestTiesToEven roundNearestTiesToAway roundTowardPositive \
    roundTowardNegative roundTowardZero";

fn is_theory_name(name: &str) -> bool {
    name.starts_with("fp.") || THEORY_NAMES.split(' ').any(|it| it == name)
}

/// Sorts of SMT-LIB.
const THEORY_SORTS: [&str; 8] =
    ["Array", "BitVec", "Bool", "FloatingPoint", "Int", "Real", "RegLan", "RoundingMode"];

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
        Value::Float(format, bits) if *bits == format.quiet_nan() => {
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
        Op::BvAddLow => {
            let width = |idx: usize| term.children()[idx].sort().bit_width().unwrap_or(1);
            let (top, low) = (width(0) - 1, width(1));
            let [base, addend] = operands else { unreachable!("a sum") };
            let sum = format!("(bvadd ((_ extract {} 0) |.base|) {addend})", low - 1);
            format!("(let ((|.base| {base})) (concat ((_ extract {top} {low}) |.base|) {sum}))")
        }
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
            let nan = bits_text(format.width(), format.quiet_nan());
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
        | Op::BvAddLow
        | Op::ConstArray(_) => unreachable!("printed with its parameters: {op:?}"),
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::term::Derivation;

    use super::*;

    #[test]
    fn texts_share_names() {
        let (narrow, wide) = (Symbol::new("x", Sort::bits(8)), Symbol::new("x", Sort::bits(16)));
        let mut texts = Texts::default();
        assert_eq!(texts.term(Term::symbol(narrow).equals(Term::bits(8, 5))), "(= |x| #b00000101)");
        let sum = Term::symbol(narrow).bv_mul(Term::symbol(narrow).bv_add(Term::bits(8, 1)));
        let text = texts.term(sum.bv_xor(sum.bv_mul(Term::symbol(narrow))));
        assert!(text.starts_with("(let ((|.0| (bvmul "), "{text}");
        assert_eq!(text.matches("bvadd").count(), 1, "{text}");
        assert_eq!(texts.symbol(wide), "|x'|");
        assert_eq!(texts.symbol(narrow), "|x|");
        assert_eq!(texts.declarations(), (Vec::new(), vec![narrow, wide]));
    }

    #[test]
    fn bound_symbols_are_not_declared_and_sorts_are() {
        let reference = Sort::new(SortKind::Opaque("ref".to_owned()));
        let (bound, free) = (Symbol::new("o", reference), Symbol::new("p", reference));
        let null = Term::value(Value::Opaque(reference, 0));
        let only = Term::symbol(bound).equals(Term::symbol(free)).or(Term::symbol(bound).equals(null));
        let mut texts = Texts::default();
        let text = texts.term(Term::quantified(Quantifier::Forall, &[bound], only));
        assert!(text.starts_with("(forall ((|o| |ref|)) (or "), "{text}");
        let sort = OpaqueSort { name: "|ref|".to_owned(), elements: vec!["|(ref 0)|".to_owned()] };
        assert_eq!(texts.declarations(), (vec![sort], vec![free]));
    }

    #[test]
    fn names_that_mean_something_else_are_avoided() {
        let reference = Sort::new(SortKind::Opaque("Int".to_owned()));
        let mut texts = Texts::default();
        for (name, expected) in [
            ("select", "|select'|"),
            ("select'", "|select''|"),
            (".0", "|\".0\"|"),
            ("a\\b", "|a_b|"),
            ("a_b", "|a_b'|"),
        ] {
            assert_eq!(texts.symbol(Symbol::new(name, reference)), expected);
        }
        assert_eq!(texts.sort(reference), "|(Int)|");
        let array = Symbol::new("U", reference).derived(Derivation::Version(1));
        assert_eq!(texts.symbol(array), "|U!1|");
        assert_eq!(texts.term(Term::value(Value::Opaque(reference, 1))), "|((Int) 1)|");
    }
}
