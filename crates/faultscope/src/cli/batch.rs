//! `faultscope batch`.

use std::env;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use faultscope::Options;
use faultscope::report::Diagnostic;
use faultscope_batch::collect::submissions;
use faultscope_batch::{self as batches, Checker, Finished, Outcome, Progress, Row, Stop};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::arguments::Batch;
use super::exit::Exit;
use super::streams::{complain, print, reject_plainly};

/// How much longer than `--timeout` a check may take before it is ended.
const GRACE: Duration = Duration::from_secs(30);

/// So many groups are shown at the end; the index has all.
const MAX_SHOWN_GROUPS: usize = 5;

/// Checks many programs.
pub(super) fn batch(arguments: &Batch) -> Exit {
    match finished(arguments) {
        Ok(finished) => {
            print(&summary(&finished, arguments));
            if finished.n_left > 0 {
                let done = finished.rows.len();
                let all = done + finished.n_left;
                complain(&format!(
                    "stopped: {done} of {all} are done; the same command goes on from there\n"
                ));
            }
            exit(&finished)
        }
        Err(diagnostic) => reject_plainly(&diagnostic.into()),
    }
}

fn finished(arguments: &Batch) -> Result<Finished, Diagnostic> {
    // What is wrong with the options is wrong for each program.
    let options = arguments.check.options()?;
    let tests = arguments.check.testing.tests.clone();
    if let Some(tests) = tests.as_ref().filter(|it| !it.exists()) {
        let message = format!("cannot read `{}`: there is no such file or folder", tests.display());
        return Err(Diagnostic::error(message).with_hint("`--tests` names the tests of all submissions"));
    }
    let submissions = submissions(&arguments.check.sources.files)?;
    let program = env::current_exe()
        .map_err(|error| Diagnostic::error(format!("cannot find the program that checks: {error}")))?;
    let checker = Checker {
        program,
        version: super::arguments::long_version().to_owned(),
        arguments: ["check", "--worker", "--format=json", "--jobs=1"].map(Into::into).to_vec(),
        options: arguments.passed_on.clone(),
        tests,
        deadline: options.timeout.map(|it| it + GRACE),
    };
    let jobs = arguments.check.effort.jobs.map_or_else(|| Options::standard().jobs, |it| it as usize);
    let batch = batches::Batch {
        submissions: &submissions,
        checker: &checker,
        jobs,
        hints: arguments.hints,
        out: &arguments.out,
    };
    let stop = Stop::default();
    stop_on_ctrl_c(&stop);
    batch.run(&stop, &mut Told::new(io::stderr().is_terminal()))
}

/// The first Ctrl-C ends the checks and writes what is there, the second ends the process.
fn stop_on_ctrl_c(stop: &Stop) {
    let stop = stop.clone();
    let ask = move || {
        if stop.is_asked() {
            std::process::exit(Exit::Undecided.code().into());
        }
        stop.ask();
    };
    // Without a handler Ctrl-C ends the process, and what is done is there all the same.
    let _ = ctrlc::set_handler(ask);
}

fn exit(finished: &Finished) -> Exit {
    let has = |outcome: Outcome| finished.rows.iter().any(|it| it.outcome == outcome);
    let is_open =
        finished.n_left > 0 || [Outcome::Undecided, Outcome::Rejected, Outcome::Died].into_iter().any(has);
    match (has(Outcome::Fails), is_open) {
        (true, _) => Exit::ErrorFound,
        (false, true) => Exit::Undecided,
        (false, false) => Exit::NoError,
    }
}

/// What is printed in the end.
fn summary(finished: &Finished, arguments: &Batch) -> String {
    let rows = &finished.rows;
    let counts = Outcome::counts(rows).into_iter();
    let counts: Vec<String> = counts.map(|(n, words)| format!("{n} {words}")).collect();
    let plural = if rows.len() == 1 { "" } else { "s" };
    let mut text = format!("{} submission{plural}: {}\n", rows.len(), counts.join(", "));
    let shared: Vec<_> = finished.groups.iter().filter(|it| it.members.len() > 1).collect();
    for group in shared.iter().take(MAX_SHOWN_GROUPS) {
        let first = &rows[group.members[0]];
        let place = first
            .spot(first.change.as_ref())
            .map_or(String::new(), |it| format!(", as in {}, line {}: {}", first.name, it.line, it.text));
        text += &format!("  group {}: {} with the same mistake{place}\n", group.number, group.members.len());
    }
    if shared.len() > MAX_SHOWN_GROUPS {
        text += &format!("  and {} more groups\n", shared.len() - MAX_SHOWN_GROUPS);
    }
    text + &format!("the index is {}\n", arguments.out.join("index.html").display())
}

/// Progress on stderr: a bar on a terminal, or a line for each submission.
struct Told {
    bar: Option<ProgressBar>,
    start: Instant,
    n_before: usize,
}

impl Told {
    fn new(on_terminal: bool) -> Told {
        let bar = on_terminal.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:24} {pos} of {len}, {elapsed}{msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Told { bar, start: Instant::now(), n_before: 0 }
    }

    /// How long the rest may take: as long as what was done took, for each.
    fn remaining(&self, n_done: usize, n_all: usize) -> Option<Duration> {
        let n_now = u32::try_from(n_done.checked_sub(self.n_before)?).ok().filter(|it| *it > 0)?;
        Some(self.start.elapsed() / n_now * u32::try_from(n_all - n_done).ok()?)
    }
}

impl Progress for Told {
    fn begin(&mut self, n_before: usize, n_all: usize) {
        self.n_before = n_before;
        if n_before > 0 {
            complain(&format!("{n_before} of {n_all} were done before\n"));
        }
        if let Some(bar) = &self.bar {
            bar.set_length(n_all as u64);
            bar.set_position(n_before as u64);
            // The time is shown between two results, too.
            bar.enable_steady_tick(Duration::from_secs(1));
        }
    }

    fn checked(&mut self, n_done: usize, n_all: usize, row: &Row) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(n_done as u64);
                if let Some(rest) = self.remaining(n_done, n_all) {
                    bar.set_message(format!(", about {} s left", rest.as_secs()));
                }
            }
            None => complain(&format!("{n_done} of {n_all}  {}: {}\n", row.name, row.outcome.words())),
        }
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
