//! Hoare triples `{P_1 ∧ … ∧ P_n} letter {Q}`, decided from cheap to dear and remembered.

use faultscope_ir::index::IndexSet;
use faultscope_ir::term::{Purpose, Quantifier, Rewriting};
use faultscope_ir::{Command, Op, Symbol, Term, TermKind, transform};
use faultscope_solver::{SatAnswer, SolverConfig};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::alphabet::Alphabet;
use crate::automata::Letter;
use crate::effort;
use crate::interpreter::place_sort;
use crate::limits::{MAX_INSTANCES, TRIPLES_PER_SOLVER};
use crate::polynomials::{contradiction, is_worth_solving, solve};
use crate::query::Query;
use crate::remainders::without_divisions;

/// Names a predicate that [`Triples`] knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PredicateId(u32);

impl PredicateId {
    /// The predicate `false`.
    pub(crate) const FALSE: PredicateId = PredicateId(0);
}

/// Triples that a solver has decided, for other programs.
///
/// A triple holds if no state that fulfils its precondition is one from which the letter can miss the postcondition. The
/// formula that says which states these are names all that the answer depends on, but for the axioms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecidedTriples {
    axioms: Vec<Term>,
    of: FxHashMap<Term, Preconditions>,
}

/// Preconditions of the states that a formula describes: sets of predicates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Preconditions {
    sufficient: Vec<Vec<Term>>,
    insufficient: Vec<Vec<Term>>,
}

impl DecidedTriples {
    /// How many formulas there are triples of.
    pub fn len(&self) -> usize {
        self.of.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Adds triples of a program with the same axioms. Those of another are left out.
    pub fn extend(&mut self, others: DecidedTriples) {
        if self.is_empty() {
            *self = others;
        } else if self.axioms == others.axioms {
            #[expect(clippy::iter_over_hash_type, reason = "each formula has its own entry")]
            for (misses, mut more) in others.of {
                let known = self.of.entry(misses).or_default();
                known.sufficient.append(&mut more.sufficient);
                known.insufficient.append(&mut more.insufficient);
            }
        }
    }
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
    known: FxHashMap<(Letter, PredicateId), Known>,
    /// What was decided earlier, for this program and others.
    earlier: &'a DecidedTriples,
    /// What a solver has decided here.
    decided: DecidedTriples,
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
struct Known {
    /// From these states the letter can miss the postcondition, for some value of the choices in it.
    misses: Term,
    symbols: Vec<Symbol>,
    /// Sets of predicates that are a sufficient precondition.
    sufficient: Vec<Vec<PredicateId>>,
    /// Sets of predicates that are not.
    insufficient: Vec<Vec<PredicateId>>,
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
            decided: DecidedTriples { axioms: axioms.to_vec(), of: FxHashMap::default() },
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
        self.decided
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
        // The letter's conditions may be all that the predicates before have to do with it.
        let mut symbols = known.symbols.clone();
        symbols.extend(self.symbols(after).iter().copied().filter(|_| self.related.contains(&after)));
        let before = self.connected(before, &symbols);
        let includes =
            |large: &[PredicateId], small: &[PredicateId]| small.iter().all(|it| large.contains(it));
        if known.sufficient.iter().any(|set| includes(&before, set)) {
            return true;
        }
        if known.insufficient.iter().any(|set| includes(set, &before)) {
            return false;
        }
        // Quantifiers other than the outermost one are for the triples that hold by construction.
        if known.misses.has_quantifier() {
            return false;
        }
        let instances = before.iter().map(|id| instances(self.formula(*id), known.misses));
        let Some(mut formulas) = instances.collect::<Option<Vec<Term>>>() else { return false };
        formulas.push(known.misses);
        if self.query.n_queries() > TRIPLES_PER_SOLVER {
            self.n_earlier += self.query.n_queries();
            self.query = Query::new(&self.config, self.axioms);
        }
        let (answer, core) = self.ask(&formulas);
        let terms = |ids: &[PredicateId]| ids.iter().map(|id| self.formula(*id)).collect();
        let decided = |set: Vec<PredicateId>| (terms(&set), set);
        let (is_sufficient, (terms, set)) = match answer {
            SatAnswer::Unsat => {
                let core = core.into_iter().filter_map(|position| before.get(position).copied());
                (true, decided(core.collect()))
            }
            SatAnswer::Sat | SatAnswer::Unknown(_) => (false, decided(before)),
        };
        let known = self.known.get_mut(&key).expect("it was put there above");
        let decided = self.decided.of.entry(known.misses).or_default();
        if is_sufficient {
            known.sufficient.push(set);
            decided.sufficient.push(terms);
        } else {
            known.insufficient.push(set);
            decided.insufficient.push(terms);
        }
        is_sufficient
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
        let asked = without_divisions(solved.as_ref().map_or(formulas, |solved| &solved.formulas));
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
    fn recalled(&self, misses: Term) -> Known {
        let mut known =
            Known { misses, symbols: misses.symbols(), sufficient: Vec::new(), insufficient: Vec::new() };
        let earlier = self.earlier.of.get(&misses).filter(|_| self.earlier.axioms == self.axioms);
        if let Some(earlier) = earlier {
            let id = |formula: &Term| self.ids.get(formula).copied();
            let all = |set: &Vec<Term>| set.iter().map(id).collect::<Option<Vec<PredicateId>>>();
            known.sufficient = earlier.sufficient.iter().filter_map(all).collect();
            // Fewer predicates are no better.
            let some = |set: &Vec<Term>| set.iter().filter_map(id).collect();
            known.insufficient = earlier.insufficient.iter().map(some).collect();
        }
        known
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

    /// The predicates that share variables with `symbols`, directly or through each other. Others have no part in a
    /// contradiction, for the states that were reached fulfil them.
    fn connected(&self, before: &[PredicateId], symbols: &[Symbol]) -> Vec<PredicateId> {
        let mut reached: FxHashSet<Symbol> = symbols.iter().copied().collect();
        let mut rest: Vec<PredicateId> = before.to_vec();
        let mut connected = Vec::new();
        loop {
            let n_before = connected.len();
            rest.retain(|id| {
                let related = self.symbols(*id).iter().any(|symbol| reached.contains(symbol));
                if related {
                    reached.extend(self.symbols(*id).iter().copied());
                    connected.push(*id);
                }
                !related
            });
            if connected.len() == n_before {
                connected.sort_unstable();
                return connected;
            }
        }
    }
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
