//! What the commands of a program do not say of its environment: where inputs come from, and whether its output is in them.

use faultscope_frontend::c::{self, CConfig, Environment, World};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::{Primitive, Program, Terminator};

fn program(text: &str, environment: Environment, calls_outside: bool) -> Program {
    let file = InputFile { name: "a.c".to_owned(), text: text.to_owned(), originals: Vec::new() };
    let world = World { environment, ..World::default() };
    let config = CConfig { world, calls_outside, ..CConfig::default() };
    c::translate(&Input { files: vec![file] }, &config).program.expect("it is a program")
}

/// The functions whose results are inputs.
fn sources(program: &Program) -> Vec<&str> {
    program.surroundings.sources.values().map(String::as_str).collect()
}

/// Whether a procedure of this name stands for an undefined function, and whether a call is not supported.
fn called(program: &Program, name: &str) -> (bool, bool) {
    let is_outside =
        |it: &faultscope_ir::Procedure| it.name == name && it.primitive == Some(Primitive::Outside);
    let mut blocks = program.procedures.iter().flat_map(|it| &it.blocks);
    let is_unsupported = blocks.any(|it| matches!(it.terminator, Terminator::Unsupported { .. }));
    (program.procedures.iter().any(is_outside), is_unsupported)
}

#[test]
fn nondeterministic_functions_are_sources() {
    let text = "int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); int other(void);
        int main(void) { int x = __VERIFIER_nondet_int(); x += __VERIFIER_nondet_uchar(); x += other(); return x; }";
    let program = program(text, Environment::Any, false);
    assert_eq!(sources(&program), ["__VERIFIER_nondet_int", "__VERIFIER_nondet_uchar"]);
}

#[test]
fn output_is_hidden_where_calls_that_print_are_left_out() {
    let hides = |text: &str, environment| program(text, environment, false).surroundings.hides_output;
    let prints = "int printf(const char *, ...); int main(void) { printf(\"%d\", 1); return 0; }";
    assert!(hides(prints, Environment::Any));
    assert!(!hides(prints, Environment::Given));
    let logs = "void syslog(int, const char *, ...); int main(void) { syslog(1, \"a\"); return 0; }";
    assert!(hides(logs, Environment::Given));
}

#[test]
fn calls_of_undefined_functions_are_primitives_where_they_are_asked_for() {
    let text = "int f(int); int main(void) { return f(3); }";
    assert_eq!(called(&program(text, Environment::Given, true), "f"), (true, false));
    assert_eq!(called(&program(text, Environment::Given, false), "f"), (false, true));
    assert_eq!(called(&program(text, Environment::Any, true), "f"), (false, false));
    // What it does with memory is not followed.
    let memory = "int f(int *); int main(void) { int x = 1; return f(&x); }";
    assert_eq!(called(&program(memory, Environment::Given, true), "f"), (false, true));
}
