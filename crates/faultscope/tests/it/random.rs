//! Numbers that look random, the same in every run.

/// A linear congruential generator.
pub struct Random(pub u64);

impl Random {
    /// A number below `n`, which is positive.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// One of several texts, which are not none.
    pub fn pick<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }
}
