//! Questions to the solver about guards, and what its models say.

use std::collections::BTreeMap;

use faultscope_ir::fold::TermTable;
use faultscope_ir::term::{Derivation, visit_all};
use faultscope_ir::value::ArrayValue;
use faultscope_ir::{Op, Symbol, Term, TermKind, Value};
use faultscope_solver::{SatAnswer, SmtSolver, Solver, SolverConfig};
use rustc_hash::{FxHashMap, FxHashSet};

/// A solver that holds the program's axioms, and the unknown arrays of the last question that were taken
/// apart into cells.
pub(crate) struct Query {
    solver: SmtSolver,
    /// Unknowns of the axioms, which stay whole.
    whole: FxHashSet<Symbol>,
    cells: FxHashMap<Symbol, Vec<(Value, Symbol)>>,
    /// The formulas of the last question as the solver got them.
    asked: Vec<Term>,
}

impl Query {
    pub(crate) fn new(config: &SolverConfig, axioms: &[Term]) -> Self {
        let mut solver = SmtSolver::new(config);
        let mut whole = FxHashSet::default();
        for axiom in axioms {
            whole.extend(axiom.symbols());
            solver.assert(*axiom);
        }
        Query { solver, whole, cells: FxHashMap::default(), asked: Vec::new() }
    }

    /// How many questions there were.
    pub(crate) fn n_queries(&self) -> usize {
        self.solver.n_queries()
    }

    /// Whether there are inputs for which a formula holds; none where the search has paused after some effort. Asked the same
    /// again, it goes on.
    pub(crate) fn check_in_part(&mut self, formula: Term, effort: u64) -> Option<SatAnswer> {
        self.asked = self.take_apart(&[formula]);
        match self.asked[0].as_bool() {
            Some(false) => Some(SatAnswer::Unsat),
            _ => self.solver.check_in_part(&self.asked, Some(effort)),
        }
    }

    /// Whether there are inputs for which a formula holds.
    pub(crate) fn check(&mut self, formula: Term) -> SatAnswer {
        self.check_all(&[formula])
    }

    /// Whether there are inputs for which all of some formulas hold.
    pub(crate) fn check_all(&mut self, formulas: &[Term]) -> SatAnswer {
        self.asked = self.take_apart(formulas);
        if self.asked.iter().any(|formula| formula.as_bool() == Some(false)) {
            return SatAnswer::Unsat;
        }
        self.solver.check(&self.asked)
    }

    /// The positions of formulas of the last question that hold together for no inputs, where the answer was that there
    /// are none. Not minimal.
    pub(crate) fn core(&mut self) -> Vec<usize> {
        if let Some(position) = self.asked.iter().position(|formula| formula.as_bool() == Some(false)) {
            return vec![position];
        }
        let core: FxHashSet<Term> = self.solver.core().into_iter().collect();
        (0..self.asked.len()).filter(|position| core.contains(&self.asked[*position])).collect()
    }

    /// The value of an unknown in the last model.
    pub(crate) fn value(&mut self, symbol: Symbol) -> Option<Value> {
        let Some(cells) = self.cells.get(&symbol) else {
            let value = self.solver.value(Term::symbol(symbol));
            return value.or_else(|| self.value_where_read(symbol));
        };
        let cells = cells.iter().map(|(index, cell)| (index.clone(), Term::symbol(*cell)));
        let cells: Vec<(Value, Term)> = cells.collect();
        self.array(symbol, cells)
    }

    /// An array that the model does not describe finitely, at the indices at which the question reads it.
    fn value_where_read(&mut self, symbol: Symbol) -> Option<Value> {
        symbol.sort().array_sorts()?;
        let array = Term::symbol(symbol);
        let mut reads = Vec::new();
        visit_all(&self.asked, &mut |term| {
            if let Some([read, index]) = term.operands_of(Op::Select)
                && read.sort() == array.sort()
                && read.mentions(symbol)
            {
                reads.push(*index);
            }
        });
        let mut cells = Vec::new();
        for index in reads {
            cells.push((self.solver.value(index)?, array.select(index)));
        }
        self.array(symbol, cells)
    }

    /// The array with the model's values of these terms at these indices, and zero elsewhere.
    fn array(&mut self, symbol: Symbol, cells: Vec<(Value, Term)>) -> Option<Value> {
        let (_, element) = symbol.sort().array_sorts()?;
        let default = Value::zero(element);
        let mut array = ArrayValue { sort: symbol.sort(), default, entries: BTreeMap::new() };
        for (index, cell) in cells {
            array.set(index, self.solver.value(cell)?);
        }
        Some(Value::Array(array.into()))
    }

    /// The value of a term in the last model as the solver sees it.
    pub(crate) fn term_value(&mut self, term: Term) -> Option<Value> {
        let term = self.replace_cells(&[term])[0];
        self.solver.value(term)
    }

