//! Programs in which one or more statements are fixed as permissively as can be.
//!
//! Where some value repairs (see [`LocalFix`]), a statement assigns any value that does; where none does, the program goes
//! to an error. Its *k*-th execution uses the fix of its *k*-th position on the trace, later ones assign anything. A
//! branch goes the other way, every time or once. With the flag the other errors only fire in executions that went
//! through a changed statement.

use faultscope_ir::edit::Writer;
use faultscope_ir::program::{Display, Variable};
use faultscope_ir::term::Purpose;
use faultscope_ir::{
    BlockId, Call, Check, CheckId, Command, FileId, Instruction, Origin, OriginId, OriginKind, Place, ProcId,
    Procedure, Program, Property, Sort, Span, Statement, Step, Symbol, Term, Terminator, Trace, Value,
};
use rustc_hash::FxHashMap;

use faultscope_localize::coreachable::{LocalFix, converted, of_type};
use faultscope_localize::finding::FindingStatement;

use super::mover::Mover;

/// What is different in an instrumented program.
#[derive(Debug, Clone, Copy)]
pub enum Change<'a> {
    /// A source statement gets its most permissive local fix.
    Fix {
        /// Which one.
        statement: FindingStatement,
        /// The fix of each of its positions on the trace, in order.
        fixes: &'a [LocalFix],
    },
    /// A source statement goes on assigning its own value where its most permissive local fix allows it, and elsewhere one that
    /// is known to repair, as far as there is one. The executions are some of those with the fix, and values from outside
    /// say which.
    Value {
        /// Which one.
        statement: FindingStatement,
        /// The fix of each of its positions on the trace, in order.
        fixes: &'a [LocalFix],
    },
    /// A statement or branch is played.
    Play {
        /// Where.
        mover: Mover,
        /// What is assigned, or whether the condition is true, before the statement is executed: one after the other, and the last one
        /// from then on.
        terms: &'a [Term],
    },
    /// A branch goes the other way.
    OtherWay {
        /// Where its condition stands.
        span: Span,
        /// The only execution that does, from 0; none for all.
        execution: Option<u32>,
    },
}

/// Which errors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Errors {
    /// All.
    All,
    /// Those of executions that went through a changed statement (the dagger of \[1, section 3.3\]).
    Through,
    /// None of the program: what counts as one is that an execution ends that went through a changed statement, other than in an
    /// error.
    Ends,
}

