//! Stages by themselves, on values that come from elsewhere, and on values that another stage gave before.

use std::sync::Arc;

use faultscope_ir::{Property, Value};
use faultscope_pipeline::input::{self, Loaded};
use faultscope_pipeline::report::{Finding, Report, Verdict};
use faultscope_pipeline::translate::Translated;
use faultscope_pipeline::{Options, Ranking, Stages, localize, repair, report, run, search, translate};
use faultscope_repair::Failure;
use faultscope_solver::Limits;
use faultscope_verify::interpreter::{self, ExecutionBounds, Recorded};
use faultscope_verify::{Answer, ErrorTrace};

/// What the programs of this file ask.
const REACHABILITY: [Property; 2] = [Property::UnreachCall, Property::Assertions];

/// Adds two where it should add one; the second function has nothing to do with it.
const PROGRAM: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int unrelated = 0;
int next(int n) {
    unrelated = 7;
    return n % 100 + 2;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = next(n);
    if (n == 5 && m != 6) {
        reach_error();
    }
    return 0;
}
";

fn loaded(options: &Options) -> (Loaded, Translated) {
    let loaded = input::in_memory("test.c", PROGRAM, options).expect("a text");
    let translated = translate(&loaded, options).expect("a program");
    (loaded, translated)
}

/// The execution of the program on one input.
fn execution(translated: &Translated, input: i128) -> ErrorTrace {
    let mut inputs =
        Recorded { havocs: [Value::signed_bits(32, input)].into_iter().collect(), ..Recorded::default() };
    let config = ExecutionBounds::default();
    let execution = interpreter::run(&translated.program, &mut inputs, &config);
    execution.into_error_trace().expect("it fails")
}

fn lines(report: &Report) -> Vec<u32> {
    report.findings.iter().map(|it| it.span.line).collect()
}

#[test]
fn an_execution_is_localized_without_a_search() {
    let options = Options { program_level: false, patches: false, ..Options::standard() };
    let (_, translated) = loaded(&options);
    let traces = vec![execution(&translated, 5)];
    let localized = localize(&translated.program, &traces, None, &options, &Limits::unlimited());
    let report = report(&Stages {
        translated: Some(Arc::new(translated)),
        answer: Some(Arc::new(Answer::given(traces))),
        localized: Some(Arc::new(localized)),
        ..Stages::new(&options)
    });
    assert_eq!(report.verdict, Verdict::Unsafe);
    assert_eq!(report.statistics.search_queries, 0);
    let lines = lines(&report);
    assert!(lines.contains(&6), "the fault is among {lines:?}");
    assert!(!lines.contains(&5), "what does not matter is not among {lines:?}");
}

#[test]
fn an_execution_is_repaired_without_a_search() {
    // No other execution says which of the changes at several lines is right: all are shown.
    let options = Options { thorough: true, ..Options::standard() };
    let (loaded, translated) = loaded(&options);
    let traces = vec![execution(&translated, 5)];
    let limits = Limits::unlimited();
    let localized = localize(&translated.program, &traces, None, &options, &limits);
    let failure = Failure {
        program: &translated.program,
        traces: &traces,
        others: &[],
        around: None,
        tests: None,
        localized: &localized,
        statements: &[],
        compiler: &[],
    };
    let repaired = repair(&loaded, &failure, 10_000, &options, &limits, &mut |_| {});
    let patch = repaired.patches.first().expect("a patch");
    let statement = patch.finding.map(|it| localized.findings[it].finding().statement(&translated.program));
    assert_eq!(statement.map(|it| it.span), Some(translated.program.sources.origin(patch.origin).span));
    assert_eq!(repaired.order.len(), localized.findings.len());
}

#[test]
fn a_value_is_used_again_with_other_options() {
    let options = Options { patches: false, properties: REACHABILITY.into(), ..Options::standard() };
    let (loaded, translated) = loaded(&options);
    let limits = Limits::unlimited();
    let answer = search(&translated.program, &options, &limits, &mut ()).answer;
    let localized = localize(&translated.program, &answer.traces, None, &options, &limits);
    let stages = Stages {
        translated: Some(Arc::new(translated)),
        answer: Some(Arc::new(answer)),
        localized: Some(Arc::new(localized)),
        ..Stages::new(&options)
    };
    let repaired = |options: &Options| {
        let (Some(translated), Some(answer), Some(localized)) =
            (&stages.translated, &stages.answer, &stages.localized)
        else {
            panic!("they were given");
        };
        let failure = Failure {
            program: &translated.program,
            traces: &answer.traces,
            others: &[],
            around: None,
            tests: None,
            localized,
            statements: &[],
            compiler: &[],
        };
        let first_trace = 10_000;
        let repaired = repair(&loaded, &failure, first_trace, options, &limits, &mut |_| {});
        report(&Stages {
            options: Arc::new(options.clone()),
            repaired: Some(Arc::new(repaired)),
            ..stages.clone()
        })
    };
    let by_strength = repaired(&Options { ranking: Ranking::Strength, ..options.clone() });
    assert_eq!(lines(&by_strength), lines(&report(&stages)), "the order of localization stays");
    let few = repaired(&Options { max_findings: Some(1), ..options.clone() });
    let is_code = |it: &&Finding| it.kind.is_code();
    assert_eq!(few.findings.iter().filter(is_code).count(), 1);
    assert!(few.n_omitted_findings > 0);
}

/// Keeps every preliminary report.
#[derive(Default)]
struct Kept(std::sync::Mutex<Vec<Report>>);

impl faultscope_pipeline::Progress for Kept {
    fn preliminary(&self, stages: &Stages) {
        self.0.lock().expect("nobody panics").push(report(stages));
    }
}

#[test]
fn what_is_known_on_the_way_is_reported_by_the_same_function() {
    let folder = std::env::temp_dir().join(format!("faultscope-stages-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("test.c");
    std::fs::write(&file, PROGRAM).expect("a file");
    let kept = Kept::default();
    let options = Options::standard();
    let request = faultscope_pipeline::CheckRequest {
        files: vec![file],
        preprocessor: faultscope_pipeline::Preprocessor::default(),
        options,
    };
    let stages = run(&request, &kept).expect("a program");
    std::fs::remove_dir_all(&folder).expect("it is there");
    let reports = kept.0.into_inner().expect("nobody panics");
    let known: Vec<(Verdict, bool, bool)> =
        reports.iter().map(|it| (it.verdict, !it.traces.is_empty(), !it.findings.is_empty())).collect();
    assert_eq!(known.first(), Some(&(Verdict::Unknown, false, false)), "the program");
    assert!(known.contains(&(Verdict::Unsafe, true, false)), "the trace: {known:?}");
    assert_eq!(known.last(), Some(&(Verdict::Unsafe, true, true)), "what matters");
    assert_eq!(report(&stages).verdict, Verdict::Unsafe);
}
