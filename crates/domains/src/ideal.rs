//! Polynomials that are sums of multiples of others, modulo `2^w`.
//!
//! Where all generators are zero, so is every sum of multiples of them. Which multiples to take is found by linear algebra, as in
//! Macaulay's matrices \[1\]: of the generators, multiplied by the monomials that lead from one of theirs to one that is to cancel
//! out, an echelon form is computed.
//!
//! **Deviation**: numbers are those modulo `2^w`, where an even one has no inverse. A row is used where its leading factor has no
//! more factors two than the one that is to cancel out, and its multiple whose leading factor is zero is a row, too: Howell's
//! form \[2\].
//!
//! # References
//! - \[1\] Francis Macaulay: _On some formulae in elimination_, Proceedings of the London Mathematical Society, 1902.
//! - \[2\] John Howell: _Spans in the module (Z_m)^s_, Linear and Multilinear Algebra 19, 1986.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::limits::{MAX_DEGREE, MAX_GENERATORS, MAX_MULTIPLES, MAX_MULTIPLIER_DEGREE, MULTIPLE_ROUNDS};
use faultscope_ir::modular::{inverse, mask};

/// For each product of atoms, in ascending order of their numbers, a factor that is not zero.
pub(crate) type Monomials = BTreeMap<Vec<usize>, u128>;

/// What was found out about a sum of multiples.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Combination {
    /// The generators in it; none if no such sum was found.
    pub(crate) generators: Option<Vec<usize>>,
    /// How many monomials were looked at.
    pub(crate) n_steps: u64,
}

/// A sum of multiples of generators that is this polynomial, all modulo `2^width`. Of more generators than there is room for the
/// last ones are left out.
pub(crate) fn combination(width: u32, goal: &Monomials, generators: &[Monomials]) -> Combination {
    let mut search = Search { width, rows: BTreeMap::new(), n_rows: 0, n_steps: 0 };
    let generators = &generators[..generators.len().min(MAX_GENERATORS)];
    let mut wanted: BTreeSet<Vec<usize>> = goal.keys().cloned().collect();
    let mut taken: FxHashSet<(usize, Vec<usize>)> = FxHashSet::default();
    for _ in 0..MULTIPLE_ROUNDS {
        let mut more: BTreeSet<Vec<usize>> = BTreeSet::new();
        for (number, generator) in generators.iter().enumerate() {
            let degree = generator.keys().map(Vec::len).max().unwrap_or(0);
            for (own, other) in generator.keys().flat_map(|own| wanted.iter().map(move |it| (own, it))) {
                search.n_steps += 1;
                let Some(multiplier) = quotient(other, own) else { continue };
                let fits =
                    multiplier.len() <= MAX_MULTIPLIER_DEGREE && multiplier.len() + degree <= MAX_DEGREE;
                if !fits || search.n_rows >= MAX_MULTIPLES || !taken.insert((number, multiplier.clone())) {
                    continue;
                }
                let multiple = multiplied(generator, &multiplier);
                more.extend(multiple.keys().cloned());
                search.add(Row { monomials: multiple, generators: 1 << number });
            }
        }
        if let Some(used) = search.reduces(goal) {
            let generators = (0..generators.len()).filter(|it| used >> it & 1 == 1).collect();
            return Combination { generators: Some(generators), n_steps: search.n_steps };
        }
        wanted = more;
    }
    Combination { generators: None, n_steps: search.n_steps }
}

/// A multiple of a generator, or a sum of them.
struct Row {
    monomials: Monomials,
    /// A bit for each generator in it.
    generators: u64,
}

struct Search {
    width: u32,
    /// In echelon form: by their last monomials.
    rows: BTreeMap<Vec<usize>, Row>,
    n_rows: usize,
    n_steps: u64,
}

impl Search {
    fn add(&mut self, row: Row) {
        self.n_rows += 1;
        let mut open = vec![row];
        while let Some(mut row) = open.pop() {
            while let Some((lead, factor)) = row.monomials.last_key_value() {
                let (lead, twos) = (lead.clone(), factor.trailing_zeros());
                let known = self.rows.get_mut(&lead);
                let is_better = known.as_ref().is_none_or(|it| it.monomials[&lead].trailing_zeros() > twos);
                if is_better && twos > 0 {
                    // The multiple in which the leading factor is zero.
                    open.push(scaled(self.width, &row, 1 << (self.width - twos)));
                }
                match known {
                    None => {
                        self.rows.insert(lead, row);
                        break;
                    }
                    Some(known) => {
                        if is_better {
                            std::mem::swap(known, &mut row);
                        }
                        self.n_steps += cancel(self.width, &lead, &mut row, known);
                    }
                }
            }
        }
    }

    /// The generators of which a polynomial is a sum of multiples, as far as there are rows.
    fn reduces(&mut self, goal: &Monomials) -> Option<u64> {
        let mut row = Row { monomials: goal.clone(), generators: 0 };
        while let Some((lead, factor)) = row.monomials.last_key_value() {
            let lead = lead.clone();
            let known = self.rows.get(&lead)?;
            if known.monomials[&lead].trailing_zeros() > factor.trailing_zeros() {
                return None;
            }
            self.n_steps += cancel(self.width, &lead, &mut row, known);
        }
        Some(row.generators)
    }
}

