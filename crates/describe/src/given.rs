//! What a user gives a program so that it takes the failing execution: arguments, standard input, files, variables of the
//! environment.
//!
//! A search leaves open what functions of the library return. Here the values of the failing execution are put together: what
//! one call after the other reads from a stream is the contents of that stream. A stream is told by the pointer or descriptor
//! that a call is given: one that an opening function returned is a file, any other is standard input.
//!
//! No stream need do what a search takes for possible, such as go on after its end. So this is a proposal;
//! the reproducer is confirmed by an execution with it.

mod literal;
mod scan;

use std::collections::BTreeMap;

use faultscope_frontend::c::{self, LibraryFunction, is_internal};
use faultscope_frontend::print::Values;
use faultscope_ir::program::Language;
use faultscope_ir::{AssumptionKind, Command, OriginId, OriginKind, Program, Step, Symbol, Trace, Value};
use faultscope_report::{Given, GivenFile, GivenVariable};
use faultscope_verify::{ErrorTrace, InputValue};

use scan::{Item, LONG, Scanned, scanned};

/// Functions that return one character, or -1 at the end, with the number of the parameter that is the stream.
const CHARACTERS: [(&str, Option<usize>); 7] = [
    ("getchar", None),
    ("getchar_unlocked", None),
    ("fgetc", Some(0)),
    ("getc", Some(0)),
    ("fgetc_unlocked", Some(0)),
    ("getc_unlocked", Some(0)),
    ("_IO_getc", Some(0)),
];

/// Functions that read a block, the same.
const BLOCKS: [(&str, usize); 5] =
    [("fread", 3), ("fread_unlocked", 3), ("read", 0), ("recv", 0), ("__read_chk", 0)];

/// Functions that read a line, the same.
const LINES: [(&str, usize); 4] = [("fgets", 2), ("fgets_unlocked", 2), ("getline", 2), ("getdelim", 3)];

/// Functions that open a file by its name.
const OPENING: [&str; 4] = ["fopen", "fopen64", "open", "open64"];

/// Functions that read by a format.
const SCANS: [&str; 6] =
    ["scanf", "__isoc99_scanf", "__isoc23_scanf", "fscanf", "__isoc99_fscanf", "__isoc23_fscanf"];

/// The model of a variable of the environment.
const OUTSIDE_VARIABLE: &str = "__fs_outside_variable";

/// The name of a file where its name is an argument that the error does not fix.
const FILE: &str = "input";

/// What the failing execution is given; none where nothing is.
pub(crate) fn given(program: &Program, error: &ErrorTrace, values: &Values<'_>) -> Option<Given> {
    if program.language != Language::C {
        return None;
    }
    let trace = &error.trace;
    let mut first = vec![None; trace.frames.len()];
    let mut last = vec![0; trace.frames.len()];
    for (idx, step) in trace.steps.iter().enumerate() {
        first[step.frame].get_or_insert(idx);
        last[step.frame] = idx;
    }
    let given = Given { arguments: arguments(program, error), ..Given::default() };
    let mut ctx = Ctx { program, trace, values, first, last, given, opened: Vec::new() };
    for call in ctx.calls(error) {
        ctx.add(&call);
    }
    (!ctx.given.is_empty()).then_some(ctx.given)
}

/// A call of a function of the library, with the values from outside in it.
struct Call<'a> {
    function: &'a str,
    /// Its activation, where the function has a model.
    frame: Option<usize>,
    inputs: Vec<&'a InputValue>,
}

/// Where bytes are read from.
#[derive(Clone, Copy)]
enum Stream {
    Stdin,
    /// By its number among the given files.
    File(usize),
}

struct Ctx<'a> {
    program: &'a Program,
    trace: &'a Trace,
    values: &'a Values<'a>,
    /// For each activation its first step, and its last one.
    first: Vec<Option<usize>>,
    last: Vec<usize>,
    given: Given,
    /// What opening functions returned, and which of the given files that is.
    opened: Vec<(Value, usize)>,
}

