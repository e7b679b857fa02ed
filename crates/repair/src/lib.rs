//! Repair: what of a failing program can be changed so that it no longer fails.
//!
//! Localization says what would have avoided an error trace. Here the *program* is asked, by changing it and looking
//! whether it still fails: with a statement fixed as permissively as can be ([`aberrance`], [`suspiciousness`], [`sets`]),
//! and with a changed source line ([`proposals`] says which, by [`rules`]; [`patches`] tries them). [`repair`](mod@repair) does all of this in
//! order, and [`ranking`] says what it means for the findings.
//!
//! What a change that somebody else has made repairs, keeps and leaves is the question of [`judgement`](mod@judgement). Which errors of
//! a changed program were there before, and are no reason against a change, is said by [`errors`].
//!
//! [`ped`] asks less, and sooner: how an error trace can be left before the error. Its [`annotations`] are of the same rules.
//!
//! Whether a changed program still fails is the question for the [`Oracle`]. It replays [`Recording`]s of executions that are
//! known to fail, and asks the verifiers. [`counterfactuals`] executes the program itself with another value at one
//! statement, for the localizer. How much is tried stands in [`Budgets`], made from [`limits`].
//!
//! **Invariant:** nothing here reads a file or starts a process. What the user's files say, and what a changed text
//! means, comes in as a [`Workspace`].
//!
//! # From one trace to the program
//! Relevance says what would avoid *this* trace.
//! Whether it would repair the program is decided on changed programs, by one oracle.
//! The same decides about the changes of others: `pipeline::verify_patch` applies a diff (`project::diff`), and `repair::judgement` numbers the lines as they were (`repair::alignment`), asks the oracle, compares what worked (`patches::kept`), and answers *not decided* where what failed is no longer asked.
//!
//! 1. **The oracle.** `repair::Oracle` says whether a changed program still fails.
//!    It replays `Recording`s first: failing executions whose values from outside are kept by the kind, file, line and function of the command that asks, so that they can be given to another version of the program.
//!    What passes them is verified; an execution that refutes one change is recorded, and refutes others; the predicates that prove one are tried on others (decision 0013).
//! 2. **The most permissive fix.** `localize::coreachable` computes `¬C^K_j`, the condition on the value assigned at a position under which the rest of the trace is blocked, over the program variables there.
//!    It has no quantifiers: `eliminate` replaces them by instances, found by counterexamples, and says where it is not exact; then the fix is stricter than it could be.
//! 3. **The program with it.** `repair::aberrance::instrument` puts it into the program: any value that fulfils the condition, an error where there is none, and a flag, so that only errors of executions through the statement count.
//!    A branch is turned instead: every time, or at one of its executions.
//! 4. **The verifier** proves that program safe, and the statement is *must-program-aberrant*; or it finds an execution that still fails.
//!    That execution may go through the statement with a value that leads to another error. A refinement excludes such values and asks again: a proof then shows that *some* right-hand side repairs everything through the statement.
//! 5. **Together.** `localize::sets` finds the minimal sets of statements that repair a trace, learning from sets that fail; `aberrance::together` those that repair the program, learning from the error traces that the verifier finds.
//! 6. **Suspiciousness.** `verify::reachability` compares what is reachable in the program with what stays reachable when the statement is fixed: by executions that are known, and the same once more with the fix (`verify::outside`), by abstract interpretation, by symbolic execution, in this order.
//! 7. **Patches** are proposed at the findings in rank order, executed and verified. One that is proved puts its place first, for a fix that is known outweighs every measure.
//!
//! *Proved* never rests on step 2: whatever the condition is, the verifier has looked at a program in which the statement assigns what it may, and nothing fails.

pub mod budgets;
pub mod limits;

pub mod config;
pub mod executed;
pub mod failure;
pub mod workspace;

pub mod tests;

mod retyped;
pub mod statements;

pub mod counterfactuals;

pub mod errors;
pub mod oracle;
pub mod recording;

pub mod aberrance;
pub mod suspiciousness;

mod candidates;
mod leaving;

mod places;
mod withheld;

mod learned;

pub mod sets;

pub mod rules;

pub mod proposals;

pub mod fixes;

mod obligation;

pub mod patches;

pub mod alignment;
mod assertions;
pub mod judgement;
mod put_back;
mod smaller;

pub mod annotations;
mod annotations_of_text;
pub mod auto_debug;
pub mod ped;

pub mod ranking;

pub mod repair;

pub mod other_errors;

pub use budgets::Budgets;
pub use config::{Means, RepairConfig};
pub use counterfactuals::Counterfactuals;
pub use failure::Failure;
pub use oracle::{ChangeVerdict, Oracle};
pub use recording::Recording;
pub use repair::{Milestone, Repaired, repair};
pub use suspiciousness::Suspiciousness;
pub use tests::{Shown, Tests};
pub use workspace::{Translated, Workspace};
