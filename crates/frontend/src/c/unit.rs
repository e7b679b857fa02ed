//! The stages in order: parse every file, link, add models of the library, lower.

use std::sync::{Arc, Mutex, PoisonError};

use faultscope_ir::Span;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;

use super::hir::FuncId;
use super::macros::words;
use super::parser::{
    self,
    ast::{self, Node},
};
use super::sema::{self, Problem, Recorder, Sema, Substitutes};
use super::source::{self, Loc, Sources};
use super::{CConfig, DataModel, Environment, library, lower, specialize, start, statements};
use crate::sites::StatementPlace;
use crate::{Diagnostic, Input, InputFile, Severity, Translation};

/// The files of a program, parsed.
pub(super) struct Parsed {
    pub sources: Sources,
    /// Number and syntax tree of each unit.
    pub units: Vec<(u32, ast::TranslationUnit)>,
    pub config: CConfig,
    /// Declarations that matter only where a change mentions what they declare.
    unmentioned: Vec<Unmentioned>,
    /// Models of the library that were used so far, by the name of the function.
    models: Mutex<IndexMap<String, Arc<Model>>>,
}

/// The declaration of a function by a header of the system which the program mentions nowhere else. Headers have hundreds.
struct Unmentioned {
    name: String,
    unit: u32,
    span: ast::Span,
}

/// A model of a part of the library.
struct Model {
    unit: Arc<source::Unit>,
    parsed: Option<ast::TranslationUnit>,
}

pub(super) fn translate(input: &Input, config: &CConfig) -> Translation {
    match Parsed::new(input, config) {
        Ok(parsed) => parsed.translate(Substitutes::default()).0,
        Err(translation) => *translation,
    }
}

pub(super) fn check_syntax(input: &Input) -> Vec<Diagnostic> {
    match Parsed::new(input, &CConfig::default()) {
        Ok(_) => Vec::new(),
        Err(translation) => translation.diagnostics,
    }
}

/// The program without declarations of headers that nothing in it mentions; everything else stays where it is.
pub(super) fn without_unmentioned(input: &Input) -> Input {
    let mut lean = input.clone();
    if let Ok(parsed) = Parsed::new(input, &CConfig::default()) {
        // From the last on: places before stay where they are.
        for Unmentioned { unit, span, .. } in parsed.unmentioned.iter().rev() {
            let text = &mut lean.files[*unit as usize].text;
            // Markers and definitions may stand within.
            let blank = |line: &str| match line.trim_start().starts_with('#') {
                true => line.to_owned(),
                false => line.chars().filter(|c| *c == '\n').collect(),
            };
            let blanks: String = text[span.start..span.end].split_inclusive('\n').map(blank).collect();
            text.replace_range(span.start..span.end, &blanks);
        }
    }
    lean
}

pub(super) fn functions_with_contracts(input: &Input, config: &CConfig) -> Vec<String> {
    let Ok(parsed) = Parsed::new(input, config) else { return Vec::new() };
    let (sema, _) = parsed.records();
    let functions = sema.program.funcs.iter();
    let has_contract = functions.filter(|it| it.body.is_some() && it.annotations.contract.is_some());
    has_contract.map(|it| it.name.clone()).collect()
}

impl Parsed {
    /// Parses the files; what is wrong with them where that fails.
    pub(super) fn new(input: &Input, config: &CConfig) -> Result<Parsed, Box<Translation>> {
        let mut sources = Sources::default();
        let mut diagnostics = Vec::new();
        let mut units = Vec::new();
        for file in &input.files {
            let unit = sources.add(file, config.models.contains(&file.name));
            if let Some(parsed) = parse_unit(&mut sources, unit, &mut diagnostics) {
                units.push((unit, parsed));
            }
        }
        if !diagnostics.is_empty() {
            return Err(Box::new(finish(sources, diagnostics, None)));
        }
        let unmentioned = unmentioned(&sources, &units);
        Ok(Parsed { sources, units, config: config.clone(), unmentioned, models: Mutex::default() })
    }

    /// The program in which some expressions stand in for others; also the place in the text of each origin.
    pub(super) fn translate(&self, substitutes: Substitutes) -> (Translation, Vec<Loc>) {
        let (translation, places, _) = self.translate_with(substitutes, None);
        (translation, places)
    }

    /// The program in which inputs choose a change of its statements, with the places of the changes.
    pub(super) fn with_statements(&self, executed: &[Span]) -> Option<(Translation, Vec<StatementPlace>)> {
        let declarations = parser::parse_text(&statements::declarations())?;
        let substitutes =
            Substitutes { declarations: Some(Arc::new(declarations)), ..Substitutes::default() };
        let (translation, _, places) = self.translate_with(substitutes, Some(executed));
        (!places.is_empty()).then_some((translation, places))
    }

