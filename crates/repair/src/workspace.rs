//! What the user's files provide.

use std::sync::Arc;

use faultscope_frontend::sites::Unit;
use faultscope_frontend::{Input, InputFile, Translation};
use faultscope_ir::{OriginId, Program};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

/// The files of a program, and what becomes of them when they are changed.
pub trait Workspace: Sync {
    /// The texts as the front end reads them.
    fn input(&self) -> &Input;

    /// All texts when some of the user's files, perhaps headers, read like this; none where the preprocessor complains.
    fn all_changed(&self, changes: &[(&str, &str)]) -> Option<Input>;

    /// The same for one file.
    fn changed(&self, name: &str, text: &str) -> Option<Input> {
        self.all_changed(&[(name, text)])
    }

    /// What the front end makes of texts.
    fn translated(&self, input: &Input) -> Translation;

    /// The same where objects lie at other addresses, if the front end has any.
    fn translated_further_on(&self, _input: &Input) -> Option<Translation> {
        None
    }

    /// The edit sites of the program; its origins are those of the program that is being repaired.
    fn unit(&self) -> Option<Arc<dyn Unit>>;

    /// Where the object was made that an error is about, if it is about one.
    fn made(&self, program: &Program, error: &ErrorTrace) -> Option<OriginId>;

    /// Whether a verifier proves that texts have no error, whatever the environment: asked of changes with which all tests pass.
    fn is_proved(&self, _input: &Input, _limits: &Limits) -> bool {
        false
    }

    /// The functions that are defined and have contracts, in the order of the program.
    fn functions_with_contracts(&self) -> Vec<String> {
        Vec::new()
    }

    /// How many elements arrays have at most that preconditions ask for.
    fn max_array(&self) -> u64 {
        0
    }

    /// The program that these texts are, where it starts with a function that is called as its precondition asks for, with
    /// arrays of so many elements at most.
    fn called(&self, _input: &Input, _function: &str, _max_array: u64) -> Option<Program> {
        None
    }

    /// The program that these texts are with all that it shows in its commands, as far as it can be said, so that versions of it can be
    /// compared; none where there is no program.
    fn comparable(&self, _input: &Input) -> Option<Program> {
        None
    }

    /// A program as it is checked, with what is trusted marked; none where there is no program.
    fn finished(&self, translation: Translation) -> Option<Translated>;
}

/// A translated program.
#[derive(Debug, Clone)]
pub struct Translated {
    /// The program.
    pub program: Program,
    /// What the front end warns of.
    pub warnings: Vec<String>,
}

/// The text of a file as the user wrote it.
pub(crate) fn original<'a>(input: &'a Input, name: &str) -> Option<&'a str> {
    let original = |file: &'a InputFile| {
        let known = file.originals.iter().find(|(known, _)| known == name);
        known.map(|(_, text)| text.as_str()).or((file.name == name).then_some(file.text.as_str()))
    };
    input.files.iter().find_map(original)
}
