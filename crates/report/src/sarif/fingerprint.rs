//! What a line is known by when others come before it: the hash of what stands from its start on.
//!
//! GitHub compares results of different revisions by `primaryLocationLineHash`, and computes it itself where a log has none;
//! this is the same number, so that alerts stay the same whoever computes it.

/// So many units of UTF-16 are looked at.
const BLOCK: usize = 100;

const FACTOR: u64 = 37;

/// Stands for the end of the file.
const END: u16 = 65535;

/// The fingerprint of each line: the hash of its start, and which of the lines with this hash it is.
///
/// With `c` the next 100 units that are neither space nor tab, the hash is the sum of `c[i] * 37^(99 - i)` modulo `2^64`. A
/// carriage return, alone or before a line feed, counts as a line feed; the end of the file counts as 65535, and then come
/// zeros.
pub(super) fn lines(text: &str) -> Vec<String> {
    let mut units = Vec::new();
    // Where lines begin among the units.
    let mut starts = Vec::new();
    let mut is_start = true;
    let mut after_return = false;
    for it in text.encode_utf16().chain([END]) {
        let is_left_out = matches!(it, 0x20 | 0x09) || after_return && it == 0x0a;
        after_return = it == 0x0d;
        if is_left_out {
            continue;
        }
        if is_start {
            starts.push(units.len());
        }
        units.push(if it == 0x0d { 0x0a } else { it });
        is_start = matches!(it, 0x0a | 0x0d);
    }
    let mut seen = std::collections::HashMap::new();
    let fingerprint = |start: usize| {
        let hash = hash(&units[start..]);
        let count = seen.entry(hash).or_insert(0_usize);
        *count += 1;
        format!("{hash:x}:{count}")
    };
    starts.into_iter().map(fingerprint).collect()
}

fn hash(units: &[u16]) -> u64 {
    let window = units.iter().copied().chain(std::iter::repeat(0)).take(BLOCK);
    window.fold(0_u64, |hash, it| hash.wrapping_mul(FACTOR).wrapping_add(u64::from(it)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        assert_eq!(lines(text), expect);
    }

    #[test]
    fn white_space_and_line_ends_do_not_count() {
        let expect = ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"];
        check(" a\nb\n  \t\tc\n d", &expect);
        check("a\r\nb\r\nc\r\nd", &expect);
        check("a\rb\rc\rd", &expect);
    }

    #[test]
    fn lines_that_read_alike_are_counted() {
        let same = "x\n".repeat(200);
        let all = lines(&same);
        let first = all[0].trim_end_matches(":1");
        assert_eq!(all[1], format!("{first}:2"));
        // What is left of the text before its end tells the last ones apart.
        assert_ne!(all[199].split(':').next(), Some(first));
        // The end is a line, too, where the last one is closed.
        assert_eq!(all.len(), 201);
    }

    #[test]
    fn characters_beyond_the_first_plane_are_two_units() {
        let units: Vec<u16> = "\u{1f600}".encode_utf16().chain([END]).collect();
        assert_eq!(lines("\u{1f600}"), [format!("{:x}:1", hash(&units))]);
        assert_eq!(units.len(), 3);
    }
}
