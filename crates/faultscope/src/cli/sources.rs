//! The files of a program on the command line, and how they are compiled.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use faultscope::report::Diagnostic;
use faultscope::{CheckRequest, Options, Preprocessor};
use faultscope_frontend::c::{DataModel, Dialect};
use faultscope_project::compile_flags::{Meaning, meaning};
use faultscope_project::{self as project, Asked, Chosen, Linked, Project, Unit};

use super::streams::complain;
use super::tags::{SETTING, heading};

/// A program.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::PROGRAM)]
pub struct Sources {
    /// The files of one program: C, preprocessed or not, or Boogie (`.bpl`); or a BenchExec task (`.yml`) that names
    /// them.
    #[arg(required_unless_present_any = ["project", "program"], value_name = "FILE", help_heading = None::<&str>)]
    pub files: Vec<PathBuf>,

    /// A `compile_commands.json`, or the folder with it. It says how files are compiled, which files there are if
    /// none is named, and where functions are defined that the named files only declare [default: the one above the
    /// first file that lists all of them].
    #[arg(short = 'p', long, value_name = "PATH", groups = [SETTING])]
    pub project: Option<PathBuf>,

    /// For a project with several programs: the one to check, by the name under which it is linked.
    #[arg(long, value_name = "NAME")]
    pub program: Option<String>,

    /// The sizes of C's types [default: those of a compiler on this machine, or from `-m`].
    #[arg(long, value_name = "MODEL", groups = [SETTING])]
    pub data_model: Option<Model>,

    /// The sizes of C's types by the size of an address: `-m32` or `-m64`.
    #[arg(short = 'm', value_name = "BITS", value_parser = ["32", "64"], conflicts_with = "data_model")]
    pub bits: Option<String>,

    /// Add a folder to search for headers; repeatable.
    #[arg(short = 'I', value_name = "DIR", value_hint = ValueHint::DirPath, groups = [SETTING])]
    pub include: Vec<String>,

    /// Define a macro; repeatable.
    #[arg(short = 'D', value_name = "MACRO[=VALUE]", groups = [SETTING])]
    pub define: Vec<String>,

    /// A compiler flag: `-fwrapv` makes signed overflow wrap around. Flags that do not change the meaning of the
    /// program are accepted.
    #[arg(short = 'f', value_name = "FLAG", groups = [SETTING])]
    pub flags: Vec<String>,

    /// The C standard for the preprocessor.
    #[arg(short = 's', value_name = "td=STANDARD", value_parser = standard, groups = [SETTING])]
    #[arg(overrides_with = "standard")]
    pub standard: Option<String>,

    /// A word for the preprocessor, as `compile_line` finds it.
    #[arg(long, value_name = "WORD", allow_hyphen_values = true, hide = true)]
    pub preprocessor: Vec<String>,

    /// A C file whose functions stand in for functions that the program does not define; repeatable.
    #[arg(long, value_name = "FILE", groups = [SETTING])]
    pub model: Vec<PathBuf>,

    /// A file with options [default: `faultscope.toml` in the folder of the first file, or above it].
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,

    /// Do not read options from a file, and do not look for a project.
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
        let Chosen { files, units, linked } = self.chosen(&options)?;
        let mut preprocessor =
            Preprocessor { common: self.preprocessor(), linked, ..Preprocessor::default() };
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

    /// The files, and how they are compiled where a project says it.
    fn chosen(&self, options: &Options) -> Result<Chosen, Diagnostic> {
        if let Some(database) = self.files.iter().find(|it| it.extension().is_some_and(|it| it == "json")) {
            let message = format!("`{}` is not a program", database.display());
            let hint = format!("a compilation database is given by `-p {}`", database.display());
            return Err(Diagnostic::error(message).with_hint(hint));
        }
        let Some(project) = self.read_project()? else {
            return Ok(Chosen { files: self.files.clone(), units: Vec::new(), linked: Linked::default() });
        };
        let asked = Asked {
            files: &self.files,
            program: self.program.as_deref(),
            entry: options.entry.as_deref(),
            data_model: self.data_model(&[])?,
        };
        let mut chosen = project.chosen(&asked)?;
        chosen.units = named(&chosen.files, chosen.units);
        if !self.files.is_empty() && !chosen.linked.by_link_lines {
            self.leave_strange(&mut chosen)?;
        }
        Ok(chosen)
    }

