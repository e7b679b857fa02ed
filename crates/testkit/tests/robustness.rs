//! The front ends never panic: whatever the text, there is a program or an error.
//!
//! Texts are real ones with a few tokens changed; the seed in a failure's message gives the text again.
//! `RUN_SLOW_TESTS=1` runs many more, and over benchmark programs too where they lie beside the project.

#![expect(clippy::print_stderr, reason = "says which text it was")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use faultscope_frontend::boogie::{self, BoogieConfig};
use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::{Input, InputFile, Translation};
use faultscope_testkit::generate::program;
use faultscope_testkit::mutate::mutate;

fn translate(name: &str, text: &str) -> Translation {
    let file = InputFile { name: name.to_owned(), text: text.to_owned(), originals: Vec::new() };
    let input = Input { files: vec![file] };
    if name.ends_with(".bpl") {
        return boogie::translate(&input, &BoogieConfig::default());
    }
    c::translate(&input, &CConfig::default())
}

/// Translates a text, and prints it if that panics.
#[track_caller]
fn check(name: &str, text: &str) {
    match catch_unwind(AssertUnwindSafe(|| translate(name, text))) {
        Ok(translation) => {
            assert!(
                translation.program.is_some() || translation.has_errors(),
                "{name}: no program and no error"
            );
        }
        Err(panic) => {
            eprintln!("{name}:\n{text}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[track_caller]
fn check_mutants(name: &str, corpus: &[String], n_mutants: u64) {
    for (idx, text) in corpus.iter().enumerate() {
        let other = &corpus[(idx + 1) % corpus.len()];
        for seed in 0..n_mutants {
            check(name, &mutate(seed + 1000 * idx as u64, text, other));
        }
    }
}

fn factor() -> u64 {
    if std::env::var_os("RUN_SLOW_TESTS").is_some() { 100 } else { 1 }
}

#[test]
fn real_texts_are_programs() {
    let texts =
        [("a.c", include_str!("../corpus/features.c")), ("a.bpl", include_str!("../corpus/features.bpl"))];
    for (name, text) in texts {
        let translation = translate(name, text);
        assert!(translation.program.is_some(), "{:?}", translation.diagnostics);
    }
}

#[test]
fn changed_c() {
    let generated = (1..4).map(|seed| program(seed).printing());
    let corpus: Vec<String> =
        [include_str!("../corpus/features.c").to_owned()].into_iter().chain(generated).collect();
    check_mutants("a.c", &corpus, 60 * factor());
}

#[test]
fn changed_boogie() {
    let corpus =
        [include_str!("../corpus/features.bpl").to_owned(), include_str!("../corpus/features.c").to_owned()];
    check_mutants("a.bpl", &corpus, 150 * factor());
}

#[test]
fn short_texts() {
    let texts = [
        "",
        " ",
        "\0",
        "\u{feff}",
        "{",
        "}",
        "(",
        "\"",
        "'",
        "/*",
        "//",
        "#",
        "# 1 \"a\" 2\n",
        "\\\n",
        "int",
        "int x",
    ];
    for text in texts {
        check("a.c", text);
        check("a.bpl", text);
    }
}

#[test]
fn a_struct_defined_inside_of_itself() {
    check(
        "a.c",
        "struct node { struct node { int value; } inner; }; int main(void) { struct node n; return 0; }",
    );
}

#[test]
fn deep_nesting() {
    for (open, close) in
        [("(", ")"), ("{", "}"), ("-", ""), ("!", ""), ("x = ", ""), ("if (x) ", ""), ("x + ", "")]
    {
        let nested = format!("{}x{}", open.repeat(300), close.repeat(300));
        check("a.c", &format!("int x; int main(void) {{ {nested}; return 0; }}"));
        check("a.bpl", &format!("var x: int; procedure main() {{ x := {nested}; }}"));
    }
}

#[test]
fn benchmark_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench");
    let (mut c, mut boogie) = (Vec::new(), Vec::new());
    for file in files(&folder) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        match file.extension().and_then(|it| it.to_str()) {
            Some("c" | "i") => c.push(text),
            Some("bpl") => boogie.push(text),
            _ => {}
        }
    }
    if c.is_empty() {
        eprintln!("skipped: no benchmark programs beside the project");
        return;
    }
    c.iter().for_each(|text| check("a.c", text));
    boogie.iter().for_each(|text| check("a.bpl", text));
    if factor() > 1 {
        check_mutants("a.c", &c, 20);
        check_mutants("a.bpl", &boogie, 500);
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
