//! `faultscope check`: its options, and what they say to the analysis.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use faultscope::report::Diagnostic;
use faultscope::{Engine, Focus, Options, Property, Strategy};
use faultscope_solver::Limits;

use super::super::display::Display;
use super::super::numbers::whole;
use super::super::sources::Sources;
use super::super::tags::{OF_REPORT, SETTING, heading};
use super::goal::Goal;
use super::judgement::{Comparison, Judgement, Level};
use super::search::{Effort, Search, StrategyName, Traces};
use super::suppressing::Suppressing;
use super::testing::Testing;
use super::world::{Contracts, World};

/// `faultscope check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The program.
    #[command(flatten)]
    pub sources: Sources,

    /// What is looked for.
    #[command(flatten)]
    pub goal: Goal,

    /// A property file of SV-COMP, which names the entry function and the property. The report ends with the answer,
    /// as in `result: false(valid-deref)`. For a task with several properties it selects one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["property", "entry", "check", "tests", "stdin", "args"])]
    #[arg(help_heading = heading::ERRORS)]
    #[arg(conflicts_with_all = ["expect", "expect_status", "crash_input"])]
    pub property_file: Option<PathBuf>,

    /// Look only for errors of one check, named as in reports by its property, file and line. All findings are then
    /// about it.
    #[arg(long, value_name = "NAME:FILE:LINE", help_heading = heading::ERRORS, groups = [OF_REPORT])]
    pub check: Option<Focus>,

    /// What is not asked about.
    #[command(flatten)]
    pub suppressing: Suppressing,

    /// Tests instead of a search.
    #[command(flatten)]
    pub testing: Testing,

    /// What is done with annotations.
    #[command(flatten)]
    pub contracts: Contracts,

    /// What the world may do.
    #[command(flatten)]
    pub world: World,

    /// How errors are looked for.
    #[command(flatten)]
    pub search: Search,

    /// Write a proof that there is no error, or no others than those reported; implies `--strategy
    /// trace-abstraction`.
    #[arg(long, value_name = "FILE", help_heading = heading::SEARCH, groups = [OF_REPORT])]
    pub proof: Option<PathBuf>,

    /// Write which executions fail like the error traces, as a graph (Graphviz); needs `--traces all`, and implies `--strategy
    /// trace-abstraction`.
    #[arg(long, value_name = "FILE", requires = "traces", help_heading = heading::SEARCH, groups = [OF_REPORT])]
    pub danger_automaton: Option<PathBuf>,

    /// Write the best patch as a unified diff (apply it with `patch -p0`).
    #[arg(long, value_name = "FILE", help_heading = heading::STATEMENTS, groups = [OF_REPORT])]
    pub patch: Option<PathBuf>,

    /// The table of changes that patches are made of, with rules such as `a < b -> a <= b : 30` (docs/rules.md),
    /// instead of the built-in one.
    #[arg(long, value_name = "FILE", help_heading = heading::STATEMENTS, groups = [SETTING, OF_REPORT])]
    pub rules: Option<PathBuf>,

    /// How hard to try.
    #[command(flatten)]
    pub effort: Effort,

    /// What is said of statements.
    #[command(flatten)]
    pub judgement: Judgement,

    /// Memory limit in MiB [default: none].
    #[arg(long, value_name = "MIB", value_parser = whole::<u64>(1..), help_heading = heading::LIMITS, groups = [SETTING])]
    pub memory: Option<u64>,

    /// Maximum number of iterations of loops and recursion in bounded model checking [default: until another limit].
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..))]
    #[arg(help_heading = heading::SEARCH, groups = [SETTING])]
    pub unwind: Option<u32>,

    /// How to show the report.
    #[command(flatten)]
    pub display: Display,

    /// What findings are compared with.
    #[command(flatten)]
    pub comparison: Comparison,

    /// Write a C file that replays the error with an ordinary compiler.
    #[arg(long, value_name = "FILE", help_heading = heading::REPORT, groups = [OF_REPORT])]
    pub harness: Option<PathBuf>,

    /// Write a folder with a script that compiles the program and makes it fail, and the files that it reads; see
    /// docs/from-a-fuzzer.md.
    #[arg(long, value_name = "DIR", help_heading = heading::REPORT, groups = [OF_REPORT])]
    pub reproducer: Option<PathBuf>,

    /// Also write the report as one HTML page.
    #[arg(long, value_name = "FILE", help_heading = heading::REPORT, groups = [OF_REPORT])]
    pub html: Option<PathBuf>,

    /// Write a witness (format 2.0) for other tools: of the error, after it was read back and followed, or of the
    /// proof.
    #[arg(long, value_name = "FILE", help_heading = heading::REPORT, groups = [OF_REPORT])]
    pub witness: Option<PathBuf>,

    /// Follow a witness of another tool to its error first (YAML 2.x, GraphML 1.0).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tests", "stdin", "args", "expect", "expect_status", "crash_input"])]
    #[arg(help_heading = heading::REPORT, groups = [OF_REPORT])]
    pub guide: Option<PathBuf>,

    /// Write the queries to the solver as SMT-LIB files.
    #[arg(long, value_name = "DIR", help_heading = heading::REPORT, groups = [OF_REPORT])]
    pub dump_smt: Option<PathBuf>,

    /// Print the intermediate representation and stop.
    #[arg(long, hide = true, groups = [OF_REPORT])]
    pub dump_ir: bool,

    /// Work for a program that holds standard input open: end when that is closed, and with `--format json-lines` say there, too,
    /// what is wrong with the input.
    #[arg(long, hide = true)]
    pub worker: bool,
}

