//! Difference bound matrices and their tight closure.

use crate::numbers::Interval;

/// No bound.
pub(super) const INFINITE: i128 = i128::MAX;

/// No finite bound is beyond this.
const LIMIT: i128 = 1 << 120;

/// Below this, sums of bounds along all paths of a matrix are not cut off.
const EXACT: i128 = 1 << 100;

/// A bound that follows from two.
pub(super) fn plus(lhs: i128, rhs: i128) -> i128 {
    if lhs == INFINITE || rhs == INFINITE { INFINITE } else { cut(lhs + rhs) }
}

/// A bound, or a weaker one where it is too large to be computed with.
pub(super) fn cut(bound: i128) -> i128 {
    if bound > LIMIT { INFINITE } else { bound.max(-LIMIT) }
}

/// A variable, or a variable negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(pub(super) usize);

impl Literal {
    /// A variable.
    pub fn plus(variable: usize) -> Literal {
        Literal(2 * variable)
    }

    /// A variable negated.
    pub fn minus(variable: usize) -> Literal {
        Literal(2 * variable + 1)
    }

    /// The variable.
    pub fn variable(self) -> usize {
        self.0 / 2
    }

    /// Whether it stands negated.
    pub fn is_negative(self) -> bool {
        self.0 % 2 == 1
    }

    /// The literal negated.
    #[must_use]
    pub fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// A matrix of upper bounds of `V_j - V_i`, where `V_2k` is the variable `x_k` and `V_2k+1` is `-x_k`.
///
/// `V_j - V_i` and `V_i' - V_j'`, with `'` for negation, are the same, so that one of the two is stored
/// \[1, Sect. 3.1, coherence\]: the one whose column is not above its row, but for negation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Matrix {
    n_variables: usize,
    bounds: Box<[i128]>,
}

fn place(row: usize, column: usize) -> usize {
    let (row, column) = if column <= (row | 1) { (row, column) } else { (column ^ 1, row ^ 1) };
    column + (row + 1) * (row + 1) / 2
}

impl Matrix {
    /// No bounds.
    pub(super) fn top(n_variables: usize) -> Matrix {
        let mut bounds = vec![INFINITE; 2 * n_variables * (n_variables + 1)].into_boxed_slice();
        for row in 0..2 * n_variables {
            bounds[place(row, row)] = 0;
        }
        Matrix { n_variables, bounds }
    }

    pub(super) fn n_variables(&self) -> usize {
        self.n_variables
    }

    fn n_rows(&self) -> usize {
        2 * self.n_variables
    }

    pub(super) fn at(&self, row: usize, column: usize) -> i128 {
        self.bounds[place(row, column)]
    }

    pub(super) fn put(&mut self, row: usize, column: usize, bound: i128) {
        self.bounds[place(row, column)] = bound;
    }

