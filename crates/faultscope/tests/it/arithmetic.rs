//! What C leaves undefined of arithmetic: every check is marked with its property and what became of it.
//!
//! A mark stands below what is computed. What is defined whatever the operands are has no check, and no mark.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use faultscope::report::{Report, Verdict};
use faultscope::{Options, check_source, input, translate};
use faultscope_frontend::c::{DataModel, Dialect};
use faultscope_ir::{AssumptionKind, CheckStatus, DecidedBy, Property};
use faultscope_solver::Limits;
use faultscope_testkit::fixture::{self, Mark};
use faultscope_verify::check_outcomes::{Answered, check_outcomes};
use faultscope_verify::settle::Settled;

const PRELUDE: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);
extern long long __VERIFIER_nondet_longlong(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
";

const ARITHMETIC: [Property; 4] =
    [Property::Overflow, Property::DivisionByZero, Property::Shift, Property::FloatConversion];

fn options(properties: &[Property]) -> Options {
    Options {
        properties: BTreeSet::from_iter(properties.iter().copied()),
        patches: false,
        program_level: false,
        max_traces: None,
        data_model: DataModel::Lp64,
        ..Options::standard()
    }
}

#[track_caller]
fn report(text: &str, options: &Options) -> Report {
    check_source("test.c", &format!("{PRELUDE}{text}"), options).expect("a program")
}

/// Compares what became of the checks with the marks below them.
#[track_caller]
fn check(expect: Expect) {
    check_for(DataModel::Lp64, &expect);
}

#[track_caller]
fn check_for(data_model: DataModel, expect: &Expect) {
    let text = fixture::program(expect.data());
    let report = report(&text, &Options { data_model, ..options(&ARITHMETIC) });
    let marks: Vec<Mark> = report.checks.iter().map(mark).collect();
    expect.assert_eq(&fixture::annotate(&text, &marks));
}

fn mark(check: &faultscope::report::Check) -> Mark {
    let span = check.span;
    Mark {
        line: span.line - PRELUDE.lines().count() as u32,
        column: span.column,
        end_column: span.end_column,
        label: format!("{}: {}", check.property.name(), check.status.name()),
    }
}

/// Whether the call of `reach_error` is reached where only that is asked.
#[track_caller]
fn reaches(text: &str) -> bool {
    report(text, &options(&[Property::UnreachCall])).verdict == Verdict::Unsafe
}

#[test]
fn sums_differences_and_products_may_not_fit() {
    check(expect![[r#"
        int main(void) {
            int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
            int a = x + y;
        //          ^^^^^ overflow: violated
            int b = x - y;
        //          ^^^^^ overflow: violated
            int c = x * y;
        //          ^^^^^ overflow: violated
            int d = -x;
        //          ^^ overflow: violated
            unsigned u = 3u * x + y - 1;
            if (x > 10 && x < 20) {
                a = x + 5;
        //          ^^^^^ overflow: holds
                b = 7 - x;
        //          ^^^^^ overflow: holds
                c = x * -3;
        //          ^^^^^^ overflow: holds
                d = -x;
        //          ^^ overflow: holds
            }
            return 0;
        }
    "#]]);
}

#[test]
fn products_of_wide_numbers_and_their_guards() {
    check(expect![[r#"
        int main(void) {
            long long x = __VERIFIER_nondet_longlong();
            long long y = x * 1000;
        //                ^^^^^^^^ overflow: violated
            if (x < -9223372036854775LL || x > 9223372036854775LL) return 0;
            y = x * 1000;
        //      ^^^^^^^^ overflow: holds
            y = x + 1;
        //      ^^^^^ overflow: holds
            y = (long long)__VERIFIER_nondet_int() * __VERIFIER_nondet_int();
            return 0;
        }
    "#]]);
}

#[test]
fn narrow_numbers_are_promoted_before_they_are_computed_with() {
    check(expect![[r#"
        struct fields { int narrow : 5; unsigned bits : 31; };
        int main(void) {
            short s = __VERIFIER_nondet_short();
            signed char c = (signed char)s;
            unsigned short u = (unsigned short)s;
            struct fields f;
            f.narrow = s;
            f.bits = u;
            s++;
            c += 127;
            c = -c;
            int a = s * c;
            a = u * 2 - s;
            f.narrow++;
        //  ^^^^^^^^^^ overflow: holds
            a = f.bits + 1;
        //      ^^^^^^^^^^ overflow: holds
            a = u * u;
        //      ^^^^^ overflow: violated
            return a;
        }
    "#]]);
}

#[test]
fn steps_and_compound_assignments_overflow_in_the_type_that_is_computed_in() {
    check(expect![[r#"
        int main(void) {
            int x = __VERIFIER_nondet_int();
            long l = __VERIFIER_nondet_int();
            x++;
        //  ^^^ overflow: violated
            --x;
        //  ^^^ overflow: holds
            x += 2;
        //  ^^^^^^ overflow: violated
            x += 1u;
            x -= l;
        //  ^^^^^^ overflow: holds
            l++;
        //  ^^^ overflow: holds
            return x;
        }
    "#]]);
}

#[test]
fn divisions_by_zero_and_quotients_that_do_not_fit() {
    check(expect![[r#"
        int main(void) {
            int n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
            unsigned u = __VERIFIER_nondet_uint();
            int q = 5 / 2 + n / 3 + n % 7;
            q = d ? 10 / d : 0;
            u = 7u / u;
        //      ^^^^^^ division-by-zero: violated
            q = n / -1;
        //      ^^^^^^ overflow: violated
            return q;
        }
    "#]]);
    check(expect![[r#"
        int main(void) {
            int n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
            if (d != 0 && n / d > 1) return 1;
        //                ^^^^^ overflow: violated
            return 0;
        }
    "#]]);
    check(expect![[r#"
        int main(void) {
            int n = __VERIFIER_nondet_short(), d = __VERIFIER_nondet_int();
            if (d == 0 || n % d > 1) return 1;
        //                ^^^^^ overflow: holds
            return n / d;
        //         ^^^^^ division-by-zero: holds
        //         ^^^^^ overflow: holds
        }
    "#]]);
}

#[test]
fn a_division_whose_value_is_not_used() {
    check(expect![[r#"
        int main(void) {
            int d = __VERIFIER_nondet_int();
            d % 0;
        //  ^^^^^ division-by-zero: violated
            return 0;
        }
    "#]]);
}

#[test]
fn shifts_by_too_much_and_what_they_shift_out() {
    check(expect![[r#"
        int main(void) {
            int x = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
            unsigned u = __VERIFIER_nondet_uint();
            unsigned a = u << k;
        //                    ^ shift: violated
            if (k < 0 || k > 31) return 0;
            a = u >> k;
        //           ^ shift: holds
            int b = 1 << k;
        //          ^^^^^^ overflow: violated
            if (k < 31) b = 1 << k;
        //                  ^^^^^^ overflow: holds
        //                       ^ shift: holds
            b = x << 3;
        //      ^^^^^^ overflow: violated
            if (x >= 0 && x < 8) b = x << 27;
        //                           ^^^^^^^ overflow: holds
            b = x << k;
        //      ^^^^^^ overflow: violated
        //           ^ shift: holds
            return b >> k;
        }
    "#]]);
}

#[test]
fn bits_in_the_sign_are_shifted_out() {
    check(expect![[r#"
        int main(void) {
            int a = 1 << 30;
            a = 1 << 31;
        //      ^^^^^^^ overflow: violated
            return a;
        }
    "#]]);
    check(expect![[r#"
        int main(void) {
            int x = -1;
            return x << 0;
        //         ^^^^^^ overflow: violated
        }
    "#]]);
}

#[test]
fn fractions_are_cut_off_before_a_number_must_fit() {
    check(expect![[r#"
        int main(void) {
            double d = __VERIFIER_nondet_double();
            int i = d;
        //          ^ float-conversion: violated
            _Bool b = d;
            int x = 7;
            x *= 1e9;
        //  ^^^^^^^^ float-conversion: violated
            return i;
        }
    "#]]);
    check(expect![[r#"
        int main(void) {
            double d = __VERIFIER_nondet_double();
            if (d > -1.0 && d < 256.0) {
                unsigned char c = d;
        //                        ^ float-conversion: holds
                unsigned u = (unsigned)d;
        //                             ^ float-conversion: holds
            }
            return 0;
        }
    "#]]);
    check(expect![[r#"
        int main(void) {
            double d = __VERIFIER_nondet_double();
            if (d > -1.0 && d < 256.0) {
                signed char s = (signed char)d;
        //                                   ^ float-conversion: violated
            }
            return 0;
        }
    "#]]);
    check(expect![[r#"
        int main(void) {
            float f = __VERIFIER_nondet_float();
            if (f >= -2147483648.0f && f < 2147483648.0f) {
                int i = f;
        //              ^ float-conversion: holds
                return i;
            }
            return 0;
        }
    "#]]);
}

#[test]
fn long_is_as_wide_as_the_data_model_says() {
    let program = |expect: Expect, data_model| check_for(data_model, &expect);
    program(
        expect![[r#"
            int main(void) {
                long x = __VERIFIER_nondet_int();
                x = x + 1;
            //      ^^^^^ overflow: holds
                return x << 31 > 0;
            //         ^^^^^^^ overflow: violated
            }
        "#]],
        DataModel::Lp64,
    );
    program(
        expect![[r#"
            int main(void) {
                long x = __VERIFIER_nondet_int();
                x = x + 1;
            //      ^^^^^ overflow: violated
                return x << 31 > 0;
            //         ^^^^^^^ overflow: violated
            }
        "#]],
        DataModel::Ilp32,
    );
}

#[test]
fn every_integer_type_has_bounds_of_its_own() {
    for (ty, width, data_model) in [
        ("int", 32, DataModel::Lp64),
        ("long", 64, DataModel::Lp64),
        ("long", 32, DataModel::Ilp32),
        ("long long", 64, DataModel::Ilp32),
        ("long long", 64, DataModel::Lp64),
    ] {
        let greatest = (1_u64 << (width - 1)) - 1;
        for (above, status) in [(0, CheckStatus::Proved), (1, CheckStatus::Violated)] {
            let text = format!(
                "int main(void) {{ {ty} x; __VERIFIER_assume(x <= {greatest} - 10 + {above}); x += 10; return 0; }}"
            );
            let report = report(&text, &Options { data_model, ..options(&ARITHMETIC) });
            let outcome: Vec<_> = report.checks.iter().map(|it| (it.property, it.status)).collect();
            assert_eq!(outcome, [(Property::Overflow, status)], "{text}");
        }
    }
    for ty in ["unsigned", "unsigned long", "unsigned long long", "unsigned short", "char", "_Bool"] {
        let text = format!("int main(void) {{ {ty} x; x += 10; x++; x = x - 3; return 0; }}");
        assert!(report(&text, &options(&ARITHMETIC)).checks.is_empty(), "{text}");
    }
}

/// Intervals alone, without anybody who searches.
#[test]
fn counters_below_a_bound_are_settled_by_intervals() {
    let text = "int main(void) {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            int j = i - 5;
            sum = i * 7 + (i << 2) - i / (i + 1);
            sum = sum % (i + i + 1) * (j * j - i) + (1 << i) - -j;
        }
        return 0;
    }";
    let options = options(&ARITHMETIC);
    let loaded = input::in_memory("test.c", text, &options).expect("a text");
    let program = translate(&loaded, &options).expect("a program").program;
    let nobody = Answered { is_complete: false, traces: &[], others: &[], holds_within: false, by: None };
    let settled = Settled::of(&program, &Limits::unlimited());
    let examination = check_outcomes(&program, &nobody, settled.findings.as_ref());
    assert!(program.checks.len() > 10);
    for outcome in &examination.checks {
        let message = &program.checks[outcome.check.0 as usize].message;
        assert_eq!(outcome.status, CheckStatus::Proved, "{message}");
        assert_eq!(outcome.by, Some(DecidedBy::AbstractInterpretation), "{message}");
    }
}

#[test]
fn messages_name_what_is_computed() {
    let text = "int main(void) {
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
        int c = a + b, d = a % b, e = a << b;
        return (int)__VERIFIER_nondet_double();
    }";
    let report = report(text, &options(&ARITHMETIC));
    let messages: Vec<&str> = report.checks.iter().map(|it| it.message.as_str()).collect();
    for expected in [
        "signed overflow: `a + b` does not fit into `int`",
        "division by zero: `a % b`",
        "signed overflow: `a % b` does not fit into `int`",
        "shift by `b`, which is not in 0 to 31",
        "signed overflow: `a << b` does not fit into `int`",
        "conversion: `__VERIFIER_nondet_double()` does not fit into `int`",
    ] {
        assert!(messages.contains(&expected), "{expected} is not among {messages:#?}");
    }
}

/// What is not checked does what gcc's code does.
mod not_selected {
    use super::*;

    #[test]
    fn overflow_wraps_around() {
        assert!(reaches("int main(void) { int x = 2147483647; x++; if (x < 0) reach_error(); return 0; }"));
        assert!(!reaches("int main(void) { int x = 2147483647; if (x + 1 > x) reach_error(); return 0; }"));
    }

    #[test]
    fn nothing_goes_on_behind_a_division_by_zero() {
        let text = "int main(void) { int d = __VERIFIER_nondet_int(), q = 7 / d; if (d == 0) reach_error(); return 0; }";
        let report = report(text, &options(&[Property::UnreachCall]));
        assert_eq!(report.verdict, Verdict::Safe);
        let kinds: Vec<AssumptionKind> = report.assumptions.iter().map(|it| it.kind).collect();
        assert!(kinds.contains(&AssumptionKind::UndefinedOperation), "{kinds:?}");
        assert!(reaches(&text.replace("d == 0", "d == 3")));
    }

    #[test]
    fn nothing_goes_on_behind_a_quotient_that_does_not_fit_unless_gcc_negates() {
        let divide = |by: &str| {
            format!(
                "int main(void) {{ int d = -1, n = __VERIFIER_nondet_int(), q = n / {by}; \
                 if (n == -2147483647 - 1) reach_error(); return 0; }}"
            )
        };
        assert!(!reaches(&divide("d")));
        assert!(reaches(&divide("-1")));
    }

    #[test]
    fn the_amount_of_a_shift_counts_modulo_the_width() {
        let is_never = |condition: &str| {
            let text = format!(
                "int main(void) {{ int x = 5, k = 33, m = -1; unsigned u = 5; long long l = 5; \
                 if ({condition}) reach_error(); return 0; }}"
            );
            !reaches(&text)
        };
        for same in ["(x << k) != 10", "(x << 33) != 10", "(u >> k) != 2", "(u << m) != 2147483648u"] {
            assert!(is_never(same), "{same}");
        }
        assert!(is_never("(l << 70) != 320 || (l << (k + 37)) != 320"));
        assert!(!is_never("(x << k) == 10"));
    }
}

/// `-fwrapv` does not make divisions defined, as with gcc.
#[test]
fn what_wraps_around_on_request_is_neither_checked_nor_assumed() {
    use faultscope_frontend::c::{self, CConfig};
    use faultscope_frontend::{Input, InputFile};
    let text = "int main(void) { int x; x++; x = -x; x = x * x - x; x <<= 3; x = x / x; return 0; }";
    let file = InputFile { name: "a.c".to_owned(), text: text.to_owned(), originals: Vec::new() };
    let input = Input { files: vec![file] };
    for (wraps, n_checks) in [(true, 1), (false, 6)] {
        let dialect = Dialect { wraps, ..Dialect::default() };
        let config = CConfig { properties: [Property::Overflow].into(), dialect, ..CConfig::default() };
        let program = c::translate(&input, &config).program.expect("a program");
        assert_eq!(program.checks.len(), n_checks, "{:#?}", program.checks);
        let config = CConfig { properties: BTreeSet::new(), dialect, ..CConfig::default() };
        let program = c::translate(&input, &config).program.expect("a program");
        let assumed = program.assumptions.iter().any(|it| it.kind == AssumptionKind::SignedOverflow);
        assert_eq!(assumed, !wraps);
    }
}

#[test]
fn results_of_128_bits_may_not_fit() {
    check(expect![[r#"
        extern __int128 __VERIFIER_nondet_int128(void);
        int main(void) {
            __int128 x = __VERIFIER_nondet_int128(), y = __VERIFIER_nondet_int128();
            switch (__VERIFIER_nondet_int()) {
                case 0: x = x + y; break;
        //                  ^^^^^ overflow: violated
                case 1: x = x - y; break;
        //                  ^^^^^ overflow: violated
                case 2: x = -x; break;
        //                  ^^ overflow: violated
                case 3: x = x + 1; break;
        //                  ^^^^^ overflow: violated
                case 4: x = 1 - x; break;
        //                  ^^^^^ overflow: violated
                case 5: x--; break;
        //              ^^^ overflow: violated
                case 6: x = x * 3; break;
        //                  ^^^^^ overflow: violated
                case 7: x = x * -1; break;
        //                  ^^^^^^ overflow: violated
            }
            return 0;
        }
    "#]]);
}

#[test]
fn results_of_128_bits_fit_where_operands_are_small() {
    check(expect![[r#"
        extern __int128 __VERIFIER_nondet_int128(void);
        int main(void) {
            __int128 x = __VERIFIER_nondet_int128(), limit = (__int128)1 << 126;
            long long l = __VERIFIER_nondet_longlong();
            if (x < -limit || x >= limit) return 0;
        //          ^^^^^^ overflow: holds
            __int128 a = x + x;
        //               ^^^^^ overflow: holds
            a = x * 2;
        //      ^^^^^ overflow: holds
            a = -x;
        //      ^^ overflow: holds
            a = x + l;
        //      ^^^^^ overflow: holds
            a = (__int128)l * __VERIFIER_nondet_longlong();
            return 0;
        }
    "#]]);
}

#[test]
fn numbers_of_128_bits_are_divided_and_shifted() {
    check(expect![[r#"
        extern __int128 __VERIFIER_nondet_int128(void);
        int main(void) {
            __int128 x = __VERIFIER_nondet_int128(), y = __VERIFIER_nondet_int128();
            unsigned __int128 u = x;
            int n = __VERIFIER_nondet_int();
            switch (__VERIFIER_nondet_int()) {
                case 0: x / y; break;
        //              ^^^^^ division-by-zero: violated
        //              ^^^^^ overflow: violated
                case 1: x % -1; break;
        //              ^^^^^^ overflow: violated
                case 2: u << n; break;
        //                   ^ shift: violated
                case 3: (__int128)1 << 126; break;
                case 4: (__int128)1 << 127; break;
        //              ^^^^^^^^^^^^^^^^^^ overflow: violated
                case 5: x >> n; break;
        //                   ^ shift: violated
            }
            return 0;
        }
    "#]]);
    check(expect![[r#"
        extern __int128 __VERIFIER_nondet_int128(void);
        int main(void) {
            unsigned __int128 u = __VERIFIER_nondet_int128();
            int n = __VERIFIER_nondet_int();
            u / (u | 1);
        //  ^^^^^^^^^^^ division-by-zero: holds
            u >> 127;
            if (n >= 0 && n < 128) u >> n;
        //                              ^ shift: holds
            return 0;
        }
    "#]]);
}

#[test]
fn floating_point_values_may_not_fit_into_128_bits() {
    check(expect![[r#"
        int main(void) {
            __int128 x;
            if (__VERIFIER_nondet_int()) x = (__int128)__VERIFIER_nondet_double();
        //                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ float-conversion: violated
            else x = (unsigned __int128)__VERIFIER_nondet_float();
        //       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ float-conversion: violated
            return 0;
        }
    "#]]);
    check(expect![[r#"
        int main(void) {
            double d = __VERIFIER_nondet_double();
            float f = __VERIFIER_nondet_float();
            __int128 x;
            if (d > -1e38 && d < 1e38) x = (__int128)d;
        //                                           ^ float-conversion: holds
            if (f > -1 && f < 3e38f) x = (unsigned __int128)f;
        //                                                  ^ float-conversion: holds
            return 0;
        }
    "#]]);
}

#[test]
fn numbers_of_128_bits_are_what_they_are() {
    assert!(reaches(
        "int main(void) { unsigned long long a = 1ull << 40; if ((unsigned __int128)a * a >> 64 == 65536) reach_error(); return 0; }"
    ));
    assert!(!reaches(
        "int main(void) { long long x = __VERIFIER_nondet_longlong(); __int128 y = x; y <<= 64; if ((long long)(y >> 64) != x) reach_error(); return 0; }"
    ));
    let product = |condition: &str| {
        format!(
            "int main(void) {{ short x = __VERIFIER_nondet_short(); __int128 square = (__int128)x * x << 70; if ({condition}) reach_error(); return 0; }}"
        )
    };
    assert!(reaches(&product("square == (__int128)1 << 100")));
    assert!(!reaches(&product("square > (__int128)1 << 100")));
    let halves = |condition: &str| {
        format!(
            "union halves {{ __int128 whole; unsigned long long half[2]; }}; int main(void) {{ union halves u; \
             u.whole = __VERIFIER_nondet_longlong(); if ({condition}) reach_error(); return 0; }}"
        )
    };
    assert!(reaches(&halves("u.half[1] == -1ull")));
    assert!(!reaches(&halves("u.half[1] + 1 > 1")));
    let overflow = |condition: &str| {
        format!(
            "int main(void) {{ unsigned __int128 x = __VERIFIER_nondet_uint(), r; x <<= 96; \
             int o = __builtin_mul_overflow(x, 2, &r); if ({condition}) reach_error(); return 0; }}"
        )
    };
    assert!(reaches(&overflow("o && r >> 96 == 2")));
    assert!(!reaches(&overflow("o != (x >> 127 == 1)")));
    // A constant beyond 64 bits has the widest type that gcc has.
    assert!(!reaches(
        "int main(void) { if (-9223372036854775808 > 0 || sizeof 9223372036854775808 != 16) reach_error(); return 0; }"
    ));
}

#[test]
fn a_value_that_does_not_fit_into_128_bits_is_not_followed() {
    let verdict = |condition: &str| {
        let text = format!(
            "int main(void) {{ double d = __VERIFIER_nondet_double(); if ({condition}) if ((__int128)d == 7) reach_error(); return 0; }}"
        );
        report(&text, &options(&[Property::UnreachCall])).verdict
    };
    assert_eq!(verdict("d == 7.5"), Verdict::Unsafe);
    assert_eq!(verdict("d > 8 && d < 1e38"), Verdict::Safe);
    assert_eq!(verdict("d > 1e39"), Verdict::Unknown);
}
