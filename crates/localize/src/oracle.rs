//! Questions to the solver.

use crate::limits::{COST_OF_GIVING_UP, SMALL_QUESTION};
use faultscope_ir::{Op, Symbol, Term, TermKind, Value};
use faultscope_solver::{SatAnswer, SmtSolver, Solver, SolverConfig};
use rustc_hash::FxHashMap;

/// One incremental solver for a trace. Everything is assumed and nothing asserted: questions share most of
/// their formulas, which the solver translates once.
pub(crate) struct Oracle {
    config: SolverConfig,
    solver: SmtSolver,
    /// How many questions former solvers have answered.
    n_before: usize,
    /// How many more questions are answered; after that the answer is that nothing is known.
    allowance: usize,
    /// Whether a question was not answered for that.
    refused: bool,
    /// Whether large questions, and those that the solver gives up on, count as many.
    weighs: bool,
}

/// What a question has for an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Sat,
    Unsat,
    Unknown,
}

impl Oracle {
    pub(crate) fn new(config: &SolverConfig, allowance: usize) -> Oracle {
        Oracle {
            config: config.clone(),
            solver: SmtSolver::new(config),
            n_before: 0,
            allowance,
            refused: false,
            weighs: false,
        }
    }

    /// The same, but a question counts by the square of its size, and one that the solver gives up on as many: where there is one
    /// there are more, and they take longest.
    pub(crate) fn weighing(config: &SolverConfig) -> Oracle {
        Oracle { weighs: true, ..Oracle::new(config, 0) }
    }

    /// Sets how many more questions are answered; gives how many there were left.
    pub(crate) fn allow(&mut self, allowance: usize) -> usize {
        std::mem::replace(&mut self.allowance, allowance)
    }

    /// Forgets the formulas of former questions once there were some: the solver has to give a value to whatever
    /// it has met.
    pub(crate) fn forget(&mut self, after: usize) {
        if self.solver.n_queries() >= after {
            self.n_before += self.solver.n_queries();
            self.solver = SmtSolver::new(&self.config);
        }
    }

    /// Runs `work` with no question answered but by folding.
    pub(crate) fn silently<T>(&mut self, work: impl FnOnce(&mut Oracle) -> T) -> T {
        let (allowance, refused) = (std::mem::take(&mut self.allowance), self.refused);
        let result = work(self);
        (self.allowance, self.refused) = (allowance, refused);
        result
    }

    /// Whether the guards and formulas have a model together.
    pub(crate) fn ask(&mut self, guards: &[Term], formulas: &[Term]) -> Reply {
        let mut assumptions: Vec<Term> = Vec::with_capacity(guards.len() + formulas.len());
        for formula in guards.iter().chain(formulas) {
            match formula.as_bool() {
                Some(true) => {}
                Some(false) => return Reply::Unsat,
                None => assumptions.push(*formula),
            }
        }
        if self.allowance == 0 {
            self.refused = true;
            return Reply::Unknown;
        }
        let cost = if self.weighs { 1 + (weight(&assumptions) / SMALL_QUESTION).pow(2) } else { 1 };
        self.allowance = self.allowance.saturating_sub(cost);
        match self.solver.check(&assumptions) {
            SatAnswer::Sat => Reply::Sat,
            SatAnswer::Unsat => Reply::Unsat,
            SatAnswer::Unknown(_) => {
                if self.weighs {
                    self.allowance = self.allowance.saturating_sub(COST_OF_GIVING_UP);
                }
                Reply::Unknown
            }
        }
    }

    /// Whether a question was not answered because others had used up what was allowed.
    pub(crate) fn has_refused(&self) -> bool {
        self.refused
    }

    /// The values of unknowns in the model of the last question. Unknowns whose value has no description
    /// are left out.
    pub(crate) fn model(&mut self, symbols: &[Symbol]) -> FxHashMap<Symbol, Value> {
        let value = |symbol: &Symbol| Some((*symbol, self.solver.value(Term::symbol(*symbol))?));
        symbols.iter().filter_map(value).collect()
    }

    pub(crate) fn n_queries(&self) -> usize {
        self.n_before + self.solver.n_queries()
    }
}

/// The number of distinct terms. What reads or writes an array at an index that is not constant counts as many: it
/// may meet each of the others there.
pub(crate) fn weight(terms: &[Term]) -> usize {
    const ACCESS: usize = 150;
    let mut weight = 0;
    faultscope_ir::term::visit_all(terms, &mut |term| {
        weight += match term.kind() {
            TermKind::App(Op::Select | Op::Store, operands) if operands[1].as_value().is_none() => ACCESS,
            _ => 1,
        };
    });
    weight
}

/// The number of distinct terms, where a read at an index that is not constant counts as many as the cells that it may meet:
/// those written before, and those of a constant array.
pub(crate) fn size(terms: &[Term]) -> usize {
    let mut cells: FxHashMap<Term, usize> = FxHashMap::default();
    let mut size = 0;
    faultscope_ir::term::visit_all(terms, &mut |term| {
        size += 1;
        let of = |array: &Term| cells.get(array).copied().unwrap_or(0);
        let n_cells = match term.kind() {
            TermKind::Const(Value::Array(array)) => array.entries.len(),
            TermKind::App(Op::Store, operands) => of(&operands[0]) + 1,
            TermKind::App(Op::Ite, operands) => of(&operands[1]).saturating_add(of(&operands[2])),
            TermKind::App(Op::Select, operands) if operands[1].as_value().is_none() => {
                size = usize::saturating_add(size, of(&operands[0]));
                return;
            }
            _ => return,
        };
        cells.insert(term, n_cells);
    });
    size
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Sort;

    use super::*;

    #[test]
    fn a_read_counts_the_cells_that_it_may_meet() {
        let word = |number| Term::bits(8, number);
        let (index, sort) = (Term::var("i", Sort::bits(8)), Sort::array(Sort::bits(8), Sort::bits(8)));
        let written = Term::var("a", sort).store(index, word(1)).store(word(2), word(3));
        let read = written.select(index.bv_add(word(1)));
        // Two writes of three operands each, the index of the read, and the read.
        assert_eq!(size(&[written]), 7);
        assert_eq!(size(&[read]), 7 + 1 + 1 + 2);
        assert_eq!(size(&[read, read.bv_add(word(1))]), size(&[read]) + 1);
        assert_eq!(size(&[Term::var("a", sort).select(index)]), 3);
    }
}
