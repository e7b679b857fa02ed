//! What names mean.

use faultscope_ir::index::IndexMap;
use faultscope_ir::{ProcId, Symbol, Term};
use rustc_hash::FxHashMap;

use super::types::{Type, Unsupported};

/// What a name of a value means.
#[derive(Debug, Clone)]
pub(super) struct Binding {
    pub(super) role: Role,
    /// Its value, or why it has none that we know.
    pub(super) value: Result<(Term, Type), Unsupported>,
}

impl Binding {
    /// The variable, where it is one that we know.
    pub(super) fn symbol(&self) -> Option<Symbol> {
        self.value.as_ref().ok()?.0.as_symbol()
    }
}

/// What may be done with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Changes while the program runs, and has a value `old`.
    Global,
    /// Locals and results.
    Local,
    Constant,
    /// Parameters cannot be assigned.
    Parameter,
    /// Bound by a quantifier.
    Bound,
}

/// The names inside a procedure, a function, or an axiom, and what `old` means there.
pub(super) struct Scope {
    bindings: FxHashMap<String, Vec<Binding>>,
    /// Whether global variables may be mentioned.
    pub(super) with_globals: bool,
    /// The values that global variables had, for `old`.
    pub(super) old: Option<Snapshots>,
    /// Whether the expression is inside `old`.
    pub(super) inside_old: bool,
}

/// Variables that hold what global variables were at some earlier point.
#[derive(Debug)]
pub(super) struct Snapshots {
    /// The procedure whose activations have them; none where nothing is executed.
    pub(super) owner: Option<ProcId>,
    /// By global variable.
    pub(super) symbols: IndexMap<Symbol, Symbol>,
}

impl Scope {
    /// A scope of closed formulas: axioms and functions.
    pub(super) fn closed() -> Scope {
        Scope { bindings: FxHashMap::default(), with_globals: false, old: None, inside_old: false }
    }

    /// A scope that sees the state.
    pub(super) fn of_state() -> Scope {
        Scope { with_globals: true, ..Scope::closed() }
    }

    /// A scope that sees the state and an earlier one.
    pub(super) fn of_two_states(owner: Option<ProcId>) -> Scope {
        Scope { old: Some(Snapshots { owner, symbols: IndexMap::default() }), ..Scope::of_state() }
    }

    pub(super) fn bind(&mut self, name: &str, binding: Binding) {
        self.bindings.entry(name.to_owned()).or_default().push(binding);
    }

    /// Takes back the last binding of a name.
    pub(super) fn unbind(&mut self, name: &str) {
        if let Some(bindings) = self.bindings.get_mut(name) {
            bindings.pop();
        }
    }

    /// The innermost binding of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Binding> {
        self.bindings.get(name)?.last()
    }
}
