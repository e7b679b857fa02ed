//! Checks on memory: for each rule a program that violates it, with the line marked, and one that does not.

use std::collections::BTreeSet;

use faultscope::{Options, input, translate};
use faultscope_ir::Property;
use faultscope_solver::Limits;
use faultscope_verify::Verdict;
use faultscope_verify::bmc::{BmcConfig, bounded_model_checking};

const PROTOTYPES: &str = "\
void *malloc(unsigned); void *calloc(unsigned, unsigned); void *realloc(void *, unsigned); void free(void *);
void *memcpy(void *, const void *, unsigned); void *memset(void *, int, unsigned); char *strcpy(char *, const char *);
unsigned strlen(const char *); int nondet(void); void abort(void); void exit(int);
int scanf(const char *, ...);
";

/// The property that the first error violates, and its line, if there is an error.
#[track_caller]
fn violated(program: &str, properties: &BTreeSet<Property>) -> Option<(Property, u32)> {
    violated_from("main", program, properties)
}

fn violated_from(entry: &str, program: &str, properties: &BTreeSet<Property>) -> Option<(Property, u32)> {
    let options =
        Options { properties: properties.clone(), entry: Some(entry.to_owned()), ..Options::standard() };
    let text = format!("{PROTOTYPES}{program}");
    let loaded = input::in_memory("test.c", &text, &options).expect("a text that can be read");
    let program = translate(&loaded, &options).expect("a program").program;
    let answer = bounded_model_checking(&program, &BmcConfig::default(), &Limits::unlimited());
    match (answer.error(), &answer.verdict) {
        (Some(error), _) => {
            let check = program.check(error.trace.check);
            let first = PROTOTYPES.lines().count() as u32;
            Some((check.property, program.sources.origin(check.origin).span.line - first))
        }
        (None, Verdict::Safe) => None,
        (None, other) => panic!("no verdict but {other:?} of\n{text}"),
    }
}

/// The line that is marked with `// !`.
fn marked(program: &str) -> u32 {
    let at = program.lines().position(|line| line.contains("// !"));
    at.expect("a line is marked") as u32 + 1
}

/// The marked line violates the property, by default and alone; without the property nothing is violated.
#[track_caller]
fn check_violates(property: Property, program: &str) {
    let mut properties: BTreeSet<Property> = Property::defaults().collect();
    properties.insert(property);
    assert_eq!(violated(program, &properties), Some((property, marked(program))), "{program}");
    assert_eq!(violated(program, &[property].into()), Some((property, marked(program))), "alone: {program}");
    properties.remove(&property);
    assert_eq!(violated(program, &properties), None, "without: {program}");
}

/// Nothing that can be selected is violated.
#[track_caller]
fn check_fine(program: &str) {
    let mut properties: BTreeSet<Property> = Property::selectable().collect();
    properties.remove(&Property::NoAbort);
    assert_eq!(violated(program, &properties), None, "{program}");
}

#[test]
fn null_pointers() {
    check_violates(
        Property::NullDereference,
        "int main(void) { int *p = nondet() ? 0 : 0;\n return *p; // !\n}",
    );
    check_violates(
        Property::NullDereference,
        "struct s { int a, b; };\nint f(struct s *p) {\n return p->b; // !\n}\nint main(void) { struct s s = {1, 2}; return f(nondet() ? &s : 0); }",
    );
    check_fine(
        "struct s { int a, b; };\nint f(struct s *p) {\n return p && p->b;\n}\nint main(void) { struct s s = {1, 2}; return f(nondet() ? &s : 0); }",
    );
    // Taking the address of a member follows no pointer.
    check_fine(
        "struct s { int a, b; };\nint main(void) { struct s *p = 0; return (int)&p->b == 4 ? 0 : 1; }",
    );
}

