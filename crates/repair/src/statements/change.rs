//! Changes of statements and conditions, and which of them say the same.

use faultscope_frontend::sites::{Side, StatementPlace};
use faultscope_ir::Span;
use faultscope_localize::finding::Learned;

use crate::learned::{Guards, LearnedCondition};

/// A change of statements that makes failing tests pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementChange {
    /// Where it is: the statement that is left out, or that something may be missing beside.
    pub place: StatementPlace,
    /// What is changed.
    pub change: Change,
    /// Whether all tests pass with it; else the statement is left out in some executions only.
    pub passes_all: bool,
}

/// What is changed at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The statement is left out.
    LeftOut,
    /// This is put in, as the language writes it.
    PutIn(String),
    /// This statement of the same function is executed here, too.
    Repeated(String),
    /// The block goes on with so many of the statements behind it.
    EndLater(usize),
    /// So many of the statements behind the condition are in an `else` of it.
    IntoElse(usize),
    /// The statement stands behind so many of those behind it.
    MovedBehind(usize),
    /// The statement stands behind the one whose last block it ends.
    MovedOut,
    /// The statement is only executed where this holds.
    Guarded(String, Guards),
    /// A case ends where it goes on with the next one.
    EndOfCase,
    /// A jump with its condition is put in, as the language writes it.
    Jump(String, Guards),
}

impl Change {
    /// Whether something that is there stands elsewhere.
    pub(super) fn moves(&self) -> bool {
        matches!(self, Change::EndLater(_) | Change::IntoElse(_) | Change::MovedBehind(_) | Change::MovedOut)
    }

    /// Whether this statement is put in.
    pub(super) fn is_put_in(&self, statement: &str) -> bool {
        matches!(self, Change::PutIn(it) | Change::Repeated(it) if it == statement)
    }
}

/// Changes of statements and conditions with which failing tests pass.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    /// Of statements, the likeliest first.
    pub statements: Vec<StatementChange>,
    /// Operands that conditions lack, with where those stand and in which function.
    pub operands: Vec<(Span, String, Learned)>,
}

impl Changes {
    /// Adds a condition that was learned.
    pub(super) fn add(&mut self, condition: LearnedCondition, places: &[StatementPlace]) {
        let (number, change) = match condition {
            LearnedCondition::Operand(span, function, learned) => {
                return self.operands.push((span, function, learned));
            }
            LearnedCondition::Guard(number, text, guards) => (number, Change::Guarded(text, guards)),
            LearnedCondition::Statement(number, text) => (number, Change::PutIn(text)),
            LearnedCondition::EndOfCase(number) => (number, Change::EndOfCase),
            LearnedCondition::Jump(number, text, guards) => (number, Change::Jump(text, guards)),
        };
        let place = places[number - 1].clone();
        let is_guard = matches!(change, Change::Guarded(..));
        // The condition says in which executions the statement is left out.
        self.statements
            .retain(|it| !(is_guard && it.place == place && it.change == Change::LeftOut && !it.passes_all));
        // What holds a statement with the same guard says less.
        let holds =
            |it: &StatementChange| is_guard && it.change == change && it.place.span.contains(place.span);
        self.statements.retain(|it| !holds(it));
        // The same jump somewhere else in the function, or where the function ends.
        let is_jump = matches!(change, Change::Jump(..));
        let is_short =
            place.span.line == place.span.end_line && place.span.end_column <= place.span.column + 1;
        let is_end = is_short && place.side == Side::Before;
        let is_same = |it: &StatementChange| it.change == change && it.place.function == place.function;
        if is_jump && (is_end || self.statements.iter().any(is_same)) {
            return;
        }
        let is_known = self.statements.iter().any(|it| {
            let is_within = it.change == change && place.span.contains(it.place.span);
            is_guard && (is_within || it.place == place && it.passes_all && it.change == Change::LeftOut)
        });
        if !is_known {
            self.statements.push(StatementChange { place, change, passes_all: true });
        }
    }
}
