//! Witnesses: of the answer, and of others.

use std::sync::Arc;

use expect_test::expect;
use faultscope_guidance::{Guidance, Outcome};
use faultscope_ir::CheckId;
use faultscope_pipeline::{Options, Silent, Stages, run};
use faultscope_witness::{Content, Metadata, Witness, read, write};

use crate::programs::{FAILS, Folder, HOLDS, line_of_error, numbers, quick, rejection};

/// The stages of a check of a program in a file `a.c`.
#[track_caller]
fn checked(text: &str, options: Options) -> Stages {
    let folder = Folder::with(&[("a.c", text)]);
    run(&folder.request(&["a.c"], options), &Silent).expect("it is a program")
}

fn written(text: &str) -> Result<Content, String> {
    let stages = checked(text, Options { witness: true, ..quick() });
    let witness = stages.witness.expect("it was asked for");
    Result::clone(&witness)
}

/// A witness of the program of a text, written and read back.
#[track_caller]
fn read_back(text: &str) -> Witness {
    let content = written(text).expect("there is a witness");
    let text = write(&Witness { metadata: Metadata::default(), content, n_left_out: 0 });
    let reading = read(text.as_bytes()).expect("it is a witness");
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    reading.witnesses.into_iter().next().expect("it is a witness")
}

fn guidance(witness: Witness) -> Option<Arc<Guidance>> {
    Some(Arc::new(Guidance::of(witness).expect("it tells of an error")))
}

#[test]
fn a_witness_of_an_error_leads_to_it() {
    let witness = read_back(FAILS);
    // Only execution is given the values: the search would find another number.
    let options = Options { guide: guidance(witness), ..quick() };
    let stages = checked(FAILS, options);
    let guided = stages.guided.as_ref().expect("it was followed");
    assert_eq!(guided.outcome, Outcome::Confirmed);
    let [error] = &stages.answer.as_ref().expect("there is an answer").traces[..] else {
        panic!("one trace")
    };
    assert_eq!(line_of_error(&stages.translated.as_ref().expect("a program").program, error), 9);
    assert_eq!(error.trace.check, CheckId(0));
    assert!(stages.answer.as_ref().expect("there is an answer").by.is_none(), "no engine was asked");
}

#[test]
fn the_values_of_a_witness_are_those_of_the_error() {
    let mut witness = read_back(FAILS);
    let Content::Violation { segments, .. } = &mut witness.content else { panic!("it tells of an error") };
    let value = segments.iter_mut().find_map(|it| match &mut it.follow.constraint {
        faultscope_witness::Constraint::Expression(text) => Some(text),
        _ => None,
    });
    let value = value.expect("the number that is read");
    let (place, _) = value.split_once(" == ").expect("an equation");
    *value = format!("{place} == 1234");
    let stages = checked(FAILS, Options { guide: guidance(witness), ..quick() });
    assert_eq!(numbers(&stages.answer.expect("there is an answer").traces[0]), [1234]);
}

#[test]
fn where_a_witness_leads_nowhere_the_search_goes_on() {
    let witness = read_back(FAILS);
    let repaired = FAILS.replace("if (m > 4)", "if (m < -4)");
    let stages = checked(&repaired, Options { guide: guidance(witness), ..quick() });
    let guided = stages.guided.as_ref().expect("it was followed");
    assert!(guided.outcome != Outcome::Confirmed && guided.trace.is_none(), "{:?}", guided.outcome);
    assert!(numbers(&stages.answer.expect("there is an answer").traces[0])[0] < -4);
}

#[test]
fn a_witness_of_another_program_ends_the_check() {
    let witness = read_back(FAILS);
    let folder = Folder::with(&[("b.c", FAILS)]);
    let options = Options { guide: guidance(witness), ..quick() };
    expect![[r#"
        this is a witness for another program: no place that the witness names is in the program
    "#]]
    .assert_eq(&rejection(run(&folder.request(&["b.c"], options), &Silent)));
}

#[test]
fn a_witness_of_no_error_has_what_is_proved_at_loops() {
    let text = HOLDS.replace("i < n", "i < 5").replace("i != n", "i != 5");
    let Ok(Content::Correctness(invariants)) = written(&text) else { panic!("it has no error") };
    let said: Vec<(u32, &str)> = invariants.iter().map(|it| (it.location.line, &*it.value)).collect();
    assert_eq!(said, [(6, "i <= 5")]);
}

#[test]
fn without_an_answer_there_is_no_witness() {
    let options = Options { witness: true, ..quick() };
    options.limits.cancel();
    assert!(checked(FAILS, options).witness.is_none());
    assert!(checked(FAILS, quick()).witness.is_none(), "it was not asked for");
}

#[test]
fn an_error_in_another_file_has_no_witness() {
    let expect = expect!["the text in which the error stands is not at hand"];
    expect.assert_eq(&written(&format!("# 1 \"other.h\"\n{FAILS}")).expect_err("it cannot be written"));
}
