//! One check from front to back: every stage, in order.

use std::sync::Arc;

use faultscope_describe::printable::with_printable;
use faultscope_ir::{Program, Trace};
use faultscope_localize::compiler::CompilerSupport;
use faultscope_localize::suspects::{has_to_suspect_driver, suspect_driver};
use faultscope_localize::{Finding, Localized};
use faultscope_repair::executed::executed;
use faultscope_repair::other_errors::InShort;
use faultscope_repair::statements::edits::StatementRepair;
use faultscope_repair::statements::findings::{Beside, add, around, for_tests};
use faultscope_repair::{Failure, Milestone, Tests};
use faultscope_verify::{Answer, ErrorTrace};

use crate::assemble::report;
use crate::certify::{certify, to_certify};
use crate::clock::Clock;
use crate::compare::compare;
use crate::complete::completed;
use crate::examine::examine;
use crate::execute::for_execution;
use crate::first_error::{Found, SearchEnd, first_error};
use crate::input::{self, Loaded, Rejection};
use crate::localize::localize;
use crate::progress::{Phase, Progress, Silent};
use crate::repair::{Files, repair};
use crate::request::{CheckRequest, Options, Ranking, TestOptions};
use crate::search::Searched;
use crate::stages::Stages;
use crate::test::{TestedProgram, test};
use crate::translate::Translated;
use crate::witness;

/// A report, or why the program could not be read.
pub type CheckResult = Result<faultscope_report::Report, Rejection>;

/// Checks a program in files.
///
/// # Errors
/// Where there is no program to check.
pub fn check(request: &CheckRequest, progress: &dyn Progress) -> CheckResult {
    run(request, progress).map(|stages| report(&stages))
}

/// Checks a program that is not in a file. The end of its name says which language it is in.
///
/// # Errors
/// Where there is no program to check.
pub fn check_source(name: &str, text: &str, options: &Options) -> CheckResult {
    let loaded = input::in_memory(name, text, options)?;
    check_input(&loaded, options, &Silent)
}

/// Checks a program that has been read.
///
/// # Errors
/// Where there is no program to check.
pub fn check_input(loaded: &Loaded, options: &Options, progress: &dyn Progress) -> CheckResult {
    progress.phase(Phase::Translating);
    let stages = run_loaded(loaded, options, &Clock::start(options), progress)?;
    Ok(report(&stages))
}

/// Runs all stages on a program in files.
///
/// # Errors
/// Where there is no program to check.
pub fn run(request: &CheckRequest, progress: &dyn Progress) -> Result<Stages, Rejection> {
    let clock = Clock::start(&request.options);
    progress.phase(Phase::Translating);
    let loaded = input::load(request)?;
    run_loaded(&loaded, &request.options, &clock, progress)
}

/// Runs all stages on a program that has been read.
///
/// # Errors
/// Where there is no program to check.
pub(crate) fn run_loaded(
    loaded: &Loaded,
    given: &Options,
    clock: &Clock,
    progress: &dyn Progress,
) -> Result<Stages, Rejection> {
    if let Some(tests) = &given.tests {
        return run_tests(loaded, tests, given, clock, progress);
    }
    let mut stages = Stages::new(given);
    if given.specification.as_ref().is_some_and(|it| it.asked.is_empty()) {
        // Nothing that is asked for can be checked; that there is a program is.
        stages.translated = Some(Arc::new(completed(loaded, given)?.1));
        stages.times.total = clock.elapsed();
        return Ok(stages);
    }
    let search = first_error(loaded, given, clock, progress)?;
    let found = match search.end {
        SearchEnd::Found(found) => *found,
        SearchEnd::Executed(as_test) => return run_loaded(loaded, &as_test, clock, progress),
    };
    (stages.guided, stages.times) = (search.guided, search.times);
    let Found { options, loaded, translated, focused, searched: Searched { answer, settled } } = found;
    let program = &translated.program;
    let asked = focused.as_deref().map_or(program, |it| &it.program);
    let answer = Arc::new(with_printable(asked, answer));
    (stages.translated, stages.focused) = (Some(Arc::clone(&translated)), focused.clone());
    stages.answer = Some(Arc::clone(&answer));
    stages.examined = Some(Arc::new(examine(asked, &settled, &answer)));

    progress.preliminary(&stages);
    let clock = &clock.with_traces(&answer.traces);
    let check = Check { loaded: &loaded, options: &options, clock, progress };
    if !answer.traces.is_empty() {
        let repaired = options.program_level || options.patches;
        let beside = if options.patches { check.learned(&mut stages) } else { Beside::default() };
        stages = check.explained(stages, beside, repaired.then_some(answer.first_trace_effort()));
    }
    if to_certify(&answer, &options).is_some() {
        progress.phase(Phase::CheckingProof);
        let proved = if answer.is_settled { &settled.program } else { asked };
        stages.certified = certify(proved, &answer, &options, &clock.limits()).map(Arc::new);
        progress.preliminary(&stages);
    }
    // A witness of the whole program cannot leave checks out.
    if given.witness && (!answer.is_safe() || translated.suppressed.is_empty()) {
        let written = witness::written(&loaded, program, &answer, &options, &clock.limits());
        stages.witness = written.map(Arc::new);
    }
    stages.times.total = clock.elapsed();
    Ok(stages)
}

