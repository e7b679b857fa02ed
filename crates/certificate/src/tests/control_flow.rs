//! The control flow of test programs as automata, and which automata are taken to be that of a program.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use faultscope_ir::{OriginId, Terminator};

use super::*;
use crate::certificate::{Code, ControlFlow, Exit};
use crate::paths::{Action, Paths, Point};

/// The paths of a program with letters that go from branch to branch.
pub(super) fn control_flow(program: &Program, max_recursion: u32) -> ControlFlow {
    let paths = Paths::new(program, max_recursion, &Limits::unlimited()).expect("no limits");
    let mut control_flow = ControlFlow {
        letters: Vec::new(),
        automaton: Automaton::default(),
        exits: Vec::new(),
        max_recursion,
    };
    let Some(entry) = paths.entry() else { return control_flow };
    let stops = stops(program, &paths, entry);
    let mut states: BTreeMap<Point, State> = BTreeMap::from([(entry, START)]);
    let mut open = VecDeque::from([entry]);
    let ControlFlow { letters, automaton, exits, .. } = &mut control_flow;
    automaton.initials.push(START);
    while let Some(point) = open.pop_front() {
        let source = states[&point];
        if let Some(exit) = paths.exit(point) {
            exits.push((source, exit.clone()));
            automaton.finals.push(source);
        }
        for (action, target) in paths.next(point) {
            let mut code = Code::default();
            code.add(action);
            let mut at = target;
            while !stops.contains(&at) {
                let (action, target) = paths.next(at).next().expect("points without edges are stops");
                code.add(action);
                at = target;
            }
            let n_states = states.len() as u32;
            let target = *states.entry(at).or_insert_with(|| {
                open.push_back(at);
                State(n_states)
            });
            automaton.edges.push((source, Letter(letters.len() as u32), target));
            letters.push(code);
        }
    }
    automaton.n_states = states.len();
    control_flow
}

impl Code {
    fn add(&mut self, action: &Action) {
        match action {
            Action::Silent => {}
            Action::Statement(statement) => self.statements.push(statement.clone()),
            Action::Choice(choice) => self.choices.push(*choice),
        }
    }
}

/// The points at which letters end: exits, branches (also where only one side leads to an exit), and where ways meet.
fn stops(program: &Program, paths: &Paths, entry: Point) -> BTreeSet<Point> {
    let terminators = program.procedures.iter().flat_map(|it| &it.blocks).map(|block| &block.terminator);
    let branches: BTreeSet<OriginId> = terminators
        .filter_map(|it| match it {
            Terminator::Branch { origin, .. } => Some(*origin),
            _ => None,
        })
        .collect();
    let parts = |action: &Action| match action {
        Action::Silent => false,
        Action::Statement(statement) => branches.contains(&statement.origin),
        Action::Choice(_) => true,
    };
    let mut stops = BTreeSet::from([entry]);
    let mut reached = BTreeSet::from([entry]);
    let mut open = vec![entry];
    while let Some(point) = open.pop() {
        let is_branch = paths.next(point).any(|(action, _)| parts(action));
        if is_branch || paths.next(point).count() != 1 {
            stops.insert(point);
        }
        for (_, target) in paths.next(point) {
            if reached.insert(target) {
                open.push(target);
            } else {
                stops.insert(target);
            }
        }
    }
    stops
}

/// A program with calls, recursion, choices, a jump, a loop, and all kinds of exits.
const MANY_WAYS: &str = "var x: 8; var y: 8;
    proc down(n: 8) returns (r: 8) {
        var z: 8;
        r := n; z := r;
        if (n > 0) { r := down(n - 1); x := z; }
    }
    proc nothing() { }
    proc main() {
        x := 0; nothing();
        while (x < 3) { x := x + 1; either { y := 1; } or { } or { goto end; } }
        y := down(x);
        if (y == 7) { unsupported; }
        if (y == 8) { stop; }
        assert x != 3;
        if (true) { y := 1; }
        end: assert y != 1;
    }";

