//! The table of checks: a row for each place where something is checked.

use std::collections::BTreeSet;

use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::{Program, Property};

fn program(text: &str, properties: &[Property]) -> Program {
    let file = InputFile { name: "a.c".to_owned(), text: text.to_owned(), originals: Vec::new() };
    let properties: BTreeSet<Property> = properties.iter().copied().collect();
    let translation =
        c::translate(&Input { files: vec![file] }, &CConfig { properties, ..CConfig::default() });
    translation.program.expect("it is a program")
}

/// The rows: line, property, message, and the condition where there is one.
fn rows(program: &Program) -> Vec<String> {
    let row = |check: &faultscope_ir::Check| {
        let line = program.sources.origin(check.origin).span.line;
        let condition = check.condition.map(|it| format!(" if not {it}")).unwrap_or_default();
        format!("{line} {}: {}{condition}", check.property.name(), check.message)
    };
    program.checks.iter().map(row).collect()
}

const PROGRAM: &str = "void reach_error(void);
int main(void) {
  int x = 1;
  assert(x > 0);
  assert(x && x++);
  assert(1);
  if (x < 0) reach_error();
  if (x < 1) goto ERROR;
  return 0;
ERROR: return 1;
}
int unused(void) { assert(0); }
";

#[test]
fn every_assertion_call_and_label_has_a_row() {
    assert_eq!(
        rows(&program(PROGRAM, &[Property::Assertions, Property::UnreachCall])),
        [
            "4 assertions: assertion failed: x > 0 if not (BvSlt 0 x)",
            "5 assertions: assertion failed: x && x++",
            "6 assertions: assertion failed: 1 if not true",
            "7 unreach-call: call of reach_error()",
            "10 unreach-call: label ERROR is reached",
        ]
    );
}

#[test]
fn only_what_is_selected_has_rows() {
    let assertions = program(PROGRAM, &[Property::Assertions]);
    assert!(assertions.checks.iter().all(|it| it.property == Property::Assertions));
    assert_eq!(assertions.checks.len(), 3);
    let calls = program(PROGRAM, &[Property::UnreachCall]);
    assert!(calls.checks.iter().all(|it| it.property == Property::UnreachCall));
    assert_eq!(calls.checks.len(), 2);
    assert_eq!(rows(&program(PROGRAM, &[])), Vec::<String>::new());
}
