//! Verdicts on the SV-COMP programs, where they are at hand.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "reads programs and says when there are none"
)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::{Program, Property};
use faultscope_solver::Limits;
use faultscope_verify::bmc::{self, BmcConfig};

/// The programs of a folder of the suite with their paths; none where the suite is missing.
fn programs(folder: &str) -> Vec<(PathBuf, Program)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench/svcomp41").join(folder);
    if !root.is_dir() {
        eprintln!("skipped: there is no {}", root.display());
        return Vec::new();
    }
    let mut open = vec![root];
    let mut programs = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("the folder is readable");
            open.extend(entries.map(|entry| entry.expect("the folder is readable").path()));
        } else {
            let program = translate(&path);
            programs.push((path, program));
        }
    }
    programs
}

fn translate(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("the program is text");
    let name = path.display().to_string();
    let input = Input { files: vec![InputFile { name, text, originals: Vec::new() }] };
    let translation =
        c::translate(&input, &CConfig { properties: [Property::UnreachCall].into(), ..CConfig::default() });
    translation.program.unwrap_or_else(|| panic!("{}: {:?}", path.display(), translation.diagnostics))
}

#[test]
fn every_false_program_gets_a_replayed_trace() {
    let limits = Limits::unlimited().with_timeout(Duration::from_secs(120));
    for (path, program) in programs("false") {
        let answer = bmc::bounded_model_checking(&program, &BmcConfig::default(), &limits);
        assert!(answer.error().is_some_and(|it| it.replayed), "{}: {:?}", path.display(), answer.verdict);
    }
}

#[test]
fn no_true_program_is_unsafe() {
    let config = BmcConfig { max_unwind: 4, ..BmcConfig::default() };
    let mut n_safe = 0;
    let programs = programs("true");
    for (path, program) in &programs {
        let limits = Limits::unlimited().with_timeout(Duration::from_secs(5));
        let answer = bmc::bounded_model_checking(program, &config, &limits);
        let error = answer.error().map(|it| program.check(it.trace.check));
        assert!(error.is_none(), "{}: {error:?}", path.display());
        n_safe += usize::from(answer.is_safe());
    }
    assert!(n_safe >= 3 || programs.is_empty(), "{n_safe} of {} proved", programs.len());
}