fn many_ways() -> Example {
    Example::new(MANY_WAYS)
}

#[test]
fn the_paths_of_a_program_are_its_control_flow() {
    let example = many_ways();
    let kinds = |is_kind: fn(&Exit) -> bool| {
        example.certificate.control_flow.exits.iter().filter(|(_, exit)| is_kind(exit)).count()
    };
    assert_eq!(kinds(|exit| matches!(exit, Exit::Error { .. })), 2);
    assert_eq!(kinds(|exit| matches!(exit, Exit::Unsupported { .. })), 1);
    assert_eq!(kinds(|exit| matches!(exit, Exit::Recursion)), 1);
    assert!(example.check().is_ok(), "{:?}", example.check());
}

#[test]
fn a_program_without_exits_has_no_paths() {
    let example = Example::new("var x: 8; proc main() { while (true) { } assert x != 3; }");
    assert_eq!(example.control_flow().automaton, Automaton::default());
    example.check_proves(Conclusion::Safe);
    let mut example = Example::new("var x: 8; proc main() { havoc x; }");
    example.check_proves(Conclusion::Safe);
    // Words that no path has.
    example.certificate.control_flow = many_ways().certificate.control_flow;
    example.check_control_flow_refuted(Obligation::Start);
    // Paths that no word has.
    let mut example = many_ways();
    example.certificate.control_flow.automaton = Automaton::default();
    example.certificate.control_flow.exits.clear();
    example.check_control_flow_refuted(Obligation::Start);
}

#[test]
fn the_control_flow_of_another_program_is_told() {
    let (mut example, other) = (odd(4), odd(6));
    assert!(example.check().is_ok());
    example.program = other.program;
    assert!(matches!(
        example.check(),
        Err(Refutation { part: Part::ControlFlow, obligation: Obligation::Code(_), failure: Failure::Fails })
    ));
    let mut example = many_ways();
    example.certificate.control_flow.max_recursion += 1;
    assert!(matches!(example.check(), Err(Refutation { part: Part::ControlFlow, .. })));
}

#[test]
fn every_command_and_choice_of_a_letter_counts() {
    let n_letters = many_ways().certificate.control_flow.letters.len();
    for letter in 0..n_letters {
        let code = &many_ways().certificate.control_flow.letters[letter];
        for idx in 0..code.statements.len() {
            let mut example = many_ways();
            let statements = &mut example.certificate.control_flow.letters[letter].statements;
            let statement = statements.remove(idx);
            assert!(example.check_control_flow_is_wrong(), "letter {letter} without statement {idx}");
            let statements = &mut example.certificate.control_flow.letters[letter].statements;
            statements.insert(idx, statement.clone());
            statements.insert(idx, statement);
            assert!(example.check_control_flow_is_wrong(), "letter {letter} with statement {idx} twice");
        }
        for idx in 0..code.choices.len() {
            let mut example = many_ways();
            example.certificate.control_flow.letters[letter].choices[idx] += 1;
            assert!(example.check_control_flow_is_wrong(), "letter {letter} with another choice {idx}");
        }
    }
}

#[test]
fn every_edge_is_needed_and_leads_to_its_point() {
    let n_edges = many_ways().certificate.control_flow.automaton.edges.len();
    for idx in 0..n_edges {
        let mut example = many_ways();
        let automaton = &mut example.certificate.control_flow.automaton;
        let (source, letter, target) = automaton.edges.remove(idx);
        assert!(example.check_control_flow_is_wrong(), "without edge {idx}");
        let automaton = &mut example.certificate.control_flow.automaton;
        let others: Vec<State> =
            (0..automaton.n_states as u32).map(State).filter(|it| *it != target).collect();
        for other in others {
            example.certificate.control_flow.automaton.edges.push((source, letter, other));
            assert!(example.check_control_flow_is_wrong(), "edge {idx} leads to {other:?}");
            example.certificate.control_flow.automaton.edges.pop();
        }
    }
}

