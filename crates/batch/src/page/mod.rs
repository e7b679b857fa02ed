//! Pages: one for each submission, and the index of all, or of a folder of reports.

pub mod index;
pub mod student;

mod words;
