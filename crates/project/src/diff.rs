//! Unified diffs, applied to texts: what the files of a program would be, which stay as they are.
//!
//! Paths are those of `patch -p0` or, behind `a/` and `b/`, of `git diff`: from the current folder, or from a folder above it.
//! Hunks are found where their lines are, and all of these have to fit.

use std::ops::Range;
use std::path::{Path, PathBuf};

use diffy::patch_set::{FileOperation, ParseOptions, PatchKind, PatchSet};
use diffy::{DiffOptions, Patch};
use faultscope_ir::Diagnostic;

use crate::overlay::relative;

/// What `git diff` puts in front of paths: of the versions before and after, or, by `diff.mnemonicPrefix`, of a commit, the index,
/// the working tree, and an object.
const PREFIXES: [&str; 6] = ["a/", "b/", "c/", "i/", "w/", "o/"];

/// A file that a diff changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Its name, as the program has it.
    pub name: String,
    /// What it is.
    pub old: String,
    /// What it would be.
    pub new: String,
    /// The stretches that differ, in order: their lines before and after, from 1.
    pub stretches: Vec<(Range<u32>, Range<u32>)>,
}

/// What a diff changes in the files of a program, which are given with their texts. `here` is the current folder.
///
/// # Errors
/// Where it is none, changes nothing, does not fit, or does something else than to change such files.
pub fn applied(diff: &str, files: &[(&str, &str)], here: &Path) -> Result<Vec<Changed>, Diagnostic> {
    if diff.trim().is_empty() {
        return Err(Diagnostic::error("the diff is empty"));
    }
    let diff = &normalized(diff);
    check_lengths(diff)?;
    let is_git = diff.lines().any(|line| line.starts_with("diff --git "));
    let options = if is_git { ParseOptions::gitdiff() } else { ParseOptions::unidiff() };
    let mut changed: Vec<Changed> = Vec::new();
    for part in PatchSet::parse(diff, options) {
        let part = part.map_err(|error| {
            let hint = "it should be what `diff -u` or `git diff` prints";
            let error = with_line(&error.to_string(), diff);
            Diagnostic::error(format!("cannot read the diff: {error}")).with_hint(hint)
        })?;
        let paths = paths(part.operation())?;
        let name = name(&paths, files, here)?;
        let PatchKind::Text(patch) = part.patch() else {
            return Err(Diagnostic::error(format!("the diff of `{name}` is binary")));
        };
        let known = changed.iter().position(|it| it.name == name);
        let old = files.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| *text);
        let before = known.map_or(old, |at| &changed[at].new);
        let new = patched(before, patch).map_err(|error| {
            let why = mismatch(before, patch).unwrap_or_else(|| error.to_string());
            let hint = format!("it has to be made from `{name}` as it is now");
            Diagnostic::error(format!("the diff does not apply to `{name}`: {why}")).with_hint(hint)
        })?;
        let file =
            Changed { name: name.to_owned(), old: old.to_owned(), stretches: stretches(old, &new), new };
        match known {
            Some(at) => changed[at] = file,
            None => changed.push(file),
        }
    }
    changed.retain(|it| it.old != it.new);
    match changed.is_empty() {
        true => Err(Diagnostic::error("the diff changes nothing")),
        false => Ok(changed),
    }
}

/// A diff as all tools write it: its last line is ended, and what is said of a missing line end is said in English. Where
/// headers end as on Windows all of it was converted.
fn normalized(diff: &str) -> String {
    let is_converted = diff.lines().any(|it| it.starts_with("+++ ")) && diff.contains("\r\n@@ ");
    let mut text = String::with_capacity(diff.len() + 1);
    for line in diff.split_terminator('\n') {
        let line = if is_converted { line.strip_suffix('\r').unwrap_or(line) } else { line };
        text.push_str(if line.starts_with("\\ ") { "\\ No newline at end of file" } else { line });
        text.push('\n');
    }
    text
}

