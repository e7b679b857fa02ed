//! What can be said on the command line.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use super::display::Display;
use super::explain::Explain;
use super::sources::Sources;
use super::technique::TechniqueName;
use clap::{Arg, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use faultscope::report::Diagnostic;
use faultscope::trust::Pattern;
use faultscope::{Engine, Focus, Options, Property, Ranking, Strategy, Technique, TestOptions, TestSource};
use faultscope_frontend::c::{Annotations, DEFAULT_MAX_ARRAY};
use faultscope_ir::selection;
use faultscope_localize::Measure;
use faultscope_repair::ped::Parts;
use faultscope_solver::Limits;
use faultscope_suite::Comparison;
use faultscope_suite::compare::Tolerance;

const EXIT_CODES: &str = "Exit codes: 0 the program has no error, 1 an error was found, 2 the input or the options \
                          are wrong, 3 not decided within the limits.";

/// The version, and that of the solver.
fn long_version() -> &'static str {
    static TEXT: LazyLock<String> =
        LazyLock::new(|| format!("{}\nZ3 {}", env!("CARGO_PKG_VERSION"), faultscope_solver::z3::version()));
    &TEXT
}
const VALIDATE_CODES: &str = "Exit codes: 0 the witness is right, 1 it is not, 2 the input or the options are wrong, \
                              3 not decided within the limits.";

/// Finds an error in a C or Boogie program, and the statements that matter for it.
#[derive(Debug, Parser)]
#[command(name = "faultscope", version, long_version = long_version(), after_help = EXIT_CODES)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look for an error, and say which statements matter, what they would have to be, and why.
    #[command(after_help = EXIT_CODES)]
    Check(Box<Check>),
    /// Say whether a witness is right: an execution leads to its error, or its invariants hold and the program has no error.
    #[command(after_help = VALIDATE_CODES)]
    Validate(Box<Validate>),
    /// Say whether a unified diff is a repair: the program fails, the changed one does not, which is proved, and it does nothing
    /// undefined that the program does not do. With tests: they all pass.
    ///
    /// The files stay as they are. Paths in the diff are from the current folder, or from one above it.
    #[command(after_help = VERIFY_CODES)]
    VerifyPatch(Box<VerifyPatch>),
    /// Execute a program that is given its input: print what it prints, and end with its status.
    ///
    /// Nothing runs on this machine: the program is interpreted, and the files that it opens are those that are named. Where
    /// it does something that is undefined, that is said, and it ends there; behind arithmetic that overflows it goes on with
    /// what the machine computes, and ends with the status of an error.
    Run(Box<Run>),
    /// Say what is there of what a check needs, and what is missing.
    Doctor,
    /// Print a script by which a shell completes commands and options.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Write the manual pages into a folder.
    #[command(hide = true)]
    Man {
        /// The folder.
        folder: PathBuf,
    },
    /// Show a report that was stored as JSON, in any form, or all that is known of one of its findings.
    ///
    /// Nothing is computed again, and the files of the program need not be there: the report has the text of those that it
    /// names.
    #[command(after_help = "Exit codes: 0 the report is shown, 2 there is none, or the options are wrong.")]
    Explain(Box<Explain>),
    /// Be a language server: an editor starts this and speaks with it by standard input and output (docs/editors.md).
    Lsp(Lsp),
}

/// `faultscope lsp`.
#[derive(Debug, Args)]
pub struct Lsp {
    /// Some editors say this; there is no other way.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// Where execution starts, and what counts as an error.
#[derive(Debug, Args)]
pub struct Goal {
    /// The function where execution starts [default: main].
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,

    /// What counts as an error: names, with `-` in front to leave out (`default,-overflow`); repeatable, or separated by
    /// commas.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "default")]
    #[arg(allow_hyphen_values = true, long_help = property_help())]
    pub property: Vec<String>,
}

impl Goal {
    /// The properties that are named.
    fn properties(&self) -> Result<BTreeSet<Property>, Diagnostic> {
        selection::selection(self.property.iter().map(|it| it.trim())).map_err(|error| {
            let message = format!("invalid value for `--property`: {error}");
            Diagnostic::error(message).with_hint("`faultscope check --help` lists the names")
        })
    }
}

/// `faultscope validate`.
#[derive(Debug, Args)]
pub struct Validate {
    /// The witness: YAML 2.x, or GraphML 1.0.
    pub witness: PathBuf,