#[test]
fn indices() {
    for (index, length) in [("3", 3), ("-1", 3), ("nondet()", 3), ("1u << 30", 4)] {
        let program =
            format!("int main(void) {{ int a[{length}] = {{0}};\n a[{index}] = 1; // !\n return 0; }}");
        check_violates(Property::OutOfBounds, &program);
    }
    check_fine(
        "int main(void) { int a[3] = {0}; int i = nondet(); if (i >= 0 && i < 3) a[i] = 1; return a[2]; }",
    );
    check_violates(Property::OutOfBounds, "int main(void) { int a[2][3] = {{0}};\n return a[1][3]; // !\n}");
    check_violates(
        Property::OutOfBounds,
        "int f(int n) { int a[n];\n a[n] = 1; // !\n return 0; }\nint main(void) { return f(4); }",
    );
    check_fine(
        "int main(void) { int a[4], *end = &a[4]; for (int *p = a; p < end; p++) *p = 1; return a[3]; }",
    );
}

#[test]
fn pointers_beyond_their_object() {
    check_violates(
        Property::OutOfBounds,
        "int sum(int *p, int n) { int s = 0; for (int i = 0; i <= n; i++)\n s += p[i] > 0; // !\n return s; }\n\
         int main(void) { int a[4] = {1, 2, 3, 4}; return sum(a, 4); }",
    );
    check_violates(
        Property::OutOfBounds,
        "int main(void) { char *p = malloc(4); for (int i = 0; i < 4; i++) p[i] = 'a';\n p[4] = 0; // !\n free(p); return 0; }",
    );
    check_violates(
        Property::OutOfBounds,
        "int main(void) { int x = 5, y = 6; int *p = &x;\n p[1] = 7; // !\n return y; }",
    );
    // Part of an object is not enough.
    check_violates(
        Property::OutOfBounds,
        "int main(void) { int *p = malloc(3);\n *p = 1; // !\n free(p); return 0; }",
    );
    // The last member of a structure is as long as its object is.
    check_fine(
        "struct s { int n; int a[1]; };\nint main(void) { struct s *p = malloc(12); p->a[1] = 3; int r = p->a[1]; free(p); return r; }",
    );
    check_violates(
        Property::OutOfBounds,
        "struct s { int n; int a[]; };\nint main(void) { struct s *p = malloc(sizeof *p + 8);\n p->a[2] = 3; // !\n free(p); return 0; }",
    );
}

#[test]
fn memory_that_was_given_back() {
    check_violates(
        Property::UseAfterFree,
        "int main(void) { int *p = malloc(4); *p = 1; free(p);\n return *p; // !\n}",
    );
    check_violates(
        Property::UseAfterFree,
        "struct n { struct n *next; };\nint main(void) { struct n *a = malloc(4), *b = malloc(4); a->next = b; b->next = 0;\n\
         for (struct n *p = a; p;\n p = p->next) // !\n free(p);\n return 0; }",
    );
    check_fine(
        "struct n { struct n *next; };\nint main(void) { struct n *a = malloc(4), *b = malloc(4); a->next = b; b->next = 0;\n\
         for (struct n *p = a, *q; p; p = q) { q = p->next; free(p); }\n return 0; }",
    );
    check_violates(
        Property::UseAfterFree,
        "int main(void) { int *p = malloc(4); int *q = realloc(p, 8); q[1] = 2;\n *p = 1; // !\n free(q); return 0; }",
    );
}

#[test]
fn what_cannot_be_given_back() {
    check_violates(
        Property::InvalidFree,
        "int main(void) { int *p = malloc(4); free(p);\n free(p); // !\n return 0; }",
    );
    check_violates(
        Property::InvalidFree,
        "int main(void) { int *p = malloc(8); p++;\n free(p); // !\n return 0; }",
    );
    check_violates(Property::InvalidFree, "int main(void) { int x;\n free(&x); // !\n return 0; }");
    check_fine("int main(void) { free(0); int *p = malloc(8); free(p); return 0; }");
}

