//! # What a choice survives
//! The game of theory.md, *Repairs all through it and enough alone*, on the paths that are known: at each execution of a statement the
//! fix chooses what is assigned, knowing the state; all inputs are chosen against it.
//!
//! A [`PathTree`] has paths that lead from one execution of the statement to errors, with what they have in common once. In a state
//! before that execution, [`Survival::ask`] says whether the fix can play so that none of these paths is run to its end. If it cannot,
//! every choice loses in that state: evidence against the statement. If it can, what it plays is the next candidate.
//!
//! With `¬C^T` of theory.md for the condition: a command is executed on terms; of an assume the negation is another way to survive;
//! at a fork all that follow are to be survived; what the fix chooses is an unknown (`∃`), and what a havoc gives is eliminated (`∀`).
//! Where an elimination is not exact the condition comes out weaker, so that *lost* is always true; then what the havoc gave on the
//! known paths is put in instead, too.
//!
//! The same question is asked of a play that is given up to some unknowns: the same value at all executions, an expression and a
//! constant, one value after the other.

use std::sync::Arc;

use faultscope_ir::term::{self, Purpose};
use faultscope_ir::{Command, OriginId, Place, Sort, Symbol, Term, Value};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use crate::coreachable::LocalFixConfig;
use crate::decide::{Model, constant};
use crate::eliminate::{self, Budget, Inexact};
use crate::execution::evaluate;
use crate::limits::{
    MAX_GAME_BOUNDARIES, MAX_GAME_DEPTH, MAX_GAME_INSTANCES, MAX_GAME_STEPS, QUERIES_PER_SOLVER,
};
use crate::oracle::{Oracle, Reply, weight};
use crate::suffix::Suffix;
use crate::values;

/// What happens next on a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// The fix chooses what is put into a place.
    Choose {
        /// The place.
        place: Place,
        /// The condition that a value is one of the place's type, over [`chosen`] of its sort, where not all are.
        of_type: Option<Term>,
        /// What is executed instead where the play is given by terms, which are not about this place.
        otherwise: Option<Arc<Command>>,
    },
    /// The fix chooses the way at a branch, and has chosen this one.
    Turn(bool),
    /// A command of the program is executed.
    Run(Arc<Command>),
}

/// One step of a path.
#[derive(Debug, Clone)]
pub struct PathStep {
    /// Where it comes from. Paths have a step in common where its origin is the same, too.
    pub origin: OriginId,
    /// What it does.
    pub step: Move,
    /// What a havoc gave.
    pub value: Option<Value>,
}

/// Paths from one execution of a statement to errors.
#[derive(Debug, Clone)]
pub struct PathTree {
    nodes: Vec<Node>,
}

#[derive(Debug, Clone, Default)]
struct Node {
    /// Whether a path is at its error here.
    is_error: bool,
    edges: Vec<Edge>,
}

#[derive(Debug, Clone)]
struct Edge {
    origin: OriginId,
    step: Move,
    /// What a havoc gave on the paths.
    instances: Vec<Value>,
    to: usize,
}

impl Default for PathTree {
    fn default() -> PathTree {
        PathTree { nodes: vec![Node::default()] }
    }
}

impl PathTree {
    /// Adds a path that ends in an error.
    pub fn add(&mut self, path: impl IntoIterator<Item = PathStep>) {
        let mut at = 0;
        for PathStep { origin, step, value } in path {
            let known = self.nodes[at].edges.iter().position(|it| it.origin == origin && it.step == step);
            let edge = known.unwrap_or_else(|| {
                let to = self.nodes.len();
                self.nodes.push(Node::default());
                self.nodes[at].edges.push(Edge { origin, step, instances: Vec::new(), to });
                self.nodes[at].edges.len() - 1
            });
            let edge = &mut self.nodes[at].edges[edge];
            // The latest ones are those that the play before could not answer.
            edge.instances.extend(value.filter(|value| !edge.instances.contains(value)));
            if edge.instances.len() > MAX_GAME_INSTANCES {
                edge.instances.remove(0);
            }
            at = edge.to;
        }
        self.nodes[at].is_error = true;
    }

