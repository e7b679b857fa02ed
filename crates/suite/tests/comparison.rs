//! Comparisons of outputs: what is equal, where the first difference is, and that an output that is compared while it is
//! written is judged as it is as a whole.

use expect_test::{Expect, expect};
use faultscope_suite::compare::{Kind, Side, Tolerance};
use faultscope_suite::{Comparison, Matcher, compare};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const CLOSE: Comparison = Comparison::Numbers(Tolerance { absolute: 1e-6, relative: 1e-3 });

#[track_caller]
fn check(how: &Comparison, expected: &str, got: &str, expect: Expect) {
    let difference = compare(expected.as_bytes(), got.as_bytes(), how).expect("it can be compared with");
    let shown = match difference {
        None => "equal".to_owned(),
        Some(it) => {
            let side = |it: &Side| {
                let text = String::from_utf8_lossy(&it.text);
                format!("byte {} at {}:{} in {text:?}", it.offset, it.line, it.column)
            };
            let expected = it.expected.as_ref().map_or("the pattern".to_owned(), side);
            format!("{:?}: {}; expected {expected}", it.kind, side(&it.got))
        }
    };
    expect.assert_eq(&shown);
}

#[track_caller]
fn check_equal(how: &Comparison, expected: &str, got: &str) {
    check(how, expected, got, expect!["equal"]);
}

