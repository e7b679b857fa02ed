//! Phrases for people.

use faultscope_ir::{Direction, ObjectKind, Property, SourceMap, Span};

use crate::{
    Assumption, CallSite, ConstantOverTraces, DecidedBy, ErrorSite, Finding, FindingKind, InProgram,
    Influence, OtherWay, OverTraces, PointerNeed, Rerun, Statistics, Strength, snippet,
};

/// A number and its noun.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A number of bytes.
pub(super) fn bytes(number: u64) -> String {
    usize::try_from(number).map_or_else(|_| format!("{number} bytes"), |it| count(it, "byte"))
}

/// A number of solver queries.
pub(super) fn queries(number: usize) -> String {
    if number == 1 { "1 query".to_owned() } else { format!("{number} queries") }
}

/// Who decided, in words.
pub(crate) fn decided_by(by: DecidedBy) -> &'static str {
    match by {
        DecidedBy::Bmc => "bounded model checking",
        DecidedBy::TraceAbstraction => "trace abstraction",
        DecidedBy::Execution => "execution",
        DecidedBy::Paths => "symbolic execution",
        DecidedBy::AbstractInterpretation => "abstract interpretation",
        DecidedBy::ControlFlow => "control flow",
    }
}

/// Who looked for errors, and how.
pub(super) fn search(counts: &Statistics) -> String {
    let answered = |by| format!("Answered by {}.\n", decided_by(by));
    let mut text = counts.answered_by.map(answered).unwrap_or_default();
    if let Some(work) = &counts.trace_abstraction {
        text += &format!(
            "Trace abstraction: {}, {} infeasible, {:.3} s; Floyd-Hoare automata {:.3} s; {}, {} cut short, {:.3} s; \
             {}, at most {}.\n",
            count(work.iterations, "path"),
            work.infeasible,
            work.words_seconds,
            work.floyd_hoare_seconds,
            if work.danger_automata == 1 {
                "1 danger automaton".to_owned()
            } else {
                format!("{} danger automata", work.danger_automata)
            },
            work.cut_short,
            work.danger_seconds,
            count(work.locations, "location"),
            count(work.states, "state"),
        );
    }
    text
}

/// What stands over a finding: what to do about it, as far as that is known.
pub(crate) fn headline(finding: &Finding) -> String {
    let verb = match finding.kind {
        FindingKind::Argument => "pass",
        FindingKind::Return => "return",
        FindingKind::Assignment | FindingKind::Declaration | FindingKind::Input => "assign",
        FindingKind::Condition => return "decide this the other way".to_owned(),
        FindingKind::Extra => return "do not execute this".to_owned(),
        FindingKind::BlockEnd => {
            let missing = finding.missing.as_deref().unwrap_or_default();
            return format!("this block may end too early: {missing} may belong to it");
        }
        FindingKind::Missing => {
            let missing = finding.missing.as_deref().unwrap_or_default();
            return format!("a statement may be missing here, like {}", code(missing));
        }
    };
    match finding.strength {
        Strength::Constant | Strength::Expression | Strength::Relevant => match fix(finding) {
            Some(fix) => format!("{verb} {fix}"),
            None => format!("{verb} another value"),
        },
        Strength::TraceAberrant => "matters only in executions without the error".to_owned(),
        Strength::Irrelevant => "does not matter".to_owned(),
        Strength::Undecided => "may matter".to_owned(),
    }
}

/// Conditions longer than this say less than their example values.
const MAX_CONDITION: usize = 100;

/// So many example values are shown.
const MAX_VALUES: usize = 3;

