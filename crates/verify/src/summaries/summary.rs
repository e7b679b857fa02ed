//! Summaries: what may hold of every activation of a procedure that returns.
//!
//! A summary is a conjunction of implications. On the left there is a condition on the words with which an activation begins;
//! on the right the [span](faultscope_domains::span) of all words, before and after, that is, linear equations modulo a power of two, and
//! those of a list of comparisons that hold. It begins with no activation at all, and gets weaker with each that is
//! [added](Summary::add), so that this comes to an end.

use std::collections::BTreeSet;

use faultscope_ir::eval::eval;
use faultscope_ir::program::Display;
use faultscope_ir::{Command, Instruction, Op, ProcId, Program, Symbol, Term, Terminator, Value};
use rustc_hash::FxHashMap;

use super::call_graph::CallGraph;
use super::words::{Words, old};
use crate::limits::{
    MAX_RELATED_WORDS, MAX_SUMMARIZED_CASES, MAX_SUMMARIZED_CONSTANTS, MAX_SUMMARIZED_VALUES,
};
use faultscope_domains::span::Span;

/// The summaries of procedures.
pub(super) type Summaries = FxHashMap<ProcId, Summary>;

/// How many cases a summary tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Those at the constants of the text.
    Constants,
    /// Also the values of parameters, one by one, up to the largest constant.
    Values,
}

/// What is known of the activations of a procedure that return.
#[derive(Debug, Clone)]
pub(super) struct Summary {
    cases: Vec<Case>,
}

#[derive(Debug, Clone)]
struct Case {
    guard: Term,
    is_reached: bool,
    comparisons: Vec<Term>,
    groups: Vec<Group>,
}

/// Words of one width.
#[derive(Debug, Clone)]
struct Group {
    terms: Vec<Term>,
    span: Span,
}

impl Summary {
    /// That of no activation of a procedure. What its component compares decides what there is to say.
    pub(super) fn new(program: &Program, graph: &CallGraph, id: ProcId, detail: Detail) -> Summary {
        let texts = Texts::new(program, graph, id);
        let words = Words::new(program, graph, id);
        let parameters: Vec<Word> = words
            .inputs
            .iter()
            .filter(|it| program.procedure(id).parameters.contains(it))
            .map(|it| Word::new(program, *it, old(*it)))
            .collect();
        let inputs: Vec<Word> = words.inputs.iter().map(|it| Word::new(program, *it, old(*it))).collect();
        let outputs: Vec<Word> = words.outputs.iter().map(|it| Word::new(program, *it, *it)).collect();
        let mut terms: Vec<Word> = inputs.iter().chain(&outputs).copied().collect();
        if texts.doubles {
            terms.extend(parameters.iter().map(|it| Word { term: it.power_of_two(), ..*it }));
        }
        let groups: Vec<Group> =
            [8, 16, 32, 64].into_iter().filter_map(|width| group(width, &terms)).collect();
        let comparisons = comparisons(&inputs, &outputs, &texts.constants);
        let mut cases = vec![Case::new(Term::bool(true), &comparisons, &groups)];
        for guard in bounds(&parameters, &texts.own_constants) {
            cases.push(Case::new(guard, &comparisons, &groups));
        }
        for guard in values(&parameters, &texts.constants, detail) {
            cases.push(Case::new(guard, &[], &groups));
        }
        cases.truncate(MAX_SUMMARIZED_CASES);
        Summary { cases }
    }

    /// The summary as a formula over the words before and after.
    pub(super) fn formula(&self) -> Term {
        let [always, ..] = &self.cases[..] else { return Term::bool(true) };
        if !always.is_reached {
            return Term::bool(false);
        }
        let known = always.facts();
        let implications = self.cases[1..].iter().map(|case| match case.is_reached {
            true => {
                let facts = case.facts().into_iter().filter(|fact| !known.contains(fact));
                case.guard.implies(Term::all(facts))
            }
            false => case.guard.not(),
        });
        Term::all(known.iter().copied().chain(implications))
    }

