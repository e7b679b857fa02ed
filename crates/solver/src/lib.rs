//! Solvers for formulas over [`ir`](faultscope_ir) terms.
//!
//! The [`Solver`] trait is all that the analyses know: assertions on a stack, checks under assumptions,
//! models, unsatisfiable cores, and a count of queries. [`SmtSolver`] is the implementation that analyses
//! use; it asks [`BitblastSolver`] where the formulas allow it and [`Z3Solver`] otherwise.
//! How long and how much is up to [`Limits`], which all layers of one analysis share; giving up is an
//! [`SatAnswer`], never an error.
//!
//! The modules in reading order: [`effort`] (counted work), [`clock`], [`limits`], [`dump`] (where queries are written), [`logic`] (which SMT-LIB logic a set of formulas is in),
//! [`smtlib`] (formulas as text that any solver reads), [`bitblast`] and [`z3`] (the backends), [`smt`] (the
//! choice between them).
//!
//! **Invariant:** no other crate names Z3.

pub mod clock;
pub mod dump;
pub mod effort;
pub mod limits;
pub mod stack;

pub mod logic;
pub mod smtlib;

mod arrays;
pub mod bitblast;

pub mod z3;

pub mod smt;

use faultscope_ir::{Term, Value};

pub use bitblast::BitblastSolver;
pub use clock::WallClock;
pub use dump::Dump;
pub use limits::{Limits, StopReason};
pub use smt::SmtSolver;
pub use z3::Z3Solver;

/// What a solver says to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SatAnswer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The solver gave up, and why.
    Unknown(String),
}

impl SatAnswer {
    /// Whether this is [`SatAnswer::Sat`].
    pub fn is_sat(&self) -> bool {
        *self == SatAnswer::Sat
    }

    /// Whether this is [`SatAnswer::Unsat`].
    pub fn is_unsat(&self) -> bool {
        *self == SatAnswer::Unsat
    }
}

/// An incremental solver.
pub trait Solver {
    /// Adds a formula to the current level.
    fn assert(&mut self, formula: Term);

    /// Opens a level.
    fn push(&mut self);

    /// Closes the current level and forgets its formulas. Does nothing on the outermost one.
    fn pop(&mut self);

    /// Whether the formulas have a model in which all assumptions hold. Any Boolean terms can be assumed.
    fn check(&mut self, assumptions: &[Term]) -> SatAnswer;

    /// The value of a term in the model found by the last check, if that answered [`SatAnswer::Sat`]. Unknowns
    /// that the model leaves open get some value. `None` for values that have no finite description here.
    fn value(&mut self, term: Term) -> Option<Value>;

    /// Assumptions of the last check that have no model together with the formulas, if it answered
    /// [`SatAnswer::Unsat`]. Not minimal.
    fn core(&mut self) -> Vec<Term>;

    /// How many checks there were.
    fn n_queries(&self) -> usize;
}

/// How the logic of a solver is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogicChoice {
    /// By the sorts of the formulas, where the logic is one that pays (see [`logic`]).
    Automatic,
    /// None: the solver's general strategy.
    General,
    /// This one. The caller answers for formulas outside it.
    Fixed(String),
}

/// Settings of a solver.
#[derive(Debug, Clone)]
pub struct SolverConfig {
    /// Shared limits; each query gets what is left.
    pub limits: Limits,
    /// Most steps of one query, in the solver's own deterministic unit (Z3's `rlimit`), where budgets are worth what they
    /// usually are.
    pub query_steps: Option<u32>,
    /// Which logic to announce.
    pub logic: LogicChoice,
    /// Whether each query gets a new solver with all formulas instead of the incremental one.
    pub fresh_per_query: bool,
    /// Gets one self-contained SMT-LIB script per query.
    pub dump: Option<Dump>,
}

impl SolverConfig {
    /// Most steps of one query.
    fn scaled_query_steps(&self) -> Option<u64> {
        self.query_steps.map(|steps| self.limits.scaled(steps.into()))
    }

    /// The usual settings under these limits.
    pub fn new(limits: &Limits) -> SolverConfig {
        SolverConfig {
            limits: limits.clone(),
            query_steps: None,
            logic: LogicChoice::Automatic,
            fresh_per_query: false,
            dump: None,
        }
    }
}
