//! Where execution starts, and what counts as an error.

use std::collections::BTreeSet;

use clap::Args;
use faultscope::Property;
use faultscope::report::Diagnostic;
use faultscope_ir::selection;

use super::super::tags::{SETTING, heading};

/// Where execution starts, and what counts as an error.
#[derive(Debug, Args)]
pub struct Goal {
    /// The function where execution starts [default: main].
    #[arg(long, value_name = "NAME", help_heading = heading::PROGRAM, groups = [SETTING])]
    pub entry: Option<String>,

    /// The properties to check: names, with `-` in front to leave one out (`default,-overflow`); repeatable, or
    /// separated by commas.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "default")]
    #[arg(help_heading = heading::ERRORS, groups = [SETTING])]
    #[arg(allow_hyphen_values = true, long_help = property_help())]
    pub property: Vec<String>,
}

impl Goal {
    /// The properties that are named.
    pub(super) fn properties(&self) -> Result<BTreeSet<Property>, Diagnostic> {
        selection::selection(self.property.iter().map(|it| it.trim())).map_err(|error| {
            let message = format!("invalid value for `--property`: {error}");
            Diagnostic::error(message).with_hint("`faultscope explain --list` lists the names")
        })
    }
}

/// The names of properties, with what they are.
fn property_help() -> String {
    let names: Vec<&str> = selection::names().collect();
    format!(
        "The properties to check: names, repeatable, or separated by commas. A name with `-` in front is left out of those \
         before it, or of the default.\n\nThe names: {}. `default` is crashes and undefined behaviour; `all` is every property; \
         `valid-…` and `no-overflow` are those of SV-COMP. `faultscope explain NAME` explains each.",
        names.join(", ")
    )
}
