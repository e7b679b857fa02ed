//! Checks that are not asked about: by a comment on the line, or above it, by rows of a configuration, and since their errors
//! are known from a baseline, by their [fingerprints](mod@faultscope_ir::fingerprint).
//!
//! A comment reads `faultscope: ignore PROPERTY, PROPERTY: why`. It counts for the code of its line, or, where its line has none,
//! for the next line with code. Names are those of a [selection]. A suppression without a reason does not count, and one that
//! suppresses nothing is told to the user.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::fingerprint::{Site, fingerprints};
use faultscope_ir::focus::focused;
use faultscope_ir::{CheckId, Diagnostic, FileId, Origin, Program, Property, Severity, Span, selection};

use crate::c::{is_model, makes_environment};
use crate::functions::Functions;
use crate::trust::{matches_glob, matches_path};

mod comments;

/// What a comment for us begins with.
const MARK: &str = "faultscope:";

/// What a comment has to look like.
const FORM: &str =
    "write `faultscope: ignore PROPERTY: why`, for example `faultscope: ignore out-of-bounds: n is checked`";

/// A row of a configuration: the checks of these properties in the places that are named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The properties. Never empty.
    pub properties: Vec<Property>,
    /// The file, by its name or the last components of its path, with `*` and `?`; none for all.
    pub file: Option<String>,
    /// The function, with `*` and `?`; none for all.
    pub function: Option<String>,
    /// Why.
    pub reason: String,
    /// The file that says it, and the line.
    pub place: (String, u32),
}

/// Errors that are known from a baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownErrors {
    /// The baseline.
    pub file: String,
    /// What they are called, by their fingerprints.
    pub messages: BTreeMap<String, String>,
}

/// What is not to be asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suppression {
    /// The rows of a configuration.
    pub rules: Vec<Rule>,
    /// Whether comments count.
    pub comments: bool,
    /// The errors that are known.
    pub known: Option<KnownErrors>,
}

/// What says that a check is not asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A comment.
    Comment,
    /// A row of a configuration.
    Rule,
    /// A baseline.
    Baseline,
}

/// A check that is not asked about, and who says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppressed {
    /// The check.
    pub check: CheckId,
    /// What says it.
    pub by: By,
    /// Why; of a known error, what it is called.
    pub reason: String,
    /// The file that says it.
    pub file: String,
    /// The line there.
    pub line: Option<u32>,
}

/// The suppressed checks of a program, and what is wrong with suppressions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suppressions {
    /// The checks, each once, in the order of the program.
    pub checks: Vec<Suppressed>,
    /// Comments and rows that cannot be understood, or suppress nothing.
    pub warnings: Vec<Diagnostic>,
}

/// A comment that suppresses.
struct Comment {
    properties: Vec<Property>,
    /// The names as they are written.
    names: String,
    reason: String,
    /// The comment.
    span: Span,
    /// The line of the code that it is about.
    line: u32,
}

