//! Events: what a program shows its environment, and what it asks of it.
//!
//! The events of one [`Channel`] have an order; events of different channels have none. An event gets the same answer in each version as
//! long as the history of its channel is the same: the kinds of all events before it, and their arguments. The only assumption about the
//! environment is that channels are independent:
//!
//! | channel | events | because |
//! |---|---|---|
//! | shown | writes, the end of the program, calls of undefined functions | their order is visible |
//! | reading | reads, operations on files, notes; writes that may go to a file; calls of undefined functions | what is read may depend on them |
//! | arguments, mathematics, clock, random numbers | these | each has a state of its own, or none |
//! | one per nondeterministic function, one per declared variable | their values | the `k`-th value is the same |
//! | unnamed | every other `havoc` of C, told apart by the text of its command | its source is unknown |

use crate::index::IndexSet;
use crate::primitive::{ERRORS, NOTES, Primitive};
use crate::program::{Display, Language, Program};
use crate::source::{OriginId, OriginKind};
use crate::term::{Symbol, Term};

/// The events whose order matters for each other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Channel {
    /// What is seen from outside.
    Shown,
    /// Standard input, files, and what depends on them.
    Reading,
    /// The arguments of the program.
    Arguments,
    /// Functions of `<math.h>`.
    Mathematics,
    /// The time.
    Clock,
    /// Random numbers.
    Random,
    /// The ways that [`Choose`](crate::Terminator::Choose) takes.
    Choices,
    /// A source of values.
    Source(String),
    /// Sources without a name.
    Unnamed,
}

/// Something that a program does to its environment, or asks of it.
#[derive(Debug, Clone)]
pub(super) struct Event {
    /// Where it stands in order. The first channel has its results.
    pub(super) channels: Vec<Channel>,
    /// What it is; events of different kinds are not compared.
    pub(super) kind: String,
    /// What has to be the same for events to be compared.
    pub(super) manner: Vec<Term>,
    /// What it shows: events that differ here are different.
    pub(super) shown: Vec<Term>,
    /// What has to be the same for the results to be, though it shows nothing.
    pub(super) hidden: Vec<Term>,
    /// Whether it writes to a stream.
    pub(super) prints: bool,
    /// Whether the program ends with it.
    pub(super) ends: bool,
    /// What it does to what is left of the input.
    pub(super) movement: Movement,
}

/// What an event does to what others read behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Movement {
    /// Nothing.
    None,
    /// It takes something from the stream, unless its result is -1.
    Takes(Term),
    /// It gives something back to the stream, unless its result is -1.
    Gives(Term),
    /// Something else.
    Other,
}

/// What a call of a primitive is.
pub(super) enum Called {
    /// An event.
    Event(Event),
    /// Something that no execution can follow.
    Unclear,
}

impl Event {
    /// An event whose results are all that matters.
    pub(super) fn input(channel: Channel, kind: String) -> Event {
        Event {
            channels: vec![channel],
            kind,
            manner: Vec::new(),
            shown: Vec::new(),
            hidden: Vec::new(),
            prints: false,
            ends: false,
            movement: Movement::None,
        }
    }

    /// The event with its results as a part of what it is: those of the call, and the variables that it writes.
    pub(super) fn giving(self, results: &[Symbol], written: &IndexSet<Symbol>) -> Event {
        let sorts: Vec<String> = results.iter().map(|it| it.sort().to_string()).collect();
        let written: Vec<String> = written.iter().map(|it| format!("{it}: {}", it.sort())).collect();
        let kind = format!("{} gives {}; {}", self.kind, sorts.join(", "), written.join(", "));
        Event { kind, ..self }
    }

    /// Whether it is seen from outside.
    pub(super) fn is_shown(&self) -> bool {
        self.channels.first() == Some(&Channel::Shown)
    }

    /// All that is compared.
    pub(super) fn parts(&self) -> impl Iterator<Item = Term> + '_ {
        self.manner.iter().chain(&self.shown).chain(&self.hidden).copied()
    }
}

