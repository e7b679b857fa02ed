//! The two bounds of an access, which are proved apart.
//!
//! The language has one check for an access: a number without a sign is at most another one. That is two conditions: read
//! with a sign, the number is not negative, and it is not too large. Where the check as a whole is not proved, one of the
//! two may be, and its proof rests on statements as well \[1, Fig. 2\].

use faultscope_ir::{Block, BlockId, CheckId, Op, Procedure, Program, Term, TermKind, Terminator};

/// Which of two conditions is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// What is bounded is not negative.
    Lower,
    /// What is bounded is not too large, unless it is negative.
    Upper,
}

impl Bound {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        }
    }
}

/// The states of a check's error location in which it violates one of its bounds, for both; none where the check bounds
/// nothing without a sign.
pub(super) fn violations(condition: Term) -> Option<[(Bound, Term); 2]> {
    let is_negative = Term::any(bounded(condition).into_iter().map(|number| {
        let width = number.sort().bit_width().unwrap_or(1);
        number.bv_slt(Term::bits(width, 0))
    }));
    match is_negative.as_bool() {
        Some(_) => None,
        None => Some([(Bound::Lower, is_negative), (Bound::Upper, is_negative.not())]),
    }
}

/// The numbers that a condition compares without a sign, and that are to be small.
pub(super) fn bounded(condition: Term) -> Vec<Term> {
    let mut numbers = Vec::new();
    condition.visit(&mut |term| {
        if let TermKind::App(Op::BvUlt | Op::BvUle, operands) = term.kind()
            && operands[0].as_value().is_none()
            && !numbers.contains(&operands[0])
        {
            numbers.push(operands[0]);
        }
    });
    numbers
}

/// The values that a check compares with others: in its condition, or where it has none in those that lead to its error
/// locations directly.
pub(super) fn compared(program: &Program, check: CheckId) -> Vec<Term> {
    let is_error = |block: &Block| matches!(block.terminator, Terminator::Error { check: it } if it == check);
    let deciding = |procedure: &Procedure| -> Vec<Term> {
        let errors = procedure.blocks.iter().enumerate().filter(|(_, block)| is_error(block));
        let errors: Vec<BlockId> = errors.map(|(idx, _)| BlockId(idx as u32)).collect();
        let leading = procedure.blocks.iter().filter_map(|block| match &block.terminator {
            Terminator::Branch { condition, .. } => {
                errors.iter().any(|it| block.terminator.leads_to(*it)).then_some(*condition)
            }
            _ => None,
        });
        leading.collect()
    };
    let conditions = match program.check(check).condition {
        Some(condition) => vec![condition],
        None => program.procedures.iter().flat_map(deciding).collect(),
    };
    let mut values = Vec::new();
    for condition in conditions {
        condition.visit(&mut |term| {
            if let TermKind::App(Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Lt | Op::Le, operands) =
                term.kind()
            {
                values.extend(operands.iter().copied().filter(|it| it.as_value().is_none()));
            }
        });
    }
    values
}
