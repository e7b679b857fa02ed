//! The tools: what they find, and what they say where they are asked for something that there is not.

use std::fs;

use serde_json::json;
use tempfile::tempdir;

use crate::client::{Client, text};

/// An index that is one too large.
const PROGRAM: &str = "\
int nondet(void);
int main(void) {
    int t[3];
    int n = nondet();
    if (n < 0 || n > 3) return 0;
    t[n] = 1;
    return 0;
}
";

/// A diff of the fifth line.
fn diff(line: &str) -> String {
    format!("--- a.c\n+++ a.c\n@@ -5,1 +5,1 @@\n-    if (n < 0 || n > 3) return 0;\n+    {line}\n")
}

#[test]
fn an_error_is_found_explained_and_repaired() {
    let folder = tempdir().expect("there is room");
    fs::write(folder.path().join("a.c"), PROGRAM).expect("there is room");
    let mut client = Client::introduced(folder.path());

    let result = client.call("check", json!({ "files": ["a.c"] }));
    assert!(text(&result).starts_with("error: index `n` is out of bounds"), "{result}");
    let found = &result["structuredContent"];
    assert_eq!(found["verdict"], "unsafe");
    assert_eq!(found["error"]["property"], "out-of-bounds");
    assert_eq!((&found["error"]["file"], &found["error"]["line"]), (&json!("a.c"), &json!(6)));
    assert_eq!(found["inputs"][0]["value"], "3");
    assert_eq!(found["findings"][0]["rank"], 1);
    assert_eq!(found["patches"][0]["verdict"], "proved");

    let rank = &found["findings"][0]["rank"];
    let result = client.call("explain", json!({ "report": found["report"], "finding": rank }));
    assert_eq!(result["structuredContent"]["finding"]["rank"], *rank, "{result}");
    assert!(text(&result).contains("a.c:"), "{result}");

    // The patches of the answer are what the other tool takes.
    for patch in found["patches"].as_array().expect("there are patches") {
        let result = client.call("verify_patch", json!({ "files": ["a.c"], "diff": patch["diff"] }));
        assert_eq!(result["structuredContent"]["answer"], "repair", "{result}");
    }
    let result = client
        .call("verify_patch", json!({ "files": ["a.c"], "diff": diff("if (n < 1 || n > 3) return 0;") }));
    let answer = &result["structuredContent"];
    assert_eq!((&answer["answer"], &answer["reason"]), (&json!("no-repair"), &json!("fails")), "{result}");
    assert_eq!(answer["counterexample"]["inputs"][0]["value"], "3", "{result}");
    assert_eq!(fs::read_to_string(folder.path().join("a.c")).expect("it is there"), PROGRAM);
}

#[test]
fn a_program_without_an_error_is_safe() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let source = PROGRAM.replace("n > 3", "n > 2");
    let result = client.call("check", json!({ "source": source, "name": "b.c" }));
    let found = &result["structuredContent"];
    assert_eq!(found["verdict"], "safe", "{result}");
    assert_eq!((found.get("error"), found.get("findings"), found.get("patches")), (None, None, None));
    assert_eq!(found["assumptions"].as_array().map(Vec::len), Some(1), "{result}");
    let result = client.call(
        "verify_patch",
        json!({ "source": PROGRAM, "name": "a.c", "diff": diff("if (n < 0 || n > 2) return 0;") }),
    );
    assert_eq!(result["structuredContent"]["answer"], "repair", "{result}");
}

#[test]
fn what_is_asked_for_is_checked() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let mut verdict = |arguments| client.call("check", arguments)["structuredContent"]["verdict"].clone();
    let source = "int f(int a) { return a + 1; }\nint main(void) { return 0; }\n";
    assert_eq!(verdict(json!({ "source": source })), "safe");
    assert_eq!(verdict(json!({ "source": source, "entry": "f" })), "unsafe");
    assert_eq!(verdict(json!({ "source": source, "entry": "f", "properties": ["-overflow"] })), "safe");
    let sizes = "int main(void) { return 1 / (sizeof(long) - 4); }\n";
    assert_eq!(verdict(json!({ "source": sizes, "data_model": "ilp32" })), "unsafe");
    assert_eq!(verdict(json!({ "source": sizes, "data_model": "lp64" })), "safe");
    let defined = "#ifndef N\n#define N 0\n#endif\nint main(void) { return 1 / N; }\n";
    assert_eq!(verdict(json!({ "source": defined, "define": ["N=1"] })), "safe");
    assert_eq!(verdict(json!({ "source": defined })), "unsafe");
}

#[test]
fn headers_and_other_folders() {
    let folder = tempdir().expect("there is room");
    fs::create_dir(folder.path().join("program")).expect("there is room");
    fs::write(folder.path().join("program/n.h"), "#define N 0\n").expect("there is room");
    fs::write(folder.path().join("program/a.c"), "#include \"n.h\"\nint main(void) { return 1 / N; }\n")
        .expect("there is room");
    let mut client = Client::introduced(folder.path());
    let result = client.call("check", json!({ "folder": "program", "files": ["a.c"] }));
    assert_eq!(result["structuredContent"]["error"]["file"], "a.c", "{result}");
    // A text has the headers of the folder, too.
    let source = "#include \"n.h\"\nint main(void) { return 1 / (N + 1); }\n";
    let result = client.call("check", json!({ "folder": "program", "source": source }));
    assert_eq!(result["structuredContent"]["verdict"], "safe", "{result}");
}

