//! What can be fixed in the program: the running example of the paper on aberrance, and random programs against all their
//! executions.

use std::collections::BTreeSet;

use crate::random::Random;
use faultscope::report::{Finding, InProgram, ProvedFix, Repairs, Report, Rerun, SetMember, Verdict};
use faultscope::{Options, check_source, input, translate};
use faultscope_ir::{OriginId, Program, Property, Sort, Span, Symbol, Value};
use faultscope_localize::FindingKind;
use faultscope_verify::interpreter::{self, End, ExecutionBounds, Inputs};

fn options() -> Options {
    Options { max_findings: None, patches: false, ..Options::standard() }
}

#[track_caller]
fn check(name: &str, text: &str) -> Report {
    let report = check_source(name, text, &options()).expect("it is a program");
    assert_eq!(report.verdict, Verdict::Unsafe, "{text}");
    report
}

/// The answer about the first finding with this text.
#[track_caller]
fn answer(report: &Report, text: &str) -> &'static str {
    let finding = report.findings.iter().find(|it| it.text.trim_end_matches(';') == text);
    match &finding.unwrap_or_else(|| panic!("`{text}` is no finding")).in_program {
        Some(InProgram::Proved(ProvedFix::Values)) => "proved",
        Some(InProgram::Proved(ProvedFix::Refined(_))) => "proved, refined",
        Some(InProgram::Proved(ProvedFix::Strategy(_))) => "proved, strategy",
        Some(InProgram::Proved(ProvedFix::Patch)) => "proved, patch",
        Some(InProgram::Proved(ProvedFix::EveryTime)) => "proved, every time",
        Some(InProgram::Proved(ProvedFix::Once(_))) => "proved, once",
        Some(InProgram::RepairsThrough(_)) => "repairs all through it",
        Some(InProgram::PassesTests(_)) => "passes tests",
        Some(InProgram::NotEnough(trace)) => {
            assert!(trace.replayed, "the remaining error trace is an execution");
            "not enough"
        }
        Some(InProgram::NotDecided(_)) => "not decided",
        None => "not asked",
    }
}

/// What leaves an array is no repair, although accesses are not asked about: only such values for `i` avoid the error.
#[test]
fn values_that_leave_an_array_are_not_enough() {
    let text = |cells: &str| {
        format!(
            "void reach_error(void);
             int a[4] = {{{cells}}};
             int main(void) {{
               int i = 1;
               if (a[i] == 2) {{ reach_error(); }}
               return 0;
             }}"
        )
    };
    let properties = BTreeSet::from([Property::UnreachCall, Property::Assertions]);
    for (cells, expected) in [("2, 2, 2, 2", "not enough"), ("2, 2, 3, 2", "proved, refined")] {
        let options = Options { properties: properties.clone(), ..options() };
        let report = check_source("a.c", &text(cells), &options).expect("it is a program");
        assert_eq!(answer(&report, "i = 1"), expected, "{cells}");
        let finding = report.findings.iter().find(|it| it.text == "i = 1").expect("it is one");
        let avoids = matches!(finding.rerun, Some(Rerun::Avoids(_)));
        assert_eq!(avoids, expected == "proved, refined", "{cells}: {:?}", finding.rerun);
    }
}

#[test]
fn a_bit_field_is_no_number_that_it_cannot_hold() {
    let text = |condition: &str| {
        format!(
            "unsigned char __VERIFIER_nondet_uchar(void);
             void reach_error(void);
             struct S {{ unsigned a : 3; }} s;
             int main(void) {{
               s.a = 1;
               unsigned char x = __VERIFIER_nondet_uchar() & 3;
               if ({condition}) {{ reach_error(); }}
               return 0;
             }}"
        )
    };
    assert_eq!(answer(&check("test.c", &text("x <= s.a")), "s.a = 1"), "not enough");
    assert!(answer(&check("test.c", &text("x == s.a")), "s.a = 1").starts_with("proved"));
}

/// An object whose address nothing takes can be pointed to all the same.
#[test]
fn a_pointer_to_anything_is_a_choice() {
    let report = check(
        "test.c",
        "unsigned char __VERIFIER_nondet_uchar(void);
         void reach_error(void);
         int main(void) {
           unsigned char x = __VERIFIER_nondet_uchar() & 3;
           unsigned char z = 0;
           unsigned char *p;
           p = &x;
           *p = (*p + 1) & 3;
           if (x == 1) { reach_error(); }
           return 0;
         }",
    );
    // By `p = x ? &x : &z`.
    assert_eq!(answer(&report, "p = &x"), "not decided");
}

