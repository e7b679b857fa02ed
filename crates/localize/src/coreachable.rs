//! # Local fixes over program variables
//! For positions K of a trace whose statements are to be replaced together, the condition on the value that
//! each of them assigns under which the trace does not reach the error: `¬C^K_j` of theory.md, "From one trace
//! to the program", over the program variables as they are when the statement runs, in any execution of the
//! program. That makes it the most permissive local fix of \[1, section 3.3\], to be put into the program.
//!
//! `C^K` is computed backwards from the end of the trace. What lies between two quantified values is executed
//! forwards on symbols for the variables; the outcome of a havoc is then eliminated as `∃`, the value at a position
//! of K as `∀`. Where an elimination is not exact, `C^K` comes out weaker, so that the fixes come out stronger:
//! they may miss states that some value repairs, and never take a state for repaired that is not.
//!
//! **Deviation**: \[1\] takes the weakest precondition along the trace as it is, with its quantifiers.
//!
//! # References
//! - \[1\] Maria Christakis et al.: _Semantic fault localization and suspiciousness ranking_, TACAS 2019.

use std::fmt;

use faultscope_ir::program::Display;
use faultscope_ir::term::Purpose;
use faultscope_ir::{Command, Program, Sort, Symbol, Term, Trace, Value};
use faultscope_solver::{Dump, Limits, SolverConfig};
use rustc_hash::FxHashMap;

use crate::decide::constant;
use crate::eliminate::{self, Budget, Inexact};
use crate::execution::{evaluate, live_steps};
use crate::limits::{self, MAX_FIXED_OCCURRENCES, MAX_LISTED_BITS, QUERIES_PER_SOLVER};
use crate::oracle::{Oracle, weight};
use crate::suffix::Suffix;

/// The effort for executing a step on terms, and for what the condition made of it costs later; from measurements.
const UNITS_PER_STEP: u64 = 4;

/// Settings of local fixes.
#[derive(Debug, Clone)]
pub struct LocalFixConfig {
    /// Most instances for one part of a quantified formula.
    pub rounds: usize,
    /// Most distinct terms of a condition; accesses to arrays count as many.
    pub size: usize,
    /// Most steps of one solver query, in the solver's unit.
    pub query_steps: u32,
    /// Most solver queries for one set of positions. Large ones, and those that the solver gives up on, count as several.
    pub queries: usize,
    /// Most solver queries for all sets of positions of one trace.
    pub all_queries: usize,
    /// Gets the queries.
    pub dump: Option<Dump>,
}

impl LocalFixConfig {
    /// What the command line uses.
    pub fn standard() -> LocalFixConfig {
        LocalFixConfig {
            rounds: limits::FIX_ROUNDS,
            size: limits::FIX_SIZE,
            query_steps: limits::FIX_QUERY_STEPS,
            queries: limits::FIX_QUERIES,
            all_queries: limits::ALL_FIX_QUERIES,
            dump: None,
        }
    }

    /// What answers the queries; none yet.
    pub(crate) fn oracle(&self, limits: &Limits) -> Oracle {
        let mut solver = SolverConfig::new(limits);
        solver.query_steps = Some(self.query_steps);
        solver.dump = self.dump.clone();
        Oracle::weighing(&solver)
    }

    pub(crate) fn budget(&self) -> Budget {
        Budget { rounds: self.rounds, polish: true, size: self.size }
    }
}

/// The most permissive fix at one position of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalFix {
    /// The position: a step of the trace.
    pub step: usize,
    /// Stands for the value that is assigned there, into the same place.
    pub value: Symbol,
    /// Whether what is assigned is a shadow ([`Display::Shadow`]). The statement assigns what it is a shadow of, too.
    pub is_shadow: bool,
    /// `¬C^K_j`: what the value has to make true, over [`LocalFix::value`] and the program variables as they
    /// are *before* the statement assigns it.
    pub repairs: Term,
    /// `∃v. ¬C^K_j`: the states in which some value repairs, over program variables.
    pub repairable: Term,
    /// Terms over program variables. Where [`LocalFix::repairable`] holds, assigning one of them repairs.
    pub values: Vec<Term>,
    /// Whether both formulas are exact. Else they are stronger: what fulfils them repairs, and other values
    /// and states may do so too.
    pub exact: bool,
}

