//! Where execution starts in an environment that is given: a function that calls the entry.

use super::hir::{ExprKind, Func, FuncId, Program};

/// The name of the function, which no user knows.
pub const NAME: &str = "__fs_start";

/// The model that makes the arguments of the program.
pub(super) const ARGUMENT_VECTOR: &str = "__fs_argument_vector";

/// The model that makes its environment.
const ENVIRONMENT_VECTOR: &str = "__fs_environment_vector";

/// Whether a function makes what is there when the program begins.
pub fn makes_environment(function: &str) -> bool {
    [NAME, ARGUMENT_VECTOR, ENVIRONMENT_VECTOR].contains(&function)
}

/// The entry of fuzzing harnesses that are made for libFuzzer: it is given standard input as a whole.
const FUZZER_ENTRY: &str = "LLVMFuzzerTestOneInput";

/// Whether the entry looks at the arguments of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arguments {
    Used,
    Unused,
}

impl Arguments {
    /// What an entry does with its parameters.
    pub(super) fn of(program: &Program, entry: FuncId) -> Arguments {
        let func = program.func(entry);
        let mentions = |parameter| {
            let body = func.body.as_ref();
            body.is_some_and(|it| it.has(&mut |it| matches!(it.kind, ExprKind::Var(var) if var == parameter)))
        };
        let is_used = func.annotations.is_annotated
            || program.captured_of(entry).next().is_some()
            || func.parameters.iter().any(|parameter| mentions(*parameter));
        if is_used { Arguments::Used } else { Arguments::Unused }
    }

    /// The name of the model with the function: there is one for each.
    pub(super) fn model(self) -> &'static str {
        match self {
            Arguments::Used => NAME,
            Arguments::Unused => "__fs_start_alone",
        }
    }
}

/// The function as C. `main` gets the arguments of the program, and gives its status; another function, for which that has no
/// meaning, is called without.
pub(super) fn text(entry: &Func, arguments: Arguments) -> String {
    let name = &entry.name;
    let result = if entry.ty.result.is_void() { "void" } else { "int" };
    let n_parameters = if name == "main" { entry.parameters.len() } else { 0 };
    if name == FUZZER_ENTRY {
        return format!(
            "int __fs_get(const void *); int __fs_put(const void *, int); int __fs_noted(int); int __fs_clear_notes(void); \
             int __fs_exit(int); int __fs_abort(void); int __fs_unknown(int); int __fs_uncertain(void); int {name}(const unsigned char *, __SIZE_TYPE__); void {NAME}(void) {{\n\
             \x20 int n = 0, c;\n\
             \x20 if (0) {{ __fs_abort(); __fs_unknown(2); __fs_uncertain(); }}\n\
             \x20 __fs_clear_notes();\n\
             \x20 for (; (c = __fs_get(0)) >= 0; n++) __fs_put((void *)1, c);\n\
             \x20 unsigned char *data = __fs_object(n);\n\
             \x20 for (int i = 0; i < n; i++) data[i] = __fs_noted(i);\n\
             \x20 {name}(data, n);\n\
             \x20 __fs_exit(0);\n}}\n"
        );
    }
    let is_used = arguments == Arguments::Used;
    let arguments = match n_parameters {
        0 => "",
        1 if !is_used => "0",
        2 if !is_used => "0, (char **)0",
        _ if !is_used => "0, (char **)0, (char **)0",
        1 => "__fs_count_arguments()",
        2 => "n, __fs_argument_vector(n)",
        _ => "n, __fs_argument_vector(n), __fs_environment_vector()",
    };
    let count = if n_parameters > 1 && is_used { "  int n = __fs_count_arguments();\n" } else { "" };
    // What the translation of a program calls by itself is there, too.
    let reserve = "  if (0) {\n    __fs_abort();\n    __fs_unknown(2);\n    __fs_uncertain();\n  }\n";
    let call = match entry.ty.result.is_integer() && name == "main" {
        true => format!("  __fs_exit({name}({arguments}));\n"),
        false => format!("  {name}({arguments});\n  __fs_exit(0);\n"),
    };
    format!(
        "int __fs_exit(int); int __fs_abort(void); int __fs_unknown(int); int __fs_uncertain(void); int __fs_count_arguments(void); \
         char **__fs_argument_vector(int); \
         char **__fs_environment_vector(void); {result} {name}(); void {NAME}(void) {{\n{reserve}{count}{call}}}\n"
    )
}
