//! Tests of the analysis and of its domains.

mod domains;

mod programs;

mod random;