#[test]
fn an_edge_that_is_no_path_is_refuted() {
    let mut example = many_ways();
    let code = Code { statements: Vec::new(), choices: vec![0] };
    example.certificate.control_flow.letters.push(code);
    let letter = Letter(example.certificate.control_flow.letters.len() as u32 - 1);
    example.certificate.control_flow.automaton.edges.push((START, letter, START));
    example.check_control_flow_refuted(Obligation::Code(START));
}

#[test]
fn exits_are_those_of_the_program() {
    let state_of = |example: &Example, idx: usize| example.control_flow().exits[idx].0;
    let n_exits = many_ways().certificate.control_flow.exits.len();
    for idx in 0..n_exits {
        // Another exit, no error any more, no exit any more.
        let mut example = many_ways();
        let state = state_of(&example, idx);
        let exits = &mut example.certificate.control_flow.exits;
        exits[idx].1 = exits[(idx + 1) % n_exits].1.clone();
        example.check_control_flow_refuted(Obligation::Exit(state));
        example.certificate.control_flow.exits.remove(idx);
        example.check_control_flow_refuted(Obligation::WellFormed);
        example.certificate.control_flow.automaton.finals.retain(|it| *it != state);
        example.check_control_flow_refuted(Obligation::Exit(state));
        // Two exits in one.
        let mut example = many_ways();
        let exit = example.control_flow().exits[idx].clone();
        example.certificate.control_flow.exits.push(exit);
        example.check_control_flow_refuted(Obligation::WellFormed);
    }
    let mut example = many_ways();
    example.certificate.control_flow.automaton.finals.push(START);
    example.certificate.control_flow.exits.push((START, Exit::Recursion));
    example.check_control_flow_refuted(Obligation::Exit(START));
}

#[test]
fn a_circle_of_letters_without_code_hides_no_path() {
    let mut example = odd(5);
    let ControlFlow { letters, automaton, exits, .. } = &mut example.certificate.control_flow;
    letters.push(Code::default());
    exits.clear();
    let empty = Letter(letters.len() as u32 - 1);
    let (initials, edges) = (vec![START], vec![(START, empty, State(1)), (State(1), empty, START)]);
    *automaton = Automaton { n_states: 2, initials, finals: Vec::new(), edges };
    example.certificate.steps.clear();
    example.check_control_flow_refuted(Obligation::Code(START));
}

#[test]
fn a_letter_without_code_stands_for_no_step() {
    let mut example = odd(5);
    let ControlFlow { letters, automaton, .. } = &mut example.certificate.control_flow;
    letters.push(Code::default());
    let (empty, start) = (Letter(letters.len() as u32 - 1), State(automaton.n_states as u32));
    automaton.n_states += 1;
    automaton.initials = vec![start];
    automaton.edges.push((start, empty, START));
    example.certificate.steps.clear();
    assert!(example.check().is_ok(), "{:?}", example.check());
}

#[test]
fn the_order_of_commands_matters() {
    let mut example = Example::new("var x: 8; proc main() { x := 1; x := 2; assert x != 2; }");
    assert!(example.check().is_ok());
    example.certificate.control_flow.letters[0].statements.reverse();
    example.check_control_flow_refuted(Obligation::Code(START));
}

#[test]
fn activations_have_variables_of_their_own() {
    let mut example = many_ways();
    let letters = &mut example.certificate.control_flow.letters;
    let mut n_changed = 0;
    for statement in letters.iter_mut().flat_map(|code| &mut code.statements) {
        let faultscope_ir::Command::Assign { target, .. } = &mut statement.command else { continue };
        let shallow = example.program.variables.keys().find(|it| it.at_depth(1) == target.variable);
        if let Some(shallow) = shallow {
            target.variable = *shallow;
            n_changed += 1;
        }
    }
    assert!(n_changed > 0);
    assert!(example.check_control_flow_is_wrong());
}
