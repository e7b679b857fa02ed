//! What the tests of all stages have in common: folders with programs, and what is read of them.

use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;

use faultscope_ir::{Program, Property, Value};
use faultscope_pipeline::input::{self, Loaded};
use faultscope_pipeline::translate::Translated;
use faultscope_pipeline::{CheckRequest, Options, Preprocessor, Rejection, translate};
use faultscope_verify::ErrorTrace;
use faultscope_verify::interpreter::{self, ExecutionBounds, Recorded};
use tempfile::TempDir;

/// Fails where the number that is read is greater than 3.
pub const FAILS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int unrelated = 0;
int main(void) {
    int n = __VERIFIER_nondet_int();
    unrelated = 7;
    int m = n + 1;
    if (m > 4)
        reach_error();
    return 0;
}
";

/// Never fails: the loop has as many rounds as it counts.
pub const HOLDS: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0;
    while (i < n)
        i = i + 1;
    if (i != n)
        reach_error();
    return 0;
}
";

/// The options in which the calls of `reach_error` alone are errors, and nothing is asked of repairs.
pub fn quick() -> Options {
    Options {
        program_level: false,
        patches: false,
        jobs: 1,
        properties: [Property::UnreachCall].into(),
        ..Options::standard()
    }
}

/// A text of C as a file that is called `a.c`.
#[track_caller]
pub fn loaded(text: &str, options: &Options) -> Loaded {
    input::in_memory("a.c", text, options).expect("it can be read")
}

/// The program of a text of C.
#[track_caller]
pub fn translated(text: &str, options: &Options) -> Translated {
    translate(&loaded(text, options), options).expect("it is a program")
}

/// The execution of a program that reads one number.
pub fn execution(program: &Program, number: i128) -> ErrorTrace {
    let havocs = [Value::signed_bits(32, number)].into_iter().collect();
    let mut inputs = Recorded { havocs, ..Recorded::default() };
    let execution = interpreter::run(program, &mut inputs, &ExecutionBounds::default());
    execution.into_error_trace().expect("it fails")
}

/// The numbers that an error trace reads.
pub fn numbers(error: &ErrorTrace) -> Vec<i128> {
    error.inputs.iter().filter_map(|it| it.value.as_signed()).collect()
}

/// The line of the check that an error trace violates.
pub fn line_of_error(program: &Program, error: &ErrorTrace) -> u32 {
    program.sources.origin(program.check(error.trace.check).origin).span.line
}

/// A folder of its own with some files, which is there as long as the value.
pub struct Folder(TempDir);

impl Folder {
    /// A folder with files: their names, and what is in them.
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        for (name, text) in files {
            let path = folder.path(name);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The request to check some of the files.
    pub fn request(&self, names: &[&str], options: Options) -> CheckRequest {
        let files = names.iter().map(|name| self.path(name)).collect();
        CheckRequest { files, preprocessor: Preprocessor::default(), options }
    }

    /// A text without the path of the folder.
    pub fn relative(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.0.path().display()), "")
    }
}

/// Why there is no result, one message in a line, with the line of the program in front and the hint behind.
#[track_caller]
pub fn rejection<T: Debug>(result: Result<T, Rejection>) -> String {
    let rejection = result.expect_err("it is rejected");
    let lines = rejection.diagnostics.iter().map(|it| {
        let place = it.span.map_or(String::new(), |span| {
            format!("{}:{}: ", rejection.sources.file(span.file).name, span.line)
        });
        let hint = it.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
        format!("{place}{}{hint}\n", it.message)
    });
    lines.collect()
}
