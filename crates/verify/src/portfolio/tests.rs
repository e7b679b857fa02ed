//! Who answers: engines that say what the test wants, at the effort it wants, and the real ones on small programs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use faultscope_ir::trace::Frame;
use faultscope_ir::{CheckId, DecidedBy, OriginId, ProcId, Trace};
use faultscope_solver::{StopReason, WallClock};

use super::*;
use crate::answer::{Effort, End, Verdict};
use crate::bmc::BmcConfig;
use crate::limits::{HEAD_START, HEAD_START_UNWIND};
use crate::notation::parse;
use crate::statistics::{BmcStatistics, Statistics, TraceAbstractionStatistics};
use crate::trace_abstraction::Progress as _;
use crate::{FirstError, UnknownReason};
use bmc::Progress as _;
use course::{PATIENT, Told};

fn config(strategy: Strategy, max_traces: Option<usize>) -> PortfolioConfig {
    PortfolioConfig {
        strategy,
        bmc: BmcConfig::default(),
        trace_abstraction: TraceAbstractionConfig { max_traces, ..TraceAbstractionConfig::default() },
        head_start: None,
        pace: 1,
        jobs: 2,
    }
}

/// A trace that can be told from others by the name of its only activation.
fn trace(name: &str) -> ErrorTrace {
    let frame = Frame { procedure: ProcId(0), name: name.to_owned(), caller: None };
    let trace = Trace { steps: std::sync::Arc::default(), frames: vec![frame], check: CheckId(0) };
    ErrorTrace {
        trace,
        inputs: Vec::new(),
        choices: Vec::new(),
        initial: Vec::new(),
        replayed: true,
        skipped: 0,
    }
}

type First = FirstError<UnknownReason>;

fn one(message: &str) -> First {
    Ok(Some(Box::new(trace(message))))
}

/// What comes out, in short: who answered, and what.
#[track_caller]
fn check(outcome: &Answer, by: Option<DecidedBy>, answer: &str) {
    let text = match &outcome.verdict {
        Verdict::Safe => "safe".to_owned(),
        Verdict::Fails(end) => {
            let traces: Vec<&str> =
                outcome.traces.iter().map(|it| it.trace.frames[0].name.as_str()).collect();
            format!("{}: {end:?}", traces.join(" "))
        }
        Verdict::Open(reason) => format!("{reason:?}"),
    };
    assert!(text.starts_with(answer), "{text}");
    assert_eq!(outcome.by, by);
}

/// An engine of a test: steps that it takes one after the other, and what it ends with.
#[derive(Clone)]
struct Script<T> {
    steps: Vec<Step>,
    end: T,
}

#[derive(Clone, Copy)]
enum Step {
    /// Some work.
    Spend(u64),
    /// Bounded model checking begins with a bound.
    Depth(u32),
    /// Trace abstraction finds a trace.
    Finds(&'static str),
    /// The engine is stuck in a question that costs so much when it is left alone. When it is stopped, this share of it
    /// was spent, in percent. With less as its budget it ends by itself, and takes longer than anybody is patient.
    Stuck(u64, u64),
    /// It breaks down.
    Panic,
}

use Step::{Depth, Finds, Panic, Spend, Stuck};

/// More than any test waits for.
const ENDLESS: Step = Spend(u64::MAX);

/// How an engine takes a step: `delay` is how long a hundredth of the head start takes it.
struct Actor<'a> {
    limits: &'a Limits,
    delay: Duration,
}

impl Actor<'_> {
    /// Why the engine has to stop, if it has to.
    fn act(&self, step: Step, told: &mut Told) -> Option<UnknownReason> {
        match step {
            Spend(units) => {
                let mut left = units;
                while left > 0 && self.limits.exceeded().is_none() {
                    let piece = left.min(HEAD_START / 100);
                    sleep(self.delay);
                    self.limits.spend(piece);
                    left -= piece;
                }
            }
            Depth(unwind) => told.depth(unwind),
            Finds(message) => told.trace(&trace(message)),
            Stuck(units, percent) => {
                let left = self.limits.effort_left().unwrap_or(u64::MAX);
                let end = Instant::now() + 3 * PATIENT;
                while left <= units && Instant::now() < end && !self.limits.is_cancelled() {
                    sleep(Duration::from_millis(1));
                }
                if left <= units && !self.limits.is_cancelled() {
                    self.limits.spend(left);
                } else {
                    while self.limits.exceeded().is_none() {
                        sleep(Duration::from_millis(1));
                    }
                    self.limits.spend(units / 100 * percent);
                }
            }
            Panic => panic!("this is part of the test"),
        }
        self.limits.exceeded().map(|reason| UnknownReason::Limit { reason, completed: 0 })
    }
}

