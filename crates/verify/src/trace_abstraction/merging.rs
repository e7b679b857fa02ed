//! A word of `A_rem` that is found by merging paths.
//!
//! Each word that is ruled out may double `A_rem`: where a program tests eight options time and again, it takes eight words to learn
//! that they do not change, and then each location is there for each combination of them. Bounded model checking meets with no
//! such thing, since it merges paths where they meet. So once `A_rem` is large the words that are like no known error trace are
//! made a program of their own, with a block for each state, and this is asked for an error: its path is the next word, and where
//! there is none there are no more words that are feasible.

use faultscope_ir::{
    Block, BlockId, CheckId, Command, Instruction, ProcId, Procedure, Program, Statement, Term, Terminator,
};
use faultscope_solver::Limits;

use super::control_flow::{ControlFlow, Exit};
use crate::Verdict;
use crate::automata::{Dfa, Letter, State};
use crate::bmc::{BmcConfig, bounded_model_checking};

/// What is found.
pub(super) enum FoundWord {
    /// A word along which an execution goes.
    Word(Vec<Letter>),
    /// There is none.
    None,
    /// Not decided within the limits.
    Undecided,
}

/// Looks for a word of an automaton along which an execution goes; also says how many questions that took.
pub(super) fn feasible_word(
    program: &Program,
    control_flow: &ControlFlow,
    words: &Dfa,
    config: &BmcConfig,
    limits: &Limits,
) -> (FoundWord, usize) {
    let Some(merged) = program_of(program, control_flow, words) else { return (FoundWord::Undecided, 0) };
    let answer = bounded_model_checking(&merged, config, limits);
    let n_queries = answer.statistics.bmc.as_ref().map_or(0, |it| it.n_queries);
    let found = match (answer.error(), answer.verdict == Verdict::Safe) {
        // Of a very long execution only the end is known.
        (Some(error), _) => {
            let word = control_flow.word(&error.trace).filter(|word| words.accepts(word));
            word.map_or(FoundWord::Undecided, FoundWord::Word)
        }
        (None, true) => FoundWord::None,
        (None, false) => FoundWord::Undecided,
    };
    (found, n_queries)
}

/// The program whose executions to an error are those along words of an automaton. Every final state is an error, whatever its
/// exit is. None where something comes after a final state.
fn program_of(program: &Program, control_flow: &ControlFlow, words: &Dfa) -> Option<Program> {
    let checks = control_flow.locations.iter().filter_map(|location| match &location.exit {
        Some(Exit::Error { check }) => Some(*check),
        _ => None,
    });
    let check = checks.min_by_key(|CheckId(number)| *number)?;
    let mut blocks: Vec<Block> = Vec::new();
    let mut edges: Vec<Block> = Vec::new();
    let n_states = words.n_states() as u32;
    for state in words.states() {
        let successors = words.successors(state);
        let terminator = if words.is_final(state) {
            if !successors.is_empty() {
                return None;
            }
            Terminator::Error { check }
        } else {
            let parts = successors
                .iter()
                .map(|(letter, target)| (control_flow.alphabet.statements(*letter), *target))
                .collect::<Vec<_>>();
            leave(&parts, |statements, target| {
                let instructions = statements.iter().cloned().map(Instruction::Statement).collect();
                edges.push(Block { instructions, terminator: Terminator::Goto(BlockId(target.0)) });
                BlockId(n_states + edges.len() as u32 - 1)
            })
        };
        blocks.push(Block::ending(terminator));
    }
    blocks.append(&mut edges);
    let mut merged = program.clone();
    merged.entry = ProcId(merged.procedures.len() as u32);
    merged.procedures.push(Procedure {
        name: "remaining words".to_owned(),
        parameters: Vec::new(),
        results: Vec::new(),
        blocks,
        trusted: false,
        primitive: None,
    });
    Some(merged)
}

/// How a state is left by letters with these statements; `edge` makes a block of statements before a state. Where a condition
/// decides there is a branch, and no choice.
fn leave(
    parts: &[(&[Statement], State)],
    mut edge: impl FnMut(&[Statement], State) -> BlockId,
) -> Terminator {
    if let [(first, then_target), (second, else_target)] = parts
        && let ([first, then_rest @ ..], [second, else_rest @ ..]) = (*first, *second)
        && let (Some(condition), Some(other)) = (assumed(first), assumed(second))
        && other == condition.not()
    {
        return Terminator::Branch {
            condition,
            then_block: edge(then_rest, *then_target),
            else_block: edge(else_rest, *else_target),
            origin: first.origin,
        };
    }
    let blocks: Vec<BlockId> = parts.iter().map(|(statements, target)| edge(statements, *target)).collect();
    match blocks[..] {
        [] => Terminator::Stop,
        [only] => Terminator::Goto(only),
        _ => Terminator::Choose(blocks),
    }
}

fn assumed(statement: &Statement) -> Option<Term> {
    match &statement.command {
        Command::Assume { condition } => Some(*condition),
        Command::Assign { .. } | Command::Havoc { .. } => None,
    }
}
