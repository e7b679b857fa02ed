//! From a program's text to the verdict of every assigning statement on its error trace.

use faultscope::{Options, input, translate};
use faultscope_ir::{Program, Property};
use faultscope_localize::relevance::{RelevanceConfig, relevance};
use faultscope_localize::{Finding, FindingKind, Strength};
use faultscope_solver::Limits;
use faultscope_verify::bmc::{BmcConfig, bounded_model_checking};

/// A program and what was found.
pub struct Localized {
    pub program: Program,
    pub findings: Vec<Finding>,
}

/// Looks for an error and asks about every statement of its trace, irrelevant ones too.
#[track_caller]
pub fn localize(name: &str, text: &str) -> Localized {
    let properties = [Property::UnreachCall, Property::Assertions].into();
    let options = Options { properties, ..Options::standard() };
    let loaded = input::in_memory(name, text, &options).expect("a text that can be read");
    let program = translate(&loaded, &options).expect("a program").program;
    let limits = Limits::unlimited();
    let answer = bounded_model_checking(&program, &BmcConfig::default(), &limits);
    let verdict = answer.verdict.clone();
    let trace = answer.into_error().unwrap_or_else(|| panic!("no error but {verdict:?} in\n{text}"));
    let config = RelevanceConfig { trace_aberrant: true, irrelevant: true, ..RelevanceConfig::standard() };
    let findings = relevance(&program, &trace.trace, &config, &limits).findings;
    Localized { program, findings }
}

/// A finding's strength, and its kind where it is no assignment.
pub fn label(finding: &Finding) -> String {
    let kind = match finding.kind {
        FindingKind::Assignment => "",
        FindingKind::Argument => " (argument)",
        FindingKind::Return => " (return)",
        FindingKind::Declaration => " (declaration)",
        FindingKind::Input => " (input)",
        FindingKind::Condition => " (condition)",
        FindingKind::Release => " (release)",
        FindingKind::ScopeEnd => " (scope-end)",
        FindingKind::PointerLost => " (pointer-lost)",
        FindingKind::Uninitialized => " (uninitialized)",
        FindingKind::Call => " (call)",
        FindingKind::Extra => " (extra)",
        FindingKind::BlockEnd => " (block-end)",
        FindingKind::Order => " (order)",
        FindingKind::Missing => " (missing)",
        FindingKind::Type => " (type)",
    };
    format!("{}{kind}", strength(finding.strength))
}

fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Constant => "constant",
        Strength::Expression => "expression",
        Strength::Relevant => "relevant",
        Strength::TraceAberrant => "aberrant",
        Strength::Undecided => "undecided",
        Strength::Irrelevant => "irrelevant",
    }
}