/// Looks whether hunks have as many lines as they say.
///
/// # Errors
/// Where one has more.
fn check_lengths(diff: &str) -> Result<(), Diagnostic> {
    // Lines of the hunk before and after the change that are still to come; none behind a header.
    let mut left: Option<(u32, u32)> = None;
    for (line, number) in diff.lines().zip(1..) {
        if left.is_none_or(|it| it == (0, 0))
            && let Some(lengths) = lengths(line)
        {
            left = Some(lengths);
            continue;
        }
        let Some((old, new)) = &mut left else { continue };
        let counted = match line.as_bytes().first() {
            Some(b'-') => (1, 0),
            Some(b'+') => (0, 1),
            Some(b' ') | None => (1, 1),
            _ => (0, 0),
        };
        if (*old, *new) == (0, 0) {
            // Headers of the next file, the signature of an e-mail, or text between files.
            let is_header = ["--- ", "+++ "].iter().any(|it| line.starts_with(it)) || line == "-- ";
            if is_header || counted == (0, 0) || line.is_empty() {
                left = if line.starts_with('\\') { left } else { None };
                continue;
            }
            let message = format!("line {number} of the diff is in no hunk: the one before it is complete");
            return Err(
                Diagnostic::error(message).with_hint("`@@ -10,2 +10,3 @@` says how many lines there are")
            );
        }
        (*old, *new) = (old.saturating_sub(counted.0), new.saturating_sub(counted.1));
    }
    Ok(())
}

/// How many lines a hunk has before and after the change, by its header.
fn lengths(line: &str) -> Option<(u32, u32)> {
    let (ranges, _) = line.strip_prefix("@@ -")?.split_once(" @@")?;
    let (old, new) = ranges.split_once(" +")?;
    let length = |range: &str| range.split_once(',').map_or(Some(1), |(_, length)| length.parse().ok());
    Some((length(old)?, length(new)?))
}

/// The paths that may be meant: where both differ, either may be that of a copy.
fn paths(operation: &FileOperation<'_, str>) -> Result<Vec<String>, Diagnostic> {
    let cannot = |what: &str, path: &str| {
        let message = format!("the diff {what} `{path}`; a change of the program's own files is asked for");
        Err(Diagnostic::error(message))
    };
    match operation {
        FileOperation::Modify { original, modified } => {
            let mut paths = vec![modified.to_string()];
            if original != modified {
                paths.push(original.to_string());
            }
            Ok(paths)
        }
        FileOperation::Create(path) => cannot("creates", path),
        FileOperation::Delete(path) => cannot("deletes", path),
        FileOperation::Rename { from, .. } => cannot("renames", from),
        FileOperation::Copy { from, .. } => cannot("copies", from),
    }
}

/// The file of the program that is meant.
fn name<'a>(paths: &[String], files: &[(&'a str, &str)], here: &Path) -> Result<&'a str, Diagnostic> {
    let stripped = paths.iter().filter_map(|path| PREFIXES.iter().find_map(|it| path.strip_prefix(it)));
    let candidates: Vec<&str> = paths.iter().map(String::as_str).chain(stripped).collect();
    let whole = |path: PathBuf| relative(&path);
    // The nearest folder counts.
    for folder in here.ancestors() {
        let found = candidates.iter().find_map(|path| {
            let meant = whole(folder.join(path));
            files.iter().find(|(name, _)| whole(here.join(name)) == meant)
        });
        if let Some((name, _)) = found {
            return Ok(name);
        }
    }
    let path = paths.first().map_or("", String::as_str);
    let names: Vec<String> = files
        .iter()
        .filter(|(name, _)| !name.starts_with('/'))
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    let error = Diagnostic::error(format!("the diff changes `{path}`, which is not a file of the program"));
    Err(if names.is_empty() { error } else { error.with_hint(format!("its files are {}", names.join(", "))) })
}

/// A text with a patch. Where line ends keep it from fitting, they stay those of the text.
fn patched(text: &str, patch: &Patch<'_, str>) -> Result<String, diffy::ApplyError> {
    diffy::apply(text, patch).or_else(|error| {
        if !text.contains("\r\n") {
            return Err(error);
        }
        let unix = diffy::apply(&text.replace("\r\n", "\n"), patch).map_err(|_| error)?;
        Ok(unix.replace('\n', "\r\n"))
    })
}

