//! The XML of Test-Comp's suites: the values that the calls of `__VERIFIER_nondet_*` return, in order.
//!
//! The documents name a DTD on the network. It says nothing that is needed here and is never fetched.

use roxmltree::{Document, Node, ParsingOptions};

use crate::model::{Metadata, Test};
use crate::place::At;
use crate::problem::Warning;
use crate::value::{Number, Value};

/// What a document is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A test. It expects no output, only that the program does not fail.
    Test(Test),
    /// What the suite says of itself.
    Metadata(Metadata),
    /// Something else.
    Other,
}

/// Reads a document.
///
/// # Errors
/// Where it is no XML, or a value in it is no constant.
pub(crate) fn read(at: &At, bytes: &[u8]) -> Result<Content, Warning> {
    let malformed =
        |line: usize, reason: String| Err(Warning::Malformed { at: At::line(&at.path, line), reason });
    let text = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&it| it == b'\n').count();
            return malformed(line, "the text is not UTF-8".to_owned());
        }
    };
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        // The parser shows the start of the text for what is missing at its end.
        Err(error @ roxmltree::Error::UnclosedRootNode) => {
            return malformed(text.lines().count().max(1), format!("malformed XML: {error}"));
        }
        // The message of the parser ends with the position, which is said in front.
        Err(error) => {
            let position = error.pos();
            let message = error.to_string();
            let message = message.strip_suffix(&format!(" at {position}")).unwrap_or(&message);
            let reason = format!("malformed XML in column {}: {message}", position.col);
            return malformed(position.row as usize, reason);
        }
    };
    let root = document.root_element();
    match root.tag_name().name() {
        "testcase" => Ok(Content::Test(test(at, root)?)),
        "test-metadata" => Ok(Content::Metadata(metadata(root))),
        _ => Ok(Content::Other),
    }
}

fn test(at: &At, root: Node<'_, '_>) -> Result<Test, Warning> {
    let mut values = Vec::new();
    for node in root.children().filter(Node::is_element) {
        let line = line(node);
        let malformed = |reason| Err(Warning::Malformed { at: At::line(&at.path, line), reason });
        let name = node.tag_name().name();
        if name != "input" {
            return malformed(format!("`<{name}>` in a test; only `<input>` is expected"));
        }
        let text = text(node);
        let Some(number) = Number::parse(&text) else {
            return malformed(format!("`{}` is not a constant of C", text.trim()));
        };
        let attribute = |name| node.attribute(name).map(str::to_owned);
        values.push(Value { number, ty: attribute("type"), variable: attribute("variable"), line });
    }
    Ok(Test { at: at.clone(), values: Some(values), ..Test::default() })
}

fn metadata(root: Node<'_, '_>) -> Metadata {
    let field = |name| {
        let node = root.children().find(|it| it.tag_name().name() == name)?;
        let text = text(node).trim().to_owned();
        (!text.is_empty()).then_some(text)
    };
    Metadata {
        program_file: field("programfile"),
        entry_function: field("entryfunction"),
        architecture: field("architecture"),
        specification: field("specification"),
    }
}

/// All text of an element, comments left out.
fn text(node: Node<'_, '_>) -> String {
    node.children().filter_map(|it| it.text().filter(|_| it.is_text())).collect()
}

fn line(node: Node<'_, '_>) -> usize {
    let position = node.document().text_pos_at(node.range().start);
    position.row as usize
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<!DOCTYPE testcase PUBLIC \
        \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n";

    #[track_caller]
    fn check(body: &str, expect: Expect) {
        let content = read(&At::file("t.xml"), format!("{HEAD}{body}").as_bytes());
        let shown = match content {
            Ok(Content::Test(test)) => {
                let values = test.values.unwrap_or_default();
                let lines = values
                    .into_iter()
                    .map(|it| format!("{}: {:?} {:?} {:?}\n", it.line, it.number, it.ty, it.variable));
                lines.collect()
            }
            Ok(other) => format!("{other:?}\n"),
            Err(warning) => format!("{warning}\n"),
        };
        expect.assert_eq(&shown);
    }

    #[test]
    fn values_come_in_order() {
        check(
            "<testcase coversError=\"true\">\n  <input variable=\"x\" type=\"int\">3</input>\n  <!-- then -->\n  <input>'a'</input><input> <!-- less -->-1.5f\n</input>\n</testcase>",
            expect![[r#"
                4: Integer { negative: false, magnitude: 3 } Some("int") Some("x")
                6: Integer { negative: false, magnitude: 97 } None None
                6: Real("-1.5") None None
            "#]],
        );
    }

    #[test]
    fn a_test_may_have_no_value() {
        check("<testcase/>", expect![""]);
    }

    #[test]
    fn metadata_is_kept() {
        check(
            "<test-metadata><entryfunction>main</entryfunction><architecture>32bit</architecture><producer>p</producer></test-metadata>",
            expect![[r#"
                Metadata(Metadata { program_file: None, entry_function: Some("main"), architecture: Some("32bit"), specification: None })
            "#]],
        );
    }

    #[test]
    fn other_documents_are_left() {
        check(
            "<project name=\"x\"/>",
            expect![[r#"
            Other
        "#]],
        );
    }

    #[test]
    fn mistakes_are_shown_at_their_line() {
        check(
            "<testcase>\n<input>3</inptu>\n</testcase>",
            expect![[r#"
            t.xml:4: malformed XML in column 9: expected 'input' tag, not 'inptu'
        "#]],
        );
        check(
            "<testcase>\n<input>3</input>\n",
            expect![[r#"
                t.xml:4: malformed XML: the root node was opened but never closed
            "#]],
        );
        check(
            "<testcase>\n<input>three</input></testcase>",
            expect![[r#"
                t.xml:4: `three` is not a constant of C
            "#]],
        );
        check(
            "<testcase>\n\n<output>3</output></testcase>",
            expect![[r#"
            t.xml:5: `<output>` in a test; only `<input>` is expected
        "#]],
        );
    }

    #[test]
    fn other_encodings_are_refused() {
        let bytes = b"<testcase>\n<input variable=\"\xe4\">3</input></testcase>";
        let warning = read(&At::file("t.xml"), bytes).expect_err("it is refused");
        assert_eq!(warning.to_string(), "t.xml:2: the text is not UTF-8");
    }

    #[test]
    fn entities_do_not_grow_without_bound() {
        let mut text = String::from("<!DOCTYPE testcase [<!ENTITY a0 \"1\">\n");
        for it in 1..40 {
            let below = format!("&a{};", it - 1);
            text += &format!("<!ENTITY a{it} \"{below}{below}\">\n");
        }
        text += "]><testcase><input>&a39;</input></testcase>";
        assert!(read(&At::file("t.xml"), text.as_bytes()).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 1000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
        })]

        #[test]
        fn any_document_is_read_or_refused(pieces in prop::collection::vec(prop::sample::select(vec![
            "<testcase>", "</testcase>", "<testcase", "<input", "<input>", "</input>", ">", "/>", " type='", "'", "\"", "3", "-", "\n",
            "&lt;", "&a;", "&#x0;", "<!--", "-->", "<!DOCTYPE testcase [", "<!ENTITY a '&a;'>", "]>", "<![CDATA[", "]]>", "<?xml ?>",
            "\u{feff}", "é", "\0",
        ]), 0..14)) {
            let _ = read(&At::file("t.xml"), pieces.concat().as_bytes());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = read(&At::file("t.xml"), &bytes);
        }
    }
}
