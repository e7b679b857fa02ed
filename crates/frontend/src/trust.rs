//! What the user trusts: functions, files and lines that are specification, harness or model. They run as written and are
//! never a finding.

use std::fmt;
use std::str::FromStr;

use faultscope_ir::source::is_path_end;
use faultscope_ir::{Origin, Program, SourceMap};

/// What `--trust` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// Nothing that the user does not name (`none`): neither the driver nor arguments of assertions.
    None,
    /// Functions whose name matches; `*` stands for any text and `?` for any character. With a `.` or `/` in it also files,
    /// where it matches the whole path or the last components of it.
    Named(String),
    /// Lines of a file, both ends included.
    Lines {
        /// The file's name, or the end of its path.
        file: String,
        /// The first line.
        from: u32,
        /// The last line.
        to: u32,
    },
}

/// Why a text is no [`Pattern`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidPattern;

impl fmt::Display for InvalidPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a function such as `ref_*`, a file such as `tests/*.c`, lines such as `file.c:10-20`, or `none`")
    }
}

impl std::error::Error for InvalidPattern {}

impl FromStr for Pattern {
    type Err = InvalidPattern;

    fn from_str(text: &str) -> Result<Pattern, InvalidPattern> {
        let Some((file, lines)) = text.rsplit_once(':') else {
            return match text {
                "" => Err(InvalidPattern),
                "none" => Ok(Pattern::None),
                _ => Ok(Pattern::Named(text.to_owned())),
            };
        };
        let (from, to) = lines.split_once('-').unwrap_or((lines, lines));
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) if from <= to && !file.is_empty() => {
                Ok(Pattern::Lines { file: file.to_owned(), from, to })
            }
            _ => Err(InvalidPattern),
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::None => f.write_str("none"),
            Pattern::Named(glob) => f.write_str(glob),
            Pattern::Lines { file, from, to } if from == to => write!(f, "{file}:{from}"),
            Pattern::Lines { file, from, to } => write!(f, "{file}:{from}-{to}"),
        }
    }
}

impl Pattern {
    fn matches_function(&self, name: &str) -> bool {
        matches!(self, Pattern::Named(glob) if matches_glob(glob, name))
    }

    fn matches_file(&self, name: &str) -> bool {
        let Pattern::Named(glob) = self else { return false };
        glob.contains(['.', '/']) && matches_path(glob, name)
    }

    fn matches(&self, origin: &Origin, file_names: &[String]) -> bool {
        match self {
            Pattern::None => false,
            Pattern::Named(_) => {
                self.matches_function(&origin.function)
                    || self.matches_file(&file_names[origin.span.file.0 as usize])
            }
            Pattern::Lines { file, from, to } => {
                // What a macro does on trusted lines is trusted, wherever it is defined.
                [&origin.span].into_iter().chain(&origin.expansions).any(|span| {
                    let name = &file_names[span.file.0 as usize];
                    is_path_end(name, file) && (*from..=*to).contains(&span.line)
                })
            }
        }
    }
}

/// Marks what the patterns name as trusted; gives the patterns that name nothing.
pub fn mark<'a>(program: &mut Program, patterns: &'a [Pattern]) -> Vec<&'a Pattern> {
    let names = file_names(&program.sources);
    let mut unused: Vec<&Pattern> = patterns.iter().filter(|it| **it != Pattern::None).collect();
    for origin in program.sources.origins_mut() {
        let matching: Vec<&Pattern> = patterns.iter().filter(|it| it.matches(origin, &names)).collect();
        origin.trusted |= !matching.is_empty();
        unused.retain(|it| !matching.contains(it));
    }
    for procedure in &mut program.procedures {
        let matching: Vec<&Pattern> =
            patterns.iter().filter(|it| it.matches_function(&procedure.name)).collect();
        procedure.trusted |= !matching.is_empty();
        unused.retain(|it| !matching.contains(it));
    }
    unused
}

