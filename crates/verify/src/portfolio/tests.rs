//! Who answers: engines that say what the test wants, when it wants, and the real ones on small programs.

use std::sync::Barrier;
use std::thread::sleep;

use faultscope_ir::Trace;
use faultscope_ir::source::OriginId;
use faultscope_solver::StopReason;

use super::*;
use crate::Verdict;
use crate::notation::parse;
use crate::trace_abstraction::Progress as _;
use bmc::Progress as _;
use course::Told;

fn config(strategy: Strategy, max_traces: Option<usize>) -> Config {
    Config {
        strategy,
        bmc: bmc::Config::default(),
        bmc_time: None,
        trace_abstraction: trace_abstraction::Config { max_traces, ..trace_abstraction::Config::default() },
        trace_abstraction_time: None,
    }
}

/// A trace that can be told from others by its message.
fn trace(message: &str) -> ErrorTrace {
    let trace =
        Trace { steps: Vec::new(), frames: Vec::new(), message: message.to_owned(), error: OriginId(0) };
    ErrorTrace { trace, inputs: Vec::new(), initial: Vec::new(), replayed: true }
}

fn one(message: &str) -> Verdict {
    Verdict::Unsafe(Box::new(trace(message)))
}

/// Runs until it is stopped.
fn endless(limits: &Limits) -> UnknownReason {
    loop {
        match limits.exceeded() {
            Some(reason) => return UnknownReason::Limit { reason, completed: 0 },
            None => sleep(Duration::from_millis(1)),
        }
    }
}

type Found = (Vec<ErrorTrace>, End);

fn run_with(
    config: &Config,
    limits: &Limits,
    bmc: impl FnOnce(&Limits, &mut Told) -> Verdict + Send,
    trace_abstraction: impl FnOnce(&Limits, &mut Told) -> Found + Send,
) -> Outcome {
    let engines = Engines {
        bmc: |limits: &Limits, told: &mut Told| bmc::Outcome {
            verdict: bmc(limits, told),
            statistics: bmc::Statistics::default(),
        },
        trace_abstraction: |_: Vec<ErrorTrace>, limits: &Limits, told: &mut Told| {
            let (traces, end) = trace_abstraction(limits, told);
            let statistics = trace_abstraction::Statistics::default();
            trace_abstraction::Outcome { traces, end, certificate: None, statistics }
        },
    };
    course::run(engines, config, limits, &mut ())
}

/// What comes out, in short: who answered, and what.
#[track_caller]
fn check(outcome: &Outcome, by: Option<Engine>, answer: &str) {
    let text = match &outcome.answer {
        Answer::Safe => "safe".to_owned(),
        Answer::Unsafe { traces, end } => {
            let traces: Vec<&str> = traces.iter().map(|it| it.trace.message.as_str()).collect();
            format!("{}: {end:?}", traces.join(" "))
        }
        Answer::Unknown(reason) => format!("{reason:?}"),
    };
    assert!(text.starts_with(answer), "{text}");
    assert_eq!(outcome.answered_by, by);
}

const ONE: Option<usize> = Some(1);
const ALL: Option<usize> = None;

#[track_caller]
fn check_both(
    max_traces: Option<usize>,
    bmc: impl FnOnce(&Limits, &mut Told) -> Verdict + Send,
    trace_abstraction: impl FnOnce(&Limits, &mut Told) -> Found + Send,
    by: Option<Engine>,
    answer: &str,
) {
    let config = config(Strategy::Portfolio, max_traces);
    let beyond_head_start = |limits: &Limits, told: &mut Told| {
        told.depth(HEAD_START_UNWIND + 1);
        bmc(limits, told)
    };
    check(&run_with(&config, &Limits::unlimited(), beyond_head_start, trace_abstraction), by, answer);
}

fn safe() -> Found {
    (Vec::new(), End::Empty)
}

fn gave_up() -> UnknownReason {
    UnknownReason::Solver { message: "gave up".to_owned() }
}

#[test]
fn the_first_answer_cancels_the_other_engine() {
    let endless_bmc = |limits: &Limits, _: &mut Told| Verdict::Unknown(endless(limits));
    let endless_abstraction = |limits: &Limits, _: &mut Told| (Vec::new(), End::Stopped(endless(limits)));
    check_both(ONE, endless_bmc, |_, _| safe(), Some(Engine::TraceAbstraction), "safe");
    check_both(ONE, |_, _| Verdict::Safe, endless_abstraction, Some(Engine::Bmc), "safe");
    check_both(ONE, |_, _| one("b"), endless_abstraction, Some(Engine::Bmc), "b: Enough");
    let found = |_: &Limits, _: &mut Told| (vec![trace("t")], End::Enough);
    check_both(ONE, endless_bmc, found, Some(Engine::TraceAbstraction), "t: Enough");
    check_both(ALL, |_, _| Verdict::Safe, endless_abstraction, Some(Engine::Bmc), "safe");
}