/// Whether a cell was written is no choice by itself: what is assigned counts.
#[test]
fn a_choice_of_a_value_writes_the_cell() {
    let report = check(
        "test.c",
        "unsigned char __VERIFIER_nondet_uchar(void);
         void reach_error(void);
         unsigned char h = 0;
         int main(void) {
           unsigned char y = __VERIFIER_nondet_uchar() & 3;
           unsigned char a[2];
           a[1] = 3;
           a[h] = 0;
           h += h;
           if (y != a[0]) { reach_error(); }
           return 0;
         }",
    );
    let about = |it: &&Finding| it.text == "a[h] = 0";
    assert!(report.findings.iter().any(|it| about(&it)));
    for finding in report.findings.iter().filter(about) {
        assert!(!matches!(finding.in_program, Some(InProgram::NotEnough(_))), "{finding:?}");
    }
}

/// The running example, with what is assigned in its else branch.
fn running_example(other: i32) -> [(&'static str, String, [&'static str; 2]); 2] {
    let boogie = format!(
        "procedure main() {{
           var x, y: int;
           x := 2;
           havoc y;
           if (*) {{
             assume y < 3;
             x := 0;
           }} else {{
             assume 3 <= y;
             x := {other};
           }}
           assert 0 < x;
         }}"
    );
    let c = format!(
        "int __VERIFIER_nondet_int(void);
         void reach_error(void);
         int main(void) {{
           int x = 2;
           int y = __VERIFIER_nondet_int();
           if (y < 3) {{
             x = 0;
           }} else {{
             x = {other};
           }}
           if (!(0 < x)) {{ reach_error(); }}
           return 0;
         }}"
    );
    [("test.bpl", boogie, ["x := 0", "havoc y"]), ("test.c", c, ["x = 0", "y = __VERIFIER_nondet_int()"])]
}

/// The fix condition of the first finding with this text.
#[track_caller]
fn condition<'r>(report: &'r Report, text: &str) -> Option<&'r str> {
    let finding = report.findings.iter().find(|it| it.text.trim_end_matches(';') == text);
    finding.expect("it is a finding").condition.as_deref()
}

#[test]
fn both_statements_are_must_program_aberrant() {
    for (name, text, [assignment, input]) in running_example(1) {
        let report = check(name, &text);
        assert_eq!(condition(&report, assignment), Some("x >= 1"), "{name}");
        assert_eq!(condition(&report, input), Some("y >= 3"), "{name}");
        let statements = report.findings.iter().filter(|it| it.kind != FindingKind::Condition);
        assert_eq!(statements.count(), 2, "{name}: what x is at first makes no difference");
        assert_eq!(answer(&report, assignment), "proved", "{name}");
        assert_eq!(answer(&report, input), "proved", "{name}");
    }
}

/// The condition is on the value before later inputs, for whatever they give.
#[test]
fn a_later_input_takes_part_in_the_condition() {
    let text = |rest: &str| format!("procedure main() {{ var x, y: int; x := 0; havoc y; {rest} }}");
    let report = check("test.bpl", &text("assume y >= x; assert y > 10;"));
    assert_eq!(condition(&report, "x := 0"), Some("x >= 11"));
    // Values of `y` between 1 and 9 are not 5 for no `x`, and are left out for large ones.
    let report = check("test.bpl", &text("assume y > x && y < 10; assert y == 5;"));
    assert_eq!(condition(&report, "x := 0"), Some("x >= 9"));
    let report = check("test.bpl", &text("assert y > 10;"));
    assert!(report.findings.iter().all(|it| it.text != "x := 0"), "it makes no difference");
}

/// A value that loops count up to fails for each that is below.
#[test]
fn a_value_beyond_all_that_fail_is_found() {
    let report = check(
        "test.bpl",
        "procedure main() {
           var x: int;
           x := 0;
           while (*) { x := x + 1; }
           assert x != 2;
         }",
    );
    assert_eq!(answer(&report, "x := 0"), "proved, strategy");
}

#[test]
fn the_input_is_not_enough_in_the_modified_program() {
    for (name, text, [assignment, input]) in running_example(-1) {
        let report = check(name, &text);
        // An error trace misses it.
        assert_eq!(answer(&report, assignment), "repairs all through it", "{name}");
        assert_eq!(answer(&report, input), "not enough", "{name}");
    }
}

