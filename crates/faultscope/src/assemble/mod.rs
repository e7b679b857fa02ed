//! From what the layers found to a [`Report`]: every value printed, every origin looked up.
//!
//! The modules in reading order: values in the source's language ([`values`]), a second look at the execution
//! ([`replay`]) for which steps depend on which, the trace ([`trace`]), what the search gave
//! ([`search`](mod@search)), the findings ([`findings`]), repairs ([`repair`]), and a proof as text ([`proof`]).

mod values;

mod replay;

mod trace;

mod search;

mod findings;

mod repair;

mod proof;

use faultscope_ir::program::Language;
use faultscope_ir::{Program, SourceMap};
use faultscope_report::{Note, Report, Statistics, Verdict};
use faultscope_solver::StopReason;
use faultscope_verify::{ErrorTrace, UnknownReason};

use crate::request::Options;

pub(crate) use findings::{Findings, findings};
pub use proof::proof_document;
pub(crate) use repair::{patch, set};
pub(crate) use search::{Search, errors, further_error, search, undecided, wants_several};
pub(crate) use trace::step_kind;
pub(crate) use trace::trace;

/// The report of a program of which nothing is known yet.
pub(crate) fn begin(program: &Program, warnings: Vec<Note>, options: &Options) -> Report {
    Report {
        language: program.language,
        sources: program.sources.clone(),
        assumptions: assumptions(program, options),
        warnings,
        ..nothing()
    }
}

/// The report when there is not even a program yet.
pub(crate) fn nothing() -> Report {
    Report {
        language: Language::C,
        sources: SourceMap::default(),
        verdict: Verdict::Unknown,
        reason: None,
        traces: Vec::new(),
        all_traces: None,
        is_localized: false,
        n_omitted_findings: 0,
        techniques: Vec::new(),
        patches: Vec::new(),
        findings: Vec::new(),
        sets: Vec::new(),
        assumptions: Vec::new(),
        proof: None,
        warnings: Vec::new(),
        statistics: Statistics::default(),
    }
}

fn assumptions(program: &Program, options: &Options) -> Vec<Note> {
    let of_program = program.assumptions.iter().map(|it| Note {
        message: it.message.clone(),
        span: it.origin.map(|origin| program.sources.origin(origin).span),
        hint: None,
    });
    let mut notes: Vec<Note> = Vec::new();
    for note in of_program {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes.extend(trusted(options));
    notes
}

/// What the user trusts, in one sentence.
fn trusted(options: &Options) -> Option<Note> {
    let patterns: Vec<String> = options.trust.iter().map(|pattern| format!("`{pattern}`")).collect();
    let message = format!("trusted to be right as written, and never a finding: {}", patterns.join(", "));
    (!patterns.is_empty()).then(|| Note::new(message))
}

/// There is no error.
pub(crate) fn safe(report: &mut Report) {
    report.verdict = Verdict::Safe;
}

/// Why a program was not decided, in one sentence.
fn reason(reason: &UnknownReason) -> String {
    match reason {
        UnknownReason::Limit { .. } => "the time for this check was used up".to_owned(),
        _ => reason_without_place(reason, &Options::standard()).message,
    }
}

/// Why a program was not decided, and where.
fn reason_note(program: &Program, reason: &UnknownReason, options: &Options) -> Note {
    let span = match reason {
        UnknownReason::Unsupported { origin, .. } => Some(program.sources.origin(*origin).span),
        _ => None,
    };
    Note { span, ..reason_without_place(reason, options) }
}

fn reason_without_place(reason: &UnknownReason, options: &Options) -> Note {
    match reason {
        UnknownReason::Limit { reason, completed } => stopped(*reason, *completed, options),
        UnknownReason::DepthLimit { unwind } => Note {
            message: format!("{}, and there are longer executions", no_error_within(*unwind)),
            span: None,
            hint: Some("look further with a larger `--unwind N`".to_owned()),
        },
        UnknownReason::Unsupported { message, .. } => {
            Note::new(format!("an execution reaches what cannot be analysed: {message}"))
        }
        UnknownReason::TooLarge { max_points } => {
            Note::new(format!("with all calls inlined the program has more than {max_points} points"))
        }
        UnknownReason::Solver { message } => Note::new(format!("the solver gave up: {message}")),
        UnknownReason::Bug { message } => bug(message),
        UnknownReason::ReplayFailed { message } => Note {
            message: "an error was found that could not be executed step by step, so it is not shown"
                .to_owned(),
            span: None,
            hint: Some(format!("this is a bug of Faultscope; please report it ({message})")),
        },
    }
}

/// Something went wrong that is not the program's fault.
pub(crate) fn bug(message: &str) -> Note {
    Note {
        message: format!("an internal error: {message}"),
        span: None,
        hint: Some("this is a bug of Faultscope; please report it, with the program if you can".to_owned()),
    }
}

/// Why a check was stopped, and what was found by then.
pub(crate) fn stopped(reason: StopReason, completed: u32, options: &Options) -> Note {
    let what = match (reason, options.timeout) {
        (StopReason::TimeLimit, Some(timeout)) => {
            format!("the time limit of {} s was reached", timeout.as_secs())
        }
        (StopReason::TimeLimit, None) => "the time limit was reached".to_owned(),
        (StopReason::MemoryLimit, _) => "the memory limit was reached".to_owned(),
        (StopReason::Cancelled, _) => "stopped by the user".to_owned(),
    };
    let hint = match reason {
        StopReason::TimeLimit => Some("give it more time with `--timeout SECONDS`".to_owned()),
        StopReason::MemoryLimit => Some("give it more memory with `--memory MIB`".to_owned()),
        StopReason::Cancelled => None,
    };
    Note { message: with_completed(what, completed), span: None, hint }
}

/// A sentence, and up to which bound the search had come.
fn with_completed(what: String, completed: u32) -> String {
    if completed == 0 { what } else { format!("{what}; {}", no_error_within(completed)) }
}

fn no_error_within(unwind: u32) -> String {
    let times = if unwind == 1 { "once".to_owned() } else { format!("{unwind} times") };
    format!("there is no error in executions that go through every loop at most {times}")
}

/// There is an error: everything but the findings.
pub(crate) fn error(report: &mut Report, program: &Program, error: &ErrorTrace) {
    report.verdict = Verdict::Unsafe;
    report.traces = vec![trace(program, error)];
    report.statistics.trace_statements = error.trace.len();
}