/// What a new value has to be.
pub(super) fn fix(finding: &Finding) -> Option<String> {
    // A condition is about one trace, a constant about all.
    if let Some(constants) = constants(finding) {
        return Some(constants);
    }
    // A value that was tried is the best example. Where it is none of those of the condition, these were tried in vain.
    let tried = match &finding.rerun {
        Some(Rerun::Avoids(value)) => Some(value),
        _ => None,
    };
    let is_known = tried.is_none_or(|it| finding.values.contains(it));
    let others = finding.values.iter().filter(|value| is_known && tried != Some(*value));
    let values: Vec<String> = tried.into_iter().chain(others).take(MAX_VALUES).map(|it| code(it)).collect();
    let says_something = |condition: &&str| *condition != "true" && condition.len() <= MAX_CONDITION;
    let condition = finding.condition.as_deref().filter(says_something);
    if let Some(pointer) =
        finding.pointer.filter(|_| condition.is_none() && !finding.values.iter().any(|it| it != "NULL"))
    {
        return Some(match pointer {
            PointerNeed::NotNull => "a pointer that is not null".to_owned(),
            PointerNeed::Alive => "a pointer to an object that is still there".to_owned(),
            PointerNeed::Bytes(n) => format!("a pointer to at least {}", bytes(n)),
        });
    }
    // A condition that only repeats the one value adds nothing.
    let repeats = |condition: &str| {
        finding.values.len() == 1 && condition.ends_with(&format!("== {}", finding.values[0]))
    };
    match (condition, &values[..]) {
        (None, []) => None,
        (None, values) => Some(values.join(" or ")),
        (Some(condition), []) => Some(format!("a value with {}", code(condition))),
        (Some(condition), _) if repeats(condition) => Some(format!("a value with {}", code(condition))),
        (Some(condition), [first, ..]) => {
            Some(format!("a value with {}, for example {first}", code(condition)))
        }
    }
}

/// For which executions another value helps.
pub(super) fn reach(finding: &Finding, several: bool) -> String {
    if let Some(over) = &finding.over_traces
        && let ConstantOverTraces::Values(_) = over.constant
    {
        return format!("on {}, for all inputs, with one and the same value", place(over));
    }
    let reach = reach_on_trace(finding, several);
    if several { format!("on trace {}, {reach}", finding.trace + 1) } else { reach }
}

fn reach_on_trace(finding: &Finding, several: bool) -> String {
    match (finding.kind, finding.strength) {
        (FindingKind::BlockEnd, _) => return "all tests pass when it ends later".to_owned(),
        (FindingKind::Missing, _) => return "all tests pass with it".to_owned(),
        (FindingKind::Extra, Strength::Constant) => return "all tests pass without it".to_owned(),
        (FindingKind::Extra, _) => {
            return "failing tests pass where some of its executions are left out".to_owned();
        }
        _ => {}
    }
    if let Some(other_way) = &finding.other_way {
        let these = if several { "with its inputs" } else { "with the inputs above" };
        return match other_way {
            OtherWay { every_time: true, .. } => format!("{these}, every time"),
            OtherWay { once: Some(execution), .. } => format!("{these}, {}", time(*execution)),
            OtherWay { once: None, .. } if finding.rerun == Some(Rerun::Fails) => {
                format!("not {these}: decided the other way the program fails all the same")
            }
            OtherWay { once: None, .. } => "not decided within the limits".to_owned(),
        };
    }
    let open = |strength| finding.undecided.contains(&strength);
    let these = match &finding.failing_inputs {
        None if several => "with its inputs".to_owned(),
        None => "with the inputs above".to_owned(),
        Some(inputs) => {
            let inputs: Vec<String> =
                inputs.iter().map(|(place, value)| format!("{place} = {value}")).collect();
            format!("on the same path with other inputs ({})", shortened(&inputs.join(", "), 60))
        }
    };
    match finding.strength {
        Strength::Constant => "for all inputs, with one and the same value".to_owned(),
        Strength::Expression if open(Strength::Constant) => {
            "for all inputs, with a value that may depend on them".to_owned()
        }
        Strength::Expression => "for all inputs, with a value that depends on them".to_owned(),
        Strength::Relevant if open(Strength::Expression) => format!("{these}; which others was not decided"),
        Strength::Relevant => format!("{these}; there are inputs with which no value helps"),
        Strength::TraceAberrant => "never with inputs that lead to the error".to_owned(),
        Strength::Irrelevant => "never".to_owned(),
        Strength::Undecided => "not decided within the limits".to_owned(),
    }
}

/// What executing the program with another value has shown, where that is worth a line.
pub(super) fn rerun(finding: &Finding) -> Option<String> {
    if finding.other_way.is_some() {
        return None;
    }
    match finding.rerun.as_ref()? {
        Rerun::Avoids(value) => {
            Some(format!("with {}, the program runs to its end without an error", code(value)))
        }
        Rerun::Fails => {
            Some("the program still fails, on another path, with every value that was tried".to_owned())
        }
        Rerun::Open => None,
    }
}

