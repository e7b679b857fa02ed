//! The repair program of a trace.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::term::Purpose;
use faultscope_ir::{Command, Op, OriginId, OriginKind, Place, Sort, Span, Symbol, Term};

use super::specification::{Choice, Specification};
use crate::baselines::backward_slice::{data_dependences, slice};
use crate::baselines::control::Control;
use crate::baselines::formula::{Failure, is_too_large};
use crate::execution::{Input, evaluate};
use crate::ranking::is_copy;
use crate::suffix::Suffix;

/// How wide the numbers of changes and of weights are.
const NUMBER_WIDTH: u32 = 16;

/// A source statement that can be changed.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) origin: OriginId,
    pub(super) last_step: usize,
    /// Whether the trace has one step of it.
    pub(super) is_once: bool,
    /// Whether it is executed in a loop.
    pub(super) is_in_loop: bool,
    /// Whether it only passes on the value of a variable.
    pub(super) is_copy: bool,
    /// Whether it is changed.
    pub(super) selector: Term,
    /// With a library: what it can be changed to.
    choice: Option<Choice>,
}

/// A way out.
#[derive(Debug)]
pub(super) struct Exit {
    pub(super) step: usize,
    /// Whether the execution leaves the trace here.
    pub(super) taken: Term,
}

/// A trace whose statements can be changed.
pub(super) struct RepairProgram {
    /// In the order of their first steps.
    pub(super) statements: Vec<Statement>,
    /// Those of them of which at most one is changed.
    pub(super) correlated: BTreeSet<(usize, usize)>,
    pub(super) exits: Vec<Exit>,
    /// What holds on all executions.
    pub(super) facts: Vec<Term>,
    /// The sum of the weights of what is changed.
    pub(super) weight: Term,
    /// How many statements are changed.
    pub(super) n_changes: Term,
}

impl RepairProgram {
    /// The repair program of a failing execution, whose steps before the `first` one are as they were executed.
    pub(super) fn new(
        failure: &Failure<'_>,
        control: &Control,
        specification: &Specification,
        first: usize,
    ) -> RepairProgram {
        let execution = failure.execution();
        let dependences = data_dependences(failure.trace, &execution);
        let is_in_slice = slice(failure, control, &dependences);
        let places = Places::new(failure, specification, &is_in_slice, first);
        let statements = places.statements(failure, specification);
        let correlated = places.correlated(&dependences);
        let mut builder = Builder {
            failure,
            control,
            specification,
            places: &places,
            is_in_slice: &is_in_slice,
            first,
            statements: &statements,
            suffix: Suffix::knowing(&execution, 0),
            is_live: Term::bool(true),
            exits: Vec::new(),
            facts: statements.iter().filter_map(Statement::is_one_of_its_alternatives).collect(),
        };
        builder.run();
        let (exits, facts) = (builder.exits, builder.facts);
        let weights = statements.iter().map(Statement::weight);
        let (weight, n_changes) = (sum(weights), sum(statements.iter().map(|it| counted(it.selector))));
        RepairProgram { correlated, exits, facts, weight, n_changes, statements }
    }

    /// Whether a solver gets so much to do that it is not asked.
    pub(super) fn is_too_large(&self) -> bool {
        let formulas: Vec<Term> =
            self.exits.iter().map(|it| it.taken).chain(self.facts.iter().copied()).collect();
        is_too_large(&formulas)
    }

    /// A number of changes or of weights as a term.
    pub(super) fn number(number: u32) -> Term {
        Term::bits(NUMBER_WIDTH, u128::from(number))
    }
}

impl Statement {
    /// The statement with its selector.
    fn new(failure: &Failure<'_>, number: usize, steps: &[usize], choice: Option<&Choice>) -> Statement {
        let trace_steps = &failure.trace.steps;
        let selector = match choice {
            Some(choice) => Term::symbol(choice.variable).differs(chosen(choice, 0)),
            None => Term::symbol(Symbol::generated(Purpose::Changed(number), Sort::bool())),
        };
        let last_step = steps[steps.len() - 1];
        Statement {
            origin: choice.map_or(trace_steps[last_step].origin, |it| it.statement),
            last_step,
            is_once: steps.len() == 1,
            is_in_loop: steps.iter().any(|step| !trace_steps[*step].iterations.is_empty()),
            is_copy: steps.iter().all(|step| is_copy(&trace_steps[*step].command)),
            selector,
            choice: choice.cloned(),
        }
    }

    /// The variable that chooses among alternatives.
    pub(super) fn chooses(&self) -> Option<Symbol> {
        self.choice.as_ref().map(|it| it.variable)
    }

    fn is_one_of_its_alternatives(&self) -> Option<Term> {
        let choice = self.choice.as_ref()?;
        Some(Term::symbol(choice.variable).bv_ule(chosen(choice, choice.weights.len())))
    }

