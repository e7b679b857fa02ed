//! The findings as the report has them, and what of the trace they make worth showing.

use std::collections::BTreeMap;
use std::sync::Arc;

use faultscope_frontend::c::accessed::{Accessed, Checked, Needed};
use faultscope_frontend::print::{self, PlaceText, Values};
use faultscope_ir::program::Display;
use faultscope_ir::term::Purpose;
use faultscope_ir::{OriginId, OriginKind, Program, ProgramPart, Symbol, Term, Usage, Value};
use faultscope_localize::branches::Branches;
use faultscope_localize::finding::{Missing, Rerun};
use faultscope_localize::influence::Influence;
use faultscope_localize::program::Constant;
use faultscope_localize::program::groups::Group;
use faultscope_localize::{Finding, FindingKind, Localized, ProgramFinding, Strength};
use faultscope_repair::Repaired;
use faultscope_repair::aberrance::ProgramAberrance;
use faultscope_repair::ranking::{Features, Standing};
use faultscope_verify::ErrorTrace;
use rustc_hash::FxHashSet;

use crate::frames::Frames;
use crate::{folding, repairs, trace};
use faultscope_report::{self as report, ConstantOverTraces, Note, OverTraces};

/// The traces and what is known of them.
#[derive(Debug, Default)]
pub struct Described {
    /// One trace for each group, or all while they are not localized.
    pub traces: Vec<report::Trace>,
    /// What matters, in rank order.
    pub findings: Vec<report::Finding>,
    /// How many more findings there are.
    pub n_omitted: usize,
    /// Whether all statements were asked about.
    pub is_localized: bool,
    /// Which findings of the localization they are, by their indices there.
    pub order: Vec<usize>,
    /// What the user should know about them.
    pub warnings: Vec<Note>,
}

/// Describes error traces with what is known of them, and the first `max` findings in code.
pub fn described(
    program: &Program,
    errors: &[ErrorTrace],
    localized: Option<&Localized>,
    repaired: Option<&Repaired>,
    max: Option<usize>,
) -> Described {
    let Some(localized) = localized else {
        let traces = errors.iter().map(|error| trace::trace(program, error)).collect();
        return Described { traces, ..Described::default() };
    };
    let interrupted = match repaired {
        Some(repaired) => repaired.interrupted,
        None => localized.interrupted,
    };
    let warning =
        |reason| Note::new(format!("{reason} while asking which statements matter; some were not decided"));
    let (listed, n_omitted) = listed(localized, repaired, max);
    Described {
        n_omitted,
        is_localized: interrupted.is_none(),
        warnings: interrupted.map(warning).into_iter().collect(),
        order: listed.iter().map(|it| it.idx).collect(),
        ..grouped(program, errors, &localized.groups, &listed)
    }
}

/// What drives the code under test, if something does.
pub fn driver(program: &Program) -> Option<report::Driver> {
    let harness = &program.sources.harness;
    let file = harness.driver.map(|it| program.sources.file(it).name.clone());
    let name = file.or_else(|| harness.functions.first().cloned())?;
    Some(report::Driver { name, is_suspected: harness.is_suspected })
}

/// A finding that is reported.
struct Listed<'a> {
    idx: usize,
    finding: &'a ProgramFinding,
    features: Option<&'a Features>,
    standing: Standing,
    answer: Option<&'a ProgramAberrance>,
}

