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
    assert_eq!(check(&folder, &["--no-config", "src/b.c", "src/a.c"]).status.code(), Some(2));
}

#[test]
fn patches_are_tried_on_files_as_they_are_compiled() {
    let folder = project("-DN=3 -DEXTRA=0", "-DN=0");
    let flawed = SECOND.replace("x + x", "x + x + 1");
    std::fs::write(folder.path("src/b.c"), flawed).expect("it is written");
    let report = text(&check(&folder, &["-p", "build"]).stdout);
    assert!(report.contains("repairs: proved, no execution fails"), "{report}");
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
    rejected("", "", &["-p", "src/a.c"], "is not a compilation database");
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

fn write(folder: &Folder, name: &str, text: &str) {
    let path = folder.path(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
    std::fs::write(path, text).expect("it is written");
}

/// A project with a library, two programs and a test, which CMake builds with Make.
fn library() -> Folder {
    let folder = Folder::with(&[
        ("include/stack.h", STACK_HEADER),
        ("lib/stack.c", STACK),
        ("lib/scale.c", "#include \"stack.h\"\nint scaled(int n) { return n * FACTOR; }\n"),
        (
            "apps/one.c",
            "#include \"stack.h\"\nint own(void) { return 1; }\nint main(void) { return scaled(own()) - 3; }\n",
        ),
        (
            "apps/two.c",
            "#include \"stack.h\"\nint own(void) { return 2; }\nint main(void) { return scaled(own()) - 6; }\n",
        ),
        ("test/test_stack.c", STACK_TEST),
    ]);
    let files = ["lib/stack.c", "lib/scale.c", "apps/one.c", "apps/two.c", "test/test_stack.c"];
    let entries: Vec<String> = files
        .iter()
        .map(|file| {
            format!(
                r#"{{"directory": ".", "command": "cc -I../include -DFACTOR=3 -o o/{file}.o -c ../{file}", "file": "../{file}"}}"#
            )
        })
        .collect();
    write(&folder, "build/compile_commands.json", &format!("[{}]", entries.join(",")));
    let link =
        |name: &str, line: &str| write(&folder, &format!("build/CMakeFiles/{name}.dir/link.txt"), line);
    link("stack", "/usr/bin/ar qc libstack.a o/lib/stack.c.o o/lib/scale.c.o\n/usr/bin/ranlib libstack.a\n");
    link("one", "/usr/bin/cc o/apps/one.c.o -o one libstack.a\n");
    link("two", "/usr/bin/cc o/apps/two.c.o -o bin/two -L. -lstack\n");
    link("test_stack", "/usr/bin/cc o/test/test_stack.c.o -o test_stack libstack.a\n");
    folder
}

const STACK_HEADER: &str = "#pragma once\n#include <stdbool.h>\n#include <stdint.h>\n\
    typedef struct { int32_t items[2]; unsigned n; } stack;\nextern int n_pushed;\nbool push(stack *s, int item);\n\
    int scaled(int n);\nint nowhere(void);\n";
const STACK: &str = "#include \"stack.h\"\nint n_pushed;\nstatic bool is_full(const stack *s) { return s->n > 2; }\n\
    bool push(stack *s, int item)\n{\n    if (is_full(s)) return false;\n    s->n++;\n    n_pushed++;\n    (void)item;\n    return true;\n}\n";
const STACK_TEST: &str = "#include <assert.h>\n#include \"stack.h\"\nint main(void)\n{\n    stack s = { { 0 }, 0 };\n\
    assert(push(&s, 1) && push(&s, 2));\n    assert(!push(&s, 3));\n    return 0;\n}\n";

/// What is said of a project, whichever stream it goes to.
#[track_caller]
fn says(folder: &Folder, arguments: &[&str], code: i32, expected: &[&str]) -> String {
    let output = folder.faultscope("check").args(arguments).output().expect("it runs");
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for expected in expected {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    said
}

#[test]
fn what_a_file_lacks_is_taken_from_what_it_is_linked_with() {
    let folder = library();
    let said = says(
        &folder,
        &["-p", "build", "test/test_stack.c"],
        1,
        &["test/test_stack.c:7:", "lib/stack.c:3  return s->n > 2;"],
    );
    assert!(!said.contains("undefined-") && !said.contains("no body"), "{said}");
    // Link lines say what belongs to the program, and nothing is taken for granted.
    assert!(!said.contains("defined-beside"), "{said}");
    let run = folder.faultscope("run").args(["-p", "build", "apps/two.c"]).output().expect("it runs");
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
}

#[test]
fn the_project_above_a_file_says_how_it_is_compiled() {
    let folder = library();
    let note = "note: `build/compile_commands.json` says how files are compiled";
    says(&folder, &["test/test_stack.c"], 1, &[note, "lib/stack.c:3"]);
    says(&folder, &["-O2", "-Wall", "-g", "-Iinclude", "test/test_stack.c"], 1, &[note, "lib/stack.c:3"]);
    let without = ["--no-config", "test/test_stack.c"];
    says(&folder, &without, 2, &["stack.h: No such file", "with `-p` that of the project's"]);
    // A file that the project does not have is compiled as it says itself.
    write(&folder, "new.c", "int main(void) { return 0; }\n");
    let said = says(&folder, &["new.c"], 0, &["no error"]);
    assert!(!said.contains("note:"), "{said}");
}

#[test]
fn one_of_several_programs_is_chosen() {
    let folder = library();
    let several =
        ["the project has 3 programs: one, test_stack, two", "`--program one`", "`-p build apps/one.c`"];
    says(&folder, &["-p", "build"], 2, &several);
    says(&folder, &["-p", "build", "--program", "test_stack"], 1, &["test/test_stack.c:7:"]);
    says(&folder, &["-p", "build", "--program", "two"], 0, &["no error"]);
    says(&folder, &["--program", "one"], 0, &["no error"]);
    says(
        &folder,
        &["--program", "twoo"],
        2,
        &["the project has no program `twoo`", "`--program two` is one"],
    );
    says(&folder, &["--program", "zzzzzz"], 2, &["its programs are one, test_stack, two"]);
    says(&folder, &["-p", "build", "lib/stack.c", "--program", "test_stack"], 1, &["lib/stack.c:3"]);
    says(&folder, &["-p", "build", "apps/one.c", "apps/two.c"], 2, &["have a `main` each", "one at a time"]);
    let empty = Folder::with(&[]);
    says(&empty, &["--program", "one"], 2, &["no project says what the program `one` is", "-p build"]);
}

#[test]
fn the_entry_chooses_a_file_too() {
    let folder = library();
    let step = ["-p", "build", "--entry", "scaled", "--property", "unreach-call"];
    says(&folder, &step, 0, &["no error"]);
    says(
        &folder,
        &["-p", "build", "--entry", "own"],
        2,
        &["`own` is defined in several files", "-p build apps/one.c"],
    );
    says(
        &folder,
        &["-p", "build", "--entry", "scale"],
        2,
        &["no file of the project defines", "there is `scaled`"],
    );
}

#[test]
fn what_is_no_program_is_told_with_what_to_type() {
    let folder = library();
    says(
        &folder,
        &["-p", "build", "test/test_stak.c"],
        2,
        &["no such file", "the project has `test/test_stack.c`"],
    );
    says(&folder, &["test_stack.c"], 2, &["no such file", "the project has `test/test_stack.c`"]);
    says(
        &folder,
        &["-p", "build", "include/stack.h"],
        2,
        &["is a header", "`-p build lib/stack.c` includes it"],
    );
    says(&folder, &["."], 2, &["`.` is a directory", "`-p build`"]);
    says(&folder, &["build/compile_commands.json"], 2, &["`-p build/compile_commands.json`"]);
    says(&folder, &["-p", "."], 2, &["cannot read `./compile_commands.json`", "`-p build` is one"]);
}

#[test]
fn a_function_without_a_body_near_an_error_is_told() {
    let folder = Folder::with(&[
        ("a.c", "#include <assert.h>\n#include \"l.h\"\nint main(void) { assert(level() < 3); return 0; }\n"),
        ("l.h", "int level(void);\n"),
        ("b.c", "int level(void) { return 2; }\n"),
    ]);
    let told = "note: `level` has no body, and may return anything: name its file, or the project by `-p`";
    says(&folder, &["a.c"], 1, &[told]);
    let said = says(&folder, &["a.c", "b.c"], 0, &["no error"]);
    assert!(!said.contains("no body"), "{said}");
}

#[test]
fn without_link_lines_the_only_definition_of_the_project_is_taken() {
    let database = |files: &[&str]| {
        let entry =
            |file: &&str| format!(r#"{{"directory": ".", "command": "cc -c {file}", "file": "{file}"}}"#);
        format!("[{}]", files.iter().map(entry).collect::<Vec<_>>().join(","))
    };
    let program = "int level(void);\nint main(void) { return 10 / level(); }\n";
    let folder = Folder::with(&[
        ("a.c", program),
        ("b.c", "#include <stdbool.h>\nint level(void) { return true; }\n"),
        ("c.c", "int level(void) { return 0; }\n"),
        ("other.c", "int level(void) { return 5; }\nint main(void) { return level(); }\n"),
    ]);
    write(&folder, "compile_commands.json", &database(&["a.c", "b.c", "other.c"]));
    says(
        &folder,
        &["-p", ".", "a.c"],
        0,
        &["no error found on any execution (assuming that missing definitions"],
    );
    says(&folder, &["-p", "."], 2, &["the project has 2 programs: a, other"]);
    write(&folder, "compile_commands.json", &database(&["a.c", "b.c", "c.c"]));
    says(&folder, &["-p", ".", "a.c"], 1, &["`level` is defined in `b.c` and `c.c`"]);
    // Makefiles say what is linked.
    write(&folder, "Makefile", "OBJ = a.o c.o\nprog: $(OBJ)\n\t$(CC) -o $@ $^\n");
    let said = says(&folder, &["-p", "."], 1, &["division by zero"]);
    assert!(!said.contains("defined-beside"), "{said}");
    // Ninja's files, too.
    write(&folder, "build.ninja", "rule l\n command = x\nbuild prog: l a.o b.o\n");
    says(&folder, &["-p", ".", "--program", "prog"], 0, &["no error"]);
}

#[test]
fn a_file_that_cannot_be_read_is_told() {
    let folder = Folder::with(&[
        ("a.c", "int level(void);\nint main(void) { return 10 / level(); }\n"),
        ("b.c", "#include \"generated.h\"\nint level(void) { return LEVEL; }\n"),
    ]);
    write(
        &folder,
        "compile_commands.json",
        r#"[{"directory": ".", "command": "cc -c a.c", "file": "a.c"}, {"directory": ".", "command": "cc -c b.c", "file": "b.c"}]"#,
    );
    says(&folder, &["-p", "."], 1, &["`level` is not taken from `b.c`", "generated.h: No such file"]);
    write(&folder, "generated.h", "#define LEVEL undeclared\n");
    says(&folder, &["-p", "."], 1, &["nothing is taken from `b.c`", "undeclared"]);
    write(&folder, "generated.h", "#define LEVEL 5\n");
    says(&folder, &["-p", "."], 0, &["no error"]);
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
