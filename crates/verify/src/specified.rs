//! Which error of a program is *the* error, where it has several.
//!
//! What the user has written down comes first: an assertion, a contract, a function that must not be called. Where the first
//! execution that was found violates something else, an overflow say, one is looked for that violates what is written and nothing else
//! on its way.

use std::collections::BTreeSet;

use faultscope_ir::focus::focused;
use faultscope_ir::{CheckId, Program};
use faultscope_solver::Limits;

use crate::ask::{Question, Watch, ask};
use crate::limits::{LEAST_SPECIFIED_EFFORT, MOST_SPECIFIED_EFFORT};
use crate::whole::ask_whole;
use crate::{Answer, ErrorTrace};

/// As [`ask_whole`]; errors of what the user has written down come first, and alone where more than one was asked for.
pub fn ask_specified_first(question: &Question<'_>, limits: &Limits, watch: &mut dyn Watch) -> Answer {
    let mut answer = ask_whole(question, limits, watch);
    let program = question.program;
    let is_first = |it: &ErrorTrace| is_specified(program, it.trace.check);
    let (any, all) = (answer.traces.iter().any(is_first), answer.traces.iter().all(is_first));
    if !any && !all && question.others {
        if !answer.others.iter().any(is_first) {
            answer.others.extend(specified(question, answer.first_trace_effort(), limits));
        }
        // The traces that there were are of other checks now.
        if let Some(at) = answer.others.iter().position(is_first) {
            let error = answer.others.remove(at);
            answer.others.append(&mut answer.traces);
            answer.traces.push(error);
            answer.leave_out_traces();
        }
    } else if any && !all {
        let (first, others): (Vec<ErrorTrace>, Vec<ErrorTrace>) =
            answer.traces.into_iter().partition(is_first);
        answer.traces = first;
        answer.others.extend(others);
        answer.leave_out_traces();
    }
    answer
}

/// Whether the user has written down what a check asks for.
fn is_specified(program: &Program, check: CheckId) -> bool {
    program.check(check).property.is_stated()
}

/// An execution that violates what is written, and nothing else before.
fn specified(question: &Question<'_>, first: u64, limits: &Limits) -> Option<ErrorTrace> {
    let Question { program, config, .. } = question;
    let checks: BTreeSet<CheckId> = program.check_ids().filter(|it| is_specified(program, *it)).collect();
    if checks.is_empty() {
        return None;
    }
    let focused = focused((*program).clone(), &checks);
    let effort = first.clamp(LEAST_SPECIFIED_EFFORT, MOST_SPECIFIED_EFFORT);
    let limits = limits.with_effort(limits.scaled(effort));
    ask(&Question::new(&focused, config), &limits, &mut ()).into_error()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use crate::portfolio::PortfolioConfig;
    use faultscope_ir::Property;

    /// A program with two checks, the first of this property, and the property of the error that comes first.
    fn first_of(text: &str, property: Property) -> (Property, usize) {
        let mut program = parse(text);
        program.checks[0].property = property;
        let config = PortfolioConfig::default();
        let mut question = Question::new(&program, &config);
        question.others = true;
        let answer = ask_specified_first(&question, &Limits::unlimited(), &mut ());
        (program.check(answer.traces[0].trace.check).property, answer.others.len())
    }

    const TWO: &str = "var x: 8; proc main() { havoc x; assert x != 3; havoc x; assert x != 5; }";

    #[test]
    fn an_assertion_comes_before_an_overflow_in_front_of_it() {
        assert_eq!(first_of(TWO, Property::Overflow), (Property::Assertions, 1));
    }

    #[test]
    fn what_can_only_fail_behind_an_overflow_does_not() {
        let text =
            "var x: 8; proc main() { havoc x; assert x == 3; assert x != 3 || x == 3; assert x == 3; }";
        assert_eq!(first_of(text, Property::Overflow).0, Property::Overflow);
    }

    #[test]
    fn of_two_assertions_the_first_found_stays() {
        assert_eq!(first_of(TWO, Property::Assertions).0, Property::Assertions);
    }
}
