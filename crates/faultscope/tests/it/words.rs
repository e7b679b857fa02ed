//! Words of other verifiers: each means what it means there, or an execution that gets to it is not followed and names it.

use faultscope::report::{Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_frontend::c::DataModel;
use faultscope_ir::Property;

fn report(program: &str) -> Report {
    let options = Options { data_model: DataModel::Lp64, ..Options::standard() };
    check_source("a.c", program, &options).expect("a program")
}

#[track_caller]
fn check_safe(program: &str) {
    let report = report(program);
    assert_eq!(report.verdict, Verdict::Safe, "{program}: {:?}", report.error().map(|error| &error.message));
}

#[track_caller]
fn check_error(program: &str, message: &str) {
    let report = report(program);
    let error = report.error().map(|error| error.message.as_str());
    assert_eq!((report.verdict, error), (Verdict::Unsafe, Some(message)), "{program}");
}

/// The answer is *not decided*, and names the word.
#[track_caller]
fn check_refused(program: &str, word: &str) {
    let report = report(program);
    assert_eq!(report.verdict, Verdict::Unknown, "{program}");
    let told = format!("{report:?}");
    assert!(told.contains(&format!("(`{word}`) is not supported")), "{program}: {told}");
}

#[test]
fn assumptions_and_assertions() {
    for (assume, assert) in [
        ("__ESBMC_assume(x > 3)", "__ESBMC_assert(x > 3, \"greater\")"),
        ("klee_assume(x > 3)", "klee_assert(x > 3)"),
        ("assume(x > 3)", "sassert(x > 3)"),
        ("__CPROVER_assume(x > 3)", "__CPROVER_assert(x > 3, \"greater\")"),
        ("__CPROVER_assume(x > 3)", "__CPROVER_precondition(x > 3, \"greater\")"),
        ("__VERIFIER_assume(x > 3)", "__VERIFIER_assert(x > 3)"),
        ("assume_abort_if_not(x > 3)", "if (!(x > 3)) __SEAHORN_error(1)"),
        ("__SMACK_assume(x > 3)", "if (!(x > 3)) __VERIFIER_error()"),
    ] {
        let program = |assumed: &str| {
            format!(
                "int nondet_int(void);\nint main(void) {{ int x = nondet_int(); {assumed}; {assert}; return 0; }}"
            )
        };
        check_safe(&program(assume));
        let weaker = assume.replace("> 3", "> 2");
        assert_eq!(report(&program(&weaker)).verdict, Verdict::Unsafe, "{weaker}; {assert}");
    }
}

#[test]
fn values_from_outside() {
    check_safe("int main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); return x == 3 && x != 3; }");
    assert_eq!(
        report("#define assert(x) ((x) ? (void)0 : __assert_fail(#x, \"a.c\", 1, \"main\"))\nvoid __assert_fail(const char *, const char *, unsigned, const char *);\nint main(void) { int x = 1; klee_make_symbolic(&x, sizeof x, \"x\"); if (x != 1) return 1 / (x - x); return 0; }").verdict,
        Verdict::Unsafe
    );
    check_safe("int main(void) { int x = klee_range(2, 5, \"x\"); sassert(x >= 2 && x < 5); return 0; }");
    for (ty, word) in [
        ("_Bool", "bool"),
        ("char", "char"),
        ("unsigned char", "uchar"),
        ("short", "short"),
        ("unsigned short", "ushort"),
        ("unsigned", "uint"),
        ("long", "long"),
        ("unsigned long", "ulong"),
        ("long long", "loff_t"),
        ("unsigned long", "size_t"),
        ("__int128", "int128"),
        ("unsigned __int128", "uint128"),
        ("float", "float"),
        ("double", "double"),
    ] {
        let program = |goal: &str| {
            format!("int main(void) {{ {ty} x = __VERIFIER_nondet_{word}(); sassert({goal}); return 0; }}")
        };
        check_safe(&program("x == x || x != x"));
        assert_eq!(report(&program("x != 1")).verdict, Verdict::Unsafe, "{word}");
        assert_eq!(report(&program("x != 0")).verdict, Verdict::Unsafe, "{word}");
    }
    check_safe(
        "void *__VERIFIER_nondet_pointer(void);\nint main(void) { void *p = __VERIFIER_nondet_pointer(); return p == 0 && p != 0; }",
    );
    let memory = "int main(void) { int x[2] = { 1, 2 }; __VERIFIER_nondet_memory(x, sizeof(int)); sassert(x[IDX] == IDX + 1); return 0; }";
    check_safe(&memory.replace("IDX", "1"));
    assert_eq!(report(&memory.replace("IDX", "0")).verdict, Verdict::Unsafe);
}

#[test]
fn pointers_and_objects() {
    let program = |goal: &str| {
        format!(
            "void *malloc(unsigned long); void free(void *);\nint g[3]; const int c = 1;\n\
             int main(void) {{ int a[4] = {{ 0 }}; int *p = a + 1; int *h = malloc(40); const int *q = &c;\n\
             __CPROVER_assert({goal}, \"\"); return 0; }}"
        )
    };
    for goal in [
        "__CPROVER_r_ok(p, 12) && !__CPROVER_r_ok(p, 13)",
        "__CPROVER_w_ok(h, 40) && !__CPROVER_rw_ok(h, 41)",
        "__CPROVER_r_ok(q, 4) && !__CPROVER_w_ok(q, 4)",
        "!__CPROVER_r_ok((int *)0, 1)",
        "__CPROVER_OBJECT_SIZE(p) == 16 && __CPROVER_OBJECT_SIZE(h) == 40",
        "__CPROVER_POINTER_OFFSET(p) == 4 && __CPROVER_POINTER_OFFSET(g) == 0",
        "__CPROVER_same_object(p, a) && !__CPROVER_same_object(p, g)",
        "__CPROVER_POINTER_OBJECT(p) == __CPROVER_POINTER_OBJECT(a)",
        "__CPROVER_DYNAMIC_OBJECT(h) && !__CPROVER_DYNAMIC_OBJECT(a)",
    ] {
        check_safe(&program(goal));
        assert_eq!(report(&program(&format!("!({goal})"))).verdict, Verdict::Unsafe, "{goal}");
    }
    let freed = "void *malloc(unsigned long); void free(void *);\nint main(void) { int *h = malloc(4); free(h); __CPROVER_assert(!__CPROVER_r_ok(h, 1), \"\"); return 0; }";
    check_safe(freed);
    let havoc =
        "int main(void) { int a[2] = { 1, 1 }; WORD; __CPROVER_assert(a[IDX] == 1, \"\"); return 0; }";
    let havoc = |word: &str, idx: &str| havoc.replace("WORD", word).replace("IDX", idx);
    check_safe(&havoc("__CPROVER_havoc_slice(a, 4)", "1"));
    assert_eq!(report(&havoc("__CPROVER_havoc_slice(a, 4)", "0")).verdict, Verdict::Unsafe);
    assert_eq!(report(&havoc("__CPROVER_havoc_object(a + 1)", "0")).verdict, Verdict::Unsafe);
    check_safe(&havoc("__CPROVER_input(\"a\", a[0]); __CPROVER_output(\"a\", a[1])", "0"));
}

#[test]
fn words_that_are_not_known_are_refused_where_an_execution_gets_to_them() {
    for word in [
        "__CPROVER_allocate",
        "__ESBMC_no_such_word",
        "klee_is_symbolic",
        "__VERIFIER_atomic_swap",
        "__SMACK_code",
    ] {
        check_refused(&format!("int main(void) {{ int x = 0; {word}(x); return 0; }}"), word);
        check_safe(&format!("int main(void) {{ int x = 0; if (x) {word}(x); return 0; }}"));
    }
    let quantified = "int main(void) { int a[2] = { 1, 2 }; __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 2) ==> a[i] > 0 }, \"all\"); return 0; }";
    check_refused(quantified, "__CPROVER_forall");
    check_refused(&quantified.replace("forall", "exists"), "__CPROVER_exists");
    // What a program defines is its own.
    check_safe(
        "int __CPROVER_twice(int x) { return 2 * x; }\nint main(void) { sassert(__CPROVER_twice(2) == 4); return 0; }",
    );
}

#[test]
fn uninitialized_variables_may_hold_any_value() {
    let program = "int main(void) { int x; if (x == 5) return 1; sassert(x != 5); return 0; }";
    check_error(program, "use of uninitialized variable `x` in `x == 5`");
    let mut options = Options { data_model: DataModel::Lp64, ..Options::standard() };
    options.properties.remove(&Property::Uninitialized);
    let verdict = |program: &str| check_source("a.c", program, &options).expect("a program").verdict;
    assert_eq!(verdict(program), Verdict::Safe);
    assert_eq!(verdict(&program.replace("!= 5", "!= 6")), Verdict::Unsafe);
}
