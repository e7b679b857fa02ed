//! The propositional solver under the gates: BatSat, a MiniSat in Rust.

use std::cell::Cell;
use std::rc::Rc;

use batsat::{Callbacks, ClauseKind, Lit as SatLit, Solver, SolverInterface, SolverOpts, lbool};

use crate::limits::Limits;

/// A propositional literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lit(SatLit);

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(!self.0)
    }
}

impl Lit {
    /// The literal or its negation.
    pub(super) fn negated_if(self, negate: bool) -> Lit {
        if negate { !self } else { self }
    }

    /// Whether this is the negation of a variable.
    pub(super) fn is_negative(self) -> bool {
        !self.0.sign()
    }
}

/// Effort of a clause that is added and of what the search does, in hundredths of a unit, from measurements.
mod hundredths {
    pub(super) const CLAUSE: u64 = 28;
    pub(super) const PROPAGATION: u64 = 10;
    pub(super) const DECISION: u64 = 3;
    pub(super) const CONFLICT: u64 = 800;
}

/// So many clauses are counted at once.
const COUNTED_AT_ONCE: u64 = 4_096;

/// In how many steps of the search limits are looked at once.
const INTERVAL: u64 = 16;

/// A conflict is taken to propagate one in so many unknowns, until searches with at least [`HARD`] conflicts say more.
const UNKNOWNS_PER_PROPAGATION: u64 = 32;

/// How many conflicts a search has that tells what a conflict takes.
const HARD: u64 = 64;

/// How many propagations a query has for each clause that it may learn: more than usual ones take.
const PROPAGATIONS_PER_CLAUSE: u64 = 1_000;

/// How many clauses are learnt before it is looked how much was propagated.
const FIRST_PART: u64 = 256;

/// What a query has done, and when it has to end.
struct Work {
    limits: Limits,
    /// Clauses that the query may still learn.
    budget: Cell<u64>,
    /// Steps of the search, in all queries.
    steps: Cell<u64>,
    /// What is counted for a conflict on the way, in hundredths of a unit, for the search does not say how much it propagates
    /// before it ends.
    conflict_effort: Cell<u64>,
    /// What was counted for this search by now, in hundredths of a unit.
    counted: Cell<u64>,
    /// A limit was exceeded in this query. Kept, for the search asks again before it gives up.
    stopped: Cell<bool>,
    /// What may be counted for this search, in hundredths of a unit, before it pauses.
    pause: Cell<u64>,
}

impl Work {
    /// Counts hundredths of a unit.
    fn count(&self, hundredths: u64) {
        let before = self.counted.get();
        let after = before.saturating_add(hundredths);
        self.counted.set(after);
        self.limits.spend(after / 100 - before / 100);
    }

    fn step(&self) -> bool {
        let steps = self.steps.get().wrapping_add(1);
        self.steps.set(steps);
        if steps.is_multiple_of(INTERVAL) {
            self.count(INTERVAL * hundredths::DECISION);
            if self.limits.exceeded().is_some() {
                self.stopped.set(true);
            }
        }
        self.has_to_end() || self.budget.get() == 0
    }

    fn has_to_end(&self) -> bool {
        self.stopped.get() || self.is_paused()
    }

    fn is_paused(&self) -> bool {
        self.counted.get() >= self.pause.get()
    }
}

/// A search has paused.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paused;

struct Guard(Rc<Work>);

impl Callbacks for Guard {
    fn on_new_clause(&mut self, _: &[SatLit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            let budget = &self.0.budget;
            budget.set(budget.get().saturating_sub(1));
            self.0.count(self.0.conflict_effort.get());
        }
    }

    fn stop(&self) -> bool {
        self.0.step()
    }
}

/// An incremental propositional solver.
pub(super) struct Sat {
    solver: Solver<Guard>,
    work: Rc<Work>,
    /// The clause that is being added.
    clause: Vec<SatLit>,
    /// Clauses that were added, and those of them that were not yet counted.
    n_clauses: u64,
    n_added: u64,
    /// Effort of all queries, in hundredths of a unit.
    searched: u64,
    /// Conflicts of all queries.
    n_conflicts: u64,
    /// Effort and conflicts of the queries with at least [`HARD`] conflicts.
    hard_searches: (u64, u64),
    /// Set once the clauses alone are contradictory.
    contradictory: bool,
    truth: Lit,
}

impl Sat {
    pub(super) fn new(limits: &Limits) -> Sat {
        let work = Rc::new(Work {
            limits: limits.clone(),
            budget: Cell::new(u64::MAX),
            steps: Cell::new(0),
            conflict_effort: Cell::new(hundredths::CONFLICT),
            counted: Cell::new(0),
            stopped: Cell::new(false),
            pause: Cell::new(u64::MAX),
        });
        let mut solver = Solver::new(SolverOpts::default(), Guard(Rc::clone(&work)));
        let truth = Lit(SatLit::new(solver.new_var_default(), true));
        let mut sat = Sat {
            solver,
            work,
            clause: Vec::new(),
            n_clauses: 0,
            n_added: 0,
            searched: 0,
            n_conflicts: 0,
            hard_searches: (0, 0),
            contradictory: false,
            truth,
        };
        sat.add_clause(&[truth]);
        sat
    }

