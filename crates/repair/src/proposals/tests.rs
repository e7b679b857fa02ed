//! Changes of places, in C and in Boogie.

use faultscope_frontend::boogie::{self, BoogieConfig};
use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::sites::Unit;
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::program::{Display, Language};
use faultscope_ir::{OriginId, OriginKind, Program, Property, Sort, Symbol, Term};
use faultscope_localize::Condition;

use super::*;
use crate::rules::{Likelihood, Rules};

/// Messages of checks of operations quote the source, which a changed tree leaves as it is.
fn config() -> CConfig {
    CConfig { properties: [Property::UnreachCall].into(), ..CConfig::default() }
}

/// What stands around a place of a test.
fn surrounded(language: Language, text: &str) -> String {
    match language {
        Language::C => format!(
            "int y; char c; int a[3]; int b[3];\nstruct s {{ int x; int y; }} *p;\nint f(void) {{ return y; }}\n\
             int g(void) {{ return c; }}\nint one(int n) {{ int x; int z;\n{text}\n return n; }}\n\
             int main(void) {{ int other; return one(other); }}\n"
        ),
        Language::Boogie => format!(
            "var y: int; var t: bool; function f(n: int): int;\nprocedure one(n: int) modifies y, t; {{ var x: int; var b: bv32;\n{text}\n}}\n\
             procedure main() {{ var other: int; call one(other); }}\n"
        ),
    }
}

/// A program, its sites, and the origin at the text between `«` and `»`.
struct Case {
    program: Program,
    unit: Box<dyn Unit>,
    origin: OriginId,
}

#[track_caller]
fn case(language: Language, text: &str, kind: OriginKind) -> Case {
    let whole = surrounded(language, text);
    let (before, rest) = whole.split_once('«').expect("a place");
    let (inside, _) = rest.split_once('»').expect("its end");
    let place = |text: &str| {
        let line = text.matches('\n').count() as u32 + 1;
        (line, text.rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1)
    };
    let (start, end) = (place(before), place(&format!("{before}{inside}")));
    let text = whole.replace(['«', '»'], "");
    let name = if language == Language::C { "a.c" } else { "a.bpl" };
    let input =
        Input { files: vec![InputFile { name: name.into(), text: text.clone(), originals: Vec::new() }] };
    let (translation, unit) = match language {
        Language::C => {
            let config = config();
            (c::translate(&input, &config), c::unit(&input, &config))
        }
        Language::Boogie => {
            let config = BoogieConfig::default();
            (boogie::translate(&input, &config), boogie::unit(&input, &config))
        }
    };
    let program = translation.program.unwrap_or_else(|| panic!("{:?}\n{text}", translation.diagnostics));
    let origins = (0..program.sources.n_origins() as u32).map(OriginId);
    let found = origins.clone().find(|id| {
        let origin = program.sources.origin(*id);
        let span = origin.span;
        origin.kind == kind && ((span.line, span.column), (span.end_line, span.end_column)) == (start, end)
    });
    let listed = || {
        let all = origins.map(|id| program.sources.origin(id));
        all.map(|it| format!("{:?} {:?} `{}`\n", it.kind, it.span, it.text)).collect::<String>()
    };
    let origin = found.unwrap_or_else(|| panic!("no such origin: {start:?}\n{}", listed()));
    Case { program, unit: unit.expect("sites"), origin }
}

impl Case {
    fn changes(&self, subject: &Subject, max: usize) -> Vec<Change> {
        let rules = Rules::standard();
        Proposer::new(&self.program, &*self.unit, &rules).changes(subject).into_iter().take(max).collect()
    }

    fn subject(&self, values: &[&str]) -> Subject {
        let values = values.iter().map(|it| (*it).to_owned()).collect();
        Subject {
            origin: self.origin,
            values,
            condition: None,
            display: Display::Signed,
            wrong: None,
            learned: Vec::new(),
        }
    }

    /// The lines that changes make, without white space at their ends. Each change is a program.
    fn lines(&self, values: &[&str]) -> Vec<String> {
        let line = |change: &Change| {
            let file = self.program.sources.file(change.edit.span.file);
            let line = file.line(change.edit.span.line).and_then(|line| change.edit.apply(line));
            line.expect("the edit is about its line").trim().to_owned()
        };
        self.changes(&self.subject(values), 1_000).iter().map(line).collect()
    }
}

