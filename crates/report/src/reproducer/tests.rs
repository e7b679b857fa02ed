use expect_test::expect;

use super::*;
use crate::{GivenFile, GivenVariable, fixtures};

fn build() -> Build {
    let unit = BuildUnit { file: "clamp.c".to_owned(), flags: vec!["-DN=a b".to_owned()] };
    Build { root: "\"$here/..\"".to_owned(), units: vec![unit], is_32_bit: false }
}

#[test]
fn the_script_gives_what_the_program_reads() {
    let report = fixtures::erroneous();
    let given = Given {
        stdin: Some(b"k=v\n".to_vec()),
        arguments: vec![b"-k".to_vec(), b"a b".to_vec()],
        files: vec![
            GivenFile { name: b"in.txt".to_vec(), contents: Some(b"1".to_vec()) },
            GivenFile { name: b"/etc/clamp".to_vec(), contents: Some(b"2".to_vec()) },
        ],
        variables: vec![
            GivenVariable { name: b"HOME".to_vec(), value: Some(b"/x y".to_vec()) },
            GivenVariable { name: b"LANG".to_vec(), value: None },
        ],
        values: None,
    };
    let reproducer = render(&report, &given, &build(), Replaced::Program).expect("there is an error");
    let names: Vec<&str> = reproducer.files.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["run.sh", "harness.c", "stdin", "files/in.txt"]);
    expect![[r##"
        #!/bin/sh
        # Reproducer written by faultscope. It compiles the program, and starts it so that it fails:
        #   clamp.c:14: assertion failed: `result < 10`
        #
        # The program reads `/etc/clamp`, which is outside of the folder: create it yourself.
        set -e
        here=$(cd "$(dirname "$0")" && pwd)
        cd "$here/.."
        ${CC:-gcc} -g -fsanitize=address,undefined -fno-sanitize-recover=all '-DN=a b' clamp.c "$here/harness.c" -o "$here/prog" -lm
        mkdir -p "$here/files"
        cd "$here/files"
        ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0:detect_stack_use_after_return=1}
        export ASAN_OPTIONS
        exec env -u LANG 'HOME=/x y' "$here/prog" -k 'a b' < "$here/stdin"
    "##]]
    .assert_eq(&String::from_utf8_lossy(reproducer.file(SCRIPT).expect("it is there")));
}

#[test]
fn files_with_flags_of_their_own_are_compiled_one_by_one() {
    let mut build = build();
    build.units.push(BuildUnit { file: "main.c".to_owned(), flags: Vec::new() });
    let reproducer = render(&fixtures::erroneous(), &Given::default(), &build, Replaced::Program)
        .expect("there is an error");
    let script = String::from_utf8_lossy(reproducer.file(SCRIPT).expect("it is there")).into_owned();
    assert!(script.contains(" '-DN=a b' -c clamp.c -o \"$here/0.o\"\n"), "{script}");
    assert!(
        script.contains(" \"$here/0.o\" \"$here/1.o\" \"$here/harness.c\" -o \"$here/prog\" -lm\n"),
        "{script}"
    );
}

#[test]
fn what_cannot_be_given_is_said() {
    let mut report = fixtures::erroneous();
    report.traces[0].inputs[1].matters = true;
    let reproducer =
        render(&report, &Given::default(), &build(), Replaced::Library).expect("there is an error");
    assert_eq!(reproducer.notes.len(), 2, "{:?}", reproducer.notes);
    assert!(reproducer.notes[1].contains("`spare` (line 12)"), "{:?}", reproducer.notes);
}

#[test]
fn without_an_error_there_is_nothing_to_reproduce() {
    assert_eq!(render(&fixtures::safe(), &Given::default(), &build(), Replaced::Program), None);
}

#[test]
fn files_stay_in_the_folder() {
    for (name, is_within) in
        [("a", true), ("a/b", true), ("../a", false), ("/a", false), ("a/./b", false), ("", false)]
    {
        assert_eq!(in_folder(name.as_bytes()).is_some(), is_within, "{name}");
    }
}
