//! Bit-vector arithmetic in gates. Words are least significant bit first.

use std::rc::Rc;

use super::gates::Gates;
use super::sat::Lit;

/// The literals of a bit-vector, least significant first.
/// Shared, for a term's word is an operand of many others.
pub(super) type Word = Rc<[Lit]>;

/// Which way a shift goes and what it draws in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    LogicalRight,
    ArithmeticRight,
}

impl Gates {
    pub(super) fn constant_word(&self, width: u32, bits: u128) -> Word {
        (0..width).map(|idx| self.constant(bits >> idx & 1 == 1)).collect()
    }

    fn zeroes(&self, width: usize) -> Vec<Lit> {
        vec![self.constant(false); width]
    }

    pub(super) fn fresh_word(&mut self, width: u32) -> Word {
        (0..width).map(|_| self.sat.fresh()).collect()
    }

    pub(super) fn map2(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Gates, Lit, Lit) -> Lit) -> Word {
        a.iter().zip(b).map(|(a, b)| gate(self, *a, *b)).collect()
    }

    pub(super) fn choose_word(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
        then.iter().zip(otherwise).map(|(a, b)| self.choose(condition, *a, *b)).collect()
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let differences = self.map2(a, b, Gates::xor);
        !self.any(differences.iter().copied())
    }

    /// The sum and the carry out of the highest bit.
    fn add_with_carry(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let half = self.xor(*a, *b);
            sum.push(self.xor(half, carry));
            carry = self.majority(*a, *b, carry);
        }
        (sum.into(), carry)
    }

    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let carry = self.constant(false);
        self.add_with_carry(a, b, carry).0
    }

    pub(super) fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.subtract_with_order(a, b).0
    }

    /// `a - b`, and whether `b <= a` as unsigned numbers.
    fn subtract_with_order(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
        let complement: Word = b.iter().map(|lit| !*lit).collect();
        let carry = self.constant(true);
        self.add_with_carry(a, &complement, carry)
    }

    pub(super) fn negate(&mut self, a: &[Lit]) -> Word {
        let zeroes = self.zeroes(a.len());
        self.subtract(&zeroes, a)
    }

    /// Unsigned `a < b`.
    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        // Only the carries of b - a - 1 count, from the lowest bit up.
        let mut less = self.constant(false);
        for (a, b) in a.iter().zip(b) {
            less = self.majority(!*a, *b, less);
        }
        less
    }

    /// Signed `a < b`.
    pub(super) fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let flip = |word: &[Lit]| -> Word {
            let sign = word.len() - 1;
            word.iter().enumerate().map(|(idx, lit)| lit.negated_if(idx == sign)).collect()
        };
        self.less(&flip(a), &flip(b))
    }

    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let n_constant = |gates: &Gates, word: &[Lit]| {
            word.iter().filter(|lit| gates.as_constant(**lit) == Some(false)).count()
        };
        // Rows of the factor with more known zeroes cost nothing.
        let (a, b) = if n_constant(self, a) > n_constant(self, b) { (b, a) } else { (a, b) };
        let width = a.len();
        let mut product = self.zeroes(width);
        for (shift, bit) in b.iter().enumerate() {
            if self.as_constant(*bit) == Some(false) {
                continue;
            }
            let row: Word = a[..width - shift].iter().map(|lit| self.and(*lit, *bit)).collect();
            let sum = self.add(&product[shift..], &row);
            product[shift..].copy_from_slice(&sum);
        }
        product.into()
    }

    /// Unsigned quotient and remainder by long division, with SMT-LIB's results for a zero divisor.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let mut remainder = self.zeroes(width + 1);
        let mut divisor = b.to_vec();
        divisor.push(self.constant(false));
        let mut quotient = self.zeroes(width);
        for idx in (0..width).rev() {
            remainder.copy_within(0..width, 1);
            remainder[0] = a[idx];
            // A zero divisor always fits: the quotient becomes all ones and the remainder the dividend.
            let (difference, fits) = self.subtract_with_order(&remainder, &divisor);
            quotient[idx] = fits;
            remainder = self.choose_word(fits, &difference, &remainder).to_vec();
        }
        (quotient.into(), remainder[..width].into())
    }

    /// Signed quotient and remainder, truncated, with SMT-LIB's results for a zero divisor.
    pub(super) fn signed_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (magnitude_a, magnitude_b) = (self.magnitude(a), self.magnitude(b));
        let (quotient, remainder) = self.divide(&magnitude_a, &magnitude_b);
        let opposite = self.xor(sign_a, sign_b);
        (self.negate_if(opposite, &quotient), self.negate_if(sign_a, &remainder))
    }

    fn magnitude(&mut self, a: &[Lit]) -> Word {
        self.negate_if(a[a.len() - 1], a)
    }

    fn negate_if(&mut self, condition: Lit, a: &[Lit]) -> Word {
        let negated = self.negate(a);
        self.choose_word(condition, &negated, a)
    }

    pub(super) fn shift(&mut self, shift: Shift, a: &[Lit], amount: &[Lit]) -> Word {
        let width = a.len();
        let fill = match shift {
            Shift::ArithmeticRight => a[width - 1],
            Shift::Left | Shift::LogicalRight => self.constant(false),
        };
        let mut result: Word = a.into();
        let mut overshoots = self.constant(false);
        for (idx, bit) in amount.iter().enumerate() {
            let distance = 1_usize.checked_shl(idx as u32).filter(|distance| *distance < width);
            let Some(distance) = distance else {
                overshoots = self.or(overshoots, *bit);
                continue;
            };
            let moved: Word = (0..width)
                .map(|to| {
                    let from = match shift {
                        Shift::Left => to.checked_sub(distance),
                        Shift::LogicalRight | Shift::ArithmeticRight => Some(to + distance),
                    };
                    from.and_then(|from| result.get(from).copied()).unwrap_or(fill)
                })
                .collect();
            result = self.choose_word(*bit, &moved, &result);
        }
        let filled: Word = vec![fill; width].into();
        self.choose_word(overshoots, &filled, &result)
    }
}
