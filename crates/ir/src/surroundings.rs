//! What commands do not say of the world outside of a program.

use crate::index::IndexMap;
use crate::source::OriginId;

/// Where the inputs of a program come from, and whether all that it shows is in its commands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The function outside of the program whose result a `havoc` is, by the origin of that command. Its `k`-th call gives the same
    /// value, whatever the program is.
    pub sources: IndexMap<OriginId, String>,
    /// Whether the program writes, or may write, something that no command shows: calls that print were left out, and a
    /// [`Stop`](crate::Terminator::Stop) may be a call of `exit`. Calls of [primitives](crate::Primitive) show everything otherwise.
    pub hides_output: bool,
}
