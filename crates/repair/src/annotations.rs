//! # The annotation library of PED
//! For the statements of an error trace what they could be instead, in one program: inputs choose among the alternatives, and
//! with all of them 0 it fails as before. Its error trace, in which the alternatives stand as terms, is what
//! [`ped`](faultscope_localize::baselines::ped) works on.
//!
//! The library is the table of [`rules`](crate::rules), the same that patches are made from; what a rule makes of a statement,
//! and whether that has a type and a meaning there, is decided by translating it.
//!
//! # References
//! - Gogul Balakrishnan, Malay Ganai: _PED: Proof-guided error diagnosis by triangulation of program error causes_, SEFM 2008, section 4.2.

use faultscope_frontend::sites::{ALTERNATIVE, Choice, Unit};
use faultscope_ir::{OriginId, OriginKind, Program, Span};
use faultscope_localize::baselines::ped;
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

use crate::budgets;
use crate::limits::{MAX_ALTERNATIVES, MAX_ANNOTATED};
use crate::proposals::{Change, Proposer, Subject};
use crate::recording::Recording;
use crate::rules::Rules;
use crate::workspace::Workspace;

/// A program whose inputs choose among alternatives.
#[derive(Debug, Clone)]
pub struct Annotated {
    /// The program.
    pub program: Program,
    /// Its failing execution, with no alternative chosen.
    pub error: ErrorTrace,
    /// What there is to choose, for [`ped::Specification::library`]; statements by their origins in [`Annotated::program`].
    pub choices: Vec<ped::Choice>,
    /// The changes that the alternatives of each choice are.
    pub changes: Vec<Vec<Change>>,
}

/// The program of an error trace with the alternatives of the rules. None where the language has no such programs, there is
/// nothing to choose, or the program does not fail in the same way.
pub fn annotated(
    program: &Program,
    error: &ErrorTrace,
    workspace: &dyn Workspace,
    rules: &Rules,
    limits: &Limits,
) -> Option<Annotated> {
    let unit = workspace.unit()?;
    let proposer = Proposer::new(program, &*unit, rules);
    let mut statements: Vec<(OriginId, Vec<Change>)> = Vec::new();
    for origin in statements_of(program, error) {
        let changes = alternatives(&proposer, &*unit, origin);
        if !changes.is_empty() {
            statements.push((origin, changes));
        }
        if statements.len() == MAX_ANNOTATED {
            break;
        }
    }
    let variable = |number: usize| format!("{ALTERNATIVE}_{number}");
    let choice = |(number, (_, changes)): (usize, &(OriginId, Vec<Change>))| Choice {
        variable: variable(number),
        changes: changes.iter().map(|it| (it.site, it.tree.clone())).collect(),
    };
    let choices: Vec<Choice> = statements.iter().enumerate().map(choice).collect();
    limits.spend(budgets::translation(workspace.input()));
    let translation = if choices.is_empty() { None } else { unit.with_choices(&choices) };
    let changed = workspace.finished(translation?)?.program;
    let error = Recording::new(program, error).error(&changed, limits)?;
    let (choices, changes) = (Vec::new(), Vec::new());
    let mut annotated = Annotated { program: changed, error, choices, changes };
    for (number, (origin, changes)) in statements.into_iter().enumerate() {
        let name = variable(number);
        let symbol = annotated.program.variables.keys().find(|it| it.name() == name).copied();
        // One that nothing evaluates has no variable.
        let (Some(variable), Some(statement)) = (symbol, annotated.statement(program, origin)) else {
            continue;
        };
        let weights = changes.iter().map(|it| it.weight).collect();
        annotated.choices.push(ped::Choice { statement, variable, weights });
        annotated.changes.push(changes);
    }
    Some(annotated)
}

impl Annotated {
    /// The same source statement in the annotated program's error trace.
    fn statement(&self, program: &Program, origin: OriginId) -> Option<OriginId> {
        let wanted = program.sources.statement(origin);
        let mut statements = self.error.trace.steps.iter().map(|it| it.origin);
        statements.find(|it| self.program.sources.statement(*it) == wanted)
    }
}

/// The statements and conditions of the user's on a trace, the nearest to the error first.
fn statements_of(program: &Program, error: &ErrorTrace) -> Vec<OriginId> {
    let mut seen: Vec<(OriginKind, Span)> = Vec::new();
    let mut statements = Vec::new();
    for step in error.trace.steps.iter().rev() {
        let origin = program.sources.origin(step.origin);
        let is_code = matches!(
            origin.kind,
            OriginKind::Assignment | OriginKind::Argument | OriginKind::Return | OriginKind::Condition
        );
        if is_code && origin.is_suspect() && !seen.contains(&(origin.kind, origin.span)) {
            seen.push((origin.kind, origin.span));
            statements.push(step.origin);
        }
    }
    statements
}

/// What a statement could be instead, the likeliest first.
fn alternatives(proposer: &Proposer<'_>, unit: &dyn Unit, origin: OriginId) -> Vec<Change> {
    let mut changes = proposer.changes(&Subject::at(origin));
    changes.retain(|it| unit.can_choose(it.site, &it.tree));
    changes.truncate(MAX_ALTERNATIVES);
    changes
}