    fn translate_with(
        &self,
        substitutes: Substitutes,
        executed: Option<&[Span]>,
    ) -> (Translation, Vec<Loc>, Vec<StatementPlace>) {
        let mut sources = self.sources.clone();
        let mut sema = Sema::new(&self.config);
        let skipped = self.unmentioned.iter().filter(|it| !substitutes.names.contains(&it.name));
        sema.skipped = skipped.map(|it| (it.unit, it.span.start)).collect();
        sema.substitutes = substitutes;
        sema.annotations.depth = usize::try_from(self.config.annotations.max_array).unwrap_or(usize::MAX);
        self.read(&mut sema);
        let mut entry =
            sema.function_named(&self.config.entry).filter(|entry| sema.program.func(*entry).body.is_some());
        let defined = sema.program.funcs.iter().filter(|func| func.body.is_some());
        let defined: Vec<(String, Loc)> = defined.map(|func| (func.name.clone(), func.loc)).collect();
        if let (Some(func), Environment::Given) = (entry, self.config.environment) {
            entry = self.add_start(func, &mut sema, &mut sources);
        }
        let mut changed = Vec::new();
        if let Some(executed) = executed
            && let Some(model) = self.model(statements::HELPERS, Some(statements::helpers()))
        {
            let unit = sources.add_unit(model.unit.clone());
            model.parsed.iter().for_each(|parsed| sema.unit(unit, parsed, true));
            let mut is_executed = |loc: Loc| {
                let span = sources.span(loc);
                let (start, end) = ((span.line, span.column), (span.end_line, span.end_column));
                let is_in = |it: &Span| {
                    it.file == span.file && start <= (it.line, it.column) && (it.line, it.column) < end
                };
                executed.iter().any(is_in)
            };
            changed = statements::instrument(&mut sema, &mut is_executed).unwrap_or_default();
        }
        let changed = changed.into_iter().map(|it| StatementPlace {
            span: sources.span(it.loc),
            function: it.function,
            edits: it.edits,
            sources: it.sources,
        });
        let changed: Vec<StatementPlace> = changed.collect();
        self.add_library(&mut sema, &mut sources);
        let mut diagnostics: Vec<Diagnostic> =
            sema.problems.iter().map(|problem| diagnostic(&mut sources, problem)).collect();
        let is_wrong = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        if entry.is_none() && !is_wrong {
            diagnostics.push(missing_entry(&self.config.entry, defined, &mut sources));
        }
        specialize::specialize(&mut sema.program);
        match entry.filter(|_| !is_wrong) {
            Some(entry) => {
                let (mut program, places) =
                    lower::lower(&sema.types, &sema.program, &mut sources, &self.config, entry);
                sources.add_originals(&mut program.sources);
                (finish(sources, diagnostics, Some(program)), places, changed)
            }
            None => (finish(sources, diagnostics, None), Vec::new(), Vec::new()),
        }
    }

    /// Adds what calls the entry with what an environment that is given says.
    fn add_start(&self, entry: FuncId, sema: &mut Sema, sources: &mut Sources) -> Option<FuncId> {
        let text = start::text(sema.program.func(entry));
        let model = self.model(start::NAME, Some(text))?;
        let unit = sources.add_unit(model.unit.clone());
        sema.unit(unit, model.parsed.as_ref()?, true);
        sema.function_named(start::NAME)
    }

    /// What sema knows of the files' expressions.
    pub(super) fn records(&self) -> (Sema, Recorder) {
        let mut sema = Sema::new(&self.config);
        sema.recorder = Some(Recorder::default());
        self.read(&mut sema);
        let recorder = sema.recorder.take().unwrap_or_default();
        (sema, recorder)
    }

    fn read(&self, sema: &mut Sema) {
        self.units.iter().for_each(|(_, parsed)| sema.announce(parsed));
        let is_model = |unit: &u32| self.sources.units[*unit as usize].trusted;
        for (unit, parsed) in self.units.iter().filter(|(unit, _)| !is_model(unit)) {
            if self.config.annotations.are_read {
                let text = &self.sources.units[*unit as usize];
                sema.annotate(*unit, parsed, text.annotations(), text.given());
            }
            sema.unit(*unit, parsed, false);
        }
        self.units
            .iter()
            .filter(|(unit, _)| is_model(unit))
            .for_each(|(unit, parsed)| sema.unit(*unit, parsed, true));
        sema.tell_unused_contracts();
    }

    /// Defines functions that are used and that the library models in C; these may use others.
    fn add_library(&self, sema: &mut Sema, sources: &mut Sources) {
        let mut tried = IndexSet::new();
        loop {
            let missing = undefined_functions(sema);
            let missing: Vec<String> =
                missing.into_iter().filter(|name| tried.insert(name.clone())).collect();
            if missing.is_empty() {
                return self.name_formats(sema);
            }
            for name in missing {
                let format = sema.formats.get(&name).map(|format| format.text.clone());
                let Some(model) = self.model(&name, format) else { continue };
                let unit = sources.add_unit(model.unit.clone());
                // The models are ours; the tests see to it that they parse.
                if let Some(parsed) = &model.parsed {
                    sema.unit(unit, parsed, true);
                }
            }
        }
    }

