//! Linear equations between variables of a width, as they hold at the locations of a program.
//!
//! The strongest ones that are inductive: at every location the [span](faultscope_domains::span) of states, which grows by the states that
//! the solver finds behind a letter from a state in the span before it and outside of the span behind it \[1\]. Words wrap
//! around as in the program, so that no overflow need be excluded.
//!
//! What comes out is used as predicates, whose Hoare triples are decided anew. So where nothing of a location is assigned by
//! a letter, and it assumes no equation, its span is carried over without asking whether the letter can be executed.
//!
//! # References
//! - \[1\] Thomas Reps, Mooly Sagiv, Greta Yorsh: _Symbolic implementation of the best transformer_, VMCAI 2004.

use std::collections::BTreeSet;

use faultscope_ir::term::Purpose;
use faultscope_ir::{Command, Op, Symbol, Term};
use faultscope_solver::{Limits, SatAnswer, SolverConfig};
use rustc_hash::FxHashSet;

use super::super::control_flow::{ControlFlow, LiveVariables};
use super::super::floyd_hoare::instances;
use super::letters::{before, letters_in_loops};
use super::sums::cells_of_sums;
use crate::automata::{Dfa, Letter, State};
use crate::limits::{MAX_RELATED_WORDS, MAX_SPAN_POINTS};
use crate::query::Query;
use faultscope_domains::polynomials::solve;
use faultscope_domains::span::Span;

/// The widths of words between which equations are looked for.
const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// The equations, each once, in the order of locations; `None` where a limit was reached. `known` is what holds at the locations.
pub(in super::super) fn equations(
    control_flow: &ControlFlow,
    live: &LiveVariables,
    config: &SolverConfig,
    axioms: &[Term],
    known: &[Vec<Term>],
) -> Option<Vec<Term>> {
    let mut analysis = Analysis::new(control_flow, live, Query::new(config, axioms), known);
    if !analysis.run(&config.limits) {
        return None;
    }
    let mut equations = Vec::new();
    for location in &analysis.locations {
        for group in &location.groups {
            for equation in group.span.equations() {
                let equation = equation.formula(&group.terms);
                if equation.as_bool().is_none() && !equations.contains(&equation) {
                    equations.push(equation);
                }
            }
        }
    }
    Some(equations)
}

/// Words of one width.
struct Group {
    width: u32,
    terms: Vec<Term>,
    span: Span,
}

struct Location {
    is_reached: bool,
    groups: Vec<Group>,
}

struct Analysis<'a> {
    control_flow: &'a ControlFlow,
    query: Query,
    known: &'a [Vec<Term>],
    locations: Vec<Location>,
}

