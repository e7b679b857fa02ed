//! Sums of multiples of inputs.

use super::bounds::Input;

/// A number that depends on inputs: a constant, and multiples of inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) constant: i128,
    /// Ordered by input; no factor is 0.
    pub(super) terms: Vec<(Input, i128)>,
}

/// Numbers beyond this are not computed with.
const LARGEST: i128 = 1 << 100;

impl Linear {
    pub(super) fn constant(constant: i128) -> Linear {
        Linear { constant, terms: Vec::new() }
    }

    pub(super) fn input(input: Input) -> Linear {
        Linear { constant: 0, terms: vec![(input, 1)] }
    }

    /// This number and a multiple of another one; none where numbers get too large.
    pub(super) fn plus(&self, factor: i128, other: &Linear) -> Option<Linear> {
        let fits = |number: i128| (number.unsigned_abs() <= LARGEST.unsigned_abs()).then_some(number);
        let product = |number: i128| number.checked_mul(factor).and_then(fits);
        let constant = self.constant.checked_add(product(other.constant)?).and_then(fits)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (input, number) = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some((l, number)), Some((r, other))) if l == r => {
                    let term = (*l, fits(number + product(*other)?)?);
                    left.next();
                    right.next();
                    term
                }
                (Some((l, number)), other) if other.is_none_or(|(r, _)| l < r) => {
                    let term = (*l, *number);
                    left.next();
                    term
                }
                (_, Some((r, other))) => {
                    let term = (*r, product(*other)?);
                    right.next();
                    term
                }
                (Some(_), None) => break,
            };
            if number != 0 {
                terms.push((input, number));
            }
        }
        Some(Linear { constant, terms })
    }

    pub(super) fn plus_constant(&self, constant: i128) -> Option<Linear> {
        self.plus(1, &Linear::constant(constant))
    }

    pub(super) fn times(&self, factor: i128) -> Option<Linear> {
        Linear::constant(0).plus(factor, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_have_each_input_once() {
        let (x, y) = (Linear::input(Input(0)), Linear::input(Input(1)));
        let sum = x.plus(2, &y).and_then(|it| it.plus_constant(5)).expect("it is small");
        assert_eq!(sum, Linear { constant: 5, terms: vec![(Input(0), 1), (Input(1), 2)] });
        assert_eq!(sum.plus(-1, &x), y.times(2).and_then(|it| it.plus_constant(5)));
        assert_eq!(sum.plus(-1, &sum), Some(Linear::constant(0)));
        assert_eq!(y.plus(1, &x), x.plus(1, &y));
        assert_eq!(x.times(1 << 101), None);
    }
}
