//! What patches keep of the executions that work, and which are not shown because nothing speaks for them.

use crate::folder::Folder;
use serde_json::Value;

fn patches_with(files: &[(&str, &str)], arguments: &[&str]) -> Vec<Value> {
    Folder::with(files).patches(arguments)
}

fn patches(text: &str) -> Vec<Value> {
    patches_with(&[("a.c", text)], &[])
}

/// The level of the patch that gives this line; none where there is no such patch.
fn level(patches: &[Value], line: &str) -> Option<String> {
    let patch = patches.iter().find(|it| it["new_line"].as_str().is_some_and(|it| it.trim() == line))?;
    Some(patch["keeps"]["level"].as_str().unwrap_or("unknown").to_owned())
}

const ROOM: &str = "\
#include <assert.h>
extern int input(void);
static int room(int used) {
    int left = 8 - used;
    if (used > 10) // 8
        left = 0;
    return left;
}
int main(void) {
    int used = input();
    if (used < 0 || used > 20)
        return 0;
    int left = room(used);
    assert(left >= 0);
    return left;
}
";

#[test]
fn a_right_bound_keeps_everything_and_comes_first() {
    let patches = patches(ROOM);
    let first = &patches[0];
    assert_eq!(first["new_line"], "    if (used > 8) // 8");
    assert_eq!(first["keeps"]["level"], "nothing-differs");
    let (all, same) = (&first["keeps"]["executions"], &first["keeps"]["nothing_differs"]);
    assert!(all == same && all.as_u64() > Some(1), "{first}");
    assert!(first.get("changes").is_none(), "{first}");
    assert_eq!(first["keeps"]["proved"], "nothing-differs");
}

#[test]
fn another_value_for_the_caller_is_a_change_that_is_told() {
    let patches = patches(ROOM);
    let patch = patches.iter().find(|it| it["keeps"]["level"] == "changes").expect("another room");
    let change = &patch["changes"];
    assert_eq!((&change["assigns"], &change["line"]), (&"left".into(), &13.into()));
    let number = |text: &Value| text.as_str().and_then(|it| it.parse::<i64>().ok()).expect("a number");
    let used = number(&change["inputs"][0]["value"]);
    assert_eq!(number(&change["before"]), if used > 10 { 0 } else { 8 - used });
    assert_ne!(change["before"], change["after"]);
}

#[test]
fn what_a_macro_changes_is_where_it_is_used() {
    let text = "\
#include <assert.h>
#define LEAST 3
#define COST (LEAST + 2)
extern int input(void);
static int left_of(int money) {
    if (money >= LEAST) // COST
        money = money - COST;
    return money;
}
int main(void) {
    int money = input();
    if (money < 0 || money > 100)
        return 0;
    int left = left_of(money);
    assert(left >= 0);
    return left;
}
";
    assert_eq!(level(&patches(text), "#define COST LEAST").as_deref(), Some("changes"));
}

#[test]
fn an_execution_that_a_verifier_finds_says_what_changes() {
    // None of the executions around those that fail gets to the second assignment.
    let text = "\
#include <assert.h>
extern unsigned input(void);
int main(void) {
    unsigned n = input();
    unsigned rest = n % 1000;
    if (n / 1000 == 123)
        rest = 7;
    assert(rest < 999); // rest <= 999
    return (int)rest;
}
";
    let patches = patches(text);
    let proved = |it: &Value| it["keeps"]["proved"].as_str().map(str::to_owned);
    let first = &patches[0];
    assert_eq!(first["new_line"], "    if (n / 1000 == 123 || rest >= 999)");
    assert_eq!(proved(first).as_deref(), Some("nothing-differs"));
    let other =
        patches.iter().find(|it| it["new_line"] == "    unsigned rest = n % 999;").expect("it repairs");
    assert_eq!((proved(other), &other["keeps"]["level"]), (None, &"changes".into()));
    let tried = |it: &Value| it["keeps"]["executions"].as_u64();
    assert_eq!(tried(other), tried(first).map(|it| it + 1));
}

