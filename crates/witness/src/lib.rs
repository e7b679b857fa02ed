//! Witnesses: what a verifier tells others about an error, or about why there is none.
//!
//! [`read`](fn@read) gives the [`Witness`]es of a text in either of the forms that there are: YAML of the formats 2.0 to
//! 2.2 ([`yaml`]), and GraphML of the format 1.0 ([`graphml`]). Both become one model: a *violation sequence* (what an
//! execution passes on its way to the error) or an *invariant set* (what holds at places of a program that is correct).
//! [`write`](fn@write) gives YAML of the format 2.0.
//!
//! Readers are lenient: what is not known is left out with a warning, for there are many writers, and they differ.
//!
//! **Invariant:** text in, data out. Nothing here knows a program, reads a file or a clock.
//!
//! # References
//! - \[1\] P. Ayaziová, D. Beyer, M. Lingsch-Rosenfeld, M. Spiessl, J. Strejček: _Software Verification Witnesses 2.0_,
//!   SPIN 2024.
//! - \[2\] D. Beyer, M. Dangl, D. Dietsch, M. Heizmann, T. Lemberger, M. Tautschnig: _Verification Witnesses_, TOSEM 2022.

pub mod model;

pub mod problem;

pub mod equation;

pub mod identity;

pub mod graphml;
pub mod yaml;

mod read;

pub use equation::{Comparison, Constant, Equation, Relation, comparisons, equations};
pub use identity::{hash, identifier};
pub use model::{
    Action, Choice, Constraint, Content, Invariant, Kind, Location, Matching, Metadata, Reading, Segment,
    Waypoint, Witness,
};
pub use problem::{Error, Warning};
pub use read::read;
pub use yaml::write;
