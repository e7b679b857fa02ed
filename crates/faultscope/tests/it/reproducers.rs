//! Reproducers: the script of each is run with gcc and its sanitizers, and the program fails as reported. Nothing but these
//! small programs is executed.

use std::fs;
use std::process::{Command, Stdio};

use crate::folder::{Folder, stderr, stdout};

/// Writes a reproducer, runs its script, and compares what the sanitizers say.
#[track_caller]
fn check(program: &str, options: &[&str], said: &str) -> Folder {
    let folder = Folder::with(&[("a.c", program)]);
    reproduces(&folder, options, said);
    folder
}

#[track_caller]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn reproduces(folder: &Folder, options: &[&str], said: &str) {
    let arguments = ["a.c", "--data-model", "lp64", "--level", "trace", "--reproducer", "new/repro"];
    let output = folder.check(&[&arguments, options].concat());
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    let told = stderr(&output);
    assert!(
        told.starts_with("note: wrote a reproducer; run `new/repro/run.sh` to see the error\n"),
        "{told}"
    );
    assert!(!told.contains("not confirmed"), "{told}");
    if Command::new("gcc").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped: no gcc");
        return;
    }
    let run = Command::new(folder.path("new/repro/run.sh")).output().expect("the script runs");
    let script = fs::read_to_string(folder.path("new/repro/run.sh")).unwrap_or_default();
    assert!(!run.status.success(), "{script}");
    assert!(stderr(&run).contains(said), "{}{script}", stderr(&run));
}

