//! The control-flow automaton of a program: one flat graph with all calls inlined.
//!
//! Its letters are the straight-line pieces between points where paths part or meet, its words the paths from the
//! entry to an [`Exit`]. Calls are inlined with the interpreter's conventions: arguments are assigned to the parameters,
//! results on return, and the variables of the `n`-th nested activation of a procedure are
//! [`Symbol::at_depth`](faultscope_ir::Symbol::at_depth) `n`. Recursion is inlined to a bound, and what lies beyond is an exit of its own.

use faultscope_ir::{
    BlockId, CheckId, Command, Instruction, OriginId, Place, ProcId, Procedure, Program, Statement, Symbol,
    Term, Terminator, Trace, graph,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::alphabet::{Alphabet, Code};
use crate::automata::{Dfa, DfaBuilder, Letter, State};
use crate::interpreter::{Activation, Renaming};
use crate::limits;

/// Bounds of the inlining.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// The number of nested activations of one procedure.
    pub max_recursion: u32,
    /// The number of program points.
    pub max_points: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { max_recursion: limits::MAX_RECURSION, max_points: limits::MAX_POINTS }
    }
}

/// A program as an automaton.
#[derive(Debug, Clone)]
pub struct ControlFlow {
    /// What the letters stand for.
    pub alphabet: Alphabet,
    /// The paths from the entry to the exits. Trimmed: every state is on such a path.
    pub automaton: Dfa,
    /// For each state what it is to the user.
    pub locations: Vec<Location>,
}

/// A point of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The procedure whose code comes next.
    pub procedure: ProcId,
    /// What ends here, if anything does; exactly the final states have an exit.
    pub exit: Option<Exit>,
}

/// Why a path is of interest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// A property is violated.
    Error {
        /// What is violated.
        check: CheckId,
    },
    /// A construct that could not be translated.
    Unsupported {
        /// What it is.
        message: String,
        /// Where.
        origin: OriginId,
    },
    /// A call beyond the bound on recursion.
    Recursion,
}

/// The program is larger than the bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

impl ControlFlow {
    /// Inlines a program.
    ///
    /// # Errors
    /// If it has more points than the bound allows.
    pub fn new(program: &Program, bounds: &Bounds) -> Result<ControlFlow, TooLarge> {
        let mut inliner = Inliner {
            program,
            bounds,
            renaming: Renaming::new(program),
            n_active: vec![0; program.procedures.len()],
            points: Vec::new(),
        };
        let entry = inliner.inline(program.entry, None)?;
        let mut points = inliner.points;
        contract(&mut points, entry);
        Ok(number(&points, entry))
    }

    /// The word along which an execution goes; none if its commands are not those of a word, as beyond the bound on
    /// recursion.
    pub fn word(&self, trace: &Trace) -> Option<Vec<Letter>> {
        let fits = |letter: Letter, position: usize| {
            let statements = self.alphabet.statements(letter);
            let steps = trace.steps.get(position..position + statements.len())?;
            let fits =
                statements.iter().zip(steps).all(|(statement, step)| statement.command == *step.command);
            fits.then(|| position + statements.len())
        };
        let mut seen: FxHashSet<(State, usize)> = FxHashSet::default();
        // The way here, each point with the letter to try next. Letters without commands leave no trace, so that it
        // may have to be left again.
        let mut way: Vec<(State, usize, usize)> = vec![(Dfa::INITIAL, 0, 0)];
        let mut word = Vec::new();
        if self.automaton.n_states() == 0 {
            return None;
        }
        while let Some((state, position, next)) = way.last_mut() {
            if *position == trace.len() && self.automaton.is_final(*state) {
                return Some(word);
            }
            match self.automaton.successors(*state).get(*next) {
                Some((letter, target)) => {
                    *next += 1;
                    if let Some(after) = fits(*letter, *position)
                        && seen.insert((*target, after))
                    {
                        word.push(*letter);
                        way.push((*target, after, 0));
                    }
                }
                None => {
                    way.pop();
                    word.pop();
                }
            }
        }
        None
    }

