//! Task definitions (`.yml`), as BenchExec has them: versions 0.1, 1.0, 2.0 and 2.1 of the format.
//!
//! Names of files are kept as they stand there, with their wildcards; they are relative to the definition. What the format
//! has besides (`additional_information`, other options) is left to others.

use saphyr::{MarkedYaml, Marker, ScalarStyle, ScanError, YamlData, YamlLoader};
use saphyr_parser::{Event, Parser};

use crate::answer::Expected;
use crate::problem::Problem;

/// No definition nests deeper: a mapping of lists of mappings.
const MAX_DEPTH: usize = 32;

/// The versions of the format.
const VERSIONS: [&str; 4] = ["0.1", "1.0", "2.0", "2.1"];

/// A task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The files of the program. Never empty.
    pub input_files: Vec<FileName>,
    /// Files that have to be there, too, such as headers.
    pub required_files: Vec<FileName>,
    /// What the program can be checked for.
    pub properties: Vec<TaskProperty>,
    /// The sizes of C's types, where the task says them.
    pub data_model: Option<DataModel>,
    /// The language, where the task says it: `C`, `Java`.
    pub language: Option<Named>,
    /// The witness, where the task is to validate one; it is one of `input_files`.
    pub witness: Option<FileName>,
}

/// A file, or several with wildcards.
pub type FileName = Named;

/// A text, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The text.
    pub text: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// A property, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskProperty {
    /// Its property file.
    pub file: FileName,
    /// What the answer should be, if that is known.
    pub expected: Option<Expected>,
}

/// The sizes of C's types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataModel {
    /// 32-bit `long` and pointers.
    Ilp32,
    /// 64-bit `long` and pointers.
    Lp64,
}

impl Definition {
    /// Reads a task definition.
    ///
    /// # Errors
    /// Where the text is no YAML, no task definition, or one of a version that is not known.
    pub fn parse(text: &str) -> Result<Definition, Problem> {
        let root = load(text)?;
        let root = Node::new(&root).mapping("a task definition")?;
        let version = root.required("format_version")?;
        let (name, line) = (version.text("a version")?, version.line);
        if !VERSIONS.contains(&name.text.as_str()) {
            let known = VERSIONS.map(|it| format!("`{it}`")).join(", ");
            return Err(Problem::new(
                line,
                format!("the version of the format is `{}`; known are {known}", name.text),
            ));
        }
        let options = match root.get("options") {
            Some(options) if !name.text.starts_with("2.") => {
                let message = format!("`options` need version 2.0 of the format, and this is {}", name.text);
                return Err(Problem::new(options.line, message));
            }
            Some(options) if !options.is_nothing() => Some(options.mapping("`options`")?),
            _ => None,
        };
        let option = |key: &str, what: &str| {
            let node = options.as_ref().and_then(|it| it.get(key)).filter(|it| !it.is_nothing());
            node.map(|it| it.text(what)).transpose()
        };
        let input_files = root.required("input_files")?;
        let n_input = input_files.line;
        let definition = Definition {
            input_files: input_files.names("`input_files`")?,
            required_files: root
                .get("required_files")
                .map_or(Ok(Vec::new()), |it| it.names("`required_files`"))?,
            properties: root.get("properties").map_or(Ok(Vec::new()), properties)?,
            data_model: option("data_model", "`data_model`")?.map(data_model).transpose()?,
            language: option("language", "`language`")?,
            witness: option("witness_input_file", "`witness_input_file`")?,
        };
        if definition.input_files.is_empty() {
            return Err(Problem::new(n_input, "the task has no `input_files`"));
        }
        Ok(definition)
    }
}

fn data_model(name: Named) -> Result<DataModel, Problem> {
    match name.text.to_ascii_uppercase().as_str() {
        "ILP32" => Ok(DataModel::Ilp32),
        "LP64" => Ok(DataModel::Lp64),
        _ => Err(Problem::new(
            name.line,
            format!("`data_model` is `ILP32` or `LP64`, and not `{}`", name.text),
        )),
    }
}

