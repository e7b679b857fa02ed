//! The values of the stages of a check, as far as they have run.
//!
//! Each stage is a function from values to a value, which is never changed afterwards. So a stage can be left out, run again
//! with other options on the values that are there, or be given a value that comes from elsewhere.

use std::sync::Arc;
use std::time::Duration;

use faultscope_guidance::Guided;
use faultscope_localize::Localized;
use faultscope_localize::compiler::CompilerSupport;
use faultscope_repair::Repaired;
use faultscope_repair::other_errors::OtherErrors;
use faultscope_report::json::stream::Stage;
use faultscope_solver::StopReason;
use faultscope_verify::Answer;
use faultscope_verify::check_outcomes::Examination;
use faultscope_witness::Content;

use crate::certify::Certified;
use crate::compare::Compared;
use crate::focus::Focused;
use crate::request::Options;
use crate::test::TestRun;
use crate::translate::Translated;

/// What is known of a program. To clone it costs nothing.
#[derive(Debug, Clone)]
pub struct Stages {
    /// What was asked for.
    pub options: Arc<Options>,
    /// The program; none before there is one.
    pub translated: Option<Arc<Translated>>,
    /// What the verifiers get instead of the program, where they are not asked about all of its checks.
    pub focused: Option<Arc<Focused>>,
    /// The answer of the engines, or error traces from elsewhere.
    pub answer: Option<Arc<Answer>>,
    /// How the tests went, where tests say what the program should do.
    pub tested: Option<Arc<TestRun>>,
    /// What became of the checks.
    pub examined: Option<Arc<Examination>>,
    /// What is known of the error traces.
    pub localized: Option<Arc<Localized>>,
    /// What the compiler of the host says of the program, where it was asked.
    pub compiler: Option<Arc<CompilerSupport>>,
    /// What can be changed in the program.
    pub repaired: Option<Arc<Repaired>>,
    /// What is known of the errors beside that of the first trace.
    pub others: Option<Arc<OtherErrors>>,
    /// What other techniques say.
    pub compared: Arc<[Compared]>,
    /// Whether the proof passes its checker.
    pub certified: Option<Arc<Certified>>,
    /// What a witness of others has led to.
    pub guided: Option<Arc<Guided>>,
    /// What a witness says of the answer, or why there is none.
    pub witness: Option<Arc<Result<Content, String>>>,
    /// What ended the check before its end.
    pub stopped: Option<Stopped>,
    /// How long the stages took.
    pub times: Times,
}

impl Stages {
    /// Whether the search says that there is no error.
    pub fn is_safe(&self) -> bool {
        self.answer.as_ref().is_some_and(|it| it.is_safe())
    }

    /// Whether there are executions that fail.
    pub fn has_traces(&self) -> bool {
        self.answer.as_ref().is_some_and(|it| !it.traces.is_empty())
    }

    /// The stages that have found something.
    pub fn known(&self) -> Vec<Stage> {
        let known = [
            (self.translated.is_some(), Stage::Translate),
            (self.tested.is_some(), Stage::Test),
            (self.answer.is_some(), Stage::Search),
            (self.localized.is_some(), Stage::Localize),
            (self.repaired.is_some(), Stage::Repair),
            (self.certified.is_some(), Stage::Certify),
        ];
        known.into_iter().filter_map(|(is_known, stage)| is_known.then_some(stage)).collect()
    }

    /// Before the first stage.
    pub fn new(options: &Options) -> Stages {
        Stages {
            options: Arc::new(options.clone()),
            translated: None,
            focused: None,
            answer: None,
            tested: None,
            examined: None,
            localized: None,
            compiler: None,
            repaired: None,
            others: None,
            compared: Arc::default(),
            certified: None,
            guided: None,
            witness: None,
            stopped: None,
            times: Times::default(),
        }
    }
}

/// Who stopped a check from outside, and where it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// It was told to stop, and did.
    Told {
        /// Why.
        reason: StopReason,
        /// Whether it was looking for errors then.
        searching: bool,
        /// The bound up to which it had found no error.
        completed: u32,
    },
    /// It was told to stop, and went on.
    GivenUp {
        /// Why.
        reason: StopReason,
        /// The bound up to which it had found no error.
        completed: u32,
    },
    /// It broke down.
    Crashed,
}

/// How long stages took, from the start of the check or by themselves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Times {
    /// From the start until the program was translated.
    pub translated: Duration,
    /// From the start until the first error trace was found.
    pub first_trace: Option<Duration>,
    /// The search.
    pub search: Duration,
    /// Localization and repair.
    pub localization: Option<Duration>,
    /// Of that, finding out how suspicious the statements are.
    pub ranking: Option<Duration>,
    /// Of that, repair.
    pub repair: Option<Duration>,
    /// All of it.
    pub total: Duration,
}
