//! Enumerates the solutions of a repair program, those with few changes first, and with a library by weight.

use std::collections::BTreeSet;

use faultscope_ir::{Op, Term};

use super::repair_program::{Exit, RepairProgram, Statement};
use super::solution::{Repair, RepairSolution};
use crate::baselines::outcome::Ended;
use crate::baselines::question::Question;
use crate::oracle::Reply;

/// A search for solutions.
pub(super) struct RepairSearch<'a> {
    program: &'a RepairProgram,
    question: Question,
}

/// What a model says of the repair program.
struct Found {
    /// The number of the exit.
    exit: usize,
    /// The numbers of the statements that are changed, with their alternatives.
    changes: Vec<(usize, Option<usize>)>,
    weight: u32,
}

/// Why there is no model.
enum Nothing {
    /// There is none.
    None,
    /// It is not known.
    Open,
}

impl<'a> RepairSearch<'a> {
    pub(super) fn new(program: &'a RepairProgram, mut question: Question) -> RepairSearch<'a> {
        for (definition, user) in &program.correlated {
            let (one, other) = (program.statements[*definition].selector, program.statements[*user].selector);
            question.assert(one.and(other).not());
        }
        program.facts.iter().for_each(|fact| question.assert(*fact));
        question.assert(Term::any(program.exits.iter().map(|it| it.taken)));
        RepairSearch { program, question }
    }

    pub(super) fn n_queries(&self) -> usize {
        self.question.n_queries()
    }

    /// All minimal solutions of each exit, up to bounds on their size and number, and whether these are all of this size.
    pub(super) fn solutions(
        &mut self,
        max_bound: usize,
        max_solutions: usize,
    ) -> (Vec<RepairSolution>, Ended) {
        let mut solutions = Vec::new();
        for bound in 1..=max_bound {
            // Blocking leaves fewer solutions, so that none weighs more than the last one.
            let mut ceiling = None;
            loop {
                let found = match self.heaviest(bound, ceiling) {
                    Ok(found) => found,
                    Err(Nothing::None) => break,
                    Err(Nothing::Open) => return (solutions, self.question.why_open()),
                };
                if solutions.len() >= max_solutions {
                    return (solutions, Ended::Bound);
                }
                ceiling = Some(found.weight);
                self.block(&found);
                solutions.push(self.solution(&found, bound));
            }
        }
        (solutions, Ended::Complete)
    }

    /// For each statement that is a solution alone the one that leaves the trace the latest, and whether these are all.
    ///
    /// An exit of which there are no more is asked about together with its neighbours, so that there are about as many questions
    /// as statements, where [`solutions`](RepairSearch::solutions) asks for each statement with each exit. Nothing is asked of statements
    /// whose one step is among those `at_check`, which are known to leave the trace at the failing check: none is later.
    pub(super) fn latest(&mut self, at_check: &BTreeSet<usize>) -> (Vec<RepairSolution>, Ended) {
        let is_single = self.at_most(self.program.n_changes, 1);
        let mut solutions = Vec::new();
        for (number, statement) in self.program.statements.iter().enumerate() {
            let Some(exit) = self.program.exits.len().checked_sub(1) else { break };
            if statement.is_once && at_check.contains(&statement.last_step) {
                self.question.assert(statement.selector.not());
                let found = Found { exit, changes: vec![(number, None)], weight: 0 };
                solutions.push(self.solution(&found, 1));
            }
        }
        let mut open = Vec::new();
        open.push(0..self.program.exits.len());
        while let Some(range) = open.pop() {
            let leaves = Term::any(self.program.exits[range.clone()].iter().map(|it| it.taken));
            match self.ask(&[is_single, leaves]) {
                Ok(found) if found.exit + 1 == range.end && !found.changes.is_empty() => {
                    let changed =
                        found.changes.iter().map(|(number, _)| self.program.statements[*number].selector);
                    self.question.assert(Term::all(changed).not());
                    solutions.push(self.solution(&found, 1));
                    open.push(range);
                }
                // The later ones first.
                Ok(found) if found.exit + 1 < range.end => {
                    open.push(range.start..found.exit + 1);
                    open.push(found.exit + 1..range.end);
                }
                Ok(_) | Err(Nothing::None) => {}
                Err(Nothing::Open) => return (solutions, self.question.why_open()),
            }
        }
        (solutions, Ended::Complete)
    }

    /// A solution with at most so many changes that has the largest weight. None weighs more than the `ceiling`.
    ///
    /// This is weighted MaxSAT by improving solutions: the weights are a number that the solver adds up, and as long as there
    /// is a solution with a larger one, that is taken.
    fn heaviest(&mut self, bound: usize, ceiling: Option<u32>) -> Result<Found, Nothing> {
        let is_within = self.at_most(self.program.n_changes, bound as u32);
        if let Some(ceiling) = ceiling.filter(|it| *it > 0)
            && let Ok(found) = self.ask(&[is_within, self.at_least(ceiling)])
        {
            return Ok(found);
        }
        let mut best = self.ask(&[is_within])?;
        while ceiling.is_none_or(|ceiling| best.weight + 1 < ceiling) {
            match self.ask(&[is_within, self.at_least(best.weight + 1)]) {
                Ok(better) => best = better,
                Err(Nothing::None) => break,
                Err(Nothing::Open) => return Err(Nothing::Open),
            }
        }
        Ok(best)
    }

    fn at_most(&self, number: Term, most: u32) -> Term {
        Term::app(Op::BvUle, &[number, RepairProgram::number(most)])
    }

    fn at_least(&self, least: u32) -> Term {
        Term::app(Op::BvUle, &[RepairProgram::number(least), self.program.weight])
    }

    fn ask(&mut self, assumptions: &[Term]) -> Result<Found, Nothing> {
        match self.question.ask(assumptions) {
            Reply::Sat => self.found().ok_or(Nothing::Open),
            Reply::Unsat => Err(Nothing::None),
            Reply::Unknown => Err(Nothing::Open),
        }
    }

    /// What the model of the last question says.
    fn found(&mut self) -> Option<Found> {
        let mut changes = Vec::new();
        for (number, statement) in self.program.statements.iter().enumerate() {
            if self.holds(statement.selector)? {
                let chosen = statement.chooses().and_then(|it| self.question.value(Term::symbol(it)));
                let chosen = chosen.and_then(|it| usize::try_from(it.as_unsigned()?).ok()?.checked_sub(1));
                changes.push((number, chosen));
            }
        }
        let mut exits = self.program.exits.iter();
        let exit = exits
            .position(|it| self.question.value(it.taken).is_some_and(|it| it.as_bool() == Some(true)))?;
        let weight = u32::try_from(self.question.value(self.program.weight)?.as_unsigned()?).ok()?;
        Some(Found { exit, changes, weight })
    }

    fn holds(&mut self, formula: Term) -> Option<bool> {
        self.question.value(formula)?.as_bool()
    }

    /// No further solution at this exit has all these changes.
    fn block(&mut self, found: &Found) {
        let changed =
            Term::all(found.changes.iter().map(|(number, _)| self.program.statements[*number].selector));
        let Exit { taken, .. } = self.program.exits[found.exit];
        self.question.assert(taken.and(changed).not());
    }

    fn solution(&self, found: &Found, bound: usize) -> RepairSolution {
        let statements = &self.program.statements;
        let change = |(number, alternative): &(usize, Option<usize>)| Repair {
            statement: statements[*number].origin,
            alternative: *alternative,
            last_step: statements[*number].last_step,
        };
        let count = |is_it: fn(&Statement) -> bool| {
            found.changes.iter().filter(|(number, _)| is_it(&statements[*number])).count()
        };
        RepairSolution {
            changes: found.changes.iter().map(change).collect(),
            exit: self.program.exits[found.exit].step,
            bound,
            weight: found.weight,
            n_outside_loops: count(|it| !it.is_in_loop),
            n_copies: count(|it| it.is_copy),
        }
    }
}
