//! Statements about the cells of arrays that loops go through.
//!
//! A loop that writes `a[i] = v(i)` and counts `i` up to `n` leaves `a[j] == v(j)` behind for all `j` from its first `i` on: below
//! `i` while it runs, below `n` in the end. What a loop compares, `a[i] <= m`, may hold for all cells behind it, too. Where
//! a value that was written is compared, what it was computed from is.
//!
//! The bound variable is one of the counter's sort, so that indices are the terms that the program has.

use faultscope_ir::index::IndexSet;
use faultscope_ir::term::{Derivation, Purpose, Quantifier, SymbolKind};
use faultscope_ir::{Command, Op, Symbol, Term, TermKind};
use rustc_hash::FxHashMap;

use super::super::alphabet::Alphabet;
use super::comparisons::{Steps, atoms};
use crate::automata::Letter;
use crate::interpreter::place_sort;
use crate::limits::{MAX_COMPARISON_SIZE, MAX_QUANTIFIED};
use faultscope_domains::polynomials::is_decided;

/// What others know of cells.
pub(super) struct Asked<'a> {
    /// Whether something can be said of variables at the head of a loop.
    pub(super) can_hold: &'a dyn Fn(&[Symbol]) -> bool,
    /// What else may hold of a cell that is written.
    pub(super) of_cell: &'a dyn Fn(Term) -> Vec<Term>,
}

/// Formulas that hold for all cells up to a counter or a bound.
pub(super) fn cells(alphabet: &Alphabet, letters: &[Letter], steps: &Steps, asked: &Asked<'_>) -> Vec<Term> {
    let mut found = FoundCells {
        steps,
        asked,
        writes: Vec::new(),
        facts: IndexSet::default(),
        contraries: IndexSet::default(),
        bounds: IndexSet::default(),
        written_first: IndexSet::default(),
    };
    for letter in letters {
        found.look(alphabet, *letter);
    }
    found.recur(alphabet);
    found.compute();
    found.quantified()
}

/// A cell that a letter writes, with a counter in its index.
struct Write {
    counter: Symbol,
    cell: Term,
    value: Term,
}

impl Write {
    /// Whether the value is computed from the same array.
    fn is_recursive(&self) -> bool {
        let array = self.cell.operands_of(Op::Select).and_then(|it| it[0].as_symbol());
        array.is_some_and(|array| self.value.mentions(array))
    }
}

/// A bound of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Bound {
    counter: Symbol,
    bound: Term,
    is_signed: bool,
}

struct FoundCells<'a> {
    steps: &'a Steps,
    asked: &'a Asked<'a>,
    writes: Vec<Write>,
    /// Formulas with a counter in an index.
    facts: IndexSet<(Symbol, Term)>,
    /// That cells differ from something, which is less likely.
    contraries: IndexSet<(Symbol, Term)>,
    bounds: IndexSet<Bound>,
    /// Counters that grow in a letter behind the one in which their cell is written.
    written_first: IndexSet<Symbol>,
}

