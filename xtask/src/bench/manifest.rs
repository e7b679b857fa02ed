//! Folders with a `MANIFEST.tsv`: which programs there are, what is known of them, and how to run them.
//!
//! A manifest is a table with tabs between the columns and no quoting; `\` takes the next character as it is. The
//! columns `path`, `property`, `expected_verdict`, `known_fault_lines`, `fixed_version` and `options` are read, the
//! others are for people. The fixed version of a program is a program too, and expected to be safe.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::fault_lines::FaultLines;

/// A program to run, or to skip with a reason.
#[derive(Debug, Clone)]
pub struct Program {
    /// The folder that the manifest is in, by its last name.
    pub suite: String,
    /// The path in that folder.
    pub path: String,
    /// The file.
    pub file: PathBuf,
    /// What is known of the verdict.
    pub expected: Expected,
    /// What is known of the fault.
    pub faults: FaultLines,
    /// What the property asks for on the command line, or why the program cannot be run.
    pub plan: Result<Vec<String>, String>,
}

/// The verdict that a manifest states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Safe,
    Unsafe,
    NotStated,
}

impl Expected {
    fn parse(column: &str) -> Expected {
        let column = column.to_ascii_lowercase();
        match () {
            () if column.starts_with("true") || column.starts_with("safe") || column == "correct" => {
                Expected::Safe
            }
            () if column.starts_with("false") || column.starts_with("unsafe") => Expected::Unsafe,
            () => Expected::NotStated,
        }
    }
}

/// Every program of every suite under a folder, in the order of the manifests, suites by name.
///
/// # Errors
/// Where a folder or manifest cannot be read, or no suite is there.
pub fn programs(root: &Path) -> Result<Vec<Program>> {
    let mut suites = Vec::new();
    if root.join("MANIFEST.tsv").exists() {
        suites.push(root.to_path_buf());
    }
    let folders = fs::read_dir(root).with_context(|| format!("cannot read {}", root.display()))?;
    for folder in folders {
        let folder = folder?.path();
        if folder.join("MANIFEST.tsv").exists() {
            suites.push(folder);
        }
    }
    anyhow::ensure!(!suites.is_empty(), "no folder of {} has a MANIFEST.tsv", root.display());
    suites.sort();
    let mut programs = Vec::new();
    for folder in suites {
        programs.extend(suite(&folder)?);
    }
    Ok(programs)
}

fn suite(folder: &Path) -> Result<Vec<Program>> {
    let manifest = folder.join("MANIFEST.tsv");
    let text =
        fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let rows = rows(&text);
    let listed: BTreeSet<String> = rows.iter().map(|row| row.get("path").to_owned()).collect();
    let mut fixed = BTreeSet::new();
    let mut programs = Vec::new();
    for row in &rows {
        let program = Program {
            suite: name.clone(),
            path: row.get("path").to_owned(),
            file: folder.join(row.get("path")),
            expected: Expected::parse(row.get("expected_verdict")),
            faults: FaultLines::parse(row.get("known_fault_lines")),
            plan: plan(row.get("property"), row.get("options")),
        };
        let fixed_version = row.get("fixed_version").to_owned();
        if !fixed_version.is_empty()
            && !listed.contains(&fixed_version)
            && fixed.insert(fixed_version.clone())
        {
            programs.push(Program {
                file: folder.join(&fixed_version),
                path: fixed_version,
                expected: Expected::Safe,
                faults: FaultLines::default(),
                ..program.clone()
            });
        }
        programs.push(program);
    }
    Ok(programs)
}

/// What to pass for a property, or why programs with it are not run.
///
/// The rules look at the property alone, never at a name. Where it says that a program is compared with a reference
/// or runs one test, it carries its reference as functions `ref_*` and a harness as `main`: both are specification.
fn plan(property: &str, options: &str) -> Result<Vec<String>, String> {
    let property = property.to_ascii_lowercase();
    let reachability = ["unreach", "error label", "__verifier_error", "assert"];
    if !reachability.iter().any(|it| property.contains(it)) {
        return Err(format!("property not supported: {property}"));
    }
    let mut plan: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    if property.contains("equals reference") || property.contains("one failing test") {
        plan.extend(["--trust", "ref_*", "--trust", "main"].map(str::to_owned));
    }
    Ok(plan)
}

/// A row by the names of its columns.
struct Row(BTreeMap<String, String>);

impl Row {
    /// The field of a column; empty where the manifest has no such column.
    fn get(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }
}

fn rows(text: &str) -> Vec<Row> {
    let mut lines = text.lines().map(fields);
    let columns = lines.next().unwrap_or_default();
    lines.map(|fields| Row(columns.iter().cloned().zip(fields).collect())).collect()
}

/// The fields of a line: tabs between them, `\` takes the next character as it is.
pub fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(it) = characters.next() {
        match it {
            '\t' => fields.push(String::new()),
            '\\' => fields.last_mut().expect("never empty").extend(characters.next()),
            it => fields.last_mut().expect("never empty").push(it),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_not_quoted() {
        assert_eq!(fields("a\t\"b c\"\t\td\\\te\\\\"), ["a", "\"b c\"", "", "d\te\\"]);
    }

    #[test]
    fn verdicts_as_manifests_write_them() {
        for unsafe_ in ["FALSE (unsafe)", "UNSAFE (//#Unsafe)", "false"] {
            assert_eq!(Expected::parse(unsafe_), Expected::Unsafe);
        }
        assert_eq!(Expected::parse("TRUE"), Expected::Safe);
        assert_eq!(Expected::parse("not stated (no .yml)"), Expected::NotStated);
    }

    #[test]
    fn options_follow_from_the_property() {
        assert_eq!(plan("G ! call(__VERIFIER_error()) (unreach-call)", ""), Ok(vec![]));
        let trust = ["--trust", "ref_*", "--trust", "main"];
        assert_eq!(plan("unreach-call: output equals reference", "").unwrap(), trust);
        assert_eq!(plan("unreach-call", "--unwind 9").unwrap(), ["--unwind", "9"]);
    }

    #[test]
    fn a_property_that_is_not_supported_is_a_reason_to_skip() {
        for property in
            ["buffer bounds (valid-deref)", "tests (stdin/stdout)", "output equals reference on inputs"]
        {
            assert_eq!(plan(property, "").unwrap_err(), format!("property not supported: {property}"));
        }
    }

    #[test]
    fn the_fixed_version_is_a_safe_program() {
        let folder = tempfile::tempdir().unwrap();
        let table = "path\tproperty\texpected_verdict\tknown_fault_lines\tfixed_version\n\
            a.c\tunreach-call\tFALSE\t3\tb.c\n\
            c.c\tunreach-call\tFALSE\t4\tb.c\n";
        let suite = folder.path().join("s");
        fs::create_dir(&suite).unwrap();
        fs::write(suite.join("MANIFEST.tsv"), table).unwrap();
        let programs = programs(folder.path()).unwrap();
        let found: Vec<_> = programs.iter().map(|it| (it.path.as_str(), it.expected)).collect();
        assert_eq!(found, [("b.c", Expected::Safe), ("a.c", Expected::Unsafe), ("c.c", Expected::Unsafe)]);
    }
}
