//! The parts that an initializer gives values, where later ones take the place of earlier ones (6.7.9, 19).

use std::collections::{BTreeMap, BTreeSet};

use super::super::hir::{Effects, Expr, InitItem, PathStep};

/// A part that is given, by its path; with its turn.
#[derive(Default)]
pub(super) struct Parts {
    given: BTreeMap<Vec<PathStep>, (usize, Expr)>,
    /// Aggregates that a range gave a list with computed values: to gcc each is one value.
    of_ranges: BTreeSet<Vec<PathStep>>,
    n_turns: usize,
    has_left_out: bool,
}

impl Parts {
    /// How many parts there are.
    pub(super) fn len(&self) -> usize {
        self.given.len()
    }

    /// Gives a part a value; what it was given before, and all within it, counts no more.
    pub(super) fn put(&mut self, path: Vec<PathStep>, value: Expr) {
        self.clear(&path);
        self.n_turns += 1;
        self.given.insert(path, (self.n_turns, value));
    }

    /// Forgets what a part and all within it was given.
    pub(super) fn clear(&mut self, path: &[PathStep]) {
        self.retain_within(path, |_| false);
    }

    /// Forgets what a part was given as one value.
    ///
    /// Where that was a list of a range with computed values, its parts are forgotten as well, as gcc does (seen in 12). Nobody
    /// has said what remains of it: it counts as an effect that is left out.
    pub(super) fn enter_whole(&mut self, path: &[PathStep]) {
        if self.of_ranges.contains(path) {
            self.clear(path);
            self.has_left_out = true;
        }
        self.remove(path);
    }

    /// Notes that a range has given the list within a part, if some value there is no constant.
    pub(super) fn note_list_of_range(&mut self, path: &[PathStep], is_constant: impl Fn(&Expr) -> bool) {
        if self.within(path).any(|(_, value)| !is_constant(value)) {
            self.of_ranges.insert(path.to_vec());
        }
    }

    /// Whether a value that counts no more has effects, of which C leaves open whether they happen (6.7.9, 19).
    pub(super) fn has_left_out(&self) -> bool {
        self.has_left_out
    }

    fn remove(&mut self, path: &[PathStep]) {
        if let Some((_, value)) = self.given.remove(path) {
            self.has_left_out |= value.effects.has(Effects::CHANGE.or(Effects::CALL));
        }
    }

    /// Forgets what a part was given as one value, and what within it begins with a step that `keeps` leaves out.
    pub(super) fn enter(&mut self, path: &[PathStep], keeps: impl Fn(PathStep) -> bool) {
        self.enter_whole(path);
        self.retain_within(path, |rest| rest.first().is_none_or(|step| keeps(*step)));
    }

    fn retain_within(&mut self, path: &[PathStep], keeps: impl Fn(&[PathStep]) -> bool) {
        let gone = self.within(path).filter(|(known, _)| !keeps(&known[path.len()..]));
        let gone: Vec<_> = gone.map(|(known, _)| known.clone()).collect();
        for known in gone {
            self.remove(&known);
        }
        self.of_ranges.retain(|known| known.strip_prefix(path).is_none_or(&keeps));
    }

    /// A part and those within it, with what they are given.
    fn within(&self, path: &[PathStep]) -> impl Iterator<Item = (&Vec<PathStep>, &Expr)> {
        let behind = self.given.range(path.to_vec()..).map(|(known, (_, value))| (known, value));
        behind.take_while(move |(known, _)| known.starts_with(path))
    }

    /// The items, in the order of their turns.
    pub(super) fn into_items(self) -> Vec<InitItem> {
        let mut items: Vec<_> = self.given.into_iter().collect();
        items.sort_by_key(|(_, (turn, _))| *turn);
        items.into_iter().map(|(path, (_, value))| InitItem { path, value }).collect()
    }
}
