//! The product of a program and the number of segments of a violation sequence that were passed.
//!
//! A variable counts the segments. At the place of a waypoint, where it is the next one, the execution goes on only as the
//! waypoint says, and the variable is counted up; an error is one only where it is the target and all is passed. What
//! executions there are in the product are executions of the program.
//!
//! **Deviation** from the format: a waypoint whose place or constraint cannot be found in the program is left out, so that
//! what is passed may be less than the witness says. Therefore that nothing leads through the product refutes a witness
//! only where nothing was left out.

use faultscope_ir::program::{Display, Variable};
use faultscope_ir::{
    Block, BlockId, Check, CheckId, Command, Instruction, Origin, OriginId, OriginKind, Place, ProcId,
    Program, Property, Sort, Statement, Symbol, Term, Terminator,
};
use faultscope_witness::{
    Choice, Constraint, Kind, Location, Matching, Segment, Waypoint, comparisons, equations,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::comparison::holds;
use crate::insertion::{FILE, Insertion};
use crate::limits::MAX_WAYPOINTS;
use crate::places::{Places, is_at};
use crate::replay::{is_target_of, value_of};

/// The bits of the variable that counts.
const WIDTH: u32 = 32;

/// The annotations that waypoints need: assumptions of expressions in front of statements, with the numbers of the waypoints.
pub(crate) fn insertions(segments: &[Segment], matching: Matching) -> Vec<Insertion> {
    if matching == Matching::Any {
        return Vec::new();
    }
    let mut insertions = Vec::new();
    for (number, waypoint) in numbered(segments).filter(|(_, it)| it.kind == Kind::Assumption) {
        if let Constraint::Expression(text) = &waypoint.constraint {
            insertions.extend(Insertion::assertion(&waypoint.location, text, number));
        }
    }
    insertions
}

/// The waypoints that are followed one by one, from number 1 on in the order of the witness.
fn numbered(segments: &[Segment]) -> impl Iterator<Item = (u32, &Waypoint)> {
    let segments = segments.iter().take(MAX_WAYPOINTS + 1);
    (1..).zip(segments.flat_map(|it| it.avoids.iter().chain([&it.follow])))
}

/// What several assumptions of one statement are about, which stand one behind the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visits {
    /// Each about a visit of its own, as the format says.
    Each,
    /// They may be about the same visit.
    Shared,
}

/// What is done at a place of a program.
#[derive(Debug, Clone)]
struct Rule {
    /// The segment, among those that are followed.
    number: u32,
    is_avoid: bool,
    condition: Option<Term>,
}

/// A place in a block: in front of its n-th instruction.
type Point = (ProcId, BlockId, usize);

/// Which waypoints are passed first, of those between the same two instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Side {
    /// What is about the instruction that has been executed.
    Behind,
    /// What is about the instruction that comes next.
    Before,
}

impl Side {
    fn of(waypoint: &Waypoint, matching: Matching) -> Side {
        match waypoint.kind {
            Kind::FunctionReturn => Side::Behind,
            Kind::Assumption if matching == Matching::Any => Side::Behind,
            _ => Side::Before,
        }
    }
}

/// A program with the segments of a witness found in it.
#[derive(Debug)]
pub(crate) struct Product {
    program: Program,
    rules: Vec<((Point, Side), Vec<Rule>)>,
    /// Assertions that are those of the witness, and where they lead on.
    assertions: Vec<(ProcId, BlockId, BlockId)>,
    /// Where one of several assumptions of a statement stands, and whether it is the first of them.
    shared: FxHashMap<Point, bool>,
    matching: Matching,
    targets: FxHashSet<CheckId>,
    /// For each number the segment.
    pub(crate) followed: Vec<usize>,
    /// How many waypoints were left out.
    pub(crate) n_left_out: usize,
}

