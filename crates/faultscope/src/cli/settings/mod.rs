//! Options that stand in a file, `faultscope.toml`, found upwards from the first file of the program.
//!
//! A key is the long name of an option, and its value that of the option. What the file says stands in front of what the
//! command line says: lists grow, and of what can be said once the command line's counts.

mod keys;
mod read;
mod suppress;
mod wrong;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use faultscope::report::Diagnostic;
use faultscope::{Rejection, input};

use super::arguments::{self, Arguments};
use super::compile_line;
use super::sources::Sources;
use keys::Key;
use read::Setting;
use wrong::Wrong;

/// What the file is called.
pub(super) const FILE_NAME: &str = "faultscope.toml";

/// What is said on the command line and in the file.
pub(super) struct Said {
    pub(super) command: arguments::Command,
    /// The file whose options were taken.
    pub(super) file: Option<PathBuf>,
}

/// Reads the command line, and the file that belongs to the program which it names.
///
/// Wrong arguments end the process, as `clap` does it.
///
/// # Errors
/// Where the file cannot be read, or says what no option can say.
pub(super) fn said(line: Vec<OsString>) -> Result<Said, Rejection> {
    let mut command = arguments::command();
    let line = compile_line::adapted(line, &command);
    let matches = match command.clone().try_get_matches_from(&line) {
        Ok(matches) => matches,
        Err(error) => return Err(without_command(&line, &command).unwrap_or_else(|| error.exit())),
    };
    let mut said = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(Said { command: said.command, file: None });
    };
    if let arguments::Command::Batch(batch) = &mut said.command {
        batch.passed_on = passed_on(&mut command, matches);
    }
    let Some(file) = sources(&said.command).map(file_of).transpose()?.flatten() else {
        return Ok(Said { command: said.command, file: None });
    };
    command.build();
    let subcommand = command.find_subcommand(name).expect("it was just found");
    let read::Settings { options: settings, rules } = read::read(&file)?;
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    // The subcommand is the first argument, for the command itself has no options beside those that end it.
    let (start, rest) = line.split_at(line.len().min(2));
    let with = |settings: &[Setting]| {
        let options = settings.iter().flat_map(|it| as_arguments(it, &folder, subcommand, matches));
        let line: Vec<OsString> = start.iter().cloned().chain(options).chain(rest.iter().cloned()).collect();
        let matches = arguments::command().try_get_matches_from(&line)?;
        Arguments::from_arg_matches(&matches)
    };
    match with(&settings) {
        Ok(mut said) => {
            if let arguments::Command::Check(check) = &mut said.command {
                check.suppressing.rules = rules;
            }
            Ok(Said { command: said.command, file: Some(file) })
        }
        Err(error) => {
            let wrong = settings.iter().find_map(|it| Some((it, with(std::slice::from_ref(it)).err()?)));
            Err(refused(&file, wrong.as_ref().map(|(it, _)| *it), wrong.as_ref().map_or(&error, |it| &it.1)))
        }
    }
}

/// What to do where the command line begins with a program, or with an option, and names no command.
fn without_command(line: &[OsString], command: &Command) -> Option<Rejection> {
    let first = line.get(1)?;
    let (words, is_option) = (&line[1..], first.to_string_lossy().starts_with('-'));
    if command.find_subcommand(first).is_some() {
        return None;
    }
    let program = words.iter().find(|it| is_program(it)).filter(|it| is_option || *it == first)?;
    let words: Vec<String> = words.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let message = match is_option {
        true => format!("no command is given for `{}`", Path::new(program).display()),
        false => format!("`{}` is not a command", Path::new(program).display()),
    };
    let hint = match Path::new(program).extension().is_some_and(|it| it == "json") {
        true => format!("to show a stored report, run `faultscope explain {}`", words.join(" ")),
        false => format!("to check the program, run `faultscope check {}`", words.join(" ")),
    };
    Some(Diagnostic::error(message).with_hint(hint).into())
}

fn is_program(word: &OsStr) -> bool {
    let ending = Path::new(word).extension().and_then(|it| it.to_str());
    ending.is_some_and(|it| ["c", "i", "bpl"].contains(&it)) || Path::new(word).is_file()
}

