//! Reports: what was found, as plain data, and one renderer per output format.
//!
//! A [`Report`] holds nothing but text, places in the source and numbers; every value
//! and condition is printed in the language of the program. The modules in reading order: the data ([`model`]), made of what
//! the analyses found by `faultscope-describe`, the report for the terminal ([`text`]), the one for other programs ([`json`]), for editors and code hosts ([`sarif`]), a proof to be checked by others
//! ([`proof`]), a C file that replays the error ([`harness`]), a folder with that and all else that the error needs ([`reproducer`]), a change of the source ([`mod@patch`]), whether somebody's change is a repair ([`verification`]), which errors are new ([`baseline`]), and what is wrong with an input ([`diagnostic`]).
//!
//! **Invariant:** nothing here computes a verdict, reads a file or prints. The same report gives the same bytes;
//! times are in [`Statistics`] and nowhere else.

pub mod model;

pub mod text;

pub mod json;

pub mod sarif;

pub mod danger;
pub mod proof;

pub mod harness;

pub mod reproducer;

pub mod patch;

pub mod verification;

pub mod baseline;

pub mod diagnostic;

pub mod html;

mod choice;
mod cwe;
mod snippet;
mod style;
mod words;

#[cfg(test)]
mod fixtures;

pub use faultscope_ir::{
    AssumptionKind, CheckStatus, DecidedBy, Diagnostic, FindingKind, Property, Severity, Strength,
};
pub use faultscope_json::{
    BaselineAnswer, Bound, Coverage, GuideOutcome, KeepsLevel, KeptProof, PatchVerdict, Repairs, StepKind,
    SuppressedBy, TestStatus, Verdict,
};

pub use model::{
    Assumption, Behaviour, CallSite, Check, CheckedProof, Compiler, CompilerWarning, ConstantOverTraces,
    ContractCheck, ContractOutcome, ErrorSite, Finding, Frame, Given, GivenFile, GivenVariable, Guide,
    InProgram, Influence, Input, InputSource, Keeps, KeptChange, LeftError, LibraryValue, Note, Object,
    ObjectEnd, ObjectEvent, Occurrence, OtherError, OtherWay, OverTraces, Patch, PatchDifference,
    PointerNeed, Projected, Projections, ProvedFix, ReachedLimit, Report, Rerun, SetMember, Similar,
    SpecificationAnswer, StatementSet, Statistics, Step, Suppressed, Suspiciousness, Test, TestLine,
    TestsFix, Trace, TraceAbstraction,
};
pub use verification::Verification;

pub use model::{Driver, Marked, Replacement, Solution, TechniqueResult, Trusted};
