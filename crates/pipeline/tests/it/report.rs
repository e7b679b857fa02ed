//! Reports of stages, whichever have run.

use std::sync::Arc;

use faultscope_ir::Property;
use faultscope_pipeline::report::json::stream::Stage;
use faultscope_pipeline::report::{Report, Verdict};
use faultscope_pipeline::stages::Stopped;
use faultscope_pipeline::{Options, Silent, Specification, Stages, localize, report, run};
use faultscope_solver::{Limits, StopReason};
use faultscope_task::Expected;
use faultscope_verify::{Answer, UnknownReason};

use crate::programs::{FAILS, Folder, execution, quick, translated};

fn reason(report: &Report) -> Option<&str> {
    report.reason.as_ref().map(|it| it.message.as_str())
}

#[test]
fn each_stage_says_more() {
    let options = quick();
    let mut stages = Stages::new(&options);
    assert!(stages.known().is_empty());
    let nothing = report(&stages);
    assert_eq!((nothing.verdict, nothing.checks.len(), reason(&nothing)), (Verdict::Unknown, 0, None));

    let own = translated(FAILS, &options);
    let traces = vec![execution(&own.program, 5)];
    let localized = localize(&own.program, &traces, None, &options, &Limits::unlimited());
    stages.translated = Some(Arc::new(own));
    let program = report(&stages);
    assert_eq!((program.verdict, program.checks.len(), program.traces.len()), (Verdict::Unknown, 1, 0));

    stages.answer = Some(Arc::new(Answer::given(traces)));
    let answer = report(&stages);
    assert_eq!((answer.verdict, answer.traces.len(), answer.is_localized), (Verdict::Unsafe, 1, false));

    stages.localized = Some(Arc::new(localized));
    let whole = report(&stages);
    assert!(whole.is_localized && !whole.findings.is_empty());
    assert_eq!(stages.known(), [Stage::Translate, Stage::Search, Stage::Localize]);
}

/// What is reported where a check was stopped, with an answer or without.
fn stopped(answer: Option<Answer>, stopped: Stopped) -> Report {
    let options = quick();
    report(&Stages {
        translated: Some(Arc::new(translated(FAILS, &options))),
        answer: answer.map(Arc::new),
        stopped: Some(stopped),
        ..Stages::new(&options)
    })
}

#[test]
fn why_a_check_was_stopped_is_the_reason() {
    let told = |searching| Stopped::Told { reason: StopReason::MemoryLimit, searching, completed: 4 };
    let report = stopped(None, told(true));
    let message = reason(&report).expect("a reason");
    assert!(message.starts_with("the memory limit was reached; "), "{message}");
    assert!(
        report
            .reason
            .as_ref()
            .and_then(|it| it.hint.as_ref())
            .is_some_and(|it| it.contains("--memory") || it.contains("ulimit"))
    );
    let given_up = Stopped::GivenUp { reason: StopReason::Cancelled, completed: 0 };
    assert_eq!(reason(&stopped(None, given_up)), Some("stopped by the user"));
    assert_eq!(reason(&stopped(None, Stopped::Crashed)), None);
}

#[test]
fn what_is_missing_in_an_answer_is_a_warning() {
    let given_up = Stopped::GivenUp { reason: StopReason::Cancelled, completed: 0 };
    let warnings = |report: Report| report.warnings.into_iter().map(|it| it.message).collect::<Vec<_>>();
    let safe = || Answer::safe();
    assert_eq!(warnings(stopped(Some(safe()), given_up)), ["stopped by the user; the proof was not checked"]);
    let told = Stopped::Told { reason: StopReason::Cancelled, searching: true, completed: 0 };
    assert_eq!(warnings(stopped(Some(safe()), told)), [""; 0]);
}