#[test]
fn all_minimal_sets_that_repair_the_modified_program_are_listed() {
    for (name, text, [assignment, input]) in running_example(-1) {
        let report = check(name, &text);
        let sets: Vec<(Repairs, Vec<&str>)> = report
            .sets
            .iter()
            .map(|set| (set.repairs, set.members.iter().map(|it| it.text.trim_end_matches(';')).collect()))
            .collect();
        let other = assignment.replace('0', "-1");
        // The input can keep the program out of either branch.
        let all = [vec![assignment, &*other], vec![input, assignment], vec![input, &*other]];
        assert_eq!(sets, all.map(|it| (Repairs::Program, it)), "{name}");
    }
    for (name, text, _) in running_example(1) {
        assert!(check(name, &text).sets.is_empty(), "one statement is enough");
    }
}

#[test]
fn two_statements_of_one_trace_repair_together() {
    let report = check(
        "test.bpl",
        "procedure main() {
           var a, b: int;
           a := 1;
           b := 1;
           assert a == 0 && b == 0;
         }",
    );
    let texts: Vec<Vec<&str>> =
        report.sets.iter().map(|set| set.members.iter().map(|it| it.text.as_str()).collect()).collect();
    assert_eq!(texts, [["a := 1", "b := 1"]]);
    assert_eq!(report.sets[0].repairs, Repairs::Program);
}

#[test]
fn what_no_value_repairs_is_not_enough() {
    let report = check(
        "test.bpl",
        "procedure main() {
           var x, z: int;
           havoc z;
           x := 0;
           assert !(z > 0 || x == 0);
         }",
    );
    assert_eq!(answer(&report, "x := 0"), "not enough");
}

#[test]
fn a_truth_value_is_no_other_number() {
    let report = check(
        "test.c",
        "_Bool __VERIFIER_nondet_bool(void);
         void reach_error(void);
         int main(void) {
           _Bool a = __VERIFIER_nondet_bool(), b;
           b = 0;
           if (b) { b = !a != b; }
           if (!b) { reach_error(); }
           return 0;
         }",
    );
    // With 0 the branch is not taken, with 1 it makes b the same as a, and a can be 0.
    assert_eq!(answer(&report, "b = 0"), "not enough");
    let finding = report.findings.iter().find(|it| it.text == "b = 0").expect("it matters");
    assert_eq!(finding.rerun, Some(Rerun::Fails), "where a is 0, 1 does not help either");
}

#[test]
fn a_fix_is_refined_where_it_leads_to_another_error() {
    let report = check(
        "test.c",
        "int __VERIFIER_nondet_int(void);
         void reach_error(void);
         int main(void) {
           int y = __VERIFIER_nondet_int();
           int x = y;
           if (x < 0) { reach_error(); }
           if (x > 10) { reach_error(); }
           return 0;
         }",
    );
    assert_eq!(answer(&report, "x = y"), "proved, refined");
}

#[test]
fn conditions_every_time_and_once() {
    let report = check(
        "test.c",
        "void reach_error(void);
         int main(void) {
           int x = 0;
           if (x == 1) { x = 2; }
           if (x != 2) { reach_error(); }
           return 0;
         }",
    );
    assert_eq!(answer(&report, "x == 1"), "proved, every time");
    // The branch is taken three times.
    let counting = |failure: &str| {
        format!(
            "void reach_error(void);
             int main(void) {{
               int i, n = 0;
               for (i = 0; i < 3; i++) {{
                 if (i >= 0) {{ n++; }}
               }}
               if ({failure}) {{ reach_error(); }}
               return 0;
             }}"
        )
    };
    assert_eq!(answer(&check("test.c", &counting("n == 3")), "i >= 0"), "proved, every time");
    assert_eq!(answer(&check("test.c", &counting("n != 2")), "i >= 0"), "proved, once");
    let report = check(
        "test.c",
        "int __VERIFIER_nondet_int(void);
         void reach_error(void);
         int main(void) {
           int x = __VERIFIER_nondet_int(), y = 0;
           if (x > 0) { y = 1; }
           if (y == 1) { reach_error(); }
           return 0;
         }",
    );
    // Every time is not enough, but never to take it is.
    assert_eq!(answer(&report, "x > 0"), "proved, strategy");
    let report = check(
        "test.c",
        "int __VERIFIER_nondet_int(void);
         void reach_error(void);
         int main(void) {
           int x = __VERIFIER_nondet_int(), y = 0;
           if (x > 0) { y = 1; } else { y = 2; }
           if (y >= 1) { reach_error(); }
           return 0;
         }",
    );
    assert_eq!(answer(&report, "x > 0"), "not enough");
}

