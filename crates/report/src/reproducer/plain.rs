//! Bytes that the error does not fix, as characters that can be typed.
//!
//! A search chooses any bytes. Here zeros are left out, and other bytes become letters, as long as the program still
//! fails: all at once if that works, else one after the other.

use crate::Given;

/// So many executions are tried at most for single bytes.
const MAX_TRIES: usize = 48;

/// What stands for a byte that can be anything.
const ANY: u8 = b'a';

/// What is given with bytes that can be typed, as far as the program `fails` with them as before.
pub fn plainest(given: &Given, fails: &mut dyn FnMut(&Given) -> bool) -> Given {
    let mut best = given.clone();
    let typed: &dyn Fn(u8) -> Option<u8> = &|it| Some(if is_typed(it) { it } else { ANY });
    let without_zeros: &dyn Fn(u8) -> Option<u8> = &|it| if it == 0 { None } else { typed(it) };
    let only_zeros: &dyn Fn(u8) -> Option<u8> = &|it| (it != 0).then_some(it);
    for change in [without_zeros, typed, only_zeros] {
        let changed = changed(given, change);
        if changed != *given && fails(&changed) {
            best = changed;
            break;
        }
    }
    let mut left = MAX_TRIES;
    for text in 0..texts(&mut best).len() {
        for at in 0..texts(&mut best)[text].len() {
            if left == 0 {
                return best;
            }
            let mut changed = best.clone();
            let byte = &mut texts(&mut changed)[text][at];
            if is_typed(*byte) {
                continue;
            }
            *byte = ANY;
            left -= 1;
            if fails(&changed) {
                best = changed;
            }
        }
    }
    best
}

/// Whether a byte can be typed.
fn is_typed(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t')
}

fn changed(given: &Given, change: &dyn Fn(u8) -> Option<u8>) -> Given {
    let mut changed = given.clone();
    for text in texts(&mut changed) {
        *text = text.iter().filter_map(|it| change(*it)).collect();
    }
    changed
}

/// All bytes that are given.
fn texts(given: &mut Given) -> Vec<&mut Vec<u8>> {
    let files = given.files.iter_mut().filter_map(|it| it.contents.as_mut());
    let variables = given.variables.iter_mut().filter_map(|it| it.value.as_mut());
    given.stdin.iter_mut().chain(&mut given.arguments).chain(files).chain(variables).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(stdin: &[u8], fails: impl Fn(&[u8]) -> bool, expected: &[u8]) {
        let given = Given { stdin: Some(stdin.to_vec()), ..Given::default() };
        let plain = plainest(&given, &mut |it| fails(it.stdin.as_deref().unwrap_or_default()));
        assert_eq!(plain.stdin.as_deref(), Some(expected));
    }

    #[test]
    fn bytes_that_matter_stay() {
        check(b"k=\0\0", |it| it.starts_with(b"k="), b"k=");
        check(b"k=\x01\0", |it| it.starts_with(b"k="), b"k=a");
        // Here the length matters, and there one of the bytes.
        check(b"#\0\0\0", |it| it.len() == 4, b"#aaa");
        check(b"\x80\x01\xff", |it| it.len() == 3 && it[0] >= 0x80, b"\x80aa");
        check(b"a\0b", |it| it == b"a\0b", b"a\0b");
        check(b"typed\n", |_| panic!("there is nothing to change"), b"typed\n");
    }
}
