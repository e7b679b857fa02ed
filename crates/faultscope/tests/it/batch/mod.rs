//! `faultscope batch`: many programs, one command.

mod exercise;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::folder::{Folder, stderr, stdout};
use exercise::{FORMS, MISTAKES, TESTS, program};

/// `faultscope batch` in a folder.
fn batch(folder: &Folder, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program runs")
}

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = folder.faultscope("batch");
    command.args(arguments);
    command
}

/// The rows of `results.jsonl`.
fn rows(folder: &Folder) -> Vec<Value> {
    let text = read(folder, "faultscope-batch/results.jsonl");
    text.lines().map(|it| serde_json::from_str(it).expect("a row")).collect()
}

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path(name)).expect("the file is there")
}

/// Every file of a folder but the records and reports, which have times.
fn results(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for name in ["index.html", "results.jsonl"] {
        files.insert(name.to_owned(), fs::read_to_string(folder.join(name)).expect("it is there"));
    }
    for entry in fs::read_dir(folder.join("students")).expect("it is there") {
        let entry = entry.expect("an entry");
        let text = fs::read_to_string(entry.path()).expect("a page");
        files.insert(entry.file_name().to_string_lossy().into_owned(), text);
    }
    files
}

/// A program that fails for some input, one that does not, one that is none.
const BAD: &str = "int main(void) {\n    int a[3] = { 0 };\n    int i;\n    for (i = 0; i <= 3; i++) {\n        a[i] = i;\n    }\n    return a[0];\n}\n";
const GOOD: &str = "int main(void) {\n    return 0;\n}\n";
const BROKEN: &str = "int main(void) {\n    return 0\n}\n";

