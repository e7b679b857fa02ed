//! The programs of a project, and which files one of them is made of.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use faultscope_frontend::c::DataModel;
use faultscope_ir::Diagnostic;

use crate::compilation::Linked;
use crate::database::{Project, Unit, shown};
use crate::files::named_inside;
use crate::links::linked;
use crate::paths::is_header;
use crate::preprocess::preprocess;
use crate::scan;

/// The function where a program starts.
const MAIN: &str = "main";

/// So many programs are named where one has to be chosen.
const MAX_NAMED: usize = 12;

/// What of a project is asked about.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Files that are named.
    pub files: &'a [PathBuf],
    /// The program that is named.
    pub program: Option<&'a str>,
    /// The function where it starts, if that is not `main`.
    pub entry: Option<&'a str>,
    /// The sizes of types.
    pub data_model: DataModel,
}

/// The files of a project that are one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Those that are read in any case.
    pub files: Vec<PathBuf>,
    /// How files are compiled, those in which definitions are looked for among them.
    pub units: Vec<Unit>,
    /// In which definitions are looked for.
    pub linked: Linked,
}

/// A program of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Program {
    name: String,
    /// The unit with its `main`.
    main: usize,
    /// What it is linked of, in the linker's order; none where no link line says so.
    units: Option<Vec<usize>>,
}

impl Project {
    /// The files that are meant.
    ///
    /// # Errors
    /// Where several programs are, or what is named is not there: the message says what to type.
    pub fn chosen(&self, asked: &Asked<'_>) -> Result<Chosen, Diagnostic> {
        let named = self.named(asked.files)?;
        let entry = asked.entry.unwrap_or(MAIN);
        let lacks_entry = |file: &&PathBuf| is_header(file) && !defines(file, entry);
        if let Some(header) = asked.files.iter().find(lacks_entry) {
            return Err(self.header(header));
        }
        let mains = self.mains(asked.data_model);
        let own: Vec<usize> = named.iter().copied().filter(|unit| mains.contains(unit)).collect();
        if let ([first, second, ..], MAIN) = (&own[..], entry) {
            let message = format!("`{}` and `{}` have a `main` each", self.file(*first), self.file(*second));
            return Err(
                Diagnostic::error(message).with_hint("they are programs of their own: check one at a time")
            );
        }
        if asked.program.is_none() && named.len() < asked.files.len() {
            // Of a file that is not compiled nobody knows what it is linked with.
            let mut chosen = self.made(asked.files.to_vec(), &named, self.others(&named, &mains), false);
            chosen.units.splice(0..0, asked.files.iter().filter_map(|file| self.like_another(file)));
            return Ok(chosen);
        }
        let programs = self.programs(&mains);
        if let Some(name) = asked.program {
            let program = self.program(name, &programs)?;
            return Ok(self.linked_as(program, asked.files, &named, &mains));
        }
        if !named.is_empty() {
            let holds = |it: &&Program| {
                it.units.as_ref().is_some_and(|units| named.iter().all(|unit| units.contains(unit)))
            };
            let holding: Vec<&Program> = programs.iter().filter(holds).collect();
            return Ok(match holding[..] {
                [program] => self.linked_as(program, asked.files, &named, &[]),
                _ => self.made(asked.files.to_vec(), &named, self.others(&named, &mains), false),
            });
        }
        if entry != MAIN {
            return self.around(entry, &mains);
        }
        match &programs[..] {
            [] => {
                Ok(self.made(self.all_files(), &(0..self.units.len()).collect::<Vec<_>>(), Vec::new(), false))
            }
            [program] => Ok(self.linked_as(program, &[], &[], &mains)),
            _ => Err(self.several(&programs)),
        }
    }

    /// The units that are named; of a file that is compiled in several ways the first.
    fn named(&self, files: &[PathBuf]) -> Result<Vec<usize>, Diagnostic> {
        let mut named = Vec::new();
        for file in files {
            let place = fs::canonicalize(file).map_err(|error| self.unknown(file, &error))?;
            named.extend(self.units.iter().position(|unit| unit.place == place));
        }
        Ok(named)
    }

    /// A file that is not compiled by itself, such as a header: as a file that includes it is, or one beside it.
    fn like_another(&self, file: &Path) -> Option<Unit> {
        let place = fs::canonicalize(file).ok()?;
        if self.units.iter().any(|unit| unit.place == place) {
            return None;
        }
        let is_beside = |unit: &&Unit| unit.place.parent() == place.parent();
        let like = self.includer(file).or_else(|| self.units.iter().find(is_beside))?;
        Some(Unit { path: file.to_owned(), place, ..like.clone() })
    }

