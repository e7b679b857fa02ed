//! The functions that print by a format.

use crate::c::types::Type;

/// A function that prints by a format, and which arguments it has.
#[derive(Debug, Clone, Copy)]
pub(in crate::c) struct Family {
    pub(in crate::c) name: &'static str,
    pub(in crate::c) stream: Option<usize>,
    pub(in crate::c) target: Option<usize>,
    pub(in crate::c) limit: Option<usize>,
    pub(in crate::c) format: usize,
    pub(in crate::c) is_wide: bool,
    /// The arguments are a list that is not followed.
    pub(in crate::c) is_list: bool,
}

const fn family(
    name: &'static str,
    (stream, target, limit, format): (Option<usize>, Option<usize>, Option<usize>, usize),
    is_wide: bool,
    is_list: bool,
) -> Family {
    Family { name, stream, target, limit, format, is_wide, is_list }
}

/// All of them. What a header calls with `_FORTIFY_SOURCE` has a flag, and the room of the target, among its arguments.
const FAMILIES: [Family; 33] = [
    family("printf", (None, None, None, 0), false, false),
    family("fprintf", (Some(0), None, None, 1), false, false),
    family("dprintf", (None, None, None, 1), false, false),
    family("syslog", (None, None, None, 1), false, false),
    family("sprintf", (None, Some(0), None, 1), false, false),
    family("snprintf", (None, Some(0), Some(1), 2), false, false),
    family("_snprintf", (None, Some(0), Some(1), 2), false, false),
    family("__printf_chk", (None, None, None, 1), false, false),
    family("__fprintf_chk", (Some(0), None, None, 2), false, false),
    family("__dprintf_chk", (None, None, None, 2), false, false),
    family("__sprintf_chk", (None, Some(0), None, 3), false, false),
    family("__snprintf_chk", (None, Some(0), Some(1), 4), false, false),
    family("__vprintf_chk", (None, None, None, 1), false, true),
    family("__vfprintf_chk", (Some(0), None, None, 2), false, true),
    family("__vsprintf_chk", (None, Some(0), None, 3), false, true),
    family("__vsnprintf_chk", (None, Some(0), Some(1), 4), false, true),
    family("vdprintf", (None, None, None, 1), false, true),
    family("vsyslog", (None, None, None, 1), false, true),
    family("asprintf", (None, Some(0), None, 1), false, false),
    family("vasprintf", (None, Some(0), None, 1), false, true),
    family("__asprintf_chk", (None, Some(0), None, 2), false, false),
    family("_IO_printf", (None, None, None, 0), false, false),
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

/// Whether a function that prints by a format does so into memory, if it is one.
pub(super) fn printed_into(name: &str) -> Option<bool> {
    Family::named(name).map(|family| family.target.is_some())
}

impl Family {
    /// The function of a name, if it is one that prints by a format.
    pub(in crate::c) fn named(name: &str) -> Option<&'static Family> {
        FAMILIES.iter().find(|family| family.name == name)
    }

    /// Its name where no header has another one for it.
    pub(in crate::c) fn plain_name(&self) -> &'static str {
        let name = self.name.strip_suffix("_chk").unwrap_or(self.name);
        name.strip_prefix("__").or_else(|| name.strip_prefix("_IO_")).unwrap_or(name)
    }

    /// Whether it allocates what it prints into.
    pub(in crate::c) fn allocates(&self) -> bool {
        matches!(self.plain_name(), "asprintf" | "vasprintf")
    }

    pub(in crate::c) fn element(&self) -> Type {
        if self.is_wide { Type::INT } else { Type::CHAR }
    }

    pub(in crate::c) fn element_name(&self) -> &'static str {
        if self.is_wide { "__WCHAR_TYPE__" } else { "char" }
    }
}
