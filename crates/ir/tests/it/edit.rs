//! What changes to a program do to its paths.

use std::collections::BTreeSet;

use faultscope_ir::edit::Writer;
use faultscope_ir::{BlockId, Instruction, OriginId, Procedure, Program, Symbol, Term, Terminator};
use faultscope_notation::parse;
use proptest::prelude::*;

use crate::random::programs;

/// How many commands and conditions of a path are compared.
const LENGTH: usize = 6;

/// What a path comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Command(OriginId),
    Condition(OriginId, bool),
    End(String),
}

/// The origin of what a change adds.
const ADDED: OriginId = OriginId(1_000_000);

type Path = Vec<Event>;

/// The paths of a procedure, up to [`LENGTH`] without what was added. Rounds in which nothing else happens are left out.
fn paths(procedure: &Procedure) -> BTreeSet<Path> {
    let mut found = BTreeSet::new();
    let start = (Procedure::ENTRY, 0, Path::new());
    let (mut seen, mut open) = (BTreeSet::from([start.clone()]), vec![start]);
    while let Some((id, at, path)) = open.pop() {
        if path.iter().filter(|it| !is_added(it)).count() == LENGTH {
            found.insert(path);
            continue;
        }
        if path.len() > 2 * LENGTH {
            continue;
        }
        let with = |event: Event| path.iter().cloned().chain([event]).collect::<Path>();
        let block = procedure.block(id);
        let next: Vec<(BlockId, usize, Path)> = match (block.instructions.get(at), &block.terminator) {
            (Some(Instruction::Statement(statement)), _) => {
                vec![(id, at + 1, with(Event::Command(statement.origin)))]
            }
            (Some(Instruction::Call(_)), _) => panic!("there are no calls"),
            (None, Terminator::Branch { then_block, else_block, origin, .. }) => vec![
                (*then_block, 0, with(Event::Condition(*origin, true))),
                (*else_block, 0, with(Event::Condition(*origin, false))),
            ],
            (None, Terminator::Goto(_) | Terminator::Choose(_)) => {
                block.terminator.successors().map(|it| (it, 0, path.clone())).collect()
            }
            (None, end) => {
                found.insert(with(Event::End(format!("{end:?}"))));
                Vec::new()
            }
        };
        open.extend(next.into_iter().filter(|it| seen.insert(it.clone())));
    }
    found
}

fn is_added(event: &Event) -> bool {
    matches!(event, Event::Command(origin) | Event::Condition(origin, _) if *origin == ADDED)
}

fn without_added(paths: &BTreeSet<Path>) -> BTreeSet<Path> {
    paths.iter().map(|path| path.iter().filter(|it| !is_added(it)).cloned().collect()).collect()
}

