//! Which programs are checked when, and what becomes of what is found.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use faultscope_json::StageName;
use gen_lsp_types::{MessageType, ProgressToken, PublishDiagnosticsNotification, PublishDiagnosticsParams};
use lsp_server::{ErrorCode, RequestId};
use serde_json::json;

use crate::database;
use crate::diagnostics::{self, ByFile};
use crate::events::{RunId, Said};
use crate::found::Told;
use crate::lenses::{self, MAIN};
use crate::paths::{self, Kind};
use crate::program::{Checked, Subject, View};
use crate::run::{Progress, Run};
use crate::session::Session;
use crate::worker::Process;

/// The option that asks no compiler.
const NO_COMPILER_WARNINGS: &str = "--no-compiler-warnings";

/// How many checks run at a time.
const MAX_RUNNING: usize = 2;

/// Who asks for a check and is told how it went.
#[derive(Debug, Default)]
pub(crate) struct Asker {
    pub request: Option<RequestId>,
    pub token: Option<ProgressToken>,
}

impl Session {
    /// The program that a file belongs to, started at a function if one is named.
    pub(crate) fn subject(&self, path: &Path, entry: Option<String>) -> Subject {
        let parent = || path.parent().unwrap_or(path);
        let folder = self.client.folder(path).unwrap_or_else(parent).to_owned();
        let files: Vec<PathBuf> =
            self.settings.files.iter().map(|it| paths::plain(&folder.join(it))).collect();
        let files = if files.iter().any(|it| it == path) { files } else { vec![path.to_owned()] };
        Subject { folder, files, entry: entry.or_else(|| self.settings.entry.clone()) }
    }

    /// Whether a function is defined in an open file; none where that is not known.
    fn defines(&self, path: &Path, name: &str) -> Option<bool> {
        let document = self.documents.get(path)?;
        Some(lenses::definitions(path, document).iter().any(|it| it.name == name))
    }

    /// Checks the programs that a file belongs to which is opened or saved. Functions that were checked on their own are checked
    /// again.
    pub(crate) fn check_programs_of(&mut self, path: &Path) {
        let Some(kind) = paths::kind(path) else { return };
        let known = self.known.iter();
        let running = self.runs.values().map(|it| (&it.subject, &it.checked));
        let is_of = |checked: &Checked| checked.depends_on(path);
        let mut subjects: BTreeSet<Subject> =
            known.chain(running).filter(|it| is_of(it.1)).map(|it| it.0.clone()).collect();
        if kind != Kind::Header {
            let main = self.subject(path, None);
            let start = main.entry.clone().unwrap_or_else(|| MAIN.to_owned());
            if main.files.len() > 1 || self.defines(path, &start) != Some(false) {
                subjects.insert(main);
            } else {
                subjects.extend(self.programs_with(path, &start));
                if subjects.is_empty() {
                    let file = path.display();
                    self.client.log(format!(
                        "{file} has no function `{start}`, and no program of a `{}` uses it: nothing is checked but what its lenses \
                         ask for",
                        database::NAME
                    ));
                }
            }
        }
        for subject in subjects {
            self.check_again(subject);
        }
    }

    /// The programs of the compilation database that use a file. They are known as long as that is open.
    fn programs_with(&mut self, path: &Path, start: &str) -> BTreeSet<Subject> {
        let Some(database) = self.project(path) else { return BTreeSet::new() };
        let programs = database::programs_with(&database, path, start);
        let subjects: BTreeSet<Subject> = programs.iter().map(|it| self.subject(it, None)).collect();
        for subject in &subjects {
            self.users.entry(subject.clone()).or_default().insert(path.to_owned());
        }
        subjects
    }

    fn check_again(&mut self, subject: Subject) {
        let start = subject.entry.clone().unwrap_or_else(|| MAIN.to_owned());
        if let [file] = subject.files.as_slice()
            && self.defines(file, &start) == Some(false)
        {
            // The function is gone, and with it what was known of it.
            self.end_runs_of(&subject, ErrorCode::ServerCancelled, "the function is gone");
            self.known.remove(&subject);
            self.publish();
            return;
        }
        self.check(subject, Asker::default());
    }

    /// Checks a program. What is checked of it by now is of no use any more.
    pub(crate) fn check(&mut self, subject: Subject, asker: Asker) {
        self.end_runs_of(&subject, ErrorCode::ServerCancelled, "a newer version is checked");
        self.n_runs += 1;
        let id = self.n_runs;
        let title = format!("Checking {}", subject.name());
        let progress = match asker.token {
            Some(token) => Some(Progress::open(&self.client, token, title)),
            None if self.client.shows_progress => {
                Some(Progress::ask(&mut self.client, format!("faultscope/{id}"), title))
            }
            None => None,
        };
        let run = Run {
            checked: Checked::new(&subject),
            subject,
            request: asker.request,
            progress,
            process: None,
            deadline: None,
            limit: self.settings.limit().map(|it| it + self.checker.grace),
        };
        self.runs.insert(id, run);
        self.waiting.push_back(id);
        self.start_waiting();
    }

