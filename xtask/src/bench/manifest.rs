//! Folders with a `MANIFEST.tsv`: which programs there are, what is known of them, and how to run them.
//!
//! A manifest is a table with tabs between the columns and no quoting; `\` takes the next character as it is. The
//! columns `path`, `property`, `expected_verdict`, `known_fault_lines`, `fixed_version`, `options`, `tests` and
//! `data_model` are read, and of `notes` whether code is `missing after this one`; the others are for people. A path may name several files, and stand in several rows with different options. The fixed version
//! of a program is a program too, and expected to be safe.
//!
//! Folders of [cases](super::cases) are suites too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::cases;
use super::expected::Expected;
use super::fault_lines::FaultLines;
use super::program::{Program, TestPlan};

/// Every program of every suite under a folder, in the order of the manifests, suites by name.
///
/// # Errors
/// Where a folder or manifest cannot be read, or there is no suite.
pub fn programs(root: &Path) -> Result<Vec<Program>> {
    let mut folders = vec![root.to_path_buf()];
    let entries = fs::read_dir(root).with_context(|| format!("cannot read {}", root.display()))?;
    for folder in entries {
        folders.push(folder?.path());
    }
    folders.retain(|it| it.is_dir());
    folders.sort();
    let mut programs = Vec::new();
    for folder in folders {
        let cases = cases::suite(&folder)?;
        if !cases.is_empty() {
            programs.extend(cases);
        } else if folder.join("MANIFEST.tsv").exists() {
            programs.extend(suite(&folder)?);
        }
        // A suite has no suites in it.
        if folder == root && !programs.is_empty() {
            break;
        }
    }
    anyhow::ensure!(
        !programs.is_empty(),
        "no folder of {} has a MANIFEST.tsv, or cases with their commands",
        root.display()
    );
    Ok(programs)
}

fn suite(folder: &Path) -> Result<Vec<Program>> {
    let manifest = folder.join("MANIFEST.tsv");
    let text =
        fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let rows = rows(&text);
    let listed: BTreeSet<String> = rows.iter().map(|row| row.get("path").to_owned()).collect();
    let shared = shared_options(&rows);
    let mut fixed = BTreeSet::new();
    let mut programs = Vec::new();
    for row in &rows {
        let program = Program {
            suite: name.clone(),
            path: name_of(row, &shared),
            folder: folder.to_owned(),
            files: row.get("path").split_whitespace().map(str::to_owned).collect(),
            expected: Expected::parse(row.get("expected_verdict")),
            faults: faults(row),
            plan: plan(row.get("property"), row.get("options")),
            options: row.get("options").split_whitespace().map(str::to_owned).collect(),
            error_functions: error_functions(row.get("property")),
            tests: test_plan(folder, row),
            case: None,
        };
        let fixed_version = row.get("fixed_version").to_owned();
        if !fixed_version.is_empty()
            && !listed.contains(&fixed_version)
            && fixed.insert(fixed_version.clone())
        {
            programs.push(Program {
                files: vec![fixed_version.clone()],
                path: fixed_version,
                expected: Expected::SAFE,
                faults: FaultLines::default(),
                tests: None,
                ..program.clone()
            });
        }
        programs.push(program);
    }
    Ok(programs)
}

/// What is known of the fault; a note can say that code is missing after the line.
fn faults(row: &Row) -> FaultLines {
    let mut faults = FaultLines::parse(row.get("known_fault_lines"));
    if row.get("notes").contains("missing after this one") {
        faults.gaps.extend(faults.faulty.iter().map(|it| *it.end()));
    }
    faults
}

/// How the tests of a program are run, where it is faulty and its property is about output alone.
fn test_plan(folder: &Path, row: &Row) -> Option<TestPlan> {
    let property = row.get("property").to_ascii_lowercase();
    let verdict = row.get("expected_verdict").to_ascii_lowercase();
    let is_about_output = property.contains("output") || property.contains("tests");
    let is_faulty = verdict.starts_with("false") || verdict == "faulty";
    if !is_about_output || !is_faulty || selected(&property).is_some() {
        return None;
    }
    let path = tests_of(folder, row)?;
    let mut options: Vec<String> = row.get("options").split_whitespace().map(str::to_owned).collect();
    if !options.iter().any(|it| it == "--data-model") {
        let model = row.get("data_model");
        options.extend(["--data-model", if model.is_empty() { "lp64" } else { model }].map(str::to_owned));
    }
    Some(TestPlan { path, options })
}