/// How much of the program stays reachable, where a fix cuts some of it off.
pub(super) fn leaves(finding: &Finding) -> Option<String> {
    let score = finding.suspiciousness.filter(|it| it.kept < it.reachable)?;
    let by = if score.by_verifier { "the verifier" } else { "abstract interpretation" };
    Some(format!(
        "{} of {} reachable with it fixed, by {by}",
        score.kept,
        count(score.reachable, "statement")
    ))
}

/// What would be different with another value, on the way to this error.
pub(super) fn influence(
    influence: &Influence,
    error: &ErrorSite,
    sources: &SourceMap,
    usual: Span,
) -> String {
    let with = match &influence.with {
        Some(value) => format!("with {}, ", code(value)),
        None => "with another value, ".to_owned(),
    };
    with + &effect(influence, error, sources, usual, usize::MAX)
}

/// The same without the value, and with so many characters of source text at most; none for the line alone.
pub(super) fn effect(
    influence: &Influence,
    error: &ErrorSite,
    sources: &SourceMap,
    usual: Span,
    width: usize,
) -> String {
    let line = snippet::line(sources, influence.span, Some(usual));
    let text = match width {
        0 => line,
        _ => format!("{} on {line}", code(&shortened(&influence.text, width))),
    };
    match influence.outcome {
        _ if influence.is_error && !error.property.is_written() => format!("{text} {}", met(error)),
        _ if influence.is_another_error() => format!("{text} fails for another reason"),
        _ if influence.is_error => format!("{text} holds"),
        Some(true) => format!("{text} is false instead of true"),
        Some(false) => format!("{text} is true instead of false"),
        None => format!("{text} comes out differently"),
    }
}

/// What an operation does that meets what an error has violated.
fn met(error: &ErrorSite) -> String {
    match (error.property, &error.object) {
        (Property::OutOfBounds, Some(object)) => match object.kind {
            ObjectKind::Allocated => format!("stays inside the object of {}", code(&object.name)),
            _ => format!("stays inside {}", code(&object.name)),
        },
        (Property::OutOfBounds, None) => "stays in bounds".to_owned(),
        (Property::NullDereference, _) => "follows no null pointer".to_owned(),
        (Property::UseAfterFree, _) => "uses no memory that was given back".to_owned(),
        (Property::UseAfterScope, _) => "uses no variable whose scope has ended".to_owned(),
        (Property::WriteToConstant, _) => "writes to no constant".to_owned(),
        (Property::DivisionByZero, _) => "does not divide by zero".to_owned(),
        (Property::Overflow, _) => "does not overflow".to_owned(),
        (Property::Shift, _) => "is in range".to_owned(),
        (Property::Uninitialized, _) => "depends on no value that nobody has written".to_owned(),
        _ => "is no violation".to_owned(),
    }
}

/// Which loop iteration, where that says anything.
pub(crate) fn iterations(iterations: &[u32]) -> Option<String> {
    match iterations {
        [] => None,
        [only] => Some(format!("iteration {only} of the loop")),
        [outer, inner] => Some(format!("iteration {outer} of the outer loop, {inner} of the inner one")),
        all => {
            let numbers: Vec<String> = all.iter().map(u32::to_string).collect();
            Some(format!("iteration {} of the nested loops, outermost first", numbers.join(", ")))
        }
    }
}

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

/// Source text within a sentence.
pub(crate) fn code(text: &str) -> String {
    format!("`{text}`")
}

/// The traces on which a finding matters.
pub(super) fn place(over: &OverTraces) -> String {
    match over.n_traces {
        2 if over.is_in_all() => "both error traces".to_owned(),
        n if over.is_in_all() => format!("all {n} error traces"),
        n => format!("{} of {n} error traces", over.n_relevant),
    }
}

/// The values that avoid the error on all traces, in one phrase.
pub(super) fn constants(finding: &Finding) -> Option<String> {
    let over = finding.over_traces.as_ref()?;
    let ConstantOverTraces::Values(values) = &over.constant else { return None };
    let values: Vec<String> = values.iter().map(|it| code(it)).collect();
    (!values.is_empty()).then(|| values.join(" or "))
}