    /// The program.
    #[command(flatten)]
    pub sources: Sources,

    /// What is looked for, where neither the witness nor a property file says it.
    #[command(flatten)]
    pub goal: Goal,

    /// What the witness must be about, in the words of SV-COMP.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["property", "entry"])]
    pub property_file: Option<PathBuf>,

    /// The time for everything, in seconds; 0 for any.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: f64,
}

impl Validate {
    /// The options of the analysis.
    ///
    /// # Errors
    /// Where they do not go together.
    pub fn options(&self) -> Result<Options, Diagnostic> {
        let timeout = (self.timeout > 0.0).then(|| Duration::from_secs_f64(self.timeout));
        Ok(Options {
            entry: self.goal.entry.clone(),
            models: self.sources.model.clone(),
            properties: self.goal.properties()?,
            timeout,
            limits: Limits::unlimited(),
            ..Options::standard()
        })
    }
}

/// `faultscope run`.
#[derive(Debug, Args)]
pub struct Run {
    /// The program.
    #[command(flatten)]
    pub sources: Sources,

    /// What the program reads from its standard input [default: that of this command, unless it is a terminal].
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,

    /// The arguments of the program, separated as a shell does.
    #[arg(long, value_name = "ARGUMENTS", default_value = "", allow_hyphen_values = true)]
    pub args: String,

    /// A variable of the program's environment, which is empty otherwise; repeatable.
    #[arg(long, value_name = "NAME=VALUE")]
    pub env: Vec<String>,

    /// A file that the program can open; it finds no others. Repeatable.
    #[arg(long, value_name = "FILE")]
    pub file: Vec<PathBuf>,

    /// How many instructions and jumps are executed at most.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub max_steps: u64,
}

/// `faultscope check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The program.
    #[command(flatten)]
    pub sources: Sources,

    /// What is looked for.
    #[command(flatten)]
    pub goal: Goal,

    /// What is asked for, in the words of SV-COMP: a property file says where execution starts and what must hold. The report
    /// ends with the answer, as in `result: false(valid-deref)`. Of a task with several properties it picks one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["property", "entry", "check", "tests", "stdin", "args"])]
    #[arg(conflicts_with_all = ["expect", "expect_status", "crash_input"])]
    pub property_file: Option<PathBuf>,

    /// Look for errors of one check alone, named as in reports: its property, the file, and the line. The report's findings
    /// are then about it.
    #[arg(long, value_name = "NAME:FILE:LINE")]
    pub check: Option<Focus>,

    /// Tests that say what the program should do, instead of a search for errors: a folder or a file (docs/tests.md).
    #[arg(long, value_name = "PATH", conflicts_with_all = ["stdin", "expect", "expect_status", "crash_input"])]
    pub tests: Option<PathBuf>,

    /// For one test: what the program reads from its standard input.
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,