#[track_caller]
fn check_c(text: &str, kind: OriginKind, wanted: &[&str], others: &[&str]) {
    check(Language::C, text, kind, wanted, others);
}

#[track_caller]
fn check(language: Language, text: &str, kind: OriginKind, wanted: &[&str], others: &[&str]) {
    let lines = case(language, text, kind).lines(&[]);
    for wanted in wanted {
        assert!(lines.iter().any(|it| it == wanted), "`{wanted}` is missing: {lines:#?}");
    }
    for other in others {
        assert!(!lines.iter().any(|it| it == other), "`{other}` should not be there: {lines:#?}");
    }
}

#[test]
fn comparisons_differ_in_their_boundary_first() {
    let lines = case(Language::C, "if («x < 3») y = 1;", OriginKind::Condition).lines(&[]);
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
    check_c(
        "«a[x + 1] = x - 2»;",
        OriginKind::Assignment,
        &["a[x + 1] = x + 2;", "a[x + 1] = y - 2;", "a[x + 1] = x - 1;", "a[x + 1] = x;", "a[x + 1] = 0;"],
        &["a[y + 1] = x - 2;", "a[x - 1] = x - 2;", "a[x + 2] = x - 2;", "b[x + 1] = x - 2;"],
    );
}

#[test]
fn the_place_that_is_assigned_changes_where_that_is_asked() {
    let case = case(Language::C, "«a[x + 1] = x - 2»;", OriginKind::Assignment);
    let rules = Rules::standard();
    let proposer = Proposer::new(&case.program, &*case.unit, &rules).wide();
    let changes = proposer.changes(&case.subject(&[]));
    let edited = |old: &str, new: &str| changes.iter().any(|it| it.edit.old == old && it.edit.new == new);
    assert!(edited("a", "b") && edited("x", "y") && edited("x + 1", "x") && edited("1", "2"), "{changes:#?}");
    // The array stays an array, and the element an element.
    assert!(!edited("a", "x") && !edited("a[x + 1]", "y"), "{changes:#?}");
}

#[test]
fn an_assignment_may_have_forgotten_its_own_variable() {
    check_c("«x = y + 2»;", OriginKind::Assignment, &["x = x + 2;"], &[]);
    // What is declared has no value yet.
    check_c("{ int «z = y + 2»; }", OriginKind::Assignment, &["{ int z = x + 2; }"], &["{ int z = z + 2; }"]);
}

#[test]
fn an_assignment_of_what_is_there_is_a_last_resort() {
    let case = case(Language::C, "«x = x + 1»;", OriginKind::Assignment);
    let changes = case.changes(&case.subject(&[]), 1_000);
    let is_last_resort = |old: &str, new: &str| {
        let change = changes.iter().find(|it| (it.edit.old.as_str(), it.edit.new.as_str()) == (old, new));
        Likelihood::of(change.expect("a change").weight) == Likelihood::LastResort
    };
    assert!(is_last_resort("x + 1", "x") && is_last_resort("+", "*"), "{changes:#?}");
    assert!(!is_last_resort("+", "-") && !is_last_resort("1", "2"), "{changes:#?}");
}

#[test]
fn operators_that_assign_change_too() {
    check_c("«x += 2»;", OriginKind::Assignment, &["x -= 2;", "x += 1;", "x = 2;"], &["y += 2;"]);
    check_c(
        "for (;x < 3;«x++») {}",
        OriginKind::Assignment,
        &["for (;x < 3;x--) {}"],
        &["for (;x < 3;y++) {}"],
    );
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
        &["if ((x && y) && c) {}"],
    );
    check_c("if («!(x < 1)») {}", OriginKind::Condition, &["if ((x < 1)) {}"], &[]);
    check_c(
        "if («x && y && z || c && n») {}",
        OriginKind::Condition,
        &[
            "if (x && z || c && n) {}",
            "if (x && y || c && n) {}",
            "if (x && y && (z || c && n)) {}",
            "if (x && (y && z || c && n)) {}",
        ],
        &["if (z || c && n) {}"],
    );
}