/// The checks of a program that are suppressed, or have an error that is known, where these properties are checked.
pub fn suppressions(
    program: &Program,
    suppression: &Suppression,
    checked: &BTreeSet<Property>,
) -> Suppressions {
    let rules = &suppression.rules;
    let (comments, mut warnings) = if suppression.comments { comments(program) } else { Default::default() };
    let known = suppression.known.as_ref().map(|it| known(program, it)).unwrap_or_default();
    let (mut used_comments, mut used_rules) = (BTreeSet::new(), BTreeSet::new());
    let mut checks = Vec::new();
    for id in program.check_ids() {
        let check = program.check(id);
        let origin = program.sources.origin(check.origin);
        let is_meant = |it: &Comment| {
            it.properties.contains(&check.property) && spans(origin).any(|span| is_on(span, it))
        };
        let by_comment: Vec<usize> = (0..comments.len()).filter(|idx| is_meant(&comments[*idx])).collect();
        let by_rule: Vec<usize> =
            (0..rules.len()).filter(|idx| rules[*idx].suppresses(program, check.property, origin)).collect();
        used_comments.extend(by_comment.iter().copied());
        used_rules.extend(by_rule.iter().copied());
        let (by, reason, file, line) = match (by_comment.first(), by_rule.first(), known.get(&id)) {
            (Some(idx), ..) => {
                let Comment { reason, span, .. } = &comments[*idx];
                (By::Comment, reason, &program.sources.file(span.file).name, Some(span.line))
            }
            (None, Some(idx), _) => {
                let Rule { reason, place: (file, line), .. } = &rules[*idx];
                (By::Rule, reason, file, Some(*line))
            }
            (None, None, Some((message, file))) => (By::Baseline, *message, *file, None),
            (None, None, None) => continue,
        };
        checks.push(Suppressed { check: id, by, reason: reason.clone(), file: file.clone(), line });
    }
    let is_checked = |properties: &[Property]| properties.iter().any(|it| checked.contains(it));
    let unused = comments.iter().enumerate().filter(|(idx, _)| !used_comments.contains(idx));
    let unused = unused.filter(|(_, it)| is_checked(&it.properties));
    warnings.extend(unused.map(|(_, it)| unused_comment(program, it)));
    let unused = rules.iter().enumerate().filter(|(idx, _)| !used_rules.contains(idx));
    // One configuration is for several programs.
    let unused = unused.filter(|(_, it)| is_checked(&it.properties) && it.is_about(program));
    warnings.extend(unused.map(|(_, it)| it.unused()));
    Suppressions { checks, warnings }
}

/// The program without the errors of suppressed checks: an execution that violates one ends there.
pub fn without_errors(program: Program, suppressed: &[Suppressed]) -> Program {
    // Each changed program comes here, too.
    if suppressed.is_empty() {
        return program;
    }
    let left_out: BTreeSet<CheckId> = suppressed.iter().map(|it| it.check).collect();
    let asked: BTreeSet<CheckId> = program.check_ids().filter(|it| !left_out.contains(it)).collect();
    focused(program, &asked)
}

/// The comments of a program that suppress, and what is wrong with others that are meant to.
fn comments(program: &Program) -> (Vec<Comment>, Vec<Diagnostic>) {
    let (mut comments, mut warnings) = (Vec::new(), Vec::new());
    let own = program.sources.files().filter(|(_, it)| !is_model(&it.name));
    for (file, text) in own.filter_map(|(file, it)| Some((file, it.text.as_deref()?))) {
        if text.contains(MARK) {
            for comment in in_text(file, text) {
                comment.map_or_else(|it| warnings.push(it), |it| comments.push(it));
            }
        }
    }
    (comments, warnings)
}

/// The checks whose errors are known, with what the errors are called and the baseline.
fn known<'a>(program: &Program, known: &'a KnownErrors) -> BTreeMap<CheckId, (&'a String, &'a String)> {
    let functions = Functions::of(program);
    let origin = |id: &CheckId| program.sources.origin(program.check(*id).origin);
    let ids: Vec<CheckId> =
        program.check_ids().filter(|it| !makes_environment(&origin(it).function)).collect();
    let sites = ids.iter().map(|id| {
        let (origin, property) = (origin(id), program.check(*id).property);
        Site { property, span: origin.span, text: &origin.text, function: functions.at(origin) }
    });
    let fingerprints = fingerprints(&program.sources, sites);
    let message = |it: &String| known.messages.get(it);
    ids.iter().zip(&fingerprints).filter_map(|(id, it)| Some((*id, (message(it)?, &known.file)))).collect()
}

impl Rule {
    fn suppresses(&self, program: &Program, property: Property, origin: &Origin) -> bool {
        let is_file = |name: &str| self.file.as_deref().is_none_or(|file| matches_path(file, name));
        self.properties.contains(&property)
            && spans(origin).any(|span| is_file(&program.sources.file(span.file).name))
            && self.function.as_deref().is_none_or(|it| matches_glob(it, &origin.function))
    }

    /// Whether a file of the program is meant.
    fn is_about(&self, program: &Program) -> bool {
        let mut files = program.sources.files();
        files.any(|(_, it)| self.file.as_deref().is_none_or(|file| matches_path(file, &it.name)))
    }

