//! Patches: what was shown of one, what speaks against it, and how two differ.

use faultscope_ir::{SourceMap, Span};

use crate::{
    Behaviour, ContractCheck, ContractOutcome, Keeps, KeepsLevel, KeptChange, KeptProof, LeftError, Patch,
    PatchDifference, PatchVerdict, Report, snippet,
};

/// Most inputs that are shown of an execution.
const MAX_INPUTS: usize = 4;

/// Most characters of an input or output that are shown.
const MAX_TEXT: usize = 60;

/// What was shown of a patch, and what speaks against it.
pub(crate) fn standing(report: &Report, patch: &Patch) -> String {
    let mut shown = verdict(patch, report.tests.len());
    shown += &match patch.shows_the_same {
        0 => String::new(),
        1 => "; output unchanged on the passing input around it".to_owned(),
        n => format!("; output unchanged on the {n} passing inputs around it"),
    };
    if !patch.leaves.is_empty() {
        let left = left_errors(&report.sources, &patch.leaves, report.error().map(|it| it.span));
        shown += &format!("; errors that remain: {left}");
    }
    // A proof says it for the contract, too; that the rest is not decided says it of none.
    let is_by_tests = patch.verdict == PatchVerdict::PassesTests;
    if let Some(check) = patch.contract.as_ref().filter(|it| is_by_tests || !is_known(patch, it)) {
        shown += &format!("; {}", contract(check, max_array(check)));
    }
    if patch.is_constant && patch.verdict == PatchVerdict::PassesTests {
        shown += "; a constant that may only fit the tests";
    }
    shown
}

/// Whether what was shown of a patch says what is known of a contract.
fn is_known(patch: &Patch, check: &ContractCheck) -> bool {
    match check.outcome {
        ContractOutcome::Met { .. } => patch.verdict == PatchVerdict::Proved,
        ContractOutcome::Open { .. } => patch.verdict == PatchVerdict::RepairsShownTraces,
        ContractOutcome::Violated { .. } => false,
    }
}

/// What was shown of a patch.
fn verdict(patch: &Patch, n_tests: usize) -> String {
    let arrays = patch.contract.as_ref().and_then(max_array).map(of_arrays).unwrap_or_default();
    let shown = match (patch.verdict, patch.reaches_check) {
        (PatchVerdict::Proved, true) if !patch.leaves.is_empty() => "repairs: proved, this error is gone",
        (PatchVerdict::Proved, false) if !patch.leaves.is_empty() => {
            "repairs: proved, this error is gone; these inputs no longer reach the check"
        }
        (PatchVerdict::Proved, true) => return format!("repairs: proved{arrays}, no execution fails"),
        (PatchVerdict::Proved, false) => {
            return format!(
                "repairs: proved{arrays}, no execution fails; these inputs no longer reach the check"
            );
        }
        (PatchVerdict::PassesTests, _) if n_tests > 1 => return format!("passes all {n_tests} tests"),
        (PatchVerdict::PassesTests, _) => "passes the test",
        (PatchVerdict::RepairsShownTraces, true) => {
            "repairs the failing runs shown; not decided for all others"
        }
        (PatchVerdict::RepairsShownTraces, false) => {
            "repairs the failing runs shown by avoiding the check; not decided for all others"
        }
    };
    shown.to_owned()
}

/// Most errors that are named of those that are left.
const MAX_LEFT: usize = 3;

/// The errors that a change leaves.
pub(crate) fn left_errors(sources: &SourceMap, leaves: &[LeftError], usual: Option<Span>) -> String {
    let error = |it: &LeftError| format!("{} ({})", snippet::line(sources, it.span, usual), it.message);
    let mut named: Vec<String> = leaves.iter().take(MAX_LEFT).map(error).collect();
    if leaves.len() > MAX_LEFT {
        named.push(format!("{} more", leaves.len() - MAX_LEFT));
    }
    named.join(", ")
}

