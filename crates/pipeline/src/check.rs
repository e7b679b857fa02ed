//! One check from front to back: every stage, in order.

use std::sync::Arc;

use faultscope_frontend::c::Texts;
use faultscope_guidance::Guidance;
use faultscope_ir::{AssumptionKind, DecidedBy};
use faultscope_repair::statement_findings::{add, statement_findings};
use faultscope_repair::{Failure, Milestone, Repaired};
use faultscope_solver::Limits;
use faultscope_verify::ask::Watch;
use faultscope_verify::left_open::{confirmed, leaves_open, without_open_values};
use faultscope_verify::settle::Settled;
use faultscope_verify::trace_abstraction::End;
use faultscope_verify::{Answer, ErrorTrace};

use crate::assemble::report;
use crate::certify::{certify, to_certify};
use crate::clock::Clock;
use crate::compare::compare;
use crate::examine::examine;
use crate::execute::for_execution;
use crate::focus::{Focused, focus};
use crate::input::{self, Loaded, Rejection};
use crate::limits::{BEYOND_EFFORT, LONG_TEXT_EFFORT, SHORT_TEXT_EFFORT};
use crate::localize::localize;
use crate::one_execution::{Executed, as_test, one_execution, with_output_arriving};
use crate::progress::{Phase, Progress, Silent};
use crate::repair::{Files, repair};
use crate::request::{CheckRequest, Options, TestOptions};
use crate::search::{Searched, config, search};
use crate::stages::{Stages, Times};
use crate::test::{TestedProgram, test};
use crate::translate::{Translated, completed};
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

/// The program with what a search for its errors has found.
pub(crate) struct Found {
    pub(crate) loaded: Loaded,
    pub(crate) translated: Arc<Translated>,
    pub(crate) focused: Option<Arc<Focused>>,
    pub(crate) searched: Searched,
}

/// What a witness leads to; none where that is no error. What came of it is noted either way.
fn follow(
    (loaded, translated): (Loaded, Translated),
    guidance: &Guidance,
    options: &Options,
    limits: &Limits,
    watched: &mut Watched<'_>,
) -> Result<Option<Found>, Rejection> {
    let (guided, answer) = witness::follow(&loaded, &translated.program, guidance, options, limits)?;
    watched.stages.guided = Some(Arc::new(guided));
    let Some(answer) = answer else { return Ok(None) };
    let searched = Searched { answer, settled: Settled::of(&translated.program, limits) };
    Ok(Some(Found { loaded, translated: Arc::new(translated), focused: None, searched }))
}

/// The stages from the translated program to the answer.
fn find(
    (loaded, translated): (Loaded, Translated),
    options: &Options,
    limits: &Limits,
    watched: &mut Watched<'_>,
) -> Result<Found, Rejection> {
    let (clock, progress) = (watched.clock, watched.progress);
    let translated = Arc::new(translated);
    let program = &translated.program;
    watched.stages.translated = Some(Arc::clone(&translated));
    let focused = focus(program, options)?.map(Arc::new);
    let asked = focused.as_deref().map_or(program, |it| &it.program);
    watched.stages.focused.clone_from(&focused);
    watched.stages.times.translated = clock.elapsed();
    progress.preliminary(watched.stages);

    progress.phase(Phase::Searching);
    let start = clock.elapsed();
    let searched = search(asked, options, limits, watched);
    watched.stages.times.search += clock.elapsed() - start;
    Ok(Found { loaded, translated, focused, searched })
}

/// How a search for errors ends.
pub(crate) enum First {
    /// With what was found, and with which options.
    Searched(Box<Found>, Options),
    /// The one execution of the program ends in an error: it is a test that fails, by these options.
    Executed(Options),
}

