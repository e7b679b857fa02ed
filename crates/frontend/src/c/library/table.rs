//! The table of functions: one row for each function, or for several of which the same holds.
//!
//! What the front end knows of a function of the library by its name stands in the row of the function: the [model](super::Model),
//! or that there is a definition in C, the type of the result, and what only some functions have. The header that declares the
//! function is that of the group of the row. Nothing else decides by the name of a function.
//!
//! `docs/contributing.md` says what to write for one more library function.

mod math;
mod others;
mod parts;
mod posix;
mod standard;
mod stdio;
mod stdlib;
mod text;
mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

use super::row::{FloatTypes, Returned, Row};
use crate::c::types::FloatKind;

/// Rows, and what declares their functions.
#[derive(Debug, Clone, Copy)]
struct Group {
    declared: DeclaredIn,
    rows: &'static [Row],
}

/// What declares functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclaredIn {
    /// A header of C17, which may have more of POSIX and glibc in it.
    Standard(&'static str),
    /// A header of POSIX.
    Posix(&'static str),
    /// None of these headers: compilers know the functions, or other libraries have them, or they are words of verifiers, or parts
    /// of definitions in C.
    Elsewhere,
}

const fn standard(header: &'static str, rows: &'static [Row]) -> Group {
    Group { declared: DeclaredIn::Standard(header), rows }
}

const fn posix(header: &'static str, rows: &'static [Row]) -> Group {
    Group { declared: DeclaredIn::Posix(header), rows }
}

const fn elsewhere(rows: &'static [Row]) -> Group {
    Group { declared: DeclaredIn::Elsewhere, rows }
}

/// The whole table. Headers have the order that `docs/c-support.md` shows.
const GROUPS: &[Group] = &[
    standard("assert.h", standard::ASSERT),
    standard("complex.h", math::COMPLEX),
    standard("ctype.h", text::CTYPE),
    standard("errno.h", standard::ERRNO),
    standard("fenv.h", math::FENV),
    standard("inttypes.h", math::INTTYPES),
    standard("locale.h", standard::LOCALE),
    standard("math.h", math::MATH),
    standard("setjmp.h", standard::SETJMP),
    standard("signal.h", standard::SIGNAL),
    standard("stdio.h", stdio::STDIO),
    standard("stdlib.h", stdlib::STDLIB),
    standard("string.h", text::STRING),
    standard("strings.h", text::STRINGS),
    standard("time.h", standard::TIME),
    standard("wchar.h", text::WCHAR),
    standard("wctype.h", text::WCTYPE),
    posix("unistd.h", posix::UNISTD),
    posix("search.h", posix::SEARCH),
    posix("getopt.h", posix::GETOPT),
    posix("fcntl.h", posix::FCNTL),
    posix("sys/stat.h", posix::SYS_STAT),
    posix("sys/time.h", posix::SYS_TIME),
    posix("sys/times.h", posix::SYS_TIMES),
    posix("sys/resource.h", posix::SYS_RESOURCE),
    posix("sys/wait.h", posix::SYS_WAIT),
    posix("sys/mman.h", posix::SYS_MMAN),
    posix("sys/select.h", posix::SYS_SELECT),
    posix("poll.h", posix::POLL),
    posix("sys/ioctl.h", posix::SYS_IOCTL),
    posix("sys/utsname.h", posix::SYS_UTSNAME),
    posix("dirent.h", posix::DIRENT),
    posix("libgen.h", posix::LIBGEN),
    posix("sys/socket.h", posix::SYS_SOCKET),
    posix("arpa/inet.h", posix::ARPA_INET),
    posix("pthread.h", posix::PTHREAD),
    posix("syslog.h", posix::SYSLOG),
    posix("wordexp.h", posix::WORDEXP),
    posix("fnmatch.h", posix::FNMATCH),
    posix("ftw.h", posix::FTW),
    posix("glob.h", posix::GLOB),
    posix("iconv.h", posix::ICONV),
    posix("langinfo.h", posix::LANGINFO),
    posix("monetary.h", posix::MONETARY),
    posix("nl_types.h", posix::NL_TYPES),
    posix("regex.h", posix::REGEX),
    posix("uchar.h", posix::UCHAR),
    elsewhere(others::COMPILERS),
    elsewhere(others::LIBRARIES),
    elsewhere(words::WORDS),
    elsewhere(parts::PARTS),
];

/// A function of the table.
#[derive(Debug, Clone, Copy)]
pub(in crate::c) struct Entry {
    pub(in crate::c) row: &'static Row,
    /// The name in the row.
    pub(super) plain: &'static str,
    /// The floating-point type, of a variant for one.
    pub(in crate::c) kind: Option<FloatKind>,
    pub(super) declared: DeclaredIn,
}

impl Entry {
    /// The type of the result.
    pub(in crate::c) fn result(&self) -> Returned {
        let own = if self.kind.is_some() { Returned::Own } else { Returned::Int };
        self.row.result.unwrap_or(own)
    }

    /// Whether the definition in C says what this variant does.
    pub(super) fn is_defined_for_type(&self) -> bool {
        self.row.types != FloatTypes::EachButLongDouble || self.kind != Some(FloatKind::LongDouble)
    }
}

/// The functions by name.
static ENTRIES: LazyLock<HashMap<String, Entry>> =
    LazyLock::new(|| GROUPS.iter().flat_map(Group::entries).collect());

impl Group {
    /// The functions, with the variants for each floating-point type.
    fn entries(&self) -> impl Iterator<Item = (String, Entry)> {
        let declared = self.declared;
        let names = |row: &'static Row| row.names.split_whitespace().map(move |plain| (row, plain));
        self.rows.iter().flat_map(names).flat_map(move |(row, plain)| {
            let kinds: &[(&str, Option<FloatKind>)] = match row.types {
                FloatTypes::One => &[("", None)],
                FloatTypes::Each | FloatTypes::EachButLongDouble => &[
                    ("", Some(FloatKind::Double)),
                    ("f", Some(FloatKind::Float)),
                    ("l", Some(FloatKind::LongDouble)),
                ],
            };
            kinds.iter().map(move |(suffix, kind)| {
                (format!("{plain}{suffix}"), Entry { row, plain, kind: *kind, declared })
            })
        })
    }
}

/// The function of a name.
pub(in crate::c) fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.get(name)
}

/// The function of a name, which may begin with `__builtin_`.
pub(in crate::c) fn entry_or_builtin(name: &str) -> Option<&'static Entry> {
    entry(name).or_else(|| entry(name.strip_prefix("__builtin_")?))
}

/// The headers with the names of the functions that each declares, in the order of the alphabet.
pub fn headers() -> Vec<(&'static str, Vec<String>)> {
    let header = |group: &Group| {
        let (DeclaredIn::Standard(name) | DeclaredIn::Posix(name)) = group.declared else { return None };
        let mut functions: Vec<String> = group.entries().map(|(name, _)| name).collect();
        functions.sort_unstable();
        Some((name, functions))
    };
    GROUPS.iter().filter_map(header).collect()
}

#[cfg(test)]
mod tests;
