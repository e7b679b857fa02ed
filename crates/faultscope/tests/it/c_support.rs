//! `docs/c-support.md`: which functions of the library are modelled how, and which features of the language are translated.
//! `BLESS=1 cargo test` writes it; read the difference.
//!
//! A feature has a small program here. It is supported if the program is translated, and nothing is reached in it that is not.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use faultscope::{Options, input, translate};
use faultscope_frontend::c::{Certainty, DataModel, Environment, Knowledge, certainty, headers, known_in};
use faultscope_solver::Limits;
use faultscope_verify::bmc::{BmcConfig, bounded_model_checking};
use faultscope_verify::{self as verify, UnknownReason};

/// Features of C, by topic: what they are, and a program that has them. Whether they are supported is found out.
const FEATURES: [(&str, &[(&str, &str)]); 8] = [
    (
        "Types",
        &[
            (
                "integers of every size, `_Bool`",
                "int main(void) { _Bool b = 2; unsigned long long x = b; signed char c = x; return c; }",
            ),
            (
                "`float`, `double`, `long double`",
                "int main(void) { float f = 1; double d = f; long double l = d; return l; }",
            ),
            ("`__float128`", "int main(void) { __float128 x = 1; return x * 2; }"),
            ("`_Float32`, `_Float64`", "int main(void) { _Float64 x = 1; _Float32 y = x; return y; }"),
            ("`__int128`", "int main(void) { __int128 x = 1; x <<= 100; return x >> 99; }"),
            ("`_Complex`", "int main(void) { double _Complex z = 1; return __real__ z; }"),
            ("`_BitInt`", "int main(void) { _BitInt(17) x = 1; return x; }"),
            ("`_Decimal64`", "int main(void) { _Decimal64 x = 1; return x == 1; }"),
            (
                "structures and unions, nested and anonymous",
                "struct s { int a; union { int b; char c[4]; }; }; int main(void) { struct s s = {1}; s.b = 2; return s.c[0]; }",
            ),
            (
                "bit-fields",
                "struct s { unsigned a : 3; int b : 5; }; int main(void) { struct s s = {1, -2}; return s.a + s.b; }",
            ),
            ("enumerations", "enum e { A, B = 5, C }; int main(void) { enum e e = C; return e; }"),
            ("arrays of fixed size", "int main(void) { int a[2][3] = {{1}}; return a[0][0]; }"),
            (
                "arrays of variable size",
                "int main(int n, char **v) { int a[n + 1]; a[n] = sizeof a; return a[n]; }",
            ),
            (
                "flexible array members",
                "#include <stdlib.h>\nstruct s { int n; int a[]; }; int main(void) { struct s *s = malloc(sizeof *s + 8); s->a[1] = 3; return s->a[1]; }",
            ),
            (
                "pointers to functions",
                "int f(int x) { return x; } int main(void) { int (*p)(int) = f; return p(3); }",
            ),
            (
                "`const`, `volatile`, `restrict`, `_Atomic`",
                "int main(void) { const int c = 1; volatile int v = c; _Atomic int a = v; int *restrict p = &v; return a + *p; }",
            ),
            (
                "`typeof`, `__auto_type`",
                "int main(void) { int x = 1; __typeof__(x) y = x; __auto_type z = y; return z; }",
            ),
            (
                "`_Alignas`, `_Alignof`",
                "int main(void) { _Alignas(16) char c[16]; return _Alignof(int) + sizeof c; }",
            ),
            (
                "vectors of GCC",
                "typedef int v4 __attribute__((vector_size(16))); int main(void) { v4 x = {1, 2, 3, 4}; x = x + x; return x[0]; }",
            ),
        ],
    ),
    (
        "Expressions",
        &[
            (
                "all operators of C",
                "int main(void) { int x = 5, a[3] = {0}, *p = a; x += x << 1; x = ~x & (x | 3) ^ 1; p++; return x ? *p && !x || x % 3 : (x, sizeof x); }",
            ),
            (
                "compound literals",
                "struct s { int a, b; }; int f(struct s *s) { return s->b; } int main(void) { return f(&(struct s){1, 2}); }",
            ),
            (
                "designated initializers, ranges of them",
                "int main(void) { int a[9] = {[2] = 1, [4 ... 6] = 2}; struct { int x, y; } s = {.y = 3}; return a[5] + s.y; }",
            ),
            ("`_Generic`", "int main(void) { return _Generic(1.0, int: 1, double: 2, default: 3); }"),
            (
                "string literals, wide ones and of UTF-8",
                "#include <stddef.h>\nint main(void) { const char *s = u8\"a\" \"b\"; const wchar_t *w = L\"c\"; return s[1] + w[0]; }",
            ),
            (
                "numbers in hexadecimal floating point, and binary",
                "int main(void) { double d = 0x1.8p1; return d + 0b101; }",
            ),
            ("statement expressions", "int main(void) { return ({ int x = 3; x + 1; }); }"),
            ("`a ?: b`", "int main(void) { int x = 0; return x ?: 2; }"),
            (
                "arithmetic on `void *`",
                "int main(void) { char c[4] = {0}; void *p = c; p = p + 1; return *(char *)p; }",
            ),
            (
                "`offsetof`",
                "#include <stddef.h>\nstruct s { char c; int x; }; int main(void) { return offsetof(struct s, x); }",
            ),
            (
                "builtins for overflow, bits and hints",
                "int main(void) { int r; return __builtin_add_overflow(1, 2, &r) + __builtin_popcount(5) + __builtin_expect(r, 3) + __builtin_clz(1); }",
            ),
            (
                "`__builtin_types_compatible_p`, `__builtin_choose_expr`",
                "int main(void) { return __builtin_choose_expr(__builtin_types_compatible_p(int, int), 1, 2); }",
            ),
            (
                "atomic builtins",
                "int main(void) { int x = 0; __atomic_fetch_add(&x, 1, 5); return __sync_fetch_and_add(&x, 1); }",
            ),
            ("addresses of labels", "int main(void) { void *p = &&end; goto *p; end: return 0; }"),
        ],
    ),
    (
        "Statements",
        &[
            (
                "`if`, `switch`, loops, `break`, `continue`, `goto`",
                "int main(void) { for (int i = 0; i < 3; i++) switch (i) { case 1: continue; default: if (i) goto end; } end: while (0) ; do ; while (0); return 0; }",
            ),
            (
                "ranges in `case`",
                "int main(int n, char **v) { switch (n) { case 1 ... 3: return 1; } return 0; }",
            ),
            (
                "`case` within a nested statement",
                "int main(int n, char **v) { switch (n) { case 0: do { n++; case 1: n++; } while (n < 5); } return n; }",
            ),
            ("declarations between statements", "int main(void) { int x = 1; x++; int y = x; return y; }"),
            ("labels of a block", "int main(void) { __label__ end; goto end; end: return 0; }"),
            (
                "inline assembly without instructions",
                "int main(void) { __asm__ volatile(\"\" : : : \"memory\"); return 0; }",
            ),
            (
                "inline assembly with outputs",
                "int main(void) { int x; __asm__(\"movl $1, %0\" : \"=r\"(x)); return x; }",
            ),
            ("inline assembly with instructions", "int main(void) { __asm__ volatile(\"nop\"); return 0; }"),
        ],
    ),
    (
        "Functions",
        &[
            (
                "recursion, functions that are used before they are defined",
                "int g(int); int f(int n) { return n ? g(n - 1) : 0; } int g(int n) { return f(n); } int main(void) { return f(3); }",
            ),
            (
                "variable arguments",
                "#include <stdarg.h>\nint sum(int n, ...) { va_list a; va_start(a, n); int s = va_arg(a, int); va_end(a); return s; } int main(void) { return sum(1, 2); }",
            ),
            (
                "structures as arguments and results",
                "struct s { int a[3]; }; struct s f(struct s s) { s.a[0]++; return s; } int main(void) { struct s s = {{1}}; return f(s).a[0]; }",
            ),
            (
                "functions of K&R",
                "int f(a, b) int a; char b; { return a + b; } int main(void) { return f(1, 'c'); }",
            ),
            (
                "`inline`, `static`, `_Noreturn`",
                "static inline int f(void) { return 1; } _Noreturn void g(void) { while (1) ; } int main(void) { if (f()) return 0; g(); }",
            ),
            (
                "nested functions of GCC",
                "int main(void) { int x = 1; int f(int y) { return x + y; } return f(2); }",
            ),
            (
                "`goto` out of nested functions",
                "int main(void) { __label__ out; void f(void) { goto out; } f(); return 1; out: return 0; }",
            ),
            (
                "`__attribute__((constructor))`",
                "int x; __attribute__((constructor)) void f(void) { x = 1; } int main(void) { return x; }",
            ),
            (
                "`__attribute__((cleanup))`",
                "void f(int *p) { *p = 0; } int main(void) { __attribute__((cleanup(f))) int x = 1; return x; }",
            ),
            (
                "`__attribute__((alias))`",
                "int f(void) { return 1; } int g(void) __attribute__((alias(\"f\"))); int main(void) { return g(); }",
            ),
            (
                "`__attribute__((weak))`",
                "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }",
            ),
            (
                "addresses of what is `__attribute__((weak))` and has no definition",
                "__attribute__((weak)) int f(void); int main(void) { return f != 0; }",
            ),
        ],
    ),
    (
        "Memory",
        &[
            (
                "`alloca`",
                "#include <alloca.h>\nint main(void) { char *p = alloca(8); p[0] = 1; return p[0]; }",
            ),
            (
                "bytes of objects, unions as other types",
                "int main(void) { union { float f; unsigned u; } u = {1}; unsigned char *p = (unsigned char *)&u; return p[3] + u.u; }",
            ),
            (
                "pointers as numbers",
                "#include <stdint.h>\nint main(void) { int x = 1; uintptr_t u = (uintptr_t)&x; return *(int *)u; }",
            ),
            ("thread-local variables", "_Thread_local int x; int main(void) { return x; }"),
            (
                "`__attribute__((packed))`, `aligned`",
                "struct __attribute__((packed)) s { char c; int x; }; struct { int a; } __attribute__((aligned(8))) t; int main(void) { return sizeof(struct s) + sizeof t; }",
            ),
        ],
    ),
    (
        "Declarations",
        &[
            ("`_Static_assert`", "_Static_assert(sizeof(int) == 4, \"int\"); int main(void) { return 0; }"),
            (
                "`typedef`",
                "typedef struct s { int x; } s; typedef int (*f)(s); int main(void) { s v = {1}; f p = 0; return v.x + !p; }",
            ),
            ("tentative definitions, `extern`", "int x; int x; extern int x; int main(void) { return x; }"),
            ("attributes of C23", "[[maybe_unused]] static int x; int main(void) { return 0; }"),
            (
                "`bool`, `true`, `nullptr`, `constexpr` of C23",
                "#if __STDC_VERSION__ < 202000\n#define constexpr const\n#endif\nint main(void) { constexpr int x = 1; return x; }",
            ),
        ],
    ),
    (
        "Execution",
        &[
            (
                "`setjmp` and `longjmp`",
                "#include <setjmp.h>\njmp_buf e; int main(int n, char **v) { if (setjmp(e)) return 1; longjmp(e, 1); }",
            ),
            (
                "`setjmp` whose value is an operand of more than a comparison with a constant",
                "#include <setjmp.h>\njmp_buf e; int main(int n, char **v) { if (n + setjmp(e) > 1) return 1; longjmp(e, 1); }",
            ),
            (
                "`__builtin_setjmp` and `__builtin_longjmp`",
                "void *e[5]; void f(void) { __builtin_longjmp(e, 1); } int main(void) { if (__builtin_setjmp(e)) return 1; f(); }",
            ),
            (
                "threads",
                "#include <pthread.h>\nvoid *f(void *p) { return p; } int main(void) { pthread_t t; return pthread_create(&t, 0, f, 0); }",
            ),
            ("processes", "#include <unistd.h>\nint main(void) { return fork() > 0; }"),
            (
                "signals that a program raises",
                "#include <signal.h>\nint n; void f(int s) { n = s; } int main(void) { signal(SIGINT, f); raise(SIGINT); return n; }",
            ),
            (
                "functions at the exit",
                "#include <stdlib.h>\nvoid f(void) { } int main(void) { atexit(f); exit(1); }",
            ),
        ],
    ),
    (
        "Preprocessor",
        &[
            (
                "directives, by the compiler of the host",
                "#define F(x) #x\n#if 1\nint main(void) { return F(a)[0]; }\n#endif",
            ),
            (
                "`_Pragma`, `#pragma`",
                "#pragma GCC optimize(\"O0\")\n_Pragma(\"GCC diagnostic push\") int main(void) { return 0; }",
            ),
        ],
    ),
];

