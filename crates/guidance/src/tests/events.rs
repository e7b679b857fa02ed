//! What an execution passes.

use expect_test::{Expect, expect};

use super::{execution, program};
use crate::events::{Event, events, recorded};

/// Compares what the execution on some numbers passes when it is executed again.
#[track_caller]
fn check(text: &str, numbers: &[i128], expect: Expect) {
    let program = program(text);
    let error = execution(&program, numbers).into_error_trace().expect("it fails");
    let (again, events) = events(&program, recorded(&error));
    let line = |event: &Event| match event {
        Event::Input { variable, origin, value } => {
            let own = program.sources.origin(*origin);
            let name = own.place.as_deref().unwrap_or(&program.variables[variable].name);
            format!("line {}: {name} is {}\n", own.span.line - 1, value.as_signed().expect("a number"))
        }
        Event::Branch { origin, holds } => {
            let own = program.sources.origin(*origin);
            format!("line {}: {} is {holds}\n", own.span.line - 1, own.text)
        }
    };
    expect.assert_eq(&events.iter().map(line).collect::<String>());
    assert_eq!(again.into_error_trace().map(|it| it.trace), Some(error.trace));
}

#[test]
fn values_and_branches_are_passed_in_their_order() {
    check(
        "int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum;
  for (int i = 0; i < n; i++)
    sum = sum + __VERIFIER_nondet_int();
  if (sum > 5)
    reach_error();
  return 0;
}
",
        &[2, 1, 4, 3],
        expect![[r#"
            line 2: n is 2
            line 3: sum is 1
            line 4: i < n is true
            line 5: input is 4
            line 4: i < n is true
            line 5: input is 3
            line 4: i < n is false
            line 6: sum > 5 is true
        "#]],
    );
}

#[test]
fn an_execution_ends_where_a_value_is_missing() {
    let program = program(
        "int main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n > 5)\n    reach_error();\n  return 0;\n}\n",
    );
    let (execution, events) = events(&program, Default::default());
    assert!(execution.into_error_trace().is_none());
    assert!(events.is_empty(), "{events:?}");
}
