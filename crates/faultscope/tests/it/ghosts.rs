//! A report has no name of ours in it: no function of a model of the library, no argument of one, no variable that stands for
//! output, and no truth of what is no condition.

use serde_json::Value;

use crate::folder::{Folder, stdout};

/// All forms of a report: text, details, the JSON but for the text of the program, and the page.
struct Forms {
    text: String,
    details: String,
    report: Value,
    page: String,
}

impl Forms {
    #[track_caller]
    fn of(folder: &Folder, arguments: &[&str]) -> Forms {
        let json = stdout(&folder.check(&[arguments, &["--format", "json", "--html", "page.html"]].concat()));
        let mut report: Value = serde_json::from_str(&json).expect("the report is JSON");
        let sources = report["sources"].take();
        let is_model = |it: &&Value| it["file"].as_str().is_some_and(|it| it.starts_with('<'));
        let models = sources.as_array().expect("sources").iter().filter(is_model);
        models.for_each(|it| assert_eq!(it["text"], Value::Null));
        let forms = Forms {
            text: stdout(&folder.check(arguments)),
            details: stdout(
                &folder.check(&[arguments, &["--details", "--full-trace", "--all-checks"]].concat()),
            ),
            report,
            page: std::fs::read_to_string(folder.path("page.html")).expect("a page"),
        };
        for ghost in ["__fs_", "output =", "output ==", "&lt;library&gt;", "<library>"] {
            for (form, text) in forms.all() {
                assert!(!text.contains(ghost), "{ghost} in the {form}:\n{text}");
            }
        }
        forms
    }

    fn all(&self) -> [(&'static str, String); 4] {
        let report = self.report.to_string();
        [
            ("text", self.text.clone()),
            ("details", self.details.clone()),
            ("report", report),
            ("page", self.page.clone()),
        ]
    }

    /// The steps of the first trace.
    fn steps(&self) -> &[Value] {
        self.report["traces"][0]["steps"].as_array().expect("steps")
    }

    /// What is said of each finding to come next.
    fn influences(&self) -> impl Iterator<Item = &Value> {
        let findings = self.report["findings"].as_array().expect("findings");
        findings.iter().map(|it| &it["influence"]).filter(|it| !it.is_null())
    }
}

#[test]
fn what_is_written_wrongly_is_a_byte_of_the_text_and_no_variable() {
    let program = "#include <stdio.h>\nint main(void) {\n    printf(\"NO\\n\");\n    return 0;\n}\n";
    let folder = Folder::with(&[("a.c", program), ("out", "YES\n"), ("in", "")]);
    let forms = Forms::of(&folder, &["a.c", "--stdin", "in", "--expect", "out"]);
    let step = forms.steps().iter().find(|it| it["value"] == "'N'").expect("the byte is there");
    assert_eq!((&step["assigns"], &step["kind"]), (&Value::Null, &"argument".into()));
    let finding = &forms.report["findings"][0];
    assert_eq!((&finding["assigns"], &finding["condition"]), (&Value::Null, &Value::Null));
    assert_eq!((&finding["value"], &finding["values"][0]), (&"'N'".into(), &"'Y'".into()));
    assert!(forms.text.contains("(writes 'N')\n     write `'Y'`"), "{}", forms.text);
}

#[test]
fn a_parameter_that_is_called_output_keeps_its_name() {
    let program = "#include <assert.h>\nstatic int twice(int output) { return output + output; }\n\
                   int main(void) {\n    int x = twice(3);\n    assert(x == 8);\n    return 0;\n}\n";
    let folder = Folder::with(&[("a.c", program)]);
    let text = stdout(&folder.check(&["a.c"]));
    assert!(text.contains("output = 3"), "{text}");
}

#[test]
fn an_argument_of_the_program_is_called_as_main_does() {
    let program = "#include <stdio.h>\n#include <string.h>\n\
        static int last_of(const char *text, char wanted) {\n\
        \x20   for (unsigned long i = strlen(text) - 1; i >= 0; i--)\n\
        \x20       if (text[i] == wanted)\n            return (int)i;\n    return -1;\n}\n\
        int main(int argc, char **argv) {\n    printf(\"%d\\n\", argc > 1 ? last_of(argv[1], 'z') : 0);\n    return 0;\n}\n";
    let folder = Folder::with(&[("a.c", program), ("out", "-1\n")]);
    let forms = Forms::of(&folder, &["a.c", "--args", "readme", "--expect", "out"]);
    assert!(forms.text.contains("`argv[1]`, 7 bytes; reads 1 byte before it"), "{}", forms.text);
    let object = &forms.report["error"]["object"];
    assert_eq!((&object["name"], &object["made"]), (&"argv[1]".into(), &Value::Null));
    assert!(forms.steps().iter().any(|it| it["assigns"] == "text" && it["value"] == "argv[1]"));
    let subjects = forms.report["assumptions"].as_array().expect("assumptions");
    assert!(subjects.iter().all(|it| it["subject"] != "argument_vector"));
}

#[test]
fn a_function_of_the_library_is_called_by_its_name_and_from_the_users_line() {
    let program = "#include <stdio.h>\nstatic int started = 1;\nstatic const char *label(int number) {\n\
        \x20   char text[8];\n    text[0] = (char)('a' + number + started);\n    text[1] = 0;\n    return text;\n}\n\
        int main(void) {\n    const char *first = label(1);\n    printf(\"<%s>\\n\", first);\n    return 0;\n}\n";
    let folder = Folder::with(&[("a.c", program), ("in", ""), ("out", "<c>\n")]);
    for arguments in [&["a.c"][..], &["a.c", "--stdin", "in", "--expect", "out"]] {
        let forms = Forms::of(&folder, arguments);
        let frames = forms.report["traces"][0]["frames"].as_array().expect("frames");
        let names: Vec<&str> = frames.iter().map(|it| it["function"].as_str().expect("a name")).collect();
        assert!(names.contains(&"label") && names.contains(&"printf"), "{names:?}");
        let call = &frames[names.iter().position(|it| *it == "printf").expect("it is called")]["call"];
        assert_eq!((&call["file"], &call["line"]), (&"a.c".into(), &11.into()));
    }
}

#[test]
fn an_object_that_is_freed_in_a_function_pointer_ends_at_the_call() {
    let program = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    void (*release)(void *) = free;\n\
        \x20   int *p = malloc(sizeof *p);\n    if (p == NULL)\n        return 1;\n    *p = 1;\n    release(p);\n\
        \x20   return *p;\n}\n";
    let folder = Folder::with(&[("a.c", program)]);
    let text = stdout(&folder.check(&["a.c"]));
    assert!(
        text.contains("freed at line 9 in `free`, called from `main` (line 9): `release(p)`")
            || text.contains("freed at line 9 in `main`: `release(p)`"),
        "{text}"
    );
    let json = stdout(&folder.check(&["a.c", "--format", "json"]));
    let report: Value = serde_json::from_str(&json).expect("the report is JSON");
    assert!(!report["error"].to_string().contains("__fs_"), "{}", report["error"]);
}

