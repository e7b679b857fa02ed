//! Which statements of the source does some execution get to, and which analysis says so?
//!
//! Asked of a program and of the same program with a fix in it, the answers say how much of the program the fix cuts
//! off: the suspiciousness of the fixed statement. First, [`abstract_interpretation`](mod@crate::abstract_interpretation)
//! finds statements that no execution gets to. What it leaves open is asked of the verifier, bounded model checking
//! with a small budget ([`bmc::coverage`](mod@crate::bmc::coverage)). What stays open counts as reachable.
//!
//! Code from which every way leads to the error ([`leads_only_to_errors`]) counts neither before nor after a fix: that
//! it becomes unreachable is what a fix is for.
//!
//! **Invariant:** what is called unreachable is executed by no execution; what the verifier calls reachable is executed
//! by one. A construct that was not translated and can be reached leaves open whatever was not found reachable.

mod errors;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::{Instruction, OriginId, OriginKind, Program, Span, Terminator};
use faultscope_solver::Limits;
use rustc_hash::FxHashSet;

use crate::abstract_interpretation::{AbstractInterpretationBounds, Findings, abstract_interpretation};
use crate::bmc::coverage::{Budget, Covered, coverage};
use crate::outside::Outside;
use faultscope_solver::stack::on_large_stack;

pub use errors::leads_only_to_errors;
pub(crate) use errors::{reachable_ends, reachable_origins};

/// Settings of the analyses.
#[derive(Debug, Clone, Default)]
pub struct ReachabilityConfig {
    /// Bounds of abstract interpretation.
    pub abstract_interpretation: AbstractInterpretationBounds,
    /// What the verifier may spend; nothing for not asking it.
    pub verifier: Option<Budget>,
}

/// A statement of the source. Programs that share a source map can be compared by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OriginStatement {
    /// Where it stands.
    pub span: Span,
    /// What it is; never one that the translation makes.
    pub kind: OriginKind,
}

/// Who answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Analysis {
    /// Abstract interpretation.
    AbstractInterpretation,
    /// The verifier.
    Verifier,
}

/// Whether a statement is reachable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// It is: an execution that was given went there.
    Executed,
    /// It is: the verifier found an execution.
    Found,
    /// Not decided; counts as reachable.
    Open,
    /// It is not.
    Unreachable(Analysis),
}

impl Reach {
    /// Whether the statement counts as reachable.
    pub fn is_reachable(self) -> bool {
        !matches!(self, Reach::Unreachable(_))
    }
}

/// The answers for all statements of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reachability {
    statements: IndexMap<OriginStatement, Reach>,
    /// The executions that are known.
    executions: Vec<Known>,
}

/// An execution that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Known {
    outside: Outside,
    /// The origins of what it executes, in the order in which it first does.
    executed: IndexSet<OriginId>,
}

/// How much of what is reachable in one program stays reachable in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Comparison {
    /// Statements reachable in the first.
    pub n_before: usize,
    /// Those of them that are reachable in the second, too.
    pub n_after: usize,
    /// How many of `n_after` count only because nothing decided about them in the second program.
    pub n_open: usize,
    /// How many are not reachable in the second by abstract interpretation.
    pub n_by_abstract_interpretation: usize,
    /// How many are not reachable in the second by the verifier.
    pub n_by_verifier: usize,
}

impl Comparison {
    /// The share that stays reachable, from 0 to 1; 1 where there was nothing.
    pub fn share(&self) -> f64 {
        if self.n_before == 0 { 1.0 } else { self.n_after as f64 / self.n_before as f64 }
    }
}

impl Reachability {
    /// All statements, in the order of the program.
    pub fn statements(&self) -> impl Iterator<Item = (OriginStatement, Reach)> {
        self.statements.iter().map(|(statement, reach)| (*statement, *reach))
    }

    /// The answer for a statement; none if it is not one of the program.
    pub fn get(&self, statement: OriginStatement) -> Option<Reach> {
        self.statements.get(&statement).copied()
    }

    /// The number of statements that count as reachable.
    pub fn n_reachable(&self) -> usize {
        self.statements.values().filter(|reach| reach.is_reachable()).count()
    }

