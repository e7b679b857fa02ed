//! Hoare triples `{P_1 ∧ … ∧ P_n} letter {Q}`, decided from cheap to dear and remembered.

use faultscope_ir::eval::eval;
use faultscope_ir::index::IndexSet;
use faultscope_ir::term::{Purpose, Quantifier, Rewriting};
use faultscope_ir::{Command, Op, Symbol, Term, TermKind, Value, transform};
use faultscope_solver::{SatAnswer, SolverConfig};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::alphabet::Alphabet;
use crate::automata::Letter;
use crate::decided_triples::{DecidedTriples, Preconditions};
use crate::effort;
use crate::interpreter::place_sort;
use crate::limits::{MAX_INSTANCES, MAX_REFUTING_STATES, TRIPLES_PER_SOLVER};
use crate::query::Query;
use faultscope_domains::polynomials::{contradiction, is_worth_solving, solve};
use faultscope_domains::remainders::Remainders;

/// Names a predicate that [`Triples`] knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PredicateId(u32);

impl PredicateId {
    /// The predicate `false`.
    pub(crate) const FALSE: PredicateId = PredicateId(0);
}

/// Decides triples and keeps the answers for the whole analysis.
pub(crate) struct Triples<'a> {
    alphabet: &'a Alphabet,
    axioms: &'a [Term],
    config: SolverConfig,
    query: Query,
    /// Questions to earlier solvers.
    n_earlier: usize,
    predicates: Vec<Predicate>,
    ids: FxHashMap<Term, PredicateId>,
    letters: Vec<LetterFacts>,
    known: FxHashMap<(Letter, PredicateId), KnownTriple>,
    /// What was decided earlier, for this program and others.
    earlier: &'a DecidedTriples,
    /// States from which a letter can be executed, those found last behind the others: a solver gave them for triples that do not
    /// hold, and in them many others do not either.
    states: FxHashMap<Letter, Vec<FxHashMap<Symbol, Value>>>,
    remainders: Remainders,
    /// The precondition that was asked about last.
    parts: Parts,
    /// Predicates about which a letter may tell something through other predicates.
    related: FxHashSet<PredicateId>,
    /// Whether solvers are told nothing of products and quotients but that they are the same where they are written the same.
    leaves_products: bool,
    /// These, with numbers.
    products: IndexSet<Term>,
}

struct Predicate {
    formula: Term,
    symbols: Vec<Symbol>,
}

struct LetterFacts {
    assigned: FxHashSet<Symbol>,
    /// What the letter's assumptions read of the state before it.
    tested: FxHashSet<Symbol>,
    /// Whether the letter has an assumption at all.
    has_assumption: bool,
}

/// What is known of a letter and a postcondition.
struct KnownTriple {
    /// From these states the letter can miss the postcondition, for some value of the choices in it.
    misses: Term,
    symbols: Vec<Symbol>,
    /// What was decided earlier.
    recalled: Sets,
    /// What was decided here.
    found: Sets,
}

/// Sets of predicates, each in ascending order.
#[derive(Default)]
struct Sets {
    /// Those that are a sufficient precondition.
    sufficient: Vec<Vec<PredicateId>>,
    /// Those that are not.
    insufficient: Vec<Vec<PredicateId>>,
}

impl Sets {
    /// Whether a set is a sufficient precondition, where that follows.
    fn answer(&self, before: &[PredicateId]) -> Option<bool> {
        if self.sufficient.iter().any(|set| includes(before, set)) {
            return Some(true);
        }
        self.insufficient.iter().any(|set| includes(set, before)).then_some(false)
    }

    /// Adds a set. What follows from it is left out.
    fn add(&mut self, is_sufficient: bool, mut set: Vec<PredicateId>) {
        set.sort_unstable();
        if is_sufficient {
            self.sufficient.retain(|it| !includes(it, &set));
            self.sufficient.push(set);
        } else {
            self.insufficient.retain(|it| !includes(&set, it));
            self.insufficient.push(set);
        }
    }
}

