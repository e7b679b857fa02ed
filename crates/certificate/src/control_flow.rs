//! Whether the words of an automaton are the paths of a program.
//!
//! Automaton and program are walked side by side. Every state stands for one point of the program, and a letter for a way
//! from there: letters that begin alike are followed together, and part where the program branches. Where they part,
//! every side that can lead to an exit has a letter, so no path is missing; and what a letter says next has to be what the
//! program does next, so no word is made up.

use faultscope_ir::Program;
use faultscope_solver::Limits;

use crate::certificate::{Code, ControlFlow, Exit, Letter, State};
use crate::paths::{Action, Paths, Point};
use crate::refutation::{Failure, Met, Obligation, holds};
use crate::words::Deterministic;

/// Checks that the words of the control flow are the paths of the program to exits.
pub(crate) fn is_control_flow_of(
    control_flow: &ControlFlow,
    automaton: &Deterministic,
    program: &Program,
    limits: &Limits,
) -> Met {
    let paths = Paths::new(program, control_flow.max_recursion, limits)
        .map_err(|reason| (Obligation::Start, Failure::Undecided(reason.to_string())))?;
    let exits = exits(control_flow, automaton)?;
    let (start, entry) = match (automaton.initial(), paths.entry()) {
        (Some(start), Some(entry)) => (start, entry),
        // Without a path there is nothing that could be missed.
        (start, None) => return holds(start.is_none(), Obligation::Start),
        (None, Some(_)) => return holds(false, Obligation::Start),
    };
    let mut comparison = Comparison {
        letters: &control_flow.letters,
        automaton,
        paths: &paths,
        points: vec![None; automaton.n_states()],
        open: Vec::new(),
    };
    comparison.meet(start, entry)?;
    while let Some((state, point)) = comparison.open.pop() {
        holds(exits[state.index()] == paths.exit(point), Obligation::Exit(state))?;
        comparison.compare(state, point)?;
    }
    Ok(())
}

/// The exit that each state is. Exactly the final states are some, and each is one only.
fn exits<'c>(
    control_flow: &'c ControlFlow,
    automaton: &Deterministic,
) -> Result<Vec<Option<&'c Exit>>, (Obligation, Failure)> {
    let mut exits = vec![None; automaton.n_states()];
    for (state, exit) in &control_flow.exits {
        let known = exits.get_mut(state.index()).ok_or((Obligation::WellFormed, Failure::Fails))?;
        holds(known.is_none(), Obligation::WellFormed)?;
        *known = Some(exit);
    }
    let is_exit = |state: State| exits[state.index()].is_some();
    holds(
        automaton.states().all(|state| automaton.is_final(state) == is_exit(state)),
        Obligation::WellFormed,
    )?;
    Ok(exits)
}

/// How much of a letter was read.
#[derive(Clone, Copy)]
struct Reading<'a> {
    code: &'a Code,
    target: State,
    n_statements: usize,
    n_choices: usize,
}

impl Reading<'_> {
    fn is_at_its_end(&self) -> bool {
        self.n_statements == self.code.statements.len() && self.n_choices == self.code.choices.len()
    }

    /// After something that the program does, if that is what the letter says next.
    fn after(mut self, action: &Action) -> Option<Self> {
        let says_so = match action {
            Action::Silent => false,
            Action::Statement(statement) => {
                self.n_statements += 1;
                self.code.statements.get(self.n_statements - 1) == Some(statement)
            }
            Action::Choice(choice) => {
                self.n_choices += 1;
                self.code.choices.get(self.n_choices - 1) == Some(choice)
            }
        };
        says_so.then_some(self)
    }
}

struct Comparison<'a> {
    letters: &'a [Code],
    automaton: &'a Deterministic,
    paths: &'a Paths,
    /// The point that each state stands for, where a word that leads to it has been read.
    points: Vec<Option<Point>>,
    /// States whose letters have not been read.
    open: Vec<(State, Point)>,
}

impl<'a> Comparison<'a> {
    /// A word leads to the state, and its path to the point.
    fn meet(&mut self, state: State, point: Point) -> Met {
        match self.points[state.index()] {
            Some(known) => holds(known == point, Obligation::OnePoint(state)),
            None => {
                self.points[state.index()] = Some(point);
                self.open.push((state, point));
                Ok(())
            }
        }
    }

    /// Reads the letters of a state along the paths from a point.
    fn compare(&mut self, state: State, point: Point) -> Met {
        self.leaves_empty_letters(state)?;
        let reading = |(letter, target): &(Letter, State)| Reading {
            code: &self.letters[letter.index()],
            target: *target,
            n_statements: 0,
            n_choices: 0,
        };
        let readings: Vec<Reading<'a>> = self.automaton.successors(state).iter().map(reading).collect();
        if readings.is_empty() {
            return holds(self.paths.next(point).next().is_none(), Obligation::Code(state));
        }
        let mut groups = vec![(point, readings)];
        while let Some((point, readings)) = groups.pop() {
            if let [reading] = readings[..]
                && reading.is_at_its_end()
            {
                self.meet(reading.target, point)?;
                continue;
            }
            let mut n_followed = 0;
            for (action, target) in self.paths.next(point) {
                let followed: Vec<Reading<'a>> =
                    readings.iter().filter_map(|reading| reading.after(action)).collect();
                holds(!followed.is_empty(), Obligation::Code(state))?;
                n_followed += followed.len();
                groups.push((target, followed));
            }
            // Actions differ, so that no letter goes two ways; one that goes none is not the program's.
            holds(n_followed == readings.len(), Obligation::Code(state))?;
        }
        Ok(())
    }

    /// Checks that letters without code lead on to some that have code, or to an exit: in a circle of them no path would
    /// ever be found missing.
    fn leaves_empty_letters(&self, state: State) -> Met {
        let mut at = state;
        for _ in 0..=self.automaton.n_states() {
            match self.automaton.successors(at) {
                [(letter, target)] if self.letters[letter.index()] == Code::default() => at = *target,
                _ => return Ok(()),
            }
        }
        holds(false, Obligation::Code(state))
    }
}
