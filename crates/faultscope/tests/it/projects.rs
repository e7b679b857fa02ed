//! Projects: files that are compiled each in its own way, as `compile_commands.json` says.

use std::path::Path;
use std::process::Output;

use crate::folder::Folder;

const HEADER: &str = "int twice(int);\n";
const FIRST: &str = "#include \"util.h\"\nvoid reach_error(void); static int one(void) { return N; }\n\
    int main(void) { if (one() != 3 || twice(one()) != 6 + EXTRA) reach_error(); return 0; }\n";
const SECOND: &str =
    "#include \"util.h\"\nstatic int one(void) { return N; }\nint twice(int x) { return x + x + one(); }\n";

/// A project whose files are compiled with these options.
fn project(first: &str, second: &str) -> Folder {
    let folder = Folder::with(&[("src/a.c", FIRST), ("src/b.c", SECOND), ("include/util.h", HEADER)]);
    std::fs::create_dir(folder.path("build")).expect("a folder");
    let database = format!(
        r#"[{{"directory": ".", "command": "cc -I ../include {first} -o a.o -c '../src/a.c'", "file": "../src/a.c"}},
            {{"directory": ".", "arguments": ["cc", "-I../include", "{second}", "-c", "../src/b.c"], "file": "../src/b.c"}},
            {{"directory": ".", "command": "c++ -c ../src/c.cc", "file": "../src/c.cc"}}]"#
    );
    std::fs::write(folder.path("build/compile_commands.json"), database).expect("it is written");
    folder
}

fn check(folder: &Folder, arguments: &[&str]) -> Output {
    folder.faultscope("check").args(arguments).args(["--property", "unreach-call"]).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_file_is_compiled_in_its_own_way() {
    let folder = project("-DN=3 -DEXTRA=1", "-DN=1");
    assert_eq!(check(&folder, &["-p", "build"]).status.code(), Some(0));
    assert_eq!(check(&folder, &["--project", "build/compile_commands.json"]).status.code(), Some(0));
    let folder = project("-DN=3 -DEXTRA=0", "-DN=1");
    let output = check(&folder, &["-p", "build", "--details"]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    assert!(report.contains("src/a.c:3:") && report.contains("src/b.c:3:"), "{report}");
}

#[test]
fn files_that_are_named_are_compiled_as_the_project_says() {
    let folder = project("-DN=3 -DEXTRA=1", "-DN=1");
    let output = check(&folder, &["-p", "build", "src/b.c", "src/a.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // Without the project nobody says where the header is.
    assert_eq!(check(&folder, &["src/b.c", "src/a.c"]).status.code(), Some(2));
}

#[test]
fn patches_are_tried_on_files_as_they_are_compiled() {
    let folder = project("-DN=3 -DEXTRA=0", "-DN=0");
    let flawed = SECOND.replace("x + x", "x + x + 1");
    std::fs::write(folder.path("src/b.c"), flawed).expect("it is written");
    let report = text(&check(&folder, &["-p", "build"]).stdout);
    assert!(report.contains("proved: the patched program has no error"), "{report}");
}

#[test]
fn ways_that_do_not_go_together_are_told() {
    let rejected = |first: &str, second: &str, arguments: &[&str], expected: &str| {
        let folder = project(first, second);
        let output = check(&folder, arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    };
    rejected("-m32 -DN=3", "-m64", &["-p", "build"], "compiled for 32 and for 64 bits");
    rejected("-fwrapv -DN=3", "-DN=1", &["-p", "build"], "with and without `-fwrapv` or `-fno-builtin`");
    rejected(
        "-funsigned-char",
        "-DN=1",
        &["-p", "build"],
        "`-funsigned-char` changes what the program means",
    );
    rejected("", "", &["-p", "nowhere"], "cannot read `nowhere`");
    rejected("", "", &["-p", "src/a.c"], "is no compilation database");
    let folder = project("-fwrapv -m32 -DN=3 -DEXTRA=1", "-DN=1");
    assert_eq!(check(&folder, &["-p", "build", "-fno-wrapv", "-m32"]).status.code(), Some(0));
}

#[test]
fn the_sizes_of_types_are_those_of_the_project() {
    let size = |options: &str, arguments: &[&str]| {
        let program =
            "void reach_error(void); int main(void) { if (sizeof(long) == 4) reach_error(); return 0; }";
        let folder = Folder::with(&[("a.c", program)]);
        let database = format!(r#"[{{"directory": ".", "command": "cc {options} -c a.c", "file": "a.c"}}]"#);
        std::fs::write(folder.path("compile_commands.json"), database).expect("it is written");
        check(&folder, arguments).status.code()
    };
    assert_eq!(size("-m32", &["-p", "."]), Some(1));
    assert_eq!(size("-m64", &["-p", "."]), Some(0));
    assert_eq!(size("-m64", &["-p", ".", "-m32"]), Some(1));
    assert_eq!(size("", &["a.c", "-m32"]), Some(1));
    assert_eq!(size("", &["a.c", "--data-model", "lp64"]), Some(0));
}

/// Programs of several files that people use, where they are there.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn projects_of_others_are_read() {
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench/real");
    let Ok(real) = real.canonicalize() else {
        eprintln!("skipped: there is no folder with projects of others");
        return;
    };
    for (name, entry) in
        [("c-algorithms/src", "hash_table_free"), ("crypto-algorithms", "md5_init"), ("inih", "ini_parse")]
    {
        let folder = Folder::with(&[]);
        let files = std::fs::read_dir(real.join(name)).expect("a project");
        let files = files
            .filter_map(|it| Some(it.ok()?.path()))
            .filter(|it| it.extension().is_some_and(|it| it == "c"));
        let entries: Vec<String> = files
            .map(|file| {
                format!(r#"{{"directory": "/", "command": "cc -c {0}", "file": "{0}"}}"#, file.display())
            })
            .collect();
        std::fs::write(folder.path("compile_commands.json"), format!("[{}]", entries.join(",")))
            .expect("it is written");
        let arguments =
            ["-p", ".", "--entry", entry, "--strategy", "bmc", "--unwind", "1", "--level", "trace"];
        let output = check(&folder, &arguments);
        assert_ne!(output.status.code(), Some(2), "{name}: {}", text(&output.stderr));
    }
}
