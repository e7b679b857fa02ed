//! What a check does not ask about: what comments in the program and `faultscope.toml` suppress, and errors that are known.

use std::collections::BTreeMap;

use faultscope::Options;
use faultscope::report::{self, Diagnostic};
use faultscope_frontend::suppression::{KnownErrors, Suppression};

use super::arguments::{Check, Suppressing};
use super::explain::stored;

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
