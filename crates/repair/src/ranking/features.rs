//! What the order of findings looks at: named features of a finding, each a number between 0 and 1.
//!
//! A feature says something of the program, its executions and what was proved of them, and never where the fault is known to
//! be. `docs/ranking.md` has their meanings and weights.

use faultscope_ir::compiler::CompilerEvidence;
use faultscope_ir::program::Display;
use faultscope_ir::{Command, FindingKind, Place, Strength, Value};
use faultscope_localize::finding::{Finding, Missing};
use faultscope_localize::program::{Constant, ProgramFinding};
use faultscope_localize::ranking::outcome;

use super::standing::{Enough, ForTests, Standing};
use crate::failure::Failure;

/// Names each feature once: its case, its name in documents, and when it holds.
macro_rules! features {
    ($($(#[$doc:meta])+ $case:ident = $name:literal,)+) => {
        faultscope_ir::listed! {
            /// Something that the order of findings looks at.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub enum Feature { $($(#[$doc])+ $case,)+ }
        }

        impl Feature {
            /// The name in documents, stable.
            pub const fn name(self) -> &'static str {
                match self { $(Feature::$case => $name,)+ }
            }
        }
    };
}

features! {
    /// One value, whatever the inputs are, avoids the failure on the error traces.
    Constant = "constant",
    /// A value that depends on variables in scope does.
    Expression = "expression",
    /// Another value does in some execution.
    Relevant = "relevant",
    /// The program was executed with another value there, and came to its end without an error.
    Avoids = "avoids",
    /// With every value that was tried it failed all the same.
    Fails = "fails",
    /// One constant avoids the failure on several error traces.
    CommonConstant = "common-constant",
    /// The share of error traces on which another value avoids the failure.
    OnTraces = "on-traces",
    /// A warning of the compiler names its line.
    WarningOnLine = "warning-on-line",
    /// A branch condition.
    Condition = "condition",
    /// An argument of a call.
    Argument = "argument",
    /// The value of a `return`.
    Return = "return",
    /// A statement that is executed where it should not be.
    Extra = "extra",
    /// The end of a block that may be too early.
    BlockEnd = "block-end",
    /// A place beside which a statement may be missing.
    Missing = "missing",
    /// A condition around it, or a jump in front with a condition, was learned with which all executions work that are known; one of so
    /// many.
    LearnedGuard = "learned-guard",
    /// It gives a constant.
    Literal = "literal",
    /// It only hands on what another variable holds.
    Copy = "copy",
    /// It gives a pointer.
    Pointer = "pointer",
    /// How near its strongest occurrence is to the failure, as a share of the trace.
    Late = "late",
    /// How few steps are between it and the failure.
    AtFailure = "at-failure",
    /// How few of its executions on the error trace there are.
    Rare = "rare",
    /// It is the statement in which the failure shows.
    Failing = "failing",
    /// How late a change there lets the failing execution leave its trace.
    Leaving = "leaving",
    /// How much of the program stays reachable with it fixed.
    Kept = "kept",
    /// Fixing it alone is proved to be enough.
    Enough = "enough",
    /// Whether fixing it alone is enough was asked, and not decided.
    NotDecided = "not-decided",
    /// It belongs to a small set that is proved to be enough together.
    InSet = "in-set",
    /// A patch there is proved, or passes all tests; one that adds a learned operand is none.
    Patch = "patch",
    /// That patch is the best one; the second is half as good.
    PatchPlace = "patch-place",
    /// Without tests: the share of executions that worked around the failing one which the best patch there keeps as they are.
    PatchKeeps = "patch-keeps",
    /// Such a patch keeps the failing inputs from a check of what somebody states.
    AvoidingPatch = "avoiding-patch",
    /// Other values there make every failing test pass, and no other test fail.
    ValuesForTests = "values-for-tests",
    /// All tests pass where the statement is left out, or the block ends later.
    StatementForTests = "statement-for-tests",
    /// Ochiai's measure of the tests, or of the executions around the failing one, that execute it, as a share of the highest of any finding.
    Ochiai = "ochiai",
    /// That is as high as any finding's.
    MostOchiai = "most-ochiai",
    /// The failure shows in it, and what is written wrongly is a number.
    WrongNumberHere = "wrong-number-here",
    /// The failure shows in it, and what is written differs from what is expected in white space, case or punctuation only.
    SlipHere = "slip-here",
    /// The failure shows in it, and another text is written than the expected one.
    OtherTextHere = "other-text-here",
    /// The failure shows in it, for what is expected is not written.
    NothingHere = "nothing-here",
    /// A condition or a constant, where a number is written that is one off.
    OffByOne = "off-by-one",
    /// Some change there makes failing tests pass and keeps passing ones: the share of the first times that of the second.
    ChangeHelps = "change-helps",
    /// That is as much as at any finding.
    MostHelpful = "most-helpful",
    /// How far what a change there alters is failing tests and not passing ones: Ochiai's measure.
    ChangeAlters = "change-alters",
}

/// What others are compared with: the highest of all findings.
pub(super) struct Most {
    /// Of Ochiai's measure.
    pub(super) ochiai: f64,
    /// Of how much some change helps.
    pub(super) helpfulness: f64,
    /// How many guards were learned.
    pub(super) guards: usize,
}

/// Whether a finding is a condition that was learned, around a statement or before a jump.
pub(crate) fn is_guard(finding: &Finding) -> bool {
    matches!(finding.missing, Some(Missing::Guard(_) | Missing::Jump(_) | Missing::NullCheck(_)))
}

/// The features of a finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Features([f64; Feature::ALL.len()]);

impl Features {
    /// What is known of a finding.
    pub(super) fn of(
        failure: &Failure<'_>,
        it: &ProgramFinding,
        standing: &Standing,
        most: &Most,
    ) -> Features {
        let mut features = Features([0.0; Feature::ALL.len()]);
        features.of_traces(failure, it);
        features.of_statement(failure, it, most);
        features.of_program(standing);
        features.of_tests(failure, it, standing, most);
        features
    }

    /// One of them.
    pub fn get(&self, feature: Feature) -> f64 {
        self.0[feature as usize]
    }

    /// Those that are not 0, by their names.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let all = Feature::ALL.iter().map(|it| (it.name(), self.get(*it)));
        all.filter(|(_, value)| *value != 0.0)
    }

    fn set(&mut self, feature: Feature, value: f64) {
        self.0[feature as usize] = value.clamp(0.0, 1.0);
    }

    fn mark(&mut self, feature: Feature, holds: bool) {
        self.set(feature, f64::from(u8::from(holds)));
    }

    fn of_traces(&mut self, failure: &Failure<'_>, it: &ProgramFinding) {
        let finding = it.finding();
        match it.strength {
            Strength::Constant => self.mark(Feature::Constant, true),
            Strength::Expression => self.mark(Feature::Expression, true),
            Strength::Relevant => self.mark(Feature::Relevant, true),
            _ => {}
        }
        self.mark(Feature::Avoids, outcome(finding) == 0);
        self.mark(Feature::Fails, outcome(finding) == 2);
        self.mark(Feature::CommonConstant, it.on.len() > 1 && matches!(it.constant, Constant::Values(_)));
        self.set(Feature::OnTraces, it.n_relevant() as f64 / it.on.len().max(1) as f64);
        let trace = &failure.traces[it.shown].trace;
        let behind = trace.len().saturating_sub(finding.step);
        self.set(Feature::Late, 1.0 - behind as f64 / trace.len().max(1) as f64);
        self.set(Feature::AtFailure, 1.0 / behind.max(1) as f64);
        self.set(Feature::Rare, 1.0 / finding.occurrences.len().max(1) as f64);
        let span = |step: usize| failure.program.sources.origin(trace.steps[step].origin).span;
        let own = failure.program.sources.origin(finding.origin).span;
        let last = trace.len().checked_sub(1).map(span);
        let is_failing = |last: faultscope_ir::Span| last.file == own.file && last.line == own.line;
        self.mark(Feature::Failing, last.is_some_and(is_failing));
    }

    fn of_statement(&mut self, failure: &Failure<'_>, it: &ProgramFinding, most: &Most) {
        let finding = it.finding();
        let kind = match finding.kind {
            FindingKind::Condition => Some(Feature::Condition),
            FindingKind::Argument => Some(Feature::Argument),
            FindingKind::Return => Some(Feature::Return),
            FindingKind::Extra => Some(Feature::Extra),
            FindingKind::BlockEnd | FindingKind::Order => Some(Feature::BlockEnd),
            FindingKind::Missing => Some(Feature::Missing),
            FindingKind::Assignment
            | FindingKind::Declaration
            | FindingKind::Input
            | FindingKind::Release
            | FindingKind::ScopeEnd
            | FindingKind::PointerLost
            | FindingKind::Uninitialized
            | FindingKind::Call
            | FindingKind::Type => None,
        };
        match kind {
            _ if is_guard(finding) => self.set(Feature::LearnedGuard, 1.0 / most.guards.max(1) as f64),
            Some(kind) => self.mark(kind, true),
            None => {}
        }
        if finding.kind.is_of_statement() {
            return;
        }
        let command = &*failure.traces[it.shown].trace.steps[finding.step].command;
        let value = match command {
            Command::Assign { value, .. } => Some(*value),
            Command::Havoc { .. } => None,
            Command::Assume { condition } => Some(*condition),
        };
        self.mark(Feature::Literal, value.is_some_and(|it| it.as_value().is_some()));
        self.mark(Feature::Copy, value.is_some_and(|it| it.as_symbol().is_some()));
        let is_pointer = |it: &Place| failure.program.display(it.variable) == Display::Pointer;
        self.mark(Feature::Pointer, command.target().is_some_and(is_pointer));
    }

    fn of_program(&mut self, standing: &Standing) {
        let by_place = |place: Option<usize>| place.map_or(0.0, |place| 1.0 / (place + 1) as f64);
        self.set(Feature::Leaving, by_place(standing.leaving));
        if let Some(score) = standing.suspiciousness {
            self.set(Feature::Kept, score.kept as f64 / score.reachable.max(1) as f64);
        }
        self.mark(Feature::Enough, standing.is_enough == Some(Enough::Proved));
        self.mark(Feature::NotDecided, standing.is_enough == Some(Enough::NotDecided));
        self.mark(Feature::InSet, standing.is_in_set);
        self.mark(Feature::WarningOnLine, standing.compiler == Some(CompilerEvidence::Line));
        self.mark(Feature::Patch, standing.rule_patch.is_some());
        self.set(Feature::PatchPlace, by_place(standing.rule_patch));
        self.set(Feature::PatchKeeps, standing.kept.unwrap_or(0.0));
        self.set(Feature::AvoidingPatch, by_place(standing.avoiding_patch));
    }

    fn of_tests(&mut self, failure: &Failure<'_>, it: &ProgramFinding, standing: &Standing, most: &Most) {
        let ochiai = standing.ochiai.unwrap_or(0.0);
        self.set(Feature::Ochiai, if most.ochiai > 0.0 { ochiai / most.ochiai } else { 0.0 });
        self.mark(Feature::MostOchiai, ochiai > 0.0 && ochiai >= most.ochiai);
        if failure.tests.is_none() {
            return;
        }
        self.of_difference(failure, it);
        self.mark(Feature::ValuesForTests, standing.for_tests == Some(ForTests::Values));
        let passes_all = it.finding().kind.is_of_statement() && it.finding().strength == Strength::Constant;
        self.mark(Feature::StatementForTests, passes_all && self.get(Feature::LearnedGuard) == 0.0);
        if let Some(helpfulness) = standing.helpfulness {
            let score = helpfulness.score();
            self.set(Feature::ChangeHelps, score);
            self.mark(Feature::MostHelpful, score > 0.0 && score >= most.helpfulness);
            self.set(Feature::ChangeAlters, helpfulness.altered);
        }
    }
}

impl Features {
    /// How what is written differs from what is expected.
    fn of_difference(&mut self, failure: &Failure<'_>, it: &ProgramFinding) {
        let Some(wrong) = failure.tests.and_then(|tests| tests.wrong(it.shown)) else { return };
        let numbers = wrong.numbers();
        let is_condition = it.finding().kind == FindingKind::Condition;
        let here = match numbers {
            Some(_) => Feature::WrongNumberHere,
            None if wrong.is_slip() => Feature::SlipHere,
            None if wrong.got.is_empty() => Feature::NothingHere,
            None => Feature::OtherTextHere,
        };
        self.mark(here, self.get(Feature::Failing) > 0.0);
        let is_one_off = numbers.is_some_and(|(got, expected)| got.abs_diff(expected) == 1);
        self.mark(Feature::OffByOne, is_one_off && (is_condition || self.get(Feature::Literal) > 0.0));
    }
}

/// The values that are known to help.
pub(super) fn values(finding: &ProgramFinding) -> &[Value] {
    match &finding.constant {
        Constant::Values(values) => values,
        Constant::Undecided | Constant::None => &finding.finding().values,
    }
}
