//! What an option says of itself beside its help: tags, and the section of `docs/options.md` in which it stands.
//!
//! Tags are groups of options that exclude nothing.

use clap::{ArgGroup, Id};

/// The tag of options that are about a program, and not about one run: they can stand in `faultscope.toml`.
pub const SETTING: &str = "setting";

/// The tag of options that say nothing about the program, but only what else is reported of it.
pub const OF_REPORT: &str = "of-report";

/// The sections of `docs/options.md`.
pub mod heading {
    pub const PROGRAM: &str = "The program";
    pub const ERRORS: &str = "What counts as an error";
    pub const TESTS: &str = "Tests";
    pub const WORLD: &str = "The environment";
    pub const SEARCH: &str = "The search";
    pub const STATEMENTS: &str = "Places and patches";
    pub const LIMITS: &str = "Limits";
    pub const REPORT: &str = "The report";
    pub const RUN: &str = "Execution";
}

/// The tags, as groups of a command.
pub fn all() -> [ArgGroup; 2] {
    [SETTING, OF_REPORT].map(|it| ArgGroup::new(it).multiple(true))
}

/// The options of a subcommand that have a tag.
pub fn tagged(command: &clap::Command, subcommand: &str, tag: &str) -> Vec<Id> {
    let mut command = command.clone();
    command.build();
    let groups = command.find_subcommand(subcommand).into_iter().flat_map(clap::Command::get_groups);
    groups.filter(|it| it.get_id() == tag).flat_map(ArgGroup::get_args).cloned().collect()
}
