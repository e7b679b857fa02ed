//! How the tests went.

use super::page::Page;
use crate::words;
use crate::{Test, TestStatus, Verdict};

/// So many tests that do not pass are listed in the whole report.
pub(super) const MAX_LISTED: usize = 8;

/// So many lines of one thing that the test gives are shown.
const MAX_GIVEN: usize = 3;

impl Page<'_> {
    /// How many tests there are of each kind, and at most so many of those that do not pass.
    pub(super) fn tests(&self, max: usize) -> String {
        let tests = &self.report.tests;
        // What is wrong in the only test is the error that is shown.
        let is_shown_above = matches!(&tests[..], [only] if only.trace == Some(0));
        if tests.is_empty() || is_shown_above || self.report.verdict == Verdict::TestsPass {
            return String::new();
        }
        let count = |status: TestStatus| tests.iter().filter(|it| it.status == status).count();
        let kinds = [
            (TestStatus::Failed, "failed"),
            (TestStatus::Crashed, "crashed"),
            (TestStatus::RanOn, "did not end"),
            (TestStatus::Undecided, "could not be decided"),
            (TestStatus::Passed, "passed"),
        ];
        let counts = kinds.iter().map(|(status, verb)| (count(*status), verb));
        let counts: Vec<String> =
            counts.filter(|(n, _)| *n > 0).map(|(n, verb)| format!("{n} {verb}")).collect();
        let mut text = self.heading(&words::count(tests.len(), "test"), &counts.join(", "));
        let open: Vec<&Test> = tests.iter().filter(|it| it.status != TestStatus::Passed).collect();
        let mut listed: Vec<&Test> = open.iter().copied().take(max).collect();
        // The one that is shown is listed in any case.
        let shown = open.iter().find(|it| it.trace == Some(0));
        if let (Some(last), Some(shown)) = (listed.last().copied(), shown)
            && !listed.iter().any(|it| it.trace == Some(0))
        {
            listed.retain(|it| *it != last);
            listed.push(shown);
        }
        let width = listed.iter().map(|it| it.name.chars().count()).max().unwrap_or(0);
        for test in listed {
            let shown =
                if test.trace == Some(0) { self.style().faint(" (shown here)") } else { String::new() };
            text += &format!("  {:width$}  {}{shown}\n", test.name, words::test(test));
            let given = self.report.traces.first().and_then(|it| it.given.as_ref());
            for item in
                given.filter(|_| test.trace == Some(0)).iter().flat_map(|it| words::given_items(it, true))
            {
                text += &self.given_item(&item, 4, MAX_GIVEN);
            }
        }
        if open.len() > max {
            text += &self.style().faint(&format!("  and {} more\n", open.len() - max));
        }
        text
    }
}
