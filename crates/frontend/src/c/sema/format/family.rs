//! The functions that print by a format.

use crate::c::types::Type;

/// A function that prints by a format, and which arguments it has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) stream: Option<usize>,
    pub(super) target: Option<usize>,
    pub(super) limit: Option<usize>,
    pub(super) format: usize,
    pub(super) is_wide: bool,
    /// The arguments are a list that is not followed.
    pub(super) is_list: bool,
}

const fn family(
    name: &'static str,
    (stream, target, limit, format): (Option<usize>, Option<usize>, Option<usize>, usize),
    is_wide: bool,
    is_list: bool,
) -> Family {
    Family { name, stream, target, limit, format, is_wide, is_list }
}

/// All of them.
pub(super) const FAMILIES: [Family; 20] = [
    family("printf", (None, None, None, 0), false, false),
    family("fprintf", (Some(0), None, None, 1), false, false),
    family("dprintf", (None, None, None, 1), false, false),
    family("syslog", (None, None, None, 1), false, false),
    family("sprintf", (None, Some(0), None, 1), false, false),
    family("snprintf", (None, Some(0), Some(1), 2), false, false),
    family("_snprintf", (None, Some(0), Some(1), 2), false, false),
    family("__sprintf_chk", (None, Some(0), None, 3), false, false),
    family("__snprintf_chk", (None, Some(0), Some(1), 4), false, false),
    family("vprintf", (None, None, None, 0), false, true),
    family("vfprintf", (Some(0), None, None, 1), false, true),
    family("vsprintf", (None, Some(0), None, 1), false, true),
    family("vsnprintf", (None, Some(0), Some(1), 2), false, true),
    family("wprintf", (None, None, None, 0), true, false),
    family("fwprintf", (Some(0), None, None, 1), true, false),
    family("swprintf", (None, Some(0), Some(1), 2), true, false),
    family("_snwprintf", (None, Some(0), Some(1), 2), true, false),
    family("vwprintf", (None, None, None, 0), true, true),
    family("vfwprintf", (Some(0), None, None, 1), true, true),
    family("vswprintf", (None, Some(0), Some(1), 2), true, true),
];

impl Family {
    pub(super) fn element(&self) -> Type {
        if self.is_wide { Type::INT } else { Type::CHAR }
    }

    pub(super) fn element_name(&self) -> &'static str {
        if self.is_wide { "__WCHAR_TYPE__" } else { "char" }
    }
}
