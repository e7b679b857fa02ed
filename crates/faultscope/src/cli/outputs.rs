//! The files that a check writes in the end: that they can be written, and that none of them is one that it reads.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use faultscope::report::{Diagnostic, Report};

use super::arguments::{Check, Testing};
use super::reproducer;

/// Why the files that are asked for cannot be written, as far as that shows before anything is run; they stay as they are.
pub(super) fn refused(arguments: &Check) -> Option<Diagnostic> {
    let outputs: Vec<(&'static str, &Path)> = outputs(arguments).collect();
    let inputs: Vec<&PathBuf> = inputs(arguments).collect();
    let same = |(idx, (option, file)): (usize, &(&'static str, &Path))| {
        if let Some(input) = inputs.iter().find(|input| is_within(file, input)) {
            return Some(overwrites(option, file, input));
        }
        let (other, _) = outputs[..idx].iter().find(|(_, other)| is_same(file, other))?;
        Some(Diagnostic::error(format!("`{option}` and `{other}` name the same file, `{}`", file.display())))
    };
    let unwritable = || outputs.iter().find_map(|(_, file)| unwritable(file));
    let folder = || arguments.reproducer.as_deref().and_then(reproducer::refused);
    outputs.iter().enumerate().find_map(same).or_else(unwritable).or_else(folder)
}

/// Why a file must not be written now that it is known what was read: it is a file of the program, such as a header.
pub(super) fn overwritten(file: &Path, report: &Report) -> Option<Diagnostic> {
    let mut read = report.sources.files().map(|(_, it)| Path::new(it.name.as_str()));
    let input = read.find(|input| is_same(file, input))?;
    Some(Diagnostic::error(format!(
        "`{}` is not written: it is `{}`, a file of the program",
        file.display(),
        input.display()
    )))
}

fn outputs(arguments: &Check) -> impl Iterator<Item = (&'static str, &Path)> {
    let Check { harness, proof, danger_automaton, patch, html, witness, .. } = arguments;
    let named = [
        ("--harness", harness),
        ("--proof", proof),
        ("--danger-automaton", danger_automaton),
        ("--patch", patch),
        ("--html", html),
        ("--witness", witness),
    ];
    named.into_iter().filter_map(|(option, file)| Some((option, file.as_deref()?)))
}

/// The files and folders that the command names to be read.
fn inputs(arguments: &Check) -> impl Iterator<Item = &PathBuf> {
    let Check { property_file, rules, guide, suppressing, .. } = arguments;
    let Testing { tests, stdin, expect, crash_input, .. } = &arguments.testing;
    let sources = &arguments.sources;
    let given = [property_file, tests, stdin, expect, rules, guide, &sources.project, &sources.config];
    let several = [&sources.files, &sources.model, crash_input, &suppressing.baseline];
    given.into_iter().flatten().chain(several.into_iter().flatten())
}

fn overwrites(option: &str, file: &Path, input: &Path) -> Diagnostic {
    let message =
        format!("`{option} {}` would overwrite `{}`, which is read", file.display(), input.display());
    Diagnostic::error(message).with_hint("name another file")
}

/// Whether a file that is there is another one, or lies in it where that is a folder.
fn is_within(file: &Path, other: &Path) -> bool {
    if !other.is_dir() {
        return is_same(file, other);
    }
    let (Ok(file), Ok(folder)) = (file.canonicalize(), other.canonicalize()) else { return false };
    file.is_file() && file.starts_with(folder)
}

/// Whether two names lead to the same file, through links of any kind. Where neither is there yet, they are compared.
fn is_same(file: &Path, other: &Path) -> bool {
    match (fs::metadata(file), fs::metadata(other)) {
        (Ok(left), Ok(right)) => identity(&left).is_some() && identity(&left) == identity(&right),
        (Err(_), Err(_)) => file == other,
        _ => false,
    }
}

/// What tells files apart, where the system has that.
#[cfg(unix)]
fn identity(file: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(_file: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Why a file cannot be written.
fn unwritable(file: &Path) -> Option<Diagnostic> {
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
    let why = match folder {
        _ if file.is_dir() => "it is a folder".to_owned(),
        Some(folder) if !folder.is_dir() => format!("there is no folder `{}`", folder.display()),
        _ if !file.exists() => return None,
        _ => fs::OpenOptions::new().append(true).open(file).err()?.to_string(),
    };
    Some(Diagnostic::error(format!("cannot write `{}`: {why}", file.display())))
}
