//! Inequalities and remainders that may hold at the locations of a program, read off its text.
//!
//! Where a loop goes on as long as `a < b`, mostly `a <= b` holds behind it, or `a <= b + (c - 1)` where a variable grows by `c`.
//! A variable that grows by `c` mostly keeps its remainder by `c`. Of two that grow together, by `a` and by `b`, the second mostly
//! stays below `b / a` times the first. The conditions of the program themselves hold at
//! more places than where they are asked.

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::{Command, Op, Symbol, Term};

use super::super::alphabet::Alphabet;
use crate::automata::Letter;
use crate::limits::{MAX_COMPARISON_SIZE, MAX_COMPARISONS, MAX_EQUATION_SIZE, MAX_WIDTH_OF_RATIO};

/// Predicates from conditions of letters and from steps of variables, each once.
pub(super) fn comparisons(alphabet: &Alphabet, letters: &[Letter], steps: &Steps) -> Vec<Term> {
    let mut found: IndexSet<Term> = IndexSet::default();
    for letter in alphabet.letters() {
        let is_in_loop = letters.contains(&letter);
        for statement in alphabet.statements(letter) {
            let condition = match &statement.command {
                Command::Assume { condition } => condition,
                Command::Assign { target, value } => {
                    asked(*value, &mut found);
                    if target.path.is_empty() && is_product(*value) && !value.mentions(target.variable) {
                        found.insert(Term::symbol(target.variable).equals(*value));
                    }
                    continue;
                }
                Command::Havoc { .. } => continue,
            };
            atoms(*condition, &mut |atom| {
                if is_in_loop {
                    weakened(atom, steps, &mut found);
                } else {
                    both_ways(atom, &mut found);
                }
            });
        }
    }
    steps.remainders(&mut found);
    steps.together(&mut found);
    found.retain(|it| it.as_bool().is_none() && !it.has_quantifier());
    found.into_iter().take(MAX_COMPARISONS).collect()
}

/// Equations whose truth is assigned, as to the parameter of a function that checks it.
fn asked(value: Term, found: &mut IndexSet<Term>) {
    value.visit(&mut |term| {
        let is_equation = term.operands_of(Op::Eq).is_some_and(|it| it[0].sort().bit_width().is_some());
        if is_equation && term.size() <= MAX_EQUATION_SIZE {
            found.insert(term);
        }
    });
}

fn is_product(value: Term) -> bool {
    let operands = value.operands_of(Op::BvMul).filter(|_| value.size() <= MAX_COMPARISON_SIZE);
    operands.is_some_and(|it| it.iter().all(|it| it.as_value().is_none()))
}

/// Calls for each comparison in a condition.
pub(super) fn atoms(condition: Term, visit: &mut dyn FnMut(Term)) {
    let mut open = vec![condition];
    while let Some(term) = open.pop() {
        let connective = [Op::And, Op::Or, Op::Not].into_iter().find_map(|op| term.operands_of(op));
        match connective {
            Some(operands) => open.extend(operands),
            None if term.size() <= MAX_COMPARISON_SIZE => visit(term),
            None => {}
        }
    }
}

/// A comparison, and weaker ones.
fn weakened(atom: Term, steps: &Steps, found: &mut IndexSet<Term>) {
    type Compare = fn(Term, Term) -> Term;
    let kinds: [(Op, Op, Compare); 2] =
        [(Op::BvSlt, Op::BvSle, Term::bv_sle), (Op::BvUlt, Op::BvUle, Term::bv_ule)];
    for (strict, weak, compare) in kinds {
        let (lhs, rhs) = match (atom.operands_of(strict), atom.operands_of(weak)) {
            (Some([lhs, rhs]), _) => (*lhs, *rhs),
            // Its contrary is a condition, too.
            (_, Some([rhs, lhs])) => (*lhs, *rhs),
            _ => continue,
        };
        found.insert(compare(lhs, rhs));
        for step in steps.of(lhs).into_iter().chain(steps.of(rhs)) {
            if let Some(width) = lhs.sort().bit_width()
                && step > 1
            {
                found.insert(compare(lhs, rhs.bv_add(Term::signed_bits(width, step - 1))));
            }
        }
        found.insert(compare(rhs, lhs));
        for symbol in lhs.symbols().into_iter().chain(rhs.symbols()) {
            if let Some(width) = symbol.sort().bit_width()
                && strict == Op::BvSlt
            {
                let starts = steps.starts.get(&symbol).into_iter().flatten().copied();
                for start in starts.chain([0]) {
                    found.insert(Term::bits(width, start).bv_sle(Term::symbol(symbol)));
                }
            }
        }
    }
    both_ways(atom, found);
}

/// A comparison; and that two words differ.
fn both_ways(atom: Term, found: &mut IndexSet<Term>) {
    found.insert(atom);
    if atom.operands_of(Op::Eq).is_some() {
        found.insert(atom.not());
    }
}

