//! Patches: lines as they are and as they would be.

use super::page::Page;
use crate::{ContractCheck, ContractOutcome, Patch, PatchVerdict, snippet};

/// Most patches that are shown.
const MAX_SHOWN: usize = 5;

impl Page<'_> {
    /// Changes of single lines, the best first.
    pub(super) fn patches(&self) -> String {
        let patches = &self.report.patches;
        if patches.is_empty() {
            return String::new();
        }
        let mut text = self.heading("Patches", "one of them is enough; each was executed and verified");
        let n_shown = if self.options.all_findings { patches.len() } else { MAX_SHOWN };
        for patch in patches.iter().take(n_shown) {
            text += &self.patch(patch);
        }
        if patches.len() > n_shown {
            let more = format!("  {} more (--all-findings shows them)\n", patches.len() - n_shown);
            text += &self.style().faint(&more);
        }
        text
    }

    fn standing(&self, patch: &Patch) -> String {
        let shown = verdict(patch, self.report.tests.len());
        match &patch.contract {
            Some(check) => format!("{shown}; {}", contract(check)),
            None => shown,
        }
    }

    fn patch(&self, patch: &Patch) -> String {
        let place = snippet::line(&self.report.sources, patch.span, self.usual());
        let (minus, plus) = (patch.old_line.trim(), patch.new_line.trim());
        let constant =
            if patch.is_constant { "; a constant, which may fit nothing but the tests" } else { "" };
        let shown = format!("{}{constant}", self.standing(patch));
        let reason = patch.reason.as_ref().map(|it| self.style().faint(&format!("      {it}\n")));
        format!(
            "  {place}  {}\n    - {minus}\n    + {}\n{}",
            self.style().faint(&shown),
            self.style().good(plus),
            reason.unwrap_or_default()
        )
    }
}

/// What was shown of a patch.
fn verdict(patch: &Patch, n_tests: usize) -> String {
    let shown = match (patch.verdict, patch.reaches_check) {
        (PatchVerdict::Proved, true) => "proved: the patched program has no error",
        (PatchVerdict::Proved, false) => {
            "proved: the patched program has no error; on these inputs it no longer gets to the check"
        }
        (PatchVerdict::PassesTests, _) if n_tests > 1 => return format!("passes all {n_tests} tests"),
        (PatchVerdict::PassesTests, _) => "passes the test",
        (PatchVerdict::RepairsShownTraces, true) => "repairs the shown error traces; the rest is not decided",
        (PatchVerdict::RepairsShownTraces, false) => {
            "repairs the shown error traces by not getting to the check; the rest is not decided"
        }
    };
    shown.to_owned()
}

/// What is known of a patch and of contracts.
fn contract(check: &ContractCheck) -> String {
    let names: Vec<String> = check.functions.iter().map(|name| format!("`{name}`")).collect();
    let contracts = if names.len() == 1 { "the contract of" } else { "the contracts of" };
    match &check.outcome {
        ContractOutcome::Met { max_array, ends } => {
            let size = max_array.map_or_else(String::new, |n| format!(" for arrays of up to {n} elements"));
            let ends = if *ends { "" } else { "; whether every call ends is not said" };
            format!("meets {contracts} {}{size}{ends}", names.join(", "))
        }
        ContractOutcome::Violated { function, message, values } => {
            let values: Vec<String> =
                values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let with =
                if values.is_empty() { String::new() } else { format!(", with {}", values.join(", ")) };
            format!("violates the contract of `{function}`: {message}{with}")
        }
        ContractOutcome::Open { function } => {
            format!("whether it meets the contract of `{function}` is not decided")
        }
    }
}
