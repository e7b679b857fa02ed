//! Logic gates over a propositional solver, each made once (Tseitin's encoding).

use rustc_hash::FxHashMap;

use super::sat::{Lit, Sat};

#[derive(PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Choose(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

/// Makes gates and remembers them.
pub(super) struct Gates {
    pub(super) sat: Sat,
    known: FxHashMap<Gate, Lit>,
}

impl Gates {
    pub(super) fn new(sat: Sat) -> Gates {
        Gates { sat, known: FxHashMap::default() }
    }

    pub(super) fn constant(&self, truth: bool) -> Lit {
        self.sat.truth().negated_if(!truth)
    }

    pub(super) fn as_constant(&self, lit: Lit) -> Option<bool> {
        let truth = self.sat.truth();
        if lit == truth {
            Some(true)
        } else if lit == !truth {
            Some(false)
        } else {
            None
        }
    }

    /// The output of a gate: the known one, or a new one defined by the clauses.
    fn output(&mut self, gate: Gate, define: impl FnOnce(&mut Sat, Lit)) -> Lit {
        if let Some(known) = self.known.get(&gate) {
            return *known;
        }
        let output = self.sat.fresh();
        define(&mut self.sat, output);
        self.known.insert(gate, output);
        output
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (Some(false), _) | (_, Some(false)) => return self.constant(false),
            _ => {}
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.constant(false);
        }
        let (a, b) = (a.min(b), a.max(b));
        self.output(Gate::And(a, b), |sat, out| {
            sat.add_clause(&[!out, a]);
            sat.add_clause(&[!out, b]);
            sat.add_clause(&[out, !a, !b]);
        })
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(truth), _) => return b.negated_if(truth),
            (_, Some(truth)) => return a.negated_if(truth),
            _ => {}
        }
        // Negations of inputs move to the output, so that each gate is made once.
        let negate = a.is_negative() != b.is_negative();
        let (a, b) = (a.negated_if(a.is_negative()), b.negated_if(b.is_negative()));
        if a == b {
            return self.constant(negate);
        }
        let (a, b) = (a.min(b), a.max(b));
        let output = self.output(Gate::Xor(a, b), |sat, out| {
            sat.add_clause(&[!out, a, b]);
            sat.add_clause(&[!out, !a, !b]);
            sat.add_clause(&[out, !a, b]);
            sat.add_clause(&[out, a, !b]);
        });
        output.negated_if(negate)
    }

    /// `then` where `condition` holds, else `otherwise`.
    pub(super) fn choose(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if let Some(truth) = self.as_constant(condition) {
            return if truth { then } else { otherwise };
        }
        if then == otherwise {
            return then;
        }
        match (self.as_constant(then), self.as_constant(otherwise)) {
            (Some(true), _) => return self.or(condition, otherwise),
            (Some(false), _) => return self.and(!condition, otherwise),
            (_, Some(true)) => return self.or(!condition, then),
            (_, Some(false)) => return self.and(condition, then),
            _ => {}
        }
        if then == !otherwise {
            return self.xor(!condition, then);
        }
        if condition.is_negative() {
            return self.choose(!condition, otherwise, then);
        }
        let negate = then.is_negative();
        let (then, otherwise) = (then.negated_if(negate), otherwise.negated_if(negate));
        let output = self.output(Gate::Choose(condition, then, otherwise), |sat, out| {
            sat.add_clause(&[!condition, !then, out]);
            sat.add_clause(&[!condition, then, !out]);
            sat.add_clause(&[condition, !otherwise, out]);
            sat.add_clause(&[condition, otherwise, !out]);
            // Implied, but lets the solver conclude without knowing the condition.
            sat.add_clause(&[!then, !otherwise, out]);
            sat.add_clause(&[then, otherwise, !out]);
        });
        output.negated_if(negate)
    }

    /// Whether two of three hold: the carry of an adder.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        for (x, y, z) in [(a, b, c), (b, c, a), (c, a, b)] {
            match self.as_constant(x) {
                Some(true) => return self.or(y, z),
                Some(false) => return self.and(y, z),
                None if x == y => return x,
                None if x == !y => return z,
                None => {}
            }
        }
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        self.output(Gate::Majority(a, b, c), |sat, out| {
            for (x, y) in [(a, b), (b, c), (a, c)] {
                sat.add_clause(&[!x, !y, out]);
                sat.add_clause(&[x, y, !out]);
            }
        })
    }

    pub(super) fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let falsity = self.constant(false);
        lits.into_iter().fold(falsity, |any, lit| self.or(any, lit))
    }
}
