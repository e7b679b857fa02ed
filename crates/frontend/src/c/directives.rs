//! What the directives of a text say of it: whether it is preprocessed, and which files it was made of.

/// Whether a text has to be preprocessed: it has directives other than line markers and pragmas, or it has no line markers, as
/// what was preprocessed has, and names a macro that compilers define.
pub fn is_to_be_preprocessed(text: &str) -> bool {
    let mut has_markers = false;
    for directive in directives(text) {
        let name: String = directive.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let is_marker = name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || name == "line";
        if !is_marker && name != "pragma" && name != "ident" {
            return true;
        }
        has_markers |= is_marker && !name.is_empty();
    }
    !has_markers && names_predefined_macro(text)
}

/// Whether a text has line markers, as what was preprocessed has.
pub fn has_markers(text: &str) -> bool {
    directives(text).any(|it| it.starts_with(|c: char| c.is_ascii_digit()))
}

/// What stands behind the `#` of each directive.
fn directives(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix('#').map(str::trim_start))
}

/// Whether a word of a text looks like a macro that compilers define: `__INT_MAX__`.
fn names_predefined_macro(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| {
        let name = word.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or("");
        name.len() > 1 && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    })
}

/// Whether a name of a compiler's is none of a file: `<built-in>`, `<command-line>`.
fn is_made_up(name: &str) -> bool {
    name.starts_with('<') && name.ends_with('>')
}

/// The names in line markers, except those of system headers. The first marker of a file says whether it is one: a compiler may
/// forget that in later ones, and says it in those of a file of the user's that uses a macro of such a header.
pub fn named_files(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut system: Vec<String> = Vec::new();
    for line in text.lines() {
        let Some((name, flags)) = marker(line) else { continue };
        if is_made_up(&name) || names.contains(&name) || system.contains(&name) {
            continue;
        }
        let is_system = flags.split_whitespace().any(|flag| flag == "3");
        let found = if is_system { &mut system } else { &mut names };
        found.push(name);
    }
    names
}

/// Name and flags of a line marker: `# 12 "file.c" 1 3` or `#line 12 "file.c"`.
fn marker(line: &str) -> Option<(String, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let quoted = rest.trim_start().strip_prefix('"')?;
    let (name, flags) = quoted.split_once('"')?;
    Some((name.replace("\\\\", "\\"), flags))
}

/// The option that makes a preprocessor keep comments, where some may be annotations.
pub fn comments(text: &str) -> Option<&'static str> {
    (text.contains("/*@") || text.contains("//@")).then_some("-C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_and_pragmas_need_no_preprocessor() {
        assert!(!is_to_be_preprocessed("# 1 \"a.c\"\n#line 3 \"b.c\"\n#pragma once\n#\nint x;\n"));
        assert!(!is_to_be_preprocessed("int x; /* #define in the middle of a line */\n"));
        assert!(is_to_be_preprocessed("  # include <stdio.h>\n"));
        assert!(is_to_be_preprocessed("#define N 3\n"));
        assert!(is_to_be_preprocessed("int n = __INT_MAX__;\n"));
        assert!(!is_to_be_preprocessed("# 1 \"a.c\"\nint n = __INT_MAX__;\n"));
        assert!(!is_to_be_preprocessed("int __x__ = ____; void f(void) __attribute__((pure));\n"));
    }

    #[test]
    fn markers_name_files() {
        let text = "# 1 \"a.c\"\n# 1 \"<built-in>\" 1\n# 1 \"/usr/include/x.h\" 1 3 4\n#line 7 \"b \\\\ c.h\"\n# 2 \"a.c\" 2\n";
        assert_eq!(named_files(text), ["a.c", "b \\ c.h"]);
    }

    #[test]
    fn the_first_marker_says_whether_a_header_is_one_of_the_system() {
        let text = "# 1 \"a.c\"\n# 1 \"/lib/x.h\" 1 3 4\n# 214 \"/lib/x.h\"\n# 2 \"a.c\" 2\n";
        assert_eq!(named_files(text), ["a.c"]);
        // `NULL` in a header of the user's.
        let text = "# 1 \"a.c\"\n# 1 \"x.h\" 1\n# 7 \"x.h\" 3 4\n((void *)0)\n# 7 \"x.h\"\n# 2 \"a.c\" 2\n";
        assert_eq!(named_files(text), ["a.c", "x.h"]);
    }
}
