//! What of an environment a program looks at.

use faultscope_ir::Primitive::{Get, ScanFloat, ScanInteger};
use faultscope_ir::{Call, Procedure, Program, Term, Value};

/// The model of the library that skips white space of a stream.
const SKIP: &str = "__fs_skip";

/// Whether `main` takes the arguments of the program.
pub fn takes_arguments(program: &Program) -> bool {
    let main = program.procedures.iter().find(|procedure| procedure.name == "main");
    main.is_some_and(|main| main.parameters.len() > 1)
}

/// Whether the input of a program is a file that an argument names: it takes arguments, and does not read its standard input.
pub fn takes_file(program: &Program) -> bool {
    takes_arguments(program) && !reads_standard_input(program)
}

/// Whether a program may read its standard input: it names the stream, or something that it calls reads the null stream, or the
/// descriptor 0.
fn reads_standard_input(program: &Program) -> bool {
    let is_named = program.objects.iter().any(|it| it.name == "*stdin");
    let is_zero = |term: &Term| term.as_value().and_then(Value::as_unsigned) == Some(0);
    let reads = |caller: &Procedure, call: &Call| {
        let callee = program.procedure(call.callee);
        let is_reader = callee.name == "read"
            || callee.primitive.is_some_and(|it| matches!(it, Get | ScanInteger | ScanFloat))
            || callee.trusted && callee.name == SKIP;
        // `read` itself may be asked for any file.
        is_reader && caller.name != "read" && call.arguments.first().is_some_and(|(it, _)| is_zero(it))
    };
    is_named || program.procedures.iter().any(|caller| caller.calls().any(|call| reads(caller, call)))
}
