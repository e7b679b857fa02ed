//! Formulas over bit-vectors and arrays of them, translated to propositional logic.
//!
//! Error traces of C programs are such formulas, and a propositional solver is several times faster on them
//! than a general SMT solver (`docs/decisions/0004-bit-blasting.md` has the figures). Each distinct term is
//! translated once and stays, so that queries that share terms share the work.
//!
//! What is not of this kind is refused ([`BitblastSolver::supports`]); [`SmtSolver`](crate::SmtSolver)
//! then goes to Z3.

mod gates;
mod sat;
mod translate;
mod words;

use std::collections::BTreeMap;

use faultscope_ir::value::ArrayValue;
use faultscope_ir::{Op, Sort, SortKind, Symbol, Term, Value, eval};
use rustc_hash::FxHashSet;

use crate::{SatAnswer, Solver, SolverConfig};
use gates::Gates;
use sat::{Lit, Sat};
use translate::Translator;

/// A step of [`SolverConfig::query_steps`] is about a microsecond; a learnt clause costs about this many.
const STEPS_PER_LEARNT_CLAUSE: u64 = 100;

/// How many clauses the translation of a query may add for each of these steps: twice what takes as long.
const CLAUSES_PER_STEP: u64 = 8;

/// After how many clauses limits are looked at.
const CLAUSES_PER_LOOK: u64 = 16_384;

/// An incremental solver for bit-vectors and arrays of them.
pub struct BitblastSolver {
    config: SolverConfig,
    translator: Translator,
    /// One literal per level above the outermost: its formulas hold where it does.
    levels: Vec<Lit>,
    supported: FxHashSet<Term>,
    assumed: Vec<(Term, Lit)>,
    last: Option<SatAnswer>,
    n_queries: usize,
    /// The last check has paused.
    is_paused: bool,
}

impl BitblastSolver {
    /// A solver without formulas.
    pub fn new(config: &SolverConfig) -> BitblastSolver {
        BitblastSolver {
            config: config.clone(),
            translator: Translator::new(Gates::new(Sat::new(&config.limits))),
            levels: Vec::new(),
            supported: FxHashSet::default(),
            assumed: Vec::new(),
            last: None,
            n_queries: 0,
            is_paused: false,
        }
    }

    /// Like [`Solver::check`], where the search may pause after this effort: then there is no answer yet, and asked the same
    /// again, it goes on with what it has learnt.
    pub fn check_in_part(&mut self, assumptions: &[Term], effort: Option<u64>) -> Option<SatAnswer> {
        self.last = None;
        if let Some(reason) = self.config.limits.exceeded() {
            return Some(SatAnswer::Unknown(reason.to_string()));
        }
        self.n_queries += usize::from(!std::mem::take(&mut self.is_paused));
        let Some(assumed) = self.translated(assumptions) else {
            return Some(self.unknown());
        };
        self.assumed = assumed;
        let literals: Vec<Lit> =
            self.levels.iter().copied().chain(self.assumed.iter().map(|(_, lit)| *lit)).collect();
        let budget = self.config.scaled_query_steps().map(|steps| steps.div_ceil(STEPS_PER_LEARNT_CLAUSE));
        let Ok(decided) = self.translator.gates.sat.solve(&literals, budget, effort) else {
            self.is_paused = true;
            return None;
        };
        let answer = match decided {
            Some(true) => SatAnswer::Sat,
            Some(false) => SatAnswer::Unsat,
            None => self.unknown(),
        };
        self.last = Some(answer.clone());
        Some(answer)
    }

    /// The assumptions with their literals; none where one query may not become so large, or a limit is exceeded on the way.
    fn translated(&mut self, assumptions: &[Term]) -> Option<Vec<(Term, Lit)>> {
        let steps = self.config.scaled_query_steps();
        let n_before = self.translator.gates.sat.n_clauses();
        let most = steps.map(|steps| n_before.saturating_add(steps.saturating_mul(CLAUSES_PER_STEP)));
        let limits = &self.config.limits;
        let mut next_look = n_before + CLAUSES_PER_LOOK;
        let mut is_over = |sat: &Sat| {
            let n_clauses = sat.n_clauses();
            let is_time = n_clauses >= next_look;
            if is_time {
                next_look = n_clauses + CLAUSES_PER_LOOK;
            }
            most.is_some_and(|most| n_clauses > most) || is_time && limits.exceeded().is_some()
        };
        let mut literal = |assumption: &Term| {
            Some((*assumption, self.translator.formula_until(*assumption, &mut is_over)?))
        };
        assumptions.iter().map(&mut literal).collect()
    }

