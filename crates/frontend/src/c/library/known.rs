//! How functions of the library are known, for those who ask.

use faultscope_ir::Primitive;

use super::{ASKS, Scanned, leads_elsewhere, model, row, scanning, scans_into_list, seen, source, source_in};
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
    let prints = row(name).is_some_and(|row| row.prints.is_some());
    let scans = scanning(name).is_some_and(|it| !it.is_list);
    if seen(name).is_none() && (prints || scans) {
        return Knowledge::ByFormat;
    }
    if environment == Environment::Given && scans_into_list(name) {
        return Knowledge::ByFormat;
    }
    if let Some((_, text)) = source_in(environment, name) {
        return of_model(environment, text);
    }
    match model(name) {
        _ if leads_elsewhere(name).is_some() => Knowledge::Refused,
        None => Knowledge::Refused,
        Some(_) if seen(name).is_none() => Knowledge::BuiltIn,
        Some(_) if prints => Knowledge::ByFormat,
        Some(_) => Knowledge::Ignored,
    }
}

/// What a function gives where its arguments are known, in an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// What every library gives.
    Exact,
    /// The number that is nearest to the true result, which is what every library gives where the result is a number of its
    /// format.
    Nearest,
    /// What the environment says, which is given.
    Environment,
    /// It is not followed.
    Refused,
}

/// What a function gives where its arguments are known.
pub fn certainty(name: &str) -> Certainty {
    let environment = Environment::Given;
    match known_in(environment, name) {
        Knowledge::Refused | Knowledge::Bounds | Knowledge::Ignored => return Certainty::Refused,
        Knowledge::ByFormat if scanning(name).is_some_and(|it| !it.is_list && it.from != Scanned::Text) => {
            return Certainty::Environment;
        }
        Knowledge::ByFormat | Knowledge::BuiltIn => return Certainty::Exact,
        Knowledge::Exact => {}
    }
    let Some((_, text)) = source_in(environment, name) else { return Certainty::Exact };
    let Some((_, names)) = reached(environment, text) else { return Certainty::Refused };
    let primitives: Vec<Primitive> = names.iter().filter_map(|name| Primitive::named(name)).collect();
    match primitives {
        it if it.contains(&Primitive::Math) => Certainty::Nearest,
        it if it.iter().any(|it| it.is_asked()) => Certainty::Environment,
        _ => Certainty::Exact,
    }
}

/// What is known by a model, and by those that it calls.
fn of_model(environment: Environment, text: String) -> Knowledge {
    // Otherwise it says what a function may do, and not what it does.
    let Some((texts, _)) = reached(environment, text) else { return Knowledge::Refused };
    let has = |choices: &[&str]| texts.iter().any(|text| choices.iter().any(|it| text.contains(it)));
    match environment {
        Environment::Given if has(&CHOICES) => Knowledge::Refused,
        Environment::Any if has(&CHOICES) || has(&CHOICES_OF_ANY) => Knowledge::Bounds,
        _ => Knowledge::Exact,
    }
}

/// A model and those that it calls, and the names of these; none where one of them is not there. Primitives of an environment that is given
/// do what it says, and not what their bodies do.
fn reached(environment: Environment, text: String) -> Option<(Vec<String>, Vec<String>)> {
    let mut texts = vec![text];
    let mut names: Vec<String> = Vec::new();
    let mut next = 0;
    while let Some(text) = texts.get(next).cloned() {
        next += 1;
        for name in called(&text) {
            if names.contains(&name) {
                continue;
            }
            let is_asked = environment == Environment::Given && Primitive::named(&name).is_some();
            match source_in(environment, &name).filter(|_| !is_asked) {
                Some((_, part)) => texts.push(part),
                None if !is_asked && source(&name).is_some() => return None,
                None => {}
            }
            names.push(name);
        }
    }
    Some((texts, names))
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
