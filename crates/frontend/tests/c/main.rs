//! What C programs become.
//!
//! Each test translates a small program and compares the printed procedures, or the diagnostics.
//! `UPDATE_EXPECT=1 cargo test` writes what is there now; read the difference.

mod annotations;
mod assumptions;
mod calls;
mod checks;
mod diagnostics;
mod expressions;
mod extensions;
mod initializers;
mod memory;
mod origins;
mod robustness;
mod sites;
mod statements;
mod structures;
mod surroundings;

use expect_test::Expect;
use faultscope_frontend::c::{self, CConfig, DataModel};
use faultscope_frontend::{Input, InputFile, Translation};
use faultscope_ir::index::IndexSet;
use faultscope_ir::{AssumptionGroup, AssumptionKind, Property};

/// What the user has written is checked; other checks have tests of their own.
fn config(data_model: DataModel) -> CConfig {
    let properties = [Property::UnreachCall, Property::Assertions].into();
    CConfig { data_model, properties, ..CConfig::default() }
}

fn translate(files: &[(&str, &str)], data_model: DataModel) -> Translation {
    let file = |(name, text): &(&str, &str)| InputFile {
        name: (*name).to_owned(),
        text: (*text).to_owned(),
        originals: Vec::new(),
    };
    let input = Input { files: files.iter().map(file).collect() };
    c::translate(&input, &config(data_model))
}

/// The program as text, without the wrapper around `main` where it does nothing; or the diagnostics.
fn show(translation: &Translation) -> String {
    let mut text = String::new();
    for diagnostic in &translation.diagnostics {
        let place = diagnostic.span.map_or(String::new(), |span| {
            let name = &translation.sources.file(span.file).name;
            let end = if span.end_line == span.line { String::new() } else { format!("{}:", span.end_line) };
            format!("{name}:{}:{}-{end}{}: ", span.line, span.column, span.end_column)
        });
        text.push_str(&format!("{place}{:?}: {}\n", diagnostic.severity, diagnostic.message));
        if let Some(hint) = &diagnostic.hint {
            text.push_str(&format!("  hint: {hint}\n"));
        }
    }
    if let Some(program) = &translation.program {
        let empty = "procedure <start>([]) returns ([])\nb0:\n  [result] := main[]\n  Return\n";
        text.push_str(&faultscope_ir::print::program(program).replace(empty, ""));
        // What the language leaves open has tests of its own.
        let is_shown = |kind: AssumptionKind| {
            kind.group() == AssumptionGroup::Environment && kind != AssumptionKind::LibraryModel
                || kind == AssumptionKind::UnwrittenMemory
        };
        let shown = program.assumptions.iter().filter(|it| is_shown(it.kind));
        let messages: IndexSet<&str> = shown.map(|it| it.message.as_str()).collect();
        messages.iter().for_each(|message| text.push_str(&format!("assuming: {message}\n")));
    }
    text
}

/// Translates for 32-bit machines.
#[track_caller]
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&show(&translate(&[("a.c", text)], DataModel::Ilp32)));
}

/// Translates the statements as the body of `main`.
#[track_caller]
fn check_body(statements: &str, expect: Expect) {
    check(&format!("int main(void) {{ {statements} }}"), expect);
}
