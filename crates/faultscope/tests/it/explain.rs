//! Reports that were stored, shown again.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::folder::{Folder, stderr, stdout};
use expect_test::{Expect, expect};
use faultscope::{Options, check_source};
use faultscope_frontend::c::DataModel;
use faultscope_ir::Property;
use serde_json::Value;

/// What the examples are checked with, one line each.
const EXAMPLES: [&str; 7] = [
    "examples/account.bpl",
    "examples/demo.c",
    "examples/fill.c",
    "examples/queue.c --traces 2",
    "examples/crash.c",
    "examples/crash.c --crash-input examples/crash",
    "examples/median.c --tests examples/median",
];

/// Safe, not decided, and warned about.
const SMALL: [(&str, &str); 4] = [
    ("safe.c", "int main(void) { int x = 1; return 2 / x; }\n"),
    (
        "open.c",
        "int ask(void);\nint main(void) { for (unsigned i = 1; i; i += 2) if (ask()) i *= 3; return 0; }\n",
    ),
    ("asm.c", "int main(void) { int x = 1; __asm__(\"nop\" : \"=r\"(x)); return 1 / x; }\n"),
    (
        "umlaut.c",
        "int frage(const char *);\nint main(void) { int x = frage(\"größe\"); return /* ä */ 10 / x; }\n",
    ),
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn faultscope(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faultscope"));
    command.args(arguments).current_dir(folder).output().expect("the program runs")
}

/// Checks a program, and shows the stored report again: the JSON is the same, and so is what is shown of it otherwise.
#[track_caller]
fn check_round_trip(folder: &Path, arguments: &str) -> Value {
    let mut words = vec!["check"];
    words.extend(arguments.split(' '));
    let checked = faultscope(folder, &[&words[..], &["--format", "json"]].concat());
    let store = Folder::with(&[("report.json", &stdout(&checked))]);
    let report = store.path("report.json").display().to_string();
    let explained = faultscope(folder, &["explain", &report, "--format", "json"]);
    assert_eq!(stderr(&explained), "", "{arguments}");
    assert_eq!(explained.status.code(), Some(0));
    assert!(stdout(&explained) == stdout(&checked), "{arguments}: another report");
    let sarif = stdout(&faultscope(folder, &["explain", &report, "--format", "sarif"]));
    serde_json::from_str(&sarif).expect("it is JSON")
}

#[test]
fn the_examples_are_read_back_as_they_were_written() {
    for arguments in EXAMPLES {
        let log = check_round_trip(&repository(), arguments);
        let first = &log["runs"][0]["results"][0];
        assert_eq!(first["level"], "error", "{arguments}");
        let place = &first["locations"][0]["physicalLocation"];
        let file = arguments.split(' ').next().expect("a file");
        assert_eq!(place["artifactLocation"]["uri"], file, "{arguments}");
        for name in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(place["region"][name].is_u64(), "{arguments}: {name}");
        }
        assert!(first["partialFingerprints"]["primaryLocationLineHash"].is_string(), "{arguments}");
        assert!(first["codeFlows"][0]["threadFlows"][0]["locations"][0].is_object(), "{arguments}");
    }
}

#[test]
fn other_verdicts_are_read_back_too() {
    let folder = Folder::with(&SMALL);
    let options = [
        ("safe.c", ""),
        ("open.c", " --strategy bmc --unwind 3 --property unreach-call,assertions,overflow"),
        ("asm.c", ""),
    ];
    for (file, options) in options {
        let log = check_round_trip(&folder.path("."), &format!("{file}{options}"));
        let run = &log["runs"][0];
        let level = run["results"][0]["level"].as_str().unwrap_or("none");
        assert_ne!(level, "error", "{file}");
        let said = &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
        assert!(said.is_string(), "{file}");
    }
}