#[test]
fn variables_whose_scope_has_ended() {
    check_violates(
        Property::UseAfterScope,
        "int *f(void) { int x = 3; int *p = &x; return p; }\nint main(void) { int *p = f();\n return *p; // !\n}",
    );
    check_violates(
        Property::UseAfterScope,
        "int main(void) { int *p = 0; { int x = 4; p = &x; }\n return *p; // !\n}",
    );
    check_violates(
        Property::UseAfterScope,
        "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) {\n if (p) return *p; // !\n int x = i; p = &x; } return 0; }",
    );
    check_violates(
        Property::UseAfterScope,
        "int *g;\nvoid f(int depth) { int x = depth; if (depth == 1) g = &x; else f(depth - 1); }\n\
         int main(void) { f(2);\n return *g; // !\n}",
    );
    check_fine(
        "int *g;\nint f(int depth) { int x = depth; if (depth == 1) return *g; g = &x; return f(depth - 1); }\n\
         int main(void) { return f(2) == 2 ? 0 : 1; }",
    );
    check_fine(
        "int main(void) { int *p, s = 0; for (int i = 0; i < 2; i++) { int x = i; p = &x; s += *p; } return s; }",
    );
    // What is called may leave addresses in variables of its callers.
    check_violates(
        Property::UseAfterScope,
        "void f(int **p) { int x = 3; *p = &x; }\nint main(void) { int *p; f(&p);\n return *p; // !\n}",
    );
    check_violates(
        Property::UseAfterScope,
        "struct s { int *p; }; void g(struct s *s) { int x = 3; s->p = &x; } void f(struct s *s) { g(s); }\n\
         int main(void) { struct s s; f(&s);\n return *s.p; // !\n}",
    );
    check_fine(
        "struct s { int *p; }; void f(struct s *s, int *p) { s->p = p; }\n\
         int main(void) { struct s s; int x = 0; f(&s, &x); return *s.p; }",
    );
    // A jump past the end of a scope ends it, too; one to its beginning does not.
    check_violates(
        Property::UseAfterScope,
        "int main(void) { int *p = 0; { int x = 4; p = &x; if (nondet()) goto out; p = 0; }\n p = 0;\nout:\n return p ? *p : 0; // !\n}",
    );
}

#[test]
fn memory_on_the_stack_ends_with_the_function() {
    check_violates(
        Property::UseAfterScope,
        "int *f(int n) { int *p = __builtin_alloca(4); *p = n; return p; }\nint main(void) { int *p = f(3);\n return *p; // !\n}",
    );
    check_violates(
        Property::UseAfterScope,
        "int *f(int n) { int *p; if (n) { p = __builtin_alloca(4); *p = 1; return p; } p = malloc(4); *p = 0; return p; }\n\
         int main(void) { int *p = f(nondet());\n return *p; // !\n}",
    );
    check_violates(
        Property::UseAfterScope,
        "int *g; void f(int depth) { int *p = __builtin_alloca(4); *p = depth; if (depth == 1) g = p; else f(depth - 1); }\n\
         int main(void) { f(2);\n return *g; // !\n}",
    );
    // Not with a block, and not with the function that is called.
    check_fine(
        "int f(int *p) { int *q = __builtin_alloca(4); *q = 1; *p += *q; return *q; }\n\
         int main(void) { int *p; { p = __builtin_alloca(4); *p = 2; } f(p); return *p == 3 ? 0 : 1; }",
    );
    check_fine(
        "int f(int n) { if (n) { int *p = __builtin_alloca(4); *p = n; return *p; } return 0; }\n\
         int main(void) { return f(0) + f(1) == 1 ? 0 : 1; }",
    );
    // In a loop: the last one ends with its function, too.
    check_violates(
        Property::UseAfterScope,
        "int *f(int n) { int *p = 0; for (int i = 0; i < n; i++) { p = __builtin_alloca(4); *p = i; } return p; }\n\
         int main(void) { int *p = f(2);\n return *p; // !\n}",
    );
}

