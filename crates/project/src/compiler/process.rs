//! A program of the host that ends: in time, with little memory, and with as much output as can be read.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked whether a program has to end.
const TICK: Duration = Duration::from_millis(5);

/// The environment variables that a compiler sees: those by which it finds itself, headers, and a place for files of its own. Others make
/// it load code (`GCC_EXEC_PREFIX`, `COMPILER_PATH`), change its flags (`CCC_OVERRIDE_OPTIONS`) or write files (`DEPENDENCIES_OUTPUT`).
const ENVIRONMENT: [&str; 13] = [
    "PATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "HOME",
    "TMPDIR",
    "TMP",
    "TEMP",
    "SYSTEMROOT",
    "CPATH",
    "C_INCLUDE_PATH",
    "SDKROOT",
    "DEVELOPER_DIR",
    "MACOSX_DEPLOYMENT_TARGET",
];

/// Bounds of a program. The last two are for each process that it starts, and hold where this one ends before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// When it has to end.
    pub(super) deadline: Instant,
    /// Bytes that are read of its output.
    pub(super) output: u64,
    /// Seconds of the processor.
    pub(super) seconds: u64,
    /// Kibibytes of memory.
    pub(super) memory_kib: u64,
}

/// How a program ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// By itself, and what it has printed.
    Exited(ExitStatus, String),
    /// It was ended at the deadline.
    TimedOut,
    /// It was ended because it printed too much.
    TooLong,
    /// It was ended because nobody waits for it any more.
    Stopped,
}

/// Which output is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Stdout,
    Stderr,
}

/// Runs a program with these arguments, and reads one of its outputs.
///
/// # Errors
/// Where it cannot be started.
pub(super) fn run(
    program: &str,
    arguments: &[String],
    stream: Stream,
    bounds: Bounds,
    stop: &AtomicBool,
) -> io::Result<Ended> {
    let mut command = bounded(program, bounds);
    command.args(arguments).env_clear().env("LC_ALL", "C").stdin(Stdio::null());
    command.envs(ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    let (stdout, stderr) = match stream {
        Stream::Stdout => (Stdio::piped(), Stdio::null()),
        Stream::Stderr => (Stdio::null(), Stdio::piped()),
    };
    let mut group = Group(command.stdout(stdout).stderr(stderr).spawn()?);
    let child = &mut group.0;
    let stdout = child.stdout.take().map(|it| Box::new(it) as Box<dyn Read + Send>);
    let output = stdout.or(child.stderr.take().map(|it| Box::new(it) as Box<dyn Read + Send>));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = output.map(|it| it.take(bounds.output + 1).read_to_end(&mut bytes));
        // Nobody may wait for it any more.
        let _ = sender.send((bytes, read.transpose().is_ok()));
    });
    let mut printed = None;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Stopped);
        }
        if Instant::now() >= bounds.deadline {
            return Ok(Ended::TimedOut);
        }
        printed = printed.or_else(|| receiver.recv_timeout(TICK).ok());
        let Some((bytes, _)) = &printed else { continue };
        if bytes.len() as u64 > bounds.output {
            return Ok(Ended::TooLong);
        }
        match group.0.try_wait()? {
            Some(status) => return Ok(Ended::Exited(status, String::from_utf8_lossy(bytes).into_owned())),
            None => thread::sleep(TICK),
        }
    }
}

/// A command that starts a program with bounds that the system keeps.
#[cfg(unix)]
fn bounded(program: &str, bounds: Bounds) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    // The arguments are words of the shell, and no text that it reads. Not every system bounds memory.
    let script =
        format!("ulimit -t {}; ulimit -v {} 2>/dev/null; exec \"$@\"", bounds.seconds, bounds.memory_kib);
    command.args(["-c", &script, "sh", program]).process_group(0);
    command
}

/// A command that starts a program.
#[cfg(not(unix))]
fn bounded(program: &str, _: Bounds) -> Command {
    Command::new(program)
}

/// A program with those that it has started, which are ended with this.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.0.id())
            && matches!(self.0.try_wait(), Ok(None))
        {
            use nix::sys::signal::{Signal, killpg};
            // One that has ended meanwhile cannot be ended, which is as good.
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn bounds(milliseconds: u64) -> Bounds {
        let deadline = Instant::now() + Duration::from_millis(milliseconds);
        Bounds { deadline, output: 1000, seconds: 10, memory_kib: 1 << 20 }
    }

    fn run_script(script: &str, milliseconds: u64, stop: &AtomicBool) -> Ended {
        let arguments = ["-c".to_owned(), script.to_owned()];
        run("sh", &arguments, Stream::Stderr, bounds(milliseconds), stop).expect("there is a shell")
    }

    #[test]
    fn what_is_printed_is_read() {
        let ended = run_script("echo out; echo err >&2; exit 3", 60_000, &AtomicBool::new(false));
        let Ended::Exited(status, text) = ended else { panic!("{ended:?}") };
        assert_eq!((status.code(), text.as_str()), (Some(3), "err\n"));
    }

    #[test]
    fn a_program_is_ended_with_those_that_it_has_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let mark = folder.path().join("mark");
        let script = format!("(sleep 1; touch {}) & sleep 60", mark.display());
        let start = Instant::now();
        assert!(matches!(run_script(&script, 100, &AtomicBool::new(false)), Ended::TimedOut));
        assert!(start.elapsed() < Duration::from_secs(30));
        thread::sleep(Duration::from_millis(1500));
        assert!(!mark.exists());
    }

    #[test]
    fn a_program_is_ended_where_nobody_waits_or_it_prints_too_much() {
        assert!(matches!(run_script("sleep 60", 60_000, &AtomicBool::new(true)), Ended::Stopped));
        let ended = run_script("while :; do echo too much >&2; done", 60_000, &AtomicBool::new(false));
        assert!(matches!(ended, Ended::TooLong), "{ended:?}");
    }

    #[test]
    fn the_environment_is_the_one_of_the_list() {
        let ended = run_script("env | cut -d= -f1 >&2", 60_000, &AtomicBool::new(false));
        let Ended::Exited(_, text) = ended else { panic!("{ended:?}") };
        // The shell has some of its own.
        let own = ["LC_ALL", "PWD", "OLDPWD", "SHLVL", "_"];
        let is_known = |name: &str| own.contains(&name) || ENVIRONMENT.contains(&name);
        assert!(text.lines().all(is_known), "{text}");
        assert!(text.lines().any(|it| it == "PATH"), "{text}");
    }
}
