//! Objects of the library that headers declare: their definitions in C, with what gives them their values before the program begins.

use crate::c::Environment;

/// Objects that one definition in C is of.
struct Definition {
    name: &'static str,
    /// The type that headers declare.
    ty: &'static str,
    /// Where the environment is given; the same elsewhere, unless there is another.
    given: &'static str,
    /// Where it is not; none where such an object may hold any value.
    any: Option<&'static str>,
}

const GETOPT: [Definition; 4] = [
    same("optarg", "char *", "char *optarg;"),
    same("optind", "int", "int optind = 1;"),
    same("opterr", "int", "int opterr = 1;"),
    same("optopt", "int", "int optopt = '?';"),
];

const PROGRAM_NAMES: [Definition; 2] = [
    given("program_invocation_name", "char *", "char *program_invocation_name = \"program\";"),
    given("program_invocation_short_name", "char *", "char *program_invocation_short_name = \"program\";"),
];

/// Which zone it is decides what these hold; of any but UTC nothing is known. Names of zones change with the first call that asks
/// for the zone.
const TIME_ZONE: [Definition; 2] = [
    given(
        "timezone",
        "long",
        "const char *__fs_zone(void); long timezone; __attribute__((constructor)) void __fs_timezone(void) {\n  __fs_zone();\n}",
    ),
    given(
        "daylight",
        "int",
        "const char *__fs_zone(void); int daylight; __attribute__((constructor)) void __fs_daylight(void) {\n  __fs_zone();\n}",
    ),
];

/// The variables of the environment. One with more variables than the definition makes is not followed.
const ENVIRON: Definition = Definition {
    name: "environ",
    ty: "char * *",
    given: "char **__fs_environment_vector(void); char **environ; \
            __attribute__((constructor)) void __fs_make_environment(void) {\n\
            \x20 environ = __fs_environment_vector();\n}",
    any: Some(
        "__SIZE_TYPE__ __fs_text_length(__SIZE_TYPE__, __SIZE_TYPE__); \
         void __fs_text(char *, __SIZE_TYPE__, __SIZE_TYPE__); char **environ; \
         __attribute__((constructor)) void __fs_make_environment(void) {\n\
         \x20 static char text[16], *vector[2];\n\
         \x20 environ = vector;\n\
         \x20 if (!__fs_any(0, 1)) return;\n\
         \x20 if (__fs_any(0, 1)) __fs_unfollowed(\"an environment of more than one variable\");\n\
         \x20 __SIZE_TYPE__ n = __fs_text_length(1, 15);\n\
         \x20 __fs_text(text, n, 15);\n\
         \x20 text[n] = 0;\n\
         \x20 vector[0] = text;\n}",
    ),
};

/// The same in a program that changes the environment: functions that do so leave this object alone here.
const CHANGED_ENVIRON: &str = "char **environ; __attribute__((constructor)) void __fs_make_environment(void) {\n\
     \x20 __fs_unfollowed(\"`environ` in a program that changes its environment\");\n}";

/// Functions that change the environment.
const CHANGES_ENVIRONMENT: [&str; 4] = ["setenv", "putenv", "unsetenv", "clearenv"];

const fn same(name: &'static str, ty: &'static str, text: &'static str) -> Definition {
    Definition { name, ty, given: text, any: Some(text) }
}

const fn given(name: &'static str, ty: &'static str, text: &'static str) -> Definition {
    Definition { name, ty, given: text, any: None }
}

/// What a program does with an object of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum ObjectUse {
    Read,
    /// The program may assign another value to it.
    Written,
}

/// The file that defines an object of the library which a program declares with a type, and its text.
pub(in crate::c) fn object(
    environment: Environment,
    (name, ty): (&str, &str),
    usage: ObjectUse,
    calls: impl Fn(&str) -> bool,
) -> Option<(String, String)> {
    let mut all = GETOPT.iter().chain(&PROGRAM_NAMES).chain(&TIME_ZONE).chain([&ENVIRON]);
    let found = all.find(|it| it.name == name && it.ty == ty)?;
    let text = match environment {
        Environment::Given => found.given,
        Environment::Any => found.any?,
    };
    let is_changed =
        CHANGES_ENVIRONMENT.iter().any(|it| calls(it)) || usage == ObjectUse::Written && calls("getenv");
    let (kind, text) = match name == ENVIRON.name && is_changed {
        true => ("changed", CHANGED_ENVIRON),
        false => ("own", text),
    };
    Some((format!("<library>/objects.c:{name}:{kind}"), text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, ty: &str, usage: ObjectUse, called: &[&str]) -> Option<String> {
        object(Environment::Given, (name, ty), usage, |it| called.contains(&it)).map(|(_, text)| text)
    }

    #[test]
    fn an_object_is_the_one_of_its_type() {
        assert!(text("optind", "int", ObjectUse::Read, &[]).is_some());
        assert!(text("optind", "long", ObjectUse::Read, &[]).is_none());
        assert!(text("counter", "int", ObjectUse::Read, &[]).is_none());
    }

    #[test]
    fn a_changed_environment_is_not_followed() {
        let is_followed = |usage, called| {
            !text("environ", "char * *", usage, called).is_some_and(|it| it.contains("unfollowed"))
        };
        assert!(is_followed(ObjectUse::Read, &["getenv"]));
        assert!(is_followed(ObjectUse::Written, &[]));
        assert!(!is_followed(ObjectUse::Written, &["getenv"]));
        assert!(!is_followed(ObjectUse::Read, &["setenv"]));
    }
}
