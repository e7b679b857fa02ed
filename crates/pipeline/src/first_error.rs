//! The search for the first confirmed error of a program.
//!
//! An error is confirmed if it happens although nothing happens but what the program says; *no error* has to hold of everything
//! that may happen. So a program is translated and searched in more than one way: with texts from outside of several lengths,
//! arrays of several sizes, with and without the choices of library models. The result is a [`Found`], with the options that it
//! holds for.

use std::sync::Arc;

use faultscope_frontend::c::{Texts, World};
use faultscope_guidance::{Guidance, Guided};
use faultscope_ir::{AssumptionKind, DecidedBy, Program};
use faultscope_solver::Limits;
use faultscope_verify::ask::Watch;
use faultscope_verify::left_open::{confirmed, leaves_open, without_open_values};
use faultscope_verify::settle::Settled;
use faultscope_verify::sizes::{AtSize, decided, is_bounded};
use faultscope_verify::{Answer, End, ErrorTrace, UnknownReason, Verdict};

use crate::clock::Clock;
use crate::complete::completed;
use crate::focus::{Focused, focus};
use crate::input::{Loaded, Rejection};
use crate::limits::{BEYOND_EFFORT, LONG_TEXT_EFFORT, SHORT_TEXT_EFFORT, SMALL_ARRAYS_EFFORT};
use crate::one_execution::{Executed, as_test, one_execution, with_output_arriving};
use crate::progress::{Phase, Progress};
use crate::request::Options;
use crate::search::{Searched, config, search};
use crate::stages::{Stages, Times};
use crate::translate::Translated;
use crate::witness;

/// A search for errors.
pub(crate) struct Search {
    pub(crate) end: SearchEnd,
    /// The result of following a witness, if one was given.
    pub(crate) guided: Option<Arc<Guided>>,
    /// The times of the stages.
    pub(crate) times: Times,
}

/// How a search for errors ends.
pub(crate) enum SearchEnd {
    /// It has a program and an answer.
    Found(Box<Found>),
    /// The one execution of the program ends in an error: it is a test that fails, by these options.
    Executed(Box<Options>),
}

/// A program, and the answer of a search for its errors.
pub(crate) struct Found {
    /// The options that the answer holds for.
    pub(crate) options: Options,
    pub(crate) loaded: Loaded,
    pub(crate) translated: Arc<Translated>,
    pub(crate) focused: Option<Arc<Focused>>,
    pub(crate) searched: Searched,
}

impl Found {
    /// The program that the engines were asked about.
    pub(crate) fn asked(&self) -> &Program {
        self.focused.as_deref().map_or(&self.translated.program, |it| &it.program)
    }

    pub(crate) fn has_errors(&self) -> bool {
        !self.searched.answer.traces.is_empty()
    }
}

/// Searches for a confirmed error, and for any error if there is none.
///
/// # Errors
/// Where there is no program to check, and where a witness is given that is none of the program.
pub(crate) fn first_error(
    loaded: &Loaded,
    given: &Options,
    clock: &Clock,
    progress: &dyn Progress,
) -> Result<Search, Rejection> {
    let watched = Watched { known: Stages::new(given), clock, progress, are_confirmed: true };
    let mut searching = Searching { loaded, given, limits: clock.search_limits(), watched };
    let end = searching.first_error()?;
    let Stages { guided, times, .. } = searching.watched.known;
    Ok(Search { end, guided, times })
}

struct Searching<'a> {
    loaded: &'a Loaded,
    given: &'a Options,
    limits: Limits,
    watched: Watched<'a>,
}

