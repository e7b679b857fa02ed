//! Repairs as the report has them.

use faultscope_ir::{CheckId, OriginId, Program, Term};
use faultscope_localize::FindingStatement;
use faultscope_repair::Repaired;
use faultscope_repair::aberrance::{Fix, Open, ProgramAberrance};
use faultscope_repair::patches::{
    Behaviour, ContractCheck, ContractOutcome, Differs, Kept, KeptProof, PatchVerdict,
};
use faultscope_repair::ranking::{ForTests, Standing};
use faultscope_repair::sets::{self, RepairingSet};

use crate::{reasons, trace};
use faultscope_report::{self as report, InProgram, ProvedFix, SetMember, StatementSet, TestsFix};

/// The patches, the best first.
pub fn patches(program: &Program, repaired: &Repaired) -> Vec<report::Patch> {
    let patch = |patch: &faultscope_repair::patches::Patch| {
        let origin = program.sources.origin(patch.origin);
        report::Patch {
            span: patch.edit.span,
            statement: origin.span,
            function: origin.function.clone(),
            old: patch.edit.old.clone(),
            new: patch.edit.new.clone(),
            old_line: patch.change.old.clone(),
            new_line: patch.change.new.clone(),
            reason: patch.reason.clone(),
            is_constant: patch.edit.is_constant(),
            weight: patch.weight,
            verdict: match patch.verdict {
                PatchVerdict::PassesTests => report::PatchVerdict::PassesTests,
                // For arrays as large as the contract says.
                _ if patch.is_proved_for_some() => report::PatchVerdict::Proved,
                PatchVerdict::Proved | PatchVerdict::RepairsShownTraces => {
                    report::PatchVerdict::RepairsShownTraces
                }
            },
            leaves: patch.leaves.iter().map(|it| left_error(program, *it)).collect(),
            reaches_check: patch.reaches_check,
            shows_the_same: patch.shows_the_same,
            // Of inputs around that of a test it is said that the program shows the same with them.
            keeps: keeps(&patch.kept).filter(|_| patch.shows_the_same == 0),
            contract: patch.contract.as_ref().map(contract),
            differs: patch.differs.as_ref().map(|it| Box::new(difference(it))),
        }
    };
    repaired.patches.iter().map(patch).collect()
}

/// The error of a check.
pub(crate) fn left_error(program: &Program, check: CheckId) -> report::LeftError {
    let check = program.check(check);
    let origin = program.sources.origin(check.origin);
    report::LeftError {
        property: check.property,
        message: check.message.clone(),
        span: origin.span,
        function: origin.function.clone(),
    }
}

/// What a patch keeps, where something is known of it.
pub(crate) fn keeps(kept: &Kept) -> Option<report::Keeps> {
    let change = kept.difference.as_ref().map(|it| report::KeptChange {
        span: it.span,
        inputs: it.inputs.clone(),
        value: it.value.as_ref().map(|it| [it.place.clone(), it.before.clone(), it.after.clone()]),
    });
    let proof = kept.proof.map(|it| match it {
        KeptProof::NothingDiffers => report::KeptProof::NothingDiffers,
        KeptProof::ShowsTheSame { ends: true } => report::KeptProof::ShowsTheSame,
        KeptProof::ShowsTheSame { ends: false } => report::KeptProof::ShowsTheSameIfItEnds,
    });
    (kept.worked > 0 || proof.is_some()).then_some(report::Keeps {
        executions: kept.worked,
        same: kept.same,
        same_elsewhere: kept.same_elsewhere,
        same_to_callers: kept.same_to_callers,
        change,
        proof,
    })
}

fn difference(differs: &Differs) -> report::PatchDifference {
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    let behaviour = |behaviour: &Behaviour| match behaviour {
        Behaviour::Ends { output, status } => {
            report::Behaviour::Ends { output: text(output), status: *status }
        }
        Behaviour::Undefined { message } => report::Behaviour::Undefined { message: message.clone() },
        Behaviour::Fails { message } => report::Behaviour::Fails { message: message.clone() },
    };
    report::PatchDifference {
        like: differs.like.clone(),
        stdin: text(&differs.input.stdin),
        arguments: differs.input.arguments.iter().map(text).collect(),
        values: differs.input.values.clone(),
        first: behaviour(&differs.first),
        this: behaviour(&differs.this),
    }
}

