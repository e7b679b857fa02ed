//! The format: what is read, what is refused, and that both directions agree.

use super::*;

#[track_caller]
fn refused(text: &str, line: u32, columns: (u32, u32), message: &str) {
    let errors = Rules::parse(text).expect_err("it is malformed");
    let found: Vec<(u32, (u32, u32), &str)> =
        errors.iter().map(|it| (it.line, (it.column, it.end_column), it.message.as_str())).collect();
    assert_eq!(found, [(line, columns, message)]);
}

#[test]
fn the_built_in_table_is_read() {
    let rules = Rules::standard();
    assert!(rules.rules.len() > 100);
    assert!(rules.rules.is_sorted_by(|a, b| a.weight >= b.weight), "the likeliest come first");
}

#[test]
fn what_is_printed_is_read_again() {
    let rules = Rules::standard();
    assert_eq!(Rules::parse(&rules.to_string()), Ok(rules));
}

#[test]
fn a_line_is_a_rule_a_comment_or_the_built_in_table() {
    let rules = Rules::parse("# none\n\n  a<b → b<a : 7 # turned\nstandard\n").expect("well-formed");
    assert_eq!(rules.rules[0].to_string(), "a < b -> b < a : 7");
    assert_eq!(rules.rules[1..], Rules::standard().rules);
}

#[test]
fn what_is_wrong_is_said_where_it_stands() {
    refused("a < b a : 3", 1, (7, 8), "expected `->` and an alternative, found `a`");
    refused("\na < b ->", 2, (9, 10), "expected an alternative, found the end of the line");
    refused("a < b -> a > b", 1, (15, 16), "expected `:` and a weight, found the end of the line");
    refused("a < b -> a > b : x", 1, (18, 19), "expected a weight from 0 to 1000, found `x`");
    refused("a < b -> a > b : 2000", 1, (18, 22), "expected a weight from 0 to 1000, found `2000`");
    refused("a < b -> a > b : 3 4", 1, (20, 21), "expected nothing more after the weight, found `4`");
    refused("a < b -> a > c : 3", 1, (10, 15), "`c` does not stand in the pattern");
    refused("a ? b -> a : 3", 1, (3, 4), "unexpected character `?`");
    refused("nummer -> 3 : 3", 1, (1, 7), "expected a pattern, found `nummer`");
    refused("a -> 1 : 3", 1, (1, 2), "this pattern is everything");
    refused("a + a -> a : 3", 1, (1, 6), "`a` stands twice in the pattern");
    refused("a + value -> a : 3", 1, (1, 10), "`value` has to be the whole pattern");
    refused("a && b -> a && b : 3", 1, (11, 17), "this changes nothing");
    refused("a++ -> 1 : 3", 1, (8, 9), "`1` cannot stand where `a++` does");
    refused("a + (b = c) -> a + c : 3", 1, (1, 12), "`b = c` has to be the whole pattern");
    refused("a = b -> (c = b) < 1 : 3", 1, (10, 21), "the pattern assigns nothing to `c`");
    refused(
        "a && b || c -> a : 3",
        1,
        (8, 10),
        "expected parentheses around the operands before, found `||`",
    );
    refused("another constant -> 1 : 3", 1, (1, 17), "`another constant` belongs into an alternative");
}

#[test]
fn every_wrong_line_is_told() {
    let errors = Rules::parse("a\nnumber -> 3 : 4\nb\n").expect_err("two lines are malformed");
    assert_eq!(errors.iter().map(|it| it.line).collect::<Vec<_>>(), [1, 3]);
}

/// Mutations of the built-in table: no panic, and what is read is printed and read again.
#[test]
fn mutations_are_read_or_refused() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    let lines: Vec<&str> = STANDARD.lines().filter(|line| line.contains("->")).collect();
    let pieces = [
        "a",
        "b",
        "(",
        ")",
        "!",
        "->",
        "→",
        ":",
        "++",
        "==>",
        "<=",
        "=",
        "-",
        " ",
        "number",
        "value",
        "declared",
        "another",
        "constant",
        "helpful",
        "9",
        "99999999999999999999999999999999999999999",
        "é",
        "\u{0}",
        "#",
        "standard",
        "function",
        "((((((((((",
        "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!",
    ];
    let mut n_read = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = lines[next(lines.len())].chars().collect();
        for _ in 0..=next(3) {
            let at = next(text.len() + 1);
            let end = (at + next(4)).min(text.len());
            text.splice(at..end, pieces[next(pieces.len())].chars());
        }
        let text: String = text.into_iter().collect();
        match Rules::parse(&text) {
            Ok(rules) => {
                n_read += usize::from(!rules.rules.is_empty());
                assert_eq!(Rules::parse(&rules.to_string()), Ok(rules), "{text}");
            }
            Err(errors) => {
                let width = text.chars().count() as u32;
                let is_inside =
                    |it: &RuleError| 0 < it.column && it.column < it.end_column && it.column <= width + 1;
                assert!(errors.iter().all(is_inside), "{text}: {errors:?}");
            }
        }
    }
    assert!(n_read > 200, "{n_read} mutations were rules");
}

/// The page for users has the table that is built in.
#[test]
fn the_page_shows_the_built_in_table() {
    let page = include_str!("../../../../docs/rules.md");
    assert!(page.contains(&format!("## The built-in rules\n\n```text\n{STANDARD}```\n")));
    for words in Noun::ALL.map(Noun::word).into_iter().chain(Other::ALL.map(Other::words)) {
        assert!(page.contains(&format!("| `{words}` |")), "{words}");
    }
    let example =
        page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert!(Rules::parse(example).is_ok_and(|rules| rules.rules.len() > Rules::standard().rules.len()));
}
