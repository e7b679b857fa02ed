//! `faultscope validate`.

use faultscope::report::Diagnostic;
use faultscope::validate::{self, Validated};
use faultscope::{Options, Rejection};
use faultscope_task::PropertyFile;
use faultscope_witness::{Content, Matching, Metadata, Witness};

use super::arguments::Validate;
use super::exit::Exit;
use super::sources::Model;
use super::streams::{print, reject_plainly};
use super::task;

/// Says whether a witness is right.
pub(super) fn validate(arguments: &mut Validate) -> Exit {
    match validated(arguments) {
        Ok(Validated { is_right, reason }) => {
            let (answer, exit) = match is_right {
                Some(true) => ("confirmed", Exit::NoError),
                Some(false) => ("refuted", Exit::ErrorFound),
                None => ("not decided", Exit::Undecided),
            };
            print(&format!("{answer}: {reason}\n"));
            exit
        }
        Err(rejection) => reject_plainly(&rejection),
    }
}

fn validated(arguments: &mut Validate) -> Result<Validated, Rejection> {
    let read = super::witness::witness(&arguments.witness, &arguments.sources.files, |_| true)?;
    let mut options = arguments.options()?;
    take(arguments, &read, &mut options)?;
    if let Some(asked) = options.specification.as_ref().filter(|it| !it.unsupported.is_empty()) {
        let reason = format!("{} is not checked", asked.unsupported.join(", "));
        return Ok(Validated { is_right: None, reason });
    }
    let request = arguments.sources.request(options)?;
    validate::validate(&request, &read)
}

/// What a witness says of the sizes of types and of what must hold becomes that of the command line, which says nothing else.
fn take(arguments: &mut Validate, witness: &Witness, options: &mut Options) -> Result<(), Diagnostic> {
    let Metadata { specification, data_model, .. } = &witness.metadata;
    let sources = &mut arguments.sources;
    if sources.data_model.is_none() && sources.bits.is_none() && sources.project.is_none() {
        sources.data_model = data_model.as_deref().and_then(Model::named);
    }
    // Automata name a property that their writers have in mind for all that they check.
    let is_automaton = matches!(witness.content, Content::Violation { matching: Matching::Any, .. });
    let said = specification.as_deref().filter(|_| !is_automaton);
    let said = said.and_then(|it| PropertyFile::parse(it).ok());
    match (&arguments.property_file, said) {
        (Some(file), said) => {
            let asked = task::property_file(file)?;
            if let Some(said) = said.filter(|it| !it.is_same(&asked)) {
                let names = |file: &PropertyFile| {
                    file.properties.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
                };
                return Err(Diagnostic::error(format!(
                    "the witness is about another property: it says {}, and `{}` {}",
                    names(&said),
                    file.display(),
                    names(&asked)
                )));
            }
            task::selected(file.clone(), &asked, None).select(options);
        }
        (None, Some(said)) if arguments.goal.property == ["default"] => {
            let asked = task::selected(arguments.witness.clone(), &said, None);
            if asked.is_supported() {
                asked.select(options);
            }
        }
        (None, _) => {}
    }
    Ok(())
}