fn properties(node: Node<'_>) -> Result<Vec<TaskProperty>, Problem> {
    if node.is_nothing() {
        return Ok(Vec::new());
    }
    let property = |node: Node<'_>| {
        let mapping = node.mapping("a property")?;
        let file = mapping.required("property_file")?.text("`property_file`")?;
        let verdict = mapping.get("expected_verdict").filter(|it| !it.is_nothing());
        let subproperty = mapping.get("subproperty").filter(|it| !it.is_nothing());
        let subproperty = subproperty.map(|it| it.text("`subproperty`")).transpose()?;
        let expected = verdict.map(|it| it.truth()).transpose()?;
        match (expected, &subproperty) {
            (Some(true), Some(named)) => {
                let message =
                    format!("a property that holds has no `subproperty` (`{}`) that is violated", named.text);
                Err(Problem::new(named.line, message))
            }
            _ => Ok(TaskProperty {
                file,
                expected: expected
                    .map(|holds| Expected { holds, subproperty: subproperty.map(|it| it.text) }),
            }),
        }
    };
    node.sequence("`properties`")?.into_iter().map(property).collect()
}

/// The one document of a text. Scalars are kept as they stand there.
fn load(text: &str) -> Result<MarkedYaml<'_>, Problem> {
    let problem =
        |error: &ScanError| Problem::new(line(error.marker()), format!("this is not YAML: {}", error.info()));
    // What comes next follows the nesting by recursion.
    let mut depth = 0_usize;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| problem(&error))?;
        match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
            Event::SequenceEnd | Event::MappingEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(Problem::new(line(&span.start), "this is nested deeper than any task definition"));
        }
    }
    let mut loader = YamlLoader::default();
    loader.early_parse(false);
    Parser::new_from_str(text).load(&mut loader, true).map_err(|error| problem(&error))?;
    if let Some(error) = loader.error() {
        return Err(problem(error));
    }
    match <[MarkedYaml<'_>; 1]>::try_from(loader.into_documents()) {
        Ok([document]) => Ok(document),
        Err(documents) if documents.is_empty() => Err(Problem::new(1, "the file is empty")),
        Err(_) => Err(Problem::new(1, "there are several documents in it")),
    }
}

fn line(marker: &Marker) -> usize {
    marker.line().max(1)
}

/// A node, and a line where it stands or that it belongs to.
#[derive(Clone, Copy)]
struct Node<'a> {
    yaml: &'a MarkedYaml<'a>,
    line: usize,
}

/// A mapping by its keys.
struct Mapping<'a> {
    entries: Vec<(&'a str, Node<'a>)>,
    line: usize,
    what: &'a str,
}

impl<'a> Node<'a> {
    fn new(yaml: &'a MarkedYaml<'a>) -> Node<'a> {
        match &yaml.data {
            YamlData::Tagged(_, inner) => Node { line: line(&yaml.span.start), ..Node::new(inner) },
            _ => Node { yaml, line: line(&yaml.span.start) },
        }
    }

    fn wrong(&self, expected: &str) -> Problem {
        let found = match &self.yaml.data {
            YamlData::Sequence(_) => "a list".to_owned(),
            YamlData::Mapping(_) => "a mapping".to_owned(),
            YamlData::Representation(text, ..) if !self.is_nothing() => format!("`{text}`"),
            _ => "nothing".to_owned(),
        };
        Problem::new(self.line, format!("expected {expected}, found {found}"))
    }

    fn is_nothing(&self) -> bool {
        match &self.yaml.data {
            YamlData::Representation(text, ScalarStyle::Plain, _) => {
                matches!(&**text, "" | "~" | "null" | "Null" | "NULL")
            }
            YamlData::Representation(..) | YamlData::Sequence(_) | YamlData::Mapping(_) => false,
            _ => true,
        }
    }

    fn text(&self, what: &str) -> Result<Named, Problem> {
        match &self.yaml.data {
            YamlData::Representation(text, ..) if !self.is_nothing() && !text.trim().is_empty() => {
                Ok(Named { text: text.trim().to_owned(), line: self.line })
            }
            _ => Err(self.wrong(&format!("{what} as a text"))),
        }
    }

    /// What YAML 1.1 takes for true and false.
    fn truth(&self) -> Result<bool, Problem> {
        let text = self.text("`expected_verdict`")?.text;
        match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Ok(true),
            "false" | "no" | "off" => Ok(false),
            _ => Err(self.wrong("`true` or `false` as `expected_verdict`")),
        }
    }

    fn sequence(&self, what: &str) -> Result<Vec<Node<'a>>, Problem> {
        match &self.yaml.data {
            YamlData::Sequence(nodes) => Ok(nodes.iter().map(Node::new).collect()),
            _ => Err(self.wrong(&format!("{what} as a list"))),
        }
    }

    fn mapping(&self, what: &'a str) -> Result<Mapping<'a>, Problem> {
        let YamlData::Mapping(entries) = &self.yaml.data else {
            return Err(self.wrong(&format!("{what} as a mapping")));
        };
        let entry = |(key, value): (&'a MarkedYaml<'a>, &'a MarkedYaml<'a>)| match &key.data {
            YamlData::Representation(text, ..) => Some((&**text, Node::new(value))),
            _ => None,
        };
        Ok(Mapping { entries: entries.iter().filter_map(entry).collect(), line: self.line, what })
    }

    /// A text, or a list of some.
    fn names(&self, what: &str) -> Result<Vec<Named>, Problem> {
        match &self.yaml.data {
            YamlData::Sequence(nodes) => {
                nodes.iter().map(|node| Node::new(node).text(&format!("a file of {what}"))).collect()
            }
            _ if self.is_nothing() => Ok(Vec::new()),
            _ => Ok(vec![self.text(what)?]),
        }
    }
}