#[test]
fn constants() {
    check_violates(
        Property::WriteToConstant,
        "int main(void) { char *s = \"abc\";\n s[0] = 'x'; // !\n return 0; }",
    );
    check_fine("int main(void) { char s[] = \"abc\", *p = s; p[0] = 'x'; return p[1] == 'b' ? 0 : 1; }");
}

#[test]
fn constant_variables() {
    let written = [
        "int main(void) { const int c = 1;\n *(int *)&c = 2; // !\n return 0; }",
        "const int c = 1;\nint main(void) { int *p = (int *)&c;\n (*p)++; // !\n return 0; }",
        "int main(void) { static const int a[3] = {1, 2, 3}; int *p = (int *)a + nondet() % 2 + 1;\n *p = 2; // !\n return 0; }",
        "struct s { int a, b; };\nint main(void) { const struct s s = {1, 2}; struct s *p = (struct s *)&s;\n p->b = 3; // !\n return 0; }",
        "typedef int row[2];\nint main(void) { const row a[2] = {{1}};\n ((int *)a)[3] = 3; // !\n return 0; }",
        "struct s { int a; };\nint main(void) { struct s *p = (struct s *)&(const struct s){1};\n p->a = 3; // !\n return 0; }",
        "int x;\nint *const p = &x;\nint main(void) {\n *(int **)&p = 0; // !\n return 0; }",
        "void f(const int c) { int *p = (int *)&c;\n *p = 2; // !\n}\nint main(void) { f(1); return 0; }",
        // One that is a new object each time, and one of many that a pointer may point to.
        "int *kept;\nint f(int n) { const int c = n; kept = (int *)&c; if (n) return f(n - 1);\n *kept = 2; // !\n return 0; }\nint main(void) { return f(1); }",
        "int main(void) { const int a = 1, b = 2, c = 3, d = 4, e = 5; int x; int n = nondet();\n\
         int *p = n == 0 ? (int *)&a : n == 1 ? (int *)&b : n == 2 ? (int *)&c : n == 3 ? (int *)&d : n == 4 ? (int *)&e : &x;\n *p = 6; // !\n return 0; }",
    ];
    for program in written {
        check_violates(Property::WriteToConstant, program);
    }
    let members = [
        "struct s { int a; const int b; };\nint main(void) { struct s s = {1, 2}; int *p = (int *)&s.b;\n *p = 3; // !\n return 0; }",
        "struct s { int a; const int b; } s[3];\nint main(void) { int *p = (int *)s + (nondet() ? 5 : 2);\n *p = 3; // !\n return 0; }",
        "struct s { char a; const char b[4]; } s;\nint main(void) {\n ((char *)s.b)[3] = 1; // !\n return 0; }",
        "struct t { int x; const int y; }; struct s { int a; struct t t; } s;\nint main(void) {\n long long *p = (long long *)&s.t; *p = 1; // !\n return 0; }",
        "int main(void) { const int c = 1;\n scanf(\"%d\", &c); // !\n return 0; }",
        "int main(void) { const char c[4] = \"\";\n scanf(\"%3s\", c); // !\n return 0; }",
        "struct s { const int a; } s;\nint main(void) {\n scanf(\"%d\", &s.a); // !\n return 0; }",
    ];
    for program in members {
        check_violates(Property::WriteToConstant, program);
    }
    let by_library =
        "const char table[] = \"abc\";\nint main(void) {\n strcpy((char *)table, \"x\"); // !\n return 0; }";
    let found = violated(by_library, &Property::defaults().collect());
    assert_eq!(found, Some((Property::WriteToConstant, marked(by_library))));
    let fine = [
        // What is not constant beside what is, and memory that is declared to be nothing.
        "struct s { int a; const int b; int c; } s;\nint main(void) { int *p = &s.a; *p = 1; p = &s.c; *p = 2; memset(&s, 1, 4); return s.c == 2 ? 0 : 1; }",
        "struct s { int a; const int b; };\nint main(void) { struct s *p = malloc(sizeof *p); *(int *)&p->b = 1; int r = p->b == 1 ? 0 : 1; free(p); return r; }",
        "int main(void) { int x = 0; const int *p = &x; scanf(\"%d\", (int *)p); return 0; }",
        // What a pointer to a constant points to need not be one, and what is read need not be writable.
        "int main(void) { int x = 1; const int *p = &x; *(int *)p = 2; return x == 2 ? 0 : 1; }",
        "int main(void) { const int c = 1; int *p = (int *)&c; return *p == 1 ? 0 : 1; }",
        "int main(void) { int x = 1, y; const int *p = &x; p = &y; *(int *)p = 2; return y == 2 ? 0 : 1; }",
        "int main(void) { for (int i = 0; i < 3; i++) { const int c = i; const int *p = &c; if (*p != i) abort(); } return 0; }",
        "struct s { int a, b; };\nint f(const struct s *p) { return p->a; }\nint main(void) { struct s s = {1, 2}; s.b = f(&s); return 0; }",
        "int f(int n) { const int c = n; const int *p = &c; return n ? f(n - 1) : *p; }\nint main(void) { return f(2); }",
        "int main(void) { const int *p = malloc(4); *(int *)p = 1; free((void *)p); return 0; }",
        "int main(void) { const char *s = \"abc\"; s++; return *s == 'b' ? 0 : 1; }",
    ];
    fine.into_iter().for_each(check_fine);
}

