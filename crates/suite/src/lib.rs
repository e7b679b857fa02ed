//! Tests: what a program is run with, what is expected of it, and whether what it wrote is that.
//!
//! [`read`](fn@read) gives the [`Suite`] of a folder or file in any of the forms that people keep tests in; which form it
//! is shows in what is there, and no flag says it. [`crash_inputs`] does the same for what fuzzers leave. [`Matcher`]
//! compares an output with the expected one as a whole, or while it is written, so that an execution can be stopped at
//! the first wrong byte. `docs/tests.md` describes the forms and the comparisons for users.
//!
//! The modules in reading order: places in files ([`place`]), values ([`value`]), words as a shell splits them
//! ([`words`]), what can be wrong with a suite ([`problem`]), what one is ([`model`]), command lines with a file in them
//! ([`template`]), how names are ordered and shown ([`names`]); where files come from ([`tree`], [`disk`], [`archive`]); the forms: files that belong together by their
//! names ([`roles`], [`pairs`]), Test-Comp's XML ([`testcomp`]), tables ([`table`]), what fuzzers leave ([`crashes`]);
//! all of them together ([`read`](mod@read)); and the comparison ([`compare`](mod@compare)).
//!
//! **Invariant:** nothing here executes anything, and only [`disk`] touches the file system.

pub mod place;
pub mod value;

pub mod words;

pub mod problem;

pub mod model;

pub mod template;

mod names;

mod tree;

mod archive;
mod disk;

mod roles;

mod pairs;
mod table;
mod testcomp;

mod collect;

pub mod crashes;
pub mod read;

pub mod compare;

pub use compare::{Comparison, Difference, Matcher, compare};
pub use crashes::crash_inputs;
pub use model::{Expected, File, GivenFile, Metadata, Suite, Test};
pub use place::At;
pub use problem::{Error, Warning};
pub use read::{Reading, beside, read};
pub use table::TableInput;
pub use template::Template;
pub use value::{Number, Value};
