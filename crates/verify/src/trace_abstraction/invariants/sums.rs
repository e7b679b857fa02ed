//! Cells of arrays that loops add to, such as the sum of another array: they are as good as variables.

use faultscope_ir::index::IndexSet;
use faultscope_ir::{Symbol, Term};
use rustc_hash::FxHashSet;

use super::super::alphabet::Alphabet;
use crate::automata::Letter;
use crate::limits::MAX_SUMS;

/// The cells of arrays that loops write where no loop changes the index, as variables.
pub(super) fn cells_of_sums(alphabet: &Alphabet, letters: &[Letter]) -> IndexSet<Term> {
    let statements = || letters.iter().flat_map(|letter| alphabet.statements(*letter));
    let targets = || statements().filter_map(|it| it.command.target());
    let assigned: FxHashSet<Symbol> = targets().map(|it| it.variable).collect();
    let mut found = IndexSet::default();
    for target in targets() {
        if let [index] = target.path[..]
            && !index.symbols().iter().any(|it| assigned.contains(it))
        {
            found.insert(Term::symbol(target.variable).select(index));
        }
    }
    found.into_iter().take(MAX_SUMS).collect()
}
