//! Why verifiers did not decide.

use faultscope_ir::{AssumptionKind, Program};
use faultscope_solver::StopReason;
use faultscope_verify::UnknownReason;

use faultscope_report::Note;

/// Why a program was not decided, and where.
pub fn undecided(program: &Program, reason: &UnknownReason) -> Note {
    let span = match reason {
        UnknownReason::Unsupported { origin, .. } | UnknownReason::Undefined { origin } => {
            Some(program.sources.origin(*origin).span)
        }
        _ => None,
    };
    Note { span, ..without_place(reason) }
}

/// Why a changed program was not decided, in one sentence.
pub(crate) fn in_a_check(reason: &UnknownReason) -> String {
    without_place(reason).message
}

/// Why something was not decided, wherever that is.
fn without_place(reason: &UnknownReason) -> Note {
    match reason {
        UnknownReason::Limit { reason: StopReason::EffortLimit, .. } => {
            Note::new("the effort for this check was used up")
        }
        UnknownReason::Limit { .. } => Note::new("the time for this check was used up"),
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
        UnknownReason::NeverCalled { function } => Note {
            message: format!(
                "nothing that `{function}` can be called with fulfils its precondition within the bounds, so nothing was checked"
            ),
            span: None,
            hint: Some("look at the precondition, or at larger arrays with `--max-array N`".to_owned()),
        },
        UnknownReason::NotConfirmed => Note {
            message: "an error is found, and it is not confirmed: it needs a volatile object that changes by itself, memory that a function without body has written, output that fails, text that is not known, a result of a library function that its model leaves open, or one that an unused contract may rule out".to_owned(),
            span: None,
            hint: Some("`--volatile-as-stored` and `--pure FUNCTION` say that this does not happen; a body says what does".to_owned()),
        },
        UnknownReason::Undefined { .. } => Note {
            message: "an execution does something undefined here, and what it does then is not followed; there is no error in the others".to_owned(),
            span: None,
            hint: Some("`--property default` shows it as an error".to_owned()),
        },
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
pub fn bug(message: &str) -> Note {
    Note {
        message: format!("an internal error: {message}"),
        span: None,
        hint: Some("this is a bug of Faultscope; please report it, with the program if you can".to_owned()),
    }
}

/// That there is no error up to a bound.
pub fn no_error_within(unwind: u32) -> String {
    let times = if unwind == 1 { "once".to_owned() } else { format!("{unwind} times") };
    format!("there is no error in executions that go through every loop at most {times}")
}

/// Whether annotations can end executions of a program: those that need larger values than are looked at, and those that no
/// contract of a function allows.
pub fn ends_by_annotations(program: &Program) -> bool {
    [AssumptionKind::AnnotationBounds, AssumptionKind::ContractOnly]
        .into_iter()
        .any(|kind| program.rests_on(kind))
}

/// Why there is no answer where annotations end all executions.
pub fn ended_by_annotations() -> Note {
    Note {
        message: "no execution gets to an end as the annotations have it, within their bounds, so nothing was checked"
            .to_owned(),
        span: None,
        hint: Some("look at the contracts, or at larger arrays with `--max-array N`".to_owned()),
    }
}
