//! Changed texts of a program.
//!
//! A candidate changes a line of the file that the user wrote; a front end reads that file preprocessed. To run the
//! preprocessor for every candidate would take most of the time, so one run expands the changed lines of all of them: they
//! stand behind the file, where all its macros are defined. What comes out for a line replaces what the preprocessor
//! made of the unchanged one. A macro that is redefined within the file makes this differ from the changed file, which is
//! why [`Texts::changed`] preprocesses the changed file itself before anything is reported.

use std::collections::BTreeMap;

use faultscope_frontend::{Input, InputFile};
use faultscope_ir::program::Language;
use faultscope_ir::{SourceMap, Span};

use super::markers::marker;
use super::prune::prune;
use crate::Workspace;
use crate::patch::Edit;
use faultscope_frontend::sites::ALTERNATIVE;

/// A change of one line of one file.
#[derive(Debug, Clone)]
pub struct LineChange {
    /// The index of the file among those of the program.
    pub file: usize,
    /// The line, from 1.
    pub line: u32,
    /// The line as it is, without its end.
    pub old: String,
    /// The line as it would be.
    pub new: String,
}

impl LineChange {
    /// The change of an edit; none where the edited file is not one that the user named.
    pub(super) fn new(input: &Input, sources: &SourceMap, edit: &Edit) -> Option<LineChange> {
        let name = &sources.file(edit.span.file).name;
        let file = input.files.iter().position(|it| it.name == *name)?;
        let line = edit.span.line;
        let old = original(&input.files[file]).lines().nth((line as usize).checked_sub(1)?)?;
        Some(LineChange { file, line, old: old.to_owned(), new: edit.apply(old)? })
    }
}

/// The texts of a program, to be changed.
pub(super) struct Texts<'a> {
    workspace: &'a dyn Workspace,
    files: Vec<Lines>,
}

/// Where the lines of a file went.
enum Lines {
    /// The front end reads the file as it is.
    Plain(Vec<String>),
    /// By line of the file, the first and the last line of the preprocessed text that come from it.
    Preprocessed { given: Vec<String>, of: BTreeMap<u32, (usize, usize)> },
}

/// A changed text that a front end can read, up to its lines around the change.
#[derive(Debug, Clone)]
pub(super) struct Replacement {
    file: usize,
    /// Lines of the text that go, and what comes instead.
    lines: std::ops::Range<usize>,
    new: String,
}

/// Begins the lines that separate the expanded lines.
const MARK: &str = "__faultscope_candidate_";

