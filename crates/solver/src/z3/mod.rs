//! Z3 as a [`Solver`], through the system's libz3.
//!
//! Formulas are kept here too, level by level: the Z3 solver is made when the first query comes, for the
//! logic that the formulas are in then, and made again when later formulas leave that logic.
//!
//! Wall-clock limits are an outer guard only. What bounds queries otherwise is Z3's own count of steps, which is the same in
//! every run: [`SolverConfig::query_steps`], and the [effort](crate::effort) that is left.

pub(crate) mod memory;
mod model;
mod translate;

use std::cell::Cell;

use faultscope_ir::{Term, Value};
use rustc_hash::FxHashMap;
use z3::ast::Bool;
use z3::{Params, SatResult, StatisticsValue};

use crate::arrays::ArrayReads;
use crate::logic::Features;
use crate::{LogicChoice, SatAnswer, Solver, SolverConfig, smtlib};
use translate::Translator;

/// The version of the Z3 library in use.
pub fn version() -> String {
    z3::full_version().to_owned()
}

/// An incremental solver on Z3's context of the thread that makes it.
pub struct Z3Solver {
    config: SolverConfig,
    arrays: ArrayReads,
    translator: Translator,
    levels: Vec<Level>,
    features: Features,
    backend: Option<Backend>,
    /// The assumptions of the last query, and the literals that stood for them.
    assumed: Vec<(Term, Bool)>,
    model: Option<z3::Model>,
    core: Vec<Term>,
    n_queries: usize,
}

#[derive(Default)]
struct Level {
    formulas: Vec<Term>,
    /// How many of the formulas the Z3 solver has.
    n_given: usize,
    /// Literals defined on this level, each implying a term that was assumed.
    literals: FxHashMap<Term, Bool>,
}

struct Backend {
    solver: z3::Solver,
    logic: Option<String>,
    /// Levels opened in the Z3 solver, the outermost not counted.
    depth: usize,
    /// Most steps and milliseconds of the next query, as the Z3 solver has them.
    bounds: Option<(u32, u32)>,
}

/// Steps of Z3's own count (`rlimit`) in a unit of [`effort`](crate::effort), from measurements.
const STEPS_PER_UNIT: u64 = 1;

impl Z3Solver {
    /// A solver without formulas.
    pub fn new(config: &SolverConfig) -> Z3Solver {
        Z3Solver {
            config: config.clone(),
            arrays: ArrayReads::default(),
            translator: Translator::default(),
            levels: vec![Level::default()],
            features: Features::default(),
            backend: None,
            assumed: Vec::new(),
            model: None,
            core: Vec::new(),
            n_queries: 0,
        }
    }

    /// The logic that fits the configuration and all formulas so far.
    fn logic(&self) -> Option<String> {
        match &self.config.logic {
            LogicChoice::Automatic => self.features.logic().map(str::to_owned),
            LogicChoice::General => None,
            LogicChoice::Fixed(logic) => Some(logic.clone()),
        }
    }

    /// Brings the Z3 solver to the formulas and levels here.
    fn synchronize(&mut self) {
        let logic = self.logic();
        let stale = self.backend.as_ref().is_none_or(|backend| backend.logic != logic);
        if stale || self.config.fresh_per_query {
            self.backend = Some(Backend::new(logic));
            for level in &mut self.levels {
                level.n_given = 0;
                level.literals.clear();
            }
        }
        let backend = self.backend.as_mut().expect("made above");
        for (depth, level) in self.levels.iter_mut().enumerate() {
            if depth > backend.depth {
                backend.solver.push();
                backend.depth += 1;
            }
            for formula in &level.formulas[level.n_given..] {
                backend.solver.assert(self.translator.formula(*formula));
            }
            level.n_given = level.formulas.len();
        }
    }

    /// A literal for an assumption: itself, or a new one that implies it.
    fn literal(&mut self, assumption: Term) -> Bool {
        let positive = assumption.operands_of(faultscope_ir::Op::Not).map_or(assumption, |inner| inner[0]);
        if positive.as_symbol().is_some() {
            return self.translator.formula(assumption);
        }
        if let Some(known) = self.levels.iter().find_map(|level| level.literals.get(&assumption)) {
            return known.clone();
        }
        let literal = Bool::fresh_const("assumption");
        let backend = self.backend.as_ref().expect("synchronized before");
        backend.solver.assert(literal.implies(self.translator.formula(assumption)));
        let level = self.levels.last_mut().expect("the outermost level stays");
        level.literals.insert(assumption, literal.clone());
        literal
    }

