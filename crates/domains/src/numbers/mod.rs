//! What is known of one number: an interval, the bits that are known, whether a condition holds, and how bits are read as a number.

pub(crate) mod truth;

pub(crate) mod bits;
mod interval;

mod sign;

pub use interval::Interval;
pub use sign::Sign;
pub(crate) use sign::anything;
