//! What is known of inputs on a path: bounds on each of them, and on the difference of two.
//!
//! The matrix is kept closed: a bound on `x - y` is never larger than one on `x - z` and one on `z - y` together. Over
//! integers that makes it exact: what it holds has a solution, which can be read off, and a bound that can be reached is
//! reached by a solution.

/// An input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Input(pub(super) u32);

/// InputBounds on inputs.
#[derive(Debug, Clone, Default)]
pub(super) struct InputBounds {
    /// The inputs that something is known of beyond their sorts; they are rows from 1 on. Row 0 is the number 0.
    inputs: Vec<Input>,
    /// At `i * n + j`: the most that the difference of row `i` and row `j` can be.
    most: Vec<i128>,
}

impl InputBounds {
    fn n_rows(&self) -> usize {
        self.inputs.len() + 1
    }

    /// How many inputs something is known of.
    pub(super) fn n_inputs(&self) -> usize {
        self.inputs.len()
    }

    fn row(&self, input: Input) -> Option<usize> {
        self.inputs.iter().position(|it| *it == input).map(|at| at + 1)
    }

    fn at(&self, from: usize, to: usize) -> i128 {
        self.most[from * self.n_rows() + to]
    }

    /// The least and the largest value that an input can have, which is in `range` by its sort.
    pub(super) fn range(&self, input: Input, range: (i128, i128)) -> (i128, i128) {
        match self.row(input) {
            Some(row) => (-self.at(0, row), self.at(row, 0)),
            None => range,
        }
    }

    /// The most that the difference of two inputs can be, if both are known.
    pub(super) fn difference(&self, left: Input, right: Input) -> Option<i128> {
        Some(self.at(self.row(left)?, self.row(right)?))
    }

    /// The inputs that something is known of.
    pub(super) fn known(&self) -> impl Iterator<Item = Input> + '_ {
        self.inputs.iter().copied()
    }

    /// What is known of some inputs alone: for each pair of them the most that their difference can be, where the first row and
    /// column are the number 0. The ranges are those of their sorts.
    pub(super) fn among(&self, inputs: &[Input], range: impl Fn(Input) -> (i128, i128)) -> Vec<i128> {
        let rows: Vec<Option<Input>> =
            std::iter::once(None).chain(inputs.iter().copied().map(Some)).collect();
        let range = |row: Option<Input>| row.map_or((0, 0), |input| self.range(input, range(input)));
        let mut most = Vec::with_capacity(rows.len() * rows.len());
        for (at, from) in rows.iter().enumerate() {
            for (other, to) in rows.iter().enumerate() {
                let known = from.zip(*to).and_then(|(from, to)| self.difference(from, to));
                let difference = known.unwrap_or_else(|| range(*from).1 - range(*to).0);
                most.push(if at == other { 0 } else { difference });
            }
        }
        most
    }

    /// What is known of some inputs alone.
    pub(super) fn restricted(&self, is_kept: impl Fn(Input) -> bool) -> InputBounds {
        let rows: Vec<usize> =
            (0..self.n_rows()).filter(|row| *row == 0 || is_kept(self.inputs[row - 1])).collect();
        let inputs = rows[1..].iter().map(|row| self.inputs[row - 1]).collect();
        let most = rows.iter().flat_map(|from| rows.iter().map(|to| self.at(*from, *to)));
        InputBounds { inputs, most: if self.most.is_empty() { Vec::new() } else { most.collect() } }
    }

    /// Adds an input that is in a range.
    fn add(&mut self, input: Input, (least, most): (i128, i128)) -> usize {
        if let Some(row) = self.row(input) {
            return row;
        }
        let n = self.n_rows();
        let mut matrix = Vec::with_capacity((n + 1) * (n + 1));
        if self.most.is_empty() {
            self.most.push(0);
        }
        for from in 0..n {
            matrix.extend_from_slice(&self.most[from * n..(from + 1) * n]);
            // From this row to the new one, by way of 0.
            matrix.push(self.most[from * n] - least);
        }
        matrix.extend((0..n).map(|to| most + self.most[to]));
        matrix.push(0);
        self.inputs.push(input);
        self.most = matrix;
        n
    }

    /// Takes it that `left - right <= most`, where a missing input is 0; the inputs come with the ranges of their sorts. The
    /// bound must be one that can hold.
    pub(super) fn assume(
        &mut self,
        left: Option<(Input, (i128, i128))>,
        right: Option<(Input, (i128, i128))>,
        most: i128,
    ) {
        let left = left.map_or(0, |(input, range)| self.add(input, range));
        let right = right.map_or(0, |(input, range)| self.add(input, range));
        let n = self.n_rows();
        if most >= self.at(left, right) {
            return;
        }
        for from in 0..n {
            let to_left = self.at(from, left);
            for to in 0..n {
                let bound = to_left + most + self.at(right, to);
                let known = &mut self.most[from * n + to];
                *known = bound.min(*known);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: (i128, i128) = (-100, 100);

    fn input(number: u32) -> Option<(Input, (i128, i128))> {
        Some((Input(number), RANGE))
    }

    #[test]
    fn bounds_follow_from_others() {
        let mut bounds = InputBounds::default();
        bounds.assume(input(0), input(1), -1);
        bounds.assume(input(1), input(2), -1);
        assert_eq!(bounds.difference(Input(0), Input(2)), Some(-2));
        assert_eq!(bounds.range(Input(2), RANGE), (-98, 100));
        bounds.assume(input(2), None, 10);
        assert_eq!(bounds.range(Input(0), RANGE), (-100, 8));
        bounds.assume(None, input(0), 3);
        assert_eq!(bounds.range(Input(1), RANGE), (-2, 9));
        assert_eq!(bounds.range(Input(7), RANGE), RANGE);
    }

    #[test]
    fn they_are_those_of_all_solutions() {
        // x < y <= x + 2, 3 <= y <= 4: compared with every pair of numbers.
        let mut bounds = InputBounds::default();
        bounds.assume(input(0), input(1), -1);
        bounds.assume(input(1), input(0), 2);
        bounds.assume(input(1), None, 4);
        bounds.assume(None, input(1), -3);
        let all = (-20..20).flat_map(|x| (-20..20).map(move |y| (x, y)));
        let solutions: Vec<(i128, i128)> =
            all.filter(|(x, y)| x < y && *y <= x + 2 && (3..=4).contains(y)).collect();
        let xs = solutions.iter().map(|it| it.0);
        assert_eq!(bounds.range(Input(0), RANGE), (xs.clone().min().unwrap(), xs.max().unwrap()));
        let differences = solutions.iter().map(|(x, y)| x - y);
        assert_eq!(bounds.difference(Input(0), Input(1)), differences.clone().max());
        assert_eq!(bounds.difference(Input(1), Input(0)), differences.map(|it| -it).max());
    }
}
