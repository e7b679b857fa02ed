//! Traces of long loops.

use faultscope::report::{Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_localize::Strength;

#[track_caller]
fn report(program: &str, options: Options) -> Report {
    let report = check_source("a.c", program, &options).expect("it is a program");
    assert_eq!(report.verdict, Verdict::Unsafe, "{:?}", report.reason);
    report
}

fn of_trace() -> Options {
    Options { program_level: false, patches: false, ..Options::standard() }
}

fn sum(n_iterations: usize, asserted: &str) -> String {
    format!(
        "#include <assert.h>\nint main(void) {{\n    unsigned i, s = 0, unused = 0;\n    for (i = 0; i < {n_iterations}; \
         i++) {{\n        s += i * 7;\n        unused += s;\n    }}\n    assert({asserted});\n}}\n"
    )
}

/// The places that findings assign, with their strengths and their first values.
fn findings(report: &Report) -> Vec<(&str, u32, Strength, &str)> {
    let of = |it: &'_ faultscope::report::Finding| (it.span.line, it.strength);
    let mut found: Vec<_> = report
        .findings
        .iter()
        .map(|it| {
            let (line, strength) = of(it);
            let value = it.values.first().map_or("", String::as_str);
            (it.place.as_deref().unwrap_or_default(), line, strength, value)
        })
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn all_iterations_are_decided() {
    let report = report(&sum(20_000, "s == 1"), of_trace());
    let found = findings(&report);
    // -7 * (0 + … + 19999) + 1, modulo 2^32.
    assert!(found.contains(&("s", 3, Strength::Constant, "2895037297")), "{found:?}");
    assert!(found.contains(&("s", 5, Strength::Constant, "1")), "{found:?}");
    assert!(!found.iter().any(|(place, ..)| *place == "unused"), "{found:?}");
    let occurrences = || report.findings.iter().flat_map(|it| &it.occurrences);
    assert!(occurrences().count() > 40_000);
    assert!(occurrences().all(|it| it.strength == Strength::Constant));
}

#[test]
fn what_the_error_does_not_depend_on_is_irrelevant_in_all_iterations() {
    let report = report(&sum(20_000, "i == 1"), of_trace());
    let found = findings(&report);
    assert!(found.iter().all(|(place, ..)| *place == "i"), "{found:?}");
    assert!(found.iter().any(|(_, _, strength, _)| *strength == Strength::Constant), "{found:?}");
}

#[test]
fn beyond_a_length_nothing_is_asked_of_the_program() {
    let asked = |n_iterations: usize| {
        let options = Options { patches: false, ..Options::standard() };
        let report = report(&sum(n_iterations, "s == 1"), options);
        let is_left_out = report.limits.iter().any(|it| it.name == "MAX_REPAIRED_STEPS");
        (is_left_out, report.findings.iter().any(|it| it.in_program.is_some()))
    };
    assert_eq!(asked(30), (false, true));
    assert_eq!(asked(26_000), (true, false));
}
