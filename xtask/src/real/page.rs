//! `docs/real.md`, made of the outcomes.

use std::fmt::Write;

use super::checkers::Said;
use super::outcome::{Kind, Outcome, short};
use crate::bench::median;

/// The whole page.
pub fn page(outcomes: &[Outcome], n_left_out: usize, timeout: u64) -> String {
    let of = |kind: Kind| outcomes.iter().filter(|it| it.kind == kind).collect::<Vec<_>>();
    let (bugs, libraries, tests) = (of(Kind::Bug), of(Kind::Library), of(Kind::Tests));
    let mut text = head(timeout);
    if n_left_out > 0 {
        let _ = writeln!(text, "{n_left_out} programs of these suites were not run and are left out.");
    }
    if !bugs.is_empty() {
        let _ = write!(text, "\n## Bugs of libraries, beside sanitizers and valgrind\n\n{}", summary(&bugs));
        let _ = write!(text, "\n### What Faultscope says\n\n{}", ours(&bugs));
        let _ = write!(text, "\n### What gcc's sanitizers and valgrind print\n\n{}", theirs(&bugs));
    }
    if !tests.is_empty() {
        let _ = write!(text, "\n## Faulty programs with tests\n\n{}\n{}", totals(&tests), with_tests(&tests));
    }
    if !libraries.is_empty() {
        let _ = write!(
            text,
            "\n## Libraries without a driver\n\n{}\n{}",
            totals(&libraries),
            without_driver(&libraries)
        );
    }
    text
}

fn head(timeout: u64) -> String {
    format!(
        "# Real programs\n\n\
        What Faultscope says about programs as people wrote them, and what gcc's sanitizers and valgrind print for the same bugs.\n\n\
        `cargo xtask real --timeout {timeout} --page docs/real.md` runs every program and writes this page; do not edit it.\n\
        The programs are not part of the project ([benchmarks](benchmarks.md)).\n\
        Each may take {timeout} s, one at a time, on 2 cores that were shared with other work, so that times by the wall clock are upper bounds, and runs are cut short that are not on an idle machine.\n\
        Seconds are those of the wall clock, *CPU s* those of the processor over all threads, MiB the largest resident set; `*` marks a run that the time limit cut short.\n\
        A rank is the position of the first place on a faulty line in the default report, each line counted once; \
        `-` means that no faulty line is listed.\n"
    )
}

/// How many of the bugs each tool shows, and how closely.
fn summary(bugs: &[&Outcome]) -> String {
    let n = bugs.len();
    let count = |is: &dyn Fn(&Outcome) -> bool| bugs.iter().filter(|it| is(it)).count();
    let names = |is: &dyn Fn(&Outcome) -> bool| {
        let names: Vec<String> =
            bugs.iter().filter(|it| is(it)).map(|it| format!("`{}`", it.program.path)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let top = |most: usize| count(&|it| it.rank.is_some_and(|rank| rank <= most));
    let finds = |it: &Outcome| it.verdict == "error";
    let reports = |it: &Outcome| it.sanitizers.as_ref().is_some_and(|said| said.is_report);
    let prints_fault = |it: &Outcome| it.sanitizers.as_ref().is_some_and(|said| names_fault(it, said));
    let ranks_fault = |it: &Outcome| it.rank.is_some_and(|rank| rank <= 3) || it.is_error_faulty;
    let mut text = format!("{n} bugs that were fixed upstream, each with an input that shows it.\n\n");
    text += "| tool | says that something is wrong | names a line where it shows | prints a line of the fix | has a patch |\n\
        |---|--:|--:|--:|--:|\n";
    let _ = writeln!(
        text,
        "| Faultscope | {} | {} | {} | {} |",
        count(&finds),
        count(&|it| it.is_at_error == Some(true)),
        count(&|it| it.rank.is_some() || it.is_error_faulty),
        count(&|it| it.patch.is_some()),
    );
    type SaidOf = for<'a> fn(&'a Outcome) -> Option<&'a Said>;
    let others: [(&str, SaidOf); 2] =
        [("gcc's sanitizers", |it| it.sanitizers.as_ref()), ("valgrind", |it| it.valgrind.as_ref())];
    for (name, said) in others {
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | |",
            count(&|it| said(it).is_some_and(is_alarm)),
            count(&|it| said(it).is_some_and(|said| is_at_error(it, said))),
            count(&|it| said(it).is_some_and(|said| names_fault(it, said))),
        );
    }
    let _ = write!(
        text,
        "\nA failed assertion of the program counts as *says that something is wrong* for all; the sanitizers themselves report {} of them.\n\
        A run that does not end, or that prints something else than is expected, is not seen by the sanitizers.\n\n",
        count(&reports)
    );
    let times: Vec<f64> = bugs.iter().map(|it| it.seconds).collect();
    let _ = write!(
        text,
        "What Faultscope adds:\n\n\
        - Its first place is a line of the fix for {}, one of the first three for {}, one of the first ten for {} of {n}.\n\
        - A line of the fix is its error or among its first three places, and nowhere in what the sanitizers print, for {}.\n\
        - It finds an error where the sanitizers print nothing for {}.\n\n\
        Where it says less:\n\n\
        - The sanitizers say that something is wrong and Faultscope finds no error: {}.\n\
        - It finds an error, but not where the fault shows: {}.\n\
        - The sanitizers print a line of the fix that is neither its error nor among its first three places: {}.\n\
        - It has no patch for {} of {n}; whether a patch is right is not asked here ([benchmarks](benchmarks.md#real-bugs-of-libraries)).\n\
        - It takes {} s in the median, and {} runs were cut short.\n",
        top(1),
        top(3),
        top(10),
        names(&|it| ranks_fault(it) && !prints_fault(it)),
        names(&|it| finds(it) && !it.sanitizers.as_ref().is_some_and(is_alarm)),
        names(&|it| !finds(it) && it.sanitizers.as_ref().is_some_and(is_alarm)),
        names(&|it| finds(it) && it.is_at_error != Some(true)),
        names(&|it| prints_fault(it) && !ranks_fault(it)),
        count(&|it| it.patch.is_none()),
        rounded(median(&times).unwrap_or_default()),
        count(&|it| it.is_cut),
    );
    text
}

