//! Property files and task definitions on the command line: which files, what is checked, and what the answer should be.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use faultscope::report::Diagnostic;
use faultscope::{Options, Property, Specification, input};
use faultscope_frontend::c::ErrorNames;
use faultscope_ir::{PropertyGroup, selection};
use faultscope_task::definition::{DataModel, TaskProperty};
use faultscope_task::{Definition, Expected, Problem, PropertyFile, glob, property};

use super::arguments::Check;
use super::sources::Model;
use super::streams::complain;

/// What a property file asks for, as options of a check.
pub struct Asked {
    entry: Option<String>,
    properties: BTreeSet<Property>,
    errors: ErrorNames,
    reads_annotations: bool,
    specification: Specification,
}

impl Asked {
    /// Whether all of it can be checked.
    pub fn is_supported(&self) -> bool {
        self.specification.unsupported.is_empty()
    }

    /// Puts it into the options.
    pub fn select(self, options: &mut Options) {
        options.entry = self.entry.or(options.entry.take());
        if !self.properties.is_empty() {
            options.properties = self.properties;
        }
        options.errors = self.errors;
        // Elsewhere they are comments.
        options.annotations.are_read &= self.reads_annotations;
        options.specification = Some(self.specification);
    }
}

/// What a property file or a task asks for, if one is there. The files and the sizes of types of a task become those of the
/// command line.
///
/// # Errors
/// Where a file cannot be read or is wrong, and where the command line says something else.
pub fn asked(arguments: &mut Check) -> Result<Option<Asked>, Diagnostic> {
    let (file, expected) = match arguments.sources.files.iter().position(|it| is_task(it)) {
        Some(idx) => {
            let path = arguments.sources.files[idx].clone();
            let definition = definition(&path, arguments)?;
            let chosen = chosen(&path, &definition, arguments.property_file.as_deref())?;
            take(&path, &definition, arguments)?;
            chosen
        }
        None => match &arguments.property_file {
            Some(file) => (file.clone(), None),
            None => return Ok(None),
        },
    };
    // It is read, whoever has named it.
    arguments.property_file = Some(file.clone());
    let read = property_file(&file)?;
    let is_boogie = |it: &&PathBuf| it.extension().is_some_and(|it| it.eq_ignore_ascii_case("bpl"));
    if let Some(other) = arguments.sources.files.iter().find(is_boogie) {
        let message =
            format!("`{}` is in Boogie, and property files are about programs in C", other.display());
        return Err(Diagnostic::error(message).with_hint("`--property` chooses what is checked"));
    }
    let asked = selected(file, &read, expected);
    if asked.reads_annotations && arguments.contracts.ignore_annotations {
        let message = "the property file asks for annotations, and `--ignore-annotations` leaves them out";
        return Err(Diagnostic::error(message));
    }
    Ok(Some(asked))
}

fn is_task(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "yml" || it == "yaml")
}

/// What is wrong with a file, with its place.
fn wrong(path: &Path, problem: &Problem) -> Diagnostic {
    at(path, problem.line, &problem.message)
}

fn at(path: &Path, line: usize, message: &str) -> Diagnostic {
    Diagnostic::error(format!("{}:{line}: {message}", path.display()))
}

/// What a property file says.
///
/// # Errors
/// Where it cannot be read, or is none.
pub fn property_file(path: &Path) -> Result<PropertyFile, Diagnostic> {
    PropertyFile::parse(&input::text(path)?).map_err(|problem| wrong(path, &problem))
}