    /// Adds an activation, given by the values of its words; whether it was not one of those there were. None if that cannot be
    /// said.
    pub(super) fn add(&mut self, value: &mut dyn FnMut(Symbol) -> Option<Value>) -> Option<bool> {
        let mut is_new = false;
        for case in &mut self.cases {
            if !eval(case.guard, value)?.as_bool()? {
                continue;
            }
            is_new |= !std::mem::replace(&mut case.is_reached, true);
            let n_before = case.comparisons.len();
            case.comparisons.retain(|it| eval(*it, value).and_then(|it| it.as_bool()) == Some(true));
            is_new |= case.comparisons.len() < n_before;
            for group in &mut case.groups {
                let coordinate = |term: &Term| Some(eval(*term, value)?.as_unsigned()? as u64);
                let point: Option<Vec<u64>> = group.terms.iter().map(coordinate).collect();
                is_new |= group.span.add(&point?);
            }
        }
        Some(is_new)
    }
}

impl Case {
    fn new(guard: Term, comparisons: &[Term], groups: &[Group]) -> Case {
        Case { guard, is_reached: false, comparisons: comparisons.to_vec(), groups: groups.to_vec() }
    }

    /// What holds of all activations that were added.
    fn facts(&self) -> Vec<Term> {
        let mut facts = self.comparisons.clone();
        for group in &self.groups {
            facts.extend(group.span.equations().iter().map(|equation| equation.formula(&group.terms)));
        }
        facts
    }
}

/// A word, and whether it has a sign.
#[derive(Debug, Clone, Copy)]
struct Word {
    term: Term,
    is_signed: bool,
}

impl Word {
    fn new(program: &Program, variable: Symbol, symbol: Symbol) -> Word {
        let is_signed = matches!(program.display(variable), Display::Signed | Display::Plain);
        Word { term: Term::symbol(symbol), is_signed }
    }

    fn width(self) -> u32 {
        self.term.sort().bit_width().unwrap_or(0)
    }

    fn power_of_two(self) -> Term {
        Term::bits(self.width(), 1).bv_shl(self.term)
    }

    fn constant(self, number: i128) -> Option<Term> {
        let (low, high) = match self.is_signed {
            true => (-(1 << (self.width() - 1)), (1 << (self.width() - 1)) - 1),
            false => (0, (1 << self.width()) - 1),
        };
        (low..=high).contains(&number).then(|| Term::signed_bits(self.width(), number))
    }

    fn less(self, other: Term) -> Term {
        if self.is_signed { self.term.bv_slt(other) } else { self.term.bv_ult(other) }
    }

    fn at_most(self, other: Term) -> Term {
        if self.is_signed { self.term.bv_sle(other) } else { self.term.bv_ule(other) }
    }
}

/// The words of a width, wider ones with narrower words beside. None where there are none, or too many.
fn group(width: u32, words: &[Word]) -> Option<Group> {
    let mut terms: Vec<Term> = words.iter().filter(|it| it.width() == width).map(|it| it.term).collect();
    if width == 64 && !terms.is_empty() {
        let extended = words.iter().filter(|it| it.width() == 32).map(|it| match it.is_signed {
            true => it.term.sign_extend_to(64),
            false => it.term.zero_extend_to(64),
        });
        terms.extend(extended);
    }
    (!terms.is_empty() && terms.len() <= MAX_RELATED_WORDS).then(|| Group { terms, span: Span::empty(width) })
}

/// What may hold of results beside equations.
fn comparisons(inputs: &[Word], outputs: &[Word], constants: &[i128]) -> Vec<Term> {
    let mut comparisons = Vec::new();
    for output in outputs {
        for constant in constants.iter().filter_map(|it| output.constant(*it)) {
            comparisons.push(output.at_most(constant));
            comparisons.push(output.less(constant).not());
            comparisons.push(output.term.differs(constant));
        }
        let one = Term::bits(output.width(), 1);
        for input in inputs.iter().filter(|it| it.width() == output.width()) {
            let input = input.term;
            comparisons.extend([output.less(input), output.at_most(input)]);
            comparisons.extend([output.less(input).not(), output.at_most(input).not()]);
            comparisons.extend([output.at_most(input.bv_add(one)), output.less(input.bv_sub(one)).not()]);
        }
    }
    comparisons
}