/// The first line of a hunk that is not the one of the text at its place, of the first hunk whose lines are nowhere.
fn mismatch(text: &str, patch: &Patch<'_, str>) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_old = |it: &&diffy::Line<'_, str>| !matches!(it, diffy::Line::Insert(_));
    for (hunk, number) in patch.hunks().iter().zip(1..) {
        let expected: Vec<&str> = hunk
            .lines()
            .iter()
            .filter(is_old)
            .map(|it| match it {
                diffy::Line::Context(line) | diffy::Line::Delete(line) | diffy::Line::Insert(line) => {
                    line.trim_end_matches(['\r', '\n'])
                }
            })
            .collect();
        if expected.is_empty() || lines.windows(expected.len()).any(|it| it == expected) {
            continue;
        }
        let start = hunk.old_range().start().max(1);
        let found = |at: usize| lines.get(start - 1 + at).copied();
        let at = (0..expected.len()).find(|at| found(*at) != Some(expected[*at]))?;
        let is = found(at).map_or("there is none".to_owned(), |line| format!("that is `{line}`"));
        return Some(format!("its hunk {number} has `{}` as line {}, but {is}", expected[at], start + at));
    }
    None
}

/// What is said of a place by its offset, by its line; without it where there are several files, for it counts from the start of one.
fn with_line(error: &str, text: &str) -> String {
    let Some((before, rest)) = error.split_once(" at byte ") else { return error.to_owned() };
    let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (offset, rest) = rest.split_at(n_digits);
    let n_files = text.lines().filter(|it| it.starts_with("+++ ")).count();
    match offset.parse::<usize>() {
        Ok(offset) if n_files <= 1 => {
            let line = text.bytes().take(offset).filter(|it| *it == b'\n').count() + 1;
            format!("{before} at line {line}{rest}")
        }
        _ => format!("{before}{rest}"),
    }
}