    fn start_waiting(&mut self) {
        while self.runs.values().filter(|it| it.process.is_some()).count() < MAX_RUNNING {
            let Some(id) = self.waiting.pop_front() else { return };
            let Some(run) = self.runs.get(&id) else { continue };
            let (subject, limit) = (run.subject.clone(), run.limit);
            let arguments = self.arguments(&subject);
            let process = Process::start(&self.checker, &subject.folder, &arguments, id, &self.events);
            let Some(run) = self.runs.get_mut(&id) else { continue };
            match process {
                Ok(process) => {
                    // The files are read now, and so are those that places are shown in.
                    run.checked = Checked::new(&subject);
                    run.process = Some(process);
                    run.deadline = limit.map(|it| Instant::now() + it);
                }
                Err(error) => {
                    let message = format!("the check of {} cannot be started: {error}", subject.name());
                    self.fail(id, message);
                }
            }
        }
    }

    fn arguments(&self, subject: &Subject) -> Vec<OsString> {
        let mut arguments: Vec<OsString> =
            ["--format", "json-lines", "--color", "never"].map(OsString::from).to_vec();
        // An editor shows what a compiler says itself, and waits for no second one.
        if self.settings.arguments.iter().all(|it| it != NO_COMPILER_WARNINGS) {
            arguments.push(NO_COMPILER_WARNINGS.into());
        }
        if let Some(timeout) = self.settings.timeout {
            arguments.extend(["--timeout".into(), timeout.to_string().into()]);
        }
        if let Some(entry) = &subject.entry {
            arguments.extend(["--entry".into(), entry.into()]);
        }
        if let Some(project) = subject.files.first().and_then(|it| self.project(it)) {
            arguments.extend(["--project".into(), project.into_os_string()]);
        }
        arguments.extend(self.settings.arguments.iter().map(OsString::from));
        arguments.push("--".into());
        arguments.extend(subject.files.iter().map(OsString::from));
        arguments
    }

    /// Where it says how the files of a program are compiled, of which this is the first.
    fn project(&self, file: &Path) -> Option<PathBuf> {
        if let Some(project) = &self.settings.project {
            return Some(self.subject(file, None).folder.join(project));
        }
        if paths::kind(file) != Some(Kind::C) {
            return None;
        }
        let inside = self.client.folder(file);
        let folders =
            file.ancestors().skip(1).take_while(|it| inside.is_none_or(|inside| it.starts_with(inside)));
        let databases = folders.flat_map(|it| [it.to_owned(), it.join("build")]);
        databases.map(|it| it.join(database::NAME)).find(|it| it.is_file())
    }

    /// A check says something.
    pub(crate) fn said(&mut self, id: RunId, said: Said) {
        match said {
            Said::Line(line) => self.line(id, &line),
            Said::Nothing(complaints) => self.ended(id, &complaints),
        }
    }

    fn line(&mut self, id: RunId, line: &str) {
        let Some(run) = self.runs.get_mut(&id) else { return };
        let told = run.checked.found.take(line);
        if told == Told::Nothing {
            return;
        }
        run.checked.read_texts();
        let has_error = !run.checked.found.traces.is_empty();
        if let (Told::Stage(stage), Some(progress)) = (told, &mut run.progress) {
            progress.report(&self.client, doing(stage, has_error));
        }
        // What was known before is shown until there is an answer.
        if run.checked.found.is_searched || told == Told::Rejection {
            self.known.insert(run.subject.clone(), run.checked.clone());
            self.publish();
        }
    }

    fn ended(&mut self, id: RunId, complaints: &str) {
        let Some(run) = self.runs.get_mut(&id) else { return };
        let status = run.process.as_mut().and_then(Process::ended);
        let found = &run.checked.found;
        if found.verdict.is_some() || !found.rejection.is_empty() {
            return self.succeed(id);
        }
        let name = run.subject.name();
        let status = status.map(|it| format!(" ({it})")).unwrap_or_default();
        let complaint = complaints
            .lines()
            .map(str::trim)
            .find(|it| !it.is_empty() && !it.starts_with("note:"))
            .unwrap_or("it does not say why");
        self.fail(id, format!("the check of {name} ended without an answer{status}: {complaint}"));
    }

    fn succeed(&mut self, id: RunId) {
        let Some(mut run) = self.runs.remove(&id) else { return };
        let found = &run.checked.found;
        let summary = found.summary();
        if let Some(progress) = &mut run.progress {
            progress.end(&self.client, &summary);
        }
        let message = format!("{}: {summary}", run.subject.name());
        match run.request {
            Some(request) => {
                // An error is shown where it is; that there is none is nowhere to be seen.
                if found.traces.is_empty() {
                    self.client.show(MessageType::Info, &message);
                }
                self.client.answer(request, json!({ "verdict": found.verdict, "message": message }));
            }
            None => self.client.log(message),
        }
        self.start_waiting();
    }