#[test]
fn calls_through_pointers() {
    check_violates(
        Property::InvalidFunctionPointer,
        "int f(int x) { return x; }\nint main(void) { int (*p)(int) = nondet() ? f : 0;\n return p(1); // !\n}",
    );
    check_fine("int f(int x) { return x; }\nint main(void) { int (*p)(int) = f; return p(0); }");
}

#[test]
fn memory_that_is_lost() {
    let lost = "int main(void) { int *p = malloc(4); *p = 1; p = 0;\n return 0; // !\n}";
    check_violates(Property::MemoryLeak, lost);
    check_violates(Property::MemoryCleanup, lost);
    // What a global leads to, over other memory, is not lost; but it is not given back.
    let kept = "struct n { struct n *next; } *list;\nint main(void) {\n\
                for (int i = 0; i < 3; i++) { struct n *n = malloc(4); n->next = list; list = n; }\n return 0; // !\n}";
    check_violates(Property::MemoryCleanup, kept);
    let properties = [Property::MemoryLeak].into();
    assert_eq!(violated(kept, &properties), None);
    let cut = kept.replace("return 0;", "list->next = 0; return 0;");
    check_violates(Property::MemoryLeak, &cut);
    // A variable of `main` still holds it.
    let held = "int main(void) { int *p = malloc(4); *p = 1; return 0; }";
    assert_eq!(violated(held, &properties), None);
    let held = "void set(int **p) { *p = malloc(4); }\nint main(void) { int *p; set(&p); }";
    assert_eq!(violated(held, &properties), None);
}

#[test]
fn variables_of_another_function_to_start_with_are_gone_behind_it() {
    let lost = [
        "void f(void) { int *p = malloc(4); *p = 1;\n} // !",
        "void f(int n) { int *p = malloc(4);\n if (n > 3) return; // !\n free(p); }",
        "int f(void) { int *p = malloc(4); *p = 1;\n return *p; // !\n}",
        "void f(int n) { int *p = malloc(4); if (n > 0 && n < 3) { f(n - 1); free(p); }\n} // !",
    ];
    let properties = [Property::MemoryLeak].into();
    for program in lost {
        let found = Some((Property::MemoryLeak, marked(program)));
        assert_eq!(violated_from("f", program, &properties), found, "{program}");
    }
    let kept = [
        "int *f(void) { int *p = malloc(4); return p; }",
        "int *g; void f(void) { g = malloc(4); }",
        "struct s { int *p; }; struct s f(void) { struct s s; s.p = malloc(4); return s; }",
        "void f(int n) { int *p = malloc(4); if (n > 0 && n < 3) f(n - 1); free(p); }",
        "int *f(int n) { int *p = malloc(4); if (n > 0 && n < 2) { free(p); p = f(n - 1); } return p; }",
    ];
    for program in kept {
        assert_eq!(violated_from("f", program, &properties), None, "{program}");
    }
}

