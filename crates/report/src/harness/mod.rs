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

use faultscope_frontend::c::library_function;
use faultscope_ir::index::IndexMap;

use crate::{FindingKind, Input, InputSource, Report};

/// The exit code of a harness that reaches the error by a call.
pub const EXIT_CODE: u8 = 86;

/// Where the arguments of the program are made.
const ENTRY: &str = "<start>";

/// What a harness defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    /// The functions that the program declares and does not define.
    Program,
    /// Those, and the functions of the library that values of the failing execution come from.
    Library,
}

/// The file's text; `None` without an error trace.
pub fn render(report: &Report, program: &str, name: &str) -> Option<String> {
    render_replacing(report, program, name, Replaced::Library)
}

/// Whether a program that is given its inputs as a user gives them needs a harness.
pub(crate) fn is_needed(report: &Report) -> bool {
    let Some(trace) = report.traces.first() else { return false };
    let given = trace.given.as_ref();
    let is_fuzzed =
        report.sources.files().any(|(_, it)| it.text.as_ref().is_some_and(|it| has_fuzzer_entry(it)));
    let names_verifier = report.sources.files().any(|(_, it)| {
        it.text.as_ref().is_some_and(|it| it.contains("__VERIFIER_") || it.contains("reach_error"))
    });
    is_fuzzed
        || names_verifier
        || !trace.externals.is_empty()
        || given.is_some_and(|it| it.values.is_some())
        || !functions(report.inputs(), Replaced::Program).is_empty()
}

/// Whether a text defines what libFuzzer calls.
fn has_fuzzer_entry(text: &str) -> bool {
    text.contains("LLVMFuzzerTestOneInput")
}

/// The text that defines only some functions; `None` without an error trace.
pub(crate) fn render_replacing(
    report: &Report,
    program: &str,
    name: &str,
    replaced: Replaced,
) -> Option<String> {
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
    if replaced == Replaced::Library {
        text += &arguments(report.inputs());
    }
    let own = functions(report.inputs(), replaced);
    for (function, sources) in &own {
        text += &definition(function, sources);
    }
    let trace = report.traces.first();
    for function in trace.iter().flat_map(|it| &it.externals).filter(|it| !own.contains_key(it.as_str())) {
        text += &format!("\nWEAK long long {function}() {{ return 0; }}\n");
    }
    if replaced == Replaced::Library {
        text += &library::render(report.inputs());
    }
    if let Some(values) = trace.and_then(|it| it.given.as_ref()).and_then(|it| it.values.as_ref()) {
        text += &verifier_values(values);
    }
    if report.sources.files().any(|(_, it)| it.text.as_ref().is_some_and(|it| has_fuzzer_entry(it))) {
        text += FUZZER_DRIVER;
    }
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
fn functions(inputs: &[Input], replaced: Replaced) -> IndexMap<&str, Vec<&InputSource>> {
    let mut functions: IndexMap<&str, Vec<&InputSource>> = IndexMap::default();
    let is_kept = |it: &&InputSource| {
        replaced == Replaced::Library
            || is_of_verifiers(&it.function)
            || library_function(&it.function).is_none()
    };
    for source in inputs.iter().filter_map(|input| input.source.as_ref()).filter(is_kept) {
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

/// Whether no library has a function, although it is known.
fn is_of_verifiers(function: &str) -> bool {
    function.starts_with("__VERIFIER_")
}

/// The functions that a test gives values for, whatever order they are called in.
fn verifier_values(values: &[i128]) -> String {
    const TYPES: [(&str, &str); 18] = [
        ("bool", "_Bool"),
        ("char", "char"),
        ("schar", "signed char"),
        ("uchar", "unsigned char"),
        ("short", "short"),
        ("ushort", "unsigned short"),
        ("int", "int"),
        ("unsigned", "unsigned"),
        ("unsigned_int", "unsigned"),
        ("uint", "unsigned"),
        ("u32", "unsigned"),
        ("long", "long"),
        ("ulong", "unsigned long"),
        ("longlong", "long long"),
        ("ulonglong", "unsigned long long"),
        ("size_t", "__SIZE_TYPE__"),
        ("float", "float"),
        ("double", "double"),
    ];
    let list: Vec<String> = values.iter().map(|it| format!("{}", *it as i64)).collect();
    let mut text = format!(
        "\nstatic const long long given_values[] = {{ {} }};\n\
         static unsigned next_given;\n\
         static long long given_value(void) {{\n    \
             return next_given < {} ? given_values[next_given++] : 0;\n}}\n",
        if list.is_empty() { "0".to_owned() } else { list.join(", ") },
        list.len(),
    );
    for (name, c_type) in TYPES {
        text += &format!("WEAK {c_type} __VERIFIER_nondet_{name}() {{ return ({c_type})given_value(); }}\n");
    }
    text
}

/// Calls what libFuzzer calls, with standard input.
const FUZZER_DRIVER: &str = "
extern long read(int, void *, unsigned long);
extern void *realloc(void *, unsigned long);
extern void *malloc(unsigned long);
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size);

/* The input is an object of its own size, so that an access past its end shows. */
WEAK int main(void) {
    unsigned char *all = 0;
    unsigned long size = 0;
    for (long n = 1; n > 0; size += n) {
        all = realloc(all, size + 4096);
        n = read(0, all + size, 4096);
        if (n <= 0) break;
    }
    unsigned char *data = malloc(size);
    __builtin_memcpy(data, all, size);
    return LLVMFuzzerTestOneInput(data, size);
}
";

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
