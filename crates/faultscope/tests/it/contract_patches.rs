//! Patches of functions that are given a contract and no tests.

use faultscope::report::text::{self, Style};
use faultscope::report::{ContractOutcome, Patch, PatchVerdict, Report, Verdict};
use faultscope::{Options, check_source};

fn report(program: &str, entry: &str) -> Report {
    let options = Options { entry: Some(entry.to_owned()), patches: true, ..Options::standard() };
    let report = check_source("a.c", program, &options).expect("a program");
    assert_eq!(report.verdict, Verdict::Unsafe, "{program}");
    report
}

/// The bound on arrays up to which a patch is proved, where it is.
fn max_array(patch: &Patch) -> Option<u64> {
    match patch.contract.as_ref()?.outcome {
        ContractOutcome::Met { max_array, .. } => max_array,
        ContractOutcome::Violated { .. } | ContractOutcome::Open { .. } => None,
    }
}

/// The changed line of the first patch, which is proved for arrays of up to 8 elements.
#[track_caller]
fn check(program: &str, entry: &str, expected: &str) {
    let report = report(program, entry);
    let first = report.patches.first().expect("a patch");
    assert_eq!(first.new_line.trim(), expected);
    assert_eq!((first.verdict, max_array(first)), (PatchVerdict::Proved, Some(8)));
}

const OF_ELEMENTS: &str = "requires 0 < n <= 100; requires \\valid(a + (0 .. n - 1));
    requires \\forall integer k; 0 <= k < n ==> -1000 <= a[k] <= 1000;";

fn sum(body: &str) -> String {
    format!(
        "/*@ {OF_ELEMENTS} assigns \\nothing; ensures \\result == \\sum(0, n - 1, \\lambda integer k; a[k]); */
int sum(int a[], int n) {{
    int s = 0;
    for (int i = 0; i < n; i++)
        {body}
    return s;
}}
"
    )
}

#[test]
fn evidence_says_what_a_contract_asks_for() {
    check(&sum("s = a[i];"), "sum", "s = a[i] + s;");
    let maximum = format!(
        "/*@ {OF_ELEMENTS} assigns \\nothing;
    ensures \\forall integer k; 0 <= k < n ==> \\result >= a[k];
    ensures \\exists integer k; 0 <= k < n && \\result == a[k]; */
int maximum(int a[], int n) {{
    int s = a[0];
    for (int i = 1; i < n; i++)
        if (s < a[i])
            s = i;
    return s;
}}
"
    );
    check(&maximum, "maximum", "s = a[i];");
}

#[test]
fn an_element_may_be_written_where_another_one_is() {
    let fill = format!(
        "/*@ {OF_ELEMENTS} assigns a[0 .. n - 1]; ensures \\forall integer k; 0 <= k < n ==> a[k] == x; */
void fill(int a[], int n, int x) {{
    for (int i = 0; i < n; i++)
        a[n] = x;
}}
"
    );
    check(&fill, "fill", "a[i] = x;");
    let swap = "/*@ requires \\valid(p) && \\valid(q); requires \\separated(p, q); assigns *p, *q;
    ensures *p == \\old(*q) && *q == \\old(*p); */
void swap(int *p, int *q) {
    int t = *p;
    *p = *q;
    *p = t;
}
";
    let first = report(swap, "swap").patches.remove(0);
    assert_eq!((first.new_line.trim(), first.verdict), ("*q = t;", PatchVerdict::Proved));
}

/// What evidence asks for (`return s + a[0]`) is tried where no slip is proved.
#[test]
fn a_slip_that_is_proved_needs_no_evidence() {
    let from_one = sum("s = s + a[i];").replace("i = 0", "i = 1");
    check(&from_one, "sum", "for (int i = 0; i < n; i++)");
    assert!(report(&from_one, "sum").patches.iter().all(|it| it.reason.is_none()));
}

const LAST: &str = "/*@ requires 0 <= n <= 8; assigns \\nothing; ensures \\result == n; */
int last(int n) {
    int i = 0, j = n + 1;
    /*@ loop variant j - i; */
    while (i != j) {
        int e = (i + j) / 2;
        if (e <= n)
            i = e;
        else
            j = e;
    }
    return i;
}
";

/// With `n` 0 the right loop has no round, and its variant is not evaluated.
#[test]
fn what_is_not_evaluated_of_a_contract_is_no_matter_where_its_rest_is() {
    let lines = |program: &str| -> Vec<(String, bool)> {
        let patches = report(program, "last").patches.into_iter();
        patches.map(|it| (it.new_line.trim().to_owned(), it.reaches_check)).collect()
    };
    assert!(lines(LAST).contains(&("while (i + 1 != j) {".to_owned(), false)));
    let without_result = LAST.replace(" ensures \\result == n;", "");
    assert!(lines(&without_result).iter().all(|(_, reaches_check)| *reaches_check));
}

#[test]
fn a_proof_for_fewer_elements_says_how_many() {
    let sort = "/*@ requires 0 < n <= 100; requires \\valid(a + (0 .. n - 1)); assigns a[0 .. n - 1];
    ensures \\forall integer k; 0 <= k < n - 1 ==> a[k] <= a[k + 1];
    ensures \\forall integer k; 0 <= k < n ==>
        \\numof(0, n - 1, \\lambda integer m; a[m] == a[k]) == \\numof(0, n - 1, \\lambda integer m; \\old(a[m]) == a[k]); */
void sort(int a[], int n) {
    for (int last = n - 1; last > 0; last--)
        for (int i = 0; i < last; i++)
            if (a[i] < a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
}
";
    let report = report(sort, "sort");
    let first = &report.patches[0];
    assert_eq!(first.verdict, PatchVerdict::Proved);
    let proved = max_array(first).expect("a bound on arrays");
    assert!((3..8).contains(&proved), "{proved}");
    let options = text::Options {
        style: Style { width: 200, ..Style::PLAIN },
        details: false,
        full_trace: false,
        show_aberrant: false,
        findings: text::Shown::Promising,
        all_checks: false,
        statistics: false,
    };
    let page = text::render(&report, &options);
    assert!(page.contains(&format!("proved for arrays of up to {proved} elements")), "{page}");
}
