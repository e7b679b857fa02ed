//! Formulas in which equations between words are used up: solved for a variable, which is replaced everywhere.
//!
//! Sums and products of words are brought to a normal form, polynomials modulo `2^w`, so that what cancels out is seen.
//! By bits alone, that `(x - 1) + 2 (y + 1)` is one more than `x + 2 y` is hard to find out.

use std::collections::BTreeMap;
use std::rc::Rc;

use faultscope_ir::index::IndexSet;
use faultscope_ir::term::visit_all;
use faultscope_ir::{Op, Symbol, Term, TermKind};
use rustc_hash::FxHashMap;

use crate::ideal::{self, Monomials};
use crate::limits::{MAX_DEGREE, MAX_MONOMIALS, MAX_SOLVED_EQUATIONS, MAX_SOLVED_SIZE};
use faultscope_ir::modular::{inverse, mask};

/// Formulas that have a model together if and only if others have, and the same values for what they speak of.
#[derive(Debug)]
pub struct Solved {
    /// One for each of the others, in their order. What was used up is left out.
    pub formulas: Vec<Term>,
    /// The positions of those of which a conjunct was used up.
    pub used: Vec<usize>,
}

/// Solves equations that are conjuncts of the formulas, and replaces their variables in everything else. The unknowns for which
/// `is_kept` holds stay. None where there is nothing to solve.
pub fn solve(formulas: &[Term], is_kept: &dyn Fn(Symbol) -> bool) -> Option<Solved> {
    let size = formulas.iter().fold(0_u32, |size, formula| size.saturating_add(formula.size()));
    if size > MAX_SOLVED_SIZE {
        return None;
    }
    let mut conjuncts = conjuncts_of(formulas);
    if !conjuncts.iter().any(|(_, it)| is_equation(*it) || reads_what_is_written(*it)) {
        return None;
    }
    let mut used = Vec::new();
    for idx in 0..conjuncts.len() {
        let (position, equation) = conjuncts[idx];
        if used.len() >= MAX_SOLVED_EQUATIONS || !is_equation(equation) {
            continue;
        }
        let Some((symbol, value)) = Normalizer::default().solution(equation, is_kept) else { continue };
        let substitution = FxHashMap::from_iter([(symbol, value)]);
        conjuncts[idx].1 = Term::bool(true);
        for (_, conjunct) in &mut conjuncts {
            *conjunct = conjunct.substitute(&substitution);
        }
        used.push(position);
    }
    let terms: Vec<Term> = conjuncts.iter().map(|(_, it)| *it).collect();
    let mut solved = vec![Term::bool(true); formulas.len()];
    for ((position, _), normal) in conjuncts.iter().zip(Normalizer::default().normal(&terms)) {
        solved[*position] = solved[*position].and(normal);
    }
    Some(Solved { formulas: solved, used })
}

/// The conjuncts of formulas, each with the position of its formula.
fn conjuncts_of(formulas: &[Term]) -> Vec<(usize, Term)> {
    let mut conjuncts: Vec<(usize, Term)> = Vec::new();
    for (position, formula) in formulas.iter().enumerate() {
        let mut open = vec![*formula];
        while let Some(term) = open.pop() {
            match term.operands_of(Op::And) {
                Some(operands) => open.extend(operands),
                None => conjuncts.push((position, term)),
            }
        }
    }
    conjuncts
}

/// What was found out about formulas by their equations alone.
pub struct Contradiction {
    /// The positions of those that cannot all be true; none if that was not found out.
    pub formulas: Option<Vec<usize>>,
    /// How many monomials were looked at.
    pub n_steps: u64,
}