impl<'a> Ctx<'a> {
    /// The calls, in order.
    fn calls(&self, error: &'a ErrorTrace) -> Vec<Call<'a>> {
        let open = self.program.assumptions.iter().filter(|it| it.kind == AssumptionKind::LeftOpen);
        let open: Vec<OriginId> = open.filter_map(|it| it.origin).collect();
        let mut calls: Vec<Call<'a>> = Vec::new();
        let mut before: Option<&InputValue> = None;
        for input in &error.inputs {
            let origin = self.program.sources.origin(input.origin);
            if origin.kind != OriginKind::Input || open.contains(&input.origin) {
                continue;
            }
            let frame = self.library_frame(self.trace.steps[input.step].frame);
            let function = match frame {
                Some(frame) => self.trace.frames[frame].name.as_str(),
                None => match read_by(&origin.text) {
                    Some(function) => function,
                    None => continue,
                },
            };
            let is_scan = SCANS.contains(&function);
            let continues = |call: &Call<'_>| match frame {
                Some(_) => call.frame == frame,
                // One call gives values one right after the other; the first one may be how many there are.
                None => {
                    is_scan
                        && call.frame.is_none()
                        && origin.place.is_some()
                        && before.is_some_and(|it| {
                            self.program.sources.origin(it.origin).span == origin.span
                                && self.trace.steps[it.step].iterations
                                    == self.trace.steps[input.step].iterations
                        })
                }
            };
            match calls.last_mut().filter(|it| continues(it)) {
                Some(call) => call.inputs.push(input),
                None => calls.push(Call { function, frame, inputs: vec![input] }),
            }
            before = Some(input);
        }
        calls
    }

    /// The activation of the function of the library that the user calls, if one is in it.
    fn library_frame(&self, frame: usize) -> Option<usize> {
        let is_library = |name: &str| is_internal(name) || is_of_library(name);
        let mut at = frame;
        let mut found = None;
        loop {
            let it = &self.trace.frames[at];
            if !is_library(&it.name) || at == 0 {
                return found;
            }
            found = Some(at);
            match it.caller {
                Some((caller, _)) => at = caller,
                None => return found,
            }
        }
    }

    fn add(&mut self, call: &Call<'_>) {
        let numbers: Vec<(u32, i128)> = call.inputs.iter().filter_map(|it| number(&it.value)).collect();
        let Some((_, head)) = numbers.first().copied() else { return };
        let bytes = || numbers.iter().filter(|(size, _)| *size == 1).map(|(_, it)| *it as u8);
        if let Some((_, parameter)) = CHARACTERS.iter().find(|(name, _)| *name == call.function) {
            let stream = self.stream(call, *parameter);
            let byte = u8::try_from(head).ok();
            self.push(stream, byte);
        } else if let Some((_, parameter)) = BLOCKS.iter().find(|(name, _)| *name == call.function) {
            let stream = self.stream(call, Some(*parameter));
            let found = usize::try_from(head).unwrap_or(0);
            self.push(stream, bytes().take(found));
        } else if let Some((_, parameter)) = LINES.iter().find(|(name, _)| *name == call.function) {
            let stream = self.stream(call, Some(*parameter));
            let length = numbers.iter().skip(1).find(|(size, _)| *size > 1);
            let length = length.map_or(usize::MAX, |(_, it)| usize::try_from(*it).unwrap_or(0));
            let line: Vec<u8> = if head == 0 { Vec::new() } else { bytes().take(length).collect() };
            self.push(stream, line);
        } else if call.function == "gets" {
            let line: Vec<u8> = bytes().collect();
            let n = usize::try_from(head).unwrap_or(0).min(line.len());
            let is_there = numbers.get(1).is_some_and(|(_, it)| *it != 0);
            let end = is_there.then_some(b'\n');
            self.push(Stream::Stdin, line[..n].iter().copied().chain(end));
        } else if OPENING.contains(&call.function) {
            self.open(call, if call.function.starts_with('f') { head != 0 } else { head >= 0 });
        } else if SCANS.contains(&call.function) {
            self.scan(call);
        } else if call.frame.is_some_and(|it| self.calls_for_variable(it, call)) {
            self.variable(call, &numbers);
        }
    }