impl<'a> Triples<'a> {
    pub(crate) fn new(
        alphabet: &'a Alphabet,
        axioms: &'a [Term],
        earlier: &'a DecidedTriples,
        config: SolverConfig,
    ) -> Triples<'a> {
        let letters = alphabet.letters().map(|letter| LetterFacts::new(alphabet, letter)).collect();
        let mut triples = Triples {
            alphabet,
            axioms,
            query: Query::new(&config, axioms),
            config,
            n_earlier: 0,
            predicates: Vec::new(),
            ids: FxHashMap::default(),
            letters,
            known: FxHashMap::default(),
            earlier,
            states: FxHashMap::default(),
            remainders: Remainders::default(),
            parts: Parts::default(),
            related: FxHashSet::default(),
            leaves_products: false,
            products: IndexSet::default(),
        };
        triples.predicate(Term::bool(false));
        triples
    }

    /// Leaves out what products and quotients are where solvers are asked.
    pub(crate) fn leave_products(&mut self) {
        self.leaves_products = true;
    }

    /// How many questions were asked of solvers.
    pub(crate) fn n_queries(&self) -> usize {
        self.n_earlier + self.query.n_queries()
    }

    /// What solvers have decided.
    pub(crate) fn into_decided(self) -> DecidedTriples {
        let predicates = &self.predicates;
        let formula = |id: &PredicateId| predicates[id.0 as usize].formula;
        let terms = |sets: Vec<Vec<PredicateId>>| -> Vec<Vec<Term>> {
            sets.iter().map(|set| set.iter().map(formula).collect()).collect()
        };
        let mut of: FxHashMap<Term, Preconditions> = FxHashMap::default();
        #[expect(clippy::iter_over_hash_type, reason = "in which order sets are tried changes no answer")]
        for (_, known) in self.known {
            let Sets { sufficient, insufficient } = known.found;
            if !sufficient.is_empty() || !insufficient.is_empty() {
                let decided = of.entry(known.misses).or_default();
                decided.sufficient.extend(terms(sufficient));
                decided.insufficient.extend(terms(insufficient));
            }
        }
        DecidedTriples::new(self.axioms.to_vec(), of)
    }

    /// The id of a predicate.
    pub(crate) fn predicate(&mut self, formula: Term) -> PredicateId {
        *self.ids.entry(formula).or_insert_with(|| {
            self.predicates.push(Predicate { formula, symbols: formula.symbols() });
            PredicateId(self.predicates.len() as u32 - 1)
        })
    }

    /// The id of a predicate of which a letter may tell something that tests only what other predicates relate it with:
    /// behind `x == 0`, from `y == x` follows `y == 0`.
    pub(crate) fn related_predicate(&mut self, formula: Term) -> PredicateId {
        let id = self.predicate(formula);
        self.related.insert(id);
        id
    }

    /// The predicate of an id.
    pub(crate) fn formula(&self, id: PredicateId) -> Term {
        self.predicates[id.0 as usize].formula
    }

    /// The variables of a predicate.
    pub(crate) fn symbols(&self, id: PredicateId) -> &[Symbol] {
        &self.predicates[id.0 as usize].symbols
    }

    /// Whether the triple is known to hold. `false` may mean that it was not worth a question, or that the solver gave up.
    pub(crate) fn holds(&mut self, before: &[PredicateId], letter: Letter, after: PredicateId) -> bool {
        if after != PredicateId::FALSE && self.is_unrelated(letter, after) {
            if before.contains(&after) {
                return true;
            }
            // Nothing changes the predicate, and nothing tells about it. If the letter cannot be executed
            // at all, that is asked for once, with the postcondition `false`.
            if !self.related.contains(&after) || !self.tells(before, letter, after) {
                return false;
            }
        }
        self.config.limits.spend(effort::TRIPLE);
        let key = (letter, after);
        if !self.known.contains_key(&key) {
            self.config.limits.spend(effort::PRECONDITION);
            let misses = self.misses(letter, self.formula(after));
            let known = self.recalled(misses);
            self.known.insert(key, known);
        }
        let known = &self.known[&key];
        match known.misses.as_bool() {
            Some(false) => return true,
            Some(true) => return false,
            None => {}
        }
        if self.parts.whole != before {
            self.parts = Parts::new(before, &self.predicates);
        }
        // The letter's conditions may be all that the predicates before have to do with it.
        let related: &[Symbol] = if self.related.contains(&after) { self.symbols(after) } else { &[] };
        let before = self.parts.connected(&known.symbols, related);
        if let Some(answer) = known.found.answer(&before).or_else(|| known.recalled.answer(&before)) {
            return answer;
        }
        // Quantifiers other than the outermost one are for the triples that hold by construction.
        if known.misses.has_quantifier() {
            return false;
        }
        let instances = before.iter().map(|id| instances(self.formula(*id), known.misses));
        let Some(mut formulas) = instances.collect::<Option<Vec<Term>>>() else { return false };
        formulas.push(known.misses);
        if self.is_refuted(letter, &formulas) {
            self.note(key, false, before);
            return false;
        }
        if self.query.n_queries() > TRIPLES_PER_SOLVER {
            self.n_earlier += self.query.n_queries();
            self.query = Query::new(&self.config, self.axioms);
        }
        let (answer, core) = self.ask(&formulas);
        match answer {
            SatAnswer::Unsat => {
                let core = core.into_iter().filter_map(|position| before.get(position).copied());
                self.note(key, true, core.collect());
                return true;
            }
            SatAnswer::Sat => self.keep_state(letter, &formulas),
            SatAnswer::Unknown(_) => {}
        }
        self.note(key, false, before);
        false
    }

    /// Keeps whether a set of predicates is a sufficient precondition.
    fn note(&mut self, key: (Letter, PredicateId), is_sufficient: bool, set: Vec<PredicateId>) {
        if let Some(known) = self.known.get_mut(&key) {
            known.found.add(is_sufficient, set);
        }
    }

    /// Whether all formulas hold in a state that is known.
    fn is_refuted(&self, letter: Letter, formulas: &[Term]) -> bool {
        let Some(states) = self.states.get(&letter).filter(|_| !formulas.iter().any(|it| it.has_array()))
        else {
            return false;
        };
        // Whatever is not known of a state can have any value, unless something is demanded of it.
        let is_free = self.axioms.is_empty();
        // What occurs often in a large formula is evaluated once.
        let size = |formula: &Term| u64::from(formula.size()).min(effort::MOST_EVALUATED);
        let size: u64 = formulas.iter().map(size).sum();
        states.iter().rev().any(|state| {
            self.config.limits.spend(effort::TRIPLE + size / effort::EVALUATED);
            let mut value = |symbol: Symbol| {
                let known = state.get(&symbol).cloned();
                known.or_else(|| is_free.then(|| Value::zero(symbol.sort())))
            };
            let mut holds = |formula: &Term| eval(*formula, &mut value) == Some(Value::Bool(true));
            formulas.iter().rev().all(&mut holds)
        })
    }

    /// Keeps the state in which these formulas hold, which a solver has found last.
    fn keep_state(&mut self, letter: Letter, formulas: &[Term]) {
        if formulas.iter().any(|it| it.has_array()) {
            return;
        }
        let symbols: FxHashSet<Symbol> = formulas.iter().flat_map(|it| it.symbols()).collect();
        let value = |symbol: Symbol| Some((symbol, self.query.value(symbol)?));
        let state = symbols.into_iter().filter_map(value).collect();
        let states = self.states.entry(letter).or_default();
        if states.len() == MAX_REFUTING_STATES {
            states.remove(0);
        }
        states.push(state);
    }

    /// Whether formulas have a model; of those that have none, the positions of some.
    fn ask(&mut self, formulas: &[Term]) -> (SatAnswer, Vec<usize>) {
        if formulas.iter().any(|it| it.has_product()) {
            let found = contradiction(formulas);
            self.config.limits.spend(found.n_steps / effort::MONOMIALS);
            if let Some(core) = found.formulas {
                return (SatAnswer::Unsat, core);
            }
        }
        let solved = is_worth_solving(formulas).then(|| solve(formulas, &|_| false)).flatten();
        let asked =
            self.remainders.without_divisions(solved.as_ref().map_or(formulas, |solved| &solved.formulas));
        let asked = if self.leaves_products { self.without_products(&asked) } else { asked };
        let answer = self.query.check_all(&asked);
        let mut core = if answer.is_unsat() { self.query.core() } else { Vec::new() };
        core.extend(solved.into_iter().flat_map(|solved| solved.used));
        (answer, core)
    }

    /// Formulas in which products and quotients of what is not constant may be any values, the same ones the same. What holds then
    /// holds in any case, and multipliers of bits, of which solvers find out little, need not be made.
    fn without_products(&mut self, formulas: &[Term]) -> Vec<Term> {
        let products = &mut self.products;
        let mut replace = |op: &Op, operands: &[Term]| {
            let is_computed = matches!(op, Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem);
            if !is_computed || operands.iter().any(|it| it.as_value().is_some()) {
                return None;
            }
            let product = Term::app(*op, operands);
            let number = products.insert_full(product).0;
            Some(Term::symbol(Symbol::generated(Purpose::Product(number), product.sort())))
        };
        let mut rewriting = Rewriting::default();
        formulas.iter().map(|formula| rewriting.rewrite_applications(*formula, &mut replace)).collect()
    }

    /// What was decided earlier of the states that a formula describes.
    fn recalled(&self, misses: Term) -> KnownTriple {
        let mut recalled = Sets::default();
        if let Some(earlier) = self.earlier.recalled(self.axioms, misses) {
            let id = |formula: &Term| self.ids.get(formula).copied();
            let all = |set: &Vec<Term>| set.iter().map(id).collect::<Option<Vec<PredicateId>>>();
            for set in earlier.sufficient.iter().filter_map(all) {
                recalled.add(true, set);
            }
            // Fewer predicates are no better.
            let some = |set: &Vec<Term>| set.iter().filter_map(id).collect();
            for set in earlier.insufficient.iter().map(some) {
                recalled.add(false, set);
            }
        }
        KnownTriple { misses, symbols: misses.symbols(), recalled, found: Sets::default() }
    }

    /// Whether the letter neither assigns nor tests what the predicate speaks of.
    fn is_unrelated(&self, letter: Letter, predicate: PredicateId) -> bool {
        let facts = &self.letters[letter.0 as usize];
        let touched = |symbol: &Symbol| facts.assigned.contains(symbol) || facts.tested.contains(symbol);
        !self.symbols(predicate).iter().any(touched)
    }

    /// Whether a predicate relates what the letter tests with what another predicate speaks of.
    fn tells(&self, before: &[PredicateId], letter: Letter, after: PredicateId) -> bool {
        let tested = &self.letters[letter.0 as usize].tested;
        let symbols = self.symbols(after);
        before.iter().any(|it| {
            let related = self.symbols(*it);
            related.iter().any(|it| symbols.contains(it)) && related.iter().any(|it| tested.contains(it))
        })
    }

    /// Whether the letter can be executed wherever one is.
    pub(crate) fn is_total(&self, letter: Letter) -> bool {
        !self.letters[letter.0 as usize].has_assumption
    }

    /// The states from which the letter can be executed such that a predicate does not hold behind it.
    fn misses(&self, letter: Letter, after: Term) -> Term {
        let mut states = skolemized(after).not();
        for (idx, statement) in self.alphabet.statements(letter).iter().enumerate().rev() {
            let sort = match &statement.command {
                Command::Havoc { target } => place_sort(target),
                Command::Assign { .. } | Command::Assume { .. } => faultscope_ir::Sort::bool(),
            };
            let choice = Symbol::generated(Purpose::LetterValue(idx), sort);
            states = transform::pre(states, &statement.command, choice);
        }
        states
    }
}

