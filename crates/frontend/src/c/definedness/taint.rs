//! Which bits of a term nobody wrote, as a term.

use std::cell::RefCell;
use std::rc::Rc;

use faultscope_ir::fold::{Domain, Memo};
use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::term::TermKind;
use faultscope_ir::{Op, Sort, SortKind, Symbol, Term, Value};

use rustc_hash::{FxHashMap, FxHashSet};

use super::state::State;

/// The variables that the values of terms are computed from, as far as somebody has asked. An index says only where a value lies.
#[derive(Default)]
pub(super) struct Sources(RefCell<FxHashMap<Term, Rc<[Symbol]>>>);

impl Sources {
    /// The variables that a term's value is computed from.
    pub(super) fn of(&self, term: Term) -> Rc<[Symbol]> {
        Rc::clone(self.0.borrow_mut().entry(term).or_insert_with(|| sources(term).into_iter().collect()))
    }

    /// Whether a term may be unwritten where some variables may be.
    pub(super) fn may_be_unwritten(&self, term: Term, unwritten: &State) -> bool {
        match term.kind() {
            TermKind::Const(_) => false,
            TermKind::Symbol(symbol) => unwritten.contains(symbol),
            _ => !unwritten.is_empty() && self.of(term).iter().any(|symbol| unwritten.contains(symbol)),
        }
    }
}

fn sources(term: Term) -> IndexSet<Symbol> {
    let (mut symbols, mut seen) = (IndexSet::default(), FxHashSet::default());
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        match term.kind() {
            TermKind::Const(_) => {}
            TermKind::Symbol(symbol) => {
                symbols.insert(*symbol);
            }
            _ if !seen.insert(term) => {}
            TermKind::App(Op::Select, operands) => work.push(operands[0]),
            _ => work.extend(term.children()),
        }
    }
    symbols
}

/// The sort of a variable's shadow: a bit for each bit of a bit-vector, and for everything else one for the whole; the same for
/// the cells of arrays.
pub(super) fn shadow_sort(sort: Sort) -> Sort {
    match sort.kind() {
        SortKind::BitVec(_) => sort,
        SortKind::Array(index, element) => Sort::array(*index, shadow_sort(*element)),
        _ => Sort::bool(),
    }
}

/// A shadow that says the same of all of a variable.
pub(super) fn uniform(sort: Sort, is_unwritten: bool) -> Term {
    match sort.array_sorts() {
        Some((_, element)) => Term::constant_array(sort, uniform(element, is_unwritten)),
        None => match sort.bit_width() {
            Some(width) => all_bits(width, is_unwritten),
            None => Term::bool(is_unwritten),
        },
    }
}

fn all_bits(width: u32, is_set: bool) -> Term {
    let bits = if is_set { u128::MAX >> (u128::BITS - width) } else { 0 };
    Term::bits(width, bits)
}

/// Builds shadows of terms at a point of the program.
pub(super) struct Taint<'a> {
    /// The shadows that there are.
    pub(super) shadows: &'a IndexMap<Symbol, Symbol>,
    /// What may be unwritten there.
    pub(super) unwritten: &'a State,
    memo: Memo<Option<Term>>,
}

