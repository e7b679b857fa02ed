//! `cargo xtask demo`: the main job on the example that ships with the project.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::setup;
use crate::shell::{cargo, run, target_dir, workspace};

const EXAMPLE: &str = "examples/demo.c";

/// Sets up, builds, and checks the example. The error found there is the demonstration, so that exit code 1
/// of `faultscope` is a success here.
///
/// # Errors
/// Where something is missing, does not build, or the error is not found.
pub fn demo() -> Result<()> {
    setup::setup()?;
    run(cargo().args(["build", "--profile", "demo", "--package", "faultscope"]))?;
    println!("$ faultscope check {EXAMPLE}");
    let status = Command::new(target_dir().join("demo/faultscope"))
        .args(["check", EXAMPLE])
        .current_dir(workspace())
        .stdin(Stdio::null())
        .status()
        .context("cannot start faultscope")?;
    match status.code() {
        Some(1) => Ok(()),
        _ => bail!("the example has an error, but `faultscope check {EXAMPLE}` ended with {status}"),
    }
}