impl FoundCells<'_> {
    fn look(&mut self, alphabet: &Alphabet, letter: Letter) {
        // Values in terms of what the variables are before the letter.
        let mut current: FxHashMap<Symbol, Term> = FxHashMap::default();
        let mut writes = Vec::new();
        for (idx, statement) in alphabet.statements(letter).iter().enumerate() {
            match &statement.command {
                Command::Assume { condition } => {
                    atoms(*condition, &mut |atom| self.bound(atom));
                    self.compared(condition.substitute(&current));
                }
                Command::Assign { target, value } => {
                    let value = value.substitute(&current);
                    if let [index] = target.path[..] {
                        writes.push((target.variable, index.substitute(&current), value));
                    } else {
                        self.compared(value);
                    }
                    let value = target.write(value);
                    let value = if target.path.is_empty() { value } else { value.substitute(&current) };
                    current.insert(target.variable, value);
                }
                Command::Havoc { target } => {
                    let choice = Symbol::generated(Purpose::LetterValue(idx), place_sort(target));
                    let value = target.write(Term::symbol(choice)).substitute(&current);
                    current.insert(target.variable, value);
                }
            }
        }
        // Two cells that are written together are related by what both are computed from.
        let mut sources: FxHashMap<Symbol, Term> = FxHashMap::default();
        for (array, index, value) in writes {
            let cell = Term::symbol(array).select(index);
            let from_cells = value.substitute(&sources);
            if let Some(source) = value.as_symbol() {
                sources.entry(source).or_insert(cell);
            }
            for counter in self.counters(index) {
                if !current.contains_key(&counter) {
                    self.written_first.insert(counter);
                }
                for fact in (self.asked.of_cell)(cell) {
                    self.fact(counter, fact);
                }
                for value in IndexSet::<Term>::from_iter([value, from_cells]) {
                    if !is_choice(value) && !value.mentions(array) {
                        self.fact(counter, cell.equals(value));
                    }
                    if !is_choice(value) {
                        self.writes.push(Write { counter, cell, value });
                    }
                }
            }
        }
    }

    fn fact(&mut self, counter: Symbol, fact: Term) {
        if fact.mentions(counter) && (self.asked.can_hold)(&fact.symbols()) && !is_decided(fact) {
            self.facts.insert((counter, fact));
        }
    }

    /// The counters in an index.
    fn counters(&self, index: Term) -> Vec<Symbol> {
        index.symbols().into_iter().filter(|it| self.steps.constant.contains_key(it)).collect()
    }

    fn bound(&mut self, atom: Term) {
        let strict = [(Op::BvSlt, true), (Op::BvUlt, false)];
        for (op, is_signed) in strict {
            if let Some([lhs, bound]) = atom.operands_of(op)
                && let Some(counter) = lhs.as_symbol().filter(|it| self.steps.constant.contains_key(it))
                && !bound.mentions(counter)
            {
                self.bounds.insert(Bound { counter, bound: *bound, is_signed });
            }
        }
    }

    /// Comparisons of cells in a term.
    fn compared(&mut self, term: Term) {
        let mut comparisons = Vec::new();
        term.visit(&mut |it| {
            let is_comparison = [Op::Eq, Op::BvSlt, Op::BvSle, Op::BvUlt, Op::BvUle]
                .iter()
                .any(|op| it.operands_of(*op).is_some_and(|it| it[0].sort().bit_width().is_some()));
            if is_comparison && it.size() <= MAX_COMPARISON_SIZE {
                comparisons.push(it);
            }
        });
        for comparison in comparisons {
            let mut counters = IndexSet::default();
            comparison.visit(&mut |it| {
                if let Some([_, index]) = it.operands_of(Op::Select) {
                    counters.extend(self.counters(*index));
                }
            });
            for counter in counters {
                self.fact(counter, comparison);
                if comparison.operands_of(Op::Eq).is_some() {
                    self.contraries.insert((counter, comparison.not()));
                } else {
                    self.fact(counter, comparison.not());
                }
            }
        }
    }

    /// Adds the closed form of cells that are computed from the one before by adding what is the same in all rounds.
    fn recur(&mut self, alphabet: &Alphabet) {
        let mut found = Vec::new();
        for Write { counter, cell, value } in &self.writes {
            let (Some(width), Some([array, index])) =
                (counter.sort().bit_width(), cell.operands_of(Op::Select))
            else {
                continue;
            };
            let at = |term: Term, number: Term| term.substitute(&FxHashMap::from_iter([(*counter, number)]));
            let before = at(*cell, Term::symbol(*counter).bv_add(Term::signed_bits(width, -1)));
            let step = value.bv_sub(before);
            let is_same =
                array.as_symbol().is_some_and(|array| !step.mentions(array)) && !step.mentions(*counter);
            let Some(of_cell) =
                cell.sort().bit_width().filter(|_| is_same && step.size() <= MAX_COMPARISON_SIZE)
            else {
                continue;
            };
            for start in [0, 1] {
                let start = Term::bits(width, start);
                for first in firsts(alphabet, *array, at(*index, start)) {
                    let distance = Term::symbol(*counter).bv_sub(start).sign_extend_to(of_cell);
                    found.push((*counter, cell.equals(first.bv_add(step.bv_mul(distance)))));
                }
            }
        }
        for (counter, fact) in found {
            self.fact(counter, fact);
        }
    }

    /// Adds what follows from comparisons of cells for what the cells were computed from.
    fn compute(&mut self) {
        let mut next = 0;
        while next < self.facts.len() && self.facts.len() < MAX_QUANTIFIED / 2 {
            let (counter, fact) = self.facts[next];
            let mut found = Vec::new();
            for write in self.writes.iter().filter(|it| !it.is_recursive()) {
                // Counters of different loops have the same part in their indices.
                let at = FxHashMap::from_iter([(write.counter, Term::symbol(counter))]);
                if write.counter.sort() != counter.sort() {
                    continue;
                }
                let (cell, value) = (write.cell.substitute(&at), write.value.substitute(&at));
                let computed = replaced(fact, cell, value);
                if computed != fact {
                    found.push(computed);
                }
            }
            for computed in found {
                self.fact(counter, computed);
            }
            next += 1;
        }
    }

    fn quantified(mut self) -> Vec<Term> {
        self.facts.extend(std::mem::take(&mut self.contraries));
        let mut found: IndexSet<Term> = IndexSet::default();
        // Between the write of a cell and the growth of the counter.
        let mut closed: IndexSet<Term> = IndexSet::default();
        for (counter, fact) in &self.facts {
            let first = self.facts.iter().find(|(it, _)| it.sort() == counter.sort());
            let bound_variable = first.map_or(*counter, |(it, _)| *it).derived(Derivation::Bound(0));
            let own = |it: &&Bound| it.counter == *counter;
            let is_signed = self.bounds.iter().find(own).is_none_or(|it| it.is_signed);
            // Cells that one loop writes another one reads, with a counter of its own.
            let alike = self.bounds.iter().filter(|it| it.counter.sort() == counter.sort());
            let is_computed = |it: &Symbol| self.writes.iter().any(|write| write.counter == *it);
            let counts = |it: &&Bound| it.counter == *counter || is_computed(&it.counter);
            let alike = alike.filter(counts);
            let mut ends: IndexSet<Term> = alike.clone().map(|it| Term::symbol(it.counter)).collect();
            ends.extend(alike.map(|it| it.bound));
            let Some(width) = counter.sort().bit_width() else { continue };
            let starts = self.steps.starts.get(counter).cloned().unwrap_or_default();
            let starts = if starts.is_empty() { IndexSet::from_iter([0]) } else { starts };
            let j = Term::symbol(bound_variable);
            let body = fact.substitute(&FxHashMap::from_iter([(*counter, j)]));
            for end in ends {
                for start in &starts {
                    let start = Term::bits(width, *start);
                    let range = match is_signed {
                        true => start.bv_sle(j).and(j.bv_slt(end)),
                        false => start.bv_ule(j).and(j.bv_ult(end)),
                    };
                    let all = |range: Term| {
                        Term::quantified(Quantifier::Forall, &[bound_variable], range.implies(body))
                    };
                    found.insert(all(range));
                    if end.as_symbol().is_some_and(|it| self.written_first.contains(&it)) {
                        closed.insert(all(match is_signed {
                            true => start.bv_sle(j).and(j.bv_sle(end)),
                            false => start.bv_ule(j).and(j.bv_ule(end)),
                        }));
                    }
                }
            }
        }
        found.extend(closed);
        found.retain(|it| matches!(it.kind(), TermKind::Quantified(..)));
        found.into_iter().take(MAX_QUANTIFIED).collect()
    }
}

/// The values that a cell is given somewhere.
fn firsts(alphabet: &Alphabet, array: Term, index: Term) -> IndexSet<Term> {
    let mut found = IndexSet::default();
    for statement in alphabet.letters().flat_map(|letter| alphabet.statements(letter)) {
        if let Command::Assign { target, value } = &statement.command
            && array.as_symbol() == Some(target.variable)
            && target.path[..] == [index]
        {
            found.insert(*value);
        }
    }
    found
}

/// Whether a term speaks of what is chosen in a letter.
fn is_choice(term: Term) -> bool {
    let is_choice = |it: &Symbol| matches!(it.kind(), SymbolKind::Generated(Purpose::LetterValue(_)));
    term.symbols().iter().any(is_choice)
}

/// A term with a subterm replaced.
pub(super) fn replaced(term: Term, part: Term, by: Term) -> Term {
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    term.visit(&mut |it| {
        let new = match it.kind() {
            _ if it == part => by,
            TermKind::App(op, operands) => {
                let operands: Vec<Term> = operands.iter().map(|it| done[it]).collect();
                Term::app(*op, &operands)
            }
            _ => it,
        };
        done.insert(it, new);
    });
    done[&term]
}
