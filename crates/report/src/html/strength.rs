//! How findings look: a class for the style sheet, and words for everybody.

use crate::{Finding, FindingKind, Report, Strength};

/// How a finding is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Look {
    /// The class of its elements.
    pub(super) class: &'static str,
    /// What the mark means.
    pub(super) words: &'static str,
}

/// All there are, the strongest first.
const LOOKS: [Look; 7] = [
    Look { class: "constant", words: "one value avoids it for all inputs" },
    Look { class: "expression", words: "some value avoids it for each input" },
    Look { class: "relevant", words: "a value avoids it for some inputs" },
    Look { class: "statement", words: "branch or whole statement" },
    Look { class: "outside", words: "input" },
    Look { class: "undecided", words: "may matter (not decided)" },
    Look { class: "aberrant", words: "matters only in runs without the error" },
];

impl Look {
    /// That of a finding.
    pub(super) fn of(finding: &Finding) -> Look {
        let is_way = finding.kind.is_choice() || finding.kind.is_of_statement();
        LOOKS[match finding.strength {
            Strength::Undecided => 5,
            Strength::TraceAberrant | Strength::Irrelevant => 6,
            _ if is_way || finding.kind == FindingKind::Missing => 3,
            _ if !finding.kind.is_code() => 4,
            Strength::Constant => 0,
            Strength::Expression => 1,
            Strength::Relevant => 2,
        }]
    }

    /// Those that a report has, in order.
    pub(super) fn all(report: &Report) -> Vec<Look> {
        let is_used = |look: &Look| report.findings.iter().any(|it| Look::of(it) == *look);
        LOOKS.into_iter().filter(is_used).collect()
    }
}
