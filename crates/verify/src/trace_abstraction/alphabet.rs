//! What letters stand for.

use faultscope_ir::Statement;

use crate::automata::Letter;

/// The letters of an analysis: straight-line code between two points where paths part or meet.
#[derive(Debug, Clone, Default)]
pub struct Alphabet {
    codes: Vec<Code>,
}

/// The code of a letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Code {
    /// The guarded commands, the branch conditions on the way among them as assumptions. Variables of recursive
    /// activations are renamed.
    pub statements: Vec<Statement>,
    /// The outcomes of the choices ([`Terminator::Choose`](faultscope_ir::Terminator::Choose)) on the way, in order.
    pub choices: Vec<usize>,
}

impl Alphabet {
    /// Adds a letter.
    pub fn add(&mut self, code: Code) -> Letter {
        self.codes.push(code);
        Letter(self.codes.len() as u32 - 1)
    }

    /// The number of letters.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are no letters.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// All letters.
    pub fn letters(&self) -> impl Iterator<Item = Letter> + use<> {
        (0..self.codes.len() as u32).map(Letter)
    }

    /// The code of a letter.
    pub fn code(&self, letter: Letter) -> &Code {
        &self.codes[letter.0 as usize]
    }

    /// The statements of a letter.
    pub fn statements(&self, letter: Letter) -> &[Statement] {
        &self.code(letter).statements
    }
}
