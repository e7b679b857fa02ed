//! Pages: one for each submission, and the index of all.

pub mod index;
pub mod student;

mod words;
