//! Vectors and complex numbers: what programs print, beside them; and that gcc's programs print the same, where there is a gcc.

use crate::folder::{Folder, stderr, stdout};
use expect_test::{Expect, expect};
use faultscope::execute::{Executed, Outcome, execute, for_execution};
use faultscope::{Options, input, translate};
use faultscope_frontend::c::DataModel;
use faultscope_solver::Limits;
use faultscope_testkit::compiler::Compiler;
use faultscope_verify::environment::Input;

const PRELUDE: &str = "int printf(const char *, ...); \
    typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16)));\n\
    typedef unsigned char u8 __attribute__((vector_size(8))); typedef short s8 __attribute__((vector_size(16)));\n\
    typedef double _Complex dc; double creal(dc); double cimag(dc); dc conj(dc);\n\
    static void show(v4 v) { printf(\"%d %d %d %d\\n\", v[0], v[1], v[2], v[3]); }\n\
    static void tell(dc z) { printf(\"%g %g\\n\", __real__ z, __imag__ z); }\n";

/// What a program does.
fn executed(text: &str) -> Executed {
    let options = for_execution(&Options { data_model: DataModel::Lp64, ..Options::standard() });
    let loaded = input::in_memory("test.c", text, &options).expect("C");
    let translated = translate(&loaded, &options).expect("a program");
    execute(&translated.program, Input::default(), 50_000_000, &Limits::unlimited())
}

/// Compares what a body of `main` prints with what is expected, and that with what gcc's program prints.
#[track_caller]
fn check(functions: &str, body: &str, expected: Expect) {
    let text = format!("{PRELUDE}{functions}\nint main(void) {{\n{body}\nreturn 0; }}\n");
    let Executed { stdout, outcome, .. } = executed(&text);
    assert!(matches!(outcome, Outcome::Status(0)), "{outcome:?}");
    let printed = String::from_utf8_lossy(&stdout).into_owned();
    expected.assert_eq(&printed);
    let Some(compiler) = Compiler::find() else { return };
    let output = compiler.execution("program", &text, b"").expect("gcc takes it");
    assert_eq!(String::from_utf8_lossy(&output.stdout), printed, "what gcc's program prints");
}

/// What stops the execution of a program that cannot be followed.
#[track_caller]
fn check_stop(body: &str, expected: &str) {
    let Executed { outcome, .. } = executed(&format!("{PRELUDE}int main(void) {{ {body} return 0; }}\n"));
    let is_it = matches!(&outcome, Outcome::Unsupported { message, .. } if message == expected);
    assert!(is_it, "{outcome:?}: {body}");
}

