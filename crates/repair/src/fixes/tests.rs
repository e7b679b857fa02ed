//! Fixes of small programs, and the rules that they teach.

use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::sites::Unit;
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::{Program, Property};

use super::*;
use crate::rules::{Likelihood, Rules};

fn version(text: &str) -> (Program, Box<dyn Unit>) {
    let file = InputFile { name: "a.c".into(), text: text.to_owned(), originals: Vec::new() };
    let input = Input { files: vec![file] };
    let config = CConfig { properties: [Property::UnreachCall].into(), ..CConfig::default() };
    let program = c::translate(&input, &config).program.expect("a program");
    (program, c::unit(&input, &config).expect("sites"))
}

/// What is observed of a fix of one line.
fn observed(program: usize, old: &str, new: &str, rules: &Rules) -> Vec<Observed> {
    let whole = |line: &str| {
        format!(
            "int g(int n, int k, int m) {{\nint s = 0;\n{line}\nreturn s; }}\nint main(void) {{ return g(3, 4, 5); }}\n"
        )
    };
    let texts = (whole(old), whole(new));
    let ((before, unit), (_, fixed)) = (version(&texts.0), version(&texts.1));
    let n_new = new.lines().count() as u32;
    let fix = Fix {
        program: &before,
        unit: &*unit,
        fixed: &*fixed,
        file: "a.c",
        texts: (&texts.0, &texts.1),
        stretches: &[(3..4, 3..3 + n_new)],
    };
    let group = if program.is_multiple_of(2) { "even" } else { "odd" };
    fix.observed(rules).into_iter().map(|it| Observed { program, group: group.to_owned(), ..it }).collect()
}

/// Checks whether a rule's candidate is the fix.
#[track_caller]
fn check(rule: &str, old: &str, new: &str, expected: bool) {
    let rules = Rules::parse(rule).expect("a rule");
    let hunks = observed(0, old, new, &rules);
    assert!(!hunks.is_empty() || !expected, "nothing differs");
    assert_eq!(hunks.iter().any(|it| it.is_made_by(|_| true)), expected, "{hunks:?}");
}

#[test]
fn a_fix_is_the_candidate_of_a_rule() {
    check("a < b -> a <= b : 1", "if (n < k) s = 1;", "if (n <= k) s = 1;", true);
    check("variable -> another variable : 1", "s = n + k;", "s = n + m;", true);
    check("declared -> declared = 0 : 1", "int x; x = n;", "int x = 0; x = n;", true);
    check("a < b -> a <= b : 1", "if (n < k) s = 1;", "if (n > k) s = 1;", false);
    check("a < b -> a <= b : 1", "if (n < k) s = 1;", "if (n <= k) s = 2;", false);
}

#[test]
fn white_space_comments_and_redundant_parentheses_do_not_count() {
    check("a < b -> a <= b : 1", "if (n < k) s = 1;", "if ( n<=k )  s = 1; // all of them", true);
    check("a < b -> a <= b : 1", "if (n < k && m) s = 1;", "if ((n <= k) && m) s = 1;", true);
    check("a + b -> a - b : 1", "s = n + k + m;", "s = n - (k + m);", false);
}

#[test]
fn what_differs_in_white_space_only_is_no_hunk() {
    assert!(observed(0, "s = n;", "s  =  n;", &Rules::standard()).is_empty());
}

#[test]
fn rules_that_were_right_weigh_more_than_those_that_were_not() {
    let rules =
        Rules::parse("a < b -> a <= b : 20\na < b -> a > b : 20\na % b -> a / b : 17\n").expect("rules");
    let all: Vec<Observed> =
        (0..4).flat_map(|it| observed(it, "if (n < k) s = 1;", "if (n <= k) s = 1;", &rules)).collect();
    let all: Vec<&Observed> = all.iter().collect();
    let tallies = tallies(&all, 3);
    assert_eq!((tallies[0].n_candidates, tallies[0].n_fixes, tallies[0].programs.len()), (4, 4, 4));
    assert_eq!((tallies[1].n_candidates, tallies[1].n_fixes), (4, 0));
    let weights = weigh(&rules, 3, &tallies);
    // The likeliest keeps the highest weight, and what was not tried its own.
    assert_eq!((weights[0], weights[2]), (Some(20), Some(17)));
    assert!(weights[1].is_some_and(|it| 0 < it && it < 20), "{weights:?}");
}

