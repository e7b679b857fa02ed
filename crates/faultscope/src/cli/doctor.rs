//! `faultscope doctor`: what is there, and what is missing.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use faultscope_frontend::c::DataModel;
use faultscope_ir::{Op, Sort, Term};
use faultscope_project::preprocess::preprocess;
use faultscope_solver::{Limits, SatAnswer, Solver, SolverConfig, Z3Solver};

use super::exit::Exit;
use super::settings;
use super::streams::print;

/// Something that is looked at.
struct Finding {
    name: &'static str,
    state: State,
}

/// How it is there.
enum State {
    Good(String),
    /// Some things do not work without it: what is missing, and what to do about it.
    Lacking(String, &'static str),
    /// Nothing works without it.
    Missing(String, &'static str),
}

/// Looks at everything that a check needs; the exit code is 1 where something is missing without which nothing works.
pub(super) fn doctor() -> u8 {
    let findings = [version(), solver(), preprocessor(), headers(), compiler(), patch(), threads(), config()];
    let is_missing = findings.iter().any(|it| matches!(it.state, State::Missing(..)));
    let mut text = String::new();
    for finding in &findings {
        let (mark, message, hint) = match &finding.state {
            State::Good(message) => ("ok", message, None),
            State::Lacking(message, hint) => ("note", message, Some(hint)),
            State::Missing(message, hint) => ("MISSING", message, Some(hint)),
        };
        let _ = writeln!(text, "{mark:<8}{:<14}{message}", finding.name);
        if let Some(hint) = hint {
            let _ = writeln!(text, "{:<22}{hint}", "");
        }
    }
    text.push_str(if is_missing { "\nSomething is missing.\n" } else { "\nThe installation is complete.\n" });
    print(&text);
    if is_missing { Exit::ErrorFound.into() } else { 0 }
}

fn version() -> Finding {
    Finding { name: "faultscope", state: State::Good(env!("CARGO_PKG_VERSION").to_owned()) }
}

/// A question with floating-point numbers goes to Z3.
fn solver() -> Finding {
    let mut solver = Z3Solver::new(&SolverConfig::new(&Limits::unlimited()));
    let x = Term::var("x", Sort::bits(16));
    let square = Term::app(Op::BvMul, &[x, x]);
    solver.assert(square.equals(Term::bits(16, 1369)));
    let version = faultscope_solver::z3::version();
    let state = match solver.check(&[]) {
        SatAnswer::Sat => State::Good(format!("{version} works")),
        answer => State::Missing(
            format!("{version} does not find the square root of 1369: {answer:?}"),
            "install another version of libz3",
        ),
    };
    Finding { name: "Z3", state }
}

/// Files with directives need it.
fn preprocessor() -> Finding {
    let state = match preprocessed("#define ONE 1\nint one = ONE;\n", DataModel::Lp64) {
        Ok(_) => State::Good("files with directives can be read".to_owned()),
        Err(message) => State::Missing(message, "install gcc or clang, or set CC"),
    };
    Finding { name: "preprocessor", state }
}

fn headers() -> Finding {
    let text = "#include <stdio.h>\n#include <stdint.h>\n";
    let models = [("64", DataModel::Lp64), ("32", DataModel::Ilp32)];
    let lacking = models.into_iter().find_map(|(bits, model)| Some((bits, preprocessed(text, model).err()?)));
    let state = match lacking {
        None => State::Good("of the C library, for 32 and 64 bits".to_owned()),
        Some((bits, message)) => State::Lacking(
            format!("for {bits} bits: {message}"),
            "install the headers of the C library (libc6-dev on Debian), or give preprocessed files",
        ),
    };
    Finding { name: "headers", state }
}

fn preprocessed(text: &str, model: DataModel) -> Result<String, String> {
    let messages =
        |it: &[faultscope::report::Diagnostic]| it.first().map(|it| it.message.clone()).unwrap_or_default();
    preprocess("faultscope-doctor.c", text, None, &[], model, None).map_err(|it| messages(&it.diagnostics))
}

/// What `--harness` writes is for a compiler.
fn compiler() -> Finding {
    let named = std::env::var("CC").ok().filter(|it| !it.trim().is_empty());
    let names = named.iter().map(String::as_str).chain(["cc", "gcc", "clang"]);
    let found = names.into_iter().find_map(|name| Some((name, first_line(name)?)));
    let state = match found {
        Some((name, line)) => State::Good(format!("`{name}`: {line}")),
        None => {
            State::Lacking("not found".to_owned(), "compile the output of `--harness` on another machine")
        }
    };
    Finding { name: "C compiler", state }
}

fn patch() -> Finding {
    let state = match first_line("patch") {
        Some(line) => State::Good(line),
        None => {
            State::Lacking("not found".to_owned(), "`git apply -p0` applies the output of `--patch`, too")
        }
    };
    Finding { name: "patch", state }
}

/// The first line of what a program says of its version.
fn first_line(program: &str) -> Option<String> {
    let mut words = program.split_whitespace();
    let mut command = Command::new(words.next()?);
    let output =
        command.args(words).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or_default().to_owned())
}

fn threads() -> Finding {
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    Finding { name: "threads", state: State::Good(format!("{n_threads}; `--jobs` takes fewer")) }
}

fn config() -> Finding {
    let state = match settings::found_from(Path::new(".")) {
        None => State::Good(format!("no `{}` here or above", settings::FILE_NAME)),
        Some(file) => match settings::check(&file) {
            Ok(n_settings) => State::Good(format!("`{}`, {n_settings} settings", file.display())),
            Err(rejection) => {
                let message = rejection.diagnostics.first().map(|it| it.message.clone()).unwrap_or_default();
                State::Lacking(
                    format!("`{}`: {message}", file.display()),
                    "checks of files below its folder stop with this message",
                )
            }
        },
    };
    Finding { name: "configuration", state }
}
