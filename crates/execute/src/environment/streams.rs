//! An environment of bytes.

use std::collections::BTreeMap;

use faultscope_ir::primitive::{ERRORS, NOTES};
use faultscope_ir::{FloatFormat, Primitive, Program, Sort, Symbol, Value};

use super::files::{Files, NO_SUCH_FILE, OpenFile};
use super::literal::Literal;
use super::print::Form;
use super::random::Random;
use super::scan::{self, Source};
use super::{Environment, Reply, double, float, math, number, pointer};
use crate::limits::MAX_OUTPUT;

/// What the program is given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Input {
    /// Standard input.
    pub stdin: Vec<u8>,
    /// The arguments, without the program's name.
    pub arguments: Vec<Vec<u8>>,
    /// The variables of the environment.
    pub variables: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The files that there are.
    pub files: Files,
    /// The values of `__VERIFIER_nondet_…`, in the order of the calls; zero behind them.
    pub values: Option<Vec<i128>>,
}

/// How the program has ended, as far as the environment knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With a status.
    Status(i32),
    /// With a status that is not known.
    UnknownStatus,
    /// By `abort`.
    Aborted,
    /// It went past where the environment was asked to end it.
    Stopped,
    /// It has done something that no execution can follow: printing by a format that is no literal, or reading by one.
    Unknown,
    /// It has written more than a program may.
    TooMuchOutput,
}

/// The name of the program, as it gets it.
const PROGRAM_NAME: &[u8] = b"program";

/// The time, which stands still: a moment in 2001.
const TIME: i128 = 1_000_000_000;

/// An environment in which input is bytes, and output is kept.
#[derive(Debug, Clone)]
pub struct Streams {
    input: Input,
    /// How many bytes of standard input have been taken.
    at: usize,
    is_at_end: bool,
    /// What was put back into standard input, the next byte last.
    put_back: Vec<u8>,
    /// What was written to standard output.
    pub stdout: Vec<u8>,
    /// What was written to standard error.
    pub stderr: Vec<u8>,
    /// How the program has ended, if it has.
    pub end: Option<End>,
    /// Whether the program has got a number that a C library need not give: the nearest one to a result of `<math.h>` that is no
    /// number of its format, where libraries may give one beside it; or a number of which C says no more than its sign, as of
    /// `strcmp`, which compilers compute themselves. What follows from it is not what every library does.
    pub used_inexact: bool,
    /// Whether the program has taken random numbers before it said where they begin: C and the GNU library say which these are, and
    /// programs take them for any.
    pub used_unseeded: bool,
    /// Standard input, output and error, where the program has them as objects.
    standard: [Option<u128>; 3],
    /// The files that standard output and standard error go to, where the program says so.
    redirected: [Option<OpenFile>; 2],
    open: BTreeMap<u128, OpenFile>,
    /// Whether `stdio` may have read ahead of standard input.
    reads_ahead: bool,
    /// Whether `stdio` may hold back what was written to standard output.
    holds_back: bool,
    /// Whether the program says that it never does.
    is_unbuffered: bool,
    notes: Vec<u8>,
    /// How many bytes of the notes have been taken.
    notes_at: usize,
    are_notes_at_end: bool,
    notes_put_back: Vec<u8>,
    scanned: i128,
    scanned_float: Literal,
    random: Random,
    is_seeded: bool,
    n_values: usize,
    /// The execution ends before standard output has more bytes than this.
    max_output: usize,
    /// Where in standard output begins what was written last.
    last_write: usize,
}

/// What a pointer is a stream of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stream {
    Input,
    Output,
    Error,
    Notes,
    File(u128),
}

