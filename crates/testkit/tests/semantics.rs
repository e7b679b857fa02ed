//! Hand-written programs that go through C's semantics: the interpreter computes what gcc's compiled program prints.

#![expect(clippy::print_stderr, reason = "says why it did not run")]

use faultscope_testkit::compiler::Compiler;
use faultscope_testkit::cross_check::interpreter_agrees;
use faultscope_testkit::generate::Generated;

#[track_caller]
fn check(name: &str, text: &str) {
    let Some(compiler) = Compiler::find() else {
        eprintln!("skipped: no gcc for x86-64 here");
        return;
    };
    let program = Generated::from_printing(text).expect("the program prints its checksum at its end");
    assert_eq!(interpreter_agrees(name, &program, &compiler), Ok(()));
}

#[test]
fn values_conversions_aggregates_and_control_flow() {
    check("values", include_str!("../corpus/semantics/values.c"));
}

#[test]
fn pointers_structures_by_value_calls_and_operators() {
    check("pointers", include_str!("../corpus/semantics/pointers.c"));
}

#[test]
fn bit_fields_of_all_widths() {
    check("bit_fields", include_str!("../corpus/semantics/bit_fields.c"));
}
