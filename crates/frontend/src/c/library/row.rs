//! What a row of the [table](super::table) says of the functions that it names.

use super::model::Model;

/// A row of the table of functions: everything in it holds of each of its functions.
#[derive(Debug, Clone, Copy)]
pub(in crate::c) struct Row {
    /// The names of the functions, separated by spaces.
    pub(super) names: &'static str,
    pub(super) types: FloatTypes,
    /// How the front end translates a call of a function without body.
    pub(super) model: Option<Model>,
    pub(super) source: CSource,
    pub(super) prints: Option<Printing>,
    pub(super) scans: Option<Scanning>,
    /// The type of the result, if it is neither `int` nor, in a function of [each type](FloatTypes), that type.
    pub(super) result: Option<Returned>,
    /// The types of the parameters in C, of a function that has a [stand-in](super::pointed).
    pub(super) parameters: Option<&'static [&'static str]>,
    pub(in crate::c) fills: Option<Fill>,
    pub(in crate::c) reads: Option<(Reads, ReadFrom)>,
    pub(in crate::c) special: Option<Special>,
    marks: &'static [RowMark],
}

/// The floating-point types of the variants that a function has, by the suffix of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatTypes {
    /// The function has no variants.
    One,
    /// `f` is of `double`, `ff` of `float`, `fl` of `long double`.
    Each,
    /// The same, and the definition in C does not say what the function of `long double` does: it rests on a wider type, or on how
    /// numbers are stored.
    EachButLongDouble,
}

/// A definition in C, in the files of this folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CSource {
    /// There is no definition.
    None,
    /// The definition has the name of the function. Some are there in one kind of environment only, or in programs that call certain
    /// other functions.
    Own,
    /// The definition is that of another function, with wide characters.
    Wide(&'static str),
    /// There is no definition: execution goes on elsewhere than behind the call.
    Elsewhere,
}

/// The type of the result of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Returned {
    Void,
    Int,
    Long,
    ULong,
    LongLong,
    ULongLong,
    /// `size_t`
    Size,
    /// `ptrdiff_t`
    Difference,
    Double,
    /// The floating-point type of the variant.
    Own,
    /// Complex numbers of the floating-point type of the variant.
    OwnComplex,
    /// `void *`
    Pointer,
    /// `char *`
    Text,
    /// `wchar_t *`
    WideText,
}

/// A function that prints by a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Printing {
    pub(super) printer: PrintFunction,
    /// Which argument the format is.
    pub(super) format: usize,
    pub(super) is_wide: bool,
    /// The arguments are a list.
    pub(super) is_list: bool,
}

/// The functions that print by a format, without the variants for lists and wide characters and those that headers call
/// with `_FORTIFY_SOURCE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum PrintFunction {
    Printf,
    Fprintf,
    Dprintf,
    Syslog,
    Sprintf,
    Snprintf,
    /// `_snprintf` of Windows.
    WindowsSnprintf,
    Asprintf,
}

/// A function that reads values by a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) struct Scanning {
    pub(in crate::c) from: Scanned,
    pub(in crate::c) is_wide: bool,
    /// The places are in a list.
    pub(in crate::c) is_list: bool,
}

/// What a function reads by a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Scanned {
    StandardInput,
    /// The stream of the first argument.
    Stream,
    /// The string of the first argument.
    Text,
}

/// A function that writes as many bytes, or wide characters, as an argument says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) struct Fill {
    /// The argument that says where.
    pub(in crate::c) target: usize,
    /// The argument that says how many.
    pub(in crate::c) count: usize,
    pub(in crate::c) is_wide: bool,
}

/// What a function that reads without a format takes from a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Reads {
    /// A character, which is the result.
    Character,
    /// A line, which goes where the first argument points to.
    Line,
    /// As many bytes as there are, which go there.
    Bytes,
    /// Nothing: the result says whether the input has ended.
    End,
}

/// The stream that a function reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum ReadFrom {
    StandardInput,
    /// That of the last argument.
    LastArgument,
}

/// A function whose calls become something else than a call, depending on the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Special {
    /// `memcpy` of whole elements.
    Copy,
    /// `memmove` of whole elements.
    Move,
    /// `memset` of whole elements with zero.
    Fill,
    /// Memory until the function ends.
    OnStack,
    /// In definitions in C: an object until the program ends.
    Object,
    /// `time` that writes its result.
    Time,
    /// `hsearch`, which has a structure as argument.
    HashTable,
}

/// What else holds of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum RowMark {
    /// What the definition in C chooses is an *input*. It is what is read, whether a name can be opened, arguments, variables of
    /// the environment, attributes of files, the network, time, numbers of processes and users; and which of two numbers with the
    /// same sign a comparison returns, for compilers and libraries differ. Elsewhere the library returns one value for its
    /// arguments, and the definition leaves open which.
    Input,
    /// The function may close a stream, or what is like one.
    ClosesStream,
    /// The function puts a character back into a stream.
    PushesBack,
    /// gcc computes the absolute value, even where the program defines such a function.
    ComputedByGcc,
    /// A part of definitions in C: it stands for a function that prints by a format.
    Prints,
}

