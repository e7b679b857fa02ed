//! Whether what `--format json` and `--format json-lines` give is what `docs/report.schema.json` says, by a validator of others.
//!
//! `faultscope-report` has one of its own, which knows what that schema uses and no more.

#![expect(clippy::print_stderr, reason = "whoever runs the tests should know what was not tested")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use jsonschema::Validator;
use serde_json::{Value, json};

/// What is checked, from the root of the repository.
const EXAMPLES: [&[&str]; 7] = [
    &["examples/account.bpl"],
    &["examples/demo.c"],
    &["examples/fill.c", "--traces", "2", "--technique", "all"],
    &["examples/crash.c"],
    &["examples/crash.c", "--crash-input", "examples/crash"],
    &["examples/median.c", "--tests", "examples/median"],
    &["contrib/benchexec/tasks/buffer.yml", "--property-file", "contrib/benchexec/tasks/valid-memsafety.prp"],
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn schema() -> Value {
    let text = fs::read_to_string(repository().join("docs/report.schema.json")).expect("the schema is there");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The validator of reports, and that of lines about stages.
fn validators() -> (Validator, Validator) {
    let whole = schema();
    let of_stage = json!({ "$schema": whole["$schema"], "$ref": "#/$defs/stage", "$defs": whole["$defs"] });
    let validator = |it: &Value| jsonschema::validator_for(it).expect("it is a schema");
    (validator(&whole), validator(&of_stage))
}

#[track_caller]
fn check(validator: &Validator, name: &str, text: &str) {
    let json: Value = serde_json::from_str(text).expect("it is JSON");
    let violations: Vec<String> =
        validator.iter_errors(&json).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert_eq!(violations, Vec::<String>::new(), "{name}");
}

/// The program, if it is built beside this test.
fn program() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    let program = test.parent()?.parent()?.join(format!("faultscope{}", std::env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

#[test]
fn reports_fit_the_schema() {
    let Some(program) = program() else {
        eprintln!("the program `faultscope` is not built beside this test: not asked");
        return;
    };
    let (of_report, of_stage) = validators();
    for arguments in EXAMPLES {
        let run = |format: &str| {
            let mut command = Command::new(&program);
            command.arg("check").args(arguments).args(["--format", format]).current_dir(repository());
            String::from_utf8(command.output().expect("the program runs").stdout).expect("a text")
        };
        let name = arguments.join(" ");
        check(&of_report, &name, &run("json"));
        let lines = run("json-lines");
        let lines: Vec<&str> = lines.lines().collect();
        let (report, stages) = lines.split_last().expect("there is a line");
        check(&of_report, &name, report);
        assert!(!stages.is_empty(), "{name}");
        stages.iter().for_each(|line| check(&of_stage, &name, line));
        assert!(!of_stage.is_valid(&serde_json::from_str(report).expect("it is JSON")));
        assert!(!of_report.is_valid(&serde_json::from_str(stages[0]).expect("it is JSON")));
    }
}
