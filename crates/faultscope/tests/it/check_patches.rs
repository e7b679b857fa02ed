//! Patches for checks that nobody wrote: what changes least comes first, and what only keeps the program from getting there is
//! none.

use faultscope::report::PatchVerdict;
use faultscope::{Options, check_source};
use faultscope_frontend::c::DataModel;

const PROTOTYPES: &str = "\
typedef unsigned size_t; void *malloc(size_t); void free(void *); char *strcpy(char *, const char *);
size_t strlen(const char *); int nondet(void);
";

/// The changed lines of the patches that are proved.
#[track_caller]
fn proved(program: &str) -> Vec<String> {
    let report = check_source("a.c", &format!("{PROTOTYPES}{program}"), &Options::standard());
    let patches = report.expect("a program").patches;
    patches.into_iter().filter(|it| it.verdict == PatchVerdict::Proved).map(|it| it.new_line).collect()
}

#[test]
fn a_guard_that_lets_nothing_pass_repairs_nothing() {
    let program = "\
int main(void) {
    int n = nondet();
    if (n < 0 || n > 10) return 0;
    int *p = malloc(n);
    p[n] = 3;
    free(p);
    return 64 + 201103;
}
";
    for line in proved(program) {
        assert!(!line.contains("if (1)") && !line.contains("201103") && !line.contains("n < 64"), "{line}");
    }
}

#[test]
fn a_loop_that_never_runs_repairs_nothing() {
    let program = "\
int main(void) {
    int n = 3;
    int *all = malloc(n);
    for (int i = 0; i < n; i++) all[i] = i;
    free(all);
    return 0;
}
";
    for line in proved(program) {
        assert!(!line.contains("n < n") && !line.contains("i < i"), "{line}");
    }
}

#[test]
fn the_least_change_of_a_guard_comes_first() {
    let program = "\
int main(void) {
    char name[8];
    int n = nondet();
    if (n < 0 || n > 100) return 0;
    name[n] = 0;
    return name[n];
}
";
    let proved = proved(program);
    assert_eq!(proved.first().map(|line| line.trim()), Some("if (n < 0 || n > 7) return 0;"), "{proved:?}");
}

#[test]
fn room_for_one_more_is_asked_for() {
    let program = "\
int main(void) {
    char *p = malloc(strlen(\"hello\"));
    strcpy(p, \"hello\");
    free(p);
    return 0;
}
";
    let proved = proved(program);
    let wanted = "char *p = malloc(strlen(\"hello\") + 1);";
    assert!(proved.iter().any(|line| line.trim() == wanted), "{proved:?}");
}

/// The upper part of an address is a small number where this program lies, and none on a machine.
#[test]
fn what_only_helps_at_the_addresses_that_were_chosen_repairs_nothing() {
    let with = |value: &str| {
        format!(
            "\
int table[4] = {{1, 2, 3, 4}};
int main(void) {{
    int n = 7;
    int other = {value};
    return table[n] + other;
}}
"
        )
    };
    let is_proved = |value: &str| {
        let options = Options { data_model: DataModel::Lp64, ..Options::standard() };
        let patches = check_source("a.c", &with(value), &options).expect("a program").patches;
        let is_other = |line: &str| line.contains("table[other]");
        patches.iter().any(|it| it.verdict == PatchVerdict::Proved && is_other(&it.new_line))
    };
    assert!(is_proved("n == 0"));
    assert!(!is_proved("(int)((unsigned long)&n >> 40)"));
}
