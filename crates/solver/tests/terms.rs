//! Random terms mean the same everywhere: operator by operator on values, in `ir::eval` after the simplifying
//! constructors, and to the solvers.

use faultscope_ir::float::FloatFormat;
use faultscope_ir::{Op, RoundingMode, Sort, SortKind, Symbol, Term, Value, eval};
use faultscope_solver::{Limits, SatAnswer, SmtSolver, Solver, SolverConfig, Z3Solver};

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A term as it is written, before any simplification.
enum Raw {
    Leaf(Term),
    App(Op, Vec<Raw>),
}

impl Raw {
    /// The term that the constructors make.
    fn build(&self) -> Term {
        match self {
            Raw::Leaf(term) => *term,
            Raw::App(op, operands) => {
                let operands: Vec<Term> = operands.iter().map(Raw::build).collect();
                Term::app(*op, &operands)
            }
        }
    }

    /// The value by the meaning of the operators, every operand evaluated; none where SMT-LIB leaves it open.
    fn value(&self, environment: &[(Symbol, Value)]) -> Option<Value> {
        match self {
            Raw::Leaf(term) => match term.as_symbol() {
                Some(symbol) => {
                    environment.iter().find(|(it, _)| *it == symbol).map(|(_, value)| value.clone())
                }
                None => term.as_value().cloned(),
            },
            Raw::App(op, operands) => {
                let values: Option<Vec<Value>> = operands.iter().map(|it| it.value(environment)).collect();
                op.apply(&values?)
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Raw::Leaf(term) => term.to_string(),
            Raw::App(op, operands) => {
                let operands: Vec<String> = operands.iter().map(Raw::text).collect();
                format!("({op:?} {})", operands.join(" "))
            }
        }
    }
}

const FLOAT: FloatFormat = FloatFormat::HALF;

fn array_sort() -> Sort {
    Sort::array(Sort::bits(4), Sort::bits(4))
}

/// The unknowns of random terms.
fn unknowns() -> Vec<Symbol> {
    let mut unknowns = Vec::new();
    for name in ["p", "q"] {
        unknowns.push(Symbol::new(name, Sort::bool()));
        unknowns.push(Symbol::new(name, Sort::int()));
        unknowns.push(Symbol::new(name, Sort::float(FLOAT)));
        unknowns.push(Symbol::new(name, array_sort()));
        unknowns.extend([1, 2, 4, 8].map(|width| Symbol::new(name, Sort::bits(width))));
    }
    unknowns
}

struct Generator<'a> {
    random: &'a mut Random,
    kinds: Kinds,
}

/// What takes part beside truth values, bit-vectors, and arrays of them.
#[derive(Clone, Copy)]
struct Kinds {
    floats: bool,
    integers: bool,
    array_equality: bool,
}