#[test]
fn operators_on_vectors_are_on_elements() {
    check(
        "static v4 g = {1, 2, 3, 4}; static v4 twice(v4 x) { return x + x; }\n\
         static int calls; static int next(void) { return ++calls; }",
        "v4 a = {1, 2, 3}, b = g * 3; show(a); show(b); show(a + b); show(b - a); show(a * b); show(b / 2);\n\
         show(b % (v4){2, 3, 4, 5}); show(a & b); show(a | b); show(a ^ b); show(~a); show(-a); show(a << 2);\n\
         show(-b >> 1); show(a < b); show(a == (v4){1, 0, 3, 0}); show(twice(a + 1)); show(100 - a);\n\
         show(a * next()); printf(\"%d\\n\", calls); printf(\"%d\\n\", twice(a)[2]);\n\
         f4 f = {1.5f, 2.5f, -3.0f, 0.25f}; f = f * 2 + 1; printf(\"%g %g %g %g\\n\", f[0], f[1], f[2], f[3]);\n\
         show(f > 3.0f); show(__builtin_shuffle(a, b, (v4){0, 4, 1, 5})); show(__builtin_shuffle(a, a - 1));",
        expect![[r#"
            1 2 3 0
            3 6 9 12
            4 8 12 12
            2 4 6 12
            3 12 27 0
            1 3 4 6
            1 0 1 2
            1 2 1 0
            3 6 11 12
            2 4 10 12
            -2 -3 -4 -1
            -1 -2 -3 0
            4 8 12 0
            -2 -3 -5 -6
            -1 -1 -1 -1
            -1 0 -1 -1
            4 6 8 2
            99 98 97 100
            1 2 3 0
            1
            6
            4 6 -5 1.5
            -1 -1 0 0
            1 3 2 6
            1 2 3 0
        "#]],
    );
}

#[test]
fn elements_wrap_around_and_are_not_promoted() {
    check(
        "",
        "v4 v = {2147483647, -2147483647 - 1, 0, 1}; show(v + 1); show(v * 3); show(-v); show(v << 1);\n\
         u8 u = {250, 251, 252, 253, 1, 2, 3, 4}; u = u + 10; for (int i = 0; i < 8; i++) printf(\"%d \", u[i]);\n\
         u = u * u >> 1; for (int i = 0; i < 8; i++) printf(\"%d \", u[i]);\n\
         s8 s = {1, 2, 3, 4, 5, 6, 7, -8}; s = s * 20000; for (int i = 0; i < 8; i++) printf(\"%d \", s[i]);",
        expect![[r#"
            -2147483648 -2147483647 1 2
            2147483645 -2147483648 0 3
            -2147483647 -2147483648 0 -1
            -2 0 0 2
            4 5 6 7 11 12 13 14 8 12 18 24 60 72 84 98 20000 -25536 -5536 14464 -31072 -11072 8928 -28928 "#]],
    );
}

#[test]
fn vectors_are_places_and_members_and_bits() {
    check(
        "struct s { char c; v4 v; };",
        "struct s s = {'x', {5, 6, 7, 8}}; s.v <<= 1; show(s.v); v4 *p = &s.v; p[0] += p[0]; show(*p);\n\
         printf(\"%d %d %d %d\\n\", (*p)[1], (int)sizeof(v4), (int)sizeof(struct s), (int)_Alignof(v4));\n\
         v4 c = {1, 2, 3, 4}; c += 10; c[2] = 77; c[3]++; show(c); ++c; show(c); show(c++); show(c);\n\
         v4 all[2] = {{1, 2, 3, 4}, {5, 6}}; show(all[1] - all[0]); int i = 3; show((v4){i, i + 1, i * 2} + i);\n\
         f4 f = {1, 2, 3, 4}; show((v4)f); printf(\"%llx\\n\", (long long)(u8){1, 2, 3, 4, 5, 6, 7, 8});\n\
         u8 u = (u8)0x1122334455667788LL; printf(\"%x %x\\n\", u[0], u[7]);",
        expect![[r#"
            10 12 14 16
            20 24 28 32
            24 16 32 16
            11 12 77 15
            12 13 78 16
            12 13 78 16
            13 14 79 17
            4 4 -3 -4
            6 7 9 3
            1065353216 1073741824 1077936128 1082130432
            807060504030201
            88 11
        "#]],
    );
}

#[test]
fn what_is_used_of_the_headers_of_machines_is_followed() {
    let text = "#include <emmintrin.h>\n#include <stdio.h>\nint main(void) {\n\
        __m128i a = _mm_set_epi32(4, 3, 2, 1), s = _mm_add_epi32(a, _mm_set1_epi32(10)); int out[4];\n\
        _mm_storeu_si128((__m128i *)out, s); printf(\"%d %d %d %d\\n\", out[0], out[1], out[2], out[3]); return 0; }";
    let folder = Folder::with(&[("a.c", text)]);
    let output =
        folder.faultscope("run").args(["a.c", "--data-model", "lp64"]).output().expect("the program runs");
    assert_eq!(stdout(&output), "11 12 13 14\n", "{}", stderr(&output));
}

#[test]
fn operators_on_complex_numbers() {
    check(
        "static dc g = 1.0 + 2.0i; static dc conjugate(dc z) { return ~z; }",
        "dc z = 3 + 4i, w = g, q; tell(g); tell(z + w); tell(z - w); tell(z * w); tell(z / w); tell(-z);\n\
         tell(conjugate(z)); tell(z + 1.5); tell(1.5 - z); tell(2 * z); tell(1 / z); tell(z / 2);\n\
         printf(\"%d %d %d %d\\n\", z == w, z != w, z == z, z == 3);\n\
         __real__ z = 7; __imag__ z += 1; q = z; q *= w; tell(q); q += 1; tell(q); q /= 2.0 + 1.0i; tell(q);\n\
         if (z) printf(\"true\\n\"); if (!(z - z)) printf(\"zero\\n\"); _Bool b = 0.0 + 1.0i; printf(\"%d\\n\", b);\n\
         tell(b ? z : 1.0); tell(z++); tell(z); dc *p = &z; *p -= 1i; tell(*p);\n\
         tell(z * w * q + z / w - 2 * (z - q)); tell(conj(z)); printf(\"%g %g\\n\", creal(z), cimag(z));",
        expect![[r#"
            1 2
            4 6
            2 2
            -5 10
            2.2 -0.4
            -3 -4
            3 -4
            4.5 4
            -1.5 -4
            6 8
            0.12 -0.16
            1.5 2
            0 1 1 0
            -3 19
            -2 19
            3 8
            true
            zero
            1
            7 5
            7 5
            8 5
            8 4
            -166.8 65.6
            8 -4
            8 4
        "#]],
    );
}

#[test]
fn complex_numbers_of_every_type() {
    check(
        "struct s { char c; dc z; };",
        "float _Complex f = 3.0if; f = f * f + 1; tell(f); f = f / (1.5f + 0.5if); tell(f);\n\
         long double _Complex l = 7 + 5i; l = l / (2 + 3i); tell(l); l *= l; tell(l);\n\
         int _Complex i = 3 + 4i; i = i * i; printf(\"%d %d\\n\", __real__ i, __imag__ ~i);\n\
         __complex__ char c = 100 + 3i; c += c; printf(\"%d %d\\n\", __real__ c, __imag__ c);\n\
         double x = 5; __real__ x = 6; printf(\"%g %g %d\\n\", x, __imag__ x, (int)(7.5 + 1i));\n\
         printf(\"%d %d %d\\n\", (int)sizeof(dc), (int)sizeof f, (int)sizeof(struct s));\n\
         struct s s = {'c', 2 + 1i}; s.z *= s.z; tell(s.z); dc all[2] = {1, 1i}; tell(all[0] + all[1]);",
        expect![[r#"
            -8 0
            -4.8 1.6
            2.23077 -0.846154
            4.26036 -3.77515
            -7 -24
            -56 6
            6 0 7
            16 8 24
            3 4
            1 1
        "#]],
    );
}

#[test]
fn products_and_quotients_beyond_the_range_are_those_of_the_library() {
    check(
        "",
        "dc z = 7 + 9i, inf = __builtin_complex(__builtin_inf(), 1.0); volatile double big = 1e300, zero = 0;\n\
         tell(inf * (1 + 1i + zero)); tell((z + zero) / inf); tell((z * big) / (z * big)); tell((z / big) / (z / big));\n\
         tell(z / (zero + 0i)); tell(__builtin_complex(big, big) / __builtin_complex(big, 1 / big));",
        expect![[r#"
            inf inf
            0 0
            1 0
            1 0
            inf inf
            1 1
        "#]],
    );
}

#[test]
fn what_is_not_followed_is_named() {
    check_stop("int _Complex i = 3 + 4i; i /= 1 + 1i;", "a division of `int _Complex` is not supported");
    check_stop("u8 u = {0}; u = __builtin_ia32_paddsb(u, u);", "`__builtin_ia32_paddsb` is not supported");
    check_stop("dc z = 1; z = z ?: 2;", "a complex number before `?:` is not supported");
}
