//! Live variables of small programs, compared with a search for a path that reads the variable.

use std::collections::BTreeSet;

use faultscope_ir::graph::{Liveness, read_unassigned};
use faultscope_ir::{BlockId, Instruction, ProcId, Procedure, Program, Symbol, Terminator};
use faultscope_notation::parse;
use proptest::prelude::*;

use crate::random::programs;

/// Whether some path from a point reads a variable before it assigns the whole of it. An assignment to a cell counts as read.
fn is_read_first(procedure: &Procedure, symbol: Symbol, from: (BlockId, usize)) -> bool {
    let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some((id, at)) = open.pop() {
        let block = procedure.block(id);
        let next: Vec<(BlockId, usize)> = match block.instructions.get(at) {
            Some(Instruction::Statement(statement)) => {
                let command = &statement.command;
                let is_cell = command.target().is_some_and(|it| it.variable == symbol && !it.path.is_empty());
                if is_cell || command.terms().any(|term| term.mentions(symbol)) {
                    return true;
                }
                if command.overwritten() == Some(symbol) { Vec::new() } else { vec![(id, at + 1)] }
            }
            Some(Instruction::Call(_)) => panic!("there are no calls"),
            None => {
                if matches!(&block.terminator, Terminator::Branch { condition, .. } if condition.mentions(symbol))
                {
                    return true;
                }
                block.terminator.successors().map(|it| (it, 0)).collect()
            }
        };
        open.extend(next.into_iter().filter(|it| seen.insert(*it)));
    }
    false
}

proptest! {
    #[test]
    fn a_variable_is_live_where_a_path_reads_it_first(text in programs()) {
        let program = parse(&text);
        let (live, procedure) = (Liveness::new(&program), program.procedure(program.entry));
        for (id, block) in (0..).map(BlockId).zip(&procedure.blocks) {
            for at in 0..=block.instructions.len() {
                let before = live.before(&program, program.entry, id, at);
                for symbol in program.variables.keys() {
                    let expect = is_read_first(procedure, *symbol, (id, at));
                    prop_assert_eq!(before.contains(symbol), expect, "{} before {:?} of {}", symbol.name(), (id, at), text);
                }
            }
        }
    }
}

fn named(program: &Program, symbols: &BTreeSet<Symbol>) -> Vec<String> {
    let mut names: Vec<String> = symbols.iter().map(|it| program.variables[it].name.clone()).collect();
    names.sort();
    names
}

#[test]
fn calls_read_what_their_callee_reads() {
    let program = parse(
        "var x: 8; var y: 8;\n\
         proc f(p: 8) returns (r: 8) { r := p + x; }\n\
         proc main() { x := 1; y := f(2); y := y + 1; x := y; }",
    );
    let live = Liveness::new(&program);
    let before = |at: usize| named(&program, &live.before(&program, program.entry, Procedure::ENTRY, at));
    assert_eq!(before(0), Vec::<String>::new());
    assert_eq!(before(1), ["x"]);
    assert_eq!(before(2), ["y"]);
}

#[test]
fn globals_that_are_read_behind_a_call_are_live_in_the_callee() {
    let program = parse("var x: 8; var y: 8; proc f() { y := 1; } proc main() { x := 1; f(); y := x; }");
    let live = Liveness::new(&program);
    let in_callee = live.before(&program, ProcId(0), Procedure::ENTRY, 1);
    assert_eq!(named(&program, &in_callee), ["x"]);
}

#[test]
fn an_own_variable_that_is_read_first_is_exposed() {
    let text = "var g: 8; proc f(p: 8) returns (r: 8) { if (p == g) { r := 1; } } proc main() { g := f(1); }";
    let program = parse(text);
    let f = ProcId(0);
    assert_eq!(named(&program, &read_unassigned(&program, f)), ["r"]);
    assert_eq!(named(&program, Liveness::new(&program).exposed()), ["r"]);
}
