//! Which shadows the uses of values need, and which of them calls pass and give back.

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::{Call, Command, Instruction, ProcId, Symbol, Term};

use super::analysis::Analysis;
use super::state::State;

/// What is needed.
pub(super) struct Needs {
    /// The variables that need shadows.
    pub(super) variables: IndexSet<Symbol>,
    /// By procedure, the parameters whose shadows are parameters, too.
    passed: Vec<Vec<Symbol>>,
    /// By procedure, the results whose shadows are results, too.
    returned: Vec<Vec<Symbol>>,
}

impl Needs {
    pub(super) fn new(analysis: &Analysis) -> Needs {
        let flows = Flows::of(analysis);
        let variables = flows.needed();
        let procedures = 0..analysis.procedures.len();
        let passed = procedures.clone().map(|idx| {
            let entered = analysis.entry(ProcId(idx as u32), 0);
            let is_passed =
                |it: &&Symbol| variables.contains(*it) && entered.is_some_and(|state| state.contains(it));
            analysis.procedures[idx].parameters.iter().filter(is_passed).copied().collect()
        });
        let returned = procedures.clone().map(|idx| {
            let exit = analysis.exit(ProcId(idx as u32));
            let is_returned =
                |it: &&Symbol| variables.contains(*it) && exit.is_some_and(|state| state.contains(it));
            analysis.procedures[idx].results.iter().filter(is_returned).copied().collect()
        });
        let (passed, returned) = (passed.collect(), returned.collect());
        Needs { variables, passed, returned }
    }

    /// The parameters of a procedure that may be unwritten.
    pub(super) fn passed(&self, procedure: ProcId) -> &[Symbol] {
        &self.passed[procedure.0 as usize]
    }

    /// The results of a procedure that may be unwritten.
    pub(super) fn returned(&self, procedure: ProcId) -> &[Symbol] {
        &self.returned[procedure.0 as usize]
    }
}

/// How what is unwritten gets from variable to variable.
#[derive(Default)]
struct Flows {
    /// For each variable those that it may be computed from where they may be unwritten.
    from: IndexMap<Symbol, IndexSet<Symbol>>,
    used: IndexSet<Symbol>,
}

impl Flows {
    fn of(analysis: &Analysis) -> Flows {
        let mut flows = Flows::default();
        for (idx, procedure) in analysis.procedures.iter().enumerate() {
            for (at, block) in procedure.blocks.iter().enumerate() {
                let Some(mut state) = analysis.entry(ProcId(idx as u32), at).cloned() else { continue };
                for instruction in &block.instructions {
                    flows.instruction(analysis, instruction, &state);
                    if !analysis.step(instruction, &mut state) {
                        break;
                    }
                }
            }
        }
        flows
    }

    fn instruction(&mut self, analysis: &Analysis, instruction: &Instruction, state: &State) {
        match instruction {
            Instruction::Statement(statement) => match &statement.command {
                Command::Assign { target, value } => self.add(analysis, target.variable, *value, state),
                Command::Assume { condition } => {
                    if let Some(usage) = analysis.unwritten.usage(*condition) {
                        let sources = analysis.sources.of(usage.value);
                        self.used.extend(sources.iter().filter(|it| state.contains(it)));
                    }
                }
                Command::Havoc { .. } => {}
            },
            Instruction::Call(call) => self.call(analysis, call, state),
        }
    }

    fn call(&mut self, analysis: &Analysis, call: &Call, state: &State) {
        let callee = &analysis.procedures[call.callee.0 as usize];
        for (parameter, (argument, _)) in callee.parameters.iter().zip(&call.arguments) {
            self.add(analysis, *parameter, *argument, state);
        }
        if let Some(exit) = analysis.exit(call.callee) {
            for (target, result) in call.results.iter().zip(&callee.results) {
                self.add(analysis, *target, Term::symbol(*result), exit);
            }
        }
    }

    fn add(&mut self, analysis: &Analysis, target: Symbol, value: Term, state: &State) {
        if analysis.sources.may_be_unwritten(value, state) {
            let sources = analysis.sources.of(value);
            self.from.entry(target).or_default().extend(sources.iter().filter(|it| state.contains(it)));
        }
    }

    /// What the uses need.
    fn needed(self) -> IndexSet<Symbol> {
        let mut needed = self.used;
        let mut idx = 0;
        while let Some(symbol) = needed.get_index(idx).copied() {
            needed.extend(self.from.get(&symbol).into_iter().flatten().copied());
            idx += 1;
        }
        needed
    }
}
