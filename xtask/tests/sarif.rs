//! Whether what `--format sarif` gives is SARIF, by what others have written: the schema of OASIS, and where it is installed
//! the validator of Microsoft.
//!
//! The logs are those that `faultscope-report` compares its own with, and those of the examples where the program is built
//! beside this test, as it is where all tests of the workspace are run.

#![expect(clippy::print_stderr, reason = "whoever runs the tests should know what was not tested")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

/// What the examples are checked with.
const EXAMPLES: [&[&str]; 6] = [
    &["examples/account.bpl"],
    &["examples/demo.c"],
    &["examples/fill.c", "--traces", "2"],
    &["examples/crash.c"],
    &["examples/crash.c", "--crash-input", "examples/crash"],
    &["examples/median.c", "--tests", "examples/median"],
];

/// Safe, and not decided.
const OTHERS: [(&str, &str, &[&str]); 3] = [
    ("safe.c", "int main(void) { int x = 1; return 2 / x; }\n", &[]),
    (
        "open.c",
        "int ask(void);\nint main(void) { for (unsigned i = 1; i; i += 2) if (ask()) i *= 3; return 0; }\n",
        &["--strategy", "bmc", "--unwind", "2"],
    ),
    ("asm.c", "int main(void) { int x = 1; __asm__(\"nop\" : \"=r\"(x)); return 1 / x; }\n", &[]),
];

/// The schema of OASIS.
static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    let schema = include_str!("schema/sarif-2.1.0.json");
    // The pattern of languages, which our logs do not have, has a bracket too many and is no regular expression.
    let schema = schema.replace("-[a-zA-Z]{2}]?$", "(-[a-zA-Z]{2})?$");
    let schema = serde_json::from_str(&schema).expect("it is JSON");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("it is a schema")
});

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[track_caller]
fn check(name: &str, text: &str) {
    let log: Value = serde_json::from_str(text).expect("it is JSON");
    let violations: Vec<String> =
        SCHEMA.iter_errors(&log).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert_eq!(violations, Vec::<String>::new(), "{name}");
}

/// The logs of the tests of `faultscope-report`.
fn stored() -> Vec<(PathBuf, String)> {
    let folder = repository().join("crates/report/tests/sarif");
    let entries = fs::read_dir(folder).expect("the folder is there").filter_map(Result::ok);
    let mut logs: Vec<(PathBuf, String)> =
        entries.map(|it| (it.path(), fs::read_to_string(it.path()).expect("a log"))).collect();
    logs.sort();
    assert!(logs.len() >= 9, "{logs:?}");
    logs
}

#[test]
fn reports_of_all_kinds_fit_the_schema() {
    for (path, text) in stored() {
        check(&path.display().to_string(), &text);
    }
}

#[test]
fn the_schema_refuses_what_is_no_log() {
    let (_, text) = &stored()[0];
    let log: Value = serde_json::from_str(text).expect("it is JSON");
    let mut other = log.clone();
    other["runs"][0]["verdict"] = json!("unsafe");
    assert!(!SCHEMA.is_valid(&other));
    let mut other = log.clone();
    other["runs"][0]["results"][0]["level"] = json!("fatal");
    assert!(!SCHEMA.is_valid(&other));
    let mut other = log;
    other["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = json!(0);
    assert!(!SCHEMA.is_valid(&other));
}

/// The program, if it is built beside this test.
fn program() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    let program = test.parent()?.parent()?.join(format!("faultscope{}", std::env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

#[test]
fn checks_of_programs_fit_the_schema() {
    let Some(program) = program() else {
        eprintln!("the program `faultscope` is not built beside this test: not asked");
        return;
    };
    let run = |folder: &Path, arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.arg("check").args(arguments).args(["--format", "sarif"]).current_dir(folder);
        let output = command.output().expect("the program runs");
        String::from_utf8(output.stdout).expect("a text")
    };
    for arguments in EXAMPLES {
        check(&arguments.join(" "), &run(&repository(), arguments));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text, options) in OTHERS {
        fs::write(folder.path().join(name), text).expect("a file in it");
        check(name, &run(folder.path(), &[&[name], options].concat()));
    }
}

/// The multitool of Microsoft, where it is installed; `cargo xtask test` does so.
#[test]
fn the_multitool_has_no_errors() {
    let Some(tool) = std::env::var_os("SARIF_MULTITOOL") else {
        eprintln!("SARIF_MULTITOOL does not name the program of `@microsoft/sarif-multitool`: not asked");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, _) in stored() {
        let found = folder.path().join("found.sarif");
        let mut command = Command::new(&tool);
        command.arg("validate").arg(&path).arg("--output").arg(&found);
        let output = command.args(["--log", "ForceOverwrite"]).output().expect("the multitool runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let found = fs::read_to_string(found).unwrap_or_else(|error| panic!("{error}: {said}"));
        let found: Value = serde_json::from_str(found.trim_start_matches('\u{feff}')).expect("it is JSON");
        let results = found["runs"][0]["results"].as_array().expect("an array");
        let errors: Vec<&Value> = results.iter().filter(|it| it["level"] == "error").collect();
        assert!(errors.is_empty(), "{}: {errors:?}\n{said}", path.display());
    }
}