    /// A check has no answer, which is nobody's wish.
    fn fail(&mut self, id: RunId, message: String) {
        self.client.show(MessageType::Error, &message);
        self.end(id, ErrorCode::RequestFailed, &message);
    }

    /// Ends checks that have used up their time.
    pub(crate) fn end_late(&mut self) {
        let now = Instant::now();
        let is_late = |run: &Run| run.deadline.is_some_and(|it| it <= now);
        let late: Vec<RunId> = self.runs.iter().filter(|it| is_late(it.1)).map(|it| *it.0).collect();
        for id in late {
            let name = self.runs.get(&id).map(|it| it.subject.name()).unwrap_or_default();
            self.fail(id, format!("the check of {name} did not end in time and was stopped"));
        }
    }

    /// Ends a check.
    pub(crate) fn end(&mut self, id: RunId, code: ErrorCode, message: &str) {
        let Some(run) = self.runs.remove(&id) else { return };
        self.waiting.retain(|it| *it != id);
        let Run { request, progress, process, .. } = run;
        drop(process);
        if let Some(mut progress) = progress {
            progress.end(&self.client, message);
        }
        if let Some(request) = request {
            self.client.refuse(request, code, message);
        }
        self.start_waiting();
    }

    fn end_runs_of(&mut self, subject: &Subject, code: ErrorCode, message: &str) {
        self.end_runs(|run| run.subject == *subject, code, message);
    }

    /// Ends the checks that somebody chooses.
    pub(crate) fn end_runs(&mut self, chosen: impl Fn(&Run) -> bool, code: ErrorCode, message: &str) {
        let ids: Vec<RunId> = self.runs.iter().filter(|it| chosen(it.1)).map(|it| *it.0).collect();
        // Those that wait go first, so that none of them is started in between.
        for id in ids.into_iter().rev() {
            self.end(id, code, message);
        }
    }

    /// Forgets programs without an open file.
    pub(crate) fn forget_closed(&mut self) {
        let (documents, users) = (&self.documents, &self.users);
        let is_open = |subject: &Subject| {
            let using = users.get(subject).into_iter().flatten();
            subject.files.iter().chain(using).any(|it| documents.get(it).is_some())
        };
        self.known.retain(|subject, _| is_open(subject));
        let unused: Vec<Subject> = users.keys().filter(|it| !is_open(it)).cloned().collect();
        let closed: Vec<Subject> =
            self.runs.values().map(|it| it.subject.clone()).filter(|it| !is_open(it)).collect();
        for subject in unused {
            self.users.remove(&subject);
        }
        for subject in closed {
            self.end_runs_of(&subject, ErrorCode::RequestCanceled, "the file was closed");
        }
        self.publish();
    }

    /// What is known of programs, where the editor shows it.
    pub(crate) fn views(&self) -> Vec<View<'_>> {
        let view = |checked| View::new(checked, &self.documents, self.client.encoding);
        self.known.values().map(view).collect()
    }

    /// Tells the client what has changed since it was told last.
    pub(crate) fn publish(&mut self) {
        let mut now = ByFile::new();
        for (subject, view) in self.known.keys().zip(self.views()) {
            for (path, diagnostics) in diagnostics::all(subject, &view) {
                let of_file = now.entry(path).or_default();
                for mut diagnostic in diagnostics {
                    if !self.client.shows_related {
                        diagnostic.related_information = None;
                    }
                    // A function and the program that it is in can have the same error.
                    if !of_file.contains(&diagnostic) {
                        of_file.push(diagnostic);
                    }
                }
            }
        }
        for path in self.published.keys() {
            now.entry(path.clone()).or_default();
        }
        for (path, diagnostics) in &now {
            if self.published.get(path) == Some(diagnostics) {
                continue;
            }
            let document = self.documents.get(path);
            self.client.notify::<PublishDiagnosticsNotification>(PublishDiagnosticsParams {
                uri: document.map_or_else(|| paths::uri(path), |it| it.uri.clone()),
                version: document.map(|it| it.version),
                diagnostics: diagnostics.clone(),
            });
        }
        now.retain(|_, diagnostics| !diagnostics.is_empty());
        self.published = now;
    }
}

/// What is done behind a stage.
fn doing(stage: StageName, has_error: bool) -> &'static str {
    match (stage, has_error) {
        (StageName::Translate | StageName::Test, _) => "looking for an error",
        (StageName::Search, true) => "finding out which statements matter",
        (StageName::Localize, _) => "looking for repairs",
        _ => "checking the answer",
    }
}
