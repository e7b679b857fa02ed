//! Conditions in the source's language.

use faultscope_frontend::boogie::{self, BoogieConfig};
use faultscope_frontend::print::{PlaceText, condition, value};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::program::{Display, Language, Scope, Variable};
use faultscope_ir::{MemoryObject, ObjectKind, Program, Sort, Symbol, Term, Value};

fn program(language: Language) -> Program {
    let text = "procedure main() { }".to_owned();
    let file = InputFile { name: "a.bpl".to_owned(), text, originals: Vec::new() };
    let translation = boogie::translate(&Input { files: vec![file] }, &BoogieConfig::default());
    let mut program = translation.program.expect("a program");
    program.language = language;
    let mut declare = |name: &str, sort, scope, display, length| {
        let variable = Variable { name: name.to_owned(), scope, display, length, bits: None };
        program.variables.insert(Symbol::new(name, sort), variable);
    };
    let bits = Sort::bits(32);
    declare("x", bits, Scope::Global, Display::Signed, None);
    declare("y", bits, Scope::Global, Display::Signed, None);
    declare("n", bits, Scope::Global, Display::Unsigned, None);
    declare("c", Sort::bits(8), Scope::Global, Display::Character, None);
    declare("p", bits, Scope::Global, Display::Pointer, None);
    declare("a", Sort::array(bits, bits), Scope::Global, Display::Signed, Some(10));
    declare("memory", Sort::array(bits, bits), Scope::Internal, Display::Signed, None);
    declare("tmp", bits, Scope::Internal, Display::Signed, None);
    declare("k", Sort::int(), Scope::Global, Display::Plain, None);
    program.objects = vec![object("cell", 16, 4), object("table", 32, 40)];
    program
}

fn object(name: &str, base: u128, size: u64) -> MemoryObject {
    let (kind, memory, origin) = (ObjectKind::Variable, Vec::new(), None);
    MemoryObject { name: name.to_owned(), kind, base, size, element_size: 4, memory, origin }
}

#[track_caller]
fn check(formula: Term, expected: Option<&str>) {
    let language = if formula.symbols().iter().any(|it| it.sort() == Sort::int()) {
        Language::Boogie
    } else {
        Language::C
    };
    let place =
        PlaceText { symbol: Symbol::new("x", Sort::bits(32)), text: "s->x", display: Display::Signed };
    assert_eq!(condition(&program(language), "main", formula, place).as_deref(), expected);
}

fn var(name: &str) -> Term {
    Term::var(name, Sort::bits(32))
}

fn number(number: i128) -> Term {
    Term::signed_bits(32, number)
}

#[test]
fn comparisons_have_the_place_left_and_the_constant_right() {
    check(number(5).bv_sle(var("x")), Some("s->x >= 5"));
    check(var("y").bv_slt(var("x")), Some("s->x > y"));
    check(var("y").equals(var("x")).not(), Some("s->x != y"));
}

#[test]
fn ranges_read_from_left_to_right() {
    check(number(5).bv_sle(var("x")).and(var("x").bv_sle(number(9))), Some("5 <= s->x && s->x <= 9"));
}

#[test]
fn signs_are_seen_where_they_matter() {
    check(var("n").bv_ult(number(-1)), Some("n < 4294967295"));
    check(var("y").bv_ult(number(9)), Some("(unsigned) y < 9"));
    check(var("y").bv_add(number(-3)).bv_slt(var("x")), Some("s->x > y - 3"));
    check(Term::var("c", Sort::bits(8)).sign_extend_to(32).bv_slt(var("y")), Some("c < y"));
}

#[test]
fn a_bound_that_leaves_one_value_is_an_equation() {
    check(number(-1).bv_ule(var("n")), Some("n == 4294967295"));
    check(number(-1).bv_ule(var("y")), Some("y == -1"));
    check(number(-2).bv_ule(var("n")), Some("n >= 4294967294"));
    check(number(i128::from(i32::MAX)).bv_sle(var("x")), Some("s->x == 2147483647"));
    check(var("x").bv_sle(number(i128::from(i32::MIN))), Some("s->x == -2147483648"));
    check(var("x").bv_sle(number(i128::from(i32::MIN) + 1)), Some("s->x <= -2147483647"));
}

#[test]
fn what_is_computed_in_more_bits_is_so_in_c() {
    let sum = var("y").sign_extend_to(33).bv_add(var("x").sign_extend_to(33));
    let limit = Term::signed_bits(33, i32::MAX.into());
    check(sum.bv_sle(limit), Some("(long long) y + s->x <= 2147483647"));
    let product = var("y").sign_extend_to(64).bv_mul(var("y").sign_extend_to(64));
    check(product.bv_slt(Term::bits(64, 9)), Some("(long long) y * y < 9"));
}

#[test]
fn cells_and_pointers_are_named_by_the_source() {
    let memory = Term::var("memory", Sort::array(Sort::bits(32), Sort::bits(32)));
    let array = Term::var("a", Sort::array(Sort::bits(32), Sort::bits(32)));
    check(array.select(number(3)).equals(var("x")), Some("s->x == a[3]"));
    check(memory.select(number(16)).equals(var("x")), Some("s->x == cell"));
    check(memory.select(number(36)).equals(var("x")), Some("s->x == table[1]"));
    check(var("p").equals(number(0)), Some("p == NULL"));
    check(var("p").equals(number(40)), Some("p == &table[2]"));
}

#[test]
fn what_the_source_does_not_name_has_no_text() {
    let memory = Term::var("memory", Sort::array(Sort::bits(32), Sort::bits(32)));
    check(var("tmp").equals(var("x")), None);
    check(memory.select(var("y")).equals(var("x")), None);
    check(memory.select(number(17)).equals(var("x")), None);
}

#[test]
fn boogie_has_its_own_operators() {
    let k = Term::var("k", Sort::int());
    check(k.int_mod(Term::int(2)).equals(Term::int(0)), Some("k mod 2 == 0"));
    check(k.lt(Term::int(-1)).or(k.equals(Term::int(3))), Some("k < -1 || k == 3"));
}

#[test]
fn values_print_as_the_variable_is_declared() {
    let program = program(Language::C);
    let minus_one = Value::signed_bits(32, -1);
    assert_eq!(value(&program, &minus_one, Display::Signed), "-1");
    assert_eq!(value(&program, &minus_one, Display::Unsigned), "4294967295");
    assert_eq!(value(&program, &Value::bits(8, 97), Display::Character), "'a'");
    assert_eq!(value(&program, &Value::bits(32, 0), Display::Pointer), "NULL");
    assert_eq!(value(&program, &Value::bits(32, 16), Display::Pointer), "&cell");
}
