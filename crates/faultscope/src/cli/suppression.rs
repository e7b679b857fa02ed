//! What a check does not ask about: what comments in the program and `faultscope.toml` suppress, and errors that are known.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use faultscope::Options;
use faultscope::report::{self, Diagnostic};
use faultscope_frontend::suppression::{KnownErrors, Rule, Suppression};

use super::arguments::Check;
use super::explain::stored;
use super::tags::{OF_REPORT, SETTING, heading};

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

/// What the check is not to ask about; none where it has to ask about everything that is named: by a property file, by
/// `--check`, and by tests.
///
/// # Errors
/// Where a baseline cannot be read.
pub(super) fn asked(arguments: &Check, options: &Options) -> Result<Option<Suppression>, Diagnostic> {
    let Suppressing { baseline, ignore_suppressions, rules } = &arguments.suppressing;
    let names_all = options.specification.is_some() || options.focus.is_some() || options.tests.is_some();
    if names_all || *ignore_suppressions && baseline.is_empty() {
        return Ok(None);
    }
    let mut messages = BTreeMap::new();
    for file in baseline {
        messages.extend(report::baseline::known_errors(&stored(file)?));
    }
    let file = baseline.iter().map(|it| format!("`{}`", it.display())).collect::<Vec<_>>().join(", ");
    Ok(Some(Suppression {
        rules: if *ignore_suppressions { Vec::new() } else { rules.clone() },
        comments: !ignore_suppressions,
        known: (!baseline.is_empty()).then_some(KnownErrors { file, messages }),
    }))
}
