//! Edit sites: what they are, how changes read, and what changed programs mean.

use expect_test::{Expect, expect};
use faultscope_frontend::c::{self, DataModel};
use faultscope_frontend::sites::{
    ALTERNATIVE, BinaryOperator, Choice, Role, Site, SiteId, SiteKind, Tree, UnaryOperator, Unit,
};
use faultscope_frontend::{Input, InputFile, Translation};
use faultscope_ir::{OriginId, OriginKind, Program, Span};

use super::config;

fn input(text: &str, originals: &[(&str, &str)]) -> Input {
    let originals = originals.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Input { files: vec![InputFile { name: "a.c".to_owned(), text: text.to_owned(), originals }] }
}

fn translated(text: &str, originals: &[(&str, &str)]) -> (Program, Box<dyn Unit>) {
    let (input, config) = (input(text, originals), config(DataModel::Ilp32));
    let translation = c::translate(&input, &config);
    let messages = format!("{:?}", translation.diagnostics);
    (translation.program.expect(&messages), c::unit(&input, &config).expect("a program has a unit"))
}

fn unit(text: &str) -> (Program, Box<dyn Unit>) {
    translated(text, &[])
}

fn ids(unit: &dyn Unit) -> impl Iterator<Item = (SiteId, &Site)> {
    unit.sites().iter().enumerate().map(|(idx, site)| (SiteId(idx as u32), site))
}

/// The site of this text; the last of several.
#[track_caller]
fn find(unit: &dyn Unit, text: &str) -> SiteId {
    let found = ids(unit).filter(|(id, _)| unit.text(*id) == text).last();
    found.unwrap_or_else(|| panic!("no site is `{text}`")).0
}

fn integer(value: i128) -> Tree {
    Tree::Integer(value, String::new())
}

fn binary(operator: BinaryOperator, left: Tree, right: Tree) -> Tree {
    Tree::Binary(operator, Box::new(left), Box::new(right))
}

fn not(tree: Tree) -> Tree {
    Tree::Unary(UnaryOperator::Not, Box::new(tree))
}

fn show(program: &Translation) -> String {
    match &program.program {
        Some(program) => faultscope_ir::print::program(program),
        None => format!("{:?}", program.diagnostics),
    }
}

/// The text with a span of it replaced.
fn with(text: &str, span: Span, new: &str) -> String {
    let at = |line: u32, column: u32| {
        let start: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        start + column as usize - 1
    };
    let (start, end) = (at(span.line, span.column), at(span.end_line, span.end_column));
    format!("{}{new}{}", &text[..start], &text[end..])
}

#[track_caller]
fn check_sites(text: &str, originals: &[(&str, &str)], expect: Expect) {
    let (_, unit) = translated(text, originals);
    let mut shown = String::new();
    for (id, site) in ids(&*unit) {
        let operands: Vec<&str> = site.operands.iter().map(|it| unit.text(*it)).collect();
        let place = format!("{}:{}", site.span.line, site.span.column);
        let uses: Vec<u32> = site.expansions.iter().map(|span| span.line).collect();
        let uses = if uses.is_empty() { String::new() } else { format!(" used at {uses:?}") };
        shown.push_str(&format!(
            "{place} {} `{}`: {:?} {}{operands:?}{uses}\n",
            site.function,
            unit.text(id),
            site.kind,
            site.ty.spelling
        ));
    }
    expect.assert_eq(&shown);
}

/// What a tree at a site reads like, and that the program means what the changed text means.
#[track_caller]
fn check_edit(text: &str, at: &str, tree: impl Fn(&dyn Unit, &Site) -> Tree, expected: &str) {
    let (_, unit) = unit(text);
    let id = find(&*unit, at);
    let site = &unit.sites()[id.0 as usize];
    let tree = tree(&*unit, site);
    let (changed, new) = unit.edit(id, &tree);
    let text = with(text, unit.sites()[changed.0 as usize].span, &new);
    let line = text.lines().nth(site.span.line as usize - 1).unwrap_or("");
    assert_eq!(line.trim(), expected);
    let again = c::translate(&input(&text, &[]), &config(DataModel::Ilp32));
    assert_eq!(show(&unit.replaced(id, &tree)), show(&again), "{text}");
}

