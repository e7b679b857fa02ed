//! Reports that every renderer is tested with.

use std::sync::Arc;

use faultscope_ir::limits::Limit;
use faultscope_ir::program::Language;
use faultscope_ir::{FileId, LifeEvent, ObjectKind, Property, SourceMap, Span, Usage};

use crate::*;

const PROGRAM: &str = "\
int read_level(void);

int clamp(int level) {
    int limit = 10;
    if (level > limit)
        return 10;
    return level;
}

int main(void) {
    int level = read_level();
    int spare;
    int result = clamp(level);
    assert(result < 10);
    return 0;
}
";

/// The span of the first occurrence of `text` in a line of the program.
fn span(line: u32, text: &str) -> Span {
    let content = PROGRAM.lines().nth(line as usize - 1).expect("a line of the program");
    let column = content.find(text).expect("text of the line") as u32 + 1;
    Span { file: FileId(0), line, column, end_line: line, end_column: column + text.len() as u32 }
}

/// A limit that was reached.
fn limits() -> Vec<ReachedLimit> {
    static LIMIT: Limit = Limit {
        package: "faultscope-test",
        name: "MAX_TRIES",
        value: 40,
        bounds: "Most tries.",
        effect: "nothing more is tried",
    };
    vec![ReachedLimit::from(&LIMIT)]
}

fn empty(verdict: Verdict) -> Report {
    let mut sources = SourceMap::default();
    sources.add_file("clamp.c", Some(PROGRAM.to_owned()));
    Report {
        language: Language::C,
        sources,
        verdict,
        reason: None,
        specification: None,
        traces: Vec::new(),
        coverage: None,
        tests: Vec::new(),
        is_localized: verdict == Verdict::Unsafe,
        n_omitted_findings: 0,
        driver: None,
        techniques: Vec::new(),
        patches: Vec::new(),
        findings: Vec::new(),
        sets: Vec::new(),
        guide: None,
        witness: None,
        other_errors: Vec::new(),
        checks: Vec::new(),
        suppressed: Vec::new(),
        assumptions: Vec::new(),
        proof: None,
        unchecked_proof: None,
        compiler: None,
        warnings: Vec::new(),
        limits: Vec::new(),
        statistics: Statistics::default(),
    }
}

/// No error.
pub(crate) fn safe() -> Report {
    let function = Assumption {
        kind: AssumptionKind::UndefinedFunction,
        subject: Some("read_level".to_owned()),
        message: "`read_level` has no body; it can return any value".to_owned(),
        span: Some(span(1, "read_level")),
    };
    Report { assumptions: vec![function], ..empty(Verdict::Safe) }
}

/// No error, where a task expects one.
pub(crate) fn of_a_task() -> Report {
    let specification = SpecificationAnswer {
        file: "tasks/safety.prp".to_owned(),
        properties: vec!["valid-free".to_owned(), "valid-deref".to_owned()],
        unsupported: Vec::new(),
        result: "true".to_owned(),
        expected: Some("false(valid-deref)".to_owned()),
        agrees: Some(false),
    };
    Report { specification: Some(specification), ..safe() }
}

/// Out of time.
pub(crate) fn undecided() -> Report {
    let reason = Note {
        message: "the time limit was reached; there is no error within 8 iterations of every loop".to_owned(),
        span: None,
        hint: Some("give it more time with `--timeout SECONDS`".to_owned()),
    };
    Report { reason: Some(reason), ..empty(Verdict::Unknown) }
}

/// A construct that could not be translated.
pub(crate) fn unsupported() -> Report {
    let message = "this cannot be translated: inline assembly".to_owned();
    let reason = Note { message, span: Some(span(6, "return 10;")), hint: None };
    Report { reason: Some(reason), ..empty(Verdict::Unknown) }
}

fn check(line: u32, text: &str, status: CheckStatus, decided_by: Option<DecidedBy>) -> Check {
    Check {
        property: Property::Assertions,
        message: format!("assertion failed: `{text}`"),
        span: span(line, text),
        text: text.to_owned(),
        function: "main".to_owned(),
        status,
        decided_by,
    }
}

/// An error, with a check of each kind.
pub(crate) fn several_checks() -> Report {
    let mut report = erroneous();
    report.checks = vec![
        check(11, "level", CheckStatus::NotReached, Some(DecidedBy::ControlFlow)),
        check(12, "spare", CheckStatus::Proved, Some(DecidedBy::AbstractInterpretation)),
        check(13, "result", CheckStatus::Undecided, None),
        check(14, "result < 10", CheckStatus::Violated, Some(DecidedBy::Bmc)),
    ];
    report
}

