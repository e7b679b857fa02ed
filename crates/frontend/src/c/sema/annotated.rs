//! What is known of annotations while units are read.

use std::rc::Rc;

use faultscope_ir::index::IndexMap;

use super::super::hir::VarId;
use super::super::hir::logic::{State, Term};
use super::super::parser::Spelling;
use super::super::source::Loc;
use crate::acsl::ast::{Assertion, Contract, Function, Loop};

/// The annotations of the unit that is read, and what annotations have declared.
#[derive(Default)]
pub(in crate::c) struct Annotations {
    /// To which depth recursive functions of the logic are followed.
    pub depth: usize,
    pub(super) comments: Vec<Parsed>,
    pub(super) functions: IndexMap<String, Rc<Declared>>,
    /// Macros that stand for something, by name.
    pub(super) macros: IndexMap<String, String>,
    /// Contracts of functions that are declared, with the names of the parameters there and the place.
    pub(super) prototypes: IndexMap<String, (Vec<Said>, Vec<String>, Loc)>,
    pub(super) environment: Environment,
    pub(super) has_foreign: bool,
}

/// An annotation that was parsed.
pub(super) struct Parsed {
    pub(super) spelling: Spelling,
    /// Where the text begins, and its first word in it.
    pub(super) start: usize,
    pub(super) first: usize,
    pub(super) next: usize,
    pub(super) content: Content,
    pub(super) is_used: bool,
}

#[derive(Clone)]
pub(super) enum Content {
    Contract(Rc<Contract>),
    Loop(Rc<Loop>),
    Code(Rc<Vec<Assertion>>),
}

/// A contract, and where the text begins that its places count from.
#[derive(Clone)]
pub(super) struct Said {
    pub(super) unit: u32,
    pub(super) start: usize,
    pub(super) contract: Rc<Contract>,
}

/// A function of the logic, and where the text begins that its places count from.
pub(super) struct Declared {
    pub unit: u32,
    pub start: usize,
    pub function: Function,
}

/// Where an annotation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Requires,
    Ensures,
    Code,
    Loop(Loc),
}

/// What names mean where a term is read.
#[derive(Default)]
pub(super) struct Environment {
    /// The variables of the logic, innermost last, and the state that what they stand for is about.
    pub(super) bound: Vec<(String, Term, State)>,
    /// The states that labels of a function of the logic stand for.
    pub(super) labels: Vec<(String, State)>,
    pub(super) result: Option<VarId>,
    /// The function whose contract is read.
    pub(super) function: Option<String>,
    pub(super) place: Option<Place>,
    /// Whether operators compute as those of C.
    pub(super) is_c: bool,
    pub(super) state: Option<State>,
    /// Where the text begins that places count from.
    pub(super) start: usize,
    /// The functions of the logic that are being written out.
    pub(super) open: Vec<String>,
    pub(super) n_variables: usize,
    pub(super) n_expansions: usize,
}
