//! What is known at the loops of a program, as a correctness witness says it.
//!
//! At the head of each loop intervals are known of the variables that it uses, and of two of them it is tried whether they
//! are always in one order. These are [`candidates`]: a text stands for what the place where it is read makes of it, so that
//! only those are invariants that are proved where they have been put into the text.

use faultscope_domains::abstract_interpretation::{Invariants, Point};
use faultscope_domains::numbers::{Interval, Sign};
use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{
    BlockId, Command, Instruction, ProcId, Procedure, Program, Symbol, Term, Terminator, graph,
};
use faultscope_witness::{Invariant, Location};
use rustc_hash::FxHashSet;

use crate::limits::{MAX_COMPARED_VARIABLES, MAX_INVARIANT_CANDIDATES, MAX_LOOP_VARIABLES};
use crate::places::Places;

/// What may hold whenever the condition of a loop is evaluated.
pub fn candidates(program: &Program, known: &Invariants) -> Vec<Invariant> {
    let places = Places::new(program);
    let mut found: Vec<Invariant> = Vec::new();
    for (id, procedure) in (0..).map(ProcId).zip(&program.procedures) {
        if !known.covers(id) {
            continue;
        }
        for (head, body) in loops(procedure) {
            let point = Point { procedure: id, block: head, position: 0 };
            let Some(location) = location(&places, procedure, head) else { continue };
            if !known.is_reached(point) {
                continue;
            }
            let variables = variables(program, id, procedure, &body);
            let texts = bounds(known, point, &variables).chain(orders(&variables));
            found.extend(texts.map(|value| Invariant {
                is_of_loop: true,
                location: location.clone(),
                value,
                line: 0,
            }));
        }
    }
    found.truncate(MAX_INVARIANT_CANDIDATES);
    found
}

/// Invariants of one loop as one, without orders of variables that are equal.
pub fn joined(proved: &[Invariant]) -> Vec<Invariant> {
    let mut joined: Vec<Invariant> = Vec::new();
    for invariant in proved {
        let is_here = |it: &Invariant| it.location == invariant.location;
        if proved.iter().filter(|it| is_here(it)).any(|it| implies(&it.value, &invariant.value)) {
            continue;
        }
        match joined.iter_mut().find(|it| is_here(it)) {
            Some(known) => known.value = format!("{} && {}", known.value, invariant.value),
            None => joined.push(invariant.clone()),
        }
    }
    joined
}

/// Whether an equation of two variables implies an order of them.
fn implies(equation: &str, order: &str) -> bool {
    let (Some((one, other)), Some((left, right))) = (equation.split_once(" == "), order.split_once(" <= "))
    else {
        return false;
    };
    (one, other) == (left, right) || (other, one) == (left, right)
}

/// The keyword of the loop in the text that a loop of the graph is.
fn location(places: &Places<'_>, procedure: &Procedure, head: BlockId) -> Option<Location> {
    let block = procedure.block(head);
    let of_instructions = block.instructions.iter().map(Instruction::origin);
    let of_branch = match &block.terminator {
        Terminator::Branch { origin, .. } => Some(*origin),
        _ => None,
    };
    of_instructions.chain(of_branch).find_map(|it| places.loop_around(it))
}

/// The heads of the loops of a procedure, with the blocks of each.
fn loops(procedure: &Procedure) -> Vec<(BlockId, FxHashSet<BlockId>)> {
    let n_blocks = procedure.blocks.len();
    let predecessors = procedure.predecessors();
    let back_edges = graph::back_edges(n_blocks, [Procedure::ENTRY], |id| procedure.successors(id).rev());
    let mut found: Vec<(BlockId, FxHashSet<BlockId>)> = Vec::new();
    for (end, head) in back_edges {
        let before = |block: BlockId| predecessors[block.0 as usize].iter().copied();
        let first = (end != head).then_some(end);
        let body = graph::reached(first, |block| before(block).filter(move |_| block != head));
        match found.iter_mut().find(|it| it.0 == head) {
            Some((_, known)) => known.extend(body),
            None => found.push((head, body.into_iter().chain([head]).collect())),
        }
    }
    found
}

/// An integer variable that the text can name.
struct Named<'a> {
    symbol: Symbol,
    name: &'a str,
    sign: Sign,
    is_changed: bool,
}

