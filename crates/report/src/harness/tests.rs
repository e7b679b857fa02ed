use expect_test::expect;

use super::*;
use crate::fixtures;

#[test]
fn values_are_returned_in_order() {
    let text = render(&fixtures::erroneous(), "clamp.c", "replay.c").expect("there is an error");
    expect![[r#"
        /* Replays an error of clamp.c: assertion `result < 10` is violated.
         *
         *     cc clamp.c replay.c -o replay && ./replay
         *
         * A failing assert ends the program as usual; reaching the error by a call prints
         * a line and ends it with exit code 86.
         */

        #include <stdio.h>
        #include <stdlib.h>

        #define WEAK __attribute__((weak))

        static void reached(const char *what) {
            fflush(stdout);
            fprintf(stderr, "error reached: %s\n", what);
            exit(86);
        }

        WEAK void reach_error(void) { reached("reach_error()"); }
        WEAK void __VERIFIER_error(void) { reached("__VERIFIER_error()"); }
        WEAK void __VERIFIER_assert(int condition) { if (!condition) reached("__VERIFIER_assert()"); }
        WEAK void __VERIFIER_assume(int condition) { if (!condition) exit(0); }

        WEAK int read_level() {
            static const int values[] = { 11 };
            static unsigned next;
            return next < 1 ? values[next++] : values[0];
        }
    "#]]
    .assert_eq(&text);
}

#[test]
fn variables_that_no_file_can_set_are_named() {
    let mut report = fixtures::erroneous();
    report.traces[0].inputs[1].matters = true;
    let text = render(&report, "clamp.c", "replay.c").expect("there is an error");
    assert!(text.contains("line 12: spare = 0"), "{text}");
}

#[test]
fn without_an_error_there_is_nothing_to_replay() {
    assert_eq!(render(&fixtures::safe(), "clamp.c", "replay.c"), None);
}