    fn solve(&mut self, assumptions: &[Term]) -> SatAnswer {
        let resolved: Vec<Term> =
            assumptions.iter().map(|assumption| self.arrays.resolve(*assumption)).collect();
        resolved.iter().for_each(|assumption| self.features.add(*assumption));
        self.synchronize();
        let literals: Vec<Bool> = resolved.iter().map(|assumption| self.literal(*assumption)).collect();
        self.assumed = assumptions.iter().copied().zip(literals).collect();
        let literals: Vec<Bool> = self.assumed.iter().map(|(_, literal)| literal.clone()).collect();
        let backend = self.backend.as_mut().expect("synchronized");
        backend.limit(&self.config);
        let result = {
            let context = ContextPointer(backend.solver.get_context().get_z3_context());
            let _registration = self.config.limits.register(Box::new(move || context.interrupt()));
            backend.solver.check_assumptions(&literals)
        };
        self.config.limits.spend(backend.spent());
        match result {
            SatResult::Sat => {
                self.model = backend.solver.get_model();
                if self.model.is_some() { SatAnswer::Sat } else { SatAnswer::Unknown("no model".to_owned()) }
            }
            SatResult::Unsat => {
                self.core = self.core_terms();
                SatAnswer::Unsat
            }
            SatResult::Unknown => {
                let reason = backend.solver.get_reason_unknown();
                SatAnswer::Unknown(reason.unwrap_or_else(|| "no reason given".to_owned()))
            }
        }
    }

    fn core_terms(&self) -> Vec<Term> {
        let Some(backend) = &self.backend else { return Vec::new() };
        let core = backend.solver.get_unsat_core();
        self.assumed.iter().filter(|(_, literal)| core.contains(literal)).map(|(term, _)| *term).collect()
    }

    fn dump(&self, assumptions: &[Term]) {
        if let Some(dump) = &self.config.dump {
            let formulas: Vec<Term> =
                self.levels.iter().flat_map(|level| level.formulas.iter().copied()).collect();
            dump.write(&smtlib::script(&formulas, assumptions));
        }
    }
}

impl Solver for Z3Solver {
    fn assert(&mut self, formula: Term) {
        if formula.as_bool() == Some(true) {
            return;
        }
        let formula = self.arrays.resolve(formula);
        self.features.add(formula);
        self.levels.last_mut().expect("the outermost level stays").formulas.push(formula);
    }

    fn push(&mut self) {
        self.levels.push(Level::default());
    }

    fn pop(&mut self) {
        if self.levels.len() == 1 {
            return;
        }
        self.levels.pop();
        if let Some(backend) = &mut self.backend
            && backend.depth >= self.levels.len()
        {
            backend.solver.pop(1);
            backend.depth -= 1;
        }
    }

    fn check(&mut self, assumptions: &[Term]) -> SatAnswer {
        self.model = None;
        self.core.clear();
        if let Some(reason) = self.config.limits.exceeded() {
            return SatAnswer::Unknown(reason.to_string());
        }
        self.n_queries += 1;
        self.dump(assumptions);
        self.solve(assumptions)
    }

    fn value(&mut self, term: Term) -> Option<Value> {
        let model = self.model.as_ref()?;
        let ast = self.translator.term(self.arrays.resolve(term));
        model::value(model, &self.translator, &ast, term.sort())
    }

    fn core(&mut self) -> Vec<Term> {
        self.core.clone()
    }

    fn n_queries(&self) -> usize {
        self.n_queries
    }
}

impl Backend {
    fn new(logic: Option<String>) -> Backend {
        let named = logic.as_deref().and_then(z3::Solver::new_for_logic);
        Backend { solver: named.unwrap_or_default(), logic, depth: 0, bounds: None }
    }

