//! Flags of compile lines: what `-f…` means for the program.
//!
//! Most of them are about how code is made, and change nothing that a program may do. A few choose among the meanings that C
//! leaves open; of those, what is not supported is an error and not overlooked.

use faultscope_ir::Diagnostic;

/// Flags that change what types hold or how numbers are rounded, up to a `=`.
const UNSUPPORTED: [&str; 14] = [
    "unsigned-char",
    "no-signed-char",
    "unsigned-bitfields",
    "no-signed-bitfields",
    "short-enums",
    "short-wchar",
    "pack-struct",
    "fast-math",
    "unsafe-math-optimizations",
    "associative-math",
    "reciprocal-math",
    "finite-math-only",
    "rounding-math",
    "single-precision-constant",
];

/// What flags choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaning {
    /// Whether signed arithmetic wraps around.
    pub wraps: bool,
    /// Whether functions that are called like those of the library are.
    pub has_builtins: bool,
}

/// What a program means after these flags; of several that say the same thing, the last one counts. They are given without
/// `-f`.
///
/// # Errors
/// Where one of them changes what the program means, and is not supported.
pub fn meaning(flags: &[String]) -> Result<Meaning, Diagnostic> {
    let mut meaning = Meaning { wraps: false, has_builtins: true };
    for flag in flags {
        match flag.split_once('=').map_or(flag.as_str(), |(name, _)| name) {
            "wrapv" | "no-strict-overflow" => meaning.wraps = true,
            "no-wrapv" | "strict-overflow" | "trapv" => meaning.wraps = false,
            "no-builtin" | "freestanding" | "no-hosted" => meaning.has_builtins = false,
            "builtin" | "no-freestanding" | "hosted" => meaning.has_builtins = true,
            name if UNSUPPORTED.contains(&name) => return Err(unsupported(flag)),
            _ => {}
        }
    }
    Ok(meaning)
}

fn unsupported(flag: &str) -> Diagnostic {
    let message = format!("`-f{flag}` changes what the program means, and is not supported");
    Diagnostic::error(message).with_hint("leave it out to have the program checked as without it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(flags: &[&str], expect: Option<bool>) {
        let flags: Vec<String> = flags.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(meaning(&flags).ok().map(|it| it.wraps), expect, "{flags:?}");
    }

    #[test]
    fn the_last_flag_counts() {
        check(&[], Some(false));
        check(&["wrapv"], Some(true));
        check(&["wrapv", "no-wrapv"], Some(false));
        check(&["trapv", "no-strict-overflow"], Some(true));
    }

    #[test]
    fn builtins_are_there_unless_a_flag_says_otherwise() {
        let has_builtins = |flag: &str| meaning(&[flag.to_owned()]).expect("it is supported").has_builtins;
        assert!(has_builtins("PIC") && has_builtins("hosted"));
        assert!(!has_builtins("no-builtin") && !has_builtins("freestanding"));
    }

    #[test]
    fn what_makes_no_difference_is_accepted_and_what_does_is_not() {
        check(&["no-common", "PIC", "visibility=hidden", "no-strict-aliasing"], Some(false));
        check(&["no-common", "unsigned-char"], None);
        check(&["pack-struct=2"], None);
    }
}
