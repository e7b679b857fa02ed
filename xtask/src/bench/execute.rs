//! Running one program under a time and a memory limit.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a run may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub time: Duration,
    /// MiB of address space; none for programs that reserve more than they use.
    pub memory_mib: Option<u64>,
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

/// A command in a folder, with the files that its input comes from and its output goes to.
#[derive(Debug, Clone, Copy)]
pub struct Process<'a> {
    pub program: &'a Path,
    pub arguments: &'a [String],
    pub folder: &'a Path,
    /// An empty input where there is none.
    pub stdin: Option<&'a Path>,
    pub stdout: &'a Path,
    pub stderr: &'a Path,
}

/// How a run ended, and what it used.
#[derive(Debug, Clone, Copy)]
pub struct Ended {
    pub end: End,
    pub time: Duration,
    /// The largest resident set that was seen; none where the system does not say it.
    pub peak_mib: Option<u64>,
    /// Processor time of all threads, without what it has started; none where the system does not say it.
    pub processor_time: Option<Duration>,
}

/// Runs a command, and measures it.
///
/// # Errors
/// Where the files cannot be made or opened, or the command cannot be started.
pub fn execute(process: Process, limits: Limits) -> io::Result<Ended> {
    // The shell sets the limit and becomes the program, so that killing the child kills the program.
    let mut command = Command::new("sh");
    let limit =
        limits.memory_mib.map_or(String::new(), |it| format!("ulimit -v {} 2>/dev/null; ", it * 1024));
    command.args(["-c", &format!("{limit}exec \"$0\" \"$@\"")]).arg(process.program).args(process.arguments);
    command.current_dir(process.folder);
    command.stdin(process.stdin.map_or(Ok(Stdio::null()), |it| File::open(it).map(Stdio::from))?);
    command.stdout(File::create(process.stdout)?).stderr(File::create(process.stderr)?);
    let start = Instant::now();
    let mut child = command.spawn()?;
    let (mut peak_mib, mut processor_time) = (None, None);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ended { end: end(status), time: start.elapsed(), peak_mib, processor_time });
        }
        peak_mib = peak_mib.max(resident_peak_mib(child.id()));
        processor_time = processor_time.max(processor_time_of(child.id()));
        if start.elapsed() >= limits.time {
            child.kill()?;
            child.wait()?;
            return Ok(Ended { end: End::Killed, time: start.elapsed(), peak_mib, processor_time });
        }
        // Short against what is measured, long against the cost of looking.
        thread::sleep(Duration::from_millis(2));
    }
}

/// The largest resident set of a process so far, as Linux says it.
fn resident_peak_mib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok().map(|kib: u64| kib.div_ceil(1024))
}

/// The processor time of a process so far, as Linux says it: in ticks, of which a second has 100 there.
fn processor_time_of(process: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in parentheses, can hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |idx: usize| fields.get(idx)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(11)? + ticks(12)?)))
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
        let limits = Limits { time, memory_mib: Some(1024) };
        let process = Process {
            program: Path::new("sh"),
            arguments: &["-c".to_owned(), script.to_owned()],
            folder: folder.path(),
            stdin: None,
            stdout: &stdout,
            stderr: &stderr,
        };
        let ended = execute(process, limits).unwrap();
        assert_eq!(ended.end, expect);
        assert_eq!(fs::read_to_string(stdout).unwrap(), output);
    }

    #[test]
    fn every_way_to_end_is_told_apart() {
        let long = Duration::from_secs(60);
        check("echo found; exit 1", long, End::Exit(1), "found\n");
        check("kill -11 $$", long, End::Signal(11), "");
        check("echo begun; exec sleep 60", Duration::from_millis(300), End::Killed, "begun\n");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn input_is_read_and_memory_is_measured() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("in"), "given\n").unwrap();
        let process = Process {
            program: Path::new("sh"),
            arguments: &["-c".to_owned(), "cat; sleep 0.1".to_owned()],
            folder: folder.path(),
            stdin: Some(&path("in")),
            stdout: &path("out"),
            stderr: &path("err"),
        };
        let ended = execute(process, Limits { time: Duration::from_secs(60), memory_mib: None }).unwrap();
        assert_eq!(fs::read_to_string(path("out")).unwrap(), "given\n");
        assert!(ended.peak_mib.is_some_and(|it| (1..100).contains(&it)), "{ended:?}");
        assert!(ended.processor_time.is_some_and(|it| it < Duration::from_secs(1)), "{ended:?}");
    }
}
