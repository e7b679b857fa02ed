//! The order of paths by chance, which is the same in every run.

/// Where to go on.
#[derive(Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new() -> Chance {
        Chance(0)
    }

    /// Takes one of the elements from some place on, each as likely as the others. None if there is none.
    pub(super) fn take<T>(&mut self, elements: &mut Vec<T>, first: usize) -> Option<T> {
        let n_elements = elements.len().checked_sub(first).filter(|it| *it > 0)?;
        let at = first + (self.next() % n_elements as u64) as usize;
        Some(elements.swap_remove(at))
    }

    /// The next number of the generator SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_taken_once() {
        let mut chance = Chance::new();
        let mut elements: Vec<u32> = (0..50).collect();
        let mut taken: Vec<u32> = (0..40).filter_map(|_| chance.take(&mut elements, 10)).collect();
        assert_eq!(elements.len(), 10);
        assert!(chance.take(&mut elements, 10).is_none());
        assert_ne!(taken, (10..50).collect::<Vec<u32>>());
        taken.extend(elements);
        taken.sort_unstable();
        assert_eq!(taken, (0..50).collect::<Vec<u32>>());
    }
}
