use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::*;

fn bounds(seconds: u64) -> Bounds {
    let deadline = Instant::now() + Duration::from_secs(seconds);
    Bounds { deadline, output: MAX_COMPILER_OUTPUT, seconds, memory_kib: MAX_COMPILER_MEMORY_MIB << 10 }
}

/// Compiles a file of a folder.
fn compile(
    folder: &Path,
    name: &str,
    arguments: &[&str],
    compiler: Option<&Path>,
    bounds: Bounds,
) -> Arc<CompilerWarnings> {
    let arguments = arguments.iter().map(|it| (*it).to_owned()).collect();
    let file = CompiledFile { name: name.to_owned(), path: folder.join(name), arguments, analyzes: true };
    let compiler = compiler.map(|it| it.display().to_string());
    CompilerCall::bounded(vec![file], compiler, bounds).answer(&|| false)
}

/// A folder with a compiler that is a script: it says that it is GCC 12, and does this with its arguments.
fn with_script(script: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some-cc");
    let version = "echo 'some-cc (Test) 12.1.0'; echo 'Free Software Foundation'; exit";
    let text = format!("#!/bin/sh\ncase $1 in --version) {version};; esac\n{script}\n");
    fs::write(&path, text).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it can be executed");
    (folder, path)
}

fn lines(warnings: &CompilerWarnings) -> Vec<String> {
    let line = |it: &CompilerWarning| format!("{}:{}:{} {}", it.file, it.line, it.column, it.message);
    warnings.warnings.iter().map(line).collect()
}

#[test]
fn warnings_are_read_and_the_file_has_its_name() {
    let (folder, script) = with_script(
        "for it; do last=$it; done\n\
         echo \"$last:3:5: warning: odd [-Wodd]\" >&2; echo './h.h:1:1: warning: odd, too' >&2",
    );
    let warnings = compile(folder.path(), "a.c", &[], Some(&script), bounds(60));
    assert_eq!(lines(&warnings), ["a.c:3:5 odd", "h.h:1:1 odd, too"]);
    let name = warnings.compiler.as_ref().expect("there is one");
    assert_eq!((name.name.as_str(), name.version.as_str()), ("gcc", "12.1.0"));
    assert_eq!(warnings.gap, None);
}

#[test]
fn flags_that_are_not_on_the_list_are_not_passed() {
    let (folder, script) = with_script("for it; do echo \"a.c:1:1: warning: $it\" >&2; done");
    let flags =
        ["-DA", "-fplugin=x", "-wrapper", "id", "@f", "-Wp,-x", "-Wl,-x", "-B.", "-specs=x", "-o", "x"];
    let warnings = compile(folder.path(), "@a.c", &flags, Some(&script), bounds(60));
    let words: Vec<&str> = warnings.warnings.iter().map(|it| it.message.as_str()).collect();
    let first = words.iter().position(|it| *it == "-DA").expect("it is passed");
    assert_eq!(
        words[..first],
        [
            "-O1",
            "-Wall",
            "-Wextra",
            "-fno-diagnostics-show-caret",
            "-fdiagnostics-color=never",
            "-fanalyzer",
            "-fdiagnostics-path-format=separate-events"
        ]
    );
    assert_eq!(words[first + 1], "-include");
    assert_eq!(words[first + 3..first + 8], ["-x", "c", "-S", "-o", "/dev/null"]);
    assert_eq!(words.len(), first + 9);
    assert_eq!(words[first + 8], folder.path().join("@a.c").display().to_string());
}

#[test]
fn names_are_no_flags() {
    let name = |path: &str| flags::operand(Path::new(path)).display().to_string();
    assert_eq!(name("-fplugin=x.c"), "./-fplugin=x.c");
    assert_eq!(name("@flags.c"), "./@flags.c");
    assert_eq!(name("/x/@flags.c"), "/x/@flags.c");
}

#[test]
fn a_compiler_that_does_not_end_is_ended_and_that_is_said() {
    let (folder, script) = with_script("echo 'a.c:3:5: warning: odd' >&2; sleep 60");
    let start = Instant::now();
    let warnings = compile(folder.path(), "a.c", &[], Some(&script), bounds(1));
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!((lines(&warnings).len(), &warnings.gap), (0, &Some(CompilerGap::TimedOut(1))));
    assert!(warnings.compiler.is_some());
}

#[test]
fn nobody_waits_for_a_compiler_when_the_check_is_over() {
    let (folder, script) = with_script("sleep 60");
    let (name, path) = ("a.c".to_owned(), folder.path().join("a.c"));
    let file = CompiledFile { name, path, arguments: Vec::new(), analyzes: true };
    let call = CompilerCall::bounded(vec![file], Some(script.display().to_string()), bounds(60));
    assert_eq!(call.answer(&|| true).gap, Some(CompilerGap::CheckEnded));
}

