//! The procedures that a file implements, found by their keywords: the rest of the file may be anything.

use crate::outline::Definition;

/// The procedures with a body that a text defines, in its order.
pub fn procedures(text: &str) -> Vec<Definition> {
    let code = without_comments(text);
    let mut found = Vec::new();
    for keyword in ["procedure", "implementation"] {
        for (at, _) in code.match_indices(keyword) {
            let is_word = !code[..at].ends_with(is_name);
            if is_word && let Some(definition) = definition(&code, at + keyword.len()) {
                found.push(definition);
            }
        }
    }
    found.sort_by_key(|it| it.range.start);
    found
}

/// What is behind a keyword.
fn definition(code: &str, mut at: usize) -> Option<Definition> {
    if !code[at..].starts_with(|it: char| it.is_whitespace() || it == '{') {
        return None;
    }
    loop {
        at += code[at..].len() - code[at..].trim_start().len();
        if !code[at..].starts_with('{') {
            break;
        }
        at += code[at..].find('}')? + 1;
    }
    let end = at + code[at..].find(|it| !is_name(it))?;
    let mut rest = &code[end..];
    rest = behind_parentheses(rest)?.trim_start();
    if let Some(results) = rest.strip_prefix("returns") {
        rest = behind_parentheses(results)?.trim_start();
    }
    let next = code[end..].len() - rest.len() + end;
    let has_body = at < end && !rest.starts_with(';');
    let clauses = code[next..].split('{').next().unwrap_or_default();
    let has_contract = clauses.contains("requires") || clauses.contains("ensures");
    has_body.then(|| Definition { name: code[at..end].to_owned(), range: at..end, has_contract })
}

/// What follows the first group of parentheses.
fn behind_parentheses(text: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' if depth <= 1 => return Some(&text[at + 1..]),
            ')' => depth -= 1,
            '{' | '}' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn is_name(sign: char) -> bool {
    sign.is_alphanumeric() || "_.$#'`~^\\?".contains(sign)
}

/// The text with blanks for comments.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let comment = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            0
        };
        code.extend(std::iter::repeat_n(' ', comment));
        let plain = rest[comment..].find('/').unwrap_or(rest[comment..].len());
        // A sign that begins no comment is taken as it is.
        let plain = if comment == 0 && plain == 0 { 1 } else { plain };
        code.push_str(&rest[comment..comment + plain]);
        rest = &rest[comment + plain..];
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[(&str, bool)]) {
        let found = procedures(text);
        assert!(found.iter().all(|it| text[it.range.clone()] == it.name));
        let found: Vec<(&str, bool)> = found.iter().map(|it| (it.name.as_str(), it.has_contract)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn procedures_with_a_body() {
        check("procedure main() { }", &[("main", false)]);
        check("procedure {:inline 1} f$(x: int) returns (y: int)\n requires x > 0; { }", &[("f$", true)]);
        check("procedure f(); ensures true;\nimplementation f() { }", &[("f", false)]);
        check("/* é */ procedure g(m: [int](int)) { x := 1 / 2; }", &[("g", false)]);
    }

    #[test]
    fn what_is_none() {
        check("procedure f(x: int);\n// procedure g() { }\nvar procedures: int;", &[]);
        check("procedure", &[]);
        check("procedure (", &[]);
        check("procedure {", &[]);
        check("/* procedure f() { }", &[]);
    }
}
