//! The compilers of the host, told apart by what they say of themselves.

use std::time::Duration;

use faultscope_ir::compiler::CompilerName;

use super::process::{Bounds, Ended, Stream, run};
use std::sync::atomic::AtomicBool;

/// Compilers to try, after the one that the environment variable `CC` names.
const CANDIDATES: [&str; 3] = ["gcc", "clang", "cc"];

/// A compiler that says its version takes no longer.
const MAX_VERSION_TIME: Duration = Duration::from_secs(5);

/// What both compilers are asked for. `-O1` lets GCC follow values.
const WARNINGS: [&str; 3] = ["-O1", "-Wall", "-Wextra"];

/// A compiler of the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Host {
    /// The program.
    pub(super) program: String,
    /// What it is.
    pub(super) name: CompilerName,
}

impl Host {
    /// The first compiler that there is. `preferred` is what `CC` says, of which the options are left out.
    pub(super) fn find(preferred: Option<&str>, bounds: Bounds, stop: &AtomicBool) -> Option<Host> {
        let preferred = preferred.and_then(|it| it.split_whitespace().next());
        let bounds =
            Bounds { deadline: bounds.deadline.min(std::time::Instant::now() + MAX_VERSION_TIME), ..bounds };
        preferred.into_iter().chain(CANDIDATES).find_map(|program| {
            let ended = run(program, &["--version".to_owned()], Stream::Stdout, bounds, stop).ok()?;
            let Ended::Exited(status, text) = ended else { return None };
            let name = status.success().then(|| named(&text))??;
            Some(Host { program: program.to_owned(), name })
        })
    }

    /// The options by which it prints warnings, one message in a line; whether it follows values through whole functions.
    pub(super) fn options(&self, analyzes: bool) -> Vec<&'static str> {
        let mut options = WARNINGS.to_vec();
        let major = self.name.version.split('.').next().and_then(|it| it.parse().ok()).unwrap_or(0);
        if self.name.name == "clang" {
            options.extend(["-fno-caret-diagnostics", "-fno-color-diagnostics"]);
            return options;
        }
        options.extend(["-fno-diagnostics-show-caret", "-fdiagnostics-color=never"]);
        if major >= 10 && analyzes {
            options.extend(["-fanalyzer", "-fdiagnostics-path-format=separate-events"]);
        }
        options
    }
}

/// What a compiler is that says this of its version.
fn named(text: &str) -> Option<CompilerName> {
    let first = text.lines().next()?;
    let (name, version) = match first.split_once("clang version ") {
        Some((_, version)) => ("clang", version),
        None if text.contains("Free Software Foundation") => ("gcc", first.split_once(") ")?.1),
        None => return None,
    };
    let is_of_version = |it: char| it.is_ascii_digit() || it == '.';
    let version: String = version.chars().take_while(|it| is_of_version(*it)).collect();
    (!version.is_empty()).then(|| CompilerName { name: name.to_owned(), version })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<(&str, &str)>) {
        let name = named(text);
        assert_eq!(name.as_ref().map(|it| (it.name.as_str(), it.version.as_str())), expect);
    }

    #[test]
    fn compilers_are_known_by_their_versions() {
        let copyright = "\nCopyright (C) 2022 Free Software Foundation, Inc.\n";
        check(&format!("gcc (Debian 12.2.0-14+deb12u1) 12.2.0{copyright}"), Some(("gcc", "12.2.0")));
        check(&format!("cc (GCC) 13.2.1 20230801 (Red Hat 13.2.1-1){copyright}"), Some(("gcc", "13.2.1")));
        check("Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n", Some(("clang", "14.0.6")));
        check("Apple clang version 15.0.0 (clang-1500.3.9.4)\n", Some(("clang", "15.0.0")));
        check("Ubuntu clang version 18.1.3 (1ubuntu1)\n", Some(("clang", "18.1.3")));
    }

    #[test]
    fn other_programs_are_no_compilers() {
        check("ccache version 4.8\n", None);
        check("tcc version 0.9.27 (x86_64 Linux)\n", None);
        check(&format!("GNU Make 4.3{}", "\nCopyright (C) Free Software Foundation, Inc.\n"), None);
        check("", None);
    }

    #[test]
    fn the_analyzer_is_asked_where_there_is_one() {
        let analyzes = |name: &str, version: &str, analyzes: bool| {
            let name = CompilerName { name: name.to_owned(), version: version.to_owned() };
            Host { program: "cc".to_owned(), name }.options(analyzes).contains(&"-fanalyzer")
        };
        assert!(analyzes("gcc", "10.1.0", true));
        assert!(!analyzes("gcc", "10.1.0", false));
        assert!(!analyzes("gcc", "9.4.0", true));
        assert!(!analyzes("clang", "15.0.0", true));
    }
}