/// Where the tests of a program are.
fn tests_of(folder: &Path, row: &Row) -> Option<String> {
    let named = row.get("tests");
    if !named.is_empty() {
        return Some(named.to_owned());
    }
    let file = Path::new(row.get("path").split_whitespace().next()?);
    let beside = file.parent().map(|it| it.join("tests")).filter(|it| folder.join(it).is_dir());
    let tables = file.ancestors().skip(1).map(|it| it.join("tests.tsv"));
    let path = beside.or(tables.into_iter().find(|it| folder.join(it).is_file()))?;
    Some(path.to_string_lossy().into_owned())
}

/// The functions that a property says are not to be called: as SV-COMP writes it, or by their names.
fn error_functions(property: &str) -> Vec<String> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let known = ["reach_error", "__VERIFIER_error"];
    let mut functions: Vec<String> = property
        .split("call(")
        .skip(1)
        .filter_map(|rest| rest.split(|it| !is_part(it)).next())
        .chain(property.split(|it| !is_part(it)).filter(|it| known.contains(it)))
        .map(str::to_owned)
        .collect();
    if functions.is_empty() && property.contains("unreach-call") {
        functions = known.map(str::to_owned).to_vec();
    }
    functions.retain(|it| !it.is_empty());
    functions.sort();
    functions.dedup();
    functions
}

/// The options that all rows with a path have.
fn shared_options(rows: &[Row]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut shared: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in rows {
        let options: BTreeSet<&str> = row.get("options").split_whitespace().collect();
        let of_path = shared.entry(row.get("path")).or_insert_with(|| options.clone());
        of_path.retain(|it| options.contains(it));
    }
    shared
}

/// The path of a row, with the options that tell it from others of the same path.
fn name_of(row: &Row, shared: &BTreeMap<&str, BTreeSet<&str>>) -> String {
    let path = row.get("path");
    let own = row.get("options").split_whitespace().filter(|it| !shared[path].contains(it));
    std::iter::once(path).chain(own).collect::<Vec<_>>().join(" ")
}

/// What is passed for properties that are about what a program may reach.
pub const REACHABILITY: &str = "unreach-call,assertions";

/// Names of properties that are passed as they stand.
const NAMES: [&str; 9] = [
    "default",
    "memory-leak",
    "no-abort",
    "no-overflow",
    "valid-memsafety",
    "valid-deref",
    "valid-free",
    "valid-memtrack",
    "valid-memcleanup",
];

/// What to pass for a property, or why programs with it are not run.
///
/// The rules look at the property alone, never at a name. Where it says that a program is compared with a reference
/// or runs one test, it carries its reference as functions `ref_*` and a harness as `main`: both are specification.
fn plan(property: &str, options: &str) -> Result<Vec<String>, String> {
    let property = property.to_ascii_lowercase();
    let selected = selected(&property).ok_or_else(|| format!("property not supported: {property}"))?;
    let mut plan: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    if !plan.iter().any(|it| it == "--data-model") {
        plan.extend(["--data-model", TASK_MODEL].map(str::to_owned));
    }
    plan.extend(["--property".to_owned(), selected]);
    if property.contains("equals reference") || property.contains("one failing test") {
        plan.extend(["--trust", "ref_*", "--trust", "main"].map(str::to_owned));
    }
    Ok(plan)
}

/// The sizes of types where a task does not say them.
const TASK_MODEL: &str = "ilp32";

