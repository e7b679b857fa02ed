//! Witnesses in files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use faultscope::report::{Diagnostic, Report};
use faultscope::{Property, input};
use faultscope_frontend::c::DataModel;
use faultscope_guidance::Guidance;
use faultscope_witness::model::base_name;
use faultscope_witness::{Content, Metadata, Witness, hash, identifier, read, write};

use super::streams::complain;

/// The witness of a file. What of it is not read is told, and so is that it was written for other files.
///
/// # Errors
/// Where there is none.
pub(super) fn witness(
    file: &Path,
    program: &[PathBuf],
    is_wanted: fn(&Content) -> bool,
) -> Result<Witness, Diagnostic> {
    let name = file.display();
    let reading = read(&input::bytes(file)?)
        .map_err(|error| Diagnostic::error(format!("`{name}` is not a witness: {error}")))?;
    for warning in &reading.warnings {
        complain(&format!("warning: `{name}`, {warning}\n"));
    }
    let witness = reading.witnesses.into_iter().find(|it| is_wanted(&it.content));
    let witness = witness.ok_or_else(|| {
        let message = format!("`{name}` has no violation sequence");
        Diagnostic::error(message).with_hint("`faultscope validate` takes invariant sets")
    })?;
    for path in program {
        if let Some(said) = other_hash(&witness.metadata, path) {
            complain(&format!(
                "warning: `{name}` was written for another version of `{}`, with the SHA-256 {said}\n",
                path.display()
            ));
        }
    }
    Ok(witness)
}

/// What a witness of another tool says of an error.
///
/// # Errors
/// Where there is no such witness.
pub(super) fn guidance(file: &Path, program: &[PathBuf]) -> Result<Arc<Guidance>, Diagnostic> {
    let witness = witness(file, program, |it| matches!(it, Content::Violation { .. }))?;
    let guidance = Guidance::of(witness);
    guidance.map(Arc::new).ok_or_else(|| Diagnostic::error("there is no violation sequence"))
}

/// The hash that a witness says a file has, where the file has another one.
fn other_hash(metadata: &Metadata, path: &Path) -> Option<String> {
    let name = path.display().to_string();
    let is_it = |said: &str| said.is_empty() || base_name(said) == base_name(&name);
    let (_, said) = metadata.hashes.iter().find(|(file, _)| is_it(file))?;
    let own = hash(&fs::read(path).ok()?);
    (!own.eq_ignore_ascii_case(said.trim())).then(|| said.clone())
}

/// A witness as text.
///
/// # Errors
/// Where a file of the program cannot be read any more.
pub(super) fn document(
    content: &Content,
    specification: &str,
    files: &[PathBuf],
    model: DataModel,
) -> Result<String, Diagnostic> {
    let mut hashes = Vec::new();
    for path in files {
        let name = path.display().to_string();
        hashes.push((name, hash(&input::bytes(path)?)));
    }
    let metadata = Metadata {
        producer: Some("Faultscope".to_owned()),
        producer_version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        files: files.iter().map(|it| it.display().to_string()).collect(),
        hashes,
        specification: Some(specification.to_owned()),
        data_model: Some(if model == DataModel::Lp64 { "LP64" } else { "ILP32" }.to_owned()),
        ..Metadata::default()
    };
    let mut witness = Witness { metadata, content: content.clone(), n_left_out: 0 };
    // The name depends on all but the time.
    witness.metadata.identifier = Some(identifier(&write(&witness)));
    witness.metadata.created = Some(now());
    Ok(write(&witness))
}

/// What must hold, in the words of the competition: as the property file says it, or the property that is violated, or the
/// one that was checked.
///
/// # Errors
/// Where the property file cannot be read any more.
pub(super) fn specification(report: &Report, entry: Option<&str>) -> Result<String, Diagnostic> {
    let Some(asked) = &report.specification else { return Ok(derived(report, entry)) };
    let text = input::text(Path::new(&asked.file))?;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|it| it.starts_with("CHECK")).collect();
    Ok(lines.join("\n"))
}

/// The specification where no file says it.
fn derived(report: &Report, entry: Option<&str>) -> String {
    let entry = entry.unwrap_or("main");
    let violated = report.error().map(|it| (it.property, it.message.as_str()));
    let checked = report.checks.first().map(|it| (it.property, it.message.as_str()));
    let (property, message) = violated.or(checked).unwrap_or((Property::UnreachCall, ""));
    let formula = match property {
        Property::UnreachCall => match message.strip_prefix("call of ").map(|it| it.trim_end_matches("()")) {
            Some(function) => format!("G ! call({function}())"),
            None if message.starts_with("label ") => "G ! label(ERROR)".to_owned(),
            None => property.formula().to_owned(),
        },
        other => other.formula().to_owned(),
    };
    format!("CHECK( init({entry}()), LTL({formula}) )")
}

/// The time, as ISO 8601 writes it.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    date(seconds)
}

/// The days of the calendar from the first of March of the year 0 on, in eras of 400 years.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(date(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
