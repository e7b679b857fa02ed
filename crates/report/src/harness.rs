//! A C file that replays an error with an ordinary compiler.
//!
//! It defines the functions that the program leaves undefined, so that they return the values of the failing execution
//! one after the other. All definitions are weak: whatever the program defines itself is taken from there.
//!
//! What no function returns cannot be set from outside: variables that were never initialized are listed in a comment.

use indexmap::IndexMap;

use crate::{FindingKind, Input, InputSource, Report};

/// The exit code of a harness that reaches the error by a call.
pub const EXIT_CODE: u8 = 86;

/// The file's text; `None` without an error trace.
pub fn render(report: &Report, program: &str, name: &str) -> Option<String> {
    let error = report.error()?;
    let mut text = format!(
        "/* Replays an error of {program}: {message}.\n *\n *     cc {program} {name} -o replay && ./replay\n *\n",
        program = comment(program),
        name = comment(name),
        message = comment(&error.message),
    );
    text += &format!(
        " * A failing assert ends the program as usual; reaching the error by a call prints\n \
         * a line and ends it with exit code {EXIT_CODE}.\n"
    );
    text += &uninitialized(report);
    text += " */\n\n#include <stdio.h>\n#include <stdlib.h>\n\n";
    text += "#define WEAK __attribute__((weak))\n\n";
    text += ERROR_FUNCTIONS;
    for (function, sources) in functions(report.inputs()) {
        text += &definition(function, &sources);
    }
    Some(text)
}

const ERROR_FUNCTIONS: &str = "static void reached(const char *what) {
    fflush(stdout);
    fprintf(stderr, \"error reached: %s\\n\", what);
    exit(86);
}

WEAK void reach_error(void) { reached(\"reach_error()\"); }
WEAK void __VERIFIER_error(void) { reached(\"__VERIFIER_error()\"); }
WEAK void __VERIFIER_assert(int condition) { if (!condition) reached(\"__VERIFIER_assert()\"); }
WEAK void __VERIFIER_assume(int condition) { if (!condition) exit(0); }
";

/// The functions that values come from, in the order of their first call.
fn functions(inputs: &[Input]) -> IndexMap<&str, Vec<&InputSource>> {
    let mut functions: IndexMap<&str, Vec<&InputSource>> = IndexMap::new();
    for source in inputs.iter().filter_map(|input| input.source.as_ref()) {
        functions.entry(&source.function).or_default().push(source);
    }
    functions
}

fn definition(function: &str, sources: &[&InputSource]) -> String {
    let c_type = &sources[0].c_type;
    let values: Vec<&str> = sources.iter().map(|source| source.c_value.as_str()).collect();
    let n = values.len();
    // Without a parameter list the definition fits every declaration.
    format!(
        "\nWEAK {c_type} {function}() {{\n    static const {c_type} values[] = {{ {} }};\n    \
         static unsigned next;\n    return next < {n} ? values[next++] : values[{last}];\n}}\n",
        values.join(", "),
        last = n - 1,
    )
}

fn uninitialized(report: &Report) -> String {
    let mut text = String::new();
    for input in report.inputs().iter().filter(|it| it.kind == FindingKind::Declaration && it.matters) {
        if text.is_empty() {
            text += " *\n * The error also depends on variables without initial value, which no other file can set:\n";
        }
        let place = input.place.as_deref().unwrap_or(&input.text);
        text += &format!(" *     line {}: {} = {}\n", input.span.line, comment(place), comment(&input.value));
    }
    text
}

/// Text that cannot end a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace('\n', " ")
}

#[cfg(test)]
mod tests;
