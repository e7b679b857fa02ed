//! What a selection of properties says follows from what all of them say.
//!
//! A program of these has one execution. With all properties selected it ends at its first violation, if there is one; a selection
//! with the property of that violation has the same error, and one without it says "no error" only where the execution goes on
//! behind the violation, or ends there on the machine, too.

use std::collections::BTreeSet;

use faultscope::report::{Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_ir::Property;
use faultscope_testkit::random::Random;

/// Statements of a program, some of them defects, and the property that a defect violates.
const STATEMENTS: [(&str, Option<Property>); 17] = [
    ("x = x + 3;", None),
    ("x = a[x & 3];", None),
    ("*q = x;", None),
    ("if (x > 2) x = 1;", None),
    ("x = *null;", Some(Property::NullDereference)),
    ("*null = x;", Some(Property::NullDereference)),
    ("x = a[4 + (x & 1)];", Some(Property::OutOfBounds)),
    ("x = *freed;", Some(Property::UseAfterFree)),
    ("free(freed);", Some(Property::InvalidFree)),
    ("free(q);", Some(Property::InvalidFree)),
    ("x = ((int (*)(int, int))function)(1, 2);", Some(Property::InvalidFunctionPointer)),
    ("x = none();", Some(Property::InvalidFunctionPointer)),
    ("*(char *)\"text\" = 'x';", Some(Property::WriteToConstant)),
    ("x = x / zero;", Some(Property::DivisionByZero)),
    ("x = 2147483647 + one;", Some(Property::Overflow)),
    ("if (zero == 0) __builtin_unreachable();", Some(Property::Unreachable)),
    ("assert(zero);", Some(Property::Assertions)),
];

const START: &str = "void *malloc(unsigned); void free(void *); void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, \"a.c\", 1, \"main\"))
static int function(int x) { return x + 1; }
int main(void) { int x = 1, y = 0, zero = 0, one = 1, a[4] = {1, 2, 3, 4}, *q = &y, *null = 0; int (*none)(void) = 0;
int *freed = malloc(4); *freed = 1; free(freed);
";

fn report(text: &str, properties: &BTreeSet<Property>) -> Report {
    let options = Options {
        properties: properties.clone(),
        program_level: false,
        patches: false,
        ..Options::standard()
    };
    check_source("a.c", text, &options).expect("a program")
}

/// Whether an execution has no defined end or continuation where a property is violated that is not selected.
fn is_undefined(property: Property) -> bool {
    !matches!(property, Property::Overflow | Property::DivisionByZero | Property::Assertions)
}

fn selection(random: &mut Random) -> BTreeSet<Property> {
    let all = Property::defaults();
    let chosen: BTreeSet<Property> = match random.below(3) {
        // All but one.
        0 => {
            let left_out = random.below(Property::defaults().count());
            all.enumerate().filter(|(idx, _)| *idx != left_out).map(|(_, property)| property).collect()
        }
        1 => all.filter(|_| random.percent(50)).collect(),
        _ => all.filter(|_| random.percent(20)).collect(),
    };
    if chosen.is_empty() { BTreeSet::from([Property::Assertions]) } else { chosen }
}

#[test]
fn no_selection_hides_what_ends_the_execution() {
    let seeds = std::env::var("FAULTSCOPE_SELECTIONS").ok().and_then(|it| it.parse().ok()).unwrap_or(60);
    for seed in 0..seeds {
        let mut random = Random::new(seed);
        let statements: Vec<(&str, Option<Property>)> =
            (0..1 + random.below(4)).map(|_| random.pick(&STATEMENTS)).collect();
        let lines: Vec<&str> = statements.iter().map(|(text, _)| *text).collect();
        let text = format!("{START}{}\nreturn 0; }}\n", lines.join("\n"));
        let first = statements.iter().find_map(|(_, property)| *property);
        let all = report(&text, &Property::defaults().collect());
        assert_eq!(all.verdict == Verdict::Unsafe, first.is_some(), "seed {seed}: {text}");
        let Some(first) = first else { continue };
        for _ in 0..3 {
            let selection = selection(&mut random);
            let found = report(&text, &selection);
            match selection.contains(&first) {
                true => assert_eq!(found.verdict, Verdict::Unsafe, "seed {seed}: {selection:?} of {text}"),
                false if is_undefined(first) => {
                    assert_ne!(found.verdict, Verdict::Safe, "seed {seed}: {selection:?} of {text}");
                }
                false => {}
            }
        }
    }
}

#[test]
fn what_an_unselected_violation_ends_is_named() {
    let text = format!("{START}x = *null; assert(zero); return 0; }}");
    let without = Property::defaults().filter(|it| *it != Property::NullDereference).collect();
    let found = report(&text, &without);
    assert_eq!(found.verdict, Verdict::Unknown);
    assert!(
        found.assumptions.iter().any(|it| it.kind.name() == "access-in-bounds"),
        "{:?}",
        found.assumptions
    );
}

/// A call of the library that no machine goes on behind ends the execution, whether it is checked or not.
#[test]
fn a_call_that_crashes_is_never_the_reason_for_no_error() {
    let crashes = [
        "printf(\"%s\\n\", 5);",
        "printf(\"%s\\n\");",
        "fclose(0);",
        "fprintf((FILE *)0, \"x\");",
        "int a[2] = {2, 1}; qsort(a, 2, 4, 0);",
        "int a[2] = {2, 1}, k = 1; bsearch(&k, a, 2, 4, 0);",
    ];
    let only = BTreeSet::from([Property::Assertions]);
    for call in crashes {
        let text = format!(
            "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{ {call} assert(0); }}\n"
        );
        let found = report(&text, &only);
        assert_eq!(found.verdict, Verdict::Unknown, "{call}: {:?}", found.reason);
        let all = Property::defaults().collect();
        assert_eq!(report(&text, &all).verdict, Verdict::Unsafe, "{call}");
    }
    // An integer of another size is printed wrong, and that is all.
    let text =
        "#include <assert.h>\n#include <stdio.h>\nint main(void) { printf(\"%d\\n\", 5L); assert(0); }\n";
    assert_eq!(report(text, &only).verdict, Verdict::Unsafe);
}