/// A set of predicates, taken apart into those that share variables, directly or through each other.
#[derive(Default)]
struct Parts {
    whole: Vec<PredicateId>,
    parts: Vec<(Vec<PredicateId>, Vec<Symbol>)>,
}

impl Parts {
    fn new(whole: &[PredicateId], predicates: &[Predicate]) -> Parts {
        let mut parts: Vec<(Vec<PredicateId>, Vec<Symbol>)> = Vec::new();
        for id in whole {
            let mut part = (vec![*id], predicates[id.0 as usize].symbols.clone());
            let of_predicate = part.1.clone();
            let joined =
                parts.extract_if(.., |(_, symbols)| of_predicate.iter().any(|it| symbols.contains(it)));
            for (ids, symbols) in joined {
                part.0.extend(ids);
                part.1.extend(symbols);
            }
            parts.push(part);
        }
        Parts { whole: whole.to_vec(), parts }
    }

    /// The predicates that have to do with one of these symbols, in ascending order. Others have no part in a contradiction, for
    /// the states that were reached fulfil them.
    fn connected(&self, symbols: &[Symbol], others: &[Symbol]) -> Vec<PredicateId> {
        let mut connected = Vec::new();
        for (ids, known) in &self.parts {
            if symbols.iter().chain(others).any(|it| known.contains(it)) {
                connected.extend(ids);
            }
        }
        connected.sort_unstable();
        connected
    }
}