impl Product {
    /// Of a program with the [annotations](insertions) that the witness needs.
    pub(crate) fn new(program: Program, segments: &[Segment], matching: Matching) -> Product {
        let points = Points::of(&program);
        let mut rules: FxHashMap<(Point, Side), Vec<Rule>> = FxHashMap::default();
        let (mut followed, mut n_left_out) = (Vec::new(), 0);
        let is_long = segments.len() > MAX_WAYPOINTS;
        let mut numbers = 1;
        for (idx, segment) in segments.iter().enumerate() {
            let first = numbers;
            numbers += segment.avoids.len() as u32 + 1;
            let number = followed.len() as u32;
            for (own, avoid) in (first..).zip(&segment.avoids) {
                let found = points.find(avoid, own, matching);
                n_left_out += usize::from(found.is_empty());
                for (point, condition) in found {
                    let key = (point, Side::of(avoid, matching));
                    rules.entry(key).or_default().push(Rule { number, is_avoid: true, condition });
                }
            }
            if segment.follow.kind == Kind::Target {
                break;
            }
            let says_nothing = segment.follow.constraint == Constraint::None;
            let found = match followed.len() < MAX_WAYPOINTS && !(is_long && says_nothing) {
                true => points.find(&segment.follow, numbers - 1, matching),
                false => Vec::new(),
            };
            if found.is_empty() {
                n_left_out += 1;
                continue;
            }
            followed.push(idx);
            for (point, condition) in found {
                let key = (point, Side::of(&segment.follow, matching));
                rules.entry(key).or_default().push(Rule { number, is_avoid: false, condition });
            }
        }
        let target = segments.iter().rev().find(|it| it.follow.kind == Kind::Target);
        let target = target.filter(|_| matching == Matching::First);
        let checks = program.check_ids();
        let mut targets: FxHashSet<CheckId> = checks
            .filter(|it| {
                target.is_none_or(|target| is_target_of(&points.places, &target.follow.location, *it))
            })
            .collect();
        if targets.is_empty() {
            n_left_out += 1;
            targets.extend(program.check_ids());
        }
        let assertions = points.assertions.iter().map(|it| (it.procedure, it.block, it.next)).collect();
        let rules = in_order(rules);
        let shared = points.shared(segments);
        drop(points);
        let matching = if is_long { Matching::Any } else { matching };
        Product { program, rules, assertions, shared, matching, targets, followed, n_left_out }
    }

    /// Of a program, with each of these lines a segment. Those of which the program has nothing are left out.
    pub(crate) fn along(program: Program, lines: &[Location]) -> Product {
        let points = Points::of(&program);
        let mut rules: FxHashMap<(Point, Side), Vec<Rule>> = FxHashMap::default();
        let (mut followed, mut n_left_out) = (Vec::new(), 0);
        for (idx, line) in lines.iter().enumerate() {
            let found = if followed.len() < MAX_WAYPOINTS { points.on_line(line) } else { Vec::new() };
            if found.is_empty() {
                n_left_out += 1;
                continue;
            }
            let number = followed.len() as u32;
            followed.push(idx);
            for key in found {
                rules.entry(key).or_default().push(Rule { number, is_avoid: false, condition: None });
            }
        }
        let assertions = points.assertions.iter().map(|it| (it.procedure, it.block, it.next)).collect();
        let rules = in_order(rules);
        let targets = program.check_ids().collect();
        drop(points);
        let (shared, matching) = (FxHashMap::default(), Matching::Any);
        Product { program, rules, assertions, shared, matching, targets, followed, n_left_out }
    }

    /// Whether several assumptions are about one statement.
    pub(crate) fn has_shared(&self) -> bool {
        !self.shared.is_empty()
    }

    /// The program whose errors are the target behind so many segments.
    pub(crate) fn to_target(&self, n_segments: usize, visits: Visits) -> Program {
        self.program_to(None, n_segments as u32, visits)
    }

    /// The program whose only error is that so many segments are passed.
    pub(crate) fn to_segment(&self, number: usize) -> Program {
        self.program_to(Some(number as u32), 0, Visits::Each)
    }

    fn program_to(&self, goal: Option<u32>, n_segments: u32, visits: Visits) -> Program {
        let mut program = self.program.clone();
        let counter = Symbol::new("faultscope segment", Sort::bits(WIDTH));
        let variable = Variable::internal("segment", Display::Unsigned);
        // What the variable is as a statement is visited of which several waypoints tell.
        let visited = Symbol::new("faultscope segment of the visit", Sort::bits(WIDTH));
        program.declare(visited, variable.clone());
        program.declare(counter, variable);
        let origin = made(&mut program);
        let goal = goal.map(|number| {
            let check = Check {
                property: Property::Assertions,
                condition: None,
                origin,
                message: "the segment is passed".to_owned(),
            };
            (number, program.add_check(check))
        });
        let maker = Maker { counter, visited, origin, matching: self.matching };
        for (procedure, block, next) in &self.assertions {
            let procedure = &mut program.procedures[procedure.0 as usize];
            procedure.block_mut(*block).terminator = Terminator::Goto(*next);
        }
        self.guard_errors(&mut program, &maker, goal.is_none().then_some(n_segments));
        for ((point @ (procedure, block, at), _), rules) in &self.rules {
            let statements =
                maker.statements(rules, self.shared.get(point).filter(|_| visits == Visits::Each));
            let n_statements = statements.len();
            let procedure = &mut program.procedures[procedure.0 as usize];
            procedure.insert(*block, *at, statements.into_iter().map(Instruction::Statement));
            if let Some((number, check)) = goal {
                let then_block = procedure.add_block(Terminator::Error { check });
                let else_block = procedure.split(*block, at + n_statements);
                procedure.block_mut(*block).terminator =
                    Terminator::Branch { condition: maker.is_at(number), then_block, else_block, origin };
            }
        }
        let start = Instruction::assign(counter, Term::bits(WIDTH, 0), origin);
        program.procedures[program.entry.0 as usize].begin_with(vec![start]);
        program
    }

