//! What a diff repairs, keeps and leaves.
//!
//! The program is searched for an error as a check does it, or tested; the changed one is judged as patches are
//! ([`judgement`]), or tested too. The changed texts are nowhere written where the user's files are.

use std::sync::Arc;

use faultscope_describe::verification::{by_tests, described, tests_described};
use faultscope_ir::{Diagnostic, Program};
use faultscope_project::diff::{self, Changed};
use faultscope_repair::alignment::ChangedFile;
use faultscope_repair::judgement::{Judged, Judgement, Proposed, judgement};
use faultscope_repair::{self as repair, Workspace};
use faultscope_report::verification::Verification;
use faultscope_report::{Report, Verdict};
use faultscope_solver::Limits;
use faultscope_verify::settle::Settled;
use faultscope_verify::sizes::{AtSize, decided, is_bounded};
use faultscope_verify::{self as verify, Answer, ErrorTrace, UnknownReason};

use crate::assemble::report;
use crate::check::run_loaded;
use crate::clock::Clock;
use crate::examine::examine;
use crate::first_error::{Found, SearchEnd, first_error};
use crate::input::{self, Loaded, Rejection};
use crate::localize::localize;
use crate::progress::{Phase, Progress};
use crate::repair::Files;
use crate::request::{CheckRequest, ComparisonOptions, Options};
use crate::search::{Searched, config};
use crate::stages::{Stages, Times};
use crate::translate::{Translated, translate};

/// Asks what a unified diff repairs, keeps and leaves of a program.
///
/// # Errors
/// Where there is no program to check, before the change or with it, and where the diff is none of this program.
pub fn verify_patch(
    request: &CheckRequest,
    diff: &str,
    progress: &dyn Progress,
) -> Result<Verification, Rejection> {
    let options = Options {
        program_level: false,
        patches: false,
        max_traces: Some(1),
        comparison: ComparisonOptions::none(),
        proof: false,
        witness: false,
        // What a file asks for is answered of the program, and not of a change.
        specification: None,
        ..request.options.clone()
    };
    let clock = Clock::start(&options);
    progress.phase(Phase::Translating);
    let loaded = input::load(request)?;
    if options.tests.is_some() {
        return tested(&loaded, diff, &options, &clock, progress);
    }
    let search = first_error(&loaded, &options, &clock, progress)?;
    let found = match search.end {
        SearchEnd::Found(found) => *found,
        SearchEnd::Executed(as_test) => return tested(&loaded, diff, &as_test, &clock, progress),
    };
    let files = changed_files(&found.loaded, diff)?;
    let changed = with_changes(&found.loaded, &files, &found.options)?;
    if found.searched.answer.traces.is_empty() {
        return Ok(Verification::of_nothing(report(&without_errors(found, search.times))));
    }
    progress.phase(Phase::Searching);
    let change = Change { files: &files, changed: &changed, limits: clock.search_limits() };
    let judged = change.judged(&found, |size| {
        Ok(match first_error(&loaded, &options.with_arrays_of(size), &clock, progress)?.end {
            SearchEnd::Found(found) => Some(*found).filter(Found::has_errors),
            SearchEnd::Executed(_) => None,
        })
    })?;
    let shown = Shown { translated: &judged.translated, options: &judged.options, clock: &clock };
    let report = shown.report(&judged.judged);
    Ok(Verification { report: Some(report), ..judged.verification })
}

/// Makes the stages of a check without an error.
fn without_errors(found: Found, times: Times) -> Stages {
    let Found { options, translated, searched: Searched { answer, settled }, .. } = found;
    let examined = examine(&translated.program, &settled, &answer);
    Stages {
        translated: Some(translated),
        examined: Some(Arc::new(examined)),
        answer: Some(Arc::new(answer)),
        times,
        ..Stages::new(&options)
    }
}

/// A change of a program that fails.
struct Change<'a> {
    files: &'a [ChangedFile],
    changed: &'a Loaded,
    limits: Limits,
}

/// A judged change, with the options that the judgement holds for.
struct JudgedChange {
    options: Options,
    translated: Translated,
    judged: Judged,
    /// What is said of it, without a report.
    verification: Verification,
}

impl Change<'_> {
    /// Judges the change of a program that fails. If the largest arrays of its arguments are not decided soon, it is judged with
    /// smaller ones with which the program fails, too.
    fn judged(
        &self,
        found: &Found,
        failing: impl Fn(u64) -> Result<Option<Found>, Rejection>,
    ) -> Result<JudgedChange, Rejection> {
        if !is_bounded(&found.translated.program) {
            return self.judged_within(found, &self.limits);
        }
        let most = found.options.annotations.max_array;
        let judged = decided(most, &self.limits, |size, limits| {
            if size == most {
                return self.judged_within(found, limits).map(at_size);
            }
            match failing(size)? {
                Some(found) => self.judged_within(&found, limits).map(at_size),
                None => Ok(AtSize::Vacuous(None)),
            }
        })?;
        judged.map_or_else(|| self.judged_within(found, &self.limits), Ok)
    }

    fn judged_within(&self, found: &Found, limits: &Limits) -> Result<JudgedChange, Rejection> {
        let (program, answer) = (&found.translated.program, &found.searched.answer);
        let options = found.options.clone();
        let translated = translate(self.changed, &options)?;
        let warnings = translated.warnings.iter().map(|note| note.message.clone()).collect();
        let all = answer.traces.iter().chain(answer.others.iter().filter(|it| it.replayed)).cloned();
        let (traces, others): (Vec<ErrorTrace>, Vec<ErrorTrace>) =
            all.partition(|it| it.trace.check == answer.traces[0].trace.check);
        let proposed = Proposed {
            original: program,
            traces: &traces,
            others: &others,
            first_trace: answer.first_trace_effort(),
            changed: &repair::Translated { program: translated.program.clone(), warnings },
            files: self.files,
        };
        let workspace = Files::new(&found.loaded, &options);
        let judged = judgement(&proposed, &workspace as &dyn Workspace, &config(&options), limits);
        let verification = described(program, &judged);
        Ok(JudgedChange { options, translated, judged, verification })
    }
}

