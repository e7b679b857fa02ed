//! What the fix may play: terms over program variables with unknowns, from those that need to know little to those that know more.

use faultscope_ir::program::Scope;
use faultscope_ir::term::Purpose;
use faultscope_ir::{ProcId, Program, Sort, SortKind, Symbol, Term, Value};
use rustc_hash::FxHashMap;

use crate::aberrance::mover::Mover;
use crate::limits::{MAX_GAME_ROUNDS, MAX_GAME_VARIABLES};

/// One way to play, up to some unknowns.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    /// What is played at each execution, the last one from then on.
    pub(crate) terms: Vec<Term>,
    /// The unknowns of the terms.
    unknowns: Vec<Symbol>,
    /// Plays that were tried: values of the unknowns.
    tried: Vec<Vec<Value>>,
    /// Whether no value of the unknowns is left.
    pub(crate) is_lost: bool,
}

impl Template {
    fn new(terms: Vec<Term>, unknowns: &[Symbol]) -> Template {
        Template { terms, unknowns: unknowns.to_vec(), tried: Vec::new(), is_lost: false }
    }

    /// How often it was tried.
    pub(crate) fn n_tried(&self) -> usize {
        self.tried.len()
    }

    /// That the unknowns have none of the values that were tried.
    pub(crate) fn others(&self) -> Vec<Term> {
        let differs = |values: &Vec<Value>| {
            let each = self.unknowns.iter().zip(values);
            Term::any(
                each.map(|(unknown, value)| Term::symbol(*unknown).equals(Term::value(value.clone())).not()),
            )
        };
        self.tried.iter().map(differs).collect()
    }

    /// That the only unknown is far beyond all values that were tried, above and below in turn, and each time further: what lies near a
    /// value that failed often fails one round later.
    pub(crate) fn beyond(&self) -> Vec<Term> {
        let ([unknown], n_tried @ 1..) = (&self.unknowns[..], self.tried.len()) else { return Vec::new() };
        let (sort, distance) = (unknown.sort(), 4_u32.pow(n_tried.div_ceil(2) as u32));
        let (Some(distance), unknown) = (number(sort, distance), Term::symbol(*unknown)) else {
            return Vec::new();
        };
        let is_beyond = |values: &Vec<Value>| {
            let tried = Term::value(values[0].clone());
            if n_tried % 2 == 1 {
                less(plus(tried, distance), unknown)
            } else {
                less(plus(unknown, distance), tried)
            }
        };
        self.tried.iter().map(is_beyond).collect()
    }

    /// The play with these values of the unknowns, which is noted as tried.
    pub(crate) fn with(&mut self, values: &FxHashMap<Symbol, Value>) -> Vec<Term> {
        let value =
            |unknown: &Symbol| values.get(unknown).cloned().unwrap_or_else(|| Value::zero(unknown.sort()));
        let values: Vec<Value> = self.unknowns.iter().map(value).collect();
        let put: FxHashMap<Symbol, Term> =
            self.unknowns.iter().copied().zip(values.iter().cloned().map(Term::value)).collect();
        self.tried.push(values);
        let mut terms: Vec<Term> = self.terms.iter().map(|it| it.substitute(&put)).collect();
        // The last one is played from then on.
        while terms.len() > 1 && terms[terms.len() - 1] == terms[terms.len() - 2] {
            terms.pop();
        }
        terms
    }
}

