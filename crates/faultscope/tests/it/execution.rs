//! Executions: what programs print and how they end, beside them; and that gcc's programs do the same, where there is a gcc.

use crate::folder::Folder;
use expect_test::{Expect, expect};
use faultscope::execute::{Executed, Outcome, execute, for_execution};
use faultscope::{Options, input, translate};
use faultscope_frontend::c::DataModel;
use faultscope_solver::Limits;
use faultscope_testkit::compiler::Compiler;
use faultscope_verify::environment::Input;

const PRELUDE: &str = "\
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
int printf(const char *, ...); int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...); int snprintf(char *, unsigned long, const char *, ...);
int vprintf(const char *, __builtin_va_list); int vfprintf(FILE *, const char *, __builtin_va_list);
int vsprintf(char *, const char *, __builtin_va_list);
int vsnprintf(char *, unsigned long, const char *, __builtin_va_list);
int scanf(const char *, ...); int sscanf(const char *, const char *, ...);
int puts(const char *); int putchar(int); int fputs(const char *, FILE *); int getchar(void); void perror(const char *);
FILE *fopen(const char *, const char *); int fclose(FILE *); char *fgets(char *, int, FILE *); int fgetc(FILE *);
void *malloc(unsigned long); void free(void *); void exit(int); void abort(void); int atexit(void (*)(void));
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
long strtol(const char *, char **, int); double strtod(const char *, char **); int atoi(const char *);
int rand(void); void srand(unsigned); char *getenv(const char *);
unsigned long strlen(const char *); char *strerror(int); char *strcpy(char *, const char *);
int isalpha(int); int toupper(int); double sqrt(double); double pow(double, double); double floor(double);
";

/// What a program does with an input.
fn executed(text: &str, stdin: &str) -> Executed {
    let options = for_execution(&Options { data_model: DataModel::Lp64, ..Options::standard() });
    let loaded = input::in_memory("test.c", text, &options).expect("C");
    let translated = translate(&loaded, &options).expect("a program");
    let input = Input { stdin: stdin.as_bytes().to_vec(), ..Input::default() };
    execute(&translated.program, input, 50_000_000, &Limits::unlimited())
}

fn shown(stdout: &[u8], stderr: &[u8], status: &str) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let mut shown = text(stdout);
    if !stderr.is_empty() {
        shown += &format!("--- standard error\n{}", text(stderr));
    }
    format!("{shown}--- {status}\n")
}

/// Compares what a program does with what is expected, and that with what gcc's program does.
#[track_caller]
fn check(program: &str, stdin: &str, expected: Expect) {
    let text = format!("{PRELUDE}{program}");
    let Executed { stdout, stderr, outcome, .. } = executed(&text, stdin);
    let status = match outcome {
        Outcome::Status(status) => format!("status {status}"),
        Outcome::Aborted => "aborted".to_owned(),
        outcome => format!("{outcome:?}"),
    };
    let shown_here = shown(&stdout, &stderr, &status);
    expected.assert_eq(&shown_here);
    let Some(compiler) = Compiler::find() else { return };
    let output = compiler.execution("program", &text, stdin.as_bytes()).expect("gcc takes it");
    let status = match output.status.code() {
        Some(status) => format!("status {status}"),
        None => "aborted".to_owned(),
    };
    assert_eq!(shown(&output.stdout, &output.stderr, &status), shown_here, "what gcc's program does");
}

