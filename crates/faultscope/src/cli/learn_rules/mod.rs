//! `faultscope learn-rules`.

mod diffs;
mod figures;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use faultscope::input;
use faultscope::report::Diagnostic;
use faultscope_repair::fixes::{Observed, common_rules, learned_table, left_out, tallies, weigh};
use faultscope_repair::rules::Rules;

use super::exit::Exit;
use super::streams::{complain, print, reject_plainly};
use diffs::{Version, versions};

/// `faultscope learn-rules`.
#[derive(Debug, Args)]
pub struct LearnRules {
    /// Unified diffs of fixes, as `diff -u` and `git diff` print them, or folders of them (`.diff`, `.patch`). The
    /// diffs of one folder are a group.
    #[arg(required = true, value_name = "DIFF")]
    pub diffs: Vec<PathBuf>,

    /// A folder that paths in diffs may be relative to, in addition to the current folder and those of the diffs;
    /// repeatable.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub root: Vec<PathBuf>,

    /// The table to start from: its rules are kept, and others added [default: the built-in one].
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,

    /// Write the table to a file instead of printing it.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Learns a table of rules from diffs.
pub(super) fn learn_rules(arguments: &LearnRules) -> Exit {
    let table = match arguments.rules.as_deref().map(input::rules).transpose() {
        Ok(table) => table.unwrap_or_else(Rules::standard),
        Err(rejection) => return reject_plainly(&rejection),
    };
    let files = match diff_files(&arguments.diffs) {
        Ok(files) => files,
        Err(diagnostic) => return reject_plainly(&diagnostic.into()),
    };
    let mut all: Vec<(String, Version)> = Vec::new();
    let mut exit = Exit::NoError;
    for file in &files {
        let (read, rejections) = versions(file, &arguments.root);
        all.extend(read.into_iter().map(|it| (group(file), it)));
        for rejection in rejections {
            exit = reject_plainly(&rejection);
        }
    }
    if all.is_empty() {
        let hint = "each diff needs the file that it changes, as it was before (`--root` says where)";
        return reject_plainly(&Diagnostic::error("there is no fix to learn from").with_hint(hint).into());
    }
    let learned = learned(&all, table);
    match &arguments.out {
        None => print(&learned),
        Some(file) => {
            if let Err(diagnostic) = write(file, &learned) {
                return reject_plainly(&diagnostic.into());
            }
        }
    }
    exit
}

/// The learned table. What it is worth is told beside it.
fn learned(versions: &[(String, Version)], table: Rules) -> String {
    let n_known = table.rules.len();
    let first = observed(versions, &table);
    let common = common_rules(&first, &table);
    let rules = Rules { rules: table.rules.into_iter().chain(common).collect() };
    let observed = observed(versions, &rules);
    complain(&figures::summary(&observed, &left_out(&observed, &rules, n_known), versions.len()));
    let all: Vec<&Observed> = observed.iter().collect();
    let tallies = tallies(&all, rules.rules.len());
    learned_table(&rules, &weigh(&rules, n_known, &tallies), &tallies)
}

fn observed(versions: &[(String, Version)], rules: &Rules) -> Vec<Observed> {
    let of_version = |(program, (group, version)): (usize, &(String, Version))| {
        let observed = version.fix().observed(rules);
        observed.into_iter().map(|it| Observed { program, group: group.clone(), ..it }).collect::<Vec<_>>()
    };
    versions.iter().enumerate().flat_map(of_version).collect()
}

/// The diffs that are named, and those in folders.
fn diff_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let cannot = |error| Diagnostic::error(format!("cannot read `{}`: {error}", path.display()));
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(cannot)?;
        let mut within: Vec<PathBuf> = entries.into_iter().map(|it| it.path()).collect();
        let is_diff = |it: &Path| it.extension().is_some_and(|it| it == "diff" || it == "patch");
        within.retain(|it| it.is_dir() || is_diff(it));
        within.sort();
        files.extend(diff_files(&within)?);
    }
    Ok(files)
}

/// The group of a diff: the folder that it is in.
fn group(file: &Path) -> String {
    let folder = file.parent().and_then(Path::file_name);
    folder.map_or_else(|| ".".to_owned(), |it| it.to_string_lossy().into_owned())
}

fn write(file: &Path, text: &str) -> Result<(), Diagnostic> {
    fs::write(file, text)
        .map_err(|error| Diagnostic::error(format!("cannot write `{}`: {error}", file.display())))
}
