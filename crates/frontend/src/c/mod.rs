//! The C front end: from preprocessed text to [`ir::Program`](crate::ir::Program).

mod scrub;
mod source;

mod parse;

mod types;

mod arith;
mod constant;
mod hir;
mod sema;

mod library;

mod points_to;

mod lower;

mod unit;

use crate::{Input, Translation};

/// The sizes of C's types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// 32-bit `int`, `long` and pointers.
    Ilp32,
    /// 32-bit `int`, 64-bit `long` and pointers.
    Lp64,
}

/// Which violations are errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Properties {
    /// Calls of `__VERIFIER_error` and `reach_error`, and the label `ERROR`.
    pub unreach_call: bool,
    /// `assert` and its kin.
    pub assertions: bool,
}

/// How to translate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The sizes of C's types.
    pub data_model: DataModel,
    /// The function to start with.
    pub entry: String,
    /// Which violations are errors.
    pub properties: Properties,
}

/// The stack that translation runs on: parser and lowering recurse as deep as the program nests.
const STACK_SIZE: usize = 1 << 28;

/// Translates a program of one or more files.
pub fn translate(input: &Input, config: &Config) -> Translation {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, || unit::translate(input, config));
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(translation)) => translation,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => unit::translate(input, config),
        }
    })
}
