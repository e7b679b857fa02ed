//! Findings: what to do about them, for which executions that helps, and what it changes.

use faultscope_ir::{ObjectKind, Property, SourceMap, Span};

use super::layout::shortened;
use super::numbers::{bytes, code, count, time};
use super::steps::is_no_name;
use super::traces::{constants, place};
use crate::{
    ConstantOverTraces, Driver, ErrorSite, Finding, FindingKind, InProgram, Influence, OtherWay, PointerNeed,
    ProvedFix, Rerun, Strength, snippet,
};

/// What a place got in the failing execution: `n = 3`, or `value 3` where the place has no name beside its text; `shown` shortens values.
pub(crate) fn given(finding: &Finding, shown: impl Fn(&str) -> String) -> Option<String> {
    let value = shown(finding.value.as_deref()?);
    Some(match &finding.place {
        Some(place) if !is_no_name(place, &finding.text) => format!("{place} = {value}"),
        // An address says what the text says.
        _ if value.starts_with('&') => return None,
        None if finding.kind == FindingKind::Argument => format!("writes {value}"),
        _ => format!("value {value}"),
    })
}

/// What is said of a place in the driver.
pub(crate) const IN_DRIVER: &str = "no value outside the driver is known to avoid the error";

/// What is done with the driver.
pub(crate) fn driver(driver: &Driver) -> String {
    let name = code(&driver.name);
    match driver.is_suspected {
        true => format!("{name} is suspected, since no value outside it is known to avoid the error"),
        false => format!("{name} is trusted; {} undoes this", code("--trust none")),
    }
}

