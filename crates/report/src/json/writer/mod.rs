//! The document of a report.

mod compiler;
mod files;
mod findings;
mod parts;
mod patches;
mod techniques;
mod trace;

use faultscope_json::{self as document, Named, ReportFormat};

use crate::Report;
pub(crate) use files::Files;
pub(crate) use patches::{change, left};
pub(super) use techniques::MAX_SCORE;
pub use trace::Steps;

/// The report as a document. The steps of its traces are made when they are written.
pub fn document(report: &Report) -> document::Report<Steps<'_>> {
    let files = &Files::new(&report.sources);
    let reason = report.reason.as_ref();
    document::Report {
        schema: ReportFormat::V4,
        language: Named(report.language),
        verdict: report.verdict,
        reason: reason.map(|note| note.message.clone()),
        reason_place: reason.and_then(|note| note.span).map(|it| files.place(it)),
        reason_hint: reason.and_then(|note| note.hint.clone()),
        result: report.specification.as_ref().map(|it| it.result.clone()),
        specification: report.specification.as_ref().map(parts::specification),
        tests: report.tests.iter().map(parts::test).collect(),
        error: report.error().map(|it| trace::error(it, files)),
        inputs: trace::inputs(report.inputs(), files),
        traces: report.traces.iter().map(|it| trace::trace(it, files)).collect(),
        coverage: report.coverage,
        is_localized: report.is_localized,
        findings: report.findings.iter().map(|it| findings::finding(it, files)).collect(),
        omitted_findings: report.n_omitted_findings,
        driver: report
            .driver
            .as_ref()
            .map(|it| document::Driver { name: it.name.clone(), suspected: it.is_suspected }),
        sets: report.sets.iter().map(|it| findings::set(it, files)).collect(),
        techniques: report.techniques.iter().map(|it| techniques::technique(it, files)).collect(),
        patches: report.patches.iter().map(|it| patches::patch(report, it, files)).collect(),
        other_errors: report.other_errors.iter().map(|it| findings::other_error(it, files)).collect(),
        checks: report.checks.iter().map(|it| parts::check(it, files)).collect(),
        suppressed: report.suppressed.iter().map(parts::suppressed).collect(),
        assumptions: report.assumptions.iter().map(|it| parts::assumption(it, files)).collect(),
        guide: report.guide.as_ref().map(parts::guide),
        proof: report.proof.as_ref().map(parts::proof),
        unchecked_proof: report.unchecked_proof.clone(),
        compiler: report.compiler.as_ref().map(|it| compiler::compiler(it, files)),
        warnings: report.warnings.iter().map(|it| parts::note(it, files)).collect(),
        limits: report.limits.iter().map(parts::limit).collect(),
        statistics: parts::statistics(&report.statistics),
        // All places are there now.
        sources: files.named(),
    }
}