    fn unused(&self) -> Diagnostic {
        let (file, line) = &self.place;
        let names = list(&self.properties);
        let within = |what: &str, it: &Option<String>| {
            it.as_ref().map(|it| format!(" in {what} `{it}`")).unwrap_or_default()
        };
        let place = within("function", &self.function) + &within("file", &self.file);
        warning(
            None,
            format!("{file}:{line}: nothing to suppress: there is no check of {names}{place}"),
            None,
        )
    }
}

/// Where a check stands, and the uses of the macros that it is in the body of.
fn spans(origin: &Origin) -> impl Iterator<Item = Span> + '_ {
    std::iter::once(origin.span).chain(origin.expansions.iter().copied())
}

fn is_on(span: Span, comment: &Comment) -> bool {
    span.file == comment.span.file && (span.line..=span.end_line.max(span.line)).contains(&comment.line)
}

/// The comments of a text that suppress, and what is wrong with others that are meant to.
fn in_text(file: FileId, text: &str) -> Vec<Result<Comment, Diagnostic>> {
    let found = comments::comments(text);
    let for_us = found.comments.iter().filter_map(|it| Some((it, it.text.strip_prefix(MARK)?)));
    for_us
        .map(|(comment, said)| {
            let span = Span {
                file,
                line: comment.line,
                column: comment.column,
                end_line: comment.line,
                end_column: comment.column,
            };
            let line = found.code_line(comment);
            let Said { names, properties, reason } =
                read(said).map_err(|(message, hint)| warning(Some(span), message, hint))?;
            Ok(Comment { properties, names, reason, span, line })
        })
        .collect()
}

/// What a comment says after the mark.
struct Said {
    /// The names as they are written.
    names: String,
    /// The properties that they stand for.
    properties: Vec<Property>,
    reason: String,
}

/// Reads the text after the mark; the error has a message and a hint.
fn read(said: &str) -> Result<Said, (String, Option<String>)> {
    let form = |message: &str| (message.to_owned(), Some(FORM.to_owned()));
    let said = said.trim();
    let rest = said.strip_prefix("ignore").filter(|it| it.is_empty() || it.starts_with(char::is_whitespace));
    let Some(rest) = rest else {
        return Err(form("this comment says nothing that Faultscope understands"));
    };
    let (names, reason) = rest.split_once(':').unwrap_or((rest, ""));
    let (names, reason) = (names.trim(), reason.trim());
    if names.is_empty() {
        return Err(form("nothing is suppressed: the property is missing"));
    }
    let mut properties = Vec::new();
    for name in names.split(',').map(str::trim) {
        let named =
            selection::named(name).map_err(|error| (format!("nothing is suppressed: {error}"), None))?;
        properties.extend(named);
    }
    if reason.is_empty() {
        return Err(form("nothing is suppressed: the reason is missing"));
    }
    Ok(Said { names: names.to_owned(), properties, reason: reason.to_owned() })
}

fn unused_comment(program: &Program, comment: &Comment) -> Diagnostic {
    let beside: BTreeSet<&str> = program
        .check_ids()
        .map(|it| program.check(it))
        .filter(|it| spans(program.sources.origin(it.origin)).any(|span| is_on(span, comment)))
        .map(|it| it.property.name())
        .collect();
    let names: Vec<String> = comment.names.split(',').map(|it| format!("`{}`", it.trim())).collect();
    let message =
        format!("nothing to suppress: there is no check of {} on line {}", names.join(" or "), comment.line);
    let hint = match beside.is_empty() {
        true => "checks are in code that can be called".to_owned(),
        false => {
            let beside: Vec<String> = beside.into_iter().map(|it| format!("`{it}`")).collect();
            format!("this line has checks of {}", beside.join(", "))
        }
    };
    warning(Some(comment.span), message, Some(hint))
}

fn list(properties: &[Property]) -> String {
    let names: Vec<String> = properties.iter().map(|it| format!("`{}`", it.name())).collect();
    names.join(" or ")
}

fn warning(span: Option<Span>, message: String, hint: Option<String>) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, span, message, hint }
}

#[cfg(test)]
mod tests;
