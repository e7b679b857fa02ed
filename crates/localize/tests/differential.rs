//! Verdicts on random traces against enumeration of every state, value and outcome.

// By path: the test kit depends on this crate.
#[path = "../../testkit/src/brute.rs"]
mod brute;
mod common;

use brute::Truth;
use common::{Trace, Traces, trace_program};
use faultscope_ir::{Command, Op, Place, Sort, SortKind, Symbol, Term, Value};
use faultscope_localize::program::constant::Constant;
use faultscope_localize::program::{InProgram, Localized, aggregate};
use faultscope_localize::relevance::{self, Config, relevance};
use faultscope_localize::{Finding, ProgramFinding, Strength};
use faultscope_solver::Limits;

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Random commands over some variables.
struct Generator<'a> {
    random: &'a mut Random,
    variables: &'a [Symbol],
}

impl Generator<'_> {
    fn command(&mut self) -> Command {
        match self.random.below(9) {
            0..=3 => {
                let target = self.place();
                let value = self.term(target.read().sort(), 2);
                Command::Assign { target, value }
            }
            4 | 5 => Command::Havoc { target: self.place() },
            _ => Command::Assume { condition: self.term(Sort::bool(), 3) },
        }
    }

    fn place(&mut self) -> Place {
        let variable = self.random.pick(self.variables);
        match variable.sort().array_sorts() {
            Some((index, _)) if self.random.below(6) > 0 => Place::cell(variable, self.term(index, 1)),
            _ => Place::variable(variable),
        }
    }

    fn leaf(&mut self, sort: Sort) -> Term {
        let fitting: Vec<Symbol> = self.variables.iter().copied().filter(|it| it.sort() == sort).collect();
        let arrays: Vec<Symbol> = self
            .variables
            .iter()
            .copied()
            .filter(|it| it.sort().array_sorts().is_some_and(|(_, element)| element == sort))
            .collect();
        match self.random.below(5) {
            0 if !arrays.is_empty() => {
                let array = self.random.pick(&arrays);
                let index = array.sort().array_sorts().unwrap().0;
                Term::symbol(array).select(self.leaf(index))
            }
            1..=3 if !fitting.is_empty() => Term::symbol(self.random.pick(&fitting)),
            _ => {
                let values = brute::values_of(sort);
                let number = self.random.below(values.len());
                Term::value(values[number].clone())
            }
        }
    }

    fn term(&mut self, sort: Sort, depth: usize) -> Term {
        if depth == 0 || self.random.below(4) == 0 {
            return self.leaf(sort);
        }
        match sort.kind() {
            SortKind::Bool => self.condition(depth - 1),
            SortKind::BitVec(_) => self.number(sort, depth - 1),
            SortKind::Array(index, element) => {
                let (at, put) = (self.term(*index, 1), self.term(*element, depth - 1));
                self.leaf(sort).store(at, put)
            }
            _ => unreachable!("no such variables"),
        }
    }

    fn number(&mut self, sort: Sort, depth: usize) -> Term {
        let (lhs, rhs) = (self.term(sort, depth), self.term(sort, depth));
        match self.random.below(8) {
            0..=2 => lhs.bv_add(rhs),
            3 | 4 => lhs.bv_sub(rhs),
            5 => self.term(Sort::bool(), depth).ite(lhs, rhs),
            6 => lhs.bv_mul(rhs),
            _ => Term::app(self.random.pick(&[Op::BvAnd, Op::BvXor, Op::BvLshr]), &[lhs, rhs]),
        }
    }

    fn condition(&mut self, depth: usize) -> Term {
        let numbers: Vec<Sort> =
            self.variables.iter().map(|it| it.sort()).filter(|it| it.bit_width().is_some()).collect();
        let choice = self.random.below(10);
        if choice < 7 && !numbers.is_empty() {
            let sort = self.random.pick(&numbers);
            let (lhs, rhs) = (self.term(sort, depth.min(1)), self.term(sort, depth.min(1)));
            return match choice {
                0 | 1 => lhs.equals(rhs),
                2 => lhs.differs(rhs),
                3 => lhs.bv_ult(rhs),
                4 => lhs.bv_sle(rhs),
                _ => lhs.bv_slt(rhs),
            };
        }
        let (lhs, rhs) = (self.term(Sort::bool(), depth), self.term(Sort::bool(), depth));
        match choice {
            7 => lhs.and(rhs),
            8 => lhs.or(rhs),
            _ => lhs.not(),
        }
    }
}