/// The program with these changes. It shares the origins of `program`, which new ones are added to.
pub fn instrumented(program: &Program, changes: &[Change<'_>], errors: Errors) -> Program {
    let mut program = program.clone();
    let mut internal = |symbol: Symbol, display: Display| {
        let name = symbol.name().to_owned();
        program.declare(symbol, Variable::internal(name, display))
    };
    let through = internal(through(), Display::Boolean);
    let counters: Vec<Symbol> =
        (0..changes.len()).map(|change| internal(counter(change), Display::Unsigned)).collect();
    let entry = program.entry;
    let procedures = std::mem::take(&mut program.procedures);
    let parameters = procedures.iter().map(|procedure| procedure.parameters.clone()).collect();
    let mut instrumenter = Instrumenter {
        program: &mut program,
        changes,
        errors,
        through,
        end: None,
        entry,
        counters,
        parameters,
        lowering: FxHashMap::default(),
    };
    let mut procedures: Vec<Procedure> = procedures
        .into_iter()
        .enumerate()
        .map(|(id, it)| instrumenter.procedure(ProcId(id as u32), it))
        .collect();
    let entry = &mut procedures[instrumenter.program.entry.0 as usize];
    instrumenter.initialize(entry);
    program.procedures = procedures;
    program
}

/// A fix that was computed on a trace of a program with one change, at this execution of the changed statement, without
/// the variables of the instrumentation: their values are known there.
pub(super) fn outside(fix: &LocalFix, execution: usize) -> LocalFix {
    let known = FxHashMap::from_iter([
        (through(), Term::bool(true)),
        // It was counted already when the value is assigned.
        (counter(0), Term::bits(COUNTER_BITS, execution as u128 + 1)),
    ]);
    LocalFix {
        repairs: fix.repairs.substitute(&known),
        repairable: fix.repairable.substitute(&known),
        values: fix.values.iter().map(|value| value.substitute(&known)).collect(),
        ..fix.clone()
    }
}

const COUNTER_BITS: u32 = 32;

/// The variable that says whether a changed statement was executed.
fn through() -> Symbol {
    Symbol::generated(Purpose::Through, Sort::bool())
}

/// The variable that counts the executions of a changed statement.
fn counter(change: usize) -> Symbol {
    Symbol::generated(Purpose::Executions(change), Sort::bits(COUNTER_BITS))
}

/// Whether an execution of an instrumented program goes through its changed statement, or comes to where no value repairs.
pub(super) fn is_through(program: &Program, trace: &Trace) -> bool {
    let notes = |step: &Step| {
        let target = step.command.target();
        target.is_some_and(|it| it.variable == through())
            && step.value.as_ref().and_then(Value::as_bool) == Some(true)
    };
    trace.steps.iter().any(notes) || is_at_statement(program, trace)
}

/// Whether an execution of an instrumented program ends where no value repairs.
pub(super) fn is_at_statement(program: &Program, trace: &Trace) -> bool {
    program.check(trace.check).property == Property::FixExists
}

/// Whether a variable holds what a changed statement is to assign.
pub(super) fn is_chosen(variable: Symbol) -> bool {
    variable == Symbol::generated(Purpose::Chosen, variable.sort())
}

/// Whether a place belongs to the instrumentation, and the program does without it.
pub(super) fn is_of_instrumentation(place: &Place) -> bool {
    use Purpose::{Chosen, ChosenArgument, ChosenWay, Executions, Through};
    let purpose = place.variable.activation().0.purpose();
    matches!(purpose, Some(Chosen | ChosenArgument(_) | ChosenWay | Executions(_) | Through))
}

struct Instrumenter<'a> {
    program: &'a mut Program,
    changes: &'a [Change<'a>],
    /// Which errors count.
    errors: Errors,
    /// Whether a changed statement was executed.
    through: Symbol,
    /// The check that an end violates, where ends count.
    end: Option<CheckId>,
    entry: ProcId,
    /// For each change how often its statement was executed.
    counters: Vec<Symbol>,
    /// The parameters of each procedure.
    parameters: Vec<Vec<Symbol>>,
    /// What the instrumentation adds at an origin.
    lowering: FxHashMap<OriginId, OriginId>,
}

/// A value that is chosen for a statement.
#[derive(Clone, Copy)]
struct Chosen {
    /// What has the value until the statement assigns it.
    value: Symbol,
    /// What the statement assigns.
    variable: Symbol,
    /// What it assigns without the change; nothing if any value may come.
    own: Option<Term>,
}