/// The task, which says itself what the program is and what is asked of it.
fn definition(path: &Path, arguments: &Check) -> Result<Definition, Diagnostic> {
    let contradiction = |what: &str| {
        let message = format!("{what} with the task `{}`, which says that itself", path.display());
        Err(Diagnostic::error(message))
    };
    if arguments.sources.files.len() > 1 {
        return contradiction("other files are named together");
    }
    let given = [
        ("--project", arguments.sources.project.is_some()),
        ("--property", arguments.goal.property != ["default"]),
        ("--entry", arguments.goal.entry.is_some()),
        ("--check", arguments.check.is_some()),
        ("tests", arguments.testing.is_asked()),
    ];
    if let Some((option, _)) = given.iter().find(|it| it.1) {
        return contradiction(&format!("`{option}` does not go together"));
    }
    let definition = Definition::parse(&input::text(path)?).map_err(|problem| wrong(path, &problem))?;
    if let Some(language) = definition.language.as_ref().filter(|it| !it.text.eq_ignore_ascii_case("c")) {
        return Err(at(
            path,
            language.line,
            &format!("the task is in {}, and only C is read", language.text),
        ));
    }
    if let Some(witness) = &definition.witness {
        let message =
            format!("the task is to validate the witness `{}`, and not to check a program", witness.text);
        return Err(at(path, witness.line, &message));
    }
    Ok(definition)
}

