//! Which object an execution has gone wrong with: how large it is, where it was made and where it ended, and which of its
//! bytes are meant.
//!
//! A check's message says what the program does there; which object that is about can be another one on each trace. So it is
//! read off the trace: its commands are executed once more, the pointer is evaluated where the error is, and objects that
//! are made at run time are found where they enter the tables.

use faultscope_ir::{
    Access, AccessTarget, ObjectKind, OriginId, Program, Symbol, Term, Terminator, Trace, Usage, Value,
};

use super::lower::Kind;
pub use super::replay::ObjectEnd;
use super::replay::{self, Life, Replay};
use super::types::OBJECT_BITS;

/// Bytes of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accessed {
    /// What the object is.
    pub kind: ObjectKind,
    /// Its name; of allocated memory the expression that has allocated it.
    pub name: String,
    /// Its size in bytes, when it was made.
    pub size: u64,
    /// Where it was made.
    pub made: Option<OriginId>,
    /// How its lifetime has ended.
    pub end: Option<ObjectEnd>,
    /// What is done with the bytes.
    pub usage: Usage,
    /// The first of them, counted from the object's start, and how many there are.
    pub offset: i64,
    /// How many bytes there are.
    pub n_bytes: u64,
}

/// The object that the violated check of a trace is about, where it is about one. `initial` has the values of variables that
/// the trace reads before it assigns them.
pub fn accessed(program: &Program, trace: &Trace, initial: &[(Symbol, Value)]) -> Option<Accessed> {
    let access = program.memory.accesses.get(&trace.check)?;
    let replay = Replay::of(program, trace, initial);
    let access = renamed(program, trace, access);
    let n_bytes = replay.number(access.n_bytes)?;
    match access.target {
        AccessTarget::Pointer(pointer) => replay.behind(pointer, n_bytes, access.usage),
        AccessTarget::Allocated { marked } => replay.allocated(marked, access.usage),
        AccessTarget::Array { name, size, offset, origin } => Some(Accessed {
            kind: ObjectKind::Variable,
            name,
            size: replay.number(size)?,
            made: origin,
            end: None,
            usage: access.usage,
            offset: replay.offset(offset)?,
            n_bytes,
        }),
    }
}

/// The access in terms of the variables of the activation that the error is in.
fn renamed(program: &Program, trace: &Trace, access: &Access) -> Access {
    let Some(frame) = error_frame(program, trace) else { return access.clone() };
    let procedure = trace.frames[frame].procedure;
    let callers = std::iter::successors(Some(frame), |at| trace.frames[*at].caller.map(|(caller, _)| caller));
    let depth = callers.skip(1).filter(|at| trace.frames[*at].procedure == procedure).count() as u32;
    let owner = |symbol: Symbol| program.variables.get(&symbol).and_then(|it| it.scope.procedure());
    let rename = |term: Term| {
        term.rewrite(&mut |symbol| {
            (owner(symbol) == Some(procedure)).then(|| Term::symbol(symbol.at_depth(depth)))
        })
    };
    let target = match &access.target {
        AccessTarget::Pointer(pointer) => AccessTarget::Pointer(rename(*pointer)),
        AccessTarget::Allocated { marked } => AccessTarget::Allocated {
            marked: marked.and_then(|marked| rename(Term::symbol(marked)).as_symbol()),
        },
        AccessTarget::Array { name, size, offset, origin } => AccessTarget::Array {
            name: name.clone(),
            size: rename(*size),
            offset: rename(*offset),
            origin: *origin,
        },
    };
    Access { target, n_bytes: rename(access.n_bytes), usage: access.usage }
}

/// The activation that the error is in: what is violated is decided by a branch there.
fn error_frame(program: &Program, trace: &Trace) -> Option<usize> {
    let is_error =
        |terminator: &Terminator| matches!(terminator, Terminator::Error { check } if *check == trace.check);
    let fails = |frame: usize| {
        let procedure = program.procedure(trace.frames[frame].procedure);
        procedure.blocks.iter().any(|block| is_error(&block.terminator))
    };
    let last = trace.steps.last().map(|step| step.frame).filter(|frame| fails(*frame));
    last.or_else(|| (0..trace.frames.len()).rev().find(|frame| fails(*frame)))
}

impl Replay<'_> {
    /// What a pointer points into.
    fn behind(&self, pointer: Term, n_bytes: u64, usage: Usage) -> Option<Accessed> {
        let address_width = pointer.sort().bit_width()?.checked_sub(OBJECT_BITS)?;
        let (number, offset) = replay::split(&self.value(pointer)?)?;
        if let Some(object) = replay::fixed(self.program, address_width, number) {
            let (kind, size, made) = (object.kind, object.size, object.origin);
            let name = replay::fixed_name(self.program, object).to_owned();
            return Some(Accessed { kind, name, size, made, end: None, usage, offset, n_bytes });
        }
        self.made(number, (offset, n_bytes), usage)
    }

    /// The first object that is allocated and not marked.
    fn allocated(&self, marked: Option<Symbol>, usage: Usage) -> Option<Accessed> {
        let is_marked = |number: u128| match marked.and_then(|marked| self.values.get(&marked)) {
            Some(Value::Array(array)) => {
                let is_set = |(at, value): (&Value, &Value)| {
                    at.as_unsigned() == Some(number) && *value == Value::Bool(true)
                };
                array.entries.iter().any(is_set)
            }
            _ => false,
        };
        let is_it = |(number, life): &(&u128, &Life)| {
            life.kind == Some(Kind::Allocated) && life.end.is_none() && !is_marked(**number)
        };
        let (number, _) = self.lives.iter().find(is_it)?;
        self.made(*number, (0, 0), usage)
    }

    /// An object that was made at run time.
    fn made(&self, number: u128, (offset, n_bytes): (i64, u64), usage: Usage) -> Option<Accessed> {
        let life = self.lives.get(&number)?;
        let (kind, name) = life.named(self.program)?;
        let (size, end) = (life.size, life.end.map(|(_, end)| end));
        Some(Accessed {
            kind,
            name: name.to_owned(),
            size,
            made: Some(life.made),
            end,
            usage,
            offset,
            n_bytes,
        })
    }
}
