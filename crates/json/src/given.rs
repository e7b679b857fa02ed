//! What an execution is given from outside.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an execution is given from outside, as a user gives it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "given")]
pub struct Given {
    /// Standard input; absent if the program reads nothing from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdin: Option<Bytes>,
    /// The arguments, without the name of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Bytes>,
    /// The files that the program opens to read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<GivenFile>,
    /// The variables of the environment that the program reads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<GivenVariable>,
    /// The values of `__VERIFIER_nondet_…` in decimal digits, in the order of the calls, if the test gives some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
}

/// A file that the program opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "given_file")]
pub struct GivenFile {
    /// The name by which the program opens it.
    pub name: Bytes,
    /// Its contents; null if there is no such file.
    pub contents: Option<Bytes>,
}

/// A variable of the environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "given_variable")]
pub struct GivenVariable {
    /// Its name.
    pub name: Bytes,
    /// Its value; null if it is not set.
    pub value: Option<Bytes>,
}

/// Bytes: a text if they are UTF-8, else a list of numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "bytes")]
pub enum Bytes {
    /// A text.
    Text(String),
    /// Bytes that are not UTF-8.
    Numbers(Vec<u8>),
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Bytes {
        match std::str::from_utf8(bytes) {
            Ok(text) => Bytes::Text(text.to_owned()),
            Err(_) => Bytes::Numbers(bytes.to_vec()),
        }
    }
}

impl From<Bytes> for Vec<u8> {
    fn from(bytes: Bytes) -> Vec<u8> {
        match bytes {
            Bytes::Text(text) => text.into_bytes(),
            Bytes::Numbers(numbers) => numbers,
        }
    }
}
