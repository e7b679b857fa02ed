//! `cargo xtask csmith`: a suite of programs by Csmith, a generator of C programs without undefined behaviour \[1\].
//!
//! A program of Csmith computes a checksum of its variables at its end, and depends on nothing but itself. It is compiled
//! by gcc and run, and what it prints becomes an assertion: with the right checksum the program has no error, with another
//! one it has. `cargo xtask bench` then asks about both, and about the default checks.
//!
//! Csmith runs with its default options. What makes its programs depend on something else is taken away in the text that
//! includes them: `main` gets no arguments of the environment's, and `volatile` objects are ordinary ones, for nobody
//! outside of the program changes them when gcc's program runs.
//!
//! # References
//! - \[1\] Xuejun Yang, Yang Chen, Eric Eide, John Regehr: _Finding and understanding bugs in C compilers_, PLDI 2011.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::shell::workspace;

/// How many programs to make, and where they go.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The folder of the suite.
    #[arg(default_value = "csmith-out")]
    dir: PathBuf,
    /// How many programs to make.
    #[arg(long, default_value_t = 50)]
    count: usize,
    /// The seed of the first; the others follow it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds after which a program counts as one that does not end; another takes its place.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Where Csmith's headers are.
    #[arg(long, default_value = "/usr/include/csmith")]
    headers: PathBuf,
}

/// Makes the suite.
///
/// # Errors
/// Where Csmith or gcc is missing or fails, or a file cannot be written.
pub fn csmith(arguments: &Arguments) -> Result<()> {
    let folder = workspace().join(&arguments.dir);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    ensure!(
        arguments.headers.join("csmith.h").exists(),
        "there is no csmith.h in {}; install Csmith and its headers",
        arguments.headers.display()
    );
    let mut manifest = File::create(folder.join("MANIFEST.tsv"))?;
    writeln!(manifest, "path\tproperty\texpected_verdict\toptions")?;
    let mut n_made = 0;
    for seed in arguments.seed.. {
        if n_made == arguments.count {
            break;
        }
        let Some(checksum) = program(&folder, seed, arguments)? else { continue };
        let options = format!("--data-model lp64 -I {} --trust *", arguments.headers.display());
        for (name, expected, property, verdict) in [
            ("right", checksum, "assertions", "TRUE"),
            ("wrong", !checksum, "assertions", "FALSE"),
            ("default", checksum, "default", "TRUE"),
        ] {
            let file = format!("{seed}_{name}.c");
            fs::write(folder.join(&file), asserting(seed, expected))?;
            writeln!(manifest, "{file}\t{property}\t{verdict}\t{options}")?;
        }
        n_made += 1;
    }
    println!("{n_made} programs in {}; now: cargo xtask bench {0}", folder.display());
    Ok(())
}

/// Makes one program, and runs it; its checksum, if it ends in time.
fn program(folder: &Path, seed: u64, arguments: &Arguments) -> Result<Option<u32>> {
    let source = folder.join(format!("{seed}.c"));
    let binary = folder.join(format!("{seed}.out"));
    let mut csmith = Command::new("csmith");
    succeed(csmith.args(["--seed", &seed.to_string(), "--output"]).arg(&source))?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-I"]).arg(&arguments.headers);
    succeed(gcc.arg("-o").arg(&binary).arg(&source))?;
    let printed = output(&binary, Duration::from_secs(arguments.seconds));
    fs::remove_file(&binary)?;
    printed?.map(|it| checksum(&it)).transpose()
}

/// Runs a command in silence.
fn succeed(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot start {}", program.display()))?;
    ensure!(output.status.success(), "{}: {}", program.display(), String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// What a program prints, if it ends in time.
fn output(binary: &Path, time: Duration) -> Result<Option<String>> {
    let mut child =
        Command::new(binary).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let start = Instant::now();
    // It prints one line, which the pipe holds.
    while child.try_wait()?.is_none() {
        if start.elapsed() >= time {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(Some(String::from_utf8_lossy(&child.wait_with_output()?.stdout).into_owned()))
}

/// Reads `checksum = 1A2B3C4D`.
fn checksum(printed: &str) -> Result<u32> {
    match printed.trim().strip_prefix("checksum = ").map(|digits| u32::from_str_radix(digits, 16)) {
        Some(Ok(checksum)) => Ok(checksum),
        _ => bail!("a program of Csmith prints `{printed}` instead of its checksum"),
    }
}

/// A program that includes the one of a seed, and asserts its checksum where that is printed.
fn asserting(seed: u64, checksum: u32) -> String {
    format!(
        "#include \"csmith.h\"\n\
         #undef assert\n\
         extern void __assert_fail(const char *, const char *, unsigned, const char *);\n\
         #define platform_main_end(crc, flag) \\\n    \
             ((crc) == {checksum}UL ? (void)0 : __assert_fail(\"checksum\", \"{seed}.c\", 1, \"main\"))\n\
         #define volatile\n\
         #define main csmith_main\n\
         #include \"{seed}.c\"\n\
         #undef main\n\
         int main(void) {{\n    \
             char *argv[2] = {{\"csmith\", 0}};\n    \
             return csmith_main(1, argv);\n\
         }}\n"
    )
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn a_checksum_is_read() {
        assert_eq!(checksum("checksum = 1A2B3C4D\n").unwrap(), 0x1A2B_3C4D);
        assert!(checksum("checksum = \n").is_err());
        assert!(checksum("").is_err());
    }

    #[test]
    fn the_checksum_is_asserted() {
        expect![[r#"
            #include "csmith.h"
            #undef assert
            extern void __assert_fail(const char *, const char *, unsigned, const char *);
            #define platform_main_end(crc, flag) \
                ((crc) == 255UL ? (void)0 : __assert_fail("checksum", "7.c", 1, "main"))
            #define volatile
            #define main csmith_main
            #include "7.c"
            #undef main
            int main(void) {
                char *argv[2] = {"csmith", 0};
                return csmith_main(1, argv);
            }
        "#]]
        .assert_eq(&asserting(7, 255));
    }
}
