//! What the user's files provide.

use faultscope_frontend::Input;
use faultscope_ir::Program;
use faultscope_ir::program::Language;

/// The files of a program, and what becomes of them when they are changed.
pub trait Workspace: Sync {
    /// The language.
    fn language(&self) -> Language;

    /// The texts as the front end reads them.
    fn input(&self) -> &Input;

    /// Preprocesses another text of a file; none where the preprocessor complains.
    fn preprocess(&self, file: usize, text: &str) -> Option<String>;

    /// All texts when one of the user's files, perhaps a header, reads like this; none where the preprocessor complains.
    fn changed(&self, name: &str, text: &str) -> Option<Input>;

    /// The program of changed texts; none where they are no program.
    fn translate(&self, input: &Input) -> Option<Translated>;
}

/// A translated program.
#[derive(Debug, Clone)]
pub struct Translated {
    /// The program.
    pub program: Program,
    /// What the front end warns of.
    pub warnings: Vec<String>,
}
