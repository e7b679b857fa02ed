//! Divisions by zero and shifts by too much on a changed line.
//!
//! Both have a value in the logic and none in C, so that a change could hide an error behind them. They count as errors on the
//! line that is changed; elsewhere the program is as it was.

use std::ops::RangeInclusive;

use faultscope_ir::{
    Block, BlockId, Check, CheckId, Command, Instruction, Op, OriginId, Program, Property, Term, TermKind,
    Terminator, Value,
};
use rustc_hash::FxHashMap;

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
        for idx in 0..procedure.blocks.len() {
            let block = &mut procedure.blocks[idx];
            let instructions = std::mem::take(&mut block.instructions);
            let terminator = std::mem::replace(&mut block.terminator, Terminator::Stop);
            let mut current = idx;
            for instruction in instructions {
                let (terms, origin) = terms(&instruction);
                let condition =
                    if is_changed[origin.0 as usize] { conditions.all(&terms) } else { Term::bool(true) };
                current = check(&mut procedure.blocks, &mut program.checks, current, condition, origin);
                procedure.blocks[current].instructions.push(instruction);
            }
            if let Terminator::Branch { condition, origin, .. } = &terminator
                && is_changed[origin.0 as usize]
            {
                let (condition, origin) = (conditions.of(*condition), *origin);
                current = check(&mut procedure.blocks, &mut program.checks, current, condition, origin);
            }
            procedure.blocks[current].terminator = terminator;
        }
    }
    program
}

/// Goes on only where a condition holds; the block in which it does.
fn check(
    blocks: &mut Vec<Block>,
    checks: &mut Vec<Check>,
    current: usize,
    condition: Term,
    origin: OriginId,
) -> usize {
    if condition.as_bool() == Some(true) {
        return current;
    }
    let mut add = |terminator| {
        blocks.push(Block { instructions: Vec::new(), terminator });
        BlockId(blocks.len() as u32 - 1)
    };
    let next = add(Terminator::Stop);
    let message = "an operation without a value".to_owned();
    checks.push(Check { property: Property::DefinedOperation, condition: Some(condition), origin, message });
    let error = add(Terminator::Error { check: CheckId(checks.len() as u32 - 1) });
    blocks[current].terminator =
        Terminator::Branch { condition, then_block: next, else_block: error, origin };
    next.0 as usize
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
    known: FxHashMap<Term, Term>,
}

impl Conditions {
    fn all(&mut self, terms: &[Term]) -> Term {
        Term::all(terms.iter().map(|term| self.of(*term)))
    }

    fn of(&mut self, term: Term) -> Term {
        let TermKind::App(op, operands) = term.kind() else { return Term::bool(true) };
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        let own = match (op, &operands[..]) {
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
        let condition = match (op, &operands[..]) {
            (Op::Ite, [condition, then, otherwise]) => {
                let chosen = condition.ite(self.of(*then), self.of(*otherwise));
                self.of(*condition).and(chosen)
            }
            _ => self.all(operands).and(own),
        };
        self.known.insert(term, condition);
        condition
    }
}
