//! What the compiler of the host says of the program.

use faultscope_ir::compiler::CompilerEvidence;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::Named;
use crate::place::Place;

/// What the compiler of the host says of a program that fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "compiler")]
pub struct Compiler {
    /// Its name, `gcc` or `clang`; null where there is no compiler.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Its warnings about files of the program.
    pub warnings: Vec<CompilerWarning>,
    /// Whether it was ended because it took too long.
    pub timed_out: bool,
    /// Why warnings may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A warning of a compiler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "compiler_warning")]
pub struct CompilerWarning {
    /// Where it is; compilers do not say where a place ends.
    #[serde(flatten)]
    pub place: Place,
    /// The option that asks for it, such as `-Wparentheses`.
    pub flag: Option<String>,
    /// The sentence.
    pub message: String,
    /// The notes behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<CompilerNote>,
    /// Whether its line is on one of the error traces.
    pub is_on_path: bool,
    /// The findings that it supports.
    pub supports: Vec<Supported>,
}

/// A note to a warning of a compiler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "compiler_note")]
pub struct CompilerNote {
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// The sentence.
    pub message: String,
}

/// A finding that a warning supports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "supported")]
pub struct Supported {
    /// The rank of the finding.
    #[schemars(range(min = 1))]
    pub finding: usize,
    /// By what: the warning names the line of the finding, or the variable that it assigns.
    pub by: Named<CompilerEvidence>,
}
