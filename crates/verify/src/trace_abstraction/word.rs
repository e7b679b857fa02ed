//! Words: is there an execution, and if not, which statements are to blame?

use faultscope_ir::term::Derivation;
use faultscope_ir::{Command, Program, Statement, Symbol, Term, Value};
use faultscope_solver::SatAnswer;
use rustc_hash::FxHashMap;

use super::alphabet::Alphabet;
use crate::automata::Letter;
use crate::interpreter::{End, ExecutionBounds, Recorded, place_sort};
use crate::limits::MAX_MINIMIZING_QUERIES;
use crate::query::{Model, Query};
use crate::{ErrorTrace, replay};

/// A word in static single assignment form: the variables after each assignment have a name of their own.
///
/// A variable's first name is the variable itself. Arrays get no names, their contents are written out, so that reads
/// with known indices meet their writes.
struct Encoding {
    /// For each statement of the word what it demands of the names; none for assignments to arrays and `havoc`.
    demands: Vec<Option<Term>>,
    /// The names of what each `havoc` gives, in order.
    havocs: Vec<Symbol>,
}

impl Encoding {
    fn of_word(alphabet: &Alphabet, word: &[Letter]) -> Encoding {
        Encoding::new(word.iter().flat_map(|letter| alphabet.statements(*letter)))
    }

    fn new<'a>(statements: impl Iterator<Item = &'a Statement>) -> Encoding {
        let mut current: FxHashMap<Symbol, Term> = FxHashMap::default();
        let mut versions: FxHashMap<Symbol, u32> = FxHashMap::default();
        let mut encoding = Encoding { demands: Vec::new(), havocs: Vec::new() };
        let mut fresh = |symbol: Symbol| {
            let version = versions.entry(symbol).or_default();
            *version += 1;
            Derivation::Version(*version)
        };
        for statement in statements {
            let demand = match &statement.command {
                Command::Assume { condition } => Some(condition.substitute(&current)),
                Command::Assign { target, value } => {
                    let value = target.write(*value).substitute(&current);
                    if value.sort().array_sorts().is_some() {
                        current.insert(target.variable, value);
                        None
                    } else {
                        let name = Term::symbol(target.variable.derived(fresh(target.variable)));
                        current.insert(target.variable, name);
                        Some(name.equals(value))
                    }
                }
                Command::Havoc { target } => {
                    let name = target.variable.derived_as(fresh(target.variable), place_sort(target));
                    encoding.havocs.push(name);
                    let value = target.write(Term::symbol(name)).substitute(&current);
                    current.insert(target.variable, value);
                    None
                }
            };
            encoding.demands.push(demand);
        }
        encoding
    }
}

/// What is known of a word.
pub(super) enum Feasibility {
    /// This execution runs through it.
    Feasible(Box<ErrorTrace>),
    /// None does.
    Infeasible(Core),
    /// An execution runs through it, but the interpreter cannot follow.
    NotReplayed(End),
    /// An execution runs through it, and nobody asked for it.
    Reached,
    /// The solver gave up.
    Unknown(String),
}

/// The statements of a word that make it infeasible, whatever the others are.
#[derive(Debug, Clone)]
pub(super) struct Core {
    /// For each letter of the word, for each of its statements, whether it takes part. Assignments to arrays always do.
    pub(super) members: Vec<Vec<bool>>,
}

/// Which of several reasons for which a word is infeasible to learn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// The one that is found last on the way. It has to do with the error at the end, while a contradiction on the way
    /// speaks of all paths that go that way, and tells them apart for errors that are not reached for other reasons.
    Last,
    /// Any. Behind a loop there may be a last reason for each number of iterations, and one reason in the loop for all.
    Any,
}

/// Looks for an execution along a word that leads to an error.
pub(super) fn feasibility(
    program: &Program,
    alphabet: &Alphabet,
    word: &[Letter],
    reason: Reason,
    query: &mut Query,
    config: &ExecutionBounds,
) -> Feasibility {
    let encoding = Encoding::of_word(alphabet, word);
    match decide(alphabet, word, &encoding, reason, query) {
        Feasibility::Reached => execute(program, alphabet, word, &encoding, query, config),
        other => other,
    }
}

/// Whether there is an execution along a word.
pub(super) fn satisfiability(
    alphabet: &Alphabet,
    word: &[Letter],
    reason: Reason,
    query: &mut Query,
) -> Feasibility {
    decide(alphabet, word, &Encoding::of_word(alphabet, word), reason, query)
}

