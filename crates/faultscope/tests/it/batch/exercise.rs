//! An exercise, mistakes in it, and forms of each: other names, white space, braces, comments, and orders of declarations.

use std::fmt::Write as _;

/// The exercise as it should be, in a form that [`Form`] changes. A line that begins with `@` has declarations without
/// values, whose order is of no importance.
const EXERCISE: &str = r#"
#include <stdio.h>
#define LIMIT 20
int total(int a[], int n) {
    @ int i; int s
    s = 0;
    for (i = 0; i < n; i++) {
        s += a[i];
    }
    return s;
}
int largest(int a[], int n) {
    @ int i; int m
    m = a[0];
    for (i = 1; i < n; i++) {
        if (a[i] > m) {
            m = a[i];
        }
    }
    return m;
}
int evens(int a[], int n) {
    @ int i
    int c = 0;
    for (i = 0; i < n; i++) {
        if (a[i] % 2 == 0) {
            c++;
        }
    }
    return c;
}
int mean(int a[], int n) {
    if (n == 0) {
        return 0;
    }
    return total(a, n) / n;
}
void judge(int m) {
    switch (m / 10) {
    case 0:
        printf("low\n");
        break;
    case 1:
        printf("middle\n");
        break;
    default:
        printf("high\n");
    }
}
int main(void) {
    @ int values[LIMIT]; int n; int i; int mode
    scanf("%d", &mode);
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &values[i]);
    }
    if (mode == 1) {
        printf("%d\n", total(values, n));
    }
    if (mode == 2) {
        printf("%d\n", largest(values, n));
    }
    if (mode == 3) {
        printf("%d\n", evens(values, n));
    }
    judge(mean(values, n));
    return 0;
}
"#;

/// What programs of the exercise read, and what they should print.
pub const TESTS: [(&str, &str); 13] = [
    ("1 3 4 5 6", "15\nlow\n"),
    ("1 2 10 20", "30\nmiddle\n"),
    ("1 0", "0\nlow\n"),
    ("2 3 7 30 9", "30\nmiddle\n"),
    ("2 2 -7 -3", "-3\nlow\n"),
    ("2 4 30 40 50 60", "60\nhigh\n"),
    ("3 3 2 3 4", "2\nlow\n"),
    ("3 2 31 33", "0\nhigh\n"),
    ("3 1 14", "1\nmiddle\n"),
    ("4 1 5", "low\n"),
    ("1 3 10 20 30", "60\nhigh\n"),
    ("3 0", "0\nlow\n"),
    ("4 0", "low\n"),
];

/// Mistakes: what each is called, a text of the exercise that occurs once, and what stands in its place.
pub const MISTAKES: [(&str, &str, &str); 8] = [
    ("off-by-one", "i < n; i++) {\n        s +=", "i < n - 1; i++) {\n        s +="),
    ("wrong-operator", "a[i] > m", "a[i] < m"),
    ("missing-initialization", "int c = 0;", "int c;"),
    ("wrong-variable", "m = a[i];", "m = i;"),
    ("assignment-for-comparison", "mode == 2", "mode = 2"),
    ("missing-break", "printf(\"middle\\n\");\n        break;", "printf(\"middle\\n\");"),
    ("wrong-constant", "a[i] % 2 == 0", "a[i] % 3 == 0"),
    ("missing-guard", "    if (n == 0) {\n        return 0;\n    }\n", ""),
];

