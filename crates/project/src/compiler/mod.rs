//! What the compiler of the host says of a program: its warnings, asked for beside a check.
//!
//! One call for each file, `gcc -O1 -Wall -Wextra -fanalyzer` or the same of Clang, with those flags of the program that say what it
//! means ([`flags`]). Files may come from a stranger, so
//!
//! * the compiler writes assembly to `/dev/null`: nothing is assembled, linked or executed;
//! * of the program's flags none can load code or write a file, and of the environment no variable can;
//! * a file that the compiler includes first makes sure that it loads no precompiled header, which is an image of memory that
//!   whoever wrote the program may have made;
//! * it ends: after [`MAX_COMPILER_SECONDS`] for all files, when it needs much memory or prints much, and when nobody waits any more.
//!
//! [`messages`] reads what it prints.

mod flags;
mod host;
mod messages;
mod process;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use faultscope_frontend::InputFile;
use faultscope_frontend::c::DataModel;
use faultscope_ir::compiler::{CompilerGap, CompilerWarning, CompilerWarnings, plain_name};

use crate::compilation::Preprocessor;
use crate::limits::{MAX_ANALYZED_BYTES, MAX_COMPILER_MEMORY_MIB, MAX_COMPILER_OUTPUT, MAX_COMPILER_SECONDS};
use host::Host;
use process::{Bounds, Ended, Stream, run};

use flags::allowed;

/// How often one who waits looks whether the check is over.
const TICK: Duration = Duration::from_millis(20);

/// A file to be compiled.
#[derive(Debug, Clone)]
struct CompiledFile {
    /// Its name in reports.
    name: String,
    /// Where it is.
    path: PathBuf,
    /// The words of its compile line; [`allowed`] says which are passed.
    arguments: Vec<String>,
    /// Whether values are followed through its functions.
    analyzes: bool,
}

/// A compiler at work. It is ended where this is dropped.
#[derive(Debug)]
pub struct CompilerCall {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    answer: Mutex<Option<Arc<CompilerWarnings>>>,
    is_there: Condvar,
}

