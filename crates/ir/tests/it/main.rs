//! Graphs, changes and evaluation of small programs, compared with what they mean.

mod edit;
mod fold;
mod liveness;
mod random;
