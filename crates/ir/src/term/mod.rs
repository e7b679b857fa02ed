//! Hash-consed terms.
//!
//! A [`Term`] is a copyable handle; structurally equal terms are the same handle, so equality and hashing
//! cost nothing. Constructors simplify (see [`simplify`]): constants fold, and local rewrites keep what
//! symbolic execution builds small. Interned terms live as long as the process: the tool analyses one
//! program and ends, and in exchange no analysis carries a term store around
//! (`docs/decisions/0002-terms-live-as-long-as-the-process.md`).
//!
//! **Invariant:** no order that can be seen from outside depends on addresses or on the order of creation.

mod build;
mod hash;
mod rewriting;
mod simplify;
mod symbol;
mod table;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex};

use rustc_hash::FxHashSet;

use crate::op::Op;
use crate::sort::Sort;
use crate::value::Value;

use hash::stable_hash;
pub use rewriting::Rewriting;
pub use symbol::{Derivation, Purpose, Symbol, SymbolKind};
pub use table::TermTable;

/// Universal or existential.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    /// For all.
    Forall,
    /// There is.
    Exists,
}

/// What a term is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// A value.
    Const(Value),
    /// An unknown.
    Symbol(Symbol),
    /// An operator and its operands.
    App(Op, Box<[Term]>),
    /// A quantified formula. Bound symbols are used nowhere else: whoever makes a quantifier makes fresh
    /// ones, so that substitution need not rename.
    Quantified(Quantifier, Box<[Symbol]>, Term),
}