type Found = (Vec<ErrorTrace>, End);

fn run_with(
    config: &PortfolioConfig,
    limits: &Limits,
    delays: [Duration; 2],
    bmc: &Script<First>,
    trace_abstraction: &Script<Found>,
) -> Answer {
    let engines = Engines {
        bmc: |limits: &Limits, told: &mut Told| {
            let actor = Actor { limits, delay: delays[0] };
            let stopped = bmc.steps.iter().find_map(|step| actor.act(*step, told));
            let found = stopped.map_or_else(|| bmc.end.clone(), Err);
            let statistics = Statistics { bmc: Some(BmcStatistics::default()), ..Statistics::default() };
            let by = found.is_ok().then_some(DecidedBy::Bmc);
            Answer { by, statistics, ..Answer::of_first(found) }
        },
        trace_abstraction: |known: Vec<ErrorTrace>, limits: &Limits, told: &mut Told| {
            let actor = Actor { limits, delay: delays[1] };
            known.iter().for_each(|it| told.trace(it));
            let stopped = trace_abstraction.steps.iter().find_map(|step| actor.act(*step, told));
            let (found, mut end) = trace_abstraction.end.clone();
            if let Some(reason) = stopped {
                end = End::Stopped(reason);
            }
            let answer = Answer::of_traces(known.into_iter().chain(found).collect(), end);
            let is_open = matches!(answer.verdict, Verdict::Open(_));
            let statistics = TraceAbstractionStatistics::default();
            Answer {
                by: (!is_open).then_some(DecidedBy::TraceAbstraction),
                statistics: Statistics { trace_abstraction: Some(statistics), ..Statistics::default() },
                ..answer
            }
        },
    };
    course::run(engines, config, limits, &mut ())
}

const ONE: Option<usize> = Some(1);
const ALL: Option<usize> = None;

/// Runs both, on one thread and on two, with the one slower by the clock and with the other, and checks that nothing of
/// that makes a difference.
#[track_caller]
fn check_both(
    max_traces: Option<usize>,
    bmc: &Script<First>,
    trace_abstraction: &Script<Found>,
    by: Option<DecidedBy>,
    answer: &str,
) -> Answer {
    let delays = [[0, 0], [1, 0], [0, 1]].map(|pair| pair.map(Duration::from_millis));
    let outcomes: Vec<Answer> = [1, 2]
        .into_iter()
        .flat_map(|jobs| delays.map(|delays| (jobs, delays)))
        .map(|(jobs, delays)| {
            let config = PortfolioConfig { jobs, ..config(Strategy::Portfolio, max_traces) };
            // A fast clock makes the course lose its patience soon.
            let limits = Limits::unlimited().with_clock(WallClock::running(20));
            let outcome = run_with(&config, &limits, delays, bmc, trace_abstraction);
            check(&outcome, by, answer);
            outcome
        })
        .collect();
    let mut outcomes = outcomes.into_iter();
    let first = outcomes.next().expect("there are six");
    for other in outcomes {
        assert_eq!(other.verdict, first.verdict);
        assert_eq!(format!("{:?}", other.traces), format!("{:?}", first.traces));
        assert_eq!(other.effort, first.effort);
    }
    first
}

fn bmc(steps: &[Step], end: First) -> Script<First> {
    // Beyond its head start.
    Script { steps: [&[Depth(HEAD_START_UNWIND + 1)], steps].concat(), end }
}

fn abstraction(steps: &[Step], end: Found) -> Script<Found> {
    Script { steps: steps.to_vec(), end }
}

