//! The intermediate representation that every layer of Faultscope speaks.
//!
//! A front end produces a [`Program`]: procedures whose control-flow graphs carry guarded commands
//! (`x := e`, `havoc x`, `assume φ`) over typed, hash-consed [`Term`]s. A verifier produces a
//! [`Trace`]: the commands of one path, made straight-line. A localizer reads traces only.
//!
//! The modules in reading order: where something stands in the source ([`source`]), what is said of an input that is wrong
//! ([`diagnostic`]), what values and types there are ([`sort`], [`value`], [`float`]), terms over them ([`term`], [`op`]) and what they
//! mean ([`fold`], [`eval`]),
//! commands, what is checked ([`property`], [`check`]), what is taken for granted, objects in memory, and programs ([`command`],
//! [`assumption`], [`object`], [`program`]), graphs ([`graph`]) and changes to them ([`edit`]), what a finding is ([`finding`]), what a compiler says ([`compiler`]) and which techniques it is compared with ([`technique`]),
//! how it is said what is to be checked ([`mod@selection`], [`focus`], [`spelling`]), traces and their predicate transformers ([`trace`],
//! [`transform`]); and how the layers name the bounds
//! that can change an answer ([`limits`](mod@limits)).
//!
//! **Invariant:** nothing here performs IO or knows a solver.

pub mod diagnostic;
pub mod index;
mod listed;
pub mod source;

pub mod float;
pub mod modular;
pub mod sort;
pub mod value;

pub mod eval;
pub mod fold;
pub mod op;
pub mod print;
pub mod term;

pub mod assumption;
pub mod check;
pub mod command;
pub mod compiler;
pub mod finding;
pub mod fingerprint;
pub mod object;
pub mod primitive;
pub mod program;
pub mod property;
pub mod surroundings;
pub mod technique;

pub mod product;

pub mod edit;
pub mod graph;

pub mod focus;
pub mod selection;
pub mod spelling;

pub mod trace;
pub mod transform;

pub mod limits;

pub use assumption::{Assumption, AssumptionGroup, AssumptionKind, Direction};
pub use check::{Check, CheckId, CheckOutcome, CheckStatus, DecidedBy};
pub use command::{Command, Place, Statement};
pub use diagnostic::{Diagnostic, Severity};
pub use finding::{FindingKind, Strength};
pub use float::{FloatFormat, RoundingMode};
pub use object::{
    Access, AccessTarget, LifeEvent, MemoryFacts, MemoryObject, ObjectKind, ObjectTables, Usage,
};
pub use op::Op;
pub use primitive::Primitive;
pub use program::{Block, BlockId, Call, Instruction, ProcId, Procedure, Program, Terminator};
pub use property::{Property, PropertyGroup};
pub use sort::{Sort, SortKind};
pub use source::{ComparedData, FileId, Harness, Origin, OriginId, OriginKind, ProgramPart, SourceMap, Span};
pub use surroundings::Surroundings;
pub use technique::Technique;
pub use term::{Symbol, Term, TermKind};
pub use trace::{Step, Trace};
pub use value::Value;