    /// Whether there is no path.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && !self.nodes[0].is_error
    }

    /// The numbers of this sort that conditions of the paths compare with, and their neighbours.
    pub fn boundaries(&self, sort: Sort) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        let edges = self.nodes.iter().flat_map(|it| &it.edges);
        let conditions = edges.filter_map(|edge| match &edge.step {
            Move::Run(command) => match **command {
                Command::Assume { condition } => Some(condition),
                Command::Assign { .. } | Command::Havoc { .. } => None,
            },
            Move::Choose { .. } | Move::Turn(_) => None,
        });
        term::visit_all(&conditions.collect::<Vec<_>>(), &mut |term| {
            let value = term.as_value().filter(|it| it.sort() == sort && found.len() < MAX_GAME_BOUNDARIES);
            for near in value
                .into_iter()
                .flat_map(|it| [values::shift(it, 1), values::shift(it, -1), Some(it.clone())])
            {
                found.extend(near.filter(|near| !found.contains(near)));
            }
        });
        found
    }

    /// The largest number of plays on a path.
    pub fn n_plays(&self) -> usize {
        let mut plays = vec![0; self.nodes.len()];
        // A node comes behind the one that leads to it.
        for (at, node) in self.nodes.iter().enumerate() {
            for edge in &node.edges {
                plays[edge.to] = plays[at] + usize::from(!matches!(edge.step, Move::Run(_)));
            }
        }
        plays.into_iter().max().unwrap_or(0)
    }
}

/// What variables hold where the fix plays first.
pub type GameState = FxHashMap<Symbol, Value>;

/// How the fix plays. Terms are over the variables of a program, whose recursive activations have others: there they say something
/// else than in the program, which is verified.
#[derive(Debug, Clone, Copy)]
pub enum Play<'a> {
    /// Whatever helps, at each execution something else.
    Free,
    /// What these terms over program variables and unknowns hold before the statement is executed, one after the other, and the last
    /// one from then on.
    Terms(&'a [Term]),
}

/// Whether the fix survives.
#[derive(Debug, Clone, PartialEq)]
pub enum Survives {
    /// It does not, whatever it plays.
    Lost,
    /// It may, with these values of the unknowns.
    Unless(FxHashMap<Symbol, Value>),
    /// Not known.
    Open,
}

/// What stands for a value that is chosen.
pub fn chosen(sort: Sort) -> Symbol {
    Symbol::generated(Purpose::Chosen, sort)
}

/// The effort for executing a step of a path on terms, and for a term of what comes of it; from measurements.
const UNITS_PER_STEP: u64 = 4;

/// Asks what is survived.
pub struct Survival {
    oracle: Oracle,
    budget: Budget,
    queries: usize,
}

/// The condition cannot be said, or not within the bounds.
struct TooLarge;

impl From<eliminate::TooLarge> for TooLarge {
    fn from(_: eliminate::TooLarge) -> TooLarge {
        TooLarge
    }
}

impl Survival {
    /// Prepares to ask, with the bounds of local fixes.
    pub fn new(config: &LocalFixConfig, limits: &Limits) -> Survival {
        Survival { oracle: config.oracle(limits), budget: config.budget(), queries: config.queries }
    }

    /// Whether a play survives all paths of these trees from these states, and the unknowns fulfil these conditions. A free play is
    /// asked about from one state. What havocs gave on the paths is asked about first, and with [`Inputs::Any`] what they may give.
    pub fn ask(
        &mut self,
        from: &[(&PathTree, &GameState)],
        play: Play<'_>,
        conditions: &[Term],
        inputs: Inputs,
        limits: &Limits,
    ) -> Survives {
        self.oracle.allow(self.queries);
        self.oracle.forget(QUERIES_PER_SOLVER);
        let mut known = conditions.to_vec();
        let mut answer = Survives::Open;
        let both = [Inputs::AsGiven, Inputs::Any];
        for inputs in both.into_iter().take_while(|it| *it == Inputs::AsGiven || inputs == Inputs::Any) {
            let n_known = known.len();
            for (tree, state) in from {
                match self.condition(tree, state, play, inputs, limits) {
                    Ok(condition) if known.contains(&condition) => {}
                    Ok(condition) => known.push(condition),
                    // What is known of the others is a weaker condition.
                    Err(TooLarge) if inputs == Inputs::Any => {}
                    Err(TooLarge) => return Survives::Open,
                }
            }
            if inputs == Inputs::AsGiven || known.len() > n_known {
                answer = self.model(from, &known, limits);
            }
            if !matches!(answer, Survives::Unless(_)) {
                break;
            }
        }
        answer
    }

