//! Random programs and changed versions of them, on all inputs: what products and flags say is what executing the versions one after
//! the other says.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::product::flag::{Change, changes, flagged};
use faultscope_ir::product::{Level, Product, product};
use faultscope_ir::term::SymbolKind;
use faultscope_ir::{CheckId, OriginId, Primitive, Program, Sort, SortKind, Step, Symbol, Value};
use faultscope_solver::Limits;

use super::super::{Comparison, WhyOpen, compare};
use super::mutants::{mutated, random_lines, replaced_value};
use crate::environment::{Environment, Reply};
use crate::interpreter::{self, End, Execution, ExecutionBounds, Inputs};
use crate::notation::parse;
use crate::notation::random_programs::Random;
use crate::portfolio::PortfolioConfig;

/// Pairs with more executions are left out.
const MAX_EXECUTIONS: usize = 1_000;

/// So many pairs are looked at.
const N_PAIRS: u64 = 400;

/// Answers in the order in which they were asked for first, all combinations one after the other.
#[derive(Default)]
struct Table {
    answers: Vec<(String, u64, u64)>,
    places: BTreeMap<String, usize>,
}

impl Table {
    /// One of `n` answers to a question, which is always the same.
    fn answer(&mut self, question: String, n: u64) -> u64 {
        if let Some(place) = self.places.get(&question) {
            return self.answers[*place].1;
        }
        self.places.insert(question.clone(), self.answers.len());
        self.answers.push((question, 0, n));
        0
    }

    /// Goes on to the next combination; whether there is one.
    fn advance(&mut self) -> bool {
        while let Some((question, answer, n)) = self.answers.last_mut() {
            *answer += 1;
            if *answer < *n {
                return true;
            }
            self.places.remove(question);
            self.answers.pop();
        }
        false
    }
}

/// An execution of one version: the `k`-th value of each source, and what is seen of it.
struct World<'a> {
    table: &'a mut Table,
    counts: BTreeMap<String, usize>,
    shown: Vec<String>,
    has_ended: bool,
    n_taken: usize,
}

impl World<'_> {
    fn new(table: &mut Table) -> World<'_> {
        World { table, counts: BTreeMap::new(), shown: Vec::new(), has_ended: false, n_taken: 0 }
    }

    fn next(&mut self, source: String, n: u64) -> u64 {
        let count = self.counts.entry(source.clone()).or_default();
        *count += 1;
        let question = format!("{source} {count}");
        self.table.answer(question, n)
    }
}

fn n_values(sort: Sort) -> Option<u64> {
    match sort.kind() {
        SortKind::Bool => Some(2),
        SortKind::BitVec(width) => Some(1 << width.min(&3)),
        _ => None,
    }
}

fn value(sort: Sort, number: u64) -> Option<Value> {
    match sort.kind() {
        SortKind::Bool => Some(Value::Bool(number == 1)),
        SortKind::BitVec(width) => Some(Value::bits(*width, number.into())),
        _ => None,
    }
}

/// Variables begin with some value, which is the same in all executions and versions: there would be too many of these.
fn initial(mut variable: Symbol) -> Option<Value> {
    while let SymbolKind::Derived(original, _) = variable.kind() {
        variable = original;
    }
    let sort = variable.sort();
    match sort.array_sorts() {
        Some(_) => Some(Value::zero(sort)),
        None => value(sort, variable.name().bytes().map(u64::from).sum::<u64>() % n_values(sort)?),
    }
}

impl Inputs for World<'_> {
    fn havoc(&mut self, variable: Symbol, sort: Sort, _: OriginId) -> Option<Value> {
        let number = self.next(format!("havoc {variable}"), n_values(sort)?);
        value(sort, number)
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        usize::try_from(self.next("choice".to_owned(), n as u64)).ok()
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        initial(variable)
    }

    fn environment(&mut self) -> Option<&mut dyn Environment> {
        Some(self)
    }
}

impl Environment for World<'_> {
    fn perform(&mut self, primitive: Primitive, arguments: &[Value]) -> Reply {
        let last = arguments.last().and_then(Value::as_unsigned).unwrap_or_default();
        match primitive {
            Primitive::Get => {
                let number = self.next("input".to_owned(), 8);
                self.n_taken += usize::from(number != 7);
                Reply::Number(number.into())
            }
            Primitive::Time => Reply::Number(self.next("time".to_owned(), 8).into()),
            // It may depend on everything that was shown before, and on what was read.
            Primitive::Outside => {
                self.shown.push(format!("call {last}"));
                let history = format!("{:?} {}", self.shown, self.n_taken);
                Reply::Number(self.table.answer(history, 4).into())
            }
            _ => {
                self.has_ended |= matches!(primitive, Primitive::Exit);
                self.shown.push(format!("{primitive:?} {arguments:?}"));
                Reply::Number(last as i128)
            }
        }
    }
}