/// A program, and a place in its procedure.
fn places() -> impl Strategy<Value = (String, BlockId, usize)> {
    (programs(), any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(|(text, block, at)| {
        let program = parse(&text);
        let blocks = &program.procedure(program.entry).blocks;
        let block = block.index(blocks.len());
        let at = at.index(blocks[block].instructions.len() + 1);
        (text, BlockId(block as u32), at)
    })
}

fn changed(program: &Program, change: impl FnOnce(&mut Procedure)) -> Procedure {
    let mut procedure = program.procedure(program.entry).clone();
    change(&mut procedure);
    procedure
}

fn added() -> Instruction {
    Instruction::havoc(x(), ADDED)
}

fn x() -> Symbol {
    Symbol::numbered("x", 0, faultscope_ir::Sort::bits(8))
}

proptest! {
    #[test]
    fn a_block_that_is_split_does_the_same((text, block, at) in places()) {
        let program = parse(&text);
        let before = program.procedure(program.entry);
        let after = changed(&program, |it| _ = it.split(block, at));
        prop_assert_eq!(after.block(block).instructions.len(), at);
        prop_assert_eq!(paths(&after), paths(before));
    }

    #[test]
    fn instructions_are_inserted_at_their_place_alone((text, block, at) in places()) {
        let program = parse(&text);
        let before = program.procedure(program.entry);
        let after = changed(&program, |it| it.insert(block, at, [added()]));
        let found = paths(&after);
        prop_assert_eq!(without_added(&found), paths(before));
        let behind = match before.block(block).instructions.get(at) {
            Some(Instruction::Statement(statement)) => Event::Command(statement.origin),
            _ => return Ok(()),
        };
        for path in &found {
            for pair in path.windows(2) {
                prop_assert_eq!(is_added(&pair[0]), pair[1] == behind);
            }
        }
    }

    #[test]
    fn the_beginning_is_executed_once((text, _, _) in places()) {
        let program = parse(&text);
        let before = program.procedure(program.entry);
        let after = changed(&program, |it| it.begin_with(vec![added()]));
        for path in paths(&after) {
            prop_assert!(is_added(&path[0]));
            prop_assert!(!path[1..].iter().any(is_added));
        }
        prop_assert_eq!(without_added(&paths(&after)), paths(before));
    }

    #[test]
    fn what_is_required_ends_other_executions((text, block, at) in places()) {
        let program = parse(&text);
        let before = program.procedure(program.entry);
        let condition = Term::symbol(x()).equals(Term::bits(8, 1));
        let after = changed(&program, |it| _ = it.require(block, at, (condition, ADDED), Terminator::Stop));
        let found = paths(&after);
        let fails = |path: &Path| path.contains(&Event::Condition(ADDED, false));
        let (failing, going_on): (BTreeSet<Path>, BTreeSet<Path>) = found.into_iter().partition(fails);
        prop_assert_eq!(without_added(&going_on), paths(before));
        for path in failing {
            let end = [Event::Condition(ADDED, false), Event::End("Stop".to_owned())];
            prop_assert!(path.ends_with(&end), "{:?}", path);
        }
    }

    #[test]
    fn written_anew_with_a_block_for_each_instruction_a_procedure_does_the_same((text, _, _) in places()) {
        let program = parse(&text);
        let before = program.procedure(program.entry);
        let mut writer = Writer::new(before.blocks.clone());
        for id in (0..before.blocks.len() as u32).map(BlockId) {
            let block = writer.reopen(id);
            for instruction in block.instructions {
                writer.push(instruction);
                let next = writer.add(Terminator::Return);
                writer.end_and_go_on(Terminator::Goto(next), next);
            }
            writer.require(Term::bool(true), ADDED, || Terminator::Stop);
            writer.end(block.terminator);
        }
        let after = Procedure { blocks: writer.into_blocks(), ..before.clone() };
        prop_assert_eq!(paths(&after), paths(before));
    }

    #[test]
    fn a_block_that_ends_early_has_the_paths_up_to_there((text, block, at) in places()) {
        let program = parse(&text);
        let before = program.procedure(program.entry);
        let ended = changed(&program, |it| it.block_mut(block).end_at(at, Terminator::Stop));
        let split = changed(&program, |it| {
            it.split(block, at);
            it.block_mut(block).terminator = Terminator::Stop;
        });
        prop_assert_eq!(paths(&ended), paths(&split));
        prop_assert!(ended.blocks.len() == before.blocks.len());
    }
}

#[test]
fn a_jump_goes_where_its_targets_are_mapped() {
    let mut choose = Terminator::Choose(vec![BlockId(0), BlockId(2), BlockId(0)]);
    choose.retarget(|it| BlockId(it.0 + 1));
    assert_eq!(choose, Terminator::Choose(vec![BlockId(1), BlockId(3), BlockId(1)]));
    Terminator::Stop.retarget(|_| unreachable!("there is no target"));
}

#[test]
fn a_loop_to_the_first_block_leaves_out_what_the_procedure_begins_with() {
    let program = parse("var x: 8; proc main() { l: havoc x; goto l; }");
    let after = changed(&program, |it| it.begin_with(vec![added()]));
    assert!(!after.blocks.iter().any(|it| it.terminator.leads_to(Procedure::ENTRY)));
}