    /// The rows and columns of the bounds that are stored, each once, but for the diagonal.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let rows = 0..self.n_rows();
        rows.flat_map(|row| {
            (0..=(row | 1)).filter(move |column| *column != row).map(move |column| (row, column))
        })
    }

    /// Combines two matrices place by place.
    pub(super) fn combine(&self, other: &Matrix, combine: impl Fn(i128, i128) -> i128) -> Matrix {
        let bounds = self.bounds.iter().zip(&other.bounds).map(|(lhs, rhs)| combine(*lhs, *rhs)).collect();
        Matrix { n_variables: self.n_variables, bounds }
    }

    pub(super) fn is_below(&self, other: &Matrix) -> bool {
        self.bounds.iter().zip(&other.bounds).all(|(lhs, rhs)| lhs <= rhs)
    }

    /// Takes all bounds off a variable.
    pub(super) fn clear(&mut self, variable: usize) {
        for row in [2 * variable, 2 * variable + 1] {
            for column in (0..self.n_rows()).filter(|column| *column != row) {
                self.put(row, column, INFINITE);
                self.put(column, row, INFINITE);
            }
        }
    }

    /// The matrix of the variables of `kept`, in their order.
    pub(super) fn restricted(&self, kept: &[usize]) -> Matrix {
        let mut restricted = Matrix::top(kept.len());
        let old = |literal: usize| 2 * kept[literal / 2] + literal % 2;
        for (row, column) in restricted.places() {
            restricted.put(row, column, self.at(old(row), old(column)));
        }
        restricted
    }

    /// The matrix with another variable behind the others.
    pub(super) fn extended(&self) -> Matrix {
        let mut extended = Matrix::top(self.n_variables + 1);
        extended.bounds[..self.bounds.len()].copy_from_slice(&self.bounds);
        extended
    }

    pub(super) fn swap(&mut self, one: usize, other: usize) {
        let mut order: Vec<usize> = (0..self.n_variables).collect();
        order.swap(one, other);
        *self = self.restricted(&order);
    }

    /// Whether no bound can have been cut off.
    pub(super) fn is_exact(&self) -> bool {
        self.bounds.iter().all(|bound| *bound == INFINITE || bound.abs() <= EXACT)
    }

    /// Brings the matrix into tight closure; whether it has an integer point \[2, Fig. 3\].
    pub(super) fn close(&mut self) -> bool {
        let n_rows = self.n_rows();
        let (mut to, mut to_negated) = (vec![INFINITE; n_rows], vec![INFINITE; n_rows]);
        // Shortest paths: after the round of a variable, those that go by this and the earlier ones.
        for pivot in (0..n_rows).step_by(2) {
            let (up, down) = (self.at(pivot, pivot + 1), self.at(pivot + 1, pivot));
            for row in 0..n_rows {
                let (plain, negated) = (self.at(row, pivot), self.at(row, pivot + 1));
                to[row] = plain.min(plus(negated, down));
                to_negated[row] = negated.min(plus(plain, up));
            }
            self.lower(&to, &to_negated);
        }
        self.tighten()
    }

    /// Brings a matrix in tight closure with one more bound into tight closure; whether it has an integer point
    /// \[3, Fig. 4\].
    pub(super) fn close_with(&mut self, row: usize, column: usize, bound: i128) -> bool {
        if self.at(row, column) <= bound {
            return true;
        }
        let n_rows = self.n_rows();
        // Paths over the new edge from `row` to `column`, over its mirror image, and over both.
        let (mut over, mut mirrored) = (vec![INFINITE; n_rows], vec![INFINITE; n_rows]);
        let between = plus(self.at(row ^ 1, row), bound);
        let back = plus(self.at(column, column ^ 1), bound);
        let ends: Vec<(i128, i128)> =
            (0..n_rows).map(|from| (self.at(from, row), self.at(from, column ^ 1))).collect();
        for (from, (to_row, to_column)) in ends.iter().enumerate() {
            let (straight, mirror) = (plus(*to_row, bound), plus(*to_column, bound));
            over[from] = straight.min(plus(mirror, between));
            mirrored[from] = mirror.min(plus(straight, back));
        }
        for from in 0..n_rows {
            for to in 0..=(from | 1) {
                let (on_row, on_column) = ends[to ^ 1];
                let path = plus(over[from], on_column).min(plus(mirrored[from], on_row));
                let here = &mut self.bounds[place(from, to)];
                *here = path.min(*here);
            }
        }
        self.tighten()
    }

    /// Lowers all bounds to those of the paths over a variable, given those to it and to its negation.
    fn lower(&mut self, to: &[i128], to_negated: &[i128]) {
        for row in 0..self.n_rows() {
            let (plain, negated) = (to[row], to_negated[row]);
            if plain == INFINITE && negated == INFINITE {
                continue;
            }
            let start = (row + 1) * (row + 1) / 2;
            for column in 0..=(row | 1) {
                let path = plus(plain, to_negated[column ^ 1]).min(plus(negated, to[column ^ 1]));
                let here = &mut self.bounds[start + column];
                *here = path.min(*here);
            }
        }
    }

    /// From shortest paths to tight closure; whether there is an integer point.
    fn tighten(&mut self) -> bool {
        let n_rows = self.n_rows();
        let mut twice = Vec::with_capacity(n_rows);
        for row in 0..n_rows {
            if self.at(row, row) < 0 {
                return false;
            }
            let bound = self.at(row, row ^ 1);
            let even = if bound == INFINITE { INFINITE } else { bound.div_euclid(2) * 2 };
            self.put(row, row ^ 1, even);
            twice.push(even);
        }
        for row in (0..n_rows).step_by(2) {
            if plus(twice[row], twice[row + 1]) < 0 {
                return false;
            }
        }
        for (row, mine) in twice.iter().enumerate() {
            if *mine == INFINITE {
                continue;
            }
            let start = (row + 1) * (row + 1) / 2;
            for column in 0..=(row | 1) {
                let other = twice[column ^ 1];
                if other != INFINITE && column != row {
                    let here = &mut self.bounds[start + column];
                    *here = (*here).min((mine + other) / 2);
                }
            }
        }
        true
    }
}