#[test]
fn columns_are_characters() {
    let folder = Folder::with(&SMALL);
    let log = check_round_trip(&folder.path("."), "umlaut.c");
    let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    let line = SMALL[3].1.lines().nth(1).expect("a second line");
    let (start, end) = (region["startColumn"].as_u64(), region["endColumn"].as_u64());
    let (start, end) = (start.expect("a column") as usize, end.expect("a column") as usize);
    let text: String = line.chars().skip(start - 1).take(end - start).collect();
    assert_eq!(text, "10 / x");
    assert_eq!(log["runs"][0]["columnKind"], "unicodeCodePoints");
}

#[test]
fn what_is_checked_and_what_is_explained_look_the_same() {
    let folder = repository();
    let json = stdout(&faultscope(&folder, &["check", "examples/fill.c", "--format", "json-lines"]));
    let store = Folder::with(&[("report.json", &json)]);
    let report = store.path("report.json").display().to_string();
    for options in [&["--details"][..], &[], &["--format", "sarif"], &["--max-findings", "1"]] {
        let checked = faultscope(&folder, &[&["check", "examples/fill.c"], options].concat());
        let explained = faultscope(&folder, &[&["explain", report.as_str()], options].concat());
        if options.first() != Some(&"--max-findings") {
            assert_eq!(stdout(&explained), stdout(&checked), "{options:?}");
        }
        assert_eq!(stderr(&explained), "");
    }
}

const DIVISION: &str = "\
unsigned ask(void);
int main(void) {
    unsigned x = ask();
    unsigned y = x - 3;
    unsigned z = 2 * y;
    return 10 / z;
}
";

/// A folder with a program and its report.
fn division() -> Folder {
    let folder = Folder::with(&[("a.c", DIVISION)]);
    let report = stdout(&folder.check(&["a.c", "--format", "json"]));
    std::fs::write(folder.path("report.json"), report).expect("a file in it");
    folder
}

fn explain(folder: &Folder, arguments: &[&str]) -> Output {
    folder.faultscope("explain").args(arguments).output().expect("the program runs")
}

