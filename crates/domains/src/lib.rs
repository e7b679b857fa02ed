//! What holds of the values of a program wherever an execution is, by abstract interpretation.
//!
//! * [`numbers`] are what is known of one number: intervals, bits;
//! * [`abstract_interpretation`](mod@abstract_interpretation) has intervals, bits and cells of arrays, and finds statements that no
//!   execution gets to;
//! * [`octagon`] is the domain of sums and differences of two variables;
//! * [`mined_specification`] says what checks that hold rest on, by octagons forwards and backwards;
//! * [`span`], [`remainders`] and [`polynomials`] are equations: of sums modulo a power of two, of remainders, and of products.

mod effort;
pub mod limits;

pub mod numbers;

pub mod abstract_interpretation;
pub mod octagon;

pub mod mined_specification;

mod ideal;
pub mod polynomials;
pub mod remainders;
pub mod span;

#[cfg(test)]
use faultscope_notation as notation;

pub use abstract_interpretation::abstract_interpretation;
