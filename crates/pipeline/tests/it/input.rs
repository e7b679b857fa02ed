//! From files to texts.

use expect_test::{Expect, expect};
use faultscope_ir::program::Language;
use faultscope_pipeline::input::{in_memory, load, rules, tests};
use faultscope_pipeline::{CheckRequest, Options, TestOptions, TestSource};

use crate::programs::{FAILS, Folder, quick, rejection, translated};

const BOOGIE: &str = "procedure main() { assert true; }\n";

/// Compares why files of a folder are not read.
#[track_caller]
fn check_rejected(files: &[(&str, &str)], names: &[&str], expect: Expect) {
    let folder = Folder::with(files);
    expect.assert_eq(&folder.relative(&rejection(load(&folder.request(names, quick())))));
}

#[test]
fn files_of_one_language_are_read_in_their_order() {
    let folder = Folder::with(&[("a.c", FAILS), ("b.c", "int b;\n"), ("c.BPL", BOOGIE)]);
    let loaded = load(&folder.request(&["b.c", "a.c"], quick())).expect("they can be read");
    assert_eq!(loaded.language, Language::C);
    let texts: Vec<&str> = loaded.input.files.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["int b;\n", FAILS]);
    assert_eq!(loaded.input.files[0].name, folder.path("b.c").display().to_string());
    let loaded = load(&folder.request(&["c.BPL"], quick())).expect("it can be read");
    assert_eq!((loaded.language, &*loaded.input.files[0].text), (Language::Boogie, BOOGIE));
}

#[test]
fn models_are_files_behind_those_of_the_program() {
    let folder = Folder::with(&[("a.c", FAILS), ("model.c", "int model;\n")]);
    let options = Options { models: vec![folder.path("model.c")], ..quick() };
    let loaded = load(&folder.request(&["a.c"], options)).expect("they can be read");
    let texts: Vec<&str> = loaded.input.files.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, [FAILS, "int model;\n"]);
}

#[test]
fn directives_are_carried_out_and_headers_kept() {
    let folder =
        Folder::with(&[("a.c", "#include \"a.h\"\nint b = WIDTH;\n"), ("a.h", "#define WIDTH 12\nint a;\n")]);
    let loaded = load(&folder.request(&["a.c"], quick())).expect("they can be read");
    let file = &loaded.input.files[0];
    assert!(file.text.contains("int a;") && file.text.contains("int b = 12;"), "{}", file.text);
    let originals: Vec<String> = file.originals.iter().map(|(name, _)| folder.relative(name)).collect();
    assert_eq!(originals, ["a.c", "a.h"]);
    assert_eq!(file.originals[1].1, "#define WIDTH 12\nint a;\n");
}

#[test]
fn macros_are_defined_for_all_files_or_for_one() {
    let folder = Folder::with(&[("a.c", "int a = N;\n"), ("b.c", "int b = N;\n")]);
    let mut request = folder.request(&["a.c", "b.c"], quick());
    request.preprocessor.common = vec!["-DN=3".to_owned()];
    let texts = |request: &CheckRequest| -> Vec<String> {
        let loaded = load(request).expect("they can be read");
        let last = |text: &str| text.lines().next_back().unwrap_or_default().to_owned();
        loaded.input.files.iter().map(|it| last(&it.text)).collect()
    };
    assert_eq!(texts(&request), ["int a = 3;", "int b = 3;"]);
    request.preprocessor.common.clear();
    let own = (folder.path("b.c").display().to_string(), vec!["-DN=4".to_owned()]);
    request.preprocessor.own = [own].into();
    assert_eq!(texts(&request), ["int a = N;", "int b = 4;"]);
}