/// An error, and another one with places of its own; of a third nothing but its check is known.
pub(crate) fn other_errors() -> Report {
    let mut report = erroneous();
    let other = |text: &str, property| Check {
        property,
        message: format!("`{text}` goes wrong"),
        ..check(7, text, CheckStatus::Violated, Some(DecidedBy::Bmc))
    };
    let overflow = other("return level;", Property::Overflow);
    let error = ErrorSite {
        property: overflow.property,
        message: overflow.message.clone(),
        span: overflow.span,
        text: overflow.text.clone(),
        function: "clamp".to_owned(),
        ..report.traces[0].error.clone()
    };
    let mut findings = vec![report.findings[1].clone(), report.findings[0].clone()];
    findings.iter_mut().zip(1..).for_each(|(it, rank)| {
        it.rank = rank;
        it.influence = None;
        it.occurrences.iter_mut().for_each(|it| it.step = None);
    });
    let inputs = report.inputs().iter().map(|it| Input { step: None, ..it.clone() }).collect();
    report.other_errors = vec![OtherError { error, inputs, findings }];
    report.checks.splice(0..0, [overflow, other("level", Property::Shift)]);
    report
}

/// An error, with findings of several kinds.
pub(crate) fn erroneous() -> Report {
    let call =
        CallSite { caller: "main".to_owned(), callee: "clamp".to_owned(), span: span(13, "clamp(level)") };
    Report {
        traces: vec![trace(&call)],
        findings: findings(&call),
        checks: vec![check(14, "result < 10", CheckStatus::Violated, Some(DecidedBy::Bmc))],
        assumptions: safe().assumptions,
        limits: limits(),
        statistics: Statistics {
            trace_statements: 7,
            assigning_statements: 6,
            relevant_statements: 3,
            search_queries: 2,
            localization_queries: 5,
            answered_by: Some(DecidedBy::Bmc),
            unwinding: Some(1),
            trace_abstraction: Some(TraceAbstraction {
                iterations: 3,
                danger_seconds: 0.5,
                ..TraceAbstraction::default()
            }),
            trace_seconds: Some(0.25),
            ..Statistics::default()
        },
        ..empty(Verdict::Unsafe)
    }
}

/// Three error traces, two of which are alike, after which a limit was reached.
pub(crate) fn several() -> Report {
    let mut report = erroneous();
    let first = report.traces[0].clone();
    let mut similar_inputs = first.inputs.clone();
    similar_inputs[0] = Input { value: "12".to_owned(), step: None, ..similar_inputs[0].clone() };
    let similar = Similar { n_steps: 9, inputs: similar_inputs };
    let mut second = first.clone();
    second.inputs[0].value = "13".to_owned();
    second.steps.remove(1);
    second.steps.iter_mut().filter(|step| step.finding == Some(2)).for_each(|step| step.finding = None);
    report.traces = vec![Trace { similar: vec![similar], ..first }, second];
    report.coverage = Some(Coverage::Partial);
    report.reason = Some(Note {
        message: "the time limit was reached".to_owned(),
        span: None,
        hint: Some("give it more time with `--timeout SECONDS`".to_owned()),
    });
    let all = OverTraces {
        n_relevant: 3,
        n_undecided: 0,
        n_traces: 3,
        relevant_in: vec![0, 1],
        constant: ConstantOverTraces::Values(vec!["9".to_owned()]),
    };
    let some =
        OverTraces { n_relevant: 2, relevant_in: vec![0], constant: ConstantOverTraces::None, ..all.clone() };
    let input = OverTraces { constant: ConstantOverTraces::None, ..all.clone() };
    for (finding, over) in report.findings.iter_mut().zip([all, some, input]) {
        finding.over_traces = Some(over);
    }
    report
}

