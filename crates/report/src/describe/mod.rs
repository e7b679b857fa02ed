//! What the analyses found, as the report has it: every value printed, every origin looked up.
//!
//! The modules in reading order: their inputs (`inputs`), error traces ([`trace`](mod@trace)), why something is not decided ([`reasons`]), repairs ([`repairs`]), the
//! findings ([`findings`]) and which of them are one explanation (`folding`), and other techniques ([`techniques`]).

mod inputs;

pub mod trace;

pub mod reasons;

pub mod repairs;

mod folding;

pub mod findings;

pub mod techniques;
