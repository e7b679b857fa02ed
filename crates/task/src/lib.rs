//! Verification tasks as people exchange them: what a program is to be checked for, which files it has, and what the answer
//! is called.
//!
//! [`PropertyFile`] reads the property files (`.prp`) of SV-COMP, [`Definition`] the task definitions (`.yml`) of BenchExec;
//! [`Answer`] is the text that BenchExec's tool-info modules read. `docs/sv-comp.md` describes them for users.
//!
//! The modules in reading order: what can be wrong with a text ([`problem`]), property files ([`property`]), names with
//! wildcards ([`glob`]), task definitions ([`definition`]), answers ([`answer`]).
//!
//! **Invariant:** text in, data out: nothing here reads a file, and nothing knows what the project can check.

pub mod problem;

pub mod property;

pub mod glob;

pub mod definition;

pub mod answer;

pub use answer::{Answer, Expected};
pub use definition::Definition;
pub use problem::Problem;
pub use property::{Property, PropertyFile};
