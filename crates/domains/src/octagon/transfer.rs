//! Tests and assignments, forwards and backwards.

use crate::numbers::Interval;

use super::linear::Linear;
use super::matrix::{INFINITE, Literal, Matrix, Octagon, cut};

impl Octagon {
    /// The set with a variable that can be anything.
    #[must_use]
    pub fn forget(&self, variable: usize) -> Octagon {
        let mut matrix = self.matrix.clone();
        matrix.clear(variable);
        Octagon { matrix }
    }

    /// The set of the values of some variables, in their order.
    #[must_use]
    pub fn project(&self, kept: &[usize]) -> Octagon {
        Octagon { matrix: self.matrix.restricted(kept) }
    }

    /// The points in which the sum of two literals is at most a number; none if there are none.
    pub fn at_most(&self, one: Literal, other: Literal, bound: i128) -> Option<Octagon> {
        let mut octagon = self.clone();
        octagon.restrict(one, other, bound).then_some(octagon)
    }

    /// As [`Octagon::at_most`], in place; whether a point is left. If not, the set is not to be used any more.
    fn restrict(&mut self, one: Literal, other: Literal, bound: i128) -> bool {
        if one == other.negated() {
            return bound >= 0;
        }
        self.matrix.close_with(one.0 ^ 1, other.0, cut(bound))
    }

    /// The points in which a variable is in an interval; none if there are none.
    pub fn within(&self, variable: usize, interval: Interval) -> Option<Octagon> {
        let mut octagon = self.clone();
        octagon.restrict_to(variable, interval).then_some(octagon)
    }

    /// As [`Octagon::within`], in place; whether a point is left.
    pub fn restrict_to(&mut self, variable: usize, interval: Interval) -> bool {
        let (lo, hi) = interval.ends();
        let mut restrict = |literal: Literal, end: i128| {
            let twice = end.checked_mul(2).map_or(INFINITE, cut);
            twice == INFINITE || self.restrict(literal, literal, twice)
        };
        restrict(Literal::plus(variable), hi) && (lo == i128::MIN || restrict(Literal::minus(variable), -lo))
    }

    /// The points in which `form <= 0`, with some number of its interval; none if there are none.
    ///
    /// Exact for octagonal forms. Of others every variable, and every pair of variables whose coefficients are the same but
    /// for their sign, gets the bound that follows with what is known of the others \[1, Sect. 4.4.2\].
    pub fn assume(&self, form: &Linear) -> Option<Octagon> {
        let mut octagon = self.clone();
        octagon.restrict_by(form).then_some(octagon)
    }

    /// As [`Octagon::assume`], in place; whether a point is left. If not, the set is not to be used any more.
    pub fn restrict_by(&mut self, form: &Linear) -> bool {
        let least = form.rest().ends().0;
        if self.eval(form).ends().0 > 0 {
            return false;
        }
        // What the variables' part is at most.
        let Some(most) = least.checked_neg() else { return true };
        let terms = form.terms();
        if let [(one, factor), (other, other_factor)] = *terms
            && factor.abs() == other_factor.abs()
        {
            let (one, _) = Linear::literal((one, factor));
            let (other, _) = Linear::literal((other, other_factor));
            return self.restrict(one, other, most.div_euclid(factor.abs()));
        }
        for (idx, term) in terms.iter().enumerate() {
            if !self.restrict_part(terms, &[*term], most) {
                return false;
            }
            for other in &terms[idx + 1..] {
                if term.1.abs() == other.1.abs() && !self.restrict_part(terms, &[*term, *other], most) {
                    return false;
                }
            }
        }
        true
    }

    /// Bounds a part of a sum that is at most `most`: one term, or two of the same size.
    fn restrict_part(&mut self, terms: &[(usize, i128)], part: &[(usize, i128)], most: i128) -> bool {
        let others = terms.iter().filter(|term| !part.contains(term));
        let others: Vec<(usize, i128)> = others.map(|(it, factor)| (*it, -factor)).collect();
        // The others are at least the negation of this.
        let Some(slack) = self.largest(&others) else { return true };
        let Some(bound) = most.checked_add(slack) else { return true };
        let literals: Vec<(Literal, i128)> = part.iter().map(|term| Linear::literal(*term)).collect();
        let bound = bound.div_euclid(literals[0].1);
        match literals[..] {
            [(one, _), (other, _)] => self.restrict(one, other, bound),
            _ => bound.checked_mul(2).is_none_or(|twice| self.restrict(literals[0].0, literals[0].0, twice)),
        }
    }

