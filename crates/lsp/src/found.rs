//! What a check says, line by line: the fields of `docs/json.md` that an editor shows.
//!
//! A field that is not known is left out here, so that reports may have new ones.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

/// How the format of the last line is called, without its version.
const REPORT: &str = "faultscope-report/";

/// How the format of the lines before is called, without its version.
const STAGE: &str = "faultscope-stage/";

/// How the format of a line is called that says what is wrong with the input, without its version.
const REJECTION: &str = "faultscope-rejection/";

/// What is known of a program.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    /// Whether errors have been looked for.
    pub is_searched: bool,
    /// The verdict, once the check has ended.
    pub verdict: Option<String>,
    /// Why the verdict is what it is.
    pub reason: Option<String>,
    /// Where that is.
    pub reason_place: Option<Place>,
    /// The failing executions.
    pub traces: Vec<Trace>,
    /// The statements that matter.
    pub findings: Vec<Finding>,
    /// Changes that repair.
    pub patches: Vec<Patch>,
    /// Why there is no program.
    pub rejection: Vec<Message>,
}

/// What a line is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    /// What a stage has found.
    Stage(String),
    /// Everything.
    Report,
    /// What is wrong with the input.
    Rejection,
    /// Nothing that is known here.
    Nothing,
}

impl Found {
    /// Takes what a line says.
    pub(crate) fn take(&mut self, line: &str) -> Told {
        let Ok(line) = serde_json::from_str::<Line>(line) else { return Told::Nothing };
        let told = match line.schema.as_str() {
            it if it.starts_with(REPORT) => Told::Report,
            it if it.starts_with(STAGE) => Told::Stage(line.stage.unwrap_or_default()),
            it if it.starts_with(REJECTION) => Told::Rejection,
            _ => return Told::Nothing,
        };
        match &told {
            Told::Report => (self.verdict, self.is_searched) = (line.verdict, true),
            Told::Stage(stage) => self.is_searched |= stage == "search",
            Told::Rejection | Told::Nothing => {}
        }
        self.reason = line.reason.or(self.reason.take());
        self.reason_place = line.reason_place.or(self.reason_place.take());
        self.rejection.extend(line.messages);
        if let Some(traces) = line.traces {
            self.traces = traces;
        }
        if let Some(findings) = line.findings {
            self.findings = findings;
        }
        if let Some(patches) = line.patches {
            self.patches = patches;
        }
        told
    }

    /// All places that are shown.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        let traces = self.traces.iter().flat_map(|trace| {
            let steps = trace.steps.iter().map(|it| &it.place);
            std::iter::once(&trace.error.place).chain(steps)
        });
        let findings = self.findings.iter().map(|it| &it.place);
        let patches = self.patches.iter().map(|it| &it.place);
        let messages = self.rejection.iter().filter_map(|it| it.place.as_ref());
        traces.chain(findings).chain(patches).chain(messages).chain(&self.reason_place)
    }

    /// In a few words.
    pub(crate) fn summary(&self) -> String {
        if let Some(message) = self.rejection.first() {
            return message.message.clone();
        }
        let reason = self.reason.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
        match (self.traces.first(), self.verdict.as_deref()) {
            (Some(trace), _) => format!("{} (line {})", trace.error.message, trace.error.place.line),
            (None, Some("safe")) => format!("no error{reason}"),
            (None, Some("tests-pass")) => "all tests pass".to_owned(),
            (None, Some("unsafe")) => "a test fails".to_owned(),
            _ => format!("not decided{reason}"),
        }
    }
}

#[derive(Deserialize)]
struct Line {
    schema: String,
    stage: Option<String>,
    verdict: Option<String>,
    reason: Option<String>,
    reason_place: Option<Place>,
    traces: Option<Vec<Trace>>,
    findings: Option<Vec<Finding>>,
    patches: Option<Vec<Patch>>,
    #[serde(default)]
    messages: Vec<Message>,
}

/// Where something stands: lines and columns from 1, columns in characters, the end exclusive.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Message {
    pub severity: String,
    pub message: String,
    pub hint: Option<String>,
    #[serde(flatten)]
    pub place: Option<Place>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Trace {
    pub error: Error,
    #[serde(default)]
    pub inputs: Vec<Input>,
    /// The steps that matter.
    #[serde(default, deserialize_with = "relevant")]
    pub steps: Vec<Step>,
}

impl Trace {
    /// The steps that matter in front of the error.
    pub(crate) fn before_error(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|it| it.place != self.error.place)
    }
}

