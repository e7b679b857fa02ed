use faultscope_ir::program::{Language, Scope, Variable};
use faultscope_ir::{Block, Origin, OriginKind, ProcId, Procedure, Sort, SourceMap, Symbol, Terminator};
use indexmap::IndexMap;

use super::*;

/// A program of one procedure with these variables and a place at the text between `«` and `»`.
fn program(language: Language, text: &str, kind: OriginKind, place: &str) -> (Program, OriginId) {
    let (before, rest) = text.split_once('«').expect("a place");
    let (inside, after) = rest.split_once('»').expect("its end");
    let at = |text: &str| {
        let line = text.matches('\n').count() as u32 + 1;
        (line, text.rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1)
    };
    let ((line, column), (end_line, end_column)) = (at(before), at(&format!("{before}{inside}")));
    let mut sources = SourceMap::default();
    let file = sources.add_file("a", Some(format!("{before}{inside}{after}")));
    let origin = sources.add_origin(Origin {
        kind,
        span: Span { file, line, column, end_line, end_column },
        expansions: Vec::new(),
        definitions: Vec::new(),
        text: inside.to_owned(),
        function: "main".to_owned(),
        place: (!place.is_empty()).then(|| place.to_owned()),
        trusted: false,
    });
    let mut variables = IndexMap::new();
    for (name, width, scope) in [
        ("x", 32, Scope::Local(ProcId(0))),
        ("y", 32, Scope::Global),
        ("c", 8, Scope::Global),
        ("other", 32, Scope::Local(ProcId(1))),
    ] {
        let symbol = Symbol::new(name, Sort::bits(width));
        let variable = Variable { name: name.to_owned(), scope, display: Display::Signed, length: None };
        variables.insert(symbol, variable);
    }
    let procedure = |name: &str| Procedure {
        name: name.to_owned(),
        parameters: Vec::new(),
        results: Vec::new(),
        blocks: vec![Block { instructions: Vec::new(), terminator: Terminator::Return }],
        trusted: false,
    };
    let program = Program {
        language,
        sources,
        variables,
        procedures: vec![procedure("main"), procedure("f"), procedure("g")],
        entry: ProcId(0),
        axioms: Vec::new(),
        checks: Vec::new(),
        assumptions: Vec::new(),
        objects: Vec::new(),
    };
    (program, origin)
}

/// The texts that candidates make of the marked place and what stands beside it on its line.
fn lines(language: Language, text: &str, kind: OriginKind, place: &str, values: &[&str]) -> Vec<String> {
    let (program, origin) = program(language, text, kind, place);
    let values = values.iter().map(|it| (*it).to_owned()).collect();
    let subject = Subject { origin, values, condition: None, display: Display::Signed };
    let file = program.sources.file(FileId(0));
    let edits = Proposer::new(&program).candidates(&subject, 100);
    let line = |edit: &Edit| edit.apply(file.line(edit.span.line)?);
    edits.iter().map(|edit| line(edit).expect("the edit is about its line")).collect()
}

#[track_caller]
fn check_c(text: &str, kind: OriginKind, wanted: &[&str], others: &[&str]) {
    check(Language::C, text, kind, "", wanted, others);
}

#[track_caller]
fn check(language: Language, text: &str, kind: OriginKind, place: &str, wanted: &[&str], others: &[&str]) {
    let lines = lines(language, text, kind, place, &[]);
    for wanted in wanted {
        assert!(lines.iter().any(|it| it == wanted), "`{wanted}` is missing: {lines:#?}");
    }
    for other in others {
        assert!(!lines.iter().any(|it| it == other), "`{other}` should not be there: {lines:#?}");
    }
}

#[test]
fn comparisons_differ_in_their_boundary_first() {
    let lines = lines(Language::C, "if («x < 3») y = 1;", OriginKind::Condition, "", &[]);
    assert_eq!(lines[0], "if (x <= 3) y = 1;");
    assert_eq!(lines[1..3], ["if (x < 4) y = 1;", "if (x < 2) y = 1;"]);
    check_c(
        "while («x != 3») {}",
        OriginKind::Condition,
        &[
            "while (x == 3) {}",
            "while (y != 3) {}",
            "while (!(x != 3)) {}",
            "while (0) {}",
            "while (x + 1 != 3) {}",
        ],
        &["while (c != 3) {}", "while (other != 3) {}"],
    );
}

#[test]
fn the_place_that_is_assigned_never_changes() {
    let text = "«a[x + 1] = x - 2;»";
    check_c(
        text,
        OriginKind::Assignment,
        &["a[x + 1] = x + 2;", "a[x + 1] = y - 2;", "a[x + 1] = x - 1;", "a[x + 1] = x;", "a[x + 1] = 0;"],
        &["a[y + 1] = x - 2;", "a[x - 1] = x - 2;", "a[x + 2] = x - 2;"],
    );
}

#[test]
fn operators_that_assign_change_too() {
    check_c("«x += 2;»", OriginKind::Assignment, &["x -= 2;", "x += 1;"], &["y += 2;"]);
    check_c("for (;;«x++») {}", OriginKind::Assignment, &["for (;;x--) {}"], &["for (;;y++) {}"]);
    check_c("«int x = 1 << 3», z;", OriginKind::Assignment, &["int x = 1 >> 3, z;"], &[]);
}