/// Whether formulas contradict each other since two words that are to differ are the same by the equations among them: their
/// difference is a [sum of multiples](ideal) of those of the equations. A number is its quotient by another one times that, and
/// its remainder.
pub fn contradiction(formulas: &[Term]) -> Contradiction {
    let mut found = Contradiction { formulas: None, n_steps: 0 };
    let size = formulas.iter().fold(0_u32, |size, formula| size.saturating_add(formula.size()));
    let conjuncts = conjuncts_of(formulas);
    let words = |it: Term| {
        let operands = it.operands_of(Op::Eq).filter(|it| it[0].sort().bit_width().is_some());
        operands.map(|operands| (operands[0], operands[1])).filter(|_| !it.has_quantifier())
    };
    let differing = |it: Term| it.operands_of(Op::Not).and_then(|it| words(it[0]));
    let goals: Vec<(usize, (Term, Term))> =
        conjuncts.iter().filter_map(|(at, it)| Some((*at, differing(*it)?))).collect();
    if size > MAX_SOLVED_SIZE || goals.is_empty() {
        return found;
    }
    let equations: Vec<(usize, (Term, Term))> =
        conjuncts.iter().filter_map(|(at, it)| Some((*at, words(*it)?))).collect();
    let mut normalizer = Normalizer::default();
    let mut generators: Vec<(Option<usize>, Polynomial)> = Vec::new();
    for (at, (lhs, rhs)) in &equations {
        generators.extend(normalizer.difference(*lhs, *rhs).map(|it| (Some(*at), it)));
    }
    let goals: Vec<(usize, Polynomial)> = goals
        .into_iter()
        .filter_map(|(at, (lhs, rhs))| Some((at, normalizer.difference(lhs, rhs)?)))
        .collect();
    generators.extend(normalizer.divisions().into_iter().map(|it| (None, it)));
    for (at, goal) in goals {
        let fitting: Vec<&(Option<usize>, Polynomial)> =
            generators.iter().filter(|(_, it)| it.width == goal.width).collect();
        let monomials: Vec<Monomials> = fitting.iter().map(|(_, it)| it.monomials.clone()).collect();
        let combination = ideal::combination(goal.width, &goal.monomials, &monomials);
        found.n_steps += combination.n_steps;
        if let Some(used) = combination.generators {
            found.formulas = Some(used.into_iter().filter_map(|it| fitting[it].0).chain([at]).collect());
            break;
        }
    }
    found
}

/// Whether multiplying out or looking up cells may show something in formulas that bits do not show soon. Solving others takes
/// from the solver what it knows of them from earlier questions.
pub fn is_worth_solving(formulas: &[Term]) -> bool {
    formulas.iter().any(|it| it.has_product() || reads_what_is_written(*it))
}

/// Whether a formula is true or false for all values, as far as multiplying out shows it.
pub fn is_decided(formula: Term) -> bool {
    Normalizer::default().normal(&[formula])[0].as_bool().is_some()
}

/// Whether a formula reads a cell of an array in which another one was written.
fn reads_what_is_written(formula: Term) -> bool {
    if !formula.has_array() {
        return false;
    }
    let mut reads = false;
    formula.visit(&mut |term| {
        let array = term.operands_of(Op::Select).map(|it| it[0]);
        reads |= array.is_some_and(|it| it.operands_of(Op::Store).is_some());
    });
    reads
}

/// Whether a formula is an equation between words of which one is a sum, a product, or a variable.
fn is_equation(formula: Term) -> bool {
    let operands = formula.operands_of(Op::Eq).filter(|it| it[0].sort().bit_width().is_some());
    let is_arithmetic = |term: &Term| {
        term.as_symbol().is_some()
            || [Op::BvAdd, Op::BvSub, Op::BvMul, Op::BvNeg].iter().any(|op| term.operands_of(*op).is_some())
    };
    !formula.has_quantifier() && operands.is_some_and(|it| it.iter().any(is_arithmetic))
}

/// Products of atoms, each with its factor, modulo `2^width`.
#[derive(Debug, Clone)]
struct Polynomial {
    width: u32,
    /// For each product of atoms, in ascending order of their numbers, a factor that is not zero.
    monomials: Monomials,
}

impl Polynomial {
    fn constant(width: u32, number: u128) -> Polynomial {
        let mut polynomial = Polynomial { width, monomials: BTreeMap::new() };
        polynomial.add(Vec::new(), number);
        polynomial
    }

