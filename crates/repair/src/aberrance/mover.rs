//! Statements and branches at which a fix chooses what is assigned, or which way is taken.

use faultscope_ir::program::Display;
use faultscope_ir::{
    Command, Instruction, OriginId, Place, ProcId, Program, Sort, Span, Step, Symbol, Term, Terminator,
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

/// A command that belongs to a mover.
struct Site {
    procedure: ProcId,
    origin: OriginId,
    /// What is assigned; nothing for a branch.
    target: Option<Place>,
    /// What is assigned to it, or decides.
    own: Option<Term>,
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
        match &self.meant(program)[..] {
            [site] => site.own,
            _ => None,
        }
    }

    /// The procedure that it is in; none where it is in several.
    pub(super) fn procedure(&self, program: &Program) -> Option<ProcId> {
        let sites = self.meant(program);
        let first = sites.first()?.procedure;
        sites.iter().all(|it| it.procedure == first).then_some(first)
    }

    /// Whether it assigns a pointer. That may point to more than the program has addresses of: an object whose address is taken
    /// nowhere has none.
    pub(super) fn assigns_pointer(&self, program: &Program) -> bool {
        let is_pointer = |it: &Place| program.display(it.variable) == Display::Pointer;
        self.sites(program).iter().any(|it| it.target.as_ref().is_some_and(is_pointer))
    }

    /// What the commands of an origin assign, those that are not meant, too; for a branch nothing.
    pub(super) fn targets(&self, program: &Program, id: OriginId) -> Vec<Option<Place>> {
        self.sites(program).into_iter().filter(|it| it.origin == id).map(|it| it.target).collect()
    }

    /// The commands at which the fix plays.
    fn meant(&self, program: &Program) -> Vec<Site> {
        let mut sites = self.sites(program);
        sites.retain(|it| it.target.as_ref().is_none_or(|target| self.is_about(program, target)));
        sites
    }

    /// All commands that belong to it.
    fn sites(&self, program: &Program) -> Vec<Site> {
        let mut sites: Vec<Site> = Vec::new();
        for (id, procedure) in program.procedures.iter().enumerate() {
            let mut add = |origin: OriginId, target: Option<Place>, own: Option<Term>| {
                sites.push(Site { procedure: ProcId(id as u32), origin, target, own });
            };
            for block in &procedure.blocks {
                for instruction in &block.instructions {
                    match instruction {
                        Instruction::Statement(it) => {
                            let target =
                                it.command.target().filter(|_| self.has(program, it.origin, &it.command));
                            if let Some(target) = target {
                                add(it.origin, Some(target.clone()), assigned(&it.command));
                            }
                        }
                        Instruction::Call(call) => {
                            let parameters = &program.procedure(call.callee).parameters;
                            let passed =
                                call.arguments.iter().zip(parameters).map(|((_, at), it)| (*at, *it));
                            let results = call.results.iter().map(|it| (call.origin, *it));
                            for (at, variable) in passed.chain(results).filter(|it| self.is_at(program, it.0))
                            {
                                add(at, Some(Place::variable(variable)), None);
                            }
                        }
                    }
                }
                if let (Mover::Branch { .. }, Terminator::Branch { condition, origin, .. }) =
                    (self, &block.terminator)
                    && self.is_at(program, *origin)
                {
                    add(*origin, None, Some(*condition));
                }
            }
        }
        sites
    }

    /// Whether an origin belongs to it.
    fn is_at(&self, program: &Program, origin: OriginId) -> bool {
        let origin = program.sources.origin(origin);
        let is_at = match self {
            Mover::Statement { statement, .. } => statement.has(origin),
            Mover::Branch { span } => origin.kind.is_choice() && origin.span == *span,
        };
        is_at && origin.is_suspect()
    }

    /// Whether a command of the program, or of a changed one, belongs to it. A statement may assign others besides the one that is
    /// meant.
    pub(super) fn has(&self, program: &Program, origin: OriginId, command: &Command) -> bool {
        let assigns = command.target().is_some();
        assigns == matches!(self, Mover::Statement { .. }) && self.is_at(program, origin)
    }

    /// Whether the fix plays at this command of the program or of a changed one.
    pub(super) fn is_command(&self, program: &Program, origin: OriginId, command: &Command) -> bool {
        self.has(program, origin, command) && command.target().is_none_or(|it| self.is_about(program, it))
    }

    /// Whether what is assigned is what is meant.
    fn is_about(&self, program: &Program, target: &Place) -> bool {
        match self {
            Mover::Statement { about, .. } => {
                about.has(program, target.variable.activation().0, target.read().sort())
            }
            Mover::Branch { .. } => false,
        }
    }
}

/// What a command assigns.
fn assigned(command: &Command) -> Option<Term> {
    match command {
        Command::Assign { value, .. } => Some(*value),
        Command::Havoc { .. } | Command::Assume { .. } => None,
    }
}
