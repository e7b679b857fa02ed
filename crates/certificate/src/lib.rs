//! Proofs as data, and their checker.
//!
//! A [`Certificate`] says why a program is safe, or why every error is like one of those that were shown: the paths of
//! the program as an automaton, what was subtracted from it step by step and with which reason, and what that is
//! claimed to prove. [`check`](fn@check) believes none of it. Whoever believes its answer needs to believe this crate,
//! the programs and terms of [`ir`](faultscope_ir), and Z3, and nothing of how the certificate was found: neither
//! interpolation, nor which Hoare triples the construction remembered, nor its difference and minimization, nor the
//! solver that it asked (it asks the bit-blasting one, this crate asks Z3).
//!
//! Therefore much of this crate stands somewhere else too, and on purpose: automata and walks over them ([`words`]),
//! what code does to formulas ([`logic`]), how calls are inlined ([`paths`]). A mistake in one of both shows as a
//! certificate that does not pass; in shared code it would pass.
//!
//! The modules in reading order: what is certified ([`certificate`]), what can be wrong with it ([`refutation`]), which
//! words automata accept ([`words`]), what is asked of Z3 ([`logic`]), the paths of a program ([`paths`]), whether an
//! automaton has them as its words ([`control_flow`]), what the steps prove together ([`conclusion`]), and all of it in
//! order ([`check`](mod@check)).
//!
//! **Invariant:** nothing here is used to find a proof; who finds one uses [`certificate`] to write it down.

pub mod certificate;
pub mod limits;
pub mod refutation;

mod words;

mod logic;

mod control_flow;
mod paths;

pub mod conclusion;

pub mod check;

pub use certificate::Certificate;
pub use check::{Checked, check};
pub use conclusion::Conclusion;
pub use refutation::{Failure, Obligation, Refutation};

#[cfg(test)]
mod tests;
