//! Which functions a file defines, and what is left of it where only some of them are wanted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::parse::{self, ast};
use super::{library, scrub, stack};

/// A preprocessed file with some of its functions only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selected {
    /// The text, in which the bodies of all other functions are blank. All else stands where it stood.
    pub text: String,
    /// The functions that are left.
    pub functions: BTreeSet<String>,
}

/// A preprocessed file with the `wanted` functions that it defines and those of the file that these call; the bodies of
/// the others are blank. None where it defines none of them, or is no C.
///
/// What the library models is not taken from files.
pub fn select_functions(text: &str, wanted: &BTreeSet<String>) -> Option<Selected> {
    stack::on_large_stack(|| select(text, wanted))
}

fn select(text: &str, wanted: &BTreeSet<String>) -> Option<Selected> {
    let scrubbed = scrub::scrub("", text);
    let unit = parse::parse(0, &scrubbed.text).ok()?;
    let bodies: BTreeMap<String, Range<usize>> = unit.0.iter().filter_map(definition).collect();
    let is_modelled = |name: &str| library::model(name).is_some() || library::source(name).is_some();
    let mut open: Vec<String> = wanted.iter().filter(|name| !is_modelled(name)).cloned().collect();
    if open.iter().any(|name| bodies.contains_key(name)) {
        // What variables of the file are given at the start is there, too.
        let initial = unit.0.iter().flat_map(initializers).flat_map(|span| words(&scrubbed.text[span]));
        let named = initial.filter(|word| bodies.contains_key(*word) && !is_modelled(word));
        open.extend(named.map(str::to_owned));
    }
    let mut functions = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(body) = bodies.get(&name)
            && functions.insert(name)
        {
            let used = words(&scrubbed.text[body.clone()]);
            open.extend(
                used.filter(|word| bodies.contains_key(*word) && !is_modelled(word)).map(str::to_owned),
            );
        }
    }
    if functions.is_empty() {
        return None;
    }
    let mut text = text.to_owned();
    for (name, body) in &bodies {
        if !functions.contains(name) {
            blank(&mut text, scrubbed.given_offset(body.start)..scrubbed.given_offset(body.end - 1) + 1);
        }
    }
    Some(Selected { text, functions })
}

/// Name and body of a function whose head can stand alone.
fn definition(declaration: &parse::Node<ast::ExternalDeclaration>) -> Option<(String, Range<usize>)> {
    let ast::ExternalDeclaration::FunctionDefinition(definition) = &declaration.node else { return None };
    let definition = &definition.node;
    let name = name(&definition.declarator.node)?;
    let body = definition.statement.span;
    definition.declarations.is_empty().then_some((name, body.start..body.end))
}

/// The initializers of variables.
fn initializers(declaration: &parse::Node<ast::ExternalDeclaration>) -> Vec<Range<usize>> {
    let ast::ExternalDeclaration::Declaration(declaration) = &declaration.node else { return Vec::new() };
    let initializers = declaration.node.declarators.iter().filter_map(|it| it.node.initializer.as_ref());
    initializers.map(|it| it.span.start..it.span.end).collect()
}

fn name(declarator: &ast::Declarator) -> Option<String> {
    match &declarator.kind.node {
        ast::DeclaratorKind::Identifier(identifier) => Some(identifier.node.name.clone()),
        ast::DeclaratorKind::Declarator(inner) => name(&inner.node),
        ast::DeclaratorKind::Abstract => None,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Takes a body away and ends the declaration that is left. Line markers stay: what follows is counted from them.
fn blank(text: &mut String, body: Range<usize>) {
    let mut blanked = String::new();
    for (idx, line) in text[body.clone()].split_inclusive('\n').enumerate() {
        if idx > 0 && line.trim_start().starts_with('#') {
            blanked.push_str(line);
            continue;
        }
        let first = if idx == 0 { ";" } else { "" };
        let content = line.trim_end_matches('\n');
        blanked.push_str(first);
        blanked.push_str(&" ".repeat(content.len().saturating_sub(first.len())));
        blanked.push_str(&line[content.len()..]);
    }
    text.replace_range(body, &blanked);
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int helper(int x) { return x; }\nint other(void)\n{\n  return helper(2) + strlen(\"ü\");\n# 9 \"a.c\"\n}\n\
                        char *strcpy(char *a, char *b) { return a; }\nint f(int x) { return helper(x); }\n";

    #[test]
    fn what_is_wanted_and_what_that_calls_is_left() {
        let selected = select_functions(TEXT, &["f".to_owned()].into()).expect("it is defined");
        assert_eq!(selected.functions, ["f".to_owned(), "helper".to_owned()].into());
        let expected = "int helper(int x) { return x; }\nint other(void)\n;\n                               \n# 9 \"a.c\"\n \n\
                        char *strcpy(char *a, char *b) ;            \nint f(int x) { return helper(x); }\n";
        assert_eq!(selected.text.replace(' ', ""), expected.replace(' ', ""));
        assert_eq!(selected.text.len(), TEXT.len());
    }

    #[test]
    fn what_variables_are_given_at_the_start_is_left() {
        let text = "int two(void);\nint one(void) { return 1; }\nint two(void) { return 2; }\nint (*op)(void) = one;\nint f(void) { return op(); }\n";
        let selected = select_functions(text, &["f".to_owned()].into()).expect("it is defined");
        assert_eq!(selected.functions, ["f".to_owned(), "one".to_owned()].into());
    }

    #[test]
    fn what_is_not_there_or_known_is_not_taken() {
        for name in ["g", "strcpy"] {
            assert_eq!(select_functions(TEXT, &[name.to_owned()].into()), None);
        }
        assert_eq!(select_functions("int f( {", &["f".to_owned()].into()), None);
    }
}