    /// For one test, or for crashing inputs: the arguments of the program, separated as a shell does; `@@` stands for the file
    /// with a crashing input.
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true)]
    pub args: Option<String>,

    /// For one test: a file with what the program should write to its standard output.
    #[arg(long, value_name = "FILE")]
    pub expect: Option<PathBuf>,

    /// For one test: the status that the program should end with.
    #[arg(long, value_name = "N")]
    pub expect_status: Option<i32>,

    /// Inputs on which the program crashes, as AFL++ and libFuzzer leave them: files, or folders with them; repeatable.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdin", "expect", "expect_status"])]
    pub crash_input: Vec<PathBuf>,

    /// Which outputs of tests are equal.
    #[arg(long, value_name = "HOW", default_value = "trailing-whitespace")]
    pub compare: CompareName,

    /// With `--compare numbers`: how far numbers may lie apart, and by which part of the expected one.
    #[arg(long, value_name = "NUMBER", default_value_t = 1e-6)]
    pub tolerance: f64,

    /// How many instructions and jumps a test may take [default: 100 times the longest test that passes, and a million at least].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_steps: Option<u64>,

    /// Leave annotations of C (ACSL, and CBMC's contracts) out.
    #[arg(long)]
    pub ignore_annotations: bool,
    /// How many elements arrays have at most that a precondition asks for, and so many values quantified variables take. Where that
    /// is not decided, the answer is about fewer, and says how many.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ARRAY, value_parser = clap::value_parser!(u64).range(1..=64))]
    pub max_array: u64,

    /// What calls of functions with a contract are: what these do, or what the contract allows.
    #[arg(long, value_name = "HOW", default_value = "inlined", value_parser = ["inlined", "modular"])]
    pub contracts: String,

    /// Let `malloc` and its relatives find no memory at times.
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// Take it that volatile objects change only where the program changes them. Otherwise each read of one gives any value.
    #[arg(long)]
    pub volatile_as_stored: bool,

    /// Take an uninitialized variable to hold any value, as CBMC does: reading it is no error. The same as leaving `uninitialized`
    /// out of `--property`.
    #[arg(long)]
    pub uninitialized_is_nondet: bool,

    /// Functions that change no memory although nobody defines them, such as `log_*`; repeatable. Others, apart from `nondet_*`,
    /// may write what their arguments lead to, and variables that are not static.
    #[arg(long, value_name = "PATTERN")]
    pub pure: Vec<String>,

    /// What is specification, harness or model, and never a finding: functions such as `ref_*`, or lines such as
    /// `file.c:10-20`; repeatable.
    #[arg(long, value_name = "PATTERN")]
    pub trust: Vec<Pattern>,

    /// Who looks for errors.
    #[arg(long, value_name = "NAME", default_value = "portfolio")]
    pub strategy: StrategyName,

    /// How many error traces to look for, each of another kind than those before, or how many failing tests to look into: a number,
    /// or `all` [default: 1, and up to 3 failing tests that do not take long].
    #[arg(long, value_name = "N|all", value_parser = traces)]
    pub traces: Option<Traces>,

    /// Write a proof that there is no error, or none but those that are reported; implies trace abstraction.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,

    /// Write the best change of a single line that repairs the program, as a unified diff (`patch -p0`).
    #[arg(long, value_name = "FILE")]
    pub patch: Option<PathBuf>,

    /// What changes are tried in a patch: a table of rules like `a < b -> a <= b : 30` (docs/rules.md) instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,

    /// The time for everything; 0 for any amount.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub timeout: f64,

    /// How hard to try, in percent of the usual: what every counted budget is worth. Answers depend on this and never on the
    /// clock, but for `--timeout`.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub effort: u32,

    /// On how many threads to work; answers do not depend on it [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,

    /// About what statements are judged: about the error traces only, or about the program too.
    #[arg(long, value_name = "NAME", default_value = "program")]
    pub level: Level,

    /// Ask every question about the program that there is, however many there are. Otherwise the effort for all of them together
    /// is bounded, the most promising ones come first, and the report says what was left out.
    #[arg(long)]
    pub thorough: bool,

    /// How findings are ranked: by proved patches and suspiciousness, or by how much they matter on the error traces.
    #[arg(long, value_name = "NAME", default_value = "suspiciousness")]
    pub ranking: RankingName,

    /// The size of the largest sets of statements to look for that avoid the error together; 1 for none.
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub sets: u32,

    /// The memory for everything [default: any amount].
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,

    /// How often bounded model checking follows loops and recursion at most [default: until a limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub unwind: Option<u32>,

    /// How to show the report.
    #[command(flatten)]
    pub display: Display,

    /// Other techniques to run on the first error trace, to compare with; repeatable, or separated by commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub technique: Vec<TechniqueName>,

    /// What `--technique ped` uses besides the failing execution; repeatable, or separated by commas [default: all].
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "technique")]
    pub ped: Vec<PedPart>,

    /// Write a C file that replays the error with an ordinary compiler.
    #[arg(long, value_name = "FILE")]
    pub harness: Option<PathBuf>,

    /// Write the report as one page for a browser, beside what is printed.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write a witness in the format 2.0 for other tools: of the error, once it was read back and followed, or of the proof.
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,

    /// Look first for the error that a witness of another tool tells of (YAML 2.x, GraphML 1.0).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tests", "stdin", "args", "expect", "expect_status", "crash_input"])]
    pub guide: Option<PathBuf>,

    /// Write the solver's queries as SMT-LIB.
    #[arg(long, value_name = "DIR")]
    pub dump_smt: Option<PathBuf>,

    /// Print the intermediate representation and stop.
    #[arg(long, hide = true)]
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
        if self.uninitialized_is_nondet {
            properties.remove(&Property::Uninitialized);
        }
        Ok(properties)
    }

    /// The options of the analysis, without the dump and what the compile lines say.
    ///
    /// # Errors
    /// Where they do not go together.
    pub fn options(&self) -> Result<Options, Diagnostic> {
        let time = |seconds: f64| (seconds > 0.0).then(|| Duration::from_secs_f64(seconds));
        Ok(Options {
            entry: self.goal.entry.clone(),
            models: self.sources.model.clone(),
            tests: self.test_options(),
            properties: self.properties()?,
            focus: self.check.clone(),
            annotations: Annotations {
                are_read: !self.ignore_annotations,
                max_array: self.max_array,
                are_modular: self.contracts == "modular",
            },
            allocation_may_fail: self.malloc_may_fail,
            volatile_as_stored: self.volatile_as_stored,
            pure: self.pure.clone(),
            trust: self.trust.clone(),
            strategy: self.strategy()?,
            max_traces: if self.test_options().is_some() {
                Some(1)
            } else {
                self.traces.unwrap_or(Traces::ONE).0
            },
            unwind: self.unwind,
            ranking: match self.ranking {
                RankingName::Suspiciousness => Ranking::Suspiciousness,
                RankingName::Strength => Ranking::Strength,
            },
            program_level: self.level == Level::Program,
            thorough: self.thorough,
            max_set_size: self.sets as usize,
            proof: self.proof.is_some(),
            patches: self.level == Level::Program || self.patch.is_some(),
            rules: None,
            witness: self.witness.is_some(),
            trace_aberrant: self.display.show_aberrant,
            techniques: self.techniques(),
            measures: self.measures()?,
            ped: self.ped_parts(),
            max_findings: self.display.max_findings(),
            effort: self.effort,
            jobs: self.jobs.map_or_else(|| Options::standard().jobs, |jobs| jobs as usize),
            timeout: time(self.timeout),
            limits: Limits::new(None, self.memory),
            dump: None,
            ..Options::standard()
        })
    }

    /// The tests, if there are any.
    fn test_options(&self) -> Option<TestOptions> {
        let arguments = || self.args.clone().unwrap_or_default();
        let source = if let Some(path) = &self.tests {
            TestSource::Suite(path.clone())
        } else if !self.crash_input.is_empty() {
            TestSource::Crashes { paths: self.crash_input.clone(), arguments: arguments() }
        } else if self.stdin.is_some()
            || self.args.is_some()
            || self.expect.is_some()
            || self.expect_status.is_some()
        {
            TestSource::Single {
                stdin: self.stdin.clone(),
                arguments: arguments(),
                output: self.expect.clone(),
                status: self.expect_status,
            }
        } else {
            return None;
        };
        let comparison = match self.compare {
            CompareName::Exact => Comparison::Exact,
            CompareName::TrailingWhitespace => Comparison::TrailingWhitespace,
            CompareName::Numbers => {
                Comparison::Numbers(Tolerance { absolute: self.tolerance, relative: self.tolerance })
            }
            CompareName::Regex => Comparison::Regex,
        };
        Some(TestOptions {
            source,
            comparison,
            max_steps: self.max_steps,
            max_traces: self.traces.map(|it| it.0.unwrap_or(usize::MAX)),
        })
    }

    fn strategy(&self) -> Result<Strategy, Diagnostic> {
        let bmc_cannot = |option: &str, reason: &str| {
            let message = format!("`{option}` does not go with `--strategy bmc`: {reason}");
            Diagnostic::error(message).with_hint("leave `--strategy` out, or name `trace-abstraction`")
        };
        match self.strategy {
            StrategyName::Bmc if self.proof.is_some() => {
                Err(bmc_cannot("--proof", "bounded model checking gives no proof that could be checked"))
            }
            StrategyName::Bmc if self.traces.is_some_and(|it| it != Traces::ONE) => {
                Err(bmc_cannot("--traces", "bounded model checking stops at its first error trace"))
            }
            StrategyName::Bmc => Ok(Strategy::Only(Engine::Bmc)),
            StrategyName::Portfolio if self.proof.is_none() => Ok(Strategy::Portfolio),
            StrategyName::Portfolio | StrategyName::TraceAbstraction => {
                Ok(Strategy::Only(Engine::TraceAbstraction))
            }
        }
    }

    /// Everything where nothing is named.
    fn ped_parts(&self) -> Parts {
        if self.ped.is_empty() {
            return Parts::ALL;
        }
        Parts {
            traces: self.ped.contains(&PedPart::Traces),
            library: self.ped.contains(&PedPart::Library),
            specification: self.ped.contains(&PedPart::Specification),
        }
    }

    /// Each once, in the order in which they are named.
    fn techniques(&self) -> Vec<Technique> {
        let mut techniques = Vec::new();
        for technique in self.technique.iter().flat_map(|name| name.techniques()) {
            if !techniques.contains(technique) {
                techniques.push(*technique);
            }
        }
        techniques
    }

    /// Each once, in the order in which they are named.
    fn measures(&self) -> Result<Vec<Measure>, Diagnostic> {
        let mut measures = Vec::new();
        for name in &self.technique {
            if let (TechniqueName::Measure(measure), None) = (name, self.test_options()) {
                let message = format!("`--technique {}` needs tests", measure.name());
                return Err(Diagnostic::error(message).with_hint("give them with `--tests PATH`"));
            }
            for measure in name.measures() {
                if !measures.contains(measure) {
                    measures.push(*measure);
                }
            }
        }
        Ok(measures)
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds".to_owned()),
    }
}

