//! What a compiler says of a program: its warnings as data.
//!
//! `faultscope-project` calls the compiler and reads what it prints; `faultscope-localize` says which findings a warning supports.

/// The warnings of a compiler, and what is missing of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompilerWarnings {
    /// Who was asked; none where there is no compiler.
    pub compiler: Option<CompilerName>,
    /// The warnings, in the order in which the compiler printed them.
    pub warnings: Vec<CompilerWarning>,
    /// Why warnings may be missing.
    pub gap: Option<CompilerGap>,
}

/// A compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompilerName {
    /// `gcc` or `clang`.
    pub name: String,
    /// Its version, in digits and dots.
    pub version: String,
}

/// A warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompilerWarning {
    /// The file, by the name that it was given to Faultscope with, or by that of a header without a `./` in front of it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 1 where the compiler names none.
    pub column: u32,
    /// The option that asks for it, such as `-Wparentheses`.
    pub flag: Option<String>,
    /// The sentence, without the option.
    pub message: String,
    /// The notes behind it.
    pub notes: Vec<CompilerNote>,
}

/// A note to a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompilerNote {
    /// The file, as in a warning.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The sentence.
    pub message: String,
}

/// Why warnings may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompilerGap {
    /// There is no compiler.
    NoCompiler,
    /// It was ended after so many seconds.
    TimedOut(u64),
    /// It was ended since it had printed so many bytes.
    TooLong(u64),
    /// The check ended before it did.
    CheckEnded,
    /// It could not be run, or did not compile the program, for this reason.
    Failed(String),
}

/// What connects a warning with a finding. Strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompilerEvidence {
    /// The warning names the line of the finding.
    Line,
    /// The warning is about a line of the failing path in the same function, and names the variable that the finding assigns.
    Variable,
}

impl CompilerEvidence {
    /// All cases, the strongest first.
    pub const ALL: [CompilerEvidence; 2] = [CompilerEvidence::Line, CompilerEvidence::Variable];

    /// The name in documents, stable.
    pub const fn name(self) -> &'static str {
        match self {
            CompilerEvidence::Line => "line",
            CompilerEvidence::Variable => "variable",
        }
    }
}

impl CompilerWarning {
    /// Whether it names a variable: its whole name stands between quotes, by itself or in front of what selects a part of it.
    pub fn names(&self, variable: &str) -> bool {
        let quoted = self.message.split('\'').skip(1).step_by(2);
        quoted.into_iter().any(|text| {
            text.strip_prefix(variable)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.', '-']))
        })
    }
}

/// The name of a file as warnings have it: without `./` in front of it.
pub fn plain_name(file: &str) -> &str {
    let mut name = file;
    while let Some(rest) = name.strip_prefix("./") {
        name = rest.trim_start_matches('/');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, variable: &str, expect: bool) {
        let warning = CompilerWarning {
            file: "a.c".to_owned(),
            line: 1,
            column: 1,
            flag: None,
            message: message.to_owned(),
            notes: Vec::new(),
        };
        assert_eq!(warning.names(variable), expect);
    }

    #[test]
    fn a_variable_is_named_between_quotes() {
        check("'total' may be used uninitialized", "total", true);
        check("pointer 'p' used after 'free'", "p", true);
        check("'a[i]' is used uninitialized", "a", true);
        check("comparison of 'x' and 'y' is always false", "y", true);
    }

    #[test]
    fn other_words_and_parts_of_names_are_none() {
        check("'total' may be used uninitialized", "tot", false);
        check("'total' may be used uninitialized", "may be used", false);
        check("suggest parentheses around assignment used as truth value", "value", false);
        check("the '+' in i is 'odd", "i", false);
    }

    #[test]
    fn names_of_files_have_no_dot_in_front() {
        assert_eq!(plain_name("././a/b.h"), "a/b.h");
        assert_eq!(plain_name("../a.h"), "../a.h");
        assert_eq!(plain_name("/a.h"), "/a.h");
    }
}
