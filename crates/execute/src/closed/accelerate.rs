//! Many rounds of a loop at once.
//!
//! Where a round leads back to the head of its loop on one path, adds constants to some variables, and leaves alone all
//! others that matter, the rounds that follow take the same path as long as its conditions hold. These compare what grows
//! linearly, so that how many rounds that is can be computed, and the execution goes on behind them. Words wrap around: as far
//! as a comparison goes, nothing that it compares does.
//!
//! # References
//! - \[1\] Sébastien Bardin, Alain Finkel, Jérôme Leroux, Laure Petrucci: _FAST: acceleration from theory to practice_,
//!   STTT 2008. Here the state is known, so that nothing but the number of rounds is asked for.

use faultscope_ir::index::IndexMap;
use faultscope_ir::{BlockId, Command, Instruction, Op, ProcId, Symbol, Term, TermKind, Terminator, Value};

use super::Closed;
use super::data::Data;
use super::evaluate::Machine;
use super::progress::Rounds;
use super::store::Content;
use crate::limits::{MAX_ROUND_STEPS, ROUNDS_BEHIND_JUMP};
use faultscope_ir::modular::{inverse, mask, sign_extended};

/// One round of a loop, in terms of what variables hold before it.
struct Round {
    /// What is assigned.
    values: IndexMap<Symbol, Term>,
    /// What decides the way, and how.
    conditions: Vec<(Term, bool)>,
    n_steps: u64,
}

/// A word that is a linear function of the number of the round, modulo `2^width`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Linear {
    width: u32,
    start: u128,
    step: u128,
}

impl Closed<'_> {
    /// Does as many rounds of the loop at whose head the execution is as are alike.
    pub(super) fn accelerate(&mut self, procedure: ProcId, head: BlockId) -> Option<Rounds> {
        let round = self.round(procedure, head)?;
        let steps = self.steps(&round)?;
        let mut counted = Counted { closed: self, steps: &steps, n_rounds: None };
        for (condition, outcome) in &round.conditions {
            counted.decide(*condition, *outcome)?;
        }
        let Some(n_rounds) = counted.n_rounds else { return Some(Rounds::Forever) };
        let n_rounds = n_rounds.checked_sub(ROUNDS_BEHIND_JUMP).filter(|it| *it > 0)?;
        for (symbol, Linear { width, start, step }) in &steps {
            let value = Value::bits(*width, start.wrapping_add(step.wrapping_mul(n_rounds)));
            let variable = self.code.variable(*symbol);
            self.store.set(variable, Content::Value(Data::Known(value)));
        }
        let n_rounds = u64::try_from(n_rounds).unwrap_or(u64::MAX);
        self.n_skipped = self.n_skipped.saturating_add(n_rounds.saturating_mul(round.n_steps));
        self.checkpoints.clear();
        self.keep_checkpoint();
        Some(Rounds::Done)
    }

    /// The round that begins in the present state; none where it does anything but compute, or is long.
    fn round(&mut self, procedure: ProcId, head: BlockId) -> Option<Round> {
        let program = self.program;
        let mut round = Round { values: IndexMap::default(), conditions: Vec::new(), n_steps: 0 };
        let mut at = head;
        loop {
            let block = program.procedure(procedure).block(at);
            for instruction in &block.instructions {
                let Instruction::Statement(statement) = instruction else { return None };
                match &statement.command {
                    Command::Assign { target, value } if target.path.is_empty() => {
                        let value = round.before(*value);
                        round.values.insert(target.variable, value);
                    }
                    Command::Assume { condition } => {
                        let condition = round.before(*condition);
                        self.decided(condition).filter(|holds| *holds)?;
                        round.conditions.push((condition, true));
                    }
                    Command::Assign { .. } | Command::Havoc { .. } => return None,
                }
            }
            round.n_steps += block.instructions.len() as u64 + 1;
            at = match &block.terminator {
                Terminator::Goto(next) => *next,
                Terminator::Branch { condition, then_block, else_block, .. } => {
                    let condition = round.before(*condition);
                    let holds = self.decided(condition)?;
                    round.conditions.push((condition, holds));
                    if holds { *then_block } else { *else_block }
                }
                _ => return None,
            };
            if at == head {
                return Some(round);
            }
            if round.n_steps > MAX_ROUND_STEPS {
                return None;
            }
        }
    }

    /// By how much variables grow; none where one changes otherwise and is read by the next round.
    fn steps(&mut self, round: &Round) -> Option<IndexMap<Symbol, Linear>> {
        let mut steps = IndexMap::default();
        let mut read: Vec<Symbol> = round.conditions.iter().flat_map(|(it, _)| it.symbols()).collect();
        read.extend(round.values.values().flat_map(|value| value.symbols()));
        for (symbol, value) in &round.values {
            let own = Term::symbol(*symbol);
            // What the next round does not read it assigns before anybody else does.
            if *value == own || !read.contains(symbol) {
                continue;
            }
            let before = self.known(own)?;
            if self.known(*value).as_ref() == Some(&before)
                && !value.symbols().iter().any(|it| round.changes(*it))
            {
                continue;
            }
            let width = own.sort().bit_width().filter(|width| *width <= u64::BITS)?;
            let step = value.bv_sub(own).as_value().and_then(Value::as_unsigned).or_else(|| {
                let (operands, is_sum) = match value.operands_of(Op::BvAdd) {
                    Some(operands) => (operands, true),
                    None => (value.operands_of(Op::BvSub)?, false),
                };
                let [lhs, rhs] = operands else { return None };
                let step = match (*lhs == own, *rhs == own && is_sum) {
                    (true, _) => rhs,
                    (false, true) => lhs,
                    (false, false) => return None,
                };
                let moves = step.symbols().iter().any(|it| round.changes(*it));
                let step = if moves { None } else { self.known(*step)?.as_unsigned() }?;
                Some(if is_sum { step } else { step.wrapping_neg() & mask(width) })
            })?;
            steps.insert(*symbol, Linear { width, start: before.as_unsigned()?, step });
        }
        Some(steps)
    }

    /// What a term is in the present state, if that is known.
    fn known(&mut self, term: Term) -> Option<Value> {
        let node = self.code.term(term);
        let mut machine = Machine { code: &self.code, store: &mut self.store, memo: &mut self.memo };
        machine.known(node)
    }

    fn decided(&mut self, condition: Term) -> Option<bool> {
        self.known(condition)?.as_bool()
    }
}

