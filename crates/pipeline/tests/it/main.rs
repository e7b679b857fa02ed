//! The stages of a check, each by what it is given and what it gives.

mod array_sizes;
mod stages;
