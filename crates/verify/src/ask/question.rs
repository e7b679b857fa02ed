//! What is asked.

use std::cell::OnceCell;

use faultscope_ir::Program;
use faultscope_solver::Limits;

use crate::portfolio::PortfolioConfig;
use crate::settle::Settled;

/// Whether a program fails, and what is wanted beside that.
#[derive(Debug)]
pub struct Question<'a> {
    /// The program.
    pub program: &'a Program,
    /// Who is asked, and for how many traces.
    pub config: &'a PortfolioConfig,
    /// Whether that it is safe is to be proved by a certificate, which is about the program as it was written and can be checked
    /// without trusting any analysis.
    pub proof: bool,
    /// Whether the verifiers are to look at the program as it was written in any case: what they learn is used again for programs
    /// that are like it, of which an analysis may leave something else.
    pub as_written: bool,
    /// Whether traces to other checks than that of the one trace are looked for.
    pub others: bool,
    settled: OnceCell<Settled>,
}

impl<'a> Question<'a> {
    /// Whether a program fails.
    pub fn new(program: &'a Program, config: &'a PortfolioConfig) -> Question<'a> {
        Question { program, config, proof: false, as_written: false, others: false, settled: OnceCell::new() }
    }

    /// The program with what [intervals](crate::settle) settle about it.
    pub fn settled(&self, limits: &Limits) -> &Settled {
        self.settled.get_or_init(|| Settled::of(self.program, limits))
    }

    /// As [`settled`](Question::settled), where nothing more is asked.
    pub fn into_settled(self, limits: &Limits) -> Settled {
        self.settled.into_inner().unwrap_or_else(|| Settled::of(self.program, limits))
    }

    /// Whether the engines may look at the settled program. Which error traces differ in what matters is seen on the program as it
    /// was written only.
    pub(super) fn may_be_settled(&self) -> bool {
        !self.proof && !self.as_written && !self.config.wants_several()
    }
}