impl<'a> Taint<'a> {
    pub(super) fn new(shadows: &'a IndexMap<Symbol, Symbol>, unwritten: &'a State) -> Taint<'a> {
        Taint { shadows, unwritten, memo: Memo::all() }
    }

    /// The shadow of a value as a place has it whose shadow has this sort.
    pub(super) fn stored(&mut self, value: Term, sort: Sort) -> Term {
        match self.bits(value) {
            None => uniform(sort, false),
            Some(bits) if bits.sort() == sort => bits,
            Some(bits) => any_bit(bits),
        }
    }

    /// Whether something in a value is unwritten.
    pub(super) fn any(&mut self, value: Term) -> Term {
        self.bits(value).map_or(Term::bool(false), any_bit)
    }

    /// The unwritten bits of a value: bit-vectors have a bit for each, arrays their elements' shadows, everything else one
    /// truth value. None where all are written.
    fn bits(&mut self, term: Term) -> Option<Term> {
        self.meaning(term)
    }

    fn bits_of(&mut self, term: Term, op: Op, operands: &[Term]) -> Option<Term> {
        let sort = term.sort();
        match (op, operands) {
            (Op::Select, [array, index]) => Some(widened(self.bits(*array)?.select(*index), sort)),
            (Op::Store, [array, index, element]) => {
                let clean = uniform(shadow_sort(sort), false);
                let of_element = self.stored(*element, element_sort(sort));
                let of_array = self.bits(*array);
                Some(of_array.unwrap_or(clean).store(*index, of_element))
            }
            (Op::ConstArray(_), [element]) => {
                Some(Term::constant_array(shadow_sort(sort), self.stored(*element, element_sort(sort))))
            }
            (Op::Ite, [condition, then, otherwise]) => self.choice(*condition, *then, *otherwise),
            (Op::Not | Op::BvNot, [operand]) => self.bits(*operand),
            (Op::And, [left, right]) => self.conjunction(*left, *right, Term::not),
            (Op::Or, [left, right]) => self.conjunction(*left, *right, |it| it),
            (Op::BvAnd, [left, right]) => self.conjunction(*left, *right, Term::bv_not),
            (Op::BvOr, [left, right]) => self.conjunction(*left, *right, |it| it),
            (Op::BvXor, [left, right]) => either(self.bits(*left), self.bits(*right)),
            (Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_), [operand]) => {
                Some(Term::app(op, &[self.bits(*operand)?]))
            }
            (Op::Concat, [high, low]) => {
                let (of_high, of_low) = (self.bits(*high), self.bits(*low));
                if of_high.is_none() && of_low.is_none() {
                    return None;
                }
                let clean = |it: &Term| all_bits(it.sort().bit_width().unwrap_or(1), false);
                Some(of_high.unwrap_or_else(|| clean(high)).concat(of_low.unwrap_or_else(|| clean(low))))
            }
            (Op::BvNeg | Op::BvAdd | Op::BvSub | Op::BvMul, operands) => self.carried(operands),
            (Op::BvShl | Op::BvLshr | Op::BvAshr, [value, amount]) if amount.as_value().is_some() => {
                Some(Term::app(op, &[self.bits(*value)?, *amount]))
            }
            _ => self.spoiled(sort, operands),
        }
    }

    /// The shadow of what is wholly unwritten as soon as something in an operand is.
    fn spoiled(&mut self, sort: Sort, operands: &[Term]) -> Option<Term> {
        let any: Vec<Term> = operands.iter().filter_map(|it| self.bits(*it)).map(any_bit).collect();
        if any.is_empty() {
            return None;
        }
        let any = Term::any(any);
        Some(widened(any, sort))
    }

    /// The shadow of a result each bit of which depends on the bits of the operands up to it: those below the lowest one that is
    /// unwritten are written.
    fn carried(&mut self, operands: &[Term]) -> Option<Term> {
        let own: Vec<Term> = operands.iter().filter_map(|it| self.bits(*it)).collect();
        let any = own.into_iter().reduce(joined)?;
        Some(any.bv_or(any.bv_neg()))
    }

    /// The shadow of one of two values.
    fn choice(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        let sort = then.sort();
        let of_condition = self.bits(condition);
        let (of_then, of_otherwise) = (self.bits(then), self.bits(otherwise));
        let clean = || match sort.bit_width() {
            Some(width) => all_bits(width, false),
            None => uniform(shadow_sort(sort), false),
        };
        let chosen = match (of_then, of_otherwise) {
            (None, None) => None,
            _ => Some(condition.ite(of_then.unwrap_or_else(clean), of_otherwise.unwrap_or_else(clean))),
        };
        let Some(of_condition) = of_condition.filter(|_| sort.array_sorts().is_none()) else {
            return chosen;
        };
        // Bits that both have are as good as they are there.
        let differing = match (sort.bit_width(), then.as_value(), otherwise.as_value()) {
            (Some(_), Some(_), Some(_)) => then.bv_xor(otherwise),
            (Some(width), ..) => all_bits(width, true),
            (None, ..) => uniform(shadow_sort(sort), true),
        };
        let chosen = chosen.unwrap_or_else(clean);
        Some(of_condition.ite(joined(chosen, differing), chosen))
    }

    /// The shadow of a conjunction or disjunction. An operand that nobody wrote does not matter where the other one was
    /// written and decides the result; `decides` says where a value of an operand does.
    fn conjunction(&mut self, left: Term, right: Term, decides: impl Fn(Term) -> Term) -> Option<Term> {
        let (of_left, of_right) = (self.bits(left), self.bits(right));
        let is_bits = left.sort().bit_width().is_some();
        let not = |it: Term| if is_bits { it.bv_not() } else { it.not() };
        let and = |a: Term, b: Term| if is_bits { a.bv_and(b) } else { a.and(b) };
        let part = |own: Option<Term>, other: Term, of_other: Option<Term>| {
            let own = own?;
            // The other operand does not decide, or nobody wrote it.
            let open = not(decides(other));
            let open = of_other.map_or(open, |it| joined(open, it));
            Some(and(own, open))
        };
        either(part(of_left, right, of_right), part(of_right, left, of_left))
    }
}