impl Generator<'_> {
    fn value(&mut self, sort: Sort) -> Value {
        match sort.kind() {
            SortKind::Bool => Value::Bool(self.random.below(2) == 0),
            SortKind::Int => Value::int(self.random.below(9) as i64 - 4),
            SortKind::BitVec(width) => {
                let special = [0, 1, u64::MAX, 1 << (width - 1), (1 << (width - 1)) - 1];
                let bits =
                    if self.random.below(2) == 0 { self.random.pick(&special) } else { self.random.next() };
                Value::bits(*width, bits.into())
            }
            SortKind::Float(format) => {
                let special = [0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0x3c00, 1, 0x7bff];
                let bits = if self.random.below(2) == 0 {
                    self.random.pick(&special)
                } else {
                    u128::from(self.random.next() as u16)
                };
                let bits = Value::bits(format.width(), bits);
                Op::FloatFromBits(*format).apply(&[bits]).expect("a known format")
            }
            SortKind::Array(index, element) => {
                let mut array = Op::ConstArray(sort).apply(&[self.value(*element)]).expect("an array");
                for _ in 0..self.random.below(3) {
                    array = Op::Store
                        .apply(&[array, self.value(*index), self.value(*element)])
                        .expect("an array");
                }
                array
            }
            _ => unreachable!("no such terms"),
        }
    }

    fn leaf(&mut self, sort: Sort) -> Raw {
        if self.random.below(3) == 0 {
            return Raw::Leaf(constant(&self.value(sort)));
        }
        Raw::Leaf(Term::var(self.random.pick(&["p", "q"]), sort))
    }

    fn term(&mut self, sort: Sort, depth: usize) -> Raw {
        if depth == 0 {
            return self.leaf(sort);
        }
        let (op, sorts) = self.operator(sort);
        let operands = sorts.into_iter().map(|it| {
            let depth = if self.random.below(4) == 0 { 0 } else { depth - 1 };
            self.term(it, depth)
        });
        Raw::App(op, operands.collect())
    }

    fn bits(&mut self) -> Sort {
        Sort::bits(self.random.pick(&[1, 2, 4, 8]))
    }

    /// An operator with a result of this sort, and its operands' sorts.
    fn operator(&mut self, sort: Sort) -> (Op, Vec<Sort>) {
        if self.random.below(8) == 0 {
            return (Op::Ite, vec![Sort::bool(), sort, sort]);
        }
        match sort.kind() {
            SortKind::Bool => self.predicate(),
            SortKind::Int => match self.random.below(8) {
                0 => (Op::Neg, vec![sort]),
                1 => (self.random.pick(&[Op::IntDiv, Op::IntMod]), vec![sort, sort]),
                2 => (Op::Mul, vec![sort, sort]),
                _ => (self.random.pick(&[Op::Add, Op::Sub]), vec![sort, sort]),
            },
            SortKind::BitVec(width) => self.bit_operator(*width),
            SortKind::Float(_) => self.float_operator(),
            SortKind::Array(index, element) => (Op::Store, vec![sort, *index, *element]),
            _ => unreachable!("no such terms"),
        }
    }

    fn predicate(&mut self) -> (Op, Vec<Sort>) {
        let bits = self.bits();
        match self.random.below(12) {
            0 => (Op::Not, vec![Sort::bool()]),
            1..=4 => (self.random.pick(&[Op::And, Op::Or]), vec![Sort::bool(); 2]),
            5 => {
                // Z3 gives up on equality of arrays where constant ones take part.
                let equated = if self.kinds.array_equality { array_sort() } else { bits };
                (Op::Eq, vec![self.random.pick(&[Sort::bool(), bits, equated]); 2])
            }
            6 if self.kinds.integers => (self.random.pick(&[Op::Lt, Op::Le, Op::Eq]), vec![Sort::int(); 2]),
            7 if self.kinds.floats => {
                let op = self.random.pick(&[Op::FloatLt, Op::FloatLe, Op::FloatEq, Op::Eq]);
                (op, vec![Sort::float(FLOAT); 2])
            }
            8 if self.kinds.floats => {
                (self.random.pick(&[Op::FloatIsNan, Op::FloatIsInfinite]), vec![Sort::float(FLOAT)])
            }
            _ => {
                let ops = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq];
                (self.random.pick(&ops), vec![bits; 2])
            }
        }
    }

    fn bit_operator(&mut self, width: u32) -> (Op, Vec<Sort>) {
        let sort = Sort::bits(width);
        let binary = [
            Op::BvAdd,
            Op::BvAdd,
            Op::BvSub,
            Op::BvSub,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
        ];
        match self.random.below(12) {
            0 => (self.random.pick(&[Op::BvNeg, Op::BvNot]), vec![sort]),
            1 if width == 4 => (Op::Select, vec![array_sort(), Sort::bits(4)]),
            2 | 3 if width < 8 => {
                let lo = self.random.below(9 - width as usize) as u32;
                (Op::Extract { hi: lo + width - 1, lo }, vec![Sort::bits(8)])
            }
            4 | 5 if width > 1 => {
                let extra = width / 2;
                (
                    self.random.pick(&[Op::ZeroExtend(extra), Op::SignExtend(extra)]),
                    vec![Sort::bits(width - extra)],
                )
            }
            6 if width > 1 => (Op::Concat, vec![Sort::bits(width / 2); 2]),
            7 if self.kinds.floats && width == 8 => {
                (self.random.pick(&[Op::FloatToSigned(8), Op::FloatToUnsigned(8)]), vec![Sort::float(FLOAT)])
            }
            _ => (self.random.pick(&binary), vec![sort, sort]),
        }
    }

    fn float_operator(&mut self) -> (Op, Vec<Sort>) {
        let sort = Sort::float(FLOAT);
        let modes = [
            RoundingMode::NearestEven,
            RoundingMode::NearestAway,
            RoundingMode::TowardZero,
            RoundingMode::TowardPositive,
            RoundingMode::TowardNegative,
        ];
        match self.random.below(8) {
            0 => (self.random.pick(&[Op::FloatNeg, Op::FloatAbs]), vec![sort]),
            1 => (Op::FloatRound(self.random.pick(&modes)), vec![sort]),
            2 => (
                self.random.pick(&[Op::SignedToFloat(FLOAT), Op::UnsignedToFloat(FLOAT)]),
                vec![Sort::bits(8)],
            ),
            _ => {
                let ops = [Op::FloatAdd, Op::FloatSub, Op::FloatMul, Op::FloatDiv];
                (self.random.pick(&ops), vec![sort, sort])
            }
        }
    }
}

/// A value as the terms have it: arrays as writes.
fn constant(value: &Value) -> Term {
    match value {
        Value::Array(array) => {
            let base = Term::constant_array(array.sort, constant(&array.default));
            array
                .entries
                .iter()
                .fold(base, |array, (at, element)| array.store(constant(at), constant(element)))
        }
        _ => Term::value(value.clone()),
    }
}

