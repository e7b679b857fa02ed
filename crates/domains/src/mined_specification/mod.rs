//! # Mined specification
//! What checks that hold say of the program: which statements they rest on, and which values may be assigned without
//! breaking them \[1, Sect. 4.1\].
//!
//! A check `(S, φ)` is *proved* if [invariants](mod@crate::abstract_interpretation) and octagons over the numbers that
//! matter for it show that no execution comes to its error location. For each proved check, at every point `n` of its
//! procedure:
//! * the *invariant* `φ_n` has all states in which an execution can be there;
//! * the *safety projection* `χ_n` has all states from which every path to S fulfils φ: the greatest fixpoint downwards
//!   from everything. Its complement, the states from which *some* path breaks the check, is computed from below as a union
//!   of octagons, round by round. Whatever stops that early (a bound on rounds or octagons, a term that is not linear, a
//!   call) leaves the safety projection too large, never too small: no state outside of it keeps the check;
//! * the *error projection* `ψ_n` has all states from which some path breaks the check, and perhaps more: a union of
//!   octagons, widened at loops. No state outside of it breaks the check.
//!
//! An edge `m -> n` is *relevant* if `φ_n ∧ ψ_n` is empty and `φ_m ∧ ψ_n` is not \[1, Def. 4.3\]: the invariant excludes the
//! error from there on. The statement on it is *trusted*: the proof rests on it. As in \[1\] that is looked at once, and
//! not again in the program without those statements.
//!
//! # Deviations
//! * \[1\] computes safety projections as octagons, which is weaker: of a loop `while (i <= n)` the set `i > n or i >= 0`
//!   has no octagon around it but everything. Its definition says "disjunction of weakest preconditions", its text and
//!   figure mean the conjunction.
//! * The two bounds of an access are one check of the language, and are proved apart: `parts.rs`.
//! * Conditions of checks, and of `assert`, are not statements to be trusted.
//!
//! * Of variables that the procedure does not change, projections take for granted what is known at its entry, and say so:
//!   safety is only said to be violated, and errors only to be impossible, where that holds. A check `a + 4 * i <= 36`
//!   says nothing of `i` otherwise.
//!
//! # Limits
//! Paths are those from the entry of the program to the check that have one activation of each procedure. A call on the way changes what its callees change: of
//! error projections that can be anything, and safety projections end at calls that do so, or that may not return.
//! Procedures that recursion enters are left out, and so are checks that only the search proves.
//!
//! # References
//! - \[1\] Gogul Balakrishnan, Malay Ganai: _PED: Proof-guided Error Diagnosis by Triangulation of Program Error Causes_,
//!   SEFM 2008.

mod budget;
mod effects;
mod parts;
mod proved;
mod selection;
mod targets;

mod transfer;
mod union;

mod backward;
mod forward;

mod callers;
mod fixed;
mod relevant;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::{CheckId, Instruction, OriginId, ProcId, Program, Symbol, Term, Terminator};
use faultscope_solver::Limits;

use crate::abstract_interpretation::thresholds::thresholds;
use crate::abstract_interpretation::{AbstractInterpretationBounds, invariants};
pub use crate::abstract_interpretation::{Invariants, Point};

use crate::limits::SAFETY_ROUNDS;
use effects::Effects;
use faultscope_solver::stack::on_large_stack;
pub use parts::Bound;
use parts::compared;
pub use proved::{Projections, ProvedCheck};
use relevant::Projecting;

/// What the proved checks of a program say of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MinedSpecification {
    proved: Vec<ProvedCheck>,
    /// The checks that hold, projected or not.
    holding: BTreeSet<CheckId>,
    /// For each assigning statement and variable, the points behind it, with where it stands in the program.
    assignments: BTreeMap<OriginId, Vec<(Symbol, Point)>>,
}

impl MinedSpecification {
    /// What is proved of checks.
    pub fn proved(&self) -> &[ProvedCheck] {
        &self.proved
    }

