//! The functions without a body that the way to the error calls and that a header declares: somebody defines them, and the
//! error may be none. One that the file itself declares stands for a value from outside.

use faultscope_ir::AssumptionKind;

use super::page::Page;
use crate::words;

/// So many of them are named.
const MAX_NAMED: usize = 3;

impl Page<'_> {
    /// Which they are and what to do; nothing where all have a body.
    pub(super) fn without_body(&self) -> String {
        let assumptions = self.report.assumptions.iter();
        let undefined = assumptions.filter(|it| it.kind == AssumptionKind::UndefinedFunction);
        let names = undefined.filter_map(|it| it.subject.as_deref()).filter(|name| self.is_in_header(name));
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let (subject, files) = match &names[..] {
            [] => return String::new(),
            [name] => (format!("{name} has"), "its file"),
            [all @ .., last] if names.len() <= MAX_NAMED => {
                (format!("{} and {last} have", all.join(", ")), "their files")
            }
            _ => {
                let (named, n_more) = (names[..MAX_NAMED].join(", "), names.len() - MAX_NAMED);
                (format!("{named} and {n_more} more have"), "their files")
            }
        };
        let text =
            format!("note: {subject} no body, and may return anything: name {files}, or the project by `-p`");
        let text = words::wrapped(&text, self.style().width).join("\n") + "\n";
        text.replacen("note:", &self.style().strong("note:"), 1)
    }

    /// Whether a header of the program names a function.
    fn is_in_header(&self, function: &str) -> bool {
        let is_letter = |ch: char| ch.is_alphanumeric() || ch == '_';
        let headers = self.report.sources.files().filter(|(_, file)| file.name.ends_with(".h"));
        let mut texts = headers.filter_map(|(_, file)| file.text.as_deref());
        texts.any(|text| text.split(|ch| !is_letter(ch)).any(|word| word == function))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::text::{Options, Style};

    const OPTIONS: Options = Options::first_screen(Style { color: false, width: 100 });

    #[track_caller]
    fn check(header: &str, expected: &str) {
        let mut report = fixtures::erroneous();
        report.sources.add_file("level.h", Some(header.to_owned()));
        assert_eq!(Page { report: &report, options: &OPTIONS }.without_body(), expected);
    }

    #[test]
    fn a_function_that_a_header_declares_is_defined_somewhere() {
        let told = "note: `read_level` has no body, and may return anything: name its file, or the project by `-p`\n";
        check("int read_level(void);", told);
        check("int read_levels(void);", "");
    }
}