/// A term; see the module's documentation.
#[derive(Clone, Copy)]
pub struct Term(&'static Node);

struct Node {
    kind: TermKind,
    sort: Sort,
    hash: u64,
    /// Nodes of the term written out as a tree, saturating.
    size: u32,
    /// Leaves of an if-then-else tree whose leaves are all constants; 0 for other terms, saturating.
    constant_leaves: u32,
    quantified: bool,
    has_array: bool,
    has_product: bool,
}

/// [`TermKind`] without owning operands. It hashes as the kind that it stands for does.
#[derive(Hash)]
enum KindRef<'a> {
    Const(&'a Value),
    Symbol(Symbol),
    App(Op, &'a [Term]),
    Quantified(Quantifier, &'a [Symbol], Term),
}

impl KindRef<'_> {
    fn of(kind: &TermKind) -> KindRef<'_> {
        match kind {
            TermKind::Const(value) => KindRef::Const(value),
            TermKind::Symbol(symbol) => KindRef::Symbol(*symbol),
            TermKind::App(op, operands) => KindRef::App(*op, operands),
            TermKind::Quantified(quantifier, variables, body) => {
                KindRef::Quantified(*quantifier, variables, *body)
            }
        }
    }

    fn is(&self, kind: &TermKind) -> bool {
        match (self, kind) {
            (KindRef::Const(value), TermKind::Const(other)) => *value == other,
            (KindRef::Symbol(symbol), TermKind::Symbol(other)) => symbol == other,
            (KindRef::App(op, operands), TermKind::App(other, others)) => {
                op == other && **operands == **others
            }
            (
                KindRef::Quantified(quantifier, variables, body),
                TermKind::Quantified(other, others, other_body),
            ) => quantifier == other && **variables == **others && body == other_body,
            _ => false,
        }
    }
}

/// Known nodes by their hash: places that are tried one after the other, at most half of them taken.
#[derive(Default)]
struct Table {
    places: Vec<Option<&'static Node>>,
    n_taken: usize,
}

impl Table {
    /// The node of this kind, or the free place for it.
    fn find(&self, hash: u64, kind: &KindRef<'_>) -> Result<&'static Node, usize> {
        let mut at = self.first_place(hash);
        loop {
            match self.places[at] {
                Some(node) if node.hash == hash && kind.is(&node.kind) => return Ok(node),
                Some(_) => at = (at + 1) % self.places.len(),
                None => return Err(at),
            }
        }
    }

    /// The low bits of hashes are the worst ones.
    fn first_place(&self, hash: u64) -> usize {
        (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize % self.places.len()
    }

    /// Makes room for one more node.
    fn reserve(&mut self) {
        if 2 * (self.n_taken + 1) <= self.places.len() {
            return;
        }
        let n_places = (2 * self.places.len()).max(1 << 10);
        let nodes = std::mem::replace(&mut self.places, vec![None; n_places]);
        for node in nodes.into_iter().flatten() {
            let mut at = self.first_place(node.hash);
            while self.places[at].is_some() {
                at = (at + 1) % n_places;
            }
            self.places[at] = Some(node);
        }
    }

    fn put(&mut self, place: usize, node: &'static Node) {
        self.places[place] = Some(node);
        self.n_taken += 1;
    }
}

const N_SHARDS: usize = 16;

static TERMS: LazyLock<[Mutex<Table>; N_SHARDS]> = LazyLock::new(Default::default);

thread_local! {
    static N_BUILT: Cell<u64> = const { Cell::new(0) };
}

/// How many terms this thread has built by now, whether or not they were known already: a deterministic measure of
/// work on terms, for those who count effort.
pub fn n_built() -> u64 {
    N_BUILT.get()
}

/// Counts terms as built by this thread that are looked up all at once: whoever remembers what was made of a term counts what
/// making it would take, so that the measure does not depend on who was first.
pub fn count_built(n_terms: u64) {
    N_BUILT.set(N_BUILT.get() + n_terms);
}

impl Term {
    fn intern(kind: TermKind) -> Term {
        let hash = stable_hash(&kind);
        let shard = &TERMS[(hash >> 32) as usize % N_SHARDS];
        let mut terms = shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Term::find_or_add(&mut terms, hash, &KindRef::of(&kind), || kind.clone())
    }

    /// An application, for which nothing is allocated if it is known.
    fn intern_app(op: Op, operands: &[Term]) -> Term {
        let kind = KindRef::App(op, operands);
        let hash = stable_hash(&kind);
        let shard = &TERMS[(hash >> 32) as usize % N_SHARDS];
        let mut terms = shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Term::find_or_add(&mut terms, hash, &kind, || TermKind::App(op, operands.into()))
    }

    fn find_or_add(
        terms: &mut Table,
        hash: u64,
        kind: &KindRef<'_>,
        owned: impl FnOnce() -> TermKind,
    ) -> Term {
        N_BUILT.set(N_BUILT.get() + 1);
        terms.reserve();
        match terms.find(hash, kind) {
            Ok(known) => Term(known),
            Err(place) => {
                let node: &'static Node = Box::leak(Box::new(Node::new(owned(), hash)));
                terms.put(place, node);
                Term(node)
            }
        }
    }

    /// What the term is made of.
    pub fn kind(self) -> &'static TermKind {
        &self.0.kind
    }

    /// The term's sort.
    pub fn sort(self) -> Sort {
        self.0.sort
    }

    /// The number of nodes when written out as a tree, saturating.
    pub fn size(self) -> u32 {
        self.0.size
    }

    /// The leaves of an if-then-else tree whose leaves are all constants, each as often as it stands there when the tree is
    /// written out, saturating; 0 for other terms.
    pub fn n_constant_leaves(self) -> u32 {
        self.0.constant_leaves
    }

    /// Whether a quantifier occurs in the term.
    pub fn has_quantifier(self) -> bool {
        self.0.quantified
    }

    /// Whether the term or one of its subterms is an array.
    pub fn has_array(self) -> bool {
        self.0.has_array
    }

    /// Whether a product of bit-vectors occurs in the term.
    pub fn has_product(self) -> bool {
        self.0.has_product
    }

    /// The value of a constant.
    pub fn as_value(self) -> Option<&'static Value> {
        match self.kind() {
            TermKind::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The truth value of a constant.
    pub fn as_bool(self) -> Option<bool> {
        self.as_value()?.as_bool()
    }

    /// The symbol, if the term is one.
    pub fn as_symbol(self) -> Option<Symbol> {
        match self.kind() {
            TermKind::Symbol(symbol) => Some(*symbol),
            _ => None,
        }
    }

    /// The operands, if the term applies this operator.
    pub fn operands_of(self, op: Op) -> Option<&'static [Term]> {
        match self.kind() {
            TermKind::App(this, operands) if *this == op => Some(operands),
            _ => None,
        }
    }

    /// The direct subterms.
    pub fn children(self) -> &'static [Term] {
        match self.kind() {
            TermKind::Const(_) | TermKind::Symbol(_) => &[],
            TermKind::App(_, operands) => operands,
            TermKind::Quantified(_, _, body) => std::slice::from_ref(body),
        }
    }

    /// An order by content, the same in every run. It means nothing else.
    fn stable_key(self) -> u64 {
        self.0.hash
    }

    /// Calls `visit` once for every distinct subterm, operands before the terms that use them.
    pub fn visit(self, visit: &mut dyn FnMut(Term)) {
        visit_all(&[self], visit);
    }

    /// The free symbols, each once, in the order in which they occur.
    pub fn symbols(self) -> Vec<Symbol> {
        let mut bound = FxHashSet::default();
        let mut symbols = Vec::new();
        self.visit(&mut |term| match term.kind() {
            TermKind::Symbol(symbol) => symbols.push(*symbol),
            TermKind::Quantified(_, variables, _) => bound.extend(variables.iter().copied()),
            _ => {}
        });
        symbols.retain(|symbol| !bound.contains(symbol));
        symbols
    }

    /// Whether the symbol occurs.
    pub fn mentions(self, symbol: Symbol) -> bool {
        let mut found = false;
        self.visit(&mut |term| found |= term.as_symbol() == Some(symbol));
        found
    }
}

/// Calls `visit` once for every distinct subterm of all `roots`, operands first.
pub fn visit_all(roots: &[Term], visit: &mut dyn FnMut(Term)) {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|root| (*root, false)).collect();
    while let Some((term, expanded)) = stack.pop() {
        if expanded {
            visit(term);
        } else if seen.insert(term) {
            stack.push((term, true));
            stack.extend(term.children().iter().rev().map(|child| (*child, false)));
        }
    }
}