/// The options of a batch that each of its checks gets, as its arguments. A file with options is found by each check.
fn passed_on(command: &mut Command, said: &ArgMatches) -> Vec<OsString> {
    command.build();
    let options = command.find_subcommand("batch").into_iter().flat_map(Command::get_arguments);
    let is_said = |it: &&Arg| said.value_source(it.get_id().as_str()) == Some(ValueSource::CommandLine);
    let passed_on = options.filter(|it| arguments::is_passed_on(it)).filter(is_said);
    passed_on.flat_map(|option| keys::spelled(option, said)).collect()
}

/// What `clap` says of a value that stands in the file.
fn refused(file: &Path, setting: Option<&Setting>, error: &clap::Error) -> Rejection {
    const HINT: &str = "its keys are options of `faultscope check`; `--no-config` leaves the file out";
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    let message = first.strip_prefix("error: ").unwrap_or(first);
    let values = text.lines().find_map(|it| it.trim().strip_prefix("[possible values: ")?.strip_suffix(']'));
    let hint = values.map_or(HINT.to_owned(), |them| format!("the values are {them}"));
    match (setting, input::text(file)) {
        (Some(setting), Ok(text)) => {
            let wrong = Wrong { place: setting.place.clone(), message: message.to_owned(), hint: Some(hint) };
            read::rejection(file, &text, vec![wrong])
        }
        _ => Diagnostic::error(format!("`{}`: {message}", file.display())).with_hint(HINT).into(),
    }
}

fn sources(command: &arguments::Command) -> Option<&Sources> {
    match command {
        arguments::Command::Check(check) => Some(&check.sources),
        arguments::Command::VerifyPatch(verify) => Some(&verify.check.sources),
        arguments::Command::Run(run) => Some(&run.sources),
        arguments::Command::Validate(validate) => Some(&validate.sources),
        _ => None,
    }
}

/// The file that belongs to a program.
fn file_of(sources: &Sources) -> Result<Option<PathBuf>, Rejection> {
    if sources.no_config {
        return Ok(None);
    }
    if let Some(file) = &sources.config {
        return Ok(Some(file.clone()));
    }
    Ok(sources.files.first().or(sources.project.as_ref()).and_then(|it| found_from(it)))
}

/// The file that is found upwards from a path.
pub(super) fn found_from(path: &Path) -> Option<PathBuf> {
    let path = fs::canonicalize(path).ok()?;
    let found = path.ancestors().map(|it| it.join(FILE_NAME)).find(|it| it.is_file())?;
    let here = std::env::current_dir().ok();
    Some(here.and_then(|here| found.strip_prefix(here).map(Path::to_owned).ok()).unwrap_or(found))
}

/// How many settings a file has.
///
/// # Errors
/// As [`said`].
pub(super) fn check(file: &Path) -> Result<usize, Rejection> {
    read::read(file).map(|it| it.options.len() + it.rules.len())
}

/// A line of the file as arguments of a command: none where the command has no such option, or says it itself.
fn as_arguments(setting: &Setting, folder: &Path, command: &Command, said: &ArgMatches) -> Vec<OsString> {
    let Setting { key, values, .. } = setting;
    let Some(option) = command.get_arguments().find(|it| key.is(it)) else { return Vec::new() };
    let is_said = |it: &Arg| said.value_source(it.get_id().as_str()) == Some(ValueSource::CommandLine);
    let excludes = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|it| it.get_id() == other.get_id())
    };
    let mut said_there = command.get_arguments().filter(|it| is_said(it));
    let is_excluded = said_there.any(|it| excludes(it, option) || excludes(option, it));
    if is_excluded || !key.adds && is_said(option) {
        return Vec::new();
    }
    values.iter().map(|value| as_argument(key, value, folder)).collect()
}

fn as_argument(key: &Key, value: &str, folder: &Path) -> OsString {
    // From where the file stands, and not from where the command is.
    if key.is_path { key.with(folder.join(value).as_os_str()) } else { key.with(value.as_ref()) }
}

#[cfg(test)]
mod tests;