    fn weight(&self) -> Term {
        let none = RepairProgram::number(0);
        let Some(choice) = &self.choice else { return none };
        choice.weights.iter().enumerate().fold(none, |others, (idx, weight)| {
            let is_chosen = Term::symbol(choice.variable).equals(chosen(choice, idx + 1));
            is_chosen.ite(RepairProgram::number(*weight), others)
        })
    }

    /// What a step of the statement has where it is changed: with a library it says so itself, otherwise anything instead of
    /// its own.
    fn changed(&self, step: usize, own: Term) -> Term {
        match self.choice {
            Some(_) => own,
            None => {
                let anything = Symbol::generated(Purpose::Replacement(step), own.sort());
                self.selector.ite(Term::symbol(anything), own)
            }
        }
    }
}

/// The value of a choice's variable for the alternative of a number, from 1, or 0 for none.
fn chosen(choice: &Choice, number: usize) -> Term {
    Term::bits(choice.variable.sort().bit_width().unwrap_or(NUMBER_WIDTH), number as u128)
}

fn counted(selector: Term) -> Term {
    selector.ite(RepairProgram::number(1), RepairProgram::number(0))
}

fn sum(numbers: impl Iterator<Item = Term>) -> Term {
    numbers.reduce(|lhs, rhs| Term::app(Op::BvAdd, &[lhs, rhs])).unwrap_or(RepairProgram::number(0))
}

/// Which source statements can be changed, and where their steps are.
struct Places {
    /// The steps of each, in the order of the first.
    steps: Vec<Vec<usize>>,
    /// With a library the choice of each.
    choices: Vec<Option<usize>>,
    /// For each step the statement that it is of.
    owners: Vec<Option<usize>>,
}

impl Places {
    fn new(
        failure: &Failure<'_>,
        specification: &Specification,
        is_in_slice: &[bool],
        first: usize,
    ) -> Places {
        let sources = &failure.program.sources;
        let key = |origin: OriginId| sources.statement(origin);
        let trusted: BTreeSet<(Span, OriginKind)> = specification.trusted.iter().map(|it| key(*it)).collect();
        let library = specification.library.as_deref();
        let mut numbers: BTreeMap<(Span, OriginKind), usize> = BTreeMap::new();
        let mut places =
            Places { steps: Vec::new(), choices: Vec::new(), owners: vec![None; failure.trace.len()] };
        for step in (first..failure.violated.0).filter(|step| is_in_slice[*step]) {
            let choice =
                library.map(|library| library.iter().position(|it| is_made(failure, step, it.variable)));
            let statement = match choice {
                Some(None) => continue,
                Some(Some(choice)) => {
                    library.map_or(failure.trace.steps[step].origin, |it| it[choice].statement)
                }
                None => failure.trace.steps[step].origin,
            };
            let is_kept = library.is_none() && specification.kept.contains(&step);
            if is_kept || !is_changeable(failure, step) || trusted.contains(&key(statement)) {
                continue;
            }
            let number = *numbers.entry(key(statement)).or_insert(places.steps.len());
            if number == places.steps.len() {
                places.steps.push(Vec::new());
                places.choices.push(choice.flatten());
            }
            places.steps[number].push(step);
            places.owners[step] = Some(number);
        }
        places
    }

    fn statements(&self, failure: &Failure<'_>, specification: &Specification) -> Vec<Statement> {
        let library = specification.library.as_deref().unwrap_or(&[]);
        let numbered = self.steps.iter().zip(&self.choices).enumerate();
        numbered
            .map(|(number, (steps, choice))| {
                Statement::new(failure, number, steps, choice.map(|it| &library[it]))
            })
            .collect()
    }

    /// The pairs of which one uses what the other defines (\[1\] section 4.3), directly or by way of steps that cannot be changed.
    fn correlated(&self, dependences: &[Vec<usize>]) -> BTreeSet<(usize, usize)> {
        let mut pairs = BTreeSet::new();
        // For each step that cannot be changed the statements that its value comes from.
        let mut behind: Vec<BTreeSet<usize>> = Vec::with_capacity(dependences.len());
        for (step, earlier) in dependences.iter().enumerate() {
            let mut definitions = BTreeSet::new();
            for it in earlier {
                match self.owners[*it] {
                    Some(owner) => drop(definitions.insert(owner)),
                    None => definitions.extend(&behind[*it]),
                }
            }
            if let Some(owner) = self.owners[step] {
                pairs.extend(definitions.iter().filter(|it| **it != owner).map(|it| (*it, owner)));
                definitions.clear();
            }
            behind.push(definitions);
        }
        pairs
    }
}

