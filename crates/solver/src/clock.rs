//! The wall clock, as the limits and the statistics see it.

use std::time::{Duration, Instant};

/// A wall clock. It serves the outermost time limit and the statistics, and nothing that can change an answer; a test that
/// wants to see that lets it run fast, as on a machine that is busy with something else.
#[derive(Debug, Clone, Copy)]
pub struct WallClock {
    start: Instant,
    /// How many times as fast as the real one it runs.
    factor: u32,
}

impl WallClock {
    /// The real clock.
    pub fn real() -> WallClock {
        WallClock::running(1)
    }

    /// A clock that runs this many times as fast as the real one from now on: everything seems to take so many times as long.
    pub fn running(factor: u32) -> WallClock {
        WallClock { start: real_now(), factor }
    }

    /// The time on this clock.
    pub fn now(&self) -> Instant {
        let real = real_now();
        let ahead = real.saturating_duration_since(self.start).checked_mul(self.factor.saturating_sub(1));
        ahead.and_then(|ahead| real.checked_add(ahead)).unwrap_or(real)
    }

    /// The time on this clock since some time on it.
    pub fn since(&self, start: Instant) -> Duration {
        self.now().saturating_duration_since(start)
    }
}

fn real_now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_clock_is_ahead_of_the_real_one() {
        let (fast, real) = (WallClock::running(1000), WallClock::real());
        let (fast_start, real_start) = (fast.now(), real.now());
        std::thread::sleep(Duration::from_millis(2));
        assert!(fast.since(fast_start) >= Duration::from_secs(2));
        assert!(real.since(real_start) < fast.since(fast_start) / 100);
    }
}
