//! Do versions of a program behave alike?
//!
//! [`compare`] makes the [product](faultscope_ir::product) of an original and changed versions, and [asks](mod@crate::ask) whether it fails.
//! [`differs_at_change`] asks the same of [one copy with a flag](faultscope_ir::product::flag), which is cheaper and says more where it
//! holds: there nothing differs at the changed statements.
//!
//! Both are about the executions of the original that work. That there are any is not asked.

use faultscope_ir::focus::focused;
use faultscope_ir::product::flag::{Change, Changes, changes, flagged};
use faultscope_ir::product::{Level, Product, always_ends, product};
use faultscope_ir::{CheckId, Program};
use faultscope_solver::Limits;

use crate::ask::{Question, ask};
use crate::portfolio::PortfolioConfig;
use crate::{ErrorTrace, FirstError, UnknownReason, Verdict};

/// How versions of a program compare.
#[derive(Debug)]
pub enum Comparison {
    /// The changed versions do what the original does wherever that works: this is proved.
    Same {
        /// Whether they end there, too. If not, that is not decided: they do the same if they end.
        ends: bool,
    },
    /// An execution of the original works, and a changed version does something else on its inputs.
    Differ {
        /// It is one of the product.
        trace: Box<ErrorTrace>,
        /// What is different.
        message: String,
    },
    /// Not decided.
    Open(WhyOpen),
}

/// Why it is not decided how versions compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyOpen {
    /// The search has found nothing, and is not complete.
    Search(UnknownReason),
    /// There is something that is not compared.
    Incomparable(String),
    /// The programs are not alike enough, or what they write is not in them.
    NotAligned,
}

impl Comparison {
    /// Whether the versions are proved to behave alike.
    pub fn is_same(&self) -> bool {
        matches!(self, Comparison::Same { .. })
    }
}

/// Whether changed versions of a program do what the original does.
pub fn compare(
    original: &Program,
    changed: &[&Program],
    level: Level,
    config: &PortfolioConfig,
    limits: &Limits,
) -> Comparison {
    let Product { program, differences, undecided } = product(original, changed, level);
    let found = match first_error(&program, config, limits) {
        Err(reason) => return Comparison::Open(WhyOpen::Search(reason)),
        Ok(None) => return Comparison::Same { ends: changed.iter().all(|it| always_ends(it)) },
        Ok(Some(trace)) => trace,
    };
    if differences.contains(&found.trace.check) {
        return difference(&program, found);
    }
    // Beside what is not compared there may be a difference.
    let message = program.check(found.trace.check).message.clone();
    debug_assert!(undecided.contains(&found.trace.check), "a check is one or the other");
    match first_error(&focused(program.clone(), &differences), config, limits) {
        Ok(Some(trace)) => difference(&program, trace),
        _ => Comparison::Open(WhyOpen::Incomparable(message)),
    }
}

/// Whether what is changed between two programs makes a difference where it stands, in some execution of the original that works.
pub fn differs_at_change(
    original: &Program,
    changed: &Program,
    config: &PortfolioConfig,
    limits: &Limits,
) -> Comparison {
    let Some(changes) = changes(original, changed) else {
        return Comparison::Open(WhyOpen::NotAligned);
    };
    let flagged = flagged(original, &changes);
    match first_error(&flagged.program, config, limits) {
        Err(reason) => Comparison::Open(WhyOpen::Search(reason)),
        Ok(None) => Comparison::Same { ends: true },
        Ok(Some(trace)) => difference(&flagged.program, trace),
    }
}

/// Whether some execution of the original that works is known to get to what is changed between two programs.
pub fn gets_to_change(
    original: &Program,
    changed: &Program,
    config: &PortfolioConfig,
    limits: &Limits,
) -> bool {
    let Some(Changes { changes, variables }) = changes(original, changed) else { return false };
    let changes = changes.into_iter().map(|(point, _)| (point, Change::Unknown)).collect();
    let flagged = flagged(original, &Changes { changes, variables });
    matches!(first_error(&flagged.program, config, limits), Ok(Some(_)))
}

fn difference(program: &Program, trace: Box<ErrorTrace>) -> Comparison {
    let check: CheckId = trace.trace.check;
    let message = program.check(check).message.clone();
    Comparison::Differ { trace, message }
}

/// An error of a program, or none where that is proved.
fn first_error(program: &Program, config: &PortfolioConfig, limits: &Limits) -> FirstError<UnknownReason> {
    let answer = ask(&Question::new(program, config), limits, &mut ());
    match answer.verdict {
        Verdict::Safe => Ok(None),
        Verdict::Open(reason) => Err(reason),
        // An error without a trace is no proof that there is none.
        Verdict::Fails(_) => {
            answer.into_error().map(|it| Some(Box::new(it))).ok_or(UnknownReason::NotConfirmed)
        }
    }
}

#[cfg(test)]
mod tests;