#[test]
fn every_kind_of_expression_is_a_site() {
    check_sites(
        "enum { FEW = 3 };\nstruct s { int f; int a[4]; } t;\nint g(int x, long y);\n\
         int g(int x, long y) { return (x + FEW) * 2u; }\n\
         int main(void) {\n  int i = 1, b[2] = {4, 5}, n;\n  struct s *p = &t;\n  n = !i && ~i < 3 || -i;\n  \
         p->f += t.a[i]--;\n  n = i ? (int) g(i, 7L) : ++n;\n  return sizeof(i + 1) + 'c', *b;\n}\n",
        &[],
        expect![[r#"
            1:14  `3`: Integer { value: 3, suffix: "" } int[]
            2:25  `4`: Integer { value: 4, suffix: "" } int[]
            4:31 g `(x + FEW) * 2u`: Binary(Multiply) unsigned int["(x + FEW)", "2u"]
            4:31 g `(x + FEW)`: Parentheses int["x + FEW"]
            4:32 g `x + FEW`: Binary(Add) int["x", "FEW"]
            4:32 g `x`: Variable("x") int[]
            4:36 g `FEW`: NamedConstant { name: "FEW", value: 3 } int[]
            4:43 g `2u`: Integer { value: 2, suffix: "u" } unsigned int[]
            6:11 main `1`: Integer { value: 1, suffix: "" } int[]
            6:16 main `2`: Integer { value: 2, suffix: "" } int[]
            6:22 main `4`: Integer { value: 4, suffix: "" } int[]
            6:25 main `5`: Integer { value: 5, suffix: "" } int[]
            6:29 main `n`: Declaration("n") int[]
            7:17 main `&t`: Unary(AddressOf) struct s *["t"]
            7:18 main `t`: Variable("t") struct s[]
            8:3 main `n = !i && ~i < 3 || -i`: Assignment(None) int["n", "!i && ~i < 3 || -i"]
            8:3 main `n`: Variable("n") int[]
            8:7 main `!i && ~i < 3 || -i`: Binary(Or) int["!i && ~i < 3", "-i"]
            8:7 main `!i && ~i < 3`: Binary(And) int["!i", "~i < 3"]
            8:7 main `!i`: Unary(Not) int["i"]
            8:8 main `i`: Variable("i") int[]
            8:13 main `~i < 3`: Binary(Less) int["~i", "3"]
            8:13 main `~i`: Unary(Complement) int["i"]
            8:14 main `i`: Variable("i") int[]
            8:18 main `3`: Integer { value: 3, suffix: "" } int[]
            8:23 main `-i`: Unary(Negate) int["i"]
            8:24 main `i`: Variable("i") int[]
            9:3 main `p->f += t.a[i]--`: Assignment(Some(Add)) int["p->f", "t.a[i]--"]
            9:3 main `p->f`: Member int["p"]
            9:3 main `p`: Variable("p") struct s *[]
            9:11 main `t.a[i]--`: Step { increments: false, is_prefix: false } int["t.a[i]"]
            9:11 main `t.a[i]`: Index int["t.a", "i"]
            9:11 main `t.a`: Member int[4]["t"]
            9:11 main `t`: Variable("t") struct s[]
            9:15 main `i`: Variable("i") int[]
            10:3 main `n = i ? (int) g(i, 7L) : ++n`: Assignment(None) int["n", "i ? (int) g(i, 7L) : ++n"]
            10:3 main `n`: Variable("n") int[]
            10:7 main `i ? (int) g(i, 7L) : ++n`: Conditional int["i", "(int) g(i, 7L)", "++n"]
            10:7 main `i`: Variable("i") int[]
            10:11 main `(int) g(i, 7L)`: Cast int["g(i, 7L)"]
            10:17 main `g(i, 7L)`: Call(Some("g")) int["i", "7L"]
            10:19 main `i`: Variable("i") int[]
            10:22 main `7L`: Integer { value: 7, suffix: "L" } long[]
            10:28 main `++n`: Step { increments: true, is_prefix: true } int["n"]
            10:30 main `n`: Variable("n") int[]
            11:10 main `sizeof(i + 1) + 'c', *b`: Other int["sizeof(i + 1) + 'c'", "*b"]
            11:10 main `sizeof(i + 1) + 'c'`: Binary(Add) unsigned int["sizeof(i + 1)", "'c'"]
            11:10 main `sizeof(i + 1)`: Other unsigned int[]
            11:26 main `'c'`: Character int[]
            11:31 main `*b`: Unary(Dereference) int["b"]
            11:32 main `b`: Variable("b") int[2][]
        "#]],
    );
}

#[test]
fn regions_are_what_a_statement_evaluates() {
    let text = "int __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\nvoid __VERIFIER_assert(int c) { if (!c) __VERIFIER_error(); }\n\
                int f(int x) { return x + 1; }\nint main(void) {\n  int i, j = 2, a[2] = {1, j};\n  i = __VERIFIER_nondet_int();\n  \
                __VERIFIER_assume(i > 0 && i < 9);\n  if ((i < 3 && j) || !a[0]) i += 4;\n  i++;\n  for (j = 0; j < f(i); j++) a[1] = (j);\n  \
                switch (j) { case 1: break; }\n  __VERIFIER_assert(i != 3);\n  int z;\n  z = i > 1 ? i : 2;\n  return z;\n}\n";
    let (program, unit) = unit(text);
    let mut shown = String::new();
    for idx in 0..program.sources.n_origins() {
        let origin = program.sources.origin(OriginId(idx as u32));
        let region = unit.region(OriginId(idx as u32));
        if origin.kind == OriginKind::Lowering {
            assert!(region.is_none_or(|it| it.role == Role::Size), "{region:?}");
            continue;
        }
        let region = region.map_or("-".to_owned(), |it| format!("{:?} `{}`", it.role, unit.text(it.root)));
        shown.push_str(&format!("{}: {:?} `{}` {region}\n", origin.span.line, origin.kind, origin.text));
    }
    expect![[r#"
        6: Declaration `i` Declaration `i`
        6: Assignment `j = 2` Value `2`
        6: Assignment `1` Value `1`
        6: Assignment `j` Value `j`
        7: Input `i = __VERIFIER_nondet_int()` -
        8: Condition `i > 0 && i < 9` -
        9: Condition `(i < 3 && j) || !a[0]` Condition `(i < 3 && j) || !a[0]`
        9: Assignment `i += 4` Value `i += 4`
        10: Assignment `i++` Value `i++`
        11: Assignment `j = 0` Value `0`
        11: Argument `i` Value `i`
        11: Condition `j < f(i)` Condition `j < f(i)`
        11: Assignment `a[1] = (j)` Value `(j)`
        11: Assignment `j++` Value `j++`
        12: Condition `j` Condition `j`
        13: Argument `i != 3` -
        14: Declaration `z` Declaration `z`
        15: Assignment `z = i > 1 ? i : 2` Value `i > 1 ? i : 2`
        16: Return `return z;` Value `z`
        4: Return `return x + 1;` Value `x + 1`
        3: Condition `!c` Condition `!c`
        3: Assertion `__VERIFIER_error()` -
    "#]]
    .assert_eq(&shown);
}

#[test]
fn names_are_those_in_scope() {
    let text = "int g;\nstatic int f(int x) { return x; }\nint h(int x) { int u; { int v = 1; g = v; int w; } return u; }\nint later;\n\
                int main(void) { return f(h(1)); }\n";
    let (_, unit) = unit(text);
    let names = |text: &str| {
        let names = unit.names_at(find(&*unit, text));
        names.iter().map(|it| format!("{} {}", it.ty.spelling, it.name)).collect::<Vec<_>>().join(", ")
    };
    expect![[r#"
        int v, int u, int x, int (int) h, int (int) f, int g
        int u, int x, int (int) h, int (int) f, int g
        int () main, int later, int (int) h, int (int) f, int g"#]]
    .assert_eq(&[names("g = v"), names("u"), names("f(h(1))")].join("\n"));
}

#[test]
fn trees_print_with_the_parentheses_that_they_need() {
    use BinaryOperator as O;
    let text = "int main(void) {\n  int CAPACITY = 4, n = 2, c = 1;\n  n = c  <  (CAPACITY - 1); // kept\n  n = CAPACITY * (n + 1);\n  \
                if (c && n) n -= 3;\n  c = n++;\n  n = -c;\n  return(CAPACITY - 1);\n}\n";
    let operand = |site: &Site, idx: usize| Tree::Site(site.operands[idx]);
    let both = |operator: O| move |_: &dyn Unit, it: &Site| binary(operator, operand(it, 0), operand(it, 1));
    check_edit(text, "c  <  (CAPACITY - 1)", both(O::LessOrEqual), "n = c  <=  (CAPACITY - 1); // kept");
    check_edit(text, "c  <  (CAPACITY - 1)", both(O::Multiply), "n = c  *  (CAPACITY - 1); // kept");
    check_edit(text, "CAPACITY * (n + 1)", both(O::Subtract), "n = CAPACITY - (n + 1);");
    check_edit(text, "n + 1", both(O::Or), "n = CAPACITY * (n || 1);");
    check_edit(text, "CAPACITY - 1", |_, it| operand(it, 0), "return CAPACITY;");
    let text = "int main(void) {\n  int CAPACITY = 4, n = 2, c = 1;\n  n = c < (CAPACITY - 1);\n  n = 3 * c;\n  c = n + n;\n  n = -c;\n  \
                if (!c && n < 5) n -= 4;\n  n++;\n  return c;\n}\n";
    check_edit(text, "1", |_, _| integer(0), "n = c < CAPACITY;");
    check_edit(text, "3", |_, _| integer(1), "n = c;");
    check_edit(text, "3", |_, _| integer(-1), "n = -1 * c;");
    check_edit(
        text,
        "n + n",
        |_, it| {
            binary(
                O::Multiply,
                Tree::Site(it.operands[0]),
                binary(O::Add, Tree::Name("c".into()), integer(1)),
            )
        },
        "c = n * (c + 1);",
    );
    check_edit(
        text,
        "-c",
        |unit, _| Tree::Unary(UnaryOperator::Negate, Box::new(Tree::Site(find(unit, "-c")))),
        "n = - -c;",
    );
    check_edit(text, "!c", |unit, _| not(Tree::Site(find(unit, "!c"))), "if (c && n < 5) n -= 4;");
    check_edit(text, "n < 5", |unit, _| not(Tree::Site(find(unit, "n < 5"))), "if (!c && !(n < 5)) n -= 4;");
    check_edit(
        text,
        "n -= 4",
        |_, it| Tree::Assignment(Some(O::Add), it.operands[0], Box::new(Tree::Site(it.operands[1]))),
        "if (!c && n < 5) n += 4;",
    );
    check_edit(
        text,
        "n++",
        |_, it| Tree::Step { increments: false, is_prefix: false, operand: it.operands[0] },
        "n--;",
    );
    check_edit(
        text,
        "!c && n < 5",
        |_, it| {
            binary(
                O::Or,
                Tree::Site(it.operands[0]),
                binary(O::And, Tree::Site(it.operands[1]), Tree::Text("c ? n : 0".into())),
            )
        },
        "if (!c || n < 5 && (c ? n : 0)) n -= 4;",
    );
}

#[test]
fn declarations_are_given_a_first_value() {
    let text = "int main(void) {\n  int n, *p;\n  return n;\n}\n";
    let (program, unit) = unit(text);
    let id = ids(&*unit).find(|(_, site)| site.kind == SiteKind::Declaration("n".into())).unwrap().0;
    let tree = Tree::Initialized(id, Box::new(integer(7)));
    assert_eq!(unit.print(id, &tree), "n = 7");
    let again = c::translate(&input(&text.replace("int n,", "int n = 7,"), &[]), &config(DataModel::Ilp32));
    assert_eq!(show(&unit.replaced(id, &tree)), show(&again));
    assert!(unit.with_alternatives(&[(id, tree)]).is_none());
    assert!(!faultscope_ir::print::program(&program).contains("n := 7"));
}

#[test]
fn a_site_that_stands_in_for_itself_changes_nothing() {
    let text = include_str!("../../src/c/library/string.c");
    let text = format!(
        "typedef unsigned int size_t;\n{}",
        text.replace("__SIZE_TYPE__", "unsigned int").replace("__WCHAR_TYPE__", "int")
    );
    let text = format!("{text}\nint main(void) {{ char a[4] = \"ab\"; return strlen(a) > 1; }}\n");
    let (program, unit) = unit(&text);
    let shown = faultscope_ir::print::program(&program);
    assert!(unit.sites().len() > 100);
    for (id, site) in ids(&*unit) {
        if matches!(site.kind, SiteKind::Declaration(_)) {
            continue;
        }
        assert_eq!(show(&unit.replaced(id, &Tree::Site(id))), shown, "{}", unit.text(id));
        assert_eq!(unit.print(id, &Tree::Site(id)), unit.text(id));
    }
}

#[test]
fn a_program_can_choose_among_alternatives() {
    let (_, unit) = unit("int main(void) { int n = 4; return n + 2; }\n");
    let id = find(&*unit, "n + 2");
    let site = &unit.sites()[id.0 as usize];
    let less = binary(BinaryOperator::Subtract, Tree::Site(site.operands[0]), integer(1));
    let changes = [(id, integer(5)), (id, less), (site.operands[1], integer(3))];
    let choice = unit.with_alternatives(&changes).expect("it is an expression");
    let program = choice.program.expect("it is a program");
    let chosen = program.variables.values().any(|variable| variable.name == ALTERNATIVE);
    assert!(chosen);
    expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          n := 4  // Assignment 1
          main() := (Ite (Eq __faultscope_alternative 1) 5 (Ite (Eq __faultscope_alternative 2) (BvAdd n -1) (BvAdd (Ite (Eq __faultscope_alternative 3) 3 2) n)))  // Return 1
          Return
        procedure <start>([]) returns ([])
        b0:
          havoc __faultscope_alternative  // Input 1
          [result] := main[]
          Return
    "#]].assert_eq(&faultscope_ir::print::program(&program));
}

#[test]
fn an_alternative_contains_no_other_of_the_same_choice() {
    let (_, unit) = unit("int main(void) { int n = 4; return n + 2; }\n");
    let id = find(&*unit, "n + 2");
    let operands = &unit.sites()[id.0 as usize].operands;
    let [n, two] = [operands[0], operands[1]];
    let product = binary(BinaryOperator::Multiply, Tree::Site(n), Tree::Site(two));
    let choice = |name: &str, changes: &[(SiteId, Tree)]| Choice {
        variable: format!("{ALTERNATIVE}_{name}"),
        changes: changes.to_vec(),
    };
    let shown = |choices: &[Choice]| {
        let program = unit.with_choices(choices).expect("these are expressions").program;
        let shown = faultscope_ir::print::program(&program.expect("it is a program"));
        let line = shown.lines().find(|it| it.contains("main() :=")).expect("main returns");
        line.trim().replace("__faultscope_alternative_", "")
    };
    expect!["main() := (Ite (Eq a 1) (BvMul n 2) (BvAdd (Ite (Eq a 2) 3 2) n))  // Return 1"]
        .assert_eq(&shown(&[choice("a", &[(id, product.clone()), (two, integer(3))])]));
    // Of another choice it does.
    expect![
        "main() := (Ite (Eq a 1) (BvMul n (Ite (Eq b 1) 3 2)) (BvAdd n (Ite (Eq b 1) 3 2)))  // Return 1"
    ]
    .assert_eq(&shown(&[choice("a", &[(id, product)]), choice("b", &[(two, integer(3))])]));
}

const GIVEN: &str = "# 1 \"a.c\"\n#define LIMIT 10\n#define LESS(x,y) ((x) < (y) - 1)\n\n#define SUM a + b\n# 5 \"a.c\"\nint main(void) {\n  int a = 1, b = 2, i = ((a) < (10) - 1);\n  \
                     while (i < 10) i++;\n  if (((i) < (b) - 1)) return 2 * a + b;\n  return a + b;\n}\n";
const ORIGINAL: &str = "#define LIMIT 10\n#define LESS(x, y) \\\n  ((x) < (y) - 1)\n#define SUM a + b\nint main(void) {\n  int a = 1, b = 2, i = LESS(a, LIMIT);\n  \
                        while (i < LIMIT) i++;\n  if (LESS(i, b)) return 2 * SUM;\n  return SUM;\n}\n";

#[test]
fn sites_of_macros_stand_in_their_definitions_and_at_their_uses() {
    check_sites(
        GIVEN,
        &[("a.c", ORIGINAL)],
        expect![[r#"
            6:11 main `1`: Integer { value: 1, suffix: "" } int[]
            6:18 main `2`: Integer { value: 2, suffix: "" } int[]
            6:25 main `LESS(a, LIMIT)`: Other int["((x) < (y) - 1)", "a", "LIMIT"]
            3:3 main `((x) < (y) - 1)`: Parentheses int["(x) < (y) - 1"] used at [6]
            3:4 main `(x) < (y) - 1`: Binary(Less) int["(x)", "(y) - 1"] used at [6]
            3:4 main `(x)`: Parentheses int["x"] used at [6]
            3:5 main `x`: Other int[] used at [6]
            6:30 main `a`: Variable("a") int[]
            3:10 main `(y) - 1`: Binary(Subtract) int["(y)", "1"] used at [6]
            3:10 main `(y)`: Parentheses int["y"] used at [6]
            3:11 main `y`: Other int[] used at [6]
            6:33 main `LIMIT`: NamedConstant { name: "LIMIT", value: 10 } int["10"]
            1:15 main `10`: Integer { value: 10, suffix: "" } int[] used at [6]
            3:16 main `1`: Integer { value: 1, suffix: "" } int[] used at [6]
            7:10 main `i < LIMIT`: Binary(Less) int["i", "LIMIT"]
            7:10 main `i`: Variable("i") int[]
            7:14 main `LIMIT`: NamedConstant { name: "LIMIT", value: 10 } int["10"]
            7:21 main `i++`: Step { increments: true, is_prefix: false } int["i"]
            7:21 main `i`: Variable("i") int[]
            8:7 main `LESS(i, b)`: Other int["((x) < (y) - 1)", "i", "b"]
            8:12 main `i`: Variable("i") int[]
            8:15 main `b`: Variable("b") int[]
            8:26 main `2 * SUM`: Other int[]
            8:26 main `2`: Integer { value: 2, suffix: "" } int[]
            4:13 main `a`: Variable("a") int[] used at [8]
            4:17 main `b`: Variable("b") int[] used at [8]
            9:10 main `SUM`: Other int[]
            4:13 main `a + b`: Binary(Add) int["a", "b"] used at [9]
        "#]],
    );
}

#[test]
fn a_change_in_a_definition_changes_every_use() {
    let (_, unit) = translated(GIVEN, &[("a.c", ORIGINAL)]);
    let check = |at: &str, tree: &dyn Fn(&Site) -> Tree, old: &str, new: &str, printed: &str| {
        let id = find(&*unit, at);
        let tree = tree(&unit.sites()[id.0 as usize]);
        assert_eq!(unit.edit(id, &tree).1, printed);
        let again = GIVEN.replace(old, new);
        let again = c::translate(&input(&again, &[]), &config(DataModel::Ilp32));
        assert_eq!(show(&unit.replaced(id, &tree)), show(&again), "{at}");
    };
    use BinaryOperator as O;
    check("10", &|_| integer(11), "10", "11", "11");
    check("10", &|_| binary(O::Add, integer(10), Tree::Name("b".into())), "10", "(10 + b)", "(10 + b)");
    check("1", &|_| integer(2), "- 1)", "- 2)", "2");
    check("(y) - 1", &|it| Tree::Site(it.operands[0]), ") - 1)", "))", "(y)");
    let le = |it: &Site| binary(O::LessOrEqual, Tree::Site(it.operands[0]), Tree::Site(it.operands[1]));
    check("(x) < (y) - 1", &le, ") < (", ") <= (", "(x) <= (y) - 1");
    // At the use only this one changes.
    let le = |it: &Site| binary(O::LessOrEqual, Tree::Site(it.operands[0]), Tree::Site(it.operands[1]));
    check("i < LIMIT", &le, "i < 10", "i <= 10", "i <= LIMIT");
    let greater = |it: &Site| binary(O::Greater, Tree::Name("LIMIT".into()), Tree::Site(it.operands[0]));
    check("i < LIMIT", &greater, "i < 10", "10 > i", "LIMIT > i");
}

#[test]
fn constants_and_integers_are_those_of_the_source() {
    let (_, unit) = translated(GIVEN, &[("a.c", ORIGINAL)]);
    assert_eq!(unit.named_constants(), [("LIMIT".to_owned(), 10)]);
    assert_eq!(unit.integers(), [10, 1, 2]);
}

/// Given as the preprocessor writes it, and as the user does.
const NESTED: (&str, &str) = (
    "# 1 \"a.c\"\n#define DEC(a) (a - 1)\n# 2 \"a.c\"\nint main(void) {\n  int x = 5;\n  int m = ((x - 1) - 1);\n  return m;\n}\n",
    "#define DEC(a) (a - 1)\nint main(void) {\n  int x = 5;\n  int m = DEC(DEC(x));\n  return m;\n}\n",
);

#[test]
fn a_macro_in_its_own_argument() {
    check_sites(
        NESTED.0,
        &[("a.c", NESTED.1)],
        expect![[r#"
        3:11 main `5`: Integer { value: 5, suffix: "" } int[]
        4:11 main `DEC(DEC(x))`: Other int["(a - 1)", "DEC(x)"]
        1:16 main `(a - 1)`: Parentheses int["a - 1"] used at [4]
        1:17 main `a - 1`: Binary(Subtract) int["a", "1"] used at [4]
        1:17 main `a`: Other int[] used at [4]
        4:15 main `DEC(x)`: Other int["(a - 1)", "x"]
        4:19 main `x`: Variable("x") int[]
        1:21 main `1`: Integer { value: 1, suffix: "" } int[] used at [4]
        5:10 main `m`: Variable("m") int[]
    "#]],
    );
}

#[test]
fn a_change_of_a_macro_in_its_own_argument() {
    let (_, unit) = translated(NESTED.0, &[("a.c", NESTED.1)]);
    let id = find(&*unit, "a - 1");
    let operands = unit.sites()[id.0 as usize].operands.clone();
    let tree = binary(BinaryOperator::Add, Tree::Site(operands[0]), Tree::Site(operands[1]));
    let (changed, new) = unit.edit(id, &tree);
    assert_eq!((changed, new.as_str()), (id, "a + 1"));
    let given = NESTED.0.replace("((x - 1) - 1)", "((x + 1) + 1)").replace("(a - 1)", "(a + 1)");
    let again = c::translate(&input(&given, &[]), &config(DataModel::Ilp32));
    assert_eq!(show(&unit.replaced(id, &tree)), show(&again));
}

/// Headers declare hundreds of functions.
#[test]
fn what_nothing_mentions_is_read_where_a_change_mentions_it() {
    let header = "typedef unsigned char byte;\nextern byte low (int c);\ntypedef int num;\nextern num high (int c)\n# 5 \"/usr/include/h.h\" 3 4\n ;\nstruct s;\nenum { NO, YES };\nextern int idle (struct s *s)\n# 9 \"/usr/include/h.h\" 3 4\n ;\n";
    let main = "int main(void) { return high(1); }\n";
    let text = format!("# 1 \"a.c\"\n# 1 \"/usr/include/h.h\" 1 3 4\n{header}# 2 \"a.c\" 2\n{main}");
    let original = format!("#include <h.h>\n{main}");
    let input = input(&text, &[("a.c", &original)]);
    let (program, unit) = translated(&text, &[("a.c", &original)]);
    let site = find(&*unit, "high(1)");
    let changed = unit.replaced(site, &Tree::Call("low".to_owned(), vec![integer(1)]));
    assert!(changed.diagnostics.is_empty(), "{:?}", changed.diagnostics);
    let (written, _) = translated(&text.replace("return high", "return low"), &[("a.c", &original)]);
    assert_eq!(show(&changed), faultscope_ir::print::program(&written));

    let lean = c::without_unmentioned(&input);
    let kept = &lean.files[0].text;
    assert_eq!(kept.lines().count(), text.lines().count());
    assert!(kept.contains("typedef int num;") && kept.contains("num high"), "{kept}");
    let gone = ["byte", "low", "struct", "YES", "idle"];
    assert!(gone.iter().all(|it| !kept.contains(it)) && kept.contains("# 9"), "{kept}");
    let of_lean = c::translate(&lean, &config(DataModel::Ilp32));
    assert_eq!(show(&of_lean), faultscope_ir::print::program(&program));

    // A contract that nothing follows would be that of what comes next.
    let with_contract = text.replace("extern int idle", "/*@ requires s != 0; */ extern int idle");
    let lean = c::without_unmentioned(&self::input(&with_contract, &[("a.c", &original)]));
    assert_eq!(lean.files[0].text, with_contract);

    let changed = unit.replaced(site, &Tree::Name("YES".to_owned()));
    let written = c::translate(
        &self::input(&text.replace("high(1)", "YES"), &[("a.c", &original)]),
        &config(DataModel::Ilp32),
    );
    assert_eq!(show(&changed), show(&written));
    assert!(changed.program.is_some());
}