    /// The file that includes one of this name: that with the same name, if it does.
    fn includer(&self, header: &Path) -> Option<&Unit> {
        let name = header.file_name()?.to_str()?;
        let includes = |unit: &&Unit| {
            let text = text_of(&unit.place).unwrap_or_default();
            scan::included(&text).any(|it| it.rsplit('/').next() == Some(name))
        };
        let is_own = |unit: &&Unit| unit.path.file_stem() == header.file_stem() && includes(unit);
        self.units.iter().find(is_own).or_else(|| self.units.iter().find(includes))
    }

    /// A header is no program.
    fn header(&self, file: &Path) -> Diagnostic {
        let message = format!("`{}` is a header, and no program by itself", file.display());
        let diagnostic = Diagnostic::error(message);
        match self.includer(file) {
            Some(unit) => {
                let (database, path) = (shown(&self.database), unit.path.display());
                diagnostic.with_hint(format!(
                    "`-p {database} {path}` includes it, and `--entry` starts at a function of it"
                ))
            }
            None => diagnostic,
        }
    }

    /// A file that is not there: perhaps the project has one that is called like it.
    fn unknown(&self, file: &Path, error: &std::io::Error) -> Diagnostic {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            _ => error.to_string(),
        };
        let diagnostic = Diagnostic::error(format!("cannot read `{}`: {reason}", file.display()));
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let own = name(file);
        let distance = |unit: &&Unit| strsim::levenshtein(&name(&unit.path), &own);
        let is_near = |unit: &&Unit| distance(unit) <= own.len() / 4;
        let near = self.units.iter().filter(is_near).min_by_key(distance);
        match near {
            Some(unit) => diagnostic.with_hint(format!("the project has `{}`", unit.path.display())),
            None if own == file.to_string_lossy() && !own.contains('.') => {
                diagnostic.with_hint(format!("a program of the project is named by `--program {own}`"))
            }
            None => diagnostic,
        }
    }

    /// The units with a `main`. The preprocessor is asked only where a branch may hold it.
    fn mains(&self, data_model: DataModel) -> Vec<usize> {
        let has_main = |unit: &Unit| {
            let Some(text) = text_of(&unit.place) else { return false };
            if !scan::functions(&text).contains(MAIN) {
                return false;
            }
            if !text.lines().any(|line| line.trim_start().starts_with("#if")) {
                return true;
            }
            let name = unit.path.display().to_string();
            let arguments = &unit.compilation.preprocessor;
            let output = preprocess(&name, &text, Some(&unit.place), arguments, data_model, None);
            output.map_or(true, |text| scan::functions(&text).contains(MAIN))
        };
        (0..self.units.len()).filter(|idx| has_main(&self.units[*idx])).collect()
    }

    /// The programs: those that link lines tell of, and a file with a `main` that none of them has.
    fn programs(&self, mains: &[usize]) -> Vec<Program> {
        let mut programs: Vec<Program> = Vec::new();
        for linked in linked(&self.folders, &self.units) {
            let own: Vec<usize> = linked.units.iter().copied().filter(|unit| mains.contains(unit)).collect();
            if let [main] = own[..] {
                let name = linked.path.file_name().unwrap_or_default().to_string_lossy();
                let name = name.strip_suffix(".exe").unwrap_or(&name).to_owned();
                programs.push(Program { name, main, units: Some(linked.units) });
            }
        }
        for main in mains {
            if !programs.iter().any(|it| self.units[it.main].place == self.units[*main].place) {
                let name =
                    self.units[*main].path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                programs.push(Program { name, main: *main, units: None });
            }
        }
        programs.sort_by(|one, other| one.name.cmp(&other.name));
        programs
    }

    fn program<'a>(&self, name: &str, programs: &'a [Program]) -> Result<&'a Program, Diagnostic> {
        let called: Vec<&Program> = programs.iter().filter(|it| it.name == name).collect();
        match called[..] {
            [program] => return Ok(program),
            [] => {}
            [first, ..] => {
                let files: Vec<String> =
                    called.iter().map(|it| format!("`{}`", self.file(it.main))).collect();
                let message =
                    format!("the project has {} programs `{name}`: {}", called.len(), files.join(", "));
                let hint = format!("name the file of the one that is meant, as `{}`", self.file(first.main));
                return Err(Diagnostic::error(message).with_hint(hint));
            }
        }
        let message = format!("the project has no program `{name}`");
        let near = programs.iter().min_by_key(|it| strsim::levenshtein(&it.name, name));
        let near = near.filter(|it| strsim::levenshtein(&it.name, name) <= name.len().div_ceil(3));
        Err(Diagnostic::error(message).with_hint(match near {
            Some(program) => format!("`--program {}` is one", program.name),
            None if programs.is_empty() => "no link line of the project was found; build it first".to_owned(),
            None => format!("its programs are {}", listed(programs)),
        }))
    }

    /// Several programs, and none is named.
    fn several(&self, programs: &[Program]) -> Diagnostic {
        let message = format!("the project has {} programs: {}", programs.len(), listed(programs));
        let hint = match programs.first() {
            Some(first) => format!(
                "choose one with `--program {}`, or by the file with its `main`: `-p {} {}`",
                first.name,
                shown(&self.database),
                self.file(first.main)
            ),
            None => String::new(),
        };
        Diagnostic::error(message).with_hint(hint)
    }

    /// A program with the files that are named, or that of its `main`.
    fn linked_as(&self, program: &Program, files: &[PathBuf], named: &[usize], mains: &[usize]) -> Chosen {
        let mut files = files.to_vec();
        let mut named = named.to_vec();
        if !mains.is_empty() && !named.iter().any(|unit| mains.contains(unit)) {
            files.push(self.units[program.main].path.clone());
            named.push(program.main);
        }
        match &program.units {
            Some(units) => {
                let others = units.iter().copied().filter(|unit| !named.contains(unit)).collect();
                self.made(files, &named, others, true)
            }
            None => self.made(files, &named, self.others(&named, mains), false),
        }
    }

    /// The file that defines a function to start at.
    fn around(&self, entry: &str, mains: &[usize]) -> Result<Chosen, Diagnostic> {
        let mut seen = BTreeSet::new();
        let own: Vec<usize> = (0..self.units.len())
            .filter(|idx| defines(&self.units[*idx].place, entry) && seen.insert(&self.units[*idx].place))
            .collect();
        match own[..] {
            [unit] => {
                let others = self.others(&[unit], mains);
                Ok(self.made(vec![self.units[unit].path.clone()], &[unit], others, false))
            }
            [] => {
                let message = format!("no file of the project defines the function `{entry}`");
                let diagnostic = Diagnostic::error(message);
                Err(match self.function_like(entry) {
                    Some(name) => diagnostic.with_hint(format!("there is `{name}`")),
                    None => diagnostic,
                })
            }
            [first, ..] => {
                let files: Vec<String> = own.iter().map(|it| format!("`{}`", self.file(*it))).collect();
                let message = format!("`{entry}` is defined in several files: {}", files.join(", "));
                let hint = format!(
                    "name the one that is meant, as `-p {} {}`",
                    shown(&self.database),
                    self.file(first)
                );
                Err(Diagnostic::error(message).with_hint(hint))
            }
        }
    }

    /// The function of the project whose name is most like this one, and not much else.
    fn function_like(&self, name: &str) -> Option<String> {
        let texts = self.units.iter().filter_map(|unit| text_of(&unit.place));
        let names: BTreeSet<String> = texts
            .flat_map(|text| scan::functions(&text).into_iter().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let near = names.into_iter().map(|it| (strsim::levenshtein(&it, name), it)).min()?;
        (near.0 <= name.len().div_ceil(3)).then_some(near.1)
    }

    /// All other units, without those that begin a program.
    fn others(&self, named: &[usize], mains: &[usize]) -> Vec<usize> {
        let is_one_of = |unit: &usize, them: &[usize]| {
            them.iter().any(|it| self.units[*it].place == self.units[*unit].place)
        };
        (0..self.units.len()).filter(|unit| !is_one_of(unit, named) && !is_one_of(unit, mains)).collect()
    }

    fn all_files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = Vec::new();
        for unit in &self.units {
            if !files.contains(&unit.path) {
                files.push(unit.path.clone());
            }
        }
        files
    }

    fn file(&self, unit: usize) -> String {
        self.units[unit].path.display().to_string()
    }

    fn made(&self, files: Vec<PathBuf>, named: &[usize], others: Vec<usize>, by_link_lines: bool) -> Chosen {
        let mut units: Vec<Unit> = Vec::new();
        let mut linked = Linked { files: Vec::new(), by_link_lines };
        for (idx, is_named) in named.iter().map(|it| (*it, true)).chain(others.iter().map(|it| (*it, false)))
        {
            let unit = &self.units[idx];
            if units.iter().any(|known| known.place == unit.place) {
                continue;
            }
            if !is_named {
                linked.files.push(unit.path.clone());
            }
            units.push(unit.clone());
        }
        Chosen { files, units, linked }
    }
}

/// Whether a file has a function with a body.
fn defines(path: &Path, function: &str) -> bool {
    text_of(path).is_some_and(|text| scan::functions(&text).contains(function))
}

fn text_of(path: &Path) -> Option<String> {
    Some(String::from_utf8_lossy(&named_inside(path)?).into_owned())
}

fn listed(programs: &[Program]) -> String {
    let names: Vec<&str> = programs.iter().map(|it| it.name.as_str()).collect();
    match names.len().checked_sub(MAX_NAMED).filter(|it| *it > 0) {
        Some(n_more) => format!("{} and {n_more} more", names[..MAX_NAMED].join(", ")),
        None => names.join(", "),
    }
}