    /// The checks that hold on all executions, but perhaps behind what was not translated; of [`mine`] no others.
    pub fn holding(&self) -> &BTreeSet<CheckId> {
        &self.holding
    }

    /// The statements that proofs rest on, each with what is proved by them.
    pub fn trusted(&self) -> BTreeMap<OriginId, BTreeSet<(CheckId, Option<Bound>)>> {
        let mut trusted: BTreeMap<OriginId, BTreeSet<(CheckId, Option<Bound>)>> = BTreeMap::new();
        for proved in &self.proved {
            for origin in &proved.trusted {
                trusted.entry(*origin).or_default().insert((proved.check, proved.bound));
            }
        }
        // Both bounds are the whole check.
        for checks in trusted.values_mut() {
            let both: Vec<CheckId> = checks
                .iter()
                .filter(|(check, bound)| {
                    *bound == Some(Bound::Lower) && checks.contains(&(*check, Some(Bound::Upper)))
                })
                .map(|(check, _)| *check)
                .collect();
            checks.retain(|(check, _)| !both.contains(check));
            checks.extend(both.into_iter().map(|check| (check, None)));
        }
        trusted
    }

    /// The statements that proofs in the procedure of a check rest on.
    pub fn trusted_beside(&self) -> BTreeSet<OriginId> {
        self.proved.iter().flat_map(|it| it.trusted.difference(&it.in_callers).copied()).collect()
    }

    /// The statements that proofs rest on which bound a value that another check of the same property bounds as well: the lower
    /// bound of an index, where the upper one is violated.
    pub fn bounding(&self, program: &Program, violated: CheckId) -> BTreeSet<OriginId> {
        let values = compared(program, violated);
        let bounds_same = |it: &&ProvedCheck| {
            it.check == violated
                || program.check(it.check).property == program.check(violated).property
                    && compared(program, it.check).iter().any(|value| values.contains(value))
        };
        self.proved.iter().filter(bounds_same).flat_map(|it| it.trusted.iter().copied()).collect()
    }

    /// The outcomes of conditions that proofs rest on, each with the checks that do: an execution that a condition sends
    /// there although it does not come out so may break them.
    pub fn trusted_outcomes(&self) -> BTreeMap<(OriginId, bool), BTreeSet<CheckId>> {
        let mut outcomes: BTreeMap<(OriginId, bool), BTreeSet<CheckId>> = BTreeMap::new();
        for proved in &self.proved {
            for outcome in &proved.outcomes {
                outcomes.entry(*outcome).or_default().insert(proved.check);
            }
        }
        outcomes
    }

    /// What the value that a statement assigns to a variable has to fulfil so that no proved check breaks: a condition on
    /// the program's variables behind the assignment. None if nothing is known.
    ///
    /// Every value that does not fulfil it breaks a check on some path; one that fulfils it may do so, too.
    pub fn constraint(&self, origin: OriginId, variable: Symbol) -> Option<Term> {
        let points = self.assignments.get(&origin)?.iter().filter(|(it, _)| *it == variable);
        // A statement that stands in several places has to be fit for the one where it is executed.
        let constraint = Term::any(points.map(|(_, point)| self.constraint_at(*point, variable)));
        constraint.mentions(variable).then_some(constraint)
    }

    /// The checks that [`constraint`](MinedSpecification::constraint) is about.
    pub fn constraining(&self, origin: OriginId, variable: Symbol) -> BTreeSet<CheckId> {
        let assignments = self.assignments.get(&origin).into_iter().flatten();
        let points: Vec<Point> =
            assignments.filter(|(it, _)| *it == variable).map(|(_, point)| *point).collect();
        let constrains = |proved: &&ProvedCheck| {
            points.iter().any(|point| proved.safety_at(*point).is_some_and(|it| it.mentions(variable)))
        };
        self.proved.iter().filter(constrains).map(|it| it.check).collect()
    }

