//! Walks over terms that remember what they have computed.
//!
//! Terms share subterms, so that a term of a few nodes may stand for a tree of millions. Whoever computes something of a term has to
//! remember what it has computed of its parts. Two ways to do that:
//! * a [`Domain`] is a meaning of terms: concrete values, intervals, cells on a path. It asks for the operands that it needs,
//!   and no more. Small terms are computed without remembering anything.
//! * a [`TermTable`] holds what was computed of many terms. It needs no stack, for terms that may be deep.

use rustc_hash::FxHashMap;

use crate::op::Op;
pub use crate::term::TermTable;
use crate::term::{Symbol, Term, TermKind};
use crate::value::Value;

/// Terms up to this size are computed without remembering subterms: to look them up takes longer than to compute them
/// again.
pub const SMALL: u32 = 64;

/// What was computed of applications, as far as it is remembered.
#[derive(Debug, Clone)]
pub struct Memo<T>(Option<FxHashMap<Term, T>>);

impl<T> Memo<T> {
    /// Remembers nothing.
    pub fn none() -> Memo<T> {
        Memo(None)
    }

    /// Remembers everything.
    pub fn all() -> Memo<T> {
        Memo(Some(FxHashMap::default()))
    }

    /// Remembers everything where a term is not [small](SMALL).
    pub fn of(term: Term) -> Memo<T> {
        if term.size() > SMALL { Memo::all() } else { Memo::none() }
    }

    /// Whether anything is remembered.
    pub fn remembers(&self) -> bool {
        self.0.is_some()
    }

    /// Forgets everything, and keeps the room for at most so many values.
    pub fn clear(&mut self, room: usize) {
        if let Some(known) = &mut self.0 {
            if known.capacity() > room {
                *known = FxHashMap::default();
            }
            known.clear();
        }
    }
}

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo::all()
    }
}

/// A meaning of terms.
pub trait Domain {
    /// What a term means.
    type Value: Clone;

    /// Where the meaning of applications is remembered.
    fn memo(&mut self) -> &mut Memo<Self::Value>;

    /// The meaning of a constant.
    fn constant(&mut self, term: Term, value: &Value) -> Self::Value;

    /// The meaning of a symbol.
    fn symbol(&mut self, symbol: Symbol) -> Self::Value;

    /// The meaning of a quantified formula.
    fn quantified(&mut self, term: Term) -> Self::Value;

    /// The meaning of an application. It asks for the [`meaning`](Domain::meaning) of the operands that it needs.
    fn application(&mut self, term: Term, op: Op, operands: &[Term]) -> Self::Value;

    /// Whether the meaning of an application is worth remembering.
    fn is_remembered(_term: Term) -> bool {
        true
    }

    /// The meaning of a term.
    fn meaning(&mut self, term: Term) -> Self::Value {
        match term.kind() {
            TermKind::Const(value) => self.constant(term, value),
            TermKind::Symbol(symbol) => self.symbol(*symbol),
            TermKind::Quantified(..) => self.quantified(term),
            TermKind::App(op, operands) => {
                if !Self::is_remembered(term) {
                    return self.application(term, *op, operands);
                }
                if let Some(known) = self.memo().0.as_ref().and_then(|known| known.get(&term)) {
                    return known.clone();
                }
                let meaning = self.application(term, *op, operands);
                if let Some(known) = &mut self.memo().0 {
                    known.insert(term, meaning.clone());
                }
                meaning
            }
        }
    }
}
