//! The Boogie front end: from program text to [`ir::Program`](crate::ir::Program).

use crate::{Input, Translation};

/// How to translate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// The procedure to start with. Without one it is `main`, `Main` or `ULTIMATE.start`, else the first
    /// implemented procedure that no other one calls.
    pub entry: Option<String>,
}

/// Translates a program of one or more files.
pub fn translate(_input: &Input, _config: &Config) -> Translation {
    Translation::default()
}
