//! How functions of the library are known, for those who ask.

use super::{ASKS, Model, leads_elsewhere, model, prints, scans, source, source_in};
use crate::c::config::Environment;

/// What is known of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Knowledge {
    /// A model in C, which says what it does.
    Exact,
    /// A model in C, which says what it may do: it gives, or writes, any values within bounds.
    Bounds,
    /// It prints or reads by a format.
    ByFormat,
    /// It is built in.
    BuiltIn,
    /// It is built in: arguments are evaluated, and nothing happens.
    Ignored,
    /// It ends the execution that is looked at, which is undecided.
    Refused,
}

/// What in a model gives values that are not computed, whatever the environment.
const CHOICES: [&str; 3] = [ASKS, "__VERIFIER_nondet", "__fs_between"];

/// What does so where the environment is not given.
const CHOICES_OF_ANY: [&str; 3] = ["__fs_sign", "__fs_truth", "__fs_forget"];

/// What is known of the function of a name in an environment.
pub fn known_in(environment: Environment, name: &str) -> Knowledge {
    if model(name) != Some(Model::Ignored) && (prints(name) || scans(name).is_some()) {
        return Knowledge::ByFormat;
    }
    if let Some((_, text)) = source_in(environment, name) {
        return of_model(environment, text);
    }
    match model(name) {
        _ if leads_elsewhere(name).is_some() => Knowledge::Refused,
        None => Knowledge::Refused,
        Some(Model::Ignored) if prints(name) => Knowledge::ByFormat,
        Some(Model::Ignored) => Knowledge::Ignored,
        Some(_) => Knowledge::BuiltIn,
    }
}

/// What is known by a model, and by those that it calls.
fn of_model(environment: Environment, text: String) -> Knowledge {
    let mut texts = vec![text];
    let mut seen: Vec<String> = Vec::new();
    let mut next = 0;
    while let Some(text) = texts.get(next).cloned() {
        next += 1;
        for name in called(&text) {
            if seen.contains(&name) {
                continue;
            }
            match source_in(environment, &name) {
                Some((_, part)) => texts.push(part),
                // What it may do is said, and not what it does.
                None if source(&name).is_some() => return Knowledge::Refused,
                None => {}
            }
            seen.push(name);
        }
    }
    let has = |choices: &[&str]| texts.iter().any(|text| choices.iter().any(|it| text.contains(it)));
    match environment {
        Environment::Given if has(&CHOICES) => Knowledge::Refused,
        Environment::Any if has(&CHOICES) || has(&CHOICES_OF_ANY) => Knowledge::Bounds,
        _ => Knowledge::Exact,
    }
}

/// The names of what a text calls.
fn called(text: &str) -> Vec<String> {
    let is_of_word = |ch: char| ch.is_alphanumeric() || ch == '_';
    let before = text.match_indices('(').map(|(at, _)| &text[..at]);
    before
        .filter_map(|before| before.rsplit(|ch| !is_of_word(ch)).next())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}
