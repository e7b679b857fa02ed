//! What is known of changes: of a diff that an agent has written, and of the patches of a report, in the same fields.

use std::sync::Arc;

use faultscope_json::{
    KeptChange, LeftError, PatchVerdict, RepairsAnswer, Verdict, VerificationAnswer, VerificationReason,
    VerifiedKeeps,
};
use faultscope_pipeline::Report;
use faultscope_pipeline::report::json::document;
use faultscope_pipeline::report::{Verification, patch};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::summary::{Failure, Ranked, Tests, failure, is_zero, ranked, tests, value};

/// What a change repairs, keeps and leaves, as in `faultscope verify-patch --format json`.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Evidence {
    answer: VerificationAnswer,
    /// Why.
    reason: VerificationReason,
    message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
    /// The error that the change is about, in the program as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<LeftError>,
    repairs: RepairsAnswer,
    /// Of the executions that worked.
    #[serde(skip_serializing_if = "Option::is_none")]
    keeps: Option<VerifiedKeeps>,
    /// An execution that worked and behaves differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<KeptChange>,
    /// Errors that were there before and still are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leaves: Vec<LeftError>,
    /// If it is not a repair: small inputs with which the changed program fails, and how.
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Failure>,
    /// With tests, how many pass with the change, and which fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    tests: Option<Tests>,
}

/// What `verify_patch` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PatchAnswer {
    #[serde(flatten)]
    evidence: Evidence,
    /// The name of the report of the changed program, for `explain`; of the program as it was, where that is not known to fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
}

/// What `propose` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ProposeAnswer {
    /// The name of the report of the program.
    report: String,
    /// Of the program.
    verdict: Verdict,
    /// The best first.
    patches: Vec<Proposal>,
    /// So many more are in the report.
    #[serde(skip_serializing_if = "is_zero")]
    more_patches: usize,
}

/// A patch of a report, with evidence.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Proposal {
    /// Its number in this report, for all tools.
    number: usize,
    /// What `check` has shown of it.
    verdict: PatchVerdict,
    /// The rank of the finding whose statement it changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<usize>,
    file: Arc<str>,
    line: u32,
    function: String,
    /// The text that is replaced.
    old: String,
    /// The text instead.
    new: String,
    /// Whether it puts a constant where the program computes something.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_constant: bool,
    diff: String,
    #[serde(flatten)]
    evidence: Evidence,
}

impl Evidence {
    /// What is known of a change.
    pub(crate) fn of(verification: &Verification) -> Evidence {
        let all = verification.document();
        let report = verification.report.as_ref().map(document);
        Evidence {
            answer: all.answer,
            reason: all.reason,
            message: all.message,
            details: all.details,
            about: all.about,
            repairs: all.repairs,
            keeps: all.keeps,
            changes: all.changes,
            leaves: all.leaves,
            counterexample: verification.counterexample().map(|it| failure(&document(it))),
            tests: report.and_then(|it| tests(&it.tests)),
        }
    }

    /// What speaks against the change, in words; empty where nothing does.
    fn counterexample(&self) -> String {
        let failure = self.counterexample.as_ref().map(Failure::lines).unwrap_or_default();
        let tests = self.tests.as_ref().map(Tests::lines).unwrap_or_default();
        match failure.is_empty() && tests.is_empty() {
            true => String::new(),
            false => format!("counterexample:\n  {}\n", [failure, tests].concat().join("\n  ")),
        }
    }
}

/// What is known of a change, in words.
pub(crate) fn words(verification: &Verification) -> String {
    verification.answers() + &Evidence::of(verification).counterexample()
}

/// What is known of a change. `name` is that of the report, if there is one.
pub(crate) fn verification(verification: &Verification, name: &str) -> Value {
    let report = verification.report.as_ref().map(|_| name.to_owned());
    value(&PatchAnswer { evidence: Evidence::of(verification), report })
}

/// The patches of a report that can be judged: those with a diff.
pub(crate) struct Proposals<'a> {
    report: &'a Report,
    name: &'a str,
    n_patches: usize,
    judged: Vec<(Proposal, String)>,
}

impl<'a> Proposals<'a> {
    /// Judges the first patches of a report by their diffs.
    ///
    /// # Errors
    /// The first error of the judge.
    pub(crate) fn judge<E>(
        (name, report): (&'a str, &'a Report),
        limit: usize,
        mut judge: impl FnMut(usize, &str) -> Result<Verification, E>,
    ) -> Result<Proposals<'a>, E> {
        let all = document(report);
        let ranked = ranked(report, &all);
        let diff =
            |it: &Ranked<'_>| it.document.diff.clone().or_else(|| patch::diff(&report.sources, it.patch));
        let with_diff: Vec<_> = ranked.iter().filter_map(|it| Some((it, diff(it)?))).collect();
        let mut judged = Vec::new();
        for (Ranked { number, document: it, .. }, diff) in with_diff.iter().take(limit) {
            let verification = judge(*number, diff)?;
            let listed = all.findings.iter().filter(|it| it.folded_into.is_none());
            let finding = listed.clone().find(|finding| finding.place == it.statement);
            let proposal = Proposal {
                number: *number,
                verdict: it.verdict,
                finding: finding.map(|it| it.rank),
                file: it.place.file.clone(),
                line: it.place.line,
                function: it.function.clone(),
                old: it.old.clone(),
                new: it.new.clone(),
                is_constant: it.is_constant,
                diff: diff.clone(),
                evidence: Evidence::of(&verification),
            };
            judged.push((proposal, words(&verification)));
        }
        Ok(Proposals { report, name, n_patches: with_diff.len(), judged })
    }

    /// In words.
    pub(crate) fn words(&self) -> String {
        if self.judged.is_empty() {
            let why = match self.report.verdict {
                Verdict::Safe => "no error was found",
                Verdict::TestsPass => "all tests pass",
                Verdict::Unsafe => "no change that was tried repairs the program",
                Verdict::Unknown => "no error is known",
            };
            return format!("no patches: {why}\n");
        }
        let patch = |(it, words): &(Proposal, String)| {
            let Proposal { number, file, line, function, diff, .. } = it;
            format!("patch {number} of {}: {file}:{line}, in `{function}`\n{words}{diff}", self.n_patches)
        };
        self.judged.iter().map(patch).collect::<Vec<_>>().join("\n")
    }

    /// As data.
    pub(crate) fn data(self) -> Value {
        value(&ProposeAnswer {
            report: self.name.to_owned(),
            verdict: self.report.verdict,
            more_patches: self.n_patches - self.judged.len(),
            patches: self.judged.into_iter().map(|(it, _)| it).collect(),
        })
    }
}