/// One of several executions of a statement.
pub(super) fn time(execution: u32) -> String {
    match execution {
        1 => "the first time".to_owned(),
        2 => "the second time".to_owned(),
        3 => "the third time".to_owned(),
        n => format!("at execution {n}"),
    }
}

/// Cuts a text off so that it is at most this long.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(3)).collect();
    format!("{}...", kept.trim_end())
}

/// That all of so many tests pass.
pub(crate) fn all_pass(n_tests: usize) -> String {
    match n_tests {
        1 => "the test passes".to_owned(),
        2 => "both tests pass".to_owned(),
        n => format!("all {n} tests pass"),
    }
}

/// What "no error" rests on, by name: the choices because of which an error can be missed. Of each at most so many things are
/// named that it is about.
pub(crate) fn assuming(assumptions: &[Assumption], max_subjects: usize) -> String {
    let narrows = |it: &&Assumption| matches!(it.kind.direction(), Direction::Narrows | Direction::Replaces);
    let names = choices(assumptions.iter().filter(narrows), max_subjects);
    if names.is_empty() { String::new() } else { format!(", assuming {}", names.join(", ")) }
}

/// Choices by name, each once, with at most so many of the things that they are about.
pub(super) fn choices<'a>(
    assumptions: impl Iterator<Item = &'a Assumption>,
    max_subjects: usize,
) -> Vec<String> {
    let mut names: Vec<(&str, Vec<&str>)> = Vec::new();
    for assumption in assumptions {
        let name = assumption.kind.name();
        let at = names.iter().position(|(it, _)| *it == name).unwrap_or_else(|| {
            names.push((name, Vec::new()));
            names.len() - 1
        });
        names[at].1.extend(assumption.subject.as_deref());
    }
    let name = |(name, subjects): &(&str, Vec<&str>)| match &subjects[..] {
        [] => (*name).to_owned(),
        subjects if subjects.len() > max_subjects => {
            let others = subjects.len() - max_subjects;
            format!("{name} ({} and {others} more)", subjects[..max_subjects].join(", "))
        }
        subjects => format!("{name} ({})", subjects.join(", ")),
    };
    names.iter().map(name).collect()
}

/// Whether fixing a place is enough, in few words.
pub(super) fn enough(in_program: &InProgram) -> &'static str {
    match in_program {
        InProgram::Proved(_) => "enough (proved)",
        InProgram::RepairsThrough(_) => "repairs all through it (proved)",
        InProgram::PassesTests(_) => "enough for all tests",
        InProgram::NotEnough(_) => "not enough alone",
        InProgram::NotDecided(_) => "not decided whether that is enough",
    }
}

/// A text on lines of at most this length, broken at spaces; a word that is longer has a line of its own.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Two versions of a line, without their common beginning where the change would be cut off in so much room.
pub(super) fn around_change(old: &str, new: &str, room: usize) -> (String, String) {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let begin = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let shortest = old.len().min(new.len());
    let same_end = old.iter().rev().zip(new.iter().rev()).take(shortest - begin);
    let n_behind = same_end.take_while(|(old, new)| old == new).count();
    let longest = old.len().max(new.len());
    // With room for the dots at both ends.
    let left_out =
        if longest <= room || longest - n_behind + 3 <= room { 0 } else { begin.saturating_sub(room / 3) };
    let rest = |line: &[char]| {
        let dots = if left_out > 0 { "..." } else { "" };
        dots.chars().chain(line[left_out..].iter().copied()).collect()
    };
    (rest(&old), rest(&new))
}

/// A line that is at most this long on a terminal: escape codes take no room, and a tab takes that of a space.
pub(super) fn cut(line: &str, width: usize) -> String {
    let mut text = String::new();
    let (mut shown, mut is_code, mut has_code) = (0, false, false);
    // Where the text ends that leaves room for the dots.
    let mut end = 0;
    for it in line.chars() {
        if it == '\u{1b}' || is_code {
            is_code = it == '\u{1b}' || !it.is_ascii_alphabetic();
            has_code = true;
            text.push(it);
            continue;
        }
        if shown + 3 == width {
            end = text.len();
        }
        if shown == width {
            text.truncate(end);
            let reset = if has_code { "\u{1b}[0m" } else { "" };
            return format!("{text}...{reset}");
        }
        text.push(if it == '\t' { ' ' } else { it });
        shown += 1;
    }
    text
}