#[test]
fn an_engine_that_gives_up_waits_for_the_other() {
    let ended = Barrier::new(2);
    let giving_up = |_: &Limits, _: &mut Told| {
        ended.wait();
        (Vec::new(), End::Stopped(gave_up()))
    };
    let later = |_: &Limits, _: &mut Told| {
        ended.wait();
        sleep(Duration::from_millis(20));
        one("b")
    };
    check_both(ONE, later, giving_up, Some(Engine::Bmc), "b: Enough");
    let proof = |_: &Limits, _: &mut Told| {
        sleep(Duration::from_millis(20));
        safe()
    };
    check_both(ONE, |_, _| Verdict::Unknown(gave_up()), proof, Some(Engine::TraceAbstraction), "safe");
}

#[test]
fn within_its_head_start_bounded_model_checking_is_alone() {
    let never = |_: &Limits, _: &mut Told| -> Found { panic!("started") };
    for (verdict, answer) in [(Verdict::Safe, "safe"), (one("b"), "b: Enough")] {
        let config = config(Strategy::Portfolio, ONE);
        let slowly = |_: &Limits, told: &mut Told| {
            told.depth(HEAD_START_UNWIND);
            sleep(Duration::from_millis(30));
            verdict
        };
        let outcome = run_with(&config, &Limits::unlimited(), slowly, never);
        check(&outcome, Some(Engine::Bmc), answer);
        assert!(outcome.trace_abstraction.is_none());
    }
}

#[test]
fn a_hard_query_does_not_hold_up_trace_abstraction() {
    let config = config(Strategy::Portfolio, ONE);
    let stuck = |limits: &Limits, _: &mut Told| Verdict::Unknown(endless(limits));
    let outcome = run_with(&config, &Limits::unlimited(), stuck, |_, _| safe());
    check(&outcome, Some(Engine::TraceAbstraction), "safe");
}

#[test]
fn of_two_traces_that_of_bounded_model_checking_is_shown() {
    let ended = Barrier::new(2);
    let first = |_: &Limits, _: &mut Told| {
        sleep(Duration::from_millis(400));
        ended.wait();
        (vec![trace("t")], End::Enough)
    };
    let second = |_: &Limits, _: &mut Told| {
        ended.wait();
        one("b")
    };
    check_both(ONE, second, first, Some(Engine::Bmc), "b: Enough");
}

#[test]
fn several_traces_are_those_of_trace_abstraction() {
    let all = |_: &Limits, _: &mut Told| (vec![trace("t1"), trace("t2")], End::Empty);
    check_both(ALL, |_, _| one("b"), all, Some(Engine::TraceAbstraction), "t1 t2: Empty");
    let some = |_: &Limits, _: &mut Told| (vec![trace("t1")], End::Stopped(gave_up()));
    check_both(ALL, |_, _| one("b"), some, Some(Engine::TraceAbstraction), "t1: Stopped(Solver");
}

#[test]
fn a_trace_that_was_found_is_not_lost() {
    let none = |_: &Limits, _: &mut Told| (Vec::new(), End::Stopped(gave_up()));
    check_both(ALL, |_, _| one("b"), none, Some(Engine::Bmc), "b: Stopped(Solver");
}

#[test]
fn bounded_model_checking_ends_with_the_first_of_several_traces() {
    let stopped = Barrier::new(2);
    let bmc = |limits: &Limits, _: &mut Told| {
        let reason = endless(limits);
        stopped.wait();
        Verdict::Unknown(reason)
    };
    let abstraction = |limits: &Limits, told: &mut Told| {
        told.trace(&trace("t"));
        stopped.wait();
        assert_eq!(limits.exceeded(), None);
        (vec![trace("t")], End::Empty)
    };
    check_both(ALL, bmc, abstraction, Some(Engine::TraceAbstraction), "t: Empty");
}

#[test]
fn a_contradiction_is_a_bug_and_never_a_proof() {
    check_both(ALL, |_, _| one("b"), |_, _| safe(), Some(Engine::Bmc), "b: Stopped(Bug");
    let told_of = Barrier::new(2);
    let a_trace = |_: &Limits, told: &mut Told| {
        told.trace(&trace("t"));
        told_of.wait();
        sleep(Duration::from_millis(20));
        (vec![trace("t")], End::Enough)
    };
    let then_safe = |_: &Limits, _: &mut Told| {
        told_of.wait();
        Verdict::Safe
    };
    check_both(ONE, then_safe, a_trace, Some(Engine::TraceAbstraction), "t: Enough");
}

#[test]
fn an_engine_that_breaks_down_is_no_answer() {
    let broken_bmc = |_: &Limits, _: &mut Told| -> Verdict { panic!("this is part of the test") };
    let broken_abstraction = |_: &Limits, _: &mut Told| -> Found { panic!("this is part of the test") };
    check_both(ONE, broken_bmc, |_, _| safe(), Some(Engine::TraceAbstraction), "safe");
    let late = |_: &Limits, _: &mut Told| {
        sleep(Duration::from_millis(20));
        one("b")
    };
    check_both(ONE, late, broken_abstraction, Some(Engine::Bmc), "b: Enough");
    check_both(ALL, |_, _| one("b"), broken_abstraction, Some(Engine::Bmc), "b: Stopped(Bug");
    check_both(ONE, broken_bmc, broken_abstraction, None, "Bug");
}