#[test]
fn memory_that_is_lost_when_exit_is_called() {
    let properties = [Property::MemoryLeak].into();
    let global = "int *g; void end(void) {\n exit(0); // !\n}\nint main(void) { g = malloc(4); end(); }";
    assert_eq!(violated(global, &properties), None);
    check_violates(Property::MemoryLeak, &global.replace("end();", "g = 0; end();"));
    // A variable of a caller may hold it.
    let local = "void end(void) { exit(0); } int main(void) { int *p = malloc(4); *p = 1; end(); }";
    assert_eq!(violated(local, &properties), None);
    let handled =
        "int *g; void done(void) { free(g); } int main(void) { atexit(done); g = malloc(4); return 0; }";
    check_fine(handled);
}

#[test]
fn memory_that_an_unknown_function_is_given_is_not_lost() {
    let properties = [Property::MemoryLeak].into();
    let record = "struct n { struct n *next; };\n";
    for given in [
        "int unknown(void *); int main(void) { int *p = malloc(4); unknown(p); p = 0; return 0; }",
        "int unknown(void *); int main(void) { int *p[2]; p[1] = malloc(4); unknown(p); p[1] = 0; return 0; }",
        "void *unknown(struct n *); int main(void) { struct n *p = malloc(4); p->next = malloc(4); p->next->next = 0; unknown(p); p = 0; return 0; }",
        "void unknown(struct n *); int main(void) { struct n v; v.next = malloc(4); v.next->next = malloc(4); v.next->next->next = 0; unknown(&v); v.next = 0; return 0; }",
    ] {
        assert_eq!(violated(&format!("{record}{given}"), &properties), None, "{given}");
    }
    check_violates(
        Property::MemoryLeak,
        "int unknown(void *); int main(void) { int *q, *p = malloc(4); unknown(p); q = malloc(4); *q = 1; q = 0;\n return 0; // !\n}",
    );
}

#[test]
fn preconditions_of_the_library_are_asked_for_at_the_call() {
    let defaults: BTreeSet<Property> = Property::defaults().collect();
    for program in [
        "int main(void) { char b[4];\n strcpy(b, \"four\"); // !\n return 0; }",
        "int main(void) { int a[4] = {0}, b[3];\n memcpy(b, a, sizeof a); // !\n return 0; }",
    ] {
        assert_eq!(violated(program, &defaults), Some((Property::OutOfBounds, marked(program))), "{program}");
        // Without the property of accesses it is one of the library.
        let library = [Property::Library].into();
        assert_eq!(violated(program, &library), Some((Property::Library, marked(program))), "{program}");
        assert_eq!(violated(program, &[Property::Overflow].into()), None, "{program}");
    }
    check_fine("int main(void) { char b[5]; strcpy(b, \"four\"); return strlen(b) == 4 ? 0 : 1; }");
    check_violates(
        Property::Library,
        "int main(void) { char b[8] = \"abcdefg\"; unsigned n = nondet() ? 4 : 3;\n memcpy(b, b + 3, n); // !\n return 0; }",
    );
}

#[test]
fn values_that_no_function_returned() {
    check_violates(
        Property::MissingReturn,
        "int f(int x) { if (x) return 1; }\nint main(void) {\n int r = f(nondet()); // !\n return 0; }",
    );
    check_fine("int f(int x) { if (x) return 1; }\nint main(void) { f(nondet()); return 0; }");
}

