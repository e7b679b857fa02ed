//! What tests of several crates share. Used by tests only.
//!
//! Random C programs ([`generate`]), record types ([`layouts`]) and programs that ask what constructs mean ([`language`]), the system's compiler to run them ([`compiler`],
//! [`assembly`]), and the comparison with what
//! the front end and the interpreter make of them ([`cross_check`]); random programs about memory, some of them with a
//! defect ([`shapes`]), gcc's [`sanitizers`], and the comparison with what the verifiers say ([`shape_check`]); texts that are almost programs ([`mutate`]);
//! programs with marks under their lines ([`fixture`]); pages that are made of tables in the code ([`pages`]); and the verdicts of relevance by enumeration ([`brute`]).

pub mod random;

pub mod assembly;
pub mod brute;
pub mod compiler;
pub mod fixture;
pub mod generate;
pub mod language;
pub mod layouts;
pub mod mutate;
pub mod pages;
pub mod sanitizers;
pub mod shapes;

pub mod cross_check;
pub mod shape_check;
