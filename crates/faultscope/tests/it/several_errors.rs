//! A program with several errors: what the user has written down is *the* error, and the others are told with how to see them.

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

#[test]
fn the_others_are_told_with_how_to_see_them() {
    let folder = Folder::with(&[("three.c", THREE)]);
    let text = stdout(&folder.check(&["three.c"]));
    let (_, others) = text.split_once("Other errors of this program").expect("they are told");
    assert!(others.contains("--check overflow:three.c:5 shows it"), "{others}");
    assert!(others.contains("--check out-of-bounds:three.c:15 shows it"), "{others}");
    let alone = stdout(&folder.check(&["three.c", "--check", "overflow:three.c:5"]));
    assert!(!alone.contains("Other errors"), "{alone}");
}