/// Those of the steps that matter: there may be millions of others, which nobody shows.
fn relevant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Step>, D::Error> {
    struct Relevant;

    impl<'de> Visitor<'de> for Relevant {
        type Value = Vec<Step>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an array of steps")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut steps: A) -> Result<Vec<Step>, A::Error> {
            let mut relevant = Vec::new();
            while let Some(step) = steps.next_element::<Step>()? {
                if step.relevant {
                    relevant.push(step);
                }
            }
            Ok(relevant)
        }
    }

    deserializer.deserialize_seq(Relevant)
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Error {
    #[serde(flatten)]
    pub place: Place,
    pub property: String,
    pub message: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Input {
    pub assigns: Option<String>,
    pub text: String,
    pub value: String,
    #[serde(default)]
    pub matters: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Step {
    #[serde(flatten)]
    pub place: Place,
    pub kind: String,
    pub text: String,
    pub function: String,
    #[serde(default)]
    pub iterations: Vec<u64>,
    pub assigns: Option<String>,
    pub value: Option<String>,
    pub outcome: Option<bool>,
    #[serde(default)]
    relevant: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Finding {
    #[serde(flatten)]
    pub place: Place,
    pub rank: u32,
    pub kind: String,
    pub strength: String,
    pub text: String,
    #[serde(default)]
    pub trace: usize,
    pub assigns: Option<String>,
    pub value: Option<String>,
    #[serde(default)]
    pub values: Vec<String>,
    pub condition: Option<String>,
    pub failing_inputs: Option<Vec<Value>>,
    pub influence: Option<Influence>,
    pub missing: Option<String>,
    pub rerun: Option<Rerun>,
    pub in_program: Option<InProgram>,
    pub other_way: Option<OtherWay>,
    pub other_outcome_helps: Option<bool>,
    pub folded_into: Option<u32>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Value {
    pub assigns: Option<String>,
    pub value: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Influence {
    #[serde(flatten)]
    pub place: Place,
    pub text: String,
    pub outcome: Option<bool>,
    #[serde(default)]
    pub is_error: bool,
    pub with: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Rerun {
    pub outcome: String,
    pub value: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct InProgram {
    pub answer: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct OtherWay {
    #[serde(default)]
    pub every_time: bool,
    pub once: Option<u64>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Patch {
    #[serde(flatten)]
    pub place: Place,
    pub old: String,
    pub new: String,
    pub new_line: String,
    #[serde(default)]
    pub is_constant: bool,
    pub verdict: String,
    #[serde(default)]
    pub reaches_check: bool,
    pub contract: Option<Contract>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Contract {
    pub verdict: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_none_say_nothing() {
        let mut found = Found::default();
        for line in
            ["", "{", "3", "{}", r#"{"schema":"other/1"}"#, r#"{"schema":"faultscope-report/4","traces":3}"#]
        {
            assert_eq!(found.take(line), Told::Nothing);
        }
        assert!(!found.is_searched);
    }

    #[test]
    fn later_lines_replace_what_earlier_ones_have_said() {
        let mut found = Found::default();
        let search = r#"{"schema":"faultscope-stage/1","stage":"search","error":null,"traces":[]}"#;
        assert_eq!(found.take(search), Told::Stage("search".to_owned()));
        assert!(found.is_searched);
        assert_eq!(found.summary(), "not decided");
        let report =
            r#"{"schema":"faultscope-report/9","verdict":"safe","reason":"x","news":1,"findings":[]}"#;
        assert_eq!(found.take(report), Told::Report);
        assert_eq!(found.summary(), "no error: x");
    }

    #[test]
    fn steps_that_do_not_matter_are_left_out() {
        let place = r#""file":"a.c","line":1,"column":2,"end_line":1,"end_column":3"#;
        let step = |relevant: bool| {
            format!(r#"{{{place},"kind":"assignment","text":"x = 1","function":"f","relevant":{relevant}}}"#)
        };
        let error = format!(r#"{{{place},"property":"p","message":"m"}}"#);
        let steps = [step(false), step(true), step(false)].join(",");
        let mut found = Found::default();
        let line = format!(
            r#"{{"schema":"faultscope-stage/1","stage":"search","traces":[{{"error":{error},"steps":[{steps}]}}]}}"#
        );
        assert_eq!(found.take(&line), Told::Stage("search".to_owned()));
        assert_eq!(found.traces[0].steps.len(), 1);
        assert_eq!(found.summary(), "m (line 1)");
    }

    #[test]
    fn messages_may_have_no_place() {
        let mut found = Found::default();
        let line = r#"{"schema":"faultscope-rejection/1","messages":[
            {"severity":"error","message":"m","file":"a.c","line":1,"column":2,"end_line":1,"end_column":3},
            {"severity":"note","message":"n","hint":"h"}]}"#;
        assert_eq!(found.take(line), Told::Rejection);
        assert_eq!(found.rejection[0].place.as_ref().map(|it| it.column), Some(2));
        assert_eq!(found.rejection[1].place, None);
        assert_eq!(found.summary(), "m");
    }
}
