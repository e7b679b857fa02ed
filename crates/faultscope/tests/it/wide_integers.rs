//! Integers of 128 bits: what programs print, beside them; and that gcc's programs print the same, where there is a gcc.

use std::collections::BTreeSet;

use crate::random::Random;
use expect_test::{Expect, expect};
use faultscope::execute::{Executed, Outcome, execute, for_execution};
use faultscope::{Options, input, translate};
use faultscope_frontend::c::DataModel;
use faultscope_solver::Limits;
use faultscope_testkit::compiler::Compiler;
use faultscope_verify::environment::Input;

const PRELUDE: &str = "int printf(const char *, ...);\n\
    static void show(unsigned __int128 v) { printf(\"%016llx%016llx\\n\", (unsigned long long)(v >> 64), (unsigned long long)v); }\n";

/// What a program does, where nothing that gcc's program survives is an error.
fn executed(text: &str, data_model: DataModel) -> Executed {
    let standard = for_execution(&Options { data_model, ..Options::standard() });
    let options = Options { properties: BTreeSet::new(), ..standard };
    let loaded = input::in_memory("test.c", text, &options).expect("C");
    let translated = translate(&loaded, &options).expect("a program");
    execute(&translated.program, Input::default(), 50_000_000, &Limits::unlimited())
}

/// What a program prints that ends well.
#[track_caller]
fn printed(text: &str) -> String {
    let Executed { stdout, outcome, .. } = executed(text, DataModel::Lp64);
    assert!(matches!(outcome, Outcome::Status(0)), "{outcome:?} of\n{text}");
    String::from_utf8_lossy(&stdout).into_owned()
}

/// Compares what a body of `main` prints with what is expected, and that with what gcc's program prints.
#[track_caller]
fn check(declarations: &str, body: &str, expected: Expect) {
    let text = format!("{PRELUDE}{declarations}\nint main(void) {{\n{body}\nreturn 0; }}\n");
    let printed = printed(&text);
    expected.assert_eq(&printed);
    let Some(compiler) = Compiler::find() else { return };
    assert_eq!(
        compiler.output("program", &text).expect("gcc takes it"),
        printed,
        "what gcc's program prints"
    );
}

/// What stops the execution of a program that cannot be followed.
#[track_caller]
fn check_stop(body: &str, data_model: DataModel, expected: &str) {
    let text = format!("int main(void) {{ {body} return 0; }}\n");
    let Executed { outcome, .. } = executed(&text, data_model);
    let is_it = matches!(&outcome, Outcome::Unsupported { message, .. } if message == expected);
    assert!(is_it, "{outcome:?}: {body}");
}