impl Node {
    fn new(kind: TermKind, hash: u64) -> Node {
        let (sort, size, quantified) = match &kind {
            TermKind::Const(value) => (value.sort(), 1, false),
            TermKind::Symbol(symbol) => (symbol.sort(), 1, false),
            TermKind::App(op, operands) => {
                let sorts: Vec<Sort> = operands.iter().map(|operand| operand.sort()).collect();
                let size = operands.iter().fold(1_u32, |size, operand| size.saturating_add(operand.size()));
                (op.result_sort(&sorts), size, operands.iter().any(|operand| operand.has_quantifier()))
            }
            TermKind::Quantified(_, _, body) => (Sort::bool(), body.size().saturating_add(1), true),
        };
        let constant_leaves = match &kind {
            TermKind::Const(_) => 1,
            TermKind::App(Op::Ite, operands) => {
                let (then, otherwise) = (operands[1].0.constant_leaves, operands[2].0.constant_leaves);
                if then == 0 || otherwise == 0 { 0 } else { then.saturating_add(otherwise) }
            }
            _ => 0,
        };
        let children = match &kind {
            TermKind::Const(_) | TermKind::Symbol(_) => &[][..],
            TermKind::App(_, operands) => operands,
            TermKind::Quantified(_, _, body) => std::slice::from_ref(body),
        };
        let has_array = sort.array_sorts().is_some() || children.iter().any(|it| it.has_array());
        let has_product =
            matches!(kind, TermKind::App(Op::BvMul, _)) || children.iter().any(|it| it.has_product());
        Node { kind, sort, hash, size, constant_leaves, quantified, has_array, has_product }
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
