//! The time of one check.

use std::time::{Duration, Instant};

use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

use crate::request::Options;

/// The time of one check.
#[derive(Clone)]
pub(crate) struct Clock {
    start: Instant,
    limits: Limits,
    timeout: Option<Duration>,
}

/// The check's own deadline is so much earlier than that of the user, and at most a twentieth of the time: stages need a moment to
/// see that it is over, and the report one to be written.
const RESERVE: Duration = Duration::from_millis(200);

/// How long the report takes for each step of an error trace.
const RESERVE_OF_STEP: Duration = Duration::from_nanos(1_500);

impl Clock {
    pub(crate) fn start(options: &Options) -> Clock {
        let limits = options.limits.with_effort_percent(options.effort);
        let timeout = options.timeout.map(|it| it - RESERVE.min(it / 20));
        Clock { start: limits.clock().now(), limits, timeout }
    }

    /// The time where these traces are to be reported: at most half of all time is left for that.
    pub(crate) fn with_traces(&self, traces: &[ErrorTrace]) -> Clock {
        let reserve: Duration = traces.iter().map(|it| RESERVE_OF_STEP * it.trace.steps.len() as u32).sum();
        Clock { timeout: self.timeout.map(|it| it - reserve.min(it / 2)), ..self.clone() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.limits.clock().since(self.start)
    }

    /// The limits for what is left to do.
    pub(crate) fn limits(&self) -> Limits {
        self.limits_of(self.timeout)
    }

    /// The search leaves a tenth of the time to the localization.
    pub(crate) fn search_limits(&self) -> Limits {
        self.limits_of(self.timeout.map(|timeout| timeout - timeout / 10))
    }

    fn limits_of(&self, timeout: Option<Duration>) -> Limits {
        match timeout {
            Some(timeout) => self.limits.with_timeout(timeout.saturating_sub(self.elapsed())),
            None => self.limits.clone(),
        }
    }
}