/// An error, and what two other techniques say about it.
pub(crate) fn compared() -> Report {
    let mut report = erroneous();
    let marked = |kind, line, text: &str| Marked {
        kind,
        span: span(line, text),
        text: text.to_owned(),
        function: "clamp".to_owned(),
        n_occurrences: 1,
        score: None,
    };
    let returned = marked(StepKind::Return, 6, "return 10;");
    let max_sat = TechniqueResult {
        name: "max-sat".to_owned(),
        statements: vec![returned.clone()],
        sets: vec![vec![0]],
        solutions: Vec::new(),
        trusted: Vec::new(),
        n_traces: None,
        projections: Vec::new(),
        remark: Some("there may be more".to_owned()),
        n_queries: 3,
    };
    let slice = TechniqueResult {
        name: "backward-slice".to_owned(),
        statements: vec![
            returned,
            marked(StepKind::Condition, 5, "level > limit"),
            Marked { function: "main".to_owned(), ..marked(StepKind::Input, 11, "read_level()") },
        ],
        sets: Vec::new(),
        solutions: Vec::new(),
        trusted: Vec::new(),
        n_traces: None,
        projections: Vec::new(),
        remark: None,
        n_queries: 0,
    };
    report.techniques = vec![max_sat, slice, diagnosed(marked)];
    report.statistics.techniques =
        vec![("max-sat".to_owned(), 0.5), ("backward-slice".to_owned(), 0.25), ("ped".to_owned(), 0.125)];
    report
}

/// What PED says.
fn diagnosed(marked: impl Fn(StepKind, u32, &str) -> Marked) -> TechniqueResult {
    let smaller = Replacement { span: span(5, "level > limit"), old: ">".to_owned(), new: ">=".to_owned() };
    let at_branch = Solution {
        changes: vec![Some(smaller)],
        weight: 30,
        bound: 1,
        exit: span(5, "level > limit"),
        is_at_check: false,
        n_traces: 1,
        constrained_by: Vec::new(),
    };
    let at_check = Solution {
        changes: vec![None, None],
        weight: 0,
        bound: 2,
        exit: span(14, "result < 10"),
        is_at_check: true,
        n_traces: 1,
        constrained_by: vec![0],
    };
    TechniqueResult {
        name: "ped".to_owned(),
        statements: vec![
            marked(StepKind::Condition, 5, "level > limit"),
            marked(StepKind::Assignment, 4, "limit = 10"),
            marked(StepKind::Return, 6, "return 10;"),
        ],
        sets: vec![vec![0], vec![1, 2]],
        solutions: vec![at_branch, at_check],
        trusted: vec![Trusted {
            statement: marked(StepKind::Assignment, 4, "limit = 10"),
            checks: vec![(0, None)],
        }],
        n_traces: Some(1),
        projections: Vec::new(),
        remark: None,
        n_queries: 4,
    }
}

fn inputs() -> Vec<Input> {
    let source =
        InputSource { function: "read_level".to_owned(), c_type: "int".to_owned(), c_value: "11".to_owned() };
    let level = Input {
        span: span(11, "read_level()"),
        text: "read_level()".to_owned(),
        function: "main".to_owned(),
        place: Some("level".to_owned()),
        value: "11".to_owned(),
        byte: None,
        kind: FindingKind::Input,
        iterations: Vec::new(),
        matters: true,
        step: Some(0),
        source: Some(source),
        library: None,
    };
    let spare = Input {
        span: span(12, "spare"),
        text: "int spare".to_owned(),
        place: Some("spare".to_owned()),
        value: "0".to_owned(),
        kind: FindingKind::Declaration,
        matters: false,
        step: Some(1),
        source: None,
        ..level.clone()
    };
    vec![level, spare]
}

/// An error that is about an object that was given back.
pub(crate) fn about_memory() -> Report {
    let mut report = erroneous();
    let event = |kind, line, text: &str, function: &str| ObjectEvent {
        kind,
        span: span(line, text),
        text: text.to_owned(),
        function: function.to_owned(),
        calls: Vec::new(),
    };
    let mut freed = event(LifeEvent::Freed, 13, "clamp(level)", "clamp");
    freed.calls = report.findings[0].calls.clone();
    let object = Object {
        story: vec![
            event(LifeEvent::Allocated, 11, "read_level()", "main"),
            freed,
            event(LifeEvent::Used, 13, "clamp(level)", "main"),
        ],
        kind: ObjectKind::Allocated,
        name: "read_level()".to_owned(),
        size: 4,
        made: Some(span(11, "read_level()")),
        end: Some(ObjectEnd::Freed { text: "clamp(level)".to_owned(), span: span(13, "clamp(level)") }),
        usage: Usage::Write,
        offset: 4,
        n_bytes: 1,
    };
    let trace = &mut report.traces[0];
    trace.error.object = Some(object.clone());
    if let Some(last) = trace.steps.last_mut() {
        last.object = Some(Box::new(object));
    }
    report
}

