//! Errors: the object that one is about, and the calls that lead to it.

use faultscope_ir::{ObjectKind, SourceMap, Span, Usage};

use super::numbers::{bytes, code};
use crate::{CallSite, ErrorSite, Object, ObjectEnd, Report, snippet};

/// The call stack in one line, where there is one.
pub(crate) fn calls(calls: &[CallSite], sources: &SourceMap, usual: Option<Span>) -> Option<String> {
    let last = calls.last()?;
    let mut text = "in ".to_owned() + &code(&last.callee);
    for (idx, call) in calls.iter().rev().enumerate() {
        let line = snippet::line(sources, call.span, usual);
        let joint = if idx == 0 { ", called from" } else { ", from" };
        text += &format!("{joint} {} ({line})", code(&call.caller));
    }
    Some(text)
}

/// `4 bytes from malloc(n), line 12; the write is to byte 5`. Places are in the file of `usual` where nothing else is said.
pub(crate) fn object(object: &Object, sources: &SourceMap, usual: Option<Span>) -> String {
    let line = |span| snippet::line(sources, span, usual);
    let size = bytes(object.size);
    let mut text = match object.kind {
        ObjectKind::Variable => format!("{}, {size}", code(&object.name)),
        ObjectKind::Constant => format!("the constant {}, {size}", code(&object.name)),
        ObjectKind::Literal => format!("the string literal {}, {size}", code(&object.name)),
        ObjectKind::Function => format!("the function {}", code(&object.name)),
        ObjectKind::Allocated => format!("{size} from {}", code(&object.name)),
    };
    if let Some(made) = object.made {
        text += &format!(", {}", line(made));
    }
    match &object.end {
        Some(ObjectEnd::Freed { text: by, span }) => {
            text += &format!(", given back by {}, {}", code(by), line(*span));
        }
        Some(ObjectEnd::Scope) => text += ", whose scope has ended",
        None => {}
    }
    match range(object) {
        Some(range) => format!("{text}; {range}"),
        None => text,
    }
}

/// Which bytes are meant, counted from 1.
fn range(object: &Object) -> Option<String> {
    let what = match object.usage {
        Usage::Read => "the read is of",
        Usage::Write => "the write is to",
        // Where the whole object is given back, there is nothing to say.
        Usage::Lose => return None,
        Usage::Free if object.offset == 0 => return None,
        Usage::Free | Usage::Point => "the pointer is to",
    };
    let (first, last) = (i128::from(object.offset), i128::from(object.offset) + i128::from(object.n_bytes));
    Some(match object.offset {
        ..0 => format!("{what} {} before it", bytes(object.offset.unsigned_abs())),
        _ if object.n_bytes <= 1 => format!("{what} byte {}", first + 1),
        _ => format!("{what} bytes {} to {last}", first + 1),
    })
}

/// The object that an error is about, and the calls that lead to it.
pub(crate) fn notes(report: &Report, error: &ErrorSite) -> Vec<String> {
    let about = error.object.as_ref().map(|it| object(it, &report.sources, Some(error.span)));
    about.into_iter().chain(calls(&error.calls, &report.sources, Some(error.span))).collect()
}
