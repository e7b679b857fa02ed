//! Executions of a program in environments that are given.

use faultscope_frontend::c::Environment;
pub use faultscope_verify::execution::{Executed, Outcome, execute};

use crate::request::Options;

/// The options with which a program is translated that is to be executed.
pub fn for_execution(options: &Options) -> Options {
    Options { environment: Environment::Given, ..options.as_the_program_says() }
}
