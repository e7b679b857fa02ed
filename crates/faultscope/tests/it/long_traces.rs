//! Traces of long loops.

use faultscope::report::{PatchVerdict, Report, Verdict};
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

/// A chain of statements in which each needs the one before, as C text.
fn chain(n_statements: usize) -> String {
    let lines = (1..n_statements).map(|it| format!("    int x{it} = x{} + {};\n", it - 1, 1 + it % 5));
    let sum: usize = (1..n_statements).map(|it| 1 + it % 5).sum();
    let lines: String = lines.collect();
    format!(
        "#include <assert.h>\nint main(void) {{\n    int x0 = 0;\n{lines}    assert(x{} != {sum});\n}}\n",
        n_statements - 1
    )
}

#[test]
fn a_long_chain_is_asked_about_as_a_program() {
    let report = report(&chain(600), Options { jobs: 1, ..Options::standard() });
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    assert!(report.findings.iter().all(|it| it.strength == Strength::Constant));
    let last = report.findings.iter().find(|it| it.rank == 1).expect("the first in rank");
    assert_eq!(last.place.as_deref(), Some("x599"));
    let proved = report.patches.iter().filter(|it| it.verdict == PatchVerdict::Proved);
    assert!(proved.count() > 4, "{:?}", report.patches);
}

#[test]
fn a_loop_over_a_table_is_decided_in_bounds() {
    let cells: Vec<String> = (0..600).map(|it| (it * 37 % 101).to_string()).collect();
    let text = format!(
        "#include <assert.h>\nstatic const int t[600] = {{{}}};\nint main(void) {{\n    int s = 0;\n    \
         for (int i = 0; i < 600; i++) s += t[i];\n    assert(s == 1);\n}}\n",
        cells.join(", ")
    );
    let report = report(&text, Options { jobs: 1, ..Options::standard() });
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    let found = findings(&report);
    assert!(found.contains(&("s", 5, Strength::Constant, "1")), "{found:?}");
}
