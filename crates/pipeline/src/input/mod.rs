//! From files to what a front end reads.

mod rules;
mod test_suite;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use faultscope_frontend as frontend;
use faultscope_ir::Diagnostic;
use faultscope_ir::program::Language;
use faultscope_project::compiler::CompilerCall;
use faultscope_project::definitions::Definitions;
use faultscope_project::overlay;
use faultscope_project::source::{c_file, is_to_be_preprocessed, not_empty, relevant};
use frontend::c::definitions::select_definitions;
use frontend::c::macros::with_changed_line;
use frontend::{Input, InputFile};

use crate::request::{CheckRequest, Options, Preprocessor};

pub use faultscope_project::Rejection;
pub use faultscope_project::file::{bytes, text};
pub use faultscope_project::source::read;
pub use rules::rules;
pub use test_suite::tests;

/// A program's text, ready for its front end.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The language.
    pub language: Language,
    /// The files.
    pub input: Input,
    /// The user's arguments for the preprocessor.
    pub(crate) preprocessor: Preprocessor,
    /// The files that the user did not name, as far as they were read.
    pub(crate) definitions: Definitions,
    /// What is taken from them.
    pub(crate) selected: BTreeMap<String, BTreeSet<String>>,
    /// The compiler at work, where it is asked for its warnings.
    pub(crate) compiler: Option<Arc<CompilerCall>>,
}

impl Loaded {
    /// The program when files of the user's, perhaps headers, read like this. The files themselves are left alone.
    ///
    /// # Errors
    /// Where there is no compiler, or it complains.
    pub fn changed(
        &self,
        changes: &[(&str, &str)],
        data_model: frontend::c::DataModel,
    ) -> Result<Loaded, Rejection> {
        let mut loaded = self.clone();
        for (file, before) in loaded.input.files.iter_mut().zip(&self.input.files) {
            let mut lines = Vec::new();
            for (name, text) in changes {
                for (known, original) in &mut file.originals {
                    if known == name {
                        lines.push(with_changed_line(&file.text, &before.originals, name, original, text));
                        (*text).clone_into(original);
                    }
                }
                if file.originals.is_empty() && file.name == *name {
                    (*text).clone_into(&mut file.text);
                }
            }
            let known = match &mut lines[..] {
                [] => continue,
                [line] if !self.selected.contains_key(&file.name) => line.take(),
                _ => None,
            };
            let own = file.originals.iter().find(|(known, _)| *known == file.name);
            let own = own.map_or("", |(_, own)| own).to_owned();
            let arguments = self.preprocessor.arguments(&file.name);
            file.text = match known {
                _ if self.language != Language::C || !is_to_be_preprocessed(&own, &arguments) => own,
                Some(text) => text,
                None => {
                    let output = overlay::preprocess(file, &own, &arguments, data_model)?;
                    relevant(&output, &own, &file.originals)
                }
            };
            if let Some(names) = self.selected.get(&file.name)
                && let Some(selected) = select_definitions(&file.text, names)
            {
                file.text = selected.text;
            }
        }
        Ok(loaded)
    }

    /// The same program with less to read: without what headers of the system declare and nothing mentions.
    pub(crate) fn lean(&self) -> Loaded {
        let input = match self.language {
            Language::C => frontend::c::without_unmentioned(&self.input),
            Language::Boogie => self.input.clone(),
        };
        Loaded { input, ..self.clone() }
    }

    /// The user's files, headers included, with their texts.
    pub(crate) fn files(&self) -> Vec<(&str, &str)> {
        let mut files: Vec<(&str, &str)> = Vec::new();
        for file in &self.input.files {
            let own = file.originals.is_empty().then_some((&file.name, &file.text));
            let all = file.originals.iter().map(|(name, text)| (name, text)).chain(own);
            for (name, text) in all {
                if !files.iter().any(|(known, _)| known == name) {
                    files.push((name, text));
                }
            }
        }
        files
    }
}

/// Reads the files of a request, preprocessed where they have directives.
///
/// # Errors
/// Where a file cannot be read or preprocessed, or there is nothing in it.
pub fn load(request: &CheckRequest) -> Result<Loaded, Rejection> {
    let Some(first) = request.files.first() else {
        return Err(Diagnostic::error("no file to check").into());
    };
    let language = language_of(first);
    let (options, preprocessor) = (&request.options, request.preprocessor.clone());
    let asked = language == Language::C && options.compiler_warnings;
    let (model, wraps) = (options.data_model, options.dialect.wraps);
    let mut input = Input::default();
    for path in request.files.iter().chain(&options.models) {
        if language_of(path) != language {
            let message =
                format!("`{}` and `{}` are of different languages", first.display(), path.display());
            return Err(Diagnostic::error(message).with_hint("check them one at a time").into());
        }
        let name = path.display().to_string();
        if input.files.iter().any(|it| it.name == name) {
            return Err(Diagnostic::error(format!("`{name}` is named twice")).into());
        }
        let text = read(path)?;
        input.files.push(match language {
            Language::C => {
                let arguments = preprocessor.arguments(&name);
                let file = c_file(&name, text.clone(), Some(path), &arguments, options.data_model);
                file.map_err(|it| it.of_files([(name.as_str(), text.as_str())].into_iter()))?
            }
            Language::Boogie => InputFile { name, text, originals: Vec::new() },
        });
    }
    let call = || Arc::new(CompilerCall::start((&request.files, &input.files), &preprocessor, model, wraps));
    let compiler = asked.then(call);
    let (definitions, selected) = (Definitions::default(), BTreeMap::new());
    Ok(Loaded { language, input, preprocessor, definitions, selected, compiler })
}

/// A program that is not in a file; its name decides the language.
///
/// # Errors
/// Where it cannot be preprocessed, or there is nothing in it.
pub fn in_memory(name: &str, text: &str, options: &Options) -> Result<Loaded, Rejection> {
    let language = language_of(Path::new(name));
    let text = not_empty(name, text.to_owned())?;
    let file = match language {
        Language::C => c_file(name, text, None, &[], options.data_model)?,
        Language::Boogie => InputFile { name: name.to_owned(), text, originals: Vec::new() },
    };
    Ok(Loaded {
        language,
        input: Input { files: vec![file] },
        preprocessor: Preprocessor::default(),
        definitions: Definitions::default(),
        selected: BTreeMap::new(),
        compiler: None,
    })
}

fn language_of(path: &Path) -> Language {
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("bpl") => Language::Boogie,
        _ => Language::C,
    }
}
