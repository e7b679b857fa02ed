//! Abstract states: what is known of the variables, and which terms they were assigned.

use std::rc::Rc;

use faultscope_ir::{Symbol, Term};
use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use rustc_hash::FxHashMap;

use super::value::Abstract;

/// Numbers for variables, so that maps of variables have a cheap order that is the same in every run.
#[derive(Default)]
pub(super) struct Variables {
    numbers: FxHashMap<Symbol, u32>,
    /// The variables by number, each with the variable of the program that it is an activation's copy of.
    symbols: Vec<(Symbol, Symbol)>,
    operands: FxHashMap<Term, Rc<[u32]>>,
    n_versions: u64,
    /// Terms that were evaluated, and variables of states that were compared or joined.
    n_looks: u64,
}

impl Variables {
    /// The number of a variable.
    pub(super) fn number(&mut self, symbol: Symbol) -> u32 {
        self.number_of_copy(symbol, symbol)
    }

    /// The number of a variable that is an activation's copy of a variable of the program.
    pub(super) fn number_of_copy(&mut self, symbol: Symbol, original: Symbol) -> u32 {
        *self.numbers.entry(symbol).or_insert_with(|| {
            self.symbols.push((symbol, original));
            self.symbols.len() as u32 - 1
        })
    }

    fn symbol(&self, number: u32) -> Symbol {
        self.symbols[number as usize].0
    }

    /// The numbers of the variables of a term.
    fn operands(&mut self, term: Term) -> Rc<[u32]> {
        if let Some(known) = self.operands.get(&term) {
            return Rc::clone(known);
        }
        let operands: Rc<[u32]> = term.symbols().into_iter().map(|symbol| self.number(symbol)).collect();
        self.operands.insert(term, Rc::clone(&operands));
        operands
    }

    /// Counts a look at something.
    pub(super) fn look(&mut self) {
        self.n_looks += 1;
    }

    /// How often something was looked at.
    pub(super) fn n_looks(&self) -> u64 {
        self.n_looks
    }

    fn next_version(&mut self) -> u64 {
        self.n_versions += 1;
        self.n_versions
    }
}

/// What a variable holds.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Content {
    value: Abstract,
    /// Changes with every assignment; 0 before the first.
    version: u64,
}

/// That a variable holds what a term of other variables was when it was assigned.
#[derive(Debug)]
struct Definition {
    term: Term,
    /// The version that the assignment gave the variable.
    version: u64,
    /// The term's variables and their versions.
    operands: Vec<(u32, u64)>,
}

/// A set of states. Nothing is known of variables that are not in it.
#[derive(Clone, Default)]
pub(super) struct State {
    variables: OrdMap<u32, Content>,
    definitions: OrdMap<u32, Rc<Definition>>,
}

impl State {
    /// What a variable holds.
    pub(super) fn get(&self, symbol: Symbol, variables: &mut Variables) -> Abstract {
        let content = self.variables.get(&variables.number(symbol));
        content.map_or_else(|| Abstract::any(symbol.sort()), |content| content.value.clone())
    }

    fn version(&self, number: u32) -> u64 {
        self.variables.get(&number).map_or(0, |content| content.version)
    }

    /// Assigns a variable.
    pub(super) fn assign(&mut self, number: u32, value: Abstract, variables: &mut Variables) {
        let version = variables.next_version();
        self.variables.insert(number, Content { value, version });
    }

    /// Assigns a variable the value of a term, and remembers that.
    pub(super) fn define(&mut self, number: u32, value: Abstract, term: Term, variables: &mut Variables) {
        let operands = variables.operands(term);
        let operands = operands.iter().map(|operand| (*operand, self.version(*operand))).collect();
        self.assign(number, value, variables);
        let version = self.version(number);
        self.definitions.insert(number, Rc::new(Definition { term, version, operands }));
    }

    /// Notes that a variable holds less than was known.
    pub(super) fn refine(&mut self, number: u32, value: Abstract) {
        let version = self.version(number);
        self.variables.insert(number, Content { value, version });
    }

