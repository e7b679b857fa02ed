//! Minimization.

use rustc_hash::FxHashMap;

use super::{Dfa, Letter, State};

impl Dfa {
    /// The smallest automaton of the same language, and for each of its states one of the states it stands for.
    ///
    /// Partition refinement on the trimmed automaton. A step splits every class by the classes that its states'
    /// edges lead to, until nothing splits. **Deviation** from Hopcroft's algorithm: a round looks at all states, which is
    /// quadratic in the worst case; on control flow the number of rounds stays small, since letters tell most
    /// states apart in the first one.
    #[must_use]
    pub fn minimize(&self) -> (Dfa, Vec<State>) {
        let (trimmed, origins) = self.trim();
        let mut classes: Vec<u32> = trimmed.states().map(|state| u32::from(trimmed.is_final(state))).collect();
        let mut n_classes = 0;
        loop {
            let mut signatures: FxHashMap<(u32, Vec<(Letter, u32)>), u32> = FxHashMap::default();
            let refined: Vec<u32> = trimmed
                .states()
                .map(|state| {
                    let edges = trimmed.successors(state).iter();
                    let edges = edges.map(|(letter, target)| (*letter, classes[target.index()])).collect();
                    let fresh = signatures.len() as u32;
                    *signatures.entry((classes[state.index()], edges)).or_insert(fresh)
                })
                .collect();
            let n_refined = signatures.len();
            classes = refined;
            if n_refined == n_classes {
                break;
            }
            n_classes = n_refined;
        }
        let mut representatives: Vec<Option<State>> = vec![None; n_classes];
        for state in trimmed.states() {
            representatives[classes[state.index()] as usize].get_or_insert(state);
        }
        let class = |state: State| representatives[classes[state.index()] as usize];
        let (minimal, states) = trimmed.renumber(&mut |state| class(state));
        let origins = states.iter().map(|state| origins[state.index()]).collect();
        (minimal, origins)
    }
}
