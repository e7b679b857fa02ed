//! Statements and conditions that are asked about.

use faultscope_ir::{Program, Term, Trace, Value};
use faultscope_localize::coreachable::{LocalFix, LocalFixConfig, NotExpressible, local_fixes};
use faultscope_localize::finding::{Finding, FindingStatement, OtherWay, Rerun};
use faultscope_solver::Limits;

use super::answer::Fix;
use super::instrument::{Change, Errors, instrumented};
use super::mover::{About, Mover};

/// So many values that avoid the error are put into the program.
const MAX_HELPFUL_VALUES: usize = 2;

/// A statement or condition that is asked about.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub(super) statement: FindingStatement,
    pub(super) change: Changes,
    /// Where the fix plays, where that can be said.
    pub(super) mover: Option<Mover>,
    /// Values that avoid the error, each with the execution of the statement, from 0, where it does.
    pub(super) helpful: Vec<(Value, usize)>,
}

/// A program with the most permissive fix of a statement.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// The program.
    pub program: Program,
    /// One that has some of its executions, and for the same values from outside one.
    pub one: Program,
}

#[derive(Debug, Clone)]
pub(super) enum Changes {
    /// The fix of every position.
    Fixes(Result<Vec<LocalFix>, NotExpressible>),
    OtherWay(OtherWay),
}

impl Candidate {
    /// The candidate of a finding on a trace.
    pub fn new(
        program: &Program,
        trace: &Trace,
        finding: &Finding,
        config: &LocalFixConfig,
        limits: &Limits,
    ) -> Candidate {
        let change = match &finding.other_way {
            Some(other_way) => Changes::OtherWay(other_way.clone()),
            None => {
                let positions: Vec<usize> = finding.occurrences.iter().map(|it| it.step).collect();
                Changes::Fixes(local_fixes(program, trace, &positions, config, limits))
            }
        };
        let statement = finding.statement(program);
        let mover = match &finding.other_way {
            Some(_) => Some(Mover::Branch { span: statement.span }),
            None => About::of(program, &trace.steps[finding.step])
                .map(|about| Mover::Statement { statement, about }),
        };
        let execution = finding.occurrences.iter().position(|it| it.step == finding.step).unwrap_or(0);
        let tried = match &finding.rerun {
            Some(Rerun::Avoids(value)) => Some(value),
            Some(Rerun::Leaks | Rerun::Open | Rerun::Fails) | None => None,
        };
        let values = tried.into_iter().chain(&finding.values).take(MAX_HELPFUL_VALUES);
        let mut helpful: Vec<(Value, usize)> = Vec::new();
        for value in values {
            if !helpful.iter().any(|(known, _)| known == value) {
                helpful.push((value.clone(), execution));
            }
        }
        Candidate { statement, change, mover, helpful }
    }

    /// The statement or condition.
    pub fn statement(&self) -> FindingStatement {
        self.statement
    }

    /// The ways in which a branch can be turned, the more promising one first.
    pub(super) fn turned(&self, other_way: &OtherWay) -> Vec<(Fix, Change<'static>)> {
        let change = |execution| Change::OtherWay { span: self.statement.span, execution };
        let once = other_way.once.map(|idx| (Fix::Once(idx), change(Some(idx))));
        let always = (other_way.every_time || once.is_none()).then(|| (Fix::EveryTime, change(None)));
        always.into_iter().chain(once).collect()
    }

    /// The program with the most permissive fix of the statement, P_j of \[1, section 4\]; none where it cannot be said.
    /// Where a fix is not exact it may assign anything: what it cuts off would say nothing.
    pub fn fixed(&self, program: &Program) -> Option<Fixed> {
        let instrumented = |change: Change<'_>| instrumented(program, &[change], Errors::All);
        match &self.change {
            Changes::OtherWay(other_way) => {
                let program = self.turned(other_way).first().map(|(_, change)| instrumented(*change))?;
                Some(Fixed { one: program.clone(), program })
            }
            Changes::Fixes(fixes) => {
                let mut fixes = fixes.clone().ok()?;
                for fix in fixes.iter_mut().filter(|fix| !fix.exact) {
                    (fix.repairs, fix.repairable) = (Term::bool(true), Term::bool(true));
                }
                let (statement, fixes) = (self.statement, &fixes);
                let program = instrumented(Change::Fix { statement, fixes });
                Some(Fixed { program, one: instrumented(Change::Value { statement, fixes }) })
            }
        }
    }
}
