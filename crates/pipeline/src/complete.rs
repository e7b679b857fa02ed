//! The program with the definitions that it uses and that stand in files that the user did not name ([`definitions`]).
//!
//! [`definitions`]: faultscope_project::definitions

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::c::{Environment, World};
use faultscope_ir::program::Language;
use faultscope_ir::{Assumption, AssumptionKind, Program, Terminator};
use faultscope_project::definitions::{Around, Place, Sought, Taken};
use faultscope_report::Note;

use crate::input::{Loaded, Rejection};
use crate::limits::MAX_FILES_BESIDE;
use crate::request::Options;
use crate::translate::{Translated, translate};

/// The program with what it takes from other files.
///
/// # Errors
/// Where there is no program to check.
pub fn completed(loaded: &Loaded, options: &Options) -> Result<(Loaded, Translated), Rejection> {
    let translated = translate(loaded, options).map_err(|it| it.of_files(loaded.files().into_iter()))?;
    Ok(loaded.clone().completed(translated, options))
}

impl Loaded {
    /// The program with what is used, not defined, and defined in other files; as it is where nothing is.
    ///
    /// A file that cannot be read, or with which there is no program, is left alone.
    fn completed(self, translated: Translated, options: &Options) -> (Loaded, Translated) {
        let (mut loaded, mut translated) = (self, translated);
        let mut origins: BTreeMap<String, (String, Place)> = BTreeMap::new();
        let (mut left, mut refused) = (BTreeSet::new(), BTreeMap::new());
        for _ in 0..MAX_FILES_BESIDE {
            let sought = loaded.sought(
                &loaded.missing(&translated.program, options),
                &refused.keys().cloned().collect(),
                options,
            );
            left = sought.left;
            let Some(first) = sought.taken.first() else { break };
            // All of them, or, where there is no program with them, one after the other.
            let all = loaded.with(&sought.taken);
            let (next, taken) = match translate(&all, options) {
                Ok(it) => ((all, it), &sought.taken[..]),
                Err(rejection) => {
                    let one = loaded.with(&sought.taken[..1]);
                    match translate(&one, options) {
                        Ok(it) => ((one, it), &sought.taken[..1]),
                        Err(alone) => {
                            let why = alone.diagnostics.first().or(rejection.diagnostics.first());
                            let why = why.map_or("", |it| it.message.as_str());
                            let said = format!("nothing is taken from `{}`: {why}", first.file.name);
                            refused.insert(first.file.name.clone(), said);
                            continue;
                        }
                    }
                }
            };
            (loaded, translated) = next;
            for Taken { file, names, place } in taken {
                origins.extend(names.iter().map(|name| (name.clone(), (file.name.clone(), *place))));
            }
        }
        translated.program.assumptions.extend(origins.into_iter().filter_map(assumed));
        translated.warnings.extend(left.into_iter().chain(refused.into_values()).map(Note::new));
        (loaded, translated)
    }

    /// What is used and not defined. Where the environment is given, a call of such a function ends the path: what it calls is
    /// known where that is any.
    fn missing(&self, program: &Program, options: &Options) -> BTreeSet<String> {
        let mut blocks = program.procedures.iter().flat_map(|it| &it.blocks);
        let is_given = options.world.environment == Environment::Given;
        if is_given && blocks.any(|it| matches!(it.terminator, Terminator::Unsupported { .. })) {
            let any = options.in_world(World { environment: Environment::Any, ..options.world.clone() });
            return translate(self, &any).map(|it| undefined(&it.program)).unwrap_or_default();
        }
        undefined(program)
    }

    fn sought(&self, missing: &BTreeSet<String>, refused: &BTreeSet<String>, options: &Options) -> Sought {
        if self.language != Language::C || missing.is_empty() {
            return Sought::default();
        }
        let around = Around {
            files: &self.input.files,
            selected: &self.selected,
            preprocessor: &self.preprocessor,
            data_model: options.data_model,
        };
        self.definitions.of(missing, around, refused)
    }

    /// The program with definitions of other files.
    fn with(&self, taken: &[Taken]) -> Loaded {
        let mut loaded = self.clone();
        for Taken { file, names, .. } in taken {
            match loaded.input.files.iter_mut().find(|it| it.name == file.name) {
                Some(known) => *known = file.clone(),
                None => loaded.input.files.push(file.clone()),
            }
            loaded.selected.insert(file.name.clone(), names.clone());
        }
        loaded
    }
}

/// What is taken for granted where no link line says that a file belongs to the program.
fn assumed((subject, (file, place)): (String, (String, Place))) -> Option<Assumption> {
    let why = match place {
        Place::Linked => return None,
        Place::Project => "the only file of the project that does",
        Place::Beside => "which stands beside the header",
    };
    let message = format!("`{subject}` is what `{file}` defines, {why}");
    Some(Assumption { kind: AssumptionKind::DefinedBeside, subject: Some(subject), message, origin: None })
}

/// The functions and variables that are used and not defined.
fn undefined(program: &Program) -> BTreeSet<String> {
    let assumptions = program.assumptions.iter();
    let kinds = [AssumptionKind::UndefinedFunction, AssumptionKind::UndefinedVariable];
    let undefined = assumptions.filter(|assumption| kinds.contains(&assumption.kind));
    undefined.filter_map(|assumption| assumption.subject.clone()).collect()
}
