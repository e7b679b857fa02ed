//! The files of a program on the command line, and how they are compiled.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use faultscope::report::Diagnostic;
use faultscope::{CheckRequest, Options, Preprocessor};
use faultscope_frontend::c::{DataModel, Dialect};
use faultscope_project::compile_flags::{Meaning, meaning};
use faultscope_project::{self as project, Unit};

use super::tags::{SETTING, heading};

/// A program.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::PROGRAM)]
pub struct Sources {
    /// The files of one program: C, preprocessed or not, or Boogie (`.bpl`); or a task of BenchExec (`.yml`), which names them.
    #[arg(required_unless_present = "project", value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// A `compile_commands.json`, or the folder with it: how files are compiled, and which they are, where none is named.
    #[arg(short = 'p', long, value_name = "PATH", groups = [SETTING])]
    pub project: Option<PathBuf>,

    /// The sizes of C's types [default: as a compiler of this machine has them, or `-m` says].
    #[arg(long, value_name = "MODEL", groups = [SETTING])]
    pub data_model: Option<Model>,

    /// The sizes of C's types, by the bits of an address: `-m32` or `-m64`.
    #[arg(short = 'm', value_name = "BITS", value_parser = ["32", "64"], conflicts_with = "data_model")]
    pub bits: Option<String>,

    /// A folder for the preprocessor to look for headers in; repeatable.
    #[arg(short = 'I', value_name = "DIR", value_hint = ValueHint::DirPath, groups = [SETTING])]
    pub include: Vec<String>,

    /// A macro for the preprocessor; repeatable.
    #[arg(short = 'D', value_name = "MACRO[=VALUE]", groups = [SETTING])]
    pub define: Vec<String>,

    /// A flag of a compile line: `-fwrapv` makes signed overflow wrap around. Flags that do not change what the program means
    /// are accepted, too.
    #[arg(short = 'f', value_name = "FLAG", groups = [SETTING])]
    pub flags: Vec<String>,

    /// The standard that the preprocessor follows.
    #[arg(short = 's', value_name = "td=STANDARD", value_parser = standard, groups = [SETTING])]
    pub standard: Option<String>,

    /// C whose functions stand for those that the program does not define, like the models of the library; repeatable.
    #[arg(long, value_name = "FILE", groups = [SETTING])]
    pub model: Vec<PathBuf>,

    /// A file with options [default: `faultscope.toml` in the folder of the first file, or above it].
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,

    /// Take no options from a file.
    #[arg(long)]
    pub no_config: bool,
}

/// A data model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// 32-bit `long` and pointers.
    Ilp32,
    /// 64-bit `long` and pointers.
    Lp64,
}

impl Model {
    /// By its name in tasks and witnesses.
    pub fn named(name: &str) -> Option<Model> {
        match name {
            "ILP32" => Some(Model::Ilp32),
            "LP64" => Some(Model::Lp64),
            _ => None,
        }
    }
}

impl Sources {
    /// The program that they are, to be checked with these options and what the compile lines say.
    ///
    /// # Errors
    /// Where the project cannot be read, and where its files are compiled in ways that do not go together.
    pub fn request(&self, options: Options) -> Result<CheckRequest, Diagnostic> {
        let mut units = self.project.as_deref().map(project::units).transpose()?.unwrap_or_default();
        let mut files = self.files.clone();
        if files.is_empty() {
            files = units.iter().map(|unit| unit.path.clone()).collect();
        } else {
            units = named(&self.files, units);
        }
        let mut preprocessor = Preprocessor { common: self.preprocessor(), ..Preprocessor::default() };
        for unit in &units {
            let arguments = unit.compilation.preprocessor.clone();
            preprocessor.own.insert(unit.path.display().to_string(), arguments);
        }
        let Meaning { wraps, has_builtins } = self.meaning(&units)?;
        let data_model = self.data_model(&units)?;
        let dialect = Dialect { wraps, has_builtins, has_inner_blocks: !self.is_c89(&units) };
        let options = Options { data_model, dialect, ..options };
        Ok(CheckRequest { files, preprocessor, options })
    }

    /// The data model: what is said here, what the project says, or that of this machine.
    fn data_model(&self, units: &[Unit]) -> Result<DataModel, Diagnostic> {
        let said = match (self.data_model, self.bits.as_deref()) {
            (Some(Model::Ilp32), _) | (None, Some("32")) => Some(DataModel::Ilp32),
            (Some(Model::Lp64), _) | (None, Some(_)) => Some(DataModel::Lp64),
            (None, None) => None,
        };
        let host = DataModel::host();
        let models = units.iter().map(|unit| unit.compilation.data_model.unwrap_or(host));
        match said {
            Some(model) => Ok(model),
            None => Ok(the_one(models, "for 32 and for 64 bits", "`--data-model` chooses")?.unwrap_or(host)),
        }
    }

    /// What the flags choose.
    fn meaning(&self, units: &[Unit]) -> Result<Meaning, Diagnostic> {
        let own = |unit: &Unit| meaning(&[unit.compilation.flags.clone(), self.flags.clone()].concat());
        let meanings: Vec<Meaning> = units.iter().map(own).collect::<Result<_, _>>()?;
        let both = "with and without `-fwrapv` or `-fno-builtin`";
        let hint = "`-fwrapv` or `-fno-wrapv`, `-fno-builtin` or `-fbuiltin` choose";
        match the_one(meanings.into_iter(), both, hint)? {
            Some(meaning) => Ok(meaning),
            None => meaning(&self.flags),
        }
    }

    /// Whether a file is compiled as C89.
    fn is_c89(&self, units: &[Unit]) -> bool {
        let is_old = |standard: &str| matches!(standard, "c89" | "c90" | "gnu89" | "gnu90" | "iso9899:1990");
        let own = units.iter().flat_map(|unit| &unit.compilation.preprocessor);
        let own = own.filter_map(|argument| argument.strip_prefix("-std="));
        self.standard.as_deref().into_iter().chain(own).any(is_old)
    }

    /// The arguments for the preprocessor.
    fn preprocessor(&self) -> Vec<String> {
        let includes = self.include.iter().map(|folder| format!("-I{folder}"));
        let definitions = self.define.iter().map(|definition| format!("-D{definition}"));
        let standard = self.standard.iter().map(|standard| format!("-std={standard}"));
        includes.chain(definitions).chain(standard).collect()
    }
}

/// The value that all files have.
fn the_one<T: PartialEq>(
    mut values: impl Iterator<Item = T>,
    both: &str,
    hint: &str,
) -> Result<Option<T>, Diagnostic> {
    let first = values.next();
    match values.all(|value| Some(value) == first) {
        true => Ok(first),
        false => {
            let message = format!("the project has files that are compiled {both}");
            Err(Diagnostic::error(message).with_hint(format!("{hint}, or name the files that go together")))
        }
    }
}

/// Those of the units that are named, as they are named.
fn named(files: &[PathBuf], units: Vec<Unit>) -> Vec<Unit> {
    let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let files: BTreeMap<PathBuf, &PathBuf> = files.iter().map(|file| (whole(file), file)).collect();
    let renamed = |unit: Unit| Some(Unit { path: (*files.get(&whole(&unit.path))?).clone(), ..unit });
    units.into_iter().filter_map(renamed).collect()
}

/// What is behind `-s` in `-std=gnu11`.
fn standard(text: &str) -> Result<String, String> {
    text.strip_prefix("td=")
        .map(str::to_owned)
        .ok_or_else(|| "expected a standard such as `-std=gnu11`".to_owned())
}
