//! A C file that replays an error with an ordinary compiler.
//!
//! It defines the functions that the program leaves undefined, so that they return the values of the failing execution
//! one after the other. All definitions are weak: whatever the program defines itself is taken from there.
//!
//! Functions of the library that give values or write them are defined as their models are, with those values. Any
//! definition of theirs would be instrumented by sanitizers as the program is.
//!
//! What no function returns cannot be set from outside: variables that were uninitialized are listed in a comment.

mod library;

use faultscope_ir::index::IndexMap;

use crate::{FindingKind, Input, InputSource, Report};

/// The exit code of a harness that reaches the error by a call.
pub const EXIT_CODE: u8 = 86;

/// Where the arguments of the program are made.
const ENTRY: &str = "<start>";

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
         * a line and ends it with exit code {EXIT_CODE}. Other errors show where the program is\n \
         * compiled with `-fsanitize=address,undefined -fno-sanitize-recover=all`.\n"
    );
    text += &uninitialized(report);
    text += " */\n\n#define WEAK __attribute__((weak))\n\n";
    text += ERROR_FUNCTIONS;
    text += &arguments(report.inputs());
    let own = functions(report.inputs());
    for (function, sources) in &own {
        text += &definition(function, sources);
    }
    let trace = report.traces.first();
    for function in trace.iter().flat_map(|it| &it.externals).filter(|it| !own.contains_key(it.as_str())) {
        text += &format!("\nWEAK long long {function}() {{ return 0; }}\n");
    }
    text += &library::render(report.inputs());
    Some(text)
}

const ERROR_FUNCTIONS: &str = "extern int printf(const char *, ...);
extern long write(int, const void *, unsigned long);
extern void exit(int);

static void reached(const char *what) {
    write(2, \"error reached: \", 15);
    write(2, what, __builtin_strlen(what));
    write(2, \"\\n\", 1);
    exit(86);
}

WEAK void reach_error(void) { reached(\"reach_error()\"); }
WEAK void __VERIFIER_error(void) { reached(\"__VERIFIER_error()\"); }
WEAK void __VERIFIER_assert(int condition) { if (!condition) reached(\"__VERIFIER_assert()\"); }
WEAK void __VERIFIER_assume(int condition) { if (!condition) exit(0); }
";

/// Starts the program with as many arguments as the failing execution has.
fn arguments(inputs: &[Input]) -> String {
    let count = inputs.iter().find(|it| it.function == ENTRY && it.place.as_deref() == Some("argc"));
    let count = count.and_then(|it| it.value.parse::<usize>().ok()).filter(|it| *it > 1);
    let Some(count) = count else { return String::new() };
    let arguments = ", \"\"".repeat(count - 1);
    format!(
        "\nextern int execv(const char *, char *const *);\n\n\
         __attribute__((constructor)) static void start(int argc, char **argv) {{\n    \
             char *all[] = {{ argv[0]{arguments}, 0 }};\n    \
             if (argc != {count}) execv(\"/proc/self/exe\", all);\n\
         }}\n"
    )
}

/// The functions that values come from, in the order of their first call.
fn functions(inputs: &[Input]) -> IndexMap<&str, Vec<&InputSource>> {
    let mut functions: IndexMap<&str, Vec<&InputSource>> = IndexMap::default();
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
