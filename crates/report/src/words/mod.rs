//! Phrases that several formats use, for people.
//!
//! A phrase is a text about a value of the report, without a place on a page: sections, headings and the order of facts are
//! the business of each format.

mod assumptions;
mod checks;
mod errors;
mod findings;
mod given;
mod inputs;
mod layout;
mod numbers;
mod others;
mod patches;
mod steps;
mod test;
mod traces;

pub(crate) use assumptions::{clauses, no_error};
pub(crate) use checks::{decided_by, search, status};
pub(crate) use errors::{about_error, calls, notes, object, story};
pub(crate) use findings::{
    FAILED_ELSEWHERE, IN_DRIVER, LEAKS_INSTEAD, driver, effect, enough, given, headline, influence, is_open,
    leaves, reach, rerun, truth,
};
pub(crate) use given::{GivenItem, STDIN, given_items};
pub(crate) use inputs::{assigned, runs, source};
pub(crate) use layout::{around_change, cut, shortened, wrapped};
pub(crate) use numbers::{code, count, queries, time, were};
pub(crate) use others::in_other_error;
pub(crate) use patches::{difference, keeping, keeps, left_errors, standing};
pub(crate) use steps::{NOT_REPLAYED, is_violated, iteration_in_short, iterations, step};
pub(crate) use test::{all_pass, test};
pub(crate) use traces::{ONE_FOR_ALL, another_value, in_short, place, spread, with_inputs};