/// Runs all stages where tests say what the program should do.
fn run_tests(
    loaded: &Loaded,
    tests: &TestOptions,
    options: &Options,
    clock: &Clock,
    progress: &dyn Progress,
) -> Result<Stages, Rejection> {
    let options = &for_execution(options);
    let mut stages = Stages::new(options);
    let (loaded, translated) = completed(loaded, options)?;
    let suite = input::tests(tests, &translated.program)?;
    stages.times.translated = clock.elapsed();

    progress.phase(Phase::Testing);
    let start = clock.elapsed();
    let mut tested = test(&loaded, translated, &suite, tests, options, &clock.search_limits())?;
    let TestedProgram { options: own, translated, run } = &mut tested;
    let files = Files::new(&loaded, own);
    let (program, limits) = (&mut translated.program, clock.search_limits());
    let beside = for_tests(&files, program, &run.traces, &run.tests, &limits).beside(|| program, &run.traces);
    let TestedProgram { options, translated, run } = tested;
    let answer = Answer::given(run.traces.clone());
    let clock = &clock.with_traces(&answer.traces);
    stages.options = Arc::new(options.clone());
    stages.translated = Some(Arc::new(translated));
    stages.tested = Some(Arc::new(run));
    stages.answer = Some(Arc::new(answer));
    stages.times.search = clock.elapsed() - start;
    progress.preliminary(&stages);

    if stages.has_traces() {
        stages.times.first_trace = Some(clock.elapsed());
        let check = Check { loaded: &loaded, options: &options, clock, progress };
        stages = check.explained(stages, beside, options.patches.then_some(0));
    }
    stages.times.total = clock.elapsed();
    Ok(stages)
}

/// A check of a program that fails.
struct Check<'a> {
    loaded: &'a Loaded,
    options: &'a Options,
    clock: &'a Clock,
    progress: &'a dyn Progress,
}

