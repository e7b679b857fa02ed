//! The functions that print by a format, and which arguments they have.

use super::row::{PrintFunction, Printing};
use super::table::entry;
use crate::c::types::Type;

/// A function that prints by a format, and which arguments it has.
#[derive(Debug, Clone, Copy)]
pub(in crate::c) struct Family {
    pub(in crate::c) name: &'static str,
    pub(in crate::c) printer: PrintFunction,
    pub(in crate::c) stream: Option<usize>,
    pub(in crate::c) target: Option<usize>,
    pub(in crate::c) limit: Option<usize>,
    pub(in crate::c) format: usize,
    pub(in crate::c) is_wide: bool,
    /// The arguments are a list that is not followed.
    pub(in crate::c) is_list: bool,
}

impl Family {
    /// The function of a name, if it is one that prints by a format.
    pub(in crate::c) fn named(name: &str) -> Option<Family> {
        let entry = entry(name)?;
        let Printing { printer, format, is_wide, is_list } = entry.row.prints?;
        let (stream, target, limit) = printer.arguments();
        Some(Family { name: entry.plain, printer, stream, target, limit, format, is_wide, is_list })
    }

    /// Whether it allocates what it prints into.
    pub(in crate::c) fn allocates(&self) -> bool {
        self.printer == PrintFunction::Asprintf
    }

    pub(in crate::c) fn element(&self) -> Type {
        if self.is_wide { Type::INT } else { Type::CHAR }
    }

    pub(in crate::c) fn element_name(&self) -> &'static str {
        if self.is_wide { "__WCHAR_TYPE__" } else { "char" }
    }
}

impl PrintFunction {
    /// Which arguments are the stream, the target in memory, and the limit of how much goes there. What a header calls with
    /// `_FORTIFY_SOURCE` has a flag, and the room of the target, behind these.
    fn arguments(self) -> (Option<usize>, Option<usize>, Option<usize>) {
        match self {
            PrintFunction::Printf | PrintFunction::Dprintf | PrintFunction::Syslog => (None, None, None),
            PrintFunction::Fprintf => (Some(0), None, None),
            PrintFunction::Sprintf | PrintFunction::Asprintf => (None, Some(0), None),
            PrintFunction::Snprintf | PrintFunction::WindowsSnprintf => (None, Some(0), Some(1)),
        }
    }

    /// Whether the result of a format that is read when it is executed is followed where the environment is given.
    pub(in crate::c) fn is_followed(self) -> bool {
        match self {
            PrintFunction::Printf
            | PrintFunction::Fprintf
            | PrintFunction::Sprintf
            | PrintFunction::Snprintf
            | PrintFunction::Asprintf => true,
            PrintFunction::Dprintf | PrintFunction::Syslog | PrintFunction::WindowsSnprintf => false,
        }
    }
}
