use expect_test::expect;

use super::*;
use crate::{LibraryValue, fixtures};

#[test]
fn values_are_returned_in_order() {
    let text = render(&fixtures::erroneous(), "clamp.c", "replay.c").expect("there is an error");
    expect![[r#"
        /* Replays an error of clamp.c: assertion failed: `result < 10`.
         *
         *     cc clamp.c replay.c -o replay && ./replay
         *
         * A failing assert ends the program as usual; reaching the error by a call prints
         * a line and ends it with exit code 86. Other errors show where the program is
         * compiled with `-fsanitize=address,undefined -fno-sanitize-recover=all`.
         */

        #define WEAK __attribute__((weak))

        extern int printf(const char *, ...);
        extern long write(int, const void *, unsigned long);
        extern void exit(int);

        static void reached(const char *what) {
            write(2, "error reached: ", 15);
            write(2, what, __builtin_strlen(what));
            write(2, "\n", 1);
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

#[test]
fn functions_of_the_library_give_what_they_gave() {
    let mut report = fixtures::erroneous();
    let value = |size, bits| LibraryValue { function: "fgets".to_owned(), size, bits, is_error: false };
    let call = |bits, size, place: Option<&str>| Input {
        text: "fgets(line, 3, stdin)".to_owned(),
        place: place.map(str::to_owned),
        source: None,
        library: Some(value(size, bits)),
        ..report.traces[0].inputs[0].clone()
    };
    let inputs = vec![
        call(1, 8, None),
        call(0x41, 1, Some("contents")),
        call(0, 1, Some("contents")),
        call(0, 1, Some("contents")),
    ];
    report.traces[0].inputs = inputs;
    let text = render(&report, "clamp.c", "replay.c").expect("there is an error");
    for part in [
        "{ \"fgets\", 8, 1ull, 0 },",
        "{ \"fgets\", 1, 65ull, 0 },",
        "char *fgets(char *s, int n, void *stream) {",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(!text.contains("scanf"), "{text}");
}

#[test]
fn a_call_that_reads_by_a_format_has_items() {
    let mut report = fixtures::erroneous();
    let item = |bits, size, place: Option<&str>, step| Input {
        text: "scanf(\"%d%s\", &n, word)".to_owned(),
        place: place.map(str::to_owned),
        source: None,
        library: Some(LibraryValue { function: "scanf".to_owned(), size, bits, is_error: false }),
        step: Some(step),
        ..report.traces[0].inputs[0].clone()
    };
    let inputs = vec![
        item(2, 4, None, 3),
        item(7, 4, Some("n"), 4),
        item(2, 8, Some("length"), 5),
        item(0x61, 1, Some("word"), 6),
        item(0x62, 1, Some("word"), 7),
        // Behind what is read.
        item(0x63, 1, Some("word"), 8),
        // The next call.
        item(u128::from(u32::MAX), 4, None, 11),
    ];
    report.traces[0].inputs = inputs;
    let text = render(&report, "clamp.c", "replay.c").expect("there is an error");
    expect![[r#"
        static const struct item items[] = {
            { 1, 1 },
            { 3, 2 },
            { 0, 0 }
        };
        static const struct scan scans[] = {
            { "scanf", 2, 0, 2 },
            { "scanf", -1, 2, 0 },
        };
    "#]]
    .assert_eq(&text[text.find("static const struct item").unwrap()..text.find("static int scan(").unwrap()]);
}
