//! Which object an execution has gone wrong with: how large it is, where it was made and where it ended, and which of its
//! bytes are meant.
//!
//! A check's message says what the program does there; which object that is about can be another one on each trace. So it is
//! read off the trace: its commands are executed once more, the pointer is evaluated where the error is, and objects that
//! are made at run time are found where they enter the tables.

use faultscope_ir::{
    Access, AccessTarget, LifeEvent, ObjectKind, Origin, OriginId, Program, Property, Symbol, Term,
    Terminator, Trace, Usage, Value,
};

use super::lost;
use super::lower::Kind;
pub use super::replay::ObjectEnd;
use super::replay::{self, Life, Replay};
use super::types::OBJECT_BITS;
use crate::printer::Extent;

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
    /// What has happened to it until the error, in order, with the steps of the trace: how it was made, and how it has ended.
    pub story: Vec<(LifeEvent, usize)>,
    /// Where it is lost, the statement that would have freed it with the last pointer to it, if that was in a variable.
    pub release: Option<String>,
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
    Checked::of(program, trace, initial).accessed
}

/// The memory that the violated check of a trace is about.
#[derive(Debug)]
pub struct Checked {
    property: Property,
    /// The function that the check is in.
    function: String,
    accessed: Option<Accessed>,
    /// The pointer that is followed there.
    pointer: Option<Value>,
    /// The step at which the object behind it has ended.
    ended: Option<usize>,
}

/// What a pointer has to point to at least so that the check is not violated in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needed {
    /// Something.
    NotNull,
    /// So many bytes.
    Bytes(u64),
    /// An object whose lifetime has not ended where the check is.
    Alive,
}

impl Checked {
    /// The memory that a trace's check is about; `initial` as for [`accessed`].
    pub fn of(program: &Program, trace: &Trace, initial: &[(Symbol, Value)]) -> Checked {
        let check = program.check(trace.check);
        let function = program.sources.origin(check.origin).function.clone();
        let mut checked =
            Checked { property: check.property, function, accessed: None, pointer: None, ended: None };
        if let Some(access) = program.memory.accesses.get(&trace.check) {
            let replay = Replay::of(program, trace, initial);
            let access = renamed(program, trace, access);
            checked.accessed = of_access(&replay, &access);
            if let Some(accessed) = &mut checked.accessed
                && accessed.usage == Usage::Lose
                && let Some((_, made)) = accessed.story.first().copied()
                && let Some(number) = replay.made_at(made)
                && let Some(loss) = lost::last_pointer(program, trace, initial, (number, made))
            {
                accessed.story.push((LifeEvent::PointerLost, loss.step));
                accessed.release = loss.variable.map(|name| format!("free({name});"));
            }
            if let AccessTarget::Pointer(pointer) = access.target {
                checked.pointer = replay.value(pointer);
                let behind = checked.pointer.as_ref().and_then(replay::split);
                let life = behind.and_then(|(number, _)| replay.lives.get(&number));
                checked.ended = life.and_then(|life| life.end).map(|(step, _)| step);
            }
        }
        checked
    }

    /// The object that it is about, where it is about one.
    pub fn object(&self) -> Option<&Accessed> {
        self.accessed.as_ref()
    }

    /// What a pointer has to point to at least that a step gave this value: with less the check is violated as it was.
    pub fn needed(&self, value: &Value, step: usize) -> Option<Needed> {
        let (number, offset) = replay::split(value)?;
        let behind = self.pointer.as_ref().and_then(replay::split);
        let is_it = behind.is_some_and(|(behind, _)| number == behind);
        match self.property {
            Property::NullDereference => (number == 0).then_some(Needed::NotNull),
            Property::OutOfBounds => {
                let (accessed, (_, at)) = (self.accessed.as_ref()?, behind?);
                let n_bytes = i64::try_from(accessed.n_bytes).ok()?;
                let needed = at.checked_sub(offset)?.checked_add(n_bytes)?;
                let needed = u64::try_from(needed).ok().filter(|needed| *needed > 0 && at >= offset)?;
                is_it.then_some(Needed::Bytes(needed))
            }
            Property::UseAfterScope => is_it.then_some(Needed::Alive),
            // What is given back by the same name is another object then.
            Property::UseAfterFree => (is_it && self.ended? < step).then_some(Needed::Alive),
            _ => None,
        }
    }

