//! Errors: the object that one is about, and the calls that lead to it.

use faultscope_ir::{LifeEvent, ObjectKind, SourceMap, Span, Usage};

use super::numbers::{bytes, code};
use crate::{CallSite, ErrorSite, Object, ObjectEnd, ObjectEvent, Report, snippet};

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

/// `4 bytes from malloc(n), line 12; writes byte 5`. Places are in the file of `usual` where nothing else is said.
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
            text += &format!(", freed by {}, {}", code(by), line(*span));
        }
        Some(ObjectEnd::Scope) => text += ", whose scope has ended",
        None => {}
    }
    match range(object) {
        Some(range) => format!("{text}; {range}"),
        None => text,
    }
}

/// What has happened to the object of an error, a line for each event; nothing where it is there all the time.
pub(crate) fn story(object: &Object, sources: &SourceMap, usual: Option<Span>) -> Vec<String> {
    let has_ended = |it: &ObjectEvent| !matches!(it.kind, LifeEvent::Allocated | LifeEvent::Declared);
    let is_story = object.story.iter().any(|it| has_ended(it) && it.kind != LifeEvent::Used);
    if !is_story {
        return Vec::new();
    }
    let mut lines: Vec<String> = object.story.iter().map(|it| event(object, it, sources, usual)).collect();
    if object.usage == Usage::Lose {
        lines.push("never freed".to_owned());
    }
    lines
}

/// `freed at line 7 in drop, called from main (line 17): free(e)`.
fn event(object: &Object, event: &ObjectEvent, sources: &SourceMap, usual: Option<Span>) -> String {
    let line = snippet::line(sources, event.span, usual);
    let function = match calls(&event.calls, sources, usual) {
        Some(calls) => format!(" {calls}"),
        None if event.function.is_empty() => String::new(),
        None => format!(" in {}", code(&event.function)),
    };
    let size = bytes(object.size);
    let (what, detail) = match event.kind {
        LifeEvent::Allocated => ("allocated", format!("{size} from {}", code(&event.text))),
        LifeEvent::Declared => ("declared", format!("{}, {size}", code(&object.name))),
        LifeEvent::Freed => ("freed", code(&event.text)),
        LifeEvent::Escaped => ("its address is kept", code(&event.text)),
        LifeEvent::ScopeEnded => ("scope ended", code(&event.text)),
        LifeEvent::PointerLost => ("last pointer lost", code(&event.text)),
        LifeEvent::Used if object.usage == Usage::Free => ("freed again", code(&event.text)),
        LifeEvent::Used => match range(object) {
            Some(range) => ("used", format!("{}; {range}", code(&event.text))),
            None => ("used", code(&event.text)),
        },
    };
    format!("{what} at {line}{function}: {detail}")
}

/// Which bytes are meant, counted from 1.
fn range(object: &Object) -> Option<String> {
    let what = match object.usage {
        Usage::Read => "reads",
        Usage::Write => "writes",
        // Where the whole object is given back, there is nothing to say.
        Usage::Lose => return None,
        Usage::Free if object.offset == 0 => return None,
        Usage::Free | Usage::Point => "points to",
    };
    let (first, last) = (i128::from(object.offset), i128::from(object.offset) + i128::from(object.n_bytes));
    Some(match object.offset {
        ..0 => format!("{what} {} before it", bytes(object.offset.unsigned_abs())),
        _ if object.n_bytes <= 1 => format!("{what} byte {}", first + 1),
        _ => format!("{what} bytes {} to {last}", first + 1),
    })
}

/// The story of the object that an error is about, else the object, and the calls that lead to the error.
pub(crate) fn about_error(error: &ErrorSite, sources: &SourceMap) -> Vec<String> {
    let usual = Some(error.span);
    let story = error.object.as_ref().map(|it| story(it, sources, usual)).unwrap_or_default();
    // The last event of a story is the error, with its calls.
    if story.iter().any(|_| error.object.as_ref().is_some_and(|it| it.usage != Usage::Lose)) {
        return story;
    }
    let about = error.object.as_ref().filter(|_| story.is_empty()).map(|it| object(it, sources, usual));
    story.into_iter().chain(about).chain(calls(&error.calls, sources, usual)).collect()
}

/// The object that an error is about, and the calls that lead to it.
pub(crate) fn notes(report: &Report, error: &ErrorSite) -> Vec<String> {
    about_error(error, &report.sources)
}