impl<'a> Texts<'a> {
    pub(super) fn new(workspace: &'a dyn Workspace) -> Texts<'a> {
        let files = workspace.input().files.iter().map(|it| Lines::new(it, &it.text)).collect();
        Texts { workspace, files }
    }

    /// The name of a file of the program.
    pub(super) fn name(&self, file: usize) -> &str {
        &self.workspace.input().files[file].name
    }

    /// The same without the declarations of headers that nothing in the program names. They take most of the time of a
    /// translation; a program that means the same without them translates to the same commands.
    pub(super) fn pruned(workspace: &'a dyn Workspace) -> Texts<'a> {
        let files = &workspace.input().files;
        let texts: Vec<&str> = files.iter().map(|it| it.text.as_str()).collect();
        let names: Vec<&str> = files.iter().map(|it| it.name.as_str()).collect();
        let pruned = prune(&texts, &names);
        let files = files.iter().zip(&pruned).map(|(file, text)| Lines::new(file, text)).collect();
        Texts { workspace, files }
    }

    /// What each change means for the text that the front end reads; none where that cannot be said.
    pub(super) fn replacements(&self, changes: &[LineChange]) -> Vec<Option<Replacement>> {
        let mut replacements: Vec<Option<Replacement>> = vec![None; changes.len()];
        for (file, lines) in self.files.iter().enumerate() {
            let own: Vec<usize> = (0..changes.len()).filter(|idx| changes[*idx].file == file).collect();
            match lines {
                _ if own.is_empty() => {}
                Lines::Plain(_) => {
                    for idx in own {
                        let at = changes[idx].line as usize - 1;
                        let new = format!("{}\n", changes[idx].new);
                        replacements[idx] = Some(Replacement { file, lines: at..at + 1, new });
                    }
                }
                Lines::Preprocessed { of, .. } => {
                    let own: Vec<usize> =
                        own.into_iter().filter(|idx| of.contains_key(&changes[*idx].line)).collect();
                    for (idx, expanded) in own.iter().zip(self.expand(file, &own, changes)) {
                        let (first, last) = of[&changes[*idx].line];
                        replacements[*idx] =
                            Some(Replacement { file, lines: first..last + 1, new: expanded });
                    }
                }
            }
        }
        replacements
    }

    /// The changed lines as the preprocessor expands them, line markers around them. Nothing where it complains.
    fn expand(&self, file: usize, own: &[usize], changes: &[LineChange]) -> Vec<String> {
        let name = &self.workspace.input().files[file].name;
        let mut text = format!("{}\n", original(&self.workspace.input().files[file]));
        for idx in own {
            let change = &changes[*idx];
            text.push_str(&format!("{MARK}{idx}\n# {} \"{name}\"\n{}\n", change.line, change.new));
        }
        text.push_str(&format!("{MARK}end\n"));
        let Some(output) = self.workspace.preprocess(file, &text) else {
            return Vec::new();
        };
        let mut expanded = Vec::new();
        let mut parts = output.split(MARK).skip(1);
        for idx in own {
            let change = &changes[*idx];
            // A mark that was swallowed by a macro's argument puts all that follow into the wrong place.
            let Some(part) = parts.next().and_then(|part| part.strip_prefix(&format!("{idx}\n"))) else {
                return Vec::new();
            };
            let part = part.trim_end();
            expanded.push(format!(
                "# {} \"{name}\"\n{part}\n# {} \"{name}\"\n",
                change.line,
                change.line + 1
            ));
        }
        expanded
    }

    /// The program with a change.
    pub(super) fn with(&self, replacement: &Replacement) -> Input {
        let mut input = self.unchanged();
        let lines = self.files[replacement.file].lines();
        let (before, after) = (&lines[..replacement.lines.start], &lines[replacement.lines.end..]);
        let text = [&before.concat(), replacement.new.as_str(), &after.concat()].concat();
        input.files[replacement.file].text = text;
        input
    }

    /// The language of the program.
    pub(super) fn language(&self) -> Language {
        self.workspace.language()
    }

    /// A C program with several changes of one expression, which chooses among them by the variable [`ALTERNATIVE`]: 0 is
    /// the expression as it is, and the n-th change is n + 1.
    pub(super) fn with_alternatives(&self, replacement: &Replacement) -> Input {
        let mut input = self.with(replacement);
        let file = &mut input.files[replacement.file];
        file.text = format!("extern int {ALTERNATIVE};\n# 1 \"{}\"\n{}", file.name, file.text);
        input
    }

    /// The program itself. Originals only serve columns and texts of places, which nobody asks for here.
    pub(super) fn unchanged(&self) -> Input {
        let plain = |(file, lines): (&InputFile, &Lines)| InputFile {
            name: file.name.clone(),
            text: lines.lines().concat(),
            originals: Vec::new(),
        };
        Input { files: self.workspace.input().files.iter().zip(&self.files).map(plain).collect() }
    }

    /// The program with the changed file itself, preprocessed anew; none where that fails.
    pub(super) fn changed(&self, change: &LineChange) -> Option<Input> {
        let text = changed(original(&self.workspace.input().files[change.file]), change);
        let text = match self.files[change.file] {
            Lines::Plain(_) => text,
            Lines::Preprocessed { .. } => self.workspace.preprocess(change.file, &text)?,
        };
        let mut input = self.unchanged();
        input.files[change.file].text = text;
        Some(input)
    }
}

/// A line in which an expression is replaced by a choice among itself and its changes, which are changes of the whole line.
/// `None` where a change reaches beyond the expression.
pub(super) fn alternatives(changes: &[&LineChange], expression: Span) -> Option<LineChange> {
    let first = changes.first()?;
    let at = |line: &str, column: u32| {
        line.char_indices().map(|(at, _)| at).chain([line.len()]).nth((column as usize).checked_sub(1)?)
    };
    let (start, end) = (at(&first.old, expression.column)?, at(&first.old, expression.end_column)?);
    let (before, old, after) = (first.old.get(..start)?, first.old.get(start..end)?, &first.old[end..]);
    let mut choice = String::new();
    for (idx, change) in changes.iter().enumerate() {
        let new = change.new.strip_prefix(before)?.strip_suffix(after)?;
        choice += &format!("{ALTERNATIVE} == {} ? ({new}) : ", idx + 1);
    }
    let new = format!("{before}({choice}({old})){after}");
    Some(LineChange { new, ..(*first).clone() })
}

/// The text of a file as the user has it.
fn original(file: &InputFile) -> &str {
    let original = file.originals.iter().find(|(name, _)| *name == file.name);
    original.map_or(&file.text, |(_, text)| text)
}

/// A text with one line changed; line ends stay.
pub(super) fn changed(text: &str, change: &LineChange) -> String {
    let line = |(idx, line): (usize, &str)| {
        if idx + 1 != change.line as usize {
            return line.to_owned();
        }
        let end = &line[line.trim_end_matches(['\n', '\r']).len()..];
        format!("{}{end}", change.new)
    };
    text.split_inclusive('\n').enumerate().map(line).collect()
}

impl Lines {
    fn lines(&self) -> &[String] {
        match self {
            Lines::Plain(lines) | Lines::Preprocessed { given: lines, .. } => lines,
        }
    }

    fn new(file: &InputFile, text: &str) -> Lines {
        let name = &file.name;
        let given: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        if text == original(file) && !given.iter().any(|line| marker(line).is_some()) {
            return Lines::Plain(given);
        }
        let mut of: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        let mut apart: Vec<u32> = Vec::new();
        let (mut number, mut is_own, mut last) = (1_u32, true, 0_u32);
        for (idx, line) in given.iter().enumerate() {
            if let Some((next, named)) = marker(line) {
                (number, is_own) = (next, named.map_or(is_own, |named| named == name));
                continue;
            }
            if is_own && !line.trim().is_empty() {
                let entry = of.entry(number).or_insert((idx, idx));
                // The pieces of a line stand together, unless the file is read twice.
                if entry.0 != idx && last != number {
                    apart.push(number);
                }
                entry.1 = idx;
                last = number;
            } else if !is_own {
                last = 0;
            }
            number += 1;
        }
        apart.iter().for_each(|number| _ = of.remove(number));
        Lines::Preprocessed { given, of }
    }
}
