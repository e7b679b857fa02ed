//! # MaxSAT on the trace formula
//! The smallest sets of source statements without which the assertion can hold on the inputs of the failing execution \[1\].
//!
//! Partial MaxSAT: hard are the inputs, the assertion, and what is no candidate; soft is every source
//! statement, all its occurrences in the trace together (\[1\], section 4). The complement of a maximum set of satisfied soft clauses is
//! a *CoMSS*, a smallest correction set. Iterated, each set that was found is blocked by a clause (\[1\], Algorithm 1), until the formula is
//! unsatisfiable or a bound is reached, so that the sets come by size.
//!
//! The sets are found as smallest hitting sets of the unsatisfiable cores that are known \[2\]: such a set
//! corrects the formula, or gives a further core. A set that was found this way has no smaller one in it.
//!
//! As in \[1\], what is under a branch takes place only where the branch's condition holds, the violated assertion included, and conditions are statements
//! like others: one that is left out may come out either way.
//!
//! **Deviations**: \[1\] works on the unwound program; this is the formula of the trace that was executed. Of a branch that
//! comes out otherwise it only knows that the statements of the trace do not take place, not those of the other way. A
//! statement that is left out assigns any value, to the same cell.
//!
//! # References
//! - \[1\] Manu Jose, Rupak Majumdar: _Cause clue clauses: error localization using maximum satisfiability_, PLDI 2011.
//! - \[2\] Jessica Davies, Fahiem Bacchus: _Solving MAXSAT by solving a sequence of simpler SAT instances_, CP 2011.

use std::cmp::Reverse;

use faultscope_ir::term::Purpose;
use faultscope_ir::{Program, Sort, Symbol, Term, Trace};
use faultscope_solver::Limits;

use super::control::Control;
use super::formula::{Failure, Form, TraceFormula};
use super::outcome::{BaselineConfig, BaselineOutcome, BaselineStatement, Ended, statements};
use super::question::Question;
use crate::limits::{MAX_HITTING_SETS, MAX_MINIMIZED_CORE};
use crate::oracle::Reply;

/// One smallest set.
pub fn max_sat(
    program: &Program,
    trace: &Trace,
    config: &BaselineConfig,
    limits: &Limits,
) -> BaselineOutcome {
    solve(program, trace, config, limits, 1)
}

/// All smallest sets, then all minimal ones that are larger, up to the bounds of the configuration.
pub fn max_sat_iterated(
    program: &Program,
    trace: &Trace,
    config: &BaselineConfig,
    limits: &Limits,
) -> BaselineOutcome {
    solve(program, trace, config, limits, config.max_sets)
}

fn solve(
    program: &Program,
    trace: &Trace,
    config: &BaselineConfig,
    limits: &Limits,
    max_sets: usize,
) -> BaselineOutcome {
    let (failure, mut question) = match Failure::new(program, trace, config, limits) {
        Ok(it) => it,
        Err(outcome) => return outcome,
    };
    let control = Control::new(program, trace);
    let formula = TraceFormula::new(&failure, Form::Branches(&control));
    if formula.is_too_large() {
        return BaselineOutcome::nothing(Ended::TooLarge, question.n_queries());
    }
    for axiom in &formula.axioms {
        question.assert(*axiom);
    }
    question.assert(formula.error.not());
    let soft = formula.demands.iter().filter(|it| it.is_candidate).map(|it| it.step);
    let mut candidates = statements(program, trace, soft);
    // Where several sets would do, what is nearest to the error is tried first.
    candidates.sort_by_key(|it| Reverse(it.steps.last().copied()));
    let selectors: Vec<Term> = (0..candidates.len())
        .map(|idx| Term::symbol(Symbol::generated(Purpose::Kept(idx), Sort::bool())))
        .collect();
    for demand in &formula.demands {
        let owner = candidates.iter().position(|it| it.steps.binary_search(&demand.step).is_ok());
        let formula = match owner.filter(|_| demand.is_candidate) {
            Some(idx) => selectors[idx].implies(demand.term),
            None => demand.term,
        };
        question.assert(formula);
    }
    let mut search = CorrectionSearch { question, selectors, cores: Vec::new(), blocked: Vec::new() };
    let (sets, ended) = search.sets(max_sets, config.max_set_size);
    outcome(&candidates, &sets, ended, search.question.n_queries())
}

