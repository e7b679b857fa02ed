//! Small programs with witnesses.