#[test]
fn places_that_are_not_reached() {
    check_violates(
        Property::Unreachable,
        "int main(void) { if (nondet() == 3)\n __builtin_unreachable(); // !\n return 0; }",
    );
    check_violates(Property::NoAbort, "int main(void) { if (nondet() == 3)\n abort(); // !\n return 0; }");
}

#[test]
fn pointers_that_point_elsewhere() {
    check_violates(
        Property::Pointer,
        "int main(void) { int a[4]; int *p = a;\n p = p + 5; // !\n return p == 0; }",
    );
    check_violates(
        Property::Pointer,
        "int main(void) { int a[4], b[4]; int *p = a, *q = b;\n return p < q; // !\n}",
    );
    check_fine("int main(void) { int a[4]; int *p = a + 4, *q = a; return p - q == 4 && q < p ? 0 : 1; }");
}

/// Whether a write through a pointer is seen in `x`, whichever way its address went there.
#[track_caller]
fn check_flow(declarations: &str, pointer: &str) {
    let program = |value: u32| {
        format!(
            "void reach_error(void); int x, other;\n{declarations}\nint main(void) {{\n{pointer}\n*p = 7; if (x == {value}) reach_error(); return 0; }}"
        )
    };
    let properties = [Property::UnreachCall].into();
    let property = |value| violated(&program(value), &properties).map(|(property, _)| property);
    assert_eq!(property(7), Some(Property::UnreachCall), "{}", program(7));
    assert_eq!(property(0), None, "{}", program(0));
}

#[test]
fn no_flow_of_an_address_is_left_out() {
    check_flow("union u { int *a; unsigned *b; };", "union u u; u.b = (unsigned *)&x; int *p = u.a;");
    check_flow(
        "union u { int *a; unsigned long b; };",
        "union u u; u.a = &x; union u v; v.b = u.b; int *p = v.a;",
    );
    check_flow(
        "struct s { int *p; }; struct t { int *q; }; union u { struct s s; struct t t; };",
        "union u u; u.s.p = &x; int *p = u.t.q;",
    );
    check_flow("", "unsigned long n = (unsigned long)&x; n = n ^ 5; n ^= 5; int *p = (int *)n;");
    check_flow(
        "",
        "unsigned n = (unsigned)&x; unsigned short low = n, high = n >> 16; int *p = (int *)(high * 65536u + low);",
    );
    check_flow(
        "",
        "unsigned long n = (unsigned long)&x - (unsigned long)&other; int *p = (int *)((unsigned long)&other + n);",
    );
    check_flow("", "char *null = 0; int *p = (int *)(null + (unsigned long)&x);");
    check_flow("", "int *q = &x, *p; memcpy(&p, &q, sizeof p);");
    check_flow(
        "",
        "int *q = &x, *p; char *from = (char *)&q, *to = (char *)&p; for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i];",
    );
    check_flow(
        "struct s { int n; int *p; };",
        "struct s s = {1, &x}, t; memcpy(&t, &s, s.n * sizeof s); int *p = t.p;",
    );
    check_flow(
        "",
        "int **old = malloc(sizeof(int *)); *old = &x; int **new = realloc(old, 2 * sizeof(int *)); int *p = new[0];",
    );
    check_flow("int *id(int *p) { return p; }", "int *(*f)(int *) = id; int *p = f(&x);");
    check_flow(
        "struct s { int a; int *p; }; struct s table[2];",
        "table[1].p = &x; char *raw = (char *)table; int *p = ((struct s *)(raw + sizeof(struct s)))->p;",
    );
    check_flow(
        "struct a { int i; int *p; }; struct b { int i; int *p; int j; }; struct b many[4];",
        "struct a *a = (struct a *)many; many[1].p = 0; a[1].p = &other; many[0].p = &x; int *p = a[0].p;",
    );
    check_flow("int **hidden;", "int *q = &other; hidden = &q; *hidden = &x; int *p = q;");
}