    /// Bounds the next query by the steps of one query, the effort and the time that are left.
    fn limit(&mut self, config: &SolverConfig) {
        let left = config.limits.effort_left().map(|units| units.saturating_mul(STEPS_PER_UNIT));
        let steps = [config.scaled_query_steps(), left].into_iter().flatten().min();
        let time = config.limits.remaining().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        // Zero stands for any number of steps.
        let bound =
            |most: Option<u64>| most.map_or(u32::MAX, |most| u32::try_from(most.max(1)).unwrap_or(u32::MAX));
        let bounds = (steps.map_or(0, |steps| bound(Some(steps))), bound(time));
        if self.bounds == Some(bounds) {
            return;
        }
        let mut params = Params::new();
        params.set_u32("rlimit", bounds.0);
        params.set_u32("timeout", bounds.1);
        self.solver.set_params(&params);
        self.bounds = Some(bounds);
    }

    /// The effort that this thread's context has spent since it was asked last.
    fn spent(&self) -> u64 {
        let count = match self.solver.get_statistics().value("rlimit count") {
            Some(StatisticsValue::UInt(count)) => count,
            Some(StatisticsValue::Double(count)) => count as u64 as u32,
            None => 0,
        };
        let before = COUNTED.replace(Some(count));
        u64::from(count.wrapping_sub(before.unwrap_or(0))) / STEPS_PER_UNIT
    }
}