/// `size_t`, in definitions in C.
pub(super) const SIZE: &str = "__SIZE_TYPE__";

/// The floating-point type of the variant, as the type of a parameter.
pub(super) const OWN: &str = "OWN";

const fn row(names: &'static str, model: Option<Model>, source: CSource) -> Row {
    Row {
        names,
        types: FloatTypes::One,
        model,
        source,
        prints: None,
        scans: None,
        result: None,
        parameters: None,
        fills: None,
        reads: None,
        special: None,
        marks: &[],
    }
}

/// Functions that the front end translates by a model.
pub(super) const fn built_in(names: &'static str, model: Model) -> Row {
    row(names, Some(model), CSource::None)
}

/// Functions that are defined in C.
pub(super) const fn in_c(names: &'static str) -> Row {
    row(names, None, CSource::Own)
}

/// A function with the definition of another one, with wide characters.
pub(super) const fn wide(name: &'static str, narrow: &'static str) -> Row {
    row(name, None, CSource::Wide(narrow))
}

/// Functions that print by a format, and are nothing else.
pub(super) const fn printing(names: &'static str, printing: Printing) -> Row {
    row(names, None, CSource::None).prints(printing)
}

/// Functions that read values by a format. Those with a list have no model.
pub(super) const fn scanning(names: &'static str, scanning: Scanning) -> Row {
    let model = if scanning.is_list { None } else { Some(Model::Scan) };
    Row { scans: Some(scanning), ..row(names, model, CSource::None) }
}

/// A function whose calls always become something else.
pub(super) const fn special(name: &'static str, special: Special) -> Row {
    row(name, None, CSource::None).becomes(special)
}

/// Functions that begin a thread or a process, or end one.
pub(super) const fn elsewhere(names: &'static str) -> Row {
    row(names, None, CSource::Elsewhere)
}

/// Functions of which only the names are known: an execution that calls one is not followed further.
pub(super) const fn refused(names: &'static str) -> Row {
    row(names, None, CSource::None)
}

impl Row {
    /// The functions have definitions in C as well, for some programs or environments; the model is for the others.
    pub(super) const fn or_in_c(self) -> Row {
        Row { source: CSource::Own, ..self }
    }

    /// The functions have variants for other floating-point types.
    pub(super) const fn of_each_type(self) -> Row {
        Row { types: FloatTypes::Each, ..self }
    }

    /// The functions have variants, of which that of `long double` is refused.
    pub(super) const fn of_each_type_but_long_double(self) -> Row {
        Row { types: FloatTypes::EachButLongDouble, ..self }
    }

    pub(super) const fn returns(self, result: Returned) -> Row {
        Row { result: Some(result), ..self }
    }

    /// Pointers can point to the functions: these are the types of the parameters.
    pub(super) const fn takes(self, parameters: &'static [&'static str]) -> Row {
        Row { parameters: Some(parameters), ..self }
    }

    pub(super) const fn prints(self, printing: Printing) -> Row {
        Row { prints: Some(printing), ..self }
    }

    /// The functions write so many bytes: which argument says where, and which how many.
    pub(super) const fn fills(self, target: usize, count: usize) -> Row {
        Row { fills: Some(Fill { target, count, is_wide: false }), ..self }
    }

    /// The functions write so many wide characters.
    pub(super) const fn fills_wide(self, target: usize, count: usize) -> Row {
        Row { fills: Some(Fill { target, count, is_wide: true }), ..self }
    }

    pub(super) const fn reads(self, what: Reads, from: ReadFrom) -> Row {
        Row { reads: Some((what, from)), ..self }
    }

    pub(super) const fn becomes(self, special: Special) -> Row {
        Row { special: Some(special), ..self }
    }

    pub(super) const fn marked(self, marks: &'static [RowMark]) -> Row {
        Row { marks, ..self }
    }

    pub(in crate::c) fn is_marked(&self, mark: RowMark) -> bool {
        self.marks.contains(&mark)
    }
}

impl PrintFunction {
    /// The function whose format is an argument.
    pub(super) const fn at(self, format: usize) -> Printing {
        Printing { printer: self, format, is_wide: false, is_list: false }
    }
}

impl Printing {
    pub(super) const fn wide(self) -> Printing {
        Printing { is_wide: true, ..self }
    }

    pub(super) const fn of_list(self) -> Printing {
        Printing { is_list: true, ..self }
    }
}

impl Scanned {
    /// The function that reads by a format from there.
    pub(super) const fn plain(self) -> Scanning {
        Scanning { from: self, is_wide: false, is_list: false }
    }
}

impl Scanning {
    pub(super) const fn wide(self) -> Scanning {
        Scanning { is_wide: true, ..self }
    }

    pub(super) const fn of_list(self) -> Scanning {
        Scanning { is_list: true, ..self }
    }
}
