//! A variable that an expression changes and uses in no order is an error; where C has an order, it is none.

use faultscope::report::Verdict;
use faultscope::{Options, Property, check_source};
use faultscope_ir::AssumptionKind;

const PRELUDE: &str = "int printf(const char *, ...); int nondet(void); int f(int a, int b) { return a + b; }\nstruct S { int x; int y[2]; };\n";

fn violated(statement: &str) -> Option<Property> {
    let text = format!(
        "{PRELUDE}int main(void) {{ int i = 1, j = 2, a[8] = {{ 0 }}, *p = a; int t[3][3] = {{ {{ 0 }} }}; struct S s = {{ 1, {{ 2, 3 }} }}, *q = &s; {statement} return 0; }}"
    );
    let options = Options { patches: false, program_level: false, ..Options::standard() };
    let report = check_source("a.c", &text, &options).expect("a program");
    assert_ne!(report.verdict, Verdict::Unknown, "{statement}");
    report.error().map(|error| error.property)
}

#[test]
fn what_is_changed_and_used_in_no_order() {
    for statement in [
        "i = i++;",
        "i = ++i;",
        "i += i++;",
        "i = (i = 3);",
        "i = (j, i++);",
        "a[i] = i++;",
        "a[i++] = i;",
        "j = i + i++;",
        "j = (i = 7) * i;",
        "j = i++ + i++;",
        "f(i, i++);",
        "printf(\"%d %d\", i, ++i);",
        "*(p + i) = i--;",
        "s.x = s.x++;",
        "j = s.y[1] + s.y[1]--;",
        "if (nondet() > 3) i = i++ + 1;",
        "j = (i++, 0) + i;",
        "t[i][i--] = 1;",
        "j = t[i++][i];",
        "t[0][i] = t[0][i]++;",
        "q->x = q->x++;",
        "j = q->y[i]++ + q->y[i];",
        "j = (*p)++ + *p;",
    ] {
        assert_eq!(violated(statement), Some(Property::Unsequenced), "{statement}");
    }
}

#[test]
fn what_has_an_order_or_is_something_else() {
    for statement in [
        "i = i + 1;",
        "i = (i++, i);",
        "i = f(i++, j);",
        "j = i = 3;",
        "j = i++ && i;",
        "j = i++ || i--;",
        "j = i++ ? i : -i;",
        "i++, i++;",
        "j = f(i, 1) + f(2, i);",
        "s.x = s.y[0]++;",
        "s.y[0] = s.y[1]++;",
        "j = s.y[0]++ + s.y[1]++;",
        "a[i] = j++;",
        "j = sizeof(i++) + i;",
        "for (i = 0; i < 3; i++, j++) { }",
        "int b[2] = { i++, i };",
        "t[i][j] = t[j][i]++;",
        "q->x = q->y[0]++;",
        "*p++ = *q->y;",
        "j = *p++ + i;",
        "q->x = f(q->x++, 1);",
    ] {
        assert_eq!(violated(statement), None, "{statement}");
    }
}

#[test]
fn where_it_is_not_selected_the_order_is_an_assumption() {
    let text = "int main(void) { int i = 1; i = i++ + 1; return i == 2 ? 0 : 1 / (i - i); }";
    let mut options = Options { patches: false, program_level: false, ..Options::standard() };
    options.properties.remove(&Property::Unsequenced);
    let report = check_source("a.c", text, &options).expect("a program");
    assert_eq!(report.verdict, Verdict::Safe);
    assert!(report.assumptions.iter().any(|it| it.kind == AssumptionKind::EvaluationOrder));
}