/// What a patch keeps of executions that work, or changes on them.
pub(crate) fn keeps(report: &Report, patch: &Patch) -> Option<String> {
    let usual = report.error().map(|it| it.span);
    let keeps = patch.keeps.as_ref()?;
    let arrays = patch.contract.as_ref().and_then(max_array).map(of_arrays).unwrap_or_default();
    Some(keeping(&report.sources, keeps, &[&patch.function], (&arrays, usual)))
}

/// What a change of these functions keeps: what is proved of it for these arrays, and what was executed.
pub(crate) fn keeping(
    sources: &SourceMap,
    keeps: &Keeps,
    functions: &[&str],
    (arrays, usual): (&str, Option<Span>),
) -> String {
    let executed = || kept(sources, keeps, functions, usual);
    let ends = match keeps.proof {
        None => return executed(),
        Some(KeptProof::NothingDiffers) => {
            return format!("keeps: proved{arrays}, nothing differs in any run that worked");
        }
        Some(KeptProof::ShowsTheSame) => "",
        Some(KeptProof::ShowsTheSameIfItEnds) => ", if the program ends",
    };
    let shown = format!("the visible behaviour stays the same{ends} (proved{arrays})");
    match keeps.executions {
        0 => format!("keeps: {shown}"),
        _ => format!("{}; {shown}", executed()),
    }
}

/// What a change of these functions keeps of the executions around the failing one that work, or changes on them.
fn kept(sources: &SourceMap, keeps: &Keeps, functions: &[&str], usual: Option<Span>) -> String {
    let executions = match keeps.executions {
        1 => "the passing run that reaches this line".to_owned(),
        n => format!("the {n} passing runs that reach this line"),
    };
    match keeps.level() {
        KeepsLevel::NothingDiffers => format!("keeps: nothing differs in {executions}"),
        KeepsLevel::NothingElseDiffers => format!("keeps: nothing else differs in {executions}"),
        KeepsLevel::CallersSeeTheSame => {
            let functions: Vec<String> = functions.iter().map(|it| format!("`{it}`")).collect();
            format!("keeps: callers of {} see the same in {executions}", functions.join(" and "))
        }
        KeepsLevel::Changes => {
            let n_changed = keeps.executions - keeps.same_to_callers;
            let what =
                keeps.change.as_ref().map_or("their behaviour".to_owned(), |it| change(sources, it, usual));
            format!("changes {n_changed} of {executions}: {what}")
        }
    }
}

/// What an execution does otherwise.
fn change(sources: &SourceMap, it: &KeptChange, usual: Option<Span>) -> String {
    let inputs: Vec<String> =
        it.inputs.iter().take(MAX_INPUTS).map(|(name, value)| format!("{name} = {value}")).collect();
    let given = match it.inputs.len() {
        0 => String::new(),
        n if n > MAX_INPUTS => format!("with {}, … ", inputs.join(", ")),
        _ => format!("with {}, ", inputs.join(", ")),
    };
    let place = snippet::line(sources, it.span, usual);
    match &it.value {
        Some([name, before, after]) => {
            format!("{given}`{name}` on {place} is {after} instead of {before}")
        }
        None => format!("{given}{place} runs differently"),
    }
}

/// How many elements arrays have at most for which contracts are met; none where that does not matter.
fn max_array(check: &ContractCheck) -> Option<u64> {
    match check.outcome {
        ContractOutcome::Met { max_array, .. } => max_array,
        ContractOutcome::Violated { .. } | ContractOutcome::Open { .. } => None,
    }
}

fn of_arrays(max_array: u64) -> String {
    format!(" for arrays of up to {max_array} elements")
}

/// What is known of a patch and of contracts, with the bound on arrays where it is said here.
fn contract(check: &ContractCheck, max_array: Option<u64>) -> String {
    let names: Vec<String> = check.functions.iter().map(|name| format!("`{name}`")).collect();
    let contracts = if names.len() == 1 { "the contract of" } else { "the contracts of" };
    match &check.outcome {
        ContractOutcome::Met { ends, .. } => {
            let size = max_array.map(of_arrays).unwrap_or_default();
            let ends = if *ends { "" } else { "; termination of every call is not checked" };
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
            format!("not decided whether it meets the contract of `{function}`")
        }
    }
}

