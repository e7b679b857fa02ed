//! The C preprocessor, where a program has directives.
//!
//! The host's compiler preprocesses. For ILP32 its predefined macros are those of the host, which is usually LP64; the
//! ones that say how large types are get replaced, so that `stdint.h` and `limits.h` fit the data model. (`-m32` would
//! do the same, but needs headers that are often not installed.)

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use faultscope_frontend::c::directives::{comments, named_files};
use faultscope_frontend::c::{DataModel, bytes::text_of, predefined};
use faultscope_ir::{Diagnostic, Severity, SourceMap, Span};

use crate::files;
use crate::rejection::Rejection;

/// Compilers to try, after the one that the environment variable `CC` names.
const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

/// Headers that the C library includes for a 32-bit target, and that are empty for our purposes.
const STUBS: [&str; 2] = ["gnu/stubs-32.h", "gnu/stubs-x32.h"];

/// Runs the preprocessor, in a folder if one is given. The text is that of `path`, where it is in a file.
///
/// # Errors
/// Where there is no compiler, or it complains.
pub fn preprocess(
    name: &str,
    text: &str,
    path: Option<&Path>,
    arguments: &[String],
    data_model: DataModel,
    folder: Option<&Path>,
) -> Result<String, Rejection> {
    let keeps = comments(text);
    let output = preprocessed((name, text, path), arguments, keeps, data_model, folder)?;
    if keeps.is_some() {
        return Ok(output);
    }
    // Which headers there are is known now, and whether they say something in comments.
    let here = folder.unwrap_or(Path::new(""));
    let headers = named_files(&output).into_iter().filter(|it| it != name);
    let says = |header: String| fs::read_to_string(here.join(header)).ok().and_then(|text| comments(&text));
    match headers.filter_map(says).next() {
        Some(keeps) => preprocessed((name, text, path), arguments, Some(keeps), data_model, folder),
        None => Ok(output),
    }
}

/// The same, with an option that keeps comments.
fn preprocessed(
    (name, text, path): (&str, &str, Option<&Path>),
    arguments: &[String],
    keeps: Option<&str>,
    data_model: DataModel,
    folder: Option<&Path>,
) -> Result<String, Rejection> {
    let stubs = Stubs::new(data_model);
    let named = std::env::var("CC").ok().filter(|it| !it.trim().is_empty());
    let compilers = named.as_deref().into_iter().chain(COMPILERS);
    for compiler in compilers {
        // `CC` may hold options too.
        let mut words = compiler.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or("cc"));
        // Definitions stay in the output: the front end reads off them where the tokens of a macro are written.
        command
            .args(words)
            .args(["-E", "-dD", "-x", "c"])
            .args(keeps)
            .args(target(data_model))
            .args(arguments);
        if let Some(folder) = &stubs.folder {
            command.arg("-idirafter").arg(folder.path());
        }
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        match run(command, name, text, path) {
            Ok(output) if output.status.success() => {
                return Ok(with_letters(text_of(output.stdout)));
            }
            Ok(output) => return Err(complaint(name, text, &String::from_utf8_lossy(&output.stderr))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(Diagnostic::error(format!("cannot run `{compiler}` on `{name}`: {error}")).into());
            }
        }
    }
    let message = format!("`{name}` has to be preprocessed, and there is no C compiler");
    let hint = "install gcc or clang, set CC, or give the preprocessed file";
    Err(Diagnostic::error(message).with_hint(hint).into())
}

fn run(mut command: Command, name: &str, text: &str, path: Option<&Path>) -> std::io::Result<Output> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).env("LC_ALL", "C");
    if let Some(path) = path {
        // A name that starts with a dash would be an option.
        let path = if path.is_relative() { Path::new(".").join(path) } else { path.to_owned() };
        let output = command.arg(&path).stdin(Stdio::null()).output()?;
        return Ok(Output { stdout: renamed(output.stdout, &path, name), ..output });
    }
    let mut child = command.arg("-").stdin(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().expect("it was asked for");
    let text = format!("# 1 \"{name}\"\n{text}");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output();
    // A compiler that stops reading says why itself.
    let _ = writer.join();
    output
}

/// Gives the file its name back, which is none that starts with `./`, nor the whole path where it is below this folder.
fn renamed(output: Vec<u8>, path: &Path, name: &str) -> Vec<u8> {
    let text = text_of(output);
    text.replace(&format!("\"{}\"", path.display()), &format!("\"{name}\"")).into_bytes()
}

