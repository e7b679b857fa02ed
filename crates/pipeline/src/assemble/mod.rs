//! From the values of the stages to a [`Report`]: every value printed, every origin looked up.
//!
//! How the values of each analysis are described is the business of `faultscope-describe`; here they
//! are put together. The modules in reading order: what the search gave ([`search`]) and why it gave no more
//! ([`reasons`]), what a property file asks for
//! ([`specification`]), what was checked ([`checks`]) and taken for granted ([`assumptions`]), and figures ([`statistics`]).

mod assumptions;
mod checks;
mod reasons;
mod search;
mod specification;
mod statistics;
mod test_results;

use faultscope_describe::compiler;
use faultscope_describe::findings::{Described, described, driver};
use faultscope_describe::guide::guide;
use faultscope_describe::others::other_errors;
use faultscope_describe::repairs;
use faultscope_describe::sources::sources;
use faultscope_describe::suppressed::suppressed;
use faultscope_describe::techniques::{measure, technique};
use faultscope_ir::SourceMap;
use faultscope_ir::limits::Reached;
use faultscope_ir::program::Language;
use faultscope_report::{CheckedProof, Note, ReachedLimit, Report, TechniqueResult};

use crate::certify::Certified;
use crate::compare::Compared;
use crate::stages::Stages;

/// What is known by the stages that have run.
pub fn report(stages: &Stages) -> Report {
    let translated = stages.translated.as_deref();
    let program = translated.map(|it| &it.program);
    let answered = specification::with_specification(search::answered(stages), stages);
    let described = match (program, &stages.answer) {
        (Some(program), Some(answer)) => described(
            program,
            &answer.traces,
            stages.localized.as_deref(),
            stages.repaired.as_deref(),
            stages.options.max_findings,
        ),
        _ => Described::default(),
    };
    let repaired = stages.repaired.as_deref().zip(program);
    let of_program = translated.map(|it| it.warnings.clone()).unwrap_or_default();
    let of_compiler = stages.compiler.as_deref().map(compiler::notes).unwrap_or_default();
    let ending = reasons::interruption(stages);
    let warnings = [of_program, of_compiler, described.warnings, uncertified(stages), ending];
    Report {
        language: program.map_or(Language::C, |it| it.language),
        sources: program.map_or_else(SourceMap::default, sources),
        verdict: answered.verdict,
        reason: answered.reason,
        specification: specification::specification(stages, answered.verdict, &described.traces),
        tests: test_results::tests(stages),
        traces: test_results::with_given(described.traces, stages),
        coverage: answered.coverage,
        is_localized: described.is_localized,
        n_omitted_findings: described.n_omitted,
        driver: program.filter(|_| stages.has_traces()).and_then(driver),
        techniques: techniques(stages),
        patches: repaired.map(|(it, program)| repairs::patches(program, it)).unwrap_or_default(),
        findings: described.findings,
        sets: repaired.map(|(it, program)| repairs::sets(program, it)).unwrap_or_default(),
        other_errors: other_errors(program, stages.others.as_deref()),
        guide: stages.guided.as_deref().map(guide),
        witness: stages.witness.as_deref().cloned(),
        checks: program.map(|it| checks::checks(stages, it)).unwrap_or_default(),
        suppressed: translated.map(|it| suppressed(&it.program, &it.suppressed)).unwrap_or_default(),
        assumptions: program.map(|it| assumptions::assumptions(stages, it)).unwrap_or_default(),
        proof: match stages.certified.as_deref() {
            Some(Certified::Proved(proof)) => Some(CheckedProof::clone(proof)),
            _ => None,
        },
        unchecked_proof: match stages.certified.as_deref() {
            Some(Certified::Undecided(reason)) if !stages.options.proof => Some(reason.clone()),
            _ => None,
        },
        compiler: stages
            .compiler
            .as_deref()
            .zip(program)
            .map(|(it, program)| compiler::compiler(program, it, &described.order)),
        warnings: warnings.concat(),
        limits: reached(stages).iter().map(ReachedLimit::from).collect(),
        statistics: statistics::statistics(stages, answered.answered_by),
    }
}

/// The bounds that were met on the way.
fn reached(stages: &Stages) -> Reached {
    let mut reached = Reached::default();
    stages.localized.iter().for_each(|it| reached.extend(&it.limits));
    stages.repaired.iter().for_each(|it| reached.extend(&it.reached));
    stages.others.iter().for_each(|it| reached.extend(&it.reached));
    reached
}

/// That a proof that was asked for could not be checked.
fn uncertified(stages: &Stages) -> Vec<Note> {
    if !stages.options.proof {
        return Vec::new();
    }
    let Some(Certified::Undecided(reason)) = stages.certified.as_deref() else { return Vec::new() };
    vec![Note {
        message: format!("the proof could not be checked: {reason}"),
        span: None,
        hint: Some("it is not written; more time (`--timeout SECONDS`) may help".to_owned()),
    }]
}

/// What other techniques say, and measures of coverage where tests have failed.
fn techniques(stages: &Stages) -> Vec<TechniqueResult> {
    let Some(program) = stages.translated.as_ref().map(|it| &it.program) else { return Vec::new() };
    let result = |it: &Compared| technique(program, it.technique, &it.outcome, it.diagnosed.as_ref());
    let compared = stages.compared.iter().map(result);
    let failing = stages.tested.as_ref().filter(|it| !it.traces.is_empty());
    let spectrum = failing.map(|it| it.tests.spectrum());
    let measures = spectrum.into_iter().flat_map(|spectrum| {
        stages.options.comparison.measures.iter().map(move |it| measure(program, *it, spectrum))
    });
    compared.chain(measures).collect()
}
