//! The findings as the report has them, and what of the trace they make worth showing.

use faultscope_ir::{OriginKind, Program, Value};
use faultscope_localize::finding::Rerun;
use faultscope_localize::{Finding, Strength};
use faultscope_report::{self as report, FindingKind, Influence, Note, Report};
use faultscope_solver::StopReason;
use faultscope_verify::ErrorTrace;

use super::replay::Replay;
use super::trace::{self, Branches};
use super::values;

/// What localization gave.
pub(crate) struct Findings<'a> {
    /// In rank order.
    pub(crate) findings: &'a [Finding],
    /// How many more there are that are not to be reported.
    pub(crate) n_omitted: usize,
    /// The limit that was exceeded on the way.
    pub(crate) interrupted: Option<StopReason>,
}

/// Puts the findings into the report, and marks the steps of the trace that matter.
pub(crate) fn findings(report: &mut Report, program: &Program, error: &ErrorTrace, found: Findings<'_>) {
    let listed: Vec<&Finding> =
        found.findings.iter().filter(|it| it.strength != Strength::Irrelevant).collect();
    let ctx = Ctx::new(program, error);
    let differences = ctx.differences(&listed);
    report.findings = listed
        .iter()
        .zip(&differences)
        .enumerate()
        .map(|(idx, (finding, difference))| ctx.finding(idx + 1, finding, *difference))
        .collect();
    ctx.mark_steps(report, &listed, &differences);
    report.is_localized = found.interrupted.is_none();
    report.n_omitted_findings = found.n_omitted;
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
    shown: Vec<Option<usize>>,
}

impl<'a> Ctx<'a> {
    fn new(program: &'a Program, error: &'a ErrorTrace) -> Ctx<'a> {
        let mut shown = vec![None; error.trace.len()];
        for (idx, (step, _)) in trace::shown(program, &error.trace).enumerate() {
            shown[step] = Some(idx);
        }
        Ctx { program, error, branches: Branches::new(program), replay: Replay::new(error), shown }
    }

    /// For each finding the step of the first condition that a helpful value changes.
    fn differences(&self, findings: &[&Finding]) -> Vec<Option<usize>> {
        let mut questions: Vec<(usize, Value, usize)> = findings
            .iter()
            .enumerate()
            .filter_map(|(idx, finding)| Some((finding.step, helpful_value(finding)?.clone(), idx)))
            .collect();
        questions.sort_by_key(|(step, _, idx)| (*step, *idx));
        let asked: Vec<(usize, Value)> =
            questions.iter().map(|(step, value, _)| (*step, value.clone())).collect();
        let mut differences = vec![None; findings.len()];
        for ((_, _, idx), answer) in questions.iter().zip(self.replay.first_differences(&asked)) {
            differences[*idx] = answer;
        }
        differences
    }

    fn influence(&self, finding: &Finding, condition: usize) -> Option<Influence> {
        let steps = &self.error.trace.steps;
        let origin = self.program.sources.origin(steps[condition].origin);
        let is_condition = matches!(origin.kind, OriginKind::Condition | OriginKind::Assertion);
        let target = steps[finding.step].command.target()?;
        is_condition.then(|| Influence {
            span: origin.span,
            text: origin.text.clone(),
            outcome: self.branches.outcome(&steps[condition]),
            is_error: origin.kind == OriginKind::Assertion && condition + 1 == steps.len(),
            with: helpful_value(finding)
                .filter(|value| values::is_writable(self.program, target.variable, value))
                .map(|value| values::value(self.program, target.variable, value)),
        })
    }

    fn finding(&self, rank: usize, finding: &Finding, difference: Option<usize>) -> report::Finding {
        let origin = self.program.sources.origin(finding.origin);
        let step = &self.error.trace.steps[finding.step];
        let variable = step.command.target().map(|target| target.variable);
        let print = |value: &Value| variable.map(|variable| values::value(self.program, variable, value));
        let mut printed: Vec<String> = Vec::new();
        let writable = |value: &&Value| {
            variable.is_none_or(|variable| values::is_writable(self.program, variable, value))
        };
        for value in finding.values.iter().filter(writable).filter_map(print) {
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
            rerun: finding.rerun.as_ref().and_then(|rerun| self.rerun(finding, rerun)),
            failing_inputs: self.failing_inputs(finding),
            influence: difference.and_then(|condition| self.influence(finding, condition)),
            iterations: step.iterations.clone(),
            calls: trace::calls(self.program, &self.error.trace, step.frame),
            occurrences: finding.occurrences.iter().map(|it| self.occurrence(it)).collect(),
            other_outcome_helps: finding.other_outcome_helps,
            undecided: finding.undecided.clone(),
        }
    }

    fn rerun(&self, finding: &Finding, rerun: &Rerun) -> Option<report::Rerun> {
        let variable = self.error.trace.steps[finding.step].command.target()?.variable;
        Some(match rerun {
            Rerun::Avoids(value) if values::is_writable(self.program, variable, value) => {
                report::Rerun::Avoids(values::value(self.program, variable, value))
            }
            Rerun::Avoids(_) | Rerun::Open => report::Rerun::Open,
            Rerun::Fails => report::Rerun::Fails,
        })
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
            step: self.shown[occurrence.step],
        }
    }

    /// Worth showing is what the violated condition was computed from, and for each finding its strongest occurrence
    /// and the condition that it changes.
    fn mark_steps(&self, report: &mut Report, findings: &[&Finding], differences: &[Option<usize>]) {
        let Some(trace) = report.traces.first_mut() else { return };
        for (idx, finding) in findings.iter().enumerate() {
            for occurrence in finding.occurrences.iter().filter(|it| matters(it.strength)) {
                if let Some(shown) = self.shown[occurrence.step] {
                    trace.steps[shown].finding = Some(idx + 1);
                }
            }
        }
        let mut relevant: Vec<usize> = Vec::new();
        for (finding, difference) in findings.iter().zip(differences) {
            // What only changes the way to the error does not explain it.
            if matters(finding.strength) && finding.rerun != Some(Rerun::Fails) {
                relevant.push(finding.step);
                relevant.extend(difference);
            }
        }
        if let Some(last) = self.error_condition() {
            let slice = self.replay.data_slice(last);
            relevant.extend((0..=last).filter(|step| slice[*step]));
        }
        for shown in relevant.into_iter().filter_map(|step| self.shown[step]) {
            trace.steps[shown].relevant = true;
        }
    }

    /// The last condition: the violated one, or the one under which the error is reached.
    fn error_condition(&self) -> Option<usize> {
        self.error.trace.steps.iter().rposition(|step| step.command.target().is_none())
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