    /// What sizes mean in a condition of an origin, where the check is about the bounds of an object that has a name there.
    pub fn extent(&self, program: &Program, origin: &Origin) -> Option<Extent> {
        let accessed = self.accessed.as_ref().filter(|_| self.property == Property::OutOfBounds)?;
        let is_variable = matches!(accessed.kind, ObjectKind::Variable | ObjectKind::Constant);
        let declared = program.sources.origin(accessed.made?);
        let is_whole = declared.place.as_deref() == Some(accessed.name.as_str());
        let is_known = match is_whole {
            true => declared.function.is_empty() || declared.function == origin.function,
            false => origin.function == self.function,
        };
        let n_elements = accessed.size.checked_div(accessed.n_bytes);
        let n_elements = n_elements.filter(|_| accessed.size.is_multiple_of(accessed.n_bytes));
        let (name, size) = (accessed.name.clone(), accessed.size);
        (is_variable && is_known && size > 1).then_some(Extent { name, size, n_elements })
    }
}

fn of_access(replay: &Replay<'_>, access: &Access) -> Option<Accessed> {
    let n_bytes = replay.number(access.n_bytes)?;
    match &access.target {
        AccessTarget::Pointer(pointer) => replay.behind(*pointer, n_bytes, access.usage),
        AccessTarget::Allocated { marked } => replay.allocated(*marked, access.usage),
        AccessTarget::Array { name, size, offset, origin } => Some(Accessed {
            kind: ObjectKind::Variable,
            name: name.clone(),
            size: replay.number(*size)?,
            made: *origin,
            end: None,
            story: Vec::new(),
            release: None,
            usage: access.usage,
            offset: replay.offset(*offset)?,
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
            let story = Vec::new();
            return Some(Accessed {
                kind,
                name,
                size,
                made,
                end: None,
                story,
                release: None,
                usage,
                offset,
                n_bytes,
            });
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

    /// The number of the object that a step has made.
    fn made_at(&self, step: usize) -> Option<u128> {
        self.lives.iter().find(|(_, life)| life.begin == step).map(|(number, _)| *number)
    }

    /// An object that was made at run time.
    fn made(&self, number: u128, (offset, n_bytes): (i64, u64), usage: Usage) -> Option<Accessed> {
        let life = self.lives.get(&number)?;
        if let Some(name) = replay::argument(self.program, &self.lives, number) {
            let (kind, made, end, story) = (ObjectKind::Variable, None, None, Vec::new());
            let size = life.size;
            return Some(Accessed {
                kind,
                name,
                size,
                made,
                end,
                story,
                release: None,
                usage,
                offset,
                n_bytes,
            });
        }
        let (kind, name) = life.named(self.program)?;
        let (size, end) = (life.size, life.end.map(|(_, end)| end));
        let began = if kind == ObjectKind::Allocated { LifeEvent::Allocated } else { LifeEvent::Declared };
        let ended = life.end.map(|(step, end)| (end.event(), step));
        let has_left_scope = matches!(life.end, Some((_, ObjectEnd::Scope(_))));
        let escaped = life.pointed.filter(|_| has_left_scope).map(|step| (LifeEvent::Escaped, step));
        Some(Accessed {
            kind,
            name: name.to_owned(),
            size,
            made: Some(life.made),
            end,
            story: [(began, life.begin)].into_iter().chain(escaped).chain(ended).collect(),
            release: None,
            usage,
            offset,
            n_bytes,
        })
    }
}
