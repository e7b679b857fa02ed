//! A folder that makes the failing execution happen on the user's own machine: a shell script that compiles the program and
//! starts it, and the files that it is given.
//!
//! What a user gives (standard input, arguments, files, variables) is given as such. Functions that the program
//! does not define return the values of the failing execution by a [`harness`]. Where nothing that a user gives makes
//! the library do what the failing execution needs, the harness stands for the library, too ([`Replaced`]).
//!
//! What cannot be given is in the [notes](Reproducer::notes).

mod notes;
mod plain;
mod shell;

use crate::harness::{self, Replaced};
use crate::{ErrorSite, Given, Report};

pub use notes::HARNESS;
pub use plain::plainest;
pub use shell::quoted;

/// The script.
pub const SCRIPT: &str = "run.sh";

/// How the second line of a script begins, by which a folder is told to be a reproducer.
pub const MARK: &str = "# Reproducer written by faultscope";

/// What the program reads on standard input.
pub const STDIN: &str = "stdin";

/// The folder that the program runs in, with the files that it opens.
pub const FILES: &str = "files";

/// How the program is compiled.
#[derive(Debug, Clone, Default)]
pub struct Build {
    /// The folder that the names of files and flags are relative to, as the script names it.
    pub root: String,
    /// The files.
    pub units: Vec<BuildUnit>,
    /// Whether the program is for a machine with pointers of 32 bits.
    pub is_32_bit: bool,
}

/// A file that is compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildUnit {
    /// Its name.
    pub file: String,
    /// What the compiler is told.
    pub flags: Vec<String>,
}

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reproducer {
    /// The files of the folder, the script first.
    pub files: Vec<ReproducerFile>,
    /// What it cannot do, one sentence each.
    pub notes: Vec<String>,
}

/// A file of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReproducerFile {
    /// Its name in the folder; it may be in one below.
    pub name: String,
    /// Its contents.
    pub contents: Vec<u8>,
}

impl Reproducer {
    /// A file by its name.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        self.files.iter().find(|it| it.name == name).map(|it| it.contents.as_slice())
    }
}

/// The reproducer of the error, with what the program is given; none without an error trace.
pub fn render(report: &Report, given: &Given, build: &Build, replaced: Replaced) -> Option<Reproducer> {
    let trace = report.traces.first()?;
    let mut notes = notes::notes(report, given, replaced);
    let mut files = Vec::new();
    let needs_harness = replaced == Replaced::Library || harness::is_needed(report);
    if needs_harness {
        let names: Vec<&str> = build.units.iter().map(|it| it.file.as_str()).collect();
        let text = harness::render_replacing(report, &names.join(" "), HARNESS, replaced)?;
        files.push(ReproducerFile { name: HARNESS.to_owned(), contents: text.into_bytes() });
    }
    if let Some(stdin) = given.stdin.as_ref().filter(|it| !it.is_empty()) {
        files.push(ReproducerFile { name: STDIN.to_owned(), contents: stdin.clone() });
    }
    for file in &given.files {
        match (in_folder(&file.name), &file.contents) {
            (Some(name), Some(contents)) => {
                files.push(ReproducerFile { name: format!("{FILES}/{name}"), contents: contents.clone() });
            }
            (None, contents) => notes.push(notes::elsewhere(&file.name, contents.is_some())),
            (Some(_), None) => {}
        }
    }
    let has_stdin = files.iter().any(|it| it.name == STDIN);
    let script =
        Script { report, error: &trace.error, build, given, needs_harness, has_stdin, notes: &notes };
    files.insert(0, ReproducerFile { name: SCRIPT.to_owned(), contents: script.text() });
    Some(Reproducer { files, notes })
}

/// The name of a file that lies in the folder that the program runs in.
fn in_folder(name: &[u8]) -> Option<&str> {
    let name = std::str::from_utf8(name).ok()?;
    let mut parts = name.split('/');
    let is_within = parts.all(|it| !matches!(it, "" | "." | ".."));
    (is_within && !name.contains('\0')).then_some(name)
}