#[test]
fn compound_literals_end_with_their_block() {
    for program in [
        "int *f(int a) { return (int[]){a, 2}; }\nint main(void) { int *p = f(1);\n return p[0]; // !\n}",
        "int main(void) { int *p = 0; if (nondet() || 1) { p = (int[]){1, 2}; }\n return p[1]; // !\n}",
        "struct p { int i; }; int main(void) { struct p *q = 0; int s = 0; for (int i = 0; i < 2; i++) {\n if (q) s += q->i; // !\n q = &(struct p){i}; } return s; }",
    ] {
        check_violates(Property::UseAfterScope, program);
    }
    check_fine(
        "int main(void) { int *p = (int[]){1, 2}; for (int i = 0; i < 2; i++) { int *q = (int[]){i}; p[i] += *q; } return p[1]; }",
    );
}

#[test]
fn arrays_of_variable_size_have_elements() {
    check_violates(
        Property::OutOfBounds,
        "int main(void) { int n = nondet(); if (n > 3) return 0;\n int a[n]; // !\n a[0] = 1; return a[0]; }",
    );
    check_fine(
        "int main(void) { int n = nondet(); if (n < 1 || n > 3) return 0; int a[n]; a[n - 1] = 1; return a[n - 1]; }",
    );
}

#[test]
fn arrays_at_the_end_of_variables_have_the_elements_that_they_are_given() {
    let text = "struct s { int n; char d[]; }; static struct s s = {3, {1, 2, 3}};\nint main(void) { for (int i = 0; i < 4; i++)\n s.d[i] = 1; // !\n return s.d[0]; }";
    check_violates(Property::OutOfBounds, text);
    check_fine(&text.replace("i < 4", "i < 3"));
}

#[test]
fn behind_the_arguments_is_a_null_pointer() {
    check_violates(
        Property::NullDereference,
        "int main(int argc, char **argv) {\n return argv[1][0] == 'x'; // !\n}",
    );
    let text = "int main(int argc, char **argv) { int n = 0; for (char **p = argv; *p; p++) n++; if (n != argc || argv[argc]) reach_error(); return 0; }";
    assert_eq!(violated(text, &[Property::UnreachCall].into()), None);
}

#[test]
fn memory_to_which_numbers_and_bytes_lead_is_not_lost() {
    let properties = [Property::MemoryLeak].into();
    let bytes = "char buffer[8]; int main(void) { int *p = malloc(4); memcpy(buffer, &p, sizeof p); p = 0; return 0; }";
    assert_eq!(violated(bytes, &properties), None);
    let number =
        "unsigned long g; int main(void) { int *p = malloc(4); g = (unsigned long)p; p = 0; return 0; }";
    assert_eq!(violated(number, &properties), None);
    check_violates(
        Property::MemoryLeak,
        "unsigned long g; int main(void) { int *p = malloc(4); g = (unsigned long)p; p = 0; g = 0;\n return 0; // !\n}",
    );
}

#[test]
fn what_lies_between_members_holds_anything() {
    for (member, is_there) in
        [("char c; int i;", true), ("unsigned c : 3; char i;", true), ("int c, i;", false)]
    {
        let program = format!(
            "struct s {{ {member} }}; int main(void) {{ struct s s; s.c = 1; s.i = 2; unsigned char *p = (unsigned char *)&s; if (p[1] == 7 || p[0] == 9) reach_error(); return 0; }}"
        );
        let expected = is_there.then_some(Property::UnreachCall);
        assert_eq!(violated(&program, &[Property::UnreachCall].into()).map(|it| it.0), expected, "{program}");
    }
}

#[test]
fn bits_that_are_only_moved_stay_as_they_are() {
    let moved = "union { float f; unsigned i; } a, b;\nint main(void) { a.i = 0x7fc12345u; b.f = a.f; if (b.i != 0x7fc12345u) reach_error(); return 0; }";
    assert_eq!(violated(moved, &[Property::UnreachCall].into()), None);
}
