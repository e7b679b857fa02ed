//! Whether fixing one statement is enough.

use faultscope_ir::{Property, SourceMap};

use crate::words::{self, shortened, time};
use crate::{
    Finding, FindingKind, InProgram, Input, Patch, PatchVerdict, ProvedFix, Report, TestsFix, Trace, snippet,
};

/// So many inputs of an execution that still fails are named.
const MAX_INPUTS: usize = 4;

/// Characters of a text that are shown of a row of characters.
const MAX_STRING: usize = 40;

/// Whether fixing this alone is enough, where that was asked.
pub(super) fn alone(finding: &Finding, report: &Report) -> Option<String> {
    let sources = &report.sources;
    Some(match finding.in_program.as_ref()? {
        InProgram::Proved(ProvedFix::Patch) => "can fix the program (proved): see the patch below".to_owned(),
        InProgram::Proved(fix) => {
            format!("can fix the program (proved): {}, no execution fails", changed(finding, fix))
        }
        InProgram::RepairsThrough(fix) => {
            format!("fixes every run through it (proved): {}, no such run fails", changed(finding, fix))
        }
        // Where many changes of many lines do, none is shown.
        InProgram::PassesTests(TestsFix::Patch) if report.patches.is_empty() => {
            "a change here makes all tests pass".to_owned()
        }
        InProgram::PassesTests(TestsFix::Patch) => "a patch below makes all tests pass".to_owned(),
        InProgram::PassesTests(TestsFix::Values) => "with the right values here every test passes".to_owned(),
        // That all tests pass is said where it is said what is changed.
        InProgram::PassesTests(TestsFix::Statement) => return None,
        InProgram::NotEnough(trace) => remaining(finding, trace, sources),
        InProgram::NotDecided(reason) => format!("not decided: {reason}"),
    })
}

/// What is done differently.
fn changed(finding: &Finding, fix: &ProvedFix) -> String {
    let is_release = finding.kind == FindingKind::Release;
    match fix {
        ProvedFix::EveryTime if is_release => "not freed here".to_owned(),
        ProvedFix::Once(execution) if is_release => format!("not freed here {}", time(*execution)),
        ProvedFix::Values | ProvedFix::Refined(_) => "with the right values here".to_owned(),
        ProvedFix::Strategy(plays) => played(finding, plays),
        ProvedFix::Patch => "with a patch below".to_owned(),
        ProvedFix::EveryTime => "with the other branch taken every time".to_owned(),
        ProvedFix::Once(execution) => format!("with the other branch taken {}", time(*execution)),
    }
}

/// What a strategy puts in: at some executions, and at all others.
fn played(finding: &Finding, plays: &[String]) -> String {
    if finding.kind == FindingKind::Release {
        return match plays {
            [skipped] if words::truth(skipped).is_none() => format!("not freed here if `{skipped}`"),
            [_] => "not freed here".to_owned(),
            _ => "freed here at the right times only".to_owned(),
        };
    }
    let is_condition = finding.kind == FindingKind::Condition;
    let Some((last, earlier)) = plays.split_last() else {
        return match is_condition {
            true => "with the right branch taken".to_owned(),
            false => "with the right values here".to_owned(),
        };
    };
    match words::truth(last).filter(|_| is_condition && earlier.is_empty()) {
        Some(when) => return format!("if this is {when} true"),
        None if earlier.is_empty() && is_condition => return format!("with the condition `{last}`"),
        None if earlier.is_empty() => return format!("with `{last}`"),
        None => {}
    }
    let others = earlier.iter().zip(1..).filter(|(play, _)| *play != last);
    let each = others.map(|(play, execution)| format!("`{play}` {}", time(execution)));
    format!("with {}, and else `{last}`", each.collect::<Vec<_>>().join(", "))
}

/// What is added where fixing a statement is not enough, and all the same a patch of it is proved: one with which the check is
/// not evaluated.
pub(super) fn except(report: &Report, finding: &Finding) -> &'static str {
    let is_not_enough = matches!(finding.in_program, Some(InProgram::NotEnough(_)));
    let avoids =
        |it: &Patch| it.verdict == PatchVerdict::Proved && !it.reaches_check && it.statement == finding.span;
    match is_not_enough && report.patches.iter().any(avoids) {
        true => ", except by a patch that avoids the check",
        false => "",
    }
}

fn remaining(finding: &Finding, trace: &Trace, sources: &SourceMap) -> String {
    let fixed = match finding.kind {
        FindingKind::Condition => "whichever branch is taken",
        FindingKind::Release => "freed here or not",
        _ => "whatever it does",
    };
    let (message, line) =
        (&trace.error.message, snippet::line(sources, trace.error.span, Some(finding.span)));
    let mut text = match trace.error.property {
        Property::FixExists => format!("cannot fix it alone: {message} ({line})"),
        _ => format!("cannot fix it alone: {fixed}, this remains: {message} ({line})"),
    };
    let inputs: Vec<&Input> = trace.inputs.iter().filter(|it| it.kind == FindingKind::Input).collect();
    let inputs: Vec<String> =
        words::runs(&inputs).filter_map(|run| Some(shortened(&words::assigned(run)?, MAX_STRING))).collect();
    if !inputs.is_empty() {
        let shown = inputs.len().min(MAX_INPUTS);
        text += &format!(", for example with {}", inputs[..shown].join(", "));
        if shown < inputs.len() {
            text += &format!(" and {}", words::count(inputs.len() - shown, "more input"));
        }
    }
    text
}