#[test]
fn connectives_change_and_lose_operands() {
    check_c(
        "if («x && y || c») {}",
        OriginKind::Condition,
        &[
            "if (x || y || c) {}",
            "if (x && y && c) {}",
            "if (x && y) {}",
            "if (y || c) {}",
            "if (x && (y || c)) {}",
            "if (x && !y || c) {}",
        ],
        &[],
    );
    check_c("if («!(x < 1)») {}", OriginKind::Condition, &["if ((x < 1)) {}"], &[]);
    check_c("x = y«» & 1;", OriginKind::Assignment, &[], &["x = y | 1;"]);
}

#[test]
fn a_condition_changes_as_a_whole() {
    // The operand is what a branch is about where operands have effects.
    check_c(
        "if («x < 1» && f()) {}",
        OriginKind::Condition,
        &["if (x < 1 || f()) {}", "if (x < 1 && g()) {}"],
        &[],
    );
    check_c("x = («y < 1» && f()), z;", OriginKind::Condition, &["x = (y <= 1 && f()), z;"], &[]);
}

#[test]
fn assumptions_and_assertions_stay() {
    for text in ["__VERIFIER_assume(«x < 3»);", "assert(«x < 3»);", "assume(«x < 3»);"] {
        assert_eq!(lines(Language::C, text, OriginKind::Condition, "", &[]), [""; 0], "{text}");
    }
    assert_eq!(lines(Language::Boogie, "assume «x < 3»;", OriginKind::Condition, "", &[]), [""; 0]);
    assert_eq!(lines(Language::C, "assert(«x < 3»);", OriginKind::Assertion, "", &[]), [""; 0]);
    assert_eq!(lines(Language::C, "x = «f()»;", OriginKind::Input, "", &[]), [""; 0]);
}

#[test]
fn constants_have_their_names() {
    check_c(
        "#define LOW 100\n#define HIGH 300\nenum { NONE, SOME };\n«x = y + HIGH;»",
        OriginKind::Assignment,
        &["x = y + LOW;", "x = y + NONE;", "x = y - HIGH;"],
        &["x = y + HIGH;"],
    );
    let text = "#define LOW 100\n«x = 5;»";
    let values = lines(Language::C, text, OriginKind::Assignment, "", &["100", "7"]);
    assert!(values.contains(&"x = LOW;".to_owned()) && values.contains(&"x = 7;".to_owned()), "{values:?}");
}

#[test]
fn calls_go_to_functions_of_the_same_signature() {
    check_c(
        "«return f() - 1;»",
        OriginKind::Return,
        &["return g() - 1;", "return f() + 1;", "return f();"],
        &["return x() - 1;"],
    );
}

#[test]
fn casts_and_members_are_no_operands() {
    check_c("«x = (int) -y;»", OriginKind::Assignment, &[], &["x = (int) +y;", "x = (int) *y;"]);
    check_c("«x = p->y;»", OriginKind::Assignment, &[], &["x = p->x;"]);
}

#[test]
fn a_variable_gets_a_first_value() {
    check_c("int «x», z;", OriginKind::Declaration, &["int x = 0, z;"], &[]);
}

#[test]
fn boogie_has_its_own_operators() {
    let kind = OriginKind::Assignment;
    check(
        Language::Boogie,
        "«x, y := x + 1, y div 2;»",
        kind,
        "y",
        &["x, y := x + 1, y mod 2;", "x, y := x + 1, y div 3;"],
        &["x, y := x - 1, y div 2;"],
    );
    check(Language::Boogie, "«x := 5bv32;»", kind, "x", &["x := 6bv32;", "x := 4bv32;"], &[]);
    check(
        Language::Boogie,
        "if («x ==> y») {",
        OriginKind::Condition,
        "",
        &["if (x && y) {", "if (false) {"],
        &["if (0) {"],
    );
    assert_eq!(lines(Language::Boogie, "«call x := f(1);»", kind, "x", &[]), [""; 0]);
}

#[test]
fn boundaries_of_the_fix_condition_are_expressions() {
    let (program, origin) = program(Language::C, "«x = c;»", OriginKind::Assignment, "x");
    let (place, y) =
        (Symbol::new("value of x", Sort::bits(32)), Term::symbol(Symbol::new("y", Sort::bits(32))));
    let formula = y.bv_slt(Term::symbol(place));
    let condition = Condition { formula, place };
    let subject =
        Subject { origin, values: Vec::new(), condition: Some(condition), display: Display::Signed };
    let edits = Proposer::new(&program).candidates(&subject, 100);
    let new: Vec<&str> =
        edits.iter().filter(|it| it.change == ChangeKind::FixCondition).map(|it| it.new.as_str()).collect();
    assert!(new.contains(&"y") && new.contains(&"y + 1"), "{new:?}");
}

#[test]
fn trusted_places_and_bounds_are_respected() {
    let (mut program, origin) = program(Language::C, "«x = y < 3 && c < 4;»", OriginKind::Assignment, "x");
    let subject = Subject { origin, values: Vec::new(), condition: None, display: Display::Signed };
    assert_eq!(Proposer::new(&program).candidates(&subject, 3).len(), 3);
    program.sources.origins_mut()[0].trusted = true;
    assert_eq!(Proposer::new(&program).candidates(&subject, 3), []);
}
