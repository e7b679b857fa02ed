//! Verdicts against what manifests expect: how many errors are found, how many programs are proved, and which answers are
//! wrong.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::expected::Expected;
use super::figures::{median, seconds};
use super::record::Record;

/// A table with a row for each suite and each folder in it, and the wrong answers one by one. *Others* are programs of which a
/// manifest expects no answer, or leaves it open.
pub fn verdicts(records: &[Record], suites: &[&str]) -> String {
    let head = "| suite | found | proved | wrong | others | time s: median, max | CBMC: found | proved | time s: median |\n\
        |---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    let mut text = head.to_owned();
    for suite in suites {
        let records: Vec<&Record> = records.iter().filter(|it| it.suite == *suite).collect();
        text.push_str(&row(suite, &records));
        let mut folders: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
        for record in &records {
            let folder = record.path.split_once('/').map_or("", |(folder, _)| folder);
            folders.entry(folder).or_default().push(record);
        }
        if folders.len() > 1 {
            folders
                .iter()
                .for_each(|(folder, records)| text.push_str(&row(&format!("{suite}/{folder}"), records)));
        }
    }
    if suites.len() > 1 {
        text.push_str(&row("**all**", &records.iter().collect::<Vec<_>>()));
    }
    for suite in suites {
        let may_be_open = |it: &&Record| it.suite == *suite && it.expected.contains("or unknown");
        let open: Vec<&Record> = records.iter().filter(may_be_open).collect();
        let n_open = open.iter().filter(|it| it.verdict == "unknown").count();
        if !open.is_empty() {
            let _ = writeln!(text, "\n{suite}: {n_open} of {} that may be unknown are unknown.", open.len());
        }
    }
    let wrong: Vec<&Record> = records.iter().filter(|it| it.outcome == "WRONG").collect();
    if !wrong.is_empty() {
        text.push_str("\nWrong:\n\n");
    }
    for record in wrong {
        let what = if record.verdict == "unsafe" { &record.error } else { &record.assuming };
        let what = if what.is_empty() { String::new() } else { format!(" ({what})") };
        let Record { suite, path, expected, verdict, .. } = record;
        let _ = writeln!(text, "* {suite}/{path}: {verdict}{what}, expected {expected}");
    }
    text
}

fn row(name: &str, records: &[&Record]) -> String {
    let expects = |it: &Record, expected: Expected| it.expected == expected.to_string();
    let is_right = |it: &&&Record| it.outcome == "right";
    let erroneous: Vec<&&Record> = records.iter().filter(|it| expects(it, Expected::UNSAFE)).collect();
    let safe: Vec<&&Record> = records.iter().filter(|it| expects(it, Expected::SAFE)).collect();
    let times: Vec<f64> = records.iter().filter_map(|it| it.seconds).collect();
    let max = times.iter().copied().reduce(f64::max);
    let answered =
        |records: &[&&Record], answer| records.iter().filter(|it| it.cbmc.starts_with(answer)).count();
    let of_peer: Vec<f64> = records.iter().filter_map(|it| it.cbmc_seconds).collect();
    let (found, proved) = (answered(&erroneous, "trace"), answered(&safe, "proved"));
    let peer = match median(&of_peer) {
        None => " | | ".to_owned(),
        it => format!("{found} | {proved} | {}", seconds(it)),
    };
    format!(
        "| {name} | {} of {} | {} of {} | {} | {} | {} {} | {peer} |\n",
        erroneous.iter().filter(|it| is_right(it)).count(),
        erroneous.len(),
        safe.iter().filter(|it| is_right(it)).count(),
        safe.len(),
        records.iter().filter(|it| it.outcome == "WRONG").count(),
        records.len() - erroneous.len() - safe.len(),
        seconds(median(&times)),
        seconds(max),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_proved_and_wrong_is_counted() {
        let record = |path: &str, expected: Expected, verdict: &str, seconds| Record {
            suite: "s".to_owned(),
            path: path.to_owned(),
            expected: expected.to_string(),
            verdict: verdict.to_owned(),
            outcome: expected.judge(verdict, false).to_owned(),
            seconds: Some(seconds),
            error: if verdict == "unsafe" { "overflow a.c:3 in f".to_owned() } else { String::new() },
            ..Record::default()
        };
        let records = [
            record("a.c", Expected::UNSAFE, "unsafe", 1.0),
            record("b.c", Expected::UNSAFE, "unknown", 10.0),
            record("c.c", Expected::UNSAFE, "safe", 2.0),
            record("d.c", Expected::SAFE, "safe", 3.0),
            record("e.c", Expected::SAFE, "unsafe", 4.0),
            record("f.c", Expected::parse("FALSE OR UNKNOWN"), "unknown", 5.0),
        ];
        let text = verdicts(&records, &["s"]);
        assert!(text.contains("| s | 1 of 3 | 1 of 2 | 2 | 1 | 3.500 10.000 |  | |  |\n"), "{text}");
        let wrong = "\nWrong:\n\n* s/c.c: safe, expected unsafe\n* s/e.c: unsafe (overflow a.c:3 in f), expected safe\n";
        assert!(text.ends_with(wrong), "{text}");
    }

    #[test]
    fn what_cbmc_answers_stands_beside_each_folder() {
        let record = |path: &str, expected: Expected, cbmc: &str| Record {
            suite: "s".to_owned(),
            path: path.to_owned(),
            expected: expected.to_string(),
            cbmc: cbmc.to_owned(),
            cbmc_seconds: Some(2.0),
            ..Record::default()
        };
        let records = [
            record("x/a.c", Expected::UNSAFE, "trace (unwind 4)"),
            record("x/b.c", Expected::SAFE, "proved (unwind 1)"),
            record("y/c.c", Expected::SAFE, "timeout"),
        ];
        let text = verdicts(&records, &["s"]);
        assert!(text.contains("| s | 0 of 1 | 0 of 2 | 0 | 0 |   | 1 | 1 | 2.000 |\n"), "{text}");
        assert!(text.contains("| s/y | 0 of 0 | 0 of 1 | 0 | 0 |   | 0 | 0 | 2.000 |\n"), "{text}");
    }
}
