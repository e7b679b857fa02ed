//! Statements that have to be fixed together.

use super::inputs::table;
use super::page::Page;
use crate::words::{code, shortened};
use crate::{Repairs, snippet};

impl Page<'_> {
    pub(super) fn together(&self) -> String {
        let sets = &self.report.sets;
        if sets.is_empty() {
            return String::new();
        }
        let mut text = self.heading("What would avoid it together", "where one alone does not");
        let mut rows: Vec<[String; 3]> = Vec::new();
        for set in sets {
            let repairs = match set.repairs {
                Repairs::Program => "repair the program (proved)",
                Repairs::Trace => "repair this error trace",
            };
            for (idx, member) in set.members.iter().enumerate() {
                let line = snippet::line(&self.report.sources, member.span, self.usual());
                let remark = if idx == 0 { repairs.to_owned() } else { String::new() };
                let and = if idx == 0 { "" } else { "and " };
                rows.push([format!("{and}{line}"), code(&shortened(&member.text, 40)), remark]);
            }
        }
        text += &table(&rows, self.style().width);
        text
    }
}
