//! What calls do to the variables of their callers.

use faultscope_ir::{Call, Command, Instruction, ProcId, Procedure, Program, Symbol, Terminator, graph};
use rustc_hash::FxHashSet;

use faultscope_execute::cfg::{Cfg, Component};

/// What a call of a procedure does.
#[derive(Debug, Default)]
struct Effect {
    /// What it, or what it calls, assigns.
    assigned: FxHashSet<Symbol>,
    /// The procedures that it can get to, and itself.
    callees: FxHashSet<ProcId>,
    /// Whether it returns from every state, or breaks a check.
    returns: bool,
}

/// What calls do.
#[derive(Debug)]
pub(super) struct Effects {
    effects: Vec<Effect>,
}

impl Effects {
    pub(super) fn new(program: &Program) -> Effects {
        let n_procedures = program.procedures.len();
        let mut effects = Vec::with_capacity(n_procedures);
        for id in (0..n_procedures as u32).map(ProcId) {
            let callees = graph::reached([id], |id| program.procedure(id).calls().map(|call| call.callee));
            let mut effect = Effect { callees: callees.into_iter().collect(), ..Effect::default() };
            for procedure in effect.callees.iter().map(|id| program.procedure(*id)) {
                effect.assigned.extend(procedure.parameters.iter().copied());
                effect.assigned.extend(assigned(procedure));
            }
            effects.push(effect);
        }
        let mut effects = Effects { effects };
        // Callees first: what calls something that is not known to return is not known to return itself.
        while (0..n_procedures).any(|idx| effects.returns_now(program, idx)) {}
        effects
    }

    /// Notes that a procedure returns, if that is seen now.
    fn returns_now(&mut self, program: &Program, idx: usize) -> bool {
        if self.effects[idx].returns {
            return false;
        }
        let procedure = &program.procedures[idx];
        let is_straight = Cfg::new(procedure).order.iter().all(|it| matches!(it, Component::Block(_)));
        let goes_on = |terminator: &Terminator| {
            use Terminator::{Branch, Choose, Error, Goto, Return};
            matches!(terminator, Goto(_) | Branch { .. } | Choose(_) | Return | Error { .. })
        };
        let returns = is_straight
            && procedure.blocks.iter().all(|block| goes_on(&block.terminator))
            && procedure.calls().all(|call| self.effects[call.callee.0 as usize].returns)
            && !statements(procedure).any(|command| matches!(command, Command::Assume { .. }));
        self.effects[idx].returns = returns;
        returns
    }

    fn of(&self, procedure: ProcId) -> &Effect {
        &self.effects[procedure.0 as usize]
    }

    /// Whether a call assigns a variable.
    pub(super) fn assigns(&self, call: &Call, symbol: Symbol) -> bool {
        call.results.contains(&symbol) || self.of(call.callee).assigned.contains(&symbol)
    }

    /// Whether a procedure, or what it calls, assigns a variable that it does not get from its caller.
    pub(super) fn changes(&self, procedure: &Procedure, symbol: Symbol) -> bool {
        assigned(procedure).any(|it| it == symbol) || procedure.calls().any(|call| self.assigns(call, symbol))
    }

    /// Whether a call returns from every state, or breaks a check.
    pub(super) fn returns(&self, call: &Call) -> bool {
        self.of(call.callee).returns
    }

    /// Whether a call can get to a procedure.
    pub(super) fn gets_to(&self, call: &Call, procedure: ProcId) -> bool {
        self.of(call.callee).callees.contains(&procedure)
    }
}

fn statements(procedure: &Procedure) -> impl Iterator<Item = &Command> {
    procedure.instructions().filter_map(Instruction::as_statement).map(|statement| &statement.command)
}

fn assigned(procedure: &Procedure) -> impl Iterator<Item = Symbol> {
    let by_commands = statements(procedure).filter_map(|command| Some(command.target()?.variable));
    by_commands.chain(procedure.calls().flat_map(|call| call.results.iter().copied()))
}
