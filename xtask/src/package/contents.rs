//! The files of the packages, as they lie below `/usr` or another prefix.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::linkage;
use crate::shell::{cargo, output, run, target_dir, workspace};

/// The packages of the workspace that are commands.
const COMMANDS: [&str; 2] = ["faultscope", "faultscope-mcp"];

/// Where the commands look for libraries before the system does: a folder of their own, so that no other program finds
/// them.
const LIBRARY_PATH: &str = "$ORIGIN/../lib/faultscope";

/// Documents, and folders of documents, with the links between them kept.
const DOCUMENTS: [&str; 8] = [
    "README.md",
    "CHANGELOG.md",
    "ARCHITECTURE.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs",
    "examples",
    "contrib/mcp",
];

/// Where shells look for completions, below `share`.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/faultscope"),
    ("zsh", "zsh/site-functions/_faultscope"),
    ("fish", "fish/vendor_completions.d/faultscope.fish"),
];

/// A folder with `bin`, `lib/faultscope` and `share`.
pub(super) struct Contents {
    root: PathBuf,
}

impl Contents {
    /// Collects the commands in a folder with their libraries, manual pages, completions and documents.
    pub(super) fn collect(commands: &Path, root: &Path) -> Result<Contents> {
        let contents = Contents { root: root.to_owned() };
        for command in entries(commands)? {
            for library in linkage::libraries(&command)? {
                install(&library, &contents.library_folder().join(file_name(&library)?), Mode::Data)?;
                contents.add_licence(&library)?;
            }
            install(&command, &root.join("bin").join(file_name(&command)?), Mode::Program)?;
        }
        for command in contents.commands()? {
            linkage::check_libraries(&command, &contents.library_folder())?;
        }
        contents.describe_command()?;
        for document in DOCUMENTS {
            copy(&workspace().join(document), &contents.documents().join(document))?;
        }
        Ok(contents)
    }

    /// Manual pages and completions, as the command prints them.
    fn describe_command(&self) -> Result<()> {
        let command = self.root.join("bin/faultscope");
        let pages = self.root.join("share/man/man1");
        fs::create_dir_all(&pages)?;
        run(Command::new(&command).arg("man").arg(&pages))?;
        run(Command::new("gzip").args(["-9", "-n"]).args(entries(&pages)?))?;
        for (shell, path) in COMPLETIONS {
            let script = output(Command::new(&command).args(["completions", shell]))?;
            write(&self.root.join("share").join(path), &script)?;
        }
        Ok(())
    }

    pub(super) fn commands(&self) -> Result<Vec<PathBuf>> {
        entries(&self.root.join("bin"))
    }

    pub(super) fn libraries(&self) -> Result<Vec<PathBuf>> {
        Ok(entries(&self.library_folder())?.into_iter().filter(|it| it.is_file()).collect())
    }

    fn library_folder(&self) -> PathBuf {
        self.root.join("lib/faultscope")
    }

    /// Adds the licence of a library next to it, from its Debian package.
    fn add_licence(&self, library: &Path) -> Result<()> {
        let Some(package) = debian_package(library) else {
            println!("add the licence of `{}`: it is not from a Debian package", library.display());
            return Ok(());
        };
        let licence = Path::new("/usr/share/doc").join(&package).join("copyright");
        install(&licence, &self.library_folder().join("licenses").join(package), Mode::Data)
    }

    fn documents(&self) -> PathBuf {
        self.root.join("share/doc/faultscope")
    }

    /// Copies one of the folders `bin`, `lib` and `share`.
    pub(super) fn copy(&self, folder: &str, to: &Path) -> Result<()> {
        copy(&self.root.join(folder), to)
    }
}

/// The Debian package with a file. The package may have it in `/lib` or in `/usr/lib`, which are one folder.
fn debian_package(file: &Path) -> Option<String> {
    let paths =
        [file.to_owned(), file.canonicalize().ok()?, Path::new("/usr").join(file.strip_prefix("/").ok()?)];
    let owner = |path: &PathBuf| output(Command::new("dpkg").arg("--search").arg(path)).ok();
    let line = paths.iter().find_map(owner)?;
    Some(line.split(':').next()?.to_owned())
}

/// Builds the commands into a folder.
pub(super) fn build_commands(to: &Path) -> Result<()> {
    for command in COMMANDS {
        let mut build = cargo();
        build.args(["rustc", "--release", "--package", command, "--bin", command, "--"]);
        build.arg("-C").arg(format!("link-arg=-Wl,--disable-new-dtags,-rpath,{LIBRARY_PATH}"));
        run(build.args(["-C", "strip=symbols"]))?;
        install(&target_dir().join("release").join(command), &to.join(command), Mode::Program)?;
    }
    Ok(())
}

/// Copies commands that were built before into a folder, stripped and with the path of their libraries.
pub(super) fn take_commands(binary: &Path, to: &Path) -> Result<()> {
    if !binary.is_file() {
        bail!("`{}` is not a file", binary.display());
    }
    for command in COMMANDS {
        let from = if command == "faultscope" { binary.to_owned() } else { binary.with_file_name(command) };
        if !from.is_file() {
            println!("not packed: `{}` does not exist", from.display());
            continue;
        }
        let to = to.join(command);
        install(&from, &to, Mode::Program)?;
        run(Command::new("strip").arg(&to))?;
        // Only this kind of path also holds for what the libraries need themselves.
        run(Command::new("patchelf").args(["--force-rpath", "--set-rpath", LIBRARY_PATH]).arg(&to))?;
    }
    Ok(())
}

/// The permissions of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Data = 0o644,
    Program = 0o755,
}

/// Copies a file, and makes the folders above it.
pub(super) fn install(from: &Path, to: &Path, mode: Mode) -> Result<()> {
    make_folders_above(to)?;
    fs::copy(from, to).with_context(|| format!("cannot copy `{}`", from.display()))?;
    Ok(fs::set_permissions(to, fs::Permissions::from_mode(mode as u32))?)
}

/// Writes a file, and makes the folders above it.
pub(super) fn write(to: &Path, text: &str) -> Result<()> {
    make_folders_above(to)?;
    fs::write(to, text).with_context(|| format!("cannot write `{}`", to.display()))?;
    Ok(fs::set_permissions(to, fs::Permissions::from_mode(Mode::Data as u32))?)
}

fn make_folders_above(file: &Path) -> Result<()> {
    Ok(fs::create_dir_all(file.parent().context("a file lies in a folder")?)?)
}

/// Copies a file or a folder. What can be executed is a program.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        return entries(from)?.iter().try_for_each(|it| copy(it, &to.join(file_name(it)?)));
    }
    let is_program = fs::metadata(from)?.permissions().mode() & 0o100 != 0;
    install(from, to, if is_program { Mode::Program } else { Mode::Data })
}

/// What lies in a folder, sorted by name; nothing for a folder that does not exist.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut entries =
        fs::read_dir(folder)?.map(|it| Ok(it?.path())).collect::<std::io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    Ok(entries)
}

/// All files below a folder, sorted by name.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in entries(folder)? {
        if entry.is_dir() {
            files.extend(self::files(&entry)?);
        } else {
            files.push(entry);
        }
    }
    Ok(files)
}

/// The name of a file without its folder.
pub(super) fn file_name(path: &Path) -> Result<String> {
    let name = path.file_name().with_context(|| format!("`{}` has no name", path.display()))?;
    Ok(name.to_string_lossy().into_owned())
}