impl Check {
    /// The properties that are checked.
    fn properties(&self) -> Result<BTreeSet<Property>, Diagnostic> {
        let mut properties = self.goal.properties()?;
        if self.world.uninitialized_is_nondet {
            properties.remove(&Property::Uninitialized);
        }
        Ok(properties)
    }

    /// The options of the analysis, without what files and compile lines say.
    ///
    /// # Errors
    /// Where they do not go together.
    pub fn options(&self) -> Result<Options, Diagnostic> {
        let Judgement { level, thorough, ranking: _, sets, no_compiler_warnings } = self.judgement;
        let tests = self.testing.options(self.search.traces);
        let max_traces = if tests.is_some() { Some(1) } else { self.search.traces.unwrap_or(Traces::ONE).0 };
        Ok(Options {
            entry: self.goal.entry.clone(),
            models: self.sources.model.clone(),
            properties: self.properties()?,
            focus: self.check.clone(),
            annotations: self.contracts.options(),
            world: self.world.options(),
            trust: self.world.trust.clone(),
            suspects_driver: false,
            strategy: self.strategy()?,
            max_traces,
            unwind: self.unwind,
            compiler_warnings: !no_compiler_warnings,
            ranking: self.judgement.ranking(),
            program_level: level == Level::Program,
            thorough,
            max_set_size: sets as usize,
            proof: self.takes_proof(),
            patches: level == Level::Program || self.patch.is_some(),
            witness: self.witness.is_some(),
            trace_aberrant: self.display.show_aberrant,
            comparison: self.comparison.options(tests.is_some())?,
            tests,
            max_findings: self.display.max_findings(),
            effort: self.effort.effort,
            jobs: self.effort.jobs.map_or_else(|| Options::standard().jobs, |jobs| jobs as usize),
            timeout: self.effort.time(),
            limits: Limits::new(None, self.memory),
            ..Options::standard()
        })
    }

    /// Whether a proof is written, or a part of one.
    fn takes_proof(&self) -> bool {
        self.proof.is_some() || self.danger_automaton.is_some()
    }

    fn strategy(&self) -> Result<Strategy, Diagnostic> {
        let bmc_cannot = |option: &str, reason: &str| {
            let message = format!("`{option}` does not go with `--strategy bmc`: {reason}");
            Diagnostic::error(message).with_hint("leave `--strategy` out, or name `trace-abstraction`")
        };
        match self.search.strategy {
            StrategyName::Bmc if self.takes_proof() => {
                let option = if self.proof.is_some() { "--proof" } else { "--danger-automaton" };
                Err(bmc_cannot(option, "bounded model checking gives no proof that could be checked"))
            }
            StrategyName::Bmc if self.search.traces.is_some_and(|it| it != Traces::ONE) => {
                Err(bmc_cannot("--traces", "bounded model checking stops at its first error trace"))
            }
            StrategyName::Bmc => Ok(Strategy::Only(Engine::Bmc)),
            StrategyName::Portfolio if !self.takes_proof() => Ok(Strategy::Portfolio),
            StrategyName::Portfolio | StrategyName::TraceAbstraction => {
                Ok(Strategy::Only(Engine::TraceAbstraction))
            }
        }
    }
}