    /// Replaces unknown arrays of which only cells with constant indices matter by one unknown per cell.
    fn take_apart(&mut self, formulas: &[Term]) -> Vec<Term> {
        self.cells.clear();
        if !formulas.iter().any(|formula| formula.has_array()) {
            return formulas.to_vec();
        }
        let mut arrays = Vec::new();
        let mut whole = self.whole.clone();
        visit_all(formulas, &mut |term| match term.kind() {
            TermKind::App(op, operands) => {
                let n_skipped = usize::from(*op == Op::Select && operands[1].as_value().is_some());
                for operand in &operands[n_skipped..] {
                    whole.extend(operand.as_symbol().filter(|it| it.sort().array_sorts().is_some()));
                }
                if n_skipped == 1
                    && let (Some(array), Some(index)) = (operands[0].as_symbol(), operands[1].as_value())
                {
                    arrays.push((array, index.clone()));
                }
            }
            TermKind::Quantified(_, _, body) => whole.extend(body.symbols()),
            TermKind::Const(_) | TermKind::Symbol(_) => {}
        });
        for (array, index) in arrays {
            if !whole.contains(&array) {
                let cell = Term::symbol(array).select(Term::value(index.clone())).sort();
                let cell = array.derived_as(Derivation::Cell(&index), cell);
                self.cells.entry(array).or_default().push((index, cell));
            }
        }
        self.replace_cells(formulas)
    }

    fn replace_cells(&self, formulas: &[Term]) -> Vec<Term> {
        if self.cells.is_empty() {
            return formulas.to_vec();
        }
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        visit_all(formulas, &mut |term| {
            let replaced = match term.kind() {
                TermKind::App(op, operands) => {
                    let cell = (*op == Op::Select).then(|| self.cell(operands[0], operands[1])).flatten();
                    cell.unwrap_or_else(|| {
                        let replaced: Vec<Term> = operands.iter().map(|operand| done[operand]).collect();
                        if replaced[..] == operands[..] { term } else { Term::app(*op, &replaced) }
                    })
                }
                _ => term,
            };
            done.insert(term, replaced);
        });
        formulas.iter().map(|formula| done[formula]).collect()
    }

    fn cell(&self, array: Term, index: Term) -> Option<Term> {
        let cells = self.cells.get(&array.as_symbol()?)?;
        let index = index.as_value()?;
        cells.iter().find(|(known, _)| known == index).map(|(_, cell)| Term::symbol(*cell))
    }
}

/// Evaluates formulas in a model, remembering every subterm.
#[derive(Default)]
pub(crate) struct Model {
    values: FxHashMap<Symbol, Option<Value>>,
    known: TermTable<Option<Value>>,
}

impl Model {
    /// The value of an unknown.
    pub(crate) fn symbol(&mut self, symbol: Symbol, query: &mut Query) -> Option<Value> {
        self.values.entry(symbol).or_insert_with(|| query.value(symbol)).clone()
    }

    /// The truth of a formula, from the model where it cannot be computed.
    pub(crate) fn holds(&mut self, formula: Term, query: &mut Query) -> Option<bool> {
        let computed = self.eval(formula, query).and_then(|value| value.as_bool());
        computed.or_else(|| query.term_value(formula)?.as_bool())
    }

    /// Without recursion, since guards are deep.
    fn eval(&mut self, root: Term, query: &mut Query) -> Option<Value> {
        let Model { values, known } = self;
        let node = &mut |term: Term, known: &TermTable<Option<Value>>| match term.kind() {
            TermKind::Const(value) => Ok(Some(value.clone())),
            TermKind::Symbol(symbol) => {
                Ok(values.entry(*symbol).or_insert_with(|| query.value(*symbol)).clone())
            }
            TermKind::Quantified(..) => Ok(None),
            TermKind::App(op, operands) => application(*op, operands, known),
        };
        known.demand(root, node).clone()
    }
}

/// The value of an application, or the operand that is needed next.
fn application(op: Op, operands: &[Term], known: &TermTable<Option<Value>>) -> Result<Option<Value>, Term> {
    match op {
        Op::And | Op::Or => {
            let decisive = Some(Value::Bool(op == Op::Or));
            let lhs = known.get(operands[0])?;
            if *lhs == decisive {
                return Ok(decisive);
            }
            let rhs = known.get(operands[1])?;
            Ok(if *rhs == decisive { decisive } else { lhs.clone().and(rhs.clone()) })
        }
        Op::Ite => match known.get(operands[0])? {
            Some(Value::Bool(true)) => Ok(known.get(operands[1])?.clone()),
            Some(_) => Ok(known.get(operands[2])?.clone()),
            None => Ok(None),
        },
        _ => {
            let mut values = Vec::with_capacity(operands.len());
            for operand in operands {
                match known.get(*operand)? {
                    Some(value) => values.push(value.clone()),
                    None => return Ok(None),
                }
            }
            Ok(op.apply(&values))
        }
    }
}