impl Streams {
    /// An environment before the program starts.
    pub fn new(program: &Program, input: Input) -> Streams {
        let object = |name: &str| program.objects.iter().find(|it| it.name == name).map(|it| it.base);
        Streams {
            input,
            at: 0,
            is_at_end: false,
            put_back: Vec::new(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            end: None,
            used_inexact: false,
            used_unseeded: false,
            is_seeded: false,
            standard: [object("*stdin"), object("*stdout"), object("*stderr")],
            redirected: [None, None],
            open: BTreeMap::new(),
            reads_ahead: false,
            holds_back: false,
            is_unbuffered: false,
            notes: Vec::new(),
            notes_at: 0,
            are_notes_at_end: false,
            notes_put_back: Vec::new(),
            scanned: 0,
            scanned_float: Literal::zero(),
            random: Random::new(1),
            n_values: 0,
            max_output: MAX_OUTPUT,
            last_write: 0,
        }
    }

    /// Ends the execution with the first write behind so many bytes of standard output, which is the last.
    pub fn stopping_behind(mut self, n_bytes: usize) -> Streams {
        self.max_output = n_bytes;
        self
    }

    /// Whether what comes next is the same as in another environment. What was written to standard output and to standard error
    /// counts where the program can ask for it.
    pub(crate) fn goes_on_as(&self, other: &Streams, is_output_seen: bool) -> bool {
        let output = |it: &Streams| is_output_seen.then_some((it.stdout.len(), it.stderr.len()));
        output(self) == output(other)
            && self.at == other.at
            && self.is_at_end == other.is_at_end
            && self.put_back == other.put_back
            && self.redirected == other.redirected
            && self.open == other.open
            && self.reads_ahead == other.reads_ahead
            && self.holds_back == other.holds_back
            && self.is_unbuffered == other.is_unbuffered
            && self.notes == other.notes
            && self.notes_at == other.notes_at
            && self.are_notes_at_end == other.are_notes_at_end
            && self.notes_put_back == other.notes_put_back
            && self.scanned == other.scanned
            && self.scanned_float == other.scanned_float
            && self.random == other.random
            && self.is_seeded == other.is_seeded
            && self.n_values == other.n_values
            && self.input == other.input
    }

    /// Where in standard output begins what was written last.
    pub fn last_write(&self) -> usize {
        self.last_write
    }

    /// What a pointer is a stream of; null is standard input for reading, and standard output for writing.
    fn stream(&self, pointer: u128, writes: bool) -> Stream {
        match pointer {
            0 if writes => Stream::Output,
            0 => Stream::Input,
            NOTES => Stream::Notes,
            ERRORS => Stream::Error,
            _ if self.standard[0] == Some(pointer) => Stream::Input,
            _ if self.standard[1] == Some(pointer) => Stream::Output,
            _ if self.standard[2] == Some(pointer) => Stream::Error,
            _ => Stream::File(pointer),
        }
    }

    fn put(&mut self, stream: u128, text: &[u8]) -> Reply {
        let kind = self.stream(stream, true);
        let redirected = match kind {
            Stream::Output => self.redirected[0].as_mut(),
            Stream::Error => self.redirected[1].as_mut(),
            _ => None,
        };
        if let Some(file) = redirected {
            text.iter().for_each(|byte| file.put(&mut self.input.files, *byte));
            return Reply::Number(text.len() as i128);
        }
        match kind {
            Stream::Output => {
                self.holds_back = !self.is_unbuffered;
                self.last_write = self.stdout.len();
                self.stdout.extend_from_slice(text);
            }
            Stream::Error => self.stderr.extend_from_slice(text),
            Stream::Notes => self.notes.extend_from_slice(text),
            Stream::Input => return Reply::Number(-1),
            Stream::File(file) => {
                let Some(file) = self.open.get_mut(&file) else { return Reply::Number(-1) };
                text.iter().for_each(|byte| file.put(&mut self.input.files, *byte));
            }
        }
        if self.stdout.len() > self.max_output {
            let is_own = self.max_output == MAX_OUTPUT;
            return self.stop(if is_own { End::TooMuchOutput } else { End::Stopped });
        }
        if self.stderr.len() > MAX_OUTPUT {
            return self.stop(End::TooMuchOutput);
        }
        Reply::Number(text.len() as i128)
    }

    fn stop(&mut self, end: End) -> Reply {
        self.end = Some(end);
        Reply::Stop
    }

    fn source(&mut self, stream: u128) -> Bytes<'_> {
        self.reads_ahead |= self.stream(stream, false) == Stream::Input;
        let (text, at, is_at_end, put_back) = match self.stream(stream, false) {
            Stream::Input => (Some(&self.input.stdin), &mut self.at, &mut self.is_at_end, &mut self.put_back),
            Stream::File(file) if self.open.contains_key(&file) => {
                let file = self.open.entry(file).or_insert_with(|| unreachable!("it is there"));
                let text = self.input.files.get(&file.name);
                (text, &mut file.at, &mut file.is_at_end, &mut file.put_back)
            }
            _ => {
                let at = &mut self.notes_at;
                (Some(&self.notes), at, &mut self.are_notes_at_end, &mut self.notes_put_back)
            }
        };
        Bytes { text: text.map_or(&[], Vec::as_slice), at, is_at_end, put_back }
    }