/// The files of a task and its sizes of types become those of the command line.
fn take(path: &Path, definition: &Definition, arguments: &mut Check) -> Result<(), Diagnostic> {
    let mut files = Vec::new();
    for name in &definition.input_files {
        files.extend(existing(path, name)?);
    }
    for name in &definition.required_files {
        existing(path, name)?;
    }
    arguments.sources.files = files;
    let model = definition.data_model.map(|it| match it {
        DataModel::Ilp32 => Model::Ilp32,
        DataModel::Lp64 => Model::Lp64,
    });
    let said = match arguments.sources.bits.as_deref() {
        Some("32") => Some(Model::Ilp32),
        Some(_) => Some(Model::Lp64),
        None => arguments.sources.data_model,
    };
    match (model, said) {
        (Some(task), Some(said)) if task != said => {
            let message =
                format!("the command line says {said:?}, and the task `{}` {task:?}", path.display());
            Err(Diagnostic::error(message.replace("Ilp32", "ILP32").replace("Lp64", "LP64")))
        }
        (Some(model), None) => {
            arguments.sources.data_model = Some(model);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The files that a name in a task stands for. There is at least one.
fn existing(task: &Path, name: &faultscope_task::definition::Named) -> Result<Vec<PathBuf>, Diagnostic> {
    let files = expanded(task.parent().unwrap_or(Path::new("")), &name.text);
    if files.is_empty() {
        return Err(at(task, name.line, &format!("there is no file `{}`", name.text)));
    }
    Ok(files)
}

/// The files of a folder that a name stands for, in the order of their names.
fn expanded(folder: &Path, name: &str) -> Vec<PathBuf> {
    let literal = folder.join(name);
    if literal.exists() {
        return vec![literal];
    }
    let mut found = vec![folder.to_owned()];
    for part in Path::new(name).components() {
        let text = part.as_os_str().to_string_lossy();
        found = match part {
            Component::Normal(_) if glob::is_pattern(&text) => {
                found.iter().flat_map(|folder| members(folder, &text)).collect()
            }
            part => found.into_iter().map(|folder| folder.join(part)).collect(),
        };
    }
    found.retain(|it| it.exists());
    found.sort();
    found
}

/// What in a folder has a name like this.
fn members(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let names = entries.map(|it| it.file_name());
    names.filter(|it| glob::matches(pattern, &it.to_string_lossy())).map(|it| folder.join(it)).collect()
}

/// The property file of a task that is to be checked, and what the answer should be.
fn chosen(
    task: &Path,
    definition: &Definition,
    picked: Option<&Path>,
) -> Result<(PathBuf, Option<Expected>), Diagnostic> {
    let path = |property: &TaskProperty| existing(task, &property.file).map(|mut files| files.swap_remove(0));
    let listed = || {
        let names = definition.properties.iter().map(|it| format!("`{}`", it.file.text));
        names.collect::<Vec<_>>().join(", ")
    };
    if let Some(picked) = picked {
        let whole = |path: &Path| fs::canonicalize(path).ok();
        let is_same = |it: &&TaskProperty| {
            path(it).is_ok_and(|it| whole(&it).is_some_and(|it| whole(picked) == Some(it)))
        };
        let is_called = |it: &&TaskProperty| Path::new(&it.file.text).file_name() == picked.file_name();
        let properties = &definition.properties;
        let found = properties.iter().find(is_same).or_else(|| properties.iter().find(is_called));
        return match found {
            Some(property) => Ok((picked.to_owned(), property.expected.clone())),
            None if properties.is_empty() => Ok((picked.to_owned(), None)),
            None => {
                let message =
                    format!("the task `{}` does not ask for `{}`", task.display(), picked.display());
                Err(Diagnostic::error(message).with_hint(format!("it asks for {}", listed())))
            }
        };
    }
    match definition.properties.as_slice() {
        [] => {
            let message = format!("the task `{}` asks for nothing", task.display());
            Err(Diagnostic::error(message).with_hint("name a property file with `--property-file`"))
        }
        [property] => Ok((path(property)?, property.expected.clone())),
        properties => {
            let mut supported = Vec::new();
            for property in properties {
                let file = path(property)?;
                let read = property_file(&file)?;
                if read.properties.iter().all(|it| checked(it).is_some()) {
                    supported.push((file, property.expected.clone()));
                }
            }
            let others = match properties.len() - supported.len() {
                1 => "the other property of the task, which is not supported".to_owned(),
                n => format!("{n} other properties of the task, which are not supported"),
            };
            match (supported.pop(), supported.is_empty()) {
                (Some(one), true) => {
                    complain(&format!("note: only `{}` is checked, and not {others}\n", one.0.display()));
                    Ok(one)
                }
                _ => {
                    let message = format!("the task `{}` asks for several properties", task.display());
                    let hint = format!("pick one with `--property-file`: {}", listed());
                    Err(Diagnostic::error(message).with_hint(hint))
                }
            }
        }
    }
}

/// The properties of ours that one of a property file stands for; none where it is not supported.
fn checked(property: &property::Property) -> Option<BTreeSet<Property>> {
    use property::Property as Asked;
    let defined = [PropertyGroup::MemorySafety, PropertyGroup::Arithmetic, PropertyGroup::UndefinedBehaviour];
    match property {
        Asked::UnreachCall(_) | Asked::UnreachLabel(_) => Some([Property::UnreachCall].into()),
        Asked::ValidFree
        | Asked::ValidDeref
        | Asked::ValidMemtrack
        | Asked::ValidMemcleanup
        | Asked::NoOverflow => selection::named(property.name()).ok().map(BTreeSet::from_iter),
        Asked::DefBehavior => {
            Some(Property::selectable().filter(|it| defined.contains(&it.group())).collect())
        }
        Asked::Annotations => {
            Some(Property::selectable().filter(|it| it.group() == PropertyGroup::Assertions).collect())
        }
        Asked::NoDataRace | Asked::Termination | Asked::Cover(_) | Asked::Other(_) => None,
    }
}

/// What is asked for in the words of SV-COMP, of which one of these files has them.
pub fn selected(file: PathBuf, read: &PropertyFile, expected: Option<Expected>) -> Asked {
    let mut errors = ErrorNames { functions: BTreeSet::new(), labels: BTreeSet::new() };
    let (mut asked, mut unsupported): (Vec<(String, BTreeSet<Property>)>, _) = (Vec::new(), Vec::new());
    for property in &read.properties {
        match property {
            property::Property::UnreachCall(function) => _ = errors.functions.insert(function.clone()),
            property::Property::UnreachLabel(label) => _ = errors.labels.insert(label.clone()),
            _ => {}
        }
        match checked(property) {
            // Several functions are one property.
            Some(_) if asked.iter().any(|it| it.0 == property.name()) => {}
            Some(properties) => asked.push((property.name().to_owned(), properties)),
            None => unsupported.push(property.to_string()),
        }
    }
    Asked {
        entry: read.entry.clone(),
        properties: asked.iter().flat_map(|it| it.1.iter().copied()).collect(),
        errors,
        reads_annotations: read.properties.contains(&property::Property::Annotations),
        specification: Specification { file, asked, unsupported, expected },
    }
}
