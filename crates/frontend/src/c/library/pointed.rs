//! Functions that the front end translates by itself, as functions of C that pointers can point to: each calls the function.

use super::row::{OWN, Returned, SIZE};
use super::table::{Entry, entry_or_builtin};
use crate::c::types::FloatKind;

/// How the names of such functions begin.
pub(in crate::c) const POINTED: &str = "__fs_pointed_";

/// The function that stands for one of the library where its address is taken, if that needs one.
pub(super) fn definition(name: &str) -> Option<String> {
    let plain = name.strip_prefix(POINTED)?;
    let entry = entry_or_builtin(plain)?;
    let parameters = entry.row.parameters?;
    let (own, result) = (own_type(entry), result_in_c(entry));
    let names = ["a", "b"];
    let named = parameters.iter().map(|ty| if *ty == OWN { own } else { ty }).zip(names);
    let parameters: Vec<String> = named.clone().map(|(ty, name)| format!("{ty} {name}")).collect();
    let arguments: Vec<&str> = named.map(|(_, name)| name).collect();
    let head = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let give = if result == "void" { "" } else { "return " };
    Some(format!("{result} {name}({head}) {{\n  {give}{plain}({});\n}}\n", arguments.join(", ")))
}

/// Whether a function has one that stands for it.
pub(in crate::c) fn has_stand_in(name: &str) -> bool {
    entry_or_builtin(name).is_some_and(|entry| entry.row.parameters.is_some())
}

/// The type of the result.
fn result_in_c(entry: &Entry) -> &'static str {
    match entry.result() {
        Returned::Void => "void",
        Returned::Int => "int",
        Returned::Long => "long",
        Returned::ULong => "unsigned long",
        Returned::LongLong => "long long",
        Returned::ULongLong => "unsigned long long",
        Returned::Size => SIZE,
        Returned::Difference => "__PTRDIFF_TYPE__",
        Returned::Double => "double",
        Returned::Own => own_type(entry),
        Returned::OwnComplex => match entry.kind {
            Some(FloatKind::Float) => "float _Complex",
            Some(FloatKind::LongDouble) => "long double _Complex",
            _ => "double _Complex",
        },
        Returned::Pointer => "void *",
        Returned::Text => "char *",
        Returned::WideText => "__WCHAR_TYPE__ *",
    }
}

/// The floating-point type of the variant.
fn own_type(entry: &Entry) -> &'static str {
    match entry.kind {
        Some(FloatKind::Float) => "float",
        Some(FloatKind::LongDouble) => "long double",
        _ => "double",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_is_pointed_to_calls_the_one_it_stands_for() {
        let text = |name: &str| definition(&format!("{POINTED}{name}"));
        assert_eq!(text("free").unwrap(), "void __fs_pointed_free(void * a) {\n  free(a);\n}\n");
        assert_eq!(
            text("fmaxf").unwrap(),
            "float __fs_pointed_fmaxf(float a, float b) {\n  return fmaxf(a, b);\n}\n"
        );
        assert_eq!(text("ceil").unwrap(), "double __fs_pointed_ceil(double a) {\n  return ceil(a);\n}\n");
        assert_eq!(text("strlen"), None);
        assert_eq!(definition("free"), None);
    }
}
