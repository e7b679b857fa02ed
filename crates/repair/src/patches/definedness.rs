//! Divisions by zero and shifts by too much on a changed line.
//!
//! Both have a value in the logic and none in C, so that a change could hide an error behind them. They count as errors on the
//! line that is changed; elsewhere the program is as it was.

use std::ops::RangeInclusive;

use faultscope_ir::edit::Writer;
use faultscope_ir::fold::{Domain, Memo};
use faultscope_ir::{
    BlockId, Check, CheckId, Command, Instruction, Op, OriginId, Program, Property, Symbol, Term, Terminator,
    Value,
};

/// The program with an error where an operation on a changed line of a file has no value.
pub(crate) fn guarded(
    mut program: Program,
    is_line_changed: &dyn Fn(&str, RangeInclusive<u32>) -> bool,
) -> Program {
    let is_changed: Vec<bool> = (0..program.sources.n_origins() as u32)
        .map(|id| {
            let origin = program.sources.origin(OriginId(id));
            // A statement is changed with the macros that it draws on.
            let definitions = origin.definitions.iter().map(|(_, span)| span);
            let mut spans = [&origin.span].into_iter().chain(&origin.expansions).chain(definitions);
            spans
                .any(|span| is_line_changed(&program.sources.file(span.file).name, span.line..=span.end_line))
        })
        .collect();
    let mut conditions = Conditions::default();
    for procedure in &mut program.procedures {
        let mut writer = Writer::new(std::mem::take(&mut procedure.blocks));
        for id in (0..writer.n_blocks() as u32).map(BlockId) {
            let block = writer.reopen(id);
            let mut require = |writer: &mut Writer, condition: Term, origin: OriginId| {
                writer.require(condition, origin, || {
                    let message = "an operation without a value".to_owned();
                    let condition = Some(condition);
                    let check = Check { property: Property::DefinedOperation, condition, origin, message };
                    program.checks.push(check);
                    Terminator::Error { check: CheckId(program.checks.len() as u32 - 1) }
                });
            };
            for instruction in block.instructions {
                let (terms, origin) = terms(&instruction);
                if is_changed[origin.0 as usize] {
                    require(&mut writer, conditions.all(&terms), origin);
                }
                writer.push(instruction);
            }
            if let Terminator::Branch { condition, origin, .. } = block.terminator
                && is_changed[origin.0 as usize]
            {
                require(&mut writer, conditions.meaning(condition), origin);
            }
            writer.end(block.terminator);
        }
        procedure.blocks = writer.into_blocks();
    }
    program
}

/// What an instruction evaluates, and an origin of it.
fn terms(instruction: &Instruction) -> (Vec<Term>, OriginId) {
    match instruction {
        Instruction::Statement(statement) => {
            let mut terms = match &statement.command {
                Command::Assign { value, .. } => vec![*value],
                Command::Havoc { .. } => Vec::new(),
                Command::Assume { condition } => vec![*condition],
            };
            terms.extend(statement.command.target().iter().flat_map(|target| &target.path));
            (terms, statement.origin)
        }
        Instruction::Call(call) => {
            (call.arguments.iter().map(|(argument, _)| *argument).collect(), call.origin)
        }
    }
}

/// Under which conditions terms have a value.
#[derive(Default)]
struct Conditions {
    memo: Memo<Term>,
}

impl Conditions {
    fn all(&mut self, terms: &[Term]) -> Term {
        Term::all(terms.iter().map(|term| self.meaning(*term)))
    }
}

impl Domain for Conditions {
    type Value = Term;

    fn memo(&mut self) -> &mut Memo<Term> {
        &mut self.memo
    }

    fn constant(&mut self, _: Term, _: &Value) -> Term {
        Term::bool(true)
    }

    fn symbol(&mut self, _: Symbol) -> Term {
        Term::bool(true)
    }

    fn quantified(&mut self, _: Term) -> Term {
        Term::bool(true)
    }

    fn application(&mut self, _: Term, op: Op, operands: &[Term]) -> Term {
        let own = match (op, operands) {
            (
                Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::IntDiv | Op::IntMod | Op::RealDiv,
                [_, divisor],
            ) => divisor.differs(Term::value(Value::zero(divisor.sort()))),
            (Op::BvShl | Op::BvLshr | Op::BvAshr, [_, amount]) => match amount.sort().bit_width() {
                Some(width) => amount.bv_ult(Term::bits(width, u128::from(width))),
                None => Term::bool(true),
            },
            _ => Term::bool(true),
        };
        match (op, operands) {
            (Op::Ite, [condition, then, otherwise]) => {
                let chosen = condition.ite(self.meaning(*then), self.meaning(*otherwise));
                self.meaning(*condition).and(chosen)
            }
            _ => self.all(operands).and(own),
        }
    }
}
