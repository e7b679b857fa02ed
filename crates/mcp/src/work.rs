//! What a worker does: one call.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use faultscope_frontend::c::bytes::text_of;
use faultscope_ir::SourceMap;
use faultscope_pipeline::guard::{self, Ending, Guarded};
use faultscope_pipeline::report::text::{self, Shown, Style};
use faultscope_pipeline::report::{Diagnostic, Verification, diagnostic, json};
use faultscope_pipeline::{Phase, Progress, Rejection, Report};
use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::summary;
use crate::tools::{self, failed};
use crate::worker::{Job, Line, job_in, report_in, scratch_in};

/// How often it is told that something takes long.
const EVERY: Duration = Duration::from_secs(2);

/// The longest text of an answer, in lines and in bytes.
const MAX_LINES: usize = 600;
const MAX_BYTES: usize = 48 << 10;

/// So many messages about an input are shown.
const MAX_MESSAGES: usize = 20;

/// What a bug is called.
const BUG: &str = "this is a bug of Faultscope, not of the program";

/// Does the job that is in the folder, and prints what comes of it.
///
/// # Errors
/// Where there is none, or nobody reads.
pub(crate) fn work(folder: &Path) -> io::Result<()> {
    let job: Job = serde_json::from_str(&fs::read_to_string(job_in(folder))?)?;
    say(&Line::Result(result(job, folder)))
}

fn say(line: &Line) -> io::Result<()> {
    let text = format!("{}\n", serde_json::to_string(line)?);
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// The result of a call, whatever comes of it.
fn result(job: Job, folder: &Path) -> Value {
    let Job { tool, arguments, name, report } = job;
    let done = Arguments::read(arguments, &tools::input_schema(&tool)).and_then(|arguments| {
        let call = Call { arguments, name, folder: folder.to_owned() };
        match tool.as_str() {
            tools::CHECK => call.check(),
            tools::EXPLAIN => Ok(call.explain(report)?),
            _ => call.verify_patch(),
        }
    });
    match done {
        Ok(Answer { text, data }) => {
            let mut result = json!({ "content": [{ "type": "text", "text": bounded(&for_agents(&text)) }], "isError": false });
            if let Some(data) = data {
                result["structuredContent"] = data;
            }
            result
        }
        Err(rejection) => failed(&bounded(&words(&rejection))),
    }
}

/// What is answered.
struct Answer {
    text: String,
    data: Option<Value>,
}

struct Call {
    arguments: Arguments,
    /// The name of the report.
    name: String,
    folder: PathBuf,
}

impl Call {
    fn check(&self) -> Result<Answer, Rejection> {
        let request = self.arguments.request(&scratch_in(&self.folder))?;
        let teller = Teller::default();
        let ending = guard::check(request, teller.clone(), &mut |elapsed| teller.tick(elapsed));
        let (report, note) = match ending {
            Ending::Answered(report) => (report?, ""),
            Ending::Crashed(Some(report)) => (report, "warning: the analysis has not ended: "),
            Ending::Crashed(None) => return Err(Diagnostic::error(BUG).into()),
        };
        let note = if note.is_empty() { String::new() } else { format!("{note}{BUG}\n\n") };
        let options = match self.arguments.max_findings {
            Some(n) => text::Options { findings: Shown::Most(n), ..SCREEN },
            None => SCREEN,
        };
        let text = format!("{note}{}\n{}", text::render(&report, &options), self.kept(&report)?);
        let data = summary::check(&report, &self.name, self.arguments.max_findings());
        Ok(Answer { text, data: Some(data) })
    }

    fn verify_patch(&self) -> Result<Answer, Rejection> {
        let request = self.arguments.request(&scratch_in(&self.folder))?;
        let teller = Teller::default();
        let diff = self.arguments.diff.clone();
        let ending = guard::verify_patch(request, diff, teller.clone(), &mut |elapsed| teller.tick(elapsed));
        let verification = match ending {
            Guarded::Done(verification) => verification?,
            Guarded::GivenUp(_) => Verification::given_up(),
            Guarded::Crashed => return Err(Diagnostic::error(BUG).into()),
        };
        let mut text = verification.text(&SCREEN);
        if let Some(report) = &verification.report {
            text = format!("{text}\n{}", self.kept(report)?);
        }
        let data = summary::verification(&verification, &self.name);
        Ok(Answer { text, data: Some(data) })
    }

    fn explain(&self, stored: Option<String>) -> Result<Answer, Diagnostic> {
        let (stored, name) = match (stored, &self.arguments.report) {
            (Some(stored), _) => (stored, None),
            (None, Some(path)) => (read(path)?, Some(path)),
            (None, None) => return Err(Diagnostic::error("there is no report")),
        };
        let report = json::read(&stored).map_err(|error| {
            let name = name.map_or("the report".to_owned(), |it| format!("`{}`", it.display()));
            let hint = "it should be what `faultscope check --format json` of this version prints";
            Diagnostic::error(format!("cannot read {name}: {error}")).with_hint(hint)
        })?;
        if let Some(rank) = self.arguments.finding {
            let Some(finding) = report.finding(rank) else {
                return Err(no_such_finding(&report, rank));
            };
            let text = text::finding(&report, finding, &SCREEN);
            return Ok(Answer { text, data: summary::one(&report, rank) });
        }
        let options = match self.arguments.show.as_deref() {
            Some("details") => text::Options { details: true, findings: Shown::All, ..SCREEN },
            Some("trace") => text::Options { full_trace: true, ..SCREEN },
            Some("checks") => text::Options { all_checks: true, ..SCREEN },
            _ => SCREEN,
        };
        let is_whole = self.arguments.show.as_deref() == Some("json");
        let data = is_whole.then(|| summary::whole(&report));
        Ok(Answer { text: text::render(&report, &options), data })
    }

    /// Keeps a report, to be asked about, and says by which name.
    fn kept(&self, report: &Report) -> Result<String, Diagnostic> {
        fs::write(report_in(&self.folder), json::render_line(report))
            .map_err(|error| Diagnostic::error(format!("the report cannot be kept: {error}")))?;
        let findings = match report.findings.is_empty() {
            true => "",
            false => " or with the number of a `finding`",
        };
        Ok(format!("This is `{}`: `explain` tells more of it, with `show`{findings}.\n", self.name))
    }
}

/// The first screen.
const SCREEN: text::Options = text::Options::first_screen(Style::PLAIN);

fn read(path: &Path) -> Result<String, Diagnostic> {
    let bytes = fs::read(path).map_err(|error| {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            _ => error.to_string(),
        };
        Diagnostic::error(format!("cannot read `{}`: {reason}", path.display()))
            .with_hint("a report is named as `check` has named it, or by the path of its file")
    })?;
    Ok(text_of(bytes))
}

