//! What is known of functions that the program does not define.

/// A function that the front end translates by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Model {
    /// `__VERIFIER_nondet_*`: any value.
    Nondet,
    /// Reaching it violates `unreach-call`.
    Error,
    /// `__assert_fail` and its kin: reaching it violates an assertion.
    AssertionFailure,
    /// An assertion of its argument.
    Assert,
    /// An assumption of its argument.
    Assume,
    /// The execution ends.
    Stop,
    /// The program ends with an error of its own.
    Abort,
    /// The program ends as it should.
    Exit,
    Malloc,
    Calloc,
    Realloc,
    Free,
    /// In models: asks that the second argument's many bytes behind the first can be read, or written.
    Accessible,
    /// In models: asks that as many bytes behind two pointers as the third argument says do not overlap.
    Disjoint,
    /// Arguments are evaluated, nothing happens; the result is any value.
    Ignored,
    /// Values are read into the places that the arguments point to.
    Scan,
    /// A string is read into the array that the first argument points to.
    ReadString,
    /// A string that is not followed further is written to the array that the first argument points to.
    Print,
    /// A number from outside, within bounds, both included.
    Input(i128, i128),
    /// Mathematics.
    Float(FloatFunction),
}

/// Functions of `<math.h>` that are operators of the intermediate representation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatFunction {
    Fabs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    Rint,
    Fmin,
    Fmax,
    Copysign,
    IsNan,
    IsInfinite,
    IsFinite,
    SignBit,
}

/// What a function without body does with the pointers it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    /// Nothing that matters.
    Nothing,
    /// It writes to where they point, and keeps none.
    Targets,
    /// Not known.
    Unknown,
}

/// The model of a function without body, if it has one.
pub(super) fn model(name: &str) -> Option<Model> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    if name.starts_with("__VERIFIER_nondet_") {
        return Some(Model::Nondet);
    }
    Some(match name {
        "__VERIFIER_error" | "reach_error" => Model::Error,
        "__assert_fail" | "__assert_perror_fail" | "__assert" | "__assert_func" | "__assert_rtn" => {
            Model::AssertionFailure
        }
        "assert" | "__VERIFIER_assert" => Model::Assert,
        "__VERIFIER_assume" | "assume" | "assume_abort_if_not" | "__CPROVER_assume" => Model::Assume,
        "__VERIFIER_silent_exit" => Model::Stop,
        "abort" => Model::Abort,
        "exit" | "_exit" | "_Exit" | "quick_exit" => Model::Exit,
        "malloc" | "xmalloc" | "kmalloc" | "valloc" => Model::Malloc,
        "calloc" => Model::Calloc,
        "__fs_readable" | "__fs_writable" => Model::Accessible,
        "__fs_disjoint" => Model::Disjoint,
        "realloc" => Model::Realloc,
        "free" | "cfree" => Model::Free,
        "printf"
        | "fprintf"
        | "vprintf"
        | "vfprintf"
        | "puts"
        | "fputs"
        | "putchar"
        | "putc"
        | "fputc"
        | "fflush"
        | "perror"
        | "srand"
        | "srandom"
        | "fclose"
        | "setbuf"
        | "setvbuf"
        | "fwrite"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "usleep"
        | "sleep"
        | "assert_perror"
        | "printk"
        | "syslog"
        | "setlocale" => Model::Ignored,
        "scanf" | "fscanf" | "__isoc99_scanf" | "__isoc99_fscanf" => Model::Scan,
        "sscanf" | "__isoc99_sscanf" => Model::Scan,
        "gets" | "fgets" => Model::ReadString,
        "sprintf" | "vsprintf" | "snprintf" | "vsnprintf" | "__sprintf_chk" => Model::Print,
        "getchar" | "getc" | "fgetc" | "getchar_unlocked" => Model::Input(-1, 255),
        "rand" | "random" => Model::Input(0, i32::MAX as i128),
        "time" | "clock" => Model::Input(0, i32::MAX as i128),
        _ => return float_function(name).map(Model::Float),
    })
}

fn float_function(name: &str) -> Option<FloatFunction> {
    use FloatFunction::*;
    let classified = match name {
        "isnan" | "__isnan" | "__isnanf" | "__isnanl" | "isnanf" => Some(IsNan),
        "isinf" | "__isinf" | "__isinff" | "__isinfl" | "isinff" | "isinf_sign" => Some(IsInfinite),
        "isfinite" | "finite" | "__finite" | "__finitef" | "__finitel" => Some(IsFinite),
        "signbit" | "__signbit" | "__signbitf" | "__signbitl" => Some(SignBit),
        _ => None,
    };
    let plain = name.strip_suffix(['f', 'l']).filter(|plain| !plain.is_empty() && name != "ceil");
    classified.or_else(|| {
        [Some(name), plain].into_iter().flatten().find_map(|name| {
            Some(match name {
                "fabs" => Fabs,
                "sqrt" => Sqrt,
                "floor" => Floor,
                "ceil" => Ceil,
                "trunc" => Trunc,
                "round" => Round,
                "rint" | "nearbyint" => Rint,
                "fmin" => Fmin,
                "fmax" => Fmax,
                "copysign" => Copysign,
                _ => return None,
            })
        })
    })
}

/// What a function without body does with its arguments.
pub(super) fn usage(name: &str) -> Usage {
    match model(name) {
        Some(Model::Scan) => Usage::Targets,
        Some(
            Model::ReadString
            | Model::Print
            | Model::Realloc
            | Model::Free
            | Model::Accessible
            | Model::Disjoint,
        )
        | None => Usage::Unknown,
        Some(_) => Usage::Nothing,
    }
}

/// Library functions that are C themselves, by file.
const SOURCES: [(&str, &str); 3] = [
    ("<library>/string.c", include_str!("library/string.c")),
    ("<library>/stdlib.c", include_str!("library/stdlib.c")),
    ("<library>/ctype.c", include_str!("library/ctype.c")),
];

/// The file that models a function: its name and its text up to the functions it needs itself.
pub(super) fn source(name: &str) -> Option<(String, String)> {
    SOURCES.iter().find_map(|(file, text)| {
        let function = text.split("\n\n").find(|part| defines(part, name))?;
        Some((format!("{file}:{name}"), function.to_owned()))
    })
}

/// Whether a paragraph of C defines the function.
fn defines(paragraph: &str, name: &str) -> bool {
    let mut rest = paragraph;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + name.len()..].chars().next();
        let is_word = |ch: char| ch.is_alphanumeric() || ch == '_';
        if after == Some('(') && !before.is_some_and(is_word) {
            // The first use of a name followed by a parenthesis in a paragraph is the definition itself.
            return !paragraph[..paragraph.len() - rest.len() + at].contains('{');
        }
        rest = &rest[at + name.len()..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_found_by_its_definition() {
        let (file, text) = source("strcpy").unwrap();
        assert_eq!(file, "<library>/string.c:strcpy");
        assert!(text.contains("strcpy("));
        assert!(!text.contains("strncpy("));
        assert_eq!(source("nothing_like_this"), None);
    }
}