    /// The stream that a call reads from; a parameter says which, if the function has one.
    fn stream(&mut self, call: &Call<'_>, parameter: Option<usize>) -> Stream {
        let stream = parameter.zip(call.frame).and_then(|(idx, frame)| self.parameter(frame, idx));
        match stream.and_then(|(_, it, _)| self.file(&it)) {
            Some(file) => Stream::File(file),
            None => Stream::Stdin,
        }
    }

    fn file(&self, stream: &Value) -> Option<usize> {
        let bits = stream.as_unsigned()?;
        self.opened.iter().rev().find(|(it, _)| it.as_unsigned() == Some(bits)).map(|(_, file)| *file)
    }

    fn push(&mut self, stream: Stream, bytes: impl IntoIterator<Item = u8>) {
        let contents = match stream {
            Stream::Stdin => &mut self.given.stdin,
            Stream::File(file) => &mut self.given.files[file].contents,
        };
        contents.get_or_insert_default().extend(bytes);
    }

    fn open(&mut self, call: &Call<'_>, is_there: bool) {
        let name = call.frame.and_then(|frame| self.parameter(frame, 0)).map(|it| self.text_of(&it));
        let name = match name {
            Some(Named::Text(name)) => name,
            Some(Named::Argument(idx)) => match self.given.arguments.get_mut(idx) {
                Some(argument) => {
                    if !is_file_name(argument) {
                        *argument = FILE.as_bytes().to_vec();
                    }
                    argument.clone()
                }
                None => return,
            },
            Some(Named::Unknown) | None => return,
        };
        let known = self.given.files.iter().position(|it| it.name == name);
        let file = known.unwrap_or_else(|| {
            self.given.files.push(GivenFile { name, contents: None });
            self.given.files.len() - 1
        });
        if is_there {
            self.given.files[file].contents.get_or_insert_default();
        }
        let result = call.frame.and_then(|frame| self.result(frame));
        self.opened.extend(result.filter(|_| is_there).map(|it| (it, file)));
    }

    /// Whether the values of a call are those of a variable of the environment.
    fn calls_for_variable(&self, frame: usize, call: &Call<'_>) -> bool {
        let name = &self.trace.frames[self.trace.steps[call.inputs[0].step].frame].name;
        name == OUTSIDE_VARIABLE && self.trace.frames[frame].name.ends_with("getenv")
    }

    fn variable(&mut self, call: &Call<'_>, numbers: &[(u32, i128)]) {
        let name = call.frame.and_then(|frame| self.parameter(frame, 0)).map(|it| self.text_of(&it));
        let Some(Named::Text(name)) = name else { return };
        let bytes = numbers.iter().filter(|(size, _)| *size == 1).map(|(_, it)| *it as u8);
        let bytes: Vec<u8> = bytes.take_while(|it| *it != 0).collect();
        let is_there = numbers.first().is_some_and(|(_, it)| *it != 0);
        if self.given.variables.iter().all(|it| it.name != name) {
            self.given.variables.push(GivenVariable { name, value: is_there.then_some(bytes) });
        }
    }

    /// The symbol of a parameter of an activation, its value, and the step that assigned it.
    fn parameter(&self, frame: usize, idx: usize) -> Option<(Symbol, Value, usize)> {
        let at = &self.trace.frames[frame];
        let parameters = &self.program.procedure(at.procedure).parameters;
        let wanted = *parameters.get(idx)?;
        let (caller, _) = at.caller?;
        let first = self.first[frame]?;
        // Arguments are assigned one right after the other.
        let before = (0..first).rev().take_while(|it| self.trace.steps[*it].frame == caller);
        let n = parameters.len();
        let found = before.take(n).find(|it| assigns(&self.trace.steps[*it], wanted))?;
        Some((wanted, self.trace.steps[found].value.clone()?, found))
    }

    /// What an activation returned.
    fn result(&self, frame: usize) -> Option<Value> {
        let wanted = *self.program.procedure(self.trace.frames[frame].procedure).results.first()?;
        let range = self.first[frame]?..=self.last[frame];
        let mut steps = self.trace.steps[range].iter().rev();
        steps.find(|it| it.frame == frame && assigns(it, wanted))?.value.clone()
    }