/// The names of properties, with what they are.
fn property_help() -> String {
    let names: Vec<&str> = selection::names().collect();
    format!(
        "What counts as an error: names, repeatable, or separated by commas. A name with `-` in front is left out of those \
         before it, or of the default.\n\nThe names: {}. `default` is what makes a program crash or leaves undefined what it \
         does; `all` is every check; `valid-…` and `no-overflow` are those of SV-COMP.",
        names.join(", ")
    )
}

/// After how many error traces to stop; none for never.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traces(pub Option<usize>);

impl Traces {
    /// The first one is enough.
    pub const ONE: Traces = Traces(Some(1));
}

fn traces(text: &str) -> Result<Traces, String> {
    match text.parse::<usize>() {
        _ if text == "all" => Ok(Traces(None)),
        Ok(n @ 1..) => Ok(Traces(Some(n))),
        _ => Err("expected a number from 1 on, or `all`".to_owned()),
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

/// Who looks for errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StrategyName {
    /// Bounded model checking: fast with errors, no answer where loops have no bound.
    Bmc,
    /// Trace abstraction: proves programs with unbounded loops, finds several error traces.
    TraceAbstraction,
    /// Both side by side; the first answer counts.
    Portfolio,
}

/// Which outputs are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CompareName {
    /// The same bytes.
    Exact,
    /// The same but for white space at the ends of lines and at the end.
    TrailingWhitespace,
    /// The same words, where numbers are close enough.
    Numbers,
    /// What the expected text, a regular expression, matches as a whole.
    Regex,
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

const VERIFY_CODES: &str = "Exit codes: 0 the diff is a repair, 1 it is none, 2 the input or the options are wrong, 3 not \
                              decided within the limits.";

/// What of `check` says nothing about the program.
const NOT_OF_PROGRAM: &[&str] = &[
    "harness",
    "html",
    "witness",
    "guide",
    "patch",
    "proof",
    "rules",
    "dump_smt",
    "dump_ir",
    "technique",
    "ped",
    "traces",
    "level",
    "ranking",
    "sets",
    "thorough",
    "all_findings",
    "max_findings",
    "show_aberrant",
    "check",
];

/// `faultscope verify-patch`.
#[derive(Debug, Args)]
#[command(mut_args(of_program))]
pub struct VerifyPatch {
    /// The unified diff, as `diff -u`, `git diff` and `--patch` print it.
    #[arg(value_name = "DIFF")]
    pub diff: PathBuf,

    /// The program, and what is asked of it.
    #[command(flatten)]
    pub check: Check,
}

/// Takes options away that say nothing about the program.
fn of_program(option: Arg) -> Arg {
    match NOT_OF_PROGRAM.contains(&option.get_id().as_str()) {
        true => option.hide(true).conflicts_with("diff"),
        false => option,
    }
}