struct Script<'a> {
    report: &'a Report,
    error: &'a ErrorSite,
    build: &'a Build,
    given: &'a Given,
    needs_harness: bool,
    has_stdin: bool,
    notes: &'a [String],
}

impl Script<'_> {
    fn text(&self) -> Vec<u8> {
        let mut text =
            format!("#!/bin/sh\n{MARK}. It compiles the program, and starts it so that it fails:\n");
        let file = &self.report.sources.file(self.error.span.file).name;
        let message = self.error.message.replace('\n', " ");
        text += &format!("#   {}:{}: {message}\n", file.replace('\n', " "), self.error.span.line);
        for note in self.notes {
            text += &format!("#\n# {}\n", note.replace('\n', " "));
        }
        text += "set -e\nhere=$(cd \"$(dirname \"$0\")\" && pwd)\n";
        text += &format!("cd {}\n", self.build.root);
        text += &self.compiled();
        text += &format!("mkdir -p \"$here/{FILES}\"\ncd \"$here/{FILES}\"\n");
        let leaks = u8::from(notes::is_leak(self.error.property));
        text += &format!(
            "ASAN_OPTIONS=${{ASAN_OPTIONS:-detect_leaks={leaks}:detect_stack_use_after_return=1}}\nexport ASAN_OPTIONS\n"
        );
        let mut text = text.into_bytes();
        text.extend(self.command());
        text
    }

    /// The lines that compile the program.
    fn compiled(&self) -> String {
        let compiler = "${CC:-gcc}";
        let mut options = format!("-g {}", notes::sanitizers(self.error.property));
        if self.build.is_32_bit && !self.build.units.iter().any(|it| it.flags.iter().any(|it| it == "-m32")) {
            options += " -m32";
        }
        let units = &self.build.units;
        let words =
            |flags: &[String]| -> String { flags.iter().map(|it| format!(" {}", quoted_text(it))).collect() };
        let harness = if self.needs_harness { format!(" \"$here/{HARNESS}\"") } else { String::new() };
        let is_uniform = units.windows(2).all(|pair| pair[0].flags == pair[1].flags);
        if is_uniform {
            let flags = units.first().map(|it| words(&it.flags)).unwrap_or_default();
            let files: Vec<String> = units.iter().map(|it| it.file.clone()).collect();
            return format!("{compiler} {options}{flags}{}{harness} -o \"$here/prog\" -lm\n", words(&files));
        }
        let mut lines = String::new();
        let mut objects = String::new();
        for (idx, unit) in units.iter().enumerate() {
            let object = format!("\"$here/{idx}.o\"");
            let file = quoted_text(&unit.file);
            lines += &format!("{compiler} {options}{} -c {file} -o {object}\n", words(&unit.flags));
            objects += &format!(" {object}");
        }
        lines + &format!("{compiler} {options}{objects}{harness} -o \"$here/prog\" -lm\n")
    }

    /// The line that starts the program.
    fn command(&self) -> Vec<u8> {
        let mut line = b"exec ".to_vec();
        if !self.given.variables.is_empty() {
            line.extend(b"env ");
            for it in self.given.variables.iter().filter(|it| it.value.is_none()) {
                line.extend(b"-u ");
                line.extend(quoted(&it.name));
                line.push(b' ');
            }
            for it in &self.given.variables {
                let Some(value) = &it.value else { continue };
                line.extend(quoted(&[it.name.as_slice(), b"=", value].concat()));
                line.push(b' ');
            }
        }
        line.extend(b"\"$here/prog\"");
        for argument in &self.given.arguments {
            line.push(b' ');
            line.extend(quoted(argument));
        }
        let stdin = if self.has_stdin { format!("\"$here/{STDIN}\"") } else { "/dev/null".to_owned() };
        line.extend(format!(" < {stdin}\n").bytes());
        line
    }
}

/// A word of UTF-8 as a shell reads it.
fn quoted_text(word: &str) -> String {
    String::from_utf8_lossy(&quoted(word.as_bytes())).into_owned()
}

#[cfg(test)]
mod tests;
