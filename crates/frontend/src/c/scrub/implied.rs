//! What programs leave out and the parser insists on: the type `int`, and something in a compound literal.

/// Words that declarations may begin with and that parentheses may follow, other than names of functions.
const NO_NAMES: [&[u8]; 10] = [
    b"__attribute__",
    b"__attribute",
    b"_Static_assert",
    b"__asm__",
    b"__asm",
    b"asm",
    b"__typeof__",
    b"typeof",
    b"_Alignas",
    b"_Atomic",
];

/// Words in front of a type that say nothing of it.
pub(super) const SPECIFIERS: [&[u8]; 10] = [
    b"static",
    b"extern",
    b"register",
    b"inline",
    b"__inline",
    b"__inline__",
    b"const",
    b"volatile",
    b"__const",
    b"__volatile",
];

/// Words that are a type by themselves.
const TYPES: [&[u8]; 12] = [
    b"void",
    b"char",
    b"short",
    b"int",
    b"long",
    b"float",
    b"double",
    b"signed",
    b"unsigned",
    b"_Bool",
    b"__signed__",
    b"_Complex",
];

/// Whether a brace between two texts begins a compound literal in which there is nothing: a type in parentheses stands in
/// front, and not a condition or parameters. So many braces and parentheses are open around it.
pub(super) fn begins_empty_literal(before: &[u8], behind: &[u8], depth_around: usize) -> bool {
    let next = behind.iter().find(|byte| !byte.is_ascii_whitespace());
    let before = before.trim_ascii_end();
    if next != Some(&b'}') || before.last() != Some(&b')') {
        return false;
    }
    let mut depth = 0_usize;
    let opening = before.iter().rposition(|byte| {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(before) = opening.map(|at| before[..at].trim_ascii_end()) else { return false };
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    match before.last() {
        Some(b')') => depth_around > 0,
        Some(last) if is_word(last) => {
            let start = before.iter().rposition(|byte| !is_word(byte)).map_or(0, |at| at + 1);
            &before[start..] == b"return"
        }
        last => last.is_some(),
    }
}

/// Whether the word of this length at the start of a declaration is declared, and no type; `is_specified` says whether there are
/// specifiers in front of it.
pub(super) fn has_no_type(rest: &[u8], length: usize, is_specified: bool) -> bool {
    let word = &rest[..length];
    if [&SPECIFIERS[..], &NO_NAMES, &TYPES].iter().any(|words| words.contains(&word)) {
        return false;
    }
    let next = rest[length..].iter().find(|byte| !byte.is_ascii_whitespace());
    let ends = is_specified && next.is_some_and(|it| matches!(it, b';' | b',' | b'=' | b'['));
    ends || begins_definition(rest, length)
}

/// Whether the word at the start of a declaration is the name of a function that is defined here: parentheses
/// follow, and behind them the body or declarations of old-style parameters.
fn begins_definition(rest: &[u8], length: usize) -> bool {
    let mut depth = 0_usize;
    for (idx, byte) in rest.iter().enumerate().skip(length) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => {
                let next = rest[idx + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                return next.is_some_and(|next| *next == b'{' || next.is_ascii_alphabetic() || *next == b'_');
            }
            b')' => depth = depth.saturating_sub(1),
            b'{' | b';' => return false,
            _ if depth == 0 && !byte.is_ascii_whitespace() => return false,
            _ => {}
        }
    }
    false
}