/// Whether a set includes another one; both are in ascending order.
fn includes(large: &[PredicateId], small: &[PredicateId]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|it| rest.find(|other| *other >= it) == Some(it))
}

/// What a predicate says of one unknown value, where it is about all values.
fn skolemized(predicate: Term) -> Term {
    let TermKind::Quantified(Quantifier::Forall, variables, body) = predicate.kind() else {
        return predicate;
    };
    let unknown =
        |(idx, it): (usize, &Symbol)| (*it, Term::symbol(Symbol::generated(Purpose::Probe(idx), it.sort())));
    body.substitute(&variables.iter().enumerate().map(unknown).collect())
}

/// What a predicate says where a formula reads arrays, if it is about all values of a variable. None where it has another
/// quantifier.
pub(crate) fn instances(predicate: Term, formula: Term) -> Option<Term> {
    let TermKind::Quantified(Quantifier::Forall, variables, body) = predicate.kind() else {
        return (!predicate.has_quantifier()).then_some(predicate);
    };
    let [variable] = variables[..] else { return None };
    if body.has_quantifier() {
        return None;
    }
    let mut values: IndexSet<Term> = IndexSet::default();
    let mut others: IndexSet<Term> = IndexSet::default();
    let (is_number, patterns) = (is_number(*body, variable), indices_of(*body, variable));
    formula.visit(&mut |term| {
        let Some(index) = index(term) else { return };
        if is_number {
            values.extend(upper_part(index, variable));
            return;
        }
        values.extend(patterns.iter().filter_map(|it| value_at(*it, index, variable)));
        if let (Some(number), Some(width)) =
            (index.as_value().and_then(|it| it.as_unsigned()), variable.sort().bit_width())
        {
            values.insert(Term::bits(width, number & (u128::MAX >> (128 - width))));
        }
        index.visit(&mut |term| {
            if term.sort() == variable.sort() {
                others.insert(term);
            }
        });
    });
    let values = if values.is_empty() { others } else { values };
    let values = values.into_iter().take(MAX_INSTANCES);
    Some(Term::all(values.map(|value| body.substitute(&FxHashMap::from_iter([(variable, value)])))))
}