/// The ways to play for a mover, where this many executions of it were seen on one path.
pub(crate) fn templates(program: &Program, mover: &Mover, n_plays: usize) -> Vec<Template> {
    let (sort, own) = (mover.sort(), mover.own(program));
    let unknown = |idx: usize, sort: Sort| Symbol::generated(Purpose::Unknown(idx), sort);
    let is_number = sort.bit_width().is_some() || matches!(sort.kind(), SortKind::Int);
    if !is_number && !sort.is_bool() {
        return Vec::new();
    }
    let variables = variables(program, mover.procedure(program), own);
    let first = unknown(0, sort);
    let mut templates = vec![Template::new(vec![Term::symbol(first)], &[first])];
    let rounds: Vec<Symbol> = (0..n_plays.min(MAX_GAME_ROUNDS)).map(|idx| unknown(idx, sort)).collect();
    let by_round = (rounds.len() > 1)
        .then(|| Template::new(rounds.iter().map(|it| Term::symbol(*it)).collect(), &rounds));
    if sort.is_bool() {
        let Some(own) = own else {
            templates.extend(by_round);
            return templates;
        };
        templates.push(Template::new(vec![own.not()], &[]));
        for variable in variables.iter().filter(|it| is_comparable(it.sort())) {
            let bound = unknown(0, variable.sort());
            let (variable, other) = (Term::symbol(*variable), Term::symbol(bound));
            for condition in [variable.equals(other), less(variable, other)] {
                for condition in [condition, condition.not()] {
                    templates.push(Template::new(vec![own.and(condition)], &[bound]));
                    templates.push(Template::new(vec![own.or(condition)], &[bound]));
                }
            }
        }
        templates.extend(by_round);
        return templates;
    }
    let of_sort = || variables.iter().copied().filter(|it| it.sort() == sort);
    for variable in of_sort() {
        templates.push(Template::new(vec![plus(Term::symbol(variable), Term::symbol(first))], &[first]));
    }
    if let Some(own) = own.filter(|it| it.as_value().is_none() && it.as_symbol().is_none()) {
        templates.push(Template::new(vec![plus(own, Term::symbol(first))], &[first]));
    }
    templates.extend(by_round);
    let Some(own) = own else { return templates };
    let second = unknown(1, sort);
    let (bound, value) = (Term::symbol(first), Term::symbol(second));
    for term in [own].into_iter().chain(of_sort().map(Term::symbol)) {
        if term.as_value().is_some() {
            continue;
        }
        for condition in [less(term, bound), less(bound, term), term.equals(bound)] {
            templates.push(Template::new(vec![condition.ite(value, own)], &[first, second]));
        }
    }
    templates
}

/// One more and one less than a number that is computed.
pub(crate) fn steps(own: Term) -> Vec<Term> {
    let one = number(own.sort(), 1).filter(|_| own.as_value().is_none());
    one.map_or_else(Vec::new, |one| vec![plus(own, one), minus(own, one)])
}

fn minus(term: Term, by: Term) -> Term {
    if is_word(term.sort()) { term.bv_sub(by) } else { term.sub(by) }
}

fn plus(term: Term, by: Term) -> Term {
    if is_word(term.sort()) { term.bv_add(by) } else { term.add(by) }
}

fn less(lhs: Term, rhs: Term) -> Term {
    if is_word(lhs.sort()) { lhs.bv_slt(rhs) } else { lhs.lt(rhs) }
}

/// A number of a sort of numbers.
fn number(sort: Sort, number: u32) -> Option<Term> {
    match sort.bit_width() {
        Some(width) => Some(Term::value(Value::bits(width, number.into()))),
        None if matches!(sort.kind(), SortKind::Int) => Some(Term::int(number)),
        None => None,
    }
}

fn is_word(sort: Sort) -> bool {
    sort.bit_width().is_some()
}

fn is_comparable(sort: Sort) -> bool {
    is_word(sort) || matches!(sort.kind(), SortKind::Int)
}

/// The variables that an expression reads, and others in scope of a procedure, the user's own alone.
fn variables(program: &Program, procedure: Option<ProcId>, own: Option<Term>) -> Vec<Symbol> {
    let is_own = |symbol: &Symbol| {
        let variable = program.variables.get(symbol);
        let is_near = |scope: Scope| match scope {
            Scope::Local(it) => Some(it) == procedure,
            Scope::Global => true,
            Scope::Internal | Scope::Temporary(_) => false,
        };
        variable.is_some_and(|it| is_near(it.scope)) && is_comparable(symbol.sort())
    };
    let mut found: Vec<Symbol> = own.map_or_else(Vec::new, Term::symbols);
    found.extend(program.variables.keys().copied().filter(|it| !found.contains(it)).collect::<Vec<_>>());
    found.retain(is_own);
    found.truncate(MAX_GAME_VARIABLES);
    found
}
