//! What each technique says of the fault: ours, and those that run beside it with `--technique`.
//!
//! Answers are compared by source lines. A technique's rank of the fault is the position of the first faulty line among the
//! lines that it marks, each counted once. Inputs and declarations without a value are no lines to fix and not counted.

use std::ops::RangeInclusive;

use serde_json::Value;

use super::fault_lines::FaultLines;

/// What a technique says of one program.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub name: String,
    /// The position of the first faulty line, from 1.
    pub rank: Option<u64>,
    /// How many lines are marked.
    pub n_lines: u64,
    pub seconds: f64,
}

/// The answers in a report, ours in front; none where no other technique ran.
pub fn answers(report: &Value, faults: &FaultLines) -> Vec<Answer> {
    let others: Vec<&Value> = report["techniques"].as_array().into_iter().flatten().collect();
    if others.is_empty() {
        return Vec::new();
    }
    let statistics = &report["statistics"];
    let times: Vec<&Value> = statistics["techniques"].as_array().into_iter().flatten().collect();
    let time =
        |name: &Value| times.iter().find(|it| it["name"] == *name).and_then(|it| it["seconds"].as_f64());
    let ours = answer("relevance", &report["findings"], faults, statistics["localization_seconds"].as_f64());
    let other = |it: &&Value| {
        let name = it["name"].as_str().unwrap_or_default();
        answer(name, &it["statements"], faults, time(&it["name"]))
    };
    std::iter::once(ours).chain(others.iter().map(other)).collect()
}

fn answer(name: &str, statements: &Value, faults: &FaultLines, seconds: Option<f64>) -> Answer {
    let is_code = |it: &&Value| {
        let matters = it["strength"] != "irrelevant" && it["strength"] != "trace-aberrant";
        matters && it["kind"] != "input" && it["kind"] != "declaration"
    };
    let mut marked: Vec<u32> = Vec::new();
    let mut rank = None;
    for statement in statements.as_array().into_iter().flatten().filter(is_code) {
        let lines = lines(statement);
        if !marked.contains(lines.start()) {
            marked.push(*lines.start());
        }
        if rank.is_none() && faults.is_faulty(&lines) {
            rank = marked.iter().position(|it| it == lines.start()).map(|it| it as u64 + 1);
        }
    }
    Answer { name: name.to_owned(), rank, n_lines: marked.len() as u64, seconds: seconds.unwrap_or_default() }
}

/// Answers as one field of a row.
pub fn to_field(answers: &[Answer]) -> String {
    let one = |it: &Answer| {
        let rank = it.rank.map_or("-".to_owned(), |rank| rank.to_string());
        format!("{} {rank} {} {:.6}", it.name, it.n_lines, it.seconds)
    };
    answers.iter().map(one).collect::<Vec<_>>().join(";")
}

/// The answers in a field; what cannot be read is left out.
pub fn from_field(field: &str) -> Vec<Answer> {
    let one = |text: &str| {
        let [name, rank, n_lines, seconds] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
        let (n_lines, seconds) = (n_lines.parse().ok()?, seconds.parse().ok()?);
        Some(Answer { name: name.to_owned(), rank: rank.parse().ok(), n_lines, seconds })
    };
    field.split(';').filter_map(one).collect()
}

/// The lines of an object with a place.
pub fn lines(finding: &Value) -> RangeInclusive<u32> {
    let line = |name: &str| finding[name].as_u64().and_then(|it| u32::try_from(it).ok());
    let first = line("line").unwrap_or(0);
    first..=line("end_line").unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Value {
        serde_json::from_str(
            r#"{"findings": [{"rank": 1, "kind": "return", "line": 5}, {"rank": 2, "kind": "assignment", "line": 5},
                    {"rank": 3, "kind": "assignment", "line": 8}, {"rank": 4, "kind": "input", "line": 2}],
                "techniques": [{"name": "max-sat", "statements": [{"kind": "input", "line": 8}]}],
                "statistics": {"localization_seconds": 0.5, "techniques": [{"name": "max-sat", "seconds": 0.25}]}}"#,
        )
        .unwrap()
    }

    fn answer(name: &str, rank: Option<u64>, n_lines: u64, seconds: f64) -> Answer {
        Answer { name: name.to_owned(), rank, n_lines, seconds }
    }

    #[test]
    fn answers_are_ranked_by_lines_of_code() {
        let answers = answers(&report(), &FaultLines::parse("8"));
        let expected = [answer("relevance", Some(2), 2, 0.5), answer("max-sat", None, 0, 0.25)];
        assert_eq!(answers, expected);
        assert_eq!(from_field(&to_field(&answers)), expected);
        assert_eq!(from_field(""), []);
    }
}
