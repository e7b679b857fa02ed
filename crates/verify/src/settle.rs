//! What can be settled about a program before any search.
//!
//! A program has a check at every access to memory and at every operation that may overflow, and most of them hold for
//! reasons that [intervals](mod@crate::abstract_interpretation) see. One pass over the whole program settles those, and
//! what is left for the verifiers is a smaller program:
//!
//! * a branch that can go one way only is a jump, so that the error location of a check that holds is not in the graph any
//!   more;
//! * an assumption that always holds is not there;
//! * no block begins that no execution comes to, and none goes on from where no error, and nothing that was not
//!   translated, can be reached any more: the execution stops there instead.
//!
//! Besides, [variables that hold one constant](constants) are that constant, and [calls in tail position](tail_calls) are jumps.
//!
//! Every execution of the program up to an error is, but for steps that only evaluate such conditions, one of the
//! settled program, and the other way round.
//!
//! # Who needs which program
//! * Verifiers search the settled program. What they say of errors holds of the other.
//! * Whatever reads an error trace needs a trace of the program as it was written: another value somewhere can make a
//!   condition fail that always holds. So traces are executed again on it, with the same inputs
//!   ([`Settled::unsettled`]).
//! * Repairs change the text, and every changed program is translated, and settled, by itself.
//! * A proof is about one program. One that is to be checked without trusting this analysis has to be about the program as
//!   it was written; then the verifiers search that.
//! * Which error traces differ in what matters is seen on the program as it was written only: a branch that goes one way
//!   may go the other with another value, and is gone from the settled program.
//! * Which checks are settled, and which commands can be executed, is in [`Settled::findings`], from which
//!   [`check_outcomes`](mod@crate::check_outcomes) fills the table.

mod constants;
mod tail_calls;

use faultscope_ir::{BlockId, Command, Instruction, ProcId, Program, Terminator};
use faultscope_solver::Limits;

use crate::ErrorTrace;
use crate::abstract_interpretation::{
    AbstractInterpretationBounds, Findings, Invariants, abstract_interpretation, invariants,
};
use crate::closed;
use crate::interpreter::{self, ExecutionBounds, Recorded};
use crate::reachability::reachable_ends;
use constants::propagate;
use faultscope_solver::stack::on_large_stack;
use tail_calls::turn_into_jumps;

/// A program with what could be settled about it.
#[derive(Debug, Clone)]
pub struct Settled {
    /// The program that is left to be searched. Its table of checks is that of the program, with the same ids.
    pub program: Program,
    /// What can be executed in the program; none where there was nothing to find out, or it took too long.
    pub findings: Option<Findings>,
}

impl Settled {
    /// What intervals settle about a program within their usual bounds.
    pub fn of(program: &Program, limits: &Limits) -> Settled {
        settle(program, &AbstractInterpretationBounds::default(), limits)
    }

    /// An error trace of the settled program as one of the `original`; none if its values cannot all be computed.
    pub fn unsettled(&self, original: &Program, trace: &ErrorTrace) -> Option<ErrorTrace> {
        if trace.skipped > 0 {
            return closed::tail::error_trace(original, trace.trace.check, &Limits::unlimited());
        }
        let mut inputs = Recorded {
            havocs: trace.inputs.iter().map(|input| input.value.clone()).collect(),
            choices: trace.choices.iter().copied().collect(),
            initial: trace.initial.clone(),
        };
        let execution = interpreter::run(original, &mut inputs, &ExecutionBounds::default());
        let is_computed = execution.computed;
        let unsettled = execution.into_error_trace()?;
        (is_computed && unsettled.trace.check == trace.trace.check).then_some(unsettled)
    }
}

/// Settles what intervals can settle about a program within bounds.
///
/// A limit that is exceeded leaves everything to be searched that a path in the graph leads to.
pub(crate) fn settle(program: &Program, bounds: &AbstractInterpretationBounds, limits: &Limits) -> Settled {
    let findings = if has_open_errors(program) { executable(program, bounds, limits) } else { None };
    let mut settled = program.clone();
    if let Some(findings) = &findings {
        simplify(&mut settled, findings);
    }
    propagate(&mut settled);
    turn_into_jumps(&mut settled);
    stop_early(&mut settled);
    Settled { program: settled, findings }
}

/// Whether intervals alone prove that a program does not fail: neither an error nor what was not translated can be reached.
pub fn is_proved(program: &Program, limits: &Limits) -> bool {
    let settled = Settled::of(program, limits).program;
    let is_open = |(procedure, block): &(ProcId, BlockId)| {
        let end = &settled.procedure(*procedure).block(*block).terminator;
        matches!(end, Terminator::Error { .. } | Terminator::Unsupported { .. })
    };
    !reachable_ends(&settled).iter().any(is_open)
}

