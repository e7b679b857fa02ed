//! The reports of a session, to be asked about.

use std::collections::VecDeque;

use serde_json::{Map, Value};

use crate::tools;

/// So many are kept, the newest ones.
const MAX_KEPT: usize = 16;

/// What the names of reports begin with.
const PREFIX: &str = "report-";

/// Reports as JSON, with their names.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    kept: VecDeque<Kept>,
}

/// A report that is kept.
#[derive(Debug, PartialEq)]
pub(crate) struct Kept {
    /// Its name.
    pub name: String,
    /// The report as JSON.
    pub report: String,
    /// The tool that made it.
    pub tool: String,
    /// What that was called with.
    pub arguments: Map<String, Value>,
}

/// The name of the report that a call leaves.
pub(crate) fn name(call: u64) -> String {
    format!("{PREFIX}{call}")
}

impl Reports {
    /// Keeps a report, and forgets the oldest one where there are many.
    pub(crate) fn keep(&mut self, report: Kept) {
        self.kept.push_back(report);
        if self.kept.len() > MAX_KEPT {
            self.kept.pop_front();
        }
    }

    /// The report that is meant: by its name, or the last one. None where the name is that of a file.
    ///
    /// # Errors
    /// Where there is no such report, in words.
    pub(crate) fn meant(&self, name: Option<&str>) -> Result<Option<&Kept>, String> {
        let Some(name) = name else {
            return self.kept.back().map(Some).ok_or_else(|| {
                "there is no report yet: call `check` first, or give the `report` as the path of a file"
                    .to_owned()
            });
        };
        if let Some(kept) = self.kept.iter().find(|it| it.name == name) {
            return Ok(Some(kept));
        }
        let number = name.strip_prefix(PREFIX).unwrap_or_default();
        if number.is_empty() || !number.bytes().all(|it| it.is_ascii_digit()) {
            return Ok(None);
        }
        let kept: Vec<String> = self.kept.iter().map(|it| format!("`{}`", it.name)).collect();
        Err(match &kept[..] {
            [] => format!("there is no report `{name}`, for nothing was checked in this session"),
            kept => format!("there is no report `{name}`; those that are kept are {}", kept.join(", ")),
        })
    }

    /// The report of a program whose patches are asked for: by its name, or the last one.
    ///
    /// # Errors
    /// Where there is no such report, in words.
    pub(crate) fn of_program(&self, name: Option<&str>) -> Result<&Kept, String> {
        let is_of_program = |it: &&Kept| it.tool != tools::VERIFY_PATCH;
        let Some(name) = name else {
            let last = self.kept.iter().rev().find(is_of_program);
            return last.ok_or_else(|| {
                "there is no report yet: call `check` first, or give the program as `files` or `source`"
                    .to_owned()
            });
        };
        match self.meant(Some(name))? {
            Some(kept) if is_of_program(&kept) => Ok(kept),
            Some(_) => Err(format!(
                "`{name}` is the report of a changed program: name one of `check`, or give the program as `files` or `source`"
            )),
            None => Err(format!(
                "there is no report `{name}`: name one of `check`, such as `report-1`, or give the program as `files` or `source`"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(call: u64, tool: &str) -> Kept {
        Kept { name: name(call), report: format!("{call}"), tool: tool.to_owned(), arguments: Map::new() }
    }

    #[track_caller]
    fn check(reports: &Reports, name: Option<&str>, expect: Option<&str>) {
        let meant = reports.meant(name).expect("it is there");
        assert_eq!(meant.map(|it| it.report.as_str()), expect);
    }

    #[test]
    fn the_newest_reports_are_kept() {
        let mut reports = Reports::default();
        assert!(reports.meant(None).is_err());
        for call in 1..=20 {
            reports.keep(kept(call, tools::CHECK));
        }
        check(&reports, None, Some("20"));
        check(&reports, Some("report-5"), Some("5"));
        assert!(reports.meant(Some("report-4")).is_err());
    }

    #[test]
    fn other_names_are_those_of_files() {
        check(&Reports::default(), Some("report-1.json"), None);
        check(&Reports::default(), Some("out/report.json"), None);
        assert!(Reports::default().meant(Some("report-1")).is_err());
    }

    #[test]
    fn patches_are_those_of_a_program_that_was_checked() {
        let mut reports = Reports::default();
        assert!(reports.of_program(None).is_err());
        reports.keep(kept(1, tools::CHECK));
        reports.keep(kept(2, tools::VERIFY_PATCH));
        assert_eq!(reports.of_program(None).map(|it| it.name.as_str()), Ok("report-1"));
        assert_eq!(reports.of_program(Some("report-1")).map(|it| it.name.as_str()), Ok("report-1"));
        assert!(reports.of_program(Some("report-2")).is_err_and(|it| it.contains("of a changed program")));
        assert!(reports.of_program(Some("a.json")).is_err_and(|it| it.contains("there is no report")));
    }
}
