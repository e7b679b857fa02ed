//! The part of a report that an answer has as data: what is needed to go on, within bounds, for agents keep what they are told.
//!
//! It is picked from the report as a document, so that a field means what `docs/json.md` says, and the schemas that clients
//! are shown are made of the types here. Fields that say nothing are left out.

use std::sync::Arc;

use faultscope_ir::{FindingKind, Property, Strength};
use faultscope_json::{
    self as document, Named, OtherWay, PatchVerdict, Rerun, RerunOutcome, TestStatus, Verdict,
};
use faultscope_pipeline::Report;
use faultscope_pipeline::report::json::{Steps, document};
use faultscope_pipeline::report::{Patch, patch};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// So many inputs, patches, tests that fail, values and sentences are shown; `propose` has further patches.
const MAX_INPUTS: usize = 10;
const MAX_PATCHES: usize = 1;
const MAX_TESTS: usize = 5;
const MAX_VALUES: usize = 3;
const MAX_SENTENCES: usize = 8;

/// What `check` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CheckAnswer {
    /// The name of the report, for `explain`.
    report: String,
    verdict: Verdict,
    /// Why it is not decided, or what the verdict rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    failure: Failure,
    /// How many tests passed, and which failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    tests: Option<Tests>,
    /// Statements, the most promising first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Finding>,
    /// So many more are in the report.
    #[serde(skip_serializing_if = "is_zero")]
    more_findings: usize,
    /// Changes that repair the program, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    patches: Vec<Change>,
    /// So many more are in the report.
    #[serde(skip_serializing_if = "is_zero")]
    more_patches: usize,
    /// What the answer assumes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// The error of a report, and the inputs with which it happens.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Failure {
    /// What is violated.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Error>,
    /// The inputs with which it happens, in their order; where there are many, those that matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<Input>,
    /// So many more are in the report.
    #[serde(skip_serializing_if = "is_zero")]
    more_inputs: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Error {
    property: Named<Property>,
    message: String,
    file: Arc<str>,
    line: u32,
    column: u32,
    function: String,
    text: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Input {
    file: Arc<str>,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    assigns: Option<String>,
    value: String,
    text: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Tests {
    passed: usize,
    failed: usize,
    undecided: usize,
    failing: Vec<FailingTest>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct FailingTest {
    name: String,
    status: TestStatus,
    message: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Finding {
    rank: usize,
    kind: Named<FindingKind>,
    strength: Named<Strength>,
    file: Arc<str>,
    line: u32,
    column: u32,
    function: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    assigns: Option<String>,
    /// What it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// What a new value has to meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_way: Option<OtherWay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
    /// What avoids the error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<String>,
    /// What the program did when it was executed with another value here.
    #[serde(skip_serializing_if = "Option::is_none")]
    rerun: Option<Rerun>,
    /// Whether it can fix the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_program: Option<document::Answer>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Change {
    /// Its number in this report, for all tools.
    number: usize,
    verdict: PatchVerdict,
    file: Arc<str>,
    line: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_constant: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// The line as it is, where there is no `diff`.
    #[serde(skip_serializing_if = "Option::is_none")]
    old_line: Option<String>,
    /// The line as it would be, where there is no `diff`.
    #[serde(skip_serializing_if = "Option::is_none")]
    new_line: Option<String>,
}

impl Failure {
    /// The inputs and the error, a line each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let input = |it: &Input| {
            let name = it.assigns.as_ref().unwrap_or(&it.text);
            format!("{}:{}: {name} = {}", it.file, it.line, it.value)
        };
        let mut lines: Vec<String> = self.inputs.iter().map(input).collect();
        if self.more_inputs > 0 {
            lines.push(format!("and {} more inputs", self.more_inputs));
        }
        lines.extend(self.error.as_ref().map(|it| format!("{}:{}: error: {}", it.file, it.line, it.message)));
        lines
    }
}

impl Tests {
    /// The tests that fail, a line each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let test = |it: &FailingTest| {
            let message = it.message.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
            format!("test `{}` fails{message}", it.name)
        };
        self.failing.iter().map(test).collect()
    }
}

/// Whether a count says nothing.
pub(crate) fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// What is known of a report. `name` is the one by which it is asked for.
pub(crate) fn check(report: &Report, name: &str, max_findings: usize) -> Value {
    let all = document(report);
    let ranked = ranked(report, &all);
    // What only passes on a value of another place is known there.
    let listed = || all.findings.iter().filter(|it| it.folded_into.is_none());
    let findings: Vec<Finding> = listed().take(max_findings).map(finding).collect();
    let patches: Vec<Change> = ranked.iter().take(MAX_PATCHES).map(|it| change(report, it)).collect();
    value(&CheckAnswer {
        report: name.to_owned(),
        verdict: all.verdict,
        failure: failure(&all),
        tests: tests(&all.tests),
        more_findings: listed().count() - findings.len() + all.omitted_findings,
        findings,
        more_patches: ranked.len() - patches.len(),
        patches,
        assumptions: all.assumptions.iter().map(|it| it.message.clone()).take(MAX_SENTENCES).collect(),
        warnings: all.warnings.iter().map(|it| it.message.clone()).take(MAX_SENTENCES).collect(),
        reason: all.reason,
    })
}

