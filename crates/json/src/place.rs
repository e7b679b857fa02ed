//! Where something stands, and the files of a report.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place in the source: lines and columns from 1, columns in characters, the end exclusive. Its fields are those of the
/// object that stands there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "place")]
pub struct Place {
    /// The file, as given on the command line, or as a line marker says.
    pub file: Arc<str>,
    /// The line where it begins.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// The column where it begins.
    #[schemars(range(min = 1))]
    pub column: u32,
    /// The line where it ends.
    #[schemars(range(min = 1))]
    pub end_line: u32,
    /// The column behind its end.
    #[schemars(range(min = 1))]
    pub end_column: u32,
}

/// A macro, and where it is defined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "definition")]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its definition.
    #[serde(flatten)]
    pub place: Place,
}

/// A file, as it was when the program was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "source")]
pub struct Source {
    /// Its name, as places have it.
    pub file: String,
    /// Its text; null where it could not be read, or is text of Faultscope's own.
    pub text: Option<String>,
}
