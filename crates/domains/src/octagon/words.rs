//! What terms over bit-vectors, which wrap around, are in integers.
//!
//! Sums, differences and multiples are the same modulo two to the width whether or not something wraps around on the
//! way, so that a term is read as a linear form *modulo* that first. Only where its number matters (in a comparison, where
//! it is extended to a greater width, or where it is assigned) are the *cases* told apart: one for each multiple of two to
//! the width that the form can be off by, with the condition for it. What is known of the variables leaves one case mostly.
//!
//! A case is exact if its conditions and its value are those of the term, and nothing was approximated.

use std::cell::RefCell;

use faultscope_ir::{Op, Symbol, Term, TermKind, Value};

use crate::limits::{MAX_OCTAGON_CASES, MAX_OCTAGON_DEPTH, WIDEST_READ};
use crate::numbers::{Interval, Sign};

use super::linear::Linear;
use super::matrix::Octagon;
use super::space::{Part, Space};

/// Under some conditions a term has some value.
#[derive(Debug, Clone)]
pub struct Case<T> {
    /// Forms that are at most zero.
    pub conditions: Vec<Linear>,
    /// The value.
    pub value: T,
    /// Whether nothing was approximated.
    pub is_exact: bool,
}

/// Cases one of which applies; if all are exact, one of those whose conditions hold does.
pub type Cases<T> = Vec<Case<T>>;

/// The numbers a term that is not linear can be, in a reading, as far as somebody else knows.
pub type Known<'a> = &'a RefCell<dyn FnMut(Term, Sign) -> Interval + 'a>;

/// Reads terms in the points of an octagon.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// What the octagon's variables are.
    pub space: &'a Space,
    /// In which points.
    pub octagon: &'a Octagon,
    /// What is known of other terms.
    pub known: Known<'a>,
}

fn case(value: Linear, is_exact: bool) -> Case<Linear> {
    Case { conditions: Vec::new(), value, is_exact }
}

fn truth() -> Case<()> {
    Case { conditions: Vec::new(), value: (), is_exact: true }
}

/// Nothing is known of a condition.
fn open() -> Cases<()> {
    vec![Case { is_exact: false, ..truth() }]
}

