use clap::{Arg, ArgAction};
use faultscope_testkit::pages;

use super::super::tags::{SETTING, heading, tagged};
use super::tagged_command;

/// Where a help names a page, the page of options links it.
fn linked(help: &str) -> String {
    let mut text = String::new();
    let mut rest = help;
    while let Some((before, behind)) = rest.split_once("docs/") {
        let (name, after) = behind.split_once(".md").expect("pages end in `.md`");
        text += before.trim_end_matches('`');
        text += &format!("[{name}]({name}.md)");
        rest = after.trim_start_matches('`');
    }
    text + rest
}

/// A help as a cell of a table.
fn cell(help: &str) -> String {
    let text = linked(help).replace('|', "\\|");
    match text.split_once("[default:") {
        Some((before, default)) => format!("{before}(default:{}", default.replacen(']', ")", 1)),
        None => text,
    }
}

/// How an option is written, with what stands behind it: small letters belong to it.
fn spelled(option: &Arg) -> String {
    let value = option.get_value_names().and_then(|it| it.first()).map_or("", |it| it.as_str());
    let value = if option.get_action().takes_values() { value } else { "" };
    let joint = if value.is_empty() || value.starts_with(|it: char| it.is_lowercase()) { "" } else { " " };
    let names =
        [option.get_short().map(|it| format!("-{it}")), option.get_long().map(|it| format!("--{it}"))];
    let written = names.into_iter().flatten().map(|name| format!("`{name}{joint}{value}`"));
    written.collect::<Vec<_>>().join(", ").replace('|', "\\|")
}

fn meaning(option: &Arg) -> String {
    let mut text = option.get_help().map_or(String::new(), |it| cell(&it.to_string()));
    if matches!(option.get_action(), ArgAction::Set | ArgAction::Append) {
        let defaults: Vec<_> = option.get_default_values().iter().map(|it| it.to_string_lossy()).collect();
        if !defaults.is_empty() && !defaults[0].is_empty() {
            text += &format!(" (default: `{}`)", defaults.join(","));
        }
        for value in option.get_possible_values() {
            let about = value.get_help().map_or(String::new(), |it| format!(": {}", cell(&it.to_string())));
            text += &format!("<br>`{}`{about}", value.get_name());
        }
    }
    text
}

/// The rows of a subcommand by their headings.
fn tables(command: &clap::Command, name: &str) -> Vec<(String, Vec<String>)> {
    let settings = tagged(command, name, SETTING);
    let subcommand = command.find_subcommand(name).expect("it is there");
    let mut tables: Vec<(String, Vec<String>)> = Vec::new();
    for option in subcommand.get_arguments().filter(|it| !it.is_positional() && !it.is_hide_set()) {
        let heading = option.get_help_heading().unwrap_or_else(|| panic!("no heading: {option}"));
        let key = option.get_id().as_str().replace('_', "-");
        let key = if settings.contains(option.get_id()) { format!("`{key}`") } else { String::new() };
        let row = format!("| {} | {} | {key} |", spelled(option), meaning(option));
        match tables.iter_mut().find(|it| it.0 == heading) {
            Some((_, rows)) => rows.push(row),
            None => tables.push((heading.to_owned(), vec![row])),
        }
    }
    tables
}

#[test]
fn options_are_documented() {
    let command = tagged_command();
    let of_run = tables(&command, "run").into_iter().filter(|it| it.0 == heading::RUN);
    let mut page = pages::text("options.md");
    for (heading, rows) in tables(&command, "check").into_iter().chain(of_run) {
        let head = ["| option | meaning | key |", "|---|---|---|"].map(str::to_owned);
        let table: Vec<String> = head.into_iter().chain(rows).collect();
        page = pages::with_table(&page, &format!("## {heading}"), &table);
    }
    pages::check("options.md", &page);
}