/// Searches for errors that are confirmed, and says with which options they are. Where none is found, for any at all.
pub(crate) fn first_error(
    loaded: &Loaded,
    given: &Options,
    clock: &Clock,
    progress: &dyn Progress,
    stages: &mut Stages,
) -> Result<First, Rejection> {
    // An error is confirmed where nothing happens but what the program says; that there is none is asked of all that may happen.
    let confirming = given.as_the_program_says();
    let mut watched = Watched { stages, clock, progress, are_confirmed: true };
    let mut options = &confirming;
    let limits = clock.search_limits();
    let guided = match &given.guide {
        Some(guidance) => follow(completed(loaded, options)?, guidance, options, &limits, &mut watched)?,
        None => None,
    };
    let mut executed = None;
    let mut longer_texts: &[Texts] = &[Texts::Long, Texts::Any];
    let mut found = match guided {
        Some(found) => found,
        None => {
            let whole = completed(loaded, options)?;
            if leaves_open(&whole.1.program) {
                watched.are_confirmed = false;
                executed = one_execution(&whole.0, given, &limits)?;
            }
            match executed {
                Some(Executed::Safe { has_output }) => {
                    let found = by_execution(whole, has_output, options, &limits, &mut watched)?;
                    return Ok(First::Searched(Box::new(found), options.clone()));
                }
                _ => match found_soon(whole, options, &limits, &mut watched)? {
                    Some(found) => found,
                    None => {
                        longer_texts = &[Texts::Any];
                        let long = with_long_texts(Texts::Long, loaded, options, &limits, &mut watched)?;
                        if let Some(long) = long {
                            return Ok(long);
                        }
                        find(completed(loaded, options)?, options, &limits, &mut watched)?
                    }
                },
            }
        }
    };
    let is_found = !found.searched.answer.traces.is_empty();
    let is_confirmed = confirm(&mut found, options, &limits);
    if !is_confirmed && executed == Some(Executed::Error) {
        return Ok(First::Executed(as_test(given)));
    }
    if is_found && !is_confirmed {
        let others = errors_without_open_values(&found, options, &limits, &mut watched);
        if !others.answer.traces.is_empty() {
            found.searched = others;
        }
    } else if !is_found {
        let all = completed(loaded, given)?;
        if all.1.program.procedures != found.translated.program.procedures {
            watched.are_confirmed = false;
            options = given;
            found = find(all, options, &limits, &mut watched)?;
            found.searched.answer.take_back_error();
        }
    }
    let beyond = Options { beyond_objects: true, ..confirming.clone() };
    if found.searched.answer.is_undefined() {
        watched.are_confirmed = true;
        let limits = limits.with_effort(limits.scaled(BEYOND_EFFORT));
        let followed = find(completed(loaded, &beyond)?, &beyond, &limits, &mut watched)?;
        if !followed.searched.answer.traces.is_empty() {
            (found, options) = (followed, &beyond);
        }
    }
    if found.searched.answer.is_safe() && found.translated.program.rests_on(AssumptionKind::InputSize) {
        watched.are_confirmed = false;
        for texts in longer_texts {
            if let Some(long) = with_long_texts(*texts, loaded, &confirming, &limits, &mut watched)? {
                return Ok(long);
            }
        }
        // What is left out for want of time is no assumption.
        if let Some(reason) = limits.exceeded() {
            found.searched.answer.interrupt(reason);
        }
    }
    Ok(First::Searched(Box::new(found), options.clone()))
}

/// What is found of a program; of one that reads texts what little effort finds, and none where that does not decide.
fn found_soon(
    whole: (Loaded, Translated),
    options: &Options,
    limits: &Limits,
    watched: &mut Watched<'_>,
) -> Result<Option<Found>, Rejection> {
    if !whole.1.program.rests_on(AssumptionKind::InputSize) {
        return find(whole, options, limits, watched).map(Some);
    }
    let limits = limits.with_effort(limits.scaled(SHORT_TEXT_EFFORT));
    let found = find(whole, options, &limits, watched)?;
    Ok(Some(found).filter(|it| !it.searched.answer.traces.is_empty() || limits.exceeded().is_none()))
}