    /// The text that a pointer points to, where that is a literal or an argument.
    fn text_of(&self, (symbol, value, step): &(Symbol, Value, usize)) -> Named {
        let text = self.values.of(*symbol, value, *step);
        if let Some(bytes) = literal::literal_bytes(&text) {
            return Named::Text(bytes);
        }
        let idx = text.strip_prefix("&argv[").and_then(|it| it.strip_suffix("][0]"));
        let idx = idx.or_else(|| text.strip_prefix("argv[").and_then(|it| it.strip_suffix(']')));
        match idx.and_then(|it| it.parse::<usize>().ok()).and_then(|it| it.checked_sub(1)) {
            Some(idx) => Named::Argument(idx),
            None => Named::Unknown,
        }
    }

    /// What a call that reads by a format has read.
    fn scan(&mut self, call: &Call<'_>) {
        let origin = self.program.sources.origin(call.inputs[0].origin);
        let Some(format) = literal::first_literal(&origin.text) else { return };
        // The stream is a variable of the program: it is the only file, or standard input.
        let reads_stdin = !call.function.contains("fscanf")
            || origin.text.split(',').next().is_some_and(|it| it.trim_end().ends_with("stdin"))
            || self.given.files.is_empty();
        let stream = if reads_stdin { Stream::Stdin } else { Stream::File(self.given.files.len() - 1) };
        let read = scanned(&format, &self.items(call), self.before(stream));
        self.push(stream, read);
    }

    /// The last byte of a stream as it is known by now.
    fn before(&self, stream: Stream) -> Option<u8> {
        let contents = match stream {
            Stream::Stdin => &self.given.stdin,
            Stream::File(file) => &self.given.files[file].contents,
        };
        contents.as_ref().and_then(|it| it.last().copied())
    }

    /// The items that a call has read, and how many it says.
    fn items(&self, call: &Call<'_>) -> Scanned {
        let mut scanned = Scanned::default();
        let mut length = None;
        let mut place: Option<&str> = None;
        for input in &call.inputs {
            let Some((size, value)) = number(&input.value) else { continue };
            match self.program.sources.origin(input.origin).place.as_deref() {
                None => scanned.result = Some(value as i32),
                Some("length") => length = usize::try_from(value).ok(),
                Some("the input fits") => scanned.items.push(Item::Text(vec![b'A'; LONG])),
                this => {
                    match scanned.items.last_mut() {
                        Some(Item::Text(bytes)) if place == this && size == 1 => bytes.push(value as u8),
                        _ if size == 1 => scanned.items.push(Item::Text(vec![value as u8])),
                        _ => scanned.items.push(match &input.value {
                            Value::Float(format, bits) => {
                                Item::Float(faultscope_ir::float::to_double(*format, *bits))
                            }
                            _ => Item::Number(value, input.value.as_unsigned().unwrap_or_default()),
                        }),
                    }
                    if let (Some(n), Some(Item::Text(bytes))) = (length, scanned.items.last_mut()) {
                        bytes.truncate(n);
                    }
                }
            }
            let this = self.program.sources.origin(input.origin).place.as_deref();
            if place != this && this != Some("length") {
                place = this;
            }
        }
        scanned
    }
}

/// What a name points to.
enum Named {
    Text(Vec<u8>),
    /// The number of an argument, from 0.
    Argument(usize),
    Unknown,
}

/// Whether an argument can be the name of a file in a folder.
fn is_file_name(argument: &[u8]) -> bool {
    let is_plain = |it: &u8| it.is_ascii_alphanumeric() || b"._-".contains(it);
    !argument.is_empty() && argument.iter().all(is_plain) && !argument.starts_with(b".")
}

/// The function that an input without a model comes from.
fn read_by(text: &str) -> Option<&'static str> {
    let calls = |name: &&str| {
        text.match_indices(*name).any(|(at, _)| {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let rest = text[at + name.len()..].trim_start();
            rest.starts_with('(') && !text[..at].chars().next_back().is_some_and(is_name)
        })
    };
    returning_characters().chain(SCANS).find(calls)
}

/// The functions that return a character.
pub(crate) fn returning_characters() -> impl Iterator<Item = &'static str> {
    CHARACTERS.iter().map(|(name, _)| *name)
}

