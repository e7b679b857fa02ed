//! Functions and variables that the program uses and that are defined in a file beside the header that declares them.
//!
//! Who checks `main.c` of a project means its `util.h`, and so `util.c`. What is missing is taken from there, function by
//! function, so that nothing else of such a file has to be understood.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use faultscope_frontend::c::definitions::{Selected, select_definitions};
use faultscope_ir::program::Language;
use faultscope_ir::{Assumption, AssumptionKind, Program};

use crate::input::{Loaded, Rejection, c_file, read};
use crate::limits::MAX_FILES_BESIDE;
use crate::request::Options;
use crate::translate::{Translated, translate};

/// The program with what it takes from files beside.
pub(crate) fn completed(loaded: &Loaded, options: &Options) -> Result<(Loaded, Translated), Rejection> {
    Ok(loaded.clone().completed(translate(loaded, options)?, options))
}

impl Loaded {
    /// The program with what is used, not defined, and defined beside a header; as it is where nothing is.
    ///
    /// A file that cannot be read, or with which there is no program, is left alone.
    fn completed(self, translated: Translated, options: &Options) -> (Loaded, Translated) {
        let (mut loaded, mut translated) = (self, translated);
        let mut taken: BTreeSet<(String, String)> = BTreeSet::new();
        for _ in 0..MAX_FILES_BESIDE {
            let missing = undefined(&translated.program);
            let Some((next, added)) = loaded.with_one_beside(&missing, options) else { break };
            let Ok(next_translated) = translate(&next, options) else { break };
            (loaded, translated) = (next, next_translated);
            taken.extend(added);
        }
        for (subject, file) in taken {
            let message = format!("`{subject}` is what `{file}` defines, which stands beside the header");
            let kind = AssumptionKind::DefinedBeside;
            translated.program.assumptions.push(Assumption {
                kind,
                subject: Some(subject),
                message,
                origin: None,
            });
        }
        (loaded, translated)
    }

    /// The program with one file more that defines what is missing; also name and file of what is added.
    fn with_one_beside(
        &self,
        missing: &BTreeSet<String>,
        options: &Options,
    ) -> Option<(Loaded, Vec<(String, String)>)> {
        if self.language != Language::C || missing.is_empty() {
            return None;
        }
        self.files_beside().into_iter().find_map(|path| {
            let name = path.display().to_string();
            let text = read(&path).ok()?;
            let mut file =
                c_file(&name, text, Some(&path), &self.preprocessor.arguments(&name), options).ok()?;
            let Selected { text, names } = select_definitions(&file.text, missing)?;
            file.text = text;
            let added = names.iter().map(|taken| (taken.clone(), name.clone())).collect();
            let mut loaded = self.clone();
            loaded.input.files.push(file);
            loaded.selected.insert(name, names);
            Some((loaded, added))
        })
    }

    /// The files that stand beside headers of the program and are not part of it.
    fn files_beside(&self) -> Vec<PathBuf> {
        let canonical = |path: &Path| fs::canonicalize(path).ok();
        let mut known: BTreeSet<PathBuf> =
            self.input.files.iter().filter_map(|file| canonical(Path::new(&file.name))).collect();
        let mut found: Vec<PathBuf> = Vec::new();
        for file in &self.input.files {
            for (header, _) in file.originals.iter().filter(|(name, _)| *name != file.name) {
                let beside = Path::new(&file.name).parent().map(|folder| folder.join(header));
                let header =
                    [Some(PathBuf::from(header)), beside].into_iter().flatten().find(|it| it.is_file());
                let Some(source) = header.map(|header| header.with_extension("c")) else { continue };
                let Some(place) = canonical(&source).filter(|place| place.is_file()) else { continue };
                if known.insert(place) {
                    found.push(source.strip_prefix(".").unwrap_or(&source).to_owned());
                }
            }
        }
        found
    }
}

/// The functions and variables that are used and not defined.
fn undefined(program: &Program) -> BTreeSet<String> {
    let assumptions = program.assumptions.iter();
    let kinds = [AssumptionKind::UndefinedFunction, AssumptionKind::UndefinedVariable];
    let undefined = assumptions.filter(|assumption| kinds.contains(&assumption.kind));
    undefined.filter_map(|assumption| assumption.subject.clone()).collect()
}
