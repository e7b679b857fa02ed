//! What can be said on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use faultscope::trust::Pattern;
use faultscope::{Options, Property};
use faultscope_frontend::c::DataModel;
use faultscope_solver::Limits;

const EXIT_CODES: &str = "Exit codes: 0 the program has no error, 1 an error was found, 2 the input or the options \
                          are wrong, 3 not decided within the limits.";

/// Finds an error in a C or Boogie program, and the statements that matter for it.
#[derive(Debug, Parser)]
#[command(name = "faultscope", version, after_help = EXIT_CODES)]
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
}

/// `faultscope check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The files of one program: C, preprocessed or not, or Boogie (`.bpl`).
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The function where execution starts [default: main].
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,

    /// The sizes of C's types.
    #[arg(long, value_name = "MODEL", default_value = "ilp32")]
    pub data_model: Model,

    /// What counts as an error; repeatable, or separated by commas.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "all")]
    pub property: Vec<PropertyName>,

    /// What is specification, harness or model, and never a finding: functions such as `ref_*`, or lines such as
    /// `file.c:10-20`; repeatable.
    #[arg(long, value_name = "PATTERN")]
    pub trust: Vec<Pattern>,

    /// The time for everything; 0 for any amount.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub timeout: f64,

    /// The memory for everything [default: any amount].
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,

    /// How often loops and recursion are followed at most [default: until a limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub unwind: Option<u32>,

    /// The form of the report.
    #[arg(long, default_value = "text")]
    pub format: Format,

    /// Show every step of the trace.
    #[arg(long)]
    pub full_trace: bool,

    /// Show statements too that only make a difference in executions that do not fail.
    #[arg(long)]
    pub show_aberrant: bool,

    /// Report every statement that matters with its source line, not only the ten most promising ones.
    #[arg(long)]
    pub all_findings: bool,

    /// Show how long it took.
    #[arg(long)]
    pub stats: bool,

    /// Colours in the report.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,

    /// Write a C file that replays the error with an ordinary compiler.
    #[arg(long, value_name = "FILE")]
    pub harness: Option<PathBuf>,

    /// Write the solver's queries as SMT-LIB.
    #[arg(long, value_name = "DIR")]
    pub dump_smt: Option<PathBuf>,

    /// Print the intermediate representation and stop.
    #[arg(long, hide = true)]
    pub dump_ir: bool,

    /// A folder for the preprocessor to look for headers in; repeatable.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,

    /// A macro for the preprocessor; repeatable.
    #[arg(short = 'D', value_name = "MACRO[=VALUE]")]
    pub define: Vec<String>,
}

impl Check {
    /// The options of the analysis, without the dump.
    pub fn options(&self) -> Options {
        let timeout = (self.timeout > 0.0).then(|| Duration::from_secs_f64(self.timeout));
        Options {
            entry: self.entry.clone(),
            data_model: match self.data_model {
                Model::Ilp32 => DataModel::Ilp32,
                Model::Lp64 => DataModel::Lp64,
            },
            properties: self.properties(),
            trust: self.trust.clone(),
            unwind: self.unwind,
            trace_aberrant: self.show_aberrant,
            max_findings: if self.all_findings { None } else { Options::standard().max_findings },
            timeout,
            limits: Limits::new(None, self.memory),
            dump: None,
        }
    }

    fn properties(&self) -> Vec<Property> {
        let names = |all: &[PropertyName]| self.property.iter().any(|it| all.contains(it));
        let mut properties = Vec::new();
        if names(&[PropertyName::UnreachCall, PropertyName::All]) {
            properties.push(Property::UnreachCall);
        }
        if names(&[PropertyName::Assertions, PropertyName::All]) {
            properties.push(Property::Assertions);
        }
        properties
    }

    /// The arguments for the preprocessor.
    pub fn preprocessor(&self) -> Vec<String> {
        let includes = self.include.iter().map(|folder| format!("-I{folder}"));
        includes.chain(self.define.iter().map(|definition| format!("-D{definition}"))).collect()
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds".to_owned()),
    }
}

/// A data model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// 32-bit `long` and pointers.
    Ilp32,
    /// 64-bit `long` and pointers.
    Lp64,
}

/// Names of properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PropertyName {
    /// Calls of `reach_error` and `__VERIFIER_error`, and the label `ERROR`.
    UnreachCall,
    /// Failing assertions.
    Assertions,
    /// Both.
    All,
}

/// Forms of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; see `docs/json.md`.
    Json,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