fn safe() -> Found {
    (Vec::new(), End::Empty)
}

fn found(messages: &[&str], end: End) -> Found {
    (messages.iter().map(|it| trace(it)).collect(), end)
}

fn gave_up() -> UnknownReason {
    UnknownReason::Solver { message: "gave up".to_owned() }
}

const BY_BMC: Option<DecidedBy> = Some(DecidedBy::Bmc);
const BY_ABSTRACTION: Option<DecidedBy> = Some(DecidedBy::TraceAbstraction);

#[test]
fn the_first_answer_cancels_the_other_engine() {
    let endless_bmc = bmc(&[ENDLESS], Ok(None));
    let endless_abstraction = abstraction(&[ENDLESS], safe());
    check_both(ONE, &endless_bmc, &abstraction(&[], safe()), BY_ABSTRACTION, "safe");
    check_both(ONE, &bmc(&[], Ok(None)), &endless_abstraction, BY_BMC, "safe");
    check_both(ONE, &bmc(&[], one("b")), &endless_abstraction, BY_BMC, "b: Enough");
    let one_trace = abstraction(&[Finds("t")], found(&["t"], End::Enough));
    check_both(ONE, &endless_bmc, &one_trace, BY_ABSTRACTION, "t: Enough");
    check_both(ALL, &bmc(&[], Ok(None)), &endless_abstraction, BY_BMC, "safe");
}

#[test]
fn who_comes_first_by_effort_says_safe() {
    let early = Spend(HEAD_START / 2);
    let late = Spend(HEAD_START);
    let outcome = check_both(ONE, &bmc(&[early], Ok(None)), &abstraction(&[late], safe()), BY_BMC, "safe");
    assert_eq!(outcome.effort, Effort { whole: HEAD_START / 2, first_trace: None });
    check_both(ONE, &bmc(&[late], Ok(None)), &abstraction(&[early], safe()), BY_ABSTRACTION, "safe");
}

#[test]
fn an_engine_that_gives_up_waits_for_the_other() {
    let giving_up = abstraction(&[], (Vec::new(), End::Stopped(gave_up())));
    check_both(ONE, &bmc(&[Spend(HEAD_START)], one("b")), &giving_up, BY_BMC, "b: Enough");
    let proof = abstraction(&[Spend(HEAD_START)], safe());
    check_both(ONE, &bmc(&[], Err(gave_up())), &proof, BY_ABSTRACTION, "safe");
}

#[test]
fn within_its_head_start_bounded_model_checking_is_alone() {
    let never = abstraction(&[Panic], safe());
    for (verdict, answer) in [(Ok(None), "safe"), (one("b"), "b: Enough")] {
        let within = Script { steps: vec![Depth(HEAD_START_UNWIND), Spend(HEAD_START)], end: verdict };
        let outcome = check_both(ONE, &within, &never, BY_BMC, answer);
        assert!(outcome.statistics.trace_abstraction.is_none());
        assert_eq!(outcome.effort.whole, HEAD_START);
    }
    // Both are known as soon as they are found.
    let within = Script { steps: vec![Spend(10)], end: one("b") };
    let others = abstraction(&[Spend(10), Finds("t")], found(&["t"], End::Empty));
    let outcome = check_both(ALL, &within, &others, BY_ABSTRACTION, "b t: Empty");
    assert_eq!(outcome.effort, Effort { whole: 20, first_trace: Some(10) });
}

#[test]
fn what_was_started_early_does_not_count() {
    let config = config(Strategy::Portfolio, ALL);
    let within = Script { steps: vec![Spend(HEAD_START)], end: one("b") };
    let others = abstraction(&[Finds("t")], found(&["t"], End::Empty));
    // By the clock trace abstraction is started, and has ended, long before the head start is over.
    let delays = [Duration::from_millis(5), Duration::ZERO];
    let outcome = run_with(&config, &Limits::unlimited(), delays, &within, &others);
    check(&outcome, BY_ABSTRACTION, "b t: Empty");
    assert_eq!(outcome.effort, Effort { whole: HEAD_START, first_trace: Some(HEAD_START) });
}

