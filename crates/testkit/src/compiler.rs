//! The system's C compiler, as the authority on what a C program does.

use std::fs;
use std::io::{Error, Result, Write};
use std::process::{Command, Output, Stdio};

use faultscope_frontend::c::DataModel;
use tempfile::TempDir;

/// How long a program may run that need not end.
const SECONDS: u32 = 5;

/// The status with which `timeout` says that it did not end.
const RAN_ON: i32 = 124;

/// A gcc for 64-bit Unix.
pub struct Compiler {
    scratch: TempDir,
}

impl Compiler {
    /// The compiler; none where there is no gcc or it compiles for another kind of machine. Tests that need it then
    /// say so and pass.
    pub fn find() -> Option<Compiler> {
        let machine = Command::new("gcc").arg("-dumpmachine").stdin(Stdio::null()).output().ok()?;
        let is_known = machine.stdout.starts_with(b"x86_64-");
        is_known.then(|| TempDir::new().ok()).flatten().map(|scratch| Compiler { scratch })
    }

    /// What a program prints. Signed overflow wraps and pointers of any type may alias, as in our semantics.
    ///
    /// # Errors
    /// Where the program does not compile, or does not end well.
    pub fn output(&self, name: &str, program: &str) -> Result<String> {
        let (source, binary) =
            (self.scratch.path().join(format!("{name}.c")), self.scratch.path().join(name));
        fs::write(&source, program)?;
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-o"]).arg(&binary).arg(&source);
        run(&mut gcc)?;
        let output = run(&mut Command::new(&binary))?;
        fs::remove_file(&source)?;
        fs::remove_file(&binary)?;
        Ok(output)
    }

    /// What a program of several files prints, compiled with further arguments.
    ///
    /// # Errors
    /// Where the files do not compile or link, or the program does not end well.
    pub fn linked(&self, name: &str, files: &[String], arguments: &[&str]) -> Result<String> {
        let folder = self.scratch.path().join(name);
        fs::create_dir_all(&folder)?;
        let binary = folder.join("program");
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", "-O0", "-fwrapv", "-o"]).arg(&binary).args(arguments);
        for (idx, text) in files.iter().enumerate() {
            let source = folder.join(format!("f{idx}.c"));
            fs::write(&source, text)?;
            gcc.arg(source);
        }
        let output = run(&mut gcc).and_then(|_| run(&mut Command::new(&binary)));
        fs::remove_dir_all(&folder)?;
        output
    }

    /// What a program does with an input: what it prints, and how it ends.
    ///
    /// # Errors
    /// Where the program does not compile.
    pub fn execution(&self, name: &str, program: &str, input: &[u8]) -> Result<Output> {
        let (source, binary) =
            (self.scratch.path().join(format!("{name}.c")), self.scratch.path().join(name));
        fs::write(&source, program)?;
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", "-O0", "-fno-builtin", "-o"]).arg(&binary).arg(&source).arg("-lm");
        run(&mut gcc)?;
        let mut command = Command::new(&binary);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input)?;
        }
        let output = child.wait_with_output()?;
        fs::remove_file(&source)?;
        fs::remove_file(&binary)?;
        Ok(output)
    }

    /// What a program without an input does, if it compiles and ends within some seconds.
    pub fn execution_in_time(&self, name: &str, program: &str) -> Option<Output> {
        let (source, binary) =
            (self.scratch.path().join(format!("{name}.c")), self.scratch.path().join(name));
        fs::write(&source, program).ok()?;
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", "-O0", "-std=gnu11", "-o"]).arg(&binary).arg(&source).arg("-lm");
        run(&mut gcc).ok()?;
        let mut command = Command::new("timeout");
        command.arg(SECONDS.to_string()).arg(&binary).current_dir(self.scratch.path());
        let output = command.stdin(Stdio::null()).output().ok()?;
        (output.status.code() != Some(RAN_ON)).then_some(output)
    }

    /// The assembly of a text without headers, for a 32-bit or a 64-bit machine. The former need not be able to run here.
    ///
    /// # Errors
    /// Where the text does not compile.
    pub fn assembly(&self, name: &str, text: &str, data_model: DataModel) -> Result<String> {
        let source = self.scratch.path().join(format!("{name}.c"));
        fs::write(&source, text)?;
        let machine = match data_model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        };
        let mut gcc = Command::new("gcc");
        gcc.args([machine, "-w", "-O0", "-fno-common", "-S", "-o", "-"]).arg(&source);
        let assembly = run(&mut gcc)?;
        fs::remove_file(&source)?;
        Ok(assembly)
    }
}

fn run(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(Error::other(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}
