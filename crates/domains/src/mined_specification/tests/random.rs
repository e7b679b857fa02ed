//! Random programs against the enumeration of their states.

use faultscope_ir::{
    BlockId, CheckId, Command, Instruction, ProcId, Program, Symbol, Term, Terminator, Value,
};
use faultscope_solver::Limits;
use rustc_hash::{FxHashMap, FxHashSet};

use super::known;
use crate::abstract_interpretation::Point;
use crate::abstract_interpretation::thresholds::thresholds;
use crate::limits::SAFETY_ROUNDS;
use crate::mined_specification::effects::Effects;
use crate::mined_specification::relevant::{Projected, Projecting};
use crate::notation::parse;
use crate::notation::random_programs::looping_program;

/// The values of the variables, in their order.
type Values = Vec<u8>;
type State = (Point, Values);

const WIDTH: u32 = 2;

/// All states of a program of one procedure over variables of two bits.
struct States<'a> {
    program: &'a Program,
    symbols: Vec<Symbol>,
    successors: FxHashMap<State, Vec<State>>,
    /// The states at error locations.
    errors: Vec<(State, CheckId)>,
}

impl<'a> States<'a> {
    fn new(program: &'a Program) -> States<'a> {
        let symbols: Vec<Symbol> = program.variables.keys().copied().collect();
        let mut states = States { program, symbols, successors: FxHashMap::default(), errors: Vec::new() };
        let procedure = program.procedure(program.entry);
        for (idx, block) in procedure.blocks.iter().enumerate() {
            for position in 0..=block.instructions.len() {
                let point = Point { procedure: program.entry, block: BlockId(idx as u32), position };
                for values in states.all_values() {
                    let next = states.step(point, &values);
                    if let (true, Terminator::Error { check }) =
                        (position == block.instructions.len(), &block.terminator)
                    {
                        states.errors.push(((point, values.clone()), *check));
                    }
                    states.successors.insert((point, values), next);
                }
            }
        }
        states
    }

    fn all_values(&self) -> Vec<Values> {
        let none = vec![Vec::new()];
        self.symbols.iter().fold(none, |known, _| {
            let longer = known.iter().flat_map(|values| {
                (0..1 << WIDTH).map(move |value| values.iter().copied().chain([value]).collect())
            });
            longer.collect()
        })
    }

    fn value(&self, term: Term, values: &Values) -> Value {
        let value = |symbol: Symbol| {
            let idx = self.symbols.iter().position(|it| *it == symbol)?;
            Some(Term::bits(WIDTH, values[idx].into()))
        };
        term.rewrite(&mut |symbol| value(symbol)).as_value().expect("a closed term").clone()
    }

    fn holds(&self, condition: Term, values: &Values) -> bool {
        self.value(condition, values) == Value::Bool(true)
    }

    fn with(&self, symbol: Symbol, value: u8, values: &Values) -> Values {
        let mut values = values.clone();
        let idx = self.symbols.iter().position(|it| *it == symbol).expect("a variable");
        values[idx] = value;
        values
    }

    fn step(&self, point: Point, values: &Values) -> Vec<State> {
        let block = self.program.procedure(point.procedure).block(point.block);
        let Some(instruction) = block.instructions.get(point.position) else {
            let start = |target: BlockId| (Point { block: target, position: 0, ..point }, values.clone());
            return match &block.terminator {
                Terminator::Branch { condition, then_block, else_block, .. } => {
                    vec![start(if self.holds(*condition, values) { *then_block } else { *else_block })]
                }
                terminator => terminator.successors().map(start).collect(),
            };
        };
        let Instruction::Statement(statement) = instruction else { panic!("there are no calls") };
        let next = match &statement.command {
            Command::Assign { target, value } => {
                let value = self.value(*value, values).as_unsigned().expect("bits") as u8;
                vec![self.with(target.variable, value, values)]
            }
            Command::Havoc { target } => {
                (0..1 << WIDTH).map(|value| self.with(target.variable, value, values)).collect()
            }
            Command::Assume { condition } if self.holds(*condition, values) => vec![values.clone()],
            Command::Assume { .. } => Vec::new(),
        };
        let behind = Point { position: point.position + 1, ..point };
        next.into_iter().map(|values| (behind, values)).collect()
    }

    fn reachable(&self) -> FxHashSet<State> {
        let start = Point { procedure: self.program.entry, block: BlockId(0), position: 0 };
        let mut open: Vec<State> = self.all_values().into_iter().map(|values| (start, values)).collect();
        let mut reachable = FxHashSet::default();
        while let Some(state) = open.pop() {
            if reachable.insert(state.clone()) {
                open.extend(self.successors[&state].iter().cloned());
            }
        }
        reachable
    }

    /// The states from which some path gets to an error location of a check.
    fn breaking(&self, check: CheckId) -> FxHashSet<State> {
        let errors = self.errors.iter().filter(|(_, it)| *it == check);
        let mut breaking: FxHashSet<State> = errors.map(|(state, _)| state.clone()).collect();
        let states: Vec<&State> = self.successors.keys().collect();
        let mut grows = true;
        while grows {
            grows = false;
            for state in &states {
                if !breaking.contains(*state)
                    && self.successors[*state].iter().any(|next| breaking.contains(next))
                {
                    breaking.insert((*state).clone());
                    grows = true;
                }
            }
        }
        breaking
    }
}

/// What the projections of a program say, compared with what is so.
#[derive(Debug, Default)]
struct Tally {
    proved: usize,
    /// Pairs of a state and a point that safety projections exclude, of those that break a check.
    excluded: usize,
    breaking: usize,
    /// Those that error projections exclude.
    kept: usize,
}

fn check(seed: u64, safety_rounds: usize, tally: &mut Tally) {
    let text = looping_program(seed);
    let program = parse(&text);
    let states = States::new(&program);
    let reachable = states.reachable();
    let (invariants, effects, thresholds) = (known(&program), Effects::new(&program), thresholds(&program));
    let limits = Limits::unlimited();
    let projecting = Projecting {
        program: &program,
        invariants: &invariants,
        effects: &effects,
        thresholds: &thresholds,
        limits: &limits,
        safety_rounds,
        only_proved: false,
    };
    for check in program.check_ids() {
        let Projected { proved, is_proved } = projecting.project(ProcId(program.entry.0), check);
        let [projected] = &proved[..] else { continue };
        let breaking = states.breaking(check);
        if is_proved {
            tally.proved += 1;
            let violated = states.errors.iter().any(|(state, it)| *it == check && reachable.contains(state));
            assert!(!violated, "seed {seed}: {check:?} is violated in\n{text}");
        }
        for (point, projections) in &projected.points {
            for values in states.all_values() {
                let state = (*point, values);
                let holds = |condition: Term| states.holds(condition, &state.1);
                let told = || format!("seed {seed}, {check:?}: {state:?} and {projections:?} in\n{text}");
                assert!(!reachable.contains(&state) || holds(projections.reachable), "{}", told());
                let breaks = breaking.contains(&state);
                assert!(holds(projections.safety) || breaks, "safety: {}", told());
                assert!(holds(projections.error) || !breaks, "error: {}", told());
                tally.breaking += usize::from(breaks);
                tally.excluded += usize::from(!holds(projections.safety));
                tally.kept += usize::from(!holds(projections.error));
            }
        }
    }
}

#[test]
fn projections_are_sound_also_when_stopped_early() {
    for safety_rounds in [0, 1, SAFETY_ROUNDS] {
        let mut tally = Tally::default();
        for seed in 1..=60 {
            check(seed, safety_rounds, &mut tally);
        }
        assert!(tally.proved > 5 && tally.excluded > 0 && tally.kept > 0, "{tally:?}");
        // Most of it is found.
        if safety_rounds == SAFETY_ROUNDS {
            assert!(tally.excluded * 2 > tally.breaking, "{tally:?}");
        }
    }
}