#[test]
fn forgotten_parentheses_and_a_sign_too_few_are_likely() {
    let first = |text: &str| case(Language::C, text, OriginKind::Condition).lines(&[])[..3].join(" ");
    assert!(first("if («x & 1 == 0») y = 1;").contains("if ((x & 1) == 0) y = 1;"));
    assert!(first("while («(x = f() != y)») {}").contains("while (((x = f()) != y)) {}"));
    check_c("if («x = y») {}", OriginKind::Condition, &["if (x == y) {}"], &[]);
    check_c("if («!x == y») {}", OriginKind::Condition, &["if (!(x == y)) {}"], &[]);
    // What an assignment gives is no truth where it is a statement.
    check_c("«x = y»;", OriginKind::Assignment, &[], &["x == y;"]);
    check_c("if («(x & 1) == 0») {}", OriginKind::Condition, &[], &["if (x & (1 == 0)) {}"]);
}

#[test]
fn an_operator_is_exchanged_in_the_text() {
    check_c(
        "«x = y - z + n»;",
        OriginKind::Assignment,
        &["x = y - z * n;", "x = y * z + n;", "x = y - z - n;"],
        &["x = (y - z) * n;"],
    );
    check_c(
        "«x = y - z * n»;",
        OriginKind::Assignment,
        &["x = y - z + n;", "x = y - z / n;"],
        &["x = y - (z + n);"],
    );
    check_c("«x = (y - z) + n»;", OriginKind::Assignment, &["x = (y - z) * n;"], &[]);
}

#[test]
fn assumptions_and_assertions_stay() {
    let kind = OriginKind::Condition;
    let text = "extern void __VERIFIER_assume(int); extern void abort(void);";
    let case = case(Language::C, &format!("{text} __VERIFIER_assume(«x < 3»);"), kind);
    assert_eq!(case.lines(&[]), [""; 0]);
    let case = self::case(Language::Boogie, "assume «x < 3»;", kind);
    assert_eq!(case.lines(&[]), [""; 0]);
}

#[test]
fn constants_have_their_names() {
    check_c(
        "enum { LOW = 100, HIGH = 300, SOME = 1 };\n«x = y + HIGH»;",
        OriginKind::Assignment,
        &["x = y + LOW;", "x = y + SOME;", "x = y - HIGH;"],
        &["x = y + HIGH;"],
    );
    let case = case(Language::C, "enum { LOW = 100 };\n«x = 5»;", OriginKind::Assignment);
    let values = case.lines(&["100", "7"]);
    assert!(values.contains(&"x = LOW;".to_owned()) && values.contains(&"x = 7;".to_owned()), "{values:?}");
}

#[test]
fn calls_go_to_functions_of_the_same_signature() {
    check_c(
        "«x = f() - 1»;",
        OriginKind::Assignment,
        &["x = g() - 1;", "x = f() + 1;", "x = f();"],
        &["x = one() - 1;"],
    );
}

#[test]
fn casts_and_members_are_no_operands() {
    check_c("«x = (int) -y»;", OriginKind::Assignment, &[], &["x = (int) +y;", "x = (int) *y;"]);
    check_c("«x = p->y»;", OriginKind::Assignment, &["x = p->y + 1;"], &["x = p->x;"]);
}

#[test]
fn a_variable_gets_a_first_value() {
    check_c("int «w»;", OriginKind::Declaration, &["int w = 0;", "int w = 1;"], &[]);
}

#[test]
fn an_array_gets_room_for_one_more() {
    check_c("int «w[3]»;", OriginKind::Declaration, &["int w[4];"], &["int w[3] = 0;"]);
    check_c("int «w[2 * 3]»;", OriginKind::Declaration, &["int w[2 * 3 + 1];"], &[]);
}

#[test]
fn a_variable_is_no_first_value_of_its_own() {
    let kind = OriginKind::Assignment;
    check_c("int «w = 3»;", kind, &["int w = 4;", "int w = y;"], &["int w = w;"]);
    check_c("«x = 3»;", kind, &["x = n;"], &[]);
}

#[test]
fn an_operation_that_does_nothing_is_not_written() {
    check_c("«x = y % (n - 1)»;", OriginKind::Assignment, &["x = y % n;"], &["x = y % (n - 0);"]);
    check(Language::Boogie, "«x := y mod (n - 1)»;", OriginKind::Assignment, &["x := y mod n;"], &[]);
}

