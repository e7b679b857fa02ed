//! When a term has a value.
//!
//! Terms know one NaN, and machines have many, with signs: a NaN that is computed in another way may be another one.

use rustc_hash::FxHashSet;

use crate::op::Op;
use crate::sort::SortKind;
use crate::term::{Term, TermKind};
use crate::value::Value;

/// Whether a new term has another value than the old one, or none.
pub(super) fn differs(new: Term, old: Term) -> Term {
    new.differs(old).or(is_open(new, Some(old))).or(is_other_nan(new, old))
}

/// Whether a number is a NaN, and need not be the same one as the old.
pub(super) fn is_other_nan(new: Term, old: Term) -> Term {
    match new.sort().kind() {
        SortKind::Float(_) if new != old => Term::app(Op::FloatIsNan, &[new]),
        _ => Term::bool(false),
    }
}

/// Where SMT-LIB leaves the value of a term open, operations apart that the other one does, too.
pub(super) fn is_open(term: Term, known: Option<Term>) -> Term {
    let mut done = FxHashSet::default();
    if let Some(known) = known {
        known.visit(&mut |it| {
            done.insert(it);
        });
    }
    let mut conditions = Vec::new();
    term.visit(&mut |it| {
        if let (TermKind::App(op, operands), false) = (it.kind(), done.contains(&it)) {
            match op {
                Op::IntDiv | Op::IntMod | Op::RealDiv => {
                    let zero = Value::zero(operands[1].sort());
                    conditions.push(operands[1].equals(Term::value(zero)));
                }
                Op::FloatToSigned(_) | Op::FloatToUnsigned(_) => conditions.push(Term::bool(true)),
                Op::FloatToBits => conditions.push(Term::app(Op::FloatIsNan, operands)),
                _ => {}
            }
        }
    });
    match term.has_quantifier() && !conditions.is_empty() {
        true => Term::bool(true),
        false => Term::any(conditions),
    }
}