/// Why a program is not translated, or not followed to its end, if it is not.
fn refused(text: &str) -> Option<String> {
    let options = Options { data_model: DataModel::Lp64, ..Options::standard() };
    let loaded = match input::in_memory("feature.c", text, &options) {
        Ok(loaded) => loaded,
        Err(rejection) => return Some(rejection.diagnostics[0].message.clone()),
    };
    let program = match translate(&loaded, &options) {
        Ok(translated) => translated.program,
        Err(rejection) => return Some(rejection.diagnostics[0].message.clone()),
    };
    // What matters is what executions come to.
    match bounded_model_checking(&program, &BmcConfig::default(), &Limits::unlimited()).verdict {
        verify::Verdict::Open(UnknownReason::Unsupported { message, .. }) => Some(message),
        _ => None,
    }
}

const PAGE: &str = "\
# What is supported of C

This page is made by `crates/faultscope/tests/it/c_support.rs`: from the table of functions in `crates/frontend/src/c/library/table`, the
models beside it, and from a small program for each feature of the language, which is translated.

What is not supported is named where an execution comes to it, and leaves the answer open: nothing is looked over in silence.

## The language

`C` is C17, with what GCC adds to it.
";

const FUNCTIONS: &str = "
## The library

Objects of the library are there, too: `stdin`, `stdout`, `stderr`, `errno`, `environ`, `optarg`, `optind`, `opterr` and `optopt`; in a given environment also `timezone`, `daylight` and `program_invocation_name`.
In any environment, one with more than one variable is not followed by `environ`, and in no environment is a program followed that changes its variables (`setenv`) and looks at `environ`.

