//! Programs before and after the fixes that diffs are.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use faultscope::repair::Files;
use faultscope::report::Diagnostic;
use faultscope::{CheckRequest, Options, Preprocessor, Property, Rejection, input, translate};
use faultscope_frontend::c::{self, DataModel};
use faultscope_frontend::sites::Unit;
use faultscope_ir::{Program, SourceMap, Span};
use faultscope_project::diff::{Changed, applied};
use faultscope_repair::Workspace;
use faultscope_repair::fixes::Fix;

/// A program before and after a fix of one of its files.
pub(super) struct Version {
    name: String,
    changed: Changed,
    program: Program,
    unit: Arc<dyn Unit>,
    fixed: Arc<dyn Unit>,
}

impl Version {
    /// The fix.
    pub(super) fn fix(&self) -> Fix<'_> {
        Fix {
            program: &self.program,
            unit: &*self.unit,
            fixed: &*self.fixed,
            file: &self.name,
            texts: (&self.changed.old, &self.changed.new),
            stretches: &self.changed.stretches,
        }
    }
}

/// The versions of the files that a diff changes, and what is wrong with it.
pub(super) fn versions(diff: &Path, roots: &[PathBuf]) -> (Vec<Version>, Vec<Rejection>) {
    let text = match input::text(diff) {
        Ok(text) => text,
        Err(diagnostic) => return (Vec::new(), vec![diagnostic.into()]),
    };
    let headers = headers(&text);
    if headers.is_empty() {
        let hint =
            "a unified diff has lines that begin with `---` and `+++`; `diff -u` and `git diff` print one";
        let diagnostic = Diagnostic::error("there is no change of a file in this diff").with_hint(hint);
        return (Vec::new(), vec![rejection(diff, &text, 1, diagnostic)]);
    }
    let (mut found, mut rejections) = (Vec::new(), Vec::new());
    for (line, name) in headers {
        match place(name, diff, roots).and_then(|path| Ok((input::text(&path)?, path))) {
            Ok((old, path)) => found.push((line, name, path, old)),
            Err(diagnostic) => rejections.push(rejection(diff, &text, line, diagnostic)),
        }
    }
    if !rejections.is_empty() {
        return (Vec::new(), rejections);
    }
    let files: Vec<(&str, &str)> = found.iter().map(|(_, name, _, old)| (*name, old.as_str())).collect();
    let changed = match applied(&text, &files, Path::new(".")) {
        Ok(changed) => changed,
        Err(diagnostic) => return (Vec::new(), vec![rejection(diff, &text, 1, diagnostic)]),
    };
    let mut versions = Vec::new();
    for changed in changed {
        let Some((line, _, path, _)) = found.iter().find(|it| it.1 == changed.name) else { continue };
        match version(path, changed) {
            Ok(version) => versions.push(version),
            Err(Some(rejection)) => rejections.push(rejection),
            Err(None) => {
                let message = format!("the fixed version of `{}` cannot be read", path.display());
                rejections.push(rejection(diff, &text, *line, Diagnostic::error(message)));
            }
        }
    }
    (versions, rejections)
}

/// The files that a diff changes, as it names them, with the lines that do.
fn headers(diff: &str) -> Vec<(u32, &str)> {
    let lines: Vec<&str> = diff.lines().collect();
    let header = |at: usize| {
        let name = lines[at].strip_prefix("--- ")?.split('\t').next()?.trim();
        lines.get(at + 1)?.strip_prefix("+++ ").map(|_| (at as u32 + 1, name))
    };
    (0..lines.len()).filter_map(header).collect()
}

/// Where a file is that a diff names: in the folder of the diff, the current one, or one of the roots.
fn place(name: &str, diff: &Path, roots: &[PathBuf]) -> Result<PathBuf, Diagnostic> {
    let folders: Vec<&Path> = [diff.parent().unwrap_or(Path::new("")), Path::new("")]
        .into_iter()
        .chain(roots.iter().map(PathBuf::as_path))
        .collect();
    let stripped = name.split_once('/').filter(|(first, _)| first.len() == 1).map(|(_, rest)| rest);
    let mut paths =
        folders.iter().flat_map(|it| [Some(name), stripped].into_iter().flatten().map(|name| it.join(name)));
    paths.find(|it| it.is_file()).ok_or_else(|| {
        let hint = "it is looked for in the folder of the diff, in the current one, and in those of `--root`";
        Diagnostic::error(format!("there is no file `{name}`, which this diff changes")).with_hint(hint)
    })
}

/// A file before and after its fix; an error without a reason where the fixed one is no program.
fn version(path: &Path, changed: Changed) -> Result<Version, Option<Rejection>> {
    let options = Options {
        // What is checked is of no interest, nor is where a program begins that is only read.
        properties: [Property::UnreachCall].into(),
        entry: entry(path, &changed),
        data_model: DataModel::host(),
        compiler_warnings: false,
        ..Options::standard()
    };
    let files = vec![path.to_owned()];
    let request = CheckRequest { files, preprocessor: Preprocessor::default(), options };
    let loaded = input::load(&request)?;
    let name = path.display().to_string();
    let fixed = loaded.changed(&[(&name, &changed.new)], request.options.data_model)?;
    let program = translate(&loaded, &request.options)?.program;
    let unit = |loaded| Files::new(loaded, &request.options).unit().ok_or(None);
    let (unit, fixed) = (unit(&loaded)?, unit(&fixed)?);
    Ok(Version { name, changed, program, unit, fixed })
}

/// The function to begin with where there is no `main`: the one that is changed first.
fn entry(path: &Path, changed: &Changed) -> Option<String> {
    if path.extension().is_some_and(|it| it == "bpl") {
        return None;
    }
    let functions = c::outline::functions(&changed.old);
    if functions.iter().any(|it| it.name == "main") {
        return None;
    }
    let line = changed.stretches.first().map_or(1, |(old, _)| old.start) as usize;
    let start: usize = changed.old.split_inclusive('\n').take(line).map(str::len).sum();
    let before = functions.iter().rfind(|it| it.range.start < start).or(functions.first());
    before.map(|it| it.name.clone())
}

/// What is wrong with a diff, where its text is known.
fn rejection(file: &Path, text: &str, line: u32, diagnostic: Diagnostic) -> Rejection {
    let mut sources = SourceMap::default();
    let file = sources.add_file(&file.display().to_string(), Some(text.to_owned()));
    let width = text.lines().nth(line as usize - 1).map_or(0, |it| it.chars().count() as u32);
    let span = Span { file, line, column: 1, end_line: line, end_column: width + 1 };
    Rejection { diagnostics: vec![Diagnostic { span: Some(span), ..diagnostic }], sources }
}