    /// Leaves those errors that are targets, behind so many segments; all others end the execution.
    fn guard_errors(&self, program: &mut Program, maker: &Maker, number: Option<u32>) {
        for procedure in &mut program.procedures {
            for idx in 0..procedure.blocks.len() {
                let Terminator::Error { check } = procedure.blocks[idx].terminator else { continue };
                let Some(number) = number.filter(|_| self.targets.contains(&check)) else {
                    procedure.blocks[idx].terminator = Terminator::Stop;
                    continue;
                };
                let then_block = procedure.add_block(Terminator::Error { check });
                let else_block = procedure.add_block(Terminator::Stop);
                procedure.blocks[idx].terminator = Terminator::Branch {
                    condition: maker.is_at(number),
                    then_block,
                    else_block,
                    origin: maker.origin,
                };
            }
        }
    }
}

/// From the last instruction of a block to the first, so that places stay what they are.
fn in_order(rules: FxHashMap<(Point, Side), Vec<Rule>>) -> Vec<((Point, Side), Vec<Rule>)> {
    let mut rules: Vec<((Point, Side), Vec<Rule>)> = rules.into_iter().collect();
    rules.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
    rules
}

/// An origin that nobody wrote.
fn made(program: &mut Program) -> OriginId {
    let file = program.sources.add_file(FILE, None);
    program.sources.add_origin(Origin::made(file, ""))
}

struct Maker {
    counter: Symbol,
    visited: Symbol,
    origin: OriginId,
    matching: Matching,
}

impl Maker {
    fn is_at(&self, number: u32) -> Term {
        Term::symbol(self.counter).equals(Term::bits(WIDTH, number.into()))
    }

    /// What is executed at a place: what is assumed, and whether the next segment begins. At one of several places of a visit it
    /// is the segment at the first of them that counts.
    fn statements(&self, rules: &[Rule], is_first_of_visit: Option<&bool>) -> Vec<Statement> {
        let statement = |command| Statement { command, origin: self.origin };
        let counter = Term::symbol(self.counter);
        let segment = is_first_of_visit.map_or(counter, |_| Term::symbol(self.visited));
        let is_at = |number: u32| segment.equals(Term::bits(WIDTH, number.into()));
        let holds = |rule: &Rule| rule.condition.unwrap_or_else(|| Term::bool(true));
        let avoided =
            rules.iter().filter(|it| it.is_avoid).map(|it| is_at(it.number).implies(holds(it).not()));
        let follows = || rules.iter().filter(|it| !it.is_avoid);
        let (assumed, passed): (Term, Term) = match self.matching {
            Matching::First => (
                Term::all(follows().map(|it| is_at(it.number).implies(holds(it)))),
                Term::any(follows().map(|it| is_at(it.number))),
            ),
            Matching::Any => {
                (Term::bool(true), Term::any(follows().map(|it| is_at(it.number).and(holds(it)))))
            }
        };
        let condition = Term::all(avoided.chain([assumed]));
        let value = passed.ite(counter.bv_add(Term::bits(WIDTH, 1)), counter);
        let assign = |target, value| statement(Command::Assign { target: Place::variable(target), value });
        let begins = is_first_of_visit.is_some_and(|it| *it).then(|| assign(self.visited, counter));
        let rest = [statement(Command::Assume { condition }), assign(self.counter, value)];
        begins.into_iter().chain(rest).collect()
    }
}

struct Branch {
    location: Location,
    procedure: ProcId,
    block: BlockId,
    n_instructions: usize,
    condition: Term,
}

struct Assertion {
    number: u32,
    procedure: ProcId,
    block: BlockId,
    n_instructions: usize,
    condition: Term,
    next: BlockId,
}

impl Assertion {
    /// Whether nothing is executed between another assertion and this one.
    fn is_behind(&self, other: &Assertion) -> bool {
        let is_next = (self.procedure, self.block) == (other.procedure, other.next);
        is_next && self.n_instructions == 0 && !std::ptr::eq(self, other)
    }
}