/// Whether a path leads to an error location.
fn has_open_errors(program: &Program) -> bool {
    let is_error = |(procedure, block): &(ProcId, BlockId)| {
        matches!(program.procedure(*procedure).block(*block).terminator, Terminator::Error { .. })
    };
    reachable_ends(program).iter().any(is_error)
}

/// What intervals say can be executed in a program; none where they did not get to an end within the bounds.
pub fn executable(
    program: &Program,
    bounds: &AbstractInterpretationBounds,
    limits: &Limits,
) -> Option<Findings> {
    on_large_stack(|| abstract_interpretation(program, bounds, limits).ok()).ok()?
}

/// Asks what intervals know at points of a program; none where they did not get to an end within the bounds.
pub fn with_known<T: Send>(
    program: &Program,
    bounds: &AbstractInterpretationBounds,
    limits: &Limits,
    ask: impl FnOnce(&Invariants) -> T + Send,
) -> Option<T> {
    on_large_stack(|| invariants(program, bounds, limits).ok().map(|known| ask(&known))).ok()?
}

/// Takes out what no execution does.
fn simplify(program: &mut Program, findings: &Findings) {
    for (id, procedure) in program.procedures.iter_mut().enumerate() {
        let id = ProcId(id as u32);
        for (idx, block) in procedure.blocks.iter_mut().enumerate() {
            let block_id = BlockId(idx as u32);
            if !findings.can_begin(id, block_id) {
                block.instructions.clear();
            }
            if !findings.can_end(id, block_id) {
                block.terminator = Terminator::Stop;
            }
            if let Terminator::Branch { then_block, else_block, .. } = block.terminator {
                let [holds, fails] = [true, false].map(|truth| findings.can_branch(id, block_id, truth));
                match (holds, fails) {
                    (true, true) => {}
                    (true, false) => block.terminator = Terminator::Goto(then_block),
                    (false, true) => block.terminator = Terminator::Goto(else_block),
                    (false, false) => block.terminator = Terminator::Stop,
                }
            }
            let mut position = 0;
            block.instructions.retain(|instruction| {
                let can_fail = findings.can_fail(id, block_id, position);
                position += 1;
                can_fail || !is_assumption(instruction)
            });
        }
    }
}

fn is_assumption(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Statement(statement) if matches!(statement.command, Command::Assume { .. }))
}

/// Stops executions where no path leads to an error, or to what was not translated, any more.
fn stop_early(program: &mut Program) {
    let needed = Needed::new(program);
    for (id, procedure) in program.procedures.iter_mut().enumerate() {
        for (idx, block) in procedure.blocks.iter_mut().enumerate() {
            if !needed.blocks[id][idx] {
                block.end_at(0, Terminator::Stop);
            }
        }
    }
}

/// From which blocks a path leads to an error, or to what was not translated.
struct Needed {
    blocks: Vec<Vec<bool>>,
    /// Procedures in which such a path begins.
    procedures: Vec<bool>,
    /// Procedures behind a call of which such a path goes on.
    returns: Vec<bool>,
}

impl Needed {
    fn new(program: &Program) -> Needed {
        let n_procedures = program.procedures.len();
        let blocks = program.procedures.iter().map(|it| vec![false; it.blocks.len()]).collect();
        let mut needed =
            Needed { blocks, procedures: vec![false; n_procedures], returns: vec![false; n_procedures] };
        // Errors within procedures first, and then what is needed after calls; both only grow.
        while needed.grow(program) {}
        needed
    }

    /// Looks at all blocks once; whether more is needed than before.
    fn grow(&mut self, program: &Program) -> bool {
        let mut grows = false;
        for (id, procedure) in program.procedures.iter().enumerate() {
            for (idx, block) in procedure.blocks.iter().enumerate().rev() {
                let mut is_needed = match &block.terminator {
                    Terminator::Error { .. } | Terminator::Unsupported { .. } => true,
                    Terminator::Return => self.returns[id],
                    terminator => terminator.successors().any(|it| self.blocks[id][it.0 as usize]),
                };
                // Behind calls it is known first.
                for instruction in block.instructions.iter().rev() {
                    if let Instruction::Call(call) = instruction {
                        let callee = call.callee.0 as usize;
                        grows |= is_needed && !self.returns[callee];
                        self.returns[callee] |= is_needed;
                        is_needed |= self.procedures[callee];
                    }
                }
                grows |= is_needed && !self.blocks[id][idx];
                self.blocks[id][idx] = is_needed;
            }
            self.procedures[id] |= self.blocks[id].first() == Some(&true);
        }
        grows
    }
}

#[cfg(test)]
mod tests;
