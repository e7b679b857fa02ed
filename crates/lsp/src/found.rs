//! What a check says, line by line, as `faultscope-json` describes it.

use std::fmt;

use faultscope_json::{Line, Message, Patch, Place, StageName, Step, Verdict};
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

/// A failing execution, with the steps that matter.
pub(crate) type Trace = faultscope_json::Trace<Relevant>;

/// A statement that matters.
pub(crate) type Finding = faultscope_json::Finding<Relevant>;

/// What is known of a program.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    /// Whether errors have been looked for.
    pub is_searched: bool,
    /// The verdict, once the check has ended.
    pub verdict: Option<Verdict>,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// What a stage has found.
    Stage(StageName),
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
        match Line::<Relevant>::read(line) {
            Some(Line::Stage(stage)) => {
                self.is_searched |= stage.stage == StageName::Search;
                self.traces = stage.traces.unwrap_or_else(|| std::mem::take(&mut self.traces));
                self.findings = stage.findings.unwrap_or_else(|| std::mem::take(&mut self.findings));
                self.patches = stage.patches.unwrap_or_else(|| std::mem::take(&mut self.patches));
                Told::Stage(stage.stage)
            }
            Some(Line::Report(report)) => {
                (self.verdict, self.is_searched) = (Some(report.verdict), true);
                (self.reason, self.reason_place) = (report.reason, report.reason_place);
                (self.traces, self.findings, self.patches) = (report.traces, report.findings, report.patches);
                Told::Report
            }
            Some(Line::Rejection(rejection)) => {
                self.rejection.extend(rejection.messages);
                Told::Rejection
            }
            None => Told::Nothing,
        }
    }

    /// All places that are shown.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        let traces = self.traces.iter().flat_map(|trace| {
            let steps = trace.steps.0.iter().map(|it| &it.place);
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
        match (self.traces.first(), self.verdict) {
            (Some(trace), _) => format!("{} (line {})", trace.error.message, trace.error.place.line),
            (None, Some(Verdict::Safe)) => format!("no error{reason}"),
            (None, Some(Verdict::TestsPass)) => "all tests pass".to_owned(),
            (None, Some(Verdict::Unsafe)) => "a test fails".to_owned(),
            _ => format!("not decided{reason}"),
        }
    }
}

/// The steps of a trace that matter: there may be millions of others, which are not shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Relevant(pub Vec<Step>);

impl<'de> Deserialize<'de> for Relevant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Relevant, D::Error> {
        struct Filter;

        impl<'de> Visitor<'de> for Filter {
            type Value = Relevant;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an array of steps")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut steps: A) -> Result<Relevant, A::Error> {
                let mut relevant = Vec::new();
                while let Some(step) = steps.next_element::<Step>()? {
                    if step.relevant {
                        relevant.push(step);
                    }
                }
                Ok(Relevant(relevant))
            }
        }

        deserializer.deserialize_seq(Filter)
    }
}

/// The steps that matter in front of the error.
pub(crate) fn before_error(trace: &Trace) -> impl Iterator<Item = &Step> {
    trace.steps.0.iter().filter(|it| it.place != trace.error.place)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lines_that_are_none_say_nothing() {
        let mut found = Found::default();
        for line in [
            "",
            "{",
            "3",
            "{}",
            r#"{"schema":"other/1"}"#,
            r#"{"schema":"faultscope-report/4","traces":3}"#,
            r#"{"schema":"faultscope-report/9","verdict":"safe"}"#,
        ] {
            assert_eq!(found.take(line), Told::Nothing);
        }
        assert!(!found.is_searched);
    }

    #[test]
    fn later_lines_replace_what_earlier_ones_have_said() {
        let mut found = Found::default();
        let place = json!({ "file": "a.c", "line": 1, "column": 2, "end_line": 1, "end_column": 3 });
        let mut patch = json!({
            "statement": place, "function": "f", "old": "a", "new": "b", "old_line": "a", "new_line": "b",
            "is_constant": false, "verdict": "proved", "reaches_check": true, "contract": null, "news": 1,
        });
        patch.as_object_mut().expect("an object").extend(place.as_object().expect("an object").clone());
        let line = |patches: &[&serde_json::Value]| {
            json!({ "schema": "faultscope-stage/1", "stage": "repair", "patches": patches }).to_string()
        };
        assert_eq!(found.take(&line(&[&patch])), Told::Stage(StageName::Repair));
        assert_eq!(found.patches.len(), 1);
        let search = r#"{"schema":"faultscope-stage/1","stage":"search","error":null,"traces":[]}"#;
        assert_eq!(found.take(search), Told::Stage(StageName::Search));
        assert!(found.is_searched);
        assert_eq!((found.summary().as_str(), found.patches.len()), ("not decided", 1));
        assert_eq!(found.take(&line(&[])), Told::Stage(StageName::Repair));
        assert!(found.patches.is_empty());
    }

    #[test]
    fn steps_that_do_not_matter_are_left_out() {
        let place = r#""file":"a.c","line":1,"column":2,"end_line":1,"end_column":3"#;
        let step = |relevant: bool| {
            format!(
                r#"{{{place},"kind":"assignment","text":"x = 1","function":"f","frame":0,"iterations":[],"relevant":{relevant},"trusted":false}}"#
            )
        };
        let error = format!(
            r#"{{{place},"property":"assertions","message":"m","text":"","function":"f","calls":[]}}"#
        );
        let steps = [step(false), step(true), step(false)].join(",");
        let mut found = Found::default();
        let line = format!(
            r#"{{"schema":"faultscope-stage/1","stage":"search","traces":[{{"error":{error},"inputs":[],"similar":[],"replayed":true,"frames":[],"steps":[{steps}]}}]}}"#
        );
        assert_eq!(found.take(&line), Told::Stage(StageName::Search));
        assert_eq!(found.traces[0].steps.0.len(), 1);
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
