//! Running one program under a time and a memory limit.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a run may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub time: Duration,
    pub memory_mib: u64,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with an exit code.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// It was killed at the time limit.
    Killed,
}

/// Runs a command in a folder with its output going to files, and how long that took.
///
/// # Errors
/// Where the files cannot be made or the command cannot be started.
pub fn execute(
    program: &Path,
    arguments: &[String],
    folder: &Path,
    limits: Limits,
    stdout: &Path,
    stderr: &Path,
) -> io::Result<(End, Duration)> {
    // The shell sets the limit and becomes the program, so that killing the child kills the program.
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {} 2>/dev/null; exec \"$0\" \"$@\"", limits.memory_mib * 1024);
    command.args(["-c", &script]).arg(program).args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(File::create(stdout)?).stderr(File::create(stderr)?);
    let start = Instant::now();
    let mut child = command.spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((end(status), start.elapsed()));
        }
        if start.elapsed() >= limits.time {
            child.kill()?;
            child.wait()?;
            return Ok((End::Killed, start.elapsed()));
        }
        // Short against what is measured, long against the cost of looking.
        thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(unix)]
fn end(status: ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt;
    match status.code() {
        Some(code) => End::Exit(code),
        None => End::Signal(status.signal().unwrap_or(0)),
    }
}

#[cfg(not(unix))]
fn end(status: ExitStatus) -> End {
    End::Exit(status.code().unwrap_or(-1))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, time: Duration, expect: End, output: &str) {
        let folder = tempfile::tempdir().unwrap();
        let (stdout, stderr) = (folder.path().join("out"), folder.path().join("err"));
        let limits = Limits { time, memory_mib: 1024 };
        let arguments = ["-c".to_owned(), script.to_owned()];
        let (end, _) = execute(Path::new("sh"), &arguments, folder.path(), limits, &stdout, &stderr).unwrap();
        assert_eq!(end, expect);
        assert_eq!(std::fs::read_to_string(stdout).unwrap(), output);
    }

    #[test]
    fn every_way_to_end_is_told_apart() {
        let long = Duration::from_secs(60);
        check("echo found; exit 1", long, End::Exit(1), "found\n");
        check("kill -11 $$", long, End::Signal(11), "");
        check("echo begun; exec sleep 60", Duration::from_millis(300), End::Killed, "begun\n");
    }
}
