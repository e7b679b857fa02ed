//! The rules of a makefile, as far as they can be read without running anything.
//!
//! Variables, patterns and those functions that only change words are followed; what a makefile computes otherwise is
//! empty. Recipes are not read: what a program is linked of are its prerequisites.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::step::Step;
use crate::paths::place;

/// Variables that name each other may not be followed for ever.
const MAX_NESTED: usize = 32;

/// The steps of a makefile, in its order.
pub(super) fn steps(text: &str, folder: &Path) -> Vec<Step> {
    let mut makefile = Makefile { variables: BTreeMap::new(), folder };
    let mut steps: Vec<Step> = Vec::new();
    for line in text.replace("\\\n", " ").lines().filter(|line| !line.starts_with('\t')) {
        let line = line.split('#').next().unwrap_or_default();
        if makefile.assign(line) {
            continue;
        }
        for step in makefile.rule(line) {
            // A target may have several rules, which add prerequisites.
            match steps.iter_mut().find(|it| it.output == step.output) {
                Some(known) => known.inputs.extend(step.inputs),
                None => steps.push(step),
            }
        }
    }
    steps
}

struct Makefile<'a> {
    variables: BTreeMap<String, String>,
    folder: &'a Path,
}

impl Makefile<'_> {
    /// Takes in `NAME = value` and the like; whether the line is that.
    fn assign(&mut self, line: &str) -> bool {
        let Some((left, value)) = line.split_once('=') else { return false };
        let name = left.trim_end_matches([':', '+', '?', '!']);
        let operator = &left[name.len()..];
        let name = name.trim();
        if name.is_empty() || name.contains([' ', ':', '$', '(']) {
            return false;
        }
        let value = if operator.starts_with(':') { self.expanded(value, 0) } else { value.to_owned() };
        let value = value.trim().to_owned();
        match operator {
            "+" => {
                let known = self.variables.entry(name.to_owned()).or_default();
                *known = format!("{known} {value}");
            }
            "?" => drop(self.variables.entry(name.to_owned()).or_insert(value)),
            _ => drop(self.variables.insert(name.to_owned(), value)),
        }
        true
    }

    /// The steps of `targets: prerequisites` and of `targets: pattern: prerequisites`.
    fn rule(&self, line: &str) -> Vec<Step> {
        let line = self.expanded(line, 0);
        let mut parts = line.splitn(3, ':').map(str::trim);
        let (Some(targets), Some(second), third) = (parts.next(), parts.next(), parts.next()) else {
            return Vec::new();
        };
        let (pattern, inputs) = third.map_or((None, second), |inputs| (Some(second), inputs));
        let inputs = inputs.split(';').next().unwrap_or_default();
        let targets =
            targets.split_whitespace().filter(|target| !target.contains('%') && !target.starts_with('.'));
        let step = |target: &str| {
            let stem = pattern.and_then(|pattern| stem(target, pattern)).unwrap_or_default();
            let inputs = inputs.split_whitespace().filter(|it| *it != "|");
            let inputs = inputs.map(|input| place(self.folder, &input.replacen('%', stem, 1))).collect();
            Step { output: place(self.folder, target), inputs }
        };
        targets.map(step).filter(|it| !it.inputs.is_empty()).collect()
    }

    /// A text with the values of its variables.
    fn expanded(&self, text: &str, depth: usize) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('$') {
            result += before;
            let close = match behind.chars().next() {
                Some('(') => ')',
                Some('{') => '}',
                other => {
                    rest = &behind[other.map_or(0, char::len_utf8)..];
                    continue;
                }
            };
            let Some(length) = closing(&behind[1..], behind.as_bytes()[0].into(), close) else {
                return result;
            };
            if depth < MAX_NESTED {
                result += &self.value(&behind[1..=length], depth + 1);
            }
            rest = &behind[length + 2..];
        }
        result + rest
    }

    /// The value of what stands in `$(…)`.
    fn value(&self, inner: &str, depth: usize) -> String {
        if let Some((function, arguments)) = inner.split_once(' ') {
            let arguments: Vec<String> =
                arguments.split(',').map(|it| self.expanded(it.trim(), depth)).collect();
            return self.called(function, &arguments).unwrap_or_default();
        }
        let (name, change) =
            inner.split_once(':').map_or((inner, None), |(name, change)| (name, Some(change)));
        let value = self.variables.get(name).map(|it| self.expanded(it, depth)).unwrap_or_default();
        let Some((from, to)) = change.and_then(|it| it.split_once('=')) else { return value };
        let pattern = |it: &str| if it.contains('%') { it.to_owned() } else { format!("%{it}") };
        substituted(&pattern(from), &pattern(to), &value)
    }

    fn called(&self, function: &str, arguments: &[String]) -> Option<String> {
        match (function, arguments) {
            ("patsubst", [from, to, words]) => Some(substituted(from, to, words)),
            ("subst", [from, to, words]) => Some(words.replace(from, to)),
            ("addprefix", [prefix, words]) => Some(each(words, |word| format!("{prefix}{word}"))),
            ("addsuffix", [suffix, words]) => Some(each(words, |word| format!("{word}{suffix}"))),
            ("notdir", [words]) => {
                Some(each(words, |word| word.rsplit('/').next().unwrap_or(word).to_owned()))
            }
            ("basename", [words]) => {
                Some(each(words, |word| word.rsplit_once('.').map_or(word, |(base, _)| base).to_owned()))
            }
            ("sort", [words]) => {
                let mut words: Vec<&str> = words.split_whitespace().collect();
                words.sort_unstable();
                Some(words.join(" "))
            }
            ("wildcard", [patterns]) => Some(each(patterns, |pattern| self.files(pattern).join(" "))),
            _ => None,
        }
    }

    /// The files whose names fit a pattern such as `src/*.c`.
    fn files(&self, pattern: &str) -> Vec<String> {
        let (folder, name) = pattern.rsplit_once('/').map_or(("", pattern), |(folder, name)| (folder, name));
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let Some((start, end)) = name.split_once('*') else { return vec![pattern.to_owned()] };
        let Ok(entries) = fs::read_dir(self.folder.join(folder)) else { return Vec::new() };
        let names = entries.filter_map(|it| it.ok()?.file_name().into_string().ok());
        let fits =
            |it: &String| it.len() >= start.len() + end.len() && it.starts_with(start) && it.ends_with(end);
        let mut files: Vec<String> = names.filter(fits).map(|it| format!("{prefix}{it}")).collect();
        files.sort();
        files
    }
}

