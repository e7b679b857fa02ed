//! The findings as the report has them, and what of the trace they make worth showing.

use faultscope_ir::{OriginKind, Program, Value};
use faultscope_localize::{Finding, Strength};
use faultscope_report::{self as report, FindingKind, Influence, Note, Report};
use faultscope_solver::StopReason;
use faultscope_verify::ErrorTrace;
use rustc_hash::FxHashMap;

use super::replay::Replay;
use super::trace::{self, Branches};
use super::values;

/// What localization gave.
pub(crate) struct Findings<'a> {
    /// In rank order.
    pub(crate) findings: &'a [Finding],
    /// The limit that was exceeded on the way.
    pub(crate) interrupted: Option<StopReason>,
}

/// Puts the findings into the report, and marks the steps of the trace that matter.
pub(crate) fn findings(report: &mut Report, program: &Program, error: &ErrorTrace, found: Findings<'_>) {
    let listed: Vec<&Finding> =
        found.findings.iter().filter(|it| it.strength != Strength::Irrelevant).collect();
    let ctx = Ctx::new(program, error);
    let influences = ctx.influences(&listed);
    report.findings = listed
        .iter()
        .zip(influences)
        .enumerate()
        .map(|(idx, (finding, influence))| ctx.finding(idx + 1, finding, influence))
        .collect();
    ctx.mark_steps(report, &listed);
    mark_inputs(report);
    report.warnings.extend(found.interrupted.map(|reason| {
        Note::new(format!("{reason} while asking which statements matter; some were not decided"))
    }));
}

struct Ctx<'a> {
    program: &'a Program,
    error: &'a ErrorTrace,
    branches: Branches,
    replay: Replay<'a>,
    /// From steps of the trace to those of the report.
    shown: FxHashMap<usize, usize>,
}

impl<'a> Ctx<'a> {
    fn new(program: &'a Program, error: &'a ErrorTrace) -> Ctx<'a> {
        let shown = trace::shown(program, &error.trace).enumerate().map(|(shown, (step, _))| (step, shown));
        Ctx {
            program,
            error,
            branches: Branches::new(program),
            replay: Replay::new(error),
            shown: shown.collect(),
        }
    }

    /// For each finding the first condition that another value changes.
    fn influences(&self, findings: &[&Finding]) -> Vec<Option<Influence>> {
        let mut questions: Vec<(usize, Value, usize)> = findings
            .iter()
            .enumerate()
            .filter_map(|(idx, finding)| Some((finding.step, helpful_value(finding)?.clone(), idx)))
            .collect();
        questions.sort_by_key(|(step, _, idx)| (*step, *idx));
        let asked: Vec<(usize, Value)> =
            questions.iter().map(|(step, value, _)| (*step, value.clone())).collect();
        let answers = self.replay.first_differences(&asked);
        let mut influences = vec![None; findings.len()];
        for ((step, value, idx), answer) in questions.into_iter().zip(answers) {
            influences[idx] = answer.and_then(|answer| self.influence(step, &value, answer));
        }
        influences
    }

    fn influence(&self, step: usize, value: &Value, condition: usize) -> Option<Influence> {
        let steps = &self.error.trace.steps;
        let origin = self.program.sources.origin(steps[condition].origin);
        let is_condition = matches!(origin.kind, OriginKind::Condition | OriginKind::Assertion);
        let target = steps[step].command.target()?;
        is_condition.then(|| Influence {
            span: origin.span,
            text: origin.text.clone(),
            outcome: self.branches.outcome(&steps[condition]),
            is_error: origin.kind == OriginKind::Assertion && condition + 1 == steps.len(),
            with: Some(values::value(self.program, target.variable, value)),
        })
    }

    fn finding(&self, rank: usize, finding: &Finding, influence: Option<Influence>) -> report::Finding {
        let origin = self.program.sources.origin(finding.origin);
        let step = &self.error.trace.steps[finding.step];
        let variable = step.command.target().map(|target| target.variable);
        let print = |value: &Value| variable.map(|variable| values::value(self.program, variable, value));
        let mut printed: Vec<String> = Vec::new();
        for value in finding.values.iter().filter_map(print) {
            if !printed.contains(&value) {
                printed.push(value);
            }
        }
        report::Finding {
            rank,
            kind: finding.kind,
            strength: finding.strength,
            span: origin.span,
            text: origin.text.clone(),
            function: origin.function.clone(),
            place: origin.place.clone().filter(|_| finding.kind != FindingKind::Return),
            value: step.value.as_ref().and_then(print),
            values: printed,
            condition: finding.condition.as_ref().map(|condition| condition.text.clone()),
            failing_inputs: self.failing_inputs(finding),
            influence,
            iterations: step.iterations.clone(),
            calls: trace::calls(self.program, &self.error.trace, step.frame),
            occurrences: finding.occurrences.iter().map(|it| self.occurrence(it)).collect(),
            other_outcome_helps: finding.other_outcome_helps,
            undecided: finding.undecided.clone(),
        }
    }

    /// The inputs of the finding's witness, where it is another execution than the trace's.
    fn failing_inputs(&self, finding: &Finding) -> Option<Vec<(String, String)>> {
        let inputs = finding.witness.as_ref()?.inputs.as_ref()?;
        let printed = inputs.iter().filter_map(|input| {
            let step = &self.error.trace.steps[input.step?];
            let origin = self.program.sources.origin(step.origin);
            let is_seen = matches!(origin.kind, OriginKind::Input | OriginKind::Declaration);
            let place = origin.place.clone().filter(|_| is_seen)?;
            Some((place, values::value(self.program, input.variable, &input.value)))
        });
        Some(printed.collect())
    }

    fn occurrence(&self, occurrence: &faultscope_localize::Occurrence) -> report::Occurrence {
        report::Occurrence {
            strength: occurrence.strength,
            iterations: occurrence.iterations.clone(),
            step: self.shown.get(&occurrence.step).copied(),
        }
    }

    /// Worth showing are the occurrences that matter, the conditions that depend on them, and the error.
    fn mark_steps(&self, report: &mut Report, findings: &[&Finding]) {
        let Some(trace) = report.traces.first_mut() else { return };
        let mut sources = Vec::new();
        for (idx, finding) in findings.iter().enumerate() {
            let mattering = finding.occurrences.iter().filter(|it| matters(it.strength));
            for occurrence in mattering {
                sources.push(occurrence.step);
                if let Some(shown) = self.shown.get(&occurrence.step) {
                    trace.steps[*shown].finding = Some(idx + 1);
                    trace.steps[*shown].relevant = true;
                }
            }
        }
        let dependents = self.replay.dependents(&sources);
        for (step, shown) in &self.shown {
            let is_condition = self.error.trace.steps[*step].command.target().is_none();
            if is_condition && dependents[*step] {
                trace.steps[*shown].relevant = true;
            }
        }
        let last = trace.steps.iter_mut().rev().find(|step| step.outcome.is_some());
        if let Some(last) = last {
            last.relevant = true;
        }
    }
}

fn helpful_value(finding: &Finding) -> Option<&Value> {
    let own =
        finding.witness.as_ref().filter(|witness| witness.inputs.is_none()).map(|witness| &witness.value);
    finding.values.first().or(own)
}

fn matters(strength: Strength) -> bool {
    matches!(strength, Strength::Constant | Strength::Expression | Strength::Relevant)
}

/// An input matters where its step does.
fn mark_inputs(report: &mut Report) {
    let Some(trace) = report.traces.first() else { return };
    for input in &mut report.inputs {
        input.matters = input.step.is_some_and(|step| trace.steps[step].finding.is_some());
    }
}