#[test]
fn a_hard_query_does_not_hold_up_trace_abstraction() {
    for percent in [100, 1] {
        let stuck = Script { steps: vec![Stuck(10 * HEAD_START, percent)], end: Ok(None) };
        check_both(ONE, &stuck, &abstraction(&[Spend(10)], safe()), BY_ABSTRACTION, "safe");
        let later = Script { steps: vec![Spend(10), Stuck(10 * HEAD_START, percent)], end: Ok(None) };
        let one_trace = abstraction(&[Spend(HEAD_START), Finds("t")], found(&["t"], End::Enough));
        check_both(ONE, &later, &one_trace, BY_ABSTRACTION, "t: Enough");
    }
}

#[test]
fn of_two_traces_that_of_bounded_model_checking_is_shown() {
    let first = abstraction(&[Spend(HEAD_START), Finds("t")], found(&["t"], End::Enough));
    let outcome = check_both(ONE, &bmc(&[Spend(2 * HEAD_START)], one("b")), &first, BY_BMC, "b: Enough");
    assert_eq!(outcome.effort.first_trace, Some(2 * HEAD_START));
    check_both(ONE, &bmc(&[Spend(2 * HEAD_START + 1)], one("b")), &first, BY_ABSTRACTION, "t: Enough");
}

#[test]
fn several_traces_are_those_of_trace_abstraction() {
    let all = abstraction(&[Finds("t1")], found(&["t1", "t2"], End::Empty));
    check_both(ALL, &bmc(&[], one("b")), &all, BY_ABSTRACTION, "t1 t2: Empty");
    let some = abstraction(&[Finds("t1")], found(&["t1"], End::Stopped(gave_up())));
    check_both(ALL, &bmc(&[], one("b")), &some, BY_ABSTRACTION, "t1: Stopped(Solver");
    check_both(ALL, &bmc(&[ENDLESS], one("b")), &all, BY_ABSTRACTION, "t1 t2: Empty");
}

#[test]
fn a_trace_that_was_found_is_not_lost() {
    let none = abstraction(&[], (Vec::new(), End::Stopped(gave_up())));
    check_both(ALL, &bmc(&[Spend(HEAD_START)], one("b")), &none, BY_BMC, "b: Stopped(Solver");
}

#[test]
fn a_contradiction_is_a_bug_and_never_a_proof() {
    let late_safe = abstraction(&[Spend(HEAD_START)], safe());
    check_both(ALL, &bmc(&[], one("b")), &late_safe, BY_BMC, "b: Stopped(Bug");
    // Who has found what it was asked for does not go on for so long that it is told to stop.
    let a_trace = abstraction(&[Finds("t"), Spend(11)], found(&["t"], End::Enough));
    check_both(ONE, &bmc(&[Spend(10)], Ok(None)), &a_trace, BY_ABSTRACTION, "t: Enough");
}

#[test]
fn an_engine_that_breaks_down_is_no_answer() {
    let broken_bmc = bmc(&[Panic], Ok(None));
    let broken_abstraction = abstraction(&[Panic], safe());
    check_both(ONE, &broken_bmc, &abstraction(&[], safe()), BY_ABSTRACTION, "safe");
    check_both(ONE, &bmc(&[Spend(HEAD_START)], one("b")), &broken_abstraction, BY_BMC, "b: Enough");
    check_both(ALL, &bmc(&[], one("b")), &broken_abstraction, BY_BMC, "b: Stopped(Bug");
    check_both(ONE, &broken_bmc, &broken_abstraction, None, "Bug");
}

#[test]
fn cancelling_the_whole_stops_both() {
    let limits = Limits::unlimited();
    let cancelled = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            sleep(Duration::from_millis(30));
            cancelled.fetch_add(1, Ordering::SeqCst);
            limits.cancel();
        });
        let both = config(Strategy::Portfolio, ONE);
        let endless = (bmc(&[ENDLESS], Ok(None)), abstraction(&[ENDLESS], safe()));
        let outcome = run_with(&both, &limits, [Duration::ZERO; 2], &endless.0, &endless.1);
        check(&outcome, None, "Limit { reason: Cancelled");
        assert_eq!(cancelled.load(Ordering::SeqCst), 1);
    });
}

