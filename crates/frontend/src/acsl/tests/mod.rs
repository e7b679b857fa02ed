//! What annotations are read as, and that whatever is read, nothing breaks.

#[expect(dead_code, reason = "the tests of the translation read all of the table")]
mod cases;

use expect_test::{Expect as Snapshot, expect};

use super::ast::{Annotation, ExprKind};
use super::parser::{Clause, parse_clause};
use super::{Problem, parse_comment};
use cases::{CASES, Expect};

fn parse(text: &str) -> Result<Annotation, Problem> {
    parse_comment(text, &|name| matches!(name, "byte" | "size_t"))
}

/// The texts of the annotations of a program, found in the simplest way.
fn comments(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*@").into_iter().chain(rest.find("//@")).min() {
        let is_line = rest[at..].starts_with("//");
        let (end, comment) = (if is_line { "\n" } else { "*/" }, &rest[at + 3..]);
        let length = comment.find(end).unwrap_or(comment.len());
        found.push(&comment[..length]);
        rest = &comment[length..];
    }
    found
}

/// The predicate of `assert P;` with all parentheses.
#[track_caller]
fn check(predicate: &str, expect: Snapshot) {
    let text = format!("assert {predicate};");
    let shown = match parse(&text) {
        Ok(Annotation::Code(assertions)) => show(&assertions[0].clause.predicate.kind),
        Ok(other) => format!("{other:?}"),
        Err(problem) => {
            let hint = problem.hint.map_or(String::new(), |hint| format!(" ({hint})"));
            format!("{}{hint}: `{}`", problem.message, &text[problem.range.start..problem.range.end])
        }
    };
    expect.assert_eq(&shown);
}

