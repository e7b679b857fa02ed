//! What commands do to octagons, forwards and backwards.

use std::cell::RefCell;
use std::rc::Rc;

use faultscope_ir::{Call, Command, Symbol, Term};

use crate::numbers::anything;
use crate::octagon::space::{Part, Space};
use crate::octagon::words::{Case, Cases, Reader};
use crate::octagon::{Linear, Octagon};

use super::effects::Effects;
use super::union::{Side, Union};

/// Commands over the numbers of a space.
pub(super) struct Transfer<'a> {
    pub(super) space: &'a Space,
    /// All points, as far as the procedure leaves the numbers alone that they are given.
    pub(super) all: Octagon,
    pub(super) effects: &'a Effects,
    pub(super) procedure: faultscope_ir::ProcId,
}

/// Reads in the points of an octagon.
fn reading<R>(space: &Space, octagon: &Octagon, read: impl FnOnce(Reader<'_>) -> R) -> R {
    let known = RefCell::new(anything);
    read(Reader { space, octagon, known: &known })
}

impl Transfer<'_> {
    /// An octagon with a variable's numbers that can be anything.
    fn forget(&self, octagon: &Octagon, symbol: Symbol) -> Octagon {
        self.space.of(symbol).iter().fold(octagon.clone(), |octagon, it| self.free(&octagon, *it))
    }

    fn free(&self, octagon: &Octagon, number: usize) -> Octagon {
        let mut freed = octagon.forget(number);
        // What is free is not restricted to nothing.
        freed.restrict_to(number, self.space.dimensions()[number].range());
        freed
    }

    /// Whether some number of a variable is in the space.
    fn has(&self, symbol: Symbol) -> bool {
        !self.space.of(symbol).is_empty()
    }

    /// The cases of a variable's numbers when it is assigned a term, one list for each.
    fn values(&self, symbol: Symbol, value: Term, octagon: &Octagon) -> Vec<(usize, Cases<Linear>)> {
        let numbers = self.space.of(symbol);
        let read = |number: &usize| {
            let dimension = self.space.dimensions()[*number];
            let part = match dimension.part {
                Part::Integer | Part::Whole(_) => value,
                Part::Low(low) => value.extract(low - 1, 0),
                Part::High(low) => value.extract(value.sort().bit_width().unwrap_or(low + 1) - 1, low),
            };
            let sign = dimension.term().1;
            let mut cases = reading(self.space, octagon, |reader| reader.number(part, sign));
            // Numbers of one variable are assigned one after the other; none may be read by another.
            let clashes =
                |form: &Linear| numbers.iter().any(|other| other != number && form.coefficient(*other) != 0);
            if cases.iter().any(|case| clashes(&case.value) || case.conditions.iter().any(clashes)) {
                let value = Linear::interval(dimension.range());
                cases = vec![Case { conditions: Vec::new(), value, is_exact: false }];
            }
            (*number, cases)
        };
        numbers.iter().map(read).collect()
    }

    /// The states after a command; none if there are none.
    pub(super) fn post(&self, octagon: &Octagon, command: &Command) -> Option<Octagon> {
        match command {
            Command::Assume { condition } => self.assume(octagon, *condition, true),
            Command::Assign { target, .. } | Command::Havoc { target } if !target.path.is_empty() => {
                Some(octagon.clone())
            }
            Command::Havoc { target } => Some(self.forget(octagon, target.variable)),
            Command::Assign { target, value } => {
                let values = self.values(target.variable, *value, octagon);
                Some(values.into_iter().fold(octagon.clone(), |octagon, (number, cases)| {
                    let assigned = cases.iter().filter_map(|case| {
                        let assigned = case.restrict(&octagon)?.assign(number, &case.value);
                        assigned.within(number, self.space.dimensions()[number].range())
                    });
                    let joined = assigned.reduce(|one, other| one.join(&other));
                    joined.unwrap_or_else(|| self.free(&octagon, number))
                }))
            }
        }
    }

    /// The states in which a condition is `truth`; none if there are none.
    pub(super) fn assume(&self, octagon: &Octagon, condition: Term, truth: bool) -> Option<Octagon> {
        let cases = reading(self.space, octagon, |reader| reader.condition(condition, truth));
        let restricted = cases.iter().filter_map(|case| case.restrict(octagon));
        restricted.reduce(|one, other| one.join(&other))
    }

    /// The states behind a call.
    pub(super) fn behind_call(&self, octagon: &Octagon, call: &Call) -> Octagon {
        self.changed(call).fold(octagon.clone(), |octagon, symbol| self.forget(&octagon, symbol))
    }

    /// The variables of the space that a call changes.
    fn changed(&self, call: &Call) -> impl Iterator<Item = Symbol> {
        let symbols = self.space.dimensions().iter().map(|it| it.symbol);
        symbols.filter(|symbol| self.effects.assigns(call, *symbol))
    }

    /// The states from which a command leads into a union.
    pub(super) fn pre(&self, union: &Union, command: &Command, side: Side) -> Union {
        match command {
            Command::Assume { condition } => self.pre_condition(union, *condition, true, side),
            Command::Assign { target, .. } | Command::Havoc { target }
                if !target.path.is_empty() || !self.has(target.variable) =>
            {
                union.clone()
            }
            Command::Havoc { target } => {
                let freed = union.octagons().iter().map(|it| self.forget(it, target.variable));
                collect(freed, side)
            }
            Command::Assign { target, value } => {
                let mut before = Union::default();
                for octagon in union.octagons() {
                    self.pre_assign(octagon, target.variable, *value, side, &mut before);
                }
                before
            }
        }
    }

    /// The states of a union in which a condition is `truth`.
    pub(super) fn pre_condition(&self, union: &Union, condition: Term, truth: bool, side: Side) -> Union {
        let mut before = Union::default();
        for octagon in union.octagons() {
            let cases = reading(self.space, octagon, |reader| reader.condition(condition, truth));
            for case in cases.iter().filter(|it| side == Side::Above || it.is_octagonal()) {
                add(&mut before, case.restrict(octagon), side);
            }
        }
        before
    }

    fn pre_assign(&self, octagon: &Octagon, symbol: Symbol, value: Term, side: Side, before: &mut Union) {
        // Before the assignment nothing is known of the variable.
        let values = self.values(symbol, value, &self.forget(octagon, symbol));
        let mut octagons = vec![octagon.clone()];
        for (number, cases) in values {
            let mut earlier = Vec::new();
            for octagon in &octagons {
                earlier.extend(cases.iter().filter_map(|case| self.pre_case(octagon, number, case, side)));
            }
            octagons = earlier;
        }
        octagons.into_iter().for_each(|octagon| add(before, Some(octagon), side));
    }

    /// The states in which a case applies and its value leads into an octagon. From below, none where that is not exact.
    fn pre_case(&self, octagon: &Octagon, number: usize, case: &Case<Linear>, side: Side) -> Option<Octagon> {
        let range = self.space.dimensions()[number].range();
        let (earlier, is_exact) = if octagon.is_related(number) {
            let is_exact = matches!(case.value.terms(), [] | [(_, 1 | -1)]);
            (octagon.pre_assign(number, &case.value)?.within(number, range)?, is_exact)
        } else {
            // Only the number's own bounds are to be kept.
            let ((lo, hi), (least, greatest)) = (octagon.range(number).ends(), range.ends());
            let mut earlier = self.free(octagon, number);
            let mut is_exact = true;
            let mut bounds = Vec::new();
            if hi < greatest {
                bounds.push(case.value.shifted(-hi));
            }
            if lo > least {
                bounds.push(case.value.times(-1)?.shifted(lo));
            }
            for bound in bounds {
                is_exact &= bound.is_octagonal();
                if !earlier.restrict_by(&bound) {
                    return None;
                }
            }
            (earlier, is_exact)
        };
        if side == Side::Below
            && !(is_exact && case.is_octagonal() && case.value.rest().as_constant().is_some())
        {
            return None;
        }
        case.restrict(&earlier)
    }

    /// The states from which a call leads into a union, or gets to the check itself.
    pub(super) fn pre_call(&self, union: &Union, call: &Call, side: Side) -> Union {
        match side {
            Side::Above if self.effects.gets_to(call, self.procedure) => Union::of(self.all.clone()),
            Side::Above => collect(union.octagons().iter().map(|it| self.behind_call(it, call)), side),
            Side::Below if self.effects.returns(call) && self.changed(call).next().is_none() => union.clone(),
            Side::Below => Union::default(),
        }
    }
}

fn collect(octagons: impl Iterator<Item = Octagon>, side: Side) -> Union {
    let mut union = Union::default();
    octagons.for_each(|octagon| add(&mut union, Some(octagon), side));
    union
}

fn add(union: &mut Union, octagon: Option<Octagon>, side: Side) {
    if let Some(octagon) = octagon
        && (side == Side::Above || octagon.is_exact())
    {
        union.add(Rc::new(octagon), side);
    }
}