thread_local! {
    /// The steps of this thread's context when they were last counted. They only grow, and wrap around.
    static COUNTED: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Whether this thread has asked Z3 something. Its context then knows formulas, and what it says of others can depend on
/// them: what it answers best, and how many steps that takes.
pub fn is_in_use() -> bool {
    COUNTED.get().is_some()
}

/// A context to be interrupted from another thread.
struct ContextPointer(z3_sys::Z3_context);

// SAFETY: only `Z3_interrupt` is called through it, which Z3 allows from any thread.
unsafe impl Send for ContextPointer {}

impl ContextPointer {
    fn interrupt(&self) {
        // SAFETY: the registration that owns this ends before the query returns, so the context is alive.
        unsafe { z3_sys::Z3_interrupt(self.0) }
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::float::FloatFormat;
    use faultscope_ir::value::ArrayValue;
    use faultscope_ir::{Op, Sort};
    use std::time::Duration;

    use super::*;
    use crate::Limits;

    fn solver() -> Z3Solver {
        Z3Solver::new(&SolverConfig::new(&Limits::unlimited()))
    }

    fn bv(name: &str) -> Term {
        Term::var(name, Sort::bits(8))
    }

    #[test]
    fn levels_come_and_go() {
        let mut solver = solver();
        solver.assert(bv("x").bv_ult(Term::bits(8, 3)));
        assert_eq!(solver.check(&[]), SatAnswer::Sat);
        solver.push();
        solver.assert(bv("x").equals(Term::bits(8, 7)));
        assert_eq!(solver.check(&[]), SatAnswer::Unsat);
        solver.pop();
        assert_eq!(solver.check(&[]), SatAnswer::Sat);
        solver.push();
        solver.pop();
        solver.pop();
        assert_eq!(solver.check(&[]), SatAnswer::Sat);
        assert_eq!(solver.n_queries(), 4);
    }

    #[test]
    fn a_formula_outside_the_logic_changes_the_solver() {
        let mut solver = solver();
        solver.push();
        solver.assert(bv("x").equals(Term::bits(8, 3)));
        assert_eq!(solver.check(&[]), SatAnswer::Sat);
        let array = Term::var("a", Sort::array(Sort::bits(8), Sort::bits(8)));
        solver.assert(array.select(bv("x")).equals(Term::bits(8, 9)));
        assert_eq!(
            solver.check(&[array.select(Term::bits(8, 3)).equals(Term::bits(8, 8))]),
            SatAnswer::Unsat
        );
        solver.pop();
        assert_eq!(solver.check(&[bv("x").equals(Term::bits(8, 4))]), SatAnswer::Sat);
    }

    #[test]
    fn cores_are_assumptions() {
        let mut solver = solver();
        let (low, high, free) = (
            bv("x").bv_ult(Term::bits(8, 3)),
            Term::bits(8, 7).bv_ult(bv("x")),
            Term::var("b", Sort::bool()),
        );
        assert_eq!(solver.check(&[free, low, high, free.not()]), SatAnswer::Unsat);
        assert_eq!(solver.check(&[free, low, high]), SatAnswer::Unsat);
        assert_eq!(solver.core(), [low, high]);
        assert_eq!(solver.check(&[free, low]), SatAnswer::Sat);
        assert!(solver.core().is_empty());
    }

    #[test]
    fn models_give_values_of_every_sort() {
        let mut solver = solver();
        let array_sort = Sort::array(Sort::int(), Sort::int());
        let array = Term::var("array", array_sort);
        let expected = Term::constant_array(array_sort, Term::int(4)).store(Term::int(1), Term::int(-5));
        solver.assert(array.equals(expected));
        let double = Term::var("double", Sort::float(FloatFormat::DOUBLE));
        let number = Value::Float(FloatFormat::DOUBLE, 1.5_f64.to_bits().into());
        solver.assert(double.equals(Term::value(number.clone())));
        let wide = Term::var("wide", Sort::bits(128));
        solver.assert(wide.equals(Term::bits(128, u128::MAX - 1)));
        let opaque = Sort::new(faultscope_ir::SortKind::Opaque("ref".to_owned()));
        let (reference, null) = (Term::var("r", opaque), Term::value(Value::Opaque(opaque, 0)));
        let other = Term::value(Value::Opaque(opaque, 1));
        solver.assert(reference.differs(null).and(other.equals(Term::var("s", opaque))));
        assert_eq!(solver.check(&[null.equals(other)]), SatAnswer::Unsat);
        assert_eq!(solver.check(&[]), SatAnswer::Sat);
        let mut map = ArrayValue { sort: array_sort, default: Value::int(4), entries: Default::default() };
        map.set(Value::int(1), Value::int(-5));
        assert_eq!(solver.value(array), Some(Value::Array(map.into())));
        assert_eq!(solver.value(double), Some(number));
        assert_eq!(solver.value(wide), Some(Value::Bits(128, u128::MAX - 1)));
        assert_eq!(solver.value(Term::var("s", opaque)), Some(Value::Opaque(opaque, 1)));
        assert!(matches!(solver.value(reference), Some(Value::Opaque(_, n)) if n != 0));
        let nan = Term::value(Value::Float(FloatFormat::DOUBLE, FloatFormat::DOUBLE.quiet_nan()));
        assert_eq!(solver.value(double.float_add(nan)), nan.as_value().cloned());
        assert_eq!(solver.value(Term::app(Op::FloatIsNan, &[nan])), Some(Value::Bool(true)));
    }

    #[test]
    fn quantified_checks_work() {
        use faultscope_ir::Symbol;
        use faultscope_ir::term::Quantifier;
        let mut solver = solver();
        let y = Symbol::new("y", Sort::bits(8));
        solver.assert(Term::quantified(Quantifier::Forall, &[y], Term::symbol(y).bv_ule(bv("x"))));
        assert_eq!(solver.check(&[]), SatAnswer::Sat);
        assert_eq!(solver.value(bv("x")), Some(Value::Bits(8, 255)));
    }

    #[test]
    fn limits_end_queries() {
        let factor = |config: &SolverConfig| {
            let mut solver = Z3Solver::new(config);
            let wide = |name: &str| Term::var(name, Sort::bits(32)).zero_extend_to(64);
            let product = wide("x").bv_mul(wide("y"));
            solver.assert(product.equals(Term::bits(64, 4_294_967_291 * 4_294_967_279)));
            solver.assert(Term::bits(64, 1).bv_ult(wide("x")).and(wide("x").bv_ult(wide("y"))));
            solver.check(&[])
        };
        let mut config = SolverConfig::new(&Limits::unlimited());
        config.query_steps = Some(1000);
        assert!(matches!(factor(&config), SatAnswer::Unknown(_)));
        let limits = Limits::unlimited().with_timeout(Duration::from_millis(50));
        assert!(matches!(factor(&SolverConfig::new(&limits)), SatAnswer::Unknown(_)));
        let limits = Limits::unlimited();
        let canceller = std::thread::spawn({
            let limits = limits.clone();
            move || {
                for _ in 0..3 {
                    std::thread::sleep(Duration::from_millis(50));
                    limits.cancel();
                }
            }
        });
        assert!(matches!(factor(&SolverConfig::new(&limits)), SatAnswer::Unknown(_)));
        canceller.join().expect("the canceller does not panic");
    }
}