#[test]
fn a_budget_ends_both() {
    let limits = Limits::unlimited();
    let budget = limits.with_effort(2 * HEAD_START);
    let both = config(Strategy::Portfolio, ONE);
    let endless = (bmc(&[ENDLESS], Ok(None)), abstraction(&[ENDLESS], safe()));
    let outcome = run_with(&both, &budget, [Duration::ZERO; 2], &endless.0, &endless.1);
    check(&outcome, None, "Limit { reason: EffortLimit");
    assert_eq!(limits.exceeded(), None);
    assert_eq!(limits.spent(), outcome.effort.whole);
}

#[test]
fn who_is_not_asked_does_not_run() {
    let limits = Limits::unlimited();
    let (never_bmc, never_abstraction) = (bmc(&[Panic], Ok(None)), abstraction(&[Panic], safe()));
    let run = |config: &PortfolioConfig, bmc: &Script<First>, abstraction: &Script<Found>| {
        run_with(config, &limits, [Duration::ZERO; 2], bmc, abstraction)
    };
    let alone = config(Strategy::Only(Engine::TraceAbstraction), ALL);
    let outcome = run(&alone, &never_bmc, &abstraction(&[], safe()));
    check(&outcome, BY_ABSTRACTION, "safe");
    assert!(outcome.statistics.bmc.is_none());
    let alone = config(Strategy::Only(Engine::Bmc), ALL);
    check(&run(&alone, &bmc(&[], one("b")), &never_abstraction), BY_BMC, "b: Enough");
    let outcome = run(&alone, &bmc(&[], Err(gave_up())), &never_abstraction);
    check(&outcome, None, "Solver");
    assert!(outcome.statistics.trace_abstraction.is_none());
}

#[test]
fn the_reason_that_says_most_is_given() {
    let time = || UnknownReason::Limit { reason: StopReason::TimeLimit, completed: 0 };
    let depth = || UnknownReason::DepthLimit { unwind: 3 };
    let unsupported =
        || UnknownReason::Unsupported { message: "inline assembly".to_owned(), origin: OriginId(0) };
    let replay_failed = || UnknownReason::ReplayFailed { message: "blocked".to_owned() };
    for (by_bmc, by_abstraction, reason) in [
        (depth(), time(), "Limit { reason: TimeLimit, completed: 3 }"),
        (depth(), gave_up(), "DepthLimit"),
        (gave_up(), time(), "Limit"),
        (time(), unsupported(), "Unsupported"),
        (unsupported(), gave_up(), "Unsupported"),
        (gave_up(), replay_failed(), "Solver"),
        (time(), replay_failed(), "ReplayFailed"),
    ] {
        let by_bmc = bmc(&[], Err(by_bmc));
        let by_abstraction = abstraction(&[], (Vec::new(), End::Stopped(by_abstraction)));
        check_both(ONE, &by_bmc, &by_abstraction, None, reason);
    }
}

/// No bound on the loop suffices.
const UNBOUNDED: &str = "var x: 8; var c: bool; proc main() {
    x := 0; havoc c;
    while (c) { if (x == 1) { x := 0; } else { x := x; } havoc c; }
    assert x == 0;
}";

#[test]
fn the_engines_answer_together_what_one_of_them_can() {
    let together = |text: &str| {
        let mut config = config(Strategy::Portfolio, ONE);
        // Whose states are few, would be decided by these.
        config.bmc.tries_values = false;
        portfolio(&parse(text), &config, &Limits::unlimited(), &mut ())
    };
    check(&together(UNBOUNDED), BY_ABSTRACTION, "safe");
    check(&together("var x: 8; proc main() { x := 3; assert x == 3; }"), BY_BMC, "safe");
    let found = together("var x: 8; proc main() { havoc x; assume x < 3; assert x != 2; }");
    assert_eq!((&found.verdict, found.traces.len()), (&Verdict::Fails(End::Enough), 1));
    assert_eq!(found.by, BY_BMC);
}