    /// The set after a variable was assigned a linear form, with any number of its interval.
    ///
    /// Exact for one variable with a coefficient of ±1, or none. Of others, the new value's sums and differences with each
    /// other variable are bounded \[1, Sect. 4.4.3\].
    #[must_use]
    pub fn assign(&self, variable: usize, form: &Linear) -> Octagon {
        match *form.terms() {
            [] => self.assign_interval(variable, form.rest()),
            [(only, 1 | -1)] if only == variable => self.shift(variable, form),
            _ => self.assign_bounds(variable, form),
        }
    }

    fn assign_interval(&self, variable: usize, interval: Interval) -> Octagon {
        let mut octagon = self.forget(variable);
        // A variable of which nothing is known can be anything.
        octagon.restrict_to(variable, interval);
        octagon
    }

    /// Assigns a variable itself, or its negation, and a number of an interval.
    fn shift(&self, variable: usize, form: &Linear) -> Octagon {
        let is_negated = form.coefficient(variable) < 0;
        let (lo, hi) = form.rest().ends();
        // What is added at most to each of the two literals.
        let step = [hi, if lo == i128::MIN { INFINITE } else { -lo }];
        let add = |bound: i128, step: i128| {
            if bound == INFINITE || step == INFINITE {
                INFINITE
            } else {
                bound.checked_add(step).map_or(INFINITE, cut)
            }
        };
        let old = |literal: usize| if is_negated && literal / 2 == variable { literal ^ 1 } else { literal };
        let mut matrix = Matrix::top(self.n_variables());
        for (row, column) in matrix.places() {
            let mut bound = self.matrix.at(old(row), old(column));
            // The bound is one of the sum of the negated row and the column.
            for literal in [row ^ 1, column] {
                if literal / 2 == variable {
                    bound = add(bound, step[literal % 2]);
                }
            }
            matrix.put(row, column, bound);
        }
        // What is added to an end of a path is added to the bound, and what is in between only gets longer.
        Octagon { matrix }
    }

    fn assign_bounds(&self, variable: usize, form: &Linear) -> Octagon {
        let mut matrix = self.matrix.clone();
        matrix.clear(variable);
        let mut bound = |one: Literal, form: Option<Linear>, with: Option<Literal>| {
            let Some(form) = form else { return };
            let hi = self.eval(&form).ends().1;
            let (other, hi) = match with {
                Some(other) => (other, hi),
                None => (one, hi.checked_mul(2).unwrap_or(INFINITE)),
            };
            if hi != INFINITE {
                matrix.put(one.0 ^ 1, other.0, cut(hi));
            }
        };
        for (literal, form) in
            [(Literal::plus(variable), Some(form.clone())), (Literal::minus(variable), form.times(-1))]
        {
            let Some(form) = form else { continue };
            bound(literal, Some(form.clone()), None);
            for other in (0..self.n_variables()).filter(|other| *other != variable) {
                bound(literal, form.plus(&Linear::variable(other)), Some(Literal::plus(other)));
                bound(literal, form.minus(&Linear::variable(other)), Some(Literal::minus(other)));
            }
        }
        // Bounds of what is not empty.
        Octagon::of(matrix).unwrap_or_else(|| self.forget(variable))
    }

    /// The points from which assigning a linear form to a variable, with some number of its interval, leads into the set;
    /// none if there are none.
    ///
    /// Exact where [`Octagon::assign`] is; of other forms see [`Octagon::assume`].
    pub fn pre_assign(&self, variable: usize, form: &Linear) -> Option<Octagon> {
        if let [(only, factor @ (1 | -1))] = *form.terms()
            && only == variable
        {
            // The new value is the old one times the factor plus a number, and the other way round.
            let inverse =
                Linear::variable(variable).plus(&Linear::interval(form.rest().neg()))?.times(factor)?;
            return Some(self.shift(variable, &inverse));
        }
        // The new value gets a place of its own, so that the form can speak of the old one.
        let fresh = self.n_variables();
        let mut matrix = self.matrix.extended();
        matrix.swap(variable, fresh);
        let mut octagon = Octagon { matrix };
        let new = Linear::variable(fresh);
        let kept: Vec<usize> = (0..fresh).collect();
        match (form.minus(&new), new.minus(form)) {
            (Some(above), Some(below)) => {
                let possible = octagon.restrict_by(&above) && octagon.restrict_by(&below);
                possible.then(|| octagon.project(&kept))
            }
            _ => Some(octagon.project(&kept)),
        }
    }
}