    /// What a word of the automaton (or of a part of its language) leads to.
    pub fn exit(&self, word: &[Letter]) -> Option<&Exit> {
        let run = self.automaton.run(word)?;
        self.locations[run[word.len()].index()].exit.as_ref()
    }
}

/// A program point while the graph is made.
struct Point {
    procedure: ProcId,
    exit: Option<Exit>,
    edges: Vec<Edge>,
}

struct Edge {
    code: Code,
    target: usize,
}

struct Inliner<'a> {
    program: &'a Program,
    bounds: &'a Bounds,
    renaming: Renaming<'a>,
    n_active: Vec<u32>,
    points: Vec<Point>,
}

/// Where a procedure returns to.
struct Return {
    point: usize,
    /// The assignments of the results.
    statements: Vec<Statement>,
}

impl Inliner<'_> {
    fn point(&mut self, procedure: ProcId, exit: Option<Exit>) -> Result<usize, TooLarge> {
        if self.points.len() >= self.bounds.max_points {
            return Err(TooLarge);
        }
        self.points.push(Point { procedure, exit, edges: Vec::new() });
        Ok(self.points.len() - 1)
    }

    fn edge(&mut self, source: usize, code: Code, target: usize) {
        self.points[source].edges.push(Edge { code, target });
    }

    /// Adds an activation of a procedure, which returns to a point; its first point.
    fn inline(&mut self, id: ProcId, returns: Option<&Return>) -> Result<usize, TooLarge> {
        let program = self.program;
        let procedure = program.procedure(id);
        let depth = self.n_active[id.0 as usize];
        if depth >= self.bounds.max_recursion {
            return self.point(id, Some(Exit::Recursion));
        }
        self.n_active[id.0 as usize] += 1;
        let activation = Activation { procedure: id, depth };
        let first = self.points.len();
        for _ in &procedure.blocks {
            self.point(id, None)?;
        }
        let point_of = |block: BlockId| first + block.0 as usize;
        for (idx, block) in procedure.blocks.iter().enumerate() {
            let mut at = first + idx;
            let mut code = Code::default();
            for instruction in &block.instructions {
                match instruction {
                    Instruction::Statement(statement) => {
                        let command = self.renaming.command(&statement.command, activation);
                        code.statements.push(Statement { command, origin: statement.origin });
                    }
                    Instruction::Call(call) => {
                        let callee = Activation {
                            procedure: call.callee,
                            depth: self.n_active[call.callee.0 as usize],
                        };
                        let Procedure { parameters, results, .. } = program.procedure(call.callee);
                        for (parameter, (argument, origin)) in parameters.iter().zip(&call.arguments) {
                            let target = Place::variable(self.renaming.symbol(*parameter, callee));
                            let value = self.renaming.term(*argument, activation);
                            let command = Command::Assign { target, value };
                            code.statements.push(Statement { command, origin: *origin });
                        }
                        let mut statements = Vec::new();
                        for (target, result) in call.results.iter().zip(results) {
                            let target = Place::variable(self.renaming.symbol(*target, activation));
                            let value = Term::symbol(self.renaming.symbol(*result, callee));
                            let command = Command::Assign { target, value };
                            statements.push(Statement { command, origin: call.origin });
                        }
                        let after = self.point(id, None)?;
                        let entry = self.inline(call.callee, Some(&Return { point: after, statements }))?;
                        self.edge(at, std::mem::take(&mut code), entry);
                        at = after;
                    }
                }
            }
            self.terminator(&block.terminator, activation, at, code, &point_of, returns)?;
        }
        self.n_active[id.0 as usize] -= 1;
        Ok(first)
    }

    fn terminator(
        &mut self,
        terminator: &Terminator,
        activation: Activation,
        at: usize,
        mut code: Code,
        point_of: &dyn Fn(BlockId) -> usize,
        returns: Option<&Return>,
    ) -> Result<(), TooLarge> {
        let id = activation.procedure;
        match terminator {
            Terminator::Goto(target) => self.edge(at, code, point_of(*target)),
            Terminator::Branch { condition, then_block, else_block, origin } => {
                let condition = self.renaming.term(*condition, activation);
                let parts = self.point(id, None)?;
                self.edge(at, code, parts);
                for (condition, target) in [(condition, then_block), (condition.not(), else_block)] {
                    let statements = match condition.as_bool() {
                        Some(false) => continue,
                        Some(true) => Vec::new(),
                        None => {
                            vec![Statement { command: Command::Assume { condition }, origin: *origin }]
                        }
                    };
                    self.edge(parts, Code { statements, choices: Vec::new() }, point_of(*target));
                }
            }
            Terminator::Choose(targets) => {
                let parts = self.point(id, None)?;
                self.edge(at, code, parts);
                for (choice, target) in targets.iter().enumerate() {
                    let code = Code { statements: Vec::new(), choices: vec![choice] };
                    self.edge(parts, code, point_of(*target));
                }
            }
            Terminator::Return => {
                if let Some(Return { point, statements }) = returns {
                    code.statements.extend(statements.iter().cloned());
                    self.edge(at, code, *point);
                }
            }
            Terminator::Stop => {}
            Terminator::Error { check } => {
                let target = self.point(id, Some(Exit::Error { check: *check }))?;
                self.edge(at, code, target);
            }
            Terminator::Unsupported { message, origin } => {
                let exit = Exit::Unsupported { message: message.clone(), origin: *origin };
                let target = self.point(id, Some(exit))?;
                self.edge(at, code, target);
            }
        }
        Ok(())
    }
}