impl Round {
    /// A term in terms of what variables hold before the round.
    fn before(&self, term: Term) -> Term {
        term.rewrite(&mut |symbol| self.values.get(&symbol).copied())
    }

    fn changes(&self, symbol: Symbol) -> bool {
        self.values.get(&symbol).is_some_and(|value| *value != Term::symbol(symbol))
    }
}

/// Counts the rounds in which everything goes as in the first.
struct Counted<'c, 'a> {
    closed: &'c mut Closed<'a>,
    steps: &'c IndexMap<Symbol, Linear>,
    /// How many there are at most; none as long as nothing says so.
    n_rounds: Option<u128>,
}

impl Counted<'_, '_> {
    fn at_most(&mut self, n_rounds: u128) {
        self.n_rounds = Some(self.n_rounds.map_or(n_rounds, |it| it.min(n_rounds)));
    }

    fn moves(&self, term: Term) -> bool {
        term.symbols().iter().any(|symbol| self.steps.contains_key(symbol))
    }

    /// Counts the rounds in which a condition comes out as it does in the first.
    fn decide(&mut self, condition: Term, outcome: bool) -> Option<()> {
        if !self.moves(condition) {
            return Some(());
        }
        let TermKind::App(op, operands) = condition.kind() else { return None };
        match (*op, &operands[..]) {
            (Op::Not, [operand]) => self.decide(*operand, !outcome),
            (Op::And, [lhs, rhs]) | (Op::Or, [lhs, rhs]) => {
                // All operands where all are needed, and else one that is enough.
                let needs_all = (*op == Op::And) == outcome;
                let is_enough = needs_all || self.closed.decided(*lhs)? == outcome;
                if is_enough {
                    self.decide(*lhs, outcome)?;
                }
                if needs_all || !is_enough {
                    self.decide(*rhs, outcome)?;
                }
                Some(())
            }
            (Op::Eq, [lhs, rhs]) => self.equal(*lhs, *rhs, outcome),
            (Op::BvUlt, [lhs, rhs]) => self.less(*lhs, *rhs, outcome, false),
            (Op::BvSlt, [lhs, rhs]) => self.less(*lhs, *rhs, outcome, true),
            (Op::BvUle, [lhs, rhs]) => self.less(*rhs, *lhs, !outcome, false),
            (Op::BvSle, [lhs, rhs]) => self.less(*rhs, *lhs, !outcome, true),
            _ => None,
        }
    }

    fn equal(&mut self, lhs: Term, rhs: Term, outcome: bool) -> Option<()> {
        let (lhs, rhs) = (self.linear(lhs)?, self.linear(rhs)?);
        let mask = mask(lhs.width);
        let start = lhs.start.wrapping_sub(rhs.start) & mask;
        let step = lhs.step.wrapping_sub(rhs.step) & mask;
        match (step, outcome) {
            (0, _) => {}
            (_, true) => self.at_most(1),
            (step, false) => {
                let shift = step.trailing_zeros();
                if start.trailing_zeros() >= shift {
                    // `start + k step = 0` modulo `2^width`.
                    let inverse = inverse(step >> shift);
                    self.at_most((start.wrapping_neg() >> shift).wrapping_mul(inverse) & (mask >> shift));
                }
            }
        }
        Some(())
    }