/// The event of a call of a primitive, given the name of its procedure. `are_pointers` tells which arguments are pointers; `state` is
/// everything that an undefined function may read.
pub(super) fn of_call(
    primitive: Primitive,
    name: &str,
    arguments: &[Term],
    are_pointers: &[bool],
    state: impl FnOnce() -> Vec<(Symbol, Term)>,
) -> Called {
    use Primitive::{
        Abort, Argument, AtEnd, ClearEnd, ClearNotes, Close, CountArguments, CountNotes, Exit, Flush, Get,
        Math, Noted, NthVariable, Open, Outside, Position, Put, PutFloat, PutInteger, Random, Remove,
        ScanFloat, ScanInteger, Scanned, ScannedFloat, ScannedRange, Seed, Seek, Standard, StreamState, Time,
        Uncertain, Unget, Unknown, Variable,
    };
    let sorts: Vec<String> = arguments.iter().map(|it| it.sort().to_string()).collect();
    let kind = format!("{name}({})", sorts.join(", "));
    let all = arguments.to_vec();
    let argument = |idx: usize| arguments.get(idx).copied();
    let event = |channels: Vec<Channel>, manner: Vec<Term>, shown: Vec<Term>| Event {
        channels,
        kind: kind.clone(),
        manner,
        shown,
        hidden: Vec::new(),
        prints: primitive.writes(),
        ends: false,
        movement: Movement::None,
    };
    let reading =
        |movement: Movement| Event { movement, ..event(vec![Channel::Reading], all.clone(), Vec::new()) };
    let stream = argument(0);
    let moving = |movement: fn(Term) -> Movement| stream.map_or(Movement::Other, movement);
    let without = |idx: usize| {
        let others = arguments.iter().enumerate().filter(|(at, _)| *at != idx);
        others.map(|(_, it)| *it).collect::<Vec<Term>>()
    };
    Called::Event(match primitive {
        Put | PutInteger | PutFloat if is_constant(stream, NOTES) => {
            event(vec![Channel::Reading], all, Vec::new())
        }
        Put => {
            let hidden = argument(1).into_iter().collect();
            let shown = argument(1).map(low_byte).into_iter().collect();
            Event { hidden, ..event(written_to(stream), without(1), shown) }
        }
        PutInteger => event(written_to(stream), without(1), argument(1).into_iter().collect()),
        // Different numbers may look the same.
        PutFloat => event(written_to(stream), all, Vec::new()),
        Exit => Event {
            ends: true,
            ..event(vec![Channel::Shown], Vec::new(), all.into_iter().map(low_byte).collect())
        },
        Abort => Event { ends: true, ..event(vec![Channel::Shown], Vec::new(), all) },
        Outside => {
            let state = state();
            let names: Vec<String> = state.iter().map(|(it, _)| format!("{it}: {}", it.sort())).collect();
            let mut manner: Vec<Term> = state.into_iter().map(|(_, term)| term).collect();
            let mut shown = Vec::new();
            for (idx, term) in all.into_iter().enumerate() {
                if are_pointers.get(idx) == Some(&true) { manner.push(term) } else { shown.push(term) }
            }
            let kind = format!("{kind} of {}", names.join(", "));
            Event { kind, ..event(vec![Channel::Shown, Channel::Reading], manner, shown) }
        }
        Get | ScanInteger | ScanFloat => reading(moving(Movement::Takes)),
        Unget => reading(moving(Movement::Gives)),
        Seek | ClearEnd | Open | Close | Remove => reading(Movement::Other),
        Scanned | ScannedFloat | ScannedRange | Position | AtEnd | ClearNotes | Noted | CountNotes
        | Variable | NthVariable | StreamState | Flush | Standard => reading(Movement::None),
        Argument | CountArguments => event(vec![Channel::Arguments], all, Vec::new()),
        Math => event(vec![Channel::Mathematics], all, Vec::new()),
        Time => event(vec![Channel::Clock], all, Vec::new()),
        Seed | Random => event(vec![Channel::Random], all, Vec::new()),
        Unknown | Uncertain => return Called::Unclear,
    })
}

/// The channels of what is written to a stream: what is read later may depend on it, unless it is an output for sure.
fn written_to(stream: Option<Term>) -> Vec<Channel> {
    match is_constant(stream, 0) || is_constant(stream, ERRORS) {
        true => vec![Channel::Shown],
        false => vec![Channel::Shown, Channel::Reading],
    }
}

fn is_constant(term: Option<Term>, number: u128) -> bool {
    term.and_then(|it| it.as_value()?.as_unsigned()) == Some(number)
}

/// What is seen of a byte, or of an exit status, that is given as an `int`.
fn low_byte(term: Term) -> Term {
    match term.sort().bit_width() {
        Some(width) if width > 8 => term.extract(7, 0),
        _ => term,
    }
}

/// Where the value of a `havoc` comes from.
pub(super) fn of_havoc(program: &Program, variable: Symbol, place: Term, id: OriginId) -> Event {
    let origin = program.sources.origin(id);
    let sort = place.sort();
    if let Some(function) = program.surroundings.sources.get(&id) {
        return Event::input(Channel::Source(format!("{function}()")), sort.to_string());
    }
    let declared = || program.declared(variable).map_or(variable.to_string(), |(_, it)| it.name.clone());
    match (program.language, origin.kind) {
        (Language::Boogie, _) => Event::input(Channel::Source(variable.to_string()), sort.to_string()),
        (Language::C, OriginKind::Declaration) => {
            Event::input(Channel::Source(format!("{} in {}", declared(), origin.function)), sort.to_string())
        }
        (Language::C, kind) => {
            let place = origin.place.as_deref().unwrap_or_default();
            let kind = format!("{kind:?} of {place} in {}: {} ({sort})", origin.function, origin.text);
            Event::input(Channel::Unnamed, kind)
        }
    }
}

/// The choice among so many ways.
pub(super) fn of_choice(n: usize) -> Event {
    Event::input(Channel::Choices, format!("choice among {n}"))
}

/// Whether a variable holds pointers.
pub(super) fn is_pointer(program: &Program, variable: Symbol) -> bool {
    program.display(variable) == Display::Pointer
}
