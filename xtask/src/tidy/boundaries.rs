//! Boundaries that no dependency edge draws.
//!
//! * [`WITHOUT_LANGUAGE`]: these crates know no language. Of the front ends they name the interface that all of them share.
//! * The pipeline only calls the stages and puts their values together; it stays small.
//! * A report is made once, of the values that there are. Nothing takes it to change it.
//!
//! Tests are left out.

use super::krate::Crate;
use super::rust::{Path, Source};
use super::tree::{Complaint, File};

/// Crates that know no language.
const WITHOUT_LANGUAGE: [&str; 2] = ["crates/localize", "crates/repair"];

/// The crate of the front ends, as paths name it.
const FRONT_ENDS: &str = "faultscope_frontend";

/// What the front ends have in common: their input and output, edit sites, and terms in the language of the source.
const INTERFACE: [&str; 5] = ["Input", "InputFile", "Translation", "print", "sites"];

/// The sources of the pipeline.
const PIPELINE: &str = "crates/pipeline/src/";

/// So many lines are too many for the pipeline.
const TOO_MANY_LINES: usize = 4000;

pub(super) fn check(files: &[File], crates: &[Crate]) -> Vec<Complaint> {
    let mut complaints: Vec<Complaint> = pipeline(files).into_iter().collect();
    for krate in crates {
        for (file, source) in krate.modules.values() {
            let complain =
                |(line, message)| Complaint { path: (*file).to_owned(), line: Some(line), message };
            if WITHOUT_LANGUAGE.contains(&krate.root) {
                complaints.extend(languages(krate.root, source).map(complain));
            }
            complaints.extend(changed_reports(source).map(complain));
        }
    }
    complaints
}

/// Names of front ends that are not of the interface: where, and what to say.
fn languages<'a>(root: &'a str, source: &'a Source) -> impl Iterator<Item = (usize, String)> + 'a {
    let imported = source.imports.iter().map(|import| &import.path);
    imported.chain(&source.paths).filter_map(move |Path { names, line }| {
        if names.first().is_none_or(|name| name != FRONT_ENDS) {
            return None;
        }
        // Whoever has the whole crate under a name of its own can name everything.
        let named = names.get(1).map_or("all of it", String::as_str);
        let message = || {
            let interface = INTERFACE.map(|name| format!("`{name}`")).join(", ");
            format!("`{root}` knows no language: of `{FRONT_ENDS}` it may name {interface}, not {named}")
        };
        (!INTERFACE.contains(&named)).then(|| (*line, message()))
    })
}

fn pipeline(files: &[File]) -> Option<Complaint> {
    let sources = files.iter().filter(|file| file.path.starts_with(PIPELINE) && file.path.ends_with(".rs"));
    let n_lines: usize = sources.map(|file| file.text.lines().count()).sum();
    let message = format!("{n_lines} lines; the pipeline has to stay under {TOO_MANY_LINES}");
    (n_lines >= TOO_MANY_LINES).then(|| Complaint { path: PIPELINE.to_owned(), line: None, message })
}

/// Reports that something takes to change them: where, and what to say.
fn changed_reports(source: &Source) -> impl Iterator<Item = (usize, String)> + '_ {
    let reports = source.mutable.iter().filter(|path| path.names.last().is_some_and(|name| name == "Report"));
    reports.map(|path| (path.line, "`&mut Report`: a report is made once and stays as it is".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks at which lines of a file something is wrong.
    #[track_caller]
    fn check(path: &str, text: &str, expect: &[usize]) {
        let (root, _) = path.split_once("/src/").expect("a source of a crate");
        let main =
            File { path: format!("{root}/src/lib.rs"), text: "mod a; #[cfg(test)] mod tests;".to_owned() };
        let files = [main, File { path: path.to_owned(), text: text.to_owned() }];
        let found = super::check(&files, &Crate::all(&files));
        let lines: Vec<usize> = found.iter().filter_map(|it| it.line).collect();
        assert_eq!(lines, expect, "{found:?}");
    }

    #[test]
    fn the_interface_of_the_front_ends_may_be_named() {
        let text = "use faultscope_frontend::sites::{Site, Unit};\nuse faultscope_frontend::{Input, print};";
        check("crates/repair/src/a.rs", text, &[]);
        check("crates/repair/src/a.rs", "fn f(c: &faultscope_frontend::Input) { c::g() }", &[]);
    }

    #[test]
    fn a_language_must_not_be_named() {
        let path = "crates/repair/src/a.rs";
        check(path, "use faultscope_frontend::{\n    Input,\n    c::CConfig,\n};", &[3]);
        check(path, "fn f() {\n    faultscope_frontend::boogie::translate();\n}", &[2]);
        check("crates/localize/src/a.rs", "use faultscope_frontend::c;", &[1]);
        check("crates/report/src/a.rs", "use faultscope_frontend::c;", &[]);
    }

    #[test]
    fn nor_the_whole_crate_by_which_it_could() {
        let path = "crates/repair/src/a.rs";
        check(path, "use faultscope_frontend as frontend;", &[1]);
        check(path, "use faultscope_frontend::{self, Input};", &[1]);
        check(path, "use faultscope_frontend::*;", &[1]);
    }

    #[test]
    fn tests_may_name_languages() {
        check("crates/repair/src/tests.rs", "use faultscope_frontend::c;", &[]);
        check("crates/repair/src/a.rs", "#[cfg(test)]\nmod tests { use faultscope_frontend::c; }", &[]);
    }

    #[test]
    fn a_report_is_not_changed() {
        let path = "crates/pipeline/src/a.rs";
        check(path, "fn f(report: &Report, mut other: Report) -> Report {}", &[]);
        check(path, "fn f(reporter: &mut Reporter, lines: &mut report::Lines) {}", &[]);
        check(path, "fn f(\n    report: &mut Report,\n) {}", &[2]);
        check(path, "fn f<'a>(report: &'a mut report::Report) {}", &[1]);
        check(path, "#[cfg(test)]\nfn f(report: &mut Report) {}", &[]);
    }

    #[test]
    fn the_pipeline_is_small() {
        let file = |path: &str, n_lines| File { path: path.to_owned(), text: "\n".repeat(n_lines) };
        let lines = |n_lines| [file("crates/pipeline/src/a.rs", n_lines), file("crates/ir/src/a.rs", 9000)];
        assert_eq!(pipeline(&lines(3999)), None);
        let message = pipeline(&lines(4000)).map(|it| it.message);
        assert_eq!(message.as_deref(), Some("4000 lines; the pipeline has to stay under 4000"));
    }
}
