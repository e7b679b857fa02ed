//! What the warnings of a compiler say of findings.
//!
//! A warning supports a finding whose line it names. One about another line of the failing path supports the findings in the same
//! function that assign the variable which it names: *`n` may be used uninitialized* is about where `n` gets its value.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use faultscope_ir::compiler::{CompilerEvidence, CompilerWarning, CompilerWarnings, plain_name};
use faultscope_ir::{Instruction, Origin, OriginId, Program, Span, Trace};

use crate::program::ProgramFinding;

/// The warnings of a compiler, with what they say of findings.
#[derive(Debug, Clone)]
pub struct CompilerSupport {
    /// The warnings.
    pub warnings: Arc<CompilerWarnings>,
    /// For each finding the warnings that support it, by their indices.
    pub of_findings: Vec<Vec<(usize, CompilerEvidence)>>,
    /// For each warning whether it names a line of an error trace.
    pub on_path: Vec<bool>,
}

impl CompilerSupport {
    /// What warnings say of these findings, which lie on these error traces.
    pub fn of(
        program: &Program,
        traces: &[&Trace],
        findings: &[ProgramFinding],
        warnings: Arc<CompilerWarnings>,
    ) -> CompilerSupport {
        let path = Path::of(program, traces);
        let places: Vec<Place<'_>> =
            warnings.warnings.iter().map(|it| Place::of(program, &path, it)).collect();
        let support = |finding: &ProgramFinding| {
            let finding = finding.finding();
            let origin = program.sources.origin(finding.origin);
            let evidence = |it: &Place<'_>| it.evidence(origin, finding.kind.is_of_statement());
            places.iter().enumerate().filter_map(|(idx, it)| Some((idx, evidence(it)?))).collect()
        };
        let of_findings = findings.iter().map(support).collect();
        let on_path = places.iter().map(|it| it.is_on_path).collect();
        CompilerSupport { warnings, of_findings, on_path }
    }

    /// The strongest evidence for each finding.
    pub fn evidence(&self) -> Vec<Option<CompilerEvidence>> {
        self.of_findings.iter().map(|it| it.iter().map(|(_, evidence)| *evidence).min()).collect()
    }
}

/// A file and a line of it.
type Line<'a> = (&'a str, u32);

/// The lines of error traces.
struct Path<'a> {
    /// The functions with statements on each line.
    lines: BTreeMap<Line<'a>, BTreeSet<&'a str>>,
    /// The first and the last line in each function and file.
    ranges: BTreeMap<(&'a str, &'a str), (u32, u32)>,
    /// The lines of which something is left in the program.
    code: BTreeSet<Line<'a>>,
}

impl<'a> Path<'a> {
    fn of(program: &'a Program, traces: &[&Trace]) -> Path<'a> {
        let origins: BTreeSet<OriginId> =
            traces.iter().flat_map(|trace| trace.steps.iter().map(|step| step.origin)).collect();
        let mut path = Path { lines: BTreeMap::new(), ranges: BTreeMap::new(), code: BTreeSet::new() };
        for origin in origins.into_iter().map(|it| program.sources.origin(it)).filter(|it| !it.kind.is_made())
        {
            for (file, line) in lines(program, origin) {
                path.lines.entry((file, line)).or_default().insert(&origin.function);
                let (first, last) = path.ranges.entry((&origin.function, file)).or_insert((line, line));
                (*first, *last) = ((*first).min(line), (*last).max(line));
            }
        }
        let instructions = program.procedures.iter().flat_map(|it| it.instructions());
        let origins: BTreeSet<OriginId> = instructions.map(Instruction::origin).collect();
        path.code.extend(origins.into_iter().flat_map(|it| lines(program, program.sources.origin(it))));
        path
    }

    /// Whether a line was executed. One of which nothing is left in the program, such as a statement without effect or a condition that is
    /// a constant, counts as executed where lines before and behind it were.
    fn has(&self, line: Line<'_>) -> bool {
        let is_between = || {
            let mut ranges = self.ranges.iter().filter(|((_, file), _)| *file == line.0);
            ranges.any(|(_, (first, last))| (*first..=*last).contains(&line.1))
        };
        self.lines.contains_key(&line) || !self.code.contains(&line) && is_between()
    }
}

/// The lines of a statement, and of the macros that it comes from.
fn lines<'a>(program: &'a Program, origin: &Origin) -> impl Iterator<Item = Line<'a>> {
    let of_span = |span: Span| {
        let file = plain_name(&program.sources.file(span.file).name);
        (span.line..=span.end_line).map(move |line| (file, line))
    };
    spans(origin).flat_map(of_span).collect::<Vec<_>>().into_iter()
}

/// Where a statement stands, and where the macros are used that it comes from.
fn spans(origin: &Origin) -> impl Iterator<Item = Span> + '_ {
    [origin.span].into_iter().chain(origin.expansions.iter().copied())
}

/// Where a warning is.
struct Place<'a> {
    program: &'a Program,
    warning: &'a CompilerWarning,
    /// The functions on the failing path that have statements on its line.
    functions: BTreeSet<&'a str>,
    /// Whether its line is on the failing path.
    is_on_path: bool,
}

impl<'a> Place<'a> {
    fn of(program: &'a Program, path: &Path<'a>, warning: &'a CompilerWarning) -> Place<'a> {
        let line = (plain_name(&warning.file), warning.line);
        let functions = path.lines.get(&line).cloned().unwrap_or_default();
        Place { program, warning, functions, is_on_path: path.has(line) }
    }

    /// What connects it with a finding; one about a whole statement or block is named by the line where that begins.
    fn evidence(&self, origin: &Origin, is_of_statement: bool) -> Option<CompilerEvidence> {
        let is_named = |span: Span| {
            let last = if is_of_statement { span.line } else { span.end_line };
            let file = &self.program.sources.file(span.file).name;
            (span.line..=last).contains(&self.warning.line)
                && plain_name(file) == plain_name(&self.warning.file)
        };
        if spans(origin).any(is_named) {
            return Some(CompilerEvidence::Line);
        }
        let variable =
            origin.place.as_deref().map(assigned).filter(|it| !it.is_empty() && !is_of_statement)?;
        let is_near = self.functions.contains(origin.function.as_str());
        (is_near && self.warning.names(variable)).then_some(CompilerEvidence::Variable)
    }
}

/// The variable in front of a place: `a` of `a[i]`, `p` of `*p` and of `p->next`.
fn assigned(place: &str) -> &str {
    let place = place.trim_start_matches(['*', '(', '&', ' ']);
    let end = place.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(place.len());
    &place[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_of_a_place_stands_in_front() {
        let places = ["x", "a[i]", "p->next", "*p", "(*p).x", "s.x", "a[i][j]"];
        assert_eq!(places.map(assigned), ["x", "a", "p", "p", "p", "s", "a"]);
    }
}
