//! The number of elements for which a function with a precondition is decided.

use faultscope_pipeline::report::Verdict;
use faultscope_pipeline::{Options, Report, check_source};

const SORT: &str = "\
/*@ requires 0 <= n && \\valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \\forall integer k; 0 <= k < n - 1 ==> a[k] <= a[k + 1];
*/
void sort(int *a, int n) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && a[k - 1] > a[k]; k--) {
            int cell = a[k];
            a[k] = a[k - 1];
            a[k - 1] = cell;
        }
}
";

fn checked(text: &str, effort: u32) -> Report {
    let options = Options { entry: Some("sort".to_owned()), effort, ..Options::standard() };
    check_source("sort.c", text, &options).expect("a program")
}

#[track_caller]
fn assert_size(report: &Report, n: u32) {
    let expected = format!("of at most {n} elements");
    let messages: Vec<&str> = report.assumptions.iter().map(|it| it.message.as_str()).collect();
    assert!(messages.iter().any(|it| it.contains(&expected)), "{messages:?}");
}

#[test]
fn the_largest_arrays_are_looked_at_where_that_is_decided() {
    let report = checked(SORT, 100);
    assert_eq!(report.verdict, Verdict::Safe);
    assert_size(&report, 8);
}

#[test]
fn what_is_not_decided_of_the_largest_is_said_of_smaller_ones() {
    let report = checked(SORT, 4);
    assert_eq!(report.verdict, Verdict::Safe);
    assert_size(&report, 6);
}

#[test]
fn an_error_that_needs_many_elements_is_no_less_found() {
    let wrong = SORT.replace("k > 0 &&", "k > (n > 6) &&");
    let report = checked(&wrong, 100);
    assert_eq!(report.verdict, Verdict::Unsafe);
    assert_size(&report, 8);
}
