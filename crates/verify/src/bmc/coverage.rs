//! Which statements does some execution get to, as far as a bounded look at the program tells?
//!
//! One symbolic execution notes under which conditions each statement is executed. A model of the disjunction of all
//! these conditions is an execution, and shows every statement whose condition holds in it; then the others are asked
//! for. What is left when there is no such model is executed by none, if all loops were unwound to their end.

use faultscope_ir::{OriginId, Program, Term};
use faultscope_solver::{Limits, SatAnswer, SolverConfig, StopReason};
use rustc_hash::FxHashSet;

use super::any;
use super::replay::replay;
use super::symex::{Bounds, Event, Positions, Unrolling, unroll_watching};
use crate::interpreter::ExecutionBounds;
use crate::limits;
use crate::outside::Outside;
use crate::query::{Model, Query};

/// How much may be spent on the question.
#[derive(Debug, Clone)]
pub struct Budget {
    /// The largest bound on loops and recursion; bounds grow in powers of two.
    pub max_unwind: u32,
    /// Commands executed symbolically with one bound.
    pub max_commands: u64,
    /// Questions to the solver.
    pub max_queries: usize,
    /// The solver's steps on one question.
    pub query_steps: u32,
    /// The effort for all of it.
    pub effort: u64,
    /// Whether somebody asks for the executions that were found.
    pub keeps_executions: bool,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            max_unwind: limits::COVERAGE_UNWIND,
            max_commands: limits::COVERAGE_COMMANDS,
            max_queries: limits::COVERAGE_QUERIES,
            query_steps: limits::COVERAGE_QUERY_STEPS,
            effort: limits::COVERAGE_EFFORT,
            keeps_executions: true,
        }
    }
}

/// What is known of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Covered {
    /// Some execution gets to it.
    Reached,
    /// No execution gets to it.
    Unreachable,
    /// The budget did not suffice to tell.
    Open,
}

/// What was found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The answer for each statement that was asked for.
    pub statements: Vec<Covered>,
    /// What came from outside in each execution that was found, where they are kept.
    pub executions: Vec<Outside>,
}

/// Finds out which statements, given by the origins of their commands, some execution gets to.
///
/// Follows calls by recursion: it needs a stack in proportion to the depth of the program's calls.
pub fn coverage(
    program: &Program,
    statements: &[Vec<OriginId>],
    budget: &Budget,
    limits: &Limits,
) -> Coverage {
    let limits = &limits.with_effort(limits.scaled(budget.effort));
    let config = SolverConfig { query_steps: Some(budget.query_steps), ..SolverConfig::new(limits) };
    let mut search = CoverageSearch {
        program,
        statements,
        budget,
        limits,
        query: Query::new(&config, &program.axioms),
        covered: vec![Covered::Open; statements.len()],
        executions: Vec::new(),
        trust_ranges: true,
    };
    // A budget that is spent leaves open what is open.
    let _ = search.run();
    Coverage { statements: search.covered, executions: search.executions }
}

/// The budget or a limit is used up before everything is decided.
struct Spent;

impl From<StopReason> for Spent {
    fn from(_: StopReason) -> Spent {
        Spent
    }
}

struct CoverageSearch<'a> {
    program: &'a Program,
    statements: &'a [Vec<OriginId>],
    budget: &'a Budget,
    limits: &'a Limits,
    query: Query,
    covered: Vec<Covered>,
    executions: Vec<Outside>,
    trust_ranges: bool,
}

/// What to do when no more statements are found with some bounds.
enum Next {
    /// What is left is unreachable.
    Done,
    Deeper,
    /// An index can be where it was believed not to be.
    Again,
    /// A construct that was not translated can be reached, and what comes behind it is not known.
    Unsupported,
}