/// An error that needs a long text from outside. Where all texts are long they are known, so that this takes little.
fn with_long_texts(
    texts: Texts,
    loaded: &Loaded,
    confirming: &Options,
    limits: &Limits,
    watched: &mut Watched<'_>,
) -> Result<Option<First>, Rejection> {
    let options = Options { texts, ..confirming.clone() };
    let limits = limits.with_effort(limits.scaled(LONG_TEXT_EFFORT));
    let mut long = find(completed(loaded, &options)?, &options, &limits, watched)?;
    long.searched.answer.leave_out_traces();
    let is_error = confirm(&mut long, &options, &limits) || !long.searched.answer.traces.is_empty();
    Ok(is_error.then(|| First::Searched(Box::new(long), options)))
}

/// Leaves out the error traces that rest on what models of the library leave open; where all do, the error is taken back, and
/// false is returned.
fn confirm(found: &mut Found, options: &Options, limits: &Limits) -> bool {
    let (program, config, answer) = (&found.translated.program, config(options), &mut found.searched.answer);
    answer.others = confirmed(program, &answer.others, &config, limits);
    let traces = confirmed(program, &answer.traces, &config, limits);
    if traces.len() < answer.traces.len() {
        answer.leave_out_traces();
    }
    if traces.is_empty() {
        answer.take_back_error();
        return false;
    }
    answer.traces = traces;
    true
}

/// What is found where executions end as soon as something is left open.
fn errors_without_open_values(
    found: &Found,
    options: &Options,
    limits: &Limits,
    watched: &mut Watched<'_>,
) -> Searched {
    let asked = found.focused.as_deref().map_or(&found.translated.program, |it| &it.program);
    let program = without_open_values(asked);
    let mut searched = search(&program, options, limits, watched);
    searched.answer.leave_out_traces();
    searched
}

/// The answer of a program whose one execution was followed, and has no error.
fn by_execution(
    (loaded, translated): (Loaded, Translated),
    has_output: bool,
    options: &Options,
    limits: &Limits,
    watched: &mut Watched<'_>,
) -> Result<Found, Rejection> {
    let translated = with_output_arriving(Arc::new(translated), has_output);
    let focused = focus(&translated.program, options)?.map(Arc::new);
    let asked = focused.as_deref().map_or(&translated.program, |it| &it.program);
    let settled = Settled::of(asked, limits);
    watched.stages.times.translated = watched.clock.elapsed();
    let answer = Answer::followed(None, End::Empty, DecidedBy::Execution, limits.spent());
    Ok(Found { loaded, translated, focused, searched: Searched { answer, settled } })
}

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
    let (found, options) = match first_error(loaded, given, clock, progress, &mut stages)? {
        First::Searched(found, options) => (*found, options),
        First::Executed(as_test) => return run_loaded(loaded, &as_test, clock, progress),
    };
    let options = &options;
    let Found { loaded, translated, focused, searched: Searched { answer, settled } } = found;
    let (loaded, answer, program) = (&loaded, Arc::new(answer), &translated.program);
    (stages.translated, stages.focused) = (Some(Arc::clone(&translated)), focused.clone());
    let asked = focused.as_deref().map_or(program, |it| &it.program);
    stages.answer = Some(Arc::clone(&answer));
    stages.examined = Some(Arc::new(examine(asked, &settled, &answer)));

    progress.preliminary(&stages);
    let clock = &clock.with_traces(&answer.traces);
    if !answer.traces.is_empty() {
        progress.phase(Phase::Localizing);
        let start = clock.elapsed();
        let localized = Arc::new(localize(program, &answer.traces, None, options, &clock.limits()));
        stages.localized = Some(Arc::clone(&localized));
        let localization = clock.elapsed() - start;
        stages.compared = compare(loaded, program, &answer.traces, None, options, &clock.limits()).into();
        let start = clock.elapsed() - localization;
        // What follows can meet a limit that ends the check.
        progress.preliminary(&stages);
        if options.program_level || options.patches {
            let failure = Failure { program, traces: &answer.traces, tests: None, localized: &localized };
            let effort = answer.first_trace_effort();
            let repaired = repaired(&mut stages.times, loaded, &failure, effort, options, clock, progress);
            stages.repaired = Some(repaired);
            progress.preliminary(&stages);
        }
        stages.times.localization = Some(clock.elapsed() - start);
    }
    if to_certify(&answer, options).is_some() {
        progress.phase(Phase::CheckingProof);
        let proved = if answer.is_settled { &settled.program } else { asked };
        stages.certified = certify(proved, &answer, options, &clock.limits()).map(Arc::new);
        progress.preliminary(&stages);
    }
    if given.witness {
        stages.witness = witness::written(loaded, program, &answer, options, &clock.limits()).map(Arc::new);
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
    let loaded = &loaded;
    let suite = input::tests(tests, &translated.program)?;
    stages.times.translated = clock.elapsed();

    progress.phase(Phase::Testing);
    let start = clock.elapsed();
    let mut tested = test(loaded, translated, &suite, tests, options, &clock.search_limits())?;
    let TestedProgram { options: own, translated, run } = &mut tested;
    let files = Files::new(loaded, own);
    let (program, limits) = (&mut translated.program, clock.search_limits());
    let beside = statement_findings(&files, program, &run.traces, &run.tests, &limits);
    let options = &tested.options;
    stages.options = Arc::new(options.clone());
    let (translated, tested) = (Arc::new(tested.translated), Arc::new(tested.run));
    let program = &translated.program;
    stages.translated = Some(Arc::clone(&translated));
    stages.tested = Some(Arc::clone(&tested));
    let answer = Arc::new(Answer::given(tested.traces.clone()));
    stages.answer = Some(Arc::clone(&answer));
    stages.times.search = clock.elapsed() - start;
    progress.preliminary(&stages);
    let clock = &clock.with_traces(&answer.traces);

    if !answer.traces.is_empty() {
        stages.times.first_trace = Some(clock.elapsed());
        progress.phase(Phase::Localizing);
        let start = clock.elapsed();
        let (traces, limits) = (&answer.traces, clock.limits());
        let mut localized = localize(program, traces, Some(&tested.tests), options, &limits);
        add(&mut localized, beside);
        let localized = Arc::new(localized);
        stages.localized = Some(Arc::clone(&localized));
        stages.compared = compare(loaded, program, traces, Some(&tested.tests), options, &limits).into();
        progress.preliminary(&stages);
        if options.patches {
            let failure = Failure { program, traces, tests: Some(&tested.tests), localized: &localized };
            let repaired = repaired(&mut stages.times, loaded, &failure, 0, options, clock, progress);
            stages.repaired = Some(repaired);
            progress.preliminary(&stages);
        }
        stages.times.localization = Some(clock.elapsed() - start);
    }
    stages.times.total = clock.elapsed();
    Ok(stages)
}