/// What is seen of an execution.
#[derive(Debug, PartialEq, Eq)]
enum Seen {
    Worked { shown: Vec<String>, has_ended: bool, n_taken: usize, result: Option<Value> },
    Failed,
    LeftOut,
    CutOff,
}

fn execute(program: &Program, table: &mut Table) -> (Seen, Execution) {
    let bounds = ExecutionBounds { max_steps: 2_000, max_call_depth: 8 };
    let mut world = World::new(table);
    let execution = interpreter::run(program, &mut world, &bounds);
    let World { shown, has_ended, n_taken, .. } = world;
    let result = program.procedure(program.entry).results[0];
    let steps = execution.steps.iter().rev();
    let assigned = |it: &&Step| it.command.target().is_some_and(|place| place.variable == result);
    let result = steps.into_iter().find(assigned).and_then(|it| it.value.clone());
    let seen = match &execution.end {
        End::Returned => Seen::Worked { shown, has_ended: false, n_taken, result },
        End::Stopped if has_ended => Seen::Worked { shown, has_ended, n_taken, result: None },
        End::Stopped | End::AssumeFailed { .. } => Seen::LeftOut,
        End::Error { .. } => Seen::Failed,
        End::Bound => Seen::CutOff,
        end => panic!("{end:?}"),
    };
    (seen, execution)
}

/// How two versions compare, when they are executed on all inputs.
#[derive(Debug, Default)]
struct Directly {
    differ: bool,
    incomparable: bool,
    /// Whether some step of some execution of the original that works has another value in the changed version.
    steps_differ: bool,
    some_work: bool,
}

/// None where there are too many executions, or one is cut off.
fn directly(original: &Program, changed: &Program) -> Option<Directly> {
    let mut table = Table::default();
    let mut directly = Directly::default();
    for _ in 0..MAX_EXECUTIONS {
        let (seen, first) = execute(original, &mut table);
        let (other, second) = execute(changed, &mut table);
        if seen == Seen::CutOff {
            return None;
        }
        if let Seen::Worked { .. } = seen {
            directly.some_work = true;
            match other {
                Seen::CutOff => return None,
                Seen::LeftOut => directly.incomparable = true,
                other => directly.differ |= seen != other,
            }
            let values = |it: &Execution| it.steps.iter().map(|it| it.value.clone()).collect::<Vec<_>>();
            directly.steps_differ |= values(&first) != values(&second);
        }
        if !table.advance() {
            return Some(directly);
        }
    }
    None
}

/// The checks that some execution violates; none where there are too many.
fn violated(program: &Program) -> Option<BTreeSet<CheckId>> {
    struct All(Table, usize);
    impl Inputs for All {
        fn havoc(&mut self, _: Symbol, sort: Sort, _: OriginId) -> Option<Value> {
            self.1 += 1;
            let number = self.0.answer(format!("{}", self.1), n_values(sort)?);
            value(sort, number)
        }
        fn choose(&mut self, n: usize) -> Option<usize> {
            self.1 += 1;
            usize::try_from(self.0.answer(format!("{}", self.1), n as u64)).ok()
        }
        fn initial(&mut self, variable: Symbol) -> Option<Value> {
            initial(variable)
        }
    }
    let bounds = ExecutionBounds { max_steps: 8_000, max_call_depth: 16 };
    let mut inputs = All(Table::default(), 0);
    let mut violated = BTreeSet::new();
    for _ in 0..MAX_EXECUTIONS {
        inputs.1 = 0;
        match interpreter::run(program, &mut inputs, &bounds).end {
            End::Error { check } => drop(violated.insert(check)),
            End::Bound => return None,
            End::NoInput { .. } | End::Undetermined { .. } => panic!("there is an answer to everything"),
            _ => {}
        }
        if !inputs.0.advance() {
            return Some(violated);
        }
    }
    None
}

/// How many pairs were looked at, and what came of them.
#[derive(Debug, Default)]
struct Tally {
    same: usize,
    differ: usize,
    open: usize,
    none_work: usize,
}