/// Subtracts the multiple of a row that has the same factor at a monomial; how many monomials were looked at.
fn cancel(width: u32, lead: &Vec<usize>, row: &mut Row, by: &Row) -> u64 {
    let (factor, own) = (row.monomials[lead], by.monomials[lead]);
    let twos = own.trailing_zeros();
    let times = (factor >> twos).wrapping_mul(inverse(own >> twos));
    for (monomial, number) in &by.monomials {
        let entry = row.monomials.entry(monomial.clone()).or_insert(0);
        *entry = entry.wrapping_sub(number.wrapping_mul(times)) & mask(width);
        if *entry == 0 {
            row.monomials.remove(monomial);
        }
    }
    row.generators |= by.generators;
    by.monomials.len() as u64
}

fn scaled(width: u32, row: &Row, by: u128) -> Row {
    let multiples = row
        .monomials
        .iter()
        .map(|(monomial, factor)| (monomial.clone(), factor.wrapping_mul(by) & mask(width)));
    Row { monomials: multiples.filter(|(_, factor)| *factor != 0).collect(), generators: row.generators }
}

fn multiplied(polynomial: &Monomials, by: &[usize]) -> Monomials {
    let product = |(monomial, factor): (&Vec<usize>, &u128)| {
        let mut product = [&monomial[..], by].concat();
        product.sort_unstable();
        (product, *factor)
    };
    polynomial.iter().map(product).collect()
}

/// The factors of a product that another one lacks; none if that has a factor which this one lacks.
fn quotient(product: &[usize], divisor: &[usize]) -> Option<Vec<usize>> {
    let mut rest = Vec::with_capacity(product.len());
    let mut divisor = divisor.iter().peekable();
    for atom in product {
        if divisor.peek() == Some(&atom) {
            divisor.next();
        } else {
            rest.push(*atom);
        }
    }
    divisor.peek().is_none().then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(monomials: &[(i128, &[usize])]) -> Monomials {
        monomials.iter().map(|(factor, atoms)| (atoms.to_vec(), *factor as u128 & mask(32))).collect()
    }

    fn generators(goal: &Monomials, of: &[Monomials]) -> Option<Vec<usize>> {
        combination(32, goal, of).generators
    }

    const X: usize = 0;
    const Y: usize = 1;
    const Z: usize = 2;

    #[test]
    fn multiples_of_generators_add_up() {
        // x = y z and z = 3 give x = 3 y and x y = 3 y y; nothing gives x = 2 y.
        let product = polynomial(&[(1, &[X]), (-1, &[Y, Z])]);
        let three = polynomial(&[(1, &[Z]), (-3, &[])]);
        let given = [product, three];
        assert_eq!(generators(&polynomial(&[(1, &[X]), (-3, &[Y])]), &given), Some(vec![0, 1]));
        assert_eq!(generators(&polynomial(&[(1, &[X, Y]), (-3, &[Y, Y])]), &given), Some(vec![0, 1]));
        assert_eq!(generators(&polynomial(&[(1, &[X]), (-2, &[Y])]), &given), None);
        assert_eq!(generators(&polynomial(&[(5, &[Z]), (-15, &[])]), &given), Some(vec![1]));
        assert_eq!(generators(&Monomials::new(), &[]), Some(vec![]));
    }

    #[test]
    fn even_factors_are_not_divided_by() {
        // 2 x = 2 y does not give x = y, and gives 6 x = 6 y.
        let doubled = polynomial(&[(2, &[X]), (-2, &[Y])]);
        assert_eq!(generators(&polynomial(&[(1, &[X]), (-1, &[Y])]), std::slice::from_ref(&doubled)), None);
        assert_eq!(generators(&polynomial(&[(6, &[X]), (-6, &[Y])]), &[doubled]), Some(vec![0]));
    }

    /// The value modulo `2^width` at a point.
    fn value(width: u32, polynomial: &Monomials, point: &[u128]) -> u128 {
        let product =
            |atoms: &[usize]| atoms.iter().fold(1_u128, |product, it| product.wrapping_mul(point[*it]));
        let sum = |sum: u128, (atoms, factor): (&Vec<usize>, &u128)| {
            sum.wrapping_add(factor.wrapping_mul(product(atoms)))
        };
        polynomial.iter().fold(0, sum) & mask(width)
    }

    #[test]
    fn what_is_found_is_zero_wherever_the_generators_are() {
        const WIDTH: u32 = 3;
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut below = |bound: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 16) % bound
        };
        let (mut n_found, mut n_not_found) = (0, 0);
        for _ in 0..3_000 {
            let mut random = || {
                let mut polynomial = Monomials::new();
                for _ in 0..=below(2) {
                    let mut atoms: Vec<usize> = (0..below(3)).map(|_| below(3) as usize).collect();
                    atoms.sort_unstable();
                    polynomial.insert(atoms, u128::from(1 + below(7)));
                }
                polynomial
            };
            let (goal, given) = (random(), [random(), random()]);
            let Some(used) = combination(WIDTH, &goal, &given).generators else {
                n_not_found += 1;
                continue;
            };
            n_found += 1;
            for point in 0..512_u128 {
                let point = [point & 7, point >> 3 & 7, point >> 6];
                if used.iter().all(|it| value(WIDTH, &given[*it], &point) == 0) {
                    assert_eq!(
                        value(WIDTH, &goal, &point),
                        0,
                        "{goal:?} by {used:?} of {given:?} at {point:?}"
                    );
                }
            }
        }
        assert!(n_found > 100 && n_not_found > 100, "{n_found} found, {n_not_found} not");
    }
}