/// The rules that are learned beside one that has nothing to do with them.
fn learned(fixes: &[(&str, &str)]) -> Vec<String> {
    let table = Rules::parse("a % b -> a / b : 20").expect("a rule");
    let all = |rules: &Rules| -> Vec<Observed> {
        let fixes = fixes.iter().enumerate();
        fixes.flat_map(|(program, (old, new))| observed(program, old, new, rules)).collect()
    };
    let common = common_rules(&all(&table), &table);
    let rules = Rules { rules: table.rules.into_iter().chain(common).collect() };
    let observed = all(&rules);
    let hunks: Vec<&Observed> = observed.iter().collect();
    let weights = weigh(&rules, 1, &tallies(&hunks, rules.rules.len()));
    let taken = rules.rules.iter().zip(weights).skip(1).filter(|(_, weight)| weight.is_some());
    taken.map(|(rule, _)| format!("{} -> {}", rule.pattern, rule.alternative)).collect()
}

#[test]
fn what_two_fixes_have_in_common_is_a_rule() {
    let rules = learned(&[
        ("if (n < k) s = 1;", "if (n == k) s = 1;"),
        ("while (s < m) s++;", "while (s == m) s++;"),
    ]);
    assert_eq!(rules, ["a < b -> a == b"]);
}

#[test]
fn numbers_that_differ_become_a_word() {
    let rules =
        learned(&[("if (n > 3) s = 1;", "if (n >= 3) s = 1;"), ("if (k > 7) s = 2;", "if (k >= 7) s = 2;")]);
    assert_eq!(rules, ["a > number -> a >= number"]);
}

#[test]
fn one_fix_is_no_rule_nor_are_two_that_have_nothing_in_common() {
    assert!(learned(&[("if (n < k) s = 1;", "if (n == k) s = 1;")]).is_empty());
    assert!(learned(&[("if (n < k) s = 1;", "if (n == k) s = 1;"), ("s = n * k;", "s = n + k;")]).is_empty());
}

#[test]
fn a_group_is_ranked_by_what_the_others_teach() {
    let rules = Rules::parse("a < b -> a > b : 20\na < b -> a <= b : 10\n").expect("rules");
    let fixes = (0..4).flat_map(|it| observed(it, "if (n < k) s = 1;", "if (n <= k) s = 1;", &rules));
    let observed: Vec<Observed> = fixes.collect();
    let left_out = left_out(&observed, &rules, 2);
    let found: Vec<_> = left_out.iter().map(|it| (it.group.as_str(), it.before.ranks.clone())).collect();
    assert_eq!(found, [("even", vec![2, 2]), ("odd", vec![2, 2])]);
    assert!(left_out.iter().all(|it| it.learned.n_among(1) == 2), "{left_out:?}");
}

#[test]
fn a_learned_table_is_a_table() {
    let rules = Rules::standard();
    let hunks = observed(0, "if (n < k) s = 1;", "if (n <= k) s = 1;", &rules);
    let hunks: Vec<&Observed> = hunks.iter().collect();
    let tallies = tallies(&hunks, rules.rules.len());
    let table = learned_table(&rules, &weigh(&rules, rules.rules.len(), &tallies), &tallies);
    let read = Rules::parse(&table).expect("a table");
    assert_eq!(read.rules.len(), rules.rules.len());
    assert!(read.rules.is_sorted_by(|a, b| a.weight >= b.weight));
    assert_eq!(Likelihood::of(read.rules[0].weight), Likelihood::Likely);
    assert!(table.contains("# 1 of 1"), "{table}");
}