/// Where a term reads or writes an array.
fn index(term: Term) -> Option<Term> {
    [Op::Select, Op::Store].iter().find_map(|op| term.operands_of(*op)).map(|it| it[1])
}

/// The indices in a formula that speak of a variable.
fn indices_of(body: Term, variable: Symbol) -> IndexSet<Term> {
    let mut found = IndexSet::default();
    body.visit(&mut |term| found.extend(index(term).filter(|it| it.mentions(variable))));
    found
}

/// The value of a variable for which a pattern is a term, by how they are written.
fn value_at(pattern: Term, term: Term, variable: Symbol) -> Option<Term> {
    if pattern.as_symbol() == Some(variable) {
        return (term.sort() == pattern.sort()).then_some(term);
    }
    if let Some(width) = variable.sort().bit_width() {
        let zero = Term::bits(width, 0);
        if pattern.substitute(&FxHashMap::from_iter([(variable, zero)])) == term {
            return Some(zero);
        }
    }
    let (TermKind::App(op, parts), TermKind::App(other, others)) = (pattern.kind(), term.kind()) else {
        return None;
    };
    if op != other || parts.len() != others.len() {
        return None;
    }
    let mut value = None;
    for (part, other) in parts.iter().zip(others.iter()) {
        if part.mentions(variable) {
            let found = value_at(*part, *other, variable)?;
            if value.is_some_and(|it| it != found) {
                return None;
            }
            value = Some(found);
        } else if part != other {
            return None;
        }
    }
    value
}

/// Whether a variable stands for the number of an object: above an offset in indices.
fn is_number(body: Term, variable: Symbol) -> bool {
    let mut found = false;
    body.visit(&mut |term| {
        found |= term.operands_of(Op::Concat).is_some_and(|it| it[0].as_symbol() == Some(variable));
    });
    found
}

/// The upper part of an index, of the sort of a variable.
fn upper_part(index: Term, variable: Symbol) -> Option<Term> {
    let (width, upper) = (index.sort().bit_width()?, variable.sort().bit_width()?);
    (width >= upper).then(|| index.extract(width - 1, width - upper))
}

