//! Faultscope as a library: [`check()`] makes a [`Report`] of a [`CheckRequest`], and everything between is there stage by
//! stage ([`faultscope_pipeline`]).
//!
//! The command line is the binary beside this library.

pub use faultscope_pipeline::*;
