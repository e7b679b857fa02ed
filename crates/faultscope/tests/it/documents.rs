//! Documents that are made from tables in the code. `BLESS=1 cargo test` writes them; read the difference.

use std::fmt::Write as _;

use faultscope::limits;
use faultscope_ir::limits::Limit;
use faultscope_ir::{AssumptionGroup, AssumptionKind, Direction, Property, PropertyGroup};
use faultscope_testkit::pages::{self, check};

const ASSUMPTIONS: &str = "\
# Assumptions

Each choice by which Faultscope looks at more or fewer executions than a program has is one of these.
It is noted at every statement that rests on it, and listed in a report where such a statement lies on a path that was followed:
for an error on its trace; for every other answer where an execution may come to the statement.
The bounds of the search are listed where they were met.

The list is made from the table in `crates/ir/src/assumption.rs`.

A choice *narrows* what is looked at where there may be more executions, so that an error can be missed; it *widens* it where there may be
fewer, so that an error may never happen; it *replaces* where both can be; and it *keeps* the executions where only what is said about
them rests on it.
\"No error\" is said with the names of the choices that narrow or replace.
";

const SETTINGS: &str = "
## What is not listed

These hold for every C program, and a report does not repeat them:

* sizes and representation of types are those of `--data-model` on x86 with GCC, floating-point arithmetic rounds to nearest;
* a program has one thread, and no signal handlers;
* the stack has room for every call and variable, and a program makes fewer than 2^32 objects;
* a stream that is never closed is not memory that is lost, though the library allocates it.
";

#[test]
fn assumptions_are_documented() {
    let mut text = ASSUMPTIONS.to_owned();
    let mut group = None;
    for kind in AssumptionKind::ALL {
        if group.replace(kind.group()) != Some(kind.group()) {
            let title = match kind.group() {
                AssumptionGroup::Environment => "The environment",
                AssumptionGroup::Memory => "Memory",
                AssumptionGroup::Language => "The language",
                AssumptionGroup::Search => "The search",
                AssumptionGroup::User => "The user",
            };
            write!(text, "\n## {title}\n\n| name | direction | choice |\n|---|---|---|\n").expect("a string");
        }
        let direction: Direction = kind.direction();
        writeln!(text, "| `{}` | {} | {} |", kind.name(), direction.name(), kind.description())
            .expect("a string");
    }
    text += SETTINGS;
    check("assumptions.md", &text);
}

const LIMITS: &str = "\
# Limits that can change an answer

Faultscope tries, asks and lists only so much.
These are the bounds that can change a verdict, a finding, a rank, a patch, or what is listed; each crate has them in its module `limits`, from which this page is made.
A report names those that were reached where it can tell that more might have been said otherwise: at its end, and in JSON under `limits`.
What the command line sets (`--timeout`, `--unwind`, `--traces` and others) is not in the list, nor are bounds on rewriting terms, which keep their meaning.
";

#[test]
fn limits_are_documented() {
    let mut text = LIMITS.to_owned();
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
    check("limits.md", &text);
}

#[test]
fn properties_are_documented() {
    let group = |property: Property| match property.group() {
        PropertyGroup::MemorySafety => "`memory-safety`",
        _ => "",
    };
    let row = |it: Property| {
        let default = if it.is_default() { "yes" } else { "no" };
        format!("| `{}` | {} | {} | {default} |", it.name(), group(it), it.demand())
    };
    let head = ["| property | group | what must hold | default |", "|---|---|---|---|"].map(str::to_owned);
    let table: Vec<String> = head.into_iter().chain(Property::selectable().map(row)).collect();
    check("checks.md", &pages::with_table(&pages::text("checks.md"), "## The properties", &table));
}
