//! Predicates along an infeasible word, from what its unsatisfiable core says.
//!
//! Only the statements of the core are kept: other assumptions are dropped, and other assignments forget their
//! variable. Along what is left, strongest postconditions are computed from the front and weakest preconditions from
//! the back (\[1\], \[2\]); both give a predicate for every point between two letters, `true` before the first and `false` behind
//! the last, such that `{I_i} letter_{i+1} {I_{i+1}}` holds. A variable that no later statement of the core reads
//! is projected away.
//!
//! Quantifiers are eliminated where the formula determines the variable; else postconditions get weaker and preconditions
//! stronger, which keeps the triples and may lose the contradiction. Whether it did is seen at the end. Where
//! both chains lost it, weakest preconditions with quantifiers remain.
//!
//! # References
//! - \[1\] Evren Ermis, Jochen Hoenicke, Andreas Podelski: _Splitting via interpolants_, VMCAI 2012.
//! - \[2\] Daniel Dietsch, Matthias Heizmann, Betim Musa, Alexander Nutz, Andreas Podelski: _Craig vs. Newton in software model
//!   checking_, ESEC/FSE 2017.

use faultscope_ir::term::{Derivation, Purpose};
use faultscope_ir::{Command, Symbol, Term};
use rustc_hash::FxHashSet;

use super::super::alphabet::Alphabet;
use super::super::word::Core;
use super::project::Conjunction;
use crate::automata::Letter;
use crate::interpreter::place_sort;
use crate::query::Query;

/// For every point between letters a conjunction of predicates.
pub(crate) type Chain = Vec<Vec<Term>>;

/// What was computed along a word. At least one of the chains is there.
#[derive(Debug, Default)]
pub(crate) struct Interpolants {
    /// Strongest postconditions, as conjunctions.
    pub(crate) forward: Option<Chain>,
    /// Weakest preconditions, one predicate each.
    pub(crate) backward: Option<Chain>,
}

impl Interpolants {
    /// Predicates of which it is not known that any holds somewhere.
    pub(crate) fn of_no_word(predicates: &[Term]) -> Interpolants {
        Interpolants { forward: Some(vec![predicates.to_vec()]), backward: None }
    }

    /// The predicates that other words may be refuted with.
    pub(crate) fn predicates(&self) -> impl Iterator<Item = Term> {
        let all = [&self.forward, &self.backward].into_iter().flatten().flatten().flatten();
        all.copied().filter(|it| it.as_bool().is_none() && !it.has_quantifier())
    }
}

/// A statement of a word as its core sees it.
enum Sliced {
    Assign {
        variable: Symbol,
        value: Term,
    },
    /// The variable gets the term for some value of the symbol.
    Havoc {
        variable: Symbol,
        value: Term,
        choice: Symbol,
    },
    Assume(Term),
}

/// Computes both chains.
pub(crate) fn interpolants(
    alphabet: &Alphabet,
    word: &[Letter],
    core: &Core,
    query: &mut Query,
) -> Interpolants {
    let letters = slice(alphabet, word, core);
    let forward = forward(&letters, query);
    let mut backward = backward(&letters, query, false);
    if forward.is_none() && backward.is_none() {
        backward = self::backward(&letters, query, true);
    }
    Interpolants { forward, backward }
}

fn slice(alphabet: &Alphabet, word: &[Letter], core: &Core) -> Vec<Vec<Sliced>> {
    let mut n_choices = 0;
    let mut letters = Vec::with_capacity(word.len());
    for (letter, members) in word.iter().zip(&core.members) {
        let mut sliced = Vec::new();
        for (statement, is_member) in alphabet.statements(*letter).iter().zip(members) {
            let whole = match &statement.command {
                Command::Assume { condition } => {
                    if *is_member {
                        sliced.push(Sliced::Assume(*condition));
                    }
                    continue;
                }
                Command::Assign { target, value } if *is_member => {
                    sliced.push(Sliced::Assign { variable: target.variable, value: target.write(*value) });
                    continue;
                }
                Command::Assign { .. } => true,
                Command::Havoc { target } => target.path.is_empty(),
            };
            let Some(target) = statement.command.target() else { continue };
            let sort = if whole { target.variable.sort() } else { place_sort(target) };
            let choice = Symbol::generated(Purpose::WordValue(n_choices), sort);
            n_choices += 1;
            let value = Term::symbol(choice);
            let value = if whole { value } else { target.write(value) };
            sliced.push(Sliced::Havoc { variable: target.variable, value, choice });
        }
        letters.push(sliced);
    }
    letters
}