    fn atom(width: u32, atom: usize) -> Polynomial {
        Polynomial { width, monomials: BTreeMap::from([(vec![atom], 1)]) }
    }

    fn add(&mut self, monomial: Vec<usize>, factor: u128) {
        let sum = self.monomials.get(&monomial).copied().unwrap_or(0).wrapping_add(factor) & mask(self.width);
        if sum == 0 {
            self.monomials.remove(&monomial);
        } else {
            self.monomials.insert(monomial, sum);
        }
    }

    /// This and a multiple of another one.
    fn plus(&self, factor: u128, other: &Polynomial) -> Polynomial {
        let mut sum = self.clone();
        for (monomial, number) in &other.monomials {
            sum.add(monomial.clone(), number.wrapping_mul(factor));
        }
        sum
    }

    fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = Polynomial { width: self.width, monomials: BTreeMap::new() };
        for (lhs, factor) in &self.monomials {
            for (rhs, number) in &other.monomials {
                let mut monomial = [&lhs[..], &rhs[..]].concat();
                monomial.sort_unstable();
                product.add(monomial, factor.wrapping_mul(*number));
            }
        }
        product
    }

    fn as_constant(&self) -> Option<u128> {
        match self.monomials.first_key_value() {
            None => Some(0),
            Some((monomial, number)) if monomial.is_empty() && self.monomials.len() == 1 => Some(*number),
            Some(_) => None,
        }
    }

    fn is_small(&self) -> bool {
        self.monomials.len() <= MAX_MONOMIALS && self.monomials.keys().all(|it| it.len() <= MAX_DEGREE)
    }
}

/// What a term is.
#[derive(Clone)]
struct Normal {
    term: Term,
    /// Of words: with all products multiplied out.
    whole: Option<Rc<Polynomial>>,
    /// Of words: where products of what is not constant are atoms.
    linear: Option<Rc<Polynomial>>,
}

/// Brings terms to normal form.
#[derive(Default)]
struct Normalizer {
    atoms: IndexSet<Term>,
    done: FxHashMap<Term, Normal>,
}

impl Normalizer {
    fn normal(&mut self, formulas: &[Term]) -> Vec<Term> {
        visit_all(formulas, &mut |term| {
            let normal = self.step(term);
            self.done.insert(term, normal);
        });
        formulas.iter().map(|formula| self.done[formula].term).collect()
    }

    /// A variable for which the equation can be solved, and its value.
    fn solution(&mut self, equation: Term, is_kept: &dyn Fn(Symbol) -> bool) -> Option<(Symbol, Term)> {
        let [lhs, rhs] = equation.operands_of(Op::Eq)? else { return None };
        self.normal(&[*lhs, *rhs]);
        let minus_one = u128::MAX;
        let difference = self.done[lhs].whole.as_ref()?.plus(minus_one, self.done[rhs].whole.as_ref()?);
        let width = difference.width;
        let is_one = |factor: u128| factor == 1 || factor == mask(width);
        let solvable = difference.monomials.iter().filter_map(|(monomial, factor)| {
            let [atom] = monomial[..] else { return None };
            let symbol = self.atoms[atom].as_symbol().filter(|it| !is_kept(*it))?;
            let mut others = difference.monomials.keys().filter(|it| *it != monomial).flatten();
            let is_alone = !others.any(|it| self.atoms[*it].mentions(symbol));
            (factor & 1 == 1 && is_alone).then_some((!is_one(*factor), atom, symbol, *factor))
        });
        let (_, atom, symbol, factor) =
            solvable.min_by_key(|(is_dear, atom, ..)| (*is_dear, usize::MAX - atom))?;
        let mut rest = difference;
        rest.monomials.remove(&vec![atom]);
        let nothing = Polynomial::constant(width, 0);
        let value = nothing.plus(inverse(factor).wrapping_neg(), &rest);
        Some((symbol, self.term(&value)))
    }

