//! What is said of statements, and what that is compared with.

use clap::{Args, ValueEnum};
use faultscope::report::Diagnostic;
use faultscope::{ComparisonOptions, Ranking, Technique};
use faultscope_localize::Measure;
use faultscope_repair::ped::Parts;

use super::super::numbers::whole;
use super::super::tags::{OF_REPORT, SETTING, heading};
use super::super::technique::TechniqueName;

/// What is said of statements.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::STATEMENTS)]
pub struct Judgement {
    /// Judge places by the error traces alone, or by the whole program.
    #[arg(long, value_name = "NAME", default_value = "program", groups = [SETTING, OF_REPORT])]
    pub level: Level,

    /// Decide every question about the program. Otherwise the effort for all of them together is bounded, the most
    /// promising ones come first, and the report says what was left out.
    #[arg(long, groups = [SETTING, OF_REPORT])]
    pub thorough: bool,

    /// How to rank places: by proved patches and suspiciousness, or by how much they matter on the error traces.
    #[arg(long, value_name = "NAME", default_value = "suspiciousness", groups = [SETTING, OF_REPORT])]
    pub ranking: RankingName,

    /// Maximum size of sets of places that avoid the error only together; 1 for none.
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = whole::<u32>(1..=4))]
    #[arg(groups = [SETTING, OF_REPORT])]
    pub sets: u32,

    /// Do not ask the compiler of this machine (gcc or clang) for its warnings about a failing program. They are
    /// quoted at the statements that they are about, and a statement with a warning is ranked before an equal one
    /// without.
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
    /// Other localization techniques to run on the first error trace, for comparison; repeatable, or separated by
    /// commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',', groups = [OF_REPORT])]
    pub technique: Vec<TechniqueName>,

    /// What `--technique ped` uses in addition to the failing execution; repeatable, or separated by commas [default:
    /// all].
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "technique", groups = [OF_REPORT])]
    pub ped: Vec<PedPart>,

    /// With `--technique ped`: for each proved check, show the states that reach the statements in front of it, and those that
    /// keep and break it.
    #[arg(long, requires = "technique", groups = [OF_REPORT])]
    pub show_projections: bool,
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
            return Parts { projections: self.show_projections, ..Parts::ALL };
        }
        Parts {
            traces: self.ped.contains(&PedPart::Traces),
            library: self.ped.contains(&PedPart::Library),
            specification: self.ped.contains(&PedPart::Specification),
            projections: self.show_projections,
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
    /// Only the error traces that are shown.
    Trace,
    /// The whole program: whether fixing a place can repair it, and which patches do.
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
    /// Other error traces: a fix that repairs them, too, is better.
    Traces,
    /// The annotation library: likely alternatives with weights, before any other values.
    Library,
    /// What the checks that were proved depend on, which is left alone.
    Specification,
    /// Nothing.
    None,
}
