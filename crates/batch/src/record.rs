//! What is kept of a check that has ended, beside its report.

use serde::{Deserialize, Serialize};

/// How a check ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// With a report.
    Reported,
    /// The program is not one that can be checked: what is wrong with it.
    Rejected(String),
    /// Without either: how.
    Died(String),
}

/// What is known of a check that has ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Of what it is the result.
    pub fingerprint: String,
    /// How it ended.
    pub end: End,
    /// How long it took.
    pub seconds: f64,
}
