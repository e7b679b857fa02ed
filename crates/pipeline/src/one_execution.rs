//! The one execution of a program that asks nothing of its environment, where models of the library leave something open.
//!
//! Models for any environment say of some functions only what they may give. Those for a given environment compute it. So
//! a program is executed in an environment of which [nothing is known](faultscope_verify::environment::Sealed): where it comes to
//! its end, that is its one execution, and the answer.

use std::sync::Arc;

use faultscope_frontend::c;
use faultscope_ir::{Assumption, AssumptionKind, Program};
use faultscope_solver::Limits;
use faultscope_verify::execution::{OneExecution, execute_sealed};
use faultscope_verify::portfolio::Engine;

use crate::complete::completed;
use crate::focus::focus;
use crate::input::{Loaded, Rejection};
use crate::request::{Options, TestOptions, TestSource};
use crate::translate::Translated;

/// What the one execution says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Executed {
    /// There is no error; whether the program has written something.
    Safe { has_output: bool },
    /// It ends in an error.
    Error,
}

/// The one execution of a program, if it has one that ends soon.
///
/// # Errors
/// Where there is no program to check.
pub(crate) fn one_execution(
    loaded: &Loaded,
    given: &Options,
    limits: &Limits,
) -> Result<Option<Executed>, Rejection> {
    // A function that is no program is called with whatever its precondition allows.
    let is_program = given.entry.as_deref().is_none_or(|entry| entry == "main");
    if !is_program || given.proof || given.guide.is_some() || !given.strategy.asks(Engine::Bmc) {
        return Ok(None);
    }
    let options = for_one_execution(given);
    let (_, translated) = completed(loaded, &options)?;
    let program = &translated.program;
    // Such a function may write what nobody follows here.
    let is_open = [AssumptionKind::UndefinedFunction, AssumptionKind::ContractOnly];
    if is_open.into_iter().any(|it| program.rests_on(it)) || may_use_spent_lists(program) {
        return Ok(None);
    }
    let focused = focus(program, &options)?;
    let asked = focused.as_ref().map_or(program, |it| &it.program);
    Ok(execute_sealed(asked, limits).map(|it| match it {
        OneExecution::Ended { has_output } => Executed::Safe { has_output },
        OneExecution::Violated(_) => Executed::Error,
    }))
}

/// Whether arguments may be taken from a list behind a function of the library that took some from it. That is undefined, and
/// works where the environment is given, as it does on machines.
fn may_use_spent_lists(program: &Program) -> bool {
    let uses = |is_used: fn(&str) -> bool| {
        let mut models = program.assumptions.iter().filter(|it| it.kind == AssumptionKind::LibraryModel);
        models.any(|it| it.subject.as_deref().is_some_and(is_used))
    };
    uses(c::takes_from_list) && uses(|name| name == "va_arg")
}

/// The options with which the program is translated for its one execution.
fn for_one_execution(given: &Options) -> Options {
    let environment = c::Environment::Given;
    given.in_world(c::World { environment, output_may_fail: false, ..given.world.clone() })
}

/// The options with which an error of the one execution is looked into: it is a test without input, of which nothing is expected
/// but that it does not fail.
pub(crate) fn as_test(given: &Options) -> Options {
    let source = TestSource::Single { stdin: None, arguments: String::new(), output: None, status: None };
    let (files, max_steps) = (Vec::new(), None);
    let tests = TestOptions { source, files, comparison: Default::default(), max_steps, max_traces: Some(1) };
    Options { tests: Some(tests), ..given.clone() }
}

/// The program with what its one execution rests on.
pub(crate) fn with_output_arriving(translated: Arc<Translated>, has_output: bool) -> Arc<Translated> {
    if !has_output {
        return translated;
    }
    let mut translated = Arc::unwrap_or_clone(translated);
    translated.program.assumptions.push(Assumption {
        kind: AssumptionKind::OutputArrives,
        subject: None,
        message: "what the program writes to standard output and standard error arrives there".to_owned(),
        origin: None,
    });
    Arc::new(translated)
}