    /// The project that is named, or the one that has all of the files.
    fn read_project(&self) -> Result<Option<Project>, Diagnostic> {
        if let Some(path) = &self.project {
            return project::database::read(path).map(Some);
        }
        if let (Some(program), []) = (&self.program, &self.files[..]) {
            let Some(found) = project::database::found_in(Path::new("")) else {
                let message = format!("no project says what the program `{program}` is");
                let hint = "name the folder with its `compile_commands.json`: `-p build`";
                return Err(Diagnostic::error(message).with_hint(hint));
            };
            return project::database::read(&found).map(Some);
        }
        if self.files.iter().any(|file| !file.exists())
            && let Some(found) = project::database::found_in(Path::new(""))
        {
            // The project says what is there instead.
            return Ok(project::database::read(&found).ok());
        }
        let found = if self.no_config { None } else { project::database::found_for(&self.files) };
        if let Some(project) = &found {
            complain(&format!("note: `{}` says how files are compiled\n", project.database.display()));
        }
        Ok(found)
    }

    /// Of the files in which definitions are looked for, those are left that are compiled for another machine or language
    /// than the files that are named.
    fn leave_strange(&self, chosen: &mut Chosen) -> Result<(), Diagnostic> {
        let is_linked = |unit: &Unit| chosen.linked.files.contains(&unit.path);
        let own: Vec<Unit> = chosen.units.iter().filter(|unit| !is_linked(unit)).cloned().collect();
        let (model, meaning) = (self.data_model(&own)?, self.meaning(&own)?);
        let fits = |unit: &Unit| {
            let alone = std::slice::from_ref(unit);
            self.data_model(alone).is_ok_and(|it| it == model)
                && self.meaning(alone).is_ok_and(|it| it == meaning)
        };
        let strange: Vec<PathBuf> =
            chosen.units.iter().filter(|it| is_linked(it) && !fits(it)).map(|it| it.path.clone()).collect();
        chosen.linked.files.retain(|it| !strange.contains(it));
        chosen.units.retain(|it| !strange.contains(&it.path));
        Ok(())
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
        let others = self.preprocessor.iter().cloned();
        includes.chain(definitions).chain(standard).chain(others).collect()
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

/// The units, those of files that are named as they are named.
fn named(files: &[PathBuf], units: Vec<Unit>) -> Vec<Unit> {
    let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let files: BTreeMap<PathBuf, &PathBuf> = files.iter().map(|file| (whole(file), file)).collect();
    let renamed = |unit: Unit| {
        let path = files.get(&unit.place).map_or(unit.path.clone(), |it| (*it).clone());
        Unit { path, ..unit }
    };
    units.into_iter().map(renamed).collect()
}

/// What is behind `-s` in `-std=gnu11`.
fn standard(text: &str) -> Result<String, String> {
    let standard = text.strip_prefix("td=").filter(|it| is_standard(it));
    standard.map(str::to_owned).ok_or_else(|| "expected a standard of C, such as `-std=gnu11`".to_owned())
}

fn is_standard(name: &str) -> bool {
    const YEARS: [&str; 13] = ["89", "90", "99", "9x", "11", "1x", "17", "18", "23", "2x", "2y", "94", "95"];
    let year = name.strip_prefix("gnu").or_else(|| name.strip_prefix('c'));
    year.is_some_and(|it| YEARS.contains(&it)) || name.strip_prefix("iso9899:").is_some()
}