/// The findings that are reported, in rank order, and how many more there are: those in code behind the first `max`.
/// Conditions of which nothing good is known are not counted.
fn listed<'a>(
    localized: &'a Localized,
    repaired: Option<&'a Repaired>,
    max: Option<usize>,
) -> (Vec<Listed<'a>>, usize) {
    let in_order = (0..localized.findings.len()).map(|at| repaired.map_or(at, |it| it.order[at]));
    let mut listed: Vec<Listed<'_>> = in_order
        .map(|idx| Listed {
            idx,
            finding: &localized.findings[idx],
            features: repaired.and_then(|it| it.features.get(idx)),
            standing: repaired.map_or_else(Standing::default, |it| it.standings[idx]),
            answer: repaired.and_then(|it| it.alone.get(&idx)),
        })
        .collect();
    let is_promising = |it: &Listed<'_>| {
        let finding = it.finding;
        finding.finding().other_way.is_none()
            || it.standing.patch.is_some()
            || it.standing.ochiai.is_some()
            || finding.strength <= Strength::Relevant
    };
    listed.retain(|it| max.is_none() || is_promising(it));
    let before = listed.len();
    let mut n_code = 0;
    listed.retain(|it| {
        let is_code = it.finding.finding().kind.is_code();
        n_code += usize::from(is_code);
        !is_code || max.is_none_or(|max| n_code <= max)
    });
    let n_omitted = before - listed.len();
    listed.retain(|it| it.finding.strength != Strength::Irrelevant);
    (listed, n_omitted)
}