impl LocalFix {
    /// Whether assigning this value repairs, over program variables.
    pub fn repairs_with(&self, value: Term) -> Term {
        self.repairs.substitute(&FxHashMap::from_iter([(self.value, value)]))
    }

    /// The fix that repairs what this one does and what another one of the statement does. It is not called exact: of the states in
    /// which some value repairs both, those are known in which a value of one of them does, or one that the solver finds.
    pub fn and(&self, other: &LocalFix, config: &LocalFixConfig, limits: &Limits) -> LocalFix {
        let renamed = FxHashMap::from_iter([(other.value, Term::symbol(self.value))]);
        let repairs = self.repairs.and(other.repairs.substitute(&renamed));
        let both = LocalFix { repairs, exact: false, ..self.clone() };
        let mut values = self.values.clone();
        values.extend(other.values.iter().filter(|value| !self.values.contains(value)));
        let repairable = |values: &[Term]| Term::any(values.iter().map(|value| both.repairs_with(*value)));
        if repairable(&values).as_bool() != Some(true) {
            let mut oracle = config.oracle(limits);
            oracle.allow(config.queries);
            let found =
                eliminate::exists(self.value, repairs, Inexact::Stronger, &mut oracle, config.budget()).ok();
            let instances = found.into_iter().flat_map(|it| it.instances);
            values.extend(instances.filter(|value| !values.contains(value)).collect::<Vec<_>>());
        }
        let repairable = repairable(&values);
        LocalFix { repairable, values, ..both }
    }
}

/// The condition that a value is one of a variable's type, where the type has fewer values than its sort: C's `_Bool`, and bit-fields.
pub fn of_type(program: &Program, variable: Symbol, value: Term) -> Option<Term> {
    let (width, bits, is_signed) = narrow(program, variable, value.sort())?;
    let largest = (1_u128 << (bits - u32::from(is_signed))) - 1;
    let top = Term::bits(width, largest);
    Some(match is_signed {
        true => value.bv_sle(top).and(Term::signed_bits(width, -(largest as i128) - 1).bv_sle(value)),
        false => value.bv_ule(top),
    })
}

/// What a variable holds when a value is assigned to it, of its sort: C converts to `_Bool`, and cuts to the width of a bit-field.
pub fn converted(program: &Program, variable: Symbol, value: Term) -> Term {
    let Some((width, bits, is_signed)) = narrow(program, variable, value.sort()) else { return value };
    let low = value.extract(bits - 1, 0);
    if program.display(variable) == Display::Boolean {
        let [zero, one] = [0, 1].map(|it| Term::bits(width, it));
        return value.equals(zero).ite(zero, one);
    }
    if is_signed { low.sign_extend_to(width) } else { low.zero_extend_to(width) }
}

/// The bits of a sort, those of a variable's type, which are fewer, and whether it is signed.
fn narrow(program: &Program, variable: Symbol, sort: Sort) -> Option<(u32, u32, bool)> {
    let width = sort.bit_width()?;
    let (_, variable) = program.declared(variable)?;
    let bits = if variable.display == Display::Boolean { Some(1) } else { variable.bits };
    let bits = bits.filter(|bits| (1..width).contains(bits))?;
    Some((width, bits, variable.display == Display::Signed))
}

/// Why the fixes of a trace cannot be said as quantifier-free formulas over program variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotExpressible {
    /// A formula got too large.
    TooLarge,
    /// A formula mentions variables of a recursive activation, which the program has no name for.
    Recursion,
    /// The trace's conditions are quantified.
    Quantified,
    /// The analysis was stopped.
    Stopped,
}

impl fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotExpressible::TooLarge => "the condition gets too large",
            NotExpressible::Recursion => "the condition is about several activations of one procedure",
            NotExpressible::Quantified => "the condition has quantifiers",
            NotExpressible::Stopped => "the analysis was stopped",
        })
    }
}

impl std::error::Error for NotExpressible {}

impl From<eliminate::TooLarge> for NotExpressible {
    fn from(_: eliminate::TooLarge) -> NotExpressible {
        NotExpressible::TooLarge
    }
}

