//! Names with wildcards, as shells and BenchExec read them: `*` stands for any characters, `?` for one, `[a-z]` for one of
//! some and `[!a-z]` for one of all others. A pattern is about one part of a path; a leading dot is only matched by a dot.

/// Whether a part of a path has wildcards.
pub fn is_pattern(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

/// Whether a name is one of those that a pattern stands for.
pub fn matches(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.starts_with('.') {
        return false;
    }
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // The last `*`, and what it was taken to stand for: only that one has to be reconsidered.
    let (mut at, mut idx, mut star) = (0, 0, None);
    while idx < name.len() {
        if pattern.get(at) == Some(&'*') {
            star = Some((at + 1, idx));
            at += 1;
        } else if let Some(length) = one(&pattern[at..], name[idx]) {
            at += length;
            idx += 1;
        } else if let Some((behind, taken)) = star {
            star = Some((behind, taken + 1));
            (at, idx) = (behind, taken + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|it| *it == '*')
}

/// How much of the pattern stands for this one character, if its beginning does.
fn one(pattern: &[char], character: char) -> Option<usize> {
    match pattern {
        ['?', ..] => Some(1),
        ['[', rest @ ..] => match class(rest) {
            Some((length, is_other, members)) => (has(members, character) != is_other).then_some(length + 1),
            None => (character == '[').then_some(1),
        },
        [it, ..] => (*it == character).then_some(1),
        [] => None,
    }
}

/// What stands behind `[`: how long it is with `]`, whether all others are meant, and the members.
fn class(rest: &[char]) -> Option<(usize, bool, &[char])> {
    let start = usize::from(rest.first() == Some(&'!'));
    // A bracket that comes first is a member.
    let end = start + 1 + rest.get(start + 1..)?.iter().position(|it| *it == ']')?;
    Some((end + 1, start == 1, &rest[start..end]))
}

fn has(members: &[char], character: char) -> bool {
    match members {
        [low, '-', high, rest @ ..] => (*low..=*high).contains(&character) || has(rest, character),
        [it, rest @ ..] => *it == character || has(rest, character),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    #[track_caller]
    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        for name in yes {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for name in no {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn wildcards_stand_for_characters() {
        check("*.c", &["a.c", "a.b.c"], &["a.i", ".c", "c"]);
        check("a?.[ch]", &["ab.c", "aé.h"], &["a.c", "abc.c", "ab.i"]);
        check("[!a-c]*", &["d", "xa"], &["a", "b1", ""]);
        check("[]x]", &["]", "x"], &["[", ""]);
        check("a[b", &["a[b"], &["ab"]);
        check("*a*b*", &["ab", "xaxbx"], &["ba", "a"]);
        check(".*", &[".x"], &["x"]);
        check("a", &["a"], &["aa", ""]);
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 400, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
        })]

        #[test]
        fn a_name_with_pieces_left_out_is_matched(pieces in prop::collection::vec(("[a-c]{0,3}", any::<bool>()), 1..6)) {
            let name: String = pieces.iter().map(|it| it.0.as_str()).collect();
            let pattern: String = pieces.iter().map(|it| if it.1 { "*" } else { it.0.as_str() }).collect();
            prop_assert!(matches(&pattern, &name));
        }

        #[test]
        fn any_pattern_ends(pattern in "[a*?\\[\\]!-]{0,12}", name in "[ab\\]]{0,12}") {
            let _ = matches(&pattern, &name);
        }
    }
}
