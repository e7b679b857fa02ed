//! The report in the form that editors and code hosts read: SARIF 2.1.0 \[1\], described in `docs/sarif.md`.
//!
//! An error is one result with the executions that lead to it as code flows, patches as its fixes, and the findings as related
//! locations. A check that is suppressed is a result that says so. Where there is neither, there are no results, and the
//! notifications of the invocation say why.
//!
//! The modules in reading order: the form itself ([`log`]), where something is ([`places`], [`fingerprint`]), texts ([`words`]), what is told of it
//! ([`rules`], [`results`], [`flows`], [`fixes`]), and what is said of the run ([`notifications`]).
//!
//! # References
//! - \[1\] OASIS: _Static Analysis Results Interchange Format (SARIF) Version 2.1.0_, 2020.

mod fingerprint;
mod fixes;
mod flows;
mod known;
mod log;
mod notifications;
mod places;
mod results;
mod rules;
mod suppressed;
mod words;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{CheckStatus, Report, Verdict};
use log::{AutomationDetails, BaseId, Driver, Invocation, Log, Run, Text, Tool, WorkingDirectory};
use places::{Places, ROOT};

/// What a log says that is no part of the report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The exit code of the command.
    pub exit_code: u8,
    /// The folder that names of files are relative to: an absolute path. It is no part of the log.
    pub root: Option<String>,
}

/// The report as a SARIF log, a line end included.
pub fn render(report: &Report, options: &Options) -> String {
    let mut text =
        serde_json::to_string_pretty(&log(report, options)).expect("its structs have text keys only");
    text.push('\n');
    text
}

fn log(report: &Report, options: &Options) -> Log {
    let places = Places::new(report, options.root.as_deref());
    let mut results = results::results(report, &places);
    let rules = rules::of(report, &results);
    for result in &mut results {
        result.rule_index = rules.iter().position(|rule| rule.id == result.rule_id).unwrap_or_default();
    }
    let taxonomies = rules::taxonomies(&rules);
    let notifications = notifications::notifications(report, &places);
    let run = Run {
        tool: Tool {
            driver: Driver {
                name: "Faultscope",
                semantic_version: env!("CARGO_PKG_VERSION"),
                full_name: concat!("Faultscope ", env!("CARGO_PKG_VERSION")),
                short_description: Text::new(
                    "Finds errors in C and Boogie programs, and the statements that matter.",
                ),
                supported_taxonomies: rules::supported(&rules),
                rules,
                notifications: notifications::descriptors(),
            },
        },
        invocations: vec![Invocation {
            execution_successful: true,
            exit_code: options.exit_code,
            exit_code_description: meaning(report),
            working_directory: WorkingDirectory { uri_base_id: ROOT },
            tool_execution_notifications: notifications,
        }],
        original_uri_base_ids: BTreeMap::from([(
            ROOT,
            BaseId { description: Text::new("The folder in which the program was checked.") },
        )]),
        automation_details: AutomationDetails { id: automation_id(report) },
        artifacts: places.artifacts(),
        taxonomies,
        results,
        column_kind: "unicodeCodePoints",
        properties: properties(report),
    };
    Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: vec![run] }
}

/// What an exit code says.
fn meaning(report: &Report) -> &'static str {
    match report.verdict {
        Verdict::Safe if !report.suppressed.is_empty() => {
            "the program has no error but suppressed or known ones"
        }
        Verdict::Safe => "the program has no error",
        Verdict::TestsPass => "all tests pass",
        Verdict::Unsafe => "an error was found",
        Verdict::Unknown => "not decided",
    }
}

/// Runs on other programs are others: their results do not replace each other.
fn automation_id(report: &Report) -> String {
    let first = report.sources.files().next().map(|(_, file)| places::encoded(&file.name));
    let name = first.unwrap_or_default();
    format!("faultscope/{}/", name.trim_matches('/'))
}

/// What is known of the run as a whole. Others add theirs here.
fn properties(report: &Report) -> BTreeMap<&'static str, Value> {
    let statuses = [
        CheckStatus::Violated,
        CheckStatus::Undecided,
        CheckStatus::Proved,
        CheckStatus::HoldsWithinLimits,
        CheckStatus::NotReached,
        CheckStatus::NotAsked,
    ];
    let count = |status| report.checks.iter().filter(|it| it.status == status).count();
    let checks: BTreeMap<&str, usize> = statuses.into_iter().map(|it| (it.name(), count(it))).collect();
    let mut properties =
        BTreeMap::from([("verdict", json!(report.verdict.name())), ("checks", json!(checks))]);
    if let Some(specification) = &report.specification {
        properties.insert("result", json!(specification.result));
    }
    if let Some(coverage) = report.coverage {
        properties.insert("coverage", json!(coverage.name()));
    }
    if !report.tests.is_empty() {
        let tests = report.tests.iter().map(|it| json!({ "name": it.name, "status": it.status.name() }));
        properties.insert("tests", tests.collect());
    }
    properties
}

#[cfg(test)]
mod tests;