#[test]
fn boogie_has_its_own_operators() {
    let kind = OriginKind::Assignment;
    check(
        Language::Boogie,
        "«x := y div 2»;",
        kind,
        &["x := y mod 2;", "x := y div 3;", "x := n div 2;"],
        &["x := t div 2;", "x := other div 2;"],
    );
    check(Language::Boogie, "«b := 5bv32»;", kind, &["b := 6bv32;", "b := 4bv32;"], &["b := 5bv32 + 1;"]);
    check(
        Language::Boogie,
        "if («x < y ==> t») { }",
        OriginKind::Condition,
        &["if (x < y && t) { }", "if (false) { }"],
        &["if (0) { }"],
    );
    check(Language::Boogie, "«t := t»;", kind, &["t := !t;", "t := false;"], &["t := 0;", "t := t + 1;"]);
}

#[test]
fn boundaries_of_the_fix_condition_are_expressions() {
    let case = case(Language::C, "«x = z + y»;", OriginKind::Assignment);
    let place = Symbol::new("value of x", Sort::bits(32));
    let y = case.program.variables.iter().find(|(_, variable)| variable.name == "y").expect("a variable");
    let y = Term::symbol(*y.0);
    let formula = y.bv_slt(Term::symbol(place));
    let condition = Some(Condition { formula, place });
    let subject = Subject { condition, ..case.subject(&[]) };
    let changes = case.changes(&subject, 100);
    let last = changes.iter().filter(|it| Likelihood::of(it.weight) == Likelihood::LastResort);
    let new: Vec<&str> = last.map(|it| it.edit.new.as_str()).collect();
    assert!(new.contains(&"y") || new.contains(&"y + 1"), "{new:?}");
}

#[test]
fn trusted_places_and_bounds_are_respected() {
    let mut case = case(Language::C, "«x = y < 3 && c < 4»;", OriginKind::Assignment);
    let subject = case.subject(&[]);
    assert_eq!(case.changes(&subject, 3).len(), 3);
    case.program.sources.origins_mut()[subject.origin.0 as usize].trusted = true;
    assert_eq!(case.changes(&subject, 3), []);
}

/// Whatever is proposed is what the changed text means, and is a program.
#[test]
fn trees_and_texts_agree() {
    let places = [
        (Language::C, "if («x - y * 2 < n && a[x] != 3 || !c») {}", OriginKind::Condition),
        (Language::C, "«x = (y + 1) % (n - 1) + f()»;", OriginKind::Assignment),
        (Language::Boogie, "if («x - y * 2 < n && f(x) != 3 || !t») { }", OriginKind::Condition),
        (Language::Boogie, "«x := (y + 1) mod (n - 1) + f(x)»;", OriginKind::Assignment),
    ];
    for (language, text, kind) in places {
        let case = case(language, text, kind);
        let whole = surrounded(language, text).replace(['«', '»'], "");
        for change in case.changes(&case.subject(&[]), 1_000) {
            let mut n_line = 0;
            let changed: String = whole
                .split_inclusive('\n')
                .map(|line| {
                    n_line += 1;
                    let is_it = n_line == change.edit.span.line;
                    is_it.then(|| change.edit.apply(line)).flatten().unwrap_or_else(|| line.to_owned())
                })
                .collect();
            let line = changed.lines().nth(change.edit.span.line as usize - 1).expect("the line").to_owned();
            let file = InputFile { name: "a".into(), text: changed, originals: Vec::new() };
            let input = Input { files: vec![file] };
            let of_text = match language {
                Language::C => c::translate(&input, &config()),
                Language::Boogie => boogie::translate(&input, &BoogieConfig::default()),
            };
            let of_tree = case.unit.replaced(change.site, &change.tree);
            let printed = |program: &Program| faultscope_ir::print::program(program);
            let of_text = of_text.program.as_ref().map(printed);
            assert_eq!(of_tree.program.as_ref().map(printed), of_text, "{line}: {:?}", change.tree);
            assert!(of_text.is_some() || language == Language::C, "{line}: {:?}", of_tree.diagnostics);
        }
    }
}
