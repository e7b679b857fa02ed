//! The unknowns that a trace's symbolic execution is over, and which of them a term depends on.

use std::rc::Rc;

use faultscope_ir::fold::TermTable;
use faultscope_ir::{Symbol, Term};
use rustc_hash::FxHashMap;

/// The inputs of a trace in the order in which it meets them.
#[derive(Default)]
pub(crate) struct Inputs {
    ids: FxHashMap<Symbol, usize>,
    /// For each input its symbol and, if a havoc gives it, the havoc's step.
    inputs: Vec<(Symbol, Option<usize>)>,
    sets: TermTable<InputSet>,
}

/// A set of inputs: in ascending order the words of 64 inputs that have any, by their numbers. A long trace has many inputs
/// and many terms with few of them each.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputSet(Option<Rc<[(u32, u64)]>>);

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
        let ids = &self.ids;
        let set = self.sets.fill(root, &mut |term, known| {
            let own = term.as_symbol().and_then(|symbol| ids.get(&symbol));
            let own = own.map_or_else(InputSet::default, |id| InputSet::of(*id));
            term.children().iter().fold(own, |set, child| set.union(&known[*child]))
        });
        set.clone()
    }
}

impl InputSet {
    /// The set of one input.
    pub(crate) fn of(id: usize) -> InputSet {
        InputSet(Some([((id / 64) as u32, 1 << (id % 64))].into()))
    }

    fn words(&self) -> &[(u32, u64)] {
        self.0.as_deref().unwrap_or(&[])
    }

    fn word(&self, number: u32) -> u64 {
        let words = self.words();
        words.binary_search_by_key(&number, |(number, _)| *number).map_or(0, |at| words[at].1)
    }

    pub(crate) fn contains(&self, id: usize) -> bool {
        self.word((id / 64) as u32) >> (id % 64) & 1 == 1
    }

    /// Whether all inputs of `other` are in this set.
    fn covers(&self, other: &InputSet) -> bool {
        let mut own = self.words().iter();
        other.words().iter().all(|(number, word)| {
            own.find(|(at, _)| at >= number).is_some_and(|(at, own)| at == number && word & !own == 0)
        })
    }

    /// The inputs in either; shares memory where one set has them all.
    pub(crate) fn union(&self, other: &InputSet) -> InputSet {
        if self.covers(other) {
            return self.clone();
        }
        if other.covers(self) {
            return other.clone();
        }
        let (mut own, mut others) = (self.words(), other.words());
        let mut union = Vec::with_capacity(own.len().max(others.len()));
        while let (Some((at, word)), Some((other_at, other_word))) = (own.first(), others.first()) {
            let first = *at.min(other_at);
            let of = |is_there: bool, word: u64| if is_there { word } else { 0 };
            union.push((first, of(*at == first, *word) | of(*other_at == first, *other_word)));
            own = &own[usize::from(*at == first)..];
            others = &others[usize::from(*other_at == first)..];
        }
        union.extend_from_slice(own);
        union.extend_from_slice(others);
        InputSet(Some(union.into()))
    }

    /// The numbers of the inputs, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |number: u32, word: u64| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| number as usize * 64 + bit)
        };
        self.words().iter().flat_map(move |(number, word)| bits(*number, *word))
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

    #[test]
    fn unions_have_the_inputs_of_both() {
        let set =
            |ids: &[usize]| ids.iter().fold(InputSet::default(), |set, id| set.union(&InputSet::of(*id)));
        let sets: [&[usize]; 5] = [&[], &[5], &[5, 70, 900], &[0, 5, 64, 640], &[70, 71, 899]];
        for (lhs, rhs) in sets.iter().flat_map(|lhs| sets.iter().map(move |rhs| (lhs, rhs))) {
            let mut expected: Vec<usize> = lhs.iter().chain(*rhs).copied().collect();
            expected.sort_unstable();
            expected.dedup();
            let union = set(lhs).union(&set(rhs));
            assert_eq!(union.iter().collect::<Vec<_>>(), expected, "{lhs:?} {rhs:?}");
            assert_eq!(set(lhs).covers(&set(rhs)), rhs.iter().all(|id| lhs.contains(id)), "{lhs:?} {rhs:?}");
        }
    }
}