/// How much of a text stands before the bracket that closes it.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (offset, ch) in text.char_indices() {
        match ch {
            _ if ch == close && depth == 0 => return Some(offset),
            _ if ch == close => depth -= 1,
            _ if ch == open => depth += 1,
            _ => {}
        }
    }
    None
}

fn each(words: &str, change: impl Fn(&str) -> String) -> String {
    words.split_whitespace().map(change).collect::<Vec<_>>().join(" ")
}

/// What `%` stands for.
fn stem<'a>(word: &'a str, pattern: &str) -> Option<&'a str> {
    let (start, end) = pattern.split_once('%')?;
    word.strip_prefix(start)?.strip_suffix(end)
}

fn substituted(from: &str, to: &str, words: &str) -> String {
    each(words, |word| stem(word, from).map_or(word.to_owned(), |stem| to.replacen('%', stem, 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let shown = |step: Step| {
            let inputs: Vec<String> = step.inputs.iter().map(|it| it.display().to_string()).collect();
            format!("{}: {}", step.output.display(), inputs.join(" ")).replace("/p/", "")
        };
        let found: Vec<String> = steps(text, Path::new("/p")).into_iter().map(shown).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn variables_and_patterns_are_followed() {
        let text = "CC ?= gcc\nSRC := a.c \\\n  b.c # both\nOBJ = $(SRC:.c=.o) ${MORE}\nMORE = $(patsubst %.c,out/%.o,c.c)\n\
                    all: prog\nprog: $(OBJ) libx.a | out\n\t$(CC) -o $@ $^ # no: rule\nT = t1 t2\n$(T): %: test/%.o libx.a\n%.o: %.c\n\t$(CC) -c $<\n";
        check(
            text,
            &[
                "all: prog",
                "prog: a.o b.o out/c.o libx.a out",
                "t1: test/t1.o libx.a",
                "t2: test/t2.o libx.a",
            ],
        );
    }

    #[test]
    fn prerequisites_of_several_rules_add_up() {
        check("a: x.o\na: x.h\n.PHONY: a\n", &["a: x.o x.h"]);
    }

    #[test]
    fn what_would_have_to_be_run_is_empty() {
        check("S = $(shell find .)\nA = $(A) x.o\na: $(S) y.o\nb: $(A", &["a: y.o"]);
    }
}
