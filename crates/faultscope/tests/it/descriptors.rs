//! Files by their descriptors, and the objects of the library, in executions.

use expect_test::{Expect, expect};
use faultscope::execute::{Executed, Outcome, execute, for_execution};
use faultscope::{Options, input, translate};
use faultscope_frontend::c::DataModel;
use faultscope_solver::Limits;
use faultscope_verify::environment::Input;

const HEADERS: &str = "\
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
";

fn executed(body: &str, input: Input) -> Executed {
    let text = format!("{HEADERS}int main(int argc, char **argv, char **envp) {{\n{body}\nreturn 0;\n}}\n");
    let options = for_execution(&Options { data_model: DataModel::Lp64, ..Options::standard() });
    let loaded = input::in_memory("test.c", &text, &options).expect("C");
    let translated = translate(&loaded, &options).expect("a program");
    execute(&translated.program, input, 10_000_000, &Limits::unlimited())
}

fn given() -> Input {
    let text = |it: &str| it.as_bytes().to_vec();
    Input {
        stdin: text("standard input"),
        files: [(text("d.txt"), text("0123456789"))].into(),
        variables: [(text("LANG"), text("C")), (text("A"), text("b=c"))].into(),
        ..Input::default()
    }
}

/// Compares what a program prints that ends as it should.
#[track_caller]
fn check(body: &str, expected: Expect) {
    let Executed { stdout, stderr, outcome, .. } = executed(body, given());
    let text = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
    assert_eq!(outcome, Outcome::Status(0), "{text}");
    expected.assert_eq(&text);
}

/// Compares why a program is not followed.
#[track_caller]
fn check_undecided(body: &str, expected: &str) {
    match executed(body, given()).outcome {
        Outcome::Unsupported { message, .. } => assert_eq!(message, format!("{expected} is not supported")),
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn a_file_is_read_by_its_descriptor() {
    check(
        r#"char text[8] = "";
int file = open("d.txt", O_RDONLY);
long n = read(file, text, 4);
printf("%ld %s|", n, text);
n = lseek(file, -3, SEEK_END);
printf("%ld ", n);
n = read(file, text, 7);
printf("%ld %.3s ", n, text);
printf("%ld|", (long)read(file, text, 7));
n = pread(file, text, 2, 5);
printf("%ld %s %ld|", n, text, lseek(file, 0, SEEK_CUR));
n = write(file, "x", 1);
printf("%ld %d|", n, errno == EBADF);
printf("%d ", close(file));
printf("%d\n", close(file));
file = open("none", O_RDONLY);
printf("%d %d|", file, errno == ENOENT);
n = read(file, text, 1);
printf("%ld %d\n", n, errno == EBADF);"#,
        expect![[r#"
            4 0123|7 3 789 0|2 5693 10|-1 1|0 -1
            -1 1|-1 1
        "#]],
    );
}

#[test]
fn a_file_is_written_by_its_descriptor() {
    check(
        r#"char text[32] = "";
int file = open("new", O_RDWR | O_CREAT | O_EXCL, 0644);
printf("%ld ", (long)write(file, "abcdef", 6));
printf("%d ", open("new", O_CREAT | O_EXCL | O_WRONLY, 0644));
printf("%d|", errno == EEXIST);
lseek(file, 2, SEEK_SET);
write(file, "XY", 2);
close(file);
file = open("new", O_WRONLY | O_APPEND);
write(file, "!", 1);
printf("%ld|", (long)read(file, text, 1));
close(file);
FILE *stream = fopen("new", "r");
printf("%s|", fgets(text, 32, stream));
fclose(stream);
file = creat("new", 0600);
printf("%ld ", (long)write(file, "z", 1));
printf("%d|", close(file));
struct stat status;
int found = stat("new", &status);
printf("%d %ld %d|", found, (long)status.st_size, S_ISREG(status.st_mode));
printf("%d ", access("new", R_OK));
printf("%d ", unlink("new"));
printf("%d\n", access("new", F_OK));"#,
        expect![[r#"
            6 -1 1|-1|abXYef!|1 0|0 1 1|0 0 -1
        "#]],
    );
}

#[test]
fn streams_and_descriptors_lead_to_each_other() {
    check(
        r#"FILE *stream = fopen("d.txt", "r");
struct stat status;
int found = fstat(fileno(stream), &status);
printf("%d %ld %d|", found, (long)status.st_size, fileno(stdout));
printf("%c ", fgetc(stream));
printf("%d|", fclose(stream));
int file = open("d.txt", O_RDONLY);
stream = fdopen(file, "r");
printf("%c ", fgetc(stream));
printf("%d|", fclose(stream));
printf("%d %d %d\n", close(file), isatty(0), isatty(77));"#,
        expect![[r#"
            0 10 1|0 0|0 0|-1 0 0
        "#]],
    );
}

#[test]
fn standard_streams_have_descriptors() {
    check(
        r#"char text[9] = "";
long n = read(STDIN_FILENO, text, 8);
write(STDOUT_FILENO, text, n);
write(STDERR_FILENO, "!", 1);
printf("|%c", getchar());
fflush(stdout);
write(1, "|", 1);"#,
        expect!["standard| |!"],
    );
    check_undecided(
        r#"printf("a"); write(1, "b", 1);"#,
        "a write to standard output by its descriptor behind output of `stdio` that is not flushed",
    );
    check_undecided(
        "char c; getchar(); read(0, &c, 1);",
        "a read of standard input by its descriptor behind one of `stdio`",
    );
    check_undecided("close(1);", "closing a standard stream by its descriptor");
}

#[test]
fn the_environment_is_an_object() {
    check(
        r#"for (char **it = environ; *it; it++) printf("%s|", *it);
for (char **it = envp; *it; it++) printf("%s|", *it);
printf("%s\n", getenv("A"));"#,
        expect![[r#"
            A=b=c|LANG=C|A=b=c|LANG=C|b=c
        "#]],
    );
    check_undecided(
        r#"setenv("A", "x", 1); return environ[0] != 0;"#,
        "`environ` in a program that changes its environment",
    );
}

#[test]
fn other_objects_of_the_library_have_values() {
    check(
        r#"printf("%d %d %d %d|", optind, opterr, optopt, optarg == NULL);
printf("%ld %d %s|", timezone, daylight, program_invocation_short_name);
errno = EDOM;
printf("%d\n", errno == EDOM);"#,
        expect![[r#"
            1 1 63 1|0 0 program|1
        "#]],
    );
}