The models are C, in `crates/frontend/src/c/library`, with a page on how they are written; `--model FILE` adds others.
\"Any environment\" is what `faultscope check` assumes, where nothing is known of what a program reads; \"given environment\" are executions,
by `faultscope run` and of tests.

* **exact**: the model does what the function does, bit by bit, and sets `errno` as it does.
* **bounds**: the model does what the function may do: what it gives, or writes, are any values within the bounds that the standard and glibc
  leave. It asks for what the function needs, and may set `errno` where the function may.
* **by format**: it prints or reads what its format says; the arguments are checked against it. A format that ends within a conversion (`100%`) is undefined in C; it does what glibc and musl do: what is in front is printed, and the call gives -1 with `EINVAL`.
* **built in**: translated without a model in C.
* **arguments only**: the arguments are evaluated, what it gives may be anything, and nothing else happens.
* **refused**: an execution that calls it is not followed further.

*Exact for known arguments* says what a call gives in an execution whose arguments are known, which is what an error rests on in a program that asks
nothing of its environment:

* **yes**: what the function gives everywhere; what C leaves to the library is what glibc gives on x86-64.
* **nearest**: where the true result is a number of the format it is given, with the values that C's annex F has for infinities, zeros and NaN. Else it is the number
  that is nearest to the true result, and what follows is not proved: a library may give one beside it.