impl CoverageSearch<'_> {
    fn run(&mut self) -> Result<(), Spent> {
        let mut positions = Positions::default();
        let mut unwind = 1;
        loop {
            let open = self.open();
            if open.is_empty() {
                return Ok(());
            }
            let watched: FxHashSet<OriginId> =
                open.iter().flat_map(|idx| self.statements[*idx].iter().copied()).collect();
            let bounds = self.bounds(unwind);
            let unrolling = unroll_watching(self.program, bounds, &mut positions, &watched, self.limits)?;
            self.look(&unrolling)?;
            match self.next(&unrolling)? {
                Next::Done => {
                    for idx in self.open() {
                        self.covered[idx] = Covered::Unreachable;
                    }
                    return Ok(());
                }
                Next::Deeper if unwind < self.budget.max_unwind => {
                    unwind = unwind.saturating_mul(2).min(self.budget.max_unwind);
                }
                Next::Again => self.trust_ranges = false,
                Next::Deeper | Next::Unsupported => return Ok(()),
            }
        }
    }

    fn bounds(&self, unwind: u32) -> Bounds {
        Bounds { commands: self.budget.max_commands, ..Bounds::at(unwind, self.trust_ranges) }
    }

    fn open(&self) -> Vec<usize> {
        (0..self.covered.len()).filter(|idx| self.covered[*idx] == Covered::Open).collect()
    }

    /// Looks for executions that get to open statements, until there are no more.
    fn look(&mut self, unrolling: &Unrolling) -> Result<(), Spent> {
        // What is outside of the ranges that are believed in is not executed exactly.
        let inside = any(unrolling.outside.iter().copied()).not();
        let conditions: Vec<(usize, Term)> =
            self.open().into_iter().map(|idx| (idx, self.condition(idx, unrolling))).collect();
        loop {
            let open: Vec<(usize, Term)> =
                conditions.iter().filter(|(idx, _)| self.covered[*idx] == Covered::Open).copied().collect();
            let some = any(open.iter().map(|(_, condition)| *condition));
            if !self.ask(some.and(inside))? {
                return Ok(());
            }
            let mut model = Model::default();
            let mut n_found = 0;
            for (idx, condition) in open {
                if model.holds(condition, &mut self.query) == Some(true) {
                    self.covered[idx] = Covered::Reached;
                    n_found += 1;
                }
            }
            if n_found == 0 {
                return Err(Spent);
            }
            if self.budget.keeps_executions {
                self.keep(&unrolling.events, &mut model);
            }
        }
    }

    /// Keeps the execution of a model.
    fn keep(&mut self, events: &[Event], model: &mut Model) {
        let bounds = ExecutionBounds { max_steps: self.budget.max_commands, ..ExecutionBounds::default() };
        let execution = replay(self.program, events, model, &mut self.query, &bounds);
        self.executions.push(Outside::of_execution(&execution));
    }

    /// The condition under which a statement is executed.
    fn condition(&self, idx: usize, unrolling: &Unrolling) -> Term {
        let guards = self.statements[idx].iter().filter_map(|origin| unrolling.executed.get(origin));
        any(guards.flatten().copied())
    }

    fn next(&mut self, unrolling: &Unrolling) -> Result<Next, Spent> {
        if self.open().is_empty() {
            return Ok(Next::Done);
        }
        if self.ask(any(unrolling.unsupported.iter().map(|exit| exit.guard)))? {
            return Ok(Next::Unsupported);
        }
        if self.ask(any(unrolling.cuts.iter().copied()))? {
            return Ok(Next::Deeper);
        }
        Ok(if self.ask(any(unrolling.outside.iter().copied()))? { Next::Again } else { Next::Done })
    }

    /// Whether a formula has a model.
    fn ask(&mut self, formula: Term) -> Result<bool, Spent> {
        if formula.as_bool() == Some(false) {
            return Ok(false);
        }
        if self.query.n_queries() >= self.budget.max_queries {
            return Err(Spent);
        }
        match self.query.check(formula) {
            SatAnswer::Sat => Ok(true),
            SatAnswer::Unsat => Ok(false),
            SatAnswer::Unknown(_) => Err(Spent),
        }
    }
}
