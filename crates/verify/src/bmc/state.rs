//! A symbolic state: a path condition, and what the variables hold under it.

use faultscope_ir::fold::{Domain, Memo};
use faultscope_ir::{Op, Symbol, Term, Value};
use imbl::ordmap::DiffItem;
use imbl::shared_ptr::DefaultSharedPtr;
use imbl::{GenericHashMap, OrdMap};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::arrays::Content;
use super::cases;
use super::guard::Guard;

/// Numbers for variables, so that maps of variables have a cheap order that is the same in every run.
#[derive(Default)]
pub(super) struct VariableNumbers {
    numbers: FxHashMap<Symbol, u32>,
    symbols: Vec<Symbol>,
}

impl VariableNumbers {
    fn number(&mut self, symbol: Symbol) -> u32 {
        *self.numbers.entry(symbol).or_insert_with(|| {
            self.symbols.push(symbol);
            self.symbols.len() as u32 - 1
        })
    }
}

/// The state of all executions that take certain paths.
#[derive(Clone)]
pub(super) struct SymbolicState {
    /// The condition of those paths.
    pub(super) guard: Guard,
    variables: OrdMap<u32, Content>,
    /// Choices of which some cases are excluded by the condition of the paths, and the choices without these.
    narrowed: GenericHashMap<Term, Term, FxBuildHasher, DefaultSharedPtr>,
    /// The number of commands on the shortest of those paths.
    pub(super) n_steps: u64,
}

impl SymbolicState {
    /// The state in which nothing was assigned.
    pub(super) fn initial() -> SymbolicState {
        let narrowed = GenericHashMap::default();
        SymbolicState { guard: Guard::root(), variables: OrdMap::new(), narrowed, n_steps: 0 }
    }

    /// What a variable holds.
    pub(super) fn get(&self, symbol: Symbol, numbers: &mut VariableNumbers) -> Content {
        let number = numbers.number(symbol);
        self.variables.get(&number).cloned().unwrap_or_else(|| Content::unknown(symbol))
    }

    /// Notes that a choice has fewer cases.
    pub(super) fn narrow(&mut self, choice: Term, narrowed: Term) {
        self.narrowed.insert(choice, narrowed);
    }

    /// Contents without the cases that are known to be excluded.
    pub(super) fn narrowed(&self, content: Content) -> Content {
        let Content::Scalar(mut term) = content else { return content };
        // What is narrowed has fewer cases each time.
        while let Some(narrowed) = self.narrowed.get(&term) {
            term = *narrowed;
        }
        Content::Scalar(term)
    }

    /// Gives a variable new contents.
    pub(super) fn set(&mut self, symbol: Symbol, content: Content, numbers: &mut VariableNumbers) {
        self.variables.insert(numbers.number(symbol), content);
    }

    /// Whether variables hold what they hold in another state, under the same condition.
    pub(super) fn is_like(&self, other: &SymbolicState) -> bool {
        self.guard.is(&other.guard) && self.variables.diff(&other.variables).next().is_none()
    }

    /// The state of the executions of either state. The two exclude each other.
    pub(super) fn join(self, other: &SymbolicState, id: u64, numbers: &VariableNumbers) -> SymbolicState {
        let (guard, condition) = self.guard.join(&other.guard, id);
        let mut variables = self.variables.clone();
        for difference in self.variables.diff(&other.variables) {
            let unknown = |number: &u32| Content::unknown(numbers.symbols[*number as usize]);
            let (number, mine, theirs) = match difference {
                DiffItem::Add(number, theirs) => (*number, unknown(number), theirs.clone()),
                DiffItem::Remove(number, mine) => (*number, mine.clone(), unknown(number)),
                DiffItem::Update { old, new } => (*old.0, old.1.clone(), new.1.clone()),
            };
            variables.insert(number, Content::choose(condition, &mine, &theirs));
        }
        let mut narrowed = self.narrowed;
        if !narrowed.ptr_eq(&other.narrowed) {
            narrowed.retain(|choice, fewer| other.narrowed.get(choice) == Some(fewer));
        }
        SymbolicState { guard, variables, narrowed, n_steps: self.n_steps.min(other.n_steps) }
    }
}

/// Where an evaluation gets variables and index ranges from.
pub(super) trait Environment {
    /// What a symbol of the program holds.
    fn variable(&mut self, symbol: Symbol) -> Content;

    /// The cell of an array at an evaluated index; `array` is the array before evaluation.
    fn cell(&mut self, array: Term, content: &Content, index: Term) -> Content;
}

/// What a term of the program holds.
pub(super) fn eval(term: Term, environment: &mut dyn Environment) -> Content {
    Evaluation { environment, memo: Memo::of(term), supposed: None }.eval(term)
}

/// What a term of the program holds if one of its subterms holds a value.
pub(super) fn eval_supposing(
    term: Term,
    supposed: (Term, Term),
    environment: &mut dyn Environment,
) -> Content {
    Evaluation { environment, memo: Memo::of(term), supposed: Some(supposed) }.eval(term)
}

struct Evaluation<'a> {
    environment: &'a mut dyn Environment,
    memo: Memo<Content>,
    supposed: Option<(Term, Term)>,
}

impl Evaluation<'_> {
    fn eval(&mut self, term: Term) -> Content {
        match self.supposed {
            Some((subterm, value)) if subterm == term => Content::of(value),
            _ => self.meaning(term),
        }
    }
}

impl Domain for Evaluation<'_> {
    type Value = Content;

    fn memo(&mut self) -> &mut Memo<Content> {
        &mut self.memo
    }

    fn constant(&mut self, term: Term, _: &Value) -> Content {
        Content::of(term)
    }

    fn symbol(&mut self, symbol: Symbol) -> Content {
        self.environment.variable(symbol)
    }

    /// Bound symbols are no variables of the program and stay what they are.
    fn quantified(&mut self, term: Term) -> Content {
        Content::Scalar(term.rewrite(&mut |symbol| Some(self.environment.variable(symbol).term())))
    }

    fn application(&mut self, _: Term, op: Op, operands: &[Term]) -> Content {
        match (op, operands) {
            (Op::Select, [array, index]) => {
                let content = self.eval(*array);
                let index = self.eval(*index).term();
                self.environment.cell(*array, &content, index)
            }
            (Op::Store, [array, index, element]) => {
                let content = self.eval(*array);
                let index = self.eval(*index).term();
                let element = self.eval(*element);
                content.with(index, element, None)
            }
            (Op::Ite, [condition, then, otherwise]) => {
                let condition = self.eval(*condition).term();
                match condition.as_bool() {
                    Some(true) => self.eval(*then),
                    Some(false) => self.eval(*otherwise),
                    None => {
                        let then = self.eval(*then);
                        Content::choose(condition, &then, &self.eval(*otherwise))
                    }
                }
            }
            _ => {
                let operands: Vec<Term> = operands.iter().map(|operand| self.eval(*operand).term()).collect();
                Content::of(cases::apply(op, &operands))
            }
        }
    }
}