#[test]
fn an_error_of_the_compiler_is_the_reason_why_warnings_are_missing() {
    let (folder, script) =
        with_script("echo 'a.c:1:1: warning: odd' >&2; echo 'a.c:2:1: error: no' >&2; exit 1");
    let warnings = compile(folder.path(), "a.c", &[], Some(&script), bounds(60));
    assert_eq!(lines(&warnings), ["a.c:1:1 odd"]);
    assert_eq!(warnings.gap, Some(CompilerGap::Failed("a.c:2:1: no".to_owned())));
}

#[test]
fn where_the_headers_for_32_bits_are_missing_the_file_is_compiled_for_the_host() {
    let (folder, script) = with_script(
        "for it; do case $it in -m32) echo 'a.c:1:1: fatal error: no' >&2; exit 1;; esac; done\n\
         echo 'a.c:1:1: warning: odd' >&2",
    );
    let warnings = compile(folder.path(), "a.c", &["-m32"], Some(&script), bounds(60));
    assert_eq!((lines(&warnings).len(), &warnings.gap), (1, &None));
}

#[test]
fn what_is_no_compiler_is_not_asked() {
    let is_none = |program: &str| {
        let ended =
            run(program, &["--version".to_owned()], Stream::Stdout, bounds(60), &AtomicBool::new(false));
        !matches!(ended, Ok(Ended::Exited(status, _)) if status.success())
    };
    assert!(is_none("/nowhere/gcc"));
    // All candidates together are whatever the host has.
    let none = without(CompilerGap::NoCompiler);
    assert!(none.compiler.is_none() && none.warnings.is_empty());
}

/// The compiler of the host, where it is GCC.
fn gcc() -> Option<Host> {
    let host = Host::find(None, bounds(60), &AtomicBool::new(false))?;
    (host.name.name == "gcc").then_some(host)
}

#[test]
fn gcc_warns_of_an_assignment_in_a_condition() {
    if gcc().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.c"), "int f(int x) {\n    if (x = A) return 1;\n    return x;\n}\n")
        .expect("a file");
    fs::write(folder.path().join("b.h"), "#define A 3\n").expect("a file");
    let header = folder.path().join("b.h").display().to_string();
    let warnings =
        compile(folder.path(), "a.c", &["-include", &header, "-fplugin=/nowhere.so"], None, bounds(60));
    let [warning] = &warnings.warnings[..] else { panic!("{warnings:?}") };
    assert_eq!(
        (warning.file.as_str(), warning.line, warning.flag.as_deref()),
        ("a.c", 2, Some("-Wparentheses"))
    );
    assert_eq!(warnings.gap, None);
}

/// A header that a compiler has made of another one is an image of its memory; a stranger may have written it.
#[test]
fn gcc_loads_no_precompiled_header() {
    let Some(gcc) = gcc() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (text, header) = (folder.path().join("a.c"), folder.path().join("a.h"));
    fs::write(&text, "#include \"a.h\"\nint y = x;\n").expect("a file");
    fs::write(&header, "int x(void) { if (1 == 2); return 3; }\n").expect("a file");
    let mut arguments: Vec<String> = gcc.options(true).iter().map(|it| (*it).to_owned()).collect();
    arguments.extend(["-x", "c-header", "-o"].map(str::to_owned));
    let made = folder.path().join("a.h.gch");
    arguments.extend([made.display().to_string(), header.display().to_string()]);
    let ended = run(&gcc.program, &arguments, Stream::Stderr, bounds(60), &AtomicBool::new(false));
    assert!(matches!(ended, Ok(Ended::Exited(status, _)) if status.success()) && made.exists());
    // What is compiled is the text, which now says something else.
    fs::write(&header, "enum { x = 3 };\n").expect("a file");
    let warnings = compile(folder.path(), "a.c", &[], None, bounds(60));
    assert_eq!(warnings.gap, None, "{warnings:?}");
    // Without the file in front it is the header that was made.
    let mut arguments: Vec<String> = gcc.options(true).iter().map(|it| (*it).to_owned()).collect();
    arguments.extend(["-S", "-o", "/dev/null"].map(str::to_owned));
    arguments.push(text.display().to_string());
    let ended = run(&gcc.program, &arguments, Stream::Stderr, bounds(60), &AtomicBool::new(false));
    assert!(matches!(ended, Ok(Ended::Exited(status, _)) if !status.success()));
}