fn contract(check: &ContractCheck) -> report::ContractCheck {
    let outcome = match &check.outcome {
        ContractOutcome::Met { max_array, ends } => {
            report::ContractOutcome::Met { max_array: *max_array, ends: *ends }
        }
        ContractOutcome::Violated { function, message, values } => report::ContractOutcome::Violated {
            function: function.clone(),
            message: message.clone(),
            values: values.clone(),
        },
        ContractOutcome::Open { function } => report::ContractOutcome::Open { function: function.clone() },
    };
    report::ContractCheck { functions: check.functions.clone(), outcome }
}

/// Sets of statements that have to be fixed together.
pub fn sets(program: &Program, repaired: &Repaired) -> Vec<StatementSet> {
    let set = |set: &RepairingSet| StatementSet {
        members: set.members.iter().map(|it| member(program, *it)).collect(),
        repairs: match set.repairs {
            sets::Repairs::Program => report::Repairs::Program,
            sets::Repairs::Trace => report::Repairs::Trace,
        },
    };
    repaired.sets.iter().map(set).collect()
}

fn member(program: &Program, statement: FindingStatement) -> SetMember {
    let mut origins = (0..program.sources.n_origins() as u32).map(|id| program.sources.origin(OriginId(id)));
    let text = origins.find(|it| statement.has(it)).map_or_else(String::new, |it| it.text.clone());
    SetMember { kind: statement.kind, span: statement.span, text }
}

/// What fixing a statement does to the program, where that was asked.
/// `written` says in the language of the source what a strategy puts in.
pub(crate) fn in_program(
    answer: Option<&ProgramAberrance>,
    standing: &Standing,
    written: &dyn Fn(&[Term]) -> Vec<String>,
) -> Option<InProgram> {
    let proved = |fix: &Fix| proved(fix, written);
    let is_proved = matches!(answer, Some(ProgramAberrance::Proved(_) | ProgramAberrance::RepairsThrough(_)));
    if let (Some(for_tests), false) = (standing.for_tests, is_proved) {
        return Some(InProgram::PassesTests(match for_tests {
            ForTests::Values => TestsFix::Values,
            ForTests::Patch => TestsFix::Patch,
            ForTests::Statement => TestsFix::Statement,
        }));
    }
    if standing.is_enough_by_patch && !is_proved {
        return Some(InProgram::Proved(ProvedFix::Patch));
    }
    Some(match answer? {
        ProgramAberrance::Proved(fix) => InProgram::Proved(proved(fix)),
        ProgramAberrance::RepairsThrough(fix) => InProgram::RepairsThrough(proved(fix)),
        ProgramAberrance::NotEnough(remaining) => {
            InProgram::NotEnough(Box::new(trace::trace(&remaining.program, &remaining.error)))
        }
        ProgramAberrance::NotDecided(reason) => InProgram::NotDecided(open(reason)),
    })
}

fn proved(fix: &Fix, written: &dyn Fn(&[Term]) -> Vec<String>) -> ProvedFix {
    match fix {
        Fix::Values => ProvedFix::Values,
        Fix::Refined(n) => ProvedFix::Refined(*n),
        Fix::Played(terms) => ProvedFix::Strategy(written(terms)),
        Fix::EveryTime => ProvedFix::EveryTime,
        Fix::Once(execution) => ProvedFix::Once(execution + 1),
    }
}

/// How suspicious a statement is, where that was asked.
pub(crate) fn suspiciousness(standing: &Standing) -> Option<report::Suspiciousness> {
    let score = standing.suspiciousness?;
    let (kept, reachable, by_verifier) = (score.kept, score.reachable, score.by_verifier);
    Some(report::Suspiciousness { kept, reachable, by_verifier })
}

/// Why it is open whether a change is enough, in one sentence.
fn open(reason: &Open) -> String {
    match reason {
        Open::NotExpressible(reason) => reason.to_string(),
        Open::NoValue => "in some states no value that repairs was found".to_owned(),
        Open::Remains(_) => "an error remains with the values that were tried".to_owned(),
        Open::NoEnd => {
            "no execution was found that ends well with the values that avoid the error".to_owned()
        }
        Open::NoChange => "there is nothing to change".to_owned(),
        Open::Verifier(reason) => reasons::in_a_check(reason),
        Open::LeftOut => "left out to answer soon; `--thorough` asks".to_owned(),
    }
}