fn variable_sets() -> Vec<Vec<Symbol>> {
    let int = |name: &str, width| Symbol::new(&format!("{name}{width}"), Sort::bits(width));
    let bool = |name: &str| Symbol::new(name, Sort::bool());
    let array = |index: u32, element: Sort| {
        Symbol::new(&format!("a{index}{element}"), Sort::array(Sort::bits(index), element))
    };
    vec![
        vec![int("x", 2), int("y", 2), int("z", 2)],
        vec![int("x", 3), int("y", 3)],
        vec![int("x", 3), int("y", 2), bool("b")],
        vec![int("x", 2), int("i", 1), array(1, Sort::bits(2))],
        vec![bool("b"), int("i", 2), array(2, Sort::bool())],
        vec![int("x", 2), int("y", 2), bool("b"), bool("c")],
        vec![int("x", 1), array(1, Sort::array(Sort::bits(1), Sort::bool())), bool("b")],
    ]
}

/// Runs over random traces until `n_wanted` feasible ones were compared.
#[track_caller]
fn compare(seed: u64, n_wanted: usize, config: &Config) {
    let mut random = Random(seed);
    let mut n_compared = 0;
    let mut n_strengths = [0; 6];
    while n_compared < n_wanted {
        let sets = variable_sets();
        let variables = &sets[random.below(sets.len())];
        let n_steps = 2 + random.below(8);
        let mut generator = Generator { random: &mut random, variables };
        let commands: Vec<Command> = (0..n_steps).map(|_| generator.command()).collect();
        let trace = Trace::of(&commands);
        let Some(truths) = brute::verdicts(&trace.trace, variables) else { continue };
        n_compared += 1;
        let outcome = relevance(&trace.program, &trace.trace, config, &Limits::unlimited());
        assert_eq!(outcome.feasible, Some(true), "{}", trace.text());
        for truth in &truths {
            let finding =
                outcome.findings.iter().find(|it| it.step == truth.step).expect("all are asked for");
            n_strengths[finding.strength as usize] += 1;
            if let Some(disagreement) = disagreement(truth, finding) {
                panic!("step {} of\n{}{disagreement}\n{truth:?}\n{finding:?}", truth.step, trace.text());
            }
        }
    }
    assert!(n_strengths[..4].iter().all(|n| *n > 0), "every row occurs: {n_strengths:?}");
    assert_eq!(n_strengths[Strength::Undecided as usize], 0);
}

fn disagreement(truth: &Truth, finding: &Finding) -> Option<String> {
    let expected = if !truth.constants.is_empty() && truth.relevant {
        Strength::Constant
    } else if truth.expression {
        Strength::Expression
    } else if truth.relevant {
        Strength::Relevant
    } else if truth.trace_aberrant {
        Strength::TraceAberrant
    } else {
        Strength::Irrelevant
    };
    if finding.strength != expected || !finding.undecided.is_empty() {
        return Some(format!("expected {expected:?}"));
    }
    let good: &[Value] = if expected == Strength::Constant { &truth.constants } else { &truth.helping };
    let bad = finding
        .values
        .iter()
        .find(|value| expected <= Strength::Relevant && !good.contains(&brute::canonical(value)));
    bad.map(|value| format!("{value} does not help"))
}

fn config() -> Config {
    Config { trace_aberrant: true, irrelevant: true, ..Config::standard() }
}

#[test]
fn random_traces_agree_with_enumeration() {
    compare(1, 3000, &config());
}

#[test]
fn random_traces_agree_with_enumeration_by_the_solver_alone() {
    compare(2, 600, &Config { solver_only: true, ..config() });
}

#[test]
fn a_trace_program_has_one_statement_per_command() {
    let program = trace_program(3);
    assert_eq!(program.sources.n_origins(), 3);
}