#[test]
fn cancelling_the_whole_stops_both() {
    let limits = Limits::unlimited();
    let cancel = limits.clone();
    let bmc = |limits: &Limits, told: &mut Told| {
        told.depth(HEAD_START_UNWIND + 1);
        Verdict::Unknown(endless(limits))
    };
    let abstraction = |limits: &Limits, _: &mut Told| {
        cancel.cancel();
        (Vec::new(), End::Stopped(endless(limits)))
    };
    let outcome = run_with(&config(Strategy::Portfolio, ONE), &limits, bmc, abstraction);
    check(&outcome, None, "Limit { reason: Cancelled");
}

#[test]
fn a_budget_ends_its_engine_alone() {
    let endless_bmc = |limits: &Limits, _: &mut Told| {
        Verdict::Unknown(match endless(limits) {
            UnknownReason::Limit { reason, .. } => UnknownReason::Limit { reason, completed: 4 },
            other => other,
        })
    };
    let endless_abstraction = |limits: &Limits, _: &mut Told| (Vec::new(), End::Stopped(endless(limits)));
    let limits = Limits::unlimited();
    let short = Some(Duration::from_millis(5));
    let both = config(Strategy::Portfolio, ONE);
    let config = Config { bmc_time: short, ..both.clone() };
    let outcome = run_with(&config, &limits, endless_bmc, |_, _| safe());
    check(&outcome, Some(Engine::TraceAbstraction), "safe");
    let config = Config { bmc_time: short, trace_abstraction_time: short, ..both };
    let outcome = run_with(&config, &limits, endless_bmc, endless_abstraction);
    check(&outcome, None, "Limit { reason: TimeLimit, completed: 4 }");
    assert_eq!(limits.exceeded(), None);
}

#[test]
fn who_is_not_asked_does_not_run() {
    let limits = Limits::unlimited();
    let never_bmc = |_: &Limits, _: &mut Told| -> Verdict { panic!("started") };
    let never_abstraction = |_: &Limits, _: &mut Told| -> Found { panic!("started") };
    let alone = config(Strategy::Only(Engine::TraceAbstraction), ALL);
    let outcome = run_with(&alone, &limits, never_bmc, |_, _| safe());
    check(&outcome, Some(Engine::TraceAbstraction), "safe");
    assert!(outcome.bmc.is_none());
    let alone = config(Strategy::Only(Engine::Bmc), ALL);
    let outcome = run_with(&alone, &limits, |_, _| one("b"), never_abstraction);
    check(&outcome, Some(Engine::Bmc), "b: Enough");
    let outcome = run_with(&alone, &limits, |_, _| Verdict::Unknown(gave_up()), never_abstraction);
    check(&outcome, None, "Solver");
    assert!(outcome.trace_abstraction.is_none());
}

#[test]
fn the_reason_that_says_most_is_given() {
    let limits = Limits::unlimited();
    let time = || UnknownReason::Limit { reason: StopReason::TimeLimit, completed: 0 };
    let depth = || UnknownReason::DepthLimit { unwind: 3 };
    let unsupported =
        || UnknownReason::Unsupported { message: "inline assembly".to_owned(), origin: OriginId(0) };
    let replay_failed = || UnknownReason::ReplayFailed { message: "blocked".to_owned() };
    for (bmc, abstraction, reason) in [
        (depth(), time(), "Limit { reason: TimeLimit, completed: 3 }"),
        (depth(), gave_up(), "DepthLimit"),
        (gave_up(), time(), "Limit"),
        (time(), unsupported(), "Unsupported"),
        (unsupported(), gave_up(), "Unsupported"),
        (gave_up(), replay_failed(), "Solver"),
        (time(), replay_failed(), "ReplayFailed"),
    ] {
        let bmc = |_: &Limits, _: &mut Told| Verdict::Unknown(bmc);
        let abstraction = |_: &Limits, _: &mut Told| (Vec::new(), End::Stopped(abstraction));
        check(&run_with(&config(Strategy::Portfolio, ONE), &limits, bmc, abstraction), None, reason);
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
        let config = config(Strategy::Portfolio, ONE);
        portfolio(&parse(text), &config, &Limits::unlimited(), &mut ())
    };
    check(&together(UNBOUNDED), Some(Engine::TraceAbstraction), "safe");
    check(&together("var x: 8; proc main() { x := 3; assert x == 3; }"), Some(Engine::Bmc), "safe");
    let found = together("var x: 8; proc main() { havoc x; assume x < 3; assert x != 2; }");
    assert!(matches!(&found.answer, Answer::Unsafe { traces, end: End::Enough } if traces.len() == 1));
    assert_eq!(found.answered_by, Some(Engine::Bmc));
}
