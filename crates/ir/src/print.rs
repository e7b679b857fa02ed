//! Terms and programs in a plain notation for developers: `{}` of a [`Term`], [`program`].
//!
//! Users read terms in their own language; that is the reports' business.

use std::fmt::{self, Write as _};

use crate::command::{Command, Place};
use crate::program::{Instruction, Program, Terminator};
use crate::term::{Quantifier, Term, TermKind};

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            TermKind::Const(value) => write!(f, "{value}"),
            TermKind::Symbol(symbol) => write!(f, "{symbol}"),
            TermKind::App(op, operands) => {
                write!(f, "({op:?}")?;
                for operand in operands {
                    write!(f, " {operand}")?;
                }
                f.write_str(")")
            }
            TermKind::Quantified(quantifier, variables, body) => {
                let name = if *quantifier == Quantifier::Forall { "forall" } else { "exists" };
                write!(f, "({name} {variables:?} {body})")
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.variable)?;
        self.path.iter().try_for_each(|index| write!(f, "[{index}]"))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Assign { target, value } => write!(f, "{target} := {value}"),
            Command::Havoc { target } => write!(f, "havoc {target}"),
            Command::Assume { condition } => write!(f, "assume {condition}"),
        }
    }
}

/// The whole program as text.
pub fn program(program: &Program) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_program(&mut text, program);
    text
}

fn write_program(text: &mut String, program: &Program) -> fmt::Result {
    for axiom in &program.axioms {
        writeln!(text, "axiom {axiom}")?;
    }
    for procedure in &program.procedures {
        writeln!(
            text,
            "procedure {}({:?}) returns ({:?})",
            procedure.name, procedure.parameters, procedure.results
        )?;
        for (idx, block) in procedure.blocks.iter().enumerate() {
            writeln!(text, "b{idx}:")?;
            for instruction in &block.instructions {
                match instruction {
                    Instruction::Statement(statement) => {
                        let origin = program.sources.origin(statement.origin);
                        writeln!(text, "  {}  // {:?} {}", statement.command, origin.kind, origin.span.line)?;
                    }
                    Instruction::Call(call) => {
                        let arguments: Vec<Term> = call.arguments.iter().map(|(value, _)| *value).collect();
                        let callee = &program.procedure(call.callee).name;
                        writeln!(text, "  {:?} := {callee}{arguments:?}", call.results)?;
                    }
                }
            }
            match &block.terminator {
                Terminator::Branch { condition, then_block, else_block, .. } => {
                    writeln!(text, "  if {condition} then b{} else b{}", then_block.0, else_block.0)?;
                }
                Terminator::Error { check } => writeln!(text, "  error {:?}", program.check(*check).message)?,
                Terminator::Unsupported { message, .. } => writeln!(text, "  unsupported {message:?}")?,
                other => writeln!(text, "  {other:?}")?,
            }
        }
    }
    Ok(())
}
