//! What of a program may be at fault: not what says what is expected of the code, and the driver only where nothing else can be.
//!
//! A front end knows the driver, the conditions of assertions, and data that is only compared ([`Harness`](faultscope_ir::Harness)). Here it is put
//! together with what the translated program shows: which functions do nothing but check ([`Checks`]).

use faultscope_ir::{Instruction, OriginKind, Program, Span, Terminator};

use crate::checks::Checks;
use crate::finding::{Finding, FindingKind, Rerun, Strength};
use crate::localization::Localized;

/// Marks what is trusted without being named. Test frameworks call functions of these names; `is_suspected` says that what drives
/// the code is suspected.
pub fn mark(program: &mut Program, framework: &[&str], is_suspected: bool) {
    let specification = specification(program);
    let is_defined = |name: &&&str| {
        program.procedures.iter().any(|it| it.name == **name && !it.trusted && !it.blocks.is_empty())
    };
    let functions = framework.iter().filter(is_defined).map(|it| (*it).to_owned()).collect();
    let harness = &mut program.sources.harness;
    (harness.specification, harness.functions, harness.is_suspected) =
        (specification, functions, is_suspected);
    assign_parts(program);
}

/// What says what is expected: the conditions of assertions, what functions are given that do nothing but check, and data that
/// is compared only there.
fn specification(program: &Program) -> Vec<Span> {
    let sources = &program.sources;
    let mut spans = sources.harness.specification.clone();
    let checks = Checks::new(program);
    for procedure in &program.procedures {
        for instruction in procedure.instructions() {
            if let Instruction::Call(call) = instruction
                && checks.is_check(&program.procedure(call.callee).name)
            {
                spans.extend(call.arguments.iter().map(|(_, origin)| sources.origin(*origin).span));
            }
        }
        for block in &procedure.blocks {
            if let Terminator::Branch { then_block, else_block, origin, .. } = &block.terminator
                && sources.origin(*origin).kind == OriginKind::Condition
            {
                let is_asserted =
                    [then_block, else_block].iter().any(|it| match &procedure.block(**it).terminator {
                        Terminator::Error { check, .. } => program.check(*check).property.is_written(),
                        _ => false,
                    });
                spans.extend(is_asserted.then(|| sources.origin(*origin).span));
            }
        }
    }
    let is_asserted = |it: &Span| spans.iter().any(|span| span.contains(*it));
    let data = sources.harness.compared.iter().filter(|it| it.uses.iter().all(is_asserted));
    let data: Vec<Span> = data.map(|it| it.declarator).collect();
    spans.extend(data);
    spans
}

fn assign_parts(program: &mut Program) {
    let parts = program.sources.parts();
    for (origin, part) in program.sources.origins_mut().iter_mut().zip(parts) {
        origin.part = part;
    }
}

/// Suspects the driver of a program in which it is trusted.
pub fn suspect_driver(program: &mut Program) {
    program.sources.harness.is_suspected = true;
    assign_parts(program);
}

/// Whether the program has a driver that is trusted, although nothing outside it is a place with a value that helped.
pub fn has_to_suspect_driver(program: &Program, localized: &Localized) -> bool {
    let harness = &program.sources.harness;
    let has_driver = harness.driver.is_some() || !harness.functions.is_empty();
    let helps = |it: &Finding| it.kind != FindingKind::Input && has_helped(it);
    let mut findings = localized.findings.iter().flat_map(|it| it.on.iter().flatten());
    has_driver && !harness.is_suspected && localized.interrupted.is_none() && !findings.any(helps)
}

/// Whether a value, or a change of the statement, is known with which the error does not happen, and was not seen to fail elsewhere.
fn has_helped(finding: &Finding) -> bool {
    match &finding.rerun {
        Some(Rerun::Avoids(_)) => true,
        Some(Rerun::Leaks | Rerun::Fails) => false,
        Some(Rerun::Open) | None => {
            let has_value = finding.helpful_value().is_some() && finding.strength <= Strength::Relevant;
            has_value || finding.other_way.is_some()
        }
    }
}
