//! Errors behind many rounds of loops, and of inputs that nobody would guess by unwinding.

use std::collections::BTreeSet;

use faultscope::report::{Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_ir::Property;
use faultscope_solver::Limits;

fn report(main: &str) -> Report {
    let text = format!("void reach_error(void); unsigned get(void); int main(void) {{ {main} return 0; }}");
    let options = Options {
        properties: BTreeSet::from([Property::UnreachCall]),
        program_level: false,
        patches: false,
        limits: Limits::unlimited().with_effort(20_000_000),
        ..Options::standard()
    };
    check_source("a.c", &text, &options).expect("a program")
}

#[test]
fn of_a_long_execution_the_end_is_the_trace() {
    let program = |expected: u32| {
        format!(
            "unsigned x = 0, y = 10000000, z = 5000000;
             while (x < y) {{ if (x >= 5000000) z--; x++; }}
             if (z != {expected}) reach_error();"
        )
    };
    assert_eq!(report(&program(0)).verdict, Verdict::Safe);
    let report = report(&program(1));
    assert_eq!(report.verdict, Verdict::Unsafe);
    let [trace] = &report.traces[..] else { panic!("one trace") };
    assert!(trace.inputs.is_empty(), "{:?}", trace.inputs);
    assert!(!report.findings.is_empty());
    let reached: Vec<&str> = report.limits.iter().map(|limit| limit.name.as_str()).collect();
    assert!(reached.contains(&"MAX_WHOLE_STEPS"), "{reached:?}");
}

#[test]
fn values_are_tried_for_which_loops_go_far() {
    let program = |bound: u32| {
        format!(
            "unsigned n = get(), i, s = 0;
             for (i = 1; i <= n; i++) {{ s += i; if (i > 100000) return 0; }}
             if (s > {bound}u && n < 70000) reach_error();"
        )
    };
    let report = report(&program(2_147_483_648));
    assert_eq!(report.verdict, Verdict::Unsafe);
    assert!(report.traces[0].inputs.iter().any(|it| it.text == "n = get()"), "{:?}", report.traces[0].inputs);
}
