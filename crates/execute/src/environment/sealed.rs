//! An environment of which nothing is known.
//!
//! A program that was translated for a given environment computes exactly what the library fixes: text from numbers, numbers
//! from text, random numbers behind a seed. In this environment it does so, and whatever else it asks for is unknown: what it
//! reads, its arguments, files, the time. Where nothing unknown decides anything, the program has one execution in every
//! environment in which its output arrives.

use faultscope_ir::primitive::NOTES;
use faultscope_ir::{Primitive, Program, Value};

use super::{Environment, Input, Reply, Streams, math, pointer};

/// What results of `<math.h>` are that libraries need not round to the nearest number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inexact {
    /// Not known.
    Unknown,
    /// The nearest number to the true result.
    Nearest,
    /// The number below that.
    Below,
    /// The number above that.
    Above,
}

/// The environment of which nothing is known.
#[derive(Debug)]
pub struct Sealed {
    streams: Streams,
    inexact: Inexact,
    /// Whether a result was one that libraries need not round to the nearest number.
    has_inexact: bool,
    /// Whether random numbers have a beginning that the program has chosen.
    is_seeded: bool,
    /// Whether the number that was scanned last is known.
    is_scanned: bool,
}

impl Sealed {
    /// The environment before the program starts.
    pub fn new(program: &Program, inexact: Inexact) -> Sealed {
        let streams = Streams::new(program, Input::default());
        Sealed { streams, inexact, has_inexact: false, is_seeded: false, is_scanned: false }
    }

    /// Whether a result was one that libraries need not round to the nearest number.
    pub fn has_inexact(&self) -> bool {
        self.has_inexact
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
            | Primitive::NthVariable
            | Primitive::StreamState
            | Primitive::Outside
            | Primitive::Time => false,
            Primitive::Put
            | Primitive::PutInteger
            | Primitive::PutFloat
            | Primitive::Close
            | Primitive::Flush
            | Primitive::Standard
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
        // How the program goes on with a result that the library need not give like this is not known.
        if std::mem::take(&mut self.streams.used_inexact) {
            return self.uncertain(reply);
        }
        reply
    }
}

impl Sealed {
    /// What stands for a result that libraries need not give like this.
    fn uncertain(&mut self, reply: Reply) -> Reply {
        let Reply::Float(format, nearest) = reply else { return Reply::Stop };
        self.has_inexact = true;
        match self.inexact {
            Inexact::Unknown => Reply::Unknown,
            Inexact::Nearest => reply,
            Inexact::Below => Reply::Float(format, math::beside(format, nearest, true)),
            Inexact::Above => Reply::Float(format, math::beside(format, nearest, false)),
        }
    }
}