#[test]
fn printing_lists_of_arguments() {
    check(
        r#"
struct pair { int x; double y; };
static int to(char *text, unsigned long limit, const char *format, ...) {
  __builtin_va_list ap, copy;
  __builtin_va_start(ap, format);
  __builtin_va_copy(copy, ap);
  int n = limit ? vsnprintf(text, limit, format, ap) : vsprintf(text, format, ap);
  fprintf(stderr, "<%d>", vfprintf(stderr, format, copy));
  __builtin_va_end(ap);
  __builtin_va_end(copy);
  return n;
}
static void shown(const char *format, ...) {
  __builtin_va_list ap;
  __builtin_va_start(ap, format);
  for (; *format; format++) {
    struct pair pair;
    switch (*format) {
    case 'f': vprintf("%d %s %c|", ap); break;
    case 'd': printf("%d|", __builtin_va_arg(ap, int)); break;
    case 'e': printf("%.2f|", __builtin_va_arg(ap, double)); break;
    case 'p': pair = __builtin_va_arg(ap, struct pair); printf("%d %.1f|", pair.x, pair.y); break;
    }
  }
  __builtin_va_end(ap);
}
int main(void) {
  char text[100];
  struct pair pair = { 3, 4.5 };
  printf("%d", to(text, 0, "%s %*d %-4x| %lu %lld %5.1f %Lg %c%%", "text", 6, -5, 255u, 7UL, -8LL, 2.25f, 1.5L, 'c'));
  printf("%s\n", text);
  printf("%d", to(text, 4, "%.*s and %d", 3, "shortened", 12));
  printf("%s\n", text);
  shown("dfep", 1, 2, "two", 't', 0.125, pair);
}"#,
        "",
        expect![[r#"
            35text     -5 ff  | 7 -8   2.2 1.5 c%
            10sho
            1|2 two t|0.12|3 4.5|--- standard error
            text     -5 ff  | 7 -8   2.2 1.5 c%<35>sho and 12<10>--- status 0
        "#]],
    );
}

#[test]
fn printing_numbers() {
    check(
        r#"
int main(void) {
  int n;
  printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d\n", 42, 42, 42, 42, 42, 42, 7);
  printf("%u %x %X %o %#x %#o\n", 4000000000u, 255, 255, 8, 255, 8);
  printf("%hhd %hu %ld %lld %zu\n", 300, 70000, 1L << 40, -1LL, sizeof(int));
  printf("%f %.2f %e %g %G %a %Lf\n", 3.5, 2.675, 12345.678, 1e-10, 1e20, 0.1, 1.0L / 3);
  printf("%*d|%-*d|%.*f\n", 6, 42, 6, 42, 2, 3.14159);
  printf("%c%5c|%s|%10s|%-10s|%.2s|%lc%ls\n", 'x', 'y', "a", "b", "c", "defg", L'w', L"ide");
  printf("%p %%|abc%n\n", (void *)0, &n);
  return printf("%d\n", n);
}"#,
        "",
        expect![[r#"
            42|   42|42   |00042|+42| 42|007
            4000000000 ff FF 10 0xff 010
            44 4464 1099511627776 -1 4
            3.500000 2.67 1.234568e+04 1e-10 1E+20 0x1.999999999999ap-4 0.333333
                42|42    |3.14
            x    y|a|         b|c         |de|wide
            (nil) %|abc
            11
            --- status 3
        "#]],
    );
}

#[test]
fn formats_that_are_chosen_when_they_are_used() {
    check(
        r#"
int main(void) {
  const char *formats[] = { "%d", "%5d|", "%-5d|", "%05x\n" };
  for (int i = 0; i < 4; i++) printf(formats[i], 42 + i);
  printf(formats[0][1] == 'd' ? "yes %s\n" : "no %s\n", "indeed");
  const char *mixed = "%5.2f|%-4d|%c|%%|%lx|%s\n";
  char text[80];
  int n = sprintf(text, mixed, 3.14159, 7, 'q', 255L, "end");
  printf("%d %s", n, text);
  n = snprintf(text, 8, mixed, 2.5, 1, 'r', 16L, "end");
  printf("%d %s\n", n, text);
  fprintf(stderr, mixed, 1.0, 2, 's', 3L, "there");
  return 0;
}"#,
        "",
        expect![[r#"
            42   43|44   |0002d
            yes indeed
            22  3.14|7   |q|%|ff|end
            22  2.50|1
            --- standard error
             1.00|2   |s|%|3|there
            --- status 0
        "#]],
    );
}

#[test]
fn reading_by_formats() {
    check(
        r#"
int main(void) {
  int i, n; char c, word[20]; float f; double d; long l;
  n = scanf("%d%*C%c", &i, &c); printf("%d %d %c\n", n, i, c);
  n = scanf(" %[a-z]%n", word, &i); printf("%d %s %d\n", n, word, i);
  n = scanf("%5s%d", word, &i); printf("%d %s %d\n", n, word, i);
  n = scanf("%f %lf %lx", &f, &d, &l); printf("%d %f %f %ld\n", n, f, d, l);
  n = scanf("%d", &i); printf("%d %d\n", n, i);
  while ((n = getchar()) != -1) putchar(toupper(n));
  n = scanf("%d", &i); printf("%d\n", n);
  n = sscanf("7, eight", "%d, %s", &i, word); printf("%d %d %s\n", n, i, word);
  return 0;
}"#,
        "12xy abc hello77 1.5 2.5 ff rest\nmore\n",
        expect![[r#"
            2 12 y
            1 abc 4
            2 hello 77
            3 1.500000 2.500000 255
            0 77
            REST
            MORE
            -1
            2 7 eight
            --- status 0
        "#]],
    );
}

#[test]
fn sorting_calls_the_comparator() {
    check(
        r#"
struct item { int key; double weight; char name[6]; };
int by_key(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  printf(" %s?%s", x->name, y->name);
  return x->key < y->key ? -1 : x->key > y->key;
}
int ascending(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
int values[3000];
int main(void) {
  struct item items[5] = { {3, 1.5, "c"}, {1, 2.5, "a"}, {2, 3, "b"}, {3, 0, "d"}, {1, 9, "e"} };
  qsort(items, 5, sizeof *items, by_key);
  printf("\n");
  for (int i = 0; i < 5; i++) printf("%d %g %s\n", items[i].key, items[i].weight, items[i].name);
  unsigned state = 1, sum = 0;
  for (int i = 0; i < 3000; i++) { state = state * 1103515245u + 12345u; values[i] = state >> 8; }
  qsort(values, 3000, sizeof *values, ascending);
  for (int i = 0; i < 3000; i++) sum = sum * 31 + values[i];
  printf("%u %d %d\n", sum, values[0] <= values[1], values[2998] <= values[2999]);
  return 0;
}"#,
        "",
        expect![[r#"
             c?a d?e b?e b?d a?e c?e c?b c?d
            1 2.5 a
            1 9 e
            2 3 b
            3 1.5 c
            3 0 d
            1544689946 1 1
            --- status 0
        "#]],
    );
}

#[test]
fn ends_of_programs() {
    check(
        r#"
void first(void) { printf("first\n"); }
void last(void) { printf("last\n"); }
void deep(int n) { if (n == 0) exit(7); deep(n - 1); }
int main(void) { atexit(last); atexit(first); deep(5); printf("never\n"); return 0; }"#,
        "",
        expect![[r#"
            first
            last
            --- status 7
        "#]],
    );
    check(
        "int main(void) { abort(); }",
        "",
        expect![[r#"
        --- aborted
    "#]],
    );
    check(
        "int main(void) { return 300; }",
        "",
        expect![[r#"
        --- status 44
    "#]],
    );
}

#[test]
fn what_went_wrong_has_a_text() {
    check(
        r#"
int main(void) {
  if (!fopen("there/is/none", "r")) perror("open");
  printf("%s|%s|%s\n", strerror(0), strerror(22), strerror(9999));
  printf("%s\n", getenv("THERE_IS_NO_SUCH_VARIABLE") ? "set" : "not set");
  return 0;
}"#,
        "",
        expect![[r#"
            Success|Invalid argument|Unknown error 9999
            not set
            --- standard error
            open: No such file or directory
            --- status 0
        "#]],
    );
}

#[test]
fn numbers_of_the_library() {
    check(
        r#"
int main(void) {
  char *end;
  printf("%ld %d ", strtol("0x1fz", &end, 0), atoi("  -42x")); puts(end);
  printf("%g ", strtod("1.5e3x", &end)); puts(end);
  printf("%.6f %.6f %.1f\n", sqrt(2), pow(2, 0.5), floor(-1.5));
  srand(1);
  for (int i = 0; i < 3; i++) printf(" %d", rand());
  printf("\n");
  return 0;
}"#,
        "",
        expect![[r#"
            31 -42 z
            1500 x
            1.414214 1.414214 -2.0
             1804289383 846930886 1681692777
            --- status 0
        "#]],
    );
}

#[test]
fn printing_through_pointers() {
    check(
        r#"
int (*to_output)(const char *, ...) = printf, (*to_stream)(FILE *, const char *, ...) = &fprintf;
int main(void) {
  char text[20];
  int (*to_text)(char *, const char *, ...) = sprintf;
  int (*some)(char *, unsigned long, const char *, ...) = &snprintf;
  int n = to_output("%d %s %c %.2f %ld\n", 5, "abc", 'x', 2.5, 7L);
  n += to_stream(stderr, "<%5d|%-5d>", n, n);
  n += to_text(text, "%x-%s", 255, "q");
  to_output("%s %d\n", text, n);
  n = some(text, 4, "%d", 123456);
  to_output(n == 6 && to_output != 0 && to_output == printf ? "%s\n" : "", text);
  return n;
}"#,
        "",
        expect![[r#"
            5 abc x 2.50 7
            ff-q 32
            123
            --- standard error
            <   15|15   >--- status 6
        "#]],
    );
}

#[test]
fn what_is_written_out_of_sight_is_not_passed_over() {
    let declared = "int dprintf(int, const char *, ...); int (*print)(int, const char *, ...) = dprintf;";
    let program = format!("{declared} int main(void) {{ print(1, \"%d\\n\", 5); return 0; }}");
    check_stop(&program, "`dprintf` has no body");
}

#[test]
fn values_that_nobody_wrote_decide_whether_arithmetic_is_undefined() {
    let used = |main: &str| {
        let program = format!("int main(void) {{ {main} return 0; }}");
        match executed(&program, "").outcome {
            Outcome::Violated(_) => true,
            Outcome::Status(0) => false,
            outcome => panic!("{outcome:?}: {program}"),
        }
    };
    assert!(used("int a, b, sum = a + b;"));
    assert!(used("int a; a = -a;"));
    assert!(used("int a, b = 4 / a;"));
    assert!(used("unsigned a = 1, b; a <<= b;"));
    assert!(!used("unsigned a, b, sum = a + b;"));
    assert!(!used("int a, b = a & 1;"));
}

#[test]
fn executions_go_on_behind_what_the_machine_computes() {
    let text = "#include <stdio.h>\n#include <limits.h>\nint main(void) {\n  int n = INT_MAX;\n  n++;\n  \
        printf(\"%d %d %d\\n\", n, -2 << 1, (int)(1e10 + n));\n  return 0;\n}\n";
    let folder = Folder::with(&[("a.c", text)]);
    let output = folder.faultscope("run").arg("a.c").output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "-2147483648 -4 -2147483648\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("a.c:5:3") && said.contains("`(1e10 + n)` does not fit"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn bytes_are_put_back() {
    check(
        r#"
int ungetc(int, FILE *); int feof(FILE *);
int main(void) {
  int c = getchar();
  printf("%c ", c);
  printf("%d ", ungetc('Z', stdin));
  c = getchar(); printf("%c ", c);
  c = getchar(); printf("%c ", c);
  ungetc('b', stdin);
  c = getchar(); printf("%c ", c);
  c = getchar(); printf("%d %d\n", c, feof(stdin) != 0);
  printf("%d ", ungetc(-1, stdin));
  printf("%d ", feof(stdin) != 0);
  ungetc('7', stdin);
  printf("%d ", feof(stdin) != 0);
  int number = 0;
  printf("%d ", scanf("%d", &number));
  printf("%d %d\n", number, feof(stdin) != 0);
  return ungetc('q', stdin) == 'q' && getchar() == 'q' && getchar() == -1;
}"#,
        "ab",
        expect![[r#"
            a 90 Z b b -1 1
            -1 1 0 1 7 1
            --- status 1
        "#]],
    );
}

#[test]
fn reading_a_string_to_its_end_leaves_the_input_alone() {
    check(
        r#"
int feof(FILE *);
int main(void) {
  char line[8];
  int number = 0;
  while (!feof(stdin) && fgets(line, 8, stdin)) {
    line[1] = 0;
    printf("%d ", sscanf(line, "%d", &number));
    printf("%d\n", number);
  }
  return 0;
}"#,
        "1\n2\n",
        expect![[r#"
            1 1
            1 2
            --- status 0
        "#]],
    );
}

#[test]
fn strings_compare_as_in_the_c_library() {
    check(
        r#"
int strcmp(const char *, const char *); int strncmp(const char *, const char *, unsigned long);
int memcmp(const void *, const void *, unsigned long); int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, unsigned long); int strcoll(const char *, const char *);
int by_text(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
int main(void) {
  char a[] = "apple", b[] = "apricot", c[] = "ap", *all[] = {b, a, c};
  int r = strcmp(a, b);
  if (r < 0) puts("less");
  int (*volatile compare)(const char *, const char *) = strcmp;
  printf("%d %d %d %d\n", compare(a, b), compare(b, a), compare(a, c), compare(a, a));
  int (*volatile compare_some)(const char *, const char *, unsigned long) = strncmp;
  printf("%d %d %d\n", compare_some(a, b, 2), compare_some(a, b, 3), compare_some("\xff", a, 1));
  int (*volatile compare_bytes)(const void *, const void *, unsigned long) = memcmp;
  printf("%d %d\n", compare_bytes(a, b, 6), compare_bytes(b, a, 2));
  int (*volatile compare_letters)(const char *, const char *) = strcasecmp;
  printf("%d %d\n", compare_letters("APPLE", a), compare_letters(a, "_"));
  int (*volatile compare_some_letters)(const char *, const char *, unsigned long) = strncasecmp;
  printf("%d %d\n", compare_some_letters("APPLE", b, 2), compare_some_letters("APPLE", b, 3));
  int (*volatile collate)(const char *, const char *) = strcoll;
  printf("%d\n", collate(c, a));
  qsort(all, 3, sizeof all[0], by_text);
  printf("%s %s %s\n", all[0], all[1], all[2]);
  return 0;
}"#,
        "",
        expect![[r#"
            less
            -2 2 112 0
            0 -2 158
            -2 0
            0 2
            0 -2
            -112
            ap apple apricot
            --- status 0
        "#]],
    );
}

#[test]
fn the_end_of_the_input_is_told_until_a_value_is_stored() {
    check(
        r#"
int main(void) {
  int x = 5, y = 6;
  printf("%d ", scanf("%d", &x));
  printf("%d ", scanf("%*s%d", &y));
  printf("%d ", scanf("%*d"));
  printf("%d ", sscanf("1", "%*d%d", &y));
  printf("%d ", sscanf("1", "%*d %c", (char *)&y));
  printf("%d ", sscanf("1", "%*d,%d", &y));
  printf("%d ", sscanf("1 x", "%*d%d", &y));
  printf("%d ", sscanf("1", "%d%d", &x, &y));
  printf("%d %d\n", x, y);
  return 0;
}"#,
        "3 word",
        expect![[r#"
            1 -1 -1 -1 -1 -1 0 1 1 6
            --- status 0
        "#]],
    );
}

/// What stops the execution of a program that cannot be followed.
#[track_caller]
fn check_stop(program: &str, expected: &str) {
    let Executed { outcome, .. } = executed(&format!("{PRELUDE}{program}"), "");
    assert!(
        matches!(&outcome, Outcome::Unsupported { message, .. } if message == expected),
        "{outcome:?}: {program}"
    );
}

#[test]
fn calls_of_functions_without_body_are_not_passed_over() {
    let main = |body: &str| format!("int main(void) {{ {body} return 0; }}");
    let fill = "void fill(int *, int);";
    check_stop(
        &format!("{fill} {}", main(r#"int a[2] = {1, 2}; fill(a, 2); printf("%d\n", a[0]);"#)),
        "`fill` has no body",
    );
    check_stop(&format!("int next(void); {}", main("next();")), "`next` has no body");
    check_stop(&format!("char *name(void); {}", main("char *s = name();")), "`name` has no body");
    check_stop(
        &format!("struct pair {{ int a, b; }}; struct pair make(void); {}", main("struct pair p = make();")),
        "`make` has no body",
    );
    check_stop(
        &format!("{fill} void (*chosen)(int *, int) = fill; {}", main("chosen(0, 0);")),
        "`fill` has no body",
    );
    check_stop(&format!("int dup(int); {}", main("dup(1);")), "`dup` has no body");
    check_stop(&format!("int kill(int, int); {}", main("kill(1, 6);")), "`kill` has no body");
    check_stop(&format!("int system(const char *); {}", main(r#"system("true");"#)), "`system` has no body");
}

#[test]
fn functions_without_body_matter_where_they_are_called() {
    check(
        r#"
int main(void) {
  extern void fill(int *, int);
  int a[2] = {1, 2};
  if (a[0] > 1) fill(a, 2);
  printf("%d\n", a[0]);
  return 0;
}
void fill(int *a, int n) { a[n - 1] = 0; }"#,
        "",
        expect![[r#"
            1
            --- status 0
        "#]],
    );
    let program = "void fill(int *); int main(int n, char **v) { if (n > 5) fill(&n); return n; }";
    assert_eq!(executed(&format!("{PRELUDE}{program}"), "").outcome, Outcome::Status(1));
}

/// A small generator of numbers (xorshift), the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[(self.next() >> 20) as usize % choices.len()]
    }

    /// A format with one conversion, and an argument for it.
    fn printed(&mut self) -> (String, String) {
        let flags = self.pick(&["", "", "-", "+", " ", "0", "#", "-+", "#0", "+0"]);
        let width = self.pick(&["", "", "1", "8", "25"]);
        let precision = self.pick(&["", "", ".0", ".1", ".", ".7", ".20"]);
        let bits = self.next() >> (self.next() % 64);
        let sign = self.pick(&["", "-"]);
        let (conversion, argument) = match self.next() >> 20 & 3 {
            0 => {
                let length = self.pick(&["hh", "h", ""]);
                // What the flags mean for other conversions is not defined.
                let kind =
                    self.pick(if flags.contains('#') { &["x", "X", "o"] } else { &["d", "i", "u", "x"] });
                (format!("{length}{kind}"), format!("{}", bits as i32))
            }
            1 => {
                let length = self.pick(&["l", "ll", "j", "z"]);
                let kind =
                    self.pick(if flags.contains('#') { &["x", "X", "o"] } else { &["d", "u", "X", "o"] });
                (format!("{length}{kind}"), format!("{}L", bits as i64 >> 1))
            }
            number => {
                let value = match self.next() >> 20 & 3 {
                    0 => f64::from_bits(bits),
                    1 => (bits % 100_000) as f64 / 8.0,
                    2 => (bits % 1_000_000) as f64,
                    _ => bits as f64 * 1e-9,
                };
                let value = if value.is_finite() { value } else { 0.5 };
                let kind = self.pick(&["f", "e", "g", "G", "E", "a"]);
                let (length, suffix) = if number == 2 { ("", "") } else { ("L", "L") };
                let divided = if number == 2 { "" } else { " / 3" };
                (format!("{length}{kind}"), format!("{sign}{value:e}{suffix}{divided}"))
            }
        };
        (format!("%{flags}{width}{precision}{conversion}"), argument)
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn numbers_are_printed_as_gccs_program_prints_them() {
    let Some(compiler) = Compiler::find() else {
        eprintln!("skipped: there is no gcc for a 64-bit machine");
        return;
    };
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for round in 0..4 {
        let mut body = String::new();
        for _ in 0..100 {
            let (format, argument) = random.printed();
            let call = match round {
                0 | 1 => format!("printf(\"{format}|%d\\n\", {argument}, 5)"),
                2 => format!("at = \"{format}|%d\\n\"; printf(at, {argument}, 6)"),
                _ => format!(
                    "n = sprintf(text, \"{format}|%d\", {argument}, 7); printf(\"%d %s\\n\", n, text)"
                ),
            };
            body += &format!("  {call};\n");
        }
        let program = format!(
            "{PRELUDE}char text[600];\nint main(void) {{\n  const char *at; int n;\n{body}  return 0;\n}}\n"
        );
        let expected = compiler.execution("numbers", &program, b"").expect("gcc takes it");
        let Executed { stdout, outcome, .. } = executed(&program, "");
        let lines =
            |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>();
        let (found, expected) = (lines(&stdout), lines(&expected.stdout));
        for ((found, expected), call) in found.iter().zip(&expected).zip(body.lines()) {
            assert_eq!(found, expected, "{call}");
        }
        assert_eq!((found.len(), outcome), (expected.len(), Outcome::Status(0)));
    }
}

#[test]
fn functions_of_the_compiler_for_bits() {
    check(
        r#"
int ffs(int); unsigned long long sum;
void add(unsigned long long x) { sum = sum * 31 + x; }
int main(void) {
  unsigned long long n = 1;
  for (int i = 0; i < 200; i++) {
    n = n * 6364136223846793005ULL + 1442695040888963407ULL;
    unsigned long long m = i == 7 ? 0 : i == 9 ? -1 : n >> i % 64;
    add(__builtin_popcountll(m)); add(__builtin_popcountl(m)); add(__builtin_popcount(m));
    add(__builtin_parityll(m)); add(__builtin_parity(m)); add(__builtin_ffsll(m)); add(__builtin_ffs(m)); add(ffs(m));
    add(__builtin_clrsbll(m)); add(__builtin_clrsbll(-m)); add(__builtin_clrsb(m)); add(__builtin_clrsbl(m));
    add(__builtin_bswap64(m)); add(__builtin_bswap32(m)); add(__builtin_bswap16(m));
    if (m) add(__builtin_clzll(m)), add(__builtin_ctzll(m)), add(__builtin_clzl(m));
    if ((unsigned)m) add(__builtin_clz(m)), add(__builtin_ctz(m));
  }
  printf("%llu %d %d\n", sum, __builtin_clzl(1), __builtin_popcountl(-1));
  return 0;
}"#,
        "",
        expect![[r#"
            3640992059374522164 63 64
            --- status 0
        "#]],
    );
}

#[test]
fn functions_of_the_compiler_are_not_those_of_the_program() {
    check(
        r#"
int popcount(int n) { return -n; }
int clz(int n) { return n + 100; }
int main(void) { printf("%d %d %d %d\n", popcount(7), __builtin_popcount(7), clz(1), __builtin_clz(1)); return 0; }"#,
        "",
        expect![[r#"
            -7 3 101 31
            --- status 0
        "#]],
    );
}

#[test]
fn what_is_cast_is_no_bit_field() {
    check(
        r#"
int main(void) {
  struct { int i : 7; unsigned u : 7; } s;
  s.u = 61; s.i = -13;
  int i = -13;
  printf("%d %d ", i % s.u == -13, s.i % s.u == -13);
  printf("%d %d %d\n", (int)(i % (unsigned)s.u), (int)(s.i % (unsigned)s.u), i < (unsigned)s.u);
  return 0;
}"#,
        "",
        expect![[r#"
            1 1 44 44 0
            --- status 0
        "#]],
    );
}

#[test]
fn declarations_without_a_type_are_of_integers() {
    check(
        r#"
static n = 3, m[2]; const k = 4;
static inline f(a) unsigned short a; { return a + n; }
static
g(int *p)
{ return *p; }
__attribute__((noinline)) h(int x) { return x * k; }
int main(void) { m[1] = 5; printf("%d %d %d %d\n", f(70000), g(m + 1), h(2), (int)sizeof m); return 0; }"#,
        "",
        expect![[r#"
            4467 5 8 8
            --- status 0
        "#]],
    );
}

#[test]
fn macros_that_compilers_define_are_there_without_directives() {
    check(
        r#"
__SIZE_TYPE__ n = __INT_MAX__;
int main(void) { printf("%lu %d %d %s\n", n, __CHAR_BIT__, __LINE__ > 0, __FLT_MAX__ > 1e38 ? "float" : "?"); return 0; }"#,
        "",
        expect![[r#"
            2147483647 8 1 float
            --- status 0
        "#]],
    );
}

#[test]
fn bytes_of_other_encodings_are_kept() {
    let folder = Folder::with(&[]);
    let text = b"#include <stdio.h>\n#include <string.h>\n/* caf\xe9 */\n\
        int main(void) { const char *s = \"a\xe9\xff\"; printf(\"%d %d %s\\n\", (int)strlen(s), s[1] & 255, s); return 0; }\n";
    std::fs::write(folder.path("a.c"), text).expect("it is written");
    let output = folder.faultscope("run").arg("a.c").output().expect("it starts");
    assert_eq!(output.stdout, b"3 233 a\xe9\xff\n");
}

#[test]
fn a_number_that_is_longer_than_its_conversion_is_cut_with_a_warning() {
    let text = "#include <stdio.h>\nint main(void) { printf(\"%d %u\\n\", sizeof(long), -1L); return 0; }\n";
    let folder = Folder::with(&[("a.c", text)]);
    let run = |model| {
        let arguments = ["a.c", "--data-model", model];
        let output = folder.faultscope("run").args(arguments).output().expect("it starts");
        (String::from_utf8(output.stdout), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (stdout, stderr) = run("lp64");
    assert_eq!(stdout, Ok("8 4294967295\n".to_owned()));
    expect![[r#"
        warning: `%d` needs an integer of that size, and is given `unsigned long`
         --> a.c:2:36
          |
        2 | int main(void) { printf("%d %u\n", sizeof(long), -1L); return 0; }
          |                                    ^^^^^^^^^^^^
        warning: `%u` needs an integer of that size, and is given `long`
         --> a.c:2:50
          |
        2 | int main(void) { printf("%d %u\n", sizeof(long), -1L); return 0; }
          |                                                  ^^^
    "#]]
    .assert_eq(&stderr);
    // There both have 32 bits.
    assert_eq!(run("ilp32"), (Ok("4 4294967295\n".to_owned()), String::new()));
}

#[test]
fn literals_without_initializers_are_zero() {
    check(
        r#"
struct pair { int a; struct { char c[3]; } b; }; struct none {};
int sum(struct pair p) { return p.a + p.b.c[0] + p.b.c[2]; }
struct pair make(void) { return (struct pair){}; }
int main(void) {
  struct pair p = {1, {"ab"}};
  struct none n = (struct none){}, *q = &n;
  *q = (struct none){ };
  printf("%d ", sum(p));
  p = make();
  printf("%d %d %d\n", sum(p), sum((struct pair){}), (int)sizeof n);
  return 0;
}"#,
        "",
        expect![[r#"
            98 0 0 0
            --- status 0
        "#]],
    );
}

#[test]
fn absolute_values_are_those_of_the_compiler() {
    let program = r#"
int abs(int x) { return x + 100; }
static long labs(long x) { return x + 100; }
long long llabs(long long x) { return x + 100; }
double fabs(double x) { return x + 100; }
int main(void) {
  int n = -5;
  int (*own)(int) = abs;
  printf("%d %ld %lld %.1f %.1f %d\n", abs(n), labs(n), llabs(n), fabs(n), fabs(-0.0), own(n));
  return 0;
}"#;
    // As with gcc where nothing says `-fno-builtin`; the programs of the other tests are compiled with it.
    let Executed { stdout, outcome, .. } = executed(&format!("{PRELUDE}{program}"), "");
    assert_eq!((&*stdout, outcome), (&b"5 95 5 5.0 0.0 95\n"[..], Outcome::Status(0)));
}

#[test]
fn flags_say_whether_there_are_builtins() {
    let folder = Folder::with(&[("a.c", "int abs(int x) { return 7; } int main(void) { return abs(-5); }")]);
    let status = |arguments: &[&str]| {
        folder.faultscope("run").arg("a.c").args(arguments).output().expect("it starts").status.code()
    };
    assert_eq!(status(&[]), Some(5));
    assert_eq!(status(&["-fno-builtin"]), Some(7));
    assert_eq!(status(&["-ffreestanding"]), Some(7));
}

#[test]
fn types_are_compared() {
    check(
        r#"
enum a { FIRST }; struct s { int x; };
int main(void) {
  printf("%d%d%d%d ", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int[5], int[]),
    __builtin_types_compatible_p(__typeof__(FIRST), int), __builtin_types_compatible_p(struct s *, struct s *));
  printf("%d%d%d\n", __builtin_types_compatible_p(char *, const char *), __builtin_types_compatible_p(int[5], int[4]),
    __builtin_types_compatible_p(long, long long));
  return 0;
}"#,
        "",
        expect![[r#"
            1111 000
            --- status 0
        "#]],
    );
    check_stop(
        "enum a { A }; enum b { B }; typedef enum a first; \
         int main(void) { return __builtin_types_compatible_p(first, enum b); }",
        "the comparison of types that may be enumerations is not supported",
    );
}