/// The findings with one trace for each group, on which the steps that matter are marked.
fn grouped(program: &Program, errors: &[ErrorTrace], groups: &[Group], listed: &[Listed<'_>]) -> Described {
    let mut described: Vec<Option<report::Finding>> = vec![None; listed.len()];
    let mut traces = Vec::new();
    for (idx, group) in groups.iter().enumerate() {
        let number = group.representative();
        let on_trace: Vec<(usize, &Finding)> = listed
            .iter()
            .enumerate()
            .filter_map(|(rank, it)| {
                let finding = it.finding.on[number].as_ref()?;
                let is_on = finding.strength != Strength::Irrelevant || it.finding.shown == number;
                is_on.then_some((rank, finding))
            })
            .collect();
        let ctx = Ctx::new(program, &errors[number]);
        let differences = ctx.differences(&on_trace);
        let of_trace: Vec<&Finding> = on_trace.iter().map(|(_, finding)| *finding).collect();
        let folded = folding::folded(&errors[number].trace, &of_trace);
        for (((rank, finding), difference), into) in on_trace.iter().zip(&differences).zip(&folded) {
            let Listed { finding: over, features, standing, answer, .. } = &listed[*rank];
            if over.shown == number {
                let own = ctx.finding(rank + 1, finding, *difference);
                let written = |terms: &[Term]| ctx.played(finding, terms);
                let in_program = repairs::in_program(*answer, standing, &written);
                let own = match &in_program {
                    Some(report::InProgram::Proved(fix) | report::InProgram::RepairsThrough(fix)) => {
                        as_proved(own, fix)
                    }
                    _ => own,
                };
                described[*rank] = Some(report::Finding {
                    trace: idx,
                    strength: over.strength,
                    over_traces: over_traces(&ctx, groups, over),
                    in_program,
                    suspiciousness: repairs::suspiciousness(standing),
                    features: features.map(described_features).unwrap_or_default(),
                    folded_into: into
                        .map(|it| on_trace[it].0)
                        .filter(|it| is_one_explanation(&listed[*it], &listed[*rank]))
                        .map(|it| it + 1),
                    ..own
                });
            }
        }
        let mut trace = trace::trace_about(program, &errors[number], &ctx.memory);
        trace.similar = group.others().iter().map(|it| trace::similar(program, &errors[*it])).collect();
        ctx.mark_steps(&mut trace, &on_trace, &differences);
        mark_inputs(&mut trace);
        traces.push(trace);
    }
    let mut findings: Vec<report::Finding> = described.into_iter().flatten().collect();
    fold_to_the_end(&mut findings);
    number(&mut findings, &mut traces);
    Described { traces, findings, ..Described::default() }
}

/// Numbers findings as a report lists them, without gaps: what stands by itself, what is listed with another finding, and values
/// from outside.
fn number(findings: &mut [report::Finding], traces: &mut [report::Trace]) {
    findings.sort_by_key(|it| {
        let stands_alone = it.folded_into.is_none() && it.strength != Strength::TraceAberrant;
        (!it.kind.is_code(), !stands_alone)
    });
    let numbers: BTreeMap<usize, usize> =
        findings.iter().zip(1..).map(|(it, number)| (it.rank, number)).collect();
    for finding in findings {
        finding.rank = numbers[&finding.rank];
        finding.folded_into = finding.folded_into.map(|it| numbers[&it]);
    }
    for step in traces.iter_mut().flat_map(|it| &mut it.steps) {
        step.finding = step.finding.and_then(|it| numbers.get(&it).copied());
    }
}

/// The features of a finding that are not 0, by name.
fn described_features(features: &Features) -> Vec<(String, f64)> {
    features.named().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A finding with the condition and the values of what was proved to be enough alone: those of the trace may be more.
fn as_proved(own: report::Finding, fix: &report::ProvedFix) -> report::Finding {
    match fix {
        report::ProvedFix::Refined(_) => report::Finding { condition: None, values: Vec::new(), ..own },
        report::ProvedFix::Strategy(plays) => {
            let is_condition = own.kind.is_choice();
            let values = plays.first().filter(|_| plays.len() == 1 && !is_condition).cloned();
            report::Finding { condition: None, values: values.into_iter().collect(), ..own }
        }
        _ => own,
    }
}

/// Whether nothing better is known of a finding than of the one that it may be listed with.
fn is_one_explanation(into: &Listed<'_>, finding: &Listed<'_>) -> bool {
    let is_proved = |it: &Listed<'_>| {
        let answer = repairs::in_program(it.answer, &it.standing, &|_| Vec::new());
        matches!(answer, Some(report::InProgram::Proved(_) | report::InProgram::RepairsThrough(_)))
    };
    let is_patched = |it: &Listed<'_>| it.standing.patch.is_some();
    is_proved(into) >= is_proved(finding)
        && is_patched(into) >= is_patched(finding)
        && into.finding.n_relevant() >= finding.finding.n_relevant()
}

/// What is listed with a finding that is listed with another one itself is listed with that, too.
fn fold_to_the_end(findings: &mut [report::Finding]) {
    for at in 0..findings.len() {
        let of = |rank: usize| findings.iter().find(|it| it.rank == rank).and_then(|it| it.folded_into);
        if let Some(end) = findings[at].folded_into.and_then(of) {
            findings[at].folded_into = Some(end);
        }
    }
}

/// What a finding is over all traces, where there are several. `ctx` is about the trace that it is described on.
fn over_traces(ctx: &Ctx<'_>, groups: &[Group], finding: &ProgramFinding) -> Option<OverTraces> {
    if finding.on.len() < 2 {
        return None;
    }
    let is_relevant = |group: &Group| finding.relevant_in().any(|it| it == group.representative());
    let undecided = finding.on.iter().flatten().filter(|it| it.strength == Strength::Undecided);
    Some(OverTraces {
        n_relevant: finding.n_relevant(),
        n_undecided: undecided.count(),
        n_traces: finding.on.len(),
        relevant_in: (0..groups.len()).filter(|idx| is_relevant(&groups[*idx])).collect(),
        constant: match &finding.constant {
            Constant::Values(values) => ConstantOverTraces::Values(ctx.written(finding.finding(), values)),
            Constant::None => ConstantOverTraces::None,
            Constant::Undecided => ConstantOverTraces::Undecided,
        },
    })
}

struct Ctx<'a> {
    program: &'a Program,
    error: &'a ErrorTrace,
    branches: Branches,
    influence: Influence<'a>,
    values: Values<'a>,
    /// The memory that the violated check is about.
    memory: Checked,
    /// From steps of the trace to those of the report.
    shown: Vec<Option<usize>>,
    /// The origins of what the language asks of operations.
    asked: FxHashSet<OriginId>,
}