/// Whether the execution stops with a message, of the checker or of the program.
fn is_alarm(said: &Said) -> bool {
    said.is_report || said.place.is_some()
}

fn is_at_error(outcome: &Outcome, said: &Said) -> bool {
    said.place.as_ref().is_some_and(|(file, line)| outcome.shows_at(file, *line))
}

fn names_fault(outcome: &Outcome, said: &Said) -> bool {
    said.places.iter().any(|(file, line)| outcome.is_faulty(file, *line))
}

fn ours(bugs: &[&Outcome]) -> String {
    let mut text = "| bug | verdict | error | where it shows | rank | first patch | s | CPU s | MiB |\n\
        |---|---|---|---|--:|---|--:|--:|--:|\n"
        .to_owned();
    for it in bugs {
        let is_at_error = it.is_at_error.map_or("", yes);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {is_at_error} | {} | {} | {} |",
            it.program.path,
            it.verdict,
            cell(&it.text),
            rank(it),
            patch(it),
            cost(it)
        );
    }
    text
}

fn theirs(bugs: &[&Outcome]) -> String {
    let mut text = "| bug | sanitizers | place | where it shows | prints a line of the fix | valgrind | place | where it shows | prints a line of the fix |\n\
        |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for it in bugs {
        let (sanitizers, valgrind) = (said(it, it.sanitizers.as_ref()), said(it, it.valgrind.as_ref()));
        let _ = writeln!(text, "| {} | {sanitizers} {valgrind}", it.program.path);
    }
    text
}

fn said(outcome: &Outcome, said: Option<&Said>) -> String {
    let Some(said) = said else { return "not installed | | |".to_owned() };
    let Some((file, line)) = &said.place else { return format!("{} | | |", cell(&said.text)) };
    let (shows, fault) = (yes(is_at_error(outcome, said)), yes(names_fault(outcome, said)));
    format!("{} | {file}:{line} | {shows} | {fault} |", cell(&said.text))
}

fn with_tests(outcomes: &[&Outcome]) -> String {
    let mut text = "| program | verdict | rank | places | first patch | s | CPU s | MiB |\n\
        |---|---|--:|--:|---|--:|--:|--:|\n"
        .to_owned();
    for it in outcomes {
        let patch = patch(it);
        let path = &it.program.path;
        let _ = writeln!(
            text,
            "| {path} | {} | {} | {} | {patch} | {} |",
            it.verdict,
            rank(it),
            it.n_places,
            cost(it)
        );
    }
    text
}

fn without_driver(outcomes: &[&Outcome]) -> String {
    let mut text = "Where there is no `main`, the first function is the entry, with arguments about which nothing is assumed: \
        an error can be a call that no caller makes.\n\n\
        | file | entry | verdict | what is said | s | CPU s | MiB |\n|---|---|---|---|--:|--:|--:|\n"
        .to_owned();
    for it in outcomes {
        let entry = it.entry.as_deref().unwrap_or("main");
        let path = &it.program.path;
        let _ = writeln!(text, "| {path} | `{entry}` | {} | {} | {} |", it.verdict, cell(&it.text), cost(it));
    }
    text
}

