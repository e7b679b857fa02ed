//! How a version does an event: the original writes it to the logs, the changed ones are compared with them.

use crate::command::Place;
use crate::op::Op;
use crate::sort::{Sort, SortKind};
use crate::source::OriginId;
use crate::term::{Symbol, Term};

use super::blocks::Blocks;
use super::builder::{Builder, Meaning};
use super::events::{Channel, Event, Movement};
use super::log::Log;
use crate::primitive::NOTES;

/// Results stand behind the arguments in a log.
const FIRST_RESULT: usize = 1 << 16;

/// How much a version has taken from its input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    /// From standard input.
    pub(super) standard: Symbol,
    /// From other streams.
    pub(super) other: Symbol,
    /// How often it has done something else to what others read.
    pub(super) moved: Symbol,
}

/// What is known of a version while it runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marks {
    /// Whether it has ended: by `exit`, or by `abort`. Functions that run at the exit may follow.
    pub(super) ended: Symbol,
    /// Whether it has stopped behind that, and its procedures return.
    pub(super) stopped: Symbol,
    /// Whether it has done something that cannot be followed.
    pub(super) unclear: Symbol,
    pub(super) taken: Taken,
}

/// A version that does events.
pub(super) struct Recorder<'a> {
    pub(super) builder: &'a mut Builder,
    /// 0 for the original.
    pub(super) version: usize,
    /// What the messages call it.
    pub(super) name: String,
    pub(super) marks: Marks,
}

