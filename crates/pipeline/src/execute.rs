//! Executions of a program in environments that are given.

use faultscope_frontend::c::{Environment, World};
pub use faultscope_verify::execution::{Executed, Outcome, execute};

use crate::request::Options;

/// The options with which a program is translated that is to be executed.
pub fn for_execution(options: &Options) -> Options {
    let options = options.as_the_program_says();
    options.in_world(World { environment: Environment::Given, ..options.world.clone() })
}
