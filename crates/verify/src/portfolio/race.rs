//! Who answers: a rule on the effort of both engines, and on nothing else.

use super::config::Engine;
use crate::limits::PATIENCE;

/// What an engine says at its end, as far as it matters for who answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// There is no error.
    Safe,
    /// There are errors.
    Errors,
    /// It was not decided.
    Nothing,
    /// It was not decided before its effort was spent.
    Spent,
}

/// How far an engine is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Runner {
    /// It does not take part, or its time has not come.
    NotAsked,
    /// It runs, and has spent so much.
    Past(u64),
    /// It has ended.
    Ended {
        /// What it had spent then.
        at: u64,
        /// What it says.
        says: Says,
    },
}

impl Runner {
    /// Whether it has ended up to some effort.
    fn has_ended(self, until: u64) -> bool {
        matches!(self, Ended { at, .. } if at <= until)
    }
}

/// How far both are. Efforts of trace abstraction count from the start of bounded model checking on, as if both ran side by
/// side with the same speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Race {
    /// Whether several traces can become the answer.
    pub(super) wants_several: bool,
    pub(super) bmc: Runner,
    pub(super) trace_abstraction: Runner,
    /// When trace abstraction told of its first trace.
    pub(super) first_trace: Option<u64>,
    /// What bounded model checking may spend where trace abstraction has spent its effort for nothing, however little that is;
    /// none for all of its own effort.
    pub(super) least: Option<u64>,
}

/// What follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    /// What has ended up to this effort is the answer.
    Decided(u64),
    /// It depends on whether this engine, which runs, ends up to this effort.
    UpTo(Engine, u64),
    /// Nothing, before an engine that runs has ended.
    Open,
}

use Judgement::{Decided, Open, UpTo};
use Runner::{Ended, NotAsked, Past};

impl Race {
    /// What follows from how far both are. Whatever is known of an engine that runs, the judgement is one that stays when
    /// more is known.
    pub(super) fn judge(&self) -> Judgement {
        match (self.bmc, self.trace_abstraction) {
            (Ended { at, .. }, NotAsked) | (NotAsked, Ended { at, .. }) => Decided(at),
            // At the pace of the race, bounded model checking would have spent its effort then, too.
            (bmc, Ended { at, says: Says::Spent })
                if self.least.is_some_and(|it| !bmc.has_ended(at.max(it))) =>
            {
                let until = at.max(self.least.unwrap_or(0));
                before(bmc, until, until)
            }
            (Ended { at, says: Says::Safe }, other) => self.safe_by_bmc(at, other),
            // Whether the other one has spent its effort long before.
            (Ended { at, says: Says::Errors }, Past(reached))
                if !self.wants_several && reached <= at && self.least.is_some_and(|least| at > least) =>
            {
                UpTo(Engine::TraceAbstraction, at)
            }
            (Ended { at, says: Says::Errors }, other) if !self.wants_several => error_by_bmc(at, other),
            (bmc, Ended { at, says: Says::Safe }) => before(bmc, at, at),
            (_, Ended { at, says: Says::Errors }) if self.wants_several => Decided(at),
            (bmc, Ended { at, says: Says::Errors }) => before(bmc, at, at.saturating_mul(PATIENCE)),
            (Ended { at, .. }, Ended { at: other, says: Says::Nothing | Says::Spent }) => {
                Decided(at.max(other))
            }
            _ => Open,
        }
    }

    fn safe_by_bmc(&self, at: u64, other: Runner) -> Judgement {
        let is_contradicted = self.first_trace.is_some_and(|trace| trace <= at);
        match other {
            Ended { at: other, .. } if is_contradicted => Decided(at.max(other)),
            _ if is_contradicted => Open,
            Ended { at: other, says: Says::Safe } => Decided(at.min(other)),
            Past(reached) if reached <= at => UpTo(Engine::TraceAbstraction, at),
            _ => Decided(at),
        }
    }
}

/// Bounded model checking has found the one trace.
fn error_by_bmc(at: u64, other: Runner) -> Judgement {
    match other {
        Ended { at: other, says: Says::Errors } if other.saturating_mul(PATIENCE) < at => Decided(other),
        // A contradiction, of which nothing would be known had the error been found later.
        Ended { at: other, says: Says::Safe } if other < at => Decided(other),
        Past(reached) if reached.saturating_mul(PATIENCE) <= at => {
            UpTo(Engine::TraceAbstraction, at / PATIENCE)
        }
        _ => Decided(at),
    }
}