/// The variables that a loop uses, first those that it changes.
fn variables<'a>(
    program: &'a Program,
    id: ProcId,
    procedure: &Procedure,
    body: &FxHashSet<BlockId>,
) -> Vec<Named<'a>> {
    let (mut changed, mut used) = (FxHashSet::default(), FxHashSet::default());
    for block in body.iter().map(|it| procedure.block(*it)) {
        for instruction in &block.instructions {
            match instruction {
                Instruction::Statement(statement) => {
                    changed.extend(statement.command.target().map(|it| it.variable));
                    match &statement.command {
                        Command::Assign { value, .. } => used.extend(value.symbols()),
                        Command::Assume { condition } => used.extend(condition.symbols()),
                        Command::Havoc { .. } => {}
                    }
                }
                Instruction::Call(call) => {
                    changed.extend(&call.results);
                    used.extend(call.arguments.iter().flat_map(|(value, _)| value.symbols()));
                }
            }
        }
        if let Terminator::Branch { condition, .. } = &block.terminator {
            used.extend(condition.symbols());
        }
    }
    let named = program.variables.iter().filter_map(|(symbol, variable)| {
        let is_here = variable.scope == Scope::Local(id) || variable.scope == Scope::Global;
        let is_used = changed.contains(symbol) || used.contains(symbol);
        let is_name = variable.name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
            && variable.name.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '.'));
        let sign = match variable.display {
            Display::Signed | Display::Character => Sign::Signed,
            Display::Unsigned | Display::Boolean => Sign::Unsigned,
            Display::Plain | Display::Pointer | Display::Shadow => return None,
        };
        symbol.sort().bit_width().filter(|_| is_here && is_used && is_name)?;
        let is_changed = changed.contains(symbol);
        Some(Named { symbol: *symbol, name: &variable.name, sign, is_changed })
    });
    let mut named: Vec<Named<'_>> = named.collect();
    named.sort_by_key(|it| !it.is_changed);
    named.truncate(MAX_LOOP_VARIABLES);
    named
}

/// What intervals say of variables.
fn bounds(known: &Invariants, point: Point, variables: &[Named<'_>]) -> impl Iterator<Item = String> {
    variables.iter().flat_map(move |variable| {
        let Named { symbol, name, sign, .. } = variable;
        let width = symbol.sort().bit_width().unwrap_or(1);
        let all = match sign {
            Sign::Signed => (power(width - 1).saturating_neg(), power(width - 1).saturating_sub(1)),
            Sign::Unsigned => (0, power(width).saturating_sub(1)),
        };
        let interval: Interval = known.numbers(point, Term::symbol(*symbol), *sign);
        let (lo, hi) = interval.ends();
        let (lo, hi) = (lo.max(all.0), hi.min(all.1));
        if lo == hi {
            return vec![format!("{name} == {}", constant(lo))];
        }
        let low = (lo > all.0).then(|| format!("{} <= {name}", constant(lo)));
        let high = (hi < all.1).then(|| format!("{name} <= {}", constant(hi)));
        low.into_iter().chain(high).collect()
    })
}

/// Two to the power of a width, or the largest number.
fn power(width: u32) -> i128 {
    1i128.checked_shl(width).filter(|it| *it > 0).unwrap_or(i128::MAX)
}

/// An integer constant of C.
fn constant(number: i128) -> String {
    let suffix = if number > i128::from(i64::MAX) { "ull" } else { "" };
    // The constant that the smallest number is the negative of would be too large.
    if number == i128::from(i64::MIN) { format!("({} - 1)", number + 1) } else { format!("{number}{suffix}") }
}

/// Orders in which variables may be.
fn orders(variables: &[Named<'_>]) -> impl Iterator<Item = String> {
    let compared: Vec<&Named<'_>> = variables.iter().take(MAX_COMPARED_VARIABLES).collect();
    let mut found = Vec::new();
    for (idx, left) in compared.iter().enumerate() {
        let is_like = |it: &&&Named<'_>| {
            let is_other = it.name != left.name;
            is_other && it.symbol.sort() == left.symbol.sort() && matches_sign(it.sign, left.sign)
        };
        for right in compared[idx + 1..].iter().filter(is_like) {
            if !left.is_changed && !right.is_changed {
                continue;
            }
            found.push(format!("{} <= {}", left.name, right.name));
            found.push(format!("{} <= {}", right.name, left.name));
            found.push(format!("{} == {}", left.name, right.name));
        }
    }
    found.into_iter()
}

fn matches_sign(left: Sign, right: Sign) -> bool {
    matches!((left, right), (Sign::Signed, Sign::Signed) | (Sign::Unsigned, Sign::Unsigned))
}
