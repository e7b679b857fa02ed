//! The unknowns that a trace's symbolic execution is over, and which of them a term depends on.

use std::rc::Rc;

use faultscope_ir::{Symbol, Term};
use rustc_hash::FxHashMap;

/// The inputs of a trace in the order in which it meets them.
#[derive(Default)]
pub(crate) struct Inputs {
    ids: FxHashMap<Symbol, usize>,
    /// For each input its symbol and, if a havoc gives it, the havoc's step.
    inputs: Vec<(Symbol, Option<usize>)>,
    sets: FxHashMap<Term, InputSet>,
}

/// A set of inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputSet(Option<Rc<[u64]>>);

impl Inputs {
    /// Adds an input, or finds it.
    pub(crate) fn add(&mut self, symbol: Symbol, step: Option<usize>) -> Term {
        let next = self.inputs.len();
        if *self.ids.entry(symbol).or_insert(next) == next {
            self.inputs.push((symbol, step));
        }
        Term::symbol(symbol)
    }

    /// The symbol of an input.
    pub(crate) fn symbol(&self, id: usize) -> Symbol {
        self.inputs[id].0
    }

    /// The step of the havoc that gives the input; none for the initial value of a variable.
    pub(crate) fn step(&self, id: usize) -> Option<usize> {
        self.inputs[id].1
    }

    /// The number of an input.
    pub(crate) fn id(&self, symbol: Symbol) -> Option<usize> {
        self.ids.get(&symbol).copied()
    }

    /// The inputs that a term mentions. Remembered for all subterms.
    pub(crate) fn of(&mut self, root: Term) -> InputSet {
        let mut stack = vec![root];
        while let Some(term) = stack.last().copied() {
            if self.sets.contains_key(&term) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            stack.extend(term.children().iter().filter(|child| !self.sets.contains_key(*child)));
            if stack.len() > depth {
                continue;
            }
            let own = term.as_symbol().and_then(|symbol| self.ids.get(&symbol));
            let mut set = own.map_or_else(InputSet::default, |id| InputSet::of(*id));
            for child in term.children() {
                set = set.union(&self.sets[child]);
            }
            self.sets.insert(term, set);
            stack.pop();
        }
        self.sets[&root].clone()
    }
}

impl InputSet {
    /// The set of one input.
    pub(crate) fn of(id: usize) -> InputSet {
        let mut words = vec![0; id / 64 + 1];
        words[id / 64] = 1 << (id % 64);
        InputSet(Some(words.into()))
    }

    fn words(&self) -> &[u64] {
        self.0.as_deref().unwrap_or(&[])
    }

    pub(crate) fn contains(&self, id: usize) -> bool {
        self.words().get(id / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// Whether all inputs of `other` are in this set.
    fn covers(&self, other: &InputSet) -> bool {
        let word = |idx: usize| self.words().get(idx).copied().unwrap_or(0);
        other.words().iter().enumerate().all(|(idx, it)| it & !word(idx) == 0)
    }

    /// The inputs in either; shares memory where one set has them all.
    pub(crate) fn union(&self, other: &InputSet) -> InputSet {
        if self.covers(other) {
            return self.clone();
        }
        if other.covers(self) {
            return other.clone();
        }
        let word = |set: &InputSet, idx: usize| set.words().get(idx).copied().unwrap_or(0);
        let n_words = self.words().len().max(other.words().len());
        InputSet(Some((0..n_words).map(|idx| word(self, idx) | word(other, idx)).collect()))
    }

    /// The numbers of the inputs, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |idx: usize, word: u64| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| idx * 64 + bit)
        };
        self.words().iter().enumerate().flat_map(move |(idx, word)| bits(idx, *word))
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Sort;

    use super::*;

    #[test]
    fn terms_know_their_inputs() {
        let mut inputs = Inputs::default();
        let terms: Vec<Term> =
            (0..70).map(|n| inputs.add(Symbol::new(&format!("i{n}"), Sort::int()), None)).collect();
        let set = inputs.of(terms[3].add(terms[68]).add(terms[3]).add(Term::var("other", Sort::int())));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 68]);
        assert!(set.contains(68) && !set.contains(4));
        assert_eq!(inputs.of(Term::int(1)).iter().count(), 0);
    }
}