    /// The difference of two words, multiplied out.
    fn difference(&mut self, lhs: Term, rhs: Term) -> Option<Polynomial> {
        self.normal(&[lhs, rhs]);
        Some(self.done[&lhs].whole.as_ref()?.plus(u128::MAX, self.done[&rhs].whole.as_ref()?))
    }

    /// For the quotients and remainders among the atoms, that a number is its quotient times what it is divided by and its
    /// remainder. By zero, too: the remainder is then the number.
    fn divisions(&mut self) -> Vec<Polynomial> {
        let mut divided: IndexSet<(bool, Term, Term)> = IndexSet::default();
        for atom in &self.atoms {
            for (op, is_signed) in
                [(Op::BvUdiv, false), (Op::BvUrem, false), (Op::BvSdiv, true), (Op::BvSrem, true)]
            {
                divided.extend(atom.operands_of(op).map(|it| (is_signed, it[0], it[1])));
            }
        }
        let whole = |normalizer: &mut Normalizer, (is_signed, number, by): (bool, Term, Term)| {
            let (quotient, remainder) = match is_signed {
                true => (number.bv_sdiv(by), number.bv_srem(by)),
                false => (number.bv_udiv(by), number.bv_urem(by)),
            };
            normalizer.difference(number, quotient.bv_mul(by).bv_add(remainder))
        };
        divided.into_iter().filter_map(|it| whole(self, it)).collect()
    }

    fn step(&mut self, term: Term) -> Normal {
        let Some(width) = term.sort().bit_width() else { return self.step_of_formula(term) };
        let of = |normalizer: &Normalizer, it: &Term| {
            let normal = &normalizer.done[it];
            normal.whole.clone().zip(normal.linear.clone())
        };
        let computed = match term.kind() {
            TermKind::Const(value) => value.as_unsigned().map(|number| {
                let constant = Polynomial::constant(width, number);
                (constant.clone(), constant)
            }),
            TermKind::App(Op::BvAdd | Op::BvSub, operands) => {
                let factor = if term.operands_of(Op::BvSub).is_some() { u128::MAX } else { 1 };
                of(self, &operands[0])
                    .zip(of(self, &operands[1]))
                    .map(|(lhs, rhs)| (lhs.0.plus(factor, &rhs.0), lhs.1.plus(factor, &rhs.1)))
            }
            TermKind::App(Op::BvNeg, operands) => of(self, &operands[0]).map(|it| {
                let nothing = Polynomial::constant(width, 0);
                (nothing.plus(u128::MAX, &it.0), nothing.plus(u128::MAX, &it.1))
            }),
            TermKind::App(Op::BvMul, operands) => {
                of(self, &operands[0]).zip(of(self, &operands[1])).map(|(lhs, rhs)| {
                    let is_linear = lhs.1.as_constant().is_some() || rhs.1.as_constant().is_some();
                    let linear = if is_linear {
                        lhs.1.times(&rhs.1)
                    } else {
                        let product = self.term(&lhs.1).bv_mul(self.term(&rhs.1));
                        self.atom(product)
                    };
                    (lhs.0.times(&rhs.0), linear)
                })
            }
            TermKind::App(Op::Extract { hi, lo: 0 }, operands) => {
                of(self, &operands[0]).map(|it| (self.low(&it.0, *hi), self.low(&it.1, *hi)))
            }
            _ => None,
        };
        match computed.filter(|(whole, linear)| whole.is_small() && linear.is_small()) {
            Some((whole, linear)) => {
                let term = self.term(&linear);
                Normal { term, whole: Some(Rc::new(whole)), linear: Some(Rc::new(linear)) }
            }
            None => {
                let term = self.rebuilt(term);
                let atom = Rc::new(self.atom(term));
                Normal { term, whole: Some(Rc::clone(&atom)), linear: Some(atom) }
            }
        }
    }