#[test]
fn exact_is_every_byte() {
    let how = &Comparison::Exact;
    check_equal(how, "a\n", "a\n");
    check(how, "a\n", "a", expect![[r#"Missing: byte 1 at 1:2 in "a"; expected byte 1 at 1:2 in "a""#]]);
    check(how, "a", "a\n", expect![[r#"Extra: byte 1 at 1:2 in "a"; expected byte 1 at 1:2 in "a""#]]);
    check(
        how,
        "1\n23\n",
        "1\n24\n",
        expect![[r#"Different: byte 3 at 2:2 in "24"; expected byte 3 at 2:2 in "23""#]],
    );
    check(
        how,
        "a\r\n",
        "a\n",
        expect![[r#"Different: byte 1 at 1:2 in "a"; expected byte 1 at 1:2 in "a\r""#]],
    );
}

#[test]
fn white_space_at_ends_is_overlooked() {
    let how = &Comparison::TrailingWhitespace;
    check_equal(how, "3", "3\n");
    check_equal(how, "3\n\n\n", "3");
    check_equal(how, "a b\nc\n", "a b \t\r\nc");
    check_equal(how, "a\n\nb", "a\n  \nb\n \n");
    check_equal(how, "", " \n\t");
}

#[test]
fn white_space_elsewhere_counts() {
    let how = &Comparison::TrailingWhitespace;
    check(
        how,
        "a b",
        "a  b",
        expect![[r#"Different: byte 2 at 1:3 in "a  b"; expected byte 2 at 1:3 in "a b""#]],
    );
    check(
        how,
        "a b",
        "a\tb",
        expect![[r#"Different: byte 1 at 1:2 in "a\tb"; expected byte 1 at 1:2 in "a b""#]],
    );
    check(how, " a", "a", expect![[r#"Different: byte 0 at 1:1 in "a"; expected byte 0 at 1:1 in " a""#]]);
    check(
        how,
        "a\nb",
        "a\n\nb",
        expect![[r#"Different: byte 2 at 2:1 in ""; expected byte 2 at 2:1 in "b""#]],
    );
    check(how, "\na", "a", expect![[r#"Different: byte 0 at 1:1 in "a"; expected byte 0 at 1:1 in """#]]);
}

#[test]
fn the_place_is_the_byte_that_should_not_be_there() {
    let how = &Comparison::TrailingWhitespace;
    check(
        how,
        "3 \n4",
        "3 5",
        expect![[r#"Different: byte 2 at 1:3 in "3 5"; expected byte 2 at 1:3 in "3 ""#]],
    );
    check(how, "3\n", "3\n\n4", expect![[r#"Extra: byte 3 at 3:1 in "4"; expected byte 1 at 1:2 in "3""#]]);
    check(how, "3\n4\n", "3\n", expect![[r#"Missing: byte 2 at 2:1 in ""; expected byte 2 at 2:1 in "4""#]]);
    check(
        how,
        "3 4\n",
        "3 \n",
        expect![[r#"Different: byte 2 at 1:3 in "3 "; expected byte 2 at 1:3 in "3 4""#]],
    );
}

#[test]
fn numbers_may_be_close() {
    check_equal(&CLOSE, "x=2.5, y=-1000\n", "x=2.50, y=-1000.9");
    check_equal(&CLOSE, "0.3333 7", "  0.33333333333   7 \n");
    check_equal(&CLOSE, "1e3", "1000.0");
    check_equal(&CLOSE, "is 3.", "is 3.");
    check_equal(&CLOSE, "0.00", "-0.00");
    check(
        &CLOSE,
        "a 2.5 b",
        "a 2.6 b",
        expect![[r#"Different: byte 2 at 1:3 in "a 2.6 b"; expected byte 2 at 1:3 in "a 2.5 b""#]],
    );
    check(
        &CLOSE,
        "12\n5",
        "12\n500",
        expect![[r#"Different: byte 3 at 2:1 in "500"; expected byte 3 at 2:1 in "5""#]],
    );
}

#[test]
fn only_numbers_may_be_close() {
    check(
        &CLOSE,
        "x1",
        "x1.0001",
        expect![[r#"Extra: byte 2 at 1:3 in "x1.0001"; expected byte 2 at 1:3 in "x1""#]],
    );
    check(
        &CLOSE,
        "1.0 is",
        "1.0 it",
        expect![[r#"Different: byte 5 at 1:6 in "1.0 it"; expected byte 5 at 1:6 in "1.0 is""#]],
    );
    check(
        &CLOSE,
        "1 2",
        "12",
        expect![[r#"Different: byte 0 at 1:1 in "12"; expected byte 0 at 1:1 in "1 2""#]],
    );
    check(
        &CLOSE,
        "1 2",
        "1\n2",
        expect![[r#"Different: byte 1 at 1:2 in "1"; expected byte 1 at 1:2 in "1 2""#]],
    );
    check(
        &CLOSE,
        "a b",
        "ab",
        expect![[r#"Different: byte 1 at 1:2 in "ab"; expected byte 1 at 1:2 in "a b""#]],
    );
    check(
        &CLOSE,
        "1\n2",
        "1 ",
        expect![[r#"Missing: byte 2 at 1:3 in "1 "; expected byte 1 at 1:2 in "1""#]],
    );
}

#[test]
fn whole_numbers_are_compared_as_such() {
    let exact = Comparison::Numbers(Tolerance { absolute: 0.0, relative: 0.0 });
    check_equal(&exact, "+9007199254740993", "9007199254740993");
    check(
        &exact,
        "9007199254740993",
        "9007199254740992",
        expect![[
            r#"Different: byte 0 at 1:1 in "9007199254740992"; expected byte 0 at 1:1 in "9007199254740993""#
        ]],
    );
}

#[test]
fn a_pattern_matches_as_a_whole() {
    let how = &Comparison::Regex;
    check_equal(how, "a|ab", "ab");
    check_equal(how, "time: \\d+ ms\n", "time: 17 ms");
    check_equal(how, "<.*>", "<a\nb>\n \n");
    check_equal(how, "3$", "3\n");
    check_equal(how, "é.", "éx\n");
    check(how, "\\d+", "12a", expect![[r#"Extra: byte 2 at 1:3 in "12a"; expected the pattern"#]]);
    check(how, "a\\d+b", "a1\n2b", expect![[r#"Different: byte 2 at 1:3 in "a1"; expected the pattern"#]]);
    check(how, "a\\d+b", "a1", expect![[r#"Missing: byte 2 at 1:3 in "a1"; expected the pattern"#]]);
    check(how, "3", "34", expect![[r#"Extra: byte 1 at 1:2 in "34"; expected the pattern"#]]);
    check(how, "3", "3 4", expect![[r#"Extra: byte 2 at 1:3 in "3 4"; expected the pattern"#]]);
    check(how, "", "x", expect![[r#"Extra: byte 0 at 1:1 in "x"; expected the pattern"#]]);
}

#[test]
fn what_is_no_pattern_is_refused() {
    let refused = |text: &[u8]| Matcher::new(text, &Comparison::Regex).err().map(|it| it.to_string());
    expect![[r#"
        Some(
            "not a regular expression that can be used: regex parse error:\n    a(b\n     ^\nerror: unclosed group",
        )
    "#]]
    .assert_debug_eq(&refused(b"a(b"));
    assert!(refused(b"\xff").is_some());
    assert!(refused(b"((a{1000}){1000}){1000}").is_some());
}

#[test]
fn an_output_is_stopped_at_its_first_wrong_byte() {
    let matcher =
        Matcher::new(b"1 2\n3\n", &Comparison::TrailingWhitespace).expect("it can be compared with");
    let mut progress = matcher.start();
    assert_eq!(progress.feed(b"1 "), None);
    assert_eq!(progress.expected_offset(), Some(2));
    assert_eq!(progress.feed(b"2  "), None);
    assert_eq!(progress.expected_offset(), Some(3));
    let fault = progress.feed(b"\n45").expect("4 is wrong");
    assert_eq!((fault.kind, fault.got, fault.expected), (Kind::Different, 6, Some(4)));
    assert_eq!(progress.feed(b"3\n"), Some(fault));
    assert_eq!(progress.finish(), Some(fault));
}

/// What graders do: strip the lines, drop the empty ones at the end, compare.
fn stripped(text: &[u8]) -> Vec<Vec<u8>> {
    let is_space = |it: &u8| it.is_ascii_whitespace() || *it == 0x0b;
    let mut lines: Vec<Vec<u8>> = text
        .split(|&it| it == b'\n')
        .map(|line| {
            let end = line.iter().rposition(|it| !is_space(it)).map_or(0, |it| it + 1);
            line[..end].to_vec()
        })
        .collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let bytes = b"ab1 \t\r\n\n.-e5\xff".to_vec();
    prop::collection::vec(prop::sample::select(bytes), 0..12)
}

fn comparison() -> impl Strategy<Value = Comparison> {
    prop::sample::select(vec![
        Comparison::Exact,
        Comparison::TrailingWhitespace,
        CLOSE,
        Comparison::Numbers(Tolerance { absolute: 0.0, relative: 0.0 }),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn an_output_equals_itself(text in text(), how in comparison()) {
        prop_assert_eq!(compare(&text, &text, &how), Ok(None));
    }

    #[test]
    fn trailing_white_space_never_differs(
        lines in prop::collection::vec((text(), prop::sample::select(vec!["", " ", "\t \r", "\r"])), 0..5),
        end in prop::sample::select(vec!["", "\n", " \n\n", "\r\n"]),
    ) {
        let mut plain = Vec::new();
        let mut spaced = Vec::new();
        for (line, space) in lines {
            let line: Vec<u8> = line.into_iter().filter(|&it| it != b'\n').collect();
            plain.extend([&line[..], b"\n"].concat());
            spaced.extend([&line[..], space.as_bytes(), b"\n"].concat());
        }
        spaced.extend(end.as_bytes());
        for how in [Comparison::TrailingWhitespace, CLOSE] {
            prop_assert_eq!(compare(&plain, &spaced, &how), Ok(None));
            prop_assert_eq!(compare(&spaced, &plain, &how), Ok(None));
        }
    }

    #[test]
    fn graders_agree(expected in text(), got in text()) {
        let equal = compare(&expected, &got, &Comparison::TrailingWhitespace) == Ok(None);
        prop_assert_eq!(equal, stripped(&expected) == stripped(&got));
    }

    #[test]
    fn the_place_is_the_first_where_exact_outputs_differ(expected in text(), got in text()) {
        let difference = compare(&expected, &got, &Comparison::Exact).expect("it can be compared with");
        let first = expected.iter().zip(&got).position(|(a, b)| a != b);
        let shorter = expected.len().min(got.len());
        match difference {
            None => prop_assert_eq!(expected, got),
            Some(it) => {
                prop_assert_eq!(it.got.offset, first.unwrap_or(shorter));
                prop_assert_eq!(it.expected.map(|it| it.offset), Some(it.got.offset));
                let kind = match first {
                    Some(_) => Kind::Different,
                    None if got.len() < expected.len() => Kind::Missing,
                    None => Kind::Extra,
                };
                prop_assert_eq!(it.kind, kind);
            }
        }
    }

    /// The first fault is at byte `n` exactly if the first `n` bytes can be completed, and one more cannot.
    #[test]
    fn nothing_completes_an_output_with_a_fault(expected in text(), got in text()) {
        let matcher = Matcher::new(&expected, &Comparison::TrailingWhitespace).expect("it can be compared with");
        let mut progress = matcher.start();
        let fault = progress.feed(&got);
        let good = fault.map_or(got.len(), |it| it.got);
        // What comes before the fault can be completed by what is expected from there on.
        let mut before = matcher.start();
        prop_assert_eq!(before.feed(&got[..good]), None);
        let rest = &expected[before.expected_offset().expect("bytes have places")..];
        let completed = [&got[..good], rest].concat();
        prop_assert_eq!(stripped(&completed), stripped(&expected));
        // With the wrong byte, no suffix of what is expected completes it, with or without a space or line between.
        if let Some(fault) = fault {
            for start in 0..=expected.len() {
                for between in ["", " ", "\n"] {
                    let tried = [&got[..=fault.got], between.as_bytes(), &expected[start..]].concat();
                    prop_assert_ne!(stripped(&tried), stripped(&expected));
                }
            }
        }
    }

    #[test]
    fn pieces_are_judged_as_the_whole(
        expected in text(), got in text(), cuts in prop::collection::vec(0..12_usize, 0..4), how in comparison(),
    ) {
        let matcher = Matcher::new(&expected, &how).expect("it can be compared with");
        let whole = matcher.compare(&got).map(|it| (it.kind, it.got.offset, it.expected.map(|it| it.offset)));
        let mut cuts: Vec<usize> = cuts.into_iter().map(|it| it.min(got.len())).collect();
        cuts.sort_unstable();
        let mut progress = matcher.start();
        let mut start = 0;
        for end in cuts.into_iter().chain([got.len()]) {
            progress.feed(&got[start..end]);
            start = end;
        }
        prop_assert_eq!(progress.finish().map(|it| (it.kind, it.got, it.expected)), whole);
    }

    #[test]
    fn a_pattern_stops_where_no_continuation_matches(
        pattern in prop::sample::select(vec!["a|ab", "(a|b)*1", "a\\d+b?", "a.b", "(ab )+", "\\s*1", "a\n1", "[^a]*", "b$|a\\b"]),
        got in text(),
    ) {
        let matcher = Matcher::new(pattern.as_bytes(), &Comparison::Regex).expect("it is a pattern");
        let mut progress = matcher.start();
        match progress.feed(&got) {
            None => prop_assert_eq!(matcher.compare(&got).is_none(), progress.finish().is_none()),
            Some(fault) => {
                // What comes before it was no fault, and nothing of up to two bytes behind it makes a match.
                prop_assert_eq!(matcher.start().feed(&got[..fault.got]), None);
                for more in ["", "a", "b", "1", " ", "\n", "ab", "b1", "1b", "a1", "b "] {
                    let tried = [&got[..=fault.got], more.as_bytes()].concat();
                    prop_assert!(matcher.compare(&tried).is_some());
                }
            }
        }
    }
}