/// Computes local fixes on one trace, and remembers what several sets of positions have in common.
pub struct LocalFixes<'a> {
    program: &'a Program,
    trace: &'a Trace,
    config: &'a LocalFixConfig,
    limits: &'a Limits,
    oracle: Oracle,
    /// How many more queries there may be.
    queries: usize,
    live: Vec<bool>,
    /// By a quantified step and the positions from there on: what holds before the step.
    known: FxHashMap<(usize, Vec<usize>), Result<Before, NotExpressible>>,
}

/// What is known of the states before a step that is quantified.
#[derive(Debug, Clone)]
struct Before {
    /// `C^K` before the step, or something weaker.
    coreachable: Term,
    exact: bool,
    /// The fix, if the step is a position of K.
    fix: Option<LocalFix>,
}

impl<'a> LocalFixes<'a> {
    /// Prepares for a trace of a program.
    pub fn new(
        program: &'a Program,
        trace: &'a Trace,
        config: &'a LocalFixConfig,
        limits: &'a Limits,
    ) -> LocalFixes<'a> {
        let oracle = config.oracle(limits);
        let (live, queries) = (live_steps(trace), config.all_queries);
        LocalFixes { program, trace, config, limits, oracle, queries, live, known: FxHashMap::default() }
    }

    /// The fixes at these positions when all of them are replaced together, by step. Steps that assign nothing
    /// are left out.
    ///
    /// # Errors
    /// If a fix cannot be said.
    pub fn fixes(&mut self, positions: &[usize]) -> Result<Vec<LocalFix>, NotExpressible> {
        let mut positions: Vec<usize> = positions
            .iter()
            .copied()
            .filter(|step| self.trace.steps.get(*step).is_some_and(|it| it.command.target().is_some()))
            .collect();
        positions.sort_unstable();
        positions.dedup();
        let Some(first) = positions.first().copied() else { return Ok(Vec::new()) };
        if positions.len() > MAX_FIXED_OCCURRENCES {
            return Err(NotExpressible::TooLarge);
        }
        let allowance = self.config.queries.min(self.queries);
        self.oracle.allow(allowance);
        let fixes = self.from(first, &positions);
        self.queries -= allowance - self.oracle.allow(0);
        let mut fixes = fixes?;
        for fix in &mut fixes {
            if ![fix.repairs, fix.repairable].iter().all(|it| self.is_expressible(*it, fix.value)) {
                return Err(NotExpressible::Recursion);
            }
            fix.values.retain(|it| self.is_expressible(*it, fix.value));
        }
        Ok(fixes.into_iter().map(|fix| self.within_type(fix)).collect())
    }

    /// The fix with values of the assigned variable's type alone.
    fn within_type(&self, fix: LocalFix) -> LocalFix {
        let Some(target) = self.trace.steps[fix.step].command.target() else { return fix };
        let condition = of_type(self.program, target.variable, Term::symbol(fix.value));
        let narrow = narrow(self.program, target.variable, fix.value.sort());
        let (Some(condition), Some((width, bits, _))) = (condition, narrow) else { return fix };
        let held = |value: Term| converted(self.program, target.variable, value);
        let is_listed = bits <= MAX_LISTED_BITS;
        let mut values: Vec<Term> = match is_listed {
            true => (0..1 << bits).map(|it| held(Term::bits(width, it))).collect(),
            false => fix.values.iter().map(|it| held(*it)).collect(),
        };
        values.dedup();
        let repairable = Term::any(values.iter().map(|value| fix.repairs_with(*value)));
        LocalFix {
            repairs: fix.repairs.and(condition),
            repairable,
            values,
            exact: fix.exact && is_listed,
            ..fix
        }
    }

    /// The fixes at positions of which this is the first.
    fn from(&mut self, first: usize, positions: &[usize]) -> Result<Vec<LocalFix>, NotExpressible> {
        let mut later: Option<(usize, Before)> = None;
        let mut fixes: Vec<LocalFix> = Vec::new();
        for step in self.quantified(first, positions).into_iter().rev() {
            let before = self.before(step, positions, later.as_ref())?;
            fixes.extend(before.fix.clone());
            later = Some((step, before));
        }
        fixes.reverse();
        Ok(fixes)
    }

    /// How many solver queries there were.
    pub fn n_queries(&self) -> usize {
        self.oracle.n_queries()
    }

    /// The positions and the havocs from a step on.
    fn quantified(&self, from: usize, positions: &[usize]) -> Vec<usize> {
        let is_havoc =
            |step: usize| self.live[step] && matches!(*self.trace.steps[step].command, Command::Havoc { .. });
        (from..self.trace.len())
            .filter(|step| positions.binary_search(step).is_ok() || is_havoc(*step))
            .collect()
    }

    /// What holds before a quantified step, given the next one.
    fn before(
        &mut self,
        step: usize,
        positions: &[usize],
        later: Option<&(usize, Before)>,
    ) -> Result<Before, NotExpressible> {
        let idx = positions.partition_point(|it| *it < step);
        let key = (step, positions[idx..].to_vec());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let is_position = positions[idx..].first() == Some(&step);
        let before = self.compute(step, is_position, later);
        if !matches!(before, Err(NotExpressible::Stopped)) {
            self.known.insert(key, before.clone());
        }
        before
    }

    fn compute(
        &mut self,
        step: usize,
        is_position: bool,
        later: Option<&(usize, Before)>,
    ) -> Result<Before, NotExpressible> {
        if self.limits.exceeded().is_some() {
            return Err(NotExpressible::Stopped);
        }
        self.oracle.forget(QUERIES_PER_SOLVER);
        let Some(target) = self.trace.steps[step].command.target() else { unreachable!("steps that assign") };
        let value = Symbol::generated(Purpose::Replacement(step), target.read().sort());
        let after = self.reaching(step, value, later)?;
        let exact = later.is_none_or(|(_, before)| before.exact);
        let budget = self.config.budget();
        if !is_position {
            let before = eliminate::exists(value, after, Inexact::Weaker, &mut self.oracle, budget)?;
            return Ok(Before { coreachable: before.formula, exact: exact && before.exact, fix: None });
        }
        let repairs = after.not();
        let some = eliminate::exists(value, repairs, Inexact::Stronger, &mut self.oracle, budget)?;
        let exact = exact && some.exact;
        let mut values: Vec<Term> = Vec::new();
        for instance in some.instances {
            if !values.contains(&instance) {
                values.push(instance);
            }
        }
        if values.is_empty() {
            // Where any value repairs.
            values.push(constant(&Value::zero(value.sort())));
        }
        let is_shadow = self.program.display(target.variable) == Display::Shadow;
        let repairable = some.formula;
        let fix = LocalFix { step, value, is_shadow, repairs, repairable, values, exact };
        Ok(Before { coreachable: repairable.not(), exact, fix: Some(fix) })
    }

    /// The states before a step, and the values, from which the rest runs to the error when the step assigns
    /// the value.
    fn reaching(
        &mut self,
        step: usize,
        value: Symbol,
        later: Option<&(usize, Before)>,
    ) -> Result<Term, NotExpressible> {
        let mut suffix = Suffix::new();
        let mut reaching = Term::bool(true);
        suffix.run(&self.trace.steps[step].command, Some(Term::symbol(value)));
        let end = later.map_or(self.trace.len(), |(next, _)| *next);
        self.limits.spend(UNITS_PER_STEP * (end - step) as u64);
        for step in (step + 1..end).filter(|step| self.live[*step]) {
            if let Some(condition) = suffix.run(&self.trace.steps[step].command, None) {
                if condition.has_quantifier() {
                    return Err(NotExpressible::Quantified);
                }
                reaching = reaching.and(condition);
            }
        }
        if let Some((_, before)) = later {
            reaching = reaching.and(evaluate(&mut suffix, before.coreachable));
        }
        let reaching = eliminate::flat(reaching);
        if weight(&[reaching]) > self.config.size {
            return Err(NotExpressible::TooLarge);
        }
        Ok(reaching)
    }

    fn is_expressible(&self, term: Term, value: Symbol) -> bool {
        term.symbols().iter().all(|it| *it == value || self.program.variables.contains_key(it))
    }
}

/// The local fixes at these positions when all of them are replaced together; see [`LocalFixes::fixes`], which
/// is better for several sets of positions.
///
/// # Errors
/// If a fix cannot be said as a quantifier-free formula over program variables.
pub fn local_fixes(
    program: &Program,
    trace: &Trace,
    positions: &[usize],
    config: &LocalFixConfig,
    limits: &Limits,
) -> Result<Vec<LocalFix>, NotExpressible> {
    LocalFixes::new(program, trace, config, limits).fixes(positions)
}