#[test]
fn the_same_mistake_is_one_group_whatever_the_names_and_the_form() {
    let mut files: Vec<(String, String)> = Vec::new();
    for (idx, (input, output)) in TESTS.iter().enumerate() {
        files.push((format!("tests/{idx}.in"), format!("{input}\n")));
        files.push((format!("tests/{idx}.out"), (*output).to_owned()));
    }
    for mistake in MISTAKES {
        for (idx, form) in FORMS.iter().enumerate() {
            files.push((format!("subs/{}-{idx}/main.c", mistake.0), program(mistake, form)));
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = Folder::with(&files);
    let output = batch(&folder, &["subs", "--tests", "tests", "--hints"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    let mut groups: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for row in rows(&folder) {
        let name = row["name"].as_str().expect("a name").to_owned();
        let group = row["group"].as_u64().unwrap_or_else(|| panic!("{name} has no group: {row}"));
        groups.entry(group).or_default().insert(name);
    }
    let expect: BTreeSet<BTreeSet<String>> =
        MISTAKES.iter().map(|it| (0..FORMS.len()).map(|idx| format!("{}-{idx}", it.0)).collect()).collect();
    let found: BTreeSet<BTreeSet<String>> = groups.into_values().collect();
    assert_eq!(found, expect);
    hints_have_no_patches(&folder);
}

/// No page has a line that a patch puts in.
#[track_caller]
fn hints_have_no_patches(folder: &Folder) {
    let index = read(folder, "faultscope-batch/index.html");
    for row in rows(folder) {
        let name = row["name"].as_str().expect("a name");
        let Some(new) = row["patch_new"].as_str() else { continue };
        let page = read(folder, &format!("faultscope-batch/students/{name}.md"));
        assert!(page.contains("## Where to look"), "{page}");
        let source = read(folder, &format!("subs/{name}/main.c"));
        for line in new.lines().map(str::trim).filter(|it| it.len() > 2 && !source.contains(it)) {
            assert!(!page.contains(line), "{name}: {line} in\n{page}");
            assert!(!index.contains(line), "{name}: {line}");
        }
        assert!(!page.contains("```diff") && !page.contains("expected `"), "{page}");
    }
}

#[test]
fn each_submission_has_a_row_a_page_and_a_report() {
    let folder = Folder::with(&[("s/ann/a.c", BAD), ("s/bob.c", GOOD), ("s/cy/c.c", BROKEN)]);
    let output = batch(&folder, &["s"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let outcomes: Vec<(String, String)> =
        rows(&folder).iter().map(|it| (it["name"].to_string(), it["outcome"].to_string())).collect();
    let expect = [("ann", "fails"), ("bob", "passes"), ("cy", "rejected")];
    assert_eq!(outcomes, expect.map(|(name, outcome)| (format!("{name:?}"), format!("{outcome:?}"))));
    let table = read(&folder, "faultscope-batch/results.csv");
    assert_eq!(table.lines().next().map(|it| it.ends_with(",seconds")), Some(true), "{table}");
    let page = read(&folder, "faultscope-batch/students/ann.md");
    assert!(page.contains("+    for (i = 0; i < 3; i++) {"), "{page}");
    let page = read(&folder, "faultscope-batch/students/cy.md");
    assert!(page.contains("c.c:2"), "{page}");
    let index = read(&folder, "faultscope-batch/index.html");
    assert!(index.contains("<a href=\"students/ann.md\">ann</a>"), "{index}");
    let report: Value =
        serde_json::from_str(&read(&folder, "faultscope-batch/reports/ann.json")).expect("JSON");
    assert_eq!(report["verdict"], "unsafe");
    assert!(stdout(&output).starts_with("3 submissions: 1 error found, 1 cannot be read, 1 no error\n"));
}

#[test]
fn exit_codes_tell_what_there_is() {
    let folder = Folder::with(&[("g/a.c", GOOD), ("b/a.c", GOOD), ("b/b.c", BROKEN), ("e/n.txt", "")]);
    let code = |arguments: &[&str]| {
        let output = batch(&folder, arguments);
        (output.status.code(), stderr(&output))
    };
    assert_eq!(code(&["g", "--out", "1"]).0, Some(0));
    assert_eq!(code(&["b", "--out", "2"]).0, Some(3));
    for (arguments, message) in [
        (&["e"][..], "there are no submissions in `e`"),
        (&["no"], "cannot read `no`"),
        (&["g", "--tests", "no"], "cannot read `no`"),
        (&["g", "--out", "e"], "`e` has files that are not the results of a batch"),
        (&["g", "--html", "x"], "cannot be used with"),
        (&["g", "--strategy", "bmc", "--traces", "2"], "does not go with `--strategy bmc`"),
        (&[], "SUBMISSIONS"),
        (&["-p", "g"], "no submission is named"),
    ] {
        let (code, complaint) = code(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.contains(message), "{arguments:?}: {complaint}");
    }
}

#[test]
fn only_what_is_not_there_or_has_changed_is_done_again() {
    let folder = Folder::with(&[("s/a.c", BAD), ("s/b.c", GOOD), ("s/c.c", BROKEN)]);
    let checked = |arguments: &[&str]| {
        let output = batch(&folder, &[&["s", "--jobs", "1"], arguments].concat());
        let lines = stderr(&output);
        lines.lines().filter(|it| it.contains(" of 3  ")).map(|it| it[8..9].to_owned()).collect::<String>()
    };
    assert_eq!(checked(&[]), "abc");
    let first = results(&folder.path("faultscope-batch"));
    assert_eq!(checked(&[]), "");
    assert_eq!(results(&folder.path("faultscope-batch")), first);
    // What is torn, has lost its record, or is another program.
    let report = folder.path("faultscope-batch/reports/a.json");
    let text = fs::read_to_string(&report).expect("a report");
    fs::write(&report, &text[..text.len() / 2]).expect("it is written");
    assert_eq!(checked(&[]), "a");
    fs::remove_file(folder.path("faultscope-batch/records/c.json")).expect("it is there");
    assert_eq!(checked(&[]), "c");
    assert_eq!(results(&folder.path("faultscope-batch")), first);
    fs::write(folder.path("s/b.c"), BAD).expect("it is written");
    assert_eq!(checked(&[]), "b");
    assert_eq!(checked(&["--effort", "90"]), "abc");
    // Pages are made again of what is there.
    assert_eq!(checked(&["--effort", "90", "--hints"]), "");
    assert!(!read(&folder, "faultscope-batch/students/a.md").contains("Patches"));
}

#[test]
fn a_table_gives_tests_to_programs() {
    let echo = "#include <stdio.h>\nint main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", n);\n    return 0;\n}\n";
    let folder = Folder::with(&[
        ("t.csv", "student,program,tests\nAnn,ann/a.c,t1\nBob,bob.c,\n"),
        ("ann/a.c", echo),
        ("bob.c", echo),
        ("t1/1.in", "1\n"),
        ("t1/1.out", "1\n"),
        ("t2/1.in", "1\n"),
        ("t2/1.out", "2\n"),
    ]);
    let output = batch(&folder, &["t.csv", "--tests", "t2"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let outcomes: Vec<String> =
        rows(&folder).iter().map(|it| format!("{} {}", it["name"], it["outcome"])).collect();
    assert_eq!(outcomes, ["\"Ann\" \"passes\"", "\"Bob\" \"fails\""]);
}

#[cfg(unix)]
#[test]
fn what_was_done_before_an_interruption_is_there() {
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    // The last one does not end, and no state of it comes back.
    let endless = "int main(void) {\n    unsigned long long x = 1;\n    while (x != 0) {\n        \
                   x = x * 6364136223846793005u + 1442695040888963407u;\n    }\n    return 0;\n}\n";
    let folder =
        Folder::with(&[("s/a.c", BAD), ("s/b.c", GOOD), ("s/c.c", endless), ("t/1.in", ""), ("t/1.out", "")]);
    let arguments = ["s", "--jobs", "1", "--timeout", "600", "--tests", "t", "--max-steps", "1000000000000"];
    let mut command = command(&folder, &arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let start = Instant::now();
    while !folder.path("faultscope-batch/records/b.json").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is done");
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_millis(300));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("stopped: 2 of 3 are done; the same command goes on from there"));
    assert!(read(&folder, "faultscope-batch/index.html").contains("1 more were not checked"));
    fs::write(folder.path("s/c.c"), GOOD).expect("it is written");
    let output = batch(&folder, &arguments);
    assert_eq!(stderr(&output), "2 of 3 were done before\n3 of 3  c: no error\n");
    assert_eq!(rows(&folder).len(), 3);
    let leftovers = fs::read_dir(folder.path("faultscope-batch/reports")).expect("it is there");
    assert!(leftovers.flatten().all(|it| !it.file_name().to_string_lossy().ends_with(".part")));
}

/// `faultscope report` in a folder.
fn report(folder: &Folder, arguments: &[&str]) -> Output {
    folder.faultscope("report").args(arguments).output().expect("the program runs")
}

#[test]
fn reports_of_a_batch_get_an_index_and_pages() {
    let folder = Folder::with(&[("s/a.c", BAD), ("s/b.c", GOOD), ("s/c.c", BROKEN), ("s/d.c", BAD)]);
    batch(&folder, &["s", "--jobs", "1"]);
    let output = report(&folder, &["faultscope-batch", "--html", "out"]);
    assert_eq!(stdout(&output), "4 reports; the index is out/index.html\n");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let index = read(&folder, "out/index.html");
    assert!(index.contains("<a href=\"pages/a.html\">a</a>"), "{index}");
    // What cannot be read has a row and no page.
    assert!(index.contains("<td>c</td><td class=\"status\">cannot be read</td>"), "{index}");
    assert!(index.contains("Group 1: 2 reports"), "{index}");
    assert!(read(&folder, "out/pages/a.html").contains("<a href=\"../index.html\">All reports</a>"));
    assert!(!folder.path("out/pages/c.html").exists());
    report(&folder, &["faultscope-batch", "--html", "out"]);
    assert_eq!(read(&folder, "out/index.html"), index, "the same reports give the same bytes");
}

#[test]
fn reports_of_any_folder_get_an_index_and_pages() {
    let folder = Folder::with(&[
        ("a.c", BAD),
        ("r/other.json", "{}"),
        ("r/x/torn.json", "{ \"schema\": "),
        ("r/n.txt", ""),
    ]);
    let stored = stdout(&folder.check(&["a.c", "--format", "json"]));
    for name in ["r/a.json", "r/x/a.json"] {
        fs::write(folder.path(name), &stored).expect("it is written");
    }
    let output = report(&folder, &["r", "--html", "out"]);
    assert_eq!(stdout(&output), "2 reports; the index is out/index.html\n");
    assert_eq!(
        stderr(&output).lines().filter(|it| it.starts_with("warning: `r/")).count(),
        2,
        "{}",
        stderr(&output)
    );
    let index = read(&folder, "out/index.html");
    assert!(index.contains("<code>r/x/torn.json</code> is not shown"), "{index}");
    assert!(folder.path("out/pages/a.html").exists() && folder.path("out/pages/x-a.html").exists());
}

#[test]
fn pages_are_not_written_over_other_things() {
    let folder = Folder::with(&[
        ("a.c", GOOD),
        ("r/n.txt", ""),
        ("site/index.html", "<p>mine"),
        ("b/batch.json", "{}"),
        ("s/r.json", ""),
    ]);
    fs::write(folder.path("s/r.json"), stdout(&folder.check(&["a.c", "--format", "json"])))
        .expect("it is written");
    for (arguments, message) in [
        (["no", "--html", "out"], "cannot read `no`"),
        (["r", "--html", "out"], "there are no reports in `r`"),
        (["s", "--html", "site"], "`site` has an `index.html` that is not from Faultscope"),
        (["s", "--html", "b"], "`b` holds the results of a batch"),
        (["s", "--html", "a.c"], "`a.c` is not a folder"),
        (["s", "--html", "out.html"], "would be a folder that is named like a file"),
    ] {
        let output = report(&folder, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(read(&folder, "site/index.html"), "<p>mine");
}
