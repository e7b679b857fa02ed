//! Settings.

/// How to translate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// The procedure to start with. Without one it is `main`, `Main` or `ULTIMATE.start`, else the first
    /// implemented procedure that no other one calls.
    pub entry: Option<String>,
}
