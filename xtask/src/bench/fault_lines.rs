//! The `known_fault_lines` column of a manifest.
//!
//! | written | meaning |
//! |---|---|
//! | `80`, `29-33`, `76,81,128` | these lines are faulty |
//! | `25*`, `26%`, `29*#` | so too; the marks are those of the comment in the program |
//! | `not 18`, `27-` | this line must not be among the findings that matter |
//! | `23; not 22`, `19,28 (true bug); not 12`, `none: not 44, not 45` | both kinds; parentheses hold remarks |
//! | `missing-after-38(fixed 39)` | code is missing after line 38: no line is faulty, and none is counted |
//! | `7`, where line 7 is empty or a brace | code is missing there |

use std::ops::RangeInclusive;

/// Which lines are known to be faulty, and which are known not to matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FaultLines {
    /// The faulty lines.
    pub faulty: Vec<RangeInclusive<u32>>,
    /// Lines that no finding may name.
    pub harmless: Vec<RangeInclusive<u32>>,
    /// Lines after which code is missing.
    pub gaps: Vec<u32>,
    /// Faulty lines with the files that they are in, by the last name.
    pub in_files: Vec<(String, RangeInclusive<u32>)>,
}

impl FaultLines {
    /// Reads the column. What does not look like a line is passed over.
    pub fn parse(column: &str) -> FaultLines {
        let mut lines = FaultLines::default();
        for entry in without_remarks(column).split([',', ';', ':']) {
            lines.add(entry.trim());
        }
        lines
    }

    /// Reads `file:line` places: `a.c:3`, `a.c:3-7`, `a.c:3,5`, one or more a line; other words are passed over.
    pub fn of_places(text: &str) -> FaultLines {
        let mut lines = FaultLines::default();
        for (file, numbers) in text.split_whitespace().filter_map(|it| it.rsplit_once(':')) {
            let file = last_name(file);
            lines.in_files.extend(numbers.split(',').filter_map(range).map(|it| (file.to_owned(), it)));
        }
        lines
    }

    /// Whether a statement on these lines of a file is a known fault.
    pub fn is_faulty_in(&self, file: &str, lines: &RangeInclusive<u32>) -> bool {
        self.in_files.iter().any(|(name, it)| name == last_name(file) && overlap(it, lines))
    }

    fn add(&mut self, entry: &str) {
        if let Some(line) = entry.strip_prefix("missing-after-") {
            self.gaps.extend(line.trim().parse::<u32>());
        } else if let Some(line) = entry.strip_prefix("not ") {
            self.harmless.extend(range(line.trim()));
        } else if let Some(line) = entry.strip_suffix('-') {
            self.harmless.extend(range(line));
        } else {
            self.faulty.extend(range(entry.trim_end_matches(['*', '%', '#'])));
        }
    }

    /// The same with the lines of code before and behind each gap in a C program as faulty ones.
    pub fn places(&self, text: &str) -> FaultLines {
        let mut places = self.clone();
        let code = code_lines(text);
        let n_lines = text.lines().count();
        let lines = self.faulty.iter().map(|it| *it.start()).filter(|line| *line as usize <= n_lines);
        let without_code: Vec<u32> = lines.filter(|line| !code.contains(line)).collect();
        for gap in without_code.into_iter().chain(self.gaps.iter().copied()) {
            let before = code.iter().rev().find(|it| **it <= gap);
            let behind = code.iter().find(|it| **it > gap);
            places.faulty.extend(before.into_iter().chain(behind).map(|it| *it..=*it));
        }
        places
    }

    /// Whether exactly one line is known to be faulty.
    pub fn is_single_line(&self) -> bool {
        let lines = self.in_files.iter().map(|(_, lines)| lines).chain(&self.faulty);
        lines.clone().count() == 1 && lines.into_iter().all(|it| it.start() == it.end())
    }

    /// Whether a statement on these lines is a known fault.
    pub fn is_faulty(&self, lines: &RangeInclusive<u32>) -> bool {
        self.faulty.iter().any(|it| overlap(it, lines))
    }

    /// Whether a statement on these lines is known not to matter.
    pub fn is_harmless(&self, lines: &RangeInclusive<u32>) -> bool {
        self.harmless.iter().any(|it| overlap(it, lines))
    }
}