    /// The statements of which the verifier should be asked in a program with a fix: those that are known to be
    /// reachable here and are not excluded. What is open here is likely to stay open there, and dear.
    pub fn questions(&self, excluded: &BTreeSet<OriginStatement>) -> BTreeSet<OriginStatement> {
        let is_known = |reach: Reach| matches!(reach, Reach::Executed | Reach::Found);
        let questions =
            self.statements().filter(|(statement, reach)| is_known(*reach) && !excluded.contains(statement));
        questions.map(|(statement, _)| statement).collect()
    }

    /// What is executed, by executions that are known here, before they come to one of the `changed` origins: a
    /// program that differs from this one there only executes it, too.
    pub fn executed_before(&self, changed: &[OriginId]) -> Vec<OriginId> {
        let is_before = |origin: &&OriginId| !changed.contains(*origin);
        let executed = self.executions.iter().flat_map(|it| it.executed.iter().take_while(is_before));
        let executed: IndexSet<OriginId> = executed.copied().collect();
        executed.into_iter().collect()
    }

    /// What a changed program executes on the values from outside of executions that are known here. `reached` is known already,
    /// and only executions that get here to other statements of those that are asked about are tried.
    pub fn executed_again(
        &self,
        changed: &Program,
        mut reached: Vec<OriginId>,
        questions: &BTreeSet<OriginStatement>,
        limits: &Limits,
    ) -> Vec<OriginId> {
        let statement = |origin: &OriginId| OriginStatement::of(changed, *origin);
        let mut known: FxHashSet<OriginStatement> = reached.iter().filter_map(statement).collect();
        for execution in &self.executions {
            let mut statements = execution.executed.iter().filter_map(statement);
            if statements.all(|it| known.contains(&it) || !questions.contains(&it)) {
                continue;
            }
            let executed = execution.outside.executed(changed, limits);
            known.extend(executed.iter().filter_map(statement));
            reached.extend(executed);
        }
        reached
    }

    /// How much of what is reachable here stays reachable in a changed program. Statements that the changed program
    /// does not have count as reachable in it: they were replaced.
    pub fn compare(&self, changed: &Reachability, excluded: &BTreeSet<OriginStatement>) -> Comparison {
        let mut comparison = Comparison::default();
        for (statement, reach) in self.statements() {
            if !reach.is_reachable() || excluded.contains(&statement) {
                continue;
            }
            comparison.n_before += 1;
            match changed.get(statement) {
                Some(Reach::Unreachable(Analysis::AbstractInterpretation)) => {
                    comparison.n_by_abstract_interpretation += 1;
                }
                Some(Reach::Unreachable(Analysis::Verifier)) => comparison.n_by_verifier += 1,
                Some(Reach::Open) => {
                    comparison.n_open += 1;
                    comparison.n_after += 1;
                }
                Some(Reach::Executed | Reach::Found) | None => comparison.n_after += 1,
            }
        }
        comparison
    }
}

impl OriginStatement {
    /// The statement that a command of an origin belongs to; none if the translation made the command.
    pub fn of(program: &Program, origin: OriginId) -> Option<OriginStatement> {
        let origin = program.sources.origin(origin);
        let is_source = !origin.kind.is_made();
        is_source.then_some(OriginStatement { span: origin.span, kind: origin.kind })
    }
}

/// Finds out which statements of a program are reachable. `known` is what came from outside in executions that are known.
///
/// A limit that is exceeded leaves statements open.
pub fn reachable(
    program: &Program,
    known: Vec<Outside>,
    config: &ReachabilityConfig,
    limits: &Limits,
) -> Reachability {
    let known = executions(program, known, limits);
    let reached: Vec<OriginId> = known.iter().flat_map(|it| it.executed.iter().copied()).collect();
    let mut reachability = answer(program, &reached, &|_| true, config, limits);
    reachability.executions.splice(0..0, known);
    reachability
}

/// As [`reachable`], for a program with a fix: the verifier is asked of some statements only, the
/// [`questions`](Reachability::questions) of the program without it. The others stay open where abstract
/// interpretation leaves them open. What is [executed before](Reachability::executed_before) the fix need not be asked
/// either, if given as `reached`.
pub fn reachable_among(
    program: &Program,
    reached: &[OriginId],
    questions: &BTreeSet<OriginStatement>,
    config: &ReachabilityConfig,
    limits: &Limits,
) -> Reachability {
    answer(program, reached, &|statement| questions.contains(&statement), config, limits)
}

/// Whether the verifier is to be asked of a statement.
type Interest<'a> = &'a (dyn Fn(OriginStatement) -> bool + Sync);