impl<'a> Mapping<'a> {
    fn get(&self, key: &str) -> Option<Node<'a>> {
        self.entries.iter().find(|it| it.0 == key).map(|it| it.1)
    }

    fn required(&self, key: &str) -> Result<Node<'a>, Problem> {
        let missing = || Problem::new(self.line, format!("{} needs `{key}`", self.what));
        self.get(key).ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let definition = Definition::parse(text).expect("it is one");
        let names = |it: &[Named]| {
            it.iter().map(|it| format!("{}@{}", it.text, it.line)).collect::<Vec<_>>().join(" ")
        };
        let properties: Vec<String> = definition
            .properties
            .iter()
            .map(|it| {
                let expected = it.expected.as_ref().map_or("?".to_owned(), ToString::to_string);
                format!("{}@{}={expected}", it.file.text, it.file.line)
            })
            .collect();
        expect.assert_eq(&format!(
            "input {}; required {}; properties {}; {:?} {:?} {:?}",
            names(&definition.input_files),
            names(&definition.required_files),
            properties.join(" "),
            definition.data_model,
            definition.language.map(|it| it.text),
            definition.witness.map(|it| it.text),
        ));
    }

    #[track_caller]
    fn check_error(text: &str, expect: &str) {
        let problem = Definition::parse(text).expect_err("something is wrong with it");
        assert_eq!(problem.to_string(), expect, "{text}");
    }

    #[test]
    fn a_task_of_sv_comp() {
        let text = "format_version: '2.0'

# old file name: array3_false-valid-deref.i
input_files: 'array3.i'

properties:
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: ../properties/coverage-branches.prp
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true

options:
  language: C
  data_model: ILP32
";
        check(
            text,
            expect![
                "input array3.i@4; required ; properties ../properties/valid-memsafety.prp@7=false(valid-deref) ../properties/coverage-branches.prp@10=? ../properties/unreach-call.prp@11=true; Some(Ilp32) Some(\"C\") None"
            ],
        );
    }

    #[test]
    fn every_version_is_read() {
        check(
            "format_version: 0.1\ninput_files: a.c",
            expect!["input a.c@2; required ; properties ; None None None"],
        );
        let text = "format_version: '1.0'\ninput_files:\n  - a.c\n  - 'lib/*.c'\nrequired_files: [a.h, \"b c.h\"]\nproperties:\n";
        check(text, expect!["input a.c@3 lib/*.c@4; required a.h@5 b c.h@5; properties ; None None None"]);
        let text = "format_version: 2.1\ninput_files: [a.c, w.yml]\noptions: {data_model: lp64, witness_input_file: w.yml, other: 1}\nadditional_information: {x: [1, {y: 2}]}";
        check(text, expect!["input a.c@2 w.yml@2; required ; properties ; Some(Lp64) None Some(\"w.yml\")"]);
        check(
            "{\"format_version\": \"2.0\", \"input_files\": &a x.c, \"required_files\": [*a], \"options\": ~}",
            expect!["input x.c@1; required x.c@1; properties ; None None None"],
        );
    }

    #[test]
    fn what_is_none_is_refused_with_its_line() {
        check_error("", "line 1: the file is empty");
        check_error("# nothing\n", "line 1: the file is empty");
        check_error("- a\n", "line 1: expected a task definition as a mapping, found a list");
        check_error(
            "int main() {}",
            "line 1: expected a task definition as a mapping, found `int main() {}`",
        );
        check_error("input_files: a.c", "line 1: a task definition needs `format_version`");
        check_error(
            "format_version: '3.0'\ninput_files: a.c",
            "line 1: the version of the format is `3.0`; known are `0.1`, `1.0`, `2.0`, `2.1`",
        );
        check_error("format_version: '2.0'\n", "line 1: a task definition needs `input_files`");
        check_error("format_version: '2.0'\ninput_files: []", "line 2: the task has no `input_files`");
        check_error(
            "format_version: '2.0'\ninput_files: {a: b}",
            "line 2: expected `input_files` as a text, found a mapping",
        );
        check_error(
            "format_version: '2.0'\ninput_files: [[a]]",
            "line 2: expected a file of `input_files` as a text, found a list",
        );
        check_error(
            "format_version: '1.0'\ninput_files: a.c\noptions:\n  language: C",
            "line 4: `options` need version 2.0 of the format, and this is 1.0",
        );
        let start = "format_version: '2.0'\ninput_files: a.c\n";
        check_error(
            &format!("{start}options:\n  data_model: LLP64"),
            "line 4: `data_model` is `ILP32` or `LP64`, and not `LLP64`",
        );
        check_error(
            &format!("{start}properties: a.prp"),
            "line 3: expected `properties` as a list, found `a.prp`",
        );
        check_error(
            &format!("{start}properties: [a.prp]"),
            "line 3: expected a property as a mapping, found `a.prp`",
        );
        check_error(
            &format!("{start}properties:\n- expected_verdict: true"),
            "line 4: a property needs `property_file`",
        );
        check_error(
            &format!("{start}properties:\n- property_file: p\n  expected_verdict: maybe"),
            "line 5: expected `true` or `false` as `expected_verdict`, found `maybe`",
        );
        check_error(
            &format!("{start}properties:\n- property_file: p\n  expected_verdict: true\n  subproperty: x"),
            "line 6: a property that holds has no `subproperty` (`x`) that is violated",
        );
        check_error(&format!("{start}---\n{start}"), "line 1: there are several documents in it");
    }

    #[test]
    fn what_is_no_yaml_is_refused_with_its_line() {
        let problem = |text: &str| Definition::parse(text).expect_err("it is broken").to_string();
        assert!(
            problem("format_version: '2.0'\ninput_files: [a.c\n").starts_with("line 3: this is not YAML: ")
        );
        assert!(problem("a: b\na: c\n").starts_with("line 2: this is not YAML: "));
        assert!(problem("a: 'b\n").contains("this is not YAML: "));
        let deep = format!("a:\n {}", "- ".repeat(100_000));
        assert_eq!(problem(&deep), "line 2: this is nested deeper than any task definition");
        assert!(problem(&"[".repeat(100_000)).starts_with("line 1: "));
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 300, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
        })]

        #[test]
        fn what_is_written_is_read(
            files in prop::collection::vec("[a-z*?é'\" #:-]{0,8}x", 1..4),
            verdicts in prop::collection::vec((any::<Option<bool>>(), any::<bool>()), 0..4),
            model in any::<Option<bool>>(),
        ) {
            let quoted = |it: &str| format!("'{}'", it.replace('\'', "''"));
            let mut text = "format_version: '2.0'\ninput_files:\n".to_owned();
            for file in &files {
                text += &format!("  - {}\n", quoted(file));
            }
            text += "properties:\n";
            for (verdict, has_subproperty) in &verdicts {
                text += "  - property_file: p.prp\n";
                if let Some(holds) = verdict {
                    text += &format!("    expected_verdict: {holds}\n");
                }
                if *has_subproperty && *verdict == Some(false) {
                    text += "    subproperty: valid-free\n";
                }
            }
            if let Some(wide) = model {
                text += &format!("options: {{data_model: {}}}\n", if wide { "LP64" } else { "ILP32" });
            }
            let definition = Definition::parse(&text).expect("it is one");
            let names: Vec<&str> = definition.input_files.iter().map(|it| it.text.as_str()).collect();
            let trimmed: Vec<&str> = files.iter().map(|it| it.trim()).collect();
            prop_assert_eq!(names, trimmed);
            let read: Vec<Option<String>> =
                definition.properties.iter().map(|it| it.expected.as_ref().map(ToString::to_string)).collect();
            let written = verdicts.iter().map(|(verdict, has_subproperty)| {
                verdict.map(|holds| match (holds, has_subproperty) {
                    (true, _) => "true".to_owned(),
                    (false, true) => "false(valid-free)".to_owned(),
                    (false, false) => "false".to_owned(),
                })
            });
            prop_assert_eq!(read, written.collect::<Vec<_>>());
            prop_assert_eq!(definition.data_model == Some(DataModel::Lp64), model == Some(true));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[a: \\[\\]{}'\"\n#&*!|>-]{0,60}") {
            let _ = Definition::parse(&text);
            let _ = Definition::parse(&format!("format_version: '2.0'\ninput_files: {text}"));
        }
    }
}