fn trace(call: &CallSite) -> Trace {
    let step = |kind, line, text: &str, frame, effect: Option<(&str, &str)>| Step {
        kind,
        span: span(line, text),
        text: text.into(),
        frame,
        iterations: Arc::default(),
        place: effect.map(|(place, _)| place.into()),
        value: effect.map(|(_, value)| value.to_owned()),
        outcome: None,
        finding: None,
        relevant: true,
        trusted: false,
        object: None,
    };
    use StepKind::*;
    let steps = vec![
        Step { finding: Some(3), ..step(Input, 11, "read_level()", 0, Some(("level", "11"))) },
        Step { relevant: false, ..step(Declaration, 12, "spare", 0, Some(("spare", "0"))) },
        step(Argument, 13, "level", 0, Some(("level", "11"))),
        Step { finding: Some(2), ..step(Assignment, 4, "limit = 10", 1, Some(("limit", "10"))) },
        Step { outcome: Some(true), ..step(Condition, 5, "level > limit", 1, None) },
        Step { finding: Some(1), ..step(Return, 6, "return 10;", 1, Some(("clamp", "10"))) },
        Step { outcome: Some(false), ..step(Assertion, 14, "result < 10", 0, None) },
    ];
    let main = Frame { function: "main".to_owned(), caller: None };
    let clamp = Frame { function: "clamp".to_owned(), caller: Some((0, call.span)) };
    let error = ErrorSite {
        property: Property::Assertions,
        message: "assertion failed: `result < 10`".to_owned(),
        span: span(14, "result < 10"),
        text: "result < 10".to_owned(),
        function: "main".to_owned(),
        calls: Vec::new(),
        object: None,
    };
    let frames = vec![main, clamp];
    Trace {
        error,
        inputs: inputs(),
        given: None,
        externals: vec!["read_level".to_owned()],
        similar: Vec::new(),
        steps,
        frames,
        replayed: true,
    }
}

fn findings(call: &CallSite) -> Vec<Finding> {
    let occurrence = |strength, step| Occurrence { strength, iterations: Arc::default(), step: Some(step) };
    let returned = Finding {
        rank: 1,
        kind: FindingKind::Return,
        strength: Strength::Constant,
        trace: 0,
        over_traces: None,
        span: span(6, "return 10;"),
        expansions: Vec::new(),
        definitions: Vec::new(),
        text: "return 10;".to_owned(),
        function: "clamp".to_owned(),
        place: None,
        value: Some("10".to_owned()),
        values: vec!["9".to_owned(), "0".to_owned()],
        condition: Some("clamp < 10".to_owned()),
        pointer: None,
        rerun: Some(Rerun::Avoids("9".to_owned())),
        failing_inputs: None,
        influence: Some(Influence {
            span: span(14, "result < 10"),
            text: "result < 10".to_owned(),
            outcome: Some(false),
            is_error: true,
            is_asked: false,
            with: Some("9".to_owned()),
        }),
        iterations: Vec::new(),
        calls: vec![call.clone()],
        occurrences: vec![occurrence(Strength::Constant, 5)],
        other_outcome_helps: None,
        undecided: Vec::new(),
        other_way: None,
        missing: None,
        in_program: None,
        suspiciousness: None,
        features: Vec::new(),
        folded_into: None,
        in_driver: false,
    };
    let limit = Finding {
        rank: 2,
        kind: FindingKind::Assignment,
        strength: Strength::Relevant,
        span: span(4, "limit = 10"),
        text: "limit = 10".to_owned(),
        place: Some("limit".to_owned()),
        rerun: Some(Rerun::Fails),
        condition: Some("limit >= level".to_owned()),
        values: vec!["11".to_owned()],
        influence: Some(Influence {
            span: span(5, "level > limit"),
            text: "level > limit".to_owned(),
            outcome: Some(true),
            is_error: false,
            is_asked: false,
            with: Some("11".to_owned()),
        }),
        occurrences: vec![occurrence(Strength::Relevant, 3), occurrence(Strength::Irrelevant, 3)],
        iterations: vec![2],
        undecided: vec![Strength::Expression],
        ..returned.clone()
    };
    let input = Finding {
        rank: 3,
        kind: FindingKind::Input,
        span: span(11, "read_level()"),
        text: "read_level()".to_owned(),
        function: "main".to_owned(),
        place: Some("level".to_owned()),
        value: Some("11".to_owned()),
        values: vec!["0".to_owned()],
        condition: Some("level < 10".to_owned()),
        calls: Vec::new(),
        occurrences: vec![occurrence(Strength::Constant, 0)],
        other_outcome_helps: Some(true),
        ..returned.clone()
    };
    vec![returned, limit, input]
}

