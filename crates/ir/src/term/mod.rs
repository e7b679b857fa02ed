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
mod simplify;
mod symbol;
#[cfg(test)]
mod tests;

use std::borrow::Borrow;
use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::sort::Sort;
use crate::value::Value;

use hash::stable_hash;
pub use symbol::{Derivation, Purpose, Symbol, SymbolKind};

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
}

/// The interner's entry for a node, found by its kind alone.
struct Entry(&'static Node);

impl Borrow<TermKind> for Entry {
    fn borrow(&self) -> &TermKind {
        &self.0.kind
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.0.kind == other.0.kind
    }
}

impl Eq for Entry {}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.kind.hash(state);
    }
}

const N_SHARDS: usize = 16;

static TERMS: LazyLock<[Mutex<FxHashSet<Entry>>; N_SHARDS]> = LazyLock::new(Default::default);

thread_local! {
    static N_BUILT: Cell<u64> = const { Cell::new(0) };
}

/// How many terms this thread has built by now, whether or not they were known already: a deterministic measure of
/// work on terms, for those who count effort.
pub fn n_built() -> u64 {
    N_BUILT.get()
}

impl Term {
    fn intern(kind: TermKind) -> Term {
        N_BUILT.set(N_BUILT.get() + 1);
        let hash = stable_hash(&kind);
        let shard = &TERMS[(hash >> 32) as usize % N_SHARDS];
        let mut terms = shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(Entry(known)) = terms.get(&kind) {
            return Term(known);
        }
        let node: &'static Node = Box::leak(Box::new(Node::new(kind, hash)));
        terms.insert(Entry(node));
        Term(node)
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

    /// The term with symbols replaced, simplified again on the way.
    #[must_use]
    pub fn substitute(self, substitution: &FxHashMap<Symbol, Term>) -> Term {
        if substitution.is_empty() {
            return self;
        }
        self.rewrite(&mut |symbol| substitution.get(&symbol).copied())
    }

    /// The term with every symbol for which `replace` gives a term replaced by it.
    #[must_use]
    pub fn rewrite(self, replace: &mut dyn FnMut(Symbol) -> Option<Term>) -> Term {
        Rewriting::default().rewrite(self, replace)
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

/// A rewriting from the leaves upwards that remembers what it has rewritten, for many terms that share subterms.
#[derive(Default)]
pub struct Rewriting {
    done: FxHashMap<Term, Term>,
}

impl Rewriting {
    /// Replaces symbols. `replace` has to give the same answers as long as this value lives.
    pub fn rewrite(&mut self, root: Term, replace: &mut dyn FnMut(Symbol) -> Option<Term>) -> Term {
        self.walk(root, &mut |term, done| match term.kind() {
            TermKind::Symbol(symbol) => replace(*symbol).unwrap_or(term),
            _ => rebuilt(term, done, &mut |_, _| None),
        })
    }

    /// Replaces applications, given by their operator and their operands rewritten. `replace` has to give the same
    /// answers as long as this value lives.
    pub fn rewrite_applications(
        &mut self,
        root: Term,
        replace: &mut dyn FnMut(&Op, &[Term]) -> Option<Term>,
    ) -> Term {
        self.walk(root, &mut |term, done| rebuilt(term, done, replace))
    }

    /// Visits subterms that are not done yet, operands first, on a stack of its own: terms are deep.
    fn walk(&mut self, root: Term, node: &mut dyn FnMut(Term, &FxHashMap<Term, Term>) -> Term) -> Term {
        let mut stack = vec![root];
        while let Some(term) = stack.last().copied() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            stack.extend(term.children().iter().filter(|child| !self.done.contains_key(*child)));
            if stack.len() > depth {
                continue;
            }
            let rewritten = node(term, &self.done);
            self.done.insert(term, rewritten);
            stack.pop();
        }
        self.done[&root]
    }
}

/// A term over its rewritten operands, or what replaces it.
fn rebuilt(
    term: Term,
    done: &FxHashMap<Term, Term>,
    replace: &mut dyn FnMut(&Op, &[Term]) -> Option<Term>,
) -> Term {
    match term.kind() {
        TermKind::Const(_) | TermKind::Symbol(_) => term,
        TermKind::App(op, operands) => {
            let rewritten: Vec<Term> = operands.iter().map(|operand| done[operand]).collect();
            match replace(op, &rewritten) {
                Some(replacement) => replacement,
                None if rewritten[..] == operands[..] => term,
                None => Term::app(*op, &rewritten),
            }
        }
        TermKind::Quantified(quantifier, variables, body) => {
            Term::quantified(*quantifier, variables, done[body])
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
        Node { kind, sort, hash, size, constant_leaves, quantified }
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
