//! What manifests expect of a program, and how an answer is judged by it.

/// The verdict that a manifest states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Safe,
    Unsafe,
    /// There is an error; that it is not decided is as good an answer, as where a construct need not be supported.
    UnsafeOrUnknown,
    /// There is an error, unless something is taken for granted that an answer has to name.
    UnsafeOrAssuming,
    NotStated,
}

impl Expected {
    pub fn parse(column: &str) -> Expected {
        let column = column.to_ascii_lowercase();
        match () {
            () if column.contains("with the assumption") => Expected::UnsafeOrAssuming,
            () if column == "unknown" || column.ends_with("or unknown") => Expected::UnsafeOrUnknown,
            () if column.starts_with("true") || column.starts_with("safe") || column == "correct" => {
                Expected::Safe
            }
            () if column.starts_with("false") || column.starts_with("unsafe") => Expected::Unsafe,
            () => Expected::NotStated,
        }
    }

    /// How it is written in results.
    pub fn name(self) -> &'static str {
        match self {
            Expected::Safe => "safe",
            Expected::Unsafe => "unsafe",
            Expected::UnsafeOrUnknown => "unsafe or unknown",
            Expected::UnsafeOrAssuming => "unsafe or assuming",
            Expected::NotStated => "",
        }
    }

    /// What to say of a verdict. `assumes` says whether something was taken for granted that can hide an error.
    pub fn judge(self, verdict: &str, assumes: bool) -> &'static str {
        use Expected::{NotStated, Safe, Unsafe, UnsafeOrAssuming, UnsafeOrUnknown};
        match (self, verdict) {
            (Safe | UnsafeOrAssuming, "safe") if self == Safe || assumes => "right",
            (Unsafe | UnsafeOrUnknown | UnsafeOrAssuming, "unsafe") | (UnsafeOrUnknown, "unknown") => "right",
            (NotStated, "safe" | "unsafe") => "decided",
            (_, "safe" | "unsafe") => "WRONG",
            _ => "unknown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_as_manifests_write_them() {
        for unsafe_ in ["FALSE (unsafe)", "UNSAFE (//#Unsafe)", "false"] {
            assert_eq!(Expected::parse(unsafe_), Expected::Unsafe);
        }
        assert_eq!(Expected::parse("TRUE"), Expected::Safe);
        assert_eq!(Expected::parse("not stated (no .yml)"), Expected::NotStated);
        assert_eq!(Expected::parse("UNKNOWN"), Expected::UnsafeOrUnknown);
        assert_eq!(Expected::parse("FALSE or UNKNOWN"), Expected::UnsafeOrUnknown);
        assert_eq!(Expected::parse("FALSE or TRUE with the assumption named"), Expected::UnsafeOrAssuming);
    }

    #[test]
    fn an_assumption_excuses_only_where_the_manifest_says_so() {
        assert_eq!(Expected::UnsafeOrAssuming.judge("safe", true), "right");
        assert_eq!(Expected::UnsafeOrAssuming.judge("safe", false), "WRONG");
        assert_eq!(Expected::Unsafe.judge("safe", true), "WRONG");
        assert_eq!(Expected::UnsafeOrUnknown.judge("safe", true), "WRONG");
        assert_eq!(Expected::Safe.judge("safe", true), "right");
    }

    #[test]
    fn no_answer_is_right_only_where_the_manifest_says_so() {
        assert_eq!(Expected::UnsafeOrUnknown.judge("unknown", false), "right");
        assert_eq!(Expected::Unsafe.judge("unknown", false), "unknown");
        assert_eq!(Expected::Safe.judge("unsafe", false), "WRONG");
        assert_eq!(Expected::NotStated.judge("unsafe", false), "decided");
    }
}
