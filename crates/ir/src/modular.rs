//! Numbers modulo `2^width`, as the bits of words.

/// The bits of a word of so many bits, which are 128 at most, all set.
#[inline]
pub fn mask(width: u32) -> u128 {
    if width >= u128::BITS { u128::MAX } else { (1 << width) - 1 }
}

/// The number that the bits of a word are in two's complement; the word has a bit at least.
#[inline]
pub fn sign_extended(width: u32, bits: u128) -> i128 {
    let shift = u128::BITS - width;
    ((bits << shift) as i128) >> shift
}

/// The inverse of an odd number modulo `2^128`, and with it modulo any smaller power of two.
pub fn inverse(odd: u128) -> u128 {
    // Newton's iteration doubles the number of right bits, three of which are right at first.
    (0..6).fold(odd, |inverse, _| inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_number_times_its_inverse_is_one() {
        for odd in (1..1_000).step_by(2).chain([u128::MAX, u128::MAX / 3, (1 << 64) + 1]) {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1, "{odd}");
        }
    }

    #[test]
    fn the_highest_bit_is_the_sign() {
        assert_eq!([1, 8, 127, 128].map(mask), [1, 255, u128::MAX >> 1, u128::MAX]);
        assert_eq!(
            [(8, 0x80), (8, 0x7f), (128, u128::MAX)].map(|(width, bits)| sign_extended(width, bits)),
            [-128, 127, -1]
        );
    }
}