fn no_such_finding(report: &Report, rank: usize) -> Diagnostic {
    let diagnostic = Diagnostic::error(format!("there is no finding {rank} in the report"));
    match report.findings.iter().map(|it| it.rank).max() {
        Some(last) => diagnostic.with_hint(format!("it has findings 1 to {last}")),
        None => diagnostic.with_hint("it has no findings"),
    }
}

/// What is wrong with an input.
fn words(rejection: &Rejection) -> String {
    let Rejection { diagnostics, sources } = rejection;
    let shown = diagnostics.iter().take(MAX_MESSAGES);
    let mut text: String = shown.map(|it| rendered(it, sources)).collect();
    if let Some(n @ 1..) = diagnostics.len().checked_sub(MAX_MESSAGES) {
        text.push_str(&format!("and {n} more messages\n"));
    }
    text
}

fn rendered(message: &Diagnostic, sources: &SourceMap) -> String {
    diagnostic::render(message, sources, &Style::PLAIN)
}

/// The text, which says how to see more as the command line does it, for those who have none.
fn for_agents(text: &str) -> String {
    const SHOWS: &str = "\n--details shows ";
    text.replacen(SHOWS, "\n`explain` with `show`: `details` shows ", 1)
}

/// The text up to its bounds.
fn bounded(text: &str) -> String {
    let mut kept = String::new();
    let mut lines = text.split_inclusive('\n');
    for line in lines.by_ref().take(MAX_LINES) {
        if kept.len() + line.len() > MAX_BYTES {
            break;
        }
        kept.push_str(line);
    }
    if kept.len() < text.len() {
        let n_left = text[kept.len()..].lines().count();
        kept.push_str(&format!("… and {n_left} more lines: `finding` and `show` choose parts\n"));
    }
    kept
}

/// Tells how far a call is. Clones tell the same.
#[derive(Clone, Default)]
struct Teller {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    doing: &'static str,
    /// When it was last told.
    told: Duration,
}

impl Teller {
    fn with(&self, act: impl FnOnce(&mut State)) {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Time goes by.
    fn tick(&self, elapsed: Duration) {
        self.with(|state| {
            if elapsed >= state.told + EVERY {
                state.told = elapsed;
                // Nobody to tell: the end of the standard input ends the process.
                let _ = say(&Line::Doing(format!("{} ({} s)", state.doing, elapsed.as_secs())));
            }
        });
    }
}

impl Progress for Teller {
    fn phase(&self, phase: Phase) {
        self.with(|state| {
            state.doing = phase.doing();
            let _ = say(&Line::Doing(state.doing.to_owned()));
        });
    }
}