/// The bytes of a file of the reproducer.
fn written(folder: &Folder, name: &str) -> String {
    let bytes = fs::read(folder.path(&format!("new/repro/{name}"))).expect("it is written");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn standard_input_by_lines() {
    let program = "\
#include <stdio.h>
int main(void) {
    char line[16], name[4] = \"\";
    int n = 0;
    if (!fgets(line, sizeof line, stdin) || line[0] != '#') return 1;
    for (int i = 1; i < 16 && line[i] && line[i] != '\\n'; i++) name[n++] = line[i];
    return name[0];
}
";
    let folder = check(program, &[], "out of bounds");
    let stdin = written(&folder, "stdin");
    assert!(
        stdin.starts_with('#') && stdin.bytes().all(|it| it == b'\n' || (b' '..=b'~').contains(&it)),
        "{stdin:?}"
    );
}

#[test]
fn standard_input_by_characters_blocks_and_formats() {
    let characters = "\
#include <stdio.h>
int main(void) {
    char name[4] = \"\";
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\\n') name[n++] = c;
    return name[0];
}
";
    assert_eq!(written(&check(characters, &[], "out of bounds"), "stdin"), "aaaaa");
    let block = "\
#include <stdio.h>
int main(void) {
    unsigned char head[4];
    int table[8] = {0};
    if (fread(head, 1, 4, stdin) != 4 || head[0] != 'M') return 1;
    return table[head[1]];
}
";
    check(block, &[], "out of bounds");
    let format = "\
#include <stdio.h>
int main(void) {
    int n, table[4] = {0};
    char word[8];
    if (scanf(\"%d,%7s\", &n, word) != 2 || n < 0 || word[0] != 'x') return 1;
    return table[n];
}
";
    check(format, &[], "out of bounds");
}

#[test]
fn the_length_of_a_line_stays() {
    let program = "\
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *line = NULL, copy[4];
    size_t size = 0;
    long n = getline(&line, &size, stdin);
    if (n > 0 && line[0] == '#')
        for (int i = 0; i < n; i++) copy[i] = line[i];
    free(line);
    return 0;
}
";
    check(program, &[], "out of bounds");
}

#[test]
fn arguments() {
    let program = "\
#include <string.h>
int main(int argc, char **argv) {
    char copy[4];
    if (argc < 3 || strcmp(argv[1], \"-k v\") != 0) return 1;
    strcpy(copy, argv[2]);
    return copy[0];
}
";
    let folder = check(program, &[], "buffer-overflow");
    let script = written(&folder, "run.sh");
    assert!(script.contains("\"$here/prog\" '-k v' "), "{script}");
}

#[test]
fn a_file_by_its_name_and_by_an_argument() {
    let named = "\
#include <stdio.h>
int main(void) {
    int table[4] = {0};
    FILE *file = fopen(\"config.txt\", \"r\");
    if (!file) return 1;
    int c = fgetc(file);
    fclose(file);
    return c == EOF ? 0 : table[c & 7];
}
";
    let folder = check(named, &[], "out of bounds");
    assert_eq!(written(&folder, "files/config.txt").len(), 1);
    let argument = "\
#include <stdio.h>
int main(int argc, char **argv) {
    char word[2] = \"\";
    int n = 0;
    if (argc != 2) return 1;
    FILE *file = fopen(argv[1], \"r\");
    if (!file) return 1;
    for (int c; (c = fgetc(file)) != EOF; ) word[n++] = c;
    fclose(file);
    return word[0];
}
";
    let folder = check(argument, &[], "out of bounds");
    assert_eq!(written(&folder, "files/input"), "aaa");
}

#[test]
fn variables_of_the_environment() {
    let program = "\
#include <stdlib.h>
#include <string.h>
int main(void) {
    char copy[8];
    const char *home = getenv(\"HOME\");
    if (!home || getenv(\"LANG\")) return 1;
    strcpy(copy, home);
    return copy[0];
}
";
    let folder = check(program, &[], "buffer-overflow");
    let script = written(&folder, "run.sh");
    assert!(script.contains("exec env -u LANG HOME="), "{script}");
}

#[test]
fn functions_that_the_program_does_not_define() {
    let program = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned char read_sensor(int channel);
int main(void) {
    int table[4] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4 || read_sensor(i) != 200) return 0;
    return table[i];
}
";
    let folder = check(program, &[], "out of bounds");
    assert!(written(&folder, "harness.c").contains("read_sensor"));
    let called = "\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }
";
    check(called, &[], "error reached: reach_error()");
}

#[test]
fn a_test_that_fails() {
    let program = "\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int table[4] = {0}, n;
    if (argc != 2 || scanf(\"%d\", &n) != 1) return 1;
    printf(\"%d\\n\", table[n + atoi(argv[1])]);
    return 0;
}
";
    let folder = Folder::with(&[("a.c", program), ("in.txt", "3\n")]);
    reproduces(&folder, &["--stdin", "in.txt", "--args", "2"], "out of bounds");
    assert_eq!(written(&folder, "stdin"), "3\n");
    assert!(written(&folder, "run.sh").ends_with("exec \"$here/prog\" 2 < \"$here/stdin\"\n"));
}

#[test]
fn the_input_of_a_fuzzer() {
    let target = "\
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 2 && data[0] == 'F') return data[size];
    return 0;
}
";
    let folder = Folder::with(&[("a.c", target), ("crash", "Fuz")]);
    let options = ["--entry", "LLVMFuzzerTestOneInput", "--crash-input", "crash"];
    reproduces(&folder, &options, "buffer-overflow");
}

#[test]
fn what_cannot_be_reproduced_is_said() {
    let program = "\
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    *p = 3;
    free(p);
    return 0;
}
";
    let folder = Folder::with(&[("a.c", program)]);
    let output = folder.check(&["a.c", "--malloc-may-fail", "--reproducer", "r"]);
    assert!(stderr(&output).contains("`malloc(4)` on line 3 returns NULL"), "{}", stderr(&output));
    let script = fs::read_to_string(folder.path("r/run.sh")).expect("it is written");
    assert!(script.contains("# `malloc(4)` on line 3 returns NULL"), "{script}");
    let output = folder.check(&["a.c", "--reproducer", "none"]);
    assert_eq!(stderr(&output), "note: there is no error to reproduce, so no reproducer was written\n");
    assert!(!folder.path("none").exists());
}

#[test]
fn a_folder_of_somebody_else_is_refused() {
    let program = "int main(void) { return 1 / 0; }\n";
    let folder = Folder::with(&[("a.c", program), ("full/x", ""), ("file", "")]);
    let refused = |name: &str, why: &str| {
        let output = folder.check(&["a.c", "--reproducer", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert_eq!(stdout(&output), "", "{name}");
        assert_eq!(stderr(&output), format!("error: cannot write to `{name}`: {why}\n"));
    };
    refused(
        "full",
        "it is not empty, and holds no reproducer\n\
         help: name a new or an empty folder, or one that `--reproducer` has written",
    );
    refused("file", "it is not a folder");
    // One of its own is written again, without what is no longer needed.
    for _ in 0..2 {
        let output = folder.check(&["a.c", "--reproducer", "own"]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        fs::write(folder.path("own/stdin"), "old").expect("a file");
    }
    folder.check(&["a.c", "--reproducer", "own"]);
    assert!(!folder.path("own/stdin").exists());
}

/// What the report lists as inputs.
#[track_caller]
fn check_inputs(program: &str, listed: &[&str]) {
    let folder = Folder::with(&[("a.c", program)]);
    let output = folder.check(&["a.c", "--data-model", "lp64", "--level", "trace"]);
    let text = stdout(&output);
    for line in listed {
        assert!(text.contains(line), "{line} is missing in {text}");
    }
}

#[test]
fn characters_that_the_error_leaves_open_can_be_typed() {
    let read = |condition: &str| {
        format!(
            "\
#include <stdio.h>
int main(void) {{
    int table[2] = {{0}};
    int c = getchar();
    if ({condition}) return table[2];
    return 0;
}}
"
        )
    };
    check_inputs(&read("c != EOF"), &["c = 'a'  getchar()"]);
    // The error needs this one, and any with these bits.
    check_inputs(&read("c == 1"), &["c = '\\001'  getchar()"]);
    check_inputs(&read("(c & 7) == 4"), &["c = 'd'  getchar()"]);
    let arguments = "\
#include <string.h>
int main(int argc, char **argv) {
    char copy[4];
    if (argc < 3 || strcmp(argv[1], \"-k\") != 0) return 1;
    strcpy(copy, argv[2]);
    return copy[0];
}
";
    check_inputs(arguments, &["  arguments: \"-k\" \""]);
}

#[test]
fn the_input_of_a_failing_test_is_listed() {
    let program = "\
#include <stdio.h>
int main(void) {
    int n;
    if (scanf(\"%d\", &n) == 1) printf(\"%d\\n\", n + 2);
    return 0;
}
";
    let folder = Folder::with(&[
        ("a.c", program),
        ("tests/a.in", "1\n"),
        ("tests/a.out", "2\n"),
        ("tests/b.in", "5\n"),
        ("tests/b.out", "7\n"),
    ]);
    let output = folder.check(&["a.c", "--tests", "tests", "--level", "trace"]);
    let text = stdout(&output);
    assert!(text.contains("(shown here)\n    stdin: \"1\\n\"\n"), "{text}");
    let output = folder.check(&["a.c", "--tests", "tests", "--level", "trace", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(report["traces"][0]["given"]["stdin"], "1\n");
}
