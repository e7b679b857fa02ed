//! The stages in order: scrub and parse every file, link, add models of the library, lower.

use faultscope_ir::Span;
use indexmap::IndexSet;

use super::parse::{self, ast};
use super::sema::{Problem, Sema};
use super::source::Sources;
use super::{Config, DataModel, library, lower};
use crate::{Diagnostic, Input, InputFile, Severity, Translation};

pub(super) fn translate(input: &Input, config: &Config) -> Translation {
    let mut sources = Sources::default();
    let mut diagnostics = Vec::new();
    let mut units = Vec::new();
    for file in &input.files {
        let unit = sources.add(file, false);
        if let Some(parsed) = parse_unit(&mut sources, unit, &mut diagnostics) {
            units.push((unit, parsed));
        }
    }
    if !diagnostics.is_empty() {
        return finish(sources, diagnostics, None);
    }
    let mut sema = Sema::new(config.data_model);
    units.iter().for_each(|(_, parsed)| sema.announce(parsed));
    for (unit, parsed) in &units {
        sema.unit(*unit, parsed, false);
    }
    let entry = sema.function_named(&config.entry).filter(|entry| sema.program.func(*entry).body.is_some());
    let defined: Vec<String> =
        sema.program.funcs.iter().filter(|func| func.body.is_some()).map(|func| func.name.clone()).collect();
    add_library(&mut sema, &mut sources, config.data_model);
    diagnostics.extend(sema.problems.iter().map(|problem| diagnostic(&mut sources, problem)));
    if entry.is_none() && diagnostics.is_empty() {
        diagnostics.push(missing_entry(&config.entry, &defined));
    }
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    match entry.filter(|_| !failed) {
        Some(entry) => {
            let program = lower::lower(&sema.types, &sema.program, &mut sources, config, entry);
            finish(sources, diagnostics, Some(program))
        }
        None => finish(sources, diagnostics, None),
    }
}

fn finish(
    sources: Sources,
    mut diagnostics: Vec<Diagnostic>,
    program: Option<faultscope_ir::Program>,
) -> Translation {
    diagnostics
        .sort_by_key(|diagnostic| diagnostic.span.map(|span: Span| (span.file, span.line, span.column)));
    let sources = match &program {
        Some(program) => program.sources.clone(),
        None => sources.map,
    };
    Translation { program, sources, diagnostics }
}

/// So many functions are named where the one to start with is missing.
const MAX_NAMES: usize = 8;

fn missing_entry(name: &str, defined: &[String]) -> Diagnostic {
    let mut names: Vec<String> = defined.iter().take(MAX_NAMES).map(|name| format!("`{name}`")).collect();
    if defined.len() > MAX_NAMES {
        names.push("...".to_owned());
    }
    let hint = if names.is_empty() {
        "no function is defined".to_owned()
    } else {
        format!("name the function to start with by --entry; there are {}", names.join(", "))
    };
    Diagnostic {
        severity: Severity::Error,
        message: format!("function `{name}` is not defined"),
        span: None,
        hint: Some(hint),
    }
}

fn diagnostic(sources: &mut Sources, problem: &Problem) -> Diagnostic {
    Diagnostic {
        severity: problem.severity,
        message: problem.message.clone(),
        span: Some(sources.span(problem.loc)),
        hint: problem.hint.clone(),
    }
}

fn parse_unit(
    sources: &mut Sources,
    unit: u32,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ast::TranslationUnit> {
    let errors = sources.scrub_errors(unit);
    if !errors.is_empty() {
        diagnostics.extend(errors.into_iter().map(|(span, message)| Diagnostic {
            severity: Severity::Error,
            message,
            span: Some(span),
            hint: None,
        }));
        return None;
    }
    match parse::parse(unit, sources.text(unit)) {
        Ok(parsed) => Some(parsed),
        Err(error) => {
            diagnostics.push(Diagnostic {
                severity: Severity::Error,
                message: error.message,
                span: Some(sources.span(error.loc)),
                hint: error.hint,
            });
            None
        }
    }
}

/// Defines functions that are used and that the library models in C; these may use others.
fn add_library(sema: &mut Sema, sources: &mut Sources, model: DataModel) {
    let mut tried = IndexSet::new();
    loop {
        let missing = undefined_functions(sema);
        let missing: Vec<String> = missing.into_iter().filter(|name| tried.insert(name.clone())).collect();
        if missing.is_empty() {
            return;
        }
        for name in missing {
            let Some((file, text)) = library::source(&name) else { continue };
            let size_type = if model == DataModel::Ilp32 { "unsigned int" } else { "unsigned long" };
            let text = text.replace("__SIZE_TYPE__", size_type);
            let unit = sources.add(&InputFile { name: file, text, originals: Vec::new() }, true);
            // The models are ours; the tests see to it that they parse.
            if let Ok(parsed) = parse::parse(unit, sources.text(unit)) {
                sema.unit(unit, &parsed, true);
            }
        }
    }
}

fn undefined_functions(sema: &Sema) -> Vec<String> {
    let used = sema.used.iter().map(|func| sema.program.func(*func));
    used.filter(|func| func.body.is_none()).map(|func| func.name.clone()).collect()
}
