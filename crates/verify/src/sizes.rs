//! Questions about arrays of growing sizes.
//!
//! A function with a precondition is called with arrays of as many elements as the precondition asks for, up to a bound
//! ([`AssumptionKind::ArraySize`]). Small arrays often show that it fails, and a smaller bound is often decided where a large one is
//! not. The answer is about the largest number of elements that was decided, and its assumption names that number.

use std::iter::successors;

use faultscope_ir::{AssumptionKind, Program};
use faultscope_solver::Limits;

use crate::limits::{ARRAY_GROWTH, CONTRACT_EFFORT, FIRST_ARRAY_SIZE, LARGEST_ARRAYS_EFFORT};

/// An answer for arrays of up to some number of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtSize<T> {
    /// An answer that larger arrays do not change.
    Final(T),
    /// An answer about arrays of no more elements than these.
    Bounded(T),
    /// No call has so few elements: the precondition asks for more, or cannot hold.
    Vacuous(T),
    /// Not decided.
    Open(T),
}

impl<T> AtSize<T> {
    /// The answer.
    pub fn into_inner(self) -> T {
        match self {
            AtSize::Final(answer)
            | AtSize::Bounded(answer)
            | AtSize::Vacuous(answer)
            | AtSize::Open(answer) => answer,
        }
    }

    /// Returns whether it is decided.
    pub fn is_decided(&self) -> bool {
        matches!(self, AtSize::Final(_) | AtSize::Bounded(_))
    }
}

/// Returns whether a program calls a function with arrays of bounded size.
pub fn is_bounded(program: &Program) -> bool {
    let bounds = [AssumptionKind::ArraySize, AssumptionKind::AnnotationBounds];
    program.assumptions.iter().any(|it| bounds.contains(&it.kind))
}

/// Returns the answer for the largest number of elements, up to `most`, that is decided within [`CONTRACT_EFFORT`], and that number;
/// the last answer if none is decided.
///
/// # Errors
/// The first one of `ask`.
pub fn largest_decided<T, E>(
    most: u64,
    limits: &Limits,
    mut ask: impl FnMut(u64, &Limits) -> Result<AtSize<T>, E>,
) -> Result<(u64, AtSize<T>), E> {
    let limits = limits.with_effort(limits.scaled(CONTRACT_EFFORT));
    let smaller =
        successors(Some(FIRST_ARRAY_SIZE), |size| size.checked_mul(2)).take_while(|size| *size < most);
    let (mut known, mut effort): (Option<(u64, AtSize<T>)>, u64) = (None, 0);
    for size in smaller.chain([most]) {
        if known.is_some()
            && limits.effort_left().is_some_and(|left| left < effort.saturating_mul(ARRAY_GROWTH))
        {
            break;
        }
        let before = limits.spent();
        let answer = ask(size, &limits)?;
        effort = limits.spent() - before;
        match answer {
            AtSize::Bounded(_) | AtSize::Vacuous(_) => known = Some((size, answer)),
            AtSize::Final(_) => return Ok((size, answer)),
            AtSize::Open(_) if known.as_ref().is_some_and(|(_, it)| it.is_decided()) => break,
            AtSize::Open(_) => return Ok((size, answer)),
        }
    }
    Ok(known.expect("one number of elements is looked at"))
}

/// Decides a question about arrays: of up to `most` elements where that takes little effort, else of the [largest
/// number](largest_decided) that is decided, else of `most` with all effort.
///
/// # Errors
/// The first one of `ask`.
pub fn decided<T, E>(
    most: u64,
    limits: &Limits,
    mut ask: impl FnMut(u64, &Limits) -> Result<AtSize<T>, E>,
) -> Result<T, E> {
    let soon = limits.with_effort(limits.scaled(LARGEST_ARRAYS_EFFORT));
    let largest = ask(most, &soon)?;
    if largest.is_decided() || limits.exceeded().is_some() {
        return Ok(largest.into_inner());
    }
    let (_, smaller) = largest_decided(most, limits, &mut ask)?;
    if smaller.is_decided() {
        return Ok(smaller.into_inner());
    }
    // More effort changes an answer only if effort was missing.
    let with_all_effort = if soon.exceeded().is_some() { ask(most, limits)? } else { largest };
    Ok(with_all_effort.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(most: u64, ask: impl Fn(u64, &Limits) -> AtSize<u64>) -> (Vec<u64>, (u64, AtSize<u64>)) {
        let mut sizes = Vec::new();
        let answer = largest_decided(most, &Limits::unlimited(), |size, limits| {
            sizes.push(size);
            Ok::<_, ()>(ask(size, limits))
        });
        (sizes, answer.expect("no error"))
    }

    #[test]
    fn the_largest_number_of_elements_that_is_decided_counts() {
        let answer = asked(20, |size, _| if size < 10 { AtSize::Bounded(size) } else { AtSize::Open(size) });
        assert_eq!(answer, (vec![3, 6, 12], (6, AtSize::Bounded(6))));
        let answer = asked(8, |size, _| AtSize::Bounded(size));
        assert_eq!(answer, (vec![3, 6, 8], (8, AtSize::Bounded(8))));
    }

    #[test]
    fn what_larger_arrays_do_not_change_is_not_asked_of_them() {
        let answer = asked(8, |size, _| if size < 6 { AtSize::Vacuous(size) } else { AtSize::Final(size) });
        assert_eq!(answer, (vec![3, 6], (6, AtSize::Final(6))));
        assert_eq!(asked(2, |size, _| AtSize::Final(size)), (vec![2], (2, AtSize::Final(2))));
    }

    #[test]
    fn what_is_not_decided_for_few_elements_is_not_asked_of_more() {
        assert_eq!(asked(8, |size, _| AtSize::Open(size)), (vec![3], (3, AtSize::Open(3))));
        // A precondition that asks for more elements says nothing of them.
        let answer = asked(8, |size, _| if size < 6 { AtSize::Vacuous(size) } else { AtSize::Open(size) });
        assert_eq!(answer, (vec![3, 6], (6, AtSize::Open(6))));
    }

    #[test]
    fn the_largest_arrays_get_all_effort_where_smaller_ones_are_not_decided() {
        let decided_with = |most_effort: u64, small: fn(u64) -> AtSize<u64>| {
            let mut asked = Vec::new();
            let answer = decided(8, &Limits::unlimited(), |size, limits| {
                asked.push(size);
                limits.spend(if size == 8 { most_effort } else { 1 });
                let is_enough = size < 8 || limits.exceeded().is_none();
                Ok::<_, ()>(if is_enough { small(size) } else { AtSize::Open(size) })
            });
            (asked, answer.expect("no error"))
        };
        assert_eq!(decided_with(1, AtSize::Bounded), (vec![8], 8));
        assert_eq!(decided_with(2 * LARGEST_ARRAYS_EFFORT, AtSize::Final), (vec![8, 3], 3));
        let open_but_8 = |size| if size < 8 { AtSize::Open(size) } else { AtSize::Final(size) };
        assert_eq!(decided_with(2 * LARGEST_ARRAYS_EFFORT, open_but_8), (vec![8, 3, 8], 8));
        // Where no effort is missing, nothing is asked twice.
        assert_eq!(decided_with(1, AtSize::Open), (vec![8, 3], 8));
    }

    #[test]
    fn a_size_is_left_out_for_which_too_little_effort_is_left() {
        let answer = asked(8, |size, limits| {
            limits.spend(CONTRACT_EFFORT / if size < 6 { 1000 } else { 50 });
            AtSize::Bounded(size)
        });
        assert_eq!(answer, (vec![3, 6], (6, AtSize::Bounded(6))));
    }
}