    /// Takes a number from the beginning of a text, as `strtod` does.
    fn scan_beginning(&mut self, stream: u128) -> bool {
        let source = self.source(stream);
        let text = source.text.get(*source.at..).unwrap_or_default();
        match Literal::beginning(text) {
            Some((literal, length)) => {
                *source.at += length;
                self.scanned_float = literal;
                true
            }
            None => false,
        }
    }

    /// A function of `<math.h>`.
    fn compute(&mut self, function: i128, arguments: &[Value]) -> Reply {
        let (Some((format, x)), Some((_, y))) = (float(arguments, 1), float(arguments, 2)) else {
            return self.stop(End::Unknown);
        };
        match math::apply(function, format, x, y) {
            Some(computed) => {
                self.used_inexact |= !computed.is_certain;
                Reply::Float(format, computed.bits)
            }
            None => self.stop(End::Unknown),
        }
    }

    fn names(&self) -> Vec<Vec<u8>> {
        self.notes.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect()
    }

    fn open(&mut self, stream: u128) -> Reply {
        let names = self.names();
        let [name, mode, ..] = names.as_slice() else { return Reply::Number(NO_SUCH_FILE) };
        if self.standard.contains(&Some(stream)) {
            return self.reopen(stream, name, mode);
        }
        match OpenFile::open(&mut self.input.files, name, mode) {
            Ok(file) => {
                self.open.insert(stream, file);
                Reply::Number(0)
            }
            Err(wrong) => Reply::Number(wrong),
        }
    }

    /// Makes a standard stream one of a file.
    fn reopen(&mut self, stream: u128, name: &[u8], mode: &[u8]) -> Reply {
        let idx = self.standard.iter().position(|it| *it == Some(stream)).unwrap_or_default();
        if (idx == 0) != (mode.first() == Some(&b'r')) {
            return self.stop(End::Unknown);
        }
        match OpenFile::open(&mut self.input.files, name, mode) {
            Ok(_) if idx == 0 => {
                self.input.stdin = self.input.files.get(name).cloned().unwrap_or_default();
                (self.at, self.is_at_end) = (0, false);
                self.put_back.clear();
                Reply::Number(0)
            }
            Ok(file) => {
                self.redirected[idx - 1] = Some(file);
                Reply::Number(0)
            }
            Err(wrong) => Reply::Number(wrong),
        }
    }

    fn flush(&mut self, stream: u128, how: i128) {
        match (how, self.stream(stream, how != 0)) {
            (0, Stream::Input) => self.reads_ahead = false,
            (1, Stream::Output) => self.holds_back = false,
            (2, Stream::Output) => self.is_unbuffered = true,
            _ => {}
        }
    }

    fn position(&self, stream: u128) -> i128 {
        match self.stream(stream, false) {
            Stream::Input => self.at as i128 - self.put_back.len() as i128,
            Stream::Output => self.stdout.len() as i128,
            Stream::Error => self.stderr.len() as i128,
            Stream::Notes => self.notes_at as i128,
            Stream::File(file) => self.open.get(&file).map_or(-1, OpenFile::position),
        }
    }

