//! The solver that analyses use: bit-blasting where the formulas allow it, Z3 otherwise.

use faultscope_ir::{Term, Value};

use crate::arrays::ArrayReads;
use crate::{BitblastSolver, SatAnswer, Solver, SolverConfig, Z3Solver, smtlib};

/// An incremental solver for all terms.
///
/// Each query goes to [`BitblastSolver`] if it and all formulas on the stack are of its kind, else to
/// [`Z3Solver`]. Both keep what they have learnt.
pub struct SmtSolver {
    config: SolverConfig,
    arrays: ArrayReads,
    bitblast: BitblastSolver,
    z3: Z3Solver,
    /// The assumptions of the last check, as given and as asked.
    assumed: Vec<(Term, Term)>,
    levels: Vec<Level>,
    last: Backend,
}

#[derive(Default)]
struct Level {
    formulas: Vec<Term>,
    /// Whether Z3 has to decide as long as this level is open.
    beyond_bitblasting: bool,
}

#[derive(Clone, Copy)]
enum Backend {
    Bitblast,
    Z3,
}

impl SmtSolver {
    /// A solver without formulas.
    pub fn new(config: &SolverConfig) -> SmtSolver {
        SmtSolver {
            config: config.clone(),
            arrays: ArrayReads::default(),
            bitblast: BitblastSolver::new(config),
            z3: Z3Solver::new(config),
            assumed: Vec::new(),
            levels: vec![Level::default()],
            last: Backend::Bitblast,
        }
    }

    /// Like [`Solver::check`], where a search on bits may pause after this effort: then there is no answer yet, and asked the
    /// same again, it goes on with what it has learnt.
    pub fn check_in_part(&mut self, assumptions: &[Term], effort: Option<u64>) -> Option<SatAnswer> {
        self.assumed =
            assumptions.iter().map(|assumption| (*assumption, self.prepare(*assumption))).collect();
        let assumptions: Vec<Term> = self.assumed.iter().map(|(_, asked)| *asked).collect();
        self.last = self.choose(&assumptions);
        if let (Backend::Bitblast, Some(dump), false) =
            (self.last, &self.config.dump, self.bitblast.is_paused())
        {
            let formulas: Vec<Term> =
                self.levels.iter().flat_map(|level| level.formulas.iter().copied()).collect();
            dump.write(&smtlib::script(&formulas, &assumptions));
        }
        match self.last {
            Backend::Bitblast => self.bitblast.check_in_part(&assumptions, effort),
            Backend::Z3 => Some(self.z3.check(&assumptions)),
        }
    }

    fn choose(&mut self, assumptions: &[Term]) -> Backend {
        let beyond = self.levels.iter().any(|level| level.beyond_bitblasting)
            || !assumptions.iter().all(|assumption| self.bitblast.supports(*assumption));
        if beyond { Backend::Z3 } else { Backend::Bitblast }
    }

    /// The formula, or one that says the same and can be bit-blasted.
    fn prepare(&mut self, formula: Term) -> Term {
        if self.bitblast.supports(formula) {
            return formula;
        }
        let resolved = self.arrays.resolve(formula);
        if self.bitblast.supports(resolved) { resolved } else { formula }
    }

    fn backend(&mut self) -> &mut dyn Solver {
        match self.last {
            Backend::Bitblast => &mut self.bitblast,
            Backend::Z3 => &mut self.z3,
        }
    }
}

impl Solver for SmtSolver {
    fn assert(&mut self, formula: Term) {
        let formula = self.prepare(formula);
        let level = self.levels.last_mut().expect("the outermost level stays");
        if self.bitblast.supports(formula) {
            self.bitblast.assert(formula);
        } else {
            level.beyond_bitblasting = true;
        }
        level.formulas.push(formula);
        // Costs little: Z3 gets its formulas when it is asked.
        self.z3.assert(formula);
    }

    fn push(&mut self) {
        self.levels.push(Level::default());
        self.bitblast.push();
        self.z3.push();
    }

    fn pop(&mut self) {
        if self.levels.len() > 1 {
            self.levels.pop();
            self.bitblast.pop();
            self.z3.pop();
        }
    }

    fn check(&mut self, assumptions: &[Term]) -> SatAnswer {
        let answer = self.check_in_part(assumptions, None);
        answer.unwrap_or_else(|| SatAnswer::Unknown("the search has paused".to_owned()))
    }

    fn value(&mut self, term: Term) -> Option<Value> {
        self.backend().value(term)
    }

    fn core(&mut self) -> Vec<Term> {
        let core = self.backend().core();
        self.assumed.iter().filter(|(_, asked)| core.contains(asked)).map(|(given, _)| *given).collect()
    }

    fn n_queries(&self) -> usize {
        self.bitblast.n_queries() + self.z3.n_queries()
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Sort;

    use super::*;
    use crate::Limits;

    #[test]
    fn a_refused_formula_stays_refused() {
        let mut solver = SmtSolver::new(&SolverConfig::new(&Limits::unlimited()));
        let array = |name: &str| Term::var(name, Sort::array(Sort::bits(8), Sort::bits(8)));
        let formula = array("a").equals(array("b")).or(Term::var("c", Sort::bool())).not();
        assert_eq!(solver.check(&[formula]), SatAnswer::Sat);
        assert_eq!(solver.check(&[formula]), SatAnswer::Sat);
    }
}
