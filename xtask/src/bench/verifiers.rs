//! What the verifiers gave: tables of several error traces, and of programs without an error.

use std::fmt::Write;
use std::time::Duration;

use super::figures::{count, median, seconds};
use super::record::Record;

/// The programs of which several error traces were looked for; none where there are no such programs. In the manner of
/// seed 002, table 2.
pub fn several_traces(records: &[&Record]) -> Option<String> {
    let records: Vec<&&Record> = records.iter().filter(|it| !it.coverage.is_empty()).collect();
    if records.is_empty() {
        return None;
    }
    let mut text =
        "| program | traces | all | groups | relevant | statements | localization s | danger automata s \
        | of the time % | cut short | time s | iterations |\n\
        |---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
    for record in &records {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            record.path,
            count(record.traces),
            match record.coverage.as_str() {
                "all" => "yes",
                "up-to-edges" => "up to edges",
                "alike" => "up to likeness",
                _ => "no",
            },
            count(record.groups),
            count(record.relevant),
            count(record.trace_statements),
            seconds(record.localization_seconds),
            seconds(record.danger_seconds),
            percent(record.danger_seconds.unwrap_or_default(), record.seconds.unwrap_or_default()),
            count(record.cut_short),
            seconds(record.seconds),
            count(record.iterations),
        );
    }
    let n_all = records.iter().filter(|it| it.coverage == "all").count();
    let sum = |of: fn(&Record) -> Option<f64>| records.iter().filter_map(|it| of(it)).sum::<f64>();
    let (danger, time) = (sum(|it| it.danger_seconds), sum(|it| it.seconds));
    let _ = writeln!(
        text,
        "\nAll error traces of {n_all} of {} programs; danger automata {danger:.2} s of {time:.2} s, {} %.",
        records.len(),
        percent(danger, time),
    );
    Some(text)
}

/// The programs that have no error, or are said to have none; none where there are no such programs.
pub fn safe_programs(records: &[&Record]) -> Option<String> {
    let is_safe = |it: &&&Record| it.verdict == "safe" || it.expected == "safe";
    let records: Vec<&&Record> = records.iter().filter(is_safe).collect();
    if records.is_empty() {
        return None;
    }
    let mut text = "| program | proved by | time s | iterations | note |\n|---|---|--:|--:|---|\n".to_owned();
    for record in &records {
        let by = match record.answered_by.as_str() {
            _ if record.verdict != "safe" => "not proved",
            "bmc" => "bounded model checking",
            "trace-abstraction" => "trace abstraction",
            other => other,
        };
        let _ = writeln!(
            text,
            "| {} | {by} | {} | {} | {} |",
            record.path,
            seconds(record.seconds),
            count(record.iterations),
            record.note.replace('|', "\\|"),
        );
    }
    let proved: Vec<f64> =
        records.iter().filter(|it| it.verdict == "safe").filter_map(|it| it.seconds).collect();
    let _ = writeln!(
        text,
        "\n{} of {} proved, {} s in the median.",
        proved.len(),
        records.len(),
        seconds(median(&proved)),
    );
    Some(text)
}

fn percent(part: f64, whole: f64) -> String {
    // Below the clock's precision there is no share.
    if whole < Duration::from_millis(1).as_secs_f64() {
        return String::new();
    }
    format!("{:.0}", 100.0 * part / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(path: &str, verdict: &str) -> Record {
        Record {
            path: path.to_owned(),
            expected: verdict.to_owned(),
            verdict: verdict.to_owned(),
            seconds: Some(2.0),
            ..Record::default()
        }
    }

    #[test]
    fn programs_of_one_trace_are_not_in_the_table_of_several() {
        let one = record("a.c", "unsafe");
        assert_eq!(several_traces(&[&one]), None);
        let several = Record {
            traces: Some(5),
            coverage: "all".to_owned(),
            groups: Some(2),
            relevant: Some(9),
            trace_statements: Some(40),
            localization_seconds: Some(0.25),
            danger_seconds: Some(0.5),
            cut_short: Some(1),
            iterations: Some(12),
            ..record("b.c", "unsafe")
        };
        let table = several_traces(&[&one, &several]).expect("a table");
        let row = "| b.c | 5 | yes | 2 | 9 | 40 | 0.250 | 0.500 | 25 | 1 | 2.000 | 12 |\n";
        assert!(table.contains(row), "{table}");
        assert!(
            table.ends_with("All error traces of 1 of 1 programs; danger automata 0.50 s of 2.00 s, 25 %.\n")
        );
        assert!(!table.contains("a.c"), "{table}");
    }

    #[test]
    fn a_program_without_a_proof_is_named() {
        let proved = Record { answered_by: "trace-abstraction".to_owned(), ..record("a.c", "safe") };
        let open = Record { expected: "safe".to_owned(), ..record("b.c", "unknown") };
        let table = safe_programs(&[&proved, &open, &record("c.c", "unsafe")]).expect("a table");
        assert!(table.contains("| a.c | trace abstraction | 2.000 |"), "{table}");
        assert!(table.contains("| b.c | not proved | 2.000 |"), "{table}");
        assert!(table.ends_with("1 of 2 proved, 2.000 s in the median.\n"), "{table}");
        assert_eq!(safe_programs(&[&record("c.c", "unsafe")]), None);
    }
}
