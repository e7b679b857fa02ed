//! Between translation and search: which checks are asked about.
//!
//! The search looks for the errors of these checks alone, and what it says is about them alone. What comes after it, whether a
//! change repairs the program above all, is about the whole program: a change that avoids one error by way of another
//! repairs nothing.

use std::collections::BTreeSet;

use faultscope_ir::focus::{NoSuchCheck, focused};
use faultscope_ir::{CheckId, Diagnostic, Program};

use crate::input::Rejection;
use crate::request::Options;

/// What the search gets where some checks only are asked about.
#[derive(Debug, Clone)]
pub struct Focused {
    /// The program, in which other checks have no errors.
    pub program: Program,
    /// The checks. Never empty.
    pub asked: BTreeSet<CheckId>,
}

/// The program for the search; none where it is asked about all checks, and gets the program as it is.
///
/// # Errors
/// Where there is no such check.
pub fn focus(program: &Program, options: &Options) -> Result<Option<Focused>, Rejection> {
    let Some(focus) = &options.focus else { return Ok(None) };
    let asked = focus.checks(program).map_err(|error| no_such_check(&error, options))?;
    Ok(Some(Focused { program: focused(program.clone(), &asked), asked }))
}

fn no_such_check(error: &NoSuchCheck, options: &Options) -> Rejection {
    let nearest: Vec<String> = error.nearest.iter().map(|it| format!("`{it}`")).collect();
    let is_selected = error.focus.properties().iter().any(|it| options.properties.contains(it));
    let hint = match (is_selected, nearest.is_empty()) {
        (false, _) => "this property is not among those that are checked; `--property` selects it".to_owned(),
        (true, true) => "no check is in code that can be called".to_owned(),
        (true, false) => format!("near this place: {}", nearest.join(", ")),
    };
    Diagnostic::error(error.to_string()).with_hint(hint).into()
}
