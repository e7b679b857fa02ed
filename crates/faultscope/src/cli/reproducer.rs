//! `check --reproducer`: the folder that makes the failing execution happen on the user's own machine.
//!
//! Nothing is run here. Whether a program fails on what it is given is found out by the interpreter; if it does not, functions of the
//! library are replaced, too.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use faultscope::execute::{Outcome, execute, for_execution};
use faultscope::report::harness::Replaced;
use faultscope::report::reproducer::{
    Build, BuildUnit, FILES, HARNESS, MARK, Reproducer, SCRIPT, STDIN, plainest, quoted, render,
};
use faultscope::report::{Diagnostic, Given, Report};
use faultscope::translate::Translated;
use faultscope::{CheckRequest, input};
use faultscope_frontend::c::DataModel;
use faultscope_ir::SourceMap;
use faultscope_solver::Limits;
use faultscope_verify::environment::Input;

use super::streams::complain;

/// So many instructions and jumps are executed to confirm a reproducer.
const MAX_STEPS: u64 = 20_000_000;

/// What the compiler and the script write into the folder.
const MADE: [&str; 4] = ["prog", HARNESS, STDIN, SCRIPT];

/// What an execution says of a reproducer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Confirmed {
    /// The program fails as reported.
    Yes,
    /// It does something else.
    No,
    /// The execution cannot be followed to its end.
    Unknown,
}

/// Why a folder is not written to, as far as that shows before anything is run.
pub(super) fn refused(folder: &Path) -> Option<Diagnostic> {
    let cannot = |why: &str| Diagnostic::error(format!("cannot write to `{}`: {why}", folder.display()));
    if !folder.exists() {
        return None;
    }
    if !folder.is_dir() {
        return Some(cannot("it is not a folder"));
    }
    match fs::read_dir(folder).map(|mut it| it.next().is_none()) {
        Err(error) => Some(cannot(&error.to_string())),
        Ok(true) => None,
        Ok(false) if is_reproducer(folder) => None,
        Ok(false) => {
            let hint = "name a new or an empty folder, or one that `--reproducer` has written";
            Some(cannot("it is not empty, and holds no reproducer").with_hint(hint))
        }
    }
}

/// Whether a folder was written here.
fn is_reproducer(folder: &Path) -> bool {
    fs::read(folder.join(SCRIPT)).is_ok_and(|it| it.split(|it| *it == b'\n').nth(1).is_some_and(is_mark))
}

fn is_mark(line: &[u8]) -> bool {
    line.starts_with(MARK.as_bytes())
}

