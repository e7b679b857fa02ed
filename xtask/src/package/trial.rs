//! Installs, runs and removes the packages in a clean system.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::contents::file_name;
use crate::shell::run;

/// The server for agents.
const SERVER: &str = "faultscope-mcp";

/// What a client says to it first.
const SESSION: [&str; 2] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"trial","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
];

/// The files that were made.
pub(super) struct Packages {
    pub(super) tarball: PathBuf,
    pub(super) wheel: PathBuf,
    /// Missing where Debian's tools are missing.
    pub(super) debian: Option<PathBuf>,
}

/// Tries the packages. The Debian package comes last, since it installs the solver's library.
pub(super) fn try_in(system: &Path, packages: &Packages) -> Result<()> {
    let system = CleanSystem::find(system)?;
    try_tarball(&system, &packages.tarball)?;
    try_wheel(&system, &packages.wheel)?;
    packages.debian.as_ref().map_or(Ok(()), |it| try_debian(&system, it))
}

fn try_tarball(system: &CleanSystem, tarball: &Path) -> Result<()> {
    let archive = system.bring(tarball)?;
    system.run(&["tar", "-C", "/opt", "-xzf", &archive])?;
    let root = archive.trim_end_matches(".tar.gz");
    system.use_commands(root)?;
    system.run(&["rm", "-r", root])
}

fn try_wheel(system: &CleanSystem, wheel: &Path) -> Result<()> {
    let wheel = system.bring(wheel)?;
    system.run(&["python3", "-m", "venv", "/opt/venv"])?;
    system.run(&["/opt/venv/bin/pip", "install", "--no-index", &wheel])?;
    system.use_commands("/opt/venv")?;
    system.run(&["/opt/venv/bin/pip", "uninstall", "--yes", "faultscope"])?;
    system.check_removed("/opt/venv")?;
    system.run(&["rm", "-r", "/opt/venv"])
}

fn try_debian(system: &CleanSystem, package: &Path) -> Result<()> {
    let package = system.bring(package)?;
    system.run(&["apt-get", "install", "--yes", "--no-install-recommends", &package])?;
    system.use_commands("/usr")?;
    system.run(&["apt-get", "purge", "--yes", "--autoremove", "faultscope"])?;
    system.check_removed("/usr")
}

/// A folder with a system that has a C compiler and Python, but nothing else that Faultscope needs.
struct CleanSystem<'a> {
    root: &'a Path,
}

impl<'a> CleanSystem<'a> {
    fn find(root: &'a Path) -> Result<CleanSystem<'a>> {
        if !root.join("proc/self").exists() {
            bail!("mount `/proc` in `{}`: the loader finds libraries beside a command there", root.display());
        }
        let system = CleanSystem { root };
        if system.command(&["sh", "-c", "ldconfig -p | grep libz3"]).stdout(Stdio::null()).status()?.success()
        {
            bail!("`{}` is not clean: it has the solver's library", root.display());
        }
        Ok(system)
    }

    /// A command inside, which sees nothing of the environment outside.
    fn command(&self, words: &[&str]) -> Command {
        let mut chroot = Command::new("chroot");
        chroot.arg(self.root).args(words).stdin(Stdio::null()).env_clear();
        chroot.envs([
            ("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"),
            ("HOME", "/root"),
            ("LC_ALL", "C.UTF-8"),
            ("DEBIAN_FRONTEND", "noninteractive"),
        ]);
        chroot
    }

    fn run(&self, words: &[&str]) -> Result<()> {
        run(&mut self.command(words))
    }

    /// Copies a file inside, and returns its path there.
    fn bring(&self, file: &Path) -> Result<String> {
        let name = file_name(file)?;
        fs::copy(file, self.root.join("opt").join(&name))
            .with_context(|| format!("cannot write to `{}`", self.root.display()))?;
        Ok(format!("/opt/{name}"))
    }

    /// Runs the commands that were installed below a prefix, and checks the README's example, which has an error.
    fn use_commands(&self, prefix: &str) -> Result<()> {
        let commands = fs::read_dir(self.inside(&format!("{prefix}/bin")))?;
        let mut names = commands.map(|it| Ok(it?.file_name())).collect::<Result<Vec<_>>>()?;
        names.retain(|it| it.to_str().is_some_and(|it| it.starts_with("faultscope")));
        names.sort();
        for name in names.iter().filter_map(|it| OsStr::to_str(it)) {
            self.run(&[&format!("{prefix}/bin/{name}"), "--version"])?;
        }
        if names.iter().any(|it| it == SERVER) {
            self.start_session(&format!("{prefix}/bin/{SERVER}"))?;
        }
        let command = format!("{prefix}/bin/faultscope");
        self.run(&[&command, "doctor"])?;
        let example = format!("{prefix}/share/doc/faultscope/examples/queue.c");
        println!("$ chroot … {command} check {example}");
        match self.command(&[&command, "check", &example]).status()?.code() {
            Some(1) => Ok(()),
            code => bail!("the example has an error, but the command ended with {code:?}"),
        }
    }

    /// Starts a session with the server for agents, which lists its tools.
    fn start_session(&self, server: &str) -> Result<()> {
        println!("$ chroot … {server}");
        let mut server = self.command(&[server]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut input = server.stdin.take().context("the input is a pipe")?;
        SESSION.iter().try_for_each(|message| writeln!(input, "{message}"))?;
        drop(input);
        let output = server.wait_with_output()?;
        let answers = String::from_utf8_lossy(&output.stdout);
        match output.status.success() && answers.contains("\"verify_patch\"") {
            true => Ok(()),
            false => bail!("`{SERVER}` does not list its tools: {answers}"),
        }
    }

    /// Checks that nothing of the commands is left below a prefix.
    fn check_removed(&self, prefix: &str) -> Result<()> {
        for path in ["bin/faultscope", "bin/faultscope-mcp", "lib/faultscope", "share/doc/faultscope"] {
            let path = format!("{prefix}/{path}");
            if self.inside(&path).exists() {
                bail!("`{path}` is still there after the package was removed");
            }
        }
        Ok(())
    }

    fn inside(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }
}
