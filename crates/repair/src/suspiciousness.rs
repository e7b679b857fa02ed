//! # Suspiciousness
//! How much of the program stays reachable when a statement gets its most permissive local fix \[1, section 4\]: a fix that
//! cuts off much of the program is an unlikely one. What is counted are the source statements of the program that are
//! reachable, and those of them that are still reachable in the fixed program; the score is their ratio, and 1 is most
//! suspicious. Code that only leads to the error location does not count.
//!
//! **Deviation**: the excerpt of \[1\] that we have ends before its formula. Statements that only the fix makes reachable do
//! not count, so that a fix that opens new paths does not outweigh those that it cuts off.
//!
//! # References
//! - \[1\] _Semantic fault localization and suspiciousness ranking_, TACAS 2019.

use std::cmp::Ordering;

/// How much of the program stays reachable with a statement fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suspiciousness {
    /// The source statements that are reachable in the program and stay so.
    pub kept: usize,
    /// The source statements that are reachable in the program.
    pub reachable: usize,
    /// Whether the verifier was needed to tell.
    pub by_verifier: bool,
}

impl Suspiciousness {
    /// Compares the ratios, the more suspicious one first.
    pub fn compare(&self, other: &Suspiciousness) -> Ordering {
        // By cross-multiplication, so that equal ratios are equal; where nothing is reachable nothing is cut off.
        let share = |it: &Suspiciousness| if it.reachable == 0 { (1, 1) } else { (it.kept, it.reachable) };
        let ((own, own_all), (others, others_all)) = (share(self), share(other));
        (others * own_all).cmp(&(own * others_all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(kept: usize, reachable: usize) -> Suspiciousness {
        Suspiciousness { kept, reachable, by_verifier: false }
    }

    #[test]
    fn what_cuts_off_less_comes_first() {
        assert_eq!(score(9, 10).compare(&score(4, 10)), Ordering::Less);
        assert_eq!(score(4, 10).compare(&score(9, 10)), Ordering::Greater);
        assert_eq!(score(1, 2).compare(&score(5, 10)), Ordering::Equal);
        assert_eq!(score(0, 0).compare(&score(3, 3)), Ordering::Equal);
    }
}