/// The stretches that differ in two texts.
fn stretches(old: &str, new: &str) -> Vec<(Range<u32>, Range<u32>)> {
    let mut options = DiffOptions::new();
    options.set_context_len(0);
    let patch = options.create_patch(old, new);
    let mut stretches = Vec::new();
    for hunk in patch.hunks() {
        // Of what is empty, the line before it is named.
        let lines = |range: diffy::HunkRange| {
            let start = range.start() as u32 + u32::from(range.is_empty());
            start..start + range.len() as u32
        };
        stretches.push((lines(hunk.old_range()), lines(hunk.new_range())));
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: &[(&str, &str)] =
        &[("src/a.c", "1\n2\n3\n"), ("src/a.h", "x\ny\n"), ("dos.c", "1\r\n2\r\n"), ("end.c", "1\n2")];

    fn news(diff: &str) -> Result<Vec<(String, String)>, String> {
        let changed = applied(diff, FILES, Path::new("/project"));
        changed
            .map(|it| it.into_iter().map(|it| (it.name, it.new)).collect())
            .map_err(|diagnostic| diagnostic.message)
    }

    #[track_caller]
    fn check(diff: &str, expected: &[(&str, &str)]) {
        let expected: Vec<(String, String)> =
            expected.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        assert_eq!(news(diff), Ok(expected));
    }

    #[track_caller]
    fn check_rejected(diff: &str, message: &str) {
        assert_eq!(
            news(diff).map_err(|it| it.lines().next().unwrap_or("").to_owned()),
            Err(message.to_owned())
        );
    }

    #[test]
    fn paths_are_from_the_current_folder_or_from_one_above() {
        let expected = &[("src/a.c", "1\nB\n3\n")];
        for [old, new] in [
            ["src/a.c", "src/a.c"],
            ["a/src/a.c", "b/src/a.c"],
            ["a/project/src/a.c", "b/project/src/a.c"],
            ["./src/a.c", "./src/a.c"],
            ["src/a.c.orig", "src/a.c"],
            ["src/a.c\t2026-01-01 10:00:00", "src/a.c\t2026-01-01 10:00:01"],
        ] {
            check(&format!("--- {old}\n+++ {new}\n@@ -1,3 +1,3 @@\n 1\n-2\n+B\n 3\n"), expected);
        }
    }

    #[test]
    fn several_files_and_hunks() {
        let diff = "\
diff --git a/src/a.c b/src/a.c
index 1..2 100644
--- a/src/a.c
+++ b/src/a.c
@@ -1,1 +1,1 @@
-1
+A
@@ -3,1 +3,2 @@
 3
+4
diff --git a/src/a.h b/src/a.h
index 1..2 100644
--- a/src/a.h
+++ b/src/a.h
@@ -1,2 +1,1 @@
-x
 y
";
        check(diff, &[("src/a.c", "A\n2\n3\n4\n"), ("src/a.h", "y\n")]);
    }

    #[test]
    fn line_ends_stay_those_of_the_file() {
        let expected = &[("dos.c", "1\r\nB\r\n")];
        check("--- dos.c\n+++ dos.c\n@@ -1,2 +1,2 @@\n 1\r\n-2\r\n+B\r\n", expected);
        check("--- dos.c\n+++ dos.c\n@@ -1,2 +1,2 @@\n 1\n-2\n+B\n", expected);
        check("--- dos.c\r\n+++ dos.c\r\n@@ -1,2 +1,2 @@\r\n 1\r\n-2\r\n+B\r\n", expected);
        let diff = "--- end.c\n+++ end.c\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+B\n\\ No newline at end of file\n";
        check(diff, &[("end.c", "1\nB")]);
    }

    #[test]
    fn what_tools_write_differently() {
        let expected = &[("src/a.c", "1\nB\n3\n")];
        check("--- i/src/a.c\n+++ w/src/a.c\n@@ -1,3 +1,3 @@\n 1\n-2\n+B\n 3\n", expected);
        check("--- src/a.c\n+++ src/a.c\n@@ -1,3 +1,3 @@\n 1\n-2\n+B\n 3", expected);
        check("--- src/a.c\n+++ src/a.c\n@@ -1,3 +1,3 @@\n 1\n-2\n+B\n 3\n-- \n2.40.1\n", expected);
        let diff = "--- end.c\n+++ end.c\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ Kein Zeilenumbruch am Dateiende.\n+B\n\\ Kein Zeilenumbruch am Dateiende.\n";
        check(diff, &[("end.c", "1\nB")]);
    }

    #[test]
    fn hunks_have_as_many_lines_as_they_say() {
        check_rejected(
            "--- src/a.c\n+++ src/a.c\n@@ -2,1 +2,1 @@\n-2\n+B\n-3\n+C\n",
            "line 6 of the diff is in no hunk: the one before it is complete",
        );
    }

    #[test]
    fn what_is_no_change_of_the_program() {
        check_rejected(" \n", "the diff is empty");
        check_rejected(
            "--- src/a.c\n+++ src/a.c\n@@ -1,2 +1,2 @@\n 1\n-7\n+B\n",
            "the diff does not apply to `src/a.c`: its hunk 1 has `7` as line 2, but that is `2`",
        );
        check_rejected(
            "--- src/a.c\n+++ src/a.c\n@@ -1,1 +1,1 @@\n-1\n+A\n@@ -3,2 +3,1 @@\n 3\n-4\n",
            "the diff does not apply to `src/a.c`: its hunk 2 has `4` as line 4, but there is none",
        );
        check_rejected(
            "--- src/a.c\n+++ src/a.c\n@@ -1,2 +1,2 @@\n 1\n",
            "cannot read the diff: error parsing patches: error parsing patch at line 3: hunk header does not match hunk",
        );
        check_rejected(
            "--- b.c\n+++ b.c\n@@ -1,1 +1,1 @@\n-7\n+B\n",
            "the diff changes `b.c`, which is not a file of the program",
        );
        check_rejected(
            "--- /dev/null\n+++ src/new.c\n@@ -0,0 +1,1 @@\n+B\n",
            "the diff creates `src/new.c`; a change of the program's own files is asked for",
        );
        check_rejected(
            "--- src/a.c\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-1\n-2\n-3\n",
            "the diff deletes `src/a.c`; a change of the program's own files is asked for",
        );
        check_rejected(
            "diff --git a/src/a.c b/src/b.c\nsimilarity index 100%\nrename from src/a.c\nrename to src/b.c\n",
            "the diff renames `src/a.c`; a change of the program's own files is asked for",
        );
        check_rejected("--- src/a.c\n+++ src/a.c\n@@ -1,1 +1,1 @@\n-1\n+1\n", "the diff changes nothing");
        assert!(news("int main(void) { return 0; }\n").is_err());
    }

    #[test]
    fn stretches_are_what_differs() {
        assert_eq!(stretches("1\n2\n3\n", "1\nB\nC\n3\n4\n"), [(2..3, 2..4), (4..4, 5..6)]);
        assert_eq!(stretches("1\n2\n3\n", "1\n3\n"), [(2..3, 2..2)]);
    }
}
