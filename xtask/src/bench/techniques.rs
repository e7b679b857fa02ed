//! The techniques side by side: ours, and those that run beside it with `--technique`.

use std::fmt::Write;

use super::answers::Answer;
use super::figures::{median, seconds};
use super::record::Record;

/// The techniques side by side, over the programs of which an error was found and the faulty line is known; none where no
/// other technique ran.
pub fn compared(records: &[&Record]) -> Option<String> {
    let records: Vec<&&Record> = records
        .iter()
        .filter(|it| it.verdict == "unsafe" && it.fault == "line" && !it.techniques.is_empty())
        .collect();
    let mut names: Vec<&str> = Vec::new();
    for answer in records.iter().flat_map(|it| &it.techniques) {
        if !names.contains(&answer.name.as_str()) {
            names.push(&answer.name);
        }
    }
    if names.is_empty() {
        return None;
    }
    let mut text = format!(
        "Techniques on the same error traces, by source line ({} programs with a known faulty line):\n\n\
        | technique | lines marked: median, mean | fault: top-1 | top-3 | top-5 | listed | time s: median, max |\n\
        |---|--:|--:|--:|--:|--:|--:|\n",
        records.len()
    );
    for name in names {
        let answers: Vec<&Answer> =
            records.iter().flat_map(|it| &it.techniques).filter(|it| it.name == name).collect();
        let sizes: Vec<f64> = answers.iter().map(|it| it.n_lines as f64).collect();
        let times: Vec<f64> = answers.iter().map(|it| it.seconds).collect();
        let top = |rank: u64| answers.iter().filter(|it| it.rank.is_some_and(|it| it <= rank)).count();
        let _ = writeln!(
            text,
            "| {name} | {} {:.1} | {} | {} | {} | {} of {} | {} {} |",
            median(&sizes).unwrap_or_default(),
            sizes.iter().sum::<f64>() / sizes.len().max(1) as f64,
            top(1),
            top(3),
            top(5),
            top(u64::MAX),
            answers.len(),
            seconds(median(&times)),
            seconds(times.iter().copied().reduce(f64::max)),
        );
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(name: &str, rank: Option<u64>, n_lines: u64, seconds: f64) -> Answer {
        Answer { name: name.to_owned(), rank, n_lines, seconds }
    }

    #[test]
    fn techniques_are_compared_where_the_fault_is_known() {
        let record = |rank, n_lines| Record {
            verdict: "unsafe".to_owned(),
            fault: "line".to_owned(),
            techniques: vec![answer("relevance", rank, n_lines, 0.5), answer("max-sat", None, 1, 0.25)],
            ..Record::default()
        };
        let unknown = Record { fault: String::new(), ..record(Some(1), 1) };
        let records = [record(Some(1), 3), record(Some(4), 5), unknown];
        let text = compared(&records.iter().collect::<Vec<_>>()).unwrap();
        assert!(text.contains("| relevance | 4 4.0 | 1 | 1 | 2 | 2 of 2 | 0.500 0.500 |"), "{text}");
        assert!(text.contains("| max-sat | 1 1.0 | 0 | 0 | 0 | 0 of 2 | 0.250 0.250 |"), "{text}");
        assert_eq!(compared(&[&Record::default()]), None);
    }
}