/// A set of integer points, not empty: see the module's documentation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Octagon {
    /// In tight closure.
    pub(super) matrix: Matrix,
}

impl Octagon {
    /// All points.
    pub fn top(n_variables: usize) -> Octagon {
        Octagon { matrix: Matrix::top(n_variables) }
    }

    /// Of a matrix that has to be closed; none if nothing is in it.
    pub(super) fn of(mut matrix: Matrix) -> Option<Octagon> {
        matrix.close().then_some(Octagon { matrix })
    }

    /// The number of variables.
    pub fn n_variables(&self) -> usize {
        self.matrix.n_variables()
    }

    /// The largest sum of two literals; none if there is none. For a literal and itself, that is twice the literal.
    pub fn largest_sum(&self, one: Literal, other: Literal) -> Option<i128> {
        let bound = if one == other.negated() { 0 } else { self.matrix.at(one.0 ^ 1, other.0) };
        (bound != INFINITE).then_some(bound)
    }

    /// The smallest and the largest value of a variable.
    pub fn range(&self, variable: usize) -> Interval {
        let end = |literal: Literal| self.largest_sum(literal, literal).map(|twice| twice / 2);
        let lo = end(Literal::minus(variable)).map_or(i128::MIN, |bound| -bound);
        Interval::new(lo, end(Literal::plus(variable)).unwrap_or(i128::MAX))
    }

    /// The constraints that say something: sums of two literals, or twice a literal, and the largest value.
    pub fn constraints(&self) -> Vec<(Literal, Literal, i128)> {
        self.bounded_sums().collect()
    }

    fn bounded_sums(&self) -> impl Iterator<Item = (Literal, Literal, i128)> {
        let sums = self.matrix.places().map(|(row, column)| (Literal(row ^ 1), Literal(column)));
        sums.filter_map(|(one, other)| Some((one, other, self.largest_sum(one, other)?)))
    }

    /// The constraints that do not follow from bounds of single variables.
    pub fn relations(&self) -> Vec<(Literal, Literal, i128)> {
        let follows = |one: Literal, other: Literal, bound: i128| {
            let twice = |literal: Literal| self.largest_sum(literal, literal);
            twice(one).zip(twice(other)).is_some_and(|(one, other)| (one + other) / 2 <= bound)
        };
        let all = self.bounded_sums();
        all.filter(|(one, other, bound)| one == other || !follows(*one, *other, *bound)).collect()
    }

    /// Whether something is known of a variable and another one that does not follow from the bounds of both.
    pub fn is_related(&self, variable: usize) -> bool {
        self.relations().iter().any(|(one, other, _)| {
            one.variable() != other.variable() && (one.variable() == variable || other.variable() == variable)
        })
    }

    /// How far the bounds are from those of another octagon: the sum of the lengths, in bits, of their differences.
    pub fn distance(&self, other: &Octagon) -> u32 {
        let length = |(row, column): (usize, usize)| {
            let (mine, theirs) = (self.matrix.at(row, column), other.matrix.at(row, column));
            i128::BITS - mine.abs_diff(theirs).leading_zeros()
        };
        self.matrix.places().map(length).sum()
    }

    /// Whether a point is in the set.
    pub fn contains(&self, point: &[i128]) -> bool {
        let value = |literal: Literal| {
            let value = point[literal.variable()];
            if literal.is_negative() { -value } else { value }
        };
        self.bounded_sums().all(|(one, other, bound)| value(one) + value(other) <= bound)
    }

    /// Whether all bounds are so small that none was cut off on the way to them, if that holds of what they were
    /// computed from.
    pub fn is_exact(&self) -> bool {
        self.matrix.is_exact()
    }
}