/// What a changed statement assigns.
#[derive(Clone, Copy)]
enum Values<'a> {
    /// Any value that one of these allows.
    Fixes(&'a [LocalFix]),
    /// These.
    Played(&'a [Term]),
}

/// Which way a changed branch goes.
#[derive(Clone, Copy)]
enum Way<'a> {
    /// The other one: every time, or at this one of its executions.
    Other(Option<u32>),
    /// As these say.
    Played(&'a [Term]),
}

/// The sort of what a place holds.
fn sort_of(place: &Place) -> Sort {
    place
        .path
        .iter()
        .fold(place.variable.sort(), |sort, _| sort.array_sorts().expect("a path leads through arrays").1)
}

impl<'a> Instrumenter<'a> {
    fn procedure(&mut self, id: ProcId, procedure: Procedure) -> Procedure {
        let mut blocks = Writer::new(procedure.blocks);
        for at in (0..blocks.n_blocks() as u32).map(BlockId) {
            let block = blocks.reopen(at);
            for instruction in block.instructions {
                match instruction {
                    Instruction::Statement(statement) => self.statement(&mut blocks, statement),
                    Instruction::Call(call) => self.call(&mut blocks, call),
                }
            }
            self.terminator(&mut blocks, block.terminator, id == self.entry);
        }
        Procedure { blocks: blocks.into_blocks(), ..procedure }
    }

    fn statement(&mut self, blocks: &mut Writer, statement: Statement) {
        let target = statement.command.target();
        let values = target.and_then(|it| self.values(statement.origin, it.variable, sort_of(it)));
        match (target, values) {
            (Some(target), Some((change, values))) => {
                let value = self.value(target);
                let own = match &statement.command {
                    Command::Assign { value, .. } => Some(*value),
                    Command::Havoc { .. } | Command::Assume { .. } => None,
                };
                let chosen = Chosen { value, variable: target.variable, own };
                self.choose(blocks, chosen, change, values, statement.origin, &FxHashMap::default());
                let command = Command::Assign { target: target.clone(), value: Term::symbol(value) };
                blocks.command(command, statement.origin);
            }
            _ => blocks.push(Instruction::Statement(statement)),
        }
    }

    fn call(&mut self, blocks: &mut Writer, mut call: Call) {
        let parameters = self.parameters[call.callee.0 as usize].clone();
        let given: Vec<Term> = call.arguments.iter().map(|(argument, _)| *argument).collect();
        for (idx, parameter) in parameters.iter().enumerate().take(given.len()) {
            let origin = call.arguments[idx].1;
            let Some((change, values)) = self.values(origin, *parameter, parameter.sort()) else { continue };
            // On the trace the parameters before this one have their values already.
            let earlier = parameters.iter().copied().zip(given.iter().copied()).take(idx).collect();
            let value = self.internal(Purpose::ChosenArgument(idx), parameter.sort());
            let chosen = Chosen { value, variable: *parameter, own: Some(given[idx]) };
            self.choose(blocks, chosen, change, values, origin, &earlier);
            call.arguments[idx].0 = Term::symbol(value);
        }
        let (results, origin) = (call.results.clone(), call.origin);
        blocks.push(Instruction::Call(call));
        for result in results {
            if let Some((change, values)) = self.values(origin, result, result.sort()) {
                let value = self.value(&Place::variable(result));
                let chosen = Chosen { value, variable: result, own: Some(Term::symbol(result)) };
                self.choose(blocks, chosen, change, values, origin, &FxHashMap::default());
                blocks.assign(result, Term::symbol(value), origin);
            }
        }
    }

    fn terminator(&mut self, blocks: &mut Writer, terminator: Terminator, is_entry: bool) {
        match (terminator, self.errors) {
            (Terminator::Branch { condition, then_block, else_block, origin }, _) => {
                let condition = match self.way(origin) {
                    Some((change, way)) => {
                        let other = match way {
                            Way::Other(None) => condition.not(),
                            Way::Other(Some(execution)) => {
                                let now = self.is_execution(change, execution);
                                now.ite(condition.not(), condition)
                            }
                            Way::Played(terms) => self.played(change, terms),
                        };
                        // Evaluated before it is noted that the branch was reached.
                        let taken = self.internal(Purpose::ChosenWay, Sort::bool());
                        let lowering = self.lowering(origin);
                        blocks.assign(taken, other, lowering);
                        self.note(blocks, change, origin);
                        Term::symbol(taken)
                    }
                    None => condition,
                };
                blocks.end(Terminator::Branch { condition, then_block, else_block, origin });
            }
            (Terminator::Error { check }, Errors::Through) => self.error_through(blocks, check),
            (Terminator::Error { .. }, Errors::Ends) => blocks.end(Terminator::Stop),
            (Terminator::Stop, Errors::Ends) => self.end_through(blocks),
            (Terminator::Return, Errors::Ends) if is_entry => self.end_through(blocks),
            (terminator, _) => blocks.end(terminator),
        }
    }

    /// An error, if a changed statement was executed.
    fn error_through(&mut self, blocks: &mut Writer, check: CheckId) {
        let condition = Term::symbol(self.through);
        let then_block = blocks.add(Terminator::Error { check });
        let else_block = blocks.add(Terminator::Stop);
        let origin = self.program.check(check).origin;
        let origin = self.lowering(origin);
        blocks.end(Terminator::Branch { condition, then_block, else_block, origin });
    }

    /// An end of the program, as an error if a changed statement was executed.
    fn end_through(&mut self, blocks: &mut Writer) {
        let check = *self.end.get_or_insert_with(|| {
            let entry = self.program.check_ids().next().map(|it| self.program.check(it).origin);
            let message = "an execution comes to its end".to_owned();
            let origin = entry.unwrap_or(OriginId(0));
            self.program.add_check(Check { property: Property::FixExists, condition: None, origin, message })
        });
        self.error_through(blocks, check);
    }

    /// Puts a value that repairs into a variable, or goes to an error where there is none.
    fn choose(
        &mut self,
        blocks: &mut Writer,
        chosen: Chosen,
        change: usize,
        values: Values<'_>,
        origin: OriginId,
        known: &FxHashMap<Symbol, Term>,
    ) {
        let Chosen { value, variable, own } = chosen;
        let lowering = self.lowering(origin);
        let fixes = match values {
            Values::Fixes(fixes) => fixes,
            Values::Played(terms) => {
                let played = self.played(change, terms).substitute(known);
                blocks.assign(value, converted(self.program, variable, played), lowering);
                return self.note(blocks, change, origin);
            }
        };
        let is_one = matches!(self.changes[change], Change::Value { .. });
        let any = |blocks: &mut Writer| match own.filter(|_| is_one) {
            Some(own) => blocks.assign(value, own, lowering),
            // Where the statement itself takes any value, it is that one.
            None => {
                let origin = if is_one { origin } else { lowering };
                blocks.push(Instruction::havoc(value, origin));
            }
        };
        let done = blocks.add(Terminator::Stop);
        for (execution, fix) in fixes.iter().enumerate() {
            let (here, other) = (blocks.add(Terminator::Stop), blocks.add(Terminator::Stop));
            let condition = self.is_execution(change, execution as u32);
            let branch =
                Terminator::Branch { condition, then_block: here, else_block: other, origin: lowering };
            blocks.end_and_go_on(branch, here);
            let (repairs, repairable) = (fix.repairs.substitute(known), fix.repairable.substitute(known));
            let (some, place) =
                (blocks.add(Terminator::Stop), self.program.sources.origin(origin).place.clone());
            let place = place.map_or_else(String::new, |place| format!(" of `{place}`"));
            let message = format!("no value{place} avoids the error here");
            let check = Check { property: Property::FixExists, condition: Some(repairable), origin, message };
            let check = self.program.add_check(check);
            let none = blocks.add(match self.errors {
                Errors::All | Errors::Through => Terminator::Error { check },
                Errors::Ends => Terminator::Stop,
            });
            let branch = Terminator::Branch {
                condition: repairable,
                then_block: some,
                else_block: none,
                origin: lowering,
            };
            blocks.end_and_go_on(branch, some);
            any(blocks);
            let with = |value: Term| repairs.substitute(&FxHashMap::from_iter([(fix.value, value)]));
            if is_one {
                let others = fix.values.iter().map(|it| it.substitute(known));
                let one = others.rev().fold(Term::symbol(value), |rest, it| with(it).ite(it, rest));
                blocks.assign(value, with(Term::symbol(value)).ite(Term::symbol(value), one), lowering);
            }
            blocks.push(Instruction::assume(with(Term::symbol(value)), lowering));
            blocks.end_and_go_on(Terminator::Goto(done), other);
        }
        any(blocks);
        if let Some(condition) = of_type(self.program, variable, Term::symbol(value)) {
            blocks.push(Instruction::assume(condition, lowering));
        }
        blocks.end_and_go_on(Terminator::Goto(done), done);
        self.note(blocks, change, origin);
    }

    /// Notes that a changed statement is executed.
    fn note(&mut self, blocks: &mut Writer, change: usize, origin: OriginId) {
        let lowering = self.lowering(origin);
        blocks.assign(self.through, Term::bool(true), lowering);
        if self.counts(change) {
            let counter = Term::symbol(self.counters[change]);
            let next = counter.bv_add(Term::bits(COUNTER_BITS, 1));
            blocks.assign(self.counters[change], next, lowering);
        }
    }

    /// Whether it matters how often a change was met.
    fn counts(&self, change: usize) -> bool {
        !matches!(self.changes[change], Change::OtherWay { execution: None, .. })
    }

    fn is_execution(&self, change: usize, execution: u32) -> Term {
        Term::symbol(self.counters[change]).equals(Term::bits(COUNTER_BITS, u128::from(execution)))
    }

    /// What is played at an execution of a changed statement or branch.
    fn played(&self, change: usize, terms: &[Term]) -> Term {
        let Some((last, earlier)) = terms.split_last() else { unreachable!("something is played") };
        earlier.iter().enumerate().rev().fold(*last, |later, (execution, term)| {
            self.is_execution(change, execution as u32).ite(*term, later)
        })
    }

    /// The change of a command of an origin that assigns a value of this sort to a variable or a cell of it. A statement
    /// may assign others besides the one that its fixes are about.
    fn values(&self, id: OriginId, variable: Symbol, sort: Sort) -> Option<(usize, Values<'a>)> {
        let origin = self.program.sources.origin(id);
        let is_shadow = self.program.display(variable) == Display::Shadow;
        let is_about = |fix: &LocalFix| fix.value.sort() == sort && fix.is_shadow == is_shadow;
        self.changes.iter().enumerate().find_map(|(idx, change)| match *change {
            Change::Fix { statement, fixes } | Change::Value { statement, fixes } => {
                let is_changed = origin.is_suspect() && statement.has(origin) && fixes.iter().all(is_about);
                is_changed.then_some((idx, Values::Fixes(fixes)))
            }
            Change::Play { mover: Mover::Statement { statement, about }, terms } => {
                let is_changed =
                    origin.is_suspect() && statement.has(origin) && about.has(self.program, variable, sort);
                is_changed.then_some((idx, Values::Played(terms)))
            }
            Change::Play { mover: Mover::Branch { .. }, .. } | Change::OtherWay { .. } => None,
        })
    }

    fn way(&self, id: OriginId) -> Option<(usize, Way<'a>)> {
        let origin = self.program.sources.origin(id);
        self.changes.iter().enumerate().find_map(|(idx, change)| {
            let (changed, way) = match *change {
                Change::OtherWay { span, execution } => (span, Way::Other(execution)),
                Change::Play { mover: Mover::Branch { span }, terms } => (span, Way::Played(terms)),
                Change::Fix { .. } | Change::Value { .. } | Change::Play { .. } => return None,
            };
            let is_changed = origin.kind.is_choice() && changed == origin.span && origin.is_suspect();
            is_changed.then_some((idx, way))
        })
    }

    fn value(&mut self, target: &Place) -> Symbol {
        self.internal(Purpose::Chosen, sort_of(target))
    }

    fn internal(&mut self, purpose: Purpose, sort: Sort) -> Symbol {
        let symbol = Symbol::generated(purpose, sort);
        let name = symbol.name().to_owned();
        self.program.declare(symbol, Variable::internal(name, Display::Plain))
    }

    /// An origin for what is added at another one.
    fn lowering(&mut self, id: OriginId) -> OriginId {
        let sources = &mut self.program.sources;
        *self.lowering.entry(id).or_insert_with(|| {
            sources.derive(id, |origin| (origin.kind, origin.place) = (OriginKind::Lowering, None))
        })
    }

    /// Gives the variables of the instrumentation their values at the start of the program.
    fn initialize(&mut self, entry: &mut Procedure) {
        let origin = self.program.sources.add_origin(Origin::made(FileId(0), &*entry.name));
        let counted = (0..self.changes.len()).filter(|change| self.counts(*change));
        let counters = counted.map(|change| (self.counters[change], Term::bits(COUNTER_BITS, 0)));
        let values = [(self.through, Term::bool(false))].into_iter().chain(counters);
        entry.begin_with(
            values.map(|(variable, value)| Instruction::assign(variable, value, origin)).collect(),
        );
    }
}