    fn step_of_formula(&mut self, term: Term) -> Normal {
        let decided = term.operands_of(Op::Eq).and_then(|operands| {
            if let Some(same) = same_sums(self.done[&operands[0]].term, self.done[&operands[1]].term) {
                return Some(same);
            }
            let [lhs, rhs] = [&self.done[&operands[0]], &self.done[&operands[1]]];
            let difference = lhs.whole.as_ref()?.plus(u128::MAX, rhs.whole.as_ref()?);
            if let Some(number) = difference.as_constant() {
                return Some(Term::bool(number == 0));
            }
            let linear = lhs.linear.as_ref()?.plus(u128::MAX, rhs.linear.as_ref()?);
            let width = linear.width;
            let [mut left, mut right] = [(); 2].map(|()| Polynomial::constant(width, 0));
            for (monomial, factor) in &linear.monomials {
                let negated = factor.wrapping_neg() & mask(width);
                if *factor <= negated {
                    left.add(monomial.clone(), *factor);
                } else {
                    right.add(monomial.clone(), negated);
                }
            }
            Some(self.term(&left).equals(self.term(&right)))
        });
        let term = decided.unwrap_or_else(|| self.rebuilt(term));
        Normal { term, whole: None, linear: None }
    }

    /// A term over its operands in normal form.
    fn rebuilt(&mut self, term: Term) -> Term {
        match term.kind() {
            TermKind::App(op, operands) => {
                let rewritten: Vec<Term> = operands.iter().map(|it| self.done[it].term).collect();
                if *op == Op::Select {
                    return self.read(rewritten[0], rewritten[1]);
                }
                if rewritten[..] == operands[..] { term } else { Term::app(*op, &rewritten) }
            }
            // What is below is bound.
            TermKind::Quantified(..) | TermKind::Const(_) | TermKind::Symbol(_) => term,
        }
    }

    /// A cell of an array, of which cells may have been written.
    fn read(&mut self, array: Term, index: Term) -> Term {
        let mut written = Vec::new();
        let mut array = array;
        while let Some([before, other, value]) = array.operands_of(Op::Store) {
            let is_same = same_sums(*other, index).unwrap_or_else(|| other.equals(index));
            written.push((self.normal(&[is_same])[0], *value));
            array = *before;
        }
        written.into_iter().rev().fold(array.select(index), |rest, (is_same, value)| is_same.ite(value, rest))
    }

    /// A term as a polynomial that is not looked into.
    fn atom(&mut self, term: Term) -> Polynomial {
        let width = term.sort().bit_width().unwrap_or(1);
        match term.as_value().and_then(|value| value.as_unsigned()) {
            Some(number) => Polynomial::constant(width, number),
            None => Polynomial::atom(width, self.atoms.insert_full(term).0),
        }
    }

    /// The lowest bits.
    fn low(&mut self, polynomial: &Polynomial, hi: u32) -> Polynomial {
        let mut low = Polynomial { width: hi + 1, monomials: BTreeMap::new() };
        for (monomial, factor) in &polynomial.monomials {
            let mut product = Polynomial::constant(hi + 1, *factor);
            for atom in monomial {
                let atom = self.atoms[*atom].extract(hi, 0);
                product = product.times(&self.atom(atom));
            }
            low = low.plus(1, &product);
        }
        low
    }

    fn term(&self, polynomial: &Polynomial) -> Term {
        let width = polynomial.width;
        let mut sum: Option<Term> = None;
        // Constants come last.
        for (monomial, factor) in polynomial.monomials.iter().rev() {
            let product = monomial.iter().map(|atom| self.atoms[*atom]).reduce(Term::bv_mul);
            let negated = factor.wrapping_neg() & mask(width);
            let times = |factor: u128| match product {
                None => Term::bits(width, factor),
                Some(product) if factor == 1 => product,
                Some(product) => Term::bits(width, factor).bv_mul(product),
            };
            sum = Some(match sum {
                None => times(*factor),
                Some(sum) if negated < *factor => sum.bv_sub(times(negated)),
                Some(sum) => sum.bv_add(times(*factor)),
            });
        }
        sum.unwrap_or_else(|| Term::bits(width, 0))
    }
}