#[test]
fn operators_compute_with_all_bits() {
    check(
        "static __int128 g = (__int128)-5 << 70; static unsigned __int128 all = -1;\n\
         static __int128_t twice(__int128_t x) { return 2 * x; }",
        "__int128 x = g; __uint128_t u = all; show(x); show(u); show(twice(x) / 3); show(x % 1000); show(u / 10); show(u % 10);\n\
         show(x >> 69); show(u >> 69); show(x * x); show(~x ^ 0xff); show(-x); x++; --u; show(x); show(u); x += u; show(x);\n\
         x *= -3; show(x); x /= 7; show(x); x <<= 3; show(x); u >>= 100; show(u); x = (signed char)-1; show(x);\n\
         u = (unsigned)-1; show(u); x = 9223372036854775808; show(x); printf(\"%d %d %d\\n\", x < u, (__int128)-1 < 0u, -1 < all);\n\
         printf(\"%d\\n\", (int)(sizeof x + _Alignof(__int128) + sizeof(x + 1ull) + sizeof 9223372036854775808));",
        expect![[r#"
            fffffffffffffec00000000000000000
            ffffffffffffffffffffffffffffffff
            ffffffffffffff2aaaaaaaaaaaaaaaab
            ffffffffffffffffffffffffffffff88
            19999999999999999999999999999999
            00000000000000000000000000000005
            fffffffffffffffffffffffffffffff6
            000000000000000007ffffffffffffff
            00000000000000000000000000000000
            000000000000013fffffffffffffff00
            00000000000001400000000000000000
            fffffffffffffec00000000000000001
            fffffffffffffffffffffffffffffffe
            fffffffffffffebfffffffffffffffff
            00000000000003c00000000000000003
            00000000000000892492492492492492
            00000000000004492492492492492490
            0000000000000000000000000fffffff
            ffffffffffffffffffffffffffffffff
            000000000000000000000000ffffffff
            00000000000000008000000000000000
            0 1 0
            64
        "#]],
    );
}

#[test]
fn floating_point_numbers_are_rounded_and_cut() {
    check(
        "static __int128 g = 1e30; static unsigned __int128 most = 3.4e38f;",
        "show(g); show(most); __int128 x = ((__int128)1 << 100) + 1; unsigned __int128 u = -1; printf(\"%a %a\\n\", (double)x, (double)u);\n\
         printf(\"%a %a\\n\", (float)x, (double)(long double)(x >> 40)); printf(\"%f\\n\", (float)u); double d = -1.5e38; show((__int128)d);\n\
         long double l = 0x1.23456789abcdefp120L; show((__int128)l); float f = -0.75f; show((unsigned __int128)f); show((_Bool)x);",
        expect![[r#"
            0000000c9f2c9cd04675000000000000
            ffc99e00000000000000000000000000
            0x1p+100 0x1p+128
            0x1p+100 0x1p+60
            inf
            8f270d037835d8000000000000000000
            0123456789abcdef0000000000000000
            00000000000000000000000000000000
            00000000000000000000000000000001
        "#]],
    );
}

#[test]
fn they_are_in_memory_as_any_other() {
    check(
        "struct s { char c; __int128 x; unsigned __int128 y : 100; __int128 z : 3; long w; }; struct s g = {1, -2, -1, -1, 5};\n\
         union u { __int128 x; unsigned long long half[2]; unsigned char byte[16]; };\n\
         struct __attribute__((packed)) p { unsigned char c : 3; unsigned __int128 x : 128; unsigned char d : 5; };\n\
         void *memcpy(void *, const void *, unsigned long);",
        "printf(\"%d %d\\n\", (int)sizeof(struct s), (int)sizeof(struct p)); show(g.x); show(g.y); show(g.z); show(g.y + 1);\n\
         union u u; u.half[0] = 1; u.half[1] = 2; show(u.x); u.x -= 2; printf(\"%llx %x\\n\", u.half[0], u.byte[8]);\n\
         __int128 a[3] = {1, -1}, *p = a + 1; *p++ *= 7; show(a[1]); show(*p); show(p - a); unsigned long long half[2];\n\
         memcpy(half, a + 1, sizeof half); printf(\"%llx %llx\\n\", half[0], half[1]); struct p q, *r = &q; unsigned char *b = (void *)r;\n\
         for (int i = 0; i < (int)sizeof q; i++) b[i] = 0xa5; show(r->x); r->x = ((unsigned __int128)0x123456789abcdef << 64) + 77;\n\
         show(r->x); printf(\"%d %d %d\\n\", r->c, r->d, b[16]);",
        expect![[r#"
            64 17
            fffffffffffffffffffffffffffffffe
            0000000fffffffffffffffffffffffff
            ffffffffffffffffffffffffffffffff
            00000000000000000000000000000000
            00000000000000020000000000000001
            ffffffffffffffff 1
            fffffffffffffffffffffffffffffff9
            00000000000000000000000000000000
            00000000000000000000000000000002
            fffffffffffffff9 ffffffffffffffff
            b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4
            0123456789abcdef000000000000004d
            5 20 160
        "#]],
    );
}

#[test]
fn they_are_passed_selected_and_checked() {
    check(
        "#define S __int128\n\
         static S sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); S s = 0; while (n--) s += __builtin_va_arg(l, S); __builtin_va_end(l); return s; }\n\
         static const char *which(unsigned S x) { switch (x) { case 1: return \"one\"; case (unsigned S)-1: return \"all\"; case (S)1 << 64 ... (S)1 << 65: return \"wide\"; } return \"other\"; }\n\
         static S fact(S n) { return n ? n * fact(n - 1) : 1; }\n\
         typedef S v2 __attribute__((vector_size(32)));",
        "show(sum(3, (S)1 << 90, (unsigned S)5, (S)-7)); printf(\"%s %s %s %s\\n\", which(1), which(-1), which((S)3 << 63), which(0)); show(fact(33));\n\
         S r; unsigned S u; long l; printf(\"%d\\n\", __builtin_mul_overflow((S)1 << 126, 2, &r)); show(r);\n\
         printf(\"%d\\n\", __builtin_mul_overflow((S)1 << 126, 2, &u)); show(u); printf(\"%d\\n\", __builtin_sub_overflow((S)3, (unsigned S)4, &u)); show(u);\n\
         printf(\"%d\\n\", __builtin_sub_overflow((S)3, (unsigned S)4, &r)); show(r); printf(\"%d\\n\", __builtin_add_overflow((unsigned S)-1, (S)-5, &r)); show(r);\n\
         printf(\"%d\\n\", __builtin_add_overflow((S)1 << 63, -1, &l)); show(l); v2 v = {1, 2}; v = v * v[1] - (v == 1); show(v[0]); show(v[1]);",
        expect![[r#"
            0000000003fffffffffffffffffffffe
            one all wide other
            0688589cc0e9505e2f2fee5580000000
            1
            80000000000000000000000000000000
            0
            80000000000000000000000000000000
            1
            ffffffffffffffffffffffffffffffff
            0
            ffffffffffffffffffffffffffffffff
            1
            fffffffffffffffffffffffffffffffa
            0
            00000000000000007fffffffffffffff
            00000000000000000000000000000003
            00000000000000000000000000000004
        "#]],
    );
}

#[test]
fn what_is_not_followed_stops_the_execution() {
    let machine = "an integer of 128 bits on a 32-bit machine is not supported";
    check_stop("__int128 x = 1; x += sizeof x;", DataModel::Ilp32, machine);
    let value = "a floating-point value that does not fit into an integer of 128 bits is not supported";
    check_stop("volatile double d = 1e39; __int128 x = d;", DataModel::Lp64, value);
    check_stop("volatile float f = -1; unsigned __int128 x = f;", DataModel::Lp64, value);
}

/// Random programs.
struct Programs {
    random: Random,
}

impl Programs {
    fn bits(&mut self) -> u64 {
        match self.random.below(5) {
            0 => 0,
            1 => u64::MAX,
            2 => 1 << 63,
            3 => self.random.below(20) as u64,
            _ => (0..4).fold(0, |bits, _| bits << 16 | self.random.below(1 << 16) as u64),
        }
    }

    fn constant(&mut self) -> String {
        let (high, low) = (self.bits(), self.bits());
        let ty = self.random.pick(&["__int128", "unsigned __int128", "long", "unsigned"]);
        format!("(({ty})((unsigned __int128){high:#x} << 64 | {low:#x}))")
    }

    fn place(&mut self) -> String {
        self.random.pick(&["a", "b", "c", "d", "s.x", "s.y", "s.z", "n[1]", "*p", "u.h[1]", "u.x"]).to_owned()
    }

    fn expression(&mut self, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else {
            return if self.random.below(3) == 0 { self.constant() } else { self.place() };
        };
        let left = self.expression(depth);
        match self.random.below(9) {
            0..=2 => format!(
                "({left} {} {})",
                self.random.pick(&["+", "-", "*", "&", "|", "^"]),
                self.expression(depth)
            ),
            3 => format!("({left} {} ({} | 1))", self.random.pick(&["/", "%"]), self.expression(depth)),
            4 => format!("((__int128){left} >> ({} & 127))", self.expression(depth)),
            5 => format!(
                "((unsigned __int128){left} {} ({} & 127))",
                self.random.pick(&["<<", ">>"]),
                self.expression(depth)
            ),
            6 => format!(
                "({left} {} {})",
                self.random.pick(&["<", "<=", ">", ">=", "==", "!="]),
                self.expression(depth)
            ),
            7 => format!(
                "({} {left})",
                self.random.pick(&["-", "~", "!", "(signed char)", "(unsigned)", "(long)", "(__int128)"])
            ),
            _ => format!("({left} ? {} : {})", self.expression(depth), self.expression(depth)),
        }
    }

    fn statement(&mut self) -> String {
        let (place, value) = (self.place(), self.expression(2));
        match self.random.below(6) {
            0 | 1 => format!("{place} = {value}; show({place});"),
            2 => format!(
                "{place} {}= {value}; show({place});",
                self.random.pick(&["+", "-", "*", "&", "|", "^"])
            ),
            3 => {
                let ty = self.random.pick(&["__int128", "unsigned __int128", "long", "unsigned"]);
                let op = self.random.pick(&["add", "sub", "mul"]);
                format!(
                    "{{ {ty} r; show(__builtin_{op}_overflow({}, {value}, &r)); show(r); }}",
                    self.expression(1)
                )
            }
            4 => {
                let ty = self.random.pick(&["float", "double", "long double"]);
                format!("printf(\"%a\\n\", (double)({ty})(__int128){value});")
            }
            _ => format!("show({value});"),
        }
    }

    fn program(&mut self) -> String {
        let mut constants = || self.constant();
        let declarations = format!(
            "struct {{ __int128 x; unsigned __int128 y : 100; __int128 z : 70; }} s; union {{ __int128 x; unsigned long h[2]; }} u;\n\
             __int128 a = {}, n[2] = {{{}, {}}}, *p = &a; unsigned __int128 b = {}; long c = {}; unsigned d = {};\n",
            constants(),
            constants(),
            constants(),
            constants(),
            constants(),
            constants(),
        );
        let body: Vec<String> = (0..12).map(|_| self.statement()).collect();
        format!("{PRELUDE}{declarations}int main(void) {{\n{}\nreturn 0; }}\n", body.join("\n"))
    }
}

#[test]
fn random_programs_print_what_those_of_gcc_print() {
    let Some(compiler) = Compiler::find() else { return };
    for seed in 0..25 {
        let text = Programs { random: Random(seed) }.program();
        let expected = compiler.output("random", &text).expect("gcc takes it");
        assert_eq!(printed(&text), expected, "seed {seed}\n{text}");
    }
}
