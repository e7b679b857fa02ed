//! Values of terms in an abstract state.

use faultscope_ir::fold::{Domain, Memo};
use faultscope_ir::{Op, Symbol, Term, TermKind, Value};
use rustc_hash::FxHashMap;

use super::arrays;
use super::pair::Step;
use super::state::{State, Variables};
use super::value::Abstract;
use crate::numbers::bits::Bits;

/// Terms up to this size are evaluated without remembering subterms.
const SMALL: u32 = 48;

/// What a term can be in the states of a set.
pub(super) fn eval(term: Term, state: &State, variables: &mut Variables) -> Abstract {
    if term.size() <= SMALL {
        return Evaluation { state, variables, memo: Memo::none() }.meaning(term);
    }
    // Without recursion, since terms are deep.
    let mut memo: FxHashMap<Term, Abstract> = FxHashMap::default();
    term.visit(&mut |term| {
        let operands: Vec<Abstract> = term.children().iter().map(|child| memo[child].clone()).collect();
        let value = node(term, &operands, state, variables);
        memo.insert(term, value);
    });
    memo.remove(&term).unwrap_or_else(|| Abstract::any(term.sort()))
}

/// The values of small terms. None is remembered.
struct Evaluation<'a, 'v> {
    state: &'a State,
    variables: &'v mut Variables,
    memo: Memo<Abstract>,
}

impl Domain for Evaluation<'_, '_> {
    type Value = Abstract;

    fn memo(&mut self) -> &mut Memo<Abstract> {
        &mut self.memo
    }

    fn constant(&mut self, term: Term, _: &Value) -> Abstract {
        node(term, &[], self.state, self.variables)
    }

    fn symbol(&mut self, symbol: Symbol) -> Abstract {
        node(Term::symbol(symbol), &[], self.state, self.variables)
    }

    fn quantified(&mut self, term: Term) -> Abstract {
        node(term, &[], self.state, self.variables)
    }

    fn application(&mut self, term: Term, op: Op, operands: &[Term]) -> Abstract {
        if op == Op::Ite {
            return match self.meaning(operands[0]).decided() {
                Some(true) => self.meaning(operands[1]),
                Some(false) => self.meaning(operands[2]),
                None => self.meaning(operands[1]).join(&self.meaning(operands[2])),
            };
        }
        match operands[..] {
            [operand] => {
                let operands = [self.meaning(operand)];
                node(term, &operands, self.state, self.variables)
            }
            [lhs, rhs] => {
                let operands = [self.meaning(lhs), self.meaning(rhs)];
                node(term, &operands, self.state, self.variables)
            }
            _ => {
                let operands: Vec<Abstract> = operands.iter().map(|it| self.meaning(*it)).collect();
                node(term, &operands, self.state, self.variables)
            }
        }
    }
}

/// The value of a term whose operands have these values.
fn node(term: Term, operands: &[Abstract], state: &State, variables: &mut Variables) -> Abstract {
    variables.look();
    match term.kind() {
        TermKind::Const(value) => Abstract::of(value),
        TermKind::Symbol(symbol) => state.get(*symbol, variables),
        TermKind::Quantified(..) => Abstract::any(term.sort()),
        TermKind::App(op, terms) => match (op, operands) {
            (Op::Ite, [condition, then, otherwise]) => match condition.decided() {
                Some(true) => then.clone(),
                Some(false) => otherwise.clone(),
                None => then.join(otherwise),
            },
            (Op::Select, [array, index]) => arrays::read(array, index, term.sort()),
            (Op::Store, [array, index, element]) => {
                arrays::write(array, index, element.clone(), terms[2].sort())
            }
            (Op::ConstArray(_), [element]) => arrays::uniform(element.clone()),
            (Op::BvAddLow, [base, addend]) => {
                let step = step(terms[1], state, variables);
                base.add_low(addend, step).unwrap_or_else(|| Abstract::any(term.sort()))
            }
            _ => Abstract::apply(*op, operands, term.sort()),
        },
    }
}

/// Of which number all values of a term are multiples, as far as its form shows it.
fn step(term: Term, state: &State, variables: &mut Variables) -> Step {
    let constant = |term: Term| term.as_value().and_then(Value::as_unsigned);
    match term.kind() {
        TermKind::App(Op::BvMul, operands) => {
            let Some(factor) = constant(operands[1]).filter(|it| *it > 0) else { return Step::ANY };
            // A product that wraps around keeps its lowest bits only.
            if fits(operands[0], factor, state, variables) {
                Step::multiples(factor)
            } else {
                Step::multiples(1 << factor.trailing_zeros())
            }
        }
        TermKind::App(Op::BvShl, operands) => match constant(operands[1]) {
            Some(amount) if amount < 32 => Step::multiples(1 << amount),
            _ => Step::ANY,
        },
        _ => Step::ANY,
    }
}

/// Whether a factor times a term is in the range of signed numbers.
fn fits(term: Term, factor: u128, state: &State, variables: &mut Variables) -> bool {
    let Some(bits) = eval(term, state, variables).bits() else { return false };
    let ((lo, hi), (least, most)) = (bits.signed_ends(), Bits::any(bits.width()).signed_ends());
    let fits = |end: i128| {
        let product = i128::try_from(factor).ok().and_then(|factor| end.checked_mul(factor));
        product.is_some_and(|product| least <= product && product <= most)
    };
    fits(lo) && fits(hi)
}