/// When two sums with a common part are the same, as addresses of cells of one object: when the rest is.
fn same_sums(lhs: Term, rhs: Term) -> Option<Term> {
    if let (Some([base, lhs]), Some([other, rhs])) =
        (lhs.operands_of(Op::BvAddLow), rhs.operands_of(Op::BvAddLow))
        && base == other
        && lhs.sort() == rhs.sort()
    {
        return Some(same_sums(*lhs, *rhs).unwrap_or_else(|| lhs.equals(*rhs)));
    }
    // A multiple by a power of two says what the lowest bits are.
    if let (Some((lhs, factor)), Some((rhs, other))) = (multiple(lhs), multiple(rhs))
        && factor == other
        && factor.is_power_of_two()
        && let Some(width) = lhs.sort().bit_width()
        && factor.trailing_zeros() < width
    {
        let highest = width - 1 - factor.trailing_zeros();
        let [lhs, rhs] = [lhs, rhs].map(|it| it.extract(highest, 0));
        return Some(same_sums(lhs, rhs).unwrap_or_else(|| lhs.equals(rhs)));
    }
    match (lhs.kind(), rhs.kind()) {
        (TermKind::App(op @ (Op::SignExtend(_) | Op::ZeroExtend(_)), lhs), TermKind::App(other, rhs))
            if op == other =>
        {
            Some(lhs[0].equals(rhs[0]))
        }
        _ => None,
    }
}

