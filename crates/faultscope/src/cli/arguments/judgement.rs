//! What is said of statements, and what that is compared with.

use clap::{Args, ValueEnum};
use faultscope::report::Diagnostic;
use faultscope::{ComparisonOptions, Ranking, Technique};
use faultscope_localize::Measure;
use faultscope_repair::ped::Parts;

use super::super::tags::{OF_REPORT, SETTING, heading};
use super::super::technique::TechniqueName;

/// What is said of statements.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::STATEMENTS)]
pub struct Judgement {
    /// About what statements are judged: about the error traces only, or about the program too.
    #[arg(long, value_name = "NAME", default_value = "program", groups = [SETTING, OF_REPORT])]
    pub level: Level,

    /// Ask every question about the program that there is, however many there are. Otherwise the effort for all of them together
    /// is bounded, the most promising ones come first, and the report says what was left out.
    #[arg(long, groups = [SETTING, OF_REPORT])]
    pub thorough: bool,

    /// How findings are ranked: by proved patches and suspiciousness, or by how much they matter on the error traces.
    #[arg(long, value_name = "NAME", default_value = "suspiciousness", groups = [SETTING, OF_REPORT])]
    pub ranking: RankingName,

    /// The size of the largest sets of statements to look for that avoid the error together; 1 for none.
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    #[arg(groups = [SETTING, OF_REPORT])]
    pub sets: u32,

    /// Do not ask the compiler of this machine (gcc or clang) for its warnings about a program that fails. They are quoted at the
    /// statements that they are about, and a statement with one is listed before its equals without.
    #[arg(long, groups = [SETTING, OF_REPORT])]
    pub no_compiler_warnings: bool,
}

impl Judgement {
    /// How findings are ranked.
    pub(super) fn ranking(&self) -> Ranking {
        match self.ranking {
            RankingName::Suspiciousness => Ranking::Suspiciousness,
            RankingName::Strength => Ranking::Strength,
        }
    }
}

/// What findings are compared with.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::STATEMENTS)]
pub struct Comparison {
    /// Other techniques to run on the first error trace, to compare with; repeatable, or separated by commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',', groups = [OF_REPORT])]
    pub technique: Vec<TechniqueName>,

    /// What `--technique ped` uses besides the failing execution; repeatable, or separated by commas [default: all].
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "technique", groups = [OF_REPORT])]
    pub ped: Vec<PedPart>,
}

impl Comparison {
    /// Each technique and each measure once, in the order in which they are named.
    ///
    /// # Errors
    /// Where a measure is named, and there are no tests.
    pub(super) fn options(&self, has_tests: bool) -> Result<ComparisonOptions, Diagnostic> {
        let mut techniques: Vec<Technique> = Vec::new();
        let mut measures: Vec<Measure> = Vec::new();
        for name in &self.technique {
            if let (TechniqueName::Measure(measure), false) = (name, has_tests) {
                let message = format!("`--technique {}` needs tests", measure.name());
                return Err(Diagnostic::error(message).with_hint("give them with `--tests PATH`"));
            }
            add(&mut techniques, name.techniques());
            add(&mut measures, name.measures());
        }
        Ok(ComparisonOptions { techniques, measures, ped: self.parts() })
    }

    /// Everything where nothing is named.
    fn parts(&self) -> Parts {
        if self.ped.is_empty() {
            return Parts::ALL;
        }
        Parts {
            traces: self.ped.contains(&PedPart::Traces),
            library: self.ped.contains(&PedPart::Library),
            specification: self.ped.contains(&PedPart::Specification),
        }
    }
}

/// Adds what is not there.
fn add<T: Copy + PartialEq>(all: &mut Vec<T>, named: &[T]) {
    for one in named {
        if !all.contains(one) {
            all.push(*one);
        }
    }
}

/// About what statements are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// The error traces that are shown.
    Trace,
    /// The program too: whether fixing a statement is enough, and what patches do it.
    Program,
}

/// How findings are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RankingName {
    /// By proved patches, and by how much of the program stays reachable with the place fixed.
    Suspiciousness,
    /// By how much they matter on the error traces.
    Strength,
}

/// What PED uses besides the failing execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PedPart {
    /// Other error traces: what repairs them, too, is better.
    Traces,
    /// The annotation library: likely alternatives with weights, before any other values.
    Library,
    /// What checks that were proved rest on, which is left alone.
    Specification,
    /// Nothing.
    None,
}
