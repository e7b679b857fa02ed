//! What a check does not ask about.

use std::path::PathBuf;

use clap::Args;
use faultscope_frontend::suppression::Rule;

use super::super::tags::{OF_REPORT, SETTING, heading};

/// What is not asked about.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::ERRORS)]
pub struct Suppressing {
    /// Look for new errors only: those of a stored report (`check --format json`) are known, and listed as such; repeatable.
    #[arg(long, value_name = "REPORT", groups = [OF_REPORT])]
    #[arg(conflicts_with_all = ["property_file", "check", "tests", "stdin", "args", "expect", "expect_status", "crash_input"])]
    pub baseline: Vec<PathBuf>,

    /// Ask about everything, also where a comment (`// faultscope: ignore PROPERTY: why`) or `faultscope.toml` says not to.
    #[arg(long, groups = [SETTING, OF_REPORT])]
    pub ignore_suppressions: bool,

    /// The rows of `faultscope.toml`.
    #[arg(skip)]
    pub rules: Vec<Rule>,
}
