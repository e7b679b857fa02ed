//! Attributes and alignments: what decides about the layout of types stays where the parser takes it, and so does what is to be
//! refused.

/// The attribute that `_Alignas` becomes.
pub(in crate::c) const ALIGNAS: &str = "__faultscope_alignas";

/// The attribute with the number of `#pragma pack` that holds where a structure or union ends.
pub(in crate::c) const PACK: &str = "__faultscope_pack";

/// Attributes that change what a program does, and that nothing is made of. Others say nothing of that, or less.
pub(in crate::c) const UNSUPPORTED: [&str; 7] =
    ["vector_size", "ext_vector_type", "cleanup", "alias", "weakref", "ifunc", "scalar_storage_order"];

/// Attributes that decide about layouts, and about what runs by itself.
const MEANT: [&str; 6] = ["packed", "aligned", "constructor", "destructor", ALIGNAS, PACK];

/// The name of an attribute without the underscores around it.
pub(in crate::c) fn plain(name: &str) -> &str {
    name.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or(name)
}

/// Where an attribute ends whose first word has a length: behind its parentheses.
pub(super) fn attribute_end(text: &[u8], length: usize) -> usize {
    let mut depth = 0_usize;
    for (idx, byte) in text.iter().enumerate().skip(length) {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            byte if byte.is_ascii_whitespace() => continue,
            _ => {}
        }
        if depth == 0 {
            return idx + usize::from(*byte == b')');
        }
    }
    text.len()
}

/// The stretches of an attribute's text, each a name with its arguments, that matter.
pub(super) fn kept_attributes(text: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (mut kept, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ if depth == 2 && is_word(byte) => {
                let start = at;
                at += text[start..].iter().take_while(|byte| is_word(**byte)).count();
                let name = &text[start..at];
                let space = text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                let has_arguments = text.get(at + space) == Some(&b'(');
                if has_arguments {
                    at += attribute_end(&text[at..], 0);
                }
                if is_kept(name) {
                    kept.push((start, at));
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    kept
}

/// Whether an attribute matters; others are blanked out.
fn is_kept(name: &[u8]) -> bool {
    let name = str::from_utf8(name).map_or("", plain);
    MEANT.contains(&name) || UNSUPPORTED.contains(&name)
}