/// All of them, by name.
pub(crate) fn all() -> Vec<(&'static str, Report)> {
    vec![
        ("safe", safe()),
        ("undecided", undecided()),
        ("unsupported", unsupported()),
        ("several_checks", several_checks()),
        ("erroneous", erroneous()),
        ("other_errors", other_errors()),
        ("several", several()),
        ("compared", compared()),
        ("about_memory", about_memory()),
        ("full", full()),
    ]
}

/// An error, with a value in every field that may have one, so that nothing is forgotten where reports are written and read.
pub(crate) fn full() -> Report {
    let mut report = several();
    let place = span(5, "level > limit");
    report.reason =
        Some(Note { message: "a reason".to_owned(), span: Some(place), hint: Some("a hint".to_owned()) });
    report.warnings =
        vec![Note { message: "a warning".to_owned(), ..report.reason.clone().expect("it has one") }];
    report.warnings.push(Note::new("another one"));
    report.n_omitted_findings = 3;
    report.unchecked_proof = Some("it is large".to_owned());
    report.proof = Some(CheckedProof {
        claim: proof::Claim::AllErrorsCovered { n_traces: 3 },
        n_steps: 4,
        document: None,
        n_queries: 5,
    });
    report.techniques = compared().techniques;
    report.statistics = Statistics {
        techniques: compared().statistics.techniques,
        localization_seconds: Some(0.000_123),
        ranking_seconds: Some(1.5),
        program_seconds: Some(2.75),
        total_seconds: 4.250_001,
        ..report.statistics
    };
    let object = about_memory().traces[0].error.object.clone().expect("it has one");
    let scope =
        Object { end: Some(ObjectEnd::Scope), made: None, kind: ObjectKind::Variable, ..object.clone() };
    report.traces[0].error.object = Some(object);
    report.traces[1].error.object = Some(scope);
    report.traces[0].inputs[1].library =
        Some(LibraryValue { function: "read".to_owned(), size: 16, bits: u128::MAX, is_error: true });
    report.traces[0].inputs[1].byte = Some(200);
    report.traces[0].inputs[0].iterations = vec![1, 2];
    report.traces[0].error.calls = report.findings[0].calls.clone();
    let line = |text: &str| TestLine { line: 2, column: 3, text: text.to_owned() };
    let test = |name: &str, status| Test {
        name: name.to_owned(),
        status,
        message: (status != Passed).then(|| "the output is another one".to_owned()),
        expected: (status == Failed).then(|| line("expected")),
        got: (status == Failed).then(|| line("got")),
        trace: (status == Failed).then_some(0),
    };
    use TestStatus::{Crashed, Failed, Passed, RanOn, Undecided};
    let statuses = [Passed, Failed, Crashed, RanOn, Undecided];
    report.tests = statuses.iter().map(|it| test(it.name(), *it)).collect();
    report.patches = patches();
    report.sets = vec![
        StatementSet {
            members: vec![SetMember {
                kind: FindingKind::Condition,
                span: place,
                text: "level > limit".to_owned(),
            }],
            repairs: Repairs::Trace,
        },
        StatementSet { members: Vec::new(), repairs: Repairs::Program },
    ];
    report.findings = all_kinds(&report);
    report
}

