//! Edit sites: what they are, and that a tree is read as it was built.

use faultscope_ir::print;

use crate::boogie::{BoogieConfig, unit};
use crate::sites::{BinaryOperator, Choice, Role, Site, SiteId, SiteKind, Tree, UnaryOperator, Unit};
use crate::{Input, InputFile};

fn unit_of(text: &str) -> Box<dyn Unit> {
    let file = InputFile { name: "a.bpl".into(), text: text.into(), originals: Vec::new() };
    unit(&Input { files: vec![file] }, &BoogieConfig::default()).expect("a program")
}

/// The first site with a text.
fn find(unit: &dyn Unit, text: &str) -> SiteId {
    let ids = || (0..unit.sites().len() as u32).map(SiteId);
    let mut found = ids().filter(|id| unit.text(*id) == text);
    found.next().unwrap_or_else(|| {
        panic!("no site `{text}`: {:?}", ids().map(|id| unit.text(id)).collect::<Vec<_>>())
    })
}

fn site(unit: &dyn Unit, id: SiteId) -> &Site {
    &unit.sites()[id.0 as usize]
}

fn binary(operator: BinaryOperator, left: Tree, right: Tree) -> Tree {
    Tree::Binary(operator, Box::new(left), Box::new(right))
}

/// What a procedure with these variables does.
fn body(statement: &str) -> String {
    format!(
        "var g: int;\nconst k: int;\nfunction f(x: int): int;\nfunction h(x: int): int;\nprocedure main(n: int) modifies g; {{\n  \
         var x, y: int; var p, q: bool; var b: bv8; var r: real; var m: [int]int;\n  {statement}\n}}\n"
    )
}

/// The program of a text, without its places.
fn program(text: &str) -> String {
    let file = InputFile { name: "a.bpl".into(), text: text.into(), originals: Vec::new() };
    let translation = crate::boogie::translate(&Input { files: vec![file] }, &BoogieConfig::default());
    print::program(&translation.program.unwrap_or_else(|| panic!("{:?}", translation.diagnostics)))
}

/// A tree instead of a site reads like this, and means that.
#[track_caller]
fn check(statement: &str, at: &str, tree: impl Fn(&dyn Unit) -> Tree, expected: &str) {
    let unit = unit_of(&body(statement));
    let site = find(&*unit, at);
    let tree = tree(&*unit);
    let new = unit.print(site, &tree);
    let span = unit.sites()[site.0 as usize].span;
    let line = body(statement).lines().nth(span.line as usize - 1).expect("its line").to_owned();
    let (start, end) = (span.column as usize - 1, span.end_column as usize - 1);
    let changed = format!("{}{new}{}", &line[..start], &line[end..]);
    assert_eq!(changed.trim(), expected);
    let replaced = unit.replaced(site, &tree);
    let replaced = replaced.program.unwrap_or_else(|| panic!("{:?}", replaced.diagnostics));
    assert_eq!(print::program(&replaced), program(&body(expected)));
}

#[test]
fn sites_know_their_kind_type_place_and_operands() {
    let unit = unit_of(&body("x := (y + 3) * f(n);"));
    let product = site(&*unit, find(&*unit, "(y + 3) * f(n)"));
    assert_eq!(product.kind, SiteKind::Binary(BinaryOperator::Multiply));
    assert_eq!((product.ty.spelling.as_str(), product.function.as_str()), ("int", "main"));
    let operands: Vec<&str> = product.operands.iter().map(|id| unit.text(*id)).collect();
    assert_eq!(operands, ["(y + 3)", "f(n)"]);
    assert_eq!(product.operator.map(|it| (it.line, it.column, it.end_column)), Some((7, 16, 17)));
    let sum = site(&*unit, find(&*unit, "y + 3"));
    assert_eq!(sum.parent, Some(find(&*unit, "(y + 3)")));
    assert_eq!(unit.integers(), [3]);
}

#[test]
fn regions_are_what_is_evaluated() {
    let text = body("call q(x + 1); assume x > 0; if (((x < y))) { m[x] := g; } assert x == y;")
        + "procedure q(z: int) { }\n";
    let unit = unit_of(&text);
    let file = InputFile { name: "a.bpl".into(), text, originals: Vec::new() };
    let program = crate::boogie::translate(&Input { files: vec![file] }, &BoogieConfig::default()).program;
    let program = program.expect("a program");
    let mut regions: Vec<(&str, Role)> = Vec::new();
    for id in 0..program.sources.n_origins() as u32 {
        if let Some(region) = unit.region(faultscope_ir::OriginId(id)) {
            regions.push((unit.text(region.root), region.role));
        }
    }
    assert_eq!(regions, [("x + 1", Role::Value), ("((x < y))", Role::Condition), ("g", Role::Value)]);
}