/// How a program is written.
pub struct Form {
    indent: &'static str,
    /// Whether a brace begins a line.
    braces_below: bool,
    /// Whether braces around one statement are left out.
    bare: bool,
    /// Whether operators have no spaces around them.
    tight: bool,
    comment: &'static str,
    /// By how much the declarations are rotated.
    rotated: usize,
    /// Whether declarations of one type are one declaration.
    joined: bool,
    /// What stands for [`NAMES`].
    names: [&'static str; 13],
}

/// Names of the exercise; each [`Form`] has others in their place.
const NAMES: [&str; 13] =
    ["total", "largest", "evens", "mean", "judge", "LIMIT", "values", "mode", "a", "n", "i", "s", "m"];

pub const FORMS: [Form; 5] = [
    Form {
        indent: "    ",
        braces_below: false,
        bare: false,
        tight: false,
        comment: "",
        rotated: 0,
        joined: false,
        names: NAMES,
    },
    Form {
        indent: "\t",
        braces_below: true,
        bare: false,
        tight: false,
        comment: "// step",
        rotated: 1,
        joined: false,
        names: [
            "sum",
            "maximum",
            "count_even",
            "average",
            "grade",
            "MAX",
            "numbers",
            "task",
            "v",
            "len",
            "k",
            "acc",
            "best",
        ],
    },
    Form {
        indent: "  ",
        braces_below: false,
        bare: true,
        tight: true,
        comment: "",
        rotated: 2,
        joined: true,
        names: [
            "soma",
            "maior",
            "pares",
            "media",
            "nota",
            "TAM",
            "lista",
            "opcao",
            "vetor",
            "quantos",
            "indice",
            "resultado",
            "maximo",
        ],
    },
    Form {
        indent: "   ",
        braces_below: true,
        bare: true,
        tight: false,
        comment: "/* x = y; */",
        rotated: 1,
        joined: true,
        names: ["f1", "f2", "f3", "f4", "f5", "N", "t", "w", "p", "q", "j", "r", "z"],
    },
    Form {
        indent: "",
        braces_below: false,
        bare: false,
        tight: true,
        comment: "// {",
        rotated: 3,
        joined: false,
        names: [
            "add",
            "get_max",
            "even_ones",
            "mid",
            "print_level",
            "CAPACITY",
            "data",
            "which",
            "arr",
            "size",
            "pos",
            "out",
            "top",
        ],
    },
];

/// The exercise with one mistake, in a form.
pub fn program((name, old, new): (&str, &str, &str), form: &Form) -> String {
    assert_eq!(EXERCISE.matches(old).count(), 1, "{name}");
    let text = EXERCISE.replacen(old, new, 1);
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|it| !it.is_empty()) {
        let depth = line.chars().take_while(|it| *it == ' ').count() / 4;
        let indent = form.indent.repeat(depth);
        match line.trim_start().strip_prefix('@') {
            Some(declarations) => {
                lines.extend(form.declarations(declarations).iter().map(|it| format!("{indent}{it}")))
            }
            None => lines.push(format!("{indent}{}", form.spaced(line.trim_start()))),
        }
    }
    if form.bare {
        lines = without_braces(&lines);
    }
    let mut written = String::new();
    for line in lines {
        match line.strip_suffix(" {") {
            Some(head) if form.braces_below => {
                let indent = &head[..head.len() - head.trim_start().len()];
                writeln!(written, "{head}\n{indent}{{").expect("a string");
            }
            _ if line.ends_with(';') => writeln!(written, "{line} {}", form.comment).expect("a string"),
            _ => writeln!(written, "{line}").expect("a string"),
        }
    }
    form.renamed(&written)
}

impl Form {
    fn declarations(&self, line: &str) -> Vec<String> {
        let mut all: Vec<&str> =
            line.split(';').map(|it| it.trim().strip_prefix("int ").expect("an int")).collect();
        let n = all.len();
        all.rotate_left(self.rotated % n);
        match self.joined {
            true => vec![format!("int {};", all.join(", "))],
            false => all.iter().map(|it| format!("int {it};")).collect(),
        }
    }

    fn spaced(&self, line: &str) -> String {
        if !self.tight || line.starts_with('#') || line.contains('"') {
            return line.to_owned();
        }
        let mut line = line.to_owned();
        for operator in ["<", ">", "==", "=", "+=", "/", "%", "-"] {
            line = line.replace(&format!(" {operator} "), operator);
        }
        line
    }

    /// The program with other names, word by word, but in texts.
    fn renamed(&self, program: &str) -> String {
        let mut renamed = String::new();
        for (idx, part) in program.split('"').enumerate() {
            if idx > 0 {
                renamed.push('"');
            }
            if idx % 2 == 1 {
                renamed += part;
                continue;
            }
            let mut rest = part;
            while let Some(first) = rest.chars().next() {
                let is_word = |it: char| it.is_alphanumeric() || it == '_';
                let end = if is_word(first) {
                    rest.find(|it| !is_word(it)).unwrap_or(rest.len())
                } else {
                    first.len_utf8()
                };
                let word = &rest[..end];
                let other = NAMES.iter().position(|it| *it == word).map(|it| self.names[it]);
                renamed += other.unwrap_or(word);
                rest = &rest[end..];
            }
        }
        renamed
    }
}

/// The lines without braces around one line.
fn without_braces(lines: &[String]) -> Vec<String> {
    let mut left = lines.to_vec();
    let is_bare = |lines: &[String]| {
        let is_loop = ["for ", "if "].iter().any(|it| lines[0].trim_start().starts_with(it));
        is_loop && lines[0].ends_with(" {") && lines[1].ends_with(';') && lines[2].trim() == "}"
    };
    while let Some(at) = left.windows(3).position(is_bare) {
        let head = left[at].trim_end_matches(" {").to_owned();
        left[at] = head;
        left.remove(at + 2);
    }
    left
}
