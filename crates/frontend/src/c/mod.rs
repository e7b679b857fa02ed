//! The C front end: from preprocessed text to [`ir::Program`](faultscope_ir::Program).
//!
//! The stages, each a module: the text is parsed (`parser`); names are resolved, types found and conversions made
//! explicit (`sema`), for all files into one tree (`hir`); functions of the library that are called but not
//! defined are added from C sources (`library`); a points-to analysis decides which variables live in memory and
//! which memory is apart (`points_to`); and the tree is lowered to guarded commands (`lower`). `unit` runs them in order.
//! Positions lead back to the files that the user wrote (`source`).
//!
//! How memory is modelled: `docs/decisions/0003-memory-model.md`.
//!
//! **Invariant:** text that is not understood is a diagnostic; what is understood and cannot be translated becomes
//! [`Terminator::Unsupported`](faultscope_ir::Terminator::Unsupported) where it stands, and matters only where it is reached.

mod config;
mod stack;

mod tokens;

pub mod macros;
mod provenance;
mod source;

mod parser;
mod syntax;

mod ids;
mod layout;
mod pointer;
mod qualifiers;
mod types;

mod agreement;
mod arith;
mod constant;
mod format;
mod hir;
mod sema;
mod sequence;

mod harness;
mod library;
mod specialize;
mod start;
mod statements;

mod definedness;

mod points_to;

mod lower;

mod retyping;
mod sites;
mod unit;

pub mod accessed;
pub mod bytes;
mod lost;
pub mod pointers;
mod replay;

pub mod precedence;
pub mod print;

pub mod definitions;
pub mod directives;
pub mod outline;
pub mod predefined;
pub mod shape;

use faultscope_ir::Diagnostic;

use crate::sites::Unit;
use crate::{Input, Translation};
pub use config::{
    Addresses, Annotations, CConfig, DEFAULT_MAX_ARRAY, DataModel, Dialect, Environment, ErrorNames, Texts,
    World,
};
pub use library::{
    Certainty, Knowledge, LibraryFunction, certainty, headers, is_internal, is_model, known_in,
    library_function, prints_by_format, takes_from_list,
};
use stack::on_large_stack;
pub use start::{NAME as START, makes_environment};

/// Translates a program of one or more files.
pub fn translate(input: &Input, config: &CConfig) -> Translation {
    on_large_stack(|| unit::translate(input, config))
}

/// The edit sites of a program; none where it is none. Its origins are those of [`translate`].
pub fn unit(input: &Input, config: &CConfig) -> Option<Box<dyn Unit>> {
    let unit = on_large_stack(|| sites::unit(input, config))?;
    Some(Box::new(unit))
}

/// What is wrong with the syntax of a program; names and types are not looked at.
pub fn check_syntax(input: &Input) -> Vec<Diagnostic> {
    on_large_stack(|| unit::check_syntax(input))
}

/// A preprocessed program without those declarations of the system's headers that nothing in it mentions: the same program, of
/// which less is to be read. What may be mentioned instead of something else is no longer there.
pub fn without_unmentioned(input: &Input) -> Input {
    on_large_stack(|| unit::without_unmentioned(input))
}

/// The functions that a program defines and that have a contract, in its order.
pub fn functions_with_contracts(input: &Input, config: &CConfig) -> Vec<String> {
    on_large_stack(|| unit::functions_with_contracts(input, config))
}