/// By how much variables grow.
pub(super) struct Steps {
    /// By constants, with their signs.
    pub(super) constant: IndexMap<Symbol, IndexSet<i128>>,
    by_variable: IndexSet<(Symbol, Symbol)>,
    /// For each letter of a loop by which constants variables grow.
    by_letter: Vec<IndexMap<Symbol, i128>>,
    /// The constants that are assigned.
    pub(super) starts: IndexMap<Symbol, IndexSet<u128>>,
}

impl Steps {
    pub(super) fn new(alphabet: &Alphabet, letters: &[Letter]) -> Steps {
        let mut steps = Steps {
            constant: IndexMap::default(),
            by_variable: IndexSet::default(),
            by_letter: Vec::new(),
            starts: IndexMap::default(),
        };
        let all = alphabet.letters().map(|letter| (letter, letters.contains(&letter)));
        for (letter, is_in_loop) in all {
            steps.by_letter.push(IndexMap::default());
            for statement in alphabet.statements(letter) {
                let Command::Assign { target, value } = &statement.command else { continue };
                if target.path.is_empty() {
                    steps.note(target.variable, *value, is_in_loop);
                }
            }
        }
        steps
    }

    fn note(&mut self, variable: Symbol, value: Term, is_in_loop: bool) {
        if let Some(start) = value.as_value().and_then(|value| value.as_unsigned()) {
            self.starts.entry(variable).or_default().insert(start);
        }
        let Some([lhs, rhs]) = value.operands_of(Op::BvAdd).filter(|_| is_in_loop) else { return };
        for (own, step) in [(lhs, rhs), (rhs, lhs)] {
            if own.as_symbol() != Some(variable) {
                continue;
            }
            match (step.as_value().and_then(|value| value.as_signed()), step.as_symbol()) {
                (Some(step), _) => {
                    self.constant.entry(variable).or_default().insert(step);
                    if let Some(steps) = self.by_letter.last_mut() {
                        *steps.entry(variable).or_default() += step;
                    }
                }
                (None, Some(step)) => {
                    self.by_variable.insert((variable, step));
                }
                (None, None) => {}
            }
        }
    }

    /// By which constants the variables of a term grow, without their signs.
    fn of(&self, term: Term) -> Vec<i128> {
        let symbols = term.symbols();
        symbols.iter().filter_map(|it| self.constant.get(it)).flatten().map(|it| it.abs()).collect()
    }

    /// For two variables that grow together how often one is in the other at most.
    fn together(&self, found: &mut IndexSet<Term>) {
        // What is assigned from another variable counts as zero.
        let start = |variable: &Symbol| {
            let start = self.starts.get(variable).and_then(|starts| starts.first().copied());
            i128::try_from(start.unwrap_or(0)).unwrap_or(0)
        };
        for (small, large) in
            self.constant.keys().flat_map(|small| self.constant.keys().map(move |large| (small, large)))
        {
            let (Some(width), true) =
                (small.sort().bit_width(), small != large && small.sort() == large.sort())
            else {
                continue;
            };
            let growths = self.by_letter.iter().map(|steps| {
                (steps.get(small).copied().unwrap_or(0), steps.get(large).copied().unwrap_or(0))
            });
            let growths: Vec<(i128, i128)> = growths.filter(|(_, large)| *large > 0).collect();
            if growths.is_empty() || growths.iter().any(|(small, _)| *small <= 0) {
                continue;
            }
            let times = growths.iter().map(|(small, large)| (large + small - 1) / small).max().unwrap_or(1);
            if times >= 1 << (width / 2).min(MAX_WIDTH_OF_RATIO) {
                continue;
            }
            let multiple = Term::symbol(*small).bv_mul(Term::signed_bits(width, times));
            let first = Term::signed_bits(width, start(small)).bv_mul(Term::signed_bits(width, times));
            let bound = multiple.bv_add(Term::signed_bits(width, start(large)).bv_sub(first));
            found.insert(Term::symbol(*large).bv_sle(bound));
        }
    }

    /// The remainders by the steps.
    fn remainders(&self, found: &mut IndexSet<Term>) {
        for (variable, steps) in &self.constant {
            let Some(width) = variable.sort().bit_width() else { continue };
            let steps: IndexSet<u128> = steps.iter().map(|it| it.unsigned_abs()).collect();
            for step in steps.into_iter().filter(|it| !it.is_power_of_two()) {
                let starts = self.starts.get(variable).into_iter().flatten();
                let remainders: IndexSet<u128> = starts.map(|it| it % step).collect();
                for remainder in remainders {
                    let by = Term::bits(width, step);
                    found.insert(Term::symbol(*variable).bv_urem(by).equals(Term::bits(width, remainder)));
                }
            }
        }
        for (variable, step) in &self.by_variable {
            let (Some(width), true) = (variable.sort().bit_width(), variable.sort() == step.sort()) else {
                continue;
            };
            let zero = Term::bits(width, 0);
            found.insert(Term::symbol(*variable).bv_srem(Term::symbol(*step)).equals(zero));
            found.insert(Term::symbol(*variable).bv_urem(Term::symbol(*step)).equals(zero));
        }
    }
}
