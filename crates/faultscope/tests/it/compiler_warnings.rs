//! What `check` does with the compiler of the host, which is a script here, or is left out.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use serde_json::Value;

use crate::folder::{Folder, stdout};

/// A program that fails, without directives.
const PROGRAM: &str = "\
extern int any(void);
extern void reach_error(void);
int main(void) {
    int ready = any();
    int result = 0;
    if (ready = 3)
        result = 1;
    if (result != 0)
        reach_error();
    return 0;
}
";

/// What GCC 12 prints of it.
const RECORDED: &str = "\
./a.c: In function 'main':
./a.c:6:9: warning: suggest parentheses around assignment used as truth value [-Wparentheses]
";

/// A folder with the program, and a compiler that leaves its arguments in `called`, prints what is recorded, and then does this.
fn folder(files: &[(&str, &str)], then: &str) -> Folder {
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'gcc (Test) 12.1.0'; echo 'Free Software Foundation'; exit; fi\n\
         for it; do echo \"$it\" >> called; done\ncat recorded >&2\n{then}\n"
    );
    let own = [("a.c", PROGRAM), ("recorded", RECORDED), ("some-cc", script.as_str())];
    let folder = Folder::with(&[&own, files].concat());
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path("some-cc"), mode).expect("a script can be executed");
    folder
}

fn check(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faultscope"));
    command.arg("check").args(arguments).env("CC", folder.path("some-cc"));
    command.current_dir(folder.path("")).output().expect("it runs")
}

fn compiler(folder: &Folder, arguments: &[&str]) -> Value {
    let output = check(folder, &[arguments, &["--format", "json"]].concat());
    let report: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    report["compiler"].clone()
}

/// What the compiler was given; none where it was not called.
fn called(folder: &Folder) -> Option<Vec<String>> {
    let text = fs::read_to_string(folder.path("called")).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}

#[test]
fn the_warning_is_quoted_at_the_finding() {
    let folder = folder(&[], "");
    let text = stdout(&check(&folder, &["a.c"]));
    let quote = "warns: suggest parentheses around assignment";
    assert!(text.contains(quote) && text.contains("gcc 12.1.0"), "{text}");
    let place = text.lines().position(|it| it.contains("line 6  ready = 3")).expect("it is a place");
    let quoted = text.lines().position(|it| it.contains(quote)).expect("it is quoted");
    assert!(place < quoted && quoted <= place + 4, "{text}");
    let found = compiler(&folder, &["a.c"]);
    assert_eq!((&found["name"], &found["version"]), (&"gcc".into(), &"12.1.0".into()));
    let warning = &found["warnings"][0];
    assert_eq!((&warning["file"], &warning["line"]), (&"a.c".into(), &6.into()));
    assert_eq!((&warning["flag"], &warning["is_on_path"]), (&"-Wparentheses".into(), &true.into()));
    assert_eq!(warning["supports"][0]["by"], "line");
}

#[test]
fn no_compiler_is_called_where_it_is_not_to_be() {
    let boogie = "procedure main() { var x: int; assert x == 0; }\n";
    let safe = "int main(void) { return 0; }\n";
    let folder = folder(&[("a.bpl", boogie), ("safe.c", safe)], "");
    assert_eq!(compiler(&folder, &["a.c", "--no-compiler-warnings"]), Value::Null);
    assert_eq!(compiler(&folder, &["a.bpl"]), Value::Null);
    assert_eq!(called(&folder), None);
    // Without an error nothing is said, whether or not the compiler is faster.
    assert_eq!(compiler(&folder, &["safe.c"]), Value::Null);
    let configured = [("faultscope.toml", "no-compiler-warnings = true\n")];
    let folder = self::folder(&configured, "");
    assert_eq!(compiler(&folder, &["a.c"]), Value::Null);
}

#[test]
fn flags_of_a_compile_line_are_filtered() {
    let line = "gcc -std=gnu11 -Iinc -fwrapv -fplugin=./evil.so -wrapper ./evil -specs=evil -B. @evil -Wp,-DX -Wl,-x -o a.o -c a.c";
    let database = format!("[{{\"directory\": \".\", \"file\": \"a.c\", \"command\": \"{line}\"}}]");
    let folder = folder(&[("compile_commands.json", &database), ("inc/x.h", "")], "");
    fs::write(folder.path("recorded"), "").expect("a file");
    check(&folder, &["-p", "."]);
    let words = called(&folder).expect("it is called");
    assert!(words.contains(&"-std=gnu11".to_owned()) && words.contains(&"-fwrapv".to_owned()), "{words:?}");
    assert!(words.iter().any(|it| it.starts_with("-I") && it.ends_with("inc")), "{words:?}");
    let has_evil = words
        .iter()
        .any(|it| it.contains("evil") || it.starts_with('@') || it.starts_with("-W") && it.contains(','));
    assert!(!has_evil, "{words:?}");
}

