//! Whether a program fails, where *safe* is to say that no execution was left out.

use faultscope_solver::Limits;

use crate::ask::{Question, Watch, ask};
use crate::entered::never_called;
use crate::limits::{UNDEFINED_EFFORT, UNDEFINED_SHARE};
use crate::undefined::ends_undefined;
use crate::{Answer, UnknownReason, Verdict};

/// As [`ask`]; a program in which no error was found is not safe where what is called as its precondition asks for is never called,
/// or executions are found that were not followed because they do something undefined.
pub fn ask_whole(question: &Question<'_>, limits: &Limits, watch: &mut dyn Watch) -> Answer {
    let mut answer = ask(question, limits, watch);
    if answer.is_safe()
        && let Some(reason) = left_out(question, answer.effort.whole, limits)
    {
        (answer.verdict, answer.certificate) = (Verdict::Open(reason), None);
    }
    answer
}

fn left_out(question: &Question<'_>, effort: u64, limits: &Limits) -> Option<UnknownReason> {
    let Question { program, config, .. } = question;
    never_called(program, config, limits).or_else(|| {
        let effort = effort.saturating_mul(UNDEFINED_SHARE).max(UNDEFINED_EFFORT);
        ends_undefined(program, config, &limits.with_effort(limits.scaled(effort)))
    })
}

#[cfg(test)]
mod tests {
    use faultscope_ir::OriginKind;

    use super::*;
    use crate::notation::parse;
    use crate::portfolio::PortfolioConfig;

    #[test]
    fn an_execution_that_does_something_undefined_is_left_out() {
        let mut program = parse("var x: 8; proc main() { havoc x; assume x != 0; assert x != 0; }");
        let assumption = program.sources.origins_mut().iter_mut().find(|it| it.kind == OriginKind::Condition);
        assumption.expect("an assumption").kind = OriginKind::Requirement;
        let config = PortfolioConfig::default();
        let question = Question::new(&program, &config);
        assert!(ask(&question, &Limits::unlimited(), &mut ()).is_safe());
        let whole = ask_whole(&question, &Limits::unlimited(), &mut ());
        assert!(whole.is_undefined(), "{:?}", whole.verdict);
    }

    #[test]
    fn where_nothing_is_left_out_the_answer_stays() {
        let program = parse("var x: 8; proc main() { havoc x; assume x != 0; assert x != 0; }");
        let config = PortfolioConfig::default();
        assert!(ask_whole(&Question::new(&program, &config), &Limits::unlimited(), &mut ()).is_safe());
    }
}
