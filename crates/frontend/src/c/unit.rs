//! The stages in order: parse every file, link, add models of the library, lower.

use std::sync::{Arc, Mutex, PoisonError};

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::{Diagnostic, Severity, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::hir::{ExprKind, FuncId, Storage, VarId};
use super::macros::words;
use super::parser::{self, ast};
use super::provenance::Standing;
use super::sema::{self, Problem, Recorder, Sema, Substitutes};
use super::source::{self, Loc, Sources};
use super::tokens::tokens;
use super::{CConfig, DataModel, Environment, harness, library, lower, specialize, start, statements};
use crate::sites::{Executed, Seen, StatementPlace};
use crate::{Input, InputFile, Translation};

/// The files of a program, parsed.
pub(super) struct Parsed {
    pub sources: Sources,
    /// Number and syntax tree of each unit.
    pub units: Vec<(u32, ast::TranslationUnit)>,
    pub config: CConfig,
    /// Declarations that matter only where a change mentions what they declare.
    unmentioned: Unmentioned,
    /// Models of the library that were used so far, by the names of their files.
    models: Mutex<IndexMap<String, Arc<Model>>>,
}

/// Declarations by headers of the system of what the program mentions nowhere else. Headers have hundreds.
#[derive(Default)]
struct Unmentioned {
    /// Where they stand, with their units.
    declarations: Vec<(u32, ast::Span)>,
    /// What they declare, perhaps with more.
    names: FxHashSet<String>,
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
        for (unit, span) in parsed.unmentioned.declarations.iter().rev() {
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
    pub(super) fn with_statements(&self, executed: &Executed) -> Option<(Translation, Vec<StatementPlace>)> {
        let declarations = parser::parse_text(&statements::declarations())?;
        let substitutes =
            Substitutes { declarations: Some(Arc::new(declarations)), ..Substitutes::default() };
        let (translation, _, places) = self.translate_with(substitutes, Some(executed));
        (!places.is_empty()).then_some((translation, places))
    }

    fn translate_with(
        &self,
        substitutes: Substitutes,
        executed: Option<&Executed>,
    ) -> (Translation, Vec<Loc>, Vec<StatementPlace>) {
        let mut sources = self.sources.clone();
        let mut sema = Sema::new(&self.config);
        // What is mentioned may need others, of which it is not known here.
        if !substitutes.names.iter().any(|it| self.unmentioned.names.contains(it)) {
            let skipped = self.unmentioned.declarations.iter();
            sema.skipped = skipped.map(|(unit, span)| (*unit, span.start)).collect();
        }
        sema.substitutes = substitutes;
        sema.annotations.depth = usize::try_from(self.config.annotations.max_array).unwrap_or(usize::MAX);
        self.read(&mut sema);
        let mut entry =
            sema.function_named(&self.config.entry).filter(|entry| sema.program.func(*entry).body.is_some());
        let defined = sema.program.funcs.iter().filter(|func| func.body.is_some());
        let defined: Vec<(String, Loc)> = defined.map(|func| (func.name.clone(), func.loc)).collect();
        if let (Some(func), Environment::Given) = (entry, self.config.world.environment) {
            entry = self.add_start(func, &mut sema, &mut sources);
        }
        let mut changed = Vec::new();
        if let Some(executed) = executed {
            let model = self.model(of_format(statements::HELPERS, statements::helpers()));
            let unit = sources.add_unit(model.unit.clone());
            model.parsed.iter().for_each(|parsed| sema.unit(unit, parsed, true));
            changed = statements::instrument(&mut sema, &mut Spans { sources: &mut sources, executed })
                .unwrap_or_default();
        }
        let changed = changed.into_iter().map(|it| StatementPlace {
            span: sources.span(it.loc),
            function: it.function,
            edits: it.edits,
            sources: it.sources,
            seen: it.seen.into_iter().map(|it| seen(&mut sources, it)).collect(),
            side: it.side,
            behind: it.behind.into_iter().map(|it| sources.span(it)).collect(),
        });
        let changed: Vec<StatementPlace> = changed.collect();
        self.add_library(&mut sema, &mut sources);
        let mut diagnostics: Vec<Diagnostic> =
            sema.problems.iter().map(|problem| diagnostic(&mut sources, problem)).collect();
        let is_wrong = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        if entry.is_none() && !is_wrong {
            diagnostics.push(missing_entry(&self.config.entry, defined, &mut sources));
        }
        sources.map.harness = Box::new(harness::harness(&sema.program, &mut sources, &self.config.entry));
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
        let arguments = start::Arguments::of(&sema.program, entry);
        let text = start::text(sema.program.func(entry), arguments);
        let model = self.model(of_format(arguments.model(), text));
        let unit = sources.add_unit(model.unit.clone());
        sema.unit(unit, model.parsed.as_ref()?, true);
        sema.function_named(start::NAME)
    }

    /// What sema knows of the files' expressions.
    pub(super) fn records(&self) -> (Sema, Recorder) {
        self.records_with(Substitutes::default())
    }

    /// The same where something stands in for something else.
    pub(super) fn records_with(&self, substitutes: Substitutes) -> (Sema, Recorder) {
        let mut sema = Sema::new(&self.config);
        sema.substitutes = substitutes;
        sema.recorder = Some(Recorder::default());
        self.read(&mut sema);
        let recorder = sema.recorder.take().unwrap_or_default();
        (sema, recorder)
    }

    fn read(&self, sema: &mut Sema) {
        let is_model = |unit: &u32| self.sources.units[*unit as usize].trusted;
        for (unit, parsed) in &self.units {
            let text = (!is_model(unit)).then(|| self.sources.units[*unit as usize].given());
            sema.announce(*unit, parsed, text);
        }
        sema.settle_definitions();
        for (unit, parsed) in self.units.iter().filter(|(unit, _)| !is_model(unit)) {
            if self.config.annotations.are_read {
                let text = &self.sources.units[*unit as usize];
                sema.annotate(*unit, parsed, text.annotations(), text.given());
            }
            sema.unit(*unit, parsed, false);
            sema.complete_tentative_arrays();
        }
        self.units
            .iter()
            .filter(|(unit, _)| is_model(unit))
            .for_each(|(unit, parsed)| sema.unit(*unit, parsed, true));
        sema.tell_unused_contracts();
        sema.find_clashes();
    }

    /// Defines functions and objects that are used and that the library models in C; these may use others.
    fn add_library(&self, sema: &mut Sema, sources: &mut Sources) {
        let mut tried = IndexSet::default();
        loop {
            let missing = undefined_functions(sema);
            let missing: Vec<String> =
                missing.into_iter().filter(|name| tried.insert(name.clone())).collect();
            if missing.is_empty() {
                if self.add_objects(sema, sources, &tried) {
                    continue;
                }
                return self.name_formats(sema);
            }
            for name in missing {
                let format = sema.formats.get(&name).map(|format| format.text.clone());
                let source = match format {
                    Some(text) => Some(of_format(&name, text)),
                    None => self.source(&name, |it| tried.contains(it)),
                };
                let Some(source) = source else { continue };
                let model = self.model(source);
                let unit = sources.add_unit(model.unit.clone());
                // The models are ours; the tests see to it that they parse.
                if let Some(parsed) = &model.parsed {
                    sema.unit(unit, parsed, true);
                }
            }
        }
    }

    /// Defines objects of the library that the user's functions name; whether there was one.
    fn add_objects(&self, sema: &mut Sema, sources: &mut Sources, called: &IndexSet<String>) -> bool {
        let named = undefined_objects(sema);
        let environment = self.config.world.environment;
        let mut is_added = false;
        for (name, ty, usage) in named {
            let calls = |function: &str| called.contains(function);
            let Some(source) = library::object(environment, (&name, &ty), usage, calls) else { continue };
            let model = self.model(source);
            let unit = sources.add_unit(model.unit.clone());
            if let Some(parsed) = &model.parsed {
                sema.unit(unit, parsed, true);
                is_added = true;
            }
        }
        is_added
    }

    /// Calls functions that were made for formats as the user does.
    fn name_formats(&self, sema: &mut Sema) {
        for func in &mut sema.program.funcs {
            if let Some(format) = sema.formats.get(&func.name) {
                func.name.clone_from(&format.name);
            }
            if let Some(plain) = func.name.strip_prefix(library::POINTED).filter(|_| func.body.is_some()) {
                func.name = plain.to_owned();
            }
        }
    }

    /// The file that models a function, and its text.
    fn source(&self, name: &str, is_called: impl Fn(&str) -> bool) -> Option<(String, String)> {
        let environment = self.config.world.environment;
        library::source_beside(environment, name, is_called).or_else(|| library::source_in(environment, name))
    }

    /// The model in a file with this text.
    fn model(&self, (file, text): (String, String)) -> Arc<Model> {
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = models.get(&file) {
            return model.clone();
        }
        let is_narrow = self.config.data_model == DataModel::Ilp32;
        let size_type = if is_narrow { "unsigned int" } else { "unsigned long" };
        let text = text.replace("__SIZE_TYPE__", size_type).replace("__WCHAR_TYPE__", "int");
        let text = text.replace("__PTRDIFF_TYPE__", if is_narrow { "int" } else { "long" });
        let unit = source::Unit::new(&InputFile { name: file.clone(), text, originals: Vec::new() }, true);
        let parsed = unit.parse().ok();
        let model = Arc::new(Model { unit: Arc::new(unit), parsed });
        models.insert(file, model.clone());
        model
    }
}

/// The file of a model that is made for a format, with its text.
fn of_format(name: &str, text: String) -> (String, String) {
    (format!("<library>/format.c:{name}"), text)
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

/// Where statements stand in the files, of which some places are executed.
struct Spans<'a> {
    sources: &'a mut Sources,
    executed: &'a Executed,
}

impl statements::Texts for Spans<'_> {
    fn is_executed(&mut self, loc: Loc) -> bool {
        let span = self.sources.span(loc);
        let (start, end) = ((span.line, span.column), (span.end_line, span.end_column));
        let is_in =
            |it: &Span| it.file == span.file && start <= (it.line, it.column) && (it.line, it.column) < end;
        self.executed.places.iter().any(is_in)
    }

    fn fails(&mut self, loc: Loc) -> bool {
        self.executed.failing.is_some_and(|failing| self.sources.span(loc).contains(failing))
    }

    fn text(&mut self, loc: Loc) -> Option<String> {
        let span = self.sources.span(loc);
        self.sources.map.file(span.file).slice(span).map(str::to_owned)
    }
}

/// So many functions are named where the one to start with is missing.
const MAX_NAMES: usize = 8;

fn missing_entry(name: &str, mut defined: Vec<(String, Loc)>, sources: &mut Sources) -> Diagnostic {
    // Names that are reserved for the compiler and its headers are not meant (C11, 7.1.3), and those of other headers mostly not.
    if defined.iter().any(|(name, _)| !name.starts_with("__")) {
        defined.retain(|(name, _)| !name.starts_with("__"));
    }
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

/// What headers of the system declare and nothing mentions but declarations of the same kind.
fn unmentioned(sources: &Sources, units: &[(u32, ast::TranslationUnit)]) -> Unmentioned {
    let mut declared: Vec<Declared<'_>> = Vec::new();
    let mut mentioned: Vec<&str> = Vec::new();
    for (unit, parsed) in units {
        let source = &sources.units[*unit as usize];
        // Annotations of declarations would be of what comes next.
        let is_annotated = source.annotations().iter().any(|it| source.is_of_system(it.start));
        let mut end = 0;
        for it in &parsed.0 {
            let ast::ExternalDeclaration::Declaration(declaration) = &it.node else { continue };
            if is_annotated || !source.is_of_system(it.span.start) {
                continue;
            }
            let text = &source.given()[it.span.start..it.span.end];
            if let Some(names) = declared_names(&declaration.node, text) {
                mentioned.extend(words(&source.given()[end..it.span.start]));
                end = it.span.end;
                declared.push(Declared { unit: *unit, span: it.span, text, names });
            }
        }
        mentioned.extend(words(&source.given()[end..]));
    }
    let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (idx, it) in declared.iter().enumerate() {
        it.names.iter().for_each(|name| by_name.entry(name).or_default().push(idx));
    }
    let mut is_needed = vec![false; declared.len()];
    while let Some(word) = mentioned.pop() {
        for idx in by_name.remove(word).unwrap_or_default() {
            if !std::mem::replace(&mut is_needed[idx], true) {
                mentioned.extend(words(declared[idx].text));
            }
        }
    }
    let mut unmentioned = Unmentioned::default();
    for (it, _) in declared.into_iter().zip(is_needed).filter(|(_, is_needed)| !is_needed) {
        unmentioned.declarations.push((it.unit, it.span));
        unmentioned.names.extend(it.names.into_iter().map(str::to_owned));
    }
    unmentioned
}

/// A declaration that may be left out where nothing mentions what it declares.
struct Declared<'a> {
    unit: u32,
    span: ast::Span,
    text: &'a str,
    names: Vec<&'a str>,
}

/// What a declaration with this text declares, perhaps with more: variables, functions and types, tags, enumerators. None where
/// it is not known, or it does something else, too.
fn declared_names<'a>(declaration: &'a ast::Declaration, text: &'a str) -> Option<Vec<&'a str>> {
    let mut names = Vec::new();
    for declarator in &declaration.declarators {
        if declarator.node.initializer.is_some() {
            return None;
        }
        names.push(sema::name(&declarator.node.declarator)?.node.name.as_str());
    }
    let tokens = tokens(text);
    for (idx, token) in tokens.iter().enumerate() {
        match token.text(text) {
            "enum" => return Some(words(text).collect()),
            "struct" | "union" => match tokens.get(idx + 1).map_or("", |it| it.text(text)) {
                "{" => {}
                "" | "__attribute__" | "__attribute" | "[" | "_Alignas" => return None,
                tag => names.push(tag),
            },
            _ => {}
        }
    }
    Some(names)
}

fn undefined_functions(sema: &Sema) -> Vec<String> {
    let used = sema.used.iter().map(|func| sema.program.func(*func));
    used.filter(|func| func.body.is_none()).map(|func| func.name.clone()).collect()
}

/// The global variables that the user's functions name and nothing defines, with their types and whether they may be assigned to.
fn undefined_objects(sema: &Sema) -> Vec<(String, String, library::ObjectUse)> {
    use library::ObjectUse::{Read, Written};
    let mut named: IndexMap<VarId, library::ObjectUse> = IndexMap::default();
    sema.program.each_users_expr(|expr| match &expr.kind {
        ExprKind::Var(var) => {
            named.entry(*var).or_insert(Read);
        }
        ExprKind::Assign(target, _) | ExprKind::Update { target, .. } | ExprKind::AddressOf(target) => {
            if let ExprKind::Var(var) = target.kind {
                named.insert(var, Written);
            }
        }
        _ => {}
    });
    let of_library = named.into_iter().filter_map(|(var, usage)| {
        let declared = sema.program.var(var);
        let is_undefined = declared.storage == Storage::Global && !declared.defined && !declared.is_weak;
        is_undefined.then(|| (declared.name.clone(), sema.types.name(&declared.ty), usage))
    });
    of_library.collect()
}

/// What is seen at a place, as it is written.
fn seen(sources: &mut Sources, it: statements::Seen) -> Seen {
    let text = it.text.unwrap_or_else(|loc| {
        // What is in the use of a macro is asked for there: mostly that it holds.
        let (place, used) = (sources.place(loc, Standing::Written), sources.span(loc));
        let is_of_macro = place.span != used || !place.definitions.is_empty();
        if is_of_macro { String::new() } else { sources.text_of(loc, used) }
    });
    Seen { text, kind: it.kind }
}