impl Searching<'_> {
    fn first_error(&mut self) -> Result<SearchEnd, Rejection> {
        let confirming = self.given.as_the_program_says();
        let mut executed = None;
        let mut longer_texts: &[Texts] = &[Texts::Long, Texts::Any];
        let guided = match &self.given.guide {
            Some(guidance) => self.follow(guidance, &confirming)?,
            None => None,
        };
        let mut found = match guided {
            Some(found) => found,
            None => {
                let whole = completed(self.loaded, &confirming)?;
                if leaves_open(&whole.1.program) {
                    self.watched.are_confirmed = false;
                    executed = one_execution(&whole.0, self.given, &self.limits)?;
                }
                if let Some(Executed::Safe { has_output }) = executed {
                    return self
                        .by_execution(whole, has_output, &confirming)
                        .map(Box::new)
                        .map(SearchEnd::Found);
                }
                match self.found_soon(whole, &confirming)? {
                    Some(found) => found,
                    None => {
                        longer_texts = &[Texts::Any];
                        if let Some(long) = self.with_long_texts(Texts::Long, &confirming)? {
                            return Ok(SearchEnd::Found(Box::new(long)));
                        }
                        let limits = self.limits.clone();
                        self.find(completed(self.loaded, &confirming)?, &confirming, &limits)?
                    }
                }
            }
        };
        let is_found = found.has_errors();
        let is_confirmed = confirm(&mut found, &self.limits);
        if !is_confirmed && executed == Some(Executed::Error) {
            return Ok(SearchEnd::Executed(Box::new(as_test(self.given))));
        }
        if is_found && !is_confirmed {
            let others = self.errors_without_open_values(&found);
            if !others.answer.traces.is_empty() {
                found.searched = others;
            }
        } else if !is_found {
            found = self.of_all_that_may_happen(found)?;
        }
        if found.searched.answer.is_undefined() {
            found = self.behind_what_is_undefined(found, &confirming)?;
        }
        if found.searched.answer.is_safe() && found.translated.program.rests_on(AssumptionKind::InputSize) {
            self.watched.are_confirmed = false;
            for texts in longer_texts {
                if let Some(long) = self.with_long_texts(*texts, &confirming)? {
                    return Ok(SearchEnd::Found(Box::new(long)));
                }
            }
            // What is left out for want of time is no assumption.
            if let Some(reason) = self.limits.exceeded() {
                found.searched.answer.interrupt(reason);
            }
        }
        Ok(SearchEnd::Found(Box::new(found)))
    }

    /// Follows a witness; returns `None` if it leads to no error. The result of following is kept either way.
    fn follow(&mut self, guidance: &Guidance, options: &Options) -> Result<Option<Found>, Rejection> {
        let (loaded, translated) = completed(self.loaded, options)?;
        let (guided, answer) =
            witness::follow(&loaded, &translated.program, guidance, options, &self.limits)?;
        self.watched.known.guided = Some(Arc::new(guided));
        let Some(answer) = answer else { return Ok(None) };
        let searched = Searched { answer, settled: Settled::of(&translated.program, &self.limits) };
        let (options, translated) = (options.clone(), Arc::new(translated));
        Ok(Some(Found { options, loaded, translated, focused: None, searched }))
    }

    /// Searches a program. A program that reads texts is searched with little effort; `None` if that does not decide.
    fn found_soon(
        &mut self,
        whole: (Loaded, Translated),
        options: &Options,
    ) -> Result<Option<Found>, Rejection> {
        let limits = self.limits.clone();
        if !whole.1.program.rests_on(AssumptionKind::InputSize) {
            return self.find(whole, options, &limits).map(Some);
        }
        let limits = limits.with_effort(limits.scaled(SHORT_TEXT_EFFORT));
        let found = self.find(whole, options, &limits)?;
        Ok(Some(found).filter(|it| it.has_errors() || limits.exceeded().is_none()))
    }

    /// Searches for an error that needs a long text from outside. If all texts are long their lengths are known, which takes
    /// little effort.
    fn with_long_texts(&mut self, texts: Texts, confirming: &Options) -> Result<Option<Found>, Rejection> {
        let options = confirming.in_world(World { texts, ..confirming.world.clone() });
        let limits = self.limits.with_effort(self.limits.scaled(LONG_TEXT_EFFORT));
        let mut long = self.find(completed(self.loaded, &options)?, &options, &limits)?;
        long.searched.answer.leave_out_traces();
        let is_error = confirm(&mut long, &limits) || long.has_errors();
        Ok(is_error.then_some(long))
    }

    /// Searches once more where volatile objects change and unknown functions write, if the program differs then. An error of
    /// this search is not confirmed.
    fn of_all_that_may_happen(&mut self, found: Found) -> Result<Found, Rejection> {
        let options = self.given.with_arrays_of(found.options.annotations.max_array);
        let all = completed(self.loaded, &options)?;
        if all.1.program.procedures == found.translated.program.procedures {
            return Ok(found);
        }
        self.watched.are_confirmed = false;
        let limits = self.limits.clone();
        let mut found = self.find(all, &options, &limits)?;
        found.searched.answer.take_back_error();
        Ok(found)
    }

    /// Searches for errors behind undefined behaviour, and returns the first search if there is none.
    fn behind_what_is_undefined(&mut self, found: Found, confirming: &Options) -> Result<Found, Rejection> {
        self.watched.are_confirmed = true;
        let options = confirming.in_world(World { beyond_objects: true, ..confirming.world.clone() });
        let limits = self.limits.with_effort(self.limits.scaled(BEYOND_EFFORT));
        let followed = self.find(completed(self.loaded, &options)?, &options, &limits)?;
        Ok(if followed.has_errors() { followed } else { found })
    }

    /// Searches executions that end as soon as a library model leaves a value open.
    fn errors_without_open_values(&mut self, found: &Found) -> Searched {
        let program = without_open_values(found.asked());
        let mut searched = search(&program, &found.options, &self.limits, &mut self.watched);
        searched.answer.leave_out_traces();
        searched
    }

    /// Makes the answer for a program whose one execution was followed to its end without an error.
    fn by_execution(
        &mut self,
        (loaded, translated): (Loaded, Translated),
        has_output: bool,
        options: &Options,
    ) -> Result<Found, Rejection> {
        let translated = with_output_arriving(Arc::new(translated), has_output);
        let focused = focus(&translated.program, options)?.map(Arc::new);
        let asked = focused.as_deref().map_or(&translated.program, |it| &it.program);
        let settled = Settled::of(asked, &self.limits);
        self.watched.known.times.translated = self.watched.clock.elapsed();
        let answer = Answer::followed(None, End::Empty, DecidedBy::Execution, self.limits.spent());
        let (options, searched) = (options.clone(), Searched { answer, settled });
        Ok(Found { options, loaded, translated, focused, searched })
    }

    /// Searches a program. If the largest arrays of its arguments are not decided soon, smaller ones are searched, and the
    /// largest again if those are not decided either.
    fn find(
        &mut self,
        whole: (Loaded, Translated),
        options: &Options,
        limits: &Limits,
    ) -> Result<Found, Rejection> {
        if !is_bounded(&whole.1.program) {
            return self.find_at_size(whole, options, limits);
        }
        let most = options.annotations.max_array;
        decided(most, limits, |size, limits| {
            if size == most {
                return self.find_at_size(whole.clone(), options, limits).map(at_size);
            }
            let options = options.with_arrays_of(size);
            let limits = limits.with_effort(limits.scaled(SMALL_ARRAYS_EFFORT));
            self.find_at_size(completed(self.loaded, &options)?, &options, &limits).map(at_size)
        })
    }

    /// Runs the stages from the translated program to the answer.
    fn find_at_size(
        &mut self,
        (loaded, translated): (Loaded, Translated),
        options: &Options,
        limits: &Limits,
    ) -> Result<Found, Rejection> {
        let translated = Arc::new(translated);
        let program = &translated.program;
        let focused = focus(program, options)?.map(Arc::new);
        let asked = focused.as_deref().map_or(program, |it| &it.program);
        let Watched { known, clock, progress, .. } = &mut self.watched;
        (known.translated, known.focused) = (Some(Arc::clone(&translated)), focused.clone());
        known.times.translated = clock.elapsed();
        progress.preliminary(known);

        progress.phase(Phase::Searching);
        let (clock, start) = (*clock, clock.elapsed());
        let searched = search(asked, options, limits, &mut self.watched);
        self.watched.known.times.search += clock.elapsed() - start;
        Ok(Found { options: options.clone(), loaded, translated, focused, searched })
    }
}

