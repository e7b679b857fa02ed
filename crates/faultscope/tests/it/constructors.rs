//! Functions that nobody calls: constructors before the entry, destructors when the program ends.

use faultscope::{Options, input, translate};
use faultscope_ir::Property;
use faultscope_solver::Limits;
use faultscope_verify::Verdict;
use faultscope_verify::bmc::{BmcConfig, bounded_model_checking};

const PROTOTYPES: &str = "\
extern void reach_error(void); int atexit(void (*)(void)); void exit(int); void _exit(int); void *malloc(unsigned);
void free(void *);
int order; static void turn(int n) { order = order * 10 + n; }
";

/// Whether the error can be reached.
#[track_caller]
fn fails(program: &str, properties: &[Property]) -> bool {
    let options = Options { properties: properties.iter().copied().collect(), ..Options::standard() };
    let text = format!("{PROTOTYPES}{program}");
    let loaded = input::in_memory("test.c", &text, &options).expect("a text that can be read");
    let program = translate(&loaded, &options).expect("a program").program;
    let outcome = bounded_model_checking(&program, &BmcConfig::default(), &Limits::unlimited());
    match outcome.verdict {
        Verdict::Fails(_) => true,
        Verdict::Safe => false,
        other => panic!("no verdict but {other:?} of\n{text}"),
    }
}

/// The turns are taken in this order, up to where the program has `CHECK`.
#[track_caller]
fn check_order(program: &str, order: u32) {
    let asks = |condition: String| program.replace("CHECK", &format!("if ({condition}) reach_error()"));
    assert!(fails(&asks(format!("order == {order}")), &[Property::UnreachCall]), "{program}");
    assert!(!fails(&asks(format!("order != {order}")), &[Property::UnreachCall]), "{program}");
}

#[test]
fn constructors_run_before_the_entry() {
    check_order(
        "__attribute__((constructor)) static void f(void) { turn(1); }\nint main(void) { CHECK; return 0; }",
        1,
    );
    check_order(
        "void f(void) __attribute__((__constructor__));\nvoid f(void) { turn(order == 0); }\nint main(void) { CHECK; return 0; }",
        1,
    );
    // Globals have their values then.
    check_order(
        "int first = 3; static int __attribute__((unused, constructor)) f(void) { turn(first); return 1; }\nint main(void) { turn(1); CHECK; return 0; }",
        31,
    );
    check_order("static void f(void) { turn(1); }\nint main(void) { CHECK; return 0; }", 0);
}

#[test]
fn priorities_of_constructors() {
    check_order(
        "__attribute__((constructor)) void a(void) { turn(1); }\n\
         __attribute__((constructor)) void b(void) { turn(2); }\n\
         __attribute__((constructor(200))) void c(void) { turn(3); }\n\
         __attribute__((constructor(100 + 50))) void d(void) { turn(4); }\n\
         int main(void) { turn(5); CHECK; return 0; }",
        43125,
    );
}

#[test]
fn destructors_run_when_the_program_ends() {
    check_order(
        "__attribute__((destructor)) void f(void) { turn(1); CHECK; }\nint main(void) { turn(2); return 0; }",
        21,
    );
    check_order(
        "__attribute__((destructor)) void f(void) { turn(1); CHECK; }\nint main(void) { turn(2); exit(0); }",
        21,
    );
    let without = "__attribute__((destructor)) void f(void) { reach_error(); }\nint main(void) { _exit(0); }";
    assert!(!fails(without, &[Property::UnreachCall]));
}

#[test]
fn globals_of_handlers_have_their_values() {
    check_order(
        "int last = 3; void f(void) { turn(last); CHECK; }\nint main(void) { turn(1); atexit(f); return 0; }",
        13,
    );
}

#[test]
fn the_order_at_the_end() {
    check_order(
        "__attribute__((destructor)) void a(void) { turn(1); }\n\
         __attribute__((destructor)) void b(void) { turn(2); }\n\
         __attribute__((destructor(200))) void c(void) { turn(3); }\n\
         __attribute__((destructor(150))) void d(void) { turn(4); CHECK; }\n\
         void handler(void) { turn(5); }\n\
         __attribute__((constructor)) void e(void) { turn(6); atexit(handler); }\n\
         int main(void) { turn(7); return 0; }",
        6_752_134,
    );
}

#[test]
fn memory_that_a_destructor_gives_back_is_not_lost() {
    let program = |body: &str| {
        format!(
            "void *kept; __attribute__((destructor)) void f(void) {{ {body} }}\nint main(void) {{ kept = malloc(4); return 0; }}"
        )
    };
    assert!(!fails(&program("free(kept);"), &[Property::MemoryCleanup]));
    assert!(fails(&program(""), &[Property::MemoryCleanup]));
}