/// What stands over a finding: what to do about it, as far as that is known.
pub(crate) fn headline(finding: &Finding) -> String {
    let verb = match finding.kind {
        // What has no place is text that is written.
        FindingKind::Argument if finding.place.is_none() => "write",
        FindingKind::Argument => "pass",
        FindingKind::Return => "return",
        FindingKind::Assignment | FindingKind::Declaration | FindingKind::Input => "assign",
        FindingKind::Condition => return decision(finding),
        FindingKind::Release => return kept(finding),
        FindingKind::ScopeEnd => {
            return "make the variable outlive its scope: `static`, allocated, or passed in by the caller"
                .to_owned();
        }
        FindingKind::PointerLost => {
            return match &finding.missing {
                Some(free) => format!("{} is missing before this: the last pointer is lost here", code(free)),
                None => "free the memory before this: the last pointer to it is lost here".to_owned(),
            };
        }
        FindingKind::Uninitialized => {
            return match &finding.place {
                Some(place) => format!("initialize {} here", code(place)),
                None => "initialize this variable".to_owned(),
            };
        }
        FindingKind::Call => {
            return match finding.pointer {
                Some(PointerNeed::Bytes(n)) => {
                    format!("pass a pointer to at least {}, or a smaller size", bytes(n))
                }
                _ => "pass different arguments".to_owned(),
            };
        }
        FindingKind::Extra => {
            return match finding.missing.as_deref() {
                Some(condition) => format!("execute this only if {}", code(condition)),
                None => "skip this statement".to_owned(),
            };
        }
        FindingKind::BlockEnd => {
            let missing = finding.missing.as_deref().unwrap_or_default();
            return format!("this block may end too early: {missing} may belong inside");
        }
        FindingKind::Order => {
            let later = finding.missing.as_deref().unwrap_or_default();
            return format!("this may come too early: move it after {later}");
        }
        FindingKind::Missing => {
            let missing = finding.missing.as_deref().unwrap_or_default();
            return format!("a statement may be missing here, such as {}", code(missing));
        }
        FindingKind::Type => {
            let missing = finding.missing.as_deref().unwrap_or_default();
            return format!("use {} here instead", code(missing));
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

/// What to do about a condition: what is proved to be enough, where that is one condition.
fn decision(finding: &Finding) -> String {
    let fix = match &finding.in_program {
        Some(InProgram::Proved(fix) | InProgram::RepairsThrough(fix)) => Some(fix),
        _ => None,
    };
    match fix {
        Some(ProvedFix::Strategy(plays)) if plays.len() == 1 => match truth(&plays[0]) {
            Some(when) => format!("make this {when} true"),
            None => format!("change the condition to {}", code(&plays[0])),
        },
        _ if is_vain(finding) => "may matter".to_owned(),
        _ => "take the other branch here".to_owned(),
    }
}

/// Whether all that is known of a finding is that it may matter.
pub(crate) fn is_open(finding: &Finding) -> bool {
    let may_matter = match finding.kind {
        FindingKind::Condition => is_vain(finding),
        FindingKind::Argument
        | FindingKind::Return
        | FindingKind::Assignment
        | FindingKind::Declaration
        | FindingKind::Input => finding.strength == Strength::Undecided,
        _ => false,
    };
    finding.in_program.is_none() && may_matter
}

/// Whether the program fails on either branch of a condition.
fn is_vain(finding: &Finding) -> bool {
    let is_open = |it: &OtherWay| !it.every_time && it.once.is_none();
    finding.rerun == Some(Rerun::Fails) && finding.other_way.as_ref().is_some_and(is_open)
}

/// What to do about memory that is freed: nothing, or only where a condition holds.
fn kept(finding: &Finding) -> String {
    let fix = match &finding.in_program {
        Some(InProgram::Proved(fix) | InProgram::RepairsThrough(fix)) => Some(fix),
        _ => None,
    };
    match fix {
        Some(ProvedFix::Strategy(plays)) if plays.len() == 1 && truth(&plays[0]).is_none() => {
            format!("do not free the memory here if {}", code(&plays[0]))
        }
        _ => "do not free the memory here".to_owned(),
    }
}

/// What is said of a `free` without which the program leaks.
pub(crate) const LEAKS_INSTEAD: &str = "without it the memory leaks instead";

/// What is said of a place where every value that was tried made the program fail on another path.
pub(crate) const FAILED_ELSEWHERE: &str = "every value tried made it fail elsewhere";

/// When a condition is true that is a constant.
pub(crate) fn truth(condition: &str) -> Option<&'static str> {
    match condition {
        "0" | "false" => Some("never"),
        "1" | "true" => Some("always"),
        _ => None,
    }
}

/// Conditions longer than this say less than their example values.
const MAX_CONDITION: usize = 100;

/// So many example values are shown.
const MAX_VALUES: usize = 3;

/// What a new value has to be.
pub(crate) fn fix(finding: &Finding) -> Option<String> {
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
            PointerNeed::NotNull => "a non-null pointer".to_owned(),
            PointerNeed::Alive => "a pointer to a live object".to_owned(),
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
        (Some(condition), []) => Some(format!("a value such that {}", code(condition))),
        (Some(condition), _) if repeats(condition) => Some(format!("a value such that {}", code(condition))),
        (Some(condition), [first, ..]) => {
            Some(format!("a value such that {}, for example {first}", code(condition)))
        }
    }
}

/// For which executions another value helps.
pub(crate) fn reach(finding: &Finding, several: bool) -> String {
    if let Some(over) = &finding.over_traces
        && let ConstantOverTraces::Values(_) = over.constant
    {
        return format!("one value avoids the error on {}, for all inputs", place(over));
    }
    let reach = reach_on_trace(finding, several);
    if several { format!("on trace {}, {reach}", finding.trace + 1) } else { reach }
}

fn reach_on_trace(finding: &Finding, several: bool) -> String {
    match (finding.kind, finding.strength) {
        (FindingKind::BlockEnd, _) => return "all tests pass when it ends later".to_owned(),
        (FindingKind::Order, _) => return "all tests pass when it is moved there".to_owned(),
        (FindingKind::Type, Strength::Constant) => return "all tests pass with it".to_owned(),
        (FindingKind::Type, _) => return "the types do not match".to_owned(),
        (FindingKind::Missing, Strength::Constant) => return "all tests pass with it".to_owned(),
        (FindingKind::Missing, _) => return "the runs that were tried pass with it".to_owned(),
        (FindingKind::ScopeEnd | FindingKind::PointerLost, Strength::Relevant) => {
            return "the program then runs to its end without an error".to_owned();
        }
        (FindingKind::ScopeEnd | FindingKind::PointerLost, _) => {
            return "may fix the program".to_owned();
        }
        (FindingKind::Call, _) => return "the arguments are not valid for this call".to_owned(),
        (FindingKind::Release, _) if finding.rerun == Some(Rerun::Leaks) => {
            return "the error does not happen without it".to_owned();
        }
        (FindingKind::Extra, Strength::Constant) => {
            return match finding.missing {
                Some(_) => "all tests pass with that".to_owned(),
                None => "all tests pass without it".to_owned(),
            };
        }
        (FindingKind::Extra, _) if finding.missing.is_some() => {
            return "the runs that were tried pass with that".to_owned();
        }
        (FindingKind::Extra, _) => {
            return "failing tests pass when some of its executions are skipped".to_owned();
        }
        _ => {}
    }
    if let Some(other_way) = &finding.other_way {
        let these = if several { "with its inputs" } else { "with the failing input" };
        return match other_way {
            OtherWay { every_time: true, .. } => format!("{these}, every time"),
            OtherWay { once: Some(execution), .. } => format!("{these}, {}", time(*execution)),
            OtherWay { once: None, .. } if finding.rerun == Some(Rerun::Fails) => match finding.kind {
                FindingKind::Release => format!("{these}, the program fails without it, too"),
                _ => format!("the other branch fails, too, {these}"),
            },
            OtherWay { once: None, .. } => "not decided within the limits".to_owned(),
        };
    }
    let open = |strength| finding.undecided.contains(&strength);
    let these = match &finding.failing_inputs {
        None if several => "with its inputs".to_owned(),
        None => "with the failing input".to_owned(),
        Some(inputs) => {
            let inputs: Vec<String> =
                inputs.iter().map(|(place, value)| format!("{place} = {value}")).collect();
            format!("with other inputs on the same path ({})", shortened(&inputs.join(", "), 60))
        }
    };
    match finding.strength {
        Strength::Constant => "one value avoids the error for all inputs".to_owned(),
        Strength::Expression if open(Strength::Constant) => {
            "for every input some value avoids the error".to_owned()
        }
        Strength::Expression => "for every input another value avoids the error".to_owned(),
        Strength::Relevant if open(Strength::Expression) => {
            format!("avoids the error {these}; not decided for others")
        }
        Strength::Relevant => format!("avoids the error {these}; for some inputs no value does"),
        Strength::TraceAberrant => "only in runs that do not fail".to_owned(),
        Strength::Irrelevant => "never".to_owned(),
        Strength::Undecided => "not decided within the limits".to_owned(),
    }
}

/// What executing the program with another value has shown, where that is worth a line.
pub(crate) fn rerun(finding: &Finding) -> Option<String> {
    if finding.other_way.is_some() {
        return None;
    }
    match finding.rerun.as_ref()? {
        Rerun::Avoids(value) => {
            Some(format!("with {}, the program runs to its end without an error", code(value)))
        }
        Rerun::Fails => Some(FAILED_ELSEWHERE.to_owned()),
        Rerun::Leaks => Some(LEAKS_INSTEAD.to_owned()),
        Rerun::Open => None,
    }
}

/// How much of the program stays reachable, where a fix cuts some of it off.
pub(crate) fn leaves(finding: &Finding) -> Option<String> {
    let score = finding.suspiciousness.filter(|it| it.kept < it.reachable)?;
    let by = if score.by_verifier { "the verifier" } else { "abstract interpretation" };
    Some(format!(
        "{} of {} reachable with it fixed, according to {by}",
        score.kept,
        count(score.reachable, "statement")
    ))
}

/// What would be different with another value, on the way to this error.
pub(crate) fn influence(
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
pub(crate) fn effect(
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
    let on = if width == 0 { "on " } else { "" };
    match influence.outcome {
        _ if influence.is_error && !error.property.is_written() => format!("{text} {}", met(error)),
        _ if influence.is_another_error() => format!("{text} fails for another reason"),
        _ if influence.is_error => format!("{text} {}", error.property.met()),
        Some(true) => format!("the test {on}{text} fails"),
        Some(false) => format!("the test {on}{text} succeeds"),
        None => format!("{text} has another value"),
    }
}

/// What an operation does that meets what an error has violated.
fn met(error: &ErrorSite) -> String {
    match (error.property, &error.object) {
        (Property::OutOfBounds, Some(object)) => match object.kind {
            ObjectKind::Allocated => format!("stays inside the memory from {}", code(&object.name)),
            _ => format!("stays inside {}", code(&object.name)),
        },
        (property, _) => property.met().to_owned(),
    }
}

/// Whether fixing a place is enough, in few words.
pub(crate) fn enough(in_program: &InProgram) -> &'static str {
    match in_program {
        InProgram::Proved(_) => "can fix the program (proved)",
        InProgram::RepairsThrough(_) => "fixes every run through it (proved)",
        InProgram::PassesTests(_) => "the right change here makes all tests pass",
        InProgram::NotEnough(_) => "cannot fix it alone",
        InProgram::NotDecided(_) => "may fix the program",
    }
}
