//! Primitives: procedures through which a program meets the world outside of it.
//!
//! A procedure that is marked as one has a body like any other, which says of what it gives no more than that it is a value of
//! its kind; whoever reasons about all environments uses that. An execution in a given environment, with input to read and
//! somewhere to write to, asks the environment instead. What the arguments mean stands with each.

/// What a procedure asks of the environment, or does to it.
///
/// A *stream* is a pointer. Null stands for standard input and output, whichever fits; [`NOTES`] for a text that the program's
/// library keeps for itself, and [`ERRORS`] for standard error; others are what [`Primitive::Open`] has made a stream of, or the standard streams' objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// `(stream, byte)`: writes a byte.
    Put,
    /// `(stream, number, form, width, precision)`: writes an integer as `printf` does; gives the number of bytes.
    PutInteger,
    /// `(stream, number, form, width, precision)`: writes a floating-point number as `printf` does; gives the number of bytes.
    PutFloat,
    /// `(stream)`: the next byte, which is taken; -1 at the end.
    Get,
    /// `(stream, byte)`: the byte is the next one again; gives it, or -1 where that cannot be.
    Unget,
    /// `(stream, width, base, bits, signed)`: takes a number from a stream as `scanf` does, and keeps it; gives 1, 0 where
    /// there is something else, and -1 at the end.
    ScanInteger,
    /// The number that was taken last.
    Scanned,
    /// `(stream, width)`: as [`Primitive::ScanInteger`], a floating-point number; with a negative width as `strtod` does.
    ScanFloat,
    /// `(bits)`: the floating-point number that was taken last, rounded to a format of so many bits.
    ScannedFloat,
    /// `(stream)`: how many bytes have been taken or written.
    Position,
    /// `(stream, offset, whence)`: goes to another place of a file; gives 0, or -1 where that cannot be.
    Seek,
    /// `(stream)`: whether reading has met the end.
    AtEnd,
    /// `(stream)`: forgets that reading has met the end.
    ClearEnd,
    /// `(stream)`: makes a stream of the file whose name, and how it is opened, are the notes, a zero byte behind each; gives 0,
    /// or the number of what went wrong.
    Open,
    /// `(stream)`: a stream is none any more.
    Close,
    /// Removes the file whose name is noted; gives 0, or the number of what went wrong.
    Remove,
    /// `(stream, how)`: what `stdio` has read ahead of a stream is given back where `how` is 0, and what it has not written yet is
    /// written where it is 1; where it is 2, it never holds output of the stream back. Null is the standard stream that fits.
    Flush,
    /// `(what)`: whether `stdio` may have read ahead of standard input (0), or may hold output back (1); whether the standard
    /// streams are a terminal (2), or something is open that the program has not opened (3).
    StreamState,
    /// `(stream)`: 0, 1, or 2 for the object of a standard stream, else -1.
    Standard,
    /// Forgets all notes.
    ClearNotes,
    /// `(index)`: a byte of the notes, -1 behind them.
    Noted,
    /// The number of bytes that are noted.
    CountNotes,
    /// The number of arguments of the program, its name included.
    CountArguments,
    /// `(argument, index)`: a byte of an argument, -1 behind it.
    Argument,
    /// Notes the value of the variable of the environment whose name is noted; gives 1, or 0 where there is none.
    Variable,
    /// `(number)`: notes a variable of the environment as `NAME=VALUE`; gives 1, or 0 where there are no more than so many.
    NthVariable,
    /// The time in seconds.
    Time,
    /// `(bits)`: whether the floating-point number that was taken last is too large for a format of so many bits, or too small for
    /// all its digits.
    ScannedRange,
    /// `(seed)`: random numbers begin anew.
    Seed,
    /// The next random number.
    Random,
    /// `(function, x, y)`: a function of `<math.h>`.
    Math,
    /// `(status)`: the program ends.
    Exit,
    /// The program ends as with `abort`.
    Abort,
    /// `(what)`: the program does something that no execution can follow.
    Unknown,
    /// The program uses a number that C libraries and compilers may give otherwise.
    Uncertain,
    /// `(arguments…)`: an undefined function, called like the procedure.
    Outside,
}

/// The stream that is a text which the program's library keeps for itself.
pub const NOTES: u128 = 1;

/// The stream that is standard error.
pub const ERRORS: u128 = 2;

/// Names of primitives, as the models of the library have them.
const NAMES: [(&str, Primitive); 38] = [
    ("__fs_put", Primitive::Put),
    ("__fs_put_integer", Primitive::PutInteger),
    ("__fs_put_float", Primitive::PutFloat),
    ("__fs_get", Primitive::Get),
    ("__fs_unget", Primitive::Unget),
    ("__fs_scan_integer", Primitive::ScanInteger),
    ("__fs_scanned", Primitive::Scanned),
    ("__fs_scan_float", Primitive::ScanFloat),
    ("__fs_scanned_float", Primitive::ScannedFloat),
    ("__fs_scanned_long", Primitive::ScannedFloat),
    ("__fs_scanned_range", Primitive::ScannedRange),
    ("__fs_position", Primitive::Position),
    ("__fs_seek", Primitive::Seek),
    ("__fs_at_end", Primitive::AtEnd),
    ("__fs_clear_end", Primitive::ClearEnd),
    ("__fs_open", Primitive::Open),
    ("__fs_end_stream", Primitive::Close),
    ("__fs_remove", Primitive::Remove),
    ("__fs_flush", Primitive::Flush),
    ("__fs_stream_state", Primitive::StreamState),
    ("__fs_standard", Primitive::Standard),
    ("__fs_clear_notes", Primitive::ClearNotes),
    ("__fs_noted", Primitive::Noted),
    ("__fs_count_notes", Primitive::CountNotes),
    ("__fs_count_arguments", Primitive::CountArguments),
    ("__fs_argument", Primitive::Argument),
    ("__fs_variable", Primitive::Variable),
    ("__fs_nth_variable", Primitive::NthVariable),
    ("__fs_clock", Primitive::Time),
    ("__fs_seed", Primitive::Seed),
    ("__fs_random", Primitive::Random),
    ("__fs_math", Primitive::Math),
    ("__fs_math_float", Primitive::Math),
    ("__fs_math_long", Primitive::Math),
    ("__fs_exit", Primitive::Exit),
    ("__fs_abort", Primitive::Abort),
    ("__fs_unknown", Primitive::Unknown),
    ("__fs_uncertain", Primitive::Uncertain),
];

impl Primitive {
    /// The primitive that goes by a name in the models of the library.
    pub fn named(name: &str) -> Option<Primitive> {
        NAMES.iter().find(|(it, _)| *it == name).map(|(_, primitive)| *primitive)
    }

    /// Whether the environment decides what it gives: input, files, arguments, variables, the time, and random numbers.
    pub const fn is_asked(self) -> bool {
        use Primitive::{
            Argument, CountArguments, Get, NthVariable, Open, Random, Remove, Seek, StreamState, Time,
            Variable,
        };
        matches!(
            self,
            Argument
                | CountArguments
                | Get
                | NthVariable
                | Open
                | Random
                | Remove
                | Seek
                | StreamState
                | Time
                | Variable
        )
    }

    /// Whether the program ends with it.
    pub const fn ends(self) -> bool {
        matches!(self, Primitive::Exit | Primitive::Abort)
    }

    /// Whether something is written.
    pub const fn writes(self) -> bool {
        matches!(self, Primitive::Put | Primitive::PutInteger | Primitive::PutFloat)
    }
}