#[test]
fn names_are_those_in_scope() {
    let unit = unit_of(&body("p := (forall i: int :: i < n);"));
    let names = unit.names_at(find(&*unit, "i"));
    let named: Vec<(&str, &str)> =
        names.iter().map(|it| (it.name.as_str(), it.ty.spelling.as_str())).collect();
    assert_eq!(named[..3], [("i", "int"), ("m", "[int]int"), ("r", "real")]);
    let functions: Vec<&str> = names.iter().filter(|it| it.is_function).map(|it| it.name.as_str()).collect();
    assert_eq!(functions, ["h", "f"]);
    assert!(named.contains(&("x", "int")) && named.contains(&("n", "int")));
    assert!(!unit.names_at(find(&*unit, "(forall i: int :: i < n)")).iter().any(|it| it.name == "i"));
}

#[test]
fn only_the_operator_changes_where_nothing_else_does() {
    let swap = |operator| {
        move |unit: &dyn Unit| {
            let parent = unit.sites().iter().find(|it| matches!(it.kind, SiteKind::Binary(_)));
            let operands = &parent.expect("an operator").operands;
            binary(operator, Tree::Site(operands[0]), Tree::Site(operands[1]))
        }
    };
    check(
        "x := y+ /* of them */ n;",
        "y+ /* of them */ n",
        swap(BinaryOperator::Divide),
        "x := y div /* of them */ n;",
    );
}

#[test]
fn parentheses_stand_where_they_are_needed() {
    let name = |name: &str| Tree::Name(name.to_owned());
    check(
        "x := y * n;",
        "y",
        |unit| binary(BinaryOperator::Add, Tree::Site(find(unit, "y")), Tree::Integer(1, String::new())),
        "x := (y + 1) * n;",
    );
    check(
        "x := (y) * n;",
        "y",
        |unit| binary(BinaryOperator::Add, Tree::Site(find(unit, "y")), Tree::Integer(1, String::new())),
        "x := (y + 1) * n;",
    );
    check(
        "x := y - n - 3;",
        "3",
        |_| binary(BinaryOperator::Subtract, Tree::Site(SiteId(3)), Tree::Integer(-1, String::new())),
        "x := y - n - (n - -1);",
    );
    check(
        "p := x < y ==> q;",
        "x < y",
        |unit| Tree::Unary(UnaryOperator::Not, Box::new(Tree::Site(find(unit, "x < y")))),
        "p := !(x < y) ==> q;",
    );
    check("p := q;", "q", |_| binary(BinaryOperator::Implies, name("p"), name("q")), "p := p ==> q;");
    check(
        "x := m[y];",
        "m[y]",
        |_| Tree::Call("h".into(), vec![binary(BinaryOperator::Add, name("x"), name("y"))]),
        "x := h(x + y);",
    );
}

#[test]
fn numbers_are_of_the_type_of_their_place() {
    let one = |suffix: &str| Tree::Integer(1, suffix.to_owned());
    check(
        "r := r + 2.0;",
        "r",
        |unit| binary(BinaryOperator::Divide, Tree::Site(find(unit, "r")), one("")),
        "r := r + 2.0;",
    );
    check("r := r + 2.0;", "r + 2.0", |_| one(""), "r := 1.0;");
    check("b := 7bv8;", "7bv8", |_| Tree::Integer(-1, "bv8".into()), "b := 255bv8;");
    check(
        "x := y - 1;",
        "y - 1",
        |unit| binary(BinaryOperator::Subtract, Tree::Site(find(unit, "y")), Tree::Integer(0, String::new())),
        "x := y;",
    );
}