fn outcome(
    candidates: &[BaselineStatement],
    sets: &[Vec<usize>],
    ended: Ended,
    n_queries: usize,
) -> BaselineOutcome {
    let mut listed: Vec<usize> = Vec::new();
    for member in sets.iter().flatten() {
        if !listed.contains(member) {
            listed.push(*member);
        }
    }
    let position = |member: &usize| listed.iter().position(|it| it == member);
    let positions = |set: &Vec<usize>| set.iter().filter_map(position).collect();
    BaselineOutcome {
        statements: listed.iter().map(|idx| candidates[*idx].clone()).collect(),
        sets: sets.iter().map(positions).collect(),
        ended,
        n_queries,
    }
}

struct CorrectionSearch {
    question: Question,
    /// One per statement: its demands hold.
    selectors: Vec<Term>,
    /// Sets of statements of which each correction set has one.
    cores: Vec<Vec<usize>>,
    /// Sets that are not to be contained in further ones.
    blocked: Vec<Vec<usize>>,
}

impl CorrectionSearch {
    /// Up to `max_sets` minimal correction sets, smaller ones first, and whether these are all.
    fn sets(&mut self, max_sets: usize, max_size: usize) -> (Vec<Vec<usize>>, Ended) {
        let mut sets = Vec::new();
        let mut ended = Ended::Complete;
        while sets.len() < max_sets {
            let set = match self.smallest_hitting_set(max_size) {
                Hitting::Set(set) => set,
                Hitting::None => return (sets, ended),
                Hitting::Beyond => {
                    return (sets, if ended == Ended::Complete { Ended::Bound } else { ended });
                }
            };
            let kept: Vec<Term> = (0..self.selectors.len())
                .filter(|it| !set.contains(it))
                .map(|it| self.selectors[it])
                .collect();
            match self.question.ask(&kept) {
                // With nothing left out the trace leads to the error.
                Reply::Sat if set.is_empty() => return (sets, Ended::Undecided),
                Reply::Sat => {
                    self.blocked.push(set.clone());
                    sets.push(set);
                }
                Reply::Unsat => {
                    let core = self.core(&kept);
                    if core.is_empty() {
                        return (sets, Ended::HardConflict);
                    }
                    self.cores.push(core);
                }
                Reply::Unknown if self.question.is_exhausted() || set.is_empty() => {
                    return (sets, self.question.why_open());
                }
                Reply::Unknown => {
                    ended = Ended::Undecided;
                    self.blocked.push(set);
                }
            }
        }
        // One set was asked for, and that is it.
        (sets, if max_sets == 1 { ended } else { Ended::Bound })
    }

    fn core(&mut self, kept: &[Term]) -> Vec<usize> {
        let core = self.question.in_core(kept);
        let core = if core.len() <= MAX_MINIMIZED_CORE { self.question.minimal_core(&core) } else { core };
        (0..self.selectors.len()).filter(|it| core.contains(&self.selectors[*it])).collect()
    }

    fn smallest_hitting_set(&self, max_size: usize) -> Hitting {
        let mut budget = MAX_HITTING_SETS;
        for size in 0..=max_size {
            let mut set = Vec::new();
            match self.hit(&mut set, size, &mut budget) {
                Some(true) => {
                    set.sort_unstable();
                    return Hitting::Set(set);
                }
                Some(false) => {}
                None => return Hitting::Beyond,
            }
        }
        let mut unbounded = Vec::new();
        match self.hit(&mut unbounded, self.selectors.len(), &mut budget) {
            Some(false) => Hitting::None,
            Some(true) | None => Hitting::Beyond,
        }
    }

    /// Completes a set by at most `size` members so that it hits all cores; `None` if the budget is spent.
    fn hit(&self, set: &mut Vec<usize>, size: usize, budget: &mut usize) -> Option<bool> {
        *budget = budget.checked_sub(1)?;
        if self.blocked.iter().any(|it| it.iter().all(|member| set.contains(member))) {
            return Some(false);
        }
        let Some(missed) = self.cores.iter().find(|core| !core.iter().any(|it| set.contains(it))) else {
            return Some(true);
        };
        if size == 0 {
            return Some(false);
        }
        for member in missed {
            set.push(*member);
            if self.hit(set, size - 1, budget)? {
                return Some(true);
            }
            set.pop();
        }
        Some(false)
    }
}

enum Hitting {
    Set(Vec<usize>),
    /// There is none.
    None,
    /// There may be one, larger than allowed.
    Beyond,
}
