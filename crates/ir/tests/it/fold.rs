//! What walks over terms compute, and how often.

use faultscope_ir::fold::{Domain, Memo, TermTable};
use faultscope_ir::{Op, Sort, Symbol, Term, TermKind, Value, eval};
use proptest::prelude::*;

const WIDTH: u32 = 4;

fn symbols() -> [Symbol; 3] {
    ["x", "y", "z"].map(|name| Symbol::new(name, Sort::bits(WIDTH)))
}

/// A row of terms, each of earlier ones: they share subterms as those of programs do.
fn terms() -> impl Strategy<Value = Vec<Term>> {
    let step = (
        0_usize..7,
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
    );
    prop::collection::vec(step, 1..30).prop_map(|steps| {
        let mut terms: Vec<Term> = symbols().map(Term::symbol).to_vec();
        terms.push(Term::bits(WIDTH, 5));
        for (kind, a, b, c) in steps {
            let [a, b, c] = [a, b, c].map(|it| terms[it.index(terms.len())]);
            terms.push(match kind {
                0 => a.bv_add(b),
                1 => a.bv_sub(b),
                2 => a.bv_mul(b),
                3 => a.bv_and(b),
                4 => a.bv_ult(b).ite(b, c),
                5 => a.equals(b).or(b.bv_slt(c)).ite(a, c),
                _ => a.bv_neg(),
            });
        }
        terms
    })
}

/// The value of a term, without any walk of the crate.
fn value(term: Term, values: &[u128; 3]) -> Value {
    match term.kind() {
        TermKind::Const(value) => value.clone(),
        TermKind::Symbol(symbol) => {
            let at = symbols().iter().position(|it| it == symbol).expect("there are three");
            Value::bits(WIDTH, values[at])
        }
        TermKind::App(Op::Ite, operands) => {
            let holds = value(operands[0], values).as_bool() == Some(true);
            value(operands[if holds { 1 } else { 2 }], values)
        }
        TermKind::App(op, operands) => {
            let operands: Vec<Value> = operands.iter().map(|it| value(*it, values)).collect();
            op.apply(&operands).expect("it has a value")
        }
        TermKind::Quantified(..) => unreachable!("there is none"),
    }
}

/// Values of all operands, and how many applications were computed.
struct Counting<'a> {
    values: &'a [u128; 3],
    memo: Memo<Value>,
    n_computed: usize,
}

impl Domain for Counting<'_> {
    type Value = Value;

    fn memo(&mut self) -> &mut Memo<Value> {
        &mut self.memo
    }

    fn constant(&mut self, _: Term, value: &Value) -> Value {
        value.clone()
    }

    fn symbol(&mut self, symbol: Symbol) -> Value {
        value(Term::symbol(symbol), self.values)
    }

    fn quantified(&mut self, _: Term) -> Value {
        unreachable!("there is none")
    }

    fn application(&mut self, _: Term, op: Op, operands: &[Term]) -> Value {
        self.n_computed += 1;
        let operands: Vec<Value> = operands.iter().map(|it| self.meaning(*it)).collect();
        op.apply(&operands).expect("it has a value")
    }
}

fn n_applications(term: Term) -> usize {
    let mut n = 0;
    term.visit(&mut |it| n += usize::from(matches!(it.kind(), TermKind::App(..))));
    n
}

proptest! {
    #[test]
    fn every_walk_gives_the_value(terms in terms(), values in [0_u128..16, 0..16, 0..16]) {
        let mut filled: TermTable<Value> = TermTable::default();
        let mut demanded: TermTable<Value> = TermTable::default();
        for term in terms.into_iter().filter(|it| it.size() < 10_000) {
            let expect = value(term, &values);
            let mut lookup = |symbol: Symbol| Some(value(Term::symbol(symbol), &values));
            prop_assert_eq!(eval::eval(term, &mut lookup), Some(expect.clone()));
            for memo in [Memo::none(), Memo::all(), Memo::of(term)] {
                let mut counting = Counting { values: &values, memo, n_computed: 0 };
                prop_assert_eq!(&counting.meaning(term), &expect);
                if counting.memo.remembers() {
                    prop_assert_eq!(counting.n_computed, n_applications(term));
                }
            }
            let own = |term: Term, operands: Vec<Value>| match term.kind() {
                TermKind::App(op, _) => op.apply(&operands).expect("it has a value"),
                _ => value(term, &values),
            };
            let found = filled.fill(term, &mut |term, known| {
                own(term, term.children().iter().map(|it| known[*it].clone()).collect())
            });
            prop_assert_eq!(found, &expect);
            let found = demanded.demand(term, &mut |term, known| {
                let operands: Result<Vec<Value>, Term> = term.children().iter().map(|it| known.get(*it).cloned()).collect();
                Ok(own(term, operands?))
            });
            prop_assert_eq!(found, &expect);
        }
    }
}

/// A term that stands for a tree of a number of nodes that no walk would get to the end of.
fn shared(depth: usize) -> Term {
    (0..depth).fold(Term::symbol(symbols()[0]), |term, _| term.bv_mul(term))
}

#[test]
fn shared_subterms_are_computed_once() {
    let term = shared(200);
    let mut counting = Counting { values: &[3, 0, 0], memo: Memo::of(term), n_computed: 0 };
    counting.meaning(term);
    assert_eq!(counting.n_computed, n_applications(term));
    let mut n_filled = 0;
    TermTable::default().fill(term, &mut |_, _| n_filled += 1);
    assert_eq!(n_filled, n_applications(term) + 1);
}

#[test]
fn what_is_not_demanded_is_not_computed() {
    let (x, deep) = (Term::symbol(symbols()[0]), shared(20));
    let choice = x.equals(Term::bits(WIDTH, 3)).ite(x, deep);
    let mut table: TermTable<Value> = TermTable::default();
    let mut n_nodes = 0;
    table.demand(choice, &mut |term, known| {
        n_nodes += 1;
        match term.kind() {
            TermKind::App(Op::Ite, operands) => {
                let holds = known.get(operands[0])?.as_bool() == Some(true);
                known.get(operands[if holds { 1 } else { 2 }]).cloned()
            }
            _ => Ok(value(term, &[3, 0, 0])),
        }
    });
    assert!(n_nodes < 10, "{n_nodes}");
    assert!(table.get(deep).is_err());
}

#[test]
fn tables_need_no_stack() {
    let one = Term::bits(WIDTH, 1);
    let x = Term::symbol(symbols()[0]);
    let deep = (0..100_000).fold(x, |term, _| term.bv_mul(x).bv_neg().bv_and(one));
    let mut n_nodes = 0;
    TermTable::default().fill(deep, &mut |_, _| n_nodes += 1);
    assert!(n_nodes > 100_000);
}
