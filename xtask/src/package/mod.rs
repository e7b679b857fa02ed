//! `cargo xtask package`: a Debian package, a tarball and a Python wheel of the commands, in `target/package`.
//!
//! All three have the same files in `bin`, `lib` and `share`. The tarball and the wheel bring the libraries along that a
//! system may lack, the solver's above all, in `lib/faultscope`, where the commands look for libraries first. The Debian
//! package names the packages of these libraries as what it depends on.
//!
//! The same commands and documents give the same bytes: names are sorted, permissions and owners are fixed, and the time
//! of all files is that of the last commit or `SOURCE_DATE_EPOCH`.

mod contents;
mod debian;
mod linkage;
mod release;
mod tarball;
mod trial;
mod wheel;
mod zip;

use std::path::PathBuf;

use anyhow::Result;

use crate::setup;
use crate::shell::succeeds;
use contents::Contents;
use release::Release;
use trial::Packages;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Package this program instead of building one, and the `faultscope-mcp` next to it if there is one; needs
    /// `patchelf`.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Install, run and remove the packages in this folder, which holds a clean Debian system (made by `debootstrap
    /// --variant=minbase --include=gcc,libc6-dev,python3-venv`) with `/proc` mounted; needs root.
    #[arg(long, value_name = "DIR")]
    try_in: Option<PathBuf>,
}

/// Builds and packs.
///
/// # Errors
/// Where something cannot be built, written or found, and where a package does not work.
pub(crate) fn package(arguments: &Arguments) -> Result<()> {
    let release = Release::begin()?;
    let commands = release.folder.join("commands");
    match &arguments.binary {
        Some(binary) => contents::take_commands(binary, &commands)?,
        None => {
            setup::setup()?;
            contents::build_commands(&commands)?;
        }
    }
    let contents = Contents::collect(&commands, &release.folder.join("contents"))?;
    let debian = if succeeds("dpkg-deb", &["--version"]) {
        Some(debian::pack(&contents, &release)?)
    } else {
        println!("no Debian package: `dpkg-deb` is missing");
        None
    };
    let packages = Packages {
        tarball: tarball::pack(&contents, &release)?,
        wheel: wheel::pack(&contents, &release)?,
        debian,
    };
    let written = [Some(&packages.tarball), Some(&packages.wheel), packages.debian.as_ref()];
    for file in written.into_iter().flatten() {
        println!("written: {}", file.display());
    }
    match &arguments.try_in {
        Some(system) => trial::try_in(system, &packages),
        None => Ok(()),
    }
}
