//! The answer to a property file.

use faultscope_report::{Note, SpecificationAnswer, Trace, Verdict};
use faultscope_task::Answer;

use super::search::Answered;
use crate::request::Specification;
use crate::stages::Stages;

/// That there is no error is no answer where not all that is asked for was checked, nor is an error that nobody has executed.
pub(super) fn with_specification(answered: Answered, stages: &Stages) -> Answered {
    let Some(specification) = stages.options.specification.as_ref() else { return answered };
    let is_replayed = stages.answer.iter().flat_map(|it| &it.traces).all(|it| it.replayed);
    if answered.verdict == Verdict::Unsafe && !is_replayed {
        let reason = Some(Note::new("an error was found, and its execution could not be replayed"));
        return Answered { verdict: Verdict::Unknown, reason, ..answered };
    }
    if specification.unsupported.is_empty() || answered.verdict == Verdict::Unsafe {
        return answered;
    }
    let names: Vec<String> = specification.unsupported.iter().map(|it| format!("`{it}`")).collect();
    let is = if names.len() == 1 { "is" } else { "are" };
    let mut message = format!("{} {is} not supported", names.join(", "));
    if answered.verdict == Verdict::Safe {
        message += "; what else is asked for holds";
    }
    let hint = answered.reason.map(|note| note.message).filter(|_| answered.verdict == Verdict::Unknown);
    let reason = Note { hint, ..Note::new(message) };
    Answered { verdict: Verdict::Unknown, reason: Some(reason), ..answered }
}

/// What a property file asks for, and the answer.
pub(super) fn specification(
    stages: &Stages,
    verdict: Verdict,
    traces: &[Trace],
) -> Option<SpecificationAnswer> {
    let specification = stages.options.specification.as_ref()?;
    let answer = match verdict {
        Verdict::Safe => Answer::True,
        Verdict::Unsafe => Answer::False(violated(specification, traces)),
        Verdict::Unknown | Verdict::TestsPass => Answer::Unknown,
    };
    let Specification { file, asked, unsupported, expected } = specification;
    Some(SpecificationAnswer {
        file: file.display().to_string(),
        properties: asked.iter().map(|it| &it.0).chain(unsupported).cloned().collect(),
        unsupported: unsupported.clone(),
        result: answer.to_string(),
        expected: expected.as_ref().map(ToString::to_string),
        agrees: expected.as_ref().and_then(|it| it.agrees(&answer)),
    })
}

/// What the first error violates, by the name that it was asked for by.
fn violated(specification: &Specification, traces: &[Trace]) -> Option<String> {
    specification.name_of(traces.first()?.error.property).map(str::to_owned)
}
