//! Several versions of one program on the same inputs, with what they show compared.
//!
//! Both constructions here give an ordinary [`Program`]: executions, bounded model checking and proofs take it like any other.
//!
//! # The product
//! [`product`] runs the original, then each changed version on variables of its own: sequential composition \[1\], with one program
//! for all versions as in \[2\]. The original writes what it does to a log; a changed version is compared with that log while it runs.
//! The product has an error where some execution of the original *works* and a changed version does something else on the same inputs.
//!
//! * An execution **works** where it returns from the entry, or ends by [`Exit`](crate::Primitive::Exit) or
//!   [`Abort`](crate::Primitive::Abort). It does not work where it violates a check or an assumption, or
//!   [stops](crate::Terminator::Stop) without either; the product asks nothing of such executions.
//! * An **event** is a call of a procedure that is a [primitive](crate::Primitive). Events that write, that end the program, and that
//!   call an undefined function are *shown*: they have to be the same, in the same order, with the same arguments. The order of writes to
//!   two streams counts, too.
//! * **Inputs** are the same: the `k`-th value of a source is the same in all versions. A source is a nondeterministic function
//!   ([`Surroundings::sources`](crate::Surroundings)), a declaration that leaves its variable open, in Boogie any variable that a
//!   `havoc` assigns, and the choices of [`Choose`](crate::Terminator::Choose). Everything else (files and standard input, random
//!   numbers, undefined functions with arguments) gives the same answer after the same history: see the table in `product/events.rs`. The number of bytes
//!   taken from standard input has to be the same.
//! * **Ends**: the way of ending and the [results](crate::Procedure::results) of the entry are the same. [`Level::Callers`] adds the
//!   final contents of global variables and memory.
//!
//! # Verdicts
//! Each error of the product is a row of its table of checks. A row is a [difference](Product::differences): a version shows something
//! else; or it is [undecided](Product::undecided): the construction cannot compare the versions there. *No error* means that every
//! changed version shows the same wherever the original works, *if it ends*: termination is not asked ([`always_ends`] decides a simple
//! case). These are undecided, never equal:
//! * a version calls the environment in another order or with other arguments than the original, and uses the result;
//! * it writes in another way to the same place: with another conversion or width, to another stream; or it prints another
//!   floating-point number, which may look the same;
//! * it violates an assumption although the original works: an unchecked access, a bound on inputs;
//! * pointers differ. Objects are equal by their numbers, which agree where both versions make objects in the same order. There is no
//!   renaming yet: memory whose objects were made in another order is not found to be equal;
//! * effects that are not in the commands ([`Surroundings::hides_output`](crate::Surroundings), calls that are replaced by a contract), and
//!   effects that no execution can follow.
//!
//! # One copy with a flag
//! [`flag`] is the cheaper question: the original alone, with the changed statements evaluated beside it.
//!
//! # References
//! - \[1\] G. Barthe, P. D'Argenio, T. Rezk: _Secure Information Flow by Self-Composition_, CSFW 2004.
//! - \[2\] S. Lahiri, C. Hawblitzel, M. Kawaguchi, H. Rebêlo: _SymDiff: A Language-Agnostic Semantic Diff Tool for Imperative
//!   Programs_, CAV 2012.
//! - \[3\] B. Godlin, O. Strichman: _Regression Verification_, DAC 2009. What [`product`] proves is their *partial equivalence*, for the
//!   inputs on which the original works.
//!
//! **Deviation**: \[2\] and \[3\] compare procedure by procedure and cut recursion by uninterpreted functions; here whole programs are
//! compared, and the engines that prove the product have to find what relates its two halves.

mod blocks;
mod builder;
mod compose;
mod ends;
mod events;
pub mod flag;
mod log;
mod record;
mod rewrite;
mod sources;
mod version;

pub use compose::{Level, Product, product};
pub use ends::always_ends;