#[test]
fn a_test_says_what_the_program_should_do() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let source = "#include <stdio.h>\nint main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", n + 1);\n    return 0;\n}\n";
    let arguments = |expected: &str| json!({ "source": source, "stdin": "3\n", "expected_output": expected });
    let result = client.call("check", arguments("4\n"));
    assert_eq!(result["structuredContent"]["verdict"], "tests-pass", "{result}");
    let result = client.call("check", arguments("5\n"));
    assert_eq!(result["structuredContent"]["error"]["property"], "expected-output", "{result}");
    assert_eq!(result["structuredContent"]["tests"]["failed"], 1, "{result}");
    let crash = "#include <stdlib.h>\nint main(int c, char **v) { return c > 1 ? 1 / atoi(v[1]) : 0; }\n";
    let result = client.call("check", json!({ "source": crash, "program_arguments": "0" }));
    assert_eq!(result["structuredContent"]["error"]["property"], "division-by-zero", "{result}");
}

#[test]
fn answers_are_bounded_and_the_rest_is_there() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let mut source = "int nondet(void);\nint main(void) {\n    int a = 0;\n".to_owned();
    for _ in 0..40 {
        source.push_str("    if (nondet() == 7) a = a + 1;\n");
    }
    source.push_str("    return 1 / (40 - a);\n}\n");
    let result = client.call("check", json!({ "source": source, "max_findings": 2, "level": "trace" }));
    let found = &result["structuredContent"];
    assert_eq!(found["verdict"], "unsafe", "{result}");
    assert_eq!(found["findings"].as_array().map(Vec::len), Some(2), "{result}");
    assert!(found["more_findings"].as_u64().is_some_and(|it| it > 0), "{result}");
    assert_eq!(found["inputs"].as_array().map(Vec::len), Some(10), "{result}");
    assert_eq!(found["more_inputs"], 30, "{result}");
    let size = result.to_string().len();
    assert!(size < 8_000, "{size}");

    let result = client.call("explain", json!({ "show": "json" }));
    assert_eq!(result["structuredContent"]["inputs"].as_array().map(Vec::len), Some(40));
    let result = client.call("explain", json!({ "show": "trace" }));
    assert!(text(&result).contains("a = 40"), "{result}");
    let result = client.call("explain", json!({ "show": "checks" }));
    assert!(text(&result).contains("division"), "{result}");
}

#[test]
fn a_stored_report_is_explained() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let says = client.failure("explain", json!({}));
    assert!(says.contains("call `check` first"), "{says}");
    client.call("check", json!({ "source": PROGRAM, "level": "trace" }));
    let report = client.call("explain", json!({ "show": "json" }))["structuredContent"].to_string();
    fs::write(folder.path().join("stored.json"), report).expect("there is room");
    let result = client.call("explain", json!({ "report": "stored.json", "show": "details" }));
    assert!(text(&result).starts_with("error: index `n` is out of bounds"), "{result}");

    let says = client.failure("explain", json!({ "finding": 99 }));
    assert!(says.contains("there is no finding 99"), "{says}");
    let says = client.failure("explain", json!({ "report": "report-77" }));
    assert!(says.contains("those that are kept are `report-1`"), "{says}");
    let says = client.failure("explain", json!({ "report": "absent.json" }));
    assert!(says.contains("there is no such file"), "{says}");
    fs::write(folder.path().join("other.json"), "{}").expect("there is room");
    let says = client.failure("explain", json!({ "report": "other.json" }));
    assert!(says.contains("cannot read `other.json`"), "{says}");
}

#[test]
fn arguments_that_are_wrong_are_said_to_the_agent() {
    let folder = tempdir().expect("there is room");
    fs::write(folder.path().join("a.c"), PROGRAM).expect("there is room");
    let mut client = Client::introduced(folder.path());
    let mut says = |tool: &str, arguments, expect: &str| {
        let says = client.failure(tool, arguments);
        assert!(says.contains(expect), "{says}");
    };
    says("check", json!({}), "there is no program");
    says("check", json!({ "files": ["a.c"], "source": "" }), "both given");
    says("check", json!({ "source": "" }), "is empty");
    says("check", json!({ "file": "a.c" }), "there is no argument `file`");
    says("check", json!({ "files": "a.c" }), "should be a row of strings");
    says("check", json!({ "files": ["absent.c"] }), "cannot read `absent.c`");
    says("check", json!({ "files": ["a.c"], "folder": "absent" }), "there is no such folder");
    says("check", json!({ "files": ["a.c"], "properties": ["overflw"] }), "did you mean `overflow`");
    says("check", json!({ "files": ["a.c"], "effort": 0 }), "an integer from 1");
    says("check", json!({ "files": ["a.c"], "entry": "absent" }), "`absent`");
    says("check", json!({ "source": PROGRAM, "name": "../a.c" }), "is not a file name");
    says("check", json!({ "files": ["a.c"], "tests": "t", "stdin": "" }), "do not go together");
    says("check", json!({ "source": "int main(void) { return 0 }" }), "syntax error");
    says("verify_patch", json!({ "files": ["a.c"] }), "the argument `diff` is missing");
    says("verify_patch", json!({ "files": ["a.c"], "diff": "hello" }), "error: ");
    says("verify_patch", json!({ "files": ["a.c"], "diff": diff("x").replace("n > 3", "n > 9") }), "error: ");
}
