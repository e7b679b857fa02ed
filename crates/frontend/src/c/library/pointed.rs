//! Functions that the front end translates by itself, as functions of C that pointers can point to: each calls the function.

use super::model::{FloatFunction, float_function};

/// How the names of such functions begin.
pub(in crate::c) const POINTED: &str = "__fs_pointed_";

/// The function that stands for one of the library where its address is taken, if that needs one.
pub(super) fn definition(name: &str) -> Option<String> {
    let plain = name.strip_prefix(POINTED)?;
    let (result, parameters) = signature(plain)?;
    let names = ["a", "b"];
    let named = parameters.iter().zip(names);
    let parameters: Vec<String> = named.clone().map(|(ty, name)| format!("{ty} {name}")).collect();
    let arguments: Vec<&str> = named.map(|(_, name)| name).collect();
    let head = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let give = if result == "void" { "" } else { "return " };
    Some(format!("{result} {name}({head}) {{\n  {give}{plain}({});\n}}\n", arguments.join(", ")))
}

/// Whether a function has one that stands for it.
pub(in crate::c) fn has_stand_in(name: &str) -> bool {
    signature(name).is_some()
}

/// The result and the parameters.
fn signature(name: &str) -> Option<(&'static str, Vec<&'static str>)> {
    const SIZE: &str = "__SIZE_TYPE__";
    Some(match name {
        "malloc" | "valloc" => ("void *", vec![SIZE]),
        "calloc" => ("void *", vec![SIZE, SIZE]),
        "realloc" => ("void *", vec!["void *", SIZE]),
        "free" | "cfree" => ("void", vec!["void *"]),
        "exit" | "_exit" | "_Exit" | "quick_exit" => ("void", vec!["int"]),
        "abort" => ("void", Vec::new()),
        "rand" | "getchar" => ("int", Vec::new()),
        "random" => ("long", Vec::new()),
        "getc" | "fgetc" => ("int", vec!["void *"]),
        "putchar" => ("int", vec!["int"]),
        "puts" => ("int", vec!["const char *"]),
        "putc" | "fputc" => ("int", vec!["int", "void *"]),
        "fputs" => ("int", vec!["const char *", "void *"]),
        _ => {
            let function = float_function(name.strip_prefix("__builtin_").unwrap_or(name))?;
            let ty = match name.chars().next_back() {
                Some('f') => "float",
                Some('l') if name != "ceil" => "long double",
                _ => "double",
            };
            match function {
                FloatFunction::IsNan
                | FloatFunction::IsInfinite
                | FloatFunction::IsFinite
                | FloatFunction::SignBit => return None,
                FloatFunction::Fmin | FloatFunction::Fmax | FloatFunction::Copysign => (ty, vec![ty, ty]),
                FloatFunction::Fabs
                | FloatFunction::Sqrt
                | FloatFunction::Floor
                | FloatFunction::Ceil
                | FloatFunction::Trunc
                | FloatFunction::Round
                | FloatFunction::Rint => (ty, vec![ty]),
            }
        }
    })
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