/// Conditions by which a parameter lies on one side of a constant.
fn bounds(parameters: &[Word], constants: &[i128]) -> Vec<Term> {
    let mut guards: Vec<Term> = Vec::new();
    for parameter in parameters {
        for number in constants {
            let Some(constant) = parameter.constant(*number) else { continue };
            let mut conditions = vec![parameter.at_most(constant)];
            // At most the number before is the same.
            if !constants.contains(&(number - 1)) {
                conditions.push(parameter.less(constant));
            }
            guards.extend(
                conditions.into_iter().flat_map(|it| [it, it.not()]).filter(|it| it.as_bool().is_none()),
            );
        }
    }
    let is_positive = |it: &Word| Some(it.less(it.constant(0)?).not());
    let signed: Vec<Term> = parameters.iter().filter(|it| it.is_signed).filter_map(is_positive).collect();
    if signed.len() > 1 {
        guards.push(Term::all(signed));
    }
    guards
}

/// Conditions by which a parameter has a value.
fn values(parameters: &[Word], constants: &[i128], detail: Detail) -> Vec<Term> {
    let mut numbers: BTreeSet<i128> = constants.iter().copied().collect();
    if detail == Detail::Values {
        let largest = constants.iter().copied().max().unwrap_or(0).min(MAX_SUMMARIZED_VALUES);
        numbers.extend(0..=largest);
    }
    let of = |it: &Word| {
        let it = *it;
        numbers
            .iter()
            .filter_map(move |number| Some(it.term.equals(it.constant(*number)?)))
            .collect::<Vec<Term>>()
    };
    parameters.iter().flat_map(of).collect()
}

/// What the text of a component and of those who call it tells.
struct Texts {
    /// Numbers that the component compares something with.
    own_constants: Vec<i128>,
    /// Numbers that it or its callers compare something with.
    constants: Vec<i128>,
    /// Whether something is added that grows with each call by a factor.
    doubles: bool,
}

impl Texts {
    fn new(program: &Program, graph: &CallGraph, id: ProcId) -> Texts {
        let component = graph.recursive_component(id);
        let is_own = |it: ProcId| graph.recursive_component(it) == component;
        let n_calls = |it: ProcId| {
            let instructions = program.procedure(it).instructions();
            instructions.filter(|it| matches!(it, Instruction::Call(call) if is_own(call.callee))).count()
        };
        let (mut own, mut others) = (BTreeSet::from([0, 1]), BTreeSet::new());
        let mut doubles = false;
        for it in (0..program.procedures.len() as u32).map(ProcId) {
            if is_own(it) {
                doubles |= n_calls(it) > 1;
                compared(program, it, &mut |number| _ = own.insert(number), &mut doubles);
            } else if n_calls(it) > 0 {
                compared(program, it, &mut |number| _ = others.insert(number), &mut false);
            }
        }
        let smallest = |numbers: &BTreeSet<i128>| {
            let mut numbers: Vec<i128> = numbers.iter().copied().collect();
            numbers.sort_by_key(|it| (it.unsigned_abs(), *it < 0));
            numbers.truncate(MAX_SUMMARIZED_CONSTANTS);
            numbers
        };
        let mut constants = smallest(&own);
        let own_constants = constants.clone();
        others.retain(|it| !constants.contains(it));
        constants.extend(smallest(&others));
        Texts { own_constants, constants, doubles }
    }
}

/// Tells the numbers that a procedure compares something with, and notes whether it multiplies.
fn compared(program: &Program, id: ProcId, tell: &mut dyn FnMut(i128), multiplies: &mut bool) {
    let mut look = |term: Term| {
        term.visit(&mut |term| {
            let compared = [Op::Eq, Op::BvSlt, Op::BvSle, Op::BvUlt, Op::BvUle];
            let operands = compared.iter().find_map(|op| term.operands_of(*op)).into_iter().flatten();
            operands.filter_map(|it| it.as_value()?.as_signed()).for_each(&mut *tell);
            *multiplies |= [Op::BvMul, Op::BvShl].iter().any(|op| term.operands_of(*op).is_some());
        });
    };
    for block in &program.procedure(id).blocks {
        for instruction in &block.instructions {
            match instruction {
                Instruction::Statement(statement) => match &statement.command {
                    Command::Assign { value: term, .. } | Command::Assume { condition: term } => look(*term),
                    Command::Havoc { .. } => {}
                },
                Instruction::Call(call) => call.arguments.iter().for_each(|(argument, _)| look(*argument)),
            }
        }
        if let Terminator::Branch { condition, .. } = &block.terminator {
            look(*condition);
        }
    }
}
