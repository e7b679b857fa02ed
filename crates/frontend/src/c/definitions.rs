//! Which functions and variables a file defines, and what is left of it where only some of them are wanted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::parser::{self, ast};
use super::tokens::{self, TokenKind};
use super::{library, stack};

/// A preprocessed file with some of its functions only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selected {
    /// The text, in which the bodies of all other functions are blank. All else stands where it stood.
    pub text: String,
    /// The functions that are left, and the variables that are wanted and defined there.
    pub names: BTreeSet<String>,
}

/// A preprocessed file with the `wanted` functions and variables that it defines and the functions of the file that these
/// need; the bodies of the others are blank. None where it defines nothing that is wanted, or is no C.
///
/// What the library of C models is not taken from files.
pub fn select_definitions(text: &str, wanted: &BTreeSet<String>) -> Option<Selected> {
    stack::on_large_stack(|| select(text, wanted))
}

fn select(text: &str, wanted: &BTreeSet<String>) -> Option<Selected> {
    let unit = parser::parse_text(text)?;
    let bodies: BTreeMap<String, Range<usize>> = unit.0.iter().filter_map(definition).collect();
    let is_modelled = |name: &str| library::is_known(name) && !library::is_of_posix(name);
    let mut open: Vec<String> = wanted.iter().filter(|name| !is_modelled(name)).cloned().collect();
    let variables = unit.0.iter().flat_map(variables);
    let variables: BTreeSet<String> = variables.filter(|name| wanted.contains(name)).collect();
    if !variables.is_empty() || open.iter().any(|name| bodies.contains_key(name)) {
        // What variables of the file are given at the start is there, too.
        let initial = unit.0.iter().flat_map(initializers).flat_map(|span| words(&text[span]));
        let named = initial.filter(|word| bodies.contains_key(*word) && !is_modelled(word));
        open.extend(named.map(str::to_owned));
    }
    let mut functions = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(body) = bodies.get(&name)
            && functions.insert(name)
        {
            let used = words(&text[body.clone()]);
            open.extend(
                used.filter(|word| bodies.contains_key(*word) && !is_modelled(word)).map(str::to_owned),
            );
        }
    }
    if functions.is_empty() && variables.is_empty() {
        return None;
    }
    let mut text = text.to_owned();
    for (name, body) in &bodies {
        if !functions.contains(name) {
            blank(&mut text, body.clone());
        }
    }
    functions.extend(variables);
    Some(Selected { text, names: functions })
}

/// Name and body of a function whose head can stand alone.
fn definition(declaration: &ast::Node<ast::ExternalDeclaration>) -> Option<(String, Range<usize>)> {
    let ast::ExternalDeclaration::FunctionDefinition(definition) = &declaration.node else { return None };
    let definition = &definition.node;
    let name = name(&definition.declarator.node)?;
    let body = definition.statement.span;
    definition.declarations.is_empty().then_some((name, body.start..body.end))
}

/// The initializers of variables.
fn initializers(declaration: &ast::Node<ast::ExternalDeclaration>) -> Vec<Range<usize>> {
    let ast::ExternalDeclaration::Declaration(declaration) = &declaration.node else { return Vec::new() };
    let initializers = declaration.node.declarators.iter().filter_map(|it| it.node.initializer.as_ref());
    initializers.map(|it| it.span.start..it.span.end).collect()
}

/// The variables with external linkage that a declaration defines.
fn variables(declaration: &ast::Node<ast::ExternalDeclaration>) -> Vec<String> {
    use ast::StorageClassSpecifier::{Extern, Static, Typedef};
    let ast::ExternalDeclaration::Declaration(declaration) = &declaration.node else { return Vec::new() };
    let is_stored = |class: &ast::StorageClassSpecifier| {
        let specifiers = declaration.node.specifiers.iter();
        specifiers
            .map(|it| &it.node)
            .any(|it| matches!(it, ast::DeclarationSpecifier::StorageClass(given) if given == class))
    };
    if is_stored(&Static) || is_stored(&Typedef) {
        return Vec::new();
    }
    let is_extern = is_stored(&Extern);
    let declarators = declaration.node.declarators.iter().map(|it| &it.node);
    let defined = declarators
        .filter(|it| (!is_extern || it.initializer.is_some()) && !is_function(&it.declarator.node));
    defined.filter_map(|it| name(&it.declarator.node)).collect()
}