    /// Calls functions that were made for formats as the user does.
    fn name_formats(&self, sema: &mut Sema) {
        for func in &mut sema.program.funcs {
            if let Some(format) = sema.formats.get(&func.name) {
                func.name.clone_from(&format.name);
            }
        }
    }

    /// The model of a function, which may be one that is made for a format.
    fn model(&self, name: &str, format: Option<String>) -> Option<Arc<Model>> {
        let (file, text) = match format {
            Some(text) => (format!("<library>/format.c:{name}"), text),
            None => library::source_in(self.config.environment, name)?,
        };
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = models.get(name) {
            return Some(model.clone());
        }
        let is_narrow = self.config.data_model == DataModel::Ilp32;
        let size_type = if is_narrow { "unsigned int" } else { "unsigned long" };
        let text = text.replace("__SIZE_TYPE__", size_type).replace("__WCHAR_TYPE__", "int");
        let unit = source::Unit::new(&InputFile { name: file, text, originals: Vec::new() }, true);
        let parsed = unit.parse().ok();
        let model = Arc::new(Model { unit: Arc::new(unit), parsed });
        models.insert(name.to_owned(), model.clone());
        Some(model)
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

fn missing_entry(name: &str, mut defined: Vec<(String, Loc)>, sources: &mut Sources) -> Diagnostic {
    // Those of headers are mostly not meant.
    defined.sort_by_cached_key(|(_, loc)| sources.is_included(*loc));
    let mut names: Vec<String> =
        defined.iter().take(MAX_NAMES).map(|(name, _)| format!("`{name}`")).collect();
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
    let errors = match sources.parse(unit) {
        Ok(parsed) => return Some(parsed),
        Err(errors) => errors,
    };
    diagnostics.extend(errors.into_iter().map(|error| {
        let loc = Loc { unit, start: error.span.start as u32, end: error.span.end as u32 };
        Diagnostic {
            severity: Severity::Error,
            message: error.message,
            span: Some(sources.span(loc)),
            hint: error.hint,
        }
    }));
    None
}

/// The functions that headers of the system declare and that the program mentions nowhere else.
fn unmentioned(sources: &Sources, units: &[(u32, ast::TranslationUnit)]) -> Vec<Unmentioned> {
    let mut declared = Vec::new();
    for (unit, parsed) in units {
        let source = &sources.units[*unit as usize];
        let prototypes = parsed.0.iter().filter_map(|it| match &it.node {
            ast::ExternalDeclaration::Declaration(it) => Some((prototype(&it.node)?, it.span)),
            _ => None,
        });
        declared.extend(
            prototypes.filter(|(_, span)| source.is_of_system(span.start)).map(|(name, span)| Unmentioned {
                name: name.to_owned(),
                unit: *unit,
                span,
            }),
        );
    }
    if declared.is_empty() {
        return declared;
    }
    let mut n_mentions: FxHashMap<&str, usize> = FxHashMap::default();
    for (unit, _) in units {
        let text = sources.units[*unit as usize].given();
        words(text).for_each(|word| *n_mentions.entry(word).or_default() += 1);
    }
    declared.retain(|it| n_mentions.get(it.name.as_str()) == Some(&1));
    declared
}

/// The function that a declaration declares, where it does nothing else.
fn prototype(declaration: &ast::Declaration) -> Option<&str> {
    let [declarator] = &declaration.declarators[..] else { return None };
    let names_types = |it: &Node<ast::DeclarationSpecifier>| match &it.node {
        ast::DeclarationSpecifier::StorageClass(it) => *it == ast::StorageClassSpecifier::Typedef,
        ast::DeclarationSpecifier::TypeSpecifier(it) => is_definition(it),
        _ => false,
    };
    if declaration.specifiers.iter().any(names_types) || declarator.node.initializer.is_some() {
        return None;
    }
    sema::function_declarator(&declarator.node.declarator)?;
    Some(&sema::name(&declarator.node.declarator)?.node.name)
}

/// Whether a specifier defines a type.
fn is_definition(specifier: &ast::TypeSpecifier) -> bool {
    match specifier {
        ast::TypeSpecifier::Struct(it) => it.declarations.is_some(),
        ast::TypeSpecifier::Enum(it) => !it.enumerators.is_empty(),
        _ => false,
    }
}

fn undefined_functions(sema: &Sema) -> Vec<String> {
    let used = sema.used.iter().map(|func| sema.program.func(*func));
    used.filter(|func| func.body.is_none()).map(|func| func.name.clone()).collect()
}