impl Recorder<'_> {
    /// Does an event. `act` adds what gives it results from outside, which it puts into these variables.
    pub(super) fn event(
        &mut self,
        event: &Event,
        results: &[Symbol],
        origin: OriginId,
        blocks: &mut Blocks,
        act: &mut dyn FnMut(&mut Blocks),
    ) {
        match (self.version, event.is_shown()) {
            (0, _) => self.record(event, results, blocks, act),
            (_, true) => self.compare(event, results, origin, blocks),
            (_, false) => self.answer(event, results, origin, blocks, act),
        }
        for channel in &event.channels {
            let log = self.builder.log(channel);
            blocks.set(log.counters[self.version], Log::next(log.count(self.version)));
        }
        self.move_on(event.movement, results.first().copied(), blocks);
        if event.ends {
            blocks.set(self.marks.ended, Term::bool(true));
        }
    }

    /// The original writes the event down, its arguments before it acts.
    fn record(
        &mut self,
        event: &Event,
        results: &[Symbol],
        blocks: &mut Blocks,
        act: &mut dyn FnMut(&mut Blocks),
    ) {
        let kind = self.builder.kind(event);
        for channel in &event.channels {
            let log = self.builder.log(channel);
            blocks.assign(Place::cell(log.kinds, log.count(0)), kind);
            for (part, term) in event.parts().enumerate() {
                let slot = self.builder.slot(channel, part, term.sort());
                blocks.assign(Place::cell(slot, log.count(0)), term);
            }
        }
        act(blocks);
        let Some(channel) = event.channels.first() else { return };
        let count = self.builder.log(channel).count(0);
        for (idx, result) in results.iter().enumerate() {
            let slot = self.builder.slot(channel, FIRST_RESULT + idx, result.sort());
            blocks.assign(Place::cell(slot, count), Term::symbol(*result));
        }
    }

    /// A changed version shows what the original has shown.
    fn compare(&mut self, event: &Event, results: &[Symbol], origin: OriginId, blocks: &mut Blocks) {
        let (n_manner, n_shown) = (event.manner.len(), event.shown.len());
        let (name, is_end) = (self.name.clone(), event.ends);
        let log = self.builder.log(&Channel::Shown);
        let is_there = log.count(self.version).bv_ult(log.count(0));
        let more =
            if is_end { "ends in another way than the original" } else { "shows more than the original" };
        self.require(is_there, Meaning::Differs, &format!("{name} {more}"), origin, blocks);
        let is_kind = self.is_kind(event, &Channel::Shown);
        // Two kinds of printing may print the same.
        let both_print = Term::bool(event.prints).and(Log::prints(log.kind_of_original(self.version)));
        let message = format!("{name} does something else than the original");
        self.require(is_kind.or(both_print), Meaning::Differs, &message, origin, blocks);
        let same = self.parts(event, &Channel::Shown);
        let (manner, others) = same.split_at(n_manner);
        let (shown, hidden) = others.split_at(n_shown);
        let manner = Term::all(manner.iter().copied()).and(is_kind);
        let message = format!("{name} writes in another way than the original");
        self.require(manner, Meaning::Undecided, &message, origin, blocks);
        let other = if is_end { "ends with another status than" } else { "shows something else than" };
        let message = format!("{name} {other} the original");
        self.require(Term::all(shown.iter().copied()), Meaning::Differs, &message, origin, blocks);
        let message = format!("{name} writes in another way than the original");
        self.require(Term::all(hidden.iter().copied()), Meaning::Undecided, &message, origin, blocks);
        for channel in &event.channels[1..] {
            let log = self.builder.log(channel);
            let is_there = log.count(self.version).bv_ult(log.count(0));
            let same = Term::all(self.parts(event, channel)).and(self.is_kind(event, channel)).and(is_there);
            let message = format!("{name} writes and reads in another order than the original");
            self.require(same, Meaning::Undecided, &message, origin, blocks);
        }
        self.take_results(event, results, blocks);
    }

    /// A changed version gets the answer that the original got, or any where the original did not ask so often.
    fn answer(
        &mut self,
        event: &Event,
        results: &[Symbol],
        origin: OriginId,
        blocks: &mut Blocks,
        act: &mut dyn FnMut(&mut Blocks),
    ) {
        let [channel] = &event.channels[..] else {
            unreachable!("only what is shown is in several channels");
        };
        let log = self.builder.log(channel);
        let is_known = log.count(self.version).bv_ult(log.count(0));
        let (known, unknown, behind) = (blocks.reserve(), blocks.reserve(), blocks.reserve());
        blocks.branch(is_known, known, unknown);
        blocks.begin(unknown);
        act(blocks);
        blocks.close(crate::Terminator::Goto(behind));
        blocks.begin(known);
        let same = Term::all(self.parts(event, channel)).and(self.is_kind(event, channel));
        let message = format!("{} asks its environment for something else than the original", self.name);
        self.require(same, Meaning::Undecided, &message, origin, blocks);
        self.take_results(event, results, blocks);
        blocks.close(crate::Terminator::Goto(behind));
        blocks.begin(behind);
    }

    fn take_results(&mut self, event: &Event, results: &[Symbol], blocks: &mut Blocks) {
        let Some(channel) = event.channels.first() else { return };
        let count = self.builder.log(channel).count(self.version);
        for (idx, result) in results.iter().enumerate() {
            let slot = self.builder.slot(channel, FIRST_RESULT + idx, result.sort());
            blocks.set(*result, Term::symbol(slot).select(count));
        }
    }

    /// Whether the event that the original did in this place is of the same kind.
    fn is_kind(&mut self, event: &Event, channel: &Channel) -> Term {
        let kind = self.builder.kind(event);
        self.builder.log(channel).kind_of_original(self.version).equals(kind)
    }

    /// For each part whether it is what the original had in this place. Of a NaN that is shown nobody knows which one it is: it has a sign,
    /// which is printed.
    fn parts(&mut self, event: &Event, channel: &Channel) -> Vec<Term> {
        let count = self.builder.log(channel).count(self.version);
        let mut part = |idx: usize, term: Term| {
            let slot = self.builder.slot(channel, idx, term.sort());
            let is_same = Term::symbol(slot).select(count).equals(term);
            match term.sort().kind() {
                SortKind::Float(_) if event.is_shown() || event.prints => {
                    is_same.and(Term::app(Op::FloatIsNan, &[term]).not())
                }
                _ => is_same,
            }
        };
        event.parts().enumerate().map(|(idx, term)| part(idx, term)).collect()
    }

    /// Counts what is left of the input.
    fn move_on(&mut self, movement: Movement, result: Option<Symbol>, blocks: &mut Blocks) {
        let (stream, step) = match movement {
            Movement::None => return,
            Movement::Other => {
                let moved = self.marks.taken.moved;
                return blocks.set(moved, Log::next(Term::symbol(moved)));
            }
            Movement::Takes(stream) => (stream, Term::bits(COUNT_BITS, 1)),
            Movement::Gives(stream) => (stream, Term::signed_bits(COUNT_BITS, -1)),
        };
        let failed = result.and_then(|it| {
            let width = it.sort().bit_width()?;
            Some(Term::symbol(it).equals(Term::signed_bits(width, -1)))
        });
        let is = |number: u128| match stream.sort().bit_width() {
            Some(width) => stream.equals(Term::bits(width, number)),
            None => Term::bool(false),
        };
        let moves = failed.map_or(Term::bool(true), Term::not);
        let other = moves.and(is(0).or(is(NOTES)).not());
        for (counter, condition) in
            [(self.marks.taken.standard, moves.and(is(0))), (self.marks.taken.other, other)]
        {
            let count = Term::symbol(counter);
            let value = condition.ite(count.bv_add(step), count);
            if value != count {
                blocks.set(counter, value);
            }
        }
    }

    /// Violates a check where a condition does not hold.
    pub(super) fn require(
        &mut self,
        condition: Term,
        meaning: Meaning,
        message: &str,
        origin: OriginId,
        blocks: &mut Blocks,
    ) {
        if condition.as_bool() != Some(true) {
            let check = self.builder.row(meaning, message, origin);
            blocks.require(condition, check);
        }
    }
}

/// The bits of what is counted of the input.
const COUNT_BITS: u32 = 64;

/// The sort of what is counted of the input.
pub(super) fn count_sort() -> Sort {
    Sort::bits(COUNT_BITS)
}
