//! What a reproducer cannot do, and how an error is made visible.

use faultscope_ir::{AssumptionKind, Property, PropertyGroup};

use crate::harness::Replaced;
use crate::{FindingKind, Given, Input, Report};

/// The harness, where the program needs one.
pub const HARNESS: &str = "harness.c";

/// Functions that allocate.
const ALLOCATING: [&str; 4] = ["malloc", "calloc", "realloc", "aligned_alloc"];

/// What is not as in the failing execution, one sentence each.
pub(super) fn notes(report: &Report, given: &Given, replaced: Replaced) -> Vec<String> {
    let mut notes = Vec::new();
    let Some(trace) = report.traces.first() else { return notes };
    if replaced == Replaced::Library {
        notes.push(format!(
            "The library functions that give the failing values are replaced in `{}`: no input alone makes them return \
             these values.",
            HARNESS
        ));
    }
    let uninitialized = trace.inputs.iter().filter(|it| it.kind == FindingKind::Declaration && it.matters);
    let mut named: Vec<String> = Vec::new();
    for it in uninitialized {
        let name = format!("`{}` (line {})", it.place.as_deref().unwrap_or(&it.text), it.span.line);
        if !named.contains(&name) {
            named.push(name);
        }
    }
    if !named.is_empty() {
        let all = named.join(", ");
        notes.push(format!(
            "The error also depends on uninitialized memory, which cannot be set from outside: {all}."
        ));
    }
    if let Some(it) = trace.inputs.iter().find(|it| is_failed_allocation(it)) {
        notes.push(format!(
            "`{}` on line {} returns NULL in the failing execution; the script cannot make it fail.",
            it.text, it.span.line
        ));
    }
    if report.assumptions.iter().any(|it| it.kind == AssumptionKind::AddressLayout) {
        notes.push("Objects may lie at other addresses than in the failing execution.".to_owned());
    }
    if given
        .arguments
        .iter()
        .chain(given.variables.iter().filter_map(|it| it.value.as_ref()))
        .any(|it| it.contains(&0))
    {
        notes.push("An argument with a null character cannot be passed.".to_owned());
    }
    notes.extend(unseen(trace.error.property).map(str::to_owned));
    notes
}

/// Whether an input says that an allocation fails.
fn is_failed_allocation(input: &Input) -> bool {
    let calls =
        |name: &str| input.text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|it| it == name);
    input.source.is_none() && input.value == "0" && ALLOCATING.into_iter().any(calls)
}

/// That a file lies where the reproducer does not write.
pub(super) fn elsewhere(name: &[u8], is_there: bool) -> String {
    let name = String::from_utf8_lossy(name);
    match is_there {
        true => format!("The program reads `{name}`, which is outside of the folder: create it yourself."),
        false => format!("The program finds no `{name}`, which is outside of the folder."),
    }
}

/// Whether the error is memory that is not freed.
pub(super) fn is_leak(property: Property) -> bool {
    property.group() == PropertyGroup::MemoryLeaks
}

/// The sanitizers for an error.
pub(super) fn sanitizers(property: Property) -> &'static str {
    match property {
        Property::FloatConversion => {
            "-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all"
        }
        Property::Pointer => {
            "-fsanitize=address,undefined,pointer-compare,pointer-subtract -fno-sanitize-recover=all"
        }
        _ => "-fsanitize=address,undefined -fno-sanitize-recover=all",
    }
}

/// Why the sanitizers of gcc may say nothing about an error, if they may.
pub(super) fn unseen(property: Property) -> Option<&'static str> {
    match property {
        Property::Uninitialized => Some(
            "gcc's sanitizers do not detect uninitialized values: use `CC=clang` with `-fsanitize=memory`, or valgrind.",
        ),
        Property::Contracts => Some("Contracts are not compiled: the program goes on where one is violated."),
        Property::MissingReturn | Property::Unsequenced | Property::Library | Property::Declarations => {
            Some("gcc's sanitizers may not detect this kind of error.")
        }
        Property::ExpectedOutput => {
            Some("The error is in the output or the exit status: compare them with the test.")
        }
        Property::MemoryCleanup => {
            Some("gcc's sanitizers detect only memory that nothing points to any more.")
        }
        Property::UnreachCall
        | Property::Assertions
        | Property::NoAbort
        | Property::NullDereference
        | Property::UseAfterFree
        | Property::UseAfterScope
        | Property::OutOfBounds
        | Property::WriteToConstant
        | Property::InvalidFunctionPointer
        | Property::InvalidFree
        | Property::MemoryLeak
        | Property::Overflow
        | Property::DivisionByZero
        | Property::Shift
        | Property::FloatConversion
        | Property::Pointer
        | Property::Unreachable
        | Property::FixExists
        | Property::DefinedOperation => None,
    }
}
