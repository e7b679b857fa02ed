//! The commands of a trace once more: the values of variables behind them, and the objects that were made on the way.
//!
//! Objects that are made at run time are found where they enter the tables. Their numbers are never given out again, so a
//! number says which object is meant wherever it comes up.

use std::sync::Arc;

use faultscope_ir::index::IndexMap;
use faultscope_ir::program::Display;
use faultscope_ir::{
    Command, LifeEvent, MemoryObject, ObjectKind, OriginId, OriginKind, Program, Step, Symbol, Term, Trace,
    Value, eval,
};
use rustc_hash::FxHashMap;

use super::lower::Kind;
use super::start;
use super::types::OBJECT_BITS;

/// How an object has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectEnd {
    /// It was given back, there.
    Freed(OriginId),
    /// Its scope has ended, there.
    Scope(OriginId),
}

impl ObjectEnd {
    /// What ends it, as an event.
    pub(super) fn event(self) -> LifeEvent {
        match self {
            ObjectEnd::Freed(_) => LifeEvent::Freed,
            ObjectEnd::Scope(_) => LifeEvent::ScopeEnded,
        }
    }
}

/// An object that was made at run time.
#[derive(Debug)]
pub(super) struct Life {
    pub(super) size: u64,
    pub(super) kind: Option<Kind>,
    pub(super) made: OriginId,
    /// The step that has made it.
    pub(super) begin: usize,
    /// The last step before its end at which the program has put a pointer to it somewhere, or returned one.
    pub(super) pointed: Option<usize>,
    /// How it has ended, and at which step.
    pub(super) end: Option<(usize, ObjectEnd)>,
}

impl Life {
    /// What it is, and its name; of allocated memory the expression that has allocated it.
    pub(super) fn named<'a>(&self, program: &'a Program) -> Option<(ObjectKind, &'a str)> {
        let origin = program.sources.origin(self.made);
        Some(match (self.kind?.object()?, &origin.place) {
            (ObjectKind::Allocated, _) | (_, None) => (ObjectKind::Allocated, &origin.text),
            (kind, Some(name)) => (kind, name),
        })
    }
}

/// The name of an object that is there when the program begins: `argv`, and of the text of its first argument `argv[1]`.
pub(super) fn argument(program: &Program, lives: &IndexMap<u128, Life>, number: u128) -> Option<String> {
    let is_argument = |life: &Life| program.sources.origin(life.made).function == start::ARGUMENT_VECTOR;
    let mut arguments = lives.iter().filter(|(_, life)| is_argument(life));
    match arguments.position(|(it, _)| *it == number)? {
        // The vector is made before what it points to.
        0 => Some("argv".to_owned()),
        at => Some(format!("argv[{}]", at - 1)),
    }
}

/// The name of an object with a fixed number.
pub(super) fn fixed_name<'a>(program: &'a Program, object: &'a MemoryObject) -> &'a str {
    let place = object.origin.and_then(|made| program.sources.origin(made).place.as_deref());
    place.unwrap_or(&object.name)
}

/// The number of the object that a pointer points into, and the offset in it.
pub(super) fn split(pointer: &Value) -> Option<(u128, i64)> {
    let Value::Bits(width, bits) = pointer else { return None };
    let address_width = width.checked_sub(OBJECT_BITS).filter(|width| *width > 0)?;
    Some((bits >> address_width, signed(*bits, address_width)?))
}

/// The object of a number, where it has it in all executions.
pub(super) fn fixed(program: &Program, address_width: u32, number: u128) -> Option<&MemoryObject> {
    program.objects.iter().find(|object| object.base >> address_width == number)
}

/// The values of variables behind a trace, and the objects that were made until then.
pub(super) struct Replay<'a> {
    pub(super) program: &'a Program,
    pub(super) values: FxHashMap<Symbol, Value>,
    pub(super) lives: IndexMap<u128, Life>,
    /// The last step that decides whether memory is freed.
    freeing: Option<(usize, OriginId)>,
}

