//! What a compiler is told of the files of a program, and what its preprocessor makes of them.
//!
//! * [`compilation`]: the options of a compile line, as far as they say what the program means;
//! * [`compile_flags`]: those of them that choose a meaning;
//! * [`database`]: the compile lines of a project, from its `compile_commands.json`;
//! * [`programs`]: which files of a project are one program, by its link lines ([`links`]);
//! * [`definitions`]: what a program uses and does not define, from other files;
//! * [`source`]: a file as a front end reads it;
//! * [`scan`]: what a file seems to define, from its text;
//! * [`preprocess`](mod@preprocess): the host's preprocessor;
//! * [`compiler`]: what the compiler says of the program beside that, its warnings;
//! * [`overlay`]: the same where files read otherwise than they do on disk;
//! * [`diff`]: what a diff makes of texts;
//! * [`files`]: reading files that need not end;
//! * [`language`]: what a file is that is not a program;
//! * [`memory`]: how much memory the system leaves to this process;
//! * [`limits`]: the bounds that can change an answer.
//!
//! **Invariant:** nothing of the program is executed; the compiler that is called preprocesses, or warns and writes nothing.

pub mod rejection;

pub mod limits;

pub mod compilation;
pub mod compile_flags;
pub mod database;
pub mod links;
mod paths;
pub mod programs;

pub mod definitions;
pub mod scan;
pub mod source;

pub mod diff;
pub mod file;
pub mod files;
pub mod language;
pub mod memory;
pub mod overlay;
pub mod preprocess;

pub mod compiler;

pub use compilation::{Compilation, Linked, Preprocessor};
pub use database::{Project, Unit};
pub use programs::{Asked, Chosen};
pub use rejection::Rejection;