/// The checks that a property is about. A suite that asks what is reachable is not asked about anything else, whatever
/// else it names.
fn selected(property: &str) -> Option<String> {
    let reachability = ["unreach", "error label", "__verifier_error", "assert"];
    if reachability.iter().any(|it| property.contains(it)) {
        return Some(REACHABILITY.to_owned());
    }
    // An assertion in front of an access says what its bounds are.
    if property.contains("buffer bounds") {
        return Some("valid-deref,assertions".to_owned());
    }
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '-';
    let names: Vec<&str> = property.split(|it| !is_part(it)).filter(|it| NAMES.contains(it)).collect();
    (!names.is_empty()).then(|| names.join(","))
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

    #[track_caller]
    fn check(property: &str, options: &str, expect: &[&str]) {
        // What is given comes first, and then the sizes of types.
        let (given, own) = expect.split_at(options.split_whitespace().count());
        let expected = [given, &["--data-model", TASK_MODEL], own].concat();
        assert_eq!(plan(property, options).expect("it is supported"), expected);
    }

    #[test]
    fn options_follow_from_the_property() {
        let reachability = ["--property", "unreach-call,assertions"];
        check("G ! call(__VERIFIER_error()) (unreach-call)", "", &reachability);
        check("assert / reach __VERIFIER_error / valid-deref", "", &reachability);
        let trust = ["--trust", "ref_*", "--trust", "main"];
        check("unreach-call: output equals reference", "", &[&reachability[..], &trust].concat());
        check("unreach-call", "--unwind 9", &[&["--unwind", "9"], &reachability[..]].concat());
        check(
            "buffer bounds (valid-deref)",
            "-I lib",
            &["-I", "lib", "--property", "valid-deref,assertions"],
        );
        check("default,memory-leak", "", &["--property", "default,memory-leak"]);
        check("no-overflow", "", &["--property", "no-overflow"]);
        check("no-abort", "-std=gnu89 -fwrapv", &["-std=gnu89", "-fwrapv", "--property", "no-abort"]);
    }

    #[test]
    fn the_sizes_of_types_are_those_of_the_task() {
        let given = plan("no-overflow", "--data-model lp64 -DX").expect("it is supported");
        assert_eq!(given, ["--data-model", "lp64", "-DX", "--property", "no-overflow"]);
    }

    #[test]
    fn a_property_that_is_not_supported_is_a_reason_to_skip() {
        for property in ["termination", "tests (stdin/stdout)", "output equals reference on inputs"] {
            assert_eq!(plan(property, "").unwrap_err(), format!("property not supported: {property}"));
        }
    }

    #[test]
    fn rows_of_one_path_are_told_apart_by_their_options() {
        let folder = tempfile::tempdir().unwrap();
        let table = "path\tproperty\texpected_verdict\toptions\n\
            a.c lib/io.c\tdefault\tFALSE\t-DX -DBAD -I lib\n\
            a.c lib/io.c\tdefault\tTRUE\t-DX -DGOOD -I lib\n\
            b.c\tdefault\tTRUE\t-DX\n";
        fs::write(folder.path().join("MANIFEST.tsv"), table).unwrap();
        let programs = programs(folder.path()).unwrap();
        let names: Vec<&str> = programs.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(names, ["a.c lib/io.c -DBAD", "a.c lib/io.c -DGOOD", "b.c"]);
        assert_eq!(programs[0].files, ["a.c", "lib/io.c"]);
    }

    #[test]
    fn faulty_programs_with_tests_are_run_by_them() {
        let folder = tempfile::tempdir().unwrap();
        let table = "path\tproperty\texpected_verdict\tknown_fault_lines\toptions\ttests\tdata_model\tnotes\n\
            p/a.c\toutput\tFALSE\t3\t-DX\tp/suite\t\tmissing after this one\n\
            q/b.c\ttests (stdin/stdout)\tFAULTY\t4\t\t\tilp32\t\n\
            q/r/c.c\toutput\tFALSE\t4\t\t\t\t\n\
            q/d.c\toutput\tTRUE\t\t\t\t\t\n\
            q/e.c\tunreach-call: output equals reference\tFALSE\t5\t\t\t\t\n\
            f.c\toutput\tFALSE\t5\t\t\t\t\n";
        fs::write(folder.path().join("MANIFEST.tsv"), table).unwrap();
        fs::create_dir_all(folder.path().join("q/tests")).unwrap();
        fs::write(folder.path().join("q/tests.tsv"), "").unwrap();
        let programs = programs(folder.path()).unwrap();
        let plan = |path: &str, options: &[&str]| {
            let options = options.iter().map(|it| (*it).to_owned()).collect();
            Some(TestPlan { path: path.to_owned(), options })
        };
        let plans: Vec<_> = programs.iter().map(|it| it.tests.clone()).collect();
        let expected = [
            plan("p/suite", &["-DX", "--data-model", "lp64"]),
            plan("q/tests", &["--data-model", "ilp32"]),
            plan("q/tests.tsv", &["--data-model", "lp64"]),
            None,
            None,
            None,
        ];
        assert_eq!(plans, expected);
        assert_eq!((&programs[0].faults.gaps[..], &programs[1].faults.gaps[..]), (&[3][..], &[][..]));
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
        assert_eq!(found, [("b.c", Expected::SAFE), ("a.c", Expected::UNSAFE), ("c.c", Expected::UNSAFE)]);
    }
}
