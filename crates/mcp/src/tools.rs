//! The tools, as clients see them.

use faultscope_ir::selection;
use serde_json::{Value, json};

/// How many seconds a call takes at most where nothing is said: less than the minute after which many clients give up.
pub(crate) const DEFAULT_TIMEOUT: f64 = 45.0;

/// How many findings an answer has where nothing is said.
pub(crate) const DEFAULT_FINDINGS: usize = 5;

/// What of a report can be shown.
const SHOWN: [&str; 5] = ["screen", "details", "trace", "checks", "json"];

/// What an agent is told of the server.
pub(crate) const INSTRUCTIONS: &str = "Faultscope finds errors in C programs (failed assertions, memory errors, undefined behaviour, \
     failing tests), or proves that there are none, and says which statements are to blame and what they would have to compute. Call \
     `check` first; `explain` tells more of what it found; apply a patch, or write one, and ask `verify_patch` whether it is a repair. \
     `unknown` and `undecided` mean that the limits did not suffice: try a larger `effort` and `timeout`, or one function as the \
     `entry`. Programs are analysed and never executed.";

/// The tools by name.
pub(crate) const NAMES: [&str; 3] = [CHECK, EXPLAIN, VERIFY_PATCH];

pub(crate) const CHECK: &str = "check";
pub(crate) const EXPLAIN: &str = "explain";
pub(crate) const VERIFY_PATCH: &str = "verify_patch";

/// What `tools/list` answers.
pub(crate) fn list() -> Value {
    Value::Array(NAMES.iter().map(|name| tool(name)).collect())
}

/// The schema of the arguments of a tool.
pub(crate) fn input_schema(name: &str) -> Value {
    match name {
        CHECK => check_schema(),
        EXPLAIN => explain_schema(),
        _ => verify_patch_schema(),
    }
}

/// The result of a call that has failed, for the agent to read.
pub(crate) fn failed(message: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": message }], "isError": true })
}

fn tool(name: &str) -> Value {
    let (title, description, output) = match name {
        CHECK => (
            "Find the error in a C program and the statements to blame",
            "Looks for an error in a C program: a violated assertion, an access out of bounds, undefined behaviour, or a test that \
             fails. If there is one, says with which inputs it happens, which statements matter and what they would have to \
             compute, and proposes patches, most of them proved. Otherwise proves that there is none, or answers `unknown`. The \
             program may be incomplete: functions without a body return anything. The answer is short; `explain` has the rest.",
            Some(check_output()),
        ),
        EXPLAIN => (
            "All that is known of a finding or a report",
            "Shows a report of `check` or `verify_patch` again, without checking anything: with `finding` all that is known of one \
             statement (values that avoid the error, the condition, why, patches), otherwise what `show` names.",
            None,
        ),
        _ => (
            "Is this diff a repair?",
            "Says whether a unified diff repairs a C program: the program fails, the changed one is proved not to, or passes all \
             tests, and does nothing undefined that the program did not do. The files stay as they are. Where it is no repair, the \
             answer says on which input the changed program fails.",
            Some(verify_patch_output()),
        ),
    };
    let mut tool = json!({
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": input_schema(name),
        "annotations": { "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false },
    });
    if let Some(output) = output {
        tool["outputSchema"] = output;
    }
    tool
}

/// The program, and what is asked of it.
fn program_properties() -> Value {
    let names: Vec<&str> = selection::names().collect();
    let properties = format!(
        "What counts as an error (default: `default`, which is what crashes a program or is undefined, and assertions). A name with \
         `-` in front is left out. Names: {}.",
        names.join(", ")
    );
    let paths = |description: &str| json!({ "type": "array", "items": { "type": "string" }, "description": description });
    let text = |description: &str| json!({ "type": "string", "description": description });
    json!({
        "files": paths("The C files of the program (all that have to be linked; headers are found by `#include`). Either this or \
                        `source`."),
        "source": text("The program as text, instead of `files`."),
        "name": text("With `source`: what its file is called in answers and diffs (default: `program.c`)."),
        "folder": text("The folder that paths are relative to (default: that of the server)."),
        "include": paths("Folders with headers, as with `-I`."),
        "define": paths("Macros, as with `-D`: `NAME` or `NAME=VALUE`."),
        "entry": text("The function where execution starts (default: `main`). With a contract in ACSL it is called as that allows, \
                       otherwise with any arguments."),
        "properties": paths(&properties),
        "data_model": {
            "type": "string",
            "enum": ["ilp32", "lp64"],
            "description": "32 or 64 bits for `long` and pointers (default: as on this machine).",
        },
        "tests": text("A folder or file with tests (inputs and expected outputs): instead of any error, look for why tests fail."),
        "stdin": text("One test: its standard input, as text. Give `expected_output` or `expected_status`, too, unless it crashes."),
        "expected_output": text("One test: the text that the program should write."),
        "expected_status": {
            "type": "integer",
            "description": "One test: the exit status that the program should have.",
        },
        "program_arguments": text("One test: the arguments of the program, as on a command line."),
        "crash_inputs": paths("Files on which the program crashes, as fuzzers leave them; `@@` in `program_arguments` stands for \
                               the file, which is standard input otherwise."),
        "timeout": {
            "type": "number",
            "minimum": 0,
            "maximum": 86400,
            "description": format!("Seconds; 0 for any number (default: {DEFAULT_TIMEOUT}). What is known by then is the answer."),
        },
        "effort": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1_000_000,
            "description": "How hard to try, in percent of the usual (default: 100). Answers depend on this and not on the machine's \
                            speed.",
        },
    })
}

