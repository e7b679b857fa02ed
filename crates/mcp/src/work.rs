//! What a worker does: one call.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use faultscope_frontend::c::bytes::text_of;
use faultscope_ir::SourceMap;
use faultscope_pipeline::guard::{self, Ending, Guarded};
use faultscope_pipeline::report::text::{self, Shown, Style};
use faultscope_pipeline::report::{Diagnostic, Verification, diagnostic, json};
use faultscope_pipeline::{CheckRequest, Options, Phase, Progress, Rejection, Report};
use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::evidence::{self, Proposals};
use crate::summary;
use crate::tools::{self, failed};
use crate::worker::{Job, Line, job_in, report_in, scratch_in};

/// How often it is told that something takes long.
const EVERY: Duration = Duration::from_secs(2);

/// With less time a patch is not judged.
const LEAST_TIME: Duration = Duration::from_millis(500);

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
    let Job { tool, arguments, name, report, program } = job;
    let done = Arguments::read(arguments, &tools::input_schema(&tool)).and_then(|arguments| {
        let call = Call { arguments, name, folder: folder.to_owned() };
        match tool.as_str() {
            tools::CHECK => call.check(),
            tools::EXPLAIN => Ok(call.explain(report)?),
            tools::PROPOSE => call.propose(report, program.map(Arguments::of_call).transpose()?),
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
        let (report, note) = checked(request)?;
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
        let verification = verified(request, &self.arguments.diff)?;
        let mut text = evidence::words(&verification);
        if let Some(report) = &verification.report {
            text = format!("{text}\n{}", self.kept(report)?);
        }
        let data = evidence::verification(&verification, &self.name);
        Ok(Answer { text, data: Some(data) })
    }

    /// Proposes patches: those of a stored report, or of what a check finds. `program` is what an earlier call was about.
    fn propose(&self, stored: Option<String>, program: Option<Arguments>) -> Result<Answer, Rejection> {
        let start = Instant::now();
        if program.is_some() && self.arguments.has_program() {
            let diagnostic = Diagnostic::error("a `report` and a program are both given");
            return Err(diagnostic.with_hint("give one or the other").into());
        }
        let program = program.map(|it| it.for_patches(&self.arguments));
        let request = program.as_ref().unwrap_or(&self.arguments).request(&scratch_in(&self.folder))?;
        if let Some(stored) = stored {
            let report = read_report(&stored, None)?;
            return self.proposed(&report, start, &request);
        }
        let (report, note) = checked(request.clone())?;
        let kept = self.kept(&report)?;
        let Answer { text, data } = self.proposed(&report, start, &request)?;
        Ok(Answer { text: format!("{note}{text}\n{kept}"), data })
    }

    /// The patches of a report, judged in the time that is left.
    fn proposed(&self, report: &Report, start: Instant, request: &CheckRequest) -> Result<Answer, Rejection> {
        let timeout = request.options.timeout;
        let judge = |number: usize, diff: &str| {
            let left = timeout.map(|it| it.saturating_sub(start.elapsed()));
            if left.is_some_and(|it| it < LEAST_TIME) {
                return Ok(Verification::given_up());
            }
            let options =
                Options { timeout: left, limits: Options::standard().limits, ..request.options.clone() };
            verified(CheckRequest { options, ..request.clone() }, diff).map_err(|rejection| {
                let name = &self.name;
                let message =
                    format!("patch {number} of `{name}` cannot be judged: the program may have changed");
                let mut diagnostics = vec![Diagnostic::error(message).with_hint("call `check` again")];
                diagnostics.extend(rejection.diagnostics);
                Rejection { diagnostics, ..rejection }
            })
        };
        let proposals = Proposals::judge((&self.name, report), self.arguments.limit(), judge)?;
        Ok(Answer { text: proposals.words(), data: Some(proposals.data()) })
    }

    fn explain(&self, stored: Option<String>) -> Result<Answer, Diagnostic> {
        let (stored, name) = match (stored, &self.arguments.report) {
            (Some(stored), _) => (stored, None),
            (None, Some(path)) => (read(path)?, Some(path)),
            (None, None) => return Err(Diagnostic::error("there is no report")),
        };
        let report = read_report(&stored, name)?;
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

/// Reads a report, which may be in a file.
fn read_report(stored: &str, path: Option<&PathBuf>) -> Result<Report, Diagnostic> {
    json::read(stored).map_err(|error| {
        let name = path.map_or("the report".to_owned(), |it| format!("`{}`", it.display()));
        let hint = "it should be what `faultscope check --format json` of this version prints";
        Diagnostic::error(format!("cannot read {name}: {error}")).with_hint(hint)
    })
}

/// Checks a program; says if that was not completed.
fn checked(request: CheckRequest) -> Result<(Report, String), Rejection> {
    let teller = Teller::default();
    match guard::check(request, teller.clone(), &mut |elapsed| teller.tick(elapsed)) {
        Ending::Answered(report) => Ok((report?, String::new())),
        Ending::Crashed(Some(report)) => {
            Ok((report, format!("warning: the analysis has not ended: {BUG}\n\n")))
        }
        Ending::Crashed(None) => Err(Diagnostic::error(BUG).into()),
    }
}

/// Judges a diff.
fn verified(request: CheckRequest, diff: &str) -> Result<Verification, Rejection> {
    let teller = Teller::default();
    match guard::verify_patch(request, diff.to_owned(), teller.clone(), &mut |elapsed| teller.tick(elapsed)) {
        Guarded::Done(verification) => verification,
        Guarded::GivenUp(_) => Ok(Verification::given_up()),
        Guarded::Crashed => Err(Diagnostic::error(BUG).into()),
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