#[test]
fn what_is_no_program_is_rejected() {
    check_rejected(
        &[],
        &[],
        expect![[r#"
        no file to check
    "#]],
    );
    check_rejected(
        &[],
        &["a.c"],
        expect![[r#"
        cannot read `a.c`: there is no such file
    "#]],
    );
    check_rejected(
        &[("folder/a.c", FAILS)],
        &["folder"],
        expect![[r#"
        `folder` is a directory (name the files of the program)
    "#]],
    );
    check_rejected(
        &[("a.c", " \n\t\n")],
        &["a.c"],
        expect![[r#"
            `a.c` is empty (the program is in another file, or was not saved)
        "#]],
    );
    check_rejected(
        &[("a.c", "\0")],
        &["a.c"],
        expect![[r#"
        `a.c` is not a text file (give C or Boogie source text)
    "#]],
    );
    check_rejected(
        &[("a.c", FAILS), ("b.bpl", BOOGIE)],
        &["a.c", "b.bpl"],
        expect![[r#"
        `a.c` and `b.bpl` are of different languages (check them one at a time)
    "#]],
    );
}

#[test]
fn what_the_preprocessor_says_is_why() {
    let folder = Folder::with(&[("a.c", "int a;\n#error \"not here\"\n")]);
    let message = rejection(load(&folder.request(&["a.c"], quick())));
    assert!(message.contains("not here"), "{message}");
}

#[test]
fn a_text_in_memory_has_the_language_of_its_name() {
    let loaded = |name: &str, text: &str| in_memory(name, text, &quick());
    assert_eq!(loaded("a.bpl", BOOGIE).expect("it is read").language, Language::Boogie);
    let c = loaded("a.c", "#define N 3\nint a = N;\n").expect("it is read");
    assert_eq!(c.language, Language::C);
    assert!(c.input.files[0].text.ends_with("int a = 3;\n"), "{}", c.input.files[0].text);
    expect![[r#"
        `a.c` is empty (the program is in another file, or was not saved)
    "#]]
    .assert_eq(&rejection(loaded("a.c", "\n")));
}

#[test]
fn rules_are_read_or_what_is_wrong_is_told_by_line() {
    let folder =
        Folder::with(&[("good.rules", "a < b -> a <= b : 30\n"), ("bad.rules", "# a comment\nnonsense\n")]);
    let read = |name: &str| rules(&folder.path(name));
    assert_eq!(
        folder.relative(&rejection(read("none.rules"))),
        "cannot read `none.rules`: there is no such file\n"
    );
    expect![[r#"
        bad.rules:2: expected a pattern, found `nonsense` (the words are listed in docs/rules.md; a single letter is any expression)
    "#]].assert_eq(&folder.relative(&rejection(read("bad.rules"))));
    read("good.rules").expect("they are rules");
}

/// The names of tests with what they read, or why there are none.
fn read_tests(folder: &Folder, source: TestSource) -> String {
    let program = translated(FAILS, &quick()).program;
    let options = TestOptions {
        source,
        files: Vec::new(),
        comparison: Default::default(),
        max_steps: None,
        max_traces: None,
    };
    match tests(&options, &program) {
        Ok(suite) => {
            let test = |it: &faultscope_suite::Test| {
                let arguments: Vec<_> = it.arguments.iter().map(|it| String::from_utf8_lossy(it)).collect();
                let output = it.expected.output.as_deref().map(String::from_utf8_lossy);
                let stdin = String::from_utf8_lossy(&it.stdin);
                let status = it.expected.status;
                format!("{} reads {stdin:?} and {arguments:?}, gives {output:?} and {status:?}\n", it.name)
            };
            suite.tests.iter().map(test).collect()
        }
        error => folder.relative(&rejection(error)),
    }
}

#[test]
fn tests_are_a_suite_one_run_or_crashes() {
    let files =
        [("t/1.in", "3"), ("t/1.out", "4"), ("t/2.in", "5"), ("t/2.out", "6"), ("c/crash", "x"), ("in", "7")];
    let folder = Folder::with(&files);
    let single = |stdin: &str, arguments: &str| TestSource::Single {
        stdin: Some(folder.path(stdin)),
        arguments: arguments.to_owned(),
        output: None,
        status: Some(2),
    };
    let crashes =
        |path: &str| TestSource::Crashes { paths: vec![folder.path(path)], arguments: String::new() };
    let read = |source| read_tests(&folder, source);
    expect![[r#"
        1 reads "3" and [], gives Some("4") and None
        2 reads "5" and [], gives Some("6") and None
    "#]]
    .assert_eq(&read(TestSource::Suite(folder.path("t"))));
    expect![[r#"
        run reads "7" and ["-x", "a b"], gives None and Some(2)
    "#]]
    .assert_eq(&read(single("in", "-x 'a b'")));
    expect![[r#"
        crash reads "x" and [], gives None and None
    "#]]
    .assert_eq(&read(crashes("c")));
    expect![[r#"
        cannot read `none`: No such file or directory (os error 2) (what can be read is described in docs/tests.md)
    "#]].assert_eq(&read(TestSource::Suite(folder.path("none"))));
    expect![[r#"
        cannot read `none`: there is no such file
    "#]]
    .assert_eq(&read(single("none", "")));
    expect![[r#"
        `--args`: the single quote at character 1 is not closed
    "#]]
    .assert_eq(&read(single("in", "'a")));
    expect![[r#"
        cannot read `none`: No such file or directory (os error 2)
    "#]]
    .assert_eq(&read(crashes("none")));
}
