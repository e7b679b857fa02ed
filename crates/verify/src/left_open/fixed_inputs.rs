//! The program with the inputs of one execution.
//!
//! The `n`-th value that commands of an origin and a sort gave in the execution is what they give in the program when they are
//! executed for the `n`-th time, and the last one from then on. Values that differ are looked up in a table by a counter.

use faultscope_ir::program::{Display, Instruction, Variable};
use faultscope_ir::term::Purpose;
use faultscope_ir::{Command, OriginId, OriginKind, Place, Program, Sort, Statement, Symbol, Term, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ErrorTrace;
use crate::interpreter::place_sort;

/// The bits of a counter.
const COUNTER_BITS: u32 = 32;

/// What commands of an origin and a sort give.
struct Series {
    values: Vec<Value>,
    /// How often they have given one; none where it is always the same.
    counter: Option<Symbol>,
}

/// The program with the inputs of a trace, but for those of some origins; none where it cannot be made.
pub(super) fn with_inputs_of(
    program: &Program,
    error: &ErrorTrace,
    open: &FxHashSet<OriginId>,
) -> Option<Program> {
    if !error.choices.is_empty() {
        return None;
    }
    let mut program = program.clone();
    let series = series(error, open);
    let mut start = Vec::new();
    let origin = made_origin(&mut program)?;
    for (symbol, value) in &error.initial {
        let is_global = program.variables.get(symbol).is_some_and(|it| it.scope.procedure().is_none());
        if is_global {
            start.push(Instruction::assign(*symbol, Term::value(value.clone()), origin));
        }
    }
    for counter in series.values().filter_map(|it| it.counter) {
        program.declare(counter, Variable::internal("inputs", Display::Unsigned));
        start.push(Instruction::assign(counter, Term::bits(COUNTER_BITS, 0), origin));
    }
    for block in program.blocks_mut() {
        block.rewrite(|instruction, instructions| fix(instruction, &series, open, instructions));
    }
    program.procedures[program.entry.0 as usize].begin_with(start);
    Some(program)
}

/// The values that each kind of command gave.
fn series(error: &ErrorTrace, open: &FxHashSet<OriginId>) -> FxHashMap<(OriginId, Sort), Series> {
    let mut series: FxHashMap<(OriginId, Sort), Series> = FxHashMap::default();
    let mut n_counters = 0;
    for input in error.inputs.iter().filter(|it| !open.contains(&it.origin)) {
        let all = series
            .entry((input.origin, input.value.sort()))
            .or_insert_with(|| Series { values: Vec::new(), counter: None });
        if all.counter.is_none() && all.values.first().is_some_and(|first| *first != input.value) {
            all.counter = Some(Symbol::generated(Purpose::InputsGiven(n_counters), Sort::bits(COUNTER_BITS)));
            n_counters += 1;
        }
        all.values.push(input.value.clone());
    }
    series
}

/// Adds an instruction in which an input is fixed.
fn fix(
    instruction: Instruction,
    series: &FxHashMap<(OriginId, Sort), Series>,
    open: &FxHashSet<OriginId>,
    instructions: &mut Vec<Instruction>,
) {
    let (target, origin) = match &instruction {
        Instruction::Statement(Statement { command: Command::Havoc { target }, origin })
            if !open.contains(origin) =>
        {
            (target.clone(), *origin)
        }
        _ => return instructions.push(instruction),
    };
    let sort = place_sort(&target);
    let assign = |target: Place, value: Term| Instruction::command(Command::Assign { target, value }, origin);
    let Some(Series { values, counter }) = series.get(&(origin, sort)) else {
        // The execution never came here; another one does not know what it would get.
        return instructions.push(instruction);
    };
    let Some(counter) = counter else {
        return instructions.push(assign(target, Term::value(values[0].clone())));
    };
    let number = Term::symbol(*counter);
    let last = values.len() - 1;
    let table = values.iter().enumerate().rev().skip(1).fold(
        Term::constant_array(Sort::array(number.sort(), sort), Term::value(values[last].clone())),
        |table, (at, value)| table.store(Term::bits(COUNTER_BITS, at as u128), Term::value(value.clone())),
    );
    instructions.push(assign(target, table.select(number)));
    instructions.push(Instruction::assign(*counter, number.bv_add(Term::bits(COUNTER_BITS, 1)), origin));
}

/// An origin for commands that are put into a program; none where that has no command.
pub(super) fn made_origin(program: &mut Program) -> Option<OriginId> {
    program.sources.origins().first()?;
    Some(program.sources.derive(OriginId(0), |origin| origin.kind = OriginKind::Lowering))
}