/// The findings of a report again and again, with what may be said of them.
fn all_kinds(report: &Report) -> Vec<Finding> {
    let remaining = Box::new(report.traces[1].clone());
    let answers = [
        InProgram::Proved(ProvedFix::Values),
        InProgram::Proved(ProvedFix::Refined(2)),
        InProgram::Proved(ProvedFix::Strategy(vec!["x + 1".to_owned(), "4".to_owned()])),
        InProgram::Proved(ProvedFix::Patch),
        InProgram::Proved(ProvedFix::EveryTime),
        InProgram::Proved(ProvedFix::Once(4)),
        InProgram::RepairsThrough(ProvedFix::Values),
        InProgram::PassesTests(TestsFix::Values),
        InProgram::PassesTests(TestsFix::Patch),
        InProgram::PassesTests(TestsFix::Statement),
        InProgram::NotEnough(remaining),
        InProgram::NotDecided("the time limit was reached".to_owned()),
    ];
    let kinds = [
        FindingKind::Extra,
        FindingKind::Missing,
        FindingKind::BlockEnd,
        FindingKind::Order,
        FindingKind::Condition,
        FindingKind::Release,
        FindingKind::ScopeEnd,
        FindingKind::PointerLost,
        FindingKind::Uninitialized,
        FindingKind::Call,
        FindingKind::Type,
    ];
    let pointers = [PointerNeed::NotNull, PointerNeed::Bytes(8), PointerNeed::Alive];
    let mut findings = report.findings.clone();
    for (idx, answer) in answers.into_iter().enumerate() {
        let finding = report.findings[idx % 3].clone();
        findings.push(Finding {
            rank: 4 + idx,
            kind: kinds[idx % kinds.len()],
            pointer: Some(pointers[idx % pointers.len()]),
            rerun: Some(if idx % 3 == 1 { Rerun::Leaks } else { Rerun::Open }),
            other_way: Some(OtherWay { every_time: idx % 2 == 0, once: Some(3) }),
            missing: (idx % 2 == 1).then(|| "x = 1;".to_owned()),
            in_program: Some(answer),
            suspiciousness: Some(Suspiciousness { kept: 2, reachable: 3, by_verifier: idx % 2 == 0 }),
            features: vec![("kept".to_owned(), 0.5)],
            folded_into: (idx == 1).then_some(1),
            failing_inputs: Some(vec![("level".to_owned(), "12".to_owned())]),
            other_outcome_helps: Some(true),
            expansions: vec![span(13, "clamp(level)")],
            definitions: vec![("LIMIT".to_owned(), span(4, "10"))],
            ..finding
        });
    }
    findings
}

/// What the patch with this verdict leaves.
fn leaves(verdict: PatchVerdict) -> Vec<LeftError> {
    let error = LeftError {
        property: Property::Overflow,
        message: "signed overflow".to_owned(),
        span: span(5, "level"),
        function: "clamp".to_owned(),
    };
    if verdict == PatchVerdict::RepairsShownTraces { vec![error] } else { Vec::new() }
}

/// What the patch with this verdict keeps.
fn keeps(verdict: PatchVerdict) -> Keeps {
    let keeps =
        Keeps { executions: 3, same: 1, same_elsewhere: 1, same_to_callers: 1, change: None, proof: None };
    match verdict {
        PatchVerdict::Proved => Keeps { same_elsewhere: 3, same_to_callers: 3, ..keeps },
        PatchVerdict::PassesTests => Keeps { same_to_callers: 3, ..keeps },
        PatchVerdict::RepairsShownTraces => Keeps {
            change: Some(KeptChange {
                span: span(5, "level"),
                inputs: vec![("level".to_owned(), "7".to_owned())],
                value: Some(["level", "7", "8"].map(str::to_owned)),
            }),
            ..keeps
        },
    }
}

/// A patch for each thing that may be known of one.
fn patches() -> Vec<Patch> {
    let ends = Behaviour::Ends { output: "1\n".to_owned(), status: -1 };
    let difference = |this| PatchDifference {
        like: "a test".to_owned(),
        stdin: "3\n".to_owned(),
        arguments: vec!["-x".to_owned()],
        values: Some(vec![i128::MIN, 7]),
        first: ends.clone(),
        this,
    };
    let message = "it divides by zero".to_owned();
    let contracts = [
        ContractOutcome::Met { max_array: Some(4), ends: true },
        ContractOutcome::Violated {
            function: "clamp".to_owned(),
            message: message.clone(),
            values: vec![("level".to_owned(), "3".to_owned())],
        },
        ContractOutcome::Open { function: "clamp".to_owned() },
    ];
    let verdicts = [PatchVerdict::Proved, PatchVerdict::PassesTests, PatchVerdict::RepairsShownTraces];
    let behaviours =
        [ends.clone(), Behaviour::Undefined { message: message.clone() }, Behaviour::Fails { message }];
    let known = verdicts.into_iter().zip(contracts).zip(behaviours);
    known
        .map(|((verdict, outcome), this)| Patch {
            span: span(5, ">"),
            statement: span(5, "level > limit"),
            function: "clamp".to_owned(),
            old: ">".to_owned(),
            new: ">=".to_owned(),
            old_line: "    if (level > limit)".to_owned(),
            new_line: "    if (level >= limit)".to_owned(),
            reason: Some("it should be false".to_owned()),
            is_constant: verdict == PatchVerdict::PassesTests,
            weight: 30,
            verdict,
            leaves: leaves(verdict),
            shows_the_same: 0,
            reaches_check: verdict != PatchVerdict::Proved,
            keeps: Some(keeps(verdict)),
            contract: Some(ContractCheck { functions: vec!["clamp".to_owned()], outcome }),
            differs: Some(Box::new(difference(this))),
        })
        .collect()
}
