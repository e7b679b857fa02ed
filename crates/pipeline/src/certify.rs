//! The last stage: proofs by trace abstraction, checked again. Nothing is said of one before it has passed its checker.
//!
//! One that was asked for is checked whatever it takes; any other within half of what the search took.

use faultscope_certificate::{Certificate, Checked, Conclusion, Failure, Obligation, Refutation, check};
use faultscope_describe::proof_document;
use faultscope_ir::Program;
use faultscope_report::CheckedProof;
use faultscope_solver::{Limits, StopReason};
use faultscope_verify::Answer;

use crate::request::Options;

/// Why a proof that nobody asked for is not checked.
const BEYOND_ITS_SHARE: &str =
    "it would take more than half of what the search took (`--proof FILE` checks it, whatever it takes)";

/// What the checker says of a proof.
#[derive(Debug, Clone)]
pub enum Certified {
    /// It proves what the search says.
    Proved(Box<CheckedProof>),
    /// It proves less than that, which was not claimed either.
    Partial,
    /// It was not decided, for this reason.
    Undecided(String),
    /// It is wrong, for this reason. What was believed on its ground is no longer said.
    Refuted(String),
}

/// What there is to check. What was subtracted proves something only where nothing is left.
pub fn to_certify<'a>(answer: &'a Answer, options: &Options) -> Option<&'a Certificate> {
    let is_proof = answer.is_complete() && (answer.is_safe() || options.wants_several());
    answer.certificate.as_ref().filter(|_| is_proof)
}

/// Checks what trace abstraction subtracted; none where there is no proof.
pub fn certify(program: &Program, answer: &Answer, options: &Options, limits: &Limits) -> Option<Certified> {
    let certificate = to_certify(answer, options)?;
    let is_error = !answer.traces.is_empty();
    let effort = answer.effort.whole;
    let limits = match options.proof {
        true => limits.clone(),
        false => limits.with_effort(effort / 2),
    };
    Some(match check(program, certificate, &limits) {
        Ok(Checked { conclusion, n_queries }) if is_claimed(answer, &conclusion) => {
            let document = proof_document(program, certificate, &conclusion);
            Certified::Proved(Box::new(CheckedProof::new(document, n_queries)))
        }
        // Beyond what is not supported nothing was looked at; the error traces are what they are.
        Ok(Checked { conclusion: Conclusion::Partial { .. }, .. })
        | Err(Refutation { obligation: Obligation::Claimed, .. })
            if is_error =>
        {
            Certified::Partial
        }
        Ok(checked) => Certified::Refuted(format!("it proves something else: {:?}", checked.conclusion)),
        Err(Refutation { failure: Failure::Undecided(reason), .. }) => {
            Certified::Undecided(match limits.exceeded() {
                Some(StopReason::EffortLimit) => BEYOND_ITS_SHARE.to_owned(),
                Some(stop) => stop.to_string(),
                None => reason,
            })
        }
        Err(refutation) => Certified::Refuted(refutation.to_string()),
    })
}

/// Whether this is what the search says.
fn is_claimed(answer: &Answer, conclusion: &Conclusion) -> bool {
    match conclusion {
        Conclusion::Safe => answer.traces.is_empty(),
        // With many traces the analysis starts over, and some of them turn out to be like others.
        Conclusion::AllErrorsCovered { traces } => {
            !answer.traces.is_empty() && *traces <= answer.traces.len()
        }
        Conclusion::Partial { .. } => false,
    }
}