/// Writes the folder.
///
/// # Errors
/// Where that fails.
pub(super) fn write(report: &Report, folder: &Path, request: &CheckRequest) -> Result<(), Diagnostic> {
    if report.error().is_none() {
        complain("note: there is no error to reproduce, so no reproducer was written\n");
        return Ok(());
    }
    let is_started = |entry: &&str| *entry == "main" || *entry == FUZZER && request.options.tests.is_some();
    if let Some(entry) = request.options.entry.as_deref().filter(|it| !is_started(it)) {
        complain(&format!("note: no reproducer was written: the check starts at `{entry}`, not at `main`\n"));
        return Ok(());
    }
    let cannot =
        |error: io::Error| Diagnostic::error(format!("cannot write to `{}`: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot)?;
    let build = build(report, folder, request).map_err(cannot)?;
    let mut given = report.traces.first().and_then(|it| it.given.clone()).unwrap_or_default();
    let Some(mut reproducer) = render(report, &given, &build, Replaced::Program) else { return Ok(()) };
    put(&reproducer, folder).map_err(cannot)?;
    let mut confirmed = Confirmed::Yes;
    // A test was executed.
    if request.options.tests.is_none() {
        let program = Executable::of(&reproducer, folder, request);
        confirmed = program.as_ref().map_or(Confirmed::Unknown, |it| it.confirmed(report, &given));
        if let Some(program) = program.filter(|_| confirmed == Confirmed::Yes) {
            given = plainest(&given, &mut |it| program.confirmed(report, it) == Confirmed::Yes);
        }
    }
    let is_of_library = confirmed == Confirmed::No && takes_from_library(report);
    let replaced = if is_of_library { Replaced::Library } else { Replaced::Program };
    reproducer = render(report, &given, &build, replaced).unwrap_or(reproducer);
    put(&reproducer, folder).map_err(cannot)?;
    let script = folder.join(SCRIPT);
    complain(&format!("note: wrote a reproducer; run `{}` to see the error\n", script.display()));
    let unconfirmed = match confirmed {
        Confirmed::Yes => None,
        Confirmed::No => Some(
            "The reproducer is not confirmed: executed on these inputs, the program does not fail like this.",
        ),
        Confirmed::Unknown => {
            Some("The reproducer is not confirmed: the program could not be executed on these inputs.")
        }
    };
    for note in unconfirmed.into_iter().chain(reproducer.notes.iter().map(String::as_str)) {
        complain(&format!("note: {note}\n"));
    }
    Ok(())
}

/// The entry of a fuzzer's target, which the harness calls.
const FUZZER: &str = "LLVMFuzzerTestOneInput";

/// Writes the files, instead of those that are there.
fn put(reproducer: &Reproducer, folder: &Path) -> io::Result<()> {
    for name in MADE {
        remove(fs::remove_file(folder.join(name)))?;
    }
    remove(fs::remove_dir_all(folder.join(FILES)))?;
    for file in &reproducer.files {
        let path = folder.join(&file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, &file.contents)?;
    }
    make_executable(&folder.join(SCRIPT))
}

/// What is not there need not be removed.
fn remove(removed: io::Result<()>) -> io::Result<()> {
    removed.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

#[cfg(unix)]
fn make_executable(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_file: &Path) -> io::Result<()> {
    Ok(())
}

/// How the program is compiled.
fn build(report: &Report, folder: &Path, request: &CheckRequest) -> io::Result<Build> {
    let is_in_program = |file: &&PathBuf| {
        let name = file.display().to_string();
        !request.files.contains(file) && report.sources.files().any(|(_, it)| it.name == name)
    };
    let linked = request.preprocessor.linked.files.iter().filter(is_in_program);
    let files = request.files.iter().chain(linked).chain(&request.options.models);
    let unit = |file: &PathBuf| {
        let name = file.display().to_string();
        BuildUnit { flags: request.preprocessor.arguments(&name), file: name }
    };
    Ok(Build {
        root: root(folder)?,
        units: files.map(unit).collect(),
        is_32_bit: request.options.data_model == DataModel::Ilp32,
    })
}

/// The current folder as the script names it: relative to its own where that lies in it.
fn root(folder: &Path) -> io::Result<String> {
    let (folder, current) = (folder.canonicalize()?, std::env::current_dir()?.canonicalize()?);
    match folder.strip_prefix(&current) {
        Ok(within) => {
            let above = within.components().filter(|it| matches!(it, Component::Normal(_))).map(|_| "/..");
            Ok(format!("\"$here{}\"", above.collect::<String>()))
        }
        Err(_) => {
            let name = current.display().to_string();
            Ok(String::from_utf8_lossy(&quoted(name.as_bytes())).into_owned())
        }
    }
}

/// Whether values of the failing execution come from functions of the library.
fn takes_from_library(report: &Report) -> bool {
    report.inputs().iter().any(|it| it.library.is_some() || it.source.is_some())
}

/// The program with its harness, to be executed.
struct Executable(Translated);

impl Executable {
    fn of(reproducer: &Reproducer, folder: &Path, request: &CheckRequest) -> Option<Executable> {
        let mut request = request.clone();
        request.options = for_execution(&request.options);
        request.options.limits = Limits::unlimited();
        if reproducer.file(HARNESS).is_some() {
            request.files.push(folder.join(HARNESS));
        }
        let loaded = input::load(&request).ok()?;
        faultscope::completed(&loaded, &request.options).ok().map(|(_, translated)| Executable(translated))
    }

    /// Executes the program on what it is given.
    fn confirmed(&self, report: &Report, given: &Given) -> Confirmed {
        let Some(error) = report.error() else { return Confirmed::Unknown };
        let (program, given) = (&self.0.program, given.clone());
        let input = Input {
            stdin: given.stdin.unwrap_or_default(),
            arguments: given.arguments,
            variables: given.variables.into_iter().filter_map(|it| Some((it.name, it.value?))).collect(),
            files: given.files.into_iter().filter_map(|it| Some((it.name, it.contents?))).collect(),
            values: None,
        };
        match execute(program, input, MAX_STEPS, &Limits::unlimited()).outcome {
            Outcome::Violated(check) => {
                let check = program.check(check);
                let span = program.sources.origin(check.origin).span;
                let name = |sources: &SourceMap, file| sources.file(file).name.clone();
                let is_same = check.property == error.property
                    && span.line == error.span.line
                    && name(&program.sources, span.file) == name(&report.sources, error.span.file);
                if is_same { Confirmed::Yes } else { Confirmed::No }
            }
            Outcome::Status(_) | Outcome::Aborted | Outcome::UnknownStatus => Confirmed::No,
            _ => Confirmed::Unknown,
        }
    }
}