/// Formulas that give a symbol its value, arrays cell by cell.
fn pin(symbol: Symbol, value: &Value) -> Vec<Term> {
    let symbol = Term::symbol(symbol);
    match value {
        Value::Array(array) => (0..16)
            .map(|index| Value::bits(4, index))
            .map(|index| {
                symbol.select(Term::value(index.clone())).equals(Term::value(array.get(&index).clone()))
            })
            .collect(),
        _ => vec![symbol.equals(Term::value(value.clone()))],
    }
}

fn same(lhs: &Value, rhs: &Value) -> bool {
    Op::Eq.apply(&[lhs.clone(), rhs.clone()]) == Some(Value::Bool(true))
}

#[track_caller]
fn compare(seed: u64, n_terms: usize, kinds: Kinds, solvers: &mut [Box<dyn Solver>]) {
    let mut random = Random(seed);
    let mut n_compared = 0;
    while n_compared < n_terms {
        let mut generator = Generator { random: &mut random, kinds };
        let depth = 1 + generator.random.below(4);
        let raw = generator.term(Sort::bool(), depth);
        let term = raw.build();
        for _ in 0..4 {
            let mut generator = Generator { random: &mut random, kinds };
            let environment: Vec<(Symbol, Value)> =
                unknowns().into_iter().map(|symbol| (symbol, generator.value(symbol.sort()))).collect();
            let Some(expected) = raw.value(&environment) else { continue };
            n_compared += 1;
            let mut lookup = |symbol: Symbol| {
                environment.iter().find(|(it, _)| *it == symbol).map(|(_, value)| value.clone())
            };
            let evaluated = eval::eval(term, &mut lookup);
            assert_eq!(evaluated, Some(expected.clone()), "{}\n{term}\n{environment:?}", raw.text());
            for solver in solvers.iter_mut() {
                check(solver.as_mut(), term, &environment, &expected);
            }
        }
    }
}

/// Asks a solver for the term's value in an environment, and for any other.
#[track_caller]
fn check(solver: &mut dyn Solver, term: Term, environment: &[(Symbol, Value)], expected: &Value) {
    let mentioned = term.symbols();
    let mut assumptions: Vec<Term> = environment
        .iter()
        .filter(|(symbol, _)| mentioned.contains(symbol))
        .flat_map(|(symbol, value)| pin(*symbol, value))
        .collect();
    assert_eq!(solver.check(&assumptions), SatAnswer::Sat, "{term} {environment:?}");
    let value = solver.value(term).expect("Boolean terms have values");
    assert!(same(&value, expected), "{term} is {value} in {environment:?}");
    assumptions.push(if *expected == Value::Bool(true) { term.not() } else { term });
    assert_eq!(solver.check(&assumptions), SatAnswer::Unsat, "{term} {environment:?}");
}

fn config() -> SolverConfig {
    SolverConfig::new(&Limits::unlimited())
}

#[test]
fn simplified_terms_keep_their_value() {
    compare(1, 60_000, Kinds { floats: true, integers: true, array_equality: true }, &mut []);
}

#[test]
fn solvers_agree_on_bit_vectors_and_arrays() {
    let mut solvers: Vec<Box<dyn Solver>> =
        vec![Box::new(Z3Solver::new(&config())), Box::new(SmtSolver::new(&config()))];
    compare(2, 1000, Kinds { floats: false, integers: false, array_equality: false }, &mut solvers);
}

#[test]
fn z3_agrees_on_floats_and_integers() {
    let mut solvers: Vec<Box<dyn Solver>> = vec![Box::new(Z3Solver::new(&config()))];
    compare(3, 300, Kinds { floats: true, integers: true, array_equality: false }, &mut solvers);
}

/// Whether Z3 finds a model for a script.
fn replayed(script: &str) -> z3::SatResult {
    let solver = z3::Solver::new();
    solver.from_string(script);
    solver.check()
}

#[test]
fn scripts_say_the_same() {
    let mut random = Random(4);
    let kinds = Kinds { floats: true, integers: true, array_equality: false };
    for _ in 0..50 {
        let mut generator = Generator { random: &mut random, kinds };
        let (formula, assumption) =
            (generator.term(Sort::bool(), 3).build(), generator.term(Sort::bool(), 3).build());
        let mut solver = Z3Solver::new(&config());
        solver.assert(formula);
        let expected = match solver.check(&[assumption]) {
            SatAnswer::Sat => z3::SatResult::Sat,
            SatAnswer::Unsat => z3::SatResult::Unsat,
            SatAnswer::Unknown(_) => continue,
        };
        let script = faultscope_solver::smtlib::script(&[formula], &[assumption]);
        let replayed = replayed(&script);
        assert!(replayed == expected || replayed == z3::SatResult::Unknown, "{expected:?}\n{script}");
    }
}