/// Joins edges at points that are on one way only, and leaves out edges without code.
fn contract(points: &mut [Point], entry: usize) {
    // Where nothing happens, whoever comes here goes on at once. Loops without any code stay.
    let skips: Vec<Option<usize>> = points
        .iter()
        .map(|point| match &point.edges[..] {
            [edge] if edge.code == Code::default() && point.exit.is_none() => Some(edge.target),
            _ => None,
        })
        .collect();
    let resolve = |start: usize| {
        let mut at = start;
        for _ in 0..skips.len() {
            match skips[at] {
                Some(next) => at = next,
                None => return at,
            }
        }
        start
    };
    for point in points.iter_mut() {
        for edge in &mut point.edges {
            edge.target = resolve(edge.target);
        }
    }
    let targets = |at: usize| points[at].edges.iter().map(|edge| edge.target);
    let reached = graph::reachable(points.len(), [entry], targets);
    let mut n_incoming = vec![0_u32; points.len()];
    n_incoming[entry] += 1;
    let sources = (0..points.len()).filter(|at| reached[*at]);
    sources.flat_map(targets).for_each(|target| n_incoming[target] += 1);
    for idx in 0..points.len() {
        if !reached[idx] {
            points[idx].edges.clear();
            continue;
        }
        for edge in 0..points[idx].edges.len() {
            loop {
                let target = points[idx].edges[edge].target;
                let on_one_way = target != idx
                    && target != entry
                    && n_incoming[target] == 1
                    && points[target].exit.is_none()
                    && points[target].edges.len() == 1;
                if !on_one_way {
                    break;
                }
                let next = points[target].edges.remove(0);
                let joined = &mut points[idx].edges[edge];
                joined.code.statements.extend(next.code.statements);
                joined.code.choices.extend(next.code.choices);
                joined.target = next.target;
            }
        }
    }
}

/// Numbers points and letters as a breadth-first walk meets them.
fn number(points: &[Point], entry: usize) -> ControlFlow {
    let mut builder = DfaBuilder::default();
    let mut alphabet = Alphabet::default();
    let mut numbers = vec![None; points.len()];
    numbers[entry] = Some(builder.add_state(points[entry].exit.is_some()));
    let mut order = vec![entry];
    let mut next = 0;
    while next < order.len() {
        for edge in &points[order[next]].edges {
            let target = *numbers[edge.target].get_or_insert_with(|| {
                order.push(edge.target);
                builder.add_state(points[edge.target].exit.is_some())
            });
            builder.add_edge(State(next as u32), alphabet.add(edge.code.clone()), target);
        }
        next += 1;
    }
    let (automaton, origins) = builder.build().trim();
    let locations = origins
        .iter()
        .map(|state| {
            let point = &points[order[state.index()]];
            Location { procedure: point.procedure, exit: point.exit.clone() }
        })
        .collect();
    ControlFlow { alphabet, automaton, locations }
}