/// Whether this is a function of the library that has a model.
pub(crate) fn is_of_library(function: &str) -> bool {
    matches!(c::library_function(function), Some(LibraryFunction::Modelled(_)))
}

/// The size of a value in bytes, and the value with its sign if it is longer than a byte.
fn number(value: &Value) -> Option<(u32, i128)> {
    match value {
        Value::Bits(8, bits) => Some((1, *bits as i128)),
        Value::Bits(width, _) => Some((width.div_ceil(8), value.as_signed()?)),
        Value::Float(format, bits) => Some((format.width().div_ceil(8), *bits as i128)),
        Value::Bool(truth) => Some((1, i128::from(*truth))),
        _ => None,
    }
}

fn assigns(step: &Step, variable: Symbol) -> bool {
    matches!(&*step.command, Command::Assign { target, .. } if target.variable == variable && target.path.is_empty())
}

/// The arguments behind the program's name, where `main` has them.
fn arguments(program: &Program, error: &ErrorTrace) -> Vec<Vec<u8>> {
    let object = |name: &str| program.objects.iter().find(|it| it.name == name);
    let Some(vector) = object("argv") else { return counted(program, error) };
    let strings: Vec<_> = (1..).map_while(|idx| object(&format!("argv[{idx}]"))).collect();
    // What is in memory when the program is called.
    let mut cells: BTreeMap<u128, Value> = BTreeMap::new();
    let mut whole: BTreeMap<Symbol, Value> = BTreeMap::new();
    let mut memory = None;
    for step in error.trace.steps.iter().take_while(|it| it.frame == 0) {
        let (Some(target), Some(value)) = (step.command.target(), &step.value) else { continue };
        match target.path.as_slice() {
            [] => {
                whole.insert(target.variable, value.clone());
            }
            [index] => {
                let Some(address) = index.as_value().and_then(Value::as_unsigned) else { continue };
                let is_string =
                    strings.iter().any(|it| (it.base..it.base + u128::from(it.size)).contains(&address));
                if is_string && matches!(value, Value::Bits(8, _)) {
                    memory = Some(target.variable);
                    cells.insert(address, value.clone());
                } else if (vector.base..vector.base + u128::from(vector.size)).contains(&address) {
                    cells.insert(address, value.clone());
                }
            }
            _ => {}
        }
    }
    let pointers = cells.range(vector.base..vector.base + u128::from(vector.size));
    let is_there = |value: &Value| value.as_unsigned().is_some_and(|it| it != 0);
    let n = pointers.skip(1).take_while(|(_, value)| is_there(value)).count();
    let width = memory.and_then(|it: Symbol| it.sort().array_sorts()?.0.bit_width());
    let contents = memory.and_then(|it| whole.get(&it)).and_then(Value::as_array);
    let byte = |address: u128| {
        let known = cells.get(&address).and_then(Value::as_unsigned);
        let of_array = || contents?.get(&Value::bits(width?, address)).as_unsigned();
        known.or_else(of_array).unwrap_or_default() as u8
    };
    let text = |base: u128, size: u64| -> Vec<u8> {
        (0..u128::from(size)).map(|at| byte(base + at)).take_while(|it| *it != 0).collect()
    };
    strings.iter().take(n).map(|it| text(it.base, it.size)).collect()
}

/// As many arguments as `main` counts, where it has no others.
fn counted(program: &Program, error: &ErrorTrace) -> Vec<Vec<u8>> {
    let is_main = error.trace.frames.get(1).is_some_and(|it| it.name == "main");
    let of_main = |it: &&InputValue| {
        error.trace.steps[it.step].frame == 0 && program.sources.origin(it.origin).kind == OriginKind::Input
    };
    let count = error.inputs.iter().find(of_main).filter(|_| is_main);
    let count = count.and_then(|it| it.value.as_signed()).and_then(|it| usize::try_from(it - 1).ok());
    vec![Vec::new(); count.unwrap_or(0).min(MAX_COUNTED)]
}

/// So many arguments are given at most where only their number matters.
const MAX_COUNTED: usize = 1000;
