//! # The order of findings
//! By suspiciousness ([`rank_by_suspiciousness`], the default), which asks about the program; and by strength
//! ([`rank`]), which looks at the trace alone and breaks the ties of the former. By strength findings are compared by, in this order:
//! 1. code before declarations and inputs: those are worth knowing, but no line to fix;
//! 2. what became of the program when it was executed with another value there
//!    (see [`confirm`](mod@crate::confirm)): the error avoided, not known, the error all the same;
//! 3. strength: constant, expression, relevant, and then what is not proved to matter;
//! 4. statements that compute before those that only pass a value on (`return result`): where a value comes
//!    from is where it is wrong;
//! 5. how near a fix is to what is there: a value one off, then any value by its distance as a power of two,
//!    then none at hand. Off-by-one faults are the commonest, and a value far away is mostly one that
//!    leaves the trace early. Addresses are never near: nobody means the next byte;
//! 6. closeness to the error: the fewer steps from the strongest occurrence to the error, the better;
//! 7. the place in the source, so that the order is the same in every run.
//!
//! # References
//! - \[1\] _Semantic fault localization and suspiciousness ranking_, TACAS 2019.

use std::cmp::Reverse;

use faultscope_ir::program::Display;
use faultscope_ir::{Command, Program, Span, Trace, Value};

use crate::finding::{Finding, FindingKind, Rerun, Strength};
use crate::program::constant::Constant;
use crate::program::{Enough, Localized, ProgramFinding};
use crate::suspiciousness::Suspiciousness;
use crate::values;

/// Sorts findings, the likeliest fault first.
pub fn rank(program: &Program, trace: &Trace, findings: &mut [Finding]) {
    findings.sort_by_cached_key(|it| {
        let code = !it.kind.is_code();
        (code, outcome(it), it.strength, Closeness::of(program, trace, it, &it.values))
    });
}

/// Sorts what was found on several traces: code first, then what is relevant in more traces, what one constant fixes in
/// all of them, and then as on one trace, with the worst strength of all traces and the worst outcome of those on which it was tried.
pub(crate) fn rank_in_program(
    program: &Program,
    traces: &[Localized<'_>],
    findings: &mut [ProgramFinding<'_>],
) {
    findings.sort_by_cached_key(|it| {
        let finding = it.finding();
        let (constant, values) = match &it.constant {
            Constant::Values(values) => (0, values),
            Constant::Undecided => (1, &finding.values),
            Constant::None => (2, &finding.values),
        };
        let tried = it.relevant_in().filter_map(|trace| it.on[trace]).filter(|it| it.rerun.is_some());
        let worst = tried.map(outcome).max();
        (
            !finding.kind.is_code(),
            Reverse(it.n_relevant()),
            constant,
            worst.unwrap_or_else(|| outcome(finding)),
            it.strength,
            Closeness::of(program, traces[it.shown].trace, finding, values),
        )
    });
}

/// Sorts findings by how suspicious they are \[1, section 4\]: code first, then what a proved patch repairs (a fix that is
/// known outweighs every measure), what matters in more traces, and what an
/// execution with a change here has shown, then suspiciousness, strength, whether fixing the statement alone is
/// enough, and the last criteria of the order above. What has no score comes behind what has one.
pub fn rank_by_suspiciousness(
    program: &Program,
    traces: &[Localized<'_>],
    findings: &mut [ProgramFinding<'_>],
) {
    let standing = |it: &ProgramFinding<'_>| {
        let finding = it.finding();
        let values = match &it.constant {
            Constant::Values(values) => values,
            Constant::Undecided | Constant::None => &finding.values,
        };
        // A condition has no rows of its own. If turning it is enough, that is one change for all inputs.
        let strength = match (finding.kind, it.is_enough) {
            (FindingKind::Condition, Some(Enough::Proved)) => Strength::Constant,
            _ => it.strength,
        };
        let patch = it.patch.unwrap_or(usize::MAX);
        (
            (!finding.kind.is_code(), patch, Reverse(it.n_relevant()), outcome(finding)),
            it.suspiciousness,
            // What was not asked about stays behind what was.
            (
                strength,
                (it.is_enough.is_none(), it.is_enough),
                Closeness::of(program, traces[it.shown].trace, finding, values),
            ),
        )
    };
    let by_score = |lhs: Option<Suspiciousness>, rhs: Option<Suspiciousness>| match (lhs, rhs) {
        (Some(lhs), Some(rhs)) => lhs.compare(&rhs),
        (lhs, rhs) => rhs.is_some().cmp(&lhs.is_some()),
    };
    let mut standings: Vec<_> = findings.iter().map(standing).zip(0..).collect();
    standings.sort_by(|((group, score, rest), _), ((other_group, other_score, other_rest), _)| {
        group.cmp(other_group).then_with(|| by_score(*score, *other_score)).then_with(|| rest.cmp(other_rest))
    });
    let sorted: Vec<ProgramFinding<'_>> =
        standings.into_iter().map(|(_, idx): (_, usize)| findings[idx].clone()).collect();
    findings.clone_from_slice(&sorted);
}

/// The last criteria, from "statements that compute" on.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Closeness {
    is_copy: bool,
    to_fix: u64,
    to_error: usize,
    span: Span,
}

impl Closeness {
    fn of(program: &Program, trace: &Trace, finding: &Finding, values: &[Value]) -> Closeness {
        Closeness {
            is_copy: is_copy(&trace.steps[finding.step].command),
            to_fix: nearness(program, trace, finding, values),
            to_error: trace.len() - finding.step,
            span: program.sources.origin(finding.origin).span,
        }
    }
}

/// What executing the program with another value has shown, best first.
fn outcome(finding: &Finding) -> u8 {
    match finding.rerun {
        Some(Rerun::Avoids(_)) => 0,
        Some(Rerun::Open) | None => 1,
        Some(Rerun::Fails) => 2,
    }
}

/// How far the nearest fixing value is from the present one, coarsely: 1 for one off, then powers of two.
fn nearness(program: &Program, trace: &Trace, finding: &Finding, values: &[Value]) -> u64 {
    if finding.kind == FindingKind::Condition {
        return 1;
    }
    let variable = trace.steps[finding.step].command.target().map(|target| target.variable);
    let declared = variable.and_then(|variable| program.variables.get(&variable));
    if declared.is_some_and(|variable| variable.display == Display::Pointer) {
        return u64::MAX;
    }
    let Some(present) = &trace.steps[finding.step].value else { return u64::MAX };
    let bits = |value: &Value| values::distance(value, present).map(|distance| distance.bits());
    values.iter().filter_map(bits).min().unwrap_or(u64::MAX)
}

/// Whether the command only passes on the value of another variable: what is wrong with it was computed
/// elsewhere. A cell is not meant, for its index may be what is wrong.
fn is_copy(command: &Command) -> bool {
    matches!(command, Command::Assign { value, .. } if value.as_symbol().is_some())
}
