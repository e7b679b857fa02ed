//! The game of one statement or branch: is there a choice at it that avoids every error?
//!
//! At each execution of the statement the fix chooses what is assigned, knowing the state; everything else is chosen against it
//! (theory.md, *Repairs all through it and enough alone*). Decided on one copy of the program, by counterexamples: a candidate is put
//! in, executed on what is known, then verified. A proof is the answer *yes*, with that candidate. An error trace joins the [tree of
//! paths](faultscope_localize::survival) of its point of the program; where no choice survives in a state that was reached, the answer
//! is *no*, and else what survives is the next candidate.
//!
//! Candidates are, in this order: the most permissive fix of the error trace, made to repair one more trace each time; values that
//! avoided the error, at all executions and at the one where they did; then what [`plays`] has, from a constant to a list of cases.

mod played;
mod plays;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use faultscope_ir::{Program, Step, Term};
use faultscope_localize::coreachable::{LocalFix, LocalFixConfig, NotExpressible, local_fixes};
use faultscope_localize::survival::{GameState, Inputs, PathTree, Play, Survival, Survives};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use rustc_hash::FxHashMap;

use super::answer::{Answer, Fix, Open, ProgramAberrance, RemainingError};
use super::asking::{Asking, Found};
use super::candidate::{Candidate, Changes};
use super::instrument::{self, Change, Errors, instrumented};
use super::mover::Mover;
use crate::limits::{LOST_SHARE, MAX_GAME_STATES, MAX_TRIES_OF_A_PLAY, PLAYING_SHARE, REFINING_SHARE};
use crate::oracle::Oracle;
use crate::recording::Recording;
use played::{Played, Point, has_twins, played};
use plays::{Template, steps, templates};

/// What is asked.
pub(super) struct Question<'a> {
    pub(super) program: &'a Program,
    pub(super) candidate: &'a Candidate,
    /// Error traces of the program.
    pub(super) traces: &'a [ErrorTrace],
    pub(super) config: LocalFixConfig,
    pub(super) oracle: &'a Oracle,
    pub(super) limits: &'a Limits,
    /// How many candidates are put in besides the first one.
    pub(super) max_rounds: usize,
}

/// Decides about a statement or branch.
pub(super) fn decide(question: &Question<'_>) -> Answer {
    Game::new(question).decide()
}

/// A state that was reached where the fix plays first.
struct Reached<'a> {
    point: Point,
    state: GameState,
    /// An execution that reaches it.
    shown: Shown<'a>,
}

#[derive(Clone)]
enum Shown<'a> {
    /// An error trace of the program.
    Known(&'a ErrorTrace),
    /// One of a copy.
    Remaining(Rc<RemainingError>),
}

/// What error traces have said of the game.
struct Known<'a> {
    survival: Survival,
    trees: FxHashMap<Point, PathTree>,
    states: Vec<Reached<'a>>,
}

impl<'a> Known<'a> {
    fn add(&mut self, played: Played, shown: &Shown<'a>) {
        let Played { point, state, path } = played;
        let tree = self.trees.entry(point.clone()).or_default();
        if let Some(path) = path {
            tree.add(path);
        }
        self.states.push(Reached { point, state, shown: shown.clone() });
        if self.states.len() > MAX_GAME_STATES {
            // The first one is that of the error that is shown.
            self.states.remove(1);
        }
    }

    /// An execution that reaches a state in which every choice loses.
    fn lost(&mut self, inputs: Inputs, limits: &Limits) -> Option<Shown<'a>> {
        let lost = self.states.iter().rev().find(|reached| {
            let tree = &self.trees[&reached.point];
            let from = [(tree, &reached.state)];
            !tree.is_empty() && self.survival.ask(&from, Play::Free, &[], inputs, limits) == Survives::Lost
        })?;
        Some(lost.shown.clone())
    }

    /// Whether a play survives from all states that were reached.
    fn survives(&mut self, terms: &[Term], conditions: &[Term], limits: &Limits) -> Survives {
        let from: Vec<(&PathTree, &GameState)> =
            self.states.iter().map(|it| (&self.trees[&it.point], &it.state)).collect();
        self.survival.ask(&from, Play::Terms(terms), conditions, Inputs::Any, limits)
    }
}

