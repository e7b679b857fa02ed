//! What a summary is about: words with which an activation begins, and with which it returns.

use faultscope_ir::program::Display;
use faultscope_ir::term::Derivation;
use faultscope_ir::{ProcId, Program, Symbol};

use super::call_graph::CallGraph;
use crate::limits::MAX_SUMMARIZED_WORDS;

/// The words of a procedure.
#[derive(Debug, Clone)]
pub(super) struct Words {
    /// Parameters, and other variables that calls change. Of their values before, a summary speaks as [`old`].
    pub(super) inputs: Vec<Symbol>,
    /// Results, and other variables that calls change.
    pub(super) outputs: Vec<Symbol>,
}

/// The value of a variable when an activation begins.
pub(super) fn old(symbol: Symbol) -> Symbol {
    symbol.derived(Derivation::Old)
}

impl Words {
    /// Those of a procedure.
    pub(super) fn new(program: &Program, graph: &CallGraph, id: ProcId) -> Words {
        let procedure = program.procedure(id);
        let is_word = |symbol: &Symbol| {
            let is_shadow =
                program.variables.get(symbol).is_some_and(|variable| variable.display == Display::Shadow);
            matches!(symbol.sort().bit_width(), Some(8 | 16 | 32 | 64)) && !is_shadow
        };
        let changed: Vec<Symbol> = graph.changes(id).iter().copied().filter(is_word).collect();
        let with = |own: &[Symbol]| {
            let own = own.iter().copied().filter(is_word);
            own.chain(changed.iter().copied()).take(MAX_SUMMARIZED_WORDS).collect()
        };
        Words { inputs: with(&procedure.parameters), outputs: with(&procedure.results) }
    }
}
