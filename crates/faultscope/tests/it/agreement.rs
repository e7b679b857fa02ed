//! Programs that ask nothing of their environment do what gcc's programs do: they print the same, end with the same status, and
//! no error is found where there is none.
//!
//! The programs are those of the benchmark suites beside the project. What is undefined is an error here, and gcc's program goes
//! on with it as it likes: there nothing is compared, and such programs are few.
//!
//! `FAULTSCOPE_AGREEMENT=all` asks for all of them instead of a hundred.

use std::fs;
use std::path::{Path, PathBuf};

use faultscope::execute::{Outcome, execute, for_execution};
use faultscope::report::Verdict;
use faultscope::{Options, check_source, input, translate};
use faultscope_frontend::c::DataModel;
use faultscope_ir::Property;
use faultscope_solver::Limits;
use faultscope_testkit::compiler::Compiler;
use faultscope_verify::environment::Input;

/// The suites with programs that need nothing.
const SUITES: [&str; 4] = ["c_testsuite", "gcc_torture", "claims", "soundness"];

/// So many programs are compared where not all are asked for.
const N_PROGRAMS: usize = 100;

/// The effort of one check.
const EFFORT: u64 = 2_000_000;

/// Steps of one execution.
const MAX_STEPS: u64 = 3_000_000;

/// What a comparison gave.
#[derive(Debug, PartialEq)]
enum Compared {
    Same,
    /// Something undefined is done; in one such program of many.
    Undefined(Property),
    /// It is not followed to its end.
    Open,
    Different(String),
}

#[test]
#[allow(clippy::print_stderr)]
fn closed_programs_do_what_gcc_makes_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench");
    if !folder.is_dir() {
        eprintln!("skipped: no benchmark programs beside the project");
        return;
    }
    let Some(compiler) = Compiler::find() else {
        eprintln!("skipped: no gcc for this kind of machine");
        return;
    };
    let programs: Vec<PathBuf> = SUITES.iter().flat_map(|suite| sources(&folder.join(suite))).collect();
    let wants_all = std::env::var("FAULTSCOPE_AGREEMENT").is_ok_and(|it| it == "all");
    let n_apart = if wants_all { 1 } else { (programs.len() / N_PROGRAMS).max(1) };
    let mut outcomes = Vec::new();
    for path in programs.iter().step_by(n_apart) {
        let text = String::from_utf8_lossy(&fs::read(path).expect("a file that can be read")).into_owned();
        if is_closed(&text)
            && let Some(compared) = compare(&compiler, &text)
        {
            outcomes.push((path, compared));
        }
    }
    let different: Vec<_> = outcomes.iter().filter(|it| matches!(it.1, Compared::Different(_))).collect();
    assert!(different.is_empty(), "{different:#?}");
    let count = |is_one: fn(&Compared) -> bool| outcomes.iter().filter(|it| is_one(&it.1)).count();
    let n_same = count(|it| *it == Compared::Same);
    let n_undefined = count(|it| matches!(it, Compared::Undefined(_)));
    let n_open = count(|it| *it == Compared::Open);
    eprintln!("{n_same} do the same, {n_undefined} do something undefined, {n_open} are not followed");
    assert!(n_same > 50, "most programs are compared");
    assert!((n_undefined + n_open) * 10 < n_same, "few are not: {outcomes:#?}");
}

/// The programs of a suite that are one file, in a fixed order.
fn sources(suite: &Path) -> Vec<PathBuf> {
    let manifest = fs::read_to_string(suite.join("MANIFEST.tsv")).unwrap_or_default();
    let rows = manifest.lines().skip(1);
    let mut paths: Vec<PathBuf> = rows
        .filter(|row| !row.contains("ilp32"))
        .filter_map(|row| row.split('\t').next())
        .map(|path| suite.join(path))
        .filter(|path| path.extension().is_some_and(|it| it == "c") && path.is_file())
        .collect();
    paths.dedup();
    paths
}

/// Words of programs that get values from outside: from a verifier, a stream, the environment.
const INPUTS: [&str; 13] = [
    "__VERIFIER_",
    "nondet_",
    "__CPROVER",
    "klee_",
    "fopen",
    "fgets",
    "getc",
    "getline",
    " scanf",
    "getenv",
    "time(",
    "open(",
    "#include \"",
];

/// Whether a program asks nothing of its environment, and is one file.
fn is_closed(text: &str) -> bool {
    !INPUTS.iter().any(|word| text.contains(word))
}

/// Compares the execution of a program, and what is found in it, with what gcc's program does; none where gcc has none that ends.
fn compare(compiler: &Compiler, text: &str) -> Option<Compared> {
    let theirs = compiler.execution_in_time("program", text)?;
    let options = Options { data_model: DataModel::Lp64, ..Options::standard() };
    let executed = for_execution(&options);
    let loaded = input::in_memory("program.c", text, &executed).ok()?;
    let Ok(translated) = translate(&loaded, &executed) else { return Some(Compared::Open) };
    let program = translated.program;
    let ours = execute(&program, Input::default(), MAX_STEPS, &Limits::unlimited());
    let (status, verdict) = match ours.outcome {
        Outcome::Status(status) => (Some(status), Verdict::Safe),
        // `abort` is no error where nobody says so.
        Outcome::Aborted => (None, Verdict::Safe),
        Outcome::Violated(check) if program.check(check).property == Property::Assertions => {
            (None, Verdict::Unsafe)
        }
        Outcome::Violated(check) => return Some(Compared::Undefined(program.check(check).property)),
        Outcome::RanOn
        | Outcome::Overflowed { .. }
        | Outcome::UnknownStatus
        | Outcome::Open
        | Outcome::Unsupported { .. }
        | Outcome::Limit(_) => return Some(Compared::Open),
    };
    // Only the last bits of a status arrive.
    let status = status.map(|it| it & 0xff);
    if status != theirs.status.code() {
        return Some(Compared::Different(format!("status {status:?} in place of {:?}", theirs.status)));
    }
    if status.is_some() && ours.stdout != theirs.stdout {
        let texts = [&ours.stdout, &theirs.stdout].map(|it| String::from_utf8_lossy(it).into_owned());
        return Some(Compared::Different(format!("prints {:?} in place of {:?}", texts[0], texts[1])));
    }
    let limits = Limits::unlimited().with_effort(EFFORT);
    let options = Options { program_level: false, patches: false, limits, ..options };
    let report = check_source("program.c", text, &options).ok()?;
    Some(match report.verdict {
        found if found == verdict => Compared::Same,
        Verdict::Unknown => Compared::Open,
        // `%d` and a `size_t`: what is printed is seen above to be the same.
        Verdict::Unsafe if report.error().is_some_and(|it| it.property == Property::Library) => {
            Compared::Undefined(Property::Library)
        }
        found => Compared::Different(format!("{found:?}: {:?}", report.error())),
    })
}
