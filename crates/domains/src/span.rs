//! Affine spans of points whose coordinates are words, and the equations that hold on them.
//!
//! Arithmetic is that of words: modulo `2^w`. The span of points is the smallest set with them that linear equations
//! modulo `2^w` describe, so that `2^31 x = 2^31` (`x` is odd) is one of its equations \[1\].
//!
//! # References
//! - \[1\] Markus Müller-Olm, Helmut Seidl: _Analysis of modular arithmetic_, TOPLAS 2007.

use faultscope_ir::Term;

use faultscope_ir::modular;

/// Numbers by which the odd coefficients of an equation are made one, to find small coefficients.
const MULTIPLIERS: [u64; 5] = [1, 3, 5, 7, 9];

/// `c_0 + c_1 x_1 + … + c_n x_n = 0` modulo `2^width`, with the constant first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equation {
    /// The modulus is two to this power. Where it is less than the width of the words, the equation is about their lowest bits.
    pub width: u32,
    /// The constant and the coefficients.
    pub coefficients: Vec<u64>,
}

impl Equation {
    /// The equation of these terms.
    pub fn formula(&self, terms: &[Term]) -> Term {
        let Equation { width, coefficients } = self;
        let one = Term::bits(*width, 1);
        let terms = terms.iter().map(|term| term.extract(width - 1, 0));
        let [mut lhs, mut rhs] = [Vec::new(), Vec::new()];
        for (coefficient, term) in coefficients.iter().zip(std::iter::once(one).chain(terms)) {
            let negated = coefficient.wrapping_neg() & mask(*width);
            let (side, factor) =
                if *coefficient <= negated { (&mut lhs, *coefficient) } else { (&mut rhs, negated) };
            match factor {
                0 => {}
                1 => side.push(term),
                _ => side.push(Term::bits(*width, factor.into()).bv_mul(term)),
            }
        }
        let sum = |side: Vec<Term>| side.into_iter().reduce(Term::bv_add).unwrap_or(Term::bits(*width, 0));
        sum(lhs).equals(sum(rhs))
    }
}

/// The span of points with words as coordinates.
#[derive(Debug, Clone)]
pub struct Span {
    width: u32,
    /// Each begins with a one, for the constant.
    points: Vec<Vec<u64>>,
}

impl Span {
    /// No point.
    pub fn empty(width: u32) -> Span {
        Span { width, points: Vec::new() }
    }

    /// All points with so many coordinates.
    pub fn all(width: u32, n_coordinates: usize) -> Span {
        let mut span = Span::empty(width);
        span.add(&vec![0; n_coordinates]);
        for idx in 0..n_coordinates {
            let mut unit = vec![0; n_coordinates];
            unit[idx] = 1;
            span.add(&unit);
        }
        span
    }

    /// Adds a point; whether it was not there.
    pub fn add(&mut self, coordinates: &[u64]) -> bool {
        let mask = mask(self.width);
        let point: Vec<u64> = std::iter::once(1).chain(coordinates.iter().map(|it| it & mask)).collect();
        let is_new = self.points.is_empty()
            || self.equations().iter().any(|equation| {
                let sum = dot(&equation.coefficients, &point);
                sum & self::mask(equation.width) != 0
            });
        if is_new {
            self.points.push(point);
        }
        is_new
    }

    /// The points that span the others.
    pub fn points(&self) -> impl Iterator<Item = &[u64]> {
        self.points.iter().map(|point| &point[1..])
    }

    /// Equations that say together which points there are. None of no point.
    pub fn equations(&self) -> Vec<Equation> {
        let Some(first) = self.points.first() else { return Vec::new() };
        let n_columns = first.len();
        let mut rows = self.points.clone();
        // The columns of `columns` are what the columns of the rows are made of.
        let mut columns: Vec<Vec<u64>> = (0..n_columns).map(|idx| unit(n_columns, idx)).collect();
        let valuations = diagonalize(&mut rows, &mut columns, self.width);
        let mut equations = Vec::new();
        for (idx, column) in columns.into_iter().enumerate() {
            // `2^v y = 0` holds for the multiples of `2^(w-v)`.
            let width = valuations.get(idx).copied().unwrap_or(self.width);
            if width > 0 {
                equations.push(simple(Equation { width, coefficients: column }));
            }
        }
        reduce(&mut equations);
        equations
    }
}