#[test]
fn one_finding_is_shown_in_full() {
    let folder = division();
    let output = explain(&folder, &["report.json", "1"]);
    assert_eq!(output.status.code(), Some(0));
    expect![[r#"
        1: assign a value such that `z >= 1`, for example `1`
         --> a.c:5:14
          |
        5 |     unsigned z = 2 * y;
          |              ^^^^^^^^^ z = 0
          |
          = helps: one value avoids the error for all inputs
          = why:   with `1`, `10 / z` on line 6 does not divide by zero
          = tried: with `1`, the program runs to its end without an error
          = alone: can fix the program (proved): with the right values here, no execution fails

        Patches (of this statement)
          line 5  repairs: proved, no execution fails; these inputs no longer reach the check
            + if (z == 0) return 0;
              keeps: proved, nothing differs in any run that worked
          line 5  repairs: proved, no execution fails
            - unsigned z = 2 * y;
            + unsigned z = 2 * y + 1;
              changes 2 of the 8 passing runs that reach this line: with x = 4, `main()` on line 6 is 3 instead of 5
          line 5  repairs: proved, no execution fails
            - unsigned z = 2 * y;
            + unsigned z = 2 * y - 1;
              changes 1 of the 7 passing runs that reach this line: with x = 4, `main()` on line 6 is 10 instead of 5
    "#]]
    .assert_eq(&stdout(&output));
    let log = stdout(&explain(&folder, &["report.json", "1", "--format", "json"]));
    let log: Value = serde_json::from_str(&log).expect("it is JSON");
    assert_eq!(log["findings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_program_need_not_be_there() {
    let folder = division();
    let before = stdout(&explain(&folder, &["report.json"]));
    std::fs::remove_file(folder.path("a.c")).expect("it is there");
    let output = explain(&folder, &["report.json"]);
    assert_eq!(stdout(&output), before);
    assert_eq!(stderr(&output), "");
    assert!(before.contains("return 10 / z;"), "{before}");
}

#[test]
fn a_program_that_has_changed_is_warned_about() {
    let folder = division();
    let before = stdout(&explain(&folder, &["report.json"]));
    std::fs::write(folder.path("a.c"), DIVISION.replace("- 3", "- 4")).expect("a file in it");
    let output = explain(&folder, &["report.json"]);
    assert_eq!(stdout(&output), before);
    expect![[r#"
        warning: `a.c` has changed since it was checked; the report shows the old text
    "#]]
    .assert_eq(&stderr(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_report_can_come_from_standard_input() {
    use std::io::Write;
    use std::process::Stdio;
    let folder = division();
    let mut command = folder.faultscope("explain");
    let mut child =
        command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    let report = std::fs::read(folder.path("report.json")).expect("it is there");
    child.stdin.take().expect("a pipe").write_all(&report).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(stdout(&output), stdout(&explain(&folder, &["report.json"])));
}

/// What is no report: exit code 2, a message on stderr, nothing on stdout.
#[track_caller]
fn check_refused(content: &str, arguments: &[&str], message: Expect) {
    let folder = Folder::with(&[("report.json", content)]);
    let output = explain(&folder, arguments);
    message.assert_eq(&stderr(&output));
    assert_eq!(stdout(&output), "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_is_no_report_is_refused() {
    check_refused(
        "",
        &["missing.json"],
        expect![[r#"
        error: cannot read `missing.json`: there is no such file
    "#]],
    );
    check_refused(
        "",
        &["."],
        expect![[r#"
        error: cannot read `.`: it is a directory
    "#]],
    );
    check_refused(
        "int main(void) {}\n",
        &["report.json"],
        expect![[r#"
            error: cannot read `report.json`: this is not JSON: expected value at line 1 column 1
            help: it should be the output of `faultscope check --format json` of this version
        "#]],
    );
    check_refused(
        "{\"schema\": \"faultscope-report/99\"}",
        &["report.json"],
        expect![[r#"
            error: cannot read `report.json`: this is not a report of the format `faultscope-report/4`: it is `faultscope-report/99`
            help: it should be the output of `faultscope check --format json` of this version
        "#]],
    );
    let folder = division();
    let report = std::fs::read_to_string(folder.path("report.json")).expect("it is there");
    check_refused(
        &report.replace("\"rank\": 1,", "\"rank\": \"first\","),
        &["report.json"],
        expect![[r#"
            error: cannot read `report.json`: the report is damaged: expected a whole number in its range at line 177 column 21
            help: it should be the output of `faultscope check --format json` of this version
        "#]],
    );
    check_refused(
        &report,
        &["report.json", "99"],
        expect![[r#"
            error: there is no finding 99 in the report
            help: it has findings 1 to 5
        "#]],
    );
}

#[test]
fn findings_can_be_limited() {
    let folder = repository();
    let count = |options: &[&str]| {
        let output =
            faultscope(&folder, &[&["check", "examples/fill.c", "--format", "json"], options].concat());
        let report: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
        let is_code = |it: &&Value| it["kind"] != "input" && it["kind"] != "declaration";
        report["findings"].as_array().expect("an array").iter().filter(is_code).count()
    };
    assert_eq!(count(&["--max-findings", "1"]), 1);
    assert_eq!(count(&["--max-findings", "all"]), count(&["--all-findings"]));
    let store = division();
    let refused = store.check(&["a.c", "--max-findings", "0"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("expected a whole number, at least 1, or `all`"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(store.check(&["a.c", "--max-findings", "2", "--all-findings"]).status.code(), Some(2));
    let one = stdout(&explain(&store, &["report.json", "--format", "json", "--max-findings", "1"]));
    let one: Value = serde_json::from_str(&one).expect("it is JSON");
    let ranks = one["findings"].as_array().expect("an array").iter().map(|it| it["rank"].clone());
    assert_eq!(ranks.filter(|it| *it == 1).count(), 1);
    assert!(one["omitted_findings"].as_u64() > Some(0));
}

/// The programs of `docs/words.md` by their names.
fn examples_of_words() -> Vec<(String, String)> {
    let page = std::fs::read_to_string(repository().join("docs/words.md")).expect("it is there");
    let blocks = page.split("\n```c ").skip(1);
    let blocks = blocks.map(|it| it.split_once(".c\n").expect("a block has the name of a file"));
    blocks
        .map(|(name, rest)| (name.to_owned(), rest.split("```").next().unwrap_or_default().to_owned()))
        .collect()
}

#[test]
fn the_example_of_each_property_violates_it() {
    let examples = examples_of_words();
    // Conflicting declarations stand in two files.
    for property in Property::selectable().filter(|it| *it != Property::Declarations) {
        let (name, text) = examples
            .iter()
            .find(|(name, _)| name == property.name())
            .unwrap_or_else(|| panic!("`{}` has no example", property.name()));
        let options = Options {
            properties: [property].into(),
            program_level: false,
            data_model: DataModel::Lp64,
            ..Options::standard()
        };
        let report =
            check_source(&format!("{name}.c"), text, &options).unwrap_or_else(|it| panic!("{name}: {it:?}"));
        assert_eq!(report.error().map(|it| it.property), Some(property), "{name}: {:?}", report.verdict);
    }
}

#[test]
fn words_are_explained() {
    let folder = Folder::with(&[]);
    let shown = |word: &str| {
        let output = explain(&folder, &[word]);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{word}");
        stdout(&output)
    };
    expect![[r#"
        out-of-bounds (property, checked by default, group memory-safety, in SV-COMP valid-deref)

        Reads and writes stay within their object.

            int main(void)
            {
                int a[3];
                for (int i = 0; i <= 3; i++)
                    a[i] = i;
            }

        An index or a pointer leaves its array, structure or allocation. The last element of `int a[3]` is
        `a[2]`: write `i < 3`. For buffers, pass the size along and compare before each access.

        CWE-125, CWE-787
    "#]]
    .assert_eq(&shown("out-of-bounds"));
    expect![[r#"
        allocation-succeeds (assumption, narrows the executions that are checked)

        `malloc`, `calloc` and `realloc` find the memory that they are asked for.

            #include <stdlib.h>

            int main(void)
            {
                int *p = malloc(sizeof *p);
                *p = 1;
                free(p);
            }

        `malloc` is assumed not to return `NULL`, so this program has no error. With `--malloc-may-fail` it
        has one: the null pointer is written through when there is no memory. The fix is `if (p == NULL)
        return 1;` before the first use.
    "#]]
    .assert_eq(&shown("allocation-succeeds"));
    expect![[r#"
        enough

        Fixing this place alone can repair the whole program, and not only the error that is shown. Enough
        (proved), or can fix the program (proved): with the right values there, no execution fails. Not
        enough alone, or cannot fix it alone: some execution fails whatever is assigned there. Otherwise it
        is open, and `--thorough` may decide it.
    "#]]
    .assert_eq(&shown("enough"));
    expect![[r#"
        MAX_PATCHES (limit of `faultscope-repair`, 16)

        Most patches that are reported. Where it is reached: those that rank behind are left out.

        No option changes it.
    "#]]
    .assert_eq(&shown("MAX_PATCHES"));
    expect![[r#"
        ALL_PATCHES_EFFORT (limit of `faultscope-repair`, 2000000)

        The effort for patches (or 3 times what finding the first error took); with `--thorough` as below.
        Where it is reached: the places further down are not changed, or patches are not proved.

        `--thorough` raises it.
    "#]]
    .assert_eq(&shown("ALL_PATCHES_EFFORT"));
    assert_eq!(stdout(&explain(&folder, &["--list"])), stdout(&explain(&folder, &[])));
    assert!(stdout(&explain(&folder, &["--list"])).starts_with("Properties\n  unreach-call, assertions,"));
    // A file of that name is a report.
    let folder = Folder::with(&[("enough", "{}")]);
    assert_eq!(explain(&folder, &["enough"]).status.code(), Some(2));
}