struct Game<'a> {
    question: &'a Question<'a>,
    mover: Option<Mover>,
    known: Known<'a>,
    /// Executions that failed, of the program and of copies.
    failing: Vec<Recording>,
    /// Ways to play that are to be tried; made when they are needed.
    templates: Option<Vec<Template>>,
    /// Values that are to be tried first.
    plays: Vec<Vec<Term>>,
    /// What was tried.
    tried: Vec<Vec<Term>>,
    /// Whether that every choice loses can be said: the commands of a path say where it leads, and all values are known.
    is_exact: bool,
}

/// What comes of putting a candidate in.
enum Round {
    /// It is decided.
    Decided(Answer),
    /// An error is left.
    Fails(Rc<RemainingError>),
    /// It is not decided.
    Open(Open),
}

impl<'a> Game<'a> {
    fn new(question: &'a Question<'a>) -> Game<'a> {
        let candidate = question.candidate;
        let mover = candidate.mover;
        let plays = mover.map_or_else(Vec::new, |mover| first_plays(question.program, &mover, candidate));
        Game {
            question,
            mover,
            known: Known {
                survival: Survival::new(&question.config, question.limits),
                trees: FxHashMap::default(),
                states: Vec::new(),
            },
            failing: question.oracle.shown().to_vec(),
            templates: None,
            plays,
            tried: Vec::new(),
            is_exact: !has_twins(question.program)
                && !mover.is_some_and(|it| it.assigns_pointer(question.program)),
        }
    }

    fn decide(mut self) -> Answer {
        let Question { program, candidate, traces, limits, max_rounds, .. } = *self.question;
        for error in traces.iter().take(MAX_GAME_STATES) {
            self.learn(program, error, &Shown::Known(error));
        }
        // For all that may be read later the most permissive fix says so.
        if let Some(lost) = self.lost(Inputs::AsGiven) {
            return lost.into();
        }
        let mut open: Option<Open> = None;
        let mut fixes = match &candidate.change {
            Changes::Fixes(Ok(fixes)) => Some(fixes.clone()),
            Changes::Fixes(Err(reason)) => {
                open = Some(Open::NotExpressible(*reason));
                None
            }
            Changes::OtherWay(other_way) => {
                for (fix, change) in candidate.turned(other_way) {
                    match self.put_in(change, fix, limits) {
                        Round::Decided(answer) => return answer,
                        Round::Open(reason) => open = Some(reason),
                        Round::Fails(_) => {}
                    }
                }
                None
            }
        };
        let mut n_refined = 0;
        let refining = self.part(REFINING_SHARE);
        // What is tried then is told from what is known now, and mostly takes less.
        let half = limits.effort_left().map_or(0, |it| it / 2);
        let goes_on = |n_refined: usize| {
            n_refined <= max_rounds && limits.effort_left().is_none_or(|it| n_refined == 0 || it > half)
        };
        while let Some(known) = fixes.take().filter(|_| goes_on(n_refined)) {
            let limits = if n_refined == 0 { limits } else { &refining };
            match self.most_permissive(&known, n_refined, limits) {
                Round::Decided(answer) => return answer,
                Round::Open(reason) => open = Some(reason),
                Round::Fails(remaining) => match self.refined(&remaining, &known) {
                    Ok(refined) => fixes = Some(refined),
                    Err(Open::NotExpressible(NotExpressible::Stopped)) => {}
                    Err(reason) => open = open.or(Some(reason)),
                },
            }
            n_refined += 1;
        }
        let playing = self.part(PLAYING_SHARE);
        for _ in 0..max_rounds {
            let Some(terms) = self.next_play(&playing) else { break };
            self.tried.push(terms.clone());
            match self.play(&terms, &playing) {
                Round::Decided(answer) => return answer,
                Round::Open(reason) => open = Some(reason),
                Round::Fails(_) => {}
            }
        }
        // That the verifier left one candidate open says more than that an error remains with others.
        ProgramAberrance::NotDecided(open.unwrap_or(Open::Remains(n_refined))).into()
    }

    /// A part of the effort that is left.
    fn part(&self, share: u64) -> Limits {
        let limits = self.question.limits;
        limits.with_effort(limits.effort_left().map_or(u64::MAX, |it| it / share))
    }

    /// The most permissive fix of the traces that are known.
    fn most_permissive(&mut self, fixes: &[LocalFix], n_refined: usize, limits: &Limits) -> Round {
        let statement = self.question.candidate.statement;
        // The one that is shown to the user is to be short; others are what is found soon.
        if n_refined > 0 {
            let changed =
                instrumented(self.question.program, &[Change::Value { statement, fixes }], Errors::Through);
            let known = self.on_known(&changed, limits);
            if let Some(error) = known.filter(|it| !instrument::is_at_statement(&changed, &it.trace)) {
                return self.failed(RemainingError { program: changed, error });
            }
        }
        let fix = if n_refined == 0 { Fix::Values } else { Fix::Refined(n_refined) };
        self.put_in(Change::Fix { statement, fixes }, fix, limits)
    }

    /// Puts terms in for what is assigned or for a condition.
    fn play(&mut self, terms: &[Term], limits: &Limits) -> Round {
        let Some(mover) = self.mover else { return Round::Open(Open::NoChange) };
        let change = Change::Play { mover, terms };
        let changed = instrumented(self.question.program, &[change], Errors::Through);
        if let Some(error) = self.on_known(&changed, limits) {
            return self.failed(RemainingError { program: changed, error });
        }
        self.put_in(change, Fix::Played(terms.to_vec()), limits)
    }

    /// An error of a copy on what came from outside in an execution that failed.
    fn on_known(&self, changed: &Program, limits: &Limits) -> Option<ErrorTrace> {
        self.failing.iter().rev().find_map(|it| it.error(changed, limits)).filter(|it| it.replayed)
    }

    /// Asks the verifiers about a candidate.
    fn put_in(&mut self, change: Change<'_>, fix: Fix, limits: &Limits) -> Round {
        let Question { program, oracle, .. } = *self.question;
        let asked = Asking { program, change, oracle, limits };
        match asked.verify() {
            Found::Repaired(errors, lemmas) => match asked.proved(fix, errors, lemmas) {
                Answer { answer: ProgramAberrance::NotDecided(reason), .. } => Round::Open(reason),
                answer => Round::Decided(answer),
            },
            Found::Open(reason) => Round::Open(Open::Verifier(reason)),
            Found::Undefined(remaining) | Found::Fails(remaining) => self.failed(*remaining),
        }
    }

    /// An error remains: what it says joins what is known.
    fn failed(&mut self, remaining: RemainingError) -> Round {
        let remaining = Rc::new(remaining);
        let RemainingError { program, error, .. } = &*remaining;
        let failing = Recording::new(program, error).no_further_than(&self.failing, error);
        self.failing.push(failing);
        self.learn(&remaining.program, &remaining.error, &Shown::Remaining(Rc::clone(&remaining)));
        match self.lost(Inputs::Any) {
            Some(answer) => Round::Decided(answer.into()),
            None => Round::Fails(remaining),
        }
    }

    fn learn(&mut self, changed: &Program, error: &ErrorTrace, shown: &Shown<'a>) {
        let Some(mover) = &self.mover else { return };
        if let Some(played) = played(mover, self.question.program, changed, error) {
            self.known.add(played, shown);
        }
    }

    /// The answer where every choice loses in a state that was reached.
    fn lost(&mut self, inputs: Inputs) -> Option<ProgramAberrance> {
        let program = self.question.program;
        // Enough is left for what is tried next.
        let limits = &self.part(LOST_SHARE);
        let remaining = match self.known.lost(inputs, limits).filter(|_| self.is_exact)? {
            Shown::Known(error) => RemainingError { program: program.clone(), error: (*error).clone() },
            Shown::Remaining(remaining) => RemainingError::clone(&remaining),
        };
        Some(ProgramAberrance::NotEnough(Box::new(remaining)))
    }

    /// What is tried next: what survives all that is known.
    fn next_play(&mut self, limits: &Limits) -> Option<Vec<Term>> {
        let mover = self.mover?;
        let program = self.question.program;
        while !self.plays.is_empty() {
            // Whether what is known fails with them is soon executed.
            let terms = self.plays.remove(0);
            if !self.tried.contains(&terms) {
                return Some(terms);
            }
        }
        let n_plays = self.known.trees.values().map(PathTree::n_plays).max().unwrap_or(0);
        let templates = self.templates.get_or_insert_with(|| templates(program, &mover, n_plays));
        for template in templates.iter_mut() {
            if limits.exceeded().is_some() {
                break;
            }
            if template.is_lost || template.n_tried() >= MAX_TRIES_OF_A_PLAY {
                continue;
            }
            let others = template.others();
            let beyond = template.beyond();
            let mut survives = Survives::Lost;
            if !beyond.is_empty() {
                survives = self.known.survives(&template.terms, &beyond, limits);
            }
            if !matches!(survives, Survives::Unless(_)) {
                survives = self.known.survives(&template.terms, &others, limits);
            }
            match survives {
                Survives::Lost => template.is_lost = true,
                Survives::Open => {}
                Survives::Unless(values) => {
                    let terms = template.with(&values);
                    if !self.tried.contains(&terms) {
                        return Some(terms);
                    }
                }
            }
        }
        None
    }

    /// The fixes made to repair one more error trace, of a program with them.
    fn refined(&self, remaining: &RemainingError, fixes: &[LocalFix]) -> Result<Vec<LocalFix>, Open> {
        let RemainingError { program: changed, error } = remaining;
        if instrument::is_at_statement(changed, &error.trace) {
            return Err(Open::NoValue);
        }
        let Question { candidate, config, limits, .. } = self.question;
        let is_position = |step: &Step| {
            let origin = changed.sources.origin(step.origin);
            let assigns = step.command.target().is_some_and(|it| !instrument::is_chosen(it.variable));
            assigns && candidate.statement.has(origin)
        };
        let steps = &error.trace.steps;
        let positions: Vec<usize> = (0..steps.len()).filter(|step| is_position(&steps[*step])).collect();
        let found =
            local_fixes(changed, &error.trace, &positions, config, limits).map_err(Open::NotExpressible)?;
        let mut refined = fixes.to_vec();
        for (execution, fix) in found.iter().enumerate() {
            let fix = instrument::outside(fix, execution);
            match refined.get_mut(execution) {
                Some(known) => *known = known.and(&fix, config, limits),
                None => refined.push(LocalFix { exact: false, ..fix }),
            }
        }
        Ok(refined)
    }
}

/// One more and one less than the program plays, where it computes that. Then values that avoided the error: at all executions, and
/// at the one where they did, with what the program plays at the others.
fn first_plays(program: &Program, mover: &Mover, candidate: &Candidate) -> Vec<Vec<Term>> {
    let own = mover.own(program);
    let mut plays: Vec<Vec<Term>> = own.into_iter().flat_map(steps).map(|it| vec![it]).collect();
    for (value, execution) in &candidate.helpful {
        let value = Term::value(value.clone());
        plays.push(vec![value]);
        if let Some(own) = own {
            let before = std::iter::repeat_n(own, *execution);
            plays.push(before.chain([value, own]).collect());
        }
    }
    plays
}