/// Whether what is declared is a function, and no pointer to one.
fn is_function(declarator: &ast::Declarator) -> bool {
    match &declarator.kind {
        ast::DeclaratorKind::Declarator(inner) if inner.node.derived.is_empty() => {
            is_function(&inner.node) || has_parameters(declarator)
        }
        ast::DeclaratorKind::Declarator(inner) => is_function(&inner.node),
        _ => has_parameters(declarator),
    }
}

fn has_parameters(declarator: &ast::Declarator) -> bool {
    declarator.derived.iter().any(|derived| {
        matches!(derived.node, ast::DerivedDeclarator::Function(_) | ast::DerivedDeclarator::KRFunction(_))
    })
}

fn name(declarator: &ast::Declarator) -> Option<String> {
    match &declarator.kind {
        ast::DeclaratorKind::Identifier(identifier) => Some(identifier.node.name.clone()),
        ast::DeclaratorKind::Declarator(inner) => name(&inner.node),
        ast::DeclaratorKind::Abstract => None,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let names = tokens::tokens(text).into_iter().filter(|token| token.kind == TokenKind::Name);
    names.map(|token| token.text(text))
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
        let selected = select_definitions(TEXT, &["f".to_owned()].into()).expect("it is defined");
        assert_eq!(selected.names, ["f".to_owned(), "helper".to_owned()].into());
        let expected = "int helper(int x) { return x; }\nint other(void)\n;\n                               \n# 9 \"a.c\"\n \n\
                        char *strcpy(char *a, char *b) ;            \nint f(int x) { return helper(x); }\n";
        assert_eq!(selected.text.replace(' ', ""), expected.replace(' ', ""));
        assert_eq!(selected.text.len(), TEXT.len());
    }

    #[test]
    fn what_variables_are_given_at_the_start_is_left() {
        let text = "int two(void);\nint one(void) { return 1; }\nint two(void) { return 2; }\nint (*op)(void) = one;\nint f(void) { return op(); }\n";
        let selected = select_definitions(text, &["f".to_owned()].into()).expect("it is defined");
        assert_eq!(selected.names, ["f".to_owned(), "one".to_owned()].into());
    }

    #[test]
    fn variables_are_taken_with_what_they_are_given() {
        let text = "extern int far; extern int near; int near = 3, b; static int own;\nint one(void);\nint one(void) { return 1; }\n\
                    int two(void) { return 2; }\nint (*op)(void) = one;\n";
        let names = |wanted: &str| Some(select_definitions(text, &[wanted.to_owned()].into())?.names);
        assert_eq!(names("near"), Some(["near".to_owned(), "one".to_owned()].into()));
        assert_eq!(names("b"), Some(["b".to_owned(), "one".to_owned()].into()));
        assert_eq!(names("op"), Some(["one".to_owned(), "op".to_owned()].into()));
        assert_eq!(names("far"), None);
        assert_eq!(names("own"), None);
    }

    #[test]
    fn what_is_not_there_or_known_is_not_taken() {
        for name in ["g", "strcpy"] {
            assert_eq!(select_definitions(TEXT, &[name.to_owned()].into()), None);
        }
        assert_eq!(select_definitions("int f( {", &["f".to_owned()].into()), None);
        // A program may well have a `link` of its own.
        let own = "int link(int a, int b) { return a + b; }";
        assert!(select_definitions(own, &["link".to_owned()].into()).is_some());
    }
}
