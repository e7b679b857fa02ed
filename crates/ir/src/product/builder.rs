//! What all versions in a product share: variables, checks, logs.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::check::{Check, CheckId};
use crate::index::{IndexMap, IndexSet};
use crate::program::{Display, Program, Variable};
use crate::property::Property;
use crate::sort::Sort;
use crate::source::OriginId;
use crate::term::{Purpose, Symbol, Term};

use super::events::{Channel, Event};
use super::log::Log;
use super::sources::made_origin;

/// What an error of a product means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Meaning {
    /// Versions show something else.
    Differs,
    /// Versions cannot be compared.
    Undecided,
}

/// A product in the making.
pub(super) struct Builder {
    pub(super) program: Program,
    pub(super) origin: OriginId,
    /// How many versions there are, the original included.
    pub(super) n_versions: usize,
    logs: IndexMap<Channel, Log>,
    /// The numbers of kinds of events.
    kinds: IndexSet<String>,
    rows: FxHashMap<(Meaning, String), CheckId>,
    pub(super) differences: BTreeSet<CheckId>,
    pub(super) undecided: BTreeSet<CheckId>,
    n_ghosts: usize,
}

impl Builder {
    /// With the variables and sources of the original, and without its procedures and checks.
    pub(super) fn new(original: &Program, n_versions: usize) -> Builder {
        let mut program = original.clone();
        program.procedures.clear();
        program.checks.clear();
        program.memory.accesses.clear();
        let n_ghosts = first_free_ghost(original);
        let origin = made_origin(&mut program.sources);
        Builder {
            program,
            origin,
            n_versions,
            logs: IndexMap::default(),
            kinds: IndexSet::default(),
            rows: FxHashMap::default(),
            differences: BTreeSet::new(),
            undecided: BTreeSet::new(),
            n_ghosts,
        }
    }

    /// A variable that no version has.
    pub(super) fn ghost(&mut self, name: &str, sort: Sort) -> Symbol {
        let symbol = Symbol::generated(Purpose::Ghost(self.n_ghosts), sort);
        self.n_ghosts += 1;
        self.program.declare(symbol, Variable::internal(name, Display::Plain))
    }

    /// The row of the table of checks for an error.
    pub(super) fn row(&mut self, meaning: Meaning, message: &str, origin: OriginId) -> CheckId {
        if let Some(known) = self.rows.get(&(meaning, message.to_owned())) {
            return *known;
        }
        let check =
            Check { property: Property::Assertions, condition: None, origin, message: message.to_owned() };
        let check = self.program.add_check(check);
        self.rows.insert((meaning, message.to_owned()), check);
        match meaning {
            Meaning::Differs => self.differences.insert(check),
            Meaning::Undecided => self.undecided.insert(check),
        };
        check
    }

    /// The kind of an event as it stands in logs.
    pub(super) fn kind(&mut self, event: &Event) -> Term {
        Log::kind(self.kinds.insert_full(event.kind.clone()).0 as u32, event.prints)
    }

    /// The log of a channel.
    pub(super) fn log(&mut self, channel: &Channel) -> Log {
        if !self.logs.contains_key(channel) {
            let kinds = self.ghost("log", Sort::array(Log::index_sort(), Log::kind_sort()));
            let counters = (0..self.n_versions).map(|_| self.ghost("count", Log::index_sort())).collect();
            let log = Log { kinds, counters, slots: IndexMap::default() };
            self.logs.insert(channel.clone(), log);
        }
        self.logs[channel].clone()
    }

    /// The variable in which a log keeps a part of its events.
    pub(super) fn slot(&mut self, channel: &Channel, part: usize, sort: Sort) -> Symbol {
        let log = self.log(channel);
        if let Some(known) = log.slots.get(&(part, sort)) {
            return *known;
        }
        let symbol = self.ghost("log", Sort::array(Log::index_sort(), sort));
        self.logs[channel].slots.insert((part, sort), symbol);
        symbol
    }

    /// The log of a channel, if something uses it.
    pub(super) fn known_log(&self, channel: &Channel) -> Option<&Log> {
        self.logs.get(channel)
    }

    /// All logs.
    pub(super) fn logs(&self) -> impl Iterator<Item = &Log> {
        self.logs.values()
    }
}

/// A program may be a product itself.
pub(super) fn first_free_ghost(program: &Program) -> usize {
    let used = program.variables.keys().filter_map(|it| match it.purpose() {
        Some(Purpose::Ghost(number)) => Some(number + 1),
        _ => None,
    });
    used.max().unwrap_or(0)
}