    /// What a variable has to fulfil at a point, together with the others.
    fn constraint_at(&self, point: Point, variable: Symbol) -> Term {
        let safety = self.proved.iter().filter_map(|it| it.safety_at(point));
        Term::all(safety.filter(|it| it.mentions(variable)))
    }
}

/// Analyses a program and mines its specification. It is empty where the analysis does not come to its end within bounds.
pub fn mine(program: &Program, limits: &Limits) -> MinedSpecification {
    let analysis = || {
        let known = invariants(program, &AbstractInterpretationBounds::default(), limits).ok()?;
        let mut mined = mined_specification(program, &known, limits);
        // Behind what was not translated, anything may come.
        if known.findings().can_be_unsupported() {
            mined.holding.clear();
        }
        Some(mined)
    };
    on_large_stack(analysis).ok().flatten().unwrap_or_default()
}

/// Mines the specification of a program from what is known at its points.
///
/// Checks whose projections take too long are left out, and all others once a limit is exceeded.
pub fn mined_specification(
    program: &Program,
    invariants: &Invariants,
    limits: &Limits,
) -> MinedSpecification {
    let effects = Effects::new(program);
    let thresholds = thresholds(program);
    let projecting = Projecting {
        program,
        invariants,
        effects: &effects,
        thresholds: &thresholds,
        limits,
        safety_rounds: SAFETY_ROUNDS,
        only_proved: true,
    };
    let (mut proved, mut holding) = (Vec::new(), BTreeSet::new());
    for (check, procedure) in checks(program) {
        if limits.exceeded().is_some() {
            break;
        }
        if !invariants.covers(procedure) {
            continue;
        }
        let projected = projecting.project(procedure, check);
        proved.extend(projected.proved);
        if projected.is_proved {
            holding.insert(check);
        }
    }
    MinedSpecification { proved, holding, assignments: assignments(program) }
}

/// The checks with an error location in one procedure, and that.
fn checks(program: &Program) -> BTreeMap<CheckId, ProcId> {
    let mut procedures: BTreeMap<CheckId, BTreeSet<ProcId>> = BTreeMap::new();
    for (idx, procedure) in program.procedures.iter().enumerate() {
        for block in &procedure.blocks {
            if let Terminator::Error { check } = block.terminator {
                procedures.entry(check).or_default().insert(ProcId(idx as u32));
            }
        }
    }
    let single = procedures.into_iter().filter(|(_, procedures)| procedures.len() == 1);
    single.filter_map(|(check, procedures)| Some((check, procedures.into_iter().next()?))).collect()
}

/// Where statements assign variables.
fn assignments(program: &Program) -> BTreeMap<OriginId, Vec<(Symbol, Point)>> {
    let mut assignments: BTreeMap<OriginId, Vec<(Symbol, Point)>> = BTreeMap::new();
    for (idx, procedure) in program.procedures.iter().enumerate() {
        let procedure_id = ProcId(idx as u32);
        for (idx, block) in procedure.blocks.iter().enumerate() {
            let block_id = faultscope_ir::BlockId(idx as u32);
            for (position, instruction) in block.instructions.iter().enumerate() {
                let behind = Point { procedure: procedure_id, block: block_id, position: position + 1 };
                let mut note = |origin: OriginId, symbol: Symbol, point: Point| {
                    assignments.entry(origin).or_default().push((symbol, point));
                };
                match instruction {
                    Instruction::Statement(statement) => match statement.command.target() {
                        Some(target) if target.path.is_empty() => {
                            note(statement.origin, target.variable, behind)
                        }
                        _ => {}
                    },
                    Instruction::Call(call) => {
                        call.results.iter().for_each(|result| note(call.origin, *result, behind));
                        let start = Point {
                            procedure: call.callee,
                            block: faultscope_ir::Procedure::ENTRY,
                            position: 0,
                        };
                        let parameters = &program.procedure(call.callee).parameters;
                        for (parameter, (_, origin)) in parameters.iter().zip(&call.arguments) {
                            note(*origin, *parameter, start);
                        }
                    }
                }
            }
        }
    }
    assignments
}
