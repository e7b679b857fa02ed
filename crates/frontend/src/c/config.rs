//! What a translation is asked for.

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