#[test]
fn names_of_files_are_no_flags() {
    let folder = folder(&[("-fplugin=x.c", PROGRAM), ("@a.c", PROGRAM)], "");
    fs::write(folder.path("recorded"), "./@a.c:6:9: warning: odd [-Wodd]\n").expect("a file");
    assert_eq!(compiler(&folder, &["@a.c"])["warnings"][0]["file"], "@a.c");
    check(&folder, &["--", "-fplugin=x.c"]);
    let words = called(&folder).expect("it is called");
    assert!(words.contains(&"./-fplugin=x.c".to_owned()), "{words:?}");
    assert!(words.iter().all(|it| !it.starts_with("-fplugin") && !it.starts_with('@')), "{words:?}");
}

#[test]
fn preprocessed_files_are_compiled_as_they_are() {
    let text = format!("# 1 \"src/a.c\"\n{PROGRAM}");
    let folder = folder(&[("a.i", &text)], "");
    fs::write(folder.path("recorded"), "src/a.c:6:9: warning: odd [-Wodd]\n").expect("a file");
    let found = compiler(&folder, &["a.i"]);
    assert_eq!(
        (&found["warnings"][0]["file"], &found["warnings"][0]["line"]),
        (&"src/a.c".into(), &6.into())
    );
    assert_eq!(called(&folder).expect("it is called").last().map(String::as_str), Some("./a.i"));
}

#[test]
fn a_pipe_is_read_by_the_check_alone() {
    let folder = folder(&[], "");
    let command = format!("cat a.c | '{}' check /dev/stdin --format json", env!("CARGO_BIN_EXE_faultscope"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]).env("CC", folder.path("some-cc")).current_dir(folder.path(""));
    let output = shell.output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(called(&folder), None);
}

#[test]
fn tests_have_the_warnings_too() {
    let text = "int getchar(void);\nint putchar(int);\nint main(void) {\n    int c = getchar();\n    if (c = 'a')\n        \
                putchar('1');\n    else\n        putchar('0');\n    return 0;\n}\n";
    let folder = folder(&[("t.c", text), ("in", "b"), ("out", "0")], "");
    fs::write(folder.path("recorded"), "./t.c:5:9: warning: odd assignment [-Wodd]\n").expect("a file");
    let output = stdout(&check(&folder, &["t.c", "--stdin", "in", "--expect", "out"]));
    assert!(
        output.contains("says: odd assignment [-Wodd]") || output.contains("odd assignment [-Wodd]\n"),
        "{output}"
    );
    let found = compiler(&folder, &["t.c", "--stdin", "in", "--expect", "out"]);
    assert_eq!(found["warnings"][0]["is_on_path"], true);
}

#[test]
fn a_missing_compiler_and_one_that_fails_are_no_errors() {
    let folder = folder(&[], "echo './a.c:9:1: error: no' >&2; exit 1");
    let found = compiler(&folder, &["a.c"]);
    assert_eq!(found["reason"], "it failed: a.c:9:1: no");
    assert_eq!(found["warnings"].as_array().map(Vec::len), Some(1));
    let mut command = Command::new(env!("CARGO_BIN_EXE_faultscope"));
    command.args(["check", "a.c", "--format", "json"]).env("PATH", folder.path("nothing")).env_remove("CC");
    let output = command.current_dir(folder.path("")).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    let found = &report["compiler"];
    assert_eq!((&found["name"], &found["timed_out"]), (&Value::Null, &false.into()));
    assert_eq!(found["reason"], "neither gcc nor clang is installed");
}

#[test]
fn a_check_that_is_over_waits_for_no_compiler() {
    let folder = folder(&[], "sleep 100");
    let start = std::time::Instant::now();
    let output = check(&folder, &["a.c", "--timeout", "2"]);
    assert!(start.elapsed() < std::time::Duration::from_secs(25));
    assert_eq!(output.status.code(), Some(1));
}