#[test]
fn what_is_no_condition_is_neither_true_nor_false() {
    let program = "#include <stdio.h>\nint main(void) {\n    int v[3], sum = 0, i;\n    for (i = 0; i < 2; i++)\n\
        \x20       v[i] = i;\n    for (i = 0; i < 3; i++)\n        sum += v[i];\n    int half = sum / 2;\n\
        \x20   printf(\"%d %d\\n\", sum, half);\n    return 0;\n}\n";
    let folder = Folder::with(&[("a.c", program), ("in", ""), ("out", "1 0\n")]);
    for arguments in [&["a.c"][..], &["a.c", "--stdin", "in", "--expect", "out"]] {
        let forms = Forms::of(&folder, arguments);
        for it in forms.influences() {
            let is_condition = it["text"].as_str().is_some_and(|it| it.contains('<'));
            assert!(is_condition || it["is_asked"] == true, "{it}");
        }
        // What the language asks for is a step where it is violated only.
        let assertions = forms.steps().iter().filter(|it| it["kind"] == "assertion");
        assert_eq!(assertions.count(), 1);
        assert!(!forms.details.contains("holds\n"), "{}", forms.details);
    }
}

#[test]
fn what_would_have_to_hold_is_said_of_the_programs_variables() {
    let program = "#include <stdio.h>\nint main(void) {\n    int fib[20];\n    int n, i;\n    scanf(\"%d\", &n);\n\
        \x20   fib[0] = 0;\n    fib[1] = 1;\n    for (i = 2; i <= n; i++)\n        fib[i] = fib[i - 1] + fib[i - 2];\n\
        \x20   printf(\"F[%d] = %d\\n\", n, fib[n - 1]);\n    return 0;\n}\n";
    let folder = Folder::with(&[("a.c", program), ("in", "7\n"), ("out", "F[7] = 13\n")]);
    let forms = Forms::of(&folder, &["a.c", "--stdin", "in", "--expect", "out", "--thorough"]);
    let reasons: Vec<&str> = forms.report["patches"]
        .as_array()
        .expect("patches")
        .iter()
        .filter_map(|it| it["reason"].as_str())
        .collect();
    assert!(reasons.contains(&"behind it `13 == fib[6]` would have to hold"), "{reasons:?}");
    let is_of_model = |it: &&&str| it.contains("a1`") || it.contains("a2`");
    assert_eq!(reasons.iter().filter(is_of_model).count(), 0, "{reasons:?}");
}

#[test]
fn a_text_is_shown_as_c_writes_it() {
    let program = "#include <assert.h>\n#include <string.h>\nint main(void) {\n    const char *text = \"a\\n\\t\\\"\\\\\\001b\";\n\
        \x20   assert(strlen(text) == 8);\n    return 0;\n}\n";
    let folder = Folder::with(&[("a.c", program)]);
    let forms = Forms::of(&folder, &["a.c"]);
    let step = forms.steps().iter().find(|it| it["assigns"] == "*text" || it["assigns"] == "text");
    assert_eq!(step.expect("it is assigned")["value"], "\"a\\n\\t\\\"\\\\\\001b\"");
}

#[test]
fn an_uninitialized_variable_has_no_value() {
    let program = "int main(void) {\n    int sum;\n    sum += 2;\n    return sum;\n}\n";
    let folder = Folder::with(&[("a.c", program)]);
    let forms = Forms::of(&folder, &["a.c"]);
    let finding = &forms.report["findings"][0];
    assert_eq!((&finding["kind"], &finding["value"]), (&"uninitialized".into(), &Value::Null));
}