/// A command that assigns, or a call.
struct Assigned {
    /// The lines that its text is on, and the end of it where it is a call.
    lines: (u32, u32),
    file: String,
    call_end: Option<Location>,
    is_call: bool,
    place: Option<String>,
    point: Point,
    value: Option<(Term, Display)>,
}

impl Assigned {
    fn is_on(&self, meant: &Location) -> bool {
        let is_file = faultscope_witness::model::base_name(&self.file) == meant.base_name();
        is_file && (self.lines.0..=self.lines.1).contains(&meant.line)
    }
}

/// Where waypoints can be in a program.
struct Points<'a> {
    places: Places<'a>,
    branches: Vec<Branch>,
    assertions: Vec<Assertion>,
    assigned: Vec<Assigned>,
}

impl<'a> Points<'a> {
    fn of(program: &'a Program) -> Points<'a> {
        let mut points = Points {
            places: Places::new(program),
            branches: Vec::new(),
            assertions: Vec::new(),
            assigned: Vec::new(),
        };
        for (procedure, own) in (0..).map(ProcId).zip(&program.procedures) {
            for (block, data) in (0..).map(BlockId).zip(&own.blocks) {
                points.block(procedure, block, data);
            }
        }
        points
    }

    fn block(&mut self, procedure: ProcId, block: BlockId, data: &Block) {
        let program = self.places.program;
        for (idx, instruction) in data.instructions.iter().enumerate() {
            let (origin, value, is_call) = match instruction {
                Instruction::Statement(Statement { command, origin }) => match command.target() {
                    Some(target) => {
                        let value = (target.read(), program.display(target.variable));
                        (*origin, Some(value), matches!(command, Command::Havoc { .. }))
                    }
                    None => continue,
                },
                Instruction::Call(call) => {
                    let result = call.results.first().map(|it| (Term::symbol(*it), program.display(*it)));
                    (call.origin, result, true)
                }
            };
            let known = program.sources.origin(origin);
            if (known.kind == OriginKind::Lowering || known.kind.is_of_life()) && !is_call {
                continue;
            }
            let span = known.use_span();
            let file = program.sources.file(span.file).name.clone();
            self.assigned.push(Assigned {
                lines: (span.line, span.end_line),
                file,
                call_end: if is_call { self.places.call_end(origin) } else { None },
                is_call,
                place: known.place.as_ref().map(|it| it.split_whitespace().collect()),
                point: (procedure, block, idx + 1),
                value,
            });
        }
        let Terminator::Branch { condition, then_block, origin, .. } = &data.terminator else { return };
        let n_instructions = data.instructions.len();
        let known = program.sources.origin(*origin);
        if program.sources.file(known.span.file).name == FILE {
            if known.kind == OriginKind::Assertion {
                let (number, next) = (known.span.line, *then_block);
                let condition = *condition;
                self.assertions.push(Assertion { number, procedure, block, n_instructions, condition, next });
            }
        } else if matches!(known.kind, OriginKind::Condition | OriginKind::Assertion)
            && let Some((location, _)) = self.places.branching(*origin).filter(|(_, word)| word != "switch")
        {
            let condition = *condition;
            self.branches.push(Branch { location, procedure, block, n_instructions, condition });
        }
    }

    /// The places of a waypoint, with what holds there if it is passed.
    fn find(&self, waypoint: &Waypoint, number: u32, matching: Matching) -> Vec<(Point, Option<Term>)> {
        let meant = &waypoint.location;
        match (waypoint.kind, &waypoint.constraint) {
            (Kind::Branching, constraint) => {
                let wanted = match constraint {
                    Constraint::Choice(Choice::Condition(holds)) => Some(*holds),
                    Constraint::None => None,
                    _ => return Vec::new(),
                };
                let fitting: Vec<&Branch> =
                    self.branches.iter().filter(|it| is_at(&it.location, meant)).collect();
                let leftmost = fitting.iter().map(|it| it.location.column).min();
                let fitting = fitting.into_iter().filter(|it| Some(it.location.column) == leftmost);
                fitting
                    .map(|it| {
                        let condition =
                            wanted.map(|holds| if holds { it.condition } else { it.condition.not() });
                        ((it.procedure, it.block, it.n_instructions), condition)
                    })
                    .collect()
            }
            (Kind::Assumption, Constraint::Expression(_)) if matching == Matching::First => {
                self.asserted(number)
            }
            (Kind::FunctionReturn, Constraint::Expression(text)) if matching == Matching::First => {
                self.returned(meant, text)
            }
            (Kind::Assumption | Kind::FunctionReturn, Constraint::Expression(text)) => {
                let equations = equations(text);
                let fitting = |it: &&Assigned| it.is_on(meant);
                let mut found = Vec::new();
                for equation in &equations {
                    let is_result =
                        equation.place == "\\result" || equation.place.starts_with("return_value_");
                    let own = self.assigned.iter().filter(fitting).filter(|it| match is_result {
                        true => it.is_call,
                        false => it.place.as_deref() == Some(&equation.place),
                    });
                    found.extend(own.filter_map(|it| {
                        let (value, _) = it.value?;
                        let wanted = Term::value(value_of(value.sort(), equation.value)?);
                        Some((it.point, Some(value.equals(wanted))))
                    }));
                }
                found
            }
            (Kind::FunctionReturn, _) => self.calls(meant).map(|it| (it.point, None)).collect(),
            (Kind::FunctionEnter, _) => {
                self.calls(meant).map(|it| ((it.point.0, it.point.1, it.point.2 - 1), None)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Where an annotation stands, and what it says. Its conjuncts are branches one behind the other, and are about one visit.
    fn asserted(&self, number: u32) -> Vec<(Point, Option<Term>)> {
        let own: Vec<&Assertion> = self.assertions.iter().filter(|it| it.number == number).collect();
        let firsts = own.iter().copied().filter(|it| !own.iter().any(|before| it.is_behind(before)));
        let whole = firsts.map(|first| {
            let conjuncts = std::iter::successors(Some(first), |before| {
                own.iter().copied().find(|it| it.is_behind(before))
            });
            let condition = Term::all(conjuncts.take(own.len()).map(|it| it.condition));
            ((first.procedure, first.block, first.n_instructions), Some(condition))
        });
        whole.collect()
    }

    /// What is executed on a line: behind commands, in front of calls and branches.
    fn on_line(&self, meant: &Location) -> Vec<(Point, Side)> {
        let assigned = self.assigned.iter().filter(|it| it.is_on(meant));
        let assigned = assigned.map(|it| match it.is_call {
            true => ((it.point.0, it.point.1, it.point.2 - 1), Side::Before),
            false => (it.point, Side::Behind),
        });
        let branches = self.branches.iter().filter(|it| is_at(&it.location, meant));
        let branches = branches.map(|it| ((it.procedure, it.block, it.n_instructions), Side::Before));
        assigned.chain(branches).collect()
    }

    /// The assertions of which several stand in front of one statement, and whether they are the first there.
    fn shared(&self, segments: &[Segment]) -> FxHashMap<Point, bool> {
        let present: FxHashSet<u32> = self.assertions.iter().map(|it| it.number).collect();
        let mut by_place: FxHashMap<(&str, u32, Option<u32>), Vec<u32>> = FxHashMap::default();
        for (number, waypoint) in numbered(segments).filter(|(number, _)| present.contains(number)) {
            let Location { line, column, .. } = waypoint.location;
            let column = column.or_else(|| self.places.start_of_line(&waypoint.location));
            by_place.entry((waypoint.location.base_name(), line, column)).or_default().push(number);
        }
        let several = by_place.into_values().filter(|it| it.len() > 1);
        let is_first: FxHashMap<u32, bool> = several
            .flat_map(|it| it.into_iter().zip(std::iter::once(true).chain(std::iter::repeat(false))))
            .collect();
        let own = self
            .assertions
            .iter()
            .filter_map(|it| Some(((it.procedure, it.block, it.n_instructions), *is_first.get(&it.number)?)));
        own.collect()
    }

    fn calls(&self, meant: &Location) -> impl Iterator<Item = &Assigned> {
        let calls = self.assigned.iter().filter(|it| it.is_call);
        calls.filter(|it| it.call_end.as_ref().is_some_and(|end| is_at(end, meant)))
    }

    /// Where a call has returned a value of which this is said.
    fn returned(&self, meant: &Location, text: &str) -> Vec<(Point, Option<Term>)> {
        let Some(said) = comparisons(text).filter(|said| said.iter().all(|it| it.place == "\\result")) else {
            return Vec::new();
        };
        let condition = |it: &Assigned| {
            let (value, display) = it.value?;
            said.iter().map(|comparison| holds(value, display, comparison)).collect::<Option<Vec<Term>>>()
        };
        let own = self.calls(meant).filter_map(|it| Some((it.point, Some(Term::all(condition(it)?)))));
        own.collect()
    }
}