/// For every point the variables whose values there matter to the core behind it.
fn live_variables(letters: &[Vec<Sliced>]) -> Vec<FxHashSet<Symbol>> {
    let mut live: FxHashSet<Symbol> = FxHashSet::default();
    let mut points = vec![live.clone()];
    for letter in letters.iter().rev() {
        for statement in letter.iter().rev() {
            match statement {
                Sliced::Assume(condition) => live.extend(condition.symbols()),
                Sliced::Assign { variable, value } => {
                    if live.remove(variable) {
                        live.extend(value.symbols());
                    }
                }
                Sliced::Havoc { variable, value, choice } => {
                    if live.remove(variable) {
                        live.extend(value.symbols().into_iter().filter(|symbol| symbol != choice));
                    }
                }
            }
        }
        points.push(live.clone());
    }
    points.reverse();
    points
}

/// Strongest postconditions.
fn forward(letters: &[Vec<Sliced>], query: &mut Query) -> Option<Chain> {
    let live = live_variables(letters);
    let mut states = Conjunction::default();
    let mut chain = vec![Vec::new()];
    for (idx, letter) in letters.iter().enumerate() {
        for statement in letter {
            match statement {
                Sliced::Assume(condition) => states.add(*condition),
                Sliced::Assign { variable, value } => assign(&mut states, *variable, *value, None),
                Sliced::Havoc { variable, value, choice } => {
                    assign(&mut states, *variable, *value, Some(*choice));
                }
            }
        }
        let mentioned: Vec<Symbol> = symbols_of(&states);
        for variable in mentioned.into_iter().filter(|variable| !live[idx + 1].contains(variable)) {
            states.project(variable);
        }
        chain.push(states.literals().to_vec());
    }
    if !states.is_contradiction() {
        // The last letter's assumptions together are the contradiction; projection may have lost it.
        if !query.check_all(states.literals()).is_unsat() {
            return None;
        }
        let last = chain.len() - 1;
        chain[last] = vec![Term::bool(false)];
    }
    Some(chain)
}

fn assign(states: &mut Conjunction, variable: Symbol, value: Term, choice: Option<Symbol>) {
    let old = variable.derived(Derivation::Old);
    let mentions_itself = value.mentions(variable);
    if mentions_itself {
        states.substitute(variable, Term::symbol(old));
    } else {
        states.project(variable);
    }
    let renaming = [(variable, Term::symbol(old))].into_iter().collect();
    let value = if mentions_itself { value.substitute(&renaming) } else { value };
    states.add(Term::symbol(variable).equals(value));
    if let Some(choice) = choice {
        states.project(choice);
    }
    if mentions_itself {
        states.project(old);
    }
}

fn symbols_of(states: &Conjunction) -> Vec<Symbol> {
    let mut seen = FxHashSet::default();
    states.literals().iter().flat_map(|it| it.symbols()).filter(|it| seen.insert(*it)).collect()
}

/// Weakest preconditions of `false`, as negations of the states that can still reach the end.
fn backward(letters: &[Vec<Sliced>], query: &mut Query, with_quantifiers: bool) -> Option<Chain> {
    let mut states = Conjunction::default();
    let mut chain = vec![vec![Term::bool(false)]];
    for letter in letters.iter().rev() {
        for statement in letter.iter().rev() {
            match statement {
                Sliced::Assume(condition) => states.add(*condition),
                Sliced::Assign { variable, value } => states.substitute(*variable, *value),
                Sliced::Havoc { variable, value, choice } => {
                    if !states.mentions(*variable) {
                        continue;
                    }
                    states.substitute(*variable, *value);
                    if with_quantifiers {
                        let bound = choice.derived(Derivation::Bound(0));
                        states.project_with_quantifier(*choice, bound);
                        continue;
                    }
                    let before = states.clone();
                    // What was left out may have been the contradiction.
                    if !states.project(*choice) && query.check_all(before.literals()).is_unsat() {
                        states = Conjunction::contradiction();
                    }
                }
            }
            if states.is_contradiction() {
                break;
            }
        }
        chain.push(vec![states.formula().not()]);
        if states.is_contradiction() {
            break;
        }
    }
    // With quantifiers nothing was lost, and there is no need to ask what a solver may not know.
    let holds =
        with_quantifiers || states.is_contradiction() || query.check_all(states.literals()).is_unsat();
    if !holds {
        return None;
    }
    let last = chain.len() - 1;
    chain[last] = Vec::new();
    chain.resize(letters.len() + 1, Vec::new());
    chain.reverse();
    Some(chain.into_iter().map(without_truth).collect())
}

fn without_truth(mut predicates: Vec<Term>) -> Vec<Term> {
    predicates.retain(|predicate| predicate.as_bool() != Some(true));
    predicates
}
