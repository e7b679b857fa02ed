//! What every text of the tree must and must not hold.

use super::tree::{Complaint, File};

/// Beyond this a file holds a second idea.
const MAX_LINES: usize = 1000;

/// Left in the code they would panic or chat. Written in two halves, so that this file passes.
const UNFINISHED: [&str; 3] = [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("dbg", "!(")];

/// Folders of one machine.
const MACHINE_PATHS: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("/tm", "p/"), concat!("/ho", "me/"), concat!("/ro", "ot/")];

pub(super) fn check(file: &File) -> Vec<Complaint> {
    let mut check = Check { file, complaints: Vec::new() };
    let extension = file.path.rsplit_once('.').map_or("", |(_, extension)| extension);
    if extension == "lock" || file.path.starts_with("LICENSE") {
        return Vec::new();
    }
    check.lines();
    match extension {
        "rs" => check.rust(),
        "toml" if file.path.ends_with("Cargo.toml") => check.manifest(),
        _ => {}
    }
    check.complaints
}

struct Check<'a> {
    file: &'a File,
    complaints: Vec<Complaint>,
}

impl Check<'_> {
    fn complain(&mut self, line: Option<usize>, message: impl Into<String>) {
        self.complaints.push(Complaint { path: self.file.path.clone(), line, message: message.into() });
    }

    fn lines(&mut self) {
        let text = &self.file.text;
        for (idx, line) in text.lines().enumerate() {
            if line.ends_with([' ', '\t', '\r']) {
                self.complain(Some(idx + 1), "white space at the end of the line");
            }
            if let Some(path) = MACHINE_PATHS.iter().find(|path| mentions(line, path)) {
                self.complain(Some(idx + 1), format!("a path of one machine (`{path}`)"));
            }
        }
        if !text.is_empty() && !text.ends_with('\n') {
            self.complain(None, "no line end at the end");
        }
    }

    fn rust(&mut self) {
        let text = &self.file.text;
        // A file of tests beside a module says what it is by its name.
        if !text.starts_with("//!") && !self.file.path.ends_with("/tests.rs") {
            self.complain(Some(1), "a module starts with `//!`: what it is for");
        }
        let n_lines = text.lines().count();
        if n_lines > MAX_LINES {
            self.complain(None, format!("{n_lines} lines; split it before {MAX_LINES}"));
        }
        for (idx, line) in text.lines().enumerate() {
            if let Some(word) = UNFINISHED.iter().find(|word| line.contains(**word)) {
                self.complain(Some(idx + 1), format!("`{word}…)` is left in the code"));
            }
        }
    }

    fn manifest(&mut self) {
        let text = &self.file.text;
        if text.contains("[package]")
            && !text.contains("license.workspace = true")
            && !text.contains("license = ")
        {
            self.complain(None, "no licence stated");
        }
    }
}

/// Whether a line names a path that starts with `path`, and not one that only contains it (`usr/tmp/`).
fn mentions(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|it| !it.is_alphanumeric() && !"_.-/}>".contains(it))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expect: &[&str]) {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        let messages: Vec<String> = super::check(&file).into_iter().map(|it| it.message).collect();
        assert_eq!(messages, expect);
    }

    #[test]
    fn a_module_says_what_it_is_for() {
        check("a.rs", "//! Sums.\n", &[]);
        check("a.rs", "fn sum() {}\n", &["a module starts with `//!`: what it is for"]);
        check("a/tests.rs", "fn sum() {}\n", &[]);
    }

    #[test]
    fn nothing_unfinished_stays() {
        check(
            "a.rs",
            &format!("//! A.\nfn f() {{ {}) }}\n", UNFINISHED[0]),
            &[&format!("`{}…)` is left in the code", UNFINISHED[0])],
        );
        check("a.rs", "//! A.\n// A list of things to do: todo.\n", &[]);
    }

    #[test]
    fn no_machine_shows() {
        let text = format!("See {}main.\n", MACHINE_PATHS[0]);
        check("a.md", &text, &[&format!("a path of one machine (`{}`)", MACHINE_PATHS[0])]);
        check("a.md", "See ../shared/work/main.\n", &[]);
    }

    #[test]
    fn lines_end_cleanly() {
        check("a.md", "a \nb\n", &["white space at the end of the line"]);
        check("a.md", "a\nb", &["no line end at the end"]);
    }

    #[test]
    fn a_file_holds_one_idea() {
        check("a.rs", &format!("//! A.\n{}", "\n".repeat(MAX_LINES)), &["1001 lines; split it before 1000"]);
    }
}