impl Domain for Taint<'_> {
    type Value = Option<Term>;

    fn memo(&mut self) -> &mut Memo<Option<Term>> {
        &mut self.memo
    }

    fn constant(&mut self, _: Term, _: &Value) -> Option<Term> {
        None
    }

    fn symbol(&mut self, symbol: Symbol) -> Option<Term> {
        let shadow = self.shadows.get(&symbol).filter(|_| self.unwritten.contains(&symbol))?;
        Some(widened(Term::symbol(*shadow), symbol.sort())).filter(|bits| !is_clean(*bits))
    }

    fn quantified(&mut self, _: Term) -> Option<Term> {
        None
    }

    fn application(&mut self, term: Term, op: Op, operands: &[Term]) -> Option<Term> {
        self.bits_of(term, op, operands).filter(|bits| !is_clean(*bits))
    }
}

/// The sort of the shadow of a cell of an array.
fn element_sort(array: Sort) -> Sort {
    shadow_sort(array).array_sorts().map_or(array, |(_, element)| element)
}

/// Whether a shadow says that nothing is unwritten.
fn is_clean(bits: Term) -> bool {
    bits == match bits.sort().bit_width() {
        Some(width) => all_bits(width, false),
        None => uniform(bits.sort(), false),
    }
}

/// Whether a bit of a shadow is set.
fn any_bit(bits: Term) -> Term {
    match bits.sort().bit_width() {
        Some(width) => bits.differs(all_bits(width, false)),
        None if bits.sort().is_bool() => bits,
        // Arrays are not compared as wholes.
        None => Term::bool(true),
    }
}

/// A shadow as the bits of a value of a sort.
fn widened(shadow: Term, sort: Sort) -> Term {
    match sort.bit_width() {
        Some(width) if shadow.sort().bit_width() != Some(width) => {
            shadow.ite(all_bits(width, true), all_bits(width, false))
        }
        _ => shadow,
    }
}

fn either(left: Option<Term>, right: Option<Term>) -> Option<Term> {
    match (left, right) {
        (Some(left), Some(right)) => Some(joined(left, right)),
        (left, right) => left.or(right),
    }
}

fn joined(left: Term, right: Term) -> Term {
    if left.sort().bit_width().is_some() { left.bv_or(right) } else { left.or(right) }
}