/// Trace abstraction has answered, and bounded model checking counts where it answers up to some effort: that was treated above.
fn before(bmc: Runner, at: u64, until: u64) -> Judgement {
    match bmc {
        Past(reached) if reached <= until => UpTo(Engine::Bmc, until),
        _ => Decided(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(wants_several: bool, bmc: Runner, trace_abstraction: Runner) -> Race {
        Race { wants_several, bmc, trace_abstraction, first_trace: None, least: Some(3) }
    }

    #[test]
    fn the_first_to_say_safe_answers() {
        let safe = |at| Ended { at, says: Says::Safe };
        assert_eq!(race(false, safe(5), safe(7)).judge(), Decided(5));
        assert_eq!(race(false, safe(7), safe(5)).judge(), Decided(5));
        assert_eq!(race(false, safe(7), Past(8)).judge(), Decided(7));
        let wait = UpTo(Engine::TraceAbstraction, 7);
        assert_eq!(race(false, safe(7), Past(7)).judge(), wait);
    }

    #[test]
    fn a_trace_of_bounded_model_checking_is_waited_for() {
        let errors = |at| Ended { at, says: Says::Errors };
        assert_eq!(race(false, errors(9), errors(5)).judge(), Decided(9));
        assert_eq!(race(false, errors(11), errors(5)).judge(), Decided(5));
        let wait = UpTo(Engine::Bmc, 10);
        assert_eq!(race(false, Past(10), errors(5)).judge(), wait);
        assert_eq!(race(false, Past(11), errors(5)).judge(), Decided(5));
        assert_eq!(
            race(true, Past(1), errors(5)).judge(),
            Decided(5),
            "several are those of trace abstraction"
        );
    }

    const SAYS: [Says; 4] = [Says::Safe, Says::Errors, Says::Nothing, Says::Spent];

    /// Calls `check` with the race at its end, for all efforts in a small range and all that both can say when both are right.
    fn for_all(mut check: impl FnMut(Race)) {
        for case in 0..2 * 7 * 7 * 16 {
            let (wants_several, bmc_at, other_at) = (case % 2 == 1, case / 2 % 7 + 1, case / 14 % 7 + 1);
            let (bmc, other) = (SAYS[case / 98 % 4], SAYS[case / 392]);
            if matches!((bmc, other), (Says::Safe, Says::Errors) | (Says::Errors, Says::Safe)) {
                continue;
            }
            let ended = |at, says| Ended { at: at as u64, says };
            let first_trace = (other == Says::Errors).then_some(other_at as u64);
            let ended = race(wants_several, ended(bmc_at, bmc), ended(other_at, other));
            check(Race { first_trace, ..ended });
        }
    }

    /// What can be known of a runner that has spent so much.
    fn seen(reached: u64, late: Runner) -> Vec<Runner> {
        match late {
            Ended { at, .. } if reached < at => vec![Past(reached)],
            Ended { at, .. } if reached == at => vec![Past(reached), late],
            _ => vec![late],
        }
    }

    fn is_known(runner: Runner, late: Runner, at: u64) -> bool {
        runner == late || matches!(late, Ended { at: end, .. } if end > at)
    }

    #[test]
    fn what_is_judged_early_is_what_is_judged_late() {
        let mut n_early = 0;
        for_all(|late| {
            let Decided(at) = late.judge() else { panic!("open at the end: {late:?}") };
            for (bmc_reached, other_reached) in (0..16).flat_map(|bmc| (0..16).map(move |other| (bmc, other)))
            {
                for bmc in seen(bmc_reached, late.bmc) {
                    for trace_abstraction in seen(other_reached, late.trace_abstraction) {
                        let first_trace = late.first_trace.filter(|at| *at <= other_reached);
                        let early = Race { bmc, trace_abstraction, first_trace, ..late };
                        if let Decided(judged) = early.judge() {
                            n_early += 1;
                            assert_eq!(judged, at, "{early:?} {late:?}");
                            // One trace by bounded model checking needs nothing of the other; several by trace abstraction
                            // likewise.
                            let by_bmc = matches!(bmc, Ended { at: end, says: Says::Errors } if end == at);
                            let by_other = late.wants_several
                                && matches!(trace_abstraction, Ended { says: Says::Errors, .. });
                            assert!(by_other || is_known(bmc, late.bmc, at), "{early:?} {late:?}");
                            assert!(
                                by_bmc || is_known(trace_abstraction, late.trace_abstraction, at),
                                "{early:?} {late:?}"
                            );
                        }
                    }
                }
            }
        });
        assert_ne!(n_early, 0);
    }
}
