//! Where execution starts: globals get their values, the entry its arguments.

use faultscope_ir::program::Display;
use faultscope_ir::value::ArrayValue;
use faultscope_ir::{AssumptionKind, Instruction, Property};
use faultscope_ir::{OriginKind, Place, ProcId, Sort, Symbol, Term, Terminator, Value};

use super::access::Location;
use super::leaks::ProgramEnd;
use super::state::{Home, Lowerer, Memory};
use super::tables::Kind;
use crate::c::arith;
use crate::c::hir::{ExprKind, FuncId, Init, Storage, VarId};
use crate::c::pointer;
use crate::c::points_to::{Cell, Region};
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::{ARGUMENT_SIZE, MAX_ARGUMENTS, MAX_ZEROED_CELLS};

/// More cells than this are set to zero in a loop.
const MAX_WRITTEN_ONE_BY_ONE: usize = 64;

/// Variables of the library that point to streams.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// The name of the procedure that initializes globals and calls the entry.
const START: &str = "<start>";

impl Lowerer<'_> {
    /// The procedure that runs everything.
    pub(super) fn entry_wrapper(&mut self, entry: FuncId, callee: ProcId) -> ProcId {
        let id = self.new_procedure(START, false);
        let loc = self.program.func(entry).loc;
        self.start_body(id, None, START);
        let first = self.new_block();
        self.switch_to(first);
        self.clashing_symbols();
        self.assume_effects_are_left_out();
        self.user_initializers();
        self.run(&self.program.before_entry(), loc);
        let arguments = self.entry_arguments(entry, loc);
        let results = self.signatures.get(&entry).map_or(Vec::new(), |signature| signature.results.clone());
        let results: Vec<Symbol> = results
            .into_iter()
            .map(|result| self.temporary("result", result.sort(), Display::Signed))
            .collect();
        self.call_entry(entry, callee, arguments, Vec::clone(&results), loc);
        let end = self.program.func(entry).body.as_ref().map_or(loc, |body| body.loc);
        let end = Loc { start: end.end.saturating_sub(1), ..end };
        if self.program.at_exit().is_empty() {
            self.check_allocated_behind(entry, &results, end);
        } else {
            self.run_handlers(end);
            self.check_allocated(ProgramEnd::Exit, end);
        }
        self.terminate(Terminator::Return);
        // What all of this needs is known now: it comes first.
        self.switch_to(faultscope_ir::Procedure::ENTRY);
        self.lower_waiting();
        self.initial_state(loc);
        self.goto(first);
        self.finish_body(id);
        self.describe_objects();
        id
    }

    /// Files that declare one symbol with types that do not fit leave undefined what the program does (6.2.7, 2).
    fn clashing_symbols(&mut self) {
        let Some(clash) = self.program.clashes.first() else { return };
        let there = self.sources.span(clash.definition);
        let file = self.sources.map.file(there.file).name.clone();
        let (line, column) = (there.line, there.column);
        let (name, here, there) = (&clash.name, &clash.here, &clash.there);
        let message = match here == there {
            true => {
                format!("conflicting types for `{name}`: `{here}` is another type at {file}:{line}:{column}")
            }
            false => {
                format!("conflicting types for `{name}`: `{here}` here, `{there}` at {file}:{line}:{column}")
            }
        };
        let behind = self.new_block();
        if self.is_checked(Property::Declarations) {
            self.violation(Property::Declarations, None, message, clash.loc);
        } else {
            self.unsupported(&message, clash.loc);
        }
        self.switch_to(behind);
    }

    /// What runs when the program ends as it should.
    pub(super) fn run_handlers(&mut self, loc: Loc) {
        let outer = std::mem::replace(&mut self.body.is_at_exit, true);
        self.run(&self.program.at_exit(), loc);
        self.body.is_at_exit = outer;
    }

    /// Calls functions that nobody calls, one after the other.
    fn run(&mut self, funcs: &[FuncId], loc: Loc) {
        for func in funcs {
            let origin = self.origin(OriginKind::Lowering, loc, None);
            let results = self.result_symbols(*func);
            self.call_function(*func, &[], results, origin);
        }
    }

    /// Initializers that the user wrote, of globals that are used.
    fn user_initializers(&mut self) {
        let program = self.program;
        // An initializer may use globals that were not used before.
        let mut done = vec![false; program.globals.len()];
        let mut commands = Vec::new();
        loop {
            let mut changed = false;
            for (idx, (var, init)) in program.globals.iter().enumerate() {
                if done[idx] || !self.homes.contains_key(var) {
                    continue;
                }
                (done[idx], changed) = (true, true);
                let declared = program.var(*var);
                if let Storage::Static(func) = declared.storage {
                    self.body.name = program.func(func).name.clone();
                }
                if !self.constant_initializer(*var, init) {
                    let before = self.take_instructions();
                    let location = self.variable_location(*var);
                    self.initialize_named(&location, Some(init), declared.loc, &declared.name);
                    let own = self.take_instructions();
                    self.put_instructions(before);
                    commands.push((idx, own));
                }
                self.body.name = START.to_owned();
            }
            if !changed {
                break;
            }
        }
        commands.sort_by_key(|(idx, _)| *idx);
        for (_, instructions) in commands {
            self.put_instructions(instructions);
        }
    }

    fn take_instructions(&mut self) -> Vec<Instruction> {
        std::mem::take(&mut self.body.blocks[self.body.current].instructions)
    }

    fn put_instructions(&mut self, instructions: Vec<Instruction>) {
        self.body.blocks[self.body.current].instructions.extend(instructions);
    }

    /// Constants of library models are there from the start, without commands.
    fn constant_initializer(&mut self, var: VarId, init: &Init) -> bool {
        let declared = self.program.var(var);
        let (Init::List(items), true) = (init, self.sources.is_trusted(declared.loc)) else {
            return false;
        };
        let Home::Memory(address) = self.home(var) else { return false };
        let Some(base) = address.as_value().and_then(Value::as_unsigned) else { return false };
        let Some(element) = declared.ty.element().cloned() else { return false };
        let size = self.types.size(&element).unwrap_or(1);
        let region = self.points_to.region_of_var(var);
        for item in items {
            let (ExprKind::Const(value), [crate::c::hir::PathStep::Index(idx)]) =
                (&item.value.kind, &*item.path)
            else {
                return false;
            };
            self.initially(region, &element, base + u128::from(size * idx), value);
        }
        true
    }

    /// Zeroes and memory before anything runs.
    fn initial_state(&mut self, loc: Loc) {
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.settle_arbitrary();
        let memories: Vec<_> = self.memory.keys().copied().collect();
        for key in memories {
            let memory = &self.memory[&key];
            if memory.arbitrary {
                let place = Place::variable(memory.symbol);
                if self.points_to.has_any_contents(key.0) {
                    self.unwritten.add_open_memory(place.variable);
                }
                self.emit_havoc(place, origin);
                self.restore_initial(key, origin);
            } else {
                let value = Term::value(initial_array(memory));
                let place = Place::variable(memory.symbol);
                self.emit_assign(place, value, origin);
            }
        }
        self.open_streams();
        self.initial_objects(loc);
        self.initial_registers(loc);
        self.initial_stop(loc);
        let homes: Vec<_> = self.homes.keys().copied().collect();
        for var in homes {
            self.initial_value(var, loc);
        }
    }

    /// Makes the objects that the standard streams are.
    fn open_streams(&mut self) {
        let vars: Vec<VarId> = self.homes.keys().copied().collect();
        for var in vars {
            let declared = self.program.var(var);
            if !declared.defined && STREAMS.contains(&declared.name.as_str()) {
                let name = format!("*{}", declared.name);
                self.new_object(&name, 1, 1, Kind::Variable);
            }
        }
    }

    /// Regions that were made arbitrary as a whole: every memory of theirs is.
    fn settle_arbitrary(&mut self) {
        let keys: Vec<_> = self.memory.keys().copied().collect();
        let arbitrary: Vec<_> = self.arbitrary_regions.iter().copied().collect();
        let roots: Vec<_> = arbitrary.into_iter().map(|region| self.points_to.find(region)).collect();
        for key in keys {
            if roots.contains(&key.0)
                && let Some(memory) = self.memory.get_mut(&key)
            {
                memory.arbitrary = true;
            }
        }
        for region in self.regions_of_large_globals() {
            let region = self.points_to.find(region);
            let clash = self.memory.iter().any(|(key, memory)| key.0 == region && memory.arbitrary);
            if clash {
                for (key, memory) in &mut self.memory {
                    if key.0 == region {
                        memory.arbitrary = false;
                    }
                }
                let message = "memory that the program allocates is zero before it is written".to_owned();
                self.assume_throughout(AssumptionKind::UnwrittenMemory, message);
            }
        }
    }

    /// Where globals lie that have too many cells to set each to zero.
    fn regions_of_large_globals(&mut self) -> Vec<Region> {
        let program = self.program;
        let vars: Vec<VarId> = self.homes.keys().copied().collect();
        let mut regions = Vec::new();
        for var in vars {
            let declared = program.var(var);
            let is_global = matches!(declared.storage, Storage::Global | Storage::Static(_));
            if is_global && self.points_to.escapes(var) && self.n_cells(&declared.ty) > MAX_ZEROED_CELLS {
                regions.push(self.points_to.region_of_var(var));
            }
        }
        regions
    }

    /// Cells with a known content at the start, in memory that is arbitrary otherwise.
    fn restore_initial(&mut self, key: (Region, Cell), origin: faultscope_ir::OriginId) {
        let memory = &self.memory[&key];
        let (symbol, initial) = (memory.symbol, memory.initial.clone());
        for (address, value) in initial {
            let place = Place::cell(symbol, Term::bits(pointer::width(self.types), address));
            self.emit_assign(place, Term::value(value), origin);
        }
    }

    /// The value of a global before its initializer.
    fn initial_value(&mut self, var: VarId, loc: Loc) {
        let declared = self.program.var(var);
        if !matches!(declared.storage, Storage::Global | Storage::Static(_)) {
            return;
        }
        let origin = self.origin(OriginKind::Lowering, loc, None);
        if !declared.defined {
            let (name, loc) = (declared.name.clone(), declared.loc);
            let location = self.variable_location(var);
            if STREAMS.contains(&name.as_str()) && declared.ty.is_pointer() {
                let stream = self.objects.known.iter().find(|object| object.name == format!("*{name}"));
                let base = stream.map_or(0, |stream| stream.base);
                let stream = Term::bits(pointer::width(self.types), base);
                return self.store(&location, stream, origin, loc);
            }
            let origin = self.named_origin(OriginKind::Input, loc, Some(name.clone()));
            self.havoc(&location, origin, loc);
            let message = format!("`{name}` is not defined: it may hold any value");
            return self.assume_of(AssumptionKind::UndefinedVariable, Some(&name), message);
        }
        let location = self.variable_location(var);
        match &location {
            Location::Symbols { leaves, .. } => {
                for leaf in leaves.clone().iter() {
                    let zero = Term::value(Value::zero(leaf.symbol.sort()));
                    self.emit_assign(Place::variable(leaf.symbol), zero, origin);
                }
            }
            Location::Memory(place) => {
                let region = self.points_to.find(place.region);
                let arbitrary = self.memory.iter().any(|(key, memory)| key.0 == region && memory.arbitrary);
                let has_initial =
                    self.memory.iter().any(|(key, memory)| key.0 == region && !memory.initial.is_empty());
                if !arbitrary {
                    return;
                }
                // Library tables are among the initial contents already.
                if has_initial && self.sources.is_trusted(self.program.var(var).loc) {
                    return;
                }
                let n_cells = self.n_cells(&declared.ty);
                if n_cells <= MAX_WRITTEN_ONE_BY_ONE {
                    return self.store_zero(&location, origin, loc);
                }
                let (region, address) = (place.region, place.address);
                let size = self.address_constant(self.size_of_variable(var).into());
                self.clear(address, size, region, loc);
            }
        }
    }

    /// What the entry is called with: any numbers; for `main` also argument strings.
    fn entry_arguments(&mut self, entry: FuncId, loc: Loc) -> Vec<(Term, faultscope_ir::OriginId)> {
        let program = self.program;
        let function = program.func(entry);
        let signature = self.signatures.get(&entry).cloned();
        let mut arguments = Vec::new();
        let mut n_strings = None;
        if function.rest().is_some() {
            self.unsupported("an entry with variable arguments", loc);
        }
        for (idx, parameter) in function.parameters.iter().enumerate() {
            let declared = program.var(*parameter);
            let symbols = signature.as_ref().and_then(|signature| signature.parameters.get(idx));
            let symbols: Vec<Symbol> = symbols.cloned().unwrap_or_default();
            let at = if declared.loc == Loc::default() { loc } else { declared.loc };
            let input = self.named_origin(OriginKind::Input, at, Some(declared.name.clone()));
            let lowering = self.origin(OriginKind::Lowering, at, None);
            if idx == 1 && function.name == "main" && declared.ty.is_pointer() {
                let vector = self.argument_vector(*parameter, n_strings.as_ref(), at);
                arguments.push((vector, lowering));
                continue;
            }
            if self.asked_behind(entry, *parameter).is_some() {
                // It is made when the others are known.
                arguments.push((self.zero(&declared.ty), lowering));
                continue;
            }
            for symbol in symbols {
                let value = self.temporary(&declared.name, symbol.sort(), self.types.display(&declared.ty));
                self.emit_havoc(Place::variable(value), input);
                let term = Term::symbol(value);
                if idx == 0 && function.name == "main" && declared.ty.is_integer() {
                    let number = |number: u64| arith::constant(self.types, &declared.ty, number.into());
                    let mut within = number(1).bv_sle(term);
                    if function.parameters.len() > 1 {
                        within = within.and(term.bv_sle(number(MAX_ARGUMENTS - 1)));
                    }
                    self.emit_assume(within, lowering);
                    n_strings = Some((term, declared.ty.clone()));
                }
                arguments.push((term, lowering));
            }
        }
        arguments
    }

    /// An array of strings of any contents, so many as the first argument says, and null pointers behind them.
    fn argument_vector(&mut self, parameter: VarId, n_strings: Option<&(Term, Type)>, loc: Loc) -> Term {
        let pointer = Type::CHAR.pointer_to();
        let size = self.types.size(&pointer).unwrap_or(4);
        let array = self.new_object("argv", MAX_ARGUMENTS * size, size, Kind::Variable);
        let (vector, strings) = self.points_to.argument_regions(parameter);
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.make_arbitrary(strings, &Type::CHAR);
        for idx in 0..MAX_ARGUMENTS {
            let is_long = idx == 1 && self.config.world.texts != crate::c::Texts::Short;
            let size_of_string = if is_long { self.longest_text() + 1 } else { ARGUMENT_SIZE };
            let string = self.new_object(&format!("argv[{idx}]"), size_of_string, 1, Kind::Variable);
            let offset = |offset: u64| self.address_constant(offset.into());
            let cell = self.object_start(array).bv_add_low(offset(idx * size));
            let end = self.object_start(string).bv_add_low(offset(ARGUMENT_SIZE - 1));
            let location = Location::memory(cell, vector, pointer.clone());
            let is_there = match n_strings {
                _ if idx + 1 == MAX_ARGUMENTS => Term::bool(false),
                Some((number, ty)) if idx > 0 => arith::constant(self.types, ty, idx.into()).bv_slt(*number),
                _ => Term::bool(true),
            };
            let value = is_there.ite(self.object_start(string), self.zero(&pointer));
            self.store(&location, value, origin, loc);
            self.write_argument(string, strings, loc);
            self.store_zero(&Location::memory(end, strings, Type::CHAR), origin, loc);
            if is_long {
                self.lengthen_argument(string, strings, loc);
            }
        }
        let message = format!(
            "the program is started with fewer than {MAX_ARGUMENTS} arguments of fewer than {ARGUMENT_SIZE} characters"
        );
        self.assume(AssumptionKind::InputSize, message);
        self.object_start(array)
    }

    /// Notes for each object which memory holds its contents.
    fn describe_objects(&mut self) {
        let mut memories: Vec<(u128, Vec<Symbol>)> = Vec::new();
        let homes: Vec<(VarId, Home)> = self.homes.iter().map(|(var, home)| (*var, home.clone())).collect();
        for (var, home) in homes {
            let Home::Memory(address) = home else { continue };
            let Some(base) = address.as_value().and_then(Value::as_unsigned) else { continue };
            let region = self.points_to.region_of_var(var);
            let symbols = self
                .memory
                .iter()
                .filter(|(key, _)| key.0 == region)
                .map(|(_, memory)| memory.symbol)
                .collect();
            memories.push((base, symbols));
        }
        for (base, symbols) in memories {
            if let Some(object) = self.objects.known.iter_mut().find(|object| object.base == base) {
                object.memory = symbols;
            }
        }
    }
}

fn initial_array(memory: &Memory) -> Value {
    let sort: Sort = memory.symbol.sort();
    let (index, element) = sort.array_sorts().unwrap_or((sort, sort));
    let width = index.bit_width().unwrap_or(32);
    let default = Value::zero(element);
    let mut array = ArrayValue { sort, default, entries: Default::default() };
    for (address, value) in &memory.initial {
        array.set(Value::bits(width, *address), value.clone());
    }
    Value::Array(array.into())
}
