//! Outputs that a regular expression matches as a whole.
//!
//! The expression is run as an automaton, one byte at a time. When it has no state left, nothing that comes can make the
//! output match. It matches bytes, so `.` is any byte, line ends included, and classes like `\d` are those of ASCII.
//! Line ends at its own end do not count, nor does white space at the end of the output.

use regex_automata::dfa::dense::{self, DFA};
use regex_automata::dfa::{Automaton, StartKind};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::util::syntax;
use regex_automata::{Anchored, MatchKind};

use super::bytes::is_space;
use super::fault::{Fault, Kind};

/// A text that is not a regular expression, or one that is too large.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a regular expression that can be used: {reason}")]
pub struct BadPattern {
    /// What is wrong with it.
    pub reason: String,
}

/// How large an automaton may become, in bytes: enough for a text of some 50,000 characters.
const MAX_SIZE: usize = 16 << 20;

/// The automaton of an expression.
#[derive(Debug)]
pub(super) struct Pattern {
    automaton: DFA<Vec<u32>>,
    start: StateID,
}

/// Where an automaton is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reached {
    state: StateID,
    /// Whether it matched before the white space that what came ends with.
    matched_before_space: bool,
    /// Whether only white space may come.
    ended: bool,
}

impl Pattern {
    pub(super) fn new(text: &[u8]) -> Result<Self, BadPattern> {
        let bad = |reason: String| BadPattern { reason };
        let text = str::from_utf8(text).map_err(|error| bad(error.to_string()))?;
        let text = text.trim_end_matches(['\r', '\n']);
        let config = dense::Config::new()
            .match_kind(MatchKind::All)
            .start_kind(StartKind::Anchored)
            .dfa_size_limit(Some(MAX_SIZE))
            .determinize_size_limit(Some(4 * MAX_SIZE));
        let automaton = dense::Builder::new()
            .configure(config)
            .syntax(syntax::Config::new().unicode(false).utf8(false).dot_matches_new_line(true))
            .thompson(thompson::Config::new().utf8(false).nfa_size_limit(Some(MAX_SIZE)))
            .build(text)
            .map_err(|error| bad(innermost(&error)))?;
        let from_start = start::Config::new().anchored(Anchored::Yes);
        let start = automaton.start_state(&from_start).map_err(|error| bad(error.to_string()))?;
        Ok(Self { automaton, start })
    }

    pub(super) fn start(&self) -> Reached {
        Reached { state: self.start, matched_before_space: false, ended: false }
    }

    /// Takes the next byte, number `position` of the output.
    pub(super) fn feed(&self, reached: &mut Reached, position: usize, byte: u8) -> Option<Fault> {
        let space = is_space(byte);
        if reached.ended {
            return (!space).then_some(Fault { kind: Kind::Extra, got: position, expected: None });
        }
        let matched = reached.matched_before_space || self.matches(reached.state);
        reached.matched_before_space = space && matched;
        let state = self.automaton.next_state(reached.state, byte);
        if !self.is_dead(state) {
            reached.state = state;
            return None;
        }
        reached.ended = space && matched;
        let kind = if matched { Kind::Extra } else { Kind::Different };
        (!reached.ended).then_some(Fault { kind, got: position, expected: None })
    }

    /// Ends the output after `length` bytes.
    pub(super) fn finish(&self, reached: Reached, length: usize) -> Option<Fault> {
        let matched = reached.ended || reached.matched_before_space || self.matches(reached.state);
        (!matched).then_some(Fault { kind: Kind::Missing, got: length, expected: None })
    }

    /// Whether all that came to a state matches. The automaton says it one byte late, so the output is ended for it.
    fn matches(&self, state: StateID) -> bool {
        self.automaton.is_match_state(self.automaton.next_eoi_state(state))
    }

    /// Whether nothing that comes after a state matches, nor what came to it. A state that only says of the bytes
    /// before the last one that they match leads nowhere either.
    fn is_dead(&self, state: StateID) -> bool {
        let next = |byte| self.automaton.next_state(state, byte);
        self.automaton.is_dead_state(state)
            || (self.automaton.is_match_state(state)
                && !self.matches(state)
                && (0..=u8::MAX).all(|byte| self.automaton.is_dead_state(next(byte))))
    }
}

/// The message without those of the layers around it.
fn innermost(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => innermost(source),
        None => error.to_string(),
    }
}
