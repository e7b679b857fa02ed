//! The JSON documents of Faultscope as types: one model, which is written, read and described.
//!
//! | document | type | printed by |
//! |---|---|---|
//! | `faultscope-report/4` | [`Report`] | `check --format json`, and as the last line `check --format json-lines` |
//! | `faultscope-stage/1` | [`Stage`] | the lines before it |
//! | `faultscope-rejection/1` | [`Rejection`] | `check --format json-lines`, where the input cannot be used |
//! | `faultscope-verification/2` | [`Verification`] | `verify-patch --format json` |
//! | `faultscope-baseline/1` | [`Baseline`] | `baseline --format json` |
//!
//! `docs/report.schema.json` is made of these types by [`schema`](fn@schema), so a field is one line here.
//! A field that says nothing is left out where its attribute says so, and is null otherwise.
//! A change that removes a field, or changes its meaning, gives the document a new version ([`format`](mod@format)).
//! Fields that are not known are passed over, for new ones can come at any time.
//!
//! A trace has up to millions of steps, so how they are held is a parameter: a writer makes each when it is written, and a
//! reader may keep those that it needs ([`Trace`]).
//!
//! **Invariant:** these are the only public types of a library crate that are serializable, and nothing here computes
//! anything: `faultscope-report` makes them of a report, and makes a report of them.

pub mod format;
pub mod names;

pub mod place;

pub mod check;
pub mod compiler;
pub mod finding;
pub mod given;
pub mod patch;
pub mod statistics;
pub mod technique;
pub mod test;
pub mod trace;

pub mod baseline;
pub mod line;
pub mod report;
pub mod verification;

pub mod schema;

pub use baseline::{Baseline, BaselineAnswer, Fixed, FixedError, KnownError, SuppressedBy, SuppressedCheck};
pub use check::{Assumption, Check, Guide, GuideOutcome, Limit, Note, Proof, ProofClaim, Specification};
pub use compiler::{Compiler, CompilerNote, CompilerWarning, Supported};
pub use finding::{
    Answer, Assigned, ConstantOverTraces, Driver, Finding, Fix, InProgram, Influence, Member, Occurrence,
    OtherError, OtherWay, OverTraces, Pointee, Pointer, Repairs, Rerun, RerunOutcome, Set, Suspiciousness,
    SuspiciousnessBy,
};
pub use format::{BaselineFormat, RejectionFormat, ReportFormat, StageFormat, VerificationFormat};
pub use given::{Bytes, Given, GivenFile, GivenVariable};
pub use line::{Line, Message, MessageSeverity, Rejection, Stage, StageName};
pub use names::{Bound, Coverage, Named, StepKind, Verdict, Vocabulary};
pub use patch::{
    Behaviour, BehaviourKind, Contract, ContractVerdict, Difference, Keeps, KeepsLevel, KeptChange,
    KeptProof, LeftError, Patch, PatchVerdict, Valued, changed_lines,
};
pub use place::{Definition, Place, Source};
pub use report::Report;
pub use schema::schema;
pub use statistics::{Statistics, TechniqueTime, TraceAbstraction};
pub use technique::{Marked, Projected, Projections, Replacement, Solution, Technique, Trusted};
pub use test::{Test, TestLine, TestStatus};
pub use trace::{
    Access, Call, Error, Frame, Input, InputKind, InputSource, LibraryValue, Object, ObjectEnd,
    ObjectEndKind, ObjectEvent, Similar, Step, Trace,
};
pub use verification::{
    RepairsAnswer, Verification, VerificationAnswer, VerificationReason, VerifiedKeeps, VerifiedLevel,
};