impl<'a> Analysis<'a> {
    fn new(
        control_flow: &'a ControlFlow,
        live: &LiveVariables,
        query: Query,
        known: &'a [Vec<Term>],
    ) -> Analysis<'a> {
        let sums = cells_of_sums(&control_flow.alphabet, &letters_in_loops(&control_flow.automaton));
        let variables = live.symbols();
        let variables = variables.into_iter().map(Term::symbol).chain(sums);
        let variables: Vec<(Term, Vec<Symbol>)> = variables.map(|it| (it, it.symbols())).collect();
        let location = |at: State| {
            let is_live =
                |(_, symbols): &&(Term, Vec<Symbol>)| symbols.iter().all(|it| live.is_live(at, *it));
            let terms: Vec<Term> = variables.iter().filter(is_live).map(|(term, _)| *term).collect();
            let groups = WIDTHS.iter().filter_map(|width| group(*width, &terms)).collect();
            Location { is_reached: false, groups }
        };
        let locations = control_flow.automaton.states().map(location).collect();
        Analysis { control_flow, query, known, locations }
    }

    /// Whether it came to an end within the limits.
    fn run(&mut self, limits: &Limits) -> bool {
        let automaton = &self.control_flow.automaton;
        if automaton.n_states() == 0 {
            return true;
        }
        self.give_up(Dfa::INITIAL);
        let mut open = BTreeSet::from([Dfa::INITIAL]);
        while let Some(state) = open.pop_first() {
            for (letter, target) in automaton.successors(state) {
                if limits.exceeded().is_some() {
                    return false;
                }
                if !automaton.is_final(*target) && self.follow(state, *letter, *target) {
                    open.insert(*target);
                }
            }
        }
        true
    }

    /// Nothing is known at a location any more.
    fn give_up(&mut self, at: State) {
        let location = &mut self.locations[at.index()];
        location.is_reached = true;
        for group in &mut location.groups {
            group.span = Span::all(group.width, group.terms.len());
        }
    }

    /// Adds what a letter leads to; whether that was anything.
    fn follow(&mut self, state: State, letter: Letter, target: State) -> bool {
        let assigned: FxHashSet<Symbol> = self.assigned(letter);
        let is_kept = |term: &Term| !term.symbols().iter().any(|symbol| assigned.contains(symbol));
        let mut terms = self.locations[target.index()].groups.iter().flat_map(|group| &group.terms);
        if terms.all(is_kept) && !self.equates(letter) {
            self.keep(state, target)
        } else {
            self.ask(state, letter, target)
        }
    }

    /// Whether an equation between words is part of what the letter assumes.
    fn equates(&self, letter: Letter) -> bool {
        self.control_flow.alphabet.statements(letter).iter().any(|statement| {
            let Command::Assume { condition } = &statement.command else { return false };
            let mut equates = false;
            condition.visit(&mut |term| {
                let operands = term.operands_of(Op::Eq);
                equates |= operands.is_some_and(|it| it[0].sort().bit_width().is_some());
            });
            equates
        })
    }

    fn assigned(&self, letter: Letter) -> FxHashSet<Symbol> {
        let statements = self.control_flow.alphabet.statements(letter);
        statements.iter().filter_map(|it| Some(it.command.target()?.variable)).collect()
    }

    /// Carries the points of a location over to one where the variables have the same values.
    fn keep(&mut self, state: State, target: State) -> bool {
        if state == target {
            return false;
        }
        let [source, target] = if state.index() < target.index() {
            let (low, high) = self.locations.split_at_mut(target.index());
            [&mut low[state.index()], &mut high[0]]
        } else {
            let (low, high) = self.locations.split_at_mut(state.index());
            [&mut high[0], &mut low[target.index()]]
        };
        let mut grows = !std::mem::replace(&mut target.is_reached, true);
        for group in &mut target.groups {
            let known = source.groups.iter().find(|it| it.width == group.width);
            let position = |term: &Term| known?.terms.iter().position(|it| it == term);
            let positions: Option<Vec<usize>> = group.terms.iter().map(position).collect();
            match (known, positions) {
                (Some(known), Some(positions)) => {
                    for point in known.span.points() {
                        let point: Vec<u64> = positions.iter().map(|at| point[*at]).collect();
                        grows |= group.span.add(&point);
                    }
                }
                _ => {
                    for point in Span::all(group.width, group.terms.len()).points() {
                        grows |= group.span.add(point);
                    }
                }
            }
        }
        grows
    }

    /// Adds the points that the solver finds.
    fn ask(&mut self, state: State, letter: Letter, target: State) -> bool {
        let equations = self.locations[state.index()].groups.iter().flat_map(Group::formulas);
        let known: Vec<Term> = equations.collect();
        let beside = self.known.get(state.index()).map_or(&[][..], |it| it);
        let mut grows = false;
        for _ in 0..MAX_SPAN_POINTS {
            let location = &self.locations[target.index()];
            let is_outside = match location.is_reached {
                true => Term::any(location.groups.iter().flat_map(Group::formulas).map(Term::not)),
                false => Term::bool(true),
            };
            if is_outside.as_bool() == Some(false) {
                return grows;
            }
            let terms: Vec<Term> = location.groups.iter().flat_map(|group| &group.terms).copied().collect();
            let probes: Vec<Symbol> = (0..terms.len())
                .map(|idx| Symbol::generated(Purpose::Probe(idx), terms[idx].sort()))
                .collect();
            let shown = terms.iter().zip(&probes).map(|(term, probe)| term.equals(Term::symbol(*probe)));
            let leads_there = before(&self.control_flow.alphabet, letter, is_outside.and(Term::all(shown)));
            let mut question = known.clone();
            question.extend(beside.iter().filter_map(|it| instances(*it, leads_there)));
            question.push(leads_there);
            let is_probe = |it: Symbol| matches!(it.purpose(), Some(Purpose::Probe(_)));
            let solved = solve(&question, &is_probe);
            match self.query.check_all(solved.as_ref().map_or(&question, |solved| &solved.formulas)) {
                SatAnswer::Unsat => return grows,
                SatAnswer::Unknown(_) => break,
                SatAnswer::Sat => {}
            }
            let values = probes.iter().map(|probe| Some(self.query.value(*probe)?.as_unsigned()? as u64));
            let Some(values) = values.collect::<Option<Vec<u64>>>() else { break };
            let location = &mut self.locations[target.index()];
            let mut is_new = !std::mem::replace(&mut location.is_reached, true);
            let mut values = &values[..];
            for group in &mut location.groups {
                let (point, rest) = values.split_at(group.terms.len());
                is_new |= group.span.add(point);
                values = rest;
            }
            if !is_new {
                break;
            }
            grows = true;
        }
        self.give_up(target);
        true
    }
}

impl Group {
    fn formulas(&self) -> impl Iterator<Item = Term> + use<> {
        let formulas: Vec<Term> =
            self.span.equations().iter().map(|equation| equation.formula(&self.terms)).collect();
        formulas.into_iter()
    }
}

/// The words of a width; of double words, also words with their sign. None where there are too many, or only one.
fn group(width: u32, variables: &[Term]) -> Option<Group> {
    let of_width =
        |width: u32| variables.iter().copied().filter(move |it| it.sort().bit_width() == Some(width));
    let mut terms: Vec<Term> = of_width(width).collect();
    if width == 64 && !terms.is_empty() {
        terms.extend(of_width(32).map(|it| it.sign_extend_to(64)));
    }
    (!terms.is_empty() && terms.len() <= MAX_RELATED_WORDS).then(|| Group {
        width,
        terms,
        span: Span::empty(width),
    })
}