/// Whether a step evaluates what a variable chooses.
fn is_made(failure: &Failure<'_>, step: usize, variable: Symbol) -> bool {
    match &*failure.trace.steps[step].command {
        Command::Assign { value, .. } => value.mentions(variable),
        Command::Assume { condition } => condition.mentions(variable),
        Command::Havoc { .. } => false,
    }
}

/// Whether a step can be changed: an assignment of a value or a condition of the user's. What comes from outside is fixed.
fn is_changeable(failure: &Failure<'_>, step: usize) -> bool {
    let is_value = match &*failure.trace.steps[step].command {
        Command::Assign { value, .. } => value.sort().array_sorts().is_none(),
        Command::Assume { .. } => true,
        Command::Havoc { .. } => false,
    };
    is_value && failure.is_candidate(step)
}

/// A repair program that is being made.
struct Builder<'a> {
    failure: &'a Failure<'a>,
    control: &'a Control,
    specification: &'a Specification,
    places: &'a Places,
    is_in_slice: &'a [bool],
    /// The steps before this one are as they were executed.
    first: usize,
    statements: &'a [Statement],
    suffix: Suffix<'a>,
    /// Whether no exit was taken.
    is_live: Term,
    exits: Vec<Exit>,
    facts: Vec<Term>,
}

impl Builder<'_> {
    fn run(&mut self) {
        let failure = self.failure;
        let choices: Vec<Symbol> = self.statements.iter().filter_map(Statement::chooses).collect();
        let none = |variable: Symbol| Term::bits(variable.sort().bit_width().unwrap_or(NUMBER_WIDTH), 0);
        self.choose(&choices, none);
        let mut violated = Term::bool(true);
        for (step, it) in failure.trace.steps.iter().enumerate().take(failure.violated.1 + 1) {
            if step == self.first {
                self.choose(&choices, Term::symbol);
            }
            match &*it.command {
                Command::Assume { condition } if failure.is_violated(step) => {
                    violated = violated.and(evaluate(&mut self.suffix, *condition));
                }
                Command::Assume { condition } => self.assume(step, *condition),
                Command::Assign { value, .. } => self.assign(step, &it.command, *value),
                Command::Havoc { target } if choices.contains(&target.variable) => {}
                Command::Havoc { target } => {
                    let input = failure.input(Input::Havoc(step, target.variable));
                    self.suffix.run(&it.command, Some(input));
                }
            }
        }
        self.exit(failure.violated.1, violated.not());
    }

    /// Gives the variables that choose among alternatives their values.
    fn choose(&mut self, choices: &[Symbol], value: impl Fn(Symbol) -> Term) {
        for variable in choices {
            let command = Command::Havoc { target: Place::variable(*variable) };
            self.suffix.run(&command, Some(value(*variable)));
        }
    }

    fn assign(&mut self, step: usize, command: &Command, own: Term) {
        let Some(owner) = self.places.owners[step] else {
            self.suffix.run(command, None);
            return;
        };
        let own = evaluate(&mut self.suffix, own);
        let statement = &self.statements[owner];
        self.suffix.run(command, Some(statement.changed(step, own)));
        if let Some(constraint) = self.specification.constraints.get(&step) {
            let holds = evaluate(&mut self.suffix, *constraint);
            self.facts.push(self.is_live.and(statement.selector).implies(holds));
        }
    }

    fn assume(&mut self, step: usize, condition: Term) {
        let own = evaluate(&mut self.suffix, condition);
        let kind = self.failure.program.sources.origin(self.failure.trace.steps[step].origin).kind;
        let is_check = matches!(kind, OriginKind::Assertion | OriginKind::Requirement);
        let is_branch = kind == OriginKind::Condition || self.control.is_branch(step);
        // An alternative that is code of its own is behind a branch that the trace does not take.
        let is_choice = || {
            let symbols = condition.symbols();
            !symbols.is_empty()
                && symbols.iter().all(|it| self.statements.iter().any(|of| of.chooses() == Some(*it)))
        };
        if is_check || !is_branch || is_choice() {
            self.facts.push(self.is_live.implies(own));
        } else if self.is_in_slice[step] {
            let owner = self.places.owners[step].map(|it| &self.statements[it]);
            if let Some(owner) = owner.filter(|_| self.specification.kept.contains(&step)) {
                self.facts.push(self.is_live.and(owner.selector).implies(own));
            }
            let outcome = owner.map_or(own, |it| it.changed(step, own));
            self.exit(step, outcome.not());
        }
    }

    fn exit(&mut self, step: usize, condition: Term) {
        let taken = self.is_live.and(condition);
        if taken.as_bool() != Some(false) {
            self.exits.push(Exit { step, taken });
        }
        self.is_live = self.is_live.and(condition.not());
    }
}
