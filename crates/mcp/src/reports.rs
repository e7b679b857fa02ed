//! The reports of a session, to be asked about.

use std::collections::VecDeque;

/// So many are kept, the newest ones.
const MAX_KEPT: usize = 16;

/// What the names of reports begin with.
const PREFIX: &str = "report-";

/// Reports as JSON, with their names.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    kept: VecDeque<(String, String)>,
}

/// The name of the report that a call leaves.
pub(crate) fn name(call: u64) -> String {
    format!("{PREFIX}{call}")
}

impl Reports {
    /// Keeps a report, and forgets the oldest one where there are many.
    pub(crate) fn keep(&mut self, name: String, report: String) {
        self.kept.push_back((name, report));
        if self.kept.len() > MAX_KEPT {
            self.kept.pop_front();
        }
    }

    /// The report that is meant: by its name, or the last one. None where the name is that of a file.
    ///
    /// # Errors
    /// Where there is no such report, in words.
    pub(crate) fn meant(&self, name: Option<&str>) -> Result<Option<&str>, String> {
        let Some(name) = name else {
            let last = self.kept.back().map(|(_, report)| report.as_str());
            return last.map(Some).ok_or_else(|| {
                "there is no report yet: call `check` first, or give the `report` as the path of a file"
                    .to_owned()
            });
        };
        if let Some((_, report)) = self.kept.iter().find(|it| it.0 == name) {
            return Ok(Some(report));
        }
        let number = name.strip_prefix(PREFIX).unwrap_or_default();
        if number.is_empty() || !number.bytes().all(|it| it.is_ascii_digit()) {
            return Ok(None);
        }
        let kept: Vec<String> = self.kept.iter().map(|(name, _)| format!("`{name}`")).collect();
        Err(match &kept[..] {
            [] => format!("there is no report `{name}`, for nothing was checked in this session"),
            kept => format!("there is no report `{name}`; those that are kept are {}", kept.join(", ")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_reports_are_kept() {
        let mut reports = Reports::default();
        assert!(reports.meant(None).is_err());
        for call in 1..=20 {
            reports.keep(name(call), format!("{call}"));
        }
        assert_eq!(reports.meant(None), Ok(Some("20")));
        assert_eq!(reports.meant(Some("report-5")), Ok(Some("5")));
        assert!(reports.meant(Some("report-4")).is_err());
    }

    #[test]
    fn other_names_are_those_of_files() {
        assert_eq!(Reports::default().meant(Some("report-1.json")), Ok(None));
        assert_eq!(Reports::default().meant(Some("out/report.json")), Ok(None));
        assert!(Reports::default().meant(Some("report-1")).is_err());
    }
}