    fn less(&mut self, lhs: Term, rhs: Term, outcome: bool, is_signed: bool) -> Option<()> {
        let (lhs, rhs) = (self.linear(lhs)?, self.linear(rhs)?);
        self.stays_in_range(lhs, is_signed);
        self.stays_in_range(rhs, is_signed);
        let difference = lhs.number(is_signed) - rhs.number(is_signed);
        let step = lhs.signed_step() - rhs.signed_step();
        // As `difference + k step < 0`.
        let (difference, step) = if outcome { (difference, step) } else { (-difference - 1, -step) };
        if step > 0 {
            self.at_most(((-difference + step - 1) / step) as u128);
        }
        Some(())
    }

    /// Counts the rounds in which a word does not wrap around.
    fn stays_in_range(&mut self, word: Linear, is_signed: bool) {
        let (number, step) = (word.number(is_signed), word.signed_step());
        let half = 1_i128 << (word.width - 1);
        let (lowest, highest) = if is_signed { (-half, half - 1) } else { (0, 2 * half - 1) };
        match step {
            0 => {}
            step if step > 0 => self.at_most(((highest - number) / step + 1) as u128),
            step => self.at_most(((number - lowest) / -step + 1) as u128),
        }
    }

    /// A word as a function of the round, if it is linear as far as rounds are counted.
    fn linear(&mut self, term: Term) -> Option<Linear> {
        let width = term.sort().bit_width().filter(|width| *width <= u64::BITS)?;
        if !self.moves(term) {
            return Some(Linear { width, start: self.closed.known(term)?.as_unsigned()?, step: 0 });
        }
        if let Some(symbol) = term.as_symbol() {
            return self.steps.get(&symbol).copied();
        }
        let TermKind::App(op, operands) = term.kind() else { return None };
        let (start, step) = match (*op, &operands[..]) {
            (Op::BvNeg, [operand]) => {
                let operand = self.linear(*operand)?;
                (operand.start.wrapping_neg(), operand.step.wrapping_neg())
            }
            (Op::BvAdd, [lhs, rhs]) => {
                let (lhs, rhs) = (self.linear(*lhs)?, self.linear(*rhs)?);
                (lhs.start.wrapping_add(rhs.start), lhs.step.wrapping_add(rhs.step))
            }
            (Op::BvSub, [lhs, rhs]) => {
                let (lhs, rhs) = (self.linear(*lhs)?, self.linear(*rhs)?);
                (lhs.start.wrapping_sub(rhs.start), lhs.step.wrapping_sub(rhs.step))
            }
            (Op::BvMul, [lhs, rhs]) => {
                let (lhs, rhs) = (self.linear(*lhs)?, self.linear(*rhs)?);
                let (factor, word) = if lhs.step == 0 { (lhs, rhs) } else { (rhs, lhs) };
                (factor.step == 0).then_some(())?;
                (word.start.wrapping_mul(factor.start), word.step.wrapping_mul(factor.start))
            }
            (Op::Extract { lo: 0, .. }, [operand]) => {
                let operand = self.linear(*operand)?;
                (operand.start, operand.step)
            }
            (Op::ZeroExtend(_), [operand]) => {
                let operand = self.linear(*operand)?;
                self.stays_in_range(operand, false);
                (operand.start, operand.signed_step() as u128)
            }
            (Op::SignExtend(_), [operand]) => {
                let operand = self.linear(*operand)?;
                self.stays_in_range(operand, true);
                (operand.number(true) as u128, operand.signed_step() as u128)
            }
            (Op::BvUrem, [dividend, divisor]) => {
                let (dividend, divisor) = (self.linear(*dividend)?, self.linear(*divisor)?);
                let is_kept = divisor.step == 0
                    && divisor.start != 0
                    && dividend.signed_step().unsigned_abs().is_multiple_of(divisor.start);
                is_kept.then_some(())?;
                self.stays_in_range(dividend, false);
                (dividend.start % divisor.start, 0)
            }
            _ => return None,
        };
        Some(Linear { width, start: start & mask(width), step: step & mask(width) })
    }
}

impl Linear {
    /// What it is in the first round.
    fn number(self, is_signed: bool) -> i128 {
        if is_signed { sign_extended(self.width, self.start) } else { self.start as i128 }
    }

    fn signed_step(self) -> i128 {
        sign_extended(self.width, self.step)
    }
}