#[test]
fn not_enough_is_said_with_evidence_against_every_choice() {
    let c = |body: &str| {
        let text = format!(
            "int __VERIFIER_nondet_int(void); void reach_error(void);
             int main(void) {{ {body} return 0; }}"
        );
        check("test.c", &text)
    };
    // Every single path can be left, and none of the others is better.
    let report = c("int x = 0; if (x > 0) { reach_error(); } else { reach_error(); }");
    assert_eq!(answer(&report, "x = 0"), "not enough");
    // With 4 the loop is not entered.
    let report = c("int x = 0; while (x < 3) { x = x + 1; } if (x == 3) { reach_error(); }");
    assert_ne!(answer(&report, "x = 0"), "not enough");
    assert_ne!(answer(&report, "x = x + 1"), "not enough");
}

#[test]
fn a_fix_that_lets_no_execution_end_proves_nothing() {
    let report = check(
        "test.c",
        "void reach_error(void);
         int main(void) {
           int x = 5;
           while (1) {
             if (x == 5) { reach_error(); }
           }
         }",
    );
    assert_eq!(answer(&report, "x = 5"), "not decided");
}

/// Makes programs.
struct Generator {
    random: Random,
}

impl Generator {
    fn expression(&mut self) -> String {
        let (left, right) =
            (self.random.pick(&["a", "b", "c", "!a", "!b"]), self.random.pick(&["a", "b", "c", "0", "1"]));
        match self.random.below(5) {
            0 => self.random.pick(&["0", "1"]).to_owned(),
            1 => left.to_owned(),
            _ => format!("{left} {} {right}", self.random.pick(&["&&", "||", "!=", "=="])),
        }
    }

    fn statements(&mut self, n: usize, indent: usize) -> String {
        let pad = " ".repeat(indent);
        let mut text = String::new();
        for _ in 0..n {
            text += &match self.random.below(6) {
                0 if indent < 12 => {
                    let (condition, inner) = (self.expression(), self.statements(2, indent + 2));
                    format!("{pad}if ({condition}) {{\n{inner}{pad}}}\n")
                }
                1 => format!("{pad}step();\n"),
                _ => format!("{pad}{} = {};\n", self.random.pick(&["a", "b", "c"]), self.expression()),
            };
        }
        text
    }

    /// Truth values only, so that all values of a statement can be tried.
    fn program(&mut self) -> String {
        let (step, body, condition) = (self.expression(), self.statements(5, 2), self.expression());
        format!(
            "_Bool __VERIFIER_nondet_bool(void);\nvoid reach_error(void);\n_Bool a, b, c;\n\
             void step(void) {{\n  c = {step};\n}}\n\
             int main(void) {{\n  a = __VERIFIER_nondet_bool();\n  b = __VERIFIER_nondet_bool();\n{body}  \
             if ({condition}) {{ reach_error(); }}\n  return 0;\n}}\n"
        )
    }
}

/// Inputs and values for one statement, given as bits, the lowest first; or a branch that goes the other way.
struct Chosen<'a> {
    inputs: u64,
    values: u64,
    /// The origins of the statement or condition, or of all members of a set.
    changed: &'a BTreeSet<OriginId>,
    /// The execution of the branch that goes the other way; none for all.
    other_way: Option<Option<u32>>,
    n_inputs: usize,
    n_executions: u32,
    /// The value of the `havoc` that is being executed was chosen already.
    is_chosen: bool,
}

impl Inputs for Chosen<'_> {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        let bit = if self.changed.contains(&origin) {
            self.is_chosen = true;
            self.n_executions += 1;
            self.values >> (self.n_executions - 1) & 1
        } else {
            self.n_inputs += 1;
            self.inputs >> (self.n_inputs - 1) & 1
        };
        Some(as_sort(sort, u128::from(bit)))
    }

    fn choose(&mut self, _n: usize) -> Option<usize> {
        None
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        Some(Value::zero(variable.sort()))
    }

    fn replace(&mut self, _step: usize, origin: OriginId) -> Option<Value> {
        let is_chosen = std::mem::take(&mut self.is_chosen);
        if is_chosen || self.other_way.is_some() || !self.changed.contains(&origin) {
            return None;
        }
        let bit = u128::from(self.values >> self.n_executions & 1);
        self.n_executions += 1;
        Some(Value::Bits(8, bit))
    }

    fn branch(&mut self, _step: usize, origin: OriginId, outcome: bool) -> bool {
        let Some(execution) = self.other_way.filter(|_| self.changed.contains(&origin)) else {
            return outcome;
        };
        self.n_executions += 1;
        outcome != execution.is_none_or(|it| it == self.n_executions)
    }
}

fn as_sort(sort: Sort, bit: u128) -> Value {
    match sort.bit_width() {
        Some(width) => Value::Bits(width, bit),
        None => Value::Bool(bit == 1),
    }
}