/// An input on which a patch differs from the first one.
pub(crate) fn difference(it: &PatchDifference) -> String {
    let mut given = Vec::new();
    if !it.stdin.is_empty() || (it.arguments.is_empty() && it.values.is_none()) {
        given.push(format!("the input {}", quoted(it.stdin.trim_end())));
    }
    if !it.arguments.is_empty() {
        given.push(format!("the arguments {}", quoted(&it.arguments.join(" "))));
    }
    if let Some(values) = &it.values {
        let values: Vec<String> = values.iter().map(i128::to_string).collect();
        given.push(format!("the values {}", quoted(&values.join(" "))));
    }
    let (first, this) = behaviours(&it.first, &it.this);
    format!("      with {} the first patch {first}, this one {this}\n", given.join(" and "))
}

/// What two programs do that do not do the same.
fn behaviours(first: &Behaviour, this: &Behaviour) -> (String, String) {
    match (first, this) {
        (
            Behaviour::Ends { output: first, status: status_of_first },
            Behaviour::Ends { output: this, status: status_of_this },
        ) => {
            if first.trim_end() == this.trim_end() {
                let of = |status| format!("ends with status {status}");
                return (of(status_of_first), of(status_of_this));
            }
            let (first, this): (Vec<&str>, Vec<&str>) =
                (first.trim_end().lines().collect(), this.trim_end().lines().collect());
            let n = first.iter().zip(&this).take_while(|(first, this)| first == this).count();
            let of = |lines: &[&str]| match lines.get(n) {
                Some(line) if n > 0 => format!("prints {} in line {}", quoted(line), n + 1),
                Some(line) => format!("prints {}", quoted(line)),
                None if n > 0 => format!("prints nothing after line {n}"),
                None => "prints nothing".to_owned(),
            };
            (of(&first), of(&this))
        }
        (first, this) => (behaviour(first), behaviour(this)),
    }
}

fn behaviour(behaviour: &Behaviour) -> String {
    match behaviour {
        Behaviour::Ends { output, .. } => match output.trim_end().lines().next() {
            Some(line) => format!("prints {}", quoted(line)),
            None => "prints nothing".to_owned(),
        },
        Behaviour::Undefined { message } => format!("has undefined behaviour ({message})"),
        Behaviour::Fails { message } => format!("fails ({message})"),
    }
}

/// A text as it stands in a sentence.
fn quoted(text: &str) -> String {
    let visible = |it: char| match it {
        ' ' => " ".to_owned(),
        it if it.is_whitespace() || it.is_control() => it.escape_default().to_string(),
        it => it.to_string(),
    };
    let mut shown: String = text.chars().take(MAX_TEXT).map(visible).collect();
    if text.chars().count() > MAX_TEXT {
        shown += "…";
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(output: &str, status: i32) -> Behaviour {
        Behaviour::Ends { output: output.to_owned(), status }
    }

    #[track_caller]
    fn check(stdin: &str, first: Behaviour, this: Behaviour, expected: &str) {
        let difference = difference(&PatchDifference {
            like: "1".to_owned(),
            stdin: stdin.to_owned(),
            arguments: Vec::new(),
            values: None,
            first,
            this,
        });
        assert_eq!(difference, format!("      {expected}\n"));
    }

    #[test]
    fn what_differs_is_said() {
        let undefined = Behaviour::Undefined { message: "an index is out of bounds".to_owned() };
        check(
            "3\n4\n",
            ends("7\n", 0),
            ends("12\n", 0),
            "with the input `3\\n4` the first patch prints `7`, this one prints `12`",
        );
        check(
            "",
            ends("a\nb", 0),
            ends("a", 0),
            "with the input `` the first patch prints `b` in line 2, this one prints nothing after line 1",
        );
        check(
            "x",
            ends("a", 0),
            ends("a", 2),
            "with the input `x` the first patch ends with status 0, this one ends with status 2",
        );
        check(
            "x",
            undefined,
            ends("", 2),
            "with the input `x` the first patch has undefined behaviour (an index is out of bounds), this one prints nothing",
        );
    }
}