fn unit(length: usize, idx: usize) -> Vec<u64> {
    let mut unit = vec![0; length];
    unit[idx] = 1;
    unit
}

fn mask(width: u32) -> u64 {
    modular::mask(width) as u64
}

/// The inverse of an odd number modulo `2^64`.
fn inverse(odd: u64) -> u64 {
    modular::inverse(odd.into()) as u64
}

fn dot(lhs: &[u64], rhs: &[u64]) -> u64 {
    lhs.iter().zip(rhs).fold(0, |sum, (lhs, rhs)| sum.wrapping_add(lhs.wrapping_mul(*rhs)))
}

/// Makes the rows diagonal by adding multiples of rows, and of columns, to others, and does the same to `columns`; how
/// often two divides each entry of the diagonal.
fn diagonalize(rows: &mut [Vec<u64>], columns: &mut [Vec<u64>], width: u32) -> Vec<u32> {
    let mask = mask(width);
    let n_columns = columns.len();
    let mut valuations = Vec::new();
    for at in 0..rows.len().min(n_columns) {
        let entries = (at..rows.len()).flat_map(|row| (at..n_columns).map(move |column| (row, column)));
        let pivot = entries
            .filter(|(row, column)| rows[*row][*column] & mask != 0)
            .min_by_key(|(row, column)| ((rows[*row][*column] & mask).trailing_zeros(), *row, *column));
        let Some((row, column)) = pivot else { break };
        rows.swap(at, row);
        for row in rows.iter_mut() {
            row.swap(at, column);
        }
        columns.swap(at, column);
        let valuation = (rows[at][at] & mask).trailing_zeros();
        valuations.push(valuation);
        let unit = inverse(rows[at][at] >> valuation);
        for entry in &mut rows[at] {
            *entry = entry.wrapping_mul(unit) & mask;
        }
        // The pivot is now `2^v`, which divides all that is left.
        let pivot = rows[at].clone();
        for row in rows.iter_mut().skip(at + 1) {
            let factor = (row[at] & mask) >> valuation;
            for (entry, pivot) in row.iter_mut().zip(&pivot) {
                *entry = entry.wrapping_sub(pivot.wrapping_mul(factor)) & mask;
            }
        }
        let source = columns[at].clone();
        for column in at + 1..n_columns {
            let factor = pivot[column] >> valuation;
            rows[at][column] = 0;
            for (entry, source) in columns[column].iter_mut().zip(&source) {
                *entry = entry.wrapping_sub(source.wrapping_mul(factor)) & mask;
            }
        }
    }
    valuations
}

/// The same equation with small coefficients, as far as multiplying it makes them small.
fn simple(equation: Equation) -> Equation {
    let Equation { width, coefficients } = equation;
    let odd = coefficients.iter().filter(|it| **it & 1 == 1).map(|it| inverse(*it));
    let units: Vec<u64> = std::iter::once(1).chain(odd).collect();
    let multiplied = units.iter().flat_map(|unit| MULTIPLIERS.map(|it| unit.wrapping_mul(it)));
    let scaled = multiplied.map(|factor| -> Vec<u64> {
        coefficients.iter().map(|it| it.wrapping_mul(factor) & mask(width)).collect()
    });
    let best = scaled.min_by_key(|it| weight(it, width)).unwrap_or_default();
    Equation { width, coefficients: best }
}

/// How far the coefficients are from zero together.
fn weight(coefficients: &[u64], width: u32) -> u128 {
    let distance = |it: &u64| u128::from((*it).min(it.wrapping_neg() & mask(width)));
    let small = coefficients[1..].iter().map(distance).sum::<u128>();
    let n_terms = coefficients[1..].iter().filter(|it| **it != 0).count() as u128;
    small + n_terms + distance(&coefficients[0]).min(1)
}