fn file_names(sources: &SourceMap) -> Vec<String> {
    sources.files().map(|(_, file)| file.name.clone()).collect()
}

/// Whether a glob matches a whole path, or the last components of it.
pub(crate) fn matches_path(glob: &str, path: &str) -> bool {
    let (glob, path) = (glob.trim_start_matches("./"), path.trim_start_matches("./"));
    let ends = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    [path].into_iter().chain(ends).any(|it| matches_glob(glob, it))
}

/// Whether a glob of `*` and `?` matches a whole name.
pub fn matches_glob(glob: &str, name: &str) -> bool {
    let (glob, name): (Vec<char>, Vec<char>) = (glob.chars().collect(), name.chars().collect());
    let (mut at_glob, mut at_name) = (0, 0);
    // Where the last star stands, and how much of the name it has taken.
    let mut star: Option<(usize, usize)> = None;
    while at_name < name.len() {
        match glob.get(at_glob) {
            Some('*') => {
                star = Some((at_glob, at_name));
                at_glob += 1;
            }
            Some(c) if *c == '?' || *c == name[at_name] => {
                at_glob += 1;
                at_name += 1;
            }
            _ => match star {
                Some((position, taken)) => {
                    star = Some((position, taken + 1));
                    (at_glob, at_name) = (position + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    glob[at_glob..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_glob(glob: &str, matching: &[&str], others: &[&str]) {
        for name in matching {
            assert!(matches_glob(glob, name), "{glob} should match {name}");
        }
        for name in others {
            assert!(!matches_glob(glob, name), "{glob} should not match {name}");
        }
    }

    #[test]
    fn globs_match_whole_names() {
        check_glob("main", &["main"], &["main2", "amain", ""]);
        check_glob("ref_*", &["ref_", "ref_alt_sep"], &["myref_x", "ref"]);
        check_glob("*_ok*", &["x_ok", "_ok_", "a_o_ok"], &["ok", "x_o"]);
        check_glob("f?", &["f1", "fä"], &["f", "f12"]);
        check_glob("*", &["", "x"], &[]);
        check_glob("*.c", &["main.c"], &["main.cc"]);
        check_glob("a?c*", &["abcd"], &[]);
        check_glob("*a*b", &["xaxb"], &[]);
        check_glob("?", &[], &[""]);
        check_glob("*ab", &[], &["abx"]);
    }

    #[test]
    fn lines_are_told_from_functions() {
        let lines = |file: &str, from, to| Ok(Pattern::Lines { file: file.to_owned(), from, to });
        assert_eq!("a.c:3-9".parse(), lines("a.c", 3, 9));
        assert_eq!("d/a.c:3".parse(), lines("d/a.c", 3, 3));
        assert_eq!("ref_*".parse(), Ok(Pattern::Named("ref_*".to_owned())));
        assert_eq!("none".parse(), Ok(Pattern::None));
        for wrong in ["", "a.c:", "a.c:9-3", "a.c:x", ":3"] {
            assert_eq!(wrong.parse::<Pattern>(), Err(InvalidPattern), "{wrong}");
        }
    }

    #[test]
    fn a_pattern_with_a_dot_or_slash_names_files() {
        let matches = |glob: &str, file: &str| Pattern::Named(glob.to_owned()).matches_file(file);
        assert!(matches("main.c", "src/main.c") && matches("tests/*.c", "./tests/a.c"));
        assert!(matches("tests/*", "lib/tests/a.c") && matches("./main.c", "main.c"));
        assert!(
            !matches("main*", "main.c") && !matches("main.c", "domain.c") && !matches("tests/*.c", "a.c")
        );
        assert!(!Pattern::None.matches_file("none.c"));
    }

    #[test]
    fn a_file_is_named_by_the_end_of_its_path() {
        assert!(is_path_end("src/a.c", "a.c"));
        assert!(is_path_end("a.c", "./a.c"));
        assert!(!is_path_end("src/ba.c", "a.c"));
    }
}