/// A term as a multiple by a constant.
fn multiple(term: Term) -> Option<(Term, u128)> {
    let [lhs, rhs] = term.operands_of(Op::BvMul)? else { return None };
    let number = |it: &Term| it.as_value().and_then(|it| it.as_unsigned());
    match (number(lhs), number(rhs)) {
        (Some(factor), None) => Some((*rhs, factor)),
        (None, Some(factor)) => Some((*lhs, factor)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Sort;

    use super::*;

    fn var(name: &str) -> Term {
        Term::var(name, Sort::bits(32))
    }

    fn number(number: i128) -> Term {
        Term::signed_bits(32, number)
    }

    /// What is left of a formula under equations.
    fn under(equations: &[Term], formula: Term) -> Term {
        let formulas: Vec<Term> = equations.iter().copied().chain([formula]).collect();
        let goal = formula.symbols();
        let given: Vec<Symbol> = equations.iter().flat_map(|it| it.symbols()).collect();
        let is_kept = |it: Symbol| goal.contains(&it) && !given.contains(&it);
        let solved = solve(&formulas, &is_kept).expect("there are equations");
        *solved.formulas.last().expect("one is left for each")
    }

    #[test]
    fn a_linear_step_keeps_a_linear_equation() {
        let (x, y, z) = (var("x"), var("y"), var("z"));
        let equation = x.bv_add(number(2).bv_mul(y)).equals(z);
        let after = |dx: i128, dy: i128| {
            x.bv_add(number(dx)).bv_add(number(2).bv_mul(y.bv_add(number(dy)))).equals(z)
        };
        assert_eq!(under(&[equation], after(-2, 1).not()), Term::bool(false));
        assert_eq!(under(&[equation], after(-1, 1).not()), Term::bool(true));
    }

    #[test]
    fn what_is_asked_for_keeps_its_value() {
        let (x, p) = (var("x"), var("p"));
        let next = x.bv_add(number(2));
        let formula = x.bv_ult(number(5)).and(next.differs(number(0)).and(next.equals(p)));
        assert_eq!(under(&[x.equals(number(0))], formula), number(2).equals(p));
    }

    #[test]
    fn products_are_multiplied_out() {
        let (a, b, k, r) = (var("a"), var("b"), var("k"), var("r"));
        let equation = a.equals(k.bv_mul(b).bv_add(r));
        let (k_after, r_after) = (k.bv_add(number(1)), r.bv_sub(b));
        assert_eq!(under(&[equation], a.differs(k_after.bv_mul(b).bv_add(r_after))), Term::bool(false));
        assert_eq!(under(&[equation], a.differs(k_after.bv_mul(b).bv_add(r))).as_bool(), None);
    }

    #[test]
    fn cells_of_one_array_are_the_same_where_their_indices_are() {
        let memory = Term::var("m", Sort::array(Sort::bits(96), Sort::bits(32)));
        let (base, i, j) = (Term::var("p", Sort::bits(96)), var("i"), var("j"));
        let cell = |it: Term| base.bv_add_low(Term::bits(64, 4).bv_mul(it.sign_extend_to(64)));
        let read = memory.store(cell(i), number(7)).select(cell(j));
        assert_eq!(under(&[i.equals(j)], read.differs(number(7))), Term::bool(false));
        let other = under(&[i.equals(j.bv_add(number(1)))], read.differs(number(7)));
        assert_eq!(other, memory.select(cell(i.bv_sub(number(1)))).differs(number(7)));
    }

    #[test]
    fn equations_contradict_that_what_follows_differs() {
        let (a, b, k, c) = (var("a"), var("b"), var("k"), var("c"));
        let (p, q) = (var("p"), var("q"));
        // Neither equation can be solved for a variable.
        let given = [number(2).bv_mul(a).equals(k.bv_mul(b)), number(2).bv_mul(c).equals(p.bv_mul(q))];
        let sum = number(2).bv_mul(a.bv_add(c));
        let differs = |it: Term| [given[0], given[1], it].to_vec();
        let follows = sum.differs(k.bv_mul(b).bv_add(p.bv_mul(q)));
        assert_eq!(contradiction(&differs(follows)).formulas, Some(vec![0, 1, 2]));
        let scaled = number(2).bv_mul(a).bv_mul(q).differs(q.bv_mul(k).bv_mul(b));
        assert_eq!(contradiction(&differs(scaled)).formulas, Some(vec![0, 2]));
        let halved = a.bv_add(c).differs(k.bv_mul(b));
        assert_eq!(contradiction(&differs(halved)).formulas, None);
    }

    #[test]
    fn a_number_is_its_quotient_times_the_divisor_and_its_remainder() {
        let (n, d) = (var("n"), var("d"));
        let whole = n.bv_udiv(d).bv_mul(d).bv_add(n.bv_urem(d));
        assert_eq!(contradiction(&[whole.differs(n)]).formulas, Some(vec![0]));
        let signed = d.bv_mul(n.bv_sdiv(d)).bv_add(n.bv_srem(d));
        assert_eq!(contradiction(&[signed.differs(n)]).formulas, Some(vec![0]));
        let mixed = d.bv_mul(n.bv_sdiv(d)).bv_add(n.bv_urem(d));
        assert_eq!(contradiction(&[mixed.differs(n)]).formulas, None);
        for divisor in [0, 3, -1] {
            let value = |it: Term| {
                let values = FxHashMap::from_iter([(n, number(i32::MIN.into())), (d, number(divisor))]);
                let values = values.into_iter().filter_map(|(it, value)| Some((it.as_symbol()?, value)));
                it.substitute(&values.collect())
            };
            assert_eq!(value(whole.equals(n)), Term::bool(true));
            assert_eq!(value(signed.equals(n)), Term::bool(true));
        }
    }

    #[test]
    fn even_factors_are_not_divided_by() {
        let (x, y) = (var("x"), var("y"));
        let doubled = number(2).bv_mul(x).equals(number(2).bv_mul(y));
        assert!(solve(&[doubled, x.differs(y)], &|_| false).is_none_or(|it| it.used.is_empty()));
        let tripled = number(3).bv_mul(x).equals(number(3).bv_mul(y));
        assert_eq!(under(&[tripled], x.differs(y)), Term::bool(false));
    }

    #[test]
    fn a_variable_that_stands_elsewhere_too_is_not_solved_for() {
        let (x, y) = (var("x"), var("y"));
        let equation = x.bv_add(x.bv_udiv(y)).equals(number(1));
        assert!(solve(&[equation], &|_| false).is_none_or(|it| it.used.is_empty()));
    }
}