/// Runs over sets of random traces through the same statements until `n_wanted` of them were compared.
#[track_caller]
fn compare_programs(seed: u64, n_wanted: usize, config: &Config) {
    let mut random = Random(seed);
    // How often a statement relevant in all traces has a constant, and how often none though each trace has one.
    let mut n_constants = [0; 2];
    for _ in 0..n_wanted {
        let sets = variable_sets();
        let variables = &sets[random.below(sets.len())];
        let n_traces = 2 + random.below(3);
        let commands = random_traces(&mut random, variables, n_traces);
        let traces = Traces::of(&commands);
        let limits = Limits::unlimited();
        let outcomes: Vec<relevance::Outcome> =
            traces.traces.iter().map(|it| relevance(&traces.program, it, config, &limits)).collect();
        let localized: Vec<Localized<'_>> = traces
            .traces
            .iter()
            .zip(&outcomes)
            .map(|(trace, outcome)| Localized { trace, findings: &outcome.findings })
            .collect();
        let outcome = aggregate(&traces.program, &localized, config, &limits);
        let truths: Vec<Vec<Truth>> = traces
            .traces
            .iter()
            .map(|it| brute::verdicts(it, variables).expect("only feasible ones are made"))
            .collect();
        for finding in &outcome.findings {
            let statement = traces.statement(finding.finding().origin);
            let of_traces: Vec<ProgramTruth> = traces
                .traces
                .iter()
                .zip(&truths)
                .map(|(trace, truths)| ProgramTruth::of(trace, truths, statement))
                .collect();
            if let Some(disagreement) = program_disagreement(&of_traces, finding, &mut n_constants) {
                panic!("{statement} of\n{}{disagreement}\n{of_traces:?}\n{finding:?}", traces.text());
            }
        }
    }
    assert!(n_constants.iter().all(|n| *n > n_wanted / 20), "both occur: {n_constants:?}");
}

/// Feasible traces that begin with the same assignment and go on with some of the same few commands.
fn random_traces(random: &mut Random, variables: &[Symbol], n_traces: usize) -> Vec<Vec<Command>> {
    loop {
        let mut generator = Generator { random, variables };
        let (assigning, mut assumes): (Vec<Command>, Vec<Command>) =
            (0..24).map(|_| generator.command()).partition(|it| it.target().is_some());
        let Some(first) = assigning.first().and_then(Command::target) else { continue };
        assumes
            .retain(|it| matches!(it, Command::Assume { condition } if condition.mentions(first.variable)));
        if assumes.len() < 2 {
            continue;
        }
        let mut traces: Vec<Vec<Command>> = Vec::new();
        for _ in 0..12 {
            let mut trace = vec![assigning[0].clone()];
            for _ in 0..1 + random.below(3) {
                let commands = if random.below(4) == 0 { &assigning } else { &assumes };
                trace.push(commands[random.below(commands.len().min(4))].clone());
            }
            trace.push(assumes[random.below(assumes.len())].clone());
            let is_feasible = || brute::verdicts(&Trace::of(&trace).trace, variables).is_some();
            if !traces.contains(&trace) && is_feasible() {
                traces.push(trace);
            }
            if traces.len() == n_traces {
                return traces;
            }
        }
    }
}

/// What holds of a statement on a trace.
#[derive(Debug)]
struct ProgramTruth {
    relevant: bool,
    /// The values that fix the trace at some occurrence.
    constants: Vec<Value>,
}

impl ProgramTruth {
    fn of(trace: &faultscope_ir::Trace, truths: &[Truth], statement: &Command) -> ProgramTruth {
        let own = || truths.iter().filter(|it| trace.steps[it.step].command == *statement);
        let constants = own().flat_map(|it| it.constants.iter().cloned()).collect();
        ProgramTruth { relevant: own().any(|it| it.relevant), constants }
    }
}

fn program_disagreement(
    truths: &[ProgramTruth],
    finding: &ProgramFinding<'_>,
    n_constants: &mut [usize; 2],
) -> Option<String> {
    let relevant: Vec<usize> = (0..truths.len()).filter(|idx| truths[*idx].relevant).collect();
    if finding.relevant_in().collect::<Vec<_>>() != relevant {
        return Some(format!("expected to be relevant in {relevant:?}"));
    }
    let in_all = relevant.len() == truths.len();
    let expected = if in_all { InProgram::Relevant } else { InProgram::NotRelevant };
    if finding.in_program() != expected {
        return Some(format!("expected {expected:?}"));
    }
    let fixing = |value: &Value| truths.iter().all(|it| it.constants.contains(value));
    let fixes_all = truths[0].constants.iter().any(fixing);
    n_constants[0] += usize::from(fixes_all);
    n_constants[1] += usize::from(!fixes_all && truths.iter().all(|it| !it.constants.is_empty()));
    match &finding.constant {
        Constant::Values(values) if values.iter().all(|it| fixing(&brute::canonical(it))) => {
            values.is_empty().then(|| "no value is no constant".to_owned())
        }
        Constant::None if !fixes_all => None,
        _ => Some(format!("a constant: {fixes_all}")),
    }
}

#[test]
fn sets_of_random_traces_agree_with_enumeration() {
    compare_programs(3, 1000, &config());
}

#[test]
fn sets_of_random_traces_agree_with_enumeration_by_the_solver_alone() {
    compare_programs(4, 200, &Config { solver_only: true, ..config() });
}