#[test]
fn what_the_program_shows_may_be_the_same_where_its_values_are_not() {
    let text = "\
#include <assert.h>
#include <stdio.h>
extern int input(void);
int main(void) {
    int n = input();
    if (n < 0 || n > 10)
        return 0;
    int left = 9 - n; // 10 - n
    assert(left >= 0);
    puts(\"done\");
    return 0;
}
";
    let proved = |text: &str| {
        let patches = patches(text);
        let patch = patches.iter().find(|it| it["new_line"] == "    int left = 10 - n; // 10 - n");
        let keeps = &patch.expect("it repairs")["keeps"];
        (keeps["level"].clone(), keeps["proved"].clone())
    };
    // The end of `puts` is not asked.
    assert_eq!(proved(text), ("nothing-else-differs".into(), "shows-the-same-if-it-ends".into()));
    let silent = text.replace("puts(\"done\");", "");
    assert_eq!(proved(&silent), ("nothing-else-differs".into(), "shows-the-same".into()));
    let told = text.replace("puts(\"done\");", "printf(\"%d\\n\", left);");
    assert_eq!(proved(&told), ("changes".into(), Value::Null));
}

#[test]
fn where_nothing_is_known_to_work_nothing_is_kept() {
    let text = "\
#include <assert.h>
int main(void) {
    int sum = 0;
    for (int i = 0; i <= 3; i++) // i < 3
        sum += i;
    assert(sum == 3);
    return 0;
}
";
    let patches = patches(text);
    assert!(!patches.is_empty());
    assert!(patches.iter().all(|it| it.get("keeps").is_none()), "{patches:?}");
}

#[test]
fn what_outlives_the_call_is_no_matter_of_the_changed_line_alone() {
    let text = "\
#include <assert.h>
extern int input(void);
int shown;
static int half(int n) {
    shown = n / 2 + 1; // n / 2
    return shown;
}
int main(void) {
    int n = input();
    if (n < 0 || n > 10)
        return 0;
    int h = half(n);
    assert(h + h <= n + 1);
    return 0;
}
";
    let patches = patches(text);
    // `shown` is another value afterwards; `h` is a local, and nothing but the assertion depends on it.
    assert_eq!(level(&patches, "shown = n / 2; // n / 2").as_deref(), Some("changes"));
    assert_eq!(level(&patches, "int h = half(n) - 1;").as_deref(), Some("nothing-else-differs"));
}

#[test]
fn a_guard_that_lets_everything_else_through_keeps() {
    let text = "\
extern int input(void);
int main(void) {
    int table[4] = {1, 2, 3, 4};
    int n = input();
    if (n < 0 || n > 4) // 3
        return 1;
    return table[n];
}
";
    assert_eq!(level(&patches(text), "if (n < 0 || n > 3) // 3").as_deref(), Some("nothing-differs"));
}

#[test]
fn what_avoids_the_check_and_changes_what_worked_is_not_shown() {
    // With the condition the other way round no addition overflows, and most results are others.
    let text = "\
extern int input(void);
static int rounded(int a) {
    if (a >= 0)
        return a / 16;
    return (a - 8) / 16;
}
int main(void) {
    int whole = rounded(input());
    return whole > 100;
}
";
    let patches = patches(text);
    assert_eq!(level(&patches, "if (a < 0)"), None);
    assert_eq!(level(&patches, "if (a <= 0)"), None);
}

const LINES: &str = "\
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char line[16];
    FILE *file = fopen(argc > 1 ? argv[1] : \"in\", \"r\");
    if (file == NULL)
        return 1;
    while (fgets(line, sizeof line, file)) {
        char *end = line + strlen(line) - 1;
        while (*end == '\\n' || *end == ' ')
            *end-- = '\\0';
        printf(\"%s\\n\", line);
    }
    return 0;
}
";

#[test]
fn who_leaves_before_the_crash_repairs_nothing() {
    let files = [("a.c", LINES), ("empty", "a\n\n")];
    let patches = patches_with(&files, &["--crash-input", "empty", "--args", "@@"]);
    for line in ["if (file != NULL)", "if (file >= NULL)"] {
        assert_eq!(level(&patches, line), None);
    }
}

/// What is proved of the right bound where the program has these lines as well, in front of its functions and behind the assertion.
fn proved_with(front: &str, behind: &str) -> Option<String> {
    let text = ROOM.replace("static int room", &format!("{front}\nstatic int room"));
    let text = text.replace("    assert(left >= 0);", &format!("    assert(left >= 0);\n    {behind}"));
    let patches = patches(&text);
    let is_right = |it: &&Value| it["new_line"].as_str().is_some_and(|it| it.contains("if (used > 8)"));
    let patch = patches.iter().find(is_right).unwrap_or_else(|| panic!("no right bound in {text}"));
    assert_eq!(patch["verdict"], "proved", "{patch}");
    patch["keeps"]["proved"].as_str().map(str::to_owned)
}

#[test]
fn what_a_comparison_does_not_see_leaves_nothing_proved() {
    let proved = Some("nothing-differs".to_owned());
    let harmless = [
        ("static int port;", "port = used;"),
        ("#include <time.h>", "if (time(0) < 5) return 1;"),
        ("#include <stdio.h>", "puts(\"a\"); fflush(stdout);"),
        ("#include <stdio.h>\n#include <stdlib.h>", "puts(\"a\"); if (used == 1) abort();"),
        ("#include <stdio.h>", "printf(\"%d\\n\", used);"),
    ];
    for (front, behind) in harmless {
        assert_eq!(proved_with(front, behind), proved, "{behind}");
    }
    let unseen = [
        ("static volatile int port;", "port = used;"),
        ("static volatile int port;", "if (port) return 1;"),
        ("#include <time.h>", "if (clock() < 5) return 1;"),
        ("#include <stdio.h>\n#include <stdlib.h>", "puts(\"a\"); fflush(stdout); if (used == 1) abort();"),
        ("#include <stdio.h>", "if (puts(\"a\") < 0) return 1;"),
        ("#include <stdio.h>", "if (ferror(stdin)) return 1;"),
    ];
    for (front, behind) in unseen {
        assert_eq!(proved_with(front, behind), None, "{behind}");
    }
}

#[test]
fn what_is_verified_is_the_text_that_is_offered() {
    let text = "\
#include <assert.h>
#include <stddef.h>
extern int input(void);
int main(void) {
    int n = input();
    int x = 5, *p = NULL;
    if (n > 3)
        p = &x;
    *p = 4;
    int line = __LINE__;
    assert(line != BAD);
    return 0;
}
";
    let guards = |bad: &str| {
        let patches = patches(&text.replace("BAD", bad));
        let is_guard = |it: &&Value| it["new_line"] == "    if (p)\n        *p = 4;";
        patches.iter().filter(is_guard).count()
    };
    assert_eq!(guards("10 + 2"), 1);
    assert_eq!(guards("10 + 1"), 0, "there the assertion fails with a further line");
}
