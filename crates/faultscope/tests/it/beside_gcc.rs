//! What programs print, compared with what those print that gcc makes of them; and which errors are found in them.

use expect_test::Expect;
use faultscope::execute::{Executed, Outcome, execute, for_execution};
use faultscope::{Options, input, translate};
use faultscope_frontend::c::DataModel;
use faultscope_ir::Property;
use faultscope_solver::Limits;
use faultscope_testkit::compiler::Compiler;
use faultscope_verify::Verdict;
use faultscope_verify::bmc::{BmcConfig, bounded_model_checking};
use faultscope_verify::environment::Input;

/// Programs are compiled for the machine that gcc is on.
pub fn options() -> Options {
    Options { data_model: DataModel::Lp64, ..Options::standard() }
}

/// Compares what a program prints with what is expected, and that with what gcc's program prints, where there is a gcc.
#[track_caller]
pub fn check(text: &str, expected: &Expect) {
    let options = for_execution(&options());
    let loaded = input::in_memory("test.c", text, &options).expect("C");
    let program = translate(&loaded, &options).expect("a program").program;
    let Executed { stdout, outcome, .. } =
        execute(&program, Input::default(), 10_000_000, &Limits::unlimited());
    assert_eq!(outcome, Outcome::Status(0), "{text}");
    let printed = String::from_utf8_lossy(&stdout).into_owned();
    expected.assert_eq(&printed);
    let Some(compiler) = Compiler::find() else { return };
    let output = compiler.execution("program", text, b"").expect("gcc takes it");
    assert_eq!(String::from_utf8_lossy(&output.stdout), printed, "what gcc's program prints");
}

/// Whether there is an error of a property.
#[track_caller]
pub fn fails(text: &str, property: Property) -> bool {
    let options = Options { properties: [property].into(), ..options() };
    let loaded = input::in_memory("test.c", text, &options).expect("a text that can be read");
    let program = translate(&loaded, &options).expect("a program").program;
    match bounded_model_checking(&program, &BmcConfig::default(), &Limits::unlimited()).verdict {
        Verdict::Fails(_) => true,
        Verdict::Safe => false,
        other => panic!("no verdict but {other:?} of\n{text}"),
    }
}