impl<'a> Replay<'a> {
    /// Before the first step.
    pub(super) fn new(program: &'a Program, initial: &[(Symbol, Value)]) -> Replay<'a> {
        let values = initial.iter().cloned().collect();
        Replay { program, values, lives: IndexMap::default(), freeing: None }
    }

    pub(super) fn of(program: &'a Program, trace: &Trace, initial: &[(Symbol, Value)]) -> Replay<'a> {
        let mut replay = Replay::new(program, initial);
        trace.steps.iter().enumerate().for_each(|(idx, step)| replay.step(idx, step));
        replay
    }

    pub(super) fn step(&mut self, idx: usize, step: &Step) {
        let (Command::Assign { target, .. } | Command::Havoc { target }) = &*step.command else {
            if self.program.sources.origin(step.origin).kind == OriginKind::Release {
                self.freeing = Some((idx, step.origin));
            }
            return;
        };
        let index = match &target.path[..] {
            [] => None,
            [index] => self.value(*index),
            _ => return,
        };
        let known = step.value.clone().filter(|_| target.path.is_empty() || index.is_some());
        let Some(value) = known else {
            self.values.remove(&target.variable);
            return;
        };
        if self.program.display(target.variable) == Display::Pointer {
            self.note_pointer(&value, (idx, step.origin));
        }
        let Some(index) = index else {
            self.values.insert(target.variable, value);
            return;
        };
        if let Some(number) = index.as_unsigned() {
            self.note(target.variable, number, &value, (idx, step.origin));
        }
        if let Some(Value::Array(array)) = self.values.get_mut(&target.variable) {
            Arc::make_mut(array).set(index, value);
        }
    }

    /// Notes what a table says of an object from now on.
    fn note(&mut self, table: Symbol, number: u128, value: &Value, (idx, origin): (usize, OriginId)) {
        let Some(tables) = self.program.memory.tables else { return };
        if table == tables.sizes {
            let size = value.as_unsigned().and_then(|size| u64::try_from(size).ok()).unwrap_or(0);
            self.lives.entry(number).or_insert(Life {
                size,
                kind: None,
                made: origin,
                begin: idx,
                pointed: None,
                end: None,
            });
        } else if table == tables.kinds
            && let Some(life) = self.lives.get_mut(&number)
        {
            match Kind::of(value) {
                Some(Kind::Freed) => {
                    let begun = self.freeing.filter(|(_, freeing)| *freeing == origin);
                    life.end = Some((begun.map_or(idx, |(begun, _)| begun), ObjectEnd::Freed(origin)));
                }
                Some(Kind::Ended) => life.end = Some((idx, ObjectEnd::Scope(origin))),
                kind => life.kind = kind,
            }
        }
    }

    /// Notes that the program keeps a pointer to an object.
    fn note_pointer(&mut self, pointer: &Value, (idx, origin): (usize, OriginId)) {
        let kind = self.program.sources.origin(origin).kind;
        let life = split(pointer).and_then(|(number, _)| self.lives.get_mut(&number));
        if let Some(life) = life.filter(|it| it.end.is_none())
            && matches!(kind, OriginKind::Assignment | OriginKind::Return)
        {
            life.pointed = Some(idx);
        }
    }

    pub(super) fn value(&self, term: Term) -> Option<Value> {
        eval::eval(term, &mut |symbol| self.values.get(&symbol).cloned())
    }

    pub(super) fn number(&self, term: Term) -> Option<u64> {
        u64::try_from(self.value(term)?.as_unsigned()?).ok()
    }

    pub(super) fn offset(&self, term: Term) -> Option<i64> {
        signed(self.value(term)?.as_unsigned()?, term.sort().bit_width()?)
    }
}

/// The low bits of a number as a signed number.
pub(super) fn signed(bits: u128, width: u32) -> Option<i64> {
    let unused = u128::BITS.checked_sub(width)?;
    i64::try_from((bits << unused) as i128 >> unused).ok()
}
