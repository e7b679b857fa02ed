//! `docs/limits.md` lists the limits that can change an answer. `BLESS=1 cargo test` makes it from the crates' tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use faultscope::limits;
use faultscope_ir::limits::Limit;

const INTRODUCTION: &str = "\
# Limits that can change an answer

Faultscope tries, asks and lists only so much.
These are the bounds that can change a verdict, a finding, a rank, a patch, or what is listed; each crate has them in its module `limits`, from which this page is made.
A report names those that were reached where it can tell that more might have been said otherwise: at its end, and in JSON under `limits`.
What the command line sets (`--timeout`, `--unwind`, `--traces` and others) is not in the list, nor are bounds on rewriting terms, which keep their meaning.
";

#[test]
fn all_limits_are_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/limits.md");
    let expected = document();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, expected).expect("the page is writable");
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/limits.md is not what the tables say; BLESS=1 makes it so");
}

#[test]
fn each_limit_has_a_name_of_its_own() {
    let mut seen: BTreeMap<&str, &Limit> = BTreeMap::new();
    for limit in limits::all() {
        assert!(limit.value > 0, "{limit:?}");
        assert!(limit.bounds_on_one_line().ends_with('.') && !limit.effect.ends_with('.'), "{limit:?}");
        assert_eq!(seen.insert(limit.name, limit), None);
    }
    assert!(seen.len() > 80, "{}", seen.len());
}

fn document() -> String {
    let mut text = INTRODUCTION.to_owned();
    let mut package = "";
    for limit in limits::all() {
        if limit.package != package {
            package = limit.package;
            write!(text, "\n## `{package}`\n\n| limit | value | what it bounds | where it is reached |\n|---|--:|---|---|\n")
                .expect("a string");
        }
        let Limit { name, value, effect, .. } = limit;
        let bounds = limit.bounds_on_one_line();
        writeln!(text, "| `{name}` | {value} | {bounds} | {effect} |").expect("a string");
    }
    text
}