    fn seek(&mut self, stream: u128, offset: i128, whence: i128) -> bool {
        match self.stream(stream, false) {
            Stream::Input => {
                let base = match whence {
                    0 => 0,
                    1 => self.position(stream),
                    _ => self.input.stdin.len() as i128,
                };
                let Ok(at) = usize::try_from(base + offset) else { return false };
                (self.at, self.is_at_end) = (at, false);
                self.put_back.clear();
                true
            }
            Stream::File(file) => {
                self.open.get_mut(&file).is_some_and(|file| file.seek(&self.input.files, offset, whence))
            }
            Stream::Output | Stream::Error | Stream::Notes => false,
        }
    }

    fn is_at_end(&mut self, stream: u128) -> bool {
        *self.source(stream).is_at_end
    }

    fn argument(&self, argument: i128, index: i128) -> i128 {
        let text = match usize::try_from(argument) {
            Ok(0) => Some(PROGRAM_NAME),
            Ok(argument) => self.input.arguments.get(argument - 1).map(Vec::as_slice),
            Err(_) => None,
        };
        byte(text.unwrap_or_default(), index)
    }

    fn variable(&mut self) -> i128 {
        let name = self.names().swap_remove(0);
        let Some(value) = self.input.variables.get(&name) else { return 0 };
        self.notes.clone_from(value);
        1
    }

    fn nth_variable(&mut self, number: i128) -> i128 {
        let variable = usize::try_from(number).ok().and_then(|it| self.input.variables.iter().nth(it));
        let Some((name, value)) = variable else { return 0 };
        self.notes = [name, value].map(Vec::as_slice).join(&b'=');
        1
    }
}

/// A byte of a text, or -1.
fn byte(text: &[u8], index: i128) -> i128 {
    usize::try_from(index).ok().and_then(|index| text.get(index)).map_or(-1, |byte| i128::from(*byte))
}

/// What is left of a text that is read.
struct Bytes<'a> {
    text: &'a [u8],
    at: &'a mut usize,
    is_at_end: &'a mut bool,
    /// What is read before it, the next byte last.
    put_back: &'a mut Vec<u8>,
}

impl Bytes<'_> {
    /// Puts a byte before what is left: the one that was read last stands there already.
    fn unget(&mut self, byte: u8) {
        *self.is_at_end = false;
        let last = self.at.checked_sub(1).filter(|_| self.put_back.is_empty());
        match last {
            Some(last) if self.text.get(last) == Some(&byte) => *self.at = last,
            _ => self.put_back.push(byte),
        }
    }
}

impl Source for Bytes<'_> {
    fn peek(&mut self) -> Option<u8> {
        let next = self.put_back.last().or_else(|| self.text.get(*self.at)).copied();
        *self.is_at_end |= next.is_none();
        next
    }

    fn skip(&mut self) {
        if self.put_back.pop().is_none() {
            *self.at += 1;
        }
    }
}