impl Check<'_> {
    /// Conditions that are missing, by executions around the failing one; their places become origins of the program.
    fn learned(&self, stages: &mut Stages) -> Beside {
        let (Some(translated), Some(answer)) = (&mut stages.translated, &stages.answer) else {
            return Beside::default();
        };
        let files = Files::new(self.loaded, self.options);
        let found = around(&files, &translated.program, &answer.traces, &self.clock.search_limits());
        found.beside(|| &mut Arc::make_mut(translated).program, &answer.traces)
    }

    /// Adds the stages behind the answer: localization, comparison, and repair if it is asked for, with the effort of the first
    /// trace. `beside` is what is known beside what the localization says.
    fn explained(&self, known: Stages, beside: Beside, repair_effort: Option<u64>) -> Stages {
        let Check { loaded, clock, progress, .. } = *self;
        let (Some(translated), Some(answer)) = (known.translated.clone(), known.answer.clone()) else {
            return known;
        };
        let tested = known.tested.clone();
        let traces = &answer.traces;
        let tests = tested.as_deref().map(|it| &it.tests);
        let mut stages = known;

        progress.phase(Phase::Localizing);
        let start = clock.elapsed();
        let Beside { findings, repairs, around } = beside;
        let localized =
            self.localized(&translated.program, traces, tests.map(Arc::as_ref), self.options, findings);
        let suspecting = has_to_suspect_driver(&translated.program, &localized)
            .then(|| self.suspecting(&translated, traces, tests.map(Arc::as_ref)));
        let options = &Options { suspects_driver: suspecting.is_some(), ..self.options.clone() };
        let (translated, localized, statements) = match suspecting {
            Some((translated, localized, repairs)) => (Arc::new(translated), Arc::new(localized), repairs),
            None => (translated, Arc::new(localized), repairs),
        };
        let program = &translated.program;
        stages.translated = Some(Arc::clone(&translated));
        stages.localized = Some(Arc::clone(&localized));
        let localization = clock.elapsed() - start;
        stages.compared =
            compare(loaded, program, traces, tests.map(Arc::as_ref), options, &clock.limits()).into();
        let start = clock.elapsed();
        // What follows can meet a limit that ends the check.
        progress.preliminary(&stages);
        let limits = clock.limits();
        if let Some(call) = &loaded.compiler {
            let warnings = call.answer(&|| limits.exceeded().is_some());
            let of_traces: Vec<&Trace> = traces.iter().map(|it| &it.trace).collect();
            let support = CompilerSupport::of(program, &of_traces, &localized.findings, warnings);
            stages.compiler = Some(Arc::new(support));
        }
        if let Some(effort) = repair_effort {
            let compiler = stages.compiler.as_ref().map(|it| it.evidence()).unwrap_or_default();
            let failure = Failure {
                program,
                traces,
                others: &answer.others,
                around: around.as_deref(),
                tests,
                localized: &localized,
                statements: &statements,
                compiler: &compiler,
            };
            let mut ranking = None;
            let repaired =
                repair(loaded, &failure, effort, options, &limits, &mut |milestone| match milestone {
                    Milestone::Ranked => ranking = Some(clock.elapsed() - start),
                    Milestone::Patching => progress.phase(Phase::Patching),
                });
            stages.times.ranking = ranking;
            stages.times.repair = options.program_level.then(|| clock.elapsed() - start);
            stages.repaired = Some(Arc::new(repaired));
            progress.preliminary(&stages);
        }
        // What tests violate depends on the test.
        if tests.is_none() {
            let first = localized.groups.first().map_or(0, |it| it.representative());
            let in_short = InShort {
                program,
                localize: &|traces, limits| localize(program, traces, None, options, limits),
                warnings: stages.compiler.as_ref().map(|it| &it.warnings),
                ranks: options.ranking == Ranking::Suspiciousness,
            };
            stages.others = Some(Arc::new(in_short.explain(&answer, &traces[first], &limits)));
        }
        stages.times.localization = Some(localization + (clock.elapsed() - start));
        stages
    }

    /// The program with its driver suspected, which statements matter then, and changes of statements that may be repairs.
    fn suspecting(
        &self,
        translated: &Translated,
        traces: &[ErrorTrace],
        tests: Option<&Tests>,
    ) -> (Translated, Localized, Vec<StatementRepair>) {
        let Check { loaded, options, clock, .. } = *self;
        let options = Options { suspects_driver: true, ..options.clone() };
        let mut translated = translated.clone();
        suspect_driver(&mut translated.program);
        let beside = tests.map(|tests| {
            let (files, program) = (Files::new(loaded, &options), &mut translated.program);
            for_tests(&files, program, traces, tests, &clock.search_limits()).beside(|| program, traces)
        });
        let Beside { findings, repairs, .. } = beside.unwrap_or_default();
        let localized = self.localized(&translated.program, traces, tests, &options, findings);
        (translated, localized, repairs)
    }

    /// Which statements matter, with findings beside them, and what tests execute.
    fn localized(
        &self,
        program: &Program,
        traces: &[ErrorTrace],
        tests: Option<&Tests>,
        options: &Options,
        beside: Vec<Vec<Option<Finding>>>,
    ) -> Localized {
        let mut localized = localize(program, traces, tests, options, &self.clock.limits());
        add(program, &mut localized, beside);
        if tests.is_some() {
            let executed = executed(program, traces, &localized);
            add(program, &mut localized, executed);
        }
        localized
    }
}
