//! What the compiler says.

use super::page::Page;
use crate::words;
use crate::{Compiler, CompilerWarning, Finding, snippet};

/// So many lines quote a warning on the first screen.
const MAX_QUOTE: usize = 2;

impl Page<'_> {
    /// The warnings that are about a finding.
    pub(crate) fn quotes(&self, finding: &Finding) -> Vec<String> {
        let Some(compiler) = &self.report.compiler else { return Vec::new() };
        compiler.quoted_at(finding.rank, &self.listed_ranks()).map(CompilerWarning::text).collect()
    }

    fn listed_ranks(&self) -> Vec<usize> {
        self.listed().into_iter().map(|it| it.rank).collect()
    }

    /// The first warning that is about a finding, on a few lines.
    pub(super) fn quote(&self, finding: &Finding, width: usize) -> Vec<String> {
        let Some(first) = self.quotes(finding).into_iter().next() else { return Vec::new() };
        let title = self.report.compiler.as_ref().and_then(Compiler::title).unwrap_or_default();
        let text = format!("{title} warns: {first}");
        let mut lines = words::wrapped(&text, width);
        if lines.len() > MAX_QUOTE {
            let rest = lines.split_off(MAX_QUOTE - 1).join(" ");
            lines.push(words::shortened(&rest, width));
        }
        lines
    }

    /// At most so many warnings about lines of the failing path that are quoted at none of these findings.
    pub(super) fn compiler_beside(&self, shown: &[&Finding], max: usize) -> String {
        let Some(compiler) = &self.report.compiler else { return String::new() };
        let ranks: Vec<usize> = shown.iter().map(|it| it.rank).collect();
        let warnings = compiler.beside(&self.listed_ranks(), &ranks);
        if warnings.is_empty() || max == 0 {
            return String::new();
        }
        let heading = if warnings.len() < compiler.warnings.iter().filter(|it| it.is_on_path).count() {
            "Your compiler also says"
        } else {
            "Your compiler says"
        };
        let mut text = self.heading(heading, &compiler.title().unwrap_or_default());
        for warning in warnings.iter().take(max) {
            let line = snippet::line(&self.report.sources, warning.span, self.usual());
            text += &format!("  {line}  {}\n", warning.text());
        }
        if warnings.len() > max {
            text += &self.style().faint(&format!("  and {} more\n", warnings.len() - max));
        }
        text
    }

    /// Who was asked, and what is missing.
    pub(super) fn about_compiler(&self) -> String {
        let Some(compiler) = &self.report.compiler else { return String::new() };
        let n_on_path = compiler.warnings.iter().filter(|it| it.is_on_path).count();
        let said = match (compiler.title(), compiler.warnings.len()) {
            (None, _) => String::new(),
            (Some(title), 0) => format!("{title}, no warnings"),
            (Some(title), n) => {
                format!("{title}, {}, {n_on_path} on the failing path", words::count(n, "warning"))
            }
        };
        let parts: Vec<&str> = [Some(said.as_str()), compiler.gap.as_deref()].into_iter().flatten().collect();
        let parts: Vec<&str> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        format!("{}: {}\n", self.style().strong("Compiler"), parts.join("; "))
    }
}
