//! Which patches are not shown, although the programs with them pass what was asked.
//!
//! Where little says what a program has to do, many changes meet it, and most of them are no repair. Better none is shown then.

use std::collections::BTreeSet;

use faultscope_ir::Program;

use crate::failure::Failure;
use crate::patches::{ContractOutcome, KeptLevel, Patch, PatchVerdict};
use crate::rules::{BOUNDARY_WEIGHT, Likelihood};

/// Drops patches of which nothing says that they keep what works, no contract either, but that they pass these tests: last resorts, those with an operand
/// that was learned with a number that the program does not know, and all of them where they are at more lines than this, but for a slip
/// at a boundary that is likelier than every other. Returns whether that was the case. What leaves another error has to keep all that
/// was executed and worked. With no bound on lines all are kept.
pub(crate) fn withhold(patches: &mut Vec<Patch>, failure: &Failure<'_>, max_lines: usize) -> bool {
    patches.retain(|it| it.leaves.is_empty() || it.kept.level() == KeptLevel::All);
    if max_lines == usize::MAX {
        return false;
    }
    if failure.tests.is_some_and(|tests| tests.n_around() > 0) {
        // What alters what worked is none where something else does not, nor where it alters most of it.
        let keeps_all = |it: &Patch| it.kept.is_shown(KeptLevel::All);
        let some_keep_all = patches.iter().any(keeps_all);
        patches.retain(|it| if some_keep_all { keeps_all(it) } else { !it.kept.is_few() });
    }
    let is_by_tests = is_decided_by_tests(failure);
    let is_met =
        |it: &Patch| it.contract.as_ref().is_some_and(|it| matches!(it.outcome, ContractOutcome::Met { .. }));
    let is_unfounded = |it: &Patch| is_by_tests && it.verdict == PatchVerdict::PassesTests && !is_met(it);
    let line = |it: &Patch| (it.change.file.clone(), it.change.line);
    let counts = |it: &&Patch| is_unfounded(it) && !is_by_tests_alone(it);
    let lines: BTreeSet<_> = patches.iter().filter(counts).map(line).collect();
    let is_too_much = lines.len() > max_lines;
    let clear = patches.first().filter(|it| is_unfounded(it) && is_clear_slip(it, patches)).cloned();
    let numbers = numbers_of(failure.program);
    patches.retain(|it| {
        let is_last = Likelihood::of(it.weight) == Likelihood::LastResort;
        let is_made_up = it.is_learned && !numbers_in(&it.edit.new).all(|it| numbers.contains(&it));
        !(is_unfounded(it) && !it.is_usual && (is_too_much || is_last || is_made_up))
    });
    if is_too_much && let Some(clear) = clear {
        patches.insert(0, clear);
    }
    is_too_much
}

/// Whether a change chooses a condition so that all tests pass: there is nearly always one, wherever it stands.
fn is_by_tests_alone(patch: &Patch) -> bool {
    patch.is_learned || Likelihood::of(patch.weight) == Likelihood::LastResort
}

/// Whether only tests say what has to be: output or status is wrong, or a crash is all that is known.
fn is_decided_by_tests(failure: &Failure<'_>) -> bool {
    let Some(tests) = failure.tests else { return false };
    failure.only_fails_tests() || tests.expect_nothing()
}

/// Whether a patch is a slip at a boundary, and likelier than those at all other lines.
fn is_clear_slip(patch: &Patch, all: &[Patch]) -> bool {
    let others = all.iter().filter(|it| it.change.line != patch.change.line);
    patch.weight >= BOUNDARY_WEIGHT && others.map(|it| it.weight).all(|it| it < patch.weight)
}

/// The numbers that every program knows, and those in the user's files.
fn numbers_of(program: &Program) -> BTreeSet<u64> {
    let texts = program.sources.files().filter_map(|(_, it)| it.text.as_deref());
    texts.flat_map(numbers_in).chain([0, 1, 2, u64::from(b' ')]).collect()
}

/// The whole numbers and characters in a text.
fn numbers_in(text: &str) -> impl Iterator<Item = u64> {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let words = text.split(move |it| !is_word(it));
    let numbers = words.filter_map(|it| it.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok());
    let characters = text.split('\'').skip(1).step_by(2);
    numbers.chain(characters.filter_map(|it| match it.as_bytes() {
        [byte] => Some(u64::from(*byte)),
        _ => None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[u64]) {
        assert_eq!(numbers_in(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn numbers_and_characters_of_a_text() {
        check("n == 12u || s[i2] > x3", &[12]);
        check("c == 'a' && n < 7", &[7, 97]);
        check("c == '\\n'", &[]);
    }
}