/// A search whose traces are kept with what is known, and told.
pub(crate) struct Watched<'a> {
    pub(crate) stages: &'a mut Stages,
    clock: &'a Clock,
    progress: &'a dyn Progress,
    /// Whether the errors that are found are confirmed.
    are_confirmed: bool,
}

impl Watch for Watched<'_> {
    fn depth(&mut self, unwind: u32) {
        self.progress.depth(unwind);
    }

    fn iteration(&mut self, n: usize) {
        self.progress.iteration(n);
    }

    fn found(&mut self, traces: &[ErrorTrace]) {
        if !self.are_confirmed {
            return;
        }
        self.stages.times.first_trace.get_or_insert_with(|| self.clock.elapsed());
        self.progress.traces(traces.len());
        self.stages.answer = Some(Arc::new(Answer::given(traces.to_vec())));
        self.progress.preliminary(self.stages);
    }
}

fn repaired(
    times: &mut Times,
    loaded: &Loaded,
    failure: &Failure<'_>,
    effort: u64,
    options: &Options,
    clock: &Clock,
    progress: &dyn Progress,
) -> Arc<Repaired> {
    let start = clock.elapsed();
    let mut ranking = None;
    let repaired =
        repair(loaded, failure, effort, options, &clock.limits(), &mut |milestone| match milestone {
            Milestone::Ranked => ranking = Some(clock.elapsed() - start),
            Milestone::Patching => progress.phase(Phase::Patching),
        });
    times.ranking = ranking;
    times.repair = options.program_level.then(|| clock.elapsed() - start);
    Arc::new(repaired)
}
