//! Programs of others with which tests compare: what reads our formats, and was not written here.
//!
//! They are put among what is built, from the registries of Python and of npm. Where that fails, for there is no network or no
//! `python3` or `npm`, the tests that need them say that they are skipped.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::shell::{run, target_dir};

/// What is installed from Python's registry: BenchExec runs the tool-info module, and a client speaks to `faultscope-mcp`.
const OF_PYTHON: [&str; 2] = ["benchexec>=3.30,<4", "mcp>=2,<3"];

/// What is installed from npm's registry: the validator of SARIF logs.
const OF_NPM: &str = "@microsoft/sarif-multitool@5";

/// Installs a program somewhere in a folder.
type Install = fn(&Path) -> Result<()>;

/// The variables by which tests find what is there; it is installed first, where the variable does not name another one.
pub fn variables() -> Vec<(&'static str, PathBuf)> {
    let folder = target_dir().join("peers");
    let python = folder.join("python/bin/python");
    let multitool = folder.join("node/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool");
    let peers: [(&str, PathBuf, Install); 2] =
        [("FAULTSCOPE_PYTHON", python, of_python), ("SARIF_MULTITOOL", multitool, of_npm)];
    let mut variables = Vec::new();
    for (variable, program, install) in peers {
        if env::var_os(variable).is_some() {
            continue;
        }
        // What was installed in part is not there.
        let whole = folder.join(format!("{variable}.installed"));
        if !whole.exists() {
            let installed = install(&folder).and_then(|()| Ok(fs::write(&whole, "")?));
            if let Err(error) = installed {
                println!("peers: {error:#}; tests that need it are skipped");
                continue;
            }
        }
        if program.exists() {
            variables.push((variable, program));
        }
    }
    variables
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
    run(npm.arg(node).arg(OF_NPM))
}
