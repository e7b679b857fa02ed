//! gcc's sanitizers for addresses, leaks and undefined behaviour, as the authority on what a program must not do.

use std::fs;
use std::io::{Error, Result};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What an execution did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observed {
    /// It came to its end and printed this.
    Ended(String),
    /// A sanitizer ended it.
    Stopped {
        /// What it says.
        message: String,
        /// What kind of error that is.
        kind: Kind,
        /// The line of the program, where it knows one.
        line: Option<usize>,
    },
}

/// A kind of error, as far as sanitizers and checks tell kinds apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An access, a `free`, a call, or an argument of a function of the library.
    Memory,
    /// An operation on numbers.
    Arithmetic,
    /// Memory is lost.
    Leak,
    /// Something else.
    Other,
}

/// A compiler with sanitizers.
pub struct Sanitizers {
    scratch: TempDir,
}

/// The options of the compiler. Checks that are not among ours are left out: of alignment, of truth values and
/// enumerations, and of pointer arithmetic.
const OPTIONS: [&str; 9] = [
    "-w",
    "-g",
    "-O0",
    "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize=alignment,bool,enum,pointer-overflow,vptr",
    "-fno-sanitize-recover=all",
    "-fno-strict-aliasing",
    "-o",
];

impl Sanitizers {
    /// The compiler, if there is one that has sanitizers.
    pub fn find() -> Option<Sanitizers> {
        let sanitizers = Sanitizers { scratch: TempDir::new().ok()? };
        let binary = sanitizers.compile("probe", "int main(void) { return 0; }\n").ok()?;
        let observed = sanitizers.observe(&binary, &[]).ok()?;
        matches!(observed, Observed::Ended(_)).then_some(sanitizers)
    }

    /// Compiles a program.
    ///
    /// # Errors
    /// Where it does not compile.
    pub fn compile(&self, name: &str, text: &str) -> Result<PathBuf> {
        let source = self.scratch.path().join(format!("{name}.c"));
        let binary = self.scratch.path().join(name);
        fs::write(&source, text)?;
        let output =
            Command::new("gcc").args(OPTIONS).arg(&binary).arg(&source).stdin(Stdio::null()).output()?;
        match output.status.success() {
            true => Ok(binary),
            false => Err(Error::other(String::from_utf8_lossy(&output.stderr).into_owned())),
        }
    }

    /// Runs a compiled program.
    ///
    /// # Errors
    /// Where it cannot be started, or ends in another way than its own and the sanitizers'.
    pub fn observe(&self, binary: &PathBuf, arguments: &[String]) -> Result<Observed> {
        let mut command = Command::new(binary);
        command.args(arguments).stdin(Stdio::null());
        command.env("ASAN_OPTIONS", "detect_stack_use_after_return=1:detect_leaks=1:abort_on_error=0");
        command.env("UBSAN_OPTIONS", "print_stacktrace=0");
        let output = command.output()?;
        let errors = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            return Ok(Observed::Ended(String::from_utf8_lossy(&output.stdout).into_owned()));
        }
        report(&errors).ok_or_else(|| Error::other(format!("{}: {errors}", output.status)))
    }
}

/// Reads the first report.
fn report(errors: &str) -> Option<Observed> {
    for (idx, line) in errors.lines().enumerate() {
        if let Some((place, message)) = line.split_once(": runtime error: ") {
            let kind = undefined(message);
            let line = place.split(':').nth(1).and_then(|it| it.parse().ok());
            return Some(Observed::Stopped { message: message.to_owned(), kind, line });
        }
        if let Some((_, message)) = line.split_once("ERROR: LeakSanitizer: ") {
            return Some(Observed::Stopped { message: message.to_owned(), kind: Kind::Leak, line: None });
        }
        if let Some((_, message)) = line.split_once("ERROR: AddressSanitizer: ") {
            let line = if is_jump(message) { None } else { errors.lines().skip(idx).find_map(frame) };
            let message = message.split(" on address").next().unwrap_or(message);
            let kind = match message {
                it if it.contains("out of memory") || it.contains("allocation-size") => Kind::Other,
                it if it.contains("stack-overflow") => Kind::Other,
                it if it.starts_with("FPE") => Kind::Arithmetic,
                _ => Kind::Memory,
            };
            return Some(Observed::Stopped { message: message.to_owned(), kind, line });
        }
    }
    None
}

/// Whether the address that cannot be accessed is that of the instruction: then frames are missing.
fn is_jump(message: &str) -> bool {
    let after = |key: &str| message.split_once(key).and_then(|(_, rest)| rest.split(' ').next());
    after("unknown address ").is_some_and(|it| Some(it) == after("(pc "))
}

/// The line of a frame in a program of ours: `    #1 0x5581 in f build/x/name.c:12`.
fn frame(line: &str) -> Option<usize> {
    let (head, place) = line.trim().rsplit_once(' ')?;
    let (_, number) = place.split_once(".c:").filter(|_| head.starts_with('#'))?;
    let is_ours = !place.contains("sanitizer") && !place.contains("sysdeps");
    number.split(':').next()?.parse().ok().filter(|_| is_ours)
}

fn undefined(message: &str) -> Kind {
    let memory = ["null pointer", "out of bounds", "insufficient space", "address", "variable length array"];
    match () {
        () if memory.iter().any(|it| message.contains(it)) => Kind::Memory,
        () if message.contains("unreachable") => Kind::Other,
        () => Kind::Arithmetic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(errors: &str, message: &str, kind: Kind, line: Option<usize>) {
        let expected = Observed::Stopped { message: message.to_owned(), kind, line };
        assert_eq!(report(errors), Some(expected));
    }

    #[test]
    fn reports_are_read() {
        check(
            "build/a.c:7:3: runtime error: division by zero\n",
            "division by zero",
            Kind::Arithmetic,
            Some(7),
        );
        check(
            "build/a.c:9:3: runtime error: index 4 out of bounds for type 'int [4]'\n",
            "index 4 out of bounds for type 'int [4]'",
            Kind::Memory,
            Some(9),
        );
        check(
            "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x1\nREAD of size 4\n\
             \x20   #0 0x1 in __interceptor_strlen ../../../../src/libsanitizer/asan/asan_interceptors.cpp:391\n\
             \x20   #1 0x2 in f build/x/a.c:12\n",
            "heap-use-after-free",
            Kind::Memory,
            Some(12),
        );
        check(
            "==1==ERROR: LeakSanitizer: detected memory leaks\n",
            "detected memory leaks",
            Kind::Leak,
            None,
        );
        assert_eq!(report("something else\n"), None);
    }
}
