//! A program with several errors: what the user has written down is *the* error, and the others are told with how to see them.

use expect_test::expect;
use serde_json::Value;

use crate::folder::{Folder, stderr, stdout};

/// Three faults, each with an error of its own: on lines 11, 14 and 18.
const THREE: &str = "\
#include <assert.h>
#include <stdlib.h>
extern int input(void);
int scale(int n) {
    return n * 1000000;
}
int main(void) {
    int kind = input();
    if (kind == 1) {
        int n = input();
        scale(n);
    } else if (kind == 2) {
        int cells[4] = {0};
        int at = 4;
        cells[at] = 1;
    } else {
        int level = 3;
        level = level - 4;
        assert(level >= 0);
    }
    return 0;
}
";

/// The report, and the property and line of its error with the line of its first place.
fn checked(arguments: &[&str]) -> (Value, String) {
    let folder = Folder::with(&[("three.c", THREE)]);
    let output = folder.check(&[&["three.c", "--format", "json"], arguments].concat());
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).expect("the report is JSON");
    let (error, first) = (&report["error"], &report["findings"][0]);
    let told = format!("{} {}, line {}", error["property"].as_str().unwrap(), error["line"], first["line"]);
    (report, told)
}

#[test]
fn an_assertion_is_the_error_before_an_overflow_and_an_access() {
    let (report, told) = checked(&[]);
    assert_eq!(told, "assertions 19, line 18");
    let violated =
        report["checks"].as_array().expect("checks").iter().filter(|it| it["status"] == "violated");
    assert_eq!(violated.count(), 3);
    // No finding is about what another error needs.
    let lines =
        report["findings"].as_array().expect("findings").iter().map(|it| it["line"].as_u64().unwrap());
    assert!(lines.into_iter().all(|line| ![5, 11, 14, 15].contains(&line)));
}

#[test]
fn each_of_the_others_has_its_own_places() {
    assert_eq!(checked(&["--check", "overflow:three.c:5"]).1, "overflow 5, line 11");
    assert_eq!(checked(&["--check", "out-of-bounds:three.c:15"]).1, "out-of-bounds 15, line 14");
}

/// Three functions, each with a fault of its own: on lines 6, 16 and 25. The errors show on lines 9, 17 and 26.
const CALLED: &str = "\
#include <assert.h>
extern int reading(void);

int price(int pieces)
{
    int each = 1999999;
    if (pieces < 0 || pieces > 1200)
        return 0;
    return pieces * each;
}
int last(int n)
{
    int samples[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    if (n < 1 || n > 8)
        return 0;
    int at = n;
    return samples[at];
}
void lower(int lever)
{
    int notch = 0;
    if (lever < 1 || lever > 3)
        return;
    notch = lever;
    notch = notch - 2;
    assert(notch >= 0);
}
int main(void)
{
    price(reading());
    last(reading());
    lower(reading());
    return 0;
}
";

/// The function and line of each error, with the lines of its places.
fn blocks(report: &Value) -> Vec<String> {
    let lines = |findings: &Value| -> Vec<u64> {
        findings.as_array().expect("findings").iter().map(|it| it["line"].as_u64().unwrap()).collect()
    };
    let block = |error: &Value, findings: &Value| {
        format!("{} {}: {:?}", error["property"].as_str().unwrap(), error["line"], lines(findings))
    };
    let others = report["other_errors"].as_array().into_iter().flatten();
    let others = others.map(|it| block(&it["error"], &it["findings"]));
    let first = lines(&report["findings"]);
    let own = format!(
        "{} {}: {:?}",
        report["error"]["property"].as_str().unwrap(),
        report["error"]["line"],
        &first[..1]
    );
    [own].into_iter().chain(others).collect()
}

#[test]
fn three_bugs_in_one_file_are_three_blocks_with_the_right_place_first() {
    let folder = Folder::with(&[("called.c", CALLED)]);
    let output = folder.check(&["called.c", "--format", "json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).expect("the report is JSON");
    expect![[r#"
        assertions 26: [25]
        overflow 9: [7, 6, 30]
        out-of-bounds 17: [16, 14, 7]"#]]
    .assert_eq(&blocks(&report).join("\n"));
    for other in report["other_errors"].as_array().expect("others") {
        let function = &other["error"]["function"];
        let first = &other["findings"][0];
        assert_eq!(&first["function"], function, "{first}");
        assert_eq!(other["findings"][0]["in_program"], Value::Null);
        assert!(other["findings"].as_array().expect("findings").len() <= 3);
    }
}

#[test]
fn places_of_other_errors_are_told_below_them() {
    let folder = Folder::with(&[("called.c", CALLED)]);
    let text = stdout(&folder.check(&["called.c", "--details"]));
    let heading = text.find("Other errors in this program\n").expect("they are told");
    let (others, _) = text[heading..].split_once("\n\n").expect("more comes behind them");
    expect![[r#"
        Other errors in this program
          line 9  signed overflow: `pieces * each` does not fit into `int`
              most likely line 7: `pieces < 0 || pieces > 1200`; take the other branch here
              or line 6: `each = 1999999`; assign `0`; avoids it for all inputs; then line 9 does not ove...
              or line 30: `reading()`; pass `0` or `1201`; avoids it for all inputs; then line 9 does not...
              --check overflow:called.c:9 shows it
          line 17  index `at` is out of bounds: `samples` has 8 elements
              most likely line 16: `at = n`; assign `7`; avoids it for all inputs; then line 17 stays ins...
              or line 14: `n < 1 || n > 8`; take the other branch here
              or line 7: `pieces < 0 || pieces > 1200`; may matter
              --check out-of-bounds:called.c:17 shows it"#]]
    .assert_eq(others);
}

#[test]
fn an_error_alone_has_no_others() {
    let folder = Folder::with(&[("called.c", CALLED)]);
    let output = folder.check(&["called.c", "--check", "overflow:called.c:9", "--format", "json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).expect("the report is JSON");
    assert!(report.get("other_errors").is_none());
}

#[test]
fn a_report_that_was_stored_tells_of_the_others_as_before() {
    let folder = Folder::with(&[("called.c", CALLED)]);
    let stored = stdout(&folder.check(&["called.c", "--format", "json"]));
    let read = faultscope::report::json::read(&stored).expect("it is a report");
    assert_eq!(faultscope::report::json::render(&read), stored);
}

#[test]
fn the_others_are_told_with_how_to_see_them() {
    let folder = Folder::with(&[("three.c", THREE)]);
    let text = stdout(&folder.check(&["three.c", "--details"]));
    let (_, others) = text.split_once("Other errors in this program").expect("they are told");
    assert!(others.contains("--check overflow:three.c:5 shows it"), "{others}");
    assert!(others.contains("--check out-of-bounds:three.c:15 shows it"), "{others}");
    let alone = stdout(&folder.check(&["three.c", "--check", "overflow:three.c:5"]));
    assert!(!alone.contains("Other errors"), "{alone}");
}