    /// The literal that always holds.
    pub(super) fn truth(&self) -> Lit {
        self.truth
    }

    /// A new unknown.
    pub(super) fn fresh(&mut self) -> Lit {
        Lit(SatLit::new(self.solver.new_var_default(), true))
    }

    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|lit| lit.0));
        self.n_clauses += 1;
        self.n_added += 1;
        if self.n_added == COUNTED_AT_ONCE {
            self.count_clauses();
        }
        self.contradictory |= !self.solver.add_clause_reuse(&mut self.clause);
    }

    /// How many clauses were added by now.
    pub(super) fn n_clauses(&self) -> u64 {
        self.n_clauses
    }

    fn count_clauses(&mut self) {
        self.work.count(std::mem::take(&mut self.n_added) * hundredths::CLAUSE);
    }

    /// Whether the clauses have a model in which the assumptions hold; `None` where a limit ended the search.
    /// `budget` bounds the clauses that may be learnt.
    ///
    /// After the effort `pause` the search may pause, which is an error: asked again, it goes on with what it has learnt.
    pub(super) fn solve(
        &mut self,
        assumptions: &[Lit],
        budget: Option<u64>,
        pause: Option<u64>,
    ) -> Result<Option<bool>, Paused> {
        if self.contradictory {
            return Ok(Some(false));
        }
        self.work.stopped.set(false);
        self.count_clauses();
        self.work.counted.set(0);
        self.work.pause.set(pause.map_or(u64::MAX, |it| it.saturating_mul(100)));
        let assumptions: Vec<SatLit> = assumptions.iter().map(|lit| lit.0).collect();
        self.work.conflict_effort.set(self.conflict_effort());
        let result = match budget {
            Some(budget) => self.solve_in_parts(&assumptions, budget),
            None => {
                self.work.budget.set(u64::MAX);
                self.solver.solve_limited(&assumptions)
            }
        };
        let is_paused = self.work.is_paused() && !self.work.stopped.get();
        self.work.pause.set(u64::MAX);
        self.count_search();
        if result == lbool::TRUE {
            Ok(Some(true))
        } else if result == lbool::FALSE {
            Ok(Some(false))
        } else if is_paused {
            Err(Paused)
        } else {
            Ok(None)
        }
    }

    /// A search that may learn so many clauses, and propagate [`PROPAGATIONS_PER_CLAUSE`] times for each. What was propagated is
    /// known only between searches, so that they are short where little is known of the clauses.
    fn solve_in_parts(&mut self, assumptions: &[SatLit], budget: u64) -> lbool {
        let before = self.solver.num_propagations();
        let most = budget.saturating_mul(PROPAGATIONS_PER_CLAUSE);
        let mut learnt = 0;
        let mut part = FIRST_PART.min(budget);
        loop {
            self.work.budget.set(part);
            let result = self.solver.solve_limited(assumptions);
            learnt += part;
            let propagated = self.solver.num_propagations() - before;
            let is_over = learnt >= budget || propagated >= most || self.work.has_to_end();
            if result == lbool::TRUE || result == lbool::FALSE || is_over {
                return result;
            }
            let affordable = (most - propagated).saturating_mul(learnt) / propagated.max(1);
            part = (budget - learnt).min(learnt).min(affordable.max(FIRST_PART / 4));
        }
    }

    /// What is counted for a conflict on the way, in hundredths of a unit: rather too little, for nothing is taken back.
    fn conflict_effort(&self) -> u64 {
        let n_unknowns = u64::from(self.solver.num_vars());
        let expected = hundredths::CONFLICT + n_unknowns / UNKNOWNS_PER_PROPAGATION * hundredths::PROPAGATION;
        let (effort, n_conflicts) = self.hard_searches;
        effort.checked_div(n_conflicts).map_or(expected, |usual| expected.max(usual / 2))
    }

    /// Counts what the last search did, where that is more than what was counted on the way.
    fn count_search(&mut self) {
        let effort = self.solver.num_propagations() * hundredths::PROPAGATION
            + self.solver.num_decisions() * hundredths::DECISION
            + self.solver.num_conflicts() * hundredths::CONFLICT;
        let searched = effort - std::mem::replace(&mut self.searched, effort);
        self.work.count(searched.saturating_sub(self.work.counted.get()));
        self.work.counted.set(0);
        let n_conflicts = self.solver.num_conflicts()
            - std::mem::replace(&mut self.n_conflicts, self.solver.num_conflicts());
        if n_conflicts >= HARD {
            self.hard_searches.0 += searched;
            self.hard_searches.1 += n_conflicts;
        }
    }

    /// The literal's truth in the model of the last query.
    pub(super) fn holds(&self, lit: Lit) -> bool {
        self.solver.value_lit(lit.0) == lbool::TRUE
    }

    /// Whether the last query's contradiction used this assumption.
    pub(super) fn is_in_core(&self, assumption: Lit) -> bool {
        !self.contradictory && self.solver.unsat_core_contains_var(assumption.0.var())
    }
}