impl Shared {
    /// The answer, where it is there.
    fn answer(&self) -> MutexGuard<'_, Option<Arc<CompilerWarnings>>> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CompilerCall {
    /// Starts to compile the files of a program, which were read: with the compiler that the environment variable `CC` names, or one
    /// that there is.
    pub fn start(
        (paths, read): (&[PathBuf], &[InputFile]),
        preprocessor: &Preprocessor,
        model: DataModel,
        wraps: bool,
    ) -> CompilerCall {
        let other_model = match model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        };
        let model = (model != DataModel::host()).then_some(other_model);
        let meaning: Vec<String> =
            model.into_iter().chain(wraps.then_some("-fwrapv")).map(str::to_owned).collect();
        // A pipe can be read once, and is there for the check.
        let is_file = |(path, _): &(&PathBuf, &InputFile)| fs::metadata(path).is_ok_and(|it| it.is_file());
        let file = |(path, read): (&PathBuf, &InputFile)| {
            let name = path.display().to_string();
            let arguments = [preprocessor.arguments(&name), meaning.clone()].concat();
            let analyzes = n_bytes(read) <= MAX_ANALYZED_BYTES;
            CompiledFile { name, path: path.clone(), arguments, analyzes }
        };
        let bounds = Bounds {
            deadline: Instant::now() + Duration::from_secs(MAX_COMPILER_SECONDS),
            output: MAX_COMPILER_OUTPUT,
            seconds: MAX_COMPILER_SECONDS,
            memory_kib: MAX_COMPILER_MEMORY_MIB << 10,
        };
        let files = paths.iter().zip(read).filter(is_file).map(file).collect();
        CompilerCall::bounded(files, std::env::var("CC").ok(), bounds)
    }

    fn bounded(files: Vec<CompiledFile>, preferred: Option<String>, bounds: Bounds) -> CompilerCall {
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let work = move || {
            let answer = warnings(&files, preferred.as_deref(), bounds, &own.stop);
            own.answer().replace(Arc::new(answer));
            own.is_there.notify_all();
        };
        let thread = thread::Builder::new().name("compiler".to_owned()).spawn(work).ok();
        if thread.is_none() {
            shared.answer().replace(Arc::new(without(CompilerGap::CheckEnded)));
        }
        CompilerCall { shared, thread }
    }

    /// Waits for the answer, as long as the check is not over.
    pub fn answer(&self, is_over: &dyn Fn() -> bool) -> Arc<CompilerWarnings> {
        let mut answer = self.shared.answer();
        loop {
            if let Some(answer) = &*answer {
                return Arc::clone(answer);
            }
            if is_over() {
                return Arc::new(without(CompilerGap::CheckEnded));
            }
            let waited = self.shared.is_there.wait_timeout(answer, TICK);
            answer = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for CompilerCall {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        // It ends at once; a compiler that goes on longer than this process is in nobody's interest.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The bytes of the user's text in a file, headers included.
fn n_bytes(file: &InputFile) -> usize {
    match &file.originals[..] {
        [] => file.text.len(),
        originals => originals.iter().map(|(_, text)| text.len()).sum(),
    }
}

/// No warnings, for a reason.
fn without(gap: CompilerGap) -> CompilerWarnings {
    CompilerWarnings { gap: Some(gap), ..CompilerWarnings::default() }
}

/// The warnings of all files. Those of files that did not come to their end are left out.
fn warnings(
    files: &[CompiledFile],
    preferred: Option<&str>,
    bounds: Bounds,
    stop: &AtomicBool,
) -> CompilerWarnings {
    let Some(host) = Host::find(preferred, bounds, stop) else { return without(CompilerGap::NoCompiler) };
    let mut all = CompilerWarnings { compiler: Some(host.name.clone()), ..CompilerWarnings::default() };
    for file in files {
        match compiled(&host, file, bounds, stop) {
            Ok((warnings, error)) => {
                warnings.into_iter().for_each(|it| messages::add(&mut all.warnings, Some(it)));
                all.gap = all.gap.or_else(|| error.map(CompilerGap::Failed));
            }
            Err(gap) => {
                all.gap = Some(gap);
                break;
            }
        }
    }
    all
}

/// The warnings of a file, and the error at which the compiler stopped. Where the headers for `-m32` are not installed it is compiled
/// for the host.
fn compiled(
    host: &Host,
    file: &CompiledFile,
    bounds: Bounds,
    stop: &AtomicBool,
) -> Result<(Vec<CompilerWarning>, Option<String>), CompilerGap> {
    let failed = |it: std::io::Error| CompilerGap::Failed(it.to_string());
    let mut flags = allowed(&file.arguments);
    let folder = tempfile::tempdir().map_err(failed)?;
    let first = folder.path().join("first.h");
    fs::write(&first, included(&flags.included)).map_err(failed)?;
    loop {
        let path = flags::operand(&file.path);
        let mut arguments: Vec<String> =
            host.options(file.analyzes).iter().map(|it| (*it).to_owned()).collect();
        arguments.extend(flags.words.iter().cloned());
        arguments.extend(["-include".to_owned(), first.display().to_string()]);
        arguments.extend(["-x", "c", "-S", "-o", NOWHERE].map(str::to_owned));
        arguments.push(path.display().to_string());
        let ended = run(&host.program, &arguments, Stream::Stderr, bounds, stop).map_err(failed)?;
        let (status, text) = match ended {
            Ended::Exited(status, text) => (status, text),
            Ended::TimedOut => return Err(CompilerGap::TimedOut(bounds.seconds)),
            Ended::TooLong => return Err(CompilerGap::TooLong(bounds.output)),
            Ended::Stopped => return Err(CompilerGap::CheckEnded),
        };
        let mut messages = messages::messages(&text);
        if !status.success() && flags.words.iter().any(|it| it == "-m32") {
            flags.words.retain(|it| it != "-m32");
            continue;
        }
        let given = path.display().to_string();
        for warning in &mut messages.warnings {
            let notes = warning.notes.iter_mut().map(|it| &mut it.file);
            for name in notes.chain([&mut warning.file]).filter(|it| **it == plain_name(&given)) {
                name.clone_from(&file.name);
            }
        }
        let error = (!status.success()).then(|| {
            let unknown = || text.lines().next().unwrap_or("it did not say why").to_owned();
            messages.error.unwrap_or_else(unknown)
        });
        return Ok((messages.warnings, error));
    }
}

/// Where the assembly goes.
const NOWHERE: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// The text of the file that is included first: it includes what the flags of the program do.
fn included(headers: &[String]) -> String {
    let here =
        |header: &String| fs::canonicalize(header).map_or(header.clone(), |it| it.display().to_string());
    let headers = headers.iter().map(here).filter(|it| !it.contains(['"', '\n']));
    headers.map(|it| format!("#include \"{it}\"\n")).collect()
}

#[cfg(all(test, unix))]
mod tests;