/// All that JSON has of a finding, and of the patches of its statement.
pub(crate) fn one(report: &Report, rank: usize) -> Option<Value> {
    let all = document(report);
    let finding = all.findings.iter().find(|it| it.rank == rank)?;
    let of_statement = |it: &Ranked<'_>| it.document.statement == finding.place;
    let ranked = ranked(report, &all).into_iter().filter(of_statement);
    let patches: Vec<Change> = ranked.map(|it| change(report, &it)).collect();
    Some(json!({ "finding": value(finding), "patches": patches }))
}

/// The report as JSON.
pub(crate) fn whole(report: &Report) -> Value {
    value(&document(report))
}

pub(crate) fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

/// The error of a report, with its inputs.
pub(crate) fn failure(all: &document::Report<Steps<'_>>) -> Failure {
    let error = all.error.as_ref().map(|it| Error {
        property: it.property,
        message: it.message.clone(),
        file: it.place.file.clone(),
        line: it.place.line,
        column: it.place.column,
        function: it.function.clone(),
        text: it.text.clone(),
    });
    // What a variable holds that is uninitialized says something only where it matters.
    let says_something = |it: &&document::Input| it.kind == document::InputKind::Input || it.matters;
    let inputs: Vec<&document::Input> = all.inputs.iter().filter(says_something).collect();
    let mut shown: Vec<usize> = (0..inputs.len()).collect();
    shown.sort_by_key(|it| !inputs[*it].matters);
    shown.truncate(MAX_INPUTS);
    shown.sort_unstable();
    let input = |it: &usize| Input {
        file: inputs[*it].place.file.clone(),
        line: inputs[*it].place.line,
        assigns: inputs[*it].assigns.clone(),
        value: inputs[*it].value.clone(),
        text: inputs[*it].text.clone(),
    };
    Failure { error, inputs: shown.iter().map(input).collect(), more_inputs: inputs.len() - shown.len() }
}

fn finding(it: &document::Finding<Steps<'_>>) -> Finding {
    Finding {
        rank: it.rank,
        kind: it.kind,
        strength: it.strength,
        file: it.place.file.clone(),
        line: it.place.line,
        column: it.place.column,
        function: it.function.clone(),
        text: it.text.clone(),
        assigns: it.assigns.clone(),
        value: it.value.clone(),
        condition: it.condition.clone(),
        other_way: it.other_way.clone(),
        missing: it.missing.clone(),
        values: it.values.iter().take(MAX_VALUES).cloned().collect(),
        rerun: it.rerun.clone().filter(|it| it.outcome != RerunOutcome::Open),
        in_program: it.in_program.as_ref().map(|it| it.answer),
    }
}

/// A patch of a report.
pub(crate) struct Ranked<'a> {
    /// The number that it has in all answers about the report.
    pub number: usize,
    /// What JSON has of it.
    pub document: &'a document::Patch,
    /// The patch.
    pub patch: &'a Patch,
}

/// The patches of a report, the one to apply in front.
pub(crate) fn ranked<'a>(report: &'a Report, all: &'a document::Report<Steps<'_>>) -> Vec<Ranked<'a>> {
    let best = patch::best(report);
    let is_best = |it: &Patch| best.is_some_and(|best| std::ptr::eq(best, it));
    let mut both: Vec<_> = all.patches.iter().zip(&report.patches).collect();
    both.sort_by_key(|(_, patch)| !is_best(patch));
    both.into_iter().zip(1..).map(|((document, patch), number)| Ranked { number, document, patch }).collect()
}

fn change(report: &Report, it: &Ranked<'_>) -> Change {
    let Ranked { number, document: it, patch } = *it;
    let diff = it.diff.clone().or_else(|| patch::diff(&report.sources, patch));
    Change {
        number,
        verdict: it.verdict,
        file: it.place.file.clone(),
        line: it.place.line,
        is_constant: it.is_constant,
        old_line: diff.is_none().then(|| it.old_line.clone()),
        new_line: diff.is_none().then(|| it.new_line.clone()),
        diff,
    }
}

/// What became of the tests, if there are any.
pub(crate) fn tests(tests: &[document::Test]) -> Option<Tests> {
    if tests.is_empty() {
        return None;
    }
    let n = |is: fn(TestStatus) -> bool| tests.iter().filter(|it| is(it.status)).count();
    let failing = tests.iter().filter(|it| it.status.is_failure()).take(MAX_TESTS);
    let failing = failing.map(|it| FailingTest {
        name: it.name.clone(),
        status: it.status,
        message: it.message.clone(),
    });
    Some(Tests {
        passed: n(|it| it == TestStatus::Passed),
        failed: n(TestStatus::is_failure),
        undecided: n(|it| it == TestStatus::Undecided),
        failing: failing.collect(),
    })
}
