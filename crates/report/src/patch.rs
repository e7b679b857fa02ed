//! A patch as a unified diff, for `patch -p0` and `git apply -p0`.

use diffy::DiffOptions;
use faultscope_ir::SourceMap;

use crate::{Patch, PatchVerdict, Report};

/// Lines that are shown around the change.
const CONTEXT: usize = 3;

/// The patch to apply: the first that is proved or passes all tests, else the first of all.
pub fn best(report: &Report) -> Option<&Patch> {
    let is_repair =
        |patch: &&Patch| matches!(patch.verdict, PatchVerdict::Proved | PatchVerdict::PassesTests);
    report.patches.iter().find(is_repair).or(report.patches.first())
}

/// The unified diff of a patch. `None` where the text of its file is not at hand.
pub fn diff(sources: &SourceMap, patch: &Patch) -> Option<String> {
    let file = sources.file(patch.span.file);
    let old = file.text.as_deref()?;
    let starts = std::iter::once(0).chain(old.match_indices('\n').map(|(at, _)| at + 1));
    let at = starts.filter(|at| *at < old.len()).nth((patch.span.line as usize).checked_sub(1)?)?;
    let behind = old[at..].strip_prefix(patch.old_line.as_str())?;
    let new = format!("{}{}{behind}", &old[..at], patch.new_line);
    let mut options = DiffOptions::new();
    let text = options.set_context_len(CONTEXT).create_patch(old, &new).to_string();
    let hunks = &text[text.find("@@")?..];
    // A tab ends a name with spaces in it.
    let end = if file.name.contains(' ') { "\t" } else { "" };
    Some(format!("--- {0}{end}\n+++ {0}{end}\n{hunks}", file.name))
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Span;

    use super::*;

    /// The diff of a file in which a line is changed.
    fn changed(name: &str, file: &str, line: u32, new_line: &str) -> Option<String> {
        let mut sources = SourceMap::default();
        let id = sources.add_file(name, Some(file.to_owned()));
        let span = Span { file: id, line, column: 1, end_line: line, end_column: 2 };
        let old_line = file.lines().nth(line as usize - 1).expect("it is there").to_owned();
        let patch = Patch {
            span,
            statement: span,
            function: "main".to_owned(),
            old: String::new(),
            new: String::new(),
            old_line,
            new_line: new_line.to_owned(),
            reason: None,
            is_constant: false,
            weight: 30,
            verdict: PatchVerdict::Proved,
            leaves: Vec::new(),
            reaches_check: true,
            shows_the_same: 0,
            keeps: None,
            contract: None,
            differs: None,
        };
        diff(&sources, &patch)
    }

    #[track_caller]
    fn check(file: &str, line: u32, new_line: &str, expected: &str) {
        assert_eq!(changed("d/a.c", file, line, new_line).as_deref(), Some(expected));
    }

    #[test]
    fn a_name_with_spaces_ends_with_a_tab() {
        let text = changed("a b.c", "x\n", 1, "y").expect("its text is known");
        assert!(text.starts_with("--- a b.c\t\n+++ a b.c\t\n@@"), "{text}");
    }

    #[test]
    fn three_lines_around_the_change_are_shown() {
        let expected = "--- d/a.c\n+++ d/a.c\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n";
        check("1\n2\n3\n4\n5\n6\n7\n8\n9\n", 5, "x", expected);
    }

    #[test]
    fn the_ends_of_the_file_are_respected() {
        check("1\n2\n", 1, "x", "--- d/a.c\n+++ d/a.c\n@@ -1,2 +1,2 @@\n-1\n+x\n 2\n");
        let expected = "--- d/a.c\n+++ d/a.c\n@@ -1,2 +1,2 @@\n 1\r\n-2\n\\ No newline at end of file\n+x\n\\ No newline at end of file\n";
        check("1\r\n2", 2, "x", expected);
    }

    #[test]
    fn line_ends_stay_as_they_are() {
        check("1\r\n2\r\n", 1, "x", "--- d/a.c\n+++ d/a.c\n@@ -1,2 +1,2 @@\n-1\r\n+x\r\n 2\r\n");
    }
}