/// Sentences about the verdicts, ranks, times and memory of a table.
fn totals(outcomes: &[&Outcome]) -> String {
    let mut verdicts: Vec<(&str, usize)> = Vec::new();
    for it in outcomes {
        match verdicts.iter_mut().find(|(verdict, _)| *verdict == it.verdict) {
            Some((_, n)) => *n += 1,
            None => verdicts.push((&it.verdict, 1)),
        }
    }
    verdicts.sort();
    let verdicts: Vec<String> = verdicts.iter().map(|(verdict, n)| format!("{verdict} {n}")).collect();
    let mut text = format!("{} programs: {}.\n", outcomes.len(), verdicts.join(", "));
    if outcomes.iter().any(|it| it.kind == Kind::Tests) {
        let top = |most: usize| outcomes.iter().filter(|it| it.rank.is_some_and(|rank| rank <= most)).count();
        let n_patched = outcomes.iter().filter(|it| it.patch.is_some()).count();
        let _ = writeln!(
            text,
            "A faulty line is the first place of {}, among the first three of {}, the first five of {}, and listed for {}; {n_patched} have a patch.",
            top(1),
            top(3),
            top(5),
            top(usize::MAX)
        );
    }
    let times: Vec<f64> = outcomes.iter().map(|it| it.seconds).collect();
    let sizes: Vec<f64> = outcomes.iter().filter_map(|it| Some(it.peak_mib? as f64)).collect();
    let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    let _ = writeln!(
        text,
        "Seconds: {} in the median, {} at most; MiB: {} in the median, {} at most; {} were cut short.",
        rounded(median(&times).unwrap_or_default()),
        rounded(most(&times)),
        tens(median(&sizes).unwrap_or_default()),
        tens(most(&sizes)),
        outcomes.iter().filter(|it| it.is_cut).count(),
    );
    text
}

/// The first patch, whose parts are short already.
fn patch(outcome: &Outcome) -> String {
    without_html(outcome.patch.as_deref().unwrap_or("-")).replace('|', "\\|")
}

fn rank(outcome: &Outcome) -> String {
    outcome.rank.map_or("-".to_owned(), |it| it.to_string())
}

fn cost(outcome: &Outcome) -> String {
    let mark = if outcome.is_cut { "*" } else { "" };
    let size = outcome.peak_mib.map_or(String::new(), |it| tens(it as f64));
    let cpu = outcome.cpu_seconds.map_or(String::new(), rounded);
    format!("{}{mark} | {cpu} | {size}", rounded(outcome.seconds))
}

/// Whole seconds, and tenths of short ones.
fn rounded(seconds: f64) -> String {
    if seconds < 9.95 { format!("{seconds:.1}") } else { format!("{seconds:.0}") }
}

/// Rounded to tens.
fn tens(mib: f64) -> String {
    format!("{:.0}", (mib / 10.0).round() * 10.0)
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    // A place at the end is kept whole.
    let (text, place) = match text.rsplit_once(", ") {
        Some((text, place)) if place.contains(':') && !place.contains('`') => (text, format!(", {place}")),
        _ => (text, String::new()),
    };
    let text = short(text);
    // What is cut in the middle of code still ends it.
    let end = if text.matches('`').count() % 2 == 1 && text.ends_with('…') { "`" } else { "" };
    without_html(&format!("{text}{end}{place}")).replace('|', "\\|")
}

/// A text whose `<` outside code begins no element.
fn without_html(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, it)| if at % 2 == 0 { it.replace('<', "&lt;") } else { it.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::{bug, outcome};
    use super::*;

    #[test]
    fn a_page_has_a_row_for_each_tool() {
        let (_folder, programs) = bug();
        let text = page(&[outcome(&programs[0])], 2, 30);
        let has = |line: &str| assert!(text.contains(line), "{text}");
        has("\n2 programs of these suites were not run and are left out.\n");
        has("| Faultscope | 1 | 1 | 1 | 1 |\n");
        has("| gcc's sanitizers | 1 | 1 | 0 | |\n");
        has("| valgrind | 0 | 0 | 0 | |\n");
        has("nowhere in what the sanitizers print, for `one`.\n");
        has(
            "| one | error | out of bounds: `a[i]`, a.c:9 | yes | 2 | a.c:5: `n` → `n - 1` (proved) | 2.4 | 3.1 | 60 |\n",
        );
        has("| one | heap | a.c:9 | yes | no | not installed | | |\n");
    }

    #[test]
    fn cells_are_short_and_whole() {
        assert_eq!(cell("a || b < c"), "a \\|\\| b &lt; c");
        assert_eq!(cell("so `b < c` is < d"), "so `b < c` is &lt; d");
        let long = format!("null pointer: `{}`, a.c:3", "x".repeat(80));
        assert_eq!(cell(&long), format!("null pointer: `{}…`, a.c:3", "x".repeat(33)));
        assert_eq!(
            (rounded(0.04), rounded(9.97), tens(64.9)),
            ("0.0".to_owned(), "10".to_owned(), "60".to_owned())
        );
    }
}
