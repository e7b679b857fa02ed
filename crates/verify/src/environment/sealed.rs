//! An environment of which nothing is known.
//!
//! A program that was translated for a given environment computes exactly what the library fixes: text from numbers, numbers
//! from text, random numbers behind a seed. In this environment it does so, and whatever else it asks for is unknown: what it
//! reads, its arguments, files, the time. Where nothing unknown decides anything, the program has one execution in every
//! environment in which its output arrives.

use faultscope_ir::primitive::NOTES;
use faultscope_ir::{Primitive, Program, Value};

use super::{Environment, Input, Reply, Streams, pointer};

/// The environment of which nothing is known.
#[derive(Debug)]
pub struct Sealed {
    streams: Streams,
    /// Whether random numbers have a beginning that the program has chosen.
    is_seeded: bool,
    /// Whether the number that was scanned last is known.
    is_scanned: bool,
}

impl Sealed {
    /// The environment before the program starts.
    pub fn new(program: &Program) -> Sealed {
        Sealed { streams: Streams::new(program, Input::default()), is_seeded: false, is_scanned: false }
    }

    /// Whether the program has written something.
    pub fn has_output(&self) -> bool {
        !self.streams.stdout.is_empty() || !self.streams.stderr.is_empty()
    }

    /// How the program has ended, if it has.
    pub fn end(&self) -> Option<super::End> {
        self.streams.end
    }

    /// Whether the answer to a primitive is fixed by what the program did.
    fn is_known(&mut self, primitive: Primitive, arguments: &[Value]) -> bool {
        let is_own = pointer(arguments, 0) == NOTES;
        match primitive {
            Primitive::ScanInteger | Primitive::ScanFloat => {
                self.is_scanned = is_own;
                is_own
            }
            Primitive::Scanned | Primitive::ScannedFloat | Primitive::ScannedRange => self.is_scanned,
            Primitive::Get
            | Primitive::Unget
            | Primitive::Position
            | Primitive::Seek
            | Primitive::AtEnd
            | Primitive::ClearEnd => is_own,
            Primitive::Seed => {
                self.is_seeded = true;
                true
            }
            Primitive::Random => self.is_seeded,
            Primitive::Open
            | Primitive::Remove
            | Primitive::CountArguments
            | Primitive::Argument
            | Primitive::Variable
            | Primitive::Time => false,
            Primitive::Put
            | Primitive::PutInteger
            | Primitive::PutFloat
            | Primitive::Close
            | Primitive::ClearNotes
            | Primitive::Noted
            | Primitive::CountNotes
            | Primitive::Math
            | Primitive::Uncertain
            | Primitive::Exit
            | Primitive::Abort
            | Primitive::Unknown => true,
        }
    }
}

impl Environment for Sealed {
    fn perform(&mut self, primitive: Primitive, arguments: &[Value]) -> Reply {
        if !self.is_known(primitive, arguments) {
            return Reply::Unknown;
        }
        let reply = self.streams.perform(primitive, arguments);
        // A number that the library need not give like this is not known, and how the program goes on with one neither.
        match std::mem::take(&mut self.streams.used_inexact) {
            true if primitive == Primitive::Math => Reply::Unknown,
            true => Reply::Stop,
            false => reply,
        }
    }
}
