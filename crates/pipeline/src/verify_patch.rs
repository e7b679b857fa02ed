//! Whether a diff is a repair.
//!
//! The program is searched for an error as a check does it, or tested; the changed one is judged as patches are
//! ([`judgement`]), or tested too. The changed texts are nowhere written where the user's files are.

use std::sync::Arc;

use faultscope_ir::{Diagnostic, Program};
use faultscope_project::diff::{self, Changed};
use faultscope_repair::alignment::ChangedFile;
use faultscope_repair::judgement::{Judged, Judgement, Proposed, judgement};
use faultscope_repair::{self as repair, Workspace};
use faultscope_report::verification::{Outcome, Verification};
use faultscope_report::{Report, Verdict};
use faultscope_verify::settle::Settled;
use faultscope_verify::{self as verify, Answer, ErrorTrace};

use crate::assemble::report;
use crate::check::{First, Found, first_error, run_loaded};
use crate::clock::Clock;
use crate::examine::examine;
use crate::input::{self, Loaded, Rejection};
use crate::localize::localize;
use crate::progress::{Phase, Progress};
use crate::repair::Files;
use crate::request::{CheckRequest, Options};
use crate::search::{Searched, config};
use crate::stages::Stages;
use crate::translate::{Translated, translate};

/// Asks whether a unified diff is a repair of a program.
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
        techniques: Vec::new(),
        measures: Vec::new(),
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
    let mut stages = Stages::new(&options);
    let (found, used) = match first_error(&loaded, &options, &clock, progress, &mut stages)? {
        First::Searched(found, used) => (found, used),
        First::Executed(as_test) => return tested(&loaded, diff, &as_test, &clock, progress),
    };
    let Found { loaded, translated, searched: Searched { answer, settled }, .. } = *found;
    let files = changed_files(&loaded, diff)?;
    let changed = with_changes(&loaded, &files, &used)?;
    let program = &translated.program;
    if answer.traces.is_empty() {
        stages.options = Arc::new(used);
        stages.translated = Some(Arc::clone(&translated));
        stages.examined = Some(Arc::new(examine(program, &settled, &answer)));
        stages.answer = Some(Arc::new(answer));
        return Ok(nothing_to_repair(report(&stages)));
    }
    let translated = translate(&changed, &used)?;
    let limits = clock.search_limits();
    let workspace = Files::new(&loaded, &used);
    let warnings = translated.warnings.iter().map(|note| note.message.clone()).collect();
    let proposed = Proposed {
        original: program,
        traces: &answer.traces,
        first_trace: answer.first_trace_effort(),
        changed: &repair::Translated { program: translated.program.clone(), warnings },
        files: &files,
    };
    progress.phase(Phase::Searching);
    let judged = judgement(&proposed, &workspace as &dyn Workspace, &config(&used), &limits);
    let shown = Shown { translated: &translated, options: &used, clock: &clock };
    Ok(shown.verification(judged))
}

/// The same where tests say what the program should do.
fn tested(
    loaded: &Loaded,
    diff: &str,
    options: &Options,
    clock: &Clock,
    progress: &dyn Progress,
) -> Result<Verification, Rejection> {
    let before = report(&run_loaded(loaded, options, clock, progress)?);
    let files = changed_files(loaded, diff)?;
    let changed = with_changes(loaded, &files, options)?;
    if before.verdict != Verdict::Unsafe {
        return Ok(nothing_to_repair(before));
    }
    let after = report(&run_loaded(&changed, options, clock, progress)?);
    let outcome = match after.verdict {
        Verdict::TestsPass | Verdict::Safe => Outcome::PassesTests,
        Verdict::Unsafe => Outcome::Fails,
        Verdict::Unknown => Outcome::Open,
    };
    let assumed: Vec<String> = after
        .assumptions
        .iter()
        .filter(|it| !before.assumptions.iter().any(|known| known.message == it.message))
        .map(|it| it.message.clone())
        .collect();
    if outcome == Outcome::PassesTests && !assumed.is_empty() {
        return Ok(Verification { outcome: Outcome::Assuming, details: assumed, report: Some(after) });
    }
    Ok(Verification { outcome, details: Vec::new(), report: Some(after) })
}

fn nothing_to_repair(report: Report) -> Verification {
    let outcome = match report.verdict {
        Verdict::Safe | Verdict::TestsPass => Outcome::NoError,
        Verdict::Unsafe | Verdict::Unknown => Outcome::NoErrorKnown,
    };
    Verification { outcome, details: Vec::new(), report: Some(report) }
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
    fn verification(&self, Judged { program, judgement }: Judged) -> Verification {
        let safe = |program: &Program| Some(self.without_error(program, verify::Verdict::Safe));
        let (outcome, details, report) = match judgement {
            Judgement::Repair => (Outcome::Repair, Vec::new(), safe(&program)),
            Judgement::Fails(error) => (Outcome::Fails, Vec::new(), Some(self.with_error(&program, *error))),
            Judgement::Undefined(it) => {
                let report = self.with_error(&it.program, it.error.clone());
                (Outcome::Undefined, Vec::new(), Some(report))
            }
            Judgement::Unreached => (Outcome::Unreached, Vec::new(), safe(&program)),
            Judgement::Unended => (Outcome::Unended, Vec::new(), safe(&program)),
            Judgement::Unchecked => (Outcome::Unchecked, Vec::new(), safe(&program)),
            Judgement::Unasserted(places) => (Outcome::Unasserted, places, safe(&program)),
            Judgement::Unread(places) => (Outcome::Unread, places, safe(&program)),
            Judgement::Respecified(places) => (Outcome::Respecified, places, safe(&program)),
            Judgement::Avoided => (Outcome::Avoided, Vec::new(), safe(&program)),
            Judgement::Assuming(assumed) => (Outcome::Assuming, assumed, safe(&program)),
            Judgement::Open(reason) => {
                let report = self.without_error(&program, verify::Verdict::Open(reason));
                (Outcome::Open, Vec::new(), Some(report))
            }
        };
        Verification { outcome, details, report }
    }

    fn without_error(&self, program: &Program, verdict: verify::Verdict) -> Report {
        let settled = Settled::of(program, &self.clock.limits());
        let answer = Answer { is_settled: true, ..Answer::new(verdict, Vec::new()) };
        // What the answer rests on is what the program can get to.
        let examined = Arc::new(examine(program, &settled, &answer));
        let mut stages = self.stages(program, answer);
        stages.examined = Some(examined);
        report(&stages)
    }

    /// The report of an execution that fails, with what matters on it.
    fn with_error(&self, program: &Program, error: ErrorTrace) -> Report {
        let traces = vec![error];
        let localized = localize(program, &traces, None, self.options, &self.clock.limits());
        let mut stages = self.stages(program, Answer::given(traces));
        stages.localized = Some(Arc::new(localized));
        report(&stages)
    }

    fn stages(&self, program: &Program, answer: Answer) -> Stages {
        let translated = Translated { program: program.clone(), warnings: self.translated.warnings.clone() };
        let mut stages = Stages::new(self.options);
        stages.translated = Some(Arc::new(translated));
        stages.answer = Some(Arc::new(answer));
        stages.times.total = self.clock.elapsed();
        stages
    }
}
