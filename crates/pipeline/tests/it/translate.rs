//! From texts to a program.

use expect_test::expect;
use faultscope_ir::{Instruction, OriginKind, Program};
use faultscope_pipeline::{Options, input, translate};

use crate::programs::{FAILS, loaded, quick, rejection, translated};

/// The function that is called when the objects with static storage have their values.
fn called_first(program: &Program) -> &str {
    let entry = &program.procedures[program.entry.0 as usize];
    let call = entry.blocks.iter().flat_map(|it| &it.instructions).find_map(|it| match it {
        Instruction::Call(call) => Some(call.callee),
        Instruction::Statement(_) => None,
    });
    &program.procedures[call.expect("something is called").0 as usize].name
}

#[test]
fn a_text_is_a_program_with_its_checks() {
    let translated = translated(FAILS, &quick());
    let program = &translated.program;
    assert_eq!(called_first(program), "main");
    let lines = program.checks.iter().map(|it| program.sources.origin(it.origin).span.line);
    assert_eq!(lines.collect::<Vec<_>>(), [9]);
    assert!(translated.warnings.is_empty(), "{:?}", translated.warnings);
}

#[test]
fn a_program_begins_where_the_options_say() {
    let options = Options { entry: Some("other".to_owned()), ..quick() };
    let text = format!("{FAILS}void other(void) {{}}\n");
    assert_eq!(called_first(&translated(&text, &options).program), "other");
    let result = translate(&loaded(FAILS, &options), &options);
    expect![[r#"
        function `other` is not defined (name the function to start with by --entry; there are `main`)
    "#]]
    .assert_eq(&rejection(result));
}

#[test]
fn what_does_not_read_as_its_language_is_told_with_its_place() {
    let options = quick();
    let result = translate(&loaded(&FAILS.replace("n + 1;", "n +;"), &options), &options);
    expect![[r#"
        a.c:7: syntax error: expected an expression, found `;`
    "#]]
    .assert_eq(&rejection(result));
    let loaded = input::in_memory("a.bpl", "procedure main() { asert true; }\n", &options).expect("a text");
    expect![[r#"
        a.bpl:1: expected `:=`, found the keyword `true`
    "#]]
    .assert_eq(&rejection(translate(&loaded, &options)));
}

#[test]
fn what_is_trusted_is_marked() {
    let trusting = |pattern: &str| Options { trust: vec![pattern.parse().expect("a pattern")], ..quick() };
    let trusted = |options: &Options| {
        let translated = translated(FAILS, options);
        let sources = translated.program.sources;
        let own = sources.origins().iter().filter(|it| it.trusted && it.kind == OriginKind::Assignment);
        let warnings = translated.warnings.into_iter().map(|it| it.message).collect::<Vec<_>>();
        (own.map(|it| it.text.clone()).collect::<Vec<_>>(), warnings)
    };
    assert_eq!(trusted(&quick()), (vec![], vec![]));
    assert_eq!(trusted(&trusting("a.c:6")), (vec!["unrelated = 7".to_owned()], vec![]));
    let unused = vec!["nothing matches `--trust other`".to_owned()];
    assert_eq!(trusted(&trusting("other")), (vec![], unused));
}
