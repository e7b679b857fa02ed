//! Random numbers as the GNU C library makes them: additive feedback over 31 numbers (Knuth, TAOCP 2, 3.2.2).

/// How many numbers the next one depends on.
const N_NUMBERS: usize = 31;

/// How far back the other one stands that it depends on.
const LAG: usize = 3;

/// How many are passed over at the start.
const N_SKIPPED: usize = 310;

/// A sequence of random numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Random {
    numbers: [u32; N_NUMBERS],
    /// Where the oldest number stands.
    oldest: usize,
}

impl Random {
    /// The sequence that a number begins.
    pub(super) fn new(seed: u32) -> Random {
        let mut numbers = [0; N_NUMBERS];
        // A linear congruence modulo 2^31 - 1, as computed by Schrage's method: its remainders have C's signs.
        let mut last = i64::from((if seed == 0 { 1 } else { seed }) as i32);
        for number in &mut numbers {
            *number = last as u32;
            last = 16807 * (last % 127_773) - 2836 * (last / 127_773);
            if last < 0 {
                last += 2_147_483_647;
            }
        }
        let mut random = Random { numbers, oldest: LAG };
        for _ in 0..N_SKIPPED {
            random.next();
        }
        random
    }

    /// The next number, from 0 to 2^31 - 1.
    pub(super) fn next(&mut self) -> u32 {
        let other = self.numbers[(self.oldest + N_NUMBERS - LAG) % N_NUMBERS];
        let number = &mut self.numbers[self.oldest];
        *number = number.wrapping_add(other);
        let result = *number >> 1;
        self.oldest = (self.oldest + 1) % N_NUMBERS;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_those_of_the_gnu_library() {
        let first = |seed: u32| {
            let mut random = Random::new(seed);
            [random.next(), random.next(), random.next()]
        };
        assert_eq!(first(1), [1_804_289_383, 846_930_886, 1_681_692_777]);
        assert_eq!(first(0), first(1));
        assert_eq!(first(42), [71_876_166, 708_592_740, 1_483_128_881]);
    }
}