    fn unknown(&self) -> SatAnswer {
        SatAnswer::Unknown(match self.config.limits.exceeded() {
            Some(reason) => reason.to_string(),
            None => "step limit reached".to_owned(),
        })
    }

    /// Whether the last check has paused.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Whether the formula is of the kind that this solver takes.
    pub fn supports(&mut self, formula: Term) -> bool {
        translate::supports(formula, &mut self.supported)
    }

    /// Adds `guard → formula`, the formula's conjuncts one by one; without guard the formula itself.
    fn add(&mut self, guard: Option<Lit>, formula: Term) {
        let mut stack = vec![formula];
        while let Some(formula) = stack.pop() {
            if let Some(conjuncts) = formula.operands_of(Op::And) {
                stack.extend(conjuncts.iter().rev());
                continue;
            }
            let mut clause: Vec<Lit> = guard.map(|guard| !guard).into_iter().collect();
            let mut disjuncts = vec![formula];
            while let Some(disjunct) = disjuncts.pop() {
                match disjunct.operands_of(Op::Or) {
                    Some(operands) => disjuncts.extend(operands),
                    None => clause.push(self.translator.formula(disjunct)),
                }
            }
            self.translator.gates.sat.add_clause(&clause);
        }
    }

    /// The value of a symbol in the model; symbols that no formula mentions are zero.
    fn symbol_value(&self, symbol: Symbol) -> Value {
        let sort = symbol.sort();
        if let Some((index, element)) = sort.array_sorts() {
            let default = Value::zero(element);
            let mut array = ArrayValue { sort, default, entries: BTreeMap::new() };
            for (index_bits, element_bits) in self.translator.reads(symbol) {
                array.set(self.word_value(index, index_bits), self.word_value(element, element_bits));
            }
            return Value::Array(array.into());
        }
        match self.translator.symbol_bits(symbol) {
            Some(bits) => self.word_value(sort, bits),
            None => Value::zero(sort),
        }
    }

    fn word_value(&self, sort: Sort, word: &[Lit]) -> Value {
        let holds = |lit: &Lit| self.translator.gates.sat.holds(*lit);
        match sort.kind() {
            SortKind::BitVec(width) => {
                let bits = word.iter().rev().fold(0, |bits, lit| bits << 1 | u128::from(holds(lit)));
                Value::bits(*width, bits)
            }
            _ => Value::Bool(holds(&word[0])),
        }
    }
}

impl Solver for BitblastSolver {
    /// # Panics
    /// If the formula is not [supported](BitblastSolver::supports). Likewise [`Solver::check`].
    fn assert(&mut self, formula: Term) {
        self.last = None;
        self.add(self.levels.last().copied(), formula);
    }

    fn push(&mut self) {
        let level = self.translator.gates.sat.fresh();
        self.levels.push(level);
    }

    fn pop(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.translator.gates.sat.add_clause(&[!level]);
        }
        self.last = None;
    }

    fn check(&mut self, assumptions: &[Term]) -> SatAnswer {
        let answer = self.check_in_part(assumptions, None);
        answer.unwrap_or_else(|| SatAnswer::Unknown("the search has paused".to_owned()))
    }

    fn value(&mut self, term: Term) -> Option<Value> {
        if self.last != Some(SatAnswer::Sat) {
            return None;
        }
        eval::eval(term, &mut |symbol| Some(self.symbol_value(symbol)))
    }

    fn core(&mut self) -> Vec<Term> {
        if self.last != Some(SatAnswer::Unsat) {
            return Vec::new();
        }
        let sat = &self.translator.gates.sat;
        let in_core = |lit: &Lit| sat.is_in_core(*lit);
        self.assumed.iter().filter(|(_, lit)| in_core(lit)).map(|(term, _)| *term).collect()
    }

    fn n_queries(&self) -> usize {
        self.n_queries
    }
}
