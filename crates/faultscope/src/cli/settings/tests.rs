use std::fmt::Write as _;

use expect_test::expect;
use faultscope_testkit::pages;

use super::keys::{KEYS, Value};

#[test]
fn keys_are_options() {
    let mut text = String::new();
    for key in KEYS.iter() {
        let argument = key.with("".as_ref()).into_string().expect("it is ASCII");
        let value = match (key.value, key.adds) {
            (Value::Switch, _) => "",
            (Value::One, _) => "one",
            (Value::Several, true) => "several, added",
            (Value::Several, false) => "several",
        };
        let path = if key.is_path { " path" } else { "" };
        let line = format!("{}: {argument} {value}{path}", key.name);
        writeln!(text, "{}", line.trim_end()).expect("a string");
    }
    expect![[r#"
        contracts: --contracts= one
        data-model: --data-model= one
        define: -D several, added
        effort: --effort= one
        entry: --entry= one
        flags: -f several, added
        ignore-annotations: --ignore-annotations
        ignore-suppressions: --ignore-suppressions
        include: -I several, added path
        jobs: --jobs= one
        level: --level= one
        malloc-may-fail: --malloc-may-fail
        max-array: --max-array= one
        memory: --memory= one
        model: --model= several, added path
        no-compiler-warnings: --no-compiler-warnings
        project: --project= one path
        property: --property= several
        pure: --pure= several, added
        ranking: --ranking= one
        rules: --rules= one path
        sets: --sets= one
        standard: -std= one
        strategy: --strategy= one
        thorough: --thorough
        timeout: --timeout= one
        traces: --traces= one
        trust: --trust= several, added
        uninitialized-is-nondet: --uninitialized-is-nondet
        unwind: --unwind= one
        volatile-as-stored: --volatile-as-stored
    "#]]
    .assert_eq(&text);
}

/// The lines of the page that are made of the keys, by how they begin.
#[test]
fn keys_are_documented() {
    let list = |is_in: &dyn Fn(&super::Key) -> bool| {
        let names = KEYS.iter().filter(|it| is_in(it)).map(|it| format!("`{}`", it.name));
        names.collect::<Vec<_>>().join(", ")
    };
    let all = list(&|_| true);
    let lines = [
        format!("- Lists ({}) grow by what the command line says.", list(&|it| it.adds)),
        format!("- Paths ({}) are those from the folder of the file.", list(&|it| it.is_path)),
        format!("The keys are {all}."),
    ];
    let page = pages::text("configuration.md");
    let made = |line: &str| {
        let it = lines.iter().find(|it| it.split('`').next().is_some_and(|start| line.starts_with(start)));
        it.cloned().unwrap_or_else(|| line.to_owned()) + "\n"
    };
    let expected: String = page.lines().map(made).collect();
    for line in &lines {
        assert!(expected.contains(line.as_str()), "docs/configuration.md has no line for: {line}");
    }
    pages::check("configuration.md", &expected);
}