    /// The term that a variable was assigned, if all its variables still hold what they held then.
    pub(super) fn definition(&self, number: u32) -> Option<Term> {
        let definition = self.definitions.get(&number)?;
        let is_current = |(operand, version): &(u32, u64)| self.version(*operand) == *version;
        let holds = self.version(number) == definition.version && definition.operands.iter().all(is_current);
        holds.then_some(definition.term)
    }

    /// Forgets which terms were assigned. Has to be done where states of several rounds of a loop meet.
    pub(super) fn forget_definitions(&mut self) {
        self.definitions = OrdMap::new();
    }

    /// Forgets all copies of variables of the program.
    pub(super) fn forget(&mut self, is_forgotten: impl Fn(Symbol) -> bool, variables: &mut Variables) {
        let numbers: Vec<u32> = self.variables.keys().copied().collect();
        for number in numbers {
            let (symbol, original) = variables.symbols[number as usize];
            if is_forgotten(original) {
                self.assign(number, Abstract::any(symbol.sort()), variables);
            }
        }
        self.forget_definitions();
    }

    /// A set that has all states of both.
    #[must_use]
    pub(super) fn join(&self, other: &State, variables: &mut Variables) -> State {
        self.combine(other, variables, Abstract::join)
    }

    /// As [`State::join`], where `grown` has all states of this set.
    #[must_use]
    pub(super) fn widen(&self, grown: &State, thresholds: &[i128], variables: &mut Variables) -> State {
        self.combine(grown, variables, |old, new| old.widen(new, thresholds))
    }

    /// What stays the same from this set to the other; nothing is known of what changes.
    #[must_use]
    pub(super) fn keep_unchanged(&self, other: &State, variables: &mut Variables) -> State {
        self.combine(other, variables, |old, new| if old == new { old.clone() } else { Abstract::Any })
    }

    fn combine(
        &self,
        other: &State,
        variables: &mut Variables,
        combine: impl Fn(&Abstract, &Abstract) -> Abstract,
    ) -> State {
        if self.variables.ptr_eq(&other.variables) && self.definitions.ptr_eq(&other.definitions) {
            return self.clone();
        }
        let mut combined = self.variables.clone();
        for difference in self.variables.diff(&other.variables) {
            variables.look();
            let (number, mine, theirs) = match difference {
                DiffItem::Add(number, theirs) => (*number, None, Some(theirs)),
                DiffItem::Remove(number, mine) => (*number, Some(mine), None),
                DiffItem::Update { old, new } => (*old.0, Some(old.1), Some(new.1)),
            };
            let version = |content: Option<&Content>| content.map_or(0, |content| content.version);
            let (my_version, their_version) = (version(mine), version(theirs));
            let version = if my_version == their_version { my_version } else { variables.next_version() };
            let value = match (mine, theirs) {
                (Some(mine), Some(theirs)) => combine(&mine.value, &theirs.value),
                _ => Abstract::Any,
            };
            // One form for what is not known.
            let value = match value {
                Abstract::Any => Abstract::any(variables.symbol(number).sort()),
                value => value,
            };
            combined.insert(number, Content { value, version });
        }
        let mut definitions = self.definitions.clone();
        if !definitions.ptr_eq(&other.definitions) {
            for (number, definition) in &self.definitions {
                let same = other.definitions.get(number).is_some_and(|it| Rc::ptr_eq(it, definition));
                if !same {
                    definitions.remove(number);
                }
            }
        }
        State { variables: combined, definitions }
    }

    /// Whether this set is a part of the other.
    pub(super) fn is_within(&self, other: &State, variables: &Variables) -> bool {
        self.variables.diff(&other.variables).all(|difference| match difference {
            DiffItem::Add(number, outer) => {
                Abstract::any(variables.symbol(*number).sort()).is_within(&outer.value)
            }
            DiffItem::Remove(..) => true,
            DiffItem::Update { old, new } => old.1.value.is_within(&new.1.value),
        })
    }
}
