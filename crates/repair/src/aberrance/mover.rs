//! Statements and branches at which a fix chooses what is assigned, or which way is taken.

use faultscope_ir::program::Display;
use faultscope_ir::{
    Block, Command, Instruction, OriginId, OriginKind, ProcId, Program, Sort, Span, Step, Symbol, Term,
    Terminator,
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

    /// Whether an origin belongs to it.
    fn is_at(&self, program: &Program, origin: OriginId) -> bool {
        let origin = program.sources.origin(origin);
        let is_at = match self {
            Mover::Statement { statement, .. } => statement.has(origin),
            Mover::Branch { span } => origin.kind == OriginKind::Condition && origin.span == *span,
        };
        is_at && !origin.trusted
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

    /// Whether an origin does not say at which point of the program the fix plays: it has several commands there.
    pub(super) fn is_ambiguous(&self, program: &Program, id: OriginId) -> bool {
        let mut n_commands = 0;
        for block in program.blocks() {
            for instruction in &block.instructions {
                n_commands += match instruction {
                    Instruction::Statement(it) if it.origin == id => usize::from(
                        matches!(self, Mover::Statement { .. }) && self.is_command(program, id, &it.command),
                    ),
                    Instruction::Call(call) => {
                        let arguments = call.arguments.iter().filter(|(_, origin)| *origin == id).count();
                        arguments + if call.origin == id { call.results.len() } else { 0 }
                    }
                    Instruction::Statement(_) => 0,
                };
            }
            if let Terminator::Branch { origin, .. } = &block.terminator {
                n_commands += usize::from(*origin == id && matches!(self, Mover::Branch { .. }));
            }
        }
        n_commands != 1
    }
}

/// What a command assigns.
fn assigned(command: &Command) -> Option<Term> {
    match command {
        Command::Assign { value, .. } => Some(*value),
        Command::Havoc { .. } | Command::Assume { .. } => None,
    }
}
