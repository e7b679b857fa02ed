//! Pointers of an execution in terms of the program: `&a[3]`, `"text"`, the object of `malloc(n)`, line 8.
//!
//! A pointer's value is the number of an object and an offset, which mean nothing to the user. Objects with a fixed number are
//! those that the program names. The others are looked up among those that were made on the trace, and called by what has
//! made them; where that has made several, by which of them they are.

use faultscope_ir::index::IndexMap;
use faultscope_ir::{MemoryObject, ObjectKind, OriginId, Program, Span, Symbol, Trace, Value};

use super::replay::{self, Life, ObjectEnd, Replay};

/// The objects of a trace, by their numbers.
#[derive(Debug)]
pub struct Pointers {
    lives: IndexMap<u128, Life>,
    /// Where the error is; lines are in this file unless something else is said.
    usual: Span,
}

impl Pointers {
    /// The objects of a trace. `initial` has the values of variables that it reads before it assigns them.
    pub fn of(program: &Program, trace: &Trace, initial: &[(Symbol, Value)]) -> Pointers {
        let usual = program.sources.origin(program.check(trace.check).origin).span;
        Pointers { lives: Replay::of(program, trace, initial).lives, usual }
    }

    /// What a pointer points to when a step has been executed.
    pub fn text(&self, program: &Program, pointer: &Value, step: usize) -> String {
        let found = replay::split(pointer);
        match found.and_then(|(number, offset)| Some((number, offset, self.lives.get(&number)?))) {
            Some((number, offset, life)) => self.made(program, number, life, offset, step),
            None => text(program, pointer),
        }
    }

    fn made(&self, program: &Program, number: u128, life: &Life, offset: i64, step: usize) -> String {
        if let Some(name) = replay::argument(program, &self.lives, number) {
            return match offset {
                0 => name,
                // The elements of a text are bytes.
                1.. if name != "argv" => format!("{name} + {offset}"),
                _ => bytes(&name, offset),
            };
        }
        let Some((kind, name)) = life.named(program) else { return NOTHING.to_owned() };
        let which = self.which(number, life.made);
        let mut text = match kind {
            ObjectKind::Allocated => self.allocated(program, life, which.as_deref(), offset),
            _ => {
                let element_size = program.memory.element_sizes.get(&life.made).copied();
                Named { kind, name, size: life.size, element_size: element_size.unwrap_or(life.size) }
                    .at(offset)
            }
        };
        if let Some(which) = which.filter(|_| kind != ObjectKind::Allocated) {
            text += &format!(" (the {which} {name})");
        }
        if offset < 0 || offset.unsigned_abs() > life.size {
            text += OUTSIDE;
        }
        match life.end.filter(|(end, _)| *end <= step) {
            Some((_, ObjectEnd::Freed(_))) => text + ", freed",
            Some((_, ObjectEnd::Scope(_))) => text + ", whose scope has ended",
            None => text,
        }
    }

    /// `the object of malloc(n), line 8`, `the second object of malloc(n), line 8 + 4 bytes`.
    fn allocated(&self, program: &Program, life: &Life, which: Option<&str>, offset: i64) -> String {
        let origin = program.sources.origin(life.made);
        let which = which.map(|which| format!("{which} ")).unwrap_or_default();
        let place = match origin.span.file == self.usual.file {
            true => format!("line {}", origin.span.line),
            false => format!("{}:{}", program.sources.file(origin.span.file).name, origin.span.line),
        };
        let sign = if offset < 0 { '-' } else { '+' };
        let offset = match offset.unsigned_abs() {
            0 => String::new(),
            1 => format!(" {sign} 1 byte"),
            n => format!(" {sign} {n} bytes"),
        };
        format!("the {which}object of {}, {place}{offset}", origin.text)
    }

    /// Which of several objects that were made at one place.
    fn which(&self, number: u128, made: OriginId) -> Option<String> {
        let alike: Vec<u128> =
            self.lives.iter().filter(|(_, life)| life.made == made).map(|(number, _)| *number).collect();
        let at = alike.iter().position(|it| *it == number).filter(|_| alike.len() > 1)?;
        Some(match at {
            0 => "first".to_owned(),
            1 => "second".to_owned(),
            2 => "third".to_owned(),
            at => format!("{}th", at + 1),
        })
    }
}

/// What is said of a pointer to no object that was made so far.
const NOTHING: &str = "a pointer to no object";

/// What is said of a pointer that is neither in its object nor right behind it.
const OUTSIDE: &str = ", outside of it";

/// What a pointer points to, as far as that is the same in all executions.
pub(super) fn text(program: &Program, pointer: &Value) -> String {
    let Value::Bits(width, bits) = pointer else { return pointer.to_string() };
    if let Some(text) = address(program, *bits) {
        return text;
    }
    let Some((number, offset)) = replay::split(pointer) else { return NOTHING.to_owned() };
    if number == 0 {
        return format!("(void *) {bits:#x}");
    }
    let Some(object) = replay::fixed(program, width - super::types::OBJECT_BITS, number) else {
        return NOTHING.to_owned();
    };
    let name = replay::fixed_name(program, object);
    let (kind, size, element_size) = (object.kind, object.size, object.element_size);
    let text = Named { kind, name, size, element_size }.at(offset);
    if offset < 0 || offset.unsigned_abs() > size { text + OUTSIDE } else { text }
}

/// An address as an expression of the source: `NULL`, `&x`, `&a[2]`, a function's name, a string literal.
pub(super) fn address(program: &Program, address: u128) -> Option<String> {
    if address == 0 {
        return Some("NULL".to_owned());
    }
    let (object, offset) = object_at(program, address)?;
    let MemoryObject { kind, size, element_size, .. } = *object;
    let is_whole = offset.is_multiple_of(element_size.max(1));
    let is_inside = offset < size || (kind == ObjectKind::Function && offset == 0);
    let named = Named { kind, name: &object.name, size, element_size };
    (is_whole && is_inside).then(|| i64::try_from(offset).ok().map(|offset| named.at(offset)))?
}

/// The last object that starts at an address or before it, and how far behind its start the address is.
pub(super) fn object_at(program: &Program, address: u128) -> Option<(&MemoryObject, u64)> {
    let object = program.objects.iter().rev().find(|it| it.base <= address)?;
    Some((object, u64::try_from(address - object.base).ok()?))
}

/// An object that the program names.
struct Named<'a> {
    kind: ObjectKind,
    name: &'a str,
    size: u64,
    /// Of an array the size of an element, else its own.
    element_size: u64,
}

impl Named<'_> {
    /// A pointer to a byte of it, as an expression.
    fn at(&self, offset: i64) -> String {
        let element = i64::try_from(self.element_size).unwrap_or(i64::MAX).max(1);
        let is_array = self.element_size < self.size;
        let name = self.name;
        // What the standard library's streams point to has no name.
        match (self.kind, name.strip_prefix('*')) {
            (ObjectKind::Literal | ObjectKind::Function, _) if offset == 0 => name.to_owned(),
            (_, Some(stream)) if offset == 0 => stream.to_owned(),
            (ObjectKind::Function, _) => bytes(name, offset),
            _ if is_array && offset % element == 0 => format!("&{name}[{}]", offset / element),
            _ if is_array => bytes(name, offset),
            _ if offset == 0 => format!("&{name}"),
            _ => bytes(&format!("&{name}"), offset),
        }
    }
}

/// `(char *) p + 4`.
fn bytes(pointer: &str, offset: i64) -> String {
    let sign = if offset < 0 { '-' } else { '+' };
    format!("(char *) {pointer} {sign} {}", offset.unsigned_abs())
}
