//! The Markdown that is written beside `results.tsv`: a table per suite, and totals.

use std::fmt::Write;

use super::figures::{count, median, seconds};
use super::program::Program;
use super::record::Record;
use super::{techniques, verdicts, verifiers};

/// The whole report. `skipped` holds suites, reasons and how many programs.
pub fn markdown(programs: &[Program], records: &[Record], skipped: &[(String, String, usize)]) -> String {
    let mut text = String::from("# Benchmark results\n");
    let mut suites: Vec<&str> = records.iter().map(|it| it.suite.as_str()).collect();
    suites.dedup();
    for suite in &suites {
        let records: Vec<&Record> = records.iter().filter(|it| it.suite == *suite).collect();
        let _ = write!(text, "\n## {suite}\n\n{}", rows(&records));
        let tables = [
            verifiers::several_traces(&records),
            verifiers::safe_programs(&records),
            techniques::compared(&records),
            beside_words(programs, &records),
        ];
        for table in tables {
            text.extend(table.map(|table| format!("\n{table}")));
        }
    }
    let _ = write!(text, "\n## Totals\n\n{}", totals(records, &suites));
    let _ = write!(text, "\n## Verdicts\n\n{}", verdicts::verdicts(records, &suites));
    if !skipped.is_empty() {
        text.push_str("\n## Skipped\n\n");
        for (suite, reason, n_programs) in skipped {
            let _ = writeln!(text, "* {suite}: {n_programs} programs, {reason}");
        }
    }
    text
}

fn rows(records: &[&Record]) -> String {
    let head = "| program | expected | outcome | error | time s | to the trace s | localization s | statements | relevant \
        | queries | findings | rank of the fault | CBMC s | note |\n\
        |---|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n";
    let mut text = head.to_owned();
    for record in records {
        let cbmc = match record.cbmc_seconds {
            Some(time) if record.cbmc.starts_with("trace") => format!("{time:.2}"),
            _ => record.cbmc.clone(),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {cbmc} | {} |",
            record.path,
            record.expected,
            record.outcome,
            record.error,
            seconds(record.seconds),
            seconds(record.trace_seconds),
            seconds(record.localization_seconds),
            count(record.trace_statements),
            count(record.relevant),
            count(record.queries),
            count(record.findings),
            rank(record),
            note(record).replace('|', "\\|"),
        );
    }
    text
}

/// What the tool says of the cases whose right answer is stated in words, beside these; none where there are no such cases.
fn beside_words(programs: &[Program], records: &[&Record]) -> Option<String> {
    let mut text = "| case | answer | right |\n|---|---|---|\n".to_owned();
    let mut n_cases = 0;
    for record in records {
        let program = programs.iter().find(|it| it.suite == record.suite && it.path == record.path);
        let case = program.and_then(|it| it.case.as_ref());
        let Some(right) = case.and_then(|it| it.right.as_deref()) else { continue };
        let said = [record.verdict.as_str(), &record.error, &note(record)];
        let said: Vec<&str> = said.into_iter().filter(|it| !it.is_empty()).collect();
        let [path, said, right] = [&record.path, &said.join("; "), right].map(|it| it.replace('|', "\\|"));
        let _ = writeln!(text, "| {path} | {said} | {right} |");
        n_cases += 1;
    }
    (n_cases > 0).then_some(text)
}

/// What there is to know about an answer.
fn note(record: &Record) -> String {
    if record.assuming.is_empty() {
        return record.note.clone();
    }
    let assuming = format!("assuming {}", record.assuming);
    if record.note.is_empty() { assuming } else { format!("{assuming}; {}", record.note) }
}

fn rank(record: &Record) -> String {
    match (record.fault_rank, record.fault.as_str()) {
        (Some(rank), _) => rank.to_string(),
        (None, "line") if record.verdict == "unsafe" => "not listed".to_owned(),
        (None, "missing") => "code missing".to_owned(),
        _ => String::new(),
    }
}

fn totals(records: &[Record], suites: &[&str]) -> String {
    let head = "| suite | programs | right | wrong | unknown | rejected | crash | timeout | traces \
        | to the trace s: median, sum | localization s: median, max | relevant of statements | queries: median \
        | findings: median | fault: top-1, top-3, top-5, listed, of | CBMC s: median, sum |\n\
        |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    let mut text = head.to_owned();
    for suite in suites {
        let records: Vec<&Record> = records.iter().filter(|it| it.suite == *suite).collect();
        text.push_str(&total(suite, &records));
    }
    if suites.len() > 1 {
        text.push_str(&total("**all**", &records.iter().collect::<Vec<_>>()));
    }
    text
}

fn total(name: &str, records: &[&Record]) -> String {
    let outcomes = |start: &str| records.iter().filter(|it| it.outcome.starts_with(start)).count();
    let traces: Vec<&Record> = records.iter().filter(|it| it.verdict == "unsafe").copied().collect();
    let times = |of: fn(&Record) -> Option<f64>| traces.iter().filter_map(|it| of(it)).collect::<Vec<f64>>();
    let counts = |of: fn(&Record) -> Option<u64>| {
        traces.iter().filter_map(|it| of(it)).map(|it| it as f64).collect::<Vec<f64>>()
    };
    let to_trace = times(|it| it.trace_seconds.or(it.seconds));
    let localization = times(|it| it.localization_seconds);
    let statements = counts(|it| it.trace_statements);
    let relevant = counts(|it| it.relevant);
    let with_fault: Vec<&&Record> = traces.iter().filter(|it| it.fault == "line").collect();
    let top = |rank: u64| with_fault.iter().filter(|it| it.fault_rank.is_some_and(|it| it <= rank)).count();
    let peer = times(|it| it.cbmc_seconds.filter(|_| it.cbmc.starts_with("trace")));
    format!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} {:.2} | {} {} | {} of {} | {} | {} | {} {} {} {} / {} | {} {:.2} |\n",
        records.len(),
        outcomes("right") + outcomes("decided"),
        outcomes("WRONG"),
        outcomes("unknown"),
        outcomes("rejected"),
        outcomes("crash"),
        outcomes("timeout"),
        traces.len(),
        seconds(median(&to_trace)),
        to_trace.iter().sum::<f64>(),
        seconds(median(&localization)),
        seconds(localization.iter().copied().reduce(f64::max)),
        relevant.iter().sum::<f64>(),
        statements.iter().sum::<f64>(),
        median(&counts(|it| it.queries)).map_or(String::new(), |it| format!("{it}")),
        median(&counts(|it| it.findings)).map_or(String::new(), |it| format!("{it}")),
        top(1),
        top(3),
        top(5),
        top(u64::MAX),
        with_fault.len(),
        seconds(median(&peer)),
        peer.iter().fold(0.0, |sum, it| sum + it),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_where_a_line_is_known() {
        let record = |fault: &str, fault_rank| Record {
            suite: "s".to_owned(),
            verdict: "unsafe".to_owned(),
            outcome: "right".to_owned(),
            fault: fault.to_owned(),
            fault_rank,
            ..Record::default()
        };
        let records =
            [record("line", Some(1)), record("line", Some(4)), record("line", None), record("missing", None)];
        let total = total("s", &records.iter().collect::<Vec<_>>());
        assert!(total.contains("| 1 1 2 2 / 3 |"), "{total}");
    }
}