/// Adds equations to others where that makes them simpler.
fn reduce(equations: &mut [Equation]) {
    for _ in 0..equations.len() {
        let mut has_changed = false;
        for target in 0..equations.len() {
            for source in 0..equations.len() {
                let (to, from) = (&equations[target], &equations[source]);
                if target == source || to.width > from.width {
                    continue;
                }
                for factor in [1, u64::MAX] {
                    let sum = |(lhs, rhs): (&u64, &u64)| {
                        lhs.wrapping_add(rhs.wrapping_mul(factor)) & mask(to.width)
                    };
                    let sum: Vec<u64> = to.coefficients.iter().zip(&from.coefficients).map(sum).collect();
                    let sum = simple(Equation { width: to.width, coefficients: sum });
                    if weight(&sum.coefficients, sum.width) < weight(&to.coefficients, to.width) {
                        equations[target] = sum;
                        has_changed = true;
                        break;
                    }
                }
            }
        }
        if !has_changed {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equations(width: u32, points: &[&[u64]]) -> Vec<(u32, Vec<u64>)> {
        let mut span = Span::empty(width);
        for point in points {
            span.add(point);
        }
        span.equations().into_iter().map(|it| (it.width, it.coefficients)).collect()
    }

    #[test]
    fn points_on_a_line_have_its_equation() {
        assert_eq!(equations(8, &[&[0, 1], &[1, 3], &[2, 5]]), [(8, vec![255, 254, 1])]);
    }

    #[test]
    fn points_of_one_parity_have_an_equation_of_one_bit() {
        assert_eq!(equations(8, &[&[1], &[3], &[7]]), [(1, vec![1, 1])]);
        assert_eq!(equations(8, &[&[1], &[3], &[8]]), []);
    }

    #[test]
    fn words_wrap_around() {
        // From 255 to 0 is one step.
        assert_eq!(equations(8, &[&[254, 1], &[255, 2], &[0, 3]]), [(8, vec![253, 255, 1])]);
    }

    #[test]
    fn what_is_spanned_is_not_new() {
        let mut span = Span::empty(32);
        assert!(span.add(&[0, 0]));
        assert!(span.add(&[1, 3]));
        assert!(!span.add(&[7, 21]));
        assert!(span.add(&[7, 22]));
        assert!(!span.add(&[123, 45]));
        assert!(!Span::all(32, 2).add(&[5, 6]));
        assert_eq!(Span::all(64, 3).equations(), []);
    }

    /// Every point in the span fulfils the equations, and no other does: all points of small words are tried.
    #[test]
    fn equations_say_exactly_what_is_spanned() {
        let width = 3;
        for seed in 0_u64..200 {
            let number =
                |idx: u64| (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(7 * idx as u32) >> 20) & 7;
            let points: Vec<Vec<u64>> =
                (0..=seed % 3).map(|it| vec![number(2 * it), number(2 * it + 1)]).collect();
            let mut span = Span::empty(width);
            for point in &points {
                span.add(point);
            }
            let equations = span.equations();
            let mut spanned = std::collections::BTreeSet::new();
            for a in 0..8_u64 {
                for b in 0..8_u64 {
                    let (last, c) = (points.len() - 1, 1_u64.wrapping_sub(a).wrapping_sub(b));
                    let factors = match last {
                        0 => vec![1],
                        1 => vec![a, 1_u64.wrapping_sub(a)],
                        _ => vec![a, b, c],
                    };
                    let sum = |at: usize| {
                        factors
                            .iter()
                            .zip(&points)
                            .map(|(f, p)| f.wrapping_mul(p[at]))
                            .fold(0, u64::wrapping_add)
                            & 7
                    };
                    spanned.insert((sum(0), sum(1)));
                }
            }
            for x in 0..8 {
                for y in 0..8 {
                    let holds = |it: &Equation| dot(&it.coefficients, &[1, x, y]) & mask(it.width) == 0;
                    assert_eq!(equations.iter().all(holds), spanned.contains(&(x, y)), "{points:?}: {x} {y}");
                }
            }
        }
    }
}
