//! What holds of all objects that an allocation makes, and of all cells of an array: for each kind of statement a program that
//! needs it, and ones that lack it by little.

use faultscope::report::Verdict;
use faultscope::{Options, Property, check_source};

const PROTOTYPES: &str = "\
void *malloc(unsigned); void free(void *); void abort(void); int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void); struct node { int h; struct node *n; };
";

fn verdict(program: &str) -> Verdict {
    verdict_with(program, 100)
}

/// With so much of the usual effort, in percent.
fn verdict_with(program: &str, effort: u32) -> Verdict {
    let options = Options {
        properties: [Property::UnreachCall].into(),
        effort,
        patches: false,
        program_level: false,
        ..Options::standard()
    };
    let program =
        program.replace("any()", "__VERIFIER_nondet_int()").replace("error()", "__VERIFIER_error()");
    check_source("a.c", &format!("{PROTOTYPES}{program}"), &options).expect("a program").verdict
}

#[track_caller]
fn check_safe(program: &str) {
    assert_eq!(verdict(program), Verdict::Safe, "{program}");
}

#[track_caller]
fn check_unsafe(program: &str) {
    assert_eq!(verdict(program), Verdict::Unsafe, "{program}");
}

/// A list that grows at its front, and is gone through.
fn list(value: &str, then: &str, wrong: &str) -> String {
    format!(
        "int main(void) {{
           struct node *p = 0, *t;
           while (any()) {{ t = malloc(sizeof *t); t->h = {value}; t->n = p; p = t; }}
           {then}
           while (p) {{ if ({wrong}) error(); p = p->n; }}
           return 0; }}"
    )
}

#[test]
fn all_nodes_hold_what_is_stored_in_new_ones() {
    check_safe(&list("1", "", "p->h != 1"));
    check_unsafe(&list("1", "", "p->h == 1"));
    check_unsafe(&list("any()", "", "p->h != 1"));
}

#[test]
fn a_node_is_changed_behind_its_insertion() {
    check_safe(&list("1", "if (p && p->n) p->n->h = 1;", "p->h != 1"));
    check_unsafe(&list("1", "if (p && p->n) p->n->h = 3;", "p->h != 1"));
    check_unsafe(&list("1", "if (p) { int *h = &p->h; *h = 7; }", "p->h != 1"));
}

#[test]
fn a_node_is_filled_when_the_next_one_is_made() {
    let program = |last: u32| {
        format!(
            "int main(void) {{
               struct node *a = malloc(sizeof *a), *p = a; a->n = 0;
               while (any()) {{ p->h = 1; struct node *t = malloc(sizeof *t); t->n = 0; p->n = t; p = t; }}
               p->h = {last}; p = a;
               while (p) {{ if (p->h != 1 && p->h != 2) error(); p = p->n; }}
               return 0; }}"
        )
    };
    check_safe(&program(2));
    check_unsafe(&program(3));
}

#[test]
fn a_bound_of_all_nodes_is_a_variable() {
    let program = |bound: &str| {
        format!(
            "int main(void) {{
               struct node *p = 0; int m = 0;
               while (any()) {{
                 struct node *t = malloc(sizeof *t); t->h = any(); {bound} t->n = p; p = t; }}
               while (p) {{ if (p->h < m) error(); p = p->n; }}
               return 0; }}"
        )
    };
    check_safe(&program("if (t->h < m) m = t->h;"));
    check_unsafe(&program("if (t->h < m) m = t->h + 1;"));
}

#[test]
fn allocations_are_not_null_and_differ_from_older_ones() {
    let program = |asked: &str| {
        format!(
            "struct node *make(void) {{
               struct node *t = malloc(sizeof *t); if (!t) abort(); t->n = 0; t->h = 0; return t; }}
             int main(void) {{
               struct node *a = make(), *p = a;
               do {{ p->n = make(); p = p->n; }} while (any());
               if (!({asked})) error();
               return 0; }}"
        )
    };
    // The proof is a small part; the rest goes into looking for executions that do something undefined.
    assert_eq!(verdict_with(&program("a->n != 0"), 20), Verdict::Safe);
    check_unsafe(&program("a->n->n != 0"));
}

/// Arrays of `n` numbers.
fn arrays(body: &str) -> String {
    format!("int main(void) {{ int n = any(); if (n <= 0) return 1; int i, j; {body} return 0; }}")
}

#[test]
fn a_sum_in_a_cell() {
    let program = |first: u32, start: u32| {
        arrays(&format!(
            "int a[n]; int s[1];
             for (i = 0; i < n; i++) a[i] = 1;
             s[0] = {first};
             for (i = {start}; i < n; i++) s[0] = s[0] + a[i];
             if (s[0] != n) error();"
        ))
    };
    check_safe(&program(0, 0));
    check_unsafe(&program(1, 0));
}

#[test]
fn cells_that_are_computed_from_the_one_before() {
    let program = |first: u32, step: u32| {
        arrays(&format!(
            "int b[n];
             for (i = 0; i < n; i++) {{ if (i == 0) b[0] = {first}; else b[i] = b[i - 1] + {step}; }}
             for (i = 0; i < n; i++) if (b[i] != 2 * i + 1) error();"
        ))
    };
    check_safe(&program(1, 2));
    check_unsafe(&program(2, 2));
    check_unsafe(&program(1, 3));
}

#[test]
fn another_pointer_into_the_array() {
    let program = |then: &str| {
        arrays(&format!(
            "int a[n]; int *b = a;
             for (i = 0; i < n; i++) a[i] = 1;
             {then}
             for (i = 0; i < n; i++) if (a[i] != 1) error();"
        ))
    };
    check_safe(&program(""));
    check_unsafe(&program("b[0] = 2;"));
    check_unsafe(&program("b = b + n - 1; *b = 2;"));
}