impl Environment for Streams {
    fn perform(&mut self, primitive: Primitive, arguments: &[Value]) -> Reply {
        let number = |idx: usize| number(arguments, idx);
        let stream = pointer(arguments, 0);
        let form = || Form::new(number(2), number(3), number(4));
        let reply = match primitive {
            Primitive::Put => match self.put(stream, &[number(1) as u8]) {
                Reply::Number(1) => number(1),
                other => return other,
            },
            Primitive::PutInteger => return self.put(stream, form().integer(number(1) as i64).as_bytes()),
            Primitive::PutFloat => {
                // A NaN has a sign on machines, which is printed, and none here.
                self.used_inexact |= double(arguments, 1).is_nan();
                let text = match arguments.get(1) {
                    Some(Value::Float(FloatFormat::EXTENDED, bits)) => form().long_float(*bits),
                    _ => form().float(double(arguments, 1)),
                };
                return self.put(stream, text.as_bytes());
            }
            Primitive::Get => {
                let mut source = self.source(stream);
                let next = source.peek();
                if next.is_some() {
                    source.skip();
                }
                next.map_or(-1, i128::from)
            }
            Primitive::Unget => {
                let is_read = match self.stream(stream, false) {
                    Stream::Input | Stream::Notes => true,
                    Stream::File(file) => self.open.contains_key(&file),
                    Stream::Output | Stream::Error => false,
                };
                match u8::try_from(number(1)) {
                    Ok(byte) if is_read => {
                        self.source(stream).unget(byte);
                        number(1)
                    }
                    _ => -1,
                }
            }
            Primitive::ScanInteger => {
                let scanned =
                    scan::integer(&mut self.source(stream), number(1), number(2), number(3), number(4) != 0);
                self.used_inexact |= !scanned.is_certain;
                scanned.keep_in(&mut self.scanned)
            }
            Primitive::Scanned => self.scanned,
            Primitive::ScannedRange => {
                let rounded = self.scanned_float.rounded(format_of(number(0)));
                (rounded.overflows || rounded.underflows).into()
            }
            Primitive::ScanFloat if number(1) < 0 => self.scan_beginning(stream).into(),
            Primitive::ScanFloat => {
                let scanned = scan::float(&mut self.source(stream), number(1));
                self.used_inexact |= !scanned.is_certain;
                scanned.keep_in(&mut self.scanned_float)
            }
            Primitive::ScannedFloat => {
                let format = format_of(number(0));
                return Reply::Float(format, self.scanned_float.rounded(format).bits);
            }
            Primitive::Position => self.position(stream),
            Primitive::Seek => i128::from(self.seek(stream, number(1), number(2))) - 1,
            Primitive::AtEnd => self.is_at_end(stream).into(),
            Primitive::ClearEnd => {
                *self.source(stream).is_at_end = false;
                0
            }
            Primitive::Open => return self.open(stream),
            Primitive::Close => {
                self.open.remove(&stream);
                0
            }
            Primitive::Remove => {
                let name = self.names().swap_remove(0);
                if self.input.files.remove(&name).is_some() { 0 } else { NO_SUCH_FILE }
            }
            Primitive::Flush => {
                self.flush(stream, number(1));
                0
            }
            Primitive::StreamState => match number(0) {
                0 => self.reads_ahead.into(),
                1 => self.holds_back.into(),
                _ => 0,
            },
            Primitive::Standard => match self.stream(stream, true) {
                Stream::Input => 0,
                Stream::Output => 1,
                Stream::Error => 2,
                Stream::Notes | Stream::File(_) => -1,
            },
            Primitive::ClearNotes => {
                self.notes.clear();
                self.notes_put_back.clear();
                (self.notes_at, self.are_notes_at_end) = (0, false);
                0
            }
            Primitive::Noted => byte(&self.notes, number(0)),
            Primitive::CountNotes => self.notes.len() as i128,
            Primitive::CountArguments => self.input.arguments.len() as i128 + 1,
            Primitive::Argument => self.argument(number(0), number(1)),
            Primitive::Variable => self.variable(),
            Primitive::NthVariable => self.nth_variable(number(0)),
            Primitive::Time => TIME,
            Primitive::Seed => {
                self.random = Random::new(number(0) as u32);
                self.is_seeded = true;
                0
            }
            Primitive::Random => {
                self.used_unseeded |= !self.is_seeded;
                self.random.next().into()
            }
            Primitive::Math => return self.compute(number(0), arguments),
            Primitive::Exit => {
                self.end = Some(match arguments.is_empty() {
                    true => End::UnknownStatus,
                    false => End::Status(number(0) as i32 & 0xff),
                });
                0
            }
            Primitive::Abort => {
                self.end = Some(End::Aborted);
                0
            }
            Primitive::Unknown | Primitive::Outside => return self.stop(End::Unknown),
            Primitive::Uncertain => {
                self.used_inexact = true;
                0
            }
        };
        Reply::Number(reply)
    }

    fn input(&mut self, _variable: Symbol, sort: Sort) -> Option<Value> {
        let values = self.input.values.as_ref()?;
        let value = values.get(self.n_values).copied().unwrap_or_default();
        self.n_values += 1;
        Reply::Number(value).value(sort)
    }
}

/// The format of so many bits.
fn format_of(bits: i128) -> FloatFormat {
    match bits {
        32 => FloatFormat::SINGLE,
        80 => FloatFormat::EXTENDED,
        _ => FloatFormat::DOUBLE,
    }
}