fn show(kind: &ExprKind) -> String {
    let list =
        |exprs: &[super::ast::Expr]| exprs.iter().map(|it| show(&it.kind)).collect::<Vec<_>>().join(", ");
    match kind {
        ExprKind::Integer(text) | ExprKind::Real(text) | ExprKind::Name(text) => text.clone(),
        ExprKind::Unary(op, operand) => format!("{op:?}({})", show(&operand.kind)),
        ExprKind::Binary(op, left, right) => format!("({} {op:?} {})", show(&left.kind), show(&right.kind)),
        ExprKind::Compare(first, rest) => {
            let rest = rest.iter().map(|(op, right)| format!(" {op:?} {}", show(&right.kind)));
            format!("[{}{}]", show(&first.kind), rest.collect::<String>())
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            format!("({} ? {} : {})", show(&condition.kind), show(&then.kind), show(&otherwise.kind))
        }
        ExprKind::Quantified(quantifier, binders, body) => {
            let names: Vec<&str> = binders.iter().map(|binder| binder.name.text.as_str()).collect();
            format!("{quantifier:?} {}. {}", names.join(" "), show(&body.kind))
        }
        ExprKind::Call(name, _, arguments) => format!("{}({})", name.text, list(arguments)),
        ExprKind::Index(base, index) => format!("{}[{}]", show(&base.kind), show(&index.kind)),
        ExprKind::Member(base, name) => format!("{}.{}", show(&base.kind), name.text),
        ExprKind::Arrow(base, name) => format!("{}->{}", show(&base.kind), name.text),
        ExprKind::At(operand, label) => format!("at({}, {})", show(&operand.kind), label.text),
        ExprKind::Named(name, body) => format!("{}: {}", name.text, show(&body.kind)),
        ExprKind::Cast(_, operand) => format!("cast({})", show(&operand.kind)),
        ExprKind::Interval(low, high) => {
            let end = |end: &Option<Box<super::ast::Expr>>| {
                end.as_ref().map_or(String::new(), |end| show(&end.kind))
            };
            format!("{}..{}", end(low), end(high))
        }
        ExprKind::Lambda(binders, body) => format!("λ{}. {}", binders[0].name.text, show(&body.kind)),
        ExprKind::Let(name, value, body) => {
            format!("let {} = {} in {}", name.text, show(&value.kind), show(&body.kind))
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_the_manual_says() {
    check("a + b * c == d << 1 + e", expect!["[(a Add (b Multiply c)) Equal (d ShiftLeft (1 Add e))]"]);
    check("a & b == c", expect!["(a BitAnd [b Equal c])"]);
    check("a ==> b ==> c <==> d", expect!["((a Implies (b Implies c)) Iff d)"]);
    check("a || b ^^ c && d", expect!["(a Or (b Xor (c And d)))"]);
    check("!a && -b[1].c->d == ~e", expect!["(Not(a) And [Minus(b[1].c->d) Equal Complement(e)])"]);
    check("0 <= i < n && x", expect!["([0 LessOrEqual i Less n] And x)"]);
    check("a ? b : c ? d : e", expect!["(a ? b : (c ? d : e))"]);
    check("a --> b <--> c", expect!["((a BitImplies b) BitIff c)"]);
    check("(byte) x + (x) + 1", expect!["((cast(x) Add x) Add 1)"]);
}

#[test]
fn quantifiers_reach_as_far_as_they_can() {
    check(
        "a && \\forall integer i, j; p(i) ==> \\exists int *q; i == j || b",
        expect!["(a And Forall i j. (p(i) Implies Exists q. ([i Equal j] Or b)))"],
    );
    check("! \\exists integer i; i > 0 && a", expect!["Not(Exists i. ([i Greater 0] And a))"]);
    check("\\let x = 1 + 2; x == y && z", expect!["let x = (1 Add 2) in ([x Equal y] And z)"]);
}

#[test]
fn ranges_states_and_names_are_read() {
    check("\\valid(a + (0..n-1))", expect!["\\valid((a Add 0..(n Subtract 1)))"]);
    check("\\valid(a[..], b[1 ..])", expect!["\\valid(a[..], b[1..])"]);
    check("\\old(x) == \\at(y[k], L)", expect!["[at(x, Old) Equal at(y[k], L)]"]);
    check("first: a ? b : second: c", expect!["first: (a ? b : second: c)"]);
    check("\\sum(0, n, \\lambda integer k; a[k]) > 1.5", expect!["[\\sum(0, n, λk. a[k]) Greater 1.5]"]);
}

#[test]
fn problems_say_what_was_expected() {
    check("x == ", expect!["expected a term or a predicate, found `;`: `;`"]);
    check(
        "x = 1",
        expect![
            "expected `;` after the `assert` clause, found `=` (equality is written `==`; annotations assign nothing): `=`"
        ],
    );
    check(
        "x++ > 1",
        expect![
            "expected a term or a predicate, found `>` (annotations change nothing: there is no `++` and no `--`): `>`"
        ],
    );
    check("\\vald(p)", expect!["there is no `\\vald` (did you mean `\\valid`?): `\\vald`"]);
    check("\\forall i; i > 0", expect!["expected a type, found `i`: `i`"]);
    check("a[1", expect!["expected `]`, found `;`: `;`"]);
    check(
        "0 < x > 1",
        expect![
            "these comparisons do not make a chain (the comparisons of a chain have one direction; use `&&`): `>`"
        ],
    );
    check(
        "x $ y",
        expect![
            "expected `;` after the `assert` clause, found unknown character `$` (names have letters, digits and `_`): `$`"
        ],
    );
}

#[test]
fn what_is_no_annotation_is_left_alone() {
    for text in ["null@", " -nullpass @", "only@", "", "{", "1", "param x the number"] {
        assert_eq!(parse(text), Ok(Annotation::Foreign), "{text}");
    }
    let problem = parse("requirs x > 0;").expect_err("it is misspelt");
    assert_eq!(problem.hint.as_deref(), Some("did you mean `requires`?"));
}

#[test]
fn clauses_of_cbmc_are_read() {
    let parse = |text| parse_clause(text, &|_| false);
    let Ok(Clause::Contract(contract)) = parse(
        "__CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] == __CPROVER_old(a[i]) })",
    ) else {
        panic!("it is an `ensures` clause")
    };
    let shown = show(&contract.own.ensures[0].predicate.kind);
    assert_eq!(shown, "Forall i. (([0 LessOrEqual i] And [i Less n]) Implies [a[i] Equal at(a[i], Old)])");
    assert!(matches!(parse("__CPROVER_loop_invariant(1 == 1)"), Ok(Clause::Loop(_))));
    assert!(matches!(parse("__CPROVER_assigns(*p, __CPROVER_object_whole(q))"), Ok(Clause::Contract(_))));
    assert!(parse("__CPROVER_requires()").is_err());
}

#[test]
fn every_case_is_read_or_told() {
    for case in CASES {
        for text in comments(case.text) {
            if let Err(problem) = parse(text) {
                let is_told =
                    matches!(case.expect, Expect::Wrong(message) if problem.message.contains(message));
                assert!(is_told, "{}: {}", case.name, problem.message);
            }
        }
    }
}

#[test]
fn changed_annotations_are_read_or_told() {
    let texts: Vec<&str> = CASES.iter().flat_map(|case| comments(case.text)).collect();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % bound.max(1) as u64) as usize
    };
    for round in 0..20_000 {
        let mut bytes = texts[round % texts.len()].as_bytes().to_vec();
        for _ in 0..1 + below(4) {
            let at = below(bytes.len());
            let end = (at + 1 + below(8)).min(bytes.len());
            match below(3) {
                0 => drop(bytes.drain(at..end)),
                1 => bytes.insert(at, b"(){}[];,*&+-=<>!?:.\\|'\"0a@ \n"[below(28)]),
                _ => {
                    let piece = bytes[at..end].to_vec();
                    let to = below(bytes.len());
                    bytes.splice(to..to, piece);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Err(problem) = parse(&text) {
            assert!(text.get(problem.range.start..problem.range.end).is_some(), "{text}");
        }
        let _ = parse_clause(&text, &|_| false);
    }
}

#[test]
fn deep_annotations_are_told() {
    for (open, close) in [("(", ")"), ("-", ""), ("\\forall integer x; ", ""), ("1 + ", "1"), ("f(", ")")] {
        let text = format!("assert {}x{};", open.repeat(5000), close.repeat(5000));
        assert!(parse(&text).is_err(), "{open}");
    }
}
