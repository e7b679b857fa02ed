//! From [`hir`](super::hir) to [`faultscope_ir::Program`].
//!
//! Expressions are evaluated from left to right. What has no effect becomes a term; effects become commands
//! in the order in which they happen, and a term that an effect would change under our feet is saved in a
//! temporary first ([`body`]). Where variables live is decided in [`memory`]; see
//! `docs/decisions/0003-memory-model.md`.

mod access;
mod arithmetic;
mod assign;
mod assumptions;
mod body;
mod call;
mod check;
mod claims;
mod cleanup;
mod condition;
mod contract;
mod contract_call;
mod entry;
mod entry_contract;
mod entry_globals;
mod exact;
mod expr;
mod heap;
mod init;
mod jumps;
mod leaks;
mod left_open;
mod logic;
mod memory;
mod model;
mod nested;
mod object;
mod outside;
mod outside_call;
mod ranges;
mod representation;
mod returns;
mod scan;
mod scanned;
mod scope;
mod scopes;
mod signs;
mod state;
mod stmt;
mod stops;
mod tables;
mod texts;
mod unseen;
mod unwinding;
mod validity;
mod volatile;
mod words;
mod written;

use std::cell::OnceCell;

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::program::{Language, VariableTable};
use faultscope_ir::{MemoryFacts, Primitive, ProcId, Procedure, Program, Surroundings, Term};

use self::state::{Body, Lowerer};
use super::config::{CConfig, Environment};
use super::definedness::Unwritten;
use super::hir::{self, FuncId};
use super::points_to::PointsTo;
use super::source::{Loc, Sources};
use super::types::{Type, Types};
pub(super) use tables::Kind;

/// Lowers what can be reached from the entry. Also gives the place in the text of each origin.
pub(super) fn lower(
    types: &Types,
    program: &hir::Program,
    sources: &mut Sources,
    config: &CConfig,
    entry: FuncId,
) -> (Program, Vec<Loc>) {
    let points_to = PointsTo::new(types, program, entry);
    let mut lowerer = Lowerer {
        types,
        program,
        sources,
        config,
        points_to,
        variables: VariableTable::default(),
        homes: IndexMap::default(),
        memory: IndexMap::default(),
        objects: tables::Objects::default(),
        function_objects: IndexMap::default(),
        functions: IndexMap::default(),
        signatures: IndexMap::default(),
        contract_procedures: IndexMap::default(),
        outside_procedures: IndexMap::default(),
        procedures: Vec::new(),
        lacks_value: None,
        literals: IndexSet::default(),
        checks: Vec::new(),
        library_calls: IndexSet::default(),
        accesses: IndexMap::default(),
        element_sizes: IndexMap::default(),
        arbitrary_regions: IndexSet::default(),
        unwritten: Unwritten::default(),
        running: IndexMap::default(),
        registers: None,
        last_activations: IndexMap::default(),
        settled: Vec::new(),
        overwritten: IndexMap::default(),
        assumptions: IndexSet::default(),
        origins: IndexMap::default(),
        left_open: IndexMap::default(),
        input_functions: IndexMap::default(),
        hides_output: config.world.environment == Environment::Any,
        has_fixed_seed: OnceCell::new(),
        n_reading_ahead: OnceCell::new(),
        reads_twice: OnceCell::new(),
        stopped: None,
        longest_text: OnceCell::new(),
        body: Body::default(),
        logic: state::Logic::default(),
    };
    let entry = lowerer.program(entry);
    lowerer.overwrite_memory();
    lowerer.ask_for_written_values(entry);
    let Lowerer {
        variables,
        objects,
        procedures,
        checks,
        library_calls,
        accesses,
        element_sizes,
        assumptions,
        sources,
        origins,
        input_functions,
        hides_output,
        ..
    } = lowerer;
    let mut places = vec![Loc::default(); sources.map.n_origins()];
    origins.iter().for_each(|((_, loc, ..), id)| places[id.0 as usize] = *loc);
    let program = Program {
        language: Language::C,
        sources: std::mem::take(&mut sources.map),
        variables: variables.into_variables(),
        procedures,
        entry,
        axioms: Vec::new(),
        checks,
        assumptions: assumptions.into_iter().collect(),
        memory: MemoryFacts {
            tables: objects.tables(),
            n_allocated: objects.n_allocated,
            library_calls,
            accesses,
            element_sizes,
        },
        objects: objects.known,
        surroundings: Surroundings { sources: input_functions, hides_output },
    };
    (program, places)
}

impl Lowerer<'_> {
    fn program(&mut self, entry: FuncId) -> ProcId {
        self.number_large_objects();
        self.note_asked(entry);
        self.note_unseen();
        let entry_id = self.procedure_of(entry);
        // Their globals are initialized, too.
        for func in self.program.before_entry().into_iter().chain(self.program.at_exit()) {
            self.procedure_of(func);
        }
        self.lower_waiting();
        let wrapper = self.entry_wrapper(entry, entry_id);
        // Initializers of globals may take addresses of functions that nothing else names.
        self.lower_waiting();
        wrapper
    }

    fn lower_waiting(&mut self) {
        let mut idx = 0;
        while let Some((func, id)) = self.functions.get_index(idx).map(|(func, id)| (*func, *id)) {
            if self.procedures[id.0 as usize].blocks.is_empty() {
                self.function(func, id);
            }
            idx += 1;
        }
    }

    /// The procedure of a function with a body; it is lowered later.
    fn procedure_of(&mut self, func: FuncId) -> ProcId {
        if let Some(id) = self.functions.get(&func) {
            return *id;
        }
        let function = self.program.func(func);
        let id = self.new_procedure(&function.name, function.trusted);
        self.functions.insert(func, id);
        let signature = self.signature(func, id);
        let procedure = &mut self.procedures[id.0 as usize];
        procedure.parameters = signature.parameters.concat();
        procedure.results = signature.results.clone();
        self.signatures.insert(func, signature);
        id
    }

    fn new_procedure(&mut self, name: &str, trusted: bool) -> ProcId {
        self.procedures.push(Procedure {
            name: name.to_owned(),
            parameters: Vec::new(),
            results: Vec::new(),
            blocks: Vec::new(),
            trusted,
            primitive: if trusted { Primitive::named(name) } else { None },
        });
        ProcId(self.procedures.len() as u32 - 1)
    }

    /// A constant of an address's width.
    fn address_constant(&self, number: u128) -> Term {
        Term::bits(self.types.address_width(), number)
    }

    /// Zero of a scalar type.
    fn zero(&self, ty: &Type) -> Term {
        Term::value(faultscope_ir::Value::zero(self.types.sort(ty)))
    }
}