/// Whether an execution through the changed statement reaches the error.
fn fails(program: &Program, mut inputs: Chosen<'_>) -> bool {
    ends_in_error(program, &mut inputs) && inputs.n_executions > 0
}

fn ends_in_error(program: &Program, inputs: &mut Chosen<'_>) -> bool {
    let config = ExecutionBounds { max_steps: 10_000, max_call_depth: 10 };
    matches!(interpreter::run(program, inputs, &config).end, End::Error { .. })
}

fn origins(program: &Program, span: Span, kind: FindingKind) -> BTreeSet<OriginId> {
    let ids = (0..program.sources.n_origins() as u32).map(OriginId);
    let is_of = |id: &OriginId| {
        let origin = program.sources.origin(*id);
        let of_kind = match kind {
            FindingKind::Condition => origin.kind == faultscope_ir::OriginKind::Condition,
            _ => FindingKind::of(origin.kind) == Some(kind),
        };
        of_kind && origin.span == span
    };
    ids.filter(is_of).collect()
}

/// Nobody can fix what is proved to be fixable: some inputs fail whatever the statement assigns, or with the branch turned.
fn is_wrong(program: &Program, finding: &Finding, fix: &ProvedFix) -> bool {
    let changed = origins(program, finding.span, finding.kind);
    let chosen = |inputs, values, other_way| Chosen {
        inputs,
        values,
        changed: &changed,
        other_way,
        n_inputs: 0,
        n_executions: 0,
        is_chosen: false,
    };
    let fails = |inputs: u64| match fix {
        // Another condition is no other way every time; the patches have tests of their own.
        ProvedFix::Patch | ProvedFix::Strategy(_) if finding.kind == FindingKind::Condition => false,
        ProvedFix::Values | ProvedFix::Refined(_) | ProvedFix::Strategy(_) | ProvedFix::Patch => {
            (0..128).all(|values| fails(program, chosen(inputs, values, None)))
        }
        ProvedFix::EveryTime => fails(program, chosen(inputs, 0, Some(None))),
        ProvedFix::Once(execution) => fails(program, chosen(inputs, 0, Some(Some(*execution)))),
    };
    (0..4).any(fails)
}

/// Some inputs fail whatever the members of a set that repairs the program assign. Inputs are members too.
fn is_no_repair(program: &Program, members: &[SetMember], repairs: Repairs) -> bool {
    let changed: BTreeSet<OriginId> =
        members.iter().flat_map(|it| origins(program, it.span, it.kind)).collect();
    let fails = |inputs: u64| {
        (0..128).all(|values| {
            let changed = &changed;
            let mut chosen = Chosen {
                inputs,
                values,
                changed,
                other_way: None,
                n_inputs: 0,
                n_executions: 0,
                is_chosen: false,
            };
            ends_in_error(program, &mut chosen)
        })
    };
    repairs == Repairs::Program && (0..4).any(fails)
}

#[test]
fn what_is_proved_leaves_no_error_through_it() {
    let (mut n_errors, mut n_proved, mut n_not_enough, mut n_open, mut n_sets) = (0, 0, 0, 0, 0);
    let mut generator = Generator { random: Random(1) };
    for _ in 0..60 {
        let text = generator.program();
        let report = check_source("test.c", &text, &options()).expect("it is a program");
        if report.verdict != Verdict::Unsafe {
            continue;
        }
        n_errors += 1;
        let loaded = input::in_memory("test.c", &text, &options()).expect("a text that can be read");
        let program = translate(&loaded, &options()).expect("a program").program;
        for set in &report.sets {
            assert!(!is_no_repair(&program, &set.members, set.repairs), "{:?} in\n{text}", set.members);
            n_sets += 1;
        }
        for finding in report.findings.iter().filter(|it| it.kind != FindingKind::Input) {
            match &finding.in_program {
                Some(InProgram::Proved(fix) | InProgram::RepairsThrough(fix)) => {
                    assert!(!is_wrong(&program, finding, fix), "`{}` in\n{text}", finding.text);
                    n_proved += 1;
                }
                Some(InProgram::NotEnough(trace)) => {
                    assert!(trace.replayed, "`{}` in\n{text}", finding.text);
                    n_not_enough += 1;
                }
                Some(InProgram::NotDecided(_)) => n_open += 1,
                Some(InProgram::PassesTests(_)) => {
                    panic!("there are no tests: `{}` in\n{text}", finding.text)
                }
                None => panic!("not asked: `{}` in\n{text}", finding.text),
            }
        }
    }
    assert!(n_errors >= 20 && n_proved >= 20, "{n_errors} {n_proved}");
    assert!(n_not_enough >= 10 && n_sets >= 5, "{n_not_enough} {n_open} {n_sets}");
}
