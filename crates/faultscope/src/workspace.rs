//! The user's files, for those who change them.

use faultscope_frontend::Input;
use faultscope_ir::program::Language;
use faultscope_repair::{Translated, Workspace};

use crate::check::translate_input;
use crate::input::Loaded;
use crate::request::Options;

/// The files of a program that is being checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Files<'a> {
    pub(crate) loaded: &'a Loaded,
    pub(crate) options: &'a Options,
}

impl Workspace for Files<'_> {
    fn language(&self) -> Language {
        self.loaded.language
    }

    fn input(&self) -> &Input {
        &self.loaded.input
    }

    fn preprocess(&self, file: usize, text: &str) -> Option<String> {
        self.loaded.preprocess(file, text, self.options.data_model).ok()
    }

    fn translate(&self, input: &Input) -> Option<Translated> {
        let (program, warnings) = translate_input(self.loaded.language, input, self.options).ok()?;
        Some(Translated { program, warnings: warnings.into_iter().map(|note| note.message).collect() })
    }
}
