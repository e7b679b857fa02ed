//! The second stage: a program from its texts.

use faultscope_frontend::boogie::{self, BoogieConfig};
use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::sites::Unit;
use faultscope_frontend::suppression::{Suppressed, suppressions, without_errors};
use faultscope_frontend::trust::{self, Pattern};
use faultscope_frontend::{Input, Translation};
use faultscope_ir::program::Language;
use faultscope_ir::{Diagnostic, Program, Severity};
use faultscope_localize::suspects;
use faultscope_report::Note;
use faultscope_verify::testing::zeroed;

use crate::input::{Loaded, Rejection};
use crate::request::Options;

/// The function where a C program starts, unless the user says otherwise.
const ENTRY: &str = "main";

/// The functions that test frameworks call by their names (`docs/from-a-fuzzer.md`).
const FRAMEWORK_FUNCTIONS: [&str; 2] = ["LLVMFuzzerTestOneInput", "LLVMFuzzerInitialize"];

/// A program, with what is trusted marked.
#[derive(Debug, Clone)]
pub struct Translated {
    /// The program.
    pub program: Program,
    /// What the user should know about it.
    pub warnings: Vec<Note>,
    /// The checks that have no errors in it, since they are suppressed.
    pub suppressed: Vec<Suppressed>,
}

/// Translates a program and marks what is trusted.
///
/// # Errors
/// Where there is no program to check.
pub fn translate(loaded: &Loaded, options: &Options) -> Result<Translated, Rejection> {
    finished(translation(loaded.language, &loaded.input, options), options)
}

/// What the front end makes of texts.
pub(crate) fn translation(language: Language, input: &Input, options: &Options) -> Translation {
    match language {
        Language::C => c::translate(input, &c_config(options)),
        Language::Boogie => boogie::translate(input, &boogie_config(options)),
    }
}

/// The edit sites of texts.
pub(crate) fn unit(language: Language, input: &Input, options: &Options) -> Option<Box<dyn Unit>> {
    match language {
        Language::C => c::unit(input, &c_config(options)),
        Language::Boogie => boogie::unit(input, &boogie_config(options)),
    }
}

/// The program that a front end gives, with what is trusted marked.
///
/// # Errors
/// Where it gives none.
pub(crate) fn finished(translation: Translation, options: &Options) -> Result<Translated, Rejection> {
    let Translation { program, sources, diagnostics } = translation;
    let Some(mut program) = program else {
        let diagnostics = if diagnostics.is_empty() {
            vec![Diagnostic::error("the front end gave no program and did not say why")]
        } else {
            diagnostics
        };
        return Err(Rejection { diagnostics, sources });
    };
    let mut warnings: Vec<Note> =
        diagnostics.into_iter().filter(|it| it.severity == Severity::Warning).map(Note::from).collect();
    if options.zeroes {
        program = zeroed(program);
    }
    if options.trust.contains(&Pattern::None) {
        program.sources.harness = Box::default();
    } else {
        suspects::mark(&mut program, &FRAMEWORK_FUNCTIONS, options.suspects_driver);
    }
    let unused = trust::mark(&mut program, &options.trust);
    warnings
        .extend(unused.into_iter().map(|pattern| Note::new(format!("nothing matches `--trust {pattern}`"))));
    let Some(suppression) = &options.suppression else {
        return Ok(Translated { program, warnings, suppressed: Vec::new() });
    };
    let found = suppressions(&program, suppression, &options.properties);
    warnings.extend(found.warnings.into_iter().map(Note::from));
    let (program, suppressed) = (without_errors(program, &found.checks), found.checks);
    Ok(Translated { program, warnings, suppressed })
}

pub(crate) fn c_config(options: &Options) -> CConfig {
    CConfig {
        data_model: options.data_model,
        dialect: options.dialect,
        entry: options.entry.clone().unwrap_or_else(|| ENTRY.to_owned()),
        properties: options.properties.clone(),
        errors: options.errors.clone(),
        annotations: options.annotations,
        world: options.world.clone(),
        calls_outside: false,
        models: options.models.iter().map(|file| file.display().to_string()).collect(),
    }
}

fn boogie_config(options: &Options) -> BoogieConfig {
    BoogieConfig { entry: options.entry.clone(), properties: options.properties.clone() }
}
