//! What crashes and hangs are mostly repaired by: a condition in front of what fails, a step that a loop lacks.

use serde_json::Value;

use crate::folder::{Folder, stderr, stdout};

/// The patches of a program that is given nothing, the best first: line, what goes, what comes.
fn patches(program: &str) -> Vec<(u64, String, String)> {
    let folder = Folder::with(&[("a.c", program), ("empty", "")]);
    let output = folder.check(&["a.c", "--stdin", "empty", "--format", "json", "--all-findings"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).expect("the report is JSON");
    let patches = report["patches"].as_array().expect("an array").iter();
    let text = |it: &Value, key: &str| it[key].as_str().unwrap_or_default().trim().to_owned();
    patches.map(|it| (it["line"].as_u64().unwrap_or_default(), text(it, "old"), text(it, "new"))).collect()
}

fn first(program: &str) -> (u64, String, String) {
    patches(program).into_iter().next().unwrap_or_default()
}

#[test]
fn a_condition_that_fails_gets_a_bound_in_front() {
    let program = "\
#include <string.h>
static void trim(char *s) {
    size_t n = strlen(s);
    while (s[n - 1] == ' ') {
        s[--n] = '\\0';
    }
}
int main(void) {
    char text[] = \"  \";
    trim(text);
    return text[0];
}
";
    let (line, _, new) = first(program);
    assert_eq!((line, new.as_str()), (4, "n != 0 && s[n - 1] == ' '"));
}

#[test]
fn the_cell_in_front_says_whether_a_text_goes_on() {
    let program = "\
#include <stdlib.h>
static int is_word(const char *text) {
    if (text[1]) return 1;
    return 0;
}
int main(void) {
    char *text = malloc(1);
    text[0] = '\\0';
    int is = is_word(text);
    free(text);
    return is;
}
";
    let guards = ["text[0] != 0 && text[1]", "if (text[0] == 0) return 0;"];
    let patches: Vec<String> = patches(program).into_iter().map(|(_, _, new)| new).collect();
    assert!(guards.iter().all(|it| patches[..2].iter().any(|patch| patch == it)), "{patches:?}");
}

#[test]
fn pointers_into_one_text_are_compared() {
    let program = "\
#include <stdlib.h>
#include <string.h>
static size_t field(const char *p, const char *end) {
    const char *start = p;
    while (*p != ';') p++;
    return (size_t)(p - start);
}
int main(void) {
    char *text = malloc(4);
    memcpy(text, \"ab;c\", 4);
    size_t n = field(text, text + 4);
    n += field(text + 3, text + 4);
    free(text);
    return n == 3 ? 0 : 1;
}
";
    let (line, _, new) = first(program);
    assert_eq!((line, new.as_str()), (5, "end != p && *p != ';'"));
}

/// A number that has nothing to do with what fails is no bound of it, whatever it tells apart.
#[test]
fn what_is_no_bound_guards_nothing() {
    let program = "\
static int cells[4] = { 1, 1, 1, 1 };
static int count(int rounds) {
    int n = 0, at = 0;
    while (cells[at] == 1) {
        n += rounds;
        at++;
    }
    return n;
}
int main(void) {
    return count(0);
}
";
    let guards: Vec<String> = patches(program).into_iter().map(|(_, _, new)| new).collect();
    assert!(guards.iter().all(|it| !it.contains("rounds") || !it.contains("&&")), "{guards:?}");
}

#[test]
fn a_function_is_left_by_the_null_pointer_behind_a_declaration() {
    let program = "\
#include <stdlib.h>
#include <string.h>
struct entry { const char *name; int uses; };
static struct entry entries[2] = {{\"one\", 0}, {\"two\", 0}};
static struct entry *find(const char *name) {
    for (int i = 0; i < 2; i++)
        if (strcmp(entries[i].name, name) == 0) return &entries[i];
    return NULL;
}
static struct entry *use(const char *name) {
    struct entry *found = find(name);
    found->uses++;
    return found;
}
int main(void) {
    use(\"one\");
    use(\"two\");
    return use(\"three\") == NULL ? 0 : 1;
}
";
    assert_eq!(first(program), (11, String::new(), "if (!found) return NULL;".to_owned()));
}

#[test]
fn a_null_check_stands_in_front_of_the_loop_and_not_in_its_condition() {
    let program = "\
#include <stdlib.h>
struct net { int n; double *w; };
static struct net *make(int n) {
    if (n < 1 || n > 9) return NULL;
    struct net *p = malloc(sizeof *p);
    p->n = n;
    p->w = calloc(n, sizeof *p->w);
    return p;
}
static struct net *ones(int n) {
    struct net *p = make(n);

    int i;
    for (i = 0; i < p->n; ++i) p->w[i] = 1;
    return p;
}
static void drop(struct net *p) {
    if (p) { free(p->w); free(p); }
}
int main(void) {
    drop(ones(3));
    drop(ones(0));
    return 0;
}
";
    let (line, _, new) = first(program);
    assert_eq!((line, new.as_str()), (13, "if (!p) return NULL;"));
}

#[test]
fn bits_are_shifted_without_a_sign() {
    let program = "\
static unsigned last(const unsigned char *data) {
    unsigned n = data[0] | (data[1] << 24);
    return n;
}
int main(void) {
    unsigned char data[2] = { 1, 255 };
    return last(data) == 1;
}
";
    let (line, _, new) = first(program);
    assert_eq!((line, new.as_str()), (2, "(unsigned)"));
}

#[test]
fn what_fails_may_stand_in_a_further_line_of_its_statement() {
    let program = "\
int main(void) {
    int a[3] = { 1, 2, 3 };
    int i = 3;
    int s = a[0] +
        a[i];
    return s;
}
";
    let (line, _, new) = first(program);
    assert_eq!((line, new.as_str()), (3, "2"));
}

#[test]
fn a_product_is_no_shift() {
    // Whether a wider product is right is not known where it becomes an `int` again.
    let program = "\
static int area(int width, int height) {
    int n = width * height;
    return n;
}
int main(void) {
    return area(70000, 70000) > 0;
}
";
    assert!(patches(program).iter().all(|(_, _, new)| !new.contains("(unsigned)")), "no shift, no cast");
}

#[test]
fn a_function_is_left_as_it_is_elsewhere() {
    let program = "\
#include <stdlib.h>
#include <string.h>
struct list { char *name; struct list *next; };
static int copy(const struct list *from, const char *name) {
    char *text = malloc(8);
    if (!text) return -1;
    if (strlen(name) > 7) goto fail;
    strcpy(text, name);
    from = from->next;
    if (strcmp(from->name, text) != 0) goto fail;
    free(text);
    return 0;
fail:
    free(text);
    return -1;
}
int main(void) {
    struct list last = {\"b\", NULL}, first = {\"a\", &last};
    copy(&first, \"b\");
    return copy(&last, \"c\") == 0;
}
";
    let jump = (9, String::new(), "if (!from) goto fail;".to_owned());
    let patches = patches(program);
    assert!(patches.contains(&jump), "{patches:?}");
}

#[test]
fn a_loop_that_does_not_end_goes_on() {
    let program = "\
#include <stdio.h>
static int words(const char *text) {
    int n = 0;
    while (*text) {
        if (*text == ' ') {
            text++;
        } else if (*text >= 'a' && *text <= 'z') {
            n++;
            while (*text >= 'a' && *text <= 'z') text++;
        }
    }
    return n;
}
int main(void) {
    printf(\"%d\\n\", words(\"one, two\"));
    return 0;
}
";
    let (line, old, new) = first(program);
    let new: Vec<&str> = new.split_whitespace().collect();
    assert_eq!((line, old.as_str(), new.join(" ").as_str()), (10, "", "else text++;"));
}

/// Whoever says what is expected has tests that decide.
#[test]
fn a_bound_at_which_a_loop_is_one_too_long_is_the_slip() {
    let program = "\
static int cells[4];
int main(void) {
    int sum = 0;
    for (int i = 0; i <= 4; i++)
        sum += cells[i];
    return sum;
}
";
    let (line, old, new) = first(program);
    assert_eq!((line, old.as_str(), new.as_str()), (4, "<=", "<"));
}