impl Reader<'_> {
    /// Whether conditions can hold in some point, one by one.
    fn is_possible(&self, conditions: &[Linear]) -> bool {
        conditions.iter().all(|form| self.octagon.eval(form).ends().0 <= 0)
    }

    /// A variable, or the only number that it is in the octagon's points.
    fn leaf(&self, variable: usize) -> Linear {
        self.octagon.range(variable).as_constant().map_or_else(|| Linear::variable(variable), Linear::number)
    }

    /// Every case of one with every case of another.
    fn product<A, B, C>(
        &self,
        lhs: &Cases<A>,
        rhs: &Cases<B>,
        combine: impl Fn(&A, &B) -> Option<C>,
    ) -> Option<Cases<C>> {
        let mut cases = Vec::new();
        for one in lhs {
            for other in rhs {
                let conditions = [&one.conditions[..], &other.conditions[..]].concat();
                let value = combine(&one.value, &other.value)?;
                cases.push(Case { conditions, value, is_exact: one.is_exact && other.is_exact });
            }
        }
        (cases.len() <= MAX_OCTAGON_CASES).then_some(cases)
    }

    /// The number that a term is in a reading. `None` reads mathematical integers.
    pub fn number(&self, term: Term, sign: Option<Sign>) -> Cases<Linear> {
        self.number_at(term, sign, MAX_OCTAGON_DEPTH)
    }

    fn number_at(&self, term: Term, sign: Option<Sign>, depth: u32) -> Cases<Linear> {
        let (Some(sign), Some(width)) = (sign, term.sort().bit_width()) else {
            return self
                .integer(term, depth)
                .unwrap_or_else(|| vec![case(Linear::interval(Interval::ANY), false)]);
        };
        let residues = self.residue(term, width, depth);
        let residues =
            residues.filter(|it| it.iter().any(|case| case.is_exact || !case.value.terms().is_empty()));
        let windows = residues.and_then(|cases| self.windows(cases, width, sign));
        windows.unwrap_or_else(|| vec![case(Linear::interval((self.known.borrow_mut())(term, sign)), false)])
    }

    /// Brings forms modulo two to a width into the numbers of a reading.
    fn windows(&self, residues: Cases<Linear>, width: u32, sign: Sign) -> Option<Cases<Linear>> {
        if width > WIDEST_READ {
            return None;
        }
        let (least, greatest) = sign.range(width);
        let modulus = 1_i128 << width;
        let mut cases = Vec::new();
        for residue in residues {
            let (lo, hi) = self.octagon.eval(&residue.value).ends();
            if lo == i128::MIN || hi == i128::MAX {
                return None;
            }
            let windows = (lo - least).div_euclid(modulus)..=(hi - least).div_euclid(modulus);
            if windows.end() - windows.start() >= MAX_OCTAGON_CASES as i128 {
                return None;
            }
            for window in windows {
                let value = residue.value.shifted(-window * modulus);
                let mut conditions = residue.conditions.clone();
                if lo - window * modulus < least {
                    conditions.push(value.times(-1)?.shifted(least));
                }
                if hi - window * modulus > greatest {
                    conditions.push(value.shifted(-greatest));
                }
                if self.is_possible(&conditions) {
                    // An interval between the ends of which is a multiple is cut.
                    let is_exact = residue.is_exact && residue.value.rest().as_constant().is_some();
                    let value = if value.terms().is_empty() {
                        let met = value.rest().meet(Interval::new(least, greatest))?;
                        Linear::interval(met)
                    } else {
                        value
                    };
                    cases.push(Case { conditions, value, is_exact });
                }
            }
        }
        (cases.len() <= MAX_OCTAGON_CASES).then_some(cases)
    }

    fn integer(&self, term: Term, depth: u32) -> Option<Cases<Linear>> {
        let depth = depth.checked_sub(1)?;
        match term.kind() {
            TermKind::Const(Value::Int(number)) => Some(vec![case(
                Linear::number(i128::try_from(number).ok().filter(|it| it.unsigned_abs() < 1 << 100)?),
                true,
            )]),
            TermKind::Symbol(symbol) => {
                let variable = self.space.part(*symbol, |it| it == Part::Integer)?;
                Some(vec![case(self.leaf(variable), true)])
            }
            TermKind::App(op, operands) => {
                self.application(*op, operands, &|term| self.integer(term, depth), depth)
            }
            _ => None,
        }
    }

    /// What the lowest bits of a term are, modulo two to their number; none if that is no linear form.
    fn residue(&self, term: Term, width: u32, depth: u32) -> Option<Cases<Linear>> {
        let depth = depth.checked_sub(1)?;
        let form = match term.kind() {
            TermKind::Const(value) => {
                let low = Value::bits(width, value.as_unsigned()?);
                (width <= WIDEST_READ).then(|| low.as_signed()).flatten().map(Linear::number)
            }
            TermKind::Symbol(symbol) => {
                let is_low = |part: Part| match part {
                    Part::Whole(_) => true,
                    Part::Low(low) => low >= width,
                    Part::Integer | Part::High(_) => false,
                };
                self.space.part(*symbol, is_low).map(|it| self.leaf(it))
            }
            TermKind::App(op, operands) => {
                let inner = |term: Term| self.residue(term, width, depth);
                let cases = match (op, &operands[..]) {
                    (Op::Extract { lo: 0, .. }, [operand]) => inner(*operand),
                    (Op::Extract { hi, lo }, [operand]) if operand.sort().bit_width() == Some(hi + 1) => {
                        self.high_part(*operand, *lo, width, depth)
                    }
                    (Op::Concat, [_, low]) if low.sort().bit_width() >= Some(width) => inner(*low),
                    (Op::BvAddLow, [base, addend]) if addend.sort().bit_width() >= Some(width) => {
                        self.product(&inner(*base)?, &inner(*addend)?, Linear::plus)
                    }
                    (Op::SignExtend(_) | Op::ZeroExtend(_), [operand]) => {
                        if operand.sort().bit_width() >= Some(width) {
                            inner(*operand)
                        } else {
                            let sign =
                                if matches!(op, Op::SignExtend(_)) { Sign::Signed } else { Sign::Unsigned };
                            Some(self.number_at(*operand, Some(sign), depth))
                        }
                    }
                    _ => self.application(*op, operands, &inner, depth),
                };
                return cases.or_else(|| self.other(term, width));
            }
            TermKind::Quantified(..) => None,
        };
        form.map(|form| vec![case(form, true)]).or_else(|| self.other(term, width))
    }

    /// A term that is no linear form, as an interval.
    fn other(&self, term: Term, width: u32) -> Option<Cases<Linear>> {
        let interval = (term.sort().bit_width()? == width && width <= WIDEST_READ)
            .then(|| (self.known.borrow_mut())(term, Sign::Signed))
            .filter(|it| it.ends().0 != i128::MIN && it.ends().1 != i128::MAX)?;
        Some(vec![case(Linear::interval(interval), false)])
    }

    /// Sums, differences, multiples and choices; `read` reads operands.
    fn application(
        &self,
        op: Op,
        operands: &[Term],
        read: &dyn Fn(Term) -> Option<Cases<Linear>>,
        depth: u32,
    ) -> Option<Cases<Linear>> {
        let times = |cases: Cases<Linear>, factor: i128| -> Option<Cases<Linear>> {
            let scaled = cases.into_iter().map(|it| Some(Case { value: it.value.times(factor)?, ..it }));
            scaled.collect()
        };
        let constant = |term: Term| match term.as_value()? {
            Value::Int(number) => i128::try_from(number).ok(),
            value => value.as_signed(),
        };
        match (op, operands) {
            (Op::BvAdd | Op::Add, [lhs, rhs]) => self.product(&read(*lhs)?, &read(*rhs)?, Linear::plus),
            (Op::BvSub | Op::Sub, [lhs, rhs]) => self.product(&read(*lhs)?, &read(*rhs)?, Linear::minus),
            (Op::BvNeg | Op::Neg, [operand]) => times(read(*operand)?, -1),
            (Op::BvNot, [operand]) => {
                let negated = times(read(*operand)?, -1)?;
                Some(negated.into_iter().map(|it| Case { value: it.value.shifted(-1), ..it }).collect())
            }
            (Op::BvMul | Op::Mul, [lhs, rhs]) => match (constant(*lhs), constant(*rhs)) {
                (Some(factor), _) => times(read(*rhs)?, factor),
                (_, Some(factor)) => times(read(*lhs)?, factor),
                _ => None,
            },
            (Op::BvShl, [operand, amount]) => {
                let amount = amount.as_value()?.as_unsigned().filter(|it| *it < 32)?;
                times(read(*operand)?, 1 << amount)
            }
            (Op::Ite, [condition, then, otherwise]) => {
                let mut cases = Vec::new();
                for (truth, term) in [(true, *then), (false, *otherwise)] {
                    let conditions = self.condition_at(*condition, truth, depth);
                    let values = read(term)?;
                    let branch = self.product(&conditions, &values, |(), value| Some(value.clone()))?;
                    cases.extend(branch.into_iter().filter(|it| self.is_possible(&it.conditions)));
                }
                (cases.len() <= MAX_OCTAGON_CASES).then_some(cases)
            }
            _ => None,
        }
    }

    /// What the bits of a term from one on are, modulo two to a width.
    fn high_part(&self, term: Term, low: u32, width: u32, depth: u32) -> Option<Cases<Linear>> {
        let depth = depth.checked_sub(1)?;
        match term.kind() {
            TermKind::Symbol(symbol) => {
                let variable = self.space.part(*symbol, |it| it == Part::High(low))?;
                Some(vec![case(self.leaf(variable), true)])
            }
            TermKind::Const(value) if width <= WIDEST_READ => {
                let high = Value::bits(width, value.as_unsigned()? >> low);
                Some(vec![case(Linear::number(high.as_signed()?), true)])
            }
            TermKind::App(Op::BvAddLow, operands) if operands[1].sort().bit_width() <= Some(low) => {
                self.high_part(operands[0], low, width, depth)
            }
            TermKind::App(Op::Concat, operands) if operands[1].sort().bit_width() == Some(low) => {
                self.residue(operands[0], width, depth)
            }
            TermKind::App(op @ Op::Ite, operands) => {
                self.application(*op, operands, &|term| self.high_part(term, low, width, depth), depth)
            }
            _ => None,
        }
    }

    /// The cases in which a condition is `truth`.
    pub fn condition(&self, condition: Term, truth: bool) -> Cases<()> {
        self.condition_at(condition, truth, MAX_OCTAGON_DEPTH)
    }

    fn condition_at(&self, condition: Term, truth: bool, depth: u32) -> Cases<()> {
        let Some(depth) = depth.checked_sub(1) else { return open() };
        let mut cases = self.logical(condition, truth, depth).unwrap_or_else(open);
        cases.retain(|it| self.is_possible(&it.conditions));
        if cases.len() > MAX_OCTAGON_CASES { open() } else { cases }
    }

    fn logical(&self, condition: Term, wanted: bool, depth: u32) -> Option<Cases<()>> {
        let all = |parts: &[(Term, bool)]| {
            parts.iter().try_fold(vec![truth()], |cases, (term, wanted)| {
                self.product(&cases, &self.condition_at(*term, *wanted, depth), |(), ()| Some(()))
            })
        };
        let any = |one: Option<Cases<()>>, other: Option<Cases<()>>| Some([one?, other?].concat());
        match condition.kind() {
            TermKind::Const(value) => {
                Some(if value.as_bool() == Some(wanted) { vec![truth()] } else { Vec::new() })
            }
            TermKind::App(op, operands) => match (op, &operands[..]) {
                (Op::Not, [operand]) => Some(self.condition_at(*operand, !wanted, depth)),
                (Op::And, [lhs, rhs]) | (Op::Or, [lhs, rhs]) => {
                    if (*op == Op::And) == wanted {
                        all(&[(*lhs, wanted), (*rhs, wanted)])
                    } else {
                        any(all(&[(*lhs, wanted)]), all(&[(*rhs, wanted)]))
                    }
                }
                (Op::Ite, [condition, then, otherwise]) => any(
                    all(&[(*condition, true), (*then, wanted)]),
                    all(&[(*condition, false), (*otherwise, wanted)]),
                ),
                (Op::Eq, [lhs, rhs]) if lhs.sort().is_bool() => {
                    any(all(&[(*lhs, true), (*rhs, wanted)]), all(&[(*lhs, false), (*rhs, !wanted)]))
                }
                (Op::Eq, [lhs, rhs]) => self.equality(*lhs, *rhs, wanted, depth),
                (Op::BvSlt, [lhs, rhs]) => self.order((*lhs, *rhs), Some(Sign::Signed), 1, wanted, depth),
                (Op::BvSle, [lhs, rhs]) => self.order((*lhs, *rhs), Some(Sign::Signed), 0, wanted, depth),
                (Op::BvUlt, [lhs, rhs]) => self.order((*lhs, *rhs), Some(Sign::Unsigned), 1, wanted, depth),
                (Op::BvUle, [lhs, rhs]) => self.order((*lhs, *rhs), Some(Sign::Unsigned), 0, wanted, depth),
                (Op::Lt, [lhs, rhs]) if lhs.sort() == faultscope_ir::Sort::int() => {
                    self.order((*lhs, *rhs), None, 1, wanted, depth)
                }
                (Op::Le, [lhs, rhs]) if lhs.sort() == faultscope_ir::Sort::int() => {
                    self.order((*lhs, *rhs), None, 0, wanted, depth)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// That the left side plus a number is at most the right side, or not.
    fn order(
        &self,
        (lhs, rhs): (Term, Term),
        sign: Option<Sign>,
        gap: i128,
        wanted: bool,
        depth: u32,
    ) -> Option<Cases<()>> {
        if lhs.sort().bit_width().is_some_and(|width| width > WIDEST_READ) {
            return None;
        }
        let (lhs, rhs) = (self.number_at(lhs, sign, depth), self.number_at(rhs, sign, depth));
        let differences = self.product(&lhs, &rhs, Linear::minus)?;
        let compared = differences.into_iter().map(|it| {
            let form = if wanted { it.value.shifted(gap) } else { it.value.times(-1)?.shifted(1 - gap) };
            Some(it.with([form]))
        });
        compared.collect()
    }

    fn equality(&self, lhs: Term, rhs: Term, wanted: bool, depth: u32) -> Option<Cases<()>> {
        let Some(width) = lhs.sort().bit_width() else {
            if lhs.sort() != faultscope_ir::Sort::int() {
                return None;
            }
            let differences =
                self.product(&self.integer(lhs, depth)?, &self.integer(rhs, depth)?, Linear::minus)?;
            return sides(differences, wanted, None, |_| Interval::ANY);
        };
        if let Some(low) = self.split(lhs).or_else(|| self.split(rhs)) {
            let part = |hi: u32, lo: u32| lhs.extract(hi, lo).equals(rhs.extract(hi, lo));
            return self.logical(part(low - 1, 0).and(part(width - 1, low)), wanted, depth);
        }
        if width > WIDEST_READ {
            return None;
        }
        let (lhs, rhs) = (self.residue(lhs, width, depth)?, self.residue(rhs, width, depth)?);
        let differences = self.product(&lhs, &rhs, Linear::minus)?;
        sides(differences, wanted, Some(1 << width), |form| self.octagon.eval(form))
    }

    /// Where a bit-vector is split that is no number as a whole.
    fn split(&self, term: Term) -> Option<u32> {
        let symbol: Symbol = match term.kind() {
            TermKind::Symbol(symbol) => *symbol,
            TermKind::App(Op::BvAddLow, operands) => return self.split(operands[0]),
            TermKind::App(Op::Ite, operands) => {
                return self.split(operands[1]).or_else(|| self.split(operands[2]));
            }
            _ => return None,
        };
        self.space.of(symbol).iter().find_map(|it| match self.space.dimensions()[*it].part {
            Part::Low(low) => Some(low),
            _ => None,
        })
    }
}

/// The cases in which differences are a multiple of a modulus (of zero, if there is none), or are not.
fn sides(
    differences: Cases<Linear>,
    wanted: bool,
    modulus: Option<i128>,
    eval: impl Fn(&Linear) -> Interval,
) -> Option<Cases<()>> {
    let mut cases = Vec::new();
    for difference in differences {
        let (lo, hi) = eval(&difference.value).ends();
        let multiples: Vec<i128> = match modulus {
            Some(modulus) => {
                if lo == i128::MIN || hi == i128::MAX || (hi - lo) / modulus >= MAX_OCTAGON_CASES as i128 {
                    return None;
                }
                let first = -(-lo).div_euclid(modulus);
                (first..=hi.div_euclid(modulus)).map(|it| it * modulus).collect()
            }
            None => vec![0],
        };
        let above = |number: i128| Some(difference.value.times(-1)?.shifted(number));
        let below = |number: i128| difference.value.shifted(-number);
        if wanted {
            for multiple in multiples {
                cases.push(difference.clone().with([above(multiple)?, below(multiple)]));
            }
            continue;
        }
        let mut start: Option<i128> = None;
        for multiple in &multiples {
            let mut conditions = vec![below(multiple - 1)];
            if let Some(start) = start {
                conditions.push(above(start)?);
            }
            cases.push(difference.clone().with(conditions));
            start = Some(multiple + 1);
        }
        match start {
            Some(start) => cases.push(difference.clone().with([above(start)?])),
            None => cases.push(difference.with([])),
        }
    }
    Some(cases)
}

impl Case<Linear> {
    /// The case as one of a condition, with some more. Of an interval, *some* number fulfils them.
    fn with(self, more: impl IntoIterator<Item = Linear>) -> Case<()> {
        let mut conditions = self.conditions;
        conditions.extend(more);
        Case { conditions, value: (), is_exact: self.is_exact }
    }
}

impl<T> Case<T> {
    /// Whether an octagon restricted to the case has no point outside of it.
    pub fn is_octagonal(&self) -> bool {
        self.is_exact && self.conditions.iter().all(Linear::is_octagonal)
    }

    /// The points of an octagon in which the conditions hold; none if there are none.
    pub fn restrict(&self, octagon: &Octagon) -> Option<Octagon> {
        let mut restricted = octagon.clone();
        self.conditions.iter().all(|form| restricted.restrict_by(form)).then_some(restricted)
    }
}
