//! Does a program have an error, and if so, how does an execution get there?
//!
//! * [`interpreter`] executes a program on concrete values;
//! * [`environment`] is the world outside of a program, as an execution meets it;
//! * [`closed`] executes a program that has one execution only;
//! * [`testing`] executes a program on tests, and makes error traces of those that fail;
//! * [`bmc`] executes it symbolically up to a growing bound, asks a solver for a way to an error, and has the
//!   interpreter replay what the solver found;
//! * [`trace_abstraction`](mod@trace_abstraction) proves programs safe, and finds the other ways to errors;
//! * [`portfolio`](mod@portfolio) runs both side by side;
//! * [`ask`](mod@ask) asks all of these whether a program fails: the one way to do so;
//! * [`abstract_interpretation`](mod@abstract_interpretation) finds statements that no execution gets to;
//! * [`paths`] follows all paths of a program whose conditions compare sums of inputs;
//! * [`octagon`] is the domain of sums and differences of two variables;
//! * [`mined_specification`] says what checks that hold rest on;
//! * [`reachability`] says of every statement whether it is reachable, and which analysis decided that;
//! * [`check_outcomes`](mod@check_outcomes) says of every check what became of it, and who decided that;
//! * [`relied_on`](mod@relied_on) says which assumptions an answer rests on;
//! * [`versions`] says whether versions of a program behave alike;
//! * [`left_open`] says whether an error rests on results of the library that are not known;
//! * [`counterfactual`](mod@counterfactual) executes an error's program once more with a change at one statement.
//!
//! All work on the weak topological order of [`cfg`].
//!
//! **Invariant:** *safe* is said only when every path was looked at to its end; running out of depth, time or
//! memory, and constructs that could not be translated, are reasons for *unknown*.

pub mod limits;

pub mod automata;

pub mod bmc;
pub mod trace_abstraction;

mod answer;
pub mod ask;
pub mod entered;
pub mod left_open;
pub mod paths;
pub mod portfolio;
pub mod reachability;
pub mod sizes;
pub mod specified;
pub mod undefined;
pub mod versions;
pub mod whole;

pub mod settle;

mod summaries;

pub mod check_outcomes;
pub mod relied_on;

mod decided_triples;
mod effort;
mod query;
mod replay;
mod statistics;
mod verdict;

#[cfg(test)]
use faultscope_notation as notation;

pub use answer::{Answer, Effort, End, Verdict};
pub use ask::{Question, ask};
pub use check_outcomes::check_outcomes;
pub use decided_triples::DecidedTriples;
pub use statistics::{BmcStatistics, Statistics, TraceAbstractionStatistics};
pub use verdict::UnknownReason;

pub use faultscope_domains::{abstract_interpretation, mined_specification, octagon};
pub use faultscope_execute::{ErrorTrace, FirstError, InputValue, Undecided};
pub use faultscope_execute::{
    cfg, closed, counterfactual, environment, execution, interpreter, neighbours, outside, printable, testing,
};