impl LetterFacts {
    fn new(alphabet: &Alphabet, letter: Letter) -> LetterFacts {
        let mut assigned = FxHashSet::default();
        let mut current: FxHashMap<Symbol, Term> = FxHashMap::default();
        let mut tested = FxHashSet::default();
        let mut has_assumption = false;
        for (idx, statement) in alphabet.statements(letter).iter().enumerate() {
            match &statement.command {
                Command::Assume { condition } => {
                    has_assumption = true;
                    tested.extend(condition.substitute(&current).symbols());
                }
                Command::Assign { target, value } => {
                    assigned.insert(target.variable);
                    let value = target.write(*value).substitute(&current);
                    current.insert(target.variable, value);
                }
                Command::Havoc { target } => {
                    assigned.insert(target.variable);
                    let choice = Symbol::generated(Purpose::LetterValue(idx), place_sort(target));
                    let value = target.write(Term::symbol(choice)).substitute(&current);
                    current.insert(target.variable, value);
                }
            }
        }
        LetterFacts { assigned, tested, has_assumption }
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Sort;
    use faultscope_notation::parse;
    use faultscope_solver::Limits;

    use super::*;
    use crate::trace_abstraction::control_flow::{Bounds, ControlFlow};

    fn ids(numbers: &[u32]) -> Vec<PredicateId> {
        numbers.iter().map(|it| PredicateId(*it)).collect()
    }

    #[test]
    fn sets_include_sets() {
        let includes = |large: &[u32], small: &[u32]| includes(&ids(large), &ids(small));
        assert!(includes(&[1, 3, 5], &[]) && includes(&[1, 3, 5], &[1, 5]) && includes(&[1, 3], &[1, 3]));
        assert!(!includes(&[1, 3, 5], &[2]) && !includes(&[1, 3], &[1, 3, 5]) && !includes(&[], &[1]));
    }

    #[test]
    fn what_follows_from_a_set_is_not_kept() {
        let mut sets = Sets::default();
        for (is_sufficient, set) in [(true, &[2, 1, 3][..]), (true, &[1, 2]), (false, &[1]), (false, &[3, 1])]
        {
            sets.add(is_sufficient, ids(set));
        }
        assert_eq!(
            (sets.sufficient.as_slice(), sets.insufficient.as_slice()),
            (&[ids(&[1, 2])][..], &[ids(&[1, 3])][..])
        );
        let answers = [&[1, 2, 4][..], &[1], &[3], &[2]].map(|it| sets.answer(&ids(it)));
        assert_eq!(answers, [Some(true), Some(false), Some(false), None]);
    }

    /// Predicates over two variables of two bits, for each letter of a program with tests, sums and unknown values.
    #[test]
    fn triples_are_those_that_a_solver_decides_one_by_one() {
        let program = parse(
            "var x: 2; var y: 2; proc main() { havoc x; y := x + 1; if (x < y) { y := y + x; havoc x; }
             while (x != 0) { x := x - 1; y := x; } assert y != 3; }",
        );
        let flow = ControlFlow::new(&program, &Bounds::default()).expect("a small program");
        let [x, y] = ["x", "y"].map(|it| Term::var(it, Sort::bits(2)));
        let numbers = (0..4).map(|it| Term::bits(2, it));
        let mut formulas: Vec<Term> = numbers.flat_map(|it| [x.equals(it), y.equals(it).not()]).collect();
        formulas.extend([x.equals(y), Term::app(Op::BvUlt, &[x, y])]);
        let earlier = DecidedTriples::default();
        let mut triples =
            Triples::new(&flow.alphabet, &[], &earlier, SolverConfig::new(&Limits::unlimited()));
        let predicates: Vec<PredicateId> = formulas.iter().map(|it| triples.related_predicate(*it)).collect();
        let (mut n_hold, mut n_all) = (0, 0);
        for letter in flow.alphabet.letters() {
            for (idx, after) in predicates.iter().enumerate() {
                for (first, second) in [(idx, 8), (0, 9), (3, 8), (1, 5), (idx, 9)] {
                    let mut before = vec![predicates[first], predicates[second]];
                    before.sort_unstable();
                    before.dedup();
                    let formula = |id: &PredicateId| triples.formula(*id);
                    let states = Term::all(before.iter().map(formula));
                    let misses = triples.misses(letter, formula(after));
                    let is_unsat =
                        |it| Query::new(&SolverConfig::new(&Limits::unlimited()), &[]).check(it).is_unsat();
                    let (is_none, never_misses) = (is_unsat(states), is_unsat(states.and(misses)));
                    let holds = triples.holds(&before, letter, *after);
                    assert!(!holds || never_misses, "{before:?} {letter:?} {after:?}");
                    // What nothing has to do with a letter is not asked.
                    let is_asked = !triples.is_unrelated(letter, *after) && !is_none;
                    assert!(holds || !never_misses || !is_asked, "{before:?} {letter:?} {after:?}");
                    n_hold += usize::from(holds);
                    n_all += 1;
                }
            }
        }
        assert!(n_hold > 0 && n_hold < n_all && triples.n_queries() < n_all, "{n_hold} {n_all}");
        assert!(triples.states.values().any(|it| !it.is_empty()), "no state was kept");
    }
}
