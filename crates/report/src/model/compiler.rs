//! What the compiler of the host says of the program.

use faultscope_ir::Span;
use faultscope_ir::compiler::CompilerEvidence;

/// What the compiler of the host says of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiler {
    /// Who was asked, and its version; none where there is no compiler.
    pub name: Option<(String, String)>,
    /// Its warnings about files of the program.
    pub warnings: Vec<CompilerWarning>,
    /// Why warnings are missing, if some may be: one sentence, in lower case and without a final dot.
    pub gap: Option<String>,
    /// Whether that is because it was ended after its time.
    pub timed_out: bool,
}

/// A warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompilerWarning {
    /// Where it is, without an end.
    pub span: Span,
    /// The option that asks for it, such as `-Wparentheses`.
    pub flag: Option<String>,
    /// The sentence.
    pub message: String,
    /// The notes behind it.
    pub notes: Vec<(Span, String)>,
    /// Whether its line is on one of the error traces.
    pub is_on_path: bool,
    /// The findings that it supports, by their ranks.
    pub supports: Vec<(usize, CompilerEvidence)>,
}

impl Compiler {
    /// Its name and version in one.
    pub(crate) fn title(&self) -> Option<String> {
        self.name.as_ref().map(|(name, version)| format!("{name} {version}"))
    }

    /// The warnings that are quoted at a finding, where these are listed.
    pub(crate) fn quoted_at(&self, rank: usize, listed: &[usize]) -> impl Iterator<Item = &CompilerWarning> {
        self.warnings.iter().filter(move |it| it.home(listed) == Some(rank))
    }

    /// The warnings about the error traces that are quoted at none of the findings that are shown, where these are listed.
    pub(crate) fn beside(&self, listed: &[usize], shown: &[usize]) -> Vec<&CompilerWarning> {
        let is_quoted = |it: &CompilerWarning| it.home(listed).is_some_and(|it| shown.contains(&it));
        self.warnings.iter().filter(|it| it.is_on_path && !is_quoted(it)).collect()
    }
}

impl CompilerWarning {
    /// The sentence with its option.
    pub(crate) fn text(&self) -> String {
        let flag = self.flag.as_ref().map(|it| format!(" [{it}]")).unwrap_or_default();
        format!("{}{flag}", self.message)
    }

    /// The finding at which it is quoted: the first on its line, else the first whose variable it names.
    fn home(&self, listed: &[usize]) -> Option<usize> {
        let supported = self.supports.iter().filter(|(rank, _)| listed.contains(rank));
        supported.map(|(rank, by)| (*by, *rank)).min().map(|(_, rank)| rank)
    }
}