fn answer(
    program: &Program,
    reached: &[OriginId],
    is_asked: Interest,
    config: &ReachabilityConfig,
    limits: &Limits,
) -> Reachability {
    let analysis = || analyse(program, reached, is_asked, config, limits);
    on_large_stack(analysis).unwrap_or_else(|_| {
        let statements = origins_of_statements(program).into_keys();
        let statements = statements.map(|statement| (statement, Reach::Open)).collect();
        Reachability { statements, executions: Vec::new() }
    })
}

fn analyse(
    program: &Program,
    reached: &[OriginId],
    is_asked: Interest,
    config: &ReachabilityConfig,
    limits: &Limits,
) -> Reachability {
    let origins = origins_of_statements(program);
    let executed: FxHashSet<OriginStatement> =
        reached.iter().filter_map(|origin| OriginStatement::of(program, *origin)).collect();
    let findings = abstract_interpretation(program, &config.abstract_interpretation, limits).ok();
    // Behind what was not translated, anything may come.
    let is_exact = findings.as_ref().is_some_and(|findings| !findings.can_be_unsupported());
    let is_possible = |origins: &[OriginId]| {
        let possible = |findings: &Findings| origins.iter().any(|origin| findings.can_be_executed(*origin));
        findings.as_ref().is_none_or(possible)
    };
    let mut statements: IndexMap<OriginStatement, Reach> = IndexMap::default();
    let mut asked = Vec::new();
    for (statement, origins) in origins {
        let is_possible = is_possible(&origins);
        let reach = if executed.contains(&statement) {
            Reach::Executed
        } else if !is_possible && is_exact {
            Reach::Unreachable(Analysis::AbstractInterpretation)
        } else {
            Reach::Open
        };
        if reach == Reach::Open && is_possible && is_asked(statement) {
            asked.push((statement, origins));
        }
        statements.insert(statement, reach);
    }
    let mut found = Vec::new();
    if let Some(budget) = &config.verifier
        && !asked.is_empty()
    {
        let (asked, origins): (Vec<OriginStatement>, Vec<Vec<OriginId>>) = asked.into_iter().unzip();
        let coverage = coverage(program, &origins, budget, limits);
        found = executions(program, coverage.executions, limits);
        for (statement, covered) in asked.into_iter().zip(coverage.statements) {
            let reach = match covered {
                Covered::Reached => Reach::Found,
                Covered::Unreachable => Reach::Unreachable(Analysis::Verifier),
                Covered::Open => Reach::Open,
            };
            statements.insert(statement, reach);
        }
    }
    Reachability { statements, executions: found }
}

fn executions(program: &Program, known: Vec<Outside>, limits: &Limits) -> Vec<Known> {
    let execution = |outside: Outside| {
        let executed = outside.executed(program, limits);
        Known { outside, executed }
    };
    known.into_iter().map(execution).collect()
}

/// The statements of a program in its order, each with the origins of its commands.
fn origins_of_statements(program: &Program) -> IndexMap<OriginStatement, Vec<OriginId>> {
    let mut statements: IndexMap<OriginStatement, Vec<OriginId>> = IndexMap::default();
    for block in program.blocks() {
        let instructions = block.instructions.iter().flat_map(origins_of_instruction);
        for origin in instructions.chain(origin_of_terminator(program, &block.terminator)) {
            if let Some(statement) = OriginStatement::of(program, origin) {
                let origins = statements.entry(statement).or_default();
                if !origins.contains(&origin) {
                    origins.push(origin);
                }
            }
        }
    }
    statements
}

fn origins_of_instruction(instruction: &Instruction) -> Vec<OriginId> {
    match instruction {
        Instruction::Statement(statement) => vec![statement.origin],
        Instruction::Call(call) => {
            let arguments = call.arguments.iter().map(|(_, origin)| *origin);
            arguments.chain([call.origin]).collect()
        }
    }
}

fn origin_of_terminator(program: &Program, terminator: &Terminator) -> Option<OriginId> {
    match terminator {
        Terminator::Branch { origin, .. } | Terminator::Unsupported { origin, .. } => Some(*origin),
        Terminator::Error { check } => Some(program.check(*check).origin),
        Terminator::Goto(_) | Terminator::Choose(_) | Terminator::Return | Terminator::Stop => None,
    }
}