/// Names with the letters that they are written with: GCC prints `\u00e4` for the letter in a name, outside of texts.
fn with_letters(text: String) -> String {
    if !text.contains("\\u") && !text.contains("\\U") {
        return text;
    }
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (mut rest, mut quote) = (line, None);
        while let Some(ch) = rest.chars().next() {
            if let (None, Some((letter, behind))) = (quote, named_letter(rest)) {
                result.push(letter);
                rest = behind;
                continue;
            }
            let length = match ch {
                '\\' if quote.is_some() => rest.chars().take(2).map(char::len_utf8).sum(),
                _ => ch.len_utf8(),
            };
            if quote == Some(ch) {
                quote = None;
            } else if quote.is_none() && matches!(ch, '"' | '\'') {
                quote = Some(ch);
            }
            result.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    result
}

/// The letter that a text begins with by its number (6.4.3), and what is behind it.
fn named_letter(text: &str) -> Option<(char, &str)> {
    let (digits, length) = match text.get(..2)? {
        "\\u" => (&text[2..], 4),
        "\\U" => (&text[2..], 8),
        _ => return None,
    };
    let number = u32::from_str_radix(digits.get(..length)?, 16).ok()?;
    Some((char::from_u32(number)?, &digits[length..]))
}

fn target(data_model: DataModel) -> Vec<String> {
    if data_model == DataModel::Lp64 || cfg!(target_pointer_width = "32") {
        return Vec::new();
    }
    let mut arguments = Vec::new();
    for (name, value) in predefined::ILP32 {
        let plain = name.split('(').next().unwrap_or(name);
        arguments.push(format!("-U{plain}"));
        arguments.extend(value.map(|value| format!("-D{name}={value}")));
    }
    arguments
}

/// A folder with the headers that a 32-bit target needs.
struct Stubs {
    folder: Option<tempfile::TempDir>,
}

impl Stubs {
    /// Without the folder some headers fail, and the compiler says which.
    fn new(data_model: DataModel) -> Stubs {
        let folder = (data_model == DataModel::Ilp32).then(tempfile::tempdir).and_then(Result::ok);
        if let Some(folder) = &folder {
            let _ = fs::create_dir(folder.path().join("gnu"));
            for stub in STUBS {
                let _ = fs::write(folder.path().join(stub), "");
            }
        }
        Stubs { folder }
    }
}

/// The text of a file that a message names.
fn named_text(name: &str) -> Option<String> {
    String::from_utf8(files::named_inside(Path::new(name))?).ok()
}

/// The compiler's first error as a message of ours, in its place.
fn complaint(name: &str, text: &str, stderr: &str) -> Rejection {
    let error = stderr.lines().find_map(|line| {
        let (place, message) = line.split_once(": fatal error: ").or_else(|| line.split_once(": error: "))?;
        let (place, last) = place.rsplit_once(':')?;
        let last = last.parse().ok()?;
        // Of what is missing at the end of a file, the line alone is said.
        let (file, line, column) =
            match place.rsplit_once(':').and_then(|it| Some((it.0, it.1.parse().ok()?))) {
                Some((file, line)) => (file, line, last),
                None => (place, last, 1),
            };
        Some((file.trim_start_matches("./").to_owned(), line, column, message.to_owned()))
    });
    let mut sources = SourceMap::default();
    let diagnostic = match error {
        Some((file, line, column, message)) => {
            let is_given = file == name.trim_start_matches("./");
            let content = if is_given { Some(text.to_owned()) } else { named_text(&file) };
            let file = sources.add_file(if is_given { name } else { &file }, content);
            let span = Span { file, line, column, end_line: line, end_column: u32::MAX };
            let message = format!("the preprocessor stopped: {message}");
            Diagnostic { severity: Severity::Error, message, span: Some(span), hint: hint(stderr) }
        }
        None => {
            let first = stderr.lines().next().unwrap_or("it did not say why");
            Diagnostic::error(format!("the preprocessor failed on `{name}`: {first}"))
        }
    };
    Rejection { diagnostics: vec![diagnostic], sources }
}

fn hint(stderr: &str) -> Option<String> {
    const HINT: &str = "name the folder of the header with `-I DIR`, or with `-p` that of the project's \
                        `compile_commands.json`; a header that the build makes is there after it";
    const GUARD: &str =
        "a file includes itself, perhaps by way of others: `#pragma once` in the header ends that";
    let hints = [("No such file", HINT), ("#include nested", GUARD)];
    hints.iter().find(|(what, _)| stderr.contains(what)).map(|(_, hint)| (*hint).to_owned())
}

#[cfg(test)]
mod tests {
    use faultscope_frontend::c::macros::with_changed_line;

    use super::*;

    #[track_caller]
    fn check(text: &str, data_model: DataModel, expect: &str) {
        let output = preprocess("a.c", text, None, &[], data_model, None).expect("it is fine");
        // Markers may stand between the tokens of a macro.
        let code: Vec<&str> = output.lines().filter(|line| !line.starts_with('#')).collect();
        let tokens: Vec<&str> = code.iter().flat_map(|line| line.split_whitespace()).collect();
        assert!(tokens.join(" ").ends_with(expect), "{output}");
    }

    #[test]
    fn headers_fit_the_data_model() {
        let text = "#include <stdint.h>\n#include <limits.h>\n#include <stddef.h>\n#include <stdlib.h>\nlong max = LONG_MAX;\n";
        check(text, DataModel::Ilp32, "long max = 0x7fffffffL;");
        check(text, DataModel::Lp64, "long max = 0x7fffffffffffffffL;");
        check(
            "#include <stdint.h>\n__INT64_TYPE__ x = INT64_MAX ;\n",
            DataModel::Ilp32,
            "long long int x = (9223372036854775807LL) ;",
        );
    }

    #[test]
    fn names_have_their_letters() {
        check(
            "int gr\u{f6}\u{df}e = 1, \\u00fcber; const char *text = \"\\u00e4\" ;\n",
            DataModel::Lp64,
            "int gr\u{f6}\u{df}e = 1, \u{fc}ber; const char *text = \"\\u00e4\" ;",
        );
    }

    #[test]
    fn complaints_have_a_place() {
        let rejection =
            preprocess("a.c", "int x;\n#include \"missing.h\"\n", None, &[], DataModel::Lp64, None)
                .unwrap_err();
        let [diagnostic] = &rejection.diagnostics[..] else { panic!("{rejection:?}") };
        assert_eq!(diagnostic.span.map(|span| span.line), Some(2));
        assert!(diagnostic.hint.is_some());
    }

    /// Tokens, without the lines of directives.
    fn tokens(output: &str) -> String {
        let code = output.lines().filter(|line| !line.starts_with('#'));
        code.flat_map(str::split_whitespace)
            .collect::<Vec<_>>()
            .join(" ")
            .replace(' ', "")
            .replace("/*in*/", "")
    }

    /// Where the front end says what the preprocessor makes of a changed line, the preprocessor makes that of it.
    #[test]
    fn a_changed_line_reads_as_the_preprocessor_has_it() {
        let text = "#include <stdio.h>\n#include <limits.h>\n#define SIZE 10\n#define LAST (SIZE - 1)\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n\
                    int size, x[SIZE];\nint get(int at)\n{\n    if (at >= SIZE || at < -1) // too far\n        return EOF;\n\
                    #if SIZE > 20\n    at = size;\n#endif\n    /* at\n    at = size; */\n    at = MIN(at,\n        size);\n\
                    \x20   printf(\"%d %d\", at, INT_MAX);\n    return x[at] /* in */ - LAST; /* at */ // SIZE\n}\n#define size 7\nint rest = size;\n";
        let preprocessed =
            |text: &str| preprocess("a.c", text, None, &[], DataModel::Lp64, None).expect("it is a program");
        let before = preprocessed(text);
        let originals = [("a.c".to_owned(), text.to_owned())];
        let words =
            ["at", "size", "SIZE", "LAST", "x", "MIN", "EOF", "INT_MAX", "0", "(size)", "unix", "__LINE__"];
        let (mut n_certain, mut n_asked) = (0, 0);
        for (idx, line) in text.lines().enumerate() {
            for (old, new) in words.iter().flat_map(|old| words.iter().map(move |new| (old, new))) {
                let changed = line.replace(old, new);
                if changed == line {
                    continue;
                }
                let lines = text.lines().enumerate().map(|(at, it)| if at == idx { &changed } else { it });
                let changed: String = lines.map(|line| format!("{line}\n")).collect();
                match with_changed_line(&before, &originals, "a.c", text, &changed) {
                    Some(found) => {
                        assert_eq!(tokens(&found), tokens(&preprocessed(&changed)), "{old} {new} {line}");
                        n_certain += 1;
                    }
                    None => n_asked += 1,
                }
            }
        }
        assert!(n_certain > 20 && n_asked > 100, "{n_certain} {n_asked}");
    }
}