impl<'a> Ctx<'a> {
    fn new(program: &'a Program, error: &'a ErrorTrace) -> Ctx<'a> {
        let mut shown = vec![None; error.trace.len()];
        let memory = Checked::of(program, &error.trace, &error.initial);
        for (idx, (step, _)) in trace::shown(program, &error.trace, &memory).enumerate() {
            shown[step] = Some(idx);
        }
        // A shadow stands for what it is the shadow of, which the same statement assigns.
        for step in 0..error.trace.len() {
            if trace::is_of_shadow(program, &error.trace.steps[step]) {
                shown[step] = trace::shadowed(program, &error.trace, step).and_then(|it| shown[it]);
            }
        }
        let influence = Influence::new(&error.trace, &error.initial);
        let values = Values::new(program, &error.trace, &error.initial);
        let (branches, asked) = (Branches::new(program), trace::asked(program));
        Ctx { program, error, branches, influence, values, memory, shown, asked }
    }

    /// For each finding the step of the first condition that a helpful value changes.
    fn differences(&self, findings: &[(usize, &Finding)]) -> Vec<Option<usize>> {
        let mut questions: Vec<(usize, Value, usize)> = findings
            .iter()
            .enumerate()
            .filter_map(|(idx, (_, finding))| Some((finding.step, finding.helpful_value()?.clone(), idx)))
            .collect();
        questions.sort_by_key(|(step, _, idx)| (*step, *idx));
        let asked: Vec<(usize, Value)> =
            questions.iter().map(|(step, value, _)| (*step, value.clone())).collect();
        let mut differences = vec![None; findings.len()];
        for ((_, _, idx), answer) in questions.iter().zip(self.influence.first_differences(&asked)) {
            differences[*idx] = answer;
        }
        differences
    }

    /// Values of a finding's place as the user writes them; those that cannot be written are left out.
    fn written(&self, finding: &Finding, values: &[Value]) -> Vec<String> {
        let step = &self.error.trace.steps[finding.step];
        let variable = step.command.target().map(|target| target.variable);
        let print = |value: &Value| variable.map(|variable| self.values.of(variable, value, finding.step));
        let mut printed: Vec<String> = Vec::new();
        let writable = |value: &&Value| {
            variable.is_none_or(|variable| print::is_writable(self.program, variable, value))
        };
        for value in values.iter().filter(writable).filter_map(print) {
            if !printed.contains(&value) {
                printed.push(value);
            }
        }
        printed
    }

    /// What a strategy at a finding puts in, as the user writes it; nothing where that cannot be said.
    fn played(&self, finding: &Finding, terms: &[Term]) -> Vec<String> {
        let origin = self.program.sources.origin(finding.origin);
        let target = self.error.trace.steps[finding.step].command.target();
        let display = target.map_or(Display::Boolean, |it| self.program.display(it.variable));
        let written = |term: &Term| {
            let symbol = Symbol::generated(Purpose::CommonReplacement, term.sort());
            let place = PlaceText { symbol, text: origin.place.as_deref().unwrap_or("it"), display };
            match (finding.kind, term.as_value()) {
                (kind, _) if kind.is_choice() => {
                    print::condition(self.program, &origin.function, *term, place)
                }
                (_, Some(value)) => self.written(finding, std::slice::from_ref(value)).pop(),
                (_, None) => print::expression(self.program, &origin.function, *term, place),
            }
        };
        terms.iter().map(written).collect::<Option<Vec<String>>>().unwrap_or_default()
    }

    /// The value that the statement assigns where the finding is, or in the first step of it that does not only note that there is one.
    fn assigned(&self, finding: &Finding) -> Option<String> {
        let own = std::iter::once(finding.step).chain(finding.occurrences.iter().map(|it| it.step));
        own.filter_map(|at| {
            let step = &self.error.trace.steps[at];
            let target = step.command.target()?;
            let value =
                step.value.as_ref().filter(|_| self.program.display(target.variable) != Display::Shadow)?;
            Some(self.values.of(target.variable, value, at))
        })
        .next()
    }

    fn influence(&self, finding: &Finding, condition: usize) -> Option<report::Influence> {
        let steps = &self.error.trace.steps;
        let origin = self.program.sources.origin(steps[condition].origin);
        let is_condition =
            matches!(origin.kind, OriginKind::Condition | OriginKind::Assertion | OriginKind::Requirement);
        let target = steps[finding.step].command.target()?;
        let outcome = self.branches.outcome(&steps[condition]);
        let is_asked = self.asked.contains(&steps[condition].origin);
        // Behind what the language asks for, and where it fails, comes which of its properties that violates.
        let is_error = origin.kind != OriginKind::Condition
            && (condition + 1 == steps.len() || is_asked && outcome == Some(false));
        is_condition.then(|| report::Influence {
            span: origin.span,
            text: origin.text.clone(),
            outcome,
            is_error,
            is_asked,
            with: finding
                .helpful_value()
                .filter(|value| print::is_writable(self.program, target.variable, value))
                .map(|value| self.values.of(target.variable, value, finding.step)),
        })
    }

    fn finding(&self, rank: usize, finding: &Finding, difference: Option<usize>) -> report::Finding {
        let origin = self.program.sources.origin(finding.origin);
        let step = &self.error.trace.steps[finding.step];
        let is_of_step = !finding.kind.is_of_statement();
        let is_output = is_of_step && trace::is_output(self.program, step);
        let variable = step.command.target().map(|target| target.variable).filter(|_| is_of_step);
        report::Finding {
            rank,
            kind: finding.kind,
            strength: finding.strength,
            trace: 0,
            over_traces: None,
            span: origin.span,
            expansions: origin.expansions.clone(),
            definitions: origin.definitions.clone(),
            text: origin.text.clone(),
            function: origin.function.clone(),
            place: origin.place.clone().filter(|_| finding.kind != FindingKind::Return && !is_output),
            // A variable that nobody gave a value has none.
            value: match finding.kind {
                FindingKind::Uninitialized => None,
                _ if is_of_step => self.assigned(finding),
                _ => None,
            },
            values: self.written(finding, &finding.values),
            condition: finding.condition.as_ref().zip(variable.filter(|_| !is_output)).and_then(
                |(condition, variable)| {
                    let (formula, place) = (condition.formula, condition.place);
                    let extent = self.memory.extent(self.program, origin);
                    print::condition_for_people(
                        self.program,
                        origin,
                        variable,
                        formula,
                        place,
                        extent.as_ref(),
                    )
                },
            ),
            pointer: match finding.kind {
                FindingKind::Call => self.needed_bytes(),
                _ => step.value.as_ref().and_then(|value| self.pointer(variable?, value, finding.step)),
            },
            rerun: finding.rerun.as_ref().and_then(|rerun| self.rerun(finding, rerun)),
            failing_inputs: self.failing_inputs(finding),
            influence: difference.and_then(|condition| self.influence(finding, condition)),
            iterations: step.iterations.to_vec(),
            calls: Frames::new(self.program, &self.error.trace).calls(step.frame),
            occurrences: finding.occurrences.iter().map(|it| self.occurrence(it)).collect(),
            other_outcome_helps: finding.other_outcome_helps,
            undecided: finding.undecided.clone(),
            other_way: finding
                .other_way
                .as_ref()
                .map(|it| report::OtherWay { every_time: it.every_time, once: it.once.map(|idx| idx + 1) }),
            missing: finding.missing.as_ref().map(missing),
            in_program: None,
            suspiciousness: None,
            features: Vec::new(),
            folded_into: None,
            in_driver: origin.part == ProgramPart::SuspectedDriver,
        }
    }

    /// How many bytes the pointer needs that is given to the call of the error, where that is known.
    fn needed_bytes(&self) -> Option<report::PointerNeed> {
        let is_access = |it: &&Accessed| matches!(it.usage, Usage::Read | Usage::Write);
        let accessed = self.memory.object().filter(is_access)?;
        let needed = accessed.n_bytes.checked_add(u64::try_from(accessed.offset).ok()?)?;
        (needed > accessed.size).then_some(report::PointerNeed::Bytes(needed))
    }

    /// What a pointer would have to point to at least.
    fn pointer(&self, variable: Symbol, value: &Value, step: usize) -> Option<report::PointerNeed> {
        let is_pointer = self.program.display(variable) == Display::Pointer;
        let needed = is_pointer.then(|| self.memory.needed(value, step))??;
        Some(match needed {
            Needed::NotNull => report::PointerNeed::NotNull,
            Needed::Bytes(n) => report::PointerNeed::Bytes(n),
            Needed::Alive => report::PointerNeed::Alive,
        })
    }

    fn rerun(&self, finding: &Finding, rerun: &Rerun) -> Option<report::Rerun> {
        let is_of_step = !finding.kind.is_of_statement();
        let target = self.error.trace.steps[finding.step].command.target().filter(|_| is_of_step);
        let Some(target) = target else {
            // Where another way avoids the error is said elsewhere.
            return match rerun {
                Rerun::Avoids(_) => None,
                Rerun::Leaks => Some(report::Rerun::Leaks),
                Rerun::Open => Some(report::Rerun::Open),
                Rerun::Fails => Some(report::Rerun::Fails),
            };
        };
        let variable = target.variable;
        Some(match rerun {
            Rerun::Avoids(value) if print::is_writable(self.program, variable, value) => {
                report::Rerun::Avoids(self.values.of(variable, value, finding.step))
            }
            Rerun::Leaks => report::Rerun::Leaks,
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
            Some((place, self.values.of(input.variable, &input.value, input.step?)))
        });
        Some(printed.collect())
    }

    fn occurrence(&self, occurrence: &faultscope_localize::Occurrence) -> report::Occurrence {
        report::Occurrence {
            strength: occurrence.strength,
            iterations: Arc::clone(&occurrence.iterations),
            step: self.shown[occurrence.step],
        }
    }

    /// Worth showing is what the violated condition was computed from, and for each finding its strongest occurrence
    /// and the condition that it changes.
    fn mark_steps(
        &self,
        trace: &mut report::Trace,
        findings: &[(usize, &Finding)],
        differences: &[Option<usize>],
    ) {
        for (rank, finding) in findings {
            for occurrence in finding.occurrences.iter().filter(|it| matters(it.strength)) {
                if let Some(shown) = self.shown[occurrence.step] {
                    trace.steps[shown].finding.get_or_insert(rank + 1);
                }
            }
        }
        let mut relevant: Vec<usize> = Vec::new();
        for ((_, finding), difference) in findings.iter().zip(differences) {
            // What only changes the way to the error does not explain it.
            if matters(finding.strength) && finding.rerun != Some(Rerun::Fails) {
                relevant.push(finding.step);
                relevant.extend(difference);
            }
        }
        if let Some(last) = self.error_condition() {
            let slice = self.influence.data_slice(last);
            relevant.extend((0..=last).filter(|step| slice[*step]));
        }
        let story = self.memory.object().map(|it| &it.story[..]).unwrap_or_default();
        relevant.extend(story.iter().map(|(_, step)| *step));
        for shown in relevant.into_iter().filter_map(|step| self.shown[step]) {
            trace.steps[shown].relevant = true;
        }
    }

    /// The last condition: the violated one, or the one under which the error is reached.
    fn error_condition(&self) -> Option<usize> {
        self.error.trace.steps.iter().rposition(|step| step.command.target().is_none())
    }
}

fn matters(strength: Strength) -> bool {
    matches!(strength, Strength::Constant | Strength::Expression | Strength::Relevant)
}

/// An input matters where its step does.
fn mark_inputs(trace: &mut report::Trace) {
    for input in &mut trace.inputs {
        input.matters = input.step.is_some_and(|step| trace.steps[step].finding.is_some());
    }
}

/// What may be missing, in words.
fn missing(missing: &Missing) -> String {
    match missing {
        Missing::Statement(text)
        | Missing::Guard(text)
        | Missing::Jump(text)
        | Missing::NullCheck(text)
        | Missing::Type(text) => text.clone(),
        Missing::Behind(1) => "the statement behind it".to_owned(),
        Missing::Behind(n) => format!("the {n} statements behind it"),
        Missing::Else(1) => "an `else` with the statement behind it".to_owned(),
        Missing::Else(n) => format!("an `else` with the {n} statements behind it"),
        Missing::Passed(1) => "the next statement".to_owned(),
        Missing::Passed(n) => format!("the next {n} statements"),
        Missing::End => "the block that it ends".to_owned(),
    }
}