fn decide(
    alphabet: &Alphabet,
    word: &[Letter],
    encoding: &Encoding,
    reason: Reason,
    query: &mut Query,
) -> Feasibility {
    let mut demands: Vec<(usize, Term)> = Vec::new();
    for (position, demand) in encoding.demands.iter().enumerate() {
        demands.extend(demand.filter(|it| it.as_bool() != Some(true)).map(|demand| (position, demand)));
    }
    match ask(query, &demands) {
        SatAnswer::Sat => Feasibility::Reached,
        SatAnswer::Unsat => {
            let members = minimize(query, &demands, reason);
            Feasibility::Infeasible(core(alphabet, word, encoding, &members))
        }
        SatAnswer::Unknown(message) => Feasibility::Unknown(message),
    }
}

fn ask(query: &mut Query, demands: &[(usize, Term)]) -> SatAnswer {
    let formulas: Vec<Term> = demands.iter().map(|(_, demand)| *demand).collect();
    query.check_all(&formulas)
}

fn execute(
    program: &Program,
    alphabet: &Alphabet,
    word: &[Letter],
    encoding: &Encoding,
    query: &mut Query,
    config: &ExecutionBounds,
) -> Feasibility {
    let mut model = Model::default();
    let mut recorded = Recorded::default();
    for name in &encoding.havocs {
        let value = model.symbol(*name, query);
        recorded.havocs.push_back(value.unwrap_or_else(|| Value::zero(name.sort())));
    }
    recorded.choices =
        word.iter().flat_map(|letter| alphabet.code(*letter).choices.iter().copied()).collect();
    let execution = replay::execute(program, recorded, &mut model, query, config);
    let end = execution.end.clone();
    match execution.into_error_trace() {
        Some(trace) => Feasibility::Feasible(Box::new(trace)),
        None => Feasibility::NotReplayed(end),
    }
}

/// Makes a contradiction smaller: for [`Reason::Last`] by leaving out the longest start, then single statements from the
/// front.
fn minimize(query: &mut Query, demands: &[(usize, Term)], reason: Reason) -> Vec<usize> {
    let shrink = |query: &mut Query, demands: &[(usize, Term)]| -> Vec<(usize, Term)> {
        let core = query.core();
        if core.is_empty() { demands.to_vec() } else { core.into_iter().map(|it| demands[it]).collect() }
    };
    let demands = match reason {
        Reason::Last => &demands[last_contradiction(query, demands)..],
        Reason::Any => demands,
    };
    let mut core = match ask(query, demands) {
        SatAnswer::Unsat => shrink(query, demands),
        SatAnswer::Sat | SatAnswer::Unknown(_) => demands.to_vec(),
    };
    let mut n_kept = 0;
    for _ in 0..MAX_MINIMIZING_QUERIES {
        if n_kept >= core.len() {
            break;
        }
        let mut without = core.clone();
        without.remove(n_kept);
        match ask(query, &without) {
            SatAnswer::Unsat => {
                let smaller = shrink(query, &without);
                // What came before was needed already and stays.
                n_kept = n_kept.min(smaller.len());
                core = smaller;
            }
            SatAnswer::Sat | SatAnswer::Unknown(_) => n_kept += 1,
        }
    }
    core.into_iter().map(|(position, _)| position).collect()
}

/// The last position from which on the demands contradict each other.
fn last_contradiction(query: &mut Query, demands: &[(usize, Term)]) -> usize {
    let (mut contradictory, mut satisfiable) = (0, demands.len());
    while contradictory + 1 < satisfiable {
        let middle = usize::midpoint(contradictory, satisfiable);
        match ask(query, &demands[middle..]) {
            SatAnswer::Unsat => contradictory = middle,
            SatAnswer::Sat | SatAnswer::Unknown(_) => satisfiable = middle,
        }
    }
    contradictory
}

fn core(alphabet: &Alphabet, word: &[Letter], encoding: &Encoding, positions: &[usize]) -> Core {
    let mut members = Vec::with_capacity(word.len());
    let mut position = 0;
    for letter in word {
        let statements = alphabet.statements(*letter).iter();
        let of_letter = statements.map(|statement| {
            let writes_array = encoding.demands[position].is_none()
                && statement.command.target().is_some_and(|it| it.variable.sort().array_sorts().is_some());
            let is_member = writes_array || positions.contains(&position);
            position += 1;
            is_member
        });
        members.push(of_letter.collect());
    }
    Core { members }
}
