//! Proofs that were asked for. Nothing is said of one before it has passed its checker.

use faultscope_certificate::{Certificate, Checked, Conclusion, Failure, Obligation, Refutation, check};
use faultscope_ir::Program;
use faultscope_report::{CheckedProof, Note, Report, Verdict};
use faultscope_solver::Limits;

use crate::assemble::{self, proof_document};

/// Checks what trace abstraction subtracted, and makes it part of the report if that proves something. An answer that
/// rests on a proof that is wrong is taken back.
pub(crate) fn prove(report: &mut Report, program: &Program, certificate: &Certificate, limits: &Limits) {
    match check(program, certificate, limits) {
        Ok(Checked { conclusion, n_queries }) if is_claimed(report, &conclusion) => {
            let document = proof_document(program, certificate, &conclusion);
            report.proof = Some(CheckedProof { document, n_queries });
        }
        // Beyond what is not supported nothing was looked at; the error traces are what they are.
        Ok(Checked { conclusion: Conclusion::Partial { .. }, .. })
        | Err(Refutation { obligation: Obligation::Claimed, .. })
            if report.verdict == Verdict::Unsafe => {}
        Ok(checked) => take_back(report, &format!("it proves something else: {:?}", checked.conclusion)),
        Err(Refutation { failure: Failure::Undecided(reason), .. }) => {
            report.warnings.push(Note {
                message: format!("the proof could not be checked: {reason}"),
                span: None,
                hint: Some("it is not written; more time (`--timeout SECONDS`) may help".to_owned()),
            });
        }
        Err(refutation) => take_back(report, &refutation.to_string()),
    }
}

/// Whether this is what the report says.
fn is_claimed(report: &Report, conclusion: &Conclusion) -> bool {
    match conclusion {
        Conclusion::Safe => report.verdict == Verdict::Safe,
        // With many traces the analysis starts over, and some of them turn out to be like others.
        Conclusion::AllErrorsCovered { traces } => {
            report.verdict == Verdict::Unsafe && *traces <= report.n_traces()
        }
        Conclusion::Partial { .. } => false,
    }
}

/// What was believed on the ground of a proof is no longer said. Error traces were executed and stay.
fn take_back(report: &mut Report, message: &str) {
    let reason = assemble::bug(&format!("the proof does not pass its checker: {message}"));
    report.reason = Some(reason);
    if report.verdict == Verdict::Unsafe {
        report.all_traces = report.all_traces.map(|_| false);
    } else {
        report.verdict = Verdict::Unknown;
        report.statistics.answered_by = None;
    }
}
