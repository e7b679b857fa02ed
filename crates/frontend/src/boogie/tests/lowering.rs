//! What programs become.

use expect_test::expect;
use faultscope_ir as ir;

use super::{check_body, check_procedures, check_start, program, program_with, told, translation};
use crate::boogie::BoogieConfig;

#[test]
fn straight_line_code() {
    check_body(
        "x := 1; havoc y, z; assume x < y; assert {:msg \"m\"} z == x;",
        expect![[r#"
        b0:
          x := 1  // Assignment 2
          havoc y  // Input 2
          havoc z  // Input 2
          assume (Lt x y)  // Condition 2
          if (Eq x z) then b1 else b2
        b1:
          Goto(BlockId(3))
        b2:
          error "assertion failed: z == x"
        b3:
          Return
    "#]],
    );
}

#[test]
fn a_parallel_assignment_reads_before_it_writes() {
    check_body(
        "x, y := 1, 2;",
        expect![[r#"
        b0:
          x := 1  // Assignment 2
          y := 2  // Assignment 2
          Goto(BlockId(1))
        b1:
          Return
    "#]],
    );
    check_body(
        "x, y := y, x;",
        expect![[r#"
        b0:
          value for x := y  // Lowering 2
          value for y := x  // Lowering 2
          x := value for x  // Assignment 2
          y := value for y  // Assignment 2
          Goto(BlockId(1))
        b1:
          Return
    "#]],
    );
    check_body(
        "m[x], x := 1, m[0];",
        expect![[r#"
        b0:
          "value for m[x]" := x  // Lowering 2
          value for x := (Select m 0)  // Lowering 2
          m["value for m[x]"] := 1  // Assignment 2
          x := value for x  // Assignment 2
          Goto(BlockId(1))
        b1:
          Return
    "#]],
    );
    check_body(
        "x, m[x] := 1, m[0];",
        expect![[r##"
            b0:
              "value for m[x]" := x  // Lowering 2
              "value for m[x]"#1 := (Select m 0)  // Lowering 2
              x := 1  // Assignment 2
              m["value for m[x]"] := "value for m[x]"#1  // Assignment 2
              Goto(BlockId(1))
            b1:
              Return
        "##]],
    );
}

#[test]
fn branches() {
    check_body(
        "if (p) { x := 1; } else if (q) { x := 2; } else { x := 3; } y := x;",
        expect![[r#"
        b0:
          if p then b1 else b2
        b1:
          x := 1  // Assignment 2
          Goto(BlockId(3))
        b2:
          if q then b4 else b5
        b3:
          y := x  // Assignment 2
          Goto(BlockId(6))
        b4:
          x := 2  // Assignment 2
          Goto(BlockId(3))
        b5:
          x := 3  // Assignment 2
          Goto(BlockId(3))
        b6:
          Return
    "#]],
    );
    check_body(
        "if (*) { x := 1; }",
        expect![[r#"
        b0:
          Choose([BlockId(1), BlockId(2)])
        b1:
          x := 1  // Assignment 2
          Goto(BlockId(3))
        b2:
          Goto(BlockId(3))
        b3:
          Goto(BlockId(4))
        b4:
          Return
    "#]],
    );
}

#[test]
fn loops() {
    check_body(
        "while (x < 10) invariant x <= 10; free invariant y == 0; { x := x + 1; if (p) { break; } }",
        expect![[r#"
            b0:
              Goto(BlockId(1))
            b1:
              if (Le x 10) then b2 else b3
            b2:
              assume (Eq y 0)  // Condition 2
              if (Lt x 10) then b4 else b5
            b3:
              error "loop invariant x <= 10 does not hold"
            b4:
              x := (Add x 1)  // Assignment 2
              if p then b6 else b7
            b5:
              Goto(BlockId(8))
            b6:
              Goto(BlockId(5))
            b7:
              Goto(BlockId(9))
            b8:
              Return
            b9:
              Goto(BlockId(1))
        "#]],
    );
    check_body(
        "while (*) { x := x + 1; }",
        expect![[r#"
        b0:
          Goto(BlockId(1))
        b1:
          Choose([BlockId(2), BlockId(3)])
        b2:
          x := (Add x 1)  // Assignment 2
          Goto(BlockId(1))
        b3:
          Goto(BlockId(4))
        b4:
          Return
    "#]],
    );
}

#[test]
fn jumps() {
    check_body(
        "A: x := 1; goto A, B; B: y := 2; return; C: y := 3;",
        expect![[r#"
        b0:
          Goto(BlockId(1))
        b1:
          x := 1  // Assignment 2
          Choose([BlockId(1), BlockId(2)])
        b2:
          y := 2  // Assignment 2
          Goto(BlockId(3))
        b3:
          Return
    "#]],
    );
    check_body(
        "L: while (true) { while (true) { break L; } } M: if (p) { break M; } x := 1; E:",
        expect![[r#"
        b0:
          Goto(BlockId(1))
        b1:
          Goto(BlockId(2))
        b2:
          if true then b3 else b4
        b3:
          Goto(BlockId(5))
        b4:
          Goto(BlockId(6))
        b5:
          if true then b7 else b8
        b6:
          if p then b9 else b10
        b7:
          Goto(BlockId(4))
        b8:
          Goto(BlockId(2))
        b9:
          Goto(BlockId(11))
        b10:
          Goto(BlockId(11))
        b11:
          x := 1  // Assignment 2
          Goto(BlockId(12))
        b12:
          Goto(BlockId(13))
        b13:
          Return
    "#]],
    );
}

#[test]
fn maps() {
    check_procedures(
        "procedure main() {
  var m: [int]int; var n: [int, bool][int]int; var i: int;
  m[i] := m[i + 1];
  n[i, true][2] := 3;
  m := m[1 := 2];
  n := n[1, false := m];
  assert n[0, true][5] == m[5];
}",
        expect![[r#"
            procedure main([]) returns ([])
            b0:
              havoc m  // Declaration 2
              havoc n  // Declaration 2
              havoc i  // Declaration 2
              m[i] := (Select m (Add i 1))  // Assignment 3
              n[i][true][2] := 3  // Assignment 4
              m := (Store m 1 2)  // Assignment 5
              n := (Store n 1 (Store (Select n 1) false m))  // Assignment 6
              if (Eq (Select m 5) (Select (Select (Select n 0) true) 5)) then b1 else b2
            b1:
              Goto(BlockId(3))
            b2:
              error "assertion failed: n[0, true][5] == m[5]"
            b3:
              Return
        "#]],
    );
}

#[test]
fn operators() {
    check_body(
        "p := x < y || x <= y && !(x > y) ==> x >= y <==> x != y;",
        expect![[r#"
        b0:
          p := (Eq (Or (Not (Or (Le x y) (Lt x y))) (Le y x)) (Not (Eq y x)))  // Assignment 2
          Goto(BlockId(1))
        b1:
          Return
    "#]],
    );
    check_body(
        "x := -x + y * 2 - x div 3 mod 5;",
        expect![[r#"
        b0:
          x := (Sub (Add (Mul y 2) (Neg x)) (IntMod (IntDiv x 3) 5))  // Assignment 2
          Goto(BlockId(1))
        b1:
          Return
    "#]],
    );
    check_body(
        "p := p ==> q ==> p; q := (p <== q) <== p;",
        expect![[r#"
        b0:
          p := true  // Assignment 2
          q := true  // Assignment 2
          Goto(BlockId(1))
        b1:
          Return
    "#]],
    );
    check_body(
        "x := if p then x else if q then y else z;",
        expect![[r#"
        b0:
          x := (Ite p x (Ite q y z))  // Assignment 2
          Goto(BlockId(1))
        b1:
          Return
    "#]],
    );
    check_body(
        "p := real(x) / 2.5 < 1e-1 && int(1.5e0) == x && x / y < 0.5;",
        expect![[r#"
        b0:
          p := (And (And (Lt (RealDiv (IntToReal x) 5/2) 1/10) (Eq x 1)) (Lt (RealDiv (IntToReal x) (IntToReal y)) 1/2))  // Assignment 2
          Goto(BlockId(1))
        b1:
          Return
    "#]],
    );
    check_body(
        "p := (forall i: int :: {m[i]} m[i] > 0) && (exists i, j: int :: {:weight 3} i < j);",
        expect![[r#"
            b0:
              p := (And (exists [i%2, j%3] (Lt i%2 j%3)) (forall [i%1] (Lt 0 (Select m i%1))))  // Assignment 2
              Goto(BlockId(1))
            b1:
              Return
        "#]],
    );
}

#[test]
fn bit_vectors() {
    check_procedures(
        "function {:bvbuiltin \"bvadd\"} add(bv8, bv8): bv8;
function {:bvbuiltin \"bvslt\"} less(bv8, bv8): bool;
function {:bvbuiltin \"sign_extend 8\"} wide(bv8): bv16;
procedure main() {
  var v: bv8; var w: bv16;
  v := add(v, 255bv8);
  w := v ++ 1bv8;
  v := w[12:4];
  w := wide(v);
  assert less(v, 0bv8);
}",
        expect![[r#"
            procedure main([]) returns ([])
            b0:
              havoc v  // Declaration 5
              havoc w  // Declaration 5
              v := (BvAdd v -1)  // Assignment 6
              w := (Concat v 1)  // Assignment 7
              v := (Extract { hi: 11, lo: 4 } w)  // Assignment 8
              w := (SignExtend(8) v)  // Assignment 9
              if (BvSlt v 0) then b1 else b2
            b1:
              Goto(BlockId(3))
            b2:
              error "assertion failed: less(v, 0bv8)"
            b3:
              Return
        "#]],
    );
}

#[test]
fn functions() {
    check_procedures(
        "const c: int; const unique a, b: T; type T;
axiom c > 0;
function twice(x: int): int { x + x }
function f(int, bool): int;
function fac(n: int): int { if n <= 0 then 1 else n * fac(n - 1) }
axiom (forall i: int :: f(i, true) > i);
procedure main() {
  var x: int; var t: T;
  x := twice(twice(x) + c);
  x := f(x, false);
  x := fac(3);
  assert t == a;
}",
        expect![[r#"
            axiom (Not (Eq a b))
            axiom (Lt 0 c)
            axiom (forall [n%2] (Eq (Select fac n%2) (Ite (Le n%2 0) 1 (Mul n%2 (Select fac (Add n%2 -1))))))
            axiom (forall [i%3] (Lt i%3 (Select (Select f i%3) true)))
            procedure main([]) returns ([])
            b0:
              havoc x  // Declaration 8
              havoc t  // Declaration 8
              x := (Add (Add c (Add x x)) (Add c (Add x x)))  // Assignment 9
              x := (Select (Select f x) false)  // Assignment 10
              x := (Select fac 3)  // Assignment 11
              if (Eq t a) then b1 else b2
            b1:
              Goto(BlockId(3))
            b2:
              error "assertion failed: t == a"
            b3:
              Return
        "#]],
    );
}

#[test]
fn types() {
    check_procedures(
        "type Ref; type Field a; type Pair a b = [a]b; type Name = Ref; type Heap = Pair (Field int) Ref;
procedure main() {
  var f: Field int; var h: Heap; var n: Name;
  h[f] := n;
}",
        expect![[r#"
            procedure main([]) returns ([])
            b0:
              havoc f  // Declaration 3
              havoc h  // Declaration 3
              havoc n  // Declaration 3
              h[f] := n  // Assignment 4
              Goto(BlockId(1))
            b1:
              Return
        "#]],
    );
}

#[test]
fn where_clauses() {
    check_procedures(
        "var g: int where g >= 0;
procedure main(a: int where a > 1) returns (r: int where r > a) modifies g; {
  var x: int where x > r;
  havoc x, g;
}",
        expect![[r#"
            procedure main([a]) returns ([r])
            b0:
              havoc r  // Declaration 2
              havoc x  // Declaration 3
              assume (Lt 1 a)  // Condition 2
              assume (Lt a r)  // Condition 2
              assume (Lt r x)  // Condition 3
              havoc x  // Input 4
              havoc g  // Input 4
              assume (Lt r x)  // Condition 3
              assume (Le 0 g)  // Condition 1
              Goto(BlockId(1))
            b1:
              Return
        "#]],
    );
}

#[test]
fn a_call_of_an_implemented_procedure() {
    check_procedures(
        "procedure inc(a: int) returns (b: int)
  requires a > 0; free requires a < 100; ensures b > a; free ensures b < 200;
{ b := a + 1; }
procedure main() { var x: int; call x := inc(x + 1); }
procedure plain(a: int) returns (b: int) { b := a; }
procedure other() { var x: int; call x := plain(3); }",
        expect![[r#"
            procedure inc([a]) returns ([b])
            b0:
              havoc b  // Declaration 1
              assume (Lt a 100)  // Condition 2
              b := (Add a 1)  // Assignment 3
              Goto(BlockId(1))
            b1:
              if (Lt a b) then b2 else b3
            b2:
              assume (Lt b 200)  // Condition 2
              Return
            b3:
              error "postcondition b > a of inc does not hold"
            procedure main([]) returns ([])
            b0:
              havoc x  // Declaration 4
              a#1 := (Add x 1)  // Argument 4
              if (Lt 0 a#1) then b1 else b2
            b1:
              [x] := inc[a#1]
              Goto(BlockId(3))
            b2:
              error "precondition a > 0 of inc does not hold"
            b3:
              Return
            procedure plain([a#2]) returns ([b#1])
            b0:
              havoc b#1  // Declaration 5
              b#1 := a#2  // Assignment 5
              Goto(BlockId(1))
            b1:
              Return
            procedure other([]) returns ([])
            b0:
              havoc x#1  // Declaration 6
              [x#1] := plain[3]
              Goto(BlockId(1))
            b1:
              Return
        "#]],
    );
}

#[test]
fn a_call_of_a_contract() {
    let text = "var g: int; var h: int where h > 0;
procedure env(a: int) returns (b: int where b != 0);
  requires a > 0; modifies g, h; ensures b + g > old(g) + a;
procedure main() modifies g, h; { var x: int; call x := env(x); call g := env(1); }";
    check_procedures(
        text,
        expect![[r#"
            procedure main([]) returns ([])
            b0:
              havoc x  // Declaration 4
              a := x  // Argument 4
              if (Lt 0 a) then b1 else b2
            b1:
              old(g) := g  // Lowering 4
              havoc g  // Input 4
              havoc h  // Input 4
              havoc x  // Input 4
              assume (Lt 0 h)  // Condition 1
              assume (Not (Eq x 0))  // Condition 2
              assume (Lt (Add old(g) a) (Add g x))  // Condition 3
              a#1 := 1  // Argument 4
              if (Lt 0 a#1) then b3 else b4
            b2:
              error "precondition a > 0 of env does not hold"
            b3:
              old(g)#1 := g  // Lowering 4
              havoc g  // Input 4
              havoc h  // Input 4
              havoc result of env  // Input 4
              assume (Lt 0 h)  // Condition 1
              assume (Not (Eq result of env 0))  // Condition 2
              assume (Lt (Add old(g)#1 a#1) (Add result of env g))  // Condition 3
              g := result of env  // Lowering 4
              Goto(BlockId(5))
            b4:
              error "precondition a > 0 of env does not hold"
            b5:
              Return
        "#]],
    );
    let program = program(text);
    let lines = program.assumptions.iter().map(|it| {
        assert_eq!(it.message, "`env` has no implementation: it may do whatever its contract allows");
        assert_eq!((it.kind, it.subject.as_deref()), (ir::AssumptionKind::ContractOnly, Some("env")));
        it.origin.map(|origin| program.sources.origin(origin).span.line)
    });
    assert_eq!(lines.collect::<Vec<_>>(), [Some(4), Some(4)]);
}

#[test]
fn old_values() {
    check_procedures(
        "var g, h: int;
procedure main() modifies g; ensures old(g) < g; {
  g := old(g + h) + 1;
  assert old(g) < g;
}",
        expect![[r#"
            procedure main([]) returns ([])
            b0:
              old(g) := g  // Lowering 2
              old(h) := h  // Lowering 2
              g := (Add (Add old(g) old(h)) 1)  // Assignment 3
              if (Lt old(g) g) then b1 else b2
            b1:
              Goto(BlockId(3))
            b2:
              error "assertion failed: old(g) < g"
            b3:
              if (Lt old(g) g) then b4 else b5
            b4:
              Return
            b5:
              error "postcondition old(g) < g of main does not hold"
        "#]],
    );
}

#[test]
fn several_implementations() {
    check_procedures(
        "procedure p(a: int) returns (r: int); requires a > 0;
implementation p(x: int) returns (y: int) { y := x; }
implementation p(b: int) returns (c: int) { c := b + 1; }
procedure main() { var x: int; call x := p(1); }",
        expect![[r#"
            procedure main([]) returns ([])
            b0:
              havoc x  // Declaration 4
              a := 1  // Argument 4
              if (Lt 0 a) then b1 else b2
            b1:
              Choose([BlockId(3), BlockId(4)])
            b2:
              error "precondition a > 0 of p does not hold"
            b3:
              [x] := p[a]
              Goto(BlockId(5))
            b4:
              [x] := p[a]
              Goto(BlockId(5))
            b5:
              Goto(BlockId(6))
            b6:
              Return
            procedure p([x#1]) returns ([y])
            b0:
              havoc y  // Declaration 2
              y := x#1  // Assignment 2
              Goto(BlockId(1))
            b1:
              Return
            procedure p([b]) returns ([c])
            b0:
              havoc c  // Declaration 3
              c := (Add b 1)  // Assignment 3
              Goto(BlockId(1))
            b1:
              Return
        "#]],
    );
}

#[test]
fn the_start() {
    check_start(
        "var g: int where g > 0; var h: int; const c: int;
procedure p(a: int where a > 0) returns (r: bool) requires g < a; free requires h == 1; {}",
        expect![[r#"
            havoc g  // Declaration 1
            havoc h  // Declaration 1
            assume (Lt 0 g)  // Condition 1
            havoc a#1  // Input 2
            assume (Lt 0 a#1)  // Condition 2
            assume (Lt g a#1)  // Condition 2
            assume (Eq h 1)  // Condition 2
            [r#1] := #0[a#1]
        "#]],
    );
}

#[test]
fn the_start_is_main_or_what_nobody_calls() {
    let entry = |text| {
        let program = program(text);
        program.procedure(program.entry).name.clone()
    };
    assert_eq!(entry("procedure a() {} procedure main() {}"), "main");
    assert_eq!(entry("procedure a() {} procedure b() { call a(); } procedure c() {}"), "b");
    assert_eq!(entry("procedure a() { call b(); } procedure b() { call a(); }"), "a");
    assert_eq!(
        entry("procedure ULTIMATE.start() {} procedure a() { call ULTIMATE.start(); }"),
        "ULTIMATE.start"
    );
}

#[test]
fn what_is_not_supported_ends_the_path() {
    check_procedures(
        "type H = <a>[int]a; var heap: H;
function id<a>(x: a): a;
procedure q<a>(x: a);
procedure main() {
  var x: int; var b: bool; var v: bv300;
  if (*) { x := id(x); x := 1; }
  else if (*) { b := heap == heap; }
  else if (*) { call q(x); }
  else if (*) { async call main(); }
  else if (*) { x := 2 ** 3; }
  else if (*) { b := (lambda i: int :: i)[1] == 1; }
  else if (*) { havoc v; }
  x := 2;
}",
        expect![[r#"
            procedure main([]) returns ([])
            b0:
              havoc x  // Declaration 5
              havoc b  // Declaration 5
              Choose([BlockId(1), BlockId(2)])
            b1:
              unsupported "the polymorphic function `id`"
            b2:
              Choose([BlockId(3), BlockId(4)])
            b3:
              unsupported "`heap`, which has a polymorphic map type"
            b4:
              Choose([BlockId(5), BlockId(6)])
            b5:
              unsupported "the polymorphic procedure `q`"
            b6:
              Choose([BlockId(7), BlockId(8)])
            b7:
              unsupported "an `async call`"
            b8:
              Choose([BlockId(9), BlockId(10)])
            b9:
              unsupported "the operator `**`"
            b10:
              Choose([BlockId(11), BlockId(12)])
            b11:
              unsupported "a lambda expression"
            b12:
              Choose([BlockId(13), BlockId(14)])
            b13:
              unsupported "a bit-vector of 300 bits"
            b14:
              Goto(BlockId(15))
            b15:
              x := 2  // Assignment 13
              Goto(BlockId(16))
            b16:
              Return
        "#]],
    );
}

#[test]
fn an_axiom_that_is_lost_ends_every_path() {
    let text = "function id<a>(x: a): a; axiom id(1) == 1; procedure main() {}";
    check_start(text, expect![[""]]);
    let program = program(text);
    let end = &program.procedure(program.entry).blocks[0].terminator;
    expect![[r#"
        Unsupported {
            message: "an axiom with the polymorphic function `id`",
            origin: OriginId(
                0,
            ),
        }
    "#]]
    .assert_debug_eq(end);
}

#[test]
fn origins_say_what_stands_there() {
    let text = "procedure p(a: int) returns (r: int) {\n  r := a /* sum */\n    + 1; // done\n}
procedure main() {
  var x, y: int;
  var m: [int]int;
  m[x + 1] := 2;
  call y := p(x + 2);
  havoc x, m;
  assume (x == 1);
  if (x > 2) { assert x != y; }
}";
    let program = program(text);
    let mut lines = String::new();
    for id in 0..program.sources.n_origins() as u32 {
        let origin = program.sources.origin(faultscope_ir::OriginId(id));
        let span = origin.span;
        let place = origin.place.as_deref().unwrap_or("-");
        lines += &format!(
            "{:?} {}:{}-{}:{} {} | {place} | {}\n",
            origin.kind, span.line, span.column, span.end_line, span.end_column, origin.function, origin.text
        );
    }
    expect![[r#"
        Declaration 1:30-1:31 p | r | r
        Assignment 2:3-3:8 p | r | r := a + 1
        Declaration 6:7-6:8 main | x | x
        Declaration 6:10-6:11 main | y | y
        Declaration 7:7-7:8 main | m | m
        Assignment 8:3-8:16 main | m[x + 1] | m[x + 1] := 2
        Argument 9:15-9:20 main | a | x + 2
        Assignment 9:3-9:21 main | y | call y := p(x + 2)
        Input 10:3-10:13 main | x | havoc x, m
        Input 10:3-10:13 main | m | havoc x, m
        Condition 11:11-11:17 main | - | x == 1
        Condition 12:7-12:12 main | - | x > 2
        Assertion 12:23-12:29 main | - | x != y
        Lowering 5:11-5:15 main | - | main
    "#]]
    .assert_eq(&lines);
}

#[test]
fn long_chains_do_not_recurse() {
    let sum = vec!["x"; 20_000].join(" + ");
    let all = vec!["p"; 20_000].join(" && ");
    let text = format!("procedure main() {{ var x: int; var p: bool; x := {sum}; assert {all}; }}");
    assert_eq!(told(&translation(&text)), "");
}

#[test]
fn every_assertion_and_clause_of_a_contract_has_a_row() {
    let text = "var g: int;
procedure env(a: int); requires a > 0;
procedure p(a: int) returns (r: int) requires a > 1; free requires a > 2; ensures r > 3; modifies g;
{
  while (g < 4) invariant g < 5; free invariant g < 6; { g := g + 1; }
  r := a; assume r < 7; assert r < 8;
}
procedure main() modifies g; { var x: int; call x := p(9); call env(x); }";
    let rows = |program: &ir::Program| -> Vec<String> {
        let row = |check: &ir::Check| {
            assert_eq!(check.property, ir::Property::Assertions);
            let line = program.sources.origin(check.origin).span.line;
            let condition = check.condition.expect("it is one term");
            format!("{line} {} if not {condition}", check.message)
        };
        program.checks.iter().map(row).collect()
    };
    assert_eq!(
        rows(&program(text)),
        [
            "5 loop invariant g < 5 does not hold if not (Lt g 5)",
            "6 assertion failed: r < 8 if not (Lt r 8)",
            "3 postcondition r > 3 of p does not hold if not (Lt 3 r)",
            "8 precondition a > 1 of p does not hold if not (Lt 1 a#1)",
            "8 precondition a > 0 of env does not hold if not (Lt 0 a#2)",
        ]
    );
    let config = BoogieConfig { properties: [ir::Property::UnreachCall].into(), ..BoogieConfig::default() };
    assert!(program_with(text, &config).checks.is_empty());
}