    /// Values of unknowns with which conditions hold. Mostly simple ones do, and no solver has to say so.
    fn model(&mut self, from: &[(&PathTree, &GameState)], known: &[Term], limits: &Limits) -> Survives {
        if known.iter().any(|it| it.as_bool() == Some(false)) {
            return Survives::Lost;
        }
        if weight(known) > self.budget.size {
            return Survives::Open;
        }
        let n_terms: u64 = known.iter().map(|it| u64::from(it.size())).sum();
        limits.spend(UNITS_PER_STEP * n_terms);
        if let Some(model) = simple_model(from, known, &FxHashMap::default()) {
            return Survives::Unless(model);
        }
        match self.oracle.ask(&[], known) {
            Reply::Unsat => Survives::Lost,
            Reply::Unknown => Survives::Open,
            Reply::Sat => {
                let model = self.oracle.model(&unknowns(known));
                Survives::Unless(simple_model(from, known, &model).unwrap_or(model))
            }
        }
    }

    fn condition(
        &mut self,
        tree: &PathTree,
        state: &GameState,
        play: Play<'_>,
        inputs: Inputs,
        limits: &Limits,
    ) -> Result<Term, TooLarge> {
        let (oracle, budget) = (&mut self.oracle, self.budget);
        let mut walk = Walk {
            tree,
            play,
            asked: inputs,
            inputs,
            oracle,
            budget,
            limits,
            chosen: Vec::new(),
            n_unknowns: 0,
            n_steps: 0,
        };
        let condition = walk.node(0, Suffix::from_state(state), 0, 0);
        limits.spend(UNITS_PER_STEP * walk.n_steps as u64);
        condition
    }
}

/// The symbols of conditions.
fn unknowns(known: &[Term]) -> Vec<Symbol> {
    let mut unknowns: Vec<Symbol> = known.iter().flat_map(|it| it.symbols()).collect();
    unknowns.sort();
    unknowns.dedup();
    unknowns
}

/// A model in which each unknown in turn has a boundary of the paths' conditions, a simple value, or a boundary of what is known,
/// where the others are as in a given model; none where such values are not enough.
fn simple_model(from: &[(&PathTree, &GameState)], known: &[Term], given: &Model) -> Option<Model> {
    let unknowns = unknowns(known);
    let mut model = given.clone();
    for unknown in &unknowns {
        let others = unknowns.iter().filter(|it| *it != unknown);
        let others: Option<FxHashMap<Symbol, Term>> =
            others.map(|it| Some((*it, constant(model.get(it)?)))).collect();
        let others = others?;
        let conditions: Vec<Term> = known.iter().map(|it| it.substitute(&others)).collect();
        let mut simple: Vec<Value> =
            from.first().map_or_else(Vec::new, |(tree, _)| tree.boundaries(unknown.sort()));
        simple.extend(values::candidates(unknown.sort(), None));
        simple.extend(values::breakpoints(*unknown, &conditions, None).values);
        let fits = |value: &Value| {
            let value = FxHashMap::from_iter([(*unknown, constant(value))]);
            conditions.iter().all(|it| it.substitute(&value).as_bool() == Some(true))
        };
        match simple.into_iter().find(fits) {
            Some(value) => {
                model.insert(*unknown, value);
            }
            None if model.contains_key(unknown) => {}
            None => return None,
        }
    }
    Some(model)
}