/// All operators in all nestings: the text means what a text with all parentheses means.
#[test]
fn trees_are_read_as_they_were_built() {
    use BinaryOperator::{
        Add, And, Divide, Equivalent, ImpliedBy, Implies, Multiply, Or, Remainder, Subtract,
    };
    let text = |tree: &Tree| -> String {
        fn all(tree: &Tree, sign: &dyn Fn(BinaryOperator) -> &'static str) -> String {
            match tree {
                Tree::Name(name) => name.clone(),
                Tree::Binary(op, l, r) => format!("({} {} {})", all(l, sign), sign(*op), all(r, sign)),
                Tree::Unary(UnaryOperator::Not, operand) => format!("(!{})", all(operand, sign)),
                Tree::Unary(_, operand) => format!("(-{})", all(operand, sign)),
                _ => unreachable!("only these are made"),
            }
        }
        all(tree, &|op| match op {
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "div",
            Remainder => "mod",
            And => "&&",
            Or => "||",
            Implies => "==>",
            ImpliedBy => "<==",
            _ => "<==>",
        })
    };
    let numbers = (["x", "y", "n"], vec![Add, Subtract, Multiply, Divide, Remainder], UnaryOperator::Negate);
    let truths = (["p", "q", "p"], vec![And, Or, Implies, ImpliedBy, Equivalent], UnaryOperator::Not);
    for (statement, (names, operators, prefix)) in [("x := n;", numbers), ("p := q;", truths)] {
        let unit = unit_of(&body(statement));
        let root = SiteId(0);
        let name = |at: usize| Tree::Name(names[at].to_owned());
        for outer in &operators {
            for inner in &operators {
                let nested = || binary(*inner, name(0), name(1));
                let negated = |tree| Tree::Unary(prefix, Box::new(tree));
                for tree in [
                    binary(*outer, nested(), name(2)),
                    binary(*outer, name(2), nested()),
                    binary(*outer, negated(nested()), negated(negated(name(2)))),
                ] {
                    let replaced = unit.replaced(root, &tree);
                    let replaced = replaced.program.unwrap_or_else(|| panic!("{}", unit.print(root, &tree)));
                    let (place, _) = statement.split_once(" := ").expect("an assignment");
                    let expected = body(&format!("{place} := {};", text(&tree)));
                    assert_eq!(print::program(&replaced), program(&expected), "{}", unit.print(root, &tree));
                }
            }
        }
    }
}

/// The program in which `c0`, `c1`, … choose among texts for sites.
fn choosing(text: &str, choices: &[(&str, &[&str])]) -> crate::Translation {
    let unit = unit_of(text);
    let choice = |(number, (at, alternatives)): (usize, &(&str, &[&str]))| Choice {
        variable: format!("c{number}"),
        changes: alternatives.iter().map(|it| (find(&*unit, at), Tree::Text((*it).to_owned()))).collect(),
    };
    let choices: Vec<Choice> = choices.iter().enumerate().map(choice).collect();
    unit.with_choices(&choices).expect("these are expressions")
}

#[test]
fn variables_choose_among_alternatives() {
    let text = body("x := 1;\n  while (x <= n) { x := x + 2; }");
    let translation =
        choosing(&text, &[("x <= n", &["x < n", "x >= n"][..]), ("n", &["n + 1"]), ("1", &["5"])]);
    let changed = translation.program.expect("a program");
    let printed = print::program(&changed);
    for variable in ["c0", "c1", "c2"] {
        assert!(printed.contains(variable), "{variable}: {printed}");
    }
    // What is told of the program is told of the text that the user wrote.
    let places = |program: &faultscope_ir::Program| {
        let ids = (0..program.sources.n_origins() as u32).map(faultscope_ir::OriginId);
        let mut places: Vec<_> = ids.map(|id| program.sources.statement(id)).collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let file = InputFile { name: "a.bpl".into(), text: text.clone(), originals: Vec::new() };
    let input = Input { files: vec![file] };
    let original = crate::boogie::translate(&input, &BoogieConfig::default()).program.expect("a program");
    let changed = places(&changed);
    assert!(places(&original).iter().all(|it| changed.contains(it)), "{changed:?}");
}

#[test]
fn what_has_no_type_at_its_place_is_no_alternative() {
    let text = body("x := 1;");
    // `p` is a truth value: the program as it is stands for it, and the other alternative is kept.
    let changed = choosing(&text, &[("1", &["p", "7"][..])]).program.expect("a program");
    let printed = print::program(&changed);
    assert!(printed.contains('7') && printed.contains("c0"), "{printed}");
    // Assignments are no expressions, and a call that is a statement has no value.
    let unit = unit_of(&body("x := f(y);"));
    let site = find(&*unit, "f(y)");
    assert!(unit.can_choose(site, &Tree::Integer(1, String::new())));
    let assignment = Tree::Assignment(None, site, Box::new(Tree::Integer(1, String::new())));
    assert!(!unit.can_choose(site, &assignment));
}
