//! The octagon abstract domain: sets of integer points given by constraints `±x ± y <= c`.
//!
//! An [`Octagon`] is a set of integer points, not empty, in its one canonical form. A difference bound matrix over the
//! literals `x` and `-x` of every variable holds an upper bound for every sum of two literals \[1\]; the form is the *tight
//! closure* \[2\], in which every bound is attained by an integer point. On it inclusion and join are pointwise, and
//! forgetting a variable is dropping its rows.
//!
//! * Join is the least upper bound. Meet, forgetting, and the tests and assignments that are octagonal themselves
//!   (at most two variables, each once, with coefficients of ±1) are exact. Other linear ones are approximated from above:
//!   pairs of variables are bounded with what is known of the rest ([`Octagon::assume`], [`Octagon::assign`]).
//! * [`Octagon::pre_assign`] goes backwards: from which points does an assignment lead into the set? An assignment has one
//!   successor of every point, so that this is its weakest precondition, too. One of any value of an interval has
//!   several, and then it is the points *some* successor of which is in the set. The points all successors of which are in
//!   the set are the complement of that of the complement.
//! * Widening works on matrices that are not closed, or chains need not become stationary \[1, Sect. 4.5\]; so these are a
//!   type of their own, [`Widening`].
//! * [`words`] says what terms over bit-vectors, which wrap around, are in integers, and [`space`] which variables of a
//!   program, or parts of one, the variables of an octagon are.
//!
//! # Bounds
//! Bounds are `i128`, and `i128::MAX` stands for no bound. A variable holds a number of up to 64 bits, signed or not, and
//! what bounds are computed from twice such numbers stays far from the ends of `i128`. Mathematical integers have no
//! ends: finite bounds beyond 2^120 are put down as none, or as -2^120, which are both weaker ([`Octagon::is_exact`] says
//! whether that can have happened). So nothing wraps.
//!
//! **Deviation**: closure is the cubic one of \[2\], with tightening in between shortest paths and strengthening, and the
//! quadratic one of \[3\] for one new constraint; \[1\] closes over the rationals.
//!
//! # References
//! - \[1\] Antoine Miné: _The octagon abstract domain_, Higher-Order and Symbolic Computation 19(1), 2006.
//! - \[2\] Roberto Bagnara, Patricia M. Hill, Enea Zaffanella: _An improved tight closure algorithm for integer octagonal
//!   constraints_, VMCAI 2008.
//! - \[3\] Aziem Chawdhary, Ed Robbins, Andy King: _Incrementally closing octagons_, Formal Methods in System Design 54(2),
//!   2019.

mod matrix;

mod linear;

mod lattice;
mod transfer;

pub mod space;
pub mod words;

#[cfg(test)]
mod tests;

pub use lattice::Widening;
pub use linear::Linear;
pub use matrix::{Literal, Octagon};