/// What havocs give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inputs {
    /// What they gave on the paths.
    AsGiven,
    /// Anything.
    Any,
}

struct Walk<'a> {
    tree: &'a PathTree,
    play: Play<'a>,
    /// What the question is about.
    asked: Inputs,
    /// What is followed now: within a question about any inputs a part may be about those that were given.
    inputs: Inputs,
    oracle: &'a mut Oracle,
    budget: Budget,
    limits: &'a Limits,
    /// The unknowns that stand for free choices.
    chosen: Vec<Symbol>,
    n_unknowns: usize,
    n_steps: usize,
}

impl Walk<'_> {
    /// The condition under which what comes behind a node is survived, from a state and behind so many plays.
    fn node(
        &mut self,
        mut at: usize,
        mut state: Suffix<'static>,
        n_plays: usize,
        depth: usize,
    ) -> Result<Term, TooLarge> {
        if depth > MAX_GAME_DEPTH || self.limits.exceeded().is_some() {
            return Err(TooLarge);
        }
        let tree = self.tree;
        let mut survives = Term::bool(false);
        loop {
            let node = &tree.nodes[at];
            self.n_steps += 1;
            if self.n_steps > MAX_GAME_STEPS {
                return Err(TooLarge);
            }
            if node.is_error {
                return Ok(survives);
            }
            let rest = match &node.edges[..] {
                [Edge { step: Move::Run(command), to, .. }]
                    if !matches!(**command, Command::Havoc { .. }) =>
                {
                    if let Some(condition) = state.run(command, None) {
                        survives = survives.or(flat(condition)?.not());
                        if survives.as_bool() == Some(true) {
                            return Ok(survives);
                        }
                    }
                    at = *to;
                    continue;
                }
                [edge] => self.edge(edge, state, n_plays, depth)?,
                edges => self.fork(edges, &state, n_plays, depth)?,
            };
            return Ok(survives.or(rest));
        }
    }

    /// All that follow are to be survived; of the ways of a branch the fix takes one.
    fn fork(
        &mut self,
        edges: &[Edge],
        state: &Suffix<'static>,
        n_plays: usize,
        depth: usize,
    ) -> Result<Term, TooLarge> {
        let mut all = Term::bool(true);
        let (turns, others): (Vec<&Edge>, Vec<&Edge>) =
            edges.iter().partition(|it| matches!(it.step, Move::Turn(_)));
        for edge in others {
            all = all.and(self.edge(edge, state.clone(), n_plays, depth)?);
        }
        if !turns.is_empty() {
            all = all.and(self.turn(&turns, state.clone(), n_plays, depth)?);
        }
        Ok(all)
    }

    fn edge(
        &mut self,
        edge: &Edge,
        mut state: Suffix<'static>,
        n_plays: usize,
        depth: usize,
    ) -> Result<Term, TooLarge> {
        match &edge.step {
            Move::Turn(_) => self.turn(&[edge], state, n_plays, depth),
            Move::Choose { otherwise: Some(command), .. } if matches!(self.play, Play::Terms(_)) => {
                self.run(command, edge, state, n_plays, depth)
            }
            Move::Choose { place, of_type, .. } => {
                let played = self.played(place.read().sort(), &mut state, n_plays);
                let target = Command::Havoc { target: place.clone() };
                state.run(&target, Some(played));
                let put = FxHashMap::from_iter([(chosen(played.sort()), played)]);
                let is_of_type = of_type.map_or(Term::bool(true), |it| it.substitute(&put));
                Ok(is_of_type.and(self.node(edge.to, state, n_plays + 1, depth + 1)?))
            }
            Move::Run(command) => self.run(command, edge, state, n_plays, depth),
        }
    }

    fn run(
        &mut self,
        command: &Command,
        edge: &Edge,
        mut state: Suffix<'static>,
        n_plays: usize,
        depth: usize,
    ) -> Result<Term, TooLarge> {
        if let Command::Havoc { target } = command {
            return self.havoc(edge, target, state, n_plays, depth);
        }
        let condition = state.run(command, None);
        let escapes = condition.map(flat).transpose()?.map_or(Term::bool(false), Term::not);
        Ok(escapes.or(self.node(edge.to, state, n_plays, depth + 1)?))
    }

    fn turn(
        &mut self,
        ways: &[&Edge],
        mut state: Suffix<'static>,
        n_plays: usize,
        depth: usize,
    ) -> Result<Term, TooLarge> {
        let played = self.played(Sort::bool(), &mut state, n_plays);
        let mut both = [Term::bool(true); 2];
        for edge in ways {
            if let Move::Turn(way) = edge.step {
                both[usize::from(way)] = self.node(edge.to, state.clone(), n_plays + 1, depth + 1)?;
            }
        }
        Ok(played.not().or(both[1]).and(played.or(both[0])))
    }

    /// What the fix plays.
    fn played(&mut self, sort: Sort, state: &mut Suffix<'static>, n_plays: usize) -> Term {
        match self.play {
            Play::Free => self.unknown(sort),
            Play::Terms(terms) => evaluate(state, terms[n_plays.min(terms.len() - 1)]),
        }
    }

    /// An unknown for a choice. What is chosen first is the same whatever havocs give; what is chosen behind them may differ, so that
    /// questions about different inputs have unknowns of their own.
    fn unknown(&mut self, sort: Sort) -> Term {
        let number = match self.n_unknowns {
            0 => 0,
            n => 2 * n + usize::from(self.asked == Inputs::Any),
        };
        let unknown = Symbol::generated(Purpose::Unknown(number), sort);
        self.n_unknowns += 1;
        self.chosen.push(unknown);
        Term::symbol(unknown)
    }

    fn havoc(
        &mut self,
        edge: &Edge,
        target: &Place,
        state: Suffix<'static>,
        n_plays: usize,
        depth: usize,
    ) -> Result<Term, TooLarge> {
        let command = Command::Havoc { target: target.clone() };
        if self.inputs == Inputs::AsGiven {
            let mut all = Term::bool(true);
            for value in &edge.instances {
                let mut state = state.clone();
                state.run(&command, Some(constant(value)));
                all = all.and(self.node(edge.to, state, n_plays, depth + 1)?);
            }
            return Ok(all);
        }
        let given = Symbol::generated(Purpose::Replacement(self.n_unknowns), target.read().sort());
        self.n_unknowns += 1;
        let n_before = self.chosen.len();
        let mut with = state.clone();
        with.run(&command, Some(Term::symbol(given)));
        let rest = self.node(edge.to, with, n_plays, depth + 1)?;
        if !rest.symbols().contains(&given) {
            return Ok(rest);
        }
        let behind = self.chosen.split_off(n_before);
        if let Ok((condition, true)) = self.for_all(given, rest, &behind) {
            return Ok(condition);
        }
        // With what was given on the paths it is a weaker condition.
        self.inputs = Inputs::AsGiven;
        let as_given = self.havoc(edge, target, state, n_plays, depth);
        self.inputs = Inputs::Any;
        as_given
    }

    /// A condition for all values of an unknown, where the fix plays knowing it behind that; and whether it is exact.
    fn for_all(&mut self, given: Symbol, rest: Term, behind: &[Symbol]) -> Result<(Term, bool), TooLarge> {
        let (mut rest, mut exact) = (rest, true);
        for chosen in behind.iter().rev() {
            if rest.symbols().contains(chosen) {
                let some = eliminate::exists(*chosen, rest, Inexact::Weaker, self.oracle, self.budget)?;
                rest = some.formula;
                exact &= some.exact;
            }
        }
        let some = eliminate::exists(
            given,
            eliminate::flat(rest.not()),
            Inexact::Stronger,
            self.oracle,
            self.budget,
        )?;
        Ok((some.formula.not(), exact && some.exact))
    }
}

/// A condition that can be handed to a solver.
fn flat(condition: Term) -> Result<Term, TooLarge> {
    if condition.has_quantifier() { Err(TooLarge) } else { Ok(condition) }
}
