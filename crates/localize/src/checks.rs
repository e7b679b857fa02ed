//! What of a program is specification: the branches that decide whether an error is reached.

use std::collections::BTreeSet;

use faultscope_ir::{BlockId, Instruction, Origin, OriginKind, Procedure, Program, Span, Terminator};

/// The checks of a program. To change one is to change what is asked, and no fix.
#[derive(Debug)]
pub struct Checks {
    /// Where the conditions stand of which one outcome leads to an error and nowhere else.
    guards: BTreeSet<Span>,
    /// Functions that do nothing but check.
    functions: BTreeSet<String>,
}

impl Checks {
    /// The checks of a program.
    pub fn new(program: &Program) -> Checks {
        let failing = failing(program);
        let mut checks = Checks { guards: BTreeSet::new(), functions: BTreeSet::new() };
        for (procedure, failing) in program.procedures.iter().zip(&failing) {
            let mut has_guard = false;
            for block in &procedure.blocks {
                if let Terminator::Branch { then_block, else_block, origin, .. } = &block.terminator
                    && fails(failing, *then_block) != fails(failing, *else_block)
                {
                    has_guard = true;
                    let origin = program.sources.origin(*origin);
                    // What is asked of an operation may stand where a condition of the user's stands.
                    if origin.kind == OriginKind::Condition {
                        checks.guards.insert(origin.span);
                    }
                }
            }
            // What the library asks of its arguments is no function that checks.
            if has_guard && !procedure.trusted && only_checks(program, procedure) {
                checks.functions.insert(procedure.name.clone());
            }
        }
        checks
    }

    /// Whether a branch's condition decides about an error.
    pub fn is_guard(&self, origin: &Origin) -> bool {
        matches!(origin.kind, OriginKind::Assertion | OriginKind::Requirement)
            || origin.kind == OriginKind::Condition && self.guards.contains(&origin.span)
    }

    /// Whether a function does nothing but check.
    pub fn is_check(&self, function: &str) -> bool {
        self.functions.contains(function)
    }
}

fn fails(failing: &[bool], block: BlockId) -> bool {
    failing[block.0 as usize]
}

/// For each block of each procedure whether every path from it leads to an error: the least such set.
fn failing(program: &Program) -> Vec<Vec<bool>> {
    let mut failing: Vec<Vec<bool>> =
        program.procedures.iter().map(|procedure| vec![false; procedure.blocks.len()]).collect();
    loop {
        let mut has_changed = false;
        for (at, procedure) in program.procedures.iter().enumerate() {
            for (idx, block) in procedure.blocks.iter().enumerate().rev() {
                let calls_failing = block.instructions.iter().any(|it| match it {
                    Instruction::Call(call) => fails(&failing[call.callee.0 as usize], Procedure::ENTRY),
                    Instruction::Statement(_) => false,
                });
                let mut successors = block.terminator.successors().peekable();
                let leads_there = matches!(block.terminator, Terminator::Error { .. })
                    || successors.peek().is_some() && successors.all(|it| fails(&failing[at], it));
                if (calls_failing || leads_there) && !failing[at][idx] {
                    failing[at][idx] = true;
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            return failing;
        }
    }
}

/// Whether nothing in a procedure is a computation of the user's.
fn only_checks(program: &Program, procedure: &Procedure) -> bool {
    let instructions = procedure.instructions();
    instructions.into_iter().all(|it| match it {
        Instruction::Statement(statement) => matches!(
            program.sources.origin(statement.origin).kind,
            OriginKind::Lowering
                | OriginKind::Allocation
                | OriginKind::ScopeEnd
                | OriginKind::Division
                | OriginKind::Condition
                | OriginKind::Assertion
                | OriginKind::Requirement
        ),
        Instruction::Call(_) => true,
    })
}
