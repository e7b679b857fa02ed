//! The programs of the paper.

use faultscope_ir::{OriginId, Program, Symbol, Term, Value};
use faultscope_solver::Limits;

use super::known;
use crate::mined_specification::{MinedSpecification, mined_specification};
use crate::notation::parse;

fn mined(program: &Program) -> MinedSpecification {
    mined_specification(program, &known(program), &Limits::unlimited())
}

fn lines(program: &Program, origins: impl IntoIterator<Item = OriginId>) -> Vec<u32> {
    let mut lines: Vec<u32> =
        origins.into_iter().map(|origin| program.sources.origin(origin).span.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn variable(program: &Program, name: &str) -> Symbol {
    let found = program.variables.iter().find(|(_, it)| it.name == name);
    *found.expect("the variable is declared").0
}

/// The numbers of a range for which a condition holds when a variable is that number; none if it mentions others.
fn fulfilling(condition: Term, variable: Symbol, range: std::ops::RangeInclusive<i128>) -> Vec<i128> {
    let holds = |number: &i128| {
        let value = match variable.sort().bit_width() {
            Some(width) => Value::signed_bits(width, *number),
            None => Value::int(*number),
        };
        let decided =
            condition.rewrite(&mut |symbol| (symbol == variable).then(|| Term::value(value.clone())));
        decided.as_bool().expect("a condition on the variable alone")
    };
    range.filter(holds).collect()
}

#[test]
fn projections_of_figure_6() {
    let program = parse(
        "var e: int; var j: int;
        proc main() {
          e := 4;
          e := e - 2;
          e := e - 1;
          j := j + 1;
          assert e <= 2;
        }",
    );
    let mined = mined(&program);
    let [proved] = mined.proved() else { panic!("one check is proved: {mined:?}") };
    let e = variable(&program, "e");
    let start: Vec<_> =
        proved.points.iter().filter(|(point, _)| point.block.0 == 0).map(|(_, it)| *it).collect();
    let all: Vec<i128> = (-9..=9).collect();
    let above = |number: i128| -> Vec<i128> { (number + 1..=9).collect() };
    let up_to = |number: i128| -> Vec<i128> { (-9..=number).collect() };
    let expected: [(&[i128], Vec<i128>, Vec<i128>); 5] = [
        (&all, all.clone(), Vec::new()),
        (&[4], up_to(5), above(5)),
        (&[2], up_to(3), above(3)),
        (&[1], up_to(2), above(2)),
        (&[1], up_to(2), above(2)),
    ];
    assert_eq!(start.len(), expected.len());
    for (node, (it, (reachable, safety, error))) in start.iter().zip(&expected).enumerate() {
        assert_eq!(fulfilling(it.reachable, e, -9..=9), *reachable, "reachable at {node}");
        assert_eq!(fulfilling(it.safety, e, -9..=9), *safety, "safety at {node}");
        assert_eq!(fulfilling(it.error, e, -9..=9), *error, "error at {node}");
    }
    assert_eq!(lines(&program, mined.trusted().into_keys()), [3, 4]);
}

#[test]
fn the_sum_of_figure_2() {
    let program = parse(
        "var a: [32]32 length 10; var total: 32;
        proc sum(n: 32) returns (s: 32) {
          var i: 32;
          s := 0;
          i := 0;
          while (i <= n) {
            assert 0 <= i;
            assert i < 10;
            s := s + a[i];
            i := i + 1;
          }
        }
        proc main() { total := sum(10); }",
    );
    let mined = mined(&program);
    // The check below is proved, the one above is not.
    let proved: Vec<u32> = mined
        .proved()
        .iter()
        .map(|it| program.sources.origin(program.check(it.check).origin).span.line)
        .collect();
    assert_eq!(proved, [7]);
    assert_eq!(lines(&program, mined.trusted().into_keys()), [5]);
    let (i, n) = (variable(&program, "i"), variable(&program, "n"));
    let constraint = |line: u32| {
        let is_there = |origin: &OriginId| program.sources.origin(*origin).span.line == line;
        let mut origins = (0..program.sources.n_origins() as u32).map(OriginId).filter(is_there);
        let constraint = origins.find_map(|origin| mined.constraint(origin, i)).expect("a constraint");
        constraint.rewrite(&mut |symbol| (symbol == n).then(|| Term::signed_bits(32, 10)))
    };
    // Numbers that leave the loop keep the check.
    let keeping: Vec<i128> = (0..=12).collect();
    assert_eq!(fulfilling(constraint(5), i, -12..=12), keeping);
    assert_eq!(fulfilling(constraint(10), i, -12..=12), keeping);
}

#[test]
fn conditions_that_proofs_rest_on_are_trusted() {
    let program = parse(
        "var x: 8; var y: 8;
        proc main() {
          havoc x;
          y := 1;
          if (x < 5) {
            y := 2;
            assert x < 6;
          }
        }",
    );
    assert_eq!(lines(&program, mined(&program).trusted().into_keys()), [5]);
}

#[test]
fn what_wraps_around_is_no_proof() {
    let program = parse(
        "var x: 8;
        proc main() {
          havoc x;
          x := x + 1;
          assert x != 0 - 128 || x < 0;
          assert 0 - 127 <= x;
        }",
    );
    let mined = mined(&program);
    let proved: Vec<u32> = mined
        .proved()
        .iter()
        .map(|it| program.sources.origin(program.check(it.check).origin).span.line)
        .collect();
    assert_eq!(proved, [5]);
}

#[test]
fn relations_between_two_variables_prove_checks() {
    let program = parse(
        "var i: 32; var j: 32; var n: 32;
        proc main() {
          havoc n;
          assume 0 <= n && n <= 1000;
          i := 0;
          while (i < n) {
            j := n - i - 1;
            assert 0 <= j;
            assert j < n;
            i := i + 1;
          }
          assert i == n;
        }",
    );
    assert_eq!(mined(&program).proved().len(), 3);
}

#[test]
fn sums_of_three_integers_are_proved_where_two_of_them_are_fixed() {
    let text = |first: &str| {
        format!(
            "var i: int; var n: int; var a: int; var low: int; var high: int;
            proc main() {{
              n := 10; a := 1000; low := 1000; high := 1009;
              i := {first};
              while (i <= n) {{
                assert low <= a + i;
                assert a + i <= high;
                i := i + 1;
              }}
            }}"
        )
    };
    let trusted = |first: &str| {
        let program = parse(&text(first));
        let mined = mined(&program);
        (mined.holding().len(), lines(&program, mined.trusted().into_keys()))
    };
    // The lower bound holds, and rests on the first index, and on where the array begins.
    assert_eq!(trusted("0"), (1, vec![3, 4]));
    let (n_holding, lines) = trusted("n");
    assert_eq!((n_holding, lines), (1, vec![3, 4]));
}

#[test]
fn projections_pass_calls() {
    let text = |argument: &str, value: &str| {
        format!(
            "var x: 32; var total: 32;
            proc below(n: 32) returns (s: 32) {{
              s := n;
              assert n <= 10;
            }}
            proc middle() {{
              total := below({argument});
            }}
            proc main() {{
              x := {value};
              middle();
            }}"
        )
    };
    let trusted = |argument: &str, value: &str| {
        let program = parse(&text(argument, value));
        let mined = mined(&program);
        (mined.holding().len(), lines(&program, mined.trusted().into_keys()))
    };
    // What the caller of the caller assigns keeps the check, and so does the argument.
    let (n_holding, of_value) = trusted("x", "3");
    assert_eq!(n_holding, 1);
    assert!(of_value.contains(&10), "{of_value:?}");
    // Where the argument is a constant, nothing else matters.
    let (n_holding, of_constant) = trusted("4", "3");
    assert_eq!(n_holding, 1);
    assert!(!of_constant.contains(&10), "{of_constant:?}");
    // A check that does not hold rests on nothing.
    assert_eq!(trusted("x", "30"), (0, Vec::new()));
}
