//! `cargo xtask test`: every check and every test, with a summary at the end.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::book;
use crate::peers;
use crate::setup;
use crate::shell::{cargo, run, succeeds, workspace};
use crate::tidy;

/// Sets up and runs everything. A failing check does not stop the later ones.
///
/// # Errors
/// Where the setup or any check failed.
pub fn run_all() -> Result<()> {
    setup::setup()?;
    let mut checks = Checks::default();
    checks.check("tidy", tidy::report);
    checks.check("format", || run(cargo().args(["fmt", "--all", "--check"])));
    checks.check("clippy", || run(&mut clippy()));
    checks.check("book", book::book);
    let peers = peers::peers();
    let tests = |arguments: &[&str]| run(cargo().args(arguments).envs(peers.variables.iter().cloned()));
    if succeeds("cargo", &["nextest", "--version"]) {
        checks.check("tests", || tests(&["nextest", "run", "--workspace", "--no-fail-fast"]));
        checks.check("documentation tests", || run(cargo().args(["test", "--workspace", "--doc"])));
    } else {
        checks.check("tests", || tests(&["test", "--workspace", "--no-fail-fast"]));
    }
    let mut missing = peers.missing;
    if succeeds("node", &["--version"]) {
        let extension = workspace().join("editors/vscode");
        checks
            .check("extension of VS Code", || run(Command::new("node").arg("--test").current_dir(extension)));
    } else {
        missing.push("Node.js");
    }
    checks.finish(&missing)
}

fn clippy() -> Command {
    let mut command = cargo();
    command.args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]);
    command
}

#[derive(Default)]
struct Checks {
    outcomes: Vec<(&'static str, bool, Duration)>,
}

impl Checks {
    fn check(&mut self, name: &'static str, run: impl FnOnce() -> Result<()>) {
        println!("\n== {name}");
        let start = Instant::now();
        let outcome = run();
        if let Err(error) = &outcome {
            println!("{name}: {error:#}");
        }
        self.outcomes.push((name, outcome.is_ok(), start.elapsed()));
    }

    /// Tests say nothing where they pass, not even that they asked nobody.
    fn finish(self, not_asked: &[&str]) -> Result<()> {
        println!("\n== summary");
        for peer in not_asked {
            println!("skipped tests that need {peer}, which is not there");
        }
        for (name, passed, time) in &self.outcomes {
            println!("{} {name} ({:.0} s)", if *passed { "ok    " } else { "FAILED" }, time.as_secs_f64());
        }
        match self.outcomes.iter().filter(|(_, passed, _)| !passed).count() {
            0 => Ok(()),
            n_failed => bail!("{n_failed} of {} checks failed", self.outcomes.len()),
        }
    }
}