fn at_size(found: Found) -> AtSize<Found> {
    match &found.searched.answer.verdict {
        Verdict::Safe if is_bounded(&found.translated.program) => AtSize::Bounded(found),
        Verdict::Safe | Verdict::Fails(_) => AtSize::Final(found),
        Verdict::Open(UnknownReason::NeverCalled { .. }) => AtSize::Vacuous(found),
        Verdict::Open(_) => AtSize::Open(found),
    }
}

/// Removes the error traces that rest on open values of library models. If none is left, a trace of another check takes their place;
/// if there is none, the error is taken back and the result is false.
fn confirm(found: &mut Found, limits: &Limits) -> bool {
    let (program, config) = (&found.translated.program, config(&found.options));
    let answer = &mut found.searched.answer;
    answer.others = confirmed(program, &answer.others, &config, limits);
    let mut traces = confirmed(program, &answer.traces, &config, limits);
    if traces.len() < answer.traces.len() {
        answer.leave_out_traces();
    }
    if traces.is_empty() && !answer.traces.is_empty() && !answer.others.is_empty() {
        traces.push(answer.others.remove(0));
    }
    if traces.is_empty() {
        answer.take_back_error();
        return false;
    }
    answer.traces = traces;
    true
}

/// Keeps and reports the preliminary results of a search.
struct Watched<'a> {
    known: Stages,
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
        self.known.times.first_trace.get_or_insert_with(|| self.clock.elapsed());
        self.progress.traces(traces.len());
        self.known.answer = Some(Arc::new(Answer::given(traces.to_vec())));
        self.progress.preliminary(&self.known);
    }
}
