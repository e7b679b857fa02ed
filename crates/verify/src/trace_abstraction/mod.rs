//! Trace abstraction: is there an error, and if so, what other ways to errors are there?
//!
//! The automaton `A_rem` holds the paths to errors that remain to be looked at; it starts as the [control-flow
//! automaton](control_flow). Its shortest word is taken. If no execution runs through it, the reason is generalized to a
//! [Floyd-Hoare automaton](floyd_hoare), all of whose words are infeasible, and that is subtracted. If an execution
//! does, it is an error trace, and the canonical [danger automaton](danger) that accepts it is subtracted (the word itself where its construction
//! ran out of budget). When nothing remains, all errors are known; when none was found, the program is safe, and the
//! subtracted automata are its [proof](proof), a [certificate](faultscope_certificate) that can be checked again.
//!
//! # From a word to a finding
//! A *letter* is a straight-line piece of code between two points where paths part or meet; the *control-flow automaton* (`trace_abstraction::control_flow`) has all calls inlined, and its words are the paths from the entry to an exit: an error, a construct that was not translated, a call beyond the bound on recursion.
//! `A_rem` (`remaining.rs`) starts as that automaton, and stays deterministic and minimal.
//! The loop in `refine.rs` takes its shortest word until there is none; where it grows out of proportion, `merging.rs` makes it a program and asks bounded model checking for a word (decision 0027).
//!
//! 1. **Is there an execution?** `word.rs` writes the word in static single assignment form and asks the solver for values of its inputs.
//! 2. **No: learn why.** An unsatisfiable core says which statements are to blame.
//!    Mostly the *last* contradiction on the path is taken, since it has to do with the error; one word in four is learnt from by any, for behind a loop there may be a last reason for each number of iterations.
//!    `floyd_hoare/interpolants.rs` keeps the core's statements, lets the others forget their variable, and computes strongest postconditions from the front and weakest preconditions from the back.
//!    Their predicates are the states of a *Floyd-Hoare automaton* (`floyd_hoare/automaton.rs`): behind a letter hold all predicates whose Hoare triple is known to hold (`triples.rs`: by syntax, from the cache, by a state that is known, by the solver).
//!    It is deterministic and made while the difference walks it, so that nothing is computed for words that `A_rem` lacks.
//!    All its words are infeasible; they are subtracted (`automata::difference`), and the rest is minimized.
//!    After a few words, or where one took long, `invariants` looks for what may hold in every round of a loop: linear equations modulo `2^w`, inequalities and remainders of the text, statements about all cells of an array.
//!    They are predicates like others, guessed, and of use where their Hoare triples hold (decision 0015).
//!    `polynomials` uses up equations before the solver is asked, and `ideal` adds up multiples of equations of products.
//! 3. **Yes: an error trace.** The model's inputs are executed by the interpreter, and what it walked is the trace, as with bounded model checking.
//!    The trace that bounded model checking found in its head start is the first one.
//! 4. **Subtract what is like it.** `danger/` builds the canonical *danger automaton* of `A_rem` and the word: pairs of a state and a predicate of the trace, such that whoever is in the predicate can go on to the error or runs for ever.
//!    It accepts the word, and its words are words of `A_rem`.
//!    What the Floyd-Hoare automata know of a state is part of its predicates (`docs/decisions/0006-many-error-traces.md`).
//!    From the sixth trace on one automaton of all of them, `danger::Merged`, is subtracted, from all words and first (`docs/decisions/0016-one-danger-automaton-of-many-traces.md`).
//! 5. **Nothing remains**, or a budget is spent: `End` says which. Without traces, an empty `A_rem` means *safe*. Where one automaton covered many traces, its words are told apart as far as a budget goes; what is left makes the claim one *up to the edges that the traces take*.
//!    The subtracted automata are written down as a `certificate::Certificate`; the crate `certificate` checks every step of it again, with paths, an encoding and a solver of its own.
//! 6. **Localize.** `localize::relevance` reads each trace for itself; `localize::program` says on how many of them a statement matters, whether one value avoids the error on all of them, and which traces have the same findings.
//!    `assemble` makes one entry of the report for each such group.
//!
//! A word that leads to an exit which is no error, and that an execution runs through, ends the hope for a proof: the reason is kept, such words are dropped, and what is found from then on is reported as *not all error traces*.
//!
//! # References
//! - \[1\] Matthias Heizmann, Jochen Hoenicke, Andreas Podelski: _Refinement of trace abstraction_, SAS 2009.
//! - \[2\] seed 002, section 4: several error traces, danger automata.

mod alphabet;
pub mod control_flow;

mod word;

mod floyd_hoare;

mod invariants;
mod merging;

mod outcome;
mod refine;
mod remaining;

pub use alphabet::{Alphabet, Code};
pub use control_flow::ControlFlow;

pub mod danger;
pub mod proof;

use faultscope_ir::Program;
use faultscope_solver::Limits;

use crate::{Answer, UnknownReason};
pub use outcome::{Progress, TraceAbstractionConfig};
pub use proof::Proof;

/// Looks for error traces that differ, or for a proof that there are none.
pub fn trace_abstraction(
    program: &Program,
    config: &TraceAbstractionConfig,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Answer {
    match ControlFlow::new(program, &config.inlining) {
        Ok(control_flow) => refine::Refinement::new(program, &control_flow, config, limits, progress).run(),
        Err(control_flow::TooLarge) => {
            Answer::open(UnknownReason::TooLarge { max_points: config.inlining.max_points })
        }
    }
}

#[cfg(test)]
mod tests;
