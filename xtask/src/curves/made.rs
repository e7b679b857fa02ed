//! Programs of a size, with one fault.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// How the file of a program is called.
pub const PROGRAM: &str = "p.c";

/// A program with what it is run with.
pub struct Made {
    /// Names and texts.
    pub files: Vec<(String, String)>,
    /// Options of the check.
    pub options: &'static [&'static str],
}

impl Made {
    fn of(program: String, options: &'static [&'static str]) -> Made {
        Made { files: vec![(PROGRAM.to_owned(), program)], options }
    }

    /// Writes its files to a folder.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        for (name, text) in &self.files {
            let path = folder.join(name);
            let parent = path.parent().unwrap_or(folder);
            fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// Lines of a function and of its call.
const LINES_OF_FUNCTION: u64 = 10;

/// About so many lines of functions, so many of a hundred of which the failing execution calls.
///
/// The others are called for another input, so that they are part of the program.
pub fn functions(n_lines: u64, percent: u64) -> Made {
    let n_functions = n_lines / LINES_OF_FUNCTION;
    let n_reached = (n_functions * percent / 100).max(1);
    let mut text = "#include <assert.h>\n#include <stdio.h>\n\n".to_owned();
    for idx in 0..n_functions {
        let (add, most) = (idx % 97 + 1, idx % 89 + 100);
        let _ = write!(
            text,
            "static int step{idx}(int x) {{\n    int a = x + {add};\n    int b = a & 1023;\n    if (b > {most}) {{\n        \
            b = b - {most};\n    }}\n    return b;\n}}\n\n"
        );
    }
    text += "int main(void) {\n    int mode = getchar();\n    int x = 1;\n";
    let calls = |range: std::ops::Range<u64>, indent: &str| -> String {
        range.fold(String::new(), |text, idx| text + &format!("{indent}x = step{idx}(x);\n"))
    };
    text += &calls(0..n_reached, "    ");
    if n_reached < n_functions {
        let _ =
            write!(text, "    if (mode == 'a') {{\n{}    }}\n", calls(n_reached..n_functions, "        "));
    }
    text += "    assert(x < 0 || mode == 'b');\n    return 0;\n}\n";
    let mut made = Made::of(text, &["--stdin", "in"]);
    made.files.push(("in".to_owned(), "0\n".to_owned()));
    made
}

/// Steps of a round of the loop.
const STEPS_OF_ROUND: u64 = 5;

/// A loop of about so many steps that ends in a failing assertion.
pub fn rounds(n_steps: u64) -> Made {
    let n_rounds = n_steps / STEPS_OF_ROUND;
    let text = format!(
        "#include <assert.h>\n\nint main(void) {{\n    unsigned state = 1;\n    unsigned sum = 0;\n    int i = 0;\n    \
        while (i < {n_rounds}) {{\n        state = (state + 12345u) & 65535u;\n        if (state & 16u) {{\n            \
        sum = sum + 3;\n        }}\n        i = i + 1;\n    }}\n    assert(sum == 7);\n    return 0;\n}}\n"
    );
    Made::of(text, &[])
}

/// So many statements that all decide the output, one of them wrong, with tests of which half fail.
pub fn candidates(n_statements: u64) -> Made {
    let fault = n_statements / 2;
    let least = |idx: u64| idx % 7 + 5;
    let mut text = "#include <stdio.h>\n\nint main(void) {\n    int x;\n    int sum = 0;\n    \
        if (scanf(\"%d\", &x) != 1) {\n        return 1;\n    }\n"
        .to_owned();
    for idx in 0..n_statements {
        let written = least(idx) + if idx == fault { 2 } else { 0 };
        let _ = writeln!(text, "    sum = sum + (x > {written});");
    }
    text += "    printf(\"%d\\n\", sum);\n    return 0;\n}\n";
    let mut made = Made::of(text, &["--tests", "tests"]);
    // The fault shows on the two values between what is written and what is right.
    for (test, x) in [1, 20, least(fault) + 1, least(fault) + 2].into_iter().enumerate() {
        let sum = (0..n_statements).filter(|idx| x > least(*idx)).count();
        made.files.push((format!("tests/{test}.in"), format!("{x}\n")));
        made.files.push((format!("tests/{test}.out"), format!("{sum}\n")));
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(made: &Made) -> &str {
        &made.files[0].1
    }

    #[test]
    fn programs_have_their_size() {
        for (n_lines, percent) in [(1_000, 5), (1_000, 100), (5_000, 5)] {
            let made = functions(n_lines, percent);
            let n = program(&made).lines().count() as u64;
            assert!(n.abs_diff(n_lines) < n_lines / 20, "{n} lines");
        }
        assert!(program(&functions(1_000, 5)).contains("if (mode == 'a') {\n        x = step5(x);\n"));
        assert!(!program(&functions(1_000, 100)).contains("'a'"));
    }

    #[test]
    fn a_loop_has_its_rounds() {
        assert!(program(&rounds(10_000)).contains("while (i < 2000) {"));
    }

    #[test]
    fn half_of_the_tests_fail() {
        let made = candidates(4);
        assert!(
            program(&made)
                .contains("sum = sum + (x > 6);\n    sum = sum + (x > 9);\n    sum = sum + (x > 8);")
        );
        let expected = |name: &str| made.files.iter().find(|(it, _)| it == name).unwrap().1.as_str();
        assert_eq!((expected("tests/2.in"), expected("tests/2.out")), ("8\n", "3\n"));
        assert_eq!((expected("tests/1.in"), expected("tests/1.out")), ("20\n", "4\n"));
    }
}