* **as given**: it depends on input, files, arguments, variables or the time, which are given to an execution.
* **no**: an execution that calls it is not followed.

A test executes what is exact beside gcc's programs (`crates/faultscope/tests/it/library_beside_gcc.rs`).

A function that no header here has, and that the program does not define, gives any value, which is a named [assumption](assumptions.md): of `nondet_…` it is that no memory is changed, of others that they may write what they reach.
";

fn shown(knowledge: Knowledge) -> &'static str {
    match knowledge {
        Knowledge::Exact => "exact",
        Knowledge::Bounds => "bounds",
        Knowledge::ByFormat => "by format",
        Knowledge::BuiltIn => "built in",
        Knowledge::Ignored => "arguments only",
        Knowledge::Refused => "refused",
    }
}

fn shown_certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "yes",
        Certainty::Nearest => "nearest",
        Certainty::Environment => "as given",
        Certainty::Refused => "no",
    }
}

fn language(text: &mut String) {
    for (topic, features) in FEATURES {
        write!(text, "\n### {topic}\n\n| feature | supported |\n|---|---|\n").expect("a string");
        for (feature, program) in features {
            let verdict =
                refused(program).map_or("yes".to_owned(), |why| format!("no: {}", why.replace('|', "\\|")));
            writeln!(text, "| {feature} | {verdict} |").expect("a string");
        }
    }
}

fn library(text: &mut String) {
    for (header, functions) in headers() {
        write!(
            text,
            "\n### `<{}>`\n\n| any environment | given environment | exact for known arguments | functions |\n|---|---|---|---|\n",
            header
        )
        .expect("a string");
        let mut rows: BTreeMap<(&str, &str, &str), Vec<String>> = BTreeMap::new();
        for name in functions {
            let known = |environment| shown(known_in(environment, &name));
            let row = (known(Environment::Any), known(Environment::Given), shown_certainty(certainty(&name)));
            rows.entry(row).or_default().push(format!("`{name}`"));
        }
        for ((any, given, exact), names) in rows {
            writeln!(text, "| {any} | {given} | {exact} | {} |", names.join(" ")).expect("a string");
        }
    }
}

#[test]
fn what_is_supported_is_documented() {
    let mut text = PAGE.to_owned();
    language(&mut text);
    text += FUNCTIONS;
    library(&mut text);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/c-support.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("the document is writable");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "{} is not what the tables say; BLESS=1 writes it", path.display());
}
