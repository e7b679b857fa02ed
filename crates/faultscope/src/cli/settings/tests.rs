use super::keys::{KEYS, Value};
use super::*;

#[test]
fn every_key_is_an_option() {
    let mut command = Arguments::command();
    command.build();
    let check = command.find_subcommand("check").expect("there is one");
    for key in KEYS {
        let option = check.get_arguments().find(|it| key.is(it));
        let option = option.unwrap_or_else(|| panic!("`{}` is no option", key.name));
        let takes_value = option.get_action().takes_values();
        assert_eq!(takes_value, key.value != Value::Switch, "`{}`", key.name);
        let value = if takes_value { "1" } else { "" };
        let argument = key.with(value.as_ref()).into_string().expect("it is ASCII");
        let long = format!("--{}", option.get_long().unwrap_or("-"));
        let short = option.get_short().map(|it| format!("-{it}"));
        let is_named = argument.starts_with(&long) || short.is_some_and(|it| argument.starts_with(&it));
        assert!(is_named, "`{argument}` is not `{}`", key.name);
    }
}

#[test]
fn keys_are_in_order() {
    assert!(KEYS.is_sorted_by_key(|it| it.name));
}

#[test]
fn keys_are_documented() {
    let page = include_str!("../../../../../docs/configuration.md");
    for key in KEYS {
        assert!(page.contains(&format!("`{}`", key.name)), "docs/configuration.md lacks `{}`", key.name);
    }
}
