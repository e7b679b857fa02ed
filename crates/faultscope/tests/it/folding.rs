//! Which findings are listed with the place that their value comes from.

use faultscope::{Options, check_source};

/// For each finding in code its statement, and that of the one that it is listed with.
#[track_caller]
fn check(program: &str, expected: &[(&str, Option<&str>)]) {
    let options = Options { program_level: false, patches: false, ..Options::standard() };
    let report = check_source("a.c", program, &options).expect("a program");
    let text = |rank: usize| report.findings.iter().find(|it| it.rank == rank).map(|it| it.text.as_str());
    let mut folded: Vec<(&str, Option<&str>)> = report
        .findings
        .iter()
        .filter(|it| it.kind.is_code())
        .map(|it| (it.text.as_str(), it.folded_into.and_then(text)))
        .collect();
    folded.sort_unstable();
    assert_eq!(folded, expected);
    let is_before = |(rank, into): (usize, usize)| into < rank;
    let folded = report.findings.iter().filter_map(|it| Some((it.rank, it.folded_into?)));
    assert!(folded.clone().all(is_before), "what is folded ranks behind");
    assert!(
        folded
            .map(|(_, into)| into)
            .all(|into| { report.findings.iter().any(|it| it.rank == into && it.folded_into.is_none()) })
    );
}

#[test]
fn a_value_that_only_a_copy_reads_is_one_explanation_with_it() {
    check(
        "extern void assert(int);
        int main() {
            int a = 3;
            long long b = a;
            int c = b;
            assert(c != 3);
            return 0;
        }",
        &[("a = 3", Some("b = a")), ("b = a", None), ("c = b", None)],
    );
}

#[test]
fn a_value_that_is_read_elsewhere_too_is_none() {
    check(
        "extern void assert(int);
        int main() {
            int a = 3;
            long long b = a;
            int c = b;
            assert(c != 3 || a == 4);
            return 0;
        }",
        &[("a = 3", None), ("b = a", None), ("c = b", None)],
    );
}

#[test]
fn arguments_and_returned_variables_pass_a_value_on() {
    check(
        "extern void assert(int);
        static int same(int value) { return value; }
        int main() {
            int limit = 30;
            int level = same(limit);
            assert(level != 30);
            return 0;
        }",
        &[
            ("level = same(limit)", Some("limit = 30")),
            ("limit", Some("limit = 30")),
            ("limit = 30", None),
            ("return value;", Some("limit = 30")),
        ],
    );
}

#[test]
fn what_computes_is_an_explanation_of_its_own() {
    check(
        "extern void assert(int);
        int main() {
            int a = 3;
            int b = a + 1;
            assert(b != 4);
            return 0;
        }",
        &[("a = 3", None), ("b = a + 1", None)],
    );
}

#[test]
fn what_comes_from_two_places_is_not_listed_with_one_of_them() {
    check(
        "extern void assert(int);
        static int keep(int value) { int copy = value; return copy; }
        int main() {
            int a = 3, b = 7;
            int sum = keep(a) - keep(b);
            assert(sum != -4);
            return 0;
        }",
        &[
            ("a", Some("a = 3")),
            ("a = 3", None),
            ("b", Some("b = 7")),
            ("b = 7", None),
            ("copy = value", Some("return copy;")),
            ("return copy;", None),
            ("sum = keep(a) - keep(b)", None),
        ],
    );
}