/// The lines of a C program with something besides comments and braces on them.
fn code_lines(text: &str) -> Vec<u32> {
    let mut is_comment = false;
    let mut lines = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let mut rest = line;
        let mut code = String::new();
        while !rest.is_empty() {
            let (part, end) = if is_comment { ("", "*/") } else { (rest, "/*") };
            let (before, behind) =
                rest.split_once(end).map_or((part, None), |(it, behind)| (it, Some(behind)));
            if !is_comment {
                code += before;
            }
            let Some(behind) = behind else { break };
            is_comment = !is_comment;
            rest = behind;
        }
        let code = code.split("//").next().unwrap_or_default();
        if code.contains(char::is_alphanumeric) {
            lines.push(number);
        }
    }
    lines
}

fn last_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn without_remarks(column: &str) -> String {
    let mut depth = 0;
    let keep = |it: &char| {
        match it {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => return depth == 0,
        }
        false
    };
    column.chars().filter(keep).collect()
}

fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(first.parse().ok()?..=last.parse().ok()?)
}

fn overlap(a: &RangeInclusive<u32>, b: &RangeInclusive<u32>) -> bool {
    a.start() <= b.end() && b.start() <= a.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(column: &str, faulty: &[RangeInclusive<u32>], harmless: &[RangeInclusive<u32>], gaps: &[u32]) {
        let expect = FaultLines {
            faulty: faulty.to_vec(),
            harmless: harmless.to_vec(),
            gaps: gaps.to_vec(),
            ..FaultLines::default()
        };
        assert_eq!(FaultLines::parse(column), expect);
    }

    #[test]
    fn lines_and_ranges() {
        check("", &[], &[], &[]);
        check("80", &[80..=80], &[], &[]);
        check("32,64-76", &[32..=32, 64..=76], &[], &[]);
    }

    #[test]
    fn harmless_lines() {
        check("not 18", &[], &[18..=18], &[]);
        check("23; not 22", &[23..=23], &[22..=22], &[]);
        check("none: not 44, not 45", &[], &[44..=44, 45..=45], &[]);
        check("19,28 (true bug); not 12", &[19..=19, 28..=28], &[12..=12], &[]);
        check("25*,26%,27-,29*#,31-", &[25..=25, 26..=26, 29..=29], &[27..=27, 31..=31], &[]);
    }

    #[test]
    fn missing_code_names_no_line() {
        check("missing-after-38(ok 39-41),58", &[58..=58], &[], &[38]);
        check("missing-after-8(fixed 9),missing-after-18(fixed 21-26),22", &[22..=22], &[], &[8, 18]);
    }

    #[test]
    fn places_name_their_files() {
        let lines = FaultLines::of_places("src/a.c:3 =\na.c:5,9-11\nalso: b.h:7\n# c.c\n");
        let expect = [("a.c", 3..=3), ("a.c", 5..=5), ("a.c", 9..=11), ("b.h", 7..=7)];
        assert_eq!(lines.in_files, expect.map(|(file, it)| (file.to_owned(), it)));
        assert!(lines.is_faulty_in("./lib/a.c", &(10..=10)));
        assert!(!lines.is_faulty_in("b.h", &(10..=10)));
    }

    #[test]
    fn code_around_a_gap() {
        let text = "int f() {\n  a = 1; // one\n  /* two\n     lines */\n  // three\n\n  b = 2; /* x */\n}\n";
        assert_eq!(code_lines(text), [1, 2, 7]);
        assert_eq!(FaultLines::parse("missing-after-4,9").places(text).faulty, [9..=9, 2..=2, 7..=7]);
        // An empty line or a brace stands for what is missing there.
        assert_eq!(FaultLines::parse("2,6").places(text).faulty, [2..=2, 6..=6, 2..=2, 7..=7]);
        assert_eq!(FaultLines::parse("8").places(text).faulty, [8..=8, 7..=7]);
    }

    #[test]
    fn a_statement_of_several_lines_is_hit_by_each() {
        let lines = FaultLines::parse("12; not 20");
        assert!(lines.is_faulty(&(11..=13)));
        assert!(!lines.is_faulty(&(13..=14)));
        assert!(lines.is_harmless(&(20..=20)));
    }
}
