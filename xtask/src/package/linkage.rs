//! The shared libraries of a command, and the C library that it needs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell::output;

/// Libraries of the C library's own package: every system has them, and they have to fit its loader.
const OF_THE_SYSTEM: [&str; 7] =
    ["linux-vdso", "ld-linux", "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so"];

/// The libraries of a command that a system may lack, as the loader finds them.
pub(super) fn libraries(command: &Path) -> Result<Vec<PathBuf>> {
    let text = output(Command::new("ldd").arg(command))?;
    text.lines().map(str::trim).filter_map(|line| library(line).transpose()).collect()
}

/// The library in a line of `ldd`, if a system may lack it.
fn library(line: &str) -> Result<Option<PathBuf>> {
    let name = line.split(' ').next().and_then(|it| it.rsplit('/').next()).unwrap_or(line);
    if OF_THE_SYSTEM.iter().any(|it| name.starts_with(it)) {
        return Ok(None);
    }
    let (_, path) =
        line.split_once(" => ").with_context(|| format!("cannot read the line `{line}` of `ldd`"))?;
    let path = path.split(" (").next().unwrap_or(path);
    if path == "not found" {
        bail!("the library `{name}` is not found");
    }
    Ok(Some(PathBuf::from(path)))
}

/// Checks that a command takes its libraries from a folder, and none from elsewhere.
pub(super) fn check_libraries(command: &Path, folder: &Path) -> Result<()> {
    let folder = folder.canonicalize()?;
    for library in libraries(command)? {
        if !library.canonicalize()?.starts_with(&folder) {
            bail!("`{}` takes `{}` from the system", command.display(), library.display());
        }
    }
    Ok(())
}

/// A version of the GNU C library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Glibc {
    major: u32,
    minor: u32,
}

/// The first version whose loader knows the compact relocations that `GLIBC_ABI_DT_RELR` stands for.
const WITH_COMPACT_RELOCATIONS: Glibc = Glibc { major: 2, minor: 36 };

impl Glibc {
    /// The oldest version that has all symbols that some files need.
    pub(super) fn needed_by(files: &[PathBuf]) -> Result<Glibc> {
        let text = output(Command::new("readelf").args(["--version-info", "--wide"]).args(files))?;
        Glibc::newest_in(&text).context("no file needs a version of the C library")
    }

    /// The newest version among the names of versions in a text.
    fn newest_in(text: &str) -> Option<Glibc> {
        text.split("GLIBC_").skip(1).filter_map(Glibc::read).max()
    }

    /// Reads the start of a text, `2.34` or `2.2.5`.
    fn read(text: &str) -> Option<Glibc> {
        if text.starts_with("ABI_DT_RELR") {
            return Some(WITH_COMPACT_RELOCATIONS);
        }
        let end = text.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(text.len());
        let mut numbers = text[..end].split('.').map(|it| it.parse().ok());
        Some(Glibc { major: numbers.next()??, minor: numbers.next()?? })
    }
}

/// As in the platform tags of wheels.
impl fmt::Display for Glibc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.major, self.minor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_newest(text: &str, expect: Option<&str>) {
        assert_eq!(Glibc::newest_in(text).map(|it| it.to_string()).as_deref(), expect);
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        check_newest(
            "Name: GLIBC_2.9  Flags: none\nName: GLIBC_2.34  Flags: none\nGLIBC_2.2.5",
            Some("2_34"),
        );
    }

    #[test]
    fn compact_relocations_need_the_version_that_introduced_them() {
        check_newest("Name: GLIBC_2.34\nName: GLIBC_ABI_DT_RELR", Some("2_36"));
    }

    #[test]
    fn versions_of_other_libraries_do_not_count() {
        check_newest("Name: GLIBCXX_3.4.30\nName: GCC_3.0\nName: GLIBC_PRIVATE", None);
    }

    #[track_caller]
    fn check_library(line: &str, expect: Option<&str>) {
        assert_eq!(library(line).ok().flatten().as_deref(), expect.map(Path::new));
    }

    #[test]
    fn libraries_that_a_system_may_lack_are_found() {
        check_library(
            "libz3.so.4 => /lib/x86_64-linux-gnu/libz3.so.4 (0x00007f)",
            Some("/lib/x86_64-linux-gnu/libz3.so.4"),
        );
    }

    #[test]
    fn the_c_library_is_the_systems() {
        check_library("libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)", None);
        check_library("/lib64/ld-linux-x86-64.so.2 (0x00007f)", None);
        check_library("linux-vdso.so.1 (0x00007f)", None);
    }

    #[test]
    fn a_missing_library_is_an_error() {
        assert!(library("libz3.so.4 => not found").is_err());
    }
}
