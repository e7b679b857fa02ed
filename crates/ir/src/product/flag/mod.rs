//! One copy with a flag: the original, with changed statements evaluated beside it.
//!
//! [`flagged`] evaluates, next to each changed statement of the original, what the change would give there, and sets a flag where that is
//! another value, another branch or an effect. The program has an error where the original ends with the flag set: where it returns from
//! the entry, or by `exit`. What goes wrong in the original, or is left out, ends without being asked.
//!
//! *No error* proves that the original and the changed program do the same on every input on which the original works: up to the first
//! difference they are in the same state, and there is none. Nothing is assumed of inputs, and the changed program ends where the original
//! does. The other direction is not so: a difference may be without consequence.
//!
//! The evaluation has no effects. What it cannot do without one sets the flag: an input that the change asks for, a call, an operation
//! that has no value, a variable that the original does not have. Variables that only the changed program has, and that are local to
//! an activation, are computed on the side.
//!
//! [`changes`] finds the changes between two programs that are alike.

mod align;
mod alike;
mod change;
mod instrument;
pub mod limits;
mod pairs;
mod same;
mod walk;

pub use align::changes;
pub use change::{Change, Changes, Flagged, Point};
pub use instrument::flagged;
