//! The command line in a folder of its own.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// A folder with files, in which `faultscope check` is run.
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// With these files.
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder in it");
            fs::write(path, text).expect("a file in it");
        }
        Folder(folder)
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `faultscope check` with these arguments, not yet run.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.faultscope("check");
        command.args(arguments);
        command
    }

    /// A command of the program without arguments, not yet run. A check does not depend on the compiler that there is.
    pub fn faultscope(&self, name: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_faultscope"));
        command.arg(name).args(without_compiler(name)).current_dir(self.0.path());
        command
    }

    /// Runs it.
    pub fn check(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    /// The patches that the report on `a.c` has, which fails; with these further arguments.
    pub fn patches(&self, arguments: &[&str]) -> Vec<Value> {
        let output = self.check(&[&["a.c", "--format", "json"], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
        let report: Value = serde_json::from_str(&stdout(&output)).expect("the report is JSON");
        report["patches"].as_array().expect("an array").clone()
    }
}

/// What a command is told so that it asks no compiler.
pub fn without_compiler(name: &str) -> Option<&'static str> {
    ["check", "batch"].contains(&name).then_some("--no-compiler-warnings")
}

/// What it printed as its result.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What it complained about.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}
