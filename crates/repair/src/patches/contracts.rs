//! Patches, and the contracts of the functions that they change.
//!
//! Tests say what happens on some inputs; a contract says it of all. So the function with the changed line, and each one that
//! calls it, is checked as its precondition asks for it to be called, with arrays of more and more elements. The largest
//! number for which that was decided is what is said of the patch. Where a contract alone is given, this is asked of patches that
//! are not decided for the arrays with which the program fails.

use std::collections::BTreeSet;
use std::convert::Infallible;

use faultscope_ir::{Instruction, Program};
use faultscope_solver::Limits;
use faultscope_verify::portfolio::PortfolioConfig;
use faultscope_verify::sizes::{AtSize, largest_decided};

use crate::obligation::{Obligation, obligation};
use crate::workspace::Workspace;

/// What is known of a changed program and of contracts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractCheck {
    /// The functions whose contracts were looked at, in the order of the program.
    pub functions: Vec<String>,
    /// What came of it.
    pub outcome: ContractOutcome,
}

/// Whether functions meet their contracts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContractOutcome {
    /// All do.
    Met {
        /// How many elements arrays have at most for which that was shown; none where there are no arrays.
        max_array: Option<u64>,
        /// Whether all their calls were shown to end.
        ends: bool,
    },
    /// One does not.
    Violated {
        /// The function.
        function: String,
        /// What does not hold.
        message: String,
        /// What the function is called with then.
        values: Vec<(String, String)>,
    },
    /// It is not decided, for a function.
    Open {
        /// The function.
        function: String,
    },
}

impl ContractCheck {
    /// Its place among patches with which all tests pass.
    pub(super) fn rank(check: Option<&ContractCheck>) -> u8 {
        match check.map(|it| &it.outcome) {
            Some(ContractOutcome::Met { .. }) => 0,
            None | Some(ContractOutcome::Open { .. }) => 1,
            Some(ContractOutcome::Violated { .. }) => 2,
        }
    }

    /// Whether a function violates its contract.
    pub fn is_violated(&self) -> bool {
        matches!(self.outcome, ContractOutcome::Violated { .. })
    }

    /// Whether all functions meet their contracts.
    pub fn is_met(&self) -> bool {
        matches!(self.outcome, ContractOutcome::Met { .. })
    }
}

/// The functions with contracts of which a change in a function can make a difference: this one, and those that call it.
pub(super) fn concerned(program: &Program, changed: &str, workspace: &dyn Workspace) -> Vec<String> {
    let mut concerned = BTreeSet::from([changed]);
    loop {
        let n_known = concerned.len();
        for procedure in &program.procedures {
            let calls_one =
                procedure.blocks.iter().flat_map(|block| &block.instructions).any(|it| match it {
                    Instruction::Call(call) => {
                        concerned.contains(program.procedure(call.callee).name.as_str())
                    }
                    Instruction::Statement(_) => false,
                });
            if calls_one {
                concerned.insert(&procedure.name);
            }
        }
        if concerned.len() == n_known {
            break;
        }
    }
    workspace.functions_with_contracts().into_iter().filter(|it| concerned.contains(it.as_str())).collect()
}

/// Checks the contracts of functions in a changed program; `called` gives the program that calls a function with arrays of up to so many
/// elements.
pub(super) fn check(
    called: &dyn Fn(&str, u64) -> Option<Program>,
    max_array: u64,
    functions: &[String],
    config: &PortfolioConfig,
    limits: &Limits,
) -> Option<ContractCheck> {
    if functions.is_empty() {
        return None;
    }
    let outcome = |outcome| Some(ContractCheck { functions: functions.to_vec(), outcome });
    let (mut all_end, mut of_all) = (true, None);
    for function in functions {
        let at = |size, limits: &Limits| {
            let met = called(function, size).map_or(Obligation::Open, |it| obligation(&it, config, limits));
            Ok::<_, Infallible>(match &met {
                Obligation::Met { is_bounded: true, .. } => AtSize::Bounded(met),
                Obligation::Met { .. } | Obligation::Violated { .. } => AtSize::Final(met),
                Obligation::Vacuous => AtSize::Vacuous(met),
                Obligation::Open => AtSize::Open(met),
            })
        };
        let Ok((size, answer)) = largest_decided(max_array, limits, at);
        let (size, ends) = match answer.into_inner() {
            Obligation::Met { is_bounded, ends } => (is_bounded.then_some(size), ends),
            Obligation::Violated { message, values } => {
                let function = function.clone();
                return outcome(ContractOutcome::Violated { function, message, values });
            }
            Obligation::Vacuous | Obligation::Open => {
                return outcome(ContractOutcome::Open { function: function.clone() });
            }
        };
        all_end &= ends;
        of_all = match (of_all, size) {
            (Some(left), Some(right)) => Some(u64::min(left, right)),
            (left, right) => left.or(right),
        };
    }
    outcome(ContractOutcome::Met { max_array: of_all, ends: all_end })
}