#[test]
fn products_say_what_executions_of_the_versions_say() {
    let mut tally = Tally::default();
    for seed in 0..N_PAIRS {
        let mut random = Random::new(seed);
        let lines = random_lines(&mut random);
        let other = mutated(&lines, &mut random);
        let (original, changed) = (parse(&lines.join("\n")), parse(&other.join("\n")));
        let Product { program, differences, undecided } = product(&original, &[&changed], Level::Program);
        let (Some(directly), Some(violated)) = (directly(&original, &changed), violated(&program)) else {
            continue;
        };
        let context =
            || format!("seed {seed}\n{}\nchanged:\n{}\n{directly:?}", lines.join("\n"), other.join("\n"));
        let differs = violated.iter().any(|it| differences.contains(it));
        let is_open = violated.iter().any(|it| undecided.contains(it));
        assert!(
            violated.iter().all(|it| differences.contains(it) || undecided.contains(it)),
            "{}",
            context()
        );
        if !differs && !is_open {
            assert!(!directly.differ && !directly.incomparable, "{}", context());
        }
        if differs {
            assert!(directly.differ, "{}", context());
        }
        if !is_open {
            assert_eq!(differs, directly.differ, "{}", context());
        }
        match (differs, is_open) {
            _ if !directly.some_work => tally.none_work += 1,
            (true, _) => tally.differ += 1,
            (false, true) => tally.open += 1,
            (false, false) => tally.same += 1,
        }
        if seed % 10 == 0 {
            let answer = compare(
                &original,
                &[&changed],
                Level::Program,
                &PortfolioConfig::default(),
                &Limits::unlimited(),
            );
            match answer {
                Comparison::Same { .. } => assert!(violated.is_empty(), "{}", context()),
                Comparison::Differ { .. } => assert!(differs, "{}", context()),
                Comparison::Open(WhyOpen::Incomparable(_)) => assert!(is_open && !differs, "{}", context()),
                Comparison::Open(reason) => panic!("{reason:?} {}", context()),
            }
        }
    }
    // Most are compared, and not all alike.
    assert!(tally.same > 50 && tally.differ > 50, "{tally:?}");
    assert!(tally.open < (tally.same + tally.differ) / 2, "{tally:?}");
}

#[test]
fn versions_whose_flag_is_never_raised_show_the_same() {
    let (mut n_quiet, mut n_raised) = (0, 0);
    for seed in 0..N_PAIRS {
        let mut random = Random::new(seed);
        let lines = random_lines(&mut random);
        let other = mutated(&lines, &mut random);
        let (original, changed) = (parse(&lines.join("\n")), parse(&other.join("\n")));
        let changes = changes(&original, &changed).expect("they have the same output");
        let flagged = flagged(&original, &changes);
        let (Some(directly), Some(violated)) = (directly(&original, &changed), violated(&flagged.program))
        else {
            continue;
        };
        let context = || {
            let changes = &changes.changes;
            format!(
                "seed {seed}\n{}\nchanged:\n{}\n{directly:?} {changes:?}",
                lines.join("\n"),
                other.join("\n")
            )
        };
        if violated.is_empty() {
            assert!(!directly.differ && !directly.incomparable, "{}", context());
            n_quiet += usize::from(directly.some_work && !changes.changes.is_empty());
        } else {
            assert!(directly.some_work, "{}", context());
            n_raised += 1;
        }
    }
    assert!(n_quiet > 40 && n_raised > 40, "{n_quiet} {n_raised}");
}

#[test]
fn a_flag_says_exactly_whether_another_value_comes_out() {
    let (mut n_quiet, mut n_raised) = (0, 0);
    for seed in 0..N_PAIRS {
        let mut random = Random::new(seed);
        let lines = random_lines(&mut random);
        let other = replaced_value(&lines, &mut random);
        let (original, changed) = (parse(&lines.join("\n")), parse(&other.join("\n")));
        let changes = changes(&original, &changed).expect("they have the same output");
        let context = || {
            format!(
                "seed {seed}\n{}\nchanged:\n{}\n{:?}",
                lines.join("\n"),
                other.join("\n"),
                changes.changes
            )
        };
        let is_pure = |change: &Change| matches!(change, Change::Value(_) | Change::Condition(_));
        assert!(changes.changes.iter().all(|(_, it)| is_pure(it)), "{}", context());
        let flagged = flagged(&original, &changes);
        let (Some(directly), Some(violated)) = (directly(&original, &changed), violated(&flagged.program))
        else {
            continue;
        };
        assert_eq!(!violated.is_empty(), directly.steps_differ, "{}", context());
        n_quiet += usize::from(violated.is_empty() && directly.some_work);
        n_raised += usize::from(!violated.is_empty());
    }
    assert!(n_quiet > 40 && n_raised > 40, "{n_quiet} {n_raised}");
}
