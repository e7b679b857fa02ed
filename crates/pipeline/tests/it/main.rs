//! The stages of a check, each by what it is given and what it gives.

mod programs;

mod input;

mod translate;

mod compiler;
mod complete;

mod focus;

mod array_sizes;
mod search;

mod testing;

mod localize;

mod compare;

mod repair;

mod certify;

mod witness;

mod validate;

mod verify_patch;

mod report;
mod stages;

mod guard;
