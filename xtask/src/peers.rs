//! Programs of others with which tests compare: what reads our formats, and was not written here.
//!
//! They are put among what is built, from the registries of Python and of npm. Where that fails, for there is no network or no
//! `python3` or `npm`, the tests that need them say that they are skipped.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::shell::{run, succeeds, target_dir};

/// What is installed from Python's registry: BenchExec runs the tool-info module and reads YAML, and clients speak to
/// `faultscope-mcp` and, with the types of the protocol, to `faultscope lsp`.
const OF_PYTHON: [&str; 3] = ["benchexec>=3.30,<4", "mcp>=2,<3", "pygls>=2.1,<3"];

/// What is installed from npm's registry: the validators of SARIF logs and of HTML.
const OF_NPM: [&str; 2] = ["@microsoft/sarif-multitool@5", "html-validate@10"];

/// Installs a program somewhere in a folder.
type Install = fn(&Path) -> Result<()>;

/// What is there.
pub struct Peers {
    /// The variables by which tests find it.
    pub variables: Vec<(&'static str, PathBuf)>,
    /// What is not there, and so is not asked.
    pub missing: Vec<&'static str>,
}

/// Programs that tests look for by themselves, in the packages of the system.
const OF_THE_SYSTEM: [&str; 2] = ["chromium", "mandoc"];

/// Installs what is not there, unless a variable names another one.
pub fn peers() -> Peers {
    let folder = target_dir().join("peers");
    let python = folder.join("python/bin/python");
    let modules = folder.join("node/node_modules");
    let multitool = modules.join("@microsoft/sarif-multitool-linux/Sarif.Multitool");
    let html = modules.join(".bin/html-validate");
    let all: [(&str, PathBuf, &str, Install); 3] = [
        ("FAULTSCOPE_PYTHON", python, "python", of_python),
        ("SARIF_MULTITOOL", multitool, "npm", of_npm),
        ("HTML_VALIDATE", html, "npm", of_npm),
    ];
    let mut peers = Peers { variables: Vec::new(), missing: Vec::new() };
    for (variable, program, registry, install) in all {
        if env::var_os(variable).is_some() {
            continue;
        }
        if !is_whole(&folder, registry) {
            let wanted = wanted(registry);
            let installed = install(&folder)
                .and_then(|()| Ok(fs::write(folder.join(format!("{registry}.installed")), wanted)?));
            if let Err(error) = installed {
                println!("peers: {error:#}; tests that need it are skipped");
            }
        }
        match is_whole(&folder, registry) && program.exists() {
            true => peers.variables.push((variable, program)),
            false => peers.missing.push(variable),
        }
    }
    peers.missing.extend(OF_THE_SYSTEM.into_iter().filter(|it| !succeeds("which", &[it])));
    peers
}

fn wanted(registry: &str) -> String {
    let packages: &[&str] = if registry == "npm" { &OF_NPM } else { &OF_PYTHON };
    packages.join(" ")
}

/// What was installed in part, or for another list, is not there.
fn is_whole(folder: &Path, registry: &str) -> bool {
    fs::read_to_string(folder.join(format!("{registry}.installed"))).is_ok_and(|it| it == wanted(registry))
}

fn of_python(folder: &Path) -> Result<()> {
    let environment = folder.join("python");
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
    let mut pip = Command::new(environment.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    run(pip.args(["--retries", "1", "--timeout", "10"]).args(OF_PYTHON))
}

fn of_npm(folder: &Path) -> Result<()> {
    let node = folder.join("node");
    fs::create_dir_all(&node)?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1", "--prefix"]);
    run(npm.arg(node).args(OF_NPM))
}
