//! Statements and branches at which a fix chooses what is assigned, or which way is taken.

use faultscope_ir::program::Display;
use faultscope_ir::{
    Block, Command, Instruction, OriginId, OriginKind, Place, ProcId, Program, Sort, Span, Step, Symbol,
    Term, Terminator,
};
use faultscope_localize::finding::FindingStatement;

/// Where the fix plays.
#[derive(Debug, Clone, Copy)]
pub enum Mover {
    /// At each execution of a statement, which assigns values of this sort there.
    Statement {
        /// Which one.
        statement: FindingStatement,
        /// What is assigned.
        about: About,
    },
    /// At each execution of a branch.
    Branch {
        /// Where its condition stands.
        span: Span,
    },
}

/// Which of the commands of a statement are meant: it may assign others besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// The sort of what is assigned.
    pub(super) sort: Sort,
    /// Whether that is a shadow ([`Display::Shadow`]).
    pub(super) is_shadow: bool,
}

impl About {
    /// What a step of a trace assigns.
    pub(super) fn of(program: &Program, step: &Step) -> Option<About> {
        let target = step.command.target()?;
        let is_shadow = program.display(target.variable) == Display::Shadow;
        Some(About { sort: target.read().sort(), is_shadow })
    }

    /// Whether a variable or cell of this sort is meant.
    pub(super) fn has(self, program: &Program, variable: Symbol, sort: Sort) -> bool {
        self.sort == sort && self.is_shadow == (program.display(variable) == Display::Shadow)
    }
}

impl Mover {
    /// The sort of what is played.
    pub(super) fn sort(&self) -> Sort {
        match self {
            Mover::Statement { about, .. } => about.sort,
            Mover::Branch { .. } => Sort::bool(),
        }
    }

    /// What the program itself plays, where one command of it says so.
    pub(super) fn own(&self, program: &Program) -> Option<Term> {
        let mut own = self.commands(program);
        let first = own.next().and_then(|(_, own)| own);
        first.filter(|_| own.next().is_none())
    }

    /// The procedure that it is in; none where it is in several.
    pub(super) fn procedure(&self, program: &Program) -> Option<ProcId> {
        let mut procedures = self.commands(program).map(|(procedure, _)| procedure);
        let first = procedures.next()?;
        procedures.all(|it| it == first).then_some(first)
    }

    /// The commands at which the fix plays, with what they assign or decide by.
    fn commands<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = (ProcId, Option<Term>)> + 'a {
        let of_block = move |procedure: ProcId, block: &'a Block| {
            let mut found: Vec<(ProcId, Option<Term>)> = Vec::new();
            for instruction in &block.instructions {
                match instruction {
                    Instruction::Statement(it) if self.is_command(program, it.origin, &it.command) => {
                        found.push((procedure, assigned(&it.command)));
                    }
                    Instruction::Statement(_) => {}
                    Instruction::Call(call) => {
                        let origins = call.arguments.iter().map(|(_, origin)| *origin).chain([call.origin]);
                        found
                            .extend(origins.filter(|it| self.is_at(program, *it)).map(|_| (procedure, None)));
                    }
                }
            }
            if let Terminator::Branch { condition, origin, .. } = &block.terminator
                && matches!(self, Mover::Branch { .. })
                && self.is_at(program, *origin)
            {
                found.push((procedure, Some(*condition)));
            }
            found
        };
        let procedures = program.procedures.iter().zip(0..).map(|(it, id)| (ProcId(id), it));
        procedures.flat_map(move |(id, it)| it.blocks.iter().flat_map(move |block| of_block(id, block)))
    }

    /// Whether it assigns a pointer. That may point to more than the program has addresses of: an object whose address is taken
    /// nowhere has none.
    pub(super) fn assigns_pointer(&self, program: &Program) -> bool {
        let is_pointer = |variable: &Symbol| program.display(*variable) == Display::Pointer;
        program.instructions().any(|instruction| match instruction {
            Instruction::Statement(it) => {
                let target = it.command.target().filter(|_| self.has(program, it.origin, &it.command));
                target.is_some_and(|it| is_pointer(&it.variable))
            }
            Instruction::Call(call) => {
                let parameters = &program.procedure(call.callee).parameters;
                let mut passed = call.arguments.iter().zip(parameters);
                passed.any(|((_, origin), it)| self.is_at(program, *origin) && is_pointer(it))
                    || self.is_at(program, call.origin) && call.results.iter().any(is_pointer)
            }
        })
    }

    /// Whether an origin belongs to it.
    fn is_at(&self, program: &Program, origin: OriginId) -> bool {
        let origin = program.sources.origin(origin);
        let is_at = match self {
            Mover::Statement { statement, .. } => statement.has(origin),
            Mover::Branch { span } => origin.kind == OriginKind::Condition && origin.span == *span,
        };
        is_at && !origin.trusted
    }

    /// Whether a command of the program, or of a changed one, belongs to it. A statement may assign others besides the one that is
    /// meant.
    pub(super) fn has(&self, program: &Program, origin: OriginId, command: &Command) -> bool {
        let assigns = command.target().is_some();
        assigns == matches!(self, Mover::Statement { .. }) && self.is_at(program, origin)
    }

    /// Whether the fix plays at this command of the program or of a changed one.
    pub(super) fn is_command(&self, program: &Program, origin: OriginId, command: &Command) -> bool {
        let is_meant = match self {
            Mover::Statement { about, .. } => command.target().is_some_and(|target| {
                about.has(program, target.variable.activation().0, target.read().sort())
            }),
            Mover::Branch { .. } => matches!(command, Command::Assume { .. }),
        };
        is_meant && self.is_at(program, origin)
    }

    /// What the commands of an origin assign, those that are not meant, too; for a branch nothing.
    pub(super) fn targets(&self, program: &Program, id: OriginId) -> Vec<Option<Place>> {
        let mut targets: Vec<Option<Place>> = Vec::new();
        for block in program.blocks() {
            for instruction in &block.instructions {
                match instruction {
                    Instruction::Statement(it) if it.origin == id => {
                        targets.extend(it.command.target().cloned().map(Some));
                    }
                    Instruction::Statement(_) => {}
                    Instruction::Call(call) => {
                        let parameters = &program.procedure(call.callee).parameters;
                        let passed = call.arguments.iter().zip(parameters);
                        let passed = passed.filter(|((_, origin), _)| *origin == id).map(|(_, it)| *it);
                        let results = call.results.iter().copied().filter(|_| call.origin == id);
                        targets.extend(passed.chain(results).map(|it| Some(Place::variable(it))));
                    }
                }
            }
            if let (Mover::Branch { .. }, Terminator::Branch { origin, .. }) = (self, &block.terminator) {
                targets.extend((*origin == id).then_some(None));
            }
        }
        targets
    }
}

/// What a command assigns.
fn assigned(command: &Command) -> Option<Term> {
    match command {
        Command::Assign { value, .. } => Some(*value),
        Command::Havoc { .. } | Command::Assume { .. } => None,
    }
}
