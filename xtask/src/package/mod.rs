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
mod tarball;
mod trial;
mod wheel;
mod zip;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::setup;
use crate::shell::{succeeds, target_dir, workspace};
use contents::Contents;

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

/// The files that were made.
struct Packages {
    tarball: PathBuf,
    wheel: PathBuf,
    /// Missing where Debian's tools are missing.
    debian: Option<PathBuf>,
}

/// Builds and packs.
///
/// # Errors
/// Where something cannot be built, written or found, and where a package does not work.
pub(crate) fn package(arguments: &Arguments) -> Result<()> {
    let folder = target_dir().join("package");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty `{}`", folder.display()))?;
    }
    fs::create_dir_all(&folder)?;
    let commands = folder.join("commands");
    match &arguments.binary {
        Some(binary) => contents::take_commands(binary, &commands)?,
        None => {
            setup::setup()?;
            contents::build_commands(&commands)?;
        }
    }
    let contents = Contents::collect(&commands, &folder.join("contents"))?;
    let version = version()?;
    let debian = if succeeds("dpkg-deb", &["--version"]) {
        Some(debian::pack(&contents, &folder, &version)?)
    } else {
        println!("no Debian package: `dpkg-deb` is missing");
        None
    };
    let packages = Packages {
        tarball: tarball::pack(&contents, &folder, &version)?,
        wheel: wheel::pack(&contents, &folder, &version)?,
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

fn version() -> Result<String> {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml"))?;
    let line = manifest.lines().find_map(|it| it.strip_prefix("version = "));
    Ok(line.context("the manifest has no version")?.trim_matches('"').to_owned())
}

/// The time of all files in the packages, in seconds since 1970.
fn time() -> String {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return time;
    }
    let mut git = Command::new("git");
    let time = output(git.current_dir(workspace()).args(["log", "-1", "--format=%ct"]));
    time.map_or_else(|_| "0".to_owned(), |it| it.trim().to_owned())
}

/// The name of a file without its folder.
fn file_name(path: &Path) -> Result<String> {
    let name = path.file_name().with_context(|| format!("`{}` has no name", path.display()))?;
    Ok(name.to_string_lossy().into_owned())
}

/// What a command prints.
fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start `{program}`"))?;
    if !output.status.success() {
        bail!("`{program}` ended with {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}
