//! What an answer is called, as tools say it that take part in SV-COMP and tool-info modules of BenchExec read it.

use std::fmt;

/// The answer to whether a property holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It holds.
    True,
    /// It does not; the property that is violated, where it has a name.
    False(Option<String>),
    /// Not decided.
    Unknown,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::True => f.write_str("true"),
            Answer::False(None) => f.write_str("false"),
            Answer::False(Some(property)) => write!(f, "false({property})"),
            Answer::Unknown => f.write_str("unknown"),
        }
    }
}

/// What the answer should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// Whether the property holds.
    pub holds: bool,
    /// Where it does not, which of several is violated.
    pub subproperty: Option<String>,
}

impl Expected {
    /// Whether an answer is the expected one; none where there is no answer.
    pub fn agrees(&self, answer: &Answer) -> Option<bool> {
        match answer {
            Answer::Unknown => None,
            Answer::True => Some(self.holds),
            Answer::False(violated) => {
                let is_named = |it: &String| violated.as_ref() == Some(it);
                Some(!self.holds && self.subproperty.as_ref().is_none_or(is_named))
            }
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = if self.holds { Answer::True } else { Answer::False(self.subproperty.clone()) };
        answer.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: (bool, Option<&str>), answer: &Answer, agrees: Option<bool>) {
        let expected = Expected { holds: expected.0, subproperty: expected.1.map(str::to_owned) };
        assert_eq!(expected.agrees(answer), agrees, "{expected}, {answer}");
    }

    #[test]
    fn answers_are_compared() {
        let deref = Answer::False(Some("valid-deref".to_owned()));
        check((true, None), &Answer::True, Some(true));
        check((true, None), &deref, Some(false));
        check((false, None), &deref, Some(true));
        check((false, Some("valid-deref")), &deref, Some(true));
        check((false, Some("valid-free")), &deref, Some(false));
        check((false, None), &Answer::True, Some(false));
        check((false, Some("valid-free")), &Answer::False(None), Some(false));
        check((true, None), &Answer::Unknown, None);
    }

    #[test]
    fn answers_have_the_names_of_sv_comp() {
        let names = [
            Answer::True,
            Answer::False(None),
            Answer::False(Some("no-overflow".to_owned())),
            Answer::Unknown,
        ];
        assert_eq!(names.map(|it| it.to_string()), ["true", "false", "false(no-overflow)", "unknown"]);
    }
}