fn at_size(change: JudgedChange) -> AtSize<Option<JudgedChange>> {
    match &change.judged.judgement {
        Judgement::Open(UnknownReason::NeverCalled { .. }) => AtSize::Vacuous(Some(change)),
        Judgement::Open(_) | Judgement::OnKnownInputs(_) => AtSize::Open(Some(change)),
        Judgement::Fails(_) | Judgement::New(_) | Judgement::Undefined(_) => AtSize::Final(Some(change)),
        _ if is_bounded(&change.translated.program) => AtSize::Bounded(Some(change)),
        _ => AtSize::Final(Some(change)),
    }
}

/// The same where tests say what the program should do.
fn tested(
    loaded: &Loaded,
    diff: &str,
    options: &Options,
    clock: &Clock,
    progress: &dyn Progress,
) -> Result<Verification, Rejection> {
    let before_stages = run_loaded(loaded, options, clock, progress)?;
    let before = report(&before_stages);
    let files = changed_files(loaded, diff)?;
    let changed = with_changes(loaded, &files, options)?;
    if before.verdict != Verdict::Unsafe {
        return Ok(Verification::of_nothing(before));
    }
    let after_stages = run_loaded(&changed, options, clock, progress)?;
    let after = report(&after_stages);
    let compared = before_stages.tested.as_deref().zip(after_stages.tested.as_deref());
    let by_tests = compared.map(|(before, after)| by_tests(&before.cases, &before.tested, &after.tested));
    Ok(tests_described(by_tests, &before, after))
}

/// What a diff makes of the program's files.
fn changed_files(loaded: &Loaded, diff: &str) -> Result<Vec<ChangedFile>, Rejection> {
    let here = std::env::current_dir()
        .map_err(|error| Diagnostic::error(format!("there is no current folder: {error}")))?;
    let changed = diff::applied(diff, &loaded.files(), &here)?;
    let file = |Changed { name, old, new, stretches }| ChangedFile { name, old, new, stretches };
    Ok(changed.into_iter().map(file).collect())
}

fn with_changes(loaded: &Loaded, files: &[ChangedFile], options: &Options) -> Result<Loaded, Rejection> {
    let changes: Vec<(&str, &str)> = files.iter().map(|it| (it.name.as_str(), it.new.as_str())).collect();
    loaded.changed(&changes, options.data_model)
}

/// The changed program, to be shown.
struct Shown<'a> {
    translated: &'a Translated,
    options: &'a Options,
    clock: &'a Clock,
}

impl Shown<'_> {
    /// The report of a changed program: an error that speaks against it, or else one that it leaves.
    fn report(&self, judged: &Judged) -> Report {
        let program = &judged.program;
        match &judged.judgement {
            Judgement::Fails(error) | Judgement::New(error) => self.with_error(program, (**error).clone()),
            Judgement::Undefined(it) => self.with_error(&it.program, it.error.clone()),
            judgement => match (judged.left.first(), judgement) {
                (Some(left), _) => self.with_error(program, left.error.clone()),
                (None, Judgement::Open(reason) | Judgement::OnKnownInputs(reason)) => {
                    self.without_error(program, verify::Verdict::Open(reason.clone()))
                }
                (None, _) => self.without_error(program, verify::Verdict::Safe),
            },
        }
    }

    fn without_error(&self, program: &Program, verdict: verify::Verdict) -> Report {
        let settled = Settled::of(program, &self.clock.limits());
        let answer = Answer { is_settled: true, ..Answer::new(verdict, Vec::new()) };
        // What the answer rests on is what the program can get to.
        let examined = Arc::new(examine(program, &settled, &answer));
        report(&Stages { examined: Some(examined), ..self.stages(program, answer) })
    }

    /// The report of an execution that fails, with what matters on it.
    fn with_error(&self, program: &Program, error: ErrorTrace) -> Report {
        let traces = vec![error];
        let localized = Arc::new(localize(program, &traces, None, self.options, &self.clock.limits()));
        report(&Stages { localized: Some(localized), ..self.stages(program, Answer::given(traces)) })
    }

    fn stages(&self, program: &Program, answer: Answer) -> Stages {
        let translated = Translated {
            program: program.clone(),
            warnings: self.translated.warnings.clone(),
            suppressed: Vec::new(),
        };
        let mut stages = Stages::new(self.options);
        stages.translated = Some(Arc::new(translated));
        stages.answer = Some(Arc::new(answer));
        stages.times.total = self.clock.elapsed();
        stages
    }
}