/// For every location the variables whose values there can matter for getting to an exit.
#[derive(Debug)]
pub(super) struct LiveVariables {
    numbers: FxHashMap<Symbol, usize>,
    /// For each location a bit per variable.
    live: Vec<Vec<u64>>,
}

impl LiveVariables {
    /// Computes them for a program.
    pub(super) fn new(control_flow: &ControlFlow) -> LiveVariables {
        let ControlFlow { alphabet, automaton, .. } = control_flow;
        let mut numbers: FxHashMap<Symbol, usize> = FxHashMap::default();
        let effects: Vec<Effect> =
            alphabet.letters().map(|letter| Effect::new(alphabet.statements(letter), &mut numbers)).collect();
        let n_words = numbers.len().div_ceil(64);
        let mut live = vec![vec![0_u64; n_words]; automaton.n_states()];
        let mut predecessors = vec![Vec::new(); automaton.n_states()];
        for state in automaton.states() {
            for (letter, target) in automaton.successors(state) {
                predecessors[target.index()].push((state, *letter));
            }
        }
        let mut open: Vec<State> = automaton.states().collect();
        let mut is_open = vec![true; automaton.n_states()];
        while let Some(state) = open.pop() {
            is_open[state.index()] = false;
            for (source, letter) in predecessors[state.index()].clone() {
                let effect = &effects[letter.0 as usize];
                let mut before = live[state.index()].clone();
                for number in &effect.overwritten {
                    before[number / 64] &= !(1 << (number % 64));
                }
                for number in &effect.read {
                    before[number / 64] |= 1 << (number % 64);
                }
                let known = &mut live[source.index()];
                let mut changed = false;
                for (known, new) in known.iter_mut().zip(&before) {
                    changed |= *new & !*known != 0;
                    *known |= new;
                }
                if changed && !std::mem::replace(&mut is_open[source.index()], true) {
                    open.push(source);
                }
            }
        }
        LiveVariables { numbers, live }
    }

    /// The variables, in the order in which they occur.
    pub(super) fn symbols(&self) -> Vec<Symbol> {
        let mut symbols: Vec<(usize, Symbol)> =
            self.numbers.iter().map(|(symbol, at)| (*at, *symbol)).collect();
        symbols.sort_unstable_by_key(|(at, _)| *at);
        symbols.into_iter().map(|(_, symbol)| symbol).collect()
    }

    /// Whether the value of a variable at a location can matter.
    pub(super) fn is_live(&self, location: State, variable: Symbol) -> bool {
        let number = self.numbers.get(&variable);
        number.is_some_and(|number| self.live[location.index()][number / 64] >> (number % 64) & 1 == 1)
    }
}

/// What a letter does to liveness.
struct Effect {
    /// Variables that are read before they are overwritten. What is computed for other variables counts as read.
    read: Vec<usize>,
    overwritten: Vec<usize>,
}

impl Effect {
    fn new(statements: &[Statement], numbers: &mut FxHashMap<Symbol, usize>) -> Effect {
        let mut number = |symbol: Symbol| {
            let next = numbers.len();
            *numbers.entry(symbol).or_insert(next)
        };
        let (mut read, mut overwritten) = (Vec::new(), Vec::new());
        for statement in statements {
            for symbol in statement.command.terms().flat_map(Term::symbols) {
                let symbol = number(symbol);
                if !overwritten.contains(&symbol) {
                    read.push(symbol);
                }
            }
            overwritten.extend(statement.command.overwritten().map(&mut number));
        }
        Effect { read, overwritten }
    }
}
