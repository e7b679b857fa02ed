//! What manifests expect of a program, and how an answer is judged by it.
//!
//! An expectation is a set of answers, written with `OR` between them: `FALSE OR UNKNOWN`, `TRUE OR REJECTED`. Each answer of
//! the set is right, and a verdict outside the set is wrong.

use std::fmt;

/// An answer that a run can give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// No error.
    Safe,
    /// No error, under a named assumption that can hide one.
    Assuming,
    /// An error.
    Unsafe,
    /// Not decided.
    Unknown,
    /// The program is refused.
    Rejected,
}

impl Answer {
    const ALL: [Answer; 5] =
        [Answer::Safe, Answer::Unsafe, Answer::Assuming, Answer::Unknown, Answer::Rejected];

    /// Reads one word of a manifest.
    fn parse(word: &str) -> Option<Answer> {
        match word {
            _ if word.contains("with the assumption") => Some(Answer::Assuming),
            "unknown" => Some(Answer::Unknown),
            "rejected" => Some(Answer::Rejected),
            "correct" => Some(Answer::Safe),
            _ if word.starts_with("true") || word.starts_with("safe") => Some(Answer::Safe),
            _ if word.starts_with("false") || word.starts_with("unsafe") => Some(Answer::Unsafe),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Answer::Safe => "safe",
            Answer::Assuming => "assuming",
            Answer::Unsafe => "unsafe",
            Answer::Unknown => "unknown",
            Answer::Rejected => "rejected",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The answers that are right; none where a manifest states nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Expected(u8);

impl Expected {
    pub const SAFE: Expected = Expected(1 << Answer::Safe as u8);
    pub const UNSAFE: Expected = Expected(1 << Answer::Unsafe as u8);
    pub const NOT_STATED: Expected = Expected(0);

    /// Reads the column of a manifest. Remarks stand in parentheses.
    pub fn parse(column: &str) -> Expected {
        let column = column.to_ascii_lowercase();
        let words = column.split(" or ").map(|it| it.split('(').next().unwrap_or_default().trim());
        Expected(words.filter_map(Answer::parse).fold(0, |set, it| set | it.bit()))
    }

    /// Whether this answer is right.
    pub fn accepts(self, answer: Answer) -> bool {
        self.0 & answer.bit() != 0
    }

    /// Judges a verdict. `assumes` says whether something was assumed that can hide an error.
    pub fn judge(self, verdict: &str, assumes: bool) -> &'static str {
        let answer = match verdict {
            "safe" | "tests-pass" => Answer::Safe,
            "unsafe" => Answer::Unsafe,
            "rejected" => Answer::Rejected,
            _ => Answer::Unknown,
        };
        let is_right =
            self.accepts(answer) || (answer == Answer::Safe && assumes && self.accepts(Answer::Assuming));
        match answer {
            _ if is_right => "right",
            Answer::Unknown => "unknown",
            Answer::Rejected => "rejected",
            _ if self == Expected::NOT_STATED => "decided",
            Answer::Safe | Answer::Assuming | Answer::Unsafe => "WRONG",
        }
    }
}

/// As it is written in results.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            Answer::ALL.into_iter().filter(|it| self.accepts(*it)).map(Answer::name).collect();
        f.write_str(&names.join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(column: &str, name: &str) {
        assert_eq!(Expected::parse(column).to_string(), name);
    }

    #[test]
    fn verdicts_as_manifests_write_them() {
        for column in ["FALSE (unsafe)", "UNSAFE (//#Unsafe)", "false"] {
            check(column, "unsafe");
        }
        check("TRUE", "safe");
        check("CORRECT", "safe");
        check("not stated (no .yml)", "");
        check("", "");
    }

    #[test]
    fn several_answers_are_a_set() {
        check("UNKNOWN", "unknown");
        check("TRUE OR UNKNOWN", "safe or unknown");
        check("FALSE or UNKNOWN", "unsafe or unknown");
        check("FALSE OR REJECTED", "unsafe or rejected");
        check("FALSE OR REJECTED OR UNKNOWN", "unsafe or unknown or rejected");
        check("TRUE OR REJECTED", "safe or rejected");
        check("FALSE or TRUE with the assumption named", "unsafe or assuming");
    }

    #[track_caller]
    fn judged(column: &str, verdict: &str, assumes: bool, outcome: &str) {
        assert_eq!(Expected::parse(column).judge(verdict, assumes), outcome, "{column}: {verdict}");
    }

    #[test]
    fn each_answer_of_the_set_is_right_and_no_other() {
        judged("TRUE OR UNKNOWN", "safe", false, "right");
        judged("TRUE OR UNKNOWN", "unknown", false, "right");
        judged("TRUE OR UNKNOWN", "unsafe", false, "WRONG");
        judged("TRUE OR UNKNOWN", "rejected", false, "rejected");
        judged("FALSE OR UNKNOWN", "safe", true, "WRONG");
        judged("FALSE OR REJECTED", "rejected", false, "right");
        judged("FALSE OR REJECTED", "unsafe", false, "right");
        judged("FALSE OR REJECTED", "unknown", false, "unknown");
        judged("FALSE OR REJECTED", "safe", false, "WRONG");
        judged("UNKNOWN", "unsafe", false, "WRONG");
        judged("FALSE", "tests-pass", false, "WRONG");
        judged("TRUE", "tests-pass", false, "right");
    }

    #[test]
    fn an_assumption_excuses_only_where_the_manifest_says_so() {
        judged("FALSE or TRUE with the assumption named", "safe", true, "right");
        judged("FALSE or TRUE with the assumption named", "safe", false, "WRONG");
        judged("FALSE", "safe", true, "WRONG");
        judged("TRUE", "safe", true, "right");
    }

    #[test]
    fn no_answer_is_right_only_where_the_manifest_says_so() {
        judged("FALSE", "unknown", false, "unknown");
        judged("TRUE", "unsafe", false, "WRONG");
        judged("", "unsafe", false, "decided");
        judged("", "rejected", false, "rejected");
        judged("", "unknown", false, "unknown");
    }
}