fn closed(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn check_schema() -> Value {
    let mut properties = program_properties();
    properties["level"] = json!({
        "type": "string",
        "enum": ["program", "trace"],
        "description": "`program` asks what repairs the program, with patches (default); `trace` only what matters on the failing \
                        execution, which is faster.",
    });
    properties["max_findings"] = json!({
        "type": "integer",
        "minimum": 1,
        "maximum": 1000,
        "description": format!("How many statements to report at most, the most promising ones (default: {DEFAULT_FINDINGS})."),
    });
    closed(properties, &[])
}

fn explain_schema() -> Value {
    let properties = json!({
        "report": {
            "type": "string",
            "description": "The name that a call has given its report, `report-1`, or the path of what `faultscope check --format \
                            json` has printed (default: the last report).",
        },
        "finding": { "type": "integer", "minimum": 1, "description": "The rank of a finding." },
        "show": {
            "type": "string",
            "enum": SHOWN,
            "description": "Without `finding`: `screen` the short answer (default), `details` everything in words, `trace` every step \
                            of the failing execution, `checks` what became of each check, `json` the whole report, which is large.",
        },
    });
    closed(properties, &[])
}

fn verify_patch_schema() -> Value {
    let mut properties = program_properties();
    properties["properties"]["description"] = json!("What counts as an error, as for `check`.");
    properties["diff"] = json!({
        "type": "string",
        "description": "The unified diff, as `diff -u` and `git diff` print it: `--- a.c`, `+++ a.c`, `@@ -1,3 +1,3 @@` and lines. \
                        Paths are relative to `folder`, or to a folder above it.",
    });
    closed(properties, &["diff"])
}

/// An object of an answer. Fields that say nothing are left out.
fn open(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required })
}

fn described(kind: &str, description: &str) -> Value {
    json!({ "type": kind, "description": description })
}

fn rows(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "object" }, "description": description })
}

fn check_output() -> Value {
    let properties = json!({
        "report": described("string", "The name of the report, for `explain`."),
        "verdict": { "type": "string", "enum": ["unsafe", "safe", "tests-pass", "unknown"] },
        "reason": described("string", "Why it is not decided, or what the verdict rests on."),
        "error": described("object", "What is violated: property, message, file, line, function."),
        "inputs": rows("The inputs with which it happens, in their order; where there are many, those that matter."),
        "more_inputs": described("integer", "So many more are in the report."),
        "tests": described("object", "How many tests passed, and which failed."),
        "findings": rows("Statements, the most promising first: rank, file, line, text, value (what it was), values (what avoids the \
                          error), condition (what it has to fulfil), in_program (whether fixing it is enough)."),
        "more_findings": described("integer", "So many more are in the report."),
        "patches": rows("Changes that repair the program, the best first: verdict (`proved`, `passes-tests`, \
                         `repairs-shown-traces`), file, line, diff."),
        "more_patches": described("integer", "So many more are in the report."),
        "assumptions": { "type": "array", "items": { "type": "string" }, "description": "What was taken for granted." },
        "warnings": { "type": "array", "items": { "type": "string" } },
    });
    open(properties, &["report", "verdict"])
}

fn verify_patch_output() -> Value {
    let properties = json!({
        "answer": { "type": "string", "enum": ["repair", "no-repair", "undecided"] },
        "reason": described("string", "Why: `proved`, `passes-tests`, `fails`, `undefined`, `check-not-reached`, `no-error`, …"),
        "message": described("string", "The same in words."),
        "details": { "type": "array", "items": { "type": "string" }, "description": "What the message names." },
        "report": described("string", "The name of the report of the changed program, for `explain`; of the program as it was, \
                                       where that is not known to fail."),
        "error": described("object", "What that program violates."),
        "inputs": rows("The inputs with which that happens."),
        "more_inputs": described("integer", "So many more are in the report."),
    });
    open(properties, &["answer", "reason", "message"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;

    #[test]
    fn every_schema_uses_what_is_checked() {
        for name in NAMES {
            schema::assert_is_known(&input_schema(name));
        }
    }
}
