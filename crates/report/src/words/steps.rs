//! Steps: what one does, and in which iteration.

use crate::{Step, StepKind};

/// What is said of a trace that is not an execution.
pub(crate) const NOT_REPLAYED: &str =
    "  This path could not be executed step by step: some values are open.\n";

/// Whether a step is where the check of its trace is evaluated, and fails. Of a check that no execution passes there is no step.
pub(crate) fn is_violated(step: &Step, is_last: bool) -> bool {
    step.kind == StepKind::Assertion && is_last && step.outcome != Some(true)
}

/// Whether a place has no name: it is called what is written there, and that is more than a name.
pub(crate) fn is_no_name(place: &str, text: &str) -> bool {
    // What is given to a function beyond its parameters has none.
    place == "..." || place == text && !place.chars().all(|it| it.is_alphanumeric() || it == '_')
}

/// What a step does.
pub(crate) fn step(step: &Step, is_last: bool) -> String {
    match step.kind {
        StepKind::Condition => match step.outcome {
            Some(true) => "true".to_owned(),
            Some(false) => "false".to_owned(),
            None => String::new(),
        },
        StepKind::Assertion if is_violated(step, is_last) => "fails here".to_owned(),
        StepKind::Assertion => "holds".to_owned(),
        StepKind::Allocation => "allocated here".to_owned(),
        StepKind::Release => "freed here".to_owned(),
        StepKind::ScopeEnd => match &step.place {
            Some(name) => format!("scope of {name} ends"),
            None => "scope ends".to_owned(),
        },
        StepKind::Return => step.value.as_ref().map(|value| format!("returns {value}")).unwrap_or_default(),
        StepKind::Declaration => {
            step.place.as_ref().map(|it| format!("{it} is uninitialized")).unwrap_or_default()
        }
        StepKind::Assignment | StepKind::Argument | StepKind::Input => match (&step.place, &step.value) {
            (Some(place), Some(value)) if is_no_name(place, &step.text) => format!("passes {value}"),
            (Some(place), Some(value)) => format!("{place} = {value}"),
            (None, Some(value)) if step.kind == StepKind::Argument => format!("writes {value}"),
            (None, Some(value)) => value.clone(),
            (_, None) => String::new(),
        },
    }
}

/// The iteration of the innermost loop, and of those around it.
pub(crate) fn iteration_in_short(iterations: &[u32]) -> String {
    let Some((innermost, around)) = iterations.split_last() else { return String::new() };
    let around: Vec<String> = around.iter().map(u32::to_string).collect();
    match &around[..] {
        [] => format!("iteration {innermost}"),
        [outer] => format!("iteration {innermost} (outer loop: {outer})"),
        outer => format!("iteration {innermost} (outer loops: {})", outer.join(", ")),
    }
}

/// Which loop iteration, where that says anything.
pub(crate) fn iterations(iterations: &[u32]) -> Option<String> {
    match iterations {
        [] => None,
        [only] => Some(format!("iteration {only} of the loop")),
        [outer, inner] => Some(format!("iteration {outer} of the outer loop, {inner} of the inner one")),
        all => {
            let numbers: Vec<String> = all.iter().map(u32::to_string).collect();
            Some(format!("iteration {} of the nested loops, outermost first", numbers.join(", ")))
        }
    }
}