#[test]
fn an_answer_that_is_open_has_its_reason() {
    let open = |reason| {
        let options = quick();
        report(&Stages {
            translated: Some(Arc::new(translated(FAILS, &options))),
            answer: Some(Arc::new(Answer::open(reason))),
            ..Stages::new(&options)
        })
    };
    let limit = open(UnknownReason::Limit { reason: StopReason::EffortLimit, completed: 0 });
    assert_eq!((limit.verdict, reason(&limit)), (Verdict::Unknown, Some("the effort was used up")));
    let depth = open(UnknownReason::DepthLimit { unwind: 3 });
    assert!(reason(&depth).is_some_and(|it| it.contains('3')), "{:?}", reason(&depth));
}

fn specification(asked: &[(&str, Property)], unsupported: &[&str], expected: Option<bool>) -> Specification {
    Specification {
        file: "p.prp".into(),
        asked: asked.iter().map(|(name, property)| ((*name).to_owned(), [*property].into())).collect(),
        unsupported: unsupported.iter().map(|it| (*it).to_owned()).collect(),
        expected: expected.map(|holds| Expected { holds, subproperty: None }),
    }
}

/// The verdict, the answer to a property file, and whether it is the expected one.
#[track_caller]
fn answered(answer: Answer, own: Specification) -> (Verdict, String, Option<bool>, Option<String>) {
    let options = Options { specification: Some(own), ..quick() };
    let report = report(&Stages {
        translated: Some(Arc::new(translated(FAILS, &options))),
        answer: Some(Arc::new(answer)),
        ..Stages::new(&options)
    });
    let message = reason(&report).map(str::to_owned);
    let answer = report.specification.expect("it was asked for");
    (report.verdict, answer.result, answer.agrees, message)
}

const REACH: (&str, Property) = ("unreach-call", Property::UnreachCall);

fn failing(replayed: bool) -> Answer {
    let program = translated(FAILS, &quick()).program;
    let mut error = execution(&program, 5);
    error.replayed = replayed;
    Answer::given(vec![error])
}

#[test]
fn a_property_file_is_answered() {
    let answer = answered(Answer::safe(), specification(&[REACH], &[], Some(true)));
    assert_eq!(answer, (Verdict::Safe, "true".to_owned(), Some(true), None));
    let answer = answered(failing(true), specification(&[REACH], &[], Some(true)));
    assert_eq!(answer, (Verdict::Unsafe, "false(unreach-call)".to_owned(), Some(false), None));
}

#[test]
fn the_property_that_is_violated_has_a_name_where_one_is_meant() {
    let both = [REACH, ("other", Property::UnreachCall)];
    let (_, result, agrees, _) = answered(failing(true), specification(&both, &[], Some(false)));
    assert_eq!((&*result, agrees), ("false", Some(true)));
}

#[test]
fn an_error_that_was_not_executed_is_no_answer() {
    let (verdict, result, agrees, message) =
        answered(failing(false), specification(&[REACH], &[], Some(false)));
    assert_eq!((verdict, &*result, agrees), (Verdict::Unknown, "unknown", None));
    assert_eq!(message.as_deref(), Some("an error was found, and its execution could not be replayed"));
}

#[test]
fn that_there_is_no_error_is_no_answer_where_more_is_asked_for() {
    let own = || specification(&[REACH], &["termination", "no-data-race"], None);
    let (verdict, result, _, message) = answered(Answer::safe(), own());
    assert_eq!((verdict, &*result), (Verdict::Unknown, "unknown"));
    let expected = "`termination`, `no-data-race` are not supported; what else is asked for holds";
    assert_eq!(message.as_deref(), Some(expected));
    assert_eq!(answered(failing(true), own()).1, "false(unreach-call)");
}

#[test]
fn a_property_file_that_asks_for_nothing_known_is_not_searched_for() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let options = Options { specification: Some(specification(&[], &["termination"], None)), ..quick() };
    let stages = run(&folder.request(&["a.c"], options), &Silent).expect("it is a program");
    assert_eq!(stages.known(), [Stage::Translate]);
    let report = report(&stages);
    assert_eq!((report.verdict, reason(&report)), (Verdict::Unknown, Some("`termination` is not supported")));
}
