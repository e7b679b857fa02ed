//! The comparisons by name, for whole outputs and for those that are being written.

use super::bytes::{self, Bytes};
use super::difference::Difference;
use super::fault::Fault;
use super::numbers::{self, Numbers, Tolerance};
use super::pattern::{self, BadPattern, Pattern};

/// Which outputs are equal.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Comparison {
    /// The same bytes.
    Exact,
    /// The same but for white space at the ends of lines and at the end. This is what graders do.
    #[default]
    TrailingWhitespace,
    /// The same lines of the same words, where numbers are close enough.
    Numbers(Tolerance),
    /// What the expected text, a regular expression, matches as a whole.
    Regex,
}

/// An expected output, ready to be compared with.
#[derive(Debug)]
pub struct Matcher {
    expected: Vec<u8>,
    how: Comparison,
    rule: Rule,
}

#[derive(Debug)]
enum Rule {
    Bytes(Bytes),
    Numbers(Numbers),
    Pattern(Box<Pattern>),
}

/// An output that is being written, compared with the expected one.
#[derive(Debug, Clone)]
pub struct Progress<'a> {
    running: Running<'a>,
    length: usize,
    fault: Option<Fault>,
}

/// A rule, and how far an output came by it.
#[derive(Debug, Clone)]
enum Running<'a> {
    Bytes(&'a Bytes, bytes::Reached),
    Numbers(&'a Numbers, numbers::Reached),
    Pattern(&'a Pattern, pattern::Reached),
}

/// Compares an output with the expected one.
///
/// # Errors
/// Where the expected text should be a regular expression and is none.
pub fn compare(expected: &[u8], got: &[u8], how: &Comparison) -> Result<Option<Difference>, BadPattern> {
    Ok(Matcher::new(expected, how)?.compare(got))
}

impl Matcher {
    /// Makes an expected output ready.
    ///
    /// # Errors
    /// Where it should be a regular expression and is none.
    pub fn new(expected: &[u8], how: &Comparison) -> Result<Self, BadPattern> {
        let rule = match how {
            Comparison::Exact => Rule::Bytes(Bytes::exact(expected)),
            Comparison::TrailingWhitespace => Rule::Bytes(Bytes::without_trailing_space(expected)),
            Comparison::Numbers(tolerance) => Rule::Numbers(Numbers::new(expected, *tolerance)),
            Comparison::Regex => Rule::Pattern(Box::new(Pattern::new(expected)?)),
        };
        Ok(Self { expected: expected.to_vec(), how: *how, rule })
    }

    /// The same comparison with another text; none where that would have to be a regular expression.
    #[must_use]
    pub fn expecting(&self, expected: &[u8]) -> Option<Self> {
        match self.how {
            Comparison::Regex => None,
            how => Self::new(expected, &how).ok(),
        }
    }

    /// The text that was expected.
    #[must_use]
    pub fn expected(&self) -> &[u8] {
        &self.expected
    }

    /// The first difference of an output, if it is not equal.
    #[must_use]
    pub fn compare(&self, got: &[u8]) -> Option<Difference> {
        let mut progress = self.start();
        let fault = progress.feed(got).or_else(|| progress.finish());
        fault.map(|fault| Difference::new(fault, &self.expected, got))
    }

    /// An output of which nothing was written yet.
    #[must_use]
    pub fn start(&self) -> Progress<'_> {
        let running = match &self.rule {
            Rule::Bytes(rule) => Running::Bytes(rule, bytes::Reached::default()),
            Rule::Numbers(rule) => Running::Numbers(rule, numbers::Reached::default()),
            Rule::Pattern(rule) => Running::Pattern(rule, rule.start()),
        };
        Progress { running, length: 0, fault: None }
    }
}

impl Progress<'_> {
    /// Takes what is written next. Gives the first fault if nothing that follows can make the output equal; the same
    /// one from then on. A number is judged when it has ended.
    pub fn feed(&mut self, written: &[u8]) -> Option<Fault> {
        for &byte in written {
            if self.fault.is_some() {
                break;
            }
            self.fault = match &mut self.running {
                Running::Bytes(rule, reached) => rule.feed(reached, self.length, byte),
                Running::Numbers(rule, reached) => rule.feed(reached, byte),
                Running::Pattern(rule, reached) => rule.feed(reached, self.length, byte),
            };
            self.length += 1;
        }
        self.fault
    }

    /// What is wrong if the output ends here.
    #[must_use]
    pub fn finish(&self) -> Option<Fault> {
        self.fault.or_else(|| match &self.running {
            Running::Bytes(rule, reached) => rule.finish(*reached, self.length),
            Running::Numbers(rule, reached) => rule.finish(reached, self.length),
            Running::Pattern(rule, reached) => rule.finish(*reached, self.length),
        })
    }

    /// The place in the expected text of what should come next. A regular expression has none.
    #[must_use]
    pub fn expected_offset(&self) -> Option<usize> {
        match &self.running {
            Running::Bytes(rule, reached) => Some(rule.place(*reached)),
            Running::Numbers(rule, reached) => Some(rule.place(reached)),
            Running::Pattern(..) => None,
        }
    }
}
