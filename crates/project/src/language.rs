//! What a file is that is neither C nor Boogie: by its first bytes, or by its lines.

use std::path::Path;

/// First bytes of files that no front end reads, what these are, and what to give instead.
const MAGIC: [(&[u8], &str, &str); 11] = [
    (b"\x7fELF", "an object file or executable", SOURCES),
    (b"MZ", "an executable", SOURCES),
    (b"\xcf\xfa\xed\xfe", "an object file or executable", SOURCES),
    (b"!<arch>\n", "a library", SOURCES),
    (b"BC\xc0\xde", "LLVM bitcode", SOURCES),
    (b"%PDF-", "a PDF file", PROGRAM),
    (b"PK\x03\x04", "a zip archive", "unpack it, and name the files of the program"),
    (b"\x1f\x8b", "a gzip archive", "unpack it, and name the files of the program"),
    (b"\x89PNG", "an image", PROGRAM),
    (b"\xff\xfe", "UTF-16 text", UTF_8),
    (b"\xfe\xff", "UTF-16 text", UTF_8),
];

const SOURCES: &str = "name the source files that it was made from";
const PROGRAM: &str = "name the source files of the program";
const UTF_8: &str = "convert it: `iconv -f UTF-16 -t UTF-8`";

/// What bytes are that are not the text of a program, and what to do.
pub(crate) fn of_bytes(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let (_, what, hint) = MAGIC.iter().find(|(magic, ..)| bytes.starts_with(magic))?;
    Some((what, hint))
}

/// Languages by what the names of their files end with.
const ENDINGS: [(&str, &[&str]); 8] = [
    (CPP, &["cpp", "cc", "cxx", "c++", "hpp", "hh"]),
    ("Python", &["py"]),
    ("Java", &["java"]),
    ("Rust", &["rs"]),
    ("Go", &["go"]),
    ("JavaScript", &["js", "ts"]),
    ("C#", &["cs"]),
    ("a shell script", &["sh"]),
];

const CPP: &str = "C++";

/// Headers of C++ that a program includes early.
const CPP_HEADERS: [&str; 14] = [
    "algorithm",
    "array",
    "cassert",
    "cmath",
    "cstdio",
    "cstdlib",
    "cstring",
    "fstream",
    "iostream",
    "map",
    "memory",
    "string",
    "utility",
    "vector",
];

/// The language that a text seems to be written in; none where it may be C. Ask this of what no front end has read: headers of
/// C have lines of C++ in places that no compiler of C comes to.
pub fn of_text(name: &str, text: &str) -> Option<&'static str> {
    let ending = Path::new(name).extension().and_then(|it| it.to_str()).unwrap_or_default();
    let named = ENDINGS.iter().find(|(_, endings)| endings.contains(&ending)).map(|it| it.0);
    named.or_else(|| text.starts_with("#!").then_some("a script")).or_else(|| text.lines().find_map(of_line))
}

/// The language of a line that stands in no program in C.
fn of_line(line: &str) -> Option<&'static str> {
    let (first, rest) = line.split_once([' ', '<']).unwrap_or((line, ""));
    let ends = |end: &str| line.trim_end().ends_with(end);
    match first {
        "#include" => {
            let header = rest.trim_start_matches('<').trim_end().strip_suffix('>')?;
            CPP_HEADERS.contains(&header).then_some(CPP)
        }
        "using" | "template" | "namespace" => Some(CPP),
        "class" if !ends(";") || line.contains('{') => Some(CPP),
        "def" | "from" | "import" if !ends(";") && !ends("{") => Some("Python"),
        "import" | "public" => Some("Java"),
        "fn" | "use" | "pub" => Some("Rust"),
        "package" | "func" => Some("Go"),
        "function" | "let" => Some("JavaScript"),
        "<?php" => Some("PHP"),
        _ if line.starts_with("<!DOCTYPE") || line.starts_with("<html") => Some("HTML"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_the_language() {
        for (language, text) in [
            ("C++", "#include <iostream>\nint main() {}\n"),
            ("C++", "using namespace std;\n"),
            ("C++", "template <typename T> T f(T x);\n"),
            ("C++", "class A { int x; };\n"),
            ("Python", "\nimport sys\n"),
            ("Python", "def f(x):\n    return x\n"),
            ("Java", "import java.util.List;\n"),
            ("Java", "public class A {\n"),
            ("Rust", "fn main() {\n"),
            ("Go", "package main\n"),
            ("a script", "#!/bin/sh\necho\n"),
        ] {
            assert_eq!(of_text("a.c", text), Some(language), "{text}");
        }
        for text in ["#include <string.h>\nint x;\n", "class x;\n", "  import x\n", "int using;\n", "\n"] {
            assert_eq!(of_text("a.c", text), None, "{text}");
        }
        assert_eq!(of_text("a.cpp", "int main() {}\n"), Some("C++"));
    }

    #[test]
    fn bytes_tell_what_is_not_a_program() {
        let what = |bytes: &[u8]| of_bytes(bytes).map(|it| it.0);
        assert_eq!(what(b"\x7fELF\x02"), Some("an object file or executable"));
        assert_eq!(what(b"%PDF-1.4"), Some("a PDF file"));
        assert_eq!(what(b"\xff\xfei\0"), Some("UTF-16 text"));
        assert_eq!(what(b"int x;"), None);
    }
}
